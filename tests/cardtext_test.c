// cardtext_test.c - tokens, grammars, readings, printing, programs, refusals and samples.
#include "base/rng.h"
#include "cardtext/tokens.h"
#include "tests/unit.h"

#include <string.h>

// ---- A small dialect, built like the ones of the games ------------------------------------------

enum {
    OP_LAW = OP_GAME,
    OP_DEAL,
    OP_DRAW,
    OP_GIVE,
    OP_SELECT,
    OP_PLUS,
    OP_MINUS,
    OP_STAT,
    OP_KEYWORD,
    OP_COLOUR,
    OP_NOUN,
    OP_IT,
    OP_POST,
    OP_FOR_EACH,
    OP_COST,
    OP_RANK,
    OP_LIMIT,
    OP_ROW,
    OP_MARK,
    OP_BY
};

static const struct op_name OPS[] = {
    { "LAW", OP_LAW },       { "DEAL", OP_DEAL },     { "DRAW", OP_DRAW },
    { "GIVE", OP_GIVE },     { "SELECT", OP_SELECT }, { "PLUS", OP_PLUS },
    { "MINUS", OP_MINUS },   { "STAT", OP_STAT },     { "KEYWORD", OP_KEYWORD },
    { "COLOUR", OP_COLOUR }, { "NOUN", OP_NOUN },     { "IT", OP_IT },
    { "POST", OP_POST },     { "COST", OP_COST },     { "FOR_EACH", OP_FOR_EACH },
    { "RANK", OP_RANK },     { "LIMIT", OP_LIMIT },   { "ROW", OP_ROW },
    { "MARK", OP_MARK },     { "BY", OP_BY },         { NULL, 0 },
};

static const char GRAMMAR[] =
    "# the start\n"
    "text    = line { line } ;\n"
    "line    = '●' [ law '*' ] body ;\n"
    "law     = ( 'ENTER' | 'ACTIVATE' | 'SHATTER' ) [ '(' how_often 'each turn' ')' => LIMIT ] => "
    "LAW# ;\n"
    "body    = keywords | [ 'you can' ] [ costs '➤' ] clauses ;\n"
    "costs   = clause { sep clause } => COST ;\n"
    "clauses = clause { sep clause } ;\n"
    "sep     = ',' [ 'then' | 'and' ] | '&' | 'and' ;\n"
    "clause  = effect [ 'for each' object => FOR_EACH ] ;\n"
    "effect  = 'Deal' amount 'DMG' [ 'to' object ] => DEAL\n"
    "        | 'Draw' object => DRAW\n"
    "        | 'Select' object => SELECT\n"
    "        | 'Give' object grant { '&' grant } => GIVE\n"
    "        | 'Place' amount ( WORD => MARK ) ( 'mark' | 'marks' ) 'on' object => ROW=-2\n"
    "        | 'Move to row' 'R' ~ NUMBER => ROW ;\n"
    "grant   = keyword | ( '+' => PLUS | '-' => MINUS ) amount stat | QUOTE(text) ;\n"
    "keywords = keyword { '&' keyword } ;\n"
    "keyword = ( 'GUARD' | 'DUAL-STRIKE' | 'HYPER-BARRIER' ) => KEYWORD# ;\n"
    "stat    = ( 'DMG' | 'SPD' | 'HP' ) => STAT# ;\n"
    "amount  = NUMBER | 'RANK' => RANK | 'a' => NUMBER=1 | '(-Cost)' => COST ;\n"
    "object  = pronoun | nouns ;\n"
    "pronoun = ( 'it' | 'this card' | 'this card\\'s owner' ) => IT# ;\n"
    "nouns   = [ amount ] noun { ( '/' | 'or' ) noun } { post } ;\n"
    "noun    = { adj } ( ( 'card' | 'cards' ) | ( 'Unit' | 'Units' ) | NAME ) => NOUN# ;\n"
    "adj     = ( colour ) => COLOUR# | 'RANK' ROMAN [ bound ] => RANK=1 | '+' => PLUS | '-' => "
    "MINUS ;\n"
    "colour  = 'CHAOS' | 'ORDER' ;\n"
    "colour |= 'VIGOR' ;\n"
    "post    = 'on the board' => POST | 'adjacent to' object => POST=1 | 'battling' object => "
    "POST=2 ;\n"
    "bound   = 'or lower' | 'or higher' ;\n";

