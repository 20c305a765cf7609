// Entries on their way to the store, and requests that wait for them.
#include "server/state.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

bool entry_is_of_table(unsigned kind)
{
    switch ((enum entry_kind)kind) {
    case ENTRY_PLAYER:
    case ENTRY_PASSWORD:
    case ENTRY_TOKEN:
    case ENTRY_LOGOUT:
    case ENTRY_NAME:
    case ENTRY_DECK:
    case ENTRY_DECK_GONE:
    case ENTRY_CARDS:
    case ENTRY_RECORD: return false;
    default: return true;
    }
}

// Its answer is not "done".
static bool gives_token(unsigned kind)
{
    return kind == ENTRY_PLAYER || kind == ENTRY_PASSWORD || kind == ENTRY_TOKEN;
}

struct pending *entry_propose(struct server *s, const struct request *rq, struct room *r,
                              enum entry_kind kind, uint64_t about, struct json *body)
{
    json_close(body, '}');
    json_end(body);
    struct text text = { body->out, body->size };
    s->pending       = grow(s->pending, s->pending_count, &s->pending_capacity, sizeof *s->pending);
    struct pending *p = &s->pending[s->pending_count++];
    *p                = (struct pending){ .number = ++s->last_number,
                                          .about  = about,
                                          .kind   = (uint8_t)kind,
                                          .body   = copy_bytes(text),
                                          .size   = text.size,
                                          .id     = -1 };
    if (rq) {
        p->line    = rq->line;
        p->serial  = line_at(s, rq->line)->serial;
        p->player  = line_at(s, rq->line)->player;
        p->address = line_at(s, rq->line)->address;
        p->answer  = true;
        p->id      = rq->id;
    }
    if (r) r->pending = true;
    output_add(s, OUTPUT_STORE, 0)->entry = (struct store_entry){
        p->number, p->about, p->kind, { p->body, p->size }, false
    };
    return p;
}

static bool is_waiting_for(struct server *s, const struct pending *p)
{
    struct line *l = line_at(s, p->line);
    return p->answer && l && l->serial == p->serial;
}

// Requests that came while an entry of the room was on its way. They count from when they came: a
// slow disk costs nobody time.
static void take_deferred(struct server *s, uint64_t id)
{
    struct room   *r   = room_find(s, id);
    const uint64_t now = s->now;
    while (r && r->deferred_count && !r->pending) {
        struct deferred d = r->deferred[0];
        memmove(&r->deferred[0], &r->deferred[1], --r->deferred_count * sizeof d);
        struct line *l = line_at(s, d.line);
        s->now         = d.at;
        if (l && l->serial == d.serial)
            take_message(s, d.line, arena_text(&s->out->arena, (struct text){ d.bytes, d.size }));
        free(d.bytes);
        s->now = now;
        r      = room_find(s, id);
    }
    room_due(s, r); // whoever answered in time has been heard
}

// Nobody fills the queue of a table alone: whoever sits there has places of its own in it.
static bool may_wait(struct server *s, const struct request *rq, const struct room *r)
{
    seat_id  own   = room_seat_of(r, line_at(s, rq->line)->player);
    unsigned max   = own == NO_SEAT ? DEFERRED_MAX - SEATS_MAX * DEFERRED_EACH : DEFERRED_EACH;
    unsigned count = 0;
    for (unsigned i = 0; i < r->deferred_count; i++) {
        const struct deferred *d = &r->deferred[i];
        const struct line     *l = line_at(s, d->line);
        count += l && l->serial == d->serial && room_seat_of(r, l->player) == own;
    }
    return count < max && r->deferred_count < DEFERRED_MAX;
}

void request_defer(struct server *s, const struct request *rq, struct room *r)
{
    if (!may_wait(s, rq, r)) {
        request_refuse(rq, "busy", "too many requests wait at this table; try again");
        return;
    }
    r->deferred[r->deferred_count++] = (struct deferred){ s->now, rq->line,
                                                          line_at(s, rq->line)->serial,
                                                          copy_bytes(rq->bytes), rq->bytes.size };
}

// "done" comes before what the entry did, which is known only when it is carried out.
static void tell_done(struct server *s, const struct pending *p, size_t at)
{
    struct outputs    *o = s->out;
    const struct room *r = p->kind == ENTRY_TABLE && !p->after ? room_find(s, p->about) : NULL;
    if (r)
        request_done_table(s, p->line, p->id, r);
    else
        request_done(s, p->line, p->id);
    struct output done = o->list[o->count - 1];
    memmove(&o->list[at + 1], &o->list[at], (o->count - 1 - at) * sizeof *o->list);
    o->list[at] = done;
}

