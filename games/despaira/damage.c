// damage.c - chapter 700: damage, healing, crystals, what is replaced, and clash battles.
#include "games/despaira/rules.h"

// ---- replacing damage to a Leader ("instead")

// The ability of a card that replaces it; NO_ABILITY.
static uint16_t replacement_of(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    const struct face           *f = face_of(t, card);
    if (!body_at(s, card) || controller_of(s, card) != seat || !f->has_static) return NO_ABILITY;
    for (unsigned k = 0; k < f->count && is_active(t, card); k++)
        if (ability_at(t, f->first + k)->replaces) return (uint16_t)(f->first + k);
    return NO_ABILITY;
}

bool replaces_damage(const struct table *t, seat_id seat, card_id card)
{
    return card < t->state->card_count && replacement_of(t, seat, card) != NO_ABILITY;
}

void replace_damage(struct table *t, seat_id seat, card_id by, int amount)
{
    struct despaira_state *s       = state_of(t);
    uint16_t               ability = replacement_of(t, seat, by);
    const struct ability  *a       = ability_at(t, ability);
    int                    count   = (amount + (a->round_up ? 99 : 0)) / 100;
    put_counters(s, by, a->counter, count);
    happened(
        t, EVENT_COUNTERS, seat, by, NO_CARD, count,
        (struct cause){ .source = by, .def = a->def, .op = a->replace_op, .ability = ability });
    did(t, COUNTER_PUT, seat, by, NO_CARD, NO_TILE, 1);
}

// Several cards that would replace it: their controller says which (D26), before the state check.
static bool is_replaced(struct table *t, seat_id seat, int amount)
{
    struct despaira_state *s     = state_of(t);
    card_id                by    = NO_CARD;
    unsigned               count = 0;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = s->field.static_bodies[half]; left; left &= left - 1) {
            const struct body *b = &s->bodies[half * 64 + (unsigned)__builtin_ctzll(left)];
            if (!b->stamp || !replaces_damage(t, seat, b->card)) continue;
            by = b->card;
            count++;
        }
    if (count > 1 && s->blow_count < BLOWS_MAX)
        s->blows[s->blow_count++] = (struct blow){ .amount = (int16_t)amount, .seat = seat };
    else if (count)
        replace_damage(t, seat, by, amount);
    return count > 0;
}

enum flow replace(struct table *t, struct replace_frame *f)
{
    struct despaira_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (s->blow_count) {
        ask(&s->core, s->blows[s->blow_count - 1].seat, QUESTION_REPLACE, 0, 0);
        FLOW_PAUSE(f, REPLACE_CHOSEN);
        struct blow b           = s->blows[--s->blow_count];
        s->blows[s->blow_count] = (struct blow){ 0 };
        replace_damage(t, b.seat, answer_of(&s->core, b.seat).card, b.amount);
    }
    FLOW_END(f);
}

// ---- damage, healing, resources

// DES-862: preventions and reductions, oldest first; what they take is used up.
static int after_protection(struct table *t, card_id card, int amount)
{
    struct despaira_state *s = state_of(t);
    amount -= static_sum(t, card, VERB_TAKE_LESS, 0) + change_sum(s, card, CHANGE_TOUGHNESS);
    for (unsigned i = 0; i < s->change_count && amount > 0; i++)
        if (s->changes[i].card == card && s->changes[i].kind == CHANGE_HALVE)
            amount = amount / 2 / 50 * 50;
    for (unsigned i = 0; i < s->change_count && amount > 0; i++) {
        struct change *c = &s->changes[i];
        if (c->card != card || c->kind != CHANGE_PREVENT) continue;
        int taken = c->value < amount ? c->value : amount;
        c->value  = (int16_t)(c->value - taken);
        amount -= taken;
        happened(t, EVENT_PREVENTED, NO_SEAT, card, NO_CARD, taken, because(DES_862));
        if (c->value == 0) end_change(t, i--);
    }
    return amount > 0 ? amount : 0;
}

int protected_damage(struct table *t, card_id card, int amount)
{
    return after_protection(t, card, amount);
}

// To HP: boost HP first (DES-710).
void hurt_creature(struct table *t, card_id card, int amount, struct cause why)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || amount <= 0) return;
    happened(t, EVENT_DAMAGED, NO_SEAT, card, NO_CARD, amount, why);
    int boost   = b->boost_hp < amount ? b->boost_hp : amount;
    b->boost_hp = (int16_t)(b->boost_hp - boost);
    int damage  = b->damage + amount - boost;
    b->damage   = (int16_t)(damage > 30000 ? 30000 : damage);
    field_changed(s); // "damaged"
    did(t, TAKES_DAMAGE, b->controller, card, NO_CARD, tile_of(s, card), amount);
}

void hurt_leader(struct table *t, seat_id seat, int amount, card_id by, struct cause why)
{
    struct despaira_state *s      = state_of(t);
    card_id                leader = s->side[seat].leader;
    if (leader == NO_CARD) return;
    amount = after_protection(t, leader, amount);
    if (amount <= 0 || is_replaced(t, seat, amount)) return;
    int damage                  = s->side[seat].leader_damage + amount;
    s->side[seat].leader_damage = (int16_t)(damage > 30000 ? 30000 : damage);
    around_changed(s);
    happened(t, EVENT_LEADER_HURT, seat, leader, NO_CARD, amount, why);
    did(t, TAKES_DAMAGE, seat, leader, by, tile_of(s, leader), amount);
    if (by != NO_CARD && body_at(s, by))
        did(t, HURTS_LEADER, controller_of(s, by), by, leader, tile_of(s, by), amount);
}

