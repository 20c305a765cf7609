// act.c - chapters 400 and 600: what the turn player may do, which rule forbids it, and how an
// announced action is carried out (DES-501, DES-502, DES-508).
#include "games/despaira/rules.h"

static bool is_main(const struct despaira_state *s)
{
    return s->phase == PHASE_MAIN_1 || s->phase == PHASE_MAIN_2;
}

static bool is_in_hand(const struct table *t, seat_id seat, card_id card)
{
    return card < t->state->card_count &&
           card_at(t->state, card)->zone == zone_for(seat, ZONE_HAND);
}

static bool is_beside_leader(const struct despaira_state *s, seat_id seat, unsigned tile)
{
    unsigned home = tile_of(s, s->side[seat].leader);
    return home != NO_TILE && distance(home, tile) == 1;
}

static bool is_own(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    return card < s->core.card_count && body_at(s, card) && controller_of(s, card) == seat;
}

static bool is_own_on_field(const struct table *t, seat_id seat, card_id card)
{
    return is_own(t, seat, card) && is_field(card_at(t->state, card)->zone);
}

// ---- spawning

rule_id why_not_spawn_tile(const struct table *t, seat_id seat, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (tile >= TILES || !is_beside_leader(s, seat, tile)) return DES_405;
    return occupant(s, tile) == NO_CARD ? 0 : DES_406;
}

static rule_id why_not_spawn_now(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (!is_in_hand(t, seat, card) || def_of(t, card)->kind != KIND_CREATURE) return DES_401;
    if (s->phase == PHASE_BATTLE) return DES_325;
    if (!is_main(s)) return DES_401;
    return s->side[seat].spawns >= SPAWNS ? DES_402 : 0;
}

static rule_id why_not_spawn(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.option >= SPAWN_STATES) return RULE_NO_SUCH;
    rule_id why = why_not_spawn_now(t, seat, c.card);
    if (why) return why;
    if (level_of(t, c.card) > SPAWN_POINTS && s->side[seat].spawn_points <= SPAWN_POINTS)
        return DES_408;
    if (level_of(t, c.card) > s->side[seat].spawn_points) return DES_337;
    why = why_not_spawn_tile(t, seat, c.target);
    return why || c.extra == level_of(t, c.card) ? why : RULE_NO_SUCH;
}

// DES-414 to DES-418
rule_id why_not_sacrifice(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own(t, seat, card)) return DES_411;
    if (!is_creature(t, card)) return DES_418;
    if (body_at(s, card)->flags & BODY_NORMAL_SPAWNED) return DES_414;
    if (def_of(t, card)->kind == KIND_TOKEN && !static_sum(t, card, W_S_FODDER, 0)) return DES_417;
    return 0;
}

static rule_id why_not_sacrifice_spawn(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s   = state_at(t);
    rule_id                      why = why_not_spawn_now(t, seat, c.card);
    if (why) return why;
    if (c.option > POINTS_ADDED) return DES_412;
    if (c.option > s->side[seat].spawn_points) return DES_337;
    int      sum     = c.option;
    bool     place   = false;
    unsigned offered = 0;
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id there = occupant(s, tile);
        if (there == NO_CARD && is_beside_leader(s, seat, tile)) place = true;
        if (there == NO_CARD || why_not_sacrifice(t, seat, there)) continue;
        offered++;
        sum += level_of(t, there);
        place |= is_beside_leader(s, seat, tile);
    }
    if (offered == 0 || sum < level_of(t, c.card)) return DES_411;
    return place ? 0 : DES_407;
}

// ---- tricks

rule_id why_not_place(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (!is_in_hand(t, seat, card) || !is_trick(t, card)) return DES_427;
    if (tile >= TILES || !is_beside_leader(s, seat, tile)) return DES_427;
    if (trick_on(s, tile) != NO_CARD) return DES_616;
    card_id there = occupant(s, tile);
    return there != NO_CARD && controller_of(s, there) != seat ? DES_615 : 0;
}

static int pay_of(const struct table *t, unsigned ability, bool trigger)
{
    const struct op *ops = t->pool->ops;
    size_t           top = ability_at(t, ability)->op;
    if (!acts_when_activated(t, ability, trigger)) return 0;
    for (size_t i = top; i < op_after(ops, top); i++)
        if (ops[i].code == W_PAY) return ops[i + 1].value;
    return 0;
}

int cost_of(const struct table *t, card_id card, unsigned ability, bool trigger)
{
    def_id def  = ability_at(t, ability)->def;
    bool   main = !trigger && is_trick(t, card) && ability == book_of(t)->faces[def].main;
    return (main ? t->pool->defs[def].field[FIELD_LEVEL] : 0) + pay_of(t, ability, trigger);
}

static bool condition_allows(const struct table *t, unsigned ability)
{
    const struct despaira_state *s = state_at(t);
    return ability_at(t, ability)->limit != ONLY_IN_BATTLE || s->phase == PHASE_BATTLE;
}

