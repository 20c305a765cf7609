// rows.c - the vocabulary of card text (rules.md, section 6): the rows that words.grammar names,
// and what they come to in a position. The deeds are in verbs.c and asking.c.
#include "games/monad/verbs.h"

// ---- kinds, places, facts, words

#define CARDS(name_, one_, many_, bits_)                                                           \
    {                                                                                              \
        .name = name_, .one = one_, .many = many_, .bits = bits_, .types = TYPE_CARD               \
    }
#define SEATS(name_, one_, many_, sides_)                                                          \
    {                                                                                              \
        .name = name_, .one = one_, .many = many_, .bits = BIT_SEAT, .types = TYPE_SEAT,           \
        .sides = sides_                                                                            \
    }
static const struct word_row KIND_ROWS[] = {
    CARDS("UNIT", "unit", "units", BIT_UNIT),
    CARDS("CATALYST", "catalyst", "catalysts", BIT_CATALYST),
    CARDS("UNIT_CARD", "Unit card", NULL, BIT(KIND_UNIT)),
    CARDS("EQUIPMENT", "Equipment", NULL, BIT(KIND_EQUIPMENT)),
    CARDS("QUEST", "Quest", NULL, BIT(KIND_QUEST)),
    CARDS("LOCATION", "location", NULL, BIT(KIND_LOCATION)),
    CARDS("CARD", "card", "cards", 0xFF),
    SEATS("OPPONENT", "opponent", "opponents", SIDE_ENEMY),
    SEATS("PLAYER", "player", "players", SIDE_ALL),
    { 0 },
};
#undef CARDS
#undef SEATS

static const struct word_row PLACE_ROWS[] = {
    { .name = "FRONT", .one = "the Front row", .bits = BIT(FRONT) },
    { .name = "MID", .one = "the Mid row", .bits = BIT(MID) },
    { .name = "BACK", .one = "the Back row", .bits = BIT(BACK) },
    { .name = "FRONT_MID", .one = "Front or Mid", .bits = BIT(FRONT) | BIT(MID) },
    { .name = "MID_BACK", .one = "Mid or Back", .bits = BIT(MID) | BIT(BACK) },
    { .name = "PARTY", .one = "your party", .bits = PLACE_PARTY },
    { .name = "PARTIES", .one = "any party", .bits = PLACE_PARTIES },
    { .name = "HAND", .one = "your hand", .bits = PLACE_HAND },
    { .name = "DECK", .one = "your deck", .bits = PLACE_DECK },
    { .name = "DISCARD", .one = "your discard pile", .bits = PLACE_DISCARD },
    { 0 },
};

// Bits of facts: the tags of a card, and behind them what a unit is.
enum { FACT_ENCOUNTER = TAG_COUNT, FACT_CATALYST };
static_assert(FACT_CATALYST < 64, "facts are bits");

#define FACT(name_, said_)                                                                         \
    {                                                                                              \
        .name = #name_, .one = said_, .bits = UINT64_C(1) << TAG_##name_                           \
    }
static const struct word_row FACT_ROWS[] = {
    FACT(HUMAN, "Human"),
    FACT(SKARN, "Skarn"),
    FACT(DWERROW, "Dwerrow"),
    FACT(GEARBORN, "Gearborn"),
    FACT(SYLVANE, "Sylvane"),
    FACT(TIDEKIN, "Tidekin"),
    FACT(EMBERKIN, "Emberkin"),
    FACT(FEROX, "Ferox"),
    FACT(REVENANT, "Revenant"),
    FACT(AURALIN, "Auralin"),
    FACT(UMBRII, "Umbrii"),
    FACT(GUARD, "Guard"),
    FACT(SCRAPPER, "Scrapper"),
    FACT(HUNTER, "Hunter"),
    FACT(ADEPT, "Adept"),
    FACT(MENDER, "Mender"),
    FACT(KNAVE, "Knave"),
    FACT(TOWN, "Town"),
    FACT(DUNGEON, "Dungeon"),
    FACT(WILDERNESS, "Wilderness"),
    FACT(RUINS, "Ruins"),
    FACT(CAMP, "Hostile camp"),
    FACT(CROSSROADS, "Crossroads"),
    FACT(GREENMANTLE, "Greenmantle"),
    FACT(SALTMARCH, "Saltmarch"),
    FACT(CINDERFELL, "Cinderfell"),
    FACT(HOLLOWDEEP, "Hollowdeep"),
    FACT(SKYREACH, "Skyreach"),
    FACT(HEAD, "Head"),
    FACT(BODY, "Body"),
    FACT(RING, "Ring"),
    FACT(MAIN_HAND, "Main hand"),
    FACT(OFF_HAND, "Off hand"),
    FACT(NECK, "Neck"),
    FACT(FEET, "Feet"),
    FACT(PACK, "Pack"),
    FACT(UNIQUE, "Unique"),
    { .name = "ENCOUNTER", .bits = UINT64_C(1) << FACT_ENCOUNTER },
    { .name = "CATALYST", .bits = UINT64_C(1) << FACT_CATALYST },
    { 0 },
};
#undef FACT

#define WORD(name_, said_)                                                                         \
    {                                                                                              \
        .name = name_, .one = said_                                                                \
    }
