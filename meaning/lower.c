// lower.c - from the tree of a line to its meaning: written once, since the grammars of all games
// make the same shapes. Sentences and steps are here; phrases.c has what stands in them, bind.c
// what they speak of, check.c what they cannot mean.
#include "meaning/lower.h"

#include "engine/pool.h"
#include "meaning/lowering.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

unsigned lower_refuse(struct lowering *l, size_t op, const char *format, ...)
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
        lower_refuse(l, 0, "a sentence can have only %d conditions", FIXES_MAX);
    else
        b->fix[b->count++] = step;
}

static void end_block(struct lowering *l, struct block *b)
{
    for (unsigned i = 0; i < b->count; i++) l->g->m.step[b->fix[i]].skip = here(l);
}

// Whom a condition is about, if it is about one; else 0.
static uint16_t subject_of(const struct lowering *l, uint16_t cond)
{
    const struct cond *c = &l->g->m.cond[cond];
    if (c->kind == COND_ARE) return c->things;
    if (c->kind != COND_AND && c->kind != COND_OR) return 0;
    uint16_t a = subject_of(l, c->a);
    return a == subject_of(l, c->b) ? a : 0;
}

static void add_if(struct lowering *l, struct block *b, uint16_t cond, size_t op)
{
    uint16_t subject = l->failed ? 0 : subject_of(l, cond);
    if (subject && things_at(l, subject)->how == HOW_REF) bind_mention(l, subject);
    l->cond_now = lower_both(l, l->cond_now, cond);
    skip_to_end(
        l, b,
        add_step(l, (struct step){ .kind = STEP_IF, .cond = cond, .words = words_at(l, op) }));
}

static void reach_so_far(struct lowering *l, uint16_t row)
{
    struct things *x = things_at(l, row);
    if (row && x->how != HOW_REF && x->type != TYPE_SEAT && x->places == 0xFFFF && l->lang->reach)
        x->places = l->lang->reach(l->ops, x);
}

static void take_defaults(struct lowering *l, size_t op, struct step *s)
{
    const struct verb_row *v = &l->lang->verbs[s->verb];
    uint8_t otherwise = l->lang->otherwise ? l->lang->otherwise(l->ops + l->head, s->verb) : 0;
    if (!otherwise) otherwise = v->otherwise;
    if (!s->things && v->takes & TAKES_THINGS && otherwise && bind_is_there(l, otherwise))
        s->things = lower_reference(l, op, otherwise, bind_type_of(l->lang, otherwise));
    if (!s->things) return;
    struct things *x = things_at(l, s->things);
    if (x->how == HOW_REF) return;
    if (x->places == 0xFFFF && v->places) x->places = v->places;
    reach_so_far(l, s->things);
    reach_so_far(l, x->of);
    reach_so_far(l, s->to);
    if (x->kinds == 0xFFFF && v->kinds) {
        x->kinds = v->kinds;
        x->type  = v->types;
    }
}
// "For each": the number is multiplied, or what has no number is done so often (ETE-541).
static void multiply(struct lowering *l, struct step *s, uint16_t by)
{
    const struct verb_row *v = &l->lang->verbs[s->verb];
    if (l->failed) return;
    struct things *x = s->things ? things_at(l, s->things) : NULL;
    if (s->amount && s->flags & STEP_REPEATS)
        s->amount = put_amount(l, (struct amount){ .kind = AMOUNT_TIMES, .a = s->amount, .b = by });
    else if (s->amount || v->takes & (TAKES_AMOUNT | MAY_TAKE_AMOUNT))
        s->amount = put_amount(l, (struct amount){ .kind = AMOUNT_TIMES,
                                                   .a = s->amount ? s->amount : lower_number(l, 1),
                                                   .b = by });
    else if (x && (x->how == HOW_PICK || x->how == HOW_UP_TO)) {
        uint16_t count                 = x->count ? x->count : lower_number(l, 1);
        things_at(l, s->things)->count = put_amount(
            l, (struct amount){ .kind = AMOUNT_TIMES, .a = count, .b = by });
    } else {
        s->amount = by;
        s->flags |= STEP_REPEATS;
    }
}

