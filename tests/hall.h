// hall.h - a server's core with a store in memory, for tests: every line, every write and every
// moment is the test's to decide.
#ifndef PENTACLE_TESTS_HALL_H
#define PENTACLE_TESTS_HALL_H

#include "server/core.h"

enum { HALL_LINES = 16, HALL_TASKS = 64 };

struct hall_message {
    char  *bytes;
    size_t size;
};
struct hall_line {
    bool                 open;
    uint16_t             closed_with; // code of the server's close, 0: it did not
    struct hall_message *inbox;       // what the client has not looked at yet
    size_t               count, capacity;
};

struct hall_snapshot {
    char  *bytes;
    size_t size;
};

struct hall {
    struct server           *server;
    struct server_config     config;
    const struct box *const *boxes;
    struct outputs           out;
    uint64_t                 now, starts;
    uint8_t                  entropy;
    struct store_entry      *log;                       // what is on the disk; bodies are copies
    size_t                   stored, written, capacity; // stored <= written: the rest is on its way
    bool                     at_once;                   // entries are stored as soon as they come
    struct bot_task         *tasks[HALL_TASKS];         // what bots think about, oldest first
    uint64_t                 tasks_at[HALL_TASKS];
    size_t                   task_count;
    uint64_t                 thinking_ms;        // that each of them takes
    struct chore            *chores[HALL_TASKS]; // done in the next tick, oldest first
    size_t                   chore_count;
    char                     said[512]; // to the operator, last
    unsigned                 sayings;
    uint64_t                 address; // of lines that connect
    struct hall_line         line[HALL_LINES];
    bool                     was_damaged;
    struct hall_snapshot     snapshot[2]; // of the last two servers, when they were killed
};

void hall_open(struct hall *, const struct box *const *boxes, const struct server_config *,
               uint8_t entropy);
void hall_close(struct hall *);
// Kills the server; entries on their way are on the disk, or not. Starts it again from the disk.
void hall_restart(struct hall *, bool written);

void hall_connect(struct hall *, uint32_t line);
void hall_cut(struct hall *, uint32_t line); // what was not looked at is lost
void hall_send(struct hall *, uint32_t line, struct text);
void hall_say(struct hall *, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void hall_wait(struct hall *, uint64_t ms); // in ticks of 50 ms

void hall_think(struct hall *, const struct bot_task *); // a bot has thought

enum hall_outcome { HALL_STORED, HALL_REFUSED, HALL_UNKNOWN }; // UNKNOWN: failed, yet written
void hall_store(struct hall *, enum hall_outcome);

// Of what is on the disk; for a struct log_reader whose context is the hall.
bool hall_read_entry(void *hall, uint64_t number, struct arena *, struct store_entry *out,
                     struct error *);

// What somebody is told of a table that is over, or false; waits for a record to be written.
bool hall_told(struct hall *, uint64_t table, bool fair, const struct asker *, struct arena *,
               struct text *out);

// The next message to the client, or NULL; it is the caller's.
char *hall_next(struct hall *, uint32_t line);

#endif
