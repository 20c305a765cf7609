// Chapter 050: units and their values; formations (465 to 473); equipment (650) and places (600).
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

static void add_while_lines(const struct table *t, card_id unit, card_id source, struct sum *s,
                            enum bonus_kind kind, unsigned index)
{
    const struct card_def *def = def_of(t, source);
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (!l->has_while || l->code != W_PASSIVE || !of_line(l, kind, index)) continue;
        uint32_t condition = (uint32_t)op_find(t->pool->ops, l->op, W_WHILE);
        if (holds(t, condition + 1, unit, NO_CARD)) add(s, of_line(l, kind, index));
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
        if (!l->has_while ||
            holds(t, (uint32_t)op_find(t->pool->ops, l->op, W_WHILE) + 1, unit, NO_CARD))
            add(s, of_line(l, kind, index));
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

static unsigned aura_noun(const struct table *t, const struct line_info *l)
{
    const struct op *ops  = t->pool->ops;
    size_t           aura = op_find(ops, l->op, W_AURA);
    return (unsigned)ops[op_find(ops, aura, W_NOUN)].value;
}

static bool may_have_aura(const struct table *t, card_id unit)
{
    const struct monad_state *s = state_at(t);
    if (face_of(t, unit)->aura) return true;
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (s->host[card] == unit && face_of(t, card)->aura) return true;
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
            unsigned noun     = aura_noun(t, l);
            bool     opposing = noun == NOUN_EACH_OPPOSING || noun == NOUN_OPPOSING_UNITS;
            bool     seen_it  = false;
            if (opposing != is_opposing(st, source, unit)) continue;
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
    struct sum s    = { .highest = kind == BONUS_KEYWORD && (index == REACH || index == UNDYING) };
    zone_id    zone = card_at(&st->core, unit)->zone;
    add(&s, of_face(face_of(t, unit), kind, index));
    if (face_of(t, unit)->watchful) add_while_lines(t, unit, unit, &s, kind, index);
    EACH_IN_ZONE(card, &st->core, zone) {
        if (st->host[card] != unit || kind_of(t, card) != KIND_EQUIPMENT) continue;
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
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT)
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
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        if (s->host[card] == unit && face_of(t, card)->moments >> moment & 1) return true;
    if (has_classes(t, unit))
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, controller_of(s, unit)))
            if (face_of(t, card)->moments >> moment & 1) return true;
    return false;
}

// ---- formations

seat_id controller_of(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    return is_facing(zone) || !is_row(zone) ? card_at(&s->core, unit)->owner : zone_seat(zone);
}
bool is_encounter_unit(const struct monad_state *s, card_id unit)
{
    return is_facing(card_at(&s->core, unit)->zone);
}

static zone_id row_zone(seat_id seat, bool facing, unsigned row)
{
    return zone_of_seat((facing ? ZONE_FACING : ZONE_FRONT) + row, seat);
}

unsigned formation_size(const struct monad_state *s, zone_id formation)
{
    unsigned count = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, (zone_id)(formation + row)) count += is_unit(s, card);
    return count;
}
unsigned side_size(const struct monad_state *s, seat_id seat, bool facing)
{
    return formation_size(s, row_zone(seat, facing, FRONT));
}

// MON-063, MON-064
unsigned party_levels(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, row_zone(seat, false, row))
            if (is_unit(s, card) && kind_of(t, card) == KIND_UNIT)
                sum += def_of(t, card)->field[FIELD_LEVEL];
    return (unsigned)sum;
}

// A formation with the one it is combined with (MON-825); NO_ZONE: with none.
static zone_id joined_with(const struct monad_state *s, zone_id formation)
{
    if (!s->combat.kind || s->combat.mate == NO_SEAT) return NO_ZONE;
    zone_id ours   = zone_of_seat(ZONE_FRONT, s->combat.active),
            theirs = zone_of_seat(ZONE_FRONT, s->combat.mate);
    return formation == ours ? theirs : formation == theirs ? ours : (zone_id)NO_ZONE;
}

// A tower stands behind the others and holds no row of its own (MON-873).
static card_id tower_in(const struct table *t, zone_id row)
{
    if (is_lane(row))
        EACH_IN_ZONE(card, t->state, row)
            if (is_unit(state_at(t), card) && is_tower(t, card)) return card;
    return NO_CARD;
}
static bool is_held(const struct table *t, zone_id row)
{
    if (!is_lane(row)) return zone_size(t->state, row) > 0;
    return zone_size(t->state, row) > (tower_in(t, row) != NO_CARD ? 1u : 0u);
}
static bool is_row_held(const struct table *t, zone_id formation, unsigned row)
{
    zone_id other = joined_with(state_at(t), formation);
    return is_held(t, (zone_id)(formation + row)) ||
           (other != NO_ZONE && is_held(t, (zone_id)(other + row)));
}

