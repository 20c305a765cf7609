// Chapter 5: hits and guards.
#include "games/blank/rules.h"

card_id guard_of(const struct blank_state *s, seat_id seat)
{
    return zone_top(&s->core, zone_of_seat(ZONE_GUARD, seat));
}

static int changes_on(const struct blank_state *s, card_id champion, enum change kind)
{
    if (!(card_at(&s->core, champion)->flags & CARD_MODIFIED)) return 0;
    const struct modifier *list = modifiers_at(&s->core);
    int                    sum  = 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (list[i].card == champion && list[i].kind == kind) sum += list[i].value;
    return sum;
}

static bool ends_with_hit(const struct modifier *m, const void *context)
{
    const card_id *champion = context;
    return m->until == UNTIL_HIT && m->card == *champion;
}

// BLA-037, BLA-038
static int damage_of(const struct blank_state *s, const struct hit_frame *f)
{
    int damage = f->damage + f->behind + changes_on(s, s->side[f->victim].champion, CHANGE_TAKES);
    if (!is_out(s, f->who)) damage += changes_on(s, s->side[f->who].champion, CHANGE_DEALS);
    return damage > 0 ? damage : 0;
}

static void take_hit(struct table *t, struct hit_frame *f)
{
    struct blank_state *s      = state_of(t);
    struct side        *victim = &s->side[f->victim];
    int                 damage = damage_of(s, f);
    modifiers_end(&s->core, ends_with_hit, &victim->champion); // BLA-041
    victim->health = (int16_t)(damage < victim->health ? victim->health - damage : 0);
    struct event e = event_of(EVENT_HIT, f->who, f->behind ? BLA_038 : BLA_037);
    e.card         = f->source;
    e.def          = card_at(&s->core, f->source)->def;
    e.target       = victim->champion;
    e.target_def   = card_at(&s->core, victim->champion)->def;
    e.amount       = (int16_t)damage;
    tell(t, e);
    wait_for(t, f->behind ? WHEN_FROM_BEHIND : WHEN_YOU_HIT, f->who, f->victim);
    if (victim->health == 0)
        put_out(t, f->victim, BLA_043);
    else
        wait_for(t, WHEN_YOU_ARE_HIT, f->victim, f->who);
}

// ---- guards

static bool has_hidden_guard(const struct blank_state *s, seat_id seat)
{
    card_id guard = guard_of(s, seat);
    return !is_out(s, seat) && guard != NO_CARD && card_at(&s->core, guard)->flags & CARD_FACE_DOWN;
}

static void turn_up_guard(struct table *t, seat_id who, seat_id against, bool answers)
{
    struct blank_state *s     = state_of(t);
    card_id             guard = guard_of(s, who);
    struct turned_up   *top   = &s->stack[s->stack_count++];
    *top = (struct turned_up){ .guard = guard, .who = who, .against = against, .answers = answers };
    card_of(&s->core, guard)->flags &= (uint8_t)~CARD_FACE_DOWN;
    card_show(&s->core, guard, EVERYBODY);
    struct event e = event_of(EVENT_TURNED_UP, who, answers ? BLA_048 : BLA_039);
    e.card         = guard;
    e.def          = card_at(&s->core, guard)->def;
    tell(t, e);
}

static void discard_top_guard(struct table *t)
{
    struct blank_state *s     = state_of(t);
    card_id             guard = s->stack[--s->stack_count].guard;
    s->stack[s->stack_count]  = (struct turned_up){ 0 };
    discard_card(t, guard, BLA_040);
}

unsigned answered_by(const struct blank_state *s, card_id guard)
{
    for (unsigned i = 1; i < s->stack_count; i++)
        if (s->stack[i].guard == guard && s->stack[i].answers) return i - 1;
    return NO_ANSWER;
}

static bool has_text_left(const struct table *t, const struct stack_frame *f)
{
    const struct blank_state *s   = state_at(t);
    const struct turned_up   *top = &s->stack[s->stack_count - 1];
    return !top->cancelled && f->line < def_of(t, top->guard)->line_count;
}

static void call_text_of_top(struct table *t, const struct stack_frame *f)
{
    struct blank_state     *s   = state_of(t);
    const struct turned_up *top = &s->stack[s->stack_count - 1];
    call_text(s, def_of(t, top->guard)->line_first + f->line, top->guard, top->who, top->against);
}

// BLA-048: all may answer the guard on top; BLA-040: then the last one turned up is done first.
enum flow work_stack(struct table *t, struct stack_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (f->i = 1; f->i < s->core.seats; f->i++) {
        f->who = (seat_id)((s->stack[s->stack_count - 1].who + f->i) % s->core.seats);
        if (!has_hidden_guard(s, f->who)) continue;
        ask(&s->core, f->who, QUESTION_ANSWER, 0, s->stack[s->stack_count - 1].guard);
        FLOW_PAUSE(f, STACK_ANSWERED);
        if (answer_of(&s->core, f->who).kind != CHOICE_TURN_UP) continue;
        turn_up_guard(t, f->who, s->stack[s->stack_count - 1].who, true);
        f->i = 0; // and anew
    }
    while (s->stack_count > f->base) {
        for (f->line = 0; has_text_left(t, f); f->line++) {
            call_text_of_top(t, f);
            FLOW_PAUSE(f, STACK_LINE_DONE);
        }
        discard_top_guard(t);
    }
    FLOW_END(f);
}

// BLA-037 to BLA-041, BLA-R01, BLA-R02: once begun, the hit comes.
enum flow deal_hit(struct table *t, struct hit_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->behind = is_behind(s, f->who, f->victim);
    if (has_hidden_guard(s, f->victim)) {
        ask(&s->core, f->victim, QUESTION_TURN_UP, 0, guard_of(s, f->victim));
        FLOW_PAUSE(f, HIT_GUARD_ANSWERED);
        if (answer_of(&s->core, f->victim).kind == CHOICE_TURN_UP) {
            turn_up_guard(t, f->victim, f->who, false);
            call_stack(s, (uint8_t)(s->stack_count - 1));
            FLOW_PAUSE(f, HIT_STACK_DONE);
        }
    }
    if (!is_out(s, f->victim)) take_hit(t, f);
    FLOW_END(f);
}
