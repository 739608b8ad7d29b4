#ifndef NATIVE_CAPTURE_SAMPLE_CONVERT_H_
#define NATIVE_CAPTURE_SAMPLE_CONVERT_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace cosyscribe {

// Sample formats a device may grant, all little endian and interleaved.
enum class SampleFormat : std::uint8_t {
  kS16,
  kS24In32,  // low three bytes of four
  kS24,      // three bytes
  kS32,
  kF32,
};

constexpr std::size_t BytesPerSample(SampleFormat format) noexcept {
  switch (format) {
    case SampleFormat::kS16:
      return 2;
    case SampleFormat::kS24:
      return 3;
    case SampleFormat::kS24In32:
    case SampleFormat::kS32:
    case SampleFormat::kF32:
      return 4;
  }
  return 0;
}

// Writes the mean of each frame's channels, full scale at +-1; `mono.size()` frames are taken.
// `interleaved` holds at least mono.size() * channels samples, at any alignment.
//
// 16 and 24 bit samples of one channel arrive bit-exact: sample / 2^(bits-1) fits a float. What is
// not a number becomes silence, or one bad value would stay in every filter behind us.
void ToMono(std::span<const std::byte> interleaved, SampleFormat format, std::size_t channels,
            std::span<float> mono) noexcept;

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_SAMPLE_CONVERT_H_
