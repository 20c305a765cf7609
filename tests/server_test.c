// The server's core, one request at a time.
#include "tests/unit.h"

#include "games/list.h"
#include "match/replay.h"
#include "server/handshake.h"
#include "server/state.h"
#include "tests/hall.h"
#include "tests/talk.h"

#include <jansson.h>
#include <sodium.h>
#include <string.h>

static void open_hall(struct hall *h)
{
    struct server_config config = server_config_default();
    open_blank_hall(h, &config, 7);
}

// --- tests --------------------------------------------------------------------------------------

static void bad_messages_get_one_error_and_change_nothing(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hall_connect(&h, 0);
    static const struct {
        const char *said, *code;
    } BAD[] = {
        { "", "bad-json" },
        { "hello", "bad-json" },
        { "[]", "bad-json" },
        { "{\"do\":1}", "unknown" },
        { "{\"do\":\"fly\"}", "unknown" },
        { "{\"do\":\"ping\",\"do\":\"ping\"}", "bad-json" },
        { "{\"do\":\"ping\",\"x\":1}", "bad-member" },
        { "{\"do\":\"hello\"}", "version" },
        { "{\"do\":\"hello\",\"version\":2,\"name\":\"Ash\"}", "version" },
        { "{\"do\":\"hello\",\"version\":1}", "bad-name" },
        { "{\"do\":\"hello\",\"version\":1,\"name\":\" Ash\"}", "bad-name" },
        { "{\"do\":\"hello\",\"version\":1,\"name\":\"a\\u0007\"}", "bad-name" },
        { "{\"do\":\"hello\",\"version\":1,\"name\":\"\\ud800\"}", "bad-json" },
        { "{\"do\":\"hello\",\"version\":1,\"token\":\"p1-0\"}", "bad-token" },
        { "{\"do\":\"tables\"}", "hello-first" },
        { "{\"do\":\"choose\",\"table\":1,\"owed\":1,\"choice\":0}", "hello-first" },
        { "{\"do\":[[[[[[[[[1]]]]]]]]]}", "bad-json" },
        { "{\"do\":\"ping\"} x", "bad-json" },
        { "{\"do\":\"game\",\"game\":\"chess\"}", "no-game" },
        { "{\"do\":\"card\",\"game\":\"blank\",\"card\":99999}", "no-card" },
        { "{\"do\":\"rule\",\"game\":\"blank\",\"rule\":\"XYZ-1\"}", "no-rule" },
    };
    for (size_t i = 0; i < COUNT(BAD); i++) {
        hall_say(&h, 0, "%s", BAD[i].said);
        expect_error(&h, 0, BAD[i].code);
        assert_null(hall_next(&h, 0));
        hall_wait(&h, 100);
    }
    assert_int_equal(h.written, 0);
    hall_close(&h);
}

static void too_large_and_too_many_messages_close_the_line(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hall_connect(&h, 0);
    char large[4200];
    memset(large, ' ', sizeof large);
    hall_send(&h, 0, (struct text){ large, sizeof large });
    assert_int_equal(h.line[0].closed_with, 1009);

    hall_connect(&h, 0);
    for (unsigned i = 0; i < 40; i++) {
        hall_say(&h, 0, "{\"do\":\"ping\"}");
        pass_over(&h, 0, "pong");
    }
    hall_say(&h, 0, "{\"do\":\"ping\"}");
    expect_error(&h, 0, "too-fast");
    assert_true(h.line[0].open);
    hall_say(&h, 0, "{\"do\":\"ping\"}");
    assert_int_equal(h.line[0].closed_with, 1008);
    hall_close(&h);
}

