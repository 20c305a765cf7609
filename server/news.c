// What each viewer is told of a match. Every viewer has a stream of numbered messages that is a
// function of the log and the viewer alone: a message comes when something changed that the viewer
// may know, and carries what happened, what changed in the view, and who owes a choice. Whatever is
// not in the log (who is there, what is on offer) is told in messages without a number.
#include "server/state.h"

#include "engine/notation.h"
#include "engine/table.h"
#include "match/show.h"

#include <stdlib.h>
#include <string.h>

uint32_t text_fnv(struct text t)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < t.size; i++) hash = (hash ^ (unsigned char)t.at[i]) * 16777619u;
    return hash;
}

// Stale bytes behind what a game fills in would look like changes.
static void look(const struct room *r, seat_id viewer, struct view *v)
{
    memset(v->values, 0, sizeof v->values);
    memset(v->links, 0, sizeof v->links);
    table_view(&r->match->table, viewer, v);
}

static bool is_same_view(const struct view *a, const struct view *b)
{
    return memcmp(a, b, offsetof(struct view, cards)) == 0 &&
           memcmp(a->cards, b->cards, a->card_count * sizeof *a->cards) == 0 &&
           memcmp(a->values, b->values, a->value_count * sizeof *a->values) == 0 &&
           memcmp(a->links, b->links, a->link_count * sizeof *a->links) == 0;
}

// --- pieces of a message ------------------------------------------------------------------------

static void write_seats(struct json *j, const char *name, unsigned set)
{
    json_name(j, name);
    json_open(j, '[');
    for (unsigned s = 0; s < SEATS_MAX; s++)
        if (set >> s & 1) json_number(j, (long)s);
    json_close(j, ']');
}

static const char *question_of(const struct table *t, seat_id seat)
{
    unsigned kind = t->state->question[seat].kind;
    for (unsigned i = 0; t->game->questions[i]; i++)
        if (i == kind) return t->game->questions[i];
    return "";
}

static void write_own_question(struct json *j, struct room *r, seat_id seat)
{
    json_name(j, "owed");
    json_number(j, r->seat[seat].owed);
    show_question(j, &r->match->table, r->match->names, seat);
}

static void write_rule(struct json *j, const struct room *r, rule_id rule)
{
    char name[32];
    table_rule_text(r->box->game, rule, name, sizeof name);
    json_name(j, "rule");
    json_text(j, name);
}

static void write_time(struct json *j, const struct room *r, seat_id seat)
{
    uint64_t by = owed_by(r, seat);
    json_name(j, "by");
    if (by == NEVER)
        json_text(j, NULL);
    else
        json_number(j, (long)by);
    if (clock_has_bank(r, seat)) {
        json_name(j, "bank");
        json_number(j, (long)r->seat[seat].clock.bank_ms);
    }
    if (r->seat[seat].clock.limit.rule) write_rule(j, r, r->seat[seat].clock.limit.rule);
}

