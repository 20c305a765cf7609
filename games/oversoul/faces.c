// faces.c - what the rules know about a card before it is played: its printed numbers, and each
// line of its text sorted by what kind of Ability it is (rules.md 700 and 759). Also refuses cards
// whose fields or lines break the rules of card data.
#include "games/oversoul/effects.h"

#include "base/arena.h"

#include <string.h>

enum keyword keyword_of(unsigned word, unsigned *charges)
{
    static const struct {
        uint8_t keyword, charges;
    } OF[KW_COUNT] = {
        [KW_AVIAN]            = { AVIAN, 0 },
        [KW_CLEAVE]           = { CLEAVE, 0 },
        [KW_CRYSTALIZED]      = { CRYSTALIZED, 0 },
        [KW_GUARD]            = { GUARD, 0 },
        [KW_PIERCE]           = { PIERCE, 0 },
        [KW_POLARITY]         = { POLARITY, 0 },
        [KW_RANGED]           = { RANGED, 0 },
        [KW_RESISTANT]        = { RESISTANT, 0 },
        [KW_THORNS]           = { THORNS, 0 },
        [KW_VAMPIRISM]        = { VAMPIRISM, 0 },
        [KW_BARRIER]          = { BARRIER, 1 },
        [KW_HYPER_BARRIER]    = { BARRIER, 2 },
        [KW_DEATHTOUCH]       = { DEATHTOUCH, 1 },
        [KW_HYPER_DEATHTOUCH] = { DEATHTOUCH, 2 },
        [KW_DUAL_STRIKE]      = { DUAL_STRIKE, 1 },
        [KW_HYPER_STRIKE]     = { DUAL_STRIKE, 2 },
        [KW_DYNAMO]           = { DYNAMO, 1 },
        [KW_HYPER_DYNAMO]     = { DYNAMO, 2 },
        [KW_FRENZY]           = { FRENZY, 1 },
        [KW_HYPER_FRENZY]     = { FRENZY, 2 },
        [KW_VEILED]           = { VEILED, 1 },
        [KW_HYPER_VEILED]     = { VEILED, 2 },
        [KW_AMORPHOUS]        = { AMORPHOUS, 0 },
        [KW_BERSERK]          = { BERSERK, 0 },
        [KW_CHAINED]          = { CHAINED, 0 },
        [KW_DAMNED]           = { DAMNED, 0 },
        [KW_PETRIFIED]        = { PETRIFIED, 0 },
        [KW_SEALED]           = { SEALED, 0 },
    };
    *charges = OF[word].charges;
    return OF[word].keyword;
}

// --- one line -----------------------------------------------------------------------------------

static void read_limit(const struct op *ops, size_t limit, struct ability *a)
{
    for (size_t c = op_child(limit); c < op_after(ops, limit); c = op_after(ops, c)) {
        if (ops[c].code == W_TIMES || ops[c].code == OP_NUMBER)
            a->limit_times = (uint8_t)ops[c].value;
        else if (ops[c].code == W_PER)
            a->limit_per = (uint8_t)ops[c].value;
    }
}

// The next node of a line; a quoted text is a line of its own and passed over.
static size_t next_node(const struct op *ops, size_t i)
{
    return ops[i].code == OP_TEXT ? op_after(ops, i) : i + 1;
}

static bool has_node(const struct op *ops, size_t i, uint16_t code)
{
    for (size_t c = i; c < op_after(ops, i); c = next_node(ops, c))
        if (ops[c].code == code) return true;
    return false;
}

// Reads one Law; returns whether it is one that triggers or is used (not a mere state).
static void read_law(const struct op *ops, size_t law, struct ability *a, bool *only, bool *state,
                     bool *moment)
{
    for (size_t c = op_child(law); c < op_after(ops, law); c = op_after(ops, c)) {
        bool first = c == op_child(law);
        switch (ops[c].code) {
        case W_KEYLAW:
            a->laws |= BIT(ops[c].value);
            if (BIT(ops[c].value) & STATE_LAWS)
                *state = true;
            else
                *moment = true;
            break;
        case W_EVENTLAW:
            a->event = (uint32_t)c;
            a->when  = op_find(ops, c, W_WHEN) != 0;
            *moment  = true;
            break;
        case W_ONLY: *only = true; break;
        case W_WHILE:
        case W_DURING:
            if (first) *state = true;
            break;
        case W_LIMIT: read_limit(ops, c, a); break;
        case W_PLACE:
            a->place = (uint8_t)ops[op_find(ops, op_find(ops, c, W_ZONE), W_ZONENAME)].value;
            break;
        case W_EXILED_PLACE: a->place = ZONE_EXILE; break;
        default: break;
        }
    }
}

static bool is_static_clause(const struct op *ops, size_t clause)
{
    switch (ops[op_child(clause)].code) {
    case W_ABLE:
    case W_BE_STATE:
    case W_UNAFFECTED:
    case W_LEAVING:
    case W_RIDER:
    case W_COSTING:
    case W_HAS:
    case W_ADDITIONAL: return true;
    default: return false;
    }
}

static bool all_static(const struct op *ops, size_t effects)
{
    for (size_t c = op_child(effects); c < op_after(ops, effects); c = op_after(ops, c))
        if (ops[c].code != W_CLAUSE || !is_static_clause(ops, c)) return false;
    return true;
}

// Static sentences that count while a state holds, as opposed to deeds done when it begins
// (OVE-754).
static bool is_in_use_while(const struct op *ops, size_t effects)
{
    return all_static(ops, effects);
}

static void read_keywords(const struct op *ops, size_t list, struct ability *a)
{
    for (size_t c = op_child(list); c < op_after(ops, list); c = op_after(ops, c)) {
        if (ops[c].code != W_KEYWORD) continue;
        unsigned     charges;
        enum keyword k    = keyword_of((unsigned)ops[c].value, &charges);
        size_t       next = op_after(ops, c);
        if (k == RESISTANT && next < op_after(ops, list) && ops[next].code == W_TO)
            k = RESISTANT_TO;
        a->keywords |= BIT(k);
        if (is_charged(k)) a->charges[k - CHARGED_FIRST] = (uint8_t)charges;
    }
}

static bool is_cost_by_nature(const struct op *ops, size_t clause)
{
    size_t verb = op_child(clause), object = op_find(ops, verb, W_OBJECT);
    if (ops[clause].code != W_CLAUSE) return false;
    if (ops[verb].code == W_CONSUME) return true;
    return ops[verb].code == W_DO && ops[verb].value == DO_EXHAUST &&
           ops[op_child(object)].code == W_PRONOUN &&
           ops[op_child(object)].value >= PRO_THIS_CARD &&
           ops[op_child(object)].value <= PRO_THIS_CONSTRUCT;
}