static const struct sign_rule SIGNS[] = {
    { "●", 0, 1 }, { "*", 1, 0 }, { "➤", 1, 0 }, { ",", 1, 0 },  { "(", 0, 1 },
    { ")", 1, 0 }, { "+", 0, 1 }, { "-", 0, 1 }, { NULL, 0, 0 },
};
static const struct spelling SPELLINGS[] = {
    { "•", "●" },  { "–", "-" }, { "’", "'" },        { "“", "\"" },
    { "”", "\"" }, { "__", "" }, { "it's", "it is" }, { NULL, NULL },
};
static const char *const CAPITALS[] = { "●", "*", "➤", NULL };

static const struct dialect_words DIALECT = {
    .name             = "test",
    .grammar          = GRAMMAR,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALS,
    .line_start       = "●",
};

static struct arena    arena;
static struct grammar *grammar;
static struct error    err;

static int open_dialect(void **state)
{
    (void)state;
    arena_init(&arena);
    if (grammar_create(&arena, &DIALECT, &grammar, &err)) return 0;
    print_error("%s:%u:%u %s\n", err.source, err.line, err.column, err.text);
    return -1;
}

static int close_dialect(void **state)
{
    (void)state;
    arena_finish(&arena);
    return 0;
}

static const struct place AT = { "cards.txt", 7, 3 };

static struct reading *read_by(const struct grammar *g, const char *rule, const char *line)
{
    struct reading *r = NULL;
    memset(&err, 0, sizeof err);
    if (!reading_create(&arena, g, rule, text_of(line), AT, &r, &err)) return NULL;
    return r;
}

static struct reading *must_read(const char *line)
{
    struct reading *r = read_by(grammar, "text", line);
    if (!r) fail_msg("%s: column %u: %s", line, err.column, err.text);
    return r;
}

static void must_refuse(const char *line, unsigned column, const char *message)
{
    assert_null(read_by(grammar, "text", line));
    assert_int_equal(err.status, BAD_INPUT);
    assert_int_equal(err.line, 7);
    assert_string_equal(err.source, "cards.txt");
    if (!strstr(err.text, message)) fail_msg("%s\n  lacks: %s", err.text, message);
    if (err.column != column) fail_msg("column %u of %s: %s", err.column, line, err.text);
}

static const char *printed(const struct reading *r)
{
    static char out[READING_BYTES_MAX];
    reading_print(r, out, sizeof out);
    return out;
}

static const char *program_of(const struct grammar *g, const struct reading *r)
{
    static char       out[4000];
    static struct op  ops[READING_OPS_MAX];
    struct name_table names = { .arena = &arena };
    struct writer     w     = writer_on(out, sizeof out);
    assert_true(reading_compile(r, &names, ops, COUNT(ops)) > 0);
    program_show(g, ops, names.names, &w);
    return out;
}

static void must_compile(const char *line, const char *program)
{
    assert_string_equal(program_of(grammar, must_read(line)), program);
}

static struct grammar *grammar_of(const char *rules)
{
    struct dialect_words  d    = { .name = "small", .grammar = rules, .ops = OPS };
    struct dialect_words *kept = ARENA_NEW(&arena, struct dialect_words);
    struct grammar       *g    = NULL;
    *kept                      = d;
    memset(&err, 0, sizeof err);
    return grammar_create(&arena, kept, &g, &err) ? g : NULL;
}

static void must_refuse_grammar(const char *rules, unsigned line, unsigned column,
                                const char *message)
{
    assert_null(grammar_of(rules));
    assert_string_equal(err.source, "small grammar");
    if (!strstr(err.text, message)) fail_msg("%s\n  lacks: %s", err.text, message);
    if (err.line != line || err.column != column)
        fail_msg("%u:%u instead of %u:%u", err.line, err.column, line, column);
}

// ---- Tokens -------------------------------------------------------------------------------------

// All tokens with a bar between them.
static const char *cut(const char *line)
{
    static char       out[4000];
    struct writer     w = writer_on(out, sizeof out);
    struct token_list list;
    memset(&err, 0, sizeof err);
    if (!tokens_read(&arena, &DIALECT, text_of(line), AT, &list, &err)) return err.text;
    for (size_t i = 0; i < list.count; i++)
        write_format(&w, "%s%.*s", i ? "|" : "", SHOW(list.at[i].text));
    return out;
}

static void words_keep_inner_hyphens_and_apostrophes(void **state)
{
    (void)state;
    assert_string_equal(cut("DUAL-STRIKE Non-Living card's opponents' can't"),
                        "DUAL-STRIKE|Non-Living|card's|opponents'|can't");
    assert_string_equal(cut("Éowyn naïve-été"), "Éowyn|naïve-été");
    assert_string_equal(cut("- -x x- x--y"), "-|-|x|x|-|x|-|-|y");
}

