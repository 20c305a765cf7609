// 400, 800: damage events, health, who is out, time, the end of a round.
#include "games/eternity/rules.h"

#include <string.h>

static bool is_vampire(const struct eternity_state *s) { return s->core.mode == MODE_VAMPIRE; }

static struct event about(const struct table *t, struct event e, seat_id seat)
{
    e.target     = state_at(t)->fighter[seat].character;
    e.target_def = card_at(t->state, e.target)->def;
    return e;
}

// ---- health and power

void gain_health(struct table *t, seat_id seat, int amount, struct event e)
{
    struct eternity_state *s    = state_of(t);
    struct fighter        *me   = &s->fighter[seat];
    int                    most = def_of(t, me->character)->field[FIELD_HEALTH]; // ETE-113
    if (is_vampire(s)) most = HEALTH_MAX;
    if (me->health + amount > most) amount = most - me->health;
    if (amount <= 0) return;
    me->health = (int16_t)(me->health + amount);
    e.amount   = (int16_t)amount;
    tell(t, e);
}

void lose_health(struct table *t, seat_id seat, int amount, struct event e)
{
    struct fighter *me = &state_of(t)->fighter[seat];
    if (amount > me->health) amount = me->health; // ETE-804
    if (amount <= 0) return;
    me->health = (int16_t)(me->health - amount);
    e.amount   = (int16_t)amount;
    tell(t, e);
}

void change_power(struct table *t, seat_id seat, int amount, struct event e)
{
    struct fighter *me   = &state_of(t)->fighter[seat];
    int             most = def_of(t, me->character)->field[FIELD_POWER_MAX] -
               (int)tokens_elsewhere(t, seat); // ETE-R102
    int now = me->power + amount;
    if (now > most) now = most;
    if (now < 0) now = 0;
    if (now == me->power) return;
    e.amount  = (int16_t)(now > me->power ? now - me->power : me->power - now);
    me->power = (uint8_t)now;
    tell(t, e);
}

// ---- triggers of character cards (ETE-151)

// ETE-R114: a bit per line of the character card.
static bool is_first_time(struct eternity_state *s, seat_id seat, unsigned line)
{
    struct fighter *me = &s->fighter[seat];
    if (line >= 16 || me->used >> line & 1) return false;
    me->used = (uint16_t)(me->used | BIT(line));
    return true;
}

void wait_for(struct table *t, seat_id seat, enum trigger trigger)
{
    struct eternity_state *s = state_of(t);
    if (s->in_trigger || !is_fighting(s, seat)) return;
    const struct card_def *def  = def_of(t, s->fighter[seat].character);
    const struct face     *face = face_of_card(t, s->fighter[seat].character);
    for (unsigned i = 0; i < def->line_count && s->waiting_count < WAITING_MAX; i++) {
        if (face->frame[i] != FRAME_WHEN) continue;
        const struct op *ops  = t->pool->ops + t->pool->lines[line_of(def, i)].op_first;
        size_t           when = op_find(ops, op_find(ops, 0, W_FRAME), W_TRIGGER);
        if (ops[when].value != (int)trigger) continue;
        if (op_find(ops, op_find(ops, 0, W_FRAME), W_ONCE) && !is_first_time(s, seat, i)) continue;
        s->waiting[s->waiting_count++] = (struct waiting){ .line = line_of(def, i), .who = seat };
    }
}

// The next one in lead order.
static struct waiting take_waiting(struct eternity_state *s)
{
    unsigned best = 0;
    for (unsigned i = 1; i < s->waiting_count; i++) {
        unsigned n = s->core.seats, lead = lead_seat(s);
        unsigned a = (s->waiting[i].who + n - lead) % n, b = (s->waiting[best].who + n - lead) % n;
        if (a < b) best = i;
    }
    struct waiting next = s->waiting[best];
    for (unsigned i = best; i + 1 < s->waiting_count; i++) s->waiting[i] = s->waiting[i + 1];
    s->waiting[--s->waiting_count] = (struct waiting){ 0 };
    return next;
}

static void call_next_trigger(struct eternity_state *s)
{
    struct waiting next = take_waiting(s);
    s->in_trigger       = 1;
    call_text(s, next.line, next.who, s->fighter[next.who].character, COMBO_MAX, PART_ALL);
}

