// state.h - a position of Blank: flat bytes, no pointers. Names are the rulebook's (see README.md).
#ifndef PENTACLE_GAMES_BLANK_STATE_H
#define PENTACLE_GAMES_BLANK_STATE_H

#include "engine/cards.h"
#include "engine/flow.h"
#include "engine/modifiers.h"
#include "meaning/meaning.h"

#include <assert.h>

enum {
    HAND_SIZE     = 4,
    DECK_SIZE     = 12,
    COPIES_MAX    = 3,
    TRICKS_MAX    = 5,
    ROUNDS        = 10,
    LAID_MAX      = 2,
    WAKE_MAX      = 4,
    SENTENCES_MAX = 3,

    CARDS_MAX     = SEATS_MAX * (DECK_SIZE + 1) + 12, // and a few that a scenario adds
    MODIFIERS_MAX = 32,
    QUEUE_MAX     = WAKE_MAX,
    FRAMES_MAX    = 28,
    WORKS_MAX     = 6,  // lines carried out within each other
    NAMED_MAX     = 12, // things that a line names at once
};

enum mode { MODE_DUEL, MODE_MELEE, MODE_PAIRS };

// Zones: the nine squares, then five zones for each seat.
enum {
    COLUMNS      = 3,
    ROWS         = 3,
    SQUARE_COUNT = COLUMNS * ROWS,

    ZONE_DECK = SQUARE_COUNT, // of seat 0; see zone_of_seat()
    ZONE_HAND,
    ZONE_LAID,
    ZONE_GUARD,
    ZONE_DISCARD,
    ZONES_PER_SEAT = 5,
    ZONE_COUNT     = SQUARE_COUNT + SEATS_MAX * ZONES_PER_SEAT,
};

enum facing { NORTH, EAST, SOUTH, WEST, FACING_COUNT };

// The cards.
enum card_kind { KIND_CHAMPION, KIND_ACTION, KIND_TRICK };
enum card_tag { TAG_HEAVY };
enum card_field { FIELD_HEALTH, FIELD_SPEED };

// What lasts: kinds of modifiers, and the moments at which they end.
enum change { CHANGE_DEALS = 1, CHANGE_TAKES };
enum until { UNTIL_MATCH_ENDS, UNTIL_ROUND_ENDS, UNTIL_NEXT_ROUND_ENDS, UNTIL_HIT };

// What a seat can be asked, and what it can answer.
enum question_kind {
    QUESTION_LAY = 1,  // gathers up to LAID_MAX cards
    QUESTION_GUARD,    // lay a guard?
    QUESTION_TURN_UP,  // turn the guard up against a hit?
    QUESTION_ANSWER,   // turn the guard up against another guard?
    QUESTION_MAY,      // do what you may?
    QUESTION_CHAMPION, // which one?
    QUESTION_STEP,     // where to?
    QUESTION_FACE,     // which side?
    QUESTION_DISCARD,  // gathers cards
};
enum choice_kind {
    CHOICE_GUARD = CHOICE_GAME, // card
    CHOICE_NO_GUARD,
    CHOICE_TURN_UP,
    CHOICE_KEEP,
    CHOICE_DO,
    CHOICE_DO_NOT,
    CHOICE_CHAMPION, // card
    CHOICE_STEP,     // target: a square
    CHOICE_FACE,     // option: enum facing
};

// The flows. A frame is what a flow remembers over a pause; frames are zeroed when they are pushed.
enum flow_id {
    FLOW_MATCH = 1,
    FLOW_GUARDS,
    FLOW_ROUND,
    FLOW_ACT,
    FLOW_QUEUE,
    FLOW_TEXT,
    FLOW_HIT,
    FLOW_STACK
};

enum match_step { MATCH_BEGIN, MATCH_GUARDED, MATCH_ROUND_DONE };
struct match_frame {
    enum match_step at;
};

enum guards_step { GUARDS_BEGIN, GUARDS_CHOSEN };
struct guards_frame {
    enum guards_step at;
    seat_set         asked;
    uint8_t          zero[3];
};

enum round_step { ROUND_BEGIN, ROUND_LAID, ROUND_ACTED, ROUND_GUARDED };
struct round_frame {
    enum round_step at;
    uint8_t         i, acting; // acting: how many seats act
    seat_id         order[SEATS_MAX];
    uint8_t         zero[2];
};

enum act_step { ACT_BEGIN, ACT_LINE_DONE, ACT_QUEUE_DONE };
struct act_frame {
    enum act_step at;
    card_id       card;
    seat_id       who;
    uint8_t       line;
};

enum queue_step { QUEUE_BEGIN, QUEUE_TEXT_DONE };
struct queue_frame {
    enum queue_step at;
};

enum hit_step { HIT_BEGIN, HIT_GUARD_ANSWERED, HIT_STACK_DONE };
struct hit_frame {
    enum hit_step at;
    int16_t       damage;
    card_id       source;
    seat_id       who, victim;
    uint8_t       behind;
    uint8_t       zero;
};

enum stack_step { STACK_BEGIN, STACK_ANSWERED, STACK_LINE_DONE };
struct stack_frame { // the guards turned up because of one hit
    enum stack_step at;
    uint8_t         base; // guards below are of other hits
    uint8_t         i, line;
    seat_id         who; // asked whether to answer
};

struct frame {
    uint8_t flow; // enum flow_id
    uint8_t zero[3];
    union {
        struct match_frame  match;
        struct guards_frame guards;
        struct round_frame  round;
        struct act_frame    act;
        struct queue_frame  queue;
        struct run_frame    text;
        struct hit_frame    hit;
        struct stack_frame  stack;
    };
};
static_assert(sizeof(struct frame) <= 32, "frames are cloned with the position");

// An ability that waits for its turn (BLA-034).
struct waiting {
    uint32_t line;
    card_id  source;
    seat_id  who, other;
};

// A guard that is turned up and not done yet (BLA-040).
struct turned_up {
    card_id guard;
    seat_id who, against; // whose guard; whose hit or guard it was turned up against
    uint8_t answers;      // 1: the guard below it
    uint8_t cancelled;
    uint8_t zero[2];
};

struct side {
    card_id champion; // NO_CARD: none on the board
    int16_t health;
    int16_t initiative; // of this round, for the table to see
    uint8_t facing;     // enum facing
    uint8_t out;
};

// A line of text that is being carried out.
struct text_work {
    struct work  work;
    seat_id      other; // whom it hit or who hit it, or NO_SEAT
    uint8_t      zero[3];
    struct named named[NAMED_MAX];
};

struct blank_state {
    struct core      core;
    struct side      side[SEATS_MAX];
    struct waiting   queue[QUEUE_MAX];
    struct frame     frames[FRAMES_MAX];
    struct turned_up stack[SEATS_MAX]; // the last one is done first
    struct text_work works[WORKS_MAX];
    struct modifier  modifiers[MODIFIERS_MAX];
    struct zone      zones[ZONE_COUNT];
    struct card      cards[CARDS_MAX];
    uint8_t          round; // from 1; 0 while setting up
    seat_id          lead;
    uint8_t          queue_count;
    uint8_t          wake; // abilities that came up in the wake of the card being acted
    uint8_t          work_count;
    uint8_t          stack_count;
    uint8_t          zero[2];
};
static_assert(sizeof(struct blank_state) <= 16 * 1024, "keep clones cheap");

static inline zone_id zone_of_seat(unsigned zone, seat_id seat)
{
    return (zone_id)(zone + ZONES_PER_SEAT * seat);
}
static inline bool is_square(unsigned zone) { return zone < SQUARE_COUNT; }

#endif
