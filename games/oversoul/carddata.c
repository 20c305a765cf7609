// carddata.c - refuses cards whose fields or lines break the rules of card data.
#include "games/oversoul/lines.h"

static unsigned count_bits(uint64_t set)
{
    unsigned n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

static bool has_field(const struct card_def *d, enum field f) { return d->fields_set >> f & 1; }

static const uint64_t EVENT_TAGS     = ((UINT64_C(1) << EVENT_ROLE_COUNT) - 1) << TAG_EVENT_ROLE;
static const uint64_t CONSTRUCT_TAGS = UINT64_C(3) << TAG_UNIT_CONSTRUCT;
static const uint64_t ARCHETYPE_TAGS = ((UINT64_C(1) << ARCHETYPE_COUNT) - 1) << TAG_ARCHETYPE;
static const uint64_t RARITY_TAGS    = UINT64_C(15) << TAG_COMMON;

// The last of the tags of a set that a card prints, where there are too many of them.
static int last_tag(uint64_t set)
{
    int tag = -1;
    for (; set; set >>= 1) tag++;
    return AT_TAG(tag);
}

// What every card prints, and what Leaders do (rules.md 6.1).
static bool check_heads(const struct card_def *d, int *spot, struct error *err)
{
    const struct place at     = { d->source, d->source_line, 1 };
    bool               leader = is_leader_kind(d->kind);
    if (d->line_count > ANSWERS_MAX)
        return fail(err, BAD_INPUT, at, "%s has %u lines of text; 8 are the most (OVE-R130)",
                    d->name, d->line_count);
    if (count_bits(d->tags & ARCHETYPE_TAGS) != 1)
        return *spot = last_tag(d->tags & ARCHETYPE_TAGS),
               fail(err, BAD_INPUT, at, "%s needs exactly one Archetype, found %u (OVE-010)",
                    d->name, count_bits(d->tags & ARCHETYPE_TAGS));
    if (count_bits(d->tags & RARITY_TAGS) != 1)
        return *spot = last_tag(d->tags & RARITY_TAGS),
               fail(err, BAD_INPUT, at, "%s needs one of common, rare, elite, cosmic (6.1)",
                    d->name);
    if (!has_field(d, FIELD_ENERGY))
        return fail(err, BAD_INPUT, at, "%s needs energy +X or -X (%s)", d->name,
                    leader ? "OVE-450" : "OVE-009");
    if (!leader && !has_field(d, FIELD_RANK))
        return fail(err, BAD_INPUT, at, "%s needs rank I to V (OVE-009)", d->name);
    if (leader && has_field(d, FIELD_RANK) && d->field[FIELD_RANK] != 5)
        return *spot = AT_FIELD(FIELD_RANK),
               fail(err, BAD_INPUT, at, "%s: a Leader has rank V as Unit or Event (OVE-450)",
                    d->name);
    return true;
}

static bool check_roles(const struct card_def *d, int *spot, struct error *err)
{
    const struct place at    = { d->source, d->source_line, 1 };
    uint64_t           roles = d->tags & ROLE_TAGS, event = d->tags & EVENT_TAGS;
    uint64_t           con    = d->tags & CONSTRUCT_TAGS;
    bool               bearer = d->kind == KIND_UNIT || is_leader_kind(d->kind);
    if (count_bits(event) != (d->kind == KIND_EVENT))
        return *spot = last_tag(event),
               fail(err, BAD_INPUT, at,
                    "%s: an Event, and nothing else, has one of CAST, QUICK, PERFECT, COUNTER, "
                    "BOARD (OVE-410)",
                    d->name);
    if (count_bits(con) != (d->kind == KIND_CONSTRUCT))
        return *spot = last_tag(con),
               fail(err, BAD_INPUT, at,
                    "%s: a Construct, and nothing else, is UNIT or EVENT (OVE-420)", d->name);
    if (bearer ? !roles || count_bits(roles) > 3 : roles != 0)
        return *spot = last_tag(roles),
               fail(err, BAD_INPUT, at,
                    "%s has %u Unit Roles; a Unit or Leader has 1 to 3, other cards none (OVE-601)",
                    d->name, count_bits(roles));
    return true;
}

static bool check_energy(const struct card_def *d, int *spot, struct error *err)
{
    const struct place at    = { d->source, d->source_line, 1 };
    bool               board = has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
    int                plus  = d->field[FIELD_ENERGY];
    if (d->fields_negative >> FIELD_ENERGY & 1) return true;
    *spot = AT_FIELD(FIELD_ENERGY);
    if (has_tag(d, TAG_ARCHETYPE + NEUTRAL))
        return fail(err, BAD_INPUT, at,
                    "%s: found energy +%d; NEUTRAL cards are always - cards (OVE-011)", d->name,
                    plus);
    if (d->kind == KIND_EVENT && !board)
        return fail(err, BAD_INPUT, at,
                    "%s: found energy +%d; only BOARD Events can be +Events (OVE-412)", d->name,
                    plus);
    if (plus < 1)
        return fail(err, BAD_INPUT, at, "%s: a +card Generates at least 1 (6.1)", d->name);
    *spot = -1;
    return true;
}

static bool check_stats(const struct card_def *d, int *spot, struct error *err)
{
    const struct place at       = { d->source, d->source_line, 1 };
    bool               leader   = is_leader_kind(d->kind);
    bool               board    = has_tag(d, TAG_EVENT_ROLE + ROLE_BOARD);
    bool               station  = has_tag(d, STATION) || has_tag(d, WALL);
    bool               fighting = (d->kind == KIND_UNIT || d->kind == KIND_LEADER_UNIT) && !station;
    if (has_field(d, FIELD_DMG) != fighting || has_field(d, FIELD_SPD) != fighting) {
        if (!fighting) *spot = AT_FIELD(has_field(d, FIELD_DMG) ? FIELD_DMG : FIELD_SPD);
        return fail(err, BAD_INPUT, at, "%s: %s", d->name,
                    fighting  ? "a Unit needs DMG and SPD (OVE-401)"
                    : station ? "a STATION has neither DMG nor SPD (OVE-637)"
                              : "only Units have DMG and SPD (OVE-411)");
    }
    bool        wants_hp = d->kind != KIND_EVENT || board;
    int         least = leader ? 16 : 1, most = leader ? 30 : d->kind == KIND_CONSTRUCT ? 8 : 12;
    const char *rule = leader                      ? "OVE-450"
                       : d->kind == KIND_CONSTRUCT ? "OVE-420"
                       : d->kind == KIND_EVENT     ? "OVE-410"
                                                   : "OVE-401";
    if (!has_field(d, FIELD_HP) && wants_hp)
        return fail(err, BAD_INPUT, at, "%s: HP is missing, %d to %d (%s)", d->name, least, most,
                    rule);
    *spot = AT_FIELD(FIELD_HP);
    if (has_field(d, FIELD_HP) && !wants_hp)
        return fail(err, BAD_INPUT, at, "%s: only BOARD Events have HP (OVE-413)", d->name);
    if (wants_hp && (d->field[FIELD_HP] < least || d->field[FIELD_HP] > most))
        return fail(err, BAD_INPUT, at, "%s: HP %d; accepted is %d to %d (%s)", d->name,
                    d->field[FIELD_HP], least, most, rule);
    *spot = -1;
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
    case W_LOSE_HP: return verb->value == HP_PAID;
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
        if (ops[verb].value == DO_PREPARE && !is_pronoun_object(ops, object)) return false;
        if (ops[verb].value == DO_SELECT || op_find(ops, verb, W_PLAYER)) return false;
        break;
    default: break;
    }
    if (ops[verb].code == W_CANCEL) object = op_find(ops, op_child(verb), W_OBJECT);
    size_t amount = object ? op_find(ops, object, W_AMOUNT) : 0;
    return !amount || ops[amount].value == AMOUNT_ALL;
}

