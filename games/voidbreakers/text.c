// Section 6: the text of cards, carried out sentence by sentence. A link clamps HP after each
// instruction (VOI-516), a batch at its end (VOI-522).
#include "engine/chance.h"
#include "games/voidbreakers/rules.h"

#include <string.h>

static struct work *work_of(struct voidbreakers_state *s, const struct text_frame *f)
{
    return f->in_batch ? &s->batch[f->work] : &s->links[f->work];
}

// ---- verbs that are done to one card after the other

static void change_for_a_time(struct table *t, const struct work *w, size_t verb, card_id card,
                              enum change kind, int amount)
{
    struct voidbreakers_state *s       = state_of(t);
    size_t                     lasting = op_find(t->pool->ops, verb, W_LASTING);
    struct modifier            m       = { .card   = card,
                                           .source = w->card,
                                           .value  = (int16_t)amount,
                                           .kind   = (uint8_t)kind,
                                           .until  = (uint8_t)t->pool->ops[lasting].value,
                                           .seat   = w->seat };
    if (modifier_add(&s->core, m)) // VOI-R95
        happened(t, EVENT_BONUS, w->seat, card, NO_CARD, amount, by_text(t, w, verb));
}

// "gains Armor 10 this turn"
static void grant(struct table *t, const struct work *w, size_t verb, card_id card)
{
    struct voidbreakers_state *s   = state_of(t);
    const struct op           *ops = t->pool->ops;
    size_t                     op  = op_child(verb);
    while (ops[op].code < W_PROVOKE) op = op_after(ops, op);
    assert(op <= UINT16_MAX);
    struct modifier m = { .card   = card,
                          .source = w->card,
                          .arg    = (uint16_t)op,
                          .kind   = CHANGE_KEYWORD,
                          .until  = (uint8_t)ops[op_find(ops, verb, W_LASTING)].value,
                          .seat   = w->seat };
    if (modifier_add(&s->core, m)) // VOI-R95
        happened(t, EVENT_GRANTED, w->seat, card, NO_CARD, number_in(ops, op, 0),
                 by_text(t, w, verb));
}

static unsigned conditions_in(const struct op *ops, size_t verb)
{
    unsigned set = 0;
    for (size_t i = op_child(verb); i < op_after(ops, verb); i = op_after(ops, i))
        if (ops[i].code == W_CONDITION) set |= BIT(ops[i].value);
    return set;
}

static void raise_or_lower(struct table *t, const struct work *w, size_t verb, card_id card,
                           int amount)
{
    if (op_find(t->pool->ops, verb, W_LASTING))
        change_for_a_time(t, w, verb, card, CHANGE_AP, amount);
    else
        change_power(t, card, amount, by_text(t, w, verb));
}

// VOI-446, VOI-843: what cannot be moved in this way stays.
static void go(struct table *t, const struct work *w, size_t verb, unsigned slot, card_id card)
{
    struct voidbreakers_state *s    = state_of(t);
    unsigned                   code = t->pool->ops[verb].code;
    zone_id     to    = op_find(t->pool->ops, verb, W_TO_USER) ? zone_of_card(s, w->user)
                                                               : picked_zone(w, slot, card);
    struct need need  = { .kind = NEED_ZONE, .slot = (uint8_t)slot, .verb = verb, .card = card };
    unsigned    event = code == W_MOVE    ? EVENT_MOVED
                        : code == W_LEAP  ? EVENT_LEAPED
                        : code == W_THROW ? EVENT_THROWN
                                          : EVENT_TELEPORTED;
    enum deed   deed  = code == W_MOVE    ? DEED_MOVE
                        : code == W_LEAP  ? DEED_LEAP
                        : code == W_THROW ? DEED_BE_THROWN
                                          : DEED_BE_TELEPORTED;
    if (to == NO_ZONE || to == zone_of_card(s, card)) return;
    if (!op_find(t->pool->ops, verb, W_TO_USER) && w->kind != WORK_TRIGGER &&
        why_not_zone(t, w, &need, to))
        return;
    if (code == W_MOVE && is_full(s, to)) return;
    if ((code == W_MOVE || code == W_LEAP) && has(s, card, ROOTED)) return;
    if ((code == W_THROW || code == W_TELEPORT) && withstands(t, card, w->seat)) return;
    if (cannot(t, card, deed)) return;
    enter_zone(t, card, to, event, by_text(t, w, verb));
    if (code != W_THROW) return;
    s->body[card].flags |= BODY_THROWN;
    s->thrown = 1;
    wake(t, MOMENT_THROWN, card, card, NO_CARD);
    note(s, CARD_THROWN, owner_of(s, card), card, w->user, to);
}

