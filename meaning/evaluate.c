// evaluate.c - things, amounts and conditions of a meaning, looked at in a position.
#include "meaning/evaluate.h"

#include "engine/table.h"

// ---- things

static const struct named *names_of(const struct scope *k)
{
    return (const struct named *)(const void *)((const char *)k->w + k->m->lang->named_at);
}

static size_t list_slot(const struct scope *k, unsigned slot, uint16_t *out, size_t max)
{
    const struct named *names = names_of(k);
    size_t              count = 0;
    for (unsigned i = 0; i < k->w->named_count && count < max; i++)
        if (names[i].slot == slot) out[count++] = names[i].thing;
    return count;
}

static uint16_t look_up(const struct scope *k, unsigned ref)
{
    if (ref == REF_SELF) return k->w->card;
    if (ref == REF_EACH) return k->each;
    if (ref == REF_YOU) return thing_of_seat(k->w->seat);
    return k->m->lang->roles[ref - REF_ROLE].who(k);
}

static size_t list_ref(const struct scope *k, unsigned ref, uint16_t *out, size_t max)
{
    if (ref < REF_FIXED) return list_slot(k, ref, out, max);
    uint16_t thing = look_up(k, ref);
    if (thing == NO_THING || !max) return 0;
    out[0] = thing;
    return 1;
}

size_t things_list(const struct scope *k, unsigned row, uint16_t *out, size_t max)
{
    const struct things *x = &k->m->things[row];
    switch ((enum how)x->how) {
    case HOW_ALL: // with a slot: they were kept when the step began
        return x->slot ? list_slot(k, x->slot, out, max) : k->m->lang->candidates(k, x, out, max);
    case HOW_REF: return list_ref(k, x->slot, out, max);
    case HOW_PICK:
    case HOW_UP_TO:
    case HOW_MADE:
    case HOW_ANY: return list_slot(k, x->slot, out, max); // as far as they were picked
    }
    return 0;
}

bool things_hold(const struct scope *k, unsigned row, uint16_t thing)
{
    const struct things *x = &k->m->things[row];
    if (x->how == HOW_ALL && !x->slot) return k->m->lang->is_candidate(k, x, thing);
    uint16_t list[THINGS_MAX];
    size_t   count = things_list(k, row, list, THINGS_MAX);
    for (size_t i = 0; i < count; i++)
        if (list[i] == thing) return true;
    return false;
}

uint16_t things_first(const struct scope *k, unsigned row)
{
    const struct things *x = &k->m->things[row];
    uint16_t             first;
    if (x->how == HOW_REF && x->slot >= REF_FIXED) return look_up(k, x->slot);
    return things_list(k, row, &first, 1) ? first : (uint16_t)NO_THING;
}

bool things_any(const struct scope *k, unsigned row) { return things_first(k, row) != NO_THING; }

static bool compares(unsigned flags, int value, int with)
{
    if (flags & TEST_AT_LEAST) return value >= with;
    if (flags & TEST_AT_MOST) return value <= with;
    return value == with;
}

static bool passes(const struct scope *k, const struct test *test, uint16_t thing)
{
    const struct lang *g = k->m->lang;
    if (!(test->flags & TEST_STAT)) return g->tests[test->row].fits(k, test, thing);
    int value = g->stats[test->row].of(k, thing);
    return value != NO_STAT && compares(test->flags, value, amount_of(k, test->amount));
}

// "With the least HP": of all that fit the words in front of it.
static bool is_extreme(const struct scope *k, const struct things *x, unsigned index,
                       uint16_t thing)
{
    const struct test *test                   = &k->m->test[x->test_first + index];
    int (*of)(const struct scope *, uint16_t) = k->m->lang->stats[test->row].of;
    struct things others                      = *x;
    int           value                       = of(k, thing);
    uint16_t      list[THINGS_MAX];
    others.test_count = (uint8_t)index;
    size_t count      = k->m->lang->candidates(k, &others, list, THINGS_MAX);
    for (size_t i = 0; i < count; i++) {
        int other = of(k, list[i]);
        if (other == NO_STAT) continue;
        if (test->flags & TEST_OF_LEAST ? other < value : other > value) return false;
    }
    return value != NO_STAT;
}