// "this card", "the Attached card", "an opposing Unit", "your Leader"
static bool would_be_of_cards(const struct op *ops, size_t subject)
{
    const struct op *first = &ops[op_child(subject)];
    if (ops[subject].code != W_OBJECT || ops[subject].size < 2 || op_find(ops, subject, W_IN))
        return false;
    return first->code != W_PRONOUN || first->value == PRO_ATTACHED_CARD || // OVE-432
           (first->value >= PRO_THIS_CARD && first->value <= PRO_THIS_CONSTRUCT);
}

// "2 Units", "3 DMG": it happens to one card at a time.
static bool counts_what_would_be(const struct op *ops, size_t law)
{
    for (size_t n = law; n < op_after(ops, law); n = next_node(ops, n)) {
        if (ops[n].code != W_AMOUNT || ops[n].value == AMOUNT_A) continue;
        if (ops[n].value != AMOUNT_NUMBER || ops[op_child(n)].value != 1) return true;
    }
    return false;
}

// "If this card would E* ...": what may be replaced, and by what (OVE-923).
static const char *wrong_would(const struct card_pool *pool, const struct ability *a)
{
    static const uint32_t REPLACEABLE = BIT(DEED_DAMAGE) | BIT(DEED_EXHAUST) | BIT(DEED_SHATTER) |
                                        BIT(DEED_EXILE) | BIT(DEED_RETURN) | BIT(DEED_SACRIFICE) |
                                        BIT(DEED_HEAL) | BIT(DEED_LEAVE);
    const struct op *ops   = pool->ops;
    uint32_t         deeds = deeds_named(ops, a->event);
    bool             cards = false;
    for (size_t e = op_child(a->event); e < op_after(ops, a->event); e = op_after(ops, e))
        if (ops[e].code == W_EVENT && !(cards = would_be_of_cards(ops, op_child(e)))) break;
    if (cards && has_node(ops, a->event, W_BY))
        return "a \"would\" Law replaces the event whoever does it; leave out \"by\" (OVE-R131)";
    if (!cards || !deeds || deeds & ~REPLACEABLE || has_node(ops, a->event, W_JOIN_AND) ||
        counts_what_would_be(ops, a->event))
        return "a \"would\" Law speaks of this card, or of cards on the board: If this card would "
               "Take DMG, leave the board, or "
               "be Exhausted, Shattered, Exiled, Returned, Sacrificed or Healed";
    if (a->effects && (has_node(ops, a->effects, W_OFFER) || has_node(ops, a->effects, W_MODES) ||
                       has_node(ops, a->effects, W_MAYBE)))
        return "a \"would\" Law has no Cost and no choice (OVE-923)";
    if (a->costs || a->may) return "a \"would\" Law has no Cost and no choice (OVE-923)";
    for (size_t c = a->effects_from; c < a->effects_end; c = op_after(ops, c))
        if (ops[c].code == W_CLAUSE && !needs_no_answer(ops, c))
            return "behind a \"would\" Law stands only what needs no choice (OVE-923)";
    return NULL;
}

static bool means_damaged(const struct op *ops, size_t be)
{
    for (size_t p = op_child(be); p < op_after(ops, be); p = op_after(ops, p))
        if (ops[p].code == W_PASSIVE && ops[p].value == IS_DAMAGED) return true;
    return false;
}

// "Opposing Events can't be Activated this turn": they are in hands when that is told.
static bool forbids_from_afar(const struct op *ops, size_t able)
{
    enum { AFAR = BIT(IS_ACTIVATED) | BIT(IS_DRAWN) | BIT(IS_DISCARDED) | BIT(IS_SPAWNED) };
    size_t object = op_find(ops, able, W_OBJECT), be = op_find(ops, able, W_DOING_BE);
    if (op_child(able) != object || is_pronoun_object(ops, object)) return false;
    for (size_t n = object; n < op_after(ops, object); n++) // these lie on the board
        if (ops[n].code == W_ADJ && ops[n].value == ADJ_PREPARED) return false;
    for (size_t p = be ? op_child(be) : 0; p && p < op_after(ops, be); p = op_after(ops, p))
        if (ops[p].code == W_PASSIVE && AFAR >> ops[p].value & 1) return true;
    return false;
}

