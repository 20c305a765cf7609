// notation_test.c - engine/notation.h: choices, cards, places and events in words, and back.
#include "engine/notation.h"
#include "engine/table.h"
#include "match/box.h"
#include "tests/toy.h"
#include "tests/unit.h"

#include <string.h>

static struct box      *box;
static struct toy_state state;
static struct table     table;
static char             said[2000];

enum { ASH, BEL };

static void open_table(unsigned seats)
{
    struct match_setup setup = { .seats = (uint8_t)seats, .mode = seats > 2, .bare = true };
    table = (struct table){ .game = &toy_game, .pool = box->pool, .state = &state.core };
    table_start(&table, &setup);
}

static card_id put(seat_id seat, unsigned zone, const char *name, seat_set known)
{
    def_id  def = pool_find(box->pool, text_of(name));
    card_id id  = card_create(&state.core, def, seat, toy_zone(seat, zone), BOTTOM);
    assert_int_not_equal(def, NO_DEF);
    card_of(&state.core, id)->known = known;
    return id;
}

static const char *card_words(seat_id viewer, card_id card)
{
    struct writer w = writer_on(said, sizeof said);
    say_card(&table, viewer, card, SEAT_NAMES, &w);
    return said;
}

static const char *choice_words(seat_id viewer, seat_id actor, struct choice choice)
{
    struct writer w = writer_on(said, sizeof said);
    say_choice(&table, viewer, actor, choice, SEAT_NAMES, &w);
    return said;
}

static struct choice read_well(seat_id seat, const char *words)
{
    struct choice choice = { 0 };
    struct error  err    = { 0 };
    bool          ok     = read_choice(&table, seat, text_of(words), SEAT_NAMES, &choice, &err);
    if (!ok) print_error("%s: %s\n", words, err.text);
    assert_true(ok);
    return choice;
}

static const char *read_badly(seat_id seat, const char *words)
{
    static struct error err;
    struct choice       choice;
    err = (struct error){ 0 };
    assert_false(read_choice(&table, seat, text_of(words), SEAT_NAMES, &choice, &err));
    return err.text;
}

static void assert_says(const char *text, const char *part)
{
    if (!strstr(text, part)) print_error("\"%s\" does not say \"%s\"\n", text, part);
    assert_non_null(strstr(text, part));
}

static int open_box(void **unused)
{
    (void)unused;
    struct error err = { 0 };
    box              = box_open(&toy_game, &err);
    if (!box) print_error("%s\n", err.text);
    return box ? 0 : -1;
}

static int close_box(void **unused)
{
    (void)unused;
    box_close(box);
    return 0;
}

// --- cards --------------------------------------------------------------------------------------

static void a_card_is_said_by_its_name_if_that_leaves_no_doubt(void **unused)
{
    (void)unused;
    open_table(2);
    card_id boar  = put(ASH, TOY_UNIT, "Ridge Boar", EVERYBODY);
    card_id elder = put(ASH, TOY_UNIT + 1, "Ridge Boar Elder", EVERYBODY);
    put(ASH, TOY_DECK, "Ridge Boar", EVERYBODY); // decks do not count
    put(BEL, TOY_HAND, "Ridge Boar", BIT(BEL));  // Ash does not know of it
    assert_string_equal(card_words(ASH, boar), "Ridge Boar");
    assert_string_equal(card_words(ASH, elder), "Ridge Boar Elder");
    assert_string_equal(card_words(BEL, boar), "Ridge Boar (Ash unit 1)");
}

