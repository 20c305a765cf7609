// lower.c - from the tree of a line to its meaning: written once, since the grammars of all games
// make the same shapes. Binding goes along from left to right (2.9 of the notes in README.md): a
// list of mentions is kept, and a pronoun takes the first source of its row that agrees.
#include "meaning/lower.h"

#include "base/error.h"
#include "engine/pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MENTIONS_MAX = 24, FIXES_MAX = 48, ROWS_MAX = 0xFFFF };

// The lists grow by doubling inside the arena.
struct growing {
    struct meaning m;
    uint32_t       lines, steps, standings, things, amounts, conds, tests; // capacities
};

struct mention {
    uint16_t things;
    uint8_t  type;
    bool     plural, picked;
};

// Steps whose `skip` is the end of the block around them.
struct block {
    uint16_t fix[FIXES_MAX];
    unsigned count;
};

struct lowering {
    struct arena      *arena;
    struct growing    *g;
    const struct lang *lang;
    const struct op   *ops;
    uint32_t           pool_op;
    uint32_t           line; // row
    struct mention     said[MENTIONS_MAX];
    unsigned           said_count, next_slot;
    uint16_t           cond_now; // what the sentence so far depends on, for standing changes
    size_t             do_op;    // the verb that is being lowered, or 0
    bool               stands;   // the line is looked at, not carried out
    bool               failed;
    uint16_t           last_step; // 1 + the last step with a verb, for "if you do"
    struct block       before;    // the sentence before, for "otherwise"
    struct fault      *fault;
};

