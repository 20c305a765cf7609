// Chapter 400: the sides of a combat, distances, ranges, and what can be used on whom.
#include "games/monad/rules.h"

// ---- sides: 0 the active side, 1 the encounter side; in an arena and in lanes a side is a seat

static bool is_arena(const struct monad_state *s) { return s->combat.kind == COMBAT_ARENA; }
static bool is_in_lanes(const struct monad_state *s) { return s->combat.kind == COMBAT_LANE; }

bool is_in_combat(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    if (!s->combat.kind || !s->body[unit]) return false;
    seat_id seat = zone_seat(zone);
    if (is_in_lanes(s))
        return zone_kind(zone) == ZONE_BASE
                   ? s->side[seat].towers[s->combat.lane] == 0 // MON-888
                   : is_lane(zone) && (zone_kind(zone) - ZONE_LANE) / ROWS == s->combat.lane;
    if (!is_row(zone)) return false;
    if (is_arena(s)) return !is_out(s, seat);
    if (seat == s->combat.active) return !is_facing(zone) || s->combat.kind != COMBAT_PARTY;
    if (is_facing(zone)) return false;
    return seat == s->combat.mate || (s->combat.kind == COMBAT_PARTY && seat == s->combat.hazard);
}

unsigned side_of(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    seat_id seat = zone_seat(zone);
    if (is_arena(s) || is_in_lanes(s)) return seat;
    return is_facing(zone) || (seat != s->combat.active && seat != s->combat.mate);
}
bool is_opposing(const struct monad_state *s, card_id a, card_id b)
{
    return side_of(s, a) != side_of(s, b);
}
bool is_on_encounter_side(const struct monad_state *s, card_id unit)
{
    return !is_arena(s) && !is_in_lanes(s) && side_of(s, unit) == 1;
}

unsigned sides_in_combat(const struct monad_state *s, uint8_t *out) // the active one first
{
    unsigned n = 0;
    if (!is_arena(s) && !is_in_lanes(s)) {
        out[0] = 0, out[1] = 1;
        return 2;
    }
    for (unsigned i = 0; i < s->core.seats; i++) {
        seat_id seat = (seat_id)((s->combat.active + i) % s->core.seats);
        if (!is_out(s, seat)) out[n++] = seat;
    }
    return n;
}

static unsigned row_of_side(const struct monad_state *s, unsigned side, unsigned row, zone_id *out)
{
    out[0] = zone_of_seat(ZONE_FRONT + row, (seat_id)side);
    if (is_arena(s)) return 1;
    if (is_in_lanes(s)) {
        out[0] = zone_of_seat(ZONE_LANE + (unsigned)ROWS * s->combat.lane + row, (seat_id)side);
        return 1;
    }
    if (side == 1) {
        out[0] = s->combat.kind == COMBAT_PARTY ? zone_of_seat(ZONE_FRONT + row, s->combat.hazard)
                                                : zone_of_seat(ZONE_FACING + row, s->combat.active);
        return 1;
    }
    out[0] = zone_of_seat(ZONE_FRONT + row, s->combat.active);
    if (s->combat.mate == NO_SEAT) return 1;
    out[1] = zone_of_seat(ZONE_FRONT + row, s->combat.mate); // MON-825
    return 2;
}

size_t units_of_side(const struct monad_state *s, unsigned side, card_id *out)
{
    size_t n = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        zone_id  zones[2];
        unsigned count = row_of_side(s, side, row, zones);
        for (unsigned i = 0; i < count; i++)
            EACH_IN_ZONE(card, &s->core, zones[i])
                if (s->body[card] && !(body_at(s, card)->flags & BODY_DYING) &&
                    n < 2 * SIDE_MAX - 1)
                    out[n++] = card;
    }
    if (is_in_lanes(s) && s->side[side].towers[s->combat.lane] == 0)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_BASE, (seat_id)side)) out[n++] = card;
    return n;
}

size_t units_in_combat(const struct monad_state *s, card_id *out)
{
    uint8_t  sides[SEATS_MAX];
    unsigned count = sides_in_combat(s, sides);
    size_t   n     = 0;
    for (unsigned i = 0; i < count; i++) n += units_of_side(s, sides[i], out + n);
    return n;
}

size_t opposing_units(const struct monad_state *s, card_id unit, card_id *out)
{
    uint8_t  sides[SEATS_MAX];
    unsigned count = sides_in_combat(s, sides);
    size_t   n     = 0;
    for (unsigned i = 0; i < count; i++)
        if (sides[i] != side_of(s, unit)) n += units_of_side(s, sides[i], out + n);
    return n;
}

card_id place_of_combat(const struct monad_state *s)
{
    if (is_arena(s)) return s->arena;
    return is_in_lanes(s) ? (card_id)NO_CARD : s->side[s->combat.active].location;
}

// ---- distances and ranges

// MON-704: as opponents count the rows.
unsigned counted_row(const struct table *t, card_id unit)
{
    const struct monad_state *s   = state_at(t);
    unsigned                  at  = row_of(s, unit);
    int                       row = (int)at + keyword_of(t, unit, ELUSIVE);
    if (row == (int)at) return at;
    if (row > BACK) row = BACK;
    if (at > FRONT) return (unsigned)row;
    card_id list[2 * SIDE_MAX];
    size_t  n = units_of_side(s, side_of(s, unit), list);
    for (size_t i = 0; i < n && row_of(s, list[i]) == FRONT; i++)
        if (keyword_of(t, list[i], ELUSIVE) == 0) return (unsigned)row;
    return FRONT;
}