static void a_token_opens_the_door_again_and_is_not_in_the_log(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX], changed[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 0, "Ash", token);
    for (size_t i = 0; i < h.stored; i++) {
        assert_null(strstr(h.log[i].body.at, token));
        assert_null(strstr(h.log[i].body.at, token + 20)); // nor its secret part
    }
    hall_restart(&h, false);
    hall_connect(&h, 3);
    for (size_t i = 0; i < strlen(token); i += 7) {
        snprintf(changed, sizeof changed, "%s", token);
        changed[i] = changed[i] == '3' ? '4' : '3';
        hall_say(&h, 3, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", changed);
        expect_error(&h, 3, "bad-token");
        hall_wait(&h, 100);
    }
    hall_say(&h, 3, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
    json_t *m = expect(&h, 3, "welcome");
    assert_string_equal(json_string_value(json_object_get(m, "name")), "Ash");
    assert_null(json_object_get(m, "token"));
    json_decref(m);
    hall_close(&h);
}

static void a_choice_counts_only_when_it_is_stored(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    json_t    *m     = last_of(&h, 0, "view");
    drain(&h, 1);
    json_int_t owed = number(own_question(m, 0), "owed");
    json_decref(m);
    h.at_once = false;
    hall_say(&h, 0, "{\"do\":\"choose\",\"id\":5,\"table\":%lld,\"owed\":%lld,\"choice\":0}",
             (long long)table, (long long)owed);
    assert_null(hall_next(&h, 0));
    assert_null(hall_next(&h, 1));

    hall_store(&h, HALL_REFUSED);
    expect_error(&h, 0, "not-stored");
    assert_null(hall_next(&h, 1));
    hall_wait(&h, 50); // the store is asked again; the clocks start anew
    hall_store(&h, HALL_STORED);
    pass_over(&h, 0, "news");

    // The same again, and this time it is on the disk although the store failed.
    drain(&h, 1);
    hall_say(&h, 0, "{\"do\":\"choose\",\"id\":6,\"table\":%lld,\"owed\":%lld,\"choice\":0}",
             (long long)table, (long long)owed);
    hall_store(&h, HALL_UNKNOWN);
    m = expect(&h, 0, "done");
    assert_int_equal(number(m, "id"), 6);
    json_decref(m);
    pass_over(&h, 0, "news");

    // Said twice it counts once; something else comes too late.
    size_t entries = h.written;
    hall_say(&h, 0, "{\"do\":\"choose\",\"id\":7,\"table\":%lld,\"owed\":%lld,\"choice\":0}",
             (long long)table, (long long)owed);
    pass_over(&h, 0, "done");
    hall_say(&h, 0, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%lld,\"choice\":1}",
             (long long)table, (long long)owed);
    m = expect(&h, 0, "error");
    json_decref(m);
    assert_int_equal(h.written, entries);

    // Who has nothing yet is told how it stands, and not how it came about.
    hall_say(&h, 0, "{\"do\":\"resume\",\"table\":%lld,\"n\":0}", (long long)table);
    m            = last_of(&h, 0, "news");
    json_int_t n = number(m, "n");
    json_decref(m);
    hall_say(&h, 0, "{\"do\":\"resume\",\"table\":%lld}", (long long)table);
    pass_over(&h, 0, "table");
    m = expect(&h, 0, "view");
    assert_int_equal(number(m, "n"), n);
    json_decref(m);
    pass_over(&h, 0, "done");
    assert_null(hall_next(&h, 0));
    hall_close(&h);
}

static void out_of_turn_and_foreign_requests_change_nothing(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    hello(&h, 2, "Cyd", NULL);
    json_t    *m       = last_of(&h, 0, "view");
    json_int_t owed    = number(own_question(m, 0), "owed");
    size_t     entries = h.written;
    json_decref(m);
    static const char *const FOREIGN[] = { "choose", "resign", "undo",  "draw", "rematch",
                                           "resume", "claim",  "agree", "say",  "view" };
    for (size_t i = 0; i < COUNT(FOREIGN); i++) {
        hall_say(&h, 2, "{\"do\":\"%s\",\"table\":%lld}", FOREIGN[i], (long long)table);
        pass_over(&h, 2, "error");
    }
    hall_say(&h, 0, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%lld,\"choice\":0}",
             (long long)table, (long long)owed + 1);
    expect_error(&h, 0, "late");
    hall_say(&h, 0, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%lld,\"choice\":1000}",
             (long long)table, (long long)owed);
    expect_error(&h, 0, "no-choice");
    hall_say(&h, 0, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%lld,\"words\":\"cheat\"}",
             (long long)table, (long long)owed);
    expect_error(&h, 0, "no-choice");
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":%lld,\"seat\":1,\"what\":\"win\"}",
             (long long)table);
    expect_error(&h, 0, "not-now");
    hall_say(&h, 0, "{\"do\":\"commit\",\"table\":%lld,\"hash\":\"00\"}", (long long)table);
    expect_error(&h, 0, "not-now");
    assert_int_equal(h.written, entries);
    hall_close(&h);
}

