#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#include <sqlite3.h>
#include <sys/vfs.h>

// Swift can't import SQLITE_STATIC and SQLITE_TRANSIENT, which are casts of numbers to function
// pointers (https://sqlite.org/c3ref/c_static.html): one call for each.

/// Binds bytes that stay where they are until the statement is reset: nothing is copied.
static inline int sluice_bind_text_static(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_STATIC);
}

/// Binds bytes that may go away after the call: SQLite copies them.
static inline int sluice_bind_text_copied(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds a blob; SQLite copies it.
static inline int sluice_bind_blob_copied(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Gives a text as a function's result; SQLite copies it.
static inline void sluice_result_text_copied(sqlite3_context *context, const char *bytes, int count) {
    sqlite3_result_text(context, bytes, count, SQLITE_TRANSIENT);
}

/// The kind of the file system that `path` is on, by its magic number; 0 when it can't be told.
/// Here since Swift's Glibc has no statfs(2).
static inline unsigned int sluice_filesystem_kind(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (unsigned int)status.f_type : 0;
}
#endif
