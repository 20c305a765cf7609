// amounts.c - the amounts of card text (rules.md 6.4): "1", "all", "X", "for each", "equal to".
#include "games/oversoul/rules.h"

// "Discard any number of cards➤ Draw that many cards": as many as were named.
SELDOM static int that_many(const struct scope *k)
{
    card_id list[NAMED_MAX];
    return (int)spoken_of(k, PRO_THEM, list, NAMED_MAX);
}

int amount_of(const struct scope *k, size_t amount)
{
    const struct op *op = &ops_of(k)[amount];
    switch ((enum amount_word)op->value) {
    case AMOUNT_RANK: return present_stat(k, k->card, STAT_RANK);                 // OVE-R182
    case AMOUNT_COST: return (int)activation_cost(k->t, k->seat, k->card, false); // OVE-714
    case AMOUNT_X: return k->x;
    case AMOUNT_A: return 1;
    case AMOUNT_ALL: return -1;
    case AMOUNT_ANY: return -2;
    case AMOUNT_UP_TO:
        if (k->number) return k->number - 1;
        return ops_of(k)[op_child(amount)].value;
    case AMOUNT_NUMBER: return ops_of(k)[op_child(amount)].value;
    case AMOUNT_THAT_MANY: return that_many(k);
    }
    return 0;
}

bool is_pronoun_object(const struct op *ops, size_t object)
{
    return ops[object].size > 1 && ops[op_child(object)].code == W_PRONOUN;
}

static int its_stat(const struct scope *k, enum statname stat)
{
    card_id it;
    return spoken_of(k, PRO_IT, &it, 1) ? present_stat(k, it, stat) : 0;
}

// "Exhaust 2 Units➤ Deal DMG equal to their DMG ...": together (OVE-R354).
static int their_stat(const struct scope *k, enum statname stat)
{
    card_id list[NAMED_MAX];
    int     sum = 0;
    for (size_t n = spoken_of(k, PRO_THEM, list, NAMED_MAX); n-- > 0;)
        sum += present_stat(k, list[n], stat);
    return sum;
}

// For a number, what is no more counts as well: "for each of them", "that card's DMG".
static size_t counted(const struct scope *k, size_t object, card_id *list, size_t max)
{
    if (!is_pronoun_object(ops_of(k), object)) return candidates(k, object, list, max);
    return spoken_of(k, (enum pronoun)ops_of(k)[op_child(object)].value, list, max);
}

// As many as there are cards, or "Archetypes on your board": as many as these have between them.
int count_said(const struct scope *k, size_t object, const card_id *list, size_t count)
{
    unsigned seen = 0;
    if (!op_find(ops_of(k), object, W_KINDS)) return (int)count;
    for (size_t i = 0; i < count; i++) seen |= archetypes_of(k->t, list[i]);
    return __builtin_popcount(seen);
}

static int whole_amount(const struct scope *k, size_t equal)
{
    const struct op *ops    = ops_of(k);
    size_t           object = op_find(ops, equal, W_OBJECT), stat = op_find(ops, equal, W_STAT);
    card_id          list[64];
    size_t n = object ? counted(k, object, list, COUNT(list)) : 0, its = op_find(ops, equal, W_ITS);
    switch ((enum equal_word)ops[equal].value) {
    case EQUAL_DAMAGE_DEALT:
    case EQUAL_DEALT_BY:
    case EQUAL_SAME_AMOUNT: return k->damage_dealt; // or Healed: see do_heal()
    case EQUAL_STAT_OF:
        if (its)
            return (ops[its].value == SAID_THEIR ? their_stat
                                                 : its_stat)(k, (enum statname)ops[stat].value);
        return n ? present_stat(k, list[0], (enum statname)ops[stat].value) : 0;
    case EQUAL_OWN_STAT:
        return k->gone ? 0 : present_stat(k, k->card, (enum statname)ops[stat].value);
    case EQUAL_COUNT: return count_said(k, object, list, n);
    }
    return 0;
}

