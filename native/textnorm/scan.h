#ifndef COSYSCRIBE_TEXTNORM_SCAN_H_
#define COSYSCRIBE_TEXTNORM_SCAN_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "textnorm/lexicon.h"
#include "textnorm/token.h"

namespace cosyscribe::textnorm {

// The tokens ahead of the scanner, read from the text as they are asked for.
//
// Whatever a rule decides, it decides from at most kWindow tokens. `extent` tells how many it
// looked at and `is_starved` that it asked beyond the text so far: then its answer may change
// with more text, and the scanner waits. So a text gives the same answers however it is split.
class TokenQueue {
 public:
  static constexpr std::size_t kWindow = 30;

  explicit TokenQueue(const Lexicon& lexicon) : lexicon_(&lexicon) {}

  // Forgets everything; the next text starts at byte `base` of the source.
  void Reset(std::size_t base) noexcept;
  // The text from the first token not yet dropped on; `base` is where it starts in the source.
  void SetText(std::string_view text, std::size_t base, bool is_final) noexcept;

  const Token& At(std::size_t i) {
    if (i >= extent_) extent_ = i < kWindow ? i + 1 : kWindow;
    if (i >= kWindow) return kEndToken;
    return i < count_ ? tokens_[(head_ + i) % kSlots] : ReadAt(i);
  }
  std::string_view TextOf(const Token& token) const noexcept {
    return text_.substr(token.begin, token.end - token.begin);
  }
  std::string_view TextBetween(const Token& first, const Token& last) const noexcept {
    return text_.substr(first.begin, last.end - first.begin);
  }
  std::string_view SpaceOf(const Token& token) const noexcept {
    return text_.substr(token.begin - token.space, token.space);
  }
  std::size_t SourceOf(std::size_t byte) const noexcept { return base_ + byte; }

  void StartDecision() noexcept {
    extent_ = 0;
    is_starved_ = false;
  }
  std::size_t extent() const noexcept { return extent_; }
  bool is_starved() const noexcept { return is_starved_; }
  bool is_final() const noexcept { return is_final_; }

  void Drop(std::size_t count) noexcept;
  // Bytes of the text that dropped tokens took.
  std::size_t dropped_bytes() const noexcept { return dropped_bytes_; }
  // White space after the last token, once the text is final and every token dropped.
  std::string_view Rest() const noexcept { return text_.substr(dropped_bytes_); }

 private:
  static constexpr std::size_t kSlots = 32;
  static_assert(kSlots >= kWindow);
  static const Token kEndToken;

  const Token& ReadAt(std::size_t i);

  const Lexicon* lexicon_;
  std::string_view text_;
  std::size_t base_ = 0;
  std::size_t read_at_ = 0;
  std::size_t dropped_bytes_ = 0;
  // A ring: what At returns stays where it is until it is dropped.
  std::array<Token, kSlots> tokens_;
  std::size_t head_ = 0;
  std::size_t count_ = 0;
  std::size_t extent_ = 0;
  bool is_starved_ = false;
  bool is_final_ = false;
};

// What a later rule may know of a token already written.
struct Past {
  TokenKind kind = TokenKind::kEnd;
  std::uint16_t word = 0;
  char32_t code = 0;
  bool ends_in_digit = false;
  bool is_letter = false;
  bool is_glued = false;    // no white space before it
  bool is_upper = false;    // begins with a capital
  bool is_acronym = false;  // two or three capitals
};

// The last tokens written, newest first. It holds what was written, not what was spoken, so that
// rules see the same past when their own output is scanned again: B and a 5 written right behind
// it are one token then, and here.
class History {
 public:
  static constexpr std::size_t kDepth = 4;

  const Past& Before(std::size_t i) const noexcept { return pasts_[(newest_ + i) % kSlots]; }
  void Push(const Token& token, std::string_view text) noexcept;
  void Clear() noexcept { *this = History(); }

