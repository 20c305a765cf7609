// Starting again: carrying out the log.
#include "server/state.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_ended(struct server *s, uint64_t table)
{
    s->ended  = grow(s->ended, s->ended_count, &s->ended_capacity, sizeof *s->ended);
    size_t at = s->ended_count++; // they end in nearly the order in which they began
    for (; at > 0 && s->ended[at - 1] > table; at--) s->ended[at] = s->ended[at - 1];
    s->ended[at] = table;
}

static struct mended *find_mended(struct server *s, uint64_t table)
{
    for (size_t i = 0; i < s->mended_count; i++)
        if (s->mended[i].table == table) return &s->mended[i];
    return NULL;
}

// The archive tells again what was promised.
static void mend(struct mended *m, const struct store_entry *archive)
{
    json_t *body = json_loadb(archive->body.at, archive->body.size, 0, NULL);
    json_t *fair = json_object_get(body, "fair");
    m->is_known  = member_hex(fair, "commitment", m->commitment, HASH_SIZE) &&
                  member_hex(fair, "chain", m->chain, HASH_SIZE);
    json_decref(body);
}

void server_skim(struct server *s, const struct store_entry *e)
{
    struct mended *m = e->kind == ENTRY_ARCHIVE ? find_mended(s, e->about) : NULL;
    if (m && !e->is_damaged) mend(m, e);
    if (e->kind == ENTRY_ARCHIVE) note_ended(s, e->about);
    if (e->kind != ENTRY_COMMIT || !e->is_damaged) return;
    s->mended = grow(s->mended, s->mended_count, &s->mended_capacity, sizeof *s->mended);
    s->mended[s->mended_count++] = (struct mended){ .table = e->about };
}

bool table_has_ended(const struct server *s, uint64_t id)
{
    if (id < s->archive_of_capacity && s->archive_of[id]) return true;
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

// --- what is damaged ----------------------------------------------------------------------------

static void set_aside_promise(struct server *s, uint64_t table)
{
    static const uint8_t NOTHING[HASH_SIZE];
    const struct mended *m = find_mended(s, table);
    promise_add(s, table, m && m->is_known ? m->commitment : NOTHING);
    if (m && m->is_known) memcpy(s->chain, m->chain, HASH_SIZE);
}

// Of a table; what that means for it.
static const char *set_aside_table(struct server *s, const struct store_entry *e)
{
    struct room *r     = room_find(s, e->about);
    bool         ended = table_has_ended(s, e->about);
    note_room(s, e->about);
    if (e->kind == ENTRY_COMMIT) {
        set_aside_promise(s, e->about);
        s->counts.revealed += ended || !r;
    }
    if (e->kind == ENTRY_ARCHIVE) return "it is missing in histories and ratings";
    if (ended) return "its match is over, and its record is not touched by this";
    if (e->kind == ENTRY_TABLE) note_ended(s, e->about);
    if (r) room_break(r, "its data are damaged");
    return "it cannot go on";
}

static const char *set_aside_player(struct server *s, const struct store_entry *e)
{
    struct player p = { .id = e->about };
    if (e->kind == ENTRY_PLAYER && e->about > s->last_player) {
        snprintf(p.name, sizeof p.name, "player %llu", (unsigned long long)e->about);
        player_add(s, p);
        return "nobody knows the name, and its token is void";
    }
    account_set_aside(s, e->about, e->kind == ENTRY_PASSWORD);
    return e->kind == ENTRY_PASSWORD ? "the password is lost, and tokens are void"
                                     : "tokens are void; the password is as it was";
}

// One bad byte: what the entry is about is set aside and named, everything else goes on.
static void set_aside(struct server *s, const struct store_entry *e)
{
    const char *what = "table", *why = "";
    s->counts.set_aside++;
    switch ((enum entry_kind)e->kind) {
    case ENTRY_PLAYER:
    case ENTRY_PASSWORD:
    case ENTRY_TOKEN:
    case ENTRY_LOGOUT:
        what = "player";
        why  = set_aside_player(s, e);
        break;
    case ENTRY_DECK:
    case ENTRY_DECK_GONE:
        what = "player";
        why  = "a deck is not as it was saved last";
        break;
    case ENTRY_CARDS:
        what = "cards";
        why  = "records of matches with these cards cannot be read";
        break;
    case ENTRY_RECORD: why = "its record cannot be read"; break;
    default: why = set_aside_table(s, e); break;
    }
    say_to_operator(s, "set-aside", "entry %llu, of kind %u, is damaged: %s %llu: %s",
                    (unsigned long long)e->number, e->kind, what, (unsigned long long)e->about,
                    why);
}

// --- loading ------------------------------------------------------------------------------------

void note_newest(struct server *s, const struct store_entry *e)
{
    // So that it fits a number of JSON.
    s->newest = hash_mix(e->number, hash_bytes(e->body.at, e->body.size)) >> 1;
}

void load_entry(struct server *s, const struct store_entry *e)
{
    struct error err = { 0 };
    struct room *r   = entry_is_of_table(e->kind) ? room_find(s, e->about) : NULL;
    // A promise is kept all the same, and an end stays the end.
    if (r && *r->broken && e->kind != ENTRY_COMMIT && e->kind != ENTRY_OVER) return;
    if (entry_apply(s, e, &err)) return;
    // The store vouches for every byte, so it is the program that has changed, or it has failed at
    // this before: that table ends, the others go on.
    if (e->kind == ENTRY_TABLE)
        note_ended(s, e->about);
    else if (r)
        room_break(r, "the rules of this game have changed since it began");
    s->counts.set_aside++;
    say_to_operator(s, "set-aside", "entry %llu, of kind %u about %llu: %s",
                    (unsigned long long)e->number, e->kind, (unsigned long long)e->about, err.text);
}

bool server_load(struct server *s, const struct store_entry *e, struct error *err)
{
    if (e->number != s->last_number + 1)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "entry %llu follows entry %llu",
                    (unsigned long long)e->number, (unsigned long long)s->last_number);
    s->last_number = e->number;
    s->counts.entries++;
    note_newest(s, e);
    if (e->is_damaged) {
        set_aside(s, e);
        return true;
    }
    if (e->kind == ENTRY_RECORD) return true;
    if (entry_is_of_table(e->kind) && table_has_ended(s, e->about)) {
        // Only what counts for ever: no number is used twice, and every promise was kept.
        note_room(s, e->about);
        if (e->kind != ENTRY_COMMIT && e->kind != ENTRY_ARCHIVE) return true;
        s->counts.revealed += e->kind == ENTRY_COMMIT;
    }
    load_entry(s, e);
    return true;
}

void go_on_after_loading(struct server *s)
{
    s->is_live = true;
    notices_tell(s);
    free(s->ended);
    free(s->mended);
    s->mended      = NULL;
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
