// act.c - chapters 400 and 600: what the turn player may do, and which rule forbids it.
#include "games/despaira/rules.h"

bool is_main(const struct despaira_state *s)
{
    return s->phase == PHASE_MAIN_1 || s->phase == PHASE_MAIN_2;
}

static bool is_in_hand(const struct table *t, seat_id seat, card_id card)
{
    return card < t->state->card_count &&
           card_at(t->state, card)->zone == zone_for(seat, ZONE_HAND);
}

bool is_beside_leader(const struct despaira_state *s, seat_id seat, unsigned tile)
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

// Tricks are put down, and creatures spawned, on these tiles.
uint32_t tiles_for(const struct table *t, seat_id seat,
                   rule_id (*why_not)(const struct table *, seat_id, unsigned tile))
{
    const struct despaira_state *s    = state_at(t);
    const struct beside          near = beside(tile_of(s, s->side[seat].leader));
    uint32_t                     out  = 0;
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        if (why_not(t, seat, near.tile[i]) == 0) out |= BIT(near.tile[i]);
    return out;
}

// ---- spawning

rule_id why_not_spawn_tile(const struct table *t, seat_id seat, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (tile >= TILES || !is_beside_leader(s, seat, tile)) return DES_405;
    return occupant(s, tile) == NO_CARD ? 0 : DES_406;
}

rule_id why_not_spawn_now(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (card < s->core.card_count && s->cards[card].zone == zone_for(seat, ZONE_SPECIAL))
        return DES_952;
    if (!is_in_hand(t, seat, card) || def_of(t, card)->kind != KIND_CREATURE) return DES_401;
    if (is_special(t, card)) return DES_952;
    if (s->phase == PHASE_BATTLE) return DES_325;
    if (!is_main(s)) return DES_401;
    return s->side[seat].spawns >= SPAWNS ? DES_402 : 0;
}

rule_id why_not_pay_points(const struct table *t, seat_id seat, card_id card)
{
    unsigned points = state_at(t)->side[seat].spawn_points;
    if (level_of(t, card) > SPAWN_POINTS && points <= SPAWN_POINTS) return DES_408;
    return level_of(t, card) > (int)points ? DES_337 : 0;
}

static rule_id why_not_spawn(const struct table *t, seat_id seat, struct choice c)
{
    rule_id why = why_not_spawn_now(t, seat, c.card);
    if (why) return why;
    why = why_not_pay_points(t, seat, c.card);
    if (why) return why;
    if (tiles_for(t, seat, why_not_spawn_tile) == 0) return DES_407;
    return c.extra == level_of(t, c.card) ? 0 : RULE_NO_SUCH;
}

// DES-414 to DES-418
rule_id why_not_sacrifice(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own(t, seat, card)) return DES_411;
    if (!is_creature(t, card)) return DES_418;
    if (body_at(s, card)->flags & BODY_NORMAL_SPAWNED) return DES_414;
    if (def_of(t, card)->kind == KIND_TOKEN && !static_sum(t, card, VERB_FEED, 0)) return DES_417;
    return 0;
}

// What could be given for a Sacrifice Spawn.
struct offering offering_of(const struct table *t, seat_id seat)
{
    const struct despaira_state *s     = state_at(t);
    struct offering              o     = { 0 };
    uint32_t                     given = 0;
    for (uint32_t left = s->field.creatures[seat]; left; left &= left - 1) {
        unsigned tile = (unsigned)__builtin_ctz(left);
        if (why_not_sacrifice(t, seat, occupant(s, tile))) continue;
        o.creatures++;
        o.levels += level_of(t, occupant(s, tile));
        given |= BIT(tile);
    }
    const struct beside near = beside(tile_of(s, s->side[seat].leader));
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        o.place |= occupant(s, near.tile[i]) == NO_CARD || given >> near.tile[i] & 1;
    return o;
}

// DES-412
unsigned points_to_add(const struct despaira_state *s, seat_id seat)
{
    unsigned points = s->side[seat].spawn_points;
    return points < POINTS_ADDED ? points : POINTS_ADDED;
}

rule_id why_not_offer(const struct table *t, seat_id seat, card_id card, struct offering o)
{
    int most = o.levels + (int)points_to_add(state_at(t), seat);
    if (o.creatures == 0 || most < level_of(t, card)) return DES_411;
    return o.place ? 0 : DES_407;
}

static rule_id why_not_sacrifice_spawn(const struct table *t, seat_id seat, card_id card)
{
    rule_id why = why_not_spawn_now(t, seat, card);
    return why ? why : why_not_offer(t, seat, card, offering_of(t, seat));
}

// ---- tricks

