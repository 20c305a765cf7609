// Positions arranged by hand: the words of "given" and "then", and where play goes on.
#include "games/voidbreakers/rules.h"

const char *const voidbreakers_phases[] = { "setup", "alpha", "ready", "action", "omega", NULL };

#define UNUSED (void)seat, (void)card

static int get_round(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->round;
}
static bool set_round(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (value < 0 || value > ROUNDS) return false;
    state_of(t)->round = (uint8_t)value;
    return true;
}
static int get_phase(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->phase;
}
static int get_active(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->active;
}
static int get_first(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->first;
}
static bool set_first(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (value >= PLAYERS) return false;
    state_of(t)->first = (seat_id)value;
    return true;
}
static int get_arena(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->arena;
}
static bool set_arena(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    state_of(t)->arena = (uint8_t)value;
    return true;
}
static int get_links(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->link_count;
}

static int get_side(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->side[seat].side;
}
static bool set_side(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    state_of(t)->side[seat].side               = (uint8_t)value;
    state_of(t)->side[other_player(seat)].side = !value;
    return true;
}
static int get_cycled(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->side[seat].cycled;
}
static bool set_cycled(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    state_of(t)->side[seat].cycled = (uint8_t)value;
    return value >= 0 && value <= FIGHTERS;
}
static int get_announced(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->side[seat].announcements;
}
static bool set_announced(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    state_of(t)->side[seat].announcements = (uint8_t)value;
    return value >= 0 && value <= ANNOUNCEMENTS_MAX;
}
static int get_points(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->side[seat].points;
}
static bool set_points(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (value < 0 || value > 3) return false;
    state_of(t)->side[seat].points = (uint8_t)value;
    return true;
}
static int get_games(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->games;
}
static bool set_games(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (value < 0 || value > 3) return false;
    state_of(t)->games = (uint8_t)value;
    return true;
}

// ---- words of cards

static bool is_body(const struct table *t, card_id card)
{
    return is_arena(card_at(t->state, card)->zone);
}

static int get_hp(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, state_at(t)->body[card].hp;
}
static bool set_hp(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (!is_body(t, card) || is_dead(state_at(t), card) || value < 1 || value > hp_max(t, card))
        return false;
    state_of(t)->body[card].hp = (int16_t)value;
    return true;
}
static int get_ap(const struct table *t, seat_id seat, card_id card)
{
    UNUSED;
    return is_living(state_at(t), card) ? attack_power(t, card) : 0;
}
static bool set_ap(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (!is_body(t, card) || value < 0 || value > def_of(t, card)->field[FIELD_AP_MAX])
        return false;
    state_of(t)->body[card].ap = (int16_t)value;
    return true;
}
static int get_dead(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, is_dead(state_at(t), card);
}
static bool set_dead(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (!is_body(t, card) || !is_fighter(t, card) || !value) return false;
    struct body *b = &state_of(t)->body[card];
    *b             = (struct body){ .flags = BODY_DEAD, .arrived = b->arrived };
    return true;
}
static int get_moved(const struct table *t, seat_id seat, card_id card)
{
    return UNUSED, (state_at(t)->body[card].flags & BODY_MOVED) != 0;
}
static bool set_moved(struct table *t, seat_id seat, card_id card, int value)
{
    UNUSED;
    if (!is_body(t, card) || !value) return false;
    state_of(t)->body[card].flags |= BODY_MOVED;
    return true;
}

static bool set_token(struct table *t, card_id card, unsigned kind, int value)
{
    if (!is_body(t, card) || value < 0 || value > TOKENS_MAX) return false;
    if (value && is_dead(state_at(t), card)) return false; // VOI-632
    state_of(t)->body[card].token[kind] = (uint8_t)value;
    state_of(t)->body[card].given       = 1;
    return true;
}
#define TOKEN_WORDS(name, kind)                                                                    \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        return UNUSED, state_at(t)->body[card].token[kind];                                        \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        return UNUSED, set_token(t, card, kind, value);                                            \
    }
TOKEN_WORDS(a, TOKEN_A)
TOKEN_WORDS(m, TOKEN_M)
TOKEN_WORDS(f, TOKEN_F)

#define CONDITION_WORD(name, condition)                                                            \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        return UNUSED, has(state_at(t), card, condition);                                          \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        UNUSED;                                                                                    \
        if (value && is_dead(state_at(t), card)) return false; /* VOI-632 */                       \
        struct body *b = &state_of(t)->body[card];                                                 \
        b->conditions  = (uint16_t)(value ? b->conditions | BIT(condition)                         \
                                          : b->conditions & ~BIT(condition));                      \
        return is_body(t, card);                                                                   \
    }