static const struct word_row WORD_ROWS[WORD_COUNT + 1] = {
    [WORD_STATUS + ENFEEBLE]   = WORD("ENFEEBLE", "Enfeeble"),
    [WORD_STATUS + HAZE]       = WORD("HAZE", "Haze"),
    [WORD_STATUS + SLOW]       = WORD("SLOW", "Slow"),
    [WORD_STATUS + HASTE]      = WORD("HASTE", "Haste"),
    [WORD_STATUS + DAZE]       = WORD("DAZE", "Daze"),
    [WORD_STATUS + DEBILITATE] = WORD("DEBILITATE", "Debilitate"),
    [WORD_STATUS + MARKER]     = WORD("MARKER", "Marker"),
    [WORD_STATUS + BLEEDING]   = WORD("BLEEDING", "Bleeding"),
    [WORD_STATUS + POISON]     = WORD("POISON", "Poison"),
    [WORD_STATUS + PINNED]     = WORD("PINNED", "Pinned"),
    [WORD_STATUS + DO_NOT_ACT] = WORD("DO_NOT_ACT", "Do Not Act"),
    [WORD_TYPE + SLASHING]     = WORD("SLASHING", "Slashing"),
    [WORD_TYPE + PIERCING]     = WORD("PIERCING", "Piercing"),
    [WORD_TYPE + CLEAVING]     = WORD("CLEAVING", "Cleaving"),
    [WORD_TYPE + BASHING]      = WORD("BASHING", "Bashing"),
    [WORD_TYPE + FIRE]         = WORD("FIRE", "Fire"),
    [WORD_TYPE + FROST]        = WORD("FROST", "Frost"),
    [WORD_TYPE + STORM]        = WORD("STORM", "Storm"),
    [WORD_TYPE + SHADOW]       = WORD("SHADOW", "Shadow"),
    [WORD_TYPE + UNTYPED]      = WORD("UNTYPED", "untyped"),
    [WORD_TYPE + PHYSICAL]     = WORD("PHYSICAL", "Physical"),
    [WORD_TYPE + MAGICAL]      = WORD("MAGICAL", "Magic"),
    [WORD_SHIELD]              = WORD("SHIELD", "Shield"),
    [WORD_MORE]                = WORD("MORE", "+"),
    [WORD_LESS]                = WORD("LESS", "-"),
    [WORD_TO_HIT]              = WORD("TO_HIT", "to hit"),
    [WORD_DAMAGE]              = WORD("DAMAGE", "damage"),
    [WORD_REVEAL]              = WORD("REVEAL", "revealed"),
    [WORD_MELEE]               = WORD("MELEE", "Melee"),
    [WORD_RANGED]              = WORD("RANGED", "Ranged"),
    [WORD_MAGIC]               = WORD("MAGIC", "Magic"),
    [WORD_AGGRESSIVE]          = WORD("AGGRESSIVE", "Aggressive"),
    [WORD_DEFENSIVE]           = WORD("DEFENSIVE", "Defensive"),
    [WORD_NONCOMBAT]           = WORD("NONCOMBAT", "Non-combat"),
    [WORD_COST]                = WORD("COST", "cost"),
    [WORD_RANGE]               = WORD("RANGE", "range"),
    [WORD_HEAL]                = WORD("HEAL", "heal"),
    [WORD_AP]                  = WORD("AP", "regain AP"),
    [WORD_MOVE]                = WORD("MOVE", "move"),
    [WORD_BE_MOVED]            = WORD("BE_MOVED", "be moved"),
    [WORD_AIMED]               = WORD("AIMED", "be targeted"),
    [WORD_AIMED_MELEE]         = WORD("AIMED_MELEE", "be targeted by Melee attacks"),
    [WORD_AIMED_RANGED]        = WORD("AIMED_RANGED", "be targeted by Ranged attacks"),
    [WORD_AIMED_MAGIC]         = WORD("AIMED_MAGIC", "be targeted by Magic attacks"),
    [WORD_LISTED]              = WORD("LISTED", "listed damage"),
    [WORD_FRONT]               = WORD("IN_FRONT", "in Front"),
    [WORD_MID]                 = WORD("IN_MID", "in Mid"),
    [WORD_BACK]                = WORD("IN_BACK", "in Back"),
};
#undef WORD

// ---- facts of things

static bool is_in_party(const struct monad_state *s, card_id unit, seat_id seat)
{
    unsigned zone = card_at(&s->core, unit)->zone;
    return zone >= zone_of_seat(ZONE_FRONT, seat) && zone <= zone_of_seat(ZONE_BACK, seat);
}

static unsigned place_of_unit(const struct monad_state *s, card_id unit, seat_id seat)
{
    zone_id  zone  = card_at(&s->core, unit)->zone;
    unsigned place = is_row(zone) ? BIT(row_of(s, unit)) : 0;
    if (is_in_party(s, unit, zone_seat(zone))) place |= PLACE_PARTIES;
    if (is_in_party(s, unit, seat)) place |= PLACE_PARTY;
    return place | 0x8000u; // somewhere
}

static unsigned place_of_card(const struct monad_state *s, card_id card)
{
    unsigned zone = card_at(&s->core, card)->zone;
    switch (zone < SHARED_ZONES ? zone : zone_kind(zone)) {
    case ZONE_HAND: return PLACE_HAND;
    case ZONE_DECK: return PLACE_DECK;
    case ZONE_DISCARD: return PLACE_DISCARD;
    default: return 0x8000u;
    }
}

static struct facts facts_of_card(const struct table *t, card_id card, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    const struct card_def    *def = def_of(t, card);
    struct facts f = { .bits = def->tags, .kind = (uint16_t)BIT(def->kind), .side = SIDE_ALL };
    if (!is_unit(s, card)) {
        f.place = (uint16_t)place_of_card(s, card);
        return f;
    }
    f.kind  = BIT_UNIT;
    f.place = (uint16_t)place_of_unit(s, card, seat);
    if (is_encounter_unit(s, card)) f.bits |= UINT64_C(1) << FACT_ENCOUNTER;
    if (def->kind == KIND_CATALYST) f.bits |= UINT64_C(1) << FACT_CATALYST, f.kind |= BIT_CATALYST;
    return f;
}

static struct facts facts_of_thing(const struct scope *k, uint16_t thing)
{
    const struct core *c = k->t->state;
    if (type_of_thing(thing) == TYPE_CARD) {
        if (thing < c->card_count && card_at(c, thing)->def != NO_DEF)
            return facts_of_card(k->t, thing, k->w->seat);
        return (struct facts){ 0 }; // a token that is gone
    }
    seat_id      seat = seat_of_thing(thing);
    struct facts f    = { .kind = BIT_SEAT, .place = 0xFFFF, .side = SIDE_ALLY };
    if (seat == k->w->seat) f.side = SIDE_OWN;
    if (is_enemy(c, k->w->seat, seat)) f.side = SIDE_ENEMY;
    return f;
}