 private:
  static constexpr std::size_t kSlots = 8;  // a merge drops two tokens and keeps kDepth

  std::size_t CountMerged(const Token& token) const noexcept;

  std::array<Past, kSlots> pasts_{};
  std::size_t newest_ = 0;
};

enum class Language : std::uint8_t { kAuto, kZh, kEn };

// A phrase found ahead.
struct Phrase {
  std::size_t length = 0;  // tokens
  std::uint32_t node = Lexicon::kNoNode;

  explicit operator bool() const noexcept { return length != 0; }
};

// What a rule answers: how many tokens it takes, 0 for none, and whether `Scan::out` replaces
// them or they stay as they are.
struct Match {
  std::size_t length = 0;
  bool is_rewritten = false;

  static Match Keep(std::size_t length) noexcept { return {length, false}; }
  static Match Rewrite(std::size_t length) noexcept { return {length, true}; }
  explicit operator bool() const noexcept { return length != 0; }
};

// What rules see: tokens ahead, tokens behind, the lexicon, and where to write.
class Scan {
 public:
  Scan(TokenQueue* tokens, const History* past, const Lexicon* lexicon, Language language)
      : tokens_(tokens), past_(past), lexicon_(lexicon), language_(language) {}

  const Token& At(std::size_t i) { return tokens_->At(i); }
  std::string_view TextAt(std::size_t i) { return tokens_->TextOf(tokens_->At(i)); }
  const WordInfo& InfoAt(std::size_t i) { return lexicon_->Info(At(i).word); }
  const Past& Before(std::size_t i) const noexcept { return past_->Before(i); }
  const Lexicon& lexicon() const noexcept { return *lexicon_; }
  Language language() const noexcept { return language_; }

  // An ideograph that stands right behind its neighbour, else 0. Index 0 may stand anywhere.
  char32_t HanAt(std::size_t i) {
    const Token& token = At(i);
    return token.IsHan() && (i == 0 || token.IsGlued()) ? token.code : 0;
  }
  // Its part in a Chinese number, under the same condition.
  NumberPart ZhPartAt(std::size_t i) {
    const Token& token = At(i);
    return token.IsHan() && (i == 0 || token.IsGlued()) ? lexicon_->Info(token.word).part
                                                        : NumberPart::kNone;
  }
  // Whether the first token stands right behind what was written last: in the source, or because
  // the space between them was taken out.
  bool IsFirstGlued() { return is_space_swallowed_ || At(0).IsGlued(); }
  void SetSpaceSwallowed(bool is_swallowed) noexcept { is_space_swallowed_ = is_swallowed; }
  // A word's part in an English number.
  NumberPart EnPartAt(std::size_t i) {
    const Token& token = At(i);
    return token.IsWord() ? lexicon_->Info(token.word).part : NumberPart::kNone;
  }
  std::int32_t ValueAt(std::size_t i) { return InfoAt(i).value; }

  // The longest phrase at token i that has one of the classes.
  Phrase Find(std::size_t i, ClassSet wanted);
  Phrase Find(std::size_t i, WordClass wanted) { return Find(i, SetOf(wanted)); }
  std::string_view Value(Phrase phrase, WordClass word_class) const noexcept {
    return lexicon_->Value(phrase.node, word_class);
  }
  // Whether a token already written has a class on its own.
  bool WasA(std::size_t i, WordClass word_class) const noexcept {
    return Has(lexicon_->Info(Before(i).word).classes, word_class);
  }
  // Whether the last tokens written end with a phrase of the class, of at most kDepth words.
  bool EndsWith(WordClass word_class) const noexcept;

  std::string out;  // what replaces a match's tokens

 private:
  // Tokens from i that lead to the next word of a phrase: 1, or 2 over a hyphen; 0 for none.
  std::size_t Step(std::size_t i);

  TokenQueue* tokens_;
  const History* past_;
  const Lexicon* lexicon_;
  Language language_;
  bool is_space_swallowed_ = false;
};

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_SCAN_H_
