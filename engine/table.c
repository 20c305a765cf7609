#include "engine/table.h"

#include "base/hash.h"
#include "engine/modifiers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table_start(struct table *t, const struct match_setup *setup)
{
    memset(t->state, 0, t->game->state_size);
    struct core *c = t->state;
    memcpy(c->key, setup->key, sizeof c->key);
    c->seats    = setup->seats;
    c->mode     = setup->mode;
    c->scenario = setup->bare;
    for (seat_id s = 0; s < c->seats; s++) c->team[s] = s;
    t->game->start(t, setup);
}

void table_advance(struct table *t)
{
    if (t->state->over || t->state->asked) return;
    t->game->advance(t);
    assert(t->state->over || t->state->asked);
}

bool table_may_change(const struct table *t, seat_id seat)
{
    const struct core *c = t->state;
    return seat < c->seats && !(c->asked & BIT(seat)) && c->asked && c->together >> seat & 1 &&
           c->question[seat].kind < 64 && t->game->changeable >> c->question[seat].kind & 1;
}

size_t table_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    if (seat >= t->state->seats || !(t->state->asked & BIT(seat))) return 0;
    return t->game->choices(t, seat, out, max);
}

// In an imagined world it may be that no card fits what was asked for; then enough is what there
// is.
static bool nothing_fits(const struct table *t, seat_id seat)
{
    struct choice list[2];
    return t->game->choices(t, seat, list, 2) == 1 && list[0].kind == CHOICE_DONE;
}

static rule_id why_not_gathered(const struct table *t, seat_id seat, struct choice choice)
{
    const struct question *q = &t->state->question[seat];
    if (choice.kind == CHOICE_DONE) {
        if (!choice_equal(choice, (struct choice){ .kind = CHOICE_DONE })) return RULE_NO_SUCH;
        return q->picked >= q->min || nothing_fits(t, seat) ? 0 : RULE_TOO_FEW;
    }
    if (choice.kind == CHOICE_PICK && has_picked(q, choice.card)) return RULE_PICKED_TWICE;
    return 0;
}

rule_id table_why_not(const struct table *t, seat_id seat, struct choice choice)
{
    const struct core *c = t->state;
    if (c->over) return RULE_GAME_OVER;
    if (seat >= c->seats) return RULE_NOT_ASKED;
    if (!(c->asked & BIT(seat) || table_may_change(t, seat))) {
        rule_id no = t->game->why_unasked ? t->game->why_unasked(t, seat, choice) : 0;
        return no ? no : (rule_id)RULE_NOT_ASKED;
    }
    if (c->question[seat].max > 0) {
        rule_id no = why_not_gathered(t, seat, choice);
        if (no || choice.kind == CHOICE_DONE) return no;
    }
    // What gathers no card at all can only be done.
    if (choice_equal(choice, (struct choice){ .kind = CHOICE_DONE }) && nothing_fits(t, seat))
        return 0;
    return t->game->why_not(t, seat, choice);
}

void table_take(struct table *t, seat_id seat, struct choice choice)
{
    struct core     *c = t->state;
    struct question *q = &c->question[seat];
    assert(c->asked & BIT(seat) || table_may_change(t, seat));
    c->answer[seat] = choice;
    if (q->max > 0 && choice.kind == CHOICE_PICK) {
        q->pick[q->picked++] = choice.card;
        if (q->picked < q->max) return; // still asked: gather on
    }
    c->asked = (seat_set)(c->asked & ~BIT(seat));
}

rule_id table_answer(struct table *t, seat_id seat, struct choice choice)
{
    rule_id no = table_why_not(t, seat, choice);
    if (!no) table_take(t, seat, choice);
    return no;
}

struct choice table_default(const struct table *t, seat_id seat)
{
    return t->game->default_choice(t, seat);
}

struct time_limit table_time(const struct table *t, seat_id seat)
{
    assert(t->state->asked >> seat & 1);
    return t->game->time.limit ? t->game->time.limit(t, seat) : (struct time_limit){ 0 };
}

void table_concede(struct table *t, seat_id seat)
{
    if (!t->state->over && t->game->concede) t->game->concede(t, seat);
}

