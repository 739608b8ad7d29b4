#include "capture/sample_convert.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace cosyscribe {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are read as they lie");

template <typename Value>
Value Load(const std::byte* at) noexcept {
  Value value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

struct S16 {
  static constexpr std::size_t kBytes = 2;
  static float Get(const std::byte* at) noexcept {
    return static_cast<float>(Load<std::int16_t>(at)) * 0x1p-15F;
  }
};

// The three bytes go to the top of a word, so that the sign is where the processor expects it.
struct S24In32 {
  static constexpr std::size_t kBytes = 4;
  static float Get(const std::byte* at) noexcept {
    const auto word = Load<std::uint32_t>(at) << 8U;
    return static_cast<float>(std::bit_cast<std::int32_t>(word)) * 0x1p-31F;
  }
};

struct S24 {
  static constexpr std::size_t kBytes = 3;
  static float Get(const std::byte* at) noexcept {
    std::uint32_t word = 0;
    std::memcpy(reinterpret_cast<std::byte*>(&word) + 1, at, kBytes);
    return static_cast<float>(std::bit_cast<std::int32_t>(word)) * 0x1p-31F;
  }
};

struct S32 {
  static constexpr std::size_t kBytes = 4;
  static float Get(const std::byte* at) noexcept {
    return static_cast<float>(Load<std::int32_t>(at)) * 0x1p-31F;
  }
};

struct F32 {
  static constexpr std::size_t kBytes = 4;
  static float Get(const std::byte* at) noexcept {
    const auto value = Load<float>(at);
    return std::isfinite(value) ? value : 0.0F;
  }
};

template <typename Format>
void Convert(const std::byte* at, std::size_t channels, std::span<float> mono) noexcept {
  if (channels == 1) {
    for (float& frame : mono) {
      frame = Format::Get(at);
      at += Format::kBytes;
    }
    return;
  }
  const double scale = 1.0 / static_cast<double>(channels);
  for (float& frame : mono) {
    double sum = 0.0;  // no float can overflow it
    for (std::size_t channel = 0; channel < channels; ++channel) {
      sum += static_cast<double>(Format::Get(at));
      at += Format::kBytes;
    }
    frame = static_cast<float>(sum * scale);
  }
}

}  // namespace

void ToMono(std::span<const std::byte> interleaved, SampleFormat format, std::size_t channels,
            std::span<float> mono) noexcept {
  const std::byte* at = interleaved.data();
  switch (format) {
    case SampleFormat::kS16:
      return Convert<S16>(at, channels, mono);
    case SampleFormat::kS24In32:
      return Convert<S24In32>(at, channels, mono);
    case SampleFormat::kS24:
      return Convert<S24>(at, channels, mono);
    case SampleFormat::kS32:
      return Convert<S32>(at, channels, mono);
    case SampleFormat::kF32:
      return Convert<F32>(at, channels, mono);
  }
}

}  // namespace cosyscribe
