#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG_WORD = 64 };

// What finds no room ends behind a whole word.
static void write_whole(char *out, size_t size, const char *format, va_list arguments)
{
    static const char more[] = " ...";
    int               needs  = vsnprintf(out, size, format, arguments);
    if (needs < (int)size) return;
    size_t end = size - sizeof more, least = end - LONG_WORD;
    while (end > least && out[end] != ' ') end--;
    if (end == least) return; // no words at all
    while (end > least && (out[end - 1] == ',' || out[end - 1] == ';')) end--;
    memcpy(out + end, more, sizeof more);
}

bool fail(struct error *err, enum status status, struct place at, const char *format, ...)
{
    if (!err || err->status != OK) return false;
    err->status = status;
    err->line   = at.line;
    err->column = at.column;
    snprintf(err->source, sizeof err->source, "%s", at.source ? at.source : "");
    va_list arguments;
    va_start(arguments, format);
    write_whole(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    return false;
}

void error_say(const struct error *err, char *out, uint32_t size)
{
    if (!err->source[0])
        snprintf(out, size, "%s", err->text);
    else if (!err->line)
        snprintf(out, size, "%s: %s", err->source, err->text);
    else if (!err->column)
        snprintf(out, size, "%s:%u: %s", err->source, (unsigned)err->line, err->text);
    else
        snprintf(out, size, "%s:%u:%u: %s", err->source, (unsigned)err->line, (unsigned)err->column,
                 err->text);
}

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "pentacle: bug at %s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}
