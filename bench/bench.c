// pentacle bench - how fast each game is: random play with legal-move generation on, in the same
// build that passes the tests. Ratios compare loops of one run.
#include "bots/search.h"
#include "cli/commands.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 32, ROUNDS = 7, SETUPS_MAX = 16, TRIES = 100 };

struct result {
    const char *game;
    double      decisions_per_s, games_per_s, effects_per_s, create_us;
    double      clone_ns, clone_memcpy_ratio, imagine_ns, view_ns;
    double      searches_per_s, playouts_per_s;
    size_t      state_bytes;
};

// A game laid out for measuring: decks chosen, memory taken, positions from the middle of matches.
struct stand {
    struct box         *box;
    struct table        t;
    struct match_setup *setups; // decks in turn; the key is set for each match
    unsigned            setup_count;
    struct core        *sample[SAMPLES];
    struct core        *scratch;
    struct view        *view;
    struct rng          rng;
    uint64_t            matches; // started so far
    struct choice       list[CHOICES_MAX];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); // one thread: others on the machine do not count
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Makes the compiler believe that all memory was looked at.
static void look(void) { __asm__ volatile("" ::: "memory"); }

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) BUG("out of memory");
    return memory;
}

// ---- playing

// Set-up, shuffle and the run to the first question.
static void start_match(struct stand *s)
{
    struct match_setup *setup = &s->setups[s->matches % s->setup_count];
    for (unsigned i = 0; i < sizeof setup->key; i += 8) {
        uint64_t word = rng_next(&s->rng);
        memcpy(setup->key + i, &word, 8);
    }
    s->matches++;
    table_start(&s->t, setup);
    table_advance(&s->t);
}

// One answer; 1 if there was something to decide.
static unsigned answer(struct stand *s)
{
    seat_id  seat  = (seat_id)__builtin_ctz(table_asked(&s->t));
    size_t   count = table_choices(&s->t, seat, s->list, CHOICES_MAX);
    uint32_t which = count > 1 ? rng_below(&s->rng, (uint32_t)count) : 0;
    table_take(&s->t, seat, s->list[which]);
    table_advance(&s->t);
    return count > 1;
}

// Nobody looks on, so that windows in which a seat can only pass go by unasked.
static void measure_play(struct stand *s, double seconds, struct result *r)
{
    uint64_t decisions = 0, matches = 0, effects = s->t.effects;
    double   start = now(), spent;
    s->t.unwatched = true;
    do {
        for (start_match(s); !s->t.state->over;) decisions += answer(s);
        matches++;
        spent = now() - start;
    } while (spent < seconds);
    s->t.unwatched     = false;
    r->decisions_per_s = (double)decisions / spent;
    r->games_per_s     = (double)matches / spent;
    r->effects_per_s   = (double)(s->t.effects - effects) / spent;
}

static void measure_create(struct stand *s, double seconds, struct result *r)
{
    enum { BATCH = 64 };
    uint64_t count = 0;
    double   start = now(), spent;
    do {
        for (unsigned i = 0; i < BATCH; i++) start_match(s);
        count += BATCH;
        spent = now() - start;
    } while (spent < seconds);
    r->create_us = spent / (double)count * 1e6;
}

// ---- positions

// Positions from all over random matches.
static void take_samples(struct stand *s)
{
    unsigned taken = 0;
    while (taken < SAMPLES) {
        unsigned skipped = rng_below(&s->rng, 60);
        for (start_match(s); !s->t.state->over && skipped > 0; skipped--) answer(s);
        if (!s->t.state->over) memcpy(s->sample[taken++], s->t.state, s->box->game->state_size);
    }
}

// The loops that are compared: each does one thing to every sample, `times` times.
enum loop { LOOP_MEMCPY, LOOP_CLONE, LOOP_IMAGINE, LOOP_VIEW, LOOP_COUNT };

static void clone_table(struct table *to, struct core *memory, const struct table *from)
{
    *to       = *from;
    to->state = memory;
    memcpy(memory, from->state, from->game->state_size);
}

static void run_loop(struct stand *s, enum loop loop, unsigned times)
{
    struct table t    = s->t, copy;
    size_t       size = s->box->game->state_size;
    for (unsigned n = 0; n < times; n++)
        for (unsigned i = 0; i < SAMPLES; i++) {
            t.state        = s->sample[i];
            seat_id viewer = (seat_id)(n % t.state->seats);
            switch (loop) {
            case LOOP_MEMCPY: memcpy(s->scratch, s->sample[i], size); break;
            case LOOP_CLONE: clone_table(&copy, s->scratch, &t); break;
            case LOOP_IMAGINE: table_imagine(&t, viewer, &s->rng); break;
            case LOOP_VIEW: table_view(&t, viewer, s->view); break;
            case LOOP_COUNT: break;
            }
            look();
        }
}

