// The vocabulary of Assemblage of Eternity (rules.md, chapter 6): what the phrases of words.grammar
// become, and the form of its card files. One ability stands in a line.
#include "games/eternity/words.h"

#include "games/eternity/eternity_files.h"

#include "games/eternity/state.h"

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    ETERNITY_OPS(AS_NAME)
#undef AS_NAME
        { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { ";", .tight_left = 1 },
    { "+", .tight_right = 1 },
    { "-", .tight_right = 1 },
    { 0 },
};
static const struct spelling SPELLINGS[] = {
    { "–", "-" },
    { "−", "-" },
    { "’", "'" },
    { 0 },
};
static const char *const CAPITALISE_AFTER[] = { ".", ":", NULL };

#define FRAME(name)                                                                                \
    {                                                                                              \
        W_FRAME, #name, FRAME_##name                                                               \
    }
#define LETTER(name)                                                                               \
    {                                                                                              \
        W_LETTER, #name, LETTER_##name                                                             \
    }
#define TAG(name)                                                                                  \
    {                                                                                              \
        W_TAG, #name, TAG_##name                                                                   \
    }
#define RESOURCE(name)                                                                             \
    {                                                                                              \
        W_RESOURCE, #name, RESOURCE_##name                                                         \
    }
#define TRIGGER(name)                                                                              \
    {                                                                                              \
        W_TRIGGER, #name, WHEN_##name                                                              \
    }
static const struct named_value VALUES[] = {
    TAG(TERMINAL),
    TAG(THROW),
    TAG(SEAN),
    LETTER(L),
    LETTER(M),
    LETTER(H),
    LETTER(S),
    FRAME(PRE),
    FRAME(ANTE),
    FRAME(RESOLVE),
    FRAME(METER),
    FRAME(FINAL),
    FRAME(CLEANUP),
    FRAME(SETUP),
    FRAME(WHEN),
    FRAME(POWER),
    RESOURCE(METER),
    RESOURCE(POWER),
    RESOURCE(CARDS),
    RESOURCE(HEALTH),
    TRIGGER(ATTACK_HITS),
    TRIGGER(ATTACK_WHIFFS),
    TRIGGER(YOU_TAKE_DAMAGE),
    TRIGGER(YOU_THROW),
    TRIGGER(THROW_HITS),
    TRIGGER(TAGGED_IN),
    TRIGGER(YOU_BURST),
    TRIGGER(ANTE_DAMAGES),
    TRIGGER(YOU_STOP),
    TRIGGER(YOU_FALL),
    TRIGGER(YOU_DAMAGE),
    TRIGGER(YOU_LINK),
    TRIGGER(YOU_DISCARD),
    TRIGGER(OPPONENT_BURSTS),
    TRIGGER(TARGET_FALLS),
    { W_ALSO_RED, "UP", 0 },
    { W_ALSO_RED, "DOWN", 1 },
    { 0 },
};

const struct dialect_words eternity_words = {
    .name             = "eternity",
    .files            = eternity_files,
    .ops              = OPS,
    .values           = VALUES,
    .lang             = &eternity_lang,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
};

// ---- card files

static const struct form_kind KINDS[] = {
    { "Character", KIND_CHARACTER },
    { "Attack", KIND_ATTACK },
    { "Utility", KIND_UTILITY },
    { "Common", KIND_COMMON },
    { "Side", KIND_SIDE },
    { "Tag", KIND_TAG },
    { 0 },
};

// The input strip, and ranges that are spans (a field "range 2" is an exact one).
static const struct form_tag TAGS[] = {
    { "L:w", TAG_STRIP + 0 },       { "L:y", TAG_STRIP + 1 },
    { "L:r", TAG_STRIP + 2 },       { "M:w", TAG_STRIP + 3 },
    { "M:y", TAG_STRIP + 4 },       { "M:r", TAG_STRIP + 5 },
    { "H:w", TAG_STRIP + 6 },       { "H:y", TAG_STRIP + 7 },
    { "H:r", TAG_STRIP + 8 },       { "S:w", TAG_STRIP + 9 },
    { "S:y", TAG_STRIP + 10 },      { "S:r", TAG_STRIP + 11 },
    { "range 0-1", TAG_SPAN + 1 },  { "range 0-2", TAG_SPAN + 2 },
    { "range 0-3", TAG_SPAN + 3 },  { "range 0-4", TAG_SPAN + 4 },
    { "range 0-5", TAG_SPAN + 5 },  { "range 1-2", TAG_SPAN + 8 },
    { "range 1-3", TAG_SPAN + 9 },  { "range 1-4", TAG_SPAN + 10 },
    { "range 1-5", TAG_SPAN + 11 }, { "range 2-3", TAG_SPAN + 15 },
    { "range 2-4", TAG_SPAN + 16 }, { "range 2-5", TAG_SPAN + 17 },
    { "range 3-4", TAG_SPAN + 22 }, { "range 3-5", TAG_SPAN + 23 },
    { "range 4-5", TAG_SPAN + 29 }, { 0 },
};

