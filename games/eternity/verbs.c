// 6: verbs that need no answer, and whom a verb is about.
#include "engine/chance.h"
#include "games/eternity/rules.h"

// ---- whom a verb is about

bool is_open_to(const struct eternity_state *s, seat_id who, seat_id seat)
{
    return seat != NO_SEAT && is_fighting(s, seat) && (seat == who || !s->fighter[seat].immune);
}

static bool is_within(const struct eternity_state *s, seat_id who, seat_id seat, int within)
{
    return within < 0 || (square_of(s, who) != NO_ZONE &&
                          (int)distance(square_of(s, who), square_of(s, seat)) <= within);
}

seat_set objects_of(const struct table *t, uint32_t verb, seat_id who)
{
    const struct eternity_state *s      = state_at(t);
    size_t                       at     = op_find(t->pool->ops, verb, W_OBJECT);
    unsigned                     word   = at ? (unsigned)t->pool->ops[at].value : YOUR_TARGET;
    seat_id                      target = target_of(s, who);
    seat_set                     set    = 0;
    if (word == YOURSELF) return (seat_set)(is_fighting(s, who) ? BIT(who) : 0);
    if (word == YOUR_TARGET || word == IT)
        return (seat_set)(is_open_to(s, who, target) ? BIT(target) : 0);
    int within = op_find(t->pool->ops, at, OP_NUMBER) ? number_in(t->pool, (uint32_t)at) : -1;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!is_open_to(s, who, seat) || !is_within(s, who, seat, within)) continue;
        if (word == EACH_CHARACTER || is_enemy(&s->core, who, seat))
            set = (seat_set)(set | BIT(seat));
    }
    return set;
}

seat_id first_in_lead_order(const struct eternity_state *s, seat_set set)
{
    for (unsigned i = 0; i < s->core.seats; i++)
        if (set >> nth_in_lead_order(s, i) & 1) return nth_in_lead_order(s, i);
    return NO_SEAT;
}

// The seat itself (value 0) or its target (value 1), or NO_SEAT.
seat_id seat_meant(const struct table *t, uint32_t verb, seat_id who)
{
    const struct eternity_state *s = state_at(t);
    if (!t->pool->ops[verb].value) return who;
    seat_id target = target_of(s, who);
    return is_open_to(s, who, target) ? target : (seat_id)NO_SEAT;
}

// ---- verbs

struct event told_by_text(const struct table *t, const struct text_frame *f, unsigned kind,
                          seat_id seat, uint32_t verb)
{
    return event_by_text(t, kind, seat, f->card, verb);
}

static struct event told_of(const struct table *t, const struct text_frame *f, unsigned kind,
                            seat_id seat, uint32_t verb)
{
    struct event e = told_by_text(t, f, kind, seat, verb);
    e.target       = state_at(t)->fighter[seat].character;
    e.target_def   = card_at(t->state, e.target)->def;
    return e;
}

static bool holds_enemy(const struct eternity_state *s, seat_id who, seat_set set)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1 && is_enemy(&s->core, who, seat)) return true;
    return false;
}

void deal_by_text(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s   = state_of(t);
    seat_set               set = objects_of(t, verb, f->who);
    size_t                 at  = op_find(t->pool->ops, verb, W_OBJECT);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1)
            add_blow(s, (struct blow){ .card   = f->card,
                                       .amount = (int16_t)amount,
                                       .who    = f->who,
                                       .victim = seat,
                                       .index  = f->index });
    if (holds_enemy(s, f->who, set) && f->index < COMBO_MAX && at &&
        t->pool->ops[at].value >= EACH_OPPONENT) { // ETE-947
        struct played *p = &s->fighter[f->who].combo[f->index];
        p->flags         = (uint8_t)((p->flags | PLAYED_HIT) & ~PLAYED_WHIFFED);
    }
    call(s, FLOW_BLOWS);
}

