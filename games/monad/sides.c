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

// The formations of a side; a team mate who has joined has one of their own (MON-825).
static unsigned formations_of(const struct monad_state *s, unsigned side, zone_id *out)
{
    if (is_arena(s)) {
        out[0] = zone_of_seat(ZONE_FRONT, (seat_id)side);
        return 1;
    }
    if (is_in_lanes(s)) {
        out[0] = zone_of_seat(ZONE_LANE + (unsigned)ROWS * s->combat.lane, (seat_id)side);
        return 1;
    }
    if (side == 1) {
        out[0] = s->combat.kind == COMBAT_PARTY ? zone_of_seat(ZONE_FRONT, s->combat.hazard)
                                                : zone_of_seat(ZONE_FACING, s->combat.active);
        return 1;
    }
    out[0] = zone_of_seat(ZONE_FRONT, s->combat.active);
    if (s->combat.mate == NO_SEAT) return 1;
    out[1] = zone_of_seat(ZONE_FRONT, s->combat.mate);
    return 2;
}

size_t units_of_side(const struct monad_state *s, unsigned side, card_id *out)
{
    zone_id  first[2];
    unsigned count = formations_of(s, side, first);
    size_t   n     = 0;
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned i = 0; i < count; i++)
            EACH_IN_ZONE(card, &s->core, (zone_id)(first[i] + row))
                if (s->body[card] && !(body_at(s, card)->flags & BODY_DYING) &&
                    n < 2 * SIDE_MAX - 1)
                    out[n++] = card;
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

size_t units_against(const struct monad_state *s, unsigned side, card_id *out)
{
    uint8_t  sides[SEATS_MAX];
    unsigned count = sides_in_combat(s, sides);
    size_t   n     = 0;
    for (unsigned i = 0; i < count; i++)
        if (sides[i] != side) n += units_of_side(s, sides[i], out + n);
    return n;
}

// Where a unit stood that has died in this combat: of a hazard player it was an encounter unit.
bool side_it_fell_on(const struct monad_state *s, seat_id who, unsigned *side)
{
    if (!s->combat.kind || who >= s->core.seats) return false;
    bool ours = who == s->combat.active || who == s->combat.mate;
    if (is_arena(s) || is_in_lanes(s))
        *side = who;
    else
        *side = !ours;
    return is_arena(s) || is_in_lanes(s) || ours || who == s->combat.hazard;
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
    if (range < 99) range += attack_change(t, unit, l, NO_CARD, WORD_RANGE);
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
           is_weak(t, target);
}

bool is_against_opponents(const struct line_info *l) { return !l->own && l->area != AREA_FRIENDLY; }

// A unit that takes aim with a line; what holds for all targets is reckoned once.
struct aiming {
    const struct line_info *line;
    card_id                 unit;
    int                     row, range[2]; // against the own side, against others
};

static struct aiming take_aim(const struct table *t, card_id unit, const struct line_info *l)
{
    bool others = is_against_opponents(l);
    return (struct aiming){ .line  = l,
                            .unit  = unit,
                            .row   = (int)row_of(state_at(t), unit),
                            .range = { !others || l->area == AREA_UNITS || is_in_lanes(state_at(t))
                                           ? range_of(t, unit, l, false)
                                           : 0,
                                       others ? range_of(t, unit, l, true) : 0 } };
}

// Of a living unit in the combat.
static bool is_aimed_at(const struct table *t, const struct aiming *aim, card_id target,
                        bool opposing)
{
    const struct monad_state *s = state_at(t);
    const struct line_info   *l = aim->line;
    if (l->own) {
        if (opposing) return false;
        if (l->own == OWN_SELF + 1 && target != aim->unit) return false;
        if (l->own == OWN_ALLY + 1 && target == aim->unit) return false;
    } else if (l->area == AREA_FRIENDLY) {
        if (opposing) return false;
    } else if (l->area != AREA_UNITS && !opposing && !can_deny(t, l, target)) {
        return false;
    }
    if (target == aim->unit) return true;
    if (!opposing) {
        int apart = aim->row - (int)row_of(s, target);
        return (apart < 0 ? -apart : apart) <= aim->range[0];
    }
    if (aim->row + 1 + (int)counted_row(t, target) > aim->range[1]) return false;
    if (cannot(t, target, WORD_AIMED)) return false;
    if (l->mode <= MAGIC && cannot(t, target, WORD_AIMED_MELEE + l->mode)) return false;
    return !(body_at(s, target)->flags & BODY_HIDDEN) ||
           stat_of(t, aim->unit, STAT_INI) >= stat_of(t, target, STAT_INI); // MON-716
}

bool is_legal_target(const struct table *t, card_id unit, const struct line_info *l, card_id target)
{
    const struct monad_state *s = state_at(t);
    if (!is_unit(s, target) || !is_in_combat(s, target) || body_at(s, target)->flags & BODY_DYING)
        return false;
    struct aiming aim = take_aim(t, unit, l);
    return is_aimed_at(t, &aim, target, is_opposing(s, unit, target));
}

// The legal targets of one side, by row.
static size_t aimed_at(const struct table *t, const struct aiming *aim, unsigned side, card_id *out)
{
    const struct monad_state *s        = state_at(t);
    bool                      opposing = side != side_of(s, aim->unit);
    size_t                    n = units_of_side(s, side, out), kept = 0;
    for (size_t i = 0; i < n; i++)
        if (is_aimed_at(t, aim, out[i], opposing)) out[kept++] = out[i];
    return kept;
}

