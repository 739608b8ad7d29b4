#include "textnorm/rules_stage.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

std::shared_ptr<const UserRules> Rules(std::string_view find, std::string_view replace) {
  auto rules = std::make_shared<UserRules>();
  EXPECT_EQ(rules->AddPattern(find, replace), "");
  return rules;
}

TEST(RulesStage, ComposesReplacements) {
  // abcdef -> aXdef -> aXYf
  const std::vector<Span> first = {{1, 3, 1, 2}};
  const std::vector<Span> second = {{2, 4, 2, 3}};
  const std::vector<Span> all = Compose(first, second);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].source_begin, 1U);
  EXPECT_EQ(all[0].source_end, 5U);
  EXPECT_EQ(all[0].begin, 1U);
  EXPECT_EQ(all[0].end, 3U);
}

TEST(RulesStage, ComposesReplacementsApartFromEachOther) {
  const std::vector<Span> all = Compose({{0, 2, 0, 1}}, {{3, 4, 3, 6}});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].end, 1U);
  EXPECT_EQ(all[1].source_begin, 4U);
  EXPECT_EQ(all[1].source_end, 5U);
  EXPECT_EQ(all[1].end, 6U);
}

TEST(RulesStage, RulesSeeWrittenText) {
  const Normalizer normalizer(ShippedLexicon(), Stages(true, true, true, true),
                              Rules("(\\d+)块", "¥\\1"));
  EXPECT_EQ(normalizer.Normalize("一共三百二十块").text, "一共¥320");
}

TEST(RulesStage, RulesReachAcrossLongClauses) {
  const Normalizer normalizer(ShippedLexicon(), Stages(false, false, false, false),
                              Rules("甲乙丙丁戊己庚辛", "干"));
  for (std::size_t before = 0; before < 80; ++before) {
    std::string text;
    std::string wanted;
    for (std::size_t i = 0; i < before; ++i) text += "好";
    wanted = text + "干";
    text += "甲乙丙丁戊己庚辛";
    for (std::size_t i = 0; i < 40; ++i) {
      text += "呀";
      wanted += "呀";
    }
    ASSERT_EQ(normalizer.Normalize(text).text, wanted) << before;
  }
}

}  // namespace
}  // namespace cosyscribe::textnorm
