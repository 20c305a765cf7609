// error.h - three kinds of trouble, three ways: our mistake (BUG), their input and the world
// (fail() fills a struct error and returns false).
#ifndef PENTACLE_BASE_ERROR_H
#define PENTACLE_BASE_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#define MUST_USE __attribute__((warn_unused_result))
// What seldom happens lies apart from what happens all the time: a processor holds little code at
// once. APART: a long frame that its short callers shall not carry.
#define SELDOM __attribute__((cold))
#define APART __attribute__((noinline))

enum status { OK, BAD_INPUT, NOT_ALLOWED, NO_ROOM, IO_FAILED };
enum { ERROR_TEXT_MAX = 1024, ERROR_SOURCE_MAX = 256 };

// Where in somebody's file; line and column count from 1, 0 means "not known".
struct place {
    const char *source;
    uint32_t    line, column;
};

struct error {
    enum status status;
    uint32_t    line, column;
    char        source[ERROR_SOURCE_MAX];
    char        text[ERROR_TEXT_MAX];
};

// Fills the error and returns false, so that a failing line reads "return fail(...)". The first
// error wins; err may be NULL when the caller only wants to know whether it worked.
bool fail(struct error *err, enum status, struct place at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// "file:3:7: text" (as much of the place as is known) into out.
void error_say(const struct error *, char *out, uint32_t size);

// Our own mistake: says what and where on stderr and aborts.
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void bug_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
