#include "capture/realtime.h"

#include <sched.h>
#include <sys/resource.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace cosyscribe {
namespace {

constexpr int kNiceValue = -11;  // what PulseAudio and PipeWire ask for
constexpr std::uint64_t kBusTimeoutUs = 50'000;

// RealtimeKit demands a limit on the CPU time a thread uses without waiting; it allows up to
// 200 ms. The capture thread waits every few milliseconds.
constexpr rlim_t kMaxCpuUs = 200'000;

bool LimitRealtimeCpu() noexcept {
  rlimit limit{};
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) {
    return false;
  }
  limit.rlim_max = std::min(limit.rlim_max, kMaxCpuUs);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  return setrlimit(RLIMIT_RTTIME, &limit) == 0;
}

struct BusCloser {
  void operator()(sd_bus* bus) const noexcept { sd_bus_close_unref(bus); }
};
struct MessageCloser {
  void operator()(sd_bus_message* message) const noexcept { sd_bus_message_unref(message); }
};

bool AskRealtimeKit(pid_t tid, int priority) noexcept {
  if (!LimitRealtimeCpu()) {
    return false;
  }
  sd_bus* raw_bus = nullptr;
  if (sd_bus_open_system(&raw_bus) < 0) {
    return false;
  }
  const std::unique_ptr<sd_bus, BusCloser> bus(raw_bus);
  sd_bus_message* raw_message = nullptr;
  if (sd_bus_message_new_method_call(
          bus.get(), &raw_message, "org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1",
          "org.freedesktop.RealtimeKit1", "MakeThreadRealtimeWithPID") < 0) {
    return false;
  }
  const std::unique_ptr<sd_bus_message, MessageCloser> message(raw_message);
  const auto process_id = static_cast<std::uint64_t>(getpid());
  const auto thread_id = static_cast<std::uint64_t>(tid);
  const auto wanted = static_cast<std::uint32_t>(priority);
  if (sd_bus_message_append(message.get(), "ttu", process_id, thread_id, wanted) < 0) {
    return false;
  }
  return sd_bus_call(bus.get(), message.get(), kBusTimeoutUs, nullptr, nullptr) >= 0;
}

}  // namespace

Priority RaisePriority(pthread_t thread, pid_t tid, int fifo_priority) noexcept {
  const sched_param parameters{.sched_priority = fifo_priority};
  // Reset on fork: a child must not inherit what only this thread is trusted with.
  if (pthread_setschedparam(thread, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0) {
    return Priority::kFifo;
  }
  if (AskRealtimeKit(tid, fifo_priority)) {
    return Priority::kRtkit;
  }
  if (setpriority(PRIO_PROCESS, static_cast<id_t>(tid), kNiceValue) == 0) {
    return Priority::kNice;
  }
  return Priority::kNormal;
}

}  // namespace cosyscribe
