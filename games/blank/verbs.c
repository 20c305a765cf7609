// Chapter 4: the verbs of card text, one deed each. What they leave open was asked before
// (meaning/run.h).
#include "games/blank/verbs.h"
#include "engine/chance.h"

static struct event told(const struct table *t, const struct work *w, const struct step *s,
                         unsigned kind, seat_id seat)
{
    return event_by_text(t, kind, seat, w->card, s->words);
}

static seat_id owner_of(const struct table *t, uint16_t champion)
{
    return card_at(t->state, champion)->owner;
}

// ---- to Champions

uint16_t deal_damage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)s;
    call_hit(state_of(t), w->card, a->who, owner_of(t, a->thing), a->amount);
    return 1;
}

uint16_t push_away(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    seat_id whom = owner_of(t, a->thing);
    push_champion(t, a->who, whom, told(t, w, s, EVENT_MOVED, whom));
    return 1;
}

uint16_t swap_places(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct blank_state *st   = state_of(t);
    seat_id             with = owner_of(t, a->thing);
    if (with == a->who) return 1;
    zone_id      here = square_of(st, a->who), there = square_of(st, with);
    struct event e = told(t, w, s, EVENT_MOVED, a->who);
    move_champion(t, a->who, there, e);
    e.seat = with;
    move_champion(t, with, here, e);
    return 1;
}

uint16_t look_at_guard(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct core *c     = t->state;
    card_id      guard = guard_of(state_of(t), owner_of(t, a->thing));
    if (guard == NO_CARD) return 1;
    card_show(c, guard, (seat_set)BIT(a->who));
    struct event e = told(t, w, s, EVENT_LOOKED_AT, a->who);
    e.target       = guard;
    e.target_def   = card_at(c, guard)->def;
    e.seen_by      = card_at(c, guard)->known;
    tell(t, e);
    return 1;
}

// ---- what lasts

static uint16_t change(struct table *t, struct work *w, const struct step *s, card_id champion,
                       enum change kind, int value, unsigned until)
{
    struct core    *c = t->state;
    struct modifier m = { .card   = champion,
                          .source = w->card,
                          .value  = (int16_t)value,
                          .kind   = (uint8_t)kind,
                          .until  = (uint8_t)until };
    if (!modifier_add(c, m)) return 1; // BLA-033
    struct event e = told(t, w, s, EVENT_CHANGED, w->seat);
    e.target       = m.card;
    e.target_def   = card_at(c, m.card)->def;
    e.amount       = m.value;
    tell(t, e);
    return 1;
}

static card_id own_champion(const struct table *t, const struct work *w)
{
    return state_at(t)->side[w->seat].champion;
}

uint16_t expose(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return change(t, w, s, a->thing, CHANGE_TAKES, a->amount, s->until - 1u);
}
uint16_t strengthen(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return change(t, w, s, own_champion(t, w), CHANGE_DEALS, a->amount, s->until - 1u);
}
uint16_t prevent_damage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return change(t, w, s, own_champion(t, w), CHANGE_TAKES, -a->amount, UNTIL_HIT); // BLA-041
}

// ---- guards, health, cards

bool has_guard_to_cancel(const struct scope *k, const struct step *s)
{
    const struct blank_state *st = state_at(k->t);
    (void)s;
    return answered_by(st, k->w->card) != NO_ANSWER;
}

uint16_t cancel_guard(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct blank_state *st    = state_of(t);
    struct turned_up   *below = &st->stack[answered_by(st, w->card)];
    below->cancelled          = 1; // BLA-049
    struct event e            = told(t, w, s, EVENT_CANCELLED, a->who);
    e.target                  = below->guard;
    e.target_def              = card_at(t->state, below->guard)->def;
    tell(t, e);
    return 1;
}

// BLA-042
uint16_t heal(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct side *me     = &state_of(t)->side[a->who];
    int          amount = a->amount, most = def_of(t, me->champion)->field[FIELD_HEALTH];
    if (amount > most - me->health) amount = most - me->health;
    me->health     = (int16_t)(me->health + amount);
    struct event e = told(t, w, s, EVENT_HEALED, a->who);
    e.target       = me->champion;
    e.target_def   = card_at(t->state, me->champion)->def;
    e.amount       = (int16_t)amount;
    tell(t, e);
    return 1;
}

bool has_cards_to_draw(const struct scope *k, const struct step *s)
{
    const struct core *c = k->t->state;
    (void)s;
    return zone_size(c, zone_of_seat(ZONE_DECK, k->seat)) +
               zone_size(c, zone_of_seat(ZONE_DISCARD, k->seat)) >
           0;
}

uint16_t draw_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)w, (void)s;
    draw_cards(t, a->who, (unsigned)a->amount, BLA_012);
    return 1;
}

uint16_t discard_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)w, (void)s;
    discard_card(t, a->thing, BLA_028);
    return 1;
}

// ---- steps and turns

// BLA-025
static zone_id square_there(const struct table *t, seat_id who, const struct step *s)
{
    const struct blank_state *st   = state_at(t);
    unsigned                  side = st->side[who].facing + (s->arg[0] == WORD_BACK ? 2u : 0u);
    return square_beside(square_of(st, who), side % FACING_COUNT);
}

bool can_step_there(const struct scope *k, const struct step *s)
{
    zone_id square = square_there(k->t, k->seat, s);
    return square != NO_SQUARE && seat_on(state_at(k->t), square) == NO_SEAT;
}

uint16_t step(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    move_champion(t, a->who, square_there(t, a->who, s), told(t, w, s, EVENT_MOVED, a->who));
    return 1;
}

uint16_t step_to(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    move_champion(t, a->who, (zone_id)place_of_thing(a->to), told(t, w, s, EVENT_MOVED, a->who));
    return 1;
}

static uint16_t face(struct table *t, struct work *w, const struct step *s, seat_id who,
                     unsigned facing)
{
    struct side *me = &state_of(t)->side[who];
    me->facing      = (uint8_t)(facing % FACING_COUNT);
    struct event e  = told(t, w, s, EVENT_TURNED_NORTH + me->facing, who);
    e.card          = me->champion;
    e.def           = card_at(t->state, me->champion)->def;
    tell(t, e);
    return 1;
}

uint16_t turn(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    unsigned by = s->arg[0] == WORD_LEFT ? 3 : s->arg[0] == WORD_RIGHT ? 1 : 2;
    return face(t, w, s, a->who, state_at(t)->side[a->who].facing + by);
}

uint16_t ask_for_side(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)s;
    ask(t->state, a->who, QUESTION_FACE, 0, w->card);
    return 1;
}

uint16_t turn_to_side(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return face(t, w, s, a->who, answer_of(t->state, a->who).option);
}

// ---- chance (BLA-031)

uint16_t roll_enough(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)w, (void)s;
    return (int)roll_two(t, a->who, rule_reason(BLA_031)) >= a->amount;
}

uint16_t flip_heads(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)w, (void)s;
    return flip(t, a->who, rule_reason(BLA_031));
}
