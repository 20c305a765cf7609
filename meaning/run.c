// run.c - one resumable flow that carries out the text of every game.
//
// The order inside a step is fixed: is it passed over? may? who, one after the other: picks,
// things, amounts of all, deeds; then what the game does between two steps.
#include "meaning/run.h"

#include "engine/chance.h"
#include "engine/table.h"

static struct named *names_of(const struct lang *g, struct work *w)
{
    return (struct named *)(void *)((char *)w + g->named_at);
}

static const struct step *step_at(const struct meaning *m, const struct run_frame *f,
                                  const struct work *w)
{
    return &m->step[m->line[w->line].step_first + f->pc];
}

// ---- names

static void forget(const struct lang *g, struct work *w, unsigned slot)
{
    struct named *names = names_of(g, w);
    unsigned      kept  = 0;
    for (unsigned i = 0; i < w->named_count; i++)
        if (names[i].slot != slot) names[kept++] = names[i];
    for (unsigned i = kept; i < w->named_count; i++) names[i] = (struct named){ 0 };
    w->named_count = (uint8_t)kept;
}

static void name(const struct scope *k, struct work *w, unsigned slot, uint16_t thing)
{
    const struct lang *g = k->m->lang;
    if (w->named_count == g->named_max) return; // a list that is full names no more
    names_of(g, w)[w->named_count++] = (struct named){ .thing = thing,
                                                       .stamp = g->facts_of(k, thing).stamp,
                                                       .slot  = (uint8_t)slot };
}

// ---- who does it, to what

static bool is_picked(const struct things *x)
{
    return x->how == HOW_PICK || x->how == HOW_UP_TO || x->how == HOW_ANY;
}

// The nth of those who do it, or NO_SEAT.
static seat_id doer(const struct table *t, const struct run_frame *f, const struct work *w,
                    const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    const struct scope    k = { t, m, w, w->seat, NO_THING };
    uint16_t              list[SEATS_MAX];
    if (!s->who) return f->seat == 0 ? w->seat : (seat_id)NO_SEAT;
    size_t count = things_list(&k, s->who, list, SEATS_MAX);
    if (f->seat >= count) return NO_SEAT;
    return seat_of_thing(list[f->seat]);
}

static struct scope run_scope(const struct table *t, const struct run_frame *f,
                              const struct work *w)
{
    const struct step *s = step_at(t->pool->meaning, f, w);
    return (struct scope){ t, t->pool->meaning, w, doer(t, f, w, s), NO_THING };
}

// Keeps a list under the name that later words, or the deeds one after the other, know it by.
static void keep(struct work *w, const struct things *x, const struct scope *k)
{
    uint16_t list[THINGS_MAX];
    size_t   count = k->m->lang->candidates(k, x, list, THINGS_MAX);
    forget(k->m->lang, w, x->slot);
    for (size_t i = 0; i < count; i++) name(k, w, x->slot, list[i]);
}

// Is there anything that these words may mean?
static bool has_any(const struct scope *k, unsigned row)
{
    const struct things *x = &k->m->things[row];
    uint16_t             first;
    if (!row) return true;
    if (x->how == HOW_REF) return things_any(k, row);
    return k->m->lang->candidates(k, x, &first, 1) > 0;
}

static bool can_do(const struct table *t, const struct run_frame *f, const struct work *w,
                   const struct step *s)
{
    const struct verb_row *v = &t->pool->meaning->lang->verbs[s->verb];
    if (!s->who && !v->can && !(v->flags & VERB_NEEDS_THINGS)) return true;
    const struct scope k = run_scope(t, f, w);
    if (s->who && !k.m->lang->still(&k, thing_of_seat(k.seat))) return false;
    if (v->flags & VERB_NEEDS_THINGS && !(has_any(&k, s->things) && has_any(&k, s->to)))
        return false;
    return !v->can || v->can(&k, s);
}

// ---- picking

enum { PICKS_THINGS, PICKS_TO, PICKED_ALL }; // run_frame.turn

static unsigned things_of_turn(const struct step *s, unsigned turn)
{
    return turn == PICKS_THINGS ? s->things : s->to;
}

const struct step *run_step_asked(const struct table *t, const struct run_frame *f,
                                  const struct work *w)
{
    return step_at(t->pool->meaning, f, w);
}

