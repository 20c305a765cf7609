// Section 6: the verbs of card text, one deed each. What they leave open was chosen before.
#include "games/voidbreakers/verbs.h"
#include "engine/chance.h"

#include <string.h>

static bool in_batch(const struct work *w) { return link_of(w)->kind == WORK_TRIGGER; }

// ---- what is given for a time

static uint16_t change_for_a_time(struct table *t, const struct work *w, const struct step *s,
                                  card_id card, enum change kind, unsigned arg, int amount)
{
    struct voidbreakers_state *st = state_of(t);
    struct modifier            m  = { .card   = card,
                                      .source = w->card,
                                      .value  = (int16_t)amount,
                                      .arg    = (uint16_t)arg,
                                      .kind   = (uint8_t)kind,
                                      .until  = (uint8_t)(s->until - 1),
                                      .seat   = w->seat };
    if (!modifier_add(&st->core, m)) return 0; // VOI-R95
    bool keyword = kind == CHANGE_KEYWORD;
    happened(t, keyword ? EVENT_GRANTED : EVENT_BONUS, w->seat, card, NO_CARD,
             keyword && !s->amount ? 0 : amount, told(t, w, s));
    return 1;
}

// "gains Armor 10 this turn", "cannot move this turn"
uint16_t grant(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    bool     cannot_do = s->verb == VERB_CANNOT;
    unsigned keyword   = cannot_do ? KEYWORD_CANNOT : (unsigned)s->arg[0];
    unsigned deed      = cannot_do ? (unsigned)(s->arg[0] - WORD_DEEDS) : 0;
    return change_for_a_time(t, w, s, a->thing, CHANGE_KEYWORD, keyword | deed << 8, a->amount);
}

uint16_t attack_for_more(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return change_for_a_time(t, w, s, a->thing, CHANGE_MORE, 0,
                             says(s, WORD_LESS) ? -a->amount : a->amount);
}

static uint16_t raise_or_lower(struct table *t, struct work *w, const struct step *s, card_id card,
                               int amount)
{
    if (s->until) return change_for_a_time(t, w, s, card, CHANGE_AP, 0, amount);
    change_power(t, card, amount, told(t, w, s));
    return 1;
}

uint16_t raise_power(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return raise_or_lower(t, w, s, a->thing, a->amount);
}
uint16_t lower_power(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return raise_or_lower(t, w, s, a->thing, -a->amount);
}

// VOI-R127
uint16_t next_attack(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return change_for_a_time(t, w, s, a->thing, CHANGE_NEXT, 0, a->amount);
}
uint16_t prevent(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return change_for_a_time(t, w, s, a->thing, CHANGE_SHIELD, 0, a->amount);
}

// VOI-R129: for a time it counts as a raise or a lowering by what lacks, for good likewise.
uint16_t become_ap(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    int now = s->until ? attack_power(t, a->thing) : state_at(t)->body[a->thing].ap;
    return raise_or_lower(t, w, s, a->thing, a->amount - now);
}
uint16_t become_hp(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    int now  = state_at(t)->body[a->thing].hp;
    int most = hp_max(t, a->thing), to = a->amount < most ? a->amount : most;
    if (to > now) heal(t, a->thing, to - now, !in_batch(w), told(t, w, s));
    if (to < now) lose_hp(t, a->thing, now - to, !in_batch(w), told(t, w, s));
    return to != now;
}

// ---- damage

static uint16_t deal_to(struct table *t, const struct work *w, const struct step *s, card_id victim,
                        int amount)
{
    struct hit hit = { .source   = link_of(w)->user,
                       .victim   = victim,
                       .seat     = w->seat,
                       .amount   = amount,
                       .pierce   = says(s, WORD_PIERCE),
                       .drain    = says(s, WORD_DRAIN),
                       .in_batch = in_batch(w),
                       .why      = told(t, w, s) };
    return (uint16_t)deal_damage(t, &hit);
}

