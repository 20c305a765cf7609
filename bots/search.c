#include "bots/search.h"

#include "base/hash.h"
#include "bots/final.h"
#include "bots/lookahead.h"
#include "bots/threads.h"
#include "bots/tree.h"
#include "engine/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PATH_MAX_STEPS = 48,  // decisions of one try that are learned about
    TURNS_AHEAD    = 2,   // turns to begin before a position is judged; or so many answers, where
    ANSWERS_AHEAD  = 8,   // a game has no turns
    ANSWERS_MAX    = 60,  // behind the tree, where a position can be judged
    PLAYED_ON_MAX  = 400, // ... by plays_on(), which takes no time to speak of
    LOOKED_AT_MAX  = 40,  // choices that a first look is taken at, each time in a situation
    PLAYED_OUT_MAX = 8,   // choices that are compared for one answer behind the tree
    FOCUS_SHARE    = 5,   // a choice in focus gets every fifth try
    NODES_FOR_TIME = 1 << 14,
    CLOCK_EVERY    = 8,  // tries between two looks at the clock
    DECIDED_EVERY  = 16, // and at whether the rest still matters
    LEAD_TRIED     = 8,  // part of the tries after which a choice may have won by its lead:
    LEAD_SHARE     = 4,  // the others together have less than this part of the tries
};

// EXPLORE was compared in contests against `greedy`; the others are first guesses.
static const float EXPLORE    = 0.8f; // times the spread of the results
static const float WIDTH      = 1.0f; // times the square root of the visits: choices tried
static const float ROOT_WIDTH = 2.0f;
static const float TRUST      = 1.0f;    // how many tries the first guess at a choice counts for
static const float CALM       = 0.0005f; // what it is worth to commit to nothing

struct step {
    struct tree_arm *arm;
    seat_id          seat;
};

struct thinker {
    const struct bot_question *q;
    struct tree                tree;
    struct bot_world           world, tried;
    struct view                view;
    struct rng                 rng;
    struct step                path[PATH_MAX_STEPS];
    unsigned                   steps;
    unsigned                   turns;    // begun by all seats at the root
    bool                       together; // others are asked at the same time
    uint64_t                   luck;
    uint64_t                   answers;
    uint64_t                   tries, tries_max, answers_max;
    struct timespec            end; // tv_sec 0: none
    uint64_t                   root_sight, root_position;
    float                      mean, squares; // of the win chances so far, for its own seat
    float                      explore;
    uint32_t                   visits[CHOICES_MAX];
    float                      sum[CHOICES_MAX];
    float                      guess[CHOICES_MAX];
    uint16_t                   order[CHOICES_MAX]; // of the root's choices, best guess first
    struct choice              list[CHOICES_MAX];
    uint16_t                   some[CHOICES_MAX]; // numbers in the list
    pthread_t                  thread;
    bool                       started;
};

// --- behind the tree ----------------------------------------------------------------------------

static size_t list_choices(struct thinker *k, const struct table *t, seat_id seat)
{
    return keep_worth_a_look(t, seat, k->list, table_choices(t, seat, k->list, CHOICES_MAX));
}

static void answer_at_random(struct thinker *k, struct table *t, seat_id seat)
{
    size_t count = table_choices(t, seat, k->list, CHOICES_MAX);
    size_t taken = count > 1 ? rng_below(&k->rng, (uint32_t)count) : 0;
    table_take(t, seat, k->list[taken]);
}

static bool is_far_enough(const struct thinker *k, const struct table *t, unsigned steps)
{
    if (!t->game->evaluate) return false;
    if (!t->game->turns_begun) return steps >= ANSWERS_AHEAD;
    unsigned turns = t->game->turns_ahead ? t->game->turns_ahead : TURNS_AHEAD;
    unsigned most  = t->game->answers_ahead ? t->game->answers_ahead : ANSWERS_MAX;
    if (t->game->plays_on) most = PLAYED_ON_MAX;
    // A turn that has just begun is judged too low: before the first, tell chances at its end.
    if (k->q->report && turns == 1 && !k->turns) turns++;
    return steps >= most || turns_of(t) >= k->turns + turns;
}