size_t run_picks(const struct table *t, const struct run_frame *f, const struct work *w,
                 uint16_t *out, size_t max)
{
    const struct scope   k = run_scope(t, f, w);
    const struct things *x = &k.m->things[things_of_turn(step_at(k.m, f, w), f->turn)];
    if (!is_picked(x) || k.seat == NO_SEAT || !can_do(t, f, w, step_at(k.m, f, w))) return 0;
    return k.m->lang->candidates(&k, x, out, max);
}

bool run_may_pick(const struct table *t, const struct run_frame *f, const struct work *w,
                  uint16_t thing)
{
    const struct scope   k = run_scope(t, f, w);
    const struct step   *s = step_at(k.m, f, w);
    const struct things *x = &k.m->things[things_of_turn(s, f->turn)];
    if (!is_picked(x) || k.seat == NO_SEAT || !can_do(t, f, w, s)) return false;
    return k.m->lang->is_candidate(&k, x, thing);
}

static void pick_by_chance(struct table *t, const struct scope *k, struct work *w,
                           const struct things *x, uint16_t *list, size_t count, unsigned most)
{
    for (; most > 0 && count > 0; most--) {
        unsigned nth = pick(t, (unsigned)count);
        name(k, w, x->slot, list[nth]);
        for (size_t i = nth; i + 1 < count; i++) list[i] = list[i + 1];
        count--;
    }
}

// Asks for what the words leave to be picked; false: nothing is left open.
static bool ask_for(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    const struct things *x = &t->pool->meaning->things[things_of_turn(s, f->turn)];
    if (!is_picked(x)) return false;
    struct scope           k = run_scope(t, f, w);
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    uint16_t               list[THINGS_MAX];
    forget(k.m->lang, w, x->slot);
    bool     random = x->flags & THINGS_RANDOM;
    int      wanted = x->how == HOW_ANY ? THINGS_MAX : x->count ? amount_of(&k, x->count) : 1;
    unsigned most   = wanted < 0 ? 0 : wanted > THINGS_MAX ? THINGS_MAX : (unsigned)wanted;
    if (v->flags & VERB_ONE_BY_ONE && most > 1) most = 1;
    // One more than are picked: is there a choice?
    size_t room  = random || most >= THINGS_MAX ? THINGS_MAX : most + 1u;
    size_t count = k.m->lang->candidates(&k, x, list, room);
    if (most > count) most = (unsigned)count;
    if (most == 0 || count == 0) return false;
    bool open = x->how != HOW_PICK || count > most || v->flags & VERB_ALWAYS_ASKS;
    if (x->flags & THINGS_RANDOM && count > most) {
        pick_by_chance(t, &k, w, x, list, count, most);
        return false;
    }
    if (!open) {
        for (size_t i = 0; i < count; i++) name(&k, w, x->slot, list[i]);
        return false;
    }
    unsigned least = x->how == HOW_PICK ? most : 0;
    if (v->pick == CHOICE_PICK)
        ask_several(t->state, k.seat, v->question, (uint8_t)least, (uint8_t)most, 0, w->card);
    else
        ask(t->state, k.seat, v->question, 0, w->card);
    return true;
}

static void take_picks(struct table *t, const struct run_frame *f, struct work *w,
                       const struct step *s)
{
    struct scope           k = run_scope(t, f, w);
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    const struct things   *x = &k.m->things[things_of_turn(s, f->turn)];
    if (k.seat == NO_SEAT || !k.m->lang->acts(t, k.seat)) return; // gave up instead
    const struct question *q      = &t->state->question[k.seat];
    struct choice          choice = answer_of(t->state, k.seat);
    for (unsigned i = 0; v->pick == CHOICE_PICK && i < q->picked; i++)
        name(&k, w, x->slot, q->pick[i]);
    if (v->pick != CHOICE_PICK && choice.kind == v->pick)
        name(&k, w, x->slot,
             x->type == TYPE_PLACE  ? thing_of_place(choice.target)
             : x->type == TYPE_SEAT ? thing_of_seat(choice.option)
                                    : choice.card);
}

// ---- doing

static uint16_t first_to(const struct scope *k, const struct step *s)
{
    return s->to ? things_first(k, s->to) : (uint16_t)NO_THING;
}

static int amount_for(const struct scope *k, const struct step *s)
{
    return s->amount && !(s->flags & STEP_REPEATS) ? amount_of(k, s->amount) : 1;
}

