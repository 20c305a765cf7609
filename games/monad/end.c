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

// In an arena a team turn goes on without the team that left, at the activation it had come to; an
// own one ends.
static void leave_the_arena(struct table *t, seat_id seat)
{
    struct monad_state *s    = state_of(t);
    struct frame       *turn = find_frame(s, FLOW_ARENA), *units = find_frame(s, FLOW_ACTIVATIONS);
    remove_cards_of(t, seat);
    if (!turn) return;
    s->core.asked = 0;
    memset(s->waiting, 0, sizeof s->waiting);
    s->waiting_count = 0;
    s->activating    = NO_CARD;
    end_lasting(s, UNTIL_ACTION, NO_SEAT, NO_CARD);
    for (unsigned i = 0; i < s->body_top; i++)
        if (s->body[s->bodies[i].card] == i + 1)
            s->bodies[i].flags &= (uint8_t) ~(BODY_DYING | BODY_AGAIN);
    if (seat != s->combat.active && units)
        unwind_to(s, (unsigned)(units - s->frames) + 1);
    else
        unwind_to(s, (unsigned)(turn - s->frames) + 1);
}

// The rest of what was going on in this turn is left; MON-802 ends an own turn, and a combat that
// has lost a side.
static void leave_the_table(struct table *t, seat_id seat)
{
    struct monad_state *s        = state_of(t);
    bool                involved = s->core.asked || s->combat.kind || s->core.depth > 2;
    bool apart = s->combat.kind && s->core.asked && seat != s->active && seat != s->combat.hazard &&
                 seat != s->combat.mate;
    take_back_facing(t, seat, false);
    remove_cards_of(t, seat);
    s->side[seat].catalyst = NO_CARD;
    if (apart) return; // the combat of others goes on
    struct frame *turn = find_frame(s, FLOW_TURN);
    if (!turn || !involved) return;
    seat_set asked = s->core.asked;
    if (s->combat.kind || seat == s->active || !asked || s->core.depth > 3) {
        s->core.asked = 0;
        unwind_to(s, (unsigned)(turn - s->frames) + 1);
        for (unsigned i = 0; i < s->waiting_count; i++) s->waiting[i] = (struct waiting){ 0 };
        s->waiting_count  = 0;
        struct combat was = s->combat;
        bool          won = was.kind && was.hazard == seat && was.kind != COMBAT_RANDOM &&
                   was.kind != COMBAT_RUN;
        if (was.kind) {
            s->combat = (struct combat){ .result = RESULT_OVER, .mate = NO_SEAT, .ward = NO_CARD };
            clean_up(t);
        }
        for (unsigned i = 0; i < s->body_top; i++)
            if (s->body[s->bodies[i].card] == i + 1) s->bodies[i].flags &= BODY_TOKEN;
        for (seat_id other = 0; other < s->core.seats; other++) {
            EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, other))
                card_of(&s->core, card)->flags &= (uint8_t)~CARD_MARKED;
            if (other == seat || is_out(s, other)) continue;
            while (zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, other)) && !is_faced(s, other) &&
                   !(won && other == was.active))
                fail_quest(t, zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, other)), MON_802);
            shuffle_deck(t, other, rule_reason(MON_802));
        }
        card_id quest = zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, s->active));
        if (won && (quest != NO_CARD || s->side[s->active].disputed)) // the fight is won
            call(s, FLOW_COMPLETE, s->active, quest, NO_CARD)->flag = 1;
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
    if (s->core.mode == MODE_GLADIATOR)
        leave_the_arena(t, seat);
    else
        leave_the_table(t, seat);
    reckon_gifts(t);
}