rule_id why_not_trick_tile(const struct table *t, seat_id seat, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    if (tile >= TILES || !is_beside_leader(s, seat, tile)) return DES_427;
    if (trick_on(s, tile) != NO_CARD) return DES_616;
    card_id there = occupant(s, tile);
    return there != NO_CARD && controller_of(s, there) != seat ? DES_615 : 0;
}

static rule_id why_not_place(const struct table *t, seat_id seat, card_id card)
{
    if (!is_in_hand(t, seat, card) || !is_trick(t, card)) return DES_427;
    return tiles_for(t, seat, why_not_trick_tile) ? 0 : DES_429;
}

int cost_of(const struct table *t, card_id card, unsigned ability, bool trigger)
{
    def_id def  = ability_at(t, ability)->def;
    bool   lies = body_at(state_at(t), card) && is_up(state_at(t), card); // DES-566
    bool   main = !trigger && !lies && is_trick(t, card) && ability == book_of(t)->faces[def].main;
    return (main ? t->pool->defs[def].field[FIELD_LEVEL] : 0) +
           (acts_when_activated(t, ability, trigger) ? ability_at(t, ability)->pay : 0);
}

static bool condition_allows(const struct table *t, unsigned ability)
{
    const struct despaira_state *s = state_at(t);
    return ability_at(t, ability)->limit != ONLY_IN_BATTLE || s->phase == PHASE_BATTLE;
}

// Of a trick in the hand, wherever it would lie.
rule_id why_not_use_hand(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (has_tag(t, card, TAG_CHAIN)) return DES_431;
    if (has_tag(t, card, NORMAL) && s->phase == PHASE_BATTLE) return DES_324;
    uint16_t main = face_of(t, card)->main;
    if (ability_at(t, main)->trap) return DES_846;
    if (face_of(t, card)->cost > s->side[seat].inventory) return DES_337;
    return condition_allows(t, main) ? 0 : DES_431;
}

static bool hand_has_targets(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    uint16_t main = face_of(t, card)->main;
    return !acts_when_activated(t, main, false) ||
           has_targets(t, main, card, seat, tile, NO_CARD, NO_CARD);
}

bool hand_has_targets_from(const struct table *t, seat_id seat, card_id card, uint32_t tiles)
{
    const struct ability *main = ability_at(t, face_of(t, card)->main);
    if (!main->asks) return tiles != 0;
    if (main->afar) tiles &= -tiles; // one is like another
    for (; tiles; tiles &= tiles - 1)
        if (hand_has_targets(t, seat, card, (unsigned)__builtin_ctz(tiles))) return true;
    return false;
}

static rule_id why_not_activate_hand(const struct table *t, seat_id seat, card_id card)
{
    rule_id why = why_not_place(t, seat, card);
    if (!why) why = why_not_use_hand(t, seat, card);
    if (why) return why;
    uint32_t tiles = tiles_for(t, seat, why_not_trick_tile);
    return hand_has_targets_from(t, seat, card, tiles) ? 0 : DES_516;
}

// A move, an attack, a spawn, a placement or a heal is under way.
static bool answers_action(const struct despaira_state *s)
{
    return s->action.kind >= ACTION_SPAWN && s->action.kind <= ACTION_HEAL;
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
    if (has_tag(t, card, TAG_CHAIN) && s->link_count == 0)
        return answers_action(s) ? DES_514 : DES_513;
    if (has_class(t, card, CLASS_TRAP) && !trap_is_met(t, card)) return DES_506;
    if (cost_of(t, card, main, false) > s->side[seat].inventory) return DES_337;
    return 0;
}

