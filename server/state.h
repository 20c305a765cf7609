// state.h - what the server's core is made of, for its own files and for tests. A `room` is what
// the protocol calls a table; `struct table` is the engine's.
#ifndef PENTACLE_SERVER_STATE_H
#define PENTACLE_SERVER_STATE_H

#include "base/json.h"
#include "bots/search.h"
#include "match/match.h"
#include "server/core.h"
#include "server/glicko.h"
#include "server/names.h"

#include <jansson.h>

enum {
    HASH_SIZE     = 32,
    SEED_SIZE     = 32,
    KEY_TEXT_SIZE = 33, // of a private table: 16 bytes in hex, and a 0 byte
    TOKEN_MAX     = 160,
    DECK_TEXT_MAX = 3500,
    NAME_MAX_SIZE = SEAT_NAME_MAX - 4, // a table may add " (2)"
    FOLLOWS_MAX   = 16,
    DEFERRED_EACH = 12, // of one who sits there; the others share the rest
    OPTIONS_MAX   = 8,
    TOKENS_MAX    = 8, // of one player, besides the first
    TRY_SLOTS     = 4096,
    PROMISES_MAX  = 256,       // the newest are listed for everybody
    KEPT_MAX      = 16,        // messages kept for a line that comes back
    KEPT_BYTES    = 48 * 1024, // and no more than this
    DEFERRED_MAX  = 64,        // requests of one room that wait for the store
};

// Entries of the log; their bodies are JSON objects, written and read in entries.c.
enum entry_kind {
    ENTRY_PLAYER = 1, // somebody was given a name and a token
    ENTRY_TABLE,      // a table was set up
    ENTRY_JOIN,       // a player took a seat of it
    ENTRY_STAND,      // and gave it back, before the match
    ENTRY_COMMIT,     // the server's seed, of which only the hash is told
    ENTRY_HASH,       // a seat's promise
    ENTRY_SEEDS,      // no more promises: seeds, please
    ENTRY_SEED,       // a seat's seed
    ENTRY_START,      // no more seeds: the match begins
    ENTRY_CHOICE,
    ENTRY_UNDO,
    ENTRY_RESIGN,
    ENTRY_BOT,      // a bot takes the seat of somebody who is gone
    ENTRY_BACK,     // and gives it back
    ENTRY_RESUME,   // the server was away; clocks start anew
    ENTRY_OVER,     // the result; the server's seed is told
    ENTRY_CARDS,    // texts of a game's cards, as records have them; about nothing
    ENTRY_RECORD,   // the rest of a record; its ENTRY_ARCHIVE is the next entry
    ENTRY_ARCHIVE,  // a table that is over, in a nutshell: what must be known of it for ever
    ENTRY_PASSWORD, // a player's password was set or changed; older tokens are void
    ENTRY_TOKEN,    // a player has logged in
    ENTRY_DECK,     // a player keeps a deck
    ENTRY_DECK_GONE,
    ENTRY_LOGOUT, // a token of a player is void, or all are
    ENTRY_NAME,   // a player goes by another name
};

// How a match ended. Facts are members of what is kept; words are for people.
enum room_end {
    END_NONE,      // it has not
    END_RULES,     // by the rules of the game
    END_AGREED,    // a draw that all agreed to
    END_ABANDONED, // nobody was there any more
    END_BROKEN,    // the server could not go on with it
    END_TOO_LONG,  // more choices than a record holds
    END_COUNT,
};
extern const char *const END_NAMES[END_COUNT];

// What happened at a table, in the order of the log, each sealed with all before it (acts.c).
enum act_kind { ACT_CHOICE, ACT_RESIGN, ACT_UNDO, ACT_BOT, ACT_BACK, ACT_RESUME, ACT_OVER };
enum act_how { ACT_BY_ITSELF, ACT_BY_CLOCK, ACT_CLAIMED };
struct act {
    uint64_t      at;
    struct choice choice;
    uint32_t      move; // of an undo: how many moves were left
    uint8_t       kind, how;
    seat_id       seat, by; // by: who claimed
};
struct acts {
    struct act *list;
    size_t      count, capacity;
    uint8_t     seal[HASH_SIZE];  // of all of them
    uint8_t     shown[HASH_SIZE]; // when everybody last knew the same of what had happened
};

