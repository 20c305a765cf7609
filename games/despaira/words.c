// words.c - Despaira's dialect (rules.md, section 6): signs, spellings, lists of words, the form of
// its card files.
#include "games/despaira/words.h"

#include "games/despaira/despaira_files.h"

#include <assert.h>
#include <string.h>

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    DESPAIRA_OPS(AS_NAME)
#undef AS_NAME
        { NULL, 0 },
};

static const struct sign_rule SIGNS[] = {
    { "●", 0, 1 }, { ".", 1, 0 }, { ",", 1, 0 }, { ":", 1, 0 },
    { "(", 0, 1 }, { ")", 1, 0 }, { "–", 0, 0 }, { NULL, 0, 0 },
};
static const struct spelling SPELLINGS[] = {
    { "**", "" }, { "•", "●" },  { "—", "–" },  { "’", "'" },
    { "‘", "'" }, { "“", "\"" }, { "”", "\"" }, { NULL, NULL },
};
static const char *const CAPITALISE_AFTER[] = { "●", ".", ":", NULL };
static const char *const FILLERS[]          = { ",", "and", NULL };

// Lists of words, each written down once (words.h).
#define WORD(name, word) word,
const char *const despaira_elements[]   = { DESPAIRA_ELEMENTS(WORD) NULL };
const char *const despaira_tile_types[] = { DESPAIRA_TILE_TYPES(WORD) NULL };
const char *const despaira_classes[]    = { DESPAIRA_CLASSES(WORD) NULL };
#undef WORD
// clang-format off
#define ONE(name, word)        { word, NULL },
#define BOTH(name, word, many) { word, many },
static const struct list_word TILE_TYPE_WORDS[] = { DESPAIRA_TILE_TYPES(ONE){ 0 } };
static const struct list_word KIN_WORDS[]       = { DESPAIRA_KINS(BOTH){ 0 } };
static const struct list_word TILE_WORDS[]      = { { "tile", "tiles" }, { 0 } };
#undef ONE
#undef BOTH
// clang-format on
static const struct word_list LISTS[] = {
    { "tile_types", TILE_TYPE_WORDS },
    { "kins", KIN_WORDS },
    { "place_kinds", TILE_WORDS },
    { 0 },
};

const struct dialect_words despaira_dialect = {
    .name             = "despaira",
    .files            = despaira_files,
    .ops              = OPS,
    .lists            = LISTS,
    .lang             = &despaira_lang,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .line_start       = "●",
    .fillers          = FILLERS,
};

// --- card files ---------------------------------------------------------------------------------

static const struct form_kind KINDS[] = {
    { "Leader", KIND_LEADER },
    { "Creature", KIND_CREATURE },
    { "Trick", KIND_TRICK },
    { "Token", KIND_TOKEN },
    { NULL, 0 },
};

// clang-format off
#define ELEMENT(name, word)    { word, TAG_ELEMENT + (name) },
#define KIN(name, word, many)  { word, TAG_KIN + KIN_##name },
#define CLASS(name, word)      { word, TAG_CLASS + CLASS_##name },
static const struct form_tag TAGS[] = {
    DESPAIRA_ELEMENTS(ELEMENT)
    DESPAIRA_KINS(KIN)
    { "Instant", TAG_INSTANT },
    { "Chain", TAG_CHAIN },
    DESPAIRA_CLASSES(CLASS)
    { "God", TAG_GOD },
    { "Devil", TAG_DEVIL },
    { "Ritual", TAG_RITUAL },
    { "Fusion", TAG_FUSION },
    { NULL, 0 },
};
#undef ELEMENT
#undef KIN
#undef CLASS
// clang-format on
static_assert(TAG_COUNT <= 64, "tags are bits of one number");

// Ranges by the table of rules.md, section 6, with room for cards of scenarios.
static const struct form_field FIELDS[] = {
    { "LV", FIELD_LEVEL, FORM_NUMBER, 0, 20 },
    { "ATK", FIELD_ATK, FORM_NUMBER, 0, 5000 },
    { "HP", FIELD_HP, FORM_NUMBER, 50, 9000 },
    { "CATK", FIELD_CATK, FORM_NUMBER, 0, 5000 },
    { "RATK", FIELD_RATK, FORM_NUMBER, 0, 5000 },
    { "range", FIELD_RANGE, FORM_NUMBER, 2, 9 },
    { "DEF", FIELD_DEF, FORM_NUMBER, 50, 5000 },
    { "HL", FIELD_HL, FORM_NUMBER, 50, 5000 },
    { "timer", FIELD_TIMER, FORM_NUMBER, 1, 9 },
    { "No", FIELD_NUMBER, FORM_NUMBER, 1, 9999 },
    { NULL, 0, 0, 0, 0 },
};

static unsigned count_bits(uint64_t tags, unsigned first, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++) sum += (unsigned)(tags >> (first + i) & 1);
    return sum;
}

static bool check_numbers(const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    for (unsigned f = FIELD_ATK; f <= FIELD_HL; f++)
        if (def->fields_set >> f & 1 && def->field[f] % 50)
            return fail(err, NOT_ALLOWED, nowhere, "stats are whole multiples of 50 (DES-125)");
    if ((def->fields_set >> FIELD_RATK & 1) != (def->fields_set >> FIELD_RANGE & 1))
        return fail(err, BAD_INPUT, nowhere, "RATK is printed with its range (DES-704)");
    return true;
}

