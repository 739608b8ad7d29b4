#ifndef NATIVE_CAPTURE_EVENT_FD_H_
#define NATIVE_CAPTURE_EVENT_FD_H_

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace cosyscribe {

// A flag that poll() can wait for.
//
// Threads: any; Signal() and Clear() neither block nor allocate.
class EventFd {
 public:
  EventFd() : fd_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (fd_ < 0) {
      throw std::system_error(errno, std::generic_category(), "eventfd");
    }
  }
  EventFd(const EventFd&) = delete;
  EventFd& operator=(const EventFd&) = delete;
  ~EventFd() { close(fd_); }

  int fd() const noexcept { return fd_; }

  void Signal() noexcept {
    const std::uint64_t one = 1;
    // Fails only where the counter is full, and then the flag is up already.
    [[maybe_unused]] const ssize_t written = write(fd_, &one, sizeof one);
  }

  void Clear() noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(fd_, &count, sizeof count);
  }

 private:
  int fd_;
};

}  // namespace cosyscribe

#endif  // NATIVE_CAPTURE_EVENT_FD_H_