rule_id why_not_activate_hand(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s   = state_at(t);
    rule_id                      why = why_not_place(t, seat, card, tile);
    if (why) return why;
    if (has_tag(t, card, TAG_CHAIN)) return DES_431;
    if (has_tag(t, card, NORMAL) && s->phase == PHASE_BATTLE) return DES_324;
    uint16_t main = face_of(t, card)->main;
    if (ability_at(t, main)->trap) return DES_846;
    if (cost_of(t, card, main, false) > s->side[seat].inventory) return DES_337;
    if (!condition_allows(t, main)) return DES_431;
    if (!acts_when_activated(t, main, false)) return 0;
    return has_targets(t, main, card, seat, tile, NO_CARD, NO_CARD) ? 0 : DES_516;
}

static rule_id why_not_activate_trick(const struct table *t, seat_id seat, card_id card, bool first)
{
    const struct despaira_state *s       = state_at(t);
    const struct body           *b       = body_at(s, card);
    uint16_t                     main    = face_of(t, card)->main;
    bool                         overlap = b->flags & BODY_JUST_LOCKED && trap_is_met(t, card);
    if (b->flags & BODY_LOCKED && !overlap) return DES_620;
    if (b->flags & BODY_TURNED_DOWN) return DES_855;
    if (has_tag(t, card, NORMAL)) {
        if (s->phase == PHASE_BATTLE) return DES_324;
        if (!first || s->turn_seat != seat || !is_main(s)) return DES_511;
    }
    if (has_tag(t, card, TAG_CHAIN) && s->link_count == 0) return DES_513;
    if (has_class(t, card, CLASS_TRAP) && !trap_is_met(t, card)) return DES_506;
    if (cost_of(t, card, main, false) > s->side[seat].inventory) return DES_337;
    return 0;
}

static rule_id why_not_activate_ability(const struct table *t, seat_id seat, card_id card,
                                        unsigned ability, bool first)
{
    const struct despaira_state *s = state_at(t);
    const struct ability        *a = ability_at(t, ability);
    if (!is_active(t, card)) return has_status(s, card, SILENCE) ? DES_897 : DES_523;
    if (a->kind == ABILITY_OF_TRICK && (!first || s->turn_seat != seat || !is_main(s)))
        return DES_566;
    if (a->kind == ABILITY_ACTIVATED && (!first || s->turn_seat != seat)) return DES_520;
    if (a->kind == ABILITY_CHAINABLE && !first && s->link_count == 0) return DES_505;
    if (a->kind == ABILITY_CHAINABLE && s->link_count == 0 && s->turn_seat != seat) return DES_520;
    if (cost_of(t, card, ability, false) > s->side[seat].inventory) return DES_337;
    return 0;
}

static bool is_used_up(const struct table *t, card_id card, unsigned nth, unsigned ability)
{
    const struct body    *b = body_at(state_at(t), card);
    const struct ability *a = ability_at(t, ability);
    if (a->limit == ONCE_PER_GAME) return b->flags & BODY_USED_ONCE;
    return b->used[nth > 0] >= (a->limit == TWICE_PER_TURN ? 2 : 1);
}

// A card on the field: a face-down trick, or the nth ability of a face-up card.
rule_id why_not_activate(const struct table *t, seat_id seat, card_id card, unsigned nth,
                         bool first)
{
    const struct despaira_state *s = state_at(t);
    if (card >= s->core.card_count || !body_at(s, card)) return DES_515;
    if (controller_of(s, card) != seat) return DES_510;
    if (s->link_count == LINKS_MAX) return DES_567;
    rule_id  why     = 0;
    uint16_t ability = NO_ABILITY;
    if (is_trick(t, card) && !is_up(s, card)) {
        if (nth) return RULE_NO_SUCH;
        ability = face_of(t, card)->main;
        why     = why_not_activate_trick(t, seat, card, first);
    } else {
        if (!is_up(s, card)) return DES_523;
        ability = ability_named(t, card, nth);
        if (ability == NO_ABILITY) return RULE_NO_SUCH;
        why = why_not_activate_ability(t, seat, card, ability, first);
        if (!why && is_used_up(t, card, nth, ability)) return DES_524;
    }
    if (why) return why;
    if (!condition_allows(t, ability)) return DES_516;
    if (!acts_when_activated(t, ability, false)) return 0;
    return has_targets(t, ability, card, seat, tile_of(s, card), NO_CARD, NO_CARD) ? 0 : DES_516;
}

// ---- moving, modes, attacks, healing

