#ifndef COSYSCRIBE_TEXTNORM_ELECTRONIC_H_
#define COSYSCRIBE_TEXTNORM_ELECTRONIC_H_

#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

// Mail and web addresses spoken with "at", "dot", "slash", or 艾特 and 点; names of files.
Match MatchElectronic(Scan& scan);

// Digits already read, then 艾特 and a host.
Match MatchMailOfDigits(Scan& scan, std::string_view digits, std::size_t length);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_ELECTRONIC_H_