CONDITION_WORD(stunned, STUNNED)
CONDITION_WORD(disarmed, DISARMED)
CONDITION_WORD(rooted, ROOTED)
CONDITION_WORD(jammed, JAMMED)
CONDITION_WORD(weakened, WEAKENED)
CONDITION_WORD(exposed, EXPOSED)
CONDITION_WORD(burning, BURNING)
CONDITION_WORD(guarded, GUARDED)
CONDITION_WORD(empowered, EMPOWERED)
CONDITION_WORD(cloaked, CLOAKED)
CONDITION_WORD(braced, BRACED)

#define CONDITION_ROW(word, name)                                                                  \
    {                                                                                              \
        word, WORD_CARD, WORD_FLAG, NULL, get_##name, set_##name                                   \
    }
const struct scenario_word voidbreakers_scenario_words[] = {
    { "round", WORD_TABLE, WORD_NUMBER, NULL, get_round, set_round },
    { "in phase", WORD_TABLE, WORD_CHOICE, voidbreakers_phases, get_phase, NULL },
    { "active", WORD_TABLE, WORD_SEAT_NAME, NULL, get_active, NULL },
    { "player 1", WORD_TABLE, WORD_SEAT_NAME, NULL, get_first, set_first },
    { "arena", WORD_TABLE, WORD_CHOICE, voidbreakers_arenas, get_arena, set_arena },
    { "links", WORD_TABLE, WORD_NUMBER, NULL, get_links, NULL },
    { "games", WORD_TABLE, WORD_NUMBER, NULL, get_games, set_games },
    { "side", WORD_SEAT, WORD_CHOICE, voidbreakers_sides, get_side, set_side },
    { "cycled", WORD_SEAT, WORD_NUMBER, NULL, get_cycled, set_cycled },
    { "announcements", WORD_SEAT, WORD_NUMBER, NULL, get_announced, set_announced },
    { "half points", WORD_SEAT, WORD_NUMBER, NULL, get_points, set_points },
    { "HP", WORD_CARD, WORD_NUMBER, NULL, get_hp, set_hp },
    { "AP", WORD_CARD, WORD_NUMBER, NULL, get_ap, set_ap },
    { "A", WORD_CARD, WORD_NUMBER, NULL, get_a, set_a },
    { "M", WORD_CARD, WORD_NUMBER, NULL, get_m, set_m },
    { "F", WORD_CARD, WORD_NUMBER, NULL, get_f, set_f },
    { "dead", WORD_CARD, WORD_FLAG, NULL, get_dead, set_dead },
    { "moved", WORD_CARD, WORD_FLAG, NULL, get_moved, set_moved },
    CONDITION_ROW("Stunned", stunned),
    CONDITION_ROW("Disarmed", disarmed),
    CONDITION_ROW("Rooted", rooted),
    CONDITION_ROW("Jammed", jammed),
    CONDITION_ROW("Weakened", weakened),
    CONDITION_ROW("Exposed", exposed),
    CONDITION_ROW("Burning", burning),
    CONDITION_ROW("Guarded", guarded),
    CONDITION_ROW("Empowered", empowered),
    CONDITION_ROW("Cloaked", cloaked),
    CONDITION_ROW("Braced", braced),
    { 0 },
};

// ---- placing, and where play goes on

static bool has_place(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s         = state_at(t);
    unsigned                         kind      = def_of(t, card)->kind;
    zone_id                          zone      = zone_of_card(s, card);
    bool                             satellite = kind == KIND_SATELLITE || kind == KIND_UPGRADE;
    if (is_arena(zone))
        return kind == KIND_FIGHTER || kind == KIND_MINION || kind == KIND_SATELLITE;
    switch ((zone - ARENA_ZONES) % ZONES_PER_SEAT + ARENA_ZONES) {
    case ZONE_RESERVE: return satellite;
    case ZONE_UPGRADES: return kind == KIND_UPGRADE;
    case ZONE_CHAIN: return false;
    default: return !satellite && kind != KIND_FIGHTER;
    }
}

// VOI-117: of a satellite there are so many.
static bool is_one_too_many(const struct table *t, card_id card, struct error *err)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct card_def           *def  = def_of(t, card);
    int                              same = 0;
    if (def->kind != KIND_SATELLITE && def->kind != KIND_UPGRADE) return false;
    for (card_id c = 0; c < s->core.card_count; c++)
        same += owner_of(s, c) == owner_of(s, card) && s->cards[c].def == s->cards[card].def;
    if (same <= def->field[FIELD_COPIES]) return false;
    fail(err, BAD_INPUT, (struct place){ 0 }, "of %s there are %d (VOI-117)", def->name,
         def->field[FIELD_COPIES]);
    return true;
}

