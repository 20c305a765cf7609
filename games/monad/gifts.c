// Chapter 050: what gives a unit keywords, bonuses and resistances: its face, Equipment and
// classes, auras, perks, and what lasts. Which of them it could have at all is kept in the position
// as bits.
#include "games/monad/rules.h"

#include <string.h>

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

static void add_while_lines(const struct table *t, card_id unit, card_id source, struct sum *s,
                            enum bonus_kind kind, unsigned index)
{
    const struct card_def *def = def_of(t, source);
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (!(l->has_while || l->per) || l->aura || l->code != W_PASSIVE ||
            !of_line(l, kind, index))
            continue;
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

// ---- what a unit could have at all

static bool has_gift(const struct gifts *g, enum bonus_kind kind, unsigned index)
{
    switch (kind) {
    case BONUS_KEYWORD: return g->keywords >> index & 1;
    case BONUS_STAT: return g->stats >> index & 1;
    case BONUS_RESIST: return g->resists >> index & 1;
    }
    return false;
}

void add_gifts(struct gifts *to, const struct gifts *more)
{
    to->keywords |= more->keywords;
    to->resists = (uint16_t)(to->resists | more->resists);
    to->stats   = (uint8_t)(to->stats | more->stats);
}

static void add_face(const struct table *t, card_id card, struct gifts *own, struct gifts *auras)
{
    const struct face *f = face_of(t, card);
    add_gifts(own, &f->gifts);
    add_gifts(auras, &f->auras);
}

static bool is_empty(const struct gifts *g) { return !(g->keywords || g->resists || g->stats); }

// What a unit's face, Equipment and classes could give it, and their auras anybody.
static void reckon_unit(const struct table *t, card_id unit, struct gifts *own, struct gifts *auras)
{
    const struct monad_state *s = state_at(t);
    *own = *auras = (struct gifts){ 0 };
    add_face(t, unit, own, auras);
    EACH_WORN(card, s, unit) add_face(t, card, own, auras);
    if (has_classes(t, unit))
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, controller_of(s, unit)))
            if (s->core.mode != MODE_DOTA || s->host[card] == unit) add_face(t, card, own, auras);
}

static bool has_aura_of(const struct table *t, card_id source, enum bonus_kind kind, unsigned index)
{
    struct gifts own, auras;
    reckon_unit(t, source, &own, &auras);
    return has_gift(&auras, kind, index);
}

// ---- what it has

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
        if (!(st->stale || st->bodies[b].has_aura) || !is_in_combat(st, source) ||
            st->bodies[b].flags & BODY_DYING)
            continue;
        if (!has_aura_of(t, source, kind, index)) continue;
        struct ability list[ABILITIES_MAX];
        size_t         n = abilities_of(t, source, W_PASSIVE, list);
        for (size_t i = 0; i < n; i++) {
            const struct line_info *l = &book(t)->lines[list[i].line];
            if (!l->aura || !of_line(l, kind, index)) continue;
            bool seen_it = false;
            if (!is_in_aura(t, l, source, unit)) continue;
            if (l->has_while && !line_counts(t, l, source)) continue;
            for (unsigned k = 0; k < count; k++) seen_it |= seen[k] == list[i].line;
            if (seen_it || distance(t, source, unit) > l->aura - 1) continue;
            if (count < 8) seen[count++] = list[i].line;
            add(s, of_line(l, kind, index));
        }
    }
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

static void add_own(const struct table *t, card_id unit, struct sum *s, enum bonus_kind kind,
                    unsigned index)
{
    const struct monad_state *st = state_at(t);
    add(s, of_face(face_of(t, unit), kind, index));
    if (face_of(t, unit)->watchful) add_while_lines(t, unit, unit, s, kind, index);
    EACH_WORN(card, st, unit)
    {
        add(s, of_face(face_of(t, card), kind, index));
        if (face_of(t, card)->watchful) add_while_lines(t, unit, card, s, kind, index);
    }
    if (has_classes(t, unit)) add_classes(t, unit, s, kind, index);
}

