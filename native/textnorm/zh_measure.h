#ifndef COSYSCRIBE_TEXTNORM_ZH_MEASURE_H_
#define COSYSCRIBE_TEXTNORM_ZH_MEASURE_H_

#include "textnorm/scan.h"
#include "textnorm/zh_number.h"
#include "textnorm/zh_operand.h"

namespace cosyscribe::textnorm {

// 三块五, 五元二角, 一米七五: a unit with a smaller part behind it.
Match MatchZhSubunit(Scan& scan, const ZhOperand& first);

// 一小时三十分钟: units of one family in a row, digits in all where one has them.
Match MatchZhChain(Scan& scan, const ZhOperand& first);

// 五号楼, 三单元: the parts of an address.
Match MatchZhAddress(Scan& scan, const ZhNumber& number);

// F五, 三十二GB, 五G, 皖C九B三四E: digits beside letters.
Match MatchZhBesideLetters(Scan& scan, const ZhNumber& number);

// 皖C九B三四E: a number plate, so that it is one word for what comes after.
Match MatchZhPlate(Scan& scan);

// 加八六 and a phone number.
Match MatchZhCountryCode(Scan& scan);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_ZH_MEASURE_H_
