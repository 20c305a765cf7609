// 6: lines of card text that are carried out: who begins them, and how this game goes on between
// their steps (meaning/run.h does the rest); what stands in a line is looked at here.
#include "games/monad/verbs.h"

// ---- a line that is being carried out

// block: 1 + the step whose moment has come, 0: what waits for none. Nothing is called for a line
// without words, nor where too many texts are within each other (MON-R125).
void call_text(struct table *t, uint32_t line, unsigned block, seat_id who, card_id source,
               card_id unit, card_id target)
{
    struct monad_state *s = state_of(t);
    if (!t->pool->meaning->line[line].step_count || s->work_count == WORKS_MAX) return;
    struct frame     *f = call(s, FLOW_TEXT, who, 0, 0);
    struct text_work *w = &s->works[s->work_count];
    w->work             = (struct work){ .line        = (uint16_t)line,
                                         .card        = unit,
                                         .source      = source,
                                         .seat        = who,
                                         .only        = (uint8_t)block,
                                         .named_count = 1 };
    w->named[0]         = (struct named){ .thing = target, .slot = SLOT_DONE_TO };
    f->text             = (struct run_frame){ .work = s->work_count++ };
}

// The sentences of a line that wait for this moment, for call_text(); 0: there are none.
unsigned later_block(const struct table *t, uint32_t line, unsigned moment)
{
    const struct meaning *m = t->pool->meaning;
    const struct line    *l = &m->line[line];
    for (unsigned i = 0; i < l->step_count; i++)
        if (m->step[l->step_first + i].kind == STEP_LATER &&
            m->step[l->step_first + i].verb == moment)
            return i + 1;
    return 0;
}

static struct frame *top_text(struct monad_state *s)
{
    unsigned i = s->core.depth;
    while (i-- > 0 && s->frames[i].flow != FLOW_TEXT) {
    }
    return &s->frames[i];
}

// While a unit, or a player, is to be picked.
size_t text_picks(const struct table *t, uint16_t *out, size_t max)
{
    const struct monad_state *s = state_at(t);
    return run_picks(t, &s->frames[s->core.depth - 1].text, out, max);
}
bool text_may_pick(const struct table *t, uint16_t thing)
{
    const struct monad_state *s = state_at(t);
    return run_may_pick(t, &s->frames[s->core.depth - 1].text, thing);
}

// The text in work, as one of its steps sees it that asks in its own way.
struct scope scope_in_work(const struct table *t)
{
    const struct monad_state *s = state_at(t);
    const struct work        *w = &s->works[s->work_count - 1].work;
    return (struct scope){ t, t->pool->meaning, w, w->seat, NO_THING, NULL };
}

// ---- hooks

bool text_ends(const struct table *t, const struct work *w)
{
    const struct monad_state *s = state_at(t);
    return has_left(s, w->seat) || s->core.over || s->game_won;
}
bool text_acts(const struct table *t, seat_id seat) { return !has_left(state_at(t), seat); }

bool text_between(struct table *t, struct work *w, const struct step *step)
{
    struct monad_state *s = state_of(t);
    if (step->verb == VERB_REPEAT && own_of(w)->repeated == 1) { // begins anew behind this step
        own_of(w)->repeated  = 2;
        top_text(s)->text.pc = (uint16_t)((w->only ? w->only - 1u : 0) - 1u);
    }
    if (s->stale) reckon_gifts(t);
    return false;
}

static void wait_for_combat(struct monad_state *s, const struct work *w, unsigned step, seat_id who)
{
    if (is_out(s, who) || s->pending_count == PENDING_MAX) return; // MON-R97
    s->pending[s->pending_count++] = (struct pending){ .line  = w->line,
                                                       .block = (uint16_t)(step + 1),
                                                       .who   = who };
}

