#include "textnorm/token.h"

#include "textnorm/characters.h"
#include "textnorm/lexicon.h"
#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

constexpr CodePoint kNothing{0, 0};

CodePoint PeekAt(std::string_view text, std::size_t at) {
  return at < text.size() ? DecodeUtf8(text, at) : kNothing;
}

bool IsApostrophe(char32_t c) { return c == U'\'' || c == 0x2019; }
bool IsInsideNumber(char32_t c) { return c == U'.' || c == U',' || c == U':'; }
bool IsWordPart(char32_t c) { return IsAsciiDigit(c) || IsLetter(c); }

// Reads a word or number; false where the text may go on with it.
class WordReader {
 public:
  WordReader(std::string_view text, bool is_final) : text_(text), is_final_(is_final) {}

  bool Read(std::size_t begin, Token* token) {
    std::size_t at = begin;
    char32_t last = 0;
    bool has_letter = false;
    bool is_lower = true;
    std::size_t count = 0;
    for (;;) {
      const CodePoint c = PeekAt(text_, at);
      if (c.length == 0) {
        if (!is_final_) return false;
        break;
      }
      if (IsWordPart(c.value)) {
        if (IsAsciiDigit(c.value)) {
          token->has_digit = true;
        } else {
          has_letter = true;
          is_lower = is_lower && !IsAsciiUpper(c.value);
        }
      } else {
        const Joint joint = JointAt(at, c, last);
        if (joint == Joint::kUnknown) return false;
        if (joint == Joint::kNo) break;
      }
      last = c.value;
      at += c.length;
      ++count;
    }
    token->kind = has_letter ? TokenKind::kWord : TokenKind::kNumber;
    token->is_lower = is_lower;
    token->is_letter = has_letter && count == 1;
    token->end = at;
    return true;
  }

 private:
  enum class Joint { kNo, kYes, kUnknown };

  // Whether a sign joins what stands on both its sides into one word: don't, 3.14, 8:05.
  Joint JointAt(std::size_t at, CodePoint sign, char32_t last) const {
    const bool in_word = IsApostrophe(sign.value) && IsLetter(last);
    const bool in_number = IsInsideNumber(sign.value) && IsAsciiDigit(last);
    if (!in_word && !in_number) return Joint::kNo;
    const CodePoint next = PeekAt(text_, at + sign.length);
    if (next.length == 0) return is_final_ ? Joint::kNo : Joint::kUnknown;
    const bool joins = in_word ? IsLetter(next.value) : IsAsciiDigit(next.value);
    return joins ? Joint::kYes : Joint::kNo;
  }

  std::string_view text_;
  bool is_final_;
};

TokenKind SingleKind(char32_t c) {
  if (c == U'\n') return TokenKind::kBreak;
  return IsPunctuation(c) ? TokenKind::kMark : TokenKind::kOther;
}

}  // namespace

bool ReadToken(std::string_view text, bool is_final, const Lexicon& lexicon, std::size_t* at,
               Token* token) {
  std::size_t begin = *at;
  CodePoint first = PeekAt(text, begin);
  while (first.length != 0 && IsSpace(first.value)) {
    begin += first.length;
    first = PeekAt(text, begin);
  }
  if (first.length == 0) return false;
  Token& read = *token;
  read = Token();
  read.begin = begin;
  read.end = begin + first.length;
  read.space = begin - *at;
  read.code = first.value;
  if (IsHan(first.value)) {
    read.kind = TokenKind::kHan;
    read.word = lexicon.HanId(first.value);
  } else if (IsWordPart(first.value)) {
    if (!WordReader(text, is_final).Read(begin, &read)) return false;
    if (read.kind == TokenKind::kWord) {
      read.word = lexicon.WordId(text.substr(begin, read.end - begin));
    }
  } else {
    read.kind = SingleKind(first.value);
  }
  *at = read.end;
  return true;
}

}  // namespace cosyscribe::textnorm
