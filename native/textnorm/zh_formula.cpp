#include "textnorm/zh_formula.h"

#include <string>

namespace cosyscribe::textnorm {
namespace {

bool IsSome(char32_t c) { return c == U'几' || c == U'幾'; }
bool IsTo(char32_t c) { return c == U'到' || c == U'至'; }

// 分之 at `at`.
bool IsPartOf(Scan& scan, std::size_t at) {
  return scan.HanAt(at) == U'分' && scan.HanAt(at + 1) == U'之';
}

// The unread part of a frame whose number is no exact one: 百分之三十几 stays as it is.
Match KeepInexact(Scan& scan, std::size_t at) {
  std::size_t length = at + CountZhNumberWords(scan, at);
  if (IsSome(scan.HanAt(length))) length += 1 + CountZhNumberWords(scan, length + 1);
  return length == at ? Match{} : Match::Keep(length);
}

// A number at `at` that ends there: 三十几 does not.
ZhOperand ExactOperand(Scan& scan, std::size_t at) {
  const ZhOperand operand = ParseZhOperand(scan, at);
  return operand && IsSome(scan.HanAt(at + operand.length)) ? ZhOperand{} : operand;
}

// The other end of a range of percents, where it is not the start of something else.
std::size_t AppendSecondPercent(Scan& scan, std::size_t at) {
  if (!IsTo(scan.HanAt(at))) return 0;
  const ZhOperand high = ExactOperand(scan, at + 1);
  if (!high) return 0;
  const std::size_t after = at + 1 + high.length;
  const bool is_date = scan.HanAt(after) == U'月' || scan.HanAt(after) == U'日' ||
                       scan.HanAt(after) == U'号' || scan.HanAt(after) == U'年' ||
                       scan.HanAt(after) == U'点' || IsPartOf(scan, after);
  if (is_date || scan.Find(after, WordClass::kZhClassifier)) return 0;
  scan.out.append(scan.TextAt(at)).append(high.text).append("%");
  return 1 + high.length;
}

Match MatchPerMille(Scan& scan, std::size_t at, std::string_view sign) {
  const std::size_t number_at = at + 3;
  const ZhOperand number = ExactOperand(scan, number_at);
  if (!number) return KeepInexact(scan, number_at);
  const std::size_t after = number_at + number.length;
  if (scan.Find(after, WordClass::kChain)) return Match::Keep(after);  // 千分之一秒
  scan.out.assign(sign).append(number.text).append("‰");
  return Match::Rewrite(after);
}

// What follows 百分: 之 and a number, 百, or a number at once. Returns its tokens with 之.
struct PercentTail {
  std::size_t length = 0;
  std::string text;
};

PercentTail ReadPercentTail(Scan& scan, std::size_t at) {
  const bool has_of = scan.HanAt(at) == U'之';
  const std::size_t number_at = has_of ? at + 1 : at;
  if (scan.HanAt(number_at) == U'百' && scan.ZhPartAt(number_at + 1) == NumberPart::kNone) {
    return {number_at + 1 - at, "100"};
  }
  const ZhOperand number = ExactOperand(scan, number_at);
  if (!number || (!has_of && number.IsLone())) return {};
  return {number_at + number.length - at, number.text};
}

std::string_view ReadSign(Scan& scan, std::size_t* length) {
  const char32_t first = scan.HanAt(0);
  if (first == U'负' || first == U'負') {
    *length = 1;
    return "-";
  }
  if (first == U'正' && (scan.HanAt(1) == U'负' || scan.HanAt(1) == U'負')) {
    *length = 2;
    return "±";
  }
  *length = 0;
  return "";
}

// An operator between numbers: its tokens and sign.
struct Operator {
  std::size_t length = 0;
  std::string_view sign;
};

Operator ReadOperator(Scan& scan, std::size_t at) {
  const Phrase phrase = scan.Find(at, WordClass::kZhOperator);
  if (!phrase) return {};
  return {phrase.length, scan.Value(phrase, WordClass::kZhOperator)};
}

}  // namespace

Match MatchZhPercent(Scan& scan) {
  std::size_t at = 0;
  const std::string_view sign = ReadSign(scan, &at);
  const char32_t base = scan.HanAt(at);
  if (scan.HanAt(at + 1) != U'分') return {};
  if (base == U'千' && scan.HanAt(at + 2) == U'之') return MatchPerMille(scan, at, sign);
  if ((base == U'万' || base == U'萬') && scan.HanAt(at + 2) == U'之') {
    return KeepInexact(scan, at + 3);  // 万分之一 is mostly a figure of speech
  }
  if (base != U'百') return {};
  const PercentTail tail = ReadPercentTail(scan, at + 2);
  if (tail.length == 0) return scan.HanAt(at + 2) == U'之' ? KeepInexact(scan, at + 3) : Match{};
  scan.out.assign(sign).append(tail.text).append("%");
  std::size_t length = at + 2 + tail.length;
  length += AppendSecondPercent(scan, length);
  return Match::Rewrite(length);
}

Match MatchZhFraction(Scan& scan, const ZhOperand& first) {
  if (first.is_signed && first.has_point) return {};
  std::size_t next = first.length;
  std::string text;
  ZhOperand bottom = first;
  if (scan.HanAt(next) == U'又') {
    bottom = ParseZhOperand(scan, next + 1);
    if (!bottom || bottom.has_point) return {};
    text = first.text + "又";
    next += 1 + bottom.length;
  }
  if (bottom.has_point || !IsPartOf(scan, next)) return {};
  next += 2;
  const ZhOperand top = ExactOperand(scan, next);
  if (!top) return KeepInexact(scan, next);
  scan.out = text + top.text + "/" + bottom.text;
  return Match::Rewrite(next + top.length);
}

Match MatchZhRatio(Scan& scan, const ZhOperand& first) {
  std::string text = first.text;
  std::size_t next = first.length;
  std::size_t parts = 1;
  while (scan.HanAt(next) == U'比') {
    const ZhOperand other = ExactOperand(scan, next + 1);
    if (!other) break;
    text.append(":").append(other.text);
    next += 1 + other.length;
    ++parts;
  }
  if (parts < 2 || scan.Find(next, WordClass::kZhComparative)) return {};
  scan.out = text;
  return Match::Rewrite(next);
}

Match MatchZhArithmetic(Scan& scan, const ZhOperand& first) {
  std::string text = first.text;
  std::size_t next = first.length;
  std::size_t operators = 0;
  for (;;) {
    const Operator sign = ReadOperator(scan, next);
    if (sign.length == 0) break;
    const ZhOperand other = ExactOperand(scan, next + sign.length);
    if (!other) break;
    text.append(sign.sign).append(other.text);
    next += sign.length + other.length;
    ++operators;
  }
  if (operators == 0) return {};
  scan.out = text;
  return Match::Rewrite(next);
}

Match MatchZhRange(Scan& scan, const ZhOperand& first) {
  if (!IsTo(scan.HanAt(first.length))) return {};
  const ZhOperand other = ExactOperand(scan, first.length + 1);
  if (!other || first.IsLone() == other.IsLone()) return {};
  const std::size_t after = first.length + 1 + other.length;
  if (scan.HanAt(after) == U'点' || scan.HanAt(after) == U'月') return {};
  scan.out = first.text;
  scan.out.append(scan.TextAt(first.length)).append(other.text);
  return Match::Rewrite(after);
}

}  // namespace cosyscribe::textnorm
