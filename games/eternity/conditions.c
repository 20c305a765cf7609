// 6: conditions, "for each", and static text that changes numbers (ETE-533).
#include "games/eternity/rules.h"

int number_in(const struct card_pool *pool, uint32_t op)
{
    size_t number = op_find(pool->ops, op, OP_NUMBER);
    return number ? pool->ops[number].value : 0;
}

static const struct played *played_by(const struct eternity_state *s, seat_id who, unsigned index)
{
    return index < COMBO_MAX ? &s->fighter[who].combo[index] : NULL;
}

static bool has_flag(const struct eternity_state *s, seat_id who, unsigned index, unsigned flag)
{
    const struct played *p = played_by(s, who, index);
    return p && p->flags & flag;
}

static bool is_down(const struct eternity_state *s, seat_id seat)
{
    return seat != NO_SEAT && (s->fighter[seat].lying || s->fighter[seat].lying_next);
}

// ETE-332: the revealed card of the target, also if it was cancelled since.
static const struct played *card_of_target(const struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    if (target == NO_SEAT || !s->fighter[target].played) return NULL;
    return &s->fighter[target].combo[0];
}

static bool card_is(const struct table *t, seat_id who, unsigned word)
{
    const struct played *p = card_of_target(state_at(t), who);
    if (!p) return false;
    bool throws = face_of(t, p->def)->tags >> TAG_THROW & 1;
    switch ((enum card_word)word) {
    case CARD_ATTACK: return played_def(t, p)->kind == KIND_ATTACK;
    case CARD_UTILITY: return played_def(t, p)->kind == KIND_UTILITY;
    case CARD_THROW: return throws;
    }
    return false;
}

static bool card_has(const struct table *t, seat_id who, unsigned word)
{
    static const uint8_t FRAMES[] = { [HAS_METER]   = FRAME_METER,
                                      [HAS_RESOLVE] = FRAME_RESOLVE,
                                      [HAS_FINAL]   = FRAME_FINAL,
                                      [HAS_PRE]     = FRAME_PRE,
                                      [HAS_ANTE]    = FRAME_ANTE };
    const struct played *p        = card_of_target(state_at(t), who);
    return p && face_of(t, p->def)->frames >> FRAMES[word] & 1;
}

static unsigned far_away(void) { return COLUMNS + ROWS; }

static unsigned distance_to_target(const struct eternity_state *s, seat_id who, bool from_sean)
{
    seat_id target = target_of(s, who);
    zone_id from   = from_sean ? s->fighter[who].sean : square_of(s, who);
    return target == NO_SEAT || from == NO_ZONE ? far_away() : distance(from, square_of(s, target));
}

static unsigned bet_of_target(const struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    return target == NO_SEAT ? 0 : s->fighter[target].bet;
}

// The card before this one, the target's card, or this card.
static bool is_of_type(const struct table *t, const struct op *node, seat_id who, unsigned index)
{
    const struct eternity_state *s     = state_at(t);
    seat_id                      owner = node->value == 1 ? target_of(s, who) : who;
    const struct played         *p     = node->value == 1   ? card_of_target(s, who)
                                         : node->value == 0 ? played_by(s, who, index - 1)
                                                            : played_by(s, who, index);
    return p && is_red(t, owner, p->colour, (unsigned)node[1].value);
}

static bool did_no_damage(const struct fighter *me)
{
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].flags & PLAYED_DAMAGED) return false;
    return true;
}

bool condition_holds(const struct table *t, uint32_t op, seat_id who, unsigned index)
{
    const struct eternity_state *s      = state_at(t);
    const struct op             *node   = &t->pool->ops[op];
    const struct fighter        *me     = &s->fighter[who];
    seat_id                      target = target_of(s, who);
    int                          number = number_in(t->pool, op);
    switch (node->code) {
    case W_HIT: return has_flag(s, who, index - (unsigned)node->value, PLAYED_HIT);
    case W_WHIFFED: return has_flag(s, who, index, PLAYED_WHIFFED);
    case W_DID_DAMAGE: return has_flag(s, who, index - (unsigned)node->value, PLAYED_DAMAGED);
    case W_CANCELLED_ONE: return has_flag(s, who, index, PLAYED_CANCELS);
    case W_IS_LINKED: return index > 0 && index < COMBO_MAX;
    case W_IS_REVEALED: return index == 0;
    case W_BEFORE_IS: return is_of_type(t, node, who, index);
    case W_IS_DOWN: return is_down(s, node->value ? target : who);
    case W_CARD_IS: return card_is(t, who, (unsigned)node->value);
    case W_CARD_HAS: return card_has(t, who, (unsigned)node->value);
    case W_WITHIN: return (int)distance_to_target(s, who, node->value == SEAN_WITHIN) <= number;
    case W_AT_DISTANCE: return (int)distance_to_target(s, who, false) == number;
    case W_UNHURT: return !me->damaged;
    case W_HEALTH_AT_MOST:
        if (!node->value) return me->health <= number;
        return target != NO_SEAT && s->fighter[target].health <= number;
    case W_METER_AT_LEAST: return (int)meter_of(s, who) >= number;
    case W_BET_MORE:
        return node->value ? me->bet > bet_of_target(s, who) : bet_of_target(s, who) > me->bet;
    case W_SEAN_IN_PLAY: return me->sean != NO_ZONE;
    case W_HARMLESS: return did_no_damage(me);
    case W_IN_LIGHT: return is_in_light(s, who, node->value ? who : target);
    case W_MASK: return me->mask_down == node->value;
    case W_POWER_AT_LEAST: return me->power >= number;
    case W_WARNED: return target != NO_SEAT && (int)warnings_on(s, target) > node->value;
    default: return true;
    }
}

