// Lowering and binding: what words of a made-up language come to mean, told in plain words. Each
// row of CASES is a text and its explanation, or why it is refused.
#include "tests/unit.h"

#include "base/arena.h"
#include "cardtext/reading.h"
#include "meaning/explain.h"
#include "meaning/lower.h"

#include <string.h>

enum { OP_HEAD = OP_GAME };

static const char GRAMMAR[] =
    "line     = [ 'always' => HEAD ] sentence { '.' sentence } ;\n"
    "sentence = [ 'otherwise' ',' => ELSE | 'if you do' ',' => IF_DONE | 'if you do not' ',' => "
    "IF_NOT_DONE ]\n"
    "           [ 'if' cond ',' => IF | 'unless' cond ',' => UNLESS ] [ 'you may' => MAY ]\n"
    "           step { 'and' step } => SENTENCE ;\n"
    "step     = verb [ 'if' cond => ONLY_IF ] [ ';' amount 'instead if' cond => INSTEAD ] => STEP "
    ";\n"
    "verb     = 'hurt' things 'by' amount => DO=HURT | 'stun' things => DO=STUN\n"
    "         | 'draw' amount => DO=DRAW | 'wait' => DO=WAIT\n"
    "         | 'move' things 'to' ( things => TO ) => DO=MOVE ;\n"
    "things   = ( 'it' => REF=IT | 'them' => REF=THEM | 'me' => REF=ME | 'you' => REF=YOU ) => "
    "THINGS\n"
    "         | ( 'a' => PICK | 'every' => ALL | 'up to' ( NUMBER => UP_TO ) ) [- 'very' ] { adj "
    "}\n"
    "           ( ONE(kinds) => KIND# ) => THINGS\n"
    "         | NUMBER => PICK => THINGS ;\n"
    "adj      = 'tired' => FACT=TIRED | 'enemy' => SIDE=ENEMY ;\n"
    "amount   = NUMBER | 'its size' => STAT_OF=SIZE | 'the size of' things => STAT_OF=SIZE\n"
    "         | 'that many' => TALLY | 'half' amount => HALF ;\n"
    "cond     = things 'is' [ 'not' => NOT ] ( 'tired' => FACT=TIRED ) => ARE\n"
    "         | cond2 'and' cond2 => ALL_OF ;\n"
    "cond2    = 'it rains' => COND=RAINS | 'it snows' => COND=SNOWS ;\n";

static uint16_t nothing(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)t, (void)w, (void)s, (void)a;
    return 0;
}
static bool never(const struct scope *k)
{
    (void)k;
    return false;
}
static int none(const struct scope *k, uint16_t thing)
{
    (void)k, (void)thing;
    return 0;
}

static const struct verb_row VERBS[] = {
    { "HURT", "hurt {things} by {amount}", .takes = TAKES_THINGS | TAKES_AMOUNT, .types = TYPE_CARD,
      .way = TO_EACH, .deed = nothing },
    { "STUN", "stun {things}", .takes = TAKES_THINGS, .types = TYPE_CARD, .way = TO_EACH,
      .deed = nothing },
    { "DRAW", "draw {amount}", .takes = TAKES_AMOUNT, .deed = nothing },
    { "WAIT", "wait", .flags = VERB_STANDS, .deed = nothing },
    { "MOVE", "move {things} to {to}", .takes = TAKES_THINGS | TAKES_TO, .types = TYPE_CARD,
      .way = TO_EACH, .deed = nothing },
    { 0 }
};
static const struct word_row    KINDS[] = { { "CAT", "cat", "cats", 1, TYPE_CARD, 0, NULL },
                                            { "BOX", "box", "boxes", 2, TYPE_PLACE, 0, NULL },
                                            { 0 } };
static const struct word_row    FACTS[] = { { .name = "TIRED", .one = "tired", .bits = 1 }, { 0 } };
static const struct word_row    NO_WORDS[] = { { 0 } };
static const struct test_row    TESTS[]    = { { 0 } };
static const struct stat_row    STATS[]    = { { "SIZE", "size", TYPE_CARD, none }, { 0 } };
static const struct cond_row    CONDS[]    = { { "RAINS", "it rains", never },
                                               { "SNOWS", "it snows", never },
                                               { 0 } };
static const struct role_row    ROLES[]    = { { 0 } };
static const struct until_row   UNTILS[]   = { { 0 } };
static const struct pronoun_row PRONOUNS[] = {
    { .name = "IT", .types = TYPE_CARD, .order = { LAST_PICK, LAST_NAMED } },
    { .name = "THEM", .types = TYPE_CARD, .order = { LAST_NAMED } },
    { .name = "ME", .types = TYPE_CARD, .order = { THE_REF }, .ref = REF_SELF },
    { .name = "YOU", .types = TYPE_SEAT, .order = { THE_REF }, .ref = REF_YOU },
    { 0 },
};
static const struct line_row LINES[] = { { "DONE", "", 0 }, { "STANDS", "", LINE_STANDS }, { 0 } };

static unsigned line_kind(const struct op *line) { return op_find(line, 0, OP_HEAD) != 0; }

static const struct lang LANG = { .verbs     = VERBS,
                                  .kinds     = KINDS,
                                  .facts     = FACTS,
                                  .places    = NO_WORDS,
                                  .words     = NO_WORDS,
                                  .tests     = TESTS,
                                  .stats     = STATS,
                                  .conds     = CONDS,
                                  .roles     = ROLES,
                                  .untils    = UNTILS,
                                  .pronouns  = PRONOUNS,
                                  .lines     = LINES,
                                  .line_kind = line_kind };

