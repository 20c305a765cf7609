// show.h - views and events as JSON, from what table_view() and event_for() let through and nothing
// else: the same knowledge gives the same bytes. docs/library.md has the fields.
#ifndef PENTACLE_MATCH_SHOW_H
#define PENTACLE_MATCH_SHOW_H

#include "base/json.h"
#include "engine/game.h"

void show_view(struct json *, const struct table *, const char *const *names, const struct view *);
// Nothing, if the viewer does not learn of it.
void show_event(struct json *, const struct table *, const char *const *names, seat_id viewer,
                const struct event *);

// What a seat is asked: the members "question", "choices" (the words of each) and "parts" (what
// each names, in the same order) of an object that is open.
void show_question(struct json *, const struct table *, const char *const *names, seat_id);
void show_parts(struct json *, const struct table *, seat_id, struct choice);

// Pieces of a view: one element of "cards"; the members "values" and "waiting".
void show_card(struct json *, const struct table *, const struct view_card *);
void show_values(struct json *, const struct table *, const struct view *);
void show_links(struct json *, const struct table *, const struct view *);

#endif
