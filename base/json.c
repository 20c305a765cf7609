#include "base/json.h"

#include <stdio.h>
#include <string.h>

struct json json_on(char *out, size_t capacity)
{
    return (struct json){ .out = out, .capacity = capacity };
}

struct json json_in(struct arena *arena)
{
    struct json j = { .capacity = 256, .arena = arena };
    j.out         = arena_alloc(arena, j.capacity, 1);
    return j;
}

static void make_room(struct json *j)
{
    if (!j->arena || j->size + 1 < j->capacity) return; // the end needs a byte as well
    char *larger = arena_alloc(j->arena, j->capacity, 4);
    memcpy(larger, j->out, j->size);
    j->out = larger;
    j->capacity *= 4;
}

size_t json_end(struct json *j)
{
    if (j->capacity) j->out[j->size < j->capacity ? j->size : j->capacity - 1] = 0;
    return j->size;
}

static void put(struct json *j, char c)
{
    make_room(j);
    if (j->size < j->capacity) j->out[j->size] = c;
    j->size++;
}

static void put_all(struct json *j, const char *text)
{
    while (*text) put(j, *text++);
}

static void begin_value(struct json *j)
{
    if (j->comma) put(j, ',');
    j->comma = true;
}

void json_open(struct json *j, char bracket)
{
    begin_value(j);
    put(j, bracket);
    j->comma = false;
}

void json_close(struct json *j, char bracket)
{
    put(j, bracket);
    j->comma = true;
}

static void put_string(struct json *j, struct text text)
{
    put(j, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c < ' ' || c == 127) {
            char code[8];
            snprintf(code, sizeof code, "\\u%04x", c);
            put_all(j, code);
            continue;
        }
        if (c == '"' || c == '\\') put(j, '\\');
        put(j, text.at[i]);
    }
    put(j, '"');
}

void json_name(struct json *j, const char *name)
{
    begin_value(j);
    put_string(j, text_of(name));
    put(j, ':');
    j->comma = false;
}

void json_text(struct json *j, const char *text)
{
    begin_value(j);
    if (text)
        put_string(j, text_of(text));
    else
        put_all(j, "null");
}

void json_slice(struct json *j, struct text text)
{
    begin_value(j);
    put_string(j, text);
}

void json_number(struct json *j, long number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%ld", number);
    begin_value(j);
    put_all(j, digits);
}

void json_bool(struct json *j, bool value)
{
    begin_value(j);
    put_all(j, value ? "true" : "false");
}
