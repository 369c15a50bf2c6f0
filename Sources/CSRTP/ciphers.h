// AES by OpenSSL below libsrtp2, which has a way to be given ciphers. Debian's is built with NSS: that makes a context
// anew for each packet, and looks for its key in a list of all that the process has.
#pragma once
#include <openssl/evp.h>
#include <srtp2/cipher.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  srtp_cipher_t cipher;
  EVP_CIPHER_CTX *context;
  int tagLength;
  // Of counter mode, to be combined with each packet's vector (RFC 3711, 4.1.1).
  uint8_t salt[16];
} CSRTP_Cipher;

enum { CSRTP_keyLength = 16 };

static inline srtp_err_status_t CSRTP_isDone(int result) {
  return result == 1 ? srtp_err_status_ok : srtp_err_status_cipher_fail;
}

static inline srtp_err_status_t CSRTP_make(srtp_cipher_pointer_t *made, const srtp_cipher_type_t *type,
                                           int keyLength, int tagLength) {
  CSRTP_Cipher *cipher = (CSRTP_Cipher *)calloc(1, sizeof(CSRTP_Cipher));
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  if (!cipher || !context) {
    free(cipher);
    EVP_CIPHER_CTX_free(context);
    return srtp_err_status_alloc_fail;
  }
  cipher->cipher = (srtp_cipher_t){type, cipher, keyLength, (int)type->id};
  cipher->context = context;
  cipher->tagLength = tagLength;
  *made = &cipher->cipher;
  return srtp_err_status_ok;
}

static srtp_err_status_t CSRTP_free(srtp_cipher_pointer_t made) {
  CSRTP_Cipher *cipher = (CSRTP_Cipher *)made->state;
  EVP_CIPHER_CTX_free(cipher->context);
  free(cipher);
  return srtp_err_status_ok;
}

// MARK: Galois/Counter Mode (RFC 7714). Its salt is libsrtp2's to combine.

static srtp_err_status_t CSRTP_setGCMKey(void *state, const uint8_t *key) {
  EVP_CIPHER_CTX *context = ((CSRTP_Cipher *)state)->context;
  return CSRTP_isDone(EVP_CipherInit_ex(context, EVP_aes_128_gcm(), NULL, key, NULL, 1));
}

static srtp_err_status_t CSRTP_setGCMVector(void *state, uint8_t *vector,
                                            srtp_cipher_direction_t direction) {
  EVP_CIPHER_CTX *context = ((CSRTP_Cipher *)state)->context;
  int isSending = direction == srtp_direction_encrypt;
  return CSRTP_isDone(EVP_CipherInit_ex(context, NULL, NULL, NULL, vector, isSending));
}

static srtp_err_status_t CSRTP_addClear(void *state, const uint8_t *bytes, uint32_t count) {
  int done;
  return CSRTP_isDone(
      EVP_CipherUpdate(((CSRTP_Cipher *)state)->context, NULL, &done, bytes, (int)count));
}

static srtp_err_status_t CSRTP_seal(void *state, uint8_t *bytes, unsigned int *count) {
  EVP_CIPHER_CTX *context = ((CSRTP_Cipher *)state)->context;
  int done;
  if (EVP_EncryptUpdate(context, bytes, &done, bytes, (int)*count) != 1) return srtp_err_status_cipher_fail;
  return CSRTP_isDone(EVP_EncryptFinal_ex(context, bytes + done, &done));
}

static srtp_err_status_t CSRTP_takeTag(void *state, uint8_t *tag, uint32_t *length) {
  CSRTP_Cipher *cipher = (CSRTP_Cipher *)state;
  *length = (uint32_t)cipher->tagLength;
  return CSRTP_isDone(
      EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_GET_TAG, cipher->tagLength, tag));
}

static srtp_err_status_t CSRTP_unseal(void *state, uint8_t *bytes, unsigned int *count) {
  CSRTP_Cipher *cipher = (CSRTP_Cipher *)state;
  if (*count < (unsigned int)cipher->tagLength) return srtp_err_status_bad_param;
  int length = (int)*count - cipher->tagLength;
  int done;
  if (EVP_CIPHER_CTX_ctrl(cipher->context, EVP_CTRL_AEAD_SET_TAG, cipher->tagLength, bytes + length) != 1 ||
      EVP_DecryptUpdate(cipher->context, bytes, &done, bytes, length) != 1)
    return srtp_err_status_cipher_fail;
  if (EVP_DecryptFinal_ex(cipher->context, bytes + done, &done) != 1) return srtp_err_status_auth_fail;
  *count = (unsigned int)length;
  return srtp_err_status_ok;
}

// MARK: Counter mode (RFC 3711, 4.1.1), which derives the keys of both, too.

static srtp_err_status_t CSRTP_setCounterKey(void *state, const uint8_t *key) {
  CSRTP_Cipher *cipher = (CSRTP_Cipher *)state;
  size_t length = (size_t)cipher->cipher.key_len - CSRTP_keyLength;
  memcpy(cipher->salt, key + CSRTP_keyLength, length);
  return CSRTP_isDone(EVP_CipherInit_ex(cipher->context, EVP_aes_128_ctr(), NULL, key, NULL, 1));
}

