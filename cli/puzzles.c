// `pentacle puzzles`: finds positions in simulated matches that have exactly one way to win this
// turn, and proves it of puzzles that are there.
#include "cli/commands.h"

#include "base/rng.h"
#include "bots/bot.h"
#include "bots/solve.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/given.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { ROW_WANTED, ROW_MATCHES, ROW_SEED, ROW_TO, ROW_FIRST, ROW_POSITIONS, ROW_NEEDED, ROW_CHECK };
enum {
    KEPT_MOST  = 24, // positions of the last turns of a match
    TURNS_KEPT = 2,
    PUZZLE_MAX = 48 * 1024,
    DECK_SHOWN = 6,
    LEAST_WAYS = 6,
    STEPS_MOST = 24, // changes of a position
    STEPS_LOST = 2,  // ... while nothing wins
    LARGE_MOST = 12, // positions of a match that are too large
};

static const struct option_row OPTIONS[] = {
    { "wanted", "N", "how many are looked for (20)" },
    { "matches", "N", "matches that are played for it at most (2000)" },
    { "seed", "N", "of the first match; the same seed finds the same puzzles (1)" },
    { "to", "FOLDER", "writes them there, as files; otherwise they are printed" },
    { "first", "N", "number of the first file (1)" },
    { "positions", "N", "looks at so many before it lets a candidate go (4000)" },
    { "needed", "N", "choices that a line must have without which nothing wins (2)" },
    { "check", NULL, "looks for none: proves of these files that exactly one line solves each" },
    { 0 },
};

struct hunt {
    const struct box *box;
    long              wanted, matches, seed, positions, needed, found, first;
    unsigned          solved[4]; // candidates by enum solved
    const char       *to;
    bool              check;
};

// A position in which Ash was asked, of a match that goes on.
struct kept {
    struct core *state;
    unsigned     turn;
};

struct chase {
    struct hunt       *hunt;
    struct arena       arena, scratch; // scratch: of one match
    struct match_setup setup;
    const struct deck *deck[2];
    struct kept        kept[KEPT_MOST];
    unsigned           count;
    char               options[256]; // as lines of a scenario
};

// --- a match ------------------------------------------------------------------------------------

// Decks and what else differs between matches.
static bool set_up(struct chase *c, uint64_t seed, struct error *err)
{
    const struct box  *box = c->hunt->box;
    const struct game *g   = box->game;
    struct rng         rng = rng_from(seed);
    struct writer      w   = writer_on(c->options, sizeof c->options);
    for (unsigned i = 0; i < 2 && box->deck_count; i++)
        c->deck[i] = &box->decks[rng_below(&rng, box->deck_count)];
    if (!box_setup(box, 0, g->modes[0].seats_min, c->deck, box->deck_count ? 2 : 0, seed, &c->setup,
                   err))
        return false;
    for (unsigned i = 0; g->options && g->options[i].name; i++) {
        unsigned words = 0;
        while (g->options[i].words && g->options[i].words[words]) words++;
        if (!words || g->options[i].usual) continue; // as usual
        c->setup.option[i] = (int16_t)(1 + rng_below(&rng, words));
        write_format(&w, "option    %s=%s\n", g->options[i].name,
                     g->options[i].words[c->setup.option[i] - 1]);
    }
    return true;
}

static void keep(struct chase *c, const struct table *t)
{
    unsigned turn = t->game->turns_begun(t, 0), from = 0;
    while (from < c->count && (c->kept[from].turn + TURNS_KEPT <= turn ||
                               c->kept[from].turn > turn || c->count - from == KEPT_MOST))
        from++;
    for (unsigned i = 0; i < from; i++) { // their memory is used again
        struct kept first = c->kept[0];
        memmove(c->kept, c->kept + 1, (KEPT_MOST - 1) * sizeof first);
        c->kept[KEPT_MOST - 1] = first;
    }
    c->count -= from;
    memcpy(c->kept[c->count].state, t->state, t->game->state_size);
    c->kept[c->count++].turn = turn;
}

// Between two who play quickly and sensibly, to its end or as far as matches go.
static void play(struct chase *c, struct table *t, uint64_t seed)
{
    struct rng    rng = rng_from(seed);
    struct choice list[CHOICES_MAX];
    c->count = 0;
    table_start(t, &c->setup);
    for (table_advance(t); !t->state->over; table_advance(t)) {
        if (t->state->asked == BIT(0) || t->state->asked == (BIT(0) | BIT(1)))
            if (table_choices(t, 0, list, CHOICES_MAX) > 1) keep(c, t);
        for (seat_id s = 0; s < t->state->seats; s++)
            if (t->state->asked >> s & 1)
                (void)table_answer(t, s, bot_choose(&greedy_bot, t, s, &rng));
    }
}