static float worth_trying(struct thinker *k, const struct table *t, seat_id seat,
                          struct choice choice, struct rng luck)
{
    float chance[SEATS_MAX];
    bot_copy_over(&k->tried, t);
    bot_take_back(k->tried.table.state, seat);
    table_take(&k->tried.table, seat, choice);
    k->answers += 1 + settle(&k->tried.table, &luck);
    win_chances(&k->tried.table, seat, chance);
    return chance[seat];
}

static void exchange(uint16_t *one, uint16_t *other)
{
    uint16_t kept = *one;
    *one          = *other;
    *other        = kept;
}

// One step ahead: the best of some choices, the one that commits to nothing always among them.
static void answer_one_ahead(struct thinker *k, struct table *t, seat_id seat)
{
    size_t     count = list_choices(k, t, seat), best = 0;
    size_t     looked  = count < PLAYED_OUT_MAX ? count : PLAYED_OUT_MAX;
    float      highest = -2;
    struct rng luck    = k->rng;
    rng_next(&k->rng);
    struct choice calm = table_default(t, seat);
    for (size_t i = 0; i < count; i++) {
        k->some[i] = (uint16_t)i;
        if (choice_equal(k->list[i], calm)) exchange(&k->some[0], &k->some[i]);
    }
    for (size_t i = 0; i < looked && count > 1; i++) {
        if (i > 0 && count > looked)
            exchange(&k->some[i], &k->some[i + rng_below(&k->rng, (uint32_t)(count - i))]);
        struct choice choice = k->list[k->some[i]];
        float         worth  = worth_trying(k, t, seat, choice, luck);
        if (choice_equal(choice, calm)) worth += CALM;
        if (worth > highest) highest = worth, best = i;
    }
    table_take(t, seat, k->list[k->some[best]]);
}

static bool plays_one_ahead(const struct table *t, seat_id seat)
{
    if (!t->game->likely_choice) return true;
    uint64_t only = t->game->plays_one_ahead;
    return only ? is_one_of(t->state->question[seat].kind, only) : is_quiet(t);
}

// Open decisions one step ahead, the rest as anybody would. Where nobody can judge a position:
// at random, to the end.
static void play_out(struct thinker *k, struct table *t)
{
    const struct core *c     = t->state;
    unsigned           steps = 0;
    for (table_advance(t); !c->over && !is_far_enough(k, t, steps); table_advance(t), steps++) {
        seat_id seat = seat_to_answer(c, 0);
        if (!t->game->evaluate)
            answer_at_random(k, t, seat);
        else if (t->game->plays_on)
            table_take(t, seat, t->game->plays_on(t, seat, &k->rng));
        else if (plays_one_ahead(t, seat))
            answer_one_ahead(k, t, seat);
        else
            table_take(t, seat, quick_answer(t, seat, &k->rng));
    }
    if (!c->over) steps += settle(t, &k->rng);
    k->answers += steps;
}

// --- in the tree --------------------------------------------------------------------------------

// What is known of a choice, the first guess counting for some tries, and what it may hide.
static float score_of(const struct thinker *k, const struct tree_arm *arm)
{
    float visits = (float)arm->visits + TRUST;
    return (arm->sum + TRUST * arm->guess) / visits +
           k->explore * sqrtf(logf((float)arm->offered + 1) / visits);
}

// A first look at the choices that are new here, all with the same luck.
static void look_at(struct thinker *k, const struct table *t, seat_id seat, const uint64_t *keys,
                    size_t fresh)
{
    struct rng luck = k->rng;
    rng_next(&k->rng);
    struct choice calm   = table_default(t, seat);
    size_t        looked = fresh < LOOKED_AT_MAX ? fresh : LOOKED_AT_MAX;
    for (size_t n = 0; n < looked; n++) {
        size_t   j  = n + (fresh > looked ? rng_below(&k->rng, (uint32_t)(fresh - n)) : 0);
        uint16_t i  = k->some[j];
        k->some[j]  = k->some[n];
        float guess = 0.5f;
        if (t->game->evaluate) {
            guess = worth_trying(k, t, seat, k->list[i], luck);
            if (choice_equal(k->list[i], calm)) guess += CALM;
        } else {
            guess += (float)(rng_next(&k->rng) >> 40) * 1e-9f; // any order
        }
        if (!tree_add_arm(&k->tree, keys[i], guess)) return;
    }
}