static const struct op_name       OPS[]   = { { "HEAD", OP_HEAD }, { 0 } };
static const struct sign_rule     SIGNS[] = { { ".", 1, 0 }, { ",", 1, 0 }, { ";", 1, 0 }, { 0 } };
static const struct dialect_words DIALECT = {
    .name = "cats", .grammar = GRAMMAR, .ops = OPS, .lang = &LANG, .signs = SIGNS
};

static const struct {
    const char *text, *means, *refused;
} CASES[] = {
    { "Hurt a cat by 2", "1 hurt one cat by 2\n", NULL },
    // A later word speaks of the pick: it gets a slot.
    { "Hurt a cat by 2. Stun it", "1 hurt one cat (①) by 2\n2 stun ①\n", NULL },
    { "Hurt a cat by 2. Stun a cat. Stun it", "1 hurt one cat by 2\n2 stun one cat (②)\n3 stun ②\n",
      NULL },
    // A box is a place, and never stands in for a card.
    { "Move a cat to a box. Stun it", "1 move one cat (①) to one box\n2 stun ①\n", NULL },
    { "Stun every enemy cat. Hurt them by 1", "1 stun every enemy cat (①)\n2 hurt ① by 1\n", NULL },
    { "Stun it", NULL, "nothing stands before these words that they could mean" },
    { "Stun you", NULL, "this cannot be done to that" },
    { "Stun a box", NULL, "this cannot be done to that" },
    // "It" in a condition is what the step before picked.
    { "Stun a cat. If it is not tired, draw 1",
      "1 stun one cat (①)\n2 if ① is not tired; else that is all\n3 draw 1\n", NULL },
    { "Stun a cat and draw 1 if it is tired",
      "1 stun one cat (①)\n2 if ① is tired; else that is all\n3 draw 1\n", NULL },
    // What a failed condition skips: the rest of its sentence, and no more.
    { "If me is tired, draw 1 and wait. Draw 2",
      "1 if this card is tired; else go on with 4\n2 draw 1\n3 wait\n4 draw 2\n", NULL },
    { "Unless me is tired, draw 1", "1 if not: this card is tired; else that is all\n2 draw 1\n",
      NULL },
    { "You may draw 1 and wait. Draw 2",
      "1 you may draw 1; if not, go on with 3\n2 wait\n3 draw 2\n", NULL },
    { "You may stun me. If you do, draw 1. If you do not, draw 2",
      "1 you may stun this card; if not, go on with 2\n2 if that was done; else go on with 4\n"
      "3 draw 1\n4 if that was not done; else that is all\n5 draw 2\n",
      NULL },
    { "If you do, draw 1", NULL, "nothing that could be done stands before these words" },
    { "If me is tired, draw 1. Otherwise, draw 2",
      "1 if this card is tired; else go on with 4\n2 draw 1\n3 that is all\n4 draw 2\n", NULL },
    { "Draw 1. Otherwise, draw 2", NULL, "no condition stands before \"otherwise\"" },
    // Amounts.
    { "Draw 1. Draw that many", "1 draw 1\n2 draw as much as that came to\n", NULL },
    { "Draw that many", NULL, "nothing was counted before these words" },
    { "Draw half the size of me", "1 draw half of the size of this card, rounded down\n", NULL },
    { "Hurt a cat by 3; 4 instead if it rains and it snows",
      "1 hurt one cat by 3 (or 4 if it rains and it snows)\n", NULL },
    { "Draw the size of you", NULL, "that has no size" },
    // What stands is no step.
    { "Always if me is tired, wait", "while it stands   wait, if this card is tired\n", NULL },
    { "Always wait. Draw 1", "while it stands   wait\n1 draw 1\n", NULL },
};

// Without the indentation.
static void flatten(char *text)
{
    char *to       = text;
    bool  at_start = true;
    for (const char *from = text; *from; from++) {
        if (at_start && *from == ' ') continue;
        if (*from == ' ' && from[1] == ' ' && to > text && to[-1] >= '0' && to[-1] <= '9') continue;
        at_start = *from == '\n';
        *to++    = *from;
    }
    *to = 0;
}

static void what_words_mean(void **state)
{
    (void)state;
    struct arena    arena;
    struct grammar *grammar;
    struct error    err = { 0 };
    arena_init(&arena);
    if (!grammar_create(&arena, &DIALECT, &grammar, &err)) fail_msg("%s", err.text);
    for (size_t i = 0; i < COUNT(CASES); i++) {
        struct reading   *reading;
        struct op         ops[READING_OPS_MAX];
        struct name_table names = { .arena = &arena };
        struct fault      fault = { 0 };
        char              room[2000];
        struct writer     w = writer_on(room, sizeof room);
        if (!CASES[i].means && !CASES[i].refused) continue;
        if (!reading_create(&arena, grammar, "line", text_of(CASES[i].text), (struct place){ 0 },
                            &reading, &err))
            fail_msg("%s: %s", CASES[i].text, err.text);
        assert_int_not_equal(0, reading_compile(reading, &names, ops, COUNT(ops)));
        struct meaning *m    = meaning_create(&arena, &LANG);
        bool            fine = meaning_add_line(m, &arena, ops, 0, &fault);
        if (fine != !CASES[i].refused)
            fail_msg("%s: %s", CASES[i].text, fine ? "is not refused" : fault.text);
        if (!fine) {
            assert_string_equal(CASES[i].refused, fault.text);
            continue;
        }
        explain_line(m, 0, &w);
        flatten(room);
        assert_string_equal(CASES[i].means, room);
    }
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_words_mean) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
