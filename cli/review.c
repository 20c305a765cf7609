// `pentacle review`: goes through a saved match and says where it was lost.
#include "cli/commands.h"

#include "base/arena.h"
#include "bots/search.h"
#include "cli/screen.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/replay.h"

enum { ROW_SEAT, ROW_TRIES, ROW_SEED, ROW_ALL };
enum { TRIES = 600, WORDS_SIZE = 512 };

static const struct option_row OPTIONS[] = {
    { "seat", "N", "only the choices of that seat" },
    { "tries", "N", "how long to think about each choice, 20 to 1000000 tries (600)" },
    { "seed", "N", "of the thinking; the same seed gives the same review (1)" },
    { "all", NULL, "shows the choices without a mark, too" },
    { 0 },
};

// How much win chance a choice gives away.
struct mark {
    float       loss;
    const char *sign, *name;
};
static const struct mark MARKS[] = {
    { 0.25f, "??", "blunder" },
    { 0.12f, "?", "mistake" },
    { 0.06f, "?!", "doubtful" },
    { -1, "", "fine" },
};

struct seat_sum {
    unsigned choices, marked[COUNT(MARKS)];
    double   loss;
};

struct review {
    const struct replay   *replay;
    struct match          *match;
    struct screen          screen;
    struct search_settings settings;
    struct search_report   report;
    struct rng             rng;
    long                   seat; // -1: all
    bool                   all;
    struct seat_sum        sums[SEATS_MAX];
};

static size_t index_of(const struct choice *list, size_t count, struct choice c)
{
    size_t i = 0;
    while (i < count && !choice_equal(list[i], c)) i++;
    return i;
}

// The choice with the best chance among those that were thought about enough.
static size_t best_of(const struct search_report *r)
{
    size_t   best = 0;
    uint32_t most = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->visits[i] > most) most = r->visits[i], best = i;
    for (size_t i = 0; i < r->count; i++)
        if (r->visits[i] >= most / 2 && r->chance[i] > r->chance[best]) best = i;
    return best;
}

static size_t mark_of(float loss)
{
    size_t i = 0;
    while (loss < MARKS[i].loss) i++;
    return i;
}

static void show_choice(struct review *v, const struct replay_move *move, struct choice best,
                        float before, float after, const struct mark *mark)
{
    const struct match *m = v->match;
    char                words[WORDS_SIZE], line[2 * WORDS_SIZE];
    struct writer       w = writer_on(words, sizeof words), l = writer_on(line, sizeof line);
    say_choice(&m->table, move->seat, move->seat, best, m->names, &w);
    write_format(&l, "%4zu. %s, %2.0f %%: %.*s", m->move_count + 1, m->names[move->seat],
                 (double)before * 100, SHOW(move->words));
    if (*mark->sign)
        write_format(&l, " %s (%s: %2.0f %%; better: %s)", mark->sign, mark->name,
                     (double)after * 100, words);
    show_styled(&v->screen, *mark->sign ? STYLE_BAD : STYLE_PLAIN, "%s", line);
}

// What the seat could know decides: the search sees no more.
static void look_at(struct review *v, const struct replay_move *move)
{
    const struct table *t = &v->match->table;
    struct choice       list[CHOICES_MAX];
    size_t              count = table_choices(t, move->seat, list, CHOICES_MAX);
    size_t              taken = index_of(list, count, move->choice);
    if (count < 2 || taken == count || (v->seat >= 0 && v->seat != move->seat)) return;
    v->settings.focus = (uint32_t)taken + 1;
    search_think(t, move->seat, &v->settings, &v->rng, &v->report);
    size_t           best  = best_of(&v->report);
    float            loss  = v->report.chance[best] - v->report.chance[taken];
    struct seat_sum *sum   = &v->sums[move->seat];
    size_t           which = best == taken ? COUNT(MARKS) - 1 : mark_of(loss);
    sum->choices++;
    sum->marked[which]++;
    sum->loss += best == taken || loss < 0 ? 0 : (double)loss;
    if (v->all || *MARKS[which].sign)
        show_choice(v, move, list[best], v->report.chance[best], v->report.chance[taken],
                    &MARKS[which]);
}