// --- a puzzle -----------------------------------------------------------------------------------

// How hard it is: by what has to be found, and among how much.
static unsigned worth_of(const struct solution *s) { return 8 * s->needed + s->ways; }

static unsigned grade_of(const struct solution *s)
{
    unsigned worth = worth_of(s);
    return worth < 36 ? 1 : worth < 60 ? 2 : 3;
}

static void write_puzzle(const struct chase *c, const char *given, unsigned turn,
                         const struct solution *s, struct writer *w)
{
    write_format(w, "# goal: Win this turn, whatever they do.\n");
    write_format(w, "# say: There is exactly one way. What they hold is open to you.\n");
    write_format(w, "# grade: %u\n", grade_of(s));
    write_format(w, "scenario  %ld: %s against %s, turn %u\n", c->hunt->first + c->hunt->found,
                 c->deck[0] ? c->deck[0]->name : "Ash", c->deck[1] ? c->deck[1]->name : "Bel",
                 turn);
    write_chars(w, given);
    for (unsigned i = 0; i < s->count; i++)
        write_format(w, "%s%s %s\n", i ? "          " : "when      ", SEAT_NAMES[s->seat[i]],
                     s->words[i]);
    write_chars(w, "result    Ash wins\ngoal      Ash wins this turn\n");
}

// Does the file hold what it says?
static bool is_sound(const struct game *game, const char *text)
{
    static const struct game *games[2];
    struct scenario_report    report  = { 0 };
    struct scenario_options   options = { .game = game };
    games[0]                          = game;
    struct scenarios *all             = scenarios_create(games);
    scenarios_run_text(all, "puzzle", text_of(text), &options, &report);
    scenarios_destroy(all);
    return report.passed == 1 && !report.failed;
}

static void name_file(const struct chase *c, char *out, size_t size)
{
    const char   *name = c->deck[0] ? c->deck[0]->name : "puzzle";
    struct writer w    = writer_on(out, size);
    write_format(&w, "%s/%02ld-", c->hunt->to, c->hunt->first + c->hunt->found);
    for (; *name; name++) {
        char letter = *name >= 'A' && *name <= 'Z' ? (char)(*name + 'a' - 'A') : *name;
        bool plain  = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (plain || *name == ' ') write_format(&w, "%c", plain ? letter : '-');
    }
    write_chars(&w, ".scn");
}

static bool put(const struct chase *c, const char *text)
{
    char name[512];
    if (!c->hunt->to) return printf("%s\n", text) > 0;
    name_file(c, name, sizeof name);
    FILE *file = fopen(name, "w");
    bool  fine = file && fputs(text, file) >= 0;
    if (file && fclose(file) != 0) fine = false;
    if (fine)
        printf("%s\n", name);
    else
        fprintf(stderr, "pentacle puzzles: %s: %s\n", name, strerror(errno));
    return fine;
}

// One goal for all: the turn that is being played.
static struct scenario_goal goal_of(const struct table *t)
{
    unsigned begun = 0;
    for (seat_id s = 0; s < t->state->seats; s++) begun += t->game->turns_begun(t, s);
    return (struct scenario_goal){ .seat = 0, .turns = 1, .begun = begun };
}

static bool is_worth_it(const struct hunt *h, const struct solution *s)
{
    return s->needed >= (unsigned)h->needed && s->ways >= LEAST_WAYS;
}

// Does it come from a section of its own, as leaders do? Those stay.
static bool leads(const struct chase *c, const struct card *card)
{
    const struct deck *deck = card->owner < 2 ? c->deck[card->owner] : NULL;
    for (uint32_t i = 0; deck && i < deck->count; i++)
        if (deck->sections[i] && deck->entries[i].def == card->def) return true;
    return false;
}

// A card that could be missing, of that seat or of any; NO_CARD: none.
static card_id any_card(const struct chase *c, const struct table *t, seat_id seat,
                        const bool *gone, struct rng *rng)
{
    unsigned count = 0;
    card_id  found = NO_CARD;
    for (card_id id = 0; id < t->state->card_count; id++) {
        const struct card *card = card_at(t->state, id);
        if (card->zone == NO_ZONE || t->game->zones[card->zone].sight == SIGHT_NOBODY || gone[id] ||
            leads(c, card) || (seat != NO_SEAT && card->owner != seat))
            continue;
        if (rng_below(rng, ++count) == 0) found = id;
    }
    return found;
}

