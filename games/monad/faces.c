// What each line of text comes to, derived once: numbers that the rules look up many times.
#include "games/monad/rules.h"
#include "meaning/lower.h"

int number_at(const struct card_pool *pool, uint32_t op)
{
    for (uint32_t i = op; i < op_after(pool->ops, op); i++)
        if (pool->ops[i].code == OP_NUMBER) return pool->ops[i].value;
    return 0;
}

size_t find_line(const struct table *t, card_id card, unsigned code)
{
    const struct card_def *def = def_of(t, card);
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++)
        if (book(t)->lines[i].top == code) return i;
    return SIZE_MAX;
}

// What is kept in one byte stays within it, however many lines add up.
static int8_t within(int sum)
{
    return (int8_t)(sum > INT8_MAX ? INT8_MAX : sum < INT8_MIN ? INT8_MIN : sum);
}
static uint8_t small(int number) { return (uint8_t)(number > UINT8_MAX ? UINT8_MAX : number); }

static void add_bonus(const struct card_pool *pool, struct line_info *l, uint32_t op)
{
    const struct op *ops   = pool->ops;
    int              value = number_at(pool, op);
    switch (ops[op].code) {
    case W_KEYWORD: l->keyword[ops[op].value] = within(l->keyword[ops[op].value] + value); break;
    case W_FLAG: l->keyword[HIDDEN + ops[op].value] = 1; break;
    case W_RESIST: l->resist[ops[op].value] = within(l->resist[ops[op].value] + value); break;
    case W_NATIVE: l->number = small(value); break;
    case W_COST_LESS: l->keyword[COST_LESS] = within(l->keyword[COST_LESS] + value); break;
    case W_COST_MORE: l->keyword[COST_MORE] = within(l->keyword[COST_MORE] + value); break;
    default: break;
    }
}

// Signed numbers and stats stand in pairs, in either order.
static void read_stats(const struct card_pool *pool, struct line_info *l, uint32_t from,
                       uint32_t end)
{
    const struct op *ops  = pool->ops;
    int              stat = -1, value = 0;
    bool             has_value = false;
    for (uint32_t i = from; i < end; i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code == W_STAT) stat = ops[i].value;
        if (ops[i].code == W_UP || ops[i].code == W_DOWN) {
            value     = ops[i].code == W_UP ? number_at(pool, i) : -number_at(pool, i);
            has_value = true;
        }
        add_bonus(pool, l, i);
        if (stat < 0 || !has_value) continue;
        l->stat[stat] = within(l->stat[stat] + value);
        stat          = -1;
        has_value     = false;
    }
}

// "+1 to hit" among the parts of an attack.
static void read_edges(const struct card_pool *pool, struct line_info *l, uint32_t op)
{
    const struct op *ops   = pool->ops;
    int              value = 0;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code == W_UP) value = number_at(pool, i);
        if (ops[i].code == W_DOWN) value = -number_at(pool, i);
        if (ops[i].code == W_STAT) l->stat[ops[i].value] = within(l->stat[ops[i].value] + value);
    }
}

// An ability that is only effects is used on its own user; its words say whom they mean.
static bool has_parts(const struct op *ops, uint32_t op)
{
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i))
        if (ops[i].code == W_ATTACK || ops[i].code == W_THROWN || ops[i].code == W_RANGE ||
            ops[i].code == W_AREA || ops[i].code == W_DAMAGE || ops[i].code == W_OWN)
            return true;
    return false;
}

static void read_part(const struct card_pool *pool, struct line_info *l, uint32_t i)
{
    const struct op *node = &pool->ops[i];
    switch (node->code) {
    case W_COST: l->cost = small(number_at(pool, i)); break;
    case W_GOLD_COST: l->gold = (int16_t)number_at(pool, i); break;
    case W_ATTACK: l->mode = (uint8_t)node->value; break;
    case W_THROWN: l->mode = RANGED; break; // MON-727
    case W_RANGE: l->range = within(number_at(pool, i)); break;
    case W_AREA: l->area = (uint8_t)node->value; break;
    case W_DAMAGE: l->type = (uint8_t)node->value, l->damage = (int16_t)number_at(pool, i); break;
    case W_OWN: l->own = (uint8_t)(node->value + 1); break;
    case W_USES: l->uses = small(number_at(pool, i)); break;
    case W_WHOM: l->whom = (uint8_t)node->value, l->rows = small(number_at(pool, i)); break;
    case W_ALL_TARGETS: l->all_targets = 1; break;
    case W_BEHIND: l->behind = small(number_at(pool, i)); break;
    case W_WHEN: l->moment = (uint8_t)node->value; break;
    case W_FIRST: l->first = (uint8_t)(node->value + 1); break;
    case W_BY_MODE: l->by_mode = (uint8_t)(node->value + 1); break;
    case W_QUEST_TYPE: l->quest_type = (uint8_t)(TAG_FETCH + node->value); break;
    default: add_bonus(pool, l, i); break;
    }
}