bool can_stand_in(const struct table *t, zone_id row) // MON-466
{
    unsigned at = (unsigned)(row - formation_of(row));
    return at == FRONT || is_row_held(t, formation_of(row), at - 1);
}
bool can_stand(const struct table *t, seat_id seat, bool facing, unsigned row)
{
    return row < ROWS && can_stand_in(t, row_zone(seat, facing, row));
}

// The base stands one row behind what its owner has in the lane (MON-888).
static unsigned row_of_base(const struct monad_state *s, seat_id seat)
{
    for (unsigned row = ROWS; row-- > 0;)
        if (zone_size(&s->core,
                      zone_of_seat(ZONE_LANE + (unsigned)ROWS * s->combat.lane + row, seat)))
            return row + 1;
    return FRONT;
}
unsigned row_of(const struct monad_state *s, card_id unit)
{
    zone_id zone = card_at(&s->core, unit)->zone;
    if (zone_kind(zone) == ZONE_BASE) return row_of_base(s, zone_seat(zone));
    return (zone_kind(zone) - ZONE_FRONT) % ROWS;
}

void put_in_row(struct table *t, card_id unit, zone_id row)
{
    struct monad_state *s    = state_of(t);
    zone_id             from = card_at(&s->core, unit)->zone;
    card_id             worn[16];
    unsigned            count = 0;
    if (from != NO_ZONE)
        EACH_IN_ZONE(card, &s->core, from)
            if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT && count < 16)
                worn[count++] = card;
    card_move(&s->core, unit, row, BOTTOM);
    for (unsigned i = 0; i < count; i++) card_move(&s->core, worn[i], row, BOTTOM);
}

static void step_forward(struct table *t, zone_id row)
{
    struct core *c     = t->state;
    card_id      tower = tower_in(t, row);
    for (card_id card = zone_top(c, row), below; card != NO_CARD; card = below) {
        below = card_below(c, card);
        if (card != tower) card_move(c, card, (zone_id)(row - 1), BOTTOM);
    }
}

static void settle_tower(struct table *t, zone_id formation)
{
    card_id  tower = NO_CARD;
    unsigned last  = ROWS;
    for (unsigned row = 0; row < ROWS; row++) {
        if (tower == NO_CARD) tower = tower_in(t, (zone_id)(formation + row));
        if (is_held(t, (zone_id)(formation + row))) last = row;
    }
    if (tower == NO_CARD) return;
    unsigned to = last == ROWS ? FRONT : last < BACK ? last + 1 : BACK;
    if (card_at(t->state, tower)->zone != formation + to)
        card_move(t->state, tower, (zone_id)(formation + to), BOTTOM);
}

// MON-467; combined formations as a whole (MON-825)
void close_formation(struct table *t, zone_id formation)
{
    zone_id other = joined_with(state_at(t), formation);
    for (unsigned n = 0; n < 2; n++)
        for (unsigned row = 0; row + 1 < ROWS; row++) {
            if (is_row_held(t, formation, row)) continue;
            step_forward(t, (zone_id)(formation + row + 1));
            if (other != NO_ZONE) step_forward(t, (zone_id)(other + row + 1));
        }
    if (is_lane(formation)) settle_tower(t, formation);
}
void close_up(struct table *t, seat_id seat, bool facing)
{
    close_formation(t, row_zone(seat, facing, FRONT));
}

bool enter_play(struct table *t, card_id card, zone_id row, bool token)
{
    struct monad_state *s    = state_of(t);
    unsigned            free = 0;
    if (formation_size(s, formation_of(row)) >= SIDE_MAX) return false;
    while (free < BODIES_MAX && s->body[s->bodies[free].card] == free + 1) free++;
    if (free == BODIES_MAX) return false;
    put_in_row(t, card, row);
    card_show(&s->core, card, EVERYBODY);
    if (free >= s->body_top) s->body_top = (uint8_t)(free + 1);
    s->bodies[free] = (struct body){ .card = card, .killer = NO_CARD, .struck_by = NO_CARD };
    if (token) s->bodies[free].flags = BODY_TOKEN;
    if (s->combat.kind && s->combat.round) s->bodies[free].flags |= BODY_EXHAUSTED; // MON-411
    s->body[card] = (uint8_t)(free + 1);
    s->host[card] = NO_CARD;
    return true;
}

