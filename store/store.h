// store.h - what the server must not forget: one log of entries, in the order in which they came.
// An entry is durable when store_append() says so; nothing is ever changed or taken out. The server
// acknowledges nothing before. SQLite: sqlite.c; the interface has room for other databases.
#ifndef PENTACLE_STORE_STORE_H
#define PENTACLE_STORE_STORE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

enum { STORE_BODY_MAX = 16 * 1024 * 1024, STORE_SECRET_SIZE = 32 };

// Numbers count from 1 without a gap. `about` says whose entry it is (a table, a player).
struct store_entry {
    uint64_t    number, about;
    uint8_t     kind;       // the writer's own numbering
    struct text body;       // UTF-8
    bool        is_damaged; // read back, it is not what was written: nothing of it can be trusted
};

struct store;

// What a database can do. A store is one of these with the database's own things behind it.
struct store_kind {
    bool (*append)(struct store *, const struct store_entry *, size_t count, struct error *);
    bool (*read)(struct store *, uint64_t from, bool (*each)(void *, const struct store_entry *),
                 void *, struct error *);
    bool (*last)(struct store *, uint64_t *out, struct error *);
    bool (*secret)(struct store *, uint8_t out[STORE_SECRET_SIZE], struct error *);
    struct store_backup *(*backup_begin)(struct store *, const char *path, struct error *);
    bool (*backup_step)(struct store_backup *, bool *whole, struct error *);
    void (*backup_end)(struct store_backup *);
    void (*close)(struct store *);
};
struct store {
    const struct store_kind *kind;
};
struct store_backup { // in the making
    const struct store_kind *kind;
};

// Opens the file or makes a new one, readable by its owner alone; NULL on failure. Refuses a file
// that is not ours, is of a later version, is empty, or is so damaged that entries cannot be told
// apart, and leaves it as it is. `is_new` may be NULL.
struct store *store_open_sqlite(const char *path, bool *is_new, struct error *);
struct store *store_reopen_sqlite(const char *path, struct error *); // it must be there
// The same without looking for damage in all of it, which takes as long as the log is large.
struct store *store_reopen_known(const char *path, struct error *);

// All of them or none, in one transaction, forced to the disk. Entries that are there already with
// the same content are passed over, so that a batch of unknown outcome may be sent again; a gap or
// another content is refused (BAD_INPUT). After any other failure the outcome is unknown: close,
// open again, ask store_last().
MUST_USE bool store_append(struct store *, const struct store_entry *, size_t count,
                           struct error *);

// Calls each() for every entry from that number on, in order, until it returns false; for those
// that are damaged too. The entry is gone after the call.
MUST_USE bool store_read(struct store *, uint64_t from,
                         bool (*each)(void *, const struct store_entry *), void *, struct error *);
MUST_USE bool store_last(struct store *, uint64_t *out, struct error *); // 0: empty

// 32 bytes that were drawn when the store was made: what tokens are signed with.
MUST_USE bool store_secret(struct store *, uint8_t out[STORE_SECRET_SIZE], struct error *);

// A whole and consistent copy as a new file, made in small steps while the store is in use: it has
// all that was appended before the last step. NULL or false on failure. What is not whole at the
// end, which comes before the store is closed, is removed.
struct store_backup *store_backup_begin(struct store *, const char *path, struct error *);
MUST_USE bool        store_backup_step(struct store_backup *, bool *whole, struct error *);
void                 store_backup_end(struct store_backup *); // accepts NULL

void store_close(struct store *); // accepts NULL

#endif
