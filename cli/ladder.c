// `pentacle ladder`: bots against each other, and what that says about their strength.
#include "cli/commands.h"

#include "base/arena.h"
#include "bots/calibrate.h"
#include "bots/ladder.h"
#include "bots/results.h"
#include "sim/processors.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum {
    ROW_BOTS,
    ROW_PAIRS,
    ROW_RESULTS,
    ROW_GAMES,
    ROW_SEED,
    ROW_THREADS,
    ROW_DECKS,
    ROW_MODE,
    ROW_TABLE,
    ROW_CALIBRATE
};

static const struct option_row OPTIONS[] = {
    { "bots", "A,B,...", "who plays; the first is the measure and has 0 points (all bots)" },
    { "pairs", "A:B,C:D,...", "only these meet, in this order, each A against B" },
    { "results", "FILE",
      "writes each two matches there as soon as they are over; what is there is not played again" },
    { "games", "N", "matches of each two, rounded up to pairs with the seats swapped (40)" },
    { "seed", "N", "the same seed gives the same matches, whatever the number of threads (1)" },
    { "threads", "N",
      "how many matches at a time (as many as there are processors that it may use)" },
    { "decks", "A,B", "ready-made decks by name or file name; all of them if not said" },
    { "mode", "M", "a mode of the game with two sides (the first)" },
    { "table", NULL, "plays nothing: what --results has, as rows of the tables of docs/bots.md" },
    { "calibrate", NULL,
      "instead, plays the first bot against itself and says how much of the game's evaluation "
      "makes a win likely" },
    { 0 },
};

enum { MEETINGS_MAX = LADDER_MAX * LADDER_MAX };

struct ladder_request {
    const char *bots, *pairs, *results, *decks, *mode;
    long        games, seed, threads;
    bool        table, calibrate;

    const struct bot *players[LADDER_MAX];
    unsigned          count;
    uint8_t           meeting[MEETINGS_MAX][2]; // numbers of players
    unsigned          meetings;
};

static atomic_bool ladder_stopped;

static void stop_ladder(int signal)
{
    (void)signal;
    atomic_store(&ladder_stopped, true);
}

// --- reading the command ------------------------------------------------------------------------

static const struct bot *named_bot(struct text name)
{
    char              known[256];
    struct writer     w   = writer_on(known, sizeof known);
    const struct bot *bot = bot_find(text_trim(name));
    bot_list(&w);
    if (!bot)
        wrong_use(&ladder_command, "there is no bot \"%.*s\"; there are: %s", SHOW(name), known);
    return bot;
}

static unsigned number_of(const struct ladder_request *r, const struct bot *bot)
{
    unsigned i = 0;
    while (i < r->count && r->players[i] != bot) i++;
    return i;
}

static bool read_players(struct ladder_request *r)
{
    struct text rest = text_of(r->bots ? r->bots : ""), name;
    for (const struct bot *const *b = BOTS; !r->bots && !r->pairs && *b; b++)
        r->players[r->count++] = *b;
    while (text_cut(&rest, ',', &name)) {
        const struct bot *bot = named_bot(name);
        if (!bot) return false;
        if (number_of(r, bot) < r->count)
            return wrong_use(&ladder_command, "\"%s\" is named twice", bot->name) == FINE;
        r->players[r->count++] = bot; // no more than there are, so they fit
    }
    if (r->pairs || r->count >= (r->calibrate ? 1 : 2)) return true;
    return wrong_use(&ladder_command, "--bots wants at least %d names", r->calibrate ? 1 : 2) ==
           FINE;
}

