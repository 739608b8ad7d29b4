#include "textnorm/word_costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "words.h"

namespace cosyscribe::textnorm {
namespace {

TEST(WordCosts, KnowsWhatItWasTold) {
  WordCosts costs;
  costs.Add("3.5\tthe of\n12.0\t发展\n");
  costs.Add("16.5\tzygote");
  costs.Finish();
  EXPECT_EQ(costs.CostOf("of"), 3.5);
  EXPECT_EQ(costs.CostOf("发展"), 12.0);
  EXPECT_EQ(costs.CostOf("zygote"), 16.5);
  EXPECT_EQ(costs.CostOf("zygot"), WordCosts::kUnknown);
  EXPECT_EQ(costs.CostOf(""), WordCosts::kUnknown);
}

TEST(WordCosts, IsEmptyWithoutTables) { EXPECT_EQ(WordCosts().CostOf("the"), WordCosts::kUnknown); }

TEST(WordCosts, EnglishHasInflectionsAndContractions) {
  WordCosts costs;
  costs.Add("5.0\tdo we walk\n");
  costs.Finish();
  EXPECT_EQ(costs.CostOfEnglish("walk"), 5);
  EXPECT_EQ(costs.CostOfEnglish("we're"), 5);
  EXPECT_EQ(costs.CostOfEnglish("don't"), 5);
  EXPECT_GT(costs.CostOfEnglish("walked"), 5);
  EXPECT_LT(costs.CostOfEnglish("walked"), WordCosts::kUnknownEnglish);
  EXPECT_LT(costs.CostOfEnglish("uh"), WordCosts::kUnknownEnglish);
  EXPECT_EQ(costs.CostOfEnglish("kubernetes"), WordCosts::kUnknownEnglish);
  EXPECT_EQ(costs.CostOfEnglish("'"), costs.CostOfEnglish("x"));
}

TEST(WordCosts, ShippedTablesMakeCommonWordsCheap) {
  const WordCosts& costs = ShippedTables()->costs;
  EXPECT_LT(costs.CostOf("the"), costs.CostOf("python"));
  EXPECT_LT(costs.CostOf("发展"), costs.CostOf("黎明"));
  EXPECT_EQ(costs.CostOf("kubernetes"), WordCosts::kUnknown);
}

TEST(WordCosts, NoTwoShippedWordsShareAHash) {
  std::set<std::uint64_t> hashes;
  std::size_t words = 0;
  for (const char* name : {"zh.tsv", "en.tsv"}) {
    std::string lines = WordFile(name);
    std::replace(lines.begin(), lines.end(), '\n', ' ');
    std::replace(lines.begin(), lines.end(), '\t', ' ');
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = std::min(lines.find(' ', at), lines.size());
      const std::string word = lines.substr(at, end - at);
      at = end + 1;
      if (word.empty() || (word[0] >= '0' && word[0] <= '9')) continue;  // a cost
      hashes.insert(HashOf(word) >> 8);
      ++words;
    }
  }
  EXPECT_EQ(hashes.size(), words);
}

}  // namespace
}  // namespace cosyscribe::textnorm