static rule_id why_not_activate_ability(const struct table *t, seat_id seat, card_id card,
                                        unsigned ability, bool first)
{
    const struct despaira_state *s = state_at(t);
    const struct ability        *a = ability_at(t, ability);
    if (is_trick(t, card) && body_at(s, card) && body_at(s, card)->flags & BODY_LOCKED)
        return DES_620;
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

// A card that does not lie on the field: a trick is put down first (DES-430, DES-515).
static rule_id why_not_from_afar(const struct table *t, seat_id seat, card_id card, bool first)
{
    if (!is_in_hand(t, seat, card)) return DES_515; // whatever it is: it may be hidden
    if (!is_trick(t, card)) return DES_523;
    return first ? DES_430 : DES_515;
}

// DES-830: an ability that would attach to its own card. Hosts that are chosen are looked at then.
static bool attaches_here(const struct table *t, unsigned ability)
{
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[ability];
    for (unsigned i = 0; i < line->step_count; i++) {
        const struct step   *step = &m->step[line->step_first + i];
        const struct things *host = &m->things[step->to];
        if (step->kind == STEP_DO && step->verb == VERB_ATTACH && host->how == HOW_REF &&
            host->slot == REF_ROLE + ROLE_THIS_CARD)
            return true;
    }
    return false;
}

// A card on the field: a face-down trick, or the nth ability of a face-up card.
rule_id why_not_activate(const struct table *t, seat_id seat, card_id card, unsigned nth,
                         bool first)
{
    const struct despaira_state *s = state_at(t);
    if (card >= s->core.card_count || !body_at(s, card))
        return why_not_from_afar(t, seat, card, first);
    if (controller_of(s, card) != seat) return is_trick(t, card) ? DES_510 : DES_520;
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
    if (body_at(s, card)->detached_turn == s->turn && attaches_here(t, ability)) return DES_830;
    if (!acts_when_activated(t, ability, false)) return 0;
    return has_targets(t, ability, card, seat, tile_of(s, card), NO_CARD, NO_CARD) ? 0 : DES_516;
}

// ---- moving, modes, attacks, healing

rule_id why_not_move_now(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (is_in_hand(t, seat, card)) return is_trick(t, card) ? DES_608 : DES_601;
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
    return cannot(t, card, NOT_MOVE) ? DES_124 : 0;
}

rule_id why_not_enter(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s     = state_at(t);
    card_id                      there = occupant(s, tile);
    if (!is_trick(t, card)) return there == NO_CARD ? 0 : DES_610;
    if (trick_on(s, tile) != NO_CARD) return DES_616;
    return there != NO_CARD && controller_of(s, there) != seat ? DES_615 : 0;
}

// The rule against the last of the tiles around it, if none can be entered.
rule_id why_not_move_anywhere(const struct table *t, seat_id seat, card_id card)
{
    const struct beside near = beside(tile_of(state_at(t), card));
    rule_id             why  = DES_601;
    for (unsigned i = 0; why && near.tile[i] != NO_TILE; i++)
        why = why_not_enter(t, seat, card, near.tile[i]);
    return why;
}

static rule_id why_not_move(const struct table *t, seat_id seat, card_id card)
{
    rule_id why = why_not_move_now(t, seat, card);
    return why ? why : why_not_move_anywhere(t, seat, card);
}

static rule_id why_not_go(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    unsigned here = tile_of(state_at(t), card);
    if (tile >= TILES) return DES_601;
    if (distance(here, tile) == 2 && column_of(tile) != column_of(here) &&
        row_of(tile) != row_of(here))
        return DES_602;
    return distance(here, tile) == 1 ? why_not_enter(t, seat, card, tile) : DES_601;
}

rule_id why_not_attack_now(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (s->phase == PHASE_MAIN_2) return DES_328;
    if (!is_own_on_field(t, seat, card))
        return card < s->core.card_count && body_at(s, card) ? DES_718 : DES_719;
    if (is_trick(t, card)) return DES_719;
    const struct body *b = body_at(s, card);
    if (b->flags & BODY_ATTACKED) return is_leader(t, card) ? DES_720 : DES_718;
    if (!is_leader(t, card) && (!is_up(s, card) || b->flags & BODY_DEFENCE)) return DES_719;
    if (b->status[FREEZE]) return DES_894;
    if (b->status[PARALYSE]) return DES_895;
    return cannot(t, card, NOT_ATTACK) ? DES_124 : 0;
}

static rule_id why_not_attack(const struct table *t, seat_id seat, card_id card, card_id target)
{
    const struct despaira_state *s   = state_at(t);
    rule_id                      why = why_not_attack_now(t, seat, card);
    if (why) return why;
    if (target >= s->core.card_count || !body_at(s, target)) return DES_721;
    if (!is_tile(card_at(&s->core, target)->zone)) return DES_726;
    if (controller_of(s, target) == seat) return DES_722;
    unsigned far = distance(tile_of(s, card), tile_of(s, target));
    if (attack_stat(t, card, far) != STAT_COUNT) return 0;
    if (far == 1) return DES_725;
    if (is_leader(t, card)) return DES_720;
    return stat_of(t, card, STAT_RATK) == LACKING ? DES_723 : DES_724;
}

rule_id why_not_heal(const struct table *t, seat_id seat, card_id card, card_id target)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own_on_field(t, seat, card) || !is_up(s, card) || !is_creature(t, card)) return DES_764;
    if (stat_of(t, card, STAT_HL) == LACKING || body_at(s, card)->flags & BODY_HEALED)
        return DES_764;
    if (target >= s->core.card_count || !body_at(s, target) || card == target) return DES_766;
    if (!is_creature(t, target) || !is_up(s, target)) return DES_766;
    return distance(tile_of(s, card), tile_of(s, target)) == 1 ? 0 : DES_764;
}

