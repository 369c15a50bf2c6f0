// What the Glibc overlay lacks: system calls that need _GNU_SOURCE.
#pragma once
#include <linux/falloc.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Sets blocks aside beyond the end of a file without changing its size; -1 and errno.
static inline int CLinux_reserve(int file, int64_t offset, int64_t length) {
  return (int)syscall(SYS_fallocate, file, FALLOC_FL_KEEP_SIZE, offset, length);
}

// Starts writing a file's dirty pages to the disk and does not wait; 2 is SYNC_FILE_RANGE_WRITE.
static inline int CLinux_startWriteback(int file, int64_t offset, int64_t length) {
  return (int)syscall(SYS_sync_file_range, file, offset, length, 2);
}

// Lets a pipe hold so many bytes, rounded up by the system; 1031 is F_SETPIPE_SZ. -1 and errno.
static inline int CLinux_setPipeSize(int file, int size) {
  return (int)syscall(SYS_fcntl, file, 1031, size);
}

// A pipe whose ends no other program inherits; 02000000 is O_CLOEXEC. -1 and errno.
static inline int CLinux_pipe(int ends[2]) {
  return (int)syscall(SYS_pipe2, ends, 02000000);
}
