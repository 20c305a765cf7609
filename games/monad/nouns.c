// Section 6: conditions, and which units and cards a text means.
#include "games/monad/rules.h"

#include <string.h>

// Is a unit wounded, in a row, of a level, or called so?
static bool is_sort(const struct table *t, uint32_t node, card_id unit)
{
    const struct op *op = &t->pool->ops[node];
    switch (op->code) {
    case W_QUALITY: return has_quality(t, unit, (unsigned)op->value);
    case W_ROW: return row_of(state_at(t), unit) == (unsigned)op->value;
    case W_LEVEL_MAX: return level_of(t, unit) <= number_at(t->pool, node);
    case W_TAG:
    case OP_NAME: return is_called(t, unit, op);
    default: return true;
    }
}

bool fits_sort(const struct table *t, uint32_t noun, card_id unit)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t i = noun + 1; i < op_after(ops, noun); i = (uint32_t)op_after(ops, i))
        if (!is_sort(t, i, unit)) return false;
    return true;
}

static bool some_unit_is(const struct table *t, unsigned noun, card_id unit, uint32_t sort)
{
    card_id list[NAMED_MAX];
    if (!is_unit(state_at(t), unit)) return false;
    size_t n = units_named(t, noun, controller_of(state_at(t), unit), unit, NO_CARD, list);
    for (size_t i = 0; i < n; i++)
        if (is_sort(t, sort, list[i])) return true;
    return false;
}

bool holds(const struct table *t, uint32_t condition, card_id unit, card_id target)
{
    const struct monad_state *s    = state_at(t);
    const struct op          *node = &t->pool->ops[condition];
    card_id                   of   = node->code == W_IF_TARGET ? target : unit;
    switch (node->code) {
    case W_IF_TARGET:
    case W_IF_THIS:
        if (of == NO_CARD || !is_unit(s, of)) return false;
        return is_sort(t, condition + 1, of);
    case W_IF_AT: {
        seat_id party = s->combat.kind     ? s->combat.active
                        : is_unit(s, unit) ? controller_of(s, unit)
                                           : s->active;
        card_id here  = s->side[party].location;
        return here != NO_CARD && has_tag(t, here, (unsigned)t->pool->ops[condition + 1].value);
    }
    case W_IF_ALLY: return some_unit_is(t, NOUN_EACH_ALLY, unit, condition + 1);
    case W_IF_ENEMY: return some_unit_is(t, NOUN_EACH_OPPOSING, unit, condition + 1);
    case W_IF_ENCOUNTER: return is_unit(s, unit) && is_encounter_unit(s, unit);
    case W_IF_CRITICAL: return s->action.last_crit;
    case W_IF_DID: return s->carried_out == CARRIED_OUT;
    default: return false;
    }
}

static size_t add_party(const struct monad_state *s, seat_id seat, card_id *out, size_t n)
{
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, seat))
            if (is_unit(s, card) && n < NAMED_MAX) out[n++] = card;
    return n;
}

static size_t friends(const struct monad_state *s, card_id unit, seat_id who, bool opposing,
                      card_id *out)
{
    unsigned side;
    bool     fights = is_unit(s, unit) ? s->combat.kind && is_in_combat(s, unit)
                                       : side_it_fell_on(s, who, &side);
    if (is_unit(s, unit) && fights) side = side_of(s, unit);
    if (fights) return opposing ? units_against(s, side, out) : units_of_side(s, side, out);
    return opposing ? 0 : add_party(s, who, out, 0);
}

static size_t without(card_id unit, card_id *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i] != unit) list[kept++] = list[i];
    return kept;
}

