// Chapter 500: death, and the party that is built anew.
#include "games/monad/rules.h"

static bool is_dead(const struct table *t, card_id unit)
{
    const struct body *b = body_at(state_at(t), unit);
    return b->flags & BODY_DESTROYED || (b->damage > 0 && hp_left(t, unit) <= 0);
}

static bool is_anyone_dead(const struct table *t)
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->body_top; i++)
        if (s->body[s->bodies[i].card] == i + 1 && is_dead(t, s->bodies[i].card)) return true;
    return false;
}

static void mark_dying(struct table *t) // MON-500: all at the same time
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->body_top; i++)
        if (s->body[s->bodies[i].card] == i + 1 && is_dead(t, s->bodies[i].card))
            s->bodies[i].flags |= BODY_DYING;
}

// ---- a death that words replace (MON-R108)

static bool finds_rescue(const struct table *t, card_id unit, enum moment moment,
                         struct ability *out)
{
    struct ability list[ABILITIES_MAX];
    if (!may_wait_for(t, unit, moment)) return false;
    size_t n = abilities_of(t, unit, W_PASSIVE, list);
    for (size_t i = 0; i < n; i++)
        if (book(t)->lines[list[i].line].moment == moment && may_trigger(t, list[i])) {
            *out = list[i];
            return true;
        }
    return false;
}

// A unit with words for its own death, or an ally's for it; by: whose words they are.
static bool is_rescued(const struct table *t, card_id unit, struct ability *out, card_id *by)
{
    card_id list[NAMED_MAX];
    *by = unit;
    if (finds_rescue(t, unit, WHEN_WOULD_DIE, out)) return true;
    size_t n = allies_of(t, unit, list);
    for (size_t i = 0; i < n; i++) {
        *by = list[i];
        if (!is_dead(t, list[i]) && finds_rescue(t, list[i], WHEN_ALLY_WOULD_DIE, out)) return true;
    }
    return false;
}

static card_id next_rescued(const struct table *t, struct ability *out, card_id *by)
{
    const struct monad_state *s = state_at(t);
    if (!book(t)->moments[WHEN_WOULD_DIE] && !book(t)->moments[WHEN_ALLY_WOULD_DIE]) return NO_CARD;
    for (unsigned i = 0; i < s->body_top; i++) {
        card_id card = s->bodies[i].card;
        if (s->body[card] == i + 1 && is_dead(t, card) && is_rescued(t, card, out, by)) return card;
    }
    return NO_CARD;
}

static void rescue(struct table *t, card_id unit, struct ability a, card_id by)
{
    struct monad_state *s    = state_of(t);
    struct body        *b    = body_of(s, unit);
    int                 most = stat_of(t, unit, STAT_HP);
    if (b->damage > most) b->damage = (int16_t)most;
    b->flags &= (uint8_t)~BODY_DESTROYED;
    note_triggered(t, a);
    call_text(t, a.line, 0, controller_of(s, by), a.source, by, unit);
}

static void keep_one_hp(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    if (!is_unit(s, unit) || hp_left(t, unit) > 0) return;
    int most = stat_of(t, unit, STAT_HP); // 0, if something takes all of it away (MON-013)
    body_of(s, unit)->damage = (int16_t)(most > 0 ? most - 1 : 0);
}

// MON-R123: outside a combat the others of the party are its allies.
static void tell_party(struct table *t, card_id unit)
{
    struct monad_state *s     = state_of(t);
    zone_id             front = formation_of(card_at(&s->core, unit)->zone);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, (zone_id)(front + row))
            if (card != unit && is_unit(s, card) && !(body_at(s, card)->flags & BODY_DYING))
                wait_for(t, WHEN_ALLY_DIES, card, unit);
}

