// scenario_test.c - match/scenario.h: what passes, what fails and how it is told, in the game of
// toy.h.
#include "match/scenario.h"
#include "tests/toy.h"
#include "tests/unit.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const struct game *const TOYS[] = { &toy_game, NULL };
static struct scenarios        *all;
static struct scenario_report   report;
static char                    *told;

static void run_with(const char *text, struct scenario_options options)
{
    size_t size;
    free(told);
    options.out = open_memstream(&told, &size);
    report      = (struct scenario_report){ 0 };
    scenarios_run_text(all, "t.scn", text_of(text), &options, &report);
    fclose(options.out);
}

static void run(const char *text)
{
    run_with(text, (struct scenario_options){ .game = &toy_game });
}

static void passes(const char *text)
{
    run(text);
    if (report.failed || !report.passed) print_error("%s", told);
    assert_int_equal(report.failed, 0);
    assert_int_not_equal(report.passed, 0);
}

// Fails, and says all of this (ends with NULL).
static void fails(const char *text, ...)
{
    va_list parts;
    run(text);
    assert_int_equal(report.passed, 0);
    assert_int_equal(report.failed, 1);
    va_start(parts, text);
    for (const char *part; (part = va_arg(parts, const char *));) {
        if (!strstr(told, part)) print_error("missing: %s\nin: %s", part, told);
        assert_non_null(strstr(told, part));
    }
    va_end(parts);
}

static int open_all(void **unused)
{
    (void)unused;
    all = scenarios_create(TOYS);
    return 0;
}
static int close_all(void **unused)
{
    (void)unused;
    scenarios_destroy(all);
    free(told);
    return 0;
}

#define FIGHT                                                                                      \
    "scenario  A fight\n"                                                                          \
    "given     Ash to act, main phase\n"                                                           \
    "          Ash  unit 1: Quick Blade\n"                                                         \
    "          Bel  unit 1: Stone Sentinel damaged 1\n"                                            \
    "          Ash hand: Ridge Boar, Nyssa, Hand of Ash\n"

// --- given and then -----------------------------------------------------------------------------

static void a_position_is_what_was_given(void **unused)
{
    (void)unused;
    passes(
        "# a comment\n"
        "scenario  All words\n"
        "rule      TOY-001 TOY-002\n"
        "          TOY-003\n"
        "card      Glow Worm: Unit hp 2; ●Glow\n"
        "card      Long Worm:\n"
        "          Unit hp 2;   # joined with the line above\n"
        "          ●Glow\n"
        "given     Bel to act, main phase, weather very wet, crown of Ash, score IV, Ash score 7\n"
        "          Ash unit 1: Stone Sentinel damaged 1 exhausted with Ember Plate exhausted\n"
        "          Ash unit 2: Ridge Boar and exhausted with Oak Shield and Oak Shield\n"
        "          Ash deck: 3 Ridge Boar, Glow Worm,\n"
        "                    Dummy\n"
        "          Bel hand: Long Worm, Nyssa, Hand of Ash\n"
        "          Ash pit: Quick Blade\n"
        "          Bel pit: Ridge Boar Elder; Quick Blade owned by Ash\n"
        "          Ash discard: empty\n"
        "          Ridge Boar Elder exhausted, Long Worm damaged 1\n"
        "then      weather very wet, crown of Ash, Bel score 4, Ash score VII\n"
        "          not crown of Bel, not weather dry, not Ash winning, Ash not winning\n"
        "          Ash unit 1: Stone Sentinel damaged 1 exhausted with Ember Plate exhausted\n"
        "          Ash unit 2: Ridge Boar with Oak Shield and Oak Shield\n"
        "          Ash deck: Glow Worm, Dummy, 3 Ridge Boar\n"
        "          Ash deck top: 3 Ridge Boar, Glow Worm\n"
        "          Ash deck bottom: Glow Worm, Dummy\n"
        "          Ash deck includes: Dummy, Ridge Boar\n"
        "          Ash deck excludes: Quick Blade, Oak Shield\n"
        "          Ash deck: 5 cards\n"
        "          Bel hand: Nyssa, Hand of Ash, Long Worm damaged 1\n"
        "          Ash hand: empty\n"
        "          pit: Quick Blade, Ridge Boar Elder exhausted, Quick Blade not exhausted\n"
        "          Ash pit: 2 Quick Blade\n"
        "          Bel pit: Ridge Boar Elder not damaged 1 owned by Bel\n"
        "          Ash unit 1 damaged 1 exhausted, Bel hand 2 damaged 0\n"
        "          Ridge Boar (Ash unit 2) exhausted\n"
        "          Stone Sentinel known to all\n"
        "          Long Worm known to Bel\n"
        "          Long Worm not known to Ash, Dummy known to nobody\n");
}