static void a_doubt_is_settled_by_the_place(void **unused)
{
    (void)unused;
    open_table(2);
    card_id own   = put(ASH, TOY_UNIT, "Ridge Boar", EVERYBODY);
    card_id other = put(BEL, TOY_UNIT + 1, "Ridge Boar", EVERYBODY);
    put(ASH, TOY_HAND, "Quick Blade", BIT(ASH));
    card_id held  = put(ASH, TOY_HAND, "Ridge Boar", BIT(ASH));
    card_id known = put(ASH, TOY_DECK, "Ridge Boar", BIT(ASH));
    assert_string_equal(card_words(ASH, own), "Ridge Boar (unit 1)");
    assert_string_equal(card_words(ASH, other), "Ridge Boar (Bel unit 2)");
    assert_string_equal(card_words(ASH, held), "Ridge Boar (hand 2)");
    assert_string_equal(card_words(ASH, known), "Ridge Boar (deck 1)");
    assert_string_equal(card_words(BEL, other), "Ridge Boar (unit 2)");
    assert_string_equal(card_words(NO_SEAT, own), "Ridge Boar (Ash unit 1)");
    assert_string_equal(card_words(SPECTATOR, own), "Ridge Boar (Ash unit 1)");
    assert_true(names_card(&table, ASH, TEXT("Ridge Boar (hand)"), held, SEAT_NAMES));
    assert_false(names_card(&table, ASH, TEXT("hand"), held, SEAT_NAMES)); // two lie there
}

static void cards_on_a_card_lie_on_its_place(void **unused)
{
    (void)unused;
    open_table(2);
    card_id unit  = put(ASH, TOY_UNIT, "Stone Sentinel", EVERYBODY);
    card_id first = put(ASH, TOY_UNIT, "Oak Shield", EVERYBODY);
    card_move_above(&state.core, first, unit);
    put(BEL, TOY_DISCARD, "Oak Shield", EVERYBODY);
    assert_string_equal(card_words(ASH, first), "Oak Shield (on unit 1)");
    card_id second = put(ASH, TOY_UNIT, "Oak Shield", EVERYBODY);
    card_move_above(&state.core, second, first);
    assert_string_equal(card_words(ASH, first), "Oak Shield (1st on unit 1)");
    assert_string_equal(card_words(BEL, second), "Oak Shield (2nd on Ash unit 1)");
    assert_string_equal(card_words(ASH, unit), "Stone Sentinel");
    assert_true(
        names_card(&table, BEL, TEXT("oak shield (2nd on Ash unit 1)"), second, SEAT_NAMES));
    assert_false(
        names_card(&table, BEL, TEXT("oak shield (2nd on Ash unit 1)"), first, SEAT_NAMES));
    assert_true(names_card(&table, ASH, TEXT("unit 1"), unit, SEAT_NAMES));
    assert_false(names_card(&table, BEL, TEXT("unit 1"), unit, SEAT_NAMES));
    assert_true(names_card(&table, NO_SEAT, TEXT(" Ash  unit 1 "), unit, SEAT_NAMES));
    assert_false(names_card(&table, ASH, TEXT(""), unit, SEAT_NAMES));
    assert_false(names_card(&table, ASH, TEXT("unit 1"), NO_CARD, SEAT_NAMES));
}

static void a_hidden_card_is_said_by_its_place_alone(void **unused)
{
    (void)unused;
    open_table(2);
    card_id unit = put(BEL, TOY_UNIT + 1, "Stone Sentinel", BIT(BEL));
    put(BEL, TOY_HAND, "Quick Blade", BIT(BEL));
    card_id held = put(BEL, TOY_HAND, "Quick Blade", BIT(BEL));
    assert_string_equal(card_words(ASH, unit), "Bel unit 2");
    assert_string_equal(card_words(ASH, held), "Bel hand 2");
    assert_false(names_card(&table, ASH, TEXT("Stone Sentinel"), unit, SEAT_NAMES));
    assert_true(names_card(&table, ASH, TEXT("bel UNIT 2"), unit, SEAT_NAMES));
    assert_true(names_card(&table, ASH, TEXT("Bel hand 2"), held, SEAT_NAMES));
    assert_false(names_card(&table, ASH, TEXT("Bel hand"), held, SEAT_NAMES));
}

