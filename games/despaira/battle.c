// battle.c - chapter 700: an attack, from the check (step 3) to the counter-attack (step 8).
#include "games/despaira/rules.h"

// DES-724, DES-725, DES-769: the stat that an attack over a distance uses; STAT_COUNT if there is
// none.
unsigned attack_stat(const struct table *t, card_id attacker, unsigned far)
{
    bool has_atk = stat_of(t, attacker, STAT_ATK) != LACKING;
    if (far == 1) return has_atk ? STAT_ATK : STAT_COUNT;
    if (is_leader(t, attacker)) return STAT_COUNT; // DES-720
    if (far >= 2 && stat_of(t, attacker, STAT_RATK) != LACKING &&
        far <= (unsigned)range_of(t, attacker))
        return STAT_RATK;
    if (far >= 2 && has_atk && far <= (unsigned)reach_of(t, attacker)) return STAT_ATK;
    return STAT_COUNT;
}

struct blows blows_of(const struct table *t, card_id attacker)
{
    bool         plain = state_at(t)->change_count == 0; // what is printed can be used
    struct blows b     = { .adjacent = plain ? face_of(t, attacker)->stats >> STAT_ATK & 1
                                             : stat_of(t, attacker, STAT_ATK) != LACKING };
    b.most             = b.adjacent;
    if (is_leader(t, attacker)) return b;
    if ((face_of(t, attacker)->stats >> STAT_RATK & 1 || !plain) &&
        stat_of(t, attacker, STAT_RATK) != LACKING)
        b.most = (unsigned)range_of(t, attacker);
    unsigned reach = b.adjacent ? (unsigned)reach_of(t, attacker) : 0;
    if (reach > b.most) b.most = reach;
    return b;
}

static int base_strength(const struct table *t, card_id card, unsigned stat)
{
    return stat_of(t, card, stat);
}

static int strength_changes(const struct table *t, card_id card)
{
    return static_sum(t, card, VERB_DEAL_MORE, 0) + change_sum(state_at(t), card, CHANGE_STRENGTH);
}

// Step 5 (DES-733): what is left for HP.
static int after_shield(struct table *t, card_id target, int strength)
{
    struct despaira_state *s   = state_of(t);
    int                    def = is_leader(t, target) ? LACKING : stat_of(t, target, STAT_DEF);
    if (def == LACKING) return strength;
    if (strength <= def) {
        happened(t, EVENT_SHIELD_HELD, NO_SEAT, target, NO_CARD, def, because(DES_733));
        return 0;
    }
    body_of(s, target)->flags |= BODY_SHIELD_BROKEN;
    happened(t, EVENT_SHIELD_BROKEN, NO_SEAT, target, NO_CARD, def, because(DES_733));
    return strength - def;
}

static bool surplus_is_stopped(const struct despaira_state *s)
{
    for (unsigned i = 0; i < s->change_count; i++)
        if (s->changes[i].kind == CHANGE_SURPLUS) return true;
    return false;
}

// Steps 5 to 7 for one blow; `surplus` is what the battle has passed on so far. True: the target
// survives.
static bool strike(struct table *t, card_id by, card_id target, int strength, int *surplus)
{
    struct despaira_state *s    = state_of(t);
    seat_id                seat = controller_of(s, target);
    if (!is_leader(t, target)) strength = protected_damage(t, target, strength); // DES-732
    strength = after_shield(t, target, strength);
    if (is_leader(t, target)) {
        hurt_leader(t, seat, strength, by, because(DES_735));
        return leader_hp(t, seat) > 0;
    }
    int  hp = stat_of(t, target, STAT_HP), left = strength - hp;
    bool defence = body_at(s, target)->flags & BODY_DEFENCE;
    hurt_creature(t, target, strength, because(DES_735));
    if (strength < hp || cannot(t, target, NOT_BE_DESTROYED)) return true;
    if (body_at(s, by))
        did(t, DESTROYS_IN_BATTLE, controller_of(s, by), by, target, tile_of(s, by), 0);
    if (left > SURPLUS_MAX - *surplus) left = SURPLUS_MAX - *surplus;
    if (left > 0 && !defence && !surplus_is_stopped(s)) { // DES-736
        *surplus += left;
        happened(t, EVENT_SURPLUS, seat, target, NO_CARD, left, because(DES_736));
        hurt_leader(t, seat, left, by, because(DES_736));
    }
    return false;
}

static bool may_counter_attack(const struct table *t, card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (stat_of(t, card, STAT_CATK) == LACKING || cannot(t, card, NOT_COUNTER_ATTACK)) return false;
    return !has_status(s, card, FREEZE) && !has_status(s, card, PARALYSE);
}

// DES-730
static bool attack_fails(const struct table *t)
{
    const struct despaira_state *s  = state_at(t);
    const struct action         *a  = &s->action;
    const struct body           *by = body_at(s, a->card), *on = body_at(s, a->target);
    if (!by || by->stamp != a->stamp || !on || on->stamp != a->target_stamp) return true;
    if (by->controller != s->turn_seat || by->host != NO_CARD) return true;
    if (!is_leader(t, a->card) && (!is_up(s, a->card) || by->flags & BODY_DEFENCE)) return true;
    if (tile_of(s, a->target) != a->tile || on->host != NO_CARD || on->controller == by->controller)
        return true;
    return attack_stat(t, a->card, distance(tile_of(s, a->card), a->tile)) == STAT_COUNT;
}

// Steps 3 to 8.
void fight(struct table *t)
{
    struct despaira_state *s  = state_of(t);
    struct action         *a  = &s->action;
    card_id                by = a->card, on = a->target;
    if (a->countered || attack_fails(t)) {
        a->failed = 1;
        happened(t, EVENT_FAILED, s->turn_seat, by, on, 0, because(DES_730));
        return;
    }
    unsigned far      = distance(tile_of(s, by), tile_of(s, on));
    int      strength = base_strength(t, by, attack_stat(t, by, far)), surplus = 0;
    bool     ambush = !is_leader(t, by) && !is_leader(t, on) && is_behind(s, tile_of(s, by), on);
    if (ambush) {
        strength *= 2; // DES-738
        happened(t, EVENT_AMBUSH, s->turn_seat, by, on, strength, because(DES_738));
    }
    strength += strength_changes(t, by);
    bool survives = strike(t, by, on, strength > 0 ? strength : 0, &surplus);
    did(t, BATTLES, controller_of(s, by), by, on, tile_of(s, by), 0);
    did(t, BATTLES, controller_of(s, on), on, by, tile_of(s, on), 0);
    if (!survives) return;
    did(t, SURVIVES, controller_of(s, on), on, by, tile_of(s, on), 0);
    if (far == 1 && !ambush && may_counter_attack(t, on)) // DES-737
        strike(t, on, by, stat_of(t, on, STAT_CATK) + strength_changes(t, on), &surplus);
}