void leave_play(struct table *t, card_id card)
{
    struct monad_state *s = state_of(t);
    if (!s->body[card]) return;
    memset(body_of(s, card), 0, sizeof(struct body));
    s->body[card] = 0;
    while (s->body_top && s->body[s->bodies[s->body_top - 1].card] != s->body_top) s->body_top--;
    forget_card(s, card);
    for (unsigned i = 0; i < s->lasting_count;)
        if (s->lasting[i].card == card) {
            memmove(&s->lasting[i], &s->lasting[i + 1],
                    (s->lasting_count - i - 1u) * sizeof s->lasting[0]);
            memset(&s->lasting[--s->lasting_count], 0, sizeof s->lasting[0]);
        } else {
            i++;
        }
}

void reveal_hidden(struct monad_state *s, card_id unit)
{
    body_of(s, unit)->flags &= (uint8_t)~BODY_HIDDEN;
}

bool is_tower(const struct table *t, card_id unit)
{
    return kind_of(t, unit) == KIND_TOKEN && has_tag(t, unit, TAG_TOWER);
}
bool is_fixed(const struct table *t, card_id unit) // MON-873
{
    return kind_of(t, unit) == KIND_TOKEN &&
           (has_tag(t, unit, TAG_TOWER) || has_tag(t, unit, TAG_BASE));
}

// MON-468, MON-471, MON-472
bool move_unit(struct table *t, card_id unit, int rows_back, bool involuntary)
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = card_at(&s->core, unit)->zone;
    int                 row = (int)row_of(s, unit), size = rows_back < 0 ? -rows_back : rows_back;
    if (body_at(s, unit)->status[PINNED] || is_fixed(t, unit)) return false; // MON-745
    if (involuntary) size -= keyword_of(t, unit, STEADY);
    if (size <= 0) return false;
    int to = rows_back < 0 ? row - size : row + size;
    if (to < 0) to = 0;
    if (to >= ROWS) to = ROWS - 1;
    if (to == row) return false;
    put_in_row(t, unit, (zone_id)(formation_of(zone) + to));
    reveal_hidden(s, unit);
    note(t, EVENT_MOVED, controller_of(s, unit), unit, NO_CARD, to + 1,
         involuntary ? MON_471 : MON_468);
    wait_for(t, WHEN_MOVES, unit, NO_CARD);
    close_formation(t, formation_of(zone));
    return true;
}

// MON-470
bool voluntary_move_changes(const struct table *t, card_id unit, bool back)
{
    const struct monad_state *s    = state_at(t);
    zone_id                   zone = card_at(&s->core, unit)->zone;
    unsigned                  row = row_of(s, unit), others = 0;
    if (is_fixed(t, unit)) return false;
    if (body_at(s, unit)->status[PINNED] || (back ? row == BACK : row == FRONT)) return false;
    if (!back) return true;
    zone_id formation = formation_of(zone), other = joined_with(s, formation);
    EACH_IN_ZONE(card, &s->core, zone)
        others += is_unit(s, card) && !(is_lane(zone) && is_tower(t, card));
    if (other != NO_ZONE) others += zone_size(&s->core, (zone_id)(other + row));
    return others > 1 || is_row_held(t, formation, row + 1);
}

// ---- counters and statuses

void heal_unit(struct table *t, card_id unit, int amount)
{
    struct body *b = body_of(state_of(t), unit);
    amount -= b->status[MORTAL_STRIKE]; // MON-712
    if (amount > b->damage) amount = b->damage;
    if (amount <= 0) return;
    b->damage           = (int16_t)(b->damage - amount);
    b->status[BLEEDING] = 0; // MON-754
    note(t, EVENT_HEALED, controller_of(state_of(t), unit), NO_CARD, unit, amount, MON_449);
}

void give_status(struct table *t, card_id unit, enum unit_status status, int number)
{
    struct body *b = body_of(state_of(t), unit);
    if (!state_of(t)->combat.kind || number < b->status[status] || number <= 0)
        return;                 // MON-740, MON-741
    if (status == DEBILITATE) { // MON-751
        int left       = hp_left(t, unit) + b->debilitated - 1;
        b->debilitated = (uint8_t)(number < left ? number : left > 0 ? left : 0);
    }
    b->status[status] = (uint8_t)number;
    b->ripe           = (uint16_t)(b->ripe & ~BIT(status));
    note(t, EVENT_STATUS, controller_of(state_of(t), unit), NO_CARD, unit, number, MON_741);
}

void cleanse(struct table *t, card_id unit) // MON-757
{
    struct body *b     = body_of(state_of(t), unit);
    uint8_t      haste = b->status[HASTE];
    memset(b->status, 0, sizeof b->status);
    b->status[HASTE] = haste;
    b->debilitated   = 0;
    b->struck_by     = NO_CARD;
    b->ripe          = (uint16_t)(b->ripe & BIT(HASTE));
}

// ---- what lasts

void last(struct monad_state *s, struct lasting l)
{
    if (s->lasting_count < LASTING_MAX) s->lasting[s->lasting_count++] = l; // MON-R95
}