// ---- what may be meant

static size_t add_party(const struct monad_state *s, seat_id seat, card_id *out, size_t n)
{
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, seat))
            if (is_unit(s, card) && n < NAMED_MAX) out[n++] = card;
    return n;
}
size_t units_of_party(const struct table *t, seat_id seat, card_id *out)
{
    return add_party(state_at(t), seat, out, 0);
}
size_t units_of_parties(const struct table *t, card_id *out)
{
    size_t n = 0;
    for (seat_id seat = 0; seat < t->state->seats; seat++) n = add_party(state_at(t), seat, out, n);
    return n;
}

// MON-R122: units on the side of this one, or of where it fell; else of the party.
static size_t friends(const struct monad_state *s, card_id unit, seat_id who, bool opposing,
                      card_id *out)
{
    unsigned side   = 0;
    bool     stands = is_unit(s, unit);
    bool fights = stands ? s->combat.kind && is_in_combat(s, unit) : side_it_fell_on(s, who, &side);
    if (stands && fights) side = side_of(s, unit);
    if (fights) return opposing ? units_against(s, side, out) : units_of_side(s, side, out);
    return opposing ? 0 : add_party(s, who, out, 0);
}

static size_t without(card_id unit, card_id *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i] != unit) list[kept++] = list[i];
    return kept;
}

size_t allies_of(const struct table *t, card_id unit, card_id *out)
{
    const struct monad_state *s = state_at(t);
    return without(unit, out, friends(s, unit, controller_of(s, unit), false, out));
}

// What the action, or the event that set a trigger off, was done to.
static uint16_t target_of(const struct scope *k)
{
    const struct text_work *w = text_at(k->w);
    for (unsigned i = 0; i < k->w->named_count; i++)
        if (w->named[i].slot == SLOT_DONE_TO) return w->named[i].thing;
    return NO_THING;
}

static size_t opposing_catalysts(const struct scope *k, card_id *out)
{
    const struct monad_state *s = state_at(k->t);
    size_t                    n = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_enemy(&s->core, k->w->seat, seat) && !is_out(s, seat) &&
            s->side[seat].catalyst != NO_CARD && is_unit(s, s->side[seat].catalyst))
            out[n++] = s->side[seat].catalyst;
    return n;
}

static size_t units_meant(const struct scope *k, const struct things *x, card_id *out)
{
    const struct monad_state *s   = state_at(k->t);
    seat_id                   who = k->w->seat;
    size_t                    n   = 0;
    if (x->kinds == BIT_CATALYST) return opposing_catalysts(k, out);
    if (x->places == PLACE_PARTY) return units_of_party(k->t, who, out);
    if (x->places == PLACE_PARTIES) return units_of_parties(k->t, out);
    if (x->sides & SIDE_OWN) n = friends(s, k->w->card, who, false, out);
    if (x->sides & SIDE_ENEMY) n += friends(s, k->w->card, who, true, out + n);
    if (!(x->flags & THINGS_OTHER)) return n;
    return without(x->sides == SIDE_ENEMY ? target_of(k) : k->w->card, out, n);
}

// The pile of a player's out of which cards are meant, 0: none.
unsigned pile_meant(const struct things *x)
{
    switch (x->places) {
    case PLACE_HAND: return ZONE_HAND;
    case PLACE_DECK: return ZONE_DECK;
    case PLACE_DISCARD: return ZONE_DISCARD;
    default: return 0;
    }
}

struct list {
    uint16_t *out;
    size_t    count, max;
};
static void add_if_fits(const struct scope *k, const struct things *x, uint16_t thing,
                        struct list *l)
{
    if (l->count == l->max) return;
    struct facts f = facts_of_thing(k, thing);
    if (fits(k, x, &f, thing)) l->out[l->count++] = thing;
}

static size_t list_candidates(const struct scope *k, const struct things *x, uint16_t *out,
                              size_t max)
{
    struct list l = { out, 0, max };
    if (x->type == TYPE_SEAT) {
        for (seat_id seat = 0; seat < k->t->state->seats; seat++)
            if (!is_out(state_at(k->t), seat)) add_if_fits(k, x, thing_of_seat(seat), &l);
        return l.count;
    }
    unsigned pile = pile_meant(x);
    if (pile || x->kinds == BIT(KIND_LOCATION)) {
        EACH_IN_ZONE(card, k->t->state, pile ? zone_of_seat(pile, k->seat) : (zone_id)ZONE_MAP)
            add_if_fits(k, x, card, &l);
        return l.count;
    }
    card_id units[NAMED_MAX];
    size_t  n = units_meant(k, x, units);
    for (size_t i = 0; i < n; i++) add_if_fits(k, x, units[i], &l);
    return l.count;
}

static bool is_candidate(const struct scope *k, const struct things *x, uint16_t thing)
{
    uint16_t list[NAMED_MAX];
    size_t   n = list_candidates(k, x, list, NAMED_MAX);
    for (size_t i = 0; i < n; i++)
        if (list[i] == thing) return true;
    return false;
}

// Whatever kinds and places a card has: is it called so, of that level, of that quality?
bool is_such_a_card(const struct table *t, const struct things *x, card_id card)
{
    const struct work  w = { .card = NO_CARD };
    const struct scope k = { t, t->pool->meaning, &w, NO_SEAT, NO_THING, NULL };
    struct facts       f = facts_of_card(t, card, 0);
    f.place              = 0xFFFF;
    return fits(&k, x, &f, card);
}

// A unit that an aura is to reach.
bool is_reached(const struct scope *k, const struct things *x, card_id unit)
{
    struct facts f = facts_of_card(k->t, unit, k->w->seat);
    return fits(k, x, &f, unit);
}

