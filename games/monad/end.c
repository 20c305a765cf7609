// Chapter 800: the end of the game.
#include "games/monad/rules.h"

#include <string.h>

static int vp_of_team(const struct monad_state *s, uint8_t team)
{
    int sum = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->core.team[seat] == team && !is_out(s, seat)) sum += s->side[seat].vp;
    return sum;
}

void end_by_turns(struct table *t) // MON-803
{
    struct monad_state *s       = state_of(t);
    int                 most    = -1;
    seat_set            winners = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat)) continue;
        seat_set team = seats_of_team(&s->core, s->core.team[seat]);
        int      vp   = vp_of_team(s, s->core.team[seat]);
        if (vp > most)
            most = vp, winners = team;
        else if (vp == most && team != winners)
            winners = 0;
    }
    end_match(&s->core, winners, MON_803);
}

static unsigned teams_left(const struct monad_state *s, seat_set *last)
{
    unsigned count = 0, seen = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat) || seen >> s->core.team[seat] & 1) continue;
        seen |= BIT(s->core.team[seat]);
        *last = seats_of_team(&s->core, s->core.team[seat]);
        count++;
    }
    return count;
}

static void remove_cards_of(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    for (card_id card = 0; card < s->core.card_count; card++) {
        const struct card *c = card_at(&s->core, card);
        if (c->zone == NO_ZONE || c->owner != seat) continue;
        zone_id zone = c->zone;
        leave_play(t, card);
        s->host[card] = NO_CARD;
        if (kind_of(t, card) == KIND_TOKEN || (is_row(zone) && kind_of(t, card) == KIND_QUEST)) {
            card_destroy(&s->core, card);
        } else {
            card_of(&s->core, card)->flags &= (uint8_t) ~(CARD_MARKED | CARD_SIDEWAYS);
            card_show(&s->core, card, EVERYBODY);
            card_move(&s->core, card, zone_of_seat(ZONE_REMOVED, seat), TOP);
        }
        if (is_row(zone)) close_formation(t, formation_of(zone));
    }
    for (card_id card = 0; card < s->core.card_count;
         card++) // Equipment of others on units that left
        if (s->host[card] != NO_CARD && card_at(&s->core, card)->zone != NO_ZONE &&
            kind_of(t, card) == KIND_EQUIPMENT && !s->body[s->host[card]])
            detach_to(t, card, zone_of_seat(ZONE_DISCARD, card_at(&s->core, card)->owner), TOP);
}

// ---- a player leaves (MON-802)
// What is going on goes on: flows of others pause where they paused, and ask what they asked. Only
// what the leaver does ends, and what is done to the leaver's party.

static bool ends_without(const struct monad_state *s, const struct frame *f, seat_id seat)
{
    switch ((enum flow_id)f->flow) {
    case FLOW_PREPARE:
    case FLOW_PLACING:
    case FLOW_TRAVEL:
    case FLOW_RANDOM:
    case FLOW_QUESTING:
    case FLOW_QUEST:
    case FLOW_RESOLVE:
    case FLOW_FIGHT:
    case FLOW_JOIN:
    case FLOW_PROVISION:
    case FLOW_PAY:
    case FLOW_LEVEL:
    case FLOW_LOOT:
    case FLOW_COMPLETE:
    case FLOW_SCENARIO:
    case FLOW_REBUILD: return f->who == seat;
    case FLOW_RUN: return f->who == seat && s->combat.kind != COMBAT_RUN; // else it ends it
    case FLOW_ENCOUNTER: return f->other == seat;
    case FLOW_HUMAN:
        return f->who == seat || (is_facing(card_at(&s->core, f->card)->zone) &&
                                  zone_seat(card_at(&s->core, f->card)->zone) == seat);
    default: return false;
    }
}

// True if what had a question open is among what ended.
static bool end_flows(struct table *t, seat_id seat)
{
    struct monad_state *s    = state_of(t);
    unsigned            kept = 0, depth = s->core.depth;
    bool                top = false;
    for (unsigned i = 0; i < depth; i++) {
        const struct frame *f = &s->frames[i];
        top                   = ends_without(s, f, seat);
        if (!top) {
            s->frames[kept++] = *f;
            continue;
        }
        if (f->flow != FLOW_ENCOUNTER) continue;
        if (f->flag && !is_out(s, f->who)) shuffle_deck(t, f->who, rule_reason(MON_016));
        forget_plan(s);
    }
    memset(&s->frames[kept], 0, (depth - kept) * sizeof s->frames[0]);
    s->core.depth = (uint16_t)kept;
    return top;
}

// MON-008, MON-009: of a fight against this party.
static seat_id next_hazard(const struct monad_state *s, const struct frame *fight)
{
    return fight->kind == COMBAT_RANDOM ? encounter_player(s, fight->who)
                                        : quest_handler(s, fight->who);
}

// Who was to play an encounter is no longer here: the next nearest opponent plays one instead.
static void hand_over_encounter(struct monad_state *s, seat_id seat)
{
    for (unsigned i = 1; i < s->core.depth; i++) {
        struct frame *fight = &s->frames[i - 1], *f = &s->frames[i];
        if (f->flow != FLOW_ENCOUNTER || f->who != seat) continue;
        forget_plan(s);
        fight->other = f->who = next_hazard(s, fight);
        f->at                 = 0;
    }
}