static void zones_differ_with_expected_and_found(void **unused)
{
    (void)unused;
    fails(FIGHT "then Bel unit 1: Stone Sentinel damaged 0\n",
          "t.scn:6:", "expected  Bel unit 1: Stone Sentinel damaged 0",
          "found     Bel unit 1: Stone Sentinel damaged 1",
          "asked     Ash: play Ridge Boar > unit 2", "flow      turn@1", "| 4 cards on the table",
          NULL);
    fails(FIGHT "then Ash discard: Quick Blade\n", "found     Ash discard: empty", NULL);
    fails(FIGHT "then Ash hand: Ridge Boar\n", "found     Ash hand: Ridge Boar, Nyssa, Hand of Ash",
          NULL);
    fails(FIGHT "then Ash hand: Ridge Boar, Ridge Boar\n", "expected", NULL);
    fails(FIGHT "then Ash hand top: Nyssa, Hand of Ash\n", "expected", NULL);
    fails(FIGHT "then Ash hand bottom: 3 Nyssa, Hand of Ash\n", "expected", NULL);
    fails(FIGHT "then Ash hand includes: Dummy\n", "expected", NULL);
    fails(FIGHT "then Ash hand excludes: Ridge Boar\n", "expected", NULL);
    fails(FIGHT "then Ash hand: 1 card\n", "expected", NULL);
    fails(FIGHT "then Stone Sentinel damaged 0 not exhausted\n",
          "expected  Stone Sentinel damaged 0", "found     Stone Sentinel damaged 1", NULL);
    fails(FIGHT "then Ash score III\n", "expected  Ash score III", "found     Ash score 0", NULL);
    fails(FIGHT "then Quick Blade exhausted\n", "found     Quick Blade not exhausted", NULL);
    fails(FIGHT "then Quick Blade not known to Bel\n", "expected  Quick Blade not known to Bel",
          "found     Quick Blade known to Ash, Bel", NULL);
    fails(FIGHT "then Quick Blade owned by Bel\n", "found     Quick Blade owned by Ash", NULL);
    fails(FIGHT "then crown of Bel\n", "found     crown of nobody", NULL);
    fails(FIGHT "then weather wet\n", "found     weather dry", NULL);
    fails("scenario X\ngiven Ash unit 1: Ridge Boar with Oak Shield\n"
          "then Ash unit 1: Ridge Boar\n",
          "found     Ash unit 1: Ridge Boar with Oak Shield", NULL);
    fails("scenario X\ngiven Ash unit 1: Ridge Boar with Oak Shield and Ember Plate\n"
          "then Ash unit 1: Ridge Boar with Oak Shield and Oak Shield\n",
          "found     Ash unit 1: Ridge Boar with", NULL);
}

static void what_cannot_be_given_is_refused_with_its_place(void **unused)
{
    (void)unused;
    fails("scenario X\ngiven Ash unit 1: Stone Sentinl damaged 1\n", "t.scn:2:19:",
          "there is no card \"Stone Sentinl damaged 1\"; did you mean \"Stone Sentinel\"?",
          "in        X", NULL);
    fails("scenario X\ngiven Ash unit 1: Stone Sentinel dmaged 1\n",
          "t.scn:2:34:", "words are damaged, exhausted, known to, owned by", NULL);
    fails("scenario X\ngiven Ash unit 1: Stone Sentinel damaged\n",
          "t.scn:2:41:", "after \"damaged\" stands a number", NULL);
    fails("scenario X\ngiven Ash unit 1: Stone Sentinel damaged 7\n", "\"damaged 7\" cannot be so",
          "at most 1", NULL);
    fails("scenario X\ngiven Ash unti 1: Stone Sentinel\n",
          "t.scn:2:7:", "there is no place \"Ash unti 1\"; nearest is \"Ash unit 1\"", NULL);
    fails("scenario X\ngiven unit 1: Stone Sentinel\n", "nearest is", NULL);
    fails("scenario X\ngiven Cyd unit 1: Stone Sentinel\n", "there is no place", NULL);
    fails("scenario X\ngiven pit: Stone Sentinel\n", "say whose cards they are", NULL);
    fails("scenario X\ngiven Ash unit 1: Ridge Boar, Ridge Boar\n", "room for one card", NULL);
    fails("scenario X\ngiven Ash unit 1: Ridge Boar\n      Ash unit 1: Dummy\n",
          "t.scn:3:7:", "room for one card", NULL);
    fails("scenario X\ngiven Ash unit 1: Oak Shield\n", "t.scn:2:19:", "a Charm lies on a unit",
          NULL);
    fails("scenario X\ngiven Ash unit 1: Dummy with Dummy\n", "only a Charm lies on a unit", NULL);
    fails("scenario X\ngiven Ash unit 1:\n", "cards are missing", NULL);
    fails("scenario X\ngiven Ash deck top: Dummy\n", "a position is given by", NULL);
    fails("scenario X\ngiven Ash deck: 3 cards\n", "a position is given by", NULL);
    fails("scenario X\ngiven Ash deck: 250 Dummy\n", "no room for more cards", NULL);
    fails("scenario X\ngiven Ash winning\n", "can be tested, not set", NULL);
    fails("scenario X\ngiven not Ash score 3\n", "by what is, not by what is not", NULL);
    fails("scenario X\ngiven Ash hungry\n", "t.scn:2:7:", "of a seat: score, winning", NULL);
    fails("scenario X\ngiven Ash to act, late phase\n", "t.scn:2:1: it is too late for that", NULL);
    fails("scenario X\ngiven Ash to act, first phase\n",
          "t.scn:2:19: there is no \"first phase\"; there is main phase", NULL);
    fails("scenario X\ngiven Zoe to act\n",
          "t.scn:2:7: there is no \"Zoe to act\"; there is Ash to act, Bel to act", NULL);
    fails("scenario X\ngiven Ash to act main phase\n", "t.scn:2:18: a comma is missing", NULL);
    fails("scenario X\ngiven Ash score many\n", "t.scn:2:17: after \"score\" stands a number",
          NULL);
    fails("scenario X\ngiven Ash score 13\n", "this cannot be: nobody has 13 points", NULL);
    fails("scenario X\ngiven Ash hand: Dummy, Dummy\n      Dummy exhausted\n",
          "there are 2 cards \"Dummy\"; add the place: \"Dummy (Ash hand 2)\"", NULL);
    fails("scenario X\nrule TOY-999\n", "t.scn:2:6: Toy has no rule TOY-999", NULL);
    fails("scenario X\ncard Bad: Unit hp 99\n", "t.scn:2:", NULL);
    fails("scenario X\ncard Own: Unit hp 3\ncard Own: Unit hp 3\n", "t.scn:3:", NULL);
    fails("scenario X\nthen Ash to act\n", "says nothing that can be set or tested", NULL);
    fails("scenario X\nthen leaky\n", "can be set, not tested", NULL);
}