static bool is_still_there(const struct scope *k, const struct step *step, uint16_t thing)
{
    if (type_of_thing(thing) != TYPE_CARD) return true;
    if (thing == NO_CARD) return false;
    return is_unit(state_at(k->t), thing) || (step->verb == VERB_BOUNCE && lies_dead(k->t, thing));
}

// ---- tests

static bool is_wounded(const struct scope *k, const struct test *test, uint16_t unit)
{
    (void)test;
    return body_at(state_at(k->t), unit)->damage > 0;
}
static bool is_unharmed(const struct scope *k, const struct test *test, uint16_t unit)
{
    return !is_wounded(k, test, unit);
}
static bool is_weakened(const struct scope *k, const struct test *test, uint16_t unit)
{
    (void)test;
    return is_weak(k->t, unit);
}
static bool is_spent(const struct scope *k, const struct test *test, uint16_t unit)
{
    (void)test;
    return ap_left(k->t, unit) == 0;
}

// The number of a tag or a name is one more, as the node in CALLED has it.
static bool is_called_so(const struct scope *k, const struct test *test, uint16_t card)
{
    const struct card_def *def  = def_of(k->t, card);
    int                    name = test->name - 1;
    return name == def->faction_name || name == def->own_name;
}
static bool is_hidden(const struct scope *k, const struct test *test, uint16_t unit)
{
    (void)test;
    return body_at(state_at(k->t), unit)->flags & BODY_HIDDEN;
}
static bool is_exhausted(const struct scope *k, const struct test *test, uint16_t unit)
{
    (void)test;
    return body_at(state_at(k->t), unit)->flags & BODY_EXHAUSTED;
}
static bool has_status(const struct scope *k, const struct test *test, uint16_t unit)
{
    return body_at(state_at(k->t), unit)->status[test->name - 1u] > 0;
}
static bool is_within(const struct scope *k, const struct test *test, uint16_t unit)
{
    return is_unit(state_at(k->t), k->w->card) &&
           distance(k->t, k->w->card, unit) <= amount_of(k, test->amount);
}
static bool is_apart(const struct scope *k, const struct test *test, uint16_t unit)
{
    return !things_hold(k, test->things, unit);
}
// "With the most HP": nobody of its side in this combat has more.
static bool is_extreme(const struct scope *k, const struct test *test, uint16_t unit, int sign)
{
    const struct monad_state *s    = state_at(k->t);
    const struct stat_row    *stat = &monad_lang.stats[test->name - 1u];
    card_id                   list[NAMED_MAX];
    size_t n = s->combat.kind && is_in_combat(s, unit) ? units_of_side(s, side_of(s, unit), list)
                                                       : units_of_party(k->t, k->w->seat, list);
    for (size_t i = 0; i < n; i++)
        if (sign * stat->of(k, list[i]) > sign * stat->of(k, unit)) return false;
    return true;
}
static bool has_most(const struct scope *k, const struct test *test, uint16_t unit)
{
    return is_extreme(k, test, unit, 1);
}
static bool has_least(const struct scope *k, const struct test *test, uint16_t unit)
{
    return is_extreme(k, test, unit, -1);
}
static bool is_at(const struct scope *k, const struct test *test, uint16_t seat)
{
    card_id here = state_at(k->t)->side[seat_of_thing(seat)].location;
    return here != NO_CARD && has_tag(k->t, here, test->name - 1u);
}

static const struct test_row TEST_ROWS[] = {
    [TEST_WOUNDED]   = { "WOUNDED", "wounded", is_wounded },
    [TEST_UNHARMED]  = { "UNHARMED", "unharmed", is_unharmed },
    [TEST_WEAKENED]  = { "WEAKENED", "weakened", is_weakened },
    [TEST_SPENT]     = { "SPENT", "spent", is_spent },
    [TEST_CALLED]    = { "CALLED", "of that name", is_called_so },
    [TEST_AT]        = { "AT", "at such a place", is_at },
    [TEST_HIDDEN]    = { "HIDDEN", "hidden", is_hidden },
    [TEST_EXHAUSTED] = { "EXHAUSTED", "exhausted", is_exhausted },
    [TEST_STATUS]    = { "STATUS", "with such a status", has_status },
    [TEST_WITHIN]    = { "WITHIN", "within so many rows", is_within },
    [TEST_APART]     = { "APART", "another than the one before", is_apart },
    [TEST_MOST]      = { "MOST", "with the most of it", has_most },
    [TEST_LEAST]     = { "LEAST", "with the least of it", has_least },
    { 0 },
};

// ---- stats, conditions

