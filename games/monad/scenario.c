// Positions arranged by hand: the words of "given" and "then", and where play goes on.
#include "games/monad/rules.h"

#include <string.h>

const char *const monad_phases[] = { "setup", "recovery",  "travel", "random",
                                     "quest", "provision", "end",    NULL };

static const char *const PLACES[] = {
    "Millbridge",
    "Port Selvane",
    "Kilnhold",
    "Lastlight",
    "Neon Spire",
    "Threeways",
    "The Underpass",
    "Grav-Train Halt",
    "Otterwood",
    "Reed Sea",
    "Glass Dunes",
    "Cloudfoot Steppe",
    "Wrecker's Cove",
    "Slag Market",
    "Redwing Aerie",
    "Rootcellar",
    "The Furnace Stair",
    "Sump of Names",
    "Stairwell of the First Court",
    "The Silent Orrery",
    NULL,
};

static card_id find_in_pile(const struct table *t, zone_id pile, def_id def)
{
    EACH_IN_ZONE(card, t->state, pile)
        if (card_at(t->state, card)->def == def) return card;
    return NO_CARD;
}

#define SEAT_NUMBER(name, member, most)                                                            \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)card;                                                                                \
        return state_at(t)->side[seat].member;                                                     \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)card;                                                                                \
        if (value < 0 || value > (most)) return false;                                             \
        state_of(t)->side[seat].member = (__typeof__(state_of(t)->side[seat].member))value;        \
        return true;                                                                               \
    }
SEAT_NUMBER(vp, vp, 99)
SEAT_NUMBER(gold, loose_gold, 9999)
SEAT_NUMBER(tokens, tokens, 99)
SEAT_NUMBER(moved, moved, 1)
SEAT_NUMBER(turns, turns, 99)
SEAT_NUMBER(safe, safe, 1)

static int get_out(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return is_out(state_at(t), seat);
}
static int get_level(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return state_at(t)->side[seat].level;
}
static bool set_level(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    if (value < 1 || value > 10) return false;
    state_of(t)->side[seat].level = (uint8_t)value;
    return true;
}

static int get_at(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    card_id here = state_at(t)->side[seat].location;
    for (int i = 0; PLACES[i] && here != NO_CARD; i++)
        if (strcmp(PLACES[i], def_of(t, here)->name) == 0) return i;
    return -1;
}
static bool set_at(struct table *t, seat_id seat, card_id card, int value)
{
    (void)card;
    def_id  def  = pool_find(t->pool, text_of(PLACES[value]));
    card_id here = def == NO_DEF ? (card_id)NO_CARD : find_in_pile(t, ZONE_MAP, def);
    if (here == NO_CARD) return false;
    state_of(t)->side[seat].location = here;
    return true;
}

static int get_turn(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->turn;
}
static int get_round(const struct table *t, seat_id seat, card_id card)
{
    (void)seat, (void)card;
    return state_at(t)->combat.kind ? state_at(t)->combat.round : 0;
}

// ---- of cards

static bool is_body(const struct table *t, card_id card) { return is_unit(state_at(t), card); }

#define BODY_NUMBER(name, member)                                                                  \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return is_body(t, card) ? body_at(state_at(t), card)->member : 0;                          \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id card, int value)                 \
    {                                                                                              \
        (void)seat;                                                                                \
        if (!is_body(t, card) || value < 0 || value > 99) return false;                            \
        body_of(state_of(t), card)->member = (__typeof__(body_of(state_of(t), card)->member))      \
            value;                                                                                 \
        return true;                                                                               \
    }
BODY_NUMBER(damage, damage)
BODY_NUMBER(spent, spent)
BODY_NUMBER(enfeeble, status[ENFEEBLE])
BODY_NUMBER(haze, status[HAZE])
BODY_NUMBER(slow, status[SLOW])
BODY_NUMBER(haste, status[HASTE])
BODY_NUMBER(daze, status[DAZE])
BODY_NUMBER(debilitate, status[DEBILITATE])
BODY_NUMBER(marker, status[MARKER])
BODY_NUMBER(bleeding, status[BLEEDING])
BODY_NUMBER(poison, status[POISON])
BODY_NUMBER(pinned, status[PINNED])
BODY_NUMBER(stunned, status[DO_NOT_ACT])
BODY_NUMBER(shield, shield[UNTYPED])

#define VALUE_OF(name, expression)                                                                 \
    static int get_##name(const struct table *t, seat_id seat, card_id card)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return is_body(t, card) ? (expression) : 0;                                                \
    }
