#ifndef COSYSCRIBE_TEXTNORM_CONFIG_H_
#define COSYSCRIBE_TEXTNORM_CONFIG_H_

#include <cstdint>

#include "textnorm/scan.h"

namespace cosyscribe::textnorm {

enum class Spacing : std::uint8_t {
  kNone,   // no space between Han and anything else
  kLatin,  // one between Han and a token with a letter in it, none beside plain numbers
  kPangu,  // one between Han and letters or digits
};

// Which stages run, and how. Rules have a stage of their own, in user_rules.h.
struct Config {
  Language language = Language::kAuto;
  Spacing spacing = Spacing::kLatin;
  bool has_itn = true;
  bool has_punctuation = true;  // spoken marks, line breaks and editing commands
  bool has_spacing = true;      // spaces beside Han, and the width of marks
  bool has_case = true;
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_CONFIG_H_
