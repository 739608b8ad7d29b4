#ifndef NATIVE_CAPTURE_RECOVERY_H_
#define NATIVE_CAPTURE_RECOVERY_H_

#include <cstdint>

#include "capture/pcm.h"

namespace cosyscribe {

enum class Recovered : std::uint8_t {
  kRunning,   // frames will come
  kTryLater,  // not yet: call again in kRetryMs
  kLost,      // the device is gone, or does not run any more
};

// Brings a device back after an error, or finds that it is gone. Bounded: a device that restarts
// without giving a frame is lost after kMaxBarrenRestarts.
//
// Threads: the capture thread only.
class Recovery {
 public:
  static constexpr int kRetryMs = 20;
  static constexpr int kMaxBarrenRestarts = 5;
  static constexpr int kMaxResumeTries = 50;

  explicit Recovery(Pcm& pcm) noexcept : pcm_(pcm) {}

  // `error` is the negative errno value that a call of the device returned.
  Recovered Recover(int error) noexcept;

  // Frames arrived: the last restart worked.
  void OnFrames() noexcept {
    xruns_ += had_xrun_ ? 1 : 0;
    had_xrun_ = false;
    barren_restarts_ = 0;
    resume_tries_ = 0;
  }

  // Restarts since the beginning, and overruns of the device buffer that it came back from: a
  // device that is going away reports overruns too.
  std::uint64_t restarts() const noexcept { return restarts_; }
  std::uint64_t xruns() const noexcept { return xruns_; }

 private:
  Recovered Restart() noexcept;

  Pcm& pcm_;
  std::uint64_t restarts_ = 0;
  std::uint64_t xruns_ = 0;
  bool had_xrun_ = false;
  int barren_restarts_ = 0;
  int resume_tries_ = 0;
};

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_RECOVERY_H_