static void tell_death(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    note(t, EVENT_DIED, controller_of(s, unit), unit, NO_CARD, 0, MON_500);
    wait_for(t, WHEN_DIES, unit, NO_CARD);
    if (!is_in_combat(s, unit)) {
        tell_party(t, unit);
        return;
    }
    card_id killer = body_at(s, unit)->killer, list[TARGETS_MAX];
    if (killer != NO_CARD && is_unit(s, killer) && is_in_combat(s, killer)) {
        wait_for(t, WHEN_KILLS, killer, unit);
        if (killer == s->action.unit) s->action.kills++;
        if (s->combat.kind == COMBAT_ARENA && is_opposing(s, killer, unit))
            count_kill_for_objective(t, controller_of(s, killer));
    }
    if (is_on_encounter_side(s, unit)) {
        count_for_quests(t, s->combat.active, COUNT_KILL, unit);
        if (s->combat.mate != NO_SEAT)
            count_for_quests(t, s->combat.mate, COUNT_KILL, unit); // MON-R120
    } else if (s->combat.kind == COMBAT_PARTY) {
        count_for_quests(t, s->combat.hazard, COUNT_KILL, unit);
    }
    size_t n = units_in_combat(s, list);
    for (size_t i = 0; i < n; i++)
        wait_for(t, is_opposing(s, unit, list[i]) ? WHEN_ENEMY_DIES : WHEN_ALLY_DIES, list[i],
                 unit);
}

static card_id next_dying(const struct table *t, bool catalysts)
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        card_id card = s->bodies[i].card;
        if (s->body[card] == i + 1 && s->bodies[i].flags & BODY_DYING &&
            is_catalyst(t, card) == catalysts)
            return card;
    }
    return NO_CARD;
}

static card_id first_dying(const struct monad_state *s)
{
    for (unsigned i = 0; i < s->body_top; i++)
        if (s->body[s->bodies[i].card] == i + 1 && s->bodies[i].flags & BODY_DYING)
            return s->bodies[i].card;
    return NO_CARD;
}

// MON-807: of several dead catalysts the active player's comes first.
static card_id next_dying_catalyst(const struct table *t)
{
    const struct monad_state *s  = state_at(t);
    card_id                   me = s->side[s->active].catalyst;
    if (me != NO_CARD && is_unit(s, me) && body_at(s, me)->flags & BODY_DYING) return me;
    return next_dying(t, true);
}

static unsigned equipment_of(const struct table *t, card_id unit, card_id *out)
{
    const struct monad_state *s = state_at(t);
    unsigned                  n = 0;
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT && n < PICKS_MAX)
            out[n++] = card;
    return n;
}

// MON-501 to MON-504, MON-711. kept: Equipment that goes along with an Undying unit is marked.
static void put_away(struct table *t, card_id unit, bool undying)
{
    struct monad_state *s      = state_of(t);
    bool                facing = is_encounter_unit(s, unit);
    seat_id             owner  = card_at(&s->core, unit)->owner;
    zone_id             zone   = card_at(&s->core, unit)->zone;
    bool                unique = has_tag(t, unit, TAG_UNIQUE);
    card_id             worn[PICKS_MAX];
    unsigned            n = equipment_of(t, unit, worn);
    bool                along[PICKS_MAX];
    for (unsigned i = 0; i < n; i++) {
        along[i] = card_at(&s->core, worn[i])->flags & CARD_MARKED;
        card_of(&s->core, worn[i])->flags &= (uint8_t)~CARD_MARKED;
        seat_id of = card_at(&s->core, worn[i])->owner;
        detach_to(t, worn[i], zone_of_seat(facing || along[i] ? ZONE_ASIDE : ZONE_DISCARD, of),
                  TOP);
    }
    leave_play(t, unit);
    if (kind_of(t, unit) == KIND_QUEST) {
        if (unit == s->combat.ward) s->combat.limit = 0, s->combat.ward = NO_CARD; // MON-330
        card_id quest = s->host[unit];
        s->host[unit] = NO_CARD;
        card_destroy(&s->core, unit);
        fail_quest(t, quest, MON_325);
    } else if (kind_of(t, unit) == KIND_TOKEN) {
        card_destroy(&s->core, unit);
    } else {
        unsigned to   = undying  ? ZONE_ASIDE
                        : unique ? ZONE_REMOVED
                        : facing ? ZONE_ASIDE
                                 : ZONE_DISCARD;
        s->host[unit] = NO_CARD;
        card_move(&s->core, unit, zone_of_seat(to, owner), TOP);
    }
    if (undying) { // MON-711: at once
        unsigned owners = BIT(owner);
        shuffle_in(t, unit);
        for (unsigned i = 0; i < n; i++) {
            if (!along[i]) continue;
            owners |= BIT(card_at(&s->core, worn[i])->owner);
            shuffle_in(t, worn[i]);
        }
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (owners >> seat & 1) shuffle_deck(t, seat, rule_reason(MON_711));
    }
    close_formation(t, formation_of(zone));
}