// Where Costs end and effects begin. Consume and "Exhaust this card" at the front of a line without
// ➤ are its Cost (OVE-702).
static void part_costs(const struct op *ops, struct ability *a)
{
    if (a->effects) {
        a->effects_from = (uint32_t)op_child(a->effects);
        a->effects_end  = (uint32_t)op_after(ops, a->effects);
    }
    if (a->costs) {
        a->costs_end = (uint32_t)op_after(ops, a->costs);
        return;
    }
    while (a->effects_from < a->effects_end && is_cost_by_nature(ops, a->effects_from)) {
        a->costs        = a->effects;
        a->effects_from = (uint32_t)op_after(ops, a->effects_from);
        a->costs_end    = a->effects_from;
    }
}

// The sums that lists of choices need.
static void read_costs(const struct op *ops, struct ability *a)
{
    if (!a->costs) return;
    for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c)) {
        if (ops[c].code != W_CLAUSE) continue;
        const struct op *verb = &ops[op_child(c)];
        if (verb->code == W_DO && verb->value == DO_SELECT) a->selects = 1;
        if (verb->code == W_CONSUME && !op_find(ops, op_child(c), W_OPPOSING_ENERGY)) {
            size_t amount = op_find(ops, op_child(c), W_AMOUNT);
            if (ops[amount].value == AMOUNT_NUMBER)
                a->energy = (uint8_t)(a->energy + ops[op_child(amount)].value);
        }
    }
}

static bool has_amounts(const struct op *ops, const struct ability *a)
{
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        switch (ops[c].code) {
        case W_DEAL:
        case W_HEAL:
        case W_DRAW:
        case W_DISCARD:
        case W_GENERATE:
        case W_GAZE:
        case W_STATGRANT:
        case W_CHANGE_BY:
        case W_PLACE_MARKS:
        case W_MARKS: return true;
        case W_SPAWN:
            if (has_node(ops, c, W_WITH_STATS)) return true;
            break;
        default: break;
        }
    return false;
}

// Limits may stand behind a clause as well.
static void read_notes(const struct op *ops, struct ability *a)
{
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        if (ops[c].code == W_LIMIT) read_limit(ops, c, a);
}

// Reads the OP_LINE `op` of the card line `line`.
static void ability_read(const struct card_pool *pool, uint32_t line, uint32_t op,
                         bool hpless_event, struct ability *a)
{
    const struct op *ops = pool->ops;
    memset(a, 0, sizeof *a);
    a->op           = op;
    a->line         = line;
    a->limit_per    = NO_LIMIT;
    a->place        = ANYWHERE;
    a->underlined   = pool->lines[line].underlined;
    a->tied         = (uint32_t)pool->lines[line].tied;
    size_t laws     = op_find(ops, a->op, W_LAWS);
    size_t keywords = op_find(ops, a->op, W_KEYWORDS);
    a->costs        = (uint32_t)op_find(ops, a->op, W_COSTS);
    a->effects      = (uint32_t)op_find(ops, a->op, W_EFFECTS);
    a->may          = op_find(ops, a->op, W_MAY) != 0;
    bool only = false, state = false, moment = false;
    if (laws)
        for (size_t c = op_child(laws); c < op_after(ops, laws); c = op_after(ops, c)) {
            if (ops[c].code == W_BOTH) a->both = 1;
            if (ops[c].code == W_LAW) read_law(ops, c, a, &only, &state, &moment);
        }
    a->states = state;
    if (keywords) read_keywords(ops, keywords, a);
    part_costs(ops, a);
    read_costs(ops, a);
    read_notes(ops, a);
    a->has_values = has_amounts(ops, a);
    a->aura       = (a->laws & BIT(LAW_AURA)) != 0;

    if (only)
        a->kind = ABILITY_ONLY;
    else if (a->event && (has_node(ops, a->event, W_WOULD) || has_node(ops, a->event, W_WOULD_BE)))
        a->kind = ABILITY_WOULD;
    else if (a->laws & (BIT(LAW_CAST) | BIT(LAW_QUICK)))
        a->kind = ABILITY_USE;
    else if (hpless_event && (!laws || a->laws & (BIT(LAW_ACTIVATE) | BIT(LAW_ENTER))))
        a->kind = ABILITY_EFFECT; // OVE-731, OVE-759
    else if (a->aura)
        a->kind = ABILITY_STATIC;
    else if (!laws)
        a->kind = keywords                                                 ? ABILITY_KEYWORDS
                  : a->effects && !a->costs && all_static(ops, a->effects) ? ABILITY_STATIC
                                                                           : ABILITY_EFFECT;
    else if (state && !moment && (keywords || (!a->costs && is_in_use_while(ops, a->effects))))
        a->kind = ABILITY_STATIC;
    else
        a->kind = ABILITY_TRIGGER;
}

// --- checks of card data ------------------------------------------------------------------------

