#include "textnorm/hot_word_search.h"

#include <gtest/gtest.h>

#include <chrono>

#include "words.h"

namespace cosyscribe::textnorm {
namespace {

HotWords Words() {
  HotWords words(ShippedTables());
  for (const char* word : {"张伟明", "量子纠缠", "Kubernetes", "PyTorch", "GitHub", "Siobhan",
                           "李明", "T恤", "Visual Studio Code"}) {
    EXPECT_EQ(words.Add(word, 1, {}, {}), "");
  }
  EXPECT_EQ(words.Add("Python", 1, {"蟒蛇语言"}, {"pai", "sen"}), "");
  EXPECT_EQ(words.Add("攻势", 8, {}, {}), "");
  return words;
}

std::string Corrected(std::string text) {
  static const HotWords words = Words();
  std::vector<Span> spans;
  HotWordSearch(words).Apply(&text, &spans);
  return text;
}

TEST(HotWordSearch, CorrectsChineseBySound) {
  const Cases cases = {
      {"昨天章伟名来过", "昨天张伟明来过"},
      {"我们学习两字纠禅的理论", "我们学习量子纠缠的理论"},
      {"他用派森写程序", "他用Python写程序"},
      {"买一件T序", "买一件T恤"},
  };
  for (const auto& [heard, said] : cases) EXPECT_EQ(Corrected(heard), said) << heard;
}

TEST(HotWordSearch, CorrectsEnglishBySound) {
  const Cases cases = {
      {"deploy it to cooper netties today", "deploy it to Kubernetes today"},
      {"we use pie torch", "we use PyTorch"},
      {"push to git hub", "push to GitHub"},
  };
  for (const auto& [heard, said] : cases) EXPECT_EQ(Corrected(heard), said) << heard;
}

TEST(HotWordSearch, LeavesCommonWordsThatSoundAlike) {
  for (const char* text :
       {"黎明的时候", "这个公司发展得很快", "量词就是这样", "get up early",
        "the pie is on the table", "visual effects studio", "", "。，！", "12345"}) {
    EXPECT_EQ(Corrected(text), text);
  }
}

TEST(HotWordSearch, WeightMakesAWordWinOverCommonOnes) {
  EXPECT_EQ(Corrected("敌人发起公式"), "敌人发起攻势");
}

TEST(HotWordSearch, AliasesAlwaysGiveWay) { EXPECT_EQ(Corrected("学蟒蛇语言吧"), "学Python吧"); }

TEST(HotWordSearch, WritesItsOwnCapitals) {
  EXPECT_EQ(Corrected("use github and visual studio code"), "use GitHub and Visual Studio Code");
}

TEST(HotWordSearch, KeepsAPossessive) {
  EXPECT_EQ(Corrected("cubernetes's pods"), "Kubernetes's pods");
}

TEST(HotWordSearch, DoesNotReachAcrossMarks) {
  EXPECT_EQ(Corrected("昨天章，伟名来过"), "昨天章，伟名来过");
  EXPECT_EQ(Corrected("cooper. netties"), "cooper. netties");
}

TEST(HotWordSearch, CorrectsTwiceAsOnce) {
  for (const char* text : {"昨天章伟名来过", "pie torch pie torch", "派森派森张伟明名"}) {
    const std::string once = Corrected(text);
    EXPECT_EQ(Corrected(once), once);
  }
}

TEST(HotWordSearch, TellsWhereItReplaced) {
  static const HotWords words = Words();
  std::string text = "a cooper netties b";
  std::vector<Span> spans;
  HotWordSearch(words).Apply(&text, &spans);
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0].source_begin, 2U);
  EXPECT_EQ(spans[0].source_end, 16U);
  EXPECT_EQ(text.substr(spans[0].begin, spans[0].end - spans[0].begin), "Kubernetes");
}

TEST(HotWordSearch, LongTextTakesLinearTime) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "章伟名";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(Corrected(text).substr(0, 9), "张伟明");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace cosyscribe::textnorm