bool fits_tests(const struct scope *k, const struct things *x, uint16_t thing)
{
    struct scope inside = *k;
    inside.each         = thing;
    for (unsigned i = 0; i < x->test_count; i++) {
        const struct test *test = &k->m->test[x->test_first + i];
        bool so = test->flags & (TEST_OF_LEAST | TEST_OF_MOST) ? is_extreme(&inside, x, i, thing)
                                                               : passes(&inside, test, thing);
        if (so == ((test->flags & TEST_NOT) != 0)) return false;
    }
    return true;
}

// ---- amounts

static int sum_of_stat(const struct scope *k, const struct amount *a)
{
    uint16_t list[THINGS_MAX];
    size_t   count = things_list(k, a->things, list, THINGS_MAX);
    int      sum   = 0;
    for (size_t i = 0; i < count; i++) {
        const struct stat_row *stat = &k->m->lang->stats[a->row];
        int value = a->n ? k->m->lang->stat_by_name(k, list[i], (unsigned)a->n - 1)
                         : stat->of(k, list[i]);
        if (value != NO_STAT) sum += value;
    }
    return sum;
}

static int cap(int value)
{
    return value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value;
}

static int half_of(const struct scope *k, int value)
{
    int unit = k->m->lang->half_unit;
    return unit ? value / 2 / unit * unit : value / 2;
}

static int count_things(const struct scope *k, unsigned row)
{
    const struct things *x = &k->m->things[row];
    uint16_t             list[THINGS_MAX];
    if (k->m->lang->count && x->how == HOW_ALL && !x->slot) return k->m->lang->count(k, x);
    return (int)things_list(k, row, list, THINGS_MAX);
}

int amount_reckoned(const struct scope *k, unsigned row)
{
    const struct amount *a = &k->m->amount[row];
    int                  value;
    switch ((enum amount_kind)a->kind) {
    case AMOUNT_NUMBER: return a->n;
    case AMOUNT_STAT: return sum_of_stat(k, a);
    case AMOUNT_COUNT: return count_things(k, a->things);
    case AMOUNT_TALLY: return k->w->tally[a->row];
    case AMOUNT_TIMES: return cap(amount_of(k, a->a) * amount_of(k, a->b));
    case AMOUNT_HALF: return half_of(k, amount_of(k, a->a));
    case AMOUNT_HALF_UP: return (amount_of(k, a->a) + 1) / 2;
    case AMOUNT_PLUS: return cap(amount_of(k, a->a) + amount_of(k, a->b));
    case AMOUNT_MINUS:
        value = amount_of(k, a->a) - amount_of(k, a->b);
        return value > 0 ? value : 0;
    case AMOUNT_CAPPED: {
        int most = amount_of(k, a->b);
        value    = amount_of(k, a->a);
        return value < most ? value : most;
    }
    case AMOUNT_IF: return amount_of(k, cond_holds(k, a->cond) ? a->a : a->b);
    }
    return 0;
}

// ---- conditions

static bool all_are(const struct scope *k, const struct cond *c)
{
    const struct things *as = &k->m->things[c->as];
    uint16_t             list[THINGS_MAX];
    size_t               count = things_list(k, c->things, list, THINGS_MAX);
    for (size_t i = 0; i < count; i++) {
        struct facts f = k->m->lang->facts_of(k, list[i]);
        if (fits(k, as, &f, list[i]) == ((c->flags & COND_NOT) != 0)) return false;
    }
    return count > 0;
}

bool cond_holds(const struct scope *k, unsigned row)
{
    const struct cond *c  = &k->m->cond[row];
    bool               is = false;
    switch ((enum cond_kind)c->kind) {
    case COND_ALWAYS: is = true; break;
    case COND_GAME: is = k->m->lang->conds[c->row].holds(k); break;
    case COND_ARE: return all_are(k, c); // "not" is said of each of them
    case COND_THERE:
        is = k->m->lang->count ? count_things(k, c->things) > 0 : things_any(k, c->things);
        break;
    case COND_COMPARE:
        is = c->flags & COND_MORE ? amount_of(k, c->a) > amount_of(k, c->b)
                                  : amount_of(k, c->a) < amount_of(k, c->b);
        break;
    case COND_DID: is = k->w->did >> c->row & 1; break;
    case COND_AND: is = cond_holds(k, c->a) && cond_holds(k, c->b); break;
    case COND_OR: is = cond_holds(k, c->a) || cond_holds(k, c->b); break;
    }
    return is != ((c->flags & COND_NOT) != 0);
}
