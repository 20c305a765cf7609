// `pentacle replay` steps through a saved match; `pentacle verify` proves it.
#include "cli/commands.h"

#include "base/arena.h"
#include "cli/line.h"
#include "cli/screen.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"

#include <stdlib.h>
#include <string.h>

static struct replay *open_replay(const struct command *c, const char *path, struct error *err)
{
    struct arena arena;
    struct text  file;
    arena_init(&arena);
    struct replay *replay = NULL;
    if (file_read(&arena, path, REPLAY_SIZE_MAX, &file, err))
        replay = replay_read(GAMES, path, file, err);
    if (replay && !replay->same_version)
        fprintf(stderr,
                "pentacle %s: %s was made with version %s of %s, this program has %s: choices are "
                "taken by their words, positions are not compared\n",
                c->name, path, replay->version, replay->game->title, replay->game->version);
    arena_finish(&arena);
    return replay;
}

// --- verify -------------------------------------------------------------------------------------

static int run_verify(int argc, char **argv)
{
    struct options o;
    for (options_begin(&o, &verify_command, argc, argv); options_next(&o);) continue;
    if (o.ended) return o.status;
    int status = FINE;
    for (int i = 0; i < o.word_count; i++) {
        struct error   err    = { 0 };
        struct replay *replay = open_replay(&verify_command, o.words[i], &err);
        if (replay && replay_verify(replay, &err))
            printf("%s: fine: %s, %zu moves, %.*s\n", o.words[i], replay->game->title,
                   replay->move_count, SHOW(replay->result));
        else
            status = say_error(&verify_command, &err);
        replay_destroy(replay);
    }
    return status;
}

const struct command verify_command = {
    .name      = "verify",
    .words     = "FILES",
    .about     = "proves saved matches: every byte, every choice, every shuffle and die",
    .details   = "Checks the seal (any changed, missing or added byte is named with its line), compiles "
                 "the file's own cards and plays the match again, comparing positions and result.",
    .run       = run_verify,
    .words_min = 1,
    .words_max = -1,
};

// --- replay -------------------------------------------------------------------------------------

enum { ROW_SEAT, ROW_TO, ROW_STEP, ROW_MOVES };

static const struct option_row REPLAY_OPTIONS[] = {
    { "seat", "N", "shows what that seat saw; without it, what the seat that chose saw" },
    { "to", "N", "begins after move N" },
    { "step", NULL, "waits for Enter (or a number of moves, or q) even when piped" },
    { "moves", NULL, "lists only the choices, without tables" },
    { 0 },
};

struct viewing {
    const struct replay *replay;
    struct match        *match;
    struct screen        screen;
    struct line_reader  *lines;
    long                 seat; // -1: the seat that chose
    size_t               told;
    bool                 moves_only, waits;
};

static bool wait_more(void *context)
{
    struct viewing *v = context;
    struct text     line;
    return line_read(v->lines, "-- Enter for more --", &line);
}

static void show_table(struct viewing *v, seat_id viewer)
{
    const struct match *m      = v->match;
    struct view        *view   = calloc(1, sizeof *view);
    size_t              size   = 64 * 1024;
    char               *buffer = malloc(size);
    if (!view || !buffer) BUG("out of memory for a view");
    struct writer w = writer_on(buffer, size);
    table_view(&m->table, viewer, view);
    m->table.game->draw(view, m->table.pool, m->names, v->screen.codes, &w);
    show_text(&v->screen, (struct text){ w.at, w.size });
    free(buffer);
    free(view);
}

static void show_news(struct viewing *v, seat_id viewer)
{
    const struct match *m = v->match;
    for (; v->told < m->log.count; v->told++) {
        char          words[2048];
        struct writer w = writer_on(words, sizeof words);
        struct event  seen;
        if (!event_for(&m->log.events[v->told], viewer, &seen)) continue;
        say_event(&m->table, viewer, &m->log.events[v->told], m->names, &w);
        if (!w.size) continue;
        write_chars(&w, " (");
        size_t bare = w.size;
        say_reason(&m->table, &seen.reason, &w);
        if (w.size == bare)
            words[w.size - 2] = 0;
        else
            write_char(&w, ')');
        show_line(&v->screen, "  %s", words);
    }
}