static void signs_before_words_and_numbers_are_tokens(void **state)
{
    (void)state;
    assert_string_equal(cut("+Unit -2 3-4 (-Cost) a/b"), "+|Unit|-|2|3|-|4|(|-|Cost|)|a|/|b");
    assert_string_equal(cut("●ENTER*You➤Deal"), "●|ENTER|*|You|➤|Deal");
    assert_string_equal(cut("R2 2x R2D2"), "R|2|2|x|R|2|D|2");
    assert_string_equal(cut("a♣b“c”"), "a|♣|b|\"c\"");
}

static void spellings_are_replaced_and_blanks_collapsed(void **state)
{
    (void)state;
    assert_string_equal(cut("  •a \t b – 1  __c’s__ "), "●|a|b|-|1|c's");
    assert_string_equal(cut("●it's, a unit's (it's)"), "●|it|is|,|a|unit's|(|it|is|)");
    assert_string_equal(cut(""), "");
    assert_string_equal(cut(" \t "), "");
}

static void quotations_are_names_or_texts(void **state)
{
    (void)state;
    assert_string_equal(cut("a \"Red  Choir\" b"), "a|\"Red Choir\"|b");
    assert_string_equal(cut("a \" ●b c.\" d"), "a|\"|●|b|c|\"|d");
    assert_string_equal(cut("a \"●b\"\"c\""), "a|\"|●|b|\"|\"c\"");
}

static void must_not_cut(const char *line, unsigned column, const char *message)
{
    assert_string_equal(cut(line), message);
    assert_int_equal(err.column, column);
}

static void broken_lines_are_refused_where_they_break(void **state)
{
    (void)state;
    must_not_cut("a \"b", 5, "this quotation has no closing mark");
    must_not_cut("–– \"b", 10, "this quotation has no closing mark");
    must_not_cut("a \" \"", 5, "this quotation is empty");
    must_not_cut("ab\xFF", 5, "byte 0xFF is not UTF-8 text");
    must_not_cut("ab\xE2\x97", 5, "byte 0xE2 is not UTF-8 text");
    must_not_cut("\xC0\x80", 3, "byte 0xC0 is not UTF-8 text");
    must_not_cut("\xED\xA0\x80", 3, "byte 0xED is not UTF-8 text");
    must_not_cut("a\x01", 4, "a control character (0x01)");
    must_not_cut("a 32768", 5, "numbers in texts are at most 32767");
    assert_string_equal(cut("32767 007"), "32767|007");
}

static void lines_have_limits(void **state)
{
    (void)state;
    char line[READING_BYTES_MAX + 2];
    for (size_t i = 0; i <= READING_TOKENS_MAX; i++) memcpy(line + 2 * i, "a ", 2);
    line[2 * READING_TOKENS_MAX] = 0;
    assert_int_equal(strlen(cut(line)), 2 * READING_TOKENS_MAX - 1);
    must_refuse(line, 3, "found \"a\"");
    line[2 * READING_TOKENS_MAX]     = 'a';
    line[2 * READING_TOKENS_MAX + 1] = 0;
    must_not_cut(line, 3 + 2 * READING_TOKENS_MAX,
                 "a line of text has at most 250 words and signs");
    memset(line, 'a', sizeof line);
    line[READING_BYTES_MAX] = 0;
    must_refuse(line, 3,
                "found \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\"");
    line[READING_BYTES_MAX]     = 'a';
    line[READING_BYTES_MAX + 1] = 0;
    must_not_cut(line, 3 + READING_BYTES_MAX, "a line of text has at most 8000 bytes");
}

// ---- Grammars -----------------------------------------------------------------------------------

static void mistakes_in_a_grammar_are_named_with_their_place(void **state)
{
    (void)state;
    must_refuse_grammar("a = 'x'\n  | b ;", 2, 5, "rule 'a': there is no rule 'b'");
    must_refuse_grammar("a = 'x' => NOTHING ;", 1, 12,
                        "rule 'a': no op 'NOTHING' in the dialect 'small'");
    must_refuse_grammar("a = 'x ;", 1, 9, "rule 'a': a terminal has no closing quote");
    must_refuse_grammar("a = 'x'", 1, 8, "rule 'a': the rule has no ';' at its end");
    must_refuse_grammar("a = ( 'x' ;", 1, 11, "rule 'a': ')' belongs here");
    must_refuse_grammar("a = 'x' ;\na = 'y' ;", 2, 1,
                        "rule 'a' is defined twice (before in line 1)");
    must_refuse_grammar("a = NUMBERS ;", 1, 5, "rule 'a': no class 'NUMBERS'");
    must_refuse_grammar("a = 'x' => DEAL 'y' ;", 1, 17, "rule 'a': nothing may follow a note");
    must_refuse_grammar("a = | 'x' ;", 1, 5,
                        "rule 'a': a terminal, a rule or a bracket belongs here");
    must_refuse_grammar("a = '' ;", 1, 7, "rule 'a': an empty terminal");
    must_refuse_grammar("a = '\"' ;", 1, 8, "use NAME or QUOTE(rule)");
    must_refuse_grammar("a |= 'x' ;", 1, 6, "rule 'a': '|=' adds to a rule that does not exist");
    must_refuse_grammar("a = 'x' => ROW=99999 ;", 1, 21, "rule 'a': a number that fits 16 bits");
}

