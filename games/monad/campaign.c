// Chapter 910: a campaign of seven games in one match.
#include "games/monad/rules.h"

#include <string.h>

enum { GAMES = 7, REBUILDS = 4 };

static void count_game(struct table *t) // MON-911, MON-912
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        struct side *me = &s->side[seat];
        me->campaign_vp = (uint8_t)(me->campaign_vp + me->vp + (s->game_won == 1 + seat));
    }
    s->game_won = 0;
}

static void put_back(struct table *t, card_id card)
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = card_at(&s->core, card)->zone;
    bool                unit = s->body[card] != 0;
    leave_play(t, card);
    if (kind_of(t, card) == KIND_TOKEN || (unit && kind_of(t, card) == KIND_QUEST)) {
        s->host[card] = NO_CARD;
        card_destroy(&s->core, card);
        return;
    }
    if (zone_kind(zone) == ZONE_REMOVED && has_tag(t, card, TAG_UNIQUE)) return; // MON-915
    shuffle_in(t, card);
}

// MON-913: catalysts, their classes and what they keep stay; everything else goes back.
static void clear_table(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (card_id card = 0; card < s->core.card_count; card++) {
        const struct card *c = card_at(&s->core, card);
        if (c->zone == NO_ZONE || c->zone < SHARED_ZONES || c->owner >= s->core.seats ||
            zone_kind(c->zone) == ZONE_CLASS || zone_kind(c->zone) == ZONE_SCENARIO ||
            kind_of(t, card) == KIND_CATALYST || c->flags & CARD_MARKED)
            continue;
        put_back(t, card);
    }
    for (card_id card = 0; card < s->core.card_count; card++)
        card_of(&s->core, card)->flags &= (uint8_t)~CARD_MARKED;
    memset(s->lasting, 0, sizeof s->lasting);
    memset(s->waiting, 0, sizeof s->waiting);
    memset(s->pending, 0, sizeof s->pending);
    memset(s->tallies, 0, sizeof s->tallies);
    s->lasting_count = s->waiting_count = s->pending_count = s->tally_count = 0;
    s->combat   = (struct combat){ .hazard = NO_SEAT, .mate = NO_SEAT, .ward = NO_CARD };
    s->action   = (struct action){ .unit = NO_CARD, .source = NO_CARD };
    s->turn     = 0;
    s->standing = s->skip_to_end = s->joined = 0;
    forget_plan(s);
    s->activating = NO_CARD;
}

static void begin_anew(struct table *t, seat_id seat)
{
    struct monad_state *s    = state_of(t);
    struct side         was  = s->side[seat];
    struct side         anew = { .catalyst      = was.catalyst,
                                 .location      = NO_CARD,
                                 .scenario      = NO_CARD,
                                 .fast          = NO_CARD,
                                 .map           = was.map,
                                 .level         = was.level,
                                 .out           = was.out,
                                 .campaign_vp   = was.campaign_vp,
                                 .last_scenario = was.last_scenario };
    memcpy(anew.marks, was.marks, sizeof anew.marks);
    s->side[seat] = anew;
    if (is_out(s, seat)) return;
    struct body *b     = body_of(s, was.catalyst);
    struct body  fresh = { .card = b->card, .killer = NO_CARD, .struck_by = NO_CARD };
    memcpy(fresh.points, b->points, sizeof fresh.points);
    *b       = fresh;
    s->stale = 1;
    put_in_row(t, was.catalyst, zone_of_seat(ZONE_FRONT, seat));
    shuffle_deck(t, seat, rule_reason(MON_913));
}

// ---- rebuilding decks (MON-R102)

static unsigned copies_held(const struct table *t, seat_id seat, zone_id zone, def_id def)
{
    unsigned count = 0;
    EACH_IN_ZONE(card, t->state, zone_of_seat(zone, seat))
        count += card_at(t->state, card)->def == def;
    return count;
}

rule_id why_not_take_in(const struct table *t, seat_id seat, card_id card)
{
    const struct core     *c = t->state;
    const struct question *q = &c->question[seat];
    if (card_at(c, card)->zone != ZONE_SET) return MON_913;
    def_id def = card_at(c, card)->def; // what the catalyst keeps lies in its row
    if (has_tag(t, card, TAG_UNIQUE) && copies_held(t, seat, ZONE_REMOVED, def)) return MON_915;
    unsigned held = copies_held(t, seat, ZONE_DECK, def) + copies_held(t, seat, ZONE_FRONT, def);
    if (has_tag(t, card, TAG_UNIQUE) && held >= 1) return MON_103;
    if (held >= COPIES_MAX) return MON_102;
    return zone_size(c, zone_of_seat(ZONE_DECK, seat)) + q->picked < DECK_MAX ? 0 : MON_R94;
}

static void take_out(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    struct question     q = s->core.question[seat];
    for (unsigned i = 0; i < q.picked; i++) card_destroy(&s->core, q.pick[i]);
}

