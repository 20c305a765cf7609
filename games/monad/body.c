// Chapter 050: units, their values and their abilities.
#include "games/monad/rules.h"

#include <string.h>

bool is_token(const struct table *t, card_id card)
{
    unsigned kind = kind_of(t, card);
    return kind == KIND_TOKEN || kind == KIND_QUEST;
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
bool is_marked(const struct table *t, card_id class_card, uint32_t line)
{
    const struct card_def *def = def_of(t, class_card);
    unsigned               n   = 0;
    for (uint32_t i = def->line_first; i < line; i++) n += is_ability(book(t)->lines[i].code);
    return marks_on(t, class_card) >> n & 1;
}

// How often a class boosts its catalyst (MON-074), its hero (MON-886).
int boosts_of(const struct table *t, card_id class_card)
{
    const struct monad_state *s = state_at(t);
    const struct hero        *h = s->core.mode == MODE_DOTA ? hero_of_class(s, class_card) : NULL;
    return h ? 1 + h->level : __builtin_popcount(marks_on(t, class_card));
}

bool has_classes(const struct table *t, card_id unit)
{
    return is_catalyst(t, unit) || state_at(t)->core.mode == MODE_DOTA;
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
    const struct hero        *h = s->core.mode == MODE_DOTA ? hero_at(s, unit) : NULL;
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

static const uint8_t FIELD[] = { FIELD_HP, FIELD_AP, FIELD_INI, FIELD_AR };

static int printed_stat(const struct table *t, card_id unit, enum stat stat)
{
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
    const struct monad_state *s   = state_at(t);
    const struct body        *b   = body_at(s, unit);
    const struct card_def    *def = def_of(t, unit);
    if (stat == STAT_LEVEL) return level_of(t, unit);
    bool plain = def->kind == KIND_UNIT && s->core.mode != MODE_DOTA;
    int  value = (plain ? def->field[FIELD[stat]] : printed_stat(t, unit, stat)) +
                bonus_of(t, unit, stat);
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

bool is_weak(const struct table *t, card_id unit)
{
    return 2 * hp_left(t, unit) <= stat_of(t, unit, STAT_HP);
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