static void a_private_table_is_not_there_without_its_key(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hello(&h, 1, "Bel", NULL);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"open\":false,"
             "\"seats\":[{\"who\":\"me\"},{\"who\":\"anyone\"}]}");
    json_t *m = last_of(&h, 0, "table");
    char    key[64];
    snprintf(key, sizeof key, "%s", json_string_value(json_object_get(m, "key")));
    json_int_t table = number(m, "table");
    json_decref(m);
    hall_say(&h, 1, "{\"do\":\"tables\"}");
    m = expect(&h, 1, "tables");
    assert_int_equal(json_array_size(json_object_get(m, "tables")), 0);
    json_decref(m);
    hall_say(&h, 0, "{\"do\":\"tables\"}");
    m             = expect(&h, 0, "tables");
    json_t *first = json_array_get(json_object_get(m, "tables"), 0);
    assert_int_equal(number(first, "you"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "key")), key);
    json_decref(m);
    static const char *const WAYS[] = { "join", "watch" };
    for (size_t i = 0; i < COUNT(WAYS); i++) {
        hall_say(&h, 1, "{\"do\":\"%s\",\"table\":%lld}", WAYS[i], (long long)table);
        expect_error(&h, 1, "no-table");
        hall_say(&h, 1, "{\"do\":\"%s\",\"table\":%lld,\"key\":\"%032d\"}", WAYS[i],
                 (long long)table, 0);
        expect_error(&h, 1, "no-table");
    }
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":%lld,\"key\":\"%s\"}", (long long)table, key);
    pass_over(&h, 1, "done");
    hall_close(&h);
}

// Own tables come first, then those with a free seat, then those that can only be watched.
static void strangers_find_a_table_and_see_that_it_is_not_theirs(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hello(&h, 1, "Bel", NULL);
    hello(&h, 2, "Cyd", NULL);
    static const char *const SECOND[] = { "anyone", "anyone", "bot\",\"bot\":\"random" };
    for (size_t i = 0; i < COUNT(SECOND); i++)
        hall_say(&h, 0,
                 "{\"do\":\"create\",\"game\":\"blank\","
                 "\"seats\":[{\"who\":\"me\"},{\"who\":\"%s\"}]}",
                 SECOND[i]);
    hall_say(&h, 1, "{\"do\":\"tables\"}");
    json_t    *m    = last_of(&h, 1, "tables");
    json_t    *list = json_object_get(m, "tables");
    json_int_t free = number(json_array_get(list, 0), "table");
    assert_int_equal(json_array_size(list), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(list, 0), "phase")),
                        "waiting");
    for (size_t i = 0; i < 3; i++)
        assert_true(json_is_null(json_object_get(json_array_get(list, i), "you")));
    json_decref(m);
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":%lld}", (long long)free);
    hall_say(&h, 1, "{\"do\":\"tables\"}");
    m    = last_of(&h, 1, "tables");
    list = json_object_get(m, "tables");
    assert_int_equal(number(json_array_get(list, 0), "table"), free);
    assert_int_equal(number(json_array_get(list, 0), "you"), 1);
    json_decref(m);
    hall_close(&h);
}

static void time_runs_out_and_the_default_choice_is_taken(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    two_people(&h);
    json_t    *m  = last_of(&h, 0, "view");
    uint64_t   by = (uint64_t)number(own_question(m, 0), "by");
    json_int_t n  = number(m, "n");
    json_decref(m);
    assert_int_equal(by, h.now + 630000);
    hall_wait(&h, 629900);
    assert_null(hall_next(&h, 0));
    hall_wait(&h, 200);
    m = expect(&h, 0, "news");
    assert_int_equal(number(m, "n"), n + 1);
    json_decref(m);
    hall_close(&h);
}

static void losing_the_line_leaving_and_idling_look_different(void **state)
{
    (void)state;
    struct hall h;
    char        token[TOKEN_MAX];
    open_hall(&h);
    hello(&h, 1, "Bel", token);
    hello(&h, 0, "Ash", NULL);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"me\"},"
             "{\"who\":\"anyone\"}]}");
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":1}");
    give_seeds(&h, 0, 2, 1);
    drain(&h, 0);
    hall_cut(&h, 1);
    json_t *m    = expect(&h, 0, "table");
    json_t *seat = json_array_get(json_object_get(m, "presence"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "is")), "lost");
    assert_int_equal(number(seat, "claim_at"), h.now + 40000);
    json_decref(m);
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":1,\"seat\":1,\"what\":\"win\"}");
    expect_error(&h, 0, "not-now");

    hall_connect(&h, 1);
    hall_say(&h, 1, "{\"do\":\"hello\",\"version\":1,\"token\":\"%s\"}", token);
    hall_say(&h, 1, "{\"do\":\"resume\",\"table\":1,\"n\":0}");
    m    = expect(&h, 0, "table");
    seat = json_array_get(json_object_get(m, "presence"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "is")), "here");
    json_decref(m);
    hall_say(&h, 1, "{\"do\":\"leave\",\"table\":1}");
    m    = expect(&h, 0, "table");
    seat = json_array_get(json_object_get(m, "presence"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "is")), "left");
    json_decref(m);
    hall_wait(&h, 10000);
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":1,\"seat\":1,\"what\":\"bot\"}");
    pass_over(&h, 0, "done");
    m    = expect(&h, 0, "table");
    seat = json_array_get(json_object_get(m, "seats"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "who")), "bot");
    json_decref(m);

    // Whoever comes back gets the seat back.
    drain(&h, 1);
    hall_say(&h, 1, "{\"do\":\"resume\",\"table\":1,\"n\":0}");
    m    = last_of(&h, 0, "table");
    seat = json_array_get(json_object_get(m, "seats"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "who")), "person");
    json_decref(m);
    hall_cut(&h, 1);
    hall_wait(&h, 40000);
    hall_say(&h, 0, "{\"do\":\"claim\",\"table\":1,\"seat\":1,\"what\":\"win\"}");
    m = last_of(&h, 0, "table");
    assert_string_equal(json_string_value(json_object_get(m, "phase")), "over");
    assert_non_null(strstr(json_string_value(json_object_get(m, "result")), "Ash wins"));
    json_decref(m);
    hall_close(&h);
}

