// How a player without much time judges a position, and what they would answer at once: for bots
// that look ahead. Hands count by their size; nobody's hidden faces are looked at.
#include "games/monad/rules.h"

// What things are worth, in tenths of a point of HP.
enum weight {
    WORTH_VP        = 900,
    WORTH_LEVEL     = 60, // of a Unit in a party
    WORTH_HP        = 7,
    WORTH_AP        = 5,
    WORTH_CATALYST  = 12, // each HP of a catalyst that is left, up to CATALYST_ENOUGH
    CATALYST_ENOUGH = 10,
    WORTH_CLASS     = 260, // a level of the catalyst
    WORTH_QUEST     = 45,  // a level of a completed quest
    WORTH_GOLD      = 30,  // a hundred
    WORTH_PROGRESS  = 40,  // a quest under way, and each marker on it
    WORTH_CARD      = 4,
    WORTH_EQUIPMENT = 25, // a quality level
    WORTH_FACED     = 20,
    LOSS_SHARE      = 2,  // part of a party that a lost fight costs
    DRAIN_SHARE     = 8,  // part of an encounter that a won one costs
    WORTH_NEAR      = 25, // a move nearer to where the scenario or a delivery is, a VP each
    WORTH_TOKEN     = 220,
    WORTH_LANE_HP   = 6,
    WORTH_TOWER     = 300,
};

static int worth_of_unit(const struct table *t, card_id unit)
{
    int hp = hp_left(t, unit), sum = ap_left(t, unit) * WORTH_AP;
    if (hp < 0) hp = 0;
    sum += hp * WORTH_HP + level_of(t, unit) * WORTH_LEVEL;
    if (is_catalyst(t, unit)) sum += (hp < CATALYST_ENOUGH ? hp : CATALYST_ENOUGH) * WORTH_CATALYST;
    return sum;
}

static int worth_of_rows(const struct table *t, zone_id first, unsigned rows)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    for (unsigned row = 0; row < rows; row++)
        EACH_IN_ZONE(card, &s->core, (zone_id)(first + row)) {
            if (is_unit(s, card))
                sum += worth_of_unit(t, card);
            else
                sum += def_of(t, card)->field[FIELD_QUALITY] * WORTH_EQUIPMENT;
        }
    return sum;
}

// How many moves away the nearest place is that fits; a map has no two that are more than two apart
// for long, so three stands for the rest.
static int moves_to_fitting(const struct table *t, seat_id seat, uint32_t op)
{
    const struct monad_state *s    = state_at(t);
    card_id                   here = s->side[seat].location;
    int                       best = 3;
    if (here == NO_CARD) return best;
    EACH_IN_ZONE(card, &s->core, ZONE_MAP) {
        if (!fits_place(t, op, card)) continue;
        int far = card == here ? 0 : shares_region(t, card, here) ? 1 : 2;
        if (far < best) best = far;
    }
    return best;
}

static int worth_of_scenario(const struct table *t, seat_id seat)
{
    const struct side *me = &state_at(t)->side[seat];
    if (me->scenario == NO_CARD || !me->revealed) return 0;
    int    vp      = def_of(t, me->scenario)->field[FIELD_VP];
    size_t resolve = find_line(t, me->scenario, W_RESOLVE);
    if (resolve != SIZE_MAX) {
        uint32_t op  = book(t)->lines[resolve].op;
        size_t   pay = op_find(t->pool->ops, op, W_PAY_TO);
        int      sum = (3 - moves_to_fitting(t, seat, op)) * WORTH_NEAR * vp;
        if (!pay) return sum;
        int need = number_at(t->pool, (uint32_t)pay), have = gold_of(t, seat);
        return sum / 3 + (have < need ? have : need) * WORTH_GOLD / 60;
    }
    size_t line = find_line(t, me->scenario, W_CONDITION);
    if (line == SIZE_MAX) return 0;
    if (t->pool->ops[book(t)->lines[line].op].value == COND_REGIONS)
        return __builtin_popcount(me->tokens) * WORTH_TOKEN / 3;
    return me->tokens * WORTH_TOKEN;
}

static int worth_of_quests(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, seat))
        sum += def_of(t, card)->field[FIELD_LEVEL] * WORTH_QUEST;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_QUESTS, seat)) {
        size_t to = find_line(t, card, W_TO);
        sum += WORTH_PROGRESS * def_of(t, card)->field[FIELD_LEVEL];
        if (to != SIZE_MAX)
            sum += (3 - moves_to_fitting(t, seat, book(t)->lines[to].op)) * WORTH_NEAR;
        else
            sum += s->marks[card] * WORTH_PROGRESS;
    }
    return sum + zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, seat)) * WORTH_PROGRESS;
}

// What winning the fight that a party is in would bring.
static int prize_of(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    const struct side        *me  = &s->side[seat];
    int                       sum = 0;
    if (me->disputed && me->scenario != NO_CARD)
        sum += def_of(t, me->scenario)->field[FIELD_VP] * WORTH_VP;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_DISPUTE, seat))
        sum += def_of(t, card)->field[FIELD_LEVEL] * WORTH_QUEST +
               def_of(t, card)->field[FIELD_GOLD] * WORTH_GOLD / 100;
    return sum;
}