// A player of a pair who is not among --bots comes behind them.
static bool read_pair(struct ladder_request *r, struct text words)
{
    struct text rest = words, name;
    for (unsigned side = 0; side < 2; side++) {
        if (!text_cut(&rest, ':', &name))
            return wrong_use(&ladder_command,
                             "--pairs wants pairs like master:greedy, not \"%.*s\"",
                             SHOW(words)) == FINE;
        const struct bot *bot = named_bot(name);
        if (!bot) return false;
        unsigned number = number_of(r, bot);
        if (number == r->count) r->players[r->count++] = bot;
        r->meeting[r->meetings][side] = (uint8_t)number;
    }
    if (rest.size || r->meeting[r->meetings][0] == r->meeting[r->meetings][1])
        return wrong_use(&ladder_command, "--pairs wants two different bots, not \"%.*s\"",
                         SHOW(words)) == FINE;
    r->meetings++;
    return true;
}

static bool read_meetings(struct ladder_request *r)
{
    struct text rest = text_of(r->pairs ? r->pairs : ""), words;
    for (unsigned a = 1; !r->pairs && a < r->count; a++)
        for (unsigned b = 0; b < a; b++, r->meetings++) {
            r->meeting[r->meetings][0] = (uint8_t)a;
            r->meeting[r->meetings][1] = (uint8_t)b;
        }
    while (text_cut(&rest, ',', &words)) {
        if (r->meetings == MEETINGS_MAX)
            return wrong_use(&ladder_command, "--pairs takes at most %d", MEETINGS_MAX) == FINE;
        if (!read_pair(r, text_trim(words))) return false;
    }
    return r->calibrate || r->meetings ||
           wrong_use(&ladder_command, "--pairs names nobody") == FINE;
}

static bool read_deck_names(struct arena *arena, const char *words, struct contest *contest)
{
    struct text  rest = text_of(words ? words : ""), name;
    struct error err  = { 0 };
    for (uint32_t i = 0; !words && i < contest->box->deck_count && i < CONTEST_DECKS_MAX; i++)
        contest->decks[contest->deck_count++] = &contest->box->decks[i];
    while (text_cut(&rest, ',', &name) && contest->deck_count < CONTEST_DECKS_MAX)
        if (!box_find_deck(contest->box, arena_text(arena, text_trim(name)).at,
                           &contest->decks[contest->deck_count++], &err))
            return wrong_use(&ladder_command, "%s", err.text) == FINE;
    if (contest->deck_count) return true;
    return wrong_use(&ladder_command, "no deck is named and %s has none ready-made",
                     contest->box->game->title) == FINE;
}

static bool read_ladder_options(struct options *o, struct ladder_request *r)
{
    bool fine = true;
    while (fine && options_next(o)) switch (o->row) {
        case ROW_BOTS: r->bots = o->value; break;
        case ROW_PAIRS: r->pairs = o->value; break;
        case ROW_RESULTS: r->results = o->value; break;
        case ROW_GAMES:
            fine = option_number(o->command, "games", o->value, 1, 1000000, &r->games);
            break;
        case ROW_SEED:
            fine = option_number(o->command, "seed", o->value, 0, 1000000000000L, &r->seed);
            break;
        case ROW_THREADS:
            fine = option_number(o->command, "threads", o->value, 1, CONTEST_THREADS_MAX,
                                 &r->threads);
            break;
        case ROW_DECKS: r->decks = o->value; break;
        case ROW_MODE: r->mode = o->value; break;
        case ROW_TABLE: r->table = true; break;
        case ROW_CALIBRATE: r->calibrate = true; break;
        }
    if (!fine) o->status = WRONG_USE;
    return fine && !o->ended;
}

// --- playing ------------------------------------------------------------------------------------

static void show_meeting(const struct contest *c, const struct contest_score *s)
{
    struct contest_share share = contest_share(s);
    printf("  %-8s against %-8s %5.1f %%  (%4.1f to %5.1f)  %6llu matches\n", c->bots[0]->name,
           c->bots[1]->name, share.value * 100, share.low * 100, share.high * 100,
           (unsigned long long)s->games);
    fflush(stdout);
}

// How long each has thought, over all its matches.
struct thinking {
    uint64_t answers;
    double   seconds, slowest;
};

static void note_thinking(struct thinking *to, const struct contest_score *s, unsigned bot)
{
    to->answers += s->answers[bot];
    to->seconds += s->seconds[bot];
    if (s->slowest[bot] > to->slowest) to->slowest = s->slowest[bot];
}

