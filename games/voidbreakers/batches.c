// Chapter 5: trigger batches (VOI-519 to VOI-529): first all choices, then all effects, then a
// state check.
#include "games/voidbreakers/verbs.h"

#include <string.h>

// In the order of arrival.
static unsigned those_that_wait(const struct table *t, enum moment moment, seat_id seat,
                                card_id order[static CARDS_MAX])
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    EACH_IN_ARENA(c, s)
        if (owner_of(s, c) == seat && !is_dead(s, c) && may_wait_for(t, c, moment))
            order[count++] = c;
    for (unsigned i = 1; i < count; i++)
        for (unsigned k = i; k > 0 && s->body[order[k]].arrived < s->body[order[k - 1]].arrived;
             k--) {
            card_id c    = order[k];
            order[k]     = order[k - 1];
            order[k - 1] = c;
        }
    return count;
}

// VOI-308, VOI-312, VOI-322, VOI-330
void wake_phase(struct table *t, enum moment moment, unsigned later_phase)
{
    struct voidbreakers_state *s = state_of(t);
    card_id                    order[CARDS_MAX];
    unsigned                   kept = 0;
    struct news                news = { NO_CARD, NO_CARD, NO_ZONE, (uint8_t)(s->active + 1) };
    for (unsigned i = 0; i < PLAYERS && book_of(t)->moments >> moment & 1; i++) {
        unsigned count = those_that_wait(t, moment, i ? other_player(s->active) : s->active, order);
        for (unsigned k = 0; k < count; k++) wake_waiting(t, moment, order[k], &news);
    }
    for (unsigned i = 0; i < s->later_count; i++) {
        struct later l = s->later[i];
        bool now = l.phase == LATER_END ? later_phase == LATER_OMEGA // of whoever's turn it is
                                        : l.phase == later_phase && l.seat == s->active;
        if (!now || s->waiting_count == TRIGGERS_MAX) {
            s->later[kept++] = l;
            continue;
        }
        s->waiting[s->waiting_count++] = (struct waiting){
            .seat    = l.seat,
            .card    = l.source,
            .that    = NO_CARD,
            .other   = NO_CARD,
            .ability = l.ability,
            .only    = l.only,
            .zone    = zone_of_card(s, l.source),
        };
    }
    for (unsigned i = kept; i < s->later_count; i++) s->later[i] = (struct later){ 0 };
    s->later_count = (uint8_t)kept;
}

static struct link trigger_of(const struct waiting *w)
{
    return (struct link){ .kind    = WORK_TRIGGER,
                          .seat    = w->seat,
                          .card    = w->card,
                          .user    = w->card,
                          .that    = w->that,
                          .other   = w->other,
                          .ability = w->ability,
                          .only    = w->only,
                          .zone    = w->zone,
                          .to      = NO_ZONE };
}

static void take_waiting(struct voidbreakers_state *s)
{
    for (unsigned i = 0; i < s->waiting_count; i++) s->batch[i] = trigger_of(&s->waiting[i]);
    memset(s->waiting, 0, s->waiting_count * sizeof s->waiting[0]);
    s->batch_count   = s->waiting_count;
    s->waiting_count = 0;
    for (unsigned i = 0; i < s->batch_count; i++)
        if (is_living(s, s->batch[i].card)) s->batch[i].zone = zone_of_card(s, s->batch[i].card);
    EACH_IN_ARENA(c, s) s->seen[c] = (uint8_t)(zone_of_card(s, c) + 1); // VOI-528
}

static void drop_batch(struct voidbreakers_state *s)
{
    memset(s->batch, 0, s->batch_count * sizeof s->batch[0]);
    memset(s->seen, 0, sizeof s->seen);
    s->batch_count = 0;
}

static void drop_waiting(struct voidbreakers_state *s) // VOI-526
{
    memset(s->waiting, 0, s->waiting_count * sizeof s->waiting[0]);
    s->waiting_count = 0;
}

// How many triggers of a player are not in order yet, and the first of them.
static unsigned left_of(const struct voidbreakers_state *s, unsigned from, seat_id seat,
                        unsigned *first)
{
    unsigned count = 0;
    for (unsigned i = s->batch_count; i-- > from;)
        if (s->batch[i].seat == seat) count++, *first = i;
    return count;
}

