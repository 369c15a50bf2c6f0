// libmicrohttpd as it is, and the start of its daemon, which takes any number of arguments.
#pragma once
#include <microhttpd.h>

// Connections at once, of all and of one address; bytes a connection; seconds without progress.
typedef struct {
  unsigned int connections, connectionsOfOne, timeout;
  size_t memory;
} CMicroHTTPD_Limits;

// Serves what `listener` accepts, on a thread of its own, from now on; null when the certificate or key
// is unfit, or memory or files are short. The listener becomes the daemon's. Certificate and key are
// texts in PEM, or null.
static inline struct MHD_Daemon *CMicroHTTPD_start(
    int listener, MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *owner,
    CMicroHTTPD_Limits limits, const char *certificate, const char *key) {
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem secured[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      // Not older than TLS 1.2.
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-TLS1.0:-VERS-TLS1.1"},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, NULL}};
  if (certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handler, owner, MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_NOTIFY_COMPLETED, completed, owner, MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connectionsOfOne, MHD_OPTION_CONNECTION_TIMEOUT,
      limits.timeout, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_ARRAY, certificate ? secured : plain, MHD_OPTION_END);
}
