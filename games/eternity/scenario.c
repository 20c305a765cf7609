// Positions arranged by hand: the words of "given" and "then", and where play goes on.
#include "games/eternity/rules.h"

#include <string.h>

enum phase { PHASE_PLAY, PHASE_DRAW, PHASE_SETUP, PHASE_CLEANUP };
const char *const eternity_phases[] = { "play", "draw", "setup", "clean-up", NULL };

static const char *const PENALTIES[] = { "nothing", "knockdown", "root", NULL };
static const char *const SIDES_UP[]  = { "up", "down", NULL };
static const char *const SQUARES[]   = {
      "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", "a2",      "b2", "c2", "d2", "e2",
      "f2", "g2", "h2", "i2", "j2", "a3", "b3", "c3", "d3", "e3", "f3",      "g3", "h3", "i3", "j3",
      "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", "a5",      "b5", "c5", "d5", "e5",
      "f5", "g5", "h5", "i5", "j5", "a6", "b6", "c6", "d6", "e6", "f6",      "g6", "h6", "i6", "j6",
      "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", "nowhere", NULL,
};

#define TABLE_WORD(name, member, most)                                                             \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat, (void)card;                                                                    \
        return state_at(t)->member;                                                                \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)seat, (void)card;                                                                    \
        if (value < 0 || value > (most)) return false;                                             \
        state_of(t)->member = (uint8_t)value;                                                      \
        return true;                                                                               \
    }
#define SEAT_WORD(name, member, type, most)                                                        \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)card;                                                                                \
        return state_at(t)->fighter[seat].member;                                                  \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)card;                                                                                \
        if (value < 0 || value > (most)) return false;                                             \
        state_of(t)->fighter[seat].member = (type)value;                                           \
        return true;                                                                               \
    }

TABLE_WORD(turn, turn, 200)
TABLE_WORD(round, round, 11)
TABLE_WORD(level, level, LEVEL_COUNT - 1)
TABLE_WORD(turn_cap, turn_cap, 200)
TABLE_WORD(rounds_to_win, rounds_to_win, 5)
SEAT_WORD(power, power, uint8_t, 4)
SEAT_WORD(burst, burst, uint8_t, 1)
SEAT_WORD(lying, lying, uint8_t, ROOTED)
SEAT_WORD(lying_next, lying_next, uint8_t, ROOTED)
SEAT_WORD(damaged, damaged, uint8_t, 1)
SEAT_WORD(timed_out, timed_out, uint8_t, 1)
SEAT_WORD(immune, immune, uint8_t, 1)
SEAT_WORD(mask, mask_down, uint8_t, 1)

static int get_limit(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->fighter[seat].limit;
}

static int get_health(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->fighter[seat].health;
}
static bool set_health(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    if (value < 0 || value > HEALTH_MAX) return false;
    state_of(t)->fighter[seat].health = (int16_t)value;
    return true;
}

static seat_id owner_of(const struct table *t, card_id card)
{
    return card_at(t->state, card)->owner;
}

static int get_card_health(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return get_health(t, owner_of(t, card), card);
}
static bool set_card_health(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (state_at(t)->fighter[owner_of(t, card)].character != card) return false;
    return set_health(t, owner_of(t, card), card, value);
}

static int get_sean(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    zone_id sean = state_at(t)->fighter[seat].sean;
    return sean == NO_ZONE ? SQUARE_COUNT : sean;
}
static bool set_sean(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    state_of(t)->fighter[seat].sean = value >= SQUARE_COUNT ? (zone_id)NO_ZONE : (zone_id)value;
    return true;
}

static int get_lamp(const struct table *t, seat_id seat, unsigned nth)
{
    zone_id lamp = state_at(t)->fighter[seat].lamp[nth];
    return lamp == NO_ZONE ? SQUARE_COUNT : lamp;
}
// A Lamp on the level is no longer on the character card.
static bool set_lamp(struct table *t, seat_id seat, unsigned nth, int value)
{
    struct fighter *me  = &state_of(t)->fighter[seat];
    bool            was = me->lamp[nth] != NO_ZONE, is = value < SQUARE_COUNT;
    me->lamp[nth] = is ? (zone_id)value : (zone_id)NO_ZONE;
    if (is && !was && me->power) me->power--;
    return true;
}
#define LAMP_WORD(name, nth)                                                                       \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)card;                                                                                \
        return get_lamp(t, seat, nth);                                                             \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)card;                                                                                \
        return set_lamp(t, seat, nth, value);                                                      \
    }
