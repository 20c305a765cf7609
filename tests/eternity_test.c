// eternity_test.c - the decks of Assemblage of Eternity keep to the tables of its rules.md, chapter
// 7: how many cards of which kind, and numbers on the curves.
#include "tests/unit.h"

#include "engine/program.h"
#include "games/eternity/state.h"
#include "games/eternity/words.h"
#include "games/list.h"
#include "match/box.h"

static struct box *box;

enum row {
    LIGHT,
    MEDIUM,
    HEAVY,
    SPECIAL,
    SUPER,
    THROWS,
    UTILITY,
    REQUIREMENTS,
    PRE,
    ANTE,
    RESOLVE,
    METER,
    FINAL,
    TERMINAL,
    CLEANUP,
    KNOCKS_DOWN,
    ROOTS,
    MOVES_TARGET,
    MOVES_ITSELF,
    CANCELS,
    BLANKS,
    DRAWS,
    LINKING_UTILITY,
    TWO_REDS,
    ROW_COUNT
};
static const char *const ROWS_NAMED[ROW_COUNT] = {
    "light",   "medium",   "heavy",    "special", "super",   "throw attacks",
    "utility", "sum",      "pre",      "ante",    "resolve", "meter",
    "final",   "terminal", "clean-up", "knocks",  "roots",   "moves the target",
    "moves",   "cancels",  "blanks",   "draws",   "links",   "two reds",
};
static const struct {
    const char *deck;
    uint8_t     count[ROW_COUNT];
} TABLE[] = {
    { "Ninefold Scales",
      { 4, 4, 3, 3, 1, 0, 6, 9, 3, 1, 6, 5, 3, 3, 1, 3, 0, 2, 4, 1, 0, 1, 1, 1 } },
    { "Two Shadows", { 3, 4, 2, 5, 1, 0, 6, 10, 2, 1, 7, 4, 2, 4, 2, 0, 2, 3, 5, 0, 1, 2, 1, 1 } },
    { "The Closing Hand",
      { 3, 3, 4, 2, 1, 3, 5, 9, 2, 1, 5, 4, 3, 4, 1, 2, 1, 4, 3, 3, 0, 1, 1, 0 } },
    { "House Always Sings",
      { 4, 3, 3, 4, 2, 0, 6, 12, 2, 5, 5, 6, 2, 4, 2, 1, 0, 1, 3, 1, 1, 3, 2, 2 } },
};

static bool says(const struct card_def *def, unsigned code, int value)
{
    for (unsigned l = 0; l < def->line_count; l++) {
        const struct op *ops = box->pool->ops + box->pool->lines[def->line_first + l].op_first;
        for (size_t i = 0; i < ops[0].size; i++)
            if (ops[i].code == code && (value < 0 || ops[i].value == value)) return true;
    }
    return false;
}

static bool is_red(const struct card_def *def, unsigned letter)
{
    return def->tags >> (TAG_STRIP + COLOUR_COUNT * letter + COLOUR_RED) & 1;
}

static unsigned reds(const struct card_def *def)
{
    unsigned count = 0;
    for (unsigned i = 0; i < LETTER_COUNT; i++) count += is_red(def, i);
    return count;
}

// The first red letter says what a card is; LETTER_COUNT: none.
static unsigned type_of(const struct card_def *def)
{
    unsigned letter = 0;
    while (letter < LETTER_COUNT && !is_red(def, letter)) letter++;
    return letter;
}

// Is a verb of its lines carried out, or does it stand? On whom: REF_YOU, or 0 for anybody else.
static bool does_to(const struct card_def *def, unsigned verb, bool to_you)
{
    const struct meaning *m = box->pool->meaning;
    for (unsigned i = def->line_first; i < def->line_first + def->line_count; i++)
        for (unsigned j = 0; j < m->line[i].step_count; j++) {
            const struct step *s = &m->step[m->line[i].step_first + j];
            if (s->kind == STEP_DO && s->verb == verb &&
                to_you == (m->things[s->things].slot == REF_YOU))
                return true;
        }
    return false;
}

static bool does(const struct card_def *def, unsigned verb)
{
    return does_to(def, verb, false) || does_to(def, verb, true);
}

static bool moves_itself(const struct card_def *def)
{
    return does_to(def, VERB_MOVE, true) || does(def, VERB_MOVE_SEAN) ||
           does(def, VERB_SWAP_SEAN) || does(def, VERB_PLACE) || does(def, VERB_PLACE_SEAN);
}

static bool moves_target(const struct card_def *def)
{
    return does_to(def, VERB_MOVE, false) || does(def, VERB_PUSH) || does(def, VERB_PULL) ||
           does(def, VERB_PLACE_TARGET) || does(def, VERB_SWAP);
}