static void a_draw_a_rematch_and_a_phrase(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    json_int_t table = two_people(&h);
    drain(&h, 0);
    drain(&h, 1);
    hall_say(&h, 1, "{\"do\":\"say\",\"table\":%lld,\"phrase\":0}", (long long)table);
    pass_over(&h, 0, "said");
    hall_say(&h, 0, "{\"do\":\"draw\",\"table\":%lld}", (long long)table);
    hall_say(&h, 1, "{\"do\":\"decline\",\"table\":%lld,\"what\":\"draw\"}", (long long)table);
    hall_say(&h, 1, "{\"do\":\"agree\",\"table\":%lld,\"what\":\"draw\"}", (long long)table);
    hall_wait(&h, 30000); // what was declined is not offered again at once
    hall_say(&h, 0, "{\"do\":\"draw\",\"table\":%lld}", (long long)table);
    hall_say(&h, 1, "{\"do\":\"agree\",\"table\":%lld,\"what\":\"draw\"}", (long long)table);
    json_t *m = last_of(&h, 0, "table");
    assert_string_equal(json_string_value(json_object_get(m, "result")), "draw by agreement");
    json_decref(m);
    hall_say(&h, 0, "{\"do\":\"rematch\",\"table\":%lld}", (long long)table);
    hall_say(&h, 1, "{\"do\":\"agree\",\"table\":%lld,\"what\":\"rematch\"}", (long long)table);
    m = last_of(&h, 0, "table");
    assert_int_equal(number(m, "table"), table + 1);
    assert_string_equal(json_string_value(json_object_get(m, "phase")), "commit");
    json_decref(m);
    hall_close(&h);
}

// ETE-963: partners may settle whom they aim at, and the whole table hears it.
static void a_phrase_about_somebody_is_heard_by_all(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hello(&h, 1, "Bel", NULL);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"mode\":\"melee\",\"seats\":[{\"who\":\"me\"},"
             "{\"who\":\"anyone\"},{\"who\":\"bot\",\"bot\":\"novice\"},{\"who\":\"bot\",\"bot\":"
             "\"novice\"}]}");
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":1}");
    drain(&h, 0);
    drain(&h, 1);
    hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"phrase\":9,\"about\":1}");
    pass_over(&h, 0, "done");
    for (unsigned line = 0; line < 2; line++) { // partner or not
        json_t *m = expect(&h, line, "said");
        assert_string_equal(json_string_value(json_object_get(m, "words")),
                            "Let us all aim at Bel.");
        assert_int_equal(number(m, "seat"), 0);
        json_decref(m);
    }
    static const char *const ODD[] = { "9", "8,\"about\":4", "8,\"about\":-1", "10,\"about\":1",
                                       "0,\"about\":1" };
    for (size_t i = 0; i < COUNT(ODD); i++) {
        hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"phrase\":%s}", ODD[i]);
        expect_error(&h, 0, "bad-member");
    }
    hall_close(&h);
}

// --- fair ---------------------------------------------------------------------------------------

