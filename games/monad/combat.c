// Chapter 400: combat, from its start to its end; rounds, activations and the movement step.
#include "engine/chance.h"
#include "games/monad/rules.h"

#include <string.h>

// ---- sides and distances

bool is_in_combat(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    if (!s->combat.kind || !is_row(zone) || !s->body[unit]) return false;
    if (zone_seat(zone) == s->combat.active)
        return !is_facing(zone) || s->combat.kind != COMBAT_PARTY;
    return s->combat.kind == COMBAT_PARTY && zone_seat(zone) == s->combat.hazard &&
           !is_facing(zone);
}

bool side_b(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    return is_facing(zone) || zone_seat(zone) != s->combat.active;
}
bool is_opposing(const struct monad_state *s, card_id a, card_id b)
{
    return side_b(s, a) != side_b(s, b);
}

static zone_id side_row(const struct monad_state *s, bool b, unsigned row)
{
    if (!b) return zone_of_seat(ZONE_FRONT + row, s->combat.active);
    if (s->combat.kind == COMBAT_PARTY) return zone_of_seat(ZONE_FRONT + row, s->combat.hazard);
    return zone_of_seat(ZONE_FACING + row, s->combat.active);
}

size_t units_of_side(const struct monad_state *s, bool b, card_id *out)
{
    size_t n = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, side_row(s, b, row))
            if (s->body[card] && !(body_at(s, card)->flags & BODY_DYING) && n < SIDE_MAX)
                out[n++] = card;
    return n;
}

// MON-704
static unsigned counted_row(const struct table *t, card_id unit)
{
    const struct monad_state *s   = state_at(t);
    int                       row = (int)row_of(s, unit) + keyword_of(t, unit, ELUSIVE);
    if (row_of(s, unit) > FRONT || row == FRONT) return row > BACK ? BACK : (unsigned)row;
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (is_unit(s, card) && keyword_of(t, card, ELUSIVE) == 0)
            return row > BACK ? BACK : (unsigned)row;
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
    card_id                   location = s->side[s->combat.active].location;
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
        int dark = number_on(t, location, W_DARK);
        if (dark > 0 && range >= 2) range = range - dark > 1 ? range - dark : 1; // MON-629
        size_t here = find_line(t, location, W_HERE_RANGE);
        if (here != SIZE_MAX) {
            uint32_t op = book(t)->lines[here].op;
            if (range >= t->pool->ops[op + 1].value) range -= t->pool->ops[op + 2].value;
        }
    }
    if (against) range -= body_at(s, unit)->status[HAZE];
    return range > 0 ? range : 0;
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
    } else if (l->area != AREA_UNITS && !opposing) {
        return false;
    }
    if (opposing && body_at(s, target)->flags & BODY_HIDDEN &&
        stat_of(t, unit, STAT_INI) < stat_of(t, target, STAT_INI)) // MON-716
        return false;
    return target == unit || distance(t, unit, target) <= range_of(t, unit, l, opposing);
}

int cost_of(const struct table *t, card_id unit, const struct line_info *l) // MON-416, MON-750
{
    return l->cost + body_at(state_at(t), unit)->status[DAZE];
}

static unsigned use_slot(const struct table *t, struct ability a)
{
    return (a.line - def_of(t, a.source)->line_first) % 5;
}

static bool has_uses_left(const struct table *t, card_id unit, struct ability a)
{
    const struct line_info *l = &book(t)->lines[a.line];
    return !l->uses || body_at(state_at(t), unit)->uses[use_slot(t, a)] < l->uses;
}

static bool can_act_at_all(const struct table *t, card_id unit, struct ability a)
{
    const struct line_info *l = &book(t)->lines[a.line];
    const struct body      *b = body_at(state_at(t), unit);
    return cost_of(t, unit, l) <= ap_left(t, unit) && !b->status[DO_NOT_ACT] &&
           has_uses_left(t, unit, a) && !(b->flags & BODY_DYING);
}

bool can_use(const struct table *t, card_id unit, struct ability a) // MON-414
{
    card_id                 targets[2 * SIDE_MAX];
    const struct line_info *l = &book(t)->lines[a.line];
    if (l->code != W_AGGRESSIVE || !can_act_at_all(t, unit, a)) return false;
    size_t n = units_of_side(state_at(t), false, targets);
    n += units_of_side(state_at(t), true, targets + n);
    for (size_t i = 0; i < n; i++)
        if (is_legal_target(t, unit, l, targets[i])) return true;
    return false;
}

// MON-418, MON-420, MON-672
bool can_defend(const struct table *t, card_id unit, struct ability a, card_id target)
{
    const struct monad_state *s = state_at(t);
    const struct line_info   *l = &book(t)->lines[a.line];
    const struct line_info   *attack =
        &book(t)->lines[s->action.line + def_of(t, s->action.source)->line_first];
    if (l->code != W_DEFENSIVE || !can_act_at_all(t, unit, a) || is_opposing(s, unit, target))
        return false;
    int apart = distance(t, unit, target), behind = (int)row_of(s, target) - (int)row_of(s, unit);
    if (op_find(t->pool->ops, l->op, W_EFFECT) && attack->area != AREA_SINGLE)
        for (uint32_t i = l->op; i < op_after(t->pool->ops, l->op); i++)
            if (t->pool->ops[i].code == W_INTERCEPT) return false; // MON-682
    switch ((enum whom_word)l->whom) {
    case WHOM_SELF: return unit == target;
    case WHOM_ALLY: return unit != target && apart <= l->rows;
    case WHOM_FRIENDLY:
        return apart <= l->rows ||
               (l->behind && attack->mode == RANGED && behind > 0 && behind <= l->behind);
    }
    return false;
}

