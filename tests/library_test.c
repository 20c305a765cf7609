// library_test.c - the library through its header alone, as a program outside of this repository
// uses it.
#include "tests/unit.h"

#include <pentacle.h>

#include <string.h>
#include <unistd.h>

static struct pentacle_box *box;

static int open_blank(void **state)
{
    (void)state;
    struct pentacle_error err = { 0 };
    box                       = pentacle_open("blank", &err);
    if (!box) print_error("%s\n", err.text);
    return box ? 0 : -1;
}

static int close_blank(void **state)
{
    (void)state;
    pentacle_close(box);
    return 0;
}

// --- helpers ------------------------------------------------------------------------------------

static struct pentacle_match *start(uint64_t seed)
{
    struct pentacle_error  err   = { 0 };
    struct pentacle_setup  setup = { .seed = seed };
    struct pentacle_match *m     = pentacle_start(box, &setup, &err);
    if (!m) fail_msg("%s", err.text);
    return m;
}

static unsigned first_asked(const struct pentacle_match *m)
{
    unsigned seat = 0;
    while (!(pentacle_asked(m) >> seat & 1)) seat++;
    return seat;
}

// Takes the choice that `pick` points at in each list, for so many choices or to the end.
static void play_on(struct pentacle_match *m, unsigned pick, unsigned choices)
{
    static struct pentacle_choice list[PENTACLE_CHOICES_MAX];
    for (; choices > 0 && !pentacle_is_over(m); choices--) {
        unsigned seat  = first_asked(m);
        size_t   count = pentacle_choices(m, seat, list, PENTACLE_CHOICES_MAX);
        assert_true(count > 0);
        pick = pick * 1103515245u + 12345u;
        assert_int_equal(pentacle_answer(m, seat, list[(pick >> 16) % count]), 0);
    }
}

static char *view_of(const struct pentacle_match *m, unsigned viewer)
{
    size_t size = pentacle_view(m, viewer, NULL, 0);
    char  *json = malloc(size + 1);
    assert_non_null(json);
    assert_int_equal(pentacle_view(m, viewer, json, size + 1), size);
    assert_int_equal(strlen(json), size);
    return json;
}