static int level_now(const struct scope *k, uint16_t unit)
{
    return is_unit(state_at(k->t), unit) ? level_of(k->t, unit) : 0;
}
static int level_printed(const struct scope *k, uint16_t card)
{
    return def_of(k->t, card)->field[FIELD_LEVEL];
}
static int quality_printed(const struct scope *k, uint16_t card)
{
    return def_of(k->t, card)->field[FIELD_QUALITY];
}
static int stat_now(const struct scope *k, uint16_t unit, enum stat stat)
{
    return is_unit(state_at(k->t), unit) ? stat_of(k->t, unit, stat) : 0;
}
static int hp_now(const struct scope *k, uint16_t unit)
{
    return is_unit(state_at(k->t), unit) ? hp_left(k->t, unit) : 0;
}
static int ap_now(const struct scope *k, uint16_t unit)
{
    return is_unit(state_at(k->t), unit) ? ap_left(k->t, unit) : 0;
}
static int ini_now(const struct scope *k, uint16_t unit) { return stat_now(k, unit, STAT_INI); }
static int ar_now(const struct scope *k, uint16_t unit) { return stat_now(k, unit, STAT_AR); }
static int max_hp(const struct scope *k, uint16_t unit) { return stat_now(k, unit, STAT_HP); }
static int damage_on(const struct scope *k, uint16_t unit)
{
    const struct monad_state *s = state_at(k->t);
    return is_unit(s, unit) ? body_at(s, unit)->damage : 0;
}
static int dealt_just_now(const struct scope *k, uint16_t unit)
{
    (void)unit;
    return state_at(k->t)->action.dealt;
}
static int quests_of(const struct scope *k, uint16_t seat)
{
    return (int)zone_size(k->t->state, zone_of_seat(ZONE_COMPLETED, seat_of_thing(seat)));
}
static int hand_of(const struct scope *k, uint16_t seat)
{
    return (int)zone_size(k->t->state, zone_of_seat(ZONE_HAND, seat_of_thing(seat)));
}
static int gold_ready(const struct scope *k, uint16_t seat)
{
    return gold_of(k->t, seat_of_thing(seat));
}
static int vp_of(const struct scope *k, uint16_t seat)
{
    return state_at(k->t)->side[seat_of_thing(seat)].vp;
}
static const struct stat_row STAT_ROWS[] = {
    [ROW_HP]    = { "HP", "HP", TYPE_CARD, hp_now },
    [ROW_AP]    = { "AP", "AP", TYPE_CARD, ap_now },
    [ROW_INI]   = { "INI", "INI", TYPE_CARD, ini_now },
    [ROW_AR]    = { "AR", "AR", TYPE_CARD, ar_now },
    [ROW_LEVEL] = { "LEVEL", "level", TYPE_CARD, level_now },
    { "PRINTED_LEVEL", "level", TYPE_CARD, level_printed },
    { "QUALITY", "quality", TYPE_CARD, quality_printed },
    [ROW_MAX_HP] = { "MAX_HP", "maximum HP", TYPE_CARD, max_hp },
    { "DAMAGE", "damage", TYPE_CARD, damage_on },
    { "QUESTS", "completed quests", TYPE_SEAT, quests_of },
    { "HAND", "cards in hand", TYPE_SEAT, hand_of },
    { "GOLD", "gold", TYPE_SEAT, gold_ready },
    { "VP", "VP", TYPE_SEAT, vp_of },
    [ROW_DEALT] = { "DEALT", "damage dealt", TYPE_CARD, dealt_just_now },
    { 0 },
};

static bool was_critical(const struct scope *k) { return state_at(k->t)->action.last_crit; }
static const struct cond_row COND_ROWS[] = {
    { "CRITICAL", "it was a critical hit", was_critical },
    { 0 },
};
static const uint16_t COND_LINES[] = { BIT(LINE_PASSIVE) | BIT(LINE_AGGRESSIVE) |
                                       BIT(LINE_DEFENSIVE) };

// ---- roles, pronouns

static uint16_t acting_unit(const struct scope *k) { return state_at(k->t)->action.unit; }
static uint16_t this_unit(const struct scope *k) { return k->w->card; }
static uint16_t your_catalyst(const struct scope *k)
{
    return state_at(k->t)->side[k->w->seat].catalyst;
}
// The party whose place counts: that which fights, or that of this unit.
static uint16_t party_here(const struct scope *k)
{
    const struct monad_state *s = state_at(k->t);
    if (s->combat.kind) return thing_of_seat(s->combat.active);
    return thing_of_seat(is_unit(s, k->w->card) ? controller_of(s, k->w->card) : s->active);
}
static const struct role_row ROLE_ROWS[] = {
    [ROLE_ACTING]   = { "ACTING", "the acting unit", TYPE_CARD, acting_unit },
    [ROLE_TARGET]   = { "TARGET", "the target", TYPE_CARD, target_of },
    [ROLE_ITSELF]   = { "ITSELF", "this unit", TYPE_CARD, this_unit },
    [ROLE_CATALYST] = { "CATALYST", "your catalyst", TYPE_CARD, your_catalyst },
    [ROLE_PARTY]    = { "PARTY", "the party", TYPE_SEAT, party_here },
    { 0 },
};

#define ROLE(name) (REF_ROLE + ROLE_##name)
// MON-R109
static const struct pronoun_row PRONOUN_ROWS[] = {
    { .name = "SELF", .types = TYPE_CARD, .order = { REF_SELF } },
    { .name = "BEARER", .types = TYPE_CARD, .order = { REF_SELF } },
    { .name = "USER", .types = TYPE_CARD, .order = { REF_SELF } },
    { .name = "ACTING", .types = TYPE_CARD, .order = { ROLE(ACTING) } },
    { .name = "TARGET", .types = TYPE_CARD, .order = { ROLE(TARGET), LAST_PICK } },
    { .name = "THAT", .types = TYPE_CARD, .order = { LAST_PICK, ROLE(TARGET) } },
    { .name = "IT", .types = TYPE_CARD, .order = { LAST_PICK, ROLE(ITSELF), ROLE(TARGET) } },
    { .name = "SAME", .types = TYPE_CARD, .order = { LAST_NAMED, ROLE(TARGET) }, .silent = 1 },
    { .name = "YOUR_CATALYST", .types = TYPE_CARD, .order = { ROLE(CATALYST) } },
    { .name = "YOU", .types = TYPE_SEAT, .order = { REF_YOU } },
    { .name = "THAT_PLAYER", .types = TYPE_SEAT, .order = { LAST_PICK } },
    { .name = "PARTY", .types = TYPE_SEAT, .order = { ROLE(PARTY) }, .silent = 1 },
    { 0 },
};

