#include "textnorm/sound_en.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cosyscribe::textnorm {
namespace {

constexpr double kFar = 100;

TEST(SoundEn, IsTheSameForSpellingsOfOneSound) {
  EXPECT_EQ(SoundOf("phone"), SoundOf("fone"));
  EXPECT_EQ(SoundOf("knight"), SoundOf("nait"));
  EXPECT_EQ(SoundOf("back"), SoundOf("bak"));
  EXPECT_EQ(SoundOf("queen"), SoundOf("kween"));
}

TEST(SoundEn, ReadsCapitalsInsideAsTheStartOfAPart) {
  EXPECT_EQ(SoundOf("GitHub"), SoundOf("git") + SoundOf("hub"));
  EXPECT_EQ(SoundOf("PyTorch"), SoundOf("py") + SoundOf("torch"));
}

TEST(SoundEn, LeavesOutWhatIsNoLetter) {
  EXPECT_EQ(SoundOf("don't"), SoundOf("dont"));
  EXPECT_EQ(SoundOf("caf\xC3\xA9"), SoundOf("caf"));
  EXPECT_EQ(SoundOf(""), "");
}

TEST(SoundEn, SkeletonIsTheSameForConfusedConsonants) {
  EXPECT_EQ(SkeletonOf(SoundOf("bagtad")), SkeletonOf(SoundOf("pakdat")));
  EXPECT_EQ(SkeletonOf(SoundOf("aoi")), "");
}

TEST(SoundEn, KeysMeetWhereOneConsonantDiffers) {
  const auto meets = [](const std::string& a, const std::string& b) {
    const std::vector<std::string> first = KeysOf(a);
    const std::vector<std::string> second = KeysOf(b);
    return std::any_of(first.begin(), first.end(), [&](const std::string& key) {
      return std::find(second.begin(), second.end(), key) != second.end();
    });
  };
  EXPECT_TRUE(meets("KPNTS", "KPRTS"));
  EXPECT_TRUE(meets("KPNTS", "KPTS"));
  EXPECT_FALSE(meets("KPNTS", "KPRLS"));
  EXPECT_FALSE(meets("KPN", "KPR"));  // short ones must be equal
}

TEST(SoundEn, DistanceIsSymmetricAndNoneToItself) {
  for (const char* a : {"KiT", "PaTaR", "SaK", ""}) {
    EXPECT_EQ(SoundDistance(a, a, kFar), 0);
    for (const char* b : {"KaT", "BaTaR", "Q"}) {
      EXPECT_DOUBLE_EQ(SoundDistance(a, b, kFar), SoundDistance(b, a, kFar));
    }
  }
}

TEST(SoundEn, VowelsAndConfusedConsonantsAreCheaperThanOthers) {
  EXPECT_LT(SoundDistance("KaT", "KiT", kFar), SoundDistance("KaT", "KaD", kFar) + 0.01);
  EXPECT_LT(SoundDistance("KaT", "KaD", kFar), SoundDistance("KaT", "KaL", kFar));
}

TEST(SoundEn, StopsAtTheLimit) {
  EXPECT_GT(SoundDistance("KaTaPaL", "MiRuN", 0.5), 0.5);
  EXPECT_GT(SoundDistance(std::string(500, 'K'), "K", 2), 2);
}

}  // namespace
}  // namespace cosyscribe::textnorm