static uint16_t deal_instead(struct table *t, const struct work *w, const struct step *s,
                             card_id guard, int amount)
{
    happened(t, EVENT_INTERCEPTED, owner_of(state_at(t), guard), guard, NO_CARD, 0,
             by_rule(VOI_806));
    return deal_to(t, w, s, guard, amount);
}

static bool is_only_one(const struct table *t, const struct work *w, const struct step *s)
{
    const struct scope k = scope_of(t, link_of(w));
    uint16_t           list[2];
    return things_list(&k, s->things, list, 2) == 1;
}

// VOI-608, VOI-806: damage to several cards is not redirected.
uint16_t deal(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    card_id  guards[AIMS_MAX];
    unsigned count = says(s, WORD_PIERCE) ? 0 : interceptors(t, a->thing, guards, AIMS_MAX);
    if (!count || !is_only_one(t, w, s)) return deal_to(t, w, s, a->thing, a->amount);
    if (count == 1) return deal_instead(t, w, s, guards[0], a->amount);
    ask(t->state, owner_of(state_at(t), a->thing), QUESTION_INTERCEPT, a->thing, w->card);
    return 0; // VOI-807
}

uint16_t deal_to_guard(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct scope k      = scope_of(t, link_of(w));
    card_id      victim = things_first(&k, s->things);
    (void)a;
    k.each = victim;
    return deal_instead(t, w, s, answer_of(t->state, owner_of(state_at(t), victim)).card,
                        amount_of(&k, s->amount));
}

uint16_t lose_some_hp(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    lose_hp(t, a->thing, a->amount, !in_batch(w), told(t, w, s));
    return (uint16_t)a->amount;
}
uint16_t kill_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    int hp = state_at(t)->body[a->thing].hp;
    lose_hp(t, a->thing, hp > 0 ? hp : 0, !in_batch(w), told(t, w, s));
    return 1;
}
uint16_t heal_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    heal(t, a->thing, a->amount, !in_batch(w), told(t, w, s));
    return 1;
}
uint16_t revive_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    revive(t, a->thing, a->amount, told(t, w, s));
    return 1;
}

// ---- conditions and tokens

uint16_t give(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    for (unsigned i = 0; i < s->arg_count; i++)
        give_condition(t, a->thing, (enum condition)(s->arg[i] - WORD_CONDITIONS), told(t, w, s));
    return 1;
}
uint16_t shed(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    unsigned set = 0;
    for (unsigned i = 0; i < s->arg_count; i++) set |= BIT(s->arg[i] - WORD_CONDITIONS);
    lose_conditions(t, a->thing, set, told(t, w, s));
    return 1;
}
uint16_t cleanse(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    lose_conditions(t, a->thing, BIT(DEBUFF_COUNT) - 1, told(t, w, s));
    return 1;
}
uint16_t strip(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    lose_conditions(t, a->thing, ~(unsigned)(BIT(DEBUFF_COUNT) - 1), told(t, w, s));
    return 1;
}

// "Move all debuffs from the user to an enemy card": what it cannot gain is gone.
uint16_t hand_on(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st   = state_of(t);
    unsigned                   mask = (unsigned)(BIT(DEBUFF_COUNT) - 1);
    if (says(s, WORD_BUFFS)) mask = ~mask;
    unsigned set = st->body[a->thing].conditions & mask;
    if (type_of_thing(a->to) != TYPE_CARD || !is_living(st, a->to)) return 0;
    lose_conditions(t, a->thing, set, told(t, w, s));
    for (unsigned c = 0; c < CONDITION_COUNT; c++)
        if (set >> c & 1) give_condition(t, a->to, (enum condition)c, told(t, w, s));
    return set != 0;
}