// "Plus 10 for each ...", "up to 30".
static void add_to_amount(struct lowering *l, size_t op, struct step *s)
{
    uint16_t a = lower_amount(l, lower_find(l, op, lower_is_amount));
    if (l->failed) return;
    if (!s->amount) {
        lower_refuse(l, op, "no number stands before these words");
        return;
    }
    struct amount made = { .kind = AMOUNT_CAPPED, .a = s->amount, .b = a };
    if (l->ops[op].code == SHAPE_EXTRA) {
        size_t   first = lower_find(l, op, lower_is_amount);
        uint16_t by    = lower_amount(l, op_after(l->ops, first));
        made.kind      = AMOUNT_PLUS;
        made.b         = put_amount(l, (struct amount){ .kind = AMOUNT_TIMES, .a = a, .b = by });
    }
    made.words = words_at(l, op);
    s->amount  = put_amount(l, made);
}

static void lower_instead(struct lowering *l, size_t op, struct step *s)
{
    uint16_t n = lower_amount(l, lower_find(l, op, lower_is_amount));
    uint16_t c = lower_cond(l, lower_find(l, op, lower_is_cond));
    s->amount  = put_amount(
         l, (struct amount){
                .kind = AMOUNT_IF, .a = n, .b = s->amount, .cond = c, .words = words_at(l, op) });
}

// "If you roll 8 or more, ...": the verb that has to come off first.
static void lower_chance(struct lowering *l, size_t op, struct step *s)
{
    size_t amount    = lower_find(l, op, lower_is_amount);
    s->chance        = (uint8_t)(l->ops[op].value + 1);
    s->chance_amount = amount ? lower_amount(l, amount) : 0;
}

// A word of a set joins the others; of the rest each has a place of its own.
static void read_arg(struct lowering *l, size_t op, struct step *s)
{
    uint64_t bits = l->lang->words[l->ops[op].value].bits;
    s->set |= (uint32_t)bits;
    if (bits) return;
    if (s->arg_count == COUNT(s->arg))
        lower_refuse(l, op, "too much is said at once");
    else
        s->arg[s->arg_count++] = l->ops[op].value;
}

static void read_part(struct lowering *l, size_t op, struct step *s)
{
    size_t x = op_find(l->ops, op, SHAPE_THINGS);
    switch (l->ops[op].code) {
    case SHAPE_THINGS: s->things = lower_things(l, op); break;
    case SHAPE_WHO: s->who = lower_things(l, x); break;
    case SHAPE_TO: s->to = lower_things(l, x); break;
    case SHAPE_ARG: read_arg(l, op, s); break;
    case SHAPE_UNTIL:
        s->until = (uint8_t)(l->ops[op].value + 1);
        if (lower_find(l, op, lower_is_amount))
            s->span = lower_amount(l, lower_find(l, op, lower_is_amount));
        break;
    case SHAPE_RANGE: s->range = lower_amount(l, lower_find(l, op, lower_is_amount)); break;
    case OP_NAME: s->name = (uint16_t)(l->ops[op].value + 1); break;
    case SHAPE_AS_MUCH: s->flags |= STEP_AS_MUCH; break;
    case SHAPE_MAY: s->flags |= STEP_MAY; break;
    case SHAPE_THEY_MAY: s->flags |= STEP_MAY | STEP_THEY; break;
    default:
        if (lower_is_amount(l->ops[op].code)) s->amount = lower_amount(l, op);
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
            things_at(l, s.things)->flags |= THINGS_DONE;
            bind_mention(l, s.things);
        }
        if (l->ops[i].code == SHAPE_TO && !l->failed) bind_mention(l, s.to);
        if (l->ops[i].code == SHAPE_WHO && !l->failed) bind_mention(l, s.who);
    }
    take_defaults(l, op, &s);
    return s;
}