static void lay_down(struct table *t, const struct text_frame *f, uint32_t verb, enum lying how)
{
    struct eternity_state *s   = state_of(t);
    seat_set               set = objects_of(t, verb, f->who);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(set >> seat & 1)) continue;
        if (s->fighter[seat].lying_next < how) s->fighter[seat].lying_next = (uint8_t)how;
        tell(t, told_of(t, f, how == ROOTED ? EVENT_ROOTED : EVENT_KNOCKED_DOWN, seat, verb));
    }
}

// ETE-625: what the target resolves now, or its revealed card; NULL: nothing in play (ETE-626).
static struct played *card_to_stop(struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    if (!is_open_to(s, who, target) || !s->fighter[target].played) return NULL;
    struct played *p = s->resolving == target + 1 ? last_played(s, target) : revealed_of(s, target);
    bool           lies = card_at(&s->core, p->card)->zone == zone_of_seat(ZONE_PLAY, target);
    return lies && is_in_play(p) ? p : NULL;
}

static void stop_card(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s = state_of(t);
    struct played         *p = card_to_stop(s, f->who);
    if (!p) return;
    seat_id target = target_of(s, f->who);
    if (t->pool->ops[verb].code == W_CANCEL) {
        cancel_card(t, f->who, target, p, told_by_text(t, f, EVENT_CANCELLED, f->who, verb));
        if (f->index < COMBO_MAX) s->fighter[f->who].combo[f->index].flags |= PLAYED_CANCELS;
        wait_for(t, f->who, WHEN_YOU_STOP);
        return;
    }
    p->flags |= PLAYED_BLANK;
    struct event e = told_by_text(t, f, EVENT_BLANKED, f->who, verb);
    e.target       = p->card;
    e.target_def   = card_at(&s->core, p->card)->def;
    tell(t, e);
    wait_for(t, f->who, WHEN_YOU_STOP);
}

static void show_card(struct table *t, const struct text_frame *f, uint32_t verb, card_id card,
                      seat_set viewers)
{
    card_show(t->state, card, viewers);
    struct event e = told_by_text(t, f, EVENT_SHOWN, card_at(t->state, card)->owner, verb);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    e.seen_by      = card_at(t->state, card)->known;
    tell(t, e);
}

static void look(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s    = state_of(t);
    const struct op       *node = &t->pool->ops[verb];
    seat_set viewers = (seat_set)(node->code == W_LOOK ? BIT(f->who) : (unsigned)EVERYBODY);
    bool     own     = node->value == LOOK_OWN_DECK || node->value == LOOK_OWN_HAND;
    bool     hand    = node->value == LOOK_TARGET_HAND || node->value == LOOK_OWN_HAND;
    seat_id  target  = own ? f->who : target_of(s, f->who);
    if (!own && !is_open_to(s, f->who, target)) return;
    zone_id      zone  = zone_of_seat(hand ? ZONE_HAND : ZONE_DECK, target);
    int          count = hand ? zone_size(&s->core, zone) : number_in(t->pool, verb);
    struct event e     = told_of(t, f, EVENT_LOOKED, f->who, verb);
    e.target           = s->fighter[target].character;
    e.target_def       = card_at(&s->core, e.target)->def;
    e.amount = (int16_t)(count < zone_size(&s->core, zone) ? count : zone_size(&s->core, zone));
    tell(t, e);
    EACH_IN_ZONE(card, &s->core, zone)
        if (count-- > 0) show_card(t, f, verb, card, viewers);
}

void discard_by_text(struct table *t, const struct text_frame *f, uint32_t verb, card_id card)
{
    struct core *c     = t->state;
    seat_id      owner = card_at(c, card)->owner;
    card_show(c, card, EVERYBODY);
    card_move(c, card, zone_of_seat(ZONE_DISCARD, owner), TOP);
    struct event e = told_by_text(t, f, EVENT_DISCARDED, owner, verb);
    e.card         = card;
    e.def          = card_at(c, card)->def;
    tell(t, e);
}

