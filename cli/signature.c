// `pentacle signature`: one number for all that a game does. Random matches from seeds, every
// position on the way folded into a hash: a change that claims to change no rule must keep it. Or,
// with --outside, all that people see on the way (match/witness.h).
#include "cli/commands.h"

#include "base/hash.h"
#include "bots/bot.h"
#include "games/list.h"
#include "match/witness.h"

#include <stdio.h>

enum { ROW_GAMES, ROW_SEED, ROW_OUTSIDE };

static const struct option_row OPTIONS[] = {
    { "games", "N", "how many matches of each game (1000)" },
    { "seed", "N", "number of the first match (0)" },
    { "outside", NULL, "folds what people see instead of the bytes of positions" },
    { 0 },
};

struct order {
    long games, seed;
    bool outside;
};

struct signature {
    const struct box *box;
    struct core      *state;
    uint64_t          hash, decisions;
};

static bool play_match(struct signature *s, uint64_t seed, struct error *err)
{
    struct match_setup setup;
    struct table       t   = { .game = s->box->game, .pool = s->box->pool, .state = s->state };
    struct rng         rng = rng_from(seed);
    if (!witness_setup(s->box, seed, &setup, err)) return false;
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

static bool watch_match(struct witness *w, uint64_t seed, struct error *err)
{
    if (!witness_begin(w, seed, err)) return false;
    while (witness_look(w)) witness_go_on(w);
    return true;
}

static bool sign_outside(const struct box *box, const struct order *o, struct signature *out,
                         struct error *err)
{
    struct witness w;
    bool           fine = true;
    witness_init(&w, box);
    for (long i = 0; fine && i < o->games; i++)
        fine = watch_match(&w, (uint64_t)(o->seed + i), err);
    *out = (struct signature){ .hash = w.hash, .decisions = w.decisions };
    witness_finish(&w);
    return fine;
}

static bool sign_positions(const struct box *box, const struct order *o, struct signature *out,
                           struct error *err)
{
    struct arena arena;
    bool         fine = true;
    arena_init(&arena);
    *out = (struct signature){ .box = box, .state = arena_alloc(&arena, 1, box->game->state_size) };
    for (long i = 0; fine && i < o->games; i++)
        fine = play_match(out, (uint64_t)(o->seed + i), err);
    arena_finish(&arena);
    return fine;
}

static int sign(const struct game *game, const struct order *o)
{
    struct box *box = open_box(&signature_command, game);
    if (!box) return PROBLEM;
    struct error     err = { 0 };
    struct signature s;
    bool             fine = (o->outside ? sign_outside : sign_positions)(box, o, &s, &err);
    if (fine)
        printf("%-12s %016llx  %ld matches, %llu decisions\n", game->name,
               (unsigned long long)s.hash, o->games, (unsigned long long)s.decisions);
    else
        say_error(&signature_command, &err);
    box_close(box);
    return fine ? FINE : PROBLEM;
}

static int run(int argc, char **argv)
{
    struct options o;
    struct order   order = { .games = 1000 };
    bool           fine  = true;
    for (options_begin(&o, &signature_command, argc, argv); fine && options_next(&o);)
        switch (o.row) {
        case ROW_GAMES:
            fine = option_number(o.command, "games", o.value, 1, 100000000, &order.games);
            break;
        case ROW_SEED:
            fine = option_number(o.command, "seed", o.value, 0, 1000000000, &order.seed);
            break;
        case ROW_OUTSIDE: order.outside = true; break;
        }
    if (!fine) return WRONG_USE;
    if (o.ended) return o.status;
    if (o.word_count) {
        const struct game *game = named_game(&signature_command, o.words[0]);
        return game ? sign(game, &order) : WRONG_USE;
    }
    int status = FINE;
    for (const struct game *const *g = GAMES; *g; g++)
        if (sign(*g, &order) != FINE) status = PROBLEM;
    return status;
}

const struct command signature_command = {
    .name  = "signature",
    .words = "[GAME]",
    .about = "one number over many seeded random matches of each game",
    .details =
        "Every position on the way counts. A change that changes no rule keeps the number. With "
        "--outside the number is of what people see: at every decision who is asked, the choices "
        "in "
        "words and in order, every event in words with its reason, and each 16th time how the "
        "table "
        "looks to everybody. A change of how a game works inside keeps that one.",
    .options   = OPTIONS,
    .run       = run,
    .words_max = 1,
};
