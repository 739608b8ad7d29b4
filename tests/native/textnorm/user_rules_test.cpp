#include "textnorm/user_rules.h"

#include <gtest/gtest.h>

#include <chrono>

namespace cosyscribe::textnorm {
namespace {

std::string Applied(const UserRules& rules, std::string text) {
  std::vector<Span> spans;
  rules.Apply(&text, &spans);
  return text;
}

TEST(UserRules, ReplaceInOrder) {
  UserRules rules;
  EXPECT_EQ(rules.AddLiteral("派森", "Python"), "");
  EXPECT_EQ(rules.AddPattern("(Python) ?三", "\\1 3"), "");
  EXPECT_EQ(Applied(rules, "用派森三和派森"), "用Python 3和Python");
}

TEST(UserRules, TellWhereTheyReplaced) {
  UserRules rules;
  EXPECT_EQ(rules.AddPattern("b+", "x"), "");
  std::string text = "abba";
  std::vector<Span> spans;
  rules.Apply(&text, &spans);
  EXPECT_EQ(text, "axa");
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0].source_end, 3U);
  EXPECT_EQ(spans[0].end, 2U);
}

TEST(UserRules, SayWhatIsWrongWithARule) {
  UserRules rules;
  EXPECT_NE(rules.AddPattern("(", "x"), "");
  EXPECT_NE(rules.AddPattern("a", "\\7"), "");
  EXPECT_NE(rules.AddLiteral("", "x"), "");
  EXPECT_EQ(rules.Size(), 0U);
}

TEST(UserRules, EmptyMatchesReplaceNothing) {
  UserRules rules;
  EXPECT_EQ(rules.AddPattern("x*", "y"), "");
  EXPECT_EQ(Applied(rules, "a好xx"), "a好y");
}

TEST(UserRules, HostilePatternsAreHarmless) {
  UserRules rules;
  EXPECT_EQ(rules.AddPattern("(a|aa)+$", "x"), "");
  const std::string text = std::string(200'000, 'a') + "b";
  EXPECT_EQ(Applied(rules, text), text);  // exponential where patterns backtrack
}

}  // namespace
}  // namespace cosyscribe::textnorm
