#ifndef COSYSCRIBE_TEXTNORM_CHARACTERS_H_
#define COSYSCRIBE_TEXTNORM_CHARACTERS_H_

namespace cosyscribe::textnorm {

constexpr bool IsAsciiDigit(char32_t c) noexcept { return c >= U'0' && c <= U'9'; }
constexpr bool IsAsciiUpper(char32_t c) noexcept { return c >= U'A' && c <= U'Z'; }
constexpr bool IsAsciiLower(char32_t c) noexcept { return c >= U'a' && c <= U'z'; }

// Unicode's unified ideographs with their compatibility block, and the two signs written as one.
constexpr bool IsHan(char32_t c) noexcept {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x20000 && c <= 0x323AF) || (c >= 0xF900 && c <= 0xFAFF) || c == 0x3005 ||
         c == 0x3007;
}

// A letter of an alphabet written with spaces between words: Latin, Greek, Cyrillic, with marks.
constexpr bool IsLetter(char32_t c) noexcept {
  return IsAsciiLower(c) || IsAsciiUpper(c) ||
         (c >= 0xC0 && c <= 0x52F && c != 0xD7 && c != 0xF7) || (c >= 0x1E00 && c <= 0x1FFF);
}

constexpr bool IsSpace(char32_t c) noexcept {
  return c == U' ' || c == U'\t' || c == U'\r' || c == 0xA0 || c == 0x3000;
}

constexpr bool IsPunctuation(char32_t c) noexcept {
  if (c < 0x80) return c > U' ' && !IsAsciiDigit(c) && !IsLetter(c) && c != 0x7F;
  return (c >= 0xA1 && c <= 0xBF) || (c >= 0x2010 && c <= 0x205E) || (c >= 0x3001 && c <= 0x303F) ||
         (c >= 0xFF01 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20) ||
         (c >= 0xFF3B && c <= 0xFF40) || (c >= 0xFF5B && c <= 0xFF65);
}

// Signs that join words into one name: 7-Eleven, file.txt, a/b.
constexpr bool IsNameJoiner(char32_t c) noexcept {
  return c == U'-' || c == U'.' || c == U'@' || c == U'/' || c == U'_' || c == U'\\' || c == U':' ||
         c == U'&';
}

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_CHARACTERS_H_
