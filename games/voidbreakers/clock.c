// Chapter 9, clocks: how long a player has (VOI-910 to VOI-914). Section 5: what is chosen for a
// player whose clock is at zero.
#include "games/voidbreakers/rules.h"

// In a response window or an aftermath, or announcing what answers there.
static bool is_response(const struct voidbreakers_state *s, seat_id seat)
{
    unsigned kind = s->core.question[seat].kind, depth = s->core.depth;
    if (kind == QUESTION_WINDOW || kind == QUESTION_AFTERMATH) return true;
    return depth > 1 && s->frames[depth - 1].flow == FLOW_ANNOUNCE &&
           s->frames[depth - 2].flow != FLOW_TURN;
}

struct time_limit voidbreakers_time(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s = state_at(t);
    switch ((enum question_kind)s->core.question[seat].kind) {
    case QUESTION_FIRST:
    case QUESTION_SIDE:
    case QUESTION_PLACE:
    case QUESTION_HAND: return (struct time_limit){ VOI_914, 120, 0 };
    default: break;
    }
    if (seat != s->active || is_response(s, seat)) return (struct time_limit){ VOI_911, 20, 0 };
    uint32_t turn = (uint32_t)s->games << 8 | voidbreakers_turns_begun(t, seat);
    return (struct time_limit){ VOI_910, 150, turn };
}

static struct choice with_least_hp(const struct table *t, const struct choice *list, size_t count)
{
    const struct voidbreakers_state *s    = state_at(t);
    size_t                           best = 0;
    for (size_t i = 1; i < count; i++)
        if (list[i].kind == list[0].kind && s->body[list[i].card].hp < s->body[list[best].card].hp)
            best = i;
    return list[best];
}

static struct choice with_newest_event(const struct table *t, const struct choice *list,
                                       size_t count)
{
    const struct link *w    = &state_at(t)->draft;
    size_t             best = 0;
    for (size_t i = 1; i < count; i++)
        if (list[i].kind == CHOOSE_EVENT &&
            newest_event(t, w, list[i].card) > newest_event(t, w, list[best].card))
            best = i;
    return list[best];
}

struct choice voidbreakers_default_choice(const struct table *t, seat_id seat)
{
    struct choice      list[CHOICES_MAX];
    size_t             count;
    enum question_kind kind = (enum question_kind)t->state->question[seat].kind;
    struct choice      back = { .kind = CHOOSE_BACK };
    if (kind != QUESTION_EVENT && !voidbreakers_why_not(t, seat, back)) return back; // decision 18
    switch (kind) {
    case QUESTION_ACTION: return (struct choice){ .kind = CHOOSE_END };
    case QUESTION_WINDOW:
    case QUESTION_AFTERMATH:
    case QUESTION_OMEGA: return (struct choice){ .kind = CHOOSE_PASS };
    case QUESTION_MAY: return (struct choice){ .kind = CHOOSE_DO_NOT };
    case QUESTION_EVENT:
        count = voidbreakers_choices(t, seat, list, CHOICES_MAX);
        return with_newest_event(t, list, count);
    case QUESTION_TARGET:
    case QUESTION_INTERCEPT:
        count = voidbreakers_choices(t, seat, list, CHOICES_MAX);
        return with_least_hp(t, list, count);
    default:
        count = voidbreakers_choices(t, seat, list, 1);
        assert(count == 1);
        return list[0];
    }
}
