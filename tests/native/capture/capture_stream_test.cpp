#include "capture/capture_stream.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "fake_pcm.h"

namespace cosyscribe {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kPatience{10'000};  // for a machine that is busy, not for us

class CaptureStreamTest : public ::testing::Test {
 protected:
  CaptureStreamTest() { Make({}); }

  void Make(CaptureOptions options, std::size_t buffer_frames = 1'000) {
    options.silent_after_ms = 30;
    auto pcm = std::make_unique<FakePcm>(buffer_frames);
    pcm_ = pcm.get();
    stream_ = std::make_unique<CaptureStream>(std::move(pcm), options);
  }

  // The next reading that is not an empty wait.
  Reading Next(std::size_t max_frames = 4'096) {
    frames_.assign(max_frames, -1.0F);
    return Read(1, kPatience);
  }

  Reading Read(std::size_t enough, milliseconds timeout) {
    stream_->Wait(enough, timeout);
    return stream_->Take(frames_);
  }

  Reading Expect(ReadingKind kind) {
    const Reading reading = Next();
    EXPECT_EQ(reading.kind, kind);
    return reading;
  }

  // Reads until something other than frames comes; the frames must follow each other.
  Reading HearFrom(std::uint64_t first) {
    while (true) {
      const Reading reading = Next();
      if (reading.kind != ReadingKind::kFrames) {
        heard_to_ = first;
        return reading;
      }
      for (std::size_t i = 0; i < reading.count; ++i) {
        EXPECT_EQ(frames_[i], static_cast<float>(first++));
      }
    }
  }

  // Reads exactly so many frames.
  void HearExactly(std::uint64_t first, std::uint64_t count) {
    while (count > 0) {
      const Reading reading = Next(static_cast<std::size_t>(count));
      ASSERT_EQ(reading.kind, ReadingKind::kFrames);
      for (std::size_t i = 0; i < reading.count; ++i) {
        ASSERT_EQ(frames_[i], static_cast<float>(first++));
      }
      count -= reading.count;
    }
  }

  // Waits until the capture thread has taken all that the device captured.
  void Settle() {
    const std::uint64_t wanted = captured_;
    while (stream_->statistics().reader.frames < wanted) {
      std::this_thread::yield();
    }
  }

  void Capture(std::size_t frames) {
    pcm_->Capture(frames);
    captured_ += frames;
    Settle();
  }

  FakePcm* pcm_ = nullptr;  // the stream's; gone once its thread has ended
  std::unique_ptr<CaptureStream> stream_;
  std::vector<float> frames_;
  std::uint64_t heard_to_ = 0;
  std::uint64_t captured_ = 0;
};

TEST_F(CaptureStreamTest, FramesArriveInOrderAndTheStopEndsThem) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  for (int period = 0; period < 200; ++period) {
    Capture(10);
  }
  HearExactly(0, 2'000);
  EXPECT_TRUE(stream_->is_running());
  stream_->Stop();
  EXPECT_FALSE(stream_->is_running());
  Expect(ReadingKind::kStopped);
  EXPECT_EQ(stream_->statistics().reader.frames, 2'000U);
}

TEST_F(CaptureStreamTest, StopDoesNotWaitForADeviceThatGivesNothing) {
  stream_->Start();
  const auto before = std::chrono::steady_clock::now();
  stream_->Stop();
  // Well under the 250 ms after which poll() would return by itself.
  EXPECT_LT(std::chrono::steady_clock::now() - before, milliseconds(200));
}

TEST_F(CaptureStreamTest, StopMayComeTwiceOrFirstOrNotAtAll) {
  stream_->Stop();
  stream_->Stop();
  Make({});
  stream_->Start();
  stream_->Stop();
  stream_->Stop();
  Make({});
  stream_->Start();
  stream_.reset();
}

TEST_F(CaptureStreamTest, DeviceThatWillNotStartIsAnErrorOfTheCaller) {
  pcm_->Answer("start", {-EBUSY});
  try {
    stream_->Start();
    FAIL() << "started";
  } catch (const PcmError& error) {
    EXPECT_EQ(error.error(), EBUSY);
  }
  EXPECT_FALSE(stream_->is_running());
  stream_->Stop();
}

TEST_F(CaptureStreamTest, WhatWasCapturedBeforeTheStopCanStillBeRead) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  Capture(300);
  stream_->Stop();
  EXPECT_EQ(HearFrom(0).kind, ReadingKind::kStopped);
  EXPECT_EQ(heard_to_, 300U);
}

TEST_F(CaptureStreamTest, ReadWaitsForEnoughFrames) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  Capture(10);
  frames_.resize(100);
  std::thread later([this] { pcm_->Capture(30); });
  const Reading reading = Read(40, kPatience);
  later.join();
  EXPECT_EQ(reading.count, 40U);
}

TEST_F(CaptureStreamTest, ReadReturnsWhatThereIsWhenTheTimeRunsOut) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  frames_.resize(100);
  EXPECT_EQ(Read(40, milliseconds(1)).kind, ReadingKind::kNothing);
  Capture(10);
  EXPECT_EQ(Read(40, milliseconds(1)).count, 10U);
}

