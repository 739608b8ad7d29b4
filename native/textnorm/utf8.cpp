#include "textnorm/utf8.h"

#include <cstdint>
#include <cstring>

namespace cosyscribe::textnorm {
namespace {

bool IsContinuation(unsigned char byte) noexcept { return (byte & 0xC0) == 0x80; }

// Bytes of the well-formed sequence at `bytes`, or 0. The second byte's bounds are what excludes
// overlong forms, surrogates and values above U+10FFFF.
std::size_t SequenceLength(const unsigned char* bytes, std::size_t left) noexcept {
  const unsigned char lead = bytes[0];
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (left < length) return 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;
  if (bytes[1] < low || bytes[1] > high) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!IsContinuation(bytes[i])) return 0;
  }
  return length;
}

}  // namespace

TextCheck CheckUtf8(std::string_view text) noexcept {
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint64_t eight = 0;
    while (at + 8 <= text.size()) {
      std::memcpy(&eight, bytes + at, 8);
      if (eight & 0x8080808080808080U) break;
      at += 8;
    }
    if (at == text.size()) break;
    if (bytes[at] < 0x80) {
      ++at;
      continue;
    }
    const std::size_t length = SequenceLength(bytes + at, text.size() - at);
    if (length == 0) return {TextStatus::kInvalidUtf8, at};
    at += length;
  }
  return {};
}

void AppendUtf8(std::string* text, char32_t value) {
  const auto push = [&](char32_t byte) { text->push_back(static_cast<char>(byte)); };
  if (value < 0x80) {
    push(value);
  } else if (value < 0x800) {
    push(0xC0 | value >> 6);
    push(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    push(0xE0 | value >> 12);
    push(0x80 | (value >> 6 & 0x3F));
    push(0x80 | (value & 0x3F));
  } else {
    push(0xF0 | value >> 18);
    push(0x80 | (value >> 12 & 0x3F));
    push(0x80 | (value >> 6 & 0x3F));
    push(0x80 | (value & 0x3F));
  }
}

std::size_t CountCodePoints(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += !IsContinuation(static_cast<unsigned char>(c));
  return count;
}

}  // namespace cosyscribe::textnorm