// ---- the start and the end

static void begin_combat(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    card_id             list[2 * SIDE_MAX];
    s->combat = (struct combat){
        .kind = f->kind, .active = f->who, .hazard = f->other, .ward = NO_CARD
    };
    if (f->kind == COMBAT_STANDING)
        for (unsigned row = 0; row < ROWS; row++)
            EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, f->who))
                s->combat.hazard = card_at(&s->core, card)->owner;
    if (f->card != NO_CARD)
        for (unsigned i = 0; i < BODIES_MAX; i++)
            if (s->body[s->bodies[i].card] == i + 1 && s->host[s->bodies[i].card] == f->card &&
                kind_of(t, s->bodies[i].card) == KIND_QUEST)
                s->combat.ward = s->bodies[i].card;
    if (s->combat.ward != NO_CARD) { // MON-329
        const struct card_def *quest = def_of(t, f->card);
        s->combat.limit              = (uint8_t)(quest->fields_set & BIT(FIELD_ROUNDS)
                                                     ? quest->field[FIELD_ROUNDS]
                                                     : 3);
    }
    note(t, EVENT_COMBAT, f->who, NO_CARD, NO_CARD, 0, MON_400);
    size_t n = units_of_side(s, false, list);
    n += units_of_side(s, true, list + n);
    for (size_t i = 0; i < n; i++) wait_for(t, WHEN_COMBAT, list[i], NO_CARD);
}

static void hide_units(struct table *t) // MON-401
{
    struct monad_state *s = state_of(t);
    card_id             list[2 * SIDE_MAX];
    size_t              n = units_of_side(s, false, list);
    n += units_of_side(s, true, list + n);
    for (size_t i = 0; i < n; i++)
        if (keyword_of(t, list[i], HIDDEN)) body_of(s, list[i])->flags |= BODY_HIDDEN;
}

// MON-485, MON-059
void clean_up(struct table *t)
{
    struct monad_state *s = state_of(t);
    end_lasting(s, UNTIL_ACTION, NO_SEAT, NO_CARD);
    end_lasting(s, UNTIL_ROUND, NO_SEAT, NO_CARD);
    end_lasting(s, UNTIL_COMBAT, NO_SEAT, NO_CARD);
    for (unsigned i = 0; i < s->lasting_count;)
        if (s->lasting[i].until == UNTIL_BEGINS || s->lasting[i].until == UNTIL_ENDS) {
            s->lasting[i].until = UNTIL_COMBAT;
            end_lasting(s, UNTIL_COMBAT, NO_SEAT, NO_CARD);
        } else {
            i++;
        }
    clear_firsts(t, FIRST_ROUND);
    clear_firsts(t, FIRST_COMBAT);
    memset(s->corrosion, 0, sizeof s->corrosion);
    for (unsigned i = 0; i < BODIES_MAX; i++) {
        struct body *b = &s->bodies[i];
        if (s->body[b->card] != i + 1) continue;
        memset(b->status, 0, sizeof b->status);
        memset(b->shield, 0, sizeof b->shield);
        memset(b->uses, 0, sizeof b->uses);
        b->ripe = b->debilitated = 0;
        b->struck_by = b->killer = NO_CARD;
        b->flags &= BODY_TOKEN | BODY_DESTROYED | BODY_DYING;
    }
    for (unsigned i = 0; i < BODIES_MAX; i++) {
        struct body *b = &s->bodies[i];
        if (s->body[b->card] != i + 1 || b->flags & (BODY_DYING | BODY_DESTROYED)) continue;
        int most = stat_of(t, b->card, STAT_HP);
        if (b->damage >= most && most > 0) b->damage = (int16_t)(most - 1);
    }
}

static void withdraw(struct table *t, seat_id party) // MON-331
{
    struct monad_state *s = state_of(t);
    for (unsigned row = 0; row < ROWS; row++) {
        zone_id zone = zone_of_seat(ZONE_FACING + row, party);
        while (zone_size(&s->core, zone)) {
            card_id card = zone_top(&s->core, zone);
            leave_play(t, card);
            if (kind_of(t, card) == KIND_TOKEN)
                card_destroy(&s->core, card);
            else
                detach_to(t, card, zone_of_seat(ZONE_ASIDE, card_at(&s->core, card)->owner), TOP);
        }
    }
    note(t, EVENT_WITHDREW, party, NO_CARD, NO_CARD, 0, MON_331);
}

static bool could_attack(const struct table *t, card_id unit) // MON-486: range aside
{
    struct ability list[ABILITIES_MAX];
    size_t         n = abilities_of(t, unit, W_AGGRESSIVE, list);
    for (size_t i = 0; i < n; i++) {
        const struct line_info *l = &book(t)->lines[list[i].line];
        if (!l->own && l->area != AREA_FRIENDLY && l->cost <= ap_left(t, unit)) return true;
    }
    return false;
}

static bool encounter_stands(const struct table *t, const struct combat *c)
{
    const struct monad_state *s = state_at(t);
    if (!c->attacked && c->could) return false;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, c->active))
            if (is_unit(s, card) && could_attack(t, card)) return true;
    return false;
}

// MON-676: consumables that encounter units used up go back now.
static void return_used_up(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        bool any = false;
        for (card_id card          = zone_top(&s->core, zone_of_seat(ZONE_ASIDE, seat)), next;
             card != NO_CARD; card = next) {
            next = card_below(&s->core, card);
            if (!(def_of(t, card)->fields_set & BIT(FIELD_USES))) continue;
            shuffle_in(t, card);
            any = true;
        }
        if (any) shuffle_deck(t, seat);
    }
}