rule_id why_not_switch(const struct table *t, seat_id seat, card_id card, unsigned defence)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own_on_field(t, seat, card)) return DES_633;
    if (!is_creature(t, card)) return is_leader(t, card) ? DES_644 : DES_633;
    const struct body *b = body_at(s, card);
    if (!is_up(s, card) || ((b->flags & BODY_DEFENCE) != 0) == defence) return DES_633;
    if (b->flags & BODY_ATTACKED) return DES_637;
    if (b->flags & BODY_SWITCHED) return DES_636;
    if (b->status[FREEZE]) return DES_894;
    return defence && b->flags & BODY_MOVED ? DES_634 : 0;
}

rule_id why_not_flip(const struct table *t, seat_id seat, card_id card, unsigned defence)
{
    const struct despaira_state *s = state_at(t);
    if (!is_own_on_field(t, seat, card)) return DES_638;
    if (!is_creature(t, card)) return is_leader(t, card) ? DES_644 : DES_638;
    const struct body *b = body_at(s, card);
    if (is_up(s, card)) return DES_638;
    if (b->flags & BODY_SWITCHED) return DES_636;
    if (b->status[FREEZE]) return DES_894;
    return defence && b->flags & BODY_MOVED ? DES_638 : 0;
}

rule_id why_not_detach(const struct table *t, seat_id seat, card_id card, unsigned tile)
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

// ---- where: the last question before an action is announced (D7 to D10)

static bool is_given_up(const struct despaira_state *s, card_id card)
{
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        if (s->work.named[i].thing == card) return s->action.kind == ACTION_SACRIFICE_SPAWN;
    return false;
}

// DES-405, DES-406, DES-419
rule_id why_not_put_on(const struct table *t, seat_id seat, unsigned tile)
{
    const struct despaira_state *s   = state_at(t);
    rule_id                      why = why_not_spawn_tile(t, seat, tile);
    return why == DES_406 && is_given_up(s, occupant(s, tile)) ? 0 : why;
}

rule_id why_not_lay_on(const struct table *t, seat_id seat, unsigned tile)
{
    const struct action *a   = &state_at(t)->action;
    rule_id              why = why_not_trick_tile(t, seat, tile);
    if (why || a->kind == ACTION_PLACE) return why;
    return hand_has_targets(t, seat, a->card, tile) ? 0 : DES_516;
}

rule_id why_not_where(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_BACK) return s->backs < BACKS_MAX ? 0 : DES_R99;
    switch (s->action.kind) {
    case ACTION_SPAWN:
    case ACTION_SACRIFICE_SPAWN:
        if (c.kind != CHOICE_SPAWN_ON || c.option >= SPAWN_STATES) return RULE_NO_SUCH;
        return why_not_put_on(t, seat, c.target);
    case ACTION_MOVE:
        return c.kind == CHOICE_GO ? why_not_go(t, seat, s->action.card, c.target) : RULE_NO_SUCH;
    default:
        if (c.kind != CHOICE_LAY) return RULE_NO_SUCH;
        return is_trick_place(c.target) ? why_not_lay_on(t, seat, tile_under(c.target)) : DES_427;
    }
}

// ---- one action of the turn player

rule_id why_not_act(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    switch (c.kind) {
    case CHOICE_SPAWN: return why_not_spawn(t, seat, c);
    case CHOICE_SACRIFICE_SPAWN: return why_not_sacrifice_spawn(t, seat, c.card);
    case CHOICE_PLACE: return why_not_place(t, seat, c.card);
    case CHOICE_MOVE: return why_not_move(t, seat, c.card);
    case CHOICE_ATTACK: return why_not_attack(t, seat, c.card, c.target);
    case CHOICE_HEAL: return why_not_heal(t, seat, c.card, c.target);
    case CHOICE_SWITCH:
        return c.option < 2 ? why_not_switch(t, seat, c.card, c.option) : RULE_NO_SUCH;
    case CHOICE_FLIP: return c.option < 2 ? why_not_flip(t, seat, c.card, c.option) : RULE_NO_SUCH;
    case CHOICE_DETACH: return why_not_detach(t, seat, c.card, c.target);
    case CHOICE_ACTIVATE: return why_not_activate(t, seat, c.card, 0, true);
    case CHOICE_ACTIVATE_SECOND: return why_not_activate(t, seat, c.card, 1, true);
    case CHOICE_ACTIVATE_HAND: return why_not_activate_hand(t, seat, c.card);
    case CHOICE_SUMMON: return why_not_summon(t, seat, c.card);
    case CHOICE_END_BATTLE: return s->phase == PHASE_BATTLE ? 0 : DES_327;
    case CHOICE_END_TURN: return is_main(s) ? 0 : DES_330;
    case CHOICE_TIME_UP: return s->phase == PHASE_BATTLE ? 0 : DES_340;
    case CHOICE_PASS: return DES_330;
    default: return RULE_NO_SUCH;
    }
}
