#ifndef NATIVE_CAPTURE_PCM_H_
#define NATIVE_CAPTURE_PCM_H_

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "capture/sample_convert.h"

namespace cosyscribe {

enum class PcmAccess : std::uint8_t { kMmap, kReadWrite };

// What we ask a device for. Lengths are scaled to the rate that is granted.
struct PcmRequest {
  std::string device = "default";
  unsigned rate_hz = 48'000;
  unsigned channels = 1;
  // A deep buffer costs no latency (a sound server follows the period) and forgives a busy machine.
  unsigned period_ms = 10;
  unsigned buffer_ms = 1'000;
};

// What the device gives.
struct PcmGrant {
  unsigned rate_hz = 0;
  unsigned channels = 0;
  SampleFormat format = SampleFormat::kS16;
  PcmAccess access = PcmAccess::kMmap;
  std::size_t period_frames = 0;
  std::size_t buffer_frames = 0;
};

// A device could not be opened or set up. Thrown to the thread that opens, never while capturing.
class PcmError : public std::runtime_error {
 public:
  PcmError(const std::string& call, int error, const std::string& detail)
      : std::runtime_error(call + ": " + detail), error_(error) {}

  // A positive errno value.
  int error() const noexcept { return error_; }

 private:
  int error_;
};

// Frames that may be read now, and when that was true.
struct PcmAvail {
  long frames = 0;                // or a negative errno value
  std::int64_t timestamp_ns = 0;  // CLOCK_MONOTONIC; 0 where the device does not say
};

// Frames lent by the device until Commit().
struct PcmBlock {
  int error = 0;  // a negative errno value, or 0
  std::span<const std::byte> bytes;
  std::size_t frames = 0;
};

// One open capture device, and the seam where tests put a fake.
//
// Calls return 0 or more, or a negative errno value, as ALSA's do.
// Threads: one at a time; no call but Start, Prepare, Resume and the destructor may block.
class Pcm {
 public:
  Pcm() = default;
  Pcm(const Pcm&) = delete;
  Pcm& operator=(const Pcm&) = delete;
  virtual ~Pcm() = default;

  virtual const PcmGrant& grant() const noexcept = 0;

  virtual int PollDescriptorCount() noexcept = 0;
  virtual int FillPollDescriptors(std::span<pollfd> descriptors) noexcept = 0;
  // After poll(): what happened, in poll's own bits.
  virtual int PollEvents(std::span<pollfd> descriptors, unsigned short* events) noexcept = 0;

  virtual int Start() noexcept = 0;
  virtual int Prepare() noexcept = 0;
  virtual int Resume() noexcept = 0;
  virtual int Drop() noexcept = 0;

  virtual PcmAvail Avail() noexcept = 0;
  // Lends up to `frames`; fewer where the buffer wraps, none where nothing is there after all.
  virtual PcmBlock Begin(std::size_t frames) noexcept = 0;
  // Gives back what Begin() lent. Returns the frames the device let go of.
  virtual long Commit(std::size_t frames) noexcept = 0;
};

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_PCM_H_
