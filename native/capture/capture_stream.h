#ifndef NATIVE_CAPTURE_CAPTURE_STREAM_H_
#define NATIVE_CAPTURE_CAPTURE_STREAM_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "capture/event_fd.h"
#include "capture/pcm.h"
#include "capture/period_reader.h"
#include "capture/realtime.h"
#include "capture/recovery.h"

namespace cosyscribe {

struct CaptureOptions {
  // 11 s at 48 kHz, 2 MiB: for a reader that is kept from its interpreter, or decodes slowly.
  std::size_t ring_frames = std::size_t{1} << 19U;
  unsigned pre_roll_ms = 500;
  // Without a frame for so long the microphone is called silent.
  unsigned silent_after_ms = 500;
  int fifo_priority = 10;
};

struct CaptureStatistics {
  PeriodReader::Counters reader;
  std::uint64_t xruns = 0;
  std::uint64_t restarts = 0;
  std::uint64_t wakeups = 0;
  std::int64_t cpu_ns = 0;
  Priority priority = Priority::kNormal;
};

enum class ReadingKind : std::uint8_t {
  kNothing,      // the time ran out
  kFrames,       // `count` frames were copied
  kLost,         // `count` frames are missing here: lost on the way
  kNotCaptured,  // `count` frames are missing here: the device captured nothing
  kTakeStart,    // `count` is the take that begins here
  kTakeEnd,      // `count` is the take that ended here
  kDeviceLost,   // nothing more comes: the device is gone
  kStopped,      // nothing more comes: Stop() or Finish()
};

struct Reading {
  ReadingKind kind = ReadingKind::kNothing;
  std::uint64_t count = 0;
};

// Captures one device on a thread of its own, into a ring that another thread reads.
//
// What is captured belongs to takes, numbered from 1: StartTake() opens one, EndTake() closes it
// after a tail; what comes between takes is dropped but for the pre-roll of the next.
//
// The capture thread owns the device from Start() on and closes it when it ends. It allocates
// nothing, takes no lock, logs nothing and never throws: it counts.
//
// Threads: Wait() and Take() belong to one thread at a time; Start(), Stop() and the destructor to
// the owner; all else to any thread.
class CaptureStream {
 public:
  explicit CaptureStream(std::unique_ptr<Pcm> pcm, const CaptureOptions& options = {});
  CaptureStream(const CaptureStream&) = delete;
  CaptureStream& operator=(const CaptureStream&) = delete;
  ~CaptureStream();

  const PcmGrant& grant() const noexcept { return grant_; }

  // Starts the device and its thread. Throws PcmError where the device will not start.
  void Start();

  // Ends the thread and closes the device: at once, whatever the device does. What is in the ring
  // may still be read. Idempotent; harmless before Start().
  void Stop() noexcept;

  // Opens the next take at this moment; its first frames are the pre-roll. Returns its number.
  std::uint64_t StartTake() noexcept;

  // Closes the take once all that is captured in the next `tail` has come.
  void EndTake(std::uint64_t take, std::chrono::milliseconds tail) noexcept;

  // As EndTake() for the last take, then the thread ends by itself. Does not wait.
  void Finish(std::chrono::milliseconds tail) noexcept;

  // Waits until `enough` frames are there, or all that comes before a mark or the end, or the time
  // is up. Returns how many frames Take() has; 0 where it has something else, or nothing.
  std::size_t Wait(std::size_t enough, std::chrono::milliseconds timeout) noexcept;

  // What is there now, without waiting: frames up to the next mark, or the mark.
  Reading Take(std::span<float> frames) noexcept;

  // Whether the capture thread still has the device.
  bool is_running() const noexcept {
    return tid_.load(std::memory_order_relaxed) != 0 &&
           end_.load(std::memory_order_relaxed) == End::kRunning;
  }

  // Whether no frame came for a while.
  bool is_silent() const noexcept { return is_silent_.load(std::memory_order_relaxed); }

  CaptureStatistics statistics() const noexcept;

 private:
  enum class End : std::uint8_t { kRunning, kStopped, kDeviceLost };

  // What statistics() reads while the capture thread goes on.
  struct Published {
    std::atomic<std::uint64_t> frames{0};
    std::atomic<std::uint64_t> lost_frames{0};
    std::atomic<std::uint64_t> not_captured_frames{0};
    std::atomic<std::uint64_t> ring_overrun_frames{0};
    std::atomic<std::uint64_t> max_avail_frames{0};
    std::atomic<std::uint64_t> xruns{0};
    std::atomic<std::uint64_t> restarts{0};
    std::atomic<std::uint64_t> wakeups{0};
    std::atomic<std::int64_t> cpu_ns{0};
  };

  // Capture thread only.
  void Run() noexcept;
  End Step() noexcept;
  unsigned short WaitForDevice() noexcept;
  long ReadDevice(unsigned short events) noexcept;
  void UpdateTakes() noexcept;
  int TimeoutMs() const noexcept;
  void Publish() noexcept;

  // Reader only.
  struct View {
    End end = End::kRunning;
    bool has_mark = false;
    Mark mark{};
    std::size_t frames = 0;  // up to the mark
  };
  View Look() const noexcept;

  const CaptureOptions options_;
  std::unique_ptr<Pcm> pcm_;  // the capture thread's from Start() on
  const PcmGrant grant_;
  FrameRing ring_;
  MarkRing marks_;
  EventFd control_;  // wakes the capture thread
  EventFd data_;     // wakes the reader
  std::thread thread_;

  std::atomic<bool> stop_{false};
  std::atomic<std::uint64_t> wanted_take_{0};
  std::atomic<std::uint64_t> ended_take_{0};
  std::atomic<std::int64_t> take_end_ns_{0};
  std::atomic<bool> finish_{false};
  std::atomic<pid_t> tid_{0};
  std::atomic<bool> is_silent_{false};
  std::atomic<End> end_{End::kRunning};
  std::atomic<Priority> priority_{Priority::kNormal};
  Published published_;

  // Capture thread only.
  PeriodReader reader_;
  Recovery recovery_;
  std::vector<pollfd> descriptors_;  // the device's, then control_
  std::uint64_t live_take_ = 0;      // 0 between takes
  std::uint64_t last_take_ = 0;
  std::int64_t woken_ns_ = 0;
  std::int64_t last_frame_ns_ = 0;
  bool was_late_ = false;
  int rest_ms_ = 0;  // let the device be for so long
};

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_CAPTURE_STREAM_H_