static unsigned count_bits(uint64_t set)
{
    unsigned n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

static bool has_field(const struct card_def *d, enum field f) { return d->fields_set >> f & 1; }
static bool has_tag(const struct card_def *d, unsigned tag) { return d->tags >> tag & 1; }

static const uint64_t ROLE_TAGS      = (UINT64_C(1) << ROLE_COUNT) - 1;
static const uint64_t EVENT_TAGS     = ((UINT64_C(1) << EVENT_ROLE_COUNT) - 1) << TAG_EVENT_ROLE;
static const uint64_t CONSTRUCT_TAGS = UINT64_C(3) << TAG_UNIT_CONSTRUCT;
static const uint64_t ARCHETYPE_TAGS = ((UINT64_C(1) << ARCHETYPE_COUNT) - 1) << TAG_ARCHETYPE;
static const uint64_t RARITY_TAGS    = UINT64_C(15) << TAG_COMMON;

static bool is_leader_kind(uint8_t kind)
{
    return kind == KIND_LEADER_UNIT || kind == KIND_LEADER_EVENT;
}

static bool check_fields(const struct card_def *d, struct error *err)
{
    const struct place at = { d->source, d->source_line, 1 };
    bool leader = is_leader_kind(d->kind), board = has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
    bool minus = d->fields_negative >> FIELD_ENERGY & 1;
    if (count_bits(d->tags & ARCHETYPE_TAGS) != 1)
        return fail(err, BAD_INPUT, at, "%s needs exactly one Archetype (OVE-010)", d->name);
    if (count_bits(d->tags & RARITY_TAGS) != 1)
        return fail(err, BAD_INPUT, at, "%s needs one of common, rare, elite, cosmic", d->name);
    if (!has_field(d, FIELD_ENERGY))
        return fail(err, BAD_INPUT, at, "%s needs energy +X or -X (OVE-009)", d->name);
    if (!leader && !has_field(d, FIELD_RANK))
        return fail(err, BAD_INPUT, at, "%s needs rank I to V (OVE-009)", d->name);
    if (leader && has_field(d, FIELD_RANK) && d->field[FIELD_RANK] != 5)
        return fail(err, BAD_INPUT, at, "%s: a Leader has rank V as Unit or Event (OVE-450)",
                    d->name);
    if (!minus && has_tag(d, TAG_ARCHETYPE + NEUTRAL))
        return fail(err, BAD_INPUT, at, "%s: NEUTRAL cards are always - cards (OVE-011)", d->name);
    if (!minus && d->field[FIELD_ENERGY] < 1)
        return fail(err, BAD_INPUT, at, "%s: a +card Generates at least 1", d->name);

    bool     wants_roles = d->kind == KIND_UNIT || leader;
    unsigned roles       = count_bits(d->tags & ROLE_TAGS);
    if (wants_roles ? roles < 1 || roles > 3 : roles > 0)
        return fail(err, BAD_INPUT, at,
                    "%s has %u Unit Roles; a Unit or Leader has 1 to 3, other "
                    "cards none (OVE-601)",
                    d->name, roles);
    if (count_bits(d->tags & EVENT_TAGS) != (d->kind == KIND_EVENT))
        return fail(err, BAD_INPUT, at,
                    "%s: an Event, and nothing else, has one of CAST, QUICK, "
                    "PERFECT, COUNTER, BOARD (OVE-410)",
                    d->name);
    if (count_bits(d->tags & CONSTRUCT_TAGS) != (d->kind == KIND_CONSTRUCT))
        return fail(err, BAD_INPUT, at,
                    "%s: a Construct, and nothing else, is UNIT or EVENT "
                    "(OVE-420)",
                    d->name);
    if (d->kind == KIND_EVENT && !board && !minus)
        return fail(err, BAD_INPUT, at, "%s: only BOARD Events can be +Events (OVE-412)", d->name);

    bool station  = has_tag(d, STATION) || has_tag(d, WALL);
    bool fighting = (d->kind == KIND_UNIT || d->kind == KIND_LEADER_UNIT) && !station;
    if (has_field(d, FIELD_DMG) != fighting || has_field(d, FIELD_SPD) != fighting)
        return fail(err, BAD_INPUT, at, "%s: %s", d->name,
                    fighting  ? "a Unit needs DMG and SPD (OVE-401)"
                    : station ? "a STATION has neither DMG nor SPD (OVE-637)"
                              : "only Units have DMG and SPD (OVE-411)");
    bool wants_hp = d->kind != KIND_EVENT || board;
    int  least = leader ? 16 : 1, most = leader ? 30 : d->kind == KIND_CONSTRUCT ? 8 : 12;
    if (has_field(d, FIELD_HP) != wants_hp)
        return fail(err, BAD_INPUT, at, "%s: %s", d->name,
                    wants_hp ? "HP is missing" : "only BOARD Events have HP (OVE-413)");
    if (wants_hp && (d->field[FIELD_HP] < least || d->field[FIELD_HP] > most))
        return fail(err, BAD_INPUT, at, "%s: HP %d; accepted is %d to %d", d->name,
                    d->field[FIELD_HP], least, most);
    return true;
}

static bool may_be_cost(const struct op *ops, size_t clause)
{
    const struct op *verb = &ops[op_child(clause)];
    switch (verb->code) {
    case W_CONSUME:
    case W_DISCARD:
    case W_RETURN:
    case W_PLACE_MARKS: return true;
    case W_DO:
        return verb->value == DO_EXHAUST || verb->value == DO_SACRIFICE ||
               verb->value == DO_EXILE || verb->value == DO_SELECT;
    default: return false;
    }
}

static const char *const ONLY_AS_KEYWORD =
    "these words are known only as the whole text of a Keyworded Ability; print its keyword";

// A clause that can be carried out while something else happens: nobody has to be asked.
static bool needs_no_answer(const struct op *ops, size_t clause)
{
    size_t verb = op_child(clause), object = op_find(ops, verb, W_OBJECT);
    switch (ops[verb].code) {
    case W_SPAWN:
    case W_GAZE:
    case W_DISCARD:
    case W_ACTIVATE:
    case W_ATTACH:
    case W_COPY:
    case W_STEAL:
    case W_CONSUME: return false;
    case W_DRAW: return !object || !is_described(ops, object);
    case W_DO:
        if (ops[verb].value == DO_PREPARE || ops[verb].value == DO_SELECT) return false;
        break;
    default: break;
    }
    size_t amount = object ? op_find(ops, object, W_AMOUNT) : 0;
    return !amount || ops[amount].value == AMOUNT_ALL;
}

// "If this card would E* ...": what may be replaced, and by what (OVE-923).
static const char *wrong_would(const struct card_pool *pool, const struct ability *a)
{
    static const uint32_t REPLACEABLE = BIT(DEED_DAMAGE) | BIT(DEED_EXHAUST) | BIT(DEED_SHATTER) |
                                        BIT(DEED_EXILE) | BIT(DEED_RETURN) | BIT(DEED_SACRIFICE) |
                                        BIT(DEED_HEAL) | BIT(DEED_LEAVE);
    const struct op *ops     = pool->ops;
    uint32_t         deeds   = deeds_named(ops, a->event);
    size_t           event   = op_find(ops, a->event, W_EVENT);
    size_t           subject = event ? op_child(event) : 0;
    bool this_card           = subject && ops[subject].code == W_OBJECT && ops[subject].size > 1 &&
                     ops[op_child(subject)].code == W_PRONOUN &&
                     ops[op_child(subject)].value >= PRO_THIS_CARD &&
                     ops[op_child(subject)].value <= PRO_THIS_EVENT;
    if (!this_card || !deeds || deeds & ~REPLACEABLE || has_node(ops, a->event, W_AMOUNT) ||
        has_node(ops, a->event, W_BY) || has_node(ops, a->event, W_JOIN_AND))
        return "a \"would\" Law speaks of this card: If this card would Take DMG, leave the board, "
               "or "
               "be Exhausted, Shattered, Exiled, Returned, Sacrificed or Healed";
    if (a->costs || a->may) return "a \"would\" Law has no Cost and no choice (OVE-923)";
    for (size_t c = a->effects_from; c < a->effects_end; c = op_after(ops, c))
        if (ops[c].code == W_CLAUSE && !needs_no_answer(ops, c))
            return "behind a \"would\" Law stands only what needs no choice (OVE-923)";
    return NULL;
}

// What is wrong with a line by the reading rules of rules.md 6.2, or NULL.
static const char *wrong_line(const struct card_pool *pool, const struct card_def *d,
                              const struct ability *a)
{
    const struct op *ops    = pool->ops;
    bool             hpless = d->kind == KIND_EVENT && !has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
    size_t           laws = op_find(ops, a->op, W_LAWS), keywords = op_find(ops, a->op, W_KEYWORDS);
    if (a->costs)
        for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c))
            if (ops[c].code == W_CLAUSE && !may_be_cost(ops, c))
                return "only Consume, Exhaust, Sacrifice, Discard, Return, Exile, Place and Select "
                       "may "
                       "stand before ➤";
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        if (ops[c].code == W_CONSUME) return "Consume stands before ➤ or first in its line";
    if (a->aura && !keywords && !(a->effects && !a->costs && all_static(ops, a->effects)))
        return "AURA* lends keywords or a static sentence, nothing else";
    bool momentary = laws && a->kind != ABILITY_STATIC;
    if (keywords && momentary && a->kind != ABILITY_WOULD)
        return "keywords behind this Law need Gain or Give";
    if (a->effects && (momentary || a->costs) && has_node(ops, a->effects, W_HAS))
        return "Has or Have behind this Law or ➤ must be Gain or Give";
    if (!laws && a->kind == ABILITY_EFFECT && !hpless)
        return "an effect without Law is only for Events without HP (OVE-759)";
    if (laws && !a->effects && !keywords && a->kind != ABILITY_ONLY)
        return "nothing stands behind this Law";
    if (a->kind == ABILITY_WOULD) return wrong_would(pool, a);
    static const uint16_t KEYWORD_WORDS[] = { W_RIDER,         W_LEAVING,    W_UNAFFECTED,
                                              W_NO_CONSTRUCTS, W_FORCE,      W_BELOW,
                                              W_WHEN_PASSIVE,  W_DEAL_AGAIN, W_MULTIPLY,
                                              W_TAKES_NONE,    W_EXCEED,     W_WOULD,
                                              W_WOULD_BE,      W_THEN_TO };
    for (unsigned i = 0; i < COUNT(KEYWORD_WORDS); i++)
        if (has_node(ops, a->op, KEYWORD_WORDS[i])) return ONLY_AS_KEYWORD; // quoted ones too
    return NULL;
}

