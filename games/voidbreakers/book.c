// What the cards say, derived once from their compiled texts: costs, ranges, modifiers, moments.
#include "games/voidbreakers/verbs.h"
#include "meaning/lower.h"

#include <string.h>

int number_in(const struct op *ops, size_t op, int otherwise)
{
    size_t number = op_find(ops, op, OP_NUMBER);
    return number ? ops[number].value : otherwise;
}

// ---- names of cards in texts: "Scrap Drone" is two words

static const char *words_of(const struct card_pool *pool, size_t op, char *name, size_t size)
{
    struct writer w = writer_on(name, size - 1);
    for (size_t i = op_child(op); i < op_after(pool->ops, op); i = op_after(pool->ops, i))
        write_format(&w, "%s%s", w.size ? " " : "", pool->names[pool->ops[i].value]);
    name[w.size] = 0;
    return name;
}

static def_id card_named(const struct card_pool *pool, size_t op)
{
    char        words[120];
    struct text name  = text_of(words_of(pool, op, words, sizeof words));
    def_id      found = pool_find(pool, name);
    if (found == NO_DEF && name.size && name.at[name.size - 1] == 's') // "two Scrap Drones"
        found = pool_find(pool, text_part(name, 0, name.size - 1));
    return found;
}

// Where the text stands that an op belongs to.
static struct place place_of_op(const struct card_pool *pool, uint32_t op)
{
    for (uint32_t i = 0; i < pool->def_count; i++) {
        const struct card_def *def = &pool->defs[i];
        for (uint32_t k = def->line_first; k < def->line_first + def->line_count; k++)
            if (op >= pool->lines[k].op_first && op < op_after(pool->ops, pool->lines[k].op_first))
                return (struct place){ def->source, pool->lines[k].source_line, 1 };
    }
    return (struct place){ 0 };
}

static bool read_names(const struct card_pool *pool, def_id *named, struct error *err)
{
    char words[120];
    for (uint32_t i = 0; i < pool->op_count; i++) {
        named[i] = NO_DEF;
        if (pool->ops[i].code != W_CARDNAME) continue;
        named[i] = card_named(pool, i);
        if (named[i] == NO_DEF)
            return fail(err, BAD_INPUT, place_of_op(pool, i),
                        "the text names a card \"%s\" that does not exist",
                        words_of(pool, i, words, sizeof words));
    }
    return true;
}

// ---- abilities

static void read_who(const struct op *ops, size_t op, struct ability *a)
{
    if (!op) return;
    a->who = (uint8_t)ops[op].value;
    if (ops[op].code == W_ANOTHER_ONE) a->flags |= ABILITY_ANOTHER;
}

static void read_head(const struct card_pool *pool, const def_id *named, size_t op,
                      struct ability *a)
{
    const struct op *ops = pool->ops;
    switch (ops[op].code) {
    case W_PAY_A: a->pay_a++; break;
    case W_PAY_M: a->pay_m++; break;
    case W_PAY_V: a->pay_v = (uint8_t)number_in(ops, op, 1); break;
    case W_PAY_HP: a->pay_hp = (uint8_t)number_in(ops, op, 0); break;
    case W_PAY_DETACH:
        a->flags |= ABILITY_DETACH;
        if (op_find(ops, op, W_CARDNAME)) a->detach = named[op_find(ops, op, W_CARDNAME)];
        break;
    case W_RANGE: a->range = (uint8_t)number_in(ops, op, 0); break;
    case W_RANGE_ANY: a->range = RANGE_UNLIMITED; break;
    case W_QUICK: a->flags |= ABILITY_QUICK; break;
    case W_OMEGA: a->flags |= ABILITY_OMEGA; break;
    case W_REPEAT: a->flags |= ABILITY_REPEAT; break;
    case W_REACTION:
        a->reaction = (uint8_t)ops[op].value;
        a->reach    = (uint8_t)number_in(ops, op, FAR_AWAY);
        a->types    = op_find(ops, op, W_TYPES) ? (uint8_t)ops[op_find(ops, op, W_TYPES)].value
                                                : TYPES_ANY;
        if (op_find(ops, op, W_INTO)) {
            a->flags |= ABILITY_INTO;
            a->reach = (uint8_t)number_in(ops, op_find(ops, op, W_INTO), 0);
        }
        read_who(ops, op_find(ops, op, W_WHO), a);
        read_who(ops, op_find(ops, op, W_ANOTHER_ONE), a);
        break;
    case W_WHO:
    case W_ANOTHER_ONE: read_who(ops, op, a); break;
    case W_ONCE: a->flags |= ABILITY_ONCE; break;
    default: break;
    }
}