uint16_t gain(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct body *b = &state_of(t)->body[a->thing];
    for (unsigned i = 0; i < s->arg_count; i++) {
        unsigned token = (unsigned)(s->arg[i] - WORD_TOKENS);
        if (b->token[token] < TOKENS_MAX) b->token[token]++; // VOI-820, VOI-821
        happened(t, EVENT_TOKENS + token, owner_of(state_at(t), a->thing), a->thing, NO_CARD, 0,
                 told(t, w, s));
    }
    return 1;
}

// ---- moving

struct passage {
    uint16_t event;
    uint8_t  deed;
};
static struct passage way_of(unsigned verb)
{
    switch (verb) {
    case VERB_MOVE: return (struct passage){ EVENT_MOVED, DEED_MOVE };
    case VERB_LEAP: return (struct passage){ EVENT_LEAPED, DEED_LEAP };
    case VERB_THROW: return (struct passage){ EVENT_THROWN, DEED_BE_THROWN };
    default: return (struct passage){ EVENT_TELEPORTED, DEED_BE_TELEPORTED };
    }
}

// VOI-517: what was chosen for a link is looked at again.
static bool is_still_a_way(const struct table *t, const struct link *w, const struct step *s,
                           card_id card, zone_id to)
{
    const struct meaning *m    = t->pool->meaning;
    const struct things  *x    = &m->things[s->things];
    unsigned              slot = x->how == HOW_REF ? m->things[s->to].slot : x->slot;
    struct need           need = { .kind = NEED_ZONE, .slot = (uint8_t)slot, .card = card };
    need.want                  = want_of_slot(t, w, slot);
    return w->kind == WORK_TRIGGER || !need.want || !why_not_zone(t, w, &need, to);
}

// VOI-446, VOI-843: what cannot be moved in this way stays.
static bool can_go(const struct table *t, const struct work *w, const struct step *s, card_id card,
                   zone_id to)
{
    const struct voidbreakers_state *st   = state_at(t);
    bool                             goes = s->verb == VERB_MOVE || s->verb == VERB_LEAP;
    if (to == NO_ZONE || to == zone_of_card(st, card)) return false;
    if (!says(s, WORD_HERE) && !is_still_a_way(t, link_of(w), s, card, to)) return false;
    if (s->verb == VERB_MOVE && is_full(st, to)) return false;
    if (goes ? has(st, card, ROOTED) : withstands(t, card, w->seat)) return false;
    return !cannot(t, card, (enum deed)way_of(s->verb).deed);
}

uint16_t go(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st   = state_of(t);
    card_id                    user = link_of(w)->user;
    zone_id                    to   = says(s, WORD_HERE)  ? zone_of_card(st, user)
                                      : a->to == NO_THING ? (zone_id)NO_ZONE
                                                          : (zone_id)place_of_thing(a->to);
    if (!can_go(t, w, s, a->thing, to)) return 0;
    enter_zone(t, a->thing, to, way_of(s->verb).event, told(t, w, s));
    if (s->verb != VERB_THROW) return 1;
    st->body[a->thing].flags |= BODY_THROWN;
    st->thrown = 1;
    wake(t, MOMENT_THROWN, a->thing, a->thing, NO_CARD);
    note(st, CARD_THROWN, owner_of(st, a->thing), a->thing, user, to);
    return 1;
}

// The user and the one that is chosen; two that are chosen (VOI-714: both or neither); or one of
// each sort.
uint16_t swap_them(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    const struct scope   k = scope_of(t, link_of(w));
    const struct things *x = &k.m->things[s->things];
    uint16_t             pair[2];
    size_t               count = things_list(&k, s->things, pair, 2);
    card_id              with  = link_of(w)->user;
    if (s->to) {
        with = a->to;
        if (!is_living(state_at(t), a->thing) || !is_arena(zone_of_card(state_at(t), a->to)))
            return 0;
        swap_cards(t, a->thing, with, w->seat, told(t, w, s));
        return 1;
    }
    if (x->how == HOW_PICK && x->count) {
        if (count != 2) return 0;
        swap_cards(t, pair[0], pair[1], w->seat, told(t, w, s));
        return 1;
    }
    swap_cards(t, with, a->thing, w->seat, told(t, w, s));
    return 1;
}

