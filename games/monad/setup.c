// Chapter 100: the setup, step by step, and the game from turn to turn.
#include "engine/chance.h"
#include "games/monad/rules.h"

#include <string.h>

// ---- step 1

static void ask_all(struct monad_state *s, uint8_t question)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) ask(&s->core, seat, question, 0, 0);
}

static card_id answered_card(const struct monad_state *s, seat_id seat, card_id otherwise)
{
    struct choice c = answer_of(&s->core, seat);
    return c.kind == CHOICE_TAKE ? c.card : otherwise;
}

// MON-114: what was chosen becomes cards in play; all Units stand in Front until they are placed.
static void show_party(struct table *t, seat_id seat, card_id catalyst, card_id class_card)
{
    struct monad_state    *s  = state_of(t);
    const struct question *q  = &s->core.question[seat];
    struct side           *me = &s->side[seat];
    card_id                units[PICKS_MAX];
    unsigned               count = q->kind == QUESTION_UNITS ? q->picked : 0;
    memcpy(units, q->pick, sizeof units);
    if (s->game > 1) { // MON-913: the catalyst is there already
        for (unsigned i = 0; i < count; i++) {
            enter_play(t, units[i], zone_of_seat(ZONE_FRONT, seat), false);
            note(t, EVENT_CHOSE, seat, units[i], NO_CARD, 0, MON_914);
        }
        return;
    }
    me->catalyst = card_create(&s->core, card_at(&s->core, catalyst)->def, seat,
                               zone_of_seat(ZONE_FRONT, seat), BOTTOM);
    enter_play(t, me->catalyst, zone_of_seat(ZONE_FRONT, seat), false);
    card_id own = card_create(&s->core, card_at(&s->core, class_card)->def, seat,
                              zone_of_seat(ZONE_CLASS, seat), BOTTOM);
    card_show(&s->core, own, EVERYBODY);
    s->stale = 1;
    note(t, EVENT_CHOSE, seat, me->catalyst, NO_CARD, 0, MON_114);
    note(t, EVENT_CHOSE, seat, own, NO_CARD, 0, MON_114);
    for (unsigned i = 0; i < count; i++) {
        enter_play(t, units[i], zone_of_seat(ZONE_FRONT, seat), false);
        note(t, EVENT_CHOSE, seat, units[i], NO_CARD, 0, MON_114);
    }
}

enum { POINTS_SPENT = 1 };

// MON-724, for all units of a party that have it and have not spent their points.
enum flow spend_points(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (; f->n > 0; f->n--) {
        ask(&s->core, f->who, QUESTION_POINTS, f->n, f->card);
        FLOW_PAUSE(f, POINTS_SPENT);
        struct choice c = answer_of(&s->core, f->who);
        if (c.kind != CHOICE_POINTS) continue;
        const uint8_t more[] = { c.option, (uint8_t)c.extra,
                                 (uint8_t)(HUMAN_POINTS - c.option - c.extra) };
        for (unsigned i = 0; i < 3; i++) {
            struct hero *h = &s->heroes[f->who % DOTA_SEATS][0];
            if (is_unit(s, f->card))
                body_of(s, f->card)->points[i] = (uint8_t)(body_of(s, f->card)->points[i] +
                                                           more[i]);
            for (unsigned k = 0; s->core.mode == MODE_DOTA && k < HEROES; k++)
                if (h[k].card == f->card) h[k].points[i] = (uint8_t)(h[k].points[i] + more[i]);
        }
    }
    FLOW_END(f);
}

// In the order of the rows; the first one behind NO_CARD.
static card_id next_human(const struct table *t, seat_id seat, card_id last)
{
    const struct monad_state *s      = state_at(t);
    bool                      behind = last == NO_CARD;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, seat)) {
            const struct body *b = is_unit(s, card) ? body_at(s, card) : NULL;
            if (behind && b && !is_token(t, card) && face_of(t, card)->keyword[HUMAN_NATURE] &&
                !(b->points[0] || b->points[1] || b->points[2]))
                return card;
            behind |= card == last;
        }
    return NO_CARD;
}

