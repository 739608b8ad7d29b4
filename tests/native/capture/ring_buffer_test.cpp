#include "capture/ring_buffer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace cosyscribe {
namespace {

std::vector<int> Range(int first, std::size_t count) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST(RingBuffer, RoundsItsSizeUpToAPowerOfTwo) {
  EXPECT_EQ(RingBuffer<int>(5).capacity(), 8U);
  EXPECT_EQ(RingBuffer<int>(8).capacity(), 8U);
  EXPECT_EQ(RingBuffer<int>(0).capacity(), 1U);
}

TEST(RingBuffer, RefusesTheNewestWhenFull) {
  RingBuffer<int> ring(8);
  EXPECT_EQ(ring.Write(Range(0, 6)), 6U);
  EXPECT_EQ(ring.writable(), 2U);
  EXPECT_EQ(ring.Write(Range(6, 6)), 2U);
  EXPECT_EQ(ring.Write(Range(99, 1)), 0U);
  std::vector<int> read(8);
  EXPECT_EQ(ring.Read(read), 8U);
  EXPECT_EQ(read, Range(0, 8));
}

TEST(RingBuffer, PeekLeavesTheValues) {
  RingBuffer<int> ring(4);
  ring.Write(Range(7, 2));
  int value = 0;
  EXPECT_EQ(ring.Peek({&value, 1}), 1U);
  EXPECT_EQ(value, 7);
  EXPECT_EQ(ring.readable(), 2U);
}

TEST(RingBuffer, BehavesAsABoundedQueueWhateverTheSizes) {
  std::mt19937 random(1);
  RingBuffer<int> ring(64);
  std::deque<int> model;
  int next = 0;
  for (int step = 0; step < 20'000; ++step) {
    const std::size_t count = random() % 70;
    if (random() % 2 == 0) {
      const std::size_t stored = ring.Write(Range(next, count));
      ASSERT_EQ(stored, std::min(count, 64 - model.size()));
      for (std::size_t i = 0; i < stored; ++i) {
        model.push_back(next++);
      }
    } else {
      std::vector<int> values(count);
      const std::size_t taken = ring.Read(values);
      ASSERT_EQ(taken, std::min(count, model.size()));
      for (std::size_t i = 0; i < taken; ++i) {
        ASSERT_EQ(values[i], model.front());
        model.pop_front();
      }
    }
    ASSERT_EQ(ring.readable(), model.size());
    ASSERT_EQ(ring.written() - ring.read(), model.size());
  }
}

TEST(RingBuffer, TwoThreadsPassEveryValueOnceAndInOrder) {
  constexpr int kValues = 200'000;
  RingBuffer<int> ring(256);
  std::thread producer([&ring] {
    std::mt19937 random(2);
    for (int next = 0; next < kValues;) {
      const std::size_t count =
          std::min<std::size_t>(1 + random() % 100, static_cast<std::size_t>(kValues - next));
      next += static_cast<int>(ring.Write(Range(next, count)));
      std::this_thread::yield();
    }
  });
  std::mt19937 random(3);
  bool in_order = true;
  for (int expected = 0; expected < kValues;) {
    std::vector<int> values(1 + random() % 100);
    const std::size_t taken = ring.Read(values);
    for (std::size_t i = 0; i < taken; ++i) {
      in_order = in_order && values[i] == expected++;
    }
    std::this_thread::yield();
  }
  producer.join();
  EXPECT_TRUE(in_order);
  EXPECT_EQ(ring.readable(), 0U);
}

}  // namespace
}  // namespace cosyscribe