// DES-717, DES-767, DES-893
void restore_hp(struct table *t, card_id card, int amount, struct cause why)
{
    struct despaira_state *s = state_of(t);
    if (is_leader(t, card)) {
        struct side *me = &s->side[card_at(&s->core, card)->owner];
        if (amount > me->leader_damage) amount = me->leader_damage;
        me->leader_damage = (int16_t)(me->leader_damage - amount);
        around_changed(s);
        happened(t, EVENT_RESTORED, NO_SEAT, card, NO_CARD, amount, why);
        return;
    }
    struct body *b = body_of(s, card);
    if (!b || b->status[POISON]) return;
    if (amount > b->damage) amount = b->damage;
    b->damage = (int16_t)(b->damage - amount);
    field_changed(s);
    happened(t, EVENT_RESTORED, NO_SEAT, card, NO_CARD, amount, why);
}

// DES-336
void gain_crystals(struct table *t, seat_id seat, int amount, struct cause why)
{
    struct side *me  = &state_of(t)->side[seat];
    int          sum = me->inventory + amount;
    if (sum < 0) sum = 0;
    if (sum > CRYSTALS) sum = CRYSTALS;
    happened(t, EVENT_CRYSTALS, seat, NO_CARD, NO_CARD, sum - me->inventory, why);
    me->inventory = (uint8_t)sum;
    around_changed(state_of(t));
}

// ---- clash battles (DES-745 to DES-759)

bool would_clash(const struct table *t, card_id mover, seat_id seat, unsigned tile)
{
    const struct despaira_state *s     = state_at(t);
    card_id                      there = occupant(s, tile);
    (void)mover;
    if (there == NO_CARD || is_leader(t, there) || !s->link_count) return false;
    return controller_of(s, there) != seat && body_at(s, there)->flags & BODY_ARRIVED;
}

static int clash_total(const struct table *t, card_id card)
{
    int sum = 0;
    for (unsigned stat = 0; stat < STAT_COUNT; stat++) {
        int value = stat_of(t, card, stat);
        if (value > 0) sum += value;
    }
    return sum;
}

// DES-752 to DES-757: back to a tile, or to the Void.
static void send_back(struct table *t, card_id card, unsigned tile, bool spawned)
{
    struct despaira_state *s = state_of(t);
    if (spawned || tile == NO_TILE || occupant(s, tile) != NO_CARD) {
        to_zone(t, card, ZONE_VOID, TOP, because(spawned ? DES_756 : DES_753));
        return;
    }
    body_of(s, card)->flags &= (uint16_t)~BODY_ARRIVED;
    enter_tile(t, card, tile);
    happened(t, EVENT_MOVED, controller_of(s, card), card, NO_CARD, 0, because(DES_752));
}

static void lose_clash(struct table *t, card_id loser, int difference, unsigned back)
{
    struct despaira_state *s       = state_of(t);
    struct body           *b       = body_of(s, loser);
    seat_id                seat    = b->controller;
    bool                   spawned = b->flags & BODY_SPAWNED_IN, defence = b->flags & BODY_DEFENCE;
    int                    hp = stat_of(t, loser, STAT_HP);
    hurt_creature(t, loser, difference, because(DES_750));
    if (difference > hp && !defence) // DES-751
        hurt_leader(t, seat, difference - hp > CLASH_MAX ? CLASH_MAX : difference - hp, NO_CARD,
                    because(DES_751));
    if (spawned || difference < hp)
        send_back(t, loser, back, spawned);
    else
        destroy_card(t, loser, because(DES_750));
}

// The mover has reached a tile where it clashes; it is put there for the length of the clash.
bool clash(struct table *t, card_id mover, unsigned tile, unsigned from, struct cause why)
{
    struct despaira_state *s     = state_of(t);
    card_id                there = occupant(s, tile);
    (void)why;
    turn_up(t, there, true, because(DES_747));
    turn_up(t, mover, true, because(DES_747));
    card_move(&s->core, mover, (zone_id)tile, BOTTOM);
    field_changed(s);
    settle(t);
    int mine = clash_total(t, mover), theirs = clash_total(t, there);
    happened(t, EVENT_CLASH, controller_of(s, mover), mover, there, mine - theirs,
             because(DES_745));
    if (mine == theirs) { // DES-754
        unsigned mine_back = body_at(s, mover)->from, their_back = body_at(s, there)->from;
        send_back(t, there, their_back, body_at(s, there)->flags & BODY_SPAWNED_IN);
        send_back(t, mover, mine_back == NO_TILE ? from : mine_back,
                  body_at(s, mover)->flags & BODY_SPAWNED_IN);
        return false;
    }
    if (mine > theirs) {
        lose_clash(t, there, mine - theirs, body_at(s, there)->back);
        return true;
    }
    lose_clash(t, mover, theirs - mine, from);
    return false;
}