// What goes with "can't", "must" and "can".
static const char *wrong_able(const struct op *ops, const struct ability *a)
{
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (ops[n].code == W_DOING_BE && op_find(ops, n, W_BELOW) && !means_damaged(ops, n))
            return "only \"Damaged\" goes with \"below\"";
        if (ops[n].code != W_ABLE) continue;
        int can = ops[op_find(ops, n, W_CAN)].value;
        if (can >= MUST_DO && (op_find(ops, n, W_DOING_BE) || op_find(ops, n, W_NO_CONSTRUCTS)))
            return "\"must\" and \"can\" say what a card does: Opposing Units must Attack this "
                   "card if able (OVE-R140)";
        if (a->kind != ABILITY_STATIC && forbids_from_afar(ops, n))
            return "this reaches cards on the board alone; say it of a card (Draw 1 card, it can't "
                   "be Activated this turn), or in a line without Law";
        for (size_t d = op_child(n); d < op_after(ops, n); d = op_after(ops, d)) {
            size_t when = ops[d].code == W_WHEN_PASSIVE ? d : 0;
            size_t last = op_find(ops, n, W_DOING);
            for (size_t x = last; x && x < d; x = op_after(ops, x))
                if (ops[x].code == W_DOING) last = x;
            if (when && (!last || ops[last].value != DO_RETALIATE || op_after(ops, last) != when ||
                         ops[op_find(ops, when, W_PASSIVE)].value != IS_ATTACKED))
                return "only \"Retaliate\" goes with \"when Attacked by\"";
            if (ops[d].code == W_DOING && can >= MUST_DO &&
                (ops[d].value == DO_GENERATE || (can == MUST_DO && ops[d].value == DO_RETALIATE)))
                return "\"must\" goes with Attack and Guard, \"can\" with Attack, Guard and "
                       "Retaliate (OVE-R140)";
        }
    }
    return NULL;
}

// "Unaffected by Abilities from X", "Exiled when leaving the board": OVE-R133.
static const char *wrong_in_words(const struct op *ops, const struct ability *a)
{
    bool continuous = a->kind == ABILITY_KEYWORDS || a->kind == ABILITY_STATIC;
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (ops[n].code != W_UNAFFECTED && ops[n].code != W_LEAVING) continue;
        if (ops[n].code == W_LEAVING && ops[op_find(ops, n, W_PASSIVE)].value != IS_EXILED)
            return "only \"Exiled\" goes with \"when leaving the board\" (OVE-841)";
        if (continuous && !a->keywords)
            return "these words fill their line; a state stands in front of them: While Damaged* "
                   "(OVE-R133)";
    }
    return NULL;
}

// "(to ...)" belongs to RESISTANT alone (OVE-821).
static bool has_foreign_to(const struct op *ops, size_t line)
{
    for (size_t n = line; n + 1 < op_after(ops, line); n++)
        if (ops[n].code == W_KEYWORD && ops[n].value != KW_RESISTANT &&
            ops[op_after(ops, n)].code == W_TO && op_after(ops, n) < op_after(ops, line))
            return true;
    return false;
}

// Behind printed keywords stands a state, or where AMORPHOUS counts (OVE-R133).
static const char *wrong_keyword_notes(const struct op *ops, size_t keywords)
{
    unsigned count = 0, as = 0, amorphous = 0;
    for (size_t n = op_child(keywords); n < op_after(ops, keywords); n = op_after(ops, n))
        switch (ops[n].code) {
        case W_TO: break;
        case W_KEYWORD:
            count++;
            amorphous += ops[n].value == KW_AMORPHOUS;
            break;
        case W_WHILE:
        case W_DURING:
        case W_NOTE: count++; break;
        case W_AS_TYPE:
            if (ops[n].value != AS_A_CONSTRUCT) return "only \"as Construct\" is known";
            as++;
            break;
        default:
            return "behind printed keywords stands a state: GUARD (while Damaged); how long or how "
                   "often needs a Law: ENTER* Gain GUARD (this turn)";
        }
    return as && (count != 1 || !amorphous) ? "only AMORPHOUS has \"(as Construct)\" (OVE-438)"
                                            : NULL;
}

// A number, "a" as 1, or 0 for anything else.
static int amount_said(const struct op *ops, size_t node)
{
    size_t amount = op_find(ops, node, W_AMOUNT);
    if (!amount) return 0;
    return ops[amount].value == AMOUNT_A        ? 1
           : ops[amount].value == AMOUNT_NUMBER ? ops[op_child(amount)].value
                                                : 0;
}

// "1 Unit or 2 Events"; "2 Units or 2 Events" would be two of one kind.
static bool has_other_number(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        size_t first = ops[n].code == W_OBJECT ? op_find(ops, n, W_GROUP) : 0;
        int    one   = first && op_find(ops, n, W_AMOUNT) < first ? amount_said(ops, n) : 0;
        for (size_t g = first; g && g < op_after(ops, n); g = op_after(ops, g))
            if (ops[g].code == W_AMOUNT && (one != 1 || ops[op_child(g)].value != 1)) return true;
    }
    return false;
}

// A card that is in play has been paid for.
static bool takes_cost(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        size_t stat = ops[n].code == W_COPY || ops[n].code == W_STEAL ? op_child(n) : 0;
        for (; stat && stat < op_after(ops, n); stat++)
            if (ops[stat].code == W_STAT && ops[stat].value == STAT_COST) return true;
    }
    return false;
}

// "All" and "any number of" count cards; points need a number, or all that there are.
static bool is_uncounted(const struct op *ops, size_t node, bool all_too)
{
    return is_said(ops, node, AMOUNT_ANY) || (all_too && is_said(ops, node, AMOUNT_ALL));
}

