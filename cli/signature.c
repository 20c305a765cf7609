// `pentacle signature`: one number for all that a game does. Random matches from seeds, every
// position on the way folded into a hash: a change that claims to change no rule must keep it.
#include "cli/commands.h"

#include "base/hash.h"
#include "bots/bot.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/box.h"

#include <stdio.h>

enum { ROW_GAMES, ROW_SEED };

static const struct option_row OPTIONS[] = {
    { "games", "N", "how many matches of each game (1000)" },
    { "seed", "N", "number of the first match (0)" },
    { 0 },
};

struct signature {
    const struct box *box;
    struct core      *state;
    uint64_t          hash, decisions;
};

// All modes, numbers of seats and ready-made decks take their turns.
static bool setup_match(const struct box *box, uint64_t seed, struct match_setup *out,
                        struct error *err)
{
    uint64_t           turn             = seed;
    unsigned           modes            = 0;
    const struct deck *decks[SEATS_MAX] = { 0 };
    while (box->game->modes[modes].name) modes++;
    const struct game_mode *mode  = &box->game->modes[turn % modes];
    unsigned                seats = mode->seats_max - mode->seats_min + 1u;
    turn /= modes;
    unsigned count = (unsigned)(mode->seats_min + turn % seats);
    for (unsigned s = 0; s < count && box->deck_count; s++) {
        turn     = hash_mix(turn, s);
        decks[s] = &box->decks[turn % box->deck_count];
    }
    struct error refused = { 0 };
    if (box_setup(box, (unsigned)(seed % modes), count, decks, count, seed, out, &refused))
        return true;
    // A game may forbid some decks beside each other; then the ready-made ones in turn.
    return box_setup(box, (unsigned)(seed % modes), count, NULL, 0, seed, out, err);
}

static bool play_match(struct signature *s, uint64_t seed, struct error *err)
{
    struct match_setup setup;
    struct table       t   = { .game = s->box->game, .pool = s->box->pool, .state = s->state };
    struct rng         rng = rng_from(seed);
    if (!setup_match(s->box, seed, &setup, err)) return false;
    table_start(&t, &setup);
    for (table_advance(&t); !t.state->over; table_advance(&t)) {
        for (seat_id seat = 0; seat < t.state->seats; seat++) {
            if (!(t.state->asked >> seat & 1)) continue;
            if (table_answer(&t, seat, bot_choose(&random_bot, &t, seat, &rng)) != 0)
                BUG("an offered choice is refused");
            s->decisions++;
        }
        s->hash = hash_mix(s->hash, table_hash(&t));
    }
    s->hash = hash_mix(s->hash, table_hash(&t));
    return true;
}

static int sign(const struct game *game, long games, long seed)
{
    struct box *box = open_box(&signature_command, game);
    if (!box) return PROBLEM;
    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    struct signature s    = { .box = box, .state = arena_alloc(&arena, 1, game->state_size) };
    bool             fine = true;
    for (long i = 0; fine && i < games; i++) fine = play_match(&s, (uint64_t)(seed + i), &err);
    if (fine)
        printf("%-12s %016llx  %ld matches, %llu decisions\n", game->name,
               (unsigned long long)s.hash, games, (unsigned long long)s.decisions);
    else
        say_error(&signature_command, &err);
    arena_finish(&arena);
    box_close(box);
    return fine ? FINE : PROBLEM;
}

static int run(int argc, char **argv)
{
    struct options o;
    long           games = 1000, seed = 0;
    bool           fine = true;
    for (options_begin(&o, &signature_command, argc, argv); fine && options_next(&o);)
        switch (o.row) {
        case ROW_GAMES:
            fine = option_number(o.command, "games", o.value, 1, 100000000, &games);
            break;
        case ROW_SEED:
            fine = option_number(o.command, "seed", o.value, 0, 1000000000, &seed);
            break;
        }
    if (!fine) return WRONG_USE;
    if (o.ended) return o.status;
    if (o.word_count) {
        const struct game *game = named_game(&signature_command, o.words[0]);
        return game ? sign(game, games, seed) : WRONG_USE;
    }
    int status = FINE;
    for (const struct game *const *g = GAMES; *g; g++)
        if (sign(*g, games, seed) != FINE) status = PROBLEM;
    return status;
}

const struct command signature_command = {
    .name    = "signature",
    .words   = "[GAME]",
    .about   = "one number over many seeded random matches of each game",
    .details = "Every position on the way counts. A change that changes no rule keeps the number.",
    .options = OPTIONS,
    .run     = run,
    .words_max = 1,
};
