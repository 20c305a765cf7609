// state.h - a position of Despaira: flat bytes, no pointers. Names are the rulebook's (see
// README.md).
#ifndef PENTACLE_GAMES_DESPAIRA_STATE_H
#define PENTACLE_GAMES_DESPAIRA_STATE_H

#include "engine/cards.h"
#include "engine/flow.h"
#include "games/despaira/words.h"

#include <assert.h>

enum {
    COLUMNS        = 5,
    ROWS           = 6,
    TILES          = COLUMNS * ROWS,
    DECK_MIN       = 50,
    DRAFT_MIN      = 40,
    DECK_MAX       = 80,
    SIDE_MAX       = 20,
    COPIES_MAX     = 3,
    DRAFT_COPIES   = 2, // of each card in the pool of a draft
    OPENING_HAND   = 6,
    CRYSTALS       = 15, // owned by each player
    CRYSTALS_FIRST = 6,
    MINING         = 3,
    DRAWING        = 2,
    SPAWN_POINTS   = 6,
    SPAWNS         = 2, // Normal Spawns per turn
    POINTS_ADDED   = 3, // most in one Sacrifice Spawn
    SURPLUS_MAX    = 500,
    CLASH_MAX      = 1000,
    FIELD_BOOST    = 100,
    TURNS_MAX      = 200,
    LINKS_MAX      = 64,
    TRIGGERS_MAX   = 8, // of one ability in one turn
    DRAFT_ROUNDS   = 5,
    PACK_SIZE      = 10,
    POOL_MAX       = 280, // cards of a draft pool on the table
    GAMES_MAX      = 5,   // of a match
    MATCHES        = 3,   // of a tournament
    POINTS_WON     = 3,   // for a match of a tournament
    POINTS_DRAWN   = 1,
    SIDE_MOVES     = 40, // between main and side deck
    BACKS_MAX      = 4,  // activations taken back between two deeds

    CARDS_MAX    = 300,
    BODIES_MAX   = 108,
    CHANGES_MAX  = 72,
    COUNTERS_MAX = 32,
    WAITING_MAX  = 32,
    DEEDS_MAX    = 40,
    BLOWS_MAX    = 4,
    TARGETS_MAX  = 4,
    PATH_MAX     = 4,
    NAMED_MAX    = 30,
    FRAMES_MAX   = 8,
};

enum mode { MODE_DUEL, MODE_DRAFT, MODE_MATCH, MODE_SPECIAL, MODE_TOURNAMENT };
enum { SOUTH, NORTH };
enum option { OPTION_MAP, OPTION_ROUNDS };

// Zones: 30 occupant places, 30 trick places (tiles in the order A1, A2 ... E6), then the zones of
// the seats.
enum {
    ZONE_TRICK = TILES,
    ZONE_DECK  = 2 * TILES, // of South; see zone_for()
    ZONE_HAND,
    ZONE_GRAVEYARD,
    ZONE_VOID,
    ZONE_ARCHIVE,
    ZONE_SIDE,
    ZONE_SPECIAL,
    ZONE_LEADER, // until it is placed
    ZONE_LIMBO,  // announced, not yet on the field (DES-436)
    ZONE_ATTACHED,
    ZONE_PACK,
    ZONE_PICKS,
    ZONES_PER_SEAT = ZONE_PICKS - ZONE_DECK + 1,
    ZONE_POOL      = ZONE_DECK + 2 * ZONES_PER_SEAT,
    ZONE_COUNT
};
enum { NO_TILE = 0xFF };

enum phase { PHASE_SETUP, PHASE_START, PHASE_MAIN_1, PHASE_BATTLE, PHASE_MAIN_2, PHASE_END };