static const struct until_row UNTIL_ROWS[] = {
    [UNTIL_GAME]      = { "GAME", "for the rest of the game" },
    [UNTIL_ACTION]    = { "ACTION", "for this action" },
    [UNTIL_ROUND]     = { "ROUND", "until end of round" },
    [UNTIL_BEGINS]    = { "BEGINS", "until its next activation" },
    [UNTIL_ENDS]      = { "ENDS", "until after its next activation" },
    [UNTIL_COMBAT]    = { "COMBAT", "this combat" },
    [UNTIL_TURN]      = { "TURN", "until end of turn" },
    [UNTIL_YOUR_TURN] = { "YOUR_TURN", "until your next turn" },
    { 0 },
};
static const struct until_row MOMENT_ROWS[] = {
    [LATER_HIT]          = { "HIT", "on hit" },
    [LATER_MISS]         = { "MISS", "on miss" },
    [LATER_CRITICAL]     = { "CRITICAL", "on critical" },
    [LATER_KILL]         = { "KILL", "on kill" },
    [LATER_NATURAL]      = { "NATURAL", "on that natural roll" },
    [LATER_YOUR_COMBAT]  = { "YOUR_COMBAT", "in your next combat" },
    [LATER_THEIR_COMBAT] = { "THEIR_COMBAT", "in each opponent's next combat" },
    [LATER_THAT_COMBAT]  = { "THAT_COMBAT", "in that player's next combat" },
    { 0 },
};

// ---- lines

static const struct line_row LINE_ROWS[] = {
    [LINE_OTHER]      = { "OTHER", "", 0 },
    [LINE_PASSIVE]    = { "PASSIVE", "", 0 },
    [LINE_AGGRESSIVE] = { "AGGRESSIVE", "for each target", LINE_STANDS },
    [LINE_DEFENSIVE]  = { "DEFENSIVE", "", LINE_STANDS },
    [LINE_NONCOMBAT]  = { "NONCOMBAT", "", 0 },
    [LINE_STANDING]   = { "STANDING", "", LINE_STANDS },
    { 0 },
};

static unsigned moment_of(const struct op *line)
{
    for (size_t i = 0; i < line->size; i++)
        if (line[i].code == W_WHEN) return (unsigned)line[i].value;
    return NO_MOMENT;
}

// By the ability in it; that of a VIP stands behind its numbers.
static unsigned line_kind(const struct op *line)
{
    for (size_t i = 0; i < line->size; i++) {
        if (line[i].code == W_PASSIVE)
            return moment_of(line) == NO_MOMENT ? LINE_STANDING : LINE_PASSIVE;
        if (line[i].code == W_HERE_STANDS) return LINE_STANDING;
        if (line[i].code == W_AGGRESSIVE) return LINE_AGGRESSIVE;
        if (line[i].code == W_DEFENSIVE) return LINE_DEFENSIVE;
        if (line[i].code == W_NONCOMBAT) return LINE_NONCOMBAT;
    }
    return LINE_OTHER;
}

// Moments that come up in an action, and those that are about somebody else as well.
#define IN_ACTION                                                                                  \
    (BIT(WHEN_ALLY_DIES) | BIT(WHEN_ENEMY_DIES) | BIT(WHEN_HITS) | BIT(WHEN_MISSES) |              \
     BIT(WHEN_IS_HIT) | BIT(WHEN_IS_MISSED) | BIT(WHEN_KILLS) | BIT(WHEN_TARGETED) |               \
     BIT(WHEN_MOVES) | BIT(WHEN_DIES) | BIT(WHEN_CRITS) | BIT(WHEN_WOULD_DIE) |                    \
     BIT(WHEN_ALLY_WOULD_DIE))
#define OF_ANOTHER (IN_ACTION & ~BIT(WHEN_DIES))
#define OF_A_DEATH                                                                                 \
    (BIT(WHEN_ALLY_DIES) | BIT(WHEN_ENEMY_DIES) | BIT(WHEN_WOULD_DIE) | BIT(WHEN_ALLY_WOULD_DIE))

// Does it wait for what happens to others?
static bool watches(const struct op *line)
{
    for (size_t i = 0; i < line->size; i++)
        if (line[i].code == W_WATCH) return true;
    return false;
}

static bool has_role(const struct op *line, unsigned ref)
{
    if (ref < REF_ROLE) return true;
    unsigned kind = line_kind(line), moment = moment_of(line);
    bool     used = kind == LINE_AGGRESSIVE || kind == LINE_DEFENSIVE;
    switch ((enum row_of_role)(ref - REF_ROLE)) {
    case ROLE_ACTING: return used || (kind == LINE_PASSIVE && IN_ACTION >> moment & 1);
    case ROLE_TARGET:
        return watches(line) || used || kind == LINE_NONCOMBAT ||
               (kind == LINE_PASSIVE && OF_ANOTHER >> moment & 1);
    case ROLE_ITSELF:
        return kind == LINE_PASSIVE && moment != NO_MOMENT && !(OF_A_DEATH >> moment & 1) &&
               !watches(line);
    case ROLE_CATALYST:
    case ROLE_PARTY: break;
    }
    return true;
}

// What comes up by itself heals and restores the unit whose ability it is (MON-R127).
static uint8_t meant_otherwise(const struct op *line, unsigned verb)
{
    bool restores = verb == VERB_HEAL || verb == VERB_REGAIN;
    return restores && line_kind(line) == LINE_PASSIVE ? REF_SELF : 0;
}

// ---- verbs

// UNITS: to which it is done, the target unless the words say so. OF_ONE: a unit it is done to.
#define UNITS A_UNIT, .way = TO_EACH
#define A_UNIT                                                                                     \
    .types = TYPE_CARD, .kinds = BIT_UNIT, .otherwise = REF_ROLE + ROLE_TARGET,                    \
    .question = QUESTION_UNIT, .pick = CHOICE_TARGET, .some = QUESTION_SOME_UNITS
