// statistics_test.c - intervals and tests of the simulator, tried on matches that are made up, so
// that what is true is known: how often is it outside, and how often is noise taken for more?
#include "tests/unit.h"

#include "sim/compare.h"
#include "sim/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DECKS = 7, CARDS = 30 };

static const char *const NAMES[]  = { "A", "B", "C", "D", "E", "F", "G" };
static const char *const DIGEST[] = { "0", "0", "0", "0", "0", "0", "0" };

// What is true of the made-up game.
struct truth {
    double wins[DECKS][DECKS]; // of the first against the second
    double alike;              // part of the rounds whose second match goes as the first
    double first;              // what the first seat adds to its chance
    double card;               // what a card adds when it is drawn, which it is every other time
};

// Times each is tried; STATISTICS_TRIES says otherwise.
static unsigned tries_of(unsigned usual)
{
    const char *said = getenv("STATISTICS_TRIES");
    long        tries;
    return said && text_number(text_of(said), 1, 1000000, &tries) ? (unsigned)tries : usual;
}

static double chance(struct rng *rng) { return (double)rng_below(rng, 1000000) / 1e6; }

static struct truth truth_of(struct rng *rng, double spread)
{
    struct truth t = { .alike = 0 };
    for (unsigned a = 0; a < DECKS; a++)
        for (unsigned b = 0; b < a; b++) {
            t.wins[a][b] = 0.5 + spread * (2 * chance(rng) - 1);
            t.wins[b][a] = 1 - t.wins[a][b];
        }
    return t;
}

static struct sim_result *result_of(struct arena *arena, uint64_t matches)
{
    struct sim_result *r = ARENA_NEW(arena, struct sim_result);
    *r                   = (struct sim_result){ .game         = "made up",
                                                .title        = "Made Up",
                                                .version      = "1",
                                                .mode         = "duel",
                                                .cards_digest = "0",
                                                .bots         = { "x", "x" },
                                                .seed         = 1,
                                                .games        = matches * DECKS * (DECKS - 1) / 2,
                                                .seats        = 2,
                                                .teams        = 2,
                                                .team         = { 0, 1 },
                                                .shard        = 1,
                                                .shards       = 1,
                                                .deck_count   = DECKS };
    r->decks             = ARENA_ARRAY(arena, const char *, DECKS);
    r->deck_digests      = ARENA_ARRAY(arena, const char *, DECKS);
    memcpy(r->decks, NAMES, sizeof NAMES);
    memcpy(r->deck_digests, DIGEST, sizeof DIGEST);
    r->scores = ARENA_ARRAY(arena, uint8_t, (size_t)r->games);
    r->cards = r->card_digests = ARENA_ARRAY(arena, const char *, CARDS);
    for (unsigned c = 0; c < CARDS; c++) r->cards[c] = arena_format(arena, "card %u", c);
    r->copies = ARENA_ARRAY(arena, uint16_t, DECKS * CARDS);
    r->tally  = tally_new(arena, DECKS, 1, CARDS);
    r->done   = result_rounds(r);
    return r;
}

static void count(struct score *s, bool won)
{
    s->games++;
    s->wins += won;
}

// A match of two sides; the first sits first.
static void count_match(struct sim_result *r, uint64_t round, const unsigned *deck, unsigned first,
                        bool won, const bool *drawn)
{
    struct tally *y = r->tally;
    bool          wins[2];
    wins[first]     = won;
    wins[1 - first] = !won;
    y->games++;
    count(&y->first, won);
    for (unsigned side = 0; side < 2; side++) {
        count(&y->pairs[deck[side] * DECKS + deck[1 - side]], wins[side]);
        count(&y->decks[deck[side]], wins[side]);
        for (unsigned c = 0; c < CARDS; c++)
            if (drawn[side * CARDS + c]) count(&y->cards[deck[side] * CARDS + c].drawn, wins[side]);
        r->scores[round * 2 + side] = (uint8_t)(r->scores[round * 2 + side] + 2 * wins[side]);
    }
}

// What a side's chance is: card 0 helps who draws it, on the whole it takes as much as it gives.
static double chance_of(const struct truth *t, const unsigned *deck, unsigned side, bool sits_first,
                        const bool *drawn)
{
    double mine = drawn[side * CARDS] ? 0.5 : -0.5, theirs = drawn[(1 - side) * CARDS] ? 0.5 : -0.5;
    return t->wins[deck[side]][deck[1 - side]] + (sits_first ? t->first : -t->first) +
           t->card * (mine - theirs);
}

static void play_round(struct sim_result *r, const struct truth *t, uint64_t round, struct rng *rng)
{
    unsigned deck[SEATS_MAX];
    bool     drawn[2 * CARDS], won = false;
    line_up_of(result_line_ups(r), round, deck);
    for (unsigned first = 0; first < 2; first++) {
        for (unsigned i = 0; i < 2 * CARDS; i++)
            if (!first || chance(rng) > 0.5) drawn[i] = rng_below(rng, 2);
        double p = chance_of(t, deck, first, true, drawn);
        won      = first && chance(rng) < t->alike ? !won : chance(rng) < p;
        count_match(r, round, deck, first, won, drawn);
    }
}