static void add_lasting(const struct monad_state *st, card_id unit, struct sum *s,
                        enum bonus_kind kind, unsigned index)
{
    static const uint8_t LAST[] = { LAST_KEYWORD, LAST_STAT, LAST_RESIST };
    for (unsigned i = 0; i < st->lasting_count; i++)
        if (st->lasting[i].card == unit && st->lasting[i].kind == LAST[kind] &&
            st->lasting[i].arg == index)
            add(s, st->lasting[i].value);
}

// "Combat here: all units have ..."
static void add_place(const struct table *t, card_id unit, struct sum *s, enum bonus_kind kind,
                      unsigned index)
{
    card_id place = place_of_combat(state_at(t));
    if (place != NO_CARD && is_in_combat(state_at(t), unit))
        add(s, of_face(face_of(t, place), kind, index));
}

static int bonus_sum(const struct table *t, card_id unit, enum bonus_kind kind, unsigned index)
{
    const struct monad_state *st = state_at(t);
    struct sum s = { .highest = kind == BONUS_KEYWORD && (index == REACH || index == UNDYING) };
    bool       unsure = st->stale || !st->body[unit];
    if (unsure || has_gift(&body_at(st, unit)->gifts, kind, index))
        add_own(t, unit, &s, kind, index);
    if (st->combat.kind) {
        if (st->combat.kind == COMBAT_ARENA) add(&s, of_perk(st, unit, kind, index));
        if (unsure || has_gift(&st->auras, kind, index)) {
            add_auras(t, unit, &s, kind, index);
            add_place(t, unit, &s, kind, index);
        }
    }
    if (st->lasting_count) add_lasting(st, unit, &s, kind, index);
    return s.value;
}

// MON-R115: what is being reckoned, a bit for each keyword and each stat. What reckons one may ask
// for the same one of any unit, and is answered without what only stands.
static _Thread_local struct {
    uint32_t keywords, stats;
} reckoning;

static int guarded_sum(const struct table *t, card_id unit, enum bonus_kind kind, unsigned index,
                       uint32_t *under_way)
{
    struct sum lasting = { 0 };
    if (*under_way >> index & 1) {
        add_lasting(state_at(t), unit, &lasting, kind, index);
        return lasting.value;
    }
    *under_way |= BIT(index);
    int sum = bonus_sum(t, unit, kind, index);
    *under_way &= ~BIT(index);
    return sum;
}

int keyword_sum(const struct table *t, card_id unit, enum keyword k)
{
    return guarded_sum(t, unit, BONUS_KEYWORD, k, &reckoning.keywords);
}
int bonus_sum_of(const struct table *t, card_id unit, unsigned stat)
{
    return guarded_sum(t, unit, BONUS_STAT, stat, &reckoning.stats);
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

void reckon_gifts(struct table *t)
{
    struct monad_state *s = state_of(t);
    s->stale              = 0;
    s->auras              = book(t)->here;
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        struct gifts auras;
        if (s->body[b->card] != i + 1) continue;
        reckon_unit(t, b->card, &b->gifts, &auras);
        b->has_aura = !is_empty(&auras);
        add_gifts(&s->auras, &auras);
    }
}

bool are_gifts_right(const struct table *t)
{
    const struct monad_state *s   = state_at(t);
    struct gifts              all = book(t)->here;
    if (s->stale) return true;
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b = &s->bodies[i];
        struct gifts       own, auras;
        if (s->body[b->card] != i + 1) continue;
        reckon_unit(t, b->card, &own, &auras);
        add_gifts(&all, &auras);
        if (memcmp(&own, &b->gifts, sizeof own) != 0 || b->has_aura == is_empty(&auras))
            return false;
    }
    return memcmp(&all, &s->auras, sizeof all) == 0;
}