LAMP_WORD(first_lamp, 0)
LAMP_WORD(second_lamp, 1)
LAMP_WORD(third_lamp, 2)

static int get_warnings(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return (int)warnings_on(state_at(t), seat);
}
// Of the first opponent who gives Warnings.
static bool set_warnings(struct table *t, seat_id seat, card_id card, int value)
{
    struct eternity_state *s = state_of(t);
    (void)card;
    for (seat_id of = 0; of < s->core.seats; of++) {
        struct fighter *me = &s->fighter[of];
        if (!is_enemy(&s->core, of, seat) || me->character == NO_CARD ||
            !face_of_card(t, me->character)->surcharge || value < 0 || value > me->power)
            continue;
        me->warned[seat] = (uint8_t)value;
        me->power        = (uint8_t)(me->power - value);
        return true;
    }
    return false;
}

static int get_wins(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->wins[t->state->team[seat]];
}
static bool set_wins(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    if (value < 0 || value > 5) return false;
    state_of(t)->wins[t->state->team[seat]] = (uint8_t)value;
    return true;
}

static int get_out(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->fighter[seat].out != 0;
}
static bool set_out(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    state_of(t)->fighter[seat].out = value != 0;
    if (value) state_of(t)->fighter[seat].health = 0;
    return true;
}
static int get_lead(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return lead_seat(state_at(t));
}
static int get_step(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->step;
}
static int get_target(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->fighter[seat].target;
}
static int get_priority(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->fighter[seat].played ? current_priority(t, seat) : 0;
}

static int flag_of_card(const struct table *t, card_id card, unsigned flag)
{
    const struct fighter *me = &state_at(t)->fighter[owner_of(t, card)];
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].card == card) return (me->combo[i].flags & flag) != 0;
    return 0;
}
#define CARD_FLAG(name, flag)                                                                      \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return flag_of_card(t, card, flag);                                                        \
    }
CARD_FLAG(hit, PLAYED_HIT)
CARD_FLAG(whiffed, PLAYED_WHIFFED)
CARD_FLAG(did_damage, PLAYED_DAMAGED)
CARD_FLAG(blank, PLAYED_BLANK)

const struct scenario_word eternity_scenario_words[] = {
    { "turn", WORD_TABLE, WORD_NUMBER, NULL, get_turn, set_turn },
    { "round", WORD_TABLE, WORD_NUMBER, NULL, get_round, set_round },
    { "level", WORD_TABLE, WORD_CHOICE, eternity_level_names, get_level, set_level },
    { "turn cap", WORD_TABLE, WORD_NUMBER, NULL, get_turn_cap, set_turn_cap },
    { "rounds to win", WORD_TABLE, WORD_NUMBER, NULL, get_rounds_to_win, set_rounds_to_win },
    { "lead", WORD_TABLE, WORD_SEAT_NAME, NULL, get_lead, NULL },
    { "step", WORD_TABLE, WORD_NUMBER, NULL, get_step, NULL },
    { "health", WORD_SEAT, WORD_NUMBER, NULL, get_health, set_health },
    { "power", WORD_SEAT, WORD_NUMBER, NULL, get_power, set_power },
    { "burst token", WORD_SEAT, WORD_NUMBER, NULL, get_burst, set_burst },
    { "penalty", WORD_SEAT, WORD_CHOICE, PENALTIES, get_lying, set_lying },
    { "fallen", WORD_SEAT, WORD_CHOICE, PENALTIES, get_lying_next, set_lying_next },
    { "damaged", WORD_SEAT, WORD_FLAG, NULL, get_damaged, set_damaged },
    { "timed out", WORD_SEAT, WORD_FLAG, NULL, get_timed_out, set_timed_out },
    { "immune", WORD_SEAT, WORD_FLAG, NULL, get_immune, set_immune },
    { "combo limit", WORD_SEAT, WORD_NUMBER, NULL, get_limit, NULL },
    { "Sean", WORD_SEAT, WORD_CHOICE, SQUARES, get_sean, set_sean },
    { "first Lamp", WORD_SEAT, WORD_CHOICE, SQUARES, get_first_lamp, set_first_lamp },
    { "second Lamp", WORD_SEAT, WORD_CHOICE, SQUARES, get_second_lamp, set_second_lamp },
    { "third Lamp", WORD_SEAT, WORD_CHOICE, SQUARES, get_third_lamp, set_third_lamp },
    { "Mask", WORD_SEAT, WORD_CHOICE, SIDES_UP, get_mask, set_mask },
    { "Warnings", WORD_SEAT, WORD_NUMBER, NULL, get_warnings, set_warnings },
    { "wins", WORD_SEAT, WORD_NUMBER, NULL, get_wins, set_wins },
    { "out", WORD_SEAT, WORD_FLAG, NULL, get_out, set_out },
    { "target", WORD_SEAT, WORD_SEAT_NAME, NULL, get_target, NULL },
    { "priority", WORD_SEAT, WORD_NUMBER, NULL, get_priority, NULL },
    { "health", WORD_CARD, WORD_NUMBER, NULL, get_card_health, set_card_health },
    { "hit", WORD_CARD, WORD_FLAG, NULL, get_hit, NULL },
    { "whiffed", WORD_CARD, WORD_FLAG, NULL, get_whiffed, NULL },
    { "did damage", WORD_CARD, WORD_FLAG, NULL, get_did_damage, NULL },
    { "blank", WORD_CARD, WORD_FLAG, NULL, get_blank, NULL },
    { 0 },
};

