// What a player may ask the server about its own question, and what it is told to point at.
#include "tests/unit.h"

#include "games/list.h"
#include "match/box.h"
#include "tests/hall.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const struct box *boxes[2];

// The last message of the type among those that wait, or NULL; the others are gone.
static json_t *last_of(struct hall *h, uint32_t line, const char *type)
{
    json_t *last = NULL;
    for (char *text; (text = hall_next(h, line));) {
        json_t *m = json_loads(text, 0, NULL);
        free(text);
        assert_non_null(m);
        if (strcmp(json_string_value(json_object_get(m, "type")), type) == 0) {
            json_decref(last);
            last = m;
        } else
            json_decref(m);
    }
    return last;
}

static const char *text_in(json_t *m, const char *name)
{
    return json_string_value(json_object_get(m, name));
}

static void expect_error(struct hall *h, uint32_t line, const char *code)
{
    json_t *m = last_of(h, line, "error");
    assert_non_null(m);
    assert_string_equal(text_in(m, "code"), code);
    json_decref(m);
}

// Ada at a table of her own, the match begun; returns her first view.
static json_t *sit_down(struct hall *h, const char *other)
{
    uint8_t              seed[32] = { 1 }, hash[32];
    char                 hex[65];
    struct server_config config = server_config_default();
    hall_open(h, boxes, &config, 9);
    h->at_once = true;
    hall_connect(h, 0);
    hall_say(h, 0, "{\"do\":\"hello\",\"version\":1,\"name\":\"Ada\"}");
    hall_say(h, 0, "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"me\"},%s]}", other);
    if (strstr(other, "anyone")) {
        hall_connect(h, 1);
        hall_say(h, 1, "{\"do\":\"hello\",\"version\":1,\"name\":\"Bel\"}");
        hall_say(h, 1, "{\"do\":\"join\",\"table\":1}");
    }
    crypto_hash_sha256(hash, seed, sizeof seed);
    for (unsigned pass = 0; pass < 2; pass++)
        for (uint32_t line = 0; line < HALL_LINES && h->line[line].open; line++) {
            sodium_bin2hex(hex, sizeof hex, pass ? seed : hash, 32);
            hall_say(h, line, "{\"do\":\"%s\",\"table\":1,\"%s\":\"%s\"}",
                     pass ? "reveal" : "commit", pass ? "seed" : "hash", hex);
        }
    json_t *view = last_of(h, 0, "view");
    assert_non_null(view);
    return view;
}

static json_t *own_question(json_t *message)
{
    size_t  i;
    json_t *owed;
    json_array_foreach(json_object_get(message, "owed"), i,
                       owed) if (json_integer_value(json_object_get(owed, "seat")) ==
                                 0) return owed;
    return NULL;
}

// --- pointing -----------------------------------------------------------------------------------

static void each_choice_comes_with_its_parts(void **state)
{
    (void)state;
    struct hall h;
    size_t      i, k;
    json_t     *part, *card;
    json_t     *m = sit_down(&h, "{\"who\":\"bot\",\"bot\":\"random\"}"), *owed = own_question(m);
    json_t     *parts = json_object_get(owed, "parts"), *choices = json_object_get(owed, "choices");
    assert_true(json_array_size(parts) > 1);
    assert_int_equal(json_array_size(parts), json_array_size(choices));
    json_array_foreach(parts, i, part)
    {
        const char *verb = text_in(part, "verb"), *name = NULL;
        const char *words = json_string_value(json_array_get(choices, i));
        assert_int_equal(strncmp(words, verb, strlen(verb)), 0);
        json_t *id = json_object_get(part, "card");
        if (!id) continue;
        json_array_foreach(json_object_get(json_object_get(m, "view"), "cards"), k,
                           card) if (json_equal(json_object_get(card, "id"), id))
            name = text_in(card, "name");
        assert_non_null(name);
        assert_non_null(strstr(words, name)); // the card of the view is the one that the words name
    }
    json_decref(m);
    hall_close(&h);
}

// --- why ----------------------------------------------------------------------------------------

static json_t *why(struct hall *h, const char *about)
{
    hall_say(h, 0, "{\"do\":\"why\",\"id\":3,\"table\":1,%s}", about);
    json_t *m = last_of(h, 0, "why");
    assert_non_null(m);
    assert_int_equal(json_integer_value(json_object_get(m, "id")), 3);
    return m;
}

