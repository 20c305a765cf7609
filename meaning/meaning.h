// meaning.h - what a line of card text means: bound, checked, flat; the same form for every game.
//
// Rows lie in arrays of the pool and are named by 16 bits, 0 = none. All rows of a line lie
// together. `words` is the op a row came from: reasons and messages point there, nothing else reads
// the tree. Read lang.h for what a game declares, lower.h for how lines come here, evaluate.h and
// run.h for what is done with them.
#ifndef PENTACLE_MEANING_MEANING_H
#define PENTACLE_MEANING_MEANING_H

#include "engine/types.h"

#include <assert.h>
#include <stdbool.h>

// ---- Things are 16 bits: a card, a place (zone or tile), a seat.
enum { THING_PLACE = 0x8000, THING_SEAT = 0xF000, NO_THING = 0xFFFF };
enum type { TYPE_CARD = 1, TYPE_PLACE = 2, TYPE_SEAT = 4 };
enum { TYPE_LINK = 8 }; // of what words speak of, beside these: no thing is a link
static inline uint16_t  thing_of_place(unsigned zone) { return (uint16_t)(THING_PLACE | zone); }
static inline uint16_t  thing_of_seat(seat_id seat) { return (uint16_t)(THING_SEAT | seat); }
static inline seat_id   seat_of_thing(uint16_t thing) { return (seat_id)(thing & 0xFF); }
static inline unsigned  place_of_thing(uint16_t thing) { return thing & 0x3FFFu; }
static inline enum type type_of_thing(uint16_t thing)
{
    return thing >= THING_SEAT ? TYPE_SEAT : thing >= THING_PLACE ? TYPE_PLACE : TYPE_CARD;
}

// ---- References are a byte: below REF_FIXED a slot that the line fills, else looked up.
enum {
    SLOT_NONE,
    SLOT_DONE_TO, // of the event that set the line off
    SLOT_DOER,
    SLOT_LINE, // the first one that a line gives out itself
    REF_FIXED = 16,
    REF_SELF  = REF_FIXED, // the card whose text it is
    REF_EACH,              // the one that is being done to
    REF_YOU,
    REF_ROLE // the game's roles from here on
};

enum how { HOW_ALL, HOW_PICK, HOW_UP_TO, HOW_ANY, HOW_REF, HOW_MADE }; // made: by the verb's deed
enum things_side { SIDE_OWN = 1, SIDE_ALLY = 2, SIDE_ENEMY = 4, SIDE_ALL = 7 };
enum things_flag {
    THINGS_OTHER  = 1,
    THINGS_PLURAL = 2,
    THINGS_RANDOM = 4,
    THINGS_NAMED  = 8,  // a later word speaks of them
    THINGS_DONE   = 16, // what a verb is done to
    THINGS_SILENT = 32, // no words stand for them
    THINGS_AIMED  = 64  // picked before the line is carried out
};