static void salvage(struct table *t, const struct work *w, size_t verb, card_id card)
{
    struct voidbreakers_state *s = state_of(t);
    card_move(&s->core, card, zone_of_seat(ZONE_HAND, w->seat), BOTTOM);
    s->body[card].flags |= BODY_SALVAGED;
    happened_to(t, EVENT_SALVAGED, w->seat, card, EVERYBODY, by_text(t, w, verb));
}

// VOI-818
static void retarget(struct table *t, const struct work *w, size_t verb, card_id card)
{
    struct voidbreakers_state *s = state_of(t);
    if (!w->answers || w->answers > s->link_count) return;
    struct work *below = &s->links[w->answers - 1];
    if (below->kind == WORK_ATTACK) {
        unsigned far = distance(t, zone_of_card(s, below->card), zone_of_card(s, card));
        if (owner_of(s, card) == below->seat || (int)far > reach_of(t, below->card)) return;
        below->that = card;
    } else {
        struct work trial = *below;
        if (!trial.pick_count || trial.pick[0].card == NO_CARD) return;
        unsigned slot = trial.pick[0].slot, n = slot;
        size_t   i = sentence_first(t, below);
        while (i && n--) i = sentence_next(t, below, i);
        struct need need = { .kind = NEED_TARGET,
                             .slot = (uint8_t)slot,
                             .verb = i ? verb_of(t->pool->ops, i) : 0 };
        if (!i || !object_of(t->pool->ops, need.verb) ||
            why_not_target(t, below, &need, card, true))
            return;
        below->pick[0].card = card;
    }
    happened(t, EVENT_RETARGETED, w->seat, below->card, card, 0, by_text(t, w, verb));
}

static void gain_token(struct table *t, card_id card, enum token token, struct cause why)
{
    struct voidbreakers_state *s = state_of(t);
    if (s->body[card].token[token] < TOKENS_MAX) s->body[card].token[token]++; // VOI-820, VOI-821
    happened(t, EVENT_TOKENS + (unsigned)token, owner_of(s, card), card, NO_CARD, 0, why);
}

static void do_to(struct table *t, const struct text_frame *f, const struct work *w, size_t verb,
                  unsigned slot, card_id card)
{
    struct voidbreakers_state *s     = state_of(t);
    const struct op           *ops   = t->pool->ops;
    struct cause               why   = by_text(t, w, verb);
    bool                       clamp = !f->in_batch;
    switch (ops[verb].code) {
    case W_HEAL: heal(t, card, f->amount, clamp, why); break;
    case W_RAISE: raise_or_lower(t, w, verb, card, f->amount); break;
    case W_LOWER: raise_or_lower(t, w, verb, card, -f->amount); break;
    case W_MORE:
        change_for_a_time(t, w, verb, card, CHANGE_MORE, ops[verb].value ? -f->amount : f->amount);
        break;
    case W_LOSE:
        lose_hp(t, card,
                op_find(ops, verb, W_HALF) && s->body[card].hp > 0 ? halved(s->body[card].hp)
                                                                   : f->amount,
                clamp, why);
        break;
    case W_SHED: lose_conditions(t, card, conditions_in(ops, verb), why); break;
    case W_GRANT: grant(t, w, verb, card); break;
    case W_GIVE:
        for (size_t i = op_child(verb); i < op_after(ops, verb); i = op_after(ops, i))
            if (ops[i].code == W_CONDITION)
                give_condition(t, card, (enum condition)ops[i].value, why);
        break;
    case W_GAIN:
        for (size_t i = op_child(verb); i < op_after(ops, verb); i = op_after(ops, i))
            if (ops[i].code == W_TOKEN) gain_token(t, card, (enum token)ops[i].value, why);
        break;
    case W_CLEANSE: lose_conditions(t, card, BIT(DEBUFF_COUNT) - 1, why); break;
    case W_STRIP: lose_conditions(t, card, ~(BIT(DEBUFF_COUNT) - 1), why); break;
    case W_KILL: lose_hp(t, card, s->body[card].hp > 0 ? s->body[card].hp : 0, clamp, why); break;
    case W_REVIVE: revive(t, card, f->amount, why); break;
    case W_MOVE:
    case W_LEAP:
    case W_TELEPORT:
    case W_THROW: go(t, w, verb, slot, card); break;
    case W_SWAP: swap_cards(t, w->user, card, w->seat, why); break;
    case W_SALVAGE: salvage(t, w, verb, card); break;
    case W_DETACH: detach_upgrades(t, w, verb, card, f->amount); break;
    case W_RETARGET: retarget(t, w, verb, card); break;
    default: break;
    }
}

