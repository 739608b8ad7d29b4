#include "textnorm/layout.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(Layout, PutsASpaceBetweenHanAndLetters) {
  const Cases cases = {
      {"用Python写", "用 Python 写"},   {"我有 3 个", "我有3个"},
      {"买了2TB硬盘", "买了 2TB 硬盘"}, {"车牌京A12345", "车牌京A12345"},
      {"看 API 文档", "看 API 文档"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Space(spoken), written) << spoken;
}

TEST(Layout, SpacingIsASetting) {
  EXPECT_EQ(Space("用 Python 3 写", Spacing::kNone), "用Python 3写");
  EXPECT_EQ(Space("有3个Bug", Spacing::kPangu), "有 3 个 Bug");
}

TEST(Layout, FitsMarksToTheirNeighbours) {
  const Cases cases = {
      {"你好,世界", "你好，世界"}, {"真的吗?", "真的吗？"},       {"hello，world", "hello, world"},
      {"到3.5米", "到3.5米"},      {"看file.txt", "看 file.txt"}, {"好. 再见.", "好。再见。"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Space(spoken), written) << spoken;
}

TEST(Layout, CapitalisesEnglish) {
  const Cases cases = {
      {"i think so. he left", "I think so. He left"},
      {"see you on monday", "See you on Monday"},
      {"mr. brown is here", "Mr. Brown is here"},
      {"well... maybe", "Well... maybe"},
      {"at 9 a.m. sharp", "At 9 a.m. sharp"},
      {"cats vs. dogs", "Cats vs. dogs"},
      {"\"stop!\" he said", "\"Stop!\" he said"},
      {"readme.txt is there", "readme.txt is there"},
      {"iPhone works", "iPhone works"},
      {"meeting改了", "meeting改了"},
      {"i'm here", "I'm here"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Capitals(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
