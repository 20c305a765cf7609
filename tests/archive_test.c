// Tables that are over: the record, what was promised, and everybody's history, for ever.
#include "tests/unit.h"

#include "games/list.h"
#include "match/replay.h"
#include "tests/talk.h"

#include <sodium.h>
#include <string.h>

static void open_hall(struct hall *h)
{
    struct server_config config = server_config_default();
    config.messages_burst = config.messages_per_s = 100000;
    open_blank_hall(h, &config, 9);
}

// Answers 0 to everything until the table is over.
static void play_out(struct hall *h, json_int_t table)
{
    for (unsigned i = 0; i < 2000; i++) {
        const struct room *r = room_find(h->server, (uint64_t)table);
        if (r->phase == PHASE_OVER) break;
        for (uint32_t line = 0; line < 2 && r->phase == PHASE_PLAYING; line++) {
            seat_id seat = room_viewer(r, line);
            if (seat < r->seats)
                hall_say(h, line, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%u,\"choice\":0}",
                         (long long)table, r->seat[seat].owed);
        }
        hall_wait(h, 50);
    }
    assert_int_equal(room_find(h->server, (uint64_t)table)->phase, PHASE_OVER);
    drain(h, 0);
    drain(h, 1);
}

enum what { RECORD, FAIR };

// What the server tells, or NULL; to be freed.
static char *told(struct hall *h, enum what what, json_int_t table, const char *key,
                  const char *token)
{
    struct arena arena;
    struct text  out;
    struct asker asker = { text_of(key), text_of(token) };
    arena_init(&arena);
    bool  fine = hall_told(h, (uint64_t)table, what == FAIR, &asker, &arena, &out);
    char *copy = fine ? strndup(out.at, out.size) : NULL;
    arena_finish(&arena);
    return copy;
}

static void records_are_told_for_ever(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    play_out(&h, table);
    char *record = told(&h, RECORD, table, "", ""), *fair = told(&h, FAIR, table, "", "");
    assert_non_null(record);
    assert_non_null(fair);
    for (unsigned pass = 0; pass < 3; pass++) {
        if (pass == 0) hall_wait(&h, 11 * 60 * 1000); // the table is forgotten
        if (pass > 0) hall_restart(&h, true);
        assert_null(room_find(h.server, (uint64_t)table));
        char *again = told(&h, RECORD, table, "", ""), *promised = told(&h, FAIR, table, "", "");
        assert_string_equal(again, record);
        assert_string_equal(promised, fair);
        free(again);
        free(promised);
    }
    struct error   err    = { 0 };
    struct replay *replay = replay_read(GAMES, "record", text_of(record), &err);
    assert_non_null(replay);
    assert_true(replay_verify(replay, &err));
    replay_destroy(replay);
    assert_null(told(&h, RECORD, 2, "", ""));
    assert_null(told(&h, FAIR, 2, "", ""));
    free(record);
    free(fair);
    hall_close(&h);
}

static void texts_of_cards_are_stored_once(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    play_out(&h, table);
    for (unsigned i = 0; i < 3; i++) {
        hall_say(&h, 0, "{\"do\":\"rematch\",\"table\":%lld}", (long long)table);
        hall_say(&h, 1, "{\"do\":\"agree\",\"table\":%lld,\"what\":\"rematch\"}",
                 (long long)table++);
        give_seeds(&h, 0, 2, table);
        play_out(&h, table);
    }
    hall_wait(&h, 1000);
    unsigned count[ENTRY_ARCHIVE + 1] = { 0 };
    for (size_t i = 0; i < h.stored; i++) count[h.log[i].kind]++;
    assert_int_equal(count[ENTRY_CARDS], 1);
    assert_int_equal(count[ENTRY_RECORD], 4);
    assert_int_equal(count[ENTRY_ARCHIVE], 4);
    hall_close(&h);
}

static void a_private_record_is_for_those_who_were_there(void **state)
{
    (void)state;
    struct hall h;
    char        ash[TOKEN_MAX], bel[TOKEN_MAX], eve[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ash", ash);
    hello(&h, 1, "Bel", bel);
    hello(&h, 2, "Eve", eve);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"open\":false,\"seats\":[{\"who\":\"me\"},"
             "{\"who\":\"anyone\"}]}");
    json_t *m = last_of(&h, 0, "table");
    char    key[KEY_TEXT_SIZE];
    snprintf(key, sizeof key, "%s", json_string_value(json_object_get(m, "key")));
    json_decref(m);
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":1,\"key\":\"%s\"}", key);
    give_seeds(&h, 0, 2, 1);
    play_out(&h, 1);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (enum what what = RECORD; what <= FAIR; what++) {
            const char *fits[][2]  = { { key, "" }, { "", ash }, { "", bel }, { key, eve } };
            const char * not [][2] = { { "", "" }, { "", eve }, { eve, "" }, { "00", "p1-" } };
            for (unsigned i = 0; i < 4; i++) {
                char *out = told(&h, what, 1, fits[i][0], fits[i][1]);
                assert_non_null(out);
                free(out);
                assert_null(told(&h, what, 1, not [i][0], not [i][1]));
            }
        }
        hall_wait(&h, 11 * 60 * 1000);
        assert_null(room_find(h.server, 1));
    }
    hall_close(&h);
}