static bool choice_is(struct pentacle_choice a, struct pentacle_choice b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

// --- boxes --------------------------------------------------------------------------------------

static void games_cards_and_rules_can_be_listed(void **state)
{
    (void)state;
    struct pentacle_mode mode;
    char                 text[1000];
    assert_int_equal(pentacle_abi(), PENTACLE_ABI);
    assert_non_null(pentacle_game_name(0));
    assert_non_null(pentacle_game_title(0));
    assert_null(pentacle_game_name(1000));
    assert_true(pentacle_mode(box, 0, &mode));
    assert_string_equal(mode.name, "duel");
    assert_int_equal(mode.seats_min, 2);
    assert_false(pentacle_mode(box, 1000, &mode));
    assert_string_equal(pentacle_deck(box, 0), "Brawler");
    assert_null(pentacle_deck(box, 1000));
    assert_null(pentacle_card_name(box, 100000));
    assert_true(pentacle_card_text(box, 0, text, sizeof text) > 0);
    assert_non_null(strstr(text, pentacle_card_name(box, 0)));
    assert_int_equal(pentacle_card_text(box, 100000, text, sizeof text), 0);
    assert_string_equal(pentacle_rule_name(box, 14), "BLA-014");
    assert_non_null(strstr(pentacle_rule_text(box, 14), "Heavy"));
    assert_non_null(pentacle_rule_text(box, 12345));
}

static void bad_input_is_named_with_its_place(void **state)
{
    (void)state;
    struct pentacle_error err = { 0 };
    assert_null(pentacle_open("chess", &err));
    assert_non_null(strstr(err.text, "chess"));
    assert_non_null(strstr(err.text, "blank")); // what would be accepted
    assert_null(pentacle_open("chess", NULL));
    assert_null(pentacle_add_cards(box, "mine", "Soft Jab\n  Axtion\n", &err));
    assert_string_equal(err.source, "mine");
    assert_int_equal(err.line, 2);
    struct pentacle_setup setup = { .mode = "chess" };
    assert_null(pentacle_start(box, &setup, &err));
    assert_non_null(strstr(err.text, "duel"));
    setup = (struct pentacle_setup){ .seats = 9 };
    assert_null(pentacle_start(box, &setup, &err));
    setup = (struct pentacle_setup){ .deck = { "Nobody" } };
    assert_null(pentacle_start(box, &setup, &err));
    assert_non_null(strstr(err.text, "Brawler"));
    setup = (struct pentacle_setup){ .deck = { "champion Brakka\n3 Lunje\n" } };
    assert_null(pentacle_start(box, &setup, &err));
    assert_int_equal(err.line, 2);
    assert_null(pentacle_arrange(box, "given Ash a1: Nobody\n", &err));
    assert_int_equal(err.line, 1);
    assert_false(pentacle_verify("/nowhere", &err));
    assert_string_equal(err.source, "/nowhere");
}

static void options_are_agreed_before_a_match(void **state)
{
    (void)state;
    struct pentacle_error  err   = { 0 };
    struct pentacle_box   *game  = pentacle_open("eternity", &err);
    struct pentacle_setup  setup = { .seed = 1, .options = "level=belfry, turns=20" };
    struct pentacle_match *m     = pentacle_start(game, &setup, &err);
    assert_non_null(m);
    pentacle_free(m);
    setup.options = "level=moon";
    assert_null(pentacle_start(game, &setup, &err));
    assert_non_null(strstr(err.text, "Broken Belfry")); // what would be accepted
    setup.options = "turns=20, speed=9";
    assert_null(pentacle_start(game, &setup, &err));
    assert_non_null(strstr(err.text, "10 to 200"));
    pentacle_close(game);
}

static void cards_can_be_added(void **state)
{
    (void)state;
    struct pentacle_error err  = { 0 };
    const char           *card = "Soft Jab\n  Action\n  speed 3\n  Step back\n";
    const char           *deck = "champion Brakka\n3 Soft Jab\n3 Lunge\n3 Jab\n3 Parry\n";
    struct pentacle_box  *more = pentacle_add_cards(box, "mine", card, &err);
    if (!more) fail_msg("%s", err.text);
    struct pentacle_setup  setup = { .seed = 3, .deck = { deck, deck }, .name = { "Ida", "Ove" } };
    struct pentacle_match *m     = pentacle_start(more, &setup, &err);
    if (!m) fail_msg("%s", err.text);
    play_on(m, 1, ~0u);
    assert_true(pentacle_is_over(m));
    pentacle_free(m);
    pentacle_close(more);
}

// --- matches ------------------------------------------------------------------------------------

static void the_same_seed_and_choices_give_the_same_match(void **state)
{
    (void)state;
    struct pentacle_match *one = start(7), *two = start(7), *three = start(8);
    assert_true(pentacle_hash(one) != pentacle_hash(three));
    play_on(one, 5, ~0u);
    play_on(two, 5, ~0u);
    assert_true(pentacle_is_over(one));
    assert_true(pentacle_hash(one) == pentacle_hash(two));
    assert_int_equal(pentacle_asked(one), 0);
    assert_int_equal(pentacle_winners(one), pentacle_winners(two));
    assert_true(pentacle_over_because(one) > 0);
    assert_string_equal(pentacle_question(one, 0), "");
    pentacle_free(one);
    pentacle_free(two);
    pentacle_free(three);
}

static void words_and_choices_mean_each_other(void **state)
{
    (void)state;
    struct pentacle_match *m = start(2);
    for (unsigned i = 0; i < 40 && !pentacle_is_over(m); i++) {
        struct pentacle_choice list[PENTACLE_CHOICES_MAX], read;
        unsigned               seat  = first_asked(m);
        size_t                 count = pentacle_choices(m, seat, list, PENTACLE_CHOICES_MAX);
        assert_true(strlen(pentacle_question(m, seat)) > 0);
        for (size_t c = 0; c < count; c++) {
            char words[256], cut[4];
            assert_true(pentacle_say(m, seat, seat, list[c], words, sizeof words) == strlen(words));
            assert_true(pentacle_say(m, seat, seat, list[c], cut, sizeof cut) == strlen(words));
            assert_memory_equal(cut, words, strlen(cut));
            assert_true(pentacle_read(m, seat, words, &read, NULL));
            assert_true(choice_is(read, list[c]));
            assert_int_equal(pentacle_why_not(m, seat, list[c]), 0);
        }
        play_on(m, i, 1);
    }
    struct pentacle_error  err = { 0 };
    struct pentacle_choice none;
    assert_false(pentacle_read(m, 0, "dance a waltz", &none, &err));
    assert_true(err.text[0] != 0);
    pentacle_free(m);
}

static void a_refusal_names_a_rule_and_changes_nothing(void **state)
{
    (void)state;
    struct pentacle_match *m    = start(1);
    uint64_t               hash = pentacle_hash(m);
    struct pentacle_choice odd  = { .kind = 200 };
    uint16_t               no   = pentacle_answer(m, first_asked(m), odd);
    assert_int_not_equal(no, 0);
    assert_int_equal(no, pentacle_why_not(m, first_asked(m), odd));
    assert_true(strlen(pentacle_rule_text(box, no)) > 0);
    assert_int_not_equal(pentacle_answer(m, 3, odd), 0); // nobody sits there
    assert_true(pentacle_hash(m) == hash);
    pentacle_free(m);
}

static void a_choice_can_be_taken_back_and_a_match_given_up(void **state)
{
    (void)state;
    struct pentacle_error  err = { 0 };
    struct pentacle_choice read;
    uint64_t               seed = 0;
    struct pentacle_match *m    = start(seed);
    while (pentacle_choices(m, 1, NULL, 0) < 2) { // to where seat 1 has something to decide
        pentacle_free(m);
        m = start(++seed);
    }
    assert_false(pentacle_undo(m, 0, &err));
    assert_true(err.text[0] != 0);
    uint64_t hash = pentacle_hash(m);
    assert_true(pentacle_read(m, 1, "no guard", &read, &err));
    assert_int_equal(pentacle_answer(m, 1, read),
                     0); // the other still thinks: nobody has learned it
    assert_true(pentacle_undo(m, 1, &err));
    assert_true(pentacle_hash(m) == hash);
    assert_true(pentacle_concede(m, 0));
    assert_int_equal(pentacle_winners(m), 1u << 1);
    assert_false(pentacle_concede(m, 1));
    pentacle_free(m);
}

// --- viewers, clones, files ---------------------------------------------------------------------

static void a_view_holds_what_the_viewer_may_know(void **state)
{
    (void)state;
    struct pentacle_match *m = start(4);
    play_on(m, 4, 20);
    for (unsigned viewer = 0; viewer <= PENTACLE_SPECTATOR; viewer++) {
        if (viewer > 1 && viewer < PENTACLE_SPECTATOR) continue;
        char                  *before = view_of(m, viewer);
        struct pentacle_match *c      = pentacle_clone(m);
        assert_true(pentacle_imagine(c, viewer, 99));
        assert_true(pentacle_hash(c) != pentacle_hash(m)); // another world,
        char *after = view_of(c, viewer);
        assert_string_equal(before, after); // which looks the same
        free(before);
        free(after);
        pentacle_free(c);
    }
    assert_false(pentacle_imagine(m, 0, 1)); // only for clones
    pentacle_free(m);
}

static void events_are_told_once_and_only_to_those_who_may_know(void **state)
{
    (void)state;
    static char            json[256 * 1024];
    struct pentacle_match *m = start(4);
    assert_true(pentacle_events(m, 0, 0, json, sizeof json) < sizeof json);
    assert_non_null(strstr(json, "\"words\":\"Ash drew "));
    assert_non_null(strstr(json, "\"words\":\"Bel drew a card\""));
    size_t count = pentacle_event_count(m);
    assert_int_equal(pentacle_events(m, 0, count, json, sizeof json), 2);
    assert_string_equal(json, "[]");
    play_on(m, 4, 20);
    assert_true(pentacle_event_count(m) > count);
    pentacle_free(m);
}

static void a_question_comes_with_what_can_be_pointed_at(void **state)
{
    (void)state;
    static char            json[256 * 1024];
    struct pentacle_error  err = { 0 };
    struct pentacle_match *m   = start(4);
    while (!strstr(pentacle_question(m, first_asked(m)), "do you lay?")) play_on(m, 4, 1);
    unsigned seat = first_asked(m), legal = 0;
    assert_true(pentacle_owed(m, seat, json, sizeof json) < sizeof json);
    assert_non_null(strstr(json, pentacle_question(m, seat)));
    assert_non_null(strstr(json, "\"verb\":\"pick\",\"card\":"));
    assert_int_equal(pentacle_owed(m, 3, json, sizeof json), 2); // nobody sits there
    assert_true(pentacle_why(m, seat, "turn up", json, sizeof json, &err) > 0);
    assert_non_null(strstr(json, "[{\"words\":\"turn up\",\"rule\":\""));
    assert_int_equal(pentacle_why(m, seat, "eat the dice", json, sizeof json, &err), 0);
    assert_non_null(strstr(err.text, "pick"));
    for (uint16_t card = 0; card < 60; card++) {
        assert_true(pentacle_why_card(m, seat, card, json, sizeof json) > 0);
        legal += strstr(json, "\"rule\":null,\"text\":\"\"") != NULL;
    }
    assert_true(legal > 0 && legal < 60);
    pentacle_free(m);
}

static void a_box_tells_all_that_a_front_end_draws(void **state)
{
    (void)state;
    static char          json[1024 * 1024];
    struct pentacle_box *b = pentacle_open("blank", NULL);
    assert_true(pentacle_data(b, "game", json, sizeof json) < sizeof json);
    assert_non_null(strstr(json, "\"name\":\"Jab\",\"kind\":\"Action\",\"line\":\"Action\","
                                 "\"fields\":{\"tags\":[],\"speed\":\"7\"},\"stats\":{\"speed\":7},"
                                 "\"text\":[\"Deal 2 damage to the champion in front of you\"]"));
    assert_non_null(strstr(json, "\"layout\":{"));
    assert_true(pentacle_data(b, "rules", json, sizeof json) < sizeof json);
    assert_non_null(strstr(json, "\"chapter\":\"1 Setting up\""));
    assert_true(pentacle_data(b, "scenarios", json, sizeof json) > 0);
    assert_int_equal(pentacle_data(b, "weather", json, sizeof json), 0);
    pentacle_close(b);
}

static void clones_go_their_own_way(void **state)
{
    (void)state;
    struct pentacle_error  err = { 0 };
    struct pentacle_match *m   = start(6);
    play_on(m, 6, 10);
    uint64_t               hash = pentacle_hash(m);
    struct pentacle_match *c = pentacle_clone(m), *d = pentacle_clone(c);
    assert_true(pentacle_position_size(m) > 0);
    for (unsigned i = 0; i < 20; i++) {
        assert_true(pentacle_copy(c, m));
        assert_true(pentacle_hash(c) == hash);
        assert_true(pentacle_imagine(c, 0, i));
        play_on(c, i, ~0u);
        assert_true(pentacle_is_over(c));
    }
    assert_true(pentacle_hash(m) == hash);
    assert_false(pentacle_copy(m, c)); // a match keeps its past
    assert_false(pentacle_undo(c, 0, &err));
    assert_false(pentacle_save(c, "/tmp/never", &err));
    assert_int_equal(pentacle_event_count(c), 0);
    pentacle_free(c);
    pentacle_free(m);
    play_on(d, 3, ~0u); // outlives what it was made of
    assert_true(pentacle_concede(d, 0) == false);
    pentacle_free(d);
}

static void a_saved_match_verifies(void **state)
{
    (void)state;
    struct pentacle_error  err    = { 0 };
    char                   path[] = "/tmp/pentacle-library-XXXXXX";
    struct pentacle_match *m      = start(5);
    int                    fd     = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    play_on(m, 5, ~0u);
    if (!pentacle_save(m, path, &err)) fail_msg("%s", err.text);
    assert_true(pentacle_verify(path, &err));
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 200, SEEK_SET);
    fputc('#', file);
    fclose(file);
    assert_false(pentacle_verify(path, &err));
    assert_string_equal(err.source, path);
    assert_true(err.line > 1);
    remove(path);
    pentacle_free(m);
}

