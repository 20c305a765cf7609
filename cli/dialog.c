#include "cli/dialog.h"

#include "base/arena.h"
#include "cli/full.h"
#include "cli/scene.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct dialog *dialog_open(struct match *m, seat_set people, bool plain, bool ascii)
{
    struct dialog *d = calloc(1, sizeof *d);
    if (!d) BUG("out of memory for a dialog");
    d->match  = m;
    d->people = people;
    d->reader = NO_SEAT;
    d->screen = screen_open();
    d->full   = plain ? NULL : full_open(ascii);
    // A terminal that has no screen to control gets bare lines.
    bool bare = !plain && !d->full;
    if (bare) d->screen.codes = false;
    if (!d->full) d->lines = line_open(d->screen.terminal && !bare, dialog_complete, d);
    arena_init(&d->scratch);
    steps_init(&d->steps);
    return d;
}

struct dialog *dialog_open_far(struct match *mirror, struct elsewhere *far, seat_set people,
                               bool plain, bool ascii)
{
    struct dialog *d = dialog_open(mirror, people, plain, ascii);
    d->far           = far;
    return d;
}

static void ask_steps(struct dialog *d, seat_id seat)
{
    if (d->far)
        steps_ask_far(&d->steps, d->match, seat, d->far);
    else
        steps_ask(&d->steps, d->match, seat);
}

void dialog_close(struct dialog *d)
{
    if (!d) return;
    full_close(d->full);
    line_close(d->lines);
    steps_finish(&d->steps);
    arena_finish(&d->scratch);
    for (seat_id s = 0; s < SEATS_MAX; s++) free(d->shown[s]);
    free(d);
}

void dialog_tell(struct dialog *d, const char *format, ...)
{
    char    line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (d->full)
        full_tell(d->full, line);
    else
        show_line(&d->screen, "%s", line);
}

// A new answer may be written.
static void forget_said(struct dialog *d)
{
    arena_reset(&d->scratch);
    d->said  = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    d->title = "";
}

// One line; false if the reader has left.
static bool read_reply(struct dialog *d, seat_id seat, struct text *out)
{
    char prompt[SEAT_NAME_MAX + 8];
    snprintf(prompt, sizeof prompt, "%s> ", seat < SEATS_MAX ? d->match->names[seat] : "");
    d->left = d->input_ended = !line_read(d->lines, prompt, out);
    forget_said(d);
    return !d->left;
}

static void show_said(struct dialog *d)
{
    struct text rest = { d->said.at, d->said.size }, line;
    while (text_next_line(&rest, &line)) show_line(&d->screen, "%.*s", SHOW(line));
}

// Another person's turn: what was for the last one's eyes only goes out of sight first.
static void pass_keyboard(struct dialog *d, seat_id seat)
{
    const struct match *m = d->match;
    if (d->reader != NO_SEAT && d->reader != seat && match_has_secrets(m, d->reader, seat)) {
        char prompt[2 * SEAT_NAME_MAX + 64];
        snprintf(prompt, sizeof prompt, "%s, take the keyboard and press Enter. ", m->names[seat]);
        if (d->full) {
            d->left = d->input_ended = !full_cover(d->full, prompt);
        } else if (d->screen.terminal) {
            struct text line;
            screen_clear(&d->screen);
            d->left = d->input_ended = !line_read(d->lines, prompt, &line);
            screen_clear(&d->screen);
        } else {
            show_line(&d->screen, "-- %s --", m->names[seat]);
        }
    }
    if (d->reader != seat) d->drawn[0] = 0;
    d->reader = seat;
}

static void ask_in_lines(struct dialog *d, seat_id seat)
{
    struct text typed;
    scene_show_plain(d, seat);
    while (read_reply(d, seat, &typed)) {
        enum reply reply = typed.size ? dialog_do(d, seat, typed) : REPLY_STEP;
        show_said(d);
        if (reply == REPLY_CHANGED) return;
        if (reply == REPLY_STEP) scene_show_choices(d, seat);
    }
}

void dialog_ask(struct dialog *d, seat_id seat)
{
    pass_keyboard(d, seat);
    if (d->left) return;
    d->hints = NULL;
    ask_steps(d, seat);
    forget_said(d);
    if (d->full)
        full_ask(d, seat);
    else
        ask_in_lines(d, seat);
}

void dialog_wait(struct dialog *d, seat_id seat)
{
    d->reader = seat;
    d->hints  = NULL;
    ask_steps(d, seat);
    forget_said(d);
    if (d->full)
        full_ask(d, seat);
    else
        while (d->far->listen(d->far->at, 1000) != HEARD_CHANGE) {
        }
}

void dialog_end(struct dialog *d, seat_id seat)
{
    struct text typed;
    d->reader = seat;
    d->hints  = NULL;
    ask_steps(d, seat); // nothing is asked any more
    forget_said(d);
    if (d->full) {
        full_ask(d, seat);
        return;
    }
    scene_show_end(d, seat);
    d->left = !d->people; // who only looked on has nothing to say
    while (!d->left && read_reply(d, seat, &typed)) {
        enum reply reply = typed.size ? dialog_do(d, seat, typed) : REPLY_AGAIN;
        show_said(d);
        if (reply == REPLY_CHANGED) return;
        if (d->far && d->far->listen(d->far->at, 0) == HEARD_CHANGE) return; // the rematch
    }
}
