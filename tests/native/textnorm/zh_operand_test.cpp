#include "textnorm/zh_operand.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(ZhOperand, ReadsSignsFractionsAndLargeUnits) {
  const Cases cases = {
      {"负六点七", "-6.7"},      {"二点四亿", "2.4亿"}, {"零点零九", "0.09"},
      {"七点五千瓦", "7.5千瓦"}, {"十四点三", "14.3"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhOperand, LeavesTheRest) {
  const Cases cases = {
      {"快一点三个人", "快一点三个人"},
      {"差一点", "差一点"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
