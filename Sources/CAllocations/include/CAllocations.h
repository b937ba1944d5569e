#pragma once
#include <stdint.h>

/// How many times this process has asked the allocator for memory since it began.
///
/// The figures take the difference around the work that they measure. A program that links this
/// target has its `malloc`, `calloc`, `realloc`, `aligned_alloc` and `posix_memalign` counted, also
/// where a shared library calls them; what serves them is still the C library's allocator.
uint64_t sluice_allocations(void);