static void words_of_ones_own_are_said_only_by_link(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hello(&h, 1, "Bel", NULL);
    static const char CREATE[] =
        "{\"do\":\"create\",\"game\":\"blank\",\"open\":%s,\"chat\":\"%s\","
        "\"seats\":[{\"who\":\"me\"},{\"who\":\"anyone\"}]}";
    hall_say(&h, 0, CREATE, "true", "free");
    expect_error(&h, 0, "bad-member");
    hall_say(&h, 0, CREATE, "false", "shouting");
    expect_error(&h, 0, "bad-member");
    hall_say(&h, 0, CREATE, "false", "free");
    json_t *m = last_of(&h, 0, "table");
    assert_string_equal(json_string_value(json_object_get(m, "chat")), "free");
    hall_say(&h, 1, "{\"do\":\"join\",\"table\":1,\"key\":\"%s\"}",
             json_string_value(json_object_get(m, "key")));
    json_decref(m);
    drain(&h, 0);
    drain(&h, 1);
    size_t entries = h.written;
    hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"words\":\"<b>Hi</b> \\\"you\\\"\"}");
    pass_over(&h, 0, "done");
    m = expect(&h, 1, "said");
    assert_string_equal(json_string_value(json_object_get(m, "words")), "<b>Hi</b> \"you\"");
    assert_true(json_is_null(json_object_get(m, "phrase")));
    assert_int_equal(number(m, "seat"), 0);
    json_decref(m);
    assert_int_equal(h.written, entries); // kept nowhere
    drain(&h, 0);
    static const char *const ODD[] = { "",          " x",        "a\\nb",    "a\\u0085",
                                       "a\\u202eb", "a\\u2066b", "a\\u2028b" };
    for (size_t i = 0; i < COUNT(ODD); i++) {
        hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"words\":\"%s\"}", ODD[i]);
        expect_error(&h, 0, "bad-member");
    }
    hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"words\":\"%0201d\"}", 0);
    expect_error(&h, 0, "bad-member");
    for (unsigned i = 0; i < 4; i++) {
        hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"words\":\"\\u00e9t\\u00e9\"}");
        pass_over(&h, 0, "done");
        pass_over(&h, 0, "said");
    }
    hall_say(&h, 0, "{\"do\":\"say\",\"table\":1,\"words\":\"x\"}");
    expect_error(&h, 0, "too-fast");
    // Elsewhere there are phrases only, and names are as plain as words.
    hello(&h, 2, "Cyd", NULL);
    hall_say(&h, 2, CREATE, "true", "phrases");
    drain(&h, 2);
    hall_say(&h, 2, "{\"do\":\"say\",\"table\":2,\"words\":\"x\"}");
    expect_error(&h, 2, "not-now");
    hall_connect(&h, 3);
    hall_say(&h, 3, "{\"do\":\"hello\",\"version\":1,\"name\":\"a\\u202eb\"}");
    expect_error(&h, 3, "bad-name");
    hall_close(&h);
}

static void from_hex(json_t *object, const char *name, uint8_t out[32])
{
    const char *hex = json_string_value(json_object_get(object, name));
    assert_non_null(hex);
    assert_int_equal(sodium_hex2bin(out, 32, hex, strlen(hex), NULL, NULL, NULL), 0);
}

// The key that docs/protocol.md says, reckoned from what was told.
static void reckon_key(json_t *fair, const char *game, json_int_t table, uint8_t key[32],
                       uint8_t commitment[32])
{
    uint8_t buffer[1024], rules[32], cards[32], secret[32], transcript[32];
    size_t  size = 0, seats = json_array_size(json_object_get(fair, "seats"));
#define PUT(bytes, count) (memcpy(buffer + size, bytes, count), size += (count))
    from_hex(fair, "rules_hash", rules);
    from_hex(fair, "cards_hash", cards);
    from_hex(fair, "secret", secret);
    PUT("pentacle-commit-v2", 18);
    PUT(game, strlen(game) + 1);
    const char *version = json_string_value(json_object_get(fair, "version"));
    PUT(version, strlen(version) + 1);
    for (int i = 7; i >= 0; i--) buffer[size++] = (uint8_t)(table >> 8 * i);
    PUT(rules, 32);
    PUT(cards, 32);
    buffer[size++] = (uint8_t)seats;
    PUT(secret, 32);
    crypto_hash_sha256(commitment, buffer, size);

    size = 0;
    PUT("pentacle-transcript-v1", 22);
    PUT(commitment, 32);
    uint8_t seeds[4][32] = { 0 };
    for (size_t i = 0; i < seats; i++) {
        json_t     *seat     = json_array_get(json_object_get(fair, "seats"), i);
        const char *is       = json_string_value(json_object_get(seat, "state"));
        uint8_t     hash[32] = { 0 };
        buffer[size++]       = strcmp(is, "seed") == 0 ? 0 : strcmp(is, "missing") == 0 ? 1 : 2;
        if (json_is_string(json_object_get(seat, "hash"))) from_hex(seat, "hash", hash);
        if (buffer[size - 1] == 0) from_hex(seat, "seed", seeds[i]);
        PUT(hash, 32);
    }
    crypto_hash_sha256(transcript, buffer, size);
    size = 0;
    PUT("pentacle-key-v1", 15);
    PUT(secret, 32);
    for (size_t i = 0; i < seats; i++) PUT(seeds[i], 32);
    PUT(transcript, 32);
    crypto_hash_sha256(key, buffer, size);
#undef PUT
}