// ---- cards of hand, arsenal and void

// Is the player told to: the controller (0) or the opponent (1)?
static bool is_told(const struct step *s, unsigned other)
{
    return says(s, WORD_BOTH) || says(s, WORD_OPPONENT) == (other != 0);
}

uint16_t draw_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    int drawn = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        seat_id seat = i ? other_player(w->seat) : w->seat;
        zone_id hand = zone_of_seat(ZONE_HAND, seat);
        if (!is_told(s, i)) continue;
        drawn -= zone_size(t->state, hand);
        draw_cards(t, seat, (unsigned)a->amount, !in_batch(w), told(t, w, s));
        drawn += zone_size(t->state, hand);
    }
    return (uint16_t)drawn;
}

// VOI-014
static uint16_t void_at_random(struct table *t, struct work *w, const struct step *s, int amount)
{
    struct voidbreakers_state *st   = state_of(t);
    uint16_t                   done = 0;
    zone_id                    hand = zone_of_seat(ZONE_HAND,
                                says(s, WORD_OPPONENT) ? other_player(w->seat) : w->seat);
    for (; amount > 0 && zone_size(&st->core, hand); amount--, done++) {
        unsigned left = pick(t, zone_size(&st->core, hand));
        card_id  card = zone_top(&st->core, hand);
        while (left--) card = st->cards[card].below;
        void_card(t, card, told(t, w, s));
    }
    return done;
}

// Voiding from a hand: who is asked for how many of the cards that there are. VOI-R102: it was done
// if something is voided.
uint16_t void_from_hand(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st = state_of(t);
    if (s->did) w->did = (uint8_t)(w->did & ~(1u << (s->did - 1)));
    if (says(s, WORD_RANDOM)) return void_at_random(t, w, s, a->amount);
    for (unsigned i = 0; i < PLAYERS; i++) {
        seat_id  seat = i ? other_player(w->seat) : w->seat;
        unsigned held = zone_size(&st->core, zone_of_seat(ZONE_HAND, seat));
        unsigned most = (unsigned)a->amount < held ? (unsigned)a->amount : held;
        if (most > PICKS_MAX) most = PICKS_MAX;
        if (!most || !is_told(s, i)) continue;
        ask_several(&st->core, seat, QUESTION_VOID, s->flags & STEP_AS_MUCH ? 0 : (uint8_t)most,
                    (uint8_t)most, 0, w->card);
    }
    return 0;
}

uint16_t void_picked(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st    = state_of(t);
    uint16_t                   count = 0;
    (void)a;
    for (unsigned i = 0; i < PLAYERS; i++) {
        seat_id                seat = i ? other_player(w->seat) : w->seat;
        const struct question *q    = &st->core.question[seat];
        if (!(st->core.together >> seat & 1)) continue; // not asked
        for (unsigned k = 0; k < q->picked; k++, count++) void_card(t, q->pick[k], told(t, w, s));
    }
    return count;
}

uint16_t void_from_arsenal(struct table *t, struct work *w, const struct step *s,
                           const struct aim *a)
{
    struct voidbreakers_state *st   = state_of(t);
    uint16_t                   done = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        zone_id arsenal = zone_of_seat(ZONE_ARSENAL, i ? other_player(w->seat) : w->seat);
        if (!is_told(s, i)) continue;
        for (int n = 0; n < a->amount && zone_size(&st->core, arsenal); n++, done++)
            void_card(t, zone_top(&st->core, arsenal), told(t, w, s));
    }
    return done;
}

uint16_t salvage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st = state_of(t);
    card_move(&st->core, a->thing, zone_of_seat(ZONE_HAND, w->seat), BOTTOM);
    st->body[a->thing].flags |= BODY_SALVAGED;
    happened_to(t, EVENT_SALVAGED, w->seat, a->thing, EVERYBODY, told(t, w, s));
    return 1;
}

