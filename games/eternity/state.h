// state.h - a position of Assemblage of Eternity: flat bytes, no pointers. Names are the rulebook's
// (see README.md).
#ifndef PENTACLE_GAMES_ETERNITY_STATE_H
#define PENTACLE_GAMES_ETERNITY_STATE_H

#include "engine/cards.h"
#include "engine/flow.h"
#include "engine/modifiers.h"
#include "meaning/meaning.h"

#include <assert.h>

enum {
    DECK_SIZE      = 20,
    COMBO_LIMIT    = 4,
    COMBO_MAX      = 6,
    TURN_CAP       = 40,
    ROUNDS_TO_WIN  = 2,
    VAMPIRE_HEALTH = 10,
    RECOVERY       = 2,                                // ETE-911
    CARDS_MAX      = SEATS_MAX * (DECK_SIZE + 3) + 40, // and what a scenario adds
    BLOWS_MAX      = 16,
    WAITING_MAX    = 16,
    FRAMES_MAX     = 33,
    WORKS_MAX      = 4,  // lines carried out within each other
    NAMED_MAX      = 12, // things that a line names at once
    HEALTH_MAX     = 999,
    STEPS_MAX      = 9,  // of one movement
    LINES_MAX      = 12, // of a card
    LAMPS_MAX      = 4,  // of one character
};

enum mode { MODE_VERSUS, MODE_TAG, MODE_SCRAMBLE, MODE_TEAMS, MODE_VAMPIRE };
enum option { OPTION_LEVEL, OPTION_ROUNDS, OPTION_TURNS }; // of match_setup; 0 = default
enum level_id { LEVEL_COURTYARD, LEVEL_BELFRY, LEVEL_COUNT };

// Zones: the squares of the largest grid, then those of each seat.
enum {
    COLUMNS      = 10,
    ROWS         = 7,
    SQUARE_COUNT = COLUMNS * ROWS,

    ZONE_DECK = SQUARE_COUNT, // of seat 0; see zone_of_seat()
    ZONE_HAND,                // method cards
    ZONE_COMMON,              // common card and Tag card, as long as they are in hand
    ZONE_PLAY,                // revealed and linked cards
    ZONE_METER,               // newest on top
    ZONE_DISCARD,
    ZONE_REMOVED,
    ZONE_ASIDE, // common cards cancelled or used in a check, until clean-up
    ZONE_BENCH, // a character that is not on the level
    ZONES_PER_SEAT = ZONE_BENCH - ZONE_DECK + 1,
    ZONE_COUNT     = SQUARE_COUNT + SEATS_MAX * ZONES_PER_SEAT,
};

// The cards.
enum card_kind { KIND_CHARACTER, KIND_ATTACK, KIND_UTILITY, KIND_COMMON, KIND_SIDE, KIND_TAG };
enum card_field {
    FIELD_HEALTH,
    FIELD_HAND,
    FIELD_POWER,
    FIELD_POWER_MAX,
    FIELD_PRIORITY,
    FIELD_REQUIREMENT,
    FIELD_RANGE,
    FIELD_ATTACK,
    FIELD_LINK
};
enum letter { LETTER_L, LETTER_M, LETTER_H, LETTER_S, LETTER_COUNT };
enum colour { COLOUR_WHITE, COLOUR_YELLOW, COLOUR_RED, COLOUR_COUNT };
enum { TAG_STRIP = 0, TAG_SPAN = LETTER_COUNT * COLOUR_COUNT }; // bits of card_def.tags
enum side { SIDE_THROW, SIDE_DASH };

enum direction {
    NORTH,
    NORTH_EAST,
    EAST,
    SOUTH_EAST,
    SOUTH,
    SOUTH_WEST,
    WEST,
    NORTH_WEST,
    DIRECTION_COUNT
};