static unsigned refuse(struct lowering *l, size_t op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static unsigned refuse(struct lowering *l, size_t op, const char *format, ...)
{
    if (l->failed) return 0;
    va_list args;
    va_start(args, format);
    vsnprintf(l->fault->text, sizeof l->fault->text, format, args);
    va_end(args);
    l->fault->op = (uint32_t)op;
    l->failed    = true;
    return 0;
}

// ---- rows

static void *with_room(struct arena *arena, void *old, size_t size, uint32_t count,
                       uint32_t *capacity)
{
    if (count < *capacity) return old;
    uint32_t wider = *capacity ? *capacity * 2 : 16;
    char    *wide  = arena_alloc(arena, wider, size);
    if (count) memcpy(wide, old, count * size);
    memset(wide + count * size, 0, (wider - count) * size);
    *capacity = wider;
    return wide;
}

// Adds a row to one of the lists; 0 if no more fit.
#define ADDER(list, capacity, type)                                                                \
    static uint16_t put_##list(struct lowering *l, struct type row)                                \
    {                                                                                              \
        struct growing *g = l->g;                                                                  \
        if (g->m.list##_count >= ROWS_MAX)                                                         \
            return (uint16_t)refuse(l, 0, "the cards say more than fits");                         \
        g->m.list = with_room(l->arena, g->m.list, sizeof row, g->m.list##_count, &g->capacity);   \
        g->m.list[g->m.list##_count] = row;                                                        \
        return (uint16_t)g->m.list##_count++;                                                      \
    }
ADDER(line, lines, line)
ADDER(step, steps, step)
ADDER(standing, standings, standing)
ADDER(things, things, things)
ADDER(amount, amounts, amount)
ADDER(cond, conds, cond)
ADDER(test, tests, test)
#undef ADDER

struct meaning *meaning_create(struct arena *arena, const struct lang *lang)
{
    struct growing *g = ARENA_NEW(arena, struct growing);
    struct fault    none;
    struct lowering l = { .arena = arena, .g = g, .lang = lang, .fault = &none };
    g->m.lang         = lang;
    put_step(&l, (struct step){ 0 });
    put_standing(&l, (struct standing){ 0 });
    put_things(&l, (struct things){ 0 });
    put_amount(&l, (struct amount){ 0 });
    put_cond(&l, (struct cond){ 0 });
    put_test(&l, (struct test){ 0 });
    return &g->m;
}

// ---- the tree

#define EACH_CHILD(i, l, op)                                                                       \
    for (size_t i = op_child(op); i < op_after((l)->ops, op); i = op_after((l)->ops, i))

static bool has(const struct lowering *l, size_t op, uint16_t shape)
{
    return op_find(l->ops, op, shape) != 0;
}

static uint32_t words_at(const struct lowering *l, size_t op) { return l->pool_op + (uint32_t)op; }

static bool is_amount(unsigned code)
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
    case SHAPE_MINUS: return true;
    default: return false;
    }
}

static bool is_condition(unsigned code)
{
    return code == SHAPE_ARE || code == SHAPE_THERE || code == SHAPE_COMPARE ||
           code == SHAPE_COND || code == SHAPE_ALL_OF || code == SHAPE_ANY_OF;
}

// The first child that is an amount or a condition, or 0.
static size_t find_child(const struct lowering *l, size_t op, bool (*fits)(unsigned))
{
    EACH_CHILD(i, l, op)
    if (fits(l->ops[i].code)) return i;
    return 0;
}

static uint16_t things_in(struct lowering *, size_t op);
static uint16_t amount_in(struct lowering *, size_t op);
static uint16_t cond_in(struct lowering *, size_t op);

// ---- references

static struct things *things_at(struct lowering *l, unsigned row) { return &l->g->m.things[row]; }

static uint8_t new_slot(struct lowering *l, size_t op)
{
    if (l->next_slot == REF_FIXED)
        refuse(l, op, "a line can name only %d things", REF_FIXED - SLOT_LINE);
    return (uint8_t)(l->failed ? 0 : l->next_slot++);
}

// A later word speaks of this mention: it gets a slot, if it has none.
static uint8_t keep(struct lowering *l, size_t op, const struct mention *said)
{
    struct things *x = things_at(l, said->things);
    x->flags |= THINGS_NAMED;
    if (!x->slot) x->slot = new_slot(l, op);
    return x->slot;
}

static const struct mention *find_mention(const struct lowering *l, unsigned types, bool picked)
{
    for (unsigned i = l->said_count; i-- > 0;)
        if (l->said[i].type & types && (!picked || l->said[i].picked)) return &l->said[i];
    return NULL;
}

// The verb's things are several, and come behind the word that is being bound.
static bool is_each_of_verb(const struct lowering *l, unsigned types)
{
    if (!l->do_op) return false;
    size_t x = op_find(l->ops, l->do_op, SHAPE_THINGS);
    return x && has(l, x, SHAPE_ALL) && l->lang->verbs[l->ops[l->do_op].value].types & types;
}

static uint8_t type_of_ref(const struct lang *g, unsigned ref)
{
    if (ref >= REF_ROLE) return g->roles[ref - REF_ROLE].type;
    return ref == REF_YOU ? TYPE_SEAT : TYPE_CARD;
}

static uint8_t bind(struct lowering *l, size_t op, uint8_t *type)
{
    const struct pronoun_row *p = &l->lang->pronouns[l->ops[op].value];
    for (const uint8_t *source = p->order; *source; source++) {
        const struct mention *said = NULL;
        switch ((enum source) * source) {
        case LAST_PICK: said = find_mention(l, p->types, true); break;
        case LAST_NAMED: said = find_mention(l, p->types, false); break;
        case EVENT_TO: return *type = p->types, (uint8_t)SLOT_DONE_TO;
        case EVENT_BY: return *type = p->types, (uint8_t)SLOT_DOER;
        case THE_REF: return *type = type_of_ref(l->lang, p->ref), p->ref;
        case SOURCE_END: break;
        }
        if (!said) continue;
        *type = said->type;
        return keep(l, op, said);
    }
    if (is_each_of_verb(l, p->types)) return *type = p->types, (uint8_t)REF_EACH;
    return (uint8_t)refuse(l, op, "nothing stands before these words that they could mean");
}

static void mention(struct lowering *l, unsigned row)
{
    const struct things *x = things_at(l, row);
    if (x->how == HOW_REF || l->said_count == MENTIONS_MAX) return;
    l->said[l->said_count++] = (struct mention){ .things = (uint16_t)row,
                                                 .type   = x->type,
                                                 .plural = (x->flags & THINGS_PLURAL) != 0,
                                                 .picked = x->how != HOW_ALL };
}

// ---- things

static uint16_t add_test(struct lowering *l, size_t op)
{
    struct test test = { .row = (uint8_t)l->ops[op].value };
    if (l->ops[op].code == SHAPE_STAT_IS) test.flags |= TEST_STAT;
    EACH_CHILD(i, l, op)
    {
        if (l->ops[i].code == SHAPE_NOT) test.flags |= TEST_NOT;
        if (l->ops[i].code == SHAPE_AT_LEAST) test.flags |= TEST_AT_LEAST;
        if (l->ops[i].code == SHAPE_AT_MOST) test.flags |= TEST_AT_MOST;
        if (l->ops[i].code == SHAPE_THINGS) test.things = things_in(l, i);
        if (is_amount(l->ops[i].code)) test.amount = amount_in(l, i);
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
    size_t number = find_child(l, op, is_amount);
    x->how        = l->ops[op].code == SHAPE_PICK    ? HOW_PICK
                    : l->ops[op].code == SHAPE_UP_TO ? HOW_UP_TO
                                                     : HOW_ANY;
    if (!number) return;
    x->count = amount_in(l, number);
    if (l->ops[number].code != OP_NUMBER || l->ops[number].value != 1) x->flags |= THINGS_PLURAL;
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
    case SHAPE_ANY: read_quantity(l, op, x); break;
    case SHAPE_RANDOM: x->flags |= THINGS_RANDOM; break;
    case SHAPE_MANY: x->flags |= THINGS_PLURAL; break;
    case SHAPE_OTHER: x->flags |= THINGS_OTHER; break;
    case SHAPE_KIND: add_kind(l, x, op, false); break;
    case SHAPE_EITHER:
        x->kinds = 0;
        EACH_CHILD(i, l, op) add_kind(l, x, i, true);
        break;
    case SHAPE_SIDE: x->sides &= (uint8_t)v; break;
    case SHAPE_FACT: x->has |= g->facts[v].bits; break;
    case SHAPE_LACKS: x->lacks |= g->facts[v].bits; break;
    case SHAPE_PLACE: x->places = (uint16_t)g->places[v].bits; break;
    default: break;
    }
}

static void read_tests(struct lowering *l, size_t op, struct things *x)
{
    uint16_t    rows[8];
    unsigned    count = 0;
    struct test made[8];
    EACH_CHILD(i, l, op)
    {
        if (l->ops[i].code != SHAPE_TEST && l->ops[i].code != SHAPE_STAT_IS) continue;
        if (count == COUNT(rows)) {
            refuse(l, i, "a noun can have only %zu such conditions", COUNT(rows));
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

static uint16_t add_reference(struct lowering *l, size_t op, uint8_t slot, uint8_t type)
{
    struct things x = EVERYTHING;
    x.how           = HOW_REF;
    x.slot          = slot;
    x.type          = type;
    x.words         = words_at(l, op);
    return put_things(l, x);
}

static uint16_t things_in(struct lowering *l, size_t op)
{
    size_t ref = op_find(l->ops, op, SHAPE_REF);
    if (ref) {
        uint8_t type = 0, slot = bind(l, ref, &type);
        return add_reference(l, op, slot, type);
    }
    struct things x = EVERYTHING;
    x.words         = words_at(l, op);
    x.type          = l->lang->kinds[l->lang->default_kind].types;
    EACH_CHILD(i, l, op)
    {
        read_word(l, i, &x);
        if (l->ops[i].code == SHAPE_OF) x.of = things_in(l, op_find(l->ops, i, SHAPE_THINGS));
    }
    read_tests(l, op, &x);
    if (x.flags & THINGS_RANDOM && x.how == HOW_ALL) x.how = HOW_PICK;
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

static uint16_t add_amount(struct lowering *l, struct amount a) { return put_amount(l, a); }

static uint16_t amount_around(struct lowering *l, size_t op, enum amount_kind kind)
{
    struct amount a     = { .kind = (uint8_t)kind, .words = words_at(l, op) };
    size_t        first = find_child(l, op, is_amount);
    a.a                 = amount_in(l, first);
    if (kind == AMOUNT_PLUS || kind == AMOUNT_MINUS) a.b = amount_in(l, op_after(l->ops, first));
    return add_amount(l, a);
}

static uint16_t add_number(struct lowering *l, int n)
{
    return add_amount(l, (struct amount){ .kind = AMOUNT_NUMBER, .n = (int16_t)n });
}

static uint16_t amount_of_tally(struct lowering *l, size_t op)
{
    if (!l->last_step) return (uint16_t)refuse(l, op, "nothing was counted before these words");
    struct line *line = &l->g->m.line[l->line];
    struct step *s    = &l->g->m.step[l->last_step - 1];
    if (!s->tally && line->tallies == 2)
        return (uint16_t)refuse(l, op, "a line can count only two things");
    if (!s->tally) s->tally = ++line->tallies;
    return add_amount(l, (struct amount){ .kind  = AMOUNT_TALLY,
                                          .row   = (uint8_t)(s->tally - 1),
                                          .words = words_at(l, op) });
}

static uint16_t amount_in(struct lowering *l, size_t op)
{
    struct amount a = { .words = words_at(l, op), .row = (uint8_t)l->ops[op].value };
    size_t        x;
    switch (l->ops[op].code) {
    case OP_NUMBER:
        a.kind = AMOUNT_NUMBER;
        a.row  = 0;
        a.n    = l->ops[op].value;
        return add_amount(l, a);
    case SHAPE_STAT_OF:
    case SHAPE_COUNT:
        a.kind   = l->ops[op].code == SHAPE_COUNT ? AMOUNT_COUNT : AMOUNT_STAT;
        x        = op_find(l->ops, op, SHAPE_THINGS);
        a.things = x ? things_in(l, x) : add_reference(l, op, REF_YOU, TYPE_SEAT);
        if (a.kind == AMOUNT_STAT && !l->failed &&
            !(things_at(l, a.things)->type & l->lang->stats[a.row].types))
            return (uint16_t)refuse(l, op, "that has no %s", l->lang->stats[a.row].said);
        return add_amount(l, a);
    case SHAPE_TALLY: return amount_of_tally(l, op);
    case SHAPE_HALF: return amount_around(l, op, AMOUNT_HALF);
    case SHAPE_HALF_UP: return amount_around(l, op, AMOUNT_HALF_UP);
    case SHAPE_PLUS: return amount_around(l, op, AMOUNT_PLUS);
    case SHAPE_MINUS: return amount_around(l, op, AMOUNT_MINUS);
    case SHAPE_TWICE:
        a   = (struct amount){ .kind = AMOUNT_TIMES, .words = words_at(l, op) };
        a.a = amount_in(l, find_child(l, op, is_amount));
        a.b = add_number(l, 2);
        return add_amount(l, a);
    default: return (uint16_t)refuse(l, op, "no amount");
    }
}

// ---- conditions

static uint16_t add_cond(struct lowering *l, struct cond c) { return put_cond(l, c); }

static uint16_t both_hold(struct lowering *l, uint16_t a, uint16_t b)
{
    if (!a || !b) return a ? a : b;
    return add_cond(l, (struct cond){ .kind = COND_AND, .a = a, .b = b });
}

static uint16_t list_of_conds(struct lowering *l, size_t op, enum cond_kind kind)
{
    uint16_t all = 0;
    EACH_CHILD(i, l, op)
    {
        if (!is_condition(l->ops[i].code)) continue;
        uint16_t one = cond_in(l, i);
        all = all ? add_cond(l, (struct cond){ .kind = (uint8_t)kind, .a = all, .b = one }) : one;
    }
    return all;
}

static uint16_t compare_in(struct lowering *l, size_t op)
{
    struct cond c       = { .kind = COND_COMPARE, .words = words_at(l, op) };
    uint16_t    side[2] = { 0 };
    unsigned    count   = 0;
    c.flags             = has(l, op, SHAPE_LESS) ? COND_LESS : COND_MORE;
    if (has(l, op, SHAPE_NOT)) c.flags |= COND_NOT;
    EACH_CHILD(i, l, op)
    if (l->ops[i].code == SHAPE_THINGS && count < 2)
        side[count++] = add_amount(l, (struct amount){ .kind   = AMOUNT_STAT,
                                                       .row    = (uint8_t)l->ops[op].value,
                                                       .things = things_in(l, i),
                                                       .words  = words_at(l, i) });
    c.a = side[0];
    c.b = side[1];
    return add_cond(l, c);
}

static uint16_t cond_in(struct lowering *l, size_t op)
{
    struct cond c = { .words = words_at(l, op), .flags = has(l, op, SHAPE_NOT) ? COND_NOT : 0 };
    switch (l->ops[op].code) {
    case SHAPE_COND:
        c.kind = COND_GAME;
        c.row  = (uint8_t)l->ops[op].value;
        return add_cond(l, c);
    case SHAPE_ARE:
        c.kind   = COND_ARE;
        c.things = things_in(l, op_find(l->ops, op, SHAPE_THINGS));
        c.as     = measure_in(l, op);
        return add_cond(l, c);
    case SHAPE_THERE:
        c.kind   = COND_THERE;
        c.things = things_in(l, op_find(l->ops, op, SHAPE_THINGS));
        return add_cond(l, c);
    case SHAPE_COMPARE: return compare_in(l, op);
    case SHAPE_ALL_OF: return list_of_conds(l, op, COND_AND);
    case SHAPE_ANY_OF: return list_of_conds(l, op, COND_OR);
    default: return (uint16_t)refuse(l, op, "no condition");
    }
}

// What stands in IF, UNLESS, ONLY_IF, ONLY_UNLESS.
static uint16_t cond_inside(struct lowering *l, size_t op)
{
    uint16_t c    = cond_in(l, find_child(l, op, is_condition));
    bool     turn = l->ops[op].code == SHAPE_UNLESS || l->ops[op].code == SHAPE_ONLY_UNLESS;
    if (!turn || l->failed) return c;
    return add_cond(l, (struct cond){ .kind = COND_OR, .a = c, .b = c, .flags = COND_NOT });
}

// ---- steps

static uint16_t add_step(struct lowering *l, struct step s)
{
    l->g->m.line[l->line].step_count++;
    return put_step(l, s);
}

static uint16_t here(const struct lowering *l)
{
    return (uint16_t)(l->g->m.step_count - l->g->m.line[l->line].step_first);
}

static void skip_to_end(struct lowering *l, struct block *b, uint16_t step)
{
    if (b->count == FIXES_MAX)
        refuse(l, 0, "a sentence can have only %d conditions", FIXES_MAX);
    else
        b->fix[b->count++] = step;
}

static void end_block(struct lowering *l, struct block *b)
{
    for (unsigned i = 0; i < b->count; i++) l->g->m.step[b->fix[i]].skip = here(l);
}

static void add_if(struct lowering *l, struct block *b, uint16_t cond, size_t op)
{
    l->cond_now = both_hold(l, l->cond_now, cond);
    skip_to_end(
        l, b,
        add_step(l, (struct step){ .kind = STEP_IF, .cond = cond, .words = words_at(l, op) }));
}

// "If you do" asks about the step before it.
static uint16_t cond_did(struct lowering *l, size_t op, bool turn)
{
    if (!l->last_step)
        return (uint16_t)refuse(l, op, "nothing that could be done stands before these words");
    struct line *line = &l->g->m.line[l->line];
    struct step *s    = &l->g->m.step[l->last_step - 1];
    if (!s->did && line->dids == 8)
        return (uint16_t)refuse(l, op, "a line can ask only eight times");
    if (!s->did) s->did = ++line->dids;
    return add_cond(l, (struct cond){ .kind  = COND_DID,
                                      .row   = (uint8_t)(s->did - 1),
                                      .flags = turn ? COND_NOT : 0,
                                      .words = words_at(l, op) });
}

static void take_defaults(struct lowering *l, size_t op, struct step *s)
{
    const struct verb_row *v = &l->lang->verbs[s->verb];
    if (!s->things && v->takes & TAKES_THINGS && v->otherwise)
        s->things = add_reference(l, op, v->otherwise, type_of_ref(l->lang, v->otherwise));
    if (!s->things) return;
    struct things *x = things_at(l, s->things);
    if (x->how == HOW_REF) return;
    if (x->places == 0xFFFF && v->places) x->places = v->places;
    if (x->kinds == 0xFFFF && v->kinds) {
        x->kinds = v->kinds;
        x->type  = v->types;
    }
}

static void check_verb(struct lowering *l, size_t op, const struct step *s)
{
    const struct verb_row *v = &l->lang->verbs[s->verb];
    if (l->failed) return;
    if (v->takes & TAKES_THINGS && !s->things) refuse(l, op, "it is not said to what this is done");
    if (v->takes & TAKES_AMOUNT && !s->amount) refuse(l, op, "it is not said how much");
    if (v->takes & TAKES_TO && !s->to) refuse(l, op, "it is not said where to");
    if (s->things && !l->failed && !(things_at(l, s->things)->type & v->types))
        refuse(l, op, "this cannot be done to that");
    if (s->things && !l->failed && v->places && things_at(l, s->things)->how != HOW_REF &&
        !(things_at(l, s->things)->places & v->places))
        refuse(l, op, "what lies there cannot be meant here");
}

// Picks and lists that have to last while the step is done are kept in slots.
static void give_slots(struct lowering *l, size_t op, const struct step *s)
{
    const uint16_t rows[] = { s->who, s->things, s->to };
    for (size_t i = 0; i < COUNT(rows) && !l->failed; i++) {
        struct things *x = things_at(l, rows[i]);
        if (!rows[i] || x->how == HOW_REF || x->slot) continue;
        bool calls = l->lang->verbs[s->verb].way == CALLS || rows[i] == s->who;
        if (x->how != HOW_ALL || calls) x->slot = new_slot(l, op);
    }
}

// "For each": the number is multiplied, or what has no number is done so often (ETE-541).
static void multiply(struct lowering *l, struct step *s, uint16_t by)
{
    const struct verb_row *v = &l->lang->verbs[s->verb];
    if (l->failed) return;
    struct things *x = s->things ? things_at(l, s->things) : NULL;
    if (s->amount && s->flags & STEP_REPEATS)
        s->amount = add_amount(l, (struct amount){ .kind = AMOUNT_TIMES, .a = s->amount, .b = by });
    else if (s->amount || v->takes & (TAKES_AMOUNT | MAY_TAKE_AMOUNT))
        s->amount = add_amount(l, (struct amount){ .kind = AMOUNT_TIMES,
                                                   .a    = s->amount ? s->amount : add_number(l, 1),
                                                   .b    = by });
    else if (x && (x->how == HOW_PICK || x->how == HOW_UP_TO)) {
        uint16_t count                 = x->count ? x->count : add_number(l, 1);
        things_at(l, s->things)->count = add_amount(
            l, (struct amount){ .kind = AMOUNT_TIMES, .a = count, .b = by });
    } else {
        s->amount = by;
        s->flags |= STEP_REPEATS;
    }
}

static void lower_instead(struct lowering *l, size_t op, struct step *s)
{
    uint16_t n = amount_in(l, find_child(l, op, is_amount));
    uint16_t c = cond_in(l, find_child(l, op, is_condition));
    s->amount  = add_amount(
         l, (struct amount){
                .kind = AMOUNT_IF, .a = n, .b = s->amount, .cond = c, .words = words_at(l, op) });
}

// "If you roll 8 or more, ...": the verb that has to come off first.
static void lower_chance(struct lowering *l, size_t op, struct step *s)
{
    size_t amount    = find_child(l, op, is_amount);
    s->chance        = (uint8_t)(l->ops[op].value + 1);
    s->chance_amount = amount ? amount_in(l, amount) : 0;
}

static void read_part(struct lowering *l, size_t op, struct step *s)
{
    size_t x = op_find(l->ops, op, SHAPE_THINGS);
    switch (l->ops[op].code) {
    case SHAPE_THINGS: s->things = things_in(l, op); break;
    case SHAPE_WHO: s->who = things_in(l, x); break;
    case SHAPE_TO: s->to = things_in(l, x); break;
    case SHAPE_ARG:
        if (s->arg_count == COUNT(s->arg))
            refuse(l, op, "too much is said at once");
        else
            s->arg[s->arg_count++] = l->ops[op].value;
        break;
    case SHAPE_UNTIL: s->until = (uint8_t)(l->ops[op].value + 1); break;
    case SHAPE_AS_MUCH: s->flags |= STEP_AS_MUCH; break;
    default:
        if (is_amount(l->ops[op].code)) s->amount = amount_in(l, op);
        break;
    }
}

static struct step read_do(struct lowering *l, size_t op)
{
    struct step s = { .kind  = STEP_DO,
                      .verb  = (uint8_t)l->ops[op].value,
                      .words = words_at(l, op) };
    l->do_op      = op;
    EACH_CHILD(i, l, op)
    {
        read_part(l, i, &s);
        if (l->ops[i].code == SHAPE_THINGS && !l->failed) {
            take_defaults(l, op, &s);
            mention(l, s.things);
        }
        if (l->ops[i].code == SHAPE_TO && !l->failed) mention(l, s.to);
    }
    take_defaults(l, op, &s);
    return s;
}

static void add_standing(struct lowering *l, const struct step *s, uint16_t cond)
{
    struct standing made = { .verb   = s->verb,
                             .arg    = { s->arg[0], s->arg[1] },
                             .things = s->things,
                             .amount = s->amount,
                             .cond   = cond,
                             .words  = s->words };
    l->g->m.line[l->line].standing_count++;
    put_standing(l, made);
}

static bool is_plain(struct lowering *l, const struct step *s)
{
    const struct things *x = things_at(l, s->things), *to = things_at(l, s->to);
    bool                 picks = (s->things && x->how != HOW_ALL && x->how != HOW_REF) ||
                 (s->to && to->how != HOW_ALL && to->how != HOW_REF);
    bool kept = s->things && x->how == HOW_ALL && x->slot;
    return !s->who && !picks && !kept && !(s->flags & STEP_REPEATS) &&
           l->lang->verbs[s->verb].way != CALLS;
}

// A verb with what belongs to it alone.
static void lower_verb(struct lowering *l, size_t step_op, size_t op, struct block *b, bool may,
                       uint16_t times)
{
    struct step s    = read_do(l, op);
    uint16_t    only = 0;
    uint16_t    by   = times;
    EACH_CHILD(i, l, step_op)
    {
        unsigned code = l->ops[i].code;
        if (code == SHAPE_ONLY_IF || code == SHAPE_ONLY_UNLESS) only = cond_inside(l, i);
        if (code == SHAPE_TIMES) by = amount_in(l, find_child(l, i, is_amount));
        if (code == SHAPE_INSTEAD) lower_instead(l, i, &s);
        if (code == SHAPE_CHANCE) lower_chance(l, op_find(l->ops, i, SHAPE_DO), &s);
    }
    if (by) multiply(l, &s, by);
    check_verb(l, op, &s);
    give_slots(l, op, &s);
    l->do_op = 0;
    if (l->failed) return;
    if (l->stands && l->lang->verbs[s.verb].flags & VERB_STANDS && !may) {
        add_standing(l, &s, both_hold(l, l->cond_now, only));
        return;
    }
    uint16_t own = only ? add_step(l,
                                   (struct step){ .kind = STEP_IF, .cond = only, .words = s.words })
                        : 0;
    if (may) s.flags |= STEP_MAY;
    if (is_plain(l, &s)) s.flags |= STEP_PLAIN;
    uint16_t row = add_step(l, s);
    if (may) skip_to_end(l, b, row);
    if (own) l->g->m.step[own].skip = here(l);
    l->last_step = (uint16_t)(row + 1);
}

static void lower_step(struct lowering *l, size_t op, struct block *b, bool may, uint16_t times)
{
    EACH_CHILD(i, l, op)
    {
        unsigned code = l->ops[i].code;
        if (code == SHAPE_IF || code == SHAPE_UNLESS) add_if(l, b, cond_inside(l, i), i);
        if (code == SHAPE_MAY) may = true;
        if (code == SHAPE_DO) lower_verb(l, op, i, b, may, times);
    }
}

// What stands at the end of a sentence counts for all of it.
static uint16_t times_of(struct lowering *l, size_t sentence)
{
    size_t times = op_find(l->ops, sentence, SHAPE_TIMES);
    return times ? amount_in(l, find_child(l, times, is_amount)) : 0;
}

// Otherwise: what was done jumps over it, and what was skipped leads here.
static void begin_otherwise(struct lowering *l, struct block *b, size_t op)
{
    if (!l->before.count) {
        refuse(l, op, "no condition stands before \"otherwise\"");
        return;
    }
    skip_to_end(l, b, add_step(l, (struct step){ .kind = STEP_JUMP, .words = words_at(l, op) }));
    end_block(l, &l->before);
}

static void lower_sentence(struct lowering *l, size_t op)
{
    struct block b     = { 0 };
    bool         may   = false;
    uint16_t     times = 0;
    l->cond_now        = 0;
    times              = times_of(l, op);
    EACH_CHILD(i, l, op)
    {
        switch (l->ops[i].code) {
        case SHAPE_ELSE: begin_otherwise(l, &b, i); break;
        case SHAPE_IF_DONE: add_if(l, &b, cond_did(l, i, false), i); break;
        case SHAPE_IF_NOT_DONE: add_if(l, &b, cond_did(l, i, true), i); break;
        case SHAPE_IF:
        case SHAPE_UNLESS: add_if(l, &b, cond_inside(l, i), i); break;
        case SHAPE_MAY: may = true; break;
        case SHAPE_STEP: // "you may" is said once, of all that follows
            lower_step(l, i, &b, may, times);
            may = false;
            break;
        default: break;
        }
        if (l->failed) return;
    }
    end_block(l, &b);
    l->before = b;
}

// ---- lines

// A line with conditions and standing changes only has nothing to carry out.
static void drop_idle_steps(struct lowering *l)
{
    struct line *line = &l->g->m.line[l->line];
    for (unsigned i = 0; i < line->step_count; i++)
        if (l->g->m.step[line->step_first + i].kind == STEP_DO) return;
    l->g->m.step_count -= line->step_count;
    line->step_count = 0;
}

bool meaning_add_line(struct meaning *m, struct arena *arena, const struct op *ops,
                      uint32_t pool_op, struct fault *fault)
{
    struct growing *g    = (struct growing *)(void *)m;
    struct lowering l    = { .arena     = arena,
                             .g         = g,
                             .lang      = m->lang,
                             .ops       = ops,
                             .pool_op   = pool_op,
                             .line      = m->line_count,
                             .next_slot = SLOT_LINE,
                             .fault     = fault };
    struct line     line = { .kind           = (uint8_t)m->lang->line_kind(ops),
                             .step_first     = (uint16_t)m->step_count,
                             .standing_first = (uint16_t)m->standing_count,
                             .things_first   = (uint16_t)m->things_count,
                             .cond_first     = (uint16_t)m->cond_count,
                             .amount_first   = (uint16_t)m->amount_count,
                             .test_first     = (uint16_t)m->test_count };
    l.stands             = (m->lang->lines[line.kind].flags & LINE_STANDS) != 0;
    put_line(&l, line);
    EACH_CHILD(i, &l, 0)
    if (ops[i].code == SHAPE_SENTENCE && !l.failed) lower_sentence(&l, i);
    if (l.failed) return false;
    drop_idle_steps(&l);
    struct line *made  = &g->m.line[l.line];
    made->slots        = (uint8_t)(l.next_slot - SLOT_LINE);
    made->things_count = (uint16_t)(g->m.things_count - made->things_first);
    made->cond_count   = (uint16_t)(g->m.cond_count - made->cond_first);
    made->amount_count = (uint16_t)(g->m.amount_count - made->amount_first);
    made->test_count   = (uint16_t)(g->m.test_count - made->test_first);
    return true;
}

const struct meaning *meaning_of_pool(struct arena *arena, const struct lang *lang,
                                      const struct card_pool *pool)
{
    struct meaning *m = meaning_create(arena, lang);
    struct fault    fault;
    for (uint32_t i = 0; i < pool->line_count; i++)
        if (!meaning_add_line(m, arena, pool->ops + pool->lines[i].op_first,
                              pool->lines[i].op_first, &fault))
            BUG("line %u: %s", (unsigned)i, fault.text);
    return m;
}

// ---- equal meanings

// The same rows, in whatever words they were said.
bool meaning_equal(const struct meaning *a, const struct meaning *b)
{
#define DIFFERS(list) (a->list##_count != b->list##_count)
    if (DIFFERS(line) || DIFFERS(step) || DIFFERS(standing) || DIFFERS(things) || DIFFERS(amount) ||
        DIFFERS(cond) || DIFFERS(test))
        return false;
#undef DIFFERS
#define EACH_ROW(list, type)                                                                       \
    for (uint32_t i = 0; i < a->list##_count; i++) {                                               \
        struct type x = a->list[i], y = b->list[i];                                                \
        x.words = y.words = 0;                                                                     \
        if (memcmp(&x, &y, sizeof x) != 0) return false;                                           \
    }
    EACH_ROW(step, step)
    EACH_ROW(standing, standing)
    EACH_ROW(things, things)
    EACH_ROW(amount, amount)
    EACH_ROW(cond, cond)
#undef EACH_ROW
    return memcmp(a->line, b->line, a->line_count * sizeof *a->line) == 0 &&
           memcmp(a->test, b->test, a->test_count * sizeof *a->test) == 0;
}