static void end_combat(struct table *t)
{
    struct monad_state *s = state_of(t);
    struct combat       c = s->combat;
    s->combat.kind        = COMBAT_NONE;
    clean_up(t);
    if (c.result == RESULT_OVER && c.kind != COMBAT_PARTY) {
        if (encounter_stands(t, &c)) {
            s->combat.result = RESULT_STANDS;
            note(t, EVENT_STOOD, c.active, NO_CARD, NO_CARD, 0, MON_486);
        } else {
            withdraw(t, c.active); // MON-488
            s->combat.result = RESULT_WON;
        }
    }
    if (s->combat.result == RESULT_WON) note(t, EVENT_WON, c.active, NO_CARD, NO_CARD, 0, MON_480);
    if (s->combat.result == RESULT_LOST)
        note(t, EVENT_LOST, c.active, NO_CARD, NO_CARD, 0, MON_481);
    if (s->combat.result == RESULT_WON && (c.kind == COMBAT_RANDOM || c.kind == COMBAT_PARTY))
        count_for_quests(t, c.active, COUNT_FIGHT);
    s->combat.round = 0;
    return_used_up(t);
}

void set_result(struct monad_state *s)
{
    card_id list[SIDE_MAX];
    if (s->combat.kind && s->combat.result == RESULT_OPEN && units_of_side(s, true, list) == 0)
        s->combat.result = RESULT_WON; // MON-480
}

// ---- rounds

// MON-403, up to the passes that players have no part in.
static void begin_round(struct table *t)
{
    struct monad_state *s = state_of(t);
    card_id             list[2 * SIDE_MAX];
    bool                wild = s->side[s->combat.active].location != NO_CARD &&
                has_tag(t, s->side[s->combat.active].location, TAG_WILDERNESS);
    s->combat.round++;
    s->combat.acted = 0;
    clear_firsts(t, FIRST_ROUND);
    note(t, EVENT_ROUND, s->combat.active, NO_CARD, NO_CARD, s->combat.round, MON_402);
    size_t n = units_of_side(s, false, list);
    n += units_of_side(s, true, list + n);
    for (size_t i = 0; i < n; i++)
        body_of(s, list[i])->flags &= (uint8_t) ~(BODY_EXHAUSTED | BODY_READIED);
    for (size_t i = 0; i < n; i++) {
        struct body *b     = body_of(s, list[i]);
        int          regen = keyword_of(t, list[i], REGEN);
        int ap = keyword_of(t, list[i], REGEN_AP) + (wild ? keyword_of(t, list[i], SERENITY) : 0);
        if (regen) heal_unit(t, list[i], regen);
        b->spent = (int16_t)(b->spent > ap ? b->spent - ap : 0);
    }
    for (size_t i = 0; i < n; i++)
        if (body_at(s, list[i])->status[POISON])
            lose_hp(t, list[i], body_at(s, list[i])->status[POISON], NO_CARD, MON_755);
    for (size_t i = 0; i < n; i++) wait_for(t, WHEN_ROUND, list[i], NO_CARD);
}

// MON-404, MON-405: how many are tied, and the first of them.
static unsigned next_to_activate(const struct table *t, card_id *first, seat_id *who)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[2 * SIDE_MAX];
    size_t                    n    = units_of_side(s, false, list);
    int                       best = -1;
    unsigned                  tied = 0;
    n += units_of_side(s, true, list + n);
    for (size_t i = 0; i < n; i++) {
        if (body_at(s, list[i])->flags & BODY_EXHAUSTED) continue;
        int rank = stat_of(t, list[i], STAT_INI) * 1000 + level_of(t, list[i]) * 2 +
                   !side_b(s, list[i]);
        if (rank > best) best = rank, tied = 0, *first = list[i];
        tied += rank == best;
    }
    if (tied) *who = controller_of(s, *first);
    return tied;
}

static bool can_side_move(const struct table *t, bool b)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[SIDE_MAX];
    size_t                    n = units_of_side(s, b, list);
    for (size_t i = 0; i < n; i++)
        if (voluntary_move_changes(t, list[i], false) || voluntary_move_changes(t, list[i], true))
            return true;
    return false;
}

static void end_round(struct monad_state *s)
{
    card_id list[2 * SIDE_MAX];
    size_t  n = units_of_side(s, false, list);
    n += units_of_side(s, true, list + n);
    for (size_t i = 0; i < n; i++) body_of(s, list[i])->status[PINNED] = 0;
    end_lasting(s, UNTIL_ROUND, NO_SEAT, NO_CARD);
}

static seat_id mover(const struct monad_state *s, unsigned step)
{
    return step ? s->combat.active : s->combat.hazard;
}

static void tell_end_of_combat(struct table *t)
{
    struct monad_state *s = state_of(t);
    card_id             list[2 * SIDE_MAX];
    size_t              n = units_of_side(s, false, list);
    n += units_of_side(s, true, list + n);
    for (size_t i = 0; i < n; i++) wait_for(t, WHEN_COMBAT_ENDS, list[i], NO_CARD);
}