// MON-333: words wait on the player whose next combat they speak of. What waits for a hit or a roll
// is called by whoever hits or rolls.
void text_postpone(struct table *t, const struct work *w, unsigned step, unsigned moment)
{
    struct monad_state   *s    = state_of(t);
    const struct meaning *m    = t->pool->meaning;
    const struct scope    k    = { t, m, w, w->seat, NO_THING, NULL };
    const struct step    *late = &m->step[m->line[w->line].step_first + step];
    uint16_t              that = late->who ? things_first(&k, late->who) : (uint16_t)NO_THING;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (moment == LATER_YOUR_COMBAT    ? seat == w->seat
            : moment == LATER_THEIR_COMBAT ? is_enemy(&s->core, w->seat, seat)
                                           : thing_of_seat(seat) == that)
            wait_for_combat(s, w, step, seat);
}

// ---- what stands in a line

// How often a passive line's bonuses count: not at all while its condition does not hold.
int line_counts(const struct table *t, const struct line_info *l, card_id unit)
{
    if (!l->has_while && !l->per) return 1;
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[l - book(t)->lines];
    const struct work     w    = { .card = unit, .seat = controller_of(state_at(t), unit) };
    const struct scope    k    = { t, m, &w, w.seat, NO_THING, NULL };
    if (line->only_if && !cond_holds(&k, line->only_if)) return 0;
    return line->times ? amount_of(&k, line->times) : 1;
}

// "Each wounded ally has ...": is this unit one of those whom an aura's line means, seen from the
// unit that has it? How far it reaches is not looked at.
bool is_in_aura(const struct table *t, const struct line_info *l, card_id source, card_id unit)
{
    return is_meant_from(t, &t->pool->meaning->things[l->aura_of], source, unit);
}

// A source that is no unit is a place: its words are about all units there.
bool is_meant_from(const struct table *t, const struct things *x, card_id source, card_id unit)
{
    bool placed   = is_unit(state_at(t), source);
    bool opposing = placed && is_opposing(state_at(t), source, unit);
    if (x->how == HOW_REF) return source == unit || !placed;
    if (!(x->sides & (opposing ? SIDE_ENEMY : SIDE_OWN))) return false;
    if (x->flags & THINGS_OTHER && source == unit) return false;
    if (!x->has && !x->lacks && !x->test_count && x->places == 0xFFFF) return true;
    const struct work  w = { .card = source,
                             .seat = controller_of(state_at(t), placed ? source : unit) };
    const struct scope k = { t, t->pool->meaning, &w, w.seat, NO_THING, NULL };
    return is_reached(&k, x, unit);
}

// "Slashing damage equal to this unit's level": what is listed is worked out.
int listed_more(const struct table *t, card_id unit, const struct line_info *l, card_id target)
{
    return edge_of(t, unit, l, target, STATS_PRINTED);
}

// "If the target is wounded, +2 damage" on a line of attack.
int edge_of(const struct table *t, card_id unit, const struct line_info *l, card_id target,
            unsigned stat)
{
    int sum = stat < STATS_PRINTED ? l->stat[stat] : 0;
    if (!l->edged) return sum;
    const struct meaning  *m    = t->pool->meaning;
    const struct line     *line = &m->line[l - book(t)->lines];
    const struct text_work w    = {
           .work  = { .card = unit, .seat = controller_of(state_at(t), unit), .named_count = 1 },
           .named = { { .thing = target, .slot = SLOT_DONE_TO } }
    };
    const struct scope k    = { t, m, &w.work, w.work.seat, NO_THING, NULL };
    unsigned           word = stat == BONUS_DAMAGE ? WORD_DAMAGE : WORD_TO_HIT;
    if (stat == STATS_PRINTED) word = WORD_LISTED;
    for (unsigned i = 0; i < line->standing_count; i++) {
        const struct standing *edge = &m->standing[line->standing_first + i];
        if (edge->arg[1] != (int)word || !cond_holds(&k, edge->cond)) continue;
        sum += edge->arg[0] == WORD_LESS ? -amount_of(&k, edge->amount)
                                         : amount_of(&k, edge->amount);
    }
    return sum;
}