static void who_comes_late_is_told_what_happened(void **state)
{
    (void)state;
    struct hall h;
    json_t     *m = sit_down(&h, "{\"who\":\"bot\",\"bot\":\"random\"}");
    hall_say(&h, 0, "{\"do\":\"events\",\"id\":5,\"table\":1}");
    json_t *told = last_of(&h, 0, "events"), *events = json_object_get(told, "events");
    assert_int_equal(json_integer_value(json_object_get(told, "id")), 5);
    assert_true(json_array_size(events) > 0);
    assert_non_null(text_in(json_array_get(events, 0), "words"));
    hall_say(&h, 0, "{\"do\":\"events\",\"table\":2}");
    expect_error(&h, 0, "not-here");
    json_decref(told);
    json_decref(m);
    hall_close(&h);
}

static void a_refusal_names_its_rule(void **state)
{
    (void)state;
    struct hall h;
    char        about[200];
    size_t      entries;
    json_t     *m = sit_down(&h, "{\"who\":\"bot\",\"bot\":\"random\"}"), *owed = own_question(m);
    const char *first = json_string_value(json_array_get(json_object_get(owed, "choices"), 0));
    long long   card  = json_integer_value(
           json_object_get(json_array_get(json_object_get(owed, "parts"), 0), "card"));
    entries = h.written;

    snprintf(about, sizeof about, "\"words\":\"%s\"", first);
    json_t *answer = why(&h, about), *only = json_array_get(json_object_get(answer, "answers"), 0);
    assert_string_equal(text_in(only, "words"), first);
    assert_true(json_is_null(json_object_get(only, "rule"))); // it is legal
    json_decref(answer);

    answer = why(&h, "\"words\":\"turn up\"");
    only   = json_array_get(json_object_get(answer, "answers"), 0);
    assert_non_null(text_in(only, "rule"));
    assert_true(strlen(text_in(only, "text")) > 10);
    json_decref(answer);

    snprintf(about, sizeof about, "\"card\":%lld", card);
    answer = why(&h, about);
    only   = json_array_get(json_object_get(answer, "answers"), 0);
    assert_string_equal(text_in(only, "words"), first); // what is legal comes first
    json_decref(answer);

    hall_say(&h, 0, "{\"do\":\"why\",\"table\":1,\"words\":\"eat the dice\"}");
    expect_error(&h, 0, "no-choice");
    hall_say(&h, 0, "{\"do\":\"why\",\"table\":1,\"card\":99999}");
    expect_error(&h, 0, "bad-member");
    hall_say(&h, 0, "{\"do\":\"why\",\"table\":1}");
    expect_error(&h, 0, "bad-member");
    hall_say(&h, 0, "{\"do\":\"why\",\"table\":2,\"card\":1}");
    expect_error(&h, 0, "not-seated");
    assert_int_equal(h.written, entries); // asking is no deed
    json_decref(m);
    hall_close(&h);
}

// --- hints --------------------------------------------------------------------------------------

static void a_hint_names_choices_of_the_open_question(void **state)
{
    (void)state;
    struct hall h;
    json_t     *m       = sit_down(&h, "{\"who\":\"bot\",\"bot\":\"random\"}");
    json_t     *choices = json_object_get(own_question(m), "choices");
    size_t      entries = h.written, i;
    h.thinking_ms       = 1000;
    hall_say(&h, 0, "{\"do\":\"hint\",\"id\":8,\"table\":1}");
    assert_null(last_of(&h, 0, "hint")); // it takes its time,
    hall_say(&h, 0, "{\"do\":\"hint\",\"table\":1}");
    expect_error(&h, 0, "busy"); // and is asked for once at a time
    hall_wait(&h, 1100);
    json_t *hint = last_of(&h, 0, "hint"), *one;
    assert_non_null(hint);
    assert_int_equal(json_integer_value(json_object_get(hint, "id")), 8);
    assert_true(json_array_size(json_object_get(hint, "choices")) > 0);
    json_array_foreach(json_object_get(hint, "choices"), i, one)
    {
        size_t index  = (size_t)json_integer_value(json_object_get(one, "choice"));
        double chance = json_number_value(json_object_get(one, "chance"));
        assert_true(json_equal(json_object_get(one, "words"), json_array_get(choices, index)));
        assert_true(chance >= 0 && chance <= 1);
    }
    json_decref(hint);
    assert_int_equal(h.written, entries);

    // The question is answered before anybody has thought it out; the line is gone.
    hall_say(&h, 0, "{\"do\":\"hint\",\"table\":1}");
    hall_say(&h, 0, "{\"do\":\"choose\",\"table\":1,\"owed\":%lld,\"choice\":0}",
             (long long)json_integer_value(json_object_get(own_question(m), "owed")));
    hall_wait(&h, 1100);
    expect_error(&h, 0, "late");
    json_decref(m);
    hall_say(&h, 0, "{\"do\":\"hint\",\"table\":1}");
    hall_cut(&h, 0);
    hall_wait(&h, 1100);
    hall_connect(&h, 0);
    hall_wait(&h, 100);
    assert_null(last_of(&h, 0, "hint"));
    hall_close(&h);
}