#define AN_OPPONENT .types = TYPE_SEAT, .question = QUESTION_OPPONENT, .pick = CHOICE_SEAT
#define STANDING .types = TYPE_CARD, .flags = VERB_STANDS, .lines = BIT(LINE_STANDING)
#define DEFENCE .lines = BIT(LINE_DEFENSIVE)
#define ASKS .types = TYPE_CARD, .way = CALLS_ONCE, .deed = ask_about_step, .result = count_taken
#define DO(name_) [VERB_##name_] = { #name_
// clang-format off
static const struct verb_row VERB_ROWS[VERB_COUNT + 1] = {
    DO(DEAL), "deal {amount} {arg} damage to {things}",
      TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = deal_some },
    DO(LOSE_HP), "{things} loses {amount} HP",
      TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = take_hp },
    DO(LOSE_AP), "{things} loses {amount} AP",
      TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = take_ap },
    DO(HEAL), "{things} heals {amount}", TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = heal_some },
    DO(HP_LEFT), "{things} has {amount} HP left",
      TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = leave_hp },
    DO(REGAIN), "{things} regains {amount} AP",
      TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = regain_ap },
    DO(GIVE), "{things} gets {args} {amount}",
      TAKES_THINGS | MAY_TAKE_AMOUNT, UNITS, .deed = give_one },
    DO(GAIN), "{things} has these bonuses {until}",
      TAKES_THINGS | MAY_TAKE_AMOUNT, UNITS, .deed = gain_some },
    DO(CLEANSE), "Cleanse {things}", TAKES_THINGS, UNITS, .deed = cleanse_one },
    DO(BOUNCE), "return {things} to its owner's hand",
      TAKES_THINGS, UNITS, .deed = return_to_hand },
    DO(PUSH), "push {things} {amount}", TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = push_away },
    DO(PULL), "pull {things} {amount}", TAKES_THINGS | TAKES_AMOUNT, UNITS, .deed = pull_near },
    DO(FORWARD), "move {things} {amount} forward",
      TAKES_THINGS | MAY_TAKE_AMOUNT, UNITS, .deed = move_forward },
    DO(BACK), "move {things} {amount} back",
      TAKES_THINGS | MAY_TAKE_AMOUNT, UNITS, .deed = move_back },
    DO(PACE_FORWARD), "move {things} {amount} forward",
      TAKES_THINGS | MAY_TAKE_AMOUNT, TYPE_CARD, TO_EACH,
      .otherwise = REF_SELF, .deed = move_forward },
    DO(PACE_BACK), "move {things} {amount} back",
      TAKES_THINGS | MAY_TAKE_AMOUNT, TYPE_CARD, TO_EACH,
      .otherwise = REF_SELF, .deed = move_back },
    DO(SWAP_PLACES), "this unit swaps places with {things}",
      TAKES_THINGS, UNITS, .never = REF_SELF, .deed = swap_with },
    DO(DESTROY), "destroy {things}", TAKES_THINGS, UNITS, .deed = destroy_unit },
    DO(SHUFFLE_UNIT), "shuffle {things} into its owner's deck",
      TAKES_THINGS, UNITS, .deed = shuffle_unit },
    DO(BREAK_THIS), "destroy this Equipment", .deed = break_this },
    DO(CHOOSE), "choose {things}", TAKES_THINGS, UNITS, .deed = choose_one },
    DO(CHOOSE_SEAT), "choose {things}", TAKES_THINGS, AN_OPPONENT, .deed = choose_one },
    DO(ER_REGION), "the locations of a region have another ER {until}", MAY_TAKE_AMOUNT, ASKS },
    DO(READY), "ready {things}", TAKES_THINGS, UNITS, .deed = ready_unit },
    DO(BREAK), "destroy an Equipment on {things}",
      TAKES_THINGS, A_UNIT, .way = CALLS, .deed = break_one,
      .result = break_chosen },
    DO(REMOVE), "remove {things} from the game", TAKES_THINGS, UNITS, .deed = remove_unit },
    DO(CANCEL), "cancel the action", DEFENCE, .deed = cancel_action },
    DO(REDIRECT), "the defended target becomes {things}", TAKES_THINGS, UNITS, DEFENCE,
      .never = REF_ROLE + ROLE_ACTING, .deed = redirect_to },
    DO(PREVENT), "prevent {amount} damage", TAKES_AMOUNT, DEFENCE, .deed = prevent_damage },
    DO(PARRY), "Parry {amount}", TAKES_AMOUNT, DEFENCE, .deed = parry },
    DO(BLOCK), "Block {amount}", TAKES_AMOUNT, DEFENCE, .deed = block_damage },
    DO(SHIELD_BASH), "Shield Bash {amount}", TAKES_AMOUNT, DEFENCE, .deed = shield_bash },
    DO(INTERCEPT), "Intercept", DEFENCE, .deed = intercept },
    DO(STRIKE), "{arg}{amount} {arg2}",
      TAKES_AMOUNT, .flags = VERB_STANDS, .lines = BIT(LINE_AGGRESSIVE) },
    DO(CREATE), "create {amount} token: {things}", MAY_TAKE_AMOUNT, ASKS },
    DO(ROLL), "roll {amount} or more", TAKES_AMOUNT, .deed = roll_dice },
    DO(DISCARD_UP_TO), "discard up to {amount} cards", TAKES_AMOUNT, ASKS },
    DO(DRAW), "draw {amount}", TAKES_AMOUNT, .deed = draw_some },
    DO(DISCARD), "{to} discards {amount}", TAKES_AMOUNT, ASKS },
    DO(LOOK_DECK), "look at the top {amount} of your deck", MAY_TAKE_AMOUNT, .deed = look_at_top },
    DO(SHUFFLE), "shuffle your deck", .deed = shuffle_own_deck },
    DO(RENEW_DECK), "shuffle your discard pile into your deck", .deed = renew_deck },
    DO(READY_QUEST), "ready one of your quests", ASKS },
    DO(EXHAUST_QUEST), "exhaust one of your quests", ASKS },
    DO(COMPLETE_QUEST), "complete one of your quests in progress", ASKS },
    DO(FAIL_QUEST), "each opponent fails a quest in progress", ASKS },
    DO(SEARCH), "find one of {things} and put it into your hand", ASKS },
    DO(TAKE_BACK), "put one of {things} into your hand", ASKS },
    DO(PUT_UNDER), "put one of {things} under your deck", ASKS },
    DO(PUT_OUT), "remove one of {things} from the game", ASKS },
    DO(ATTACH), "attach one of {things} to {to}", ASKS },
    DO(PLACE_PARTY), "place your party at {things}", ASKS },
    DO(MY_NEW_HAND), "shuffle your hand into your deck and draw {amount}",
      TAKES_AMOUNT, .deed = new_hand_of_own },
    DO(PAY), "pay {amount} gold",
      TAKES_AMOUNT, .way = CALLS_ONCE, .can = can_pay_some, .deed = pay_some,
      .result = was_paid },
    DO(GAIN_GOLD), "gain {amount} gold", TAKES_AMOUNT, .deed = gain_gold },
    DO(STEAL_GOLD), "steal {amount} gold from {things}",
      TAKES_THINGS | TAKES_AMOUNT, AN_OPPONENT, .way = CALLS,
      .deed = steal_gold, .result = take_stolen },
    DO(GAIN_VP), "gain {amount} VP", TAKES_AMOUNT, .deed = gain_points },
    DO(PUT_TOKEN), "put a scenario token on your scenario", .deed = put_on_scenario },
    DO(LOOK), "look at the hand of {things}",
      TAKES_THINGS, AN_OPPONENT, .way = TO_EACH, .deed = look_at_hand },
    DO(REPEAT), "do all of this once more", .deed = repeat_line },
    DO(ER_TYPE), "such locations have another ER {until}",
      MAY_TAKE_AMOUNT, .deed = change_er_of_type },
    DO(PLACE_PARTIES), "every other party is placed at the nearest starter location", ASKS },
    DO(NEW_HANDS), "every player discards the hand and draws {amount}",
      TAKES_AMOUNT, .deed = new_hands },
    DO(OPPONENTS_NEW_HANDS), "each opponent shuffles the hand in and draws {amount}", TAKES_AMOUNT,
      .deed = new_hands_of_opponents },
    DO(REFRESH), "remove all counters from your party", .deed = refresh_party },
    DO(TIRE_QUEST), "each opponent exhausts the ready quest with the most gold", ASKS },
    DO(LEVEL_LESS), "your next catalyst level costs {amount} less",
      TAKES_AMOUNT, .deed = cheapen_level },
    DO(LEVEL_MORE), "the next catalyst level of each opponent costs {amount} more",
      TAKES_AMOUNT, .deed = raise_level },
    DO(DISBAND), "each opponent shuffles {amount} Units of the party in", TAKES_AMOUNT, ASKS },
    DO(SHUFFLE_HIGHER), "shuffle in every Unit above its owner's catalyst level",
      .deed = shuffle_higher },
    DO(NO_TRAVEL), "no party may travel until your next turn", .deed = stop_travel },
    DO(NEW_SCENARIO), "that player chooses a new scenario", ASKS },
    DO(CANNOT), "{things} cannot {arg}", TAKES_THINGS, STANDING },
    DO(COST_UP), "{arg2} abilities of {things} cost {amount} AP more",
      TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(COST_DOWN), "{arg2} abilities of {things} cost {amount} AP less",
      TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(EDGE_UP), "attacks of {things} have +{amount} {arg}",
      TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(EDGE_DOWN), "attacks of {things} have -{amount} {arg}",
      TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(DOUBLE), "{things} deals double damage to {to}", TAKES_THINGS, STANDING },
    DO(SOFTEN), "{things} takes {amount} less damage", TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(BREW), "potions used by {things} {arg} {amount} more",
      TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(RECRUIT_DOWN), "recruiting {to} costs {amount} gold less",
      TAKES_THINGS | TAKES_AMOUNT, STANDING },
    DO(LOSE_GOLD), "{things} loses {amount} gold",
      TAKES_THINGS | TAKES_AMOUNT, AN_OPPONENT, .way = CALLS,
      .deed = lose_gold, .result = was_paid },
    DO(HALVE), "prevent half of the damage", DEFENCE, .deed = halve_damage },
    DO(PUT_ON_TOP), "put one of {things} on top of your deck", ASKS },
    DO(PUT_IN), "shuffle one of {things} into your deck", ASKS },
    DO(RECALL), "return this Equipment to its owner's hand", .deed = recall_this },
    DO(FROM_TOP), "one of the top {amount} cards goes into your hand, the rest under your deck",
      TAKES_AMOUNT, ASKS },
    DO(REVEAL_TOP), "reveal the top card of your deck; one of {things} goes into your hand",
      .types = TYPE_CARD, .way = CALLS_ONCE, .deed = reveal_top },
    DO(NO_TRAVEL_FOR), "parties of opponents cannot travel until your next turn",
      .deed = stop_opponents },
    DO(NO_RECOVERY), "no units of opponents recover next time", .deed = stop_recovery },
};
// clang-format on