void tell(struct table *t, struct event e)
{
    struct event_log *log = t->log;
    if (!log) return;
    if (log->count == log->capacity) {
        size_t        capacity = log->capacity ? log->capacity * 2 : 64;
        struct event *more = realloc(log->events, capacity * sizeof *more); // tidy: the log grows
        if (!more) BUG("out of memory for the event log");
        log->events   = more;
        log->capacity = capacity;
    }
    if (!e.told) e.told = EVERYBODY;
    log->events[log->count++] = e;
}

uint64_t table_hash(const struct table *t) { return hash_bytes(t->state, t->game->state_size); }

const char *table_rule_text(const struct game *g, rule_id id, char *name, size_t size)
{
    const struct rule *rule = rule_find(g->rules, g->rule_count, id);
    if (rule) {
        snprintf(name, size, "%s", rule->name);
        return rule->text;
    }
    snprintf(name, size, "%s", "the table");
    switch (id) {
    case RULE_NOT_ASKED: return "It is not your turn to choose.";
    case RULE_NO_SUCH: return "Nothing like this can be chosen here.";
    case RULE_GAME_OVER: return "The match is over.";
    case RULE_PICKED_TWICE: return "This card is picked already.";
    case RULE_TOO_FEW: return "More cards must be picked first.";
    default: return "There is no such rule.";
    }
}

// --- what a viewer may know ---------------------------------------------------------------------

void view_add_value(struct view *v, uint8_t name, seat_id seat, int value)
{
    assert(v->value_count < VIEW_VALUES_MAX);
    v->values[v->value_count++] = (struct view_value){ name, seat, (int16_t)value };
}

void table_view(const struct table *t, seat_id viewer, struct view *v)
{
    const struct core *c = t->state;
    memset(v, 0, offsetof(struct view, cards));
    v->viewer  = viewer;
    v->asked   = c->asked;
    v->over    = c->over;
    v->winners = c->winners;
    v->seats   = c->seats;
    if (viewer < c->seats && c->asked >> viewer & 1) v->question = c->question[viewer].kind;
    for (zone_id z = 0; z < c->zone_count; z++) {
        uint16_t place = 0;
        EACH_IN_ZONE(id, c, z) {
            const struct card *card = card_at(c, id);
            struct view_card  *out  = &v->cards[v->card_count++];
            memset(out, 0, sizeof *out);
            out->id    = id;
            out->def   = card->known >> viewer & 1 ? card->def : NO_DEF;
            out->zone  = z;
            out->owner = card->owner;
            out->flags = card->flags & (CARD_FACE_DOWN | CARD_SIDEWAYS | CARD_MARKED);
            out->place = place++;
        }
    }
    t->game->view_extra(t, viewer, v);
}

// --- invariants ---------------------------------------------------------------------------------

static const char *broken_zone(const struct core *c, zone_id z, size_t *cards)
{
    card_id above = NO_CARD;
    size_t  count = 0;
    EACH_IN_ZONE(id, c, z) {
        if (id >= c->card_count) return "a zone lists a card that does not exist";
        if (card_at(c, id)->zone != z) return "a card lies in another zone than the one listing it";
        if (card_at(c, id)->above != above) return "a zone's list does not run back";
        if (++count > c->card_count) return "a zone's list runs in a circle";
        above = id;
    }
    if (zone_bottom(c, z) != above) return "a zone does not end with its bottom card";
    if (zone_size(c, z) != count) return "a zone miscounts its cards";
    *cards += count;
    return NULL;
}

const char *table_broken(const struct table *t)
{
    const struct core *c     = t->state;
    size_t             cards = 0, placed = 0;
    for (zone_id z = 0; z < c->zone_count; z++) {
        const char *problem = broken_zone(c, z, &cards);
        if (problem) return problem;
    }
    for (card_id id = 0; id < c->card_count; id++) placed += card_at(c, id)->zone != NO_ZONE;
    if (placed != cards) return "a card is in no zone's list";
    if (c->over && c->asked) return "somebody is asked although the match is over";
    if (c->asked >> c->seats) return "a seat that does not exist is asked";
    return t->game->broken(t);
}
