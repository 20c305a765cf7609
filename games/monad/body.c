// Chapter 050: units, their values and their abilities.
#include "games/monad/rules.h"

#include <string.h>

// ---- what gives a unit something

enum bonus_kind { BONUS_KEYWORD, BONUS_STAT, BONUS_RESIST };

static int of_line(const struct line_info *l, enum bonus_kind kind, unsigned index)
{
    switch (kind) {
    case BONUS_KEYWORD: return l->keyword[index];
    case BONUS_STAT: return l->stat[index];
    case BONUS_RESIST: return l->resist[index];
    }
    return 0;
}
static int of_face(const struct face *f, enum bonus_kind kind, unsigned index)
{
    switch (kind) {
    case BONUS_KEYWORD: return f->keyword[index];
    case BONUS_STAT: return f->stat[index];
    case BONUS_RESIST: return f->resist[index];
    }
    return 0;
}

struct sum {
    int  value;
    bool highest; // MON-700
};
static void add(struct sum *s, int value)
{
    if (!s->highest)
        s->value += value;
    else if (value > s->value)
        s->value = value;
}

bool is_token(const struct table *t, card_id card)
{
    return kind_of(t, card) == KIND_TOKEN || kind_of(t, card) == KIND_QUEST;
}
bool is_catalyst(const struct table *t, card_id card) { return kind_of(t, card) == KIND_CATALYST; }

static const struct hero *hero_of_class(const struct monad_state *s, card_id class_card)
{
    for (unsigned i = 0; i < DOTA_SEATS * HEROES; i++)
        if (s->heroes[i / HEROES][i % HEROES].class_card == class_card)
            return &s->heroes[i / HEROES][i % HEROES];
    return NULL;
}

// Ability markers on a class card, a bit each.
static unsigned marks_on(const struct table *t, card_id class_card)
{
    const struct monad_state *s     = state_at(t);
    seat_id                   owner = card_at(&s->core, class_card)->owner;
    if (s->core.mode == MODE_DOTA) {
        const struct hero *h = hero_of_class(s, class_card);
        return h ? h->marks : 0;
    }
    return owner < s->core.seats
               ? s->side[owner].marks[def_of(t, class_card)->field[FIELD_TIER] - 1]
               : 0;
}

// A class card's ability lines, numbered in the order printed.
static bool is_marked(const struct table *t, card_id class_card, uint32_t line)
{
    const struct card_def *def = def_of(t, class_card);
    unsigned               n   = 0;
    for (uint32_t i = def->line_first; i < line; i++) n += is_ability(book(t)->lines[i].code);
    return marks_on(t, class_card) >> n & 1;
}

// How often a class boosts its catalyst (MON-074), its hero (MON-886).
static int boosts_of(const struct table *t, card_id class_card)
{
    const struct monad_state *s = state_at(t);
    const struct hero        *h = s->core.mode == MODE_DOTA ? hero_of_class(s, class_card) : NULL;
    return h ? 1 + h->level : __builtin_popcount(marks_on(t, class_card));
}

// How often a passive line's bonuses count: not at all while its condition does not hold.
static int line_counts(const struct table *t, const struct line_info *l, card_id unit)
{
    if (l->has_while &&
        !holds(t, (uint32_t)op_find(t->pool->ops, l->op, W_WHILE) + 1, unit, NO_CARD))
        return 0;
    if (!l->per) return 1;
    return count_of_each(t, (uint32_t)op_find(t->pool->ops, l->op, W_FOR_EACH),
                         controller_of(state_at(t), unit), unit);
}

static void add_while_lines(const struct table *t, card_id unit, card_id source, struct sum *s,
                            enum bonus_kind kind, unsigned index)
{
    const struct card_def *def = def_of(t, source);
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (!(l->has_while || l->per) || l->code != W_PASSIVE || !of_line(l, kind, index)) continue;
        add(s, of_line(l, kind, index) * line_counts(t, l, unit));
    }
}

