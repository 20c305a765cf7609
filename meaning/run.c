// run.c - one resumable flow that carries out the text of every game.
//
// The order inside a step is fixed: is it passed over? may? who, one after the other: picks,
// things, amounts of all, deeds; then what the game does between two steps.
#include "meaning/run.h"

#include "engine/chance.h"
#include "engine/table.h"

// Nothing more is done: the match has ended in the middle of the text, or the game says so.
static inline bool is_over(const struct table *t, const struct work *w)
{
    const struct lang *g = t->pool->meaning->lang;
    return t->state->over || (g->ends && g->ends(t, w));
}
static inline bool can_answer(const struct table *t, seat_id seat)
{
    const struct lang *g = t->pool->meaning->lang;
    return seat != NO_SEAT && (!g->acts || g->acts(t, seat));
}

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
    names_of(g, w)[w->named_count++] = (struct named){ .thing = thing, .slot = (uint8_t)slot };
}

// ---- who does it, to what

static bool is_picked(const struct things *x)
{
    return x->how == HOW_PICK || x->how == HOW_UP_TO || x->how == HOW_ANY;
}

// Is it done to something, and not to what it makes itself?
static bool is_done_to_things(const struct meaning *m, const struct step *s)
{
    return s->things && m->things[s->things].how != HOW_MADE;
}

static bool is_named_in(const struct scope *k, unsigned slot, uint16_t thing)
{
    const struct named *names = (const struct named *)(const void *)((const char *)k->w +
                                                                     k->m->lang->named_at);
    for (unsigned i = 0; i < k->w->named_count; i++)
        if (names[i].slot == slot && names[i].thing == thing) return true;
    return false;
}

// The nth of those who do it, or NO_SEAT.
static seat_id nth_doer(const struct scope *k, const struct step *s, unsigned nth)
{
    uint16_t list[SEATS_MAX];
    size_t   count = things_list(k, s->who, list, SEATS_MAX);
    return nth < count ? seat_of_thing(list[nth]) : (seat_id)NO_SEAT;
}

static inline struct scope run_scope(const struct table *t, const struct run_frame *f,
                                     const struct work *w, const struct step *s)
{
    struct scope k = { t, t->pool->meaning, w, w->seat, NO_THING, NULL };
    if (s->who) k.seat = nth_doer(&k, s, f->seat);
    return k;
}

static inline bool has_doer(const struct table *t, const struct run_frame *f, const struct work *w,
                            const struct step *s)
{
    return s->who ? run_scope(t, f, w, s).seat != NO_SEAT : f->seat == 0;
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

static bool finds_all(const struct scope *k, const struct step *s)
{
    return has_any(k, s->things) && has_any(k, s->to);
}

// What finds nothing does nothing by itself; only who is asked first, for a "may" or for one of two
// phrases, has to know before.
static bool can_begin(const struct scope *k, const struct step *s, bool asked)
{
    const struct verb_row *v = &k->m->lang->verbs[s->verb];
    if (s->who && !k->m->lang->still(k, s, thing_of_seat(k->seat))) return false;
    if (v->flags & VERB_NEEDS_THINGS && (asked || (s->things && s->to)) && !finds_all(k, s))
        return false;
    return !v->can || v->can(k, s);
}

// What is paid must be there: as many things as are picked, as much as is spent.
static bool can_pay(const struct scope *k, const struct step *s)
{
    const struct verb_row *v = &k->m->lang->verbs[s->verb];
    const struct things   *x = &k->m->things[s->things];
    uint16_t               list[THINGS_MAX];
    if (!(v->flags & VERB_PAYS)) return true;
    if (v->stock) return v->stock(k, s) >= amount_of(k, s->amount);
    if (x->how != HOW_PICK) return true;
    int wanted = x->count ? amount_of(k, x->count) : 1;
    return (int)k->m->lang->candidates(k, x, list, THINGS_MAX) >= wanted;
}

static bool was_announced(const struct table *t, const struct things *x)
{
    const struct lang *g = t->pool->meaning->lang;
    return g->announced && g->announced(t, x);
}

// ---- picking

// run_frame.turn, and behind it how many questions have been answered.
enum { PICKS_THINGS, PICKS_TO, PICKED_ALL, TURN_BITS = 0xFF, ASKED_ONE = 0x100 };

static unsigned things_of_turn(const struct step *s, unsigned turn)
{
    return (turn & TURN_BITS) == PICKS_THINGS ? s->things : s->to;
}

// The open question: who is to pick, among what.
struct asked {
    struct scope         k;
    const struct things *x; // NULL: nothing is to be picked
};
static struct asked asked_now(const struct table *t, const struct run_frame *f)
{
    const struct meaning *m = t->pool->meaning;
    const struct work    *w = lang_work_at(m->lang, t->state, f->work);
    const struct step    *s = step_at(m, f, w);
    const struct things  *x = &m->things[things_of_turn(s, f->turn)];
    struct asked          a = { run_scope(t, f, w, s), x };
    // Somebody may give up meanwhile whom it cannot be done to any more.
    if (!is_picked(x) || a.k.seat == NO_SEAT || !can_begin(&a.k, s, false)) a.x = NULL;
    return a;
}

size_t run_picks(const struct table *t, const struct run_frame *f, uint16_t *out, size_t max)
{
    const struct asked a     = asked_now(t, f);
    size_t             count = a.x ? a.k.m->lang->candidates(&a.k, a.x, out, max) : 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!a.k.m->lang->picks_singly || !is_named_in(&a.k, a.x->slot, out[i]))
            out[kept++] = out[i];
    return kept;
}

