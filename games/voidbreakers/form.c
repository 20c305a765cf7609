// What stands on a card of Voidbreakers, and what may not be written there (rules.md, section 6).
#include "games/voidbreakers/verbs.h"

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

// What a number directly below a node may be (rules.md, sections 1 and 6). value: the row that the
// node names, or ANY.
enum { ANY = -1 };
struct bounds {
    uint16_t    code;
    int16_t     value;
    int16_t     least, most, step;
    const char *problem;
};
static const struct bounds BOUNDS[] = {
    { SHAPE_DO, VERB_DEAL, 10, 90, 10, "damage is 10 to 90, a multiple of 10" },
    { SHAPE_DO, VERB_HEAL, 10, 90, 10, "healing is 10 to 90, a multiple of 10" },
    { SHAPE_DO, VERB_RAISE, 10, 50, 10, "attack power changes by 10 to 50, a multiple of 10" },
    { SHAPE_DO, VERB_LOWER, 10, 50, 10, "attack power changes by 10 to 50, a multiple of 10" },
    { SHAPE_DO, VERB_ATTACK_FOR, 10, 50, 10, "an attack changes by 10 to 50, a multiple of 10" },
    { SHAPE_DO, VERB_LOSE, 10, 90, 10, "HP are lost by 10 to 90, a multiple of 10" },
    { W_PAY_HP, ANY, 10, 90, 10, "HP are lost by 10 to 90, a multiple of 10" },
    { SHAPE_DO, VERB_REVIVE, 10, 90, 10,
      "a fighter comes back with 10 to 90 HP, a multiple of 10" },
    { W_RANGE, ANY, 0, 3, 1, "a range is 0 to 3, or any" },
    { W_REACTION, ANY, 0, 4, 1, "no zone is farther than 4" },
    { SHAPE_PLACE, ANY, 0, 4, 1, "no zone is farther than 4" },
    { SHAPE_DO, VERB_TELEPORT, 1, 4, 1, "another zone is 1 to 4 away" },
    { SHAPE_DO, VERB_LEAP, 1, 4, 1, "another zone is 1 to 4 away" },
    { SHAPE_DO, VERB_THROW, 1, 4, 1, "another zone is 1 to 4 away" },
    { W_PAY_V, ANY, 1, 6, 1, "1 to 6 cards are voided as a cost" },
    { SHAPE_UP_TO, ANY, 1, PICKS, 1, "up to 1 to 6 targets are chosen" },
    { SHAPE_PICK, ANY, 1, PICKS, 1, "1 to 6 targets are chosen" },
    { SHAPE_DO, VERB_DRAW, 1, 9, 1, "1 to 9 cards are drawn" },
    { SHAPE_DO, VERB_VOID_HAND, 1, PICKS_MAX, 1, "1 to 16 cards are voided" },
    { SHAPE_DO, VERB_VOID_ARSENAL, 1, 9, 1, "1 to 9 cards are voided" },
    { SHAPE_DO, VERB_SCOUT, 1, 9, 1, "1 to 9 cards are looked at" },
    { SHAPE_DO, VERB_DIG, 1, 9, 1, "1 to 9 cards are looked at" },
    { SHAPE_DO, VERB_LOOK_AT_TOP, 1, 9, 1, "1 to 9 cards are looked at" },
    { SHAPE_DO, VERB_REVEAL_TOP, 1, 9, 1, "1 to 9 cards are revealed" },
    { SHAPE_DO, VERB_DEPLOY, 1, 4, 1, "1 to 4 satellites are deployed" },
    { SHAPE_DO, VERB_ATTACH, 1, 3, 1, "1 to 3 upgrades are attached" },
    { SHAPE_DO, VERB_DETACH, 1, 3, 1, "1 to 3 upgrades are detached" },
    { SHAPE_STAT_IS, STAT_ROW_HP, 10, 150, 10, "HP are 10 to 150, a multiple of 10" },
    { SHAPE_STAT_IS, STAT_ROW_DEBUFFS, 0, DEBUFF_COUNT, 1, "there are seven debuffs" },
    { SHAPE_STAT_IS, STAT_ROW_BUFFS, 0, DEBUFF_COUNT, 1, "there are seven debuffs" },
    { SHAPE_STAT_IS, STAT_ROW_ROUND, 1, ROUNDS, 1, "a game has twelve Rounds" },
    { SHAPE_STAT_IS, STAT_ROW_DEAD_FIGHTERS, 1, FIGHTERS, 1, "a player has three fighters" },
};

static const char *wrong_number(unsigned code, int row, int value)
{
    for (size_t k = 0; k < COUNT(BOUNDS); k++)
        if (code == BOUNDS[k].code && (BOUNDS[k].value == ANY || BOUNDS[k].value == row) &&
            (value < BOUNDS[k].least || value > BOUNDS[k].most || value % BOUNDS[k].step))
            return BOUNDS[k].problem;
    return NULL;
}