// In one game and mode; reckoned from the archive (ratings.c).
struct rating {
    const char        *game, *mode; // of keep_word()
    uint32_t           period, matches;
    struct glicko      start; // when the period began
    struct glicko_sums sums;  // its matches so far
};

struct kept_deck {
    const char *game; // of keep_word()
    char       *name, *text;
};

struct token {
    uint8_t  hash[HASH_SIZE]; // the token itself is nowhere; all 0: void
    uint64_t at;              // when it was made
};

// What players have who have more than a name and a token.
struct account {
    char         password[PASSWORD_HASH_SIZE]; // Argon2id; empty: none
    struct token tokens[TOKENS_MAX];           // besides the first; oldest first
    unsigned     token_count;

    struct kept_deck *decks;
    size_t            deck_count, deck_capacity;
    uint64_t          saves_paid_at;

    struct rating *ratings;
    size_t         rating_count, rating_capacity;
};

struct player {
    uint64_t        id;
    char            name[SEAT_NAME_MAX + 1];
    struct token    token;
    struct account *account; // NULL: nothing yet
    uint32_t        newest;  // match that ended last: its place in the archive, from 1

    // Debts that time pays off (may_try); not in the log.
    uint64_t tables_paid_at, bother_paid_at, phrases_paid_at, names_paid_at;
};

struct line {
    bool     hinting; // somebody thinks for it
    bool     hashing; // its password is being looked at
    bool     open, warned;
    uint32_t serial;                // how often the slot was used: an answer may come too late
    uint64_t order;                 // lines that were opened before it
    uint64_t player;                // 0: has not said hello
    uint8_t  token_hash[HASH_SIZE]; // with which it came
    uint64_t bucket_at;
    uint32_t bucket;  // thousandths of a message
    bool     busy;    // its hello waits for the store, or its password for the clerk
    uint64_t address; // the same for the same one
    uint64_t follows[FOLLOWS_MAX];
    unsigned follow_count;
};

struct follower {
    uint32_t line;
    seat_id  viewer;
};

enum who { WHO_OPEN, WHO_PERSON, WHO_BOT };
enum presence { PRESENCE_HERE, PRESENCE_LOST, PRESENCE_LEFT, PRESENCE_IDLE };

// What a seat has of time (time.c).
struct seat_clock {
    uint64_t          asked_at;  // when it started
    uint64_t          own_ms;    // that the last question by itself had then, or has left
    uint64_t          bank_ms;   // of the match, or of the own turn
    struct time_limit limit;     // of the rules, when it started
    uint32_t          turn;      // whose time the bank has
    uint8_t           time_outs; // that count by the rules
    bool              ran_out;   // it, or that of the turn: counted already
};

struct room_seat {
    enum who          who;
    uint64_t          player; // of a person, and of a person whose seat a bot keeps
    const struct bot *bot;
    char              name[SEAT_NAME_MAX + 1];
    char             *deck; // name of a ready-made one, or its text; NULL: in turn

    uint8_t hash[HASH_SIZE], seed[SEED_SIZE];
    bool    has_hash, has_seed;

    struct seat_clock clock;      // and the rest up to the next comment: pure functions of the log
    uint32_t          owed;       // number of its question
    uint32_t          taken;      // number of the last one it answered, and how
    uint32_t          taken_said; // hash of what was said, 0: nobody said anything
    uint32_t          missed;     // questions in a row that the clock answered

    // Not in the log.
    enum presence      presence;
    uint64_t           absent_since;
    struct bot_memory *memory;     // of a bot; NULL: nothing yet
    struct choice      thought;    // what the bot will answer to question thought_owed,
    uint64_t           thought_at; // known since; 0: it has not thought
    uint32_t           thought_owed;
};

struct kept {
    uint32_t n;
    char    *bytes;
    size_t   size;
};
struct kept_list { // newest last
    struct kept item[KEPT_MAX];
    unsigned    count;
    size_t      bytes;
};

struct deferred {
    uint64_t at; // when it came
    uint32_t line, serial;
    char    *bytes;
    size_t   size;
};

