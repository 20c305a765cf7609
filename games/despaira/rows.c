// rows.c - the vocabulary of card text (rules.md, section 6): the rows that words.grammar names,
// and what they come to in a position.
#include "games/despaira/rules.h"
#include "meaning/evaluate.h"

#include <stddef.h>

// ---- words

#define KIND(name_, one_, many_, bit_)                                                             \
    {                                                                                              \
        .name = name_, .one = one_, .many = many_, .bits = BIT(bit_), .types = TYPE_CARD           \
    }
static const struct word_row KIND_ROWS[] = {
    KIND("CARD", "card", "cards", IS_CARD),
    KIND("CREATURE", "creature", "creatures", IS_CREATURE),
    KIND("TRICK", "trick", "tricks", IS_TRICK),
    KIND("TOKEN", "token", "tokens", IS_TOKEN),
    KIND("CREATURE_CARD", "creature card", "creature cards", IS_CREATURE_CARD),
    KIND("TRICK_CARD", "trick card", "trick cards", IS_TRICK_CARD),
    KIND("LEADER", "Leader", "Leaders", IS_LEADER),
    KIND("ATTACHED", "attached card", "attached cards", IS_ATTACHED),
    { .name = "LINK", .types = TYPE_LINK, .said = "link" },
    { .name = "TILE", .bits = BIT(IS_TILE), .types = TYPE_PLACE, .said = "tile" },
    { .name = "PLAYER", .bits = BIT(IS_SEAT), .types = TYPE_SEAT, .said = "player" },
    { 0 },
};
#undef KIND

#define FACT(at_, name_, word) [at_] = { .name = name_, .one = word, .bits = UINT64_C(1) << (at_) },
#define SAID(at_, name_, said_)                                                                    \
    [at_] = { .name = name_, .said = said_, .bits = UINT64_C(1) << (at_) },
#define KIN(name, word, many) FACT(FACT_KIN + KIN_##name, "KIN_" #name, word)
#define ELEMENT(name, word) FACT(FACT_ELEMENT + name, #name, word)
#define CLASS(name, word) FACT(FACT_CLASS + CLASS_##name, "CLASS_" #name, word " class")
// clang-format off
static const struct word_row FACT_ROWS[FACT_COUNT + 1] = {
    DESPAIRA_KINS(KIN)
    DESPAIRA_ELEMENTS(ELEMENT)
    DESPAIRA_CLASSES(CLASS)
    FACT(FACT_UP, "UP", "face-up")
    FACT(FACT_HIDDEN, "HIDDEN", "hidden")
    FACT(FACT_DAMAGED, "DAMAGED", "damaged")
    SAID(FACT_FREE, "FREE", "free")
    SAID(FACT_LORE, "LORE", "with lore")
    SAID(FACT_STATUS, "STATUS", "with a status")
    SAID(FACT_IN_ATTACK, "IN_ATTACK", "in Attack Mode")
    SAID(FACT_IN_DEFENCE, "IN_DEFENCE", "in Defence Mode")
};
// clang-format on
#undef FACT
#undef SAID
#undef KIN
#undef ELEMENT
#undef CLASS

// ORDER: the phrases of `zone` in words.grammar, then what needs no words.
#define PLACE(name_, said_, bits_)                                                                 \
    {                                                                                              \
        .name = name_, .said = said_, .bits = bits_                                                \
    }
static const struct word_row PLACE_ROWS[] = {
    PLACE("YOUR_HAND", "your hand", BIT(PLACE_YOUR_HAND)),
    PLACE("YOUR_DECK", "your deck", BIT(PLACE_YOUR_DECK)),
    PLACE("YOUR_GRAVEYARD", "your graveyard", BIT(PLACE_YOUR_GRAVEYARD)),
    PLACE("YOUR_VOID", "your Void", BIT(PLACE_YOUR_VOID)),
    PLACE("YOUR_ARCHIVE", "your Archive", BIT(PLACE_YOUR_ARCHIVE)),
    PLACE("THEIR_HAND", "your opponent's hand", BIT(PLACE_THEIR_HAND)),
    PLACE("THEIR_GRAVEYARD", "your opponent's graveyard", BIT(PLACE_THEIR_GRAVEYARD)),
    PLACE("THEIR_VOID", "your opponent's Void", BIT(PLACE_THEIR_VOID)),
    PLACE("THEIR_ARCHIVE", "your opponent's Archive", BIT(PLACE_THEIR_ARCHIVE)),
    PLACE("A_GRAVEYARD", "a graveyard", BIT(PLACE_YOUR_GRAVEYARD) | BIT(PLACE_THEIR_GRAVEYARD)),
    PLACE("THEIR_DECK", "your opponent's deck", BIT(PLACE_THEIR_DECK)),
    PLACE("FIELD", NULL, BIT(PLACE_FIELD)),
    { 0 },
};
#undef PLACE