seat_id roll_for_first(struct table *t) // MON-115
{
    struct monad_state *s    = state_of(t);
    seat_set            in   = 0;
    seat_id             best = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) in = (seat_set)(in | BIT(seat));
    while (in & (in - 1)) {
        unsigned most = 0;
        seat_set top  = 0;
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            if (!(in & BIT(seat))) continue;
            unsigned sum = roll_two(t, seat, rule_reason(MON_115));
            if (sum > most) most = sum, top = 0;
            if (sum == most) top = (seat_set)(top | BIT(seat));
        }
        in = top;
    }
    while (!(in >> best & 1)) best++;
    return best;
}

static void redraw(struct table *t, seat_id seat) // MON-125
{
    struct monad_state *s    = state_of(t);
    zone_id             hand = zone_of_seat(ZONE_HAND, seat), deck = zone_of_seat(ZONE_DECK, seat);
    EACH_IN_ZONE(card, &s->core, hand) {
        card_show(&s->core, card, EVERYBODY);
        note(t, EVENT_REVEALED, seat, card, NO_CARD, 0, MON_125);
    }
    while (zone_size(&s->core, hand)) card_move(&s->core, zone_top(&s->core, hand), deck, BOTTOM);
    shuffle_deck(t, seat, rule_reason(MON_125));
    note(t, EVENT_REDREW, seat, NO_CARD, NO_CARD, 0, MON_125);
    draw_cards(t, seat, HAND_SIZE, MON_125);
}

static void take_up_scenarios(struct table *t) // MON-123
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat)) continue;
        s->side[seat].revealed = 1;
        s->side[seat].waits    = scenario_waits(t, seat);
        note(t, EVENT_NEW_SCENARIO, seat, s->side[seat].scenario, NO_CARD, 0, MON_123);
    }
}

static void ask_for_scenarios(struct monad_state *s)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        card_id last = s->side[seat].last_scenario; // MON-916
        if (!is_out(s, seat))
            ask(&s->core, seat, QUESTION_SCENARIO, last == NO_CARD ? 0 : 2,
                last == NO_CARD ? 0 : last);
    }
}

static void ask_for_units(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        int most = 5 + 2 * s->side[seat].level; // START_LEVELS at level 1
        if (is_out(s, seat)) continue;
        look_through_deck(t, seat);
        ask_several(&s->core, seat, QUESTION_UNITS, 0,
                    (uint8_t)(most < PICKS_MAX ? most : PICKS_MAX), 0, 0);
    }
}

enum { PARTIES_CATALYST = 1, PARTIES_CLASS, PARTIES_ABILITY, PARTIES_SCENARIOS, PARTIES_UNITS };

// MON-111 to MON-114: what is chosen in secret.
enum flow choose_parties(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (s->game <= 1) {
        if (s->core.mode != MODE_DRAFT) { // MON-920
            ask_all(s, QUESTION_CATALYST);
            FLOW_PAUSE(f, PARTIES_CATALYST);
            for (seat_id seat = 0; seat < s->core.seats; seat++)
                s->side[seat].catalyst = answered_card(s, seat, zone_top(&s->core, ZONE_CATALYSTS));
        }
        ask_all(s, QUESTION_CLASS);
        FLOW_PAUSE(f, PARTIES_CLASS);
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            s->side[seat].fast = answered_card(s, seat, zone_top(&s->core, ZONE_CLASSES));
        ask_all(s, QUESTION_ABILITY);
        FLOW_PAUSE(f, PARTIES_ABILITY);
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            struct choice c        = answer_of(&s->core, seat);
            s->side[seat].marks[0] = (uint8_t)BIT(c.kind == CHOICE_MARK ? c.option - 1 : 0);
        }
    }
    if (s->core.mode != MODE_GLADIATOR) {
        ask_for_scenarios(s);
        FLOW_PAUSE(f, PARTIES_SCENARIOS);
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            s->side[seat].last_scenario = NO_CARD;
            if (!is_out(s, seat))
                s->side[seat].scenario = answered_card(s, seat, zone_top(&s->core, ZONE_SCENARIOS));
        }
    }
    ask_for_units(t);
    FLOW_PAUSE(f, PARTIES_UNITS);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        card_id catalyst = s->side[seat].catalyst, class_card = s->side[seat].fast;
        s->side[seat].fast = NO_CARD;
        if (s->game <= 1) s->side[seat].catalyst = NO_CARD;
        if (!is_out(s, seat)) show_party(t, seat, catalyst, class_card);
    }
    FLOW_END(f);
}

