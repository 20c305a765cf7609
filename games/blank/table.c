// What people see of a position, and what must be true of every one.
#include "games/blank/rules.h"

#define ZONES_OF(seat)                                                                             \
    { "deck", seat, SIGHT_NOBODY, 0 }, { "hand", seat, SIGHT_TEAM, 0 },                            \
        { "laid", seat, SIGHT_ALL, 0 }, { "guard", seat, SIGHT_TEAM, 1 },                          \
    {                                                                                              \
        "discard", seat, SIGHT_ALL, 0                                                              \
    }
#define SQUARE(name)                                                                               \
    {                                                                                              \
        name, NO_SEAT, SIGHT_ALL, 1                                                                \
    }

const struct zone_name blank_zones[ZONE_COUNT + 1] = {
    SQUARE("a1"), SQUARE("b1"), SQUARE("c1"), // row 1 is the southern one
    SQUARE("a2"), SQUARE("b2"), SQUARE("c2"), SQUARE("a3"), SQUARE("b3"), SQUARE("c3"),
    ZONES_OF(0),  ZONES_OF(1),  ZONES_OF(2),  ZONES_OF(3),  { 0 },
};

const char *const blank_value_names[] = {
    [VALUE_ROUND] = "round",           [VALUE_LEAD] = "lead",     [VALUE_HEALTH] = "health",
    [VALUE_INITIATIVE] = "initiative", [VALUE_FACING] = "facing", NULL,
};
const char *const blank_stat_names[] = {
    [STAT_HEALTH] = "health", [STAT_HEALTH_MAX] = "health max", [STAT_FACING] = "facing",
    [STAT_DEALS] = "deals",   [STAT_TAKES] = "takes",           NULL,
};
enum status_word { STATUS_PICKED };
const char *const blank_status_words[] = { [STATUS_PICKED] = "picked", NULL };
const char *const blank_link_names[]   = { "ability", "guard", NULL };
enum link_name { LINK_ABILITY, LINK_GUARD };

static void add_stats(const struct table *t, struct view_card *card)
{
    const struct blank_state *s    = state_at(t);
    const struct side        *side = &s->side[card->owner];
    const struct modifier    *list = modifiers_at(&s->core);
    card->stats                    = STAT_TAKES + 1;
    card->stat[STAT_HEALTH]        = side->health;
    card->stat[STAT_HEALTH_MAX]    = def_of(t, card->id)->field[FIELD_HEALTH];
    card->stat[STAT_FACING]        = side->facing;
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (list[i].card == card->id) {
            unsigned stat    = list[i].kind == CHANGE_DEALS ? STAT_DEALS : STAT_TAKES;
            card->stat[stat] = (int16_t)(card->stat[stat] + list[i].value);
        }
}

static void add_link(const struct table *t, struct view *v, struct view_link link)
{
    link.def                  = card_at(t->state, link.card)->def; // what waits lies face up
    v->links[v->link_count++] = link;
}

static void add_links(const struct table *t, struct view *v)
{
    const struct blank_state *s = state_at(t);
    for (unsigned i = 0; i < s->queue_count; i++) {
        const struct waiting *w    = &s->queue[i];
        struct view_link      link = { .what = LINK_ABILITY, .seat = w->who, .card = w->source };
        link.target                = s->side[w->other].champion;
        link.line                  = (uint16_t)(w->line - def_of(t, w->source)->line_first);
        add_link(t, v, link);
    }
    for (unsigned i = 0; i < s->stack_count; i++) {
        const struct turned_up *up   = &s->stack[i];
        struct view_link        link = { .what = LINK_GUARD, .seat = up->who, .card = up->guard };
        link.target                  = s->side[up->against].champion;
        link.flags                   = up->cancelled;
        add_link(t, v, link);
    }
}

void blank_view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct blank_state *s       = state_at(t);
    bool                      gathers = viewer < s->core.seats && s->core.asked >> viewer & 1 &&
                   s->core.question[viewer].max > 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        struct view_card *card = &v->cards[i];
        if (is_square(card->zone)) add_stats(t, card);
        if (gathers && has_picked(&s->core.question[viewer], card->id))
            card->words |= BIT(STATUS_PICKED);
    }
    view_add_value(v, VALUE_ROUND, NO_SEAT, s->round);
    view_add_value(v, VALUE_LEAD, NO_SEAT, s->lead);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        view_add_value(v, VALUE_HEALTH, seat, s->side[seat].health);
        view_add_value(v, VALUE_INITIATIVE, seat, s->side[seat].initiative);
        view_add_value(v, VALUE_FACING, seat, s->side[seat].facing);
    }
    add_links(t, v);
}

// Only a Trick can lie face down as a guard.
bool blank_could_be(const struct table *t, card_id card, def_id def)
{
    return !(card_at(t->state, card)->flags & CARD_FACE_DOWN) ||
           t->pool->defs[def].kind == KIND_TRICK;
}

static const char *broken_side(const struct table *t, seat_id seat)
{
    const struct blank_state *s  = state_at(t);
    const struct side        *me = &s->side[seat];
    if (me->out != (me->champion == NO_CARD))
        return "a player is out and has a Champion, or neither";
    if (me->facing >= FACING_COUNT) return "a Champion faces nowhere";
    if (me->out) return me->health == 0 ? NULL : "a player who is out has health";
    if (!is_square(square_of(s, seat))) return "a Champion is not on the board";
    if (card_at(&s->core, me->champion)->owner != seat) return "a Champion is another player's";
    if (me->health < 1 || me->health > def_of(t, me->champion)->field[FIELD_HEALTH])
        return "a Champion's health is not from 1 to what is printed";
    if (zone_size(&s->core, zone_of_seat(ZONE_GUARD, seat)) > 1) return "two guards of one player";
    return NULL;
}

const char *blank_broken(const struct table *t)
{
    const struct blank_state *s = state_at(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const char *problem = broken_side(t, seat);
        if (problem) return problem;
    }
    for (zone_id square = 0; square < SQUARE_COUNT; square++)
        if (zone_size(&s->core, square) > 1) return "two Champions on one square";
    if (s->round > ROUNDS) return "more than ten rounds";
    for (unsigned i = 0; i < s->stack_count; i++)
        if (guard_of(s, s->stack[i].who) != s->stack[i].guard)
            return "the stack holds a card that is no guard";
    if (s->queue_count > QUEUE_MAX) return "the queue of abilities is too long";
    if (!s->core.over && !s->core.scenario && s->core.depth == 0) return "nothing goes on";
    for (card_id card = 0; card < s->core.card_count; card++) {
        const struct card *c = card_at(&s->core, card);
        if (is_square(c->zone) && c->known != EVERYBODY) return "a Champion is hidden";
        if (c->flags & CARD_FACE_DOWN && t->pool->defs[c->def].kind != KIND_TRICK)
            return "a guard is no Trick";
    }
    return NULL;
}
