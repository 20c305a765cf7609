// turn.c - the match and its turns: Cycle, Action and Return Phase (rules.md 200).
#include "games/oversoul/game_private.h"

// --- what ends when (OVE-210, OVE-236) ----------------------------------------------------------

static bool ends_before_cycle(const struct modifier *m, const void *context)
{
    const seat_id *seat = context;
    return m->until == UNTIL_ANY_CYCLE || (m->until == UNTIL_OWN_CYCLE && m->seat == *seat);
}

static bool ends_with_turn(const struct modifier *m, const void *context)
{
    (void)context;
    return m->until == UNTIL_TURN_ENDS || m->until == UNTIL_NAME_TURN ||
           m->until == UNTIL_TURN_OR_LEAVES || m->until == UNTIL_BATTLE_ENDS;
}

static void clear_flags(struct oversoul_state *s, uint16_t flags)
{
    for (unsigned i = 0; i < s->active_count; i++) {
        struct body *b   = body_of(s, s->active[i]);
        uint16_t     had = b->flags & flags;
        b->flags         = (uint16_t)(b->flags & ~flags);
        if (!(had & (BODY_GENERATED | CANNOT_START))) continue; // most often
        if (had & BODY_GENERATED) settle_ready(s, s->active[i]);
        if (had & CANNOT_START) stir(s, seat_of(s, s->active[i]));
    }
}

APART static void end_turn(struct table *t)
{
    struct oversoul_state *s = state(t);
    forget_deeds(s);
    end_changes(s, ends_with_turn, NULL);
    state_check(t);
    clear_flags(s, BODY_ENTERED | BODY_GENERATED | BODY_ATTACKED | BODY_PREPARED_NOW);
    if (s->turn < last_turn(s) || s->core.over) return;
    end_game(t, 0, OVE_942);
    happened(t, HAPPENED_END, NO_SEAT, NO_CARD, NO_CARD, 0, because(OVE_942));
}

static void begin_turn(struct table *t)
{
    struct oversoul_state *s = state(t);
    s->turn++;
    s->phase = PHASE_CYCLE;
    touch_phase(s);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (s->side[seat].plus_used) supply(s, seat, LACKS_PLUS);
        s->side[seat].plus_used = s->side[seat].plus_kinds = s->side[seat].own_links = 0;
    }
    s->forced_links = 0;
    happened(t, HAPPENED_TURN, s->turn_seat, NO_CARD, NO_CARD, s->turn, because(OVE_201));
}

// --- the cycle (OVE-202 to OVE-209): one action -------------------------------------------------

static void expire_before_cycle(struct table *t)
{
    struct oversoul_state *s = state(t);
    end_changes(s, ends_before_cycle, &s->turn_seat);
    clear_flags(s, BODY_EXPOSED);
    state_check(t); // OVE-911
}

// "At the start of your turn", "at the end of each turn" (OVE-R222): told only if some card asks.
static void tell_of_turn(struct table *t, enum deed_kind edge)
{
    const struct oversoul_state *s = peek(t);
    if (!book(t)->any_asks_of_turns) return;
    did(t, edge, s->turn_seat, NO_CARD, NO_CARD, 0);
    if (edge != DEED_ACTION_STARTS) take_up_what_waits(t, edge == DEED_TURN_ENDS);
}

static void raise_rank(struct table *t, struct side *side)
{
    if (side->dial == 5) return;
    turn_dial(state(t), state(t)->turn_seat, side->dial + 1);
    happened(t, HAPPENED_RANK, state(t)->turn_seat, side->leader, NO_CARD, side->rank,
             because(OVE_204));
}

static void refresh_energy(struct table *t, struct side *side)
{
    side->energy = side->rank;
    supply(state(t), state(t)->turn_seat, LACKS_ENERGY | LACKS_RANK);
    touch(state(t)); // of the RANK as well
    happened(t, HAPPENED_ENERGY, state(t)->turn_seat, NO_CARD, NO_CARD, side->energy,
             because(OVE_205));
}

