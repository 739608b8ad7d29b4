#ifndef TESTS_NATIVE_CAPTURE_FAKE_PCM_H_
#define TESTS_NATIVE_CAPTURE_FAKE_PCM_H_

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "capture/event_fd.h"
#include "capture/pcm.h"

namespace cosyscribe {

// What a simulated device does when its buffer is full.
enum class Overrun : std::uint8_t { kReported, kSilent };

// A device whose time the test moves: it captures when told to. Frame number n of its time line
// holds the value n, so whoever reads can tell which frame is which (exact up to 2^24).
class FakePcm final : public Pcm {
 public:
  explicit FakePcm(std::size_t buffer_frames = 1'000, PcmAccess access = PcmAccess::kMmap)
      : grant_{.rate_hz = 1'000,
               .channels = 1,
               .format = SampleFormat::kF32,
               .access = access,
               .period_frames = 10,
               .buffer_frames = buffer_frames},
        buffer_(buffer_frames) {}

  // ---- the test's side ----

  // Time passes; the device captures it if it runs.
  void Capture(std::size_t frames) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < frames; ++i, ++now_frame_) {
      CaptureOne();
    }
    ready_.Signal();
  }

  // Time passes while the device captures nothing, and says nothing about it.
  void Pause(std::size_t frames) {
    const std::lock_guard lock(mutex_);
    now_frame_ += frames;
  }

  void set_overrun(Overrun overrun) {
    const std::lock_guard lock(mutex_);
    overrun_ = overrun;
  }

  // Time stamps come late by this from now on.
  void set_jitter_ms(std::int64_t jitter_ms) {
    const std::lock_guard lock(mutex_);
    jitter_ms_ = jitter_ms;
  }

  void set_has_timestamps(bool has_timestamps) {
    const std::lock_guard lock(mutex_);
    has_timestamps_ = has_timestamps;
  }

  void Suspend() {
    const std::lock_guard lock(mutex_);
    fault_ = -ESTRPIPE;
    ready_.Signal();
  }

  // Whether a device that is gone says so in its errors, in poll()'s bits or both depends on it.
  void Unplug(short events = POLLHUP, int fault = -ENODEV) {
    const std::lock_guard lock(mutex_);
    poll_events_ = events;
    fault_ = fault;
    is_running_ = false;
    ready_.Signal();
  }

  // The next calls of the name return these, one each, instead of what they would.
  void Answer(const std::string& call, std::deque<int> answers) {
    const std::lock_guard lock(mutex_);
    answers_.emplace_back(call, std::move(answers));
  }

  // The next commit lets go of only so many frames.
  void CommitOnly(long frames) {
    const std::lock_guard lock(mutex_);
    commit_only_ = frames;
  }

  std::vector<std::string> calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

  std::uint64_t now_frame() const {
    const std::lock_guard lock(mutex_);
    return now_frame_;
  }

  // ---- Pcm ----

  const PcmGrant& grant() const noexcept override { return grant_; }
  int PollDescriptorCount() noexcept override { return 1; }

  int FillPollDescriptors(std::span<pollfd> descriptors) noexcept override {
    descriptors.front() = {.fd = ready_.fd(), .events = POLLIN, .revents = 0};
    return 1;
  }

  int PollEvents(std::span<pollfd> descriptors, unsigned short* events) noexcept override {
    const std::lock_guard lock(mutex_);
    *events = static_cast<unsigned short>(descriptors.front().revents | poll_events_);
    return 0;
  }

  int Start() noexcept override {
    const std::lock_guard lock(mutex_);
    const int status = Log("start", is_prepared_ ? 0 : -EBADFD);
    is_running_ = is_running_ || status == 0;
    return status;
  }

  int Prepare() noexcept override {
    const std::lock_guard lock(mutex_);
    const int status = Log("prepare", fault_ == -ENODEV ? -ENODEV : 0);
    if (status == 0) {
      is_prepared_ = true;
      is_running_ = false;
      fault_ = 0;
      slots_read_ = slots_written_;  // what was in the buffer is gone
    }
    return status;
  }

  int Resume() noexcept override {
    const std::lock_guard lock(mutex_);
    const int status = Log("resume", 0);
    if (status == 0) {
      fault_ = 0;
    }
    return status;
  }

  int Drop() noexcept override {
    const std::lock_guard lock(mutex_);
    is_running_ = false;
    return Log("drop", 0);
  }

  PcmAvail Avail() noexcept override {
    const std::lock_guard lock(mutex_);
    const int status = Scripted("avail", fault_);
    ready_.Clear();
    if (status != 0) {
      ready_.Signal();  // an error stays until it is dealt with
      return {.frames = status, .timestamp_ns = 0};
    }
    const auto ms = static_cast<std::int64_t>(now_frame_) + jitter_ms_;  // at 1000 frames a second
    return {.frames = static_cast<long>(slots_written_ - slots_read_),
            .timestamp_ns = has_timestamps_ ? (kEpochMs + ms) * 1'000'000 : 0};
  }

  PcmBlock Begin(std::size_t frames) noexcept override {
    const std::lock_guard lock(mutex_);
    const int status = Log("begin", 0);
    if (status != 0) {
      return {.error = status, .bytes = {}, .frames = 0};
    }
    const std::size_t slot = slots_read_ % buffer_.size();
    const std::size_t count =
        std::min({frames, slots_written_ - slots_read_, buffer_.size() - slot});
    return {.error = 0,
            .bytes = std::as_bytes(std::span(buffer_).subspan(slot, count)),
            .frames = count};
  }

  long Commit(std::size_t frames) noexcept override {
    const std::lock_guard lock(mutex_);
    const int status = Log("commit", 0);
    if (status != 0) {
      return status;
    }
    const long taken = std::min(static_cast<long>(frames), std::exchange(commit_only_, kNoLimit));
    slots_read_ += static_cast<std::size_t>(taken);
    return taken;
  }

 private:
  static constexpr std::int64_t kEpochMs = 5'000;
  static constexpr long kNoLimit = 1L << 40;

  void CaptureOne() {
    if (!is_running_ || fault_ != 0) {
      return;
    }
    if (slots_written_ - slots_read_ == buffer_.size()) {
      if (overrun_ == Overrun::kReported) {
        fault_ = -EPIPE;
        return;
      }
      ++slots_read_;  // the oldest frame is overwritten
    }
    buffer_[slots_written_++ % buffer_.size()] = static_cast<float>(now_frame_);
  }

  int Scripted(const std::string& call, int otherwise) {
    for (auto& [name, answers] : answers_) {
      if (name == call && !answers.empty()) {
        const int answer = answers.front();
        answers.pop_front();
        return answer;
      }
    }
    return otherwise;
  }

  int Log(const std::string& call, int otherwise) {
    calls_.push_back(call);
    return Scripted(call, otherwise);
  }

  mutable std::mutex mutex_;
  PcmGrant grant_;
  EventFd ready_;
  std::vector<float> buffer_;
  std::uint64_t now_frame_ = 0;
  std::size_t slots_written_ = 0;
  std::size_t slots_read_ = 0;
  Overrun overrun_ = Overrun::kReported;
  std::int64_t jitter_ms_ = 0;
  bool has_timestamps_ = true;
  bool is_prepared_ = true;
  bool is_running_ = false;
  int fault_ = 0;
  short poll_events_ = 0;
  long commit_only_ = kNoLimit;
  std::vector<std::pair<std::string, std::deque<int>>> answers_;
  std::vector<std::string> calls_;
};

}  // namespace cosyscribe

#endif  // TESTS_NATIVE_CAPTURE_FAKE_PCM_H_
