#include "textnorm/en_quantity.h"

namespace cosyscribe::textnorm {
namespace {

// The digits behind "point": one by one, or a last number below a hundred.
std::size_t AppendFraction(Scan& scan, std::size_t at, std::string* text) {
  std::size_t length = 0;
  for (;;) {
    const NumberPart part = scan.EnPartAt(at + length);
    const bool is_digit = IsDigitWord(part);
    const bool is_number = part == NumberPart::kEnTeen || part == NumberPart::kEnTens;
    if (!is_digit && !(is_number && length == 0)) break;
    if (part == NumberPart::kEnOh && IsWordAt(scan, at + length + 1, "clock")) break;
    text->append(std::to_string(scan.ValueAt(at + length)));
    ++length;
    if (part == NumberPart::kEnTens && scan.EnPartAt(at + length) == NumberPart::kEnDigit) {
      text->back() = static_cast<char>('0' + scan.ValueAt(at + length));
      ++length;
    }
  }
  return length;
}

void ReadScale(Scan& scan, std::size_t at, EnQuantity* quantity) {
  if (scan.EnPartAt(at + quantity->length) != NumberPart::kEnScale) return;
  quantity->scale = scan.TextAt(at + quantity->length);
  ++quantity->length;
}

bool IsSign(Scan& scan, std::size_t at) {
  return IsWordAt(scan, at, "minus") || IsWordAt(scan, at, "negative");
}

// "a hundred", "a million": a number only where more makes it one.
EnQuantity ParseArticle(Scan& scan, std::size_t at) {
  EnQuantity quantity;
  const NumberPart part = scan.EnPartAt(at + 1);
  if (!IsWordAt(scan, at, "a") || !IsMagnitude(part)) return quantity;
  EnRun run;
  run.at = at;
  run.items[0] = {NumberPart::kEnDigit, 1, 1};
  run.items[1] = {part, scan.ValueAt(at + 1), 2};
  run.count = run.length = 2;
  const std::size_t joint = JoinerLength(scan, at + 2, run);
  const EnRun rest = ReadEnRun(scan, at + 2 + joint);
  for (std::size_t i = 0; i < rest.count && run.count < run.items.size(); ++i) {
    run.items[run.count] = rest.items[i];
    run.items[run.count++].end += 2 + joint;
  }
  if (rest.count != 0) run.length = 2 + joint + rest.length;
  const EnCardinal cardinal = ParseEnCardinal(run);
  if (!cardinal.is_valid || run.IsOrdinal()) return quantity;
  quantity.length = run.length;
  quantity.is_article = run.count == 2;
  if (cardinal.is_round) {
    quantity.text = GroupDigits(cardinal.head);
    quantity.scale = scan.TextAt(at + run.items[cardinal.scale_at].end - 1);
  } else {
    quantity.text = GroupDigits(cardinal.digits);
  }
  return quantity;
}

void ReadWhole(Scan& scan, const EnRun& run, EnQuantity* quantity) {
  const EnCardinal cardinal = ParseEnCardinal(run);
  if (cardinal.is_valid) {
    quantity->length = run.length;
    quantity->is_digit = cardinal.IsDigit() && run.count == 1;
    if (cardinal.is_round) {
      quantity->text = GroupDigits(cardinal.head);
      quantity->scale = scan.TextAt(run.at + run.items[cardinal.scale_at].end - 1);
    } else {
      quantity->text = GroupDigits(cardinal.digits);
    }
    return;
  }
  const EnPieces read = ReadEnPieces(run);
  const bool is_hundreds = read.is_valid && read.count == 2 && read.pieces[1].width == 2;
  const bool has_oh = read.is_valid && read.count == 3 && read.pieces[1].width == 1 &&
                      read.pieces[1].value == 0 && read.pieces[2].width == 1;
  // Tens in a row guess at a number: forty fifty.
  const bool is_guess = is_hundreds && read.pieces[0].width == 2 &&
                        read.pieces[0].value % 10 == 0 && read.pieces[1].value % 10 == 0 &&
                        read.pieces[0].value >= 20;
  if ((!is_hundreds && !has_oh) || is_guess) return;
  quantity->length = run.length;
  quantity->text = read.Digits();
  quantity->is_pieces = true;
}

}  // namespace

EnQuantity ParseEnQuantity(Scan& scan, std::size_t at) {
  const std::size_t sign = IsSign(scan, at) ? 1 : 0;
  EnQuantity quantity = ParseArticle(scan, at + sign);
  if (!quantity) {
    const EnRun run = ReadEnRun(scan, at + sign);
    const bool is_fraction_only = run.count == 0 && IsWordAt(scan, at + sign, "point");
    if (run.IsOrdinal() || (run.count == 0 && !is_fraction_only)) return {};
    if (!is_fraction_only) ReadWhole(scan, run, &quantity);
    if (!quantity && !is_fraction_only) return {};
    const std::size_t point = at + sign + quantity.length;
    std::string fraction;
    const std::size_t digits = quantity.scale.empty() && IsWordAt(scan, point, "point")
                                   ? AppendFraction(scan, point + 1, &fraction)
                                   : 0;
    if (digits != 0) {
      quantity.text = (is_fraction_only ? "0" : quantity.text) + "." + fraction;
      quantity.length += 1 + digits;
      quantity.has_point = true;
      quantity.is_digit = false;
      ReadScale(scan, at + sign, &quantity);
    }
    if (!quantity) return {};
  }
  if (sign != 0) {
    quantity.text.insert(0, "-");
    quantity.length += sign;
    quantity.is_digit = false;
    quantity.is_signed = true;
  }
  return quantity;
}

}  // namespace cosyscribe::textnorm
