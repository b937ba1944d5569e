// Compares our numbers with the system's <curl/curl.h>, where that is installed.
#include "CCurl.h"

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>

static const struct {
    const char *name;
    long long ours;
    long long theirs;
} values[] = {
#define SAME(name) {#name, C##name, (long long)name}
    SAME(CURLOPT_WRITEDATA),
    SAME(CURLOPT_URL),
    SAME(CURLOPT_PROXY),
    SAME(CURLOPT_READDATA),
    SAME(CURLOPT_ERRORBUFFER),
    SAME(CURLOPT_USERAGENT),
    SAME(CURLOPT_HTTPHEADER),
    SAME(CURLOPT_HEADERDATA),
    SAME(CURLOPT_CUSTOMREQUEST),
    SAME(CURLOPT_XFERINFODATA),
    SAME(CURLOPT_CAINFO),
    SAME(CURLOPT_PRIVATE),
    SAME(CURLOPT_COPYPOSTFIELDS),
    SAME(CURLOPT_SEEKDATA),
    SAME(CURLOPT_NOPROXY),
    SAME(CURLOPT_WRITEFUNCTION),
    SAME(CURLOPT_READFUNCTION),
    SAME(CURLOPT_HEADERFUNCTION),
    SAME(CURLOPT_SEEKFUNCTION),
    SAME(CURLOPT_XFERINFOFUNCTION),
    SAME(CURLOPT_POSTFIELDSIZE_LARGE),
    SAME(CURLOPT_NOPROGRESS),
    SAME(CURLOPT_NOBODY),
    SAME(CURLOPT_POST),
    SAME(CURLOPT_HTTP_VERSION),
    SAME(CURLOPT_BUFFERSIZE),
    SAME(CURLOPT_NOSIGNAL),
    SAME(CURLOPT_TIMEOUT_MS),
    SAME(CURLOPT_CONNECTTIMEOUT_MS),
    SAME(CURLOPT_PATH_AS_IS),
#if LIBCURL_VERSION_NUM >= 0x075700
    SAME(CURLOPT_QUICK_EXIT),
#endif
    SAME(CURLMOPT_MAXCONNECTS),
    SAME(CURL_HTTP_VERSION_2TLS),
    SAME(CURL_READFUNC_ABORT),
    SAME(CURL_ERROR_SIZE),
    SAME(CURLINFO_PRIVATE),
    SAME(CURLINFO_RESPONSE_CODE),
    SAME(CURLINFO_HTTP_CONNECTCODE),
    SAME(CURLINFO_SIZE_UPLOAD_T),
    SAME(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T),
    SAME(CURLINFO_PRETRANSFER_TIME_T),
    SAME(CURLE_OK),
    SAME(CURLE_UNSUPPORTED_PROTOCOL),
    SAME(CURLE_FAILED_INIT),
    SAME(CURLE_URL_MALFORMAT),
    SAME(CURLE_COULDNT_RESOLVE_PROXY),
    SAME(CURLE_COULDNT_RESOLVE_HOST),
    SAME(CURLE_COULDNT_CONNECT),
    SAME(CURLE_WEIRD_SERVER_REPLY),
    SAME(CURLE_HTTP2),
    SAME(CURLE_PARTIAL_FILE),
    SAME(CURLE_WRITE_ERROR),
    SAME(CURLE_OUT_OF_MEMORY),
    SAME(CURLE_OPERATION_TIMEDOUT),
    SAME(CURLE_SSL_CONNECT_ERROR),
    SAME(CURLE_ABORTED_BY_CALLBACK),
    SAME(CURLE_GOT_NOTHING),
    SAME(CURLE_SEND_ERROR),
    SAME(CURLE_RECV_ERROR),
    SAME(CURLE_PEER_FAILED_VERIFICATION),
    SAME(CURLE_BAD_CONTENT_ENCODING),
    SAME(CURLE_SSL_CACERT_BADFILE),
    SAME(CURLE_HTTP2_STREAM),
    // Of CURLMsg and its kind, which CCurl.c declares for itself.
    {"CURLMSG_DONE", 1, CURLMSG_DONE},
    {"CURL_GLOBAL_ALL", 3, CURL_GLOBAL_ALL},
    {"CURLMsg.easy_handle", 8, offsetof(CURLMsg, easy_handle)},
    {"CURLMsg.data", 16, offsetof(CURLMsg, data)},
    {"sizeof curl_off_t", sizeof(int64_t), sizeof(curl_off_t)},
};

int ccurl_has_header(void) { return 1; }

const char *ccurl_header_mismatch(void) {
    for (size_t index = 0; index < sizeof values / sizeof *values; index++)
        if (values[index].ours != values[index].theirs) return values[index].name;
    return NULL;
}

#else

int ccurl_has_header(void) { return 0; }
const char *ccurl_header_mismatch(void) { return NULL; }

#endif
