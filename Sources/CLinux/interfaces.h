// The addresses of this machine.
#pragma once
#include <ifaddrs.h>
#include <net/if.h>
#include "sockets.h"

// Addresses of interfaces that are up, in the system's order; how many, at most `most`, or -1 and errno.
static inline int CLinux_localAddresses(CLinux_Address *addresses, int most) {
  struct ifaddrs *first;
  if (getifaddrs(&first) < 0) return -1;
  int count = 0;
  for (struct ifaddrs *entry = first; entry && count < most; entry = entry->ifa_next) {
    if (!entry->ifa_addr || !(entry->ifa_flags & IFF_UP)) continue;
    int family = entry->ifa_addr->sa_family;
    if (family != AF_INET && family != AF_INET6) continue;
    CLinux_SocketAddress encoded;
    memset(&encoded, 0, sizeof encoded);
    memcpy(&encoded, entry->ifa_addr,
           family == AF_INET ? sizeof encoded.v4 : sizeof encoded.v6);
    CLinux_decodeAddress(&encoded, &addresses[count++]);
  }
  freeifaddrs(first);
  return count;
}
