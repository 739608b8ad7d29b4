#ifndef COSYSCRIBE_TEXTNORM_EN_MEASURE_H_
#define COSYSCRIBE_TEXTNORM_EN_MEASURE_H_

#include "textnorm/en_number.h"
#include "textnorm/en_quantity.h"
#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// A quantity and what it counts: percent, money, units; and "two and a half million".
Match MatchEnMeasure(Scan& scan, const EnQuantity& quantity);

// five to ten people: a digit word becomes a digit where the other end of the range does.
Match MatchEnRange(Scan& scan, const EnQuantity& first);

// two plus two equals four.
Match MatchEnArithmetic(Scan& scan, const EnQuantity& first);

// one twenty over eighty.
Match MatchEnPressure(Scan& scan, const EnQuantity& first);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_EN_MEASURE_H_
