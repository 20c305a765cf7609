// Ratings: Glicko-2 as its paper has it, and rated tables.
#include "tests/unit.h"

#include "base/rng.h"
#include "tests/talk.h"

#include <math.h>
#include <sodium.h>
#include <string.h>

static void near(double value, double expected, double within)
{
    if (fabs(value - expected) > within) fail_msg("%f instead of %f", value, expected);
}

// Glickman's worked example: 1500 (200) beats 1400 (30), loses to 1550 (100) and 1700 (300).
static const struct glicko ME       = { 1500, 200, 0.06 };
static const struct glicko OTHERS[] = { { 1400, 30, 0.06 },
                                        { 1550, 100, 0.06 },
                                        { 1700, 300, 0.06 } };
static const double        SCORES[] = { 1, 0, 0 };

static void the_example_of_the_paper_comes_out(void **state)
{
    (void)state;
    static const unsigned ORDERS[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 2, 0 } };
    for (unsigned k = 0; k < COUNT(ORDERS); k++) { // the order does not matter
        struct glicko_sums sums = { 0 };
        for (unsigned i = 0; i < 3; i++)
            glicko_add(&sums, &ME, &OTHERS[ORDERS[k][i]], SCORES[ORDERS[k][i]]);
        near(1 / sums.information, 1.7790, 0.0001);
        near(sums.surprise / sums.information, -0.4839, 0.0001);
        struct glicko after = glicko_after(&ME, &sums);
        near(after.rating, 1464.05, 0.01);
        near(after.deviation, 151.52, 0.01);
        near(after.volatility, 0.0599960, 0.0000005);
    }
}

static void without_a_match_only_the_deviation_grows(void **state)
{
    (void)state;
    struct glicko_sums none  = { 0 };
    struct glicko      after = glicko_after(&ME, &none);
    near(after.deviation / 173.7178, 1.152855, 0.000001); // phi* of the paper
    near(after.rating, 1500, 0);
    near(after.volatility, 0.06, 0);
    for (unsigned i = 0; i < 10000; i++) after = glicko_after(&after, &none);
    near(after.deviation, 350, 0.001);
}

// People of known strength: nearly all are where their rating says, give or take two deviations.
static void strength_is_found(void **state)
{
    (void)state;
    enum { PEOPLE = 2000, PERIODS = 12, MATCHES = 5 };
    static struct glicko      is[PEOPLE];
    static struct glicko_sums sums[PEOPLE];
    static double             truth[PEOPLE];
    struct rng                rng = rng_from(5);
    for (unsigned i = 0; i < PEOPLE; i++) {
        double sum = 0;
        for (unsigned k = 0; k < 12; k++) sum += rng_below(&rng, 1001) / 1000.0;
        truth[i] = 1500 + 300 * (sum - 6);
        is[i]    = glicko_newcomer();
    }
    for (unsigned period = 0; period < PERIODS; period++) {
        memset(sums, 0, sizeof sums);
        for (unsigned m = 0; m < PEOPLE * MATCHES / 2; m++) {
            unsigned a = rng_below(&rng, PEOPLE), b = rng_below(&rng, PEOPLE);
            if (a == b) continue;
            double chance = 1 / (1 + pow(10, (truth[b] - truth[a]) / 400));
            double score  = rng_below(&rng, 1000000) < chance * 1e6;
            glicko_add(&sums[a], &is[a], &is[b], score);
            glicko_add(&sums[b], &is[b], &is[a], 1 - score);
        }
        for (unsigned i = 0; i < PEOPLE; i++) is[i] = glicko_after(&is[i], &sums[i]);
    }
    unsigned within = 0;
    for (unsigned i = 0; i < PEOPLE; i++)
        within += fabs(is[i].rating - truth[i]) <= 2 * is[i].deviation;
    if (within < PEOPLE * 93 / 100) fail_msg("%u of %u", within, PEOPLE);
}

