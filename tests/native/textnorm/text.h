#ifndef COSYSCRIBE_TESTS_NATIVE_TEXTNORM_TEXT_H_
#define COSYSCRIBE_TESTS_NATIVE_TEXTNORM_TEXT_H_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "textnorm/normalizer.h"

namespace cosyscribe::textnorm {

// The program's own data files, read once.
inline std::shared_ptr<const Lexicon> ShippedLexicon() {
  static const std::shared_ptr<const Lexicon> shipped = [] {
    auto lexicon = std::make_shared<Lexicon>();
    for (const auto& entry : std::filesystem::directory_iterator(COSYSCRIBE_TEXT_DIR)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string lines{std::istreambuf_iterator<char>(file), {}};
      lexicon->Add(entry.path().filename().string(), lines);
    }
    return lexicon;
  }();
  return shipped;
}

inline Config Stages(bool itn, bool punctuation, bool spacing, bool capitals) {
  Config config;
  config.has_itn = itn;
  config.has_punctuation = punctuation;
  config.has_spacing = spacing;
  config.has_case = capitals;
  return config;
}

inline std::string Written(std::string_view text, const Config& config) {
  return Normalizer(ShippedLexicon(), config).Normalize(text).text;
}

inline std::string Itn(std::string_view text) {
  return Written(text, Stages(true, false, false, false));
}
inline std::string Punct(std::string_view text) {
  return Written(text, Stages(false, true, false, false));
}
inline std::string Space(std::string_view text, Spacing spacing = Spacing::kLatin) {
  Config config = Stages(false, false, true, false);
  config.spacing = spacing;
  return Written(text, config);
}
inline std::string Capitals(std::string_view text) {
  return Written(text, Stages(false, false, false, true));
}

using Cases = std::vector<std::pair<std::string, std::string>>;

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TESTS_NATIVE_TEXTNORM_TEXT_H_
