#define _XOPEN_SOURCE_EXTENDED 1 // curses with wide characters
#include "cli/full.h"

#include "base/arena.h"
#include "cli/explain.h"
#include "cli/scene.h"
#include "cli/screen.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#undef columns // a macro of term.h

enum { LINES_MOST = 1000000 };
enum { AHEAD_MAX = 8192, TYPED_MAX = 400, ESCAPE = 27, ESCAPE_MS = 25, NOTICE_ROWS = 2 };
enum { KEY_GONE = -1, KEY_NONE = -2, KEY_NEWS = -3 }; // hung up; nothing typed; another question
enum { LISTEN_MS = 100, TICK_MS = 1000 };

// What the keys are meant for.
enum mode { MODE_CHOOSE, MODE_OVERLAY, MODE_WORDS, MODE_FIND, MODE_SEEK };

struct full {
    SCREEN        *screen;
    enum letters   letters;
    bool           colour;
    enum mode      mode;
    size_t         selected;
    char           digits[8];
    char           typed[TYPED_MAX]; // words, or what is looked for
    char           notice[2048];     // in place of the preview, until the next key
    struct overlay overlay;
    char          *overlay_text;
    unsigned       step;
    int            ahead[AHEAD_MAX]; // keys that came before a question that wants a later one
    size_t         ahead_first, ahead_count;
    char           kept[TYPED_MAX]; // numbers for questions that the other end has not asked yet
    size_t         kept_count;
};

// --- the terminal -------------------------------------------------------------------------------

static volatile sig_atomic_t told_to_leave;

static void on_signal(int signal)
{
    (void)signal;
    told_to_leave = 1;
}

// Before the screen is opened: curses would leave the program at once.
static void hear_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

static void leave_screen(void)
{
    if (stdscr && !isendwin()) endwin();
}

// Those signs are one column wide here, and the terminal takes UTF-8.
static bool has_all_letters(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 && wcwidth(L'─') == 1 && wcwidth(L'▲') == 1;
}

// The colour of each ink; 0: the terminal's own.
static const short COLOURS[INK_COUNT] = {
    [INK_OWN] = COLOR_CYAN,       [INK_THEIRS] = COLOR_MAGENTA, [INK_NUMBER] = COLOR_CYAN,
    [INK_CHANGED] = COLOR_YELLOW, [INK_DANGER] = COLOR_RED,     [INK_GOOD] = COLOR_GREEN,
    [INK_PREVIEW] = COLOR_YELLOW,
};

static void open_colours(struct full *f)
{
    const char *no = getenv("NO_COLOR");
    f->colour      = has_colors() && !(no && *no);
    if (!f->colour) return;
    start_color();
    use_default_colors();
    for (short ink = 1; ink < INK_COUNT; ink++)
        if (COLOURS[ink]) init_pair(ink, COLOURS[ink], -1);
}

struct full *full_open(bool ascii)
{
    const char *term = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || !term || !*term) return NULL;
    int fine = 0;
    if (setupterm(NULL, STDOUT_FILENO, &fine) != OK || fine != 1) return NULL; // unknown
    const char *cup = tigetstr("cup");
    if (!cup || cup == (const char *)-1) return NULL; // dumb
    setlocale(LC_ALL, "");
    hear_signals();
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) return NULL;
    struct full *f = calloc(1, sizeof *f);
    if (!f) BUG("out of memory for a screen");
    f->screen  = screen;
    f->letters = ascii || !has_all_letters() ? LETTERS_ASCII : LETTERS_ALL;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    open_colours(f);
    atexit(leave_screen);
    return f;
}

void full_close(struct full *f)
{
    if (!f) return;
    endwin();
    delscreen(f->screen);
    free(f->overlay_text);
    free(f);
}

// --- keys ---------------------------------------------------------------------------------------

