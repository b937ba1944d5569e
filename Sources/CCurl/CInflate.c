#include "CInflate.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// z_stream of <zlib.h>.
struct cinflate {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *zalloc;
    void *zfree;
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

#define GZIP_ONLY (15 + 16) /* the largest window, and a gzip header */
#define Z_OK 0
#define Z_STREAM_END 1
#define Z_BUF_ERROR (-5)

static struct {
    int (*init)(cinflate *, int, const char *, int);
    int (*inflate)(cinflate *, int);
    int (*reset)(cinflate *);
    int (*end)(cinflate *);
} api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int available;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    *(void **)&api.init = dlsym(library, "inflateInit2_");
    *(void **)&api.inflate = dlsym(library, "inflate");
    *(void **)&api.reset = dlsym(library, "inflateReset");
    *(void **)&api.end = dlsym(library, "inflateEnd");
    available = api.init && api.inflate && api.reset && api.end;
}

int cinflate_available(void) {
    pthread_once(&once, load);
    return available;
}

cinflate *cinflate_begin(void) {
    if (!cinflate_available()) return NULL;
    cinflate *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    // zlib compares the first digit of the version, and the size of the struct.
    if (api.init(stream, GZIP_ONLY, "1.2.0", (int)sizeof *stream) != Z_OK) {
        free(stream);
        return NULL;
    }
    return stream;
}

enum cinflate_state cinflate_step(
    cinflate *stream, const unsigned char *input, size_t count, size_t *used,
    unsigned char *output, size_t room, size_t *made) {
    stream->next_in = input;
    stream->avail_in = (unsigned)count;
    stream->next_out = output;
    stream->avail_out = (unsigned)room;
    int result = api.inflate(stream, 0);
    *used = count - stream->avail_in;
    *made = room - stream->avail_out;
    if (result == Z_STREAM_END) return CINFLATE_END;
    // No progress for want of input or room is not a fault.
    return result == Z_OK || result == Z_BUF_ERROR ? CINFLATE_MORE : CINFLATE_BAD;
}

int cinflate_restart(cinflate *stream) { return api.reset(stream) == Z_OK; }

void cinflate_end(cinflate *stream) {
    api.end(stream);
    free(stream);
}