static bool same_program(const struct op *x, const struct op *y)
{
    if (x->size != y->size) return false;
    for (size_t i = 0; i < x->size; i++)
        if (x[i].code != y[i].code || x[i].size != y[i].size || x[i].value != y[i].value)
            return false;
    return true;
}

// A line that says in full what a keyword says is that keyword.
static bool is_keyword_text(const struct card_pool *pool, const struct op *line, unsigned *word)
{
    for (def_id id = 0; id < pool->def_count; id++) {
        const struct card_def *d = &pool->defs[id];
        if (d->kind != KIND_KEYWORD || d->line_count != 1) continue;
        if (!same_program(&pool->ops[pool->lines[d->line_first].op_first], line)) continue;
        for (*word = 0; *word < KW_COUNT; ++*word)
            if (strcmp(KEYWORD_NAMES[*word], d->name) == 0) return true;
    }
    return false;
}

const char *const KEYWORD_NAMES[KW_COUNT] = {
    "AVIAN",      "CLEAVE",           "CRYSTALIZED", "GUARD",        "PIERCE",    "POLARITY",
    "RANGED",     "RESISTANT",        "THORNS",      "VAMPIRISM",    "BARRIER",   "HYPER-BARRIER",
    "DEATHTOUCH", "HYPER-DEATHTOUCH", "DUAL-STRIKE", "HYPER-STRIKE", "DYNAMO",    "HYPER-DYNAMO",
    "FRENZY",     "HYPER-FRENZY",     "VEILED",      "HYPER-VEILED", "AMORPHOUS", "BERSERK",
    "CHAINED",    "DAMNED",           "PETRIFIED",   "SEALED",
};

// Quoted lines are granted to other cards, so they are looked at as lines of a Unit.
static const char *wrong_quote(const struct card_pool *pool, const struct card_def *d,
                               const struct ability *a)
{
    const char *wrong = NULL;
    for (size_t n = a->op; n < op_after(pool->ops, a->op) && !wrong; n++) {
        struct ability  inner;
        struct card_def unit = *d;
        unsigned        word;
        if (pool->ops[n].code != OP_TEXT) continue;
        unit.kind = KIND_UNIT;
        ability_read(pool, a->line, (uint32_t)op_child(n), false, &inner);
        if (!is_keyword_text(pool, &pool->ops[inner.op], &word))
            wrong = wrong_line(pool, &unit, &inner);
    }
    return wrong;
}

bool oversoul_check_card(const struct card_pool *pool, const struct card_def *d, int *line,
                         struct error *err)
{
    *line = -1;
    if (d->kind >= KIND_TOTEM) return true; // the rulebook's own texts
    if (!check_fields(d, err)) return false;
    bool hpless = d->kind == KIND_EVENT && !has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
    bool minus  = d->fields_negative >> FIELD_ENERGY & 1;
    for (unsigned i = 0; i < d->line_count; i++) {
        struct ability     a;
        unsigned           word;
        uint32_t           at    = d->line_first + i;
        const struct place place = { d->source, d->source_line, 1 };
        *line                    = (int)i;
        ability_read(pool, at, pool->lines[at].op_first, hpless, &a);
        if (is_keyword_text(pool, &pool->ops[a.op], &word)) continue;
        const char *wrong = wrong_line(pool, d, &a);
        if (!wrong) wrong = wrong_quote(pool, d, &a);
        if (wrong) return fail(err, BAD_INPUT, place, "%s: %s", d->name, wrong);
        if (a.tied & ~(uint32_t)d->tags)
            return fail(err, BAD_INPUT, place, "%s: the line is tied to a Role it does not have",
                        d->name);
        if (a.underlined && d->kind == KIND_UNIT && !minus)
            return fail(err, BAD_INPUT, place, "%s: +Units have no Role Abilities (OVE-602)",
                        d->name);
        if (a.underlined && d->kind == KIND_UNIT && !a.tied && count_bits(d->tags & ROLE_TAGS) > 1)
            return fail(err, BAD_INPUT, place,
                        "%s: say in brackets behind the line which Role it replaces", d->name);
    }
    return true;
}

// --- the derived tables -------------------------------------------------------------------------

static def_id find_kind(const struct card_pool *pool, uint8_t kind, const char *name)
{
    for (def_id id = 0; id < pool->def_count; id++)
        if (pool->defs[id].kind == kind && strcmp(pool->defs[id].name, name) == 0) return id;
    return NO_DEF;
}

static const char *const ROLE_NAMES[ROLE_COUNT] = {
    "DRAGON",    "ELEMENTAL", "GAIAN",   "MECHNOID", "MEGANIST", "NATURA", "NIDAGYST", "PHANTOM",
    "PRIMAL",    "QIREAN",    "RAPTOR",  "UNDEAD",   "VERA",     "VOPROS", "VEXEN",    "SORCERER",
    "SEEKER",    "SECUTOR",   "SEER",    "SENTRY",   "SHIFTER",  "SNIPER", "SLAYER",   "SHAMAN",
    "SOVEREIGN", "SUMMONER",  "STATION", "STATION",  "STALKER",
};

