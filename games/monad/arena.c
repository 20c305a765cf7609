// Chapter 850: Gladiator mode. Teams in an arena, one team turn after the other.
#include "engine/chance.h"
#include "games/monad/rules.h"

enum { TEAM_TURNS_MAX = 15, CHAMPION_SHIELD = 5, FRENZY_AP = 3 };

void pick_arena(struct table *t) // MON-851
{
    struct monad_state *s = state_of(t);
    unsigned            n = zone_size(&s->core, ZONE_ARENAS), at = 0;
    if (s->arena == NO_CARD && n) {
        unsigned chosen = pick(t, n);
        EACH_IN_ZONE(card, &s->core, ZONE_ARENAS)
            if (at++ == chosen) s->arena = card;
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++) s->side[seat].location = s->arena;
    if (s->arena != NO_CARD) note(t, EVENT_TRAVELLED, 0, s->arena, NO_CARD, 0, MON_851);
}

static int team_ini(const struct table *t, seat_id team)
{
    card_id list[2 * SIDE_MAX];
    size_t  n   = units_of_side(state_at(t), team, list);
    int     sum = 0;
    for (size_t i = 0; i < n; i++) sum += stat_of(t, list[i], STAT_INI);
    return sum;
}

// MON-853: the highest first; those who tie roll again among themselves.
static void settle_order(struct table *t, seat_id *order, unsigned n, bool again)
{
    int total[SEATS_MAX];
    for (unsigned i = 0; i < n; i++) {
        total[i] = again ? 0 : team_ini(t, order[i]);
        total[i] += (int)roll_two(t, order[i], rule_reason(MON_853));
        for (unsigned k = i; k > 0 && total[k] > total[k - 1]; k--) {
            seat_id seat = order[k];
            int     sum  = total[k];
            order[k] = order[k - 1], total[k] = total[k - 1];
            order[k - 1] = seat, total[k - 1] = sum;
        }
    }
    for (unsigned from = 0, to; from < n; from = to) {
        to = from + 1;
        while (to < n && total[to] == total[from]) to++;
        if (to - from > 1) settle_order(t, order + from, to - from, true);
    }
}

static void begin_arena(struct table *t)
{
    struct monad_state *s = state_of(t);
    unsigned            n = 0;
    s->combat             = (struct combat){
                    .kind = COMBAT_ARENA, .hazard = NO_SEAT, .mate = NO_SEAT, .ward = NO_CARD
    };
    for (seat_id seat = 0; seat < SEATS_MAX; seat++) s->order[seat] = NO_SEAT;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) s->order[n++] = seat;
    settle_order(t, s->order, n, false);
    for (unsigned i = 0; i < n; i++) {
        const struct side *team = &s->side[s->order[i]];
        if (team->perk == PERK_CHAMPION)
            body_of(s, team->catalyst)->shield[UNTYPED] = CHAMPION_SHIELD;
    }
    card_id list[TARGETS_MAX];
    size_t  units = units_in_combat(s, list);
    for (size_t i = 0; i < units; i++) {
        wait_for(t, WHEN_COMBAT, list[i], NO_CARD);
        if (keyword_of(t, list[i], HIDDEN)) body_of(s, list[i])->flags |= BODY_HIDDEN;
    }
}

// ---- who is left

static unsigned teams_in(const struct monad_state *s, seat_id *last)
{
    unsigned n = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) *last = seat, n++;
    return n;
}

static void put_team_away(struct table *t, seat_id team)
{
    struct monad_state *s = state_of(t);
    note(t, EVENT_TEAM_OUT, team, NO_CARD, NO_CARD, 0, MON_859);
    s->side[team].out = OUT_LEFT;
    for (unsigned row = 0; row < ROWS; row++) {
        zone_id zone = zone_of_seat(ZONE_FRONT + row, team);
        while (zone_size(&s->core, zone)) {
            card_id card = zone_top(&s->core, zone);
            leave_play(t, card);
            s->host[card] = NO_CARD;
            if (kind_of(t, card) == KIND_TOKEN)
                card_destroy(&s->core, card);
            else
                card_move(&s->core, card, zone_of_seat(ZONE_REMOVED, team), TOP);
        }
    }
}

