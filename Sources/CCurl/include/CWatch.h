// Waiting for many sockets at once: Linux's epoll(7), which Swift's C library module leaves out.
#ifndef CWatch_H
#define CWatch_H

/// A socket and what it is ready for, as CCURL_CSELECT bits.
typedef struct {
    int socket;
    int readiness;
} cwatch_event;

/// A descriptor to wait with; -1 when there are no more.
int cwatch_open(void);
/// Waits for what CCURL_POLL bits say of a socket; with none of them, no longer. 0, or an errno.
int cwatch_set(int watch, int socket, int wish);
/// Waits for at most `milliseconds`, -1 for ever; how many events there are, 0 at the end of the time.
int cwatch_wait(int watch, cwatch_event *events, int count, int milliseconds);

/// A descriptor that is ready to be read once it was rung; -1 when there are no more.
int cwatch_bell_open(void);
void cwatch_bell_ring(int bell);
/// Makes it not ready again.
void cwatch_bell_clear(int bell);

void cwatch_close(int descriptor);

// What keeps a write to a closed connection from ending the program, where it is not our thread that
// writes: SIGPIPE is held back, and one that came meanwhile is dropped.
typedef struct {
    int is_held;
    int was_pending;
} cwatch_sigpipe;

cwatch_sigpipe cwatch_sigpipe_hold(void);
void cwatch_sigpipe_release(cwatch_sigpipe state);

#endif
