// state.h - a position of Monad Wars: flat bytes, no pointers. Names are the rulebook's (see
// README.md).
#ifndef PENTACLE_GAMES_MONAD_STATE_H
#define PENTACLE_GAMES_MONAD_STATE_H

#include "engine/cards.h"
#include "engine/flow.h"
#include "engine/modifiers.h"
#include "meaning/meaning.h"

#include <assert.h>

enum {
    HAND_SIZE      = 8,
    DECK_MIN       = 60,
    DECK_MAX       = 100, // what a position has room for (MON-R94)
    COPIES_MAX     = 2,
    START_LEVELS   = 7,
    REBUILD_LEVELS = 5,
    START_GOLD     = 500,
    ROUNDS_MAX     = 10,
    PROVISIONS_MAX = 60,
    TRIGGERS_MAX   = 10,
    SIDE_MAX       = 24,
    QUESTS_MAX     = 2,
    HUMAN_POINTS   = 6,
    TURNS_EACH     = 20,
    SOLO_TURNS     = 12,
    CAMPAIGN_TURNS = 10,
    TURNS_FOR_2_VP = 3,            // own turns before a scenario can be completed (MON-R106)
    TURNS_NO_LIMIT = 100,          // MON-803, switched off
    TARGETS_MAX    = 4 * SIDE_MAX, // four teams in an arena
    CLASSES_MAX    = 3,
    ROWS           = 3,

    CARDS_MAX     = 640,
    MODIFIERS_MAX = 1,
    BODIES_MAX    = 200,
    LASTING_MAX   = 48,
    WAITING_MAX   = 128,
    PENDING_MAX   = 16,
    PLANNED_MAX   = 64, // cards of one encounter (MON-R119)
    TALLIES_MAX   = 128,
    FRAMES_MAX    = 28,
    WORKS_MAX     = 4,  // texts within each other (MON-R125)
    NAMES_MAX     = 18, // what a text has chosen: one question gathers up to 16
};

enum mode {
    MODE_FREE,
    MODE_TOURNAMENT,
    MODE_GIANT,
    MODE_GLADIATOR,
    MODE_DOTA,
    MODE_SOLO,
    MODE_CAMPAIGN,
    MODE_DRAFT
};
enum row { FRONT, MID, BACK };

// Zones: six open piles for all, then the zones of each seat.
enum {
    ZONE_CATALYSTS,
    ZONE_CLASSES,
    ZONE_SCENARIOS,
    ZONE_MAP,
    ZONE_ARENAS,
    ZONE_SET, // a campaign: every card that a deck can hold
    SHARED_ZONES,

    ZONE_DECK = SHARED_ZONES, // of seat 0; see zone_of_seat()
    ZONE_HAND,
    ZONE_DISCARD,
    ZONE_REMOVED,
    ZONE_FRONT,
    ZONE_MID,
    ZONE_BACK, // the party
    ZONE_FACING,
    ZONE_FACING_MID,
    ZONE_FACING_BACK, // the encounter that faces it
    ZONE_LANE,        // Dota mode: Left, Center, Right, three rows each
    ZONE_LANE_LAST = ZONE_LANE + 8,
    ZONE_BASE,
    ZONE_RESERVE,
    ZONE_LEFT_OUT, // drafted, and not in the deck
    ZONE_ASIDE,    // encounter cards of this owner that go back into the deck (MON-242)
    ZONE_QUESTS,
    ZONE_DISPUTE,
    ZONE_COMPLETED,
    ZONE_CLASS,
    ZONE_SCENARIO,
    ZONES_PER_SEAT = ZONE_SCENARIO - ZONE_DECK + 1,
    ZONE_COUNT     = SHARED_ZONES + SEATS_MAX * ZONES_PER_SEAT,
};

enum card_kind {
    KIND_CATALYST,
    KIND_CLASS,
    KIND_UNIT,
    KIND_QUEST,
    KIND_EQUIPMENT,
    KIND_LOCATION,
    KIND_SCENARIO,
    KIND_TOKEN
};
enum card_field {
    FIELD_LEVEL,
    FIELD_QUALITY,
    FIELD_HP,
    FIELD_AP,
    FIELD_INI,
    FIELD_AR,
    FIELD_TIER,
    FIELD_COST,
    FIELD_ER,
    FIELD_GOLD,
    FIELD_PRICE,
    FIELD_MARKERS,
    FIELD_ROUNDS,
    FIELD_USES,
    FIELD_SALE,
    FIELD_VP
};