static srtp_err_status_t CSRTP_setCounter(void *state, uint8_t *vector, srtp_cipher_direction_t direction) {
  (void)direction;
  CSRTP_Cipher *cipher = (CSRTP_Cipher *)state;
  uint8_t first[16];
  for (int index = 0; index < 16; index++) first[index] = vector[index] ^ cipher->salt[index];
  return CSRTP_isDone(EVP_CipherInit_ex(cipher->context, NULL, NULL, NULL, first, 1));
}

static srtp_err_status_t CSRTP_combine(void *state, uint8_t *bytes, unsigned int *count) {
  int done;
  return CSRTP_isDone(
      EVP_EncryptUpdate(((CSRTP_Cipher *)state)->context, bytes, &done, bytes, (int)*count));
}

// MARK: What libsrtp2 is given, with something to try them on: its own examples are tried, too.

static srtp_err_status_t CSRTP_makeGCM(srtp_cipher_pointer_t *made, int keyLength, int tagLength);
static srtp_err_status_t CSRTP_makeCounter(srtp_cipher_pointer_t *made, int keyLength, int tagLength);

static uint8_t CSRTP_zeros[32] = {0};

// Test case 2 of McGrew and Viega, The Galois/Counter Mode of Operation.
static const uint8_t CSRTP_sealed[32] = {
    0x03, 0x88, 0xda, 0xce, 0x60, 0xb6, 0xa3, 0x92, 0xf3, 0x28, 0xc2, 0xb9, 0x71, 0xb2, 0xfe, 0x78,
    0xab, 0x6e, 0x47, 0xd4, 0x2c, 0xec, 0x13, 0xbd, 0xf5, 0x3a, 0x67, 0xb2, 0x12, 0x57, 0xbd, 0xdf};
static const srtp_cipher_test_case_t CSRTP_caseOfGCM = {
    SRTP_AES_GCM_128_KEY_LEN_WSALT, CSRTP_zeros, CSRTP_zeros, 16, CSRTP_zeros, 32, CSRTP_sealed, 0,
    CSRTP_zeros, 16, NULL};

// RFC 3711, B.2.
static const uint8_t CSRTP_counterKey[30] = {
    0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f,
    0x3c, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd};
static const uint8_t CSRTP_keyStream[32] = {
    0xe0, 0x3e, 0xad, 0x09, 0x35, 0xc9, 0x5e, 0x80, 0xe1, 0x66, 0xb1, 0x6d, 0xd9, 0x2b, 0x4e, 0xb4,
    0xd2, 0x35, 0x13, 0x16, 0x2b, 0x02, 0xd0, 0xf7, 0x2a, 0x43, 0xa2, 0xfe, 0x4a, 0x5f, 0x97, 0xab};
static const srtp_cipher_test_case_t CSRTP_caseOfCounter = {
    SRTP_AES_ICM_128_KEY_LEN_WSALT, CSRTP_counterKey, CSRTP_zeros, 32, CSRTP_zeros, 32, CSRTP_keyStream, 0,
    NULL, 0, NULL};

static const srtp_cipher_type_t CSRTP_GCM = {
    CSRTP_makeGCM, CSRTP_free, CSRTP_setGCMKey, CSRTP_addClear, CSRTP_seal, CSRTP_unseal,
    CSRTP_setGCMVector, CSRTP_takeTag, "AES-128 GCM by OpenSSL", &CSRTP_caseOfGCM, SRTP_AES_GCM_128};
static const srtp_cipher_type_t CSRTP_counter = {
    CSRTP_makeCounter, CSRTP_free, CSRTP_setCounterKey, NULL, CSRTP_combine, CSRTP_combine,
    CSRTP_setCounter, NULL, "AES-128 counter mode by OpenSSL", &CSRTP_caseOfCounter, SRTP_AES_ICM_128};

static srtp_err_status_t CSRTP_makeGCM(srtp_cipher_pointer_t *made, int keyLength, int tagLength) {
  if (keyLength != SRTP_AES_GCM_128_KEY_LEN_WSALT) return srtp_err_status_bad_param;
  return CSRTP_make(made, &CSRTP_GCM, keyLength, tagLength);
}

static srtp_err_status_t CSRTP_makeCounter(srtp_cipher_pointer_t *made, int keyLength, int tagLength) {
  if (keyLength != SRTP_AES_ICM_128_KEY_LEN_WSALT) return srtp_err_status_bad_param;
  return CSRTP_make(made, &CSRTP_counter, keyLength, tagLength);
}

// Once, after srtp_init; fails when one of the examples does.
static inline srtp_err_status_t CSRTP_useOpenSSL(void) {
  srtp_err_status_t status = srtp_replace_cipher_type(&CSRTP_GCM, SRTP_AES_GCM_128);
  return status != srtp_err_status_ok ? status
                                      : srtp_replace_cipher_type(&CSRTP_counter, SRTP_AES_ICM_128);
}