static enum solved prove(struct chase *c, const char *given, struct solution *s)
{
    struct error            err = { 0 };
    struct scenario_opened *o   = scenario_arrange(c->hunt->box, "puzzle", text_of(given), &err);
    if (!o) return SOLVED_NONE;
    struct scenario_goal goal = goal_of(&o->table);
    enum solved          how  = o->table.state->over
                                    ? SOLVED_NONE
                                    : solve(&o->table, &goal, (unsigned)c->hunt->positions, s);
    scenario_close(o);
    c->hunt->solved[how]++;
    return how;
}

// Too much to look at, or several ways: something is taken away. None: the other one is weaker, or
// what was taken last comes back. Between several and none lies one.
static bool search_around(struct chase *c, const struct table *t, struct given *g, struct rng *rng,
                          struct solution *s)
{
    bool   *gone        = ARENA_ARRAY(&c->scratch, bool, t->state->card_limit);
    card_id last        = NO_CARD;
    bool    was_several = false;
    for (unsigned step = 0; step < STEPS_MOST; step++) {
        enum solved how = prove(c, given_text(g), s);
        if (how == SOLVED_ONE && is_worth_it(c->hunt, s)) return true;
        if (how == SOLVED_NONE && was_several) { // it was needed: it stays, and is not tried again
            if (last != NO_CARD) given_leave_out(g, last, false);
        } else if (how == SOLVED_NONE) {
            if (step >= STEPS_LOST) return false;
            if (rng_below(rng, 2) && given_weaken(g, 1, rng)) continue;
        } else if (how == SOLVED_MANY || how == SOLVED_ONE) {
            was_several = true;
        }
        last = any_card(c, t, how == SOLVED_LONG ? NO_SEAT : was_several ? 0 : 1, gone, rng);
        if (last == NO_CARD) return false;
        gone[last] = true;
        given_leave_out(g, last, true);
    }
    return false;
}

// A puzzle of this position, in words; false if none is in it. `worth` is that of the best so far.
static bool try_position(struct chase *c, const struct kept *kept, struct rng *rng, unsigned *worth,
                         char *text, size_t size)
{
    const struct box *box = c->hunt->box;
    struct table      t   = { .game = box->game, .pool = box->pool, .state = kept->state };
    struct error      err = { 0 };
    struct solution   s;
    struct given_wish wish  = { .seat = 0, .sees = BIT(0), .deck_max = DECK_SHOWN };
    struct given     *g     = given_begin(box, &t, c->options, &wish, &err);
    bool              found = g && search_around(c, &t, g, rng, &s) && worth_of(&s) > *worth;
    char             *words = arena_alloc(&c->scratch, 1, PUZZLE_MAX);
    struct writer     w     = writer_on(words, PUZZLE_MAX);
    if (found) write_puzzle(c, given_text(g), kept->turn, &s, &w);
    given_end(g);
    if (!found || !is_sound(box->game, words)) return false;
    snprintf(text, size, "%s", words);
    *worth = worth_of(&s);
    return true;
}

// At most one of a match that Ash won: the hardest. Its last positions come first, as little is
// left to try there.
static bool hunt_match(struct chase *c, struct table *t, long number, struct error *err)
{
    char     text[PUZZLE_MAX];
    uint64_t seed  = (uint64_t)(c->hunt->seed + number);
    unsigned worth = 0;
    arena_reset(&c->scratch);
    if (!set_up(c, seed, err)) return false;
    play(c, t, seed);
    if (!(t->state->winners & BIT(0))) return true;
    struct rng rng    = rng_from(seed);
    unsigned   larger = c->hunt->solved[SOLVED_LONG] + LARGE_MOST;
    for (unsigned i = c->count; i-- > 0 && c->hunt->solved[SOLVED_LONG] < larger;)
        (void)try_position(c, &c->kept[i], &rng, &worth, text, sizeof text);
    if (!worth) return true;
    if (!put(c, text)) return fail(err, IO_FAILED, (struct place){ 0 }, "nothing was written");
    c->hunt->found++;
    return true;
}

