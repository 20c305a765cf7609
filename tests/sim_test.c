// sim_test.c - bots/ and sim/: honest bots, and a scoreboard that can be trusted.
#include "tests/unit.h"

#include "bots/bot.h"
#include "engine/table.h"
#include "games/list.h"
#include "sim/compare.h"
#include "sim/processors.h"
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    struct sim_plan plan = { .box     = box,
                             .bots    = { one, other, one, other },
                             .seats   = 2,
                             .games   = games,
                             .seed    = 5,
                             .threads = 2,
                             .shard   = 1,
                             .shards  = 1 };
    for (; plan.deck_count < box->deck_count; plan.deck_count++)
        plan.decks[plan.deck_count] = &box->decks[plan.deck_count];
    return plan;
}

static struct sim_result *run(const struct sim_plan *plan)
{
    struct error       err = { 0 };
    struct sim_result *r   = result_new(&arena, plan, &err);
    if (!r || !sim_run(r, plan, &err)) fail_msg("%s", err.text);
    return r;
}

static struct tally *tally_of(const struct sim_plan *plan)
{
    struct tally *tally = run(plan)->tally;
    assert_int_equal(tally->games, plan->games);
    return tally;
}

// The file of a result, as text.
static char *file_of(const struct sim_result *r)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *file = open_memstream(&text, &size);
    assert_non_null(file);
    result_write(r, file);
    assert_int_equal(fclose(file), 0);
    return text;
}

static void expect_same(const struct sim_result *a, const struct sim_result *b)
{
    char *one = file_of(a), *other = file_of(b);
    assert_string_equal(one, other);
    free(one);
    free(other);
}

static void the_number_of_threads_does_not_show(void **unused)
{
    (void)unused;
    struct box        *box  = open_game("oversoul");
    struct sim_plan    plan = plan_for(box, &greedy_bot, &greedy_bot, 42);
    struct sim_result *two  = run(&plan);
    plan.threads            = 1;
    struct sim_result *one  = run(&plan);
    expect_same(one, two);
    plan.seed = 6;
    assert_int_not_equal(run(&plan)->tally->answers, one->tally->answers);
    box_close(box);
}

static void a_mirror_match_is_even(void **unused)
{
    (void)unused;
    struct box     *box  = open_game("oversoul");
    struct sim_plan plan = plan_for(box, &random_bot, &random_bot, 400);
    plan.deck_count      = 1;
    struct share share   = share_of(tally_of(&plan)->bots[0]);
    assert_true(share.low < 0.5 && share.high > 0.5);
    box_close(box);
}

static void greedy_beats_random(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        if (!(*g)->evaluate) continue; // greedy has nothing to go by
        struct box  *box   = open_game((*g)->name);
        struct share share = { 0 };
        // More matches where few do not show it.
        for (unsigned games = 60; games <= 960 && share.low <= 0.5; games *= 4) {
            struct sim_plan plan = plan_for(box, &greedy_bot, &random_bot, games);
            plan.deck_count      = box->deck_count < 3 ? box->deck_count : 3;
            share                = share_of(tally_of(&plan)->bots[0]);
        }
        if (share.low <= 0.5) fail_msg("%s: greedy wins %.2f", (*g)->name, share.value);
        box_close(box);
    }
}

static void a_stopped_run_keeps_whole_rounds(void **unused)
{
    (void)unused;
    struct box     *box  = open_game("blank");
    struct sim_plan plan = plan_for(box, &random_bot, &random_bot, 1000);
    atomic_bool     stop = true;
    plan.stop            = &stop;
    assert_int_equal(run(&plan)->tally->games, 0);
    box_close(box);
}

static void shares_are_wilsons(void **unused)
{
    (void)unused;
    struct share none  = share_of((struct score){ 0 });
    struct share half  = share_of((struct score){ .games = 100, .wins = 40, .draws = 20 });
    struct share all   = share_of((struct score){ .games = 10, .wins = 10 });
    struct share third = share_of_parts((struct score){ .games = 90, .wins = 20, .draws = 30 }, 3);
    assert_true(none.low == 0 && none.high == 1);
    assert_true(half.value == 0.5 && half.low > 0.403 && half.low < 0.404);
    assert_true(all.value == 1 && all.low > 0.722 && all.low < 0.723);
    assert_true(third.value > 0.333 && third.value < 0.334);
}

