#include "textnorm/lexicon.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(Lexicon, ReadsClassesAndValues) {
  Lexicon lexicon;
  EXPECT_TRUE(lexicon.Add("a.tsv", "# comment\nkeep\t一起|no one\nterm\tm p three\tMP3\n").empty());
  const std::uint16_t word = lexicon.WordId("No");
  ASSERT_NE(word, 0);
  EXPECT_TRUE(Has(lexicon.Info(word).begins, WordClass::kKeep));
  const std::uint32_t node = lexicon.Child(lexicon.Root(word), lexicon.WordId("one"));
  ASSERT_NE(node, Lexicon::kNoNode);
  EXPECT_TRUE(Has(lexicon.Classes(node), WordClass::kKeep));
  EXPECT_TRUE(lexicon.IsLeaf(node));
  const std::uint32_t m = lexicon.Root(lexicon.WordId("m"));
  const std::uint32_t p = lexicon.Child(m, lexicon.WordId("p"));
  EXPECT_EQ(lexicon.Value(lexicon.Child(p, lexicon.WordId("three")), WordClass::kTerm), "MP3");
}

TEST(Lexicon, NamesTheLineOfWhatItCannotRead) {
  Lexicon lexicon;
  const auto problems = lexicon.Add("b.tsv", "keep\t一起\nmystery\tx\nkeep\tx,y\nkeep\n");
  ASSERT_EQ(problems.size(), 3U);
  EXPECT_EQ(problems[0].line, 2U);
  EXPECT_EQ(problems[1].line, 3U);
  EXPECT_EQ(problems[2].line, 4U);
}

TEST(Lexicon, LeavesOutWhatIsNotUtf8) {
  Lexicon lexicon;
  EXPECT_EQ(lexicon.Add("c.tsv", "keep\t一起\nkeep\t\xff").back().line, 2U);
}

TEST(Lexicon, ShippedFilesAreSound) {
  for (const auto& entry : std::filesystem::directory_iterator(COSYSCRIBE_TEXT_DIR)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string lines{std::istreambuf_iterator<char>(file), {}};
    Lexicon lexicon;
    for (const auto& problem : lexicon.Add(entry.path().filename().string(), lines)) {
      ADD_FAILURE() << problem.file << ":" << problem.line << ": " << problem.detail;
    }
  }
}

}  // namespace
}  // namespace cosyscribe::textnorm