static void add_class(const struct table *t, card_id unit, card_id card, struct sum *s,
                      enum bonus_kind kind, unsigned index)
{
    const struct card_def *def = def_of(t, card);
    if (!of_face(face_of(t, card), kind, index)) return; // none of its lines could
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (!of_line(l, kind, index)) continue;
        if (l->top == W_BOOST && kind == BONUS_STAT)
            add(s, of_line(l, kind, index) * boosts_of(t, card));
        if (l->code != W_PASSIVE || l->aura || l->moment != NO_MOMENT || !is_marked(t, card, i))
            continue;
        add(s, of_line(l, kind, index) * line_counts(t, l, unit));
    }
}

static void add_classes(const struct table *t, card_id unit, struct sum *s, enum bonus_kind kind,
                        unsigned index)
{
    const struct monad_state *st = state_at(t);
    EACH_IN_ZONE(card, &st->core, zone_of_seat(ZONE_CLASS, controller_of(st, unit)))
        if (st->core.mode != MODE_DOTA || st->host[card] == unit)
            add_class(t, unit, card, s, kind, index);
}

bool has_classes(const struct table *t, card_id unit)
{
    return is_catalyst(t, unit) || state_at(t)->core.mode == MODE_DOTA;
}

static uint32_t aura_noun(const struct table *t, const struct line_info *l)
{
    const struct op *ops  = t->pool->ops;
    size_t           aura = op_find(ops, l->op, W_AURA);
    if (!aura) aura = op_find(ops, l->op, W_AURA_ALL);
    return (uint32_t)op_find(ops, aura, W_NOUN);
}

static bool may_have_aura(const struct table *t, card_id unit)
{
    const struct monad_state *s = state_at(t);
    if (face_of(t, unit)->aura) return true;
    EACH_WORN(card, s, unit)
    if (face_of(t, card)->aura) return true;
    if (has_classes(t, unit))
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, controller_of(s, unit)))
            if (face_of(t, card)->aura) return true;
    return false;
}

// MON-721: auras of the same name (the same words) do not add up.
static void add_auras(const struct table *t, card_id unit, struct sum *s, enum bonus_kind kind,
                      unsigned index)
{
    const struct monad_state *st = state_at(t);
    uint32_t                  seen[8];
    unsigned                  count = 0;
    if (!is_in_combat(st, unit)) return;
    for (unsigned b = 0; b < st->body_top; b++) {
        card_id source = st->bodies[b].card;
        if (!st->body[source] || &st->bodies[st->body[source] - 1] != &st->bodies[b]) continue;
        if (!may_have_aura(t, source) || !is_in_combat(st, source) ||
            st->bodies[b].flags & BODY_DYING)
            continue;
        struct ability list[ABILITIES_MAX];
        size_t         n = abilities_of(t, source, W_PASSIVE, list);
        for (size_t i = 0; i < n; i++) {
            const struct line_info *l = &book(t)->lines[list[i].line];
            if (!l->aura || !of_line(l, kind, index)) continue;
            uint32_t node     = aura_noun(t, l);
            unsigned noun     = (unsigned)t->pool->ops[node].value;
            bool     opposing = noun == NOUN_EACH_OPPOSING || noun == NOUN_OPPOSING_UNITS;
            bool     seen_it  = false;
            if (noun == NOUN_EACH_UNIT) opposing = is_opposing(st, source, unit);
            if (opposing != is_opposing(st, source, unit)) continue;
            if (noun == NOUN_THIS && source != unit) continue;
            if (!fits_sort(t, node, unit)) continue;
            if (noun == NOUN_EACH_ALLY && source == unit) continue;
            for (unsigned k = 0; k < count; k++) seen_it |= seen[k] == list[i].line;
            if (seen_it || distance(t, source, unit) > l->aura - 1) continue;
            if (count < 8) seen[count++] = list[i].line;
            add(s, of_line(l, kind, index));
        }
    }
}

static bool some_aura_gives(const struct monad_pool *ours, enum bonus_kind kind, unsigned index)
{
    switch (kind) {
    case BONUS_KEYWORD: return ours->aura_keyword[index];
    case BONUS_STAT: return ours->aura_stat[index];
    case BONUS_RESIST: return ours->aura_resist[index];
    }
    return false;
}

