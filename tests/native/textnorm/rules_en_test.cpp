#include "textnorm/rules_en.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(RulesEn, WritesOrdinals) {
  const Cases cases = {
      {"the thirteenth guest", "the 13th guest"},
      {"her ninety first birthday", "her 91st birthday"},
      {"a forty second break", "a 40 second break"},
      {"the twenty second of june", "the 22nd of June"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(RulesEn, WritesTitlesAndTerms) {
  const Cases cases = {
      {"good morning mister lee", "good morning Mr. lee"},
      {"ask doctor wong", "ask Dr. wong"},
      {"open twenty four seven", "open 24/7"},
      {"an m p three", "an MP3"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(RulesEn, LeavesEverydayWords) {
  const Cases cases = {
      {"one of us", "one of us"},
      {"no one knows", "no one knows"},
      {"for one thing", "for one thing"},
      {"wait a second", "wait a second"},
      {"on second thought", "on second thought"},
      {"high five", "high five"},
      {"at sixes and sevens", "at sixes and sevens"},
      {"the third one", "the third one"},
      {"call the doctor now", "call the doctor now"},
      {"he misses her", "he misses her"},
      {"cloud nine", "cloud nine"},
      {"this point is good", "this point is good"},
      {"minus the noise", "minus the noise"},
      {"twenty-something", "twenty-something"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
