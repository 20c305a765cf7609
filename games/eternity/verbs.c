// 6: verbs, one deed each. What is left open has been asked by then (meaning/run.h).
#include "games/eternity/verbs.h"
#include "engine/chance.h"
#include "meaning/evaluate.h"

#include <limits.h>

bool is_open_to(const struct eternity_state *s, seat_id who, seat_id seat)
{
    return seat != NO_SEAT && is_fighting(s, seat) && (seat == who || !s->fighter[seat].immune);
}

static struct event told(const struct table *t, const struct work *w, const struct step *s,
                         unsigned kind, seat_id seat)
{
    return event_by_text(t, kind, seat, w->card, s->words);
}

// The same, about a character.
static struct event told_of(const struct table *t, const struct work *w, const struct step *s,
                            unsigned kind, seat_id seat)
{
    struct event e = told(t, w, s, kind, seat);
    e.target       = state_at(t)->fighter[seat].character;
    e.target_def   = card_at(t->state, e.target)->def;
    return e;
}

static struct event told_card(const struct table *t, const struct work *w, const struct step *s,
                              unsigned kind, seat_id seat, card_id card)
{
    struct event e = told(t, w, s, kind, seat);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    return e;
}

static struct fighter *fighter_of(struct table *t, const struct work *w)
{
    return &state_of(t)->fighter[w->seat];
}

// The card in the combo whose text it is, or NULL.
static struct played *played_of(struct table *t, const struct work *w)
{
    unsigned index = work_at(w)->index;
    return index < COMBO_MAX ? &fighter_of(t, w)->combo[index] : NULL;
}

static uint16_t count_of(int amount) { return amount > 0 ? (uint16_t)amount : 0; }

// ---- damage and health

uint16_t deal_damage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    seat_id victim = seat_of_thing(a->thing);
    add_blow(state_of(t), (struct blow){ .card   = w->card,
                                         .amount = (int16_t)a->amount,
                                         .who    = w->seat,
                                         .victim = victim,
                                         .index  = work_at(w)->index });
    bool           each = t->pool->meaning->things[s->things].how == HOW_ALL;
    struct played *p    = played_of(t, w);
    if (p && each && is_enemy(t->state, w->seat, victim)) // ETE-947
        p->flags = (uint8_t)((p->flags | PLAYED_HIT) & ~PLAYED_WHIFFED);
    return count_of(a->amount);
}

uint16_t gain_some_health(struct table *t, struct work *w, const struct step *s,
                          const struct aim *a)
{
    gain_health(t, a->who, a->amount, told(t, w, s, EVENT_GAINED_HEALTH, a->who));
    return count_of(a->amount);
}

uint16_t lose_some_health(struct table *t, struct work *w, const struct step *s,
                          const struct aim *a)
{
    seat_id seat = seat_of_thing(a->thing);
    lose_health(t, seat, a->amount, told(t, w, s, EVENT_LOST_HEALTH, seat));
    return count_of(a->amount);
}

static uint16_t lay_down(struct table *t, struct work *w, const struct step *s, const struct aim *a,
                         enum lying how)
{
    struct fighter *whom = &state_of(t)->fighter[seat_of_thing(a->thing)];
    if (whom->cannot & BIT(how == ROOTED ? BAN_ROOT : BAN_DOWN)) return 0; // ETE-194
    if (whom->lying_next < how) whom->lying_next = (uint8_t)how;
    tell(t, told_of(t, w, s, how == ROOTED ? EVENT_ROOTED : EVENT_KNOCKED_DOWN,
                    seat_of_thing(a->thing)));
    if (how != KNOCKED_DOWN) return 1;
    wait_for(t, seat_of_thing(a->thing), WHEN_YOU_FALL);
    if (target_of(state_at(t), w->seat) == seat_of_thing(a->thing))
        wait_for(t, w->seat, WHEN_TARGET_FALLS);
    return 1;
}

uint16_t knock_down(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return lay_down(t, w, s, a, KNOCKED_DOWN);
}

