// verbs.c - section 6: what each verb of card text does.
#include "engine/chance.h"
#include "games/despaira/rules.h"

enum { ALL_DAMAGE = 30000, COUNTERS_ALL = 255 };

// ---- lasting changes

// DES-819, DES-853, DES-R130: as long as its trick is equipped, or has its counters.
static bool lasts_as_its_trick(const struct table *t)
{
    const struct link *l = &state_at(t)->links[state_at(t)->resolving - 1];
    return l->ability != NO_ABILITY && ability_at(t, l->ability)->kind == ABILITY_MAIN &&
           (has_class(t, l->source, CLASS_EQUIP) || has_class(t, l->source, CLASS_TIMER));
}

static unsigned duration_in(const struct table *t, size_t op, unsigned kind, unsigned until,
                            int *turns)
{
    size_t d = op_find(t->pool->ops, op, W_DURATION);
    *turns   = d ? number_in(t, d) : 0;
    if (d) return (unsigned)t->pool->ops[d].value;
    return kind != CHANGE_INCREASE && lasts_as_its_trick(t) ? WHILE_ON_FIELD : until;
}

static void change(struct table *t, size_t op, uint16_t thing, unsigned kind, unsigned arg,
                   int value, unsigned until)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    int                    turns;
    unsigned               named = duration_in(t, op, kind, until, &turns);
    struct change          c     = { .card         = thing,
                                     .source       = l->source,
                                     .source_stamp = l->stamp,
                                     .value        = (int16_t)value,
                                     .arg          = (uint16_t)arg,
                                     .kind         = (uint8_t)kind,
                                     .seat         = l->seat,
                                     .until        = (uint8_t)named,
                                     .turns        = (uint8_t)turns };
    if (!add_change(s, c)) return;
    happened(t, EVENT_CHANGED, l->seat, is_thing_tile(thing) ? (card_id)NO_CARD : thing, NO_CARD,
             value, cause_now(t, op));
}

static bool is_affected(const struct table *t, uint16_t thing) // a face-up creature with stats
{
    return !is_thing_tile(thing) && body_at(state_at(t), thing) && is_up(state_at(t), thing);
}

static void change_stat(struct table *t, size_t op, uint16_t thing, unsigned stat, int value,
                        unsigned kind)
{
    if (!is_affected(t, thing)) return;
    if (stat < STAT_COUNT && stat_of(t, thing, stat) == LACKING) return; // DES-818
    change(t, op, thing, kind, stat, value,
           kind == CHANGE_INCREASE ? PERMANENTLY : UNTIL_END_OF_TURN);
    struct body *b = body_of(
        state_of(t), thing); // DES-714, DES-715: a decrease cuts own HP down to the new maximum
    if (kind == CHANGE_INCREASE && value < 0 && (stat == STAT_HP || stat == ALL_STATS)) {
        int damage = b->damage + value;
        b->damage  = (int16_t)(damage > 0 ? damage : 0);
    }
}

static void change_stats(struct table *t, size_t op, uint16_t thing, int value, unsigned kind)
{
    const struct op *ops = t->pool->ops;
    for (size_t i = op_child(op); i < op_after(ops, op); i = op_after(ops, i))
        if (ops[i].code == W_STAT) change_stat(t, op, thing, (unsigned)ops[i].value, value, kind);
}

// "Gains RATK 200 (3)"
static void give_stat(struct table *t, size_t op, uint16_t thing, int value)
{
    const struct op *ops   = t->pool->ops;
    unsigned         stat  = (unsigned)ops[op_find(ops, op, W_STAT)].value;
    size_t           range = op_find(ops, op, W_RANGE);
    if (!is_affected(t, thing)) return;
    if (range && stat == STAT_RATK) stat += RANGED_STAT * (unsigned)number_in(t, range);
    change(t, op, thing, CHANGE_STAT_GAINED, stat, value, PERMANENTLY);
}

