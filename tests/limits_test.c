// How much one may have, by player, by address and in all; what happens when it runs short; and
// that one table's misfortune is its own. Every test is something that somebody did to a server.
#include "tests/unit.h"

#include "server/state.h"
#include "tests/hall.h"
#include "tests/talk.h"

#include <stdlib.h>
#include <string.h>

#define ANYONE "{\"who\":\"anyone\"}"
#define ME "{\"who\":\"me\"}"
#define BOT "{\"who\":\"bot\",\"bot\":\"random\"}"
#define CREATE(seats) "{\"do\":\"create\",\"id\":1,\"game\":\"blank\",\"seats\":[" seats "]}"

static struct server_config quick(void)
{
    struct server_config config = server_config_default();
    config.messages_per_s       = 100000;
    config.messages_burst       = 100000;
    return config;
}

static void open_hall(struct hall *h)
{
    struct server_config config = quick();
    open_blank_hall(h, &config, 11);
}

// How many of the messages to this line are of the type; all are gone.
static unsigned count_of(struct hall *h, uint32_t line, const char *type)
{
    unsigned count = 0;
    for (char *text; (text = hall_next(h, line));) {
        json_t *m = json_loads(text, 0, NULL);
        count += strcmp(json_string_value(json_object_get(m, "type")), type) == 0;
        json_decref(m);
        free(text);
    }
    return count;
}

static unsigned create_many(struct hall *h, uint32_t line, unsigned times, const char *request)
{
    drain(h, line);
    for (unsigned i = 0; i < times; i++) hall_say(h, line, "%s", request);
    if (h->stored < h->written) hall_store(h, HALL_STORED);
    return count_of(h, line, "done");
}

static size_t tables_on(const struct hall *h)
{
    size_t on = 0;
    for (size_t i = 0; i < h->server->room_count; i++)
        on += h->server->rooms[i]->phase != PHASE_OVER;
    return on;
}

// --- tables -------------------------------------------------------------------------------------

static void what_was_asked_for_in_the_same_turn_counts(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    h.at_once = false;
    assert_int_equal(create_many(&h, 0, 38, CREATE(ME "," ANYONE)), 20);
    hall_close(&h);

    // The same for sitting down at those of others.
    open_hall(&h);
    for (unsigned i = 0; i < 2; i++) {
        hello(&h, 1 + i, i ? "Bel" : "Cyd", NULL);
        assert_int_equal(create_many(&h, 1 + i, 15, CREATE(ME "," ANYONE)), 15);
    }
    hello(&h, 0, "Ash", NULL);
    h.at_once = false;
    for (unsigned i = 1; i <= 30; i++) hall_say(&h, 0, "{\"do\":\"join\",\"table\":%u}", i);
    hall_store(&h, HALL_STORED);
    assert_int_equal(count_of(&h, 0, "done"), 20);
    hall_close(&h);
}

static void a_match_has_one_rematch(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hall_say(&h, 0, "%s", CREATE(ME "," BOT));
    give_seeds(&h, 0, 1, 1);
    hall_say(&h, 0, "{\"do\":\"resign\",\"table\":1}");
    hall_wait(&h, 500);
    assert_int_equal(tables_on(&h), 0);
    h.at_once = false;
    for (unsigned i = 0; i < 38; i++) hall_say(&h, 0, "{\"do\":\"rematch\",\"table\":1}");
    hall_store(&h, HALL_STORED);
    assert_int_equal(tables_on(&h), 1);
    hall_close(&h);
}

static void tables_for_others_count_as_well(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    assert_int_equal(create_many(&h, 0, 50, CREATE(ANYONE "," ANYONE)), 20);
    hall_wait(&h, 10 * 60 * 1000);
    assert_int_equal(create_many(&h, 0, 50, CREATE(BOT "," BOT)), 0);
    hall_restart(&h, true); // the log knows who made them
    hello(&h, 0, "Bel", NULL);
    assert_int_equal(create_many(&h, 0, 5, CREATE(ANYONE "," ANYONE)), 5);
    assert_int_equal(h.server->rooms[0]->maker, 1);
    hall_close(&h);
}

