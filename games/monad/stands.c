// What stands as long as its card is in play and is no stat (gifts.c): what cannot be done to whom,
// what costs less, what attacks and potions gain. Looked at where the rules ask for it.
#include "games/monad/rules.h"

// What is looked for: whom it concerns, with which ability, against whom.
struct sought {
    card_id                 unit, target;
    unsigned                verb;
    int                     word; // what of it
    const struct line_info *line; // NULL: no ability is used
};

static bool is_such_a_line(const struct line_info *l, int which)
{
    switch (which) {
    case WORD_MELEE:
    case WORD_RANGED:
    case WORD_MAGIC: return l->mode == (unsigned)(which - WORD_MELEE);
    case WORD_AGGRESSIVE: return l->code == W_AGGRESSIVE;
    case WORD_DEFENSIVE: return l->code == W_DEFENSIVE;
    case WORD_NONCOMBAT: return l->code == W_NONCOMBAT;
    default: return false;
    }
}

static bool concerns(const struct table *t, const struct standing *s, card_id source,
                     const struct sought *f)
{
    const struct meaning *m         = t->pool->meaning;
    const struct work     w         = { .card = source,
                                        .seat = is_unit(state_at(t), source)
                                                    ? controller_of(state_at(t), source)
                                                    : state_at(t)->active };
    const struct scope    k         = { t, m, &w, w.seat, NO_THING, NULL };
    bool                  spoken_of = !s->arg_count;
    if (s->verb != f->verb) return false;
    for (unsigned i = 0; i < s->arg_count; i++) { // what of it, and which abilities
        if (s->arg[i] == f->word)
            spoken_of = true;
        else if (!f->line || !is_such_a_line(f->line, s->arg[i]))
            return false;
    }
    if (!spoken_of) return false;
    if (!is_meant_from(t, &m->things[s->things], source, f->unit)) return false;
    if (s->to && f->verb == VERB_RECRUIT_DOWN) {
        if (!is_such_a_card(t, &m->things[s->to], f->target)) return false;
    } else if (s->to && (f->target == NO_CARD || !is_unit(state_at(t), f->target) ||
                         !is_reached(&k, &m->things[s->to], f->target)))
        return false;
    return !s->cond || cond_holds(&k, s->cond);
}

static int sum_of_line(const struct table *t, uint32_t row, card_id source, const struct sought *f)
{
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[row];
    const struct work     w    = { .card = source };
    const struct scope    k    = { t, m, &w, 0, NO_THING, NULL };
    int                   sum  = 0;
    for (unsigned i = 0; i < line->standing_count; i++) {
        const struct standing *s = &m->standing[line->standing_first + i];
        if (concerns(t, s, source, f)) sum += s->amount ? amount_of(&k, s->amount) : 1;
    }
    return sum;
}

static int sum_of_unit(const struct table *t, card_id source, const struct sought *f)
{
    struct ability list[ABILITIES_MAX];
    size_t         n   = abilities_of(t, source, W_PASSIVE, list);
    int            sum = 0;
    for (size_t i = 0; i < n; i++) {
        const struct line_info *l = &book(t)->lines[list[i].line];
        if (!l->edged || (l->has_while && !line_counts(t, l, source))) continue;
        sum += sum_of_line(t, list[i].line, source, f);
    }
    return sum;
}

static int sum_of_place(const struct table *t, const struct sought *f)
{
    card_id                place = place_of_combat(state_at(t));
    const struct card_def *def   = place == NO_CARD ? NULL : def_of(t, place);
    int                    sum   = 0;
    for (uint32_t i = 0; def && i < def->line_count; i++)
        if (book(t)->lines[def->line_first + i].top == W_HERE_STANDS)
            sum += sum_of_line(t, def->line_first + i, place, f);
    return sum;
}

// In a combat all units in it count, else those of the own party.
static int sum_of(const struct table *t, const struct sought *f)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[NAMED_MAX];
    bool                      fights = s->combat.kind && is_in_combat(s, f->unit);
    int                       sum    = 0;
    if (!book(t)->stands[f->verb]) return 0;
    size_t n = fights ? units_in_combat(s, list)
                      : units_of_party(t, controller_of(s, f->unit), list);
    for (size_t i = 0; i < n; i++)
        if (!(body_at(s, list[i])->flags & BODY_DYING)) sum += sum_of_unit(t, list[i], f);
    return fights ? sum + sum_of_place(t, f) : sum;
}

// MON-002: what forbids wins, however much allows it.
bool cannot(const struct table *t, card_id unit, int word)
{
    const struct sought f = { unit, NO_CARD, VERB_CANNOT, word, NULL };
    return sum_of(t, &f) > 0;
}

// "Magic abilities cost 1 AP less"
int cost_change(const struct table *t, card_id unit, const struct line_info *l, bool more)
{
    const struct sought f = { unit, NO_CARD, more ? VERB_COST_UP : VERB_COST_DOWN, WORD_COST, l };
    return sum_of(t, &f);
}

// "Ranged attacks have +1 range", "attacks against Revenants deal +2 damage"
int attack_change(const struct table *t, card_id unit, const struct line_info *l, card_id target,
                  int word)
{
    const struct sought up   = { unit, target, VERB_EDGE_UP, word, l };
    const struct sought down = { unit, target, VERB_EDGE_DOWN, word, l };
    return sum_of(t, &up) - sum_of(t, &down);
}
bool doubles(const struct table *t, card_id unit, const struct line_info *l, card_id target)
{
    const struct sought f = { unit, target, VERB_DOUBLE, 0, l };
    return sum_of(t, &f) > 0;
}
int less_damage(const struct table *t, card_id unit)
{
    const struct sought f = { unit, NO_CARD, VERB_SOFTEN, 0, NULL };
    return sum_of(t, &f);
}

// "Potions used by the bearer heal 2 more": word is WORD_HEAL or WORD_AP.
int brew_of(const struct table *t, card_id user, int word)
{
    const struct sought f = { user, NO_CARD, VERB_BREW, word, NULL };
    return is_unit(state_at(t), user) ? sum_of(t, &f) : 0;
}
int recruit_discount(const struct table *t, seat_id seat, card_id card)
{
    const struct sought f = { state_at(t)->side[seat].catalyst, card, VERB_RECRUIT_DOWN, 0, NULL };
    return is_unit(state_at(t), f.unit) ? sum_of(t, &f) : 0;
}
