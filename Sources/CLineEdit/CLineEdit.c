#include "CLineEdit.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

// A process may be started with its standard streams closed (`<&-`). The next file that is opened
// then takes the number: the runtime's event queue was seen to become standard input, which hung.
// Before anything else runs, each gets a stand-in: nothing to read, nowhere to say anything, and
// results that fail to be written, since a descriptor for reading refuses every write (EBADF).
__attribute__((constructor(101))) static void fill_standard_streams(void) {
    static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int stream = 0; stream <= 2; stream++) {
        // The lowest free number is given, and those below are taken by now.
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF) (void)open("/dev/null", modes[stream]);
    }
}

// Declarations of libedit's stable ABI (soname libedit.so.2), from its histedit.h 3.1.
typedef struct editline EditLine;
typedef struct history History;
typedef struct { int num; const char *str; } HistEvent;
typedef struct { const char *buffer, *cursor, *lastchar; } LineInfo;

enum { CC_NORM = 0, CC_NEWLINE = 1, CC_REFRESH = 4 };
enum {
    EL_PROMPT = 0, EL_EDITOR = 2, EL_SIGNAL = 3, EL_BIND = 4, EL_SETTY = 8, EL_ADDFN = 9,
    EL_HIST = 10, EL_GETCFN = 13, EL_CLIENTDATA = 14, EL_PREP_TERM = 16, EL_REFRESH = 20,
};
enum { H_SETSIZE = 1, H_ENTER = 10, H_SETUNIQUE = 20 };

// The functions used, found by name. el_set, el_get and history are variadic.
static struct {
    EditLine *(*el_init)(const char *, FILE *, FILE *, FILE *);
    void (*el_end)(EditLine *);
    const char *(*el_gets)(EditLine *, int *);
    int (*el_set)(EditLine *, int, ...);
    int (*el_get)(EditLine *, int, ...);
    const LineInfo *(*el_line)(EditLine *);
    int (*el_insertstr)(EditLine *, const char *);
    void (*el_deletestr)(EditLine *, int);
    void (*el_resize)(EditLine *);
    History *(*history_init)(void);
    void (*history_end)(History *);
    int (*history)(History *, HistEvent *, int, ...);
} edit;

