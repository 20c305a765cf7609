// state.h - a position of Voidbreakers: flat bytes, no pointers. Names are the rulebook's (see
// README.md).
#ifndef PENTACLE_GAMES_VOIDBREAKERS_STATE_H
#define PENTACLE_GAMES_VOIDBREAKERS_STATE_H

#include "engine/cards.h"
#include "engine/flow.h"
#include "engine/modifiers.h"
#include "games/voidbreakers/words.h"
#include "meaning/meaning.h"

#include <assert.h>
#include <stddef.h>

enum {
    PLAYERS            = 2,
    FIGHTERS           = 3,
    ARSENAL_SIZE       = 33,
    OTHERS             = ARSENAL_SIZE - FIGHTERS,
    STARTING_HAND      = 6,
    ROUNDS             = 12,
    CAPACITY           = 4,
    TOKENS_MAX         = 9,
    ANNOUNCEMENTS_MAX  = 100,
    BACKS_MAX          = 4, // VOI-R96
    BATCHES_MAX        = 100,
    SATELLITES_MAX     = 12, // of one player
    ABILITIES_PER_CARD = 6,

    CARDS_MAX = PLAYERS * (ARSENAL_SIZE + SATELLITES_MAX) + 20, // and a few that a scenario adds
    MODIFIERS_MAX = 48,
    LINKS_MAX     = PLAYERS * OTHERS + 4,
    TRIGGERS_MAX  = 32,
    EVENTS_MAX    = 32,
    LATER_MAX     = 16,
    PICKS         = 6, // targets of one verb
    NAMED_MAX     = 9, // what one text speaks of at once
    FRAMES_MAX    = 16,
};

enum mode {
    MODE_PRINTED,
    MODE_DUEL,
    MODE_STANDARD,
    MODE_PIT,
    MODE_YARD,
    MODE_DECISIVE,
    MODE_EVEN,
    MODE_MATCH,
    MODE_COUNT
};
enum option { // what may be agreed on; setup.c has their values
    OPTION_ARENA,
    OPTION_FORMAT,
    OPTION_HEAD_START,
    OPTION_DECISIVE,
    OPTION_MATCH,
    OPTION_FIRST,
    OPTION_SIDES
};

// Zones: those of all arenas in the order of rules.md, then six for each seat.
enum {
    ZONE_AL,
    ZONE_AM,
    ZONE_AR,
    ZONE_SW,
    ZONE_SE,
    ZONE_C,
    ZONE_NW,
    ZONE_NE,
    ZONE_BR,
    ZONE_BM,
    ZONE_BL,
    ZONE_W,
    ZONE_E, // the Yard's
    ARENA_ZONES,
    ZONE_HAND = ARENA_ZONES, // of seat 0; see zone_of_seat()
    ZONE_ARSENAL,
    ZONE_VOID,
    ZONE_RESERVE,
    ZONE_UPGRADES,
    ZONE_CHAIN,
    ZONES_PER_SEAT = 6,
    ZONE_COUNT     = ARENA_ZONES + PLAYERS * ZONES_PER_SEAT,
};

enum card_kind {
    KIND_FIGHTER,
    KIND_SUPPORT,
    KIND_ABILITY,
    KIND_MINION,
    KIND_SATELLITE,
    KIND_UPGRADE
};
enum card_field { FIELD_AP, FIELD_AP_MAX, FIELD_HP, FIELD_A, FIELD_M, FIELD_F, FIELD_COPIES };

enum phase { PHASE_SETUP, PHASE_ALPHA, PHASE_READY, PHASE_ACTION, PHASE_OMEGA };
enum side_id { SIDE_A, SIDE_B };

enum change {
    CHANGE_AP = 1,
    CHANGE_MORE,
    CHANGE_KEYWORD,
    CHANGE_NEXT,
    CHANGE_SHIELD
}; // kinds of modifiers; arg: its op