void discard_at_random(struct table *t, const struct text_frame *f, uint32_t verb, seat_id seat,
                       unsigned count)
{
    zone_id hand = zone_of_seat(ZONE_HAND, seat);
    for (; count > 0 && zone_size(t->state, hand); count--) {
        unsigned nth  = pick(t, zone_size(t->state, hand));
        card_id  card = zone_top(t->state, hand);
        while (nth-- > 0) card = card_below(t->state, card);
        discard_by_text(t, f, verb, card);
    }
}

static void mill(struct table *t, const struct text_frame *f, uint32_t verb, seat_id seat,
                 int count)
{
    zone_id deck = zone_of_seat(ZONE_DECK, seat);
    for (; count > 0 && zone_size(t->state, deck); count--)
        discard_by_text(t, f, verb, zone_top(t->state, deck));
}

static void gain_meter(struct table *t, const struct text_frame *f, uint32_t verb, int count)
{
    struct core *c    = t->state;
    zone_id      pile = zone_of_seat(ZONE_DISCARD, f->who);
    for (; count > 0 && zone_size(c, pile); count--) {
        card_id      card = zone_top(c, pile);
        struct event e    = told_by_text(t, f, EVENT_TO_METER, f->who, verb);
        e.card            = card;
        e.def             = card_at(c, card)->def;
        card_move(c, card, zone_of_seat(ZONE_METER, f->who), TOP);
        tell(t, e);
    }
}

void return_to_hand(struct table *t, const struct text_frame *f, uint32_t verb, card_id card)
{
    card_move(t->state, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
    struct event e = told_by_text(t, f, EVENT_TO_HAND, f->who, verb);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    tell(t, e);
}

void drain_card(struct table *t, const struct text_frame *f, uint32_t verb, card_id card)
{
    seat_id owner = card_at(t->state, card)->owner;
    card_move(t->state, card, zone_of_seat(ZONE_REMOVED, owner), TOP);
    struct event e = told_by_text(t, f, EVENT_REMOVED, owner, verb);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    tell(t, e);
}

// ETE-721
static void swap_with_target(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, f->who);
    if (target == NO_SEAT || !can_be_moved(s, f->who, f->who) || !can_be_moved(s, f->who, target))
        return;
    zone_id      here = square_of(s, f->who), there = square_of(s, target);
    struct event e = told_by_text(t, f, EVENT_MOVED, f->who, verb);
    put_on_square(t, f->who, there, e);
    e.seat = target;
    put_on_square(t, target, here, e);
}

void put_sean(struct table *t, const struct text_frame *f, uint32_t verb, zone_id to)
{
    state_of(t)->fighter[f->who].sean = to;
    struct event e                    = told_by_text(t, f, EVENT_SEAN_MOVED, f->who, verb);
    e.to                              = to;
    tell(t, e);
}

static void swap_with_sean(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s     = state_of(t);
    zone_id                there = s->fighter[f->who].sean, here = square_of(s, f->who);
    if (there == NO_ZONE || !can_be_moved(s, f->who, f->who) || there == here) return;
    if (seat_on(s, there) != NO_SEAT) return; // ETE-701
    put_on_square(t, f->who, there, told_by_text(t, f, EVENT_MOVED, f->who, verb));
    put_sean(t, f, verb, here);
}

static void put_sean_here(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s = state_of(t);
    if (is_fighting(s, f->who))
        put_sean(t, f, verb, square_of(s, f->who));
    else
        s->fighter[f->who].sean_waits = 1; // ETE-866
}

static void remove_sean(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    if (me->sean == NO_ZONE) return;
    me->sean = NO_ZONE;
    tell(t, told_by_text(t, f, EVENT_SEAN_LEFT, f->who, verb));
}

static void stand_up(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    if (!me->lying && !me->lying_next) return;
    me->lying = me->lying_next = STANDS;
    tell(t, told_of(t, f, EVENT_STOOD_UP, f->who, verb));
}

