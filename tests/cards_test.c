// cards_test.c - cardtext/cards.h: card files, inline cards, decks and proofs, in a made-up
// dialect.
#include "cardtext/cards.h"
#include "tests/unit.h"

#include <string.h>
#include <time.h>

enum { T_LAW = OP_GAME, T_DEAL, T_DRAW, T_GAIN, T_GIVE, T_FIND, T_WAIT, T_MIX, T_WHAT };
enum { KIND_UNIT, KIND_EVENT, KIND_CONSTRUCT, KIND_LEADER_UNIT };
enum { TAG_CHAOS, TAG_ORDER, TAG_UNIT, TAG_SLAYER, TAG_QIREAN, TAG_SENTRY, TAG_COMMON };
enum { FIELD_RANK, FIELD_ENERGY, FIELD_DMG, FIELD_HP };

static const struct op_name ops[] = { { "T_LAW", T_LAW },   { "T_DEAL", T_DEAL },
                                      { "T_DRAW", T_DRAW }, { "T_GAIN", T_GAIN },
                                      { "T_GIVE", T_GIVE }, { "T_FIND", T_FIND },
                                      { "T_WAIT", T_WAIT }, { "T_MIX", T_MIX },
                                      { "T_WHAT", T_WHAT }, { NULL, 0 } };

static const char grammar[] =
    "test_line = '●' [ ( ( 'ENTER' | 'ACTIVATE' ) => T_LAW# ) '*' ] test_deed { ',' test_deed } ;\n"
    "test_deed = 'Deal' NUMBER 'DMG' 'to' test_what => T_DEAL\n"
    "          | 'Draw' NUMBER 'cards'              => T_DRAW\n"
    "          | [ 'please' ] 'Gain' ( ( 'CLEAVE' | 'GUARD' ) => T_WHAT# ) => T_GAIN\n"
    "          | 'Give' test_what QUOTE(test_line)  => T_GIVE\n"
    "          | 'Find' NAME                        => T_FIND\n"
    "          | 'Wait'                             => T_WAIT=1\n"
    "          | 'Wait'                             => T_WAIT=2\n"
    "          | 'Mix' ( 'red' 'blue' | 'blue' 'red' ) => T_MIX ;\n"
    "test_what = [ 'the' ] ( ( 'unit' | 'leader' ) => T_WHAT# ) ;\n";

static const struct sign_rule signs[] = {
    { "●", 0, 1 }, { "*", 1, 0 }, { ",", 1, 0 }, { NULL, 0, 0 }
};
static const struct spelling      spellings[] = { { "•", "●" }, { NULL, NULL } };
static const char *const          fillers[]   = { "the", NULL };
static const char *const          no_words[]  = { NULL };
static const struct dialect_words words       = { .name             = "test",
                                                  .grammar          = grammar,
                                                  .ops              = ops,
                                                  .signs            = signs,
                                                  .spellings        = spellings,
                                                  .capitalise_after = no_words,
                                                  .line_start       = "●",
                                                  .fillers          = fillers };

static const struct form_kind  kinds[]  = { { "Unit", KIND_UNIT },
                                            { "Event", KIND_EVENT },
                                            { "Construct", KIND_CONSTRUCT },
                                            { "Leader Unit", KIND_LEADER_UNIT },
                                            { NULL, 0 } };
static const struct form_tag   tags[]   = { { "CHAOS", TAG_CHAOS },   { "ORDER", TAG_ORDER },
                                            { "UNIT", TAG_UNIT },     { "SLAYER", TAG_SLAYER },
                                            { "QIREAN", TAG_QIREAN }, { "SENTRY", TAG_SENTRY },
                                            { "common", TAG_COMMON }, { NULL, 0 } };
static const struct form_field fields[] = { { "rank", FIELD_RANK, FORM_ROMAN, 1, 5 },
                                            { "energy", FIELD_ENERGY, FORM_SIGNED, -12, 3 },
                                            { "DMG", FIELD_DMG, FORM_NUMBER, 0, 9 },
                                            { "HP", FIELD_HP, FORM_NUMBER, 1, 12 },
                                            { NULL, 0, FORM_NUMBER, 0, 0 } };

// This game wants a rank on every card, and no card that draws more than 5.
static bool check(const struct card_pool *pool, const struct card_def *def, int *line,
                  struct error *err)
{
    const struct place nowhere = { 0 };
    if (!(def->fields_set & BIT(FIELD_RANK)))
        return fail(err, BAD_INPUT, nowhere, "%s has no rank", def->name);
    for (int i = 0; i < def->line_count; i++) {
        const struct op *program = &pool->ops[pool->lines[def->line_first + (uint32_t)i].op_first];
        size_t           draw    = op_find(program, 0, T_DRAW);
        if (!draw || program[op_child(draw)].value <= 5) continue;
        *line = i;
        return fail(err, BAD_INPUT, nowhere, "more than 5 cards are drawn");
    }
    return true;
}

static const struct card_form form = {
    .kinds = kinds, .tags = tags, .fields = fields, .start_rule = "test_line", .check = check
};

