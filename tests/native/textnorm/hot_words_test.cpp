#include "textnorm/hot_words.h"

#include <gtest/gtest.h>

#include "words.h"

namespace cosyscribe::textnorm {
namespace {

TEST(HotWords, SayWhatIsWrongWithAWord) {
  HotWords words(ShippedTables());
  EXPECT_NE(words.Add("", 1, {}, {}), "");
  EXPECT_NE(words.Add("  ", 1, {}, {}), "");
  EXPECT_NE(words.Add("Python", 1, {}, {"pai", "xyz"}), "");
  EXPECT_NE(words.Add(std::string(30, '.'), 1, {}, {}), "");
  EXPECT_EQ(words.Size(), 0U);
  EXPECT_EQ(words.Add("Python", 1, {}, {"pai", "sen"}), "");
  EXPECT_EQ(words.Size(), 1U);
}

TEST(HotWords, AreFoundByTheirFirstUnit) {
  HotWords words(ShippedTables());
  EXPECT_EQ(words.Add("GitHub", 1, {"git hub"}, {}), "");
  ASSERT_NE(words.StartingWith("github"), nullptr);
  ASSERT_NE(words.StartingWith("git"), nullptr);
  EXPECT_EQ(words.pattern(words.StartingWith("git")->front()).kind, HotWords::Kind::kAlias);
  EXPECT_EQ(words.StartingWith("hub"), nullptr);
}

TEST(HotWords, LongerOnesAreFoundByTheirEndToo) {
  HotWords words(ShippedTables());
  EXPECT_EQ(words.Add("量子纠缠", 1, {}, {}), "");
  EXPECT_EQ(words.Add("张伟明", 1, {}, {}), "");
  const Pinyin& pinyin = ShippedTables()->pinyin;
  const auto pair = [&](const char* a, const char* b) {
    return HotWords::PairKey(pinyin.KeyOf(pinyin.Find(a)), pinyin.KeyOf(pinyin.Find(b)));
  };
  EXPECT_NE(words.WithFirst(pair("liang", "zi")), nullptr);
  EXPECT_NE(words.WithLast(pair("jiu", "chan")), nullptr);
  EXPECT_NE(words.WithFirst(pair("zhang", "wei")), nullptr);
  EXPECT_EQ(words.WithLast(pair("wei", "ming")), nullptr);
}

TEST(HotWords, SingleCharactersHaveNoSound) {
  HotWords words(ShippedTables());
  EXPECT_EQ(words.Add("婧", 1, {}, {}), "");
  EXPECT_NE(words.StartingWith("婧"), nullptr);
}

}  // namespace
}  // namespace cosyscribe::textnorm