static void expect_page(struct hall *h, json_int_t before, size_t count, json_int_t newest,
                        json_int_t *next)
{
    drain(h, 0);
    if (before)
        hall_say(h, 0, "{\"do\":\"history\",\"count\":2,\"before\":%lld}", (long long)before);
    else
        hall_say(h, 0, "{\"do\":\"history\",\"count\":2}");
    json_t *m = expect(h, 0, "history"), *list = json_object_get(m, "matches");
    assert_int_equal(json_array_size(list), count);
    for (size_t i = 0; i < count; i++) {
        json_t *match = json_array_get(list, i);
        assert_int_equal(number(match, "table"), newest - (json_int_t)i);
        assert_string_equal(json_string_value(json_object_get(match, "game")), "blank");
        assert_int_equal(number(match, "you"), 0);
        assert_true(json_is_true(json_object_get(match, "record")));
        json_t *seats = json_object_get(match, "seats");
        assert_string_equal(json_string_value(json_object_get(json_array_get(seats, 1), "name")),
                            "Bel");
        const char *mine   = json_string_value(json_object_get(match, "outcome"));
        const char *theirs = json_string_value(
            json_object_get(json_array_get(seats, 1), "outcome"));
        if (strcmp(mine, "won") == 0) assert_string_equal(theirs, "lost");
        if (strcmp(mine, "draw") == 0) assert_string_equal(theirs, "draw");
    }
    *next = json_is_null(json_object_get(m, "next")) ? 0 : number(m, "next");
    json_decref(m);
}

static void everybody_has_a_history_in_pages(void **state)
{
    (void)state;
    struct hall h;
    json_int_t  next;
    open_hall(&h);
    json_int_t table = two_people(&h);
    play_out(&h, table);
    expect_page(&h, 0, 1, 1, &next);
    assert_int_equal(next, 0);
    for (; table < 5; table++) {
        hall_say(&h, 0, "{\"do\":\"rematch\",\"table\":%lld}", (long long)table);
        hall_say(&h, 1, "{\"do\":\"agree\",\"table\":%lld,\"what\":\"rematch\"}", (long long)table);
        give_seeds(&h, 0, 2, table + 1);
        play_out(&h, table + 1);
    }
    expect_page(&h, 0, 2, 5, &next);
    expect_page(&h, next, 2, 3, &next);
    expect_page(&h, next, 1, 1, &next);
    assert_int_equal(next, 0);
    // A third person has none; nonsense is refused.
    hello(&h, 2, "Cyd", NULL);
    hall_say(&h, 2, "{\"do\":\"history\"}");
    json_t *m = expect(&h, 2, "history");
    assert_int_equal(json_array_size(json_object_get(m, "matches")), 0);
    json_decref(m);
    hall_say(&h, 2, "{\"do\":\"history\",\"count\":51}");
    expect_error(&h, 2, "bad-member");
    hall_say(&h, 2, "{\"do\":\"history\",\"before\":\"x\"}");
    expect_error(&h, 2, "bad-member");
    hall_close(&h);
}

// The server is killed after every entry that the end of a match makes: nothing is lost.
static void the_archive_survives_every_cut(void **state)
{
    (void)state;
    for (unsigned kept = 0; kept < 4; kept++)
        for (unsigned failing = 0; failing < 2; failing++) {
            struct hall h;
            open_hall(&h);
            json_int_t table = two_people(&h);
            h.at_once        = false;
            hall_say(&h, 0, "{\"do\":\"resign\",\"table\":%lld}", (long long)table);
            hall_store(&h, HALL_STORED); // the resignation; then the result, then the archive
            for (unsigned i = 0; i < kept; i++) {
                hall_wait(&h, 50);
                hall_store(&h, failing && i + 1 == kept ? HALL_UNKNOWN : HALL_STORED);
            }
            hall_restart(&h, false);
            h.at_once = true;
            hall_wait(&h, 3000);
            unsigned count = 0;
            for (size_t i = 0; i < h.stored; i++) count += h.log[i].kind == ENTRY_ARCHIVE;
            assert_int_equal(count, 1);
            char *record = told(&h, RECORD, table, "", "");
            assert_non_null(record);
            free(record);
            hall_restart(&h, true);
            record = told(&h, RECORD, table, "", "");
            assert_non_null(record);
            free(record);
            hall_close(&h);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_told_for_ever),
        cmocka_unit_test(texts_of_cards_are_stored_once),
        cmocka_unit_test(a_private_record_is_for_those_who_were_there),
        cmocka_unit_test(everybody_has_a_history_in_pages),
        cmocka_unit_test(the_archive_survives_every_cut),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