bool run_may_pick(const struct table *t, const struct run_frame *f, uint16_t thing)
{
    const struct asked a = asked_now(t, f);
    if (!a.x || !a.k.m->lang->is_candidate(&a.k, a.x, thing)) return false;
    return !a.k.m->lang->picks_singly || !is_named_in(&a.k, a.x->slot, thing);
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

// Several are gathered by one question, or the one is chosen at once.
static bool gathers_picks(const struct verb_row *v, const struct things *x)
{
    return v->pick == CHOICE_PICK || (v->some && (x->how != HOW_PICK || x->count));
}

static unsigned wanted_of(const struct scope *k, const struct things *x)
{
    int wanted = x->how == HOW_ANY ? THINGS_MAX : x->count ? amount_of(k, x->count) : 1;
    return wanted < 0 ? 0 : wanted > THINGS_MAX ? THINGS_MAX : (unsigned)wanted;
}

// One question after the other, until all are picked or whoever picks says that it is enough.
static bool ask_for_next(struct table *t, const struct run_frame *f, const struct work *w,
                         const struct step *s, const struct scope *k, const struct things *x)
{
    const struct lang     *g     = k->m->lang;
    const struct verb_row *v     = &g->verbs[s->verb];
    unsigned               asked = f->turn / ASKED_ONE;
    uint16_t               list[THINGS_MAX];
    if (asked >= wanted_of(k, x)) return false;
    size_t count = g->candidates(k, x, list, THINGS_MAX), kept = 0;
    for (size_t i = 0; i < count; i++) kept += !is_named_in(k, x->slot, list[i]);
    if (g->asks ? !g->asks(t, k, s, x, kept) : !kept) return false;
    ask(t->state, k->seat, v->question, (uint16_t)asked, w->card);
    return true;
}

// Asks for what the words leave to be picked; false: nothing is left open.
static bool ask_for(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    const struct things *x = &t->pool->meaning->things[things_of_turn(s, f->turn)];
    if (!is_picked(x)) return false;
    if (was_announced(t, x)) {
        const struct lang *g = t->pool->meaning->lang;
        if (g->take_announced) g->take_announced(t, w, s, x);
        return false;
    }
    struct scope           k = run_scope(t, f, w, s);
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    uint16_t               list[THINGS_MAX];
    if (f->turn < ASKED_ONE) forget(k.m->lang, w, x->slot);
    bool random = x->flags & THINGS_RANDOM;
    if (k.m->lang->picks_singly && !random) return ask_for_next(t, f, w, s, &k, x);
    unsigned most = wanted_of(&k, x);
    if (v->flags & VERB_ONE_BY_ONE && most > 1) most = 1;
    // One more than are picked: is there a choice?
    size_t room  = random || most >= THINGS_MAX ? THINGS_MAX : most + 1u;
    size_t count = k.m->lang->candidates(&k, x, list, room);
    if (most > count) most = (unsigned)count;
    if (most > PICKS_MAX && gathers_picks(v, x)) most = PICKS_MAX;
    if (most == 0 || count == 0) return false;
    bool open = x->how != HOW_PICK || count > most || v->flags & VERB_ALWAYS_ASKS;
    if (random && (count > most || k.m->lang->picks_singly)) {
        pick_by_chance(t, &k, w, x, list, count, most);
        return false;
    }
    if (!open) {
        for (size_t i = 0; i < count; i++) name(&k, w, x->slot, list[i]);
        return false;
    }
    unsigned least = x->how == HOW_PICK ? most : 0;
    if (gathers_picks(v, x))
        ask_several(t->state, k.seat, v->some ? v->some : v->question, (uint8_t)least,
                    (uint8_t)most, 0, w->card);
    else
        ask(t->state, k.seat, v->question, 0, w->card);
    return true;
}

static bool take_pick(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    struct scope         k      = run_scope(t, f, w, s);
    const struct lang   *g      = k.m->lang;
    const struct things *x      = &k.m->things[things_of_turn(s, f->turn)];
    struct choice        choice = answer_of(t->state, k.seat);
    bool                 place  = choice.kind == g->pick_place;
    uint16_t             thing  = place ? thing_of_place(choice.target) : (uint16_t)choice.card;
    f->turn                     = (uint16_t)(f->turn + ASKED_ONE);
    if (!can_answer(t, k.seat) || choice.kind == g->enough) return false;
    if (place || choice.kind == g->verbs[s->verb].pick)
        if (!g->turns_out || g->turns_out(&k, x, thing)) name(&k, w, x->slot, thing);
    return true;
}

// True: there may be another question.
static bool take_picks(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    if (t->pool->meaning->lang->picks_singly) return take_pick(t, f, w, s);
    struct scope           k = run_scope(t, f, w, s);
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    const struct things   *x = &k.m->things[things_of_turn(s, f->turn)];
    if (!can_answer(t, k.seat)) return false; // gave up instead
    const struct question *q        = &t->state->question[k.seat];
    struct choice          choice   = answer_of(t->state, k.seat);
    bool                   gathered = gathers_picks(v, x);
    for (unsigned i = 0; gathered && i < q->picked; i++) name(&k, w, x->slot, q->pick[i]);
    if (!gathered && choice.kind == v->pick)
        name(&k, w, x->slot,
             x->type == TYPE_PLACE  ? thing_of_place(choice.target)
             : x->type == TYPE_SEAT ? thing_of_seat(choice.option)
                                    : choice.card);
    return false;
}

// ---- doing

static uint16_t first_to(const struct scope *k, const struct step *s)
{
    if (!s->to) return NO_THING;
    return k->m->lang->where ? k->m->lang->where(k, s) : things_first(k, s->to);
}

static int amount_for(const struct scope *k, const struct step *s)
{
    return s->amount && !(s->flags & STEP_REPEATS) ? amount_of(k, s->amount) : 1;
}

// An amount that was reckoned and came to nothing does nothing; a printed 0 is meant.
static bool comes_to_nothing(const struct meaning *m, const struct step *s, int amount)
{
    return amount <= 0 && s->amount && !m->lang->zero_is_done && !(s->flags & STEP_REPEATS) &&
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
        bool     some  = is_done_to_things(k.m, s);
        uint16_t thing = some ? things_first(&k, s->things) : (uint16_t)NO_THING;
        if (!some || thing != NO_THING) done = do_to(t, w, s, &k, thing, amount_for(&k, s));
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
        if (k.m->lang->still(&k, s, list[i])) done += do_to(t, w, s, &k, list[i], amount[i]);
    }
    note_done(w, s, done);
}

