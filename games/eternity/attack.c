// 300, 640, 650: the six steps of the attack phase, throws, tech, bursts, antes.
#include "games/eternity/rules.h"

// ---- meter

void spend_meter(struct table *t, seat_id seat, card_id card, rule_id because) // ETE-506
{
    struct core *c = t->state;
    card_move(c, card, zone_of_seat(ZONE_REMOVED, seat), TOP);
    tell(t, event_card(t, EVENT_SPENT, seat, card, because));
}

static void spend_oldest(struct table *t, seat_id seat, unsigned count, rule_id because)
{
    zone_id meter = zone_of_seat(ZONE_METER, seat);
    for (; count > 0 && zone_size(t->state, meter); count--)
        spend_meter(t, seat, zone_bottom(t->state, meter), because);
}

static void spend_picked(struct table *t, seat_id seat, rule_id because)
{
    const struct question *q = &t->state->question[seat];
    for (unsigned i = 0; i < q->picked; i++) spend_meter(t, seat, q->pick[i], because);
}

// ETE-507: whoever has more than is due chooses.
enum flow pay_meter(struct table *t, struct pay_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (f->cost > 0 && meter_of(s, f->who) > f->cost) {
        ask_several(&s->core, f->who, QUESTION_PAY, f->cost, f->cost, 0, 0);
        FLOW_PAUSE(f, PAY_CHOSEN);
        spend_picked(t, f->who, f->because);
    } else {
        spend_oldest(t, f->who, f->cost, f->because);
    }
    FLOW_END(f);
}

static unsigned requirement_of(const struct table *t, seat_id seat)
{
    const struct fighter *me = &state_at(t)->fighter[seat];
    return me->played ? requirement_for(t, seat, me->combo[0].def) : 0;
}

// ETE-303: all at once.
static void ask_for_requirements(struct table *t, struct attack_frame *f)
{
    struct eternity_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        uint8_t due = (uint8_t)requirement_of(t, seat);
        if (!due || !is_alive(s, seat) || meter_of(s, seat) <= due) continue;
        ask_several(&s->core, seat, QUESTION_PAY, due, due, 0, 0);
        f->asked = (seat_set)(f->asked | BIT(seat));
    }
}

static void pay_requirements(struct table *t, struct attack_frame *f)
{
    struct eternity_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!is_alive(s, seat)) continue;
        if (f->asked >> seat & 1)
            spend_picked(t, seat, ETE_303);
        else
            spend_oldest(t, seat, requirement_of(t, seat), ETE_303);
        if (s->fighter[seat].played) use_up_warnings(t, seat, s->fighter[seat].combo[0].def);
    }
    f->asked = 0;
}

// ---- burst

// ETE-653: cancels what the player is resolving, or its revealed card.
void burst(struct table *t, seat_id seat, rule_id because)
{
    struct eternity_state *s  = state_of(t);
    struct fighter        *me = &s->fighter[seat];
    me->burst                 = 0;
    me->immune                = 1;
    me->linkless              = BURST_OR_TECHED;
    tell(t, event_of(EVENT_BURST, seat, because));
    struct played *p = last_played(s, seat);
    if (is_in_play(p)) cancel_card(t, seat, seat, p, event_of(EVENT_CANCELLED, seat, because));
    wait_for(t, seat, WHEN_YOU_BURST);
    for (seat_id other = 0; other < s->core.seats; other++)
        if (is_enemy(&s->core, seat, other)) wait_for(t, other, WHEN_OPPONENT_BURSTS);
}

static void ask_for_bursts(struct eternity_state *s, struct attack_frame *f)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(s->acting >> seat & 1) || !is_fighting(s, seat) || !may_burst(s, seat)) continue;
        ask(&s->core, seat, QUESTION_BURST, 0, 0);
        f->asked = (seat_set)(f->asked | BIT(seat));
    }
}