static void face_numbers(const struct card_def *d, struct face *f)
{
    f->kind   = d->kind;
    f->minus  = d->fields_negative >> FIELD_ENERGY & 1;
    f->energy = (uint8_t)(d->field[FIELD_ENERGY] < 0 ? -d->field[FIELD_ENERGY]
                                                     : d->field[FIELD_ENERGY]);
    f->rank   = is_leader_kind(d->kind) ? 5 : (uint8_t)d->field[FIELD_RANK];
    f->dmg    = (uint8_t)d->field[FIELD_DMG];
    f->spd    = (uint8_t)d->field[FIELD_SPD];
    f->hp     = (uint8_t)d->field[FIELD_HP];
    f->roles  = (uint32_t)(d->tags & ROLE_TAGS);
    if (f->roles & BIT(WALL)) f->roles = (f->roles & ~BIT(WALL)) | BIT(STATION); // OVE-R03
    for (unsigned a = 0; a < ARCHETYPE_COUNT; a++)
        if (has_tag(d, TAG_ARCHETYPE + a)) f->archetype = (uint8_t)a;
    for (unsigned r = 0; r < EVENT_ROLE_COUNT; r++)
        if (has_tag(d, TAG_EVENT_ROLE + r)) f->event_role = (uint8_t)r;
    f->construct_event = has_tag(d, TAG_EVENT_CONSTRUCT);
    f->faction         = d->faction_name;
    f->name            = d->own_name;
}

bool is_state_trigger(const struct ability *a)
{
    bool moment = a->laws & ~STATE_LAWS || a->event;
    return a->kind == ABILITY_TRIGGER && a->states && (!moment || !a->both); // OVE-757
}

// What a continuous Ability looks at, besides who is Active.
static unsigned watches(const struct op *ops, const struct ability *a)
{
    unsigned set    = 0;
    bool     ranked = false;
    for (size_t c = a->op; c < op_after(ops, a->op); c++) switch (ops[c].code) {
        case W_WHILE:
        case W_EQUAL:
        case W_HAVE:
        case W_IS:
        case W_IN:
        case W_WITH: set |= HOLDS_WATCHER; break;
        case W_DURING: set |= HOLDS_WATCH_PHASE; break;
        case W_RANKED: ranked = true; break; // continuous Abilities change RANKs, too
        case W_FOR_EACH:
        case W_THERE:
        case W_NOT_ON: set |= HOLDS_COUNTER; break;
        case W_KEYLAW:
            if (ops[c].value == LAW_HONEST || ops[c].value == LAW_OUTLAST) set |= HOLDS_WATCH_CARD;
            if (ops[c].value == LAW_ISOLATED || ops[c].value == LAW_RESONATE) set |= HOLDS_COUNTER;
            break;
        case W_ADJ:
            if (ops[c].value >= ADJ_ACTIVATED && ops[c].value <= ADJ_DAMAGED)
                set |= HOLDS_WATCH_CARD;
            break;
        default: break;
        }
    // Counting cards in some state: any of them may change it.
    if (set & HOLDS_COUNTER && (set & HOLDS_WATCH_CARD || ranked)) set |= HOLDS_WATCHER;
    return set;
}

// Does it reach other cards than the one that has it?
static bool is_outward(const struct op *ops, const struct ability *a)
{
    if (a->aura) return true;
    for (size_t c = a->effects; a->effects && c < op_after(ops, a->effects); c++) {
        size_t object = ops[c].code == W_HAS ? op_find(ops, c, W_OBJECT) : 0;
        if (object) return true;
    }
    return false;
}

static uint16_t holds_of(const struct op *ops, const struct ability *a)
{
    unsigned set = 0;
    if (a->kind == ABILITY_TRIGGER && (a->event || a->laws & (BIT(LAW_PERFECT) | BIT(LAW_RITUAL))))
        set |= HOLDS_LISTENER;
    if (a->kind == ABILITY_WOULD) set |= HOLDS_WOULD;
    if (a->laws & BIT(LAW_RESONATE)) set |= HOLDS_RESONATE;
    if (is_state_trigger(a)) set |= HOLDS_STATIC | HOLDS_STATE_TRIGGER;
    if (a->kind != ABILITY_STATIC) return (uint16_t)set;
    set |= watches(ops, a);
    if (is_outward(ops, a))
        set |= HOLDS_OUTWARD | (set & HOLDS_WATCH_CARD ? HOLDS_WATCH_OTHERS : 0);
    for (size_t c = a->effects ? op_child(a->effects) : 0; c && c < op_after(ops, a->effects);
         c        = op_after(ops, c)) {
        size_t verb = op_child(c);
        if (ops[c].code != W_CLAUSE) continue;
        if (ops[verb].code == W_COSTING) set |= HOLDS_COSTS;
        if (ops[verb].code == W_ADDITIONAL) set |= HOLDS_MORE_PLUS;
        if (ops[verb].code == W_ABLE)
            set |= ops[op_find(ops, verb, W_CAN)].value == 2 ? HOLDS_MUST : HOLDS_CANT;
    }
    return (uint16_t)(set | HOLDS_STATIC);
}

static uint32_t bars_of(const struct op *ops, const struct ability *a)
{
    uint32_t set = 0;
    for (size_t n = a->effects; a->effects && n < op_after(ops, a->effects); n++) {
        if (ops[n].code == W_PASSIVE) set |= bar_of_being((unsigned)ops[n].value);
        if (ops[n].code == W_DOING) set |= bar_of_doing((unsigned)ops[n].value);
    }
    return set;
}

static bool frees_a_zone(const struct op *ops, const struct ability *a)
{
    for (size_t c = a->costs ? op_child(a->costs) : 0; c && c < a->costs_end;
         c        = op_after(ops, c)) {
        const struct op *verb = &ops[op_child(c)];
        if (ops[c].code != W_CLAUSE) continue;
        if (verb->code == W_RETURN) return true;
        if (verb->code == W_DO && (verb->value == DO_SACRIFICE || verb->value == DO_EXILE))
            return true;
    }
    return false;
}

static void face_sums(struct face *f, const struct ability *a)
{
    f->holds |= a->holds;
    f->hears |= a->hears;
    f->bars |= a->bars;
    if (a->kind == ABILITY_KEYWORDS) {
        f->keywords |= a->keywords & ~CHARGED_MASK;
        for (unsigned k = 0; k < CHARGED_COUNT; k++) { // OVE-805: twice the same is HYPER-
            unsigned sum  = (unsigned)f->charges[k] + a->charges[k];
            f->charges[k] = (uint8_t)(sum > 2 ? 2 : sum);
        }
    }
    if (a->kind == ABILITY_TRIGGER || a->kind == ABILITY_USE) f->laws |= a->laws;
    if (a->kind == ABILITY_USE && a->place != ANYWHERE) f->used_elsewhere = 1;
    if (a->kind == ABILITY_TRIGGER && a->event && a->place != ANYWHERE) f->listens_elsewhere = 1;
}

