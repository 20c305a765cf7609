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

static struct choice first_of(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    despaira_choices(t, seat, list, CHOICES_MAX);
    return list[0];
}

static unsigned square(unsigned a, unsigned b)
{
    return a > b ? (a - b) * (a - b) : (b - a) * (b - a);
}

// Straight on is nearer than round a corner.
static unsigned way_to(unsigned tile, unsigned goal)
{
    return distance(tile, goal) * 64 + square(column_of(tile), column_of(goal)) +
           square(row_of(tile), row_of(goal));
}

static unsigned nearest_of(uint32_t tiles, unsigned goal)
{
    unsigned best = (unsigned)__builtin_ctz(tiles);
    for (uint32_t left = tiles; left && goal != NO_TILE; left &= left - 1) {
        unsigned tile = (unsigned)__builtin_ctz(left);
        if (way_to(tile, goal) < way_to(best, goal)) best = tile;
    }
    return best;
}

static uint32_t tiles_to_enter(const struct table *t, seat_id seat, card_id card)
{
    const struct beside near = beside(tile_of(state_at(t), card));
    uint32_t            out  = 0;
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        if (why_not_enter(t, seat, card, near.tile[i]) == 0) out |= BIT(near.tile[i]);
    return out;
}

// As near to the opposing Leader as it goes, ready to attack.
static struct choice forward(const struct table *t, seat_id seat, struct rng *rng)
{
    const struct despaira_state *s     = state_at(t);
    const struct action         *a     = &s->action;
    unsigned                     enemy = tile_of(s, s->side[other_seat(seat)].leader);
    uint32_t                     tiles = 0;
    if (a->kind == ACTION_MOVE)
        tiles = tiles_to_enter(t, seat, a->card);
    else if (a->kind == ACTION_SPAWN || a->kind == ACTION_SACRIFICE_SPAWN)
        tiles = tiles_for(t, seat, why_not_put_on);
    if (!tiles) return a->kind == ACTION_PLACE ? first_of(t, seat) : any_of(t, seat, rng);
    return (struct choice){ .kind   = a->kind == ACTION_MOVE ? CHOICE_GO : CHOICE_SPAWN_ON,
                            .target = (uint16_t)nearest_of(tiles, enemy) };
}

// Enough as soon as it is; until then the one of least level.
static struct choice give_least(const struct table *t, seat_id seat)
{
    struct choice list[CHOICES_MAX];
    size_t        count = despaira_choices(t, seat, list, CHOICES_MAX), best = 0;
    for (size_t i = 1; i < count && list[best].kind != CHOICE_ENOUGH; i++)
        if (list[i].kind == CHOICE_SACRIFICE &&
            level_of(t, list[i].card) < level_of(t, list[best].card))
            best = i;
    return list[best];
}

// Where only cards of one player can be meant, the one of highest level; else any.
static struct choice strongest_of(const struct table *t, seat_id seat, struct rng *rng)
{
    const struct despaira_state *s = state_at(t);
    struct choice                list[CHOICES_MAX];
    size_t                       count = despaira_choices(t, seat, list, CHOICES_MAX), best = 0;
    if (count > 1 && list[count - 1].kind == CHOICE_BACK) count--;
    for (size_t i = 0; i < count && list[i].kind != CHOICE_ENOUGH; i++) {
        if (list[i].kind != CHOICE_TARGET ||
            controller_of(s, list[i].card) != controller_of(s, list[0].card))
            return list[rng_below(rng, (uint32_t)count)];
        if (level_of(t, list[i].card) > level_of(t, list[best].card)) best = i;
    }
    return list[best];
}

// The own ones towards the opposing Leader, and those of the opponent back to it.
static struct choice step_forward(const struct table *t, seat_id seat)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     enemy = tile_of(s, s->side[other_seat(seat)].leader);
    struct choice                list[CHOICES_MAX];
    size_t                       count = despaira_choices(t, seat, list, CHOICES_MAX), best = 0;
    for (size_t i = 1; i < count && list[i].kind == CHOICE_STEP && enemy != NO_TILE; i++)
        if (way_to(list[i].target, enemy) < way_to(list[best].target, enemy)) best = i;
    return list[best];
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

// Strikes as long as there is somebody to strike at, spawns what can be paid for, and ends.
static struct choice act(const struct table *t, seat_id seat)
{
    struct choice c = spawn_highest(t, seat);
    if (c.kind) return c;
    c = best_attack(t, seat);
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
    case QUESTION_WHERE: return forward(t, seat, rng);
    case QUESTION_SACRIFICE: return give_least(t, seat);
    case QUESTION_POINTS: return first_of(t, seat);
    case QUESTION_TARGET:
    case QUESTION_CHOOSE: return strongest_of(t, seat, rng);
    case QUESTION_PATH: return step_forward(t, seat);
    default: return any_of(t, seat, rng);
    }
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
    if (c.kind == CHOICE_BACK) return count > 0;
    if (t->state->question[seat].kind != QUESTION_ACT) return false;
    return is_idle_act(t, seat, c) ||
           (is_from_hand(c.kind) && is_copy(state_at(t), kept, count, c));
}

size_t despaira_worth_a_look(const struct table *t, seat_id seat, struct choice *list, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_idle(t, seat, list, kept, list[i])) list[kept++] = list[i];
    return kept;
}