// "Half its HP, rounded up", "twice its DMG", "(max 5)" (OVE-R470).
int equal_amount(const struct scope *k, size_t equal)
{
    const struct op *ops   = ops_of(k);
    int              n     = whole_amount(k, equal);
    size_t           share = op_find(ops, equal, W_SHARE), cap = op_find(ops, equal, W_CAP);
    if (share && ops[share].value == SHARE_TWICE) n *= 2;
    if (share && ops[share].value == SHARE_HALF)
        n = (n + (op_find(ops, equal, W_ROUNDED_UP) != 0)) / 2;
    if (cap && n > ops[op_child(cap)].value) n = ops[op_child(cap)].value;
    return n;
}

int granted_amount(const struct scope *k, size_t grant)
{
    size_t equal = op_find(ops_of(k), grant, W_EQUAL);
    return equal ? equal_amount(k, equal) : amount_of(k, op_find(ops_of(k), grant, W_AMOUNT));
}

// "Each DRAGON has +1 DMG for each other DRAGON", "Give your Units +1 DMG for each other Unit"
static bool is_for_several(const struct scope *k, size_t clause)
{
    const struct op *ops     = ops_of(k);
    size_t           subject = book(k->t)->demands[clause].subject, verb = op_child(clause);
    if (!subject && ops[verb].code == W_GIVE) subject = op_find(ops, verb, W_OBJECT);
    return subject && ops[subject].code == W_OBJECT && !is_pronoun_object(ops, subject) &&
           (k->it != NO_CARD || k->named_count == 1);
}

static int each_counted(const struct scope *all, size_t clause, size_t each)
{
    const struct op *ops   = ops_of(all);
    size_t           marks = op_find(ops, each, W_MARKS);
    struct scope     k     = *all;
    card_id          list[64];
    k.singly = is_for_several(all, clause);
    if (!marks) { // "for each 2 cards in your hand": as often as there are two (OVE-R353)
        size_t object = op_find(ops, each, W_OBJECT), per = op_find(ops, object, W_AMOUNT);
        int    count = count_said(&k, object, list, counted(&k, object, list, COUNT(list)));
        return per && ops[per].value == AMOUNT_NUMBER ? count / amount_of(&k, per) : count;
    }
    size_t n   = candidates(&k, op_find(ops, marks, W_OBJECT), list, COUNT(list));
    int    sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += marks_on(k.t, list[i], (unsigned)ops[op_find(ops, marks, OP_NAME)].value);
    return sum;
}

int for_each_count(const struct scope *k, size_t clause)
{
    const struct op *ops  = ops_of(k);
    size_t           each = op_find(ops, clause, W_FOR_EACH);
    if (!each) return 1;
    int    n   = each_counted(k, clause, each);
    size_t cap = op_find(ops, each, W_CAP); // "(max 3)"
    return cap && n > ops[op_child(cap)].value ? ops[op_child(cap)].value : n;
}

// How many cards the phrase asks for, and the least that will do. A phrase without a number means
// all that fit ("opposing Units") or, in the singular, one.
int object_count(const struct scope *k, size_t object, int *least)
{
    const struct op *ops    = ops_of(k);
    size_t           amount = op_find(ops, object, W_AMOUNT);
    size_t           top    = op_find(ops, object, W_TOP_OF);
    if (top) amount = op_find(ops, top, W_AMOUNT); // "the top 2 cards"
    if (amount) {
        int n  = amount_of(k, amount);
        *least = n < 0 ? 0 : n;
        if (ops[amount].value == AMOUNT_X && !k->x) { // not chosen yet: 1 or more
            *least = 1;
            return -1;
        }
        if (ops[amount].value == AMOUNT_UP_TO) *least = 0;
        return n < 0 ? -1 : n;
    }
    *least = 0;
    if (op_find(ops, object, W_EACH) || op_find(ops, object, W_BESIDES)) return -1;
    if (op_find(ops, object, W_ANOTHER) || op_find(ops, object, W_ANY)) return *least = 1;
    size_t group = op_find(ops, object, W_GROUP);
    size_t noun  = group ? op_find(ops, group, W_NOUN) : 0;
    if (noun && !is_plural_noun(ops[noun].value)) return *least = 1;
    if (group && !noun && !op_find(ops, group, W_ROLES)) return *least = 1;
    return -1;
}
