#include "textnorm/normalizer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "text.h"
#include "textnorm/utf8.h"

namespace cosyscribe::textnorm {
namespace {

const Config kAll = Stages(true, true, true, true);

const char* const kTexts[] = {
    "明天上午九点四十五我们在三号楼六零二开会，一共二十三个人，预算是一百五十万",
    "call me at four one five five five five two six seven one on june fifth scratch that",
    "请把PPT发到zhang艾特qq点com，然后review一下第十二页句号",
    "i owe you twenty five dollars and ten cents, that is five percent",
    "版本二点零点一在二零二五年十二月一号发布换行谢谢",
};

std::string Streamed(const Normalizer& normalizer, std::string_view text,
                     const std::vector<std::size_t>& cuts) {
  NormalizerStream stream(normalizer);
  std::string all;
  std::size_t at = 0;
  for (const std::size_t cut : cuts) {
    all += stream.Feed(text.substr(at, cut - at)).text;
    at = cut;
  }
  all += stream.Feed(text.substr(at)).text;
  return all + stream.Finish().text;
}

bool StartsCodePoint(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
}

TEST(Normalizer, EverySplitGivesTheSameText) {
  const Normalizer normalizer(ShippedLexicon(), kAll);
  for (const std::string_view text : kTexts) {
    const std::string whole = normalizer.Normalize(text).text;
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      if (!StartsCodePoint(text, cut)) continue;
      ASSERT_EQ(Streamed(normalizer, text, {cut}), whole) << text << " at " << cut;
    }
  }
}

TEST(Normalizer, OneCodePointAtATimeGivesTheSameText) {
  const Normalizer normalizer(ShippedLexicon(), kAll);
  for (const std::string_view text : kTexts) {
    std::vector<std::size_t> cuts;
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (StartsCodePoint(text, i)) cuts.push_back(i);
    }
    EXPECT_EQ(Streamed(normalizer, text, cuts), normalizer.Normalize(text).text);
  }
}

TEST(Normalizer, NormalisingTwiceChangesNothing) {
  const Normalizer normalizer(ShippedLexicon(), kAll);
  for (const std::string_view text : kTexts) {
    const std::string once = normalizer.Normalize(text).text;
    EXPECT_EQ(normalizer.Normalize(once).text, once);
  }
}

TEST(NormalizerStream, HoldsBackAtMostItsTail) {
  const Normalizer normalizer(ShippedLexicon(), kAll);
  for (const char* unit : {"一", "百", "好", "one ", "twenty ", "a ", "， "}) {
    NormalizerStream stream(normalizer);
    std::size_t fed = 0;
    std::size_t taken = 0;
    for (int i = 0; i < 200; ++i) {
      const Normalized part = stream.Feed(unit);
      ++fed;
      taken += part.source_end - part.source_begin;
      const std::size_t open = fed - taken / std::string_view(unit).size();
      ASSERT_LE(open, NormalizerStream::kLongestTail + 1) << unit;  // one token is being read
    }
  }
}

TEST(NormalizerStream, OffsetsGoOnAfterAnEndpoint) {
  NormalizerStream stream(Normalizer(ShippedLexicon(), kAll));
  stream.Feed("三百");
  EXPECT_EQ(stream.Finish().text, "300");
  const Normalized first = stream.Feed("四百块");
  const Normalized rest = stream.Finish();
  EXPECT_EQ(first.text + rest.text, "400块");
  EXPECT_EQ(first.begin, 3U);
  EXPECT_EQ(rest.source_end, 15U);
}

TEST(Normalizer, EightThreadsAgree) {
  const Normalizer normalizer(ShippedLexicon(), kAll);
  std::vector<std::string> wanted;
  wanted.reserve(std::size(kTexts));
  for (const std::string_view text : kTexts) wanted.push_back(normalizer.Normalize(text).text);
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::atomic<int> differences{0};
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        for (std::size_t k = 0; k < wanted.size(); ++k) {
          if (normalizer.Normalize(kTexts[k]).text != wanted[k]) ++differences;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differences, 0);
}

TEST(Normalizer, EmptyTextStaysEmpty) {
  EXPECT_EQ(Written("", kAll), "");
  EXPECT_EQ(Written("  ", kAll), "  ");
}

}  // namespace
}  // namespace cosyscribe::textnorm
