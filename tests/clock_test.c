// Clocks: the house's, those that the rules of each game name, and none.
#include "tests/unit.h"

#include "engine/table.h"
#include "games/list.h"
#include "server/state.h"
#include "tests/hall.h"
#include "tests/talk.h"

#include <sodium.h>
#include <string.h>

static struct box *all_boxes[SERVER_GAMES_MAX + 1];

static int open_boxes(void **state)
{
    struct error err = { 0 };
    (void)state;
    for (unsigned i = 0; GAMES[i]; i++)
        if (!(all_boxes[i] = box_open(GAMES[i], &err))) return 1;
    return sodium_init() < 0;
}

static int close_boxes(void **state)
{
    (void)state;
    for (unsigned i = 0; all_boxes[i]; i++) box_close(all_boxes[i]);
    return 0;
}

static const struct box *boxes_of_hall[SERVER_GAMES_MAX + 1];

static void open_hall(struct hall *h)
{
    struct server_config config = server_config_default();
    config.messages_burst = config.messages_per_s = 100000;
    for (unsigned i = 0; all_boxes[i]; i++) boxes_of_hall[i] = all_boxes[i];
    hall_open(h, boxes_of_hall, &config, 7);
    h->at_once = true;
}

// --- a match of two people ----------------------------------------------------------------------

static char tokens[2][TOKEN_MAX];

static struct room *play_by(struct hall *h, const char *game, const char *clock)
{
    open_hall(h);
    hello(h, 0, "Ash", tokens[0]);
    hello(h, 1, "Bel", tokens[1]);
    hall_say(h, 0,
             "{\"do\":\"create\",\"game\":\"%s\",\"clock\":\"%s\",\"seats\":[{\"who\":\"me\"},"
             "{\"who\":\"anyone\"}]}",
             game, clock);
    hall_say(h, 1, "{\"do\":\"join\",\"table\":1}");
    give_seeds(h, 0, 2, 1);
    struct room *r = room_find(h->server, 1);
    assert_non_null(r);
    assert_int_equal(r->phase, PHASE_PLAYING);
    drain(h, 0);
    drain(h, 1);
    return r;
}

