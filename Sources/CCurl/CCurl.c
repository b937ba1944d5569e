#define _GNU_SOURCE // pthread_setname_np
#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// CURLMsg of <curl/multi.h>; only done messages exist so far.
typedef struct {
    int msg;
    ccurl_easy *easy;
    union {
        void *whatever;
        int result;
    } data;
} message;

#define MESSAGE_DONE 1 /* CURLMSG_DONE */
#define GLOBAL_ALL 3   /* CURL_GLOBAL_ALL: SSL | WIN32 */

static struct {
    int (*global_init)(long);
    const char *(*version)(void);
    ccurl_easy *(*easy_init)(void);
    void (*easy_cleanup)(ccurl_easy *);
    void (*easy_reset)(ccurl_easy *);
    const char *(*easy_strerror)(int);
    int (*easy_setopt)(ccurl_easy *, int, ...);
    int (*easy_getinfo)(ccurl_easy *, int, ...);
    ccurl_slist *(*slist_append)(ccurl_slist *, const char *);
    void (*slist_free_all)(ccurl_slist *);
    ccurl_multi *(*multi_init)(void);
    int (*multi_cleanup)(ccurl_multi *);
    int (*multi_setopt)(ccurl_multi *, int, ...);
    int (*multi_add_handle)(ccurl_multi *, ccurl_easy *);
    int (*multi_remove_handle)(ccurl_multi *, ccurl_easy *);
    int (*multi_socket_action)(ccurl_multi *, int, int, int *);
    int (*multi_perform)(ccurl_multi *, int *);
    int (*multi_poll)(ccurl_multi *, void *, unsigned, int, int *);
    int (*multi_wakeup)(ccurl_multi *);
    message *(*multi_info_read)(ccurl_multi *, int *);
} api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

static int find(void *library, const char *name, void *slot) {
    void *symbol = dlsym(library, name);
    if (!symbol) {
        snprintf(failure, sizeof failure, "libcurl.so.4 has no %s", name);
        return 0;
    }
    *(void **)slot = symbol;
    return 1;
}

static void load(void) {
    // Never closed: its threads and exit handlers would outlive it.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *reason = dlerror();
        snprintf(failure, sizeof failure, "%s", reason ? reason : "libcurl.so.4 can't be loaded");
        return;
    }
    int found = find(library, "curl_global_init", &api.global_init)
        && find(library, "curl_easy_init", &api.easy_init)
        && find(library, "curl_easy_cleanup", &api.easy_cleanup)
        && find(library, "curl_easy_reset", &api.easy_reset)
        && find(library, "curl_easy_strerror", &api.easy_strerror)
        && find(library, "curl_easy_setopt", &api.easy_setopt)
        && find(library, "curl_easy_getinfo", &api.easy_getinfo)
        && find(library, "curl_slist_append", &api.slist_append)
        && find(library, "curl_slist_free_all", &api.slist_free_all)
        && find(library, "curl_multi_init", &api.multi_init)
        && find(library, "curl_multi_cleanup", &api.multi_cleanup)
        && find(library, "curl_multi_setopt", &api.multi_setopt)
        && find(library, "curl_multi_add_handle", &api.multi_add_handle)
        && find(library, "curl_multi_remove_handle", &api.multi_remove_handle)
        && find(library, "curl_multi_socket_action", &api.multi_socket_action)
        && find(library, "curl_multi_perform", &api.multi_perform)
        && find(library, "curl_multi_poll", &api.multi_poll)
        && find(library, "curl_multi_wakeup", &api.multi_wakeup)
        && find(library, "curl_multi_info_read", &api.multi_info_read)
        && find(library, "curl_version", &api.version);
    if (!found) return;
    int code = api.global_init(GLOBAL_ALL);
    if (code) snprintf(failure, sizeof failure, "curl_global_init: %s", api.easy_strerror(code));
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

const char *ccurl_version(void) { return api.version(); }

void ccurl_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

ccurl_easy *ccurl_easy_init(void) { return api.easy_init(); }
void ccurl_easy_cleanup(ccurl_easy *easy) { api.easy_cleanup(easy); }
void ccurl_easy_reset(ccurl_easy *easy) { api.easy_reset(easy); }
const char *ccurl_easy_strerror(int code) { return api.easy_strerror(code); }

