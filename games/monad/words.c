// Monad Wars' vocabulary (rules.md, section 6): what the phrases of words.grammar become, and the
// form of its card files.
#include "games/monad/words.h"

#include "games/monad/monad_files.h"

#include "games/monad/state.h"

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    MONAD_OPS(AS_NAME)
#undef AS_NAME
        { 0 },
};

// Values that the grammar names.
static const struct named_value VALUES[] = {
    { W_WHEN, "HITS", WHEN_HITS },
    { W_WHEN, "MISSES", WHEN_MISSES },
    { W_WHEN, "IS_HIT", WHEN_IS_HIT },
    { W_WHEN, "IS_MISSED", WHEN_IS_MISSED },
    { W_WHEN, "KILLS", WHEN_KILLS },
    { W_WHEN, "TARGETED", WHEN_TARGETED },
    { W_WHEN, "MOVES", WHEN_MOVES },
    { W_WHEN, "ROUND", WHEN_ROUND },
    { W_WHEN, "COMBAT", WHEN_COMBAT },
    { W_WHEN, "COMBAT_ENDS", WHEN_COMBAT_ENDS },
    { W_WHEN, "ACTIVATES", WHEN_ACTIVATES },
    { W_WHEN, "ACTIVATED", WHEN_ACTIVATED },
    { W_WHEN, "RECRUITED", WHEN_RECRUITED },
    { W_WHEN, "ENCOUNTER", WHEN_ENCOUNTER },
    { W_WHEN, "LEVEL", WHEN_LEVEL },
    { W_WHEN, "DIES", WHEN_DIES },
    { W_WHEN, "TURN", WHEN_TURN },
    { W_WHEN, "TURN_ENDS", WHEN_TURN_ENDS },
    { W_WHEN, "ENEMY_DIES", WHEN_ENEMY_DIES },
    { W_WHEN, "ARRIVES", WHEN_ARRIVES },
    { W_WHEN, "ROUND_ENDS", WHEN_ROUND_ENDS },
    { W_WHEN, "CRITS", WHEN_CRITS },
    { W_WHEN, "WOULD_DIE", WHEN_WOULD_DIE },
    { W_WHEN, "ALLY_WOULD_DIE", WHEN_ALLY_WOULD_DIE },
    { W_AREA, "SINGLE", AREA_SINGLE },
    { W_WHOM, "SELF", WHOM_SELF },
    { W_WHOM, "ALLY", WHOM_ALLY },
    { W_WHOM, "FRIENDLY", WHOM_FRIENDLY },
    { W_CONDITION, "REGIONS", COND_REGIONS },
    { W_CONDITION, "QUESTS", COND_QUESTS },
    { W_CONDITION, "LEVEL", COND_LEVEL },
    { W_CONDITION, "RIVAL", COND_RIVAL },
    { W_CONDITION, "FIGHTS", COND_FIGHTS },
    { W_CONDITION, "TOKENS", COND_TOKENS },
    { W_CONDITION, "KILLS", COND_KILLS },
    { W_CONDITION, "VISITS", COND_VISITS },
    { W_CONDITION, "STATE", COND_STATE },
    { W_TAG, "TOWN", TAG_TOWN },
    { W_TAG, "DUNGEON", TAG_DUNGEON },
    { W_TAG, "RUINS", TAG_RUINS },
    { W_TAG, "CAMP", TAG_CAMP },
    { W_TAG, "WILDERNESS", TAG_WILDERNESS },
    { W_TAG, "FETCH", TAG_FETCH },
    { W_WHEN, "QUEST", WHEN_QUEST },
    { W_COUNTING, "KILLS", COUNT_KILL },
    { W_COUNTING, "QUESTS", COUNT_QUEST },
    { W_TAG, "ESCORT", TAG_ESCORT },
    { W_TAG, "DEFEAT", TAG_DEFEAT },
    { W_TAG, "COLLECT", TAG_COLLECT },
    { W_TAG, "PROTECT", TAG_PROTECT },
    { W_KEYWORD, "TOUGH", TOUGH },
    { W_DAMAGE, "UNTYPED", DAMAGE_UNTYPED },
    { W_STAT, "AR", STAT_AR },
    { W_STAT, "TO_HIT", STAT_TO_HIT },
    { W_STAT, "DAMAGE", STAT_DAMAGE },
    { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { ";", .tight_left = 1 },
    { "[", .tight_right = 1 },
    { "]", .tight_left = 1 },
    { "(", .tight_right = 1 },
    { ")", .tight_left = 1 },
    { "+", .tight_right = 1 },
    { "-", .tight_right = 1 },
    { 0 },
};
static const struct spelling SPELLINGS[] = { { "–", "-" }, { "−", "-" }, { "’", "'" }, { 0 } };
static const char *const     CAPITALISE_AFTER[] = { NULL };
// What units are called; the facts of these names begin their list in the same order.
static const struct list_word PEOPLE[] = {
    { "Human", "Humans" },       { "Skarn", "Skarns" },     { "Dwerrow", "Dwerrows" },
    { "Gearborn", "Gearborns" }, { "Sylvane", "Sylvanes" }, { "Tidekin", "Tidekins" },
    { "Emberkin", "Emberkins" }, { "Ferox", "Feroxes" },    { "Revenant", "Revenants" },
    { "Auralin", "Auralins" },   { "Umbrii", "Umbriis" },   { "Guard", "Guards" },
    { "Scrapper", "Scrappers" }, { "Hunter", "Hunters" },   { "Adept", "Adepts" },
    { "Mender", "Menders" },     { "Knave", "Knaves" },     { 0 },
};
static const struct word_list LISTS[] = { { "people", PEOPLE }, { 0 } };
// Joining words and articles only make a text read well (MON-014).
static const char *const FILLERS[] = { ",", ".",  ";",   ":",  "and", "then",
                                       "a", "an", "any", "or", "the", NULL };

const struct dialect_words monad_dialect = {
    .name             = "monad",
    .files            = monad_files,
    .ops              = OPS,
    .values           = VALUES,
    .lists            = LISTS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .fillers          = FILLERS,
    .lang             = &monad_lang,
};

// ---- the form of card files

static const struct form_kind KINDS[] = {
    { "Catalyst", KIND_CATALYST }, { "Class", KIND_CLASS },         { "Unit", KIND_UNIT },
    { "Quest", KIND_QUEST },       { "Equipment", KIND_EQUIPMENT }, { "Location", KIND_LOCATION },
    { "Scenario", KIND_SCENARIO }, { "Token", KIND_TOKEN },         { 0 },
};

static const struct form_tag TAG_WORDS[] = {
    { "Human", TAG_HUMAN },
    { "Skarn", TAG_SKARN },
    { "Dwerrow", TAG_DWERROW },
    { "Gearborn", TAG_GEARBORN },
    { "Sylvane", TAG_SYLVANE },
    { "Tidekin", TAG_TIDEKIN },
    { "Emberkin", TAG_EMBERKIN },
    { "Ferox", TAG_FEROX },
    { "Revenant", TAG_REVENANT },
    { "Auralin", TAG_AURALIN },
    { "Umbrii", TAG_UMBRII },
    { "Guard", TAG_GUARD },
    { "Scrapper", TAG_SCRAPPER },
    { "Hunter", TAG_HUNTER },
    { "Adept", TAG_ADEPT },
    { "Mender", TAG_MENDER },
    { "Knave", TAG_KNAVE },
    { "Town", TAG_TOWN },
    { "Dungeon", TAG_DUNGEON },
    { "Wilderness", TAG_WILDERNESS },
    { "Ruins", TAG_RUINS },
    { "Hostile camp", TAG_CAMP },
    { "Crossroads", TAG_CROSSROADS },
    { "Greenmantle", TAG_GREENMANTLE },
    { "Saltmarch", TAG_SALTMARCH },
    { "Cinderfell", TAG_CINDERFELL },
    { "Hollowdeep", TAG_HOLLOWDEEP },
    { "Skyreach", TAG_SKYREACH },
    { "Head", TAG_HEAD },
    { "Body", TAG_BODY },
    { "Ring", TAG_RING },
    { "Main hand", TAG_MAIN_HAND },
    { "Off hand", TAG_OFF_HAND },
    { "Neck", TAG_NECK },
    { "Feet", TAG_FEET },
    { "Pack", TAG_PACK },
    { "Slashing", TAG_SLASHING },
    { "Piercing", TAG_PIERCING },
    { "Cleaving", TAG_CLEAVING },
    { "Bashing", TAG_BASHING },
    { "Cloth", TAG_CLOTH },
    { "Leather", TAG_LEATHER },
    { "Chain", TAG_CHAIN },
    { "Plate", TAG_PLATE },
    { "Buckler", TAG_BUCKLER },
    { "Heater", TAG_HEATER },
    { "Tower", TAG_TOWER },
    { "Wand", TAG_WAND },
    { "Focus", TAG_FOCUS },
    { "Potion", TAG_POTION },
    { "Fetch", TAG_FETCH },
    { "Escort", TAG_ESCORT },
    { "Defeat", TAG_DEFEAT },
    { "Collect", TAG_COLLECT },
    { "Protect", TAG_PROTECT },
    { "Unique", TAG_UNIQUE },
    { "starter", TAG_STARTER },
    { "unharmed", TAG_UNHARMED },
    { "Arena", TAG_ARENA },
    { "Creep", TAG_CREEP },
    { "Base", TAG_BASE },
    { 0 },
};

// Ranges by the table of rules.md, section 6.
static const struct form_field FIELDS[] = {
    { "level", FIELD_LEVEL, FORM_NUMBER, 1, 5 },
    { "quality", FIELD_QUALITY, FORM_NUMBER, 1, 4 },
    { "HP", FIELD_HP, FORM_NUMBER, 1, 40 },
    { "AP", FIELD_AP, FORM_NUMBER, 0, 30 },
    { "INI", FIELD_INI, FORM_NUMBER, 0, 20 },
    { "AR", FIELD_AR, FORM_NUMBER, 0, 12 },
    { "tier", FIELD_TIER, FORM_NUMBER, 1, 3 },
    { "cost", FIELD_COST, FORM_NUMBER, 3, 9 },
    { "ER", FIELD_ER, FORM_NUMBER, 0, 6 },
    { "gold", FIELD_GOLD, FORM_NUMBER, 50, 700 },
    { "price", FIELD_PRICE, FORM_NUMBER, 50, 500 },
    { "markers", FIELD_MARKERS, FORM_NUMBER, 1, 9 },
    { "rounds", FIELD_ROUNDS, FORM_NUMBER, 1, 9 },
    { "uses", FIELD_USES, FORM_NUMBER, 1, 5 },
    { "sale", FIELD_SALE, FORM_NUMBER, 25, 100 },
    { "VP", FIELD_VP, FORM_NUMBER, 1, 4 },
    { 0 },
};

static const char *const TEXT_STARTS[] = {
    "Passive",
    "Aggressive",
    "Defensive",
    "Non-combat",
    "(a)",
    "(b)",
    "(c)",
    "(d)",
    "Boost",
    "Bearer",
    "Requires",
    "Place",
    "To",
    "VIP",
    "Ward",
    "On completion",
    "On arrival",
    "On play",
    "Counts",
    "Resolve",
    "Condition",
    "Completion effect",
    "Recruit",
    "Shop",
    "Inn",
    "Hearth",
    "Notice Board",
    "Safe Passage",
    "Fast Travel",
    "Loot",
    "Trap",
    "Dark",
    "Cramped",
    "Sanctuary",
    "Shrine",
    "Escavate",
    "Combat here",
    "Objective",
    "Native",
    "Tough",
    "Steady",
    "Serenity",
    "Elusive",
    "Corrosion",
    "Reach",
    "Rowdy",
    "Regen AP",
    "Regen",
    "Pathfinder",
    "Mob Mentality",
    "Undying",
    "Mortal Strike",
    "Arrogant",
    "Poisoner",
    "Resistant",
    "Resist",
    "Critical",
    "Precision",
    "Penetrate",
    "Magic Penetration",
    "Hidden",
    "Human Nature",
    "abilities cost",
    // numbers before a stat, and behind it
    "+1",
    "+2",
    "+3",
    "+4",
    "+5",
    "+6",
    "+7",
    "+8",
    "+9",
    "-1",
    "-2",
    "-3",
    "-4",
    "-5",
    "-6",
    "-7",
    "-8",
    "-9",
    "HP +1",
    "HP +2",
    "HP +3",
    "HP +4",
    "HP +5",
    "HP +6",
    "HP +7",
    "HP +8",
    "HP +9",
    "HP -1",
    "HP -2",
    "HP -3",
    "HP -4",
    "HP -5",
    "HP -6",
    "HP -7",
    "HP -8",
    "HP -9",
    "AP +1",
    "AP +2",
    "AP +3",
    "AP +4",
    "AP +5",
    "AP +6",
    "AP +7",
    "AP +8",
    "AP +9",
    "AP -1",
    "AP -2",
    "AP -3",
    "AP -4",
    "AP -5",
    "AP -6",
    "AP -7",
    "AP -8",
    "AP -9",
    "INI +1",
    "INI +2",
    "INI +3",
    "INI +4",
    "INI +5",
    "INI +6",
    "INI +7",
    "INI +8",
    "INI +9",
    "INI -1",
    "INI -2",
    "INI -3",
    "INI -4",
    "INI -5",
    "INI -6",
    "INI -7",
    "INI -8",
    "INI -9",
    "AR +1",
    "AR +2",
    "AR +3",
    "AR +4",
    "AR +5",
    "AR +6",
    "AR +7",
    "AR +8",
    "AR +9",
    "AR -1",
    "AR -2",
    "AR -3",
    "AR -4",
    "AR -5",
    "AR -6",
    "AR -7",
    "AR -8",
    "AR -9",
    NULL,
};

// The fields a kind must have, and those it may have.
static uint16_t fields_needed(unsigned kind)
{
    uint16_t stats = BIT(FIELD_HP) | BIT(FIELD_AP) | BIT(FIELD_INI);
    switch ((enum card_kind)kind) {
    case KIND_CATALYST: return (uint16_t)(stats | BIT(FIELD_AR));
    case KIND_UNIT: return (uint16_t)(stats | BIT(FIELD_AR) | BIT(FIELD_LEVEL));
    case KIND_CLASS: return BIT(FIELD_TIER) | BIT(FIELD_COST);
    case KIND_QUEST: return BIT(FIELD_LEVEL) | BIT(FIELD_GOLD);
    case KIND_EQUIPMENT: return BIT(FIELD_QUALITY) | BIT(FIELD_SALE);
    case KIND_LOCATION: return BIT(FIELD_ER);
    case KIND_SCENARIO: return BIT(FIELD_VP);
    case KIND_TOKEN: return BIT(FIELD_LEVEL);
    }
    return 0;
}
static uint16_t fields_allowed(unsigned kind)
{
    uint16_t needed = fields_needed(kind);
    if (kind == KIND_QUEST)
        needed = (uint16_t)(needed | BIT(FIELD_ER) | BIT(FIELD_PRICE) | BIT(FIELD_MARKERS) |
                            BIT(FIELD_ROUNDS));
    if (kind == KIND_EQUIPMENT) needed = (uint16_t)(needed | BIT(FIELD_USES));
    if (kind == KIND_TOKEN)
        needed = (uint16_t)(needed | BIT(FIELD_HP) | BIT(FIELD_AP) | BIT(FIELD_INI));
    return needed;
}

static bool is_one(uint64_t bits) { return bits && !(bits & (bits - 1)); }

static const char *wrong_tags(const struct card_def *def)
{
    uint64_t races = def->tags & RACES, types = TAGS(TAG_TOWN, TAG_CROSSROADS);
    switch ((enum card_kind)def->kind) {
    case KIND_CATALYST: return is_one(races) ? NULL : "a Catalyst has exactly one race (MON-022)";
    case KIND_UNIT: return is_one(races) ? NULL : "a Unit has exactly one race (MON-022)";
    case KIND_EQUIPMENT:
        return is_one(def->tags & SLOTS) ? NULL : "an Equipment has exactly one slot (MON-650)";
    case KIND_QUEST:
        return is_one(def->tags & TAGS(TAG_FETCH, TAG_PROTECT))
                   ? NULL
                   : "a Quest has exactly one type (MON-320)";
    case KIND_LOCATION:
        if (def->tags >> TAG_ARENA & 1)
            return def->tags & (types | REGIONS) ? "an arena has neither type nor region (MON-851)"
                                                 : NULL;
        if (!is_one(def->tags & types)) return "a Location has exactly one type (MON-600)";
        if (!(def->tags & REGIONS)) return "a Location has at least one region (MON-600)";
        if (def->tags >> TAG_TOWN & 1 && def->field[FIELD_ER]) return "a Town has ER 0 (MON-601)";
        if (def->tags >> TAG_CROSSROADS & 1 && is_one(def->tags & REGIONS))
            return "Crossroads have at least two regions (MON-606)";
        return NULL;
    case KIND_CLASS:
    case KIND_SCENARIO:
    case KIND_TOKEN: break;
    }
    return NULL;
}

// Which kinds of cards a line may stand on.
static bool stands_on(unsigned code, unsigned kind)
{
    switch (code) {
    case W_AGGRESSIVE:
    case W_DEFENSIVE:
    case W_PASSIVE:
    case W_NONCOMBAT: return kind != KIND_QUEST && kind != KIND_LOCATION && kind != KIND_SCENARIO;
    case W_BONUSES:
        return kind == KIND_EQUIPMENT || kind == KIND_LOCATION || kind == KIND_CATALYST ||
               kind == KIND_UNIT;
    case W_BOOST:
    case W_REQUIRES: return kind == KIND_CLASS;
    case W_BEARER: return kind == KIND_EQUIPMENT;
    case W_PLACES:
    case W_DELIVER:
    case W_VIP:
    case W_WARD:
    case W_ON_COMPLETION:
    case W_ON_PLAY:
    case W_COUNTING: return kind == KIND_QUEST;
    case W_RESOLVE:
    case W_CONDITION:
    case W_COMPLETION: return kind == KIND_SCENARIO;
    default: return kind == KIND_LOCATION;
    }
}

static unsigned line_code(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops = pool->ops + line->op_first;
    size_t           i   = op_child(0);
    if (i < ops[0].size && ops[i].code == W_LETTER) i = op_after(ops, i);
    return i < ops[0].size ? ops[i].code : (unsigned)OP_NONE;
}

static const char *missing_line(const struct card_pool *pool, const struct card_def *def)
{
    unsigned has[W_LAST + 1] = { 0 }, abilities = 0;
    for (unsigned i = 0; i < def->line_count; i++) {
        unsigned code = line_code(pool, &pool->lines[def->line_first + i]);
        has[code]++;
        abilities += code == W_AGGRESSIVE || code == W_DEFENSIVE || code == W_PASSIVE ||
                     code == W_NONCOMBAT;
    }
    if (def->kind == KIND_SCENARIO && has[W_RESOLVE] + has[W_CONDITION] != 1)
        return "a Scenario has a Resolve line or a Condition (MON-341)";
    if (def->kind == KIND_CLASS && (abilities < 1 || abilities > 4))
        return "a Class has one to four abilities (MON-072)";
    if (def->kind != KIND_QUEST) return NULL;
    if (def->tags >> TAG_ESCORT & 1 && has[W_VIP] != 1)
        return "an Escort quest has a VIP (MON-323)";
    if (def->tags >> TAG_PROTECT & 1 && has[W_WARD] != 1)
        return "a Protect quest has a Ward (MON-329)";
    if ((def->tags >> TAG_ESCORT & 1 || def->tags >> TAG_FETCH & 1) && has[W_DELIVER] != 1)
        return "Fetch and Escort say where to (MON-320)";
    if (def->tags >> TAG_COLLECT & 1 &&
        (has[W_COUNTING] != 1 || !(def->fields_set & BIT(FIELD_MARKERS))))
        return "a Collect quest counts something up to its markers (MON-328)";
    return NULL;
}

static bool replaces_by_choice(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    bool             death = false, may = false;
    for (size_t i = 0; i < ops[0].size; i++) {
        death |= ops[i].code == W_WHEN && ops[i].value >= WHEN_WOULD_DIE;
        may |= ops[i].code == SHAPE_MAY;
    }
    return death && may;
}

// The stats that a node of a passive line looks at, and those it changes, a bit each.
static unsigned stats_read(const struct op *node)
{
    static const uint8_t OF_TEST[] = {
        [TEST_WEAKENED] = BIT(STAT_HP), [TEST_SPENT] = BIT(STAT_AP)
    };
    bool asks = node->code == SHAPE_STAT_IS || node->code == SHAPE_STAT_OF ||
                node->code == SHAPE_COMPARE;
    if (asks && node->value <= ROW_LEVEL) return BIT(node->value);
    if (node->code == SHAPE_STAT_OF && node->value == ROW_MAX_HP) return BIT(STAT_HP);
    if (node->code == SHAPE_TEST && (node->value == TEST_MOST || node->value == TEST_LEAST))
        return BIT(node[2].value);
    return node->code == SHAPE_TEST && (size_t)node->value < COUNT(OF_TEST) ? OF_TEST[node->value]
                                                                            : 0;
}
static unsigned stats_written(const struct op *node)
{
    return node->code == W_STAT && node->value < STAT_COUNT ? BIT(node->value) : 0;
}

// MON-R115: what stands must not look at the stat that it changes.
static bool goes_in_a_circle(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    unsigned         reads = 0, writes = 0;
    if (line_code(pool, line) != W_PASSIVE) return false;
    for (size_t i = 0; i < ops[0].size; i++) {
        if (ops[i].code == W_WHEN) return false;
        reads |= stats_read(&ops[i]);
        writes |= stats_written(&ops[i]);
    }
    return reads & writes;
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    *line                      = -1;
    if ((def->fields_set & fields_needed(def->kind)) != fields_needed(def->kind) ||
        (def->fields_set & ~fields_allowed(def->kind)))
        return fail(err, BAD_INPUT, nowhere,
                    "a number is missing, or does not belong on this kind of card (section 6)");
    const char *wrong = wrong_tags(def);
    if (!wrong) wrong = missing_line(pool, def);
    if (wrong) return fail(err, BAD_INPUT, nowhere, "%s", wrong);
    for (int i = 0; i < def->line_count; i++) {
        const struct card_line *text = &pool->lines[def->line_first + (uint32_t)i];
        *line                        = i;
        if (!stands_on(line_code(pool, text), def->kind))
            return fail(err, BAD_INPUT, nowhere, "this line does not belong on this kind of card");
        if (goes_in_a_circle(pool, text))
            return fail(
                err, BAD_INPUT, nowhere,
                "this changes the very stat that it looks at (MON-R115): look at another one, "
                "or change another one");
        if (replaces_by_choice(pool, text))
            return fail(err, BAD_INPUT, nowhere,
                        "what happens instead of a death is not optional: leave out \"you may\"");
    }
    *line = -1;
    return true;
}

const struct card_form monad_form = {
    .kinds       = KINDS,
    .tags        = TAG_WORDS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .number_max  = 9999,
    .text_starts = TEXT_STARTS,
    .check       = check_card,
};
