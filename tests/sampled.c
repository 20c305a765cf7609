// sampled - plays random matches with cards that nobody designed (match/sampled.h): whatever text a
// game accepts must not end the program, or keep it busy for ever.
//
//     sampled [GAME | soak] [--sets N] [--seconds S] [--seed S] [--matches N] [--match N] [--show]
//
// N sets of cards (40, with sanitizers 8), of which the first has the number S (1), but no longer
// than the seconds allow (20); with each so many matches (12). "soak": all games, with new sets
// every time, for SOAK_SECONDS. --show prints the cards. Each set is played in a process of its
// own, so that one that ends is reported with the words that repeat it, and the next goes on.
#include "match/sampled.h"

#include "engine/notation.h"
#include "engine/sheet.h"
#include "engine/table.h"
#include "games/list.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Sanitizers make matches about ten times as slow.
#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif
enum { SETS_DEFAULT = IS_SANITIZED ? 8 : 40, SECONDS_DEFAULT = 20, SOAK_SECONDS_DEFAULT = 600 };
enum { MATCH_SECONDS = IS_SANITIZED ? 120 : 30, NUMBER_MAX = 1000000000, NOT_SO = 3 };

struct options {
    const char *what; // a game, "soak", or NULL: all games
    long        sets, seconds, seed, matches, match;
    bool        show;
};

// Of Oversoul: a text watches what does not tell that it has changed. The number is wrong until
// something else changes, and nothing worse comes of it; how often is said beside the result.
static const char STALE[] = "derived values are not what a reckoning gives";

struct play {
    const struct box *box;
    struct table      t;
    struct event_log  log;
    struct core      *spare;
    struct rng        luck;
    uint64_t          set;
    long              match;
    uint32_t          count;    // decisions so far
    unsigned long     stale;    // positions with a value that is not up to date
    bool              sensible; // some answers are those that the game thinks likely
    bool              held;
    struct view       view;
    struct sheet      sheet;
};

static struct play *playing; // by this process

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void say_where(const struct play *p, const char *what)
{
    fprintf(stderr, "  repeat: sampled %s --seed %llu --sets 1 --match %ld  (%s at choice %u)\n",
            p->box->game->name, (unsigned long long)p->set, p->match, what, p->count);
    fflush(NULL);
}

static void on_stop(int signal_number)
{
    signal(signal_number, SIG_DFL);
    if (playing) say_where(playing, signal_number == SIGPROF ? "takes too long" : "stops");
    raise(signal_number);
}

// So much processor time from now on, whatever else the machine has to do; 0: without end.
static void allow(long seconds)
{
    struct itimerval t = { .it_value = { .tv_sec = seconds } };
    setitimer(ITIMER_PROF, &t, NULL);
}

static void not_so(struct play *p, const char *what)
{
    if (p->held) say_where(p, what);
    p->held = false;
}

// ---- one match

static bool one_in(struct play *p, uint32_t n) { return rng_below(&p->luck, n) == 0; }

static struct choice choose(struct play *p, const struct table *t, seat_id seat)
{
    const struct game   *g = p->box->game;
    static struct choice list[CHOICES_MAX];
    if (p->sensible && g->likely_choice && !one_in(p, 3))
        return g->likely_choice(t, seat, &p->luck);
    size_t count = table_choices(t, seat, list, CHOICES_MAX);
    if (!count || count == CHOICES_MAX) not_so(p, count ? "too many choices" : "no choice");
    return count ? list[rng_below(&p->luck, (uint32_t)count)] : table_default(t, seat);
}

// The seat that is asked, or one of them.
static seat_id seat_asked(struct play *p, const struct table *t)
{
    seat_id seat;
    do seat = (seat_id)rng_below(&p->luck, t->state->seats);
    while (!(table_asked(t) >> seat & 1));
    return seat;
}

static void refused(struct play *p, const struct table *t, seat_id seat, struct choice choice,
                    rule_id rule)
{
    char          words[512], name[32];
    struct writer w = writer_on(words, sizeof words - 1);
    write_format(&w, "%s: \"", p->box->game->questions[t->state->question[seat].kind]);
    say_choice(t, seat, seat, choice, SEAT_NAMES, &w);
    table_rule_text(p->box->game, rule, name, sizeof name);
    write_format(&w, "\" is offered and refused by %s (%u)", name, (unsigned)rule);
    words[w.size] = 0;
    not_so(p, words);
}

static void go_on(struct play *p, struct table *t)
{
    if (t->state->over) return;
    if (!table_asked(t)) {
        not_so(p, "nobody is asked");
        return;
    }
    seat_id       seat   = seat_asked(p, t);
    struct choice choice = choose(p, t, seat);
    if (!p->held) return;
    rule_id rule = table_answer(t, seat, choice);
    if (rule) refused(p, t, seat, choice, rule);
    if (p->held) table_advance(t);
    const char *broken = p->held ? table_broken(t) : NULL;
    if (broken && strcmp(broken, STALE) == 0)
        p->stale++;
    else if (broken)
        not_so(p, broken);
}