// Ranges by the table of rules.md, chapter 6.
static const struct form_field FIELDS[] = {
    { "health", FIELD_HEALTH, FORM_NUMBER, 16, 26 },
    { "hand", FIELD_HAND, FORM_NUMBER, 4, 6 },
    { "power", FIELD_POWER, FORM_NUMBER, 0, 4 },
    { "maximum", FIELD_POWER_MAX, FORM_NUMBER, 0, 4 },
    { "requirement", FIELD_REQUIREMENT, FORM_NUMBER, 0, 4 },
    { "priority", FIELD_PRIORITY, FORM_NUMBER, 1, 9 },
    { "range", FIELD_RANGE, FORM_NUMBER, 0, 5 },
    { "attack", FIELD_ATTACK, FORM_NUMBER, 0, 8 },
    { "link", FIELD_LINK, FORM_NUMBER, 0, 5 },
    { 0 },
};
static const char *const TEXT_STARTS[] = {
    "pre-priority", "ante",      "resolve",   "meter",     "final",
    "clean-up",     "setup",     "when",      "whenever",  "before",
    "terminal",     "terminal.", "throw",     "throw.",    "Sean",
    "Sean.",        "may be",    "you",       "your",      "if",
    "deal",         "this card", "gain",      "lose",      "draw",
    "discard",      "mill",      "return",    "put",       "drain",
    "move",         "push",      "pull",      "swap",      "place",
    "remove",       "knock",     "root",      "stand",     "cancel",
    "blank",        "spend",     "prevent",   "look",      "reveal",
    "combo",        "regain",    "change",    "tag out",   "once",
    "the first",    "while",     "as long",   "until",     "next turn",
    "at the",       "no",        "unless",    "for the",   "each",
    "knock",        "heal",      "every",     "all",       "choose",
    "+1",           "+2",        "+3",        "+4",        "+5",
    "-1",           "-2",        "-3",        "-4",        "-5",
    "+6",           "+7",        "+8",        "+9",        "-6",
    "-7",           "-8",        "-9",        "the next",  "each opponent",
    "root.",        "tag out.",  "L becomes", "M becomes", "H becomes",
    "S becomes",    "−1",        "−2",        "−3",        "Mask",
    "turn",         "take",      "give",      "a target",  "a character",
    NULL,
};

static uint16_t fields_allowed(unsigned kind)
{
    const uint16_t character = BIT(FIELD_HEALTH) | BIT(FIELD_HAND) | BIT(FIELD_POWER) |
                               BIT(FIELD_POWER_MAX);
    const uint16_t fight = BIT(FIELD_PRIORITY) | BIT(FIELD_RANGE) | BIT(FIELD_ATTACK);
    switch ((enum card_kind)kind) {
    case KIND_CHARACTER: return character;
    case KIND_ATTACK:
    case KIND_UTILITY: return fight | BIT(FIELD_REQUIREMENT) | BIT(FIELD_LINK);
    case KIND_COMMON: return 0;
    case KIND_SIDE:
    case KIND_TAG: return fight;
    }
    return 0;
}

// Several tags for one thing: a letter of two colours, or NUL; two ranges.
static char letter_of_two_colours(const struct card_def *def)
{
    for (unsigned letter = 0; letter < LETTER_COUNT; letter++) {
        uint64_t colours = def->tags >> (TAG_STRIP + COLOUR_COUNT * letter) & 7;
        if (colours & (colours - 1)) return "LMHS"[letter];
    }
    return 0;
}

static bool has_two_ranges(const struct card_def *def)
{
    unsigned ranges = (def->fields_set & BIT(FIELD_RANGE)) != 0;
    for (unsigned tag = TAG_SPAN; tag < 64; tag++) ranges += (unsigned)(def->tags >> tag & 1);
    return ranges > 1;
}

static bool says(const struct card_pool *pool, const struct card_line *line, unsigned code,
                 int value)
{
    const struct op *ops = pool->ops + line->op_first;
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == code && (value < 0 || ops[i].value == value)) return true;
    return false;
}