static const char good_file[] =
    "# The first cards\n"
    "\n"
    "Cinder Acolyte / Red Choir\n"
    "  Unit  CHAOS  rank I  energy -2  SLAYER  common\n"
    "  DMG 2  HP 3\n"
    "  ●ACTIVATE* Deal 2 DMG to the unit\n"
    "  __●Gain CLEAVE__ (SLAYER)\n"
    "  \"Sparks first; questions \"later\".\"\n"
    "\n"
    "Spare  Heart\n"
    "\tUNIT Construct ORDER rank II energy -0 HP 2\r\n"
    "Nyssa, Hand of Ash / Red Choir\n"
    "  leader  unit chaos RANK v Energy +1 qirean sentry\n"
    "  __•enter*   draw 1 cards , find \"Spare Heart\"__ ( qirean & SENTRY )\n"
    "  ●Give leader \"●Gain GUARD\"\n";

static struct card_set *empty_set(void)
{
    struct error     err = { 0 };
    struct card_set *set = card_set_create(&words, &form, &err);
    if (!set) fail_msg("%s: %u: %s", err.source, (unsigned)err.line, err.text);
    return set;
}

static void assert_reads(struct card_set *set, const char *source, const char *file)
{
    struct error err = { 0 };
    if (card_set_read(set, source, text_of(file), &err)) return;
    fail_msg("%s:%u:%u: %s", err.source, (unsigned)err.line, (unsigned)err.column, err.text);
}

static struct card_set *good_set(void)
{
    struct card_set *set = empty_set();
    assert_reads(set, "base.cards", good_file);
    return set;
}

static void assert_error(const struct error *err, uint32_t line, uint32_t column, const char *part)
{
    bool right = err->status != OK && err->line == line && err->column == column &&
                 strstr(err->text, part);
    if (right) return;
    fail_msg("expected %u:%u with \"%s\", found %s:%u:%u: %s", (unsigned)line, (unsigned)column,
             part, err->source, (unsigned)err->line, (unsigned)err->column, err->text);
}

// A set with the good cards refuses the file at this place and stays as it was.
static void assert_refused(const char *file, uint32_t line, uint32_t column, const char *part)
{
    struct card_set       *set    = good_set();
    const struct card_pool before = *card_set_pool(set), *after = card_set_pool(set);
    struct error           err = { 0 };
    if (card_set_read(set, "bad.cards", text_of(file), &err)) fail_msg("accepted: %s", file);
    assert_error(&err, line, column, part);
    assert_string_equal(err.source, "bad.cards");
    assert_int_equal(after->def_count, before.def_count);
    assert_int_equal(after->line_count, before.line_count);
    assert_int_equal(after->op_count, before.op_count);
    assert_int_equal(after->name_count, before.name_count);
    assert_int_equal(pool_find(after, TEXT("New Card")), NO_DEF);
    assert_int_equal(pool_find(after, TEXT("Spare Heart")), 1);
    card_set_destroy(set);
}

static const struct card_def *card(const struct card_set *set, const char *name)
{
    def_id def = pool_find(card_set_pool(set), text_of(name));
    if (def == NO_DEF) fail_msg("no card %s", name);
    return &card_set_pool(set)->defs[def];
}

static const struct card_line *line_of(const struct card_set *set, const char *name, uint32_t line)
{
    return &card_set_pool(set)->lines[card(set, name)->line_first + line];
}

static void assert_text(struct text found, const char *expected)
{
    if (!text_is(found, expected))
        fail_msg("expected \"%s\", found \"%.*s\"", expected, SHOW(found));
}

// ---- Card files

static void a_card_has_what_its_file_says(void **state)
{
    (void)state;
    struct card_set        *set = good_set();
    const struct card_pool *p   = card_set_pool(set);
    const struct card_def  *c   = card(set, "CINDER acolyte");
    assert_int_equal(p->def_count, 3);
    assert_string_equal(c->name, "Cinder Acolyte");
    assert_string_equal(c->faction, "Red Choir");
    assert_string_equal(c->flavour, "Sparks first; questions \"later\".");
    assert_string_equal(c->source, "base.cards");
    assert_int_equal(c->source_line, 3);
    assert_int_equal(c->kind, KIND_UNIT);
    assert_int_equal(c->tags, BIT(TAG_CHAOS) | BIT(TAG_SLAYER) | BIT(TAG_COMMON));
    assert_int_equal(c->fields_set, 0xF);
    assert_int_equal(c->fields_negative, BIT(FIELD_ENERGY));
    assert_int_equal(c->field[FIELD_RANK], 1);
    assert_int_equal(c->field[FIELD_ENERGY], -2);
    assert_int_equal(c->field[FIELD_DMG], 2);
    assert_int_equal(c->field[FIELD_HP], 3);
    assert_string_equal(p->names[c->own_name], "Cinder Acolyte");
    assert_string_equal(p->names[c->faction_name], "Red Choir");
    assert_int_equal(c->faction_name, card(set, "Nyssa, Hand of Ash")->faction_name);

    assert_int_equal(c->line_count, 2);
    const struct card_line *line = line_of(set, "Cinder Acolyte", 0);
    assert_text(line->printed, "●ACTIVATE* Deal 2 DMG to the unit");
    assert_int_equal(line->underlined, 0);
    assert_int_equal(line->source_line, 6);
    const struct op *program = &p->ops[line->op_first];
    assert_int_equal(program[0].code, OP_LINE);
    assert_int_equal(program[op_find(program, 0, T_LAW)].value, 1);
    assert_true(op_find(program, 0, T_DEAL) > 0);
    line = line_of(set, "Cinder Acolyte", 1);
    assert_text(line->printed, "●Gain CLEAVE");
    assert_int_equal(line->underlined, 1);
    assert_int_equal(line->tied, BIT(TAG_SLAYER));
    card_set_destroy(set);
}

