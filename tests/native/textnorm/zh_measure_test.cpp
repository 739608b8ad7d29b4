#include "textnorm/zh_measure.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(ZhMeasure, WritesMoney) {
  const Cases cases = {
      {"八块六", "8块6"},   {"四块五毛", "4块5毛"}, {"三十元五角", "30元5角"},
      {"六毛钱", "六毛钱"}, {"十九块九", "19块9"},  {"两百块零八毛", "200块零8毛"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhMeasure, WritesChainsAndTails) {
  const Cases cases = {
      {"两小时四十分钟", "2小时40分钟"}, {"一米六五", "1米65"},    {"三十七度二", "37度2"},
      {"一年十一个月", "1年11个月"},     {"三天两夜", "三天两夜"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(ZhMeasure, WritesAddressesAndCodes) {
  const Cases cases = {
      {"四号楼六单元", "4号楼6单元"},
      {"二号线", "2号线"},
      {"B五出口", "B5出口"},
      {"六十四GB", "64GB"},
      {"三G", "3G"},
      {"粤A七B三八K", "粤A7B38K"},
      {"加八六一三六一二三四五六七八", "+8613612345678"},
      {"PPT三页", "PPT三页"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
