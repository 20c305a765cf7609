// effects.c - an ability being carried out: sentences, verbs, and the questions they leave to a
// player.
#include "engine/chance.h"
#include "games/despaira/rules.h"

static bool is_thing_tile(uint16_t thing) { return thing & TILE_BIT && thing != NO_CARD; }

static struct link *link_now(struct despaira_state *s) { return &s->links[s->resolving - 1]; }

struct context context_now(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    return context_of_link(t, &s->links[s->resolving - 1]);
}

static struct cause cause_now(const struct table *t, size_t op)
{
    const struct despaira_state *s = state_at(t);
    const struct link           *l = &s->links[s->resolving - 1];
    return (struct cause){ .rule    = 0,
                           .source  = l->source,
                           .def     = ability_at(t, l->ability)->def,
                           .op      = (uint32_t)op,
                           .ability = l->ability,
                           .seat    = l->seat };
}

static void name_thing(struct despaira_state *s, uint16_t thing)
{
    if (s->work.named_count == NAMED_MAX) return;
    const struct body *b                       = is_thing_tile(thing) ? NULL : body_at(s, thing);
    s->work.named[s->work.named_count]         = thing;
    s->work.named_stamp[s->work.named_count++] = b ? b->stamp : 0;
}

static void forget_named(struct despaira_state *s)
{
    memset(s->work.named, 0, sizeof s->work.named);
    memset(s->work.named_stamp, 0, sizeof s->work.named_stamp);
    s->work.named_count = 0;
}

// ---- targets at resolution (DES-556 to DES-564)

static bool target_is_hit(struct table *t, const struct link *l, const struct target *g,
                          size_t group)
{
    struct despaira_state *s = state_of(t);
    struct context         c = context_of_link(t, l);
    if (is_thing_tile(g->what)) return true; // DES-559
    const struct body *b = body_at(s, g->what);
    if ((b ? b->stamp : 0) != g->stamp) return false;
    if (b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED)) return false;
    if (!matches(t, &c, group, g->what, REACH_AGAIN)) return false;
    if (!b || b->controller == l->seat || tile_of(s, g->what) == g->tile) return true;
    if (is_trick(t, l->source) && has_class(t, l->source, CLASS_UNAVOIDABLE))
        return true; // DES-560
    happened(t, EVENT_EVADED, b->controller, g->what, NO_CARD, 0, because(DES_557));
    return false;
}

static void name_targets(struct table *t, size_t op, unsigned slot)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    if (!selects_tiles(t, op))
        forget_named(s); // "it" stays the card when a tile is selected for it
    for (unsigned i = 0; i < l->target_count; i++)
        if (l->target[i].slot == slot && target_is_hit(t, l, &l->target[i], object_in(t, op, 0)))
            name_thing(s, l->target[i].what);
}

// ---- lasting changes

static unsigned duration_in(const struct table *t, size_t op, int *turns)
{
    size_t d = op_find(t->pool->ops, op, W_DURATION);
    *turns   = d ? number_in(t, d) : 0;
    return d ? (unsigned)t->pool->ops[d].value : UNTIL_END_OF_TURN;
}

static void change(struct table *t, size_t op, uint16_t thing, unsigned kind, unsigned arg,
                   int value, unsigned until)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    int                    turns;
    unsigned               named = duration_in(t, op, &turns);
    struct change          c     = { .card         = thing,
                                     .source       = l->source,
                                     .source_stamp = l->stamp,
                                     .value        = (int16_t)value,
                                     .arg          = (uint16_t)arg,
                                     .kind         = (uint8_t)kind,
                                     .seat         = l->seat,
                                     .turns        = (uint8_t)turns };
    c.until = (uint8_t)(until == PERMANENTLY && !op_find(t->pool->ops, op, W_DURATION) ? PERMANENTLY
                                                                                       : named);
    if (!add_change(s, c)) return;
    happened(t, EVENT_CHANGED, l->seat, is_thing_tile(thing) ? (card_id)NO_CARD : thing, NO_CARD,
             value, cause_now(t, op));
}

static bool is_affected(const struct table *t, uint16_t thing) // a face-up creature with stats
{
    return !is_thing_tile(thing) && body_at(state_at(t), thing) && is_up(state_at(t), thing);
}

static void change_stats(struct table *t, size_t op, uint16_t thing, int value, unsigned kind)
{
    unsigned stat = (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_STAT)].value;
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

// ---- moving

static void note_departure(struct despaira_state *s, card_id card)
{
    struct body *b = body_of(s, card);
    if (b->from == NO_TILE) b->from = (uint8_t)tile_of(s, card);
    b->back = (uint8_t)tile_of(s, card);
}