// VOI-540 to VOI-544
static uint8_t when_to_play(const struct ability *a)
{
    unsigned when = a->reaction >= FIRST_AFTER ? PLAY_IN_AFTERMATH
                    : a->reaction              ? PLAY_IN_WINDOW
                                               : PLAY_IN_ACTION_PHASE;
    if (a->flags & ABILITY_QUICK) when |= PLAY_IN_WINDOW;
    if (a->flags & ABILITY_OMEGA) when |= PLAY_IN_OMEGA;
    return (uint8_t)when;
}

static void read_ability(const struct card_pool *pool, const def_id *named, def_id def,
                         uint8_t line, struct ability *a)
{
    const struct op *ops  = pool->ops;
    size_t           root = pool->lines[pool->defs[def].line_first + line].op_first;
    *a        = (struct ability){ .line_op = (uint32_t)root, .def = def, .detach = NO_DEF };
    a->line   = line;
    a->moment = NO_MOMENT;
    static const uint16_t CODES[] = { [ABILITY_PLAY]     = W_PLAY,
                                      [ABILITY_TALENT]   = W_TALENT,
                                      [ABILITY_TRIGGER]  = W_TRIGGER,
                                      [ABILITY_STANDING] = W_STANDING };
    for (uint8_t kind = 0; kind < COUNT(CODES); kind++) {
        size_t found = op_find(ops, root, CODES[kind]);
        if (found) a->root = (uint32_t)found, a->kind = kind;
    }
    assert(a->root);
    for (size_t i = op_child(a->root); i < op_after(ops, a->root); i = op_after(ops, i))
        read_head(pool, named, i, a);
    if (a->kind == ABILITY_TRIGGER)
        a->moment = (uint8_t)ops[op_find(ops, a->root, SHAPE_EVENT)].value;
    a->when = when_to_play(a);
}

// What a standing text gives, and to whom.
static enum keyword keyword_of_row(const struct standing *f)
{
    switch (f->verb) {
    case VERB_INTERCEPT: return KEYWORD_INTERCEPT;
    case VERB_ATTACK_FOR: return KEYWORD_ATTACK_FOR;
    case VERB_READIES: return KEYWORD_READIES;
    case VERB_CANNOT: return KEYWORD_CANNOT;
    default: return (enum keyword)f->arg[0];
    }
}

static void sum_up_standing(const struct meaning *m, const struct line *l, struct face *face,
                            unsigned *conditional)
{
    for (unsigned i = 0; i < l->standing_count; i++) {
        const struct standing *f       = &m->standing[l->standing_first + i];
        enum keyword           k       = keyword_of_row(f);
        bool                   for_one = m->things[f->things].how == HOW_REF;
        if (!for_one) {
            face->auras = (uint16_t)(face->auras | BIT(k));
            continue;
        }
        face->keywords = (uint16_t)(face->keywords | BIT(k));
        if (f->cond || f->to) {
            *conditional |= BIT(k);
            continue;
        }
        face->always = (uint16_t)(face->always | BIT(k));
        if (k == KEYWORD_REACH) face->reach = (uint8_t)(face->reach + m->amount[f->amount].n);
    }
}

// What the rules ask of a face again and again.
static void sum_up(const struct card_pool *pool, const struct ability *abilities, uint32_t end,
                   struct face *face)
{
    face->count          = (uint16_t)(end - face->first);
    face->play           = NO_ABILITY;
    face->when           = PLAY_IN_ACTION_PHASE;
    unsigned conditional = 0;
    for (unsigned i = face->first; i < end; i++) {
        const struct ability *a = &abilities[i];
        if (a->kind == ABILITY_PLAY) {
            face->play     = (uint16_t)i;
            face->when     = a->when;
            face->reaction = a->reaction;
        }
        if (a->kind == ABILITY_TALENT && !face->talents++) face->talent = (uint16_t)i;
        if (a->kind == ABILITY_TRIGGER) face->moments |= BIT(a->moment);
        sum_up_standing(pool->meaning, &pool->meaning->line[i], face, &conditional);
    }
    face->always = (uint16_t)(face->always & ~(conditional & BIT(KEYWORD_REACH)));
}

