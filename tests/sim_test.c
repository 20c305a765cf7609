// sim_test.c - bots/ and sim/: honest bots, and a scoreboard that can be trusted.
#include "tests/unit.h"

#include "bots/bot.h"
#include "engine/table.h"
#include "games/list.h"
#include "sim/sim.h"

#include <string.h>

static struct arena arena;

static struct box *open_game(const char *name)
{
    struct error err = { 0 };
    struct box  *box = box_open(game_find(text_of(name)), &err);
    if (!box) fail_msg("%s", err.text);
    return box;
}

// --- honesty ------------------------------------------------------------------------------------

static struct choice answer_of_greedy(const struct table *t, seat_id seat, uint64_t seed)
{
    struct rng rng = rng_from(seed);
    return bot_choose(&greedy_bot, t, seat, &rng);
}

// Another position that looks the same to the seat: the same answer.
static void expect_honest(const struct table *t, seat_id seat, struct rng *rng)
{
    struct bot_world other;
    struct choice    list[CHOICES_MAX];
    uint64_t         seed = rng_next(rng);
    if (table_choices(t, seat, list, CHOICES_MAX) < 2) return;
    other.table       = *t;
    other.table.state = (struct core *)(void *)other.bytes;
    memcpy(other.bytes, t->state, t->game->state_size);
    table_imagine(&other.table, seat, rng);
    struct choice here  = answer_of_greedy(t, seat, seed);
    struct choice there = answer_of_greedy(&other.table, seat, seed);
    if (!choice_equal(here, there))
        fail_msg("%s: seat %u answers by what it cannot know", t->game->name, seat);
}

static void play_honestly(const struct box *box, uint64_t seed)
{
    struct error       err = { 0 };
    struct match_setup setup;
    struct rng         rng   = rng_from(seed);
    struct table       t     = { .game = box->game, .pool = box->pool };
    const struct deck *two[] = { &box->decks[seed % box->deck_count],
                                 &box->decks[(seed + 1) % box->deck_count] };
    t.state                  = arena_alloc(&arena, 1, box->game->state_size);
    if (!box_setup(box, 0, 2, two, 2, seed, &setup, &err)) fail_msg("%s", err.text);
    table_start(&t, &setup);
    for (table_advance(&t); !t.state->over; table_advance(&t))
        for (seat_id s = 0; s < 2; s++) {
            if (!(t.state->asked >> s & 1)) continue;
            expect_honest(&t, s, &rng);
            const struct bot *bot = rng_below(&rng, 4) ? &greedy_bot : &random_bot;
            assert_int_equal(table_answer(&t, s, bot_choose(bot, &t, s, &rng)), 0);
        }
}

static void greedy_answers_by_what_its_seat_knows(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct box *box = open_game((*g)->name);
        for (uint64_t seed = 0; seed < 7; seed++) play_honestly(box, seed);
        box_close(box);
    }
}

// --- the scoreboard -----------------------------------------------------------------------------

static struct sim_plan plan_for(const struct box *box, const struct bot *one,
                                const struct bot *other, uint64_t games)
{
    struct sim_plan plan = {
        .box = box, .bots = { one, other }, .games = games, .seed = 5, .threads = 2
    };
    for (; plan.deck_count < box->deck_count; plan.deck_count++)
        plan.decks[plan.deck_count] = &box->decks[plan.deck_count];
    return plan;
}

static struct tally *run(const struct sim_plan *plan)
{
    struct error  err   = { 0 };
    struct tally *tally = sim_run(&arena, plan, &err);
    if (!tally) fail_msg("%s", err.text);
    assert_int_equal(tally->games, plan->games);
    return tally;
}

static void expect_same(const struct tally *a, const struct tally *b)
{
    unsigned decks = a->deck_count;
    assert_int_equal(a->decisions, b->decisions);
    assert_int_equal(a->unspent_sum, b->unspent_sum);
    assert_memory_equal(a->pairs, b->pairs, decks * decks * sizeof *a->pairs);
    assert_memory_equal(a->bots, b->bots, sizeof a->bots);
    assert_memory_equal(&a->first, &b->first, sizeof a->first);
    assert_memory_equal(a->turns, b->turns, sizeof a->turns);
    assert_memory_equal(a->ends, b->ends, (decks + 1) * a->ending_count * sizeof *a->ends);
}

static void the_number_of_threads_does_not_show(void **unused)
{
    (void)unused;
    struct box     *box  = open_game("oversoul");
    struct sim_plan plan = plan_for(box, &greedy_bot, &greedy_bot, 42);
    struct tally   *two  = run(&plan);
    plan.threads         = 1;
    struct tally *one    = run(&plan);
    expect_same(one, two);
    plan.seed = 6;
    assert_int_not_equal(run(&plan)->decisions, one->decisions);
    box_close(box);
}

static void a_mirror_match_is_even(void **unused)
{
    (void)unused;
    struct box     *box  = open_game("oversoul");
    struct sim_plan plan = plan_for(box, &random_bot, &random_bot, 400);
    plan.deck_count      = 1;
    struct share share   = share_of(run(&plan)->bots[0]);
    assert_true(share.low < 0.5 && share.high > 0.5);
    box_close(box);
}

static void greedy_beats_random(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        if (!(*g)->evaluate) continue; // greedy has nothing to go by
        struct box     *box  = open_game((*g)->name);
        struct sim_plan plan = plan_for(box, &greedy_bot, &random_bot, 60);
        struct share    share;
        plan.deck_count = box->deck_count < 3 ? box->deck_count : 3;
        share           = share_of(run(&plan)->bots[0]);
        if (share.low <= 0.5) fail_msg("%s: greedy wins %.2f", (*g)->name, share.value);
        box_close(box);
    }
}

static void a_stopped_run_keeps_whole_pairs(void **unused)
{
    (void)unused;
    struct error    err  = { 0 };
    struct box     *box  = open_game("blank");
    struct sim_plan plan = plan_for(box, &random_bot, &random_bot, 1000000000);
    atomic_bool     stop = true;
    plan.stop            = &stop;
    assert_int_equal(sim_run(&arena, &plan, &err)->games, 0);
    box_close(box);
}

static void shares_are_wilsons(void **unused)
{
    (void)unused;
    struct share none = share_of((struct score){ 0 });
    struct share half = share_of((struct score){ .games = 100, .wins = 40, .draws = 20 });
    struct share all  = share_of((struct score){ .games = 10, .wins = 10 });
    assert_true(none.low == 0 && none.high == 1);
    assert_true(half.value == 0.5 && half.low > 0.403 && half.low < 0.404);
    assert_true(all.value == 1 && all.low > 0.722 && all.low < 0.723);
}

static int begin(void **unused)
{
    (void)unused;
    arena_init(&arena);
    return 0;
}

static int finish(void **unused)
{
    (void)unused;
    arena_finish(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greedy_answers_by_what_its_seat_knows),
        cmocka_unit_test(the_number_of_threads_does_not_show),
        cmocka_unit_test(a_mirror_match_is_even),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(a_stopped_run_keeps_whole_pairs),
        cmocka_unit_test(shares_are_wilsons),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