static bool has_odd_grant(const struct op *ops, size_t verb)
{
    bool loses = ops[verb].code == W_LOSE; // "loses all DMG"
    for (size_t g = op_child(verb); g < op_after(ops, verb); g = op_after(ops, g))
        if ((ops[g].code == W_STATGRANT || ops[g].code == W_MARKS) &&
            (is_uncounted(ops, g, !loses) ||
             (ops[verb].code == W_HAS && is_said(ops, g, AMOUNT_UP_TO))))
            return true;
    return false;
}

static bool has_odd_number(const struct op *ops, size_t verb)
{
    size_t object = op_find(ops, verb, W_OBJECT), from = op_find(ops, verb, W_FROM);
    size_t totem = totem_stats(ops, verb);
    switch (ops[verb].code) {
    case W_DEAL:
    case W_GENERATE:
    case W_GAZE:
    case W_PLACE_MARKS:
    case W_SET:
    case W_ADDITIONAL: return is_uncounted(ops, verb, true);
    case W_CONSUME:
    case W_COSTING: return is_uncounted(ops, verb, true) || is_said(ops, verb, AMOUNT_UP_TO);
    case W_HEAL: return is_uncounted(ops, verb, false);
    case W_GAIN:
    case W_GIVE:
    case W_HAS:
    case W_LOSE: return has_odd_grant(ops, verb);
    case W_CHANGE:
        for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n))
            if ((ops[n].code == W_CHANGE_TO || ops[n].code == W_CHANGE_BY) &&
                is_uncounted(ops, n, true))
                return true;
        return false;
    case W_COPY:
    case W_STEAL: return from && is_uncounted(ops, from, false);
    case W_DRAW: return !is_described(ops, object) && is_uncounted(ops, object, false);
    case W_SPAWN:
        for (size_t n = totem; totem && n < op_after(ops, totem); n++)
            if (ops[n].code == W_AMOUNT && ops[n].value >= AMOUNT_ALL &&
                ops[n].value <= AMOUNT_UP_TO)
                return true;
        return totem && is_uncounted(ops, object, true);
    default: return false;
    }
}

// "Equal to your Unit's DMG": of which? One card is meant: it, a Leader, or the Selected one.
static bool is_number_of_any(const struct op *ops, size_t equal)
{
    size_t object = ops[equal].value == EQUAL_STAT_OF ? op_find(ops, equal, W_OBJECT) : 0;
    if (!object || is_pronoun_object(ops, object) || op_find(ops, object, W_THOSE)) return false;
    for (size_t n = object; n < op_after(ops, object); n++)
        if ((ops[n].code == W_ADJ && ops[n].value == ADJ_SELECTED) ||
            (ops[n].code == W_NOUN && is_same_noun(ops[n].value, NOUN_LEADER)))
            return false;
    return !most_said(ops, object);
}

// How much, and to whom.
static const char *wrong_amounts(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        size_t verb = ops[n].code == W_CLAUSE || ops[n].code == W_INSTEAD_IF ? op_child(n) : 0;
        if (ops[n].code == W_EQUAL && is_number_of_any(ops, n))
            return "of which card is not said: Select 1 of your Units➤ ... equal to its DMG, or "
                   "equal to your Selected Unit's DMG";
        if (!verb) continue;
        bool points = ops[verb].code == W_DEAL || ops[verb].code == W_HEAL;
        if (points && !op_find(ops, verb, W_AMOUNT) && !op_find(ops, verb, W_EQUAL))
            return "how much is not said: Deal 2 DMG, Heal 2 HP, or \"equal to\"";
        if (points && ops[n].code == W_CLAUSE && !op_find(ops, verb, W_OBJECT))
            return "to whom is not said";
        if (has_odd_number(ops, verb))
            return "a number is needed here, or X if a Cost says X; \"all\" and \"any number "
                   "of\" count cards";
    }
    return NULL;
}

// "Your next -Unit Consumes 1 less ENERGY", "from your next +card": nothing else is told apart so.
static bool has_odd_next(const struct op *ops, size_t line)
{
    size_t subject = 0; // "... Consumes 3 less ENERGY and Gains BERSERK"
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        if (ops[n].code != W_CLAUSE) continue;
        subject = subject_after(ops, n, subject);
        if (!has_node(ops, n, W_NEXT) && !(subject && has_node(ops, subject, W_NEXT))) continue;
        uint16_t verb = ops[op_child(n)].code;
        if (verb != W_COSTING && verb != W_GENERATE) return true;
    }
    size_t laws = op_find(ops, line, W_LAWS);
    return laws && has_node(ops, laws, W_NEXT);
}

// Additional ENERGY comes from the next +card, whichever it is (OVE-645).
static bool has_odd_yield(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        size_t from = ops[n].code == W_GENERATE ? op_find(ops, n, W_FROM) : 0;
        if (!from) continue;
        size_t object = op_find(ops, from, W_OBJECT), group = op_find(ops, object, W_GROUP);
        if (!op_find(ops, n, W_ADDITIONALLY) || !has_node(ops, object, W_NEXT) ||
            ops[group].size != 3 || ops[op_child(group)].code != W_SIGN ||
            ops[op_child(group)].value != SIGN_PLUS ||
            !is_same_noun(ops[op_child(group) + 1].value, NOUN_CARD))
            return true;
    }
    return false;
}

// "While you have GUARD": a card has that.
static bool has_rich_player(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n))
        if (ops[n].code == W_HAVE && ops[op_child(n)].code == W_PLAYER &&
            (op_find(ops, n, W_KEYWORD) || op_find(ops, n, W_MARKS)))
            return true;
    return false;
}

// Notes behind a clause that count for some clauses only.
static const char *wrong_notes(const struct op *ops, const struct ability *a)
{
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (ops[n].code != W_CLAUSE) continue;
        uint16_t verb = ops[op_child(n)].code;
        size_t   as   = op_find(ops, n, W_AS_TYPE);
        bool     able = (verb == W_ABLE && a->kind == ABILITY_STATIC) ||
                    (verb == W_UNAFFECTED && a->keywords &&
                     (a->kind == ABILITY_STATIC || a->kind == ABILITY_KEYWORDS));
        if (op_find(ops, n, W_EXCEPT) && is_static_clause(ops, n) && !able)
            return "\"except\" goes with what is done, or with a continuous \"can't\" or "
                   "\"Unaffected\"";
        if (as && ops[as].value != AS_A_CONSTRUCT) return "only \"as Construct\" is known";
    }
    return NULL;
}

