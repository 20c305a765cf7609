// Chance is fair: chi-square of shuffles, dice, coins and picks, and of what imagine() deals. The
// keys are fixed, so the test says the same every time.
#include "tests/properties.h"

#include "engine/chance.h"
#include "games/list.h"

#include <stdio.h>
#include <stdlib.h>

enum { CARDS = 5, PERMUTATIONS = 120, OUTCOMES_MAX = PERMUTATIONS };

struct small_state {
    struct core core;
    struct zone zones[1];
    struct card cards[CARDS];
};

// Chi-square against a uniform distribution must stay within six standard deviations of its mean.
static bool is_fair(const char *what, const unsigned *seen, unsigned outcomes)
{
    double total = 0, chi = 0;
    for (unsigned i = 0; i < outcomes; i++) total += seen[i];
    double expected = total / outcomes, degrees = outcomes - 1;
    for (unsigned i = 0; i < outcomes; i++)
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
    double far  = (chi - degrees) * (chi - degrees);
    bool   fair = chi < degrees || far < 36 * 2 * degrees;
    if (!fair)
        printf("chance: %s is not fair: chi-square %.1f for %u outcomes\n", what, chi, outcomes);
    return fair;
}

static unsigned permutation_of(const struct core *c)
{
    unsigned order[CARDS], number = 0, n = 0;
    EACH_IN_ZONE(card, c, 0) order[n++] = card_at(c, card)->def;
    for (unsigned i = 0; i < CARDS; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < CARDS; j++) smaller += order[j] < order[i];
        number = number * (CARDS - i) + smaller;
    }
    return number;
}

static void sort_faces(struct core *c)
{
    def_id face = 0;
    EACH_IN_ZONE(card, c, 0) card_of(c, card)->def = face++;
}

static struct table small_table(struct small_state *s)
{
    static const struct game nothing; // chance needs no rules
    memset(s, 0, sizeof *s);
    core_layout(&s->core, s->cards, CARDS, s->zones, 1);
    s->core.seats = 2;
    for (unsigned i = 0; i < CARDS; i++) card_create(&s->core, (def_id)i, 0, 0, BOTTOM);
    return (struct table){ .game = &nothing, .state = &s->core };
}

static bool shuffles_fairly(bool new_key)
{
    struct small_state s;
    struct table       t                  = small_table(&s);
    unsigned           seen[OUTCOMES_MAX] = { 0 };
    for (unsigned i = 0; i < 400 * PERMUTATIONS; i++) {
        if (new_key) {
            key_from_seed(i, s.core.key);
            memset(s.core.drawn, 0, sizeof s.core.drawn);
        }
        sort_faces(&s.core);
        shuffle(&t, 0, STREAM_DECK, rule_reason(0));
        seen[permutation_of(&s.core)]++;
    }
    return is_fair(new_key ? "the first shuffle of a match" : "a shuffle", seen, PERMUTATIONS);
}

static bool rolls_fairly(void)
{
    struct small_state s;
    struct table       t        = small_table(&s);
    unsigned           dice[36] = { 0 }, coins[4] = { 0 }, picks[7] = { 0 };
    for (unsigned i = 0; i < 60000; i++) {
        unsigned first = roll(&t, 6, 0, rule_reason(0)) - 1;
        dice[first * 6 + roll(&t, 6, 0, rule_reason(0)) - 1]++;
        bool heads = flip(&t, 0, rule_reason(0));
        coins[heads * 2 + flip(&t, 0, rule_reason(0))]++;
        picks[pick(&t, 7)]++;
    }
    bool fair = is_fair("a pair of dice", dice, COUNT(dice));
    fair &= is_fair("a pair of coins", coins, COUNT(coins));
    return is_fair("a pick", picks, COUNT(picks)) && fair;
}

// The sum of two dice over a million rolls, against 1 2 3 4 5 6 5 4 3 2 1 in 36.
static bool sums_fairly(void)
{
    enum { ROLLS = 1000000, SUMS = 11 };
    struct small_state s;
    struct table       t          = small_table(&s);
    unsigned           seen[SUMS] = { 0 };
    double             chi        = 0;
    for (unsigned i = 0; i < ROLLS; i++) {
        unsigned first = roll(&t, 6, 0, rule_reason(0));
        seen[first + roll(&t, 6, 0, rule_reason(0)) - 2]++;
    }
    for (unsigned i = 0; i < SUMS; i++) {
        double expected = (double)(i < 6 ? i + 1 : SUMS - i) * (ROLLS / 36.0);
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
    }
    bool fair = chi < 10 + 6 * 4.48; // ten degrees of freedom, six standard deviations
    printf("chance: the sum of two dice, a million times: chi-square %.2f for 10 degrees\n", chi);
    return fair;
}

// Dice never shift a deck: streams are apart.
static bool keeps_streams_apart(void)
{
    struct small_state a, b;
    struct table       t = small_table(&a), u = small_table(&b);
    for (unsigned i = 0; i < 7; i++) roll(&t, 6, 0, rule_reason(0));
    shuffle(&t, 0, STREAM_DECK, rule_reason(0));
    shuffle(&u, 0, STREAM_DECK, rule_reason(0));
    bool same = permutation_of(&a.core) == permutation_of(&b.core);
    if (!same) printf("chance: dice shift a deck\n");
    return same;
}