static void take_bursts(struct table *t, struct attack_frame *f)
{
    struct eternity_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (f->asked >> seat & 1 && is_fighting(s, seat) &&
            answer_of(&s->core, seat).kind == CHOICE_BURST)
            burst(t, seat, ETE_305);
    f->asked = 0;
}

// ---- step 3: throws

static bool throws(const struct table *t, seat_id seat)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    return s->acting >> seat & 1 && is_fighting(s, seat) && me->played && has_text(&me->combo[0]) &&
           face_of(t, me->combo[0].def)->tags >> TAG_THROW & 1;
}

static void tech(struct table *t, seat_id seat)
{
    struct fighter *me = &state_of(t)->fighter[seat];
    me->linkless       = BURST_OR_TECHED;
    me->combo[0].flags |= PLAYED_TECHED | PLAYED_BLANK | PLAYED_RESOLVED;
    tell(t, event_card(t, EVENT_TECHED, seat, me->combo[0].card, ETE_641));
}

// ETE-641: those who throw at each other; the rest remain.
static seat_set tech_throws(struct table *t)
{
    struct eternity_state *s   = state_of(t);
    seat_set               all = 0, teched = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (throws(t, seat)) all = (seat_set)(all | BIT(seat));
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        seat_id target = all >> seat & 1 ? target_of(s, seat) : (seat_id)NO_SEAT;
        if (target != NO_SEAT && all >> target & 1 && target_of(s, target) == seat)
            teched = (seat_set)(teched | BIT(seat));
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (teched >> seat & 1) tech(t, seat);
    return (seat_set)(all & ~teched);
}

static bool may_extend(const struct table *t, seat_id seat)
{
    const struct fighter *me   = &state_at(t)->fighter[seat];
    const struct face    *face = face_of_card(t, me->character);
    return face->extend_to > me->reach && me->power >= face->extend_cost;
}

static void extend_throw(struct table *t, seat_id seat) // ETE-873
{
    struct fighter    *me   = &state_of(t)->fighter[seat];
    const struct face *face = face_of_card(t, me->character);
    change_power(t, seat, -face->extend_cost, event_of(EVENT_SPENT_POWER, seat, ETE_873));
    me->reach = face->extend_to;
}

static void call_window_of(struct eternity_state *s, seat_id who, bool after)
{
    struct window_frame *w = &call(s, FLOW_WINDOW)->window;
    w->who                 = who; // of the revealed card
    w->after               = after;
}

static void measure_throws(struct table *t, struct throws_frame *f)
{
    struct eternity_state *s = state_of(t);
    for (unsigned i = 0; i < s->core.seats; i++) {
        seat_id seat = nth_in_lead_order(s, i);
        if (!(f->throwers >> seat & 1) || !is_fighting(s, seat)) continue;
        s->fighter[seat].combo[0].flags |= PLAYED_RESOLVED;
        if (test_hit(t, seat, 0)) f->hits = (seat_set)(f->hits | BIT(seat));
    }
    for (unsigned i = 0; i < s->core.seats; i++) {
        seat_id seat = nth_in_lead_order(s, i);
        if (!(f->hits >> seat & 1)) continue;
        add_blow(s, (struct blow){ .card   = s->fighter[seat].combo[0].card,
                                   .amount = (int16_t)damage_of(t, seat, 0),
                                   .who    = seat,
                                   .victim = target_of(s, seat) });
    }
}

// The next line of a seat's revealed card with this frame; LINES_MAX: none.
static unsigned next_revealed_line(const struct table *t, seat_id seat, unsigned from,
                                   unsigned frame)
{
    return next_line(t, state_at(t)->fighter[seat].combo[0].def, from, frame);
}

static void call_revealed_line(struct table *t, seat_id seat, unsigned line, enum text_part part)
{
    struct eternity_state *s = state_of(t);
    const struct played   *p = &s->fighter[seat].combo[0];
    call_text(s, line_of(&t->pool->defs[p->def], line), seat, p->card, 0, part);
}

