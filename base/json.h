// json.h - JSON out: members in the order in which they are written, the same bytes every time.
#ifndef PENTACLE_BASE_JSON_H
#define PENTACLE_BASE_JSON_H

#include "base/arena.h"

// On a buffer it counts what does not fit, so that the caller learns the size it needs; in an arena
// it grows.
struct json {
    char         *out;
    size_t        capacity, size;
    bool          comma; // one is due before the next value
    struct arena *arena;
};

struct json json_on(char *out, size_t capacity);
struct json json_in(struct arena *);
size_t      json_end(struct json *); // ends with a 0 byte; returns the size of the whole text

void json_open(struct json *, char bracket); // { or [
void json_close(struct json *, char bracket);
void json_name(struct json *, const char *);
void json_text(struct json *, const char *); // NULL: null
void json_slice(struct json *, struct text);
void json_raw(struct json *, struct text); // a value that is JSON already
void json_number(struct json *, long);
void json_fraction(struct json *, double); // 0 to 1, four digits
void json_bool(struct json *, bool);

#endif