static void show_ratings(const struct ladder_request *r, const struct ladder *l,
                         const struct thinking *thought)
{
    struct rating ratings[LADDER_MAX];
    ladder_rate(l, ratings);
    printf("\nElo, %s being 0, with 95 %% intervals; milliseconds of one core for a choice\n",
           r->players[0]->name);
    bool shown[LADDER_MAX] = { 0 };
    for (unsigned n = 0; n < r->count; n++) {
        unsigned best = LADDER_MAX;
        for (unsigned i = 0; i < r->count; i++)
            if (!shown[i] && (best == LADDER_MAX || ratings[i].elo > ratings[best].elo)) best = i;
        shown[best]               = true;
        const struct thinking *th = &thought[best];
        if (!th->answers) continue; // stopped before it met anybody
        printf("  %-8s %6.0f  ± %-4.0f %8.2f on average, %.1f at most\n", r->players[best]->name,
               ratings[best].elo, ratings[best].plus_minus,
               th->answers ? th->seconds * 1000 / (double)th->answers : 0, th->slowest * 1000);
    }
}

// --- rows of docs/bots.md -----------------------------------------------------------------------

static void write_meeting(const struct contest *c, const struct contest_score *s)
{
    struct contest_share share = contest_share(s);
    printf("| %s | `%s` | `%s` | %.0f %% (%.0f to %.0f) | %llu |\n", c->box->game->title,
           c->bots[0]->name, c->bots[1]->name, share.value * 100, share.low * 100, share.high * 100,
           (unsigned long long)s->games);
}

static void write_thinking(const struct ladder_request *r, const struct game *game,
                           const struct thinking *thought)
{
    printf("\n| %s |", game->title);
    for (const struct bot *const *b = BOTS; *b; b++) {
        unsigned               number = number_of(r, *b);
        const struct thinking *th     = &thought[number];
        if (!(*b)->search) continue;
        if (number == r->count || !th->answers)
            printf(" not measured |");
        else
            printf(" %.1f, %.0f |", th->seconds * 1000 / (double)th->answers, th->slowest * 1000);
    }
    putchar('\n');
}

static void write_ratings(const struct ladder_request *r, const struct game *game,
                          const struct ladder *l, const struct thinking *thought)
{
    struct rating ratings[LADDER_MAX];
    ladder_rate(l, ratings);
    printf("\n| %s |", game->title);
    for (const struct bot *const *b = BOTS; *b; b++) {
        unsigned number = number_of(r, *b);
        if (number == r->count || !thought[number].answers)
            printf(" not measured |");
        else if (number == 0)
            printf(" 0 |");
        else
            printf(" %.0f ± %.0f |", ratings[number].elo, ratings[number].plus_minus);
    }
    putchar('\n');
}

// --- playing all of them ------------------------------------------------------------------------

static int climb(const struct ladder_request *r, struct contest *contest, struct results *results)
{
    struct ladder        l                   = { .count = r->count };
    struct thinking      thought[LADDER_MAX] = { 0 };
    struct error         err                 = { 0 };
    struct contest_score score;
    if (!r->table)
        printf("%s, %s: %llu matches of each two, seed %ld\n\n", contest->box->game->title,
               contest->box->game->modes[contest->mode].name, (unsigned long long)contest->games,
               r->seed);
    for (unsigned i = 0; i < r->meetings && (r->table || !atomic_load(&ladder_stopped)); i++) {
        unsigned a = r->meeting[i][0], b = r->meeting[i][1];
        contest->bots[0] = r->players[a];
        contest->bots[1] = r->players[b];
        results_of(results, r->decks, contest);
        if (!contest_run(contest, &score, &err)) return say_error(&ladder_command, &err);
        ladder_note(&l, a, b, &score);
        note_thinking(&thought[a], &score, 0);
        note_thinking(&thought[b], &score, 1);
        if (score.games) (r->table ? write_meeting : show_meeting)(contest, &score);
    }
    if (r->table) {
        write_thinking(r, contest->box->game, thought);
        write_ratings(r, contest->box->game, &l, thought);
        return FINE;
    }
    show_ratings(r, &l, thought);
    if (!atomic_load(&ladder_stopped)) return FINE;
    fprintf(stderr, "stopped before all had met\n");
    return UNFINISHED;
}

