// properties - plays random matches and checks what must hold in all of them.
//
//     properties [GAME | chance | soak] [--games N] [--seconds S] [--seed S] [--mode NAME] [--seats
//     N]
//
// A game: N matches in all its modes in turn, with the seeds S, S + 1, ... (1), but no longer than
// the seconds allow. "chance": is chance fair, and are planted mistakes caught? "soak": all games,
// with new seeds every time, for SOAK_SECONDS. Nothing: all games and chance. N and the seconds are
// also read from PROPERTY_GAMES and PROPERTY_SECONDS. What fails is printed with the words that
// repeat it.
#include "tests/properties.h"

#include "games/list.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Sanitizers make matches about ten times as slow.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif
enum { GAMES_DEFAULT = IS_SANITIZED ? 1000 : 10000 };
enum { SECONDS_DEFAULT = 40, SOAK_SECONDS_DEFAULT = 600, NUMBER_MAX = 1000000000, MODES_MAX = 32 };

unsigned long allocation_count;

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__wrap_malloc(size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_realloc(void *, size_t);

void *__wrap_malloc(size_t size)
{
    allocation_count++;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    allocation_count++;
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size)
{
    allocation_count++;
    return __real_realloc(old, size);
}

struct options {
    const char *what; // a game, "chance", "soak", or NULL
    long        games, seconds, seed;
    const char *mode;  // NULL: all of them in turn
    long        seats; // 0: as many as the mode allows, in turn
};

struct tally { // of one mode
    unsigned long matches, choices, longest, bad;
    bool          failed[PROPERTY_COUNT];
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- a stop in the middle, such as a failed assert, says where

static struct trial *running;

static void say_where(const struct trial *trial, FILE *out)
{
    fprintf(out,
            "  repeat: properties %s --mode %s --seats %u --seed %llu --games 1"
            " (choice %u)\n",
            trial->game->name, trial->game->modes[trial->mode].name, trial->seats,
            (unsigned long long)trial->seed, trial->count);
}

static void on_stop(int signal_number)
{
    signal(signal_number, SIG_DFL);
    if (running) say_where(running, stderr);
    fflush(NULL);
    raise(signal_number);
}

// ---- running

static void run_match(struct trial *trial, const struct options *o, struct tally *tally)
{
    enum { SHOWN_MAX = 10 };
    const struct game_mode *mode  = &trial->game->modes[trial->mode];
    unsigned                range = (unsigned)(mode->seats_max - mode->seats_min + 1);
    trial->seats                  = o->seats ? (unsigned)o->seats
                                             : mode->seats_min + (unsigned)(trial->seed % range);
    running                       = trial;
    bool held                     = trial_run(trial);
    running                       = NULL;
    tally->matches++;
    tally->choices += trial->count;
    if (trial->count > tally->longest) tally->longest = trial->count;
    if (held) return;
    tally->failed[trial->failed] = true;
    if (tally->bad++ >= SHOWN_MAX) return;
    printf("%s %s, seed %llu, choice %u: not so: %s: %s\n", trial->game->name, mode->name,
           (unsigned long long)trial->seed, trial->count, PROPERTY_NAMES[trial->failed],
           trial->failure);
    say_where(trial, stdout);
    fflush(stdout);
}

static unsigned chosen_modes(const struct game *game, const struct options *o,
                             unsigned modes[MODES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; game->modes[i].name && count < MODES_MAX; i++)
        if (!o->mode || strcmp(o->mode, game->modes[i].name) == 0) modes[count++] = i;
    return count;
}

// Each property of each mode counts as one test.
static void report(const struct game *game, unsigned mode, const struct tally *tally,
                   unsigned *passed, unsigned *failed)
{
    printf("%s %s: %lu matches, %lu choices, at most %lu in one; %lu bad\n", game->name,
           game->modes[mode].name, tally->matches, tally->choices, tally->longest, tally->bad);
    fflush(stdout);
    for (unsigned i = 0; i < PROPERTY_COUNT; i++) ++*(tally->failed[i] ? failed : passed);
}

static void run_box(const struct box *box, const struct options *o, unsigned *passed,
                    unsigned *failed)
{
    struct tally  tally[MODES_MAX] = { 0 };
    unsigned      modes[MODES_MAX], count = chosen_modes(box->game, o, modes);
    struct trial *trial = malloc(sizeof *trial);
    double        end   = now() + (double)o->seconds;
    if (!trial) BUG("out of memory");
    trial_init(trial, box->game, box);
    for (long i = 0; count && i < o->games && now() < end; i++) {
        trial->mode = modes[(unsigned long)i % count];
        trial->seed = (uint64_t)o->seed + (uint64_t)i;
        run_match(trial, o, &tally[(unsigned long)i % count]);
    }
    for (unsigned i = 0; i < count; i++) report(box->game, modes[i], &tally[i], passed, failed);
    trial_finish(trial);
    free(trial);
}

static void run_game(const struct game *game, const struct options *o, unsigned *passed,
                     unsigned *failed)
{
    struct error err = { 0 };
    struct box  *box = box_open(game, &err);
    if (box) {
        run_box(box, o, passed, failed);
    } else {
        printf("%s: %s:%u:%u: %s\n", game->name, err.source, err.line, err.column, err.text);
        ++*failed;
    }
    box_close(box);
}

// Seeds that no run has used before; they are printed when something fails.
static void run_soak(struct options o, unsigned *passed, unsigned *failed)
{
    long games = 0;
    for (const struct game *const *g = GAMES; *g; g++) games++;
    o.seconds /= games;
    o.seed  = (long)((uint64_t)time(NULL) * 1000 % NUMBER_MAX);
    o.games = NUMBER_MAX;
    for (const struct game *const *g = GAMES; *g; g++) run_game(*g, &o, passed, failed);
}

// ---- what to run

static int usage(void)
{
    fprintf(stderr, "usage: properties [GAME | chance | soak] [--games N] [--seconds S] [--seed S] "
                    "[--mode NAME] [--seats N]\ngames are");
    for (const struct game *const *g = GAMES; *g; g++) fprintf(stderr, " %s", (*g)->name);
    fprintf(stderr, "\n");
    return 2;
}

static bool is_soak(const struct options *o) { return o->what && strcmp(o->what, "soak") == 0; }
static bool is_chance(const struct options *o) { return o->what && strcmp(o->what, "chance") == 0; }

// False if the variable is there and no number.
static bool read_environment(const char *name, long *out)
{
    const char *value = getenv(name);
    return !value || !value[0] || text_number(text_of(value), 0, NUMBER_MAX, out);
}

static bool read_options(int argc, char **argv, struct options *o)
{
    int i = 1;
    if (argc > 1 && argv[1][0] != '-') o->what = argv[i++];
    if (is_soak(o)) o->seconds = SOAK_SECONDS_DEFAULT;
    if (!read_environment("PROPERTY_GAMES", &o->games) ||
        !read_environment(is_soak(o) ? "SOAK_SECONDS" : "PROPERTY_SECONDS", &o->seconds))
        return false;
    for (; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        bool        known = false;
        const struct {
            const char *name;
            long       *number;
            long        max;
        } numbers[] = { { "--games", &o->games, NUMBER_MAX },
                        { "--seconds", &o->seconds, NUMBER_MAX },
                        { "--seed", &o->seed, NUMBER_MAX },
                        { "--seats", &o->seats, SEATS_MAX } };
        for (unsigned k = 0; k < COUNT(numbers); k++)
            if (strcmp(argv[i], numbers[k].name) == 0)
                known = text_number(text_of(value), 0, numbers[k].max, numbers[k].number);
        if (strcmp(argv[i], "--mode") == 0) known = (o->mode = value)[0];
        if (!known) return false;
    }
    return !o->what || is_chance(o) || is_soak(o) || game_find(text_of(o->what));
}

int main(int argc, char **argv)
{
    struct options o      = { .games = GAMES_DEFAULT, .seconds = SECONDS_DEFAULT, .seed = 1 };
    unsigned       passed = 0, failed = 0;
    if (!read_options(argc, argv, &o)) return usage();
    signal(SIGABRT, on_stop);
    if (!IS_SANITIZED) signal(SIGSEGV, on_stop); // sanitizers say more by themselves
    if (is_soak(&o)) run_soak(o, &passed, &failed);
    for (const struct game *const *g = GAMES; *g && !is_chance(&o) && !is_soak(&o); g++)
        if (!o.what || strcmp(o.what, (*g)->name) == 0) run_game(*g, &o, &passed, &failed);
    if (!o.what || is_chance(&o)) {
        check_chance(&passed, &failed);
        check_planted((uint64_t)o.seed, &passed, &failed);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed ? 1 : 0;
}
