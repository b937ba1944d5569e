// The part of libcurl that Sluice uses, declared by us and loaded at first use.
//
// libcurl's ABI is stable: numbers below are never reused or changed (https://curl.se/libcurl/abi.html),
// so neither its header nor a link to it is needed, and a program that sends nothing doesn't pay the
// 4 ms of loading it. Each value is named as in <curl/curl.h> and <curl/multi.h>, with CCURL for
// CURL; ccurl_header_mismatch() compares them where that header is installed.
#ifndef CCurl_H
#define CCurl_H

#include <stddef.h>
#include <stdint.h>

#include "CInflate.h"
#include "CWatch.h"

// MARK: Loading

/// Loads libcurl.so.4 once, from whichever thread comes first; NULL, or why it can't be loaded.
const char *ccurl_load(void);
/// The loaded library and what it is made of: "libcurl/7.88.1 OpenSSL/3.0.19 …".
const char *ccurl_version(void);
/// Whether this was built where <curl/curl.h> is installed, so that a comparison is possible.
int ccurl_has_header(void);
/// The first name here whose value differs from the header's; NULL when all agree.
const char *ccurl_header_mismatch(void);

/// Names the calling thread, for debuggers and /proc; at most 15 bytes.
void ccurl_name_thread(const char *name);

// MARK: Types

/// An easy handle: one transfer.
typedef struct ccurl_easy ccurl_easy;
/// A multi handle: the transfers of one thread.
typedef struct ccurl_multi ccurl_multi;
/// A linked list of strings.
typedef struct ccurl_slist ccurl_slist;
/// What curl calls with a part of a header or body; another result than size * count ends the transfer.
typedef size_t (*ccurl_data_callback)(char *bytes, size_t size, size_t count, void *context);
/// What curl calls when a body has to be read again from a place; 0 when it can be.
typedef int (*ccurl_seek_callback)(void *context, int64_t offset, int origin);
/// What curl calls with how far a transfer has come, in bytes, a total of 0 being unknown; 0 to go on.
typedef int (*ccurl_progress_callback)(
    void *context, int64_t to_receive, int64_t received, int64_t to_send, int64_t sent);
/// What a multi handle calls when what it waits for of a socket changes: `wish` is a CCURL_POLL value.
typedef int (*ccurl_wish_callback)(
    ccurl_easy *easy, int socket, int wish, void *context, void *socket_context);
/// What a multi handle calls when it wants to be called in so many milliseconds, or not at all: -1.
typedef int (*ccurl_timer_callback)(ccurl_multi *multi, long milliseconds, void *context);

// MARK: Options (CURLoption = type + number)

#define CCURLOPT_WRITEDATA 10001
#define CCURLOPT_URL 10002
#define CCURLOPT_PROXY 10004
#define CCURLOPT_READDATA 10009
#define CCURLOPT_ERRORBUFFER 10010
#define CCURLOPT_USERAGENT 10018
#define CCURLOPT_HTTPHEADER 10023
#define CCURLOPT_HEADERDATA 10029
#define CCURLOPT_CUSTOMREQUEST 10036
#define CCURLOPT_FRESH_CONNECT 74
#define CCURLOPT_XFERINFODATA 10057
#define CCURLOPT_CAINFO 10065
#define CCURLOPT_PRIVATE 10103
#define CCURLOPT_COPYPOSTFIELDS 10165
#define CCURLOPT_SEEKDATA 10168
#define CCURLOPT_NOPROXY 10177
#define CCURLOPT_WRITEFUNCTION 20011
#define CCURLOPT_READFUNCTION 20012
#define CCURLOPT_HEADERFUNCTION 20079
#define CCURLOPT_SEEKFUNCTION 20167
#define CCURLOPT_XFERINFOFUNCTION 20219
#define CCURLOPT_POSTFIELDSIZE_LARGE 30120
#define CCURLOPT_NOPROGRESS 43
#define CCURLOPT_NOBODY 44
#define CCURLOPT_POST 47
#define CCURLOPT_HTTP_VERSION 84
#define CCURLOPT_BUFFERSIZE 98
#define CCURLOPT_NOSIGNAL 99
#define CCURLOPT_TIMEOUT_MS 155
#define CCURLOPT_CONNECTTIMEOUT_MS 156
#define CCURLOPT_PATH_AS_IS 234
/// Since 7.87.0; an older library answers that it doesn't know it, and waits for a name's resolution.
#define CCURLOPT_QUICK_EXIT 322

#define CCURLMOPT_TIMERDATA 10005
#define CCURLMOPT_SOCKETDATA 10002
#define CCURLMOPT_SOCKETFUNCTION 20001
#define CCURLMOPT_TIMERFUNCTION 20004
#define CCURLMOPT_MAXCONNECTS 6

// What is waited for of a socket: both bits, or none any more.
#define CCURL_POLL_IN 1
#define CCURL_POLL_OUT 2
#define CCURL_POLL_REMOVE 4