// ETE-310
static bool completes(const struct eternity_state *s, const struct throws_frame *f, seat_id seat)
{
    const struct played *p = &s->fighter[seat].combo[0];
    return f->throwers >> seat & 1 && (has_text(p) || f->hits >> seat & 1);
}

enum flow resolve_throws(struct table *t, struct throws_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->throwers = tech_throws(t);
    for (f->i = 0; f->i < s->core.seats; f->i++) { // windows (b)
        if (!(f->throwers >> nth_in_lead_order(s, f->i) & 1) ||
            !is_fighting(s, nth_in_lead_order(s, f->i)))
            continue;
        if (may_extend(t, nth_in_lead_order(s, f->i))) {
            ask(&s->core, nth_in_lead_order(s, f->i), QUESTION_EXTEND, 0, 0);
            FLOW_PAUSE(f, THROWS_EXTENDED);
            if (answer_of(&s->core, nth_in_lead_order(s, f->i)).kind == CHOICE_SPEND)
                extend_throw(t, nth_in_lead_order(s, f->i));
        }
        call_window_of(s, nth_in_lead_order(s, f->i), false);
        FLOW_PAUSE(f, THROWS_BEFORE);
    }
    measure_throws(t, f);
    call(s, FLOW_BLOWS);
    FLOW_PAUSE(f, THROWS_DAMAGED);
    for (f->i = 0; f->i < s->core.seats; f->i++) // all cancellations
        for (f->line = 0; completes(s, f, nth_in_lead_order(s, f->i)); f->line++) {
            f->line = (uint8_t)next_revealed_line(t, nth_in_lead_order(s, f->i), f->line,
                                                  FRAME_NONE);
            if (f->line == LINES_MAX) break;
            call_revealed_line(t, nth_in_lead_order(s, f->i), f->line, PART_CANCEL);
            FLOW_PAUSE(f, THROWS_CANCELLED);
        }
    for (f->i = 0; f->i < s->core.seats; f->i++) { // other effects, windows (d)
        if (!completes(s, f, nth_in_lead_order(s, f->i))) continue;
        for (f->line = 0; f->line < LINES_MAX; f->line++) {
            f->line = (uint8_t)next_revealed_line(t, nth_in_lead_order(s, f->i), f->line,
                                                  FRAME_NONE);
            if (f->line == LINES_MAX) break;
            call_revealed_line(t, nth_in_lead_order(s, f->i), f->line, PART_OTHER);
            FLOW_PAUSE(f, THROWS_OTHER);
        }
        call_window_of(s, nth_in_lead_order(s, f->i), true);
        FLOW_PAUSE(f, THROWS_AFTER);
    }
    for (f->i = 0; f->i < s->core.seats; f->i++)
        for (f->line = 0; f->throwers >> nth_in_lead_order(s, f->i) & 1 &&
                          can_use_final(t, nth_in_lead_order(s, f->i), 0);
             f->line++) {
            f->line = (uint8_t)next_revealed_line(t, nth_in_lead_order(s, f->i), f->line,
                                                  FRAME_FINAL);
            if (f->line == LINES_MAX) break;
            ask(&s->core, nth_in_lead_order(s, f->i), QUESTION_FINAL, f->line,
                s->fighter[nth_in_lead_order(s, f->i)].combo[0].card);
            FLOW_PAUSE(f, THROWS_FINAL);
            if (answer_of(&s->core, nth_in_lead_order(s, f->i)).kind != CHOICE_DO) continue;
            call_revealed_line(t, nth_in_lead_order(s, f->i), f->line, PART_ALL);
            FLOW_PAUSE(f, THROWS_FINAL_DONE);
        }
    FLOW_END(f);
}

// ---- step 4: Pre-Priority

static seat_set owners_of_frame(const struct table *t, enum frame_word frame)
{
    const struct eternity_state *s   = state_at(t);
    seat_set                     set = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const struct fighter *me = &s->fighter[seat];
        if (s->acting >> seat & 1 && is_fighting(s, seat) && me->played &&
            has_text(&me->combo[0]) && face_of(t, me->combo[0].def)->frames & BIT(frame))
            set = (seat_set)(set | BIT(seat));
    }
    return set;
}