static bool step_is_free(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s     = state_at(t);
    card_id                      there = occupant(s, tile);
    if (!is_trick(t, card)) return there == NO_CARD;
    return trick_on(s, tile) == NO_CARD &&
           (there == NO_CARD || controller_of(s, there) == controller_of(s, card));
}

static bool clashes_here(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    return is_creature(t, card) && controller_of(s, card) == s->links[s->resolving - 1].seat &&
           would_clash(t, card, controller_of(s, card), tile);
}

static void arrive(struct table *t, card_id card, unsigned tile, size_t op)
{
    struct despaira_state *s = state_of(t);
    enter_tile(t, card, tile);
    struct body *b = body_of(s, card);
    if (b && controller_of(s, card) == link_now(s)->seat) b->flags |= BODY_ARRIVED;
    happened(t, EVENT_MOVED, controller_of(s, card), card, NO_CARD, 0, cause_now(t, op));
    did(t, MOVES, controller_of(s, card), card, NO_CARD, tile, 0);
}

// DES-647 to DES-652
static void move_along(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    if (!may_be_moved(t, card)) return;
    for (unsigned i = 0; i < l->path_count; i++) {
        unsigned tile = l->path[i], here = tile_of(s, card);
        if (here == NO_TILE || distance(here, tile) != 1) return;
        note_departure(s, card);
        if (!step_is_free(t, card, tile)) {
            if (i + 1u == l->path_count && clashes_here(t, card, tile) &&
                clash(t, card, tile, here, cause_now(t, op)))
                arrive(t, card, tile, op);
            return;
        }
        arrive(t, card, tile, op);
        if (!body_at(s, card)) return;
    }
}

static void shift_to(struct table *t, card_id card, unsigned tile, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (!may_be_moved(t, card) || tile >= TILES || tile_of(s, card) == tile) return;
    unsigned here = tile_of(s, card);
    note_departure(s, card);
    if (step_is_free(t, card, tile))
        arrive(t, card, tile, op);
    else if (clashes_here(t, card, tile) && clash(t, card, tile, here, cause_now(t, op)))
        arrive(t, card, tile, op);
}

static void swap_cards(struct table *t, card_id a, card_id b, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (!may_be_moved(t, a) || !may_be_moved(t, b) || is_trick(t, a) != is_trick(t, b)) return;
    unsigned tile_a = tile_of(s, a), tile_b = tile_of(s, b);
    note_departure(s, a);
    note_departure(s, b);
    card_move(&s->core, a, zone_for(SOUTH, ZONE_LIMBO),
              TOP); // both at once: no tile is left twice taken
    arrive(t, b, tile_a, op);
    arrive(t, a, tile_b, op);
}

// ---- verbs on one thing

static void afflict(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s      = state_of(t);
    const struct op       *o      = &t->pool->ops[op_find(t->pool->ops, op, W_AFFLICTION)];
    struct body           *b      = body_of(s, card);
    size_t                 turns  = op_find(t->pool->ops, op, W_TURNS);
    int                    length = turns ? number_in(t, turns) : last_number_in(t, op);
    if (!b || !is_creature(t, card)) return; // DES-898
    if (o->value == BURN) {
        int burn = turns ? 2 : number_in(t, op) / 50;
        if (burn > b->burn || b->status[BURN] == 0) b->burn = (uint8_t)burn;
    }
    if (length > b->status[o->value]) b->status[o->value] = (uint8_t)length; // DES-891
    happened(t, EVENT_STATUS, controller_of(s, card), card, NO_CARD, length, cause_now(t, op));
}

static void cure(struct table *t, card_id card, size_t op)
{
    struct body *b     = body_of(state_of(t), card);
    unsigned     which = (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_AFFLICTION)].value;
    if (!b) return;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (which == 0 || which == i + 1) b->status[i] = 0;
    if (!b->status[BURN]) b->burn = 0;
    happened(t, EVENT_CURED, NO_SEAT, card, NO_CARD, 0, cause_now(t, op));
}

static void equip(struct table *t, card_id host, size_t op)
{
    struct despaira_state *s  = state_of(t);
    card_id                me = link_now(s)->source;
    struct body           *b  = body_of(s, me);
    if (!b || b->stamp != link_now(s)->stamp || !is_creature(t, host) || !is_up(s, host)) return;
    b->host = host;
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
    if (distance(tile_of(s, card), tile_of(s, host)) > 1) return; // DES-827
    turn_up(t, card, false, cause_now(t, op));
    b->host          = host;
    b->attached_turn = s->turn;
    card_move(&s->core, card, zone_for(card_at(&s->core, card)->owner, ZONE_ATTACHED), BOTTOM);
    happened(t, EVENT_ATTACHED, link_now(s)->seat, card, host, 0, cause_now(t, op));
}

