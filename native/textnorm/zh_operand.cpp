#include "textnorm/zh_operand.h"

namespace cosyscribe::textnorm {
namespace {

bool IsPoint(char32_t c) { return c == U'点' || c == U'點'; }
bool IsNegative(char32_t c) { return c == U'负' || c == U'負'; }

std::size_t AppendSign(Scan& scan, std::size_t at, std::string* text) {
  const char32_t first = scan.HanAt(at);
  if (IsNegative(first)) {
    text->push_back('-');
    return 1;
  }
  if (first == U'正' && IsNegative(scan.HanAt(at + 1))) {
    text->append("±");
    return 2;
  }
  return 0;
}

// 一点五万: the unit behind a decimal stays.
std::size_t AppendLargeUnits(Scan& scan, std::size_t at, std::string* text) {
  std::size_t length = 0;
  while (length < 2) {
    const NumberPart part = scan.ZhPartAt(at + length);
    if (part != NumberPart::kZhWan && part != NumberPart::kZhYi) break;
    text->append(scan.TextAt(at + length));
    ++length;
  }
  return length;
}

}  // namespace

ZhOperand ParseZhOperand(Scan& scan, std::size_t at) {
  ZhOperand operand;
  std::size_t next = at + AppendSign(scan, at, &operand.text);
  operand.is_signed = next != at;
  operand.number = ParseZhNumber(scan, next);
  const bool fits = operand.number.IsExact() && operand.number.kind != ZhNumberKind::kPair;
  if (!fits) return {};
  if (at != 0 && FindZhKept(scan, next).length > operand.number.length) return {};  // 等于五彩
  next += operand.number.length;
  if (IsPoint(scan.HanAt(next))) {
    const ZhNumber fraction = ParseZhDigits(scan, next + 1);
    const bool ten_after = scan.ZhPartAt(next + 1 + fraction.length) == NumberPart::kZhUnit &&
                           scan.ValueAt(next + 1 + fraction.length) < 1000;
    const bool is_quarter = scan.HanAt(next + 2) == U'刻';
    if (fraction.length != 0 && !ten_after && !is_quarter) {
      const bool is_cardinal = operand.number.kind == ZhNumberKind::kCardinal;
      operand.text += is_cardinal ? std::to_string(operand.number.value) : operand.number.text;
      operand.text.append(".").append(fraction.text);
      next += 1 + fraction.length;
      next += AppendLargeUnits(scan, next, &operand.text);
      operand.has_point = true;
    }
  }
  if (!operand.has_point) operand.text += operand.number.text;
  operand.length = next - at;
  return operand;
}

}  // namespace cosyscribe::textnorm