uint16_t root(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return lay_down(t, w, s, a, ROOTED);
}

uint16_t stand_up(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    if (!me->lying && !me->lying_next) return 0;
    me->lying = me->lying_next = STANDS;
    tell(t, told_of(t, w, s, EVENT_STOOD_UP, a->who));
    return 1;
}

// ---- cancelling and blanking

// ETE-625: what the target resolves now, or its revealed card; NULL: nothing in play (ETE-626).
static struct played *card_to_stop(struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    if (!is_open_to(s, who, target) || !s->fighter[target].played) return NULL;
    struct played *p = s->resolving == target + 1 ? last_played(s, target) : revealed_of(s, target);
    bool           lies = card_at(&s->core, p->card)->zone == zone_of_seat(ZONE_PLAY, target);
    return lies && is_in_play(p) ? p : NULL;
}

uint16_t cancel_target(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct played *p   = card_to_stop(state_of(t), a->who);
    struct played *own = played_of(t, w);
    if (!p) return 0;
    cancel_card(t, a->who, target_of(state_at(t), a->who), p,
                told(t, w, s, EVENT_CANCELLED, a->who));
    if (own) own->flags |= PLAYED_CANCELS;
    wait_for(t, a->who, WHEN_YOU_STOP);
    return 1;
}

uint16_t blank_target(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct played *p = card_to_stop(state_of(t), a->who);
    if (!p) return 0;
    p->flags |= PLAYED_BLANK;
    struct event e = told(t, w, s, EVENT_BLANKED, a->who);
    e.target       = p->card;
    e.target_def   = card_at(t->state, p->card)->def;
    tell(t, e);
    wait_for(t, a->who, WHEN_YOU_STOP);
    return 1;
}

// ---- cards

static void show_card(struct table *t, struct work *w, const struct step *s, card_id card,
                      seat_set viewers)
{
    card_show(t->state, card, viewers);
    struct event e = told_card(t, w, s, EVENT_SHOWN, card_at(t->state, card)->owner, card);
    e.seen_by      = card_at(t->state, card)->known;
    tell(t, e);
}

static uint16_t show_zone(struct table *t, struct work *w, const struct step *s, seat_id of,
                          unsigned zone, int count, seat_set viewers)
{
    zone_id      pile = zone_of_seat(zone, of);
    struct event e    = told_of(t, w, s, EVENT_LOOKED, w->seat);
    if (count > zone_size(t->state, pile)) count = zone_size(t->state, pile);
    e.target     = state_at(t)->fighter[of].character;
    e.target_def = card_at(t->state, e.target)->def;
    e.amount     = (int16_t)count;
    tell(t, e);
    int left = count;
    EACH_IN_ZONE(card, t->state, pile)
        if (left-- > 0) show_card(t, w, s, card, viewers);
    return count_of(count);
}

uint16_t look_at_hand(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return show_zone(t, w, s, seat_of_thing(a->thing), ZONE_HAND, INT16_MAX,
                     (seat_set)BIT(w->seat));
}
uint16_t look_at_top(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return show_zone(t, w, s, seat_of_thing(a->thing), ZONE_DECK, a->amount,
                     (seat_set)BIT(w->seat));
}
uint16_t reveal_hand(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return show_zone(t, w, s, seat_of_thing(a->thing), ZONE_HAND, INT16_MAX, EVERYBODY);
}
uint16_t reveal_top(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return show_zone(t, w, s, seat_of_thing(a->thing), ZONE_DECK, a->amount, EVERYBODY);
}

uint16_t draw_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)w, (void)s;
    draw_cards(t, a->who, (unsigned)a->amount, ETE_550);
    return count_of(a->amount);
}

static void put_away(struct table *t, struct work *w, const struct step *s, card_id card)
{
    seat_id owner = card_at(t->state, card)->owner;
    card_show(t->state, card, EVERYBODY);
    card_move(t->state, card, zone_of_seat(ZONE_DISCARD, owner), TOP);
    tell(t, told_card(t, w, s, EVENT_DISCARDED, owner, card));
}

