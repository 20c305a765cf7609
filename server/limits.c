// How much of everything one may have: by player, by address and in all. What is on its way to the
// store counts as if it were there, so that asking often in one turn of the loop wins nothing.
// Addresses and the time are inputs of the core; none of this is in the log.
#include "server/state.h"

#include <sodium.h>
#include <string.h>

uint64_t *slot_of(const struct server *s, uint64_t *slots, const void *bytes, size_t size)
{
    uint8_t  hash[crypto_shorthash_BYTES];
    uint64_t at;
    crypto_shorthash(hash, bytes, size, s->secret);
    memcpy(&at, hash, sizeof at);
    return &slots[at % TRY_SLOTS];
}

static uint64_t *slot_of_number(const struct server *s, uint64_t *slots, uint64_t address)
{
    return slot_of(s, slots, &address, sizeof address);
}

bool may_try(uint64_t *paid_at, uint64_t now, uint64_t tries, uint64_t each_ms)
{
    uint64_t from = *paid_at > now ? *paid_at : now;
    if (from + each_ms > now + tries * each_ms) return false;
    *paid_at = from + each_ms;
    return true;
}

// --- tables -------------------------------------------------------------------------------------

static bool is_ours(const struct room *r, uint64_t player)
{
    return r->maker == player || room_seat_of(r, player) != NO_SEAT;
}

// Where the player sits, or that it made: those that are over count for nobody.
static unsigned tables_of(const struct server *s, uint64_t player)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->room_count; i++)
        count += s->rooms[i]->phase != PHASE_OVER && is_ours(s->rooms[i], player);
    for (size_t i = 0; i < s->pending_count; i++) {
        const struct pending *p = &s->pending[i];
        count += (p->kind == ENTRY_TABLE || p->kind == ENTRY_JOIN) && p->player == player;
    }
    return count;
}

static unsigned tables_from(const struct server *s, uint64_t address)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->room_count; i++)
        count += s->rooms[i]->phase != PHASE_OVER && s->rooms[i]->address == address;
    for (size_t i = 0; i < s->pending_count; i++)
        count += s->pending[i].kind == ENTRY_TABLE && s->pending[i].address == address;
    return count;
}

static unsigned tables_coming(const struct server *s)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->pending_count; i++) count += s->pending[i].kind == ENTRY_TABLE;
    return count;
}

static unsigned tables_on(const struct server *s)
{
    unsigned on = tables_coming(s);
    for (size_t i = 0; i < s->room_count; i++) on += s->rooms[i]->phase != PHASE_OVER;
    return on;
}

// Tables that are over are kept for a while, but take nobody's place.
static bool has_room(const struct server *s)
{
    return tables_on(s) < s->config.tables_max &&
           s->room_count + tables_coming(s) < 4 * (size_t)s->config.tables_max;
}

bool tables_are_scarce(const struct server *s)
{
    return tables_on(s) >= s->config.tables_max - s->config.tables_max / 4;
}

bool may_sit(const struct request *rq)
{
    struct server *s = rq->server;
    if (tables_of(s, line_at(s, rq->line)->player) < s->config.tables_per_player) return true;
    request_refuse(rq, "full", "nobody has more than %u tables", s->config.tables_per_player);
    return false;
}

bool may_make_table(const struct request *rq)
{
    struct server     *s       = rq->server;
    const struct line *l       = line_at(s, rq->line);
    struct player     *me      = player_find(s, l->player);
    uint64_t          *address = slot_of_number(s, s->tables_of_address, l->address);
    const uint32_t     burst = s->config.tables_burst, each_ms = s->config.table_ms;
    if (!may_sit(rq)) return false;
    if (!has_room(s))
        request_refuse(rq, "full", "the server holds %u tables; try again later",
                       s->config.tables_max);
    else if (tables_from(s, l->address) >= s->config.tables_per_address)
        request_refuse(rq, "full", "no more than %u tables are made from one address",
                       s->config.tables_per_address);
    else if (!may_try(&me->tables_paid_at, s->now, burst, each_ms) ||
             !may_try(address, s->now, 4 * (uint64_t)burst, each_ms / 4))
        request_refuse(rq, "too-fast", "too many tables were made; wait %u seconds",
                       each_ms / 1000);
    else
        return true;
    return false;
}

bool may_wonder(const struct request *rq)
{
    enum { AT_ONCE = 60, EACH_MS = 100 };
    struct server *s = rq->server;
    if (may_try(slot_of_number(s, s->wonders_of_address, line_at(s, rq->line)->address), s->now,
                AT_ONCE, EACH_MS))
        return true;
    request_refuse(rq, "too-fast", "too many choices were looked at; wait a moment");
    return false;
}

// Everybody sits at the new table as well.
bool may_make_rematch(const struct request *rq, const struct room *r)
{
    struct server *s = rq->server;
    for (seat_id i = 0; i < r->seats; i++) {
        uint64_t who = r->seat[i].who == WHO_PERSON ? r->seat[i].player : 0;
        if (!who || tables_of(s, who) < s->config.tables_per_player) continue;
        request_refuse(rq, "full", "one of you has %u tables already", s->config.tables_per_player);
        return false;
    }
    return may_make_table(rq);
}

// Of the table that is over there is one rematch.
bool has_rematch(const struct server *s, const struct room *r)
{
    bool coming = r->next;
    for (size_t i = 0; i < s->pending_count; i++)
        coming |= s->pending[i].kind == ENTRY_TABLE && s->pending[i].after == r->id;
    return coming;
}

// --- bots ---------------------------------------------------------------------------------------

// Whose table it is, when tables share what there is: one address is one, whatever names it has.
// After a restart nobody knows the address until the maker is back.
uint64_t room_owner(const struct room *r)
{
    return r->address ? r->address : r->maker ? r->maker : r->id;
}

static unsigned thoughts_for(const struct server *s, uint64_t owner)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->thought_count; i++) count += s->thoughts[i] == owner;
    return count;
}

// Nobody has more than a quarter of what bots are asked at once.
bool may_think(const struct server *s, uint64_t owner)
{
    unsigned most = s->config.thinking_max / 4 > 2 ? s->config.thinking_max / 4 : 2;
    return s->counts.thinking < s->config.thinking_max && thoughts_for(s, owner) < most;
}

void thinking_begins(struct server *s, uint64_t owner)
{
    s->thoughts = grow(s->thoughts, s->thought_count, &s->thought_capacity, sizeof *s->thoughts);
    s->thoughts[s->thought_count++] = owner;
    s->counts.thinking++;
    *slot_of_number(s, s->served_owner, owner) = ++s->served;
}

void thinking_ends(struct server *s, uint64_t owner)
{
    size_t i = 0;
    while (i + 1 < s->thought_count && s->thoughts[i] != owner) i++;
    if (s->thought_count) s->thoughts[i] = s->thoughts[--s->thought_count];
    s->counts.thinking--;
}

// Whose turn it is: who has least on the way, then who was served longest ago.
bool is_before(struct server *s, uint64_t a, uint64_t b)
{
    unsigned one = thoughts_for(s, a), other = thoughts_for(s, b);
    if (one != other) return one < other;
    return *slot_of_number(s, s->served_owner, a) < *slot_of_number(s, s->served_owner, b);
}
