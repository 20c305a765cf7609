// bots_test.c - bots/: honest, repeatable, and a ladder that can be trusted.
#include "tests/unit.h"

#include "bots/calibrate.h"
#include "bots/contest.h"
#include "bots/final.h"
#include "bots/ladder.h"
#include "bots/lookahead.h"
#include "bots/results.h"
#include "bots/search.h"
#include "engine/table.h"
#include "games/list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The linker sends every malloc here.
static size_t allocations;
void         *__real_malloc(size_t);
void         *__wrap_malloc(size_t);
void         *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

static struct box *open_game(const char *name)
{
    struct error err = { 0 };
    struct box  *box = box_open(game_find(text_of(name)), &err);
    if (!box) fail_msg("%s", err.text);
    return box;
}

// A search short enough for many positions.
static const struct search_settings SHORT     = { .iterations = 24, .answers = 4000, .final = 2 };
static const struct bot             short_bot = {
                .name = "short", .needs_worlds = true, .choose = search_choose, .search = &SHORT
};

// --- positions ----------------------------------------------------------------------------------

static void start(const struct box *box, unsigned mode, unsigned seats, uint64_t seed,
                  struct bot_world *out)
{
    struct error       err = { 0 };
    struct match_setup setup;
    const struct deck *decks[SEATS_MAX];
    for (unsigned s = 0; s < SEATS_MAX && box->deck_count; s++)
        decks[s] = &box->decks[(seed + s) % box->deck_count];
    if (!box_setup(box, mode, seats, decks, box->deck_count ? seats : 0, seed, &setup, &err))
        fail_msg("%s", err.text);
    out->table = (struct table){ .game  = box->game,
                                 .pool  = box->pool,
                                 .state = (struct core *)(void *)out->bytes };
    table_start(&out->table, &setup);
    table_advance(&out->table);
}

static seat_id first_asked(const struct core *c)
{
    seat_id s = 0;
    while (!(c->asked >> s & 1)) s++;
    return s;
}

static void answer_any(struct table *t, seat_id seat, struct rng *rng)
{
    assert_int_equal(table_answer(t, seat, bot_choose(&random_bot, t, seat, rng)), 0);
}

// --- honesty ------------------------------------------------------------------------------------

static struct choice answer_of_bot(const struct bot *bot, const struct table *t, seat_id seat,
                                   uint64_t seed)
{
    struct rng rng = rng_from(seed);
    return bot_choose(bot, t, seat, &rng);
}

// Everything that the seat cannot know becomes something else: faces, answers, the chance to come,
// how much of it was used, and what others have begun to pick.
static void change_the_unknown(struct table *t, seat_id seat, struct rng *rng)
{
    struct core *c = t->state;
    table_imagine(t, seat, rng);
    for (unsigned i = 0; i < STREAMS; i++) c->drawn[i] += rng_below(rng, 50);
    for (seat_id other = 0; other < c->seats; other++) {
        bool begun = other != seat && c->together >> other & 1 && c->asked >> other & 1;
        if (begun && c->question[other].max == 0) answer_any(t, other, rng);
    }
}

static void expect_honest(const struct bot *bot, const struct table *t, seat_id seat,
                          struct rng *rng)
{
    struct bot_world other;
    struct choice    list[CHOICES_MAX];
    uint64_t         seed = rng_next(rng);
    if (table_choices(t, seat, list, CHOICES_MAX) < 2) return;
    bot_copy_table(&other, t);
    change_the_unknown(&other.table, seat, rng);
    if (!choice_equal(answer_of_bot(bot, t, seat, seed),
                      answer_of_bot(bot, &other.table, seat, seed)))
        fail_msg("%s: %s in seat %u answers by what it cannot know", t->game->name, bot->name,
                 seat);
}