static void read_ability(const struct card_pool *pool, struct line_info *l, uint32_t op)
{
    const struct op *ops = pool->ops;
    l->op                = op;
    l->code              = ops[op].code;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code == W_AURA || ops[i].code == W_AURA_ALL) {
            l->aura = (uint8_t)(ops[i].code == W_AURA_ALL ? 1 + EVERYWHERE
                                                          : small(1 + number_at(pool, i)));
            read_stats(pool, l, i + 1, (uint32_t)op_after(ops, i));
            return;
        }
        if (l->code != W_PASSIVE && l->code != W_BONUSES) read_part(pool, l, i);
        if (l->code == W_PASSIVE && (ops[i].code == W_WHEN || ops[i].code == W_FIRST ||
                                     ops[i].code == W_BY_MODE || ops[i].code == W_QUEST_TYPE))
            read_part(pool, l, i);
    }
    if (l->code == W_AGGRESSIVE) {
        read_edges(pool, l, op);
        if (!has_parts(ops, op)) l->own = OWN_SELF + 1;
    }
    if ((l->code == W_PASSIVE && l->moment == NO_MOMENT) || l->code == W_BONUSES ||
        l->code == W_BOOST || l->code == W_HERE_UNITS)
        read_stats(pool, l, op + 1, (uint32_t)op_after(ops, op));
}

static void read_line(const struct card_pool *pool, const struct card_line *line,
                      struct line_info *l)
{
    const struct op *ops = pool->ops;
    uint32_t         op  = line->op_first + 1;
    *l                   = (struct line_info){ .mode   = NO_MODE,
                                               .area   = AREA_SINGLE,
                                               .range  = NO_RANGE,
                                               .damage = -1,
                                               .type   = UNTYPED,
                                               .moment = NO_MOMENT };
    if (ops[line->op_first].size < 2) return;
    if (ops[op].code == W_LETTER) op = (uint32_t)op_after(ops, op);
    read_ability(pool, l, op);
    l->top = ops[op].code;
    if (l->top != W_VIP && l->top != W_WARD) return;
    for (uint32_t i = op + 2; i < op_after(ops, op); i = (uint32_t)op_after(ops, i))
        if (ops[i].code == W_AGGRESSIVE || ops[i].code == W_DEFENSIVE || ops[i].code == W_PASSIVE)
            read_ability(pool, l, i);
}

// What the meaning of a line says in front of its sentences, or looks at.
// The row of the things in a node of this kind; 0: there is none.
static uint16_t things_below(const struct card_pool *pool, uint32_t row, uint32_t op, unsigned code)
{
    const struct meaning *m    = pool->meaning;
    const struct line    *line = &m->line[row];
    size_t                node = op_find(pool->ops, op, (uint16_t)code);
    uint32_t words = node ? (uint32_t)op_find(pool->ops, node, SHAPE_THINGS) : UINT32_MAX;
    for (unsigned i = 0; node && i < line->things_count; i++)
        if (m->things[line->things_first + i].words == words)
            return (uint16_t)(line->things_first + i);
    return 0;
}

static void read_meaning(const struct card_pool *pool, uint32_t row, struct line_info *l)
{
    const struct meaning *m    = pool->meaning;
    const struct line    *line = &m->line[row];
    l->has_while               = line->only_if != 0;
    l->per                     = line->times != 0;
    l->edged                   = line->standing_count != 0;
    for (unsigned i = 0; i < line->step_count; i++)
        l->intercepts |= m->step[line->step_first + i].verb == VERB_INTERCEPT &&
                         m->step[line->step_first + i].kind == STEP_DO;
    l->aura_of = things_below(pool, row, l->op, W_AURA);
    if (!l->aura_of) l->aura_of = things_below(pool, row, l->op, W_AURA_ALL);
    l->watch  = things_below(pool, row, l->op, W_WATCH);
    l->victim = things_below(pool, row, l->op, W_VICTIM);
}

// ---- what a verb gives, creates or rolls, by its step