// --- who meets whom -----------------------------------------------------------------------------

static void every_line_up_comes_once(void **unused)
{
    (void)unused;
    const struct {
        struct line_ups who;
        uint64_t        count;
    } cases[] = {
        { { 7, 2, true, 0 }, 21 },
        { { 7, 2, false, 0 }, 49 },
        { { 1, 2, true, 0 }, 1 },
        { { 5, 3, true, 0 }, 20 },
        { { 4, 4, true, 0 }, 6 },
        { { 4, 4, false, 0 }, 24 },
        { { 2, 4, true, 0 }, 16 },
        { { 9, 4, true, 0 }, 756 },
        { { 5, 3, false, 0 }, 60 },
        { { 32, 2, true, 0 }, 496 },
        // Only with the first deck, or with the second or fourth.
        { { 7, 2, true, 1 }, 6 },
        { { 7, 2, false, 1 }, 13 },
        { { 4, 3, true, 10 }, 8 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct line_ups l   = cases[i].who;
        bool           *met = ARENA_ARRAY(&arena, bool, 1 << 20);
        assert_int_equal(line_up_count(l), cases[i].count);
        for (uint64_t round = 0; round < cases[i].count; round++) {
            unsigned deck[SEATS_MAX], code = 0;
            bool     touched = !l.touched;
            line_up_of(l, round, deck);
            for (unsigned s = 0; s < l.seats; s++) {
                assert_true(deck[s] < l.decks);
                code = code * l.decks + deck[s];
                touched |= l.touched >> deck[s] & 1;
            }
            assert_true(touched);
            assert_false(met[code]);
            met[code] = true;
        }
    }
}

static void shards_share_the_rounds(void **unused)
{
    (void)unused;
    for (uint64_t rounds = 0; rounds < 50; rounds++)
        for (uint64_t shards = 1; shards < 9; shards++) {
            assert_int_equal(shard_begin(rounds, 0, shards), 0);
            assert_int_equal(shard_begin(rounds, shards, shards), rounds);
            for (uint64_t s = 0; s < shards; s++)
                assert_true(shard_begin(rounds, s, shards) <= shard_begin(rounds, s + 1, shards));
        }
}

// Every mode of every game can be simulated, and everybody sits everywhere equally often.
static void all_modes_are_played(void **unused)
{
    (void)unused;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct box *box = open_game((*g)->name);
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++)
            for (unsigned seats = (*g)->modes[mode].seats_min; seats <= (*g)->modes[mode].seats_max;
                 seats++) {
                struct sim_plan plan       = plan_for(box, &random_bot, &random_bot, 4 * seats);
                plan.mode                  = mode;
                plan.seats                 = seats;
                const struct sim_result *r = run(&plan);
                assert_int_equal(r->tally->games, plan.games);
                for (unsigned s = 0; s < seats; s++)
                    assert_int_equal(r->tally->seats[s].games, plan.games);
                assert_true(r->teams >= 2 && r->teams <= seats);
            }
        box_close(box);
    }
}

// --- files --------------------------------------------------------------------------------------

