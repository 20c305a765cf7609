// The engine for pages, one call at a time.
#include "tests/unit.h"

#include "base/rng.h"
#include "base/text.h"
#include "web/engine/engine.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REQUEST_MAX = 256 * 1024 };

// Words up to NULL; the reply is the caller's.
static json_t *call(const char *word, ...)
{
    static char request[REQUEST_MAX];
    size_t      size = 0, reply_size;
    va_list     words;
    va_start(words, word);
    for (const char *w = word; w; w = va_arg(words, const char *)) {
        assert_true(size + strlen(w) + 1 < sizeof request);
        memcpy(request + size, w, strlen(w) + 1);
        size += strlen(w) + 1;
    }
    va_end(words);
    const char *reply = engine_call(request, size - 1, &reply_size);
    assert_int_equal(strlen(reply), reply_size);
    json_t *json = json_loads(reply, JSON_REJECT_DUPLICATES, NULL);
    if (!json) fail_msg("%s: no JSON: %s", word, reply);
    return json;
}

static void expect_fine(json_t *reply)
{
    json_t *error = json_object_get(reply, "error");
    if (error) fail_msg("%s", json_string_value(json_object_get(error, "text")));
    json_decref(reply);
}

static void expect_error(json_t *reply, const char *code, const char *says)
{
    json_t     *error = json_object_get(reply, "error");
    const char *got   = json_string_value(json_object_get(error, "code"));
    const char *text  = json_string_value(json_object_get(error, "text"));
    assert_non_null(error);
    assert_string_equal(got, code);
    if (!strstr(text, says)) fail_msg("\"%s\" does not say \"%s\"", text, says);
    json_decref(reply);
}

static char *text_of_reply(json_t *reply, const char *name)
{
    const char *text = json_string_value(json_object_get(reply, name));
    assert_non_null(text);
    char *copy = strdup(text);
    json_decref(reply);
    return copy;
}

static int open_blank(void **state)
{
    (void)state;
    json_t *reply = call("open", "blank", NULL);
    int     wrong = json_integer_value(json_object_get(reply, "box")) != 1;
    json_decref(reply);
    return wrong;
}

static int close_blank(void **state)
{
    (void)state;
    json_decref(call("close", "1", NULL));
    return 0;
}

// The first seat that owes a choice, as a word; NULL: it is over.
static const char *asked(void)
{
    static char seat[4];
    json_t     *reply = call("state", "1", "spectator", "0", NULL);
    json_t     *owed  = json_array_get(json_object_get(reply, "owed"), 0);
    snprintf(seat, sizeof seat, "%d", (int)json_integer_value(json_object_get(owed, "seat")));
    json_decref(reply);
    return owed ? seat : NULL;
}

// Plays the match by its bots for so many choices.
static void play(unsigned choices)
{
    const char *seat;
    for (unsigned i = 0; i < choices && (seat = asked()); i++) {
        char    seed[16], number[16];
        json_t *reply;
        snprintf(seed, sizeof seed, "%u", i);
        reply = call("bot", "1", seat, "random", seed, NULL);
        snprintf(number, sizeof number, "%d",
                 (int)json_integer_value(json_object_get(reply, "choice")));
        json_decref(reply);
        expect_fine(call("choose", "1", seat, number, NULL));
    }
}

// --- tests --------------------------------------------------------------------------------------

