// Chapter 430 to 449: checks, critical hits and damage.
#include "engine/chance.h"
#include "games/monad/rules.h"

const struct line_info *action_line(const struct table *t)
{
    const struct action *a = &state_at(t)->action;
    return line_of(t, a->source, a->line);
}

// The defence that holds for a target (MON-427), or NULL.
const struct defence *defence_of(const struct monad_state *s, card_id target)
{
    for (unsigned i = 0; i < s->action.defences; i++) {
        const struct defence *d = &s->action.defence[i];
        if (d->defended == target ||
            (d->all && is_unit(s, d->defender) && !is_opposing(s, d->defender, target)))
            return d;
    }
    return NULL;
}

void lose_hp(struct table *t, card_id unit, int amount, card_id by, rule_id rule) // MON-448
{
    struct body *b = body_of(state_of(t), unit);
    b->damage      = (int16_t)(b->damage + amount);
    b->killer      = by;
    note(t, EVENT_LOST_HP, controller_of(state_of(t), unit), NO_CARD, unit, amount, rule);
}

static int absorb(struct body *b, unsigned type, int damage) // MON-753: the typed one first
{
    unsigned group    = type <= BASHING ? PHYSICAL : type <= SHADOW ? MAGICAL : UNTYPED;
    unsigned order[3] = { type, group, UNTYPED };
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *shield = &b->shield[order[i]];
        int      taken  = *shield < damage ? *shield : damage;
        *shield         = (uint8_t)(*shield - taken);
        damage -= taken;
    }
    return damage;
}

// MON-446. times: 1, or the multiplier of a critical hit; line NULL: no attack.
int deal_damage(struct table *t, card_id by, card_id target, unsigned type, int listed, int times,
                const struct line_info *l)
{
    struct monad_state *s      = state_of(t);
    struct body        *b      = body_of(s, target);
    int                 damage = listed * times;
    if (by != NO_CARD && is_unit(s, by)) {
        if (l)
            damage += keyword_of(t, by, ROWDY) + l->keyword[ROWDY] + bonus_of(t, by, BONUS_DAMAGE) +
                      edge_of(t, by, l, target, BONUS_DAMAGE) +
                      attack_change(t, by, l, target, WORD_DAMAGE);
        damage -= body_at(s, by)->status[ENFEEBLE];
    }
    const struct defence *defence = l ? defence_of(s, target) : NULL;
    if (type != BASHING) damage -= keyword_of(t, target, TOUGH) + (defence ? defence->block : 0);
    damage -= resist_of(t, target, type) + less_damage(t, target);
    if (damage > 0) damage = absorb(b, type, damage);
    if (defence) damage -= defence->prevent;
    if (defence && defence->halved && damage > 0)
        damage /= 2; // MON-012: the prevented half is rounded up
    if (damage < 0) damage = 0;
    b->damage = (int16_t)(b->damage + damage);
    if (damage) b->killer = by;
    return damage;
}

static int here_to_hit(const struct table *t, unsigned mode)
{
    card_id location = place_of_combat(state_at(t));
    size_t  line     = location == NO_CARD ? SIZE_MAX : find_line(t, location, W_HERE_TO_HIT);
    if (line == SIZE_MAX) return 0;
    uint32_t op = book(t)->lines[line].op;
    if ((unsigned)t->pool->ops[op + 1].value != mode) return 0;
    return op_find(t->pool->ops, op, W_UP) ? number_at(t->pool, op) : -number_at(t->pool, op);
}

static int mob_of(const struct table *t, card_id unit) // MON-710
{
    const struct monad_state *s   = state_at(t);
    int                       mob = keyword_of(t, unit, MOB_MENTALITY), others = 0;
    card_id                   list[2 * SIDE_MAX];
    if (!mob) return 0;
    size_t n = units_of_side(s, side_of(s, unit), list);
    for (size_t i = 0; i < n; i++)
        others += list[i] != unit &&
                  (def_of(t, list[i])->tags & def_of(t, unit)->tags & RACES) != 0;
    return mob * others;
}

static int least(int a, int b) { return a < b ? a : b; }

// MON-430 to MON-434, MON-713, MON-719, MON-720
static bool is_hit(const struct table *t, card_id unit, const struct line_info *l, card_id target,
                   int natural)
{
    const struct monad_state *s     = state_at(t);
    int                       level = level_of(t, unit) - keyword_of(t, target, ARROGANT);
    int other = level_of(t, target), arrogance = least(other, keyword_of(t, unit, ARROGANT));
    int total = natural + (level > 0 ? level : 0) + bonus_of(t, unit, BONUS_TO_HIT) +
                edge_of(t, unit, l, target, BONUS_TO_HIT) + mob_of(t, unit) +
                attack_change(t, unit, l, target, WORD_TO_HIT) +
                body_at(s, target)->status[MARKER] + here_to_hit(t, l->mode);
    int defence;
    if (l->mode == MAGIC) {
        defence = keyword_of(t, target, RESISTANT) ? stat_of(t, target, STAT_AP)
                                                   : ap_left(t, target);
        defence -= keyword_of(t, unit, MAGIC_PENETRATION) + l->keyword[MAGIC_PENETRATION];
    } else {
        defence = stat_of(t, target, STAT_AR) - keyword_of(t, unit, PENETRATE) -
                  l->keyword[PENETRATE] - (l->type == CLEAVING);
        if (is_token(t, target)) defence -= arrogance; // MON-080
        if (defence_of(s, target)) defence += defence_of(s, target)->parry;
    }
    return total >= (defence > 0 ? defence : 0) + other - arrogance;
}

