// mirror.h - a match that is played elsewhere, as far as one seat sees it: a position made from its
// view. Good for names and places (engine/notation.h), and for nothing that needs the rules.
#ifndef PENTACLE_CLI_MIRROR_H
#define PENTACLE_CLI_MIRROR_H

#include "match/match.h"

struct mirror;

struct mirror *mirror_create(const struct box *);
void           mirror_destroy(struct mirror *); // accepts NULL

// What is seen now. The view is one that view_broken() has nothing against; the names last as long
// as the next ones.
void mirror_show(struct mirror *, const struct view *, const char *const *names);
// What the seat is asked; only its kind and the cards that are picked count.
void mirror_ask(struct mirror *, seat_id, struct question);

struct match *mirror_match(struct mirror *);

#endif