static void files_are_read_with_care(void **unused)
{
    (void)unused;
    fails("scenario\n", "t.scn:1:1: the title is missing", NULL);
    fails("", "has no line that starts with \"scenario\"", NULL);
    fails("  indented\n", "t.scn:1:3: nothing stands above", NULL);
    fails("scenario X\n  more\n", "a title has one line", NULL);
    fails("scenario X\nthan Ash score 0\n",
          "t.scn:2:1: there is no \"than\"; did you mean \"then\"?", NULL);
    fails("scenario X\nhjklmnop\n", "a line starts with scenario, given", NULL);
    fails("scenario X\nthen\n", "t.scn:2:1: something must stand after \"then\"", NULL);
    fails("scenario X\n\x01\n", "t.scn:2:1: byte 0x01 is no text", NULL);

    enum { ROOM = 3 * SCENARIO_LINE_MAX };
    static char long_line[ROOM]; // a replay of the scenario must hold each of its lines
    snprintf(long_line, ROOM, "scenario X\n# %0*d\n", SCENARIO_LINE_MAX, 0);
    fails(long_line, "t.scn:2:1: the line has 8002 bytes, 8000 fit", NULL);
    fails("scenario \xFF\n", "t.scn:1:10: byte 0xFF is no text", NULL);
    fails("scenario X\nwhen Ash draw\ngiven Ash score 1\n", "t.scn:3:1: \"given\" stands before",
          NULL);
    fails("scenario X\ngame chess\n", "t.scn:2:1: there is no game \"chess\"; there is toy", NULL);
    fails("scenario X\nmode chess\n", "Toy has no such mode; there is duel, crowd", NULL);
    fails("scenario X\nseats 3\n", "duel is for 2 to 2 players", NULL);
    fails("scenario X\nseed red\n", "a seed is a number", NULL);
    fails("scenario X\nseed\n", "after \"seed\" stands one line", NULL);
    run_with("scenario X\n", (struct scenario_options){ 0 });
    assert_non_null(strstr(told, "a line \"game NAME\" is missing: toy"));
    passes("\uFEFFgame toy\r\nmode crowd\r\nseats 4\r\nscenario X\r\n\r\ngiven Dov score 3\r\n"
           "then  Dov score III\r\nscenario Y\r\nthen  Dov score 0\r\n");
    assert_int_equal(report.passed, 2);
}

// --- choices ------------------------------------------------------------------------------------

static void choices_are_scripted(void **unused)
{
    (void)unused;
    passes(FIGHT
           "offered   Ash: attack Quick Blade > Stone Sentinel, play Ridge Boar > unit 2,\n"
           "          play Nyssa, Hand of Ash > unit 2, draw, roll, flip; shuffle\n"
           "          grab, duel\n"
           "          waste\n"
           "          end turn\n"
           "offered   Ash includes: draw\n"
           "offered   Ash excludes: play Nyssa, Hand of Ash > unit 1, pass\n"
           "offered   Bel: nothing\n"
           "asked     Ash\n"
           "asked     Ash: What do you do?\n"
           "refused   Ash attack Quick Blade > Quick Blade because TOY-004\n"
           "          Ash play Nyssa, Hand of Ash > unit 1 because TOY-002\n"
           "          Bel end turn because not asked\n"
           "          Ash pass because no such choice\n"
           "when      Ash attack Quick Blade > Stone Sentinel\n"
           "asked     Bel\n"
           "refused   Bel counter because TOY-006\n"
           "when      Bel pass\n"
           "then      Bel unit 1: empty\n"
           "          Bel discard: Stone Sentinel\n"
           "          Ash unit 1: Quick Blade damaged 0 exhausted\n"
           "event     all: Quick Blade dealt 1 to Stone Sentinel\n"
           "          all: Stone Sentinel went from Bel unit 1 to Bel discard because TOY-005\n"
           "          spectator: Quick Blade dealt 1 to Stone Sentinel\n"
           "event     none: Ash drew a card\n"
           "refused   Ash attack Quick Blade > Bel discard 1 because no such choice\n"
           "result    none\n");
}

static void questions_with_one_answer_answer_themselves(void **unused)
{
    (void)unused;
    // Bel can only pass.
    passes(FIGHT
           "when Ash attack Quick Blade > Stone Sentinel\nthen Bel discard: Stone Sentinel\n");
    passes(FIGHT "force dice any\nwhen Ash attack Quick Blade > Stone Sentinel\n     Ash roll\n");
    passes(FIGHT "when Ash attack Quick Blade > Stone Sentinel\n"
                 "refused Ash attack Quick Blade > Quick Blade because TOY-004\n");
    // What answered itself may be written down all the same.
    passes(FIGHT "force dice any\nwhen Ash attack Quick Blade > Stone Sentinel\n"
                 "then Bel discard: 1 card\nwhen Bel pass\n     Ash roll\n");
    fails(FIGHT "strict\nwhen Ash attack Quick Blade > Stone Sentinel\nthen Bel discard: 1 card\n",
          "found     Bel discard: empty", NULL);
    fails(FIGHT "strict\nwhen Ash attack Quick Blade > Stone Sentinel\n     Ash roll\n",
          "expected  Ash can choose roll", "found     asked is Bel: pass", NULL);
    // A real question is never answered for anybody.
    fails(FIGHT "          Bel hand: Oak Shield\nwhen Ash attack Quick Blade > Stone Sentinel\n"
                "     Ash roll\n",
          "t.scn:8:", "when      Ash roll", "found     asked is Bel: pass, counter", NULL);
    // A failure is about the position as it stood.
    fails(FIGHT "when Ash attack Quick Blade > Stone Sentinel\nthen Bel discard: Dummy\n",
          "found     Bel discard: empty", "asked     Bel: pass", NULL);
    // Observations hold together in one position.
    fails(FIGHT "when Ash attack Quick Blade > Stone Sentinel\n"
                "then Bel discard: Stone Sentinel\n     Bel unit 1: Stone Sentinel\n",
          "expected", NULL);
}