static void everything_promised_is_kept_and_makes_the_key(void **state)
{
    (void)state;
    for (unsigned silent = 0; silent < 3; silent++) { // who gives no seed, from 1
        struct hall h;
        uint8_t     promised[32], commitment[32], key[32], seed[32], hash[32];
        char        hex[65];
        open_hall(&h);
        hello(&h, 0, "Ash", NULL);
        hello(&h, 1, "Bel", NULL);
        hall_say(&h, 0,
                 "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"me\"},"
                 "{\"who\":\"anyone\"}]}");
        hall_say(&h, 1, "{\"do\":\"join\",\"table\":1}");
        json_t *m = last_of(&h, 0, "table");
        from_hex(json_object_get(m, "fair"), "commitment", promised);
        assert_true(json_is_null(json_object_get(json_object_get(m, "fair"), "secret")));
        json_decref(m);
        for (uint32_t line = 0; line < 2; line++) {
            if (silent == line + 1) continue;
            memset(seed, 0x40 + (int)line, sizeof seed);
            crypto_hash_sha256(hash, seed, sizeof seed);
            hall_say(&h, line, "{\"do\":\"commit\",\"table\":1,\"hash\":\"%s\"}",
                     sodium_bin2hex(hex, sizeof hex, hash, 32));
        }
        if (silent) hall_wait(&h, 10000);
        for (uint32_t line = 0; line < 2; line++) {
            if (silent == line + 1) continue;
            memset(seed, 0x99, sizeof seed);
            hall_say(&h, line, "{\"do\":\"reveal\",\"table\":1,\"seed\":\"%s\"}",
                     sodium_bin2hex(hex, sizeof hex, seed, 32));
            m = last_of(&h, line, "error"); // another one than promised
            json_decref(m);
            memset(seed, 0x40 + (int)line, sizeof seed);
            hall_say(&h, line, "{\"do\":\"reveal\",\"table\":1,\"seed\":\"%s\"}",
                     sodium_bin2hex(hex, sizeof hex, seed, 32));
        }
        const struct room *r = room_find(h.server, 1);
        assert_int_equal(r->phase, PHASE_PLAYING);
        hall_say(&h, 0, "{\"do\":\"resign\",\"table\":1}");
        m = last_of(&h, 1, "table");
        assert_string_equal(json_string_value(json_object_get(m, "phase")), "over");
        reckon_key(json_object_get(m, "fair"), "blank", 1, key, commitment);
        json_decref(m);
        assert_memory_equal(commitment, promised, 32);
        assert_memory_equal(key, r->match->setup.key, 32);
        struct server_counts counts = server_count(h.server);
        assert_int_equal(counts.committed, 1);
        assert_int_equal(counts.revealed, 1);

        struct arena arena;
        struct text  record;
        struct error err   = { 0 };
        struct asker asker = { 0 };
        arena_init(&arena);
        assert_true(hall_told(&h, 1, false, &asker, &arena, &record));
        struct replay *replay = replay_read(GAMES, "record", record, &err);
        assert_non_null(replay);
        assert_true(replay_verify(replay, &err));
        assert_memory_equal(replay->setup.key, key, 32);
        replay_destroy(replay);
        arena_finish(&arena);
        hall_close(&h);
    }
}

static void bots_play_and_the_match_ends(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"bot\","
             "\"bot\":\"random\"},{\"who\":\"bot\",\"bot\":\"greedy\"}]}");
    pass_over(&h, 0, "done");
    for (unsigned i = 0; i < 2000 && room_find(h.server, 1)->phase != PHASE_OVER; i++)
        hall_wait(&h, 500);
    assert_int_equal(room_find(h.server, 1)->phase, PHASE_OVER);
    json_decref(last_of(&h, 0, "table"));
    hall_wait(&h, 600000);
    assert_null(room_find(h.server, 1));
    hall_restart(&h, false);
    struct server_counts counts = server_count(h.server);
    assert_int_equal(counts.committed, 1);
    assert_int_equal(counts.revealed, 1);
    assert_int_equal(counts.tables, 0);
    hall_close(&h);
}