static rule_id why_not_move(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (is_in_hand(t, seat, card)) return DES_608;
    if (!is_own_on_field(t, seat, card)) return DES_601;
    const struct body *b = body_at(s, card);
    if (b->flags & BODY_MOVED) return DES_603;
    if (is_trick(t, card)) {
        if (is_up(s, card)) return DES_605;
        if (b->flags & BODY_LOCKED) return DES_621;
        if (b->flags & BODY_RESTING) return DES_855;
    } else {
        if (b->flags & BODY_ATTACKED) return DES_606;
        if (!is_leader(t, card) && is_up(s, card) && b->flags & BODY_DEFENCE) return DES_604;
        if (b->status[FREEZE]) return DES_894;
        if (b->status[ROOT]) return DES_896;
    }
    if (cannot(t, card, NOT_MOVE)) return DES_124;
    if (tile >= TILES || distance(tile_of(s, card), tile) != 1)
        return tile < TILES && column_of(tile) != column_of(tile_of(s, card)) &&
                       row_of(tile) != row_of(tile_of(s, card)) &&
                       distance(tile_of(s, card), tile) == 2
                   ? DES_602
                   : DES_601;
    card_id there = occupant(s, tile);
    if (!is_trick(t, card)) return there == NO_CARD ? 0 : DES_610;
    if (trick_on(s, tile) != NO_CARD) return DES_616;
    return there != NO_CARD && controller_of(s, there) != seat ? DES_615 : 0;
}

static rule_id why_not_attack(const struct table *t, seat_id seat, card_id card, card_id target)
{
    const struct despaira_state *s = state_at(t);
    if (s->phase == PHASE_MAIN_2) return DES_328;
    if (!is_own_on_field(t, seat, card) || is_trick(t, card)) return DES_718;
    const struct body *b = body_at(s, card);
    if (b->flags & BODY_ATTACKED) return is_leader(t, card) ? DES_720 : DES_718;
    if (!is_leader(t, card) && (!is_up(s, card) || b->flags & BODY_DEFENCE)) return DES_719;
    if (b->status[FREEZE]) return DES_894;
    if (b->status[PARALYSE]) return DES_895;
    if (cannot(t, card, NOT_ATTACK)) return DES_124;
    if (target >= s->core.card_count || !body_at(s, target)) return DES_721;
    if (!is_tile(card_at(&s->core, target)->zone)) return DES_726;
    if (controller_of(s, target) == seat) return DES_722;
    unsigned far = distance(tile_of(s, card), tile_of(s, target));
    if (attack_stat(t, card, far) != STAT_COUNT) return 0;
    if (far == 1) return DES_725;
    if (is_leader(t, card)) return DES_720;
    return stat_of(t, card, STAT_RATK) == LACKING ? DES_723 : DES_724;
}

static rule_id why_not_heal(const struct table *t, seat_id seat, card_id card, card_id target)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own_on_field(t, seat, card) || !is_up(s, card) || !is_creature(t, card)) return DES_764;
    if (stat_of(t, card, STAT_HL) == LACKING || body_at(s, card)->flags & BODY_HEALED)
        return DES_764;
    if (target >= s->core.card_count || !body_at(s, target) || card == target) return DES_766;
    if (!is_creature(t, target) || !is_up(s, target)) return DES_766;
    return distance(tile_of(s, card), tile_of(s, target)) == 1 ? 0 : DES_764;
}

static rule_id why_not_switch(const struct table *t, seat_id seat, card_id card, unsigned defence)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own_on_field(t, seat, card) || !is_creature(t, card)) return DES_633;
    const struct body *b = body_at(s, card);
    if (!is_up(s, card) || ((b->flags & BODY_DEFENCE) != 0) == defence) return DES_633;
    if (b->flags & BODY_ATTACKED) return DES_637;
    if (b->flags & BODY_SWITCHED) return DES_636;
    if (b->status[FREEZE]) return DES_894;
    return defence && b->flags & BODY_MOVED ? DES_634 : 0;
}

static rule_id why_not_flip(const struct table *t, seat_id seat, card_id card, unsigned defence)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own_on_field(t, seat, card) || !is_creature(t, card)) return DES_638;
    const struct body *b = body_at(s, card);
    if (is_up(s, card)) return DES_641;
    if (b->flags & BODY_SWITCHED) return DES_636;
    if (b->status[FREEZE]) return DES_894;
    return defence && b->flags & BODY_MOVED ? DES_638 : 0;
}

static rule_id why_not_detach(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (card >= s->core.card_count || !body_at(s, card)) return DES_831;
    const struct body *b = body_at(s, card);
    if (b->host == NO_CARD || b->flags & BODY_EQUIPPED || controller_of(s, b->host) != seat)
        return DES_831;
    if (b->attached_turn == s->turn) return DES_829;
    for (unsigned i = 0; i < s->body_top; i++) // DES-830
        if (s->bodies[i].stamp && s->bodies[i].host == b->host &&
            s->bodies[i].attached_turn == s->turn)
            return DES_830;
    if (tile >= TILES || distance(tile, tile_of(s, b->host)) != 1 || occupant(s, tile) != NO_CARD)
        return DES_831;
    return 0;
}

