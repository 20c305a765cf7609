// Blank's vocabulary: what stands on a card. The grammar of its text is words.grammar.
#include "games/blank/words.h"

#include "games/blank/blank_files.h"
#include "games/blank/blank_rules.h"
#include "games/blank/state.h"

static const struct op_name     OPS[]    = { { "WHEN", W_WHEN }, { 0 } };
static const struct named_value VALUES[] = {
    { W_WHEN, "YOU_HIT", WHEN_YOU_HIT },
    { W_WHEN, "FROM_BEHIND", WHEN_FROM_BEHIND },
    { W_WHEN, "YOU_ARE_HIT", WHEN_YOU_ARE_HIT },
    { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { 0 },
};
static const struct spelling SPELLINGS[]        = { { 0 } };
static const char *const     CAPITALISE_AFTER[] = { ".", NULL };

const struct dialect_words blank_words = {
    .name             = "blank",
    .files            = blank_files,
    .ops              = OPS,
    .values           = VALUES,
    .lang             = &blank_lang,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
};

static const struct form_kind KINDS[] = {
    { "Champion", KIND_CHAMPION },
    { "Action", KIND_ACTION },
    { "Trick", KIND_TRICK },
    { 0 },
};
static const struct form_tag   TAGS[]   = { { "Heavy", TAG_HEAVY }, { 0 } };
static const struct form_field FIELDS[] = {
    { "health", FIELD_HEALTH, FORM_NUMBER, 1, 20 },
    { "speed", FIELD_SPEED, FORM_NUMBER, 0, 9 },
    { 0 },
};
static const char *const TEXT_STARTS[] = { "when",    "if",   "you",  "deal",    "push", "swap",
                                           "look",    "hits", "your", "prevent", "heal", "draw",
                                           "discard", "step", "turn", "cancel",  NULL };

// The fields a kind must have; it may have no other.
static uint16_t fields_of_kind(unsigned kind)
{
    switch ((enum card_kind)kind) {
    case KIND_CHAMPION: return BIT(FIELD_HEALTH);
    case KIND_ACTION: return BIT(FIELD_SPEED);
    case KIND_TRICK: return 0;
    }
    return 0;
}

static unsigned count_sentences(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    unsigned         count = 0;
    for (size_t i = op_child(0); i < ops[0].size; i = op_after(ops, i))
        count += ops[i].code == SHAPE_SENTENCE;
    return count;
}

// Numbers that no sentence can use: more cards than a question gathers.
static bool has_sane_numbers(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops = pool->ops + line->op_first;
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == OP_NUMBER && (ops[i].value < 1 || ops[i].value > 12)) return false;
    return true;
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere   = { 0 };
    unsigned           sentences = 0;
    if (def->fields_set != fields_of_kind(def->kind))
        return fail(err, BAD_INPUT, nowhere,
                    "a Champion has health, an Action has speed, a Trick has neither");
    if (def->kind != KIND_ACTION && def->tags)
        return fail(err, BAD_INPUT, nowhere, "only an Action can be Heavy");
    for (int i = 0; i < def->line_count; i++) {
        const struct card_line *l   = &pool->lines[def->line_first + (uint32_t)i];
        const struct op        *ops = pool->ops + l->op_first;
        *line                       = i;
        if ((def->kind == KIND_CHAMPION) != (op_find(ops, 0, W_WHEN) != 0))
            return fail(err, BAD_INPUT, nowhere,
                        "the text of a Champion, and of no other card, starts with \"When\"");
        if (!has_sane_numbers(pool, l))
            return fail(err, BAD_INPUT, nowhere, "the numbers in a text are 1 to 12");
        sentences += count_sentences(pool, l);
        if (sentences > SENTENCES_MAX)
            return fail(err, NOT_ALLOWED, nowhere, "a card has at most %d sentences (BLA-036)",
                        SENTENCES_MAX);
    }
    *line = -1;
    return true;
}

const struct card_form blank_form = {
    .kinds       = KINDS,
    .tags        = TAGS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .number_max  = 99,
    .text_starts = TEXT_STARTS,
    .check       = check_card,
};