// The same sums for a Leader in the Leader Zone, where fewer of its lines are in use (OVE-453).
static void face_sums_seated(const struct rulebook *b, struct face *f)
{
    uint16_t    list[ABILITIES_HELD_MAX];
    struct face seated = { 0 };
    size_t      count  = face_abilities(b, f, f->roles, false, list);
    for (size_t i = 0; i < count; i++) face_sums(&seated, &b->abilities[list[i]]);
    f->laws_seated  = seated.laws;
    f->holds_seated = seated.holds;
}

static uint8_t offers_of(const struct rulebook *b, const struct face *f)
{
    unsigned set   = 0;
    bool     quick = f->event_role == ROLE_QUICK || f->event_role == ROLE_PERFECT;
    if (f->kind == KIND_EVENT && quick) set |= OFFERS_QUICK_EVENT;
    if (f->used_elsewhere && f->laws & BIT(LAW_QUICK)) set |= OFFERS_QUICK_USE;
    if (f->kind != KIND_CONSTRUCT && !f->frees_zones) set |= OFFERS_IN_ZONE;
    if (f->kind == KIND_EVENT || f->kind == KIND_LEADER_EVENT ||
        (f->kind == KIND_CONSTRUCT && f->construct_event))
        set |= OFFERS_FOR_EVENTS;
    for (unsigned i = 0; i < f->ability_count; i++)
        if (is_declared_line(f, &b->abilities[f->ability_first + i])) set |= OFFERS_LINES;
    return (uint8_t)set;
}

// Those of a list that are used on the board.
static uint8_t keep_uses(const struct rulebook *b, const uint16_t *from, size_t count,
                         uint16_t *out)
{
    uint8_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (b->abilities[from[i]].kind == ABILITY_USE && b->abilities[from[i]].place == ANYWHERE)
            out[n++] = from[i];
    return n;
}

static size_t count_texts(const struct card_pool *pool)
{
    size_t n = 0;
    for (uint32_t i = 0; i < pool->op_count; i++) n += pool->ops[i].code == OP_TEXT;
    return n;
}

// Abilities that stand in quotes inside others, to be granted.
static void read_texts(const struct card_pool *pool, struct rulebook *b, struct ability *abilities)
{
    uint32_t last = b->text_first = b->ability_count;
    for (uint32_t i = 0; i < last; i++)
        for (size_t op = abilities[i].op; op < op_after(pool->ops, abilities[i].op); op++) {
            if (pool->ops[op].code != OP_TEXT) continue;
            struct ability *a = &abilities[b->ability_count++];
            ability_read(pool, abilities[i].line, (uint32_t)op_child(op), false, a);
            a->def        = abilities[i].def;
            a->underlined = 0;
            a->tied       = 0;
        }
}

// Do the Laws hold whatever the position? Kept in step with law_holds().
static bool holds_always(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS), count = 0;
    if (!laws) return true;
    for (size_t law = op_child(laws); law < op_after(ops, laws); law = op_after(ops, law)) {
        if (ops[law].code != W_LAW) continue;
        count++;
        for (size_t n = op_child(law); n < op_after(ops, law); n = op_after(ops, n)) {
            bool state = ops[n].code == W_KEYLAW && BIT(ops[n].value) & STATE_LAWS;
            if (state || ops[n].code == W_WHILE || ops[n].code == W_DURING || ops[n].code == W_INFO)
                return false;
        }
    }
    return count > 0;
}

uint16_t text_ability(const struct rulebook *b, size_t text)
{
    for (uint32_t i = b->text_first; i < b->ability_count; i++)
        if (b->abilities[i].op == op_child(text)) return (uint16_t)i;
    return NO_ABILITY;
}

// In the Idle Zone or Exile; hands are looked at anyway.
static bool is_used_in_public(const struct rulebook *b, const struct face *f)
{
    for (unsigned i = 0; f->used_elsewhere && i < f->ability_count; i++) {
        uint8_t place = b->abilities[f->ability_first + i].place;
        if (place == ZONE_IDLE || place == ZONE_EXILE) return true;
    }
    return false;
}

// One word of a phrase; false if a filter cannot say it.
static bool filter_word(const struct op *op, struct filter *f)
{
    if (op->code == W_NOUN) {
        f->noun = (uint8_t)(op->value & ~1);
        return f->noun <= NOUN_CONSTRUCT;
    }
    switch (op->code) {
    case OP_NAME:
        f->name = (uint16_t)op->value;
        return !(f->more & MORE_NAME) && (f->more |= MORE_NAME);
    case W_SIGN: f->more |= (uint8_t)(MORE_SIGN | (op->value ? 0 : MORE_IS_PLUS)); return true;
    case W_ARCHETYPE:
        f->archetypes |= (uint16_t)BIT(op->value);
        f->more |= MORE_MASKS;
        return true;
    case W_ROLE:
        f->roles |= BIT((unsigned)op->value == WALL ? (unsigned)STATION : (unsigned)op->value);
        f->more |= MORE_MASKS;
        return true;
    case W_ADJ: break;
    default: return false;
    }
    switch ((enum adjective)op->value) {
    case ADJ_ACTIVE: f->needs |= NEEDS_ACTIVE; return true;
    case ADJ_ACTIVATED: f->needs |= NEEDS_UPRIGHT; return true;
    case ADJ_EXHAUSTED: f->needs |= NEEDS_SIDEWAYS; return true;
    case ADJ_PREPARED: f->needs |= NEEDS_PREPARED; return true;
    case ADJ_DAMAGED: f->needs |= NEEDS_DAMAGE; return true;
    case ADJ_OPPOSING: f->side = SIDE_ENEMY; return true;
    case ADJ_OTHER: f->more |= MORE_OTHER; return true;
    default: return false;
    }
}

// "in your Idle Zone"; "in an empty Unit Zone" says where a card goes, not where it is.
static bool filter_zone(const struct op *ops, size_t zone, struct filter *f)
{
    static const uint8_t SIDES[] = { SIDE_OWN, SIDE_ANY, SIDE_ENEMY, SIDE_ANY, SIDE_ANY, SIDE_ANY };
    size_t               side    = op_find(ops, zone, W_ZONESIDE);
    if (side && ops[side].value == 3) return true;
    if (f->more & MORE_ZONE) return false;
    f->zone_side = side ? SIDES[ops[side].value] : SIDE_ANY;
    f->zone      = (uint8_t)ops[op_find(ops, zone, W_ZONENAME)].value;
    f->more |= MORE_ZONE;
    return true;
}

