#include "capture/realtime.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace cosyscribe {
namespace {

// A thread that waits to be raised.
class RaisePriorityTest : public ::testing::Test {
 protected:
  RaisePriorityTest()
      : thread_([this] {
          tid_ = gettid();
          tid_.notify_one();
          is_done_.wait(false);
        }) {
    tid_.wait(0);
  }

  ~RaisePriorityTest() override {
    is_done_ = true;
    is_done_.notify_one();
    thread_.join();
  }

  Priority Raise(int fifo_priority) {
    return RaisePriority(thread_.native_handle(), tid_, fifo_priority);
  }

  int Policy() const { return sched_getscheduler(tid_) & ~SCHED_RESET_ON_FORK; }
  int Nice() const { return getpriority(PRIO_PROCESS, static_cast<id_t>(tid_.load())); }

 private:
  std::atomic<pid_t> tid_{0};
  std::atomic<bool> is_done_{false};
  std::thread thread_;
};

TEST_F(RaisePriorityTest, WhatItReportsIsWhatTheKernelSays) {
  switch (Raise(10)) {
    case Priority::kFifo:
      EXPECT_EQ(Policy(), SCHED_FIFO);
      break;
    case Priority::kRtkit:
      EXPECT_TRUE(Policy() == SCHED_FIFO || Policy() == SCHED_RR);
      break;
    case Priority::kNice:
      EXPECT_EQ(Nice(), -11);
      break;
    case Priority::kNormal:
      EXPECT_EQ(Policy(), SCHED_OTHER);
      EXPECT_EQ(Nice(), 0);
      break;
  }
}

TEST_F(RaisePriorityTest, RefusedPriorityFallsBackToTheNiceValueWhereThatIsAllowed) {
  constexpr int kBeyondTheKernel = 1'000;
  const Priority priority = Raise(kBeyondTheKernel);
  EXPECT_EQ(Policy(), SCHED_OTHER);
  EXPECT_EQ(priority == Priority::kNice, Nice() == -11);
  EXPECT_EQ(priority == Priority::kNormal, Nice() == 0);
}

}  // namespace
}  // namespace cosyscribe