// What a seat can be asked, and what it can answer.
enum question_kind {
    QUESTION_FIRST = 1, // Player 1 or 2?
    QUESTION_SIDE,
    QUESTION_PLACE,
    QUESTION_HAND, // gathers the starting hand
    QUESTION_ACTION,
    QUESTION_WINDOW,
    QUESTION_AFTERMATH,
    QUESTION_OMEGA,
    QUESTION_USER, // of a card being announced
    QUESTION_MODE,
    QUESTION_EVENT,  // which event is reacted to
    QUESTION_TARGET, // arg: slot
    QUESTION_ZONE,   // arg: slot
    QUESTION_COST,   // gathers {Vn}
    QUESTION_CYCLE,  // gathers
    QUESTION_ORDER,  // of own triggers
    QUESTION_MAY,
    QUESTION_INTERCEPT,
    QUESTION_VOID,  // gathers
    QUESTION_SCOUT, // gathers: the first picked comes to the top
    QUESTION_DIG,
    QUESTION_NUMBER, // "up to": how many; arg: at most
};
enum choice_kind {
    CHOOSE_FIRST = CHOICE_GAME, // option: 0 Player 1, 1 Player 2
    CHOOSE_SIDE,                // option
    CHOOSE_PLACE,               // card, target: zone
    CHOOSE_ATTACK,              // card, target
    CHOOSE_MOVE,                // card, target: zone
    CHOOSE_PLAY,                // card
    CHOOSE_USE,                 // card
    CHOOSE_USE_OTHER,           // card, option: which of its talents, from 2
    CHOOSE_CYCLE,
    CHOOSE_END,
    CHOOSE_PASS,
    CHOOSE_USER,   // card
    CHOOSE_MODE,   // option, from 1
    CHOOSE_EVENT,  // card
    CHOOSE_TARGET, // card
    CHOOSE_NO_TARGET,
    CHOOSE_ZONE,       // target: zone
    CHOOSE_NEXT,       // card
    CHOOSE_NEXT_OTHER, // card, option: which of its triggers, from 2
    CHOOSE_DO,
    CHOOSE_DO_NOT,
    CHOOSE_INTERCEPT, // card
    CHOOSE_TAKE,      // card
    CHOOSE_NUMBER,    // option
    CHOOSE_BACK,      // withdraws an announcement that is not complete
};

// The flows. A frame is what a flow remembers over a pause; frames are zeroed when they are popped.
enum flow_id {
    FLOW_MATCH = 1,
    FLOW_SETUP,
    FLOW_TURN,
    FLOW_ANNOUNCE,
    FLOW_CHAIN,
    FLOW_BATCHES,
    FLOW_CHOOSE,
    FLOW_TEXT,
    FLOW_AFTERMATH,
    FLOW_CYCLE
};

enum match_step { MATCH_BEGIN, MATCH_SET_UP, MATCH_TURN_DONE, MATCH_GAME_DONE };
struct match_frame {
    enum match_step at;
};
enum setup_step { SETUP_BEGIN, SETUP_FIRST, SETUP_SIDE, SETUP_PLACED, SETUP_HANDS };
struct setup_frame {
    enum setup_step at;
    seat_id         chooser;
    uint8_t         i; // 0: Player 1 places
    uint8_t         zero[2];
};
enum turn_step {
    TURN_BEGIN,
    TURN_STARTED,
    TURN_START_AFTER,
    TURN_ALPHA,
    TURN_ALPHA_AFTER,
    TURN_READY,
    TURN_READY_AFTER,
    TURN_ACTION,
    TURN_ANNOUNCED,
    TURN_CHAIN,
    TURN_AFTERMATH,
    TURN_OMEGA_2,
    TURN_OMEGA_2_AFTER,
    TURN_OMEGA_3,
    TURN_OMEGA_3_AFTER,
    TURN_OMEGA_4,
    TURN_OMEGA_ANNOUNCED,
    TURN_OMEGA_CHAIN,
    TURN_OMEGA_AFTER
};
struct turn_frame {
    enum turn_step at;
    uint8_t        ending; // the end of the Action Phase was announced
    uint8_t        zero[3];
};
enum announce_step {
    ANNOUNCE_BEGIN,
    ANNOUNCE_USER,
    ANNOUNCE_MODE,
    ANNOUNCE_EVENT,
    ANNOUNCE_NEED,
    ANNOUNCE_COST
};
struct announce_frame {
    enum announce_step at;
};
enum chain_step {
    CHAIN_BEGIN,
    CHAIN_WINDOW,
    CHAIN_ANNOUNCED,
    CHAIN_TEXT,
    CHAIN_HIT,
    CHAIN_BATCHES
};
struct chain_frame {
    enum chain_step at;
    uint8_t         base; // links below belong to others
    uint8_t         zero[3];
};
enum batches_step { BATCHES_BEGIN, BATCHES_ORDER, BATCHES_CHOSEN, BATCHES_TEXT };
struct batches_frame {
    enum batches_step at;
    uint8_t           i, turn;
    uint8_t           zero[2];
};
enum choose_step {
    CHOOSE_BEGIN,
    CHOOSE_MODE_ANSWERED,
    CHOOSE_MAY_ANSWERED,
    CHOOSE_NEED_ANSWERED,
    CHOOSE_NUMBER_ANSWERED
};
struct choose_frame {
    enum choose_step at;
    uint16_t         step; // of the line
    uint8_t          i;    // row of s->batch
    uint8_t          zero;
};
enum aftermath_step { AFTERMATH_BEGIN, AFTERMATH_ASKED, AFTERMATH_ANNOUNCED, AFTERMATH_CHAIN };
struct aftermath_frame {
    enum aftermath_step at;
    uint8_t             passes;
    uint8_t             zero[3];
};
enum cycle_step { CYCLE_BEGIN, CYCLE_PICKED, CYCLE_DONE };
struct cycle_frame {
    enum cycle_step at;
};

