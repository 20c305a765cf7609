// What a puzzle asks for: who shall win, and in how many turns. They are those that its game counts
// as begun, of all seats together, so that a goal is missed as soon as the next turn begins.
#include "match/scenario_private.h"

static unsigned turns_begun(const struct table *t)
{
    unsigned sum = 0;
    for (seat_id s = 0; t->game->turns_begun && s < t->state->seats; s++)
        sum += t->game->turns_begun(t, s);
    return sum;
}

bool read_goal(struct run *r, const struct step *step, struct scenario_goal *out)
{
    enum { TURNS_MAX = 100 };
    struct cursor c     = cursor_on(r, &step->lines[0]);
    long          turns = 1;
    seat_id       seat  = NO_SEAT;
    bool          fine  = step->count == 1 && take_seat(&c, &seat) && take_words(&c, "wins") &&
                (take_words(&c, "this turn") ||
                 (take_words(&c, "in") && take_number(&c, 2, TURNS_MAX, &turns) &&
                  take_words(&c, "turns")));
    if (!fine || !at_end(&c))
        return refuse(&c, "a goal reads \"Ash wins this turn\" or \"Ash wins in 2 turns\"");
    if (!r->game->turns_begun) return refuse(&c, "%s counts no turns", r->game->title);
    *out = (struct scenario_goal){ seat, (uint8_t)turns, turns_begun(&r->t) };
    return true;
}

enum goal_state scenario_goal_state(const struct scenario_goal *g, const struct table *now)
{
    unsigned last = g->begun + (g->turns - 1u) * now->state->seats, begun = turns_begun(now);
    bool     late = begun > last || begun < g->begun; // in rounds they are counted anew
    bool     won  = now->state->over && now->state->winners >> g->seat & 1;
    if (won && !late) return GOAL_REACHED;
    return late || now->state->over ? GOAL_MISSED : GOAL_OPEN;
}

bool check_goal(struct run *r, const struct step *step)
{
    static const char *const SAID[] = { "the goal is not reached", "reached",
                                        "the goal is missed" };
    struct scenario_goal     goal;
    if (!read_goal(r, step, &goal)) return false;
    goal.begun            = r->turns_begun;
    enum goal_state state = scenario_goal_state(&goal, &r->t);
    return state == GOAL_REACHED ||
           differs(r, arena_text(r->arena, step->lines[0].text).at, "%s", SAID[state]);
}

void note_turns(struct run *r) { r->turns_begun = turns_begun(&r->t); }
