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
    struct event e = event_of(t, EVENT_HIT, f->who, f->behind ? BLA_038 : BLA_037);
    e.card         = f->source;
    e.def          = card_at(&s->core, f->source)->def;
    e.target       = victim->champion;
    e.target_def   = card_at(&s->core, victim->champion)->def;
    e.amount       = (int16_t)damage;
    tell(t, e);
    wait_for(t, f->behind ? WHEN_YOU_HIT_FROM_BEHIND : WHEN_YOU_HIT, f->who, f->victim);
    if (victim->health == 0)
        put_out(t, f->victim, BLA_043);
    else
        wait_for(t, WHEN_YOU_ARE_HIT, f->victim, f->who);
}

static void turn_up_guard(struct table *t, const struct hit_frame *f)
{
    struct core *c              = t->state;
    card_of(c, f->guard)->flags = (uint8_t)(card_at(c, f->guard)->flags & ~CARD_FACE_DOWN);
    card_show(c, f->guard, EVERYBODY);
    struct event e = event_of(t, EVENT_TURNED_UP, f->victim, BLA_039);
    e.card         = f->guard;
    e.def          = card_at(c, f->guard)->def;
    tell(t, e);
}

// BLA-037 to BLA-041, BLA-R01, BLA-R02: once begun, the hit comes.
enum flow deal_hit(struct table *t, struct hit_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->behind = is_behind(s, f->who, f->victim);
    f->guard  = guard_of(s, f->victim);
    // A guard that lies face up is being done already.
    if (f->guard != NO_CARD && card_at(&s->core, f->guard)->flags & CARD_FACE_DOWN) {
        ask(&s->core, f->victim, QUESTION_TURN_UP, 0, f->guard);
        FLOW_PAUSE(f, HIT_GUARD_ANSWERED);
        if (answer_of(&s->core, f->victim).kind == CHOICE_TURN_UP) {
            turn_up_guard(t, f);
            for (f->line = 0; f->line < def_of(t, f->guard)->line_count; f->line++) {
                call_text(s, def_of(t, f->guard)->line_first + f->line, f->guard, f->victim, f->who);
                FLOW_PAUSE(f, HIT_GUARD_LINE_DONE);
            }
            discard_card(t, f->guard, BLA_040);
        }
    }
    if (!is_out(s, f->victim)) take_hit(t, f);
    FLOW_END(f);
}
