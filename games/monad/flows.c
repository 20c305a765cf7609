// The stack of flows: who called whom, and where each goes on.
#include "games/monad/rules.h"

#include <string.h>

struct frame *call(struct monad_state *s, enum flow_id flow, seat_id who, card_id card,
                   card_id target)
{
    assert(s->core.depth < FRAMES_MAX);
    struct frame *f = &s->frames[s->core.depth++];
    f->flow         = (uint8_t)flow; // zeroed by pop()
    f->who          = who;
    f->card         = card;
    f->target       = target;
    return f;
}

static void pop(struct monad_state *s)
{
    s->core.depth--;
    if (s->frames[s->core.depth].flow == FLOW_TEXT)
        memset(&s->works[--s->work_count], 0, sizeof s->works[0]);
    memset(&s->frames[s->core.depth], 0, sizeof s->frames[0]);
}

void unwind_to(struct monad_state *s, unsigned depth)
{
    while (s->core.depth > depth) pop(s);
}

struct frame *find_frame(struct monad_state *s, enum flow_id flow)
{
    for (unsigned i = s->core.depth; i-- > 0;)
        if (s->frames[i].flow == flow) return &s->frames[i];
    return NULL;
}

static enum flow go_on(struct table *t, struct frame *f)
{
    switch ((enum flow_id)f->flow) {
    case FLOW_GAME: return play_game(t, f);
    case FLOW_SETUP: return set_up(t, f);
    case FLOW_PREPARE: return prepare_party(t, f);
    case FLOW_TURN: return play_turn(t, f);
    case FLOW_TRAVEL: return travel(t, f);
    case FLOW_RUN: return run_away(t, f);
    case FLOW_RANDOM: return random_encounter(t, f);
    case FLOW_QUESTING: return quest_phase(t, f);
    case FLOW_QUEST: return play_quest(t, f);
    case FLOW_RESOLVE: return resolve_scenario(t, f);
    case FLOW_FIGHT: return fight(t, f);
    case FLOW_ENCOUNTER: return play_encounter(t, f);
    case FLOW_COMBAT: return fight_combat(t, f);
    case FLOW_ACTIVATE: return activate(t, f);
    case FLOW_ACTION: return take_action(t, f);
    case FLOW_DEATHS: return check_deaths(t, f);
    case FLOW_REBUILD: return rebuild(t, f);
    case FLOW_PROVISION: return provision(t, f);
    case FLOW_PAY: return pay_gold(t, f);
    case FLOW_END: return end_phase(t, f);
    case FLOW_LEVEL: return gain_level(t, f);
    case FLOW_TEXT: return run_text(t, &f->text);
    case FLOW_ASKING: return ask_and_take(t, f);
    case FLOW_WAITING: return work_waiting(t, f);
    case FLOW_COMPLETE: return complete_quest(t, f);
    case FLOW_SCENARIO: return complete_scenario(t, f);
    case FLOW_CHECK: return check_scenarios(t, f);
    case FLOW_HUMAN: return spend_points(t, f);
    case FLOW_PLACING: return place_units(t, f);
    case FLOW_LOOT: return loot(t, f);
    case FLOW_JOIN: return join_combat(t, f);
    case FLOW_TARGETS: return choose_targets(t, f);
    case FLOW_DEFENCE: return defend(t, f);
    case FLOW_OPENING: return open_combat(t, f);
    case FLOW_ROUND: return play_round(t, f);
    case FLOW_ACTIVATIONS: return activate_all(t, f);
    case FLOW_ARENA: return fight_in_arena(t, f);
    case FLOW_TEAM_TURN: return team_turn(t, f);
    case FLOW_DOTA: return play_dota(t, f);
    case FLOW_DOTA_SETUP: return choose_heroes(t, f);
    case FLOW_DOTA_TURN: return dota_turn(t, f);
    case FLOW_LEVEL_UP: return level_up(t, f);
    case FLOW_CAMPAIGN: return play_campaign(t, f);
    case FLOW_BETWEEN: return between_games(t, f);
    case FLOW_REBUILD_DECKS: return rebuild_decks(t, f);
    case FLOW_DRAFT: return draft(t, f);
    case FLOW_PARTIES: return choose_parties(t, f);
    }
    BUG("a flow that does not exist");
    return FLOW_DONE;
}

// Whoever has left answers nothing, whatever a flow that goes on would ask (MON-802).
static void pass_over_leavers(struct monad_state *s)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(s->core.asked >> seat & 1) || !has_left(s, seat)) continue;
        s->core.answer[seat]   = (struct choice){ 0 };
        s->core.question[seat] = (struct question){ 0 };
        s->core.asked          = (seat_set)(s->core.asked & ~BIT(seat));
    }
}

void monad_advance(struct table *t)
{
    struct monad_state *s = state_of(t);
    while (!s->core.over) {
        if (s->core.asked) pass_over_leavers(s);
        if (s->core.mode == MODE_SOLO && s->core.asked & BIT(AUTOMATON)) {
            answer_for_automaton(t);
            continue;
        }
        if (s->game_won && s->core.depth > 1) { // a game of a campaign ends at once (MON-800)
            unwind_to(s, 1);
            s->core.asked = 0;
        }
        if (s->stale) reckon_gifts(t);
        if (s->core.asked) break;
        unsigned depth = s->core.depth;
        if (go_on(t, &s->frames[depth - 1]) == FLOW_DONE) pop(s);
    }
}
