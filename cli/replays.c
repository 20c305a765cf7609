// `pentacle replay` steps through a saved match; `pentacle verify` proves it.
#include "cli/commands.h"

#include "base/arena.h"
#include "cli/line.h"
#include "cli/news.h"
#include "cli/pack.h"
#include "cli/screen.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"
#include "server/fair.h"

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

enum { FAIR_SIZE_MAX = 16 * 1024 * 1024 };
enum { ROW_FAIR, ROW_LOG, ROW_SEAL };

static const struct option_row VERIFY_OPTIONS[] = {
    { "fair", "FILE", "what a server tells at /fair/TABLE: is this the match that it promised?" },
    { "log", "FILE", "what it told at /commitments: has it published the seal of this match?" },
    { "seal", "HEX", "a seal that /fair/TABLE had while the match was played: was it this match?" },
    { 0 },
};

struct verify_request {
    const char *fair, *log, *seal;
};

static void say_fair(const struct verify_request *q, const struct replay *p,
                     const struct fair_report *r)
{
    printf("%s: fair: the shuffle was promised before the seats spoke; %u seats gave no seed\n",
           q->fair, r->missing);
    if (r->proof >= 2)
        printf("%s: sealed: version, cards, names, decks and all choices, %zu acts, %s\n", q->fair,
               r->acts, r->seal);
    if (r->by_clock || r->claimed)
        printf("%s: that a seat gave up because %s is what the server says\n", q->fair,
               r->by_clock ? "its time was up" : "nobody was there");
    if (r->proof < 2)
        printf(
            "%s: not proven: version, choices, names and result; the server is older than seals\n",
            q->fair);
    if (!p->same_version) printf("%s: not proven: positions, as the version is another\n", q->fair);
    if (r->other_rules)
        printf("%s: not proven: the rules; their text is not the one of this program\n", q->fair);
    if (!r->listed && !q->seal)
        printf("%s: not proven: that the server published this; --log and --seal do\n", q->fair);
}

static bool check_fair(const struct verify_request *q, const struct replay *replay,
                       struct error *err)
{
    struct arena       arena;
    struct fair_report report;
    struct fair_papers papers = { .source = q->fair, .log_source = q->log, .seal = q->seal };
    arena_init(&arena);
    bool fine = file_read(&arena, q->fair, FAIR_SIZE_MAX, &papers.told, err) &&
                (!q->log || file_read(&arena, q->log, FAIR_SIZE_MAX, &papers.log, err)) &&
                fair_check(&papers, replay, &report, err);
    if (fine) say_fair(q, replay, &report);
    arena_finish(&arena);
    return fine;
}

static bool verify(const char *path, const struct verify_request *q)
{
    struct error   err    = { 0 };
    struct replay *replay = open_replay(&verify_command, path, &err);
    bool           fine   = replay && replay_verify(replay, &err);
    if (fine)
        printf("%s: fine: %s, %zu moves, %.*s\n", path, replay->game->title, replay->move_count,
               SHOW(replay->result));
    fine = fine && (!q->fair || check_fair(q, replay, &err));
    if (!fine) say_error(&verify_command, &err);
    replay_destroy(replay);
    return fine;
}

static int run_verify(int argc, char **argv)
{
    struct options        o;
    struct verify_request q = { 0 };
    for (options_begin(&o, &verify_command, argc, argv); options_next(&o);)
        *(o.row == ROW_FAIR ? &q.fair : o.row == ROW_LOG ? &q.log : &q.seal) = o.value;
    if (o.ended) return o.status;
    if (q.fair && o.word_count != 1)
        return wrong_use(&verify_command, "--fair is about one match, not %d", o.word_count);
    if ((q.log || q.seal) && !q.fair)
        return wrong_use(&verify_command, "--log and --seal want --fair as well");
    int status = FINE;
    for (int i = 0; i < o.word_count; i++)
        if (!verify(o.words[i], &q)) status = PROBLEM;
    return status;
}

const struct command verify_command = {
    .name  = "verify",
    .words = "FILES",
    .about = "proves saved matches: every byte, every choice, every shuffle and die",
    .details =
        "Checks the seal (any changed, missing or added byte is named with its line), compiles "
        "the file's own cards and plays the match again, comparing positions and result. With "
        "--fair "
        "also what a server promised of it and sealed; what is not proven is said. "
        "docs/replays.md tells what each check is worth.",
    .options   = VERIFY_OPTIONS,
    .run       = run_verify,
    .words_min = 1,
    .words_max = -1,
};

// --- replay -------------------------------------------------------------------------------------

enum { ROW_SEAT, ROW_TO, ROW_STEP, ROW_MOVES };

static const struct option_row REPLAY_OPTIONS[] = {
    { "seat", "N", "shows what that seat saw; without it, what the seat that chose saw" },
    { "to", "N", "begins after move N" },
    { "step", NULL, "waits for Enter, a number of moves, b or q after each step even when piped" },
    { "moves", NULL, "lists only the choices, without tables" },
    { 0 },
};

struct viewing {
    const struct replay *replay;
    struct match        *match;
    struct screen        screen;
    struct line_reader  *lines;
    struct arena         arena; // one page
    long                 seat;  // -1: the seat that chose last
    size_t               told;
    bool                 moves_only, waits;
};

enum { PAGE_SIZE = 64 * 1024 };

static seat_id viewer_now(const struct viewing *v)
{
    size_t done = v->match->move_count;
    if (v->seat >= 0) return (seat_id)v->seat;
    return done ? v->replay->moves[done - 1].seat : 0;
}