static void a_match_is_played_taken_back_recorded_and_replayed(void **state)
{
    (void)state;
    expect_fine(call("start", "1", "duel", "2", "7", "", "Ada", "", "Bo", "Dancer", NULL));
    play(20);
    char *before = text_of_reply(call("hash", "1", NULL), "hash");
    play(1);
    expect_fine(call("go", "1", "20", NULL));
    char *after = text_of_reply(call("hash", "1", NULL), "hash");
    assert_string_equal(before, after);
    free(before);
    free(after);
    play(10000);
    assert_null(asked());
    expect_error(call("choose", "1", "0", "0", NULL), "not-asked", "Ada owes no choice");
    char *record = text_of_reply(call("record", "1", NULL), "record");
    expect_fine(call("verify", record, NULL));
    expect_fine(call("free", "1", NULL));
    expect_fine(call("replay", record, NULL));
    expect_fine(call("go", "1", "30", NULL));
    expect_fine(call("go", "1", "10", NULL));
    expect_error(call("go", "1", "99999", NULL), "bad-request", "a move must be a number");
    play(5); // from here on it goes another way, or the same
    expect_fine(call("go", "1", "12", NULL));
    expect_fine(call("back", "1", "0", NULL));
    expect_fine(call("free", "1", NULL));
    record[strlen(record) / 2] ^= 1;
    expect_error(call("verify", record, NULL), "bad-input", "");
    free(record);
}

static void what_a_seat_may_ask(void **state)
{
    (void)state;
    expect_fine(call("start", "1", "", "0", "3", "", NULL));
    const char *seat = asked();
    expect_error(call("say", "1", seat, "turn up", NULL), "illegal", ": ");
    expect_error(call("say", "1", seat, "eat the dice", NULL), "no-choice", "can be chosen");
    expect_fine(call("why", "1", seat, "turn up", NULL));
    expect_error(call("why", "1", seat, "eat the dice", NULL), "no-choice", "can be chosen");
    expect_fine(call("why-card", "1", seat, "3", NULL));
    expect_error(call("why-card", "1", seat, "9999", NULL), "bad-request", "a card");
    expect_fine(call("hint", "1", seat, "20", "0", "1", NULL));
    expect_fine(call("judge", "1", seat, "0", "20", "1", NULL));
    expect_fine(call("would", "1", seat, "0", NULL));
    expect_error(call("would", "1", seat, "999", NULL), "bad-request", "the choice");
    expect_error(call("judge", "1", seat, "999", "20", "1", NULL), "bad-request", "the choice");
    expect_error(call("bot", "1", seat, "nobody", "1", NULL), "no-bot", "nobody");
    expect_error(call("back", "1", seat, NULL), "no-undo", "nothing to take back");
    expect_fine(call("concede", "1", "0", NULL));
    expect_error(call("concede", "1", "0", NULL), "not-now", "");
    // A box that is closed stays until its last match is freed.
    expect_fine(call("open", "blank", "Jab\n  Action  speed 9\n  Heal 1\n", NULL));
    expect_fine(call("start", "2", "", "0", "3", "", NULL));
    expect_fine(call("close", "2", NULL));
    expect_error(call("data", "2", "game", NULL), "bad-request", "not open");
    expect_fine(call("state", "2", "0", "0", NULL));
    expect_fine(call("free", "2", NULL));
    expect_fine(call("free", "1", NULL));
}

static void cards_and_decks_are_checked(void **state)
{
    (void)state;
    json_t *reply = call(
        "lint", "blank",
        "Poke\n  Action  speed 3\n  Deal 2 damge to the champion in front of you\n\n"
        "Prod\n  Action  speed 3\n  Heal 1\n\nPush\n  Action  spead 3\n  Heal 1\n",
        NULL);
    json_t *problems = json_object_get(reply, "problems");
    assert_int_equal(json_array_size(problems), 2);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(problems, 0), "line")), 3);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(problems, 0), "column")),
                     10);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(problems, 1), "line")), 10);
    json_decref(reply);
    reply = call("lint", "blank", "Prod\n  Action  speed 3\n  Heal 1\n", NULL);
    assert_int_equal(json_array_size(json_object_get(reply, "problems")), 0);
    assert_int_equal(json_array_size(json_object_get(reply, "cards")), 1);
    json_decref(reply);
    reply = call("deck", "1", "", "0", "0", "", "champion Brakka\n3 Jab\n", NULL);
    assert_true(json_is_false(json_object_get(reply, "fine")));
    assert_int_equal(json_integer_value(json_object_get(reply, "cards")), 4);
    assert_non_null(json_string_value(json_object_get(json_object_get(reply, "problem"), "rule")));
    json_decref(reply);
    expect_error(call("deck", "1", "chess", "0", "0", "", "", NULL), "bad-input", "no mode");
}

