#include "textnorm/rules_en.h"

namespace cosyscribe::textnorm {

Match MatchEn(Scan&) { return {}; }

}  // namespace cosyscribe::textnorm