static void rules_that_could_run_forever_are_refused(void **state)
{
    (void)state;
    must_refuse_grammar("a = a 'x' | 'y' ;", 1, 1, "rule 'a' is left-recursive");
    must_refuse_grammar("b = 'z' ;\na = [ 'x' ] { 'y' } ~ ( c ) ;\nc = b | a ;", 2, 1,
                        "rule 'a' is left-recursive");
    must_refuse_grammar("a = 'x' { [ 'y' ] } ;", 1, 9,
                        "rule 'a': what is repeated in { } can be empty");
    must_refuse_grammar("a = 'x' a ;", 1, 1, "rule 'a' never ends");
    assert_non_null(grammar_of("a = 'x' [ a ] ;"));
}

static void counting_needs_alternatives(void **state)
{
    (void)state;
    must_refuse_grammar("a = 'x' 'y' => ROW# ;", 1, 16,
                        "rule 'a': '#' has no list of alternatives");
    must_refuse_grammar("a = ( 'x' | 'y' ) ( 'z' | 'w' ) => ROW# ;", 1, 36,
                        "no list of alternatives");
    assert_non_null(grammar_of("a = b => ROW# ; b = c ; c = 'x' | 'y' ;"));
}

static void a_later_source_replaces_and_extends_rules(void **state)
{
    (void)state;
    struct grammar *g = grammar_of(
        "bound = 'at most' => ROW ; how_often |= 'thrice' => NUMBER=3 ;");
    assert_non_null(g);
    assert_null(read_by(g, "bound", "or more"));
    assert_non_null(read_by(g, "bound", "at most"));
    assert_string_equal(program_of(g, read_by(g, "how_often", "twice")), "LINE\n  NUMBER 2\n");
    assert_string_equal(program_of(g, read_by(g, "how_often", "thrice")), "LINE\n  NUMBER 3\n");
    assert_null(read_by(g, "nowhere", "x"));
}

// ---- Readings -----------------------------------------------------------------------------------

static void options_and_repetitions_take_as_much_as_they_can(void **state)
{
    (void)state;
    struct grammar *g = grammar_of("a = { 'x' => ROW=1 } [ 'x' => ROW=2 ] [ 'x' 'y' => ROW=3 ] ;\n"
                                   "b = [ 'x' => ROW=1 ] { 'x' => ROW=2 } 'x' ;");
    assert_non_null(g);
    assert_string_equal(program_of(g, read_by(g, "a", "x x x")),
                        "LINE\n  ROW 1\n  ROW 1\n  ROW 1\n");
    assert_string_equal(program_of(g, read_by(g, "a", "x x y")), "LINE\n  ROW 1\n  ROW 3\n");
    assert_string_equal(program_of(g, read_by(g, "a", "")), "LINE\n");
    assert_string_equal(program_of(g, read_by(g, "b", "x")), "LINE\n");
    assert_string_equal(program_of(g, read_by(g, "b", "x x x")), "LINE\n  ROW 1\n  ROW 2\n");
    assert_int_equal(reading_count(read_by(g, "b", "x x x")), 1);
}

static void qualifiers_belong_to_the_nearest_phrase(void **state)
{
    (void)state;
    must_compile("●Draw 1 card adjacent to 2 Units on the board", "LINE\n"
                                                                  "  DRAW\n"
                                                                  "    NUMBER 1\n"
                                                                  "    NOUN\n"
                                                                  "    POST 1\n"
                                                                  "      NUMBER 2\n"
                                                                  "      NOUN 1\n"
                                                                  "      POST\n");
    must_compile("●Draw 1 card adjacent to it on the board", "LINE\n"
                                                             "  DRAW\n"
                                                             "    NUMBER 1\n"
                                                             "    NOUN\n"
                                                             "    POST 1\n"
                                                             "      IT\n"
                                                             "    POST\n");
}

static void a_list_goes_on_while_it_can(void **state)
{
    (void)state;
    must_compile("●Give it GUARD & +1 HP & Draw 1 card", "LINE\n"
                                                         "  GIVE\n"
                                                         "    IT\n"
                                                         "    KEYWORD\n"
                                                         "    PLUS\n"
                                                         "    NUMBER 1\n"
                                                         "    STAT 2\n"
                                                         "  DRAW\n"
                                                         "    NUMBER 1\n"
                                                         "    NOUN\n");
}