// How likely each face is at a place of seat 1 that seat 0 does not know: of all ready-made lists
// that fit what seat 0 sees, each is as likely, and in it each face that could lie there.
static unsigned expect_faces(const struct table *t, card_id card, double *expected)
{
    const struct core *c       = t->state;
    struct prior       prior   = t->game->prior(t, 0, 1);
    unsigned           fitting = 0;
    for (uint32_t i = 0; i < t->pool->ready_count; i++) {
        const struct ready_list *list  = &t->pool->ready[i];
        unsigned                 there = 0, missing = 0;
        double                   left = 0;
        for (card_id id = 0; id < c->card_count; id++) {
            const struct card *other = card_at(c, id);
            if (other->owner != 1 || other->zone == NO_ZONE) continue;
            if (!knows(c, 0, id)) there++;
            if (!knows(c, 0, id) || !prior.copies(t, NULL, other->def)) continue;
            there++, missing++;
            for (unsigned k = 0; k < list->face_count; k++)
                missing -= list->faces[k].def == other->def;
        }
        if (list->mode != c->mode || list->count != there || missing) continue;
        fitting++;
        for (int sum = 1; sum >= 0; sum--)
            for (unsigned k = 0; k < list->face_count; k++) {
                unsigned copies = list->faces[k].copies;
                for (card_id id = 0; id < c->card_count; id++)
                    copies -= card_at(c, id)->owner == 1 && knows(c, 0, id) &&
                              card_at(c, id)->def == list->faces[k].def;
                if (t->game->could_be && !t->game->could_be(t, card, list->faces[k].def)) continue;
                if (sum)
                    left += copies;
                else
                    expected[list->faces[k].def] += copies / left;
            }
    }
    return fitting;
}

// A card that a viewer has never seen is any of those that the lists have which its owner may have.
static bool imagines_fairly(const struct game *game)
{
    enum { TIMES = 20000 };
    struct error  err   = { 0 };
    struct box   *box   = box_open(game, &err);
    struct trial *trial = malloc(sizeof *trial);
    if (!box || !trial) BUG("%s: %s", game->name, err.text);
    trial_init(trial, game, box);
    unsigned *seen     = calloc(box->pool->def_count, sizeof *seen);
    double   *expected = calloc(box->pool->def_count, sizeof *expected);
    if (!seen || !expected) BUG("out of memory");
    struct rng rng  = rng_from(1);
    card_id    card = NO_CARD;
    if (!box_setup(box, 0, game->modes[0].seats_min, NULL, 0, 1, &trial->setup, &err))
        BUG("%s: %s", game->name, err.text);
    table_start(&trial->t, &trial->setup);
    table_advance(&trial->t);
    for (card_id id = 0; id < trial->t.state->card_count; id++) {
        const struct card *c = card_at(trial->t.state, id);
        if (c->owner != 1 || c->zone == NO_ZONE || knows(trial->t.state, 0, id)) continue;
        if (c->flags & CARD_FACE_DOWN) continue; // could_be() says what may lie there
        if (card == NO_CARD) card = id;
    }
    if (card == NO_CARD) BUG("%s hides nothing", game->name);
    unsigned fitting = expect_faces(&trial->t, card, expected);
    double   chi = 0, degrees = -1;
    bool     possible = fitting > 0;
    for (unsigned i = 0; i < TIMES; i++) {
        struct table guess = table_on(trial, copy_position(trial, 0, trial->t.state));
        table_imagine(&guess, 0, &rng);
        seen[card_at(guess.state, card)->def]++;
    }
    for (uint32_t d = 0; d < box->pool->def_count; d++) {
        double times = (double)TIMES * expected[d] / (fitting ? fitting : 1);
        if (expected[d] > 0) degrees++, chi += (seen[d] - times) * (seen[d] - times) / times;
        possible = possible && (expected[d] > 0 || !seen[d]);
    }
    bool fair = possible &&
                (degrees < 1 || chi < degrees || (chi - degrees) * (chi - degrees) < 72 * degrees);
    if (!fair)
        printf("chance: %s imagines unfairly: chi-square %.1f of %.0f, %u lists fit\n", game->name,
               chi, degrees, fitting);
    free(seen);
    free(expected);
    trial_finish(trial);
    free(trial);
    box_close(box);
    return fair;
}

void check_chance(unsigned *passed, unsigned *failed)
{
    unsigned good = 0, all = 5;
    good += shuffles_fairly(false);
    good += shuffles_fairly(true);
    good += rolls_fairly();
    good += sums_fairly();
    good += keeps_streams_apart();
    for (const struct game *const *g = GAMES; *g; g++, all++) good += imagines_fairly(*g);
    printf("chance: %u of %u hold\n", good, all);
    *passed += good;
    *failed += all - good;
}