static void everybody_may_pass_in_one_line(void **unused)
{
    (void)unused;
    passes("scenario X\nmode crowd\nseats 3\n"
           "given Ash hand: Ridge Boar, Dummy\n      Bel hand: Oak Shield\n      Cyd hand: Oak "
           "Shield\n"
           "when  Ash play Dummy > unit 2\n      all pass\n"
           "then  Ash unit 2: Dummy\n"
           "when  Ash play Ridge Boar > unit 1\n      Bel pass\n      Cyd counter\n"
           "then  Ash discard: Ridge Boar\n      Cyd hand: empty\n");
    passes(FIGHT "when Ash attack Quick Blade > Stone Sentinel\n     both pass\n");
    fails(FIGHT "when all pass\n", "expected  somebody can pass", NULL);
    fails(FIGHT "when all draw\n", "can only \"pass\"", NULL);
    fails(FIGHT "when all pass 0 times\n", "after \"pass\" may stand", NULL);
}

static void a_choice_that_cannot_be_made_says_why(void **unused)
{
    (void)unused;
    fails(FIGHT "when Ash play Ridge Boar > unit 1\n",
          "t.scn:6:", "expected  Ash can choose play Ridge Boar > unit 1",
          "found     TOY-002: A unit place holds one unit.", NULL);
    fails(FIGHT "when Ash plya Ridge Boar > unit 1\n", "nothing like \"plya Ridge Boar > unit 1\"",
          NULL);
    fails(FIGHT "when Cyd draw\n", "t.scn:6:6: a line starts with the seat", NULL);
    fails(FIGHT "when Ash\n", "what Ash chooses is missing", NULL);
    fails(FIGHT "when Ash concede\n     Bel draw\n", "found     asked is the match is over", NULL);
}

static void offers_differ_with_missing_and_unexpected(void **unused)
{
    (void)unused;
    fails("scenario X\noffered Ash: draw, roll, flip, shuffle, end turn, duel\n",
          "expected  Ash: draw, roll, flip, shuffle, end turn, duel", "found     missing: duel",
          NULL);
    fails("scenario X\noffered Ash: draw, roll, flip, shuffle\n", "found     unexpected: end turn",
          NULL);
    fails("scenario X\noffered Ash: draw, roll, flip, shuffle, draw, end turn\n",
          "found     missing: draw", NULL);
    fails("scenario X\noffered Ash: draw, roll, flop, shuffle\n",
          "found     missing: flop; unexpected: flip, end turn", NULL);
    fails("scenario X\noffered Ash excludes: draw\n", "found     unexpected: draw", NULL);
    fails("scenario X\noffered Ash excludes: drow\n", "t.scn:2:23: nothing like \"drow\"", NULL);
    fails("scenario X\noffered Ash includes: pass\n", "found     missing: pass", NULL);
    fails("scenario X\noffered Bel: pass\n", "asked is Ash: draw", NULL);
    fails("scenario X\noffered Ash: nothing\n", "Ash: draw", NULL);
    fails("scenario X\noffered nobody: pass\n", "a line reads", NULL);
    // Equal cards: each item takes one choice.
    passes(
        "scenario X\ngiven Ash hand: Dummy, Dummy\n      Ash unit 1: Dummy\n"
        "offered Ash: play Dummy > unit 2, play Dummy > unit 2, draw, roll, flip, shuffle, grab,\n"
        "        duel, waste, end turn\n");
}

static void refusals_differ_by_rule(void **unused)
{
    (void)unused;
    fails(FIGHT "refused Ash play Ridge Boar > unit 2 because TOY-002\n",
          "expected  TOY-002: A unit place holds one unit.", "found     the choice is allowed",
          NULL);
    fails(FIGHT "refused Ash play Ridge Boar > unit 1 because TOY-004\n",
          "expected  TOY-004: Nobody attacks their own units.",
          "found     TOY-002: A unit place holds one unit.", NULL);
    fails(FIGHT "refused Ash play Ridge Boar > unit 1\n", "a refusal has a reason", NULL);
    fails(FIGHT "refused Ash play Ridge Boar > unit 1 because TOY-77\n", "Toy has no rule TOY-77",
          NULL);
    fails(FIGHT "refused Ash eat Ridge Boar because TOY-002\n", "nothing like \"eat Ridge Boar\"",
          NULL);
}

static void several_picks_are_scripted_one_by_one(void **unused)
{
    (void)unused;
    passes("scenario X\ngiven Ash hand: Dummy, Ridge Boar, Quick Blade\n"
           "when    Ash waste\n"
           "refused Ash done because too few\n"
           "when    Ash pick Dummy\n"
           "refused Ash pick Dummy because picked already\n"
           "when    Ash done\n"
           "then    Ash hand: Quick Blade, Ridge Boar\n"
           "        Ash discard: Dummy\n");
}