static const char *save(const struct sim_result *r, unsigned number)
{
    const char *path = arena_format(&arena, "sim_test.%d.%u.json", (int)getpid(), number);
    FILE       *file = fopen(path, "w");
    assert_non_null(file);
    result_write(r, file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static struct sim_result *read_back(const char *path)
{
    struct error       err = { 0 };
    struct sim_result *r   = result_read(&arena, path, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
}

static void merged_shards_are_one_run(void **unused)
{
    (void)unused;
    enum { SHARDS = 5 };
    struct box        *box  = open_game("blank");
    struct sim_plan    plan = plan_for(box, &greedy_bot, &greedy_bot, 66);
    struct sim_result *all  = run(&plan), *parts[SHARDS + 1], *sum;
    const char        *paths[SHARDS + 1];
    struct error       err = { 0 };
    plan.shards            = SHARDS;
    for (unsigned i = 0; i < SHARDS; i++) {
        plan.shard = SHARDS - i; // the order does not matter
        paths[i]   = save(run(&plan), i);
        parts[i]   = read_back(paths[i]);
    }
    parts[SHARDS] = parts[2]; // nor does one that comes twice
    paths[SHARDS] = paths[2];
    sum           = result_merge(&arena, parts, paths, SHARDS + 1, &err);
    if (!sum) fail_msg("%s", err.text);
    expect_same(sum, all);
    sum = result_merge(&arena, parts + 1, paths + 1, SHARDS, &err);
    assert_null(sum);
    assert_non_null(strstr(err.text, "5/5 is missing"));
    for (unsigned i = 0; i < SHARDS; i++) remove(paths[i]);
    box_close(box);
}

static void a_resumed_run_is_one_run(void **unused)
{
    (void)unused;
    struct error       err  = { 0 };
    struct box        *box  = open_game("blank");
    struct sim_plan    plan = plan_for(box, &random_bot, &greedy_bot, 40);
    struct sim_result *all = run(&plan), *half, *rest = result_new(&arena, &plan, &err);
    struct sim_plan    less = plan;
    less.games              = 16;
    half                    = run(&less);
    half->games             = plan.games; // as if it had been stopped there
    const char *path        = save(half, 0);
    result_take_over(rest, read_back(path));
    assert_int_equal(rest->done, 8);
    assert_true(sim_run(rest, &plan, &err));
    expect_same(rest, all);
    remove(path);
    box_close(box);
}

// A damaged file is refused with words, whatever is damaged.
static void damaged_files_are_refused(void **unused)
{
    (void)unused;
    struct box     *box   = open_game("blank");
    struct sim_plan plan  = plan_for(box, &random_bot, &random_bot, 8);
    const char     *path  = save(run(&plan), 0);
    char           *whole = file_of(read_back(path));
    size_t          size  = strlen(whole);
    struct rng      rng   = rng_from(1);
    unsigned        bad   = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct arena scratch;
        struct error err = { 0 };
        size_t       at  = rng_below(&rng, (uint32_t)size);
        char         was = whole[at];
        FILE        *f   = fopen(path, "w");
        assert_non_null(f);
        whole[at] = "0-9{}[],\"a"[rng_below(&rng, 10)];
        fwrite(whole, 1, i % 4 ? size : at, f); // cut, or one letter changed
        fclose(f);
        whole[at] = was;
        arena_init(&scratch);
        if (!result_read(&scratch, path, &err)) {
            assert_true(err.text[0]);
            bad++;
        }
        arena_finish(&scratch);
    }
    assert_true(bad > 100);
    free(whole);
    remove(path);
    box_close(box);
}

// --- what changed -------------------------------------------------------------------------------

static const char STRONG[] = "Brakka\n  Champion  health 20\n"; // leads the Brawler; has 10

static void a_strong_card_shows(void **unused)
{
    (void)unused;
    struct error       err    = { 0 };
    struct box        *plain  = open_game("blank");
    struct box        *strong = box_open_changed(plain->game, "strong.cards", TEXT(STRONG), &err);
    struct sim_plan    plan   = plan_for(plain, &greedy_bot, &greedy_bot, 120);
    struct sim_result *before = run(&plan), *after;
    struct comparison  c;
    if (!strong) fail_msg("%s", err.text);
    plan  = plan_for(strong, &greedy_bot, &greedy_bot, 120);
    after = run(&plan);
    assert_string_not_equal(before->cards_digest, after->cards_digest);
    assert_true(compare_results(&arena, before, after, &c, &err));
    assert_true(c.paired && c.changed > 0 && c.moved_match_ups >= 1);
    for (unsigned i = 0; i < c.match_up_count; i++) {
        bool brawler = strcmp(c.match_ups[i].deck, "Brawler") == 0;
        if (!brawler) assert_int_equal(c.match_ups[i].better + c.match_ups[i].worse, 0);
        if (c.match_ups[i].moved) assert_true(brawler && c.match_ups[i].low > 0);
    }
    assert_true(share_of(tally_deck(after->tally, 0)).low >
                share_of(tally_deck(before->tally, 0)).high);
    box_close(strong);
    box_close(plain);
}

// Chance does not move anything beyond noise: different seeds, nothing changed.
static void nothing_changed_shows_nothing(void **unused)
{
    (void)unused;
    struct error       err  = { 0 };
    struct box        *box  = open_game("blank");
    struct sim_plan    plan = plan_for(box, &random_bot, &random_bot, 1200);
    struct sim_result *one  = run(&plan), *other;
    struct comparison  c;
    assert_true(compare_results(&arena, one, one, &c, &err));
    assert_true(c.paired && c.changed == 0 && c.moved_match_ups == 0 && c.moved_decks == 0);
    plan.seed = 77;
    other     = run(&plan);
    assert_true(compare_results(&arena, one, other, &c, &err));
    assert_true(!c.paired && c.moved_match_ups == 0 && c.moved_decks == 0);
    box_close(box);
}

static void changed_cards_keep_their_numbers(void **unused)
{
    (void)unused;
    const char   text[] = "# one changed, one new\n\nJab\n  Action  speed 1\n  Step forward\n"
                          "Brand New\n  Action  speed 2\n  Step forward\n";
    const char   bad[]  = "Jab\n  Action  speed 7\n  Deal nine damage\n";
    struct error err    = { 0 };
    struct box  *box    = open_game("blank");
    struct box  *more   = box_open_changed(box->game, "x.cards", TEXT(text), &err);
    if (!more) fail_msg("%s", err.text);
    assert_int_equal(more->pool->def_count, box->pool->def_count + 1);
    for (uint32_t i = 0; i < box->pool->def_count; i++)
        assert_string_equal(more->pool->defs[i].name, box->pool->defs[i].name);
    assert_null(box_open_changed(box->game, "bad.cards", TEXT(bad), &err));
    assert_string_equal(err.source, "bad.cards");
    assert_int_equal(err.line, 3);
    box_close(more);
    box_close(box);
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

// --- processors ---------------------------------------------------------------------------------

static void put_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void make_folder(const char *folder, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void a_control_group_limits_the_threads(void **unused)
{
    (void)unused;
    char root[] = "/tmp/pentacle-group-XXXXXX", mine[64];
    assert_non_null(mkdtemp(root));
    snprintf(mine, sizeof mine, "%s/membership", root);
    put_file(root, "membership", "0::/shop/sim\n");
    make_folder(root, "shop");
    make_folder(root, "shop/sim");
    assert_int_equal(processors_of_group(mine, root, 64), 64);
    put_file(root, "shop/sim/cpu.max", "max 100000\n");
    assert_int_equal(processors_of_group(mine, root, 64), 64);
    put_file(root, "shop/sim/cpu.max", "250000 100000\n"); // two and a half
    assert_int_equal(processors_of_group(mine, root, 64), 3);
    put_file(root, "shop/cpu.max", "200000 100000\n"); // what it lies in counts as well
    assert_int_equal(processors_of_group(mine, root, 64), 2);
    put_file(root, "shop/cpu.max", "1000 100000\n");
    assert_int_equal(processors_of_group(mine, root, 64), 1);
    put_file(root, "shop/cpu.max", "nonsense\n");
    assert_int_equal(processors_of_group(mine, root, 64), 3);
    put_file(root, "membership", "0::/\n4:cpu,cpuacct:/old\n");
    make_folder(root, "cpu");
    make_folder(root, "cpu/old");
    put_file(root, "cpu/old/cpu.cfs_quota_us", "-1\n");
    put_file(root, "cpu/old/cpu.cfs_period_us", "100000\n");
    assert_int_equal(processors_of_group(mine, root, 64), 64);
    put_file(root, "cpu/old/cpu.cfs_quota_us", "400000\n");
    assert_int_equal(processors_of_group(mine, root, 64), 4);
    assert_int_equal(processors_of_group("/nowhere", root, 7), 7);
    assert_in_range(processors_usable(1), 1, 1);
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greedy_answers_by_what_its_seat_knows),
        cmocka_unit_test(the_number_of_threads_does_not_show),
        cmocka_unit_test(a_mirror_match_is_even),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(a_stopped_run_keeps_whole_rounds),
        cmocka_unit_test(shares_are_wilsons),
        cmocka_unit_test(every_line_up_comes_once),
        cmocka_unit_test(shards_share_the_rounds),
        cmocka_unit_test(all_modes_are_played),
        cmocka_unit_test(merged_shards_are_one_run),
        cmocka_unit_test(a_resumed_run_is_one_run),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(a_strong_card_shows),
        cmocka_unit_test(nothing_changed_shows_nothing),
        cmocka_unit_test(changed_cards_keep_their_numbers),
        cmocka_unit_test(a_control_group_limits_the_threads),
    };
    return cmocka_run_group_tests(tests, begin, finish);
}