static void words_are_read_in_any_case_and_kept_in_one(void **state)
{
    (void)state;
    struct card_set        *set = good_set();
    const struct card_pool *p   = card_set_pool(set);
    const struct card_def  *c   = card(set, "Nyssa, Hand of Ash");
    assert_int_equal(c->kind, KIND_LEADER_UNIT);
    assert_int_equal(c->tags, BIT(TAG_CHAOS) | BIT(TAG_QIREAN) | BIT(TAG_SENTRY));
    assert_int_equal(c->field[FIELD_RANK], 5);
    assert_int_equal(c->field[FIELD_ENERGY], 1);
    assert_int_equal(c->fields_negative, 0);
    const struct card_line *line = line_of(set, "Nyssa, Hand of Ash", 0);
    assert_text(line->original, "•enter*   draw 1 cards , find \"Spare Heart\"");
    assert_text(line->printed, "●ENTER* Draw 1 cards, Find \"Spare Heart\"");
    assert_int_equal(line->tied, BIT(TAG_QIREAN) | BIT(TAG_SENTRY));
    const struct op *program = &p->ops[line->op_first];
    size_t           find    = op_find(program, 0, T_FIND);
    assert_int_equal(program[op_child(find)].value, card(set, "Spare Heart")->own_name);
    card_set_destroy(set);
}

static void a_word_can_be_a_kind_and_a_tag(void **state)
{
    (void)state;
    struct card_set       *set = good_set();
    const struct card_def *c   = card(set, "Spare Heart");
    assert_int_equal(c->kind, KIND_CONSTRUCT);
    assert_int_equal(c->tags, BIT(TAG_UNIT) | BIT(TAG_ORDER));
    assert_int_equal(c->field[FIELD_ENERGY], 0);
    assert_int_equal(c->fields_negative, BIT(FIELD_ENERGY)); // -0 is not +0
    assert_null(c->faction);
    assert_int_equal(c->faction_name, NO_DEF);
    assert_reads(set, "more.cards", "Small Heart\n  construct unit rank I\n");
    assert_int_equal(card(set, "Small Heart")->tags, BIT(TAG_UNIT));
    card_set_destroy(set);
}

static void numbers_accept_dashes_as_minus(void **state)
{
    (void)state;
    struct card_set *set = empty_set();
    assert_reads(set, "a", "A\n  Unit rank IV energy –7\nB\n  Unit rank III energy \u22123\n");
    assert_int_equal(card(set, "A")->field[FIELD_ENERGY], -7);
    assert_int_equal(card(set, "B")->field[FIELD_ENERGY], -3);
    card_set_destroy(set);
}

static void a_file_may_be_empty(void **state)
{
    (void)state;
    struct card_set *set = empty_set();
    assert_reads(set, "a", "");
    assert_reads(set, "b", "\uFEFF# only words\n\n   \n\t\n");
    assert_int_equal(card_set_pool(set)->def_count, 0);
    assert_int_equal(pool_find(card_set_pool(set), TEXT("")), NO_DEF);
    card_set_destroy(set);
}

static void a_printed_card_reads_as_the_same_card(void **state)
{
    (void)state;
    struct card_set        *set = good_set(), *again = empty_set();
    const struct card_pool *p = card_set_pool(set);
    char                    first[4096], second[4096];
    struct writer           w = writer_on(first, sizeof first);
    for (uint32_t i = 0; i < p->def_count; i++) card_print(set, &p->defs[i], &w);
    assert_string_equal(first,
                        "Cinder Acolyte / Red Choir\n"
                        "  Unit  CHAOS  SLAYER  common\n"
                        "  rank I  energy -2  DMG 2  HP 3\n"
                        "  ●ACTIVATE* Deal 2 DMG to the unit\n"
                        "  __●Gain CLEAVE__ (SLAYER)\n"
                        "  \"Sparks first; questions \"later\".\"\n"
                        "Spare Heart\n"
                        "  Construct  ORDER  UNIT\n"
                        "  rank II  energy -0  HP 2\n"
                        "Nyssa, Hand of Ash / Red Choir\n"
                        "  Leader Unit  CHAOS  QIREAN  SENTRY\n"
                        "  rank V  energy +1\n"
                        "  __●ENTER* Draw 1 cards, Find \"Spare Heart\"__ (QIREAN & SENTRY)\n"
                        "  ●Give leader \"●Gain GUARD\"\n");
    assert_reads(again, "printed", first);
    const struct card_pool *q = card_set_pool(again);
    w                         = writer_on(second, sizeof second);
    for (uint32_t i = 0; i < q->def_count; i++) card_print(again, &q->defs[i], &w);
    assert_string_equal(first, second);
    for (uint32_t i = 0; i < p->def_count; i++) {
        assert_int_equal(p->defs[i].tags, q->defs[i].tags);
        assert_int_equal(p->defs[i].fields_negative, q->defs[i].fields_negative);
        assert_memory_equal(p->defs[i].field, q->defs[i].field, sizeof p->defs[i].field);
    }
    card_set_destroy(set);
    card_set_destroy(again);
}