VALUE_OF(hp, hp_left(t, card))
VALUE_OF(ap, ap_left(t, card))
VALUE_OF(ini, stat_of(t, card, STAT_INI))
VALUE_OF(ar, stat_of(t, card, STAT_AR))
VALUE_OF(hidden, (body_at(state_at(t), card)->flags & BODY_HIDDEN) != 0)

static int get_sideways(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return (card_at(t->state, card)->flags & CARD_SIDEWAYS) != 0;
}
static bool set_sideways(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (kind_of(t, card) != KIND_QUEST) return false;
    struct card *c = card_of(t->state, card);
    c->flags       = (uint8_t)(value ? c->flags | CARD_SIDEWAYS : c->flags & ~CARD_SIDEWAYS);
    return true;
}

static int get_markers(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    return state_at(t)->marks[card];
}
static bool set_markers(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (value < 0 || value > 31) return false;
    state_of(t)->marks[card] = (uint8_t)value;
    return true;
}

// Abilities marked on a class card, a bit each: 1, 2, 4, 8.
static int get_marked(const struct table *t, seat_id seat, card_id card)
{
    (void)seat;
    if (kind_of(t, card) != KIND_CLASS || card_at(t->state, card)->owner >= t->state->seats)
        return 0;
    return state_at(t)
        ->side[card_at(t->state, card)->owner]
        .marks[def_of(t, card)->field[FIELD_TIER] - 1];
}
static bool set_marked(struct table *t, seat_id seat, card_id card, int value)
{
    (void)seat;
    if (kind_of(t, card) != KIND_CLASS || value < 0 || value > 15) return false;
    struct side *me = &state_of(t)->side[card_at(t->state, card)->owner];
    me->marks[def_of(t, card)->field[FIELD_TIER] - 1] = (uint8_t)value;
    unsigned sum                                      = 0;
    for (unsigned i = 0; i < CLASSES_MAX; i++) sum += (unsigned)__builtin_popcount(me->marks[i]);
    if (sum) me->level = (uint8_t)sum;
    return true;
}

const struct scenario_word monad_scenario_words[] = {
    { "turn", WORD_TABLE, WORD_NUMBER, NULL, get_turn, NULL },
    { "round", WORD_TABLE, WORD_NUMBER, NULL, get_round, NULL },
    { "VP", WORD_SEAT, WORD_NUMBER, NULL, get_vp, set_vp },
    { "catalyst level", WORD_SEAT, WORD_NUMBER, NULL, get_level, set_level },
    { "loose gold", WORD_SEAT, WORD_NUMBER, NULL, get_gold, set_gold },
    { "tokens", WORD_SEAT, WORD_NUMBER, NULL, get_tokens, set_tokens },
    { "turns", WORD_SEAT, WORD_NUMBER, NULL, get_turns, set_turns },
    { "moved", WORD_SEAT, WORD_FLAG, NULL, get_moved, set_moved },
    { "safe", WORD_SEAT, WORD_FLAG, NULL, get_safe, set_safe },
    { "at", WORD_SEAT, WORD_CHOICE, PLACES, get_at, set_at },
    { "out", WORD_SEAT, WORD_FLAG, NULL, get_out, NULL },
    { "damage", WORD_CARD, WORD_NUMBER, NULL, get_damage, set_damage },
    { "spent", WORD_CARD, WORD_NUMBER, NULL, get_spent, set_spent },
    { "HP", WORD_CARD, WORD_NUMBER, NULL, get_hp, NULL },
    { "AP", WORD_CARD, WORD_NUMBER, NULL, get_ap, NULL },
    { "INI", WORD_CARD, WORD_NUMBER, NULL, get_ini, NULL },
    { "AR", WORD_CARD, WORD_NUMBER, NULL, get_ar, NULL },
    { "Enfeeble", WORD_CARD, WORD_NUMBER, NULL, get_enfeeble, set_enfeeble },
    { "Haze", WORD_CARD, WORD_NUMBER, NULL, get_haze, set_haze },
    { "Slow", WORD_CARD, WORD_NUMBER, NULL, get_slow, set_slow },
    { "Haste", WORD_CARD, WORD_NUMBER, NULL, get_haste, set_haste },
    { "Daze", WORD_CARD, WORD_NUMBER, NULL, get_daze, set_daze },
    { "Debilitate", WORD_CARD, WORD_NUMBER, NULL, get_debilitate, set_debilitate },
    { "Marker", WORD_CARD, WORD_NUMBER, NULL, get_marker, set_marker },
    { "Bleeding", WORD_CARD, WORD_NUMBER, NULL, get_bleeding, set_bleeding },
    { "Poison", WORD_CARD, WORD_NUMBER, NULL, get_poison, set_poison },
    { "Pinned", WORD_CARD, WORD_NUMBER, NULL, get_pinned, set_pinned },
    { "Do Not Act", WORD_CARD, WORD_NUMBER, NULL, get_stunned, set_stunned },
    { "Shield", WORD_CARD, WORD_NUMBER, NULL, get_shield, set_shield },
    { "hidden", WORD_CARD, WORD_FLAG, NULL, get_hidden, NULL },
    { "exhausted", WORD_CARD, WORD_FLAG, NULL, get_sideways, set_sideways },
    { "tokens on it", WORD_CARD, WORD_NUMBER, NULL, get_markers, set_markers },
    { "marked", WORD_CARD, WORD_NUMBER, NULL, get_marked, set_marked },
    { 0 },
};