// The server is killed and starts again; everybody comes back.
static struct room *after_a_crash(struct hall *h)
{
    hall_restart(h, true);
    for (uint32_t line = 0; line < 2; line++) {
        hall_connect(h, line);
        hall_say(h, line, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", tokens[line]);
        hall_say(h, line, "{\"do\":\"resume\",\"table\":1}");
        drain(h, line);
    }
    return room_find(h->server, 1);
}

static bool is_asked(const struct room *r, seat_id seat)
{
    return !r->match->table.state->over && table_asked(&r->match->table) >> seat & 1;
}

static seat_id who_is_asked(const struct room *r)
{
    seat_id seat = 0;
    while (!is_asked(r, seat)) seat++;
    return seat;
}

static const char *question(const struct room *r, seat_id seat)
{
    return r->box->game->questions[r->match->table.state->question[seat].kind];
}

static void choose(struct hall *h, const struct room *r, seat_id seat, size_t index)
{
    hall_say(h, seat, "{\"do\":\"choose\",\"table\":1,\"owed\":%u,\"choice\":%zu}",
             r->seat[seat].owed, index);
}

// The choice that the clock would take, without the clock.
static void answer(struct hall *h, const struct room *r, seat_id seat)
{
    struct choice list[CHOICES_MAX], it = table_default(&r->match->table, seat);
    size_t        count = table_choices(&r->match->table, seat, list, CHOICES_MAX), i = 0;
    while (i < count && !choice_equal(list[i], it)) i++;
    assert_true(i < count);
    choose(h, r, seat, i);
}

static uint64_t left(const struct hall *h, const struct room *r, seat_id seat)
{
    return owed_by(r, seat) - h->now;
}

// Until the time of whoever is asked is up.
static void let_run_out(struct hall *h, const struct room *r, seat_id seat)
{
    uint32_t owed = r->seat[seat].owed;
    uint64_t time = left(h, r, seat);
    assert_true(time < 3600 * 1000);
    if (time > 100) {
        hall_wait(h, time - 100);
        assert_int_equal(r->seat[seat].owed, owed);
    }
    hall_wait(h, 150);
    assert_true(r->phase == PHASE_OVER || r->seat[seat].owed != owed || !is_asked(r, seat));
}

static json_t *seat_told(struct hall *h, json_t **m, size_t seat)
{
    *m = last_of(h, 0, "table");
    return json_array_get(json_object_get(*m, "seats"), seat);
}

// --- which clock --------------------------------------------------------------------------------

static void nonsense_gets_one_clear_error(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    static const char *const BAD[] = {
        "\"clock\":\"fast\"",
        "\"clock\":\"\"",
        "\"clock\":7",
        "\"clock\":null",
        "\"clock\":[\"rules\"]",
        "\"clock\":\"rules\",\"bank\":1000",
        "\"clock\":\"none\",\"allowance\":1000",
        "\"clock\":\"none\",\"rated\":true",
        "\"clock\":\"house\",\"allowance\":10",
        "\"bank\":\"long\"",
    };
    size_t entries = h.written;
    for (size_t i = 0; i < COUNT(BAD); i++) {
        hall_say(&h, 0,
                 "{\"do\":\"create\",\"game\":\"oversoul\",%s,\"seats\":[{\"who\":\"me\"},"
                 "{\"who\":\"anyone\"}]}",
                 BAD[i]);
        expect_error(&h, 0, "bad-clock");
        assert_null(hall_next(&h, 0));
    }
    assert_int_equal(h.written, entries);
    hall_close(&h);
}

static void a_game_without_clocks_says_so(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hall_say(
        &h, 0,
        "{\"do\":\"create\",\"game\":\"blank\",\"clock\":\"rules\",\"seats\":[{\"who\":\"me\"},"
        "{\"who\":\"anyone\"}]}");
    expect_error(&h, 0, "bad-clock");
    hall_close(&h);
}

static void the_games_say_which_rules_speak_of_clocks(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hall_say(&h, 0, "{\"do\":\"games\"}");
    json_t *m = expect(&h, 0, "games"), *game;
    size_t  i;
    json_array_foreach(json_object_get(m, "games"), i, game)
    {
        json_t     *clock = json_object_get(game, "clock");
        const char *name  = json_string_value(json_object_get(game, "game"));
        bool        loses = strcmp(name, "oversoul") == 0 || strcmp(name, "voidbreakers") == 0;
        assert_int_equal(json_is_null(clock), strcmp(name, "blank") == 0);
        assert_int_equal(json_array_size(json_object_get(clock, "rules")) > 0,
                         !json_is_null(clock));
        assert_int_equal(number(clock, "time_outs"), loses ? 3 : 0);
    }
    json_decref(m);
    hall_close(&h);
}

static void without_a_clock_nobody_is_in_a_hurry(void **state)
{
    (void)state;
    struct hall  h;
    struct room *r = play_by(&h, "blank", "none");
    hall_say(&h, 0, "{\"do\":\"view\",\"table\":1}");
    json_t *m = expect(&h, 0, "view");
    assert_true(json_is_null(json_object_get(own_question(m, 0), "by")));
    json_decref(m);
    hall_wait(&h, 3 * 3600 * 1000);
    assert_int_equal(r->match->move_count, 0);
    answer(&h, r, 0);
    assert_true(r->match->move_count > 0);
    hall_close(&h);
}

// --- time-outs that count -----------------------------------------------------------------------

static void the_third_time_out_gives_up_by_the_rule(void **state)
{
    (void)state;
    struct hall  h;
    struct room *r = play_by(&h, "oversoul", "rules");
    json_t      *m;
    for (unsigned i = 1; i < 3; i++) {
        while (!is_asked(r, 1)) answer(&h, r, 0);
        while (is_asked(r, 0)) answer(&h, r, 0);
        drain(&h, 0);
        let_run_out(&h, r, 1);
        assert_int_equal(number(seat_told(&h, &m, 1), "time_outs"), i);
        json_decref(m);
        assert_int_equal(r->seat[1].clock.time_outs, i);
        assert_int_equal(r->seat[0].clock.time_outs, 0);
    }
    // Being late is no reason to claim a win: the rules say what it costs.
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":1,\"seat\":1,\"what\":\"win\"}");
    expect_error(&h, 0, "not-now");