uint16_t discard_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    if (card_at(t->state, a->thing)->zone != zone_of_seat(ZONE_HAND, a->who)) return 0;
    put_away(t, w, s, a->thing);
    wait_for(t, a->who, WHEN_YOU_DISCARD);
    return 1;
}

// From a hand that was looked at.
uint16_t rip_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    seat_id owner = card_at(t->state, a->thing)->owner;
    if (card_at(t->state, a->thing)->zone != zone_of_seat(ZONE_HAND, owner)) return 0;
    put_away(t, w, s, a->thing);
    wait_for(t, owner, WHEN_YOU_DISCARD);
    return 1;
}

static uint16_t becomes_meter(struct table *t, struct work *w, const struct step *s, seat_id who,
                              card_id card)
{
    struct event e = told_card(t, w, s, EVENT_TO_METER, who, card);
    card_show(t->state, card, EVERYBODY);
    card_move(t->state, card, zone_of_seat(ZONE_METER, who), TOP);
    tell(t, e);
    return 1;
}
uint16_t put_into_meter(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return becomes_meter(t, w, s, a->who, a->thing);
}
uint16_t put_top_into_meter(struct table *t, struct work *w, const struct step *s,
                            const struct aim *a)
{
    zone_id deck = zone_of_seat(ZONE_DECK, a->who);
    return zone_size(t->state, deck) ? becomes_meter(t, w, s, a->who, zone_top(t->state, deck)) : 0;
}

uint16_t mill_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    zone_id  deck = zone_of_seat(ZONE_DECK, seat_of_thing(a->thing));
    uint16_t done = 0;
    for (; done < a->amount && zone_size(t->state, deck); done++)
        put_away(t, w, s, zone_top(t->state, deck));
    return done;
}

uint16_t gain_meter(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    zone_id  pile = zone_of_seat(ZONE_DISCARD, a->who);
    uint16_t done = 0;
    for (; done < a->amount && zone_size(t->state, pile); done++) {
        card_id      card = zone_top(t->state, pile);
        struct event e    = told_card(t, w, s, EVENT_TO_METER, a->who, card);
        card_move(t->state, card, zone_of_seat(ZONE_METER, a->who), TOP);
        tell(t, e);
    }
    return done;
}

uint16_t return_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    card_move(t->state, a->thing, zone_of_seat(ZONE_HAND, a->who), BOTTOM);
    tell(t, told_card(t, w, s, EVENT_TO_HAND, a->who, a->thing));
    return 1;
}

uint16_t put_one_under(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)w, (void)s;
    put_under_deck(t, a->who, a->thing, ETE_193);
    return 1;
}

uint16_t put_discarded_under(struct table *t, struct work *w, const struct step *s,
                             const struct aim *a)
{
    zone_id pile = zone_of_seat(ZONE_DISCARD, a->who);
    if (!zone_size(t->state, pile)) return 0;
    card_id      card = zone_top(t->state, pile);
    struct event e    = told_card(t, w, s, EVENT_UNDER_DECK, a->who, card);
    card_move(t->state, card, zone_of_seat(ZONE_DECK, a->who), BOTTOM);
    tell(t, e);
    return 1;
}

uint16_t drain_one(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    seat_id owner = card_at(t->state, a->thing)->owner;
    if (card_at(t->state, a->thing)->zone != zone_of_seat(ZONE_METER, owner)) return 0;
    card_move(t->state, a->thing, zone_of_seat(ZONE_REMOVED, owner), TOP);
    tell(t, told_card(t, w, s, EVENT_REMOVED, owner, a->thing));
    return 1;
}

// ---- movement

static uint16_t call_move(struct table *t, struct work *w, const struct step *s, seat_id whom,
                          int amount, enum move_how how, bool sean)
{
    if (whom != w->seat && state_at(t)->fighter[whom].cannot & BIT(BAN_MOVE) && !sean) return 0;
    struct move_frame *m = &call(state_of(t), FLOW_MOVE)->move;
    m->op                = s->words;
    m->card              = w->card;
    m->who               = w->seat;
    m->whom              = whom;
    m->left              = (uint8_t)(amount < UINT8_MAX ? amount : UINT8_MAX);
    m->up_to             = s->flags & STEP_AS_MUCH ? 1 : 0;
    m->sean              = sean;
    m->how               = (uint8_t)how;
    return 1;
}