// ---- the special deck (DES-950 to DES-959)

static unsigned own_creatures(const struct table *t, seat_id seat, unsigned element, bool tokens)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     count = 0;
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id card = occupant(s, tile);
        if (card == NO_CARD || !is_creature(t, card) || controller_of(s, card) != seat) continue;
        if (def_of(t, card)->kind == KIND_TOKEN && !tokens) continue;
        if (element < ELEMENT_COUNT && (!is_up(s, card) || face_of(t, card)->element != element))
            continue;
        count++;
    }
    return count;
}

rule_id why_not_summon(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (card >= s->core.card_count || card_at(&s->core, card)->zone != zone_for(seat, ZONE_SPECIAL))
        return DES_952;
    if (tile >= TILES) return DES_953;
    if (has_tag(t, card, TAG_RITUAL)) return DES_954;
    if (has_tag(t, card, TAG_FUSION)) {
        card_id there = occupant(s, tile);
        if (!is_main(s)) return DES_953;
        if (there == NO_CARD || !is_creature(t, there) || controller_of(s, there) != seat ||
            !is_up(s, there) || def_of(t, there)->kind == KIND_TOKEN ||
            face_of(t, there)->element != face_of(t, card)->element)
            return DES_953;
        return own_creatures(t, seat, face_of(t, card)->element, false) >= 2 ? 0 : DES_953;
    }
    if (s->phase != PHASE_MAIN_1) return has_tag(t, card, TAG_GOD) ? DES_955 : DES_956;
    if (has_tag(t, card, TAG_GOD)) {
        if (own_creatures(t, seat, face_of(t, card)->element, false) < 3) return DES_955;
    } else if (zone_size(&s->core, zone_for(seat, ZONE_GRAVEYARD)) < 5 ||
               own_creatures(t, seat, ELEMENT_COUNT, false) < 1) {
        return DES_956;
    }
    return is_beside_leader(s, seat, tile) ? 0 : DES_423;
}

// Pays what DES-953 to DES-956 ask for, in the order of the tiles (a Fusion: the named tile first).
static void pay_summon(struct table *t, seat_id seat, card_id card, unsigned first_tile)
{
    struct despaira_state *s = state_of(t);
    bool     fusion = has_tag(t, card, TAG_FUSION), devil = has_tag(t, card, TAG_DEVIL);
    unsigned needed = fusion ? 2 : devil ? 1 : 3;
    rule_id  rule   = fusion ? DES_953 : devil ? DES_956 : DES_955;
    for (unsigned i = 0; i <= TILES && needed; i++) {
        unsigned tile  = i == 0 ? first_tile : i - 1;
        card_id  there = occupant(s, tile);
        if (there == NO_CARD || !is_creature(t, there) || controller_of(s, there) != seat) continue;
        if (def_of(t, there)->kind == KIND_TOKEN) continue;
        if (!devil && (!is_up(s, there) || face_of(t, there)->element != face_of(t, card)->element))
            continue;
        if (devil)
            to_zone(t, there, ZONE_VOID, TOP, because(rule));
        else
            sacrifice_card(t, there, because(rule));
        needed--;
    }
    for (unsigned i = 0; devil && i < 5; i++)
        to_zone(t, zone_top(&s->core, zone_for(seat, ZONE_GRAVEYARD)), ZONE_VOID, TOP,
                because(rule));
}

// ---- one action of the turn player

rule_id why_not_act(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    switch (c.kind) {
    case CHOICE_SPAWN: return why_not_spawn(t, seat, c);
    case CHOICE_SACRIFICE_SPAWN: return why_not_sacrifice_spawn(t, seat, c);
    case CHOICE_PLACE:
        return is_trick_place(c.target) ? why_not_place(t, seat, c.card, tile_under(c.target))
                                        : DES_427;
    case CHOICE_MOVE: return why_not_move(t, seat, c.card, c.target);
    case CHOICE_ATTACK: return why_not_attack(t, seat, c.card, c.target);
    case CHOICE_HEAL: return why_not_heal(t, seat, c.card, c.target);
    case CHOICE_SWITCH:
        return c.option < 2 ? why_not_switch(t, seat, c.card, c.option) : RULE_NO_SUCH;
    case CHOICE_FLIP: return c.option < 2 ? why_not_flip(t, seat, c.card, c.option) : RULE_NO_SUCH;
    case CHOICE_DETACH: return why_not_detach(t, seat, c.card, c.target);
    case CHOICE_ACTIVATE: return why_not_activate(t, seat, c.card, 0, true);
    case CHOICE_ACTIVATE_SECOND: return why_not_activate(t, seat, c.card, 1, true);
    case CHOICE_ACTIVATE_HAND:
        return is_trick_place(c.target)
                   ? why_not_activate_hand(t, seat, c.card, tile_under(c.target))
                   : DES_430;
    case CHOICE_SUMMON: return why_not_summon(t, seat, c.card, c.target);
    case CHOICE_END_BATTLE: return s->phase == PHASE_BATTLE ? 0 : DES_327;
    case CHOICE_END_TURN: return is_main(s) ? 0 : DES_330;
    case CHOICE_PASS: return DES_330;
    default: return RULE_NO_SUCH;
    }
}

