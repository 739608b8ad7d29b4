#include "textnorm/electronic.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(Electronic, WritesMailAddresses) {
  const Cases cases = {
      {"write to mary dot jones at outlook dot com", "write to mary.jones@outlook.com"},
      {"k e v i n at q q dot com", "kevin@qq.com"},
      {"send it to lee underscore four two at g mail dot com", "send it to lee_42@gmail.com"},
      {"请发到lisi艾特163点com", "请发到lisi@163.com"},
      {"我的邮箱是八八二零四艾特qq点com", "我的邮箱是88204@qq.com"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(Electronic, WritesWebAddresses) {
  const Cases cases = {
      {"look at wikipedia dot org slash wiki", "look at wikipedia.org/wiki"},
      {"h t t p s colon slash slash example dot net", "https://example.net"},
      {"打开www点ubuntu点com", "打开www.ubuntu.com"},
      {"edit setup dot py first", "edit setup.py first"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(Electronic, LeavesPlainWords) {
  const Cases cases = {
      {"meet me at noon", "meet me at noon"},
      {"a polka dot skirt", "a polka dot skirt"},
      {"he was at the dot", "he was at the dot"},
      {"look at me", "look at me"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
