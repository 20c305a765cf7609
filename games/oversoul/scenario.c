// scenario.c - positions arranged by hand: the words of "given" and "then", and where play goes on.
//
// What is not said: a Leader is the Plain Leader below, at RANK I, with as much Leader ENERGY as
// its RANK; cards are face-up, upright, undamaged and did not Enter this turn; it is nobody's first
// cycle.
#include "games/oversoul/game_private.h"
#include "games/oversoul/lines.h"

#include <string.h>

enum { SCENARIO_SETUP, SCENARIO_CYCLE, SCENARIO_ACTION, SCENARIO_RETURN };
const char *const oversoul_phases[] = { "setup", "cycle", "action", "return", NULL };

const char oversoul_scenario_cards[] = "Plain Leader\n"
                                       "  Leader Unit  NEUTRAL  energy -7  PRIMAL  common\n"
                                       "  DMG 2  SPD 2  HP 24\n";

// --- words of the table and of seats ------------------------------------------------------------

#define UNUSED(a, b) (void)(a), (void)(b)

static int get_turn(const struct table *t, seat_id seat, card_id card)
{
    UNUSED(seat, card);
    return peek(t)->turn;
}
static bool set_turn(struct table *t, seat_id seat, card_id card, int n)
{
    UNUSED(seat, card);
    if (n < 1 || n > (int)last_turn(state(t))) return false;
    state(t)->turn = (uint16_t)n;
    return true;
}
static int get_links(const struct table *t, seat_id seat, card_id card)
{
    UNUSED(seat, card);
    return peek(t)->link_count;
}

static int get_leader_rank(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return peek(t)->side[seat].rank;
}
static bool set_leader_rank(struct table *t, seat_id seat, card_id card, int n)
{
    (void)card;
    if (n < 1 || n > 5) return false;
    state(t)->side[seat].rank = state(t)->side[seat].dial = (uint8_t)n;
    return true;
}

enum { ENERGY_SAID = 0x80 }; // in side.energy while a position is arranged
static int get_energy(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return peek(t)->side[seat].energy;
}
static bool set_energy(struct table *t, seat_id seat, card_id card, int n)
{
    (void)card;
    if (n < 0 || n > MOST) return false;
    state(t)->side[seat].energy = (uint8_t)(n | ENERGY_SAID);
    return true;
}

static int get_shift_energy(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return peek(t)->side[seat].shift_energy;
}
static bool set_shift_energy(struct table *t, seat_id seat, card_id card, int n)
{
    (void)card;
    if (n < 0 || n > MOST) return false;
    state(t)->side[seat].shift_energy = (uint8_t)n;
    return true;
}

static int get_plus_used(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return peek(t)->side[seat].plus_used;
}
static bool set_plus_used(struct table *t, seat_id seat, card_id card, int n)
{
    (void)card;
    if (n < 0 || n > MOST) return false;
    state(t)->side[seat].plus_used = (uint8_t)n;
    return true;
}

enum { FIRST_CYCLE_SAID = 2 }; // in side.first_cycle_done while a position is arranged
static int get_first_cycle(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return !peek(t)->side[seat].first_cycle_done;
}
static bool set_first_cycle(struct table *t, seat_id seat, card_id card, int n)
{
    (void)card;
    state(t)->side[seat].first_cycle_done = (uint8_t)(n ? FIRST_CYCLE_SAID : 1);
    return true;
}

static int get_own_links(const struct table *t, seat_id seat, card_id card)
{
    (void)card;
    return peek(t)->side[seat].own_links;
}
static bool set_own_links(struct table *t, seat_id seat, card_id card, int n)
{
    (void)card;
    if (n < 0 || n > OWN_LINKS_MAX) return false;
    state(t)->side[seat].own_links = (uint8_t)n;
    return true;
}

// --- words of cards -----------------------------------------------------------------------------

static const struct lasting BY_HAND = { .until = UNTIL_LEAVES, .source = NO_CARD };