static void detach_card(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || b->host == NO_CARD || b->flags & BODY_EQUIPPED) return;
    for (unsigned tile = 0; tile < TILES; tile++) {
        if (occupant(s, tile) != NO_CARD || distance(tile, tile_of(s, b->host)) != 1) continue;
        b->host = NO_CARD;
        enter_tile(t, card, tile);
        happened(t, EVENT_DETACHED, link_now(s)->seat, card, NO_CARD, 0, cause_now(t, op));
        return;
    }
}

static void put_named_counters(struct table *t, uint16_t thing, size_t op, int count)
{
    struct despaira_state *s    = state_of(t);
    unsigned               name = (unsigned)t->pool->ops[op_find(t->pool->ops, op, OP_NAME)].value;
    unsigned               had  = counters_on(s, thing, name);
    if (!is_thing_tile(thing) && !body_at(s, thing)) return;
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
    if (op_find(t->pool->ops, op, W_DURATION))
        change(t, op, (uint16_t)(TILE_BIT | tile), CHANGE_TILE, tile, s->tiles[tile],
               UNTIL_END_OF_TURN);
    s->tiles[tile] = (uint8_t)type;
    happened(t, EVENT_TILE, link_now(s)->seat, NO_CARD, NO_CARD, (int)tile, cause_now(t, op));
    settle(t);
}

static void show_to(struct table *t, card_id card, seat_set who, size_t op, unsigned kind)
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
    if (where == TO_DECK) shuffle(t, zone_for(owner, ZONE_DECK), STREAM_DECK + owner);
}

static void take_control(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    struct body           *b  = body_of(s, card);
    if (!b || b->controller == me || is_leader(t, card)) return;
    if (op_find(t->pool->ops, op, W_DURATION))
        change(t, op, card, CHANGE_CONTROL, 0, b->controller, UNTIL_END_OF_TURN);
    set_control(t, card, me);
    happened(t, EVENT_CONTROL, me, card, NO_CARD, 0, cause_now(t, op));
}

static void set_mode(struct table *t, card_id card, size_t op)
{
    struct body *b = body_of(state_of(t), card);
    if (!b || !is_creature(t, card) || !is_up(state_of(t), card)) return;
    bool defence = t->pool->ops[op].value == 1;
    b->flags     = (uint16_t)(defence ? b->flags | BODY_DEFENCE : b->flags & ~BODY_DEFENCE);
    happened(t, EVENT_SWITCHED, b->controller, card, NO_CARD, defence, cause_now(t, op));
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
    b->flags &= (uint16_t) ~(t->pool->ops[op].value ? BODY_ATTACKED : BODY_MOVED);
    happened(t, EVENT_CHANGED, b->controller, card, NO_CARD, 0, cause_now(t, op));
}

static void flip_card(struct table *t, card_id card, size_t op)
{
    if (!body_at(state_of(t), card)) return;
    if (t->pool->ops[op].value)
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
    happened(t, EVENT_CHANGED, b->controller, card, NO_CARD, 0, cause_now(t, op));
}

static void lose_hp(struct table *t, uint16_t thing, int amount, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (is_leader(t, thing)) { // no damage: nothing replaces it
        struct side *me   = &s->side[card_at(&s->core, thing)->owner];
        me->leader_damage = (int16_t)(me->leader_damage + amount);
        happened(t, EVENT_LEADER_HURT, card_at(&s->core, thing)->owner, thing, NO_CARD, amount,
                 cause_now(t, op));
        return;
    }
    hurt(t, thing, amount, op);
}