static void set_stat(struct table *t, size_t op, uint16_t thing, int value)
{
    unsigned stat = (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_STAT)].value;
    if (!is_affected(t, thing)) return;
    if (stat != STAT_HP) {
        if (stat_of(t, thing, stat) != LACKING)
            change(t, op, thing, CHANGE_BECOMES, stat, value, PERMANENTLY);
        return;
    }
    int max = max_hp(t, thing); // DES-770
    if (value > max) change(t, op, thing, CHANGE_INCREASE, STAT_HP, value - max, PERMANENTLY);
    body_of(state_of(t), thing)->damage = (int16_t)(max_hp(t, thing) - value);
}

static void grant(struct table *t, size_t op, uint16_t thing)
{
    const struct book *book = book_of(t);
    size_t             text = op_find(t->pool->ops, op, OP_TEXT);
    for (unsigned a = book->granted_first; a < book->ability_count; a++)
        if (ability_at(t, a)->op == op_child(text) && is_affected(t, thing))
            change(t, op, thing, CHANGE_GRANT, a, 0, PERMANENTLY);
}

// ---- verbs on one thing

static void afflict(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s      = state_of(t);
    const struct op       *o      = &t->pool->ops[op_find(t->pool->ops, op, W_AFFLICTION)];
    struct body           *b      = body_of(s, card);
    size_t                 turns  = op_find(t->pool->ops, op, W_TURNS);
    int                    length = turns ? number_in(t, turns) : last_number_in(t, op);
    if (!b || !is_creature(t, card)) return;       // DES-898
    if (cannot(t, card, NOT_GET_STATUSES)) return; // DES-862
    if (o->value == BURN) {
        int burn = turns ? 2 : number_in(t, op) / 50;
        if (burn > b->burn || b->status[BURN] == 0) b->burn = (uint8_t)burn;
    }
    if (length > b->status[o->value]) b->status[o->value] = (uint8_t)length; // DES-891
    field_changed(s);
    happened(t, EVENT_BURNED + (unsigned)o->value, controller_of(s, card), card, NO_CARD, length,
             cause_now(t, op));
}

static void cure(struct table *t, card_id card, size_t op)
{
    struct body *b     = body_of(state_of(t), card);
    unsigned     which = (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_AFFLICTION)].value;
    if (!b) return;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (which == 0 || which == i + 1) b->status[i] = 0;
    if (!b->status[BURN]) b->burn = 0;
    field_changed(state_of(t));
    happened(t, EVENT_CURED, NO_SEAT, card, NO_CARD, 0, cause_now(t, op));
}

static void equip(struct table *t, card_id host, size_t op)
{
    struct despaira_state *s  = state_of(t);
    card_id                me = link_now(s)->source;
    struct body           *b  = body_of(s, me);
    if (!b || b->stamp != link_now(s)->stamp || !is_creature(t, host) || !is_up(s, host)) return;
    // DES-R128: else a card could hang on itself, and so be nowhere.
    if (me == host || is_leader(t, me)) return;
    if (!body_at(s, host) || body_at(s, host)->host != NO_CARD) return;
    b->host = host;
    field_changed(s);
    b->flags |= BODY_EQUIPPED;
    b->flags &= (uint16_t) ~(BODY_LOCKED | BODY_JUST_LOCKED);
    card_move(&s->core, me, zone_for(card_at(&s->core, me)->owner, ZONE_ATTACHED), BOTTOM);
    happened(t, EVENT_EQUIPPED, b->controller, me, host, 0, cause_now(t, op));
    did(t, IS_EQUIPPED, b->controller, host, me, tile_of(s, host), 0);
}