// A card on the field, or attached to one.
enum body_flag {
    BODY_DEFENCE        = 1 << 0, // Defence Mode; face-down creatures have it as well
    BODY_MOVED          = 1 << 1,
    BODY_ATTACKED       = 1 << 2,
    BODY_SWITCHED       = 1 << 3,
    BODY_HEALED         = 1 << 4,
    BODY_NORMAL_SPAWNED = 1 << 5, // this turn (DES-414)
    BODY_SHIELD_BROKEN  = 1 << 6,
    BODY_LOCKED         = 1 << 7,
    BODY_JUST_LOCKED    = 1 << 8,  // by the event just carried out (DES-507, DES-624)
    BODY_EQUIPPED       = 1 << 9,  // on its host
    BODY_TURNED_DOWN    = 1 << 10, // this turn (DES-855)
    BODY_RESTING = 1 << 11, // turned down in or after its controller's last turn: may not move yet
    BODY_PENDING = 1 << 12, // a trick whose own link has not resolved: its sentences wait
    BODY_ARRIVED = 1 << 13, // by a link of this Activation Period (DES-745)
    BODY_SPAWNED_IN = 1 << 14, // ... by a spawn
    BODY_USED_ONCE  = 1 << 15, // a once-per-game ability
};
struct body {
    card_id  card, host;
    uint16_t stamp; // order of arrival; 0 = this body is free
    uint16_t flags;
    int16_t  damage, boost_hp;
    int16_t  hp_boost, hp_nerf; // HP boosts and nerfs in force at the last state check
    int16_t  lift[STAT_COUNT];  // by static sentences, worked out at the last state check (DES-801)
    int16_t  sink;              // nerfs of HP by static sentences
    uint8_t  barred;            // bit per enum doing_word that static sentences forbid
    uint8_t  controller;
    uint8_t  status[STATUS_COUNT];  // turns left
    uint8_t  burn;                  // in steps of 50
    uint8_t  used[2], triggered[2]; // of its own abilities, this turn
    uint8_t  timer;
    uint8_t  paid;     // levels and points that paid for a spawn
    uint8_t  paid_all; // 1: exactly its level
    uint8_t  from;     // tile before the link that moved it, NO_TILE
    uint8_t  back;     // tile before the last step
    uint8_t  attached_turn;
    uint8_t  detached_turn; // something was detached from it (DES-830)
};

// Lasting changes. A list of our own: they lie on places, not on faces.
enum change_kind {
    CHANGE_BOOST = 1, // arg: stat; value may be negative (a nerf)
    CHANGE_INCREASE,
    CHANGE_BECOMES,
    CHANGE_STAT_GAINED, // arg: stat + RANGED_STAT times the range
    CHANGE_CANNOT,      // arg: enum doing_word
    CHANGE_GRANT,       // arg: ability
    CHANGE_PREVENT,
    CHANGE_HALVE,
    CHANGE_STRENGTH,
    CHANGE_TOUGHNESS,
    CHANGE_CONTROL, // value: controller before
    CHANGE_TILE,    // arg: tile; value: type before
    CHANGE_SURPLUS, // no surplus
    CHANGE_REACH,   // value: tiles from which it may attack
    CHANGE_WIDEN,   // value: tiles by which its abilities reach further
};
enum { RANGED_STAT = 16 };
struct change {
    card_id  card, source;
    uint16_t source_stamp;
    int16_t  value;
    uint16_t arg;
    uint8_t  kind, until; // enum duration
    uint8_t  seat, turns;
};

struct counter { // where: a card, or TILE_BIT | tile
    uint16_t where, name;
    uint8_t  count, zero;
};
enum { TILE_BIT = 0x8000, LINK_BIT = 0x4000 };

// Something that happened since the last window closed (DES-506), or is announced.
struct deed {
    uint8_t kind; // enum happening
    uint8_t seat; // whose deed
    uint8_t tile, was_up;
    card_id card, other;
    int16_t amount;
};

struct blow {
    int16_t amount;
    uint8_t seat, zero;
};

enum { TRIGGER_COMPULSORY = 1, TRIGGER_ACCEPTED = 2 }; // values of has_link
struct waiting {                                       // a trigger (DES-538)
    uint16_t ability, stamp;
    card_id  source, about, other;
    int16_t  amount;
    uint8_t  seat, tile; // tile: where the source stood; it may have left since
};

struct target {
    uint16_t what; // card, TILE_BIT | tile
    uint16_t stamp;
    uint8_t  tile, slot; // slot: which SELECT of the text
};

enum link_flag {
    LINK_NEGATED   = 1,
    LINK_RESOLVED  = 2,
    LINK_TRICK     = 4,
    LINK_CREATURE  = 8,
    LINK_FROM_DOWN = 16,
    LINK_SPECIAL   = 32,
    LINK_TRIGGER   = 64,
    LINK_ACCEPTED  = 128 // "you may" was answered when it triggered (D19)
};
// Of named_link: the ability was replaced, and names nothing any more.
enum { SUBSTITUTED = 0xFFFF };
struct link {
    uint16_t      ability, stamp;
    card_id       source, about, other;
    int16_t       amount;
    uint16_t      named_link; // + 1, or SUBSTITUTED
    struct target target[TARGETS_MAX];
    uint8_t       path[PATH_MAX];
    uint8_t       seat, speed, flags, target_count, path_count, tile; // tile: of the source
};