// MON-852: what a team's perk gives its units.
static int of_perk(const struct monad_state *s, card_id unit, enum bonus_kind kind, unsigned index)
{
    switch ((enum perk)s->side[controller_of(s, unit)].perk) {
    case PERK_FRENZY: return kind == BONUS_STAT && index == STAT_AR ? -5 : 0;
    case PERK_BULWARK:
        return kind == BONUS_KEYWORD && index == TOUGH   ? 1
               : kind == BONUS_STAT && index == STAT_INI ? -2
                                                         : 0;
    case PERK_SWIFT: return kind == BONUS_STAT && index == STAT_INI ? 2 : 0;
    case PERK_CHAMPION:
    case PERK_NONE: break;
    }
    return 0;
}

static int bonus_sum(const struct table *t, card_id unit, enum bonus_kind kind, unsigned index)
{
    const struct monad_state *st = state_at(t);
    struct sum s = { .highest = kind == BONUS_KEYWORD && (index == REACH || index == UNDYING) };
    add(&s, of_face(face_of(t, unit), kind, index));
    if (face_of(t, unit)->watchful) add_while_lines(t, unit, unit, &s, kind, index);
    EACH_WORN(card, st, unit)
    {
        add(&s, of_face(face_of(t, card), kind, index));
        if (face_of(t, card)->watchful) add_while_lines(t, unit, card, &s, kind, index);
    }
    if (has_classes(t, unit)) add_classes(t, unit, &s, kind, index);
    if (st->combat.kind == COMBAT_ARENA) add(&s, of_perk(st, unit, kind, index));
    if (st->combat.kind && some_aura_gives(book(t), kind, index))
        add_auras(t, unit, &s, kind, index);
    static const uint8_t LAST[] = { LAST_KEYWORD, LAST_STAT, LAST_RESIST };
    for (unsigned i = 0; i < st->lasting_count; i++)
        if (st->lasting[i].card == unit && st->lasting[i].kind == LAST[kind] &&
            st->lasting[i].arg == index)
            add(&s, st->lasting[i].value);
    return s.value;
}

int keyword_of(const struct table *t, card_id unit, enum keyword k)
{
    return bonus_sum(t, unit, BONUS_KEYWORD, k);
}
int bonus_of(const struct table *t, card_id unit, unsigned stat)
{
    return bonus_sum(t, unit, BONUS_STAT, stat);
}

// MON-055, MON-056, MON-715
int resist_of(const struct table *t, card_id unit, enum damage_type type)
{
    int sum = type < UNTYPED ? bonus_sum(t, unit, BONUS_RESIST, type) : 0;
    if (type <= BASHING) sum += bonus_sum(t, unit, BONUS_RESIST, PHYSICAL);
    if (type >= FIRE && type <= SHADOW)
        sum += bonus_sum(t, unit, BONUS_RESIST, MAGICAL) + keyword_of(t, unit, RESISTANT);
    return sum;
}

// ---- stats

const struct hero *hero_at(const struct monad_state *s, card_id unit)
{
    for (unsigned i = 0; s->core.mode == MODE_DOTA && i < DOTA_SEATS * HEROES; i++)
        if (s->heroes[i / HEROES][i % HEROES].card == unit)
            return &s->heroes[i / HEROES][i % HEROES];
    return NULL;
}

static int printed_level(const struct table *t, card_id unit)
{
    const struct monad_state *s = state_at(t);
    const struct hero        *h = hero_at(s, unit);
    if (h) return (is_catalyst(t, unit) ? 1 : def_of(t, unit)->field[FIELD_LEVEL]) + h->level;
    if (is_catalyst(t, unit)) return s->side[controller_of(s, unit)].level;
    if (kind_of(t, unit) == KIND_QUEST) return face_of(t, unit)->vip_stat[0];
    return def_of(t, unit)->field[FIELD_LEVEL];
}

int level_of(const struct table *t, card_id unit)
{
    int level = printed_level(t, unit) + bonus_of(t, unit, STAT_LEVEL);
    return level > 0 ? level : 0;
}

