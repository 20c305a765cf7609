// Whatever one seat sends legally concerns only those it concerns: nobody's question is taken away,
// no table fills up, nobody is talked down. Every test is something that somebody did.
#include "tests/unit.h"

#include "engine/table.h"
#include "games/list.h"
#include "server/state.h"
#include "tests/hall.h"
#include "tests/talk.h"

#include <string.h>

// A hall of one game; people on lines from 0.
struct company {
    struct hall       h;
    const struct box *boxes[2];
    unsigned          seats;
    json_int_t        table;
    struct rng        rng;
};

static struct server_config quick(void)
{
    struct server_config config = server_config_default();
    config.messages_per_s       = 100000;
    config.messages_burst       = 100000;
    return config;
}

static void company_open(struct company *c, const struct game *game, const struct game_mode *mode,
                         unsigned seats, uint8_t seed)
{
    struct error         err    = { 0 };
    struct server_config config = quick();
    char                 list[512];
    struct writer        w = writer_on(list, sizeof list);
    memset(c, 0, sizeof *c);
    c->boxes[0] = box_open(game, &err);
    c->seats    = seats;
    c->rng      = rng_from(seed);
    assert_non_null(c->boxes[0]);
    hall_open(&c->h, c->boxes, &config, seed);
    c->h.at_once = true;
    for (unsigned i = 0; i < seats; i++) {
        char name[] = { (char)('A' + i), 's', 'h', 0 };
        hello(&c->h, i, name, NULL);
        write_format(&w, "%s{\"who\":\"%s\"}", i ? "," : "", i ? "anyone" : "me");
    }
    hall_say(&c->h, 0, "{\"do\":\"create\",\"game\":\"%s\",\"mode\":\"%s\",\"seats\":[%s]}",
             game->name, mode->name, list);
    pass_over(&c->h, 0, "done");
    json_t *m = expect(&c->h, 0, "table");
    c->table  = number(m, "table");
    json_decref(m);
    for (unsigned i = 1; i < seats; i++)
        hall_say(&c->h, i, "{\"do\":\"join\",\"table\":%lld}", (long long)c->table);
    give_seeds(&c->h, 0, seats, c->table);
    hall_wait(&c->h, 100);
}

static void company_close(struct company *c)
{
    hall_close(&c->h);
    box_close((struct box *)(uintptr_t)c->boxes[0]);
}

static struct room *room_now(struct company *c)
{
    return room_find(c->h.server, (uint64_t)c->table);
}

static bool is_on(struct company *c)
{
    const struct room *r = room_now(c);
    return r && r->phase == PHASE_PLAYING && !r->match->table.state->over;
}

static void drain_all(struct company *c)
{
    for (unsigned i = 0; i < c->seats; i++) drain(&c->h, i);
}

// What a request is answered with: "done", or the code of the error.
static const char *answer_to(struct company *c, unsigned line, const char *request)
{
    static char said[64];
    drain_all(c);
    hall_say(&c->h, line, "{\"do\":%s,\"id\":7,\"table\":%lld}", request, (long long)c->table);
    said[0] = 0;
    for (char *text; !*said && (text = hall_next(&c->h, line));) {
        json_t     *m    = json_loads(text, 0, NULL);
        const char *type = json_string_value(json_object_get(m, "type"));
        const char *code = json_string_value(json_object_get(m, "code"));
        if (json_object_get(m, "id")) snprintf(said, sizeof said, "%s", code ? code : type);
        json_decref(m);
        free(text);
    }
    return said;
}

static const char *choose(struct company *c, unsigned seat, uint32_t owed, size_t index)
{
    char request[96];
    snprintf(request, sizeof request, "\"choose\",\"owed\":%u,\"choice\":%zu", owed, index);
    return answer_to(c, seat, request);
}

static size_t choices_of(struct company *c, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    return table_choices(&room_now(c)->match->table, seat, list, CHOICES_MAX);
}

static seat_id asked_seat(struct company *c, unsigned which) // NO_SEAT: not so many
{
    seat_set asked = table_asked(&room_now(c)->match->table);
    for (seat_id i = 0; i < c->seats; i++)
        if (asked >> i & 1 && which-- == 0) return i;
    return NO_SEAT;
}

static void choose_at_random(struct company *c, seat_id seat)
{
    size_t count = choices_of(c, seat);
    assert_string_equal(
        choose(c, seat, room_now(c)->seat[seat].owed, rng_below(&c->rng, (uint32_t)count)), "done");
}

// --- questions of others ------------------------------------------------------------------------

struct tally {
    unsigned tried, taken, undone;
};