enum flow fight_combat(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    card_id             next = 0;
    seat_id             who  = 0;
    unsigned            tied = 0;
    FLOW_BEGIN(f);
    begin_combat(t, f);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // works off what waits
    FLOW_PAUSE(f, 1);
    hide_units(t);
    while (s->combat.result == RESULT_OPEN) {
        begin_round(t);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, 2);
        while (s->combat.result == RESULT_OPEN) {
            next = NO_CARD;
            who  = NO_SEAT;
            tied = next_to_activate(t, &next, &who);
            if (!tied) break;
            f->target = next;
            if (tied > 1) {
                f->n = who;
                ask(&s->core, who, QUESTION_WHO_ACTS, 0, next);
                FLOW_PAUSE(f, 3);
                if (answer_of(&s->core, f->n).kind == CHOICE_TARGET)
                    f->target = answer_of(&s->core, f->n).card;
            }
            call(s, FLOW_ACTIVATE, f->who, f->target, NO_CARD);
            FLOW_PAUSE(f, 4);
        }
        if (s->combat.result != RESULT_OPEN) break;
        for (f->i = 0; f->i < 2; f->i++) { // MON-469
            if (number_on(t, s->side[f->who].location, W_CRAMPED) >= 0 || !can_side_move(t, !f->i))
                continue;
            ask(&s->core, mover(s, f->i), QUESTION_MOVE, !f->i, 0);
            FLOW_PAUSE(f, 5);
            struct choice c = answer_of(&s->core, mover(s, f->i));
            if (c.kind == CHOICE_MOVE) move_unit(t, c.card, c.option ? 1 : -1, false);
        }
        end_round(s);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, 6);
        if (s->combat.result != RESULT_OPEN) break;
        if (s->combat.limit && s->combat.round >= s->combat.limit) { // MON-329
            withdraw(t, f->who);
            s->combat.result = RESULT_WON;
            break;
        }
        if (!s->combat.acted || s->combat.round >= ROUNDS_MAX) { // MON-482, MON-483
            s->combat.result = RESULT_OVER;
            break;
        }
        if (s->combat.kind == COMBAT_PARTY) { // MON-806
            ask(&s->core, f->who, QUESTION_BREAK_OFF, 0, 0);
            FLOW_PAUSE(f, 7);
            if (answer_of(&s->core, f->who).kind == CHOICE_YES) s->combat.result = RESULT_OVER;
        }
    }
    tell_end_of_combat(t);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, 8);
    end_combat(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        close_up(t, seat, false), close_up(t, seat, true);
    FLOW_END(f);
}

// ---- activations

static void begin_activation(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    struct body        *b = body_of(s, unit);
    forget_triggers(s);
    b->status[SLOW] = b->status[HASTE] = 0; // MON-746, MON-747
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (b->status[i]) b->ripe = (uint16_t)(b->ripe | BIT(i));
    end_lasting(s, UNTIL_BEGINS, NO_SEAT, unit);
    for (unsigned i = 0; i < s->lasting_count; i++)
        if (s->lasting[i].until == UNTIL_ENDS && s->lasting[i].card == unit) s->lasting[i].ripe = 1;
    for (unsigned i = 0; i < BODIES_MAX; i++) { // MON-712
        struct body *other = &s->bodies[i];
        if (s->body[other->card] != i + 1 || other->struck_by != unit) continue;
        other->struck_by             = NO_CARD;
        other->status[MORTAL_STRIKE] = 0;
    }
    wait_for(t, WHEN_ACTIVATES, unit, NO_CARD);
}

static void end_activation(struct table *t, card_id unit)
{
    static const uint8_t ENDING[] = { ENFEEBLE, HAZE, DAZE, DEBILITATE, MARKER, DO_NOT_ACT };
    struct monad_state  *s        = state_of(t);
    if (!is_unit(s, unit)) return;
    struct body *b = body_of(s, unit);
    for (size_t i = 0; i < sizeof ENDING; i++)
        if (b->ripe & BIT(ENDING[i])) {
            b->status[ENDING[i]] = 0;
            if (ENDING[i] == DEBILITATE) b->debilitated = 0;
        }
    b->ripe  = 0;
    b->flags = (uint8_t)(b->flags & BODY_AGAIN ? b->flags & ~BODY_AGAIN
                                               : b->flags | BODY_EXHAUSTED);
    end_lasting(s, UNTIL_ENDS, NO_SEAT, unit);
    wait_for(t, WHEN_ACTIVATED, unit, NO_CARD);
}

static bool can_do_anything(const struct table *t, card_id unit, bool *against)
{
    struct ability list[ABILITIES_MAX];
    size_t         n   = abilities_of(t, unit, W_AGGRESSIVE, list);
    bool           any = false;
    *against           = false;
    for (size_t i = 0; i < n; i++) {
        if (!can_use(t, unit, list[i])) continue;
        const struct line_info *l = &book(t)->lines[list[i].line];
        any                       = true;
        *against |= !l->own && l->area != AREA_FRIENDLY;
    }
    return any;
}

static card_id unit_of_source(const struct table *t, card_id source)
{
    const struct monad_state *s = state_at(t);
    if (kind_of(t, source) == KIND_EQUIPMENT) return s->host[source];
    if (kind_of(t, source) != KIND_CLASS) return source;
    seat_id owner = card_at(&s->core, source)->owner; // nobody's while it lies in the pile
    return owner < s->core.seats ? s->side[owner].catalyst : (card_id)NO_CARD;
}

enum flow activate(struct table *t, struct frame *f)
{
    struct monad_state *s       = state_of(t);
    bool                against = 0;
    struct choice       c       = { 0 };
    FLOW_BEGIN(f);
    begin_activation(t, f->card);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, 1);
    against = false;
    if (s->combat.result == RESULT_OPEN && is_unit(s, f->card) &&
        !body_at(s, f->card)->status[DO_NOT_ACT] && can_do_anything(t, f->card, &against)) {
        if (against && side_b(s, f->card)) s->combat.could = 1;
        f->other = controller_of(s, f->card);
        ask(&s->core, f->other, QUESTION_ACT, 0, f->card);
        FLOW_PAUSE(f, 2);
        c = answer_of(&s->core, f->other);
        if (c.kind == CHOICE_USE) {
            call(s, FLOW_ACTION, f->other, f->card, c.card)->n = (uint8_t)(c.option - 1);
            FLOW_PAUSE(f, 3);
            if (is_unit(s, f->card) && body_at(s, f->card)->status[BLEEDING]) // MON-754
                lose_hp(t, f->card, body_at(s, f->card)->status[BLEEDING], NO_CARD, MON_754);
        }
    }
    end_activation(t, f->card);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, 4);
    FLOW_END(f);
}