// "If 2 Units have been Shattered": something done, where it can be told since when (OVE-R271).
static bool may_have_been(const struct op *ops, const struct ability *a, size_t been)
{
    for (size_t n = a->op; n < been; n = next_node(ops, n)) {
        bool direct = op_child(n) == been;
        if (direct && (ops[n].code == W_INFO || ops[n].code == W_NESTED)) return true;
        if (ops[n].code == W_ONLY && op_child(op_child(n)) == been) return true;
    }
    return false;
}

// What stands in parentheses behind the Laws, and "have been".
static const char *wrong_infos(const struct op *ops, const struct ability *a)
{
    bool     ritual  = a->laws & BIT(LAW_RITUAL);
    unsigned counted = 0;
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        counted += is_counted(ops, n);
        if (ops[n].code == W_BEEN && !may_have_been(ops, a, n))
            return "what has been done is asked behind \"if\", or in the parentheses of a Law: "
                   "RITUAL (3 Units have been Shattered)* (OVE-750)";
        if (ops[n].code == W_LAW && op_find(ops, n, W_EXCEPT) &&
            (ops[op_child(n)].code != W_KEYLAW || ops[op_child(n)].value != LAW_ISOLATED))
            return "only ISOLATED has exceptions (OVE-744)";
        if (ops[n].code == W_INFO && ops[op_child(n)].code == W_OBJECT && !is_deed_info(ops, n) &&
            (ritual || a->aura))
            return "a card in parentheses goes with Laws about an event";
    }
    if (ritual && counted != 1)
        return "RITUAL needs one thing to count: RITUAL (3 Units have been Shattered)* (OVE-750)";
    return NULL;
}

// An event, as a Law or in its parentheses.
static bool speaks_of_event(const struct op *ops, size_t laws)
{
    for (size_t n = laws; n < op_after(ops, laws); n = next_node(ops, n))
        if ((ops[n].code == W_EVENTLAW && !has_node(ops, n, W_TURN_EDGE)) || is_deed_info(ops, n))
            return true;
    return false;
}

// "Cancel that Ability", "that Activation", "that Attack"
static bool cancels_that(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n))
        if (ops[n].code == W_CANCELLED && ops[n].value >= CANCELS_THAT_ABILITY &&
            ops[n].value <= CANCELS_THAT_ATTACK)
            return true;
    return false;
}

// X is chosen with the Costs (6.4), so it must stand there: "Consume X ENERGY", "Discard X cards".
static bool has_loose_x(const struct op *ops, const struct ability *a)
{
    bool chosen = false, meant = false;
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        bool x = ops[n].code == W_AMOUNT && ops[n].value == AMOUNT_X;
        meant |= x;
        chosen |= x && a->costs && n > a->costs && n < a->costs_end;
    }
    return meant && !chosen;
}

// "Their hand", "their Deck" need a player in front: Your opponent Discards 1 card from their Deck.
static bool says_their(const struct op *ops, size_t node)
{
    for (size_t n = node; n < op_after(ops, node); n = next_node(ops, n))
        if (ops[n].code == W_ZONESIDE && ops[n].value == ZONESIDE_THEIRS) return true;
    return false;
}
static bool has_loose_their(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS), subject = 0;
    if (laws && says_their(ops, laws) && !has_node(ops, laws, W_PLAYER)) return true;
    for (size_t n = laws ? op_after(ops, laws) : op_child(a->op); n < op_after(ops, a->op);
         n        = next_node(ops, n)) {
        if (ops[n].code != W_CLAUSE) continue;
        subject = subject_after(ops, n, subject);
        if (says_their(ops, n) && !has_node(ops, n, W_PLAYER) &&
            !(subject && ops[subject].code == W_PLAYER))
            return true;
    }
    return false;
}

// "Has +1 DMG for each Fury mark on it": a continuous sentence that says nothing of whom it speaks
// is about this card, and so is "it" behind its verb.
static bool has_own_subject(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS);
    if (a->kind != ABILITY_STATIC || !a->effects || (laws && speaks_of_it_first(ops, laws)))
        return false;
    for (size_t c = op_child(a->effects); c < op_after(ops, a->effects); c = op_after(ops, c))
        if (ops[c].code != W_CLAUSE || ops[op_child(c)].code != W_HAS ||
            ops[op_child(op_child(c))].code == W_OBJECT)
            return false;
    return true;
}

// "Opposing Units get -1 SPD" in a line without Law
static bool gives_lastingly(const struct op *ops, const struct ability *a)
{
    uint16_t verb = !a->costs && ops[a->effects_from].code == W_CLAUSE
                        ? ops[op_child(a->effects_from)].code
                        : 0;
    return verb == W_GAIN || verb == W_LOSE || verb == W_GIVE || verb == W_BECOME;
}

// "ENTER* Discards 1 card": by whom?
static bool lacks_player(const struct op *ops, const struct ability *a)
{
    size_t subject = 0;
    if (!a->effects) return false;
    for (size_t c = op_child(a->effects); c < op_after(ops, a->effects); c = op_after(ops, c)) {
        subject      = subject_after(ops, c, subject);
        size_t verb  = ops[c].code == W_CLAUSE ? op_child(c) : 0;
        bool   plays = verb && (ops[verb].code == W_DRAW || ops[verb].code == W_DISCARD ||
                              is_sacrifice(&ops[verb]));
        if (plays && !subject && op_find(ops, verb, W_THIRD)) return true;
    }
    return false;
}

// "Your opponent Discards 1 card➤"
static bool is_paid_by_others(const struct op *ops, const struct ability *a)
{
    for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c)) {
        size_t verb   = op_child(c);
        size_t player = ops[c].code == W_CLAUSE ? op_find(ops, verb, W_PLAYER) : 0;
        if (player ? ops[player].value != PLAYER_YOU
                   : ops[c].code == W_CLAUSE && op_find(ops, verb, W_THIRD))
            return true;
    }
    return false;
}

