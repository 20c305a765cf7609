// Chapter 6: who is out, and the end of the match.
#include "games/blank/rules.h"

enum { NO_TEAM = 0xFF };

static int health_of_team(const struct blank_state *s, unsigned team)
{
    int sum = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->core.team[seat] == team && !is_out(s, seat)) sum += s->side[seat].health;
    return sum;
}

// BLA-045
static void end_if_one_team_is_left(struct blank_state *s)
{
    unsigned team = NO_TEAM;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat) || s->core.team[seat] == team) continue;
        if (team != NO_TEAM) return;
        team = s->core.team[seat];
    }
    end_match(&s->core, team == NO_TEAM ? 0 : seats_of_team(&s->core, (uint8_t)team), BLA_045);
}

// BLA-046
void end_after_last_round(struct table *t)
{
    struct blank_state *s       = state_of(t);
    int                 most    = -1;
    seat_set            winners = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        seat_set team   = seats_of_team(&s->core, s->core.team[seat]);
        int      health = health_of_team(s, s->core.team[seat]);
        if (health > most) most = health, winners = team;
        if (health == most && team != winners) winners = 0;
    }
    end_match(&s->core, winners, BLA_046);
}

// BLA-044
void put_out(struct table *t, seat_id seat, rule_id because)
{
    struct blank_state *s  = state_of(t);
    struct side        *me = &s->side[seat];
    if (me->out) return;
    struct event e = event_of(EVENT_OUT, seat, because);
    e.card         = me->champion;
    e.def          = card_at(&s->core, me->champion)->def;
    tell(t, e);
    modifiers_leave(&s->core, me->champion);
    card_move(&s->core, me->champion, zone_of_seat(ZONE_DISCARD, seat), TOP);
    me->champion  = NO_CARD;
    me->health    = 0;
    me->out       = 1;
    s->core.asked = (seat_set)(s->core.asked & ~BIT(seat));
    end_if_one_team_is_left(s);
}

// BLA-047. A question that is open stays without an answer; the flows do nothing then.
void blank_concede(struct table *t, seat_id seat)
{
    tell(t, event_of(EVENT_GAVE_UP, seat, BLA_047));
    t->state->answer[seat]   = (struct choice){ 0 };
    t->state->question[seat] = (struct question){ 0 };
    put_out(t, seat, BLA_047);
}
