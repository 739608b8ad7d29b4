#include "textnorm/en_measure.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(EnMeasure, WritesPercentAndMoney) {
  const Cases cases = {
      {"forty percent off", "40% off"},
      {"two and a half percent", "2.5%"},
      {"six dollars", "$6"},
      {"twelve dollars and five cents", "$12.05"},
      {"three billion dollars", "$3 billion"},
      {"eighty euros", "€80"},
      {"seventy five cents", "75 cents"},
      {"a hundred percent", "100%"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnMeasure, WritesQuantities) {
  const Cases cases = {
      {"it is six kilometers away", "it is 6 kilometers away"},
      {"ninety five degrees", "95 degrees"},
      {"four gigabytes", "4 gigabytes"},
      {"point five liters", "0.5 liters"},
      {"minus four degrees", "-4 degrees"},
      {"thirty c c", "30 cc"},
      {"five to twelve guests", "5 to 12 guests"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnMeasure, WritesFormulas) {
  const Cases cases = {
      {"three plus four equals seven", "3 + 4 = 7"},
      {"one thirty over eighty five", "130/85"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnMeasure, LeavesLoneDigitWords) {
  const Cases cases = {
      {"three days ago", "three days ago"},
      {"two of them", "two of them"},
      {"five or six", "five or six"},
      {"nine lives", "nine lives"},
      {"one hundred percent sure", "one hundred percent sure"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