// Some questions of some matches, played at random between them.
static void play_honestly(const struct box *box, unsigned mode, uint64_t seed)
{
    const struct bot *bots[] = { &random_bot, &greedy_bot, &novice_bot, &short_bot };
    struct bot_world  world;
    struct rng        rng = rng_from(seed);
    start(box, mode, box->game->modes[mode].seats_max, seed, &world);
    struct table *t = &world.table;
    for (unsigned questions = 0; questions < 400 && !t->state->over; questions++) {
        seat_id seat = first_asked(t->state);
        if (rng_below(&rng, 12) == 0)
            expect_honest(bots[rng_below(&rng, COUNT(bots))], t, seat, &rng);
        answer_any(t, seat, &rng);
        table_advance(t);
    }
}

static void bots_answer_by_what_their_seat_knows(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct box *box = open_game((*g)->name);
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++)
            for (uint64_t seed = 0; seed < 2; seed++) play_honestly(box, mode, seed);
        box_close(box);
    }
}

// What a seat has answered in secret does not change the situation that the others learn about.
static void a_secret_answer_is_seen_by_nobody(void **unused)
{
    (void)unused;
    unsigned seen = 0;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct box      *box = open_game((*g)->name);
        struct bot_world world;
        struct view      view;
        struct rng       rng = rng_from(3);
        start(box, 0, (*g)->modes[0].seats_min, 3, &world);
        struct table *t = &world.table;
        for (unsigned n = 0; n < 300 && !t->state->over; n++, table_advance(t)) {
            seat_id  seat = first_asked(t->state), other = (seat_id)(seat + 1);
            bool     secret = other < t->state->seats && t->state->asked >> other & 1;
            uint64_t before = secret ? bot_sight(t, SPECTATOR, other, &view) : 0;
            answer_any(t, seat, &rng);
            if (!secret || !(t->state->asked >> other & 1)) continue;
            assert_int_equal(bot_sight(t, SPECTATOR, other, &view), before);
            seen++;
        }
        box_close(box);
    }
    assert_true(seen > 20);
}

// --- searching ----------------------------------------------------------------------------------

static void a_search_repeats_itself_with_any_number_of_threads(void **unused)
{
    (void)unused;
    struct box                  *box = open_game("blank");
    struct bot_world             world;
    static struct search_report  a, b;
    const struct search_settings settings = { .iterations = 301, .threads = 3 };
    start(box, 0, 2, 9, &world);
    seat_id    seat = first_asked(world.table.state);
    struct rng one = rng_from(4), other = rng_from(4);
    search_think(&world.table, seat, &settings, &one, &a);
    search_think(&world.table, seat, &settings, &other, &b);
    assert_int_equal(a.count, b.count);
    assert_int_equal(a.iterations, 303); // each thread the same
    assert_memory_equal(a.visits, b.visits, a.count * sizeof *a.visits);
    assert_memory_equal(a.chance, b.chance, a.count * sizeof *a.chance);
    box_close(box);
}

static void a_search_keeps_to_its_limits(void **unused)
{
    (void)unused;
    struct box                  *box = open_game("oversoul");
    struct bot_world             world;
    static struct search_report  r;
    struct rng                   rng     = rng_from(1);
    const struct search_settings timed   = { .milliseconds = 30 };
    const struct search_settings answers = { .iterations = 100000, .answers = 2000 };
    start(box, 0, 2, 1, &world);
    seat_id seat = first_asked(world.table.state);
    search_think(&world.table, seat, &timed, &rng, &r);
    assert_true(r.iterations > 0);
    search_think(&world.table, seat, &answers, &rng, &r);
    assert_true(r.iterations > 0 && r.iterations < 2000);
    box_close(box);
}

static void a_search_takes_its_memory_at_once(void **unused)
{
    (void)unused;
    struct box                  *box = open_game("oversoul");
    struct bot_world             world;
    static struct search_report  r;
    struct rng                   rng      = rng_from(1);
    const struct search_settings settings = { .iterations = 200 };
    start(box, 0, 2, 1, &world);
    size_t before = allocations;
    search_think(&world.table, first_asked(world.table.state), &settings, &rng, &r);
    assert_int_equal(allocations - before, 1);
    box_close(box);
}

