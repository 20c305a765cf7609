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
    uint8_t *won, *part; // of the match: CALIBRATED_PARTS
    float   *off;        // both chances together, less 1
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

// As each seat for itself judges the position.
static float both_chances(const struct table *t)
{
    float sum = 0;
    for (seat_id seat = 0; seat < t->state->seats; seat++) {
        float chance[SEATS_MAX];
        win_chances(t, seat, chance);
        sum += chance[seat];
    }
    return sum;
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
            s->off[s->count]     = both_chances(t) - 1;
            s->worth[s->count++] = (float)judged(t, seat);
        }
        if (table_answer(t, seat, bot_choose(bot, t, seat, rng)) != 0)
            BUG("an offered choice is refused");
    }
    if (!t->state->winners) s->count = first; // a draw tells little
    for (size_t i = first; i < s->count; i++) {
        s->won[i]  = t->state->winners >> whose[i - first] & 1;
        s->part[i] = (uint8_t)((i - first) * CALIBRATED_PARTS / (s->count - first));
    }
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

struct judgement {
    float   worth;
    uint8_t won;
};

static int compare_judgements(const void *a, const void *b)
{
    return compare(&((const struct judgement *)a)->worth, &((const struct judgement *)b)->worth);
}

// The area under the curve, by ranks: those that are judged alike share theirs.
static double foretells(struct judgement *of, size_t count)
{
    double ranks = 0, won = 0;
    qsort(of, count, sizeof *of, compare_judgements);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && !compare_judgements(&of[next], &of[i]);) next++;
        for (size_t j = i; j < next; j++) ranks += of[j].won ? ((double)(i + next) + 1) / 2 : 0;
    }
    for (size_t i = 0; i < count; i++) won += of[i].won;
    double lost = (double)count - won;
    return won > 0 && lost > 0 ? (ranks - won * (won + 1) / 2) / won / lost : 0.5;
}

static void rate(struct arena *arena, const struct samples *s, struct calibration *out)
{
    struct judgement *some = ARENA_ARRAY(arena, struct judgement, s->count);
    for (unsigned part = 0; part < CALIBRATED_PARTS; part++) {
        size_t count = 0;
        for (size_t i = 0; i < s->count; i++)
            if (s->part[i] == part) some[count++] = (struct judgement){ s->worth[i], s->won[i] };
        out->foretells[part] = foretells(some, count);
    }
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) {
        sum += s->off[i];
        s->scratch[i] = fabsf(s->off[i]);
    }
    qsort(s->scratch, s->count, sizeof *s->scratch, compare);
    out->sum     = 1 + sum / (double)s->count;
    out->sum_off = s->scratch[s->count * 9 / 10];
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
                            .part    = ARENA_ARRAY(&arena, uint8_t, KEPT_MAX),
                            .off     = ARENA_ARRAY(&arena, float, KEPT_MAX),
                            .scratch = ARENA_ARRAY(&arena, float, KEPT_MAX) };
    bool           fine = true;
    for (out->games = 0; fine && out->games < games; out->games++) {
        fine = start(box, out->games, seed, &t, err);
        if (fine) play(&t, bot, &rng, &s);
    }
    if (fine && s.count == 0)
        fine = fail(err, BAD_INPUT, (struct place){ 0 }, "no match had a winner");
    if (fine) rate(&arena, &s, out);
    if (fine) fit(&s, out);
    arena_finish(&arena);
    return fine;
}