// A fight that goes on is worth its prize times the chance to win it, by what both sides have left.
static int worth_of_fight(const struct table *t, seat_id seat, int ours)
{
    int     theirs = worth_of_rows(t, zone_of_seat(ZONE_FACING, seat), ROWS);
    int64_t won = (int64_t)ours * ours, lost = (int64_t)theirs * theirs;
    int     chance = won + lost > 0 ? (int)(won * 100 / (won + lost)) : 100;
    return (prize_of(t, seat) * chance - ours / LOSS_SHARE * (100 - chance)) / 100 - WORTH_FACED -
           theirs / DRAIN_SHARE;
}

static int worth_of_lanes(const struct table *t, seat_id seat)
{
    const struct monad_state *s    = state_at(t);
    int                       sum  = worth_of_rows(t, zone_of_seat(ZONE_LANE, seat), LANES * ROWS);
    card_id                   base = zone_top(&s->core, zone_of_seat(ZONE_BASE, seat));
    for (unsigned lane = 0; lane < LANES; lane++) sum += s->side[seat].towers[lane] * WORTH_TOWER;
    for (unsigned i = 0; i < HEROES; i++)
        sum += s->heroes[seat][i].level * WORTH_CLASS + s->heroes[seat][i].tokens * WORTH_PROGRESS;
    return sum + (base != NO_CARD ? hp_left(t, base) * WORTH_LANE_HP * 10 : 0);
}

static int worth_of_seat(const struct table *t, seat_id seat)
{
    const struct monad_state *s  = state_at(t);
    const struct side        *me = &s->side[seat];
    if (is_out(s, seat)) return 0;
    if (s->core.mode == MODE_DOTA) return worth_of_lanes(t, seat);
    int sum  = (me->vp + me->campaign_vp) * WORTH_VP + me->level * WORTH_CLASS;
    int ours = worth_of_rows(t, zone_of_seat(ZONE_FRONT, seat), ROWS);
    sum += ours;
    if (is_faced(s, seat)) sum += worth_of_fight(t, seat, ours);
    sum += worth_of_scenario(t, seat) + worth_of_quests(t, seat);
    sum += gold_of(t, seat) * WORTH_GOLD / 100;
    return sum + zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) * WORTH_CARD;
}

int monad_evaluate(const struct table *t, seat_id seat)
{
    const struct core *c   = t->state;
    int                sum = 0;
    for (seat_id other = 0; other < c->seats; other++)
        sum += is_enemy(c, other, seat) ? -worth_of_seat(t, other) : worth_of_seat(t, other);
    return sum;
}

// Nothing is being fought, paid or carried out.
bool monad_is_quiet(const struct table *t)
{
    const struct monad_state *s = state_at(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(s->core.asked >> seat & 1)) continue;
        switch ((enum question_kind)s->core.question[seat].kind) {
        case QUESTION_TRAVEL:
        case QUESTION_MAIN:
        case QUESTION_PROVISION:
        case QUESTION_LEVEL:
        case QUESTION_DISCARD:
        case QUESTION_DEPLOY:
        case QUESTION_CREEP:
        case QUESTION_CATALYST:
        case QUESTION_CLASS:
        case QUESTION_SCENARIO:
        case QUESTION_OUTFIT:
        case QUESTION_PLACE: return true;
        case QUESTION_MOVE: return s->core.mode == MODE_GLADIATOR || s->core.mode == MODE_DOTA;
        default: break;
        }
    }
    return false;
}

static struct choice weakest(const struct table *t, const struct choice *list, size_t n)
{
    struct choice best = list[0];
    for (size_t i = 1; i < n; i++)
        if (hp_left(t, list[i].card) < hp_left(t, best.card)) best = list[i];
    return best;
}

// Attack with what is strongest, defend while there is AP for it, take what the clock would take.
struct choice monad_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    unsigned      kind = t->state->question[seat].kind;
    if (kind != QUESTION_ACT && kind != QUESTION_TARGET && kind != QUESTION_RESPONSE &&
        kind != QUESTION_ENCOUNTER)
        return monad_default_choice(t, seat);
    size_t n = table_choices(t, seat, list, CHOICES_MAX);
    if (kind == QUESTION_TARGET) return weakest(t, list, n);
    if (kind == QUESTION_ENCOUNTER) return list[n > 1 ? rng_below(rng, (uint32_t)n - 1) : 0];
    if (kind == QUESTION_RESPONSE) return list[rng_below(rng, (uint32_t)n)];
    struct choice best = list[n - 1];
    int           most = -1;
    for (size_t i = 0; i + 1 < n; i++) {
        const struct line_info *l    = line_of(t, list[i].card, list[i].option - 1u);
        int                     good = is_against_opponents(l) ? l->damage * 2 - l->cost : 0;
        if (good > most) most = good, best = list[i];
    }
    return best;
}

unsigned monad_turns_begun(const struct table *t, seat_id seat)
{
    return state_at(t)->side[seat].turns;
}