static void a_position_can_be_arranged(void **state)
{
    (void)state;
    struct pentacle_error  err = { 0 };
    struct pentacle_match *m   = pentacle_arrange(box,
                                                  "scenario  Two champions meet\n"
                                                    "card      Feather: Action speed 3; Step back\n"
                                                    "given     Ash a1: Brakka\n"
                                                    "          Bel c3: Pip\n"
                                                    "          Ash hand: Lunge, Feather\n"
                                                    "          Bel hand: Jab\n",
                                                  &err);
    if (!m) fail_msg("line %u: %s", (unsigned)err.line, err.text);
    char *json = view_of(m, 0);
    assert_non_null(strstr(json, "\"Feather\""));
    free(json);
    play_on(m, 1, ~0u);
    assert_true(pentacle_is_over(m));
    pentacle_free(m);
}

// --- bots ---------------------------------------------------------------------------------------

static void hints_are_the_best_choices_first(void **unused)
{
    (void)unused;
    struct pentacle_match *m = start(6);
    struct pentacle_hint   one[8], two[8];
    play_on(m, 5, 9);
    unsigned seat = first_asked(m);
    size_t   all  = pentacle_choices(m, seat, NULL, 0);
    size_t   n    = pentacle_hints(m, seat, 100, 0, 7, one, 8);
    assert_int_equal(n, all);
    for (size_t i = 0; i < n && i < 8; i++) {
        assert_int_equal(pentacle_why_not(m, seat, one[i].choice), 0);
        assert_true(one[i].chance >= 0 && one[i].chance <= 1);
        assert_true(i == 0 || one[i].tries <= one[i - 1].tries);
    }
    assert_int_equal(pentacle_hints(m, seat, 100, 0, 7, two, 8), n);
    assert_memory_equal(&one[0].choice, &two[0].choice, sizeof one[0].choice);
    assert_int_equal(pentacle_hints(m, 3, 100, 0, 7, one, 8), 0); // nobody sits there
    pentacle_free(m);
}