static void take_in(struct table *t, seat_id seat)
{
    struct monad_state *s = state_of(t);
    struct question     q = s->core.question[seat];
    for (unsigned i = 0; i < q.picked; i++)
        card_create(&s->core, card_at(&s->core, q.pick[i])->def, seat,
                    zone_of_seat(ZONE_DECK, seat), BOTTOM);
    shuffle_deck(t, seat, rule_reason(MON_913));
}

// A deck has as many cards afterwards as it needs, or had. At most sixteen change at a time.
static void ask_to_take_in(struct monad_state *s, seat_id seat, unsigned had)
{
    unsigned have = zone_size(&s->core, zone_of_seat(ZONE_DECK, seat));
    unsigned need = had < DECK_MIN ? had : DECK_MIN;
    ask_several(&s->core, seat, QUESTION_TAKE_IN, (uint8_t)(have < need ? need - have : 0),
                PICKS_MAX, 0, 0);
}

enum { REBUILD_DECKS_WHICH = 1, REBUILD_DECKS_TAKE_OUT, REBUILD_DECKS_TAKE_IN };

// D39, all at the same time. flag: who rebuilds; op: how many cards their decks had, a byte each.
enum flow rebuild_decks(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->flag = 0;
    if (!zone_size(&s->core, ZONE_SET)) return FLOW_DONE; // there is nothing to take in
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) f->flag = (uint8_t)(f->flag | BIT(seat));
    for (f->n = 0; f->n < REBUILDS && f->flag; f->n++) {
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (f->flag >> seat & 1) ask(&s->core, seat, QUESTION_REBUILD, f->n, 0);
        FLOW_PAUSE(f, REBUILD_DECKS_WHICH);
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (is_out(s, seat) || answer_of(&s->core, seat).kind != CHOICE_YES)
                f->flag = (uint8_t)(f->flag & ~BIT(seat));
        if (!f->flag) break;
        f->op = 0;
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            unsigned had = zone_size(&s->core, zone_of_seat(ZONE_DECK, seat));
            if (!(f->flag >> seat & 1)) continue;
            f->op |= (uint32_t)had << 8 * seat;
            look_through_deck(t, seat);
            ask_several(&s->core, seat, QUESTION_TAKE_OUT, 0,
                        (uint8_t)(had < PICKS_MAX ? had : PICKS_MAX), 0, 0);
        }
        FLOW_PAUSE(f, REBUILD_DECKS_TAKE_OUT);
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            if (!(f->flag >> seat & 1) || is_out(s, seat)) continue;
            take_out(t, seat);
            ask_to_take_in(s, seat, f->op >> 8 * seat & 0xFF);
        }
        FLOW_PAUSE(f, REBUILD_DECKS_TAKE_IN);
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (f->flag >> seat & 1 && !is_out(s, seat)) take_in(t, seat);
    }
    FLOW_END(f);
}

enum { BETWEEN_KEEP = 1, BETWEEN_REBUILT };

// D39: all choose at the same time what their catalysts keep.
enum flow between_games(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    unsigned            worn = 0;
    FLOW_BEGIN(f);
    f->flag = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat)) continue;
        worn_on(t, s->side[seat].catalyst, &worn);
        if (!worn) continue;
        ask_several(&s->core, seat, QUESTION_KEEP, 0, (uint8_t)(worn < 2 ? worn : 2), 0,
                    s->side[seat].catalyst);
        f->flag = (uint8_t)(f->flag | BIT(seat));
    }
    if (f->flag) {
        FLOW_PAUSE(f, BETWEEN_KEEP);
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            const struct question *q = &s->core.question[seat];
            for (unsigned i = 0; f->flag >> seat & 1 && !is_out(s, seat) && i < q->picked; i++)
                card_of(&s->core, q->pick[i])->flags |= CARD_MARKED;
        }
    }
    clear_table(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) begin_anew(t, seat);
    call(s, FLOW_REBUILD_DECKS, NO_SEAT, NO_CARD, NO_CARD);
    FLOW_PAUSE(f, BETWEEN_REBUILT);
    FLOW_END(f);
}

static void end_campaign(struct table *t) // MON-917
{
    struct monad_state *s    = state_of(t);
    int                 best = -1;
    seat_set            top  = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        int rank = s->side[seat].campaign_vp * 64 + s->side[seat].level;
        if (is_out(s, seat)) continue;
        if (rank == best) top = 0;
        if (rank > best) best = rank, top = (seat_set)BIT(seat);
    }
    end_match(&s->core, top, MON_917);
}

enum flow play_campaign(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (s->game = 1; s->game <= GAMES; s->game++) {
        note(t, EVENT_CAMPAIGN_GAME, NO_SEAT, NO_CARD, NO_CARD, s->game, MON_910);
        call(s, FLOW_GAME, NO_SEAT, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, CAMPAIGN_GAME_DONE);
        if (s->core.over) return FLOW_DONE;
        count_game(t);
        if (s->game == GAMES) break;
        call(s, FLOW_BETWEEN, NO_SEAT, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, CAMPAIGN_GOES_ON);
    }
    end_campaign(t);
    FLOW_END(f);
}