static void wrong_words_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("New Card\n  Unit rank I\n  SLAYR\n", 3, 3, "did you mean \"SLAYER\"?");
    assert_refused("New Card\n  Unit rank I  xyzzyx\n", 2, 16, "the kinds Unit, Event");
    assert_refused("New Card\n  Unit rank I  xyzzyx\n", 2, 16, "starts with ●");
    assert_refused("New Card\n  Unit rank I  xyzzyx\n", 2, 16, "the fields rank, energy, DMG, HP");
    assert_refused("New Card\n  CHAOS rank I\n", 1, 1,
                   "no kind; accepted are Unit, Event, Construct");
    assert_refused("New Card\n", 1, 1, "no kind");
    assert_refused("New Card\n  Unit CHAOS Event\n", 2, 14, "is a Unit already");
    assert_refused("New Card\n  Unit CHAOS chaos\n", 2, 14, "\"CHAOS\" stands twice");
    assert_refused("  Unit\nNew Card\n", 1, 3, "before any card");
}

static void wrong_numbers_are_refused_with_what_is_accepted(void **state)
{
    (void)state;
    assert_refused("New Card\n  Unit rank VI\n", 2, 13,
                   "found \"VI\" after \"rank\"; accepted is a Roman "
                   "number from I to V");
    assert_refused("New Card\n  Unit rank 2\n", 2, 13, "from I to V");
    assert_refused("New Card\n  Unit rank\n  DMG 2\n", 2, 8, "nothing follows \"rank\"");
    assert_refused("New Card\n  Unit DMG 10\n", 2, 12, "from 0 to 9");
    assert_refused("New Card\n  Unit DMG +1\n", 2, 12, "from 0 to 9");
    assert_refused("New Card\n  Unit DMG -1\n", 2, 12, "from 0 to 9");
    assert_refused("New Card\n  Unit DMG --1\n", 2, 12, "from 0 to 9");
    assert_refused("New Card\n  Unit energy 1\n", 2, 15, "a signed number from -12 to +3");
    assert_refused("New Card\n  Unit energy +4\n", 2, 15, "a signed number from -12 to +3");
    assert_refused("New Card\n  Unit energy -+4\n", 2, 15, "a signed number");
    assert_refused("New Card\n  Unit energy -\n", 2, 15, "a signed number");
    assert_refused("New Card\n  Unit HP 3 CHAOS hp 4\n", 2, 19, "\"HP\" stands twice");
}

static void wrong_names_are_refused(void **state)
{
    (void)state;
    assert_refused("/ Red Choir\n  Unit\n", 1, 1, "the name is empty");
    assert_refused("New Card /\n  Unit\n", 1, 11, "the faction is empty");
    assert_refused("New Card / Red / Blue\n  Unit\n", 1, 16, "found '/' in a faction");
    assert_refused("New: Card\n  Unit\n", 1, 4, "found ':' in a name");
    assert_refused("New; Card\n  Unit\n", 1, 4, "found ';' in a name");
    assert_refused("New \"Card\"\n  Unit\n", 1, 5, "found '\"' in a name");
    assert_refused("Aééééééééé éééééééééé éééééééééé éééééééééé éééééééééé éééééé\n", 1, 1,
                   "61 characters, 60 fit");
    assert_refused("New\x01 Card\n", 1, 4, "byte 0x01 is no text");
    assert_refused("New Card\n  Unit\r rank I\n", 2, 7, "byte 0x0D is no text");
    assert_refused("New Card\n  Unit \xFF\n", 2, 8, "byte 0xFF is no text");
    assert_refused("New Card\n  Unit \xC0\xAF\n", 2, 8, "byte 0xC0 is no text");
}

static void a_name_can_be_defined_once(void **state)
{
    (void)state;
    assert_refused("New Card\n  Unit rank I\n\nspare heart\n  Unit\n", 4, 1,
                   "defined twice, first at base.cards:10");
    assert_refused("New Card\n  Unit rank I\nNEW  CARD\n  Unit rank I\n", 3, 1,
                   "defined twice, first at bad.cards:1");
}