// The next change among the nodes from i on; false: there is none. A sign and a stat stand in
// either order.
static bool next_change(const struct card_pool *pool, uint32_t *i, uint32_t end, struct change *c)
{
    const struct op *ops  = pool->ops;
    int              stat = -1, value = 0;
    bool             has_value = false;
    for (; *i < end; *i = (uint32_t)op_after(ops, *i)) {
        const struct op *node = &ops[*i];
        int              n    = number_at(pool, *i);
        *c                    = (struct change){ .value = (int16_t)n };
        switch (node->code) {
        case W_KEYWORD: c->kind = LAST_KEYWORD, c->arg = (uint8_t)node->value; break;
        case W_FLAG:
            c->kind = LAST_KEYWORD, c->arg = (uint8_t)(HIDDEN + node->value), c->value = 1;
            break;
        case W_COST_LESS: c->kind = LAST_KEYWORD, c->arg = COST_LESS; break;
        case W_COST_MORE: c->kind = LAST_KEYWORD, c->arg = COST_MORE; break;
        case W_RESIST: c->kind = LAST_RESIST, c->arg = (uint8_t)node->value; break;
        case W_TAG:
        case W_STAT: stat = node->value; break;
        case W_UP: value = n, has_value = true; break;
        case W_DOWN: value = -n, has_value = true; break;
        default: break;
        }
        if (stat >= 0 && has_value)
            *c = (struct change){ .kind  = LAST_STAT,
                                  .arg   = (uint8_t)stat,
                                  .value = (int16_t)value };
        if (!c->kind) continue;
        *i = (uint32_t)op_after(ops, *i);
        return true;
    }
    *c = (struct change){ .kind = LAST_ER, .value = (int16_t)value };
    return has_value;
}

static def_id token_named(const struct card_pool *pool, uint32_t verb)
{
    uint32_t end = (uint32_t)op_after(pool->ops, verb), name = verb;
    while (name < end && pool->ops[name].code != OP_NAME) name++;
    if (name == end) return NO_DEF;
    def_id def = pool_find(pool, text_of(pool->names[pool->ops[name].value]));
    return def != NO_DEF && pool->defs[def].kind == KIND_TOKEN ? def : (def_id)NO_DEF;
}

static void read_steps(const struct card_pool *pool, struct arena *arena, struct monad_pool *ours)
{
    const struct meaning *m       = pool->meaning;
    struct change        *changes = ARENA_ARRAY(arena, struct change, pool->op_count + 1);
    uint16_t             *first   = ARENA_ARRAY(arena, uint16_t, m->step_count + 1);
    def_id               *tokens  = ARENA_ARRAY(arena, def_id, m->step_count);
    uint8_t              *dice    = ARENA_ARRAY(arena, uint8_t, m->step_count);
    uint16_t              count   = 0;
    for (uint32_t row = 0; row < m->step_count; row++) {
        const struct step *step = &m->step[row];
        uint32_t           i = step->words + 1, end = (uint32_t)op_after(pool->ops, step->words);
        first[row]  = count;
        tokens[row] = NO_DEF;
        if (!row || step->kind != STEP_DO) continue;
        size_t named = op_find(pool->ops, step->words, W_DICE);
        if (step->verb == VERB_CREATE) tokens[row] = token_named(pool, step->words);
        dice[row] = named ? small(number_at(pool, (uint32_t)named)) : 2;
        if (step->verb == VERB_GAIN || step->verb == VERB_ER_REGION || step->verb == VERB_ER_TYPE)
            while (next_change(pool, &i, end, &changes[count])) count++;
    }
    first[m->step_count] = count;
    ours->changes        = changes;
    ours->change_first   = first;
    ours->tokens         = tokens;
    ours->dice           = dice;
}

static void read_token_stats(const struct card_pool *pool, const struct line_info *l, uint32_t line,
                             struct face *f)
{
    const struct op *ops = pool->ops;
    uint32_t         op  = pool->lines[line].op_first + 1;
    unsigned         n   = 0;
    (void)l;
    f->vip = 1;
    for (uint32_t i = op + 2; i < op_after(ops, op) && n < 4; i = (uint32_t)op_after(ops, i))
        if (ops[i].code == W_LEVEL || ops[i].code == OP_NUMBER)
            f->vip_stat[n++] = (int16_t)number_at(pool, i);
}

static void note_abilities(const struct card_pool *pool, uint32_t line, const struct line_info *l,
                           struct face *f)
{
    const struct op *ops   = pool->ops;
    uint32_t         first = pool->lines[line].op_first;
    if (is_ability(l->code)) f->codes = (uint8_t)(f->codes | ability_bit(l->code));
    if (l->moment != NO_MOMENT) f->moments |= BIT(l->moment);
    if (l->aura) f->aura = 1;
    if (l->code == W_AGGRESSIVE && !l->own && l->area != AREA_FRIENDLY) {
        int range = l->range != NO_RANGE ? l->range : l->mode == MELEE ? 1 : 3;
        if (range > f->reach) f->reach = (int8_t)range;
    }
    for (uint32_t op = first; op < op_after(ops, first); op++)
        if (ops[op].code == W_NATIVE && f->natives < NATIVES_MAX) {
            f->native[f->natives].tag      = (uint8_t)ops[op_find(ops, op, W_TAG)].value;
            f->native[f->natives++].number = small(number_at(pool, op));
        }
}