static struct sim_result *play(struct arena *arena, const struct truth *t, uint64_t matches,
                               struct rng *rng)
{
    struct sim_result *r = result_of(arena, matches);
    for (uint64_t round = 0; round < r->done; round++) play_round(r, t, round, rng);
    return r;
}

// --- noise is taken for noise -------------------------------------------------------------------

static void expect_few(const char *what, unsigned found, unsigned of, double most)
{
    // Three standard errors beyond what is promised.
    double limit = most + 3 * sqrt(most * (1 - most) / of);
    if (found > limit * of)
        fail_msg("%s: %u of %u, more than %.1f %%", what, found, of, 100 * limit);
}

static void false_alarms(uint64_t matches, double spread, double alike)
{
    struct rng rng   = rng_from(matches);
    unsigned   moved = 0, decks = 0, tries = tries_of(150);
    for (unsigned i = 0; i < tries; i++) {
        struct arena arena;
        arena_init(&arena);
        struct truth      t = truth_of(&rng, spread);
        struct comparison c;
        struct error      err = { 0 };
        t.alike               = alike;
        struct sim_result *a  = play(&arena, &t, matches, &rng),
                          *b  = play(&arena, &t, matches, &rng);
        b->seed               = 2;
        assert_true(compare_results(&arena, a, b, &c, &err));
        assert_false(c.paired);
        moved += c.moved_match_ups > 0;
        decks += c.moved_decks > 0;
        arena_finish(&arena);
    }
    char what[96];
    snprintf(what, sizeof what, "match-ups that did not change, %u matches each, spread %.1f",
             (unsigned)matches, spread);
    expect_few(what, moved, tries, 0.05);
    expect_few("decks that did not change", decks, tries, 0.05);
}

static void what_did_not_change_is_not_said_to_have_moved(void **unused)
{
    (void)unused;
    static const uint64_t MATCHES[] = { 4, 10, 48 };
    for (unsigned i = 0; i < 3; i++) {
        false_alarms(MATCHES[i], 0.1, 0);
        false_alarms(MATCHES[i], 0.5, 0); // one-sided match-ups too
        false_alarms(MATCHES[i], 0.2, 0.3);
    }
}

// And what did change is seen: a test that says nothing would pass the one above.
static void what_changed_much_is_seen(void **unused)
{
    (void)unused;
    struct rng rng  = rng_from(3);
    unsigned   seen = 0;
    for (unsigned i = 0; i < 100; i++) {
        struct arena arena;
        arena_init(&arena);
        struct truth       t = truth_of(&rng, 0.1);
        struct comparison  c;
        struct error       err = { 0 };
        struct sim_result *a   = play(&arena, &t, 100, &rng);
        t.wins[0][1] -= 0.3;
        t.wins[1][0] += 0.3;
        struct sim_result *b = play(&arena, &t, 100, &rng);
        b->seed              = 2;
        assert_true(compare_results(&arena, a, b, &c, &err));
        assert_string_equal(c.match_ups[0].deck, "A");
        assert_string_equal(c.match_ups[0].other, "B");
        seen += c.match_ups[0].moved;
        arena_finish(&arena);
    }
    assert_in_range(seen, 80, 100);
}

static void cards_that_do_nothing_rarely_stand_out(void **unused)
{
    (void)unused;
    struct rng rng   = rng_from(4);
    unsigned   tries = tries_of(150), stand = 0;
    for (unsigned i = 0; i < tries; i++) {
        struct arena arena;
        unsigned     count;
        arena_init(&arena);
        struct truth t                = truth_of(&rng, 0.1);
        t.alike                       = 0.2;
        const struct card_worth *list = result_worth(&arena, play(&arena, &t, 20, &rng), 10,
                                                     &count);
        bool                     any  = false;
        for (unsigned c = 0; c < count; c++) any |= list[c].stands;
        stand += any;
        arena_finish(&arena);
    }
    expect_few("cards that do nothing", stand, tries, 0.05);
}

// --- intervals hold what they promise -----------------------------------------------------------

struct held {
    unsigned tries, inside;
};

static void hold(struct held *h, struct share s, double truth)
{
    h->tries++;
    h->inside += s.low <= truth && truth <= s.high;
}

static void expect_held(const char *what, const struct held *h)
{
    double part = (double)h->inside / h->tries;
    if (part < 0.93 || part > 0.97)
        fail_msg("95 %% intervals of %s hold %.1f %% of %u times", what, 100 * part, h->tries);
}

static double share_against_others(const struct truth *t, unsigned deck)
{
    double sum = 0;
    for (unsigned other = 0; other < DECKS; other++)
        if (other != deck) sum += t->wins[deck][other] / (DECKS - 1);
    return sum;
}

