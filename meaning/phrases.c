// phrases.c - things, amounts and conditions, from their nodes to rows.
#include "meaning/lowering.h"

bool lower_is_amount(unsigned code)
{
    switch (code) {
    case OP_NUMBER:
    case SHAPE_STAT_OF:
    case SHAPE_COUNT:
    case SHAPE_TALLY:
    case SHAPE_HALF:
    case SHAPE_HALF_UP:
    case SHAPE_TWICE:
    case SHAPE_PLUS:
    case SHAPE_DIFFERENCE:
    case SHAPE_MINUS: return true;
    default: return false;
    }
}

bool lower_is_cond(unsigned code)
{
    return code == SHAPE_ARE || code == SHAPE_THERE || code == SHAPE_COMPARE ||
           code == SHAPE_COND || code == SHAPE_ALL_OF || code == SHAPE_ANY_OF;
}

// The first child that is an amount or a condition, or 0.
size_t lower_find(const struct lowering *l, size_t op, bool (*fits)(unsigned))
{
    EACH_CHILD(i, l, op)
    if (fits(l->ops[i].code)) return i;
    return 0;
}

// ---- things

// The name of a card: where it stands, and what tells it from other names.
static void read_name(const struct lowering *l, size_t op, struct test *test)
{
    test->words = words_at(l, op);
    EACH_CHILD(i, l, op)
    test->name = (uint16_t)(test->name * 31u + (unsigned)l->ops[i].value + 1u);
}

static uint16_t add_test(struct lowering *l, size_t op)
{
    struct test test = { .row = (uint8_t)l->ops[op].value };
    if (l->ops[op].code == SHAPE_STAT_IS) test.flags |= TEST_STAT;
    if (l->ops[op].code == SHAPE_LEAST) test.flags |= TEST_OF_LEAST;
    if (l->ops[op].code == SHAPE_MOST) test.flags |= TEST_OF_MOST;
    EACH_CHILD(i, l, op)
    {
        if (l->ops[i].code == SHAPE_NOT) test.flags |= TEST_NOT;
        if (l->ops[i].code == SHAPE_AT_LEAST) test.flags |= TEST_AT_LEAST;
        if (l->ops[i].code == SHAPE_AT_MOST) test.flags |= TEST_AT_MOST;
        if (l->ops[i].code == SHAPE_THINGS) test.things = lower_things(l, i);
        if (lower_is_amount(l->ops[i].code)) test.amount = lower_amount(l, i);
        if (l->ops[i].code == OP_NAME) test.name = (uint16_t)(l->ops[i].value + 1);
        if (l->ops[i].code < SHAPE_BEFORE && l->ops[i].code >= OP_GAME) read_name(l, i, &test);
    }
    return put_test(l, test);
}

static void add_kind(struct lowering *l, struct things *x, size_t op, bool or_so)
{
    const struct word_row *kind = &l->lang->kinds[l->ops[op].value];
    x->type                     = kind->types;
    x->kinds                    = (uint16_t)(or_so ? x->kinds | kind->bits : x->kinds & kind->bits);
    if (kind->sides) x->sides &= kind->sides;
}

static void read_quantity(struct lowering *l, size_t op, struct things *x)
{
    size_t number = lower_find(l, op, lower_is_amount);
    x->how        = l->ops[op].code == SHAPE_PICK    ? HOW_PICK
                    : l->ops[op].code == SHAPE_UP_TO ? HOW_UP_TO
                    : l->ops[op].code == SHAPE_MADE  ? HOW_MADE
                                                     : HOW_ANY;
    if (!number) return;
    x->count = lower_amount(l, number);
    if (l->ops[number].code != OP_NUMBER || l->ops[number].value != 1) x->flags |= THINGS_PLURAL;
}

// "Within 2": of the steps away that the row has, so many.
static uint16_t places_in(const struct lowering *l, size_t op)
{
    uint64_t bits   = l->lang->places[l->ops[op].value].bits;
    size_t   number = op_find(l->ops, op, OP_NUMBER);
    if (number && l->ops[number].value < 15) bits &= (UINT64_C(2) << l->ops[number].value) - 1;
    return (uint16_t)bits;
}

