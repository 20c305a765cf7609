// words.c - Despaira's vocabulary (rules.md, section 6): what the phrases of words.grammar become,
// and the form of its card files.
#include "games/despaira/words.h"

#include "games/despaira/despaira_files.h"

#include <assert.h>

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
static const char *const FILLERS[]          = { ",", "and", "a", "an", "it", NULL };

const struct dialect_words despaira_dialect = {
    .name             = "despaira",
    .files            = despaira_files,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .line_start       = "●",
    .fillers          = FILLERS,
};

const char *const despaira_elements[]   = { "Dark",  "Light", "Earth",   "Water",  "Ice", "Fire",
                                            "Toxic", "Wind",  "Thunder", "Normal", NULL };
const char *const despaira_tile_types[] = {
    "Abyss",         "Realm of Light", "Forest",          "Ocean",
    "Sub-Zero",      "Burning Lands",  "Toxic Wasteland", "Mountain",
    "Thunder Cloud", "Plain Fields",   "Sanctum",         NULL,
};

const char *const despaira_classes[] = {
    "Target",      "Equip",    "Evade",    "Unavoidable", "Trap",  "Counter",       "Terrain",
    "Area Radius", "Damage",   "Ranged",   "Spawn",       "Timer", "Infinite",      "Recharge",
    "Stats",       "Resource", "Movement", "Effect",      "Void",  "Status Effect", "Protect",
};
static_assert(COUNT(despaira_classes) == CLASS_COUNT, "one word for each class");

// --- card files ---------------------------------------------------------------------------------

static const struct form_kind KINDS[] = {
    { "Leader", KIND_LEADER },
    { "Creature", KIND_CREATURE },
    { "Trick", KIND_TRICK },
    { "Token", KIND_TOKEN },
    { NULL, 0 },
};

static const struct form_tag TAGS[] = {
    { "Dark", DARK },
    { "Light", LIGHT },
    { "Earth", EARTH },
    { "Water", WATER },
    { "Ice", ICE },
    { "Fire", FIRE },
    { "Toxic", TOXIC },
    { "Wind", WIND },
    { "Thunder", THUNDER },
    { "Normal", NORMAL },
#define KIN(n, word)                                                                               \
    {                                                                                              \
        word, TAG_KIN + (n)                                                                        \
    }
    KIN(0, "Angel"),
    KIN(1, "Aquatic"),
    KIN(2, "Assassin"),
    KIN(3, "Avian"),
    KIN(4, "Beast"),
    KIN(5, "Construct"),
    KIN(6, "Demon"),
    KIN(7, "Dragon"),
    KIN(8, "Elemental"),
    KIN(9, "Faerie"),
    KIN(10, "Giant"),
    KIN(11, "Goblin"),
    KIN(12, "Insect"),
    KIN(13, "Knight"),
    KIN(14, "Machine"),
    KIN(15, "Mage"),
    KIN(16, "Plant"),
    KIN(17, "Reptile"),
    KIN(18, "Spirit"),
    KIN(19, "Undead"),
    KIN(20, "Warrior"),
#undef KIN
    { "Instant", TAG_INSTANT },
    { "Chain", TAG_CHAIN },
#define CLASS(name, word)                                                                          \
    {                                                                                              \
        word, TAG_CLASS + CLASS_##name                                                             \
    }
    CLASS(TARGET, "Target"),
    CLASS(EQUIP, "Equip"),
    CLASS(EVADE, "Evade"),
    CLASS(UNAVOIDABLE, "Unavoidable"),
    CLASS(TRAP, "Trap"),
    CLASS(COUNTER, "Counter"),
    CLASS(TERRAIN, "Terrain"),
    CLASS(AREA_RADIUS, "Area Radius"),
    CLASS(DAMAGE, "Damage"),
    CLASS(RANGED, "Ranged"),
    CLASS(SPAWN, "Spawn"),
    CLASS(TIMER, "Timer"),
    CLASS(INFINITE, "Infinite"),
    CLASS(RECHARGE, "Recharge"),
    CLASS(STATS, "Stats"),
    CLASS(RESOURCE, "Resource"),
    CLASS(MOVEMENT, "Movement"),
    CLASS(EFFECT, "Effect"),
    CLASS(VOID, "Void"),
    CLASS(STATUS, "Status Effect"),
    CLASS(PROTECT, "Protect"),
#undef CLASS
    { "God", TAG_GOD },
    { "Devil", TAG_DEVIL },
    { "Ritual", TAG_RITUAL },
    { "Fusion", TAG_FUSION },
    { NULL, 0 },
};
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

static bool check_lines(const struct card_pool *pool, const struct card_def *def, int *line,
                        struct error *err)
{
    const struct place nowhere = { 0 };
    bool               springs = false;
    for (unsigned i = 0; i < def->line_count; i++) {
        size_t      top   = pool->lines[def->line_first + i].op_first;
        const char *fault = fault_of_line(pool->ops, top, def);
        springs |= op_find(pool->ops, top, W_TRAP) != 0;
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