// ---- verbs that are done to no card

// Who draws or voids: the controller (0), the opponent (1) or both.
static bool is_told(const struct table *t, size_t verb, unsigned other)
{
    enum { BOTH = 2 };
    int who = t->pool->ops[verb].value;
    return who == BOTH || who == (int)other;
}

static void void_from_arsenal(struct table *t, const struct work *w, size_t verb, int amount)
{
    struct voidbreakers_state *s = state_of(t);
    for (unsigned i = 0; i < PLAYERS; i++) {
        seat_id seat    = i ? other_player(w->seat) : w->seat;
        zone_id arsenal = zone_of_seat(ZONE_ARSENAL, seat);
        if (!is_told(t, verb, i)) continue;
        for (int n = 0; n < amount && zone_size(&s->core, arsenal); n++)
            void_card(t, zone_top(&s->core, arsenal), by_text(t, w, verb));
    }
}

// "Look at the top two cards of your opponent's arsenal", "reveal the top card of your arsenal".
static void show_top(struct table *t, const struct work *w, size_t verb, int count)
{
    struct core *c    = t->state;
    bool         all  = t->pool->ops[verb].code == W_REVEAL;
    zone_id      zone = zone_of_seat(ZONE_ARSENAL, all ? w->seat : other_player(w->seat));
    int          n    = 0;
    EACH_IN_ZONE(card, c, zone) {
        if (n == count) break;
        n++;
        card_show(c, card, (seat_set)(all ? (unsigned)EVERYBODY : BIT(w->seat)));
    }
    happened(t, all ? EVENT_REVEALED : EVENT_LOOKED, w->seat, NO_CARD, NO_CARD, n,
             by_text(t, w, verb));
}

static void show_hand(struct table *t, const struct work *w, size_t verb)
{
    struct core *c    = t->state;
    bool         all  = t->pool->ops[verb].code == W_REVEAL;
    seat_id      whom = t->pool->ops[verb].value ? w->seat : other_player(w->seat);
    happened(t, all ? EVENT_REVEALED : EVENT_LOOKED, all ? whom : w->seat, NO_CARD, NO_CARD,
             zone_size(c, zone_of_seat(ZONE_HAND, whom)), by_text(t, w, verb));
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_HAND, whom))
        card_show(c, card, (seat_set)(all ? (unsigned)EVERYBODY : BIT(w->seat)));
}

// VOI-515
static void cancel(struct table *t, const struct work *w, size_t verb)
{
    struct voidbreakers_state *s = state_of(t);
    if (!w->answers || w->answers > s->link_count) return;
    struct work *below = &s->links[w->answers - 1];
    if (below->kind == WORK_END) return;
    below->cancelled = 1;
    happened(t, EVENT_CANCELLED, w->seat, below->card, NO_CARD, 0, by_text(t, w, verb));
}

static void do_alone(struct table *t, const struct text_frame *f, const struct work *w, size_t verb)
{
    switch (t->pool->ops[verb].code) {
    case W_DEPLOY: deploy_satellites(t, w, verb, f->n, f->amount); break;
    case W_ATTACH: attach_upgrades(t, w, verb, f->amount); break;
    case W_DETACH: detach_upgrades(t, w, verb, w->user, f->amount); break;
    case W_DRAW:
        for (unsigned i = 0; i < PLAYERS; i++)
            if (is_told(t, verb, i))
                draw_cards(t, i ? other_player(w->seat) : w->seat, (unsigned)f->amount,
                           !f->in_batch, by_text(t, w, verb));
        break;
    case W_VOID_ARSENAL: void_from_arsenal(t, w, verb, f->amount); break;
    case W_LOOK:
    case W_REVEAL:
        if (op_find(t->pool->ops, verb, OP_NUMBER))
            show_top(t, w, verb, f->amount);
        else
            show_hand(t, w, verb);
        break;
    case W_CANCEL: cancel(t, w, verb); break;
    default: break;
    }
}

// ---- damage

