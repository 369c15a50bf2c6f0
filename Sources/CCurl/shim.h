// libcurl as it is, and its options, whose functions take any number of arguments.
#pragma once
#include <curl/curl.h>

typedef size_t (*CCurl_Sink)(char *bytes, size_t size, size_t count, void *owner);
// Not 0 gives the transfer up.
typedef int (*CCurl_Progress)(
    void *owner, curl_off_t toReceive, curl_off_t received, curl_off_t toSend, curl_off_t sent);

static inline CURLcode CCurl_setNumber(CURL *curl, CURLoption option, long value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode CCurl_setText(CURL *curl, CURLoption option, const char *value) {
  return curl_easy_setopt(curl, option, value);
}

static inline CURLcode CCurl_setHeaders(CURL *curl, struct curl_slist *headers) {
  return curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
}

// The bytes are not copied.
static inline CURLcode CCurl_setBody(CURL *curl, const void *bytes, curl_off_t count) {
  CURLcode code = curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, count);
  return code ? code : curl_easy_setopt(curl, CURLOPT_POSTFIELDS, bytes);
}

static inline void CCurl_setSinks(
    CURL *curl, CCurl_Sink header, CCurl_Sink body, CCurl_Progress progress, void *owner) {
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, owner);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, owner);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, progress);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, owner);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
}

static inline long CCurl_status(CURL *curl) {
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