static void one_address_does_not_fill_the_server(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    h.address     = 1;
    unsigned made = 0;
    for (unsigned i = 0; i < 14; i++) {
        char name[] = { 'N', (char)('a' + i), 0 };
        hello(&h, i, name, NULL);
        made += create_many(&h, i, 30, CREATE(ME "," ANYONE));
        hall_wait(&h, 3 * 60 * 1000);
    }
    assert_int_equal(made, 200);
    h.address = 2;
    hello(&h, 14, "Zoe", NULL);
    assert_int_equal(create_many(&h, 14, 1, CREATE(ME "," ANYONE)), 1);
    hall_close(&h);
}

// Made and left, again and again: every table is in the log for ever.
static void tables_are_not_made_without_end(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    unsigned made = 0;
    for (unsigned i = 0; i < 600; i++) {
        made += create_many(&h, 0, 1, CREATE(ME "," BOT));
        hall_say(&h, 0, "{\"do\":\"resign\",\"table\":%llu}",
                 (unsigned long long)h.server->last_room);
        give_seeds(&h, 0, 1, (json_int_t)h.server->last_room);
        hall_say(&h, 0, "{\"do\":\"resign\",\"table\":%llu}",
                 (unsigned long long)h.server->last_room);
        hall_wait(&h, 100);
    }
    if (made > 20 + 6 || made < 20) fail_msg("%u tables in a minute", made);
    hall_close(&h);
}

// --- what nobody wants --------------------------------------------------------------------------

static void bots_that_nobody_watches_stop(void **state)
{
    (void)state;
    struct hall          h;
    struct server_config config = quick();
    config.bot_ms               = 30000; // or they would be done before
    open_blank_hall(&h, &config, 3);
    hello(&h, 0, "Ash", NULL);
    assert_int_equal(create_many(&h, 0, 3, CREATE(BOT "," BOT)), 3);
    hall_say(&h, 0, "{\"do\":\"leave\",\"table\":1}");
    hall_wait(&h, 60 * 1000);
    assert_int_equal(tables_on(&h), 3);
    hall_wait(&h, 70 * 1000);
    assert_int_equal(tables_on(&h), 2);
    hall_cut(&h, 0);
    hall_wait(&h, 130 * 1000);
    assert_int_equal(tables_on(&h), 0);
    hall_close(&h);
}

static void empty_tables_make_room_when_there_is_little(void **state)
{
    (void)state;
    struct hall          h;
    struct server_config config = quick();
    config.tables_max           = 20;
    open_blank_hall(&h, &config, 4);
    hello(&h, 0, "Ash", NULL);
    assert_int_equal(create_many(&h, 0, 10, CREATE(ME "," ANYONE)), 10);
    hall_cut(&h, 0);
    hall_wait(&h, 5 * 60 * 1000);
    assert_int_equal(tables_on(&h), 10); // there is room enough: somebody may come back
    hello(&h, 1, "Bel", NULL);
    assert_int_equal(create_many(&h, 1, 8, CREATE(ANYONE "," ANYONE)), 8);
    hall_wait(&h, 1000);
    assert_int_equal(tables_on(&h), 8); // those of somebody who is there
    hall_close(&h);
}

// --- bots ---------------------------------------------------------------------------------------

// One with many tables of bots, one with a single one: who waits for the other?
static void bots_of_others_are_not_starved(void **state)
{
    (void)state;
    struct hall          h;
    struct server_config config = quick();
    config.bot_ms               = 0;
    config.tables_burst         = 100;
    config.tables_per_player    = 100;
    config.tables_per_address   = 100;
    open_blank_hall(&h, &config, 6);
    h.thinking_ms = 1000;
    h.address     = 1;
    hello(&h, 0, "Ash", NULL);
    assert_int_equal(create_many(&h, 0, 40, CREATE(BOT "," BOT)), 40);
    hall_wait(&h, 3000);
    h.address = 2;
    hello(&h, 1, "Bel", NULL);
    assert_int_equal(create_many(&h, 1, 1, CREATE(BOT "," BOT)), 1);
    hall_wait(&h, 30 * 1000);
    const struct room *r = room_find(h.server, 41);
    assert_non_null(r);
    assert_non_null(r->match);
    if (r->match->move_count < 20) fail_msg("%zu choices in 30 s", r->match->move_count);
    hall_close(&h);
}

// --- one table ----------------------------------------------------------------------------------

