// golden.c - the four proofs over every shipped card of every game, and what random matches come
// to: the bytes of their positions (.matches) and what people see of them (.outside), also on a
// terminal (.screens). A change of how a game works inside changes the first only.
//
//     golden ROOT            compares with tests/golden/<game>.cards, .meaning, .matches, .outside,
//                            .screens
//     golden ROOT --write    writes these files anew, after a change that was meant
#include "base/arena.h"
#include "base/hash.h"
#include "bots/bot.h"
#include "games/list.h"
#include "match/witness.h"
#include "tests/screens.h"

#include <stdio.h>
#include <string.h>

enum { MATCHES = 60, SHEET_SIZE = 1 << 22 };

static char     path[4096], sheet[SHEET_SIZE];
static unsigned passed, failed;

static const char *path_of(const char *root, const struct game *game, const char *ending)
{
    snprintf(path, sizeof path, "%s/tests/golden/%s.%s", root, game->name, ending);
    return path;
}

static void note(bool fine, const char *game, const char *what)
{
    if (fine)
        passed++;
    else
        failed++;
    if (!fine) printf("%s: %s\n", game, what);
}

static bool write_file(const char *to, struct text text)
{
    FILE *file = fopen(to, "wb");
    bool  fine = file && fwrite(text.at, 1, text.size, file) == text.size;
    return file && fclose(file) == 0 && fine;
}

static void prove_cards(const struct box *box, const char *root)
{
    struct arena  arena;
    struct error  err    = { 0 };
    struct writer report = writer_on(sheet, sizeof sheet);
    struct text   golden;
    arena_init(&arena);
    bool fine = file_read(&arena, path_of(root, box->game, "cards"), SHEET_SIZE, &golden, &err);
    note(fine, box->game->name, err.text);
    if (fine) note(cards_prove(box->cards, golden, &report) == 0, box->game->name, sheet);
    arena_finish(&arena);
}

// The same seeds, modes and decks on every machine.
static uint64_t sign_match(const struct box *box, struct core *state, uint64_t seed)
{
    struct match_setup setup;
    struct error       err   = { 0 };
    struct table       t     = { .game = box->game, .pool = box->pool, .state = state };
    struct rng         rng   = rng_from(seed);
    unsigned           modes = 0;
    uint64_t           hash  = 0;
    while (box->game->modes[modes].name) modes++;
    unsigned mode = (unsigned)(seed % modes);
    if (!box_setup(box, mode, box->game->modes[mode].seats_max, NULL, 0, seed, &setup, &err))
        BUG("%s", err.text);
    table_start(&t, &setup);
    for (table_advance(&t); !t.state->over; table_advance(&t)) {
        for (seat_id seat = 0; seat < t.state->seats; seat++)
            if (t.state->asked >> seat & 1 &&
                table_answer(&t, seat, bot_choose(&random_bot, &t, seat, &rng)) != 0)
                BUG("an offered choice is refused");
        hash = hash_mix(hash, table_hash(&t));
    }
    return hash_mix(hash, table_hash(&t));
}

static struct text sign_matches(const struct box *box)
{
    struct arena  arena;
    struct writer w = writer_on(sheet, sizeof sheet);
    arena_init(&arena);
    struct core *state = arena_alloc(&arena, 1, box->game->state_size);
    for (uint64_t seed = 0; seed < MATCHES; seed++)
        write_format(&w, "%3u %016llx\n", (unsigned)seed,
                     (unsigned long long)sign_match(box, state, seed));
    arena_finish(&arena);
    return (struct text){ sheet, w.size };
}

static struct text sign_outside(const struct box *box)
{
    struct witness witness;
    struct error   err = { 0 };
    struct writer  w   = writer_on(sheet, sizeof sheet);
    witness_init(&witness, box);
    for (uint64_t seed = 0; seed < MATCHES; seed++) {
        witness.hash = 0;
        if (!witness_begin(&witness, seed, &err)) BUG("%s", err.text);
        while (witness_look(&witness)) witness_go_on(&witness);
        write_format(&w, "%3u %016llx\n", (unsigned)seed, (unsigned long long)witness.hash);
    }
    witness_finish(&witness);
    return (struct text){ sheet, w.size };
}

static bool has_meanings(const struct box *box)
{
    return box->pool->meaning || box->game->form->explain;
}

// What every line means, in plain words; empty where a game's texts are not bound.
static struct text explain_cards(const struct box *box)
{
    struct writer           w    = writer_on(sheet, sizeof sheet);
    const struct card_pool *pool = box->pool;
    for (uint32_t d = 0; has_meanings(box) && d < pool->def_count; d++) {
        const struct card_def *def = &pool->defs[d];
        if (def->line_count) write_format(&w, "%s\n", def->name);
        for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
            write_format(&w, "  %.*s\n", SHOW(pool->lines[i].printed));
            explain_card_line(box->game->form, pool, def, i, &w);
        }
    }
    return (struct text){ sheet, w.size };
}

static struct text show_screens(const struct box *box)
{
    struct writer w = writer_on(sheet, sizeof sheet);
    write_screens(box, &w);
    return (struct text){ sheet, w.size };
}

static void compare(const struct box *box, const char *root, const char *ending, struct text now,
                    const char *other)
{
    struct arena arena;
    struct error err = { 0 };
    struct text  golden;
    arena_init(&arena);
    bool fine = file_read(&arena, path_of(root, box->game, ending), SHEET_SIZE, &golden, &err);
    note(fine && text_equal(golden, now), box->game->name, fine ? other : err.text);
    arena_finish(&arena);
}

static void compare_matches(const struct box *box, const char *root)
{
    if (has_meanings(box))
        compare(box, root, "meaning", explain_cards(box),
                "cards mean something else; if that is meant: build/tests/golden . --write");
    compare(box, root, "matches", sign_matches(box),
            "random matches go another way; if that is meant: build/tests/golden . --write");
    compare(
        box, root, "outside", sign_outside(box),
        "random matches look different to people; if that is meant: build/tests/golden . --write");
    compare(box, root, "screens", show_screens(box),
            "the terminal looks different; if that is meant: build/tests/golden . --write");
}

static void write_golden(const struct box *box, const char *root)
{
    struct writer w = writer_on(sheet, sizeof sheet);
    cards_show_golden(box->cards, &w);
    note(write_file(path_of(root, box->game, "cards"), (struct text){ sheet, w.size }),
         box->game->name, "cannot be written");
    if (has_meanings(box))
        note(write_file(path_of(root, box->game, "meaning"), explain_cards(box)), box->game->name,
             "cannot be written");
    note(write_file(path_of(root, box->game, "matches"), sign_matches(box)), box->game->name,
         "cannot be written");
    note(write_file(path_of(root, box->game, "outside"), sign_outside(box)), box->game->name,
         "cannot be written");
    note(write_file(path_of(root, box->game, "screens"), show_screens(box)), box->game->name,
         "cannot be written");
}

int main(int argc, char **argv)
{
    bool writes = argc > 2 && strcmp(argv[2], "--write") == 0;
    for (const struct game *const *g = GAMES; *g; g++) {
        struct error err = { 0 };
        struct box  *box = argc > 1 ? box_open(*g, &err) : NULL;
        note(box != NULL, (*g)->name, err.text);
        if (!box) continue;
        if (writes)
            write_golden(box, argv[1]);
        else
            prove_cards(box, argv[1]), compare_matches(box, argv[1]);
        box_close(box);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