// What a socket is ready for.
#define CCURL_CSELECT_IN 1
#define CCURL_CSELECT_OUT 2
#define CCURL_CSELECT_ERR 4
/// No socket: look at the time only.
#define CCURL_SOCKET_TIMEOUT (-1)

/// CURL_HTTP_VERSION_2TLS: HTTP/2 where TLS negotiates it, else 1.1.
#define CCURL_HTTP_VERSION_2TLS 4
/// CURL_READFUNC_ABORT: what a read callback gives to end the transfer.
#define CCURL_READFUNC_ABORT 0x10000000
/// CURL_ERROR_SIZE
#define CCURL_ERROR_SIZE 256

// MARK: Infos (CURLINFO = type + number)

#define CCURLINFO_PRIVATE 0x100015
#define CCURLINFO_RESPONSE_CODE 0x200002
#define CCURLINFO_HTTP_CONNECTCODE 0x200016
#define CCURLINFO_SIZE_UPLOAD_T 0x600007
#define CCURLINFO_CONTENT_LENGTH_DOWNLOAD_T 0x60000f
#define CCURLINFO_PRETRANSFER_TIME_T 0x600035
#define CCURLINFO_NUM_CONNECTS 0x20001A

// MARK: Results (CURLcode)

#define CCURLE_OK 0
#define CCURLE_UNSUPPORTED_PROTOCOL 1
#define CCURLE_FAILED_INIT 2
#define CCURLE_URL_MALFORMAT 3
#define CCURLE_COULDNT_RESOLVE_PROXY 5
#define CCURLE_COULDNT_RESOLVE_HOST 6
#define CCURLE_COULDNT_CONNECT 7
#define CCURLE_WEIRD_SERVER_REPLY 8
#define CCURLE_HTTP2 16
#define CCURLE_PARTIAL_FILE 18
#define CCURLE_WRITE_ERROR 23
#define CCURLE_OUT_OF_MEMORY 27
#define CCURLE_OPERATION_TIMEDOUT 28
#define CCURLE_SSL_CONNECT_ERROR 35
#define CCURLE_ABORTED_BY_CALLBACK 42
#define CCURLE_GOT_NOTHING 52
#define CCURLE_SEND_ERROR 55
#define CCURLE_SEND_FAIL_REWIND 65
#define CCURLE_RECV_ERROR 56
#define CCURLE_PEER_FAILED_VERIFICATION 60
#define CCURLE_BAD_CONTENT_ENCODING 61
#define CCURLE_SSL_CACERT_BADFILE 77
#define CCURLE_HTTP2_STREAM 92

// MARK: Functions, to be called once ccurl_load() gave NULL

ccurl_easy *ccurl_easy_init(void);
void ccurl_easy_cleanup(ccurl_easy *easy);
void ccurl_easy_reset(ccurl_easy *easy);
const char *ccurl_easy_strerror(int code);

// curl_easy_setopt and its kin are variadic, which Swift can't call: one function for each type.
int ccurl_set_long(ccurl_easy *easy, int option, long value);
int ccurl_set_int64(ccurl_easy *easy, int option, int64_t value);
int ccurl_set_pointer(ccurl_easy *easy, int option, void *value);
int ccurl_set_string(ccurl_easy *easy, int option, const char *value);
int ccurl_set_list(ccurl_easy *easy, int option, ccurl_slist *value);
int ccurl_set_callback(ccurl_easy *easy, int option, ccurl_data_callback value);
int ccurl_set_seek(ccurl_easy *easy, ccurl_seek_callback value);
int ccurl_set_progress(ccurl_easy *easy, ccurl_progress_callback value);
/// An info that is a long; 0 when it isn't known.
long ccurl_info_long(ccurl_easy *easy, int info);
/// An info that is a curl_off_t; 0 when it isn't known.
int64_t ccurl_info_int64(ccurl_easy *easy, int info);
/// An info that is a pointer; NULL when it isn't known.
void *ccurl_info_pointer(ccurl_easy *easy, int info);

/// The list with a copy of `text` at its end; NULL when there is no memory.
ccurl_slist *ccurl_slist_append(ccurl_slist *list, const char *text);
void ccurl_slist_free_all(ccurl_slist *list);

ccurl_multi *ccurl_multi_init(void);
int ccurl_multi_cleanup(ccurl_multi *multi);
int ccurl_multi_set_long(ccurl_multi *multi, int option, long value);
int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy);
int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy);
/// Does what can be done now that a socket is ready, or, for CCURL_SOCKET_TIMEOUT, that it is time.
int ccurl_multi_act(ccurl_multi *multi, int socket, int readiness);
void ccurl_multi_on_wish(ccurl_multi *multi, ccurl_wish_callback callback, void *context);
void ccurl_multi_on_timer(ccurl_multi *multi, ccurl_timer_callback callback, void *context);

// The plain way to drive a multi handle, as the baseline of the figures does.
int ccurl_multi_perform(ccurl_multi *multi);
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds);
int ccurl_multi_wakeup(ccurl_multi *multi);

/// The next transfer that has ended, and its result in `code`; NULL when there is none.
ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, int *code);

#endif