// "1 Unit on each board": one of them, or one of each?
static bool takes_some_of_each(const struct op *ops, size_t line)
{
    for (size_t n = line; n < op_after(ops, line); n = next_node(ops, n)) {
        size_t in     = ops[n].code == W_OBJECT ? op_find(ops, n, W_IN) : 0;
        size_t on     = ops[n].code == W_OBJECT ? op_find(ops, n, W_ON) : 0;
        size_t zone   = in ? op_find(ops, in, W_ZONE) : 0;
        size_t side   = zone ? op_find(ops, zone, W_ZONESIDE) : on ? op_find(ops, on, W_SIDE) : 0;
        size_t amount = side ? op_find(ops, n, W_AMOUNT) : 0;
        if (!side || ops[side].value != (zone ? (int)ZONESIDE_EACH : (int)BOARD_EACH)) continue;
        if ((amount && ops[amount].value != AMOUNT_ALL) || op_find(ops, n, W_TOP_OF) ||
            op_find(ops, n, W_ANOTHER))
            return true;
    }
    return false;
}

// "Deal 3 DMG to 1 Unit if it is Exhausted": "it" is looked at before that card is chosen.
static bool asks_of_own_cards(const struct op *ops, const struct ability *a)
{
    enum { OF_OTHERS = BIT(LAW_ATTACK) | BIT(LAW_INJURE) | BIT(LAW_EXECUTE) | BIT(LAW_BLOODLUST) };
    bool by_law = a->event || a->laws & OF_OTHERS; // "... Draw 1 card if it is a Unit"
    bool named  = a->costs != 0;
    for (size_t c = a->effects_from; c < a->effects_end && !named; c = op_after(ops, c)) {
        size_t object = ops[c].code == W_CLAUSE ? op_find(ops, op_child(c), W_OBJECT) : 0;
        if (!object || is_pronoun_object(ops, object)) continue;
        named = true;
        if (by_law && ops[op_child(c)].code == W_DRAW) continue;
        for (size_t n = op_after(ops, op_child(c)); n < op_after(ops, c); n = op_after(ops, n))
            if (ops[n].code == W_NOTE && speaks_of_it_first(ops, n)) return true;
    }
    return false;
}

// "The Unit with the highest DMG": looked for when an Ability is used or carried out, among cards
// that all see (OVE-R310).
static const char *wrong_most(const struct op *ops, const struct ability *a)
{
    size_t laws = op_find(ops, a->op, W_LAWS);
    for (size_t n = a->op; n < op_after(ops, a->op); n = next_node(ops, n)) {
        if (ops[n].code != W_OBJECT || !most_said(ops, n)) continue;
        size_t in = op_find(ops, n, W_IN), zone = in ? op_find(ops, in, W_ZONE) : 0;
        if (zone && ops[op_find(ops, zone, W_ZONENAME)].value <= ZONE_DECK)
            return "hands and Decks are secret; say 1 Unit with 4 or more DMG (OVE-R310)";
        if (a->kind == ABILITY_STATIC || a->kind == ABILITY_KEYWORDS ||
            (laws && n < op_after(ops, laws)))
            return "the most and the least are looked for when something is done; in a Law or a "
                   "continuous sentence say with 4 or more DMG (OVE-R310)";
    }
    return NULL;
}

// "This turn, it Gains +1 DMG and can't be Guarded": does that count for both?
static bool has_loose_front(const struct op *ops, const struct ability *a)
{
    bool front = false;
    for (size_t c = a->effects_from; c < a->effects_end; c = op_after(ops, c)) {
        size_t verb = ops[c].code == W_CLAUSE ? op_child(c) : 0;
        if (!verb) continue;
        size_t lasts = op_find(ops, c, W_DURATION);
        if (front && !lasts && !is_done_at_once(&ops[verb])) return true;
        front = lasts && ops[lasts].at < ops[verb].at;
    }
    return false;
}

// "Activate only during your turn* Exile this card➤" of a card that stays on the board.
static bool is_its_own_cost(const struct op *ops, const struct ability *a)
{
    for (size_t c = a->costs; c < a->costs_end; c = next_node(ops, c))
        if (ops[c].code == W_OBJECT && is_this_card(ops, c)) return true;
    return false;
}

// What stands before ➤, and who pays.
static const char *wrong_costs(const struct op *ops, const struct ability *a, bool hpless)
{
    if (a->costs && a->kind == ABILITY_ONLY && !hpless && is_its_own_cost(ops, a))
        return "this card is Activated and stays, so that it cannot pay for that itself; what it "
               "is used for needs a Law: CAST* Exhaust this card➤ Draw 1 card (OVE-R460)";
    if (a->costs)
        for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c))
            if (ops[c].code == W_CLAUSE && !may_be_cost(ops, c))
                return ops[op_child(c)].code == W_LOSE && has_node(ops, c, W_MARKS)
                           ? "marks are no Cost; say CAST (this card has 3 or more Soul marks)* "
                             "This card loses 3 Soul marks, then Draw 2 cards"
                           : "only Consume, Exhaust, Sacrifice, Discard, Return, Exile, Place and "
                             "Select may stand before ➤";
    if (lacks_player(ops, a))
        return "who is not said: Your opponent Discards 1 card, or Discard 1 card (OVE-R207)";
    if (a->costs && is_paid_by_others(ops, a))
        return "its own player pays the Costs (OVE-705); what others do stands behind ➤";
    if (a->costs)
        for (size_t c = a->costs; c < a->costs_end; c = next_node(ops, c))
            if (ops[c].code == W_OBJECT && searches_deck(ops, c))
                return "a described card of a Deck is searched for when the Ability is carried "
                       "out, not as a Cost: only its top cards can be paid with (OVE-719)";
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        if (ops[c].code == W_CONSUME) return "Consume stands before ➤ or first in its line";
    for (size_t c = a->effects_from; c < a->effects_end; c = next_node(ops, c))
        if (ops[c].code == W_LOSE_HP && ops[c].value == HP_PAID)
            return "HP is paid as a Cost: Pay 2 HP➤ Draw 1 card; behind it say You lose 2 HP";
    return NULL;
}