// A bot that thinks too long, about a question that is gone, changes nothing.
static void a_thought_that_comes_too_late_is_dropped(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    hall_say(&h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"bot\","
             "\"bot\":\"novice\"},{\"who\":\"bot\",\"bot\":\"novice\"}]}");
    pass_over(&h, 0, "done");
    h.thinking_ms = 1u << 30;
    hall_wait(&h, 20000);
    assert_int_equal(h.task_count, 1); // one question of a table at a time
    size_t           written = h.written;
    struct bot_task *task    = h.tasks[0];
    struct room     *r       = room_find(h.server, 1);
    h.task_count             = 0;
    bot_task_run(task);
    r->seat[task->seat].owed++; // as when something was taken back
    hall_think(&h, task);
    assert_int_equal(server_count(h.server).thoughts_dropped, 1);
    assert_int_equal(h.written, written);
    assert_int_equal(h.task_count, 1); // the question that is open now
    bot_task_free(task);
    hall_close(&h);
}

// Ready at once or late: the answer comes on a multiple of the same time.
static void a_bot_answers_after_a_fixed_time(void **state)
{
    (void)state;
    for (unsigned late = 0; late < 3; late++) {
        struct hall h;
        open_hall(&h);
        hello(&h, 0, "Ash", NULL);
        h.thinking_ms = late * h.config.bot_ms;
        hall_say(&h, 0,
                 "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"bot\","
                 "\"bot\":\"random\"},{\"who\":\"bot\",\"bot\":\"random\"}]}");
        pass_over(&h, 0, "done");
        while (room_find(h.server, 1)->phase != PHASE_PLAYING) hall_wait(&h, 50);
        const struct room *r     = room_find(h.server, 1);
        uint64_t           began = h.now;
        while (!r->match->move_count) hall_wait(&h, 50);
        assert_int_equal(h.now - began, (late ? late : 1) * h.config.bot_ms);
        hall_close(&h);
    }
}

// More tables than questions at once: all of them are served in turn.
static void no_table_keeps_the_bots_of_another_waiting(void **state)
{
    (void)state;
    enum { TABLES = 6 };
    struct hall          h;
    struct server_config config = server_config_default();
    config.thinking_max         = 2;
    config.bot_ms               = 0;
    open_blank_hall(&h, &config, 1);
    h.thinking_ms = 200;
    hello(&h, 0, "Ash", NULL);
    for (unsigned i = 0; i < TABLES; i++)
        hall_say(&h, 0,
                 "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"bot\","
                 "\"bot\":\"random\"},{\"who\":\"bot\",\"bot\":\"random\"}]}");
    for (unsigned i = 0; i < 100; i++) {
        hall_wait(&h, 100);
        size_t least = SIZE_MAX, most = 0;
        for (uint64_t id = 1; id <= TABLES; id++) {
            const struct room *r = room_find(h.server, id);
            assert_non_null(r);
            size_t moves = r->match ? r->match->move_count : 0;
            if (moves < least) least = moves;
            if (moves > most) most = moves;
        }
        assert_true(most <= least + 1);
        assert_true(h.task_count <= 2);
        if (i == 99) assert_true(least > 8);
    }
    hall_close(&h);
}

static void decks_clocks_and_seats_are_checked(void **state)
{
    (void)state;
    struct hall h;
    open_hall(&h);
    hello(&h, 0, "Ash", NULL);
    static const struct {
        const char *more, *code;
    } BAD[] = {
        { "\"seats\":[]", "bad-seats" },
        { "\"seats\":[{\"who\":\"me\"},{\"who\":\"me\"}]", "bad-seats" },
        { "\"seats\":[{\"who\":\"me\"},{\"who\":\"bot\",\"bot\":\"x\"}]", "bad-seats" },
        { "\"seats\":[{\"who\":\"me\",\"deck\":\"x\"},{\"who\":\"anyone\"}]", "bad-deck" },
        { "\"seats\":[{\"who\":\"me\",\"deck\":5},{\"who\":\"anyone\"}]", "bad-deck" },
        { "\"seats\":[{\"who\":\"me\",\"deck\":\"1 No Such Card\\n\"},{\"who\":\"anyone\"}]",
          "bad-deck" },
        { "\"mode\":\"x\",\"seats\":[]", "no-mode" },
        { "\"options\":5,\"seats\":[]", "bad-option" },
        { "\"options\":{\"x\":1},\"seats\":[]", "bad-option" },
        { "\"bank\":-1,\"seats\":[]", "bad-clock" },
        { "\"allowance\":0,\"seats\":[]", "bad-clock" },
        { "\"open\":1,\"seats\":[{\"who\":\"me\"},{\"who\":\"anyone\"}]", "bad-member" },
    };
    size_t entries = h.written;
    for (size_t i = 0; i < COUNT(BAD); i++) {
        hall_say(&h, 0, "{\"do\":\"create\",\"game\":\"blank\",%s}", BAD[i].more);
        expect_error(&h, 0, BAD[i].code);
        hall_wait(&h, 100);
    }
    assert_int_equal(h.written, entries);
    hall_close(&h);
}

