#ifndef NATIVE_CAPTURE_PERIOD_READER_H_
#define NATIVE_CAPTURE_PERIOD_READER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "capture/pcm.h"
#include "capture/ring_buffer.h"

namespace cosyscribe {

using FrameRing = RingBuffer<float>;

enum class MarkKind : std::uint8_t {
  kLost,         // `value` frames that were captured and did not reach us
  kNotCaptured,  // `value` frames of time in which the device captured nothing
  kTakeStart,    // `value` is the take
  kTakeEnd,      // the same
};

// Something that happened between two frames of the ring.
struct Mark {
  std::uint64_t position;  // of the frame after it
  std::uint64_t value;
  MarkKind kind;
};

using MarkRing = RingBuffer<Mark>;

// Moves what the device has into the ring as mono floats, and accounts for every frame of the
// time line: read, lost on the way, or never captured.
//
// Between takes nothing is wanted but the last moments, which the next take begins with: they are
// kept here, not in the ring, so that a take starts and ends at one exact frame and no frame is in
// two takes.
//
// Threads: the capture thread only, but for the constructor.
class PeriodReader {
 public:
  struct Counters {
    std::uint64_t frames = 0;
    std::uint64_t lost_frames = 0;
    std::uint64_t not_captured_frames = 0;
    std::uint64_t ring_overrun_frames = 0;
    std::uint64_t silent_xruns = 0;  // overruns that the device did not report
    std::uint64_t max_avail_frames = 0;
  };

  PeriodReader(Pcm& pcm, FrameRing& ring, MarkRing& marks, std::size_t pre_roll_frames);

  // Reads all that is there. `was_late` tells that this thread did not run when it should have; it
  // holds until the next frame, for a device may have none at once.
  // Returns the frames read, or the device's negative errno value.
  long Drain(std::int64_t now_ns, bool was_late) noexcept;

  // The device restarted: the time until its next frame is a gap, lost where `was_capturing`.
  void OnRestart(bool was_capturing) noexcept;

  // False where the reader is so far behind that even this could not be noted: try again later.
  bool StartTake(std::uint64_t take) noexcept;
  bool EndTake(std::uint64_t take) noexcept;

  const Counters& counters() const noexcept { return counters_; }

 private:
  enum class Gap : std::uint8_t { kNone, kLost, kNotCaptured };

  void AccountForGap(const PcmAvail& avail, std::int64_t stamp_ns) noexcept;
  void RecordGap(Gap kind, std::int64_t frames) noexcept;
  void Anchor(std::int64_t measured_end_ns, std::size_t frames) noexcept;
  void Store(std::span<const float> frames) noexcept;
  void Remember(std::span<const float> frames) noexcept;
  bool PushMark(MarkKind kind, std::uint64_t value) noexcept;
  void PushPendingGaps() noexcept;
  std::int64_t ToNs(std::int64_t frames) const noexcept;

  Pcm& pcm_;
  FrameRing& ring_;
  MarkRing& marks_;
  Counters counters_;
  std::vector<float> mono_;

  // The last frames before a take: a circle, `history_end_` its next slot.
  std::vector<float> history_;
  std::size_t history_end_ = 0;
  std::size_t history_frames_ = 0;
  bool in_take_ = false;

  // When the frame after the last one read was, or is to be, captured.
  std::int64_t end_ns_ = 0;
  bool has_end_ = false;
  Gap gap_after_restart_ = Gap::kNone;
  bool was_late_ = false;
  // Gaps that no mark tells of yet: it is pushed before the next frame that is stored.
  std::uint64_t pending_lost_ = 0;
  std::uint64_t pending_not_captured_ = 0;
};

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_PERIOD_READER_H_