// What asking whether a card in hand can be played looks at.
static void sum_up_play(const struct ability *abilities, struct face *face)
{
    // what a Reaction (when) answers
    static const uint8_t LINK_OF[] = {
        [ENEMY_ATTACKS_CARD] = WORK_ATTACK, [ENEMY_ATTACKS_FIGHTER] = WORK_ATTACK,
        [ENEMY_ATTACKS_USER] = WORK_ATTACK, [ENEMY_MOVES] = WORK_MOVE,
        [OPPONENT_PLAYS] = WORK_CARD,       [OPPONENT_USES_TALENT] = WORK_TALENT,
        [OPPONENT_ENDS_PHASE] = WORK_END,   [FAILED_TO_DRAW] = 0,
    };
    static const struct ability NONE   = { .detach = NO_DEF };
    const struct ability       *a      = face->play == NO_ABILITY ? &NONE : &abilities[face->play];
    bool                        minion = face->kind == KIND_MINION;
    face->pay_a                        = a->pay_a;
    face->pay_m                        = a->pay_m;
    face->pay_v                        = a->pay_v;
    face->aim                          = minion ? (uint8_t)AIM_ROOM : a->aim;
    face->steps                        = minion ? a->range : a->steps;
    if (face->steps >= ARENA_ZONES) face->steps = ARENA_ZONES - 1;
    face->beyond = minion ? 0 : a->beyond;
    face->sure   = face->aim != AIM_OTHERWISE && !a->only_if && !a->pay_hp &&
                 !(a->flags & ABILITY_DETACH);
    if (!(face->when & PLAY_IN_WINDOW)) return;
    face->answers = (uint8_t)(face->reaction ? BIT(LINK_OF[face->reaction]) : ~1u);
}

// VOI-105: several cards may show one fighter, "Redline – Midnight / Redline"; the first stands for
// them all.
static def_id first_of_fighter(const struct card_pool *pool, uint16_t name)
{
    for (uint32_t i = 0; i < pool->def_count; i++)
        if (pool->defs[i].kind == KIND_FIGHTER && fighter_name(&pool->defs[i]) == name)
            return (def_id)i;
    return NO_DEF;
}

static def_id fighter_of(const struct card_pool *pool, const struct card_def *def)
{
    if (!def->faction || def->kind == KIND_FIGHTER) return NO_DEF;
    return first_of_fighter(pool, def->faction_name);
}