// ETE-905, ETE-909, ETE-910
static void tag_out(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s       = state_of(t);
    seat_id                partner = is_tag_mode(s) ? partner_of(s, f->who) : (seat_id)NO_SEAT;
    if (partner == NO_SEAT || !is_alive(s, partner) || !is_fighting(s, f->who)) return;
    if (is_fighting(s, partner)) return;
    zone_id      here = square_of(s, f->who);
    struct event e    = told_by_text(t, f, EVENT_TAGGED_OUT, f->who, verb);
    e.card            = s->fighter[f->who].character;
    e.def             = card_at(&s->core, e.card)->def;
    tell(t, e);
    card_move(&s->core, e.card, zone_of_seat(ZONE_BENCH, f->who), TOP);
    put_on_square(t, partner, here, told_by_text(t, f, EVENT_ENTERED, partner, verb));
    wait_for(t, partner, WHEN_TAGGED_IN);
}

static void tell_change(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct event e = told_by_text(t, f, EVENT_CHANGED, f->who, verb);
    e.amount       = (int16_t)amount;
    tell(t, e);
}

static int8_t add_small(int8_t value, int amount)
{
    int sum = value + amount;
    if (sum > 99) sum = 99;
    if (sum < -99) sum = -99;
    return (int8_t)sum;
}

static void add_boon(struct fighter *me, const struct card_pool *pool, uint32_t verb, int amount)
{
    const struct op *node = &pool->ops[verb];
    unsigned         last = (unsigned)pool->ops[op_find(pool->ops, verb, W_DURATION)].value;
    struct boon *boon = last == THIS_TURN ? &me->now : last == NEXT_TURN ? &me->next : &me->round;
    if (node->value == BOON_PRIORITY_LESS || node->value == BOON_DAMAGE_LESS) amount = -amount;
    if (node->value <= BOON_PRIORITY_LESS)
        boon->priority = add_small(boon->priority, amount);
    else
        boon->damage = add_small(boon->damage, amount);
}

// Changes of numbers of this turn.
static void change_number(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct fighter  *me   = &state_of(t)->fighter[f->who];
    const struct op *node = &t->pool->ops[verb];
    struct played   *p    = f->index < COMBO_MAX ? &me->combo[f->index] : NULL;
    int              sign = node->value ? -amount : amount;
    switch (node->code) {
    case W_DAMAGE:
        if (p && node->value) p->less = add_small(p->less, amount);
        if (p && !node->value) p->damage = add_small(p->damage, amount);
        break;
    case W_PRIORITY: me->priority = add_small(me->priority, sign); break;
    case W_USE_ATTACK:
        if (p) p->as_attack = 1;
        break;
    case W_INSTEAD:
        if (p) p->instead = (int8_t)(amount + 1);
        break;
    case W_NEXT_ATTACK:
        sign = node->value & 1 ? -amount : amount;
        if (node->value & 2)
            me->next_card = add_small(me->next_card, sign);
        else
            me->next_attack = add_small(me->next_attack, sign);
        break;
    case W_BOON: add_boon(me, t->pool, verb, amount); break;
    case W_PREVENT: me->prevent = add_small(me->prevent, amount); break;
    case W_COMBO_LIMIT:
        me->limit = (uint8_t)(amount < COMBO_MAX ? amount : COMBO_MAX);
        break; // ETE-440
    case W_REACH: me->reach = (uint8_t)amount; break;
    default: break;
    }
    tell_change(t, f, verb, amount);
}

static void change_input(struct table *t, const struct text_frame *f, uint32_t verb)
{
    const struct op *node = &t->pool->ops[verb];
    if (f->index == COMBO_MAX) return;
    state_of(t)->fighter[f->who].combo[f->index].colour[node[1].value] = (uint8_t)node->value;
    tell_change(t, f, verb, node->value);
}

static void regain_burst(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    if (me->burst) return;
    me->burst = 1;
    tell(t, told_by_text(t, f, EVENT_REGAINED_BURST, f->who, verb));
}