// What a seat can be asked, and what it can answer.
enum question_kind {
    QUESTION_STARTER = 1, // Tag: who starts?
    QUESTION_PLAY,        // card, orientation, target
    QUESTION_PAY,         // gathers meter cards
    QUESTION_BURST,       // step 2
    QUESTION_BURST_LINK,  // before a linked card
    QUESTION_EXTEND,      // a longer throw?
    QUESTION_CHECK,       // a card to check priority with
    QUESTION_PRE,         // use Pre-Priority?
    QUESTION_ANTE,        // how much? arg: enum resource
    QUESTION_ANTE_CARDS,  // gathers cards of the hand
    QUESTION_WINDOW,      // Resolve and Meter abilities
    QUESTION_LINK,
    QUESTION_FINAL,
    QUESTION_REDUCE, // spend a token against damage? about: the card that deals it
    QUESTION_MAY,
    QUESTION_STEP,    // where does a figure go?
    QUESTION_PLACE,   // on which square? arg: see place_frame
    QUESTION_DISCARD, // gathers cards of the hand
    QUESTION_RETURN,  // a card of discard pile or meter; arg: zone
    QUESTION_UNDER,   // a card under the deck, by an effect
    QUESTION_METER,   // a card that becomes meter
    QUESTION_DRAIN,   // gathers meter cards of another seat; arg: that seat
    QUESTION_BOTTOM,  // clean-up: a card under the deck?
    QUESTION_ORDER,   // which Clean-up ability next?
    QUESTION_ENTRY,   // on which square does a character come in?
    QUESTION_MODE,    // which of "choose one"? arg: of how many
    QUESTION_COUNT
};
enum choice_kind {
    CHOICE_PASS = CHOICE_GAME,
    CHOICE_STARTER,  // option: seat
    CHOICE_PLAY,     // card
    CHOICE_PLAY_AT,  // card; option: seat
    CHOICE_SIDE,     // option: enum side
    CHOICE_THROW_AT, // option: seat
    CHOICE_DASH_AT,  // option: seat
    CHOICE_BURST,
    CHOICE_CHECK, // card
    CHOICE_TOP,
    CHOICE_USE,       // card; option: line, from 1
    CHOICE_BET,       // option: amount
    CHOICE_BET_POWER, // option: amount; extra: power tokens among it
    CHOICE_LINK,      // card
    CHOICE_SPEND,
    CHOICE_DO,
    CHOICE_STEP,   // option: enum direction
    CHOICE_SQUARE, // target: zone
    CHOICE_CARD,   // card
    CHOICE_UNDER,  // card
    CHOICE_MODE,   // option, from 1
    CHOICE_COUNT
};

// A card that was played this turn, in the order of the combo.
enum played_flag {
    PLAYED_HIT       = 1 << 0,
    PLAYED_WHIFFED   = 1 << 1,
    PLAYED_DAMAGED   = 1 << 2, // did damage, ETE-412
    PLAYED_BLANK     = 1 << 3,
    PLAYED_CANCELLED = 1 << 4, // has left play
    PLAYED_CANCELS   = 1 << 5, // cancelled a card
    PLAYED_RESOLVED  = 1 << 6, // has begun to resolve
    PLAYED_TECHED    = 1 << 7,
};
struct played {
    card_id  card;
    def_id   def;                  // its face; a common card's is the upright side
    uint16_t used;                 // bit per line: Resolve, Pre-Priority, Clean-up abilities used
    uint8_t  flags;                // enum played_flag
    int8_t   damage;               // bonus and malus of this turn
    int8_t   less;                 // reductions, ETE-413
    int8_t   instead;              // damage dealt instead + 1, or 0
    uint8_t  as_attack;            // deals its attack damage although it is a link
    uint8_t  colour[LETTER_COUNT]; // of the input strip, as changed
    seat_set eased;                // who was asked whether to take less from it (ETE-R106)
};

enum linkless { MAY_LINK, BURST_OR_TECHED, FORBIDDEN }; // FORBIDDEN: by a text
enum lying { STANDS, KNOCKED_DOWN, ROOTED };

// Boons of texts that last: "your cards have +1 priority next turn".
struct boon {
    int8_t priority, damage, attacks; // attacks: damage of attack cards alone
};

struct fighter {
    struct played combo[COMBO_MAX];
    card_id       character; // NO_CARD: nobody sits there (a scenario)
    uint16_t      used;      // Clean-up abilities of the character card used this turn
    int16_t       health;
    uint8_t       played; // cards in combo[]
    uint8_t       power, burst;
    uint8_t       lying, lying_next;         // enum lying: felt this turn; felt next turn
    uint8_t       immune, damaged, linkless; // enum linkless
    seat_id       target;                    // Scramble modes; else NO_SEAT
    uint8_t       limit;                     // combo limit
    int8_t        prevent;
    int8_t        priority;               // changes to the revealed card
    int8_t        next_attack, next_card; // changes to the damage of cards to come
    uint8_t       reach;                  // a throw's range is at least 1 to this
    uint8_t       bet, bet_power;
    zone_id       sean; // square of the Sean token, or NO_ZONE
    uint8_t       out;  // defeated, ringed out or conceded
    uint8_t       timed_out;
    uint8_t       rank, check, checked_at; // the last check of priority; checked_at: priority + 1
    struct boon   now, next, round;
    uint8_t       away;              // Vampire Scramble: ringed out, back next turn
    uint8_t       sean_waits;        // Tag: not on the level yet
    zone_id       lamp[LAMPS_MAX];   // squares, or NO_ZONE
    uint8_t       warned[SEATS_MAX]; // Warnings that name a seat
    uint8_t       mask_down;
    seat_set      eased;  // the same of the character card
    uint8_t       cannot; // bit per enum ban, this turn
    int8_t        shield; // prevents damage as long as it lasts, this turn
};

