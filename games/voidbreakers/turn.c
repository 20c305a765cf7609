// Chapter 3: the turn. Chapter 4: cycling.
#include "games/voidbreakers/rules.h"

// ---- what phases do

static bool ends_at_turn(const struct modifier *m, const void *seat)
{
    return m->until == UNTIL_YOUR_NEXT_TURN && m->seat == *(const seat_id *)seat;
}

static bool ends_with_turn(const struct modifier *m, const void *context)
{
    (void)context;
    return m->until == THIS_TURN;
}

static void start_turn(struct table *t) // VOI-302, VOI-305
{
    struct voidbreakers_state *s = state_of(t);
    if (s->active == s->first) s->round++;
    s->phase = PHASE_ALPHA;
    happened(t, EVENT_TURN_BEGAN, s->active, NO_CARD, NO_CARD, s->round, by_rule(VOI_302));
    modifiers_end(&s->core, ends_at_turn, &s->active);
}

// VOI-309, VOI-311
static unsigned tokens_to_gain(const struct table *t, card_id card, unsigned kind)
{
    uint32_t     after = 0;
    int          count = face_of(t, card)->token[kind];
    struct force force;
    while (next_force(t, card, KEYWORD_READIES, &after, &force))
        if (force.arg == kind) count += force.value;
    return count < 0 ? 0 : count < TOKENS_MAX ? (unsigned)count : TOKENS_MAX;
}

static void ready(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    s->phase                     = PHASE_READY;
    EACH_IN_ARENA(c, s) {
        if (owner_of(s, c) != s->active || is_dead(s, c)) continue;
        bool plain = !may_have_keyword(t, c, KEYWORD_READIES);
        for (unsigned k = 0; k < TOKEN_KINDS; k++)
            s->body[c].token[k] = (uint8_t)(s->body[c].token[k] + (plain
                                                                       ? face_of(t, c)->token[k]
                                                                       : tokens_to_gain(t, c, k)));
    }
    happened(t, EVENT_READIED, s->active, NO_CARD, NO_CARD, 0, by_rule(VOI_309));
}

static void remove_tokens(struct body *b) // VOI-319, VOI-329
{
    for (unsigned k = 0; k < TOKEN_KINDS; k++) b->token[k] = 0;
}

static void burn(struct table *t, card_id card) // VOI-847
{
    struct hit hit = { .source   = NO_CARD,
                       .victim   = card,
                       .seat     = card_at(t->state, card)->owner,
                       .amount   = 10,
                       .in_batch = true,
                       .why      = by_rule(VOI_847) };
    deal_damage(t, &hit);
}

static void clear_away(struct table *t) // VOI-319, VOI-320, VOI-848
{
    struct voidbreakers_state *s = state_of(t);
    card_id                    burning[CARDS_MAX];
    unsigned                   count = 0;
    EACH_IN_ARENA(c, s) {
        remove_tokens(&s->body[c]);
        if (owner_of(s, c) != s->active || !s->body[c].conditions) continue;
        if (has(s, c, BURNING)) burning[count++] = c;
        lose_conditions(t, c, ~0u, by_rule(VOI_320));
    }
    for (unsigned i = 0; i < count; i++) burn(t, burning[i]);
}

static void end_turn(struct table *t) // VOI-324
{
    struct voidbreakers_state *s = state_of(t);
    modifiers_end(&s->core, ends_with_turn, NULL);
    EACH_IN_ARENA(c, s) {
        remove_tokens(&s->body[c]);
        s->body[c].used = s->body[c].heard = 0;
        s->body[c].flags &= (uint8_t) ~(BODY_MOVED | BODY_ATTACKED);
    }
    for (seat_id seat = 0; seat < PLAYERS; seat++) {
        EACH_CARD(c, s, zone_of_seat(ZONE_HAND, seat)) s->body[c].flags &= (uint8_t)~BODY_SALVAGED;
        s->side[seat].cycled = s->side[seat].announcements = s->side[seat].backs = 0;
        s->side[seat].played = s->side[seat].deaths = 0;
    }
    s->active = other_player(s->active);
}

// ---- the turn

// Begins what the active player chose; false: it was only a cycling go.
static bool begin_deed(struct table *t, struct turn_frame *f, struct choice c)
{
    struct voidbreakers_state *s = state_of(t);
    switch (c.kind) {
    case CHOOSE_ATTACK: announce_attack(t, s->active, c.card, c.target); return false;
    case CHOOSE_MOVE: announce_move(t, s->active, c.card, (zone_id)c.target); return false;
    case CHOOSE_PLAY: begin_card(t, s->active, c.card, QUESTION_ACTION); return true;
    case CHOOSE_USE: begin_talent(t, s->active, c.card, 0); return true;
    case CHOOSE_USE_OTHER: begin_talent(t, s->active, c.card, c.option - 1u); return true;
    default:
        announce_end(t, s->active);
        f->ending = 1;
        return false;
    }
}

