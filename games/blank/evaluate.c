// How a player judges a position at a glance: for bots that look ahead.
#include "games/blank/rules.h"

enum weight { WEIGHT_HEALTH = 10, WEIGHT_IN_PLAY = 20, WEIGHT_GUARD = 5, WEIGHT_BEHIND = 4 };

static int worth_of_seat(const struct blank_state *s, seat_id seat)
{
    if (is_out(s, seat)) return 0;
    int sum = WEIGHT_IN_PLAY + s->side[seat].health * WEIGHT_HEALTH;
    if (guard_of(s, seat) != NO_CARD) sum += WEIGHT_GUARD;
    for (seat_id other = 0; other < s->core.seats; other++)
        if (is_enemy(&s->core, seat, other) && !is_out(s, other) && is_behind(s, seat, other))
            sum += WEIGHT_BEHIND;
    return sum;
}

int blank_evaluate(const struct table *t, seat_id seat)
{
    const struct blank_state *s   = state_at(t);
    int                       sum = 0;
    for (seat_id other = 0; other < s->core.seats; other++) {
        int worth = worth_of_seat(s, other);
        sum += is_enemy(&s->core, seat, other) ? -worth : worth;
    }
    return sum;
}

// A round is over and nobody has laid a card for the next one.
bool blank_is_quiet(const struct table *t)
{
    const struct core *c = t->state;
    for (seat_id seat = 0; seat < c->seats; seat++) {
        bool asked = c->asked >> seat & 1;
        if (asked && (c->question[seat].kind != QUESTION_LAY || c->question[seat].picked))
            return false;
    }
    return c->asked == c->together;
}

struct choice blank_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(t, seat, list, CHOICES_MAX);
    return list[rng_below(rng, (uint32_t)count)];
}

// All seats play a round together.
const uint16_t blank_played_events[] = { EVENT_REVEALED, EVENT_TURNED_UP, 0 };

unsigned blank_turns_begun(const struct table *t, seat_id seat)
{
    (void)seat;
    return state_at(t)->round;
}
