// Addresses of names.
#pragma once
#include <netdb.h>
#include "sockets.h"

// Where a host is by UDP, as the system's resolver says; waits for it. How many, at most `most`, or
// getaddrinfo's error, which is below 0.
static inline int CLinux_resolve(const char *host, CLinux_Address *addresses, int most) {
  struct addrinfo hints, *first;
  memset(&hints, 0, sizeof hints);
  hints.ai_socktype = SOCK_DGRAM;
  int error = getaddrinfo(host, NULL, &hints, &first);
  if (error) return error;
  int count = 0;
  for (struct addrinfo *entry = first; entry && count < most; entry = entry->ai_next) {
    if (entry->ai_family != AF_INET && entry->ai_family != AF_INET6) continue;
    CLinux_SocketAddress encoded;
    memset(&encoded, 0, sizeof encoded);
    memcpy(&encoded, entry->ai_addr,
           entry->ai_family == AF_INET ? sizeof encoded.v4 : sizeof encoded.v6);
    CLinux_decodeAddress(&encoded, &addresses[count++]);
  }
  freeaddrinfo(first);
  return count;
}

// What such an error means.
static inline const char *CLinux_resolveErrorText(int error) { return gai_strerror(error); }
