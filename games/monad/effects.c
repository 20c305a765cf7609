// Section 6: the text of cards. A line is a tree of small nodes (words.h); do_effects goes through
// its effects, do_effect does one verb of it. What verbs do is in verbs.c, what they ask in
// asking.c.
#include "games/monad/rules.h"

#include <string.h>

// kind: what "it" means; other: the player that was chosen.
enum { IT_IS_TARGET, IT_IS_THIS };

struct frame *call_effects(struct table *t, uint32_t op, seat_id who, card_id source, card_id unit,
                           card_id target)
{
    struct frame *f = call(state_of(t), FLOW_EFFECTS, who, source, unit);
    f->op           = op;
    f->extra        = (int16_t)target;
    f->value        = 1;
    f->other        = NO_SEAT;
    return f;
}

// What happens to a unit by itself: "it" is that unit, unless the words are about another's death.
void call_triggered(struct table *t, const struct waiting *w)
{
    unsigned moment = book(t)->lines[w->line].moment;
    bool     others = moment == WHEN_ALLY_DIES || moment == WHEN_ENEMY_DIES;
    call_effects(t, book(t)->lines[w->line].op, w->who, w->source, w->unit, w->other)->kind =
        others ? IT_IS_TARGET : IT_IS_THIS;
}

void call_effect(struct monad_state *s, const struct frame *f, uint32_t effect)
{
    struct frame *e = call(s, FLOW_EFFECT, f->who, f->card, f->target);
    e->op           = effect;
    e->extra        = f->extra;
    e->kind         = f->kind;
    e->other        = f->other;
}

enum { EFFECTS_ONE_DONE = 1 };

enum flow do_effects(struct table *t, struct frame *f)
{
    struct monad_state *s   = state_of(t);
    const struct op    *ops = t->pool->ops;
    uint32_t            at  = 0;
    FLOW_BEGIN(f);
    while (f->value < ops[f->op].size && f->n < 64) {
        at       = f->op + (uint16_t)f->value;
        f->value = (int16_t)(op_after(ops, at) - f->op);
        if (ops[at].code != W_EFFECT || has_left(s, f->who)) continue;
        f->n++;
        call_effect(s, f, at);
        FLOW_PAUSE(f, EFFECTS_ONE_DONE);
        if (s->carried_out == DID_CHOOSE) { // from here on "it" is the one chosen
            s->carried_out = CARRIED_OUT;
            f->extra       = s->chosen;
            f->kind        = IT_IS_TARGET;
        }
        if (s->carried_out == DID_CHOOSE_SEAT) {
            s->carried_out = CARRIED_OUT;
            f->other       = (seat_id)s->chosen;
        }
        if (s->carried_out == DID_REPEAT) {
            s->carried_out = NOT_CARRIED_OUT;
            if (!f->flag) f->value = 1;
            f->flag = 1;
        }
    }
    FLOW_END(f);
}

// The verb of an EFFECT: the first child that is no condition.
static uint32_t verb_of(const struct op *ops, uint32_t effect)
{
    uint32_t i = effect + 1;
    while (ops[i].code == W_IF || ops[i].code == W_MAY) i = (uint32_t)op_after(ops, i);
    return i;
}

static int times_of(const struct table *t, const struct frame *f)
{
    size_t each = op_find(t->pool->ops, f->op, W_FOR_EACH);
    return each ? count_of_each(t, (uint32_t)each, f->who, f->target) : 1;
}

unsigned noun_in(const struct table *t, uint32_t verb)
{
    size_t noun = op_find(t->pool->ops, verb, W_NOUN);
    return noun ? (unsigned)t->pool->ops[noun].value : (unsigned)NOUN_TARGET;
}

// "each X ally": of the units named those that are called so.
static size_t only_called(const struct table *t, uint32_t verb, card_id *list, size_t n)
{
    const struct op *ops  = t->pool->ops;
    size_t           noun = op_find(ops, verb, W_NOUN), kept = 0;
    if (!noun || ops[noun].size < 2) return n;
    for (size_t i = 0; i < n; i++)
        if (fits_sort(t, (uint32_t)noun, list[i])) list[kept++] = list[i];
    return kept;
}

static bool is_chosen(unsigned noun)
{
    return noun == NOUN_AN_ALLY || noun == NOUN_A_FRIENDLY || noun == NOUN_AN_OPPOSING;
}

static bool are_some(unsigned noun)
{
    return noun == NOUN_SOME_ALLIES || noun == NOUN_SOME_FRIENDLY || noun == NOUN_SOME_OPPOSING;
}

// "It" in a text about a unit's own doings, and "move back": this unit.
static unsigned noun_meant(const struct table *t, const struct frame *f, uint32_t verb)
{
    const struct op *node = &t->pool->ops[verb];
    unsigned         noun = noun_in(t, verb);
    bool paces = node->code == W_MOVE && (node->value == PACE_FORWARD || node->value == PACE_BACK);
    return paces || (noun == NOUN_IT && f->kind == IT_IS_THIS) ? (unsigned)NOUN_THIS : noun;
}

