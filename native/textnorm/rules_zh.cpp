#include "textnorm/rules_zh.h"

#include <algorithm>
#include <array>

#include "textnorm/electronic.h"
#include "textnorm/zh_clock.h"
#include "textnorm/zh_formula.h"
#include "textnorm/zh_measure.h"
#include "textnorm/zh_number.h"
#include "textnorm/zh_operand.h"

namespace cosyscribe::textnorm {
namespace {

bool IsSome(char32_t c) { return c == U'几' || c == U'幾'; }

// 十几 and 十数个: what follows the number makes it inexact.
bool IsInexact(Scan& scan, std::size_t at) {
  if (IsSome(scan.HanAt(at))) return true;
  const bool is_several = scan.HanAt(at) == U'数' || scan.HanAt(at) == U'數';
  return is_several && !BeginsCommand(scan, at + 1) &&
         (scan.ZhPartAt(at + 1) >= NumberPart::kZhUnit ||
          scan.Find(at + 1, WordClass::kZhClassifier));
}

// Takes number words as they are, with 几 and its units behind them: 十几万, 二十几.
Match KeepRun(Scan& scan, std::size_t length) {
  if (IsInexact(scan, length)) length += 1 + CountZhNumberWords(scan, length + 1);
  return Match::Keep(length);
}

// 十来个 and 百来人 are approximations, 十来自 is not.
bool IsRoughly(Scan& scan, std::size_t at) {
  return scan.HanAt(at) == U'来' && !BeginsCommand(scan, at + 1) &&
         (scan.Find(at + 1, WordClass::kZhClassifier) ||
          scan.ZhPartAt(at + 1) == NumberPart::kZhWan ||
          scan.ZhPartAt(at + 1) == NumberPart::kZhYi);
}

// A number that no frame claims.
Match MatchPlain(Scan& scan, const ZhNumber& number, const ZhOperand& operand) {
  if (!number.IsExact()) return KeepRun(scan, number.length);
  if (operand.has_point) {
    scan.out = operand.text;
    return Match::Rewrite(operand.length);
  }
  const bool stays = number.kind == ZhNumberKind::kLone || number.kind == ZhNumberKind::kPair;
  if (stays || IsInexact(scan, number.length)) return KeepRun(scan, number.length);
  if (number.kind == ZhNumberKind::kCardinal && IsRoughly(scan, number.length)) {
    return Match::Keep(number.length);
  }
  scan.out = number.text;
  return Match::Rewrite(number.length);
}

// 快一点三个人: 一点 behind such a word is "a little", not a decimal.
bool IsALittle(Scan& scan, const ZhOperand& operand) {
  return operand.has_point && operand.number.kind == ZhNumberKind::kLone &&
         operand.number.value == 1 && scan.EndsWith(WordClass::kZhDegree);
}

using OperandRule = Match (*)(Scan&, const ZhOperand&);
constexpr std::array<OperandRule, 6> kOperandRules = {
    MatchZhFraction, MatchZhRatio, MatchZhArithmetic, MatchZhRange, MatchZhSubunit, MatchZhChain};

using NumberRule = Match (*)(Scan&, const ZhNumber&);
constexpr std::array<NumberRule, 2> kClockRules = {MatchZhDotted, MatchZhMinutes};
constexpr std::array<NumberRule, 4> kNumberRules = {MatchZhHour, MatchZhDate, MatchZhAddress,
                                                    MatchZhBesideLetters};

// A number right behind digits would run into them; so would one behind A4, where the space is
// only layout.
bool IsBehindDigits(Scan& scan) {
  const Past& before = scan.Before(0);
  const bool is_inside = before.kind == TokenKind::kMark && before.is_glued &&
                         (before.code == U'.' || before.code == U':');
  if (is_inside && scan.Before(1).ends_in_digit && scan.IsFirstGlued()) return true;
  return before.ends_in_digit && (scan.IsFirstGlued() || before.kind == TokenKind::kWord);
}

Match MatchNumber(Scan& scan) {
  const ZhNumber number = ParseZhNumber(scan, 0);
  if (number.kind == ZhNumberKind::kNone) return {};
  if (IsBehindDigits(scan)) {
    return KeepRun(scan, std::max<std::size_t>(1, CountZhNumberWords(scan, 0)));
  }
  if (number.kind == ZhNumberKind::kDigits) {
    if (const Match mail = MatchMailOfDigits(scan, number.text, number.length)) return mail;
  }
  for (const NumberRule rule : kClockRules) {
    if (const Match match = rule(scan, number)) return match;
  }
  ZhOperand operand = ParseZhOperand(scan, 0);
  if (IsALittle(scan, operand)) return Match::Keep(number.length + 1);
  if (operand) {
    for (const OperandRule rule : kOperandRules) {
      if (const Match match = rule(scan, operand)) return match;
    }
  }
  if (!operand.has_point) {
    for (const NumberRule rule : kNumberRules) {
      if (const Match match = rule(scan, number)) return match;
    }
  }
  return MatchPlain(scan, number, operand);
}

// 百 千 万 亿 with no digit before them, and what follows, are no numbers: 百八十, 千百年.
Match MatchUnit(Scan& scan) {
  if (const Match percent = MatchZhPercent(scan)) return percent;
  if (scan.ValueAt(0) == 10) return MatchNumber(scan);
  std::size_t length = 1;
  while (IsZhNumberPart(scan.ZhPartAt(length)) && !FindZhKept(scan, length)) ++length;
  return KeepRun(scan, length);
}

Match MatchOrdinal(Scan& scan) {
  const ZhNumber number = ParseZhNumber(scan, 1);
  if (number.kind == ZhNumberKind::kNone) return {};
  const bool converts =
      (number.kind == ZhNumberKind::kCardinal || number.kind == ZhNumberKind::kDigits) &&
      !IsInexact(scan, 1 + number.length);
  if (!converts) return KeepRun(scan, 1 + number.length);
  scan.out.assign(scan.TextAt(0)).append(number.text);
  return Match::Rewrite(1 + number.length);
}

// 几十, 数百万. 总数十二 is a number, though.
Match MatchIndefinite(Scan& scan) {
  const bool is_count = scan.HanAt(0) == U'数' || scan.HanAt(0) == U'數';
  const std::size_t words = CountZhNumberWords(scan, 1);
  std::size_t units = 0;
  while (units < words && scan.ZhPartAt(1 + units) >= NumberPart::kZhUnit) ++units;
  if (units == 0) return {};
  if (is_count && (units != words || scan.WasA(0, WordClass::kZhTotal))) return {};
  return KeepRun(scan, 1 + words);
}

Match MatchNegative(Scan& scan) {
  if (const Match percent = MatchZhPercent(scan)) return percent;
  if (scan.WasA(0, WordClass::kZhSubject)) return {};  // 胜负, 肩负
  const ZhOperand operand = ParseZhOperand(scan, 0);
  if (!operand || IsInexact(scan, operand.length)) return {};
  if (const Match sum = MatchZhArithmetic(scan, operand)) return sum;
  scan.out = operand.text;
  return Match::Rewrite(operand.length);
}

Match MatchByWord(Scan& scan) {
  switch (scan.At(0).code) {
    case U'第':
      return MatchOrdinal(scan);
    case U'几':
    case U'幾':
    case U'数':
    case U'數':
      return MatchIndefinite(scan);
    case U'负':
    case U'負':
      return MatchNegative(scan);
    case U'正':
      return scan.HanAt(1) == U'负' || scan.HanAt(1) == U'負' ? MatchNegative(scan) : Match{};
    case U'加':
      return MatchZhCountryCode(scan);
    case U'周':
    case U'週':
    case U'星':
    case U'礼':
    case U'禮':
      return MatchZhWeekday(scan);
    default:
      return {};
  }
}

}  // namespace

Match MatchZh(Scan& scan) {
  const NumberPart part = scan.InfoAt(0).part;
  Match match;
  if (part == NumberPart::kZhUnit || part == NumberPart::kZhWan || part == NumberPart::kZhYi) {
    match = MatchUnit(scan);
  } else if (IsZhNumberPart(part)) {
    match = MatchNumber(scan);
  } else {
    match = MatchByWord(scan);
    if (!match) match = MatchZhLunar(scan);
    if (!match) match = MatchZhPlate(scan);
  }
  const Phrase kept = FindZhKept(scan, 0);
  return kept && kept.length >= match.length ? Match::Keep(kept.length) : match;
}

}  // namespace cosyscribe::textnorm