// What a seat can be asked, and what it can answer.
enum question_kind {
    QUESTION_LEADER = 1,
    QUESTION_LEADER_TILE,
    QUESTION_DRAFT,
    QUESTION_BUILD, // leave cards out of the drafted deck
    QUESTION_SIDE,  // move cards between main and side deck
    QUESTION_ACT,
    QUESTION_SACRIFICE, // gathers creatures for a Sacrifice Spawn
    QUESTION_POINTS,    // ... and Spawn Points
    QUESTION_WHERE,     // the tile of what is planned; about: its card
    QUESTION_RESPOND,
    QUESTION_CHAIN,
    QUESTION_TARGET, // arg: op of the SELECT
    QUESTION_PATH,
    QUESTION_LINK,
    QUESTION_ORDER, // which trigger first
    QUESTION_MAY,
    QUESTION_CHOOSE, // arg: op
    QUESTION_DISCARD,
    QUESTION_SEARCH,
    QUESTION_SPAWN_TILE,
    QUESTION_TILE,
    QUESTION_RITUAL,
    QUESTION_SUMMON,  // gives creatures and cards for a special creature; about: it
    QUESTION_REPLACE, // D26: which card replaces the damage
    QUESTION_DETACH,  // about: the card
    QUESTION_SEEN,    // hidden cards are shown until it is answered
};
enum choice_kind {
    CHOICE_LEADER = CHOICE_GAME, // card
    CHOICE_LEADER_TILE,          // target: tile
    CHOICE_DRAFT,                // card
    CHOICE_TAKE_OUT,             // card, from the main deck to the side deck
    CHOICE_PUT_IN,               // card, from the side deck to the main deck
    CHOICE_SPAWN,                // card, extra: Spawn Points to pay (all will see them)
    CHOICE_SACRIFICE_SPAWN,      // card
    CHOICE_SACRIFICE,            // card
    CHOICE_POINTS,               // option: Spawn Points added
    CHOICE_PLACE,                // card
    CHOICE_MOVE,                 // card
    CHOICE_ATTACK,               // card, target: card
    CHOICE_HEAL,                 // card, target: card
    CHOICE_SWITCH,               // card, option: 0 Attack, 1 Defence
    CHOICE_FLIP,                 // card, option: 0 Attack, 1 Defence
    CHOICE_DETACH,               // card, target: tile
    CHOICE_ACTIVATE,             // card; a trick on the field, or the first ability
    CHOICE_ACTIVATE_HAND,        // card
    CHOICE_ACTIVATE_SECOND,      // card: its second ability
    CHOICE_SUMMON,               // card of the special deck
    CHOICE_END_BATTLE,
    CHOICE_END_TURN,
    CHOICE_TIME_UP, // the rest of the turn's time is let run out (DES-340)
    CHOICE_PASS,
    CHOICE_TARGET,      // card
    CHOICE_TARGET_TILE, // target: tile
    CHOICE_STEP,        // target: tile
    CHOICE_ENOUGH,
    CHOICE_BACK,
    CHOICE_LINK,  // option: number from 1
    CHOICE_FIRST, // card: the trigger's source; option: which ability
    CHOICE_YES,
    CHOICE_NO,
    CHOICE_SPAWN_ON, // target: tile, option: enum spawn_state
    CHOICE_LAY,      // target: trick place
    CHOICE_GO,       // target: tile
    CHOICE_KIND_COUNT
};
enum spawn_state { SPAWN_ATTACK, SPAWN_DEFENCE, SPAWN_HIDDEN, SPAWN_STATES };

// The action that is announced (DES-501). At most one at a time.
enum action_kind {
    ACTION_NONE,
    ACTION_SPAWN,
    ACTION_SACRIFICE_SPAWN,
    ACTION_PLACE,
    ACTION_MOVE,
    ACTION_ATTACK,
    ACTION_HEAL,
    ACTION_SWITCH,
    ACTION_FLIP,
    ACTION_DETACH,
    ACTION_ACTIVATE,
    ACTION_END_BATTLE,
    ACTION_END_TURN
};
struct action {
    uint8_t  kind, state, points, tile; // tile: destination, or tile of the target
    card_id  card, target;
    uint16_t stamp, target_stamp;
    uint8_t  countered, paid, failed, was_defence;
};