static size_t tired_in_zone(const struct oversoul_state *s, zone_id z, card_id *out)
{
    size_t n = 0;
    EACH_CARD_IN(c, s, z)
    {
        unsigned tired = body_at(s, c)->damage | (card_in(s, c)->flags & CARD_SIDEWAYS) |
                         (s->holds & HOLDS_WOULD);
        out[n] = c;
        n += tired != 0;
    }
    return n;
}

// Those that Heal or turn upright, in the order of OVE-114; all of them where something else may
// happen to them meanwhile.
static size_t tired_cards(const struct oversoul_state *s, seat_id seat, card_id *out)
{
    size_t n = tired_in_zone(s, zone_for(seat, LEADER), out);
    for (unsigned set = held_zones(s, seat); set; set &= set - 1)
        n += tired_in_zone(s, first_zone(seat, set), out + n);
    return n;
}

static void heal_and_reactivate(struct table *t)
{
    struct oversoul_state *s = state(t);
    card_id                list[BODIES_MAX];
    card_id                can[BODIES_MAX];
    size_t                 n = tired_cards(s, s->turn_seat, list), count = 0;
    for (size_t i = 0; i < n; i++)
        if (!is_face_up_leader(t, list[i]) && can_heal(t, list[i])) can[count++] = list[i];
    begin_at_once(t, count > 1);
    for (size_t i = 0; i < count; i++)
        if (is_board_card(s, can[i])) regain(t, can[i], 999, because(OVE_206));
    end_at_once(t);
    count = 0;
    for (size_t i = 0; i < n; i++)
        if (!(body_at(s, list[i])->flags & BODY_CONSTRUCT) && can_reactivate(t, list[i]))
            can[count++] = list[i];
    begin_at_once(t, count > 1);
    for (size_t i = 0; i < count; i++)
        if (is_sideways(s, can[i])) turn_upright(t, can[i], because(OVE_207));
    end_at_once(t);
}

APART static void cycle(struct table *t)
{
    struct oversoul_state *s    = state(t);
    struct side           *side = &s->side[s->turn_seat];
    expire_before_cycle(t);
    if (s->core.over) return;
    tell_of_turn(t, DEED_TURN_STARTS);
    draw_cards(t, s->turn_seat, 1, because(OVE_203));
    if (side->first_cycle_done) raise_rank(t, side);
    refresh_energy(t, side);
    if (side->first_cycle_done) heal_and_reactivate(t);
    side->first_cycle_done = 1;
    state_check(t);
    if (!s->core.over) look_at_states(t, true); // OVE-755 (b)
}

// --- BERSERK (OVE-222) --------------------------------------------------------------------------

bool must_attack(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (body_at(s, c)->flags & BODY_ATTACKED || !is_upright(s, c)) return false;
    return has_keyword(s, c, BERSERK) || is_told_to_attack(t, c);
}

// --- the Return Phase (OVE-230 to OVE-237) ------------------------------------------------------

static bool can_exchange(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s = peek(t);
    card_id                      one;
    return s->zones[zone_for(seat, HAND)].count && s->zones[zone_for(seat, IDLE)].count &&
           exchangeable(t, seat, &one, 1);
}

static void return_picks(struct table *t, seat_id seat, rule_id rule, bool *all)
{
    const struct question *q = &state(t)->core.question[seat];
    *all                     = q->picked > 0;
    for (unsigned i = 0; i < q->picked; i++) // the picks follow their faces if the hand is mixed
        *all &= return_card(t, q->pick[i], ZONE_DECK, BOTTOM, because(rule));
}