static void equal_alternatives_are_counted(void **state)
{
    (void)state;
    struct grammar *g = grammar_of(
        "a = ( 'x' | 'x' | WORD ) { ',' ( 'y' | b ) } ; b = 'y' | 'z' ;");
    assert_non_null(g);
    assert_int_equal(reading_count(read_by(g, "a", "x")), 3);
    assert_int_equal(reading_count(read_by(g, "a", "w")), 1);
    assert_int_equal(reading_count(read_by(g, "a", "x, y, z, y")), 12);
    assert_int_equal(reading_count(must_read("●Draw 1 card")), 1);
}

static void strangers_stand_in_no_terminal(void **state)
{
    (void)state;
    struct grammar *g = grammar_of("a = 'heal' b ; b = 'the user' | STRANGER [ STRANGER ] ;");
    assert_non_null(g);
    assert_int_equal(reading_count(read_by(g, "a", "heal the user")), 1);
    assert_int_equal(reading_count(read_by(g, "a", "heal Foreman Oro")), 1);
    assert_null(read_by(g, "a", "heal Heal"));
}

static void tokens_can_be_listed(void **state)
{
    (void)state;
    struct reading *r = must_read("Give it \"●GUARD\".");
    assert_int_equal(reading_token_count(r), 7);
    assert_true(text_is(reading_token(r, 0), "●"));
    assert_true(text_is(reading_token(r, 5), "GUARD"));
}

static void the_tree_is_shown(void **state)
{
    (void)state;
    char          out[1000];
    struct writer w = writer_on(out, sizeof out);
    reading_show_tree(must_read("Draw 1 card"), &w);
    assert_string_equal(out, "text\n  line\n    ●\n    body\n      clauses\n        clause\n"
                             "          effect\n            Draw\n            object\n"
                             "              nouns\n                amount\n                  1\n"
                             "                noun\n                  card\n");
}

// A name and a text look the same in a dialect without a line_start: both are tried.
static void quotations_without_a_line_start(void **state)
{
    (void)state;
    struct grammar *g = grammar_of(
        "a = 'give' ( NAME | QUOTE(b) ) 'now' ; b = 'x' { 'y' => ROW } ;");
    assert_non_null(g);
    struct reading *r = read_by(g, "a", "give \"Red Choir\" now");
    assert_string_equal(program_of(g, r), "LINE\n  NAME \"Red Choir\"\n");
    r = read_by(g, "a", "give \"x y\" now");
    assert_int_equal(reading_count(r), 2);
    assert_string_equal(printed(r), "Give \"x y\" now");
    g = grammar_of("a = 'give' QUOTE(b) 'now' ; b = 'x' { 'y' => ROW } ;");
    r = read_by(g, "a", "give \"x y\" now");
    assert_string_equal(program_of(g, r), "LINE\n  TEXT\n    LINE\n      ROW\n");
    assert_string_equal(printed(r), "Give \"X y\" now");
    assert_null(read_by(g, "a", "give \"x y now"));
    assert_null(read_by(g, "a", "give \"x y z\" now"));
}

// ---- Printing -----------------------------------------------------------------------------------

static void must_print(const char *line, const char *canonical)
{
    assert_string_equal(printed(must_read(line)), canonical);
    assert_string_equal(printed(must_read(canonical)), canonical);
}

static void printing_gives_the_canonical_words(void **state)
{
    (void)state;
    must_print("enter * you can select 1 unit ➤ deal rank dmg to it.",
               "●ENTER* You can Select 1 Unit➤ Deal RANK DMG to it");
    must_print("• ACTIVATE ( ONCE each  turn )* draw 02 Cards , then deal ( - cost ) dmg",
               "●ACTIVATE (once each turn)* Draw 2 cards, then Deal (-Cost) DMG");
    must_print("Give this card’s owner – 1 spd & DUAL-STRIKE",
               "●Give this card's owner -1 SPD & DUAL-STRIKE");
    must_print("● draw 1 rank iv or LOWER +card", "●Draw 1 RANK IV or lower +card");
    must_print("Move to row R 2", "●Move to row R2");
    must_print("Place 1 death mark on it", "●Place 1 death mark on it");
}

static void quotations_are_printed_tight(void **state)
{
    (void)state;
    must_print("Give it “ •enter*draw 1 card. ” & guard",
               "●Give it \"●ENTER* Draw 1 card\" & GUARD");
    must_print("Draw 1 \"  Red   Choir \" on the board", "●Draw 1 \"Red Choir\" on the board");
    must_print("●Guard ●draw it", "●GUARD ●Draw it");
}