static def_id *sort_by_name(const struct card_pool *pool, struct arena *arena, struct face *faces)
{
    def_id *sorted = ARENA_ARRAY(arena, def_id, pool->def_count + 1);
    for (uint32_t i = 0; i < pool->def_count; i++) {
        uint32_t at = i;
        for (; at > 0 && strcmp(pool->defs[sorted[at - 1]].name, pool->defs[i].name) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = (def_id)i;
    }
    for (uint32_t i = 0; i < pool->def_count; i++) faces[sorted[i]].rank = (uint16_t)i;
    return sorted;
}

static void mark_upgradable(const struct card_pool *pool, struct face *faces, def_id upgrade)
{
    const struct face *up = &faces[upgrade];
    for (uint32_t i = 0; i < pool->def_count; i++) {
        struct face *face = &faces[i];
        if (face->kind != KIND_FIGHTER || face->self != up->fighter) continue;
        face->upgradable      = 1;
        face->upgrade_talents = (uint8_t)(face->upgrade_talents + up->talents);
        face->upgrade_moments |= up->moments;
        face->upgrade_keywords = (uint16_t)(face->upgrade_keywords | up->keywords);
        face->upgrade_auras    = (uint16_t)(face->upgrade_auras | up->auras);
    }
}

static def_id *list_satellites(const struct card_pool *pool, struct arena *arena)
{
    def_id  *list  = ARENA_ARRAY(arena, def_id, pool->def_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < pool->def_count; i++)
        if (pool->defs[i].kind == KIND_SATELLITE || pool->defs[i].kind == KIND_UPGRADE)
            list[count++] = (def_id)i;
    list[count] = NO_DEF;
    return list;
}

static bool says_cannot(const struct meaning *m)
{
    for (uint32_t i = 1; i < m->standing_count; i++)
        if (m->standing[i].verb == VERB_CANNOT) return true;
    for (uint32_t i = 1; i < m->step_count; i++)
        if (m->step[i].kind == STEP_DO && m->step[i].verb == VERB_CANNOT) return true;
    return false;
}

bool voidbreakers_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    size_t          size      = sizeof(struct book) + (pool->def_count + 1) * sizeof(struct face);
    struct book    *book      = arena_alloc(arena, 1, size);
    struct ability *abilities = ARENA_ARRAY(arena, struct ability, pool->line_count + 1);
    struct face    *faces     = book->faces;
    def_id         *named     = ARENA_ARRAY(arena, def_id, pool->op_count + 1);
    if (!read_boards(arena, &book->boards, err) || !read_names(pool, named, err)) return false;
    pool->meaning = meaning_of_pool(arena, &voidbreakers_lang, pool);
    for (uint32_t i = 0; i < pool->def_count; i++) {
        faces[i]      = (struct face){ .first   = (uint16_t)book->count,
                                       .styles  = (uint8_t)pool->defs[i].tags,
                                       .kind    = pool->defs[i].kind,
                                       .hp      = pool->defs[i].field[FIELD_HP],
                                       .ap      = (uint8_t)pool->defs[i].field[FIELD_AP],
                                       .ap_max  = (uint8_t)pool->defs[i].field[FIELD_AP_MAX],
                                       .fighter = fighter_of(pool, &pool->defs[i]) };
        faces[i].self = (def_id)i;
        for (unsigned k = 0; k < TOKEN_KINDS; k++)
            faces[i].token[k] = (uint8_t)pool->defs[i].field[FIELD_A + k];
        if (pool->defs[i].kind == KIND_FIGHTER)
            faces[i].self = first_of_fighter(pool, fighter_name(&pool->defs[i]));
        else if (pool->defs[i].faction && faces[i].fighter == NO_DEF)
            return fail(err, BAD_INPUT,
                        (struct place){ pool->defs[i].source, pool->defs[i].source_line, 1 },
                        "%s names a fighter \"%s\" that does not exist", pool->defs[i].name,
                        pool->defs[i].faction);
        for (uint8_t line = 0; line < pool->defs[i].line_count; line++)
            read_ability(pool, named, (def_id)i, line, &abilities[book->count++]);
        sum_up(pool, abilities, book->count, &faces[i]);
        book->moments |= faces[i].moments;
    }
    for (uint32_t i = 0; i < pool->def_count; i++)
        if (pool->defs[i].kind == KIND_UPGRADE) mark_upgradable(pool, faces, (def_id)i);
    book->cannot = says_cannot(pool->meaning);
    book->named  = named;
    read_wants(pool, arena, abilities, book);
    for (uint32_t i = 0; i < pool->def_count; i++) {
        if (faces[i].kind != KIND_SUPPORT && faces[i].kind != KIND_ABILITY &&
            faces[i].kind != KIND_MINION)
            continue;
        sum_up_play(abilities, &faces[i]);
    }
    book->by_name    = sort_by_name(pool, arena, faces);
    book->abilities  = abilities;
    book->satellites = list_satellites(pool, arena);
    pool->game       = book;
    return true;
}

static void add_abilities(const struct table *t, card_id card, struct ability_list *list)
{
    const struct face *face = face_of(t, card);
    for (unsigned i = 0; i < face->count && list->count < COUNT(list->id); i++)
        list->id[list->count++] = (uint16_t)(face->first + i);
}

// VOI-819: the text of an upgrade is in force on its fighter.
void abilities_of(const struct table *t, card_id card, struct ability_list *list)
{
    list->count = 0;
    add_abilities(t, card, list);
    if (!has_upgrades(t, card)) return;
    zone_id upgrades = zone_of_seat(ZONE_UPGRADES, card_at(t->state, card)->owner);
    EACH_CARD(up, state_at(t), upgrades)
        if (face_of(t, up)->fighter == face_of(t, card)->self) add_abilities(t, up, list);
}