// A combat that has only one side left is won by it.
static bool settle_combat(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    struct combat      *c = &s->combat;
    if (!c->kind || c->kind >= COMBAT_ARENA) return false;
    bool was_open = c->result == RESULT_OPEN;
    if (c->ward != NO_CARD && !is_unit(s, c->ward)) c->ward = NO_CARD, c->limit = 0;
    if (seat == c->active && was_open) c->result = RESULT_LOST;
    if (seat == c->hazard && c->kind != COMBAT_PARTY) {
        c->hazard = quest_handler(s, c->active);
        for (unsigned row = 0; row < ROWS; row++)
            EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, c->active))
                c->hazard = card_at(&s->core, card)->owner;
    }
    set_result(s);
    return was_open && c->result != RESULT_OPEN;
}

static bool is_about_combat(unsigned question)
{
    switch (question) {
    case QUESTION_WHO_ACTS:
    case QUESTION_ACT:
    case QUESTION_TARGET:
    case QUESTION_ROW:
    case QUESTION_ORDER:
    case QUESTION_RESPONSE:
    case QUESTION_DEFENDED:
    case QUESTION_CORRODE:
    case QUESTION_MOVE:
    case QUESTION_BREAK_OFF: return true;
    default: return false;
    }
}

static void withdraw_question(struct core *c, seat_id seat)
{
    c->answer[seat]   = (struct choice){ 0 };
    c->question[seat] = (struct question){ 0 };
    c->asked          = (seat_set)(c->asked & ~BIT(seat));
}

// What was picked and is no longer there is not picked; nobody owes more than there is.
static void mend_question(struct table *t, seat_id seat)
{
    struct choice    list[CHOICES_MAX];
    struct question *q    = &t->state->question[seat];
    unsigned         kept = 0, more = 0;
    bool             against;
    if (q->kind == QUESTION_ACT && is_unit(state_at(t), (card_id)q->about))
        q->arg = ACT_NOTED(usable_abilities(t, (card_id)q->about, &against));
    for (unsigned i = 0; i < q->picked; i++) {
        zone_id zone = card_at(t->state, q->pick[i])->zone;
        if (zone != NO_ZONE && zone_kind(zone) != ZONE_REMOVED) q->pick[kept++] = q->pick[i];
    }
    for (unsigned i = kept; i < q->picked; i++) q->pick[i] = 0;
    q->picked    = (uint8_t)kept;
    size_t count = monad_choices(t, seat, list, CHOICES_MAX);
    for (size_t i = 0; i < count; i++) more += list[i].kind == CHOICE_PICK;
    if (q->min > q->picked + more) q->min = (uint8_t)(q->picked + more);
    if (count == 0) withdraw_question(t->state, seat);
}

static bool is_searching(const struct monad_state *s, seat_id seat)
{
    unsigned kind = s->core.asked >> seat & 1 ? s->core.question[seat].kind : 0;
    for (unsigned i = 0; i < s->core.depth; i++)
        if (s->frames[i].who == seat &&
            (s->frames[i].flow == FLOW_LOOT ||
             (s->frames[i].flow == FLOW_ENCOUNTER && s->frames[i].flag)))
            return true;
    return kind == QUESTION_OUTFIT || kind == QUESTION_UNITS || kind == QUESTION_SEARCH;
}

// Nothing is shuffled into a deck that is being searched: that waits for MON-242.
static void set_aside_for_searchers(struct table *t, seat_id party)
{
    struct monad_state *s = state_of(t);
    for (unsigned row = 0; row < ROWS; row++)
        for (card_id card = zone_top(&s->core, zone_of_seat(ZONE_FACING + row, party)), next;
             card != NO_CARD; card = next) {
            seat_id owner = card_at(&s->core, card)->owner;
            next          = card_below(&s->core, card);
            if (kind_of(t, card) == KIND_TOKEN || !is_searching(s, owner)) continue;
            leave_play(t, card);
            detach_to(t, card, zone_of_seat(ZONE_ASIDE, owner), TOP);
        }
}

static void leave_the_table(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    if (end_flows(t, seat)) s->core.asked = 0;
    set_aside_for_searchers(t, seat);
    take_back_facing(t, seat, false);
    remove_cards_of(t, seat);
    s->side[seat].catalyst = NO_CARD;
    bool over              = settle_combat(t, seat);
    if (s->stale) reckon_gifts(t);
    hand_over_encounter(s, seat);
    for (seat_id other = 0; other < s->core.seats; other++) {
        if (!(s->core.asked >> other & 1)) continue;
        if (over && is_about_combat(s->core.question[other].kind))
            withdraw_question(&s->core, other);
        else
            mend_question(t, other);
    }
}

void monad_concede(struct table *t, seat_id seat) // MON-802
{
    struct monad_state *s = state_of(t);
    if (is_out(s, seat)) return;
    note(t, EVENT_GAVE_UP, seat, NO_CARD, NO_CARD, 0, MON_802);
    for (seat_id other = 0; other < s->core.seats; other++)
        if (s->core.team[other] == s->core.team[seat]) s->side[other].out = 1;
    s->core.answer[seat]   = (struct choice){ 0 };
    s->core.question[seat] = (struct question){ 0 };
    s->core.asked          = (seat_set)(s->core.asked & ~BIT(seat));
    seat_set last          = 0;
    if (s->core.mode == MODE_SOLO) last = (seat_set)BIT(AUTOMATON);
    if (s->core.mode == MODE_SOLO || teams_left(s, &last) <= 1) {
        s->core.asked = 0;
        end_match(&s->core, last, MON_802);
        return;
    }
    leave_the_table(t, seat);
    reckon_gifts(t);
}
