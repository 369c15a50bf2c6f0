// TCP, as far as other libraries do not do it.
#pragma once
#include "sockets.h"

// A socket that listens, and its address as it became; -1 and errno.
static inline int CLinux_listen(CLinux_Address *address) {
  int one = 1;
  int made = socket(
      address->isIPv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0) return -1;
  // A server that is started again has its port at once.
  setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  // Both kinds can then have the same port.
  if (address->isIPv6) setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
  if (CLinux_bind(made, address) == 0 && listen(made, 256) == 0) return made;
  int number = errno;
  close(made);
  errno = number;
  return -1;
}