static void wrong_texts_are_refused_with_their_place(void **state)
{
    (void)state;
    assert_refused("New Card\n  Unit rank I\n  ●Deal 2 DMG to the moon\n", 3, 24, "moon");
    assert_refused("New Card\n  Unit rank I\n  __●Deal x__\n", 3, 13, "x");
    assert_refused("New Card\n  Unit rank I\n  __●Gain CLEAVE\n", 3, 19, "\"__\" is missing");
    assert_refused("New Card\n  Unit rank I\n  __●Gain CLEAVE__ SLAYER\n", 3, 22,
                   "tags in parentheses");
    assert_refused("New Card\n  Unit rank I\n  __●Gain CLEAVE__ (SLAYR)\n", 3, 23,
                   "did you mean \"SLAYER\"?");
    assert_refused("New Card\n  Unit rank I\n  __●Gain CLEAVE__ (SLAYER & Zzzzzz)\n", 3, 32,
                   "accepted are CHAOS, ORDER");
    assert_refused("New Card\n  Unit rank I\n  __●Gain CLEAVE__ (SLAYER &)\n", 3, 31, "is no tag");
    assert_refused("New Card\n  Unit rank I\n  __●Gain CLEAVE__ ()\n", 3, 23, "is no tag");
    assert_refused("New Card\n  Unit rank I\n  ●Gain CLEAVE\n  DMG 2\n", 4, 3,
                   "stand above the text");
    assert_refused("New Card\n  Unit rank I\n  \"Ash.\"\n  DMG 2\n", 4, 3,
                   "flavour is the last line");
    assert_refused("New Card\n  Unit rank I\n  \"\"\n", 3, 3, "flavour is empty");
    assert_refused("New Card\n  Unit rank I\n"
                   "  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n"
                   "  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n"
                   "  ●Gain GUARD\n  ●Gain GUARD\n  ●Gain GUARD\n",
                   15, 3, "more than 12 lines");
}

static void the_check_of_the_game_names_card_or_line(void **state)
{
    (void)state;
    assert_refused("Other\n  Unit rank I\nNew Card\n  Unit\n  ●Gain CLEAVE\n", 3, 1, "has no rank");
    assert_refused("New Card\n  Unit rank I\n  ●Gain CLEAVE\n  __●Draw 6 cards__\n", 4, 5,
                   "more than 5 cards");
}

static void large_sets_have_limits(void **state)
{
    (void)state;
    struct card_set *set  = empty_set();
    struct error     err  = { 0 };
    size_t           size = 4 * 1024 * 1024 + 1;
    char            *file = malloc(size);
    assert_non_null(file);
    memset(file, '\n', size);
    assert_false(card_set_read(set, "big", (struct text){ file, size }, &err));
    assert_error(&err, 0, 0, "larger than the 4194304 bytes");
    struct writer w = writer_on(file, size);
    for (int i = 0; i < 4096; i++) write_format(&w, "Card %d\n  Unit rank I\n", i);
    size_t fits = w.size;
    write_chars(&w, "One more\n  Unit rank I\n");
    err = (struct error){ 0 };
    assert_false(card_set_read(set, "many", (struct text){ file, w.size }, &err));
    assert_error(&err, 8193, 1, "more than 4096 cards");
    assert_int_equal(card_set_pool(set)->def_count, 0);
    err = (struct error){ 0 };
    assert_true(card_set_read(set, "many", (struct text){ file, fits }, &err));
    assert_int_equal(pool_find(card_set_pool(set), TEXT("CARD 4095")), 4095);
    assert_int_equal(pool_find(card_set_pool(set), TEXT("card 4096")), NO_DEF);
    free(file);
    card_set_destroy(set);
}

static void names_are_found_and_nearly_found(void **state)
{
    (void)state;
    struct card_set        *set  = good_set();
    const struct card_pool *p    = card_set_pool(set);
    struct card_pool        bare = *p; // without an index, as a hand-made pool
    bare.index                   = NULL;
    assert_int_equal(pool_find(&bare, TEXT("spare heart")), 1);
    assert_int_equal(pool_find(&bare, TEXT("spare hear")), NO_DEF);
    assert_int_equal(pool_nearest(p, TEXT("Spare Hart")), 1);
    assert_int_equal(pool_nearest(p, TEXT("nyssa")), 2);
    assert_int_equal(pool_nearest(p, TEXT("Quetzalcoatl")), NO_DEF);
    assert_int_equal(pool_nearest(p, TEXT("")), NO_DEF);
    card_set_destroy(set);
}

// ---- Copies and inline cards

static void a_copy_grows_without_its_original(void **state)
{
    (void)state;
    struct card_set       *set = good_set();
    struct error           err = { 0 };
    const struct card_pool old = *card_set_pool(set);
    struct card_set       *one = card_set_extend(set, &err), *two = card_set_extend(set, &err);
    card_set_pool_mutable(set)->game = "derived";
    assert_reads(one, "one", "New Card / Ilm\n  Unit rank I\n  ●Find \"Ilm\"\n");
    assert_reads(two, "two", "Other Card\n  Unit rank II\n");
    assert_int_equal(pool_find(card_set_pool(one), TEXT("New Card")), old.def_count);
    assert_int_equal(pool_find(card_set_pool(two), TEXT("Other Card")), old.def_count);
    assert_int_equal(pool_find(card_set_pool(two), TEXT("New Card")), NO_DEF);
    assert_int_equal(card_set_pool(set)->def_count, old.def_count);
    assert_int_equal(card_set_pool(set)->name_count, old.name_count);
    assert_int_equal(pool_find(card_set_pool(set), TEXT("New Card")), NO_DEF);
    for (uint32_t i = 0; i < old.def_count; i++) {
        assert_string_equal(card_set_pool(one)->defs[i].name, old.defs[i].name);
        assert_int_equal(card_set_pool(one)->defs[i].line_first, old.defs[i].line_first);
    }
    struct card_set *three = card_set_extend(set, &err);
    assert_null(card_set_pool(three)->game);
    assert_ptr_equal(card_set_grammar(three), card_set_grammar(set));
    card_set_destroy(three);
    card_set_destroy(one);
    card_set_destroy(two);
    card_set_destroy(set);
    card_set_destroy(NULL);
}

