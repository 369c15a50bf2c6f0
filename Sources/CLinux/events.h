// Waiting for several descriptors at once: epoll's event is packed and holds a union, which Swift is
// spared here.
#pragma once
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { CLinux_mostReady = 64 };

typedef struct {
  uint64_t token;
  bool canRead;
  bool canWrite;
} CLinux_Ready;

static inline int CLinux_createLoop(void) { return epoll_create1(EPOLL_CLOEXEC); }

// -1 and errno.
static inline int CLinux_watch(int loop, int descriptor, uint64_t token, bool isNew, bool writing) {
  struct epoll_event event = {EPOLLIN | (writing ? EPOLLOUT : 0), {.u64 = token}};
  return epoll_ctl(loop, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

static inline int CLinux_forget(int loop, int descriptor) {
  struct epoll_event event = {0, {.u64 = 0}};
  return epoll_ctl(loop, EPOLL_CTL_DEL, descriptor, &event);
}

// Waits without an end, or only looks; how many are ready, CLinux_mostReady at most, or -1 and errno. What has
// failed can be read: reading says how.
static inline int CLinux_await(int loop, CLinux_Ready *ready, bool waits) {
  struct epoll_event events[CLinux_mostReady];
  int count = epoll_wait(loop, events, CLinux_mostReady, waits ? -1 : 0);
  for (int i = 0; i < count; i++) {
    ready[i].token = events[i].data.u64;
    ready[i].canRead = (events[i].events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0;
    ready[i].canWrite = (events[i].events & EPOLLOUT) != 0;
  }
  return count;
}

static inline int CLinux_createTimer(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

// Readable from that moment of CLOCK_MONOTONIC on, never if it is 0; not readable until then.
static inline int CLinux_setTimer(int timer, int64_t nanoseconds) {
  struct itimerspec time = {{0, 0}, {nanoseconds / 1000000000, nanoseconds % 1000000000}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, 0);
}

static inline int CLinux_createFlag(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Makes the flag readable. Safe in a signal's handler.
static inline void CLinux_raiseFlag(int flag) {
  int before = errno;
  uint64_t one = 1;
  // It fails only when the flag is up already.
  if (write(flag, &one, sizeof one) < 0) errno = before;
}

// Makes the flag, or a timer that has come, unreadable again.
static inline void CLinux_lowerFlag(int flag) {
  uint64_t count;
  if (read(flag, &count, sizeof count) < 0) return;
}
