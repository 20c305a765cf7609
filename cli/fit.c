#include "cli/fit.h"

#include <string.h>
#include <utf8proc.h>

static bool is_unfit(utf8proc_int32_t c)
{
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC: // controls
    case UTF8PROC_CATEGORY_CF: // marks of formatting
    case UTF8PROC_CATEGORY_CO: // private use
    case UTF8PROC_CATEGORY_CN: // nobody knows what
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL: // ends of lines and paragraphs
    case UTF8PROC_CATEGORY_ZP: return true;
    default: return false;
    }
}

// Bytes of the first character; *fit: it may be printed.
static size_t look(const char *text, size_t size, bool *fit)
{
    utf8proc_int32_t c;
    utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)text,
                                              (utf8proc_ssize_t)size, &c);
    *fit                   = bytes > 0 && !is_unfit(c);
    return bytes > 0 ? (size_t)bytes : 1;
}

void fit_to_print(char *text)
{
    size_t size = strlen(text);
    char  *to   = text;
    while (size) {
        bool   fit;
        size_t step = look(text, size, &fit);
        if (fit)
            memmove(to, text, step);
        else
            *to = '?';
        to += fit ? step : 1;
        text += step;
        size -= step;
    }
    *to = 0;
}

bool is_fit_to_print(const char *text)
{
    bool fit = true;
    for (size_t size = strlen(text), step; size && fit; text += step, size -= step)
        step = look(text, size, &fit);
    return fit;
}