// The next key; waits for it, or returns KEY_NONE if there is none yet.
static int read_key(bool wait)
{
    wint_t c    = 0;
    int    kind = ERR;
    timeout(wait ? -1 : 0);
    kind = get_wch(&c);
    if (told_to_leave) return KEY_GONE;
    if (kind == ERR) return wait ? KEY_GONE : KEY_NONE;
    // What a terminal makes of its old rows is its own affair: all of it is drawn anew.
    if (kind == KEY_CODE_YES && c == KEY_RESIZE) clearok(curscr, TRUE);
    return kind == KEY_CODE_YES ? (int)c : c > 0xFF ? '?' : (int)c;
}

// Keys that were set aside come first.
static int next_key(struct full *f, bool wait)
{
    if (!f->ahead_count) return read_key(wait);
    int key        = f->ahead[f->ahead_first];
    f->ahead_first = (f->ahead_first + 1) % AHEAD_MAX;
    f->ahead_count--;
    return key;
}

static void set_aside(struct full *f, int key)
{
    if (f->ahead_count < AHEAD_MAX) f->ahead[(f->ahead_first + f->ahead_count++) % AHEAD_MAX] = key;
}

// A key, or news of a match that is played elsewhere; once a second nothing, as clocks run.
static int wait_for_key(struct full *f, const struct elsewhere *far)
{
    if (!far) return next_key(f, true);
    for (unsigned ms = 0; ms < TICK_MS; ms += LISTEN_MS) {
        struct pollfd typed = { .fd = STDIN_FILENO, .events = POLLIN };
        int           ready = poll(&typed, 1, LISTEN_MS);
        if (ready > 0 && !(typed.revents & POLLIN)) return KEY_GONE;
        int key = next_key(f, false);
        if (key != KEY_NONE) return key;
        if (ready > 0 && typed.revents & POLLHUP) return KEY_GONE;
        enum heard heard = far->listen(far->at, 0);
        if (heard == HEARD_CHANGE) return KEY_NEWS;
        if (heard == HEARD_WORDS) break;
    }
    return KEY_RESIZE; // draws it anew
}

// What was typed before now stays for the questions after the one that is about to be put.
static void set_aside_typed(struct full *f)
{
    for (int key; (key = read_key(false)) != KEY_NONE && key != KEY_GONE;)
        if (key != KEY_RESIZE) set_aside(f, key);
}

// --- drawing ------------------------------------------------------------------------------------

static void set_ink(const struct full *f, enum ink ink)
{
    static const attr_t ATTRIBUTES[INK_COUNT] = {
        [INK_STRONG] = A_BOLD, [INK_OWN] = A_BOLD,  [INK_NUMBER] = A_BOLD,
        [INK_DANGER] = A_BOLD, [INK_FAINT] = A_DIM, [INK_CHOSEN] = A_REVERSE,
    };
    attr_set(ATTRIBUTES[ink], f->colour && COLOURS[ink] ? (short)ink : 0, NULL);
}

static void draw_row(const struct full *f, unsigned y, struct text row)
{
    move((int)y, 0);
    set_ink(f, INK_PLAIN);
    while (row.size) {
        size_t size = 0;
        while (size < row.size &&
               !(row.at[size] >= SIGN_INK && row.at[size] < SIGN_INK + INK_COUNT))
            size++;
        char          words[8 * PACK_COLUMNS_MAX];
        struct writer w = writer_on(words, sizeof words);
        write_inked(&w, text_part(row, 0, size), false, f->letters);
        addnstr(words, (int)w.size);
        if (size < row.size) set_ink(f, (enum ink)(row.at[size] - SIGN_INK));
        row = text_part(row, size + 1, row.size);
    }
    set_ink(f, INK_PLAIN);
}

static void draw_page(struct full *f, const struct page *page)
{
    erase();
    for (unsigned y = 0; y < page->count; y++) draw_row(f, y, page->row[y]);
    f->step = page->step;
    move((int)page->cursor_row, (int)page->cursor_column);
    refresh();
}

