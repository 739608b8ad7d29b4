#ifndef COSYSCRIBE_TEXTNORM_UTF8_H_
#define COSYSCRIBE_TEXTNORM_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace cosyscribe::textnorm {

enum class TextStatus { kOk, kInvalidUtf8 };

// What is wrong with a text, and at which byte.
struct TextCheck {
  TextStatus status = TextStatus::kOk;
  std::size_t position = 0;  // bytes; the first byte that cannot be part of UTF-8
};

// Accepts exactly well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates,
// nothing above U+10FFFF.
TextCheck CheckUtf8(std::string_view text) noexcept;

struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  // bytes
};

// The code point at `at`, which must be inside valid text and at the start of a sequence.
inline CodePoint DecodeUtf8(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at + i]));
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xE0) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (lead < 0xF0) return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F),
          4};
}

void AppendUtf8(std::string* text, char32_t value);

// Code points in valid text.
std::size_t CountCodePoints(std::string_view text) noexcept;

}  // namespace cosyscribe::textnorm

#endif  // COSYSCRIBE_TEXTNORM_UTF8_H_