// --- chance -------------------------------------------------------------------------------------

static void what_nobody_forced_is_said_to_be_free(void **unused)
{
    (void)unused;
    fails("scenario X\nwhen Ash roll\n", "\"force dice any\"", "a die was rolled", NULL);
    fails("scenario X\nforce dice 3\nwhen Ash roll\n     Ash roll\n", "a die was rolled", NULL);
    fails("scenario X\nforce dice any\nwhen Ash flip\n", "\"force coin any\"", NULL);
    passes("scenario X\nforce dice any\nwhen Ash roll\n");
    passes("scenario X\nforce dice 3, any\nwhen Ash roll\n     Ash roll\n");
    passes("scenario X\nforce coin any\nwhen Ash flip\n");
}

// Whatever seed 1 brings, another one does not: only what holds with all of them is a ruling.
static void what_chance_decides_holds_with_other_seeds(void **unused)
{
    static const char *const TOPS[] = { "Dummy", "Ridge Boar", "Quick Blade" };
    char                     text[400];
    (void)unused;
    for (unsigned i = 0; i < COUNT(TOPS); i++) {
        snprintf(text, sizeof text,
                 "scenario X\ngiven Ash deck: Dummy, Ridge Boar, Quick Blade\nwhen Ash shuffle\n"
                 "then Ash deck top: %s\n",
                 TOPS[i]);
        fails(text, "deck top", NULL);
    }
    for (unsigned n = 1; n <= 6; n++) {
        snprintf(text, sizeof text,
                 "scenario X\nforce dice any\nwhen Ash roll\nthen Ash score %u\n", n);
        fails(text, "score", NULL);
    }
    passes("scenario X\ngiven Ash deck: Dummy, Ridge Boar, Quick Blade\nwhen Ash shuffle\n"
           "then Ash deck: 3 cards\n");
    passes("scenario X\ngiven Ash deck: Dummy, Ridge Boar, Quick Blade\n"
           "force shuffle Ash: Dummy\nwhen Ash shuffle\nthen Ash deck top: Dummy\n");
}

static void chance_is_forced(void **unused)
{
    (void)unused;
    passes("scenario X\n"
           "given Ash hand: Dummy, Ridge Boar, Quick Blade\n"
           "      Ash deck: 9 Dummy, Quick Blade, Ridge Boar\n"
           "force dice 6 5\n"
           "      pick 3\n"
           "when  Ash roll\n"
           "      Ash roll\n"
           "      Ash grab\n"
           "then  Ash score 11, Ash discard 1 damaged 0\n"
           "      Ash discard: Quick Blade\n"
           "event all: Ash rolled 6\n"
           "      Ash rolled 5\n"
           "force coin heads, tails\n"
           "      shuffle Ash: Ridge Boar, Quick Blade, Dummy\n"
           "when  Ash flip\n"
           "      Ash flip\n"
           "      Ash shuffle\n"
           "then  Ash score 12\n"
           "      Ash deck top: Ridge Boar, Quick Blade, Dummy\n"
           "force shuffle Ash deck: Dummy, Ridge Boar\n"
           "when  Ash shuffle\n"
           "then  Ash deck top: Dummy, Ridge Boar\n");
    fails("scenario X\nforce dice 6\n", "\"dice 6\" was forced and did not come up", NULL);
    fails("scenario X\nforce dice 7\nwhen Ash roll\n", "t.scn:2:1: X",
          "\"dice 7\" was forced and did not come up", NULL);
    fails("scenario X\ngiven Ash deck: 2 Dummy\nforce shuffle Ash: Ridge Boar\nwhen Ash shuffle\n",
          "\"shuffle Ash deck: Ridge Boar\" was forced and did not come up", NULL);
    fails("scenario X\nforce dice six\n", "a number from 1 on", NULL);
    fails("scenario X\nforce dice\n", "a number is missing", NULL);
    fails("scenario X\nforce coin edge\n", "heads or tails", NULL);
    fails("scenario X\nforce fate 3\n", "what can be forced is", NULL);
    fails("scenario X\nforce shuffle Ash: Dumy\n", "did you mean \"Dummy\"", NULL);
    fails("scenario X\nforce dice 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 "
          "1\n",
          "no more than 32", NULL);
}

// --- what is seen, asked, won -------------------------------------------------------------------

static void what_a_head_gives_can_be_emptied(void **unused)
{
    (void)unused;
    passes("given Ash deck: 3 Dummy known to all, Ridge Boar\n"
           "scenario X\nthen Ash deck: 3 Dummy, Ridge Boar\n"
           "scenario Y\ngiven Ash deck: empty\nthen Ash deck: empty\n"
           "scenario Z\ngiven Ash deck: empty\n      Ash deck: Dummy\nthen Ash deck: Dummy\n");
}

static void answers_can_be_taken_back(void **unused)
{
    const struct scenario_options undo = { .game = &toy_game, .undo = true };
    struct scenario_report        good = { 0 };
    const char *text = "scenario X\nforce dice 2 5\nwhen Ash roll\n     Ash roll\n"
                       "force coin heads\nwhen Ash flip\nthen Ash score 8\n";
    (void)unused;
    scenarios_run_text(all, "t.scn", text_of(text), &undo, &good);
    assert_int_equal(good.passed, 1);
    assert_int_equal(good.failed, 0);
}