// Which cards, places or seats are meant.
struct things {
    uint8_t  type, how, slot, sides;
    uint8_t  flags, test_count, zero[2];
    uint16_t count, test_first; // count: amount, 0 = one; test_first: of what masks cannot say
    uint16_t places, kinds;     // a bit per row
    uint64_t has, lacks;        // bits of the game's facts
    uint32_t words;
    uint16_t of, zero2; // things: seats whose it is, or things it is taken from
};
enum test_flag {
    TEST_NOT      = 1,
    TEST_STAT     = 2,
    TEST_AT_LEAST = 4,
    TEST_AT_MOST  = 8,
    TEST_OF_LEAST = 16, // nothing that the tests before it let pass has less of the stat
    TEST_OF_MOST  = 32
};
struct test { // TEST_STAT: row is a stat, compared with the amount
    uint8_t  row, flags;
    uint16_t amount, things, name; // name: tells names of cards apart
    uint32_t words;                // the op of the name
};
enum amount_kind {
    AMOUNT_NUMBER,
    AMOUNT_STAT,  // the sum over the things
    AMOUNT_COUNT, // of the things
    AMOUNT_TALLY,
    AMOUNT_TIMES,
    AMOUNT_HALF,
    AMOUNT_HALF_UP,
    AMOUNT_PLUS,
    AMOUNT_MINUS,
    AMOUNT_CAPPED, // a, but no more than b
    AMOUNT_IF      // a if cond, else b
};
struct amount {
    uint8_t  kind, row;
    int16_t  n;
    uint16_t a, b, things, cond;
    uint32_t words;
};
enum cond_kind {
    COND_ALWAYS,
    COND_GAME,    // row
    COND_ARE,     // all of the things, and at least one, fit `as`
    COND_THERE,   // there is one of the things
    COND_COMPARE, // amount a against b: COND_MORE or COND_LESS
    COND_DID,     // row: bit of the step
    COND_AND,
    COND_OR
};
enum cond_flag { COND_NOT = 1, COND_MORE = 2, COND_LESS = 4 };
struct cond {
    uint8_t  kind, row, flags, zero;
    uint16_t a, b, things, as; // as: things that only serve as a measure
    uint32_t words;
};
enum step_kind {
    STEP_DO,
    STEP_IF,   // goes on at `skip` unless cond holds
    STEP_JUMP, // goes on at `skip`
    STEP_MODE, // goes on at `skip` unless this mode (row `verb`, from 1) was chosen
    STEP_LATER // what stands before `skip` waits for the moment `verb` of `who`
};
enum step_flag {
    STEP_MAY     = 1,
    STEP_AS_MUCH = 2, // the amount is the most
    STEP_REPEATS = 4, // done `amount` times
    STEP_PLAIN   = 8, // nobody else does it, nothing is picked, no flow is called
    STEP_THEY    = 16 // the opponent is asked whether
};
struct step {
    uint8_t  kind, verb, flags, did; // did: 1 + the bit that "if you do" asks about
    uint8_t  until, arg_count, tally;
    uint8_t  chance;          // 1 + the verb that has to come off first, by `chance_amount`
    int16_t  arg[3];          // rows of the game's words
    uint16_t name;            // 1 + a name that is quoted; 0: none
    uint32_t set;             // bits of words that form a set: "ATK and HP"
    uint16_t span, range;     // amounts: for so many turns, how far
    uint16_t who, things, to; // things
    uint16_t amount, cond;
    uint16_t skip; // from the line's first step
    uint16_t chance_amount;
    uint32_t words;
};
// Looked at, never carried out: a change of a number as long as cond holds.
struct standing {
    uint8_t  verb, arg_count, zero[2];
    int16_t  arg[2];
    uint32_t set; // as of a step
    uint16_t things, amount, cond, to;
    uint32_t words;
};
struct line {
    uint8_t  kind; // row of the game's lines
    uint8_t  slots, dids, tallies;
    uint16_t event;  // 1 + row of the game's events that set it off; 0: none
    uint16_t by, to; // things, which that event is about; 0: whoever it is
    uint16_t event_amount;
    int16_t  event_arg;                  // row of the game's words
    uint16_t quoted_first, quoted_count; // lines that are quoted in it
    uint16_t modes;   // how many bodies there are to choose from; 0: one, and no choice
    uint16_t only_if; // condition in front of all sentences
    uint16_t times;   // amount: how often what stands counts; 0: once
    uint16_t step_first, step_count;
    uint16_t standing_first, standing_count;
    uint16_t things_first, things_count; // and so on: all of one line lie together
    uint16_t cond_first, cond_count;
    uint16_t amount_first, amount_count;
    uint16_t test_first, test_count;
};

struct lang;

// All lines of a pool, behind them those that they quote. Row 0 of each list but `line` stands for
// "none".
struct meaning {
    const struct lang *lang;
    struct line       *line; // by row of pool->lines, then quoted ones in the order of the words
    struct step       *step;
    struct standing   *standing;
    struct things     *things;
    struct amount     *amount;
    struct cond       *cond;
    struct test       *test;
    uint32_t           line_count, step_count, standing_count, things_count, amount_count;
    uint32_t           cond_count, test_count;
};

// ---- What lives in the position.

// Something that was named: a card, place or seat, and the slot it stands in. `own` is the game's:
// where it is to go, say.
struct named {
    uint16_t thing;
    uint8_t  slot, own;
};
// A line that is being carried out. The game's own members and its names stand behind it.
struct work {
    uint16_t line;
    card_id  card, source; // whose text; what lends it
    seat_id  seat;
    uint8_t  mode;             // which one was chosen, from 1
    uint8_t  only;             // 1 + the LATER step whose time has come; 0: all steps are done
    uint8_t  did, named_count; // did: a bit for each step that "if you do" asks about
    uint8_t  may;              // the game's
    int16_t  tally[2];
};
static_assert(sizeof(struct work) == 16, "a work lies in the position");

// What the flow remembers over a pause.
struct run_frame {
    uint16_t pc, turn;   // step of the line; how often, or of which thing
    uint8_t  at, work;   // enum run_step; which work
    uint8_t  seat, left; // the nth of those who do it; how many are left of what is repeated
};

#endif