// What stands on cards as words. The order is that of the grammar's list of tags (words.c).
enum card_tag {
    TAG_HUMAN,
    TAG_SKARN,
    TAG_DWERROW,
    TAG_GEARBORN,
    TAG_SYLVANE,
    TAG_TIDEKIN,
    TAG_EMBERKIN,
    TAG_FEROX,
    TAG_REVENANT,
    TAG_AURALIN,
    TAG_UMBRII,
    TAG_GUARD,
    TAG_SCRAPPER,
    TAG_HUNTER,
    TAG_ADEPT,
    TAG_MENDER,
    TAG_KNAVE,
    TAG_TOWN,
    TAG_DUNGEON,
    TAG_WILDERNESS,
    TAG_RUINS,
    TAG_CAMP,
    TAG_CROSSROADS,
    TAG_GREENMANTLE,
    TAG_SALTMARCH,
    TAG_CINDERFELL,
    TAG_HOLLOWDEEP,
    TAG_SKYREACH,
    TAG_HEAD,
    TAG_BODY,
    TAG_RING,
    TAG_MAIN_HAND,
    TAG_OFF_HAND,
    TAG_NECK,
    TAG_FEET,
    TAG_PACK,
    TAG_SLASHING,
    TAG_PIERCING,
    TAG_CLEAVING,
    TAG_BASHING,
    TAG_CLOTH,
    TAG_LEATHER,
    TAG_CHAIN,
    TAG_PLATE,
    TAG_BUCKLER,
    TAG_HEATER,
    TAG_TOWER,
    TAG_WAND,
    TAG_FOCUS,
    TAG_POTION,
    TAG_FETCH,
    TAG_ESCORT,
    TAG_DEFEAT,
    TAG_COLLECT,
    TAG_PROTECT,
    TAG_UNIQUE,
    TAG_STARTER,
    TAG_UNHARMED,
    TAG_ARENA,
    TAG_CREEP,
    TAG_BASE,
    TAG_COUNT
};
#define TAGS(first, last) (((UINT64_C(2) << (last)) - 1) & ~((UINT64_C(1) << (first)) - 1))
#define RACES TAGS(TAG_HUMAN, TAG_UMBRII)
#define REGIONS TAGS(TAG_GREENMANTLE, TAG_SKYREACH)
#define SLOTS TAGS(TAG_HEAD, TAG_PACK)

// Statuses (700), in the order of the grammar's list.
enum unit_status {
    ENFEEBLE,
    HAZE,
    SLOW,
    HASTE,
    DAZE,
    DEBILITATE,
    MARKER,
    BLEEDING,
    POISON,
    PINNED,
    DO_NOT_ACT,
    MORTAL_STRIKE,
    STATUS_COUNT
};
enum damage_type {
    SLASHING,
    PIERCING,
    CLEAVING,
    BASHING,
    FIRE,
    FROST,
    STORM,
    SHADOW,
    UNTYPED,
    PHYSICAL,
    MAGICAL,
    DAMAGE_TYPES
};
enum stat { STAT_HP, STAT_AP, STAT_INI, STAT_AR, STAT_LEVEL, STAT_COUNT };

