#ifndef NATIVE_CAPTURE_REALTIME_H_
#define NATIVE_CAPTURE_REALTIME_H_

#include <pthread.h>
#include <sys/types.h>

#include <cstdint>

namespace cosyscribe {

// How the capture thread runs, best first.
enum class Priority : std::uint8_t { kFifo, kRtkit, kNice, kNormal };

// Gives a thread the best priority this user may have: SCHED_FIFO where the limits allow it, else
// from RealtimeKit (the desktop's service for it), else a better nice value, else none.
//
// Threads: not the one that is raised: this may wait for the system bus, 50 ms at most.
Priority RaisePriority(pthread_t thread, pid_t tid, int fifo_priority) noexcept;

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_REALTIME_H_