// ---- announcing

static void announce_spawn(struct table *t, struct choice c)
{
    struct despaira_state *s    = state_of(t);
    struct action         *a    = &s->action;
    seat_id                seat = s->turn_seat;
    a->state                    = c.option;
    a->tile                     = (uint8_t)c.target;
    s->side[seat].spawns++;
    card_move(&s->core, a->card, zone_for(seat, ZONE_LIMBO), TOP);
    if (a->state == SPAWN_HIDDEN)
        card_of(&s->core, a->card)->flags |= CARD_FACE_DOWN;
    else
        show(t, a->card);
    happened(t, EVENT_ANNOUNCED_SPAWN, seat, a->card, NO_CARD, 0, because(DES_435));
    did(t, WOULD_BE_SPAWNED, seat, a->card, NO_CARD, a->tile, 0);
}

static void pay_points(struct despaira_state *s, unsigned points)
{
    s->side[s->turn_seat].spawn_points = (uint8_t)(s->side[s->turn_seat].spawn_points - points);
    s->action.points                   = (uint8_t)points;
}

static void remember(struct despaira_state *s, struct choice c, unsigned kind)
{
    struct action *a = &s->action;
    *a               = (struct action){ .kind = (uint8_t)kind, .state = c.option, .card = c.card };
    a->tile          = NO_TILE;
    a->target        = NO_CARD;
    s->backs         = 0;
    const struct body *b = c.card < CARDS_MAX ? body_at(s, c.card) : NULL;
    a->stamp             = b ? b->stamp : 0;
}

static void announce_attack(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    a->target                = c.target;
    a->tile                  = (uint8_t)tile_of(s, a->target);
    a->target_stamp          = body_at(s, a->target)->stamp;
    if (s->phase == PHASE_MAIN_1) {
        s->phase = PHASE_BATTLE; // DES-322
        happened(t, EVENT_PHASE, s->turn_seat, NO_CARD, NO_CARD, PHASE_BATTLE, because(DES_322));
    }
    body_of(s, a->card)->flags |= BODY_ATTACKED;
    happened(t, EVENT_ATTACKED, s->turn_seat, a->card, a->target, 0, because(DES_728));
    if (is_creature(t, a->target)) turn_up(t, a->target, true, because(DES_639));
    did(t, DECLARES, s->turn_seat, a->card, a->target, tile_of(s, a->card), 0);
    did(t, IS_ATTACKED, other_seat(s->turn_seat), a->target, a->card, a->tile, 0);
}

static void announce_place(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    s->action.tile           = (uint8_t)tile_under(c.target);
    card_move(&s->core, c.card, zone_for(s->turn_seat, ZONE_LIMBO), TOP);
    card_of(&s->core, c.card)->flags |= CARD_FACE_DOWN;
}

// False: it is no action that is announced here.
static bool announce(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    switch (c.kind) {
    case CHOICE_SPAWN:
        remember(s, c, ACTION_SPAWN);
        pay_points(s, (unsigned)level_of(t, c.card));
        s->action.paid = (uint8_t)level_of(t, c.card);
        announce_spawn(t, c);
        return true;
    case CHOICE_PLACE:
        remember(s, c, ACTION_PLACE);
        announce_place(t, c);
        return true;
    case CHOICE_MOVE:
        remember(s, c, ACTION_MOVE);
        s->action.tile = (uint8_t)c.target;
        body_of(s, c.card)->flags |= BODY_MOVED;
        happened(t, EVENT_ANNOUNCED_MOVE, s->turn_seat, c.card, NO_CARD, 0, because(DES_618));
        did(t, WOULD_MOVE, s->turn_seat, c.card, NO_CARD, c.target, 0);
        return true;
    case CHOICE_ATTACK:
        remember(s, c, ACTION_ATTACK);
        announce_attack(t, c);
        return true;
    case CHOICE_HEAL:
        remember(s, c, ACTION_HEAL);
        s->action.target       = c.target;
        s->action.target_stamp = body_at(s, c.target)->stamp;
        body_of(s, c.card)->flags |= BODY_HEALED;
        return true;
    case CHOICE_SWITCH:
    case CHOICE_FLIP:
        remember(s, c, c.kind == CHOICE_FLIP ? ACTION_FLIP : ACTION_SWITCH);
        body_of(s, c.card)->flags |= BODY_SWITCHED;
        return true;
    case CHOICE_DETACH:
        remember(s, c, ACTION_DETACH);
        s->action.tile = (uint8_t)c.target;
        return true;
    case CHOICE_END_BATTLE: remember(s, c, ACTION_END_BATTLE); return true;
    case CHOICE_END_TURN: remember(s, c, ACTION_END_TURN); return true;
    default: return false;
    }
}