// --- choices ------------------------------------------------------------------------------------

static card_id blade, sentinel, boar, boar2, nyssa;

static void set_up_a_fight(void)
{
    open_table(2);
    blade    = put(ASH, TOY_UNIT, "Quick Blade", EVERYBODY);
    nyssa    = put(ASH, TOY_UNIT + 1, "Nyssa, Hand of Ash", EVERYBODY);
    sentinel = put(BEL, TOY_UNIT, "Stone Sentinel", EVERYBODY);
    boar     = put(BEL, TOY_UNIT + 1, "Ridge Boar", EVERYBODY);
    boar2    = put(ASH, TOY_HAND, "Ridge Boar", BIT(ASH));
    put(BEL, TOY_HAND, "Oak Shield", BIT(BEL));
    table_advance(&table);
}

static void choices_are_said_by_their_forms(void **unused)
{
    (void)unused;
    set_up_a_fight();
    struct choice attack = { .kind = TOY_ATTACK, .card = blade, .target = boar };
    assert_string_equal(choice_words(ASH, ASH, attack),
                        "attack Quick Blade > Ridge Boar (Bel unit 2)");
    assert_string_equal(choice_words(BEL, ASH, attack), "attack Quick Blade > Ridge Boar");
    struct choice play = { .kind = TOY_PLAY, .card = boar2, .target = toy_zone(ASH, TOY_UNIT) };
    assert_string_equal(choice_words(ASH, ASH, play), "play Ridge Boar (hand 1) > unit 1");
    assert_string_equal(choice_words(BEL, ASH, play), "play hand 1 > unit 1");
    assert_string_equal(choice_words(ASH, ASH, (struct choice){ .kind = TOY_POINT, .option = 1 }),
                        "point at Bel");
    assert_string_equal(choice_words(ASH, ASH, (struct choice){ .kind = TOY_CHEER, .option = 1 }),
                        "cheer softly");
    assert_string_equal(choice_words(ASH, ASH, (struct choice){ .kind = TOY_BID, .extra = 300 }),
                        "bid 300");
    assert_string_equal(choice_words(ASH, ASH, (struct choice){ .kind = TOY_LEVEL, .option = 4 }),
                        "level 4");
    assert_string_equal(choice_words(ASH, ASH, (struct choice){ .kind = TOY_GUESS, .extra = 2 }),
                        "guess Nyssa, Hand of Ash");
    assert_string_equal(
        choice_words(ASH, ASH, (struct choice){ .kind = CHOICE_PICK, .card = boar }),
        "pick Ridge Boar (Bel unit 2)");
    assert_string_equal(choice_words(ASH, ASH, (struct choice){ .kind = CHOICE_DONE }), "done");
}

static void a_choice_is_taken_apart_as_its_form_says(void **unused)
{
    (void)unused;
    struct choice_parts p;
    set_up_a_fight();
    struct choice attack = { .kind = TOY_ATTACK, .card = blade, .target = boar };
    choice_take_apart(&table, ASH, attack, &p);
    assert_true(text_is(p.verb, "attack"));
    assert_int_equal(p.card, blade);
    assert_int_equal(p.target, boar);
    assert_int_equal(p.zone, NO_ZONE);
    assert_int_equal(p.option, -1);
    struct choice play = { .kind = TOY_PLAY, .card = boar2, .target = toy_zone(ASH, TOY_UNIT) };
    choice_take_apart(&table, ASH, play, &p);
    assert_true(text_is(p.verb, "play"));
    assert_int_equal(p.card, boar2);
    assert_int_equal(p.target, NO_CARD);
    assert_int_equal(p.zone, toy_zone(ASH, TOY_UNIT));
    choice_take_apart(&table, ASH, (struct choice){ .kind = TOY_POINT, .option = 1 }, &p);
    assert_true(text_is(p.verb, "point at"));
    assert_int_equal(p.seat, BEL);
    assert_int_equal(p.card, NO_CARD);
    choice_take_apart(&table, ASH, (struct choice){ .kind = TOY_CHEER, .option = 1 }, &p);
    assert_string_equal(p.word, "softly");
    choice_take_apart(&table, ASH, (struct choice){ .kind = TOY_GUESS, .extra = 2 }, &p);
    assert_int_equal(p.face, 2);
    choice_take_apart(&table, ASH, (struct choice){ .kind = TOY_BID, .extra = 300 }, &p);
    assert_int_equal(p.extra, 300);
    choice_take_apart(&table, ASH, (struct choice){ .kind = TOY_LEVEL, .option = 4 }, &p);
    assert_int_equal(p.option, 4);
    choice_take_apart(&table, ASH, (struct choice){ .kind = CHOICE_DONE }, &p);
    assert_true(text_is(p.verb, "done"));
}