static void bring_forward(struct voidbreakers_state *s, unsigned to, unsigned from)
{
    struct link w = s->batch[from];
    for (unsigned i = from; i > to; i--) s->batch[i] = s->batch[i - 1];
    s->batch[to] = w;
}

static seat_id whose(const struct voidbreakers_state *s, const struct batches_frame *f)
{
    return f->turn ? other_player(s->active) : s->active;
}

// VOI-529: all that it is about is not there, so that nobody need hear of it.
static bool finds(const struct table *t, const struct link *w, const struct step *s)
{
    struct scope         k = scope_of(t, w);
    const struct things *x = &k.m->things[s->things];
    uint16_t             list[AIMS_MAX];
    if (!s->things || x->flags & THINGS_RANDOM || s->verb == VERB_DEPLOY ||
        s->verb == VERB_ATTACH || takes_from_void(s->verb))
        return true;
    size_t count = things_list(&k, s->things, list, AIMS_MAX);
    for (size_t i = 0; i < count; i++)
        if (k.m->lang->still(&k, s, list[i])) return true;
    return false;
}

static bool finds_nothing(const struct table *t, const struct link *w)
{
    unsigned pc  = 0;
    bool     any = false;
    if (does_something_later(t, w)) return false;
    for (const struct step *s; (s = next_deed(t, w, &pc)); pc++) {
        any = true;
        if (finds(t, w, s)) return false;
    }
    return any;
}

// VOI-521, VOI-524
enum flow work_batches(struct table *t, struct batches_frame *f)
{
    struct voidbreakers_state *s     = state_of(t);
    unsigned                   first = 0;
    FLOW_BEGIN(f);
    if (state_check(t)) return FLOW_PAUSED;
    while (s->waiting_count > 0) {
        if (s->batches >= BATCHES_MAX) {
            drop_waiting(s);
            break;
        }
        s->batches++;
        take_waiting(s);
        for (f->i = 0, f->turn = 0; f->turn < PLAYERS; f->turn++) {
            while (left_of(s, f->i, whose(s, f), &first) > 0) {
                if (left_of(s, f->i, whose(s, f), &first) > 1) {
                    ask(&s->core, whose(s, f), QUESTION_ORDER, f->i, 0);
                    FLOW_PAUSE(f, BATCHES_ORDER);
                    first = answer_of(&s->core, whose(s, f)).extra;
                }
                bring_forward(s, f->i, first);
                call_choose(s, f->i);
                FLOW_PAUSE(f, BATCHES_CHOSEN);
                f->i++;
            }
        }
        for (f->i = 0; f->i < s->batch_count; f->i++) {
            if (!finds_nothing(t, &s->batch[f->i]))
                happened(t, EVENT_TRIGGERED, s->batch[f->i].seat, s->batch[f->i].card, NO_CARD, 0,
                         by_text(t, &s->batch[f->i], ability_at(t, s->batch[f->i].ability)->root));
            call_text(s, WORK_BATCH + f->i);
            FLOW_PAUSE(f, BATCHES_TEXT);
        }
        drop_batch(s);
        if (state_check(t)) return FLOW_PAUSED;
    }
    FLOW_END(f);
}

// ---- the choices of one trigger: whether, whom, where

static bool has_candidate_in(const struct table *t, const struct link *w, const struct need *need,
                             zone_id zone)
{
    EACH_CARD(c, state_at(t), zone)
        if (may_target(t, w, need, c, true)) return true;
    return false;
}

static bool has_candidate(const struct table *t, const struct link *w, const struct need *need)
{
    if (need->kind == NEED_TARGET) {
        EACH_IN_ARENA(c, state_at(t))
            if (may_target(t, w, need, c, true)) return true;
        return has_candidate_in(t, w, need, zone_of_seat(ZONE_VOID, w->seat));
    }
    for (zone_id z = 0; z < ARENA_ZONES; z++)
        if (!why_not_zone(t, w, need, z)) return true;
    return false;
}

static void settle(struct link *w, unsigned slot)
{
    w->settled = (uint16_t)(w->settled | BIT(slot));
}

// Nothing is chosen for a step that is not done.
static void settle_step(const struct table *t, struct link *w, const struct step *s)
{
    const struct things *all    = t->pool->meaning->things;
    const uint16_t       rows[] = { s->things, s->to, all[s->things].of };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (rows[i] && all[rows[i]].how != HOW_REF) settle(w, all[rows[i]].slot);
}

