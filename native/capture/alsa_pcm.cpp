#include "capture/alsa_pcm.h"

#include <alsa/asoundlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <vector>

namespace cosyscribe {
namespace {

struct Closer {
  void operator()(snd_pcm_t* pcm) const noexcept { snd_pcm_close(pcm); }
};
using Handle = std::unique_ptr<snd_pcm_t, Closer>;

struct NamedFormat {
  snd_pcm_format_t alsa;
  SampleFormat ours;
};

// In the order we like them: 16 bits are what speech needs and cost least.
constexpr std::array<NamedFormat, 5> kFormats = {{
    {SND_PCM_FORMAT_S16_LE, SampleFormat::kS16},
    {SND_PCM_FORMAT_S32_LE, SampleFormat::kS32},
    {SND_PCM_FORMAT_S24_LE, SampleFormat::kS24In32},
    {SND_PCM_FORMAT_S24_3LE, SampleFormat::kS24},
    {SND_PCM_FORMAT_FLOAT_LE, SampleFormat::kF32},
}};

constexpr std::size_t kMessageBytes = 256;

// The library's own words on the last thing that failed on this thread. Its default handler
// prints them; ours are for whoever catches the error.
std::array<char, kMessageBytes>& LastMessage() {
  thread_local std::array<char, kMessageBytes> message{};
  return message;
}

// C varargs because ALSA's handler type has them.
void KeepMessage(const char* /*file*/, int /*line*/, const char* /*function*/, int /*error*/,
                 const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(LastMessage().data(), kMessageBytes, format, arguments);
  va_end(arguments);
}

void Check(int status, const char* call) {
  if (status >= 0) {
    return;
  }
  std::string detail = snd_strerror(status);
  std::string message = LastMessage().data();
  while (!message.empty() && message.back() == '\n') {
    message.pop_back();
  }
  if (!message.empty()) {
    detail.append(" (").append(message).append(")");
  }
  throw PcmError(call, -status, detail);
}

snd_pcm_access_t ChooseAccess(snd_pcm_t* pcm, snd_pcm_hw_params_t* params) {
  if (snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_MMAP_INTERLEAVED) >= 0) {
    return SND_PCM_ACCESS_MMAP_INTERLEAVED;
  }
  Check(snd_pcm_hw_params_set_access(pcm, params, SND_PCM_ACCESS_RW_INTERLEAVED), "set_access");
  return SND_PCM_ACCESS_RW_INTERLEAVED;
}

SampleFormat ChooseFormat(snd_pcm_t* pcm, snd_pcm_hw_params_t* params) {
  int status = -EINVAL;
  for (const NamedFormat& format : kFormats) {
    status = snd_pcm_hw_params_set_format(pcm, params, format.alsa);
    if (status >= 0) {
      return format.ours;
    }
  }
  Check(status, "set_format");
  return SampleFormat::kS16;
}

PcmGrant SetHardware(snd_pcm_t* pcm, const PcmRequest& request) {
  snd_pcm_hw_params_t* params = nullptr;
  snd_pcm_hw_params_alloca(&params);
  Check(snd_pcm_hw_params_any(pcm, params), "hw_params_any");
  Check(snd_pcm_hw_params_set_rate_resample(pcm, params, 0), "set_rate_resample");

  PcmGrant grant;
  const snd_pcm_access_t access = ChooseAccess(pcm, params);
  grant.access =
      access == SND_PCM_ACCESS_MMAP_INTERLEAVED ? PcmAccess::kMmap : PcmAccess::kReadWrite;
  grant.format = ChooseFormat(pcm, params);
  grant.channels = request.channels;
  Check(snd_pcm_hw_params_set_channels_near(pcm, params, &grant.channels), "set_channels");
  grant.rate_hz = request.rate_hz;
  Check(snd_pcm_hw_params_set_rate_near(pcm, params, &grant.rate_hz, nullptr), "set_rate");
  snd_pcm_uframes_t period = grant.rate_hz * request.period_ms / 1000;
  snd_pcm_uframes_t buffer = grant.rate_hz * request.buffer_ms / 1000;
  Check(snd_pcm_hw_params_set_period_size_near(pcm, params, &period, nullptr), "set_period_size");
  Check(snd_pcm_hw_params_set_buffer_size_near(pcm, params, &buffer), "set_buffer_size");
  Check(snd_pcm_hw_params(pcm, params), "hw_params");
  Check(snd_pcm_hw_params_get_period_size(params, &period, nullptr), "get_period_size");
  Check(snd_pcm_hw_params_get_buffer_size(params, &buffer), "get_buffer_size");
  grant.period_frames = period;
  grant.buffer_frames = buffer;
  return grant;
}

void SetSoftware(snd_pcm_t* pcm, const PcmGrant& grant) {
  snd_pcm_sw_params_t* params = nullptr;
  snd_pcm_sw_params_alloca(&params);
  Check(snd_pcm_sw_params_current(pcm, params), "sw_params_current");
  Check(snd_pcm_sw_params_set_avail_min(pcm, params, grant.period_frames), "set_avail_min");
  Check(snd_pcm_sw_params_set_stop_threshold(pcm, params, grant.buffer_frames),
        "set_stop_threshold");
  Check(snd_pcm_sw_params_set_tstamp_mode(pcm, params, SND_PCM_TSTAMP_ENABLE), "set_tstamp_mode");
  Check(snd_pcm_sw_params_set_tstamp_type(pcm, params, SND_PCM_TSTAMP_TYPE_MONOTONIC),
        "set_tstamp_type");
  Check(snd_pcm_sw_params(pcm, params), "sw_params");
}

class AlsaPcm final : public Pcm {
 public:
  AlsaPcm(Handle pcm, const PcmGrant& grant)
      : pcm_(std::move(pcm)),
        grant_(grant),
        frame_bytes_(BytesPerSample(grant.format) * grant.channels),
        read_buffer_(grant.access == PcmAccess::kReadWrite ? grant.buffer_frames * frame_bytes_
                                                           : 0) {}