// It is safe, and does not fit what came before it: our mistake, or a card's, for which only this
// table has to suffer. When the server starts again it will find the same (loading.c).
static void give_up(struct server *s, const struct pending *p, const struct error *err)
{
    struct room *r = entry_is_of_table(p->kind) ? room_find(s, p->about) : NULL;
    s->counts.set_aside++;
    say_to_operator(s, "not-carried-out", "entry %llu, of kind %u about %llu: %s",
                    (unsigned long long)p->number, p->kind, (unsigned long long)p->about,
                    err->text);
    if (is_waiting_for(s, p))
        send_refusal(s, p->line, p->id, "broken",
                     "the server could not do this, and has told those who run it");
    if (!r) return;
    room_break(r, "the server made a mistake here");
    if (p->kind == ENTRY_OVER || p->kind == ENTRY_ARCHIVE) room_remove(s, r); // it cannot even end
    take_deferred(s, p->about);
}

static void welcome_new(struct server *s, const struct pending *p)
{
    if (gives_token(p->kind) && is_waiting_for(s, p))
        token_hash(text_of(p->token), line_at(s, p->line)->token_hash);
    if (p->kind == ENTRY_PASSWORD) password_changed(s, p);
    if (p->kind == ENTRY_LOGOUT) close_void_lines(s, p->about, "logged out");
    if ((p->kind == ENTRY_PLAYER || p->kind == ENTRY_TOKEN) && is_waiting_for(s, p)) {
        line_at(s, p->line)->player = p->about;
        welcome(s, p->line, p->id, p->token);
    }
}

static void settle(struct server *s, struct pending *p)
{
    struct store_entry entry = { p->number, p->about, p->kind, { p->body, p->size }, false };
    struct error       err   = { 0 };
    struct room       *r     = entry_is_of_table(p->kind) ? room_find(s, p->about) : NULL;
    size_t             at    = s->out->count;
    if (r) r->pending = false;
    if (is_waiting_for(s, p)) line_at(s, p->line)->busy = false;
    s->counts.entries++;
    note_newest(s, &entry);
    if (!entry_apply(s, &entry, &err)) {
        give_up(s, p, &err);
        return;
    }
    if (is_waiting_for(s, p) && !gives_token(p->kind)) tell_done(s, p, at);
    if (!entry_is_of_table(p->kind)) {
        welcome_new(s, p);
        return;
    }
    r = room_find(s, p->about);
    if (p->kind == ENTRY_TABLE) r->address = p->address;
    // A player who sat down follows the table from there.
    if ((p->kind == ENTRY_TABLE || p->kind == ENTRY_JOIN) && is_waiting_for(s, p)) {
        seat_id seat = room_seat_of(r, line_at(s, p->line)->player);
        if (room_follow(s, p->line, r, seat == NO_SEAT ? SPECTATOR : seat) && seat != NO_SEAT)
            presence_set(s, r, seat, PRESENCE_HERE);
        room_tell(s, r);
    }
    take_deferred(s, p->about);
}

// Takes the first `count` entries off the list of those on their way.
static struct pending *take_pending(struct server *s, size_t count)
{
    struct pending *taken = arena_alloc(&s->out->arena, count, sizeof *taken);
    memcpy(taken, s->pending, count * sizeof *taken);
    s->pending_count -= count;
    memmove(s->pending, s->pending + count, s->pending_count * sizeof *s->pending);
    return taken;
}

void take_stored(struct server *s, uint64_t number)
{
    size_t count = 0;
    while (count < s->pending_count && s->pending[count].number <= number) count++;
    struct pending *taken = take_pending(s, count);
    if (count && s->failing) clocks_resume(s);
    for (size_t i = 0; i < count; i++) {
        settle(s, &taken[i]);
        sodium_memzero(taken[i].token, sizeof taken[i].token);
        free(taken[i].body);
    }
}

// Nothing was applied yet, so nothing has to be taken back. What was stored all the same counts.
void take_failed(struct server *s, uint64_t number)
{
    size_t          count = s->pending_count, stored = 0;
    struct pending *taken = take_pending(s, count);
    s->last_number        = number;
    s->failing            = true;
    while (stored < count && taken[stored].number <= number) stored++;
    for (size_t i = stored; i < count; i++) {
        struct room *r = entry_is_of_table(taken[i].kind) ? room_find(s, taken[i].about) : NULL;
        if (r) r->pending = false;
        if (!is_waiting_for(s, &taken[i])) continue;
        line_at(s, taken[i].line)->busy = false;
        send_refusal(s, taken[i].line, taken[i].id, "not-stored",
                     "this could not be stored and did not happen; try again");
    }
    for (size_t i = 0; i < stored; i++) settle(s, &taken[i]);
    for (size_t i = 0; i < count; i++) {
        if (i >= stored && entry_is_of_table(taken[i].kind)) take_deferred(s, taken[i].about);
        sodium_memzero(taken[i].token, sizeof taken[i].token);
        free(taken[i].body);
    }
}
