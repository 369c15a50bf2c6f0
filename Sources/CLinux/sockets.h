// UDP in batches: the structures that Linux wants are made here, on the stack, from plain numbers.
#pragma once
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Messages a system call.
enum { CLinux_batch = 64 };

// An address as a number; of IPv4 it is in `low`.
typedef struct {
  uint64_t high, low;
  uint32_t scope;
  uint16_t port;
  bool isIPv6;
} CLinux_Address;

// A place in a slab of bytes. When `segment` is not 0 there are several datagrams in a row, each so long,
// only the last may be shorter.
typedef struct {
  CLinux_Address address;
  uint32_t offset, length;
  uint16_t segment;
  // It was longer than there was room for.
  bool isCut;
} CLinux_Message;

typedef union {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
} CLinux_SocketAddress;

// What the headers call mmsghdr, and show under _GNU_SOURCE only.
typedef struct {
  struct msghdr header;
  unsigned int length;
} CLinux_BatchedMessage;

static inline socklen_t CLinux_encodeAddress(
    const CLinux_Address *address, CLinux_SocketAddress *encoded) {
  memset(encoded, 0, sizeof *encoded);
  if (!address->isIPv6) {
    encoded->v4.sin_family = AF_INET;
    encoded->v4.sin_port = htons(address->port);
    encoded->v4.sin_addr.s_addr = htonl((uint32_t)address->low);
    return sizeof encoded->v4;
  }
  uint64_t words[2] = {htobe64(address->high), htobe64(address->low)};
  encoded->v6.sin6_family = AF_INET6;
  encoded->v6.sin6_port = htons(address->port);
  encoded->v6.sin6_scope_id = address->scope;
  memcpy(&encoded->v6.sin6_addr, words, sizeof words);
  return sizeof encoded->v6;
}

static inline void CLinux_decodeAddress(
    const CLinux_SocketAddress *encoded, CLinux_Address *address) {
  memset(address, 0, sizeof *address);
  if (encoded->any.sa_family == AF_INET) {
    address->port = ntohs(encoded->v4.sin_port);
    address->low = ntohl(encoded->v4.sin_addr.s_addr);
  } else if (encoded->any.sa_family == AF_INET6) {
    uint64_t words[2];
    memcpy(words, &encoded->v6.sin6_addr, sizeof words);
    address->isIPv6 = true;
    address->port = ntohs(encoded->v6.sin6_port);
    address->scope = encoded->v6.sin6_scope_id;
    address->high = be64toh(words[0]);
    address->low = be64toh(words[1]);
  }
}

// Of digits, no names. Whether it is one; the port is left alone.
static inline bool CLinux_parseAddress(const char *text, CLinux_Address *address) {
  struct in_addr v4;
  uint64_t words[2];
  if (inet_pton(AF_INET, text, &v4) == 1) {
    address->isIPv6 = false;
    address->low = ntohl(v4.s_addr);
    return true;
  }
  if (inet_pton(AF_INET6, text, words) != 1) return false;
  address->isIPv6 = true;
  address->high = be64toh(words[0]);
  address->low = be64toh(words[1]);
  return true;
}

// Into INET6_ADDRSTRLEN bytes, 46.
static inline void CLinux_formatAddress(const CLinux_Address *address, char *text) {
  CLinux_SocketAddress encoded;
  CLinux_encodeAddress(address, &encoded);
  const void *bytes =
      address->isIPv6 ? (const void *)&encoded.v6.sin6_addr : (const void *)&encoded.v4.sin_addr;
  if (!inet_ntop(address->isIPv6 ? AF_INET6 : AF_INET, bytes, text, INET6_ADDRSTRLEN)) text[0] = 0;
}

