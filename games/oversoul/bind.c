// bind.c - what the pronouns of a line mean (OVE-712), settled when the card is read: which words
// name cards, and which of them "it" speaks of. "Named" is what "it" and "them" mean at a point of
// the line; at play that is a list in struct work, and what a clause does to it is told here.
#include "games/oversoul/lines.h"

// --- clauses -------------------------------------------------------------------------------------

// The next "then to" of a clause, or 0.
size_t then_to(const struct op *ops, size_t clause, unsigned part)
{
    size_t verb = op_child(clause);
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n))
        if (ops[n].code == W_THEN_TO && part-- == 0) return n;
    return 0;
}

// "Cancel 1 opposing Event": cards whose links are not carried out yet; "Cancel all Abilities of 1
// opposing Unit".
static size_t cancelled_object(const struct op *ops, size_t verb)
{
    size_t what = op_child(verb), object = op_find(ops, what, W_OBJECT);
    bool   fits = ops[what].value == CANCELS_ABILITIES || ops[what].value == CANCELS_CHANGES ||
                (ops[what].value == CANCELS_OBJECT && op_after(ops, what) == op_after(ops, verb));
    return fits && object && !is_pronoun_object(ops, object) ? object : 0;
}

size_t object_of_clause(const struct op *ops, size_t clause, unsigned part)
{
    size_t verb = op_child(clause), from = 0, object;
    if (part) return op_find(ops, then_to(ops, clause, part - 1u), W_OBJECT);
    switch (ops[verb].code) {
    case W_CANCEL: return cancelled_object(ops, verb);
    case W_COSTING: // cards not yet Activated, but "it Costs 1 less ENERGY" speaks of a card
        object = op_find(ops, verb, W_OBJECT);
        return is_pronoun_object(ops, object) ? object : 0;
    case W_GENERATE:
    case W_ADDITIONAL: return 0;
    case W_COPY:
    case W_STEAL: from = op_find(ops, verb, W_FROM); break;
    default: break;
    }
    object = op_find(ops, from ? from : verb, W_OBJECT);
    if (ops[verb].code == W_ABLE && op_child(verb) != object) return 0; // "can't Attack Leaders"
    if (ops[verb].code == W_DRAW && !is_pronoun_object(ops, object))
        return 0; // the top of a Deck (OVE-868)
    return object;
}

// --- how a line goes on --------------------------------------------------------------------------

// Does the clause speak of what was named before beside the cards that it is about: "Deal DMG to
// the opposing Leader equal to its DMG", "Attach 1 Construct on your board to it", "Your Units
// Become that Archetype", "... for each Construct Attached to it"?
static bool speaks_of_it_too(const struct op *ops, size_t clause, size_t object)
{
    size_t each = op_find(ops, clause, W_FOR_EACH), verb = op_child(clause);
    size_t end = each ? op_after(ops, each) : op_after(ops, verb);
    for (size_t n = verb; n < end;
         n        = n == object || ops[n].code == OP_TEXT ? op_after(ops, n) : n + 1)
        switch (ops[n].code) {
        case W_ITS:
        case W_THOSE:
        case W_PROPERTY: return true;
        case W_PLAYER:
            if (ops[n].value == PLAYER_ITS_OWNER) return true;
            break;
        case W_ADJ:
            if (ops[n].value == ADJ_SELECTED) return true;
            break;
        case W_PRONOUN:
            if (is_named_before(ops[n].value)) return true;
            break;
        default: break;
        }
    return false;
}

// How the rest of the line speaks first of what was named: "then Shatter it", "then Give them
// GUARD", "then Exhaust the Selected DRAGON".
enum said_next { NOTHING_NAMED, ONE_NAMED, SEVERAL_NAMED, SELECTED_NAMED };
static enum said_next goes_on_with(const struct op *ops, size_t clause, size_t end)
{
    for (size_t n = op_after(ops, clause); n < end; n = next_node(ops, n)) {
        if (ops[n].code == W_ADJ && ops[n].value == ADJ_SELECTED) return SELECTED_NAMED;
        if (ops[n].code == W_THOSE) return SEVERAL_NAMED;
        if (ops[n].code == W_ITS) return ONE_NAMED;
        if (ops[n].code == W_PRONOUN && ops[n].value <= PRO_THEM)
            return ops[n].value == PRO_IT ? ONE_NAMED : SEVERAL_NAMED;
    }
    return NOTHING_NAMED;
}

// What can only be done to cards on the board.
static bool acts_on_board(const struct op *verb)
{
    if (verb->code != W_DO)
        return verb->code == W_DEAL || verb->code == W_HEAL || verb->code == W_HEAL_FULL;
    return verb->value == DO_SHATTER || verb->value == DO_EXHAUST || verb->value == DO_REACTIVATE;
}