static void copying_hundreds_of_cards_takes_no_time(void **state)
{
    (void)state;
    enum { CARDS = 400, COPIES = 50 };
    struct card_set *set = empty_set();
    char             file[256];
    for (int i = 0; i < CARDS; i++) {
        struct writer w = writer_on(file, sizeof file);
        write_format(&w, "Card %d\n  Unit rank I\n  ●ENTER* Deal 1 DMG to the unit, Draw 2 cards\n",
                     i);
        assert_reads(set, "many", file);
    }
    clock_t start = clock();
    for (int i = 0; i < COPIES; i++) card_set_destroy(card_set_extend(set, NULL));
    double ms = (double)(clock() - start) * 1000 / CLOCKS_PER_SEC / COPIES;
    if (ms > 10) fail_msg("a copy took %.3f ms", ms); // far less without sanitizers
    card_set_destroy(set);
}

static void an_inline_card_is_one_line(void **state)
{
    (void)state;
    struct card_set *set = good_set();
    struct error     err = { 0 };
    struct place     at  = { "duel.scn", 7, 11 };
    assert_true(
        card_set_read_inline(set,
                             TEXT("Quick Blade / Ilm: Unit CHAOS rank I energy -1; DMG 3 HP 1 ; "
                                  "●Gain GUARD; __●Find \"a; b\"__ (CHAOS); \"So; fast.\""),
                             at, &err));
    const struct card_def *c = card(set, "Quick Blade");
    assert_string_equal(c->source, "duel.scn");
    assert_int_equal(c->source_line, 7);
    assert_string_equal(c->faction, "Ilm");
    assert_string_equal(c->flavour, "So; fast.");
    assert_int_equal(c->field[FIELD_HP], 1);
    assert_int_equal(c->line_count, 2);
    assert_text(line_of(set, "Quick Blade", 1)->printed, "●Find \"a; b\"");
    assert_int_equal(line_of(set, "Quick Blade", 1)->tied, BIT(TAG_CHAOS));

    uint32_t count = card_set_pool(set)->def_count;
    assert_false(card_set_read_inline(set, TEXT("Slow Blade: Unit; DMG x"), at, &err));
    assert_error(&err, 7, 11 + 22, "found \"x\" after \"DMG\"");
    assert_string_equal(err.source, "duel.scn");
    err = (struct error){ 0 };
    assert_false(card_set_read_inline(set, TEXT("Slow Blade: Unit rank I; ●Gain MOON"), at, &err));
    assert_error(&err, 7, 11 + 33, "MOON");
    err = (struct error){ 0 };
    assert_false(card_set_read_inline(set, TEXT("Slow Blade"), at, &err));
    assert_error(&err, 7, 11, "no kind");
    err = (struct error){ 0 };
    assert_false(card_set_read_inline(set, TEXT("Quick Blade: Unit rank I"), at, &err));
    assert_error(&err, 7, 11, "first at duel.scn:7");
    err = (struct error){ 0 };
    assert_false(card_set_read_inline(set, TEXT(": Unit rank I"), at, &err));
    assert_error(&err, 7, 11, "name is empty");
    err = (struct error){ 0 };
    assert_false(card_set_read_inline(set, TEXT("Slow Blade: Unit\nrank I"), at, &err));
    assert_error(&err, 7, 11 + 16, "byte 0x0A is no text");
    assert_int_equal(card_set_pool(set)->def_count, count);
    card_set_destroy(set);
}

// ---- A dialect without a sign

static const char plain_grammar[] =
    "plain_line = 'Attack' NUMBER => T_DEAL | [ '{' ~ 'A' ~ '}' ] 'Draw' NUMBER => T_DRAW ;\n";
static const struct dialect_words plain_words    = { .name             = "plain",
                                                     .grammar          = plain_grammar,
                                                     .ops              = ops,
                                                     .signs            = signs,
                                                     .spellings        = spellings,
                                                     .capitalise_after = no_words,
                                                     .fillers          = no_words };
static const char *const          plain_starts[] = { "Attack", "Draw", "{", "*", NULL };
static const struct card_form     plain_form     = { .kinds       = kinds,
                                                     .tags        = tags,
                                                     .fields      = fields,
                                                     .start_rule  = "plain_line",
                                                     .text_starts = plain_starts };

