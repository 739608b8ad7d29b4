#include "textnorm/en_measure.h"

#include <string>

namespace cosyscribe::textnorm {
namespace {

std::size_t PercentLength(Scan& scan, std::size_t at) {
  if (IsWordAt(scan, at, "percent")) return 1;
  return IsWordAt(scan, at, "per") && IsWordAt(scan, at + 1, "cent") ? 2 : 0;
}

// "won" is also a verb: money only behind hundreds and more.
bool IsCurrencyHere(Scan& scan, std::size_t at, const EnQuantity& quantity) {
  if (!IsWordAt(scan, at, "won")) return true;
  return !quantity.scale.empty() || quantity.text.size() >= 3;
}

// "and ninety two cents" behind dollars: the cents, and the tokens they take.
std::size_t ReadCents(Scan& scan, std::size_t at, std::string* cents) {
  const std::size_t joint = IsWordAt(scan, at, "and") ? 1 : 0;
  const EnRun run = ReadEnRun(scan, at + joint);
  const EnCardinal count = ParseEnCardinal(run);
  const std::size_t word = at + joint + run.length;
  if (run.IsOrdinal() || !count.is_valid || count.Value() > 99) return 0;
  *cents = count.digits.size() < 2 ? "0" + count.digits : count.digits;
  const bool is_cents = IsWordAt(scan, word, "cents") || IsWordAt(scan, word, "cent");
  if (is_cents) return joint + run.length + 1;
  // "five dollars fifty", where nothing else is counted.
  const bool ends = !scan.At(word).IsWord() || scan.Find(word, WordClass::kEnFunction);
  return ends && joint == 0 && count.Value() >= 10 ? run.length : 0;
}

Match MatchMoney(Scan& scan, const EnQuantity& quantity) {
  const Phrase currency = scan.Find(quantity.length, WordClass::kEnCurrency);
  if (!currency || !IsCurrencyHere(scan, quantity.length, quantity)) return {};
  const std::string_view sign = scan.Value(currency, WordClass::kEnCurrency);
  scan.out = quantity.is_signed ? "-" : "";
  scan.out.append(sign).append(quantity.text, quantity.is_signed ? 1 : 0, std::string::npos);
  std::size_t length = quantity.length + currency.length;
  if (!quantity.scale.empty()) {
    scan.out.append(" ").append(quantity.scale);
    return Match::Rewrite(length);
  }
  std::string cents;
  if (quantity.has_point) return Match::Rewrite(length);
  if (const std::size_t spoken = ReadCents(scan, length, &cents)) {
    scan.out.append(".").append(cents);
    length += spoken;
  }
  return Match::Rewrite(length);
}

// two and a half million, three and a half percent.
Match MatchHalf(Scan& scan, const EnQuantity& quantity) {
  const std::size_t at = quantity.length;
  const bool is_half =
      IsWordAt(scan, at, "and") && IsWordAt(scan, at + 1, "a") && IsWordAt(scan, at + 2, "half");
  if (!is_half || quantity.has_point || quantity.is_pieces || !quantity.scale.empty()) return {};
  const std::size_t after = at + 3;
  if (const std::size_t percent = PercentLength(scan, after)) {
    scan.out = quantity.text + ".5%";
    return Match::Rewrite(after + percent);
  }
  if (scan.EnPartAt(after) != NumberPart::kEnScale) return {};
  EnQuantity whole = quantity;
  whole.text += ".5";
  whole.scale = scan.TextAt(after);
  whole.has_point = true;
  whole.length = after + 1;
  if (const Match money = MatchMoney(scan, whole)) return money;
  scan.out = whole.WithScale();
  return Match::Rewrite(whole.length);
}

Match MatchUnit(Scan& scan, const EnQuantity& quantity) {
  const Phrase unit = scan.Find(quantity.length, WordClass::kEnUnit);
  if (!unit) return {};
  scan.out = quantity.WithScale();
  const std::string_view written = scan.Value(unit, WordClass::kEnUnit);
  if (written.empty()) return Match::Rewrite(quantity.length);
  scan.out.append(" ").append(written);
  return Match::Rewrite(quantity.length + unit.length);
}

}  // namespace

Match MatchEnMeasure(Scan& scan, const EnQuantity& quantity) {
  if (const std::size_t percent = PercentLength(scan, quantity.length)) {
    scan.out = quantity.WithScale() + "%";
    return Match::Rewrite(quantity.length + percent);
  }
  if (const Match money = MatchMoney(scan, quantity)) return money;
  if (const Match half = MatchHalf(scan, quantity)) return half;
  return quantity.is_article ? Match{} : MatchUnit(scan, quantity);
}

Match MatchEnRange(Scan& scan, const EnQuantity& first) {
  const std::size_t joint = first.length;
  if (!IsWordAt(scan, joint, "to") && !IsWordAt(scan, joint, "or")) return {};
  const EnQuantity other = ParseEnQuantity(scan, joint + 1);
  if (!other || other.is_signed || first.is_signed || other.is_article) return {};
  if (other.is_pieces || first.is_pieces) return {};
  const std::size_t after = joint + 1 + other.length;
  const bool has_unit =
      PercentLength(scan, after) != 0 || scan.Find(after, WordClass::kEnUnit).length != 0;
  const bool is_mixed = first.is_digit != other.is_digit;
  if (!is_mixed && !(has_unit && first.is_digit)) return {};
  scan.out = first.WithScale() + " ";
  scan.out.append(scan.TextAt(joint)).append(" ").append(other.WithScale());
  return Match::Rewrite(after);
}

Match MatchEnArithmetic(Scan& scan, const EnQuantity& first) {
  std::string text = first.WithScale();
  std::size_t next = first.length;
  bool has_result = false;
  for (;;) {
    const Phrase sign = scan.Find(next, WordClass::kEnOperator);
    if (!sign) break;
    const EnQuantity other = ParseEnQuantity(scan, next + sign.length);
    if (!other) break;
    const std::string_view written = scan.Value(sign, WordClass::kEnOperator);
    has_result = has_result || written == "=";
    text.append(" ").append(written).append(" ").append(other.WithScale());
    next += sign.length + other.length;
  }
  if (!has_result) return {};
  scan.out = text;
  return Match::Rewrite(next);
}

Match MatchEnPressure(Scan& scan, const EnQuantity& first) {
  if (!IsWordAt(scan, first.length, "over") || first.is_digit || first.has_point) return {};
  const EnRun run = ReadEnRun(scan, first.length + 1);
  const EnCardinal low = ParseEnCardinal(run);
  const bool fits = low.is_valid && !run.IsOrdinal() && low.Value() >= 40 && low.Value() <= 150 &&
                    first.text.size() == 3 && (first.text[0] == '1' || first.text[0] == '2');
  if (!fits) return {};
  scan.out = first.text + "/" + low.digits;
  return Match::Rewrite(first.length + 1 + run.length);
}

}  // namespace cosyscribe::textnorm