int ccurl_set_long(ccurl_easy *easy, int option, long value) {
    return api.easy_setopt(easy, option, value);
}
int ccurl_set_int64(ccurl_easy *easy, int option, int64_t value) {
    return api.easy_setopt(easy, option, value);
}
int ccurl_set_pointer(ccurl_easy *easy, int option, void *value) {
    return api.easy_setopt(easy, option, value);
}
int ccurl_set_string(ccurl_easy *easy, int option, const char *value) {
    return api.easy_setopt(easy, option, value);
}
int ccurl_set_list(ccurl_easy *easy, int option, ccurl_slist *value) {
    return api.easy_setopt(easy, option, value);
}
int ccurl_set_callback(ccurl_easy *easy, int option, ccurl_data_callback value) {
    return api.easy_setopt(easy, option, value);
}
int ccurl_set_seek(ccurl_easy *easy, ccurl_seek_callback value) {
    return api.easy_setopt(easy, CCURLOPT_SEEKFUNCTION, value);
}
int ccurl_set_progress(ccurl_easy *easy, ccurl_progress_callback value) {
    return api.easy_setopt(easy, CCURLOPT_XFERINFOFUNCTION, value);
}

long ccurl_info_long(ccurl_easy *easy, int info) {
    long value = 0;
    return api.easy_getinfo(easy, info, &value) ? 0 : value;
}
int64_t ccurl_info_int64(ccurl_easy *easy, int info) {
    int64_t value = 0;
    return api.easy_getinfo(easy, info, &value) ? 0 : value;
}
void *ccurl_info_pointer(ccurl_easy *easy, int info) {
    void *value = NULL;
    return api.easy_getinfo(easy, info, &value) ? NULL : value;
}

ccurl_slist *ccurl_slist_append(ccurl_slist *list, const char *text) {
    return api.slist_append(list, text);
}
void ccurl_slist_free_all(ccurl_slist *list) { api.slist_free_all(list); }

ccurl_multi *ccurl_multi_init(void) { return api.multi_init(); }
int ccurl_multi_cleanup(ccurl_multi *multi) { return api.multi_cleanup(multi); }
int ccurl_multi_set_long(ccurl_multi *multi, int option, long value) {
    return api.multi_setopt(multi, option, value);
}
int ccurl_multi_add(ccurl_multi *multi, ccurl_easy *easy) {
    return api.multi_add_handle(multi, easy);
}
int ccurl_multi_remove(ccurl_multi *multi, ccurl_easy *easy) {
    return api.multi_remove_handle(multi, easy);
}
int ccurl_multi_act(ccurl_multi *multi, int socket, int readiness) {
    int running = 0;
    return api.multi_socket_action(multi, socket, readiness, &running);
}
void ccurl_multi_on_wish(ccurl_multi *multi, ccurl_wish_callback callback, void *context) {
    api.multi_setopt(multi, CCURLMOPT_SOCKETFUNCTION, callback);
    api.multi_setopt(multi, CCURLMOPT_SOCKETDATA, context);
}
void ccurl_multi_on_timer(ccurl_multi *multi, ccurl_timer_callback callback, void *context) {
    api.multi_setopt(multi, CCURLMOPT_TIMERFUNCTION, callback);
    api.multi_setopt(multi, CCURLMOPT_TIMERDATA, context);
}

int ccurl_multi_perform(ccurl_multi *multi) {
    int running = 0;
    return api.multi_perform(multi, &running);
}
int ccurl_multi_poll(ccurl_multi *multi, int milliseconds) {
    return api.multi_poll(multi, NULL, 0, milliseconds, NULL);
}
int ccurl_multi_wakeup(ccurl_multi *multi) { return api.multi_wakeup(multi); }

ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, int *code) {
    int left = 0;
    for (message *next; (next = api.multi_info_read(multi, &left));) {
        if (next->msg != MESSAGE_DONE) continue;
        *code = next->data.result;
        return next->easy;
    }
    return NULL;
}