static void seats_see_what_they_may(void **unused)
{
    (void)unused;
    passes("scenario X\n"
           "given Ash hand: Dummy, Ridge Boar\n"
           "      Bel hand: Quick Blade\n"
           "      Ash deck: Stone Sentinel, Dummy known to Ash, Dummy\n"
           "      Ash discard: Oak Shield, Ember Plate\n"
           "      Ash unit 1: Ridge Boar Elder with Oak Shield\n"
           "sees  Bel: Ash hand: ?, ?\n"
           "      hand: Quick Blade\n"
           "      Ash deck: 3 ?\n"
           "      Ash discard: Oak Shield, Ember Plate\n"
           "      Ash unit 1: Ridge Boar Elder with Oak Shield\n"
           "sees  Ash: hand: Ridge Boar, Dummy\n"
           "      deck: ?, Dummy, ?\n"
           "      deck top: ?, Dummy\n"
           "      deck bottom: ?\n"
           "      deck includes: Dummy\n"
           "      deck excludes: Stone Sentinel\n"
           "      Bel deck: empty\n"
           "      spectator: Ash hand: 2 cards\n"
           "when  Ash draw\n"
           "event Ash: Ash drew Stone Sentinel\n"
           "      Bel: Ash drew a card\n"
           "      not Bel: Ash drew Stone Sentinel\n"
           "      none: Bel drew a card\n");
    fails("scenario X\ngiven Ash hand: Dummy\nsees Bel: Ash hand: Dummy\n",
          "expected  Ash hand: Dummy", "found     Ash hand: ?", NULL);
    fails("scenario X\ngiven Ash hand: Dummy\nsees Ash: hand: ?\n", "found     hand: Dummy", NULL);
    fails("scenario X\ngiven Ash hand: Dummy\nsees Bel: Ash hand excludes: ?\n", "expected", NULL);
    fails("scenario X\ngiven Ash hand: Dummy\nsees Ash: hand: Dummy exhausted\n", "only faces",
          NULL);
    fails("scenario X\nsees Ash hand: ?\n", "a line reads", NULL);
    fails("scenario X\nsees Ash: everything\n", "what is seen reads like", NULL);
    fails("scenario X\nwhen Ash roll\nevent all: Bel rolled 1\n",
          "expected  event all: Bel rolled 1", "found     Ash rolled", NULL);
    fails("scenario X\nforce dice 2\nwhen Ash roll\nevent none: Ash rolled 2\n", "it happened",
          NULL);
    fails("scenario X\nevent all: Ash rolled 2\n", "found     no event", NULL);
    fails("scenario X\nforce dice 2\nwhen Ash roll\nevent all: Ash rolled 2 because TOY-001\n",
          "expected", NULL);
    fails("scenario X\nevent all: Ash rolled 2 because TOY-99\n",
          "t.scn:2:33: Toy has no rule TOY-99", NULL);
    fails("scenario X\nevent everybody: Ash rolled 2\n", "a line reads", NULL);
}

static void everybody_who_is_asked_is_named(void **unused)
{
    (void)unused;
    passes("scenario X\ngiven Ash hand: Dummy, Dummy\n      Bel hand: Quick Blade, Dummy\n"
           "when  Ash duel\n"
           "asked Ash, Bel\n"
           "asked Ash and Bel\n"
           "asked Bel: which do you hide?\n"
           "sees  Bel: hand: Quick Blade, Dummy\n"
           "when  Ash hide Dummy (hand 1)\n"
           "asked Bel\n"
           "event none: Ash hid a card\n" // it is a secret until all have chosen
           "then  Ash hand: 2 cards\n"
           "when  Bel hide Quick Blade\n"
           "then  Bel discard: Quick Blade\n"
           "when  Bel concedes\n"
           "asked nobody\n");
    fails("scenario X\nasked Bel\n", "expected  asked Bel", "found     Ash: draw, roll", NULL);
    fails("scenario X\nasked Ash, Bel\n", "expected", NULL);
    fails("scenario X\nasked Ash: Why?\n", "found     Ash: What do you do?", NULL);
    fails("scenario X\nasked Ash for 30 seconds\n", "expected  asked Ash for 30 seconds",
          "found     Ash for as long as it likes", NULL);
    fails("scenario X\nasked Bel for 30 seconds\n", "found     asked is Ash: draw", NULL);
    fails("scenario X\nasked Ash for long\n", "\"for 90 seconds\"", NULL);
    fails("scenario X\nasked Bel: Why?\n", "found     asked is Ash: draw", NULL);
    fails("scenario X\nasked Zoe\n", "the name of a seat", NULL);
    fails("scenario X\nasked Ash Bel\n", "names of seats", NULL);
}

static void matches_end_with_a_result(void **unused)
{
    (void)unused;
    passes("scenario X\nwhen Ash draw\nresult Bel wins because TOY-007\n       Bel wins\n");
    passes(
        "scenario X\nmode crowd\nwhen Bel concedes\nresult Ash and Cyd win\n       Ash, Cyd win\n");
    fails("scenario X\nwhen Ash draw\nresult Ash wins\n", "found     Bel wins because TOY-007",
          NULL);
    fails("scenario X\nwhen Ash draw\nresult none\n", "found     Bel wins", NULL);
    fails("scenario X\nwhen Ash draw\nresult draw\n", "found     Bel wins", NULL);
    fails("scenario X\nresult draw\n", "found     none: the match goes on", NULL);
    fails("scenario X\nresult Ash\n", "a result reads", NULL);
    fails("scenario X\nresult Ash wins because TOY-99\n", "Toy has no rule TOY-99", NULL);
    fails("scenario X\nwhen Ash draw\nrefused Ash draw because TOY-001\n",
          "found     the table: The match is over.", NULL);
}