// ---- actions

static const struct line_info *action_line(const struct table *t)
{
    const struct action *a = &state_at(t)->action;
    return line_of(t, a->source, a->line);
}

static void add_target(struct action *a, card_id target)
{
    if (a->target_count < TARGETS_MAX) a->target[a->target_count++] = target;
}

// Legal targets, opposing first, frontmost row first (MON-436); row 3 means any.
static size_t legal_targets(const struct table *t, card_id unit, const struct line_info *l,
                            unsigned row, card_id *out)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[2 * SIDE_MAX];
    bool                      b = !side_b(s, unit);
    size_t                    n = units_of_side(s, b, list), count = 0;
    n += units_of_side(s, !b, list + n);
    for (size_t i = 0; i < n; i++) {
        unsigned at = is_opposing(s, unit, list[i]) ? counted_row(t, list[i]) : row_of(s, list[i]);
        if ((row == ROWS || at == row) && is_legal_target(t, unit, l, list[i]))
            out[count++] = list[i];
    }
    return count;
}

static void begin_action(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    s->action             = (struct action){ .unit     = f->card,
                                             .source   = f->target,
                                             .line     = f->n,
                                             .defended = NO_CARD,
                                             .defender = NO_CARD,
                                             .defence  = NO_LINE };
    reveal_hidden(s, f->card);
}

static void pay_for_action(struct table *t, card_id unit)
{
    struct monad_state     *s = state_of(t);
    const struct line_info *l = action_line(t);
    struct body            *b = body_of(s, unit);
    b->spent                  = (int16_t)(b->spent + cost_of(t, unit, l)); // MON-415
    if (l->uses)
        b->uses[use_slot(t,
                         (struct ability){ s->action.source, (uint32_t)(l - book(t)->lines) })]++;
    if (s->combat.kind && !l->own && l->area != AREA_FRIENDLY && side_b(s, unit))
        s->combat.attacked = 1;
    s->combat.acted = 1;
    note(t, EVENT_USED, controller_of(s, unit), unit, s->action.source, 0, MON_413);
}

static seat_id responder(const struct table *t) // MON-417, MON-425
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (is_opposing(s, s->action.unit, s->action.target[i]))
            return controller_of(s, s->action.target[i]);
    return NO_SEAT;
}

static bool has_defence(const struct table *t)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[SIDE_MAX];
    size_t                    n = units_of_side(s, !side_b(s, s->action.unit), list);
    for (size_t i = 0; i < n; i++) {
        struct ability abilities[ABILITIES_MAX];
        size_t         k = abilities_of(t, list[i], W_DEFENSIVE, abilities);
        for (size_t j = 0; j < k; j++)
            for (unsigned x = 0; x < s->action.target_count; x++)
                if (can_defend(t, list[i], abilities[j], s->action.target[x])) return true;
    }
    return false;
}

static unsigned defended_targets(const struct table *t, card_id *first)
{
    const struct monad_state *s = state_at(t);
    struct ability            a = { s->action.defended,
                                    def_of(t, s->action.defended)->line_first + s->action.defence };
    unsigned                  n = 0;
    for (unsigned x = 0; x < s->action.target_count; x++)
        if (can_defend(t, s->action.defender, a, s->action.target[x])) {
            if (!n++) *first = s->action.target[x];
        }
    return n;
}

static void pay_for_defence(struct table *t, card_id source)
{
    struct monad_state     *s = state_of(t);
    const struct line_info *l = line_of(t, source, s->action.defence);
    struct body            *b = body_of(s, s->action.defender);
    b->spent                  = (int16_t)(b->spent + cost_of(t, s->action.defender, l));
    if (l->uses) b->uses[use_slot(t, (struct ability){ source, (uint32_t)(l - book(t)->lines) })]++;
    reveal_hidden(s, s->action.defender);
    note(t, EVENT_DEFENDED, controller_of(s, s->action.defender), s->action.defender,
         s->action.defended, 0, MON_421);
}

static void drop_targets(struct table *t) // MON-422
{
    struct monad_state     *s    = state_of(t);
    const struct line_info *l    = action_line(t);
    unsigned                kept = 0;
    for (unsigned i = 0; i < s->action.target_count; i++) {
        card_id target      = s->action.target[i];
        bool    intercepted = target == s->action.defender && target == s->action.defended;
        if (is_unit(s, target) && (intercepted || is_legal_target(t, s->action.unit, l, target)))
            s->action.target[kept++] = target;
    }
    for (unsigned i = kept; i < s->action.target_count; i++) s->action.target[i] = 0;
    s->action.target_count = (uint16_t)kept;
}

void lose_hp(struct table *t, card_id unit, int amount, card_id by, rule_id rule) // MON-448
{
    struct body *b = body_of(state_of(t), unit);
    b->damage      = (int16_t)(b->damage + amount);
    b->killer      = by;
    note(t, EVENT_LOST_HP, controller_of(state_of(t), unit), NO_CARD, unit, amount, rule);
}