// What a seat can be asked, and what it can answer.
enum question_kind {
    QUESTION_CATALYST = 1,
    QUESTION_CLASS,
    QUESTION_ABILITY,
    QUESTION_UNITS,
    QUESTION_SCENARIO,
    QUESTION_POINTS,
    QUESTION_START,
    QUESTION_PLACE,
    QUESTION_OUTFIT,
    QUESTION_REDRAW,
    QUESTION_TRAVEL,
    QUESTION_RUN_TO,
    QUESTION_TRAP,
    QUESTION_PASSAGE,
    QUESTION_ENCOUNTER,
    QUESTION_DELIVER,
    QUESTION_MAIN,
    QUESTION_WHO_ACTS,
    QUESTION_ACT,
    QUESTION_TARGET,
    QUESTION_ROW,
    QUESTION_ORDER,
    QUESTION_RESPONSE,
    QUESTION_DEFENDED,
    QUESTION_CORRODE,
    QUESTION_MOVE,
    QUESTION_BREAK_OFF,
    QUESTION_UNDYING,
    QUESTION_LOOT,
    QUESTION_PROVISION,
    QUESTION_PAY,
    QUESTION_LEVEL,
    QUESTION_LEVEL_PAY,
    QUESTION_DISCARD,
    QUESTION_DISCARD_DOWN,
    QUESTION_UNIT,
    QUESTION_SOME_UNITS,
    QUESTION_FROM_DISCARD,
    QUESTION_ATTACH,
    QUESTION_QUEST,
    QUESTION_PLACE_AT,
    QUESTION_SEARCH,
    QUESTION_REGION,
    QUESTION_MAY,
    QUESTION_BOARD,
    QUESTION_SHUFFLE_IN,
    QUESTION_TRIGGER,
    QUESTION_TRADE,
    QUESTION_JOIN,
    QUESTION_JOINED,
    QUESTION_OPPONENT,
    QUESTION_READY_QUEST,
    QUESTION_TIRE,
    QUESTION_EQUIPMENT,
    QUESTION_NEAREST,
    QUESTION_TOKEN_ROW,
    QUESTION_DRINK,
    QUESTION_TEAM,
    QUESTION_PERK,
    QUESTION_HEROES,
    QUESTION_HERO_CLASS,
    QUESTION_HERO_ABILITY,
    QUESTION_CREEP,
    QUESTION_DEPLOY,
    QUESTION_KEEP,
    QUESTION_REBUILD,
    QUESTION_TAKE_OUT,
    QUESTION_TAKE_IN,
    QUESTION_OFFERED,
    QUESTION_DRAFT,
    QUESTION_LEAVE_OUT,
    QUESTION_MODE, // arg: how many
    QUESTION_FROM_TOP,
};
enum choice_kind {
    CHOICE_TAKE = CHOICE_GAME, // card
    CHOICE_MARK,               // card: a class card, option: ability from 1
    CHOICE_POINTS,             // option: HP, extra: AP; the rest is INI
    CHOICE_GO,                 // card: a location
    CHOICE_STAY,
    CHOICE_RUN,
    CHOICE_PLACE,  // card, option: row
    CHOICE_ATTACH, // card to target
    CHOICE_BARE,   // ends placing, outfitting, an encounter
    CHOICE_YES,
    CHOICE_NO,
    CHOICE_QUEST, // card
    CHOICE_RESOLVE,
    CHOICE_ATTACK, // option: a seat
    CHOICE_USE,    // card: what prints it, option: line from 1
    CHOICE_TARGET, // card
    CHOICE_ROW,    // option: row
    CHOICE_MOVE,   // card, option: 0 forward 1 back
    CHOICE_PASS,
    CHOICE_RECRUIT, // card, option: row
    CHOICE_BUY,     // card for target
    CHOICE_SWAP,    // card to target
    CHOICE_SELL,
    CHOICE_DROP,
    CHOICE_DISMISS,
    CHOICE_REFORM,
    CHOICE_GIVE_UP,
    CHOICE_LEVEL,  // card: a class card (own, or a new one from the pile)
    CHOICE_REGION, // option: region
    CHOICE_SEAT,   // option: a seat
    CHOICE_PERK,   // option: enum perk
    CHOICE_LANE,   // card, option: lane * 3 + row
    CHOICE_MODE,   // option: which one, from 1
};
enum perk { PERK_NONE, PERK_FRENZY, PERK_BULWARK, PERK_SWIFT, PERK_CHAMPION };
enum lane { LEFT, CENTER, RIGHT, LANES };

