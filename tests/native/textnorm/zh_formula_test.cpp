#include "textnorm/zh_formula.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(ZhFormula, WritesPercentAndFractions) {
  const Cases cases = {
      {"百分之十八", "18%"}, {"百分之三点六", "3.6%"},   {"百分之十到二十", "10%到20%"},
      {"七分之三", "3/7"},   {"二又三分之一", "2又1/3"}, {"千分之八", "8‰"},
      {"负百分之二", "-2%"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhFormula, LeavesInexactOnes) {
  const Cases cases = {
      {"百分之几", "百分之几"}, {"百分之十几", "百分之十几"}, {"百分之三四十", "百分之三四十"},
      {"万分之一", "万分之一"}, {"百分点", "百分点"},         {"千分之一秒", "千分之一秒"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhFormula, WritesRatiosAndSums) {
  const Cases cases = {
      {"四比一获胜", "4:1获胜"}, {"四比一好", "四比一好"},  {"六加七等于十三", "6+7=13"},
      {"八乘以九", "8×9"},       {"四到十二个", "4到12个"}, {"四到六个", "四到六个"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