enum flow work_triggers(struct table *t, struct triggers_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (s->waiting_count > 0) {
        call_next_trigger(s);
        FLOW_PAUSE(f, TRIGGERS_DONE);
        s->in_trigger = 0;
    }
    FLOW_END(f);
}

// ---- damage events

void add_blow(struct eternity_state *s, struct blow blow)
{
    if (s->blow_count < BLOWS_MAX && blow.amount > 0) s->blows[s->blow_count++] = blow;
}

static bool reaches(const struct eternity_state *s, const struct blow *b)
{
    return is_fighting(s, b->victim) && (b->who == b->victim || !s->fighter[b->victim].immune);
}

// ETE-419: prevention is used up in the order of the blows.
static void prevent(struct eternity_state *s, struct blow *b)
{
    struct fighter *victim = &s->fighter[b->victim];
    if (!reaches(s, b)) b->amount = 0;
    int less        = victim->prevent < b->amount ? victim->prevent : b->amount;
    b->amount       = (int16_t)(b->amount - less);
    victim->prevent = (int8_t)(victim->prevent - less);
    less            = victim->shield < b->amount ? victim->shield : b->amount; // ETE-R113
    b->amount       = (int16_t)(b->amount - less);
    if (victim->shield < INT8_MAX) victim->shield = (int8_t)(victim->shield - less);
}

// Who was asked this turn whether to take less damage from the card of a blow (ETE-R106).
static seat_set *asked_about(struct eternity_state *s, const struct blow *b)
{
    struct fighter *by = &s->fighter[b->who];
    return b->index < COMBO_MAX ? &by->combo[b->index].eased : &by->eased;
}

static bool may_reduce(const struct table *t, const struct blow *b)
{
    const struct fighter *victim = &state_at(t)->fighter[b->victim];
    const struct face    *face   = face_of_card(t, victim->character);
    return b->amount > 0 && b->card != NO_CARD && face->reduce_by &&
           victim->power >= face->reduce_cost;
}

static void reduce(struct table *t, struct blow *b) // ETE-872
{
    struct eternity_state *s    = state_of(t);
    const struct face     *face = face_of_card(t, s->fighter[b->victim].character);
    int                    less = face->reduce_by < b->amount ? face->reduce_by : b->amount;
    change_power(t, b->victim, -face->reduce_cost, event_of(EVENT_SPENT_POWER, b->victim, ETE_872));
    b->amount      = (int16_t)(b->amount - less);
    struct event e = event_card(t, EVENT_REDUCED, b->victim, b->card, ETE_872);
    e.amount       = (int16_t)less;
    tell(t, e);
}

static void take_damage(struct table *t, const struct blow *b)
{
    struct eternity_state *s      = state_of(t);
    struct fighter        *victim = &s->fighter[b->victim];
    struct event           e      = event_of(EVENT_TOOK, b->who, ETE_417);
    if (b->card != NO_CARD) e = event_card(t, EVENT_DAMAGED, b->who, b->card, ETE_417);
    e               = about(t, e, b->victim);
    e.amount        = b->amount;
    victim->health  = (int16_t)(b->amount < victim->health ? victim->health - b->amount : 0);
    victim->damaged = 1;
    tell(t, e);
    wait_for(t, b->victim, WHEN_YOU_TAKE_DAMAGE);
    if (b->index == COMBO_MAX || !is_enemy(&s->core, b->who, b->victim)) return; // ETE-412
    struct played *p = &s->fighter[b->who].combo[b->index];
    p->flags |= PLAYED_DAMAGED; // in clean-up too late to become meter (ETE-569)
    if (face_of(t, p->def)->frames & BIT(FRAME_ANTE)) wait_for(t, b->who, WHEN_ANTE_DAMAGES);
    wait_for(t, b->who, WHEN_YOU_DAMAGE);
}

// ETE-977 to ETE-986: all losses are taken, then all gains are added.
static void feed(struct table *t, const struct blow *b)
{
    if (!b->drained || b->who == b->victim || !is_alive(state_at(t), b->who)) return;
    gain_health(t, b->who, b->amount, event_of(EVENT_GAINED_HEALTH, b->who, ETE_977));
}

