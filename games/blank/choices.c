// What may be chosen, and which rule forbids the rest. choices() lists whatever why_not() allows,
// so the two cannot disagree.
#include "games/blank/rules.h"

const char *const blank_facings[] = { "north", "east", "south", "west", NULL };

const struct choice_form blank_choice_forms[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
    { CHOICE_GUARD, "guard {card}", NULL },
    { CHOICE_NO_GUARD, "no guard", NULL },
    { CHOICE_TURN_UP, "turn up", NULL },
    { CHOICE_KEEP, "keep", NULL },
    { CHOICE_DO, "do", NULL },
    { CHOICE_DO_NOT, "do not", NULL },
    { CHOICE_CHAMPION, "choose {card}", NULL },
    { CHOICE_STEP, "step {zone}", NULL },
    { CHOICE_FACE, "face {word}", blank_facings },
    { 0 },
};

const uint8_t blank_ends[] = { CHOICE_NO_GUARD, CHOICE_KEEP, CHOICE_DO_NOT, 0 };

const char *const blank_questions[] = {
    [0]                 = "",
    [QUESTION_LAY]      = "Which cards do you lay? They will be acted in this order.",
    [QUESTION_GUARD]    = "Do you lay a guard?",
    [QUESTION_TURN_UP]  = "You are hit. Do you turn up your guard?",
    [QUESTION_ANSWER]   = "A guard is turned up. Do you answer with yours?",
    [QUESTION_MAY]      = "Do you do what you may?",
    [QUESTION_CHAMPION] = "Which champion?",
    [QUESTION_STEP]     = "Where do you step?",
    [QUESTION_FACE]     = "Which side do you face?",
    [QUESTION_DISCARD]  = "Which cards do you discard?",
    NULL,
};

static bool is_in_hand(const struct table *t, seat_id seat, card_id card)
{
    return card < t->state->card_count &&
           card_at(t->state, card)->zone == zone_of_seat(ZONE_HAND, seat);
}

static rule_id why_not_lay(const struct table *t, seat_id seat, card_id card)
{
    const struct question *q = &t->state->question[seat];
    if (!is_in_hand(t, seat, card)) return BLA_013;
    if (def_of(t, card)->kind == KIND_TRICK) return BLA_016;
    if (q->picked > 0 && (is_heavy(t, card) || is_heavy(t, q->pick[0]))) return BLA_014;
    return 0;
}

static rule_id why_not_guard(const struct table *t, seat_id seat, card_id card)
{
    if (!is_in_hand(t, seat, card) || def_of(t, card)->kind != KIND_TRICK) return BLA_007;
    return 0;
}

static rule_id why_not_step(const struct table *t, unsigned square)
{
    if (!is_square(square)) return BLA_025;
    if (seat_on(state_at(t), (zone_id)square) != NO_SEAT) return BLA_022;
    return text_may_pick(t, thing_of_place(square)) ? 0 : BLA_025;
}

// Members that a kind does not use are 0, so that equal choices are equal bytes.
static bool is_well_formed(struct choice c)
{
    bool card   = c.kind == CHOICE_PICK || c.kind == CHOICE_GUARD || c.kind == CHOICE_CHAMPION;
    bool target = c.kind == CHOICE_STEP, option = c.kind == CHOICE_FACE;
    return (card || c.card == 0) && (target || c.target == 0) &&
           (option ? c.option < FACING_COUNT : c.option == 0) && c.extra == 0;
}

