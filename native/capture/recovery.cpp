#include "capture/recovery.h"

#include <cerrno>

namespace cosyscribe {

Recovered Recovery::Recover(int error) noexcept {
  switch (error) {
    case -ENODEV:
    case -ENOTCONN:
    case -ENOENT:
      return Recovered::kLost;
    case -EPIPE:
      had_xrun_ = true;
      return Restart();
    case -ESTRPIPE: {
      const int status = pcm_.Resume();
      if (status == -EAGAIN && ++resume_tries_ < kMaxResumeTries) {
        return Recovered::kTryLater;  // the hardware is not awake yet
      }
      if (status < 0) {
        return Restart();  // many drivers cannot resume
      }
      ++restarts_;
      return Recovered::kRunning;
    }
    default:
      // A state we do not know: only from a clean stop does a restart make sense.
      pcm_.Drop();
      return Restart();
  }
}

Recovered Recovery::Restart() noexcept {
  if (++barren_restarts_ > kMaxBarrenRestarts) {
    return Recovered::kLost;
  }
  ++restarts_;
  if (pcm_.Prepare() < 0) {
    return Recovered::kLost;
  }
  // Prepared is not running: without this the stream stays silent for good.
  return pcm_.Start() < 0 ? Recovered::kLost : Recovered::kRunning;
}

}  // namespace cosyscribe