// What front ends and bots ask of a position.
static void look_around(struct play *p)
{
    enum { AHEAD = 6 };
    const struct game   *g = p->box->game;
    static struct choice list[CHOICES_MAX];
    char                 words[4096];
    struct table         other = { .game = g, .pool = p->t.pool, .state = p->spare };
    struct writer        w     = writer_on(words, sizeof words);
    seat_id              seat  = (seat_id)rng_below(&p->luck, p->t.state->seats);
    table_view(&p->t, seat, &p->view);
    sheet_begin(&p->sheet, &p->view, p->t.pool, SEAT_NAMES);
    g->sheet(&p->sheet);
    sheet_end(&p->sheet);
    if (g->evaluate) g->evaluate(&p->t, seat);
    if (g->judge) g->judge(&p->t, seat);
    if (g->is_quiet) g->is_quiet(&p->t);
    if (table_asked(&p->t) >> seat & 1) {
        size_t count = table_choices(&p->t, seat, list, CHOICES_MAX);
        for (size_t i = 0; i < count; i++) {
            w = writer_on(words, sizeof words);
            say_choice(&p->t, seat, seat, list[i], SEAT_NAMES, &w);
            if (g->choice_text) g->choice_text(&p->t, seat, list[i]);
        }
        if (g->worth_a_look) g->worth_a_look(&p->t, seat, list, count);
        if (g->plays_on) g->plays_on(&p->t, seat, &p->luck);
        table_default(&p->t, seat);
        table_time(&p->t, seat);
    }
    memcpy(p->spare, p->t.state, g->state_size);
    table_imagine(&other, seat, &p->luck);
    for (unsigned i = 0; i < AHEAD; i++) go_on(p, &other);
}

static void hear(struct play *p)
{
    char words[4096];
    for (size_t i = 0; i < p->log.count; i++) {
        struct writer w = writer_on(words, sizeof words);
        say_event(&p->t, NO_SEAT, &p->log.events[i], SEAT_NAMES, &w);
        say_reason(&p->t, &p->log.events[i].reason, &w);
    }
    p->log.count = 0;
}

static bool set_up(struct play *p, uint64_t number, struct match_setup *out)
{
    const struct box  *box   = p->box;
    unsigned           modes = 0;
    const struct deck *decks[SEATS_MAX];
    while (box->game->modes[modes].name) modes++;
    unsigned                mode = (unsigned)(number % modes);
    const struct game_mode *m    = &box->game->modes[mode];
    unsigned seats = m->seats_min + rng_below(&p->luck, m->seats_max - m->seats_min + 1u);
    for (unsigned i = 0; i < SEATS_MAX && box->deck_count; i++)
        decks[i] = &box->decks[rng_below(&p->luck, box->deck_count)];
    return box_setup(box, mode, seats, decks, box->deck_count ? SEATS_MAX : 0, number, out, NULL) ||
           box_setup(box, mode, seats, NULL, 0, number, out, NULL);
}

// False if these decks are not legal with these cards.
static bool play_match(struct play *p)
{
    static struct match_setup setup;
    p->luck     = rng_from(p->set * 4096 + (uint64_t)p->match);
    p->sensible = p->match % 2;
    p->count    = 0;
    if (!set_up(p, (uint64_t)p->match, &setup)) return false;
    allow(MATCH_SECONDS);
    table_start(&p->t, &setup);
    table_advance(&p->t);
    while (!p->t.state->over && p->held) {
        if (p->count++ >= p->box->game->decisions_max) not_so(p, "not over");
        if (one_in(p, 1 + p->count / 40)) look_around(p);
        if (p->held) go_on(p, &p->t);
        hear(p);
    }
    allow(0);
    return true;
}

// ---- one set, in a process of its own

static int play_set(const struct box *box, uint64_t number, const struct options *o)
{
    static struct play p;
    struct error       err = { 0 };
    p.set                  = number;
    p.held                 = true;
    p.box                  = box;
    playing                = &p;
    allow(MATCH_SECONDS);
    struct box *sampled = box_open_sampled(box, number, &err);
    if (!sampled) {
        char text[ERROR_TEXT_MAX];
        error_say(&err, text, sizeof text);
        fprintf(stderr, "%s: set %llu: %s\n", box->game->name, (unsigned long long)number, text);
        return NOT_SO;
    }
    p.box = sampled;
    log_init(&p.log);
    p.spare = calloc(1, box->game->state_size);
    p.t     = (struct table){ .game  = box->game,
                              .pool  = sampled->pool,
                              .log   = &p.log,
                              .state = calloc(1, box->game->state_size) };
    if (!p.spare || !p.t.state) BUG("out of memory");
    for (p.match = o->match; p.match < o->match + o->matches && p.held; p.match++) play_match(&p);
    if (p.stale)
        fprintf(stderr, "%s: set %llu: %lu positions with a value that is not up to date\n",
                box->game->name, (unsigned long long)number, p.stale);
    free(p.spare);
    free(p.t.state);
    log_finish(&p.log);
    box_close(sampled);
    return p.held ? 0 : NOT_SO;
}

