#include "capture/period_reader.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <random>
#include <vector>

#include "fake_pcm.h"

namespace cosyscribe {
namespace {

// What a consumer of ring and marks sees: the frames of one take, in order, and its gaps.
struct Heard {
  std::vector<float> frames;
  std::uint64_t lost = 0;
  std::uint64_t not_captured = 0;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint64_t> ends;
};

class PeriodReaderTest : public ::testing::Test {
 protected:
  explicit PeriodReaderTest(std::size_t ring_frames = 4'096, std::size_t marks = 16)
      : ring_(ring_frames), marks_(marks), reader_(pcm_, ring_, marks_, kPreRoll) {
    pcm_.Start();
  }

  long Drain(bool was_late = false) { return reader_.Drain(kUnusedNow, was_late); }

  void CaptureAndDrain(std::size_t frames) {
    pcm_.Capture(frames);
    ASSERT_EQ(Drain(), static_cast<long>(frames));
  }

  // Does what the stream does after an error.
  void Restart() {
    pcm_.Prepare();
    pcm_.Start();
    reader_.OnRestart(true);
  }

  // Empties the ring. Where `first` is given, checks that every frame is where its number says,
  // the gaps counted in.
  Heard Hear(std::int64_t first = kUnchecked) {
    Heard heard;
    std::uint64_t position = static_cast<std::uint64_t>(first);
    const auto frames_until = [&](std::uint64_t end) {
      while (ring_.read() < end) {
        float value = 0;
        ring_.Read({&value, 1});
        heard.frames.push_back(value);
        if (first != kUnchecked) {
          EXPECT_EQ(value, static_cast<float>(position++));
        }
      }
    };
    Mark mark{};
    while (marks_.Read({&mark, 1}) == 1) {
      frames_until(mark.position);
      switch (mark.kind) {
        case MarkKind::kLost:
          heard.lost += mark.value;
          position += mark.value;
          break;
        case MarkKind::kNotCaptured:
          heard.not_captured += mark.value;
          position += mark.value;
          break;
        case MarkKind::kTakeStart:
          heard.starts.push_back(mark.value);
          break;
        case MarkKind::kTakeEnd:
          heard.ends.push_back(mark.value);
          break;
      }
    }
    frames_until(ring_.read() + ring_.readable());
    return heard;
  }

  static constexpr std::int64_t kUnchecked = -1;
  static constexpr std::size_t kPreRoll = 500;
  static constexpr std::int64_t kUnusedNow = 0;

  FakePcm pcm_;
  FrameRing ring_;
  MarkRing marks_;
  PeriodReader reader_;
};

TEST_F(PeriodReaderTest, EveryFrameArrivesOnceWhateverThePeriods) {
  std::mt19937 random(1);
  reader_.StartTake(1);
  std::uint64_t total = 0;
  for (int period = 0; period < 500; ++period) {
    const std::size_t frames = 1 + random() % 300;  // the buffer wraps some hundred times
    CaptureAndDrain(frames);
    const Heard heard = Hear(static_cast<std::int64_t>(total));
    ASSERT_EQ(heard.frames.size(), frames);
    ASSERT_EQ(heard.lost + heard.not_captured, 0U);
    total += frames;
  }
  EXPECT_EQ(reader_.counters().frames, total);
}

TEST_F(PeriodReaderTest, NothingThereIsNoFrame) {
  EXPECT_EQ(Drain(), 0);
  pcm_.Answer("avail", {-ENODEV});
  EXPECT_EQ(Drain(), -ENODEV);
}

TEST_F(PeriodReaderTest, ReportedOverrunIsCountedToTheFrame) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Capture(1'700);  // 1,000 fit, the rest is never captured
  EXPECT_EQ(Drain(), -EPIPE);
  Restart();
  CaptureAndDrain(50);
  const Heard heard = Hear(0);
  EXPECT_EQ(heard.lost, 1'700U);  // what the buffer held is gone with the restart
  EXPECT_EQ(heard.frames.size(), 150U);
  EXPECT_EQ(reader_.counters().lost_frames, 1'700U);
  EXPECT_EQ(reader_.counters().silent_xruns, 0U);
}

TEST_F(PeriodReaderTest, SilentOverrunIsCountedToTheFrame) {
  pcm_.set_overrun(Overrun::kSilent);
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Capture(1'700);
  EXPECT_EQ(Drain(), 1'000);
  const Heard heard = Hear(0);
  EXPECT_EQ(heard.lost, 700U);
  EXPECT_EQ(heard.frames.size(), 1'100U);
  EXPECT_EQ(reader_.counters().silent_xruns, 1U);
  EXPECT_EQ(reader_.counters().max_avail_frames, 1'000U);
}

TEST_F(PeriodReaderTest, FullBufferWithoutAGapIsNoOverrun) {
  pcm_.set_overrun(Overrun::kSilent);
  reader_.StartTake(1);
  CaptureAndDrain(100);
  CaptureAndDrain(1'000);
  EXPECT_EQ(Hear(0).lost, 0U);
  EXPECT_EQ(reader_.counters().silent_xruns, 0U);
}

TEST_F(PeriodReaderTest, ShortCommitIsAnOverrunAndWhatWasCopiedCounts) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Capture(80);
  pcm_.CommitOnly(30);
  EXPECT_EQ(Drain(), -EPIPE);
  Restart();
  CaptureAndDrain(20);
  const Heard heard = Hear(0);
  EXPECT_EQ(heard.frames.size(), 200U);
  EXPECT_EQ(heard.lost, 0U);
}

TEST_F(PeriodReaderTest, FailedCommitAndFailedBeginAreToldAsTheDeviceToldThem) {
  reader_.StartTake(1);
  pcm_.Capture(10);
  pcm_.Answer("commit", {-ESTRPIPE});
  EXPECT_EQ(Drain(), -ESTRPIPE);
  pcm_.Answer("begin", {-ENODEV});
  EXPECT_EQ(Drain(), -ENODEV);
}

TEST_F(PeriodReaderTest, TimeTheDeviceCapturedNothingIsNoLossOfOurs) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Pause(3'000);
  CaptureAndDrain(10);
  const Heard heard = Hear(0);
  EXPECT_EQ(heard.not_captured, 3'000U);
  EXPECT_EQ(heard.lost, 0U);
  EXPECT_EQ(reader_.counters().not_captured_frames, 3'000U);
  EXPECT_EQ(reader_.counters().lost_frames, 0U);
}

TEST_F(PeriodReaderTest, TheSameWhileThisThreadWasNotLetRunIsOurLoss) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Pause(3'000);
  pcm_.Capture(10);
  EXPECT_EQ(Drain(true), 10);
  EXPECT_EQ(Hear(0).lost, 3'000U);
  EXPECT_EQ(reader_.counters().silent_xruns, 1U);
}

TEST_F(PeriodReaderTest, SoItIsWhereTheDeviceHasNoFrameForUsYet) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Pause(3'000);
  EXPECT_EQ(Drain(true), 0);
  CaptureAndDrain(10);
  EXPECT_EQ(Hear(0).lost, 3'000U);
  pcm_.Pause(3'000);
  CaptureAndDrain(10);
  EXPECT_EQ(Hear().lost, 0U);
}

TEST_F(PeriodReaderTest, SuspensionIsNoLossOfOurs) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.Suspend();
  EXPECT_EQ(Drain(), -ESTRPIPE);
  pcm_.Pause(400);
  pcm_.Prepare();
  pcm_.Start();
  reader_.OnRestart(false);
  CaptureAndDrain(10);
  const Heard heard = Hear(0);
  EXPECT_EQ(heard.not_captured, 400U);
  EXPECT_EQ(heard.lost, 0U);
}

TEST_F(PeriodReaderTest, LateTimeStampsAreNoGap) {
  std::mt19937 random(1);
  reader_.StartTake(1);
  for (int period = 0; period < 2'000; ++period) {
    pcm_.set_jitter_ms(static_cast<std::int64_t>(random() % 40));
    CaptureAndDrain(20);
    Hear();
  }
  EXPECT_EQ(reader_.counters().lost_frames + reader_.counters().not_captured_frames, 0U);
}

TEST_F(PeriodReaderTest, OverrunAmongLateTimeStampsIsCountedWithinTheirJitter) {
  std::mt19937 random(1);
  reader_.StartTake(1);
  for (int period = 0; period < 100; ++period) {
    pcm_.set_jitter_ms(static_cast<std::int64_t>(random() % 40));
    CaptureAndDrain(20);
  }
  pcm_.set_overrun(Overrun::kSilent);
  pcm_.Capture(1'700);
  EXPECT_EQ(Drain(), 1'000);
  EXPECT_NEAR(static_cast<double>(Hear().lost), 700.0, 40.0);
}

TEST_F(PeriodReaderTest, OneLateTimeStampDoesNotHideAGapAfterIt) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  pcm_.set_jitter_ms(40);
  CaptureAndDrain(100);
  pcm_.set_jitter_ms(0);
  pcm_.Capture(1'700);
  EXPECT_EQ(Drain(), -EPIPE);
  Restart();
  CaptureAndDrain(50);
  EXPECT_EQ(Hear(0).lost, 1'700U);
}

TEST_F(PeriodReaderTest, SlowDeviceClockIsNoGap) {
  reader_.StartTake(1);
  for (int period = 0; period < 5'000; ++period) {  // a quarter of an hour
    pcm_.Capture(200);
    pcm_.set_jitter_ms(period * 2 / 25);  // 400 parts in a million slow
    Drain();
    Hear();
  }
  EXPECT_EQ(reader_.counters().not_captured_frames, 0U);
}

TEST_F(PeriodReaderTest, DeviceWithoutTimeStampsIsTimedByOurClock) {
  pcm_.set_has_timestamps(false);
  reader_.StartTake(1);
  pcm_.Capture(100);
  EXPECT_EQ(reader_.Drain(7'000'000'000, false), 100);
  pcm_.Capture(10);
  EXPECT_EQ(reader_.Drain(8'010'000'000, false), 10);
  EXPECT_EQ(Hear().not_captured, 1'000U);
}

TEST_F(PeriodReaderTest, PreRollIsTheLastFramesAndJoinsTheLiveOnes) {
  CaptureAndDrain(740);
  CaptureAndDrain(3);
  ASSERT_TRUE(reader_.StartTake(1));
  CaptureAndDrain(60);
  const Heard heard = Hear(743 - 500);
  EXPECT_EQ(heard.frames.size(), 560U);
  EXPECT_EQ(heard.starts, std::vector<std::uint64_t>{1});
}

TEST_F(PeriodReaderTest, PreRollIsShorterWhereThereWasLessBefore) {
  CaptureAndDrain(7);
  reader_.StartTake(1);
  CaptureAndDrain(3);
  EXPECT_EQ(Hear(0).frames.size(), 10U);
}

TEST_F(PeriodReaderTest, NoFrameIsInTwoTakesAndNoneIsMissingInside) {
  std::mt19937 random(5);
  std::uint64_t next = 0;  // the first frame that no take has had yet
  for (std::uint64_t take = 1; take < 200; ++take) {
    const std::size_t between = random() % 900;
    CaptureAndDrain(between == 0 ? 1 : between);
    ASSERT_TRUE(reader_.StartTake(take));
    const std::size_t inside = 1 + random() % 900;
    CaptureAndDrain(inside);
    ASSERT_TRUE(reader_.EndTake(take));
    const std::uint64_t end = pcm_.now_frame();
    const std::uint64_t wanted =
        std::max(next, end - inside - std::min<std::uint64_t>(kPreRoll, end - inside));
    const Heard heard = Hear(static_cast<std::int64_t>(wanted));
    ASSERT_EQ(heard.frames.size(), end - wanted);
    ASSERT_EQ(heard.starts, std::vector<std::uint64_t>{take});
    ASSERT_EQ(heard.ends, std::vector<std::uint64_t>{take});
    next = end;
  }
}

TEST_F(PeriodReaderTest, GapBetweenTakesIsNoPartOfThePreRoll) {
  CaptureAndDrain(100);
  pcm_.Pause(300);
  CaptureAndDrain(40);
  reader_.StartTake(1);
  const Heard heard = Hear(400);
  EXPECT_EQ(heard.frames.size(), 40U);
  EXPECT_EQ(heard.not_captured, 0U);
}

class SmallRingTest : public PeriodReaderTest {
 protected:
  SmallRingTest() : PeriodReaderTest(64, 4) {}
};

TEST_F(SmallRingTest, FullRingDropsTheNewestAndCountsThem) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  CaptureAndDrain(5);
  EXPECT_EQ(reader_.counters().ring_overrun_frames, 41U);
  EXPECT_EQ(Hear(0).frames.size(), 64U);
  CaptureAndDrain(10);
  const Heard heard = Hear(64);
  EXPECT_EQ(heard.lost, 41U);
  EXPECT_EQ(heard.frames.size(), 10U);
  EXPECT_EQ(reader_.counters().lost_frames, 0U);
}

TEST_F(SmallRingTest, LossAtTheVeryEndIsToldBeforeTheTakeEnds) {
  reader_.StartTake(1);
  CaptureAndDrain(100);
  EXPECT_TRUE(reader_.EndTake(1));
  const Heard heard = Hear(0);
  EXPECT_EQ(heard.lost, 36U);
  EXPECT_EQ(heard.ends, std::vector<std::uint64_t>{1});
}

TEST_F(SmallRingTest, LossesThatFindNoRoomForTheirMarkAreToldLater) {
  reader_.StartTake(1);
  std::uint64_t lost = 0;
  for (int gap = 0; gap < 10; ++gap) {
    CaptureAndDrain(2);
    pcm_.Pause(300);
    lost += 300;
  }
  CaptureAndDrain(2);
  std::uint64_t told = Hear().not_captured;
  CaptureAndDrain(2);
  told += Hear().not_captured;
  EXPECT_EQ(told, lost);
  EXPECT_EQ(reader_.counters().not_captured_frames, lost);
}

TEST_F(SmallRingTest, TakeWaitsForAReaderThatIsFarBehind) {
  for (std::uint64_t take = 1; take <= 2; ++take) {
    ASSERT_TRUE(reader_.StartTake(take));
    ASSERT_TRUE(reader_.EndTake(take));
  }
  EXPECT_FALSE(reader_.StartTake(3));
  Hear();
  EXPECT_TRUE(reader_.StartTake(3));
}

}  // namespace
}  // namespace cosyscribe
