#include <curl/curl.h>
#include <stdbool.h>
#include <string.h>
#include <zlib.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or later is needed"
#endif

/* Swift cannot call functions with variable arguments. */
static inline CURLcode mercator_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode mercator_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode mercator_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode mercator_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

/* Callbacks that receive or send bytes: of the body, and of header fields. */
static inline CURLcode mercator_set_transfer(
    CURL *easy, CURLoption option, size_t (*function)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode mercator_set_progress(CURL *easy, curl_xferinfo_callback function) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, function);
}

static inline CURLcode mercator_set_request_start(CURL *easy, curl_prereq_callback function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode mercator_get_number(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode mercator_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode mercator_set_multi(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* Whether a message is about the size of a chunk; the code is that of a reset as well. */
static inline bool mercator_is_malformed_chunk(const char *message) {
    return strstr(message, "chunked-encoding") != NULL;
}

/* The next transfer that has ended, or a null pointer. */
static inline CURL *mercator_next_end(CURLM *multi, CURLcode *result) {
    int remaining;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &remaining))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return 0;
}

/* Without it, ending a transfer would wait for the look-up of its name. */
static inline void mercator_leave_lookups(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}

static inline void mercator_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/* Macros with casts, which Swift does not import. */
static const size_t mercator_write_pause = CURL_WRITEFUNC_PAUSE;
static const size_t mercator_read_pause = CURL_READFUNC_PAUSE;
static const size_t mercator_read_abort = CURL_READFUNC_ABORT;
static const long mercator_http_2_over_tls = CURL_HTTP_VERSION_2TLS;
static const long mercator_http_1_1 = CURL_HTTP_VERSION_1_1;

static inline int mercator_begin_inflate(z_stream *stream, int window) {
    return inflateInit2(stream, window);
}

static inline int mercator_begin_deflate(z_stream *stream, int window) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY);
}
