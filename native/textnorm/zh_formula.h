#ifndef COSYSCRIBE_TEXTNORM_ZH_FORMULA_H_
#define COSYSCRIBE_TEXTNORM_ZH_FORMULA_H_

#include "textnorm/scan.h"
#include "textnorm/zh_number.h"
#include "textnorm/zh_operand.h"

namespace cosyscribe::textnorm {

// 百分之, 百分百, 千分之, with the sign before them where there is one.
Match MatchZhPercent(Scan& scan);

// 三分之二, 九又四分之三.
Match MatchZhFraction(Scan& scan, const ZhOperand& first);

// 三比二, but not 三比二大.
Match MatchZhRatio(Scan& scan, const ZhOperand& first);

// 一加二, 二等于一加一, 三乘以五.
Match MatchZhArithmetic(Scan& scan, const ZhOperand& first);

// 五到十个: a digit word becomes a digit where the other end of the range does.
Match MatchZhRange(Scan& scan, const ZhOperand& first);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_ZH_FORMULA_H_
