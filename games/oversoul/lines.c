// lines.c - one line of card text, sorted by what kind of Ability it is (rules.md 700 and 759).
#include "games/oversoul/lines.h"

#include <string.h>

const char *const KEYWORD_NAMES[KW_COUNT] = {
    "AVIAN",      "CLEAVE",           "CRYSTALIZED", "GUARD",        "PIERCE",    "POLARITY",
    "RANGED",     "RESISTANT",        "THORNS",      "VAMPIRISM",    "BARRIER",   "HYPER-BARRIER",
    "DEATHTOUCH", "HYPER-DEATHTOUCH", "DUAL-STRIKE", "HYPER-STRIKE", "DYNAMO",    "HYPER-DYNAMO",
    "FRENZY",     "HYPER-FRENZY",     "VEILED",      "HYPER-VEILED", "AMORPHOUS", "BERSERK",
    "CHAINED",    "DAMNED",           "PETRIFIED",   "SEALED",
};

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
size_t next_node(const struct op *ops, size_t i)
{
    return ops[i].code == OP_TEXT ? op_after(ops, i) : i + 1;
}

// "Gaze 2 at either Deck", "1 Unit from either Deck"
bool is_either_deck(const struct op *ops, size_t n)
{
    if (ops[n].code == W_DECKSIDE) return ops[n].value == DECK_EITHER;
    size_t zone = ops[n].code == W_IN ? op_find(ops, n, W_ZONE) : 0;
    size_t side = zone ? op_find(ops, zone, W_ZONESIDE) : 0;
    return side && ops[side].value == ZONESIDE_EITHER &&
           ops[op_find(ops, zone, W_ZONENAME)].value == ZONE_DECK;
}

bool is_said(const struct op *ops, size_t node, int amount_word)
{
    size_t amount = op_find(ops, node, W_AMOUNT);
    return amount && ops[amount].value == amount_word;
}

bool has_node(const struct op *ops, size_t i, uint16_t code)
{
    for (size_t c = i; c < op_after(ops, i); c = next_node(ops, c))
        if (ops[c].code == code) return true;
    return false;
}

// "(while in your Idle Zone)", "While this card is in Exile*": the place off the board that is
// named (OVE-121), or ANYWHERE. Zones of the board are a matter of laws_hold().
uint8_t place_named(const struct op *ops, size_t n)
{
    size_t at = n;
    switch (ops[n].code) {
    case W_EXILED_PLACE: return ZONE_EXILE;
    case W_PLACE: break;
    case W_WHILE:
    case W_INFO:
    case W_NOTE:
        at = op_child(n);
        if (ops[at].code == W_IS_IN && is_this_card(ops, op_find(ops, at, W_OBJECT))) break;
        return ANYWHERE;
    default: return ANYWHERE;
    }
    unsigned zone = (unsigned)ops[op_find(ops, op_find(ops, at, W_ZONE), W_ZONENAME)].value;
    return zone < ZONE_UNIT || zone > ZONE_ANY ? (uint8_t)zone : ANYWHERE;
}

static uint8_t places_named(const struct op *ops, size_t line)
{
    unsigned set = 0;
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n))
        if (place_named(ops, n) != ANYWHERE) set |= BIT(place_named(ops, n));
    return (uint8_t)set;
}

// moment: it triggers or is used, and is not a mere state.
static void read_law(const struct op *ops, size_t law, struct ability *a, bool *only, bool *moment)
{
    for (size_t c = op_child(law); c < op_after(ops, law); c = op_after(ops, c)) {
        bool first = c == op_child(law);
        switch (ops[c].code) {
        case W_KEYLAW:
            a->laws |= BIT(ops[c].value);
            if (BIT(ops[c].value) & STATE_LAWS)
                a->states++;
            else
                *moment = true;
            break;
        case W_EVENTLAW:
            a->event = (uint32_t)c;
            a->when  = op_find(ops, c, W_WHEN) != 0;
            *moment  = true;
            a->events++;
            break;
        case W_ONLY: *only = true; break;
        case W_WHILE:
        case W_DURING:
        case W_PLACE:
        case W_EXILED_PLACE:
            if (first) a->states++;
            break;
        case W_LIMIT: read_limit(ops, c, a); break;
        default: break;
        }
        uint8_t place = place_named(ops, c);
        if (place == ANYWHERE) continue;
        a->afar |= (uint8_t)BIT(place);
        if (!first) a->place = place;
    }
}