// A table that is over. What is not here is in its entry of the log.
struct archived_seat {
    uint64_t          player;
    const struct bot *bot;     // NULL: a person, or a bot that is no more
    uint32_t          earlier; // the match that the player ended before this one, from 1
    uint8_t           points;  // 0 lost, 1 drawn, 2 won; NO_POINTS
    uint8_t           team;
};
enum { NO_POINTS = 255 };
struct archived {
    uint64_t             table, number, ended_at; // number: of its entry
    const char          *game, *mode;             // the server's own copies
    struct archived_seat seat[SEATS_MAX];
    uint8_t              seats, end;
    bool                 played, open, rated, has_record;
    char                *result;
};

// Texts of cards that are in the log.
struct card_texts {
    uint8_t  hash[HASH_SIZE];
    uint64_t number;
};

enum phase { PHASE_WAITING, PHASE_HASHES, PHASE_SEEDS, PHASE_PLAYING, PHASE_OVER };
enum offer { OFFER_UNDO, OFFER_DRAW, OFFER_REMATCH, OFFER_COUNT };
extern const char *const OFFER_NAMES[OFFER_COUNT];
enum room_clock { CLOCK_HOUSE, CLOCK_RULES, CLOCK_NONE, CLOCK_COUNT };
extern const char *const CLOCK_NAMES[CLOCK_COUNT];

struct room {
    uint64_t          id;
    const struct box *box;
    unsigned          mode, seats;
    int16_t           option[OPTIONS_MAX]; // by row of game->options, 0: as the rules say
    uint64_t          once;                // its maker's word for it (once_word), 0: none
    uint64_t          maker;               // player who made it; 0: an older log does not say
    bool              open;                // listed; otherwise only by its key
    bool              free_chat;           // words of one's own may be said
    bool              rated;               // people only, no taking back by consent, no hints
    char              key[KEY_TEXT_SIZE];
    enum room_clock   clock;
    uint64_t          bank_ms, allowance_ms; // of the house clock
    struct room_seat  seat[SEATS_MAX];
    enum phase        phase;
    uint64_t          phase_at; // when it began

    uint8_t   secret[SEED_SIZE], commitment[HASH_SIZE], chain[HASH_SIZE];
    seat_set  missing; // seats that gave no seed
    bool      committed, archived;
    uint64_t *entries; // numbers of those that it has come to
    size_t    entry_count, entry_capacity;
    unsigned proof; // what is promised of it: 1 the shuffle, 2 also the cards, all choices, the end
    uint8_t  rules_hash[HASH_SIZE], cards_hash[HASH_SIZE]; // when it was committed

    struct match *match;
    uint32_t      news[VIEWERS]; // messages that each viewer has had
    seat_set      winners;
    rule_id       lost_by; // rule about time-outs that ended the match, 0: none did
    enum room_end end;
    struct acts   acts;
    char          result[160];
    char          broken[160]; // why it cannot go on; then it is ended

    // Not in the log.
    uint64_t            address; // of the maker's line, 0: unknown
    struct follower    *followers;
    size_t              follower_count, follower_capacity;
    struct kept_list    kept[VIEWERS];
    bool                pending;                      // an entry of it is on its way
    bool                is_written, is_being_written; // its record
    struct record_chore record;                       // once it is, until it is stored
    bool                thinking;                     // one of its bots is
    struct deferred     deferred[DEFERRED_MAX];
    unsigned            deferred_count;
    seat_set            agreed[OFFER_COUNT];
    uint64_t            declined_at[OFFER_COUNT][SEATS_MAX]; // what a seat had offered
    size_t              undo_to;
    seat_id             undo_by;
    uint64_t            next; // the rematch
    uint64_t            alone_since;
};

// A record that was asked for, as it was handed out.
enum { COPIES_MAX = 64, COPIES_BYTES = 16 * 1024 * 1024 };
struct copy {
    uint64_t table, used; // when, in the order of uses
    char    *bytes;
    size_t   size;
};

// What the archive knows of a promise whose entry is damaged.
struct mended {
    uint64_t table;
    bool     is_known;
    uint8_t  commitment[HASH_SIZE], chain[HASH_SIZE];
};

// An entry on its way to the store, and whom to tell.
struct pending {
    uint64_t   number, about;
    uint8_t    kind;
    char      *body;
    size_t     size;
    uint32_t   line, serial;
    uint64_t   player, address;  // of that line
    uint64_t   once;             // of a table: its maker's word for it
    uint64_t   after;            // of a rematch: the table that is over
    bool       answer;           // somebody waits for "done"
    json_int_t id;               // of the request, or -1
    char       token[TOKEN_MAX]; // of a new token's entry: told once, never stored
};