static void attach_card(struct table *t, card_id card, card_id host, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || !is_creature(t, card) || card == host || !body_at(s, host)) return;
    if (body_at(s, host)->host != NO_CARD) return; // it is off its tile, next to nobody (DES-828)
    if (distance(tile_of(s, card), tile_of(s, host)) > 1) return; // DES-827
    if (body_at(s, host)->detached_turn == s->turn) return;       // DES-830
    turn_up(t, card, false, cause_now(t, op));
    b->host          = host;
    b->attached_turn = s->turn;
    field_changed(s);
    card_move(&s->core, card, zone_for(card_at(&s->core, card)->owner, ZONE_ATTACHED), BOTTOM);
    happened(t, EVENT_ATTACHED, link_now(s)->seat, card, host, 0, cause_now(t, op));
}

void note_detached(struct despaira_state *s, card_id host) // DES-830
{
    if (body_of(s, host)) body_of(s, host)->detached_turn = (uint8_t)s->turn;
}

bool may_detach_to(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    return b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED) && tile < TILES &&
           occupant(s, tile) == NO_CARD && distance(tile, tile_of(s, b->host)) == 1;
}

void detach_to(struct table *t, card_id card, unsigned tile, size_t op)
{
    struct despaira_state *s = state_of(t);
    note_detached(s, body_at(s, card)->host);
    body_of(s, card)->host = NO_CARD;
    enter_tile(t, card, tile);
    happened(t, EVENT_DETACHED, link_now(s)->seat, card, NO_CARD, 0, cause_now(t, op));
}

static void put_named_counters(struct table *t, uint16_t thing, size_t op, int count)
{
    struct despaira_state *s    = state_of(t);
    unsigned               name = (unsigned)t->pool->ops[op_find(t->pool->ops, op, OP_NAME)].value;
    unsigned               had  = counters_on(s, thing, name);
    if (!is_thing_tile(thing) && !body_at(s, thing)) return;
    if (count < -(int)had) count = -(int)had;
    put_counters(s, thing, name, count);
    if (counters_on(s, thing, name) == had) return;
    card_id card = is_thing_tile(thing) ? (card_id)NO_CARD : thing;
    happened(t, EVENT_COUNTERS, NO_SEAT, card, NO_CARD, count, cause_now(t, op));
    if (card != NO_CARD)
        did(t, count > 0 ? COUNTER_PUT : COUNTER_REMOVED, link_now(s)->seat, card, NO_CARD, NO_TILE,
            count);
}

static void hurt(struct table *t, uint16_t thing, int amount, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (is_leader(t, thing)) {
        hurt_leader(t, card_at(&s->core, thing)->owner, amount, NO_CARD, cause_now(t, op));
        return;
    }
    if (!is_creature(t, thing)) return;
    turn_up(t, thing, true, because(DES_640));
    hurt_creature(t, thing, protected_damage(t, thing, amount), cause_now(t, op));
}

static void change_tile(struct table *t, uint16_t thing, size_t op)
{
    struct despaira_state *s    = state_of(t);
    unsigned               tile = is_thing_tile(thing) ? thing & 0xFFu : tile_of(s, thing);
    unsigned type = (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_TILE_TYPE)].value;
    if (tile >= TILES) return;
    if (op_find(t->pool->ops, op, W_DURATION) || lasts_as_its_trick(t))
        change(t, op, (uint16_t)(TILE_BIT | tile), CHANGE_TILE, tile, s->tiles[tile],
               UNTIL_END_OF_TURN);
    s->tiles[tile] = (uint8_t)type;
    field_changed(s);
    happened(t, EVENT_TILE, link_now(s)->seat, NO_CARD, NO_CARD, (int)tile, cause_now(t, op));
    settle(t);
}

void show_to(struct table *t, card_id card, seat_set who, size_t op, unsigned kind)
{
    card_show(t->state, card, who);
    happened(t, kind, link_now(state_of(t))->seat, card, NO_CARD, 0, cause_now(t, op));
}

static void return_card(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s     = state_of(t);
    unsigned               where = (unsigned)t->pool->ops[op].value;
    seat_id                owner = card_at(&s->core, card)->owner;
    to_zone(t, card, where == TO_HAND ? ZONE_HAND : ZONE_DECK, where == TO_TOP ? TOP : BOTTOM,
            cause_now(t, op));
    if (where == TO_DECK)
        shuffle(t, zone_for(owner, ZONE_DECK), STREAM_DECK + owner,
                reason_for(t, cause_now(t, op)));
}

