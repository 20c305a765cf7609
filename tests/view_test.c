// view_test.c - views of every game and mode: honest ones pass the door and come through it as they
// were; twisted ones are refused, or can be drawn.
#include "tests/unit.h"

#include "base/json.h"
#include "base/rng.h"
#include "cli/fit.h"
#include "cli/online.h"
#include "cli/pack.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/match.h"
#include "match/show.h"

#include <string.h>

enum { MATCHES = IS_SANITIZED ? 1 : 3, TWISTS = 60, DRAWN_MAX = 256 * 1024 };

static struct view view, twisted;
static char        drawn[DRAWN_MAX];

static void draw(const struct box *box, const struct view *v)
{
    const char *names[NAMES_MAX];
    for (size_t i = 0; i < NAMES_MAX; i++) names[i] = "Ash";
    static struct sheet sheet;
    struct writer       w = writer_on(drawn, sizeof drawn);
    struct arena        arena;
    arena_init(&arena);
    sheet_begin(&sheet, v, box->pool, names);
    box->game->sheet(&sheet);
    sheet_end(&sheet);
    pack_lines(&sheet, &arena, false, LETTERS_ALL, &w);
    arena_finish(&arena);
}

// Some bytes are others; most such views are refused.
static unsigned twist(const struct box *box, struct rng *rng)
{
    unsigned taken = 0;
    for (unsigned i = 0; i < TWISTS; i++) {
        memcpy(&twisted, &view, sizeof view);
        struct view_card  *card  = &twisted.cards[rng_below(rng, twisted.card_count + 1u)];
        struct view_value *value = &twisted.values[rng_below(rng, twisted.value_count + 1u)];
        switch (rng_below(rng, 10)) {
        case 0: card->owner = (seat_id)rng_below(rng, 256); break;
        case 1: card->def = (def_id)rng_below(rng, box->pool->def_count + 3u); break;
        case 2: card->def = NO_DEF; break;
        case 3: card->zone = (zone_id)rng_below(rng, 256); break;
        case 4: card->words ^= 1ull << rng_below(rng, 64); break;
        case 5: card->stat[rng_below(rng, VIEW_STATS_MAX)] = (int16_t)rng_next(rng); break;
        case 6: value->value = (int16_t)rng_next(rng); break;
        case 7: value->value = (int16_t)((int)rng_below(rng, 12) - 3); break;
        case 8: value->name = (uint8_t)rng_below(rng, 64); break;
        case 9: ((uint8_t *)&twisted)[rng_below(rng, 16)] ^= (uint8_t)rng_next(rng); break;
        }
        if (twisted.link_count)
            twisted.links[0].target = (card_id)rng_next(rng);
        else if (rng_below(rng, 4) == 0 && twisted.card_count)
            twisted.links[twisted.link_count++] = (struct view_link){
                .what   = (uint16_t)rng_below(rng, 20),
                .seat   = (seat_id)(rng_below(rng, 2) ? NO_SEAT : 0),
                .flags  = (uint8_t)rng_next(rng),
                .def    = NO_DEF,
                .target = (card_id)rng_next(rng)
            };
        if (view_broken(box->game, box->pool, &twisted)) continue;
        draw(box, &twisted);
        taken++;
    }
    return taken;
}

static void look(const struct box *box, const struct match *m, struct rng *rng, unsigned *taken)
{
    static struct view back;
    struct arena       arena;
    arena_init(&arena);
    for (seat_id viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer >= m->setup.seats && viewer != SPECTATOR) continue;
        table_view(&m->table, viewer, &view);
        const char *wrong = view_broken(box->game, box->pool, &view);
        if (wrong) fail_msg("%s, viewer %u: %s", box->game->name, viewer, wrong);
        struct json j = json_in(&arena);
        show_view(&j, &m->table, m->names, &view);
        json_end(&j);
        json_t *json = json_loadb(j.out, j.size, 0, NULL);
        assert_non_null(json);
        make_fit_to_print(json);
        if (!view_from_json(box->game, box->pool, json, &back))
            fail_msg("%s, viewer %u: an honest view is refused", box->game->name, viewer);
        assert_int_equal(back.card_count, view.card_count);
        assert_int_equal(back.value_count, view.value_count);
        for (unsigned i = 0; i < view.card_count; i++) {
            assert_int_equal(back.cards[i].def, view.cards[i].def);
            assert_int_equal(back.cards[i].zone, view.cards[i].zone);
            assert_int_equal(back.cards[i].owner, view.cards[i].owner);
        }
        json_decref(json);
        *taken += twist(box, rng);
    }
    arena_finish(&arena);
}

static void play(const struct box *box, unsigned mode, uint64_t seed, unsigned *taken)
{
    struct match_setup setup;
    struct error       err = { 0 };
    struct rng         rng = rng_from(seed);
    struct choice      list[CHOICES_MAX];
    if (!box_setup(box, mode, box->game->modes[mode].seats_min, NULL, 0, seed, &setup, &err))
        fail_msg("%s", err.text);
    struct match *m = match_create(box, &setup, &err);
    if (!m) fail_msg("%s", err.text);
    for (unsigned n = 0; n < 400 && !m->table.state->over; n++) {
        seat_id seat = 0;
        while (!(table_asked(&m->table) >> seat & 1)) seat++;
        size_t count = table_choices(&m->table, seat, list, CHOICES_MAX);
        assert_int_equal(match_answer(m, seat, list[rng_below(&rng, (uint32_t)count)]), 0);
        if (n % 16 == 0) look(box, m, &rng, taken);
    }
    match_destroy(m);
}

static void no_view_leads_out_of_a_table(void **state)
{
    (void)state;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err   = { 0 };
        struct box  *box   = box_open(*g, &err);
        unsigned     taken = 0;
        assert_non_null(box);
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++)
            for (uint64_t seed = 1; seed <= MATCHES; seed++) play(box, mode, seed, &taken);
        assert_true(taken > 0);
        box_close(box);
    }
}

static void what_is_printed_does_nothing(void **state)
{
    (void)state;
    static const char *const TEXTS[][2] = {
        { "plain words", "plain words" },
        { "M\u00fcller \u2192 \u9f8d", "M\u00fcller \u2192 \u9f8d" },
        { "\033]0;title\007", "?]0;title?" },
        { "\033[2J", "?[2J" },
        { "\033]52;c;cm0=\033\\", "?]52;c;cm0=?\\" },
        { "\xc2\x9b"
          "2J",
          "?2J" }, // C1
        { "a\x7f"
          "b\rc\nd\te",
          "a?b?c?d?e" },
        { "\xe2\x80\xae"
          "drow",
          "?drow" },                            // right to left
        { "\xe2\x81\xa6x\xe2\x81\xa9", "?x?" }, // isolates
        { "a\xe2\x80\x8b"
          "b\xef\xbb\xbf",
          "a?b?" },              // without width
        { "\xe2\x80\xa8", "?" }, // the end of a line
        { "\xff\xfe", "??" },    // no characters
    };
    for (size_t i = 0; i < COUNT(TEXTS); i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", TEXTS[i][0]);
        assert_int_equal(is_fit_to_print(text), strcmp(TEXTS[i][0], TEXTS[i][1]) == 0);
        fit_to_print(text);
        assert_string_equal(text, TEXTS[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_view_leads_out_of_a_table),
        cmocka_unit_test(what_is_printed_does_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