static bool is_plural(const struct op *ops, size_t subject)
{
    const struct op *first = &ops[op_child(subject)];
    size_t           group = op_find(ops, subject, W_GROUP);
    size_t           noun  = group ? op_find(ops, group, W_NOUN) : 0;
    if (ops[subject].code == W_PLAYER) return op_find(ops, subject, W_MANY);
    if (first->code == W_PRONOUN) return first->value == PRO_THEY || first->value == PRO_THEM;
    return (noun && is_plural_noun(ops[noun].value)) || (group && op_find(ops, group, W_ROLES));
}

// Whom a clause speaks of, OBJECT or PLAYER: what it says itself or, where its verb goes on with
// it, what the clause before says (OVE-R207); 0 is this card, or you.
size_t subject_after(const struct op *ops, size_t clause, size_t before)
{
    if (ops[clause].code != W_CLAUSE)
        return ops[clause].code == W_THEN_IF || ops[clause].code == W_STOP ? before : 0;
    size_t   verb = op_child(clause), first = op_child(verb);
    uint16_t code    = ops[verb].code;
    bool     player  = code == W_DRAW || code == W_DISCARD || is_sacrifice(&ops[verb]);
    bool     goes_on = code == W_ABLE || code == W_HAS || code == W_ALTERS;
    if (!player && !goes_on && code != W_GAIN && code != W_LOSE && code != W_BECOME &&
        code != W_COSTING && code != W_BE_STATE && code != W_ENTERING)
        return 0;
    if (ops[first].code == (player ? W_PLAYER : W_OBJECT)) return first;
    if (!before || (ops[before].code == W_PLAYER) != player) return 0;
    return goes_on || op_find(ops, verb, W_THIRD) || is_plural(ops, before) ? before : 0;
}

bool is_static_clause(const struct op *ops, size_t clause)
{
    switch (ops[op_child(clause)].code) {
    case W_ABLE:
    case W_BE_STATE:
    case W_ENTERING:
    case W_UNAFFECTED:
    case W_LEAVING:
    case W_RIDER:
    case W_ALTERS:
    case W_ADDITIONAL: return true;
    case W_HAS: return !op_find(ops, clause, W_DURATION);  // "have +1 DMG this turn": Gain
    case W_COSTING: return !has_node(ops, clause, W_NEXT); // that is done once (OVE-668)
    default: return false;
    }
}

bool all_static(const struct op *ops, size_t effects)
{
    for (size_t c = op_child(effects); c < op_after(ops, effects); c = op_after(ops, c))
        if (ops[c].code != W_STOP && (ops[c].code != W_CLAUSE || !is_static_clause(ops, c)))
            return false;
    return true;
}