    // Nor does it help that the server was away; the clock starts anew.
    while (!is_asked(r, 1)) answer(&h, r, 0);
    hall_wait(&h, 10000);
    uint64_t time = left(&h, r, 1);
    r             = after_a_crash(&h);
    assert_int_equal(r->seat[1].clock.time_outs, 2);
    assert_int_equal(left(&h, r, 1), time + 10000);
    while (is_asked(r, 0)) answer(&h, r, 0);
    drain(&h, 0);
    let_run_out(&h, r, 1);
    m = expect(&h, 0, "news");
    assert_string_equal(json_string_value(json_object_get(m, "what")), "time");
    assert_string_equal(json_string_value(json_object_get(m, "rule")), "OVE-981");
    json_decref(m);
    m = last_of(&h, 0, "table");
    assert_string_equal(json_string_value(json_object_get(m, "phase")), "over");
    assert_string_equal(json_string_value(json_object_get(m, "result")), "Ash wins OVE-981");
    json_decref(m);
    hall_close(&h);
}

// A question that gathers cards is one question, however many of them the clock picks.
static void one_clock_runs_out_once(void **state)
{
    (void)state;
    struct hall  h;
    struct room *r = play_by(&h, "voidbreakers", "rules");
    while (strcmp(question(r, who_is_asked(r)), question(r, 0)) != 0 ||
           r->match->table.state->question[0].max < 6) {
        seat_id seat = who_is_asked(r);
        assert_int_equal(left(&h, r, seat), 120 * 1000); // VOI-914
        answer(&h, r, seat);
    }
    size_t moves = r->match->move_count;
    let_run_out(&h, r, 0); // six cards of each
    assert_int_equal(r->match->move_count, moves + 12);
    assert_int_equal(r->seat[0].clock.time_outs, 0); // and not of a turn (VOI-913)
    hall_close(&h);
}

// --- the time of questions ----------------------------------------------------------------------

struct limit {
    const char *question;
    uint64_t    seconds;
};

// Plays at random and looks at every clock that starts.
static unsigned look_at_clocks(const char *game, const struct limit *limits, uint64_t otherwise,
                               unsigned choices)
{
    struct hall  h;
    struct room *r    = play_by(&h, game, "rules");
    struct rng   rng  = rng_from(3);
    unsigned     seen = 0;
    for (unsigned i = 0; i < choices && r->phase == PHASE_PLAYING; i++) {
        seat_id             seat = who_is_asked(r);
        const struct limit *l    = limits;
        while (l->question && strcmp(question(r, seat), l->question) != 0) l++;
        // A clock that others cannot see stop runs on with the time that it began with.
        if (r->seat[seat].clock.asked_at == h.now) {
            uint64_t time = l->question ? l->seconds : otherwise;
            assert_int_equal(left(&h, r, seat), time * 1000);
            if (l->question) seen |= 1u << (l - limits);
        }
        struct choice list[CHOICES_MAX];
        size_t        count = table_choices(&r->match->table, seat, list, CHOICES_MAX);
        hall_wait(&h, 50);
        choose(&h, r, seat, rng_below(&rng, (uint32_t)count));
        drain(&h, 0);
        drain(&h, 1);
    }
    hall_close(&h);
    return seen;
}

static void each_question_has_the_time_of_the_rules(void **state)
{
    (void)state;
    static const struct limit OVERSOUL[] = { { "What do you do?", 90 }, { NULL, 0 } };
    static const struct limit ETERNITY[] = { { "Which card do you play?", 60 },
                                             { "Which card do you link?", 30 },
                                             { NULL, 0 } };
    static const struct limit MONAD[]    = { { "Do you defend?", 30 },
                                             { "Which target is defended?", 30 },
                                             { NULL, 0 } };
    assert_int_equal(look_at_clocks("oversoul", OVERSOUL, 30, 300), 1);
    assert_int_equal(look_at_clocks("eternity", ETERNITY, 20, 600), 3);
    assert_int_equal(look_at_clocks("monad", MONAD, 90, 900) & 1, 1);
}