struct said {
    unsigned attacks, attacked, plays, others;
};

static void count_said(void *context, struct choice c)
{
    struct said *s = context;
    if (c.kind == TOY_ATTACK && c.card == blade) s->attacks++;
    if (c.kind == TOY_ATTACK && c.target == blade) s->attacked++;
    if (c.kind == TOY_PLAY) s->plays++;
    if (c.card != blade && c.target != blade) s->others++;
}

static void everything_that_can_be_said_of_a_card_names_it(void **unused)
{
    (void)unused;
    struct said s = { 0 };
    set_up_a_fight();
    each_choice_with(&table, blade, count_said, &s);
    assert_true(s.attacks >= 2);
    assert_true(s.attacked >= 2);
    assert_int_equal(s.plays, 2 * TOY_ZONES + 1); // every zone of the two, and the pit
    assert_int_equal(s.others, 0);
    s = (struct said){ 0 };
    each_choice_with(&table, 9999, count_said, &s);
    assert_int_equal(s.plays, 0);
}

static void odd_choices_have_words_as_well(void **unused)
{
    (void)unused;
    set_up_a_fight();
    choice_words(ASH, ASH, (struct choice){ .kind = 200 });
    assert_string_equal(said, "choice 200");
    choice_words(ASH, ASH, (struct choice){ .kind = TOY_ATTACK, .card = NO_CARD, .target = 5000 });
    assert_string_equal(said, "attack nothing > a card");
    choice_words(ASH, ASH, (struct choice){ .kind = TOY_PLAY, .card = blade, .target = 7000 });
    assert_string_equal(said, "play Quick Blade > outside");
    choice_words(ASH, ASH, (struct choice){ .kind = TOY_CHEER, .option = 77 });
    assert_string_equal(said, "cheer 77");
    choice_words(ASH, ASH, (struct choice){ .kind = TOY_GUESS, .extra = NO_DEF });
    assert_string_equal(said, "guess a card");
}

static void words_are_unique_and_lead_back(void **unused)
{
    (void)unused;
    struct choice list[CHOICES_MAX];
    char          words[64][200];
    set_up_a_fight();
    put(ASH, TOY_HAND, "Ridge Boar", BIT(ASH));
    put(ASH, TOY_HAND, "Nyssa, Hand of Ash", BIT(ASH));
    card_destroy(&state.core, blade);
    state.weather = 1; // all kinds of choices
    size_t count  = table_choices(&table, ASH, list, CHOICES_MAX);
    assert_in_range(count, 20, 64);
    for (size_t i = 0; i < count; i++) {
        struct writer w = writer_on(words[i], sizeof words[i]);
        say_choice(&table, ASH, ASH, list[i], SEAT_NAMES, &w);
        for (size_t k = 0; k < i; k++) assert_string_not_equal(words[i], words[k]);
        assert_true(choice_equal(read_well(ASH, words[i]), list[i]));
    }
}

