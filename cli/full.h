// full.h - the same dialog on a whole screen, by ncurses: the question never leaves it. Every key
// that was typed is taken, in order; a number and Enter do what they do in plain lines.
#ifndef PENTACLE_CLI_FULL_H
#define PENTACLE_CLI_FULL_H

#include "cli/dialog.h"

// NULL where lines are better: no terminal on both ends, one that cannot place its cursor, an
// unknown one.
struct full *full_open(bool ascii);
void         full_close(struct full *); // accepts NULL; the screen is as it was

void full_tell(struct full *, const char *);        // seen at the next question
bool full_cover(struct full *, const char *prompt); // nothing but this, until Enter; false: hang-up
bool full_confirm(struct dialog *, const char *question); // by a key that came after it was drawn
// Until something has changed, or the reader has left.
void full_ask(struct dialog *, seat_id);

// --- for other screens than the table's ------------------------------------------------------

enum { FULL_NONE = -10, FULL_UP, FULL_DOWN, FULL_NEXT, FULL_BACK, FULL_GONE };
struct page;
void full_size(unsigned *columns, unsigned *rows);
void full_show(struct full *, const struct page *);
// The next key: a character, '\n', or one of these (FULL_NONE: to be drawn anew).
int full_key(struct full *);

#endif