// Is there anything to deploy or to detach, so that asking about a "may" makes sense?
static bool can_do(const struct table *t, const struct link *w, const struct step *s)
{
    const struct scope k = scope_of(t, w);
    if (s->verb == VERB_DETACH) return can_detach(&k, s);
    if (s->verb != VERB_DEPLOY) return true;
    return in_reserve(t, w->seat, name_in(t, s->things)) != NO_CARD && is_arena(w->zone) &&
           (s->to || !is_full(state_at(t), w->zone));
}

static seat_id decider(const struct link *w, const struct step *s)
{
    return s->flags & STEP_THEY ? other_player(w->seat) : w->seat;
}

// The step that the frame stands at, or the next one that does something.
static const struct step *deed_at(const struct table *t, const struct link *w,
                                  struct choose_frame *f)
{
    unsigned           pc = f->step;
    const struct step *s  = next_deed(t, w, &pc);
    f->step               = (uint16_t)pc;
    return s;
}

static bool says_may(const struct table *t, const struct link *w)
{
    return ability_at(t, w->ability)->flags & ABILITY_MAY;
}

// "Up to two Scrap Drones": of so many; 0: there is nothing to choose.
static unsigned number_to_choose(const struct table *t, const struct link *w, const struct step *s)
{
    if (s->verb != VERB_DEPLOY || !(s->flags & STEP_AS_MUCH)) return 0;
    if (s->flags & STEP_MAY && !(w->may & may_bit(t, w, s))) return 0;
    return most_to_deploy(t, w, s);
}

enum flow choose_for_trigger(struct table *t, struct choose_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    struct link               *w = &s->batch[f->i];
    const struct step         *step;
    struct need                need;
    struct choice              c;
    FLOW_BEGIN(f);
    if (ability_at(t, w->ability)->flags & ABILITY_MODES && !w->only) {
        ask(&s->core, w->seat, QUESTION_MODE, 0, w->card);
        FLOW_PAUSE(f, CHOOSE_MODE_ANSWERED);
        w->mode = answer_of(&s->core, w->seat).option;
    }
    for (f->step = 0; says_may(t, w) && (step = deed_at(t, w, f)); f->step++) {
        if (!(step->flags & STEP_MAY)) continue;
        if (can_do(t, w, step)) {
            ask(&s->core, decider(w, step), QUESTION_MAY, step->verb, w->card);
            FLOW_PAUSE(f, CHOOSE_MAY_ANSWERED);
            step = deed_at(t, w, f);
            if (answer_of(&s->core, decider(w, step)).kind == CHOOSE_DO)
                w->may = (uint8_t)(w->may | may_bit(t, w, step));
        }
        if (!(w->may & may_bit(t, w, step))) settle_step(t, w, step);
    }
    while ((need = next_need(t, w)).kind != NEED_NOTHING) {
        if (!has_candidate(t, w, &need)) { // VOI-529
            if (need.kind == NEED_ZONE && need.card != NO_CARD && w->settled >> need.slot & 1)
                break;
            settle(w, need.slot);
            if (need.kind == NEED_ZONE && need.card != NO_CARD)
                add_zone(w, &need, zone_of_card(s, need.card)); // it stays
            continue;
        }
        ask(&s->core, w->seat, need.kind == NEED_TARGET ? QUESTION_TARGET : QUESTION_ZONE,
            need.slot, w->card);
        FLOW_PAUSE(f, CHOOSE_NEED_ANSWERED);
        c    = answer_of(&s->core, w->seat);
        need = next_need(t, w);
        if (c.kind == CHOOSE_TARGET)
            add_target(w, &need, c.card);
        else if (c.kind == CHOOSE_ZONE)
            add_zone(w, &need, (zone_id)c.target);
        else
            settle(w, need.slot);
    }
    for (f->step = 0; says_may(t, w) && (step = deed_at(t, w, f)); f->step++) {
        if (!number_to_choose(t, w, step)) continue;
        ask(&s->core, w->seat, QUESTION_NUMBER, (uint16_t)number_to_choose(t, w, step), w->card);
        FLOW_PAUSE(f, CHOOSE_NUMBER_ANSWERED);
        w->number[0] = answer_of(&s->core, w->seat).option;
    }
    FLOW_END(f);
}