static int absorb(struct body *b, unsigned type, int damage) // MON-753: the typed one first
{
    unsigned group    = type <= BASHING ? PHYSICAL : type <= SHADOW ? MAGICAL : UNTYPED;
    unsigned order[3] = { type, group, UNTYPED };
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *shield = &b->shield[order[i]];
        int      taken  = *shield < damage ? *shield : damage;
        *shield         = (uint8_t)(*shield - taken);
        damage -= taken;
    }
    return damage;
}

// MON-446. times: 1, or the multiplier of a critical hit; line NULL: no attack.
int deal_damage(struct table *t, card_id by, card_id target, unsigned type, int listed, int times,
                const struct line_info *l)
{
    struct monad_state *s      = state_of(t);
    struct body        *b      = body_of(s, target);
    int                 damage = listed * times;
    if (by != NO_CARD && is_unit(s, by)) {
        if (l)
            damage += keyword_of(t, by, ROWDY) + l->keyword[ROWDY] + bonus_of(t, by, BONUS_DAMAGE);
        damage -= body_at(s, by)->status[ENFEEBLE];
    }
    bool defended = l && s->action.defended == target;
    if (type != BASHING) damage -= keyword_of(t, target, TOUGH) + (defended ? s->action.block : 0);
    damage -= resist_of(t, target, type);
    if (damage > 0) damage = absorb(b, type, damage);
    if (defended) damage -= s->action.prevent;
    if (damage < 0) damage = 0;
    b->damage = (int16_t)(b->damage + damage);
    if (damage) b->killer = by;
    return damage;
}

static int here_to_hit(const struct table *t, unsigned mode)
{
    card_id location = state_at(t)->side[state_at(t)->combat.active].location;
    size_t  line     = location == NO_CARD ? SIZE_MAX : find_line(t, location, W_HERE_TO_HIT);
    if (line == SIZE_MAX) return 0;
    uint32_t op = book(t)->lines[line].op;
    if ((unsigned)t->pool->ops[op + 1].value != mode) return 0;
    return op_find(t->pool->ops, op, W_UP) ? number_at(t->pool, op) : -number_at(t->pool, op);
}

static int mob_of(const struct table *t, card_id unit) // MON-710
{
    const struct monad_state *s   = state_at(t);
    int                       mob = keyword_of(t, unit, MOB_MENTALITY), others = 0;
    card_id                   list[SIDE_MAX];
    if (!mob) return 0;
    size_t n = units_of_side(s, side_b(s, unit), list);
    for (size_t i = 0; i < n; i++)
        others += list[i] != unit &&
                  (def_of(t, list[i])->tags & def_of(t, unit)->tags & RACES) != 0;
    return mob * others;
}

static int least(int a, int b) { return a < b ? a : b; }

// MON-430 to MON-434, MON-713, MON-719, MON-720
static bool is_hit(const struct table *t, card_id unit, const struct line_info *l, card_id target,
                   int natural)
{
    const struct monad_state *s     = state_at(t);
    int                       level = level_of(t, unit) - keyword_of(t, target, ARROGANT);
    int other = level_of(t, target), arrogance = least(other, keyword_of(t, unit, ARROGANT));
    int total = natural + (level > 0 ? level : 0) + bonus_of(t, unit, BONUS_TO_HIT) +
                mob_of(t, unit) + body_at(s, target)->status[MARKER] + here_to_hit(t, l->mode);
    int defence;
    if (l->mode == MAGIC) {
        defence = keyword_of(t, target, RESISTANT) ? stat_of(t, target, STAT_AP)
                                                   : ap_left(t, target);
        defence -= keyword_of(t, unit, MAGIC_PENETRATION) + l->keyword[MAGIC_PENETRATION];
    } else {
        defence = stat_of(t, target, STAT_AR) - keyword_of(t, unit, PENETRATE) -
                  l->keyword[PENETRATE] - (l->type == CLEAVING);
        if (is_token(t, target)) defence -= arrogance; // MON-080
        if (s->action.defended == target) defence += s->action.parry;
    }
    return total >= (defence > 0 ? defence : 0) + other - arrogance;
}

// MON-440 to MON-445, MON-717, MON-718
static int multiplier(const struct table *t, card_id unit, const struct line_info *l, int natural)
{
    static const uint8_t FROM[]  = { 11, 10, 12, 12, 13, 13, 13, 13, 13 },
                         TIMES[] = { 2, 3, 2, 2, 2, 2, 2, 2, 2 };
    int from = FROM[l->type] - keyword_of(t, unit, PRECISION) - l->keyword[PRECISION];
    return natural >= from ? TIMES[l->type] + keyword_of(t, unit, CRITICAL) + l->keyword[CRITICAL]
                           : 1;
}