// VOI-102, VOI-105: no arsenal has more than three fighters, nor two of one name.
static bool fits_team(const struct table *t, card_id card, struct error *err)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct side               *side = &s->side[owner_of(s, card)];
    const char                      *name = def_of(t, card)->name;
    if (!is_fighter(t, card)) return !is_one_too_many(t, card, err);
    if (side->fighters == FIGHTERS)
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "%s would be a fourth fighter; an arsenal has three (VOI-102)", name);
    for (unsigned i = 0; i < side->fighters; i++)
        if (face_of(t, side->fighter[i])->self == face_of(t, card)->self)
            return fail(err, BAD_INPUT, (struct place){ 0 },
                        "%s: no two cards show the same fighter (VOI-105)", name);
    return true;
}

bool voidbreakers_placed(struct table *t, card_id card, struct error *err)
{
    if (!fits_team(t, card, err)) return false;
    if (!has_place(t, card))
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "%s cannot lie there: fighters and minions are in zones of the arena, "
                    "satellites there or in the "
                    "reserve, other cards in hand, arsenal or void",
                    def_of(t, card)->name);
    if (!is_arena(zone_of_card(state_at(t), card))) return true;
    come_to_life(t, card);
    state_of(t)->occupied = occupied_zones(state_at(t));
    return true;
}

bool voidbreakers_attach(struct table *t, card_id host, card_id attached, struct error *err)
{
    if (is_one_too_many(t, attached, err)) return false;
    if (def_of(t, attached)->kind != KIND_UPGRADE ||
        face_of(t, attached)->fighter != face_of(t, host)->self)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "%s is no upgrade of %s",
                    def_of(t, attached)->name, def_of(t, host)->name);
    card_move(t->state, attached, zone_of_seat(ZONE_UPGRADES, card_at(t->state, host)->owner),
              BOTTOM);
    card_show(t->state, attached, EVERYBODY);
    return true;
}

card_id voidbreakers_attached_to(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    if (zone_of_card(s, card) != zone_of_seat(ZONE_UPGRADES, owner_of(s, card))) return NO_CARD;
    for (card_id c = 0; c < s->core.card_count; c++)
        if (is_living(s, c) && owner_of(s, c) == owner_of(s, card) &&
            face_of(t, c)->self == face_of(t, card)->fighter)
            return c;
    return NO_CARD;
}

// In the Action Phase cards have the tokens that they gained, unless the scenario says otherwise.
static void give_tokens(struct table *t, bool all)
{
    struct voidbreakers_state *s = state_of(t);
    for (card_id c = 0; c < s->core.card_count; c++) {
        if (all && is_living(s, c) && owner_of(s, c) == s->active && !s->body[c].given)
            for (unsigned k = 0; k < TOKEN_KINDS; k++)
                s->body[c].token[k] = (uint8_t)def_of(t, c)->field[FIELD_A + k];
        s->body[c].given = 0;
    }
}

// Which arena it is, is known when all is given.
static bool lie_in_arena(const struct table *t, struct error *err)
{
    char          known[200];
    struct writer w       = writer_on(known, sizeof known);
    zone_id       missing = NO_ZONE;
    for (zone_id z = 0; z < ARENA_ZONES; z++) {
        if (arena_has(t, z))
            write_format(&w, "%s%s", w.size ? ", " : "", voidbreakers_zones[z].name);
        else if (zone_size(t->state, z))
            missing = z;
    }
    return missing == NO_ZONE ||
           fail(err, BAD_INPUT, (struct place){ 0 }, "the %s has no zone %s; its zones are %s",
                voidbreakers_arenas[state_at(t)->arena], voidbreakers_zones[missing].name, known);
}

bool voidbreakers_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    static const enum turn_step GOES_ON[] = { TURN_BEGIN, TURN_START_AFTER, TURN_ALPHA_AFTER,
                                              TURN_READY_AFTER, TURN_AFTERMATH };
    struct voidbreakers_state  *s         = state_of(t);
    if (phase == PHASE_SETUP)
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "a scenario of the set-up begins with \"brings\"");
    if (!lie_in_arena(t, err)) return false;
    if (!living_fighters(t, 0) || !living_fighters(t, 1))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "each player needs a living fighter");
    s->active = seat < PLAYERS ? seat : 0;
    if (!s->round) s->round = 1;
    give_tokens(t, phase == PHASE_ACTION || phase == PHASE_OMEGA);
    s->phase      = (uint8_t)phase;
    s->hp_changed = 1;
    s->occupied   = occupied_zones(s);
    look_for_auras(t);
    begin_match(s);
    s->frames[0].match.at = MATCH_TURN_DONE;
    call_turn(s);
    s->frames[1].turn.at     = GOES_ON[phase];
    s->frames[1].turn.ending = phase == PHASE_OMEGA;
    return true;
}
