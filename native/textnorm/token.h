#ifndef COSYSCRIBE_TEXTNORM_TOKEN_H_
#define COSYSCRIBE_TEXTNORM_TOKEN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cosyscribe::textnorm {

class Lexicon;

enum class TokenKind : std::uint8_t {
  kEnd,     // nothing follows, or nothing that may be looked at
  kHan,     // one ideograph
  kWord,    // letters, or letters and digits
  kNumber,  // digits, with . , : between digits
  kMark,    // one punctuation sign
  kBreak,   // a line feed
  kOther,   // one code point of anything else
};

// One token of a text, and the white space right before it.
struct Token {
  std::size_t begin = 0;  // bytes into the text
  std::size_t end = 0;
  std::size_t space = 0;   // bytes of white space before begin
  char32_t code = 0;       // the first code point
  std::uint16_t word = 0;  // its entry in the lexicon, 0 where it has none
  TokenKind kind = TokenKind::kEnd;
  bool has_digit = false;  // words and numbers
  bool is_lower = false;   // words: no ASCII capital in it
  bool is_letter = false;  // words: a single letter

  bool IsHan() const noexcept { return kind == TokenKind::kHan; }
  bool IsWord() const noexcept { return kind == TokenKind::kWord; }
  bool IsEnd() const noexcept { return kind == TokenKind::kEnd; }
  bool IsMark(char32_t mark) const noexcept { return kind == TokenKind::kMark && code == mark; }
  bool IsGlued() const noexcept { return space == 0; }
};

// Reads the token at `at` (white space before it included) of valid UTF-8. Returns false, and
// leaves `at`, where the text ends before a token does: at `is_final` only when none is left.
bool ReadToken(std::string_view text, bool is_final, const Lexicon& lexicon, std::size_t* at,
               Token* token);

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_TOKEN_H_