// --- rated tables -------------------------------------------------------------------------------

static void open_hall(struct hall *h)
{
    struct server_config config = server_config_default();
    config.messages_burst = config.messages_per_s = 100000;
    open_blank_hall(h, &config, 13);
}

static const char RATED[] = "{\"do\":\"create\",\"game\":\"blank\",\"rated\":true,\"seats\":["
                            "{\"who\":\"me\"},{\"who\":\"anyone\"}]}";

static json_int_t rated_table(struct hall *h)
{
    drain(h, 0);
    drain(h, 1);
    hall_say(h, 0, "%s", RATED);
    json_t    *m     = last_of(h, 0, "table");
    json_int_t table = number(m, "table");
    assert_true(json_is_true(json_object_get(m, "rated")));
    json_decref(m);
    hall_say(h, 1, "{\"do\":\"join\",\"table\":%lld}", (long long)table);
    give_seeds(h, 0, 2, table);
    return table;
}

struct shown {
    json_int_t rating, deviation, matches;
};

static struct shown look_up(struct hall *h, uint32_t line, json_int_t player)
{
    drain(h, line);
    hall_say(h, line, "{\"do\":\"player\",\"player\":%lld}", (long long)player);
    json_t *m = expect(h, line, "player"), *r = json_array_get(json_object_get(m, "ratings"), 0);
    struct shown is = { 0 };
    if (r) {
        assert_string_equal(json_string_value(json_object_get(r, "game")), "blank");
        assert_string_equal(json_string_value(json_object_get(r, "mode")), "duel");
        is = (struct shown){ number(r, "rating"), number(r, "deviation"), number(r, "matches") };
    }
    json_decref(m);
    return is;
}

static void a_rated_match_moves_both_ratings(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hello(&h, 1, "Bel", NULL);
    assert_int_equal(look_up(&h, 0, 1).matches, 0);
    json_int_t table = rated_table(&h);
    hall_say(&h, 1, "{\"do\":\"resign\",\"table\":%lld}", (long long)table);
    hall_wait(&h, 200);
    for (unsigned pass = 0; pass < 2; pass++) {
        struct shown ash = look_up(&h, 0, 1), bel = look_up(&h, 0, 2);
        // Two newcomers: the numbers of the paper's steps for one match won, or lost.
        assert_int_equal(ash.rating, 1662);
        assert_int_equal(bel.rating, 1338);
        assert_int_equal(ash.deviation, 290);
        assert_int_equal(bel.deviation, 290);
        assert_int_equal(ash.matches, 1);
        hall_restart(&h, true);
        hello(&h, 0, "Cyd", NULL);
    }
    // Weeks go by: nobody is sure any more.
    hall_wait(&h, 7ull * 24 * 3600 * 1000);
    struct shown later = look_up(&h, 0, 1);
    assert_int_equal(later.rating, 1662);
    assert_true(later.deviation >= 290 && later.deviation < 295);
    hall_close(&h);
}

// Whether it counts is a fact of the result; its words hold names.
static void a_name_does_not_decide_what_counts(void **state)
{
    (void)state;
    static const char *const NAMES[] = { "abandoned ship", "draw: too many", "abandoned: Ash" };
    for (unsigned i = 0; i < COUNT(NAMES); i++) {
        struct hall h;
        open_hall(&h);
        hello(&h, 0, NAMES[i], NULL);
        hello(&h, 1, "Bel", NULL);
        json_int_t table = rated_table(&h);
        drain(&h, 0);
        hall_say(&h, 1, "{\"do\":\"resign\",\"table\":%lld}", (long long)table);
        hall_wait(&h, 200);
        json_t *m = last_of(&h, 0, "table");
        assert_string_equal(json_string_value(json_object_get(m, "end")), "rules");
        assert_true(json_is_true(json_object_get(m, "counts")));
        json_decref(m);
        assert_int_equal(look_up(&h, 0, 1).matches, 1);
        drain(&h, 0);
        hall_say(&h, 0, "{\"do\":\"history\"}");
        m             = expect(&h, 0, "history");
        json_t *match = json_array_get(json_object_get(m, "matches"), 0);
        assert_true(json_is_true(json_object_get(match, "counts")));
        assert_string_equal(json_string_value(json_object_get(match, "end")), "rules");
        assert_string_equal(json_string_value(json_object_get(match, "outcome")), "won");
        json_decref(m);
        hall_restart(&h, true);
        hello(&h, 0, "Cyd", NULL);
        assert_int_equal(look_up(&h, 0, 1).matches, 1);
        hall_close(&h);
    }
}

