// Chapter 400: who activates next, and what an activation is.
#include "games/monad/rules.h"

// MON-404, MON-405, MON-832: how many are tied, and the first of them. side: 0xFF any.
unsigned next_to_activate(const struct table *t, unsigned side, card_id *first, seat_id *who)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[TARGETS_MAX];
    size_t   n    = side == 0xFF ? units_in_combat(s, list) : units_of_side(s, side, list);
    int      best = -1, highest = -1;
    unsigned tied = 0;
    for (size_t i = 0; i < n; i++) {
        if (body_at(s, list[i])->flags & BODY_EXHAUSTED) continue;
        int ini = stat_of(t, list[i], STAT_INI);
        if (ini < highest) continue;
        // the active player before a team mate, both before the other side
        int rank = (level_of(t, list[i]) * 2 + !is_on_encounter_side(s, list[i])) * 2 +
                   (controller_of(s, list[i]) == s->combat.active);
        if (ini > highest || rank > best) highest = ini, best = rank, tied = 0, *first = list[i];
        tied += rank == best;
    }
    if (tied) *who = controller_of(s, *first);
    return tied;
}

rule_id why_not_next(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s     = state_at(t);
    card_id                   first = (card_id)s->core.question[seat].about;
    if (!is_unit(s, card) || !is_in_combat(s, card) || controller_of(s, card) != seat ||
        is_opposing(s, card, first))
        return MON_404;
    if (body_at(s, card)->flags & BODY_EXHAUSTED) return MON_409;
    if (stat_of(t, card, STAT_INI) != stat_of(t, first, STAT_INI)) return MON_404;
    return level_of(t, card) == level_of(t, first) ? 0 : MON_405;
}

static void begin_activation(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    struct body        *b = body_of(s, unit);
    clear_tallies(s, TALLY_FIRED_INSIDE);
    s->activating   = unit;
    b->status[SLOW] = b->status[HASTE] = 0; // MON-746, MON-747
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (b->status[i]) b->ripe = (uint16_t)(b->ripe | BIT(i));
    end_lasting(s, UNTIL_BEGINS, NO_SEAT, unit);
    for (unsigned i = 0; i < s->lasting_count; i++)
        if (s->lasting[i].until == UNTIL_ENDS && s->lasting[i].card == unit) s->lasting[i].ripe = 1;
    for (unsigned i = 0; i < s->body_top; i++) { // MON-712
        struct body *other = &s->bodies[i];
        if (s->body[other->card] != i + 1 || other->struck_by != unit) continue;
        other->struck_by             = NO_CARD;
        other->status[MORTAL_STRIKE] = 0;
    }
    wait_for(t, WHEN_ACTIVATES, unit, NO_CARD);
}

static void end_activation(struct table *t, card_id unit)
{
    static const uint8_t ENDING[] = { ENFEEBLE, HAZE, DAZE, DEBILITATE, MARKER, DO_NOT_ACT };
    struct monad_state  *s        = state_of(t);
    if (!is_unit(s, unit)) return;
    struct body *b = body_of(s, unit);
    for (size_t i = 0; i < sizeof ENDING; i++)
        if (b->ripe & BIT(ENDING[i])) {
            b->status[ENDING[i]] = 0;
            if (ENDING[i] == DEBILITATE) b->debilitated = 0;
        }
    b->ripe  = 0;
    b->flags = (uint8_t)(b->flags & BODY_AGAIN ? b->flags & ~BODY_AGAIN
                                               : b->flags | BODY_EXHAUSTED);
    end_lasting(s, UNTIL_ENDS, NO_SEAT, unit);
    wait_for(t, WHEN_ACTIVATED, unit, NO_CARD);
}

// The Aggressive abilities that a unit can use, a bit each in the order of abilities_of().
unsigned usable_abilities(const struct table *t, card_id unit, bool *against)
{
    struct ability list[ABILITIES_MAX];
    size_t         n       = abilities_of(t, unit, W_AGGRESSIVE, list);
    unsigned       usable  = 0;
    bool           matters = is_on_encounter_side(state_at(t), unit);
    *against               = false;
    for (size_t i = 0; i < n; i++) {
        if (!can_use(t, unit, list[i])) continue;
        usable |= BIT(i);
        const struct line_info *l = &book(t)->lines[list[i].line];
        if (matters && !*against)
            *against = is_against_opponents(l) && has_target(t, unit, l, true);
    }
    return usable;
}

static bool may_act(const struct table *t, card_id unit)
{
    const struct monad_state *s = state_at(t);
    return s->combat.result == RESULT_OPEN && is_unit(s, unit) &&
           !body_at(s, unit)->status[DO_NOT_ACT];
}

enum { ACTIVATION_BEGUN = 1, ACTIVATION_ACT, ACTIVATION_ACTED, ACTIVATION_ENDED };

enum flow activate(struct table *t, struct frame *f)
{
    struct monad_state *s       = state_of(t);
    bool                against = 0;
    unsigned            usable  = 0;
    struct choice       c       = { 0 };
    FLOW_BEGIN(f);
    begin_activation(t, f->card);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, ACTIVATION_BEGUN);
    while (may_act(t, f->card) && (usable = usable_abilities(t, f->card, &against)) != 0) {
        if (against) s->combat.could = 1;
        f->other = controller_of(s, f->card);
        ask(&s->core, f->other, QUESTION_ACT, ACT_NOTED(usable), f->card);
        FLOW_PAUSE(f, ACTIVATION_ACT);
        c = answer_of(&s->core, f->other);
        if (c.kind != CHOICE_USE) break;
        call(s, FLOW_ACTION, f->other, f->card, c.card)->n = (uint8_t)(c.option - 1);
        FLOW_PAUSE(f, ACTIVATION_ACTED);
        if (!s->action.paid && f->i++ < SEATS_MAX) continue; // its targets left (MON-R103)
        if (is_unit(s, f->card) && body_at(s, f->card)->status[BLEEDING]) // MON-754
            lose_hp(t, f->card, body_at(s, f->card)->status[BLEEDING], NO_CARD, MON_754);
        break;
    }
    end_activation(t, f->card);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, ACTIVATION_ENDED);
    s->activating = NO_CARD;
    FLOW_END(f);
}

enum { ACTIVATIONS_WHO = 1, ACTIVATIONS_ONE_DONE };

// The units of one side, or of all (0xFF), activate one after the other. other: the side.
enum flow activate_all(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    card_id             next = 0;
    seat_id             who  = 0;
    unsigned            tied = 0;
    FLOW_BEGIN(f);
    while (s->combat.result == RESULT_OPEN) {
        next = NO_CARD;
        who  = NO_SEAT;
        tied = next_to_activate(t, f->other, &next, &who);
        if (!tied) break;
        f->target = next;
        f->n      = who;
        if (tied > 1) {
            ask(&s->core, who, QUESTION_WHO_ACTS, 0, next);
            FLOW_PAUSE(f, ACTIVATIONS_WHO);
            if (answer_of(&s->core, f->n).kind == CHOICE_TARGET)
                f->target = answer_of(&s->core, f->n).card;
        }
        if (s->combat.result != RESULT_OPEN) break;
        if (!is_unit(s, f->target)) continue;
        call(s, FLOW_ACTIVATE, f->who, f->target, NO_CARD);
        FLOW_PAUSE(f, ACTIVATIONS_ONE_DONE);
    }
    FLOW_END(f);
}