// The link being resolved, or the activation being declared, and what was chosen or spoken of in
// it; while an action is planned, what is given for it. A card that leaves the field has no name
// any more (DES-806).
enum { COIN_HEADS = 1, COIN_TAILS };
struct doing {
    struct work  core;
    struct named named[NAMED_MAX];
    uint8_t      die, coin;
    uint8_t      asked, zero; // asked: a deed has asked where
};

// The flows. A frame is what a flow remembers over a pause; frames are zeroed when they are pushed.
enum flow_id {
    FLOW_MATCH = 1,
    FLOW_TURN,
    FLOW_ACTION,
    FLOW_WINDOW,
    FLOW_PERIOD,
    FLOW_DECLARE,
    FLOW_RESOLVE,
    FLOW_TEXT,
    FLOW_REPLACE
};

enum match_step {
    MATCH_BEGIN,
    MATCH_PICKED,
    MATCH_BUILT,
    MATCH_LEADERS,
    MATCH_PLACED,
    MATCH_TURN,
    MATCH_SIDED
};
struct match_frame {
    enum match_step at;
    uint8_t         round, pick, asked; // asked: seats that still build or swap
    uint8_t         moves[2];           // of cards between main and side deck
    uint8_t         least[2]; // cards that the main deck keeps; fewer if it was arranged by hand
    uint8_t         zero;
};
enum turn_step {
    TURN_BEGIN,
    TURN_STARTED,
    TURN_WINDOW,
    TURN_ASKED,
    TURN_ACTED,
    TURN_ENDING,
    TURN_ENDED
};
struct turn_frame {
    enum turn_step at;
};
enum action_step {
    ACT_BEGIN,
    ACT_GIVEN,
    ACT_REPLACED,
    ACT_SACRIFICED,
    ACT_POINTS,
    ACT_WHERE,
    ACT_DECLARED,
    ACT_TRIGGERED,
    ACT_ANSWERED,
    ACT_TILE,
    ACT_AFTERMATH,
    ACT_CLOSED
};
struct action_frame {
    enum action_step at;
};
enum window_step { WINDOW_BEGIN, WINDOW_ASKED, WINDOW_DECLARED, WINDOW_PERIOD };
struct window_frame {
    enum window_step at;
    uint8_t          passes;
    seat_id          who;
    uint8_t          zero[2];
};
enum period_step {
    PERIOD_BEGIN,
    PERIOD_ORDERED,
    PERIOD_MAY,
    PERIOD_PLACED,
    PERIOD_ASKED,
    PERIOD_DECLARED,
    PERIOD_RESOLVED
};
struct period_frame {
    enum period_step at;
    uint8_t          passes, i;
    seat_id          who;
    uint8_t          zero;
};
enum declare_step { DECLARE_BEGIN, DECLARE_TARGET, DECLARE_STEP, DECLARE_LINK, DECLARE_GIVEN };
struct declare_frame {
    enum declare_step at;
    uint8_t           step, count, zero[2];
};
enum resolve_step { RESOLVE_BEGIN, RESOLVE_SUMMONED, RESOLVE_DONE };
struct resolve_frame {
    enum resolve_step at;
    uint8_t           link, zero[3];
};

enum replace_step { REPLACE_BEGIN, REPLACE_CHOSEN };
struct replace_frame {
    enum replace_step at;
};

struct frame {
    uint8_t flow; // enum flow_id
    uint8_t zero[3];
    union {
        struct match_frame   match;
        struct turn_frame    turn;
        struct action_frame  action;
        struct window_frame  window;
        struct period_frame  period;
        struct replace_frame replace;
        struct declare_frame declare;
        struct resolve_frame resolve;
        struct run_frame     text;
    };
};

struct side {
    card_id leader;
    int16_t leader_damage;
    uint8_t inventory, spawn_points, spawns, turns; // turns: own turns begun
    uint8_t loses;          // by famine or a card's words, at the next state check
    uint8_t wins;           // by a card's words
    uint8_t won;            // games of the match
    uint8_t won_all, score; // games and points of the tournament
    uint8_t unspent;        // Spawn Points that the last own turn left
};