static void reading_is_generous(void **unused)
{
    (void)unused;
    set_up_a_fight();
    struct choice attack = { .kind = TOY_ATTACK, .card = blade, .target = boar };
    assert_true(
        choice_equal(read_well(ASH, "attack Quick Blade > Ridge Boar (Bel unit 2)"), attack));
    assert_true(choice_equal(read_well(ASH, "ATTACK  quick blade >  ridge boar"), attack));
    assert_true(choice_equal(read_well(ASH, "attack unit 1 > Bel unit 2"), attack));
    assert_true(choice_equal(read_well(ASH, "attack Ash unit 1 > bel unit 2 "), attack));
    assert_true(choice_equal(read_well(ASH, "Quick Blade attacks Ridge Boar"), attack));
    struct choice by_nyssa = { .kind = TOY_ATTACK, .card = nyssa, .target = sentinel };
    assert_true(
        choice_equal(read_well(ASH, "attack Nyssa, Hand of Ash > Stone Sentinel"), by_nyssa));
    assert_int_equal(read_well(ASH, "End Turn").kind, TOY_END);
}

static void what_fits_several_choices_is_refused_with_all_of_them(void **unused)
{
    (void)unused;
    set_up_a_fight();
    card_destroy(&state.core, nyssa);
    put(ASH, TOY_HAND, "Ridge Boar", BIT(ASH));
    const char *why = read_badly(ASH, "play Ridge Boar > unit 2");
    assert_says(why, "play Ridge Boar (hand 1) > unit 2, or play Ridge Boar (hand 2) > unit 2");
}

static void what_is_not_listed_still_means_something(void **unused)
{
    (void)unused;
    set_up_a_fight();
    struct choice c = read_well(ASH, "attack Quick Blade > Nyssa, Hand of Ash");
    assert_int_equal(table_why_not(&table, ASH, c), TOY_004_OWN);
    c = read_well(ASH, "play Ridge Boar > unit 1");
    assert_int_equal(table_why_not(&table, ASH, c), TOY_002_FULL);
    assert_int_equal(c.card, boar2); // not Bel's, which no rule speaks of
    c = read_well(BEL, "end turn");
    assert_int_equal(table_why_not(&table, BEL, c), RULE_NOT_ASKED);
    c = read_well(ASH, "counter");
    assert_int_equal(table_why_not(&table, ASH, c), RULE_NO_SUCH);
}

static void what_two_rules_forbid_is_refused_with_both_meanings(void **unused)
{
    (void)unused;
    set_up_a_fight();
    card_destroy(&state.core, nyssa);
    put(ASH, TOY_UNIT + 1, "Ridge Boar", EVERYBODY);
    card_of(&state.core, blade)->flags |= CARD_SIDEWAYS;
    const char *why = read_badly(ASH, "attack Quick Blade > Ridge Boar");
    assert_says(why, "attack Quick Blade > Ridge Boar (unit 2)");
    assert_says(why, "attack Quick Blade > Ridge Boar (Bel unit 2)");
}

static void what_means_nothing_is_refused_with_what_there_is(void **unused)
{
    (void)unused;
    set_up_a_fight();
    assert_says(read_badly(ASH, "atack Quick Blade > Ridge Boar"),
                "attack Quick Blade > Ridge Boar (Bel unit 2)");
    assert_says(read_badly(ASH, ""), "nothing like");
    assert_says(read_badly(BEL, "pas"), "pass"); // not asked: the forms
    assert_says(read_badly(ASH, "attack Quick Blade > Oak Shield"), "nothing like"); // unseen
    char long_words[2000];
    memset(long_words, 'x', sizeof long_words - 1);
    long_words[sizeof long_words - 1] = 0;
    assert_says(read_badly(ASH, long_words), "no choice has that many words");
    assert_says(read_badly(ASH, "passing"), "nothing like");
    assert_says(read_badly(ASH, "draws"), "nothing like");
}