// ---- what is known of a thing

// Of the creature types, elements and classes that are printed on it.
uint64_t facts_of_print(const struct card_def *def)
{
    uint64_t bits = (def->tags >> TAG_KIN & (BIT(KIN_COUNT) - 1)) << FACT_KIN |
                    (def->tags >> TAG_ELEMENT & (BIT(ELEMENT_COUNT) - 1)) << FACT_ELEMENT;
    if (def->kind == KIND_TRICK)
        bits |= (def->tags >> TAG_CLASS & (BIT(CLASS_COUNT) - 1)) << FACT_CLASS;
    if (def->line_count == 0) bits |= UINT64_C(1) << FACT_LORE;
    return bits;
}

static bool has_any_status(const struct body *b)
{
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (b->status[i]) return true;
    return false;
}

static uint64_t facts_of_body(const struct body *b)
{
    bool     defends = b->flags & BODY_DEFENCE;
    uint64_t bits    = UINT64_C(1) << (defends ? FACT_IN_DEFENCE : FACT_IN_ATTACK);
    if (b->damage > 0) bits |= UINT64_C(1) << FACT_DAMAGED;
    if (has_any_status(b)) bits |= UINT64_C(1) << FACT_STATUS;
    return bits;
}

// A creature is one on a tile, Tokens too; elsewhere it is a card that says so.
unsigned kinds_of(unsigned kind, unsigned zone, const struct body *b)
{
    static const uint16_t KINDS[] = {
        [KIND_LEADER]   = BIT(IS_LEADER),
        [KIND_CREATURE] = BIT(IS_CARD) | BIT(IS_CREATURE_CARD),
        [KIND_TRICK]    = BIT(IS_CARD) | BIT(IS_TRICK_CARD) | BIT(IS_TRICK),
        [KIND_TOKEN]    = BIT(IS_CARD) | BIT(IS_TOKEN),
    };
    unsigned kinds  = KINDS[kind];
    bool     living = kind == KIND_CREATURE || kind == KIND_TOKEN;
    if (is_tile(zone) ? living : kind == KIND_CREATURE && !b) kinds |= BIT(IS_CREATURE);
    if (b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED)) kinds |= BIT(IS_ATTACHED);
    return kinds;
}

unsigned place_of_zone(unsigned zone, seat_id seat)
{
    static const uint16_t OURS[ZONES_PER_SEAT] = {
        [ZONE_DECK - ZONE_DECK]      = BIT(PLACE_YOUR_DECK),
        [ZONE_HAND - ZONE_DECK]      = BIT(PLACE_YOUR_HAND),
        [ZONE_GRAVEYARD - ZONE_DECK] = BIT(PLACE_YOUR_GRAVEYARD),
        [ZONE_VOID - ZONE_DECK]      = BIT(PLACE_YOUR_VOID),
        [ZONE_ARCHIVE - ZONE_DECK]   = BIT(PLACE_YOUR_ARCHIVE),
        [ZONE_ATTACHED - ZONE_DECK]  = BIT(PLACE_FIELD),
    };
    static const uint16_t THEIRS[ZONES_PER_SEAT] = {
        [ZONE_DECK - ZONE_DECK]      = BIT(PLACE_THEIR_DECK),
        [ZONE_HAND - ZONE_DECK]      = BIT(PLACE_THEIR_HAND),
        [ZONE_GRAVEYARD - ZONE_DECK] = BIT(PLACE_THEIR_GRAVEYARD),
        [ZONE_VOID - ZONE_DECK]      = BIT(PLACE_THEIR_VOID),
        [ZONE_ARCHIVE - ZONE_DECK]   = BIT(PLACE_THEIR_ARCHIVE),
        [ZONE_ATTACHED - ZONE_DECK]  = BIT(PLACE_FIELD),
    };
    if (is_field(zone)) return BIT(PLACE_FIELD);
    if (zone >= ZONE_POOL) return 0;
    bool     south = zone < ZONE_DECK + ZONES_PER_SEAT;
    unsigned nth   = zone - ZONE_DECK - (south ? 0 : ZONES_PER_SEAT);
    return (seat == SOUTH) == south ? OURS[nth] : THEIRS[nth];
}

// A hidden card has no name, element, type, class, level or stats (DES-643).
struct facts facts_of_card(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s    = state_at(t);
    const struct face           *face = face_of(t, card);
    const struct body           *b    = body_at(s, card);
    unsigned                     zone = s->cards[card].zone;
    struct facts                 f    = { 0 };
    f.bits  = is_up(s, card) ? face->facts | UINT64_C(1) << FACT_UP : UINT64_C(1) << FACT_HIDDEN;
    f.kind  = (uint16_t)kinds_of(face->kind, zone, b);
    f.place = (uint16_t)place_of_zone(zone, seat);
    f.side  = controller_of(s, card) == seat ? SIDE_OWN : SIDE_ENEMY;
    if (b) f.bits |= facts_of_body(b);
    return f;
}