// "Select 1 Unit➤ Draw 1 card, Deal 1 DMG to it": the Unit, as no card of a hand can be meant.
static bool goes_back_to_board(const struct op *ops, size_t clause, size_t end)
{
    for (size_t n = op_after(ops, clause); n < end; n = op_after(ops, n)) {
        size_t object = ops[n].code == W_CLAUSE ? op_find(ops, op_child(n), W_OBJECT) : 0;
        if (ops[n].code != W_CLAUSE) return false;
        if (!object || !is_pronoun_object(ops, object)) continue;
        return ops[op_child(object)].value == PRO_SELECTION || acts_on_board(&ops[op_child(n)]);
    }
    return false;
}

// "each Unit adjacent to it", "all Constructs Attached to it": several cards near one (OVE-R173).
static bool means_several_near_it(const struct op *ops, size_t object)
{
    size_t amount = op_find(ops, object, W_AMOUNT), near = op_find(ops, object, W_NEAR);
    size_t to  = near ? op_find(ops, near, W_OBJECT) : 0;
    bool   one = amount && ops[amount].value == AMOUNT_NUMBER && ops[op_child(amount)].value == 1;
    return to && !one && !op_find(ops, object, W_ANOTHER) && ops[op_child(to)].code == W_PRONOUN &&
           ops[op_child(to)].value == PRO_IT;
}

static bool says_selected(const struct op *ops, size_t object)
{
    return !op_find(ops, object, W_THOSE) && is_of_named(ops, object);
}

// --- what a clause leaves named ------------------------------------------------------------------

// The cards that a part of a clause is about are "it" from then on, unless the clause speaks of
// what was named before too, or the line goes on with that.
static enum keeping keeping_of_part(const struct op *ops, const struct ability *a, size_t clause,
                                    unsigned part, size_t end)
{
    size_t         object = object_of_clause(ops, clause, part);
    enum said_next next   = goes_on_with(ops, clause, end);
    if (!object) return NAMES_ANEW;
    if (means_several_near_it(ops, object) && next == ONE_NAMED) return KEEPS_ALWAYS;
    bool too      = !says_selected(ops, object) && speaks_of_it_too(ops, clause, object);
    bool selected = a->selects && next == SELECTED_NAMED; // all of them stay named
    return too || selected ? KEEPS_NAMED : NAMES_ANEW;
}

// The same of what a verb Draws, Discards or makes.
static enum keeping keeping_of_made(const struct op *ops, const struct ability *a, size_t clause,
                                    size_t end)
{
    size_t         verb = op_child(clause), object = op_find(ops, verb, W_OBJECT);
    enum said_next next  = goes_on_with(ops, clause, end);
    bool           drawn = ops[verb].code == W_DRAW || ops[verb].code == W_DISCARD;
    if ((speaks_of_it_too(ops, clause, object) && next != SEVERAL_NAMED) ||
        (a->selects && next == SELECTED_NAMED) || (drawn && goes_back_to_board(ops, clause, end)))
        return KEEPS_NAMED;
    return NAMES_ANEW;
}

static void read_clause(const struct op *ops, const struct ability *a, size_t clause, size_t end,
                        struct demand_words *d)
{
    unsigned part = 0;
    do {
        enum keeping k = keeping_of_part(ops, a, clause, part, end);
        if (k == KEEPS_ALWAYS) d->keeps |= (uint8_t)BIT(part);
        if (k == KEEPS_NAMED) d->keeps_named |= (uint8_t)BIT(part);
    } while (then_to(ops, clause, part++) && part < PARTS_MAX);
    d->keeps_made = keeping_of_made(ops, a, clause, end) == KEEPS_NAMED;
}

static void read_block(const struct op *ops, const struct ability *a, size_t effects,
                       struct demand_words *list)
{
    size_t end = op_after(ops, effects);
    for (size_t c = op_child(effects); c < end; c = op_after(ops, c)) {
        size_t inner = ops[c].code == W_NESTED ? op_find(ops, c, W_EFFECTS) : 0;
        if (inner) read_block(ops, a, inner, list);
        if (ops[c].code != W_CLAUSE) continue;
        read_clause(ops, a, c, end, &list[c]);
        for (size_t n = op_child(c); n < op_after(ops, c); n = op_after(ops, n))
            if (ops[n].code == W_INSTEAD_IF) read_clause(ops, a, n, end, &list[n]);
    }
}

void read_keeping(const struct op *ops, const struct ability *a, struct demand_words *list)
{
    if (a->effects) read_block(ops, a, a->effects, list);
}