static void take_control(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    struct body           *b  = body_of(s, card);
    if (!b || b->controller == me || is_leader(t, card)) return;
    if (op_find(t->pool->ops, op, W_DURATION) || lasts_as_its_trick(t))
        change(t, op, card, CHANGE_CONTROL, 0, b->controller, UNTIL_END_OF_TURN);
    set_control(t, card, me);
    happened(t, EVENT_CONTROL, me, card, NO_CARD, 0, cause_now(t, op));
}

static void set_mode(struct table *t, card_id card, size_t op)
{
    struct body *b = body_of(state_of(t), card);
    if (!b || !is_creature(t, card) || !is_up(state_of(t), card)) return;
    bool defence = t->pool->ops[op].value == IN_DEFENCE;
    field_changed(state_of(t));
    b->flags = (uint16_t)(defence ? b->flags | BODY_DEFENCE : b->flags & ~BODY_DEFENCE);
    happened(t, defence ? EVENT_TO_DEFENCE : EVENT_TO_ATTACK, b->controller, card, NO_CARD, 0,
             cause_now(t, op));
}

static void move_away(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (card_at(&s->core, card)->zone == NO_ZONE || is_leader(t, card)) return;
    switch (t->pool->ops[op].code) {
    case W_DESTROY: destroy_card(t, card, cause_now(t, op)); break;
    case W_SACRIFICE:
        if (body_at(s, card))
            sacrifice_card(t, card, cause_now(t, op));
        else
            to_zone(t, card, ZONE_GRAVEYARD, TOP, cause_now(t, op));
        break;
    case W_EXILE: to_zone(t, card, ZONE_VOID, TOP, cause_now(t, op)); break;
    case W_ARCHIVE: to_zone(t, card, ZONE_ARCHIVE, TOP, cause_now(t, op)); break;
    default: return_card(t, card, op); break;
    }
}

static void set_again(struct table *t, card_id card, size_t op)
{
    struct body *b = body_of(state_of(t), card);
    if (!b) return;
    b->flags &= (uint16_t) ~(t->pool->ops[op].value == AGAIN_ATTACK ? BODY_ATTACKED : BODY_MOVED);
    happened(t, EVENT_CHANGED, b->controller, card, NO_CARD, 0, cause_now(t, op));
}

static void flip_card(struct table *t, card_id card, size_t op)
{
    if (!body_at(state_of(t), card)) return;
    if (t->pool->ops[op].value != FLIP_UP)
        turn_down(t, card, cause_now(t, op));
    else if (is_creature(t, card))
        turn_up(t, card, true, cause_now(t, op));
}

static void recharge(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (!is_trick(t, card) || !is_trick_place(card_at(&s->core, card)->zone)) return;
    turn_down(t, card, cause_now(t, op));
}

static void restore_shield(struct table *t, card_id card, size_t op)
{
    struct body *b = body_of(state_of(t), card);
    if (!b) return;
    b->flags &= (uint16_t)~BODY_SHIELD_BROKEN;
    field_changed(state_of(t));
    happened(t, EVENT_CHANGED, b->controller, card, NO_CARD, 0, cause_now(t, op));
}

static void lose_hp(struct table *t, uint16_t thing, int amount, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (is_leader(t, thing)) { // no damage: nothing replaces it
        struct side *me   = &s->side[card_at(&s->core, thing)->owner];
        me->leader_damage = (int16_t)(me->leader_damage + amount);
        field_changed(s);
        happened(t, EVENT_LEADER_HURT, card_at(&s->core, thing)->owner, thing, NO_CARD, amount,
                 cause_now(t, op));
        return;
    }
    hurt(t, thing, amount, op);
}