static void do_to(struct table *t, size_t op, uint16_t thing, int amount)
{
    const struct op *o = &t->pool->ops[op];
    if (o->code == W_TILE) {
        change_tile(t, thing, op);
        return;
    }
    if (o->code == W_PUT || o->code == W_REMOVE) {
        put_named_counters(t, thing, op, o->code == W_PUT ? number_in(t, op) : -number_in(t, op));
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
    case W_BOOST: change_stats(t, op, thing, amount, CHANGE_BOOST); break;
    case W_NERF: change_stats(t, op, thing, -amount, CHANGE_BOOST); break;
    case W_INCREASE: change_stats(t, op, thing, amount, CHANGE_INCREASE); break;
    case W_DECREASE: change_stats(t, op, thing, -amount, CHANGE_INCREASE); break;
    case W_BECOMES: set_stat(t, op, thing, amount); break;
    case W_GAINS_STAT:
        if (is_affected(t, thing))
            change(t, op, thing, CHANGE_STAT_GAINED,
                   (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_STAT)].value, amount,
                   PERMANENTLY);
        break;
    case W_GAINS: grant(t, op, thing); break;
    case W_MOVE: move_along(t, thing, op); break;
    case W_AGAIN: set_again(t, thing, op); break;
    case W_CANNOT:
        if (body_at(state_of(t), thing))
            change(t, op, thing, CHANGE_CANNOT,
                   (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_DOING)].value, 0,
                   PERMANENTLY);
        break;
    case W_STRENGTH: change(t, op, thing, CHANGE_STRENGTH, 0, amount, UNTIL_END_OF_TURN); break;
    case W_TOUGHNESS: change(t, op, thing, CHANGE_TOUGHNESS, 0, amount, UNTIL_END_OF_TURN); break;
    case W_PREVENT: change(t, op, thing, CHANGE_PREVENT, 0, amount, UNTIL_END_OF_TURN); break;
    case W_HALVE: change(t, op, thing, CHANGE_HALVE, 0, 0, UNTIL_END_OF_TURN); break;
    case W_MODE: set_mode(t, thing, op); break;
    case W_FLIP: flip_card(t, thing, op); break;
    case W_CONTROL: take_control(t, thing, op); break;
    case W_EQUIP: equip(t, thing, op); break;
    case W_DETACH: detach_card(t, thing, op); break;
    case W_RECHARGE: recharge(t, thing, op); break;
    case W_STATUS: afflict(t, thing, op); break;
    case W_CURE: cure(t, thing, op); break;
    case W_LOSE_HP: lose_hp(t, thing, amount, op); break;
    case W_REVEAL: show_to(t, thing, EVERYBODY, op, EVENT_REVEALED); break;
    case W_LOOK:
        show_to(t, thing, (seat_set)BIT(link_now(state_of(t))->seat), op, EVENT_LOOKED);
        break;
    default: break;
    }
}

// ---- verbs without an object, or with two

static void look_at_hand(struct table *t, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    EACH_IN_ZONE(card, &s->core, zone_for(other_seat(me), ZONE_HAND))
        show_to(t, card, (seat_set)BIT(me), op, EVENT_LOOKED);
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

static void move_crystals(struct table *t, size_t op)
{
    struct despaira_state *s      = state_of(t);
    seat_id                me     = link_now(s)->seat;
    int                    amount = number_in(t, op), theirs = s->side[other_seat(me)].inventory;
    switch (t->pool->ops[op].value) {
    case 0: gain_crystals(t, me, amount, cause_now(t, op)); break;
    case 1: gain_crystals(t, me, -amount, cause_now(t, op)); break;
    case 2: gain_crystals(t, other_seat(me), -amount, cause_now(t, op)); break;
    default:
        if (amount > theirs) amount = theirs;
        gain_crystals(t, other_seat(me), -amount, cause_now(t, op));
        gain_crystals(t, me, amount, cause_now(t, op));
        break;
    }
}

static seat_id player_in(const struct table *t, size_t op)
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
    uint16_t       first[THINGS_MAX], second[THINGS_MAX];
    unsigned       a = objects(t, &c, object_in(t, op, 0), first),
             b       = objects(t, &c, object_in(t, op, 1), second);
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

static void do_alone(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    switch (t->pool->ops[op].code) {
    case W_NEGATE: negate(t, op); break;
    case W_COUNTER_ACTION:
        s->action.countered = 1;
        happened(t, EVENT_COUNTERED, l->seat, s->action.card, NO_CARD, 0, cause_now(t, op));
        break;
    case W_DRAW:
        draw_cards(t, player_in(t, op), (unsigned)number_in(t, op), cause_now(t, op));
        did(t, THEY_DRAW, player_in(t, op), l->source, NO_CARD, NO_TILE, number_in(t, op));
        break;
    case W_DISCARD:
        if (op_find(t->pool->ops, op, W_AT_RANDOM)) discard_at_random(t, op);
        break;
    case W_MILL: mill(t, op); break;
    case W_LOOK_HAND: look_at_hand(t, op); break;
    case W_CRYSTALS: move_crystals(t, op); break;
    case W_POINTS: gain_points(t, op); break;
    case W_ROLL: s->work.die = (uint8_t)roll(t, 6, l->seat); break;
    case W_TOSS: s->work.coin = flip(t, l->seat) ? 1 : 2; break;
    case W_WIN:
        s->side[t->pool->ops[op].value ? other_seat(l->seat) : l->seat].wins = 1;
        happened(t, EVENT_WINS, t->pool->ops[op].value ? other_seat(l->seat) : l->seat, l->source,
                 NO_CARD, 0, cause_now(t, op));
        break;
    case W_NO_SURPLUS: change(t, op, NO_CARD, CHANGE_SURPLUS, 0, 0, UNTIL_END_OF_TURN); break;
    case W_SWAP:
    case W_SHIFT:
    case W_ATTACH: do_pair(t, op); break;
    default: break;
    }
}

// ---- replacing damage to a Leader (REPLACE)

bool replace_leader_damage(struct table *t, seat_id seat, int amount)
{
    struct despaira_state *s   = state_of(t);
    const struct op       *ops = t->pool->ops;
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->stamp || !face_of(t, b->card)->has_static || !is_active(t, b->card)) continue;
        const struct face *f = face_of(t, b->card);
        for (unsigned k = 0; k < f->count; k++) {
            const struct ability *a = ability_at(t, f->first + k);
            if (!a->replaces) continue;
            if (b->controller != seat) continue;
            size_t   r    = op_find(ops, a->op, W_REPLACE);
            unsigned name = (unsigned)ops[op_find(ops, r, OP_NAME)].value;
            bool     up   = op_find(ops, r, W_ROUND_UP) != 0;
            put_counters(s, b->card, name, (amount + (up ? 99 : 0)) / 100);
            happened(t, EVENT_COUNTERS, seat, b->card, NO_CARD, (amount + (up ? 99 : 0)) / 100,
                     (struct cause){ .source  = b->card,
                                     .def     = a->def,
                                     .op      = (uint32_t)r,
                                     .ability = (uint16_t)(f->first + k) });
            did(t, COUNTER_PUT, seat, b->card, NO_CARD, NO_TILE, 1);
            return true;
        }
    }
    return false;
}

