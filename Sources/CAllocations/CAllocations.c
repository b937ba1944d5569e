#include "CAllocations.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

// The C library's own allocator, under the names that glibc keeps for programs that replace it:
// https://www.gnu.org/software/libc/manual/html_node/Replacing-malloc.html
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t count;

uint64_t sluice_allocations(void) {
    return atomic_load_explicit(&count, memory_order_relaxed);
}

static void one_more(void) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    one_more();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    one_more();
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
    one_more();
    return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    one_more();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    one_more();
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}
