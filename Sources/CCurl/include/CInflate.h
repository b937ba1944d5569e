// The part of zlib that Sluice uses, loaded like libcurl, which itself depends on it.
//
// libcurl could decompress by itself, but a cut gzip stream reaches its caller as a short success;
// here the end of the stream is seen. Source of the declarations: <zlib.h>, unchanged since 1.2.0.
#ifndef CInflate_H
#define CInflate_H

#include <stddef.h>

/// A gzip stream that is being decompressed.
typedef struct cinflate cinflate;

/// What a step of decompression came to.
enum cinflate_state {
    /// All input was used, or the output is full.
    CINFLATE_MORE = 0,
    /// The stream has ended, and its checksum is right.
    CINFLATE_END = 1,
    /// The input is no gzip stream.
    CINFLATE_BAD = 2,
};

/// Begins a stream; NULL when zlib can't be loaded or there is no memory.
cinflate *cinflate_begin(void);
/// Whether zlib can be loaded.
int cinflate_available(void);
/// Decompresses; `used` and `made` say how many bytes of input were used and of output made.
enum cinflate_state cinflate_step(
    cinflate *stream, const unsigned char *input, size_t count, size_t *used,
    unsigned char *output, size_t room, size_t *made);
/// Makes ready for a further member of the same file (RFC 1952 §2.2).
int cinflate_restart(cinflate *stream);
void cinflate_end(cinflate *stream);

#endif