// frame: a = the turn player, n = cards over the limit.
enum return_step {
    RETURN_BEGIN,
    RETURN_LIMITED,
    RETURN_LIMIT_TRIGGERS,
    RETURN_WANTED,
    RETURN_CHOSEN
};
enum flow return_phase(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    bool                   all;
    FLOW_BEGIN(f);
    f->returner = s->turn_seat;
    while (zone_size(&s->core, zone_for(f->returner, HAND)) > HAND_LIMIT) {
        f->n = (uint16_t)(zone_size(&s->core, zone_for(f->returner, HAND)) - HAND_LIMIT);
        if (f->n > PICKS_MAX) f->n = PICKS_MAX;
        ask_several(&s->core, f->returner, QUESTION_HAND_LIMIT, (uint8_t)f->n, (uint8_t)f->n, 0, 0);
        FLOW_PAUSE(f, RETURN_LIMITED);
        begin_action(t);
        return_picks(t, f->returner, OVE_230, &all);
        end_action(t);
    }
    if (s->waiting_count || s->secretly) { // OVE-235
        call_run_of_triggers(s, next_seat(&s->core, f->returner));
        FLOW_PAUSE_UNLESS(f, RETURN_LIMIT_TRIGGERS, has_ended(t, run_timeshift));
    }
    if (!can_exchange(t, f->returner)) return FLOW_DONE; // OVE-232
    ask(&s->core, f->returner, QUESTION_EXCHANGE, 0, 0);
    FLOW_PAUSE(f, RETURN_WANTED);
    if (answer_of(&s->core, f->returner).kind == CHOOSE_NO_EXCHANGE) return FLOW_DONE;
    ask_several(&s->core, f->returner, QUESTION_EXCHANGE_CARDS, 3, 3, 0, 0);
    FLOW_PAUSE(f, RETURN_CHOSEN);
    forget_deeds(s); // another rules action begins (OVE-920)
    begin_action(t);
    return_picks(t, f->returner, OVE_231, &all);
    if (all) draw_cards(t, f->returner, 1, because(OVE_233));
    end_action(t);
    FLOW_END(f);
}

// --- a turn, the match --------------------------------------------------------------------------

// What holds only in a phase begins or ends with it (OVE-R400).
static void enter_phase(struct table *t, enum phase phase)
{
    bool begins     = peek(t)->phase != phase;
    state(t)->phase = (uint8_t)phase;
    touch_phase(state(t));
    if (begins && phase == PHASE_ACTION) tell_of_turn(t, DEED_ACTION_STARTS);
    if (peek(t)->dirty) state_check(t);
    if (!peek(t)->core.over) look_at_states(t, false);
}

enum turn_step {
    TURN_BEGIN,
    TURN_CYCLED,
    TURN_CHOSEN,
    TURN_PASSED,
    TURN_DECLARED,
    TURN_RUN,
    TURN_RETURNED,
    TURN_CLOSED,
    TURN_OPEN
};
static_assert((int)TURN_CYCLED == TURN_AT_ACTION && (int)TURN_PASSED == TURN_AT_RETURN,
              "scenarios go on there");