// What is stored and cannot be carried out ends its table, and nothing else; those who run the
// server hear of it; a restart finds the same.
static void an_entry_that_does_not_fit_ends_its_table_alone(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    json_t    *m     = last_of(&h, 0, "view");
    hello(&h, 2, "Cyd", NULL);
    assert_int_equal(create_many(&h, 2, 1, CREATE(ME "," ANYONE)), 1);
    drain(&h, 1);
    h.at_once = false;
    hall_say(&h, 0, "{\"do\":\"choose\",\"id\":5,\"table\":%lld,\"owed\":%lld,\"choice\":0}",
             (long long)table, (long long)number(own_question(m, 0), "owed"));
    json_decref(m);
    room_find(h.server, (uint64_t)table)->seat[0].owed += 7; // the mistake
    char *body = (char *)(uintptr_t)h.log[h.written - 1].body.at, *owed = strstr(body, "\"owed\":");
    assert_non_null(owed);
    memcpy(owed, "\"owe_\":", 7); // as it will be read again
    hall_store(&h, HALL_STORED);
    h.at_once = true;
    expect_error(&h, 0, "broken");
    assert_non_null(strstr(h.said, "not-carried-out"));
    hall_wait(&h, 500);
    const struct room *r = room_find(h.server, (uint64_t)table);
    assert_true(r->phase == PHASE_OVER &&
                strstr(r->result, "abandoned: the server made a mistake"));
    assert_true(r->archived);
    assert_int_equal(tables_on(&h), 1);
    assert_int_equal(create_many(&h, 2, 1, CREATE(ME "," ANYONE)), 1);
    hall_restart(&h, true);
    assert_int_equal(tables_on(&h), 2);
    assert_int_equal(server_count(h.server).committed, server_count(h.server).revealed);
    hall_close(&h);
}

// One bad byte anywhere in the log: the server starts, names what is damaged, and people play on.
static void one_bad_byte_sets_aside_what_it_is_about(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 5, "Dan", token);
    hall_say(&h, 5, "{\"do\":\"password\",\"password\":\"a long enough password\"}");
    hall_wait(&h, 200);
    hall_say(&h, 5, "%s", CREATE(ME "," BOT)); // table 1 is over, table 2 is on, table 3 waits
    give_seeds(&h, 5, 1, 1);
    hall_say(&h, 5, "{\"do\":\"resign\",\"table\":1}");
    hall_wait(&h, 500);
    json_int_t table = two_people(&h);
    assert_int_equal(table, 2);
    assert_int_equal(create_many(&h, 5, 1, CREATE(ME "," ANYONE)), 1);
    uint8_t chain[HASH_SIZE];
    memcpy(chain, h.server->chain, HASH_SIZE);
    hall_restart(&h, true);
    size_t entries = h.stored, named = 0;
    for (size_t i = 0; i < entries; i++) {
        h.log[i].is_damaged = true;
        uint64_t about = h.log[i].about, kind = h.log[i].kind;
        h.said[0] = 0;
        h.sayings = 0;
        hall_restart(&h, true);
        if (!strstr(h.said, "is damaged")) fail_msg("entry %zu: nothing is said", i + 1);
        named += h.sayings == 1;
        hall_wait(&h, 500);
        hello(&h, 6, "Eve", NULL);
        assert_int_equal(create_many(&h, 6, 1, CREATE(ME "," ANYONE)), 1);
        const struct room *other = room_find(h.server, about == 2 ? 3 : 2);
        if (entry_is_of_table((unsigned)kind)) assert_true(other && !*other->broken);
        if (kind == ENTRY_COMMIT && about == 1)
            assert_memory_equal(chain, h.server->chain, HASH_SIZE);
        assert_int_equal(server_count(h.server).set_aside, 1);
        h.log[i].is_damaged = false;
        // As it was: what came since is forgotten.
        hall_restart(&h, true);
        while (h.stored > entries) free((void *)(uintptr_t)h.log[--h.stored].body.at);
        h.written = h.stored;
        hall_restart(&h, true);
    }
    assert_true(named > entries / 2);
    hall_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_asked_for_in_the_same_turn_counts),
        cmocka_unit_test(a_match_has_one_rematch),
        cmocka_unit_test(tables_for_others_count_as_well),
        cmocka_unit_test(one_address_does_not_fill_the_server),
        cmocka_unit_test(tables_are_not_made_without_end),
        cmocka_unit_test(bots_that_nobody_watches_stop),
        cmocka_unit_test(empty_tables_make_room_when_there_is_little),
        cmocka_unit_test(bots_of_others_are_not_starved),
        cmocka_unit_test(an_entry_that_does_not_fit_ends_its_table_alone),
        cmocka_unit_test(one_bad_byte_sets_aside_what_it_is_about),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
