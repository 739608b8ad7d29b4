#include "capture/recovery.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fake_pcm.h"

namespace cosyscribe {
namespace {

using Calls = std::vector<std::string>;

TEST(Recovery, StartsAfterPreparingAfterAnOverrun) {
  FakePcm pcm;
  Recovery recovery(pcm);
  EXPECT_EQ(recovery.Recover(-EPIPE), Recovered::kRunning);
  EXPECT_EQ(pcm.calls(), (Calls{"prepare", "start"}));
  recovery.OnFrames();
  EXPECT_EQ(recovery.xruns(), 1U);
  EXPECT_EQ(recovery.restarts(), 1U);
}

TEST(Recovery, CountsNoOverrunWhereTheDeviceNeverCameBack) {
  FakePcm pcm;
  Recovery recovery(pcm);
  recovery.Recover(-EPIPE);
  pcm.Unplug();
  EXPECT_EQ(recovery.Recover(-EPIPE), Recovered::kLost);
  EXPECT_EQ(recovery.xruns(), 0U);
}

TEST(Recovery, ResumesWhatCanBeResumed) {
  FakePcm pcm;
  Recovery recovery(pcm);
  EXPECT_EQ(recovery.Recover(-ESTRPIPE), Recovered::kRunning);
  EXPECT_EQ(pcm.calls(), (Calls{"resume"}));
  EXPECT_EQ(recovery.restarts(), 1U);
  EXPECT_EQ(recovery.xruns(), 0U);
}

TEST(Recovery, RestartsWhatCannotBeResumed) {
  FakePcm pcm;
  pcm.Answer("resume", {-ENOSYS});
  Recovery recovery(pcm);
  EXPECT_EQ(recovery.Recover(-ESTRPIPE), Recovered::kRunning);
  EXPECT_EQ(pcm.calls(), (Calls{"resume", "prepare", "start"}));
}

TEST(Recovery, WaitsForHardwareThatIsNotAwakeYet) {
  FakePcm pcm;
  pcm.Answer("resume", {-EAGAIN, -EAGAIN, 0});
  Recovery recovery(pcm);
  EXPECT_EQ(recovery.Recover(-ESTRPIPE), Recovered::kTryLater);
  EXPECT_EQ(recovery.Recover(-ESTRPIPE), Recovered::kTryLater);
  EXPECT_EQ(recovery.Recover(-ESTRPIPE), Recovered::kRunning);
}

TEST(Recovery, WaitsForItABoundedTimeOnly) {
  FakePcm pcm;
  pcm.Answer("resume", std::deque<int>(1'000, -EAGAIN));
  Recovery recovery(pcm);
  int tries = 0;
  while (recovery.Recover(-ESTRPIPE) == Recovered::kTryLater) {
    ASSERT_LT(++tries, Recovery::kMaxResumeTries);
  }
  EXPECT_EQ(pcm.calls().back(), "start");
}

TEST(Recovery, GivesUpADeviceThatIsGone) {
  for (const int error : {-ENODEV, -ENOTCONN, -ENOENT}) {
    FakePcm pcm;
    Recovery recovery(pcm);
    EXPECT_EQ(recovery.Recover(error), Recovered::kLost);
    EXPECT_EQ(pcm.calls(), Calls{});
  }
}

TEST(Recovery, GivesUpADeviceThatWillNotStart) {
  FakePcm pcm;
  pcm.Answer("start", {-EIO});
  Recovery recovery(pcm);
  EXPECT_EQ(recovery.Recover(-EPIPE), Recovered::kLost);
}

TEST(Recovery, StopsBeforeRestartingFromAnUnknownState) {
  FakePcm pcm;
  Recovery recovery(pcm);
  EXPECT_EQ(recovery.Recover(-EIO), Recovered::kRunning);
  EXPECT_EQ(pcm.calls(), (Calls{"drop", "prepare", "start"}));
  recovery.OnFrames();
  EXPECT_EQ(recovery.xruns(), 0U);
}

TEST(Recovery, FiveRestartsWithoutAFrameAreEnough) {
  FakePcm pcm;
  Recovery recovery(pcm);
  for (int restart = 0; restart < Recovery::kMaxBarrenRestarts; ++restart) {
    EXPECT_EQ(recovery.Recover(-EPIPE), Recovered::kRunning);
  }
  EXPECT_EQ(recovery.Recover(-EPIPE), Recovered::kLost);
}

TEST(Recovery, FramesMakeARestartCountAfresh) {
  FakePcm pcm;
  Recovery recovery(pcm);
  for (std::uint64_t restart = 1; restart <= 100; ++restart) {
    EXPECT_EQ(recovery.Recover(-EPIPE), Recovered::kRunning);
    recovery.OnFrames();
    EXPECT_EQ(recovery.xruns(), restart);
  }
}

}  // namespace
}  // namespace cosyscribe
