// world.h - whole worlds from one seed: a server, people who play over lines that are cut, a disk
// that is slow and fails, restarts. Afterwards everything that was promised is compared with the
// log.
#ifndef PENTACLE_TESTS_WORLD_H
#define PENTACLE_TESTS_WORLD_H

#include "base/rng.h"
#include "engine/types.h"
#include "tests/hall.h"

#include <jansson.h>

enum { PEOPLE_MAX = 5, WATCHER = PEOPLE_MAX - 1 };

// One numbered message as somebody got it.
struct heard {
    uint64_t table;
    uint32_t n;
    seat_id  viewer;
    bool     whole;
    uint64_t hash; // of its bytes
};
// One choice that was acknowledged.
struct promise {
    uint64_t table;
    seat_id  seat;
    uint32_t owed;
};

struct person {
    char       token[200], key[40];
    uint32_t   line;
    bool       connected, greeted, seated, asked_for_table;
    bool       has_said_password, uses_another_name;
    bool       renamed; // and has no password, since one logs in by name
    uint64_t   table;
    seat_id    viewer;
    char       phase[16];
    uint32_t   n;
    json_t    *view; // put together from what came
    json_t    *owed; // own question, or NULL
    uint32_t   said; // number of the question that was answered last, and how
    json_int_t said_index;
    uint64_t   said_at;
    json_int_t next_id;
    struct {
        json_int_t id;
        uint32_t   owed;
    } waiting[64];
    unsigned waiting_count;
};

struct world {
    struct hall             hall;
    struct rng              rng;
    uint64_t                seed;
    struct person           people[PEOPLE_MAX];
    unsigned                people_count, seats; // the rest are bots
    const struct game_mode *mode;
    bool                    has_watcher, calm;
    uint64_t                table;
    char                    key[40];
    const char             *game;
    const struct box       *boxes[2];
    json_t                 *zones;
    struct heard           *heard;
    size_t                  heard_count, heard_capacity;
    struct promise         *promises;
    size_t                  promise_count, promise_capacity;
    uint32_t                cuts, failures, restarts, choices, resends;
    char                    wrong[512]; // what went wrong first
};

// Fault rates, in thousandths for each step.
struct weather {
    uint32_t cut, restart, refuse, unknown, slow, garbage, repeat;
};

void world_wrong(struct world *, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool world_chance(struct world *, uint32_t thousandths);

// person.c: what people do.
void person_connect(struct world *, struct person *);
void person_cut(struct world *, struct person *);
void person_listen(struct world *, struct person *); // one message
void person_act(struct world *, struct person *, const struct weather *);
void person_forget(struct person *);

// judge.c: is everything as it was promised?
void judge(struct world *);

#endif