// The choice to try, among those offered: the most promising one, or the one that looked best of
// those never tried as long as the situation has been met often for how many were.
static size_t pick_arm(struct thinker *k, const struct table *t, seat_id seat,
                       struct tree_node *node, size_t count, struct tree_arm **out)
{
    uint64_t         keys[CHOICES_MAX];
    size_t           best = 0, next = 0, tried = 0, fresh = 0;
    struct tree_arm *best_arm = NULL, *next_arm = NULL;
    float            highest = -1;
    for (size_t i = 0; i < count; i++) {
        keys[i] = tree_arm_key(&k->tree, node->key, t, seat, k->list[i]);
        if (!tree_arm(&k->tree, keys[i])) k->some[fresh++] = (uint16_t)i;
    }
    if (fresh) look_at(k, t, seat, keys, fresh);
    for (size_t i = 0; i < count; i++) {
        struct tree_arm *arm = tree_arm(&k->tree, keys[i]);
        if (!arm) continue;
        arm->offered++;
        if (!arm->visits) {
            if (!next_arm || arm->guess > next_arm->guess) next = i, next_arm = arm;
            continue;
        }
        tried++;
        float score = score_of(k, arm);
        if (score > highest) highest = score, best = i, best_arm = arm;
    }
    bool wider = next_arm && (!tried || (float)tried < WIDTH * sqrtf((float)node->visits));
    *out       = wider ? next_arm : best_arm;
    if (*out) return wider ? next : best;
    return rng_below(&k->rng, (uint32_t)count);
}

static size_t pick_at_root(const struct thinker *k)
{
    uint32_t focus = k->q->bot->search->focus;
    if (focus && k->visits[focus - 1] * FOCUS_SHARE < k->tries) return focus - 1;
    size_t width = (size_t)(2 + ROOT_WIDTH * sqrtf((float)k->tries)), best = k->order[0];
    float  trust   = k->q->report ? 0 : TRUST; // who asks for chances is not told guesses
    float  highest = -1, all = logf((float)k->tries + 2);
    if (width > k->q->count) width = k->q->count;
    for (size_t n = 0; n < width; n++) {
        size_t i = k->order[n];
        if (k->q->report && !k->visits[i]) return i;
        float visits = (float)k->visits[i] + trust + 0.01f;
        float score = (k->sum[i] + trust * k->guess[i]) / visits + k->explore * sqrtf(all / visits);
        if (score > highest) highest = score, best = i;
    }
    return best;
}

// Has the seat acted from this position: at the root, or earlier in the match?
static bool was_acted_from(struct thinker *k, const struct table *t, uint64_t sight)
{
    const struct bot_memory *m    = k->q->memory;
    unsigned                 kept = m ? m->count < BOT_MEMORY ? m->count : BOT_MEMORY : 0, i = 0;
    while (i < kept && m->sight[i] != sight) i++;
    if (sight != k->root_sight && i == kept) return false;
    uint64_t position = bot_position(t, k->q->seat, &k->tried);
    for (i = 0; i < kept; i++)
        if (m->position[i] == position) return true;
    return position == k->root_position;
}