size_t units_named(const struct table *t, unsigned noun, seat_id who, card_id unit, card_id target,
                   card_id *out)
{
    const struct monad_state *s = state_at(t);
    size_t                    n = 0;
    switch ((enum noun_word)noun) {
    case NOUN_THIS:
    case NOUN_BEARER:
    case NOUN_USER:
        out[0] = unit;
        n      = 1;
        break;
    case NOUN_ACTING:
        out[0] = s->action.unit;
        n      = 1;
        break;
    case NOUN_TARGET:
    case NOUN_THAT:
    case NOUN_IT:
        out[0] = target;
        n      = 1;
        break;
    case NOUN_EACH_ALLY:
    case NOUN_SOME_ALLIES:
    case NOUN_AN_ALLY: return without(unit, out, friends(s, unit, who, false, out));
    case NOUN_EACH_FRIENDLY:
    case NOUN_FRIENDLY_UNITS:
    case NOUN_SOME_FRIENDLY:
    case NOUN_A_FRIENDLY: return friends(s, unit, who, false, out);
    case NOUN_EACH_OPPOSING:
    case NOUN_OPPOSING_UNITS:
    case NOUN_SOME_OPPOSING:
    case NOUN_AN_OPPOSING: return friends(s, unit, who, true, out);
    case NOUN_EACH_OTHER_OPPOSING: return without(target, out, friends(s, unit, who, true, out));
    case NOUN_EACH_UNIT:
        n = friends(s, unit, who, false, out);
        return n + friends(s, unit, who, true, out + n);
    case NOUN_YOUR_CATALYST:
        out[0] = s->side[who].catalyst;
        n      = 1;
        break;
    case NOUN_PARTY: return add_party(s, who, out, 0);
    case NOUN_OPPOSING_CATALYSTS:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (is_enemy(&s->core, who, seat) && !is_out(s, seat))
                out[n++] = s->side[seat].catalyst;
        break;
    case NOUN_EVERY_NON_CATALYST:
        for (seat_id seat = 0; seat < s->core.seats; seat++) n = add_party(s, seat, out, n);
        for (size_t i = n; i-- > 0;)
            if (is_catalyst(t, out[i])) memmove(out + i, out + i + 1, (--n - i) * sizeof *out);
        break;
    }
    if (n == 1 && (out[0] == NO_CARD || !is_unit(s, out[0]))) n = 0;
    return n;
}

bool fits_filter(const struct table *t, uint32_t op, card_id card)
{
    static const uint8_t KIND[] = { KIND_UNIT, KIND_EQUIPMENT, KIND_QUEST, 0xFF };
    const struct op     *ops    = t->pool->ops;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        unsigned value = (unsigned)ops[i].value;
        if (ops[i].code == W_KIND && KIND[value] != 0xFF && kind_of(t, card) != KIND[value])
            return false;
        if ((ops[i].code == W_TAG || ops[i].code == OP_NAME) && !is_called(t, card, &ops[i]))
            return false;
        if (ops[i].code == W_LEVEL_MAX &&
            def_of(t, card)->field[FIELD_LEVEL] > number_at(t->pool, i))
            return false;
        if (ops[i].code == W_LEVEL_IS &&
            def_of(t, card)->field[FIELD_LEVEL] != number_at(t->pool, i))
            return false;
        if (ops[i].code == W_QUALITY_IS &&
            def_of(t, card)->field[FIELD_QUALITY] != number_at(t->pool, i))
            return false;
        if (ops[i].code == W_QUALITY_MAX &&
            def_of(t, card)->field[FIELD_QUALITY] > number_at(t->pool, i))
            return false;
    }
    return true;
}

int count_of_each(const struct table *t, uint32_t for_each, seat_id who, card_id unit)
{
    static const uint8_t NOUNS[] = { NOUN_EACH_ALLY, NOUN_EACH_OPPOSING, NOUN_EACH_FRIENDLY };
    const struct op     *ops     = t->pool->ops;
    uint32_t             what    = for_each + 1;
    unsigned             noun    = NOUN_EACH_FRIENDLY; // "for each X unit"
    card_id              list[NAMED_MAX];
    int                  count = 0;
    if (ops[what].code == W_QUALITY || ops[what].code == W_COUNTED) noun = NOUNS[ops[what].value];
    size_t n = units_named(t, noun, who, unit, NO_CARD, list);
    if (ops[what].code == W_QUALITY) return (int)n;
    for (size_t i = 0; i < n; i++)
        count += ops[what].code == W_COUNTED ? fits_sort(t, what, list[i])
                                             : is_called(t, list[i], &ops[what]);
    return count;
}