static void take_event(struct table *t)
{
    struct eternity_state *s = state_of(t);
    for (unsigned i = 0; i < s->blow_count; i++) {
        struct blow *b = &s->blows[i];
        if (!reaches(s, b)) b->amount = 0; // gave up meanwhile
        b->drained = is_vampire(s) && s->fighter[b->victim].health > 0;
    }
    for (unsigned i = 0; i < s->blow_count; i++) {
        s->fighter[s->blows[i].victim].prevent = 0; // it was the next event
        if (s->blows[i].amount > 0) take_damage(t, &s->blows[i]);
    }
    for (unsigned i = 0; i < s->blow_count; i++)
        if (s->blows[i].amount > 0) feed(t, &s->blows[i]);
    memset(s->blows, 0, sizeof s->blows);
    s->blow_count = 0;
}

enum flow strike_blows(struct table *t, struct blows_frame *f)
{
    struct eternity_state *s = state_of(t);
    seat_set              *asked;
    FLOW_BEGIN(f);
    for (f->i = 0; f->i < s->blow_count; f->i++) {
        prevent(s, &s->blows[f->i]);
        if (!may_reduce(t, &s->blows[f->i])) continue;
        asked = asked_about(s, &s->blows[f->i]);
        if (*asked >> s->blows[f->i].victim & 1) continue;
        *asked = (seat_set)(*asked | BIT(s->blows[f->i].victim));
        ask(&s->core, s->blows[f->i].victim, QUESTION_REDUCE, 0, s->blows[f->i].card);
        FLOW_PAUSE(f, BLOWS_ASKED);
        if (answer_of(&s->core, s->blows[f->i].victim).kind == CHOICE_SPEND)
            reduce(t, &s->blows[f->i]);
    }
    take_event(t);
    test_defeat(t);
    if (s->round_ended) return FLOW_DONE;
    if (s->waiting_count && !s->in_trigger) {
        call(s, FLOW_TRIGGERS);
        FLOW_PAUSE(f, BLOWS_TRIGGERED);
    }
    FLOW_END(f);
}

// ---- the end of a round

static void end_round(struct table *t, seat_set winners, rule_id because)
{
    struct eternity_state *s = state_of(t);
    if (s->round_ended) return;
    s->round_ended   = 1;
    s->round_winners = winners;
    s->round_because = because;
}

static int health_of_team(const struct eternity_state *s, unsigned team)
{
    int sum = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->core.team[seat] == team && is_alive(s, seat)) sum += s->fighter[seat].health;
    return sum;
}

static bool is_team_alive(const struct eternity_state *s, unsigned team)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->core.team[seat] == team && is_alive(s, seat)) return true;
    return false;
}

// ETE-812, ETE-813, ETE-968
void call_time(struct table *t, rule_id because)
{
    struct eternity_state *s    = state_of(t);
    int                    most = -1;
    seat_set               set  = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        unsigned team   = s->core.team[seat];
        int      health = health_of_team(s, team);
        if (!is_team_alive(s, team)) continue;
        if (health > most) most = health, set = 0;
        if (health == most) set = (seat_set)(set | BIT(seat));
    }
    end_round(t, set, because);
}

static rule_id rule_of_last_side(const struct eternity_state *s)
{
    switch ((enum mode)s->core.mode) {
    case MODE_VERSUS: return ETE_802;
    case MODE_TAG: return ETE_923;
    case MODE_SCRAMBLE: return ETE_944;
    case MODE_TEAMS: return ETE_966;
    case MODE_VAMPIRE: return ETE_985;
    }
    return ETE_802;
}

// Ends the round when at most one side is left; `fallen` are those who fell in this event.
static void end_if_one_side_is_left(struct table *t, seat_set fallen, rule_id because)
{
    struct eternity_state *s     = state_of(t);
    seat_set               alive = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_alive(s, seat)) alive = (seat_set)(alive | BIT(seat));
    if (!alive) {
        end_round(t, fallen, s->core.mode == MODE_SCRAMBLE ? ETE_945 : ETE_803);
        return;
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        seat_set team = seats_of_team(&s->core, s->core.team[seat]);
        if (alive >> seat & 1 && !(alive & ~team)) {
            end_round(t, team, because ? because : rule_of_last_side(s));
            return;
        }
    }
}