// DES-853: counters of a Timer.
static void turn_timer(struct table *t, card_id card, int count, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || !b->timer) return;
    int timer = b->timer + count;
    b->timer  = (uint8_t)(timer < 0 ? 0 : timer > 99 ? 99 : timer);
    field_changed(s);
    happened(t, EVENT_COUNTERS, NO_SEAT, card, NO_CARD, count, cause_now(t, op));
    if (!b->timer) to_zone(t, card, ZONE_GRAVEYARD, TOP, because(DES_853));
}

// DES-859: a Timer, statuses and changes that last some turns.
static void lengthen(struct table *t, card_id card, int turns, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b) return;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (b->status[i]) b->status[i] = (uint8_t)(b->status[i] + turns);
    for (unsigned i = 0; i < s->change_count; i++) {
        struct change *c = &s->changes[i];
        if (c->until == FOR_TURNS && (c->card == card || c->source == card))
            c->turns = (uint8_t)(c->turns + turns);
    }
    happened(t, EVENT_CHANGED, link_now(s)->seat, card, NO_CARD, turns, cause_now(t, op));
    turn_timer(t, card, turns, op);
}

// "Discard it": what was chosen in a hand.
static void discard(struct table *t, card_id card, size_t op)
{
    unsigned zone = card_at(t->state, card)->zone;
    if (zone == zone_for(SOUTH, ZONE_HAND) || zone == zone_for(NORTH, ZONE_HAND))
        to_zone(t, card, ZONE_GRAVEYARD, TOP, cause_now(t, op));
}

void do_to(struct table *t, size_t op, uint16_t thing, int amount)
{
    const struct op *o = &t->pool->ops[op];
    if (o->code == W_TILE) {
        change_tile(t, thing, op);
        return;
    }
    if (o->code == W_PUT || o->code == W_REMOVE) {
        int count = o->code == W_REMOVE && o->value == REMOVE_ALL ? COUNTERS_ALL : number_in(t, op);
        put_named_counters(t, thing, op, o->code == W_PUT ? count : -count);
        return;
    }
    if (is_thing_tile(thing)) return;
    switch (o->code) {
    case W_DEAL: hurt(t, thing, amount, op); break;
    case W_DESTROY:
    case W_SACRIFICE:
    case W_EXILE:
    case W_ARCHIVE:
    case W_RETURN: move_away(t, thing, op); break;
    case W_RESTORE: restore_hp(t, thing, amount, cause_now(t, op)); break;
    case W_SHIELD: restore_shield(t, thing, op); break;
    case W_BOOST:
    case W_S_BOOST: change_stats(t, op, thing, amount, CHANGE_BOOST); break;
    case W_NERF:
    case W_S_NERF: change_stats(t, op, thing, -amount, CHANGE_BOOST); break;
    case W_INCREASE: change_stats(t, op, thing, amount, CHANGE_INCREASE); break;
    case W_DECREASE: change_stats(t, op, thing, -amount, CHANGE_INCREASE); break;
    case W_BECOMES: set_stat(t, op, thing, amount); break;
    case W_GAINS_STAT: give_stat(t, op, thing, amount); break;
    case W_GAINS:
    case W_S_HAS: grant(t, op, thing); break;
    case W_MOVE: move_along(t, thing, op); break;
    case W_AGAIN: set_again(t, thing, op); break;
    case W_CANNOT:
        for (unsigned left = doings_in(t->pool->ops, op); left && body_at(state_of(t), thing);
             left &= left - 1)
            change(t, op, thing, CHANGE_CANNOT, (unsigned)__builtin_ctz(left), 0, PERMANENTLY);
        break;
    case W_S_REACH:
        if (is_affected(t, thing)) change(t, op, thing, CHANGE_REACH, 0, amount, UNTIL_END_OF_TURN);
        break;
    case W_STRENGTH: change(t, op, thing, CHANGE_STRENGTH, 0, amount, UNTIL_END_OF_TURN); break;
    case W_TOUGHNESS: change(t, op, thing, CHANGE_TOUGHNESS, 0, amount, UNTIL_END_OF_TURN); break;
    case W_PREVENT: change(t, op, thing, CHANGE_PREVENT, 0, amount, UNTIL_END_OF_TURN); break;
    case W_PREVENT_ALL:
        change(t, op, thing, CHANGE_PREVENT, 0, ALL_DAMAGE, UNTIL_END_OF_TURN);
        break;
    case W_SHELTER:
        change(t, op, thing, CHANGE_CANNOT, NOT_GET_STATUSES, 0, UNTIL_END_OF_TURN);
        break;
    case W_IGNORE:
        if (body_at(state_of(t), thing))
            change(t, op, thing, CHANGE_CANNOT, NOT_BE_CHANGED, 0, UNTIL_END_OF_TURN);
        break;
    case W_WIDEN:
        if (body_at(state_of(t), thing))
            change(t, op, thing, CHANGE_WIDEN, 0, amount, UNTIL_END_OF_TURN);
        break;
    case W_LENGTHEN: lengthen(t, thing, amount, op); break;
    case W_TIMERS: turn_timer(t, thing, o->value == TIMERS_REMOVE ? -amount : amount, op); break;
    case W_HALVE: change(t, op, thing, CHANGE_HALVE, 0, 0, UNTIL_END_OF_TURN); break;
    case W_MODE: set_mode(t, thing, op); break;
    case W_FLIP: flip_card(t, thing, op); break;
    case W_CONTROL: take_control(t, thing, op); break;
    case W_EQUIP: equip(t, thing, op); break;
    case W_RECHARGE: recharge(t, thing, op); break;
    case W_STATUS: afflict(t, thing, op); break;
    case W_CURE: cure(t, thing, op); break;
    case W_LOSE_HP: lose_hp(t, thing, amount, op); break;
    case W_DISCARD: discard(t, thing, op); break;
    case W_REVEAL: show_to(t, thing, EVERYBODY, op, EVENT_REVEALED); break;
    case W_LOOK:
        show_to(t, thing, (seat_set)BIT(link_now(state_of(t))->seat), op, EVENT_LOOKED);
        break;
    default: break;
    }
}

