#include "textnorm/scan.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

class ScanTest : public ::testing::Test {
 protected:
  ScanTest() : queue_(*ShippedLexicon()) {}

  void Set(std::string_view text, bool is_final) {
    text_ = text;
    queue_.Reset(0);
    queue_.SetText(text_, 0, is_final);
  }

  std::string text_;
  TokenQueue queue_;
  History past_;
};

TEST_F(ScanTest, TellsWhenItNeedsMoreText) {
  Set("十 二", false);
  EXPECT_TRUE(queue_.At(0).IsHan());
  EXPECT_FALSE(queue_.is_starved());
  EXPECT_TRUE(queue_.At(2).IsEnd());
  EXPECT_TRUE(queue_.is_starved());
  EXPECT_EQ(queue_.extent(), 3U);
}

TEST_F(ScanTest, ShowsNothingBeyondTheWindow) {
  std::string text;
  for (std::size_t i = 0; i <= TokenQueue::kWindow; ++i) text += "十";
  Set(text, false);
  EXPECT_TRUE(queue_.At(TokenQueue::kWindow - 1).IsHan());
  EXPECT_TRUE(queue_.At(TokenQueue::kWindow).IsEnd());
  EXPECT_FALSE(queue_.is_starved());
}

TEST_F(ScanTest, FindsTheLongestPhrase) {
  Set("wait a second please", true);
  Scan scan(&queue_, &past_, ShippedLexicon().get(), Language::kAuto);
  EXPECT_EQ(scan.Find(0, WordClass::kKeep).length, 3U);
  EXPECT_EQ(scan.Find(3, WordClass::kKeep).length, 0U);
}

TEST_F(ScanTest, FindsPhrasesOverHyphens) {
  Set("twenty-four-seven", true);
  Scan scan(&queue_, &past_, ShippedLexicon().get(), Language::kAuto);
  EXPECT_EQ(scan.Find(0, WordClass::kTerm).length, 5U);
}

TEST_F(ScanTest, RemembersWhatWasWritten) {
  Set("room 12", true);
  past_.Push(queue_.At(0), queue_.TextOf(queue_.At(0)));
  past_.Push(queue_.At(1), queue_.TextOf(queue_.At(1)));
  EXPECT_TRUE(past_.Before(0).ends_in_digit);
  Scan scan(&queue_, &past_, ShippedLexicon().get(), Language::kAuto);
  EXPECT_TRUE(scan.WasA(1, WordClass::kEnLabel));
  EXPECT_FALSE(scan.WasA(0, WordClass::kEnLabel));
}

}  // namespace
}  // namespace cosyscribe::textnorm