void full_show(struct full *f, const struct page *page) { draw_page(f, page); }

void full_size(unsigned *columns, unsigned *rows)
{
    *columns = (unsigned)COLS;
    *rows    = (unsigned)LINES;
}

int full_key(struct full *f)
{
    int key = next_key(f, true);
    switch (key) {
    case KEY_GONE: return FULL_GONE;
    case KEY_UP: return FULL_UP;
    case KEY_DOWN: return FULL_DOWN;
    case '\t': return FULL_NEXT;
    case KEY_BACKSPACE:
    case 127:
    case '\b':
    case ESCAPE: return FULL_BACK;
    case '\r':
    case KEY_ENTER: return '\n';
    default: return key >= 0 && key < 256 ? key : FULL_NONE;
    }
}

static struct text pane_of(struct dialog *d, size_t item)
{
    def_id def = card_of_item(d, item);
    if (def == NO_DEF) return (struct text){ "", 0 };
    struct writer          w    = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    const struct card_def *card = &d->match->table.pool->defs[def];
    write_card(d->match->box, card, &w);
    write_char(&w, '\n');
    write_words(d->match->box, card, &w);
    return (struct text){ w.at, w.size };
}

static const char *typed_line(const struct full *f, struct arena *arena)
{
    if (f->mode == MODE_WORDS) return f->typed;
    if (f->mode == MODE_FIND || f->mode == MODE_SEEK) return arena_format(arena, "/%s", f->typed);
    return NULL;
}

static const char *const READING_KEYS[] = { "Enter do it", "Esc table",  "PgDn more", "/ find",
                                            "n N next",    "0-9 choose", "? help",    NULL };

// Drawn from the same parts as plain lines; nothing of it outlives the drawing.
static void draw(struct dialog *d, seat_id seat)
{
    struct full *f = d->full;
    struct page *page;
    arena_reset(&d->scratch);
    page                = ARENA_NEW(&d->scratch, struct page);
    struct scene *scene = scene_of(d, seat);
    if (f->selected > scene->ask.count) f->selected = 0;
    scene->ask.selected = f->selected;
    scene->ask.line     = typed_line(f, &d->scratch);
    scene->ask.preview  = *f->notice ? f->notice : preview_of(d, seat, f->selected);
    if (f->mode == MODE_OVERLAY) scene->ask.keys = READING_KEYS;
    struct page_in in = { .sheet   = &scene->sheet,
                          .told    = &scene->told,
                          .ask     = &scene->ask,
                          .overlay = f->mode == MODE_OVERLAY || f->mode == MODE_SEEK ? &f->overlay
                                                                                     : NULL,
                          .pane    = pane_of(d, f->selected),
                          .columns = (unsigned)COLS,
                          .rows    = (unsigned)LINES };
    pack(&in, &d->scratch, page);
    draw_page(f, page);
}

// --- what is said back --------------------------------------------------------------------------

static unsigned rows_of(struct text t)
{
    unsigned    rows = 0;
    struct text line;
    while (text_next_line(&t, &line)) rows += 1 + text_width(line) / (unsigned)(COLS ? COLS : 80);
    return rows;
}

static void open_overlay(struct full *f, const char *title, struct text t)
{
    free(f->overlay_text);
    f->overlay_text = malloc(t.size + 1);
    if (!f->overlay_text) BUG("out of memory for a text");
    memcpy(f->overlay_text, t.at, t.size);
    f->overlay = (struct overlay){ .title = *title ? title : "",
                                   .text  = { f->overlay_text, t.size } };
    f->mode    = MODE_OVERLAY;
}

// Short answers stand where the preview does, long ones over the table.
static void show_said(struct dialog *d)
{
    struct full *f    = d->full;
    struct text  said = { d->said.at, d->said.size };
    if (!said.size) return;
    if (rows_of(said) > NOTICE_ROWS) {
        open_overlay(f, d->title, said);
        return;
    }
    struct writer w = writer_on(f->notice, sizeof f->notice);
    write_text(&w, text_trim(said));
    for (size_t i = 0; i < w.size; i++)
        if (w.at[i] == '\n') w.at[i] = ' ';
}