static void show_sums(struct review *v)
{
    show_line(&v->screen, "%s", "");
    for (seat_id s = 0; s < v->match->setup.seats; s++) {
        const struct seat_sum *sum = &v->sums[s];
        if (!sum->choices) continue;
        show_line(&v->screen,
                  "%s: %u choices, %u blunders, %u mistakes, %u doubtful; %.1f points of win "
                  "chance lost per choice",
                  v->match->names[s], sum->choices, sum->marked[0], sum->marked[1], sum->marked[2],
                  sum->loss / sum->choices * 100);
    }
    show_line(&v->screen, "Result: %.*s", SHOW(v->replay->result));
}

static bool go_through(struct review *v, struct error *err)
{
    const struct replay *r = v->replay;
    while (v->match->move_count < r->move_count) {
        const struct replay_move *move = &r->moves[v->match->move_count];
        if (move->choice.kind != CHOICE_NONE) look_at(v, move);
        if (!replay_step(r, v->match, err)) return false;
        fflush(stdout);
    }
    show_sums(v);
    return true;
}

static int review(struct review *v, const char *path)
{
    struct error   err = { 0 };
    struct arena   arena;
    struct text    file;
    struct replay *replay = NULL;
    int            status = PROBLEM;
    arena_init(&arena);
    if (file_read(&arena, path, REPLAY_SIZE_MAX, &file, &err))
        replay = replay_read(GAMES, path, file, &err);
    v->replay          = replay;
    v->match           = replay ? replay_start(replay, &err) : NULL;
    v->screen          = screen_open();
    v->screen.terminal = false; // it takes its time anyway
    if (v->match && v->seat >= (long)v->match->setup.seats) {
        wrong_use(&review_command, "--seat is 1 to %u in this match", v->match->setup.seats);
        status = WRONG_USE;
    } else if (v->match) {
        show_styled(&v->screen, STYLE_STRONG, "%s, %s, %zu moves", replay->game->title,
                    replay->game->modes[replay->setup.mode].name, replay->move_count);
        if (go_through(v, &err)) status = FINE;
    }
    if (status == PROBLEM) say_error(&review_command, &err);
    match_destroy(v->match);
    replay_destroy(replay);
    arena_finish(&arena);
    return status;
}

static int run_review(int argc, char **argv)
{
    struct options       o;
    static struct review v; // the report is large
    long                 tries = TRIES, seed = 1;
    bool                 fine = true;
    v.seat                    = -1;
    for (options_begin(&o, &review_command, argc, argv); fine && options_next(&o);) switch (o.row) {
        case ROW_SEAT:
            fine = option_number(o.command, "seat", o.value, 1, SEATS_MAX, &v.seat);
            v.seat--;
            break;
        case ROW_TRIES:
            fine = option_number(o.command, "tries", o.value, 20, 1000000, &tries);
            break;
        case ROW_SEED:
            fine = option_number(o.command, "seed", o.value, 0, 1000000000000L, &seed);
            break;
        case ROW_ALL: v.all = true; break;
        }
    if (!fine) return WRONG_USE;
    if (o.ended) return o.status;
    v.settings.iterations = (uint32_t)tries;
    v.rng                 = rng_from((uint64_t)seed);
    return review(&v, o.words[0]);
}

const struct command review_command = {
    .name  = "review",
    .words = "FILE",
    .about = "goes through a saved match and marks the mistakes",
    .details =
        "Before every choice a search estimates the seat's win chance from what that seat could "
        "know, and compares the choice with the best one: ?! gives away 6 points of win chance or "
        "more, ? 12, ?? 25.",
    .options   = OPTIONS,
    .run       = run_review,
    .words_min = 1,
    .words_max = 1,
};