struct game_facts {
    const struct box *box;
    uint8_t           rules_hash[HASH_SIZE], cards_hash[HASH_SIZE];
    uint8_t           files_hash[HASH_SIZE]; // of the card files, which once was the cards_hash
};

// A link of the public chain: a commitment, or the seal of a match that is over.
struct commitment {
    uint64_t table;
    bool     is_seal;
    uint8_t  commitment[HASH_SIZE], chain[HASH_SIZE];
};

// A table that is taken up from a snapshot: what its entries alone do not tell any more.
struct restoring {
    uint64_t table;
    json_t  *names; // by seat
    uint8_t  chain[HASH_SIZE];
};

struct server {
    struct server_config config;
    struct game_facts    games[SERVER_GAMES_MAX];
    unsigned             game_count;
    uint8_t              secret[32], entropy[32];
    uint64_t             drawn;

    struct line   *lines;
    size_t         line_capacity;
    struct player *players; // by id
    size_t         player_count, player_capacity;
    uint64_t      *reserved; // players with a password, by name
    size_t         reserved_count, reserved_capacity;
    uint64_t      *looks; // of their names, sorted
    size_t         look_count, look_capacity;

    struct house_names house;

    uint64_t      tries_of_address[TRY_SLOTS], tries_of_name[TRY_SLOTS]; // when they are forgotten
    uint64_t      tables_of_address[TRY_SLOTS], wonders_of_address[TRY_SLOTS]; // the same
    struct room **rooms;                                                       // by id
    size_t        room_count, room_capacity;
    uint64_t      last_player, last_room; // also those that are asked for and not kept yet
    uint64_t      kept_room;              // the newest table in the log
    uint64_t     *ended;                  // while loading: tables that are in the archive, by id
    size_t        ended_count, ended_capacity;
    const struct restoring *restoring; // NULL: none
    struct mended          *mended;    // the same: promises whose entries are damaged
    size_t                  mended_count, mended_capacity;

    struct archived   *archive; // in the order of the log
    size_t             archive_count, archive_capacity;
    uint32_t          *archive_of; // places in it, by table
    size_t             archive_of_capacity;
    struct card_texts *card_texts;
    size_t             card_text_count, card_text_capacity;
    char             **words; // names of games and modes, each once
    size_t             word_count, word_capacity;

    char            **notices; // while loading: what an operator should know of
    size_t            notice_count, notice_capacity;
    struct copy       copies[COPIES_MAX];
    size_t            copy_count, copy_bytes;
    uint64_t          copy_uses;
    struct pending   *pending; // in order of numbers
    size_t            pending_count, pending_capacity;
    uint64_t          last_number; // handed out
    uint64_t          newest;      // hash of the entry that was carried out last
    uint8_t           chain[HASH_SIZE];
    uint64_t          links;
    struct commitment promises[PROMISES_MAX]; // number n (links) at n % PROMISES_MAX

    struct server_counts counts;
    uint64_t             now, lines_opened;
    bool                 is_live, closing;
    bool                 failing;    // the store could not take the last entries
    unsigned             hinting;    // hints being thought out
    bool                 bots_wait;  // some table's bot could not be asked yet
    uint64_t             asked_room; // whose bot was asked last
    uint64_t            *thoughts;   // for whom they are
    size_t               thought_count, thought_capacity;
    uint64_t             served, served_owner[TRY_SLOTS]; // who was when
    bool                 scarce;                          // there are few tables left
    struct outputs      *out;                             // of the step under way
    struct view         *before, *after;
};

// One message from a line.
struct request {
    struct server *server;
    uint32_t       line;
    json_t        *json;
    json_int_t     id; // -1: none
    struct text    bytes;
};

// --- core.c -------------------------------------------------------------------------------------

// Makes room for one more in a list that doubles.
void          *grow(void *list, size_t count, size_t *capacity, size_t size);
char          *copy_bytes(struct text); // with a 0 byte; to be freed
struct player *player_find(struct server *, uint64_t id);
struct room   *room_find(const struct server *, uint64_t id);
void           player_add(struct server *, struct player);
void           note_room(struct server *, uint64_t id); // a table that is in the log
void           room_add(struct server *, struct room *);
void           room_remove(struct server *, struct room *);
// Bytes that nobody can guess.
void draw_secret(struct server *, uint8_t *out, size_t size);