static int printed_stat(const struct table *t, card_id unit, enum stat stat)
{
    static const uint8_t   FIELD[] = { FIELD_HP, FIELD_AP, FIELD_INI, FIELD_AR };
    static const uint8_t   TIMES[] = { 3, 2, 1, 1 }; // MON-083
    const struct card_def *def     = def_of(t, unit);
    if (is_token(t, unit) && stat == STAT_AR) return level_of(t, unit); // MON-079
    if (kind_of(t, unit) == KIND_QUEST) return face_of(t, unit)->vip_stat[1 + stat];
    if (kind_of(t, unit) == KIND_TOKEN && !(def->fields_set & BIT(FIELD[stat])))
        return TIMES[stat] * def->field[FIELD_LEVEL];
    int value = def->field[FIELD[stat]];
    if (stat == STAT_AR) return value;
    if (is_catalyst(t, unit)) return value * printed_level(t, unit); // MON-060, MON-061
    const struct hero *h     = hero_at(state_at(t), unit);
    int                level = def->field[FIELD_LEVEL];
    if (h) value += h->level * ((value + level / 2) / level); // MON-886, halves up
    return value;
}

// MON-058
int stat_of(const struct table *t, card_id unit, enum stat stat)
{
    const struct monad_state *s = state_at(t);
    const struct body        *b = body_at(s, unit);
    if (stat == STAT_LEVEL) return level_of(t, unit);
    int value = printed_stat(t, unit, stat) + bonus_of(t, unit, stat);
    if (stat <= STAT_INI) value += b->points[stat];
    if (stat == STAT_INI) value += b->status[HASTE] - b->status[SLOW];
    value -= stat == STAT_HP ? b->debilitated : b->status[DEBILITATE];
    if (stat == STAT_AR && is_catalyst(t, unit))
        value += lasting_sum(s, LAST_CATALYST_AR, 0, NO_CARD, controller_of(s, unit));
    return value > 0 ? value : 0; // MON-013
}

int hp_left(const struct table *t, card_id unit)
{
    return stat_of(t, unit, STAT_HP) - body_at(state_at(t), unit)->damage;
}
int ap_left(const struct table *t, card_id unit)
{
    int left = stat_of(t, unit, STAT_AP) - body_at(state_at(t), unit)->spent;
    return left > 0 ? left : 0;
}

bool has_quality(const struct table *t, card_id unit, unsigned quality)
{
    switch ((enum quality_word)quality) {
    case WOUNDED: return body_at(state_at(t), unit)->damage > 0;
    case UNHARMED: return body_at(state_at(t), unit)->damage == 0;
    case WEAKENED: return 2 * hp_left(t, unit) <= stat_of(t, unit, STAT_HP);
    case SPENT: return ap_left(t, unit) == 0;
    }
    return false;
}

// ---- abilities

static void list_lines(const struct table *t, card_id source, unsigned code, struct ability *out,
                       size_t *n)
{
    const struct card_def *def = def_of(t, source);
    if (!(face_of(t, source)->codes & ability_bit(code))) return;
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (l->code != code || *n >= ABILITIES_MAX) continue;
        if (def->kind == KIND_CLASS && !is_marked(t, source, i)) continue;
        out[(*n)++] = (struct ability){ source, i };
    }
}

size_t abilities_of(const struct table *t, card_id unit, unsigned code, struct ability *out)
{
    const struct monad_state *s = state_at(t);
    size_t                    n = 0;
    list_lines(t, unit, code, out, &n);
    EACH_WORN(card, s, unit)
    list_lines(t, card, code, out, &n);
    if (has_classes(t, unit))
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, controller_of(s, unit)))
            if (s->core.mode != MODE_DOTA || s->host[card] == unit)
                list_lines(t, card, code, out, &n);
    return n;
}

// Can something on this unit, its Equipment or its classes wait for this moment?
bool may_wait_for(const struct table *t, card_id unit, unsigned moment)
{
    const struct monad_state *s = state_at(t);
    if (face_of(t, unit)->moments >> moment & 1) return true;
    EACH_WORN(card, s, unit)
    if (face_of(t, card)->moments >> moment & 1) return true;
    if (has_classes(t, unit))
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, controller_of(s, unit)))
            if (face_of(t, card)->moments >> moment & 1) return true;
    return false;
}
