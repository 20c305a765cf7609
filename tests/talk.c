#include "tests/talk.h"

#include "games/list.h"
#include "tests/unit.h"

#include <sodium.h>
#include <string.h>

static const struct box *boxes[2];

int open_blank(void **state)
{
    struct error err = { 0 };
    (void)state;
    boxes[0] = box_open(game_find(TEXT("blank")), &err);
    return sodium_init() < 0 || !boxes[0];
}

int close_blank(void **state)
{
    (void)state;
    box_close((struct box *)(uintptr_t)boxes[0]);
    return 0;
}

void open_blank_hall(struct hall *h, const struct server_config *config, uint8_t seed)
{
    hall_open(h, boxes, config, seed);
    h->at_once = true;
}

// The next message, which must be of this type; to be freed.
json_t *expect(struct hall *h, uint32_t line, const char *type)
{
    char *text = hall_next(h, line);
    if (!text) fail_msg("line %u: no \"%s\" came", line, type);
    json_t *message = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(message);
    const char *got = json_string_value(json_object_get(message, "type"));
    if (strcmp(got, type) != 0)
        fail_msg("line %u: \"%s\" instead of \"%s\": %s", line, got, type, text);
    free(text);
    return message;
}

void pass_over(struct hall *h, uint32_t line, const char *type)
{
    json_decref(expect(h, line, type));
}

void expect_error(struct hall *h, uint32_t line, const char *code)
{
    json_t *m = expect(h, line, "error");
    assert_string_equal(json_string_value(json_object_get(m, "code")), code);
    json_decref(m);
}

void drain(struct hall *h, uint32_t line)
{
    for (char *text; (text = hall_next(h, line));) free(text);
}

// The last message of the type among those that wait; the others are gone.
json_t *last_of(struct hall *h, uint32_t line, const char *type)
{
    json_t *last = NULL;
    for (char *text; (text = hall_next(h, line));) {
        json_t *m = json_loads(text, 0, NULL);
        free(text);
        if (strcmp(json_string_value(json_object_get(m, "type")), type) == 0) {
            json_decref(last);
            last = m;
        } else
            json_decref(m);
    }
    if (!last) fail_msg("line %u: no \"%s\" came", line, type);
    return last;
}

json_int_t number(json_t *m, const char *name)
{
    return json_integer_value(json_object_get(m, name));
}

void hello(struct hall *h, uint32_t line, const char *name, char token[TOKEN_MAX])
{
    hall_connect(h, line);
    hall_say(h, line, "{\"do\":\"hello\",\"version\":1,\"name\":\"%s\"}", name);
    json_t *m = expect(h, line, "welcome");
    if (token) snprintf(token, TOKEN_MAX, "%s", json_string_value(json_object_get(m, "token")));
    json_decref(m);
}

void give_seeds(struct hall *h, uint32_t first, uint32_t count, json_int_t table)
{
    uint8_t seed[32], hash[32];
    char    hex[65];
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t line = first; line < first + count; line++) {
            memset(seed, (int)(0x10 + line), sizeof seed);
            crypto_hash_sha256(hash, seed, sizeof seed);
            sodium_bin2hex(hex, sizeof hex, pass ? seed : hash, 32);
            hall_say(h, line, "{\"do\":\"%s\",\"table\":%lld,\"%s\":\"%s\"}",
                     pass ? "reveal" : "commit", (long long)table, pass ? "seed" : "hash", hex);
        }
}

// Lines 0 and 1 at one table, in a match; returns the table.
json_int_t two_people(struct hall *h)
{
    hello(h, 0, "Ash", NULL);
    hello(h, 1, "Bel", NULL);
    hall_say(h, 0,
             "{\"do\":\"create\",\"game\":\"blank\",\"seats\":[{\"who\":\"me\"},"
             "{\"who\":\"anyone\"}]}");
    pass_over(h, 0, "done");
    json_t    *m     = expect(h, 0, "table");
    json_int_t table = number(m, "table");
    json_decref(m);
    hall_say(h, 1, "{\"do\":\"join\",\"table\":%lld}", (long long)table);
    give_seeds(h, 0, 2, table);
    return table;
}

json_t *own_question(json_t *message, json_int_t seat)
{
    size_t  i;
    json_t *owed;
    json_array_foreach(json_object_get(message, "owed"), i,
                       owed) if (number(owed, "seat") == seat) return owed;
    return NULL;
}
