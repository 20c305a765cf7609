// Triggered abilities: what comes up by itself waits in a queue (MON-015), and how often a line has
// come up or was used is counted (MON-035, MON-726).
#include "games/monad/rules.h"

#include <string.h>

// ---- tallies

static unsigned line_number(const struct table *t, struct ability a)
{
    return a.line - def_of(t, a.source)->line_first;
}

static unsigned find_tally(const struct monad_state *s, unsigned kind, card_id source,
                           unsigned line)
{
    unsigned i = 0;
    while (i < s->tally_count && (s->tallies[i].kind != kind || s->tallies[i].source != source ||
                                  s->tallies[i].line != line))
        i++;
    return i;
}

unsigned tally_of(const struct table *t, unsigned kind, struct ability a)
{
    const struct monad_state *s = state_at(t);
    unsigned                  i = find_tally(s, kind, a.source, line_number(t, a));
    if (i < s->tally_count) return s->tallies[i].count;
    return s->tally_count == TALLIES_MAX ? UINT8_MAX : 0; // MON-R96
}

void tally(struct table *t, unsigned kind, struct ability a)
{
    struct monad_state *s = state_of(t);
    unsigned            i = find_tally(s, kind, a.source, line_number(t, a));
    if (i == TALLIES_MAX) return;
    if (i == s->tally_count) {
        s->tally_count++;
        s->tallies[i] = (struct tally){ .source = a.source,
                                        .line   = (uint8_t)line_number(t, a),
                                        .kind   = (uint8_t)kind };
    }
    if (s->tallies[i].count < UINT8_MAX) s->tallies[i].count++;
}

static void drop_tally(struct monad_state *s, unsigned i)
{
    s->tallies[i]              = s->tallies[--s->tally_count];
    s->tallies[s->tally_count] = (struct tally){ 0 };
}

void clear_tallies(struct monad_state *s, unsigned kind)
{
    for (unsigned i = s->tally_count; i-- > 0;)
        if (s->tallies[i].kind == kind) drop_tally(s, i);
}

void forget_card(struct monad_state *s, card_id card) // it has left play
{
    for (unsigned i = s->tally_count; i-- > 0;)
        if (s->tallies[i].source == card) drop_tally(s, i);
}

// ---- what waits

static unsigned fired_kind(const struct monad_state *s)
{
    return s->activating != NO_CARD ? TALLY_FIRED_INSIDE : TALLY_FIRED;
}

bool may_trigger(const struct table *t, struct ability a) // MON-035, "the first time each ..."
{
    const struct line_info *l = &book(t)->lines[a.line];
    return tally_of(t, fired_kind(state_at(t)), a) < TRIGGERS_MAX &&
           !(l->first && tally_of(t, TALLY_FIRST + l->first - 1u, a));
}

void note_triggered(struct table *t, struct ability a)
{
    const struct line_info *l = &book(t)->lines[a.line];
    if (l->first) tally(t, TALLY_FIRST + l->first - 1u, a);
    tally(t, fired_kind(state_at(t)), a);
}

// "The first time each combat", "... each round"
static bool is_of_a_combat(unsigned first)
{
    return first == FIRST_COMBAT + 1 || first == FIRST_ROUND + 1;
}

// Is it this event, as the line says: "hits a catalyst", "is hit by a Melee attack"?
static bool is_the_event(const struct table *t, const struct line_info *l, card_id holder,
                         card_id unit, card_id other)
{
    const struct monad_state *s      = state_at(t);
    const struct things      *things = t->pool->meaning->things;
    if (l->watch ? !is_meant_from(t, &things[l->watch], holder, unit) : holder != unit)
        return false;
    if (l->by_mode && (s->action.unit == NO_CARD || action_line(t)->mode != l->by_mode - 1u))
        return false;
    if (l->quest_type && (other == NO_CARD || !has_tag(t, other, l->quest_type))) return false;
    if (l->victim && (!is_unit(s, other) || !is_meant_from(t, &things[l->victim], holder, other)))
        return false;
    return !l->has_while || line_counts(t, l, holder);
}