// ---- carrying out

static bool tile_is_legal(const struct table *t, const struct action *a)
{
    const struct despaira_state *s     = state_at(t);
    card_id                      there = occupant(s, a->tile);
    if (!is_beside_leader(s, s->turn_seat, a->tile)) return false;
    if (a->kind != ACTION_PLACE) return there == NO_CARD;
    return trick_on(s, a->tile) == NO_CARD &&
           (there == NO_CARD || controller_of(s, there) == s->turn_seat);
}

static bool other_tile_exists(const struct table *t)
{
    struct action a = state_at(t)->action;
    for (a.tile = 0; a.tile < TILES; a.tile++)
        if (tile_is_legal(t, &a)) return true;
    return false;
}

// DES-437, DES-438
static void take_back_card(struct table *t)
{
    struct despaira_state *s  = state_of(t);
    struct side           *me = &s->side[s->turn_seat];
    struct action         *a  = &s->action;
    if (a->kind != ACTION_PLACE) {
        me->spawn_points = (uint8_t)(me->spawn_points + a->points);
        me->spawns--;
    }
    a->failed = 1;
    to_zone(t, a->card, ZONE_HAND, BOTTOM, because(a->kind == ACTION_PLACE ? DES_438 : DES_437));
}

static void finish_spawn(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    if (a->countered) { // DES-436
        a->failed = 1;
        to_zone(t, a->card, ZONE_GRAVEYARD, TOP, because(DES_436));
        return;
    }
    put_on_tile(t, a->card, a->tile, s->turn_seat, a->state != SPAWN_ATTACK,
                a->state == SPAWN_HIDDEN);
    struct body *b = body_of(s, a->card);
    b->flags |= BODY_NORMAL_SPAWNED;
    b->paid     = a->paid;
    b->paid_all = a->kind == ACTION_SPAWN;
    happened(t, a->state == SPAWN_HIDDEN ? EVENT_SPAWNED_HIDDEN : EVENT_SPAWNED, s->turn_seat,
             a->card, NO_CARD, 0, because(DES_401));
    did(t, IS_NORMAL_SPAWNED, s->turn_seat, a->card, NO_CARD, a->tile, 0);
}

static void finish_place(struct table *t)
{
    struct despaira_state *s = state_of(t);
    put_on_tile(t, s->action.card, s->action.tile, s->turn_seat, false, true);
    happened(t, EVENT_PLACED, s->turn_seat, s->action.card, NO_CARD, 0, because(DES_427));
}

static bool card_stays(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, s->action.card);
    return b && b->stamp == s->action.stamp && b->controller == s->turn_seat;
}

static bool move_is_legal(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct action         *a = &s->action;
    if (a->countered || !card_stays(t) || !may_be_moved(t, a->card)) return false;
    if (tile_of(s, a->card) == a->tile || distance(tile_of(s, a->card), a->tile) != 1) return false;
    if (is_creature(t, a->card) && is_up(s, a->card) && body_at(s, a->card)->flags & BODY_DEFENCE)
        return false;
    if (is_trick(t, a->card)) {
        card_id there = occupant(s, a->tile);
        return !is_up(s, a->card) && trick_on(s, a->tile) == NO_CARD &&
               (there == NO_CARD || controller_of(s, there) == s->turn_seat);
    }
    return !has_status(s, a->card, FREEZE) && occupant(s, a->tile) == NO_CARD;
}

static void finish_move(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    if (!move_is_legal(t)) {
        a->failed = 1; // DES-618
        return;
    }
    body_of(s, a->card)->back = (uint8_t)tile_of(s, a->card);
    enter_tile(t, a->card, a->tile);
    happened(t, EVENT_MOVED, s->turn_seat, a->card, NO_CARD, 0, because(DES_601));
    did(t, MOVES, s->turn_seat, a->card, NO_CARD, a->tile, 0);
}

static void finish_heal(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    const struct body     *b = body_at(s, a->target);
    if (!card_stays(t) || !is_up(s, a->card) || !b || b->stamp != a->target_stamp ||
        !is_up(s, a->target) || tile_of(s, a->card) == NO_TILE ||
        distance(tile_of(s, a->card), tile_of(s, a->target)) != 1 ||
        stat_of(t, a->card, STAT_HL) == LACKING) {
        a->failed = 1;
        return;
    }
    if (has_status(s, a->card, POISON)) return; // DES-893
    restore_hp(t, a->target, stat_of(t, a->card, STAT_HL), because(DES_764));
}