static bool is_searched(const struct table *t, seat_id seat)
{
    return !(t->game->seen_at_once >> t->state->question[seat].kind & 1);
}

// A choice after which the seat is asked again, in a position that it remembers, is not taken.
static void a_position_is_not_gone_back_to(void **unused)
{
    (void)unused;
    struct box      *box = open_game("oversoul");
    struct bot_world world, then, scratch;
    struct view      view;
    struct rng       rng   = rng_from(2);
    unsigned         tried = 0;
    start(box, 0, 2, 2, &world);
    struct table *t = &world.table;
    for (unsigned n = 0; n < 3000 && tried < 5 && !t->state->over; n++, table_advance(t)) {
        seat_id       seat   = first_asked(t->state);
        struct choice wanted = answer_of_bot(&short_bot, t, seat, n);
        bot_copy_table(&then, t);
        table_answer(&then.table, seat, wanted);
        table_advance(&then.table);
        struct choice list[CHOICES_MAX], first[CHOICES_MAX];
        bool          again = !then.table.state->over && then.table.state->asked == BIT(seat) &&
                     is_searched(t, seat) && is_searched(&then.table, seat) &&
                     table_choices(&then.table, seat, list, CHOICES_MAX) > 1 &&
                     table_choices(t, seat, first, CHOICES_MAX) > 1;
        if (again) {
            struct bot_memory memory = { .count = 1 };
            struct rng        same   = rng_from(n);
            memory.sight[0]          = bot_sight(&then.table, seat, seat, &view);
            memory.position[0]       = bot_position(&then.table, seat, &scratch);
            struct choice taken      = bot_play(&short_bot, t, seat, &same, &memory);
            assert_false(choice_equal(taken, wanted));
            assert_int_equal(memory.count, 2);
            tried++;
        }
        answer_any(t, seat, &rng);
    }
    assert_int_equal(tried, 5);
    box_close(box);
}

// Goes by the final alone, between the last choice, which is the first of its report, and this one.
static size_t other_finalist;

static size_t choose_by_final(const struct bot_question *q, struct rng *rng)
{
    static struct search_report r;
    struct bot_world            world, tried;
    world.table.state = tried.table.state = NULL;
    r.count                               = q->count;
    for (size_t i = 0; i < q->count; i++) r.visits[i] = 0, r.chance[i] = 0.5f;
    r.visits[other_finalist] = 100;
    r.visits[q->count - 1]   = 101;
    return final_best(q, &r, rng, &world, &tried);
}

// Does the seat win by that choice and what follows at once, or by going on as `greedy` would?
static bool wins_by(const struct table *t, seat_id seat, struct choice choice, bool goes_on)
{
    struct bot_world world;
    struct rng       rng  = rng_from(1);
    struct table    *then = &world.table;
    bot_copy_table(&world, t);
    table_answer(then, seat, choice);
    settle(then, &rng);
    for (; goes_on && !then->state->over; table_advance(then)) {
        seat_id next = first_asked(then->state);
        table_answer(then, next, bot_choose(&greedy_bot, then, next, &rng));
    }
    return then->state->over && then->state->winners >> seat & 1;
}

// To win or to wait and lose: whoever plays on sees it.
static void a_final_finds_the_win(void **unused)
{
    (void)unused;
    const struct search_settings settings = { .iterations = 1, .final = 12 };
    struct bot                   final    = { .name = "final", .choose = choose_by_final };
    final.needs_worlds                    = true;
    final.search                          = &settings;
    struct box      *box                  = open_game("oversoul");
    struct bot_world world;
    unsigned         asked = 0, won = 0;
    for (uint64_t seed = 0; seed < 900 && asked < 10; seed++) {
        struct rng rng = rng_from(seed);
        start(box, 0, 2, seed, &world);
        for (struct table *t = &world.table; !t->state->over; table_advance(t)) {
            seat_id       seat = first_asked(t->state);
            struct choice list[CHOICES_MAX];
            size_t        last = table_choices(t, seat, list, CHOICES_MAX) - 1, i = 0;
            while (i < last && !wins_by(t, seat, list[i], false)) i++;
            if (i < last && !wins_by(t, seat, list[last], true)) {
                other_finalist = i;
                won += choice_equal(answer_of_bot(&final, t, seat, seed), list[i]);
                asked++;
            }
            table_answer(t, seat, bot_choose(&greedy_bot, t, seat, &rng));
        }
    }
    assert_true(asked >= 10);
    assert_true(won * 10 >= asked * 7);
    box_close(box);
}

