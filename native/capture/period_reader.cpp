#include "capture/period_reader.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "capture/sample_convert.h"

namespace cosyscribe {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

// A server's time stamps tell when a period came, not when it was captured: they jitter by a
// quantum (43 ms, 170 ms to save power). Only more than that is a gap that nothing reported.
constexpr std::int64_t kMinUnreportedGapMs = 200;

// The device's clock may run slower than the system's by up to this: far more than crystals do.
constexpr std::int64_t kMaxDriftPpm = 500;

}  // namespace

PeriodReader::PeriodReader(Pcm& pcm, FrameRing& ring, MarkRing& marks, std::size_t pre_roll_frames)
    : pcm_(pcm),
      ring_(ring),
      marks_(marks),
      mono_(pcm.grant().buffer_frames),
      history_(pre_roll_frames) {}

long PeriodReader::Drain(std::int64_t now_ns, bool was_late) noexcept {
  was_late_ = was_late_ || was_late;
  const PcmAvail avail = pcm_.Avail();
  if (avail.frames <= 0) {
    return avail.frames;
  }
  const std::int64_t stamp_ns = avail.timestamp_ns != 0 ? avail.timestamp_ns : now_ns;
  AccountForGap(avail, stamp_ns);

  const auto available = static_cast<std::size_t>(avail.frames);
  std::size_t taken = 0;
  long error = 0;
  while (taken < available && error == 0) {
    const PcmBlock block = pcm_.Begin(std::min(available - taken, mono_.size()));
    if (block.error != 0 || block.frames == 0) {
      error = block.error;
      break;
    }
    const std::span<float> mono(mono_.data(), block.frames);
    ToMono(block.bytes, pcm_.grant().format, pcm_.grant().channels, mono);
    Store(mono);
    taken += block.frames;
    const long committed = pcm_.Commit(block.frames);
    if (committed != static_cast<long>(block.frames)) {
      error = committed < 0 ? committed : -EPIPE;  // a short commit is how an xrun shows here
    }
  }
  counters_.frames += taken;
  if (taken > 0) {
    Anchor(stamp_ns - ToNs(static_cast<std::int64_t>(available - taken)), taken);
  }
  return error != 0 ? error : static_cast<long>(taken);
}

void PeriodReader::OnRestart(bool was_capturing) noexcept {
  if (gap_after_restart_ != Gap::kLost) {
    gap_after_restart_ = was_capturing ? Gap::kLost : Gap::kNotCaptured;
  }
}

void PeriodReader::AccountForGap(const PcmAvail& avail, std::int64_t stamp_ns) noexcept {
  const auto available = static_cast<std::uint64_t>(avail.frames);
  counters_.max_avail_frames = std::max(counters_.max_avail_frames, available);
  const Gap restarted = std::exchange(gap_after_restart_, Gap::kNone);
  const bool was_late = std::exchange(was_late_, false);
  if (!has_end_) {
    return;
  }
  const PcmGrant& grant = pcm_.grant();
  const auto rate_hz = static_cast<std::int64_t>(grant.rate_hz);
  const std::int64_t gap_ns = stamp_ns - ToNs(avail.frames) - end_ns_;
  const std::int64_t gap = (gap_ns * rate_hz + kNsPerSecond / 2) / kNsPerSecond;

  // A full buffer with a gap before it is an overrun that the device keeps to itself.
  const bool is_full = available >= grant.buffer_frames;
  std::int64_t tolerance = rate_hz * kMinUnreportedGapMs / 1000;
  if (restarted != Gap::kNone) {
    tolerance = 0;
  } else if (is_full) {
    tolerance = static_cast<std::int64_t>(grant.period_frames);
  }
  if (gap <= tolerance) {
    return;
  }
  if (restarted != Gap::kNone) {
    RecordGap(restarted, gap);
  } else if (is_full || was_late) {
    ++counters_.silent_xruns;
    RecordGap(Gap::kLost, gap);
  } else {
    RecordGap(Gap::kNotCaptured, gap);
  }
}