enum flow_id {
    FLOW_GAME = 1,
    FLOW_SETUP,
    FLOW_PREPARE,
    FLOW_TURN,
    FLOW_TRAVEL,
    FLOW_RUN,
    FLOW_RANDOM,
    FLOW_QUESTING,
    FLOW_QUEST,
    FLOW_RESOLVE,
    FLOW_FIGHT,
    FLOW_ENCOUNTER,
    FLOW_COMBAT,
    FLOW_ACTIVATE,
    FLOW_ACTION,
    FLOW_DEATHS,
    FLOW_REBUILD,
    FLOW_PROVISION,
    FLOW_PAY,
    FLOW_END,
    FLOW_LEVEL,
    FLOW_TEXT,
    FLOW_ASKING,
    FLOW_WAITING,
    FLOW_COMPLETE,
    FLOW_SCENARIO,
    FLOW_CHECK,
    FLOW_HUMAN,
    FLOW_PLACING,
    FLOW_LOOT,
    FLOW_JOIN,
    FLOW_TARGETS,
    FLOW_DEFENCE,
    FLOW_OPENING,
    FLOW_ROUND,
    FLOW_ACTIVATIONS,
    FLOW_ARENA,
    FLOW_TEAM_TURN,
    FLOW_DOTA,
    FLOW_DOTA_SETUP,
    FLOW_DOTA_TURN,
    FLOW_LEVEL_UP,
    FLOW_CAMPAIGN,
    FLOW_BETWEEN,
    FLOW_REBUILD_DECKS,
    FLOW_DRAFT,
    FLOW_PARTIES
};

// What a flow remembers over a pause. All flows share one form; each says what it uses.
struct frame {
    uint8_t flow;
    uint8_t at;
    seat_id who, other;
    uint8_t i, n, kind, flag;
    union {
        struct {
            card_id card, target;
            int16_t value, extra;
        };
        struct run_frame text; // of FLOW_TEXT
    };
    uint32_t op;
};
static_assert(sizeof(struct frame) == 20, "frames are cloned with the position");

enum body_flag {
    BODY_EXHAUSTED = 1,
    BODY_HIDDEN    = 2,
    BODY_READIED   = 4,
    BODY_DYING     = 8,
    BODY_TOKEN     = 16,
    BODY_DESTROYED = 32,
    BODY_AGAIN     = 64, // readied in its own activation
    BODY_STRUCK    = 128 // was a target in this round; kept for the automaton
};
// Which keywords, bonuses and resistances something could give, a bit each: by enum keyword, by
// stat and bonus, by enum damage_type. What a bit is worth is reckoned anew every time (gifts.c).
struct gifts {
    uint32_t keywords;
    uint16_t resists;
    uint8_t  stats, zero;
};
struct body { // of a unit in play
    card_id      card;
    int16_t      damage, spent;
    uint8_t      points[3]; // Human Nature: HP, AP, INI
    uint8_t      flags;
    uint8_t      status[STATUS_COUNT];
    uint16_t     ripe; // statuses that end with this activation
    uint8_t      shield[DAMAGE_TYPES];
    uint8_t      debilitated; // how much of the maximum HP it takes
    card_id      killer, struck_by;
    uint8_t      has_aura, zero[3];
    struct gifts gifts; // of its face, Equipment and classes
};

// Something that lasts: on a unit, on a seat, or on locations.
enum lasting_kind {
    LAST_STAT = 1, // arg: enum stat
    LAST_KEYWORD,  // arg: enum keyword
    LAST_TO_HIT,
    LAST_DAMAGE,
    LAST_RESIST,
    LAST_ER,        // arg: a tag of the locations, value
    LAST_NO_TRAVEL, // nobody travels
    LAST_NO_RECOVERY,
    LAST_LEVEL_COST,
    LAST_CATALYST_AR
};
enum until {
    UNTIL_GAME,
    UNTIL_ACTION,
    UNTIL_ROUND,
    UNTIL_BEGINS,
    UNTIL_ENDS,
    UNTIL_COMBAT,
    UNTIL_TURN,
    UNTIL_YOUR_TURN,
    UNTIL_RECOVERY,
    UNTIL_LEVEL
};
struct lasting {
    uint8_t kind, until;
    seat_id seat, of; // whose moment ends it; whom it concerns
    card_id card;
    int16_t value;
    uint8_t arg, ripe;
};

// A triggered ability that waits for its turn (MON-015).
struct waiting {
    uint32_t line;
    card_id  source, unit, other;
    seat_id  who;
    uint8_t  zero;
};

// How often a line of a card has come up or was used.
enum tally_kind {
    TALLY_FIRED_INSIDE, // in this activation (MON-035)
    TALLY_FIRED,        // outside activations, in this phase
    TALLY_USED,         // in this combat (MON-726)
    TALLY_PROVISION,    // in this Provision Phase
    TALLY_FIRST,        // "the first time each ...": + enum first_word
};
struct tally {
    card_id source;
    uint8_t line, kind, count, zero;
};

