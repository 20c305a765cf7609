#include "base/json.h"

#include <stdio.h>

struct json json_on(char *out, size_t capacity)
{
    return (struct json){ .out = out, .capacity = capacity };
}

size_t json_end(struct json *j)
{
    if (j->capacity) j->out[j->size < j->capacity ? j->size : j->capacity - 1] = 0;
    return j->size;
}

static void put(struct json *j, char c)
{
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

static void put_string(struct json *j, const char *text)
{
    put(j, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 127) {
            char code[8];
            snprintf(code, sizeof code, "\\u%04x", c);
            put_all(j, code);
            continue;
        }
        if (c == '"' || c == '\\') put(j, '\\');
        put(j, *text);
    }
    put(j, '"');
}

void json_name(struct json *j, const char *name)
{
    begin_value(j);
    put_string(j, name);
    put(j, ':');
    j->comma = false;
}

void json_text(struct json *j, const char *text)
{
    begin_value(j);
    if (text)
        put_string(j, text);
    else
        put_all(j, "null");
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