static void bots_play_through_the_library(void **unused)
{
    (void)unused;
    struct pentacle_error  err = { 0 };
    struct pentacle_match *m   = start(6);
    struct pentacle_choice choice;
    for (unsigned i = 0; !pentacle_is_over(m); i++) {
        unsigned seat = first_asked(m);
        assert_true(pentacle_bot(m, seat ? "novice" : "greedy", seat, i, &choice, &err));
        assert_int_equal(pentacle_answer(m, seat, choice), 0);
    }
    assert_false(pentacle_bot(m, "greedy", 0, 1, &choice, &err));
    assert_non_null(strstr(err.text, "not asked"));
    assert_false(pentacle_bot(m, "deepblue", 0, 1, &choice, &err));
    assert_non_null(strstr(err.text, "random, greedy"));
    pentacle_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_cards_and_rules_can_be_listed),
        cmocka_unit_test(bad_input_is_named_with_its_place),
        cmocka_unit_test(options_are_agreed_before_a_match),
        cmocka_unit_test(cards_can_be_added),
        cmocka_unit_test(the_same_seed_and_choices_give_the_same_match),
        cmocka_unit_test(words_and_choices_mean_each_other),
        cmocka_unit_test(a_refusal_names_a_rule_and_changes_nothing),
        cmocka_unit_test(a_choice_can_be_taken_back_and_a_match_given_up),
        cmocka_unit_test(a_view_holds_what_the_viewer_may_know),
        cmocka_unit_test(events_are_told_once_and_only_to_those_who_may_know),
        cmocka_unit_test(a_question_comes_with_what_can_be_pointed_at),
        cmocka_unit_test(a_box_tells_all_that_a_front_end_draws),
        cmocka_unit_test(clones_go_their_own_way),
        cmocka_unit_test(a_saved_match_verifies),
        cmocka_unit_test(a_position_can_be_arranged),
        cmocka_unit_test(hints_are_the_best_choices_first),
        cmocka_unit_test(bots_play_through_the_library),
    };
    return cmocka_run_group_tests(tests, open_blank, close_blank);
}