static void scenarios_are_arranged_and_asked(void **state)
{
    (void)state;
    static const char *const SCENARIO = "scenario  A step\n"
                                        "given     Ash to act, lay phase\n"
                                        "          Ash b2: Oldred facing north\n"
                                        "          Bel b3: Oldred\n"
                                        "          Ash hand: Sidestep\n"
                                        "          Bel hand: Parry\n";
    expect_fine(call("arrange", "1", SCENARIO, NULL));
    json_t *reply = call("holds", "1", "0", "then b2: Oldred facing north\n", NULL);
    assert_true(json_is_true(json_object_get(reply, "holds")));
    json_decref(reply);
    reply = call("holds", "1", "0", "then round 1\n", NULL);
    assert_true(json_is_true(json_object_get(reply, "holds")));
    json_decref(reply);
    reply = call("holds", "1", "0", "then round 2\n", NULL);
    assert_true(json_is_false(json_object_get(reply, "holds")));
    assert_string_equal(json_string_value(json_object_get(reply, "found")), "round 1");
    json_decref(reply);
    expect_error(call("holds", "1", "0", "then the moon is blue\n", NULL), "bad-input",
                 "says nothing");
    expect_error(call("holds", "1", "0", "given round 1\n", NULL), "bad-input", "checks nothing");
    expect_error(call("holds", "1", "99999", "then round 1\n", NULL), "bad-request", "an event");
    expect_fine(call("free", "1", NULL));
    reply = call("check", "blank", "scenario x\nthen y\n", NULL);
    assert_int_equal(json_integer_value(json_object_get(reply, "failed")), 1);
    json_decref(reply);
}

static void nonsense_gets_an_error_each(void **state)
{
    (void)state;
    static const char *const CALLS[] = {
        "open",    "data",  "card",     "lint", "deck",   "start",  "arrange", "replay", "verify",
        "check",   "holds", "free",     "go",   "state",  "choose", "say",     "undo",   "back",
        "concede", "why",   "why-card", "bot",  "record", "hash",   "fly",     ""
    };
    static const char *const WORDS[] = { "",
                                         "0",
                                         "1",
                                         "2",
                                         "-1",
                                         "17",
                                         "blank",
                                         "chess",
                                         "random",
                                         "duel",
                                         "99999999999999999999",
                                         "\n",
                                         "then\n",
                                         "\xc3\xbc",
                                         "spectator",
                                         "Name\n  Action\n",
                                         "scenario x\ngiven y\n",
                                         "pentacle replay 1\n",
                                         "=,",
                                         "%s%n" };
    struct rng               rng     = rng_from(5);
    for (unsigned i = 0; i < 3000; i++) {
        const char *w[8];
        for (unsigned k = 0; k < 8; k++) w[k] = WORDS[rng_below(&rng, COUNT(WORDS))];
        w[rng_below(&rng, 8)] = NULL;
        json_decref(call(CALLS[rng_below(&rng, COUNT(CALLS))], w[0], w[1], w[2], w[3], w[4], w[5],
                         w[6], w[7], NULL));
    }
    expect_error(call("x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x",
                      "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", NULL),
                 "bad-request", "words");
    for (unsigned i = 1; i <= 16; i++) {
        char number[8];
        snprintf(number, sizeof number, "%u", i);
        json_decref(call("free", number, NULL));
        if (i > 1) json_decref(call("close", number, NULL));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_is_played_taken_back_recorded_and_replayed),
        cmocka_unit_test(what_a_seat_may_ask),
        cmocka_unit_test(cards_and_decks_are_checked),
        cmocka_unit_test(scenarios_are_arranged_and_asked),
        cmocka_unit_test(nonsense_gets_an_error_each),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