static bool is_single(seat_set set) { return (set & (set - 1)) == 0; }

static seat_id seat_of_rank(const struct eternity_state *s, seat_set set, unsigned rank)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1 && s->fighter[seat].rank == rank) return seat;
    return NO_SEAT;
}

static bool may_pre(const struct table *t, const struct pre_frame *f)
{
    const struct eternity_state *s    = state_at(t);
    seat_id                      seat = seat_of_rank(s, f->owners, f->i);
    return seat != NO_SEAT && owners_of_frame(t, FRAME_PRE) >> seat & 1;
}

static void call_check(struct eternity_state *s, seat_set seats)
{
    call(s, FLOW_CHECK)->check.seats = seats;
    s->checks++;
}

enum flow use_pre_priority(struct table *t, struct pre_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->owners = owners_of_frame(t, FRAME_PRE);
    if (!is_single(f->owners)) { // ETE-315
        call_check(s, f->owners);
        FLOW_PAUSE(f, PRE_CHECKED);
    }
    for (f->i = 0; f->i < s->core.seats; f->i++)
        for (f->line = 0; may_pre(t, f); f->line++) { // ETE-317: lost if cancelled meanwhile
            f->line = (uint8_t)next_revealed_line(t, seat_of_rank(s, f->owners, f->i), f->line,
                                                  FRAME_PRE);
            if (f->line == LINES_MAX) break;
            ask(&s->core, seat_of_rank(s, f->owners, f->i), QUESTION_PRE, f->line,
                s->fighter[seat_of_rank(s, f->owners, f->i)].combo[0].card);
            FLOW_PAUSE(f, PRE_ANSWERED);
            if (answer_of(&s->core, seat_of_rank(s, f->owners, f->i)).kind != CHOICE_DO) continue;
            call_revealed_line(t, seat_of_rank(s, f->owners, f->i), f->line, PART_ALL);
            FLOW_PAUSE(f, PRE_DONE);
        }
    FLOW_END(f);
}

// ---- step 5: ante

static unsigned most_to_bet(const struct table *t, seat_id seat)
{
    const struct eternity_state *s    = state_at(t);
    const struct fighter        *me   = &s->fighter[seat];
    const struct face           *face = face_of(t, me->combo[0].def);
    unsigned                     most = 0;
    switch ((enum resource)face->ante) {
    case RESOURCE_METER:
        most = meter_of(s, seat);
        if (face_of_card(t, me->character)->bets_power) most += me->power; // ETE-874
        break;
    case RESOURCE_POWER: most = me->power; break;
    case RESOURCE_CARDS: most = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)); break;
    case RESOURCE_HEALTH: most = me->health > 0 ? (unsigned)me->health - 1 : 0; break; // ETE-547
    }
    return most < face->ante_limit ? most : face->ante_limit;
}

static void ask_for_bet(struct table *t, struct antes_frame *f, seat_id seat)
{
    struct eternity_state *s        = state_of(t);
    unsigned               resource = face_of(t, s->fighter[seat].combo[0].def)->ante;
    unsigned               most     = most_to_bet(t, seat);
    if (most == 0) return;
    if (most > PICKS_MAX && resource == RESOURCE_CARDS) most = PICKS_MAX;
    if (resource == RESOURCE_CARDS)
        ask_several(&s->core, seat, QUESTION_ANTE_CARDS, 0, (uint8_t)most, 0, 0);
    else
        ask(&s->core, seat, QUESTION_ANTE, (uint16_t)resource, (uint16_t)most);
    f->line = (uint8_t)(f->line | BIT(seat)); // who was asked
}