// A game that copies less than all bytes leaves none behind.
static void a_position_copied_over_another_is_the_same(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct box      *box = open_game((*g)->name);
        struct bot_world world, over;
        struct rng       rng = rng_from(5);
        over.table.state     = NULL;
        for (uint64_t seed = 0; seed < 3; seed++) {
            struct table *t = &world.table;
            start(box, 0, box->game->modes[0].seats_max, seed, &world);
            for (unsigned n = 0; n < 3000 && !t->state->over; n++, table_advance(t)) {
                if (rng_below(&rng, 9) == 0) {
                    bot_copy_over(&over, t);
                    assert_memory_equal(over.bytes, world.bytes, box->game->state_size);
                }
                answer_any(t, first_asked(t->state), &rng);
            }
        }
        box_close(box);
    }
}

static void the_best_come_first(void **unused)
{
    (void)unused;
    static struct search_report r = { .count  = 4,
                                      .visits = { 5, 90, 5, 40 },
                                      .chance = { 0.2f, 0.6f, 0.3f, 0.5f } };
    size_t                      order[4];
    assert_int_equal(search_best(&r, order, 4), 4);
    assert_true(order[0] == 1 && order[1] == 3 && order[2] == 2 && order[3] == 0);
    assert_int_equal(search_best(&r, order, 2), 2);
    assert_true(order[0] == 1 && order[1] == 3);
}

// --- the scoreboard -----------------------------------------------------------------------------

static struct contest contest_of(const struct box *box, const struct bot *one,
                                 const struct bot *other, uint64_t games)
{
    struct contest c = {
        .box = box, .bots = { one, other }, .games = games, .seed = 5, .threads = 2
    };
    for (; c.deck_count < box->deck_count; c.deck_count++)
        c.decks[c.deck_count] = &box->decks[c.deck_count];
    return c;
}

static struct contest_score meet(const struct contest *c)
{
    struct error         err = { 0 };
    struct contest_score score;
    if (!contest_run(c, &score, &err)) fail_msg("%s", err.text);
    assert_int_equal(score.games, c->games);
    return score;
}

// Who cannot see what it is asked takes the first it can find.
static size_t grope(const struct bot_question *q, struct rng *rng)
{
    (void)q;
    (void)rng;
    return 0;
}
static const struct bot blinded_bot = { .name = "blinded", .choose = grope };

static void a_mirror_match_is_even(void **unused)
{
    (void)unused;
    struct box       *box    = open_game("blank");
    const struct bot *bots[] = { &random_bot, &greedy_bot, &short_bot };
    for (unsigned i = 0; i < COUNT(bots); i++) {
        struct contest       c     = contest_of(box, bots[i], bots[i], 400);
        struct contest_score score = meet(&c);
        struct contest_share share = contest_share(&score);
        assert_true(share.low < 0.5 && share.high > 0.5);
    }
    box_close(box);
}

static void a_blinded_bot_loses(void **unused)
{
    (void)unused;
    struct box          *box   = open_game("oversoul");
    struct contest       c     = contest_of(box, &blinded_bot, &greedy_bot, 100);
    struct contest_score score = meet(&c);
    struct contest_share share = contest_share(&score);
    if (share.high >= 0.5) fail_msg("the blinded bot wins %.2f", share.value);
    c.bots[1] = &short_bot;
    c.games   = 24;
    score     = meet(&c);
    share     = contest_share(&score);
    if (share.high >= 0.5) fail_msg("the blinded bot wins %.2f from a search", share.value);
    box_close(box);
}