static void lose_catalyst(struct table *t, seat_id seat) // MON-480, MON-481, MON-807
{
    struct monad_state *s = state_of(t);
    note(t, EVENT_DIED, seat, s->side[seat].catalyst, NO_CARD, 0, MON_510);
    if (!s->combat.kind) return;
    if (seat == s->combat.active) {
        s->combat.result = RESULT_LOST;
    } else if (s->combat.kind == COMBAT_PARTY && seat == s->combat.hazard) {
        s->side[s->combat.active].won_rival = (uint8_t)(1 + seat);
        if (s->combat.result == RESULT_OPEN) s->combat.result = RESULT_WON;
    } else if (seat == s->combat.mate) {
        seat_id active = s->combat.active;
        s->combat.mate = NO_SEAT; // MON-828
        close_up(t, active, false);
    }
}

enum { DEATHS_RESCUED = 1, DEATHS_UNDYING, DEATHS_REBUILT, DEATHS_WAITING_DONE };

enum flow check_deaths(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    unsigned            n    = 0;
    unsigned            most = 0;
    struct ability      a    = { 0 };
    card_id             by   = NO_CARD;
    bool                dead = false;
    FLOW_BEGIN(f);
    for (;;) {
        dead    = is_anyone_dead(t);
        f->card = dead ? next_rescued(t, &a, &by) : NO_CARD;
        if (f->card != NO_CARD) {
            rescue(t, f->card, a, by);
            FLOW_PAUSE(f, DEATHS_RESCUED);
            keep_one_hp(t, f->card);
            continue;
        }
        if (dead) {
            mark_dying(t);
            if (s->core.mode == MODE_DOTA) { // MON-892
                if (lose_bases(t)) return FLOW_DONE;
                while ((f->card = first_dying(s)) != NO_CARD) {
                    tell_death(t, f->card);
                    die_in_lane(t, f->card);
                }
                continue;
            }
            while ((f->card = next_dying(t, false)) != NO_CARD) {
                tell_death(t, f->card);
                if (s->core.over) return FLOW_DONE; // an arena's objective is met (MON-862)
                f->value = (int16_t)keyword_of(t, f->card, UNDYING);
                card_id worn[PICKS_MAX];
                n = equipment_of(t, f->card, worn);
                if (f->value > 0 && n > 0 && !is_token(t, f->card)) { // D25
                    most     = n < (unsigned)f->value ? n : (unsigned)f->value;
                    f->other = controller_of(s, f->card);
                    ask_several(&s->core, f->other, QUESTION_UNDYING, 0, (uint8_t)most, 0, f->card);
                    FLOW_PAUSE(f, DEATHS_UNDYING);
                    const struct question *q = &s->core.question[f->other];
                    for (unsigned i = 0; i < q->picked; i++)
                        card_of(&s->core, q->pick[i])->flags |= CARD_MARKED;
                }
                if (is_unit(s, f->card)) put_away(t, f->card, f->value > 0);
            }
            if (s->core.mode == MODE_GLADIATOR && next_dying_catalyst(t) != NO_CARD) {
                lose_teams(t);
                if (s->core.over) return FLOW_DONE;
            }
            while ((f->card = next_dying_catalyst(t)) != NO_CARD) {
                f->other = controller_of(s, f->card);
                lose_catalyst(t, f->other);
                call(s, FLOW_REBUILD, f->other, f->card, NO_CARD);
                FLOW_PAUSE(f, DEATHS_REBUILT);
            }
            set_result(s);
            continue;
        }
        if (!s->waiting_count) break;
        call(s, FLOW_WAITING, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, DEATHS_WAITING_DONE);
    }
    FLOW_END(f);
}

// ---- MON-510 to MON-521