static struct hit hit_of(struct table *t, const struct text_frame *f, const struct work *w,
                         card_id victim)
{
    const struct op *ops = t->pool->ops;
    return (struct hit){ .source   = w->user,
                         .victim   = victim,
                         .seat     = w->seat,
                         .amount   = f->amount,
                         .pierce   = op_find(ops, f->verb, W_PIERCE) != 0,
                         .drain    = op_find(ops, f->verb, W_DRAIN) != 0,
                         .in_batch = f->in_batch,
                         .why      = by_text(t, w, f->verb) };
}

static void deal_to(struct table *t, const struct text_frame *f, const struct work *w,
                    card_id victim)
{
    struct hit hit = hit_of(t, f, w, victim);
    deal_damage(t, &hit);
}

// ---- looking at the own arsenal

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

// Faces change places, not ids: nobody else sees what became of the order.
static void put_back_in_order(struct table *t, seat_id seat)
{
    struct core           *c = t->state;
    const struct question *q = &c->question[seat];
    struct card_face       faces[PICKS_MAX];
    card_id                places[PICKS_MAX];
    unsigned               count = top_cards(t, seat, q->picked, false, places);
    for (unsigned i = 0; i < count; i++) faces[i] = card_face(c, q->pick[i]);
    for (unsigned i = 0; i < count; i++) {
        card_set_face(c, places[i], faces[i]);
        card_hide(c, places[i], (seat_set)BIT(seat)); // whoever else knew them lost track
    }
}

static void take(struct table *t, const struct work *w, size_t verb, card_id chosen)
{
    struct core     *c    = t->state;
    struct card_face face = card_face(c, chosen);
    card_id          card = zone_top(c, zone_of_seat(ZONE_ARSENAL, w->seat));
    for (card_id i = chosen; i != card; i = card_above(c, i)) {
        card_set_face(c, i, card_face(c, card_above(c, i)));
        card_hide(c, i, (seat_set)BIT(w->seat));
    }
    card_hide(c, card, (seat_set)BIT(w->seat));
    card_set_face(c, card, face);
    card_move(c, card, zone_of_seat(ZONE_HAND, w->seat), BOTTOM);
    happened_to(t, EVENT_TOOK, w->seat, card, card_at(t->state, card)->known, by_text(t, w, verb));
}

// ---- sentences

static void wait_for_later(struct table *t, const struct work *w, size_t sentence)
{
    struct voidbreakers_state *s = state_of(t);
    if (s->later_count == LATER_MAX) return; // VOI-R95
    s->later[s->later_count++] = (struct later){
        .ability = w->ability,
        .only    = (uint16_t)(sentence - ability_at(t, w->ability)->line_op),
        .source  = w->user,
        .seat    = w->seat,
        .phase   = (uint8_t)t->pool->ops[op_find(t->pool->ops, sentence, W_LATER)].value,
    };
}

static bool is_skipped(struct table *t, struct text_frame *f, const struct work *w, size_t sentence)
{
    const struct op *ops = t->pool->ops;
    size_t           if_ = op_find(ops, sentence, W_IF);
    if (op_find(ops, sentence, W_OTHERWISE) && f->n && f->held >> (f->n - 1) & 1) return true;
    if (if_ && !holds(t, w, op_child(if_))) return true;
    if (if_) f->held = (uint8_t)(f->held | BIT(f->n));
    if (op_find(ops, sentence, W_IF_DONE) && !(f->n && w->may >> (f->n - 1) & 1)) return true;
    if (!op_find(ops, sentence, W_LATER) || w->only) return false;
    wait_for_later(t, w, sentence);
    return true;
}

static void forget_thrown(struct voidbreakers_state *s)
{
    if (!s->thrown) return;
    s->thrown = 0;
    EACH_IN_ARENA(c, s) s->body[c].flags &= (uint8_t)~BODY_THROWN;
}

// Voiding from a hand: who is asked for how many of the cards that there are.
static unsigned ask_to_void(struct table *t, const struct text_frame *f, const struct work *w)
{
    struct voidbreakers_state *s     = state_of(t);
    bool                       up_to = op_find(t->pool->ops, f->verb, W_UP_TO) != 0;
    unsigned                   asked = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        seat_id  seat = i ? other_player(w->seat) : w->seat;
        unsigned held = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
        unsigned most = (unsigned)f->amount < held ? (unsigned)f->amount : held;
        if (most > PICKS_MAX) most = PICKS_MAX;
        if (!most || !is_told(t, f->verb, i)) continue;
        ask_several(&s->core, seat, QUESTION_VOID, up_to ? 0 : (uint8_t)most, (uint8_t)most, 0,
                    w->card);
        asked++;
    }
    return asked;
}

