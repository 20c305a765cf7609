// What stands on a card of Voidbreakers, and what may not be written there (rules.md, section 6).
#include "games/voidbreakers/rules.h"

static const struct form_kind KINDS[] = {
    { "Fighter", KIND_FIGHTER },
    { "Support", KIND_SUPPORT },
    { "Ability", KIND_ABILITY },
    { "Minion", KIND_MINION },
    { "Satellite minion", KIND_SATELLITE },
    { "Upgrade", KIND_UPGRADE },
    { 0 },
};
static const struct form_tag TAGS[] = {
    { "Brawler", BRAWLER },
    { "Gunner", GUNNER },
    { "Psion", PSION },
    { "Engineer", ENGINEER },
    { 0 },
};
static const struct form_field FIELDS[] = {
    { "AP", FIELD_AP, FORM_NUMBER, 0, 30 },        { "max", FIELD_AP_MAX, FORM_NUMBER, 0, 50 },
    { "HP", FIELD_HP, FORM_NUMBER, 10, 150 },      { "A", FIELD_A, FORM_NUMBER, 0, 2 },
    { "M", FIELD_M, FORM_NUMBER, 0, 2 },           { "F", FIELD_F, FORM_NUMBER, 0, 1 },
    { "copies", FIELD_COPIES, FORM_NUMBER, 1, 4 }, { 0 },
};
static const char *const TEXT_STARTS[] = {
    "{",
    "*",
    "Range",
    "Quick",
    "Omega",
    "Reaction",
    "only",
    "lose",
    "detach",
    "repeat",
    "use",
    "Enter",
    "Sentry",
    "Death",
    "Hurt",
    "Alpha",
    "Ready",
    "when",
    "Provoke",
    "Steady",
    "Swift",
    "Reach",
    "Armor",
    "Intercept",
    "this",
    "choose",
    "then",
    "if",
    "in",
    "you",
    "your",
    "deal",
    "heal",
    "raise",
    "lower",
    "give",
    "cleanse",
    "strip",
    "kill",
    "revive",
    "teleport",
    "throw",
    "the",
    "that",
    "each",
    "up",
    "an",
    "another",
    // "A" alone is the number of attack tokens.
    "a friendly",
    "a dead",
    "a damaged",
    "a wounded",
    "a card",
    "a fighter",
    "a minion",
    "all",
    "every",
    "one",
    "two",
    "three",
    "leap",
    "leap.",
    "gain",
    "remove",
    "friendly",
    "enemy",
    "enemies",
    "other",
    "fighters",
    "minions",
    "move",
    "swap",
    "reveal",
    "deploy",
    "attach",
    "draw",
    "void",
    "salvage",
    "scout",
    "look",
    "cancel",
    "retarget",
    // One-word lines: the full stop is part of the word.
    "Provoke.",
    "Steady.",
    "Swift.",
    "Quick.",
    "Omega.",
    NULL,
};

// ---- checks of a whole card

