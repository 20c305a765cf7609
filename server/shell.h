// shell.h - what the files around the core share: one epoll loop, one store, many wires.
#ifndef PENTACLE_SERVER_SHELL_H
#define PENTACLE_SERVER_SHELL_H

#include "server/serve.h"

#include <microhttpd.h>
#include <sys/types.h>
#include <wslay/wslay.h>

enum {
    TICK_MS          = 50,
    HEAR_MS          = 1000, // a tick waits no longer for those who are heard first
    BEAT_MS          = 4,    // more than the work of a choice takes
    PING_MS          = 20000,
    UNREAD_BYTES     = 64 * 1024, // then nothing more is read from the line
    UNREAD_COUNT     = 64,
    UNREAD_HARD      = 1024 * 1024, // then it is cut at once
    UNREAD_MS        = 15000,
    INCOMPLETE_MS    = 10000,
    FRAGMENTS_MAX    = 16,
    GATHER_SIZE      = 64 * 1024,
    RETRY_MS         = 1000,
    GOODBYE_MS       = 2000,
    NEARBY_PORTS     = 20,
    IP_SIZE          = 16,
    ADDRESS_SLOTS    = 16384,
    HEAD_MS          = 5000,   // for the whole head of a request
    ANSWER_MS        = 120000, // for the whole answer to be taken
    LINKS_PER_IP     = 64,     // that are not (yet) a WebSocket
    LINKS_SPARE      = 256,    // in all, beside the lines
    REQUESTS_BURST   = 1000,
    REQUESTS_PER_S   = 100,   // of HTTP, from one address
    CLOSING_MS       = 2000,  // for the other side to close as well
    LATENCY_STEPS    = 16,    // of a histogram: 2^i * 16 microseconds
    SNAPSHOT_ENTRIES = 50000, // then what the log has come to is written down anew
    SCRIBE_PATH      = 1024,
};

struct shell;
struct thinkers;  // thinkers.c
struct clerk;     // clerk.c
struct keeper;    // keeper.c
struct librarian; // librarian.c

// Somebody waits on HTTP for something of a table that is over.
struct visit {
    struct visit          *before, *after; // of all that wait
    struct visit          *next;           // at the librarian's
    struct MHD_Connection *connection;     // suspended until there is an answer
    struct inquiry         inquiry;
    uint64_t               since;
    enum { VISIT_WAITS, VISIT_READS, VISIT_READY } state;
};

// A connection of HTTP, before it is a WebSocket or when it never becomes one.
struct link {
    struct link *before, *after; // those that wait, oldest first
    int          fd;
    uint8_t      ip[IP_SIZE];
    bool         is_listed, is_answering;
    uint64_t     since; // it waits for the head, or its answer began
};

// One WebSocket.
struct wire {
    struct shell                     *shell;
    struct MHD_UpgradeResponseHandle *upgraded;
    wslay_event_context_ptr           ws;
    int                               fd;
    uint32_t                          line;
    uint32_t                          events; // that epoll watches for
    bool                              is_dirty, is_forgotten, is_dead;
    bool                              is_held;   // until the beat
    uint64_t                          closed_at; // all is said, goodbye too; 0: not yet
    size_t                            drained;   // bytes that came after that
    uint8_t                           ip[IP_SIZE];
    char                             *out; // what it is told, and the socket has not taken
    size_t                            out_size, out_capacity;
    unsigned                          out_count; // messages in it
    bool                              is_full;   // the socket takes no more now
    uint64_t                          choked_at; // 0: it reads what it is sent
    uint64_t                          pinged_at;
    unsigned                          unanswered; // pings
    uint64_t                          message_at; // when an unfinished message began, or 0
    unsigned                          fragments;
};

struct bucket {
    uint64_t at;
    uint32_t level; // thousandths of one
};

struct shell {
    const struct serve_options *options;
    struct server              *server;
    struct store               *store; // until the keeper has it
    struct keeper              *keeper;
    struct MHD_Daemon          *http;
    struct assets              *assets;
    struct thinkers            *thinkers;
    struct clerk               *clerk;
    struct librarian           *librarian;
    struct visit               *visits;
    int                         epoll, signals, timer, beat;
    int                         listener; // -1 as soon as the HTTP library has it
    uint64_t                    clock_offset, now;
    struct wire               **wires; // by line
    uint32_t                    wire_count;
    uint32_t                   *free_lines;
    uint32_t                    free_count;
    struct wire               **dirty, **dead, **held;
    size_t                      dirty_count, held_count;
    bool                        is_beat_due;
    struct store_entry         *batch; // for the keeper, when it has nothing else to save
    size_t                      batch_count, batch_capacity;
    uint64_t                    retry_at;    // the store failed; 0: it works
    bool                        is_away;     // and could not be opened anew
    uint64_t                    tick_due_at; // 0: it is not due
    bool                        closing;
    uint64_t                    closing_at;
    bool                        is_loaded;
    uint64_t                    snapshot_at;  // entries that the newest snapshot knows
    pid_t                       scribe;       // who writes one, or 0
    uint8_t                     slot_key[16]; // so that nobody can choose a slot
    struct bucket               handshakes[ADDRESS_SLOTS], requests[ADDRESS_SLOTS];
    uint16_t                    links_of[ADDRESS_SLOTS];
    struct link                *first_link, *last_link;
    uint32_t                    link_count;
    char                       *gather;
    size_t                      gather_size;
    struct {
        uint64_t store_failures, sent_bytes, sent_messages, cut_slow, refused_handshakes, opened;
        uint64_t refused_links, cut_links, refused_requests;
        uint64_t commit[LATENCY_STEPS + 1], commit_us;
    } counts;
};