// Called for each card after it was put into its zone.
bool eternity_placed(struct table *t, card_id card, struct error *err)
{
    struct eternity_state *s       = state_of(t);
    const struct place     nowhere = { 0 };
    seat_id                owner   = owner_of(t, card);
    zone_id                zone    = card_at(&s->core, card)->zone;
    unsigned               kind    = def_of(t, card)->kind;
    bool                   figure  = is_square(zone) || zone == zone_of_seat(ZONE_BENCH, owner);
    if (figure != (kind == KIND_CHARACTER))
        return fail(err, BAD_INPUT, nowhere,
                    "%s cannot lie there: characters stand on squares or sit "
                    "on the bench",
                    def_of(t, card)->name);
    if (!figure) return true;
    if (s->fighter[owner].character != NO_CARD)
        return fail(err, BAD_INPUT, nowhere, "a player has one character (ETE-103)");
    if (zone_size(&s->core, zone) > 1)
        return fail(err, BAD_INPUT, nowhere, "a square holds one figure (ETE-701)");
    s->fighter[owner].character = card;
    begin_fighter(t, owner);
    return true;
}

static bool is_playable(const struct eternity_state *s)
{
    unsigned fighting = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) fighting += is_fighting(s, seat);
    return fighting >= 2;
}

static bool stands_on_floor(const struct eternity_state *s)
{
    for (zone_id z = 0; z < SQUARE_COUNT; z++)
        if (zone_size(&s->core, z) && !is_floor(s, z)) return false;
    return true;
}

bool eternity_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    struct eternity_state *s       = state_of(t);
    const struct place     nowhere = { 0 };
    (void)seat;
    for (seat_id i = 0; i < s->core.seats; i++) {
        if (s->fighter[i].character == NO_CARD)
            return fail(err, BAD_INPUT, nowhere, "every player needs a character");
        bool common = zone_size(&s->core, zone_of_seat(ZONE_COMMON, i)) > 0;
        if (!common) give_common_cards(t, i);
    }
    if (!stands_on_floor(s))
        return fail(err, BAD_INPUT, nowhere, "a figure stands on no square of %s",
                    level_of(s)->name);
    if (!is_playable(s))
        return fail(err, BAD_INPUT, nowhere, "two figures must stand on the level");
    if (s->round == 0) s->round = 1;
    if (s->turn == 0) s->turn = 1;
    call(s, FLOW_MATCH)->match.at = MATCH_ROUND_DONE;
    if (phase == PHASE_SETUP) {
        s->round--;
        call(s, FLOW_ROUND);
        return true;
    }
    call(s, FLOW_ROUND)->round.at = ROUND_TURN_DONE;
    if (phase == PHASE_CLEANUP) {
        call(s, FLOW_TURN)->turn.at = TURN_CLEANED;
        call(s, FLOW_CLEANUP);
        return true;
    }
    s->turn--; // the turn begins again
    call(s, FLOW_TURN)->turn.resume = phase == PHASE_PLAY;
    return true;
}