// From the void to the own arsenal.
uint16_t put_back(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct core *c       = t->state;
    zone_id      arsenal = zone_of_seat(ZONE_ARSENAL, w->seat);
    card_move(c, a->thing, arsenal, says(s, WORD_BOTTOM) ? BOTTOM : TOP);
    happened_to(t, EVENT_PUT_BACK, w->seat, a->thing, EVERYBODY, told(t, w, s));
    if (says(s, WORD_SHUFFLED)) shuffle(t, arsenal, STREAM_DECK + w->seat, rule_reason(VOI_014));
    return 1;
}

// VOI-R130: a minion that is taken up has not died; a satellite goes to the reserve (VOI-R59).
uint16_t take_up(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    if (is_fighter(t, a->thing) || !is_arena(zone_of_card(state_at(t), a->thing))) return 0;
    leave_for(t, a->thing, says(s, WORD_TO_VOID) ? ZONE_VOID : ZONE_HAND, told(t, w, s));
    return 1;
}

// VOI-R128
uint16_t keep(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct link *l = (struct link *)(void *)w;
    (void)t, (void)s, (void)a;
    if (l->kind != WORK_CARD) return 0;
    l->keeps = 1;
    return 1;
}

// ---- looking

static uint16_t show_top(struct table *t, struct work *w, const struct step *s, seat_id whose,
                         int count, seat_set to, unsigned event)
{
    struct core *c = t->state;
    int          n = 0;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_ARSENAL, whose)) {
        if (n == count) break;
        n++;
        card_show(c, card, to);
    }
    happened(t, event, w->seat, NO_CARD, NO_CARD, n, told(t, w, s));
    return (uint16_t)n;
}

// "Look at the top two cards of your opponent's arsenal", "reveal the top card of your arsenal".
uint16_t look_at_top(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return show_top(t, w, s, other_player(w->seat), a->amount, (seat_set)BIT(w->seat),
                    EVENT_LOOKED);
}
uint16_t reveal_top(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return show_top(t, w, s, w->seat, a->amount, EVERYBODY, EVENT_REVEALED);
}

static uint16_t show_hand(struct table *t, struct work *w, const struct step *s, seat_id whom,
                          seat_id who, seat_set to, unsigned event)
{
    struct core *c    = t->state;
    zone_id      hand = zone_of_seat(ZONE_HAND, whom);
    happened(t, event, who, NO_CARD, NO_CARD, zone_size(c, hand), told(t, w, s));
    EACH_IN_ZONE(card, c, hand) card_show(c, card, to);
    return 1;
}

uint16_t look(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)a;
    return show_hand(t, w, s, other_player(w->seat), w->seat, (seat_set)BIT(w->seat), EVENT_LOOKED);
}
uint16_t reveal(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    seat_id whom = says(s, WORD_OPPONENT) ? other_player(w->seat) : w->seat;
    (void)a;
    return show_hand(t, w, s, whom, whom, EVERYBODY, EVENT_REVEALED);
}

static unsigned top_cards(struct table *t, seat_id seat, int count, bool show,
                          card_id out[static PICKS_MAX])
{
    struct core *c = t->state;
    int          n = 0;
    if (count > PICKS_MAX) count = PICKS_MAX; // VOI-R120
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_ARSENAL, seat)) {
        if (n >= count) break;
        if (show) card_show(c, card, (seat_set)BIT(seat));
        out[n++] = card;
    }
    return (unsigned)n;
}

static unsigned look_at_own_top(struct table *t, struct work *w, const struct step *s, int amount)
{
    card_id  seen[PICKS_MAX];
    unsigned count = top_cards(t, w->seat, amount, true, seen);
    happened(t, EVENT_SCOUTED, w->seat, NO_CARD, NO_CARD, (int)count, told(t, w, s));
    return count;
}