// What another thread does; it becomes the caller's with OUTPUT_CHORE.
struct chore *chore_make(enum chore_kind);
void          chore_give(struct server *, struct chore *);

// --- lines.c ------------------------------------------------------------------------------------

struct line *line_at(struct server *, uint32_t line); // or NULL: it is not open
void         take_line(struct server *, uint32_t line, uint64_t address);
void         forget_line(struct server *, uint32_t line);
void         close_line(struct server *, uint32_t line, uint16_t code, const char *reason);
void         say_goodbye(struct server *); // to all
// What whoever runs the server should know of; while loading it is kept until the server is live.
void say_to_operator(struct server *, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void           notices_tell(struct server *);
void           notices_free(struct server *);
struct output *output_add(struct server *, enum output_kind, uint32_t line);
void           output_think(struct server *, struct bot_task *);
void           send_json(struct server *, uint32_t line, struct json *);
void           send_text(struct server *, uint32_t line, struct text);
// Begins a message {"type":type ...}; it is left open for more members.
struct json message_begin(struct server *, const char *type);
struct json answer_begin(const struct request *, const char *type); // with the request's id
void        request_refuse(const struct request *, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void send_refusal(struct server *, uint32_t line, json_int_t id, const char *code,
                  const char *text);
void request_done(struct server *, uint32_t line, json_int_t id);
void request_done_table(struct server *, uint32_t line, json_int_t id, const struct room *);
// Follows a room, or stops.
bool room_follow(struct server *, uint32_t line, struct room *, seat_id viewer);
void room_unfollow(struct server *, uint32_t line, struct room *);

// --- requests.c ---------------------------------------------------------------------------------

void take_input(struct server *, uint32_t line, struct text bytes);   // from a line
void take_message(struct server *, uint32_t line, struct text bytes); // within all limits
// What others hear of although no match moves on: not too often.
bool may_bother(const struct request *); // or a refusal

// --- pending.c ----------------------------------------------------------------------------------

bool entry_is_of_table(unsigned kind); // it changes the table that it is about
// Sends the entry to the store; it is applied when it is safe. `rq` may be NULL.
struct pending *entry_propose(struct server *, const struct request *, struct room *,
                              enum entry_kind, uint64_t about, struct json *body);
// Comes again when the entry of the room that is on its way is settled.
void request_defer(struct server *, const struct request *, struct room *);
void take_stored(struct server *, uint64_t number);
void take_failed(struct server *, uint64_t number);

// --- loading.c ----------------------------------------------------------------------------------

void note_newest(struct server *, const struct store_entry *); // it is the newest from now on
// Carries it out; what does not fit is set aside.
void load_entry(struct server *, const struct store_entry *);
bool table_has_ended(const struct server *, uint64_t id); // by what was loaded, or skimmed
void go_on_after_loading(struct server *);

// --- entries.c ----------------------------------------------------------------------------------

struct json   entry_begin(struct server *); // {"at":now ... left open
MUST_USE bool entry_apply(struct server *, const struct store_entry *, struct error *);

// --- people.c -----------------------------------------------------------------------------------

void                 on_hello(struct request *);
void                 on_rename(struct request *);
bool                 is_plain_name(struct text);        // of a player, of a deck
bool                 may_greet(const struct request *); // or a refusal
void                 token_make(struct server *, uint64_t player, char out[TOKEN_MAX]);
void                 token_hash(struct text token, uint8_t out[HASH_SIZE]);
const struct player *token_owner(struct server *, struct text token); // or NULL
MUST_USE bool        token_read(struct token *, json_t *body);        // of an entry
// Whoever is here with a token of the player that is void is not any more.
void          close_void_lines(struct server *, uint64_t player, const char *why);
MUST_USE bool apply_player(struct server *, uint64_t id, json_t *body, struct error *);
MUST_USE bool apply_name(struct server *, uint64_t player, json_t *body, struct error *);
void          welcome(struct server *, uint32_t line, json_int_t id, const char *token);

// --- passwords.c --------------------------------------------------------------------------------

void                 on_password(struct request *);
void                 on_login(struct request *);
void                 on_logout(struct request *);
const struct player *name_owner(struct server *, const char *name); // who has a password, or NULL
bool name_is_protected(const struct server *, struct text); // somebody's who has one, or like it
// Has nobody else the name, or one like it, with a password, or is about to have it?
bool            is_name_free(struct server *, uint64_t me, const char *name);
void            player_rename(struct server *, struct player *, struct text name);
struct account *account_of(struct player *);                          // makes one
void            name_reserve(struct server *, const struct player *); // who has a password now
void            account_free(struct account *);                       // accepts NULL
bool            has_password(const struct player *);
void            take_password(struct server *, const struct password_chore *);
void            password_run(struct password_chore *);
void            password_changed(struct server *, const struct pending *);
MUST_USE bool   apply_password(struct server *, uint64_t player, json_t *, struct error *);
MUST_USE bool   apply_token(struct server *, uint64_t player, json_t *, struct error *);
MUST_USE bool   apply_logout(struct server *, uint64_t player, json_t *, struct error *);
void            account_set_aside(struct server *, uint64_t player, bool with_password);

// --- decks.c ------------------------------------------------------------------------------------

void          on_deck_save(struct request *);
void          on_deck_delete(struct request *);
void          on_decks(struct request *);
void          decks_free(struct account *);
void          deck_keep(struct server *, struct account *, struct text game, struct text name,
                        struct text text);
MUST_USE bool apply_deck(struct server *, uint64_t player, json_t *, bool gone, struct error *);
// The text of a deck that the player keeps, or NULL.
const char *kept_deck_text(const struct player *, const struct box *, struct text name);

// --- games.c ------------------------------------------------------------------------------------

const struct box *server_game(const struct server *, struct text name); // or NULL
const struct box *request_game(const struct request *);                 // or NULL, with a refusal

void on_games(struct request *);
void on_game(struct request *);
void on_card(struct request *);
void on_rule(struct request *);

// --- limits.c -----------------------------------------------------------------------------------

// A try is a debt that time pays off; so many may be owed at once.
bool      may_try(uint64_t *paid_at, uint64_t now, uint64_t tries, uint64_t each_ms);
uint64_t *slot_of(const struct server *, uint64_t *slots, const void *bytes, size_t size);
bool      may_sit(const struct request *);        // or a refusal
bool      may_make_table(const struct request *); // the same; counts as one that was made
bool      may_wonder(const struct request *);     // what a choice would do; or a refusal
bool      may_make_rematch(const struct request *, const struct room *);
bool      has_rematch(const struct server *, const struct room *);
bool      tables_are_scarce(const struct server *);
uint64_t  room_owner(const struct room *);
// Questions on their way to bots.
bool may_think(const struct server *, uint64_t owner);
void thinking_begins(struct server *, uint64_t owner);
void thinking_ends(struct server *, uint64_t owner);
bool is_before(struct server *, uint64_t owner, uint64_t other);

// --- rooms.c ------------------------------------------------------------------------------------

extern const char *const WHO_NAMES[]; // by enum who

void     room_tell(struct server *, struct room *); // everybody who follows it
void     room_tell_one(struct server *, struct room *, uint32_t line, seat_id viewer);
void     room_free(struct room *);
void     room_break(struct room *, const char *why);
seat_id  room_seat_of(const struct room *, uint64_t player); // or NO_SEAT
bool     room_counts(const struct room *); // does its match move ratings? Once it is over
seat_set room_people(const struct room *);
seat_id  room_viewer(const struct room *, uint32_t line); // or NO_SEAT: does not follow
bool     room_key_fits(const struct room *, struct text key);
void     write_table(struct json *, struct server *, struct room *, bool with_key);
void     write_options(struct json *, const struct box *, const int16_t option[OPTIONS_MAX]);

// --- lobby.c ------------------------------------------------------------------------------------

void     on_tables(struct request *);
void     on_create(struct request *);
uint64_t once_word(struct text); // 0: none was said
void     on_join(struct request *);
void     on_watch(struct request *);
void     on_leave(struct request *);

MUST_USE bool apply_table(struct server *, uint64_t id, json_t *body, struct error *);
MUST_USE bool apply_join(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_stand(struct server *, struct room *, json_t *body, struct error *);

void          write_rematch(struct json *, const struct room *); // body of its ENTRY_TABLE
void          room_tell_rematch(struct server *, struct room *old, struct room *now);
MUST_USE bool room_setup(const struct room *, struct match_setup *, struct error *);

// --- fair.c -------------------------------------------------------------------------------------

void fair_facts(struct game_facts *);
void fair_go_on(struct server *, struct room *); // proposes the next step, if it is time
void on_commit(struct request *);
void on_reveal(struct request *);

// The room may be NULL: a table that is over.
MUST_USE bool apply_commit(struct server *, struct room *, uint64_t table, json_t *body,
                           struct error *);
MUST_USE bool apply_hash(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_seeds(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_seed(struct server *, struct room *, json_t *body, struct error *);
void          fair_key(const struct server *, const struct room *, uint8_t key[32]);
// For those who ask (/fair/<table>) with all that happened.
void write_fairness(struct json *, const struct room *, bool asked);
void promise_add(struct server *, uint64_t table, const uint8_t commitment[HASH_SIZE]);
// The public chain goes on with the seal of a match that is over.
void chain_seal(struct server *, uint64_t table, const uint8_t seal[HASH_SIZE]);

// --- acts.c -------------------------------------------------------------------------------------

void        acts_begin(struct room *);           // its match has begun
void        act_note(struct room *, struct act); // has happened
void        acts_show(struct room *);            // everybody knows the same now
void        acts_write(struct json *, const struct room *);
struct text acts_text(struct arena *, const struct room *); // a line each
// A step of the chain, and its first one; `line` without its end.
void seal_step(uint8_t seal[HASH_SIZE], struct text line);
void seal_first(uint8_t seal[HASH_SIZE], const uint8_t commitment[HASH_SIZE],
                const uint8_t cards_hash[HASH_SIZE], const uint8_t setup_hash[HASH_SIZE]);

// --- archive.c ----------------------------------------------------------------------------------

// Has the record written, then puts the table away.
void archive_go_on(struct server *, struct room *);
void record_run(struct record_chore *);
void take_record(struct server *, const struct record_chore *);
void record_forget(struct room *);
void on_history(struct request *);

MUST_USE bool apply_cards(struct server *, uint64_t number, json_t *body, struct error *);
MUST_USE bool apply_archive(struct server *, struct room *, const struct store_entry *,
                            json_t *body, struct error *); // the room may be NULL
const char   *keep_word(struct server *, struct text);     // one copy of each, for ever
void          archive_free(struct server *);
// Which seat the player had; as many as there are: none.
unsigned archived_seat_of(const struct archived *, uint64_t player);
void     archive_add(struct server *, const struct archived *); // takes its result
bool     archived_read(struct server *, json_t *body, struct archived *out);
void     archived_write(struct json *, const struct archived *);

// --- ratings.c ----------------------------------------------------------------------------------

void on_player(struct request *);
bool rating_counts(const struct archived *);                  // does it move ratings?
void ratings_count(struct server *, const struct archived *); // a match that is over
void write_ratings(struct json *, const struct server *, const struct player *);
void write_seat_rating(struct json *, const struct server *, const struct player *,
                       const char *game, const char *mode);

// --- play.c -------------------------------------------------------------------------------------

// The room of a request and the seat of its line, or NULL with a refusal; the same while a match is
// on.
struct room *room_of(const struct request *, seat_id *seat);
struct room *match_of(const struct request *, seat_id *seat);
seat_set     viewers_of(const struct room *); // all seats, and those who look on
void         forget_offers(struct server *, struct room *);
// Bodies of entries.
struct json   seat_entry(struct server *, seat_id);
MUST_USE bool entry_time(json_t *body, uint64_t *at);
MUST_USE bool entry_seat(const struct room *, json_t *body, seat_id *out);
bool          fail_entry(struct error *, const char *why);

void          on_choose(struct request *);
MUST_USE bool apply_start(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_choice(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_over(struct server *, struct room *, json_t *body, struct error *);

void propose_choice(struct server *, const struct request *, struct room *, seat_id, struct choice,
                    bool by_clock);
void propose_over(struct server *, struct room *, enum room_end, seat_set winners,
                  const char *result);

// --- offers.c -----------------------------------------------------------------------------------

void on_undo(struct request *);
void on_draw(struct request *);
void on_rematch(struct request *);
void on_agree(struct request *);
void on_decline(struct request *);

MUST_USE bool apply_undo(struct server *, struct room *, json_t *body, struct error *);

// --- chat.c -------------------------------------------------------------------------------------

void on_say(struct request *);
bool is_plain_line(struct text, size_t max); // not empty, no blanks at its ends, no control signs

// --- absence.c ----------------------------------------------------------------------------------

void propose_time_lost(struct server *, struct room *, seat_id);
void on_resign(struct request *);
void on_claim(struct request *);
void on_view(struct request *);
void on_events(struct request *);
void on_resume(struct request *);

MUST_USE bool apply_resign(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_bot(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_back(struct server *, struct room *, json_t *body, struct error *);
MUST_USE bool apply_resume(struct server *, struct room *, json_t *body, struct error *);

// --- time.c -------------------------------------------------------------------------------------

#define NEVER UINT64_MAX
uint64_t owed_by(const struct room *, seat_id); // when the time of a seat that is asked is up
bool     clock_has_bank(const struct room *, seat_id);
// What is asked before something happens: a question that is still the same afterwards keeps its
// number and its clock.
struct questions {
    seat_set asked;
    uint64_t what[SEATS_MAX]; // a hash of the question and its choices
};
void questions_look(const struct room *, struct questions *);
// After a choice; returns the seats whose question is another one now.
seat_set pass_clock(struct room *, const struct questions *before, seat_id actor, bool is_public,
                    uint64_t at);
void     restart_clocks(struct room *, const struct questions *before, uint64_t at);
void     stop_clock(struct room *, seat_id, uint64_t at);
void     take_clocks_back(struct room *, const struct questions *before, seat_id, bool is_public,
                          uint64_t at);
bool     time_out_loses(const struct room *, seat_id); // if its clock runs out now
bool     count_time_out(struct room *, seat_id);       // it has; true: that counts

// --- clocks.c -----------------------------------------------------------------------------------

void clocks_tick(struct server *);
void clocks_resume(struct server *);
void room_due(struct server *, struct room *); // whatever is due in it now
// When the others may decide about an absent seat; 0: it is not absent.
uint64_t claim_at(const struct server *, const struct room *, seat_id);
void     presence_set(struct server *, struct room *, seat_id, enum presence);

// --- bots.c -------------------------------------------------------------------------------------

void bots_ask(struct server *, struct room *);
void bots_take_thought(struct server *, const struct bot_task *);
// Has the bot an answer, and is it time to give it?
MUST_USE bool bot_answer_due(struct server *, struct room *, seat_id, struct choice *out);
void          bots_forget(struct room *, seat_set); // what those remember of the match

// --- advice.c -----------------------------------------------------------------------------------

void on_why(struct request *);
void on_would(struct request *);
void on_hint(struct request *);
void hint_think(struct bot_task *, struct rng *);
void hint_tell(struct server *, struct room *, const struct bot_task *); // the room may be gone

// --- news.c -------------------------------------------------------------------------------------

// A change of the match is told in three steps: look before it, look after it (which viewers can
// tell that something happened?), tell them.
struct news_before {
    bool     had_match;
    seat_set asked;
    size_t   events;
    rule_id  rule; // by which it happens; 0: somebody wanted it
};
void     news_begin(struct server *, struct room *, struct news_before *);
seat_set news_look(struct server *, struct room *, struct news_before *);
seat_set news_told(const struct room *, size_t from); // who heard of an event from there on
void     news_tell(struct server *, struct room *, const struct news_before *, seat_set viewers,
                   const char *what);
// The whole view of a viewer, to one line.
void news_whole(struct server *, struct room *, uint32_t line, seat_id viewer, json_int_t id);
void news_events(const struct request *, struct room *, seat_id viewer); // what happened so far
// What the viewer missed since message n, or the whole view; nothing if it missed nothing.
void     news_since(struct server *, struct room *, uint32_t line, seat_id viewer, json_int_t n);
uint32_t text_fnv(struct text);

// --- read.c: members of a JSON object -----------------------------------------------------------

bool member_text(json_t *, const char *name, struct text *out);
bool member_int(json_t *, const char *name, json_int_t min, json_int_t max, json_int_t *out);
bool member_hex(json_t *, const char *name, uint8_t *out, size_t size);
void json_hex(struct json *, const uint8_t *bytes, size_t size);

#endif