static void change_log(struct hall *h, uint8_t kind, const char *from, const char *to)
{
    h->was_damaged = true; // a snapshot would know better
    bool changed   = false;
    for (size_t i = 0; i < h->stored; i++) {
        char *at = strstr((char *)(uintptr_t)h->log[i].body.at, from);
        if (h->log[i].kind != kind || !at) continue;
        memcpy(at, to, strlen(to));
        changed = true;
    }
    assert_true(changed);
}

static void after_an_upgrade_the_server_starts_and_old_matches_end(void **state)
{
    (void)state;
    static const struct {
        uint8_t     kind;
        const char *from, *to;
        bool        gone;
    } CHANGES[] = {
        { ENTRY_TABLE, "\"version\":\"", "\"version\":\"9", false },
        { ENTRY_TABLE, "\"game\":\"blank", "\"game\":\"blunk", true },
        { ENTRY_CHOICE, "\"choice\":[", "\"chance\":[", false },
    };
    for (size_t i = 0; i < COUNT(CHANGES); i++) {
        struct hall h;
        open_hall(&h);
        json_int_t table = two_people(&h);
        json_t    *m     = last_of(&h, 0, "view");
        hall_say(&h, 0, "{\"do\":\"choose\",\"table\":%lld,\"owed\":%lld,\"choice\":0}",
                 (long long)table, (long long)number(own_question(m, 0), "owed"));
        json_decref(m);
        change_log(&h, CHANGES[i].kind, CHANGES[i].from, CHANGES[i].to);
        hall_restart(&h, true);
        hall_wait(&h, 100);
        const struct room *r = room_find(h.server, (uint64_t)table);
        assert_true(CHANGES[i].gone == (r == NULL));
        if (r) {
            assert_int_equal(r->phase, PHASE_OVER);
            assert_non_null(strstr(r->result, "have changed"));
        }
        struct server_counts counts = server_count(h.server);
        assert_int_equal(counts.committed, 1);
        assert_int_equal(counts.revealed, 1);
        hello(&h, 5, "Dov", NULL); // and life goes on
        hall_close(&h);
    }
}

static void the_handshake_is_that_of_the_standard(void **state)
{
    (void)state;
    char accept[HANDSHAKE_ACCEPT_MAX];
    handshake_accept("dGhlIHNhbXBsZSBub25jZQ==", accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_messages_get_one_error_and_change_nothing),
        cmocka_unit_test(too_large_and_too_many_messages_close_the_line),
        cmocka_unit_test(a_token_opens_the_door_again_and_is_not_in_the_log),
        cmocka_unit_test(a_choice_counts_only_when_it_is_stored),
        cmocka_unit_test(out_of_turn_and_foreign_requests_change_nothing),
        cmocka_unit_test(a_private_table_is_not_there_without_its_key),
        cmocka_unit_test(strangers_find_a_table_and_see_that_it_is_not_theirs),
        cmocka_unit_test(time_runs_out_and_the_default_choice_is_taken),
        cmocka_unit_test(losing_the_line_leaving_and_idling_look_different),
        cmocka_unit_test(a_draw_a_rematch_and_a_phrase),
        cmocka_unit_test(a_phrase_about_somebody_is_heard_by_all),
        cmocka_unit_test(words_of_ones_own_are_said_only_by_link),
        cmocka_unit_test(everything_promised_is_kept_and_makes_the_key),
        cmocka_unit_test(bots_play_and_the_match_ends),
        cmocka_unit_test(a_thought_that_comes_too_late_is_dropped),
        cmocka_unit_test(a_bot_answers_after_a_fixed_time),
        cmocka_unit_test(no_table_keeps_the_bots_of_another_waiting),
        cmocka_unit_test(decks_clocks_and_seats_are_checked),
        cmocka_unit_test(after_an_upgrade_the_server_starts_and_old_matches_end),
        cmocka_unit_test(the_handshake_is_that_of_the_standard),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