// ETE-919, ETE-968, ETE-969
static void end_if_team_is_out_of_time(struct table *t)
{
    struct eternity_state *s = state_of(t);
    if (s->core.mode != MODE_TAG && s->core.mode != MODE_TEAMS) return;
    for (unsigned team = 0; team < 2; team++) {
        bool out = true;
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (s->core.team[seat] == team && is_alive(s, seat) && !s->fighter[seat].timed_out)
                out = false;
        if (out) call_time(t, s->core.mode == MODE_TAG ? ETE_919 : ETE_968);
    }
}

// ETE-205, ETE-811, ETE-917, ETE-967
void go_to_time(struct table *t, seat_id seat)
{
    struct eternity_state *s = state_of(t);
    if (s->fighter[seat].timed_out || s->round_ended) return;
    s->fighter[seat].timed_out = 1;
    tell(t, event_of(EVENT_TIMED_OUT, seat, ETE_811));
    if (s->core.mode == MODE_TAG || s->core.mode == MODE_TEAMS)
        end_if_team_is_out_of_time(t);
    else
        call_time(t, s->core.mode == MODE_SCRAMBLE ? ETE_946 : ETE_812);
}

// ETE-920, ETE-941: off the level; its unresolved card is cancelled.
static void leave_level(struct table *t, seat_id seat)
{
    struct eternity_state *s  = state_of(t);
    struct fighter        *me = &s->fighter[seat];
    me->health                = 0;
    if (me->out) drop_warnings(t, seat);
    card_move(&s->core, me->character, zone_of_seat(ZONE_BENCH, seat), TOP);
    s->core.asked    = (seat_set)(s->core.asked & ~BIT(seat));
    struct played *p = revealed_of(s, seat);
    if (p && is_in_play(p) && !(p->flags & PLAYED_RESOLVED))
        cancel_card(t, seat, seat, p, event_of(EVENT_CANCELLED, seat, ETE_941));
}

void test_defeat(struct table *t)
{
    struct eternity_state *s      = state_of(t);
    seat_set               fallen = 0;
    if (is_vampire(s)) return; // ETE-980
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!is_alive(s, seat) || s->fighter[seat].health > 0) continue;
        fallen = (seat_set)(fallen | BIT(seat));
        tell(t, event_card(t, EVENT_DEFEATED, seat, s->fighter[seat].character, ETE_801));
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (fallen >> seat & 1) {
            s->fighter[seat].out = 1;
            leave_level(t, seat);
        }
    if (!fallen) return;
    end_if_one_side_is_left(t, fallen, 0);
    if (!s->round_ended) end_if_team_is_out_of_time(t);
}

// ETE-821, ETE-984
void ring_out(struct table *t, seat_id seat, struct event e)
{
    struct eternity_state *s  = state_of(t);
    struct fighter        *me = &s->fighter[seat];
    e.card                    = me->character;
    e.def                     = card_at(&s->core, e.card)->def;
    tell(t, e);
    if (is_vampire(s))
        me->away = 1;
    else
        me->out = 1;
    leave_level(t, seat);
    if (is_vampire(s)) return;
    end_if_one_side_is_left(t, (seat_set)BIT(seat), s->core.mode == MODE_VERSUS ? ETE_822 : 0);
    if (!s->round_ended) end_if_team_is_out_of_time(t);
}

// A question about the figure of somebody who gave up may have lost all its answers.
static void drop_void_questions(struct table *t)
{
    struct core  *c = t->state;
    struct choice one;
    for (seat_id seat = 0; seat < c->seats; seat++)
        if (c->asked >> seat & 1 && eternity_choices(t, seat, &one, 1) == 0)
            c->asked = (seat_set)(c->asked & ~BIT(seat));
}

// ETE-198: the character is treated as defeated at once; partners and the others play on.
void eternity_concede(struct table *t, seat_id seat)
{
    struct eternity_state *s = state_of(t);
    if (!is_alive(s, seat) || s->round_ended) return;
    tell(t, event_of(EVENT_GAVE_UP, seat, ETE_198));
    s->core.answer[seat]   = (struct choice){ 0 };
    s->core.question[seat] = (struct question){ 0 };
    s->fighter[seat].away  = 0;
    s->fighter[seat].out   = 1;
    leave_level(t, seat);
    end_if_one_side_is_left(t, (seat_set)BIT(seat), ETE_198);
    if (!s->round_ended) end_if_team_is_out_of_time(t);
    if (s->round_ended) s->core.asked = 0;
    end_needless_checks(s);
    drop_void_questions(t);
}