// Nanoseconds for one sample: the best of some rounds in which the loops take turns.
static void measure_positions(struct stand *s, double seconds, struct result *r)
{
    double   best[LOOP_COUNT];
    unsigned times[LOOP_COUNT];
    for (unsigned l = 0; l < LOOP_COUNT; l++) {
        double start = now();
        run_loop(s, (enum loop)l, 16);
        double once = (now() - start) / 16;
        times[l]    = (unsigned)(seconds / LOOP_COUNT / ROUNDS / (once > 1e-9 ? once : 1e-9)) + 1;
        best[l]     = 1e9;
    }
    // The same number of turns for the two that are divided.
    times[LOOP_CLONE] = times[LOOP_MEMCPY];
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned l = 0; l < LOOP_COUNT; l++) {
            double start = now();
            run_loop(s, (enum loop)l, times[l]);
            double spent = (now() - start) / times[l] / SAMPLES * 1e9;
            if (spent < best[l]) best[l] = spent;
        }
    r->clone_ns           = best[LOOP_CLONE];
    r->clone_memcpy_ratio = best[LOOP_CLONE] / best[LOOP_MEMCPY];
    r->imagine_ns         = best[LOOP_IMAGINE];
    r->view_ns            = best[LOOP_VIEW];
}

// ---- searching

// Tries of a search, and plain random ones to the end of the match, from the same positions.
static void measure_search(struct stand *s, double seconds, struct result *r)
{
    const struct search_settings settings = { .iterations = TRIES };
    static struct search_report  report;
    struct table                 t        = s->t;
    double                       searched = 0, plain = 0;
    uint64_t                     tries = 0;
    for (unsigned i = 0; tries == 0 || searched + plain < seconds; i++) {
        seat_id seat = 0;
        t.state      = s->sample[i % SAMPLES];
        t.log        = NULL;
        while (!(t.state->asked >> seat & 1)) seat++;
        if (table_choices(&t, seat, s->list, CHOICES_MAX) < 2) continue;
        double start = now();
        search_think(&t, seat, &settings, &s->rng, &report);
        double between = now();
        search_plain_tries(&t, seat, TRIES, &s->rng);
        searched += between - start;
        plain += now() - between;
        tries += TRIES;
    }
    r->searches_per_s = (double)tries / searched;
    r->playouts_per_s = (double)tries / plain;
}

// ---- one game

static bool choose_decks(struct stand *s, struct error *err)
{
    const struct box       *box  = s->box;
    const struct game_mode *mode = &box->game->modes[0];
    uint32_t                n    = box->deck_count ? box->deck_count : 1;
    s->setups                    = take(SETUPS_MAX, sizeof *s->setups);
    for (uint32_t i = 0; i < n * n && s->setup_count < SETUPS_MAX; i++) {
        const struct deck *decks[SEATS_MAX];
        for (uint32_t seat = 0; seat < SEATS_MAX && box->deck_count; seat++)
            decks[seat] = &box->decks[(seat % 2 ? i / n : i) % n];
        if (!box_setup(box, 0, mode->seats_min, decks, box->deck_count ? SEATS_MAX : 0, i,
                       &s->setups[s->setup_count++], err))
            return false;
    }
    return true;
}

static void stand_init(struct stand *s, struct box *box)
{
    size_t size = box->game->state_size;
    memset(s, 0, sizeof *s);
    s->box     = box;
    s->rng     = rng_from(1);
    s->t       = (struct table){ .game = box->game, .pool = box->pool, .state = take(1, size) };
    s->scratch = take(1, size);
    s->view    = take(1, sizeof *s->view);
    for (unsigned i = 0; i < SAMPLES; i++) s->sample[i] = take(1, size);
}

static void stand_finish(struct stand *s)
{
    for (unsigned i = 0; i < SAMPLES; i++) free(s->sample[i]);
    free(s->setups);
    free(s->view);
    free(s->scratch);
    free(s->t.state);
}