static void a_short_buffer_cuts_the_print(void **state)
{
    (void)state;
    char out[8];
    assert_int_equal(reading_print(must_read("●Draw it"), out, sizeof out), 7);
    assert_string_equal(out, "●Draw");
}

// ---- Programs -----------------------------------------------------------------------------------

static void notes_become_nodes(void **state)
{
    (void)state;
    must_compile(
        "●SHATTER (twice each turn)* You can Select 1 \"Red Choir\"➤ Deal RANK DMG to it for each "
        "VIGOR RANK III Unit",
        "LINE\n"
        "  LAW 2\n"
        "    LIMIT\n"
        "      NUMBER 2\n"
        "  COST\n"
        "    SELECT\n"
        "      NUMBER 1\n"
        "      NOUN 2\n"
        "  DEAL\n"
        "    RANK\n"
        "    IT\n"
        "  FOR_EACH\n"
        "    NOUN 1\n"
        "      COLOUR 2\n"
        "      RANK 1\n"
        "        NUMBER 3\n");
    must_compile("●Place a Death mark on this card",
                 "LINE\n  ROW -2\n    NUMBER 1\n    MARK\n      NAME \"Death\"\n    IT 1\n");
    must_compile("●Give it \"●GUARD ●Draw it\"", "LINE\n  GIVE\n    IT\n    TEXT\n      LINE\n     "
                                                 "   KEYWORD\n        DRAW\n          IT\n");
}

static void notes_can_make_the_lines(void **state)
{
    (void)state;
    struct grammar *g = grammar_of(
        "text = line { line } ; line = '!' ( 'x' | QUOTE(text) ) => LINE ;");
    assert_non_null(g);
    assert_string_equal(program_of(g, read_by(g, "line", "! x")), "LINE\n");
    assert_string_equal(program_of(g, read_by(g, "text", "! x ! x")), "LINE\n  LINE\n  LINE\n");
    assert_string_equal(program_of(g, read_by(g, "text", "! \"! x ! x\"")),
                        "LINE\n  TEXT\n    LINE\n    LINE\n");
}

static void ops_point_into_the_printed_line(void **state)
{
    (void)state;
    struct op         ops[50];
    struct name_table names = { .arena = &arena };
    struct reading   *r     = must_read("enter* select 1 unit ➤ give it \" ● guard \"");
    size_t            count = reading_compile(r, &names, ops, COUNT(ops));
    struct text       line  = text_of(printed(r));
    static const struct {
        uint16_t    code;
        const char *words;
    } EXPECTED[] = { { OP_LINE, "●ENTER* Select 1 Unit➤ Give it \"●GUARD\"" },
                     { OP_LAW, "ENTER" },
                     { OP_COST, "Select 1 Unit" },
                     { OP_SELECT, "Select 1 Unit" },
                     { OP_NUMBER, "1" },
                     { OP_NOUN, "Unit" },
                     { OP_GIVE, "Give it \"●GUARD\"" },
                     { OP_IT, "it" },
                     { OP_TEXT, "\"●GUARD\"" },
                     { OP_LINE, "●GUARD" },
                     { OP_KEYWORD, "GUARD" } };
    assert_int_equal(count, COUNT(EXPECTED));
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(ops[i].code, EXPECTED[i].code);
        if (!text_is(text_part(line, ops[i].at, ops[i].length), EXPECTED[i].words))
            fail_msg("op %zu is %.*s", i, SHOW(text_part(line, ops[i].at, ops[i].length)));
    }
    assert_int_equal(ops[0].size, count);
    assert_int_equal(reading_compile(r, &names, ops, count - 1), 0);
}

static void names_are_collected_once(void **state)
{
    (void)state;
    struct name_table names = { .arena = &arena };
    for (uint32_t i = 0; i < 100; i++) {
        char name[8];
        snprintf(name, sizeof name, "n%u", (unsigned)i);
        assert_int_equal(name_index(&names, text_of(name)), i);
    }
    assert_int_equal(name_index(&names, TEXT("n42")), 42);
    assert_int_equal(name_index(&names, TEXT("N42")), 100);
    assert_string_equal(names.names[100], "N42");
}

// ---- Refusals -----------------------------------------------------------------------------------

