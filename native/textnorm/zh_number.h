#ifndef COSYSCRIBE_TEXTNORM_ZH_NUMBER_H_
#define COSYSCRIBE_TEXTNORM_ZH_NUMBER_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

enum class ZhNumberKind : std::uint8_t {
  kNone,
  kLone,         // one digit word: 三, 两, 零
  kPair,         // two digit words that are no approximation: 八五
  kDigits,       // digits read one by one: 二零二四, 幺幺零
  kCardinal,     // with a unit: 十二, 三千五
  kApproximate,  // 三五百, 十五六
  kUnfit,        // number words that make no number: 一百三百
};

struct ZhNumber {
  ZhNumberKind kind = ZhNumberKind::kNone;
  std::size_t length = 0;   // tokens; for kApproximate and kUnfit the whole run of number words
  std::uint64_t value = 0;  // cardinals and lone digits
  std::string text;         // as written; empty for kApproximate and kUnfit
  bool has_zero = false;    // digit strings: 零 or 幺 in it, which no approximation has
  bool is_two = false;      // the lone 两

  bool IsExact() const noexcept {
    return kind >= ZhNumberKind::kLone && kind <= ZhNumberKind::kCardinal;
  }
};

// The number words at token `at`.
ZhNumber ParseZhNumber(Scan& scan, std::size_t at);

// Digits read one by one at `at`, of any length from 1; used after a decimal point.
ZhNumber ParseZhDigits(Scan& scan, std::size_t at);

// Number words in a row from `at`: digits and units, whatever they mean.
std::size_t CountZhNumberWords(Scan& scan, std::size_t at);

// The kept word at `at`: 一起, 十字路口. A date such as 二月二 is none where its number goes on:
// 二月二十七日.
Phrase FindZhKept(Scan& scan, std::size_t at);

// A spoken mark or command begins here, though 句 of 句号 would count sentences.
bool BeginsCommand(Scan& scan, std::size_t at);

// The unit 千 of 千克, 千瓦 and the like, which is no part of the number before it.
bool IsKiloUnit(Scan& scan, std::size_t at);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_ZH_NUMBER_H_