static int hunt_all(struct hunt *h)
{
    struct error err = { 0 };
    struct chase c   = { .hunt = h };
    arena_init(&c.arena);
    arena_init(&c.scratch);
    size_t       size = h->box->game->state_size;
    struct table t    = { .game  = h->box->game,
                          .pool  = h->box->pool,
                          .state = arena_alloc(&c.arena, 1, size) };
    for (unsigned i = 0; i < KEPT_MOST; i++) c.kept[i].state = arena_alloc(&c.arena, 1, size);
    bool fine = true;
    long n    = 0;
    for (; fine && n < h->matches && h->found < h->wanted; n++) fine = hunt_match(&c, &t, n, &err);
    arena_finish(&c.scratch);
    arena_finish(&c.arena);
    if (!fine) return say_error(&puzzles_command, &err);
    fprintf(stderr,
            "%ld of %ld found in %ld matches; of the positions %u had one way to win, %u none, %u "
            "several, "
            "%u were too large\n",
            h->found, h->wanted, n, h->solved[SOLVED_ONE], h->solved[SOLVED_NONE],
            h->solved[SOLVED_MANY], h->solved[SOLVED_LONG]);
    return h->found < h->wanted ? PROBLEM : FINE;
}

// --- puzzles that are there ---------------------------------------------------------------------

static const char *const SOLVED_WORDS[] = { "one line", "no line without luck",
                                            "more than one line", "too many positions" };

static bool check_file(struct scenarios *all, const char *path, long positions)
{
    struct error            err = { 0 };
    struct solution         s;
    struct scenario_options options = { 0 };
    struct scenario_opened *o       = scenario_open(all, path, NULL, &options, &err);
    if (!o) return say_error(&puzzles_command, &err) == FINE;
    enum solved how = o->goal.turns ? solve(&o->table, &o->goal, (unsigned)positions, &s)
                                    : SOLVED_NONE;
    printf("%s: %s\n", path, o->goal.turns ? SOLVED_WORDS[how] : "it has no goal");
    scenario_close(o);
    return how == SOLVED_ONE;
}

static int check_files(char *const *paths, int count, long positions)
{
    struct scenarios *all    = scenarios_create(GAMES);
    unsigned          passed = 0;
    for (int i = 0; i < count; i++) passed += check_file(all, paths[i], positions);
    scenarios_destroy(all);
    printf("%u passed, %u failed\n", passed, (unsigned)count - passed);
    return passed == (unsigned)count ? FINE : PROBLEM;
}

static int run(int argc, char **argv)
{
    const struct command *me = &puzzles_command;
    struct options        o;
    struct hunt           h    = { .wanted = 20, .matches = 2000, .positions = 4000, .needed = 2 };
    bool                  fine = true;
    h.seed = h.first = 1;
    for (options_begin(&o, me, argc, argv); fine && options_next(&o);) switch (o.row) {
        case ROW_WANTED: fine = option_number(me, "wanted", o.value, 1, 1000, &h.wanted); break;
        case ROW_MATCHES:
            fine = option_number(me, "matches", o.value, 1, 1000000, &h.matches);
            break;
        case ROW_SEED: fine = option_number(me, "seed", o.value, 0, 1000000000, &h.seed); break;
        case ROW_TO: h.to = o.value; break;
        case ROW_FIRST: fine = option_number(me, "first", o.value, 1, 1000, &h.first); break;
        case ROW_POSITIONS:
            fine = option_number(me, "positions", o.value, 100, 100000000, &h.positions);
            break;
        case ROW_NEEDED: fine = option_number(me, "needed", o.value, 1, 20, &h.needed); break;
        case ROW_CHECK: h.check = true; break;
        }
    if (!fine) return WRONG_USE;
    if (o.ended) return o.status;
    if (h.check) return check_files(o.words, o.word_count, h.positions);
    if (o.word_count > 1) return wrong_use(me, "one game at a time");
    const struct game *game = named_game(me, o.words[0]);
    if (!game) return WRONG_USE;
    if (!game->turns_begun || !game->resume)
        return wrong_use(me, "%s counts no turns, so nothing can be won in one", game->title);
    struct box *box = open_box(me, game);
    if (!box) return PROBLEM;
    h.box      = box;
    int status = hunt_all(&h);
    box_close(box);
    return status;
}

const struct command puzzles_command = {
    .name  = "puzzles",
    .words = "GAME | FILES",
    .about = "finds positions with exactly one way to win this turn",
    .details =
        "Plays matches between bots and looks at their last turns. A position becomes a puzzle if "
        "one line wins for certain, whatever the other one answers, and every other one fails, "
        "even with luck: all of them are tried. It is written as a scenario (docs/scenarios.md).",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 1,
    .words_max = -1,
};