// An amount that was reckoned and came to nothing does nothing; a printed 0 is meant.
static bool comes_to_nothing(const struct meaning *m, const struct step *s, int amount)
{
    return amount <= 0 && s->amount && !(s->flags & STEP_REPEATS) &&
           m->amount[s->amount].kind != AMOUNT_NUMBER;
}

static void note_done(struct work *w, const struct step *s, int done)
{
    if (s->did && done > 0) w->did = (uint8_t)(w->did | 1u << (s->did - 1));
    if (s->tally) w->tally[s->tally - 1] = (int16_t)(w->tally[s->tally - 1] + done);
}

static int do_to(struct table *t, struct work *w, const struct step *s, const struct scope *k,
                 uint16_t thing, int amount)
{
    struct aim aim = { thing, first_to(k, s), k->seat, amount };
    if (comes_to_nothing(k->m, s, amount) || (s->to && aim.to == NO_THING)) return 0;
    return k->m->lang->verbs[s->verb].deed(t, w, s, &aim);
}

// What needs no pause: all amounts are reckoned before the first is done.
static void do_at_once(struct table *t, struct work *w, const struct step *s, struct scope k)
{
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    uint16_t               list[THINGS_MAX];
    int                    amount[THINGS_MAX], done = 0;
    if (v->way == ONCE) {
        uint16_t thing = s->things ? things_first(&k, s->things) : (uint16_t)NO_THING;
        if (!s->things || thing != NO_THING) done = do_to(t, w, s, &k, thing, amount_for(&k, s));
        note_done(w, s, done);
        return;
    }
    size_t count = things_list(&k, s->things, list, THINGS_MAX);
    for (size_t i = 0; i < count; i++) {
        k.each    = list[i];
        amount[i] = amount_for(&k, s);
    }
    for (size_t i = 0; i < count; i++) {
        k.each = list[i];
        if (k.m->lang->still(&k, list[i])) done += do_to(t, w, s, &k, list[i], amount[i]);
    }
    note_done(w, s, done);
}

// Most steps: nobody else does it, nothing is picked, no flow is called.
static void do_plain(struct table *t, const struct run_frame *f, struct work *w,
                     const struct step *s)
{
    const struct scope k = { t, t->pool->meaning, w, w->seat, NO_THING };
    if (s->tally) w->tally[s->tally - 1] = 0;
    t->effects++;
    if (can_do(t, f, w, s)) do_at_once(t, w, s, k);
}

// Dice and coins decide whether a step is done.
static bool comes_off(struct table *t, struct work *w, const struct step *s)
{
    const struct meaning *m   = t->pool->meaning;
    const struct scope    k   = { t, m, w, w->seat, NO_THING };
    struct aim            aim = { NO_THING, NO_THING, w->seat, 1 };
    if (s->chance_amount) aim.amount = amount_of(&k, s->chance_amount);
    return m->lang->verbs[s->chance - 1].deed(t, w, s, &aim) > 0;
}

static void take_result(struct table *t, const struct run_frame *f, struct work *w,
                        const struct step *s)
{
    const struct verb_row *v   = &t->pool->meaning->lang->verbs[s->verb];
    seat_id                who = doer(t, f, w, s);
    struct aim             aim = { NO_THING, NO_THING, who, 1 };
    if (v->result && who != NO_SEAT && t->pool->meaning->lang->acts(t, who))
        note_done(w, s, v->result(t, w, s, &aim));
}

// The next of the things that a calling verb is done to; false: there is none.
static bool call_next(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    struct scope           k = run_scope(t, f, w);
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    uint16_t               list[THINGS_MAX];
    size_t                 count = 1;
    if (s->things) count = things_list(&k, s->things, list, THINGS_MAX);
    for (; f->turn < count; f->turn++) {
        k.each = s->things ? list[f->turn] : NO_THING;
        if (s->things && !k.m->lang->still(&k, k.each)) continue;
        int        amount = amount_for(&k, s);
        struct aim aim    = { k.each, first_to(&k, s), k.seat, amount };
        if (comes_to_nothing(k.m, s, amount) || (s->to && aim.to == NO_THING)) continue;
        f->turn++;
        note_done(w, s, v->deed(t, w, s, &aim));
        return true;
    }
    return false;
}

// ---- the steps

// IF and JUMP only say where to go on.
static bool leads_on(const struct table *t, struct run_frame *f, const struct work *w,
                     const struct step *s)
{
    if (s->kind == STEP_DO) return false;
    const struct scope k = { t, t->pool->meaning, w, w->seat, NO_THING };
    if (s->kind == STEP_JUMP || !cond_holds(&k, s->cond)) f->pc = (uint16_t)(s->skip - 1u);
    return true;
}