// The first of those who are asked together chooses and takes back, again and again; then another
// answers the question that it was told before all this.
static void take_back_and_forth(struct company *c, struct tally *t)
{
    seat_id first = asked_seat(c, 0), other = asked_seat(c, 1);
    if (other == NO_SEAT || choices_of(c, first) < 2) return;
    const struct room *r    = room_now(c);
    uint32_t           owed = r->seat[other].owed;
    uint64_t           by   = owed_by(r, other);
    unsigned           done = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (strcmp(choose(c, first, r->seat[first].owed, 0), "done") != 0) break;
        if (strcmp(answer_to(c, first, "\"undo\""), "done") != 0) break;
        done++;
    }
    if (!is_on(c) || !(table_asked(&r->match->table) >> other & 1) || !done) return;
    t->undone += done;
    t->tried++;
    assert_true(owed_by(r, other) == by); // nor is its time another
    t->taken += strcmp(choose(c, other, owed, 0), "done") == 0;
}

static void an_undo_leaves_the_questions_of_others_alone(void **state)
{
    (void)state;
    struct tally all = { 0 };
    for (const struct game *const *game = GAMES; *game; game++)
        for (const struct game_mode *mode = (*game)->modes; mode->name; mode++)
            for (unsigned seats = mode->seats_min; seats <= mode->seats_max; seats++) {
                struct tally   t = { 0 };
                struct company c;
                if (seats < 2) continue;
                company_open(&c, *game, mode, seats, (uint8_t)seats);
                for (unsigned i = 0; i < 60 && is_on(&c); i++) {
                    c.h.now += 5000; // others undo once in a while
                    take_back_and_forth(&c, &t);
                    if (is_on(&c)) choose_at_random(&c, asked_seat(&c, 0));
                }
                if (t.taken < t.tried)
                    fail_msg("%s %s, %u seats: %u of %u answers of others were taken",
                             (*game)->name, mode->name, seats, t.taken, t.tried);
                all.tried += t.tried;
                all.undone += t.undone;
                company_close(&c);
            }
    assert_true(all.tried > 50 && all.undone > 100);
}

// Whoever has given up cannot give up again, nor be given up.
static void giving_up_twice_changes_nothing(void **state)
{
    (void)state;
    unsigned tables = 0;
    for (const struct game *const *game = GAMES; *game; game++)
        for (const struct game_mode *mode = (*game)->modes; mode->name; mode++)
            for (unsigned seats = 3; seats <= mode->seats_max; seats++) {
                struct company c;
                if (seats < mode->seats_min) continue;
                company_open(&c, *game, mode, seats, (uint8_t)(seats + 8));
                seat_id gone = (seat_id)(seats - 1);
                assert_string_equal(answer_to(&c, gone, "\"resign\""), "done");
                for (unsigned i = 0; i < 40 && is_on(&c); i++) {
                    seat_id  seat    = asked_seat(&c, 0);
                    uint32_t owed    = room_now(&c)->seat[seat].owed;
                    size_t   entries = c.h.written;
                    assert_string_equal(answer_to(&c, gone, "\"resign\""), "not-now");
                    assert_int_equal(c.h.written, entries);
                    assert_string_equal(choose(&c, seat, owed, 0), "done");
                    tables += i == 0;
                }
                company_close(&c);
            }
    assert_true(tables >= 2);
}

// Giving up, of others, does not make an open question another one.
static void giving_up_leaves_the_questions_of_others_alone(void **state)
{
    (void)state;
    unsigned tried = 0, taken = 0;
    for (const struct game *const *game = GAMES; *game; game++)
        for (const struct game_mode *mode = (*game)->modes; mode->name; mode++)
            for (unsigned seats = 3; seats <= mode->seats_max; seats++) {
                struct company c;
                if (seats < mode->seats_min) continue;
                company_open(&c, *game, mode, seats, (uint8_t)(seats + 8));
                const struct room *r   = room_now(&c);
                seat_id            one = asked_seat(&c, 0), gone = (seat_id)(seats - 1);
                uint32_t           owed  = r->seat[one].owed;
                size_t             count = choices_of(&c, one);
                if (one != gone && strcmp(answer_to(&c, gone, "\"resign\""), "done") == 0 &&
                    is_on(&c) && choices_of(&c, one) == count) {
                    tried++;
                    taken += strcmp(choose(&c, one, owed, 0), "done") == 0;
                }
                company_close(&c);
            }
    assert_true(tried >= 2);
    assert_int_equal(taken, tried);
}

// --- being bothered -----------------------------------------------------------------------------

static unsigned heard(struct company *c, unsigned line)
{
    unsigned count = 0;
    for (char *text; (text = hall_next(&c->h, line)); count++) free(text);
    return count;
}

static void open_duel(struct company *c)
{
    company_open(c, game_find(TEXT("blank")), game_find(TEXT("blank"))->modes, 2, 5);
    drain_all(c);
}

