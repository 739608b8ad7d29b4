#ifndef COSYSCRIBE_TEXTNORM_RULES_EN_H_
#define COSYSCRIBE_TEXTNORM_RULES_EN_H_

#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// English numbers and what is made of them, at the word ahead.
Match MatchEn(Scan& scan);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_RULES_EN_H_