static bool may_play_omega(const struct voidbreakers_state *s)
{
    return zone_size(&s->core, zone_of_seat(ZONE_HAND, s->active)) > 0 &&
           !is_limit_reached(s, s->active);
}

// VOI-303: Alpha, Ready, Action, Omega. Each happening is followed by batches and an aftermath
// (VOI-527).
enum flow play_turn(struct table *t, struct turn_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    struct choice              c;
    FLOW_BEGIN(f);
    start_turn(t);
    wake_phase(t, MOMENT_START, LATER_START);
    if (call_batches(s)) FLOW_PAUSE(f, TURN_STARTED);
    if (call_aftermath(s)) FLOW_PAUSE(f, TURN_START_AFTER);
    draw_cards(t, s->active, 1, true, by_rule(VOI_306));
    wake_phase(t, MOMENT_ALPHA, 0);
    if (call_batches(s)) FLOW_PAUSE(f, TURN_ALPHA);
    if (call_aftermath(s)) FLOW_PAUSE(f, TURN_ALPHA_AFTER);
    ready(t);
    wake_phase(t, MOMENT_READY, 1);
    if (call_batches(s)) FLOW_PAUSE(f, TURN_READY);
    if (call_aftermath(s)) FLOW_PAUSE(f, TURN_READY_AFTER);
    s->phase = PHASE_ACTION;
    while (!f->ending) {
        ask(&s->core, s->active, QUESTION_ACTION, 0, 0);
        FLOW_PAUSE(f, TURN_ACTION);
        c = answer_of(&s->core, s->active);
        if (c.kind == CHOOSE_CYCLE) {
            call_cycle(s);
        } else {
            if (begin_deed(t, f, c)) {
                call_announce(s);
                FLOW_PAUSE(f, TURN_ANNOUNCED);
            }
            call_chain(s);
        }
        FLOW_PAUSE(f, TURN_CHAIN);
        if (call_aftermath(s)) FLOW_PAUSE(f, TURN_AFTERMATH);
    }
    s->phase = PHASE_OMEGA;
    clear_away(t);
    if (call_batches(s)) FLOW_PAUSE(f, TURN_OMEGA_2);
    if (call_aftermath(s)) FLOW_PAUSE(f, TURN_OMEGA_2_AFTER);
    wake_phase(t, MOMENT_OMEGA, 2);
    if (call_batches(s)) FLOW_PAUSE(f, TURN_OMEGA_3);
    if (call_aftermath(s)) FLOW_PAUSE(f, TURN_OMEGA_3_AFTER);
    while (may_play_omega(s)) { // VOI-323
        ask(&s->core, s->active, QUESTION_OMEGA, 0, 0);
        FLOW_PAUSE(f, TURN_OMEGA_4);
        c = answer_of(&s->core, s->active);
        if (c.kind != CHOOSE_PLAY) break;
        begin_card(t, s->active, c.card, QUESTION_OMEGA);
        call_announce(s);
        FLOW_PAUSE(f, TURN_OMEGA_ANNOUNCED);
        call_chain(s);
        FLOW_PAUSE(f, TURN_OMEGA_CHAIN);
        if (call_aftermath(s)) FLOW_PAUSE(f, TURN_OMEGA_AFTER);
    }
    end_turn(t);
    FLOW_END(f);
}

// ---- cycling

// VOI-461
unsigned cycle_cap(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s   = state_at(t);
    unsigned                         cap = dead_fighters(t, seat), done = s->side[seat].cycled;
    unsigned                         hand = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
    unsigned                         left = cap > done ? cap - done : 0;
    return left < hand ? left : hand;
}

static void void_and_draw(struct table *t)
{
    struct voidbreakers_state *s     = state_of(t);
    const struct question     *q     = &s->core.question[s->active];
    unsigned                   count = q->picked;
    s->side[s->active].cycled        = (uint8_t)(s->side[s->active].cycled + count);
    s->side[s->active].announcements++;
    happened(t, EVENT_CYCLED, s->active, NO_CARD, NO_CARD, (int)count, by_rule(VOI_460));
    for (unsigned i = 0; i < count; i++) void_card(t, q->pick[i], by_rule(VOI_460));
    draw_cards(t, s->active, count, true, by_rule(VOI_460));
    wake_all(t, MOMENT_CYCLE, &(struct news){ NO_CARD, NO_CARD, NO_ZONE, s->active + 1 });
}

// VOI-462, VOI-463, VOI-467
enum flow cycle(struct table *t, struct cycle_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    FLOW_BEGIN(f);
    ask_several(&s->core, s->active, QUESTION_CYCLE, 1, (uint8_t)cycle_cap(t, s->active), 0, 0);
    FLOW_PAUSE(f, CYCLE_PICKED);
    if (s->core.answer[s->active].kind == CHOOSE_BACK) {
        s->side[s->active].backs++;
        withdraw(s);
        return FLOW_PAUSED;
    }
    s->side[0].backs = s->side[1].backs = 0;
    void_and_draw(t);
    if (call_batches(s)) FLOW_PAUSE(f, CYCLE_DONE);
    FLOW_END(f);
}