static unsigned void_picked(struct table *t, const struct text_frame *f, const struct work *w)
{
    struct voidbreakers_state *s     = state_of(t);
    unsigned                   count = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        seat_id                seat = i ? other_player(w->seat) : w->seat;
        const struct question *q    = &s->core.question[seat];
        if (!(s->core.together >> seat & 1)) continue; // not asked
        for (unsigned k = 0; k < q->picked; k++, count++)
            void_card(t, q->pick[k], by_text(t, w, f->verb));
    }
    return count;
}

// VOI-014
static void void_at_random(struct table *t, const struct text_frame *f, const struct work *w)
{
    struct voidbreakers_state *s    = state_of(t);
    zone_id                    hand = zone_of_seat(ZONE_HAND,
                                t->pool->ops[f->verb].value ? other_player(w->seat) : w->seat);
    for (int n = f->amount; n > 0 && zone_size(&s->core, hand); n--) {
        unsigned left = pick(t, zone_size(&s->core, hand));
        card_id  card = zone_top(&s->core, hand);
        while (left--) card = s->cards[card].below;
        void_card(t, card, by_text(t, w, f->verb));
    }
}

static bool is_exchange(const struct op *ops, size_t verb)
{
    return ops[verb].code == W_SWAP && op_find(ops, object_of(ops, verb), W_PAIR);
}

static void do_for_all(struct table *t, struct text_frame *f, const struct work *w)
{
    card_id  aims[AIMS_MAX];
    unsigned count = aims_of(t, w, f->verb, f->n, aims);
    if (other_object_of(t->pool->ops, f->verb)) { // the one before was chosen by the row before
        card_id first = picked_card(w, f->n - 1u);
        if (count && is_living(state_at(t), first))
            swap_cards(t, first, aims[0], w->seat, by_text(t, w, f->verb));
        return;
    }
    if (is_exchange(t->pool->ops, f->verb)) { // VOI-714: both or neither
        if (count == 2) swap_cards(t, aims[0], aims[1], w->seat, by_text(t, w, f->verb));
        return;
    }
    for (unsigned i = 0; i < count; i++)
        if (t->pool->ops[f->verb].code == W_DEAL)
            deal_to(t, f, w, aims[i]); // VOI-608: not redirected
        else
            do_to(t, f, w, f->verb, f->n, aims[i]);
    if (!object_of(t->pool->ops, f->verb)) do_alone(t, f, w, f->verb);
}

// The one card that takes single-card damage, if it is protected (VOI-608, VOI-806).
static unsigned protectors(struct table *t, const struct text_frame *f, const struct work *w,
                           card_id *victim, card_id *out)
{
    card_id aims[AIMS_MAX];
    if (t->pool->ops[f->verb].code != W_DEAL || op_find(t->pool->ops, f->verb, W_PIERCE)) return 0;
    if (aims_of(t, w, f->verb, f->n, aims) != 1) return 0;
    *victim = aims[0];
    return interceptors(t, aims[0], out, AIMS_MAX);
}

static size_t first_sentence(struct table *t, struct text_frame *f, const struct work *w)
{
    t->effects++;
    forget_thrown(state_of(t));
    f->n = 0;
    return sentence_first(t, w);
}

static size_t op_of(const struct table *t, const struct text_frame *f, const struct work *w)
{
    return ability_at(t, w->ability)->line_op + f->sentence;
}

static const struct sentence *row_at(const struct table *t, const struct text_frame *f,
                                     const struct work *w)
{
    return &book_of(t)->sentences[book_of(t)->row_of[op_of(t, f, w)]];
}

static void step_to(const struct table *t, struct text_frame *f, const struct work *w,
                    size_t sentence)
{
    f->sentence = sentence ? (uint16_t)(sentence - ability_at(t, w->ability)->line_op) : 0;
}