static void lose_cards_bet(struct table *t, seat_id seat)
{
    struct core           *c = t->state;
    const struct question *q = &c->question[seat];
    for (unsigned i = 0; i < q->picked; i++) {
        card_show(c, q->pick[i], EVERYBODY);
        card_move(c, q->pick[i], zone_of_seat(ZONE_DISCARD, seat), TOP);
        tell(t, event_card(t, EVENT_DISCARDED, seat, q->pick[i], ETE_545));
    }
}

// ETE-545: lost at the reveal; meter is chosen afterwards.
static void reveal_bet(struct table *t, seat_id seat)
{
    struct eternity_state *s      = state_of(t);
    struct fighter        *me     = &s->fighter[seat];
    struct choice          choice = answer_of(&s->core, seat);
    unsigned               kind   = face_of(t, me->combo[0].def)->ante;
    me->bet       = kind == RESOURCE_CARDS ? s->core.question[seat].picked : choice.option;
    me->bet_power = (uint8_t)(choice.kind == CHOICE_BET_POWER ? choice.extra : 0);
    if (kind == RESOURCE_POWER) me->bet_power = me->bet;
    struct event e = event_of(EVENT_BET, seat, ETE_545);
    e.amount       = me->bet;
    tell(t, e);
    if (me->bet_power)
        change_power(t, seat, -me->bet_power, event_of(EVENT_SPENT_POWER, seat, ETE_545));
    if (kind == RESOURCE_CARDS) lose_cards_bet(t, seat);
    if (kind == RESOURCE_HEALTH)
        lose_health(t, seat, me->bet, event_of(EVENT_LOST_HEALTH, seat, ETE_545));
}

static void call_payment_of_bet(struct table *t, seat_id seat)
{
    struct eternity_state *s     = state_of(t);
    const struct fighter  *me    = &s->fighter[seat];
    bool                   meter = face_of(t, me->combo[0].def)->ante == RESOURCE_METER;
    struct pay_frame      *pay   = &call(s, FLOW_PAY)->pay;
    pay->who                     = seat;
    pay->cost                    = (uint8_t)(meter ? me->bet - me->bet_power : 0);
    pay->because                 = ETE_545;
}

enum flow place_antes(struct table *t, struct antes_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->owners = owners_of_frame(t, FRAME_ANTE);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (f->owners >> seat & 1) ask_for_bet(t, f, seat);
    if (f->line) {
        FLOW_PAUSE(f, ANTES_BET);
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (f->line >> seat & 1 && is_alive(s, seat)) reveal_bet(t, seat);
    }
    for (f->i = 0; f->i < s->core.seats; f->i++) {
        if (!(f->owners >> nth_in_lead_order(s, f->i) & 1) ||
            !is_alive(s, nth_in_lead_order(s, f->i)))
            continue;
        call_payment_of_bet(t, nth_in_lead_order(s, f->i));
        FLOW_PAUSE(f, ANTES_PAID);
    }
    for (f->i = 0; f->i < s->core.seats; f->i++) // ETE-548
        for (f->line = 0;
             f->owners & owners_of_frame(t, FRAME_ANTE) & BIT(nth_in_lead_order(s, f->i));
             f->line++) {
            f->line = (uint8_t)next_revealed_line(t, nth_in_lead_order(s, f->i), f->line,
                                                  FRAME_ANTE);
            if (f->line == LINES_MAX) break;
            call_revealed_line(t, nth_in_lead_order(s, f->i), f->line, PART_ALL);
            FLOW_PAUSE(f, ANTES_DONE);
        }
    FLOW_END(f);
}

// ---- step 6: priority order

// ETE-321
int current_priority(const struct table *t, seat_id seat)
{
    const struct fighter  *me  = &state_at(t)->fighter[seat];
    const struct played   *p   = &me->combo[0];
    const struct card_def *def = played_def(t, p);
    struct changes         c   = { 0 };
    if (has_text(p)) static_changes(t, seat, 0, &c);
    own_changes(t, seat, 0, &c);
    int sum = def->field[FIELD_PRIORITY] + c.priority;
    sum += me->priority + me->now.priority + me->round.priority;
    if (me->lying && def->fields_set & BIT(FIELD_PRIORITY)) sum--; // ETE-602
    sum -= priority_lost_to_light(t, seat);
    return sum > 0 ? sum : 0;
}

