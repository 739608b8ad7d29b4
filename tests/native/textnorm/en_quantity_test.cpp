#include "textnorm/en_quantity.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(EnQuantity, ReadsSignsFractionsAndLargeUnits) {
  const Cases cases = {
      {"minus six point seven", "-6.7"}, {"three point zero eight", "3.08"},
      {"a hundred and twenty", "120"},   {"five point two trillion", "5.2 trillion"},
      {"two point fifteen", "2.15"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnQuantity, LeavesTheRest) {
  const Cases cases = {
      {"a thousand ships", "a thousand ships"},
      {"at this point two of us left", "at this point two of us left"},
      {"the point is", "the point is"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
