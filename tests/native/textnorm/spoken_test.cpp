#include "textnorm/spoken.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(Spoken, WritesMarks) {
  const Cases cases = {
      {"早上好逗号老师句号", "早上好，老师。"},
      {"早上好，逗号，老师，句号。", "早上好，老师。"},
      {"what is this question mark", "what is this?"},
      {"we are done period", "we are done."},
      {"he said open quote stop close quote", "he said \"stop\""},
      {"他喊引号快跑引号", "他喊“快跑”"},
      {"第一项换行第二项", "第一项\n第二项"},
      {"dear anna new paragraph thank you", "dear anna\n\nthank you"},
      {"state hyphen owned", "state-owned"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Punct(spoken), written) << spoken;
}

TEST(Spoken, LeavesMarksThatAreTalkedAbout) {
  const Cases cases = {
      {"为此事画上句号", "为此事画上句号"},
      {"加一个逗号", "加一个逗号"},
      {"逗号的用法", "逗号的用法"},
      {"the Jurassic period", "the Jurassic period"},
      {"a trial period", "a trial period"},
      {"colon cancer", "colon cancer"},
      {"add a comma here", "add a comma here"},
      {"文本自动换行", "文本自动换行"},
      {"a new line of shoes", "a new line of shoes"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Punct(spoken), written) << spoken;
}

TEST(Spoken, CommandsAreEventsAndNoText) {
  const Normalizer normalizer(ShippedLexicon(), Stages(false, true, false, false));
  const Normalized undone = normalizer.Normalize("撤销");
  EXPECT_EQ(undone.text, "");
  ASSERT_EQ(undone.edits.size(), 1U);
  EXPECT_EQ(undone.edits[0].kind, EditKind::kUndo);
  const Normalized scratched = normalizer.Normalize("we meet today scratch that");
  EXPECT_EQ(scratched.text, "we meet today");
  ASSERT_EQ(scratched.edits.size(), 1U);
  EXPECT_EQ(scratched.edits[0].kind, EditKind::kDeleteSentence);
  EXPECT_EQ(scratched.edits[0].position, scratched.text.size());
}

TEST(Spoken, CommandsInASentenceAreWords) {
  for (const std::string text : {"他撤销了决定", "scratch that itch", "can you undo that"}) {
    EXPECT_EQ(Punct(text), text);
  }
}

}  // namespace
}  // namespace cosyscribe::textnorm