static void disband(struct table *t, seat_id seat)
{
    struct monad_state *s        = state_of(t);
    card_id             catalyst = s->side[seat].catalyst;
    for (unsigned row = 0; row < ROWS; row++) {
        zone_id zone = zone_of_seat(ZONE_FRONT + row, seat);
        for (card_id card = zone_top(&s->core, zone), next; card != NO_CARD; card = next) {
            next = card_below(&s->core, card);
            if (card == catalyst || kind_of(t, card) == KIND_QUEST) continue;
            leave_play(t, card);
            if (kind_of(t, card) == KIND_TOKEN)
                card_destroy(&s->core, card);
            else
                detach_to(t, card, zone_of_seat(ZONE_ASIDE, card_at(&s->core, card)->owner), TOP);
        }
    }
}

static void fail_all_quests(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    while (zone_size(&s->core, zone_of_seat(ZONE_QUESTS, seat)))
        fail_quest(t, zone_top(&s->core, zone_of_seat(ZONE_QUESTS, seat)), MON_511);
    while (zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, seat)))
        fail_quest(t, zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, seat)), MON_511);
    s->side[seat].disputed = 0;
}

static void come_back(struct table *t, seat_id seat) // MON-517
{
    struct monad_state *s    = state_of(t);
    struct body        *b    = body_of(s, s->side[seat].catalyst);
    struct body         anew = { .card = b->card, .killer = NO_CARD, .struck_by = NO_CARD };
    for (unsigned i = 0; i < 3; i++) anew.points[i] = b->points[i];
    *b       = anew;
    s->stale = 1;
    put_in_row(t, s->side[seat].catalyst, zone_of_seat(ZONE_FRONT, seat));
    s->side[seat].safe = 1;
    if (seat == s->active) s->skip_to_end = 1; // MON-518
}

enum { REBUILD_START = 1, REBUILD_UNITS, REBUILD_PLACED, REBUILD_HUMAN_NATURE, REBUILD_PAID };

enum flow rebuild(struct table *t, struct frame *f)
{
    struct monad_state    *s = state_of(t);
    const struct question *q = NULL;
    FLOW_BEGIN(f);
    take_back_facing(t, f->who, false);
    fail_all_quests(t, f->who);
    disband(t, f->who);
    come_back(t, f->who);
    ask(&s->core, f->who, QUESTION_START, 1, 0);
    FLOW_PAUSE(f, REBUILD_START);
    if (is_out(s, f->who)) return FLOW_DONE;
    s->side[f->who].location = answer_of(&s->core, f->who).card;
    note(t, EVENT_REBUILT, f->who, s->side[f->who].location, NO_CARD, 0, MON_512);
    look_through_deck(t, f->who);
    ask_several(&s->core, f->who, QUESTION_UNITS, 0, REBUILD_LEVELS, 1, 0); // MON-513
    FLOW_PAUSE(f, REBUILD_UNITS);
    if (is_out(s, f->who)) return FLOW_DONE;
    q = &s->core.question[f->who];
    for (unsigned i = 0; i < q->picked; i++) {
        enter_play(t, q->pick[i], zone_of_seat(ZONE_FRONT, f->who), false);
        note(t, EVENT_CHOSE, f->who, q->pick[i], NO_CARD, 0, MON_513);
    }
    call(s, FLOW_PLACING, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, REBUILD_PLACED);
    for (f->i = 0; f->i < ROWS; f->i++)
        for (f->card = zone_top(&s->core, zone_of_seat(ZONE_FRONT + f->i, f->who));
             f->card != NO_CARD; f->card = card_below(&s->core, f->card)) {
            if (!is_unit(s, f->card) || is_catalyst(t, f->card) ||
                !face_of(t, f->card)->keyword[HUMAN_NATURE])
                continue;
            call(s, FLOW_HUMAN, f->who, f->card, NO_CARD)->n =
                (uint8_t)def_of(t, f->card)->field[FIELD_LEVEL];
            FLOW_PAUSE(f, REBUILD_HUMAN_NATURE);
        }
    if (gold_of(t, f->who) > 0) { // MON-514
        call_pay(s, f->who, (gold_of(t, f->who) + 1) / 2);
        FLOW_PAUSE(f, REBUILD_PAID);
    }
    return_encounters(t, f->who, false);
    shuffle_deck(t, f->who, rule_reason(MON_515));
    FLOW_END(f);
}
