// would_test.c - what a choice would do is found without touching the position, and is the same for
// all positions that look the same to the seat.
#include "tests/unit.h"

#include "engine/table.h"
#include "games/list.h"
#include "match/match.h"
#include "match/would.h"

#include <string.h>

enum { QUESTIONS = 70, EVERY = 3 };

static struct would  one, two;
static struct choice list[CHOICES_MAX];
static unsigned      told, asked;
static struct table  other;

// A position with other secrets, that looks the same to the seat.
static void ask_elsewhere(const struct match *m, seat_id seat, struct choice choice,
                          struct arena *arena)
{
    struct rng rng = rng_from(4711);
    other          = m->table;
    other.log      = NULL;
    other.state    = arena_alloc(arena, 1, m->table.game->state_size);
    memcpy(other.state, m->table.state, m->table.game->state_size);
    table_imagine(&other, seat, &rng);
    would(&other, seat, choice, arena, &two);
}

static void look(const struct match *m, seat_id seat, struct choice choice)
{
    struct arena  arena;
    char          words[4096] = "";
    struct writer w           = writer_on(words, sizeof words);
    uint64_t      hash        = table_hash(&m->table);
    size_t        events      = m->log.count;
    arena_init(&arena);
    would(&m->table, seat, choice, &arena, &one);
    if (table_hash(&m->table) != hash || m->log.count != events)
        fail_msg("%s: the position was changed by asking", m->table.game->name);
    ask_elsewhere(m, seat, choice, &arena);
    if (memcmp(&one, &two, sizeof one) != 0)
        fail_msg("%s: the answer depends on what the seat cannot know", m->table.game->name);
    say_would(&m->table, seat, &one, m->names, &w);
    asked++;
    told += w.size > 0;
    arena_finish(&arena);
}

static void play(const struct box *box, unsigned mode)
{
    struct match_setup setup;
    struct error       err = { 0 };
    struct rng         rng = rng_from(mode + 1);
    if (!box_setup(box, mode, box->game->modes[mode].seats_max, NULL, 0, 3, &setup, &err))
        fail_msg("%s", err.text);
    struct match *m = match_create(box, &setup, &err);
    for (unsigned i = 0; i < QUESTIONS && !m->table.state->over; i++) {
        seat_id seat = 0;
        while (!(m->table.state->asked >> seat & 1)) seat++;
        size_t count = table_choices(&m->table, seat, list, CHOICES_MAX);
        size_t taken = rng_below(&rng, (uint32_t)count);
        if (i % EVERY == 0) look(m, seat, list[taken]);
        if (match_answer(m, seat, list[taken])) fail_msg("a listed choice was refused");
    }
    match_destroy(m);
}

static void asking_changes_nothing_and_tells_no_secret(void **state)
{
    (void)state;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err = { 0 };
        struct box  *box = box_open(*g, &err);
        if (!box) fail_msg("%s", err.text);
        told = asked = 0;
        for (unsigned mode = 0; (*g)->modes[mode].name; mode++) play(box, mode);
        if (told * 2 < asked) fail_msg("%s: %u of %u say nothing", (*g)->name, asked - told, asked);
        box_close(box);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asking_changes_nothing_and_tells_no_secret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
