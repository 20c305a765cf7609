// 6: verbs that ask: movement, placing, discarding, draining, returning, putting under the deck.
#include "games/eternity/rules.h"

seat_set moved_by(const struct table *t, uint32_t verb, seat_id who)
{
    unsigned code = t->pool->ops[verb].code;
    if (code == W_MOVE || code == W_MOVE_SEAN) return (seat_set)BIT(who);
    return objects_of(t, verb, who);
}

void call_move(struct table *t, const struct text_frame *f, uint32_t verb, seat_id whom)
{
    struct eternity_state *s    = state_of(t);
    const struct op       *node = &t->pool->ops[verb];
    struct move_frame     *m    = &call(s, FLOW_MOVE)->move;
    m->op                       = verb;
    m->card                     = f->card;
    m->who                      = f->who;
    m->whom                     = whom;
    m->left                     = (uint8_t)(number_in(t->pool, verb) * f->times);
    m->up_to                    = op_find(t->pool->ops, verb, W_UP_TO) != 0;
    m->sean                     = node->code == W_MOVE_SEAN;
    m->how = node->code == W_PUSH ? MOVE_PUSHED : node->code == W_PULL ? MOVE_PULLED : MOVE_FREELY;
}

static zone_id place_beside(const struct eternity_state *s, const struct op *node, seat_id who)
{
    seat_id target = target_of(s, who);
    if (node->value == PLACE_SELF || node->value == PLACE_LAMP_AT_TARGET)
        return target == NO_SEAT ? (zone_id)NO_ZONE : square_of(s, target);
    return square_of(s, who);
}

// ETE-722
bool square_can_be_placed(const struct table *t, const struct text_frame *f, unsigned square)
{
    const struct eternity_state *s = state_at(t);
    uint32_t         verb = verb_of(t->pool->ops, t->pool->lines[f->line].op_first + f->step);
    const struct op *node = &t->pool->ops[verb];
    zone_id          near = place_beside(s, node, f->who);
    if (near == NO_ZONE || !is_floor(s, square)) return false;
    if (node->code == W_PLACE && node->value == PLACE_TARGET && target_of(s, f->who) == NO_SEAT)
        return false; // gave up
    bool     taken = seat_on(s, (zone_id)square) != NO_SEAT;
    bool     lamp  = has_lamp_on(s, f->who, square);
    unsigned away  = distance(near, (zone_id)square);
    if (node->code == W_TAKE_LAMP) return lamp;
    switch ((enum place_word)node->value) {
    case PLACE_SELF:
    case PLACE_TARGET: return !taken && (int)away <= number_in(t->pool, verb);
    case PLACE_SEAN_BESIDE:
    case PLACE_SEAN: return (int)away <= number_in(t->pool, verb);
    case PLACE_LAMP_NEXT: return !lamp && away == 1;
    case PLACE_LAMP:
    case PLACE_LAMP_AT_TARGET: return !lamp && (int)away <= number_in(t->pool, verb);
    case PLACE_SELF_ON_LAMP: return lamp && !taken;
    }
    return false;
}

static bool is_lamp_placed(const struct op *node)
{
    return node->code == W_PLACE && node->value >= PLACE_LAMP_NEXT &&
           node->value <= PLACE_LAMP_AT_TARGET;
}

static bool can_place(const struct table *t, const struct text_frame *f, uint32_t verb)
{
    const struct eternity_state *s    = state_at(t);
    const struct op             *node = &t->pool->ops[verb];
    unsigned                     word = node->code == W_PLACE ? (unsigned)node->value : PLACE_LAMP;
    if (is_lamp_placed(node) &&
        (!s->fighter[f->who].power || lamps_of(s, f->who) == LAMPS_MAX || !is_fighting(s, f->who)))
        return false;
    if ((word == PLACE_SELF || word == PLACE_SELF_ON_LAMP) && !can_be_moved(s, f->who, f->who))
        return false;
    if (word == PLACE_TARGET &&
        (target_of(s, f->who) == NO_SEAT || !can_be_moved(s, f->who, target_of(s, f->who))))
        return false;
    for (unsigned square = 0; square < SQUARE_COUNT; square++)
        if (square_can_be_placed(t, f, square)) return true;
    return false;
}

static bool ask_for_discard(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s    = state_of(t);
    seat_id                seat = seat_meant(t, verb, f->who);
    if (seat == NO_SEAT) return false;
    int held = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
    if (held <= amount) {
        while (held-- > 0)
            discard_by_text(t, f, verb, zone_top(&s->core, zone_of_seat(ZONE_HAND, seat)));
        return false;
    }
    if (op_find(t->pool->ops, verb, W_AT_RANDOM)) {
        discard_at_random(t, f, verb, seat, (unsigned)amount);
        return false;
    }
    if (amount <= 0) return false;
    ask_several(&s->core, seat, QUESTION_DISCARD, (uint8_t)amount, (uint8_t)amount, 0, f->card);
    return true;
}

