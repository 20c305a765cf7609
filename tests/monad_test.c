// monad_test.c - Monad Wars with cards that nobody printed: there is always something to choose.
#include "tests/unit.h"

#include "cardtext/cards.h"
#include "engine/table.h"
#include "games/list.h"
#include "games/monad/state.h"
#include "games/monad/words.h"
#include "match/box.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 64 * 1024 };

// Every class of tier 1, but only for a Skarn.
static struct box *open_with_demanding_classes(const struct box *as_printed)
{
    static char   file[FILE_MAX], card[FILE_MAX];
    struct writer w = writer_on(file, sizeof file);
    for (def_id d = 0; d < as_printed->pool->def_count; d++) {
        const struct card_def *def = &as_printed->pool->defs[d];
        if (def->kind != KIND_CLASS || def->field[FIELD_TIER] != 1) continue;
        struct writer one = writer_on(card, sizeof card);
        card_print(as_printed->cards, def, &one);
        struct text rest = { one.at, one.size }, line;
        while (text_cut(&rest, '\n', &line))
            write_format(&w, "%s%.*s\n", text_starts(line, "  (a)") ? "  Requires Skarn\n" : "",
                         SHOW(line));
        write_char(&w, '\n');
    }
    struct error err = { 0 };
    struct box  *box = box_open_changed(as_printed->game, "demanding.cards",
                                        (struct text){ w.at, w.size }, &err);
    if (!box) fail_msg("%s:%u: %s", err.source, err.line, err.text);
    return box;
}

// MON-R124: through the choices of the parties, and as others imagine them.
static void a_catalyst_that_fits_no_class_takes_any(void **state)
{
    enum { MATCHES = 40, ANSWERS = 8 };
    static struct match_setup setup;
    static struct choice      list[CHOICES_MAX];
    (void)state;
    struct box  *as_printed = box_open(game_find(TEXT("monad")), NULL);
    struct box  *box        = open_with_demanding_classes(as_printed);
    struct table t          = { .game = box->game, .pool = box->pool };
    struct table other      = t;
    t.state                 = calloc(1, box->game->state_size);
    other.state             = calloc(1, box->game->state_size);
    for (uint64_t seed = 0; seed < MATCHES; seed++) {
        struct rng luck = rng_from(seed);
        assert_true(box_setup(box, 0, 2, NULL, 0, seed, &setup, NULL));
        table_start(&t, &setup);
        table_advance(&t);
        for (unsigned i = 0; i < ANSWERS; i++) {
            seat_id seat = table_asked(&t) & 1 ? 0 : 1;
            memcpy(other.state, t.state, box->game->state_size);
            table_imagine(&other, SPECTATOR, &luck);
            assert_int_not_equal(table_choices(&other, seat, list, CHOICES_MAX), 0);
            size_t count = table_choices(&t, seat, list, CHOICES_MAX);
            assert_int_not_equal(count, 0);
            assert_int_equal(table_answer(&t, seat, list[rng_below(&luck, (uint32_t)count)]), 0);
            table_advance(&t);
        }
    }
    free(t.state);
    free(other.state);
    box_close(box);
    box_close(as_printed);
}

// MON-753: Shields against different types are different statuses, and all of them are open.
static void everybody_sees_against_what_a_shield_is(void **state)
{
    static struct match_setup setup;
    static struct choice      list[CHOICES_MAX];
    static struct view        v;
    (void)state;
    struct box  *box = box_open(game_find(TEXT("monad")), NULL);
    struct table t   = { .game = box->game, .pool = box->pool };
    t.state          = calloc(1, box->game->state_size);
    assert_true(box_setup(box, 0, 2, NULL, 0, 1, &setup, NULL));
    table_start(&t, &setup);
    table_advance(&t);
    struct monad_state *s = (struct monad_state *)t.state;
    while (s->bodies[0].card == NO_CARD || !s->bodies[0].card) {
        for (seat_id seat = 0; seat < 2; seat++)
            if (t.state->asked >> seat & 1 && table_choices(&t, seat, list, CHOICES_MAX))
                assert_int_equal(table_answer(&t, seat, list[0]), 0);
        table_advance(&t);
    }
    s->bodies[0].shield[FROST]   = 2;
    s->bodies[0].shield[MAGICAL] = 3;
    table_view(&t, SPECTATOR, &v);
    unsigned found = 0;
    for (unsigned i = 0; i < v.card_count; i++)
        for (unsigned k = 0; v.cards[i].id == s->bodies[0].card && box->game->status_words[k]; k++)
            if (v.cards[i].words >> k & 1) {
                found += strcmp(box->game->status_words[k], "Shield (Frost)") == 0 ||
                         strcmp(box->game->status_words[k], "Shield (Magic)") == 0;
                assert_string_not_equal(box->game->status_words[k], "Shield (Fire)");
            }
    assert_int_equal(found, 2);
    free(t.state);
    box_close(box);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_catalyst_that_fits_no_class_takes_any),
        cmocka_unit_test(everybody_sees_against_what_a_shield_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
