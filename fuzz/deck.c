// Deck files: whatever is read names cards that exist, and is legal or refused with a reason. A
// legal deck can be played.
#include "engine/table.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>

static void check_entries(const struct box *box, const struct deck *deck)
{
    for (uint32_t i = 0; i < deck->count; i++)
        if (deck->entries[i].def >= box->pool->def_count || !deck->entries[i].count)
            BUG("a deck that was read has a bad entry");
}

static void start(const struct box *box, const struct deck *deck)
{
    static struct match_setup setup;
    const struct deck        *decks[SEATS_MAX];
    struct error              err = { 0 };
    for (unsigned i = 0; i < SEATS_MAX; i++) decks[i] = deck;
    if (!box_setup(box, 0, box->game->modes[0].seats_min, decks, SEATS_MAX, 1, &setup, &err)) {
        check_refusal(&err);
        return;
    }
    struct table t = { .game  = box->game,
                       .pool  = box->pool,
                       .state = calloc(1, box->game->state_size) };
    if (!t.state) BUG("out of memory");
    table_start(&t, &setup);
    table_advance(&t);
    const char *broken = table_broken(&t);
    if (broken) BUG("%s", broken);
    free(t.state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text       input = { (const char *)data, size };
    const struct box *box   = fuzz_box(&input);
    struct error      err   = { 0 };
    struct arena      arena;
    struct deck       deck;
    arena_init(&arena);
    if (deck_read(&arena, box->pool, box->game->deck_sections, "input", input, &deck, &err)) {
        check_entries(box, &deck);
        start(box, &deck);
    } else {
        check_refusal(&err);
    }
    arena_finish(&arena);
    return 0;
}