void full_tell(struct full *f, const char *words)
{
    struct writer w = writer_on(f->notice, sizeof f->notice);
    write_chars(&w, words);
}

static void draw_prompt(const char *words)
{
    erase();
    mvaddnstr(LINES / 2, 0, words, COLS);
    refresh();
}

bool full_cover(struct full *f, const char *prompt)
{
    (void)f;
    int key = KEY_RESIZE;
    while (key != '\n' && key != '\r' && key != KEY_ENTER && key != KEY_GONE) {
        draw_prompt(prompt);
        key = next_key(f, true);
    }
    return key != KEY_GONE;
}

bool full_confirm(struct dialog *d, const char *question)
{
    struct full *f = d->full;
    char         words[512];
    int          key;
    snprintf(words, sizeof words, "(y or n) %s", question);
    set_aside_typed(f); // before the question is seen; whatever comes behind it is its answer
    do {
        move(LINES - 1, 0);
        clrtoeol();
        set_ink(f, INK_DANGER);
        addnstr(words, COLS);
        set_ink(f, INK_PLAIN);
        refresh();
        key = read_key(true);
    } while (key == KEY_RESIZE);
    return key == 'y' || key == 'Y';
}

// --- what keys do -------------------------------------------------------------------------------

static void begin(struct dialog *d)
{
    arena_reset(&d->scratch);
    d->said  = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    d->title = "";
}

static void begin_step(struct full *f)
{
    f->selected  = 0;
    f->digits[0] = 0;
    f->mode      = MODE_CHOOSE;
}

static bool has_changed(struct dialog *d, enum reply reply)
{
    if (reply == REPLY_STEP || reply == REPLY_CHANGED) begin_step(d->full);
    show_said(d);
    return reply == REPLY_CHANGED;
}

static bool do_words(struct dialog *d, seat_id seat, const char *words)
{
    begin(d);
    return has_changed(d, dialog_do(d, seat, text_trim(text_of(words))));
}

static bool do_choice(struct dialog *d, seat_id seat)
{
    struct full *f = d->full;
    char         number[sizeof f->digits];
    begin(d);
    if (*f->digits) {
        memcpy(number, f->digits, sizeof number);
        f->digits[0] = 0;
        return has_changed(d, dialog_do(d, seat, text_of(number)));
    }
    if (!d->steps.item_count && (d->steps.depth || d->steps.zero >= d->steps.count)) return false;
    return has_changed(d, dialog_enter(d, seat, f->selected));
}

static void take_digit(struct dialog *d, int key)
{
    struct full *f    = d->full;
    size_t       size = strlen(f->digits);
    if (size + 1 == sizeof f->digits) return;
    f->digits[size]     = (char)key;
    f->digits[size + 1] = 0;
    size_t number       = (size_t)atol(f->digits);
    bool   zero         = d->steps.depth == 0 && d->steps.zero < d->steps.count;
    if (number >= 1 && number <= d->steps.item_count)
        f->selected = number - 1;
    else if (number == 0 && zero)
        f->selected = d->steps.item_count;
}

static void move_highlight(struct dialog *d, int by)
{
    struct full *f    = d->full;
    bool         zero = d->steps.depth == 0 && d->steps.zero < d->steps.count;
    int          all  = (int)d->steps.item_count + zero;
    f->digits[0]      = 0;
    if (all) f->selected = (size_t)((((int)f->selected + by) % all + all) % all);
}

static bool ask_to_leave(struct dialog *d)
{
    bool        over = d->match->table.state->over;
    const char *say  = d->far ? "Leave the table? Your clock runs on; your seat stays yours."
                              : "Leave the match? What was not saved is lost.";
    if (!over && !full_confirm(d, say)) return false;
    d->left = true;
    return true;
}