// ---- spawning by abilities (DES-422 to DES-425, DES-771)

static unsigned spawn_centre(const struct table *t, size_t op, seat_id seat)
{
    const struct despaira_state *s = state_at(t);
    if (op && op_find(t->pool->ops, op, W_BESIDE)) return s->links[s->resolving - 1].tile;
    return tile_of(s, s->side[seat].leader);
}

size_t clause_now(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct frame          *f = &s->frames[s->core.depth - 1];
    if (f->flow != FLOW_RESOLVE || !s->resolving) return 0;
    return ability_at(t, s->links[s->resolving - 1].ability)->op + f->resolve.clause;
}

static bool spawn_fits(const struct table *t, size_t op, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s      = state_at(t);
    unsigned                     centre = spawn_centre(t, op, seat);
    if (tile >= TILES || centre == NO_TILE || distance(centre, tile) != 1) return false;
    return occupant(s, tile) == NO_CARD || would_clash(t, card, seat, tile);
}

bool may_spawn_on(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    return spawn_fits(t, clause_now(t), seat, card, tile);
}

static bool any_spawn_tile(const struct table *t, size_t op, seat_id seat, card_id card)
{
    for (unsigned tile = 0; tile < TILES; tile++)
        if (spawn_fits(t, op, seat, card, tile)) return true;
    return false;
}

static void miracle_spawn(struct table *t, card_id card, unsigned tile, bool defence,
                          struct cause why)
{
    struct despaira_state *s    = state_of(t);
    seat_id                seat = link_now(s)->seat;
    if (occupant(s, tile) != NO_CARD) { // a clash
        struct body *b = body_add(s, card, seat);
        if (defence) b->flags |= BODY_DEFENCE;
        b->flags |= BODY_SPAWNED_IN;
        show(t, card);
        if (!clash(t, card, tile, NO_TILE, why)) return;
        card_move(&s->core, card, (zone_id)tile, TOP);
    } else {
        put_on_tile(t, card, tile, seat, defence, false);
    }
    if (!body_at(s, card)) return;
    body_of(s, card)->flags |= BODY_ARRIVED | BODY_SPAWNED_IN;
    happened(t, EVENT_SPAWNED, seat, card, NO_CARD, 0, why);
    did(t, IS_MIRACLE_SPAWNED, seat, card, NO_CARD, tile, 0);
}

static card_id make_token(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    const char *name = t->pool->names[t->pool->ops[op_find(t->pool->ops, op, OP_NAME)].value];
    def_id      def  = pool_find(t->pool, text_of(name));
    if (def == NO_DEF || t->pool->defs[def].kind != KIND_TOKEN) return NO_CARD;
    card_id card = card_create(&s->core, def, link_now(s)->seat,
                               zone_for(link_now(s)->seat, ZONE_LIMBO), TOP);
    if (card != NO_CARD) card_show(&s->core, card, EVERYBODY);
    return card;
}

card_id special_named(const struct table *t, seat_id seat, size_t op)
{
    const char *name = t->pool->names[t->pool->ops[op_find(t->pool->ops, op, OP_NAME)].value];
    EACH_IN_ZONE(card, t->state, zone_for(seat, ZONE_SPECIAL))
        if (has_tag(t, card, TAG_RITUAL) && quoted_in(name, def_of(t, card)->name)) return card;
    return NO_CARD;
}

bool ritual_pays(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    return card < s->core.card_count && is_creature(t, card) && controller_of(s, card) == seat &&
           def_of(t, card)->kind != KIND_TOKEN;
}

static int ritual_levels(const struct table *t, seat_id seat)
{
    int sum = 0;
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id card = occupant(state_at(t), tile);
        if (card != NO_CARD && ritual_pays(t, seat, card)) sum += level_of(t, card);
    }
    return sum;
}