void PeriodReader::RecordGap(Gap kind, std::int64_t frames) noexcept {
  end_ns_ += ToNs(frames);
  const auto count = static_cast<std::uint64_t>(frames);
  const bool is_lost = kind == Gap::kLost;
  (is_lost ? counters_.lost_frames : counters_.not_captured_frames) += count;
  if (in_take_) {
    (is_lost ? pending_lost_ : pending_not_captured_) += count;
  } else {
    history_frames_ = 0;  // what lies before the gap does not lead up to the next take
  }
}

// Time stamps come late, never early, so the earliest line through them is the truest.
void PeriodReader::Anchor(std::int64_t measured_end_ns, std::size_t frames) noexcept {
  const std::int64_t length_ns = ToNs(static_cast<std::int64_t>(frames));
  const std::int64_t predicted_ns = end_ns_ + length_ns + length_ns * kMaxDriftPpm / 1'000'000;
  end_ns_ = has_end_ ? std::min(measured_end_ns, predicted_ns) : measured_end_ns;
  has_end_ = true;
}

bool PeriodReader::StartTake(std::uint64_t take) noexcept {
  if (!PushMark(MarkKind::kTakeStart, take)) {
    return false;
  }
  in_take_ = true;
  const std::size_t first = history_end_ >= history_frames_
                                ? history_end_ - history_frames_
                                : history_end_ + history_.size() - history_frames_;
  const std::size_t until_wrap = std::min(history_frames_, history_.size() - first);
  Store({history_.data() + first, until_wrap});
  Store({history_.data(), history_frames_ - until_wrap});
  history_frames_ = 0;
  return true;
}

bool PeriodReader::EndTake(std::uint64_t take) noexcept {
  PushPendingGaps();
  if (!PushMark(MarkKind::kTakeEnd, take)) {
    return false;
  }
  in_take_ = false;
  return true;
}

void PeriodReader::Store(std::span<const float> frames) noexcept {
  if (!in_take_) {
    Remember(frames);
    return;
  }
  std::size_t stored = 0;
  if (!frames.empty() && ring_.writable() > 0) {
    PushPendingGaps();  // they lie before these frames
    stored = ring_.Write(frames);
  }
  counters_.ring_overrun_frames += frames.size() - stored;
  pending_lost_ += frames.size() - stored;
}

void PeriodReader::Remember(std::span<const float> frames) noexcept {
  if (history_.empty()) {
    return;
  }
  const auto newest = frames.last(std::min(frames.size(), history_.size()));
  const std::size_t until_wrap = std::min(newest.size(), history_.size() - history_end_);
  std::copy_n(newest.data(), until_wrap, history_.data() + history_end_);
  std::copy_n(newest.data() + until_wrap, newest.size() - until_wrap, history_.data());
  history_end_ = (history_end_ + newest.size()) % history_.size();
  history_frames_ = std::min(history_frames_ + newest.size(), history_.size());
}

bool PeriodReader::PushMark(MarkKind kind, std::uint64_t value) noexcept {
  const Mark mark{.position = ring_.written(), .value = value, .kind = kind};
  return marks_.Write({&mark, 1}) == 1;
}

// A gap that finds the mark queue full is told at the next: late, but never forgotten.
void PeriodReader::PushPendingGaps() noexcept {
  if (pending_lost_ > 0 && PushMark(MarkKind::kLost, pending_lost_)) {
    pending_lost_ = 0;
  }
  if (pending_not_captured_ > 0 && PushMark(MarkKind::kNotCaptured, pending_not_captured_)) {
    pending_not_captured_ = 0;
  }
}

std::int64_t PeriodReader::ToNs(std::int64_t frames) const noexcept {
  const auto rate_hz = static_cast<std::int64_t>(pcm_.grant().rate_hz);
  return frames * kNsPerSecond / rate_hz;
}

}  // namespace cosyscribe