static bool check_creature(const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    if (count_bits(def->tags, TAG_ELEMENT, ELEMENT_COUNT) != 1)
        return fail(err, BAD_INPUT, nowhere, "%s: exactly one element (DES-223)", def->name);
    if (def->kind != KIND_LEADER && count_bits(def->tags, TAG_KIN, KIN_COUNT) != 1)
        return fail(err, BAD_INPUT, nowhere, "%s: exactly one creature type (DES-255)", def->name);
    if (!(def->fields_set >> FIELD_HP & 1))
        return fail(err, BAD_INPUT, nowhere, "%s: HP must be printed (DES-707)", def->name);
    if (def->kind != KIND_LEADER && !(def->fields_set >> FIELD_LEVEL & 1))
        return fail(err, BAD_INPUT, nowhere, "%s: a level must be printed (DES-111)", def->name);
    if (def->kind == KIND_LEADER && def->line_count > 1)
        return fail(err, BAD_INPUT, nowhere, "%s: a Leader has at most one ability (DES-116)",
                    def->name);
    return true;
}

// A trick does what its first line without a name says; the equipped creature is that of an Equip.
static const char *fault_of_trick_line(const struct card_pool *pool, const struct card_def *def,
                                       unsigned line, unsigned *acting)
{
    size_t top = pool->lines[def->line_first + line].op_first;
    if (!is_main_line(pool->ops, top, def) || (*acting)++ == 0) return NULL;
    return "a trick does what one line says: put this behind a full stop there (\"... Draw 1 "
           "card\"), "
           "or name it (\"●Name: ...\"), so that it is activated when the trick lies face up";
}

static bool check_trick(const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    unsigned types = count_bits(def->tags, NORMAL, 1) + count_bits(def->tags, TAG_INSTANT, 2);
    if (types != 1)
        return fail(err, BAD_INPUT, nowhere,
                    "%s: exactly one of Normal, Instant and Chain (DES-112)", def->name);
    if (count_bits(def->tags, TAG_CLASS, CLASS_COUNT) == 0)
        return fail(err, BAD_INPUT, nowhere, "%s: at least one of the 21 classes (DES-112)",
                    def->name);
    if (def->tags >> (TAG_CLASS + CLASS_TRAP) & 1 && def->tags >> NORMAL & 1)
        return fail(err, BAD_INPUT, nowhere, "%s: a Trap is Instant or Chain (DES-846)", def->name);
    if ((def->tags >> (TAG_CLASS + CLASS_TIMER) & 1) != (def->fields_set >> FIELD_TIMER & 1))
        return fail(err, BAD_INPUT, nowhere,
                    "%s: a Timer prints its number, no other trick does (DES-853)", def->name);
    if (!(def->fields_set >> FIELD_LEVEL & 1) || def->line_count == 0)
        return fail(err, BAD_INPUT, nowhere, "%s: a trick has a level and a text (DES-112)",
                    def->name);
    return true;
}

// "●Discard 1 card: ..." is no name: what an ability costs would be lost.
static bool is_no_title(const struct card_pool *pool, size_t line)
{
    static const char *const NEVER[] = { "card", "cards", "your", "this", "HP", "turn", NULL };
    const struct op         *ops     = pool->ops;
    size_t                   title   = op_find(ops, line, W_TITLE);
    for (size_t i = title; title && i < op_after(ops, title); i++) {
        if (ops[i].code != OP_NAME) continue;
        const char *word = pool->names[ops[i].value];
        if (word[0] >= '0' && word[0] <= '9') return true;
        for (size_t n = 0; NEVER[n]; n++)
            if (strcmp(word, NEVER[n]) == 0) return true;
    }
    return false;
}

static bool check_lines(const struct card_pool *pool, const struct card_def *def, int *line,
                        struct error *err)
{
    const struct place nowhere = { 0 };
    bool               springs = false;
    unsigned           acting  = 0;
    for (unsigned i = 0; i < def->line_count; i++) {
        size_t      top   = pool->lines[def->line_first + i].op_first;
        const char *fault = fault_of_line(pool->ops, top, def);
        springs |= op_find(pool->ops, top, W_TRAP) != 0;
        if (!fault) fault = fault_of_trick_line(pool, def, i, &acting);
        if (!fault && is_no_title(pool, top))
            fault = "what stands before \":\" is the name of the ability; what it costs, or waits "
                    "for, is a sentence (\"Discard 1 card. If you do, draw 2 cards\")";
        *line = (int)i;
        if (fault) return fail(err, BAD_INPUT, nowhere, "%s: %s", def->name, fault);
    }
    *line = -1;
    if (springs || !(def->tags >> (TAG_CLASS + CLASS_TRAP) & 1)) return true;
    return fail(err, BAD_INPUT, nowhere, "%s: a Trap says \"Activate when ...\" (DES-846)",
                def->name);
}

bool despaira_check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                         struct error *err)
{
    *line = -1;
    if (!check_numbers(def, err) || !check_lines(pool, def, line, err)) return false;
    return def->kind == KIND_TRICK ? check_trick(def, err) : check_creature(def, err);
}

const struct card_form despaira_form = {
    .kinds      = KINDS,
    .tags       = TAGS,
    .fields     = FIELDS,
    .start_rule = "line",
    .number_max = 9999,
    .check      = despaira_check_card,
};