static void refusals_name_the_word_and_its_column(void **state)
{
    (void)state;
    must_refuse("●Deal 2 damge to it", 13, "found \"damge\", accepted here: \"DMG\"");
    must_refuse("Deal 2 damge to it", 10, "found \"damge\", accepted here: \"DMG\"");
    must_refuse("•ENTER* Deal 2➤ DMG", 19, "found \"➤\"");
    must_refuse("  ––● x", 5, "found \"-\"");
    must_refuse("●Deal 2", 12, "found the end of the line, accepted here: \"DMG\"");
    must_refuse("●Draw it it", 14, "accepted here: ");
    must_refuse("●Draw it it", 14, "the end of the line");
    must_refuse("●Draw 1 card on board", 21, "found \"board\", accepted here: \"the board\"");
    must_refuse("●Give it \"●GUARD it\"", 24, "found \"it\"");
    must_refuse("●Give it \"Red Choir\"", 14, "found the name \"Red Choir\"");
    must_refuse("", 3, "found the end of the line");
}

static void lines_close_to_the_refused_one_are_offered(void **state)
{
    (void)state;
    must_refuse("●Deal 2 damge to it", 13, "; close to it: \"●Deal 2 DMG to it\"");
    must_refuse("●Draw 1 card on board", 21, "close to it: \"●Draw 1 card on the board\"");
    must_refuse("●Drw 1 card", 6, "close to it: \"●Draw 1 card\"");
    must_refuse("●Deal 2", 12, "close to it: \"●Deal 2 DMG\"");
    must_refuse("●Deal Deal 2 DMG", 11, "close to it: \"●Deal 2 DMG\"");
    must_refuse("●Draw 1 Hollowmere", 13, "●Draw 1 \"Hollowmere\"");
    must_refuse("●Give it \"●ENTER* drew it\"", 25, "\"●Give it \"●ENTER* Draw it\"\"");
    must_refuse("●Give it \"●GARD\" & \"●Draw it\"", 18, "\"●Give it \"●GUARD\" & \"●Draw it\"\"");
}

static void refusals_fit_their_buffer(void **state)
{
    (void)state;
    char          line[3000];
    struct writer w = writer_on(line, sizeof line);
    for (int i = 0; i < 16; i++) write_chars(&w, "Draw 1 \"A very long name, many times\" & ");
    write_chars(&w, "Drew it");
    assert_null(read_by(grammar, "text", line));
    assert_true(strlen(err.text) < ERROR_TEXT_MAX);
    assert_non_null(strstr(err.text, "found \"Drew\""));
}

static void nobody_pays_for_a_message_nobody_reads(void **state)
{
    (void)state;
    struct reading *r = NULL;
    assert_false(reading_create(&arena, grammar, "text", TEXT("●Drew"), AT, &r, NULL));
}

// ---- Samples and storms -------------------------------------------------------------------------

static uint32_t luck(void *rng, uint32_t bound) { return rng_below(rng, bound); }

static void samples_are_read_and_print_the_same(void **state)
{
    (void)state;
    struct rng rng = rng_from(5);
    for (int i = 0; i < 2000; i++) {
        char line[READING_BYTES_MAX], again[READING_BYTES_MAX];
        assert_true(grammar_sample(grammar, "text", luck, &rng, line, sizeof line) > 0);
        struct reading *r = must_read(line);
        assert_int_equal(reading_count(r), 1);
        assert_string_equal(printed(r), line);
        reading_print(must_read(printed(r)), again, sizeof again);
        assert_string_equal(printed(r), again);
        arena_reset(&arena);
        assert_true(grammar_create(&arena, &DIALECT, &grammar, &err));
    }
}

// Any one token lost or doubled: read or refused, with a place inside the line.
static void damaged_samples_never_hurt(void **state)
{
    (void)state;
    struct rng rng = rng_from(6);
    for (int i = 0; i < 300; i++) {
        char line[READING_BYTES_MAX], damaged[READING_BYTES_MAX];
        grammar_sample(grammar, "text", luck, &rng, line, sizeof line);
        struct reading *r    = must_read(line);
        size_t          lost = rng_below(&rng, (uint32_t)reading_token_count(r));
        struct writer   w    = writer_on(damaged, sizeof damaged);
        for (size_t t = 0; t < reading_token_count(r); t++) {
            if (t == lost && i % 2) continue;
            write_text(&w, reading_token(r, t));
            write_chars(&w, t == lost ? " it " : " ");
        }
        if (!read_by(grammar, "text", damaged)) assert_in_range(err.column, 3, w.size + 3);
        arena_reset(&arena);
        assert_true(grammar_create(&arena, &DIALECT, &grammar, &err));
    }
}

static void random_bytes_never_hurt(void **state)
{
    (void)state;
    static const char *const PIECES[] = { "●", "\"", "draw", "1",  "card",  "*",    "➤",
                                          "&", "(",  ")",    "it", "\xE2",  "-",    "+",
                                          "'", ".",  " ",    "  ", "GUARD", "give", "to" };
    struct rng               rng      = rng_from(7);
    for (int i = 0; i < 500; i++) {
        char          line[400];
        struct writer w = writer_on(line, sizeof line);
        for (uint32_t n = rng_below(&rng, 40); n > 0; n--) {
            write_chars(&w, PIECES[rng_below(&rng, COUNT(PIECES))]);
            if (rng_below(&rng, 2)) write_char(&w, ' ');
        }
        read_by(grammar, "text", line);
    }
}