static bool holds(const struct box *box, uint64_t number, const struct options *o)
{
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) BUG("no more processes");
    if (!child) {
        signal(SIGABRT, on_stop);
        signal(SIGPROF, on_stop);
        if (!IS_SANITIZED) signal(SIGFPE, on_stop);
        _exit(play_set(box, number, o));
    }
    int status;
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    if (WIFSIGNALED(status))
        printf("%s: set %llu ends with signal %d\n", box->game->name, (unsigned long long)number,
               WTERMSIG(status));
    else
        printf("%s: set %llu ends with status %d\n", box->game->name, (unsigned long long)number,
               WEXITSTATUS(status));
    return false;
}

// ---- what to play

static void show(const struct box *box, uint64_t number)
{
    struct arena arena;
    arena_init(&arena);
    struct text file = sampled_cards(box, number, &arena);
    printf("%.*s", SHOW(file));
    arena_finish(&arena);
}

static void run_game(const struct game *game, const struct options *o, unsigned *passed,
                     unsigned *failed)
{
    struct error err  = { 0 };
    struct box  *box  = box_open(game, &err);
    double       end  = now() + (double)o->seconds;
    long         sets = 0, bad = 0;
    if (!box) BUG("%s: %s", game->name, err.text);
    for (long i = 0; o->show && i < o->sets; i++) show(box, (uint64_t)(o->seed + i));
    for (; !o->show && sets < o->sets && now() < end; sets++)
        bad += !holds(box, (uint64_t)(o->seed + sets), o);
    printf("%s: %ld sets of cards, %ld bad\n", game->name, sets, bad);
    fflush(stdout);
    ++*(bad ? failed : passed);
    box_close(box);
}

static bool is_soak(const struct options *o) { return o->what && strcmp(o->what, "soak") == 0; }

static bool read_options(int argc, char **argv, struct options *o)
{
    int i = 1;
    if (argc > 1 && argv[1][0] != '-') o->what = argv[i++];
    if (is_soak(o)) {
        const char *seconds = getenv("SOAK_SECONDS");
        long        games   = 0;
        for (const struct game *const *g = GAMES; *g; g++) games++;
        o->seconds = SOAK_SECONDS_DEFAULT;
        if (seconds && !text_number(text_of(seconds), 1, NUMBER_MAX, &o->seconds)) return false;
        o->seconds /= games;
        o->seed = (long)((uint64_t)time(NULL) * 1000 % NUMBER_MAX);
        o->sets = NUMBER_MAX;
    }
    for (; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        bool        known = false;
        const struct {
            const char *name;
            long       *number;
        } numbers[] = { { "--sets", &o->sets },
                        { "--seconds", &o->seconds },
                        { "--seed", &o->seed },
                        { "--matches", &o->matches },
                        { "--match", &o->match } };
        if (strcmp(argv[i], "--show") == 0) {
            o->show = true;
            continue;
        }
        for (unsigned k = 0; k < COUNT(numbers); k++)
            if (strcmp(argv[i], numbers[k].name) == 0)
                known = text_number(text_of(value), 0, NUMBER_MAX, numbers[k].number);
        if (known && strcmp(argv[i], "--match") == 0) o->matches = 1;
        if (!known) return false;
        i++;
    }
    return !o->what || is_soak(o) || game_find(text_of(o->what));
}

int main(int argc, char **argv)
{
    struct options o = {
        .sets = SETS_DEFAULT, .seconds = SECONDS_DEFAULT, .seed = 1, .matches = 12
    };
    unsigned passed = 0, failed = 0;
    if (!read_options(argc, argv, &o)) {
        fprintf(stderr, "usage: sampled [GAME | soak] [--sets N] [--seconds S] [--seed S] "
                        "[--matches N] [--match N] [--show]\n");
        return 2;
    }
    for (const struct game *const *g = GAMES; *g; g++)
        if (!o.what || is_soak(&o) || strcmp(o.what, (*g)->name) == 0)
            run_game(*g, &o, &passed, &failed);
    printf("%u passed, %u failed\n", passed, failed);
    return failed || !passed ? 1 : 0;
}