// --- what a choice would do ---------------------------------------------------------------------

static void ask_would(struct hall *h, json_t *owed, int question, int choice)
{
    long long number = json_integer_value(json_object_get(owed, "owed"));
    hall_say(h, 0, "{\"do\":\"would\",\"id\":5,\"table\":1,\"owed\":%lld,\"choice\":%d}",
             number + question, choice);
}

static void each_choice_says_what_it_would_do(void **state)
{
    (void)state;
    struct hall h;
    json_t     *m = sit_down(&h, "{\"who\":\"anyone\"}"), *owed = own_question(m);
    int         count = (int)json_array_size(json_object_get(owed, "choices")), said = 0;
    size_t      entries = h.written;
    for (int i = 0; i < count; i++) {
        ask_would(&h, owed, 0, i);
        json_t *answer = last_of(&h, 0, "would");
        assert_non_null(answer);
        assert_int_equal(json_integer_value(json_object_get(answer, "id")), 5);
        said += json_array_size(json_object_get(answer, "changes")) > 0;
        json_decref(answer);
    }
    assert_true(said > 0);
    assert_int_equal(h.written, entries); // nothing has happened
    ask_would(&h, owed, 0, count);
    expect_error(&h, 0, "no-choice");
    ask_would(&h, owed, 1, 0);
    expect_error(&h, 0, "late");
    hall_say(&h, 0, "{\"do\":\"would\",\"table\":1,\"choice\":0}");
    expect_error(&h, 0, "bad-member");
    hall_say(&h, 0, "{\"do\":\"would\",\"table\":7,\"owed\":1,\"choice\":0}");
    expect_error(&h, 0, "not-seated");
    json_decref(m);
    hall_close(&h);
}

static void nobody_wonders_without_end(void **state)
{
    (void)state;
    enum { A_SECOND = 20, SECONDS = 12 }; // no more than requests in all
    struct hall h;
    json_t     *m = sit_down(&h, "{\"who\":\"anyone\"}"), *owed = own_question(m), *error = NULL;
    for (int i = 0; i < A_SECOND * SECONDS && !error; i++) {
        if (i % A_SECOND == A_SECOND - 1) hall_wait(&h, 1000);
        ask_would(&h, owed, 0, 0);
        error = last_of(&h, 0, "error");
    }
    assert_non_null(error);
    assert_string_equal(text_in(error, "code"), "too-fast");
    assert_string_equal(text_in(error, "text"), "too many choices were looked at; wait a moment");
    json_decref(error);
    json_decref(m);
    hall_close(&h);
}

static void nobody_is_helped_against_people(void **state)
{
    (void)state;
    struct hall h;
    json_t     *m = sit_down(&h, "{\"who\":\"anyone\"}");
    hall_say(&h, 0, "{\"do\":\"hint\",\"table\":1}");
    expect_error(&h, 0, "no-hint");
    hall_say(&h, 0, "{\"do\":\"hint\",\"table\":7}");
    expect_error(&h, 0, "not-seated");
    json_decref(m);
    hall_close(&h);
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    struct error err = { 0 };
    struct box  *box = box_open(game_find(TEXT("blank")), &err);
    if (!box) return 1;
    boxes[0]                        = box;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_choice_comes_with_its_parts),
        cmocka_unit_test(who_comes_late_is_told_what_happened),
        cmocka_unit_test(a_refusal_names_its_rule),
        cmocka_unit_test(a_hint_names_choices_of_the_open_question),
        cmocka_unit_test(each_choice_says_what_it_would_do),
        cmocka_unit_test(nobody_wonders_without_end),
        cmocka_unit_test(nobody_is_helped_against_people),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    box_close(box);
    return failed;
}
