// Chapter 400: a combat from its start to its end; rounds, activations and the movement step.
#include "games/monad/rules.h"

#include <string.h>

// ---- the start

static card_id ward_of(const struct table *t, card_id quest) // MON-329
{
    const struct monad_state *s = state_at(t);
    if (quest == NO_CARD || !has_tag(t, quest, TAG_PROTECT)) return NO_CARD;
    for (unsigned i = 0; i < s->body_top; i++)
        if (s->body[s->bodies[i].card] == i + 1 && s->host[s->bodies[i].card] == quest &&
            kind_of(t, s->bodies[i].card) == KIND_QUEST)
            return s->bodies[i].card;
    return NO_CARD;
}

static void begin_combat(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    if (f->kind == COMBAT_STANDING) {
        f->card = zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, f->who));
        for (unsigned row = 0; row < ROWS; row++)
            EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, f->who))
                f->other = card_at(&s->core, card)->owner;
    }
    s->combat = (struct combat){ .kind   = f->kind,
                                 .active = f->who,
                                 .hazard = f->other,
                                 .mate   = f->flag ? (seat_id)(f->flag - 1) : (seat_id)NO_SEAT,
                                 .ward   = ward_of(t, f->card) };
    if (s->combat.ward != NO_CARD) {
        const struct card_def *quest = def_of(t, f->card);
        s->combat.limit              = (uint8_t)(quest->fields_set & BIT(FIELD_ROUNDS)
                                                     ? quest->field[FIELD_ROUNDS]
                                                     : 3);
    }
    note(t, EVENT_COMBAT, f->who, NO_CARD, NO_CARD, 0, MON_400);
}

static void hide_units(struct table *t)
{
    struct monad_state *s = state_of(t);
    card_id             list[TARGETS_MAX];
    size_t              n = units_in_combat(s, list);
    for (size_t i = 0; i < n; i++)
        if (keyword_of(t, list[i], HIDDEN)) body_of(s, list[i])->flags |= BODY_HIDDEN;
}

// MON-333: the oldest words about the next combat of somebody who is in this one.
static bool take_pending(struct monad_state *s, struct pending *out)
{
    const seat_id who[] = { s->combat.active, s->combat.mate, s->combat.hazard };
    for (unsigned k = 0; k < COUNT(who); k++)
        for (unsigned i = 0; i < s->pending_count; i++) {
            if (s->pending[i].who != who[k]) continue;
            *out = s->pending[i];
            s->pending_count--;
            memmove(&s->pending[i], &s->pending[i + 1],
                    (s->pending_count - i) * sizeof s->pending[0]);
            s->pending[s->pending_count] = (struct pending){ 0 };
            return true;
        }
    return false;
}

static void tell_units(struct table *t, enum moment moment)
{
    card_id list[TARGETS_MAX];
    if (!book(t)->moments[moment]) return;
    size_t n = units_in_combat(state_at(t), list);
    for (size_t i = 0; i < n; i++) wait_for(t, moment, list[i], NO_CARD);
}

enum { OPENING_CARRIED_OUT = 1, OPENING_DEATHS };

// MON-401: what waited for this combat, what a start of combat sets off, hiding.
enum flow open_combat(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    struct pending      next = { 0 };
    FLOW_BEGIN(f);
    while (take_pending(s, &next)) {
        if (is_out(s, next.who)) continue;
        call_text(t, next.line, next.block, next.who, s->side[next.who].catalyst,
                  s->side[next.who].catalyst, NO_CARD);
        FLOW_PAUSE(f, OPENING_CARRIED_OUT);
    }
    tell_units(t, WHEN_COMBAT);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD); // works off what waits
    FLOW_PAUSE(f, OPENING_DEATHS);
    hide_units(t);
    FLOW_END(f);
}

// ---- the end

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
    clear_tallies(s, TALLY_FIRST + FIRST_ROUND);
    clear_tallies(s, TALLY_FIRST + FIRST_COMBAT);
    clear_tallies(s, TALLY_USED);
    s->activating = NO_CARD;
    memset(s->corrosion, 0, sizeof s->corrosion);
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (s->body[b->card] != i + 1) continue;
        memset(b->status, 0, sizeof b->status);
        memset(b->shield, 0, sizeof b->shield);
        b->ripe = b->debilitated = 0;
        b->struck_by = b->killer = NO_CARD;
        b->flags &= BODY_TOKEN | BODY_DESTROYED | BODY_DYING;
    }
    keep_alive(t);
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
        if (is_against_opponents(l) && cost_of(t, unit, l) <= ap_left(t, unit)) return true;
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

// Consumables that encounter units used up go back now.
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
        if (any) shuffle_deck(t, seat, rule_reason(MON_676));
    }
}

static void count_won_fight(struct table *t, const struct combat *c) // MON-328
{
    if (c->result == RESULT_WON) count_for_quests(t, c->active, COUNT_FIGHT, NO_CARD);
    if (c->result == RESULT_WON && c->mate != NO_SEAT) // MON-R120
        count_for_quests(t, c->mate, COUNT_FIGHT, NO_CARD);
    if (c->result == RESULT_LOST && c->kind == COMBAT_PARTY)
        count_for_quests(t, c->hazard, COUNT_FIGHT, NO_CARD);
}