// Words about a player's next combat (MON-333).
struct pending {
    uint16_t line, block; // block: 1 + the step that waits
    seat_id  who;
    uint8_t  zero;
};

// A line that is being carried out: "this unit" is work.card, what prints the line work.source.
struct text_work {
    struct work  work;
    uint16_t     thing; // to which a verb that asks is being done
    int16_t      value; // how much of it; what an asking came to
    uint8_t      repeated, zero;
    struct named named[NAMES_MAX];
};

enum combat_kind {
    COMBAT_NONE,
    COMBAT_RANDOM,
    COMBAT_QUEST,
    COMBAT_SCENARIO,
    COMBAT_STANDING,
    COMBAT_PARTY,
    COMBAT_RUN,
    COMBAT_ARENA,
    COMBAT_LANE
};
enum combat_result {
    RESULT_OPEN,
    RESULT_WON,
    RESULT_LOST,
    RESULT_STANDS,
    RESULT_OVER,
    RESULT_LEFT // a party was placed elsewhere (MON-R104)
};
struct combat {
    uint8_t kind, round, result;
    seat_id active, hazard;
    seat_id mate;     // a team mate who has joined (MON-824), or NO_SEAT
    uint8_t lane;     // Dota mode
    uint8_t acted;    // an Aggressive ability was declared in this round
    uint8_t attacked; // the encounter side declared one against the party in this combat
    uint8_t could;    // the encounter side had an activation in which it could have
    uint8_t limit;    // Protect: the round after which the encounter withdraws; 0 = none
    uint8_t rival_died;
    card_id ward;
};

// A Defensive ability that was used against it.
struct defence {
    card_id  defended, defender, source;
    uint16_t line;
    int16_t  parry, block, prevent;
    uint8_t  all;         // it holds for all targets of its side (MON-427)
    uint8_t  intercepted; // the defender has taken the place of an ally (MON-682)
    uint8_t  halved, zero;
};

// The Aggressive ability that is being used.
struct action {
    card_id        unit, source;
    uint16_t       line; // of source's lines, or 0xFFFF
    uint16_t       target_count;
    card_id        target[TARGETS_MAX];
    uint16_t       kills;
    uint8_t        defences, side; // side: the one formation a Row or Column goes to (MON-857)
    struct defence defence[SEATS_MAX - 1];
    uint8_t        cancelled, natural, last_hit, last_crit, paid, zero;
    int16_t        dealt; // to the last target
};

struct side {
    card_id  catalyst, location; // location: a card of the map
    card_id  scenario;           // a card of the scenario pile, NO_CARD before it is chosen
    card_id  fast;               // where a move with Fast Travel began
    uint32_t map; // the own location deck, a bit per card of the map from its top; 0 = all of it
    int16_t  loose_gold;
    uint16_t turns;
    uint8_t  vp, level;
    uint8_t  revealed, fresh; // scenario face up; chosen this turn (MON-347)
    uint8_t  tokens;          // scenario tokens: quests completed, or regions visited as bits
    uint8_t  won_rival, gained_level;
    uint8_t  out, safe;          // safe: rebuilt, cannot be attacked (MON-810)
    uint8_t  moved;              // in this turn's Travel Phase
    uint8_t  marks[CLASSES_MAX]; // ability markers of the class cards by tier
    uint8_t  escort_harmed;
    uint8_t  disputed; // the scenario's encounter stands
    uint8_t  perk;     // Gladiator
    uint8_t  campaign_vp, zero;
    card_id  last_scenario; // completed last; a card of the scenario pile (MON-916)
    uint8_t  towers[LANES]; // Dota mode: that still stand or wait
    uint8_t  waits;         // own turns that begin before the scenario can be completed
    uint8_t  waves;         // more creeps in each wave (MON-876)
    uint8_t  zeros[3];
};

struct hero { // Dota mode
    card_id card, class_card;
    uint8_t level, tokens; // levels gained; lvl tokens
    uint8_t ready;         // the turn in which it may be deployed
    uint8_t marks, points[3], zero;
};
enum { HEROES = 5, DOTA_TURNS = 30, DOTA_SEATS = 2 };