static void add_standing(struct lowering *l, const struct step *s, uint16_t cond)
{
    struct standing made = { .verb      = s->verb,
                             .arg_count = s->arg_count,
                             .arg       = { s->arg[0], s->arg[1] },
                             .set       = s->set,
                             .things    = s->things,
                             .amount    = s->amount,
                             .cond      = cond,
                             .to        = s->to,
                             .words     = s->words };
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
           l->lang->verbs[s->verb].way < CALLS && !l->lang->verbs[s->verb].result;
}

// "Unless your opponent voids a card": asked first; what it leads to is done if it was not done.
static uint16_t lower_but_if(struct lowering *l, size_t op)
{
    size_t inner = op_find(l->ops, op, SHAPE_DO);
    if (!inner) return 0;
    struct step s = read_do(l, inner);
    check_verb(l, inner, &s);
    bind_slots(l, inner, &s);
    l->do_op = 0;
    if (l->failed) return 0;
    s.flags |= STEP_MAY;
    uint16_t row           = add_step(l, s);
    l->last_step           = (uint16_t)(row + 1);
    l->g->m.step[row].skip = here(l);
    return bind_did(l, op, true);
}

// A verb with what belongs to it alone.
static void lower_verb(struct lowering *l, size_t step_op, size_t op, struct block *b, bool may,
                       uint16_t times)
{
    size_t      but  = op_find(l->ops, step_op, SHAPE_BUT_IF);
    uint16_t    only = but ? lower_but_if(l, but) : 0;
    struct step s    = read_do(l, op);
    uint16_t    by   = times;
    EACH_CHILD(i, l, step_op)
    {
        unsigned code = l->ops[i].code;
        if (code == SHAPE_ONLY_IF || code == SHAPE_ONLY_UNLESS) only = lower_cond_inside(l, i);
        if (code == SHAPE_TIMES) by = lower_amount(l, lower_find(l, i, lower_is_amount));
        if (code == SHAPE_INSTEAD) lower_instead(l, i, &s);
        if (code == SHAPE_CHANCE) lower_chance(l, op_find(l->ops, i, SHAPE_DO), &s);
    }
    EACH_CHILD(i, l, op)
    if (l->ops[i].code == SHAPE_TIMES) by = lower_amount(l, lower_find(l, i, lower_is_amount));
    if (s.amount && l->lang->verbs[s.verb].flags & VERB_REPEATS) s.flags |= STEP_REPEATS;
    if (by) multiply(l, &s, by);
    EACH_CHILD(i, l, step_op)
    if (l->ops[i].code == SHAPE_EXTRA || l->ops[i].code == SHAPE_CAP) add_to_amount(l, i, &s);
    check_verb(l, op, &s);
    bind_slots(l, op, &s);
    l->do_op = 0;
    if (l->failed) return;
    if (l->stands && l->lang->verbs[s.verb].flags & VERB_STANDS && !may) {
        add_standing(l, &s, lower_both(l, l->cond_now, only));
        return;
    }
    uint16_t own = only ? add_step(l,
                                   (struct step){ .kind = STEP_IF, .cond = only, .words = s.words })
                        : 0;
    if (may) s.flags |= STEP_MAY;
    uint16_t row = add_step(l, s);
    if (s.flags & STEP_MAY) skip_to_end(l, b, row);
    if (own) l->g->m.step[own].skip = here(l);
    b->only      = own ? (uint16_t)(own + 1) : 0;
    l->last_step = (uint16_t)(row + 1);
}

static void lower_step(struct lowering *l, size_t op, struct block *b, bool may, uint16_t times)
{
    EACH_CHILD(i, l, op)
    {
        unsigned code = l->ops[i].code;
        if (code == SHAPE_IF || code == SHAPE_UNLESS || code == SHAPE_WHILE)
            add_if(l, b, lower_cond_inside(l, i), i);
        if (code == SHAPE_MAY) may = true;
        if (code == SHAPE_DO) lower_verb(l, op, i, b, may, times);
    }
}

