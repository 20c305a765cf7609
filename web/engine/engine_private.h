// engine_private.h - what the files behind engine.h share.
#ifndef PENTACLE_WEB_ENGINE_ENGINE_PRIVATE_H
#define PENTACLE_WEB_ENGINE_ENGINE_PRIVATE_H

#include "base/json.h"
#include "bots/bot.h"
#include "match/match.h"
#include "match/replay.h"
#include "match/scenario.h"

enum { WORDS_MAX = 24, BOXES_MAX = 16, MATCHES_MAX = 16 };

// One call: its words (each ends with a 0 byte) and its reply.
struct call {
    struct text   word[WORDS_MAX]; // without the first
    size_t        count;
    struct json   out; // an object that is open
    struct arena *arena;
    struct error  err;
    const char   *code; // of the error
    const char   *rule; // that refused a choice, or NULL
};

// A match that is being played or watched, and what it stands on.
struct board {
    unsigned                box;    // number of its box, 0: its own
    struct match           *match;  // NULL: the place is free
    struct scenario_opened *opened; // or NULL
    struct replay          *replay; // or NULL
    struct bot_memory       memory[SEATS_MAX];
};

// --- calls.c ------------------------------------------------------------------------------------

bool refuse_call(struct call *, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Words as numbers; refused with what they are for.
bool word_number(struct call *, size_t index, const char *what, long min, long max, long *out);
bool word_seed(struct call *, size_t index, uint64_t *out);
bool word_board(struct call *, size_t index, struct board **out);
bool word_seat(struct call *, size_t index, const struct board *, seat_id *out);
bool word_viewer(struct call *, size_t index, const struct board *,
                 seat_id *out); // NO_SEAT: knows all
bool word_asked(struct call *, size_t index, const struct board *,
                seat_id *out);           // who owes a choice
struct board *board_free(struct call *); // a place for one more, or NULL with a refusal
void          board_clear(struct board *);
void          put_text(struct call *, const char *name, struct text);
void          put_number(struct call *, const char *name, long);

// --- boxes.c ------------------------------------------------------------------------------------

extern struct box *engine_boxes[BOXES_MAX]; // number 1 is the first

bool word_box(struct call *, size_t index, const struct box **out);
void close_leaving(void); // boxes that were closed while a match was played with them

bool on_games(struct call *);
bool on_open(struct call *);
bool on_close(struct call *);
bool on_data(struct call *);
bool on_card(struct call *);
bool on_lint(struct call *);
bool on_deck(struct call *);

// --- matches.c ----------------------------------------------------------------------------------

extern struct board engine_boards[MATCHES_MAX];

bool on_start(struct call *);
bool on_arrange(struct call *);
bool on_replay(struct call *);
bool on_verify(struct call *);
bool on_check(struct call *);
bool on_holds(struct call *);
bool on_free(struct call *);
bool on_go(struct call *);
bool on_state(struct call *);
bool on_choose(struct call *);
bool on_say(struct call *);
bool on_undo(struct call *);
bool on_back(struct call *);
bool on_concede(struct call *);
bool on_why(struct call *);
bool on_why_card(struct call *);
bool on_would(struct call *);
bool on_hint(struct call *);
bool on_judge(struct call *);
bool on_bot(struct call *);
bool on_record(struct call *);
bool on_hash(struct call *);

#endif