static bool has_aimed(const struct table *t, const struct aiming *aim, unsigned side)
{
    const struct monad_state *s        = state_at(t);
    bool                      opposing = side != side_of(s, aim->unit);
    zone_id                   first[2];
    unsigned                  count = formations_of(s, side, first);
    zone_id                   bare  = zone_of_seat(ZONE_BASE, (seat_id)side);
    bool                      open  = is_in_lanes(s) && s->side[side].towers[s->combat.lane] == 0;
    card_id                   base  = open ? zone_top(&s->core, bare) : (card_id)NO_CARD;
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned i = 0; i < count; i++)
            EACH_IN_ZONE(card, &s->core, (zone_id)(first[i] + row))
                if (s->body[card] && !(body_at(s, card)->flags & BODY_DYING) &&
                    is_aimed_at(t, aim, card, opposing))
                    return true;
    return base != NO_CARD && is_aimed_at(t, aim, base, opposing);
}

bool has_target(const struct table *t, card_id unit, const struct line_info *l, bool only_opposing)
{
    const struct monad_state *s   = state_at(t);
    struct aiming             aim = take_aim(t, unit, l);
    uint8_t                   sides[SEATS_MAX];
    unsigned                  count = sides_in_combat(s, sides), own = side_of(s, unit);
    for (unsigned i = 0; i < count; i++) {
        if (sides[i] == own ? only_opposing : !is_against_opponents(l)) continue;
        if (has_aimed(t, &aim, sides[i])) return true;
    }
    return false;
}

// The legal targets, the active side's first.
size_t targets_by_side(const struct table *t, card_id unit, const struct line_info *l, card_id *out)
{
    struct aiming aim = take_aim(t, unit, l);
    uint8_t       sides[SEATS_MAX];
    unsigned      count = sides_in_combat(state_at(t), sides);
    size_t        n     = 0;
    for (unsigned i = 0; i < count; i++) n += aimed_at(t, &aim, sides[i], out + n);
    return n;
}

// Opposing ones first, frontmost row first as counted for range (MON-436); row ROWS means any.
size_t legal_targets(const struct table *t, card_id unit, const struct line_info *l, unsigned row,
                     card_id *out)
{
    const struct monad_state *s   = state_at(t);
    struct aiming             aim = take_aim(t, unit, l);
    uint8_t                   sides[SEATS_MAX], at[TARGETS_MAX];
    card_id                   list[TARGETS_MAX];
    unsigned                  count = sides_in_combat(s, sides), own = side_of(s, unit);
    size_t                    n = 0, opposing = 0, chosen = 0;
    for (unsigned i = 0; i < count; i++)
        if (sides[i] != own) n += aimed_at(t, &aim, sides[i], list + n);
    opposing = n;
    n += aimed_at(t, &aim, own, list + n);
    for (size_t i = 0; i < n; i++) at[i] = (uint8_t)seen_row(t, unit, list[i]);
    for (unsigned k = 0; k < 2; k++)
        for (unsigned r = 0; r <= ROWS; r++) // a base may stand behind Back
            for (size_t i = k ? opposing : 0; i < (k ? n : opposing); i++)
                if (at[i] == r && (row == ROWS || r == row) && is_on_chosen_side(s, list[i]))
                    out[chosen++] = list[i];
    return chosen;
}

int cost_of(const struct table *t, card_id unit, const struct line_info *l) // MON-416, MON-750
{
    int cost = l->cost + body_at(state_at(t), unit)->status[DAZE] + keyword_of(t, unit, COST_MORE) +
               cost_change(t, unit, l, true);
    if (cost < 1) return 0;
    cost -= keyword_of(t, unit, COST_LESS) + cost_change(t, unit, l, false);
    return cost > 1 ? cost : 1;
}

static bool can_act_at_all(const struct table *t, card_id unit, struct ability a)
{
    if (!is_unit(state_at(t), unit)) return false; // it left with its player
    const struct line_info *l = &book(t)->lines[a.line];
    const struct body      *b = body_at(state_at(t), unit);
    return cost_of(t, unit, l) <= ap_left(t, unit) && !b->status[DO_NOT_ACT] &&
           !(b->flags & BODY_DYING) &&
           (!l->uses || tally_of(t, TALLY_USED, a) < l->uses); // MON-726
}

bool can_use(const struct table *t, card_id unit, struct ability a) // MON-414
{
    const struct monad_state *s = state_at(t);
    const struct line_info   *l = &book(t)->lines[a.line];
    if (l->code != W_AGGRESSIVE || !can_act_at_all(t, unit, a)) return false;
    if (is_arena(s) && s->team_turns == 1) return false; // MON-856
    return has_target(t, unit, l, false);
}

// MON-418, MON-420, MON-672
bool can_defend(const struct table *t, card_id unit, struct ability a, card_id target)
{
    const struct monad_state *s = state_at(t);
    const struct line_info   *l = &book(t)->lines[a.line];
    if (!is_unit(s, s->action.unit) || card_at(&s->core, s->action.source)->def == NO_DEF)
        return false;
    const struct line_info *attack = line_of(t, s->action.source, s->action.line);
    if (l->code != W_DEFENSIVE || !can_act_at_all(t, unit, a) || is_opposing(s, unit, target) ||
        !is_opposing(s, s->action.unit, target))
        return false;
    int apart = distance(t, unit, target), behind = (int)row_of(s, target) - (int)row_of(s, unit);
    if (attack->area != AREA_SINGLE && l->intercepts) return false; // MON-682
    switch ((enum whom_word)l->whom) {
    case WHOM_SELF: return unit == target;
    case WHOM_ALLY: return unit != target && apart <= l->rows;
    case WHOM_FRIENDLY:
        return apart <= l->rows ||
               (l->behind && attack->mode == RANGED && behind > 0 && behind <= l->behind);
    }
    return false;
}
