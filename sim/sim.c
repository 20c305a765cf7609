#include "sim/sim.h"

#include "base/hash.h"
#include "sim/play.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

struct job {
    const struct sim_plan *plan;
    struct sim_result     *result;
    struct seat_setup     *seats; // [deck * SEATS_MAX + seat]
    uint64_t               first; // round of the plan
    uint64_t               count; // rounds of the shard
    atomic_uint_fast64_t   next, done;
};

struct worker {
    struct job   *job;
    struct tally *tally;
    struct player player;
    pthread_t     thread;
    bool          started;
};

// Every deck is seated everywhere once, alone, so that one that breaks a rule is found before it
// plays.
static bool seat_decks(struct arena *arena, struct job *j, struct error *err)
{
    const struct sim_plan *p = j->plan;
    j->seats = ARENA_ARRAY(arena, struct seat_setup, (size_t)p->deck_count * SEATS_MAX);
    for (unsigned d = 0; d < p->deck_count; d++)
        for (seat_id seat = 0; seat < p->seats; seat++) {
            struct match_setup setup = { .mode = (uint8_t)p->mode, .seats = (uint8_t)p->seats };
            memcpy(setup.option, p->option, sizeof setup.option);
            if (!box_seat(p->box, &setup, seat, p->decks[d], err)) return false;
            j->seats[d * SEATS_MAX + seat] = setup.seat[seat];
        }
    return true;
}

// Rules about decks at one table, such as team mates who may not bring the same.
static bool check_line_ups(const struct sim_plan *p, struct error *err)
{
    enum { CHECKED_MAX = 256 }; // they differ in the names of decks only
    struct line_ups    l     = plan_line_ups(p);
    uint64_t           count = line_up_count(l);
    struct match_setup setup;
    for (uint64_t i = 0; i < count && i < CHECKED_MAX; i++) {
        const struct deck *decks[SEATS_MAX];
        unsigned           deck[SEATS_MAX];
        line_up_of(l, i, deck);
        for (unsigned side = 0; side < p->seats; side++) decks[side] = p->decks[deck[side]];
        if (!box_setup(p->box, p->mode, p->seats, decks, p->seats, 0, &setup, err)) return false;
    }
    return true;
}

// --- playing ------------------------------------------------------------------------------------

static unsigned half_wins(const struct outcome *o, seat_id seat)
{
    return o->winners ? (o->winners >> seat & 1u) * 2 : 1;
}

// The same cards in the same order once for each seat of the first side, everybody moving round.
static void play_round(struct worker *w, uint64_t number)
{
    const struct sim_plan *p    = w->job->plan;
    struct outcome        *o    = &w->player.outcome;
    uint64_t               seed = hash_mix(p->seed, w->job->first + number);
    unsigned               deck[SEATS_MAX];
    uint8_t               *score = w->job->result->scores + number * p->seats;
    line_up_of(plan_line_ups(p), w->job->first + number, deck);
    for (unsigned moved = 0; moved < p->seats; moved++) {
        struct match_setup setup = { .mode = (uint8_t)p->mode, .seats = (uint8_t)p->seats };
        const struct bot  *bots[SEATS_MAX];
        for (unsigned side = 0; side < p->seats; side++) {
            unsigned seat    = (side + moved) % p->seats;
            setup.seat[seat] = w->job->seats[deck[side] * SEATS_MAX + seat];
            bots[seat]       = p->bots[side];
        }
        key_from_seed(seed, setup.key);
        memcpy(setup.option, p->option, sizeof setup.option);
        play_match(&w->player, &setup, bots, seed);
        for (unsigned side = 0; side < p->seats; side++) {
            seat_id seat  = (seat_id)((side + moved) % p->seats);
            o->deck[seat] = deck[side];
            o->side[seat] = side;
            score[side]   = (uint8_t)(score[side] + half_wins(o, seat));
        }
        tally_count(w->tally, o);
    }
}

static bool is_stopped(const struct sim_plan *p) { return p->stop && atomic_load(p->stop); }

static void *work(void *context)
{
    struct worker *w = context;
    struct job    *j = w->job;
    while (!is_stopped(j->plan)) {
        uint64_t number = atomic_fetch_add(&j->next, 1);
        if (number >= j->count) break;
        play_round(w, number);
        atomic_fetch_add(&j->done, 1);
    }
    return NULL;
}

static void watch(struct job *j)
{
    const struct sim_plan *p     = j->plan;
    const struct timespec  pause = { .tv_nsec = 50 * 1000 * 1000 };
    uint64_t               done;
    while ((done = atomic_load(&j->done)) < j->count && !is_stopped(p)) {
        p->progress(p->context, done, j->count);
        nanosleep(&pause, NULL);
    }
    p->progress(p->context, done, j->count);
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

bool sim_run(struct sim_result *r, const struct sim_plan *plan, struct error *err)
{
    struct job job = { .plan   = plan,
                       .result = r,
                       .first  = plan_first(plan),
                       .count  = plan_last(plan) - plan_first(plan) };
    assert(plan->threads > 0 && plan->threads <= SIM_THREADS_MAX && plan->games % plan->seats == 0);
    struct arena arena;
    arena_init(&arena);
    bool fine = seat_decks(&arena, &job, err) && check_line_ups(plan, err);
    atomic_store(&job.next, r->done);
    atomic_store(&job.done, r->done);
    struct worker *workers = ARENA_ARRAY(&arena, struct worker, plan->threads);
    for (unsigned i = 0; fine && i < plan->threads; i++) {
        const struct tally *y = r->tally;
        workers[i].job        = &job;
        workers[i].tally      = tally_new(&arena, y->deck_count, y->ending_count, y->card_count);
        player_init(&workers[i].player, plan->box, &arena);
    }
    if (fine) run_workers(workers, &job);
    for (unsigned i = 0; fine && i < plan->threads; i++) {
        tally_add(r->tally, workers[i].tally);
        player_finish(&workers[i].player);
    }
    if (fine) r->done = atomic_load(&job.done);
    arena_finish(&arena);
    return fine;
}
