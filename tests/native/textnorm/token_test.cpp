#include "textnorm/token.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  Token token;
  while (ReadToken(text, true, *ShippedLexicon(), &at, &token)) {
    words.emplace_back(text.substr(token.begin, token.end - token.begin));
  }
  return words;
}

TEST(Token, ReadsWordsNumbersAndIdeographs) {
  EXPECT_EQ(Split("用F5看3.14 don't!"),
            (std::vector<std::string>{"用", "F5", "看", "3.14", "don't", "!"}));
  EXPECT_EQ(Split("1,000. 8:05"), (std::vector<std::string>{"1,000", ".", "8:05"}));
}

TEST(Token, WaitsForTheEndOfAWord) {
  std::size_t at = 0;
  Token token;
  EXPECT_FALSE(ReadToken("hel", false, *ShippedLexicon(), &at, &token));
  EXPECT_FALSE(ReadToken("3.", false, *ShippedLexicon(), &at, &token));
  EXPECT_EQ(at, 0U);
  EXPECT_TRUE(ReadToken("hel lo", false, *ShippedLexicon(), &at, &token));
  EXPECT_EQ(token.end, 3U);
}

TEST(Token, KnowsTheSpaceBefore) {
  std::size_t at = 0;
  Token token;
  ASSERT_TRUE(ReadToken(" \t好", true, *ShippedLexicon(), &at, &token));
  EXPECT_EQ(token.space, 2U);
  EXPECT_FALSE(token.IsGlued());
}

}  // namespace
}  // namespace cosyscribe::textnorm