// Goes down by what was learned, up to a situation or a choice that is new. True if the seat has
// only come back, by itself, to a position that it acted from.
static bool go_down(struct thinker *k, struct table *t)
{
    const struct core *c     = t->state;
    seat_id            me    = k->q->seat;
    bool               alone = true; // nobody else has decided anything
    for (table_advance(t); !c->over && k->steps < PATH_MAX_STEPS; table_advance(t)) {
        seat_id seat  = seat_to_answer(c, me);
        size_t  count = list_choices(k, t, seat);
        size_t  taken = 0;
        bool    last  = false;
        k->answers++;
        if (is_one_of(c->question[seat].kind, t->game->seen_at_once)) {
            answer_one_ahead(k, t, seat);
            continue;
        }
        if (count > 1) {
            uint64_t sight = bot_sight(t, seat == me ? me : SPECTATOR, seat, &k->view);
            if (seat == me && alone && was_acted_from(k, t, sight)) return true;
            alone                  = alone && seat == me;
            struct tree_node *node = tree_find(&k->tree, sight);
            struct tree_arm  *arm  = NULL;
            if (!node) return false;
            if (node->visits++ == 0) return false; // from here on by guess
            taken = pick_arm(k, t, seat, node, count, &arm);
            last  = !arm || arm->visits == 0;
            if (arm) k->path[k->steps++] = (struct step){ arm, seat };
        }
        table_take(t, seat, k->list[taken]);
        if (last) return false;
    }
    return false;
}

// How much is risked on what is little known goes by how far apart the results lie.
static void note_spread(struct thinker *k, float chance)
{
    float n = (float)k->tries, off = chance - k->mean;
    k->mean += off / n;
    k->squares += off * (chance - k->mean);
    k->explore = EXPLORE * sqrtf((k->squares + 0.01f) / n);
}

static void learn(struct thinker *k, size_t root, const float chance[SEATS_MAX])
{
    for (unsigned i = 0; i < k->steps; i++) {
        k->path[i].arm->visits++;
        k->path[i].arm->sum += chance[k->path[i].seat];
    }
    note_spread(k, chance[k->q->seat]);
    k->visits[root]++;
    k->sum[root] += chance[k->q->seat];
}

static void try_once(struct thinker *k)
{
    struct table *t    = &k->world.table;
    seat_id       me   = k->q->seat;
    size_t        root = pick_at_root(k);
    float         chance[SEATS_MAX];
    // The same worlds and the same luck for every choice, in turn: what differs is the choice.
    k->rng = rng_from(hash_mix(k->luck, k->visits[root]));
    bot_imagine(k->q, &k->world, &k->rng);
    k->tries++;
    k->steps = 0;
    table_take(t, me, k->q->choices[root]);
    bool again = go_down(k, t);
    play_out(k, t);
    win_chances(t, me, chance);
    if (again) chance[me] = 0;
    learn(k, root, chance);
}

// --- the root -----------------------------------------------------------------------------------

static void sort_by_guess(struct thinker *k)
{
    for (size_t i = 1; i < k->q->count; i++)
        for (size_t j = i; j > 0 && k->guess[k->order[j]] > k->guess[k->order[j - 1]]; j--) {
            uint16_t other  = k->order[j];
            k->order[j]     = k->order[j - 1];
            k->order[j - 1] = other;
        }
}

// A first look at each choice in one imagined position, the same for all.
static void guess_all(struct thinker *k)
{
    const struct bot_question *q = k->q;
    struct bot_world           first;
    struct rng                 luck = rng_from(rng_next(&k->rng));
    first.table.state               = NULL;
    bot_imagine(q, &first, &k->rng);
    k->turns         = turns_of(&first.table);
    k->together      = (first.table.state->together & ~BIT(q->seat)) != 0;
    k->explore       = EXPLORE * 0.1f;
    k->root_sight    = bot_sight(&first.table, q->seat, q->seat, &k->view);
    k->root_position = bot_position(&first.table, q->seat, &k->tried);
    for (size_t i = 0; i < q->count; i++) {
        struct table *t = &k->world.table;
        float         chance[SEATS_MAX];
        struct rng    same = luck;
        k->order[i]        = (uint16_t)i;
        k->guess[i]        = 0.5f;
        bot_copy_over(&k->world, &first.table);
        if (!q->game->evaluate) continue;
        table_take(t, q->seat, q->choices[i]);
        k->answers += 1 + settle(t, &same);
        win_chances(t, q->seat, chance);
        k->guess[i] = chance[q->seat];
    }
    if (q->game->evaluate) {
        sort_by_guess(k);
        return;
    }
    for (size_t i = q->count - 1; i > 0; i--) { // nobody can tell: any order
        size_t   j     = rng_below(&k->rng, (uint32_t)i + 1);
        uint16_t other = k->order[i];
        k->order[i]    = k->order[j];
        k->order[j]    = other;
    }
}