static void text_lines_can_start_with_words(void **state)
{
    (void)state;
    struct error     err = { 0 };
    struct card_set *set = card_set_create(&plain_words, &plain_form, &err);
    if (!set) fail_msg("%s", err.text);
    assert_reads(set, "plain", "Old Card\n  Unit CHAOS\n  attack 2\n  Draw 1\n");
    assert_int_equal(card(set, "Old Card")->line_count, 2);
    assert_text(line_of(set, "Old Card", 0)->printed, "Attack 2");
    assert_reads(set, "plain", "Dear Card\n  Unit CHAOS\n  {A} Draw 1\n"); // a start that is a sign
    assert_text(line_of(set, "Dear Card", 0)->printed, "{A} Draw 1");
    assert_reads(set, "plain",
                 "Slanted Card\n  Unit CHAOS\n  *Draw* 1\n"); // italics, from the start on
    assert_text(line_of(set, "Slanted Card", 0)->printed, "Draw 1");
    assert_false(card_set_read(set, "bad", TEXT("New Card\n  Unit\n  Attack two\n"), &err));
    assert_error(&err, 3, 10, "two");
    card_set_destroy(set);
}

// ---- Decks

static const char *const sections[] = { "leader", "side", NULL };

static void a_deck_has_entries_in_sections(void **state)
{
    (void)state;
    struct card_set *set = good_set();
    struct arena     arena;
    struct deck      deck;
    struct error     err = { 0 };
    arena_init(&arena);
    bool ok = deck_read(&arena, card_set_pool(set), sections, "red.deck",
                        TEXT("# a deck\n"
                             "name   Red Choir\n"
                             "about  Attack, see http://x // not this\n"
                             "about  and win.\n"
                             "leader Nyssa, Hand of Ash  \n"
                             "\n"
                             "2 Cinder Acolyte\t// two of them\n"
                             "  3x spare heart\r\n"
                             "// nothing\n"
                             "side:\n"
                             "1 Spare Heart\n"
                             "leader: 2 Nyssa, Hand of Ash\n"
                             "main\n"
                             "4X Spare Heart"),
                        &deck, &err);
    if (!ok) fail_msg("%u:%u: %s", (unsigned)err.line, (unsigned)err.column, err.text);
    assert_string_equal(deck.name, "Red Choir");
    assert_string_equal(deck.about, "Attack, see http://x and win.");
    assert_string_equal(deck.source, "red.deck");
    static const struct {
        def_id   def;
        unsigned count, section, line;
    } expected[] = { { 2, 1, 1, 5 },  { 0, 2, 0, 7 },  { 1, 3, 0, 8 },
                     { 1, 1, 2, 11 }, { 2, 2, 1, 12 }, { 1, 4, 0, 14 } };
    assert_int_equal(deck.count, COUNT(expected));
    for (uint32_t i = 0; i < deck.count; i++) {
        assert_int_equal(deck.entries[i].def, expected[i].def);
        assert_int_equal(deck.entries[i].count, expected[i].count);
        assert_int_equal(deck.entries[i].line, expected[i].line);
        assert_int_equal(deck.sections[i], expected[i].section);
    }
    arena_finish(&arena);
    card_set_destroy(set);
}

static void assert_deck_refused(const char *file, uint32_t line, uint32_t column, const char *part)
{
    struct card_set *set = good_set();
    struct arena     arena;
    struct deck      deck;
    struct error     err = { 0 };
    arena_init(&arena);
    if (deck_read(&arena, card_set_pool(set), sections, "bad.deck", text_of(file), &deck, &err))
        fail_msg("accepted: %s", file);
    assert_error(&err, line, column, part);
    arena_finish(&arena);
    card_set_destroy(set);
}

static void wrong_deck_lines_are_refused(void **state)
{
    (void)state;
    assert_deck_refused("name A\n 2  Spare Hart\n", 2, 5,
                        "no card \"Spare Hart\"; did you mean \"Spare Heart\"?");
    assert_deck_refused("2 Quetzalcoatl\n", 1, 3, "there is no card \"Quetzalcoatl\"");
    assert_deck_refused("leader Nyssa\n", 1, 8, "did you mean \"Nyssa, Hand of Ash\"?");
    assert_deck_refused("0 Spare Heart\n", 1, 1, "a number from 1 to 999");
    assert_deck_refused("1000 Spare Heart\n", 1, 1, "a number from 1 to 999");
    assert_deck_refused("2y Spare Heart\n", 1, 1, "a number from 1 to 999");
    assert_deck_refused("2\n", 1, 2, "a card name is missing");
    assert_deck_refused("leader 2x\n", 1, 10, "a card name is missing");
    assert_deck_refused("name\n", 1, 5, "the name of the deck is missing");
    assert_deck_refused("name A\nname B\n", 2, 1, "has a name already");
    assert_deck_refused("Spare Heart\n", 1, 1, "a number is missing; write \"1 Spare Heart\"");
    assert_deck_refused(
        "\n  cards 2\n", 2, 3,
        "found \"cards 2\"; accepted are \"2 Card Name\", \"name ...\", \"about ...\", "
        "\"leader ...\", \"side ...\"");
    assert_deck_refused("2 Spare \xFFHeart\n", 1, 9, "is no text");
}

// ---- Proofs

static unsigned prove(const char *file, const char *golden, char *report, size_t size)
{
    struct card_set *set = empty_set();
    assert_reads(set, "proof.cards", file);
    struct writer w        = writer_on(report, size);
    unsigned      failures = cards_prove(set, text_of(golden), &w);
    card_set_destroy(set);
    return failures;
}

