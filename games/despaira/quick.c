// quick.c - what a player without much time answers at once, and which choices are worth a look:
// for bots that look ahead.
#include "games/despaira/rules.h"

// A window in which nothing is announced can only add to what has happened.
static bool is_afterwards(const struct despaira_state *s)
{
    const struct frame *f = &s->frames[s->core.depth - 1];
    if (f->flow != FLOW_WINDOW || s->core.depth < 2) return false;
    const struct frame *by = f - 1;
    return by->flow == FLOW_TURN || (by->flow == FLOW_ACTION && by->action.at == ACT_CLOSED);
}

bool despaira_is_quiet(const struct table *t)
{
    const struct core *c = t->state;
    for (seat_id seat = 0; seat < 2; seat++) {
        if (!(c->asked >> seat & 1)) continue;
        if (c->question[seat].kind == QUESTION_ACT) return true;
        if (c->question[seat].kind == QUESTION_RESPOND) return is_afterwards(state_at(t));
    }
    return false;
}

// ---- quick answers

static struct choice any_of(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count = despaira_choices(t, seat, list, CHOICES_MAX);
    if (count > 1 && list[count - 1].kind == CHOICE_BACK) count--;
    return list[count > 1 ? rng_below(rng, (uint32_t)count) : 0];
}

// To the opposing Leader, if it can.
static struct choice go_forward(const struct table *t, seat_id seat, struct rng *rng)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     here  = tile_of(s, s->action.card);
    unsigned                     enemy = tile_of(s, s->side[other_seat(seat)].leader);
    const struct beside          near  = beside(here);
    uint16_t                     nearer[4];
    unsigned                     good = 0;
    for (unsigned i = 0; near.tile[i] != NO_TILE && enemy != NO_TILE; i++)
        if (distance(near.tile[i], enemy) < distance(here, enemy) &&
            why_not_enter(t, seat, s->action.card, near.tile[i]) == 0)
            nearer[good++] = near.tile[i];
    if (!good) return any_of(t, seat, rng);
    return (struct choice){ .kind   = CHOICE_GO,
                            .target = nearer[good > 1 ? rng_below(rng, good) : 0] };
}

static struct choice spawn_highest(const struct table *t, seat_id seat)
{
    const struct despaira_state *s    = state_at(t);
    struct choice                best = { 0 };
    if (!is_main(s) || !tiles_for(t, seat, why_not_spawn_tile)) return best;
    EACH_IN_ZONE(card, &s->core, zone_for(seat, ZONE_HAND))
        if (why_not_spawn_now(t, seat, card) == 0 && why_not_pay_points(t, seat, card) == 0 &&
            level_of(t, card) > best.extra)
            best = (struct choice){ .kind  = CHOICE_SPAWN,
                                    .card  = card,
                                    .extra = (uint16_t)level_of(t, card) };
    return best;
}

// Spawns what can be paid for, steps up, strikes as long as there is somebody to strike at, and
// ends.
static struct choice act(const struct table *t, seat_id seat)
{
    struct choice c = spawn_highest(t, seat);
    if (c.kind) return c;
    c = best_deed(t, seat);
    return c.kind ? c : despaira_default_choice(t, seat);
}

struct choice despaira_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    switch (t->state->question[seat].kind) {
    case QUESTION_RESPOND:
    case QUESTION_CHAIN: return (struct choice){ .kind = CHOICE_PASS };
    case QUESTION_MAY: return (struct choice){ .kind = CHOICE_YES };
    case QUESTION_ACT: return act(t, seat);
    case QUESTION_BUILD:
    case QUESTION_SIDE:
    case QUESTION_LEADER_TILE: return despaira_default_choice(t, seat);
    case QUESTION_WHERE:
        if (state_at(t)->action.kind == ACTION_MOVE) return go_forward(t, seat, rng);
        return any_of(t, seat, rng);
    default: return any_of(t, seat, rng);
    }
}

// Where it brings most. Who looks one choice ahead makes do with any tile, for the tile is asked
// for next; who plays on to the end of a turn cannot.
static struct choice go_where_best(const struct table *t, seat_id seat, struct rng *rng)
{
    const struct action *a = &state_at(t)->action;
    if (a->kind == ACTION_MOVE && !is_trick(t, a->card)) {
        unsigned to = best_tile_to_go(t, seat, a->card);
        if (to != NO_TILE) return (struct choice){ .kind = CHOICE_GO, .target = (uint16_t)to };
    } else if (a->kind == ACTION_SPAWN || a->kind == ACTION_SACRIFICE_SPAWN) {
        unsigned to = best_tile_to_spawn(t, seat, a->card);
        if (to != NO_TILE)
            return (struct choice){ .kind   = CHOICE_SPAWN_ON,
                                    .target = (uint16_t)to,
                                    .option = SPAWN_ATTACK };
    }
    return despaira_likely(t, seat, rng);
}

struct choice despaira_plays_on(const struct table *t, seat_id seat, struct rng *rng)
{
    return t->state->question[seat].kind == QUESTION_WHERE ? go_where_best(t, seat, rng)
                                                           : despaira_likely(t, seat, rng);
}

// ---- what is worth a look

// One copy of a card is like another, and one trick that is laid down like another.
static bool is_copy(const struct despaira_state *s, const struct choice *kept, size_t count,
                    struct choice c)
{
    for (size_t i = 0; i < count; i++)
        if (kept[i].kind == c.kind &&
            (c.kind == CHOICE_PLACE || s->cards[kept[i].card].def == s->cards[c.card].def))
            return true;
    return false;
}

// A trick that may be used from the hand need not lie first; who can be paid for with points needs
// no sacrifice; in Defence Mode nobody threatens anybody.
static bool is_idle_act(const struct table *t, seat_id seat, struct choice c)
{
    switch (c.kind) {
    case CHOICE_PLACE: return !face_of(t, c.card)->answers;
    case CHOICE_MOVE: return is_trick(t, c.card);
    case CHOICE_SACRIFICE_SPAWN: return why_not_pay_points(t, seat, c.card) == 0;
    case CHOICE_SWITCH: return c.option;
    default: return false;
    }
}

static bool is_from_hand(unsigned kind)
{
    return kind == CHOICE_SPAWN || kind == CHOICE_SACRIFICE_SPAWN || kind == CHOICE_PLACE ||
           kind == CHOICE_ACTIVATE_HAND;
}

static bool is_idle(const struct table *t, seat_id seat, const struct choice *kept, size_t count,
                    struct choice c)
{
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_ACT:
        return is_idle_act(t, seat, c) ||
               (is_from_hand(c.kind) && is_copy(state_at(t), kept, count, c));
    case QUESTION_WHERE:
    case QUESTION_SPAWN_TILE:
        return count > 0 &&
               (c.kind == CHOICE_BACK || (c.kind == CHOICE_SPAWN_ON && c.option != SPAWN_ATTACK));
    default: return false;
    }
}

size_t despaira_worth_a_look(const struct table *t, seat_id seat, struct choice *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_idle(t, seat, list, kept, list[i])) list[kept++] = list[i];
    return t->state->question[seat].kind == QUESTION_ACT ? keep_promising(t, seat, list, kept)
                                                         : kept;
}