static int get_damaged(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return body_at(peek(t), c)->damage;
}
static bool set_damaged(struct table *t, seat_id seat, card_id c, int n)
{
    (void)seat;
    if (!is_board_card(peek(t), c) || n < 0 || n > MOST) return false;
    body_of(state(t), c)->damage = (uint8_t)n;
    note_wounds(state(t), body_at(state(t), c));
    return true;
}

static int get_exhausted(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return is_sideways(peek(t), host_of(peek(t), c)); // OVE-426
}
static bool set_exhausted(struct table *t, seat_id seat, card_id c, int on)
{
    (void)seat;
    struct card *card = &state(t)->cards[c];
    if (!is_active(peek(t), c) || is_leader_seated(peek(t), c)) return false;
    if (body_at(peek(t), c)->flags & BODY_CONSTRUCT) return false; // OVE-426
    card->flags = (uint8_t)(on ? card->flags | CARD_SIDEWAYS : card->flags & ~CARD_SIDEWAYS);
    return true;
}

static int get_prepared(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return is_prepared(peek(t), c);
}
static bool set_prepared(struct table *t, seat_id seat, card_id c, int on)
{
    (void)seat;
    struct oversoul_state *s = state(t);
    if (!on) return !is_prepared(s, c);
    if (!is_board_card(s, c) || is_leader_seated(s, c)) return false;
    uint8_t damage = body_at(s, c)->damage;
    stop_being_active(t, c, false);
    body_of(s, c)->damage        = damage;
    body_of(s, c)->leader_damage = 0;
    s->cards[c].flags            = (uint8_t)((s->cards[c].flags | CARD_FACE_DOWN) & ~CARD_SIDEWAYS);
    s->cards[c].known            = seats_of_team(&s->core, s->core.team[s->cards[c].owner]);
    card_forget(&s->core, c);
    reckon(t);
    return true;
}

static bool set_flag(struct table *t, card_id c, uint16_t flag, int on)
{
    if (!is_board_card(peek(t), c)) return false;
    struct body *b = body_of(state(t), c);
    b->flags       = (uint16_t)(on ? b->flags | flag : b->flags & ~flag);
    return true;
}
#define FLAG_WORD(name, flag)                                                                      \
    static int get_##name(const struct table *t, seat_id seat, card_id c)                          \
    {                                                                                              \
        (void)seat;                                                                                \
        return (body_at(peek(t), c)->flags & (flag)) != 0;                                         \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id c, int on)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return set_flag(t, c, (flag), on);                                                         \
    }
FLAG_WORD(entered, BODY_ENTERED)
FLAG_WORD(prepared_now, BODY_PREPARED_NOW)
FLAG_WORD(generated, BODY_GENERATED)
FLAG_WORD(attacked, BODY_ATTACKED)

static int get_exposed(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return is_exposed(peek(t), c);
}
static bool set_exposed(struct table *t, seat_id seat, card_id c, int on)
{
    (void)seat;
    bool hand = zone_kind(card_in(peek(t), c)->zone) == HAND;
    if (!hand || !on) return set_flag(t, c, BODY_EXPOSED, on);
    if (!is_exposed(peek(t), c)) bar_exposed(t, c);
    return true;
}

static int get_active(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return is_active(peek(t), c);
}
static int get_pending(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return (body_at(peek(t), c)->flags & BODY_PENDING) != 0;
}

static int get_hp(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return is_board_card(peek(t), c) ? hp_left(peek(t), c) : face_of(t, c)->hp;
}
// A TOTEM has the stats and the Archetype that are said of it (OVE-639).
static bool set_base(struct table *t, card_id c, unsigned at, int n)
{
    body_of(state(t), c)->base[at] = (uint8_t)n;
    state(t)->dirty                = 1;
    reckon(t);
    return true;
}
#define STAT_WORD(name, member, stat)                                                              \
    static int get_##name(const struct table *t, seat_id seat, card_id c)                          \
    {                                                                                              \
        (void)seat;                                                                                \
        return body_at(peek(t), c)->member;                                                        \
    }                                                                                              \
    static bool set_##name(struct table *t, seat_id seat, card_id c, int n)                        \
    {                                                                                              \
        (void)seat;                                                                                \
        if (!is_board_card(peek(t), c) || n < 0 || n > MOST) return false;                         \
        if (body_at(peek(t), c)->flags & BODY_TOTEM) return set_base(t, c, stat, n);               \
        change(t, c, MOD_SET, stat, n, BY_HAND);                                                   \
        reckon(t);                                                                                 \
        return body_at(peek(t), c)->member == n;                                                   \
    }