uint16_t move_freely(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return call_move(t, w, s, seat_of_thing(a->thing), a->amount, MOVE_FREELY, false);
}
uint16_t move_sean(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return call_move(t, w, s, a->who, a->amount, MOVE_FREELY, true);
}
uint16_t push_away(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return call_move(t, w, s, seat_of_thing(a->thing), a->amount, MOVE_PUSHED, false);
}
uint16_t pull_near(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    return call_move(t, w, s, seat_of_thing(a->thing), a->amount, MOVE_PULLED, false);
}

// ETE-721
uint16_t swap_with_target(struct table *t, struct work *w, const struct step *s,
                          const struct aim *a)
{
    struct eternity_state *st     = state_of(t);
    seat_id                target = target_of(st, a->who);
    if (target == NO_SEAT || !can_be_moved(st, a->who, a->who) || !can_be_moved(st, a->who, target))
        return 0;
    zone_id      here = square_of(st, a->who), there = square_of(st, target);
    struct event e = told(t, w, s, EVENT_MOVED, a->who);
    put_on_square(t, a->who, there, e);
    e.seat = target;
    put_on_square(t, target, here, e);
    return 1;
}

static void put_sean(struct table *t, struct work *w, const struct step *s, zone_id to)
{
    fighter_of(t, w)->sean = to;
    struct event e         = told(t, w, s, EVENT_SEAN_MOVED, w->seat);
    e.to                   = to;
    tell(t, e);
}

uint16_t swap_with_sean(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct eternity_state *st    = state_of(t);
    zone_id                there = st->fighter[a->who].sean, here = square_of(st, a->who);
    if (there == NO_ZONE || !can_be_moved(st, a->who, a->who) || there == here) return 0;
    if (seat_on(st, there) != NO_SEAT) return 0; // ETE-701
    put_on_square(t, a->who, there, told(t, w, s, EVENT_MOVED, a->who));
    put_sean(t, w, s, here);
    return 1;
}

uint16_t put_sean_here(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct eternity_state *st = state_of(t);
    if (is_fighting(st, a->who))
        put_sean(t, w, s, square_of(st, a->who));
    else
        st->fighter[a->who].sean_waits = 1; // ETE-866
    return 1;
}

uint16_t place_sean(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    put_sean(t, w, s, (zone_id)place_of_thing(a->to));
    return 1;
}

uint16_t remove_sean(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    if (me->sean == NO_ZONE) return 0;
    me->sean = NO_ZONE;
    tell(t, told(t, w, s, EVENT_SEAN_LEFT, a->who));
    return 1;
}

// ETE-722
bool you_can_be_moved(const struct scope *k, const struct step *s)
{
    (void)s;
    return can_be_moved(state_at(k->t), k->seat, k->seat);
}

bool target_can_be_moved(const struct scope *k, const struct step *s)
{
    (void)s;
    seat_id target = target_of(state_at(k->t), k->seat);
    return target != NO_SEAT && can_be_moved(state_at(k->t), k->seat, target);
}

uint16_t place_yourself(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    put_on_square(t, a->who, (zone_id)place_of_thing(a->to), told(t, w, s, EVENT_MOVED, a->who));
    return 1;
}

uint16_t place_target(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    seat_id target = target_of(state_at(t), a->who);
    if (target == NO_SEAT) return 0; // gave up
    put_on_square(t, target, (zone_id)place_of_thing(a->to), told(t, w, s, EVENT_MOVED, a->who));
    return 1;
}