static size_t below(const struct op *ops, size_t op, unsigned code)
{
    return op ? op_find(ops, op, (uint16_t)code) : 0;
}

// Reach and Armor, given by the same verb.
static const char *wrong_keyword(const struct op *ops, size_t verb, int value)
{
    size_t arg = below(ops, verb, SHAPE_ARG);
    if (ops[verb].code != SHAPE_DO || ops[verb].value != VERB_HAS || !arg) return NULL;
    if (ops[arg].value == KEYWORD_REACH && (value < 1 || value > 4))
        return "another zone is 1 to 4 away";
    if (ops[arg].value == KEYWORD_ARMOR && (value < 10 || value > 50 || value % 10))
        return "Armor is 10 to 50, a multiple of 10";
    return NULL;
}

static const char *wrong_numbers_in(const struct op *ops)
{
    const char *problem = NULL;
    for (size_t i = 0; !problem && i < ops[0].size; i++) {
        size_t number  = op_find(ops, i, OP_NUMBER);
        size_t instead = ops[i].code == SHAPE_STEP ? below(ops, i, SHAPE_INSTEAD) : 0;
        size_t verb    = ops[i].code == SHAPE_STEP ? below(ops, i, SHAPE_DO) : 0;
        if (number) problem = wrong_number(ops[i].code, ops[i].value, ops[number].value);
        if (number && !problem) problem = wrong_keyword(ops, i, ops[number].value);
        size_t other = below(ops, instead, OP_NUMBER);
        if (!problem && verb && other)
            problem = wrong_number(SHAPE_DO, ops[verb].value, ops[other].value);
    }
    return problem;
}

// "If ..., deal 40 instead" speaks of the verb before it.
static const char *wrong_instead(const struct op *ops)
{
    for (size_t i = 0; i < ops[0].size; i++) {
        if (ops[i].code != SHAPE_STEP) continue;
        size_t again = below(ops, below(ops, i, SHAPE_INSTEAD), W_AGAIN);
        if (again && ops[again].value != ops[below(ops, i, SHAPE_DO)].value)
            return "\"instead\" names the verb of the sentence before";
    }
    return NULL;
}

// What can be cancelled or retargeted: the link that a Reaction answers.
static bool is_answered(const struct op *ops, int word)
{
    size_t play = op_find(ops, 0, W_PLAY), reaction = below(ops, play, W_REACTION);
    int    what = reaction ? ops[reaction].value : HAPPENING_NONE;
    switch (what) {
    case ENEMY_ATTACKS_CARD:
    case ENEMY_ATTACKS_FIGHTER:
    case ENEMY_ATTACKS_USER: return word == WORD_THAT_ATTACK || word < 0;
    case ENEMY_MOVES: return word == WORD_THAT_MOVE || word < 0;
    case OPPONENT_PLAYS: return word == WORD_THAT_CARD || word < 0;
    case OPPONENT_USES_TALENT: return word == WORD_THAT_TALENT || word < 0;
    default: return false;
    }
}

static const char *wrong_answer(const struct op *ops)
{
    for (size_t i = 0; i < ops[0].size; i++) {
        if (ops[i].code != SHAPE_DO) continue;
        if (ops[i].value != VERB_CANCEL && ops[i].value != VERB_RETARGET) continue;
        size_t word = below(ops, i, SHAPE_ARG);
        if (!is_answered(ops, word ? ops[word].value : ANY))
            return "nothing like that is answered here: this stands behind a Reaction (when ...) "
                   "to it (VOI-515, VOI-818)";
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
        if (code == SHAPE_ONLY_IF) code = W_REACTION + 1u;
        if (code < W_PAY_V || code > W_REACTION + 1u) continue;
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
    bool has_text = play && (op_find(ops, play, SHAPE_SENTENCE) || op_find(ops, play, SHAPE_MODE));
    if (plays != (play != 0) && !(def->kind == KIND_MINION && play && !has_text))
        return plays
                   ? "the text of a played card has no colon in front and is no keyword; its costs "
                     "are icons and HP, as in \"{V1} · Range 1. ...\", \"Lose 10 HP. ...\""
                   : "a text of a fighter, minion or upgrade is a keyword or has a colon: "
                     "\"Enter: ...\"";
    if (plays && !has_text) return "the text says nothing to do";
    size_t talent = op_find(ops, 0, W_TALENT);
    if (talent && op_find(ops, talent, W_REPEAT) &&
        ops[op_after(ops, op_child(talent))].code == SHAPE_SENTENCE)
        return "only a talent with a cost may say repeat (VOI-452)";
    const char *problem = wrong_heads(ops, play);
    if (!problem) problem = wrong_instead(ops);
    if (!problem) problem = wrong_answer(ops);
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
