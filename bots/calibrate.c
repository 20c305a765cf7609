#include "bots/calibrate.h"

#include "base/arena.h"
#include "base/hash.h"
#include "bots/lookahead.h"
#include "engine/table.h"

#include <math.h>
#include <stdlib.h>

enum { KEPT_MAX = 200000, ASKED_MAX = 4096, CLIP = 6 };

struct samples {
    float   *worth;
    uint8_t *won;
    float   *scratch;
    size_t   count;
};

static bool start(const struct box *box, uint64_t number, uint64_t seed, struct table *t,
                  struct error *err)
{
    uint32_t           n       = box->deck_count ? box->deck_count : 1;
    const struct deck *decks[] = { NULL, NULL };
    struct match_setup setup;
    if (box->deck_count) {
        decks[0] = &box->decks[number % n];
        decks[1] = &box->decks[number / n % n];
    }
    if (!box_setup(box, 0, 2, decks, box->deck_count ? 2 : 0, hash_mix(seed, number), &setup, err))
        return false;
    table_start(t, &setup);
    return true;
}

// Each real question of a quiet position is a sample, judged by the seat that is asked.
static void play(struct table *t, const struct bot *bot, struct rng *rng, struct samples *s)
{
    const struct game *g     = t->game;
    size_t             first = s->count, asked = 0;
    seat_id            whose[ASKED_MAX];
    for (table_advance(t); !t->state->over; table_advance(t)) {
        bool    quiet = !g->is_quiet || g->is_quiet(t);
        seat_id seat  = 0;
        while (!(t->state->asked >> seat & 1)) seat++;
        if (quiet && asked < ASKED_MAX && s->count < KEPT_MAX) {
            whose[asked++]       = seat;
            s->worth[s->count++] = (float)judged(t, seat);
        }
        if (table_answer(t, seat, bot_choose(bot, t, seat, rng)) != 0)
            BUG("an offered choice is refused");
    }
    if (!t->state->winners) s->count = first; // a draw tells little
    for (size_t i = first; i < s->count; i++) s->won[i] = t->state->winners >> whose[i - first] & 1;
}

static int compare(const void *a, const void *b)
{
    float one = *(const float *)a, other = *(const float *)b;
    return (one > other) - (one < other);
}

// Some evaluations jump, as when a round is won: beyond a few times the middle size more is not
// more.
static double clip(const struct samples *s)
{
    float *sizes = s->scratch;
    for (size_t i = 0; i < s->count; i++) sizes[i] = fabsf(s->worth[i]);
    qsort(sizes, s->count, sizeof *sizes, compare);
    double middle = (double)sizes[s->count / 2] + 1;
    for (size_t i = 0; i < s->count; i++) {
        if (s->worth[i] > (float)(CLIP * middle)) s->worth[i] = (float)(CLIP * middle);
        if (s->worth[i] < -(float)(CLIP * middle)) s->worth[i] = -(float)(CLIP * middle);
    }
    return middle;
}

// The slope that makes the results least surprising, by Newton's method.
static void fit(const struct samples *s, struct calibration *out)
{
    double slope = 1 / clip(s), right = 0, loss = 0;
    for (unsigned round = 0; round < 60; round++) {
        double pull = 0, hold = 1e-12;
        for (size_t i = 0; i < s->count; i++) {
            double x = (double)s->worth[i], p = 1 / (1 + exp(-slope * x));
            pull += (s->won[i] - p) * x;
            hold += p * (1 - p) * x * x;
        }
        double step = pull / hold;
        slope += step > slope ? slope : step < -slope / 2 ? -slope / 2 : step;
    }
    for (size_t i = 0; i < s->count; i++) {
        double p = 1 / (1 + exp(-slope * (double)s->worth[i]));
        loss -= log(s->won[i] ? p : 1 - p);
        right += (s->worth[i] > 0) == (s->won[i] == 1);
    }
    out->positions = s->count;
    out->scale     = 1 / slope;
    out->loss      = loss / (double)s->count;
    out->right     = right / (double)s->count;
}

bool calibrate(const struct box *box, const struct bot *bot, uint64_t games, uint64_t seed,
               struct calibration *out, struct error *err)
{
    struct arena arena;
    struct table t   = { .game = box->game, .pool = box->pool };
    struct rng   rng = rng_from(seed);
    if (!box->game->evaluate)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "%s has no evaluation to calibrate",
                    box->game->title);
    arena_init(&arena);
    t.state             = arena_alloc(&arena, 1, box->game->state_size);
    struct samples s    = { .worth   = ARENA_ARRAY(&arena, float, KEPT_MAX),
                            .won     = ARENA_ARRAY(&arena, uint8_t, KEPT_MAX),
                            .scratch = ARENA_ARRAY(&arena, float, KEPT_MAX) };
    bool           fine = true;
    for (out->games = 0; fine && out->games < games; out->games++) {
        fine = start(box, out->games, seed, &t, err);
        if (fine) play(&t, bot, &rng, &s);
    }
    if (fine && s.count == 0)
        fine = fail(err, BAD_INPUT, (struct place){ 0 }, "no match had a winner");
    if (fine) fit(&s, out);
    arena_finish(&arena);
    return fine;
}
