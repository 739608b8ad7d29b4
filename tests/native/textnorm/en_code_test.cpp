#include "textnorm/en_code.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(EnCode, JoinsDigitsReadOneByOne) {
  const Cases cases = {
      {"the code is seven three nine one", "the code is 7391"},
      {"two one two five five five oh one nine nine", "212-555-0199"},
      {"double eight six", "886"},
      {"one eight hundred four four four five five six six", "1 800-444-5566"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnCode, ReadsVersionsAndAddresses) {
  const Cases cases = {
      {"version four dot two dot one", "version 4.2.1"},
      {"ten dot zero dot zero dot twelve", "10.0.0.12"},
      {"three point eleven point nine", "3.11.9"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnCode, JoinsBehindLabelsAndBeforeStreets) {
  const Cases cases = {
      {"gate forty two", "gate 42"},
      {"flight six twenty three", "flight 623"},
      {"room five oh nine", "room 509"},
      {"she lives at twelve thirty four elm avenue", "she lives at 1234 elm avenue"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnCode, WritesSpelledCodes) {
  const Cases cases = {
      {"q seven x two p", "q7x2p"},
      {"the f sixteen", "the f16"},
      {"r t x thirty ninety", "RTX 3090"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

TEST(EnCode, LeavesCountingAlone) {
  const Cases cases = {
      {"one two three", "one two three"},
      {"a b c", "a b c"},
      {"plan b two people", "plan b two people"},
  };
  for (const auto& [spoken, written] : cases) EXPECT_EQ(Itn(spoken), written) << spoken;
}

}  // namespace
}  // namespace cosyscribe::textnorm