// Nobody controls a tile.
struct facts facts_of_tile(const struct table *t, unsigned tile)
{
    bool free = occupant(state_at(t), tile) == NO_CARD;
    return (struct facts){ .bits  = (uint64_t)free << FACT_FREE,
                           .kind  = BIT(IS_TILE),
                           .place = 0xFFFF,
                           .side  = SIDE_ALLY };
}

static struct facts facts_of_thing(const struct scope *k, uint16_t thing)
{
    const struct despaira_state *s = state_at(k->t);
    if (type_of_thing(thing) == TYPE_SEAT) {
        bool own = seat_of_thing(thing) == k->seat;
        return (struct facts){ .kind  = BIT(IS_SEAT),
                               .place = 0xFFFF,
                               .side  = own ? SIDE_OWN : SIDE_ENEMY };
    }
    if (is_thing_tile(thing)) return facts_of_tile(k->t, thing & 0xFFu);
    if (thing >= s->core.card_count || s->cards[thing].zone == NO_ZONE) return (struct facts){ 0 };
    return facts_of_card(k->t, k->seat, thing);
}

// ---- tests

// Of what is being resolved, unless something else is looked at.
static struct context context_in(const struct scope *k)
{
    return k->own ? *(const struct context *)k->own : context_now(k->t);
}

static unsigned tile_of_thing(const struct table *t, uint16_t thing)
{
    return is_thing_tile(thing) ? thing & 0xFFu : tile_of(state_at(t), thing);
}

// DES-523: a card that has left is where it stood.
unsigned tile_of_source(const struct table *t, const struct context *c)
{
    unsigned tile = tile_of(state_at(t), c->source);
    return tile == NO_TILE ? c->tile : tile;
}

static bool is_on_type(const struct scope *k, const struct test *test, uint16_t thing)
{
    unsigned tile = tile_of_thing(k->t, thing);
    return tile != NO_TILE && state_at(k->t)->tiles[tile] == test->row;
}

// Distance is not looked at again (DES-554).
static bool is_adjacent(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct context c    = context_in(k);
    unsigned             mine = tile_of_source(k->t, &c), there = tile_of_thing(k->t, thing);
    (void)test;
    if (c.reach == REACH_AGAIN) return true;
    return mine != NO_TILE && there != NO_TILE && distance(mine, there) == 1;
}

static bool is_named(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct despaira_state *s = state_at(k->t);
    if (is_thing_tile(thing) || !is_up(s, thing)) return false;
    return book_of(k->t)
        ->quoted[(size_t)(test->name - 1) * k->t->pool->def_count + s->cards[thing].def];
}

static bool is_within(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct context c    = context_in(k);
    unsigned             tile = tile_of_thing(k->t, thing);
    if (c.reach == REACH_AGAIN) return true;
    return tile != NO_TILE && c.tile != NO_TILE &&
           distance(tile, c.tile) <=
               (unsigned)amount_of(k, test->amount) + widened(state_at(k->t), &c);
}

static bool is_anywhere(const struct scope *k, const struct test *test, uint16_t thing)
{
    (void)k, (void)test, (void)thing;
    return true;
}

static bool is_near_any(const struct scope *k, const struct test *test, uint16_t thing,
                        unsigned least, unsigned most)
{
    const struct context c = context_in(k);
    uint16_t             around[THINGS_MAX];
    size_t               count = things_list(k, test->things, around, THINGS_MAX);
    unsigned             tile  = tile_of_thing(k->t, thing);
    for (size_t i = 0; i < count && tile != NO_TILE; i++) {
        unsigned centre = around[i] == c.source ? tile_of_source(k->t, &c)
                                                : tile_of_thing(k->t, around[i]);
        if (centre == NO_TILE) continue;
        unsigned far = distance(tile, centre);
        if (far >= least && far <= most) return true;
    }
    return false;
}

static bool is_next_to(const struct scope *k, const struct test *test, uint16_t thing)
{
    return context_in(k).reach == REACH_AGAIN || is_near_any(k, test, thing, 1, 1);
}

static bool is_around(const struct scope *k, const struct test *test, uint16_t thing)
{
    struct context c    = context_in(k);
    unsigned       most = (unsigned)amount_of(k, test->amount) + widened(state_at(k->t), &c);
    return is_near_any(k, test, thing, 0, most);
}