// What stands at the end of a sentence counts for all of it.
static uint16_t times_of(struct lowering *l, size_t sentence)
{
    size_t times = op_find(l->ops, sentence, SHAPE_TIMES);
    return times ? lower_amount(l, lower_find(l, times, lower_is_amount)) : 0;
}

// Otherwise: what was done jumps over it, and what was skipped leads here.
static void begin_otherwise(struct lowering *l, struct block *b, size_t op)
{
    const struct block *was = &l->before;
    struct step        *steps;
    bool                ifs = was->only != 0;
    if (!was->count && !was->only) {
        lower_refuse(l, op, "no condition stands before \"otherwise\"");
        return;
    }
    skip_to_end(l, b, add_step(l, (struct step){ .kind = STEP_JUMP, .words = words_at(l, op) }));
    steps = l->g->m.step;
    for (unsigned i = 0; i < was->count; i++) ifs |= steps[was->fix[i]].kind == STEP_IF;
    for (unsigned i = 0; i < was->count; i++) // who may and does not has had a choice
        if (!ifs || steps[was->fix[i]].kind == STEP_IF) steps[was->fix[i]].skip = here(l);
    if (was->only) steps[was->only - 1].skip = here(l);
}

// "In your next Ready Phase" may stand in front of the verb or behind it.
static size_t later_of(const struct lowering *l, size_t sentence)
{
    size_t later = op_find(l->ops, sentence, SHAPE_LATER);
    size_t step  = op_find(l->ops, sentence, SHAPE_STEP);
    return later || !step ? later : op_find(l->ops, step, SHAPE_LATER);
}

static void begin_later(struct lowering *l, struct block *b, size_t op)
{
    size_t   x     = op_find(l->ops, op, SHAPE_THINGS);
    uint16_t whose = x ? lower_things(l, x) : 0;
    skip_to_end(l, b,
                add_step(l, (struct step){ .kind  = STEP_LATER,
                                           .verb  = (uint8_t)l->ops[op].value,
                                           .who   = whose,
                                           .words = words_at(l, op) }));
    l->later = true;
}

static void lower_sentence(struct lowering *l, size_t op)
{
    struct block b     = { 0 };
    bool         may   = false;
    uint16_t     times = 0;
    size_t       later = later_of(l, op);
    bool         waits = l->later; // all around it does
    l->cond_now        = 0;
    times              = times_of(l, op);
    EACH_CHILD(i, l, op)
    {
        switch (l->ops[i].code) {
        case SHAPE_ELSE: begin_otherwise(l, &b, i); break;
        case SHAPE_IF_DONE: add_if(l, &b, bind_did(l, i, false), i); break;
        case SHAPE_IF_NOT_DONE: add_if(l, &b, bind_did(l, i, true), i); break;
        case SHAPE_IF:
        case SHAPE_WHILE:
        case SHAPE_UNLESS: add_if(l, &b, lower_cond_inside(l, i), i); break;
        case SHAPE_MAY: may = true; break;
        case SHAPE_STEP: // "you may" is said once, of all that follows
            if (later) begin_later(l, &b, later);
            later = 0;
            lower_step(l, i, &b, may, times);
            may = false;
            break;
        default: break;
        }
        if (l->failed) return;
    }
    end_block(l, &b);
    l->before = b;
    l->later  = waits;
}

// ---- lines

// Which steps keep nothing is known when all words have been bound.
static void mark_plain_steps(struct lowering *l)
{
    const struct line *line = &l->g->m.line[l->line];
    for (unsigned i = 0; i < line->step_count; i++) {
        struct step *s = &l->g->m.step[line->step_first + i];
        if (s->kind == STEP_DO && is_plain(l, s)) s->flags |= STEP_PLAIN;
    }
}