// A socket that never waits; -1 and errno.
static inline int CLinux_createSocket(bool isIPv6) {
  int one = 1;
  int made = socket(isIPv6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  // Both kinds can then have the same port.
  if (made >= 0 && isIPv6) setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
  return made;
}

// Binds to the address and answers with what it became, its port above all.
static inline int CLinux_bind(int file, CLinux_Address *address) {
  CLinux_SocketAddress encoded;
  socklen_t length = CLinux_encodeAddress(address, &encoded);
  if (bind(file, &encoded.any, length) < 0) return -1;
  length = sizeof encoded;
  if (getsockname(file, &encoded.any, &length) < 0) return -1;
  CLinux_decodeAddress(&encoded, address);
  return 0;
}

// Others may bind to the same port, too, as those who listen to a group do.
static inline void CLinux_sharePort(int file) {
  int one = 1;
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
}

// Receives what is sent to a multicast group, by the interface that the system chooses; -1 and errno.
static inline int CLinux_joinGroup(int file, const CLinux_Address *group) {
  CLinux_SocketAddress encoded;
  CLinux_encodeAddress(group, &encoded);
  if (group->isIPv6) {
    struct ipv6_mreq wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.ipv6mr_multiaddr = encoded.v6.sin6_addr;
    wanted.ipv6mr_interface = group->scope;
    return setsockopt(file, IPPROTO_IPV6, IPV6_JOIN_GROUP, &wanted, sizeof wanted);
  }
  struct ip_mreq wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.imr_multiaddr = encoded.v4.sin_addr;
  return setsockopt(file, IPPROTO_IP, IP_ADD_MEMBERSHIP, &wanted, sizeof wanted);
}

// Both buffers hold so many bytes, or what the system allows.
static inline void CLinux_setBuffers(int file, int size) {
  setsockopt(file, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  setsockopt(file, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

// Whether the kernel cuts long messages into datagrams, since Linux 4.18. 17 is SOL_UDP, 103 UDP_SEGMENT.
static inline bool CLinux_cutsMessages(int file) {
  int value = 0;
  socklen_t length = sizeof value;
  return getsockopt(file, 17, 103, &value, &length) == 0;
}

// Datagrams that found no room in the socket since it was made; 55 is SO_MEMINFO, whose ninth number it is.
static inline uint32_t CLinux_overrun(int file) {
  uint32_t values[9] = {0};
  socklen_t length = sizeof values;
  return getsockopt(file, SOL_SOCKET, 55, values, &length) == 0 ? values[8] : 0;
}

// Sends the first of so many messages, CLinux_batch at most; how many were sent, or -1 and errno when
// not even one was.
static inline int CLinux_send(
    int file, const uint8_t *slab, const CLinux_Message *messages, int count) {
  CLinux_BatchedMessage batch[CLinux_batch];
  struct iovec places[CLinux_batch];
  CLinux_SocketAddress addresses[CLinux_batch];
  union {
    char bytes[CMSG_SPACE(sizeof(uint16_t))];
    struct cmsghdr aligned;
  } controls[CLinux_batch];
  if (count > CLinux_batch) count = CLinux_batch;
  for (int i = 0; i < count; i++) {
    places[i].iov_base = (void *)(uintptr_t)(slab + messages[i].offset);
    places[i].iov_len = messages[i].length;
    memset(&batch[i], 0, sizeof batch[i]);
    batch[i].header.msg_name = &addresses[i];
    batch[i].header.msg_namelen = CLinux_encodeAddress(&messages[i].address, &addresses[i]);
    batch[i].header.msg_iov = &places[i];
    batch[i].header.msg_iovlen = 1;
    if (messages[i].segment == 0) continue;
    memset(&controls[i], 0, sizeof controls[i]);
    batch[i].header.msg_control = &controls[i];
    batch[i].header.msg_controllen = sizeof controls[i].bytes;
    struct cmsghdr *control = CMSG_FIRSTHDR(&batch[i].header);
    control->cmsg_level = 17;
    control->cmsg_type = 103;
    control->cmsg_len = CMSG_LEN(sizeof(uint16_t));
    memcpy(CMSG_DATA(control), &messages[i].segment, sizeof(uint16_t));
  }
  return (int)syscall(SYS_sendmmsg, file, batch, count, MSG_NOSIGNAL);
}

// Takes what has arrived, CLinux_batch datagrams at most, each into its own `slot` bytes of the slab; how
// many, or -1 and errno.
static inline int CLinux_receive(int file, uint8_t *slab, uint32_t slot, CLinux_Message *messages) {
  CLinux_BatchedMessage batch[CLinux_batch];
  struct iovec places[CLinux_batch];
  CLinux_SocketAddress addresses[CLinux_batch];
  for (int i = 0; i < CLinux_batch; i++) {
    places[i].iov_base = slab + (size_t)i * slot;
    places[i].iov_len = slot;
    memset(&batch[i], 0, sizeof batch[i]);
    batch[i].header.msg_name = &addresses[i];
    batch[i].header.msg_namelen = sizeof addresses[i];
    batch[i].header.msg_iov = &places[i];
    batch[i].header.msg_iovlen = 1;
  }
  int count = (int)syscall(SYS_recvmmsg, file, batch, CLinux_batch, MSG_DONTWAIT, (void *)0);
  for (int i = 0; i < count; i++) {
    memset(&messages[i], 0, sizeof messages[i]);
    CLinux_decodeAddress(&addresses[i], &messages[i].address);
    messages[i].offset = (uint32_t)i * slot;
    messages[i].length = batch[i].length;
    messages[i].isCut = (batch[i].header.msg_flags & MSG_TRUNC) != 0;
  }
  return count;
}