static bool is_in_line(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct context c     = context_in(k);
    unsigned             tile  = tile_of_thing(k->t, thing);
    bool                 south = c.seat == SOUTH;
    if (tile == NO_TILE || c.tile == NO_TILE) return false;
    if (test->row == TEST_IN_ROW) return row_of(tile) == row_of(c.tile);
    if (column_of(tile) != column_of(c.tile)) return false;
    if (test->row == TEST_IN_FRONT)
        return south ? row_of(tile) > row_of(c.tile) : row_of(tile) < row_of(c.tile);
    if (test->row == TEST_BEHIND)
        return south ? row_of(tile) < row_of(c.tile) : row_of(tile) > row_of(c.tile);
    return true;
}

static bool is_on_side(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct context c    = context_in(k);
    unsigned             tile = tile_of_thing(k->t, thing);
    seat_id              side = test->row == TEST_ON_YOUR_SIDE ? c.seat : other_seat(c.seat);
    return tile != NO_TILE && (row_of(tile) < ROWS / 2) == (side == SOUTH);
}

static bool is_attached_here(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct body *b = is_thing_tile(thing) ? NULL : body_at(state_at(k->t), thing);
    (void)test;
    return b && b->host == context_in(k).source;
}

static bool has_such_counters(const struct scope *k, const struct test *test, uint16_t thing)
{
    unsigned count = counters_on(state_at(k->t), thing, test->name - 1u);
    return count >= (unsigned)(test->amount ? amount_of(k, test->amount) : 1);
}

