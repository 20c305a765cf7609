// evaluate.h - asking what a meaning says of a position: which things, how much, whether. Nothing
// here changes anything or allocates.
#ifndef PENTACLE_MEANING_EVALUATE_H
#define PENTACLE_MEANING_EVALUATE_H

#include "meaning/lang.h"

enum { THINGS_MAX = 96 }; // looked at in one go

size_t   things_list(const struct scope *, unsigned things, uint16_t *out, size_t max);
bool     things_hold(const struct scope *, unsigned things, uint16_t thing); // is it one of them?
bool     things_any(const struct scope *, unsigned things);
uint16_t things_first(const struct scope *, unsigned things); // or NO_THING
int      amount_reckoned(const struct scope *, unsigned amount);
bool     cond_holds(const struct scope *, unsigned cond); // 0: always

// Most amounts are numbers.
static inline int amount_of(const struct scope *k, unsigned amount)
{
    const struct amount *a = &k->m->amount[amount];
    return a->kind == AMOUNT_NUMBER ? a->n : amount_reckoned(k, amount);
}

bool fits_tests(const struct scope *, const struct things *, uint16_t thing);

// Masks first, then what masks cannot say.
static inline bool fits(const struct scope *k, const struct things *x, const struct facts *f,
                        uint16_t thing)
{
    return x->kinds & f->kind && x->sides & f->side && x->places & f->place &&
           (f->bits & x->has) == x->has && !(f->bits & x->lacks) &&
           (!x->test_count || fits_tests(k, x, thing));
}

#endif