// "Has +1 DMG" without "this turn"
static bool has_standing(const struct op *ops, size_t effects)
{
    for (size_t n = effects; n < op_after(ops, effects); n = next_node(ops, n))
        if (ops[n].code == W_CLAUSE && ops[op_child(n)].code == W_HAS && is_static_clause(ops, n))
            return true;
    return false;
}

// What stands behind a Law, or without one.
static const char *wrong_body(const struct op *ops, const struct ability *a, bool hpless)
{
    size_t laws = op_find(ops, a->op, W_LAWS), keywords = op_find(ops, a->op, W_KEYWORDS);
    if (a->aura && !keywords && !(a->effects && !a->costs && all_static(ops, a->effects)))
        return "AURA* lends keywords or a static sentence, nothing else";
    bool momentary = laws ? a->kind != ABILITY_STATIC : a->kind == ABILITY_EFFECT && hpless;
    if (keywords && momentary && a->kind != ABILITY_WOULD)
        return "keywords behind this Law need Gain or Give";
    if (a->effects && (momentary || a->costs) && has_standing(ops, a->effects))
        return laws || a->costs ? "Has or Have behind this Law or ➤ must be Gain or Give"
                                : "Has or Have on an Event without HP must be Gain or Give: it is "
                                  "gone when its effect is done";
    if (a->effects && (momentary || a->costs) &&
        (has_node(ops, a->effects, W_ALTERS) || has_node(ops, a->effects, W_TWICE_EACH_TURN)))
        return "this counts while its card is Active, in a line without Law or behind a state: "
               "While "
               "Damaged* This card Takes 1 less DMG";
    if (!laws && a->kind == ABILITY_EFFECT && !hpless && !a->costs &&
        ops[a->effects_from].code == W_NESTED)
        return "a state Law begins with \"While\" (OVE-754)";
    if (!laws && a->kind == ABILITY_EFFECT && !hpless)
        return gives_lastingly(ops, a)
                   ? "what lasts while this card is Active is said with has: Opposing Units have "
                     "-1 "
                     "SPD; Gain, lose, Give and Become need a Law (OVE-759)"
                   : "an effect without Law is only for Events without HP (OVE-759)";
    if (laws && !a->effects && !keywords && a->kind != ABILITY_ONLY)
        return "nothing stands behind this Law";
    bool of_event = laws && speaks_of_event(ops, laws);
    if (a->kind != ABILITY_WOULD && !a->of_itself && !of_event && speaks_of_it_first(ops, a->op) &&
        !has_own_subject(ops, a))
        return "\"it\" means nothing here; say \"this card\" (OVE-712)";
    if (!of_event && cancels_that(ops, a->op))
        return "\"that\" means nothing here: the Law must speak of it, QUICK (your opponent uses "
               "an Ability)* (OVE-874)";
    return NULL;
}

// Words that need others beside them.
static const char *wrong_words(const struct op *ops, const struct card_def *d,
                               const struct ability *a, bool hpless)
{
    if (has_node(ops, a->op, W_INSTEAD))
        return "\"instead\" needs a \"would\" Law (OVE-923), or stands behind what it replaces: "
               "Draw 1 card (Draw 2 cards instead if you have a DRAGON)";
    if (has_loose_x(ops, a))
        return "X is chosen with the Costs, and none of them says X: Consume X ENERGY➤, Discard X "
               "cards➤";
    if (has_loose_their(ops, a))
        return "\"their\" needs a player in front of it: Your opponent Discards 1 card from their "
               "Deck; cards have \"their owners' hands\"";
    if (d->fields_negative >> FIELD_ENERGY & 1 && gains_energy(ops, a->op))
        return "ENERGY to spend is Generated: Generate 2 ENERGY (OVE-851)";
    if (hpless && a->kind == ABILITY_EFFECT && gains_for_nothing(ops, a))
        return "an Event without HP has no use for it; say whose it is: 1 of your Units Gains +1 "
               "DMG, Deal 2 DMG to your Leader";
    if (takes_some_of_each(ops, a->op))
        return "\"each\" and \"both\" go with all of them: each Unit on each board; one of each is "
               "1 Unit on your board & 1 opposing Unit, or Each player Discards 1 card from their "
               "Deck";
    if (a->kind != ABILITY_STATIC && asks_of_own_cards(ops, a))
        return "\"it\" and \"they\" are no cards yet when this is asked: Select 1 Unit➤ Deal 3 DMG "
               "to it if it is Exhausted, or Deal 3 DMG to 1 Exhausted Unit; a player is \"your "
               "opponent\" (OVE-712)";
    if (a->kind != ABILITY_STATIC && has_node(ops, a->op, W_ENTERING))
        return "how cards Enter stands in a line without Law, or behind a state Law";
    if (has_node(ops, a->op, W_BE_STATE))
        return "that a card is in a state does nothing; a verb brings it there: Exhaust it";
    if (has_odd_next(ops, a->op))
        return "\"next\" goes with what a card Consumes, or with ENERGY from your next +card";
    if (has_odd_yield(ops, a->op))
        return "\"from\" is known in: Generate additional 2 ENERGY from your next +card this turn";
    if (has_rich_player(ops, a->op))
        return "a player has cards, and the ENERGY, HP and RANK of the Leader; keywords and marks "
               "are on cards";
    if (takes_cost(ops, a->op)) return "an ENERGY Cost can be changed, not Copied or Stolen";
    if (has_foreign_to(ops, a->op)) return "only RESISTANT has \"(to ...)\" (OVE-821)";
    if (has_other_number(ops, a->op))
        return "cards joined by \"or\" have one number: 1 Unit or 1 Event, 2 Units or Events "
               "(OVE-R415)";
    return NULL;
}

