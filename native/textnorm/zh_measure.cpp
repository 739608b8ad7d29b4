#include "textnorm/zh_measure.h"

#include <string>

namespace cosyscribe::textnorm {
namespace {

constexpr std::size_t kLongestPlate = 7;            // behind the province; 6 but for electric cars
constexpr std::size_t kShortestInternational = 12;  // digits, country code included

// The digits of a number of up to two words, read one by one.
std::string DigitsAt(Scan& scan, std::size_t at, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += std::to_string(scan.ValueAt(at + i));
  return text;
}

// A number that ends a phrase: no measure word takes it away from the unit before it.
bool EndsPhrase(Scan& scan, std::size_t at) {
  if (BeginsCommand(scan, at)) return true;
  return scan.ZhPartAt(at) == NumberPart::kNone && !scan.Find(at, WordClass::kZhClassifier) &&
         !scan.Find(at, WordClass::kChain);
}

bool IsDime(char32_t c) { return c == U'毛' || c == U'角'; }

// 五毛, 五毛二, 五毛二分 behind 块: writes them, returns their tokens.
std::size_t AppendDimes(Scan& scan, std::size_t at) {
  const ZhNumber dimes = ParseZhNumber(scan, at);
  if (dimes.kind != ZhNumberKind::kLone || !IsDime(scan.HanAt(at + 1))) return 0;
  scan.out.append(dimes.text).append(scan.TextAt(at + 1));
  const ZhNumber cents = ParseZhNumber(scan, at + 2);
  if (cents.kind != ZhNumberKind::kLone) return 2;
  const bool has_word = scan.HanAt(at + 3) == U'分';
  const bool is_price = scan.HanAt(at + 3) == U'一' && scan.Find(at + 4, WordClass::kChain);
  if (!has_word && !is_price && !EndsPhrase(scan, at + 3)) return 2;
  scan.out.append(cents.text);
  return 3;
}

Match MatchMoney(Scan& scan, const ZhOperand& first) {
  const std::size_t unit = first.length;
  scan.out = first.text;
  scan.out.append(scan.TextAt(unit));
  const std::size_t zero = scan.HanAt(unit + 1) == U'零' ? 1 : 0;
  const std::string whole = scan.out;
  if (zero != 0) scan.out.append(scan.TextAt(unit + 1));
  if (const std::size_t dimes = AppendDimes(scan, unit + 1 + zero)) {
    return Match::Rewrite(unit + 1 + zero + dimes);
  }
  scan.out = whole;
  if (scan.HanAt(unit) == U'元') return {};
  const ZhNumber rest = ParseZhNumber(scan, unit + 1);
  const bool is_cents = rest.kind == ZhNumberKind::kDigits && rest.length == 2 && rest.has_zero;
  const bool is_dime = rest.kind == ZhNumberKind::kLone && !rest.is_two;
  if ((!is_cents && !is_dime) || !EndsPhrase(scan, unit + 1 + rest.length)) return {};
  scan.out += rest.text;
  return Match::Rewrite(unit + 1 + rest.length);
}

Match MatchDimesOnly(Scan& scan, const ZhOperand& first) {
  if (!first.IsLone()) return {};
  scan.out.clear();
  const std::size_t length = AppendDimes(scan, 0);
  return length > 2 ? Match::Rewrite(length) : Match{};
}

// 一米七五, 三十八度五.
Match MatchTail(Scan& scan, const ZhOperand& first) {
  const std::size_t unit = first.length;
  const bool is_height = scan.HanAt(unit) == U'米' && first.IsLone();
  const bool is_degree = scan.HanAt(unit) == U'度' && !first.IsLone() && !first.has_point;
  if (!is_height && !is_degree) return {};
  const ZhNumber tail = ParseZhNumber(scan, unit + 1);
  const bool is_digits = tail.kind == ZhNumberKind::kLone ||
                         (is_height && tail.length == 2 &&
                          (tail.kind == ZhNumberKind::kPair || tail.kind == ZhNumberKind::kDigits ||
                           tail.kind == ZhNumberKind::kApproximate));
  const std::size_t after = unit + 1 + tail.length;
  if (!is_digits || tail.is_two || !EndsPhrase(scan, after)) return {};
  scan.out = first.text;
  scan.out.append(scan.TextAt(unit)).append(DigitsAt(scan, unit + 1, tail.length));
  return Match::Rewrite(after);
}

}  // namespace

Match MatchZhSubunit(Scan& scan, const ZhOperand& first) {
  switch (scan.HanAt(first.length)) {
    case U'块':
    case U'塊':
    case U'元':
      return MatchMoney(scan, first);
    case U'毛':
    case U'角':
      return MatchDimesOnly(scan, first);
    case U'米':
    case U'度':
      return MatchTail(scan, first);
    default:
      return {};
  }
}

Match MatchZhChain(Scan& scan, const ZhOperand& first) {
  std::string text;
  std::string_view family;
  bool has_long = false;
  std::size_t next = 0;
  std::size_t links = 0;
  ZhOperand number = first;
  while (number && !number.is_signed) {
    const bool is_unit = !BeginsCommand(scan, next + number.length);  // 分号
    const Phrase unit = is_unit ? scan.Find(next + number.length, WordClass::kChain) : Phrase{};
    const std::string_view of = unit ? scan.Value(unit, WordClass::kChain) : std::string_view{};
    if (!unit || (links != 0 && of != family)) break;
    family = of;
    has_long = has_long || !number.IsLone();
    text += number.text;
    next += number.length;
    for (std::size_t i = 0; i < unit.length; ++i) text.append(scan.TextAt(next + i));
    next += unit.length;
    ++links;
    number = ParseZhOperand(scan, next);
  }
  if (links < 2 || !has_long) return {};
  scan.out = text;
  return Match::Rewrite(next);
}

Match MatchZhAddress(Scan& scan, const ZhNumber& number) {
  if (number.kind != ZhNumberKind::kLone || number.is_two || number.value == 0) return {};
  const Phrase part = scan.Find(number.length, WordClass::kZhAddressPart);
  const bool leads_on = part && IsZhNumberPart(scan.ZhPartAt(number.length + part.length));
  if (!leads_on && !scan.Find(number.length, WordClass::kZhAddress)) return {};
  scan.out = number.text;
  return Match::Rewrite(number.length);
}

Match MatchZhBesideLetters(Scan& scan, const ZhNumber& number) {
  if (number.length > 2 || number.kind == ZhNumberKind::kUnfit ||
      number.kind == ZhNumberKind::kCardinal) {
    return {};
  }
  const Past& before = scan.Before(0);
  const bool after_letters = before.kind == TokenKind::kWord && scan.IsFirstGlued();
  const Token& next = scan.At(number.length);
  const bool before_word = next.IsWord() && next.IsGlued();
  const bool before_unit =
      before_word && (next.is_letter || scan.Find(number.length, WordClass::kLatinUnit));
  const bool is_lone = number.kind == ZhNumberKind::kLone;
  bool is_code = (after_letters && before_word && next.is_letter) || (before_unit && is_lone);
  if (!is_code && after_letters && (before.is_letter || before.is_upper)) {
    const bool is_counted = scan.Find(number.length, WordClass::kZhClassifier).length != 0;
    is_code = !is_counted || (before.is_letter && !is_lone);
    if (is_lone && !before.is_letter) is_code = is_code && before.is_acronym;
  }
  if (!is_code || number.is_two) return {};
  scan.out = DigitsAt(scan, 0, number.length);
  return Match::Rewrite(number.length);
}

Match MatchZhPlate(Scan& scan) {
  if (!Has(scan.InfoAt(0).classes, WordClass::kZhProvince)) return {};
  std::string code;
  std::size_t next = 1;
  bool has_han = false;
  for (; code.size() < kLongestPlate; ++next) {
    const Token& token = scan.At(next);
    const NumberPart part = scan.ZhPartAt(next);
    const bool is_digit = part == NumberPart::kZhZero || part == NumberPart::kZhDigit ||
                          part == NumberPart::kZhSpoken;
    if (next != 1 && is_digit) {
      code += std::to_string(scan.ValueAt(next));
      has_han = true;
    } else if (token.IsWord() && token.IsGlued() && token.code < 0x80) {
      code.append(scan.TextAt(next));
    } else {
      break;
    }
  }
  const bool fits = code.size() == kLongestPlate || code.size() + 1 == kLongestPlate;
  if (!fits || !has_han || scan.ZhPartAt(next) != NumberPart::kNone) return {};
  scan.out.assign(scan.TextAt(0)).append(code);
  return Match::Rewrite(next);
}

Match MatchZhCountryCode(Scan& scan) {
  if (scan.HanAt(0) != U'加') return {};
  const ZhNumber digits = ParseZhNumber(scan, 1);
  if (digits.kind != ZhNumberKind::kDigits || digits.length < kShortestInternational) return {};
  scan.out = "+" + digits.text;
  return Match::Rewrite(1 + digits.length);
}

}  // namespace cosyscribe::textnorm
