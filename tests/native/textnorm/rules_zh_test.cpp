#include "textnorm/rules_zh.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(RulesZh, WritesOrdinalsAndSigns) {
  const Cases cases = {
      {"第二十五回", "第25回"}, {"第三次", "第三次"}, {"零下十八度", "零下18度"},
      {"负四点五", "-4.5"},     {"正负三度", "±3度"}, {"总数十六", "总数16"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(RulesZh, LeavesWordsWithNumberCharacters) {
  const Cases cases = {
      {"大家一起来", "大家一起来"}, {"试一下", "试一下"},
      {"万一迟到", "万一迟到"},     {"千万小心", "千万小心"},
      {"一些想法", "一些想法"},     {"不一样", "不一样"},
      {"三心二意", "三心二意"},     {"五花八门", "五花八门"},
      {"七上八下", "七上八下"},     {"十分高兴", "十分高兴"},
      {"十字路口", "十字路口"},     {"九牛一毛", "九牛一毛"},
      {"二百五", "二百五"},         {"成千上万", "成千上万"},
      {"乱七八糟", "乱七八糟"},     {"一五一十", "一五一十"},
      {"李四和张三", "李四和张三"}, {"八九不离十", "八九不离十"},
      {"十全十美", "十全十美"},     {"百年老店", "百年老店"},
      {"星期三", "星期三"},         {"初十", "初十"},
      {"大年三十", "大年三十"},     {"第一次", "第一次"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(RulesZh, LeavesApproximations) {
  const Cases cases = {
      {"三五百", "三五百"},         {"十几万", "十几万"},     {"几十个", "几十个"},
      {"数百人", "数百人"},         {"两三天", "两三天"},     {"七八个", "七八个"},
      {"一百二三十", "一百二三十"}, {"上千人", "上千人"},     {"百八十块", "百八十块"},
      {"十来个", "十来个"},         {"二十几岁", "二十几岁"}, {"好几百万", "好几百万"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(RulesZh, StaysBehindDigits) {
  const Cases cases = {
      {"3三十", "3三十"},
      {"二十三四五六", "二十三四五六"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