TEST_F(CaptureStreamTest, OverrunIsAGapInTheMiddleOfTheTake) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  Capture(100);
  pcm_->Capture(1'500);
  while (stream_->statistics().restarts == 0) {
    std::this_thread::yield();
  }
  pcm_->Capture(50);
  EXPECT_EQ(HearFrom(0).count, 1'500U);
  HearExactly(1'600, 50);
  EXPECT_EQ(stream_->statistics().xruns, 1U);
  EXPECT_EQ(stream_->statistics().reader.lost_frames, 1'500U);
}

TEST_F(CaptureStreamTest, FramesThatWrapInTheDeviceBufferComeInOrder) {
  Make({.ring_frames = 128, .pre_roll_ms = 0}, 64);
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  for (std::uint64_t period = 0; period < 200; ++period) {
    Capture(50);
    HearExactly(period * 50, 50);
  }
}

TEST_F(CaptureStreamTest, UnpluggedDeviceIsLost) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  Capture(70);
  pcm_->Unplug();
  EXPECT_EQ(HearFrom(0).kind, ReadingKind::kDeviceLost);
  EXPECT_EQ(heard_to_, 70U);
  EXPECT_FALSE(stream_->is_running());
  Expect(ReadingKind::kDeviceLost);
}

TEST_F(CaptureStreamTest, DeviceThatHangsUpIsLostWhateverItsErrorsSay) {
  stream_->Start();
  pcm_->Unplug(POLLHUP, 0);
  Expect(ReadingKind::kDeviceLost);
  EXPECT_EQ(stream_->statistics().restarts, 0U);
}

TEST_F(CaptureStreamTest, ErrorThatTheDeviceDoesNotOwnUpToEndsInItsLossNotInASpin) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  pcm_->Unplug(POLLERR, 0);
  EXPECT_EQ(Next().kind, ReadingKind::kDeviceLost);
  EXPECT_LT(stream_->statistics().wakeups, 30U);
}

TEST_F(CaptureStreamTest, DeviceThatIsReadyWithNothingToGiveDoesNotSpinEither) {
  stream_->Start();
  for (int wake = 0; wake < 20; ++wake) {
    pcm_->Capture(0);
    std::this_thread::sleep_for(milliseconds(1));
  }
  EXPECT_LT(stream_->statistics().wakeups, 20U);
}

TEST_F(CaptureStreamTest, SuspendedDeviceGoesOnAfterwards) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  Capture(20);
  pcm_->Answer("resume", {-EAGAIN, 0});
  pcm_->Suspend();
  while (stream_->statistics().restarts == 0) {
    std::this_thread::yield();
  }
  pcm_->Capture(20);
  HearExactly(0, 40);
}

TEST_F(CaptureStreamTest, NoFrameForAWhileIsSilenceUntilTheNext) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  while (!stream_->is_silent()) {
    std::this_thread::yield();
  }
  Capture(5);
  while (stream_->is_silent()) {
    std::this_thread::yield();
  }
}

TEST_F(CaptureStreamTest, FinishKeepsWhatWasCapturedAndEndsTheThread) {
  stream_->StartTake();
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  pcm_->Capture(40);
  stream_->Finish(milliseconds(0));
  const Reading end = HearFrom(0);
  EXPECT_EQ(end.kind, ReadingKind::kTakeEnd);
  EXPECT_EQ(end.count, 1U);
  EXPECT_EQ(heard_to_, 40U);
  Expect(ReadingKind::kStopped);
  EXPECT_FALSE(stream_->is_running());
}

TEST_F(CaptureStreamTest, FinishBeforeTheStartEndsItAtOnce) {
  stream_->StartTake();
  stream_->Finish(milliseconds(0));
  stream_->Start();
  Expect(ReadingKind::kTakeStart);
  Expect(ReadingKind::kTakeEnd);
  Expect(ReadingKind::kStopped);
}

TEST_F(CaptureStreamTest, TakeGetsItsPreRollAndItsTail) {
  stream_->Start();
  Capture(700);
  const std::uint64_t take = stream_->StartTake();
  Expect(ReadingKind::kTakeStart);
  HearExactly(200, 500);
  stream_->EndTake(take, milliseconds(50));
  Capture(10);  // within the tail
  EXPECT_EQ(HearFrom(700).kind, ReadingKind::kTakeEnd);
  EXPECT_EQ(heard_to_, 710U);
  EXPECT_TRUE(stream_->is_running());
}

TEST_F(CaptureStreamTest, NextTakeBeginsWhereTheTailOfTheLastWasCutShort) {
  stream_->Start();
  Capture(100);
  stream_->EndTake(stream_->StartTake(), milliseconds(60'000));
  Expect(ReadingKind::kTakeStart);
  HearExactly(0, 100);
  Capture(30);
  stream_->StartTake();
  EXPECT_EQ(HearFrom(100).kind, ReadingKind::kTakeEnd);
  EXPECT_EQ(heard_to_, 130U);
  EXPECT_EQ(Expect(ReadingKind::kTakeStart).count, 2U);
  Capture(20);
  HearExactly(130, 20);
}

TEST_F(CaptureStreamTest, EndingATakeTwiceEndsNoLaterOne) {
  stream_->Start();
  const std::uint64_t first = stream_->StartTake();
  Expect(ReadingKind::kTakeStart);
  stream_->EndTake(first, milliseconds(0));
  Expect(ReadingKind::kTakeEnd);
  stream_->StartTake();
  Expect(ReadingKind::kTakeStart);
  stream_->EndTake(first, milliseconds(0));
  Capture(30);
  HearExactly(0, 30);
}

TEST_F(CaptureStreamTest, ThreadIsNamedAndItsPriorityKnown) {
  stream_->Start();
  EXPECT_LE(stream_->statistics().priority, Priority::kNormal);
  EXPECT_GE(stream_->statistics().cpu_ns, 0);
}

}  // namespace
}  // namespace cosyscribe
