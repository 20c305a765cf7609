// properties - plays random matches of every game and checks what must hold in all of them.
//
//     properties [--games N] [--seed S] [--game NAME] [--mode NAME] [--seats N]
//
// N matches for each mode (200), with the seeds S, S + 1, ... (1). What fails is printed with the words
// that repeat it. Without --game, chance and planted mistakes are checked as well.
#include "tests/properties.h"

#include "games/list.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
    unsigned long games;
    uint64_t      seed;
    const char   *game, *mode;
    unsigned long seats; // 0: as many as the mode allows, in turn
};

// ---- a stop in the middle, such as a failed assert, says where

static struct trial *running;

static void say_where(const struct trial *trial, FILE *out)
{
    fprintf(out, "  repeat: properties --game %s --mode %s --seats %u --seed %llu --games 1"
                 " (choice %u)\n",
            trial->game->name, trial->game->modes[trial->mode].name, trial->seats,
            (unsigned long long)trial->seed, trial->count);
}

static void on_abort(int signal_number)
{
    signal(signal_number, SIG_DFL);
    if (running) say_where(running, stderr);
    fflush(NULL);
    raise(signal_number);
}

// ---- running

static bool run_mode(struct trial *trial, const struct options *o, bool failed[PROPERTY_COUNT])
{
    enum { SHOWN_MAX = 10 };
    const struct game_mode *mode    = &trial->game->modes[trial->mode];
    unsigned                range   = (unsigned)(mode->seats_max - mode->seats_min + 1);
    unsigned long           choices = 0, bad = 0, longest = 0;
    for (unsigned long i = 0; i < o->games; i++) {
        trial->seed  = o->seed + i;
        trial->seats = o->seats ? (unsigned)o->seats : mode->seats_min + (unsigned)(trial->seed % range);
        running      = trial;
        bool held    = trial_run(trial);
        running      = NULL;
        choices += trial->count;
        if (trial->count > longest) longest = trial->count;
        if (held) continue;
        failed[trial->failed] = true;
        if (bad++ >= SHOWN_MAX) continue;
        printf("%s %s, seed %llu, choice %u: not so: %s: %s\n", trial->game->name, mode->name,
               (unsigned long long)trial->seed, trial->count, PROPERTY_NAMES[trial->failed],
               trial->failure);
        say_where(trial, stdout);
    }
    printf("%s %s: %lu matches, %lu choices, at most %lu in one; %lu bad\n", trial->game->name,
           mode->name, o->games, choices, longest, bad);
    fflush(stdout);
    return bad == 0;
}

static void run_game(const struct game *game, const struct options *o, unsigned *passed,
                     unsigned *failed)
{
    struct error  err   = { 0 };
    struct box   *box   = box_open(game, &err);
    struct trial *trial = malloc(sizeof *trial);
    if (!trial) BUG("out of memory");
    if (!box) {
        printf("%s: %s:%u:%u: %s\n", game->name, err.source, err.line, err.column, err.text);
        ++*failed;
        free(trial);
        return;
    }
    trial_init(trial, game, box);
    for (unsigned mode = 0; game->modes[mode].name; mode++) {
        if (o->mode && strcmp(o->mode, game->modes[mode].name) != 0) continue;
        bool bad[PROPERTY_COUNT] = { 0 };
        trial->mode              = mode;
        run_mode(trial, o, bad);
        for (unsigned i = 0; i < PROPERTY_COUNT; i++) ++*(bad[i] ? failed : passed);
    }
    trial_finish(trial);
    free(trial);
    box_close(box);
}

static int usage(void)
{
    fprintf(stderr, "usage: properties [--games N] [--seed S] [--game NAME] [--mode NAME] [--seats N]\n");
    return 2;
}

static bool read_options(int argc, char **argv, struct options *o)
{
    for (int i = 1; i < argc; i += 2) {
        long        number = 0;
        const char *value  = i + 1 < argc ? argv[i + 1] : NULL;
        if (!value) return false;
        bool is_number = text_number(text_of(value), 0, 1000000000, &number);
        if (strcmp(argv[i], "--game") == 0)
            o->game = value;
        else if (strcmp(argv[i], "--mode") == 0)
            o->mode = value;
        else if (strcmp(argv[i], "--games") == 0 && is_number)
            o->games = (unsigned long)number;
        else if (strcmp(argv[i], "--seed") == 0 && is_number)
            o->seed = (uint64_t)number;
        else if (strcmp(argv[i], "--seats") == 0 && is_number && number <= SEATS_MAX)
            o->seats = (unsigned long)number;
        else
            return false;
    }
    return !o->game || game_find(text_of(o->game));
}

int main(int argc, char **argv)
{
    struct options o      = { .games = 200, .seed = 1 };
    unsigned       passed = 0, failed = 0;
    if (!read_options(argc, argv, &o)) return usage();
    signal(SIGABRT, on_abort);
    for (const struct game *const *g = GAMES; *g; g++)
        if (!o.game || strcmp(o.game, (*g)->name) == 0) run_game(*g, &o, &passed, &failed);
    if (!o.game) {
        check_chance(&passed, &failed);
        check_planted(o.seed, &passed, &failed);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