static void beginnings_are_measured(void **unused)
{
    (void)unused;
    set_up_a_fight();
    struct choice attack = { .kind = TOY_ATTACK, .card = nyssa, .target = boar };
    struct text   list   = TEXT("attack Nyssa, Hand of Ash > Ridge Boar, end turn");
    assert_int_equal(choice_said_at(&table, ASH, list, &attack, SEAT_NAMES), 38);
    assert_int_equal(choice_said_at(&table, ASH, list, NULL, SEAT_NAMES), 38);
    assert_int_equal(choice_said_at(&table, ASH, TEXT("attack me"), &attack, SEAT_NAMES), 0);
    assert_int_equal(card_said_at(&table, ASH, TEXT("Nyssa, Hand of Ash, x"), nyssa, SEAT_NAMES),
                     18);
    zone_id zone = NO_ZONE;
    assert_int_equal(zone_said_at(&table, ASH, TEXT("Bel hand 1"), SEAT_NAMES, &zone), 8);
    assert_int_equal(zone, toy_zone(BEL, TOY_HAND));
}

// --- zones, seats, events -----------------------------------------------------------------------

static void zones_are_of_the_seat_unless_another_is_named(void **unused)
{
    (void)unused;
    zone_id zone;
    seat_id seat;
    open_table(2);
    assert_true(read_zone(&table, BEL, TEXT("Hand"), SEAT_NAMES, &zone));
    assert_int_equal(zone, toy_zone(BEL, TOY_HAND));
    assert_true(read_zone(&table, BEL, TEXT("ash  unit 2"), SEAT_NAMES, &zone));
    assert_int_equal(zone, toy_zone(ASH, TOY_UNIT + 1));
    assert_true(read_zone(&table, NO_SEAT, TEXT("pit"), SEAT_NAMES, &zone));
    assert_int_equal(zone, TOY_PIT);
    assert_false(read_zone(&table, NO_SEAT, TEXT("hand"), SEAT_NAMES, &zone));
    assert_false(read_zone(&table, BEL, TEXT("Cyd hand"), SEAT_NAMES, &zone)); // two seats only
    assert_false(read_zone(&table, BEL, TEXT("unit 3"), SEAT_NAMES, &zone));
    assert_true(read_seat(&table, TEXT(" bel "), SEAT_NAMES, &seat));
    assert_int_equal(seat, BEL);
    assert_false(read_seat(&table, TEXT("Cyd"), SEAT_NAMES, &seat));
    assert_false(read_seat(&table, TEXT(""), SEAT_NAMES, &seat));
    struct writer w = writer_on(said, sizeof said);
    say_zone(&toy_game, ASH, toy_zone(ASH, TOY_UNIT), SEAT_NAMES, &w);
    say_zone(&toy_game, ASH, TOY_PIT, SEAT_NAMES, &w);
    say_zone(&toy_game, ASH, NO_ZONE, SEAT_NAMES, &w);
    assert_string_equal(said, "unit 1pitoutside");
}

static const char *event_words(seat_id viewer, struct event e)
{
    struct writer w = writer_on(said, sizeof said);
    say_event(&table, viewer, &e, SEAT_NAMES, &w);
    return said;
}

static void events_show_faces_to_those_who_saw_them(void **unused)
{
    (void)unused;
    open_table(2);
    card_id      card = put(ASH, TOY_HAND, "Quick Blade", BIT(ASH));
    struct event drew = { .kind    = EVENT_GAME,
                          .seat    = ASH,
                          .seen_by = BIT(ASH),
                          .card    = card,
                          .def     = card_at(&state.core, card)->def,
                          .told    = EVERYBODY };
    assert_string_equal(event_words(ASH, drew), "Ash drew Quick Blade");
    assert_string_equal(event_words(BEL, drew), "Ash drew a card");
    assert_string_equal(event_words(NO_SEAT, drew), "Ash drew Quick Blade");
    card_of(&state.core, card)->def = pool_find(box->pool, TEXT("Oak Shield"));
    assert_string_equal(event_words(ASH, drew), "Ash drew Quick Blade"); // the face at that moment
    drew.told = BIT(ASH);
    assert_string_equal(event_words(BEL, drew), "");
}