// How many moves to show next; -1: enough.
static long ask_steps(struct viewing *v)
{
    struct text line;
    long        count = 1;
    while (line_read(v->lines, "Enter, a number of moves, or q> ", &line)) {
        screen_answered(&v->screen);
        if (!line.size || text_number(line, 1, MOVES_MAX, &count)) return count;
        if (text_starts_fold(line, "q")) return -1;
    }
    return -1;
}

static int show_moves(struct viewing *v, size_t first, struct error *err)
{
    const struct replay *r     = v->replay;
    long                 steps = 0;
    while (v->match->move_count < r->move_count) {
        size_t                    i      = v->match->move_count;
        const struct replay_move *move   = &r->moves[i];
        seat_id                   viewer = (seat_id)(v->seat < 0 ? move->seat : v->seat);
        bool                      shown  = i >= first;
        if (shown && v->waits && steps-- == 0) {
            steps = ask_steps(v) - 1;
            if (steps < 0) return FINE;
        }
        if (!replay_step(r, v->match, err)) return PROBLEM;
        if (!shown) {
            v->told = v->match->log.count;
            continue;
        }
        show_line(&v->screen, "%zu. %s: %.*s", i + 1, v->match->names[move->seat],
                  SHOW(move->words));
        if (v->moves_only) continue;
        show_news(v, viewer);
        if ((v->waits && steps == 0) || i + 1 == r->move_count) show_table(v, viewer);
    }
    show_line(&v->screen, "Result: %.*s", SHOW(r->result));
    return FINE;
}

static int view_replay(struct viewing *v, long to, struct error *err)
{
    const struct replay *r = v->replay;
    if (v->seat >= r->setup.seats && !r->origin.size)
        return wrong_use(&replay_command, "--seat is 1 to %u in this match", r->setup.seats);
    if ((size_t)to > r->move_count)
        return wrong_use(&replay_command, "--to is 0 to %zu in this match", r->move_count);
    v->match = replay_start(r, err);
    if (!v->match) return PROBLEM;
    v->screen         = screen_open();
    v->waits          = v->waits || v->screen.terminal;
    v->screen.wait    = wait_more;
    v->screen.context = v;
    v->lines          = line_open(v->screen.terminal, NULL, NULL);
    show_line(&v->screen, "%s, %s, %zu moves", r->game->title, r->game->modes[r->setup.mode].name,
              r->move_count);
    if (!v->moves_only && to == 0) {
        seat_id viewer = (seat_id)(v->seat < 0 ? 0 : v->seat);
        show_news(v, viewer);
        show_table(v, viewer);
    }
    int status = show_moves(v, (size_t)to, err);
    line_close(v->lines);
    match_destroy(v->match);
    return status;
}

static int run_replay(int argc, char **argv)
{
    struct options o;
    struct viewing v    = { .seat = -1 };
    struct error   err  = { 0 };
    long           to   = 0;
    bool           fine = true;
    for (options_begin(&o, &replay_command, argc, argv); fine && options_next(&o);)
        switch (o.row) {
        case ROW_SEAT:
            fine = option_number(o.command, "seat", o.value, 1, SEATS_MAX, &v.seat);
            v.seat--;
            break;
        case ROW_TO: fine = option_number(o.command, "to", o.value, 0, MOVES_MAX, &to); break;
        case ROW_STEP: v.waits = true; break;
        case ROW_MOVES: v.moves_only = true; break;
        }
    if (!fine) return WRONG_USE;
    if (o.ended) return o.status;
    struct replay *replay = open_replay(&replay_command, o.words[0], &err);
    v.replay              = replay;
    int status            = replay ? view_replay(&v, to, &err) : PROBLEM;
    if (status == PROBLEM) say_error(&replay_command, &err);
    replay_destroy(replay);
    return status;
}

const struct command replay_command = {
    .name      = "replay",
    .words     = "FILE",
    .about     = "steps through a saved match",
    .details   = "On a terminal each move waits for Enter; piped, all moves are shown at once. The match "
                 "is played with the cards that the file holds.",
    .options   = REPLAY_OPTIONS,
    .run       = run_replay,
    .words_min = 1,
    .words_max = 1,
};