static bool filter_part(const struct op *ops, size_t object, size_t n, struct filter *f)
{
    static const uint8_t SIDES[] = { SIDE_ANY, SIDE_OWN, SIDE_ENEMY, SIDE_ANY };
    unsigned             side;
    switch (ops[n].code) {
    case W_AMOUNT:
    case W_EACH:
    case W_ANY:
    case W_AT_RANDOM: return true;
    case W_YOUR: f->side = SIDE_OWN; return true;
    case W_ANOTHER: f->more |= MORE_OTHER; return true;
    case W_IN: return filter_zone(ops, op_find(ops, n, W_ZONE), f);
    case W_ON:
        side = (unsigned)ops[op_find(ops, n, W_SIDE)].value;
        if (SIDES[side] != SIDE_ANY) f->side = SIDES[side];
        f->needs |= NEEDS_BOARD;
        return true;
    case W_GROUP:
        for (size_t w = op_child(n); w < op_after(ops, n); w = op_after(ops, w))
            if (!filter_word(&ops[w], f)) return false;
        return true;
    case W_WITH:
    case W_NOT_ON:
        if (f->rest || n - object > UINT8_MAX) return false;
        f->rest = (uint8_t)(n - object);
        return true;
    default: return false;
    }
}

static struct filter filter_of(const struct op *ops, size_t object)
{
    struct filter f      = { .kind = FILTER_WORDS, .noun = 0xFF };
    unsigned      groups = 0;
    if (ops[object].size > 1 && ops[op_child(object)].code == W_PRONOUN)
        return (struct filter){ .kind = FILTER_PRONOUN,
                                .noun = (uint8_t)ops[op_child(object)].value };
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n)) {
        groups += ops[n].code == W_GROUP;
        if (!filter_part(ops, object, n, &f)) f.kind = FILTER_NONE;
    }
    if (groups != 1 || f.noun == 0xFF) f.kind = FILTER_NONE;
    return f;
}

static const struct filter *read_filters(const struct card_pool *pool, struct arena *arena)
{
    struct filter *list = ARENA_ARRAY(arena, struct filter, pool->op_count);
    for (uint32_t i = 0; i < pool->op_count; i++)
        if (pool->ops[i].code == W_OBJECT) list[i] = filter_of(pool->ops, i);
    return list;
}

static enum taken_how taken_by(const struct op *verb)
{
    if (verb->code == W_PLACE_MARKS) return TAKEN_MARKED;
    if (verb->code != W_DO) return TAKEN_LEAVES;
    return verb->value == DO_SELECT    ? TAKEN_SELECTED
           : verb->value == DO_EXHAUST ? TAKEN_TURNS
                                       : TAKEN_LEAVES;
}

static enum paying_deed paying_by(const struct op *ops, size_t verb, size_t object)
{
    if (ops[verb].code == W_PLACE_MARKS) return PAYS_MARKS;
    if (ops[verb].code == W_DISCARD && !op_find(ops, object, W_IN)) return PAYS_HAND;
    if (ops[verb].code != W_DO) return PAYS_OTHERWISE;
    return ops[verb].value == DO_SELECT      ? PAYS_SELECT
           : ops[verb].value == DO_EXHAUST   ? PAYS_EXHAUST
           : ops[verb].value == DO_SACRIFICE ? PAYS_SACRIFICE
                                             : PAYS_OTHERWISE;
}

// "Spawn & Attach this card to the selection" later in the same line.
static enum bearing bearing_after(const struct card_pool *pool, size_t clause)
{
    const struct op *ops = pool->ops;
    for (size_t n = op_after(ops, clause); n < pool->op_count && ops[n].code != OP_LINE; n++) {
        if (ops[n].code != W_SPAWN || !op_find(ops, n, W_AND_ATTACH)) continue;
        size_t as = op_find(ops, n, W_AS_CONSTRUCT);
        if (!as) return BEARS_THIS_CARD;
        return ops[op_find(ops, as, W_CONROLE)].value == 1 ? BEARS_EVENT_CONSTRUCT
                                                           : BEARS_CONSTRUCT;
    }
    return BEARS_NOTHING;
}

static bool phrase_says(const struct op *ops, size_t object, uint16_t code, int value)
{
    for (size_t n = object; n < op_after(ops, object); n++)
        if (ops[n].code == code && ops[n].value == value) return true;
    return false;
}

static uint8_t energy_asked(const struct op *ops, size_t verb)
{
    size_t amount = op_find(ops, verb, W_AMOUNT);
    if (ops[amount].value != AMOUNT_NUMBER || ops[op_child(amount)].value > 99)
        return ENERGY_VARIES;
    return (uint8_t)ops[op_child(amount)].value;
}

static struct demand_words demand_of(const struct card_pool *pool, size_t clause)
{
    const struct op    *ops    = pool->ops;
    size_t              verb   = op_child(clause);
    size_t              object = ops[clause].size > 1 ? op_find(ops, verb, W_OBJECT) : 0;
    size_t              amount = object ? op_find(ops, object, W_AMOUNT) : 0;
    struct demand_words d      = { .object = (uint16_t)object, .least = -1 };
    if (ops[clause].size > 1 && ops[verb].code == W_CONSUME) {
        d.opposing_energy = op_find(ops, verb, W_OPPOSING_ENERGY) != 0;
        d.energy          = d.opposing_energy ? 0 : energy_asked(ops, verb);
    }
    if (!object) return d;
    if (amount && ops[amount].value == AMOUNT_NUMBER && !op_find(ops, object, W_TOP_OF))
        d.least = (int8_t)(ops[op_child(amount)].value > 99 ? -1 : ops[op_child(amount)].value);
    if (ops[op_child(object)].code == W_PRONOUN) d.least = 1;
    d.how      = (uint8_t)taken_by(&ops[verb]);
    d.turns    = ops[verb].code != W_DISCARD && (d.how == TAKEN_LEAVES || d.how == TAKEN_TURNS);
    d.deed     = (uint8_t)paying_by(ops, verb, object);
    d.opposing = phrase_says(ops, object, W_ADJ, ADJ_OPPOSING);
    d.leader   = phrase_says(ops, object, W_NOUN, NOUN_LEADER) ||
               phrase_says(ops, object, W_NOUN, NOUN_LEADERS);
    if (d.deed == PAYS_SELECT) d.bearing = (uint8_t)bearing_after(pool, clause);
    return d;
}

static const struct demand_words *read_demands(const struct card_pool *pool, struct arena *arena)
{
    struct demand_words *list = ARENA_ARRAY(arena, struct demand_words, pool->op_count);
    for (uint32_t i = 0; i < pool->op_count; i++)
        if (pool->ops[i].code == W_CLAUSE) list[i] = demand_of(pool, i);
    return list;
}