static void taking_back_makes_no_time(void **state)
{
    (void)state;
    static const char *const CLOCKS[] = { "house", "rules" };
    for (size_t i = 0; i < COUNT(CLOCKS); i++) {
        struct hall  h;
        struct room *r    = play_by(&h, "eternity", CLOCKS[i]);
        uint64_t     time = left(&h, r, 0);
        for (unsigned k = 1; k <= 3; k++) {
            hall_wait(&h, 2000);
            answer(&h, r, 0);
            hall_wait(&h, 1000);
            hall_say(&h, 0, "{\"do\":\"undo\",\"table\":1}");
            assert_true(is_asked(r, 0));
            assert_int_equal(left(&h, r, 0), time - k * 2000);
            assert_int_equal(left(&h, r, 1), time - k * 3000); // the other's runs on as it did
        }
        hall_close(&h);
    }
}

// Of two cards that are laid face down nobody else sees the first, nor that it is taken back.
static void what_is_taken_back_unseen_stops_no_clock(void **state)
{
    (void)state;
    struct hall  h;
    struct room *r = play_by(&h, "blank", "house");
    while (!r->match->table.state->question[0].max || !is_asked(r, 0))
        answer(&h, r, who_is_asked(r));
    uint64_t by = owed_by(r, 0), bank = r->seat[0].clock.bank_ms;
    for (unsigned k = 0; k < 3; k++) {
        uint32_t owed = r->seat[0].owed, news = r->news[SPECTATOR];
        hall_wait(&h, 15000); // more than the question has of its own
        choose(&h, r, 0, 0);
        assert_int_equal(r->match->table.state->question[0].picked, 1);
        hall_wait(&h, 1000);
        hall_say(&h, 0, "{\"do\":\"undo\",\"table\":1}");
        assert_int_equal(r->match->table.state->question[0].picked, 0);
        assert_int_equal(r->seat[0].owed, owed + 2);
        assert_int_equal(r->news[SPECTATOR], news);
        assert_int_equal(owed_by(r, 0), by);
        assert_int_equal(r->seat[0].clock.bank_ms, bank);
    }
    hall_close(&h);
}

// --- the time of turns --------------------------------------------------------------------------

// Answers what does not come out of the turn of this seat, until that is asked for.
static bool go_to_turn(struct hall *h, struct room *r, seat_id seat)
{
    for (;;) {
        if (r->phase != PHASE_PLAYING) return false;
        seat_id asked = who_is_asked(r);
        if (asked == seat && r->seat[seat].clock.limit.turn) return true;
        answer(h, r, asked);
    }
}

static void the_clock_of_a_turn_stands_still_while_others_are_asked(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        uint64_t    turn, response;
    } OF[] = { { "voidbreakers", 150, 20 }, { "despaira", 240, 15 } };
    for (size_t i = 0; i < COUNT(OF); i++) {
        struct hall  h;
        struct room *r      = play_by(&h, OF[i].game, "rules");
        uint64_t     spent  = 0;
        bool         others = false;
        struct rng   rng    = rng_from(8);
        assert_true(go_to_turn(&h, r, 0));
        uint32_t turn = r->seat[0].clock.limit.turn;
        assert_int_equal(left(&h, r, 0), OF[i].turn * 1000);
        while (r->seat[0].clock.turn == turn && spent < 60000) {
            seat_id seat = who_is_asked(r);
            if (seat == 1 && r->seat[1].clock.limit.turn) break; // it was the last
            if (seat == 0 && r->seat[0].clock.limit.turn) {
                assert_int_equal(left(&h, r, 0), OF[i].turn * 1000 - spent);
                spent += 3000;
            } else if (r->seat[seat].clock.asked_at == h.now) { // what others cannot see shares it
                assert_int_equal(left(&h, r, seat), OF[i].response * 1000);
                others = true;
            }
            hall_wait(&h, 3000);
            struct choice list[CHOICES_MAX];
            size_t        count = table_choices(&r->match->table, seat, list, CHOICES_MAX);
            choose(&h, r, seat, rng_below(&rng, (uint32_t)count));
        }
        assert_true(others && spent > 3000);
        hall_close(&h);
    }
}