  const PcmGrant& grant() const noexcept override { return grant_; }

  int PollDescriptorCount() noexcept override { return snd_pcm_poll_descriptors_count(pcm_.get()); }

  int FillPollDescriptors(std::span<pollfd> descriptors) noexcept override {
    return snd_pcm_poll_descriptors(pcm_.get(), descriptors.data(),
                                    static_cast<unsigned>(descriptors.size()));
  }

  int PollEvents(std::span<pollfd> descriptors, unsigned short* events) noexcept override {
    return snd_pcm_poll_descriptors_revents(pcm_.get(), descriptors.data(),
                                            static_cast<unsigned>(descriptors.size()), events);
  }

  int Start() noexcept override { return snd_pcm_start(pcm_.get()); }
  int Prepare() noexcept override { return snd_pcm_prepare(pcm_.get()); }
  int Resume() noexcept override { return snd_pcm_resume(pcm_.get()); }
  int Drop() noexcept override { return snd_pcm_drop(pcm_.get()); }

  PcmAvail Avail() noexcept override {
    PcmAvail avail;
    avail.frames = snd_pcm_avail_update(pcm_.get());
    if (avail.frames <= 0) {
      return avail;
    }
    snd_pcm_uframes_t frames = 0;
    snd_htimestamp_t stamp{};
    if (snd_pcm_htimestamp(pcm_.get(), &frames, &stamp) == 0 && stamp.tv_sec != 0) {
      avail.frames = static_cast<long>(frames);
      avail.timestamp_ns = static_cast<std::int64_t>(stamp.tv_sec) * 1'000'000'000 + stamp.tv_nsec;
    }
    return avail;
  }

  PcmBlock Begin(std::size_t frames) noexcept override {
    return grant_.access == PcmAccess::kMmap ? BeginMmap(frames) : BeginRead(frames);
  }

  long Commit(std::size_t frames) noexcept override {
    if (grant_.access == PcmAccess::kReadWrite) {
      return static_cast<long>(frames);  // the read call took them already
    }
    return snd_pcm_mmap_commit(pcm_.get(), offset_, frames);
  }

 private:
  PcmBlock BeginMmap(std::size_t frames) noexcept {
    const snd_pcm_channel_area_t* areas = nullptr;
    snd_pcm_uframes_t count = frames;
    const int status = snd_pcm_mmap_begin(pcm_.get(), &areas, &offset_, &count);
    if (status < 0) {
      return {.error = status, .bytes = {}, .frames = 0};
    }
    const auto* base = static_cast<const std::byte*>(areas->addr);
    const std::byte* first = base + (areas->first + offset_ * areas->step) / 8;
    return {.error = 0, .bytes = {first, count * frame_bytes_}, .frames = count};
  }

  PcmBlock BeginRead(std::size_t frames) noexcept {
    const snd_pcm_sframes_t count =
        snd_pcm_readi(pcm_.get(), read_buffer_.data(), std::min(frames, grant_.buffer_frames));
    if (count == -EAGAIN) {
      return {};
    }
    if (count < 0) {
      return {.error = static_cast<int>(count), .bytes = {}, .frames = 0};
    }
    const auto taken = static_cast<std::size_t>(count);
    return {.error = 0, .bytes = {read_buffer_.data(), taken * frame_bytes_}, .frames = taken};
  }

  Handle pcm_;
  PcmGrant grant_;
  std::size_t frame_bytes_;
  std::vector<std::byte> read_buffer_;
  snd_pcm_uframes_t offset_ = 0;  // of the frames lent by snd_pcm_mmap_begin
};

}  // namespace

std::unique_ptr<Pcm> OpenAlsaPcm(const PcmRequest& request) {
  snd_lib_error_set_handler(KeepMessage);
  LastMessage().front() = '\0';
  snd_pcm_t* raw = nullptr;
  Check(snd_pcm_open(&raw, request.device.c_str(), SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK),
        "snd_pcm_open");
  Handle pcm(raw);
  const PcmGrant grant = SetHardware(pcm.get(), request);
  SetSoftware(pcm.get(), grant);
  Check(snd_pcm_prepare(pcm.get()), "snd_pcm_prepare");
  return std::make_unique<AlsaPcm>(std::move(pcm), grant);
}

}  // namespace cosyscribe