static void assert_proof(const char *file, unsigned failures, const char *expected)
{
    char     report[4096];
    unsigned found = prove(file, "", report, sizeof report);
    if (found != failures || strcmp(report, expected) != 0)
        fail_msg("%u failures, expected %u:\n%sexpected:\n%s", found, failures, report, expected);
}

static void good_cards_pass_the_proofs(void **state)
{
    (void)state;
    assert_proof("Cinder Acolyte / Red Choir\n"
                 "  Unit  CHAOS  rank I  energy -2  SLAYER  common  DMG 2  HP 3\n"
                 "  ●ACTIVATE* Deal 2 DMG to the unit, Draw 1 cards, Draw 1 cards\n"
                 "  __●Gain CLEAVE__ (SLAYER)\n"
                 "  ●Give leader \"●Gain GUARD\", Find \"Red Choir\"\n"
                 "Other / Red Choir\n"
                 "  Event  rank I\n",
                 0, "");
}

static void texts_must_be_written_as_they_are_printed(void **state)
{
    (void)state;
    assert_proof(
        "A\n  Unit rank I\n  ●gain  CLEAVE\n", 1,
        "proof.cards:3: A: found \"●gain  CLEAVE\", but cards are printed \"●Gain CLEAVE\"\n");
}

static void two_readings_are_reported(void **state)
{
    (void)state;
    assert_proof("A\n  Unit rank I\n  ●Wait\n", 1,
                 "proof.cards:3: A: \"●Wait\" can be read in 2 ways\n");
}

static void words_without_meaning_are_reported(void **state)
{
    (void)state;
    assert_proof("A\n  Unit rank I\n  ●Please Gain CLEAVE\n", 1,
                 "proof.cards:3: A: \"Please\" (word 2) can be left out without any change\n");
    assert_proof(
        "A\n  Unit rank I\n  ●Mix red blue\n", 1,
        "proof.cards:3: A: \"red\" and \"blue\" (words 3 and 4) can be swapped without any "
        "change\n");
}

static void a_golden_file_shows_what_moved(void **state)
{
    (void)state;
    static const char file[] = "A / Ilm\n  Unit rank I CHAOS\n  __●Draw 2 cards__ (CHAOS)\n"
                               "B\n  Event rank II\n  ●Find \"Ilm\"\n";
    char              golden[4096], changed[4096], report[4096];
    struct card_set  *set = empty_set();
    struct writer     w   = writer_on(golden, sizeof golden);
    assert_reads(set, "proof.cards", file);
    cards_show_golden(set, &w);
    card_set_destroy(set);
    assert_non_null(
        strstr(golden, "A / Ilm\n  Unit  CHAOS\n  rank I\n  __●Draw 2 cards__ (CHAOS)\n    "));
    assert_non_null(strstr(golden, "T_DRAW"));
    assert_int_equal(prove(file, golden, report, sizeof report), 0);

    w = writer_on(changed, sizeof changed);
    write_chars(&w, golden);
    strstr(changed, "rank II")[6] = 'V';
    assert_int_equal(prove(file, changed, report, sizeof report), 1);
    assert_non_null(
        strstr(report, ": B: the golden file has \"  rank IV\", the cards give \"  rank II\""));
    *(strstr(changed, "\nB\n") + 1) = 0;
    assert_int_equal(prove(file, changed, report, sizeof report), 1);
    assert_non_null(strstr(report, "B: the golden file has \"(the end)\", the cards give \"B\""));
    w = writer_on(changed, sizeof changed);
    write_chars(&w, golden);
    write_chars(&w, "C\n");
    assert_int_equal(prove(file, changed, report, sizeof report), 1);
    assert_non_null(strstr(report, "has \"C\", the cards give \"(the end)\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_has_what_its_file_says),
        cmocka_unit_test(words_are_read_in_any_case_and_kept_in_one),
        cmocka_unit_test(a_word_can_be_a_kind_and_a_tag),
        cmocka_unit_test(numbers_accept_dashes_as_minus),
        cmocka_unit_test(a_file_may_be_empty),
        cmocka_unit_test(a_printed_card_reads_as_the_same_card),
        cmocka_unit_test(wrong_words_are_refused_with_their_place),
        cmocka_unit_test(wrong_numbers_are_refused_with_what_is_accepted),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(a_name_can_be_defined_once),
        cmocka_unit_test(wrong_texts_are_refused_with_their_place),
        cmocka_unit_test(the_check_of_the_game_names_card_or_line),
        cmocka_unit_test(large_sets_have_limits),
        cmocka_unit_test(names_are_found_and_nearly_found),
        cmocka_unit_test(a_copy_grows_without_its_original),
        cmocka_unit_test(copying_hundreds_of_cards_takes_no_time),
        cmocka_unit_test(an_inline_card_is_one_line),
        cmocka_unit_test(text_lines_can_start_with_words),
        cmocka_unit_test(a_deck_has_entries_in_sections),
        cmocka_unit_test(wrong_deck_lines_are_refused),
        cmocka_unit_test(good_cards_pass_the_proofs),
        cmocka_unit_test(texts_must_be_written_as_they_are_printed),
        cmocka_unit_test(two_readings_are_reported),
        cmocka_unit_test(words_without_meaning_are_reported),
        cmocka_unit_test(a_golden_file_shows_what_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
