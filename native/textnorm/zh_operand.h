#ifndef COSYSCRIBE_TEXTNORM_ZH_OPERAND_H_
#define COSYSCRIBE_TEXTNORM_ZH_OPERAND_H_

#include <cstddef>
#include <string>

#include "textnorm/scan.h"
#include "textnorm/zh_number.h"

namespace cosyscribe::textnorm {

// A number that may carry a sign, a decimal point and 万 or 亿 after it.
struct ZhOperand {
  std::size_t length = 0;  // tokens; 0 for none
  std::string text;
  ZhNumber number;  // what stands before the point
  bool is_signed = false;
  bool has_point = false;

  explicit operator bool() const noexcept { return length != 0; }
  bool IsLone() const noexcept {
    return number.kind == ZhNumberKind::kLone && !is_signed && !has_point;
  }
};

ZhOperand ParseZhOperand(Scan& scan, std::size_t at);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_ZH_OPERAND_H_