// MON-859, MON-860: all whose catalyst is dying go out at the same time.
void lose_teams(struct table *t)
{
    struct monad_state *s    = state_of(t);
    seat_id             last = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && body_at(s, s->side[seat].catalyst)->flags & BODY_DYING)
            put_team_away(t, seat);
    unsigned n = teams_in(s, &last);
    if (n > 1) return;
    s->combat.result = RESULT_OVER;
    end_match(&s->core, (seat_set)(n ? BIT(last) : 0), n ? MON_859 : MON_860);
}

static void end_by_hp(struct table *t) // MON-861
{
    struct monad_state *s    = state_of(t);
    int                 most = -1;
    seat_set            top  = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        card_id list[2 * SIDE_MAX];
        if (is_out(s, seat)) continue;
        size_t n   = units_of_side(s, seat, list);
        int    sum = 0;
        for (size_t i = 0; i < n; i++) sum += hp_left(t, list[i]);
        if (sum == most) top = 0;
        if (sum > most) most = sum, top = (seat_set)BIT(seat);
    }
    end_match(&s->core, top, MON_861);
}

void count_kill_for_objective(struct table *t, seat_id team) // MON-862
{
    struct monad_state *s    = state_of(t);
    size_t              line = s->arena == NO_CARD ? SIZE_MAX : find_line(t, s->arena, W_OBJECTIVE);
    if (line == SIZE_MAX || is_out(s, team)) return;
    if (++s->side[team].tokens < number_at(t->pool, book(t)->lines[line].op)) return;
    s->combat.result = RESULT_OVER;
    if (!s->core.over) end_match(&s->core, (seat_set)BIT(team), MON_862);
}

// ---- turns

static void begin_team_turn(struct table *t, seat_id team) // MON-855
{
    struct monad_state *s = state_of(t);
    card_id             list[2 * SIDE_MAX];
    s->active = s->combat.active = team;
    s->combat.round              = s->team_turns;
    s->turn++;
    s->side[team].turns++;
    clear_tallies(s, TALLY_FIRED);
    clear_tallies(s, TALLY_FIRST + FIRST_ROUND);
    note(t, EVENT_TURN, team, NO_CARD, NO_CARD, s->turn, MON_855);
    size_t n = units_of_side(s, team, list);
    for (size_t i = 0; i < n; i++) {
        struct body *b  = body_of(s, list[i]);
        int          ap = 1 + (s->side[team].perk == PERK_FRENZY ? FRENZY_AP : 0);
        if (b->damage) b->damage--;
        b->spent = (int16_t)(b->spent > ap ? b->spent - ap : 0);
    }
    begin_round_of(t, list, n);
}

enum { TEAM_TURN_BEGUN = 1, TEAM_TURN_ACTIVATED, TEAM_TURN_MOVE, TEAM_TURN_ENDED };

enum flow team_turn(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_team_turn(t, f->who);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, TEAM_TURN_BEGUN);
    call(s, FLOW_ACTIVATIONS, f->who, NO_CARD, NO_CARD)->other = f->who;
    FLOW_PAUSE(f, TEAM_TURN_ACTIVATED);
    if (is_out(s, f->who)) return FLOW_DONE;
    if (can_side_move(t, f->who)) { // MON-858
        ask(&s->core, f->who, QUESTION_MOVE, f->who, 0);
        FLOW_PAUSE(f, TEAM_TURN_MOVE);
        struct choice c = answer_of(&s->core, f->who);
        if (c.kind == CHOICE_MOVE) move_unit(t, c.card, c.option ? 1 : -1, false);
    }
    if (is_out(s, f->who)) return FLOW_DONE;
    end_round_of(t, f->who);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, TEAM_TURN_ENDED);
    FLOW_END(f);
}

// i: whose turn it is in the order.
enum flow fight_in_arena(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_arena(t);
    call(s, FLOW_DEATHS, s->order[0], NO_CARD, NO_CARD);
    FLOW_PAUSE(f, ARENA_BEGUN);
    for (s->team_turns = 1; s->team_turns <= TEAM_TURNS_MAX; s->team_turns++)
        for (f->i = 0; f->i < SEATS_MAX; f->i++) {
            if (s->order[f->i] == NO_SEAT || is_out(s, s->order[f->i])) continue;
            call(s, FLOW_TEAM_TURN, s->order[f->i], NO_CARD, NO_CARD);
            FLOW_PAUSE(f, ARENA_TURN_DONE);
        }
    end_by_hp(t);
    FLOW_END(f);
}