bool cle_load(void) {
    static enum { UNTRIED, LOADED, MISSING } state = UNTRIED;
    if (state != UNTRIED) return state == LOADED;
    state = MISSING;
    void *library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define FIND(name) if (!(edit.name = dlsym(library, #name))) return false
    FIND(el_init);
    FIND(el_end);
    FIND(el_gets);
    FIND(el_set);
    FIND(el_get);
    FIND(el_line);
    FIND(el_insertstr);
    FIND(el_deletestr);
    FIND(el_resize);
    FIND(history_init);
    FIND(history_end);
    FIND(history);
#undef FIND
    state = LOADED;
    return true;
}

struct cle_editor {
    EditLine *line;
    History *history;
    FILE *in, *out;
    int input, wake;
    const char *prompt;
    bool interrupted;
    cle_callbacks callbacks;
    mbstate_t decoding;
};

static cle_editor *owner(EditLine *line) {
    void *data = NULL;
    edit.el_get(line, EL_CLIENTDATA, &data);
    return data;
}

static char *prompt(EditLine *line) {
    return (char *)owner(line)->prompt;
}

// libedit's own reading neither waits for messages nor tells an interruption from the end.
static int read_character(EditLine *line, wchar_t *character) {
    cle_editor *editor = owner(line);
    for (;;) {
        struct pollfd waits[2] = {{editor->input, POLLIN, 0}, {editor->wake, POLLIN, 0}};
        if (poll(waits, 2, -1) < 0) {
            if (errno == EINTR) continue;
            return -1;
        }
        if (waits[1].revents & POLLIN) {
            char drained[64];
            if (read(editor->wake, drained, sizeof drained) < 0 && errno != EAGAIN) return -1;
            edit.el_resize(line);
            editor->callbacks.wake(editor->callbacks.context, editor);
        }
        if (!waits[0].revents) continue;
        char byte;
        ssize_t count = read(editor->input, &byte, 1);
        if (count == 0) return 0;
        if (count < 0) {
            if (errno == EINTR || errno == EAGAIN) continue;
            return -1;
        }
        size_t used = mbrtowc(character, &byte, 1, &editor->decoding);
        if (used == (size_t)-2) continue;
        if (used == (size_t)-1) {
            // What isn't UTF-8 is shown, not lost.
            memset(&editor->decoding, 0, sizeof editor->decoding);
            *character = 0xFFFD;
        }
        return 1;
    }
}

static unsigned char on_interrupt(EditLine *line, int character) {
    (void)character;
    owner(line)->interrupted = true;
    return CC_NEWLINE;
}

static unsigned char on_suspend(EditLine *line, int character) {
    (void)character;
    edit.el_set(line, EL_PREP_TERM, 0);
    // The whole group, as the terminal would (`make run` is one); then this very thread, since a
    // signal to a process may be taken by another thread a moment later.
    kill(0, SIGTSTP);
    raise(SIGTSTP);
    edit.el_set(line, EL_PREP_TERM, 1);
    // The shell has written since, so the line is drawn anew where the cursor is now.
    edit.el_set(line, EL_REFRESH);
    return CC_NORM;
}

static unsigned char on_complete(EditLine *line, int character) {
    (void)character;
    cle_editor *editor = owner(line);
    editor->callbacks.complete(editor->callbacks.context, editor);
    return CC_REFRESH;
}

cle_editor *cle_open(int input, int output, int wake, cle_callbacks callbacks) {
    if (!cle_load()) return NULL;
    cle_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->input = input;
    editor->wake = wake;
    editor->callbacks = callbacks;
    editor->prompt = "";
    // Streams of our own, so that closing them leaves the process's descriptors open.
    int in = dup(input), out = dup(output);
    editor->in = in < 0 ? NULL : fdopen(in, "r");
    editor->out = out < 0 ? NULL : fdopen(out, "w");
    editor->line = editor->in && editor->out
        ? edit.el_init("sluice", editor->in, editor->out, editor->out) : NULL;
    editor->history = edit.history_init();
    if (!editor->line || !editor->history) {
        cle_close(editor);
        return NULL;
    }
    HistEvent event;
    edit.history(editor->history, &event, H_SETSIZE, 1000);
    edit.history(editor->history, &event, H_SETUNIQUE, 1);
    EditLine *line = editor->line;
    edit.el_set(line, EL_CLIENTDATA, editor);
    edit.el_set(line, EL_PROMPT, prompt);
    edit.el_set(line, EL_EDITOR, "emacs");
    edit.el_set(line, EL_HIST, edit.history, editor->history);
    edit.el_set(line, EL_GETCFN, read_character);
    // Ctrl-C and Ctrl-Z arrive as keys while a line is edited: with EL_SIGNAL, or unbound, Ctrl-C
    // doesn't clear the line.
    edit.el_set(line, EL_SIGNAL, 0);
    edit.el_set(line, EL_SETTY, "-d", "-isig", NULL);
    edit.el_set(line, EL_ADDFN, "sluice-interrupt", "leave the line", on_interrupt);
    edit.el_set(line, EL_ADDFN, "sluice-suspend", "stop the program", on_suspend);
    edit.el_set(line, EL_ADDFN, "sluice-complete", "complete the word", on_complete);
    edit.el_set(line, EL_BIND, "^C", "sluice-interrupt", NULL);
    edit.el_set(line, EL_BIND, "^Z", "sluice-suspend", NULL);
    edit.el_set(line, EL_BIND, "^I", "sluice-complete", NULL);
    edit.el_set(line, EL_BIND, "^R", "em-inc-search-prev", NULL);
    return editor;
}

void cle_close(cle_editor *editor) {
    if (!editor) return;
    if (editor->line) edit.el_end(editor->line);
    if (editor->history) edit.history_end(editor->history);
    if (editor->in) fclose(editor->in);
    if (editor->out) fclose(editor->out);
    free(editor);
}

cle_outcome cle_read(cle_editor *editor, const char *prompt, const char **line, size_t *length) {
    editor->prompt = prompt;
    editor->interrupted = false;
    memset(&editor->decoding, 0, sizeof editor->decoding);
    edit.el_resize(editor->line);
    // libedit shows the prompt before it takes the terminal, which would lose a Ctrl-D typed in between.
    edit.el_set(editor->line, EL_PREP_TERM, 1);
    int count = 0;
    const char *text = edit.el_gets(editor->line, &count);
    editor->prompt = "";
    if (editor->interrupted) {
        fputs("^C\n", editor->out);
        fflush(editor->out);
        return CLE_INTERRUPTED;
    }
    if (!text || count <= 0) return CLE_END;
    *line = text;
    *length = strcspn(text, "\r\n");
    return CLE_LINE;
}

void cle_remember(cle_editor *editor, const char *line) {
    HistEvent event;
    edit.history(editor->history, &event, H_ENTER, line);
}

const char *cle_before_cursor(cle_editor *editor, size_t *length) {
    const LineInfo *info = edit.el_line(editor->line);
    *length = (size_t)(info->cursor - info->buffer);
    return info->buffer;
}

void cle_insert(cle_editor *editor, const char *text) {
    edit.el_insertstr(editor->line, text);
}

void cle_delete(cle_editor *editor, int characters) {
    edit.el_deletestr(editor->line, characters);
}

void cle_print_above(cle_editor *editor, const char *text) {
    fputs("\r\033[J", editor->out);
    // While a line is edited the terminal doesn't turn a line feed into a new line.
    for (const char *rest = text; *rest; rest++) {
        if (*rest == '\n') fputc('\r', editor->out);
        fputc(*rest, editor->out);
    }
    fflush(editor->out);
    edit.el_set(editor->line, EL_REFRESH);
}

void cle_use_utf8(void) {
    if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    setlocale(LC_CTYPE, "C.UTF-8");
}
