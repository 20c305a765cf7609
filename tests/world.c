// world - the server in thousands of worlds, each from one seed.
//
//     world [SEED]        one world, and what happened in it; otherwise WORLD_SEEDS worlds (2000),
//     or
//                         as many as WORLD_SECONDS (20) allow
//     world soak          new seeds for SOAK_SECONDS (600)
#include "tests/world.h"

#include "games/list.h"
#include "server/state.h"

#include <limits.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void world_wrong(struct world *w, const char *format, ...)
{
    va_list arguments;
    if (*w->wrong) return;
    va_start(arguments, format);
    vsnprintf(w->wrong, sizeof w->wrong, format, arguments);
    va_end(arguments);
}

bool world_chance(struct world *w, uint32_t thousandths)
{
    return rng_below(&w->rng, 1000) < thousandths;
}

static const struct box *BOXES[SERVER_GAMES_MAX + 1];

// The small game with clocks of its own, for these worlds only: some time for each round, little
// for any other question.
static struct box  small_box;
static struct game small_game;

static struct time_limit small_limit(const struct table *t, seat_id seat)
{
    unsigned round = t->game->turns_begun(t, seat);
    bool     lays  = t->state->question[seat].max > 0;
    return (struct time_limit){ t->game->rules[0].id, lays ? 20 : 5, lays ? round + 1 : 0 };
}

static const struct box *with_clocks(const struct box *box)
{
    if (strcmp(box->game->name, "blank") != 0) return box;
    small_box       = *box;
    small_game      = *box->game;
    small_game.time = (struct time_rules){
        .limit = small_limit, .time_outs = 3, .by_turns = true, .give_up = box->game->rules[1].id
    };
    small_box.game = &small_game;
    return &small_box;
}

// --- one world ----------------------------------------------------------------------------------

// Mostly the small game, where much happens in few choices.
static const struct box *box_of_seed(uint64_t seed)
{
    unsigned count = 0, small = 0;
    for (; BOXES[count]; count++)
        if (strcmp(BOXES[count]->game->name, "blank") == 0) small = count;
    return BOXES[seed % 100 == 7 ? seed / 100 % count : small];
}

static void world_open(struct world *w, uint64_t seed)
{
    struct server_config config = server_config_default();
    config.messages_per_s = config.messages_burst = 100000;
    config.phrases_burst                          = 1000;
    config.seed_ms                                = 2000;
    config.grace_lost_ms                          = 3000;
    config.grace_left_ms                          = 1000;
    config.bot_ms                                 = 100;
    config.abandoned_ms                           = 600000;
    config.keep_ms                                = 1u << 30;
    config.password_memory_kib                    = 8;
    config.password_passes                        = 1;
    memset(w, 0, sizeof *w);
    w->seed        = seed;
    w->rng         = rng_from(seed);
    w->boxes[0]    = with_clocks(box_of_seed(seed));
    w->game        = w->boxes[0]->game->name;
    unsigned modes = 0;
    while (w->boxes[0]->game->modes[modes].name) modes++;
    w->mode  = &w->boxes[0]->game->modes[rng_below(&w->rng, modes)];
    w->seats = w->mode->seats_min +
               rng_below(&w->rng, w->mode->seats_max - w->mode->seats_min + 1u);
    w->people_count = 1 + rng_below(&w->rng, w->seats);
    w->has_watcher  = rng_below(&w->rng, 2);
    hall_open(&w->hall, w->boxes, &config, (uint8_t)seed);
    w->hall.thinking_ms = rng_below(&w->rng, 2) ? rng_below(&w->rng, 1000) : 0;
}

static void world_close(struct world *w)
{
    for (unsigned i = 0; i < PEOPLE_MAX; i++) person_forget(&w->people[i]);
    json_decref(w->zones);
    free(w->heard);
    free(w->promises);
    hall_close(&w->hall);
}

static struct person *somebody(struct world *w)
{
    unsigned who = rng_below(&w->rng, w->people_count + w->has_watcher);
    return &w->people[who < w->people_count ? who : WATCHER];
}

static void crash(struct world *w)
{
    hall_restart(&w->hall, rng_below(&w->rng, 2));
    for (unsigned i = 0; i < PEOPLE_MAX; i++) w->people[i].connected = w->people[i].greeted = false;
    w->restarts++;
}

static void serve_disk(struct world *w, const struct weather *weather)
{
    if (w->hall.stored == w->hall.written || world_chance(w, weather->slow)) return;
    enum hall_outcome outcome = HALL_STORED;
    if (world_chance(w, weather->refuse)) outcome = HALL_REFUSED;
    if (world_chance(w, weather->unknown)) outcome = HALL_UNKNOWN;
    w->failures += outcome != HALL_STORED;
    hall_store(&w->hall, outcome);
}