static void chance_has_words_in_every_game(void **unused)
{
    (void)unused;
    open_table(2);
    struct event e = { .kind = EVENT_ROLLED, .seat = BEL, .amount = 6, .told = EVERYBODY };
    assert_string_equal(event_words(ASH, e), "Bel rolled 6");
    e.kind = EVENT_FLIPPED;
    assert_string_equal(event_words(ASH, e), "Bel flipped heads");
    e.kind = EVENT_SHUFFLED;
    e.from = toy_zone(ASH, TOY_DECK);
    assert_string_equal(event_words(ASH, e), "Ash deck was shuffled");
    e.kind = 999;
    assert_string_equal(event_words(ASH, e), "");
}

static void reasons_are_rules(void **unused)
{
    (void)unused;
    open_table(2);
    struct reason reason = { .rule = TOY_005_DAMAGE, .def = NO_DEF };
    struct writer w      = writer_on(said, sizeof said);
    say_reason(&table, &reason, &w);
    assert_string_equal(said, "TOY-005");
    w      = writer_on(said, sizeof said);
    reason = (struct reason){ 0 };
    say_reason(&table, &reason, &w);
    assert_string_equal(said, "");
}

// --- rubbish ------------------------------------------------------------------------------------

static void rubbish_is_refused_without_harm(void **unused)
{
    (void)unused;
    static const char *const pieces[] = { "attack ", "Quick Blade", " > ",   "unit ",  "1",
                                          "(",       ")",           "Bel ",  "hand ",  "9999",
                                          "pass",    " ",           "pick ", "{card}", "\xff\xfe",
                                          "on ",     "2nd ",        "," };
    struct rng               rng      = rng_from(5);
    set_up_a_fight();
    for (int i = 0; i < 5000; i++) {
        char          text[300];
        struct writer w = writer_on(text, sizeof text);
        struct choice choice;
        for (unsigned n = rng_below(&rng, 12); n > 0; n--)
            write_chars(&w, pieces[rng_below(&rng, COUNT(pieces))]);
        if (read_choice(&table, ASH, (struct text){ text, w.size }, SEAT_NAMES, &choice, NULL))
            (void)table_why_not(&table, ASH, choice);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_is_said_by_its_name_if_that_leaves_no_doubt),
        cmocka_unit_test(a_doubt_is_settled_by_the_place),
        cmocka_unit_test(cards_on_a_card_lie_on_its_place),
        cmocka_unit_test(a_hidden_card_is_said_by_its_place_alone),
        cmocka_unit_test(choices_are_said_by_their_forms),
        cmocka_unit_test(a_choice_is_taken_apart_as_its_form_says),
        cmocka_unit_test(everything_that_can_be_said_of_a_card_names_it),
        cmocka_unit_test(odd_choices_have_words_as_well),
        cmocka_unit_test(words_are_unique_and_lead_back),
        cmocka_unit_test(reading_is_generous),
        cmocka_unit_test(what_fits_several_choices_is_refused_with_all_of_them),
        cmocka_unit_test(what_is_not_listed_still_means_something),
        cmocka_unit_test(what_two_rules_forbid_is_refused_with_both_meanings),
        cmocka_unit_test(what_means_nothing_is_refused_with_what_there_is),
        cmocka_unit_test(beginnings_are_measured),
        cmocka_unit_test(zones_are_of_the_seat_unless_another_is_named),
        cmocka_unit_test(events_show_faces_to_those_who_saw_them),
        cmocka_unit_test(chance_has_words_in_every_game),
        cmocka_unit_test(reasons_are_rules),
        cmocka_unit_test(rubbish_is_refused_without_harm),
    };
    return cmocka_run_group_tests(tests, open_box, close_box);
}
