// outside.h - a program of somebody else in a seat, by lines of text (docs/bot-protocol.md): over
// our own standard input and output, or over pipes to a command that we start.
#ifndef PENTACLE_CLI_OUTSIDE_H
#define PENTACLE_CLI_OUTSIDE_H

#include "match/match.h"

struct outside;

// Over the standard input and output. Freed by outside_close(), which accepts NULL.
struct outside *outside_here(void);
// Starts the command (by the shell). It may think for so many seconds about one choice. NULL, with
// the reason, if it cannot be started.
struct outside *outside_start(const char *command, unsigned seconds, struct error *);
void            outside_close(struct outside *);

// Tells who sits where; then, each time the seat is asked, what happened, the view, the question
// and the choices, and takes the answer, which is a legal choice. False, with the reason, if the
// program is gone, is too slow or keeps answering what is not legal.
MUST_USE bool outside_greet(struct outside *, const struct match *, seat_id, struct error *);
MUST_USE bool outside_ask(struct outside *, const struct match *, seat_id, struct choice *,
                          struct error *);
void          outside_end(struct outside *, const struct match *, seat_id);

#endif