// A card of an encounter that is being chosen: until all are, it lies where it lay, and nobody else
// learns of it (MON-237).
struct planned {
    card_id card, host; // host: the Unit that an Equipment shall lie on
    uint8_t row, zero;  // of a Unit
};

struct monad_state {
    struct core      core;
    struct side      side[SEATS_MAX];
    struct combat    combat;
    struct action    action;
    struct lasting   lasting[LASTING_MAX];
    struct waiting   waiting[WAITING_MAX];
    struct pending   pending[PENDING_MAX];
    struct tally     tallies[TALLIES_MAX];
    struct hero      heroes[DOTA_SEATS][HEROES];
    struct planned   planned[PLANNED_MAX];
    struct frame     frames[FRAMES_MAX];
    struct text_work works[WORKS_MAX];
    struct modifier  modifiers[MODIFIERS_MAX];
    struct zone      zones[ZONE_COUNT];
    struct body      bodies[BODIES_MAX];
    card_id          host[CARDS_MAX];  // of attached Equipment; a VIP's or ward's quest
    uint8_t          body[CARDS_MAX];  // 1 + index of the body, 0 = none
    uint8_t          marks[CARDS_MAX]; // use tokens, quest markers
    uint8_t          corrosion[CARDS_MAX];
    uint16_t         turn; // counted over all
    uint8_t          phase, lasting_count, waiting_count, pending_count;
    card_id          activating; // the unit whose activation it is
    card_id          arena;
    uint8_t          tally_count;
    uint8_t          no_limit;       // MON-803 is switched off
    uint8_t          scenarios_wait; // MON-R106 is switched on
    uint8_t          work_count;
    uint8_t          game;                // of a campaign, from 1
    uint8_t          game_won;            // 1 + the seat that has won it, 0xFF: nobody
    uint8_t          team_turns, passing; // Gladiator; draft: packs opened
    seat_id          order[SEATS_MAX];    // Gladiator: who has which team turn
    seat_id          active, first;
    uint8_t          vp_target, provisions;
    uint8_t          standing;    // the encounter stood when this turn began
    uint8_t          skip_to_end; // the active catalyst died (MON-518)
    uint8_t          joined;
    uint8_t          body_top; // no body at or above it is in use
    uint8_t          paid;
    uint8_t      passage, budget; // Safe Passage was paid; of the encounter that is being chosen
    uint8_t      planned_count;
    seat_id      planner, planned_for; // whose encounter is being chosen, and against whose party
    int16_t      chosen;
    struct gifts auras;          // of all units in play
    uint8_t      stale, zero[2]; // gifts must be reckoned anew; until then none is trusted
    struct card  cards[CARDS_MAX];
};
static_assert(sizeof(struct monad_state) <= 32 * 1024, "keep clones cheap");

enum phase {
    PHASE_SETUP,
    PHASE_RECOVERY,
    PHASE_TRAVEL,
    PHASE_RANDOM,
    PHASE_QUEST,
    PHASE_PROVISION,
    PHASE_END
};

static inline zone_id zone_of_seat(unsigned zone, seat_id seat)
{
    return (zone_id)(zone + (unsigned)ZONES_PER_SEAT * seat);
}
static inline unsigned zone_kind(unsigned zone)
{
    return zone < SHARED_ZONES ? zone : ZONE_DECK + (zone - ZONE_DECK) % ZONES_PER_SEAT;
}
static inline seat_id zone_seat(unsigned zone)
{
    return (seat_id)((zone - ZONE_DECK) / ZONES_PER_SEAT);
}
static_assert((NO_ZONE - ZONE_DECK) % ZONES_PER_SEAT > ZONE_LANE_LAST - ZONE_DECK,
              "no zone is no row");
static inline bool is_row(unsigned zone)
{
    return zone_kind(zone) - ZONE_FRONT <= ZONE_LANE_LAST - ZONE_FRONT;
}
static inline bool is_lane(unsigned zone) { return is_row(zone) && zone_kind(zone) >= ZONE_LANE; }
// The rows of a formation are three zones one after the other; this is the first.
static inline zone_id formation_of(unsigned zone)
{
    return (zone_id)(zone - (zone_kind(zone) - ZONE_FRONT) % ROWS);
}
static inline bool is_facing(unsigned zone)
{
    return zone_kind(zone) - ZONE_FACING <= ZONE_FACING_BACK - ZONE_FACING;
}

#endif
