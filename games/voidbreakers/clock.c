// Section 5: what is chosen for a player whose clock is at zero (VOI-911, VOI-912).
#include "games/voidbreakers/rules.h"

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
    const struct work *w    = &state_at(t)->draft;
    size_t             best = 0;
    for (size_t i = 1; i < count; i++)
        if (newest_event(t, w, list[i].card) > newest_event(t, w, list[best].card)) best = i;
    return list[best];
}

struct choice voidbreakers_default_choice(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count;
    switch ((enum question_kind)t->state->question[seat].kind) {
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
