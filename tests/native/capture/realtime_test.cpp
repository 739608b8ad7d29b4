#include "capture/realtime.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace cosyscribe {
namespace {

TEST(RaisePriority, WhatItReportsIsWhatTheKernelSays) {
  std::atomic<pid_t> tid{0};
  std::atomic<bool> is_done{false};
  std::thread thread([&] {
    tid = gettid();
    tid.notify_one();
    is_done.wait(false);
  });
  tid.wait(0);
  const Priority priority = RaisePriority(thread.native_handle(), tid, 10);
  const int policy = sched_getscheduler(tid) & ~SCHED_RESET_ON_FORK;
  const int nice = getpriority(PRIO_PROCESS, static_cast<id_t>(tid.load()));
  switch (priority) {
    case Priority::kFifo:
      EXPECT_EQ(policy, SCHED_FIFO);
      break;
    case Priority::kRtkit:
      EXPECT_TRUE(policy == SCHED_FIFO || policy == SCHED_RR);
      break;
    case Priority::kNice:
      EXPECT_EQ(nice, -11);
      break;
    case Priority::kNormal:
      EXPECT_EQ(policy, SCHED_OTHER);
      break;
  }
  is_done = true;
  is_done.notify_one();
  thread.join();
}

}  // namespace
}  // namespace cosyscribe