// One word of a noun phrase. Tests are kept apart: they have to lie together.
static void read_word(struct lowering *l, size_t op, struct things *x)
{
    const struct lang *g = l->lang;
    int                v = l->ops[op].value;
    switch (l->ops[op].code) {
    case SHAPE_ALL:
        x->how = HOW_ALL;
        x->flags |= THINGS_PLURAL;
        break;
    case SHAPE_PICK:
    case SHAPE_UP_TO:
    case SHAPE_MADE:
    case SHAPE_ANY: read_quantity(l, op, x); break;
    case SHAPE_RANDOM: x->flags |= THINGS_RANDOM; break;
    case SHAPE_AIMED: x->flags |= THINGS_AIMED; break;
    case SHAPE_MANY: x->flags |= THINGS_PLURAL; break;
    case SHAPE_OTHER: x->flags |= THINGS_OTHER; break;
    case SHAPE_KIND: add_kind(l, x, op, false); break;
    case SHAPE_EITHER:
        x->kinds = 0;
        EACH_CHILD(i, l, op) add_kind(l, x, i, true);
        break;
    case SHAPE_SIDE: x->sides &= (uint8_t)v; break;
    case SHAPE_FACT:
        x->has |= g->facts[v].bits;
        if (!g->facts[v].bits) x->lacks = 0; // whatever it is
        break;
    case SHAPE_LACKS: x->lacks |= g->facts[v].bits; break;
    case SHAPE_PLACE: x->places = places_in(l, op); break;
    default: break;
    }
}

static bool is_test(unsigned code)
{
    return code == SHAPE_TEST || code == SHAPE_STAT_IS || code == SHAPE_LEAST || code == SHAPE_MOST;
}

static void read_tests(struct lowering *l, size_t op, struct things *x)
{
    uint16_t    rows[8];
    unsigned    count = 0;
    struct test made[8];
    EACH_CHILD(i, l, op)
    {
        if (!is_test(l->ops[i].code)) continue;
        if (count == COUNT(rows)) {
            lower_refuse(l, i, "a noun can have only %zu such conditions", COUNT(rows));
            return;
        }
        rows[count] = add_test(l, i); // may have added rows of its own in front
        made[count] = l->g->m.test[rows[count]];
        count++;
    }
    bool together = true;
    for (unsigned i = 1; i < count; i++) together &= rows[i] == rows[0] + i;
    x->test_first = count ? rows[0] : 0;
    x->test_count = (uint8_t)count;
    for (unsigned i = 0; !together && i < count; i++) {
        uint16_t row = put_test(l, made[i]);
        if (i == 0) x->test_first = row;
    }
}

static const struct things EVERYTHING = {
    .how = HOW_ALL, .sides = SIDE_ALL, .kinds = 0xFFFF, .places = 0xFFFF
};

uint16_t lower_reference(struct lowering *l, size_t op, uint8_t slot, uint8_t type)
{
    struct things x = EVERYTHING;
    x.how           = HOW_REF;
    x.slot          = slot;
    x.type          = type;
    x.words         = words_at(l, op);
    return put_things(l, x);
}

uint16_t lower_things(struct lowering *l, size_t op)
{
    size_t ref = op_find(l->ops, op, SHAPE_REF);
    if (ref && l->stands && l->lang->pronouns[l->ops[ref].value].silent) {
        uint16_t same = bind_same(l, ref); // what stands keeps no names
        if (same) return same;
    }
    if (ref) {
        uint8_t  type = 0, slot = bind_reference(l, ref, &type);
        uint16_t row = lower_reference(l, op, slot, type);
        if (l->lang->pronouns[l->ops[ref].value].silent) things_at(l, row)->flags |= THINGS_SILENT;
        return row;
    }
    struct things x = EVERYTHING;
    x.words         = words_at(l, op);
    x.lacks         = l->lang->lacks;
    x.type          = l->lang->kinds[l->lang->default_kind].types;
    EACH_CHILD(i, l, op)
    {
        read_word(l, i, &x);
        if (l->ops[i].code == SHAPE_OF) x.of = lower_things(l, op_find(l->ops, i, SHAPE_THINGS));
    }
    x.lacks &= ~x.has;
    read_tests(l, op, &x);
    if (x.flags & THINGS_RANDOM && x.how == HOW_ALL) x.how = HOW_PICK;
    if (x.places == 0xFFFF && l->lang->places_else) x.places = l->lang->places_else;
    return put_things(l, x);
}

