// Chapter 2: the round.
#include "engine/chance.h"
#include "games/blank/rules.h"

bool is_heavy(const struct table *t, card_id card)
{
    return def_of(t, card)->tags >> TAG_HEAVY & 1;
}

static void draw_to_hand_size(struct table *t, seat_id seat) // BLA-011
{
    unsigned held = zone_size(t->state, zone_of_seat(ZONE_HAND, seat));
    if (held < HAND_SIZE) draw_cards(t, seat, HAND_SIZE - held, BLA_011);
}

// BLA-013. All are asked alike, whatever they hold: how soon a question is answered must not tell
// how many cards could be laid. Whoever holds none to lay may be done with none (BLA-015); that it
// lays nothing shows only when all reveal.
static void ask_what_to_lay(struct table *t)
{
    struct blank_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) ask_several(&s->core, seat, QUESTION_LAY, 1, LAID_MAX, 0, 0);
}

// BLA-017
static void reveal(struct table *t)
{
    struct blank_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat)) continue;
        const struct question *q = &s->core.question[seat];
        for (unsigned i = 0; i < q->picked; i++) {
            card_id card = q->pick[i];
            card_move(&s->core, card, zone_of_seat(ZONE_LAID, seat), BOTTOM);
            card_show(&s->core, card, EVERYBODY);
            struct event e = event_of(EVENT_REVEALED, seat, BLA_017);
            e.card         = card;
            e.def          = card_at(&s->core, card)->def;
            tell(t, e);
        }
    }
}

// BLA-018: highest first; equals stay in the order in which they come, which is from the lead on.
static void settle_order(struct table *t, struct round_frame *f)
{
    struct blank_state *s    = state_of(t);
    seat_id             seat = s->lead;
    for (unsigned n = 0; n < s->core.seats; n++, seat = next_seat(&s->core, seat)) {
        card_id first = zone_top(&s->core, zone_of_seat(ZONE_LAID, seat));
        if (first == NO_CARD || is_out(s, seat)) continue;
        int     dice             = (int)roll_two(t, seat, rule_reason(BLA_018));
        int16_t sum              = (int16_t)(dice + def_of(t, first)->field[FIELD_SPEED]);
        s->side[seat].initiative = sum;
        unsigned at              = f->acting++;
        for (; at > 0 && s->side[f->order[at - 1]].initiative < sum; at--)
            f->order[at] = f->order[at - 1];
        f->order[at] = seat;
    }
}

static bool is_over_with_the_round(const struct modifier *m, const void *context)
{
    (void)context;
    return m->until == UNTIL_ROUND_ENDS || m->until == UNTIL_HIT;
}

// BLA-020, BLA-021
static void end_what_lasted(struct blank_state *s)
{
    modifiers_end(&s->core, is_over_with_the_round, NULL);
    struct modifier *list = modifiers_of(&s->core);
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (list[i].until == UNTIL_NEXT_ROUND_ENDS) list[i].until = UNTIL_ROUND_ENDS;
    for (seat_id seat = 0; seat < s->core.seats; seat++) s->side[seat].initiative = 0;
}

static void pass_the_lead(struct blank_state *s)
{
    do s->lead = next_seat(&s->core, s->lead);
    while (is_out(s, s->lead));
}

static void begin_card(struct table *t, const struct act_frame *f)
{
    struct event e    = event_of(EVENT_ACTED, f->who, BLA_019);
    e.card            = f->card;
    e.def             = card_at(t->state, f->card)->def;
    state_of(t)->wake = 0;
    tell(t, e);
}

// BLA-019: one player's laid cards, one after the other.
enum flow act(struct table *t, struct act_frame *f)
{
    struct blank_state *s    = state_of(t);
    zone_id             laid = zone_of_seat(ZONE_LAID, f->who);
    FLOW_BEGIN(f);
    while (!is_out(s, f->who) && zone_size(&s->core, laid)) {
        f->card = zone_top(&s->core, laid);
        begin_card(t, f);
        for (f->line = 0; f->line < def_of(t, f->card)->line_count; f->line++) {
            call_text(s, def_of(t, f->card)->line_first + f->line, f->card, f->who, NO_SEAT);
            FLOW_PAUSE(f, ACT_LINE_DONE);
        }
        call_queue(s);
        FLOW_PAUSE(f, ACT_QUEUE_DONE);
        discard_card(t, f->card, BLA_019);
    }
    FLOW_END(f);
}

static void begin_round(struct table *t)
{
    struct blank_state *s = state_of(t);
    struct event        e = event_of(EVENT_ROUND_BEGAN, s->lead, BLA_010);
    e.amount              = ++s->round;
    tell(t, e);
}

enum flow play_round(struct table *t, struct round_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_round(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) draw_to_hand_size(t, seat);
    ask_what_to_lay(t);
    FLOW_PAUSE(f, ROUND_LAID);
    reveal(t);
    settle_order(t, f);
    for (f->i = 0; f->i < f->acting; f->i++) {
        call_act(s, f->order[f->i]);
        FLOW_PAUSE(f, ROUND_ACTED);
    }
    end_what_lasted(s);
    if (s->round < ROUNDS) {
        call_guards(s);
        FLOW_PAUSE(f, ROUND_GUARDED);
    }
    pass_the_lead(s);
    FLOW_END(f);
}