int distance(const struct table *t, card_id from, card_id to) // MON-450, MON-452
{
    const struct monad_state *s = state_at(t);
    int                       a = (int)row_of(s, from);
    if (is_opposing(s, from, to)) return a + 1 + (int)counted_row(t, to);
    int b = (int)row_of(s, to);
    return a > b ? a - b : b - a;
}

int range_of(const struct table *t, card_id unit, const struct line_info *l,
             bool against) // MON-454, MON-462
{
    const struct monad_state *s        = state_at(t);
    card_id                   location = place_of_combat(s);
    int                       range    = l->range;
    if (range == NO_RANGE) {
        if (l->area >= AREA_OPPOSING && l->area <= AREA_UNITS) return 99;
        range = !against ? 99 : l->mode == MELEE ? 1 : 3;
    }
    if (l->mode == MELEE) {
        int reach = keyword_of(t, unit, REACH);
        if (l->keyword[REACH] > reach) reach = l->keyword[REACH];
        if (reach > range) range = reach;
    }
    if (location != NO_CARD && range < 99) {
        const struct face *here = face_of(t, location);
        if (here->dark > 0 && range >= 2) // MON-629
            range = range - here->dark > 1 ? range - here->dark : 1;
        if (here->shorter_by && range >= here->shorter_from) range -= here->shorter_by;
    }
    if (against) range -= body_at(s, unit)->status[HAZE];
    return range > 0 ? range : 0;
}

// MON-885: a creep with half of its HP or less may be struck by its own side.
static bool can_deny(const struct table *t, const struct line_info *l, card_id target)
{
    return is_in_lanes(state_at(t)) && l->area == AREA_SINGLE && has_tag(t, target, TAG_CREEP) &&
           has_quality(t, target, WEAKENED);
}

bool is_legal_target(const struct table *t, card_id unit, const struct line_info *l, card_id target)
{
    const struct monad_state *s = state_at(t);
    if (!is_unit(s, target) || !is_in_combat(s, target) || body_at(s, target)->flags & BODY_DYING)
        return false;
    bool opposing = is_opposing(s, unit, target);
    if (l->own) {
        if (opposing) return false;
        if (l->own == OWN_SELF + 1 && target != unit) return false;
        if (l->own == OWN_ALLY + 1 && target == unit) return false;
    } else if (l->area == AREA_FRIENDLY) {
        if (opposing) return false;
    } else if (l->area != AREA_UNITS && !opposing && !can_deny(t, l, target)) {
        return false;
    }
    if (opposing && body_at(s, target)->flags & BODY_HIDDEN &&
        stat_of(t, unit, STAT_INI) < stat_of(t, target, STAT_INI)) // MON-716
        return false;
    return target == unit || distance(t, unit, target) <= range_of(t, unit, l, opposing);
}

bool is_against_opponents(const struct line_info *l) { return !l->own && l->area != AREA_FRIENDLY; }

int cost_of(const struct table *t, card_id unit, const struct line_info *l) // MON-416, MON-750
{
    int cost = l->cost + body_at(state_at(t), unit)->status[DAZE] + keyword_of(t, unit, COST_MORE);
    if (cost < 1) return 0;
    cost -= keyword_of(t, unit, COST_LESS);
    return cost > 1 ? cost : 1;
}

static bool can_act_at_all(const struct table *t, card_id unit, struct ability a)
{
    const struct line_info *l = &book(t)->lines[a.line];
    const struct body      *b = body_at(state_at(t), unit);
    return cost_of(t, unit, l) <= ap_left(t, unit) && !b->status[DO_NOT_ACT] &&
           !(b->flags & BODY_DYING) &&
           (!l->uses || tally_of(t, TALLY_USED, a) < l->uses); // MON-726
}

bool can_use(const struct table *t, card_id unit, struct ability a) // MON-414
{
    const struct monad_state *s = state_at(t);
    card_id                   targets[TARGETS_MAX];
    const struct line_info   *l = &book(t)->lines[a.line];
    if (l->code != W_AGGRESSIVE || !can_act_at_all(t, unit, a)) return false;
    if (is_arena(s) && s->team_turns == 1) return false; // MON-856
    size_t n = units_in_combat(s, targets);
    for (size_t i = 0; i < n; i++)
        if (is_legal_target(t, unit, l, targets[i])) return true;
    return false;
}

static bool can_intercept_only(const struct card_pool *pool, const struct line_info *l)
{
    for (uint32_t i = l->op; i < op_after(pool->ops, l->op); i++)
        if (pool->ops[i].code == W_INTERCEPT) return true;
    return false;
}

// MON-418, MON-420, MON-672
bool can_defend(const struct table *t, card_id unit, struct ability a, card_id target)
{
    const struct monad_state *s      = state_at(t);
    const struct line_info   *l      = &book(t)->lines[a.line];
    const struct line_info   *attack = line_of(t, s->action.source, s->action.line);
    if (l->code != W_DEFENSIVE || !can_act_at_all(t, unit, a) || is_opposing(s, unit, target) ||
        !is_opposing(s, s->action.unit, target))
        return false;
    int apart = distance(t, unit, target), behind = (int)row_of(s, target) - (int)row_of(s, unit);
    if (attack->area != AREA_SINGLE && can_intercept_only(t->pool, l)) return false; // MON-682
    switch ((enum whom_word)l->whom) {
    case WHOM_SELF: return unit == target;
    case WHOM_ALLY: return unit != target && apart <= l->rows;
    case WHOM_FRIENDLY:
        return apart <= l->rows ||
               (l->behind && attack->mode == RANGED && behind > 0 && behind <= l->behind);
    }
    return false;
}
