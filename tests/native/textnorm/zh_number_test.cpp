#include "textnorm/zh_number.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(ZhNumber, ReadsCardinals) {
  const Cases cases = {
      {"六十四", "64"},    {"三百零七", "307"},      {"四千六", "4600"},
      {"五万八", "58000"}, {"八十万", "80万"},       {"七十万零三百", "700300"},
      {"六亿", "6亿"},     {"六亿零七万", "6亿7万"}, {"两万亿", "2万亿"},
      {"三萬", "3萬"},     {"十二千瓦", "12千瓦"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhNumber, ReadsDigitStrings) {
  const Cases cases = {
      {"二零三零", "2030"},
      {"幺三八洞洞", "13800"},
      {"七零", "70"},
      {"六八六八", "6868"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhNumber, LeavesWhatIsNoNumber) {
  const Cases cases = {
      {"两", "两"},
      {"三", "三"},
      {"零", "零"},
      {"一百三百五百", "一百三百五百"},
      {"二三百千", "二三百千"},
      {"六七八月", "六七八月"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