// One roll against one target. Says through action.last_hit and last_crit what came of it.
static void attack_target(struct table *t, card_id target)
{
    struct monad_state     *s   = state_of(t);
    struct action          *a   = &s->action;
    const struct line_info *l   = action_line(t);
    seat_id                 who = controller_of(s, a->unit);
    unsigned                sum = roll(t, 6, who);
    sum += roll(t, 6, who);
    a->natural  = (uint8_t)sum;
    a->last_hit = a->last_crit = 0;
    note(t, EVENT_CHECK, who, a->unit, target, (int)sum, MON_430);
    if (!is_hit(t, a->unit, l, target, (int)sum)) {
        note(t, EVENT_MISSED, who, a->unit, target, 0, MON_433);
        wait_for(t, WHEN_MISSES, a->unit, target);
        wait_for(t, WHEN_IS_MISSED, target, a->unit);
        return;
    }
    int times   = multiplier(t, a->unit, l, (int)sum);
    int damage  = l->damage < 0 ? 0 : deal_damage(t, a->unit, target, l->type, l->damage, times, l);
    a->last_hit = 1;
    a->last_crit = times > 1;
    a->hits++;
    note(t, times > 1 ? EVENT_CRITICAL : EVENT_HIT, who, a->unit, target, damage,
         times > 1 ? MON_440 : MON_446);
    wait_for(t, WHEN_HITS, a->unit, target);
    if (hp_left(t, target) <= 0) return;
    wait_for(t, WHEN_IS_HIT, target, a->unit);
    int poison = keyword_of(t, a->unit, POISONER) + l->keyword[POISONER];
    int mortal = keyword_of(t, a->unit, MORTALLY) + l->keyword[MORTALLY];
    if (poison) give_status(t, target, POISON, poison);
    if (mortal) {
        give_status(t, target, MORTAL_STRIKE, mortal);
        body_of(s, target)->struck_by = a->unit;
    }
    if (times > 1 && l->type == CLEAVING)
        give_status(t, target, BLEEDING, 1), give_status(t, target, DO_NOT_ACT, 1);
    if (times > 1 && l->type == BASHING)
        give_status(t, target, SLOW, 2), give_status(t, target, PINNED, 1);
}

static uint32_t clause(const struct table *t, const struct line_info *l, unsigned on)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t i = l->op + 1; i < op_after(ops, l->op); i = (uint32_t)op_after(ops, i))
        if (ops[i].code == W_ON && (unsigned)ops[i].value == on) return i;
    return 0;
}

static card_id worn_on(const struct table *t, card_id unit, unsigned *count)
{
    const struct monad_state *s     = state_at(t);
    card_id                   first = NO_CARD;
    *count                          = 0;
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT) {
            if (!(*count)++) first = card;
        }
    return first;
}

static void corrode(struct table *t, card_id equipment, int tokens) // MON-705
{
    struct monad_state *s    = state_of(t);
    card_id             unit = s->host[equipment];
    s->corrosion[equipment]  = (uint8_t)(s->corrosion[equipment] + tokens);
    note(t, EVENT_CORRODED, controller_of(s, unit), NO_CARD, equipment, tokens, MON_705);
    if (s->corrosion[equipment] < def_of(t, equipment)->field[FIELD_QUALITY]) return;
    unsigned zone = is_encounter_unit(s, unit) ? ZONE_ASIDE : ZONE_DISCARD; // MON-504
    detach_to(t, equipment, zone_of_seat(zone, card_at(&s->core, equipment)->owner), TOP);
}

static int corrosion_of(const struct table *t, card_id unit)
{
    return keyword_of(t, unit, CORROSION) + action_line(t)->keyword[CORROSION];
}

// MON-675, MON-676
static void use_up(struct table *t, card_id source)
{
    struct monad_state    *s   = state_of(t);
    const struct card_def *def = def_of(t, source);
    if (def->kind != KIND_EQUIPMENT || !(def->fields_set & BIT(FIELD_USES)) ||
        s->host[source] == NO_CARD)
        return;
    if (++s->marks[source] < def->field[FIELD_USES]) return;
    note(t, EVENT_USED_UP, card_at(&s->core, source)->owner, source, NO_CARD, 0, MON_675);
    unsigned zone = is_encounter_unit(s, s->host[source]) ? ZONE_ASIDE : ZONE_DISCARD;
    detach_to(t, source, zone_of_seat(zone, card_at(&s->core, source)->owner), TOP);
}

static void tell_targets(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (is_opposing(s, s->action.unit, s->action.target[i]))
            wait_for(t, WHEN_TARGETED, s->action.target[i], s->action.unit);
}

// Targets from this one on that stand in the same row of the same side (MON-436).
static unsigned targets_beside(const struct table *t, unsigned at)
{
    const struct monad_state *s = state_at(t);
    const struct action      *a = &s->action;
    unsigned                  n = 0;
    if (!is_unit(s, a->target[at])) return 0;
    for (unsigned i = at; i < a->target_count; i++)
        n += is_unit(s, a->target[i]) &&
             card_at(&s->core, a->target[i])->zone == card_at(&s->core, a->target[at])->zone;
    return n;
}

static void bring_forward(struct action *a, unsigned at, card_id target)
{
    for (unsigned i = at; i < a->target_count; i++)
        if (a->target[i] == target) {
            a->target[i]  = a->target[at];
            a->target[at] = target;
            return;
        }
}