static bool is_of_characters(const struct card_pool *pool, const struct card_line *line)
{
    return says(pool, line, W_FRAME, FRAME_SETUP) || says(pool, line, W_FRAME, FRAME_WHEN) ||
           says(pool, line, W_REDUCE, -1) || says(pool, line, W_EXTEND, -1) ||
           says(pool, line, W_OWN, -1) || says(pool, line, W_BET_POWER, -1) ||
           says(pool, line, W_FROM_SEAN, -1) || says(pool, line, W_FRAME, FRAME_POWER) ||
           says(pool, line, W_ALSO_RED, -1) || says(pool, line, W_LIGHT, -1) ||
           says(pool, line, W_SURCHARGE, -1);
}

static bool has_sane_numbers(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops = pool->ops + line->op_first;
    for (size_t i = 0; i < ops[0].size; i++) {
        if (ops[i].code == SHAPE_STAT_IS) i = op_after(ops, i) - 1; // health may be any number
        if (ops[i].code == OP_NUMBER && (ops[i].value < 0 || ops[i].value > 9)) return false;
    }
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == W_FRAME && ops[i].value == FRAME_METER && ops[i + 1].value < 1)
            return false;
    return true;
}

// A card makes one bet (ETE-541); several Ante lines share it. 0: no Ante line, else what it bets.
static int bet_of_line(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    size_t           frame = op_find(ops, 0, W_FRAME);
    if (!frame || ops[frame].value != FRAME_ANTE) return 0;
    size_t limit = op_find(ops, frame, W_LIMIT);
    return 1 + 100 * ops[op_find(ops, frame, W_RESOURCE)].value +
           (limit ? 1 + ops[op_child(limit)].value : 0);
}

static bool check_text(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    int                bet     = 0;
    for (int i = 0; i < def->line_count; i++) {
        const struct card_line *l = &pool->lines[def->line_first + (uint32_t)i];
        *line                     = i;
        if (bet && bet_of_line(pool, l) && bet_of_line(pool, l) != bet)
            return fail(err, BAD_INPUT, nowhere,
                        "a card makes one bet: all its Ante lines name the same resource and "
                        "limit (ETE-541)");
        if (!bet) bet = bet_of_line(pool, l);
        if (!has_sane_numbers(pool, l))
            return fail(err, BAD_INPUT, nowhere,
                        "numbers in a text are 0 to 9, and Meter costs at "
                        "least 1 (ETE-510)");
        if (is_of_characters(pool, l) && def->kind != KIND_CHARACTER)
            return fail(err, BAD_INPUT, nowhere, "this stands on character cards only (ETE-119)");
        if (def->kind == KIND_CHARACTER && !is_of_characters(pool, l) &&
            !says(pool, l, W_FRAME, FRAME_CLEANUP) && !says(pool, l, W_FRAME, FRAME_METER))
            return fail(err, BAD_INPUT, nowhere,
                        "a character card has Setup, When, Before damage, Meter and Clean-up "
                        "abilities (ETE-145)");
        if (says(pool, l, SHAPE_STAT_OF, OF_BET) && !says(pool, l, W_FRAME, FRAME_ANTE))
            return fail(err, BAD_INPUT, nowhere, "\"for each\" alone counts a bet (ETE-541)");
    }
    *line = -1;
    return true;
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    if (def->fields_set & ~fields_allowed(def->kind))
        return fail(err, BAD_INPUT, nowhere,
                    "a card of this kind prints no such number (chapter 6)");
    if (def->kind == KIND_CHARACTER && (def->fields_set & 3) != 3)
        return fail(err, BAD_INPUT, nowhere, "a character has health and hand (ETE-109)");
    if (def->kind != KIND_ATTACK && def->tags & (BIT(TAG_SPAN) - 1))
        return fail(err, BAD_INPUT, nowhere, "only attack cards have an input strip (ETE-140)");
    if (letter_of_two_colours(def))
        return fail(err, BAD_INPUT, nowhere,
                    "%c stands in two colours on the input strip; a letter has one (ETE-451)",
                    letter_of_two_colours(def));
    if (has_two_ranges(def))
        return fail(err, BAD_INPUT, nowhere, "a card has one range: n or a-b (ETE-705)");
    if (def->kind == KIND_UTILITY && def->field[FIELD_REQUIREMENT] > 3)
        return fail(err, BAD_INPUT, nowhere, "a utility requires at most 3 meter (chapter 6)");
    if (def->field[FIELD_POWER] > def->field[FIELD_POWER_MAX])
        return fail(err, BAD_INPUT, nowhere, "more power tokens than the maximum (ETE-111)");
    return check_text(pool, def, line, err);
}

const struct card_form eternity_form = {
    .kinds       = KINDS,
    .tags        = TAGS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .number_max  = 99,
    .text_starts = TEXT_STARTS,
    .check       = check_card,
};