// The whole field at one look. Faces of face-down cards play no part in it.
struct survey {
    uint64_t static_bodies[2], trigger_bodies[2]; // bit per face-up body that has such texts
    uint32_t creatures[2], tricks[2];             // tiles, by controller
    uint32_t ready[2];           // ... with a face-down trick that may answer (DES-507)
    uint32_t quick[2], chain[2]; // ... whose face-up card answers in windows, in chains
    uint32_t gods;               // tiles
    uint16_t statics;            // kinds of static sentences on face-up cards, see static_bit()
    uint8_t  looks_around;       // some static sentence looks beyond the field
    uint8_t  crowded;            // two creatures are on one tile: they clash
};

struct despaira_state {
    struct core    core;
    struct side    side[2];
    struct frame   frames[FRAMES_MAX];
    struct action  action;
    struct link    declaring; // until it is a link (DES-509)
    struct doing   work;
    struct deed    deeds[DEEDS_MAX];
    struct blow    blows[BLOWS_MAX]; // to Leaders, that several cards would replace (D26)
    struct waiting waiting[WAITING_MAX];
    struct counter counters[COUNTERS_MAX];
    struct change  changes[CHANGES_MAX];
    struct body    bodies[BODIES_MAX];
    struct link    links[LINKS_MAX];
    struct zone    zones[ZONE_COUNT];
    struct card    cards[CARDS_MAX];
    uint8_t        slot[CARDS_MAX]; // body of a card + 1; 0 = none
    uint8_t        tiles[TILES];    // enum tile_type
    uint16_t       stamp;
    uint8_t        turn; // from 1
    seat_id        turn_seat;
    uint8_t        phase; // enum phase
    uint8_t        link_count, waiting_count, deed_count, change_count, counter_count;
    uint8_t        declared; // the last declaration became a link
    uint8_t        has_link; // enum: a declaration is for a trigger: it cannot be taken back
    uint8_t        backs;
    uint8_t        resolving; // link + 1
    uint8_t        ending;    // the turn player ends the turn
    uint8_t        game;      // of a match, from 1
    uint8_t        match;     // of a tournament, from 1
    uint8_t        map, rounds;
    uint8_t        checked_famine; // bit per player whose empty deck loses (DES-905)
    uint8_t        finished;       // a game of a match has ended
    uint8_t        body_top;       // bodies from here on are free
    uint8_t        blow_count;
    uint8_t        unsettled;   // enum unsettled: what changed since the last state check
    uint8_t        lifted;      // some body's lift, sink or barred is not 0
    uint8_t        grants;      // changes that grant an ability
    uint8_t        arrivals;    // somebody was moved or spawned by a link of this period
    uint8_t        just_locked; // some body has BODY_JUST_LOCKED
    uint64_t       lifted_bodies[2];
    uint32_t       odd_targets; // tiles whose creature not everything may target
    struct survey  field;       // of the last state check
};

// Lockdown, boosts and static sentences depend on the field; some sentences on what lies around it.
enum unsettled {
    UNSETTLED_FIELD  = 1,
    UNSETTLED_AROUND = 2, // hands, decks, graveyards, crystals, HP of Leaders
    UNSETTLED_LIVES  = 4, // somebody may be dead
};
static inline void field_changed(struct despaira_state *s)
{
    s->unsettled |= UNSETTLED_FIELD | UNSETTLED_AROUND;
}
static inline void around_changed(struct despaira_state *s) { s->unsettled |= UNSETTLED_AROUND; }
static_assert(sizeof(struct despaira_state) <= 16 * 1024, "keep clones cheap");

static inline zone_id zone_for(seat_id seat, unsigned zone)
{
    return (zone_id)(zone + ZONES_PER_SEAT * seat);
}
static inline bool is_tile(unsigned zone) { return zone < TILES; }
static inline bool is_trick_place(unsigned zone) { return zone >= ZONE_TRICK && zone < ZONE_DECK; }
static inline bool is_field(unsigned zone) { return zone < ZONE_DECK; }
static inline unsigned tile_under(unsigned zone)
{
    return is_trick_place(zone) ? zone - ZONE_TRICK : zone;
}
static inline unsigned column_of(unsigned tile) { return tile / ROWS; }
static inline unsigned row_of(unsigned tile) { return tile % ROWS; } // 0 is South's home row

#endif
