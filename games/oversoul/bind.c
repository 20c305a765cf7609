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

size_t mode_at(const struct op *ops, size_t modes, unsigned number)
{
    for (size_t n = op_child(modes); n < op_after(ops, modes); n = op_after(ops, n))
        if (ops[n].code == W_NESTED && --number == 0) return n;
    return 0;
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
        case W_AMOUNT:
            if (ops[n].value == AMOUNT_THAT_MANY) return true;
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

static bool is_that_many(const struct op *op)
{
    return op->code == W_AMOUNT && op->value == AMOUNT_THAT_MANY;
}

// How the rest of the line speaks first of what was named: "then Shatter it", "then Give them
// GUARD", "then Exhaust the Selected DRAGON".
enum said_next { NOTHING_NAMED, ONE_NAMED, SEVERAL_NAMED, SELECTED_NAMED, REST_NAMED };
static enum said_next goes_on_with(const struct op *ops, size_t clause, size_t end)
{
    for (size_t n = op_after(ops, clause); n < end; n = next_node(ops, n)) {
        if (ops[n].code == W_ADJ && ops[n].value == ADJ_SELECTED) return SELECTED_NAMED;
        if (ops[n].code == W_THOSE || is_that_many(&ops[n])) return SEVERAL_NAMED;
        if (ops[n].code == W_ITS) return ONE_NAMED;
        if (ops[n].code == W_PRONOUN && ops[n].value == PRO_REST) return REST_NAMED;
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
    d->keeps_made  = keeping_of_made(ops, a, clause, end) == KEEPS_NAMED;
    d->leaves_rest = goes_on_with(ops, clause, end) == REST_NAMED;
}

static void read_block(const struct op *ops, const struct ability *a, size_t effects,
                       struct demand_words *list)
{
    size_t end = op_after(ops, effects);
    for (size_t c = op_child(effects); c < end; c = op_after(ops, c)) {
        size_t inner = ops[c].code == W_NESTED ? op_find(ops, c, W_EFFECTS) : 0;
        size_t other = ops[c].code == W_NESTED ? op_find(ops, c, W_ELSE) : 0;
        if (ops[c].code == W_MODES) read_block(ops, a, c, list);
        if (inner) read_block(ops, a, inner, list);
        if (other) read_block(ops, a, other, list);
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

// --- what each word means ------------------------------------------------------------------------

struct binder {
    const struct op      *ops;
    const struct ability *a;
    struct bound          named; // what "it" means at this point
    struct bound         *out;
    size_t                count, max;
};

static void bind_word(struct binder *b, size_t word, struct bound to)
{
    if (b->count == b->max) return;
    to.word            = word;
    b->out[b->count++] = to;
}

static struct bound named_by(enum source source, size_t node)
{
    return (struct bound){ .node = node, .source = (uint8_t)source };
}

// Those Selected: the last of several where "it" is that one (OVE-R268).
static struct bound what_was_selected(const struct op *ops, const struct ability *a)
{
    size_t object = 0;
    for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c)) {
        const struct op *verb = &ops[op_child(c)];
        if (ops[c].code != W_CLAUSE || verb->code != W_DO || verb->value != DO_SELECT) continue;
        if (!object || a->last_one) object = op_find(ops, op_child(c), W_OBJECT);
    }
    return named_by(SELECTED_CARD, object);
}

static struct bound what_was_paid(const struct op *ops, const struct ability *a)
{
    for (size_t c = a->costs ? op_child(a->costs) : 0; c && c < a->costs_end;
         c        = op_after(ops, c)) {
        size_t object = ops[c].code == W_CLAUSE ? op_find(ops, op_child(c), W_OBJECT) : 0;
        if (object) return named_by(PAID_CARD, object);
    }
    return named_by(NO_SOURCE, 0);
}

// Of an event the card that it speaks of for "it" (OVE-R220, OVE-R343, OVE-R430).
static size_t card_of_event(const struct op *ops, const struct ability *a, size_t event)
{
    size_t subject = op_child(event), end = op_after(ops, event), by = 0, what = 0;
    for (size_t n = op_after(ops, subject); n < end; n = op_after(ops, n)) {
        if (ops[n].code == W_BY && !by) by = n;
        if (ops[n].code == W_OBJECT && !what) what = n;
        if (ops[n].code == W_DMG_WORD && !what) what = op_find(ops, n, W_OBJECT);
    }
    if (by && is_done_by_it(ops, subject, by, (enum pronoun)a->that))
        return op_find(ops, by, W_OBJECT);
    if (ops[subject].code == W_OBJECT && !is_this_card(ops, subject)) return subject;
    return what ? what : event;
}

// The card that the Laws speak of.
static struct bound what_law_names(const struct op *ops, const struct ability *a)
{
    enum {
        OF_ANOTHER = BIT(LAW_ATTACK) | BIT(LAW_INJURE) | BIT(LAW_EXECUTE) | BIT(LAW_BLOODLUST) |
                     BIT(LAW_PERFECT)
    };
    size_t laws = op_find(ops, a->op, W_LAWS);
    for (size_t n = laws; laws && n < op_after(ops, laws); n = next_node(ops, n)) {
        if (ops[n].code == W_KEYLAW && BIT(ops[n].value) & OF_ANOTHER)
            return named_by(CARD_OF_KEYLAW, n);
        if (ops[n].code == W_EVENTLAW && !has_node(ops, n, W_TURN_EDGE))
            return named_by(CARD_OF_LAW, card_of_event(ops, a, op_find(ops, n, W_EVENT)));
        if (is_deed_info(ops, n)) return named_by(CARD_OF_LAW, card_of_event(ops, a, n));
    }
    return named_by(NO_SOURCE, 0);
}

// Before the first clause is carried out.
static struct bound named_at_first(const struct op *ops, const struct ability *a)
{
    if (a->selects) return what_was_selected(ops, a);
    struct bound law  = what_law_names(ops, a);
    struct bound paid = what_was_paid(ops, a);
    if (law.source && !a->names_itself) return law;
    if (paid.source) return paid;
    return named_by(a->of_itself || a->kind == ABILITY_STATIC ? THIS_CARD_ITSELF : NO_SOURCE, 0);
}

static void bind_words(struct binder *b, size_t from, size_t end, struct bound now)
{
    const struct op *ops = b->ops;
    for (size_t n = from; n < end; n = next_node(ops, n)) {
        bool selected = ops[n].code == W_ADJ && ops[n].value == ADJ_SELECTED;
        bool owner    = ops[n].code == W_PLAYER && ops[n].value == PLAYER_ITS_OWNER;
        bool pronoun  = ops[n].code == W_PRONOUN && is_named_before(ops[n].value);
        if (selected && b->a->selects)
            bind_word(b, n, what_was_selected(ops, b->a));
        else if (selected || owner || pronoun || is_that_many(&ops[n]) || ops[n].code == W_ITS ||
                 ops[n].code == W_THOSE)
            bind_word(b, n, now);
    }
}

static bool is_of_several(const struct op *ops, size_t object)
{
    size_t amount = op_find(ops, object, W_AMOUNT);
    return op_find(ops, object, W_EACH) ||
           (amount && ops[amount].value != AMOUNT_A &&
            !(ops[amount].value == AMOUNT_NUMBER && ops[op_child(amount)].value == 1)) ||
           (!amount && op_find(ops, object, W_YOUR));
}

// What one part of a clause is about; true if that is "it" from then on.
static void bind_part(struct binder *b, size_t clause, unsigned part, size_t end)
{
    const struct op *ops    = b->ops;
    size_t           object = object_of_clause(ops, clause, part);
    if (!object) return;
    bind_words(b, object, op_after(ops, object), b->named);
    bool discards = ops[op_child(clause)].code == W_DISCARD; // that names what is made
    if (is_pronoun_object(ops, object)) {
        int  word = ops[op_child(object)].value;
        bool near = word == PRO_ATTACKER || word == PRO_ATTACHED_CARD;
        if (!b->a->selects && (near || (is_this_card(ops, object) && !b->named.source)))
            b->named = named_by(near ? NAMED_CARD : THIS_CARD_ITSELF, object);
        return;
    }
    enum keeping keeps = keeping_of_part(ops, b->a, clause, part, end);
    bool         named = b->named.source && b->a->kind != ABILITY_STATIC; // that names nothing else
    if (discards || keeps == KEEPS_ALWAYS || (keeps == KEEPS_NAMED && named)) return;
    b->named = named_by(NAMED_CARD, object);
}

// What a verb that says "its" without a word for it is about: "reduce its ENERGY Cost by 1".
static void bind_unsaid(struct binder *b, size_t verb)
{
    const struct op *ops   = b->ops;
    bool             taken = (ops[verb].code == W_COPY || ops[verb].code == W_STEAL) &&
                 !op_find(ops, verb, W_OBJECT) && !op_find(ops, verb, W_FROM);
    bool changed = ops[verb].code == W_CHANGE && !op_find(ops, verb, W_OBJECT);
    if (taken || changed) bind_word(b, verb, b->named);
}

static void bind_clause(struct binder *b, size_t clause, size_t end)
{
    const struct op *ops  = b->ops;
    size_t           verb = op_child(clause), first = object_of_clause(ops, clause, 0);
    unsigned         part = 0;
    for (size_t n = op_after(ops, verb); n < op_after(ops, clause); n = op_after(ops, n))
        if (ops[n].code == W_NOTE) bind_words(b, n, op_after(ops, n), b->named);
    bind_unsaid(b, verb);
    do {
        bind_part(b, clause, part, end);
    } while (then_to(ops, clause, part++) && part < PARTS_MAX);
    struct bound now = b->named; // in numbers: each of several (OVE-R168)
    now.singly       = now.source == NAMED_CARD && now.node == first && first &&
                 is_of_several(ops, first);
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n))
        if (n != first && ops[n].code != W_THEN_TO) bind_words(b, n, op_after(ops, n), now);
    for (size_t n = op_after(ops, verb); n < op_after(ops, clause); n = op_after(ops, n))
        if (ops[n].code != W_NOTE) bind_words(b, n, op_after(ops, n), now);
    size_t object = op_find(ops, verb, W_OBJECT);
    bool   makes  = (ops[verb].code == W_DRAW || ops[verb].code == W_DISCARD)
                        ? object && !is_pronoun_object(ops, object)
                        : ops[verb].code == W_SPAWN && has_node(ops, verb, W_WITH_STATS);
    if (makes && !(b->named.source && keeping_of_made(ops, b->a, clause, end) == KEEPS_NAMED))
        b->named = named_by(MADE_CARD, object);
    if (ops[verb].code == W_GAZE && !b->named.source) b->named = named_by(MADE_CARD, verb);
}