enum flow do_text(struct table *t, struct text_frame *f)
{
    struct voidbreakers_state *s   = state_of(t);
    const struct op           *ops = t->pool->ops;
    struct work               *w   = work_of(s, f);
    card_id                    guards[AIMS_MAX], victim = NO_CARD, seen[PICKS_MAX];
    unsigned                   count;
    FLOW_BEGIN(f);
    for (step_to(t, f, w, first_sentence(t, f, w)); f->sentence;
         step_to(t, f, w, sentence_next(t, w, op_of(t, f, w))), f->n++) {
        if (!row_at(t, f, w)->plain && is_skipped(t, f, w, op_of(t, f, w))) continue;
        f->verb = row_at(t, f, w)->verb;
        if (!row_at(t, f, w)->plain && may_of(ops, op_of(t, f, w))) {
            if (f->in_batch) {
                if (!(w->may >> f->n & 1)) continue;
            } else { // VOI-448
                if (ops[f->verb].code == W_DETACH && !has_to_detach(t, w, f->verb)) continue;
                f->who = ops[may_of(ops, op_of(t, f, w))].value ? other_player(w->seat) : w->seat;
                ask(&s->core, f->who, QUESTION_MAY, (uint16_t)ops[f->verb].code, w->card);
                FLOW_PAUSE(f, TEXT_MAY);
                if (answer_of(&s->core, f->who).kind != CHOOSE_DO) continue;
                w->may = (uint8_t)(w->may | BIT(f->n));
            }
        }
        f->amount = row_at(t, f, w)->plain ? row_at(t, f, w)->amount
                                           : (int16_t)amount_of(t, w, op_of(t, f, w), f->verb);
        if (row_at(t, f, w)->random) pick_at_random(t, w, f->verb, f->n);
        if (ops[f->verb].code == W_VOID_HAND && op_find(ops, f->verb, W_RANDOM)) {
            void_at_random(t, f, w);
        } else if (ops[f->verb].code == W_VOID_HAND) {
            w->may = (uint8_t)(w->may & ~BIT(f->n)); // VOI-R102: if something is voided
            if (!ask_to_void(t, f, w)) continue;
            FLOW_PAUSE(f, TEXT_VOID);
            if (void_picked(t, f, w)) w->may = (uint8_t)(w->may | BIT(f->n));
        } else if (ops[f->verb].code == W_SCOUT) {
            count = top_cards(t, w->seat, f->amount, true, seen);
            happened(t, EVENT_SCOUTED, w->seat, NO_CARD, NO_CARD, (int)count,
                     by_text(t, w, f->verb));
            if (count < 2) continue;
            ask_several(&s->core, w->seat, QUESTION_SCOUT, (uint8_t)count, (uint8_t)count,
                        (uint16_t)count, w->card);
            FLOW_PAUSE(f, TEXT_SCOUT);
            put_back_in_order(t, w->seat);
        } else if (ops[f->verb].code == W_DIG) {
            count = top_cards(t, w->seat, f->amount, true, seen);
            happened(t, EVENT_SCOUTED, w->seat, NO_CARD, NO_CARD, (int)count,
                     by_text(t, w, f->verb));
            if (!count) continue;
            ask(&s->core, w->seat, QUESTION_DIG, (uint16_t)count, w->card);
            FLOW_PAUSE(f, TEXT_DIG);
            if (answer_of(&s->core, w->seat).kind == CHOOSE_TAKE)
                take(t, w, f->verb, answer_of(&s->core, w->seat).card);
        } else if (deploys_up_to(ops, f->verb)) {
            if (!f->in_batch) { // VOI-448
                w->number = 0;
                if (!(count = most_to_deploy(t, w, f->verb, f->n))) continue;
                ask(&s->core, w->seat, QUESTION_NUMBER, (uint16_t)count, w->card);
                FLOW_PAUSE(f, TEXT_NUMBER);
                w->number = answer_of(&s->core, w->seat).option;
            }
            deploy_satellites(t, w, f->verb, f->n, w->number);
        } else if ((count = protectors(t, f, w, &victim, guards)) > 0) {
            if (count > 1) { // VOI-807
                f->who = owner_of(s, victim);
                ask(&s->core, f->who, QUESTION_INTERCEPT, victim, w->card);
                FLOW_PAUSE(f, TEXT_INTERCEPT);
                guards[0] = answer_of(&s->core, f->who).card;
            }
            happened(t, EVENT_INTERCEPTED, owner_of(s, guards[0]), guards[0], NO_CARD, 0,
                     by_rule(VOI_806));
            deal_to(t, f, w, guards[0]);
        } else {
            do_for_all(t, f, w);
        }
    }
    forget_thrown(s);
    FLOW_END(f);
}