// --- shell.c ------------------------------------------------------------------------------------

void shell_input(struct shell *, struct input); // steps the core and carries out what it says
void shell_log(const struct shell *, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// One entry, for a struct log_reader whose context is the shell.
MUST_USE bool shell_read_entry(void *shell, uint64_t number, struct arena *,
                               struct store_entry *out, struct error *);

// --- wire.c -------------------------------------------------------------------------------------

// Takes over an upgraded socket; false (and nothing is taken) if there is no room.
bool wire_open(struct shell *, struct MHD_UpgradeResponseHandle *, int fd, const uint8_t *ip,
               const char *extra, size_t extra_size);
void wire_ready(struct wire *, uint32_t events);
void wire_send(struct wire *, struct text, bool on_beat);
void wire_let_go(struct wire *);                                   // the beat has come
void wire_close(struct wire *, uint16_t code, struct text reason); // after what is queued
void wire_flush(struct wire *);
void wire_tick(struct wire *);
void wire_end(struct wire *); // the socket is closed in the next MHD_run

// --- thinkers.c ---------------------------------------------------------------------------------

struct thinkers *thinkers_start(unsigned count, uint32_t tasks_max); // NULL on failure
// Drops what nobody has begun and waits for those who have. Accepts NULL.
void             thinkers_stop(struct thinkers *);
int              thinkers_fd(const struct thinkers *); // readable when a task is done
void             thinkers_give(struct thinkers *, struct bot_task *);
struct bot_task *thinkers_take(struct thinkers *); // one that is done, or NULL; it is the caller's

// --- clerk.c ------------------------------------------------------------------------------------

struct clerk *clerk_start(uint32_t chores_max); // NULL on failure
void          clerk_stop(struct clerk *);       // accepts NULL
int           clerk_fd(const struct clerk *);   // readable when a chore is done
void          clerk_give(struct clerk *, struct chore *);
struct chore *clerk_take(struct clerk *); // one that is done, or NULL; it is the caller's

// --- keeper.c -----------------------------------------------------------------------------------

// What came of a batch, of a back-up, or of looking at all entries again.
struct keeping {
    enum { KEEP_ENTRIES, KEEP_COPY, KEEP_CHECK } kind;
    bool                is_safe;    // all of it is on the disk
    bool                has_failed; // `err` says why; the store was opened anew,
    bool                is_away;    // or cannot be: `away` says why
    struct error        err, away;
    struct store_entry *entries; // to be freed
    size_t              count;
    uint64_t            last, us; // entry that is safe, or was looked at; time that it took
    uint64_t            damaged;  // entries that are not what was written
    char                path[1024];
};

// The store is the keeper's from now on. NULL on failure.
struct keeper *keeper_start(struct store *, const char *path);
void           keeper_stop(struct keeper *);     // when what was given is saved; accepts NULL
int            keeper_fd(const struct keeper *); // readable when something is done
// The list is the keeper's from now on, what it points to is not. False: it has another.
bool keeper_save(struct keeper *, struct store_entry *entries, size_t count);
bool keeper_copy(struct keeper *, const char *path);    // false: it makes one already
bool keeper_take(struct keeper *, struct keeping *out); // something that is done; false: nothing
void keeper_await(struct keeper *);                     // until no entries are on their way
MUST_USE bool keeper_read(struct keeper *, uint64_t                               number,
                          bool (*each)(void *, const struct store_entry *), void *context,
                          struct error *);

// Reads all entries up to that one once more, beside everything else, to see whether they are what
// was written; `keeping` of kind KEEP_CHECK says what came of it.
void keeper_check(struct keeper *, uint64_t last);

// --- scribe.c -----------------------------------------------------------------------------------

struct scribed { // a snapshot that was read
    char    *bytes;
    size_t   size;
    uint64_t number; // it knows all entries up to this one
};
bool scribe_read(struct shell *, struct scribed *out); // false: there is none that fits
void scribe_refuse(struct shell *, struct scribed *, const char *why);
void scribe_free(struct scribed *);
void scribe_tick(struct shell *);   // writes one when it is time
void scribe_finish(struct shell *); // at the end of the server

// --- librarian.c --------------------------------------------------------------------------------

struct librarian *librarian_start(struct log_reader);     // NULL on failure
void              librarian_stop(struct librarian *);     // visits stay the caller's; accepts NULL
int               librarian_fd(const struct librarian *); // readable when something is done
void              librarian_give(struct librarian *, struct visit *);
struct visit     *librarian_take(struct librarian *); // one that is done, or NULL

// --- http.c -------------------------------------------------------------------------------------

void          http_headers(struct MHD_Response *); // that every answer has
void          http_tick(struct shell *);           // those who take too long are let go
void          http_take_answers(struct shell *);   // of the librarian
void          http_close(struct shell *);          // when the librarian has stopped
MUST_USE bool http_open(struct shell *, int listener, struct error *);

#endif