static bool is_late(const struct thinker *k)
{
    struct timespec now;
    if (is_stopped(k->q->memory)) return true;
    if (!k->end.tv_sec || !k->tries || k->tries % CLOCK_EVERY) return false;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec > k->end.tv_sec ||
           (now.tv_sec == k->end.tv_sec && now.tv_nsec >= k->end.tv_nsec);
}

// Can no other choice be tried as often any more, or is it most unlikely? Then the rest would only
// be to know it better. A lead after an eighth of 1000 tries is still the choice at the end in 95
// to 99 % (Eternity, Voidbreakers, Oversoul) and saves half of the tries. Where tries are few a
// lead needs as many as elsewhere: after an eighth of 200 it says little.
static bool is_decided(const struct thinker *k)
{
    const struct search_settings *s    = k->q->bot->search;
    uint32_t                      most = 0, next = 0;
    if (k->q->report || s->threads > 1 || s->blur || !s->iterations) return false;
    if (k->tries % DECIDED_EVERY) return false;
    for (size_t i = 0; i < k->q->count; i++) {
        if (k->visits[i] > most)
            next = most, most = k->visits[i];
        else if (k->visits[i] > next)
            next = k->visits[i];
    }
    if (k->tries * LEAD_TRIED >= s->iterations && (k->tries - most) * LEAD_SHARE < k->tries)
        return true;
    return !k->together && most - next > k->tries_max - k->tries;
}

static void *think(void *context)
{
    struct thinker *k = context;
    guess_all(k);
    while (k->tries < k->tries_max && k->answers < k->answers_max && !is_late(k) && !is_decided(k))
        try_once(k);
    return NULL;
}

static struct timespec after(uint32_t milliseconds)
{
    struct timespec t = { 0 };
    if (!milliseconds) return t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += milliseconds / 1000;
    t.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
    return t;
}

static uint32_t tries_for(const struct bot_question *q)
{
    const struct search_settings *s = q->bot->search;
    return s->few && is_one_of(q->kind, q->game->few_tries) ? s->few : s->iterations;
}

static uint32_t nodes_for(uint32_t tries, unsigned threads)
{
    uint32_t nodes = tries ? tries / threads + 2 : NODES_FOR_TIME;
    return nodes < SEARCH_NODES_MAX ? nodes : SEARCH_NODES_MAX;
}

static struct thinker *begin(const struct bot_question *q, unsigned threads, struct rng *rng)
{
    const struct search_settings *s     = q->bot->search;
    uint32_t                      tries = tries_for(q);
    uint32_t                      max   = nodes_for(tries, threads);
    size_t                        each  = sizeof(struct thinker) + tree_size(max);
    unsigned char                *all   = malloc(each * threads); // tidy: all that a search needs
    if (!all) BUG("out of memory for a search");
    struct timespec end  = after(s->milliseconds);
    unsigned char  *tree = all + sizeof(struct thinker) * threads;
    for (unsigned i = 0; i < threads; i++) {
        struct thinker *k = (struct thinker *)(void *)all + i;
        memset(k, 0, offsetof(struct thinker, world));
        memset(&k->steps, 0, sizeof *k - offsetof(struct thinker, steps));
        k->world.table.state = k->tried.table.state = NULL;
        k->q                                        = q;
        k->rng                                      = rng_from(rng_next(rng));
        k->end                                      = end;
        k->tries_max   = tries ? (tries + threads - 1) / threads : UINT64_MAX;
        k->answers_max = s->answers ? (s->answers + threads - 1) / threads : UINT64_MAX;
        tree_init(&k->tree, tree + i * tree_size(max), max, q->game);
    }
    return (struct thinker *)(void *)all;
}

static void think_together(struct thinker *all, unsigned threads)
{
    for (unsigned i = 1; i < threads; i++)
        all[i].started = pthread_create(&all[i].thread, NULL, think, &all[i]) == 0;
    think(&all[0]);
    for (unsigned i = 1; i < threads; i++) {
        if (all[i].started)
            pthread_join(all[i].thread, NULL);
        else
            think(&all[i]); // a world without threads
    }
}