// Most steps: nobody else does it, nothing is picked, no flow is called.
static void do_plain(struct table *t, struct work *w, const struct step *s)
{
    const struct scope k = { t, t->pool->meaning, w, w->seat, NO_THING, NULL };
    if (s->tally) w->tally[s->tally - 1] = 0;
    t->effects++;
    if (can_begin(&k, s, false)) do_at_once(t, w, s, k);
}

// Dice and coins decide whether a step is done.
static bool comes_off(struct table *t, struct work *w, const struct step *s)
{
    const struct meaning *m   = t->pool->meaning;
    const struct scope    k   = { t, m, w, w->seat, NO_THING, NULL };
    struct aim            aim = { NO_THING, NO_THING, w->seat, 1 };
    if (s->chance_amount) aim.amount = amount_of(&k, s->chance_amount);
    return m->lang->verbs[s->chance - 1].deed(t, w, s, &aim) > 0;
}

static void take_result(struct table *t, const struct run_frame *f, struct work *w,
                        const struct step *s)
{
    const struct verb_row *v   = &t->pool->meaning->lang->verbs[s->verb];
    seat_id                who = run_scope(t, f, w, s).seat;
    struct aim             aim = { NO_THING, NO_THING, who, 1 };
    if (v->result && can_answer(t, who)) note_done(w, s, v->result(t, w, s, &aim));
}