// ---- questions

bool may_choose(const struct table *t, size_t op, uint16_t thing)
{
    const struct despaira_state *s = state_at(t);
    struct context               c = context_now(t);
    for (unsigned i = 0; i < s->work.named_count; i++)
        if (s->work.named[i] == thing && s->frames[s->core.depth - 1].resolve.count > 0)
            return false;
    return matches(t, &c, object_in(t, op, 0), thing, REACH_ANY);
}

static bool any_choice(const struct table *t, size_t op)
{
    struct context c = context_now(t);
    uint16_t       list[THINGS_MAX];
    unsigned       count = candidates(t, &c, object_in(t, op, 0), list, REACH_ANY);
    for (unsigned i = 0; i < count; i++)
        if (may_choose(t, op, list[i])) return true;
    return false;
}

static zone_id searched_zone(const struct table *t, size_t op)
{
    seat_id me = state_at(t)->links[state_at(t)->resolving - 1].seat;
    return zone_for(me, t->pool->ops[op].value ? ZONE_GRAVEYARD : ZONE_DECK);
}

static bool ask_spawn(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    struct context         c  = context_now(t);
    uint16_t               list[THINGS_MAX];
    if (t->pool->ops[op].code == W_CREATE) {
        if (f->count >= number_in(t, op) || !any_spawn_tile(t, op, me, NO_CARD)) return false;
        card_id token = make_token(t, op);
        if (token == NO_CARD) return false;
        ask(&s->core, me, QUESTION_SPAWN_TILE, 0, token);
        return true;
    }
    unsigned count = objects(t, &c, object_in(t, op, 0), list);
    for (unsigned i = 0; i < count; i++) {
        if (is_thing_tile(list[i]) || body_at(s, list[i]) ||
            def_of(t, list[i])->kind != KIND_CREATURE)
            continue;
        if (card_at(&s->core, list[i])->zone == NO_ZONE || !any_spawn_tile(t, op, me, list[i]))
            continue;
        card_show(&s->core, list[i], EVERYBODY); // it comes face up (DES-410)
        ask(&s->core, me, QUESTION_SPAWN_TILE, 0, list[i]);
        return true;
    }
    return false;
}

static bool ask_ritual(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s    = state_of(t);
    seat_id                me   = link_now(s)->seat;
    card_id                card = special_named(t, me, op);
    if (card == NO_CARD) return false;
    if (f->count == 0 && ritual_levels(t, me) < level_of(t, card)) return false;
    if (f->skip < level_of(t, card)) {
        ask(&s->core, me, QUESTION_RITUAL, 0, card);
        return true;
    }
    if (!any_spawn_tile(t, 0, me, card)) return false;
    ask(&s->core, me, QUESTION_SPAWN_TILE, 0, card);
    return true;
}

// Choosing from one's own deck shows it, and it is shuffled when the ability is done.
static bool looks_through_deck(const struct table *t, size_t op)
{
    const struct op *ops = t->pool->ops;
    for (size_t i = op; i < op_after(ops, op); i++)
        if (ops[i].code == W_IN_ZONE && ops[i].value == IN_YOUR_DECK) return true;
    return false;
}

// From a hand or deck: asked always, and nothing may be chosen, because nobody else can see what is
// there.
bool chooses_hidden(const struct table *t, size_t op)
{
    size_t zone = op_find(t->pool->ops, object_in(t, op, 0), W_IN_ZONE);
    int    word = zone ? t->pool->ops[zone].value : IN_YOUR_VOID;
    return word == IN_YOUR_HAND || word == IN_YOUR_DECK || word == IN_THEIR_HAND;
}

// Is there a further question that this clause leaves to a player?
static bool ask_about(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    switch (t->pool->ops[op].code) {
    case W_CHOOSE:
        if (f->count == 0) forget_named(s);
        if (looks_through_deck(t, op))
            EACH_IN_ZONE(card, &s->core, zone_for(me, ZONE_DECK))
                card_show(&s->core, card, (seat_set)BIT(me));
        if (f->count >= number_in(t, op) || (!chooses_hidden(t, op) && !any_choice(t, op)))
            return false;
        ask(&s->core, me, QUESTION_CHOOSE, f->count, link_now(s)->source);
        return true;
    case W_DISCARD:
        if (op_find(t->pool->ops, op, W_AT_RANDOM) || f->count >= number_in(t, op)) return false;
        if (!zone_size(&s->core, zone_for(player_in(t, op), ZONE_HAND))) return false;
        ask(&s->core, player_in(t, op), QUESTION_DISCARD, f->count, link_now(s)->source);
        return true;
    case W_SEARCH:
        if (f->count >= number_in(t, op) || !zone_size(&s->core, searched_zone(t, op)))
            return false;
        EACH_IN_ZONE(card, &s->core, searched_zone(t, op))
            card_show(&s->core, card, (seat_set)BIT(me));
        ask(&s->core, me, QUESTION_SEARCH, f->count, link_now(s)->source);
        return true;
    case W_MIRACLE:
    case W_CREATE: return ask_spawn(t, f, op);
    case W_RITUAL: return ask_ritual(t, f, op);
    default: return false;
    }
}