static size_t units_meant(const struct table *t, const struct frame *f, uint32_t verb, card_id *out)
{
    size_t n = units_named(t, noun_meant(t, f, verb), f->who, f->target, (card_id)f->extra, out);
    return only_called(t, verb, out, n);
}

// "Up to N" of so many.
static uint8_t most_of(const struct table *t, uint32_t verb, size_t n)
{
    return count_of((unsigned)n, number_at(t->pool, (uint32_t)op_find(t->pool->ops, verb, W_NOUN)));
}

// Which units, if that is chosen now.
static bool ask_which_units(struct table *t, const struct frame *f, uint32_t verb)
{
    struct core *c = t->state;
    card_id      list[NAMED_MAX];
    unsigned     noun = noun_meant(t, f, verb);
    size_t       n    = units_meant(t, f, verb, list);
    if (is_chosen(noun) && n > 1) ask(c, f->who, QUESTION_UNIT, (uint16_t)noun, f->target);
    if (are_some(noun) && most_of(t, verb, n))
        ask_several(c, f->who, QUESTION_SOME_UNITS, 0, most_of(t, verb, n), (uint16_t)noun,
                    f->target);
    return (is_chosen(noun) && n > 1) || (are_some(noun) && most_of(t, verb, n));
}

// The units that were chosen, or all that are meant; false: none could be, or the chooser has left.
static bool take_units(const struct table *t, const struct frame *f, uint32_t verb, card_id *list,
                       size_t *n)
{
    const struct core *c    = t->state;
    unsigned           noun = noun_meant(t, f, verb);
    *n                      = units_meant(t, f, verb, list);
    if (are_some(noun)) {
        if (!f->flag) return false;
        *n = c->question[f->who].picked;
        memcpy(list, c->question[f->who].pick, *n * sizeof *list);
    } else if (f->flag) {
        if (answer_of(c, f->who).kind != CHOICE_TARGET) return false;
        list[0] = answer_of(c, f->who).card;
        *n      = 1;
    }
    return true;
}

// True: the effect goes on ("destroy an Equipment of it").
static bool do_to_units(struct table *t, struct frame *f, uint32_t verb)
{
    struct monad_state *s    = state_of(t);
    unsigned            code = t->pool->ops[verb].code;
    card_id             list[NAMED_MAX];
    size_t              n;
    if (!take_units(t, f, verb, list, &n)) return false;
    if (code == W_BREAK) {
        f->card = n ? list[0] : (card_id)NO_CARD; // the unit whose Equipment is destroyed
        return true;
    }
    if (code == W_CHOOSE) s->chosen = (int16_t)NO_CARD;
    for (size_t i = 0; i < n; i++)
        if (is_unit(s, list[i])) do_to_unit(t, f, verb, list[i], f->value);
    if (code == W_CHOOSE) s->carried_out = DID_CHOOSE;
    return false;
}

static bool is_possible(const struct table *t, const struct frame *f)
{
    size_t condition = op_find(t->pool->ops, f->op, W_IF);
    return !condition || holds(t, (uint32_t)condition + 1, f->target, (card_id)f->extra);
}

enum { EFFECT_MAY = 1, EFFECT_UNITS, EFFECT_ANSWERED };

// card: what prints it, target: "this unit", extra: the target; op: the EFFECT; flag: its units
// were chosen.
enum flow do_effect(struct table *t, struct frame *f)
{
    struct monad_state  *s    = state_of(t);
    const struct op     *ops  = t->pool->ops;
    const uint32_t       verb = verb_of(ops, f->op);
    const struct asking *asks = asking_of(ops[verb].code);
    FLOW_BEGIN(f);
    t->effects++;
    if (!is_possible(t, f)) return FLOW_DONE;
    s->carried_out = NOT_CARRIED_OUT;
    if (ops[verb].code == W_PAY && !can_pay(t, f->who, number_at(t->pool, verb))) return FLOW_DONE;
    if (op_find(ops, f->op, W_MAY)) {
        ask(&s->core, f->who, QUESTION_MAY, 0, f->card);
        FLOW_PAUSE(f, EFFECT_MAY);
        if (answer_of(&s->core, f->who).kind != CHOICE_YES) return FLOW_DONE;
    }
    s->carried_out = CARRIED_OUT;
    f->value       = (int16_t)times_of(t, f);
    if (is_about_units(ops[verb].code)) {
        f->flag = ask_which_units(t, f, verb);
        if (f->flag) FLOW_PAUSE(f, EFFECT_UNITS);
        if (!do_to_units(t, f, verb)) return FLOW_DONE;
    }
    if (do_alone(t, f, verb, f->value)) return FLOW_DONE;
    while (asks && asks->next(t, f, verb)) {
        FLOW_PAUSE(f, EFFECT_ANSWERED);
        asks->take(t, f, verb);
    }
    FLOW_END(f);
}
