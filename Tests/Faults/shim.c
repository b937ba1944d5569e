// Fails, or ends the process at, the Nth call that writes to the cache's files. Loaded with LD_PRELOAD.
//
//   FAULT_PATH   a part of the paths that count, such as "cache.db"
//   FAULT_AT     which call fails, from 1; 0 only counts
//   FAULT_ERROR  the error number that it fails with; 0 sends SIGKILL to the process itself
//   FAULT_LASTS  1: every call from that one on fails
//   FAULT_COUNT  a file that the number of calls is written to when the process ends
//   FAULT_HEAP   the most bytes that SQLite may use
//   FAULT_CLOCK  seconds that are added to the time of day
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define DESCRIPTORS 1024
static atomic_int calls;
static atomic_bool counted[DESCRIPTORS];

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static int counts_path(const char *path) {
    const char *part = getenv("FAULT_PATH");
    return part && path && strstr(path, part);
}

static int counts(int file) { return file >= 0 && file < DESCRIPTORS && counted[file]; }

// Whether this call fails; sets errno.
static int fails(void) {
    int call = atomic_fetch_add(&calls, 1) + 1;
    long at = number("FAULT_AT");
    if (at == 0 || call < at || (call > at && !number("FAULT_LASTS"))) return 0;
    long error = number("FAULT_ERROR");
    if (error == 0) kill(getpid(), SIGKILL);
    errno = (int)error;
    return 1;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    return counts(file) && fails() ? -1 : real(file, bytes, count);
}
ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    return counts(file) && fails() ? -1 : real(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    return counts(file) && fails() ? -1 : real(file, bytes, count, offset);
}
int fsync(int file) {
    REAL(fsync);
    return counts(file) && fails() ? -1 : real(file);
}
int fdatasync(int file) {
    REAL(fdatasync);
    return counts(file) && fails() ? -1 : real(file);
}
int ftruncate(int file, off_t length) {
    REAL(ftruncate);
    return counts(file) && fails() ? -1 : real(file, length);
}
int ftruncate64(int file, off64_t length) {
    REAL(ftruncate64);
    return counts(file) && fails() ? -1 : real(file, length);
}
int unlink(const char *path) {
    REAL(unlink);
    return counts_path(path) && fails() ? -1 : real(path);
}
int rename(const char *from, const char *to) {
    REAL(rename);
    return counts_path(from) && fails() ? -1 : real(from, to);
}
int mknod(const char *path, mode_t mode, dev_t device) {
    REAL(mknod);
    return counts_path(path) && fails() ? -1 : real(path, mode, device);
}

static int note(int file, const char *path) {
    if (file >= 0 && file < DESCRIPTORS) counted[file] = counts_path(path);
    return file;
}
int open(const char *path, int flags, ...) {
    REAL(open);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (flags & O_CREAT && counts_path(path) && access(path, F_OK) != 0 && fails()) return -1;
    return note(real(path, flags, mode), path);
}
int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if (flags & O_CREAT && counts_path(path) && access(path, F_OK) != 0 && fails()) return -1;
    return note(real(path, flags, mode), path);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    REAL(clock_gettime);
    int result = real(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += number("FAULT_CLOCK");
    return result;
}

__attribute__((constructor)) static void begin(void) {
    long heap = number("FAULT_HEAP");
    long long (*limit)(long long) = dlsym(RTLD_DEFAULT, "sqlite3_hard_heap_limit64");
    if (heap && limit) limit(heap);
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%d\n", atomic_load(&calls));
        fclose(file);
    }
}
