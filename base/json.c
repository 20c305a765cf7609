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

static void make_room(struct json *j, size_t more)
{
    if (!j->arena || j->size + more < j->capacity) return; // the end needs a byte as well
    size_t capacity = j->capacity;
    while (j->size + more >= capacity) capacity *= 4;
    char *larger = arena_alloc(j->arena, capacity, 1);
    memcpy(larger, j->out, j->size);
    j->out      = larger;
    j->capacity = capacity;
}

size_t json_end(struct json *j)
{
    if (j->capacity) j->out[j->size < j->capacity ? j->size : j->capacity - 1] = 0;
    return j->size;
}

static void put_at_end(struct json *j, const char *bytes, size_t size)
{
    make_room(j, size);
    if (j->size < j->capacity) {
        size_t room = j->capacity - j->size;
        memcpy(j->out + j->size, bytes, size < room ? size : room);
    }
    j->size += size;
}

static inline void put_bytes(struct json *j, const char *bytes, size_t size)
{
    if (j->size + size >= j->capacity) {
        put_at_end(j, bytes, size);
        return;
    }
    memcpy(j->out + j->size, bytes, size);
    j->size += size;
}

static inline void put(struct json *j, char c)
{
    if (j->size + 1 < j->capacity)
        j->out[j->size++] = c;
    else
        put_at_end(j, &c, 1);
}

static void put_all(struct json *j, const char *text) { put_bytes(j, text, strlen(text)); }

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

static bool is_plain(unsigned char c) { return c >= ' ' && c != 127 && c != '"' && c != '\\'; }

static void put_string(struct json *j, struct text text)
{
    put(j, '"');
    for (size_t i = 0; i < text.size;) {
        size_t plain = i;
        while (plain < text.size && is_plain((unsigned char)text.at[plain])) plain++;
        put_bytes(j, text.at + i, plain - i);
        if (plain == text.size) break;
        unsigned char c = (unsigned char)text.at[plain];
        char          code[8];
        if (c == '"' || c == '\\')
            snprintf(code, sizeof code, "\\%c", c);
        else
            snprintf(code, sizeof code, "\\u%04x", c);
        put_all(j, code);
        i = plain + 1;
    }
    put(j, '"');
}

void json_name(struct json *j, const char *name)
{
    begin_value(j);
    put(j, '"'); // names are ours: nothing in them needs a code
    put_all(j, name);
    put_bytes(j, "\":", 2);
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

void json_raw(struct json *j, struct text json)
{
    begin_value(j);
    put_bytes(j, json.at, json.size);
}

void json_number(struct json *j, long number)
{
    char          digits[24];
    size_t        at   = sizeof digits;
    unsigned long rest = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
    do digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0) digits[--at] = '-';
    begin_value(j);
    put_bytes(j, digits + at, sizeof digits - at);
}

void json_fraction(struct json *j, double number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%.4f", number);
    begin_value(j);
    put_all(j, digits);
}

void json_bool(struct json *j, bool value)
{
    begin_value(j);
    put_all(j, value ? "true" : "false");
}