// MON-413. card: the unit, target: what prints the ability, n: its line; i: the target worked on.
enum flow take_action(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    struct action      *a = &s->action;
    card_id             list[2 * SIDE_MAX];
    size_t              n         = 0;
    struct choice       c         = { 0 };
    card_id             first     = 0;
    card_id             equipment = 0;
    uint32_t            on        = 0;
    bool                came      = 0;
    FLOW_BEGIN(f);
    begin_action(t, f);
    if (action_line(t)->area == AREA_ROW) {
        ask(&s->core, f->who, QUESTION_ROW, 1, f->card);
        FLOW_PAUSE(f, 1);
        n = legal_targets(t, f->card, action_line(t), answer_of(&s->core, f->who).option, list);
        for (size_t i = 0; i < n; i++) add_target(a, list[i]);
    } else if (action_line(t)->area == AREA_COLUMN) {
        for (f->i = 0; f->i < ROWS; f->i++) {
            n = legal_targets(t, f->card, action_line(t), f->i, list);
            if (n == 1) add_target(a, list[0]);
            if (n < 2) continue;
            ask(&s->core, f->who, QUESTION_TARGET, (uint16_t)(f->i + 1), f->card);
            FLOW_PAUSE(f, 2);
            if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                add_target(a, answer_of(&s->core, f->who).card);
        }
    } else if (action_line(t)->area == AREA_SINGLE) {
        n = legal_targets(t, f->card, action_line(t), ROWS, list);
        if (n == 1) add_target(a, list[0]);
        if (n > 1) {
            ask(&s->core, f->who, QUESTION_TARGET, 0, f->card);
            FLOW_PAUSE(f, 3);
            if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                add_target(a, answer_of(&s->core, f->who).card);
        }
    } else {
        n = legal_targets(t, f->card, action_line(t), ROWS, list);
        for (size_t i = 0; i < n; i++) add_target(a, list[i]);
    }
    if (!a->target_count) return FLOW_DONE;
    pay_for_action(t, f->card);
    tell_targets(t);
    if (s->waiting_count) {
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, 4);
        if (!is_unit(s, f->card)) return FLOW_DONE;
        drop_targets(t);
    }
    f->other = responder(t);
    if (f->other != NO_SEAT && has_defence(t)) {
        ask(&s->core, f->other, QUESTION_RESPONSE, 0, f->card);
        FLOW_PAUSE(f, 5);
        c = answer_of(&s->core, f->other);
        if (c.kind == CHOICE_USE) {
            a->defender = unit_of_source(t, c.card);
            a->defence  = (uint16_t)(c.option - 1);
            a->defended = c.card; // what prints it, until the target is settled
            f->extra    = (int16_t)c.card;
            first       = NO_CARD;
            if (defended_targets(t, &first) > 1) {
                ask(&s->core, f->other, QUESTION_DEFENDED, 0, c.card);
                FLOW_PAUSE(f, 6);
                if (answer_of(&s->core, f->other).kind == CHOICE_TARGET)
                    first = answer_of(&s->core, f->other).card;
                else
                    (void)defended_targets(t, &first);
            }
            a->defended = first;
            pay_for_defence(t, (card_id)f->extra);
            call_effects(t, line_of(t, (card_id)f->extra, a->defence)->op, f->other,
                         (card_id)f->extra, a->defender, a->defended);
            FLOW_PAUSE(f, 7);
            f->op = clause(t, line_of(t, (card_id)f->extra, a->defence), ON_MISS);
            call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
            FLOW_PAUSE(f, 8);
            if (is_unit(s, f->card)) drop_targets(t);
        }
    }
    if (!is_unit(s, f->card) || a->cancelled) return FLOW_DONE; // MON-423
    for (f->i = 0; f->i < a->target_count; f->i++) {
        if (action_line(t)->mode != NO_MODE && is_unit(s, f->card) &&
            targets_beside(t, f->i) > 1) { // D20
            ask(&s->core, f->who, QUESTION_ORDER, f->i, f->card);
            FLOW_PAUSE(f, 16);
            if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                bring_forward(a, f->i, answer_of(&s->core, f->who).card);
        }
        if (!is_unit(s, f->card) || !is_unit(s, a->target[f->i])) continue;
        f->flag = 1;
        if (action_line(t)->mode != NO_MODE) {
            attack_target(t, a->target[f->i]);
            f->flag = a->last_hit;
            if (!a->last_hit && f->op &&
                a->defended == a->target[f->i]) { // the defence's own words
                call_effects(t, f->op, f->other, (card_id)f->extra, a->defender, f->card);
                FLOW_PAUSE(f, 9);
            }
            if (a->last_hit && is_unit(s, a->target[f->i]) && hp_left(t, a->target[f->i]) > 0 &&
                corrosion_of(t, f->card)) {
                unsigned worn;
                equipment = worn_on(t, a->target[f->i], &worn);
                if (worn == 1) corrode(t, equipment, corrosion_of(t, f->card));
                if (worn > 1) {
                    ask(&s->core, f->who, QUESTION_CORRODE, 0, a->target[f->i]);
                    FLOW_PAUSE(f, 10);
                    if (answer_of(&s->core, f->who).kind == CHOICE_TAKE)
                        corrode(t, answer_of(&s->core, f->who).card, corrosion_of(t, f->card));
                }
            }
        } else if (action_line(t)->damage > 0) {
            deal_damage(t, f->card, a->target[f->i], action_line(t)->type, action_line(t)->damage,
                        1, action_line(t));
        }
        if (f->flag && is_unit(s, a->target[f->i]) && hp_left(t, a->target[f->i]) > 0) { // MON-438
            call_effects(t, action_line(t)->op, f->who, a->source, f->card, a->target[f->i]);
            FLOW_PAUSE(f, 11);
        }
        for (f->kind = 0; f->kind < 3; f->kind++) { // on hit, on miss, on critical
            on   = clause(t, action_line(t), f->kind);
            came = f->kind == ON_MISS  ? !f->flag
                   : f->kind == ON_HIT ? f->flag
                                       : f->flag && a->last_crit;
            if (!on || !came || !is_unit(s, a->target[f->i]) || hp_left(t, a->target[f->i]) <= 0)
                continue;
            call_effects(t, on, f->who, a->source, f->card, a->target[f->i]);
            FLOW_PAUSE(f, 12);
        }
    }
    end_lasting(s, UNTIL_ACTION, NO_SEAT, NO_CARD);
    use_up(t, a->source);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, 13);
    if (a->kills && is_unit(s, f->card) && clause(t, action_line(t), ON_KILL)) {
        call_effects(t, clause(t, action_line(t), ON_KILL), f->who, a->source, f->card, f->card);
        FLOW_PAUSE(f, 14);
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, 15);
    }
    FLOW_END(f);
}