rule_id blank_why_not(const struct table *t, seat_id seat, struct choice c)
{
    if (!is_well_formed(c)) return RULE_NO_SUCH;
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_LAY: return c.kind == CHOICE_PICK ? why_not_lay(t, seat, c.card) : RULE_NO_SUCH;
    case QUESTION_GUARD:
        if (c.kind == CHOICE_NO_GUARD) return 0;
        return c.kind == CHOICE_GUARD ? why_not_guard(t, seat, c.card) : RULE_NO_SUCH;
    case QUESTION_TURN_UP:
    case QUESTION_ANSWER:
        return c.kind == CHOICE_TURN_UP || c.kind == CHOICE_KEEP ? 0 : RULE_NO_SUCH;
    case QUESTION_MAY: return c.kind == CHOICE_DO || c.kind == CHOICE_DO_NOT ? 0 : RULE_NO_SUCH;
    case QUESTION_CHAMPION:
        if (c.kind != CHOICE_CHAMPION) return RULE_NO_SUCH;
        return c.card < t->state->card_count && text_may_pick(t, c.card) ? 0 : BLA_032;
    case QUESTION_STEP: return c.kind == CHOICE_STEP ? why_not_step(t, c.target) : RULE_NO_SUCH;
    case QUESTION_FACE: return c.kind == CHOICE_FACE ? 0 : RULE_NO_SUCH;
    case QUESTION_DISCARD:
        return c.kind == CHOICE_PICK && is_in_hand(t, seat, c.card) ? 0 : RULE_NO_SUCH;
    }
    return RULE_NO_SUCH;
}

// ---- lists

struct list {
    const struct table *table;
    struct choice      *out;
    size_t              count, max;
    seat_id             seat;
};

static void offer(struct list *l, struct choice c)
{
    if (l->count < l->max && blank_why_not(l->table, l->seat, c) == 0) l->out[l->count++] = c;
}

static void offer_from_hand(struct list *l, uint8_t kind)
{
    const struct core     *c = l->table->state;
    const struct question *q = &c->question[l->seat];
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_HAND, l->seat))
        if (kind != CHOICE_PICK || !has_picked(q, card))
            offer(l, (struct choice){ .kind = kind, .card = card });
}

// Too few may be enough: when nothing else can be picked.
static void offer_done(struct list *l)
{
    const struct question *q = &l->table->state->question[l->seat];
    if ((q->picked >= q->min || l->count == 0) && l->count < l->max)
        l->out[l->count++] = (struct choice){ .kind = CHOICE_DONE };
}

static void offer_what_text_asks_for(struct list *l)
{
    uint16_t things[SQUARE_COUNT + SEATS_MAX];
    size_t   count = text_picks(l->table, things, COUNT(things));
    for (size_t i = 0; i < count && l->count < l->max; i++)
        l->out[l->count++] = type_of_thing(things[i]) == TYPE_PLACE
                                 ? (struct choice){ .kind   = CHOICE_STEP,
                                                    .target = (uint16_t)place_of_thing(things[i]) }
                                 : (struct choice){ .kind = CHOICE_CHAMPION, .card = things[i] };
}

size_t blank_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    const struct blank_state *s = state_at(t);
    struct list               l = { .table = t, .out = out, .max = max, .seat = seat };
    switch ((enum question_kind)s->core.question[seat].kind) {
    case QUESTION_LAY:
    case QUESTION_DISCARD:
        offer_from_hand(&l, CHOICE_PICK);
        offer_done(&l);
        break;
    case QUESTION_GUARD:
        offer_from_hand(&l, CHOICE_GUARD);
        offer(&l, (struct choice){ .kind = CHOICE_NO_GUARD });
        break;
    case QUESTION_TURN_UP:
    case QUESTION_ANSWER:
        offer(&l, (struct choice){ .kind = CHOICE_TURN_UP });
        offer(&l, (struct choice){ .kind = CHOICE_KEEP });
        break;
    case QUESTION_MAY:
        offer(&l, (struct choice){ .kind = CHOICE_DO });
        offer(&l, (struct choice){ .kind = CHOICE_DO_NOT });
        break;
    case QUESTION_CHAMPION:
    case QUESTION_STEP: offer_what_text_asks_for(&l); break;
    case QUESTION_FACE:
        for (uint8_t facing = 0; facing < FACING_COUNT; facing++)
            offer(&l, (struct choice){ .kind = CHOICE_FACE, .option = facing });
        break;
    }
    return l.count;
}

// What leaves most open: the last choice where the question can be turned down, else the first.
struct choice blank_default_choice(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count = blank_choices(t, seat, list, CHOICES_MAX);
    assert(count > 0);
    uint8_t last       = list[count - 1].kind;
    bool    turns_down = last == CHOICE_DONE || last == CHOICE_NO_GUARD || last == CHOICE_KEEP ||
                      last == CHOICE_DO_NOT;
    return turns_down ? list[count - 1] : list[0];
}
