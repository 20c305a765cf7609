#include "bots/contest.h"

#include "base/arena.h"
#include "base/hash.h"
#include "engine/table.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

struct job {
    const struct contest *contest;
    atomic_uint_fast64_t  next; // pair of matches
    pthread_mutex_t       noting;
};

struct worker {
    struct job          *job;
    struct contest_score score;
    struct core         *state;
    pthread_t            thread;
    bool                 started;
};

static double used_by_thread(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// --- one match ----------------------------------------------------------------------------------

static bool set_up(const struct contest *c, uint64_t pair, struct match_setup *out,
                   struct error *err)
{
    const struct deck      *decks[SEATS_MAX];
    const struct game_mode *mode  = &c->box->game->modes[c->mode];
    uint64_t                which = pair;
    for (unsigned s = 0; s < mode->seats_min && c->deck_count; s++, which /= c->deck_count)
        decks[s] = c->decks[which % c->deck_count];
    return box_setup(c->box, c->mode, mode->seats_min, decks, c->deck_count ? mode->seats_min : 0,
                     hash_mix(c->seed, pair), out, err);
}

// The first bot plays the side of seat 0, or the other one.
static unsigned bot_of(const struct core *c, seat_id seat, unsigned swapped)
{
    return (c->team[seat] != c->team[0]) ^ swapped;
}

static void answer(const struct contest *c, struct table *t, seat_id seat, unsigned bot,
                   struct rng *rng, struct bot_memory *memory, struct contest_score *score)
{
    struct choice list[2];
    bool          real  = table_choices(t, seat, list, 2) > 1;
    double        began = real ? used_by_thread() : 0;
    struct choice taken = bot_play(c->bots[bot], t, seat, rng, memory);
    if (real) {
        double spent = used_by_thread() - began;
        score->answers[bot]++;
        score->seconds[bot] += spent;
        if (spent > score->slowest[bot]) score->slowest[bot] = spent;
    }
    if (table_answer(t, seat, taken) != 0) BUG("an offered choice is refused");
}

static bool is_stopped(const struct contest *c) { return c->stop && atomic_load(c->stop); }

// False if it was stopped before its end.
static bool play(const struct worker *w, const struct match_setup *setup, uint64_t seed,
                 unsigned swapped, struct contest_score *score)
{
    const struct contest *c = w->job->contest;
    struct table          t = { .game = c->box->game, .pool = c->box->pool, .state = w->state };
    struct bot_memory     memory[SEATS_MAX] = { 0 };
    struct rng            rng[SEATS_MAX];
    table_start(&t, setup);
    for (seat_id s = 0; s < SEATS_MAX; s++) {
        rng[s]         = rng_from(hash_mix(seed, s));
        memory[s].stop = c->stop;
    }
    for (table_advance(&t); !t.state->over; table_advance(&t))
        for (seat_id s = 0; s < t.state->seats; s++) {
            if (!(t.state->asked >> s & 1)) continue;
            if (is_stopped(c)) return false;
            answer(c, &t, s, bot_of(t.state, s, swapped), &rng[s], &memory[s], score);
        }
    if (is_stopped(c)) return false; // the last answer may be half thought
    bool won[2] = { false, false };
    for (seat_id s = 0; s < t.state->seats; s++)
        if (t.state->winners >> s & 1) won[bot_of(t.state, s, swapped)] = true;
    score->games++;
    score->wins += won[0] && !won[1];
    score->draws += won[0] == won[1];
    return true;
}

// --- all of them --------------------------------------------------------------------------------

static void add(struct contest_score *to, const struct contest_score *more)
{
    to->games += more->games;
    to->wins += more->wins;
    to->draws += more->draws;
    for (unsigned b = 0; b < 2; b++) {
        to->answers[b] += more->answers[b];
        to->seconds[b] += more->seconds[b];
        if (more->slowest[b] > to->slowest[b]) to->slowest[b] = more->slowest[b];
    }
}

static bool play_pair(const struct worker *w, uint64_t pair, struct contest_score *score)
{
    const struct contest *c = w->job->contest;
    struct match_setup    setup;
    if (!set_up(c, pair, &setup, NULL)) BUG("a deck that was checked is refused");
    return play(w, &setup, hash_mix(c->seed, pair), 0, score) &&
           play(w, &setup, hash_mix(c->seed, pair), 1, score);
}

static void *work(void *context)
{
    struct worker        *w = context;
    const struct contest *c = w->job->contest;
    for (;;) {
        struct contest_score score = { 0 };
        uint64_t             pair  = atomic_fetch_add(&w->job->next, 1);
        if (pair >= c->games / 2) return NULL;
        if (!c->known || !c->known(c->context, pair, &score)) {
            if (is_stopped(c) || !play_pair(w, pair, &score)) continue; // others may be known
            pthread_mutex_lock(&w->job->noting);
            if (c->note) c->note(c->context, pair, &score);
            pthread_mutex_unlock(&w->job->noting);
        }
        add(&w->score, &score);
    }
}

// Every deck in every seat at least once, so that no match can fail later.
static bool check(const struct contest *c, struct core *state, struct error *err)
{
    struct match_setup setup;
    struct table       t     = { .game = c->box->game, .pool = c->box->pool, .state = state };
    const char        *mode  = c->box->game->modes[c->mode].name;
    unsigned           teams = 0;
    for (unsigned d = 0; d < (c->deck_count ? c->deck_count : 1); d++) {
        struct contest one = *c;
        one.decks[0]       = c->decks[d];
        one.deck_count     = c->deck_count ? 1 : 0;
        if (!set_up(&one, 0, &setup, err)) return false;
    }
    table_start(&t, &setup);
    for (seat_id s = 0; s < state->seats; s++) teams |= BIT(state->team[s]);
    if (__builtin_popcount(teams) == 2) return true;
    return fail(err, BAD_INPUT, (struct place){ 0 },
                "%s has not two sides, and two bots want to meet", mode);
}

bool contest_run(const struct contest *c, struct contest_score *out, struct error *err)
{
    struct arena arena;
    struct job   job = { .contest = c, .noting = PTHREAD_MUTEX_INITIALIZER };
    assert(c->threads > 0 && c->threads <= CONTEST_THREADS_MAX && c->games % 2 == 0);
    arena_init(&arena);
    struct worker *workers = ARENA_ARRAY(&arena, struct worker, c->threads);
    for (unsigned i = 0; i < c->threads; i++) {
        workers[i].job   = &job;
        workers[i].state = arena_alloc(&arena, 1, c->box->game->state_size);
    }
    bool fine = check(c, workers[0].state, err);
    *out      = (struct contest_score){ 0 };
    for (unsigned i = 1; fine && i < c->threads; i++)
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    if (fine) work(&workers[0]);
    for (unsigned i = 0; i < c->threads; i++) {
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
        add(out, &workers[i].score);
    }
    arena_finish(&arena);
    return fine;
}

struct contest_share contest_share(const struct contest_score *s)
{
    const double z = 1.959964, n = (double)s->games;
    if (s->games == 0) return (struct contest_share){ 0.5, 0, 1 };
    double p      = ((double)s->wins + (double)s->draws / 2) / n;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half   = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct contest_share){ p, middle - half, middle + half };
}
