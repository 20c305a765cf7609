// core.h - the server as one function: what happened goes in, what is to be done comes out. No
// sockets, no clock, no disk, no chance of its own: the same inputs give the same outputs, so that
// tests can run a whole world of clients, cut lines and failing disks from one seed.
//
// Whatever must survive is an entry of the log. A request that changes something becomes an entry;
// it is carried out, and acknowledged, when the store says that the entry is safe, and not before.
// Starting again is carrying out the log.
#ifndef PENTACLE_SERVER_CORE_H
#define PENTACLE_SERVER_CORE_H

#include "bots/bot.h"
#include "match/box.h"
#include "store/store.h"

enum {
    SERVER_GAMES_MAX   = 16,
    PROTOCOL_VERSION   = 1,
    HINTS_MAX          = 5,
    PASSWORD_MIN       = 12,
    PASSWORD_MAX       = 128,
    PASSWORD_HASH_SIZE = 128, // as libsodium writes it, with a 0 byte
    PASSWORD_NAME_MAX  = 40,
};

// Times in milliseconds. Zeros are not defaults: see server_config_default().
struct server_config {
    uint32_t message_size_max;
    uint32_t messages_per_s, messages_burst;
    uint32_t phrases_burst; // of one player, and one a second
    uint32_t bother_burst;  // of what others hear although no match moves on; and one a second
    uint32_t tables_max, tables_per_player, tables_per_address; // that are not over
    uint32_t tables_burst, table_ms; // made by one player, and one in this time; 4 from an address
    uint32_t follows_max, players_max, lines_per_player;
    uint32_t bank_ms, allowance_ms; // clocks, unless the table says otherwise
    uint32_t seed_ms;               // to give a seed
    uint32_t grace_lost_ms, grace_left_ms;
    uint32_t bot_ms;       // that a bot seems to think; more for those who try more
    uint32_t thinking_max; // questions to bots on their way at once
    uint32_t chores_max;   // passwords and records on their way at once
    uint32_t password_memory_kib, password_passes; // the price of hashing one
    uint64_t token_ms;     // that a token of somebody with a password is good for
    uint32_t waiting_ms;   // a table that does not fill is closed after this
    uint32_t unwatched_ms; // and one of bots alone, if nobody looks on
    uint32_t scarce_ms; // and any where nobody is, when there are few left; a match 10 times that
    uint32_t abandoned_ms; // a match in which no person is left ends after this
    uint32_t keep_ms;      // a table that is over is kept for this
};
struct server_config server_config_default(void);

struct server;

// The boxes outlive the server; the list ends with NULL. `secret` signs tokens and must stay the
// same; `entropy` must be new each time: all that nobody may guess is drawn from it.
struct server *server_create(const struct server_config *, const struct box *const *boxes,
                             const uint8_t secret[32], const uint8_t entropy[32]);
void           server_destroy(struct server *); // accepts NULL

// Starting again: first all entries are skimmed, then all are loaded, then comes INPUT_READY. What
// is damaged or does not fit is set aside, with what it is about, and said (OUTPUT_SAY); fails if
// an entry is missing.
void          server_skim(struct server *, const struct store_entry *);
MUST_USE bool server_load(struct server *, const struct store_entry *, struct error *);

enum input_kind {
    INPUT_READY,   // the log is loaded
    INPUT_CONNECT, // a line (a slot that was free); number: the same for the same address
    INPUT_CUT,     // that line is gone
    INPUT_MESSAGE, // bytes from a line
    INPUT_TICK,    // time passes; at least every 50 ms
    INPUT_STORED,  // all entries up to number are safe
    INPUT_FAILED,  // entries above number are not in the store and never will be
    INPUT_THOUGHT, // a bot has chosen: the task, which stays the caller's
    INPUT_CHORE,   // a chore is done; it stays the caller's
    INPUT_CLOSING, // the server is about to stop
};

// What a bot must choose. It is on its own: another thread may work on it while the server goes on.
struct bot_task {
    uint64_t          table, seed, owner;
    uint32_t          owed; // number of the question
    seat_id           seat;
    const struct bot *bot;
    struct bot_memory memory;
    struct bot_world  position;
    struct choice     choice; // the answer

    // Or a hint for the player in that seat, who asked on this line; then there is no bot.
    uint32_t line, serial;
    int64_t  id; // of the request
    unsigned hints;
    uint32_t hint[HINTS_MAX]; // numbers of choices, best first
    float    chance[HINTS_MAX];
};
void bot_task_run(struct bot_task *); // thinks
void bot_task_free(struct bot_task *);

