#include "cli/line.h"

#include "base/error.h"
#include "cli/screen.h"

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

struct line_reader {
    EditLine       *edit; // NULL: plain lines
    History        *history;
    line_completer *complete;
    void           *context;
    const char     *prompt;
    char           *line; // plain lines
    size_t          capacity;
};

// --- completion ---------------------------------------------------------------------------------

enum { SHOWN_MAX = 12, SHOWN_WIDTH = 76, ECHO_MOST = 200 };

struct completion {
    struct text typed;
    char       *common; // what all lines found have in common
    char       *shown[SHOWN_MAX];
    size_t      count;
};

static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static void take_line(void *list, const char *line)
{
    struct completion *c = list;
    if (strlen(line) < c->typed.size ||
        !text_equal_fold(text_part(text_of(line), 0, c->typed.size), c->typed))
        return;
    if (c->count < SHOWN_MAX) c->shown[c->count] = strdup(line);
    c->count++;
    if (!c->common) {
        c->common = strdup(line);
        return;
    }
    size_t same = 0;
    while (c->common[same] && fold(c->common[same]) == fold(line[same])) same++;
    c->common[same] = 0;
}

static int count_characters(struct text t)
{
    int count = 0;
    for (size_t i = 0; i < t.size; i++) count += ((unsigned char)t.at[i] & 0xC0) != 0x80;
    return count;
}

static void finish_completion(struct completion *c)
{
    for (size_t i = 0; i < c->count && i < SHOWN_MAX; i++) free(c->shown[i]);
    free(c->common);
}

// Tab: writes what is certain; if nothing is, shows what is possible.
static unsigned char complete_key(EditLine *edit, int key)
{
    (void)key;
    struct line_reader *r = NULL;
    el_get(edit, EL_CLIENTDATA, &r);
    const LineInfo   *info = el_line(edit);
    struct completion c    = { .typed = { info->buffer, (size_t)(info->cursor - info->buffer) } };
    unsigned char     done = CC_REFRESH;
    if (r && r->complete) r->complete(r->context, c.typed, take_line, &c);
    if (c.common) c.common[whole_characters(text_of(c.common)).size] = 0;
    if (!c.count) {
        done = CC_REFRESH_BEEP;
    } else if (strlen(c.common) > c.typed.size) {
        el_deletestr(edit, count_characters(c.typed)); // its case may differ
        el_insertstr(edit, c.common);
    } else if (c.count > 1) {
        putchar('\n');
        for (size_t i = 0; i < c.count && i < SHOWN_MAX; i++) {
            struct text shown = whole_characters(text_part(text_of(c.shown[i]), 0, SHOWN_WIDTH));
            printf("  %.*s\n", SHOW(shown));
        }
        if (c.count > SHOWN_MAX) printf("  ... and %zu more\n", c.count - SHOWN_MAX);
        fflush(stdout);
        done = CC_REDISPLAY;
    }
    finish_completion(&c);
    return done;
}

// --- reading ------------------------------------------------------------------------------------

static char *show_prompt(EditLine *edit)
{
    struct line_reader *r = NULL;
    el_get(edit, EL_CLIENTDATA, &r);
    return (char *)(uintptr_t)r->prompt; // libedit only reads it
}

static void open_editor(struct line_reader *r)
{
    HistEvent event;
    r->edit = el_init("pentacle", stdin, stdout, stderr);
    if (!r->edit) return;
    r->history = history_init();
    history(r->history, &event, H_SETSIZE, 200);
    history(r->history, &event, H_SETUNIQUE, 1);
    el_set(r->edit, EL_CLIENTDATA, r);
    el_set(r->edit, EL_PROMPT, show_prompt);
    el_set(r->edit, EL_EDITOR, "emacs");
    el_set(r->edit, EL_SIGNAL, 1);
    el_set(r->edit, EL_HIST, history, r->history);
    el_set(r->edit, EL_ADDFN, "pentacle-complete", "completes the line", complete_key);
    el_set(r->edit, EL_BIND, "^I", "pentacle-complete", NULL);
    el_source(r->edit, NULL);
}

struct line_reader *line_open(bool terminal, line_completer *complete, void *context)
{
    struct line_reader *r = calloc(1, sizeof *r);
    if (!r) BUG("out of memory for a line");
    r->complete      = complete;
    r->context       = context;
    const char *term = getenv("TERM");
    if (terminal && term && *term && strcmp(term, "dumb") != 0) open_editor(r);
    return r;
}

void line_close(struct line_reader *r)
{
    if (!r) return;
    if (r->edit) {
        history_end(r->history);
        el_end(r->edit);
    }
    free(r->line);
    free(r);
}

// The line without what would be no text when it is said again: control characters, broken UTF-8.
static struct text clean(char *line, size_t size)
{
    for (size_t i = 0, step; i < size; i += step) {
        utf8proc_int32_t character;
        utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)line + i,
                                                  (utf8proc_ssize_t)(size - i), &character);
        step                   = bytes > 0 ? (size_t)bytes : 1;
        if (bytes > 0 && utf8proc_category(character) != UTF8PROC_CATEGORY_CC) continue;
        memset(line + i, line[i] == '\t' || line[i] == '\r' || line[i] == '\n' ? ' ' : '?', step);
    }
    return text_trim((struct text){ line, size });
}

// So that a transcript of a piped dialog can be read.
static void echo(struct text line)
{
    line = whole_characters(text_part(line, 0, ECHO_MOST));
    printf("%.*s\n", SHOW(line));
}

static bool read_plain(struct line_reader *r, struct text *out)
{
    printf("%s", r->prompt);
    fflush(stdout);
    ssize_t size = getline(&r->line, &r->capacity, stdin);
    if (size < 0) {
        putchar('\n');
        return false;
    }
    *out = clean(r->line, (size_t)size);
    if (!isatty(STDIN_FILENO)) echo(*out);
    return true;
}

bool line_read(struct line_reader *r, const char *prompt, struct text *out)
{
    r->prompt = prompt;
    fflush(stdout);
    if (!r->edit) return read_plain(r, out);
    int         size = 0;
    const char *line = el_gets(r->edit, &size);
    if (!line || size <= 0) {
        putchar('\n');
        return false;
    }
    HistEvent event;
    if (text_trim(text_of(line)).size) history(r->history, &event, H_ENTER, line);
    free(r->line);
    r->line     = strdup(line);
    r->capacity = 0; // getline() is for pipes
    *out        = r->line ? clean(r->line, strlen(r->line)) : (struct text){ "", 0 };
    return true;
}