bool step_allows(const struct table *t, uint32_t step, unsigned code, seat_id who, unsigned index)
{
    size_t at = op_find(t->pool->ops, step, (uint16_t)code);
    return !at || condition_holds(t, (uint32_t)op_child(at), who, index);
}

// ETE-513
bool meets_first_condition(const struct table *t, uint32_t line, seat_id who, unsigned index)
{
    uint32_t first    = t->pool->lines[line].op_first;
    size_t   sentence = op_find(t->pool->ops, first, W_SENTENCE);
    if (!sentence) return true;
    return step_allows(t, (uint32_t)op_child(sentence), W_IF, who, index) &&
           step_allows(t, (uint32_t)op_child(sentence), W_ONLY_IF, who, index);
}

uint32_t verb_of(const struct op *ops, uint32_t step)
{
    size_t at = op_child(step);
    while (ops[at].code == W_IF || ops[at].code == W_MAY) at = op_after(ops, at);
    return (uint32_t)at;
}

unsigned times_of(const struct table *t, uint32_t sentence, seat_id who)
{
    const struct eternity_state *s    = state_at(t);
    size_t                       each = op_find(t->pool->ops, sentence, W_FOR_EACH);
    if (!each) return 1;
    switch ((enum for_each)t->pool->ops[each].value) {
    case EACH_BET: return s->fighter[who].bet;
    case EACH_METER: return meter_of(s, who);
    case EACH_COMBO: return s->fighter[who].played;
    case EACH_POWER: return s->fighter[who].power;
    case EACH_LAMP: return lamps_of(s, who);
    case EACH_WARNING: return target_of(s, who) == NO_SEAT ? 0 : warnings_on(s, target_of(s, who));
    }
    return 1;
}

// ---- static text that changes numbers (ETE-533)

bool is_number_change(unsigned code)
{
    return code == W_DAMAGE || code == W_PRIORITY || code == W_USE_ATTACK || code == W_INSTEAD;
}

static void static_change(const struct card_pool *pool, uint32_t verb, int amount, int *more,
                          int *less, int *priority, int *instead, bool *as_attack)
{
    const struct op *node = &pool->ops[verb];
    switch (node->code) {
    case W_DAMAGE: *(node->value ? less : more) += amount; break;
    case W_PRIORITY: *priority += node->value ? -amount : amount; break;
    case W_USE_ATTACK: *as_attack = true; break;
    case W_INSTEAD: *instead = amount + 1; break;
    default: break;
    }
}

void static_changes(const struct table *t, seat_id who, unsigned index, int *more, int *less,
                    int *priority, int *instead, bool *as_attack)
{
    const struct played   *p   = &state_at(t)->fighter[who].combo[index];
    const struct card_def *def = played_def(t, p);
    const struct op       *ops = t->pool->ops;
    if (!(face_of(t, p->def)->frames & BIT(FRAME_NONE))) return;
    for (unsigned l = 0; l < def->line_count; l++) {
        uint32_t first = t->pool->lines[line_of(def, l)].op_first;
        if (face_of(t, p->def)->frame[l] != FRAME_NONE) continue;
        for (uint32_t i = first + 1; i < first + ops[first].size; i = (uint32_t)op_after(ops, i)) {
            if (ops[i].code != W_SENTENCE) continue;
            int times = (int)times_of(t, i, who);
            for (uint32_t step = i + 1; step < op_after(ops, i);
                 step          = (uint32_t)op_after(ops, step)) {
                if (ops[step].code != W_STEP) continue;
                if (!step_allows(t, step, W_IF, who, index)) break;
                if (!step_allows(t, step, W_ONLY_IF, who, index)) continue;
                uint32_t verb = verb_of(ops, step);
                static_change(t->pool, verb, number_in(t->pool, verb) * times, more, less, priority,
                              instead, as_attack);
            }
        }
    }
}