#define TILE_TYPE(name_, word)                                                                     \
    [name_] = { .name = #name_, .said = "on a tile of " word, .fits = is_on_type },
// clang-format off
static const struct test_row TEST_ROWS[TEST_COUNT + 1] = {
    DESPAIRA_TILE_TYPES(TILE_TYPE)
    [TEST_ADJACENT]      = { "ADJACENT", "adjacent to this card", is_adjacent },
    [TEST_NAMED]         = { "NAMED", "of that name", is_named },
    [TEST_WITHIN]        = { "WITHIN", "within so many tiles:", is_within },
    [TEST_ANYWHERE]      = { "ANYWHERE", "anywhere", is_anywhere },
    [TEST_NEXT_TO]       = { "NEXT_TO", "on a tile next to that", is_next_to },
    [TEST_AROUND]        = { "AROUND", "within so many tiles:", is_around },
    [TEST_IN_ROW]        = { "IN_ROW", "in the row of this card", is_in_line },
    [TEST_IN_COLUMN]     = { "IN_COLUMN", "in the column of this card", is_in_line },
    [TEST_IN_FRONT]      = { "IN_FRONT", "in front of this card", is_in_line },
    [TEST_BEHIND]        = { "BEHIND", "behind this card", is_in_line },
    [TEST_ON_YOUR_SIDE]  = { "ON_YOUR_SIDE", "on your side", is_on_side },
    [TEST_ON_THEIR_SIDE] = { "ON_THEIR_SIDE", "on your opponent's side", is_on_side },
    [TEST_ATTACHED_HERE] = { "ATTACHED_HERE", "attached to this card", is_attached_here },
    [TEST_COUNTERS]      = { "COUNTERS", "with counters of that name", has_such_counters },
};
// clang-format on
#undef TILE_TYPE

bool is_test_of_distance(unsigned row)
{
    return row == TEST_ADJACENT || (row >= TEST_WITHIN && row < TEST_COUNT);
}

// ---- stats

static int stat_if_shown(const struct scope *k, uint16_t thing, unsigned stat)
{
    if (is_thing_tile(thing) || !is_up(state_at(k->t), thing)) return NO_STAT;
    int value = stat_of(k->t, thing, stat);
    return value == LACKING ? NO_STAT : value;
}
static int atk_of(const struct scope *k, uint16_t x) { return stat_if_shown(k, x, STAT_ATK); }
static int hp_of(const struct scope *k, uint16_t x)
{
    const struct despaira_state *s = state_at(k->t);
    for (seat_id seat = 0; seat < 2; seat++)
        if (s->side[seat].leader == x) return leader_hp(k->t, seat);
    return stat_if_shown(k, x, STAT_HP);
}
static int catk_of(const struct scope *k, uint16_t x) { return stat_if_shown(k, x, STAT_CATK); }
static int ratk_of(const struct scope *k, uint16_t x) { return stat_if_shown(k, x, STAT_RATK); }
static int def_stat_of(const struct scope *k, uint16_t x) { return stat_if_shown(k, x, STAT_DEF); }
static int hl_of(const struct scope *k, uint16_t x) { return stat_if_shown(k, x, STAT_HL); }
static int level_shown(const struct scope *k, uint16_t thing)
{
    if (is_thing_tile(thing) || !is_up(state_at(k->t), thing)) return NO_STAT;
    return level_of(k->t, thing);
}

static int crystals_of(const struct scope *k, uint16_t seat)
{
    return state_at(k->t)->side[seat_of_thing(seat)].inventory;
}
// Which link this is, or would be.
static int number_of_link(const struct scope *k, uint16_t seat)
{
    const struct despaira_state *s = state_at(k->t);
    (void)seat;
    return s->resolving ? s->resolving : s->link_count + 1;
}
static int pips(const struct scope *k, uint16_t seat)
{
    (void)seat;
    return state_at(k->t)->work.die;
}
static int counters_named(const struct scope *k, uint16_t thing, unsigned name)
{
    return (int)counters_on(state_at(k->t), thing, name);
}

static const struct stat_row STAT_ROWS[] = {
    [STAT_ATK]      = { "ATK", "ATK", TYPE_CARD, atk_of },
    [STAT_HP]       = { "HP", "HP", TYPE_CARD, hp_of },
    [STAT_CATK]     = { "CATK", "CATK", TYPE_CARD, catk_of },
    [STAT_RATK]     = { "RATK", "RATK", TYPE_CARD, ratk_of },
    [STAT_DEF]      = { "DEF", "DEF", TYPE_CARD, def_stat_of },
    [STAT_HL]       = { "HL", "HL", TYPE_CARD, hl_of },
    [STAT_LEVEL]    = { "LEVEL", "level", TYPE_CARD, level_shown },
    [STAT_CRYSTALS] = { "CRYSTALS", "Magic Crystals", TYPE_SEAT, crystals_of },
    [STAT_LINK]     = { "LINK", "number of this link", TYPE_SEAT, number_of_link },
    [STAT_DIE]      = { "DIE", "result of the die", TYPE_SEAT, pips },
    [STAT_COUNTERS] = { "COUNTERS", "number of such counters", TYPE_CARD | TYPE_PLACE, NULL },
    { 0 },
};

// ---- who is spoken of

static uint16_t source_of(const struct scope *k) { return context_in(k).source; }
static uint16_t attacker(const struct scope *k)
{
    const struct action *a = &state_at(k->t)->action;
    return a->kind == ACTION_ATTACK ? a->card : (uint16_t)NO_THING;
}
static uint16_t equipped(const struct scope *k)
{
    const struct body *b = body_at(state_at(k->t), context_in(k).source);
    return b ? b->host : (uint16_t)NO_THING;
}
static uint16_t your_leader(const struct scope *k)
{
    return state_at(k->t)->side[context_in(k).seat].leader;
}
static uint16_t opposing_leader(const struct scope *k)
{
    return state_at(k->t)->side[other_seat(context_in(k).seat)].leader;
}
static uint16_t card_of_link(const struct scope *k) // of the one that this link names
{
    const struct despaira_state *s     = state_at(k->t);
    unsigned                     named = s->resolving ? s->links[s->resolving - 1].named_link : 0;
    return named && named <= s->link_count ? s->links[named - 1].source : (uint16_t)NO_THING;
}
static uint16_t tile_thing(unsigned tile)
{
    return tile == NO_TILE ? (uint16_t)NO_THING : (uint16_t)(TILE_BIT | tile);
}
static uint16_t this_tile(const struct scope *k) { return tile_thing(context_in(k).tile); }
static uint16_t that_tile(const struct scope *k) // of the card of the event
{
    card_id about = context_in(k).about;
    return tile_thing(about < CARDS_MAX ? tile_of(state_at(k->t), about) : (unsigned)NO_TILE);
}
static uint16_t opponent_of(const struct scope *k) { return thing_of_seat(other_seat(k->w->seat)); }
static_assert((int)NO_CARD == (int)NO_THING && (int)TILE_BIT == (int)THING_PLACE,
              "things are told apart as in meaning.h");

static const struct role_row ROLE_ROWS[] = {
    [ROLE_THIS_CARD]       = { "THIS_CARD", "this card", TYPE_CARD, source_of },
    [ROLE_ATTACKER]        = { "ATTACKER", "the attacker", TYPE_CARD, attacker },
    [ROLE_EQUIPPED]        = { "EQUIPPED", "the equipped creature", TYPE_CARD, equipped },
    [ROLE_YOUR_LEADER]     = { "YOUR_LEADER", "your Leader", TYPE_CARD, your_leader },
    [ROLE_OPPOSING_LEADER] = { "OPPOSING_LEADER", "your opponent's Leader", TYPE_CARD,
                               opposing_leader },
    [ROLE_LINK_CARD]       = { "LINK_CARD", "the card of that link", TYPE_CARD, card_of_link },
    [ROLE_THIS_TILE]       = { "THIS_TILE", "this tile", TYPE_PLACE, this_tile },
    [ROLE_THAT_TILE] = { "THAT_TILE", "the tile of the one it happened to", TYPE_PLACE, that_tile },
    [ROLE_OPPONENT]  = { "OPPONENT", "your opponent", TYPE_SEAT, opponent_of },
    { 0 },
};

// Something happens to somebody in texts that wait for it. "It" in the text of a creature, or of a
// trick that lies there, is that card if nothing else was spoken of.
static bool has_verb(const struct op *line, unsigned verb)
{
    for (size_t i = 0; i < op_after(line, 0); i++) {
        if (line[i].code == SHAPE_DO && line[i].value == (int)verb) return true;
        if (line[i].code == OP_TEXT) i = op_after(line, i) - 1;
    }
    return false;
}
static bool has_role(const struct op *line, unsigned ref)
{
    size_t head = op_find(line, 0, W_WHEN), trap = op_find(line, 0, W_TRAP);
    bool   waits = head && line[op_child(head)].value < YOUR_TURN_STARTS;
    switch (ref) {
    case SLOT_DONE_TO:
    case REF_ROLE + ROLE_THAT_TILE: return waits || trap;
    case SLOT_DOER: return false;
    case REF_ROLE + ROLE_LINK_CARD: return has_verb(line, VERB_NAME_LINK);
    case REF_ROLE + ROLE_ATTACKER:
        return !is_static_line(line, 0) || waits || trap; // nobody stays one
    case REF_SELF: return head || trap || op_find(line, 0, W_TITLE);
    default: return true;
    }
}

#define THE(name_, role)                                                                           \
    {                                                                                              \
        .name = name_, .types = TYPE_CARD, .order = { THE_REF }, .ref = REF_ROLE + (role)          \
    }
#define CHOOSE "who is meant, as in \"Select 1 creature you control. ...\""
#define PRONOUN(name_, types_, many_)                                                              \
    {                                                                                              \
        .name = name_, .types = types_, .many = many_,                                             \
        .order = { LAST_PICK, LAST_NAMED, EVENT_TO, THE_REF }, .ref = REF_SELF, .instead = CHOOSE  \
    }
static const struct pronoun_row PRONOUN_ROWS[] = {
    THE("THIS_CARD", ROLE_THIS_CARD),
    THE("ATTACKER", ROLE_ATTACKER),
    THE("EQUIPPED", ROLE_EQUIPPED),
    THE("YOUR_LEADER", ROLE_YOUR_LEADER),
    THE("OPPOSING_LEADER", ROLE_OPPOSING_LEADER),
    { .name = "YOU", .types = TYPE_SEAT, .order = { REF_YOU } },
    { .name   = "OPPONENT",
      .types  = TYPE_SEAT,
      .silent = 1,
      .order  = { THE_REF },
      .ref    = REF_ROLE + ROLE_OPPONENT },
    PRONOUN("IT", TYPE_CARD, 0),
    PRONOUN("THEM", TYPE_CARD, 1),
    PRONOUN("IT_THERE", TYPE_CARD | TYPE_PLACE, 0),
    PRONOUN("THEM_THERE", TYPE_CARD | TYPE_PLACE, 1),
    { .name    = "THAT_CARD",
      .types   = TYPE_CARD,
      .order   = { EVENT_TO, THE_REF, LAST_PICK, LAST_NAMED },
      .ref     = REF_ROLE + ROLE_LINK_CARD,
      .instead = CHOOSE },
    { .name    = "THAT_LINK",
      .types   = TYPE_LINK,
      .order   = { LAST_PICK },
      .instead = "which one first: \"Name 1 link in this chain. ...\"" },
    { .name  = "THIS_TILE",
      .types = TYPE_PLACE,
      .order = { THE_REF },
      .ref   = REF_ROLE + ROLE_THIS_TILE },
    { .name    = "THAT_TILE",
      .types   = TYPE_PLACE,
      .order   = { LAST_PICK, LAST_NAMED, THE_REF },
      .ref     = REF_ROLE + ROLE_THAT_TILE,
      .instead = "which one first: \"Select 1 tile within 3 tiles. ...\"" },
    { 0 },
};
#undef THE
#undef PRONOUN
#undef CHOOSE

// ---- words that say more of a verb

#define SET_OF(at_, name_, word, bit) [at_] = { .name = name_, .one = word, .bits = 1u << (bit) },
#define STAT_WORD(name_, i) SET_OF(WORD_STAT + (i), name_, name_, SET_STAT + (i))
#define HAVING_WORD(name_, i)                                                                      \
    SET_OF(WORD_HAVING + (i), "HAVING_" name_, "with " name_, SET_HAVING + (i))
#define CANNOT_WORD(name_, word, doing)                                                            \
    SET_OF(WORD_DOING + (doing), "CANNOT_" name_, word, SET_DOING + (doing))
#define MARK(name_, word)                                                                          \
    SET_OF(WORD_##name_, #name_, word, SET_WORDS + WORD_##name_ - WORD_CHAINED)
#define PLAIN(at_, name_, word) [at_] = { .name = name_, .one = word },
#define TILE_TYPE(name_, word) PLAIN(name_, #name_, word)
// clang-format off
static const struct word_row WORD_ROWS[WORD_COUNT + 1] = {
    DESPAIRA_TILE_TYPES(TILE_TYPE)
    STAT_WORD("ATK", STAT_ATK) STAT_WORD("HP", STAT_HP) STAT_WORD("CATK", STAT_CATK)
    STAT_WORD("RATK", STAT_RATK) STAT_WORD("DEF", STAT_DEF) STAT_WORD("HL", STAT_HL)
    HAVING_WORD("ATK", STAT_ATK) HAVING_WORD("HP", STAT_HP) HAVING_WORD("CATK", STAT_CATK)
    HAVING_WORD("RATK", STAT_RATK) HAVING_WORD("DEF", STAT_DEF) HAVING_WORD("HL", STAT_HL)
    CANNOT_WORD("MOVE", "move", NOT_MOVE)
    CANNOT_WORD("ATTACK", "attack", NOT_ATTACK)
    CANNOT_WORD("BE_TARGETED", "be targeted", NOT_BE_TARGETED)
    CANNOT_WORD("BE_DESTROYED", "be destroyed", NOT_BE_DESTROYED)
    CANNOT_WORD("COUNTER_ATTACK", "counter-attack", NOT_COUNTER_ATTACK)
    CANNOT_WORD("GET_STATUSES", "get statuses", NOT_GET_STATUSES)
    CANNOT_WORD("BE_CHANGED", "have its stats changed", NOT_BE_CHANGED)
    CANNOT_WORD("BE_TRICKED", "be targeted by opposing tricks", NOT_BE_TRICKED)
    PLAIN(WORD_AFFLICTION + BURN, "BURN", "Burn")
    PLAIN(WORD_AFFLICTION + POISON, "POISON", "Poison")
    PLAIN(WORD_AFFLICTION + FREEZE, "FREEZE", "Freeze")
    PLAIN(WORD_AFFLICTION + PARALYSE, "PARALYSE", "Paralyse")
    PLAIN(WORD_AFFLICTION + ROOT, "ROOT", "Root")
    PLAIN(WORD_AFFLICTION + SILENCE, "SILENCE", "Silence")
    [WORD_ALL_STATS] = { .name = "ALL_STATS", .one = "all stats", .bits = BIT(STAT_COUNT) - 1 },
    PLAIN(WORD_ALL_STATUSES, "ALL_STATUSES", "all statuses")
    PLAIN(WORD_COUNTER_ATTACK, "COUNTER_ATTACK", "that attack")
    PLAIN(WORD_COUNTER_MOVE, "COUNTER_MOVE", "that move")
    PLAIN(WORD_COUNTER_SPAWN, "COUNTER_SPAWN", "that spawn")
    PLAIN(WORD_ATTACK_MISSES, "ATTACK_MISSES", "that attack")
    PLAIN(WORD_STOP_ATTACK, "STOP_ATTACK", "that attack")
    MARK(CHAINED, "each adjacent to the one before it")
    MARK(OF_TRICK, "of a trick")
    MARK(OF_CREATURE, "of a creature")
    MARK(OPPOSING, "that your opponent activated")
    MARK(UNAVOIDABLE, "unavoidable")
    MARK(THEIRS, "your opponent's")
    MARK(BESIDE, "adjacent to this card")
    MARK(IN_ATTACK_MODE, "in Attack Mode")
    MARK(IN_DEFENCE_MODE, "in Defence Mode")
    MARK(ON_TILES, "on tiles of that type")
};
// clang-format on
#undef SET_OF
#undef STAT_WORD
#undef HAVING_WORD
#undef CANNOT_WORD
#undef MARK
#undef PLAIN
#undef TILE_TYPE

// ORDER: enum duration
static const struct until_row UNTIL_ROWS[] = {
    { "TURN", "until the end of the turn" }, { "YOUR_NEXT_TURN", "until your next turn" },
    { "TURNS", "for so many turns:" },       { "ON_FIELD", "while this card is on the field" },
    { "PERMANENTLY", "permanently" },        { 0 },
};

// ---- conditions

static bool shows_heads(const struct scope *k) { return state_at(k->t)->work.coin == COIN_HEADS; }
static bool shows_tails(const struct scope *k) { return state_at(k->t)->work.coin == COIN_TAILS; }
static const struct cond_row COND_ROWS[] = {
    { "HEADS", "the coin shows heads", shows_heads },
    { "TAILS", "the coin shows tails", shows_tails },
    { 0 },
};

// ---- events: whatever they are about, pronouns say so themselves

#define EVENT(at_, said_) [at_] = { .name = #at_, .said = said_, .unnamed = true },
// clang-format off
static const struct event_row EVENT_ROWS[HAPPENING_COUNT + 1] = {
    EVENT(IS_SPAWNED, "{to} is spawned")
    EVENT(IS_NORMAL_SPAWNED, "{to} is Normal Spawned")
    EVENT(IS_MIRACLE_SPAWNED, "{to} is Miracle Spawned")
    EVENT(IS_FLIPPED_UP, "{to} is flipped face up")
    EVENT(IS_DESTROYED, "{to} is destroyed")
    EVENT(IS_SACRIFICED, "{to} is sacrificed")
    EVENT(LEAVES, "{to} leaves the field")
    EVENT(DECLARES, "{to} declares an attack")
    EVENT(IS_ATTACKED, "{to} is attacked")
    EVENT(BATTLES, "{to} battles")
    EVENT(DESTROYS_IN_BATTLE, "{to} destroys a creature in battle")
    EVENT(HURTS_LEADER, "{to} deals damage to a Leader")
    EVENT(TAKES_DAMAGE, "{to} takes damage")
    EVENT(SURVIVES, "{to} survives an attack")
    EVENT(MOVES, "{to} moves")
    EVENT(ENTERS_TILE, "{to} enters a tile of {arg}")
    EVENT(ENTERS_WITHIN, "{to} comes within {amount} tiles of this card")
    EVENT(OVERLAPS, "{to} overlaps this card")
    EVENT(IS_OVERLAPPED, "this card is overlapped")
    EVENT(IS_TARGETED, "{to} is targeted")
    EVENT(IS_EQUIPPED, "{to} is equipped")
    EVENT(WOULD_MOVE, "{to} would move")
    EVENT(WOULD_BE_SPAWNED, "{to} would be spawned")
    EVENT(ACTIVATES_TRICK, "{by} activates a trick")
    EVENT(ACTIVATES_CREATURE, "{by} activates an ability of a creature")
    EVENT(DRAWS, "{by} draws by an ability")
    EVENT(COUNTER_PUT, "a counter is put on this card")
    EVENT(COUNTER_REMOVED, "a counter is removed from this card")
    EVENT(IS_LOCKED_AT_START, "{to} is locked down at the start of your opponent's turn")
    EVENT(YOUR_TURN_STARTS, "your turn starts")
    EVENT(YOUR_TURN_ENDS, "your turn ends")
    EVENT(ATTACKS, "{to} attacks {by}")
    EVENT(THEIR_TURN_STARTS, "your opponent's turn starts")
    EVENT(THEIR_TURN_ENDS, "your opponent's turn ends")
    EVENT(EACH_TURN_STARTS, "a turn starts")
    EVENT(EACH_TURN_ENDS, "a turn ends")
};
// clang-format on
#undef EVENT

// ---- lines

enum { LINE_DONE, LINE_HOLDS };
static const struct line_row LINE_ROWS[] = {
    { "DONE", "when its link resolves", 0 },
    { "HOLDS", "as long as it lies there", LINE_STANDS },
    { 0 },
};
static unsigned line_kind(const struct op *line)
{
    return !op_find(line, 0, W_WHEN) && is_static_line(line, 0) ? LINE_HOLDS : LINE_DONE;
}

const struct lang despaira_lang = {
    .verbs          = despaira_verbs,
    .kinds          = KIND_ROWS,
    .facts          = FACT_ROWS,
    .places         = PLACE_ROWS,
    .words          = WORD_ROWS,
    .tests          = TEST_ROWS,
    .stats          = STAT_ROWS,
    .conds          = COND_ROWS,
    .roles          = ROLE_ROWS,
    .untils         = UNTIL_ROWS,
    .pronouns       = PRONOUN_ROWS,
    .lines          = LINE_ROWS,
    .events         = EVENT_ROWS,
    .half_unit      = 50,
    .zero_is_done   = true,
    .places_else    = BIT(PLACE_FIELD),
    .named_max      = NAMED_MAX,
    .named_at       = offsetof(struct doing, named),
    .line_kind      = line_kind,
    .has_role       = has_role,
    .candidates     = candidates,
    .is_candidate   = is_meant,
    .stat_by_name   = counters_named,
    .count          = count_meant,
    .facts_of       = facts_of_thing,
    .still          = is_still_meant,
    .work_at        = offsetof(struct despaira_state, work),
    .work_size      = sizeof(struct doing),
    .ask_may        = QUESTION_MAY,
    .yes            = CHOICE_YES,
    .picks_singly   = true,
    .pick_place     = CHOICE_TARGET_TILE,
    .enough         = CHOICE_ENOUGH,
    .between        = between_steps,
    .may            = ask_may,
    .announced      = is_declared,
    .take_announced = name_declared,
    .asks           = asks_for,
    .turns_out      = turns_out,
};