STAT_WORD(max_hp, hp, STAT_HP)
STAT_WORD(dmg, dmg, STAT_DMG)
STAT_WORD(spd, spd, STAT_SPD)

static int get_rank(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return (int)rank_of(t, c);
}
static int get_cost(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return (int)activation_cost(t, card_in(peek(t), c)->owner, c, true);
}
static int get_yield(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return (int)would_generate_next(t, c);
}
static int get_marks(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    return body_at(peek(t), c)->marks;
}
static bool set_marks(struct table *t, seat_id seat, card_id c, int n)
{
    (void)seat;
    if (!is_active(peek(t), c) || n < 0 || n > 9) return false;
    body_of(state(t), c)->marks = (uint8_t)n;
    return true;
}
// Others than Death marks, by their name.
static int get_named_marks(const struct table *t, card_id c, unsigned name)
{
    return marks_on(t, c, name);
}
static bool set_named_marks(struct table *t, card_id c, unsigned name, int n)
{
    if (!is_active(peek(t), c) || marks_on(t, c, name) || n > MOST) return false;
    if (n) change(t, c, MOD_MARK, name, n, BY_HAND);
    return true;
}
const struct named_word oversoul_named_words[] = { { "marks", get_named_marks, set_named_marks },
                                                   { NULL, NULL, NULL } };
// Of its first RITUAL* line.
static bool ritual_line(const struct table *t, card_id c, struct held *out)
{
    struct held list[ABILITIES_HELD_MAX];
    size_t      count = is_active(peek(t), c) ? abilities_of(t, c, list) : 0;
    for (size_t i = 0; i < count; i++) {
        if (!(book(t)->abilities[list[i].ability].laws & BIT(LAW_RITUAL))) continue;
        *out = list[i];
        return true;
    }
    return false;
}
static int get_ritual(const struct table *t, seat_id seat, card_id c)
{
    (void)seat;
    struct held line;
    return ritual_line(t, c, &line) ? ritual_told(t, c, &line) : 0;
}
static bool set_ritual(struct table *t, seat_id seat, card_id c, int n)
{
    (void)seat;
    struct held line;
    if (!ritual_line(t, c, &line) || n < 0 || n > MOST) return false;
    set_ritual_count(t, c, &line, n);
    return true;
}

