// Chapters 600 and 650: equipment on units, and what a place says.
#include "games/monad/rules.h"

#include <string.h>

// ---- equipment

static unsigned slot_of(const struct table *t, card_id equipment)
{
    return (unsigned)__builtin_ctzll(def_of(t, equipment)->tags & SLOTS);
}

// With so many others in that slot, and a unit of that level.
// "Guard or Mender", "level 2 or more": one of them is enough.
static bool fits_need(const struct table *t, card_id unit, uint32_t line, int level)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t op = line + 1; op < op_after(ops, line); op = (uint32_t)op_after(ops, op)) {
        if (ops[op].code == W_LEVEL && level >= number_at(t->pool, op)) return true;
        if ((ops[op].code == W_TAG || ops[op].code == OP_NAME) && is_called(t, unit, &ops[op]))
            return true;
    }
    return false;
}

static const char *why_unfit(const struct table *t, card_id unit, card_id equipment, unsigned worn,
                             int level, rule_id *rule)
{
    unsigned slot = slot_of(t, equipment);
    *rule         = MON_651;
    if (worn >= (slot == TAG_RING || slot == TAG_PACK ? 2u : 1u)) return "slot";
    const struct card_def *def = def_of(t, equipment);
    *rule                      = MON_121;
    if (!face_of(t, equipment)->choosy) {
        *rule = 0;
        return NULL;
    }
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        if (book(t)->lines[i].top != W_BEARER) continue;
        if (!fits_need(t, unit, book(t)->lines[i].op, level)) return "need";
    }
    *rule = 0;
    return NULL;
}

const char *why_cannot_bear(const struct table *t, card_id unit, card_id equipment, rule_id *rule)
{
    const struct monad_state *s    = state_at(t);
    unsigned                  slot = slot_of(t, equipment), worn = 0;
    *rule = MON_082;
    if (is_token(t, unit)) return "token";
    EACH_WORN(card, s, unit) worn += card != equipment && slot_of(t, card) == slot;
    return why_unfit(t, unit, equipment, worn, level_of(t, unit), rule);
}

// MON-236: on a Unit that is not in play yet.
rule_id why_not_planned_on(const struct table *t, card_id unit, card_id equipment)
{
    const struct monad_state *s    = state_at(t);
    unsigned                  slot = slot_of(t, equipment), worn = 0;
    rule_id                   rule;
    for (unsigned i = 0; i < s->planned_count; i++)
        worn += s->planned[i].host == unit && slot_of(t, s->planned[i].card) == slot;
    why_unfit(t, unit, equipment, worn, def_of(t, unit)->field[FIELD_LEVEL], &rule);
    return rule;
}

void attach(struct table *t, card_id equipment, card_id unit)
{
    struct monad_state *s    = state_of(t);
    card_id             next = card_below(&s->core, unit); // what stands behind the unit's own
    while (next != NO_CARD && (next == equipment || s->host[next] == unit))
        next = card_below(&s->core, next);
    if (next == NO_CARD)
        card_move(&s->core, equipment, card_at(&s->core, unit)->zone, BOTTOM);
    else
        card_move_above(&s->core, equipment, next);
    card_show(&s->core, equipment, EVERYBODY);
    s->host[equipment] = unit;
    s->stale           = 1;
    note(t, EVENT_ATTACHED, controller_of(s, unit), equipment, unit, 0, MON_650);
}

void detach_to(struct table *t, card_id equipment, zone_id zone, enum zone_end end)
{
    struct monad_state *s   = state_of(t);
    s->host[equipment]      = NO_CARD;
    s->stale                = 1;
    s->marks[equipment]     = 0;
    s->corrosion[equipment] = 0;
    forget_card(s, equipment);
    card_move(&s->core, equipment, zone, end);
}

// ---- places

static bool only_fits(const struct table *t, uint32_t op, card_id card)
{
    const struct op *ops = t->pool->ops;
    bool             any = false;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code != W_TAG && ops[i].code != OP_NAME) continue;
        any = true;
        if (is_called(t, card, &ops[i])) return true;
    }
    return !any;
}

// MON-620, MON-621: per level, the lowest that fits.
int price_at(const struct table *t, seat_id seat, card_id card, unsigned code)
{
    card_id location = state_at(t)->side[seat].location;
    if (location == NO_CARD) return -1;
    const struct card_def *def  = def_of(t, location);
    int                    best = -1;
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (l->top != code || (card != NO_CARD && !only_fits(t, l->op, card))) continue;
        int price = number_at(t->pool, l->op);
        if (best < 0 || price < best) best = price;
    }
    if (best < 0 || card == NO_CARD) return best;
    best *= def_of(t, card)->field[code == W_RECRUIT ? FIELD_LEVEL : FIELD_QUALITY];
    if (code == W_RECRUIT) best -= recruit_discount(t, seat, card);
    return best > 0 ? best : 0; // MON-013
}

int number_on(const struct table *t, card_id location, unsigned code)
{
    size_t line = location == NO_CARD ? SIZE_MAX : find_line(t, location, code);
    return line == SIZE_MAX ? -1 : number_at(t->pool, book(t)->lines[line].op);
}

int er_of(const struct table *t, card_id location)
{
    const struct monad_state *s    = state_at(t);
    bool                      town = has_tag(t, location, TAG_TOWN);
    int                       er   = def_of(t, location)->field[FIELD_ER];
    for (unsigned i = 0; i < s->lasting_count; i++) {
        const struct lasting *l = &s->lasting[i];
        if (l->kind == LAST_ER && has_tag(t, location, l->arg) && (!town || l->arg == TAG_TOWN))
            er += l->value;
    }
    return er > 0 ? er : 0;
}

bool shares_region(const struct table *t, card_id a, card_id b)
{
    return def_of(t, a)->tags & def_of(t, b)->tags & REGIONS;
}

static int native_for(const struct table *t, card_id printed_on, uint64_t tags)
{
    const struct face *f   = face_of(t, printed_on);
    int                sum = 0;
    for (unsigned i = 0; i < f->natives; i++)
        if (tags >> f->native[i].tag & 1) sum += f->native[i].number;
    return sum;
}

// MON-234, MON-235
int budget_cost(const struct table *t, seat_id party, card_id card)
{
    card_id location = state_at(t)->side[party].location;
    if (kind_of(t, card) == KIND_EQUIPMENT) return def_of(t, card)->field[FIELD_QUALITY];
    int cost = def_of(t, card)->field[FIELD_LEVEL] -
               native_for(t, location, def_of(t, card)->tags) -
               native_for(t, card, def_of(t, location)->tags);
    return cost > 1 ? cost : 1;
}

// What is left of it for an encounter that is being chosen.
int budget_left(const struct table *t, seat_id party)
{
    const struct monad_state *s    = state_at(t);
    int                       left = s->budget;
    for (unsigned i = 0; i < s->planned_count; i++)
        left -= budget_cost(t, party, s->planned[i].card);
    return left;
}

bool fits_place(const struct table *t, uint32_t op, card_id location)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code == W_TAG && has_tag(t, location, (unsigned)ops[i].value)) return true;
        if (ops[i].code == OP_NAME && ops[i].value == def_of(t, location)->own_name) return true;
    }
    return false;
}