// MON-440 to MON-445, MON-717, MON-718
static int multiplier(const struct table *t, card_id unit, const struct line_info *l, int natural)
{
    static const uint8_t FROM[]  = { 11, 10, 12, 12, 13, 13, 13, 13, 13 },
                         TIMES[] = { 2, 3, 2, 2, 2, 2, 2, 2, 2 };
    int from = FROM[l->type] - keyword_of(t, unit, PRECISION) - l->keyword[PRECISION];
    return natural >= from ? TIMES[l->type] + keyword_of(t, unit, CRITICAL) + l->keyword[CRITICAL]
                           : 1;
}

// One roll against one target. Says through action.last_hit and last_crit what came of it.
void attack_target(struct table *t, card_id target)
{
    struct monad_state     *s   = state_of(t);
    struct action          *a   = &s->action;
    const struct line_info *l   = action_line(t);
    seat_id                 who = controller_of(s, a->unit);
    unsigned                sum = roll_two(t, who, rule_reason(MON_430));
    a->natural                  = (uint8_t)sum;
    a->last_hit = a->last_crit = 0;
    a->dealt                   = 0;
    note(t, EVENT_CHECK, who, a->unit, target, (int)sum, MON_430);
    if (!is_hit(t, a->unit, l, target, (int)sum)) {
        note(t, EVENT_MISSED, who, a->unit, target, 0, MON_433);
        wait_for(t, WHEN_MISSES, a->unit, target);
        wait_for(t, WHEN_IS_MISSED, target, a->unit);
        return;
    }
    int times  = multiplier(t, a->unit, l, (int)sum);
    int listed = l->damage < 0 ? 0 : l->damage + listed_more(t, a->unit, l, target);
    int damage = 0;
    if (doubles(t, a->unit, l, target)) listed *= 2; // MON-R129
    if (l->damage >= 0) damage = deal_damage(t, a->unit, target, l->type, listed, times, l);
    a->dealt     = (int16_t)damage;
    a->last_hit  = 1;
    a->last_crit = times > 1;
    note(t, times > 1 ? EVENT_CRITICAL : EVENT_HIT, who, a->unit, target, damage,
         times > 1 ? MON_440 : MON_446);
    wait_for(t, WHEN_HITS, a->unit, target);
    if (times > 1) wait_for(t, WHEN_CRITS, a->unit, target);
    if (hp_left(t, target) <= 0) return;
    wait_for(t, WHEN_IS_HIT, target, a->unit);
    int poison = keyword_of(t, a->unit, POISONER) + l->keyword[POISONER];
    int mortal = keyword_of(t, a->unit, MORTALLY) + l->keyword[MORTALLY];
    if (poison) give_status(t, target, POISON, poison);
    if (mortal) {
        give_status(t, target, MORTAL_STRIKE, mortal);
        body_of(s, target)->struck_by = a->unit;
    }
    if (times > 1 && l->type == CLEAVING)
        give_status(t, target, BLEEDING, 1), give_status(t, target, DO_NOT_ACT, 1);
    if (times > 1 && l->type == BASHING)
        give_status(t, target, SLOW, 2), give_status(t, target, PINNED, 1);
}

card_id worn_on(const struct table *t, card_id unit, unsigned *count)
{
    const struct monad_state *s     = state_at(t);
    card_id                   first = NO_CARD;
    *count                          = 0;
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT) {
            if (!(*count)++) first = card;
        }
    return first;
}

void corrode(struct table *t, card_id equipment, int tokens) // MON-705
{
    struct monad_state *s    = state_of(t);
    card_id             unit = s->host[equipment];
    s->corrosion[equipment]  = (uint8_t)(s->corrosion[equipment] + tokens);
    note(t, EVENT_CORRODED, controller_of(s, unit), NO_CARD, equipment, tokens, MON_705);
    if (s->corrosion[equipment] < def_of(t, equipment)->field[FIELD_QUALITY]) return;
    unsigned zone = is_encounter_unit(s, unit) ? ZONE_ASIDE : ZONE_DISCARD; // MON-504
    detach_to(t, equipment, zone_of_seat(zone, card_at(&s->core, equipment)->owner), TOP);
}

int corrosion_of(const struct table *t, card_id unit)
{
    return keyword_of(t, unit, CORROSION) + action_line(t)->keyword[CORROSION];
}