enum flow take_turn(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    FLOW_BEGIN(f);
    begin_turn(t);
    cycle(t);
    if (s->core.over) return FLOW_DONE;
    call_run(s, next_seat(&s->core, s->turn_seat), 0); // OVE-211
    FLOW_PAUSE_UNLESS(f, TURN_CYCLED, has_ended(t, run_timeshift));
    enter_phase(t, PHASE_ACTION);
    if (s->core.over) return FLOW_DONE;
    if (s->waiting_count) {
        call_run_of_triggers(s, next_seat(&s->core, s->turn_seat));
        FLOW_PAUSE_UNLESS(f, TURN_OPEN, has_ended(t, run_timeshift));
    }
    for (;;) {
        ask(&s->core, s->turn_seat, QUESTION_ACT, 0, 0);
        FLOW_PAUSE(f, TURN_CHOSEN);
        if (answer_of(&s->core, s->turn_seat).kind == CHOOSE_END) {
            s->acted = 0;
            call_run(s, next_seat(&s->core, s->turn_seat), 1);
            FLOW_PAUSE_UNLESS(f, TURN_PASSED, has_ended(t, run_timeshift));
            if (!s->acted) break; // OVE-221
            continue;
        }
        start_link(t, s->turn_seat, answer_of(&s->core, s->turn_seat));
        FLOW_PAUSE_UNLESS(f, TURN_DECLARED, is_link_made(t));
        call_run(s, next_seat(&s->core, s->turn_seat), 0);
        FLOW_PAUSE_UNLESS(f, TURN_RUN, has_ended(t, run_timeshift));
    }
    enter_phase(t, PHASE_RETURN);
    if (s->core.over) return FLOW_DONE;
    call(s, FLOW_RETURN);
    FLOW_PAUSE(f, TURN_RETURNED);
    tell_of_turn(t, DEED_TURN_ENDS);
    call_run(s, next_seat(&s->core, s->turn_seat), 0); // OVE-236
    FLOW_PAUSE_UNLESS(f, TURN_CLOSED, has_ended(t, run_timeshift));
    end_turn(t);
    if (s->core.over) return FLOW_DONE;
    s->turn_seat = next_seat(&s->core, s->turn_seat);
    FLOW_END(f);
}

enum match_step { MATCH_BEGIN, MATCH_SET_UP, MATCH_TURN_DONE };
static_assert((int)MATCH_TURN_DONE == MATCH_AT_TURN_DONE, "scenarios go on there");
enum flow play_match(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    FLOW_BEGIN(f);
    call(s, FLOW_SETUP);
    FLOW_PAUSE(f, MATCH_SET_UP);
    for (;;) {
        call(s, FLOW_TURN);
        FLOW_PAUSE(f, MATCH_TURN_DONE);
    }
    FLOW_END(f);
}

static enum flow step(struct table *t, struct frame *f)
{
    switch ((enum flow_id)f->flow) {
    case FLOW_MATCH: return play_match(t, f);
    case FLOW_SETUP: return set_up(t, f);
    case FLOW_TURN: return take_turn(t, f);
    case FLOW_RETURN: return return_phase(t, f);
    case FLOW_RUN: return run_timeshift(t, f);
    case FLOW_PLACE: return place_triggers(t, f);
    case FLOW_DECLARE: return declare_link(t, f);
    case FLOW_ATTACK: return declare_attack(t, f);
    case FLOW_PAY: return pay_energy(t, f);
    case FLOW_RESOLVE: return resolve_link(t, f);
    case FLOW_EFFECTS: return carry_out(t, f);
    case FLOW_SPAWN: return spawn_cards(t, f);
    case FLOW_GAZE: return gaze(t, f);
    case FLOW_SEARCH: return search_deck(t, f);
    case FLOW_DISCARD: return discard_cards(t, f);
    case FLOW_SACRIFICE: return sacrifice_cards(t, f);
    case FLOW_PREPARE: return prepare_cards(t, f);
    case FLOW_ACTIVATE: return activate_cards(t, f);
    case FLOW_ATTACH: return attach_cards(t, f);
    case FLOW_NONE:
    case FLOW_COUNT: break;
    }
    BUG("there is no flow %u", f->flow);
}

// Runs the topmost flow until somebody is asked or the game is over.
static void go_on(struct table *t)
{
    struct oversoul_state *s = state(t);
    while (!s->core.over && !s->core.asked) {
        unsigned      depth = s->core.depth;
        struct frame *f     = &s->frames[depth - 1];
        if (step(t, f) == FLOW_PAUSED) continue;
        *f            = (struct frame){ 0 };
        s->core.depth = (uint16_t)(depth - 1);
    }
}

void oversoul_advance(struct table *t)
{
    struct oversoul_state *s = state(t);
    if (passes_on(t, &s->frames[s->core.depth - 1])) return;
    if (may_compete(s))
        try_step(t, go_on);
    else
        go_on(t);
}
