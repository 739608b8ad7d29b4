#ifndef COSYSCRIBE_TEXTNORM_EN_QUANTITY_H_
#define COSYSCRIBE_TEXTNORM_EN_QUANTITY_H_

#include <cstddef>
#include <string>

#include "textnorm/en_number.h"
#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// A number where a quantity is meant: cardinal, decimal, sign and large unit, or pieces ("one
// fifty five").
struct EnQuantity {
  std::size_t length = 0;  // tokens; 0 for none
  std::string text;        // without the large unit
  std::string scale;       // "million" and so on, as spoken
  bool is_digit = false;   // zero to nine alone
  bool has_point = false;
  bool is_pieces = false;
  bool is_article = false;  // a hundred, a million
  bool is_signed = false;

  explicit operator bool() const noexcept { return length != 0; }
  std::string WithScale() const { return scale.empty() ? text : text + " " + scale; }
};

EnQuantity ParseEnQuantity(Scan& scan, std::size_t at);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_EN_QUANTITY_H_