static void bind_block(struct binder *b, size_t from, size_t end)
{
    const struct op *ops = b->ops;
    for (size_t c = from; c < end; c = op_after(ops, c)) {
        bool         block  = ops[c].code == W_NESTED || ops[c].code == W_LATER;
        size_t       inner  = block ? op_find(ops, c, W_EFFECTS) : 0;
        size_t       other  = ops[c].code == W_NESTED ? op_find(ops, c, W_ELSE) : 0;
        struct bound before = b->named;
        for (unsigned i = 1; ops[c].code == W_MODES && mode_at(ops, c, i); i++) {
            b->named = before; // what another mode names was not
            bind_block(b, mode_at(ops, c, i), op_after(ops, mode_at(ops, c, i)));
        }
        if (inner) {
            bind_words(b, c, inner, b->named);
            bind_block(b, op_child(inner), op_after(ops, inner));
        }
        if (other) {
            struct bound after = b->named;
            b->named           = before;
            bind_block(b, op_child(other), op_after(ops, other));
            b->named = after;
        }
        if (ops[c].code == W_CLAUSE) bind_clause(b, c, end);
    }
}

size_t bind_line(const struct op *ops, const struct ability *a, struct bound *out, size_t max)
{
    struct binder b = { .ops = ops, .a = a, .out = out, .max = max };
    if (a->costs) bind_words(&b, a->costs, a->costs_end, what_law_names(ops, a));
    b.named = named_at_first(ops, a);
    if (a->effects) bind_block(&b, a->effects_from, a->effects_end);
    return b.count;
}