// ETE-324
static bool takes_part(const struct table *t, seat_id seat)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    if (!(s->acting >> seat & 1) || !is_alive(s, seat) || !me->played) return false;
    const struct played *p    = &me->combo[0];
    const struct face   *face = face_of(t, p->def);
    if (!is_in_play(p) || p->flags & PLAYED_RESOLVED || face->tags >> TAG_THROW & 1) return false;
    bool printed = played_def(t, p)->fields_set & (BIT(FIELD_ATTACK) | BIT(FIELD_PRIORITY));
    return printed || (face->takes_part && has_text(p));
}

static seat_set highest(const struct table *t)
{
    const struct eternity_state *s    = state_at(t);
    int                          most = -1;
    seat_set                     set  = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!takes_part(t, seat)) continue;
        int priority = current_priority(t, seat);
        if (priority > most) most = priority, set = 0;
        if (priority == most) set = (seat_set)(set | BIT(seat));
    }
    return set;
}

// ETE-326: does an earlier check of this step order them still?
static bool is_ordered(const struct table *t, seat_set set)
{
    const struct eternity_state *s     = state_at(t);
    unsigned                     check = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const struct fighter *me = &s->fighter[seat];
        if (!(set >> seat & 1)) continue;
        if (!me->check || (check && me->check != check)) return false;
        if (me->checked_at != current_priority(t, seat) + 1) return false;
        check = me->check;
    }
    return true;
}

static void note_check(struct table *t, seat_set set)
{
    struct eternity_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1) {
            s->fighter[seat].check      = s->checks;
            s->fighter[seat].checked_at = (uint8_t)(current_priority(t, seat) + 1);
        }
}

static seat_id first_of(const struct eternity_state *s, seat_set set)
{
    seat_id first = NO_SEAT;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1 && (first == NO_SEAT || s->fighter[seat].rank < s->fighter[first].rank))
            first = seat;
    return first;
}

static bool anybody_throws(const struct table *t)
{
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (throws(t, seat)) return true;
    return false;
}

static void call_combo(struct eternity_state *s, seat_id who)
{
    call(s, FLOW_COMBO)->combo.who = who;
}

enum flow attack_phase(struct table *t, struct attack_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    s->step = 1;
    ask_for_requirements(t, f);
    if (f->asked) FLOW_PAUSE(f, ATTACK_PAID);
    pay_requirements(t, f);
    s->step = 2;
    ask_for_bursts(s, f);
    if (f->asked) FLOW_PAUSE(f, ATTACK_BURST);
    take_bursts(t, f);
    call(s, FLOW_TRIGGERS);
    FLOW_PAUSE(f, ATTACK_TRIGGERED);
    s->step = 3;
    if (anybody_throws(t)) {
        call(s, FLOW_THROWS);
        FLOW_PAUSE(f, ATTACK_THROWN);
    }
    s->step = 4;
    if (owners_of_frame(t, FRAME_PRE)) {
        call(s, FLOW_PRE);
        FLOW_PAUSE(f, ATTACK_PRE);
    }
    s->step = 5;
    if (owners_of_frame(t, FRAME_ANTE)) {
        call(s, FLOW_ANTES);
        FLOW_PAUSE(f, ATTACK_ANTED);
    }
    s->step = 6;
    while (highest(t)) {
        if (!is_single(highest(t)) && !is_ordered(t, highest(t))) { // ETE-325
            f->asked = highest(t);
            call_check(s, f->asked);
            FLOW_PAUSE(f, ATTACK_CHECKED);
            note_check(t, f->asked);
            f->asked = 0;
            continue;
        }
        call_combo(s, first_of(s, highest(t)));
        FLOW_PAUSE(f, ATTACK_RESOLVED);
    }
    FLOW_END(f);
}
