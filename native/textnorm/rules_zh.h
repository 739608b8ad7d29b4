#ifndef COSYSCRIBE_TEXTNORM_RULES_ZH_H_
#define COSYSCRIBE_TEXTNORM_RULES_ZH_H_

#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// Chinese numbers and what is made of them, at the ideograph ahead.
Match MatchZh(Scan& scan);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_RULES_ZH_H_
