#include "textnorm/utf8.h"

#include <gtest/gtest.h>

namespace cosyscribe::textnorm {
namespace {

TEST(Utf8, AcceptsEveryScalarValue) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    AppendUtf8(&text, c);
    ASSERT_EQ(CheckUtf8(text).status, TextStatus::kOk) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(DecodeUtf8(text, 0).value, c);
    ASSERT_EQ(DecodeUtf8(text, 0).length, text.size());
  }
}

TEST(Utf8, NamesTheFirstBadByte) {
  const std::pair<std::string, std::size_t> cases[] = {
      {"abc\xff", 3},           {"好\xe5\xa5", 3},   {"\xc0\x80", 0},     {"\xed\xa0\x80", 0},
      {"a\xf4\x90\x80\x80", 1}, {"12345678\x80", 8}, {"\xe0\x80\x80", 0}, {"\xf0\x80\x80\x80", 0},
  };
  for (const auto& [text, position] : cases) {
    const TextCheck check = CheckUtf8(text);
    EXPECT_EQ(check.status, TextStatus::kInvalidUtf8);
    EXPECT_EQ(check.position, position);
  }
}

TEST(Utf8, CountsCodePoints) { EXPECT_EQ(CountCodePoints("a好😀"), 3U); }

}  // namespace
}  // namespace cosyscribe::textnorm
