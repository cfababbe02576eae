// el_set, el_get and history are variadic and stderr is a mutable global: Swift 6 can use neither,
// so each use has a small function here.
#ifndef CEDIT_SHIM_H
#define CEDIT_SHIM_H

#include <histedit.h>
#include <langinfo.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>

int wcwidth(wchar_t);  // wchar.h hides it without _XOPEN_SOURCE

/// `terminal` is a terminfo name, or NULL for the one in TERM.
static inline EditLine *edit_open(FILE *in, FILE *out, const char *terminal) {
    EditLine *e = el_init("skywave", in, out, stderr);
    if (e && terminal) el_set(e, EL_TERMINAL, terminal);
    return e;
}
static inline void edit_set_up(EditLine *e, void *owner, el_rfunc_t reader, char *(*prompt)(EditLine *)) {
    el_set(e, EL_CLIENTDATA, owner);
    el_set(e, EL_GETCFN, reader);
    el_set(e, EL_PROMPT_ESC, prompt, '\1');
    el_set(e, EL_EDITOR, "emacs");
    el_set(e, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(e, EL_SETTY, "-d", "-isig", NULL);  // ^C and ^Z come as keys while a line is edited
}
static inline void *edit_owner(EditLine *e) {
    void *owner = NULL;
    el_get(e, EL_CLIENTDATA, &owner);
    return owner;
}
static inline void edit_bind(EditLine *e, const char *key, const char *name, unsigned char (*run)(EditLine *, int)) {
    el_set(e, EL_ADDFN, name, name, run);
    el_set(e, EL_BIND, key, name, NULL);
}
static inline void edit_refresh(EditLine *e) { el_set(e, EL_REFRESH); }
static inline void edit_set_raw(EditLine *e, int on) { el_set(e, EL_PREP_TERM, on); }

static inline void edit_use_history(EditLine *e, History *h, int size) {
    HistEvent event;
    history(h, &event, H_SETSIZE, size);
    history(h, &event, H_SETUNIQUE, 1);
    el_set(e, EL_HIST, history, h);
}
static inline void edit_remember(History *h, const char *line) {
    HistEvent event;
    history(h, &event, H_ENTER, line);
}

/// False where `descriptor` is no terminal, or a terminal that does not tell its size.
static inline _Bool terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) || size.ws_col < 2 || !size.ws_row) return 0;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 1;
}
/// SIG_IGN is a cast macro, and function pointers cannot be compared in Swift.
static inline _Bool signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}
static inline void signal_ignore(int number) { signal(number, SIG_IGN); }

/// Swift doesn't import malloc.h. Where that isn't glibc's there is nothing to set.
static inline void memory_use_pools(int count) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, count);
#else
    (void)count;
#endif
}

#endif
