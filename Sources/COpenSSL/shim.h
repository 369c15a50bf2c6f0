// What Swift cannot see of OpenSSL: its macros that call functions.
#pragma once
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>

static inline EVP_PKEY *COpenSSL_makeKey(void) { return EVP_EC_gen("P-256"); }

static inline bool COpenSSL_limitToDTLS12(SSL_CTX *context) {
  return SSL_CTX_set_min_proto_version(context, DTLS1_2_VERSION) == 1 &&
         SSL_CTX_set_max_proto_version(context, DTLS1_2_VERSION) == 1;
}
static inline void COpenSSL_forgetSessions(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}
// Of a peer's certificates, in bytes.
static inline void COpenSSL_limitCertificates(SSL_CTX *context, long size) {
  SSL_CTX_set_max_cert_list(context, size);
}
// Of what a record holds: the room for one is kept for as long as a connection is there.
static inline bool COpenSSL_limitRecords(SSL_CTX *context, long size) {
  return SSL_CTX_set_max_send_fragment(context, size) == 1;
}
// Of a datagram's payload.
static inline bool COpenSSL_setMTU(SSL *connection, long size) {
  return SSL_set_mtu(connection, size) != 0;
}
// Whether a flight would be sent again one day.
static inline bool COpenSSL_awaitsAnswer(SSL *connection) {
  struct timeval left;
  return DTLSv1_get_timeout(connection, &left) == 1;
}
static inline long COpenSSL_handleTimeout(SSL *connection) {
  return DTLSv1_handle_timeout(connection);
}
static inline void COpenSSL_retryRead(BIO *end) {
  BIO_clear_retry_flags(end);
  BIO_set_retry_read(end);
}
static inline void COpenSSL_clearRetry(BIO *end) { BIO_clear_retry_flags(end); }

// Apart from the others, as a client of the tests begins a second handshake.
static const uint64_t COpenSSL_noRenegotiation = SSL_OP_NO_RENEGOTIATION;
static const uint64_t COpenSSL_options =
    SSL_OP_NO_QUERY_MTU | SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION;