// The lines of one unit that wait for what happened to `unit`.
static void wait_at(struct table *t, enum moment moment, card_id holder, card_id unit,
                    card_id other)
{
    struct monad_state *s = state_of(t);
    struct ability      list[ABILITIES_MAX];
    if (!may_wait_for(t, holder, moment)) return;
    size_t n = abilities_of(t, holder, W_PASSIVE, list);
    for (size_t i = 0; i < n; i++) {
        const struct line_info *l = &book(t)->lines[list[i].line];
        if (l->moment != moment || s->waiting_count == WAITING_MAX || !may_trigger(t, list[i]) ||
            !is_the_event(t, l, holder, unit, other))
            continue;
        if (is_of_a_combat(l->first) && !is_in_combat(s, holder)) continue; // MON-R123
        note_triggered(t, list[i]);
        s->waiting[s->waiting_count++] = (struct waiting){ .line   = list[i].line,
                                                           .source = list[i].source,
                                                           .unit   = holder,
                                                           .other  = l->watch ? unit : other,
                                                           .who    = controller_of(s, holder) };
    }
}

// Something happened to this unit: its own words, then those of the others around it.
void wait_for(struct table *t, enum moment moment, card_id unit, card_id other)
{
    struct monad_state *s = state_of(t);
    card_id             list[NAMED_MAX];
    if (!book(t)->moments[moment] || !is_unit(s, unit)) return;
    wait_at(t, moment, unit, unit, other);
    if (!book(t)->watched[moment]) return;
    size_t n = s->combat.kind && is_in_combat(s, unit)
                   ? units_in_combat(s, list)
                   : units_of_party(t, controller_of(s, unit), list);
    for (size_t i = 0; i < n; i++)
        if (list[i] != unit) wait_at(t, moment, list[i], unit, other);
}

// MON-015: the active player's first, then clockwise; a player's own in the order that player
// picks.
static seat_id whose_turn_to_trigger(const struct monad_state *s)
{
    for (unsigned n = 0; n < s->core.seats; n++)
        for (unsigned i = 0; i < s->waiting_count; i++)
            if (s->waiting[i].who == (s->active + n) % s->core.seats) return s->waiting[i].who;
    return s->waiting[0].who;
}

// How many different abilities of a player wait, and the first of them. That of a token that is
// gone cannot be named, and comes before the others (MON-R118).
static unsigned lines_waiting(const struct monad_state *s, seat_id who, struct ability *first)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->waiting_count; i++) {
        if (s->waiting[i].who != who) continue;
        if (card_at(&s->core, s->waiting[i].source)->def == NO_DEF) {
            *first = (struct ability){ s->waiting[i].source, s->waiting[i].line };
            return 1;
        }
        if (n == 0) *first = (struct ability){ s->waiting[i].source, s->waiting[i].line };
        n += n == 0 || s->waiting[i].source != first->source || s->waiting[i].line != first->line;
    }
    return n;
}

static struct waiting take_next(struct monad_state *s, seat_id who, struct ability a)
{
    unsigned at = 0;
    while (at + 1u < s->waiting_count &&
           (s->waiting[at].who != who || s->waiting[at].source != a.source ||
            s->waiting[at].line != a.line))
        at++;
    struct waiting next = s->waiting[at];
    s->waiting_count--;
    memmove(&s->waiting[at], &s->waiting[at + 1], (s->waiting_count - at) * sizeof s->waiting[0]);
    s->waiting[s->waiting_count] = (struct waiting){ 0 };
    return next;
}

enum { WAITING_WHICH = 1, WAITING_CARRIED_OUT };

enum flow work_waiting(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    struct waiting      next = { 0 };
    struct ability      a    = { 0 };
    FLOW_BEGIN(f);
    while (s->waiting_count > 0) {
        f->other = whose_turn_to_trigger(s);
        f->kind  = lines_waiting(s, f->other, &a) > 1;
        f->card  = a.source;
        f->op    = a.line;
        if (f->kind && !has_left(s, f->other)) { // D34
            ask(&s->core, f->other, QUESTION_TRIGGER, 0, f->card);
            FLOW_PAUSE(f, WAITING_WHICH);
            struct choice c = answer_of(&s->core, f->other);
            if (c.kind == CHOICE_USE) {
                f->card = c.card;
                f->op   = def_of(t, c.card)->line_first + c.option - 1u;
            }
        }
        if (!s->waiting_count) break;
        next = take_next(s, f->other, (struct ability){ f->card, f->op });
        if (has_left(s, next.who)) continue;
        call_text(t, next.line, 0, next.who, next.source, next.unit, next.other);
        FLOW_PAUSE(f, WAITING_CARRIED_OUT);
    }
    FLOW_END(f);
}
