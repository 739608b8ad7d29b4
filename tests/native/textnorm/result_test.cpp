#include "textnorm/result.h"

#include <gtest/gtest.h>

#include "text.h"

namespace cosyscribe::textnorm {
namespace {

TEST(Result, CountsInCodePoints) {
  const std::string source = "有三百块";
  const Normalizer normalizer(ShippedLexicon(), Stages(true, false, false, false));
  Normalized result = normalizer.Normalize(source);
  const Place end = CountInCodePoints(source, {}, &result);
  ASSERT_EQ(result.spans.size(), 1U);
  EXPECT_EQ(result.spans[0].source_begin, 1U);
  EXPECT_EQ(result.spans[0].source_end, 3U);
  EXPECT_EQ(result.spans[0].begin, 1U);
  EXPECT_EQ(result.spans[0].end, 4U);
  EXPECT_EQ(end.source, 4U);
  EXPECT_EQ(end.output, 5U);
}

}  // namespace
}  // namespace cosyscribe::textnorm