// A quality that things are said to have: things that only serve as a measure.
static uint16_t measure_in(struct lowering *l, size_t op)
{
    struct things x = EVERYTHING;
    EACH_CHILD(i, l, op)
    if (l->ops[i].code != SHAPE_THINGS && l->ops[i].code != SHAPE_NOT) read_word(l, i, &x);
    read_tests(l, op, &x);
    return put_things(l, x);
}

// ---- amounts

static uint16_t amount_around(struct lowering *l, size_t op, enum amount_kind kind)
{
    struct amount a     = { .kind = (uint8_t)kind, .words = words_at(l, op) };
    size_t        first = lower_find(l, op, lower_is_amount);
    a.a                 = lower_amount(l, first);
    if (kind == AMOUNT_PLUS || kind == AMOUNT_MINUS) a.b = lower_amount(l, op_after(l->ops, first));
    return put_amount(l, a);
}

// Either way round one of the two comes to nothing.
static uint16_t difference(struct lowering *l, size_t op)
{
    size_t        first = lower_find(l, op, lower_is_amount);
    struct amount less = { .kind = AMOUNT_MINUS, .words = words_at(l, op) }, more = less;
    less.a = more.b = lower_amount(l, first);
    less.b = more.a   = lower_amount(l, op_after(l->ops, first));
    struct amount sum = { .kind = AMOUNT_PLUS, .words = less.words };
    sum.a             = put_amount(l, less);
    sum.b             = put_amount(l, more);
    return put_amount(l, sum);
}

uint16_t lower_number(struct lowering *l, int n)
{
    return put_amount(l, (struct amount){ .kind = AMOUNT_NUMBER, .n = (int16_t)n });
}
uint16_t lower_amount(struct lowering *l, size_t op)
{
    struct amount a = { .words = words_at(l, op), .row = (uint8_t)l->ops[op].value };
    size_t        x;
    switch (l->ops[op].code) {
    case OP_NUMBER:
        a.kind = AMOUNT_NUMBER;
        a.row  = 0;
        a.n    = l->ops[op].value;
        return put_amount(l, a);
    case SHAPE_STAT_OF:
    case SHAPE_COUNT:
        a.kind   = l->ops[op].code == SHAPE_COUNT ? AMOUNT_COUNT : AMOUNT_STAT;
        x        = op_find(l->ops, op, SHAPE_THINGS);
        a.things = x ? lower_things(l, x) : lower_reference(l, op, REF_YOU, TYPE_SEAT);
        if (a.kind == AMOUNT_STAT && !l->failed &&
            !(things_at(l, a.things)->type & l->lang->stats[a.row].types))
            return (uint16_t)lower_refuse(l, op, "that has no %s", l->lang->stats[a.row].said);
        if (op_find(l->ops, op, OP_NAME)) // of what goes by that name
            a.n = (int16_t)(l->ops[op_find(l->ops, op, OP_NAME)].value + 1);
        return put_amount(l, a);
    case SHAPE_TALLY: return bind_tally(l, op);
    case SHAPE_HALF: return amount_around(l, op, AMOUNT_HALF);
    case SHAPE_HALF_UP: return amount_around(l, op, AMOUNT_HALF_UP);
    case SHAPE_DIFFERENCE: return difference(l, op);
    case SHAPE_PLUS: return amount_around(l, op, AMOUNT_PLUS);
    case SHAPE_MINUS: return amount_around(l, op, AMOUNT_MINUS);
    case SHAPE_TWICE:
        a   = (struct amount){ .kind = AMOUNT_TIMES, .words = words_at(l, op) };
        a.a = lower_amount(l, lower_find(l, op, lower_is_amount));
        a.b = lower_number(l, 2);
        return put_amount(l, a);
    default: return (uint16_t)lower_refuse(l, op, "no amount");
    }
}