static bool ends(const struct lasting *l, unsigned until, seat_id seat, card_id card)
{
    if (l->until != until) return false;
    if (until == UNTIL_BEGINS || until == UNTIL_ENDS)
        return l->card == card && (until == UNTIL_BEGINS || l->ripe);
    if (until == UNTIL_ROUND && card != NO_CARD) return l->card == card;
    return seat == NO_SEAT || l->seat == seat;
}

void end_lasting(struct monad_state *s, unsigned until, seat_id seat, card_id card)
{
    for (unsigned i = 0; i < s->lasting_count;)
        if (ends(&s->lasting[i], until, seat, card)) {
            memmove(&s->lasting[i], &s->lasting[i + 1],
                    (s->lasting_count - i - 1u) * sizeof s->lasting[0]);
            memset(&s->lasting[--s->lasting_count], 0, sizeof s->lasting[0]);
        } else {
            i++;
        }
}

void end_lasting_on(struct monad_state *s, card_id card) // what lasts no longer than a combat
{
    for (unsigned i = s->lasting_count; i-- > 0;) {
        struct lasting *l = &s->lasting[i];
        if (l->card != card || l->until < UNTIL_ACTION || l->until > UNTIL_COMBAT) continue;
        memmove(l, l + 1, (s->lasting_count - i - 1u) * sizeof *l);
        memset(&s->lasting[--s->lasting_count], 0, sizeof *l);
    }
}

int lasting_sum(const struct monad_state *s, unsigned kind, unsigned arg, card_id card, seat_id of)
{
    int sum = 0;
    for (unsigned i = 0; i < s->lasting_count; i++) {
        const struct lasting *l = &s->lasting[i];
        if (l->kind == kind && l->arg == arg && l->card == card && (of == NO_SEAT || l->of == of))
            sum += l->value;
    }
    return sum;
}

// MON-059: a lowered maximum kills nobody outside combat.
void keep_alive(struct table *t)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->damage || s->body[b->card] != i + 1 || b->flags & (BODY_DYING | BODY_DESTROYED))
            continue;
        int most = stat_of(t, b->card, STAT_HP);
        if (b->damage >= most && most > 0) b->damage = (int16_t)(most - 1);
    }
}

// ---- equipment

static unsigned slot_of(const struct table *t, card_id equipment)
{
    unsigned slot = TAG_HEAD;
    while (!has_tag(t, equipment, slot)) slot++;
    return slot;
}

const char *why_cannot_bear(const struct table *t, card_id unit, card_id equipment, rule_id *rule)
{
    const struct monad_state *s    = state_at(t);
    unsigned                  slot = slot_of(t, equipment), worn = 0;
    *rule = MON_082;
    if (is_token(t, unit)) return "token";
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone)
        worn += s->host[card] == unit && card != equipment && kind_of(t, card) == KIND_EQUIPMENT &&
                slot_of(t, card) == slot;
    *rule = MON_651;
    if (worn >= (slot == TAG_RING || slot == TAG_PACK ? 2u : 1u)) return "slot";
    const struct card_def *def = def_of(t, equipment);
    *rule                      = MON_121;
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        if (book(t)->lines[i].top != W_BEARER) continue;
        uint32_t op = book(t)->lines[i].op + 1;
        if (t->pool->ops[op].code == W_LEVEL && level_of(t, unit) < number_at(t->pool, op))
            return "level";
        if (t->pool->ops[op].code == W_TAG && !has_tag(t, unit, (unsigned)t->pool->ops[op].value))
            return "tag";
    }
    *rule = 0;
    return NULL;
}

void attach(struct table *t, card_id equipment, card_id unit)
{
    struct monad_state *s = state_of(t);
    card_move(&s->core, equipment, card_at(&s->core, unit)->zone, BOTTOM);
    card_show(&s->core, equipment, EVERYBODY);
    s->host[equipment] = unit;
    note(t, EVENT_ATTACHED, controller_of(s, unit), equipment, unit, 0, MON_650);
}

void detach_to(struct table *t, card_id equipment, zone_id zone, enum zone_end end)
{
    struct monad_state *s   = state_of(t);
    s->host[equipment]      = NO_CARD;
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
        if (ops[i].code != W_TAG) continue;
        any = true;
        if (has_tag(t, card, (unsigned)ops[i].value)) return true;
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
    return best * def_of(t, card)->field[code == W_RECRUIT ? FIELD_LEVEL : FIELD_QUALITY];
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

bool fits_place(const struct table *t, uint32_t op, card_id location)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code == W_TAG && has_tag(t, location, (unsigned)ops[i].value)) return true;
        if (ops[i].code == OP_NAME &&
            strcmp(t->pool->names[ops[i].value], def_of(t, location)->name) == 0)
            return true;
    }
    return false;
}