static void end_combat(struct table *t)
{
    struct monad_state *s = state_of(t);
    struct combat       c = s->combat;
    s->combat.kind        = COMBAT_NONE;
    s->combat.mate        = NO_SEAT; // MON-829
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
    c.result = s->combat.result;
    if (c.result == RESULT_WON) note(t, EVENT_WON, c.active, NO_CARD, NO_CARD, 0, MON_480);
    if (c.result == RESULT_LOST) note(t, EVENT_LOST, c.active, NO_CARD, NO_CARD, 0, MON_481);
    count_won_fight(t, &c);
    s->combat.round = 0;
    return_used_up(t);
}

void set_result(struct monad_state *s)
{
    card_id list[2 * SIDE_MAX];
    if (s->combat.kind && s->combat.kind < COMBAT_ARENA && s->combat.result == RESULT_OPEN &&
        units_of_side(s, 1, list) == 0)
        s->combat.result = RESULT_WON; // MON-480
}

// ---- rounds

// MON-403 for these units: readied, then Regen, Serenity and other recovery, then Poison, then the
// rest.
void begin_round_of(struct table *t, const card_id *list, size_t n)
{
    struct monad_state *s     = state_of(t);
    card_id             place = place_of_combat(s);
    bool                wild  = place != NO_CARD && has_tag(t, place, TAG_WILDERNESS);
    for (size_t i = 0; i < n; i++)
        body_of(s, list[i])->flags &= (uint8_t) ~(BODY_EXHAUSTED | BODY_READIED | BODY_STRUCK);
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

static void begin_round(struct table *t)
{
    struct monad_state *s = state_of(t);
    card_id             list[TARGETS_MAX];
    s->combat.round++;
    s->combat.acted = 0;
    clear_tallies(s, TALLY_FIRST + FIRST_ROUND);
    note(t, EVENT_ROUND, s->combat.active, NO_CARD, NO_CARD, s->combat.round, MON_402);
    begin_round_of(t, list, units_in_combat(s, list));
}

bool can_side_move(const struct table *t, unsigned side)
{
    const struct monad_state *s = state_at(t);
    card_id                   list[2 * SIDE_MAX], place = place_of_combat(s);
    size_t                    n = units_of_side(s, side, list);
    if (number_on(t, place, W_CRAMPED) >= 0) return false; // MON-630
    for (size_t i = 0; i < n; i++)
        if (voluntary_move_changes(t, list[i], false) || voluntary_move_changes(t, list[i], true))
            return true;
    return false;
}

// What lasts to a movement step ends after that of the unit's own side (MON-745, MON-858).
void end_round_of(struct table *t, unsigned side)
{
    struct monad_state *s = state_of(t);
    card_id             list[2 * SIDE_MAX];
    size_t              n = units_of_side(s, side, list);
    for (size_t i = 0; i < n; i++) {
        body_of(s, list[i])->status[PINNED] = 0;
        end_lasting(s, UNTIL_ROUND, NO_SEAT, list[i]);
    }
}

static seat_id mover(const struct monad_state *s, unsigned step)
{
    return step ? s->combat.active : s->combat.hazard;
}
static unsigned moving_side(const struct monad_state *s, unsigned step)
{
    return s->combat.kind == COMBAT_LANE ? mover(s, step) : !step;
}

static bool may_side_move(const struct table *t, unsigned step)
{
    const struct monad_state *s = state_at(t);
    return s->combat.result == RESULT_OPEN && mover(s, step) != NO_SEAT &&
           can_side_move(t, moving_side(s, step));
}

enum { ROUND_BEGUN = 1, ROUND_ACTIVATED, ROUND_MOVE, ROUND_ENDED };

// MON-402, MON-469: one round. other = whose movement step it is.
enum flow play_round(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_round(t);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, ROUND_BEGUN);
    call(s, FLOW_ACTIVATIONS, f->who, NO_CARD, NO_CARD)->other = 0xFF;
    FLOW_PAUSE(f, ROUND_ACTIVATED);
    for (f->i = 0; f->i < 2; f->i++) {
        do { // again, if somebody else has taken this over from one who left (MON-802)
            f->other = mover(s, f->i);
            if (!may_side_move(t, f->i)) break;
            ask(&s->core, f->other, QUESTION_MOVE, (uint16_t)moving_side(s, f->i), 0);
            FLOW_PAUSE(f, ROUND_MOVE);
            struct choice c = answer_of(&s->core, f->other);
            if (c.kind == CHOICE_MOVE) move_unit(t, c.card, c.option ? 1 : -1, false);
        } while (f->other != mover(s, f->i));
    }
    if (s->combat.result != RESULT_OPEN) return FLOW_DONE;
    for (unsigned step = 0; step < 2; step++) end_round_of(t, moving_side(s, step));
    tell_units(t, WHEN_ROUND_ENDS);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, ROUND_ENDED);
    FLOW_END(f);
}

void tell_end_of_combat(struct table *t) { tell_units(t, WHEN_COMBAT_ENDS); }

enum { COMBAT_OPENED = 1, COMBAT_ROUND_DONE, COMBAT_BREAK_OFF, COMBAT_ENDED };

// flag: 1 + the team mate who has joined.
enum flow fight_combat(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_combat(t, f);
    call(s, FLOW_OPENING, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, COMBAT_OPENED);
    while (s->combat.result == RESULT_OPEN) {
        call(s, FLOW_ROUND, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, COMBAT_ROUND_DONE);
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
            FLOW_PAUSE(f, COMBAT_BREAK_OFF);
            if (answer_of(&s->core, f->who).kind == CHOICE_YES) s->combat.result = RESULT_OVER;
        }
    }
    tell_end_of_combat(t);
    call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, COMBAT_ENDED);
    end_combat(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        close_up(t, seat, false), close_up(t, seat, true);
    FLOW_END(f);
}