const struct lang monad_lang = {
    .verbs        = VERB_ROWS,
    .kinds        = KIND_ROWS,
    .facts        = FACT_ROWS,
    .places       = PLACE_ROWS,
    .words        = WORD_ROWS,
    .tests        = TEST_ROWS,
    .stats        = STAT_ROWS,
    .conds        = COND_ROWS,
    .cond_lines   = COND_LINES,
    .roles        = ROLE_ROWS,
    .untils       = UNTIL_ROWS,
    .moments      = MOMENT_ROWS,
    .pronouns     = PRONOUN_ROWS,
    .lines        = LINE_ROWS,
    .default_kind = 0,
    .zero_is_done = true,
    .named_max    = NAMES_MAX,
    .named_at     = offsetof(struct text_work, named),
    .line_kind    = line_kind,
    .has_role     = has_role,
    .otherwise    = meant_otherwise,
    .candidates   = list_candidates,
    .is_candidate = is_candidate,
    .facts_of     = facts_of_thing,
    .still        = is_still_there,
    .work_at      = offsetof(struct monad_state, works),
    .work_size    = sizeof(struct text_work),
    .ask_may      = QUESTION_MAY,
    .ask_mode     = QUESTION_MODE,
    .tally_stat   = 1 + ROW_DEALT,
    .yes          = CHOICE_YES,
    .acts         = text_acts,
    .ends         = text_ends,
    .between      = text_between,
    .postpone     = text_postpone,
};