static void read_keywords(const struct op *ops, size_t list, struct ability *a)
{
    for (size_t c = op_child(list); c < op_after(ops, list); c = op_after(ops, c)) {
        if (ops[c].code == W_AS_TYPE) a->as_construct = 1;
        if (ops[c].code != W_KEYWORD && ops[c].code != W_TO) a->noted = 1;
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

// What a sentence says that a keyword says, too: its bit, or 0.
static uint32_t keyword_in_words(const struct op *ops, size_t verb)
{
    size_t passive = op_find(ops, verb, W_PASSIVE);
    switch (ops[verb].code) {
    case W_UNAFFECTED: return BIT(RESISTANT_TO);
    case W_LEAVING: return ops[passive].value == IS_EXILED ? BIT(AMORPHOUS) : 0;
    default: return 0;
    }
}

static uint32_t keywords_in_words(const struct op *ops, size_t effects)
{
    uint32_t set = 0;
    for (size_t c = op_child(effects); c < op_after(ops, effects); c = op_after(ops, c)) {
        uint32_t word = ops[c].code == W_CLAUSE ? keyword_in_words(ops, op_child(c)) : 0;
        size_t   note = op_after(ops, op_child(c)); // "(except Events)" alone goes with it
        if (word & BIT(RESISTANT_TO) && note < op_after(ops, c) && ops[note].code == W_EXCEPT)
            note = op_after(ops, note);
        if (!word || note != op_after(ops, c)) return 0;
        set |= word;
    }
    return set;
}

static bool is_would(const struct op *ops, const struct ability *a)
{
    return a->event && (has_node(ops, a->event, W_WOULD) || has_node(ops, a->event, W_WOULD_BE));
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
// ➤ are its Cost (OVE-702); behind a "would" Law, which is no link, Exhausting is what is done
// instead (OVE-R341).
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
    bool would = is_would(ops, a);
    while (a->effects_from < a->effects_end && is_cost_by_nature(ops, a->effects_from)) {
        if (would && ops[op_child(a->effects_from)].code != W_CONSUME) return;
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

static bool deals_dmg(const struct op *ops, const struct ability *a)
{
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        if (ops[c].code == W_DEAL) return true;
    return false;
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
        case W_COPY:
        case W_STEAL: // "Steal 2 DMG from it"
            if (op_find(ops, c, W_FROM)) return true;
            break;
        default: break;
        }
    return false;
}

// "(you Draw 3 cards)": an event in parentheses behind a Law.
bool is_deed_info(const struct op *ops, size_t n)
{
    return ops[n].code == W_INFO && (op_find(ops, n, W_VERB) || op_find(ops, n, W_PASSIVE));
}

// What RITUAL* counts.
bool is_counted(const struct op *ops, size_t n)
{
    return is_deed_info(ops, n) || (ops[n].code == W_INFO && ops[op_child(n)].code == W_BEEN);
}

// Is "it" meant before any card was named in the line?
bool speaks_of_it_first(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) switch (ops[n].code) {
        case W_OBJECT: {
            const struct op *first = &ops[op_child(n)];
            if (first->code == W_BESIDES) first++;
            if (first->code != W_PRONOUN) return op_find(ops, n, W_THOSE) != 0;
            return is_named_before(first->value);
        }
        case W_COPY:
        case W_STEAL:
        case W_CHANGE: // "its DMG"
            if (!op_find(ops, n, W_OBJECT) && !op_find(ops, n, W_FROM)) return true;
            break;
        case W_ITS: return true;
        case W_GAZE: return false; // names what is seen
        default: break;
        }
    return false;
}

// "EXECUTE* Reactivate this card, then Heal it to full HP": the line names this card first, and
// says nothing of "that card" (OVE-R428).
static bool names_itself(const struct op *ops, size_t effects)
{
    const struct op *first = NULL;
    for (size_t n = effects; n < op_after(ops, effects); n++) {
        if (ops[n].code != W_PRONOUN) {
            if (!first && (ops[n].code == W_GROUP || ops[n].code == W_ITS)) return false;
            continue;
        }
        if (is_that_one(ops[n].value)) return false;
        if (!first) first = &ops[n];
    }
    return first && first->value >= PRO_THIS_CARD && first->value <= PRO_THIS_CONSTRUCT;
}

// How a line first speaks of the card of its Law: "that Unit", or 0 for "it" (OVE-R430).
static uint8_t said_that(const struct op *ops, size_t line, size_t laws)
{
    for (size_t n = op_after(ops, laws); n < op_after(ops, line); n = next_node(ops, n)) {
        if (ops[n].code == W_ITS) return PRO_IT;
        if (ops[n].code == W_PRONOUN && is_named_before(ops[n].value))
            return is_that_one(ops[n].value) ? (uint8_t)ops[n].value : PRO_IT;
    }
    return PRO_IT;
}

// Is "it" said, or the subject of a state left out?
static bool leans_on_cards(const struct op *ops, size_t node)
{
    for (size_t n = node; n < op_after(ops, node); n = next_node(ops, n)) switch (ops[n].code) {
        case W_PRONOUN:
            if (is_named_before(ops[n].value)) return true;
            break;
        case W_IS:
        case W_IS_ONE:
            if (!op_find(ops, n, W_OBJECT)) return true;
            break;
        case W_HAVE:
            if (ops[op_child(n)].code != W_OBJECT && ops[op_child(n)].code != W_PLAYER) return true;
            break;
        case W_CHANGE:
        case W_ITS: return true;
        default: break;
        }
    return false;
}

// "Deal 1 DMG to 1 Unit (Draw 1 card instead if you have a DRAGON)": does it replace the clause for
// all its cards at once? Cards of its own are chosen, and those of the clause then are not.
bool replaces_all(const struct op *ops, size_t clause, size_t instead)
{
    size_t verb = op_child(instead), object = op_find(ops, verb, W_OBJECT);
    size_t before = op_find(ops, op_child(clause), W_OBJECT);
    bool   own    = object && op_find(ops, object, W_AMOUNT);
    if (!leans_on_cards(ops, instead)) return true;
    return own && before && is_pronoun_object(ops, before); // "it" is known already
}

// Does the part behind the Laws speak of "it", or of something of its own?
static bool says_it(const struct op *ops, size_t line)
{
    size_t laws = op_find(ops, line, W_LAWS);
    for (size_t n = laws ? op_after(ops, laws) : line; n < op_after(ops, line);
         n        = next_node(ops, n))
        switch (ops[n].code) {
        case W_PRONOUN:
            if (ops[n].value <= PRO_THEM || ops[n].value >= PRO_SELECTION) return true;
            break;
        case W_CANCEL:
        case W_CHANGE:
        case W_COPY:
        case W_STEAL:
        case W_ITS: return true;
        default: break;
        }
    return false;
}

size_t event_law_of(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS);
    for (size_t n = laws; laws && n < op_after(ops, laws); n = next_node(ops, n))
        if (ops[n].code == W_EVENTLAW) return n;
    return 0;
}

// "Activate only if opposing cards are Drawn* Discard them", "If 2 or more Units are Damaged* Heal
// 1 HP to them": all of them. A Law that counts nothing triggers for each event singly (OVE-921).
static bool speaks_of_them(const struct op *ops, const struct ability *a, bool only)
{
    size_t law  = event_law_of(ops, a);
    bool   many = false;
    for (size_t n = law; law && n < op_after(ops, law); n = next_node(ops, n)) {
        if (ops[n].code != W_OBJECT || !is_plural(ops, n)) continue;
        size_t amount = op_find(ops, n, W_AMOUNT);
        many |= only || (amount && ops[amount].value == AMOUNT_NUMBER);
    }
    for (size_t n = a->effects_from; many && n < a->effects_end; n = next_node(ops, n))
        if (ops[n].code == W_THOSE ||
            (ops[n].code == W_PRONOUN && (ops[n].value == PRO_THEY || ops[n].value == PRO_THEM)))
            return true;
    return false;
}

// "Select 1 of your Units & Select 1 opposing Unit➤ Deal 2 DMG to it": the one Selected last
// (OVE-712). "Them" are all.
static bool means_last_selected(const struct op *ops, const struct ability *a)
{
    unsigned selects = 0;
    bool     one = false, it = false;
    for (size_t c = a->costs ? op_child(a->costs) : 0; c && c < a->costs_end;
         c        = op_after(ops, c)) {
        const struct op *verb = &ops[op_child(c)];
        if (ops[c].code != W_CLAUSE || verb->code != W_DO || verb->value != DO_SELECT) continue;
        size_t object = op_find(ops, op_child(c), W_OBJECT),
               amount = op_find(ops, object, W_AMOUNT);
        bool number   = amount && ops[amount].value == AMOUNT_NUMBER;
        one = (number && ops[op_child(amount)].value == 1) || op_find(ops, object, W_ANOTHER) ||
              (amount && ops[amount].value == AMOUNT_A);
        selects++;
    }
    for (size_t n = a->effects_from; n < a->effects_end; n = next_node(ops, n)) {
        bool named = ops[n].code == W_PRONOUN && is_named_before(ops[n].value);
        if (ops[n].code == W_THOSE ||
            (named && (ops[n].value == PRO_THEY || ops[n].value == PRO_THEM)))
            return false;
        it |= named;
    }
    return selects > 1 && one && it;
}

// "If this Construct would be Shattered"
static bool speaks_of_construct(const struct op *ops, size_t law)
{
    const struct op *subject = &ops[op_child(op_find(ops, law, W_EVENT))];
    return subject->code == W_OBJECT && subject[1].code == W_PRONOUN &&
           subject[1].value == PRO_THIS_CONSTRUCT;
}

// Limits may stand behind the * or a clause as well.
static void read_notes(const struct op *ops, struct ability *a)
{
    for (size_t c = op_child(a->op); c < op_after(ops, a->op); c = op_after(ops, c))
        if (ops[c].code == W_LIMIT) read_limit(ops, c, a);
    for (size_t c = a->costs; a->costs && c < a->costs_end; c = next_node(ops, c))
        if (ops[c].code == W_LIMIT) read_limit(ops, c, a);
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        if (ops[c].code == W_LIMIT) read_limit(ops, c, a);
}

// "If your opponent Discards a card* Spawn this card from your Idle Zone": it works from there.
static uint8_t place_of_itself(const struct op *ops, const struct ability *a)
{
    enum {
        LEAVES_BY = BIT(LAW_DISCARD) | BIT(LAW_EXILE) | BIT(LAW_RETURN) | BIT(LAW_SACRIFICE) |
                    BIT(LAW_SHATTER)
    };
    if (a->laws & LEAVES_BY) return ANYWHERE; // it lies where that has taken it
    for (size_t n = a->effects_from; n < a->effects_end; n = next_node(ops, n)) {
        size_t in = ops[n].code == W_OBJECT && is_this_card(ops, n) ? op_find(ops, n, W_IN) : 0;
        if (!in) continue;
        unsigned zone = (unsigned)ops[op_find(ops, op_find(ops, in, W_ZONE), W_ZONENAME)].value;
        if (zone < ZONE_UNIT || zone > ZONE_ANY) return (uint8_t)zone;
    }
    return ANYWHERE;
}

// Reads the OP_LINE `op` of the card line `line`.
void ability_read(const struct card_pool *pool, uint32_t line, uint32_t op, bool hpless_event,
                  struct ability *a)
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
    bool only = false, moment = false;
    if (laws)
        for (size_t c = op_child(laws); c < op_after(ops, laws); c = op_after(ops, c)) {
            if (ops[c].code == W_BOTH) a->both = 1;
            if (ops[c].code == W_LAW) read_law(ops, c, a, &only, &moment);
        }
    if (keywords) read_keywords(ops, keywords, a);
    if (a->effects && !a->costs) a->keywords |= keywords_in_words(ops, a->effects);
    bool lends = a->keywords != 0;
    part_costs(ops, a);
    if (a->place == ANYWHERE) a->place = place_of_itself(ops, a);
    read_costs(ops, a);
    read_notes(ops, a);
    a->has_values = has_amounts(ops, a);
    a->deals      = deals_dmg(ops, a);
    a->last_one   = a->selects && means_last_selected(ops, a);
    a->says_it    = !a->selects && says_it(ops, a->op);
    a->says_them  = !a->selects && !a->costs && speaks_of_them(ops, a, only);
    a->aura       = (a->laws & BIT(LAW_AURA)) != 0;

    bool counts_afar = !laws && places_named(ops, op) && a->effects && all_static(ops, a->effects);
    if (only || (!laws && a->costs && a->effects_from == a->effects_end))
        a->kind = ABILITY_ONLY;
    else if (is_would(ops, a))
        a->kind = ABILITY_WOULD, a->of_construct = speaks_of_construct(ops, a->event);
    else if (a->laws & (BIT(LAW_CAST) | BIT(LAW_QUICK)))
        a->kind = ABILITY_USE;
    else if (hpless_event && (laws ? (a->laws & (BIT(LAW_ACTIVATE) | BIT(LAW_ENTER))) != 0
                                   : !lends && !counts_afar))
        a->kind = ABILITY_EFFECT; // OVE-731, OVE-759
    else if (a->aura)
        a->kind = ABILITY_STATIC;
    else if (!laws)
        a->kind = lends && !a->noted                                       ? ABILITY_KEYWORDS
                  : lends                                                  ? ABILITY_STATIC
                  : a->effects && !a->costs && all_static(ops, a->effects) ? ABILITY_STATIC
                                                                           : ABILITY_EFFECT;
    else if (a->states && !moment && (lends || (!a->costs && all_static(ops, a->effects))))
        a->kind = ABILITY_STATIC; // counts while the state holds (OVE-754)
    else
        a->kind = ABILITY_TRIGGER;
    if (a->kind == ABILITY_STATIC) {
        a->afar = places_named(ops, op);
    } else if (a->kind != ABILITY_WOULD && !is_state_trigger(a)) {
        if (a->both && a->afar) a->place = (uint8_t)__builtin_ctz(a->afar); // "CAST & while ..."
        a->afar = 0;
    }
    a->of_itself = a->laws && !a->event && (a->kind == ABILITY_TRIGGER || a->kind == ABILITY_USE) &&
                   speaks_of_it_first(ops, a->op);
    a->that         = laws ? said_that(ops, op, laws) : PRO_IT;
    a->names_itself = a->laws && !a->event && a->effects && names_itself(ops, a->effects);
}

// "with 1 DMG, 2 SPD & 1 HP", or "1/2/1 TOTEMS"
size_t totem_stats(const struct op *ops, size_t verb)
{
    size_t object = op_find(ops, verb, W_OBJECT), with = op_find(ops, verb, W_WITH_STATS);
    return with || !object ? with : op_find(ops, object, W_WITH_STATS);
}

// --- lines that say what a keyword says ---------------------------------------------------------

static bool same_program(const struct op *x, const struct op *y)
{
    if (x->size != y->size) return false;
    for (size_t i = 0; i < x->size; i++)
        if (x[i].code != y[i].code || x[i].size != y[i].size || x[i].value != y[i].value)
            return false;
    return true;
}

// A line that says in full what a keyword says is that keyword.
bool is_keyword_text(const struct card_pool *pool, const struct op *line, unsigned *word)
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