// ---- verbs without an object, or with two

// Does the player only look, or are cards revealed to all?
bool is_look(const struct table *t, size_t op)
{
    const struct op *o = &t->pool->ops[op];
    return o->code == W_LOOK || (o->code == W_LOOK_HAND && o->value == HAND_LOOK) ||
           (o->code == W_TOP && o->value == TOP_LOOK);
}

// The hand, or the top of the deck, that a clause shows.
unsigned cards_shown(const struct table *t, size_t op, uint16_t out[MEANT_MAX])
{
    const struct core *c   = t->state;
    const struct op   *o   = &t->pool->ops[op];
    seat_id            me  = state_at(t)->links[state_at(t)->resolving - 1].seat;
    bool               all = o->code == W_LOOK_HAND;
    seat_id  who   = !all ? player_in(t, op) : o->value == HAND_REVEAL_OWN ? me : other_seat(me);
    int      most  = all ? MEANT_MAX : op_find(t->pool->ops, op, OP_NUMBER) ? number_in(t, op) : 1;
    unsigned count = 0;
    if (most > MEANT_MAX) most = MEANT_MAX;
    EACH_IN_ZONE(card, c, zone_for(who, all ? ZONE_HAND : ZONE_DECK))
        if (count < (unsigned)most) out[count++] = card;
    return count;
}

static void show_cards(struct table *t, size_t op)
{
    uint16_t list[MEANT_MAX];
    unsigned count = cards_shown(t, op, list);
    bool     look  = is_look(t, op);
    for (unsigned i = 0; i < count; i++)
        show_to(t, list[i], (seat_set)(look ? BIT(link_now(state_of(t))->seat) : EVERYBODY), op,
                look ? EVENT_LOOKED : EVENT_REVEALED);
}