static unsigned count_bits(uint64_t set)
{
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static uint16_t fields_needed(unsigned kind)
{
    switch ((enum card_kind)kind) {
    case KIND_FIGHTER:
    case KIND_MINION: return BIT(FIELD_AP) | BIT(FIELD_AP_MAX) | BIT(FIELD_HP);
    case KIND_SATELLITE:
        return BIT(FIELD_AP) | BIT(FIELD_AP_MAX) | BIT(FIELD_HP) | BIT(FIELD_COPIES);
    case KIND_UPGRADE: return BIT(FIELD_COPIES);
    case KIND_SUPPORT:
    case KIND_ABILITY: break;
    }
    return 0;
}

static const char *wrong_numbers(const struct card_def *def)
{
    static const uint16_t ACTIONS = BIT(FIELD_A) | BIT(FIELD_M) | BIT(FIELD_F);
    const int16_t        *n       = def->field;
    bool                  body    = def->kind == KIND_FIGHTER || def->kind == KIND_MINION ||
                def->kind == KIND_SATELLITE;
    uint16_t needed = fields_needed(def->kind);
    int      acts   = n[FIELD_A] + n[FIELD_M] + n[FIELD_F];
    if ((def->fields_set & needed) != needed ||
        (def->fields_set & ~needed & (body ? (unsigned)~ACTIONS : ~0u)))
        return "AP, max and HP stand on fighters and minions, copies on satellites, A, M and F on "
               "what acts";
    if (!body) return NULL;
    if (n[FIELD_AP] % 10 || n[FIELD_AP_MAX] % 10 || n[FIELD_HP] % 10)
        return "AP, max and HP are multiples of 10";
    if (n[FIELD_AP] > n[FIELD_AP_MAX]) return "AP is at most max (VOI-620)";
    if (def->kind == KIND_FIGHTER &&
        (n[FIELD_HP] < 90 || acts < 2 || acts > 3 || n[FIELD_AP_MAX] < 10))
        return "a fighter has 90 to 150 HP, a max of 10 to 50, and 2 or 3 actions";
    if (def->kind != KIND_FIGHTER && (n[FIELD_HP] > 50 || n[FIELD_AP_MAX] > 20 || acts > 2))
        return "a minion has at most 50 HP, an attack power of at most 20 and 2 actions";
    return NULL;
}

static const char *wrong_owner(const struct card_def *def)
{
    unsigned styles = count_bits(def->tags);
    bool     named  = def->faction != NULL;
    switch ((enum card_kind)def->kind) {
    case KIND_FIGHTER:
        return styles < 1 || styles > 2 ? "a fighter has one or two styles (VOI-111)" : NULL;
    case KIND_SUPPORT:
        return styles != 1 || named ? "a Support card has one style (VOI-109)" : NULL;
    case KIND_MINION:
        return styles + named != 1
                   ? "a Minion card has a style, or the name of its fighter behind a slash"
                   : NULL;
    case KIND_ABILITY:
    case KIND_SATELLITE:
    case KIND_UPGRADE:
        return styles || !named ? "the name of its fighter stands behind a slash (VOI-110)" : NULL;
    }
    return NULL;
}

// What a number directly below a node may be (rules.md, sections 1 and 6).
struct bounds {
    uint16_t    code;
    int16_t     least, most, step;
    const char *problem;
};
static const struct bounds BOUNDS[] = {
    { W_DEAL, 10, 90, 10, "damage is 10 to 90, a multiple of 10" },
    { W_HEAL, 10, 90, 10, "healing is 10 to 90, a multiple of 10" },
    { W_RAISE, 10, 50, 10, "attack power changes by 10 to 50, a multiple of 10" },
    { W_LOWER, 10, 50, 10, "attack power changes by 10 to 50, a multiple of 10" },
    { W_MORE, 10, 50, 10, "an attack changes by 10 to 50, a multiple of 10" },
    { W_AGAINST, 10, 50, 10, "an attack changes by 10 to 50, a multiple of 10" },
    { W_LOSE, 10, 90, 10, "HP are lost by 10 to 90, a multiple of 10" },
    { W_PAY_HP, 10, 90, 10, "HP are lost by 10 to 90, a multiple of 10" },
    { W_REVIVE, 10, 90, 10, "a fighter comes back with 10 to 90 HP, a multiple of 10" },
    { W_ARMOR, 10, 50, 10, "Armor is 10 to 50, a multiple of 10" },
    { W_RANGE, 0, 3, 1, "a range is 0 to 3, or any" },
    { W_REACTION, 0, 4, 1, "no zone is farther than 4" },
    { W_WITHIN, 0, 4, 1, "no zone is farther than 4" },
    { W_TO_WITHIN, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_LEAP, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_THROW, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_REACH, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_PAY_V, 1, 6, 1, "1 to 6 cards are voided as a cost" },
    { W_UP_TO, 1, PICKS, 1, "up to 1 to 6 targets are chosen" },
    { W_EXACTLY, 1, PICKS, 1, "1 to 6 targets are chosen" },
    { W_SALVAGE, 1, PICKS, 1, "1 to 6 cards are salvaged" },
    { W_DRAW, 1, 9, 1, "1 to 9 cards are drawn" },
    { W_VOID_HAND, 1, 9, 1, "1 to 9 cards are voided" },
    { W_VOID_ARSENAL, 1, 9, 1, "1 to 9 cards are voided" },
    { W_SCOUT, 1, 9, 1, "1 to 9 cards are looked at" },
    { W_DIG, 1, 9, 1, "1 to 9 cards are looked at" },
    { W_TALLY, 0, DEBUFF_COUNT, 1, "there are seven debuffs" },
    { W_HP, 10, 150, 10, "HP are 10 to 150, a multiple of 10" },
    { W_ROUND, 1, ROUNDS, 1, "a game has twelve Rounds" },
    { W_SOMEWHERE, 0, 4, 1, "no zone is farther than 4" },
    { W_DEPLOY, 1, 4, 1, "1 to 4 satellites are deployed" },
    { W_ATTACH, 1, 3, 1, "1 to 3 upgrades are attached" },
    { W_DETACH, 1, 3, 1, "1 to 3 upgrades are detached" },
    { W_LOOK, 1, 9, 1, "1 to 9 cards are looked at" },
    { W_REVEAL, 1, 9, 1, "1 to 9 cards are revealed" },
    { W_DEAD_FIGHTERS, 1, FIGHTERS, 1, "a player has three fighters" },
};

static const char *wrong_number(unsigned code, int value)
{
    for (size_t k = 0; k < COUNT(BOUNDS); k++)
        if (code == BOUNDS[k].code &&
            (value < BOUNDS[k].least || value > BOUNDS[k].most || value % BOUNDS[k].step))
            return BOUNDS[k].problem;
    return NULL;
}

static const char *wrong_numbers_in(const struct op *ops)
{
    const char *problem = NULL;
    for (size_t i = 0; !problem && i < ops[0].size; i++) {
        size_t number  = op_find(ops, i, OP_NUMBER);
        size_t instead = ops[i].code == W_SENTENCE ? op_find(ops, i, W_INSTEAD) : 0;
        if (number) problem = wrong_number(ops[i].code, ops[number].value);
        if (!problem && instead)
            problem = wrong_number(ops[verb_of(ops, i)].code, number_of_instead(ops, instead));
    }
    return problem;
}

// "If ..., deal 40 instead" and "otherwise ..." speak of the sentence before.
static const char *wrong_references(const struct op *ops)
{
    static const uint16_t VERBS[] = {
        [AGAIN_DEAL] = W_DEAL,   [AGAIN_HEAL] = W_HEAL, [AGAIN_RAISE] = W_RAISE,
        [AGAIN_LOWER] = W_LOWER, [AGAIN_DRAW] = W_DRAW, [AGAIN_LOSE] = W_LOSE
    };
    size_t before = 0;
    for (size_t i = 0; i < ops[0].size; i++) {
        if (ops[i].code == W_MODE || ops[i].code == W_PLAY) before = 0;
        if (ops[i].code != W_SENTENCE) continue;
        size_t instead = op_find(ops, i, W_INSTEAD);
        size_t again   = instead ? op_find(ops, instead, W_AGAIN) : 0;
        if (again && ops[verb_of(ops, i)].code != VERBS[ops[again].value])
            return "\"instead\" names the verb of the sentence before";
        if (op_find(ops, i, W_OTHERWISE) && (!before || !op_find(ops, before, W_IF)))
            return "\"otherwise\" follows a sentence with \"if\"";
        before = i;
    }
    return NULL;
}

// Costs and modifiers: what can be paid, and nothing twice.
static const char *wrong_heads(const struct op *ops, size_t play)
{
    unsigned seen = 0, a = 0, m = 0;
    for (size_t i = op_child(play); play && i < op_after(ops, play); i = op_after(ops, i)) {
        unsigned code = ops[i].code;
        a += code == W_PAY_A;
        m += code == W_PAY_M;
        if (a > 3 || m > 3) return "nobody has more than three tokens for a cost";
        if (code == W_RANGE_ANY) code = W_RANGE;
        if (code < W_PAY_V || code > W_ONLY_IF) continue;
        if (seen >> (code - W_PAY_V) & 1) return "a cost, range or modifier stands here twice";
        seen |= BIT(code - W_PAY_V);
    }
    if (seen >> (W_REACTION - W_PAY_V) & 1 &&
        (seen >> (W_QUICK - W_PAY_V) & 1 || seen >> (W_OMEGA - W_PAY_V) & 1))
        return "a Reaction is neither Quick nor Omega: it has a moment of its own (VOI-542, "
               "VOI-543)";
    return NULL;
}

static const char *wrong_line(const struct card_pool *pool, const struct card_def *def,
                              const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    size_t           play  = op_find(ops, 0, W_PLAY);
    bool             plays = def->kind == KIND_SUPPORT || def->kind == KIND_ABILITY;
    bool has_text          = play && (op_find(ops, play, W_SENTENCE) || op_find(ops, play, W_MODE));
    if (plays != (play != 0) && !(def->kind == KIND_MINION && play && !has_text))
        return plays ? "the text of a played card has no colon in front and is no keyword"
                     : "a text of a fighter, minion or upgrade is a keyword or has a colon: "
                       "\"Enter: ...\"";
    if (plays && !has_text) return "the text says nothing to do";
    size_t talent = op_find(ops, 0, W_TALENT);
    if (talent && op_find(ops, talent, W_REPEAT) &&
        ops[op_after(ops, op_child(talent))].code == W_SENTENCE)
        return "only a talent with a cost may say repeat (VOI-452)";
    const char *problem = wrong_heads(ops, play);
    if (!problem) problem = wrong_references(ops);
    return problem ? problem : wrong_numbers_in(ops);
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    bool               plays   = def->kind == KIND_SUPPORT || def->kind == KIND_ABILITY;
    const char        *problem = wrong_numbers(def);
    if (!problem) problem = wrong_owner(def);
    if (!problem && plays && def->line_count != 1)
        problem = "a Support or Ability card has one line of text";
    if (!problem && def->line_count > ABILITIES_PER_CARD)
        problem = "a card has at most 6 lines of text";
    for (int i = 0; !problem && i < def->line_count; i++) {
        *line   = i;
        problem = wrong_line(pool, def, &pool->lines[def->line_first + (uint32_t)i]);
    }
    if (!problem) *line = -1;
    return problem ? fail(err, BAD_INPUT, nowhere, "%s", problem) : true;
}

const struct card_form voidbreakers_form = {
    .kinds       = KINDS,
    .tags        = TAGS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .number_max  = 999,
    .text_starts = TEXT_STARTS,
    .text_end    = ".",
    .check       = check_card,
};