bool oversoul_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    struct rulebook   *b         = ARENA_NEW(arena, struct rulebook);
    struct face       *faces     = ARENA_ARRAY(arena, struct face, pool->def_count);
    struct ability    *abilities = ARENA_ARRAY(arena, struct ability,
                                               pool->line_count + count_texts(pool) + 1);
    const struct place nowhere   = { 0 };
    if (pool->op_count > UINT16_MAX) // questions name a clause by 16 bits
        return fail(err, NO_ROOM, nowhere, "the card texts are too long: %u words, %u fit",
                    pool->op_count, (unsigned)UINT16_MAX);
    memset(b->role_ability, 0xFF, sizeof b->role_ability);
    for (def_id id = 0; id < pool->def_count; id++) {
        const struct card_def *d = &pool->defs[id];
        struct face           *f = &faces[id];
        bool hpless = d->kind == KIND_EVENT && !has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
        face_numbers(d, f);
        f->ability_first = (uint16_t)b->ability_count;
        for (unsigned i = 0; i < d->line_count; i++) {
            struct ability *a = &abilities[b->ability_count];
            unsigned        word;
            ability_read(pool, d->line_first + i, pool->lines[d->line_first + i].op_first, hpless,
                         a);
            a->def = id;
            if (d->kind != KIND_KEYWORD && is_keyword_text(pool, &pool->ops[a->op], &word)) {
                unsigned     charges;
                enum keyword k = keyword_of(word, &charges);
                a->kind        = ABILITY_KEYWORDS;
                a->keywords    = BIT(k);
                if (is_charged(k)) a->charges[k - CHARGED_FIRST] = (uint8_t)charges;
            }
            if (a->underlined && d->kind == KIND_UNIT && !a->tied) a->tied = f->roles;
            b->ability_count++;
            f->ability_count++;
        }
    }
    for (unsigned r = 0; r < ROLE_COUNT; r++) {
        def_id id = find_kind(pool, KIND_ROLE, ROLE_NAMES[r]);
        if (id == NO_DEF) continue;
        for (unsigned i = 0; i < faces[id].ability_count && i < 2; i++)
            b->role_ability[r][i] = (uint16_t)(faces[id].ability_first + i);
    }
    b->totem = find_kind(pool, KIND_TOTEM, "TOTEM");
    if (b->totem == NO_DEF)
        return fail(err, BAD_INPUT, nowhere, "the card files lack the rulebook's TOTEM");
    faces[b->totem].kind = KIND_TOTEM;
    b->faces             = faces;
    b->abilities         = abilities;
    b->filters           = read_filters(pool, arena);
    b->demands           = read_demands(pool, arena);
    read_texts(pool, b, abilities);
    for (uint32_t i = 0; i < b->ability_count; i++) {
        struct ability *a = &abilities[i];
        a->holds          = holds_of(pool->ops, a);
        a->always         = holds_always(pool->ops, a);
        if (a->holds & HOLDS_LISTENER) a->hears = deeds_named(pool->ops, a->op);
        if (a->holds & HOLDS_WOULD) a->replaces = deeds_named(pool->ops, a->event);
        if (a->holds & HOLDS_CANT) a->bars = bars_of(pool->ops, a);
        if (a->kind != ABILITY_TRIGGER && a->kind != ABILITY_USE) b->other_laws |= a->laws;
    }
    uint16_t         *held = ARENA_ARRAY(arena, uint16_t, pool->def_count * 4 * ABILITIES_HELD_MAX);
    struct face_uses *uses = ARENA_ARRAY(arena, struct face_uses, pool->def_count);
    b->uses                = uses;
    size_t holds           = 0;
    b->held                = held;
    for (def_id id = 0; id < pool->def_count; id++) {
        struct face *f = &faces[id];
        uint16_t     list[ABILITIES_HELD_MAX];
        size_t       count = face_abilities(b, f, f->roles, true, list);
        for (size_t i = 0; i < count; i++) {
            face_sums(f, &abilities[list[i]]);
            if (frees_a_zone(pool->ops, &abilities[list[i]])) f->frees_zones = 1;
            for (unsigned k = 0; k < CHARGED_COUNT; k++)
                if (abilities[list[i]].charges[k] && is_role_ability(b, &abilities[list[i]]))
                    f->by_role |= (uint8_t)BIT(k);
        }
        f->held_first = (uint16_t)holds;
        f->held_count = (uint8_t)count;
        memcpy(held + holds, list, count * sizeof list[0]);
        holds += count;
        f->seated_first = (uint16_t)holds;
        f->seated_count = (uint8_t)face_abilities(b, f, f->roles, false, held + holds);
        holds += f->seated_count;
        uses[id].first        = (uint16_t)holds;
        uses[id].count        = keep_uses(b, held + f->held_first, f->held_count, held + holds);
        uses[id].seated_first = (uint16_t)(holds += uses[id].count);
        uses[id].seated_count = keep_uses(b, held + f->seated_first, f->seated_count, held + holds);
        holds += uses[id].seated_count;
        if (is_leader_kind(f->kind)) face_sums_seated(b, f);
        f->offers = offers_of(b, f);
        if (is_used_in_public(b, f)) b->any_used_elsewhere = 1;
        b->any_listens_elsewhere |= f->listens_elsewhere;
    }
    pool->game = b;
    return true;
}

bool is_role_ability(const struct rulebook *b, const struct ability *a)
{
    return a->tied || b->faces[a->def].kind == KIND_ROLE;
}

size_t face_abilities(const struct rulebook *b, const struct face *f, uint32_t roles, bool standing,
                      uint16_t *out)
{
    size_t   count    = 0;
    uint32_t replaced = 0;
    bool     leader   = is_leader_kind(f->kind);
    bool     roled = f->minus && (f->kind == KIND_UNIT || (leader && standing)); // OVE-602, OVE-459
    for (unsigned i = 0; i < f->ability_count; i++) {
        uint16_t              id = (uint16_t)(f->ability_first + i);
        const struct ability *a  = &b->abilities[id];
        // OVE-605, OVE-603: a line tied to a lost Role is gone with it.
        if (a->tied && (a->tied & roles) != a->tied) continue;
        // OVE-453: in the Leader Zone neither underlined lines nor Keyworded Abilities are in use.
        if (leader && !standing && (a->underlined || a->kind == ABILITY_KEYWORDS)) continue;
        replaced |= a->tied;
        if (count < ABILITIES_HELD_MAX) out[count++] = id;
    }
    if (!roled) return count;
    for (uint32_t left = roles & ~replaced; left; left &= left - 1) {
        unsigned r = (unsigned)__builtin_ctz(left);
        for (unsigned i = 0; i < 2; i++)
            if (b->role_ability[r][i] != NO_ABILITY && count < ABILITIES_HELD_MAX)
                out[count++] = b->role_ability[r][i];
    }
    return count;
}