// Who must choose what by when: the question and the choices for the seat itself, the time for all.
static void write_owed(struct json *j, struct room *r, seat_id viewer)
{
    seat_set asked = table_asked(&r->match->table);
    json_name(j, "owed");
    json_open(j, '[');
    for (seat_id i = 0; i < r->seats && r->phase == PHASE_PLAYING; i++) {
        if (!(asked >> i & 1)) continue;
        json_open(j, '{');
        json_name(j, "seat");
        json_number(j, i);
        write_time(j, r, i);
        if (i == viewer) write_own_question(j, r, i);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static struct text view_text(struct server *s, struct room *r, const struct view *v)
{
    struct json j = json_in(&s->out->arena);
    show_view(&j, &r->match->table, r->match->names, v);
    json_end(&j);
    return (struct text){ j.out, j.size };
}

static void write_events(struct json *j, struct room *r, seat_id viewer, size_t from)
{
    json_name(j, "events");
    json_open(j, '[');
    for (size_t i = from; i < r->match->log.count; i++)
        show_event(j, &r->match->table, r->match->names, viewer, &r->match->log.events[i]);
    json_close(j, ']');
}

static const struct view_card *card_in(const struct view *v, card_id id, unsigned *hint)
{
    // Views list cards in the same order, mostly.
    for (unsigned k = 0; k < v->card_count; k++) {
        unsigned at = (*hint + k) % v->card_count;
        if (v->cards[at].id != id) continue;
        *hint = at + 1;
        return &v->cards[at];
    }
    return NULL;
}

static bool is_only_moved(const struct view_card *a, const struct view_card *b)
{
    struct view_card there = *a;
    there.place            = b->place;
    return memcmp(&there, b, sizeof there) == 0;
}

// Cards that are new or different; cards of which only the place in the zone is another; cards that
// are gone.
static void write_cards(struct json *j, const struct table *t, const struct view *before,
                        const struct view *after)
{
    enum { CARDS, PLACES, PARTS };
    static const char *const NAMES[PARTS] = { "cards", "places" };
    for (unsigned part = CARDS; part < PARTS; part++) {
        unsigned hint = 0;
        json_name(j, NAMES[part]);
        json_open(j, '[');
        for (unsigned i = 0; i < after->card_count; i++) {
            const struct view_card *now = &after->cards[i];
            const struct view_card *was = card_in(before, now->id, &hint);
            if (was && memcmp(was, now, sizeof *now) == 0) continue;
            bool moved = was && is_only_moved(was, now);
            if (part == CARDS && !moved) show_card(j, t, now);
            if (part == CARDS || !moved) continue;
            json_open(j, '[');
            json_number(j, now->id);
            json_number(j, now->place);
            json_close(j, ']');
        }
        json_close(j, ']');
    }
    unsigned hint = 0;
    json_name(j, "gone");
    json_open(j, '[');
    for (unsigned i = 0; i < before->card_count; i++)
        if (!card_in(after, before->cards[i].id, &hint)) json_number(j, before->cards[i].id);
    json_close(j, ']');
}

static void write_change(struct json *j, const struct table *t, const struct view *before,
                         const struct view *after)
{
    json_name(j, "change");
    json_open(j, '{');
    write_seats(j, "asked", after->asked);
    json_name(j, "question");
    json_text(j, after->question ? question_of(t, after->viewer) : NULL);
    json_name(j, "over");
    json_bool(j, after->over);
    write_seats(j, "winners", after->winners);
    write_cards(j, t, before, after);
    if (before->value_count != after->value_count ||
        memcmp(before->values, after->values, after->value_count * sizeof *after->values) != 0)
        show_values(j, t, after);
    if (before->link_count != after->link_count ||
        memcmp(before->links, after->links, after->link_count * sizeof *after->links) != 0)
        show_links(j, t, after);
    json_close(j, '}');
}

static void write_hash(struct json *j, uint32_t hash)
{
    uint8_t bytes[4] = { (uint8_t)(hash >> 24), (uint8_t)(hash >> 16), (uint8_t)(hash >> 8),
                         (uint8_t)hash };
    json_name(j, "hash");
    json_hex(j, bytes, sizeof bytes);
}

// `id`: of the request that it answers, or -1.
static struct json numbered_begin(struct server *s, struct room *r, const char *type,
                                  seat_id viewer, json_int_t id)
{
    struct request rq = { .server = s, .id = id };
    struct json    j  = answer_begin(&rq, type);
    json_name(&j, "table");
    json_number(&j, (long)r->id);
    json_name(&j, "n");
    json_number(&j, r->news[viewer]);
    return j;
}

static struct text numbered_end(struct json *j, struct room *r, seat_id viewer, struct text view)
{
    write_hash(j, text_fnv(view)); // before the text moves
    write_owed(j, r, viewer);
    json_close(j, '}');
    json_end(j);
    return (struct text){ j->out, j->size };
}

static struct text whole_text(struct server *s, struct room *r, seat_id viewer, json_int_t id)
{
    look(r, viewer, s->after);
    struct json j = numbered_begin(s, r, "view", viewer, id);
    json_name(&j, "view");
    size_t from = j.size;
    show_view(&j, &r->match->table, r->match->names, s->after);
    return numbered_end(&j, r, viewer, (struct text){ j.out + from, j.size - from });
}

void news_whole(struct server *s, struct room *r, uint32_t line, seat_id viewer, json_int_t id)
{
    send_text(s, line, whole_text(s, r, viewer, id));
}

// The newest that happened, for whoever comes to a match that is going on.
void news_events(const struct request *rq, struct room *r, seat_id viewer)
{
    enum { TOLD = 400 };
    size_t      count = r->match->log.count;
    struct json j     = answer_begin(rq, "events");
    json_name(&j, "table");
    json_number(&j, (long)r->id);
    write_events(&j, r, viewer, count > TOLD ? count - TOLD : 0);
    send_json(rq->server, rq->line, &j);
}

// --- keeping and sending ------------------------------------------------------------------------

static void drop_kept(struct kept_list *k, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        k->bytes -= k->item[i].size;
        free(k->item[i].bytes);
    }
    k->count -= count;
    memmove(k->item, k->item + count, k->count * sizeof *k->item);
}

static void keep(struct kept_list *k, uint32_t n, struct text text)
{
    if (k->count == KEPT_MAX) drop_kept(k, 1);
    while (k->count && k->bytes + text.size > KEPT_BYTES) drop_kept(k, 1);
    if (text.size > KEPT_BYTES) return;
    char *copy = malloc(text.size);
    if (!copy) BUG("out of memory for messages");
    memcpy(copy, text.at, text.size);
    k->item[k->count++] = (struct kept){ n, copy, text.size };
    k->bytes += text.size;
}

void news_since(struct server *s, struct room *r, uint32_t line, seat_id viewer, json_int_t n)
{
    const struct kept_list *k       = &r->kept[viewer];
    json_int_t              missing = (json_int_t)r->news[viewer] - n;
    if (missing == 0) return;
    if (missing < 0 || missing > (json_int_t)k->count) {
        news_whole(s, r, line, viewer, -1);
        return;
    }
    for (unsigned i = k->count - (unsigned)missing; i < k->count; i++)
        send_text(s, line,
                  arena_text(&s->out->arena, (struct text){ k->item[i].bytes, k->item[i].size }));
}

static bool is_followed(const struct room *r, seat_id viewer)
{
    for (size_t i = 0; i < r->follower_count; i++)
        if (r->followers[i].viewer == viewer) return true;
    return false;
}

static void tell_viewer(struct server *s, struct room *r, seat_id viewer, const char *what,
                        const struct news_before *b)
{
    struct text text;
    bool        is_person = viewer < r->seats && r->seat[viewer].player != 0;
    r->news[viewer]++;
    if (!s->is_live || (!is_person && !is_followed(r, viewer))) {
        drop_kept(&r->kept[viewer], r->kept[viewer].count);
        return;
    }
    if (!b->had_match)
        text = whole_text(s, r, viewer, -1);
    else {
        struct json j = numbered_begin(s, r, "news", viewer, -1);
        if (what) {
            json_name(&j, "what");
            json_text(&j, what);
        }
        if (b->rule) write_rule(&j, r, b->rule);
        look(r, viewer, s->after);
        write_events(&j, r, viewer, b->events);
        write_change(&j, &r->match->table, &s->before[viewer], s->after);
        text = numbered_end(&j, r, viewer, view_text(s, r, s->after));
    }
    keep(&r->kept[viewer], r->news[viewer], text);
    for (size_t i = 0; i < r->follower_count; i++)
        if (r->followers[i].viewer == viewer) send_text(s, r->followers[i].line, text);
}

void news_begin(struct server *s, struct room *r, struct news_before *b)
{
    memset(b, 0, sizeof *b);
    b->had_match = r->match != NULL;
    if (!r->match) return;
    b->events = r->match->log.count;
    b->asked  = table_asked(&r->match->table);
    for (seat_id v = 0; v < VIEWERS; v++)
        if (v < r->seats || v == SPECTATOR) look(r, v, &s->before[v]);
}

static bool was_told(const struct room *r, seat_id viewer, size_t from)
{
    struct event seen;
    for (size_t i = from; i < r->match->log.count; i++)
        if (event_for(&r->match->log.events[i], viewer, &seen)) return true;
    return false;
}

seat_set news_told(const struct room *r, size_t from)
{
    unsigned told = 0;
    for (seat_id v = 0; v < VIEWERS; v++)
        if ((v < r->seats || v == SPECTATOR) && was_told(r, v, from)) told |= BIT(v);
    return (seat_set)told;
}

seat_set news_look(struct server *s, struct room *r, struct news_before *b)
{
    unsigned changed = 0;
    if (b->events > r->match->log.count) b->events = r->match->log.count; // some were taken back
    for (seat_id v = 0; v < VIEWERS; v++) {
        if (v >= r->seats && v != SPECTATOR) continue;
        look(r, v, s->after);
        if (!b->had_match || !is_same_view(&s->before[v], s->after) || was_told(r, v, b->events))
            changed |= BIT(v);
    }
    return (seat_set)changed;
}

void news_tell(struct server *s, struct room *r, const struct news_before *b, seat_set viewers,
               const char *what)
{
    for (seat_id v = 0; v < VIEWERS; v++)
        if (viewers >> v & 1) tell_viewer(s, r, v, what, b);
}
