// `pentacle signature`: one number for all that a game does. Random matches from seeds, every
// position on the way folded into a hash: a change that claims to change no rule must keep it. Or,
// with --outside, all that people see on the way (match/witness.h).
#include "cli/commands.h"

#include "base/hash.h"
#include "bots/bot.h"
#include "games/list.h"
#include "match/sampled.h"
#include "match/witness.h"

#include <stdio.h>

enum { ROW_GAMES, ROW_SEED, ROW_OUTSIDE, ROW_SAMPLE, ROW_WITH };
enum { FILE_MAX = 4 * 1024 * 1024 };

static const struct option_row OPTIONS[] = {
    { "games", "N", "how many matches of each game (1000)" },
    { "seed", "N", "number of the first match (0)" },
    { "outside", NULL, "folds what people see instead of the bytes of positions" },
    { "sample", "N", "with the set of this number of cards that nobody designed" },
    { "with", "FILE", "with the cards of this file; those of the same name take their place" },
    { 0 },
};

struct order {
    long        games, seed, sample; // sample: 0 = none
    bool        outside;
    const char *cards; // file, or NULL
};

struct signature {
    const struct box *box;
    struct core      *state;
    uint64_t          hash, decisions;
    long              matches; // ready-made decks are not always legal with other cards
};

static bool has_other_cards(const struct order *o) { return o->sample || o->cards; }

// Could that match be played, or need it not be?
static bool goes_on(const struct order *o, bool played, long *matches, struct error *err)
{
    *matches += played;
    if (played || !has_other_cards(o)) return played;
    *err = (struct error){ 0 };
    return true;
}

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
    bool           fine    = true;
    long           matches = 0;
    witness_init(&w, box);
    for (long i = 0; fine && i < o->games; i++)
        fine = goes_on(o, watch_match(&w, (uint64_t)(o->seed + i), err), &matches, err);
    *out = (struct signature){ .hash = w.hash, .decisions = w.decisions, .matches = matches };
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
        fine = goes_on(o, play_match(out, (uint64_t)(o->seed + i), err), &out->matches, err);
    arena_finish(&arena);
    return fine;
}

static struct box *box_with_file(const struct game *game, const char *path, struct error *err)
{
    struct arena arena;
    struct text  file;
    arena_init(&arena);
    struct box *box = file_read(&arena, path, FILE_MAX, &file, err)
                          ? box_open_changed(game, path, file, err)
                          : NULL;
    arena_finish(&arena);
    return box;
}

// The game's own cards, or others.
static struct box *box_asked(const struct game *game, const struct order *o, struct error *err)
{
    if (o->cards) return box_with_file(game, o->cards, err);
    struct box *box = box_open(game, err);
    if (!box || !o->sample) return box;
    struct box *sampled = box_open_sampled(box, (uint64_t)o->sample, err);
    box_close(box);
    return sampled;
}

static int sign(const struct game *game, const struct order *o)
{
    struct error     err  = { 0 };
    struct box      *box  = box_asked(game, o, &err);
    struct signature s    = { 0 };
    bool             fine = box && (o->outside ? sign_outside : sign_positions)(box, o, &s, &err);
    if (fine)
        printf("%-12s %016llx  %ld matches, %llu decisions\n", game->name,
               (unsigned long long)s.hash, s.matches, (unsigned long long)s.decisions);
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
        case ROW_SAMPLE:
            fine = option_number(o.command, "sample", o.value, 1, 1000000000, &order.sample);
            break;
        case ROW_WITH: order.cards = o.value; break;
        }
    if (!fine) return WRONG_USE;
    if (o.ended) return o.status;
    if (order.sample && order.cards)
        return wrong_use(&signature_command, "--sample and --with do not go together");
    if (order.cards && !o.word_count)
        return wrong_use(&signature_command, "--with is about one game: say which");
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
        "looks to everybody. A change of how a game works inside keeps that one. Shipped cards "
        "show few of the texts that a game can read: --sample puts lines that the grammar makes "
        "at random on all of them, and --with your own.",
    .options   = OPTIONS,
    .run       = run,
    .words_max = 1,
};