static void finish_switch(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    if (!card_stays(t) || !is_creature(t, a->card) ||
        is_up(s, a->card) != (a->kind == ACTION_SWITCH) || has_status(s, a->card, FREEZE)) {
        a->failed = 1;
        return;
    }
    if (a->kind == ACTION_FLIP) {
        turn_up(t, a->card, a->state, because(DES_638));
        return;
    }
    struct body *b = body_of(s, a->card);
    b->flags       = (uint16_t)(a->state ? b->flags | BODY_DEFENCE : b->flags & ~BODY_DEFENCE);
    happened(t, EVENT_SWITCHED, s->turn_seat, a->card, NO_CARD, a->state, because(DES_633));
}

static void finish_detach(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct action         *a = &s->action;
    struct body           *b = body_of(s, a->card);
    if (!b || b->stamp != a->stamp || b->host == NO_CARD || occupant(s, a->tile) != NO_CARD ||
        distance(tile_of(s, b->host), a->tile) != 1) {
        a->failed = 1;
        return;
    }
    b->host       = NO_CARD;
    b->controller = s->turn_seat;
    b->flags      = (uint16_t)((b->flags & ~BODY_DEFENCE) | BODY_MOVED);
    enter_tile(t, a->card, a->tile);
    happened(t, EVENT_DETACHED, s->turn_seat, a->card, NO_CARD, 0, because(DES_831));
}

static void finish(struct table *t)
{
    switch ((enum action_kind)state_of(t)->action.kind) {
    case ACTION_SPAWN:
    case ACTION_SACRIFICE_SPAWN: finish_spawn(t); break;
    case ACTION_PLACE: finish_place(t); break;
    case ACTION_MOVE: finish_move(t); break;
    case ACTION_ATTACK: fight(t); break;
    case ACTION_HEAL: finish_heal(t); break;
    case ACTION_SWITCH:
    case ACTION_FLIP: finish_switch(t); break;
    case ACTION_DETACH: finish_detach(t); break;
    case ACTION_END_BATTLE:
        state_of(t)->phase = PHASE_MAIN_2;
        happened(t, EVENT_PHASE, state_of(t)->turn_seat, NO_CARD, NO_CARD, PHASE_MAIN_2,
                 because(DES_327));
        break;
    case ACTION_END_TURN: state_of(t)->ending = 1; break;
    case ACTION_ACTIVATE:
    case ACTION_NONE: break;
    }
}

static bool has_after_window(const struct action *a)
{
    return !a->failed && a->kind != ACTION_END_BATTLE && a->kind != ACTION_END_TURN;
}

static bool needs_tile(const struct table *t)
{
    const struct action *a    = &state_at(t)->action;
    bool                 puts = a->kind == ACTION_SPAWN || a->kind == ACTION_SACRIFICE_SPAWN ||
                a->kind == ACTION_PLACE;
    return puts && !a->countered && !tile_is_legal(t, a);
}

static unsigned sacrificed_levels(const struct table *t)
{
    const struct despaira_state *s   = state_at(t);
    unsigned                     sum = s->action.points;
    for (unsigned i = 0; i < s->work.named_count; i++)
        sum += (unsigned)level_of(t, s->work.named[i]);
    return sum;
}

// Enough levels, and a place for the new creature when the old ones are gone (DES-419).
bool sacrifice_is_enough(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    if (s->work.named_count == 0 || sacrificed_levels(t) < (unsigned)level_of(t, s->action.card))
        return false;
    for (unsigned tile = 0; tile < TILES; tile++) {
        if (!is_beside_leader(s, s->turn_seat, tile)) continue;
        card_id there = occupant(s, tile);
        if (there == NO_CARD) return true;
        for (unsigned i = 0; i < s->work.named_count; i++)
            if (s->work.named[i] == there) return true;
    }
    return false;
}

static void sacrifice_all(struct table *t)
{
    struct despaira_state *s    = state_of(t);
    unsigned               paid = sacrificed_levels(t);
    s->action.paid              = (uint8_t)(paid > 200 ? 200 : paid);
    for (unsigned i = 0; i < s->work.named_count; i++) {
        if (!is_up(s, s->work.named[i])) show(t, s->work.named[i]); // DES-416
        sacrifice_card(t, s->work.named[i], because(DES_411));
    }
    s->work = (struct work){ 0 };
}

static void begin_summon(struct table *t, struct choice c)
{
    struct despaira_state *s = state_of(t);
    pay_summon(t, s->turn_seat, c.card, c.target);
    s->links[s->link_count++] = (struct link){ .ability = NO_ABILITY,
                                               .source  = c.card,
                                               .about   = NO_CARD,
                                               .other   = NO_CARD,
                                               .speed   = 5,
                                               .seat    = s->turn_seat,
                                               .flags   = LINK_CREATURE | LINK_SPECIAL,
                                               .tile    = (uint8_t)c.target };
    show(t, c.card);
    happened(t, EVENT_ACTIVATED, s->turn_seat, c.card, NO_CARD, 0, because(DES_953));
    s->declared = 1;
}