// In one minute, of 1200 requests of each kind: how many messages does the other get?
static void what_others_hear_of_has_a_measure(void **state)
{
    (void)state;
    static const char *const LOOPS[][2] = {
        { "\"draw\"", "\"decline\",\"what\":\"draw\"" },    { "\"draw\"", "\"draw\"" },
        { "\"undo\"", "\"decline\",\"what\":\"undo\"" },    { "\"leave\"", "\"resume\"" },
        { "\"say\",\"phrase\":1", "\"say\",\"phrase\":2" },
    };
    for (size_t i = 0; i < COUNT(LOOPS); i++) {
        struct company c;
        open_duel(&c);
        for (unsigned k = 0; k < 2; k++) choose_at_random(&c, asked_seat(&c, 0)); // to take back
        drain_all(&c);
        unsigned before = 0;
        for (unsigned k = 0; k < 1200; k++) {
            hall_say(&c.h, 0, "{\"do\":%s,\"table\":%lld}", LOOPS[i][k % 2], (long long)c.table);
            c.h.now += 50;
            drain(&c.h, 0);
            before += heard(&c, 1);
        }
        if (before > 170) fail_msg("%s: %u messages in a minute", LOOPS[i][0], before);
        company_close(&c);
    }
}

// What one agrees to is what was offered, not what somebody put in its place.
static void an_offer_is_not_replaced_under_the_hand(void **state)
{
    (void)state;
    const struct game *blank = game_find(TEXT("blank"));
    struct company     c;
    for (const struct game_mode *mode = blank->modes; mode->name; mode++) {
        if (mode->seats_max < 3) continue;
        company_open(&c, blank, mode, 3, 3);
        for (unsigned k = 0; k < 30 && is_on(&c); k++) choose_at_random(&c, asked_seat(&c, 0));
        assert_true(is_on(&c));
        assert_string_equal(answer_to(&c, 0, "\"undo\""), "done");
        const struct room *r = room_now(&c);
        if (r->agreed[OFFER_UNDO]) {
            assert_string_equal(answer_to(&c, 1, "\"undo\""), "not-now");
            assert_int_equal(r->undo_by, 0);
            assert_int_equal(r->agreed[OFFER_UNDO], 1);
        }
        company_close(&c);
        return;
    }
    fail_msg("no mode of three seats");
}

// A queue of requests that wait for the disk: one who floods it does not shut out the others.
static void nobody_fills_the_queue_of_a_table(void **state)
{
    (void)state;
    struct company c;
    open_duel(&c);
    for (unsigned i = 4; i < 8; i++) {
        char name[] = { 'X', (char)('a' + i), 0 };
        hello(&c.h, i, name, NULL);
    }
    seat_id  first = asked_seat(&c, 0);
    uint32_t owed  = room_now(&c)->seat[first].owed;
    c.h.at_once    = false;
    hall_say(&c.h, first, "{\"do\":\"choose\",\"table\":1,\"owed\":%u,\"choice\":0}", owed);
    for (unsigned k = 0; k < 100; k++) {
        hall_say(&c.h, first, "{\"do\":\"undo\",\"table\":1}");
        for (unsigned i = 4; i < 8; i++) hall_say(&c.h, i, "{\"do\":\"join\",\"table\":1}");
    }
    drain_all(&c);
    unsigned other = first ? 0 : 1;
    for (unsigned k = 0; k < 4; k++)
        hall_say(&c.h, other, "{\"do\":\"draw\",\"id\":5,\"table\":1}");
    assert_null(hall_next(&c.h, other)); // they wait, and are not refused
    c.h.at_once = true;
    hall_store(&c.h, HALL_STORED);
    assert_true(heard(&c, other) >= 4);
    company_close(&c);
}

// Ten choices a second, an undo now and then: nobody who means well meets a limit.
static void quick_players_meet_no_limit(void **state)
{
    (void)state;
    const struct game *blank = game_find(TEXT("blank"));
    struct company     c;
    company_open(&c, blank, blank->modes, 2, 9);
    for (unsigned i = 0; is_on(&c); i++) {
        seat_id seat = asked_seat(&c, 0);
        choose_at_random(&c, seat);
        if (i % 3 == 0 && is_on(&c))
            assert_string_not_equal(answer_to(&c, seat, "\"undo\""), "too-fast");
        c.h.now += 100;
        if (i % 7 == 0) c.h.now += 2000;
        if (is_on(&c) && room_now(&c)->agreed[OFFER_UNDO])
            answer_to(&c, !room_now(&c)->undo_by, "\"agree\",\"what\":\"undo\"");
        assert_true(i < 2000);
    }
    company_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_undo_leaves_the_questions_of_others_alone),
        cmocka_unit_test(giving_up_twice_changes_nothing),
        cmocka_unit_test(giving_up_leaves_the_questions_of_others_alone),
        cmocka_unit_test(what_others_hear_of_has_a_measure),
        cmocka_unit_test(an_offer_is_not_replaced_under_the_hand),
        cmocka_unit_test(nobody_fills_the_queue_of_a_table),
        cmocka_unit_test(quick_players_meet_no_limit),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