static void threads_do_not_show_in_a_contest(void **unused)
{
    (void)unused;
    struct box          *box = open_game("blank");
    struct contest       c   = contest_of(box, &short_bot, &greedy_bot, 60);
    struct contest_score two = meet(&c);
    c.threads                = 1;
    struct contest_score one = meet(&c);
    assert_true(one.wins == two.wins && one.draws == two.draws);
    assert_true(one.answers[0] == two.answers[0] && one.answers[1] == two.answers[1]);
    box_close(box);
}

// Sets the flag of its contest at its tenth choice, and does not mind what it takes.
static atomic_bool stopped;
static atomic_uint asked_times;
static size_t      stop_at_the_tenth(const struct bot_question *q, struct rng *rng)
{
    if (atomic_fetch_add(&asked_times, 1) == 10) atomic_store(&stopped, true);
    return rng_below(rng, (uint32_t)q->count);
}
static const struct bot impatient_bot = { .name = "impatient", .choose = stop_at_the_tenth };

static void a_contest_can_be_stopped(void **unused)
{
    (void)unused;
    static const struct search_settings AGES = { .iterations = 100000000 };
    struct bot                          sage = short_bot;
    sage.search                              = &AGES;
    struct box          *box                 = open_game("blank");
    struct contest       c                   = contest_of(box, &impatient_bot, &random_bot, 1000);
    struct error         err                 = { 0 };
    struct contest_score score               = { 0 };
    atomic_store(&stopped, false);
    atomic_store(&asked_times, 0);
    c.stop    = &stopped;
    c.threads = 1;
    assert_true(contest_run(&c, &score, &err));
    assert_true(score.games < 1000 && score.games % 2 == 0);
    assert_true(atomic_load(&stopped));

    struct bot_world  world; // and whoever thinks breaks off
    struct rng        rng    = rng_from(1);
    struct bot_memory memory = { .stop = &stopped };
    start(box, 0, 2, 1, &world);
    bot_play(&sage, &world.table, first_asked(world.table.state), &rng, &memory);
    box_close(box);
}

static struct contest_score meet_with(const char *file, struct contest c)
{
    struct results *results;
    struct error    err = { 0 };
    if (!results_open(file, &results, &err)) fail_msg("%s", err.text);
    results_of(results, NULL, &c);
    struct contest_score score = meet(&c);
    results_close(results);
    return score;
}

static void a_contest_can_be_gone_on_with(void **unused)
{
    (void)unused;
    char                 path[] = "results-XXXXXX";
    struct error         err    = { 0 };
    struct results      *results;
    struct box          *box   = open_game("blank");
    struct contest       c     = contest_of(box, &short_bot, &greedy_bot, 20);
    int                  file  = mkstemp(path);
    struct contest_score whole = meet(&c);
    assert_true(file >= 0 && close(file) == 0);
    c.games = 6;
    meet_with(path, c);
    c.games                      = 20;
    struct contest_score gone_on = meet_with(path, c);
    assert_true(gone_on.wins == whole.wins && gone_on.draws == whole.draws);
    assert_int_equal(gone_on.answers[0], whole.answers[0]);
    const struct bot blind_short = { .name = "short", .choose = grope };
    c.bots[0]                    = &blind_short; // has nothing left to play
    struct contest_score again   = meet_with(path, c);
    assert_true(again.wins == whole.wins && again.answers[0] == whole.answers[0]);

    FILE *damaged = fopen(path, "a");
    fputs("blank duel 5 - short greedy: 3 what\n", damaged);
    fclose(damaged);
    assert_false(results_open(path, &results, &err));
    assert_int_equal(err.line, 11);
    remove(path);
    box_close(box);
}