// A line with conditions and standing changes only has nothing to carry out.
static void drop_idle_steps(struct lowering *l)
{
    struct line *line = &l->g->m.line[l->line];
    for (unsigned i = 0; i < line->step_count; i++)
        if (l->g->m.step[line->step_first + i].kind == STEP_DO) return;
    l->g->m.step_count -= line->step_count;
    line->step_count = 0;
}

// One of several bodies: it binds inside itself, and leads behind the last one.
static void lower_mode(struct lowering *l, size_t op, uint8_t mode, struct block *all)
{
    unsigned said = l->said_count;
    uint16_t head = add_step(
        l, (struct step){ .kind = STEP_MODE, .verb = mode, .words = words_at(l, op) });
    l->before    = (struct block){ 0 };
    l->last_step = 0;
    EACH_CHILD(i, l, op)
    if (l->ops[i].code == SHAPE_SENTENCE && !l->failed) lower_sentence(l, i);
    if (l->failed) return;
    skip_to_end(l, all, add_step(l, (struct step){ .kind = STEP_JUMP, .words = words_at(l, op) }));
    l->g->m.step[head].skip = here(l);
    l->said_count           = said;
}

// What a line calls those that its event is about.
static void mention_of_event(struct lowering *l, size_t op, uint16_t row, uint8_t ref)
{
    const struct things *x = things_at(l, row);
    if (!row || l->failed || (x->how != HOW_REF && !ref)) return;
    bind_mention(l, x->how == HOW_REF ? row : lower_reference(l, op, ref, x->type));
}

// "It" is the one that does it, unless that is this card or a player: then the one it is done to.
static void lower_event(struct lowering *l, size_t op)
{
    const struct event_row *event = &l->lang->events[l->ops[op].value];
    uint16_t                by = 0, to = 0, amount = 0;
    int16_t                 arg = 0;
    EACH_CHILD(i, l, op)
    {
        size_t x = op_find(l->ops, i, SHAPE_THINGS);
        if (l->ops[i].code == SHAPE_BY) by = lower_things(l, x);
        if (l->ops[i].code == SHAPE_TO) to = lower_things(l, x);
        if (l->ops[i].code == SHAPE_ARG) arg = l->ops[i].value;
        if (lower_is_amount(l->ops[i].code)) amount = lower_amount(l, i);
    }
    struct line *line  = &l->g->m.line[l->line];
    line->event        = (uint16_t)(l->ops[op].value + 1);
    line->by           = by;
    line->to           = to;
    line->event_amount = amount;
    line->event_arg    = arg;
    if (event->unnamed) return;
    bool by_others = by && things_at(l, by)->how != HOW_REF;
    if (!by_others) mention_of_event(l, op, by, event->by_ref);
    mention_of_event(l, op, to, event->to_ref);
    if (by_others) mention_of_event(l, op, by, event->by_ref);
}

// In nodes of the game: what is picked is kept until the line is done.
static void lower_named(struct lowering *l, size_t op)
{
    uint16_t       row = lower_things(l, op);
    struct things *x   = things_at(l, row);
    if (l->failed) return;
    if (x->how != HOW_ALL && x->how != HOW_REF && !x->slot) x->slot = bind_slot(l, op);
    bind_mention(l, row);
}

// What all of the line depends on, and how often all of it counts.
static void lower_head(struct lowering *l, size_t op)
{
    struct line *line = &l->g->m.line[l->line];
    if (l->ops[op].code == SHAPE_TIMES) {
        uint16_t times              = lower_amount(l, lower_find(l, op, lower_is_amount));
        l->g->m.line[l->line].times = times;
        return;
    }
    uint16_t cond                 = lower_both(l, line->only_if, lower_cond_inside(l, op));
    l->g->m.line[l->line].only_if = cond;
}

// Sentences that wait for their moment: they bind inside themselves.
static void lower_later(struct lowering *l, size_t op)
{
    struct block block = { 0 };
    unsigned     said  = l->said_count;
    begin_later(l, &block, op);
    l->said_count = 0;
    l->before     = (struct block){ 0 };
    l->last_step  = 0;
    EACH_CHILD(i, l, op)
    {
        if (l->ops[i].code == SHAPE_SENTENCE && !l->failed) lower_sentence(l, i);
    }
    if (l->failed) return;
    end_block(l, &block);
    l->later      = false;
    l->said_count = said;
    l->before     = (struct block){ 0 };
    l->last_step  = 0;
}