static void count_card(const struct card_def *def, unsigned *count)
{
    static const uint8_t FRAMES[][2] = { { PRE, FRAME_PRE },         { ANTE, FRAME_ANTE },
                                         { RESOLVE, FRAME_RESOLVE }, { METER, FRAME_METER },
                                         { FINAL, FRAME_FINAL },     { CLEANUP, FRAME_CLEANUP } };
    bool                 throws      = says(def, W_TAG, TAG_THROW);
    if (def->kind == KIND_ATTACK && !throws) count[LIGHT + type_of(def)]++;
    count[SUPER] += def->field[FIELD_ATTACK] >= 7;
    count[THROWS] += throws;
    count[UTILITY] += def->kind == KIND_UTILITY;
    count[REQUIREMENTS] += (unsigned)def->field[FIELD_REQUIREMENT];
    for (unsigned i = 0; i < COUNT(FRAMES); i++)
        count[FRAMES[i][0]] += says(def, W_FRAME, FRAMES[i][1]);
    count[TERMINAL] += says(def, W_TAG, TAG_TERMINAL);
    count[KNOCKS_DOWN] += does(def, VERB_KNOCK_DOWN);
    count[ROOTS] += does(def, VERB_ROOT);
    count[MOVES_TARGET] += moves_target(def);
    count[MOVES_ITSELF] += moves_itself(def);
    count[CANCELS] += does(def, VERB_CANCEL);
    count[BLANKS] += does(def, VERB_BLANK);
    count[DRAWS] += does(def, VERB_DRAW);
    count[LINKING_UTILITY] += def->kind == KIND_UTILITY &&
                              (says(def, W_LINK_FROM, -1) || says(def, W_LINK_AFTER, -1));
    count[TWO_REDS] += reds(def) > 1;
}

static const struct deck *deck_named(const char *name)
{
    const struct deck *deck = box_deck(box, text_of(name));
    if (!deck) fail_msg("there is no deck \"%s\"", name);
    return deck;
}

static void starter_decks_hold_what_the_table_says(void **state)
{
    (void)state;
    for (unsigned t = 0; t < COUNT(TABLE); t++) {
        const struct deck *deck             = deck_named(TABLE[t].deck);
        unsigned           count[ROW_COUNT] = { 0 };
        for (uint32_t i = 0; i < deck->count; i++)
            if (deck->sections[i] == 0) count_card(&box->pool->defs[deck->entries[i].def], count);
        for (unsigned row = 0; row < ROW_COUNT; row++)
            if (count[row] != TABLE[t].count[row])
                fail_msg("%s: %s is %u, in the table %u", TABLE[t].deck, ROWS_NAMED[row],
                         count[row], TABLE[t].count[row]);
    }
}

// --- the attack curve ---------------------------------------------------------------------------

struct curve {
    uint8_t priority[2], attack[2], link[2], requirement[2];
};
static const struct curve CURVES[] = {
    [LIGHT]   = { { 7, 9 }, { 1, 2 }, { 1, 1 }, { 0, 0 } },
    [MEDIUM]  = { { 4, 7 }, { 2, 3 }, { 1, 2 }, { 0, 0 } },
    [HEAVY]   = { { 2, 5 }, { 4, 5 }, { 2, 2 }, { 0, 1 } },
    [SPECIAL] = { { 1, 9 }, { 3, 6 }, { 2, 4 }, { 0, 3 } },
    [SUPER]   = { { 1, 5 }, { 7, 8 }, { 5, 5 }, { 3, 4 } },
};

static bool is_between(int n, const uint8_t *bounds) { return n >= bounds[0] && n <= bounds[1]; }

static bool is_on_curve(const struct card_def *def)
{
    unsigned            type = def->field[FIELD_ATTACK] >= 7 ? (unsigned)SUPER : type_of(def);
    const struct curve *c    = &CURVES[type];
    return is_between(def->field[FIELD_PRIORITY], c->priority) &&
           is_between(def->field[FIELD_ATTACK], c->attack) &&
           is_between(def->field[FIELD_LINK], c->link) &&
           is_between(def->field[FIELD_REQUIREMENT], c->requirement);
}

static void all_decks_keep_to_the_curves(void **state)
{
    (void)state;
    for (uint32_t d = 0; d < box->deck_count; d++) {
        unsigned requirements = 0, meters = 0, movers = 0;
        for (uint32_t i = 0; i < box->decks[d].count; i++) {
            const struct card_def *def = &box->pool->defs[box->decks[d].entries[i].def];
            requirements += (unsigned)def->field[FIELD_REQUIREMENT];
            meters += says(def, W_FRAME, FRAME_METER);
            movers += moves_target(def);
            if (def->kind == KIND_ATTACK && type_of(def) < LETTER_COUNT && !is_on_curve(def))
                fail_msg("%s is off the curve of its type", def->name);
        }
        if (requirements < 9 || requirements > 12 || meters < 4 || movers > 4)
            fail_msg("%s: requirements %u (9 to 12), Meter abilities %u (4 or more), cards that "
                     "move the target %u (at most 4)",
                     box->decks[d].name, requirements, meters, movers);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starter_decks_hold_what_the_table_says),
        cmocka_unit_test(all_decks_keep_to_the_curves),
    };
    struct error err = { 0 };
    box              = box_open(game_find(TEXT("eternity")), &err);
    if (!box) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    box_close(box);
    return failed;
}