// How often the step is done: once, as often as it is repeated, or for each that is picked.
static uint8_t rounds_of(const struct table *t, const struct run_frame *f, const struct work *w,
                         const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    const struct things  *x = &m->things[s->things];
    bool one_by_one = m->lang->verbs[s->verb].flags & VERB_ONE_BY_ONE && is_picked(x) && x->count;
    if (!one_by_one && !(s->flags & STEP_REPEATS)) return 1;
    const struct scope k = run_scope(t, f, w);
    int                n = s->flags & STEP_REPEATS ? amount_of(&k, s->amount) : 1;
    if (one_by_one) n *= amount_of(&k, x->count);
    return (uint8_t)(n < 0 ? 0 : n > UINT8_MAX ? UINT8_MAX : n);
}

static void begin_round(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    const struct things *x = &t->pool->meaning->things[s->things];
    f->turn                = PICKS_THINGS;
    if (x->how != HOW_ALL || !x->slot) return;
    const struct scope k = run_scope(t, f, w);
    keep(w, x, &k);
}

static void begin_step(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    const struct scope    k = { t, m, w, w->seat, NO_THING };
    t->effects++;
    f->seat = 0;
    if (s->tally) w->tally[s->tally - 1] = 0;
    if (s->who && m->things[s->who].how == HOW_ALL) keep(w, &m->things[s->who], &k);
}

// What no later word speaks of is not kept beyond its step.
static void end_step(struct table *t, struct work *w, const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    if (!w->named_count) return;
    const uint16_t rows[] = { s->who, s->things, s->to };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct things *x = &m->things[rows[i]];
        if (rows[i] && x->how != HOW_REF && x->slot && !(x->flags & THINGS_NAMED))
            forget(m->lang, w, x->slot);
    }
}

enum flow run_text(struct table *t, struct run_frame *f)
{
    const struct meaning *m = t->pool->meaning;
    const struct lang    *g = m->lang;
    struct work          *w = g->work_of(t, f->work);
    const struct step    *s = step_at(m, f, w);
    FLOW_BEGIN(f);
    for (f->pc = 0; f->pc < m->line[w->line].step_count; f->pc++) {
        s = step_at(m, f, w);
        if (leads_on(t, f, w, s)) continue;
        if (g->ends(t, w)) return FLOW_DONE;
        if (g->passes_over(t, w, s)) continue;
        f->seat = 0;
        if (s->did) w->did = (uint8_t)(w->did & ~(1u << (s->did - 1)));
        if (s->flags & STEP_MAY) {
            if (!can_do(t, f, w, s)) { // nothing to be asked about
                f->pc = (uint16_t)(s->skip - 1u);
                continue;
            }
            g->ask_may(t, w, s);
            FLOW_PAUSE(f, RUN_MAY);
            if (!g->said_yes(t, w)) {
                f->pc = (uint16_t)(s->skip - 1u);
                continue;
            }
        }
        if (s->chance && !comes_off(t, w, s)) continue;
        if (s->flags & STEP_PLAIN) {
            do_plain(t, f, w, s);
            while (g->between(t, w, s)) FLOW_PAUSE(f, RUN_BETWEEN_PLAIN);
            continue;
        }
        begin_step(t, f, w, s);
        for (; doer(t, f, w, s) != NO_SEAT; f->seat++) {
            for (f->left = rounds_of(t, f, w, s); f->left && !g->ends(t, w) && can_do(t, f, w, s);
                 f->left--) {
                for (begin_round(t, f, w, s); f->turn < PICKED_ALL; f->turn++) {
                    if (!ask_for(t, f, w, s)) continue;
                    FLOW_PAUSE(f, RUN_PICKED);
                    take_picks(t, f, w, s);
                }
                if (g->verbs[s->verb].way != CALLS) {
                    do_at_once(t, w, s, run_scope(t, f, w));
                    continue;
                }
                for (f->turn = 0; !g->ends(t, w) && call_next(t, f, w, s);) {
                    FLOW_PAUSE(f, RUN_CALLED);
                    take_result(t, f, w, s);
                }
            }
        }
        end_step(t, w, s);
        while (g->between(t, w, s)) FLOW_PAUSE(f, RUN_BETWEEN);
    }
    FLOW_END(f);
}
