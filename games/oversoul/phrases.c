// phrases.c - phrases of card text read once: which cards they mean, and what a clause among the
// Costs asks for (rules.md 6.4).
#include "games/oversoul/lines.h"

#include "base/arena.h"

// One word of a phrase; false if a filter cannot say it.
static bool filter_word(const struct op *op, struct filter *f)
{
    if (op->code == W_NOUN) {
        f->noun = (uint8_t)singular_noun(op->value);
        return f->noun <= NOUN_CONSTRUCT;
    }
    switch (op->code) {
    case OP_NAME:
        f->name = (uint16_t)op->value;
        return !(f->more & MORE_NAME) && (f->more |= MORE_NAME);
    case W_SIGN:
        f->more |= (uint8_t)(MORE_SIGN | (op->value == SIGN_PLUS ? MORE_IS_PLUS : 0));
        return true;
    case W_ARCHETYPE:
        f->archetypes |= (uint16_t)BIT(op->value);
        f->more |= MORE_MASKS;
        return true;
    case W_ROLE:
    case W_ROLES:
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
    static const uint8_t SIDES[] = { SIDE_OWN, SIDE_ANY, SIDE_ENEMY, SIDE_ANY,
                                     SIDE_ANY, SIDE_ANY, SIDE_ANY,   SIDE_ANY };
    size_t               side    = op_find(ops, zone, W_ZONESIDE);
    if (side && ops[side].value == ZONESIDE_EMPTY) return true;
    if (f->more & MORE_ZONE) return false;
    f->zone_side = side ? SIDES[ops[side].value] : SIDE_ANY;
    f->zone      = (uint8_t)ops[op_find(ops, zone, W_ZONENAME)].value;
    f->more |= MORE_ZONE;
    return true;
}

static bool filter_part(const struct op *ops, size_t object, size_t n, struct filter *f)
{
    static const uint8_t SIDES[] = { [BOARD_THE]      = SIDE_ANY,
                                     [BOARD_YOURS]    = SIDE_OWN,
                                     [BOARD_OPPOSING] = SIDE_ENEMY,
                                     [BOARD_EITHER]   = SIDE_ANY,
                                     [BOARD_EACH]     = SIDE_ANY };
    unsigned             side;
    switch (ops[n].code) {
    case W_AMOUNT:
    case W_OR_MORE:
    case W_EACH:
    case W_ANY:
    case W_AT_RANDOM: return true;
    case W_YOUR: f->side = ops[n].value == OF_OPPONENTS ? SIDE_ENEMY : SIDE_OWN; return true;
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

// "... with the highest DMG": where that stands in a phrase, or 0.
size_t most_said(const struct op *ops, size_t object)
{
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n))
        if (ops[n].code == W_WITH && op_find(ops, n, W_MOST)) return n;
    return 0;
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
    size_t most = most_said(ops, object);
    if (most) return (struct filter){ .kind = FILTER_MOST, .rest = (uint8_t)(most - object) };
    return f;
}

// "Spawn your Leader": what brings a Leader back finds it wherever it lies, if no place is said.
static bool brings_leader_back(const struct op *ops, size_t verb, size_t object)
{
    return (ops[verb].code == W_SPAWN || ops[verb].code == W_RETURN) &&
           says_noun(ops, object, NOUN_LEADER) && !op_find(ops, object, W_IN) &&
           !op_find(ops, object, W_ON);
}

const struct filter *read_filters(const struct card_pool *pool, struct arena *arena)
{
    struct filter *list = ARENA_ARRAY(arena, struct filter, pool->op_count);
    for (uint32_t i = 0; i < pool->op_count; i++)
        if (pool->ops[i].code == W_OBJECT) list[i] = filter_of(pool->ops, i);
    for (uint32_t i = 0; i < pool->op_count; i++) {
        size_t object = pool->ops[i].size > 1 ? op_find(pool->ops, i, W_OBJECT) : 0;
        if (object && brings_leader_back(pool->ops, i, object)) list[object].more |= MORE_RESCUED;
    }
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
    if (ops[verb].code == W_RETURN) return PAYS_RETURN;
    if (ops[verb].code != W_DO) return PAYS_OTHERWISE;
    return ops[verb].value == DO_SELECT      ? PAYS_SELECT
           : ops[verb].value == DO_EXHAUST   ? PAYS_EXHAUST
           : ops[verb].value == DO_SACRIFICE ? PAYS_SACRIFICE
           : ops[verb].value == DO_EXILE     ? PAYS_EXILE
                                             : PAYS_OTHERWISE;
}

static bool phrase_says(const struct op *ops, size_t object, uint16_t code, int value)
{
    for (size_t n = object; n < op_after(ops, object); n++)
        if (ops[n].code == code && ops[n].value == value) return true;
    return false;
}

// "in either Idle Zone", "on the opposing board", "1 of your opponent's Units"
static bool names_other_side(const struct op *ops, size_t object)
{
    return phrase_says(ops, object, W_YOUR, OF_OPPONENTS) ||
           phrase_says(ops, object, W_SIDE, BOARD_OPPOSING) ||
           phrase_says(ops, object, W_SIDE, BOARD_EITHER) ||
           phrase_says(ops, object, W_SIDE, BOARD_EACH) ||
           phrase_says(ops, object, W_ZONESIDE, ZONESIDE_OPPOSING) ||
           phrase_says(ops, object, W_ZONESIDE, ZONESIDE_EITHER) ||
           phrase_says(ops, object, W_ZONESIDE, ZONESIDE_EACH);
}

// "Spawn & Attach this card to the selection" later in the same line: what is Selected bears it,
// unless it is the Construct that is Selected.
static enum bearing bearing_after(const struct card_pool *pool, size_t clause, size_t object)
{
    const struct op *ops = pool->ops;
    if (op_find(ops, object, W_IN) || phrase_says(ops, object, W_NOUN, NOUN_CONSTRUCT) ||
        phrase_says(ops, object, W_NOUN, NOUN_CONSTRUCTS) ||
        phrase_says(ops, object, W_CONROLE, 0) || phrase_says(ops, object, W_CONROLE, 1))
        return BEARS_NOTHING;
    for (size_t n = op_after(ops, clause); n < pool->op_count && ops[n].code != OP_LINE; n++) {
        if (ops[n].code != W_SPAWN || !op_find(ops, n, W_AND_ATTACH)) continue;
        size_t as = op_find(ops, n, W_AS_CONSTRUCT), what = op_find(ops, n, W_OBJECT);
        if (as)
            return ops[op_find(ops, as, W_CONROLE)].value == CONROLE_EVENT ? BEARS_EVENT_CONSTRUCT
                                                                           : BEARS_CONSTRUCT;
        if (ops[op_child(what)].code == W_PRONOUN && ops[op_child(what)].value >= PRO_THIS_CARD &&
            ops[op_child(what)].value <= PRO_THIS_CONSTRUCT)
            return BEARS_THIS_CARD;
        return BEARS_NOTHING;
    }
    return BEARS_NOTHING;
}

static uint8_t energy_asked(const struct op *ops, size_t verb)
{
    size_t amount = op_find(ops, verb, W_AMOUNT);
    if (ops[amount].value != AMOUNT_NUMBER || ops[op_child(amount)].value > 99)
        return ENERGY_VARIES;
    return (uint8_t)ops[op_child(amount)].value;
}

// "Draw up to 2 cards", "Heal up to 3 HP to it": the most that may be chosen, or 0 (D24). Cards of
// a phrase are picked one by one instead.
static uint8_t up_to(const struct op *ops, size_t clause)
{
    size_t verb = op_child(clause), object = op_find(ops, verb, W_OBJECT);
    size_t amount = op_find(ops, verb, W_AMOUNT), grant = op_find(ops, verb, W_STATGRANT);
    if (!amount && !grant) grant = op_find(ops, verb, W_MARKS);
    if (!amount && !grant) grant = op_find(ops, verb, W_CHANGE_BY);
    if (!amount && !grant) grant = op_find(ops, verb, W_FROM); // "Steal up to 2 DMG from it"
    if (!amount && grant) amount = op_find(ops, grant, W_AMOUNT);
    if (!amount && ops[verb].code == W_DRAW && object && !is_described(ops, object))
        amount = op_find(ops, object, W_AMOUNT);
    if (!amount && ops[verb].code == W_SPAWN && totem_stats(ops, verb))
        amount = op_find(ops, object, W_AMOUNT);
    return amount && ops[amount].value == AMOUNT_UP_TO ? (uint8_t)ops[op_child(amount)].value : 0;
}

// Does it speak of cards of a Deck, or of the top ones of a zone?
static bool speaks_of_deck(const struct op *ops, size_t clause)
{
    for (size_t n = clause; n < op_after(ops, clause); n++)
        if (ops[n].code == W_TOP_OF ||
            (ops[n].code == W_IN &&
             ops[op_find(ops, op_find(ops, n, W_ZONE), W_ZONENAME)].value == ZONE_DECK))
            return true;
    return false;
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
    if (ops[clause].size > 1) d.up_to = up_to(ops, clause);
    d.of_deck = speaks_of_deck(ops, clause);
    if (!object) return d;
    if (amount && ops[amount].value == AMOUNT_NUMBER && !op_find(ops, object, W_TOP_OF))
        d.least = (int8_t)(ops[op_child(amount)].value > 99 ? -1 : ops[op_child(amount)].value);
    if (ops[op_child(object)].code == W_PRONOUN) d.least = 1;
    d.how      = (uint8_t)taken_by(&ops[verb]);
    d.turns    = ops[verb].code != W_DISCARD && (d.how == TAKEN_LEAVES || d.how == TAKEN_TURNS);
    d.deed     = (uint8_t)paying_by(ops, verb, object);
    d.opposing = phrase_says(ops, object, W_ADJ, ADJ_OPPOSING);
    d.afield   = d.opposing || names_other_side(ops, object);
    d.leader   = phrase_says(ops, object, W_NOUN, NOUN_LEADER) ||
               phrase_says(ops, object, W_NOUN, NOUN_LEADERS);
    if (ops[verb].code == W_RETURN) {
        enum zone_end end;
        d.sits_down = return_destination(ops, verb, &end) != ZONE_IDLE;
    }
    if (d.deed == PAYS_SELECT) d.bearing = (uint8_t)bearing_after(pool, clause, object);
    return d;
}

// Whose cards a clause takes, as far as its words tell.
static enum filter_side side_of_demand(const struct rulebook *b, const struct demand_words *d)
{
    const struct filter *f = &b->filters[d->object];
    if (d->deed == PAYS_SACRIFICE || d->deed == PAYS_HAND) return SIDE_OWN;
    return f->kind == FILTER_WORDS ? (enum filter_side)f->side : SIDE_ANY;
}

static bool is_after_same_cards(const struct rulebook *b, const struct demand_words *x,
                                const struct demand_words *y)
{
    enum filter_side of_x = side_of_demand(b, x), of_y = side_of_demand(b, y);
    return exclude_each_other(x->how, y->how) &&
           (of_x == of_y || of_x == SIDE_ANY || of_y == SIDE_ANY);
}

static void find_lone_demands(const struct rulebook *b, const struct op *ops,
                              const struct ability *a, struct demand_words *list)
{
    for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c)) {
        if (ops[c].code != W_CLAUSE || !list[c].object) continue;
        list[c].alone = 1;
        for (size_t o = op_child(a->costs); o < a->costs_end; o = op_after(ops, o))
            if (o != c && ops[o].code == W_CLAUSE && list[o].object &&
                is_after_same_cards(b, &list[c], &list[o]))
                list[c].alone = 0;
    }
}

const struct demand_words *read_demands(const struct card_pool *pool, const struct rulebook *b,
                                        struct arena *arena)
{
    struct demand_words *list = ARENA_ARRAY(arena, struct demand_words, pool->op_count);
    for (uint32_t i = 0; i < pool->op_count; i++)
        if (pool->ops[i].code == W_CLAUSE || pool->ops[i].code == W_INSTEAD_IF)
            list[i] = demand_of(pool, i);
    for (uint32_t i = 0; i < pool->op_count; i++) {
        size_t subject = 0, c = op_child(i);
        for (; pool->ops[i].code == W_EFFECTS && c < op_after(pool->ops, i);
             c = op_after(pool->ops, c))
            list[c].subject = (uint16_t)(subject = subject_after(pool->ops, c, subject));
    }
    for (uint32_t i = 0; i < b->ability_count; i++)
        if (b->abilities[i].costs && !b->abilities[i].shared)
            find_lone_demands(b, pool->ops, &b->abilities[i], list);
    for (uint32_t i = 0; i < b->ability_count; i++) read_keeping(pool->ops, &b->abilities[i], list);
    return list;
}