// Verbs about the target's card that change what it may do.
static void hinder(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, f->who);
    if (!is_open_to(s, f->who, target)) return;
    struct fighter *whom = &s->fighter[target];
    switch (t->pool->ops[verb].code) {
    case W_WARN: warn(t, f->who, target, told_of(t, f, EVENT_WARNED, target, verb)); return;
    case W_NO_LINK: whom->linkless = FORBIDDEN; break;
    case W_SLOW: whom->priority = add_small(whom->priority, -amount); break;
    default: break;
    }
    tell_change(t, f, verb, amount);
}

static void turn_mask(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    me->mask_down      = !me->mask_down;
    tell(t, told_by_text(t, f, EVENT_MASK_TURNED, f->who, verb));
}

static void lose_by_text(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s    = state_of(t);
    seat_id                one  = seat_meant(t, verb, f->who);
    bool                   each = t->pool->ops[verb].value == 2;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (each ? is_enemy(&s->core, f->who, seat) && is_open_to(s, f->who, seat) : seat == one)
            lose_health(t, seat, amount, told_by_text(t, f, EVENT_LOST_HEALTH, seat, verb));
    test_defeat(t);
}

static void put_discarded_under(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct core *c    = t->state;
    zone_id      pile = zone_of_seat(ZONE_DISCARD, f->who);
    if (!zone_size(c, pile)) return;
    struct event e = told_by_text(t, f, EVENT_UNDER_DECK, f->who, verb);
    e.card         = zone_top(c, pile);
    e.def          = card_at(c, e.card)->def;
    card_move(c, e.card, zone_of_seat(ZONE_DECK, f->who), BOTTOM);
    tell(t, e);
}

// Verbs that need no answer.
void do_at_once(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    const struct op *node = &t->pool->ops[verb];
    seat_id          seat = f->who;
    switch (node->code) {
    case W_GAIN_HEALTH:
        gain_health(t, seat, amount, told_by_text(t, f, EVENT_GAINED_HEALTH, seat, verb));
        break;
    case W_LOSE_HEALTH: lose_by_text(t, f, verb, amount); break;
    case W_DRAW: draw_cards(t, seat, (unsigned)amount, ETE_550); break;
    case W_MILL:
        seat = seat_meant(t, verb, f->who);
        if (seat != NO_SEAT) mill(t, f, verb, seat, amount);
        break;
    case W_UNDER: put_discarded_under(t, f, verb); break;
    case W_GAIN_METER: gain_meter(t, f, verb, amount); break;
    case W_SWAP:
        if (node->value)
            swap_with_sean(t, f, verb);
        else
            swap_with_target(t, f, verb);
        break;
    case W_PLACE: put_sean_here(t, f, verb); break;
    case W_REMOVE_SEAN: remove_sean(t, f, verb); break;
    case W_KNOCK_DOWN: lay_down(t, f, verb, KNOCKED_DOWN); break;
    case W_ROOT: lay_down(t, f, verb, ROOTED); break;
    case W_STAND_UP: stand_up(t, f, verb); break;
    case W_CANCEL:
    case W_BLANK: stop_card(t, f, verb); break;
    case W_INPUT: change_input(t, f, verb); break;
    case W_GAIN_POWER:
        change_power(t, seat, amount, told_by_text(t, f, EVENT_GAINED_POWER, seat, verb));
        break;
    case W_SPEND_POWER:
        change_power(t, seat, -amount, told_by_text(t, f, EVENT_SPENT_POWER, seat, verb));
        break;
    case W_LOOK:
    case W_REVEAL: look(t, f, verb); break;
    case W_REGAIN_BURST: regain_burst(t, f, verb); break;
    case W_TAG_OUT: tag_out(t, f, verb); break;
    case W_TURN_MASK: turn_mask(t, f, verb); break;
    case W_WARN:
    case W_NO_LINK:
    case W_SLOW: hinder(t, f, verb, amount); break;
    default: change_number(t, f, verb, amount); break;
    }
}