static void negate(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    if (!l->named_link || l->named_link > s->link_count) return;
    struct link *other = &s->links[l->named_link - 1];
    if (other->flags & LINK_RESOLVED) return;
    other->flags |= LINK_NEGATED;
    happened(t, EVENT_NEGATED, l->seat, other->source, NO_CARD, l->named_link, cause_now(t, op));
}

// DES-847, DES-R129: the named link does what is quoted instead, when its turn comes.
static void substitute(struct table *t, size_t op)
{
    struct despaira_state *s    = state_of(t);
    const struct book     *book = book_of(t);
    struct link           *l    = link_now(s);
    if (!l->named_link || l->named_link > s->link_count) return;
    struct link *other = &s->links[l->named_link - 1];
    if (other->flags & LINK_RESOLVED) return;
    if (other->ability != NO_ABILITY && ability_at(t, other->ability)->kind == ABILITY_OF_TRICK)
        other->flags &= (uint8_t)~LINK_TRICK; // the trick lay there before, and stays
    for (unsigned a = book->granted_first; a < book->ability_count; a++)
        if (book->abilities[a].op == op_child(op_find(t->pool->ops, op, OP_TEXT)))
            other->ability = (uint16_t)a;
    memset(other->target, 0, sizeof other->target);
    memset(other->path, 0, sizeof other->path);
    other->target_count = other->path_count = 0;
    other->named_link                       = SUBSTITUTED;
    other->flags &= (uint8_t)~LINK_SPECIAL;
    happened(t, EVENT_SUBSTITUTED, l->seat, other->source, NO_CARD, (int)(other - s->links) + 1,
             cause_now(t, op));
}

// DES-844: the named ability misses what the player controls, unless it is Unavoidable.
static void make_miss(struct table *t, size_t op)
{
    enum { MISSED = 0xFFFF };
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    if (!l->named_link || l->named_link > s->link_count) return;
    struct link *other = &s->links[l->named_link - 1];
    if (other->flags & LINK_RESOLVED || is_unavoidable(t, other)) return;
    for (unsigned i = 0; i < other->target_count; i++) {
        struct target *g = &other->target[i];
        if (is_thing_tile(g->what) || controller_of(s, g->what) != l->seat) continue;
        g->stamp = MISSED;
        happened(t, EVENT_EVADED, l->seat, g->what, NO_CARD, 0, cause_now(t, op));
    }
}

static void move_crystals(struct table *t, size_t op)
{
    struct despaira_state *s      = state_of(t);
    seat_id                me     = link_now(s)->seat;
    int                    amount = number_in(t, op), theirs = s->side[other_seat(me)].inventory;
    switch ((enum crystals_word)t->pool->ops[op].value) {
    case CRYSTALS_GAIN: gain_crystals(t, me, amount, cause_now(t, op)); break;
    case CRYSTALS_LOSE: gain_crystals(t, me, -amount, cause_now(t, op)); break;
    case CRYSTALS_OPPONENT_LOSES:
        gain_crystals(t, other_seat(me), -amount, cause_now(t, op));
        break;
    case CRYSTALS_STEAL:
        if (amount > theirs) amount = theirs;
        gain_crystals(t, other_seat(me), -amount, cause_now(t, op));
        gain_crystals(t, me, amount, cause_now(t, op));
        break;
    }
}

seat_id player_in(const struct table *t, size_t op)
{
    seat_id me = state_at(t)->links[state_at(t)->resolving - 1].seat;
    return op_find(t->pool->ops, op, W_THEY) ? other_seat(me) : me;
}

static void mill(struct table *t, size_t op)
{
    struct core *c    = t->state;
    zone_id      deck = zone_for(player_in(t, op), ZONE_DECK);
    for (int i = number_in(t, op); i > 0 && zone_size(c, deck); i--)
        to_zone(t, zone_top(c, deck), ZONE_GRAVEYARD, TOP, cause_now(t, op));
}

