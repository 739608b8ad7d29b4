#include "textnorm/zh_clock.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(ZhClock, WritesTimes) {
  const Cases cases = {
      {"早上七点二十五起床", "早上7:25起床"},
      {"十六点零八分", "16:08"},
      {"九点半", "9点半"},
      {"两点一刻", "2点一刻"},
      {"六点五分四十秒", "6:05:40"},
      {"今晚八点零五", "今晚8:05"},
      {"十一点", "11点"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhClock, WritesDates) {
  const Cases cases = {
      {"一九八七年四月二十三日", "1987年4月23日"},
      {"七月六日", "7月6日"},
      {"下个月九号", "下个月9号"},
      {"九七年香港回归", "97年香港回归"},
      {"农历七月初七", "农历七月初七"},
      {"腊月二十三", "腊月二十三"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhClock, WritesVersions) {
  const Cases cases = {
      {"版本四点零点一", "版本4.0.1"},
      {"Linux六点八", "Linux6.8"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhClock, KnowsPointsFromHours) {
  const Cases cases = {
      {"我有四点意见", "我有四点意见"},
      {"快一点", "快一点"},
      {"以下三点", "以下三点"},
      {"周五十一点", "周五11点"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