// ETE-905, ETE-909, ETE-910
uint16_t tag_out(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct eternity_state *st      = state_of(t);
    seat_id                partner = is_tag_mode(st) ? partner_of(st, a->who) : (seat_id)NO_SEAT;
    if (partner == NO_SEAT || !is_alive(st, partner) || !is_fighting(st, a->who)) return 0;
    if (is_fighting(st, partner)) return 0;
    zone_id      here = square_of(st, a->who);
    card_id      out  = st->fighter[a->who].character;
    struct event e    = told_card(t, w, s, EVENT_TAGGED_OUT, a->who, out);
    tell(t, e);
    card_move(&st->core, out, zone_of_seat(ZONE_BENCH, a->who), TOP);
    put_on_square(t, partner, here, told(t, w, s, EVENT_ENTERED, partner));
    wait_for(t, partner, WHEN_TAGGED_IN);
    return 1;
}

// ---- tokens

// ETE-876
bool has_lamp_to_place(const struct scope *k, const struct step *s)
{
    const struct eternity_state *st = state_at(k->t);
    (void)s;
    return st->fighter[k->seat].power && lamps_of(st, k->seat) < LAMPS_MAX &&
           is_fighting(st, k->seat);
}

uint16_t place_a_lamp(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    place_lamp(t, a->who, (zone_id)place_of_thing(a->to), told(t, w, s, EVENT_LAMP_PLACED, a->who));
    return 1;
}

uint16_t take_a_lamp(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    take_lamp(t, a->who, (zone_id)place_of_thing(a->to), told(t, w, s, EVENT_LAMP_TAKEN, a->who));
    return 1;
}

uint16_t turn_mask(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    me->mask_down      = !me->mask_down;
    tell(t, told(t, w, s, EVENT_MASK_TURNED, a->who));
    return 1;
}

uint16_t gain_power(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    int before = fighter_of(t, w)->power;
    change_power(t, a->who, a->amount, told(t, w, s, EVENT_GAINED_POWER, a->who));
    return count_of(fighter_of(t, w)->power - before);
}

// ETE-R107: what may be spent, if it is there in full.
int power_left(const struct scope *k, const struct step *s)
{
    (void)s;
    return state_at(k->t)->fighter[k->seat].power;
}
int health_left(const struct scope *k, const struct step *s)
{
    bool own = things_first(k, s->things) == thing_of_seat(k->seat);
    return own ? state_at(k->t)->fighter[k->seat].health : INT_MAX;
}

uint16_t spend_power(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    int before = fighter_of(t, w)->power;
    change_power(t, a->who, -a->amount, told(t, w, s, EVENT_SPENT_POWER, a->who));
    return count_of(before - fighter_of(t, w)->power);
}

// ---- numbers

static int8_t add_small(int8_t value, int amount)
{
    int sum = value + amount;
    if (sum > 99) sum = 99;
    if (sum < -99) sum = -99;
    return (int8_t)sum;
}

static uint16_t changed(struct table *t, struct work *w, const struct step *s, int amount)
{
    struct event e = told(t, w, s, EVENT_CHANGED, w->seat);
    e.amount       = (int16_t)amount;
    tell(t, e);
    return 1;
}

static int signed_amount(const struct step *s, int amount)
{
    return s->arg_count && s->arg[0] == WORD_LESS ? -amount : amount;
}

uint16_t change_damage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct played *p = played_of(t, w);
    if (p && s->arg[0] == WORD_LESS)
        p->less = add_small(p->less, a->amount);
    else if (p)
        p->damage = add_small(p->damage, a->amount);
    return changed(t, w, s, a->amount);
}

uint16_t change_priority(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    me->priority       = add_small(me->priority, signed_amount(s, a->amount));
    return changed(t, w, s, a->amount);
}

uint16_t use_attack(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct played *p = played_of(t, w);
    (void)a;
    if (p) p->as_attack = 1;
    return changed(t, w, s, 0);
}

uint16_t deal_instead(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct played *p = played_of(t, w);
    if (p) p->instead = (int8_t)((a->amount < 99 ? a->amount : 99) + 1);
    return changed(t, w, s, a->amount);
}