static void take_back_spawn(struct table *t)
{
    struct despaira_state *s = state_of(t);
    card_of(&s->core, s->action.card)->flags &= (uint8_t)~CARD_FACE_DOWN;
    card_move(&s->core, s->action.card, zone_for(s->turn_seat, ZONE_HAND), BOTTOM);
    s->action = (struct action){ 0 };
    s->work   = (struct work){ 0 };
}

static void begin_activation(struct table *t, struct choice c)
{
    struct despaira_state *s    = state_of(t);
    bool                   hand = c.kind == CHOICE_ACTIVATE_HAND;
    bool                   main = is_trick(t, c.card) && (hand || !is_up(s, c.card));
    begin_declaring(t, s->turn_seat, c.card,
                    main ? face_of(t, c.card)->main
                         : ability_named(t, c.card, c.kind == CHOICE_ACTIVATE_SECOND));
    if (hand) s->declaring.tile = (uint8_t)tile_under(c.target);
}

// The answer to "what do you do?" becomes an action, from announcement to after-window.
enum flow carry_action(struct table *t, struct action_frame *f)
{
    struct despaira_state *s      = state_of(t);
    struct choice          choice = s->core.answer[s->turn_seat];
    FLOW_BEGIN(f);
    if (choice.kind == CHOICE_ACTIVATE || choice.kind == CHOICE_ACTIVATE_SECOND ||
        choice.kind == CHOICE_ACTIVATE_HAND || choice.kind == CHOICE_SUMMON) {
        s->action = (struct action){
            .kind = ACTION_ACTIVATE, .card = choice.card, .target = NO_CARD, .tile = NO_TILE
        };
        if (choice.kind == CHOICE_SUMMON) {
            begin_summon(t, choice);
        } else {
            s->declared = 0;
            begin_activation(t, choice);
            call_declare(s);
            FLOW_PAUSE(f, ACT_DECLARED);
        }
        if (!s->declared) {
            s->action = (struct action){ 0 };
            return FLOW_DONE;
        }
    } else if (choice.kind == CHOICE_SACRIFICE_SPAWN) {
        remember(s, choice, ACTION_SACRIFICE_SPAWN);
        s->action.points = choice.option;
        card_move(&s->core, choice.card, zone_for(s->turn_seat, ZONE_LIMBO),
                  TOP); // seen to be a creature
        card_of(&s->core, choice.card)->flags |= CARD_FACE_DOWN;
        s->work = (struct work){ 0 };
        do {
            ask(&s->core, s->turn_seat, QUESTION_SACRIFICE, 0, s->action.card);
            FLOW_PAUSE(f, ACT_SACRIFICED);
            choice = answer_of(&s->core, s->turn_seat);
            if (choice.kind == CHOICE_SACRIFICE) {
                s->work.named[s->work.named_count++] = choice.card;
            }
        } while (choice.kind == CHOICE_SACRIFICE);
        if (!sacrifice_is_enough(t)) {
            take_back_spawn(t);
            return FLOW_DONE;
        }
        pay_points(s, s->action.points);
        sacrifice_all(t);
        ask(&s->core, s->turn_seat, QUESTION_SPAWN_TILE, 1, s->action.card);
        FLOW_PAUSE(f, ACT_PUT_DOWN);
        choice      = answer_of(&s->core, s->turn_seat);
        choice.card = s->action.card;
        announce_spawn(t, choice);
    } else if (!announce(t, choice)) {
        return FLOW_DONE;
    }
    state_check(t);
    if (s->waiting_count || s->link_count) {
        call_period(s); // DES-569
        FLOW_PAUSE(f, ACT_TRIGGERED);
    }
    if (s->action.kind != ACTION_ACTIVATE) {
        call_window(s);
        FLOW_PAUSE(f, ACT_ANSWERED);
        if (needs_tile(t) && other_tile_exists(t)) {
            ask(&s->core, s->turn_seat, QUESTION_TILE, 0, s->action.card);
            FLOW_PAUSE(f, ACT_TILE);
            s->action.tile = (uint8_t)tile_under(answer_of(&s->core, s->turn_seat).target);
        }
        if (needs_tile(t))
            take_back_card(t);
        else
            finish(t);
        state_check(t);
        if (s->waiting_count) {
            call_period(s);
            FLOW_PAUSE(f, ACT_AFTERMATH);
        }
    }
    if (has_after_window(&s->action)) {
        call_window(s);
        FLOW_PAUSE(f, ACT_CLOSED);
    }
    s->action = (struct action){ 0 };
    FLOW_END(f);
}

bool may_put_down(const struct table *t, unsigned tile)
{
    struct action a = state_at(t)->action;
    a.tile          = (uint8_t)tile;
    return tile < TILES && tile_is_legal(t, &a);
}
