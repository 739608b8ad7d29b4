#ifndef COSYSCRIBE_TEXTNORM_EN_CODE_H_
#define COSYSCRIBE_TEXTNORM_EN_CODE_H_

#include "textnorm/en_number.h"
#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// Numbers read off with dots: one ninety two dot one sixty eight ..., two point one point three.
Match MatchEnDotted(Scan& scan, const EnRun& run);

// Digits read one by one: phone numbers, codes, room numbers.
Match MatchEnDigits(Scan& scan, const EnRun& run);

// "plus nine one" and a phone number.
Match MatchEnCountryCode(Scan& scan);

// A run behind a word such as "room", or before a street's name: pieces are joined.
Match MatchEnLabelled(Scan& scan, const EnRun& run);

// Letters and digits spelled out: five w k r a three one; x eighty six; r t x forty fifty t i.
Match MatchEnSpelled(Scan& scan);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_EN_CODE_H_
