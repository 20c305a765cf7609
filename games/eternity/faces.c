// What the rules know of a card before it is played: frames, tags, strip and range, read off once.
#include "games/eternity/rules.h"
#include "meaning/lower.h"

bool is_method(const struct card_def *def)
{
    return def->kind == KIND_ATTACK || def->kind == KIND_UTILITY;
}

bool has_red(const struct face *face)
{
    for (unsigned i = 0; i < LETTER_COUNT; i++)
        if (face->colour[i] == COLOUR_RED) return true;
    return false;
}

static uint8_t letters_in(const struct op *ops, size_t at)
{
    unsigned set = 0;
    for (size_t i = op_child(at); i < op_after(ops, at); i = op_after(ops, i))
        if (ops[i].code == W_LETTER) set |= BIT(ops[i].value);
    return (uint8_t)set;
}

static void read_frame(struct face *face, const struct op *ops, size_t at, unsigned line)
{
    face->frame[line] = (uint8_t)ops[at].value;
    face->frames      = (uint16_t)(face->frames | BIT(ops[at].value));
    if (ops[at].value != FRAME_ANTE) return;
    size_t limit     = op_find(ops, at, W_LIMIT);
    face->ante       = (uint8_t)ops[op_find(ops, at, W_RESOURCE)].value;
    face->ante_limit = limit ? (uint8_t)ops[op_child(limit)].value : 0xFF;
}

static void read_node(struct face *face, const struct op *ops, size_t i, unsigned line)
{
    switch (ops[i].code) {
    case W_TAG: face->tags = (uint8_t)(face->tags | BIT(ops[i].value)); break;
    case W_LINK_AFTER: face->link_after = letters_in(ops, i); break;
    case W_LINK_FROM: face->link_from = letters_in(ops, i); break;
    case W_FRAME: read_frame(face, ops, i, line); break;
    case W_REDUCE:
        face->reduce_cost = (uint8_t)ops[i + 1].value;
        face->reduce_by   = (uint8_t)ops[i + 2].value;
        break;
    case W_EXTEND:
        face->extend_cost = (uint8_t)ops[i + 1].value;
        face->extend_to   = (uint8_t)ops[i + 2].value;
        face->extend_line = (uint8_t)line;
        break;
    case W_BET_POWER: face->bets_power = 1; break;
    case W_FROM_SEAN: face->from_sean = 1; break;
    case W_ALSO_RED:
        face->also_from[ops[i].value] = (uint8_t)(ops[i + 1].value + 1);
        face->also_to[ops[i].value]   = (uint8_t)(ops[i + 2].value + 1);
        break;
    case W_LIGHT: face->light = (uint8_t)ops[i + 1].value; break;
    case W_SURCHARGE:
        face->warnings_due = (uint8_t)ops[i + 1].value;
        face->surcharge    = (uint8_t)ops[i + 2].value;
        break;
    default: break;
    }
}

static bool says_hit(const struct op *ops)
{
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == SHAPE_FACT && (ops[i].value == FACT_HIT || ops[i].value == FACT_WHIFFED))
            return true;
    return false;
}

static void read_line(struct face *face, const struct op *ops, unsigned line)
{
    for (size_t i = op_child(0); i < ops[0].size; i = op_after(ops, i))
        read_node(face, ops, i, line);
    face->says_hit |= says_hit(ops);
    if (face->frame[line] == FRAME_NONE && op_find(ops, 0, SHAPE_SENTENCE))
        face->frames |= BIT(FRAME_NONE);
}

static void read_range(struct face *face, const struct card_def *def)
{
    if (def->fields_set & BIT(FIELD_RANGE)) {
        face->has_range = 1;
        face->range_min = face->range_max = (uint8_t)def->field[FIELD_RANGE];
    }
    for (unsigned span = 0; span < 36; span++) {
        if (!(def->tags >> (TAG_SPAN + span) & 1)) continue;
        face->has_range = 1;
        face->range_min = (uint8_t)(span / 6);
        face->range_max = (uint8_t)(span % 6);
    }
}

static void read_face(struct face *face, const struct card_pool *pool, const struct card_def *def)
{
    for (unsigned letter = 0; letter < LETTER_COUNT; letter++)
        for (unsigned colour = 0; colour < COLOUR_COUNT; colour++)
            if (def->tags >> (TAG_STRIP + COLOUR_COUNT * letter + colour) & 1)
                face->colour[letter] = (uint8_t)colour;
    read_range(face, def);
    for (unsigned i = 0; i < def->line_count; i++)
        read_line(face, pool->ops + pool->lines[def->line_first + i].op_first, i);
    const uint16_t step_6 = BIT(FRAME_NONE) | BIT(FRAME_RESOLVE) | BIT(FRAME_METER) |
                            BIT(FRAME_FINAL);
    face->takes_part = (def->fields_set & (BIT(FIELD_ATTACK) | BIT(FIELD_PRIORITY))) != 0 ||
                       face->frames & step_6 || face->link_from;
}

static def_id find_kind(const struct card_pool *pool, unsigned kind, unsigned nth)
{
    for (def_id d = 0; d < pool->def_count; d++)
        if (pool->defs[d].kind == kind && nth-- == 0) return d;
    return NO_DEF;
}

bool eternity_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    struct faces *faces = ARENA_NEW(arena, struct faces);
    struct face  *list  = ARENA_ARRAY(arena, struct face, pool->def_count + 1);
    for (uint32_t d = 0; d < pool->def_count; d++) read_face(&list[d], pool, &pool->defs[d]);
    faces->face    = list;
    faces->common  = find_kind(pool, KIND_COMMON, 0);
    faces->tag     = find_kind(pool, KIND_TAG, 0);
    faces->side[0] = find_kind(pool, KIND_SIDE, SIDE_THROW);
    faces->side[1] = find_kind(pool, KIND_SIDE, SIDE_DASH);
    pool->game     = faces;
    pool->meaning  = meaning_of_pool(arena, &eternity_lang, pool);
    if (faces->common == NO_DEF || faces->tag == NO_DEF || faces->side[1] == NO_DEF)
        return fail(
            err, BAD_INPUT, (struct place){ 0 },
            "the common card, its two sides and the Tag card are missing (ETE-751, ETE-904)");
    return true;
}
