// Chapter 9: the end of a game and of a match.
#include "games/voidbreakers/rules.h"

int hp_sum(const struct table *t, seat_id seat) // VOI-905
{
    const struct voidbreakers_state *s   = state_at(t);
    int                              sum = 0;
    for (unsigned i = 0; i < s->side[seat].fighters; i++)
        sum += s->body[s->side[seat].fighter[i]].hp;
    (void)t;
    return sum;
}

static int power_sum(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s   = state_at(t);
    int                              sum = 0;
    for (card_id c = 0; c < s->core.card_count; c++)
        if (is_living(s, c) && owner_of(s, c) == seat && is_fighter(t, c))
            sum += attack_power(t, c);
    return sum;
}

static seat_id decisive_winner(const struct table *t) // VOI-907
{
    const struct voidbreakers_state *s       = state_at(t);
    int                              ahead[] = {
                                     (int)living_fighters(t, 0) - (int)living_fighters(t, 1),
                                     power_sum(t, 0) - power_sum(t, 1),
                                     (int)zone_size(&s->core, zone_of_seat(ZONE_ARSENAL, 0)) -
                                         (int)zone_size(&s->core, zone_of_seat(ZONE_ARSENAL, 1)),
    };
    for (unsigned i = 0; i < COUNT(ahead); i++)
        if (ahead[i]) return ahead[i] < 0;
    return other_player(s->first);
}

// VOI-922
bool is_match_over(const struct voidbreakers_state *s)
{
    if (!s->best_of_three) return true;
    if (s->side[0].points >= 4 || s->side[1].points >= 4) return true;
    return s->games >= 3 && s->side[0].points != s->side[1].points;
}

static seat_set leaders(const struct voidbreakers_state *s, seat_set winners)
{
    if (!s->best_of_three) return winners;
    if (s->side[0].points == s->side[1].points) return 0;
    return (seat_set)BIT(s->side[1].points > s->side[0].points);
}

static void score(struct voidbreakers_state *s, seat_set winners) // VOI-920
{
    s->games++;
    s->last_winner = winners == 0 ? 0 : winners & 1 ? 1 : 2;
    for (seat_id seat = 0; seat < PLAYERS; seat++)
        s->side[seat].points = (uint8_t)(s->side[seat].points +
                                         (winners ? (winners >> seat & 1) * 2 : 1));
    s->decisive = s->decisive || s->games >= 3; // VOI-922: one more game, if it is needed
}

void end_game(struct table *t, seat_set winners, rule_id rule)
{
    struct voidbreakers_state *s = state_of(t);
    if (!winners && s->decisive) winners = (seat_set)BIT(decisive_winner(t)), rule = VOI_907;
    happened(t, winners ? EVENT_GAME_WON : EVENT_GAME_DRAWN,
             winners ? (seat_id)(winners >> 1) : (seat_id)NO_SEAT, NO_CARD, NO_CARD, 0,
             by_rule(rule));
    if (s->best_of_three) score(s, winners);
    if (is_match_over(s))
        end_match(&s->core, leaders(s, winners), s->best_of_three ? (rule_id)VOI_922 : rule);
    else
        s->ended = 1;
}

// VOI-904, VOI-906
void end_after_round_12(struct table *t)
{
    int ahead = hp_sum(t, 0) - hp_sum(t, 1);
    if (ahead)
        end_game(t, (seat_set)BIT(ahead < 0), VOI_003);
    else
        end_game(t, 0, VOI_906);
}

// VOI-015: who gives up loses, and with it the match.
void voidbreakers_concede(struct table *t, seat_id seat)
{
    happened(t, EVENT_GAVE_UP, seat, NO_CARD, NO_CARD, 0, by_rule(VOI_015));
    end_match(t->state, (seat_set)BIT(other_player(seat)), VOI_015);
}
