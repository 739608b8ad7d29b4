// Any bytes, format and channel count: every frame comes out as a finite number.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

#include "capture/sample_convert.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) {
    return 0;
  }
  const auto format = static_cast<cosyscribe::SampleFormat>(data[0] % 5);
  const std::size_t channels = 1 + data[1] % 32;
  const std::span<const std::byte> samples = std::as_bytes(std::span(data + 2, size - 2));
  const std::size_t frames = samples.size() / cosyscribe::BytesPerSample(format) / channels;
  std::vector<float> mono(frames);
  cosyscribe::ToMono(samples, format, channels, mono);
  for (const float frame : mono) {
    if (!std::isfinite(frame)) {
      std::abort();
    }
  }
  return 0;
}