static bool measure(struct box *box, double seconds, struct result *r, struct error *err)
{
    static struct stand s;
    stand_init(&s, box);
    bool ready = choose_decks(&s, err);
    if (ready) {
        *r = (struct result){ .game = box->game->name, .state_bytes = box->game->state_size };
        measure_play(&s, seconds * 0.05, r); // warms up
        measure_play(&s, seconds * 0.5, r);
        measure_create(&s, seconds * 0.1, r);
        take_samples(&s);
        measure_positions(&s, seconds * 0.2, r);
        measure_search(&s, seconds * 0.15, r);
    }
    stand_finish(&s);
    return ready;
}

// ---- the command

static void show_json(const struct result *r, const char *before, const char *after)
{
    printf(
        "%s{\"game\": \"%s\", \"decisions_per_s\": %.0f, \"games_per_s\": %.1f, "
        "\"create_us\": %.3f, \"clone_ns\": %.1f, \"clone_memcpy_ratio\": %.3f, "
        "\"imagine_ns\": %.1f, \"view_ns\": %.1f, \"state_bytes\": %zu, \"effects_per_s\": %.0f, "
        "\"searches_per_s\": %.0f, \"playouts_per_s\": %.0f}%s",
        before, r->game, r->decisions_per_s, r->games_per_s, r->create_us, r->clone_ns,
        r->clone_memcpy_ratio, r->imagine_ns, r->view_ns, r->state_bytes, r->effects_per_s,
        r->searches_per_s, r->playouts_per_s, after);
}

static void show_words(const struct result *r)
{
    printf("%s\n", r->game);
    printf("  %14.0f  real decisions per second, random play\n", r->decisions_per_s);
    printf("  %14.1f  whole matches per second, set-up and shuffle included\n", r->games_per_s);
    printf("  %14.0f  verbs of card text carried out per second, in the same matches\n",
           r->effects_per_s);
    printf("  %14.2f  us to create a match\n", r->create_us);
    printf("  %14.1f  ns to clone a position, %.2f times memcpy\n", r->clone_ns,
           r->clone_memcpy_ratio);
    printf("  %14.1f  ns to imagine what a seat cannot know, %.1f times a clone\n", r->imagine_ns,
           r->imagine_ns / r->clone_ns);
    printf("  %14.1f  ns to make a view\n", r->view_ns);
    printf("  %14zu  bytes in a position\n", r->state_bytes);
    printf("  %14.0f  tries of a search per second\n", r->searches_per_s);
    printf("  %14.0f  random tries to the end from the same positions: %.2f of them\n",
           r->playouts_per_s, r->searches_per_s / r->playouts_per_s);
}

enum { ROW_JSON, ROW_SECONDS };
static const struct option_row OPTIONS[] = {
    { "json", NULL, "one object for one game, a list of objects for several" },
    { "seconds", "S", "how long to measure each game, 1 to 600 (4)" },
    { 0 },
};

static int bench_games(const struct game *only, double seconds, bool json)
{
    bool first = true;
    for (const struct game *const *g = GAMES; *g; g++) {
        if (only && only != *g) continue;
        struct error  err = { 0 };
        struct result result;
        struct box   *box = open_box(&bench_command, *g);
        if (!box) return PROBLEM;
        bool measured = measure(box, seconds, &result, &err);
        box_close(box);
        if (!measured) return say_error(&bench_command, &err);
        if (json)
            show_json(&result, only ? "" : first ? "[\n" : ",\n", only ? "\n" : "");
        else
            show_words(&result);
        fflush(stdout);
        first = false;
    }
    if (json && !only) printf("\n]\n");
    return FINE;
}

static int run(int argc, char **argv)
{
    struct options     o;
    const struct game *only    = NULL;
    long               seconds = 4;
    bool               json    = false;
    for (options_begin(&o, &bench_command, argc, argv); options_next(&o);) {
        if (o.row == ROW_JSON) json = true;
        if (o.row == ROW_SECONDS &&
            !option_number(&bench_command, "seconds", o.value, 1, 600, &seconds))
            return WRONG_USE;
    }
    if (o.ended) return o.status;
    if (o.word_count > 0 && !(only = named_game(&bench_command, o.words[0]))) return WRONG_USE;
    return bench_games(only, (double)seconds, json);
}

const struct command bench_command = {
    .name  = "bench",
    .words = "[GAME]",
    .about = "measures decisions per second, clone time against memcpy, search speed",
    .details =
        "Plays uniform random matches in the first mode of each game, on one core. A real decision "
        "is one with two options or more; windows in which a seat can only pass go by unasked, as "
        "nobody looks on.",
    .options   = OPTIONS,
    .run       = run,
    .words_max = 1,
};