enum {
    SETUP_DRAFTED = 1,
    SETUP_PARTIES,
    SETUP_HUMAN_NATURE,
    SETUP_PREPARED,
    SETUP_PERK,
    SETUP_REDRAW
};

enum flow set_up(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (s->core.mode == MODE_DRAFT) {
        call(s, FLOW_DRAFT, NO_SEAT, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, SETUP_DRAFTED);
    }
    call(s, FLOW_PARTIES, NO_SEAT, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, SETUP_PARTIES);
    for (f->i = 0; f->i < s->core.seats; f->i++)
        for (f->card = NO_CARD;
             !is_out(s, f->i) && (f->card = next_human(t, f->i, f->card)) != NO_CARD;) {
            call(s, FLOW_HUMAN, f->i, f->card, NO_CARD)->n = (uint8_t)level_of(t, f->card);
            FLOW_PAUSE(f, SETUP_HUMAN_NATURE);
        }
    if (s->core.mode == MODE_GLADIATOR) pick_arena(t);
    s->first = s->core.mode == MODE_GLADIATOR ? 0 : roll_for_first(t);
    for (f->i = 1; f->i <= s->core.seats; f->i++) { // MON-116
        f->who = (seat_id)((s->first + f->i) % s->core.seats);
        if (is_out(s, f->who)) continue;
        call(s, FLOW_PREPARE, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, SETUP_PREPARED);
    }
    if (s->core.mode == MODE_GLADIATOR) { // MON-852
        ask_all(s, QUESTION_PERK);
        FLOW_PAUSE(f, SETUP_PERK);
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            struct choice c        = answer_of(&s->core, seat);
            s->side[seat].perk     = c.kind == CHOICE_PERK ? c.option : (uint8_t)PERK_SWIFT;
            s->side[seat].revealed = 1;
            note(t, EVENT_PERK, seat, NO_CARD, NO_CARD, s->side[seat].perk, MON_852);
        }
        return FLOW_DONE;
    }
    take_up_scenarios(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) draw_cards(t, seat, HAND_SIZE, MON_124);
    ask_all(s, QUESTION_REDRAW);
    FLOW_PAUSE(f, SETUP_REDRAW);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && answer_of(&s->core, seat).kind == CHOICE_YES) redraw(t, seat);
    FLOW_END(f);
}

enum { PREPARE_START = 1, PREPARE_PLACED, PREPARE_OUTFIT };

// MON-117 to MON-122
enum flow prepare_party(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (s->core.mode != MODE_GLADIATOR) {
        ask(&s->core, f->who, QUESTION_START, 0, 0);
        FLOW_PAUSE(f, PREPARE_START);
        if (is_out(s, f->who)) return FLOW_DONE;
        be_at(t, f->who, answer_of(&s->core, f->who).card);
    }
    call(s, FLOW_PLACING, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, PREPARE_PLACED);
    for (f->value = START_GOLD; !is_out(s, f->who);) {
        s->chosen = f->value;
        ask(&s->core, f->who, QUESTION_OUTFIT, (uint16_t)f->value, 0);
        FLOW_PAUSE(f, PREPARE_OUTFIT);
        struct choice c = answer_of(&s->core, f->who);
        if (c.kind != CHOICE_ATTACH) break;
        f->value = (int16_t)(f->value - 100 * def_of(t, c.card)->field[FIELD_QUALITY]);
        attach(t, c.card, (card_id)c.target);
    }
    shuffle_deck(t, f->who, rule_reason(MON_122));
    FLOW_END(f);
}

enum { PLACING_ROW = 1 };

// D5: units are put into rows one by one; every legal formation can be reached.
enum flow place_units(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (f->n++ < 2 * SIDE_MAX && side_size(s, f->who, false) > 1) {
        ask(&s->core, f->who, QUESTION_PLACE, 0, 0);
        FLOW_PAUSE(f, PLACING_ROW);
        struct choice c = answer_of(&s->core, f->who);
        if (c.kind != CHOICE_PLACE) break;
        put_in_row(t, c.card, zone_of_seat(ZONE_FRONT + c.option, f->who));
        close_up(t, f->who, false);
    }
    FLOW_END(f);
}