// What stands in nodes of the game: sentences, and in front of them what they may speak of.
static void lower_body(struct lowering *l, size_t op)
{
    struct block modes = { 0 };
    uint8_t      mode  = 0;
    EACH_CHILD(i, l, op)
    {
        unsigned code = l->ops[i].code;
        if (l->failed) return;
        if (code == SHAPE_SENTENCE)
            lower_sentence(l, i);
        else if (code == SHAPE_MODE)
            lower_mode(l, i, ++mode, &modes);
        else if (code == SHAPE_LATER)
            lower_later(l, i);
        else if (code == SHAPE_ONLY_IF || code == SHAPE_TIMES)
            lower_head(l, i);
        else if (code == SHAPE_EVENT)
            lower_event(l, i);
        else if (code == SHAPE_THINGS)
            lower_named(l, i);
        else if (code == SHAPE_WHO || code == SHAPE_COUNT)
            lower_things(l, op_find(l->ops, i, SHAPE_THINGS)); // no later word speaks of them
        else if (code >= OP_GAME && code < SHAPE_BEFORE)
            lower_body(l, i);
    }
    end_block(l, &modes);
    if (mode) l->g->m.line[l->line].modes = mode;
}

static bool add_one_line(struct meaning *m, struct arena *arena, const struct op *ops,
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
    lower_body(&l, 0);
    if (l.failed) return false;
    drop_idle_steps(&l);
    mark_plain_steps(&l);
    struct line *made  = &g->m.line[l.line];
    made->slots        = (uint8_t)(l.next_slot - SLOT_LINE);
    made->things_count = (uint16_t)(g->m.things_count - made->things_first);
    made->cond_count   = (uint16_t)(g->m.cond_count - made->cond_first);
    made->amount_count = (uint16_t)(g->m.amount_count - made->amount_first);
    made->test_count   = (uint16_t)(g->m.test_count - made->test_first);
    return true;
}

// Lines in quotes are lines of their own, and bind inside themselves.
static bool add_quoted(struct meaning *m, struct arena *arena, uint32_t row, const struct op *ops,
                       uint32_t pool_op, struct fault *fault)
{
    m->line[row].quoted_first = (uint16_t)m->line_count;
    for (size_t i = 0; i < op_after(ops, 0); i++) {
        if (ops[i].code != OP_TEXT) continue;
        size_t line = op_child(i);
        if (!add_one_line(m, arena, ops + line, pool_op + (uint32_t)line, fault)) {
            fault->op += (uint32_t)line;
            return false;
        }
        m->line[row].quoted_count++;
    }
    return true;
}

bool meaning_add_line(struct meaning *m, struct arena *arena, const struct op *ops,
                      uint32_t pool_op, struct fault *fault)
{
    uint32_t row = m->line_count;
    return add_one_line(m, arena, ops, pool_op, fault) &&
           add_quoted(m, arena, row, ops, pool_op, fault);
}

const struct meaning *meaning_of_pool(struct arena *arena, const struct lang *lang,
                                      const struct card_pool *pool)
{
    struct meaning *m    = meaning_create(arena, lang);
    bool            fine = true;
    struct fault    fault;
    for (uint32_t i = 0; i < pool->line_count && fine; i++)
        fine = add_one_line(m, arena, pool->ops + pool->lines[i].op_first, pool->lines[i].op_first,
                            &fault);
    for (uint32_t i = 0; i < pool->line_count && fine; i++)
        fine = add_quoted(m, arena, i, pool->ops + pool->lines[i].op_first, pool->lines[i].op_first,
                          &fault);
    if (!fine) BUG("a line of the pool: %s", fault.text);
    return m;
}
