// Chapter 920: drafting. Catalysts are offered, packs are opened and passed on, a deck is made.
#include "engine/chance.h"
#include "games/monad/rules.h"

enum { OFFERED = 3, PACKS = 5, LEFT_OUT_MAX = 20 };
static const struct {
    uint8_t kind, count;
} PACK[] = { { KIND_UNIT, 5 }, { KIND_QUEST, 4 }, { KIND_EQUIPMENT, 3 } }; // MON-921

static unsigned count_of_kind(const struct card_pool *pool, unsigned kind)
{
    unsigned n = 0;
    for (def_id def = 0; def < pool->def_count; def++) n += pool->defs[def].kind == kind;
    return n;
}
static def_id nth_of_kind(const struct card_pool *pool, unsigned kind, unsigned n)
{
    for (def_id def = 0; def < pool->def_count; def++)
        if (pool->defs[def].kind == kind && n-- == 0) return def;
    return NO_DEF;
}

static bool is_in_hand_of(const struct core *c, seat_id seat, def_id def)
{
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_HAND, seat))
        if (card_at(c, card)->def == def) return true;
    return false;
}

// Different cards of a kind, at random, into a hand that only its owner sees.
static void deal_random(struct table *t, seat_id seat, unsigned kind, unsigned count)
{
    struct core *c   = t->state;
    unsigned     all = count_of_kind(t->pool, kind);
    for (unsigned i = 0; i < count && i < all; i++) {
        unsigned at = pick(t, all - i);
        def_id   def;
        for (unsigned n = 0;; n++) {
            def = nth_of_kind(t->pool, kind, n);
            if (def == NO_DEF || (!is_in_hand_of(c, seat, def) && at-- == 0)) break;
        }
        if (def == NO_DEF) return;
        card_id card = card_create(c, def, seat, zone_of_seat(ZONE_HAND, seat), BOTTOM);
        if (card != NO_CARD) card_show(c, card, (seat_set)BIT(seat));
    }
}

static void keep_catalyst(struct table *t, seat_id seat) // MON-920
{
    struct monad_state *s    = state_of(t);
    zone_id             hand = zone_of_seat(ZONE_HAND, seat);
    struct choice       c    = answer_of(&s->core, seat);
    card_id             kept = c.kind == CHOICE_TAKE ? c.card : zone_top(&s->core, hand);
    def_id              def  = card_at(&s->core, kept)->def;
    EACH_IN_ZONE(card, &s->core, ZONE_CATALYSTS)
        if (card_at(&s->core, card)->def == def) s->side[seat].catalyst = card;
    while (zone_size(&s->core, hand)) card_destroy(&s->core, zone_top(&s->core, hand));
}

static void take_card(struct table *t, seat_id seat, card_id card)
{
    struct core *c = t->state;
    card_move(c, card, zone_of_seat(ZONE_DECK, seat), BOTTOM);
    card_forget(c, card); // who has passed it on cannot tell who took it, nor who leaves it out
    card_show(c, card, (seat_set)BIT(seat));
}

// MON-922. A pack is mixed on its way, so that nobody can tell by its place which card was taken.
static void pass_packs(struct table *t, bool left)
{
    struct monad_state *s = state_of(t);
    seat_id             seats[SEATS_MAX];
    card_id             first[SEATS_MAX];
    unsigned            n = 0, size[SEATS_MAX];
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) seats[n++] = seat;
    for (unsigned i = 0; i < n; i++) {
        size[i]  = zone_size(&s->core, zone_of_seat(ZONE_HAND, seats[i]));
        first[i] = zone_top(&s->core, zone_of_seat(ZONE_HAND, seats[i]));
    }
    for (unsigned i = 0; i < n; i++) {
        seat_id to = seats[left ? (i + 1) % n : (i + n - 1) % n];
        for (card_id card = first[i]; size[i] > 0; size[i]--) {
            card_id below = card_below(&s->core, card);
            card_move(&s->core, card, zone_of_seat(ZONE_HAND, to), BOTTOM);
            card_of(&s->core, card)->owner = to;
            card                           = below;
        }
    }
    for (unsigned i = 0; i < n; i++) {
        shuffle(t, zone_of_seat(ZONE_HAND, seats[i]), STREAM_DECK + seats[i], rule_reason(MON_922));
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, seats[i])) {
            card_forget(&s->core, card);
            card_show(&s->core, card, (seat_set)BIT(seats[i]));
        }
    }
}

static bool any_pack_left(const struct monad_state *s)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && zone_size(&s->core, zone_of_seat(ZONE_HAND, seat))) return true;
    return false;
}

static void leave_out(struct table *t, seat_id seat) // MON-923
{
    struct monad_state    *s = state_of(t);
    const struct question *q = &s->core.question[seat];
    for (unsigned i = 0; i < q->picked; i++)
        card_move(&s->core, q->pick[i], zone_of_seat(ZONE_LEFT_OUT, seat), BOTTOM);
}

enum { DRAFT_OFFERED = 1, DRAFT_TAKEN, DRAFT_LEAVE_OUT };

enum flow draft(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        deal_random(t, seat, KIND_CATALYST, OFFERED);
        ask(&s->core, seat, QUESTION_OFFERED, 0, 0);
    }
    FLOW_PAUSE(f, DRAFT_OFFERED);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat)) keep_catalyst(t, seat);
    for (s->passing = 1; s->passing <= PACKS; s->passing++) {
        note(t, EVENT_PACK, NO_SEAT, NO_CARD, NO_CARD, s->passing, MON_921);
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            for (unsigned i = 0; i < COUNT(PACK) && !is_out(s, seat); i++)
                deal_random(t, seat, PACK[i].kind, PACK[i].count);
        while (any_pack_left(s)) {
            for (seat_id seat = 0; seat < s->core.seats; seat++)
                if (!is_out(s, seat) && zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)))
                    ask(&s->core, seat, QUESTION_DRAFT, s->passing, 0);
            FLOW_PAUSE(f, DRAFT_TAKEN);
            for (seat_id seat = 0; seat < s->core.seats; seat++)
                if (!is_out(s, seat) && answer_of(&s->core, seat).kind == CHOICE_TAKE)
                    take_card(t, seat, answer_of(&s->core, seat).card);
            pass_packs(t, s->passing % 2);
        }
    }
    s->passing = 0;
    for (f->n = 0; f->n < LEFT_OUT_MAX; f->n = (uint8_t)(f->n + PICKS_MAX)) {
        f->flag = 0;
        for (seat_id seat = 0; seat < s->core.seats; seat++) {
            unsigned out = zone_size(&s->core, zone_of_seat(ZONE_LEFT_OUT, seat));
            if (is_out(s, seat) || out != f->n) continue;
            unsigned more = LEFT_OUT_MAX - out < PICKS_MAX ? LEFT_OUT_MAX - out : PICKS_MAX;
            ask_several(&s->core, seat, QUESTION_LEAVE_OUT, 0, (uint8_t)more, 0, 0);
            f->flag = (uint8_t)(f->flag | BIT(seat));
        }
        if (!f->flag) break;
        FLOW_PAUSE(f, DRAFT_LEAVE_OUT);
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (f->flag >> seat & 1 && !is_out(s, seat)) leave_out(t, seat);
    }
    FLOW_END(f);
}
