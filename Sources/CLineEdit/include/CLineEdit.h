/// Line editing by libedit, which is loaded when it is first used.
///
/// libedit's own header isn't needed: the functions and numbers used are declared in CLineEdit.c,
/// each with its source, and `el_set`, which is variadic, is called there.
#ifndef CLINEEDIT_H
#define CLINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

/// An editor. One owner; every call but none other comes from the owner's thread.
typedef struct cle_editor cle_editor;

/// What the editor asks of its owner while a line is edited, on the thread that reads.
typedef struct cle_callbacks {
    /// Passed back in every call.
    void *context;
    /// The Tab key: look at `cle_before_cursor`, then insert or print.
    void (*complete)(void *context, cle_editor *editor);
    /// The wake descriptor was written to: print what is waiting.
    void (*wake)(void *context, cle_editor *editor);
} cle_callbacks;

/// How a reading ended.
typedef enum cle_outcome {
    /// With a line.
    CLE_LINE,
    /// By Ctrl-C.
    CLE_INTERRUPTED,
    /// By Ctrl-D on an empty line, or since the terminal is gone.
    CLE_END,
} cle_outcome;

/// Loads `libedit.so.2`, once; false when it isn't there.
bool cle_load(void);

/// Makes an editor that reads `input`, draws on `output`, and watches `wake`; NULL on failure.
cle_editor *cle_open(int input, int output, int wake, cle_callbacks callbacks);

/// Ends an editor and gives the terminal back.
void cle_close(cle_editor *editor);

/// Edits a line, which stays valid until the next call. Its length is in bytes, without line end.
cle_outcome cle_read(cle_editor *editor, const char *prompt, const char **line, size_t *length);

/// Adds a line to the history in memory.
void cle_remember(cle_editor *editor, const char *line);

/// The line up to the cursor; valid until the next call.
const char *cle_before_cursor(cle_editor *editor, size_t *length);

/// Inserts text at the cursor.
void cle_insert(cle_editor *editor, const char *text);

/// Deletes that many characters before the cursor.
void cle_delete(cle_editor *editor, int characters);

/// Prints text, which ends with a line end, above the line being edited, and draws that again.
void cle_print_above(cle_editor *editor, const char *text);

/// Makes the character type of the locale UTF-8, as libedit needs it to read what is typed.
void cle_use_utf8(void);

#endif
