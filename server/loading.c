// Starting again: carrying out the log.
#include "server/state.h"

#include <stdlib.h>

static void note_ended(struct server *s, uint64_t table)
{
    s->ended  = grow(s->ended, s->ended_count, &s->ended_capacity, sizeof *s->ended);
    size_t at = s->ended_count++; // they end in nearly the order in which they began
    for (; at > 0 && s->ended[at - 1] > table; at--) s->ended[at] = s->ended[at - 1];
    s->ended[at] = table;
}

void server_skim(struct server *s, const struct store_entry *e)
{
    if (e->kind == ENTRY_ARCHIVE) note_ended(s, e->about);
}

static bool has_ended(const struct server *s, uint64_t id)
{
    size_t low = 0, high = s->ended_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->ended[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->ended_count && s->ended[low] == id;
}

bool server_load(struct server *s, const struct store_entry *e, struct error *err)
{
    if (e->number != s->last_number + 1)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "entry %llu follows entry %llu",
                    (unsigned long long)e->number, (unsigned long long)s->last_number);
    s->last_number = e->number;
    s->counts.entries++;
    if (e->kind == ENTRY_RECORD) return true;
    if (entry_is_of_table(e->kind) && has_ended(s, e->about)) {
        // Only what counts for ever: no number is used twice, and every promise was kept.
        if (e->about > s->last_room) s->last_room = e->about;
        if (e->kind != ENTRY_COMMIT && e->kind != ENTRY_ARCHIVE) return true;
        s->counts.revealed += e->kind == ENTRY_COMMIT;
    }
    struct room *r = entry_is_of_table(e->kind) ? room_find(s, e->about) : NULL;
    // A promise is kept all the same, and an end stays the end.
    if (r && *r->broken && e->kind != ENTRY_COMMIT && e->kind != ENTRY_OVER) return true;
    if (entry_apply(s, e, err)) return true;
    // The store vouches for every byte, so it is the program that has changed, or it has failed at
    // this before: that table ends, the others go on.
    if (e->kind == ENTRY_TABLE)
        note_ended(s, e->about);
    else if (r)
        room_break(r, "the rules of this game have changed since it began");
    say_to_operator(s, "set-aside", "entry %llu, of kind %u about %llu: %s",
                    (unsigned long long)e->number, e->kind, (unsigned long long)e->about,
                    err->text);
    *err = (struct error){ 0 };
    return true;
}

void go_on_after_loading(struct server *s)
{
    s->is_live = true;
    notices_tell(s);
    free(s->ended);
    s->ended       = NULL;
    s->ended_count = s->ended_capacity = 0;
    for (size_t i = 0; i < s->room_count; i++) {
        struct room *r = s->rooms[i];
        r->alone_since = s->now;
        for (seat_id seat = 0; seat < r->seats; seat++) {
            r->seat[seat].presence     = PRESENCE_LOST;
            r->seat[seat].absent_since = s->now;
        }
        struct json j = entry_begin(s);
        entry_propose(s, NULL, r, ENTRY_RESUME, r->id, &j);
    }
}