// --- what cannot be meant ------------------------------------------------------------------------

const char *wrong_binding(const struct op *ops, const struct ability *a, size_t *at)
{
    struct bound list[BOUND_MAX];
    size_t       n = bind_line(ops, a, list, BOUND_MAX);
    for (size_t i = 0; i < n; i++) {
        if (list[i].source) continue;
        *at = list[i].word;
        return a->costs && *at < a->costs_end
                   ? "the Law names no card, and what a Cost takes is none yet; Select one and say "
                     "the rest behind ➤: Select 1 Unit➤ Exhaust it"
                   : "no card was named before it; say \"this card\", or name one: Select 1 Unit➤ "
                     "Exhaust it (OVE-712)";
    }
    return NULL;
}

// --- in plain words ------------------------------------------------------------------------------

static struct text words_of(const struct card_pool *pool, const struct ability *a, size_t node)
{
    const struct op *op = &pool->ops[node];
    return text_part(pool->lines[a->line].printed, op->at, op->length);
}

static const char *said_of_keylaw(int law)
{
    switch ((enum keylaw)law) {
    case LAW_ATTACK: return "the card Attacked";
    case LAW_INJURE: return "the card that took the DMG";
    case LAW_EXECUTE: return "the card Shattered";
    case LAW_BLOODLUST: return "the card that dealt the DMG";
    default: return "the PERFECT Event";
    }
}