// What is wrong with a line by the reading rules of rules.md 6.2, or NULL.
static const char *wrong_line(const struct card_pool *pool, const struct card_def *d,
                              const struct ability *a)
{
    const struct op *ops      = pool->ops;
    bool             hpless   = is_hpless_event(d);
    size_t           keywords = op_find(ops, a->op, W_KEYWORDS);
    if (has_node(ops, a->op, W_BARE_NUMBER))
        return "1 of what is not said: Discard 1 card, or Discard 1 of them";
    if (has_node(ops, a->op, W_TWO_KINDS))
        return "a verb is said once more for further cards: Select 1 Unit & Select 1 Event➤ "
               "(OVE-709)";
    const char *wrong = wrong_costs(ops, a, hpless);
    if (!wrong) wrong = wrong_body(ops, a, hpless);
    if (!wrong && a->kind == ABILITY_WOULD) {
        wrong = wrong_would(pool, a);
        return wrong ? wrong : wrong_place(ops, a);
    }
    if (!wrong && hpless) wrong = wrong_fleeting(ops, a);
    if (!wrong) wrong = wrong_words(ops, d, a, hpless);
    if (!wrong) wrong = wrong_able(ops, a);
    if (!wrong && keywords) wrong = wrong_keyword_notes(ops, keywords);
    if (!wrong) wrong = wrong_infos(ops, a);
    if (!wrong) wrong = wrong_amounts(ops, a->op);
    if (!wrong) wrong = wrong_notes(ops, a);
    if (!wrong) wrong = wrong_most(ops, a);
    if (!wrong && has_loose_front(ops, a))
        wrong = "say behind each clause how long it counts: It Gains +1 DMG this turn & can't be "
                "Guarded this turn";
    if (!wrong) wrong = wrong_deed(ops, a);
    if (!wrong) wrong = wrong_in_words(ops, a);
    if (wrong) return wrong;
    static const uint16_t KEYWORD_WORDS[] = { W_RIDER,      W_FORCE,  W_DEAL_AGAIN, W_MULTIPLY,
                                              W_TAKES_NONE, W_EXCEED, W_WOULD,      W_WOULD_BE };
    for (unsigned i = 0; i < COUNT(KEYWORD_WORDS); i++)
        if (has_node(ops, a->op, KEYWORD_WORDS[i])) return ONLY_AS_KEYWORD; // quoted ones too
    return NULL;
}

// Quoted lines are granted to other cards, so they are looked at as lines of a Unit.
static const char *wrong_quote(const struct card_pool *pool, const struct card_def *d,
                               const struct ability *a, size_t *at)
{
    const char *wrong = NULL;
    for (size_t n = a->op; n < op_after(pool->ops, a->op) && !wrong; n++) {
        struct ability  inner;
        struct card_def unit = *d;
        unsigned        word;
        if (pool->ops[n].code != OP_LINE || n == a->op) continue;
        unit.kind = KIND_UNIT;
        ability_read(pool, a->line, (uint32_t)n, false, &inner);
        if (!is_keyword_text(pool, &pool->ops[inner.op], &word))
            wrong = wrong_line(pool, &unit, &inner);
        if (!wrong) wrong = wrong_binding(pool->ops, &inner, at);
        if (!wrong) wrong = wrong_for_ever(pool->ops, &inner, &unit, at);
        if (!wrong && inner.kind == ABILITY_ONLY)
            wrong = "what a card is given does not speak of its Activation, as it lies on the "
                    "board already; say ACTIVATE* for when it is Reactivated (OVE-R462)";
        if (!wrong && (inner.place != ANYWHERE || inner.afar))
            wrong = "what a card is given counts on the board and ends when it leaves (OVE-117)";
    }
    return wrong;
}

// With the words at fault; the column is theirs in the printed line.
static bool fail_at(const struct card_pool *pool, const struct card_def *d, uint32_t line,
                    size_t node, const char *wrong, struct error *err)
{
    const struct op   *op    = &pool->ops[node];
    const struct place place = { d->source, d->source_line, op->at + 1u };
    return fail(err, BAD_INPUT, place, "%s: \"%.*s\": %s", d->name, (int)op->length,
                pool->lines[line].printed.at + op->at, wrong);
}

bool oversoul_check_card(const struct card_pool *pool, const struct card_def *d, int *line,
                         struct error *err)
{
    *line = -1;
    if (d->kind >= KIND_TOTEM) return true; // the rulebook's own texts
    if (!check_heads(d, line, err) || !check_roles(d, line, err) || !check_energy(d, line, err) ||
        !check_stats(d, line, err))
        return false;
    bool hpless = is_hpless_event(d);
    bool minus  = d->fields_negative >> FIELD_ENERGY & 1;
    for (unsigned i = 0; i < d->line_count; i++) {
        struct ability     a;
        unsigned           word;
        uint32_t           at    = d->line_first + i;
        const struct place place = { d->source, d->source_line, 1 };
        *line                    = (int)i;
        ability_read(pool, at, pool->lines[at].op_first, hpless, &a);
        if (is_keyword_text(pool, &pool->ops[a.op], &word)) continue;
        size_t      node  = 0;
        const char *wrong = wrong_line(pool, d, &a);
        if (!wrong) wrong = wrong_binding(pool->ops, &a, &node);
        if (!wrong) wrong = wrong_for_ever(pool->ops, &a, d, &node);
        if (!wrong) wrong = wrong_quote(pool, d, &a, &node);
        if (wrong && node) return fail_at(pool, d, at, node, wrong, err);
        if (wrong) return fail(err, BAD_INPUT, place, "%s: %s", d->name, wrong);
        if (a.tied & ~(uint32_t)d->tags)
            return fail(err, BAD_INPUT, place, "%s: the line is tied to a Role it does not have",
                        d->name);
        if (a.tied && !a.underlined && !is_leader_kind(d->kind))
            return fail(err, BAD_INPUT, place,
                        "%s: a Role Ability is underlined, __●...__ (SEER); only Leaders show one "
                        "without (OVE-459)",
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