static void take_found(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s     = state_of(t);
    size_t                 group = object_in(t, op, 0);
    bool plain = t->pool->ops[group].size == 2 && t->pool->ops[group + 1].code == W_NOUN &&
                 t->pool->ops[group + 1].value % 9 == NOUN_CARD;
    if (!plain) show_to(t, card, EVERYBODY, op, EVENT_REVEALED);
    to_zone(t, card, ZONE_HAND, BOTTOM, cause_now(t, op));
    if (!plain) card_hide(&s->core, card, (seat_set)BIT(link_now(s)->seat));
}

// True: the clause goes on with its next question.
static bool take_answer(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s     = state_of(t);
    unsigned               code  = t->pool->ops[op].code;
    seat_id                who   = code == W_DISCARD ? player_in(t, op) : link_now(s)->seat;
    struct choice          c     = answer_of(&s->core, who);
    uint16_t               about = s->core.question[who].about;
    if (c.kind == CHOICE_ENOUGH || c.kind == CHOICE_NONE) return false;
    switch (code) {
    case W_CHOOSE:
        name_thing(s, c.kind == CHOICE_TARGET_TILE ? (uint16_t)(TILE_BIT | c.target) : c.card);
        return true;
    case W_DISCARD: to_zone(t, c.card, ZONE_GRAVEYARD, TOP, cause_now(t, op)); return true;
    case W_SEARCH: take_found(t, c.card, op); return true;
    case W_RITUAL:
        if (c.kind == CHOICE_SACRIFICE) {
            f->skip = (uint8_t)(f->skip + level_of(t, c.card));
            sacrifice_card(t, c.card, cause_now(t, op));
            return true;
        }
        miracle_spawn(t, about, c.target, c.option, cause_now(t, op));
        return false;
    case W_MIRACLE:
    case W_CREATE: miracle_spawn(t, about, c.target, c.option, cause_now(t, op)); return true;
    default: return false;
    }
}

static void after_questions(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (t->pool->ops[op].code == W_SEARCH && t->pool->ops[op].value == 0)
        shuffle(t, searched_zone(t, op), STREAM_DECK + link_now(s)->seat);
}

// ---- one clause, one link

static bool acts_on_objects(unsigned code)
{
    return code != W_SWAP && code != W_SHIFT && code != W_ATTACH && code != W_MIRACLE &&
           code != W_NEGATE && code != W_CHOOSE && code != W_SEARCH;
}

static void do_clause(struct table *t, size_t op)
{
    struct context c      = context_now(t);
    size_t         object = object_in(t, op, 0);
    t->effects++;
    if (!object || !acts_on_objects(t->pool->ops[op].code)) {
        do_alone(t, op);
        return;
    }
    uint16_t list[THINGS_MAX];
    unsigned count  = objects(t, &c, object, list);
    int      amount = number_in(t, op) * times_of(t, &c, op);
    for (unsigned i = 0; i < count; i++) do_to(t, op, list[i], amount);
}

static void begin_link(struct table *t, struct resolve_frame *f)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    s->work                  = (struct work){ 0 };
    f->skip                  = 0;
    if (l->about != NO_CARD)
        name_thing(s, l->about);
    else if (ability_at(t, l->ability)->kind != ABILITY_MAIN)
        name_thing(s, l->source);
}

// DES-547: a trick that has to stay on the field does nothing when it has left it.
static bool is_stopped(const struct table *t, const struct link *l)
{
    const struct body *b = body_at(state_at(t), l->source);
    if (l->flags & LINK_NEGATED) return true;
    if (!(l->flags & LINK_TRICK) || !face_of(t, l->source)->stays) return false;
    return !(l->flags & LINK_TRIGGER) && (!b || b->stamp != l->stamp);
}

// DES-517, DES-855
static void lay_aside(struct table *t, const struct link *l)
{
    struct despaira_state *s = state_of(t);
    const struct body     *b = body_at(s, l->source);
    unsigned kind = l->ability == NO_ABILITY ? ABILITY_TRIGGER : ability_at(t, l->ability)->kind;
    if (!(l->flags & LINK_TRICK) || !b || b->stamp != l->stamp) return;
    if (l->flags & LINK_TRIGGER || kind == ABILITY_OF_TRICK) return;
    if (l->flags & LINK_NEGATED) {
        to_zone(t, l->source, ZONE_GRAVEYARD, TOP, because(DES_546));
        return;
    }
    bool equip = has_class(t, l->source, CLASS_EQUIP);
    if (equip && b->host == NO_CARD) { // DES-822
        to_zone(t, l->source, ZONE_GRAVEYARD, TOP, because(DES_822));
    } else if (!face_of(t, l->source)->stays) {
        if (has_class(t, l->source, CLASS_RECHARGE))
            turn_down(t, l->source, because(DES_855));
        else if (is_up(s, l->source))
            to_zone(t, l->source, ZONE_GRAVEYARD, TOP, because(DES_517));
    }
}