struct frame {
    uint8_t flow; // enum flow_id
    uint8_t zero[3];
    union {
        struct match_frame     match;
        struct setup_frame     setup;
        struct turn_frame      turn;
        struct announce_frame  announce;
        struct chain_frame     chain;
        struct batches_frame   batches;
        struct choose_frame    choose;
        struct run_frame       text;
        struct aftermath_frame aftermath;
        struct cycle_frame     cycle;
    };
};

// What lies in the arena, by card id. All 0 elsewhere.
enum body_flag {
    BODY_DEAD     = 1,
    BODY_MOVED    = 2,
    BODY_SALVAGED = 4,
    BODY_THROWN   = 8,
    BODY_ATTACKED = 16
};
struct body {
    int16_t  hp, ap;
    uint16_t conditions; // bit per enum condition
    uint16_t arrived;    // order of arrival in the arena
    uint8_t  token[TOKEN_KINDS];
    uint8_t  used; // bit per line of text: talents used this turn
    uint8_t  flags;
    uint8_t  given;     // a scenario has said which tokens it has
    uint8_t  struck_by; // card + 1 whose damage took its last HP; 0: nothing of that kind
    uint8_t  heard;     // bit per line of text: triggers that wait for the first time each turn
};
static_assert(sizeof(struct body) == 16, "found by a shift");

// A thing that waits or happens: a link of the chain, a trigger of a batch, an announcement in the
// making.
enum work_kind { WORK_ATTACK = 1, WORK_MOVE, WORK_CARD, WORK_TALENT, WORK_END, WORK_TRIGGER };
// What runs of it (meaning/run.h) comes first, here under the names of this game. Of what it names,
// `own` is the zone where it is to go, or NO_ZONE; NO_CARD stands in for what is only a zone.
struct link {
    union {
        struct work work;
        struct {
            uint16_t ability; // row of the book and of pool->lines, or NO_ABILITY
            card_id  card;    // attacker, mover, played card, fighter of the talent, source of the
                              // trigger
            card_id user;     // the fighter; of a trigger its source
            seat_id seat;
            uint8_t mode; // from 1; 0: none
            uint8_t only; // 1 + the step whose time has come; 0: all are done
            uint8_t did, named_count;
            uint8_t may;       // bit per step with "may" that its controller does
            int16_t number[2]; // 0: of "up to" that was chosen
        };
    };
    uint8_t      kind;
    uint8_t      cancelled;
    card_id      that, other; // "that card", "the attacker"
    zone_id      zone;        // where the user stood when it was chosen
    zone_id      to;          // of a move or a Minion card
    uint8_t      answers;     // link + 1 that it responds to
    uint8_t      keeps;       // the played card goes back to the hand (VOI-R128)
    uint16_t     settled;     // bit per slot
    struct named named[NAMED_MAX];
};
static_assert(offsetof(struct link, number) == offsetof(struct work, tally), "the same bytes");