bool monad_placed(struct table *t, card_id card, struct error *err)
{
    struct monad_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    zone_id             zone    = card_at(&s->core, card)->zone;
    unsigned            kind    = kind_of(t, card);
    if (zone < SHARED_ZONES)
        return fail(err, BAD_INPUT, nowhere, "the open piles are laid out already");
    if (zone_kind(zone) == ZONE_SCENARIO) { // "Ash table: ..." says where Ash is, and what for
        struct side *me = &s->side[zone_seat(zone)];
        if (kind == KIND_LOCATION)
            me->location = find_in_pile(t, ZONE_MAP, card_at(&s->core, card)->def);
        if (kind == KIND_SCENARIO)
            me->scenario = find_in_pile(t, ZONE_SCENARIOS, card_at(&s->core, card)->def);
        if (kind != KIND_LOCATION && kind != KIND_SCENARIO)
            return fail(err, BAD_INPUT, nowhere, "a table holds a Location and a Scenario");
        return true;
    }
    if (kind == KIND_CLASS && zone_kind(zone) == ZONE_CLASS) {
        set_marked(t, 0, card, 1);
        return true;
    }
    if (!is_row(zone)) return true;
    if (kind == KIND_EQUIPMENT) return true; // "UNIT with EQUIPMENT"
    if (kind != KIND_UNIT && kind != KIND_CATALYST && kind != KIND_TOKEN)
        return fail(err, BAD_INPUT, nowhere, "%s is no unit", def_of(t, card)->name);
    if (!enter_play(t, card, zone, kind == KIND_TOKEN))
        return fail(err, BAD_INPUT, nowhere, "too many units (MON-034)");
    if (kind == KIND_CATALYST) s->side[zone_seat(zone)].catalyst = card;
    return true;
}

bool monad_attach(struct table *t, card_id host, card_id attached, struct error *err)
{
    const struct place nowhere = { 0 };
    if (!is_body(t, host) || kind_of(t, attached) != KIND_EQUIPMENT)
        return fail(err, BAD_INPUT, nowhere, "Equipment is attached to units (MON-650)");
    attach(t, attached, host);
    return true;
}

card_id monad_attached_to(const struct table *t, card_id card)
{
    return kind_of(t, card) == KIND_EQUIPMENT ? state_at(t)->host[card] : (card_id)NO_CARD;
}

static bool settle_seat(struct table *t, seat_id seat, struct error *err)
{
    struct monad_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    struct side        *me      = &s->side[seat];
    if (me->catalyst == NO_CARD)
        return fail(err, BAD_INPUT, nowhere, "each player needs a catalyst in a row");
    EACH_IN_ZONE(card, &s->core, ZONE_MAP)
        if (me->location == NO_CARD && has_tag(t, card, TAG_STARTER)) me->location = card;
    if (me->location == NO_CARD) me->location = zone_top(&s->core, ZONE_MAP);
    me->revealed = 1;
    if (zone_size(&s->core, zone_of_seat(ZONE_CLASS, seat)) == 0) me->marks[0] = 0;
    close_up(t, seat, false);
    close_up(t, seat, true);
    return true;
}

bool monad_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    struct monad_state *s       = state_of(t);
    const struct place  nowhere = { 0 };
    if (phase == PHASE_SETUP) return fail(err, BAD_INPUT, nowhere, "setup begins with \"brings\"");
    for (seat_id i = 0; i < s->core.seats; i++)
        if (!settle_seat(t, i, err)) return false;
    s->active = s->first                              = seat < s->core.seats ? seat : 0;
    call(s, FLOW_GAME, NO_SEAT, NO_CARD, NO_CARD)->at = 2;
    struct frame *f = call(s, FLOW_TURN, s->active, NO_CARD, NO_CARD);
    if (phase == PHASE_RECOVERY) return true;
    s->turn = 1;
    s->side[s->active].turns++;
    s->standing = is_faced(s, s->active);
    f->at       = 3;
    f->i        = (uint8_t)(phase - 1);
    return true;
}