static void a_contest_wants_two_sides(void **unused)
{
    (void)unused;
    struct error         err = { 0 };
    struct box          *box = open_game("blank");
    struct contest       c   = contest_of(box, &random_bot, &greedy_bot, 2);
    struct contest_score score;
    unsigned             refused = 0;
    for (c.mode = 0; box->game->modes[c.mode].name; c.mode++)
        refused += !contest_run(&c, &score, &err);
    assert_int_equal(refused, 1); // the melee of three
    assert_non_null(strstr(err.text, "two sides"));
    box_close(box);
}

static void ratings_are_elo_s(void **unused)
{
    (void)unused;
    struct ladder        l = { .count = 3 };
    struct rating        r[LADDER_MAX];
    struct contest_score ten_to_one = { .games = 11000, .wins = 10000 };
    struct contest_score even       = { .games = 11000, .wins = 5000, .draws = 1000 };
    ladder_note(&l, 1, 0, &ten_to_one);
    ladder_note(&l, 2, 1, &even);
    ladder_rate(&l, r);
    assert_true(r[0].elo == 0 && r[0].plus_minus == 0);
    assert_true(r[1].elo > 398 && r[1].elo < 402 && r[2].elo > 398 && r[2].elo < 402);
    assert_true(r[1].plus_minus > 5 && r[1].plus_minus < 15);
    assert_true(r[2].plus_minus > r[1].plus_minus);
    struct ladder swept = { .count = 2 };
    ladder_note(&swept, 1, 0, &(struct contest_score){ .games = 50, .wins = 50 });
    ladder_rate(&swept, r);
    assert_true(r[1].elo > 600 && r[1].elo < 1000);
}

static void an_evaluation_is_calibrated(void **unused)
{
    (void)unused;
    struct error       err = { 0 };
    struct calibration c;
    struct box        *box = open_game("blank");
    assert_true(calibrate(box, &greedy_bot, 60, 1, &c, &err));
    assert_true(c.positions > 100 && c.scale > 1 && c.scale < 10000);
    assert_true(c.loss < 0.6931 && c.right > 0.5);
    box_close(box);
}

// What bots and the graph of a review go by: with most of a match behind, the evaluation knows who
// wins, and both seats believe in chances that go together.
static void evaluations_foretell_who_wins(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error       err = { 0 };
        struct calibration c;
        struct box        *box   = open_game((*g)->name);
        bool               small = strcmp((*g)->name, "blank") == 0;
        // Monad Wars' race is decided late: a fight that is lost is tried again.
        double least = strcmp((*g)->name, "monad") == 0 ? 0.78 : 0.85;
        assert_true(calibrate(box, &greedy_bot, 100, 11, &c, &err));
        if (!small && c.foretells[CALIBRATED_PARTS - 1] < least)
            fail_msg("%s: in the last quarter %.3f", (*g)->name, c.foretells[3]);
        if (fabs(c.sum - 1) > 0.04 || c.sum_off > 0.12)
            fail_msg("%s: both believe in %.3f, off by %.3f", (*g)->name, c.sum, c.sum_off);
        box_close(box);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_answer_by_what_their_seat_knows),
        cmocka_unit_test(a_secret_answer_is_seen_by_nobody),
        cmocka_unit_test(a_search_repeats_itself_with_any_number_of_threads),
        cmocka_unit_test(a_search_keeps_to_its_limits),
        cmocka_unit_test(a_search_takes_its_memory_at_once),
        cmocka_unit_test(a_position_is_not_gone_back_to),
        cmocka_unit_test(a_final_finds_the_win),
        cmocka_unit_test(a_position_copied_over_another_is_the_same),
        cmocka_unit_test(the_best_come_first),
        cmocka_unit_test(a_mirror_match_is_even),
        cmocka_unit_test(a_blinded_bot_loses),
        cmocka_unit_test(threads_do_not_show_in_a_contest),
        cmocka_unit_test(a_contest_can_be_stopped),
        cmocka_unit_test(a_contest_can_be_gone_on_with),
        cmocka_unit_test(a_contest_wants_two_sides),
        cmocka_unit_test(ratings_are_elo_s),
        cmocka_unit_test(an_evaluation_is_calibrated),
        cmocka_unit_test(evaluations_foretell_who_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
