#include "capture/alsa_pcm.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // setenv is POSIX's
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace cosyscribe {
namespace {

constexpr std::size_t kRampFrames = 30'000;

// ALSA's own library with a configuration of ours: "ramp" reads a file, in place of a sound card.
class AlsaPcmTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ =
        std::filesystem::temp_directory_path() / ("alsa-pcm-test-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    std::ofstream ramp(folder_ / "ramp.raw", std::ios::binary);
    for (std::size_t frame = 0; frame < kRampFrames; ++frame) {
      const auto value = static_cast<std::int16_t>(frame);
      ramp.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
    std::ofstream(folder_ / "asound.conf")
        << "pcm.null { type null }\n"
        << "pcm.ramp { type file slave.pcm null file /dev/null infile \""
        << (folder_ / "ramp.raw").string() << "\" format raw }\n"
        << "pcm.playback_only { type asym playback.pcm null }\n";
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread runs yet.
    setenv("ALSA_CONFIG_PATH", (folder_ / "asound.conf").c_str(), 1);
  }

  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  static std::unique_ptr<Pcm> Open(const std::string& device) {
    PcmRequest request;
    request.device = device;
    return OpenAlsaPcm(request);
  }

  static int ErrorOf(const std::string& device) {
    try {
      Open(device);
    } catch (const PcmError& error) {
      EXPECT_STRNE(error.what(), "");
      return error.error();
    }
    return 0;
  }

  static std::filesystem::path folder_;
};

std::filesystem::path AlsaPcmTest::folder_;

TEST_F(AlsaPcmTest, GrantsWhatWasAskedForWhereItCan) {
  const auto pcm = Open("null");
  EXPECT_EQ(pcm->grant().rate_hz, 48'000U);
  EXPECT_EQ(pcm->grant().channels, 1U);
  EXPECT_EQ(pcm->grant().format, SampleFormat::kS16);
  EXPECT_EQ(pcm->grant().access, PcmAccess::kMmap);
  EXPECT_EQ(pcm->grant().period_frames, 480U);
  EXPECT_EQ(pcm->grant().buffer_frames, 48'000U);
}

TEST_F(AlsaPcmTest, UnknownAndPlaybackDevicesAreErrorsWithTheirNumber) {
  EXPECT_EQ(ErrorOf("no-such-device"), ENOENT);
  EXPECT_NE(ErrorOf("playback_only"), 0);
}

TEST_F(AlsaPcmTest, SamplesComeThroughAsTheyAreAndInOrder) {
  const auto pcm = Open("ramp");
  ASSERT_EQ(pcm->Start(), 0);
  std::size_t next = 0;
  while (next < kRampFrames) {
    const PcmAvail avail = pcm->Avail();
    ASSERT_GE(avail.frames, 0);
    const PcmBlock block = pcm->Begin(std::min<std::size_t>(kRampFrames - next, 1'000));
    ASSERT_EQ(block.error, 0);
    ASSERT_GT(block.frames, 0U);
    ASSERT_EQ(block.bytes.size(), 2 * block.frames);
    for (std::size_t i = 0; i < block.frames; ++i) {
      std::int16_t value = 0;
      std::memcpy(&value, &block.bytes[2 * i], sizeof value);
      ASSERT_EQ(value, static_cast<std::int16_t>(next++));
    }
    ASSERT_EQ(pcm->Commit(block.frames), static_cast<long>(block.frames));
  }
  EXPECT_EQ(pcm->Drop(), 0);
  EXPECT_EQ(pcm->Prepare(), 0);
}

TEST_F(AlsaPcmTest, HasADescriptorToWaitFor) {
  const auto pcm = Open("null");
  ASSERT_GE(pcm->PollDescriptorCount(), 1);
  std::vector<pollfd> descriptors(static_cast<std::size_t>(pcm->PollDescriptorCount()));
  EXPECT_EQ(pcm->FillPollDescriptors(descriptors), pcm->PollDescriptorCount());
  unsigned short events = 0;
  EXPECT_EQ(pcm->PollEvents(descriptors, &events), 0);
}

}  // namespace
}  // namespace cosyscribe