static void report(const struct thinker *all, unsigned threads, struct search_report *r)
{
    size_t count  = all[0].q->count;
    r->count      = count;
    r->iterations = 0;
    for (unsigned n = 0; n < threads; n++) r->iterations += all[n].tries;
    for (size_t i = 0; i < count; i++) {
        float sum = 0, guess = 0;
        r->visits[i] = 0;
        for (unsigned n = 0; n < threads; n++) {
            r->visits[i] += all[n].visits[i];
            sum += all[n].sum[i];
            guess += all[n].guess[i];
        }
        r->chance[i] = r->visits[i] ? sum / (float)r->visits[i] : guess / (float)threads;
    }
}

// --- deciding -----------------------------------------------------------------------------------

static size_t most_tried(const struct search_report *r)
{
    size_t best = 0;
    for (size_t i = 1; i < r->count; i++)
        if (r->visits[i] > r->visits[best] ||
            (r->visits[i] == r->visits[best] && r->chance[i] > r->chance[best]))
            best = i;
    return best;
}

size_t search_best(const struct search_report *r, size_t *out, size_t max)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        size_t at = count < max ? count++ : max;
        for (; at > 0; at--) {
            size_t before = out[at - 1];
            if (r->visits[before] > r->visits[i] ||
                (r->visits[before] == r->visits[i] && r->chance[before] >= r->chance[i]))
                break;
            if (at < max) out[at] = before;
        }
        if (at < max) out[at] = i;
    }
    return count;
}

// One of the choices that are about as good as the best.
static size_t any_good(const struct search_report *r, float blur, struct rng *rng)
{
    size_t   best = most_tried(r), taken = best;
    uint32_t good = 0;
    for (size_t i = 0; i < r->count; i++)
        if (r->chance[i] >= r->chance[best] - blur && rng_below(rng, ++good) == 0) taken = i;
    return taken;
}

// Where all choose at once, nobody should be easy to foresee: any of those tried about as often as
// the best. Down to half as often cost ten wins of a hundred against `greedy` (Eternity).
static size_t mix(const struct search_report *r, struct rng *rng)
{
    uint32_t most = r->visits[most_tried(r)], sum = 0;
    size_t   taken = 0;
    for (size_t i = 0; i < r->count; i++) {
        if (r->visits[i] * 10 < most * 9) continue;
        sum += r->visits[i];
        if (rng_below(rng, sum) < r->visits[i]) taken = i;
    }
    return taken;
}

static size_t decide(struct thinker *k, const struct search_report *r, struct rng *rng)
{
    const struct search_settings *s = k->q->bot->search;
    if (s->blur) return any_good(r, (float)s->blur / 1000, rng);
    if (k->together) return mix(r, rng);
    if (!s->final || !k->q->game->final_turns) return most_tried(r);
    return final_best(k->q, r, rng, &k->world, &k->tried);
}

static bool slips_now(const struct bot_question *q, struct rng *rng)
{
    unsigned slips = q->bot->search->slips;
    return slips && !q->report && rng_below(rng, 1000) < slips;
}

size_t search_choose(const struct bot_question *q, struct rng *rng)
{
    unsigned threads = q->bot->search->threads;
    if (slips_now(q, rng)) return rng_below(rng, (uint32_t)q->count); // without a thought
    if (!q->report && q->game->evaluate && is_one_of(q->kind, q->game->seen_at_once))
        return greedy_bot.choose(q, rng);
    if (threads < 1) threads = 1;
    if (threads > SEARCH_THREADS_MAX) threads = SEARCH_THREADS_MAX;
    struct search_report own, *r = q->report ? q->report : &own;
    struct thinker      *all = begin(q, threads, rng);
    think_together(all, threads);
    report(all, threads, r);
    size_t taken = decide(all, r, rng);
    r->best      = r->chance[most_tried(r)];
    free(all); // tidy: see begin()
    return taken;
}