static int climb_with_results(const struct ladder_request *r, struct contest *contest)
{
    struct results *results;
    struct error    err = { 0 };
    if (!results_open(r->results, &results, &err)) return say_error(&ladder_command, &err);
    int status = climb(r, contest, results);
    results_close(results);
    return status;
}

static int say_calibration(const struct ladder_request *r, const struct contest *contest)
{
    struct calibration c;
    struct error       err = { 0 };
    if (!calibrate(contest->box, r->players[0], contest->games, contest->seed, &c, &err))
        return say_error(&ladder_command, &err);
    printf("%s: %llu positions of %llu matches, %s against itself\n", contest->box->game->title,
           (unsigned long long)c.positions, (unsigned long long)c.games, r->players[0]->name);
    printf("  evaluate_scale %.0f fits best (the game has %d)\n", c.scale,
           contest->box->game->evaluate_scale);
    printf("  whoever stood better won %.1f %%; mean surprise %.3f (guessing: 0.693)\n",
           c.right * 100, c.loss);
    printf("  of a position that is won and one that is lost, the first is judged higher in %.1f, "
           "%.1f,\n  %.1f and %.1f %% (the quarters of a match)\n",
           c.foretells[0] * 100, c.foretells[1] * 100, c.foretells[2] * 100, c.foretells[3] * 100);
    printf("  both seats together believe in %.1f %%, nine times of ten within %.1f of 100\n",
           c.sum * 100, c.sum_off * 100);
    return FINE;
}

static int run_ladder(int argc, char **argv)
{
    struct options        o;
    struct ladder_request r = { .games   = 40,
                                .seed    = 1,
                                .threads = processors_usable(CONTEST_THREADS_MAX) };
    options_begin(&o, &ladder_command, argc, argv);
    if (!read_ladder_options(&o, &r)) return o.status;
    const struct game *game = named_game(&ladder_command, o.words[0]);
    if (!game || !read_players(&r) || !read_meetings(&r)) return WRONG_USE;
    struct box *box = open_box(&ladder_command, game);
    if (!box) return PROBLEM;
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    struct contest   contest = { .box     = box,
                                 .games   = (uint64_t)(r.games + r.games % 2),
                                 .seed    = (uint64_t)r.seed,
                                 .threads = (unsigned)r.threads,
                                 .stop    = &ladder_stopped };
    struct sigaction action  = { .sa_handler = stop_ladder, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &action, NULL);
    atomic_store(&ladder_stopped, r.table); // then only what is known counts
    int status = WRONG_USE;
    if (r.table && !r.results)
        wrong_use(&ladder_command, "--table wants --results FILE");
    else if (!box_find_mode(box, r.mode, &contest.mode, &err))
        wrong_use(&ladder_command, "%s", err.text);
    else if (r.calibrate)
        status = say_calibration(&r, &contest);
    else if (read_deck_names(&arena, r.decks, &contest))
        status = climb_with_results(&r, &contest);
    arena_finish(&arena);
    box_close(box);
    return status;
}

const struct command ladder_command = {
    .name    = "ladder",
    .words   = "GAME",
    .about   = "bots against each other: how strong each is, with 95 % intervals",
    .details = "Every two bots play the same matches twice, with the seats swapped, with each deck "
               "against each. Elo is fitted to all results at once; 400 points are ten wins to one "
               "defeat. Ctrl-C stops at once and shows what is done: whole pairs of matches. Exit "
               "status: 0 all have met, 1 "
               "it failed, 2 wrong use, 3 it was stopped.",
    .options = OPTIONS,
    .run     = run_ladder,
    .words_min = 1,
    .words_max = 1,
};
