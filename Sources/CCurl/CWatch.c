#define _GNU_SOURCE
#include "CWatch.h"
#include "CCurl.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#define MOST_EVENTS 64

int cwatch_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

int cwatch_set(int watch, int socket, int wish) {
    struct epoll_event event = {.data.fd = socket};
    if (wish & CCURL_POLL_IN) event.events |= EPOLLIN;
    if (wish & CCURL_POLL_OUT) event.events |= EPOLLOUT;
    int code;
    if (!event.events) {
        // A socket that is closed is none any more by itself.
        code = epoll_ctl(watch, EPOLL_CTL_DEL, socket, &event);
        return code && errno != ENOENT && errno != EBADF ? errno : 0;
    }
    code = epoll_ctl(watch, EPOLL_CTL_ADD, socket, &event);
    if (code && errno == EEXIST) code = epoll_ctl(watch, EPOLL_CTL_MOD, socket, &event);
    return code ? errno : 0;
}

int cwatch_wait(int watch, cwatch_event *events, int count, int milliseconds) {
    struct epoll_event ready[MOST_EVENTS];
    int found = epoll_wait(watch, ready, count < MOST_EVENTS ? count : MOST_EVENTS, milliseconds);
    for (int index = 0; index < found; index++) {
        uint32_t bits = ready[index].events;
        events[index].socket = ready[index].data.fd;
        events[index].readiness = (bits & EPOLLIN ? CCURL_CSELECT_IN : 0)
            | (bits & EPOLLOUT ? CCURL_CSELECT_OUT : 0)
            | (bits & (EPOLLERR | EPOLLHUP) ? CCURL_CSELECT_ERR : 0);
    }
    // A signal ends a wait early, and the caller looks again in any case.
    return found < 0 ? 0 : found;
}

int cwatch_bell_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cwatch_bell_ring(int bell) {
    uint64_t one = 1;
    while (write(bell, &one, sizeof one) < 0 && errno == EINTR) {}
}

void cwatch_bell_clear(int bell) {
    uint64_t count;
    while (read(bell, &count, sizeof count) < 0 && errno == EINTR) {}
}

void cwatch_close(int descriptor) { close(descriptor); }

cwatch_sigpipe cwatch_sigpipe_hold(void) {
    cwatch_sigpipe state = {0, 0};
    sigset_t pipe, old, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &old);
    state.is_held = !sigismember(&old, SIGPIPE);
    if (state.is_held && !sigpending(&pending)) state.was_pending = sigismember(&pending, SIGPIPE);
    return state;
}

void cwatch_sigpipe_release(cwatch_sigpipe state) {
    if (!state.is_held) return;
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    const struct timespec now = {0, 0};
    if (!state.was_pending) {
        while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {}
    }
    pthread_sigmask(SIG_UNBLOCK, &pipe, NULL);
}