// With the number of the highlighted choice: "why 3".
static bool do_about_choice(struct dialog *d, seat_id seat, const char *command)
{
    char   words[64];
    size_t at = d->full->selected;
    snprintf(words, sizeof words, "%s %zu", command, at < d->steps.item_count ? at + 1 : 0);
    return do_words(d, seat, words);
}

// Letters are never choices. True if the question has changed.
static bool do_letter(struct dialog *d, seat_id seat, int key)
{
    switch (key) {
    case 'c': return do_about_choice(d, seat, "card");
    case 's': return do_about_choice(d, seat, "state");
    case 'w': return do_about_choice(d, seat, "why");
    case 'h': return do_words(d, seat, "hint");
    case 'u': return do_words(d, seat, "undo");
    case 'U':
        return full_confirm(d, "Take it back, whatever was learned?") &&
               do_words(d, seat, "undo anyway");
    case 'l':
        do_words(d, seat, "log 1000");
        d->full->overlay.scroll = LINES_MOST; // the latest
        return false;
    case 't': return do_words(d, seat, "table");
    case '?': return do_words(d, seat, "help");
    case 'q': return ask_to_leave(d);
    case 'r':
        d->full->mode = MODE_WORDS;
        snprintf(d->full->typed, sizeof d->full->typed, "rules ");
        return false;
    case ':':
    case '/':
        d->full->mode     = key == ':' ? MODE_WORDS : MODE_FIND;
        d->full->typed[0] = 0;
        return false;
    default: return false;
    }
}

static void go_back(struct dialog *d)
{
    if (*d->full->digits)
        d->full->digits[0] = 0;
    else if (steps_back(&d->steps))
        begin_step(d->full);
}

// Numbers that come while others choose are for the next question; an Enter alone is for none.
static void keep_number(struct full *f)
{
    size_t size = strlen(f->digits);
    if (size && f->kept_count + size + 1 < sizeof f->kept) {
        memcpy(f->kept + f->kept_count, f->digits, size);
        f->kept_count += size;
        f->kept[f->kept_count++] = '\n';
    }
    f->digits[0] = 0;
}

static void take_kept(struct full *f)
{
    for (size_t i = 0; i < f->kept_count; i++) set_aside(f, f->kept[i]);
    f->kept_count = 0;
}

static bool key_to_choose(struct dialog *d, seat_id seat, int key)
{
    bool is_enter = key == '\n' || key == '\r' || key == KEY_ENTER;
    if (is_enter && d->far && !d->steps.count) {
        keep_number(d->full);
        return false;
    }
    if (key >= '0' && key <= '9') {
        take_digit(d, key);
        return false;
    }
    switch (key) {
    case '\n':
    case '\r':
    case KEY_ENTER: return do_choice(d, seat);
    case KEY_DOWN: move_highlight(d, 1); return false;
    case KEY_UP: move_highlight(d, -1); return false;
    case KEY_RIGHT: move_highlight(d, (int)d->full->step); return false;
    case KEY_LEFT: move_highlight(d, -(int)d->full->step); return false;
    case KEY_BACKSPACE:
    case 127:
    case '\b':
    case ESCAPE: go_back(d); return false;
    default: return do_letter(d, seat, key);
    }
}

// What is read over the table. Any key that it does not know is for the question again.
static bool key_to_read(struct dialog *d, seat_id seat, int key)
{
    struct full *f    = d->full;
    unsigned     page = (unsigned)(LINES > 12 ? LINES / 3 : 2);
    switch (key) {
    case KEY_DOWN: f->overlay.scroll++; return false;
    case KEY_UP: f->overlay.scroll -= f->overlay.scroll > 0; return false;
    case ' ':
    case KEY_NPAGE: f->overlay.scroll += page; return false;
    case KEY_PPAGE:
        f->overlay.scroll -= f->overlay.scroll < page ? f->overlay.scroll : page;
        return false;
    case ESCAPE: f->mode = MODE_CHOOSE; return false;
    case '/':
        f->mode         = MODE_SEEK;
        f->typed[0]     = 0;
        f->overlay.find = f->typed;
        return false;
    case 'n':
    case 'N':
        if (!f->overlay.find) break;
        f->overlay.seek = key == 'n' ? 1 : -1;
        return false;
    default: break;
    }
    f->mode = MODE_CHOOSE;
    return key_to_choose(d, seat, key);
}

