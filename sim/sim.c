#include "sim/sim.h"

#include "base/hash.h"
#include "sim/play.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

struct pairing {
    unsigned           deck[2];  // by side
    struct match_setup setup[2]; // as they sit, and with the seats swapped
};

struct job {
    const struct sim_plan *plan;
    const struct pairing  *pairings;
    size_t                 pairing_count;
    atomic_uint_fast64_t   next, done; // pairs of matches
};

struct worker {
    struct job   *job;
    struct tally *tally;
    struct core  *state;
    pthread_t     thread;
    bool          started;
};

// --- who meets whom -----------------------------------------------------------------------------

static bool meet(const struct sim_plan *p, unsigned a, unsigned b)
{
    if (p->bots[0] != p->bots[1] || p->deck_count == 1) return true;
    return a < b;
}

static bool make_pairing(const struct sim_plan *p, unsigned a, unsigned b, struct pairing *out,
                         struct error *err)
{
    const struct deck *there[] = { p->decks[a], p->decks[b] },
                      *back[]  = { p->decks[b], p->decks[a] };
    out->deck[0]               = a;
    out->deck[1]               = b;
    if (!box_setup(p->box, 0, 2, there, 2, 0, &out->setup[0], err) ||
        !box_setup(p->box, 0, 2, back, 2, 0, &out->setup[1], err))
        return false;
    for (unsigned i = 0; i < 2; i++)
        memcpy(out->setup[i].option, p->option, sizeof out->setup[i].option);
    return true;
}

static bool make_pairings(struct arena *arena, struct job *j, struct error *err)
{
    const struct sim_plan *p    = j->plan;
    struct pairing        *list = ARENA_ARRAY(arena, struct pairing, p->deck_count * p->deck_count);
    for (unsigned a = 0; a < p->deck_count; a++)
        for (unsigned b = 0; b < p->deck_count; b++)
            if (meet(p, a, b) && !make_pairing(p, a, b, &list[j->pairing_count++], err))
                return false;
    j->pairings = list;
    return true;
}

// --- playing ------------------------------------------------------------------------------------

// The same cards in the same order twice, with the seats swapped.
static void play_pair(const struct worker *w, uint64_t number)
{
    const struct sim_plan *p       = w->job->plan;
    const struct pairing  *pairing = &w->job->pairings[number % w->job->pairing_count];
    uint64_t               seed    = hash_mix(p->seed, number);
    for (unsigned swapped = 0; swapped < 2; swapped++) {
        struct match_setup setup = pairing->setup[swapped];
        const struct bot  *seated[2];
        struct outcome     o = { .deck = { pairing->deck[0], pairing->deck[1] } };
        for (unsigned side = 0; side < 2; side++) {
            o.seat[side]         = (seat_id)(side ^ swapped);
            seated[o.seat[side]] = p->bots[side];
        }
        key_from_seed(seed, setup.key);
        play_match(p->box, &setup, seated, seed, w->state, &o);
        tally_count(w->tally, &o);
    }
}

static bool is_stopped(const struct sim_plan *p) { return p->stop && atomic_load(p->stop); }

static void *work(void *context)
{
    struct worker *w     = context;
    struct job    *j     = w->job;
    uint64_t       pairs = j->plan->games / 2;
    while (!is_stopped(j->plan)) {
        uint64_t number = atomic_fetch_add(&j->next, 1);
        if (number >= pairs) break;
        play_pair(w, number);
        atomic_fetch_add(&j->done, 1);
    }
    return NULL;
}

static void watch(const struct job *j)
{
    const struct sim_plan *p     = j->plan;
    const struct timespec  pause = { .tv_nsec = 100 * 1000 * 1000 };
    uint64_t               done;
    while ((done = atomic_load(&j->done) * 2) < p->games && !is_stopped(p)) {
        p->progress(p->context, done, p->games);
        nanosleep(&pause, NULL);
    }
    p->progress(p->context, done, p->games);
}

static void run_workers(struct worker *workers, struct job *j)
{
    unsigned count = j->plan->threads;
    for (unsigned i = 0; i < count; i++)
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    if (!workers[0].started) work(&workers[0]); // a world without threads
    if (j->plan->progress) watch(j);
    for (unsigned i = 0; i < count; i++)
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
}

struct tally *sim_run(struct arena *arena, const struct sim_plan *plan, struct error *err)
{
    const struct game *game = plan->box->game;
    struct job         job  = { .plan = plan };
    struct tally      *sum  = tally_new(arena, game, plan->deck_count);
    assert(plan->threads > 0 && plan->threads <= SIM_THREADS_MAX && plan->games % 2 == 0);
    if (!make_pairings(arena, &job, err)) return NULL;
    struct worker *workers = ARENA_ARRAY(arena, struct worker, plan->threads);
    for (unsigned i = 0; i < plan->threads; i++) {
        workers[i].job   = &job;
        workers[i].tally = tally_new(arena, game, plan->deck_count);
        workers[i].state = arena_alloc(arena, 1, game->state_size);
    }
    run_workers(workers, &job);
    for (unsigned i = 0; i < plan->threads; i++) tally_add(sum, workers[i].tally);
    return sum;
}