static void write_bound(const struct card_pool *pool, const struct ability *a,
                        const struct bound *x, struct writer *w)
{
    static const char *const SAID[] = {
        [NO_SOURCE]        = "nothing",
        [SELECTED_CARD]    = "Selected, ",
        [PAID_CARD]        = "paid with, ",
        [CARD_OF_LAW]      = "of the Law, ",
        [NAMED_CARD]       = "",
        [MADE_CARD]        = "what comes of ",
        [THIS_CARD_ITSELF] = "this card",
        [CARD_OF_KEYLAW]   = "",
    };
    write_format(w, "      %.*s: %s%s", SHOW(words_of(pool, a, x->word)),
                 x->singly ? "each of " : "", SAID[x->source]);
    if (x->source == CARD_OF_KEYLAW)
        write_chars(w, said_of_keylaw(pool->ops[x->node].value));
    else if (x->node && x->source != THIS_CARD_ITSELF)
        write_format(w, "\"%.*s\"", SHOW(words_of(pool, a, x->node)));
    write_chars(w, "\n");
}

static const char *kind_said(const struct ability *a)
{
    switch ((enum ability_kind)a->kind) {
    case ABILITY_KEYWORDS: return "Keyworded Abilities";
    case ABILITY_STATIC: return "counts all the time";
    case ABILITY_TRIGGER: return "triggers";
    case ABILITY_USE: return "is used at will";
    case ABILITY_WOULD: return "replaces what would happen";
    case ABILITY_EFFECT: return "is done when the card is Activated";
    case ABILITY_ONLY: return "is of the card's own Activation";
    }
    return "";
}

// The rulebook's own texts of Keyworded Abilities speak of every DMG, which no line of a card does.
static void explain_ability(const struct card_pool *pool, const struct card_def *d,
                            const struct ability *a, struct writer *w)
{
    struct bound list[BOUND_MAX];
    write_format(w, "    %s\n", kind_said(a));
    if (d->kind == KIND_KEYWORD) return;
    for (size_t i = 0, n = bind_line(pool->ops, a, list, BOUND_MAX); i < n; i++)
        write_bound(pool, a, &list[i], w);
}

void oversoul_explain(const struct card_pool *pool, const struct card_def *d, uint32_t line,
                      struct writer *w)
{
    size_t first = pool->lines[line].op_first;
    for (size_t n = first; n < op_after(pool->ops, first); n++) {
        struct ability a;
        if (pool->ops[n].code != OP_LINE) continue;
        ability_read(pool, line, (uint32_t)n, n == first && is_hpless_event(d), &a);
        explain_ability(pool, d, &a, w);
    }
}
