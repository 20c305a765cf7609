// Positions arranged by hand: the words of "given" and "then", and where play goes on.
#include "games/blank/rules.h"

enum phase { PHASE_SETUP, PHASE_LAY, PHASE_END };
const char *const blank_phases[] = { "setup", "lay", "end", NULL };

static seat_id owner_of(const struct table *t, card_id card)
{
    return card_at(t->state, card)->owner;
}
static bool is_champion(const struct table *t, card_id card)
{
    return state_at(t)->side[owner_of(t, card)].champion == card;
}

static int get_round(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->round;
}
static bool set_round(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    if (value < 0 || value > ROUNDS) return false;
    state_of(t)->round = (uint8_t)value;
    return true;
}

static int get_lead(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->lead;
}
static bool set_lead(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat, (void)card;
    if (value < 0 || value >= t->state->seats) return false;
    state_of(t)->lead = (seat_id)value;
    return true;
}

static int get_out(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return is_out(state_at(t), seat);
}

static int get_initiative(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->side[seat].initiative;
}

static int get_health(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return is_champion(t, card) ? state_at(t)->side[owner_of(t, card)].health : 0;
}
static bool set_health(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (!is_champion(t, card) || value < 1 || value > def_of(t, card)->field[FIELD_HEALTH])
        return false;
    state_of(t)->side[owner_of(t, card)].health = (int16_t)value;
    return true;
}

static int get_facing(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return state_at(t)->side[owner_of(t, card)].facing;
}
static bool set_facing(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (!is_champion(t, card)) return false;
    state_of(t)->side[owner_of(t, card)].facing = (uint8_t)value;
    return true;
}

static int get_face_down(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return (card_at(t->state, card)->flags & CARD_FACE_DOWN) != 0;
}

const struct scenario_word blank_scenario_words[] = {
    { "round", WORD_TABLE, WORD_NUMBER, NULL, get_round, set_round },
    { "lead", WORD_TABLE, WORD_SEAT_NAME, NULL, get_lead, set_lead },
    { "out", WORD_SEAT, WORD_FLAG, NULL, get_out, NULL },
    { "initiative", WORD_SEAT, WORD_NUMBER, NULL, get_initiative, NULL },
    { "health", WORD_CARD, WORD_NUMBER, NULL, get_health, set_health },
    { "facing", WORD_CARD, WORD_CHOICE, blank_facings, get_facing, set_facing },
    { "face down", WORD_CARD, WORD_FLAG, NULL, get_face_down, NULL },
    { 0 },
};

static bool has_place(const struct table *t, card_id card)
{
    unsigned zone = card_at(t->state, card)->zone;
    unsigned kind = def_of(t, card)->kind;
    if (is_square(zone)) return kind == KIND_CHAMPION;
    if (zone == zone_of_seat(ZONE_GUARD, owner_of(t, card))) return kind == KIND_TRICK;
    return kind != KIND_CHAMPION;
}

// Called for each card after it was put into its zone.
bool blank_placed(struct table *t, card_id card, struct error *err)
{
    struct blank_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    seat_id             owner   = owner_of(t, card);
    zone_id             zone    = card_at(&s->core, card)->zone;
    if (!has_place(t, card))
        return fail(err, BAD_INPUT, nowhere,
                    "%s cannot lie there: Champions stand on squares, a guard "
                    "is a Trick",
                    def_of(t, card)->name);
    if (is_square(zone) && (zone_size(&s->core, zone) > 1 || s->side[owner].champion != NO_CARD))
        return fail(err, BAD_INPUT, nowhere,
                    "one Champion on a square (BLA-022), and one for each player");
    if (is_square(zone)) take_place(s, owner, card, def_of(t, card));
    if (zone == zone_of_seat(ZONE_GUARD, owner)) card_of(&s->core, card)->flags |= CARD_FACE_DOWN;
    return true;
}

bool blank_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    struct blank_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    if (seat < s->core.seats) s->lead = seat;
    unsigned on_board = 0;
    for (seat_id i = 0; i < s->core.seats; i++) on_board += !is_out(s, i);
    if (on_board < 2)
        return fail(err, BAD_INPUT, nowhere, "at least two Champions must stand on the board");
    begin_match(s);
    s->frames[0].match.at = phase == PHASE_SETUP ? MATCH_BEGIN : MATCH_ROUND_DONE;
    if (phase == PHASE_SETUP) return true;
    if (phase == PHASE_LAY) {
        if (s->round > 0) s->round--; // begins again with the draw
        return true;
    }
    if (s->round == 0) s->round = 1;
    call_round(s);
    s->frames[1].round.at = ROUND_ACTED; // nobody is left to act
    return true;
}
