#include "textnorm/pinyin.h"

#include <gtest/gtest.h>

namespace cosyscribe::textnorm {
namespace {

Pinyin Small() {
  Pinyin pinyin;
  pinyin.Add(
      "zhang\t张长\nzan\t赞\nchang\t长常\nlv\t绿\nmin\t民\nming\t明\ntong\t通\n=\t張张長长\n");
  return pinyin;
}

SyllableMatch Compared(const Pinyin& pinyin, std::string_view a, std::string_view b) {
  return pinyin.Compare(pinyin.Find(a), pinyin.Find(b));
}

TEST(Pinyin, KeepsEveryReadingOfACharacter) {
  const Pinyin pinyin = Small();
  const Pinyin::Readings readings = pinyin.ReadingsOf(U'长');
  EXPECT_EQ(readings[0], pinyin.Find("zhang"));
  EXPECT_EQ(readings[1], pinyin.Find("chang"));
  EXPECT_EQ(pinyin.ReadingsOf(U'明')[1], 0);
}

TEST(Pinyin, HasNoReadingOutsideItsTable) {
  const Pinyin pinyin = Small();
  for (const char32_t c : {U'a', U'龥', char32_t{0x20000}, char32_t{0}}) {
    EXPECT_EQ(pinyin.ReadingsOf(c)[0], 0);
    EXPECT_EQ(pinyin.Simplified(c), c);
  }
}

TEST(Pinyin, FindsSyllablesWithTonesAndUmlaut) {
  const Pinyin pinyin = Small();
  EXPECT_EQ(pinyin.Find("Zhang1"), pinyin.Find("zhang"));
  EXPECT_EQ(pinyin.Find("lü"), pinyin.Find("lv"));
  EXPECT_EQ(pinyin.Find("xyz"), 0);
  EXPECT_EQ(pinyin.Find(""), 0);
}

TEST(Pinyin, TellsHowFarSyllablesAre) {
  const Pinyin pinyin = Small();
  EXPECT_EQ(Compared(pinyin, "zhang", "zhang"), SyllableMatch::kSame);
  EXPECT_EQ(Compared(pinyin, "zhang", "zan"), SyllableMatch::kFuzzy);
  EXPECT_EQ(Compared(pinyin, "min", "ming"), SyllableMatch::kFuzzy);
  EXPECT_EQ(Compared(pinyin, "zhang", "chang"), SyllableMatch::kNear);
  EXPECT_EQ(Compared(pinyin, "tong", "min"), SyllableMatch::kOther);
  EXPECT_EQ(Compared(pinyin, "tong", "none"), SyllableMatch::kOther);
}

TEST(Pinyin, WritesTraditionalAsSimplified) {
  EXPECT_EQ(Small().Simplified(U'張'), U'张');
  EXPECT_EQ(Small().Simplified(U'张'), U'张');
}

}  // namespace
}  // namespace cosyscribe::textnorm