// One blow of a damage event: what a card deals to one character.
struct blow {
    card_id card; // or NO_CARD
    int16_t amount;
    seat_id who, victim;
    uint8_t index;   // in who's combo[], or COMBO_MAX
    uint8_t drained; // ETE-979
};

// A trigger of a character card that waits.
struct waiting {
    uint32_t line; // row of pool->lines
    seat_id  who;
    uint8_t  zero[3];
};

// The flows. A frame is what a flow remembers over a pause; frames are zeroed when they are popped.
enum flow_id {
    FLOW_MATCH = 1,
    FLOW_ROUND,
    FLOW_TURN,
    FLOW_ATTACK,
    FLOW_THROWS,
    FLOW_PRE,
    FLOW_ANTES,
    FLOW_CHECK,
    FLOW_COMBO,
    FLOW_WINDOW,
    FLOW_TEXT,
    FLOW_MOVE,
    FLOW_BLOWS,
    FLOW_TRIGGERS,
    FLOW_PAY,
    FLOW_CLEANUP,
    FLOW_ENTRY,
    FLOW_COUNT
};

enum match_step { MATCH_BEGIN, MATCH_ROUND_DONE };
struct match_frame {
    enum match_step at;
};
enum round_step { ROUND_BEGIN, ROUND_STARTERS, ROUND_SETUP_DONE, ROUND_TURN_DONE };
struct round_frame {
    enum round_step at;
    uint8_t         i, line, zero[2];
};
enum turn_step { TURN_BEGIN, TURN_RETURNED, TURN_CHOSEN, TURN_ATTACKED, TURN_CLEANED };
struct turn_frame {
    enum turn_step at;
    uint8_t        i, resume, zero[2]; // resume: a scenario goes on after the draw
};
enum attack_step {
    ATTACK_BEGIN,
    ATTACK_PAID,
    ATTACK_BURST,
    ATTACK_TRIGGERED,
    ATTACK_THROWN,
    ATTACK_PRE,
    ATTACK_ANTED,
    ATTACK_CHECKED,
    ATTACK_RESOLVED
};
struct attack_frame {
    enum attack_step at;
    seat_set         asked;
    uint8_t          i, zero[2];
};
enum throws_step {
    THROWS_BEGIN,
    THROWS_EXTENDED,
    THROWS_BEFORE,
    THROWS_DAMAGED,
    THROWS_CANCELLED,
    THROWS_OTHER,
    THROWS_AFTER,
    THROWS_FINAL,
    THROWS_FINAL_DONE
};
struct throws_frame {
    enum throws_step at;
    seat_set         throwers, hits;
    uint8_t          i, line;
};
enum pre_step { PRE_BEGIN, PRE_CHECKED, PRE_ANSWERED, PRE_DONE };
struct pre_frame {
    enum pre_step at;
    seat_set      owners;
    uint8_t       i, line, zero;
};
enum antes_step { ANTES_BEGIN, ANTES_BET, ANTES_PAID, ANTES_DONE };
struct antes_frame {
    enum antes_step at;
    seat_set        owners;
    uint8_t         i, line, zero;
};
enum check_step { CHECK_BEGIN, CHECK_LAID };
struct check_frame {
    enum check_step at;
    seat_set        seats, tied, laid;
    uint8_t         zero;
};
enum combo_step {
    COMBO_BEGIN,
    COMBO_BEFORE,
    COMBO_DAMAGED,
    COMBO_STATIC,
    COMBO_AFTER,
    COMBO_LINKED,
    COMBO_PAID,
    COMBO_BURST,
    COMBO_BURST_TRIGGERED,
    COMBO_FINAL,
    COMBO_FINAL_DONE
};
struct combo_frame {
    enum combo_step at;
    seat_id         who;
    uint8_t         line, zero[2];
    card_id         link;
    uint8_t         zeros[2];
};
enum window_step { WINDOW_BEGIN, WINDOW_CHOSEN, WINDOW_PAID, WINDOW_DONE };
struct window_frame {
    enum window_step at;
    uint32_t         line;
    seat_id          who;
    uint8_t          index; // in the combo
    card_id          card;
    uint8_t          after, zero[3]; // after: window (d)
};
enum move_step { MOVE_BEGIN, MOVE_STEPPED };
enum move_how { MOVE_FREELY, MOVE_PUSHED, MOVE_PULLED };
struct move_frame {
    enum move_step at;
    uint32_t       op; // the words
    card_id        card;
    seat_id        who, whom; // who moves, whose figure
    uint8_t        how, left; // enum move_how; steps
    uint8_t        up_to, sean;
};
enum blows_step { BLOWS_BEGIN, BLOWS_ASKED, BLOWS_TRIGGERED };
struct blows_frame {
    enum blows_step at;
    uint8_t         i;
    uint8_t         zero[3];
};
enum triggers_step { TRIGGERS_BEGIN, TRIGGERS_DONE };
struct triggers_frame {
    enum triggers_step at;
};
enum pay_step { PAY_BEGIN, PAY_CHOSEN };
struct pay_frame {
    enum pay_step at;
    seat_id       who;
    uint8_t       cost;
    rule_id       because;
};
enum cleanup_step {
    CLEANUP_BEGIN,
    CLEANUP_BOTTOM,
    CLEANUP_ORDERED,
    CLEANUP_TEXT,
    CLEANUP_RECOVERED,
    CLEANUP_ENTERED
};
struct cleanup_frame {
    enum cleanup_step at;
    uint32_t          line;
    seat_set          asked;
    uint8_t           i, index, zero;
};
enum entry_step { ENTRY_BEGIN, ENTRY_CHOSEN };
struct entry_frame {
    enum entry_step at;
    seat_id         who;
    zone_id         wanted;
    rule_id         because;
};