// With nothing left every further question of the turn is answered at once.
static void at_zero_the_turn_ends_by_default_choices(void **state)
{
    (void)state;
    static const char *const OF[] = { "voidbreakers", "despaira" };
    for (size_t i = 0; i < COUNT(OF); i++) {
        struct hall  h;
        struct room *r = play_by(&h, OF[i], "rules");
        assert_true(go_to_turn(&h, r, 0));
        let_run_out(&h, r, 0);
        uint64_t at = h.now;
        while (!r->seat[1].clock.limit.turn || !is_asked(r, 1)) {
            seat_id seat = who_is_asked(r);
            assert_false(seat == 0 && r->seat[0].clock.limit.turn); // it was answered
            answer(&h, r, seat);
        }
        assert_true(h.now - at < 1000);
        assert_true(go_to_turn(&h, r, 0)); // the next one has all of its time
        assert_true(left(&h, r, 0) >= 150 * 1000);
        hall_close(&h);
    }
}

static void three_turns_in_a_row_lose_and_no_others(void **state)
{
    (void)state;
    struct hall  h;
    struct room *r         = play_by(&h, "voidbreakers", "rules");
    const bool   RUN_OUT[] = { true, true, false, true, true, true };
    for (size_t i = 0; i < COUNT(RUN_OUT); i++) {
        assert_true(go_to_turn(&h, r, 1));
        uint32_t turn = r->seat[1].clock.limit.turn;
        if (RUN_OUT[i])
            let_run_out(&h, r, 1);
        else
            answer(&h, r, 1);
        while (r->phase == PHASE_PLAYING && r->seat[1].clock.turn == turn)
            answer(&h, r, who_is_asked(r));
        if (i + 1 == COUNT(RUN_OUT)) break;
        assert_int_equal(r->phase, PHASE_PLAYING);
        struct seat_clock was = r->seat[1].clock;
        r                     = after_a_crash(&h);
        assert_int_equal(r->seat[1].clock.time_outs, was.time_outs);
        assert_int_equal(r->seat[1].clock.bank_ms, was.bank_ms);
    }
    assert_int_equal(r->phase, PHASE_OVER);
    assert_string_equal(r->result, "Ash wins VOI-913");
    hall_close(&h);
}

// Both are asked at once. While the disk is slow with the answer of one, the time of the other runs
// out; it has answered by then.
static void a_slow_disk_costs_nobody_time(void **state)
{
    struct hall h;
    (void)state;
    struct room *r = play_by(&h, "blank", "house");
    while (table_asked(&r->match->table) != 3) answer(&h, r, who_is_asked(r));
    h.at_once            = false;
    const uint64_t bank  = r->seat[1].clock.bank_ms;
    const uint32_t owed  = r->seat[1].owed;
    const uint64_t spare = 1000;
    hall_wait(&h, r->allowance_ms - spare);
    answer(&h, r, 0);
    answer(&h, r, 1); // waits for the first
    drain(&h, 1);
    hall_wait(&h, bank + 10 * spare);
    assert_true(h.now > owed_by(r, 1));
    hall_store(&h, HALL_STORED);
    hall_store(&h, HALL_STORED);
    assert_int_equal(r->seat[1].taken, owed);
    assert_int_equal(r->seat[1].missed, 0); // it was no clock that answered
    assert_int_equal(r->seat[1].clock.bank_ms, bank);
    hall_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slow_disk_costs_nobody_time),
        cmocka_unit_test(nonsense_gets_one_clear_error),
        cmocka_unit_test(a_game_without_clocks_says_so),
        cmocka_unit_test(the_games_say_which_rules_speak_of_clocks),
        cmocka_unit_test(without_a_clock_nobody_is_in_a_hurry),
        cmocka_unit_test(the_third_time_out_gives_up_by_the_rule),
        cmocka_unit_test(one_clock_runs_out_once),
        cmocka_unit_test(each_question_has_the_time_of_the_rules),
        cmocka_unit_test(taking_back_makes_no_time),
        cmocka_unit_test(what_is_taken_back_unseen_stops_no_clock),
        cmocka_unit_test(the_clock_of_a_turn_stands_still_while_others_are_asked),
        cmocka_unit_test(at_zero_the_turn_ends_by_default_choices),
        cmocka_unit_test(three_turns_in_a_row_lose_and_no_others),
    };
    return cmocka_run_group_tests(tests, open_boxes, close_boxes);
}
