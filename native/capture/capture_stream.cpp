#include "capture/capture_stream.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <system_error>
#include <utility>

namespace cosyscribe {
namespace {

constexpr int kPollTimeoutMs = 250;
constexpr int kLatenessMs = 100;  // beyond the timeout: this thread was not let run
constexpr int kEmptyWakeRestMs = 5;
constexpr std::size_t kMarks = 256;
constexpr std::int64_t kNsPerMs = 1'000'000;

std::int64_t NowNs(clockid_t clock = CLOCK_MONOTONIC) noexcept {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void Relax(std::atomic<std::uint64_t>& to, std::uint64_t value) noexcept {
  to.store(value, std::memory_order_relaxed);
}

std::uint64_t Get(const std::atomic<std::uint64_t>& from) noexcept {
  return from.load(std::memory_order_relaxed);
}

ReadingKind KindOf(MarkKind kind) noexcept {
  switch (kind) {
    case MarkKind::kLost:
      return ReadingKind::kLost;
    case MarkKind::kNotCaptured:
      return ReadingKind::kNotCaptured;
    case MarkKind::kTakeStart:
      return ReadingKind::kTakeStart;
    case MarkKind::kTakeEnd:
      return ReadingKind::kTakeEnd;
  }
  return ReadingKind::kNothing;
}

}  // namespace

CaptureStream::CaptureStream(std::unique_ptr<Pcm> pcm, const CaptureOptions& options)
    : options_(options),
      pcm_(std::move(pcm)),
      grant_(pcm_->grant()),
      ring_(options.ring_frames),
      marks_(kMarks),
      reader_(*pcm_, ring_, marks_, std::size_t{grant_.rate_hz} * options.pre_roll_ms / 1000),
      recovery_(*pcm_),
      descriptors_(static_cast<std::size_t>(std::max(pcm_->PollDescriptorCount(), 0)) + 1) {}

CaptureStream::~CaptureStream() { Stop(); }

void CaptureStream::Start() {
  const int status = pcm_->Start();
  if (status < 0) {
    throw PcmError("snd_pcm_start", -status, std::generic_category().message(-status));
  }
  woken_ns_ = last_frame_ns_ = NowNs();
  thread_ = std::thread(&CaptureStream::Run, this);
  tid_.wait(0);
  priority_ = RaisePriority(thread_.native_handle(), tid_, options_.fifo_priority);
}

void CaptureStream::Stop() noexcept {
  stop_ = true;
  control_.Signal();
  if (thread_.joinable()) {
    thread_.join();
  }
}

std::uint64_t CaptureStream::StartTake() noexcept {
  const std::uint64_t take = ++wanted_take_;
  control_.Signal();
  return take;
}

void CaptureStream::EndTake(std::uint64_t take, std::chrono::milliseconds tail) noexcept {
  std::uint64_t ended = ended_take_;
  if (ended >= take) {
    return;
  }
  take_end_ns_ = NowNs() + tail.count() * kNsPerMs;
  while (ended < take && !ended_take_.compare_exchange_weak(ended, take)) {
  }
  control_.Signal();
}

void CaptureStream::Finish(std::chrono::milliseconds tail) noexcept {
  finish_ = true;
  EndTake(wanted_take_, tail);
  control_.Signal();
}

CaptureStatistics CaptureStream::statistics() const noexcept {
  CaptureStatistics statistics;
  statistics.reader.frames = Get(published_.frames);
  statistics.reader.lost_frames = Get(published_.lost_frames);
  statistics.reader.not_captured_frames = Get(published_.not_captured_frames);
  statistics.reader.ring_overrun_frames = Get(published_.ring_overrun_frames);
  statistics.reader.max_avail_frames = Get(published_.max_avail_frames);
  statistics.xruns = Get(published_.xruns);
  statistics.restarts = Get(published_.restarts);
  statistics.wakeups = Get(published_.wakeups);
  statistics.cpu_ns = published_.cpu_ns.load(std::memory_order_relaxed);
  statistics.priority = priority_;
  return statistics;
}

// ---- capture thread ----

void CaptureStream::Run() noexcept {
  pthread_setname_np(pthread_self(), "cosy-capture");
  tid_ = gettid();
  tid_.notify_one();
  End end = End::kRunning;
  while (end == End::kRunning) {
    end = Step();
    Publish();
    data_.Signal();
  }
  pcm_->Drop();  // draining could wait for a device that gives nothing any more
  pcm_.reset();
  end_.store(end, std::memory_order_release);  // publishes the last frames and marks
  data_.Signal();
}

CaptureStream::End CaptureStream::Step() noexcept {
  const unsigned short events = WaitForDevice();
  if (stop_) {
    return End::kStopped;
  }
  const long frames = ReadDevice(events);
  rest_ms_ = 0;
  if (frames > 0) {
    recovery_.OnFrames();
    last_frame_ns_ = woken_ns_;
  } else if (frames < 0) {
    const Recovered outcome = recovery_.Recover(static_cast<int>(frames));
    if (outcome == Recovered::kLost) {
      return End::kDeviceLost;
    }
    rest_ms_ = Recovery::kRetryMs;
    reader_.OnRestart(frames != -ESTRPIPE);
  } else if (events != 0) {
    rest_ms_ = kEmptyWakeRestMs;
  }
  is_silent_ = woken_ns_ - last_frame_ns_ >= options_.silent_after_ms * kNsPerMs;
  UpdateTakes();
  return finish_ && live_take_ == 0 ? End::kStopped : End::kRunning;
}

unsigned short CaptureStream::WaitForDevice() noexcept {
  const std::span<pollfd> all(descriptors_);
  std::span<pollfd> device = all.first(all.size() - 1);
  all.back() = {.fd = control_.fd(), .events = POLLIN, .revents = 0};
  const int timeout_ms = TimeoutMs();
  if (rest_ms_ > 0) {
    // Its descriptors may be ready all the time, with nothing behind them; pcm "pulse" does that.
    poll(&all.back(), 1, timeout_ms);
    device = {};
  } else {
    pcm_->FillPollDescriptors(device);
    poll(all.data(), all.size(), timeout_ms);
  }
  if (all.back().revents != 0) {
    control_.Clear();
  }
  const std::int64_t now_ns = NowNs();
  was_late_ = now_ns - woken_ns_ > (timeout_ms + kLatenessMs) * kNsPerMs;
  woken_ns_ = now_ns;
  unsigned short events = 0;
  if (!device.empty() && pcm_->PollEvents(device, &events) < 0) {
    events = POLLERR;
  }
  if (events == 0 &&
      std::ranges::any_of(device, [](const pollfd& fd) { return fd.revents != 0; })) {
    events = POLLIN;  // it woke us and does not say why
  }
  return events;
}

long CaptureStream::ReadDevice(unsigned short events) noexcept {
  if ((events & (POLLHUP | POLLNVAL)) != 0) {
    return -ENODEV;
  }
  const long frames = reader_.Drain(woken_ns_, was_late_);
  // An error that the device does not own up to would wake us again at once, for ever.
  return frames == 0 && (events & POLLERR) != 0 ? -EIO : frames;
}

int CaptureStream::TimeoutMs() const noexcept {
  if (rest_ms_ > 0) {
    return rest_ms_;
  }
  if (live_take_ == 0 || ended_take_ < live_take_) {
    return kPollTimeoutMs;
  }
  const std::int64_t left_ms = (take_end_ns_ - NowNs()) / kNsPerMs + 1;
  return static_cast<int>(std::clamp<std::int64_t>(left_ms, 1, kPollTimeoutMs));
}

void CaptureStream::UpdateTakes() noexcept {
  const std::uint64_t wanted = wanted_take_;
  if (live_take_ != 0) {
    const bool is_over = ended_take_ >= live_take_ && woken_ns_ >= take_end_ns_;
    if ((is_over || wanted > live_take_) && reader_.EndTake(live_take_)) {
      live_take_ = 0;
    }
  }
  if (live_take_ == 0 && wanted > last_take_ && reader_.StartTake(wanted)) {
    live_take_ = last_take_ = wanted;
  }
}

void CaptureStream::Publish() noexcept {
  const PeriodReader::Counters& counters = reader_.counters();
  Relax(published_.frames, counters.frames);
  Relax(published_.lost_frames, counters.lost_frames);
  Relax(published_.not_captured_frames, counters.not_captured_frames);
  Relax(published_.ring_overrun_frames, counters.ring_overrun_frames);
  Relax(published_.max_avail_frames, counters.max_avail_frames);
  Relax(published_.xruns, recovery_.xruns() + counters.silent_xruns);
  Relax(published_.restarts, recovery_.restarts());
  Relax(published_.wakeups, Get(published_.wakeups) + 1);
  published_.cpu_ns.store(NowNs(CLOCK_THREAD_CPUTIME_ID), std::memory_order_relaxed);
}

// ---- reader ----

std::size_t CaptureStream::Wait(std::size_t enough, std::chrono::milliseconds timeout) noexcept {
  const std::int64_t deadline_ns = NowNs() + timeout.count() * kNsPerMs;
  while (true) {
    data_.Clear();  // before looking: what comes after the look raises it again
    const View view = Look();
    const std::int64_t left_ns = deadline_ns - NowNs();
    if (view.frames >= enough || view.has_mark || view.end != End::kRunning || left_ns <= 0) {
      return view.frames;
    }
    pollfd data{.fd = data_.fd(), .events = POLLIN, .revents = 0};
    poll(&data, 1, static_cast<int>(left_ns / kNsPerMs) + 1);
  }
}

Reading CaptureStream::Take(std::span<float> frames) noexcept {
  const View view = Look();
  if (view.frames > 0) {
    const std::size_t count = ring_.Read(frames.first(std::min(frames.size(), view.frames)));
    return {.kind = count > 0 ? ReadingKind::kFrames : ReadingKind::kNothing, .count = count};
  }
  if (view.has_mark) {
    Mark taken{};
    marks_.Read({&taken, 1});
    return {.kind = KindOf(taken.kind), .count = taken.value};
  }
  switch (view.end) {
    case End::kRunning:
      return {};
    case End::kStopped:
      return {.kind = ReadingKind::kStopped, .count = 0};
    case End::kDeviceLost:
      return {.kind = ReadingKind::kDeviceLost, .count = 0};
  }
  return {};
}

CaptureStream::View CaptureStream::Look() const noexcept {
  // In this order: what is seen of each was published after all that is looked at below it.
  View view;
  view.end = end_.load(std::memory_order_acquire);
  view.frames = ring_.readable();
  view.has_mark = marks_.Peek({&view.mark, 1}) == 1;
  if (view.has_mark) {
    view.frames = static_cast<std::size_t>(view.mark.position - ring_.read());
  }
  return view;
}

}  // namespace cosyscribe