uint16_t change_next_attack(struct table *t, struct work *w, const struct step *s,
                            const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    me->next_attack    = add_small(me->next_attack, signed_amount(s, a->amount));
    return changed(t, w, s, a->amount);
}

uint16_t change_next_card(struct table *t, struct work *w, const struct step *s,
                          const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    me->next_card      = add_small(me->next_card, signed_amount(s, a->amount));
    return changed(t, w, s, a->amount);
}

static struct boon *boon_of(struct table *t, const struct work *w, const struct step *s)
{
    struct fighter *me = fighter_of(t, w);
    switch ((enum duration)(s->until - 1)) {
    case THIS_TURN: return &me->now;
    case NEXT_TURN: return &me->next;
    case THIS_ROUND: break;
    }
    return &me->round;
}

uint16_t give_priority(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct boon *boon = boon_of(t, w, s);
    boon->priority    = add_small(boon->priority, signed_amount(s, a->amount));
    return changed(t, w, s, a->amount);
}

uint16_t give_damage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct boon *boon = boon_of(t, w, s);
    boon->damage      = add_small(boon->damage, signed_amount(s, a->amount));
    return changed(t, w, s, a->amount);
}

uint16_t give_attacks(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct boon *boon = boon_of(t, w, s);
    boon->attacks     = add_small(boon->attacks, signed_amount(s, a->amount));
    return changed(t, w, s, a->amount);
}

// ETE-R113
uint16_t shield(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    me->shield         = add_small(me->shield, a->amount);
    return changed(t, w, s, a->amount);
}
uint16_t shield_all(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)a;
    fighter_of(t, w)->shield = INT8_MAX;
    return changed(t, w, s, 0);
}

uint16_t ban(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *whom = &state_of(t)->fighter[seat_of_thing(a->thing)];
    for (unsigned i = 0; i < s->arg_count; i++)
        whom->cannot = (uint8_t)(whom->cannot | BIT(s->arg[i] - WORD_BANS));
    return changed(t, w, s, 0);
}

uint16_t prevent_damage(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    me->prevent        = add_small(me->prevent, a->amount);
    return changed(t, w, s, a->amount);
}

// ETE-440
uint16_t set_combo_limit(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    fighter_of(t, w)->limit = (uint8_t)(a->amount < COMBO_MAX ? a->amount : COMBO_MAX);
    return changed(t, w, s, a->amount);
}

uint16_t reach_farther(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    fighter_of(t, w)->reach = (uint8_t)a->amount;
    return changed(t, w, s, a->amount);
}

uint16_t change_input(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct played *p = played_of(t, w);
    (void)a;
    if (!p) return 0;
    p->colour[s->arg[0] - WORD_L] = (uint8_t)(s->arg[1] - WORD_WHITE);
    return changed(t, w, s, s->arg[1] - WORD_WHITE);
}

uint16_t regain_burst(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *me = fighter_of(t, w);
    if (me->burst) return 0;
    me->burst = 1;
    tell(t, told(t, w, s, EVENT_REGAINED_BURST, a->who));
    return 1;
}

// ---- what hinders the target

static struct fighter *open_target(struct table *t, const struct work *w)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, w->seat);
    return is_open_to(s, w->seat, target) ? &s->fighter[target] : NULL;
}

uint16_t warn_target(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    if (!open_target(t, w)) return 0;
    seat_id target = target_of(state_at(t), a->who);
    warn(t, a->who, target, told_of(t, w, s, EVENT_WARNED, target));
    return 1;
}

uint16_t forbid_links(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *whom = open_target(t, w);
    if (!whom) return 0;
    whom->linkless = FORBIDDEN;
    return changed(t, w, s, a->amount);
}

uint16_t weaken_target(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *target = open_target(t, w);
    if (!target || !target->played) return 0;
    target->combo[0].less = add_small(target->combo[0].less, a->amount);
    return changed(t, w, s, a->amount);
}

uint16_t slow_target(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct fighter *whom = open_target(t, w);
    if (!whom) return 0;
    whom->priority = add_small(whom->priority, -a->amount);
    return changed(t, w, s, a->amount);
}