// DES-953 to DES-959
static void finish_summon(struct table *t, const struct link *l)
{
    struct despaira_state *s = state_of(t);
    if (l->flags & LINK_NEGATED ||
        card_at(&s->core, l->source)->zone != zone_for(l->seat, ZONE_SPECIAL))
        return;
    if (occupant(s, l->tile) != NO_CARD && !would_clash(t, l->source, l->seat, l->tile)) return;
    miracle_spawn(t, l->source, l->tile, false, because(DES_953));
}

static bool is_effect(unsigned code)
{
    return code != W_IF && code != W_WHILE && code != W_MAY && code != W_PAY && code != W_NAME_LINK;
}

static unsigned slot_of(const struct table *t, size_t select)
{
    const struct op *ops  = t->pool->ops;
    unsigned         slot = 0;
    for (size_t i = ability_at(t, state_at(t)->links[state_at(t)->resolving - 1].ability)->op;
         i < select; i++) {
        if (ops[i].code == OP_TEXT) i = op_after(ops, i) - 1;
        slot += ops[i].code == W_SELECT;
    }
    return slot;
}

static bool sentence_counts(const struct table *t, size_t sentence)
{
    struct context c         = context_now(t);
    size_t         condition = op_find(t->pool->ops, sentence, W_IF);
    return !condition || holds(t, &c, op_child(condition));
}

enum flow resolve(struct table *t, struct resolve_frame *f)
{
    struct despaira_state *s   = state_of(t);
    const struct op       *ops = t->pool->ops;
    s->resolving               = (uint8_t)(f->link + 1);
    const struct link *l       = &s->links[f->link];
    const size_t       top     = l->ability == NO_ABILITY ? 0 : ability_at(t, l->ability)->op;
    FLOW_BEGIN(f);
    happened(t, EVENT_RESOLVED, l->seat, l->source, NO_CARD, f->link + 1, because(DES_541));
    if (l->flags & LINK_SPECIAL) finish_summon(t, l);
    if (!(l->flags & LINK_SPECIAL) && !is_stopped(t, l) &&
        acts_when_activated(t, l->ability, l->flags & LINK_TRIGGER)) {
        begin_link(t, f);
        for (f->sentence = (uint16_t)(op_child(top) - top); f->sentence < ops[top].size;
             f->sentence = (uint16_t)(op_after(ops, top + f->sentence) - top)) {
            if (ops[top + f->sentence].code != W_SENTENCE) continue;
            if (!sentence_counts(t, top + f->sentence)) continue;
            if (op_find(ops, top + f->sentence, W_MAY)) {
                ask(&s->core, s->links[f->link].seat, QUESTION_MAY, f->sentence,
                    s->links[f->link].source);
                FLOW_PAUSE(f, RESOLVE_MAY);
                if (answer_of(&s->core, s->links[f->link].seat).kind != CHOICE_YES) continue;
            }
            for (f->clause = (uint16_t)(op_child(top + f->sentence) - top);
                 f->clause < op_after(ops, top + f->sentence) - top;
                 f->clause = (uint16_t)(op_after(ops, top + f->clause) - top)) {
                if (!is_effect(ops[top + f->clause].code)) continue;
                if (ops[top + f->clause].code == W_SELECT) {
                    name_targets(t, top + f->clause, slot_of(t, top + f->clause));
                    continue;
                }
                f->count = 0;
                while (ask_about(t, f, top + f->clause)) {
                    FLOW_PAUSE(f, RESOLVE_ASKED);
                    if (!take_answer(t, f, top + f->clause)) break;
                    f->count++;
                }
                after_questions(t, top + f->clause);
                do_clause(t, top + f->clause);
                settle(t);
            }
        }
    }
    if (l->ability != NO_ABILITY && looks_through_deck(t, top) &&
        !(s->links[f->link].flags & LINK_NEGATED))
        shuffle(t, zone_for(s->links[f->link].seat, ZONE_DECK),
                STREAM_DECK + s->links[f->link].seat);
    s->links[f->link].flags |= LINK_RESOLVED;
    lay_aside(t, &s->links[f->link]);
    s->work      = (struct work){ 0 };
    s->resolving = 0;
    FLOW_END(f);
}
