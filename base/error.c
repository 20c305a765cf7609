#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool fail(struct error *err, enum status status, struct place at, const char *format, ...)
{
    if (!err || err->status != OK) return false;
    err->status = status;
    err->line   = at.line;
    err->column = at.column;
    snprintf(err->source, sizeof err->source, "%s", at.source ? at.source : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
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