static void matches_start_from_decks(void **unused)
{
    (void)unused;
    passes("scenario X\nbrings Ash: Boars\n       Bel: 2 Dummy, Nyssa, Hand of Ash; Oak Shield\n"
           "then   Ash deck: 4 Ridge Boar, Oak Shield\n"
           "       Bel deck: 2 Dummy, Oak Shield, Nyssa, Hand of Ash\n"
           "force  shuffle Ash: Oak Shield\n"
           "when   Ash shuffle\n       Ash draw\n"
           "then   Ash hand: Oak Shield\n");
    passes(
        "scenario X\nbrings Ash: stones\nthen Bel deck: 3 Stone Sentinel\n"); // the second in turn
    passes("scenario X\nrefused Ash brings: 2 Dummy because TOY-008\n"
           "        Bel brings: 4 Dummy, 7 Oak Shield because TOY-008\n");
    passes("scenario X\nrefused Ash brings 2 Dummy because TOY-008\n"
           "brings Ash: Boars\nthen Ash deck: 4 Ridge Boar, Oak Shield\n"); // before the match
    fails("scenario X\nrefused Ash brings: 3 Dummy because TOY-008\n", "the deck is legal", NULL);
    fails("scenario X\nrefused Ash brings: 2 Dummy because TOY-001\n", "expected  TOY-001",
          "found     TOY-008: 2 cards", NULL);
    fails("scenario X\nbrings Ash: 2 Dummy\n", "t.scn:2:13: TOY-008: 2 cards", NULL);
    fails("scenario X\nbrings Ash: 2 Dumy\n", "did you mean \"Dummy\"", NULL);
    fails("scenario X\nbrings Ash: Bores\n",
          "t.scn:2:13: there is no deck \"Bores\" and no such card; decks are Boars, Stones", NULL);
    fails("scenario X\nbrings Boars\n", "a line reads", NULL);
    fails("scenario X\nbrings Ash: Boars\ngiven Ash score 1\n", "has nothing given", NULL);
}

// --- laws of every position ---------------------------------------------------------------------

static void leaks_and_broken_positions_are_found(void **unused)
{
    (void)unused;
    fails(
        "scenario X\ngiven leaky\n"
        "      Ash hand: Dummy, Ridge Boar, Quick Blade, Stone Sentinel, Oak Shield, Ember Plate\n"
        "when Ash roll\n",
        "expected  nobody sees what they may not know", "sees something of value secret", NULL);
    fails("scenario X\ngiven Ash score 12\nforce dice 1\nwhen Ash roll\n",
          "t.scn:4:", "found     nobody has 13 points", NULL);
}

// --- the rest of the interface ------------------------------------------------------------------

static void a_scenario_opens_as_a_position(void **unused)
{
    (void)unused;
    static const char             text[]  = "seed 9\nscenario One\ngiven Ash score 1\n"
                                            "scenario Number two\ncard Glow Worm: Unit hp 2\n"
                                            "given Bel to act, Ash score 2\n"
                                            "      Bel hand: Glow Worm\n"
                                            "when Bel draw\n";
    const struct scenario_options options = { .game = &toy_game };
    struct error                  err     = { 0 };
    char                          path[]  = "/tmp/scenario_test_XXXXXX";
    int                           file    = mkstemp(path);
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    struct scenario_opened *o = scenario_open(all, path, "TWO", &options, &err);
    assert_non_null(o);
    assert_string_equal(o->title, "Number two");
    assert_int_equal(table_asked(&o->table), BIT(1));
    assert_int_equal(((struct toy_state *)(void *)o->table.state)->score[0], 2);
    // The same lines make the same position again, with the cards that the box has by then.
    struct scenario_opened *again = scenario_arrange_again(o->box, "replay", o->origin, &err);
    assert_non_null(again);
    assert_int_equal(table_hash(&again->table), table_hash(&o->table));
    assert_null(again->own_box);
    scenario_close(again);
    scenario_close(o);
    o = scenario_open(all, path, NULL, &options, &err);
    assert_non_null(o);
    assert_string_equal(o->title, "One");
    scenario_close(o);
    assert_null(scenario_open(all, path, "three", &options, &err));
    assert_non_null(strstr(err.text, "has no scenario \"three\""));
    remove(path);
    err = (struct error){ 0 };
    assert_null(scenario_open(all, path, NULL, &options, &err));
    scenario_close(NULL);
}

