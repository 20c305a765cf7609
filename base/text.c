#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text text_of(const char *terminated)
{
    return (struct text){ terminated, terminated ? strlen(terminated) : 0 };
}

struct text text_part(struct text t, size_t from, size_t size)
{
    if (from > t.size) from = t.size;
    if (size > t.size - from) size = t.size - from;
    return (struct text){ from ? t.at + from : t.at, size }; // of no text at all as well
}

static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

bool text_equal(struct text a, struct text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

bool text_equal_fold(struct text a, struct text b)
{
    if (a.size != b.size) return false;
    for (size_t i = 0; i < a.size; i++)
        if (fold(a.at[i]) != fold(b.at[i])) return false;
    return true;
}

bool text_is(struct text t, const char *terminated) { return text_equal(t, text_of(terminated)); }

bool text_starts(struct text t, const char *terminated)
{
    struct text start = text_of(terminated);
    return t.size >= start.size && text_equal(text_part(t, 0, start.size), start);
}

bool text_starts_fold(struct text t, const char *terminated)
{
    struct text start = text_of(terminated);
    return t.size >= start.size && text_equal_fold(text_part(t, 0, start.size), start);
}

int text_compare(struct text a, struct text b)
{
    size_t shorter = a.size < b.size ? a.size : b.size;
    int    order   = shorter ? memcmp(a.at, b.at, shorter) : 0;
    if (order) return order;
    return a.size < b.size ? -1 : a.size > b.size;
}

struct text text_trim_right(struct text t)
{
    while (t.size && is_blank(t.at[t.size - 1])) t.size--;
    return t;
}

struct text text_trim(struct text t)
{
    while (t.size && is_blank(t.at[0])) t.at++, t.size--;
    return text_trim_right(t);
}

bool text_next_line(struct text *rest, struct text *line)
{
    if (!text_cut(rest, '\n', line)) return false;
    if (line->size && line->at[line->size - 1] == '\r') line->size--;
    return true;
}

bool text_cut(struct text *rest, char separator, struct text *piece)
{
    if (rest->size == 0) return false;
    size_t at = text_find(*rest, separator);
    *piece    = text_part(*rest, 0, at);
    *rest     = text_part(*rest, at < rest->size ? at + 1 : at, rest->size);
    return true;
}

bool text_next_word(struct text *rest, struct text *word)
{
    *rest       = text_trim(*rest);
    size_t size = 0;
    while (size < rest->size && !is_blank(rest->at[size])) size++;
    *word = text_part(*rest, 0, size);
    *rest = text_trim(text_part(*rest, size, rest->size));
    return size > 0;
}

size_t text_find(struct text t, char c)
{
    const char *found = t.size ? memchr(t.at, c, t.size) : NULL;
    return found ? (size_t)(found - t.at) : t.size;
}

size_t text_find_text(struct text t, struct text part)
{
    for (size_t i = 0; i + part.size <= t.size; i++)
        if (text_equal(text_part(t, i, part.size), part)) return i;
    return t.size;
}

bool text_number(struct text t, long min, long max, long *out)
{
    bool    negative = t.size && t.at[0] == '-';
    size_t  i        = t.size && (t.at[0] == '-' || t.at[0] == '+') ? 1 : 0;
    int64_t value    = 0;
    if (i == t.size) return false;
    for (; i < t.size; i++) {
        if (t.at[i] < '0' || t.at[i] > '9') return false;
        if (value > 100000000000) return false;
        value = value * 10 + (t.at[i] - '0');
    }
    if (negative) value = -value;
    if (value < min || value > max) return false;
    *out = (long)value;
    return true;
}

unsigned text_distance(struct text a, struct text b)
{
    enum { LETTERS_MAX = 64 };
    unsigned row[LETTERS_MAX + 1];
    size_t   na = a.size < LETTERS_MAX ? a.size : LETTERS_MAX;
    size_t   nb = b.size < LETTERS_MAX ? b.size : LETTERS_MAX;
    for (size_t j = 0; j <= nb; j++) row[j] = (unsigned)j;
    for (size_t i = 1; i <= na; i++) {
        unsigned diagonal = row[0];
        row[0]            = (unsigned)i;
        for (size_t j = 1; j <= nb; j++) {
            unsigned best = diagonal + (fold(a.at[i - 1]) != fold(b.at[j - 1]));
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j]   = best;
        }
    }
    return row[nb];
}

struct writer writer_on(char *buffer, size_t capacity)
{
    if (capacity) buffer[0] = 0;
    return (struct writer){ .at = buffer, .capacity = capacity };
}

void write_text(struct writer *w, struct text t)
{
    size_t room = w->capacity ? w->capacity - 1 - w->size : 0;
    if (t.size > room) {
        t.size = room;
        w->cut = true;
    }
    if (t.size) memcpy(w->at + w->size, t.at, t.size);
    w->size += t.size;
    if (w->capacity) w->at[w->size] = 0;
}

void write_chars(struct writer *w, const char *terminated) { write_text(w, text_of(terminated)); }
void write_char(struct writer *w, char c) { write_text(w, (struct text){ &c, 1 }); }

void write_format(struct writer *w, const char *format, ...)
{
    size_t  room = w->capacity - w->size;
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(w->at + w->size, room, format, arguments);
    va_end(arguments);
    if (size < 0) return;
    if ((size_t)size >= room) {
        w->cut  = true;
        w->size = w->capacity ? w->capacity - 1 : 0;
    } else {
        w->size += (size_t)size;
    }
}

static size_t character_size(const unsigned char *at, size_t left)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    unsigned char         c       = at[0];
    size_t size = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
    if (size == 0 || size > left) return 0;
    uint32_t code = size == 1 ? c : c & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if (at[i] >> 6 != 2) return 0;
        code = code << 6 | (at[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    bool control   = (code < 0x20 && code != '\t' && code != '\n' && code != '\r') ||
                   (code >= 0x7F && code < 0xA0);
    return code < least[size] || code > 0x10FFFF || surrogate || control ? 0 : size;
}

size_t text_find_unprintable(struct text t)
{
    for (size_t i = 0, size; i < t.size; i += size) {
        size = character_size((const unsigned char *)t.at + i, t.size - i);
        if (!size) return i;
        if (t.at[i] == '\r' && i + 1 < t.size && t.at[i + 1] != '\n') return i;
    }
    return t.size;
}
