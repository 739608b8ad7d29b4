#include "textnorm/en_number.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(EnNumber, ReadsCardinals) {
  const Cases cases = {
      {"seventy eight", "78"},
      {"sixty-one", "61"},
      {"four hundred and six", "406"},
      {"nine thousand nine hundred", "9900"},
      {"eighty thousand", "80,000"},
      {"thirteen hundred", "1300"},
      {"six million", "6 million"},
      {"six million and one", "6,000,001"},
      {"a hundred and ten", "110"},
      {"zero point seven five", "0.75"},
      {"four point two million", "4.2 million"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnNumber, GroupsFromTenThousandUp) {
  EXPECT_EQ(GroupDigits("9999"), "9999");
  EXPECT_EQ(GroupDigits("10000"), "10,000");
  EXPECT_EQ(GroupDigits("1234567"), "1,234,567");
}

TEST(EnNumber, ReadsHundredsInAPhoneNumberOnlyBehindOneDigit) {
  EXPECT_EQ(Itn("eight hundred five five five one two one two"), "800-555-1212");
  const std::string unfit = "five fifty two hundred fifty five fifty ten";
  EXPECT_EQ(Itn(unfit), unfit);
}

TEST(EnNumber, PicksTheOrdinalSuffix) {
  EXPECT_EQ(OrdinalSuffix("1"), "st");
  EXPECT_EQ(OrdinalSuffix("112"), "th");
  EXPECT_EQ(OrdinalSuffix("43"), "rd");
}

TEST(EnNumber, LeavesWhatIsNoNumber) {
  const Cases cases = {
      {"seven", "seven"},
      {"thirty forty people", "thirty forty people"},
      {"hundreds of birds", "hundreds of birds"},
      {"a thousand", "a thousand"},
      {"a few million", "a few million"},
      {"twenty five thirty five", "twenty five thirty five"},
      {"hundred", "hundred"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