// The next of the things that a calling verb is done to; false: there is none.
static bool call_next(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    struct scope           k = run_scope(t, f, w, s);
    const struct verb_row *v = &k.m->lang->verbs[s->verb];
    uint16_t               list[THINGS_MAX];
    size_t                 count = 1;
    if (s->things && v->way == CALLS) count = things_list(&k, s->things, list, THINGS_MAX);
    for (; f->turn < count; f->turn++) {
        k.each = s->things && v->way == CALLS ? list[f->turn] : NO_THING;
        if (k.each != NO_THING && !k.m->lang->still(&k, s, k.each)) continue;
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

// All but DO only say where to go on.
static bool leads_on(struct table *t, struct run_frame *f, const struct work *w,
                     const struct step *s)
{
    const struct scope k     = { t, t->pool->meaning, w, w->seat, NO_THING, NULL };
    bool               skips = false;
    switch ((enum step_kind)s->kind) {
    case STEP_DO: return false;
    case STEP_IF: skips = !cond_holds(&k, s->cond); break;
    case STEP_JUMP: skips = true; break;
    case STEP_MODE: skips = w->mode != s->verb; break;
    case STEP_LATER:
        skips = w->only != f->pc + 1u;
        if (skips) k.m->lang->postpone(t, w, f->pc, s->verb);
        break;
    }
    if (skips) f->pc = (uint16_t)(s->skip - 1u);
    return true;
}

// How often the step is done: once, as often as it is repeated, or for each that is picked.
static void begin_rounds(const struct table *t, struct run_frame *f, const struct work *w,
                         const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    const struct things  *x = &m->things[s->things];
    bool one_by_one = m->lang->verbs[s->verb].flags & VERB_ONE_BY_ONE && is_picked(x) && x->count;
    f->left         = 1;
    if (!one_by_one && !(s->flags & STEP_REPEATS)) return;
    const struct scope k = run_scope(t, f, w, s);
    int                n = s->flags & STEP_REPEATS ? amount_of(&k, s->amount) : 1;
    if (one_by_one) n *= amount_of(&k, x->count);
    f->left = (uint8_t)(n < 0 ? 0 : n > UINT8_MAX ? UINT8_MAX : n);
}

// Another time? What it is done to is kept before the first is done.
static bool goes_round(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    const struct scope   k = run_scope(t, f, w, s);
    const struct things *x = &k.m->things[s->things];
    if (!f->left || is_over(t, w) || !can_begin(&k, s, false)) return false;
    if (x->how == HOW_ALL && x->slot) keep(w, x, &k);
    return true;
}

static void begin_step(struct table *t, struct run_frame *f, struct work *w, const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    const struct scope    k = { t, m, w, w->seat, NO_THING, NULL };
    t->effects++;
    f->seat = 0;
    if (s->tally) w->tally[s->tally - 1] = 0;
    if (s->who && m->things[s->who].how == HOW_ALL) keep(w, &m->things[s->who], &k);
    if (m->things[s->things].how == HOW_MADE) forget(m->lang, w, m->things[s->things].slot);
}

// What no later word speaks of is not kept beyond its step.
static void end_step(struct table *t, struct work *w, const struct step *s)
{
    const struct meaning *m = t->pool->meaning;
    if (!w->named_count) return;
    const uint16_t rows[] = { s->who, s->things, s->to };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct things *x = &m->things[rows[i]];
        if (rows[i] && x->how != HOW_REF && x->slot && !(x->flags & THINGS_NAMED) &&
            !was_announced(t, x))
            forget(m->lang, w, x->slot);
    }
}

// "Your target may ...": the one that would do it; else the opponent.
static seat_id who_may(const struct table *t, const struct work *w, const struct step *s)
{
    const struct scope k = { t, t->pool->meaning, w, w->seat, NO_THING, NULL };
    if (!(s->flags & STEP_THEY)) return w->seat;
    if (!s->who) return (seat_id)!w->seat;
    uint16_t who = things_first(&k, s->who);
    return who == NO_THING ? NO_SEAT : seat_of_thing(who);
}

// "You may": is it asked now, or settled? What cannot be begun is not asked about.
static enum answered ask_may(struct table *t, struct work *w, const struct step *s)
{
    struct scope k = { t, t->pool->meaning, w, w->seat, NO_THING, NULL };
    if (k.m->lang->may) return k.m->lang->may(t, w, s);
    seat_id who = who_may(t, w, s);
    if (who != NO_SEAT) k.seat = who;
    if (!can_answer(t, who) || !can_begin(&k, s, true) || !can_pay(&k, s)) return SAID_NO;
    ask(t->state, who, k.m->lang->ask_may, 0, w->card);
    return ASK_NOW;
}

static bool said_yes(const struct table *t, const struct work *w, const struct step *s)
{
    return answer_of(t->state, who_may(t, w, s)).kind == t->pool->meaning->lang->yes;
}

// Goes on with the step, or behind what depends on it.
static bool takes_it(struct table *t, struct run_frame *f, struct work *w, const struct step *s,
                     enum answered said)
{
    const struct lang *g   = t->pool->meaning->lang;
    bool               yes = said == ASK_NOW ? said_yes(t, w, s) : said == SAID_YES;
    if (!yes) f->pc = (uint16_t)(s->skip - 1u);
    if (yes && g->may_done) g->may_done(t, w, s);
    return yes;
}

static uint16_t first_step(const struct work *w) { return w->only ? (uint16_t)(w->only - 1u) : 0; }

// Is there another step, and is it time for it? IF and JUMP lead on to it.
static const struct step *next_step(struct table *t, struct run_frame *f, struct work *w)
{
    const struct meaning *m = t->pool->meaning;
    const struct line    *l = &m->line[w->line];
    unsigned end            = w->only ? m->step[l->step_first + w->only - 1u].skip : l->step_count;
    for (; f->pc < end; f->pc++) {
        const struct step *s = &m->step[l->step_first + f->pc];
        if (leads_on(t, f, w, s)) continue;
        if (is_over(t, w)) return NULL;
        if (m->lang->passes_over && m->lang->passes_over(t, w, s)) continue;
        f->seat = 0;
        if (s->did) w->did = (uint8_t)(w->did & ~(1u << (s->did - 1)));
        return s;
    }
    return NULL;
}

static bool goes_between(struct table *t, struct work *w, const struct step *s)
{
    const struct lang *g = t->pool->meaning->lang;
    return !t->state->over && g->between && g->between(t, w, s);
}

static bool has_mode_to_choose(const struct table *t, const struct work *w)
{
    const struct meaning *m = t->pool->meaning;
    return m->line[w->line].modes && m->lang->ask_mode && !w->mode && !w->only && !is_over(t, w) &&
           can_answer(t, w->seat);
}

enum flow run_text(struct table *t, struct run_frame *f)
{
    const struct meaning *m    = t->pool->meaning;
    const struct lang    *g    = m->lang;
    struct work          *w    = lang_work(g, t->state, f->work);
    const struct step    *s    = step_at(m, f, w);
    enum answered         said = ASK_NOW;
    FLOW_BEGIN(f);
    if (has_mode_to_choose(t, w)) {
        ask(t->state, w->seat, g->ask_mode, m->line[w->line].modes, w->card);
        FLOW_PAUSE(f, RUN_MODE);
        w->mode = answer_of(t->state, w->seat).option;
    }
    for (f->pc = first_step(w); (s = next_step(t, f, w)); f->pc++) {
        if (s->flags & STEP_MAY) {
            if ((said = ask_may(t, w, s)) == ASK_NOW) FLOW_PAUSE(f, RUN_MAY);
            if (!takes_it(t, f, w, s, said)) continue;
        }
        if (s->chance && !comes_off(t, w, s)) continue;
        if (s->flags & STEP_PLAIN) {
            do_plain(t, w, s);
            while (goes_between(t, w, s)) FLOW_PAUSE(f, RUN_BETWEEN_PLAIN);
            continue;
        }
        for (begin_step(t, f, w, s); has_doer(t, f, w, s); f->seat++) {
            for (begin_rounds(t, f, w, s); goes_round(t, f, w, s); f->left--) {
                for (f->turn = PICKS_THINGS; f->turn < PICKED_ALL;
                     f->turn = (uint16_t)((f->turn & TURN_BITS) + 1)) {
                    while (ask_for(t, f, w, s)) {
                        FLOW_PAUSE(f, RUN_PICKED);
                        if (!take_picks(t, f, w, s)) break;
                    }
                }
                if (g->verbs[s->verb].way < CALLS) {
                    do_at_once(t, w, s, run_scope(t, f, w, s));
                    if (!t->state->asked) continue;
                    FLOW_PAUSE(f, RUN_ASKED); // a deed asked
                    take_result(t, f, w, s);
                    continue;
                }
                for (f->turn = 0; call_next(t, f, w, s);) {
                    FLOW_PAUSE(f, RUN_CALLED);
                    take_result(t, f, w, s);
                    if (is_over(t, w)) break;
                }
            }
        }
        end_step(t, w, s);
        while (goes_between(t, w, s)) FLOW_PAUSE(f, RUN_BETWEEN);
    }
    FLOW_END(f);
}