static void cite(void *context, const struct game *game, rule_id rule, const char *source,
                 uint32_t line)
{
    struct writer *w = context;
    assert_ptr_equal(game, &toy_game);
    assert_non_null(source);
    write_format(w, "%u@%u ", rule, (unsigned)line);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void folders_are_run_in_order(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/scenario_test_XXXXXX", inner[200], path[400], said[200];
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/games", folder);
    mkdir(inner, 0700);
    snprintf(inner, sizeof inner, "%s/games/toy", folder);
    mkdir(inner, 0700);
    write_file(inner, "b.scn",
               "scenario B\nrule TOY-001, TOY-002\nwhen Ash draw\n"
               "result Bel wins because TOY-007\n");
    write_file(inner, "a.scn", "scenario A\nthen Ash score 1\nscenario A2\nrule TOY-003\n");
    write_file(inner, "notes.txt", "not a scenario\n");
    size_t                  size;
    struct scenario_options options = { 0 };
    free(told);
    options.out     = open_memstream(&told, &size);
    options.verbose = true;
    report          = (struct scenario_report){ 0 };
    scenarios_run(all, folder, &options, &report);
    fclose(options.out);
    assert_int_equal(report.files, 2);
    assert_int_equal(report.passed, 2);
    assert_int_equal(report.failed, 1);
    assert_true(strstr(told, "a.scn:2:6: A") < strstr(told, "b.scn:1: ok: B"));

    struct writer w   = writer_on(said, sizeof said);
    struct error  err = { 0 };
    assert_true(scenarios_cited(all, folder, &options, cite, &w, &err));
    assert_string_equal(said, "3@4 1@2 2@2 7@4 ");

    options = (struct scenario_options){ .only = "a2" };
    report  = (struct scenario_report){ 0 };
    scenarios_run(all, folder, &options, &report);
    assert_int_equal(report.passed, 1);
    assert_int_equal(report.failed, 0);
    static const char *const files[] = { "a.scn", "b.scn", "notes.txt" };
    for (size_t i = 0; i < COUNT(files); i++) {
        snprintf(path, sizeof path, "%s/%s", inner, files[i]);
        remove(path);
    }
    remove(inner);
    snprintf(inner, sizeof inner, "%s/games", folder);
    remove(inner);
    remove(folder);
    report = (struct scenario_report){ 0 };
    scenarios_run(all, folder, &options, &report);
    assert_int_equal(report.failed, 1);
}

static void five_hundred_scenarios_take_no_time(void **unused)
{
    (void)unused;
    enum { SCENARIOS = 500, SIZE = 1 << 19 };
    char         *text = malloc(SIZE);
    struct writer w    = writer_on(text, SIZE);
    for (int i = 0; i < SCENARIOS; i++)
        write_format(&w,
                     FIGHT "card Card %d: Unit hp 2\n"
                           "offered Ash includes: attack Quick Blade > Stone Sentinel\n"
                           "when Ash attack Quick Blade > Stone Sentinel\n     Bel pass\n"
                           "then Bel discard: Stone Sentinel\n",
                     i);
    assert_false(w.cut);
    clock_t start = clock();
    passes(text);
    assert_int_equal(report.passed, SCENARIOS);
    assert_true((clock() - start) / CLOCKS_PER_SEC < 10); // sanitizers and slow machines included
    free(text);
}

static void rubbish_is_refused_without_harm(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {
        "\nscenario ", "\ngiven ",    "\nwhen ",
        "\nthen ",     "\noffered ",  "\nrefused ",
        "\nsees ",     "\nevent ",    "\nasked ",
        "\nresult ",   "\nforce ",    "\nbrings ",
        "\ncard ",     "\nmode ",     "\nseats ",
        "\nrule ",     "\n  ",        "Ash ",
        "Bel ",        "Dov ",        "unit 1",
        "hand",        "deck ",       ": ",
        ", ",          "; ",          "Dummy",
        "Oak Shield",  " with ",      " and ",
        "damaged ",    "exhausted ",  "not ",
        "known to ",   "owned by ",   "score ",
        "3 ",          "-1 ",         "999999999 ",
        "XIV ",        "all ",        "pass ",
        "draw",        "roll",        "waste",
        "pick ",       "duel",        "hide ",
        "attack ",     " > ",         "Nyssa, Hand of Ash",
        "?",           "empty",       "cards",
        "top",         "includes",    "because ",
        "TOY-002",     "wins ",       "to act",
        "main phase",  "shuffle ",    "dice ",
        "#",           "(",           ")",
        "\xc3",        "concedes",    "nothing",
        "play ",       "Quick Blade", "crowd",
        "Unit hp 3",   "strict",      "end turn",
        "coin heads",  "leaky",
    };
    struct rng rng = rng_from(11);
    for (int i = 0; i < 3000; i++) {
        char          text[1500];
        struct writer w = writer_on(text, sizeof text);
        write_chars(&w, i % 2 ? FIGHT : "scenario X");
        for (unsigned n = 1 + rng_below(&rng, 40); n > 0; n--)
            write_chars(&w, pieces[rng_below(&rng, COUNT(pieces))]);
        run(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_what_was_given),
        cmocka_unit_test(zones_differ_with_expected_and_found),
        cmocka_unit_test(what_cannot_be_given_is_refused_with_its_place),
        cmocka_unit_test(files_are_read_with_care),
        cmocka_unit_test(choices_are_scripted),
        cmocka_unit_test(questions_with_one_answer_answer_themselves),
        cmocka_unit_test(everybody_may_pass_in_one_line),
        cmocka_unit_test(a_choice_that_cannot_be_made_says_why),
        cmocka_unit_test(offers_differ_with_missing_and_unexpected),
        cmocka_unit_test(refusals_differ_by_rule),
        cmocka_unit_test(several_picks_are_scripted_one_by_one),
        cmocka_unit_test(what_nobody_forced_is_said_to_be_free),
        cmocka_unit_test(what_chance_decides_holds_with_other_seeds),
        cmocka_unit_test(chance_is_forced),
        cmocka_unit_test(what_a_head_gives_can_be_emptied),
        cmocka_unit_test(answers_can_be_taken_back),
        cmocka_unit_test(seats_see_what_they_may),
        cmocka_unit_test(everybody_who_is_asked_is_named),
        cmocka_unit_test(matches_end_with_a_result),
        cmocka_unit_test(matches_start_from_decks),
        cmocka_unit_test(leaks_and_broken_positions_are_found),
        cmocka_unit_test(a_scenario_opens_as_a_position),
        cmocka_unit_test(folders_are_run_in_order),
        cmocka_unit_test(five_hundred_scenarios_take_no_time),
        cmocka_unit_test(rubbish_is_refused_without_harm),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
