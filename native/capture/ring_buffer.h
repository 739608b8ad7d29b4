#ifndef NATIVE_CAPTURE_RING_BUFFER_H_
#define NATIVE_CAPTURE_RING_BUFFER_H_

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace cosyscribe {

// Wait-free queue of plain values between one producer thread and one consumer thread.
//
// Positions count the values ever written or read and never wrap in practice (64 bits), so full
// and empty need no spare slot. The one allocation is in the constructor. What does not fit is
// refused: the producer counts it, the consumer's data is never overwritten.
template <typename T>
class RingBuffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // Rounds up to a power of two, so that a position becomes a slot with a mask.
  explicit RingBuffer(std::size_t min_capacity)
      : slots_(std::bit_ceil(std::max<std::size_t>(min_capacity, 1))), mask_(slots_.size() - 1) {}

  RingBuffer(const RingBuffer&) = delete;
  RingBuffer& operator=(const RingBuffer&) = delete;

  std::size_t capacity() const noexcept { return slots_.size(); }

  // Producer only: values ever written.
  std::uint64_t written() const noexcept { return head_.load(std::memory_order_relaxed); }

  // Consumer only: values ever read.
  std::uint64_t read() const noexcept { return tail_.load(std::memory_order_relaxed); }

  // Producer only. Returns how many were stored, the oldest of `values` first.
  std::size_t Write(std::span<const T> values) noexcept {
    const std::uint64_t head = head_.load(std::memory_order_relaxed);
    // Acquire pairs with the release in Read(): the slots it freed are ours again.
    const std::uint64_t tail = tail_.load(std::memory_order_acquire);
    const std::size_t room = slots_.size() - static_cast<std::size_t>(head - tail);
    const std::size_t count = std::min(values.size(), room);
    const auto [first, second] = Split(values.first(count), head);
    std::ranges::copy(first, slots_.begin() + static_cast<std::ptrdiff_t>(Slot(head)));
    std::ranges::copy(second, slots_.begin());
    // Release publishes the values copied above.
    head_.store(head + count, std::memory_order_release);
    return count;
  }

  // Producer only: how many would be stored now, at least.
  std::size_t writable() const noexcept {
    const std::uint64_t tail = tail_.load(std::memory_order_acquire);
    return slots_.size() - static_cast<std::size_t>(written() - tail);
  }

  // Consumer only. Everything the producer did before writing what is counted here is visible.
  std::size_t readable() const noexcept {
    const std::uint64_t head = head_.load(std::memory_order_acquire);
    return static_cast<std::size_t>(head - tail_.load(std::memory_order_relaxed));
  }

  // Consumer only. Returns how many were taken into `values`.
  std::size_t Read(std::span<T> values) noexcept {
    const std::size_t count = Peek(values);
    // Release hands the slots back: they were copied out above.
    tail_.store(read() + count, std::memory_order_release);
    return count;
  }

  // Consumer only. As Read(), but leaves the values in the queue.
  std::size_t Peek(std::span<T> values) const noexcept {
    const std::size_t count = std::min(values.size(), readable());
    const auto [first, second] = Split(values.first(count), read());
    std::copy_n(slots_.begin() + static_cast<std::ptrdiff_t>(Slot(read())), first.size(),
                first.begin());
    std::copy_n(slots_.begin(), second.size(), second.begin());
    return count;
  }

 private:
  std::size_t Slot(std::uint64_t position) const noexcept {
    return static_cast<std::size_t>(position) & mask_;
  }

  // The part of `values` that goes before the end of the slots, and the part after the wrap.
  template <typename Value>
  std::pair<std::span<Value>, std::span<Value>> Split(std::span<Value> values,
                                                      std::uint64_t position) const noexcept {
    const std::size_t before_wrap = std::min(values.size(), slots_.size() - Slot(position));
    return {values.first(before_wrap), values.subspan(before_wrap)};
  }

  static constexpr std::size_t kCacheLine = 64;

  std::vector<T> slots_;
  std::size_t mask_;
  // Each index has a cache line of its own: two cores write them.
  alignas(kCacheLine) std::atomic<std::uint64_t> head_{0};
  alignas(kCacheLine) std::atomic<std::uint64_t> tail_{0};
};

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_RING_BUFFER_H_