static bool ask_for_drain(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, f->who);
    if (!is_open_to(s, f->who, target)) return false;
    zone_id meter = zone_of_seat(ZONE_METER, target);
    if (zone_size(&s->core, meter) <= amount) {
        while (zone_size(&s->core, meter)) drain_card(t, f, verb, zone_top(&s->core, meter));
        return false;
    }
    if (amount <= 0) return false;
    ask_several(&s->core, f->who, QUESTION_DRAIN, (uint8_t)amount, (uint8_t)amount, target,
                f->card);
    return true;
}

static bool ask_for_return(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s = state_of(t);
    zone_id zone = zone_of_seat(t->pool->ops[verb].value ? ZONE_METER : ZONE_DISCARD, f->who);
    if (zone_size(&s->core, zone) == 1) return_to_hand(t, f, verb, zone_top(&s->core, zone));
    if (zone_size(&s->core, zone) < 2) return false;
    ask(&s->core, f->who, QUESTION_RETURN, zone, f->card);
    return true;
}

// Asks what the verb leaves open; false: it is done, or leaves nothing open.
bool ask_about(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s = state_of(t);
    switch (t->pool->ops[verb].code) {
    case W_DISCARD: return ask_for_discard(t, f, verb, amount);
    case W_DRAIN: return ask_for_drain(t, f, verb, amount);
    case W_RETURN: return ask_for_return(t, f, verb);
    case W_UNDER:
        if (!zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who))) return false;
        ask(&s->core, f->who, QUESTION_UNDER, 0, f->card);
        return true;
    case W_TAKE_LAMP:
    case W_PLACE:
        if (!can_place(t, f, verb)) return false;
        ask(&s->core, f->who, QUESTION_PLACE, 0, f->card);
        return true;
    default: return false;
    }
}

static void place_as_answered(struct table *t, const struct text_frame *f, uint32_t verb,
                              zone_id to)
{
    struct eternity_state *s    = state_of(t);
    const struct op       *node = &t->pool->ops[verb];
    unsigned               word = (unsigned)node->value;
    if (node->code == W_TAKE_LAMP)
        take_lamp(t, f->who, to, told_by_text(t, f, EVENT_LAMP_TAKEN, f->who, verb));
    else if (is_lamp_placed(node))
        place_lamp(t, f->who, to, told_by_text(t, f, EVENT_LAMP_PLACED, f->who, verb));
    else if (word == PLACE_SEAN_BESIDE)
        put_sean(t, f, verb, to);
    else
        put_on_square(t, word == PLACE_TARGET ? target_of(s, f->who) : f->who, to,
                      told_by_text(t, f, EVENT_MOVED, f->who, verb));
}

void do_as_answered(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s    = state_of(t);
    unsigned               code = t->pool->ops[verb].code;
    seat_id                seat = code == W_DISCARD ? seat_meant(t, verb, f->who) : f->who;
    if (seat == NO_SEAT || !is_alive(s, seat)) return; // gave up instead
    struct choice          choice = answer_of(&s->core, seat);
    const struct question *q      = &s->core.question[seat];
    for (unsigned i = 0; i < q->picked; i++) {
        if (code == W_DISCARD) discard_by_text(t, f, verb, q->pick[i]);
        if (code == W_DRAIN &&
            card_at(&s->core, q->pick[i])->zone == zone_of_seat(ZONE_METER, (seat_id)q->arg))
            drain_card(t, f, verb, q->pick[i]);
    }
    if (code == W_RETURN && choice.kind == CHOICE_CARD) return_to_hand(t, f, verb, choice.card);
    if (code == W_UNDER && choice.kind == CHOICE_UNDER)
        put_under_deck(t, seat, choice.card, ETE_193);
    if ((code == W_PLACE || code == W_TAKE_LAMP) && choice.kind == CHOICE_SQUARE)
        place_as_answered(t, f, verb, (zone_id)choice.target);
}

bool is_move(unsigned code)
{
    return code == W_MOVE || code == W_MOVE_TARGET || code == W_MOVE_SEAN || code == W_PUSH ||
           code == W_PULL;
}
bool verb_asks(const struct op *node)
{
    switch (node->code) {
    case W_DISCARD:
    case W_DRAIN:
    case W_TAKE_LAMP:
    case W_RETURN: return true;
    case W_UNDER: return node->value == 0;
    case W_PLACE: return node->value != PLACE_SEAN;
    default: return false;
    }
}