// Highlights the next choice that has these words in it.
static void find(struct dialog *d)
{
    struct text wanted = text_of(d->full->typed);
    for (size_t i = 0; i < d->steps.item_count && wanted.size; i++) {
        struct text label = text_of(d->steps.items[i].label);
        for (size_t at = 0; at + wanted.size <= label.size; at++)
            if (text_equal_fold(text_part(label, at, wanted.size), wanted)) {
                d->full->selected = i;
                return;
            }
    }
}

static bool key_to_write(struct dialog *d, seat_id seat, int key)
{
    struct full *f     = d->full;
    size_t       size  = strlen(f->typed);
    bool         words = f->mode == MODE_WORDS;
    if (key == '\n' || key == '\r' || key == KEY_ENTER) {
        f->overlay.seek = f->mode == MODE_SEEK;
        f->mode         = f->mode == MODE_SEEK ? MODE_OVERLAY : MODE_CHOOSE;
        return words && do_words(d, seat, f->typed);
    }
    if (key == ESCAPE)
        f->mode = f->mode == MODE_SEEK ? MODE_OVERLAY : MODE_CHOOSE;
    else if ((key == KEY_BACKSPACE || key == 127 || key == '\b') && size)
        f->typed[size - 1] = 0;
    else if (key >= ' ' && key < 127 && size + 1 < sizeof f->typed)
        f->typed[size] = (char)key, f->typed[size + 1] = 0;
    if (f->mode == MODE_FIND) find(d);
    return false;
}

static bool take_key(struct dialog *d, seat_id seat, int key)
{
    if (key == KEY_RESIZE) return false;
    d->full->notice[0] = 0;
    switch (d->full->mode) {
    case MODE_CHOOSE: return key_to_choose(d, seat, key);
    case MODE_OVERLAY: return key_to_read(d, seat, key);
    case MODE_WORDS:
    case MODE_SEEK:
    case MODE_FIND: return key_to_write(d, seat, key);
    }
    return false;
}

static void say_result(struct dialog *d)
{
    char          words[2048] = "";
    struct writer w           = writer_on(words, sizeof words);
    scene_write_result(d, &w);
    for (size_t i = 0; i < w.size; i++)
        if (words[i] == '\n') words[i] = ' ';
    full_tell(d->full, words);
}

// While one picks, the highlight goes on to what is not picked yet.
static void highlight_next(struct dialog *d, size_t from)
{
    const struct steps *s = &d->steps;
    begin_step(d->full);
    for (size_t i = 0; s->gathers && i < s->item_count; i++) {
        size_t item = (from + i) % s->item_count;
        if (!s->items[item].count) continue;
        d->full->selected = item;
        return;
    }
}

void full_ask(struct dialog *d, seat_id seat)
{
    bool goes_on = d->steps.gathers && d->match->table.state->question[seat].picked > 0;
    highlight_next(d, goes_on ? d->full->selected : 0);
    if (d->match->table.state->over) say_result(d);
    if (d->steps.count) take_kept(d->full);
    for (;;) {
        int key = next_key(d->full, false);
        if (key == KEY_NONE) { // nothing typed ahead: time to look
            draw(d, seat);
            key = wait_for_key(d->full, d->far);
        }
        if (key == KEY_NEWS) return;
        if (key == KEY_GONE) d->left = d->input_ended = true;
        if (d->left || take_key(d, seat, key) || d->left) return;
    }
}