uint16_t scout(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    unsigned count = look_at_own_top(t, w, s, a->amount);
    if (count > 1)
        ask_several(t->state, w->seat, QUESTION_SCOUT, (uint8_t)count, (uint8_t)count,
                    (uint16_t)count, w->card);
    return count == 1;
}

// Faces change places, not ids: nobody else sees what became of the order.
uint16_t put_back_in_order(struct table *t, struct work *w, const struct step *s,
                           const struct aim *a)
{
    struct core           *c = t->state;
    const struct question *q = &c->question[w->seat];
    struct card_face       faces[PICKS_MAX];
    card_id                places[PICKS_MAX];
    unsigned               count = top_cards(t, w->seat, q->picked, false, places);
    (void)s, (void)a;
    for (unsigned i = 0; i < count; i++) faces[i] = card_face(c, q->pick[i]);
    for (unsigned i = 0; i < count; i++) {
        card_set_face(c, places[i], faces[i]);
        card_hide(c, places[i], (seat_set)BIT(w->seat)); // whoever else knew them lost track
    }
    return 1;
}

uint16_t dig(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    unsigned count = look_at_own_top(t, w, s, a->amount);
    if (count) ask(t->state, w->seat, QUESTION_DIG, (uint16_t)count, w->card);
    return 0;
}

uint16_t take_chosen(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct core  *c      = t->state;
    struct choice choice = answer_of(c, w->seat);
    (void)a;
    if (choice.kind != CHOOSE_TAKE) return 0;
    struct card_face face = card_face(c, choice.card);
    card_id          card = zone_top(c, zone_of_seat(ZONE_ARSENAL, w->seat));
    for (card_id i = choice.card; i != card; i = card_above(c, i)) {
        card_set_face(c, i, card_face(c, card_above(c, i)));
        card_hide(c, i, (seat_set)BIT(w->seat));
    }
    card_hide(c, card, (seat_set)BIT(w->seat));
    card_set_face(c, card, face);
    card_move(c, card, zone_of_seat(ZONE_HAND, w->seat), BOTTOM);
    happened_to(t, EVENT_TOOK, w->seat, card, card_at(t->state, card)->known, told(t, w, s));
    return 1;
}

// ---- other links

// The link that this one responds to, or NULL.
static struct link *link_below(struct table *t, const struct work *w)
{
    struct voidbreakers_state *s       = state_of(t);
    unsigned                   answers = link_of(w)->answers;
    return answers && answers <= s->link_count ? &s->links[answers - 1] : NULL;
}

// VOI-515
uint16_t cancel(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct link *below = link_below(t, w);
    (void)a;
    if (!below || below->kind == WORK_END) return 0;
    below->cancelled = 1;
    happened(t, EVENT_CANCELLED, w->seat, below->card, NO_CARD, 0, told(t, w, s));
    return 1;
}

static bool may_be_attacked_instead(const struct table *t, const struct link *below, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    unsigned far = distance(t, zone_of_card(s, below->card), zone_of_card(s, card));
    return owner_of(s, card) != below->seat && (int)far <= reach_of(t, below->card);
}

static bool may_be_meant_instead(const struct table *t, const struct link *below, card_id card)
{
    if (!below->named_count || below->named[0].thing == NO_CARD) return false;
    struct need need = { .kind = NEED_TARGET, .slot = below->named[0].slot };
    need.want        = want_of_slot(t, below, need.slot);
    return need.want && need.want->chosen == CHOSEN_CARD &&
           !why_not_target(t, below, &need, card, true);
}

// VOI-818
uint16_t retarget(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct link *below = link_below(t, w);
    if (!below) return 0;
    if (below->kind == WORK_ATTACK) {
        if (!may_be_attacked_instead(t, below, a->thing)) return 0;
        below->that = a->thing;
    } else {
        if (!may_be_meant_instead(t, below, a->thing)) return 0;
        below->named[0].thing = a->thing;
    }
    happened(t, EVENT_RETARGETED, w->seat, below->card, a->thing, 0, told(t, w, s));
    return 1;
}