struct frame {
    uint8_t flow; // enum flow_id
    uint8_t zero[3];
    union {
        struct match_frame    match;
        struct round_frame    round;
        struct turn_frame     turn;
        struct attack_frame   attack;
        struct throws_frame   throws;
        struct pre_frame      pre;
        struct antes_frame    antes;
        struct check_frame    check;
        struct combo_frame    combo;
        struct window_frame   window;
        struct run_frame      text;
        struct move_frame     move;
        struct blows_frame    blows;
        struct triggers_frame triggers;
        struct pay_frame      pay;
        struct cleanup_frame  cleanup;
        struct entry_frame    entry;
    };
};
static_assert(sizeof(struct frame) <= 32, "frames are cloned with the position");

// A line of text that is being carried out.
enum text_part { PART_ALL, PART_CANCEL, PART_OTHER };
struct text_work {
    struct work  work;
    uint8_t      index; // of the card in the combo, or COMBO_MAX
    uint8_t      part;  // enum text_part
    uint8_t      zero[2];
    struct named named[NAMED_MAX];
};

struct eternity_state {
    struct core      core;
    struct fighter   fighter[SEATS_MAX];
    struct frame     frames[FRAMES_MAX];
    struct blow      blows[BLOWS_MAX];
    struct waiting   waiting[WAITING_MAX];
    struct text_work works[WORKS_MAX];
    struct modifier  modifiers[1]; // this game needs none
    struct zone      zones[ZONE_COUNT];
    struct card      cards[CARDS_MAX];
    rule_id          round_because;
    rule_id          last_because; // of the round before
    uint8_t          level;        // enum level_id
    uint8_t          round, turn, rounds_to_win, turn_cap;
    uint8_t          wins[SEATS_MAX]; // by team
    seat_set         acting;          // seats that play a card this turn
    seat_set         round_winners;
    uint8_t          round_ended;
    uint8_t          blow_count, waiting_count, in_trigger;
    uint8_t          work_count;
    uint8_t          checks;     // checks of priority this turn
    uint8_t          resolving;  // seat + 1 whose combo is being resolved
    uint8_t          step;       // of the attack phase, 1 to 6; 7 clean-up, 0 before
    uint8_t          last_turns; // of the round before
};
static_assert(sizeof(struct eternity_state) <= 16 * 1024, "keep clones cheap");

static inline zone_id zone_of_seat(unsigned zone, seat_id seat)
{
    return (zone_id)(zone + ZONES_PER_SEAT * seat);
}
static inline bool is_square(unsigned zone) { return zone < SQUARE_COUNT; }

#endif
