#ifndef COSYSCRIBE_TEXTNORM_NORMALIZER_H_
#define COSYSCRIBE_TEXTNORM_NORMALIZER_H_

#include <memory>
#include <string>
#include <string_view>

#include "textnorm/config.h"
#include "textnorm/hot_words.h"
#include "textnorm/lexicon.h"
#include "textnorm/result.h"
#include "textnorm/user_rules.h"

namespace cosyscribe::textnorm {

class Pipeline;

// Recogniser text to written text. Immutable, so any number of threads may share one.
class Normalizer {
 public:
  // Without `rules` that stage is off, and so without `words`.
  Normalizer(std::shared_ptr<const Lexicon> lexicon, const Config& config,
             std::shared_ptr<const UserRules> rules = nullptr,
             std::shared_ptr<const HotWords> words = nullptr);

  // The whole of a text, which must be valid UTF-8.
  Normalized Normalize(std::string_view text) const;

  const std::shared_ptr<const Lexicon>& lexicon() const noexcept { return lexicon_; }
  const Config& config() const noexcept { return config_; }
  const std::shared_ptr<const UserRules>& rules() const noexcept { return rules_; }

 private:
  Normalized Run(std::string_view text, const Config& config, const UserRules* rules) const;
  Normalized WithWords(std::string_view text) const;

  std::shared_ptr<const Lexicon> lexicon_;
  Config config_;
  std::shared_ptr<const UserRules> rules_;
  std::shared_ptr<const HotWords> words_;
};

// One text that arrives in parts; what it commits joins to what Normalize gives for the whole.
// Hot words are left out: whether a word was misheard depends on the whole clause.
// Threads: one at a time.
class NormalizerStream {
 public:
  // At most this many tokens of the text so far are not committed.
  static constexpr std::size_t kLongestTail = 32;

  explicit NormalizerStream(const Normalizer& normalizer);
  ~NormalizerStream();
  NormalizerStream(NormalizerStream&&) noexcept;
  NormalizerStream& operator=(NormalizerStream&&) noexcept;

  // Takes more text, valid UTF-8, and commits what later text can no longer change.
  Normalized Feed(std::string_view text);
  // An endpoint: commits the rest. The next Feed starts a new text; offsets go on.
  Normalized Finish();

 private:
  Normalizer normalizer_;
  std::unique_ptr<Pipeline> pipeline_;
  std::string text_;      // from the first byte not yet consumed
  std::size_t base_ = 0;  // where it starts in the source
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_NORMALIZER_H_