static void show_table(struct viewing *v)
{
    if (v->moves_only) return;
    const struct match *m    = v->match;
    struct view        *view = ARENA_NEW(&v->arena, struct view);
    struct writer       w    = writer_on(arena_alloc(&v->arena, 1, PAGE_SIZE), PAGE_SIZE);
    table_view(&m->table, viewer_now(v), view);
    struct sheet *sheet = ARENA_NEW(&v->arena, struct sheet);
    sheet_begin(sheet, view, m->table.pool, m->names);
    m->table.game->sheet(sheet);
    sheet_end(sheet);
    pack_lines(sheet, &v->arena, v->screen.codes, v->screen.terminal ? LETTERS_ALL : LETTERS_WORDS,
               &w);
    show_text((struct text){ w.at, w.size });
    arena_reset(&v->arena);
}

static void show_news(struct viewing *v)
{
    const struct match *m = v->match;
    struct writer       w = writer_on(arena_alloc(&v->arena, 1, PAGE_SIZE), PAGE_SIZE);
    if (!v->moves_only) write_news(m, viewer_now(v), v->told, m->log.count, v->screen.codes, &w);
    show_text((struct text){ w.at, w.size });
    v->told = m->log.count;
    arena_reset(&v->arena);
}

static bool show_move(struct viewing *v, struct error *err)
{
    size_t                    i    = v->match->move_count;
    const struct replay_move *move = &v->replay->moves[i];
    if (!replay_step(v->replay, v->match, err)) return false;
    show_styled(&v->screen, STYLE_STRONG, "%zu. %s: %.*s", i + 1, v->match->names[move->seat],
                SHOW(move->words));
    show_news(v);
    return true;
}

// How many moves to go on, or back if negative; 0: enough.
static long ask_steps(struct viewing *v)
{
    struct text line;
    while (line_read(v->lines, "Enter, a number of moves, b(ack), q(uit)> ", &line)) {
        long count = 1;
        if (text_starts_fold(line, "q")) return 0;
        bool back = text_starts_fold(line, "b");
        if (back) line = text_trim(text_part(line, text_find(line, ' '), line.size));
        if (!line.size || text_number(line, 1, MOVES_MAX, &count)) return back ? -count : count;
        show_line(&v->screen, "Say a number of moves to go on, b or b 5 to go back, or q.");
    }
    return 0;
}

static void go_back(struct viewing *v, size_t moves)
{
    size_t done = v->match->move_count;
    if (done == 0) return;
    match_go_back(v->match, moves < done ? done - moves : 0);
    v->told = v->match->log.count;
    show_styled(&v->screen, STYLE_STRONG, "After move %zu:", v->match->move_count);
}

static bool show_moves(struct viewing *v, struct error *err)
{
    const struct replay *r     = v->replay;
    bool                 ended = false;
    for (;;) {
        long steps = v->waits ? ask_steps(v) : (long)r->move_count;
        if (steps == 0 || (steps > 0 && ended)) return true;
        if (steps < 0) go_back(v, (size_t)-steps);
        for (; steps > 0 && v->match->move_count < r->move_count; steps--)
            if (!show_move(v, err)) return false;
        show_table(v);
        ended = v->match->move_count == r->move_count;
        if (ended) show_styled(&v->screen, STYLE_STRONG, "Result: %.*s", SHOW(r->result));
        if (!v->waits) return true;
    }
}

static bool begin_viewing(struct viewing *v, size_t first, struct error *err)
{
    const struct replay *r = v->replay;
    v->screen              = screen_open();
    v->waits               = v->waits || v->screen.terminal;
    v->lines               = line_open(v->screen.terminal, NULL, NULL);
    show_styled(&v->screen, STYLE_STRONG, "%s, %s, %zu moves", r->game->title,
                r->game->modes[r->setup.mode].name, r->move_count);
    if (first == 0) show_news(v);
    while (v->match->move_count < first)
        if (!replay_step(r, v->match, err)) return false;
    v->told = v->match->log.count;
    show_table(v);
    return true;
}

static int view_replay(struct viewing *v, long to, struct error *err)
{
    const struct replay *r = v->replay;
    if ((size_t)to > r->move_count)
        return wrong_use(&replay_command, "--to is 0 to %zu in this match", r->move_count);
    v->match = replay_start(r, err);
    if (!v->match) return PROBLEM;
    unsigned seats  = v->match->setup.seats;
    int      status = WRONG_USE;
    arena_init(&v->arena);
    if (v->seat >= (long)seats)
        wrong_use(&replay_command, "--seat is 1 to %u in this match", seats);
    else
        status = begin_viewing(v, (size_t)to, err) && show_moves(v, err) ? FINE : PROBLEM;
    line_close(v->lines);
    match_destroy(v->match);
    arena_finish(&v->arena);
    return status;
}

static int run_replay(int argc, char **argv)
{
    struct options o;
    struct viewing v    = { .seat = -1 };
    struct error   err  = { 0 };
    long           to   = 0;
    bool           fine = true;
    for (options_begin(&o, &replay_command, argc, argv); fine && options_next(&o);) switch (o.row) {
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
    .details   = "On a terminal each move waits for Enter, b goes back; piped, all moves are shown "
                 "at once. The match "
                 "is played with the cards that the file holds.",
    .options   = REPLAY_OPTIONS,
    .run       = run_replay,
    .words_min = 1,
    .words_max = 1,
};