// MON-589. What lasts until the turn of somebody who has left ends when that turn would begin.
static void pass_the_turn(struct monad_state *s)
{
    for (;;) {
        s->active = next_seat(&s->core, s->active);
        if (!is_out(s, s->active)) return;
        end_lasting(s, UNTIL_YOUR_TURN, s->active, NO_CARD);
    }
}

unsigned turns_each(const struct monad_state *s) // MON-803, MON-901, MON-911
{
    switch (s->core.mode) {
    case MODE_SOLO: return SOLO_TURNS;
    case MODE_CAMPAIGN: return CAMPAIGN_TURNS;
    default: return s->no_limit ? TURNS_NO_LIMIT : TURNS_EACH;
    }
}

static bool is_last_turn_over(const struct monad_state *s)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && s->side[seat].turns < turns_each(s)) return false;
    return true;
}

static void end_by_limit(struct table *t)
{
    struct monad_state *s = state_of(t);
    if (s->core.mode == MODE_SOLO)
        end_match(&s->core, (seat_set)BIT(AUTOMATON), MON_901);
    else if (s->core.mode == MODE_CAMPAIGN)
        s->game_won = 0xFF; // MON-911: nobody
    else
        end_by_turns(t);
}

enum flow play_game(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (s->core.mode == MODE_DOTA) {
        call(s, FLOW_DOTA, NO_SEAT, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, GAME_DOTA_DONE);
        return FLOW_DONE;
    }
    call(s, FLOW_SETUP, NO_SEAT, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, GAME_SET_UP);
    if (s->core.mode == MODE_GLADIATOR) {
        call(s, FLOW_ARENA, NO_SEAT, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, GAME_ARENA_DONE);
        return FLOW_DONE;
    }
    s->active = s->first;
    while (is_out(s, s->active)) s->active = next_seat(&s->core, s->active);
    while (!s->core.over && !s->game_won) {
        call(s, FLOW_TURN, s->active, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, GAME_TURN_DONE);
        if (is_last_turn_over(s)) end_by_limit(t);
        if (!s->core.over) pass_the_turn(s);
    }
    FLOW_END(f);
}

// ---- what others may have chosen in secret

static card_id some_card(const struct table *t, zone_id pile, seat_id seat, struct rng *rng)
{
    card_id  fit[64];
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, pile) {
        if (n == COUNT(fit)) break;
        if (pile == ZONE_CLASSES && why_not_first_class(t, seat, card)) continue;
        if (pile == ZONE_SCENARIOS && card == state_at(t)->side[seat].last_scenario) continue;
        fit[n++] = card;
    }
    return n ? fit[rng ? rng_below(rng, n) : 0] : (card_id)NO_CARD;
}

static bool is_chosen_from(const struct core *c, card_id card, zone_id pile)
{
    return card != NO_CARD && card_at(c, card)->zone == pile;
}

void monad_imagine(struct table *t, seat_id viewer, struct rng *rng)
{
    struct monad_state *s = state_of(t);
    if (s->planner != viewer) s->planned_count = 0; // MON-237: nobody else has seen any of it
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        struct side *me = &s->side[seat];
        if (seat == viewer || is_out(s, seat)) continue;
        if (s->core.mode == MODE_DOTA) imagine_heroes(t, seat, rng);
        if (is_chosen_from(&s->core, me->catalyst, ZONE_CATALYSTS))
            me->catalyst = some_card(t, ZONE_CATALYSTS, seat, rng);
        if (is_chosen_from(&s->core, me->fast, ZONE_CLASSES)) {
            me->fast = some_card(t, ZONE_CLASSES, seat, rng);
            if (me->marks[0])
                me->marks[0] = (uint8_t)BIT(rng ? rng_below(rng, ability_count(t, me->fast)) : 0);
        }
        if (!me->revealed && me->scenario != NO_CARD)
            me->scenario = some_card(t, ZONE_SCENARIOS, seat, rng);
    }
}