// What takes long, for another thread: a password to be looked at or made, or the record of a match
// to be written. The match stays as it is until the chore comes back.
enum chore_kind { CHORE_PASSWORD, CHORE_RECORD };
struct password_chore {
    uint64_t player; // 0: nobody has the name
    int64_t  id;     // of the request
    uint32_t line, serial, memory_kib, passes;
    bool     is_login;
    char     given[PASSWORD_MAX + 1], wanted[PASSWORD_MAX + 1];
    char     kept[PASSWORD_HASH_SIZE]; // what `given` must fit; empty: nothing
    bool     right;                    // the answer: it does,
    char     made[PASSWORD_HASH_SIZE]; // and what is to be kept from now on; empty: the same
};
struct record_chore {
    uint64_t            table;
    const struct match *match;
    struct arena        arena;
    bool                written; // the answer: a replay file without its checks, in three pieces
    struct text         title, head, cards, tail;
};
struct chore {
    enum chore_kind       kind;
    struct password_chore password;
    struct record_chore   record;
};
void chore_run(struct chore *);
void chore_free(struct chore *); // accepts NULL

struct input {
    enum input_kind kind;
    uint64_t        now; // never goes back while the server runs
    uint32_t        line;
    uint64_t        number;
    struct text     bytes;

    const struct bot_task *task;
    const struct chore    *chore;
};

enum output_kind {
    OUTPUT_SEND,  // a text message; on the beat, if it is_timed
    OUTPUT_CLOSE, // with this code (RFC 6455) and reason; no INPUT_CUT follows
    OUTPUT_STORE, // append this entry; answer with INPUT_STORED or INPUT_FAILED
    OUTPUT_CHORE, // run it, it is yours now; answer with INPUT_CHORE
    OUTPUT_SAY,   // to whoever runs the server: `what` happened, and the bytes
    OUTPUT_THINK, // run the task, which is yours now, sooner or later; answer with INPUT_THOUGHT
};
struct output {
    enum output_kind   kind;
    bool               is_timed; // how long it took to make may tell of hidden cards
    uint32_t           line;
    uint16_t           code;
    struct text        bytes;
    const char        *what;
    struct store_entry entry;
    struct bot_task   *task;

    struct chore *chore;
};
struct outputs {
    struct output *list;
    size_t         count, capacity;
    struct arena   arena; // of everything in the list
};
void outputs_init(struct outputs *);
void outputs_finish(struct outputs *);

// Forgets what was in the list and fills it.
void server_step(struct server *, const struct input *, struct outputs *);

struct server_counts {
    uint64_t lines, players, tables, playing, watched, archived, entries, waiting_entries;
    uint64_t messages, refused, choices, committed, revealed, thinking, thoughts_dropped;
    uint64_t chores, wrong_passwords, set_aside;
};
struct server_counts server_count(const struct server *);

// How to read one entry of the log: of tables that ended long ago only the log knows.
struct log_reader {
    bool (*read)(void *context, uint64_t number, struct arena *, struct store_entry *out,
                 struct error *);
    void *context;
};

// What all entries up to one have come to, as lines of text, of which the last is a hash of the
// others. Taking up a new server from it instead of loading these entries comes to the same: check
// it, skim and load the entries after `number`, restoring between the two. On failure the server is
// of no use any more; all entries may be loaded into another.
void          server_snapshot(const struct server *, void (*put)(void *context, struct text line),
                              void *context);
MUST_USE bool snapshot_check(struct text, uint64_t *number, struct error *);
MUST_USE bool server_restore(struct server *, struct text snapshot, const struct log_reader *,
                             struct error *);

// A private table is shown to those who have its key, or the token of somebody who sat there.
struct asker {
    struct text key, token; // may be empty
};
// Somebody asks for the replay file of a table that is over, or for what was promised and drawn at
// one (`fair`; a JSON object, docs/protocol.md, "Fair").
struct inquiry {
    uint64_t            table, number;
    bool                fair, is_allowed, has_record;
    char                key[64];
    struct arena        arena;
    bool                is_written; // and not stored yet: what was
    struct record_chore record;

    struct text out;
    bool        is_told, is_away; // the answer of inquiry_run(): here it is; the store is away
};
enum inquiry_state {
    INQUIRY_ANSWERED, // `out` has it, until the next call
    INQUIRY_NONE,     // there is none, or it is not the asker's to see
    INQUIRY_LATER,    // it is being written: ask again in a moment
    INQUIRY_READ,     // run it, on any thread, and give the server the answer
};
void               inquiry_init(struct inquiry *, uint64_t table, bool fair);
void               inquiry_finish(struct inquiry *);
enum inquiry_state server_ask(struct server *, struct inquiry *, const struct asker *);
void               inquiry_run(struct inquiry *, const struct log_reader *);
void               server_answer(struct server *, const struct inquiry *);

// The newest commitments in the order in which they were made, as a JSON object (the same place).
void server_promises(const struct server *, struct arena *, struct text *out);

#endif