// ---- conditions

uint16_t lower_both(struct lowering *l, uint16_t a, uint16_t b)
{
    if (!a || !b) return a ? a : b;
    return put_cond(l, (struct cond){ .kind = COND_AND, .a = a, .b = b });
}

static uint16_t list_of_conds(struct lowering *l, size_t op, enum cond_kind kind)
{
    uint16_t all = 0;
    EACH_CHILD(i, l, op)
    {
        if (!lower_is_cond(l->ops[i].code)) continue;
        uint16_t one = lower_cond(l, i);
        all = all ? put_cond(l, (struct cond){ .kind = (uint8_t)kind, .a = all, .b = one }) : one;
    }
    return all;
}

// "Or more" is not less, "or fewer" not more.
static uint8_t way_to_compare(const struct lowering *l, size_t op)
{
    uint8_t flags = has(l, op, SHAPE_LESS) || has(l, op, SHAPE_AT_LEAST) ? COND_LESS : COND_MORE;
    bool    or_so = has(l, op, SHAPE_AT_LEAST) || has(l, op, SHAPE_AT_MOST);
    return (uint8_t)(or_so != has(l, op, SHAPE_NOT) ? flags | COND_NOT : flags);
}

static uint16_t compare_in(struct lowering *l, size_t op)
{
    struct cond c       = { .kind = COND_COMPARE, .words = words_at(l, op) };
    uint16_t    side[2] = { 0 };
    unsigned    count   = 0;
    c.flags             = way_to_compare(l, op);
    EACH_CHILD(i, l, op)
    {
        if (count == 2) break;
        if (lower_is_amount(l->ops[i].code)) side[count++] = lower_amount(l, i);
        if (l->ops[i].code != SHAPE_THINGS) continue;
        side[count++] = put_amount(l, (struct amount){ .kind   = AMOUNT_STAT,
                                                       .row    = (uint8_t)l->ops[op].value,
                                                       .things = lower_things(l, i),
                                                       .words  = words_at(l, i) });
    }
    c.a = side[0];
    c.b = side[1];
    return put_cond(l, c);
}

uint16_t lower_cond(struct lowering *l, size_t op)
{
    struct cond c = { .words = words_at(l, op), .flags = has(l, op, SHAPE_NOT) ? COND_NOT : 0 };
    switch (l->ops[op].code) {
    case SHAPE_COND:
        c.kind = COND_GAME;
        c.row  = (uint8_t)l->ops[op].value;
        check_cond(l, op, c.row);
        return put_cond(l, c);
    case SHAPE_ARE:
        c.kind     = COND_ARE;
        c.things   = op_find(l->ops, op, SHAPE_THINGS)
                         ? lower_things(l, op_find(l->ops, op, SHAPE_THINGS))
                         : l->subject; // "is alone or wounded"
        l->subject = c.things;
        if (!c.things)
            return (uint16_t)lower_refuse(l, op, "nothing stands before these words that is so");
        c.as = measure_in(l, op);
        return put_cond(l, c);
    case SHAPE_THERE:
        c.kind   = COND_THERE;
        c.things = lower_things(l, op_find(l->ops, op, SHAPE_THINGS));
        return put_cond(l, c);
    case SHAPE_COMPARE: return compare_in(l, op);
    case SHAPE_ALL_OF: return list_of_conds(l, op, COND_AND);
    case SHAPE_ANY_OF: return list_of_conds(l, op, COND_OR);
    default: return (uint16_t)lower_refuse(l, op, "no condition");
    }
}

// What stands in IF, UNLESS, ONLY_IF, ONLY_UNLESS.
uint16_t lower_cond_inside(struct lowering *l, size_t op)
{
    uint16_t c    = lower_cond(l, lower_find(l, op, lower_is_cond));
    bool     turn = l->ops[op].code == SHAPE_UNLESS || l->ops[op].code == SHAPE_ONLY_UNLESS;
    if (!turn || l->failed) return c;
    return put_cond(l, (struct cond){ .kind = COND_OR, .a = c, .b = c, .flags = COND_NOT });
}