static void intervals_hold_the_truth(void **unused)
{
    (void)unused;
    struct rng  rng   = rng_from(5);
    struct held decks = { 0 }, pairs = { 0 }, first = { 0 }, cards = { 0 }, plain = { 0 };
    for (unsigned i = 0; i < tries_of(150); i++) {
        struct arena arena;
        unsigned     count;
        arena_init(&arena);
        struct truth t = truth_of(&rng, 0.1);
        t.alike        = i % 3 * 0.2;
        t.first        = t.alike > 0 ? 0 : 0.03; // that who goes first does better is not alike
        t.card         = 0.2;
        const struct sim_result *r      = play(&arena, &t, 40, &rng);
        double                   effect = result_effect(r);
        for (unsigned d = 0; d < DECKS; d++)
            hold(&decks, share_within(tally_deck(r->tally, d), 2, effect),
                 share_against_others(&t, d));
        for (unsigned d = 1; d < DECKS; d++)
            hold(&pairs, share_within(r->tally->pairs[d], 2, effect), t.wins[0][d]);
        hold(&first, share_within(r->tally->first, 2, result_seat_effect(r)), 0.5 + t.first);
        const struct card_worth *list = result_worth(&arena, r, 10, &count);
        for (unsigned c = 0; c < count; c++) {
            // In matches that went as the one before, the card did nothing.
            double truth = strcmp(list[c].name, "card 0") == 0 ? t.card / 2 * (1 - t.alike / 2) : 0;
            if (truth == 0) hold(&plain, list[c].gain, 0);
            if (truth > 0 && t.alike == 0) hold(&cards, list[c].gain, truth);
        }
        arena_finish(&arena);
    }
    expect_held("decks", &decks);
    expect_held("match-ups", &pairs);
    expect_held("who goes first", &first);
    expect_held("a card that helps", &cards);
    expect_held("cards that do nothing", &plain);
}

// Rounds before and after with the same key: most come out the same.
static void intervals_of_paired_changes_hold_the_truth(void **unused)
{
    (void)unused;
    static const double TOUCHED[] = { 0.05, 0.3, 1 };
    struct rng          rng       = rng_from(6);
    struct held         held      = { 0 };
    for (unsigned i = 0; i < 6000; i++) {
        double   touched = TOUCHED[i % 3], sum = 0, squares = 0;
        unsigned differ = 0, rounds = i % 2 ? 40 : 200;
        for (unsigned n = 0; n < rounds; n++) {
            double change = 0;
            for (unsigned m = 0; m < 2; m++)
                if (chance(&rng) < touched)
                    change += ((chance(&rng) < 0.6) - (chance(&rng) < 0.5)) / 2.0;
            sum += change;
            squares += change * change;
            differ += change != 0;
        }
        hold(&held, mean_change(rounds, sum, squares, differ), 0.1 * touched);
    }
    expect_held("paired changes", &held);
}

// --- against worked examples --------------------------------------------------------------------

static void chances_are_those_of_tables(void **unused)
{
    (void)unused;
    // Fisher's tea: 4 of 4 against 0 of 4, two-sided 2 / 70.
    struct sample none = { .count = { 4, 0 } }, all = { .count = { 0, 4 } };
    assert_true(fabs(sample_chance(&none, &all) - 2.0 / 70) < 1e-9);
    assert_true(fabs(sample_chance(&all, &none) - 2.0 / 70) < 1e-9);
    assert_true(sample_chance(&none, &none) == 1);
    // 3 of 4 against 1 of 4: 34 of 70.
    struct sample more = { .count = { 1, 3 } }, less = { .count = { 3, 1 } };
    assert_true(fabs(sample_chance(&more, &less) - 34.0 / 70) < 1e-9);
    assert_true(fabs(sign_chance(8, 2) - 2 * 56.0 / 1024) < 1e-9);
    // The many as the few: exact and by the normal distribution.
    struct sample big = { .count = { 60, 0, 60 } }, other = { .count = { 50, 0, 70 } };
    double        exact = sample_chance(&big, &other);
    other.count[2]++; // one more than is dealt exactly
    double rough = sample_chance(&big, &other);
    assert_true(exact > 0.24 && exact < 0.25);
    assert_true(rough > 0.19 && rough < 0.24);
}

static void only_rows_that_can_move_share_the_five_percent(void **unused)
{
    (void)unused;
    struct tested rows[20] = { { .chance = 0.02, .least = 0.001 } };
    for (unsigned i = 1; i < 20; i++) rows[i] = (struct tested){ .chance = 1, .least = 1 };
    assert_int_equal(mark_certain(rows, 20), 1);
    for (unsigned i = 0; i < 20; i++) rows[i].least = 0, rows[i].marked = false;
    assert_int_equal(mark_certain(rows, 20), 0);
    // Benjamini and Hochberg: the second lifts the first.
    struct tested three[] = { { .chance = 0.03 }, { .chance = 0.033 }, { .chance = 0.9 } };
    assert_int_equal(mark_likely(three, 3), 2);
    three[1].chance = 0.034;
    assert_int_equal(mark_likely(three, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_did_not_change_is_not_said_to_have_moved),
        cmocka_unit_test(what_changed_much_is_seen),
        cmocka_unit_test(cards_that_do_nothing_rarely_stand_out),
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(intervals_of_paired_changes_hold_the_truth),
        cmocka_unit_test(chances_are_those_of_tables),
        cmocka_unit_test(only_rows_that_can_move_share_the_five_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