// Keywords, charges counted: "BARRIER" is one charge or more, "HYPER-BARRIER" two.
static int has_word(const struct table *t, card_id c, unsigned word)
{
    unsigned     charges;
    enum keyword k = keyword_of(word, &charges);
    if (!has_keyword(peek(t), c, k)) return 0;
    return charges < 2 || charges_left(t, c, k) == 2;
}
static bool give_word(struct table *t, card_id c, unsigned word, int on)
{
    unsigned charges;
    if (!is_active(peek(t), c)) return false;
    if (on && !has_word(t, c, word)) gain_keyword(t, c, word, 0, BY_HAND);
    if (!on) lose_keyword(t, c, keyword_of(word, &charges), BY_HAND);
    return true;
}
#define KEYWORD_WORD(name)                                                                         \
    static int get_kw_##name(const struct table *t, seat_id seat, card_id c)                       \
    {                                                                                              \
        (void)seat;                                                                                \
        return has_word(t, c, KW_##name);                                                          \
    }                                                                                              \
    static bool set_kw_##name(struct table *t, seat_id seat, card_id c, int on)                    \
    {                                                                                              \
        (void)seat;                                                                                \
        return give_word(t, c, KW_##name, on);                                                     \
    }
#define ROLE_WORD(name)                                                                            \
    static int get_role_##name(const struct table *t, seat_id seat, card_id c)                     \
    {                                                                                              \
        (void)seat;                                                                                \
        return roles_of(t, c) >> name & 1;                                                         \
    }                                                                                              \
    static bool set_role_##name(struct table *t, seat_id seat, card_id c, int on)                  \
    {                                                                                              \
        (void)seat;                                                                                \
        if (!on || !is_active(peek(t), c)) return false;                                           \
        gain_role(t, c, name, BY_HAND);                                                            \
        return true;                                                                               \
    }
#define ARCHETYPE_WORD(name)                                                                       \
    static int get_archetype_##name(const struct table *t, seat_id seat, card_id c)                \
    {                                                                                              \
        (void)seat;                                                                                \
        return archetypes_of(t, c) >> name & 1;                                                    \
    }                                                                                              \
    static bool set_archetype_##name(struct table *t, seat_id seat, card_id c, int on)             \
    {                                                                                              \
        (void)seat;                                                                                \
        if (!on || !is_active(peek(t), c)) return false;                                           \
        if (body_at(peek(t), c)->flags & BODY_TOTEM) return set_base(t, c, 3, name);               \
        change(t, c, MOD_ARCHETYPE, name, 0, BY_HAND);                                             \
        return true;                                                                               \
    }
#define EACH_KEYWORD(X)                                                                            \
    X(AVIAN)                                                                                       \
    X(CLEAVE)                                                                                      \
    X(CRYSTALIZED)                                                                                 \
    X(GUARD)                                                                                       \
    X(PIERCE)                                                                                      \
    X(POLARITY)                                                                                    \
    X(RANGED)                                                                                      \
    X(RESISTANT)                                                                                   \
    X(THORNS)                                                                                      \
    X(VAMPIRISM)                                                                                   \
    X(BARRIER)                                                                                     \
    X(HYPER_BARRIER)                                                                               \
    X(DEATHTOUCH)                                                                                  \
    X(HYPER_DEATHTOUCH)                                                                            \
    X(DUAL_STRIKE)                                                                                 \
    X(HYPER_STRIKE)                                                                                \
    X(DYNAMO)                                                                                      \
    X(HYPER_DYNAMO)                                                                                \
    X(FRENZY)                                                                                      \
    X(HYPER_FRENZY)                                                                                \
    X(VEILED) X(HYPER_VEILED) X(AMORPHOUS) X(BERSERK) X(CHAINED) X(DAMNED) X(PETRIFIED) X(SEALED)
#define EACH_ROLE(X)                                                                               \
    X(DRAGON)                                                                                      \
    X(ELEMENTAL)                                                                                   \
    X(GAIAN)                                                                                       \
    X(MECHNOID)                                                                                    \
    X(MEGANIST)                                                                                    \
    X(NATURA)                                                                                      \
    X(NIDAGYST)                                                                                    \
    X(PHANTOM)                                                                                     \
    X(PRIMAL)                                                                                      \
    X(QIREAN)                                                                                      \
    X(RAPTOR)                                                                                      \
    X(UNDEAD)                                                                                      \
    X(VERA)                                                                                        \
    X(VOPROS)                                                                                      \
    X(VEXEN)                                                                                       \
    X(SORCERER)                                                                                    \
    X(SEEKER)                                                                                      \
    X(SECUTOR)                                                                                     \
    X(SEER)                                                                                        \
    X(SENTRY)                                                                                      \
    X(SHIFTER) X(SNIPER) X(SLAYER) X(SHAMAN) X(SOVEREIGN) X(SUMMONER) X(STATION) X(STALKER)
#define EACH_ARCHETYPE(X)                                                                          \
    X(CHAOS) X(ORDER) X(VIGOR) X(SWAY) X(FLOW) X(ARCANE) X(NEUTRAL) X(DOOM) X(WITHER)
EACH_KEYWORD(KEYWORD_WORD)
EACH_ROLE(ROLE_WORD)
EACH_ARCHETYPE(ARCHETYPE_WORD)

#define NUMBER(word, scope, name)                                                                  \
    {                                                                                              \
        word, scope, WORD_NUMBER, NULL, get_##name, set_##name                                     \
    }
#define FLAG(word, name)                                                                           \
    {                                                                                              \
        word, WORD_CARD, WORD_FLAG, NULL, get_##name, set_##name                                   \
    }
#define KEYWORD(word, name)                                                                        \
    {                                                                                              \
        word, WORD_CARD, WORD_FLAG, NULL, get_kw_##name, set_kw_##name                             \
    }
#define ROLE(name) { #name, WORD_CARD, WORD_FLAG, NULL, get_role_##name, set_role_##name },
#define ARCHETYPE(name)                                                                            \
    { #name, WORD_CARD, WORD_FLAG, NULL, get_archetype_##name, set_archetype_##name },

const struct scenario_word oversoul_scenario_words[] = {
    NUMBER("turn", WORD_TABLE, turn),
    { "links", WORD_TABLE, WORD_NUMBER, NULL, get_links, NULL },
    { "leader rank", WORD_SEAT, WORD_ROMAN, NULL, get_leader_rank, set_leader_rank },
    NUMBER("energy", WORD_SEAT, energy),
    NUMBER("shift energy", WORD_SEAT, shift_energy),
    NUMBER("+cards used", WORD_SEAT, plus_used),
    NUMBER("links added", WORD_SEAT, own_links),
    { "first cycle", WORD_SEAT, WORD_FLAG, NULL, get_first_cycle, set_first_cycle },
    NUMBER("damaged", WORD_CARD, damaged),
    FLAG("exhausted", exhausted),
    FLAG("prepared this turn", prepared_now),
    FLAG("prepared", prepared),
    FLAG("entered this turn", entered),
    FLAG("generated this turn", generated),
    FLAG("attacked this turn", attacked),
    FLAG("exposed", exposed),
    { "active", WORD_CARD, WORD_FLAG, NULL, get_active, NULL },
    { "pending", WORD_CARD, WORD_FLAG, NULL, get_pending, NULL },
    { "HP", WORD_CARD, WORD_NUMBER, NULL, get_hp, NULL },
    NUMBER("max HP", WORD_CARD, max_hp),
    NUMBER("DMG", WORD_CARD, dmg),
    NUMBER("SPD", WORD_CARD, spd),
    { "rank", WORD_CARD, WORD_ROMAN, NULL, get_rank, NULL },
    { "cost", WORD_CARD, WORD_NUMBER, NULL, get_cost, NULL },
    { "generates", WORD_CARD, WORD_NUMBER, NULL, get_yield, NULL },
    NUMBER("death marks", WORD_CARD, marks),
    NUMBER("ritual", WORD_CARD, ritual),
    KEYWORD("HYPER-BARRIER", HYPER_BARRIER),
    KEYWORD("BARRIER", BARRIER),
    KEYWORD("HYPER-DEATHTOUCH", HYPER_DEATHTOUCH),
    KEYWORD("DEATHTOUCH", DEATHTOUCH),
    KEYWORD("HYPER-STRIKE", HYPER_STRIKE),
    KEYWORD("DUAL-STRIKE", DUAL_STRIKE),
    KEYWORD("HYPER-DYNAMO", HYPER_DYNAMO),
    KEYWORD("DYNAMO", DYNAMO),
    KEYWORD("HYPER-FRENZY", HYPER_FRENZY),
    KEYWORD("FRENZY", FRENZY),
    KEYWORD("HYPER-VEILED", HYPER_VEILED),
    KEYWORD("VEILED", VEILED),
    KEYWORD("AVIAN", AVIAN),
    KEYWORD("CLEAVE", CLEAVE),
    KEYWORD("CRYSTALIZED", CRYSTALIZED),
    KEYWORD("GUARD", GUARD),
    KEYWORD("PIERCE", PIERCE),
    KEYWORD("POLARITY", POLARITY),
    KEYWORD("RANGED", RANGED),
    KEYWORD("RESISTANT", RESISTANT),
    KEYWORD("THORNS", THORNS),
    KEYWORD("VAMPIRISM", VAMPIRISM),
    KEYWORD("AMORPHOUS", AMORPHOUS),
    KEYWORD("BERSERK", BERSERK),
    KEYWORD("CHAINED", CHAINED),
    KEYWORD("DAMNED", DAMNED),
    KEYWORD("PETRIFIED", PETRIFIED),
    KEYWORD("SEALED", SEALED),
    EACH_ROLE(ROLE) EACH_ARCHETYPE(ARCHETYPE){ NULL, 0, 0, NULL, NULL, NULL },
};

// --- cards put in place -------------------------------------------------------------------------

static bool is_leader_face(const struct face *f)
{
    return f->kind == KIND_LEADER_UNIT || f->kind == KIND_LEADER_EVENT;
}

static bool stand(struct table *t, card_id c)
{
    struct oversoul_state *s = state(t);
    s->generation[c]++;
    become_active(t, c, false);
    body_of(s, c)->flags = BODY_ACTIVE;
    s->dirty             = 1;
    return true;
}

// 1 DMG, 2 SPD, 1 HP and NEUTRAL unless more is said.
static bool stand_totem(struct table *t, card_id c)
{
    static const uint8_t USUAL[4] = { 1, 2, 1, NEUTRAL };
    stand(t, c);
    struct body *b = body_of(state(t), c);
    b->flags       = BODY_ACTIVE | BODY_TOTEM;
    memcpy(b->base, USUAL, sizeof b->base);
    reckon(t);
    return true;
}

bool oversoul_placed(struct table *t, card_id c, struct error *err)
{
    struct oversoul_state *s       = state(t);
    const struct place     nowhere = { 0 };
    const struct face     *f       = face_of(t, c);
    zone_id                z       = card_in(s, c)->zone;
    const char            *name    = t->pool->defs[card_in(s, c)->def].name;
    if (f->kind == KIND_TOTEM && is_unit_zone(z)) return stand_totem(t, c);
    if (f->kind >= KIND_TOTEM)
        return fail(err, BAD_INPUT, nowhere, "%s is a word of the rulebook, not a card", name);
    expect_woulds(t, c);
    if (is_leader_face(f) != (zone_kind(z) == LEADER) && !(is_leader_face(f) && is_board(z)) &&
        !(is_leader_face(f) && (z == EXILE || zone_kind(z) == IDLE)))
        return fail(err, BAD_INPUT, nowhere,
                    "%s: a Leader lies in the Leader Zone or stands in a zone of its kind", name);
    if (is_leader_face(f)) {
        struct side *side = &s->side[card_in(s, c)->owner];
        if (side->leader != NO_CARD)
            return fail(err, BAD_INPUT, nowhere, "%s: one Leader for each player", name);
        side->leader = c;
    }
    if (!is_board(z)) return true;
    if (zone_kind(z) != LEADER && needs_event_zone(f) != is_event_zone(z))
        return fail(err, BAD_INPUT, nowhere,
                    "%s cannot lie there: Units and UNIT Constructs have Unit Zones, Events and "
                    "EVENT Constructs Event Zones (OVE-142)",
                    name);
    return stand(t, c);
}

bool oversoul_attach(struct table *t, card_id host, card_id attached, struct error *err)
{
    const struct place nowhere = { 0 };
    const struct face *f       = face_of(t, attached);
    const char        *name    = t->pool->defs[card_in(peek(t), attached)->def].name;
    if (f->kind != KIND_CONSTRUCT)
        return fail(err, BAD_INPUT, nowhere, "%s is no Construct; only Constructs lie on cards",
                    name);
    if (why_not_host(t, card_in(peek(t), attached)->owner, f->construct_event, host))
        return fail(err, BAD_INPUT, nowhere, "%s cannot lie on that card (OVE-421)", name);
    attach(t, attached, host, ATTACH_MOVED);
    body_of(state(t), attached)->flags = BODY_ACTIVE | BODY_CONSTRUCT;
    return true;
}

card_id oversoul_attached_to(const struct table *t, card_id c)
{
    return body_at(peek(t), c)->flags & BODY_CONSTRUCT ? host_of(peek(t), c) : NO_CARD;
}

// --- where play goes on -------------------------------------------------------------------------

static bool is_complete(const struct table *t, struct error *err)
{
    const struct oversoul_state *s       = peek(t);
    const struct place           nowhere = { 0 };
    for (unsigned i = 0; i < s->active_count; i++) {
        card_id            c = s->active[i];
        const struct face *f = face_of(t, c);
        bool alone = f->kind == KIND_CONSTRUCT && !(body_at(s, c)->flags & BODY_CONSTRUCT);
        bool brief = is_event_without_hp(f);
        if (is_active(s, c) && (alone || brief))
            return fail(err, BAD_INPUT, nowhere,
                        "%s does not stay on the board by itself; say \"prepared\"%s",
                        t->pool->defs[card_in(s, c)->def].name,
                        alone ? " or lay it on a card with \"with\"" : "");
    }
    return true;
}

// A replay brings its own cards, so the one that is wanted may be missing, or be something else.
static bool add_plain_leader(struct table *t, seat_id seat, struct error *err)
{
    struct oversoul_state *s   = state(t);
    def_id                 def = pool_find(t->pool, TEXT("Plain Leader"));
    if (def == NO_DEF || !is_leader_kind(t->pool->defs[def].kind))
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "a Leader is missing, and \"Plain Leader\" is no Leader among these cards");
    card_id c            = card_create(&s->core, def, seat, zone_for(seat, LEADER), BOTTOM);
    s->side[seat].leader = c;
    stand(t, c);
    return true;
}

static bool fill_in(struct table *t, struct error *err)
{
    struct oversoul_state *s = state(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        struct side *side = &s->side[seat];
        if (side->leader == NO_CARD && !add_plain_leader(t, seat, err)) return false;
        if (!side->rank) side->rank = side->dial = 1;
        side->energy = (uint8_t)(side->energy & ENERGY_SAID ? side->energy & ~ENERGY_SAID
                                                            : side->rank);
    }
    return true;
}

// What follows from the position, its turn and its phase.
static void settle_position(struct table *t)
{
    struct oversoul_state *s = state(t);
    s->dirty                 = 1;
    s->afar                  = 1; // if there are such
    reckon(t);
    look_at_states(t, false);
    while (s->waiting_count) s->waiting[--s->waiting_count] = (struct waiting){ 0 };
    s->secretly = 0;
    forget_deeds(s);
}

bool oversoul_resume(struct table *t, seat_id seat, unsigned phase, struct error *err)
{
    struct oversoul_state *s = state(t);
    if (!is_complete(t, err) || !fill_in(t, err)) return false;
    s->turn_seat = s->first_seat = seat < s->core.seats ? seat : 0;
    for (seat_id of = 0; of < s->core.seats; of++) {
        uint8_t *done = &s->side[of].first_cycle_done;
        *done         = phase != SCENARIO_SETUP && *done != FIRST_CYCLE_SAID;
    }
    call(s, FLOW_MATCH);
    if (phase == SCENARIO_SETUP) {
        settle_position(t);
        return true;
    }
    s->frames[0].at    = MATCH_AT_TURN_DONE;
    struct frame *turn = call(s, FLOW_TURN);
    if (!s->turn) s->turn = (uint16_t)(s->core.seats * 2 + 1);
    s->phase = PHASE_ACTION;
    if (phase == SCENARIO_CYCLE)
        s->turn--;
    else
        turn->at = phase == SCENARIO_ACTION ? TURN_AT_ACTION : TURN_AT_RETURN;
    settle_position(t);
    return true;
}

unsigned oversoul_flow_at(const struct table *t, unsigned depth, unsigned *step)
{
    *step = peek(t)->frames[depth].at;
    return peek(t)->frames[depth].flow;
}
