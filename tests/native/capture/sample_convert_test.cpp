#include "capture/sample_convert.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace cosyscribe {
namespace {

template <typename Value>
std::vector<float> Convert(const std::vector<Value>& samples, SampleFormat format,
                           std::size_t channels = 1) {
  std::vector<float> mono(samples.size() * sizeof(Value) / BytesPerSample(format) / channels);
  ToMono(std::as_bytes(std::span(samples)), format, channels, mono);
  return mono;
}

TEST(ToMono, SixteenBitsAreExactOverTheWholeRange) {
  std::vector<std::int16_t> samples;
  for (int value = -32'768; value <= 32'767; ++value) {
    samples.push_back(static_cast<std::int16_t>(value));
  }
  const std::vector<float> mono = Convert(samples, SampleFormat::kS16);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    ASSERT_EQ(mono[i] * 32'768.0F, static_cast<float>(samples[i]));
  }
}

TEST(ToMono, ThirtyTwoBitsKeepSignAndScale) {
  const std::vector<std::int32_t> samples = {0, 1 << 30, -(1 << 30),
                                             std::numeric_limits<std::int32_t>::min(),
                                             std::numeric_limits<std::int32_t>::max()};
  EXPECT_EQ(Convert(samples, SampleFormat::kS32),
            (std::vector<float>{0.0F, 0.5F, -0.5F, -1.0F, 1.0F}));
}

TEST(ToMono, TwentyFourBitsIgnoreThePaddingByte) {
  const std::vector<std::uint32_t> samples = {0x00400000U, 0xFFC00000U, 0xAB800000U, 0x007FFFFFU};
  EXPECT_EQ(Convert(samples, SampleFormat::kS24In32),
            (std::vector<float>{0.5F, -0.5F, -1.0F, 8'388'607.0F / 8'388'608.0F}));
}

TEST(ToMono, TwentyFourBitsPackedIntoThreeBytes) {
  const std::vector<std::uint8_t> samples = {0x00, 0x00, 0x40, 0x00, 0x00, 0xC0,
                                             0xFF, 0xFF, 0x7F, 0x01, 0x00, 0x00};
  EXPECT_EQ(Convert(samples, SampleFormat::kS24),
            (std::vector<float>{0.5F, -0.5F, 8'388'607.0F / 8'388'608.0F, 1.0F / 8'388'608.0F}));
}

TEST(ToMono, ChannelsAreAveraged) {
  const std::vector<std::int16_t> samples = {16'384, 0, -16'384, -16'384, 32'767, -32'767};
  EXPECT_EQ(Convert(samples, SampleFormat::kS16, 2), (std::vector<float>{0.25F, -0.5F, 0.0F}));
  EXPECT_EQ(Convert(samples, SampleFormat::kS16, 3),
            (std::vector<float>{0.0F, static_cast<float>(-16'384.0 / 32'768.0 / 3.0)}));
}

TEST(ToMono, WhatIsNotANumberBecomesSilence) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> samples = {nan, 0.5F, infinity, -infinity, -0.25F, nan};
  EXPECT_EQ(Convert(samples, SampleFormat::kF32),
            (std::vector<float>{0.0F, 0.5F, 0.0F, 0.0F, -0.25F, 0.0F}));
  EXPECT_EQ(Convert(samples, SampleFormat::kF32, 2), (std::vector<float>{0.25F, 0.0F, -0.125F}));
}

TEST(ToMono, HugeFloatsStayFinite) {
  const float huge = std::numeric_limits<float>::max();
  EXPECT_TRUE(std::isfinite(Convert(std::vector<float>{huge, huge}, SampleFormat::kF32, 2)[0]));
}

TEST(ToMono, AnyAlignmentWillDo) {
  const std::vector<std::int16_t> samples = {100, -200, 300};
  std::vector<std::byte> shifted(7);
  std::memcpy(shifted.data() + 1, samples.data(), 6);
  std::vector<float> mono(3);
  ToMono(std::span(shifted).subspan(1), SampleFormat::kS16, 1, mono);
  EXPECT_EQ(mono, Convert(samples, SampleFormat::kS16));
}

TEST(ToMono, NoFramesAreNoFrames) {
  EXPECT_TRUE(Convert(std::vector<std::int16_t>{}, SampleFormat::kS16).empty());
}

}  // namespace
}  // namespace cosyscribe
