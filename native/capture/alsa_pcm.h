#ifndef NATIVE_CAPTURE_ALSA_PCM_H_
#define NATIVE_CAPTURE_ALSA_PCM_H_

#include <memory>

#include "capture/pcm.h"

namespace cosyscribe {

// Opens and prepares a capture device; does not start it.
//
// Takes mmap where the device grants it, else read calls; the rate, channel count and format it
// has where they are not those asked for (ALSA's own rate converter damages speech, so it stays
// off). Throws PcmError. May take tens of milliseconds.
std::unique_ptr<Pcm> OpenAlsaPcm(const PcmRequest& request);

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_ALSA_PCM_H_