static void world_step(struct world *w, const struct weather *weather)
{
    struct person *p = somebody(w);
    if (!p->connected) {
        if (world_chance(w, 100)) person_connect(w, p);
    } else if (world_chance(w, weather->cut))
        person_cut(w, p);
    else {
        for (unsigned i = rng_below(&w->rng, 4); i > 0; i--) person_listen(w, p);
        person_act(w, p, weather);
    }
    if (world_chance(w, weather->restart)) crash(w);
    serve_disk(w, weather);
    hall_wait(&w->hall, 50);
}

static bool is_over(const struct world *w)
{
    const struct room *r = room_find(w->hall.server, w->table);
    // Ended tables are not loaded again after a restart.
    return w->table && (!r || r->phase == PHASE_OVER);
}

// Storm first, then fair weather until the match is over.
static void world_run(struct world *w)
{
    static const struct weather CALM  = { 0 };
    struct weather              storm = {
                     .cut     = rng_below(&w->rng, 2) ? rng_below(&w->rng, 60) : 0,
                     .restart = rng_below(&w->rng, 2) ? rng_below(&w->rng, 15) : 0,
                     .refuse  = rng_below(&w->rng, 2) ? rng_below(&w->rng, 200) : 0,
                     .unknown = rng_below(&w->rng, 2) ? rng_below(&w->rng, 200) : 0,
                     .slow    = rng_below(&w->rng, 900),
                     .garbage = rng_below(&w->rng, 2) ? rng_below(&w->rng, 100) : 0,
                     .repeat  = rng_below(&w->rng, 2) ? rng_below(&w->rng, 100) : 0,
    };
    unsigned stormy = 200 + rng_below(&w->rng, 1200);
    for (unsigned i = 0; i < stormy && !is_over(w) && !*w->wrong; i++) world_step(w, &storm);
    // Half of the worlds are then left alone: clocks and bots must end the match.
    bool     deserted = w->table && rng_below(&w->rng, 2);
    uint64_t end      = w->hall.now + 48ull * 3600 * 1000;
    for (unsigned i = 0; i < PEOPLE_MAX && deserted; i++)
        if (w->people[i].connected) person_cut(w, &w->people[i]);
    w->hall.at_once = deserted;
    while (!is_over(w) && !*w->wrong && w->hall.now < end) {
        if (deserted)
            hall_wait(&w->hall, 1000);
        else
            world_step(w, &CALM);
    }
    if (!is_over(w)) world_wrong(w, "the match is stuck");
    w->hall.at_once = true;
    hall_store(&w->hall, HALL_STORED);
    for (unsigned i = 0; i < 400; i++) person_listen(w, somebody(w));
    if (!*w->wrong) judge(w);
}

static bool run_seed(uint64_t seed, bool tell)
{
    static struct world w;
    world_open(&w, seed);
    world_run(&w);
    bool fine = !*w.wrong;
    if (!fine) printf("seed %llu: %s\n", (unsigned long long)seed, w.wrong);
    if (tell)
        printf("%s: %u cuts, %u failed writes, %u restarts, %u choices said, %u said again, %zu "
               "acknowledged, %zu messages heard, %zu entries\n",
               w.game, w.cuts, w.failures, w.restarts, w.choices, w.resends, w.promise_count,
               w.heard_count, w.hall.stored);
    world_close(&w);
    return fine;
}

static long setting(const char *name, long otherwise)
{
    const char *said = getenv(name);
    return said ? strtol(said, NULL, 10) : otherwise;
}

static int run_worlds(long first, long seeds, long seconds)
{
    time_t start  = time(NULL);
    long   passed = 0, failed = 0;
    for (long i = 0; i < seeds && time(NULL) - start < seconds && failed < 10; i++)
        *(run_seed((uint64_t)(first + i), false) ? &passed : &failed) += 1;
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed != 0 || passed == 0;
}

int main(int argc, char **argv)
{
    struct error err   = { 0 };
    unsigned     count = 0;
    if (sodium_init() < 0) return 1;
    for (const struct game *const *g = GAMES; *g; g++) {
        BOXES[count] = box_open(*g, &err);
        if (!BOXES[count++]) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
    }
    int status;
    if (argc > 1 && strcmp(argv[1], "soak") == 0)
        status = run_worlds((long)time(NULL), LONG_MAX, setting("SOAK_SECONDS", 600));
    else if (argc > 1)
        status = !run_seed(strtoull(argv[1], NULL, 10), true);
    else
        status = run_worlds(setting("WORLD_FIRST", 1), setting("WORLD_SEEDS", 2000),
                            setting("WORLD_SECONDS", 20));
    while (count > 0) box_close((struct box *)(uintptr_t)BOXES[--count]);
    return status;
}