static void add_to_face(struct face *f, const struct line_info *l)
{
    if (l->code != W_PASSIVE && l->code != W_BONUSES && l->code != W_HERE_UNITS) return;
    if (l->has_while || l->per) f->watchful = 1;
    if (l->has_while || l->per || l->aura || l->moment != NO_MOMENT) return;
    for (unsigned i = 0; i < KEYWORDS; i++) f->keyword[i] = within(f->keyword[i] + l->keyword[i]);
    for (unsigned i = 0; i < STATS_PRINTED; i++) f->stat[i] = within(f->stat[i] + l->stat[i]);
    for (unsigned i = 0; i < DAMAGE_TYPES; i++) f->resist[i] = within(f->resist[i] + l->resist[i]);
}

// Of a class only what one of its lines could give: which of them count depends on its markers.
static void note_class_line(struct face *f, const struct line_info *l)
{
    for (unsigned i = 0; i < KEYWORDS; i++) f->keyword[i] |= l->keyword[i] != 0;
    for (unsigned i = 0; i < STATS_PRINTED; i++) f->stat[i] |= l->stat[i] != 0;
    for (unsigned i = 0; i < DAMAGE_TYPES; i++) f->resist[i] |= l->resist[i] != 0;
}

static void note_gifts(struct gifts *g, const struct line_info *l)
{
    for (unsigned i = 0; i < KEYWORDS; i++)
        if (l->keyword[i]) g->keywords |= BIT(i);
    for (unsigned i = 0; i < STATS_PRINTED; i++)
        if (l->stat[i]) g->stats = (uint8_t)(g->stats | BIT(i));
    for (unsigned i = 0; i < DAMAGE_TYPES; i++)
        if (l->resist[i]) g->resists = (uint16_t)(g->resists | BIT(i));
}

static void note_place(const struct card_pool *pool, const struct line_info *l, struct face *f)
{
    if (l->top == W_DARK) f->dark = within(number_at(pool, l->op));
    if (l->top != W_HERE_RANGE) return;
    f->shorter_from = (int8_t)pool->ops[l->op + 1].value;
    f->shorter_by   = (int8_t)pool->ops[l->op + 2].value;
}

static bool has_base_token(const struct card_pool *pool)
{
    for (uint32_t d = 0; d < pool->def_count; d++)
        if (pool->defs[d].kind == KIND_TOKEN && pool->defs[d].tags >> TAG_BASE & 1) return true;
    return false;
}

static void note_standing(const struct card_pool *pool, uint32_t row, struct monad_pool *ours)
{
    const struct line *line = &pool->meaning->line[row];
    for (unsigned i = 0; i < line->standing_count; i++)
        ours->stands[pool->meaning->standing[line->standing_first + i].verb] = true;
}

bool monad_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    if (!has_base_token(pool)) // a replay brings its own cards, a file takes the place of others
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "there is no Base token among the cards (MON-875)");
    struct monad_pool *ours  = ARENA_NEW(arena, struct monad_pool);
    struct line_info  *lines = ARENA_ARRAY(arena, struct line_info, pool->line_count + 1);
    struct face       *faces = ARENA_ARRAY(arena, struct face, pool->def_count + 1);
    pool->meaning            = meaning_of_pool(arena, &monad_lang, pool);
    read_steps(pool, arena, ours);
    for (uint32_t i = 0; i < pool->line_count; i++) {
        read_line(pool, &pool->lines[i], &lines[i]);
        read_meaning(pool, i, &lines[i]);
        ours->moments[lines[i].moment] = true;
        if (lines[i].watch) ours->watched[lines[i].moment] = true;
        note_standing(pool, i, ours);
    }
    for (uint32_t d = 0; d < pool->def_count; d++) {
        const struct card_def *def = &pool->defs[d];
        faces[d]                   = (struct face){ 0 };
        for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
            if (lines[i].top == W_VIP || lines[i].top == W_WARD)
                read_token_stats(pool, &lines[i], i, &faces[d]);
            note_abilities(pool, i, &lines[i], &faces[d]);
            if (def->kind != KIND_CLASS)
                add_to_face(&faces[d], &lines[i]);
            else
                note_class_line(&faces[d], &lines[i]);
            note_place(pool, &lines[i], &faces[d]);
            if (lines[i].top == W_BEARER) faces[d].choosy = 1;
            if (lines[i].aura)
                note_gifts(&faces[d].auras, &lines[i]);
            else if (lines[i].code == W_PASSIVE || lines[i].code == W_BONUSES ||
                     lines[i].top == W_BOOST || lines[i].top == W_HERE_UNITS)
                note_gifts(&faces[d].gifts, &lines[i]);
        }
    }
    for (uint32_t d = 0; d < pool->def_count; d++)
        if (pool->defs[d].kind == KIND_LOCATION) add_gifts(&ours->here, &faces[d].gifts);
    ours->lines = lines;
    ours->faces = faces;
    pool->game  = ours;
    return true;
}