// A trigger of the next batch.
struct waiting {
    uint16_t ability;
    card_id  card, that, other;
    seat_id  seat;
    zone_id  zone;
    uint8_t  only;
    uint8_t  zero;
};

struct happened { // an event of this sequence that can be reacted to
    uint8_t kind; // enum happening, as the player `seat` sees it
    seat_id seat; // whose card, or who drew
    card_id card, other;
    zone_id zone;
    uint8_t zero;
};

struct later { // VOI-330
    uint16_t ability;
    card_id  source;
    seat_id  seat;
    uint8_t  only;  // 1 + the step that waits
    uint8_t  phase; // enum later_moment
    uint8_t  zero;
};

enum { TEAM_MAX = FIGHTERS };
struct side {
    card_id fighter[TEAM_MAX]; // those that were placed
    uint8_t side;              // enum side_id
    uint8_t cycled;            // cards this Action Phase
    uint8_t announcements;     // this turn
    uint8_t points;            // of the match, in halves
    uint8_t fighters;
    uint8_t backs;          // withdrawn since the last announcement of anybody was complete
    uint8_t played, deaths; // cards played, fighters that died this turn
};

struct voidbreakers_state {
    struct core core;
    struct side side[PLAYERS];
    struct body body[CARDS_MAX];
    // What is carried out: the announcement in the making, the chain, the running batch.
    struct link     draft;
    struct link     links[LINKS_MAX];
    struct link     batch[TRIGGERS_MAX];
    struct waiting  waiting[TRIGGERS_MAX]; // the next batch
    struct happened events[EVENTS_MAX];
    struct later    later[LATER_MAX];
    struct frame    frames[FRAMES_MAX];
    struct modifier modifiers[MODIFIERS_MAX];
    struct zone     zones[ZONE_COUNT];
    struct card     cards[CARDS_MAX];
    uint8_t  seen[CARDS_MAX]; // where each card was when the running batch was chosen, plus 1
    uint16_t arrivals;
    uint16_t auras;    // bit per keyword that some card in the arena gives to others
    uint16_t occupied; // bit per zone of the arena in which cards lie
    seat_id  first;    // Player 1
    seat_id  active;
    seat_id  chose; // who chose to be Player 1 or 2
    uint8_t  arena;
    uint8_t  round, phase, step;
    uint8_t  link_count, waiting_count, batch_count, event_count, later_count;
    uint8_t  batches; // of this sequence
    uint8_t  ended;   // this game of the match is over
    uint8_t  decisive, head_start, best_of_three;
    uint8_t  agreed_first; // seat + 1; 0: by the dice
    uint8_t  agreed_sides; // 1: seat 1 on side A, 2: seat 2; 0: one of them chooses
    uint8_t  games;        // played in this match
    uint8_t  last_winner;  // seat + 1; 0: a draw
    uint8_t  hp_changed;   // since the last state check
    uint8_t  thrown;       // somebody was, in the running text
};
static_assert(sizeof(struct voidbreakers_state) <= 16 * 1024, "keep clones cheap");

// EACH_IN_ZONE of engine/cards.h where the arrays are known to lie here.
#define EACH_CARD(card, s, zone)                                                                   \
    for (card_id card = (s)->zones[zone].top; card != NO_CARD; card = (s)->cards[card].below)
// All cards in the arena, zone by zone.
#define EACH_IN_ARENA(card, s)                                                                     \
    for (unsigned left_##card = (s)->occupied; left_##card; left_##card &= left_##card - 1)        \
        EACH_CARD(card, s, __builtin_ctz(left_##card))

enum { NO_ABILITY = 0xFFFF };
enum { WORK_DRAFT, WORK_LINKS, WORK_BATCH = WORK_LINKS + LINKS_MAX }; // of a run_frame

static inline zone_id zone_of_seat(unsigned zone, seat_id seat)
{
    return (zone_id)(zone + ZONES_PER_SEAT * seat);
}
static inline bool is_arena(unsigned zone) { return zone < ARENA_ZONES; }

#endif