static void gain_points(struct table *t, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    if (s->turn_seat != me) return; // DES-333
    int sum = s->side[me].spawn_points + number_in(t, op);
    if (sum > SPAWN_POINTS) sum = SPAWN_POINTS;
    s->side[me].spawn_points = (uint8_t)sum;
    happened(t, EVENT_POINTS, me, NO_CARD, NO_CARD, sum, cause_now(t, op));
}

static void do_pair(struct table *t, size_t op)
{
    struct context c = context_now(t);
    uint16_t       first[MEANT_MAX], second[MEANT_MAX];
    unsigned       a = things_in(t, &c, op, 0, first), b = things_in(t, &c, op, 1, second);
    if (t->pool->ops[op].code == W_SWAP && !object_in(t, op, 1) && a == 2)
        second[0] = first[1], b = 1;
    if (!a || !b) return;
    switch (t->pool->ops[op].code) {
    case W_SWAP: swap_cards(t, first[0], second[0], op); break;
    case W_ATTACH:
        for (unsigned i = 0; i < a; i++) attach_card(t, first[i], second[0], op);
        break;
    default: {
        unsigned tile = is_thing_tile(second[0]) ? second[0] & 0xFFu
                                                 : tile_of(state_of(t), second[0]);
        if (!is_thing_tile(first[0])) shift_to(t, first[0], tile, op);
        break;
    }
    }
}

static void discard_at_random(struct table *t, size_t op)
{
    struct core *c    = t->state;
    zone_id      hand = zone_for(player_in(t, op), ZONE_HAND);
    for (int i = number_in(t, op); i > 0 && zone_size(c, hand); i--) {
        unsigned n    = pick(t, zone_size(c, hand));
        card_id  card = zone_top(c, hand);
        while (n-- > 0) card = card_below(c, card);
        to_zone(t, card, ZONE_GRAVEYARD, TOP, cause_now(t, op));
    }
}

static void win_by_text(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    const struct link     *l = link_now(s);
    seat_id who       = t->pool->ops[op].value == OPPONENT_WINS ? other_seat(l->seat) : l->seat;
    s->side[who].wins = 1;
    happened(t, EVENT_WINS, who, l->source, NO_CARD, 0, cause_now(t, op));
}

void do_alone(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    switch (t->pool->ops[op].code) {
    case W_NEGATE: negate(t, op); break;
    case W_MISSES: make_miss(t, op); break;
    case W_SUBSTITUTE: substitute(t, op); break;
    case W_TOP:
    case W_LOOK_HAND: show_cards(t, op); break;
    case W_COUNTER_ACTION:
        s->action.countered = 1;
        happened(t, EVENT_COUNTERED, l->seat, s->action.card, NO_CARD, 0, cause_now(t, op));
        break;
    case W_DRAW: {
        int count = t->pool->ops[op].value == DRAW_ONE ? 1 : number_in(t, op);
        draw_cards(t, player_in(t, op), (unsigned)count, cause_now(t, op));
        did(t, THEY_DRAW, player_in(t, op), l->source, NO_CARD, NO_TILE, count);
        break;
    }
    case W_DISCARD:
        if (op_find(t->pool->ops, op, W_AT_RANDOM)) discard_at_random(t, op);
        break;
    case W_MILL: mill(t, op); break;
    case W_CRYSTALS: move_crystals(t, op); break;
    case W_POINTS: gain_points(t, op); break;
    case W_ROLL: s->work.die = (uint8_t)roll(t, 6, l->seat, reason_for(t, cause_now(t, op))); break;
    case W_TOSS: s->work.coin = flip(t, l->seat, reason_for(t, cause_now(t, op))) ? 1 : 2; break;
    case W_WIN: win_by_text(t, op); break;
    case W_NO_SURPLUS: change(t, op, NO_CARD, CHANGE_SURPLUS, 0, 0, UNTIL_END_OF_TURN); break;
    case W_SWAP:
    case W_SHIFT:
    case W_ATTACH: do_pair(t, op); break;
    default: break;
    }
}