static const char *repeated(const char *piece, size_t count)
{
    static char   line[READING_BYTES_MAX];
    struct writer w = writer_on(line, sizeof line);
    for (size_t i = 0; i < count; i++) write_chars(&w, piece);
    return line;
}

// Exponentially many trees, polynomial work.
static void hopelessly_ambiguous_grammars_finish(void **state)
{
    (void)state;
    struct grammar *g = grammar_of("a = 'x' a a | 'x' a | { 'x' } 'x' [ a ] | 'x' ;\n"
                                   "b = { c { c } } 'y' ; c = 'x' [ c ] [ c ] ;");
    assert_non_null(g);
    struct reading *r = read_by(g, "a", repeated("x ", READING_TOKENS_MAX));
    assert_non_null(r);
    assert_true(reading_count(r) > 1);
    assert_null(read_by(g, "a", repeated("x x y ", 40)));
    assert_null(read_by(g, "b", repeated("x ", 119)));
    assert_null(read_by(g, "b", repeated("x ", READING_TOKENS_MAX)));
}

static void deep_nesting_is_read_or_refused(void **state)
{
    (void)state;
    struct grammar *g = grammar_of(
        "a = '(' a ')' | 'x' ;\n"
        "b = ( ( ( [ ( [ c ] 'x' [ d ] ) ] 'x' ) ) ) | 'x' ; c = 'y' ;\n"
        "d = e ; e = f ; f = g ; g = h ; h = i ; i = j ; j = k ; k = l ;\n"
        "l = m ; m = n ; n = ( o => ROW ) => ROW ; o = p ; p = b ;");
    assert_non_null(g);
    assert_null(read_by(g, "a", repeated("(", 120)));
    assert_null(read_by(g, "a", repeated("(", READING_TOKENS_MAX)));
    assert_non_null(read_by(g, "b", repeated("x ", 100)));
    if (!read_by(g, "b", repeated("x ", READING_TOKENS_MAX)))
        assert_string_equal(err.text, "this line is nested too deeply");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_keep_inner_hyphens_and_apostrophes),
        cmocka_unit_test(signs_before_words_and_numbers_are_tokens),
        cmocka_unit_test(spellings_are_replaced_and_blanks_collapsed),
        cmocka_unit_test(quotations_are_names_or_texts),
        cmocka_unit_test(broken_lines_are_refused_where_they_break),
        cmocka_unit_test(lines_have_limits),
        cmocka_unit_test(mistakes_in_a_grammar_are_named_with_their_place),
        cmocka_unit_test(rules_that_could_run_forever_are_refused),
        cmocka_unit_test(counting_needs_alternatives),
        cmocka_unit_test(a_later_source_replaces_and_extends_rules),
        cmocka_unit_test(options_and_repetitions_take_as_much_as_they_can),
        cmocka_unit_test(qualifiers_belong_to_the_nearest_phrase),
        cmocka_unit_test(a_list_goes_on_while_it_can),
        cmocka_unit_test(equal_alternatives_are_counted),
        cmocka_unit_test(strangers_stand_in_no_terminal),
        cmocka_unit_test(tokens_can_be_listed),
        cmocka_unit_test(the_tree_is_shown),
        cmocka_unit_test(quotations_without_a_line_start),
        cmocka_unit_test(printing_gives_the_canonical_words),
        cmocka_unit_test(quotations_are_printed_tight),
        cmocka_unit_test(a_short_buffer_cuts_the_print),
        cmocka_unit_test(notes_become_nodes),
        cmocka_unit_test(notes_can_make_the_lines),
        cmocka_unit_test(ops_point_into_the_printed_line),
        cmocka_unit_test(names_are_collected_once),
        cmocka_unit_test(refusals_name_the_word_and_its_column),
        cmocka_unit_test(lines_close_to_the_refused_one_are_offered),
        cmocka_unit_test(refusals_fit_their_buffer),
        cmocka_unit_test(nobody_pays_for_a_message_nobody_reads),
        cmocka_unit_test(samples_are_read_and_print_the_same),
        cmocka_unit_test(damaged_samples_never_hurt),
        cmocka_unit_test(random_bytes_never_hurt),
        cmocka_unit_test(hopelessly_ambiguous_grammars_finish),
        cmocka_unit_test(deep_nesting_is_read_or_refused),
    };
    return cmocka_run_group_tests(tests, open_dialect, close_dialect);
}