static void matches_that_are_not_rated_do_not_count(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    hall_say(&h, 1, "{\"do\":\"resign\",\"table\":%lld}", (long long)table);
    hall_wait(&h, 200);
    assert_int_equal(look_up(&h, 0, 1).matches, 0);
    // A rated one that nobody ended does not count either.
    table = rated_table(&h);
    hall_cut(&h, 0);
    hall_cut(&h, 1);
    struct room *r = room_find(h.server, (uint64_t)table);
    snprintf(r->broken, sizeof r->broken, "abandoned: test");
    hall_wait(&h, 200);
    hello(&h, 0, "Cyd", NULL);
    assert_int_equal(look_up(&h, 0, 1).matches, 0);
    hall_close(&h);
}

static void nobody_has_help_at_a_rated_table(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hello(&h, 1, "Bel", NULL);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"rated\":true,\"seats\":[{\"who\":\"me\"},"
             "{\"who\":\"bot\",\"bot\":\"random\"}]}");
    expect_error(&h, 0, "bad-seats");
    hall_say(&h, 0, "{\"do\":\"create\",\"game\":\"blank\",\"rated\":1,\"seats\":[]}");
    expect_error(&h, 0, "bad-seats");
    json_int_t   table = rated_table(&h);
    struct room *r     = room_find(h.server, (uint64_t)table);
    // Both have chosen, so that taking back would need the other's consent.
    for (unsigned i = 0; i < 6; i++)
        for (uint32_t line = 0; line < 2; line++)
            hall_say(&h, line, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%u,\"choice\":0}",
                     (long long)table, r->seat[line].owed);
    size_t moves = r->match->move_count;
    drain(&h, 0);
    hall_say(&h, 0, "{\"do\":\"undo\",\"table\":%lld}", (long long)table);
    expect_error(&h, 0, "no-undo");
    assert_int_equal(r->match->move_count, moves);
    hall_cut(&h, 1);
    hall_wait(&h, 41000);
    drain(&h, 0);
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":%lld,\"seat\":1,\"what\":\"bot\"}",
             (long long)table);
    expect_error(&h, 0, "not-now");
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":%lld,\"seat\":1,\"what\":\"win\"}",
             (long long)table);
    hall_wait(&h, 200);
    assert_int_equal(look_up(&h, 0, 1).matches, 1);
    assert_true(look_up(&h, 0, 1).rating > look_up(&h, 0, 2).rating);
    // The rematch is rated as well, and tables show what everybody has.
    hall_say(&h, 0, "%s", RATED);
    json_t *m    = last_of(&h, 0, "table");
    json_t *seat = json_array_get(json_object_get(m, "seats"), 0);
    assert_int_equal(number(json_object_get(seat, "rating"), "rating"), 1662);
    json_decref(m);
    hall_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper_comes_out),
        cmocka_unit_test(without_a_match_only_the_deviation_grows),
        cmocka_unit_test(strength_is_found),
        cmocka_unit_test(a_rated_match_moves_both_ratings),
        cmocka_unit_test(a_name_does_not_decide_what_counts),
        cmocka_unit_test(matches_that_are_not_rated_do_not_count),
        cmocka_unit_test(nobody_has_help_at_a_rated_table),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
