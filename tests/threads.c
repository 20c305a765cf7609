// Matches of every game in several threads at once, sharing one box: built with ThreadSanitizer,
// whatever of it is run (tests/meson.build), so that a race shows. Bots, views, hints and undo are
// played as well. Each thread must come to what it would come to alone.
#include "bots/bot.h"
#include "engine/table.h"
#include "games/list.h"
#include "match/match.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, CHOICES_PLAYED = 60 };

struct job {
    const struct box *box;
    uint64_t          seed, hash;
    unsigned          matches;
    bool              wrong;
};

static uint64_t play_one(const struct box *box, unsigned mode, uint64_t seed)
{
    struct match_setup setup;
    struct error       err  = { 0 };
    struct rng         rng  = rng_from(seed);
    struct view       *view = calloc(1, sizeof *view);
    struct choice      list[CHOICES_MAX];
    if (!view ||
        !box_setup(box, mode, box->game->modes[mode].seats_min, NULL, 0, seed, &setup, &err))
        BUG("%s", err.text);
    struct match *m = match_create(box, &setup, &err);
    if (!m) BUG("%s", err.text);
    for (unsigned n = 0; n < CHOICES_PLAYED && !m->table.state->over; n++) {
        seat_id seat = 0;
        while (!(table_asked(&m->table) >> seat & 1)) seat++;
        size_t        count  = table_choices(&m->table, seat, list, CHOICES_MAX);
        struct choice choice = n % 8 == 0 ? bot_choose(&greedy_bot, &m->table, seat, &rng)
                                          : list[rng_below(&rng, (uint32_t)count)];
        if (match_answer(m, seat, choice) != 0) BUG("a listed choice is refused");
        if (n % 16 == 0) table_view(&m->table, seat, view);
        if (n % 20 == 0 && match_undo(m, seat, &err)) n++;
    }
    uint64_t hash = table_hash(&m->table);
    match_destroy(m);
    free(view);
    return hash;
}

static void *work(void *context)
{
    struct job *j = context;
    for (unsigned mode = 0; j->box->game->modes[mode].name; mode++)
        for (unsigned i = 0; i < j->matches; i++)
            j->hash = j->hash * 31 + play_one(j->box, mode, j->seed + i);
    return NULL;
}

static bool play_game(const struct game *game, unsigned matches)
{
    struct error err = { 0 };
    struct box  *box = box_open(game, &err);
    struct job   jobs[THREADS], alone = { .box = box, .seed = 1, .matches = matches };
    pthread_t    threads[THREADS];
    bool         fine = true;
    if (!box) BUG("%s", err.text);
    for (unsigned i = 0; i < THREADS; i++) {
        jobs[i] = (struct job){ .box = box, .seed = 1, .matches = matches };
        if (pthread_create(&threads[i], NULL, work, &jobs[i]) != 0) BUG("no thread");
    }
    for (unsigned i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    work(&alone);
    for (unsigned i = 0; i < THREADS; i++) fine &= jobs[i].hash == alone.hash;
    if (!fine) printf("%s: threads come to different ends\n", game->name);
    box_close(box);
    return fine;
}

int main(void)
{
    unsigned passed = 0, failed = 0, matches = 2;
    for (const struct game *const *g = GAMES; *g; g++) play_game(*g, matches) ? passed++ : failed++;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
