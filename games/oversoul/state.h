// state.h - a position of Oversoul, and what the rules know about faces (derived once per pool).
#ifndef PENTACLE_GAMES_OVERSOUL_STATE_H
#define PENTACLE_GAMES_OVERSOUL_STATE_H

#include "engine/flow.h"
#include "engine/modifiers.h"
#include "engine/table.h"
#include "games/oversoul/oversoul_rules.h"
#include "games/oversoul/words.h"

enum {
    CARDS_MAX        = 192,
    BODIES_MAX       = 72,
    MODIFIERS_MAX    = 128,
    LINKS_MAX        = 128, // OVE-925
    CHOSEN_MAX       = 160, // selections of all links together
    WAITING_MAX      = 48,
    DEEDS_MAX        = 64,
    FRAMES_MAX       = 24,
    WORKS_MAX        = 3,
    AIMS_MAX         = 48,  // cards one instruction can be about
    NAMED_MAX        = 24,  // cards that "it", "them" can mean at once
    LENT_MAX         = 24,  // quoted texts that continuous sentences lend
    GONE_MAX         = 12,  // cards that left the board last, remembered
    RIVALS_MAX       = 8,   // "would" Laws that compete for one event
    ORDERS_MAX       = 12,  // of such events in one step
    HAND_LIMIT       = 5,   // OVE-230
    MOST             = 99,  // no number is above it (OVE-131)
    HIDDEN_HP        = 4,   // of a Prepared or pending card (OVE-148)
    TURNS_MAX        = 200, // OVE-942
    OWN_LINKS_MAX    = 100,
    FORCED_LINKS_MAX = 200, // OVE-925
};

// Zones of one seat; zone_id = seat * SEAT_ZONES + one of these.
enum seat_zone { DECK, HAND, IDLE, LEADER, U1, U2, U3, U4, U5, E1, E2, E3, SEAT_ZONES };
enum { EXILE = SEATS_MAX * SEAT_ZONES, SHIFT, ZONES }; // SHIFT: Constructs beside their future host

static inline zone_id zone_for(seat_id seat, unsigned z)
{
    return (zone_id)(seat * SEAT_ZONES + z);
}
// What a zone is, looked up: every rule asks. Both numbers count from 1, so that 0 is none.
enum zone_sort { ON_BOARD = 1, FOR_UNITS = 2, FOR_EVENTS = 4, FOR_LEADER = 8 };
struct zone_facts {
    uint8_t seat, kind, sort, zero;
};
extern const struct zone_facts ZONE_FACTS[256];
static_assert(NO_ZONE < 256 && NO_SEAT == 0xFF, "NO_ZONE has facts, and none of them is NO_SEAT");

static inline unsigned zone_kind(zone_id z) { return (uint8_t)(ZONE_FACTS[z].kind - 1); }
static inline seat_id  zone_seat(zone_id z) { return (seat_id)(ZONE_FACTS[z].seat - 1); }
static inline bool     is_unit_zone(zone_id z) { return ZONE_FACTS[z].sort & FOR_UNITS; }
static inline bool     is_event_zone(zone_id z) { return ZONE_FACTS[z].sort & FOR_EVENTS; }
static inline bool     is_board(zone_id z) { return ZONE_FACTS[z].sort & ON_BOARD; }

// Keyworded Abilities as bits; the HYPER- versions are a second charge (OVE-804).
enum keyword {
    AVIAN,
    CLEAVE,
    CRYSTALIZED,
    GUARD,
    PIERCE,
    POLARITY,
    RANGED,
    RESISTANT,
    THORNS,
    VAMPIRISM,
    BARRIER,
    DEATHTOUCH,
    DUAL_STRIKE,
    DYNAMO,
    FRENZY,
    VEILED, // the consumed ones
    AMORPHOUS,
    BERSERK,
    CHAINED,
    DAMNED,
    PETRIFIED,
    SEALED,
    RESISTANT_TO,
    KEYWORDS
};
enum { CHARGED_FIRST = BARRIER, CHARGED_COUNT = 6 };
#define CHARGED_MASK (0x3Fu << CHARGED_FIRST)
static inline bool is_charged(unsigned k) { return k >= BARRIER && k <= VEILED; }
enum keyword       keyword_of(unsigned word, unsigned *charges); // of a KW_ word

// --- faces: derived from card definitions -------------------------------------------------------

enum ability_kind {
    ABILITY_KEYWORDS, // bare keywords, continuous
    ABILITY_STATIC,   // a static sentence, AURA or state Law in front of one: continuous
    ABILITY_TRIGGER,  // waits for its Law
    ABILITY_USE,      // CAST* and QUICK*
    ABILITY_EFFECT,   // what an Event without HP does
    ABILITY_ONLY,     // "Activate only ...", or a Cost alone: of the card's own Activation
    ABILITY_WOULD,    // replaces an event
};
enum { NO_LIMIT = 0xFF, ANYWHERE = 0xFF };

struct ability {
    uint32_t op;               // OP_LINE
    uint32_t costs, costs_end; // parent of the cost clauses or 0, and where these end (OVE-702)
    uint32_t effects;          // W_EFFECTS or 0
    uint32_t effects_from, effects_end; // the part that resolves
    uint32_t event;                     // W_EVENTLAW or 0, the last of several
    uint32_t laws;                      // bit per keylaw
    uint32_t keywords;                  // lent or held, for ABILITY_KEYWORDS
    uint32_t hears;                     // bit per enum deed_kind that its Laws speak of
    uint32_t bars;                      // what it says can't be done
    uint32_t replaces;                  // deeds that it replaces (OVE-923)
    uint32_t awaits;                    // deeds that "Activate only" speaks of
    uint32_t line;                      // of the pool, for reasons
    def_id   def;                       // face it is printed on, or NO_DEF for a rulebook text
    uint8_t  kind, both, when, may;
    uint8_t  limit_times, limit_per;
    uint8_t  place; // enum zone_word it is used in, or ANYWHERE for the board
    uint8_t  afar;  // bit per enum zone_word off the board where it counts (OVE-R176)
    uint8_t  charges[CHARGED_COUNT];
    uint8_t  states; // how many of its Laws are states
    uint8_t  events; // ... and how many are W_EVENTLAW
    uint8_t  always; // its Laws ask nothing of the position: see laws_hold()
    uint8_t  underlined, aura, has_values, selects, names_deck;
    uint8_t  noted;        // a state stands behind its keywords: "GUARD (while Damaged)"
    uint8_t  as_construct; // "AMORPHOUS (as Construct)" (OVE-438)
    uint8_t  of_itself;    // "it" is the first card it speaks of (OVE-R134)
    uint8_t  names_itself; // ... is "this card", which is "it" from then on (OVE-R428)
    uint8_t  that;         // enum pronoun: how it first speaks of the card of its Law
    uint8_t  of_construct; // a "would" Law about this Construct, not about its host
    uint8_t  deals;        // DMG
    uint8_t  last_one;     // of several Selections "it" is the last
    uint8_t  says_it;      // behind its Laws it speaks of "it"
    uint8_t  says_them;    // of all cards of the event that its Law counts
    uint8_t  tells_hand;   // optional, and whether it can be used depends on faces in a hand
    uint8_t  shared;       // other lines of its Event are paid with it
    uint16_t holds;        // enum holds
    uint8_t  energy;       // fixed ENERGY among the Costs
    uint8_t  discount;     // most that its sentences take off a Cost
    uint8_t  discount_own; // ... of its player's own cards only
    uint8_t  changes;      // whose cards it makes different, if it is continuous: enum changes
    uint32_t tied;         // Roles it replaces
    uint32_t sole;         // the clause of Costs that ask for its cards and fixed ENERGY only, or 0
};

enum changes { CHANGES_NONE, CHANGES_OWN, CHANGES_ENEMIES, CHANGES_ANY };

// Kinds of Abilities that somebody must look for. Faces know which they hold and the position which
// are about, so that nobody looks in vain.
enum holds {
    HOLDS_CANT          = 1,
    HOLDS_COSTS         = 2,
    HOLDS_MORE_PLUS     = 4,
    HOLDS_MUST          = 8,     // continuous sentences: what must or can be done
    HOLDS_STATIC        = 16,    // anything continuous, or a state Law
    HOLDS_LISTENER      = 32,    // a When, If, PERFECT or RITUAL Law
    HOLDS_STATE_TRIGGER = 64,    // a state Law that triggers (OVE-755)
    HOLDS_WATCHER       = 128,   // a continuous one that looks at more than its own card
    HOLDS_COUNTER       = 256,   // ... that counts or looks for other Active cards
    HOLDS_WATCH_CARD    = 512,   // ... that looks at the damage or position of whom it speaks of
    HOLDS_WATCH_PHASE   = 1024,  // ... that counts during a phase, a turn or a Battle
    HOLDS_OUTWARD       = 2048,  // ... that reaches other cards
    HOLDS_WOULD         = 8192,  // a "would" Law
    HOLDS_RESONATE      = 32768, // a RESONATE* Law
    HOLDS_WATCH_OTHERS  = 16384, // ... that looks so at other cards: OUTWARD and WATCH_CARD
    HOLDS_LASTING_COSTS = 4096, // lasting changes of Costs, of how many +cards may be Activated, or
                                // of what one Generates
};

enum { COST_HOLDS = HOLDS_COSTS | HOLDS_MORE_PLUS | HOLDS_LASTING_COSTS }; // touch what is paid

// What a card does (DOING).
enum doing { DO_ATTACK, DO_GUARD, DO_RETALIATE, DO_GENERATE, DO_BEAR_MORE }; // ... Constructs
static inline unsigned told_to(unsigned can, unsigned doing) { return can << 4 | doing; }

// What a "can't" is about, as a bit: something that is done to a card, or that it does.
enum { BARS_DOING = 24 };
static inline uint32_t bar_of_being(unsigned passive) { return BIT(passive); }
static inline uint32_t bar_of_doing(unsigned doing) { return BIT(BARS_DOING + doing); }
static_assert((int)PASSIVE_COUNT <= (int)BARS_DOING, "both fit into 32 bits");

// What can be done with a card that is in a hand.
enum offers {
    OFFERS_QUICK_EVENT = 1,  // a QUICK or PERFECT Event
    OFFERS_QUICK_USE   = 2,  // a QUICK* Ability outside the board
    OFFERS_IN_ZONE     = 4,  // to Activate it needs an empty zone
    OFFERS_LINES       = 8,  // a line speaks when it is Activated: see is_declared_line()
    OFFERS_FOR_EVENTS  = 16, // it lies in an Event Zone
    OFFERS_ITSELF = 32, // a Unit or BOARD Event: RANK, Cost and zone decide whether it is Activated
    OFFERS_OWN_COST = 64, // it says what it Consumes itself (OVE-R137)
};

struct face {
    uint8_t  kind, archetype, rank, minus; // minus: a - card
    uint8_t  energy, dmg, spd, hp;
    uint8_t  event_role, construct_event; // construct_event: 1 = EVENT Construct
    uint8_t  ability_count;
    uint8_t  amorphous; // as Construct
    uint16_t ability_first;
    uint16_t held_first, seated_first; // its Abilities with its printed Roles: rulebook.held
    uint8_t  held_count, seated_count;
    uint16_t holds, holds_seated; // as Unit or Event; as a Leader in its zone
    uint16_t faction, name;
    uint32_t roles;
    uint32_t keywords; // continuous ones it holds as Unit or Event, Roles included
    uint32_t laws;     // Laws of its triggers and uses, Roles included
    uint8_t  charges[CHARGED_COUNT];
    uint8_t  by_role;           // bit per charged keyword that comes with a Role
    uint8_t  frees_zones;       // its Costs take cards off the board (OVE-111)
    uint8_t  used_elsewhere;    // a CAST* or QUICK* Ability of hand, Deck, Idle Zone or Exile
    uint8_t  listens_elsewhere; // a When or If Law of hand, Idle Zone or Exile
    uint8_t  offers;            // enum offers
    uint32_t laws_seated;
    uint32_t hears; // bit per enum deed_kind that one of its Laws speaks of
    uint32_t bars;  // bit per deed that one of its lines says can't be done: see bar_of_being()
};
static_assert(sizeof(struct face) == 64, "faces are looked at all the time");

// What most phrases come to ("1 opposing Active Unit", "1 card on your board"): one look instead of
// a walk.
enum filter_side { SIDE_ANY, SIDE_OWN, SIDE_ENEMY };
enum filter_need {
    NEEDS_ACTIVE   = 1,
    NEEDS_UPRIGHT  = 2,
    NEEDS_SIDEWAYS = 4,
    NEEDS_PREPARED = 8,
    NEEDS_DAMAGE   = 16,
    NEEDS_BOARD    = 32
};
enum filter_more { // what else some phrases say
    MORE_NAME    = 1,
    MORE_SIGN    = 2,
    MORE_MASKS   = 4, // Archetypes or Roles, all of them
    MORE_OTHER   = 8,
    MORE_ZONE    = 16,
    MORE_IS_PLUS = 32, // the sign
    MORE_RESCUED = 64  // a Leader is looked for in Idle Zones and in Exile as well
};
// NONE: the phrase says more. MOST: so too, and means those with the most or least of something.
enum filter_kind { FILTER_NONE, FILTER_WORDS, FILTER_PRONOUN, FILTER_MOST };
struct filter {
    uint8_t  kind, side, needs;
    uint8_t  noun;            // enum noun of the singular, or enum pronoun
    uint8_t  more;            // enum filter_more
    uint8_t  zone, zone_side; // enum zone_word, enum filter_side
    uint8_t  rest; // where the one part of the phrase stands that must be read each time, or 0
    uint16_t name, archetypes;
    uint32_t roles;
};

// What a clause does with cards if it is among the Costs, read once.
enum taken_how { TAKEN_LEAVES, TAKEN_TURNS, TAKEN_MARKED, TAKEN_SELECTED };
enum { TAKEN_AS_HOST = 0xFF }; // the host of a Construct that is Activated must not leave for it
enum paying_deed {
    PAYS_OTHERWISE,
    PAYS_SELECT,
    PAYS_EXHAUST,
    PAYS_SACRIFICE,
    PAYS_RETURN,
    PAYS_EXILE,
    PAYS_MARKS,
    PAYS_HAND
};
enum bearing { BEARS_NOTHING, BEARS_CONSTRUCT, BEARS_EVENT_CONSTRUCT, BEARS_THIS_CARD };
enum { ENERGY_VARIES = 0xFF };
struct demand_words {
    uint16_t object;  // 0: it asks for no cards
    uint16_t subject; // whom it speaks of, perhaps said before; 0: this card, or you
    int8_t   least;   // how many; -1: it must be looked at each time
    uint8_t  how, deed;
    uint8_t  turns;            // its cards cannot Generate afterwards
    uint8_t  opposing, leader; // the phrase says so
    uint8_t  afield;           // ... or names a place on the other side
    uint8_t  sits_down;        // a Leader that it takes goes to the Leader Zone
    uint8_t  energy;           // ENERGY it asks of the player; ENERGY_VARIES with X and the like
    uint8_t  opposing_energy;
    uint8_t  bearing; // what is Selected must be able to bear this (OVE-421, OVE-644)
    uint8_t  alone;   // no other clause of these Costs can take a card away from it
    uint8_t  up_to;   // the most of a number that is chosen when it is carried out, or 0
    uint8_t  of_deck; // it speaks of cards of a Deck, or of the top of a zone
    // Is "it" still what was named before the clause (OVE-R173)? A bit per part ("then to"), as to
    // the cards it is about: in any case, or if something was named; and as to what it makes.
    uint8_t keeps, keeps_named, keeps_made;
    uint8_t leaves_rest; // "the rest" is said next: of those named, those that were not taken
};
// Each line of an Event makes its own Selections and marks (OVE-R171).
static inline unsigned taken_in_line(unsigned how, unsigned line)
{
    return how < TAKEN_MARKED ? how : how + 4 * line;
}
// Can one card not be taken in both ways? It may be Selected and Exhausted, but not twice the same.
static inline bool exclude_each_other(unsigned a, unsigned b)
{
    return a == b || a == TAKEN_LEAVES || b == TAKEN_LEAVES;
}

// Those of a face, with its printed Roles, that are looked for often: lists in rulebook.held.
enum listed {
    LISTED_USES, // CAST* and QUICK* on the board
    LISTED_STATICS,
    LISTED_STATES, // state Laws that trigger (OVE-755)
    LISTED_COUNT
};
struct printed {
    uint16_t first;
    uint8_t  count, zero;
};
struct face_lists {
    struct printed standing[LISTED_COUNT], seated[LISTED_COUNT]; // seated: a Leader in its zone
    uint32_t       afar_bars;               // face.bars of what counts off the board (OVE-R176)
    uint16_t       idle_holds, exile_holds; // face.holds of it, in an Idle Zone and in Exile
    uint8_t        would;                   // "would" stands in its text, quoted or not
};

// What a card cannot be Activated without.
struct face_wants {
    uint32_t deeds; // enum deed_kind: one of them in the span ("Activate only when"); 0: none
    uint16_t idle;  // W_OBJECT: a card in its player's Idle Zone; 0: none
};

struct memory { // an event that some text asks about later in the turn (OVE-R471)
    uint32_t deeds;
    uint16_t event;
    def_id   def; // on which it is printed
};

struct rulebook {                       // card_pool.game
    const struct filter       *filters; // of each op that is a W_OBJECT
    const struct demand_words *demands; // of each op that is a W_CLAUSE
    const struct face         *faces;
    const struct ability      *abilities;
    const uint16_t            *held;  // lists of Abilities, see struct face
    const struct face_lists   *lists; // of each face
    const struct face_wants   *wants; // of each face
    const struct memory       *memories;
    uint32_t                   memory_count;
    uint32_t                   remembered; // bit per enum deed_kind that one of them speaks of
    uint32_t                   ability_count, text_first;   // granted texts come last
    uint16_t                   role_ability[ROLE_COUNT][2]; // default Role Abilities; 0xFFFF = none
    uint16_t                   totem;                       // def_id of the TOTEM face
    uint8_t                    any_used_elsewhere;          // in the Idle Zone or Exile
    uint8_t                    any_listens_elsewhere, any_asks_of_turns;
    uint8_t                    any_alters;     // "Takes 1 less DMG"
    uint8_t                    any_may_return; // an optional RETURN* Ability
    uint32_t                   heard_in_hands; // deeds that optional Laws of hand cards speak of
    uint32_t                   other_laws;     // Laws of Abilities that face.laws leaves out
};
enum { NO_ABILITY = 0xFFFF };

// --- the position -------------------------------------------------------------------------------

// Hidden padding would hold whatever lay on the stack: what is not used has a name and is 0.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

enum body_flag {
    BODY_ACTIVE       = 1 << 0, // OVE-120
    BODY_ENTERED      = 1 << 1, // this turn
    BODY_PREPARED_NOW = 1 << 2, // this turn
    BODY_GENERATED    = 1 << 3, // this turn
    BODY_ATTACKED     = 1 << 4, // declared an Attack this turn
    BODY_EXPOSED      = 1 << 5, // until the next Cycle Phase
    BODY_PENDING      = 1 << 6, // OVE-133
    BODY_CONSTRUCT    = 1 << 7, // lies on a host
    BODY_TOTEM        = 1 << 8,
    BODY_AS_CONSTRUCT = 1 << 9,  // a MEGANIST attached (OVE-669)
    BODY_PLAIN        = 1 << 10, // has the Abilities printed on it, no others (reckoned)
    BODY_SEALED       = 1 << 11, // got SEALED, and what that ends has ended (OVE-846)
    BODY_SILENT       = 1 << 12, // all its Abilities are Cancelled (reckoned)
};

// A Prepared card with one of these is not Activated now (OVE-133, OVE-145, OVE-877).
enum { CANNOT_START = BODY_PENDING | BODY_PREPARED_NOW | BODY_EXPOSED };

// The printed Roles were lost, and with them what is printed for them; those there were received
// and have their default Abilities (OVE-603).
#define ROLES_RECEIVED BIT(31)
static_assert(ROLE_COUNT < 31, "a bit beside the Roles");

struct body {                       // what a card on the board is like now
    uint32_t keywords, laws, roles; // of roles also ROLES_RECEIVED
    uint32_t charged;               // Roles whose charges it was given (OVE-603)
    uint32_t hears; // enum deed_kind that Laws of its Abilities speak of; none too few
    uint16_t flags, archetypes;
    card_id  card;  // it belongs to; free if that card uses another
    uint16_t holds; // enum holds of its Abilities
    uint8_t  damage;
    uint8_t  dmg, spd, hp; // reckoned (OVE-534); hp is the maximum
    int8_t   rank;
    uint8_t  yield;                  // what it would Generate, before DYNAMO
    uint8_t  charges[CHARGED_COUNT]; // own ones
    uint8_t  lent;                   // bit per charged keyword: a lent charge is there
    uint8_t  marks;                  // Death marks
    uint8_t  held;                   // state Laws that held at the last look (OVE-755)
    uint8_t  by_role;                // bit per charged keyword: an unused charge came with a Role
    uint8_t  muted;    // reckoned: of these only Gained ones count for a time (OVE-R152)
    uint8_t  foreseen; // while it leaves with others: see begin_leaving()
    uint16_t gained;   // how many of its own charges it has Gained, two bits for each keyword
    union {
        uint8_t base[4];       // DMG, SPD, HP and Archetype of a TOTEM
        uint8_t leader_damage; // remembered while a Leader is Prepared (OVE-462)
    };
};

// Lasting changes (OVE-718). `until` says when they end.
enum modifier_kind {
    MOD_ADD = 1, // arg: STAT, value
    MOD_SET,     // arg: STAT, value
    MOD_KEYWORD, // arg: keyword, continuous or a charged one with a duration
    MOD_LOST_KEYWORD,
    MOD_ROLE,
    MOD_LOST_ROLES, // arg: 1 + Role, or 0 for all
    MOD_ARCHETYPE,
    MOD_LOST_ARCHETYPES,
    MOD_ABILITY, // arg: ability gained
    MOD_LOST_ABILITIES,
    MOD_COST, // on a card in hand or Deck: value added to its Cost
    MOD_COST_SET,
    MOD_USED,       // arg: ability, value: times; until says which limit
    MOD_LENT_USED,  // arg: keyword, source: lender
    MOD_MARK,       // arg: name, value: how many
    MOD_NEXT_COSTS, // of a seat: value more for the next card that fits the object arg
    MOD_COSTS,      // value more for every card that fits the object arg
    MOD_MORE_PLUS,  // of a seat: value more +cards that fit the object arg each turn
    MOD_NEXT_YIELD, // of a seat: value more from the next +card
    MOD_CANT,       // arg: enum passive, or 32 + doing
    MOD_LEAST_HP,   // value: no damage by arg brings it below
    MOD_RITUAL,     // arg: ability, value: counted so far (OVE-750)
    MOD_STATE,      // arg: ability, source: whose, value: what held (OVE-755)
    MOD_LATER,      // of a seat: arg: ability, source: whose, value: card it speaks of or NO_NAME,
                    // words: its generation, flags: enum waits_word
    MOD_TALLY,      // arg: op of an EVENT, value: how often this turn, for seat or for the card
                    // source, words: 1 + its generation
    MOD_TOLD,       // arg: told_to(), value: whom; what it must or can do
};
// LOST: what it had; LENDS_NOTHING: a Construct, to its host; HAS_NONE: Cancelled, what comes later
// does not count either (6.3: as SEALED).
enum lost_abilities { LOST_ABILITIES, LENDS_NOTHING, HAS_NONE };
enum { RITUAL_COMPLETE = 0xFF }; // waits for its link to resolve (OVE-751)
enum until {
    UNTIL_LEAVES,
    UNTIL_TURN_ENDS,
    UNTIL_OWN_CYCLE,
    UNTIL_ANY_CYCLE,
    UNTIL_BATTLE_ENDS,
    FOR_GAME,
    UNTIL_NAME_TURN,     // a limit that counts for a name
    UNTIL_TURN_OR_LEAVES // a limit "each turn while Active" (OVE-724)
};
enum modifier_flag {
    COMES_ALONG = 1, // made in a hand or Deck: counts on the board (OVE-718)
    BY_EXPOSING = 2, // of a card in a hand (OVE-877)
    WHILE_IT_IS = 4  // its "while" speaks of the changed card (OVE-R151)
};

enum link_kind { LINK_ACTIVATE, LINK_PREPARE, LINK_ATTACK, LINK_ABILITY, LINK_LEADER };
// Of a card, a Leader in its zone included.
static inline bool is_activation(unsigned kind)
{
    return kind == LINK_ACTIVATE || kind == LINK_LEADER;
}
enum link_flag {
    LINK_CANCELLED     = 1,
    LINK_FROM_PREPARED = 2,
    LINK_TRIGGER       = 4,
    LINK_NOW           = 8,
    LINK_FREE          = 16 // Activated by an Ability (OVE-854), without ENERGY
};
struct link {
    uint8_t  kind, flags;
    card_id  card;    // what is Activated, Attacks or has the Ability
    card_id  source;  // Construct or other card that lends the Ability, else card
    uint16_t ability; // or NO_ABILITY
    card_id  target;  // Attack selection, host
    card_id  it;      // the card a Law spoke of, or NO_CARD
    seat_id  seat;
    zone_id  zone;       // reserved zone of a Leader's Activation
    uint8_t  generation; // of card when the link was added
    uint8_t  target_generation, it_generation;
    uint8_t  chosen_at, chosen_count; // in state.chosen
    uint8_t  it_link;                 // 1 + index of the link a Law spoke of
    uint8_t  skipped;                 // bit per line of an Event that was left out
    uint8_t  dealt;                   // DMG its Law spoke of, "damage dealt" (OVE-R138)
};
struct chosen {
    card_id card;
    uint8_t generation;
    uint8_t line; // of an Event, that Selected it
};
enum {               // beside the line
    WENT     = 0x80, // its numbers count as it left (OVE-R141)
    FELL     = 0x20, // the same, but it is no longer spoken of as a card (OVE-R312)
    ANSWERED = 0x40  // no card: the seats and the number with which the line was used
};

// What a line asks for beside cards: the same in the whole line (OVE-R170).
struct answers {
    uint16_t seats; // opponent and Decks, see chosen_deck()
    uint8_t  x, zero;
};
enum { ANSWERS_MAX = 8 }; // lines of an Event

struct gone {            // what a card was like when it left the board
    card_id  card, host; // of a Construct; else the card itself
    uint8_t  generation; // with which it lies where it went
    uint8_t  host_generation;
    zone_id  zone; // where it lay
    uint8_t  dmg, spd, hp, rank;
    uint8_t  damaged : 1, exhausted : 1, prepared : 1, zero : 5;
    uint8_t  zeros[4];
    uint32_t keywords;
};

// Something that happened, for Laws (OVE-918 to OVE-922).
enum deed_kind {
    DEED_NONE,
    DEED_ACTIVATE,
    DEED_ATTACK,
    DEED_GUARD,
    DEED_SELECT,
    DEED_SHATTER,
    DEED_HEAL,
    DEED_EXILE,
    DEED_REACTIVATE,
    DEED_CANCEL,
    DEED_RETURN,
    DEED_SACRIFICE,
    DEED_SPAWN,
    DEED_DISCARD,
    DEED_DRAW,
    DEED_EXPOSE,
    DEED_EXHAUST,
    DEED_PREPARED,
    DEED_PREPARE,
    DEED_DAMAGE,
    DEED_RETALIATE,
    DEED_ENTER,
    DEED_GENERATE,
    DEED_CONSUME,
    DEED_USE,
    DEED_BATTLE,
    DEED_LEAVE,
    DEED_TURN_STARTS,
    DEED_TURN_ENDS,
    DEED_ACTION_STARTS
};
static_assert(DEED_ACTION_STARTS < 32, "deeds are bits of a word");
struct deed {
    uint8_t kind : 5, zero : 1;
    uint8_t battle : 1, attack : 1; // done in Battle; by the Attack
    seat_id seat;                   // the player who did it, or whose card did
    card_id card;                   // to whom it was done
    card_id by;                     // the card that did it, or NO_CARD
    uint8_t amount; // of DMG and the like; of an Activation: it was Prepared; of an Attack against
                    // a Guard: 1 + the card that was Attacked first; of what was Discarded, Exiled,
                    // Returned, Spawned or Entered from off the board: 1 + the zone it lay in
    uint8_t link;   // 1 + index of the link it belongs to
};

struct waiting { // a trigger to be placed (OVE-914)
    uint16_t ability;
    card_id  card, source, it;
    seat_id  seat;
    zone_id  zone; // where the card must still be (OVE-915)
    uint8_t  generation, it_generation;
    uint8_t  when;  // a "When" Law: only if its deed is in the last action
    uint8_t  deed;  // index of its deed, for "When"
    uint8_t  link;  // 1 + link the deed belongs to
    uint8_t  dealt; // DMG its Law spoke of
    uint8_t  asks;  // of which Law is to be asked what else it demands: see ask_waiting(), or 0
    uint8_t  zero;
};

// An Ability being carried out.
struct work {
    uint32_t      pc, end; // W_CLAUSE nodes of an EFFECTS
    uint16_t      ability;
    card_id       card, source;
    seat_id       seat;
    uint8_t       x, times;    // times: DYNAMO (1 to 3)
    uint8_t       named_count; // what "it" and "them" mean now
    uint8_t       done;        // the last clause was carried out completely (if you do)
    uint8_t       generation;  // of card
    uint8_t       selecting;   // its Costs Selected: CLEAVE and PIERCE apply
    uint8_t       link;        // 1 + link the Law spoke of
    uint8_t       deeds_from;  // first deed of the clause just done
    uint8_t       aim_count;   // cards the present clause is about
    uint8_t       part;        // which "then to" of it
    uint8_t       searched;    // seats whose Decks are looked through for it
    uint8_t       number;      // 1 + the number chosen for its "up to N"
    uint8_t       chooser;     // 1 + who Sacrifices own cards, if somebody is named
    uint16_t      dealt;       // damage dealt by the last clause that dealt any, or in the Law
    uint16_t      seats;       // opponent and Decks, see chosen_deck()
    struct chosen named[NAMED_MAX];
    card_id       aim[AIMS_MAX];
};

struct side {
    uint8_t  rank, energy, shift_energy; // Leader RANK, Leader ENERGY, Timeshift ENERGY
    uint8_t  dial;                       // RANK without what counts for a time: see settle_rank()
    int8_t   lift;                       // that
    uint8_t  plus_used;                  // +cards Activated this turn
    uint8_t  first_cycle_done;
    uint8_t  must_lose;  // noted for the state check
    uint8_t  rescue;     // Timeshifts left to bring the Leader back, 0 = not needed
    uint8_t  own_links;  // this turn (OVE-925)
    uint8_t  replaced;   // opening cards put back
    uint8_t  passing;    // enum passing: see pass.c
    uint8_t  plus_kinds; // of the +cards Activated this turn: see count_plus()
    uint8_t  zero;
    card_id  leader;
    uint32_t awaits;                // enum deed_kind, if it is AWAITING
    uint8_t  plus[ARCHETYPE_COUNT]; // Active +cards by Archetype (OVE-313)
    uint8_t  wins;
    uint8_t  ready; // bit per zone from U1 to E3: see settle_ready()
    uint8_t  lacks; // enum lacks, if it is PASSING or AWAITING
    uint8_t  board_count;
    uint8_t  board[BODIES_MAX]; // bodies of its cards on the board, in the order of state.active
    uint8_t  zeros[3];
};

enum passing { UNNOTED, PASSING, AWAITING, RESPONDS, BARE };
enum lacks { // what keeps a seat from responding with what it has
    LACKS_ENERGY  = 1,
    LACKS_RANK    = 2,
    LACKS_PLUS    = 4, // it has Activated its +card
    LACKS_LIMIT   = 8, // it has used an Ability as often as it may
    LACKS_ZONE    = 16,
    LACKS_HOST    = 32,
    LACKS_IDLE    = 64, // a card in its Idle Zone to Select
    LACKS_PERFECT = 128 // a card with PERFECT* (OVE-673)
};

enum phase { PHASE_SETUP, PHASE_CYCLE, PHASE_ACTION, PHASE_RETURN };

enum flow_id {
    FLOW_NONE,
    FLOW_MATCH,
    FLOW_TURN,
    FLOW_RUN,
    FLOW_PLACE,
    FLOW_DECLARE,
    FLOW_PAY,
    FLOW_RESOLVE,
    FLOW_EFFECTS,
    FLOW_ATTACK,
    FLOW_RETURN,
    FLOW_SETUP,
    FLOW_SPAWN,
    FLOW_GAZE,
    FLOW_SEARCH,
    FLOW_DISCARD,
    FLOW_PREPARE,
    FLOW_ACTIVATE,
    FLOW_ATTACH,
    FLOW_SACRIFICE,
    FLOW_COUNT
};

struct frame {
    uint8_t flow, at;
    union { // by flow
        struct {
            seat_id payer, decider; // FLOW_PAY: who pays, who chooses how
        };
        struct {
            seat_id choosers[2], better; // FLOW_SETUP: of the two, who says who begins
        };
        struct {
            seat_id first; // FLOW_RUN: whose priority it is at first
            uint8_t passes;
            seat_id began; // whose link was the first
        };
        struct {
            seat_id  placer; // FLOW_PLACE
            uint8_t  next;   // which of those that wait
            seat_set secret; // who is asked though there may be nothing to place
            uint8_t  in_vain;
        };
        struct {
            seat_id owner, seeker; // FLOW_GAZE, FLOW_SEARCH: of the Deck, who looks through it
        };
        struct {
            seat_id discarder; // FLOW_DISCARD
            uint8_t must;
        };
        seat_id returner;  // FLOW_RETURN
        seat_id guard;     // FLOW_ATTACK: who may Guard
        seat_id layer;     // FLOW_PREPARE: who lays the card
        uint8_t costs;     // FLOW_DECLARE: lines whose Costs are paid, as bits
        uint8_t last_from; // FLOW_EFFECTS: where the last action began
    };
    card_id  card, other;
    uint16_t n;
    union {
        uint16_t count;         // how many cards are meant
        uint16_t clause;        // FLOW_DECLARE: number of the Cost
        uint16_t seats_done;    // FLOW_PLACE
        uint16_t only_triggers; // FLOW_RUN: nothing else begins a Timeshift
    };
    uint16_t zero;
    uint32_t op;
    uint8_t  named_before; // how many cards were named when the flow began
    uint8_t  zeros[3];
};

struct declaring { // the link that is being declared, one at a time
    struct link    link;
    struct answers answers[ANSWERS_MAX]; // of each line
    uint8_t        count;                // chosen so far
    uint8_t        cost;                 // ENERGY to pay
    uint8_t        opposing;             // 1 + seat whose ENERGY is taken (STALKER)
    uint8_t        opposing_cost;
    uint8_t        from_hand;
    uint8_t        line;     // of an Event, whose Costs are being asked for
    uint8_t        answered; // there are answers
    uint8_t        pays; // what is done belongs to that link; 1 + first deed of the action before
    struct chosen  chosen[NAMED_MAX];
    uint8_t        paid_clause[NAMED_MAX]; // cost clause each chosen card belongs to
    uint8_t        how[NAMED_MAX];         // enum taken_how
};
struct paying {
    uint16_t taken; // generators chosen, bit per place in the order of the board
    uint8_t  cost;
    uint8_t  first;          // 1 + place of the one that was named first
    uint8_t  leftover, zero; // leftover: a Timeshift point must be spent (OVE-309)
};

struct attack {                  // the present Attack (OVE-513)
    card_id attacker, selection; // the selection also of the one that is over
    card_id before; // the attacker of the one that is over, while triggers of its Battle resolve
    uint8_t attacker_generation, selection_generation, before_generation;
    uint8_t on, struck, over;
};

enum dirty { CLEAN, DIRTY, DIRTY_SOME };

struct lent { // a quoted text that a continuous sentence lends; reckoned with the bodies
    card_id  card, source;
    uint16_t ability;
};

// Competing "would" Laws (OVE-924): see would.c.
struct rival {
    uint16_t ability; // a printed Law, or NO_ABILITY:
    card_id  source;
    uint8_t  keyword, zero; // a Keyworded Ability
};
struct order { // an answer: this one first
    card_id      card;
    struct rival law;
};
struct ordering {
    struct order    given[ORDERS_MAX]; // the answers of the present step
    struct rival    rival[RIVALS_MAX]; // what the question is about
    struct question question;          // what that seat had been asked, and had answered
    struct choice   answer;
    card_id         card; // the affected one
    seat_id         seat;
    seat_set        together;
    uint8_t         given_count, used, rival_count;
    uint8_t         possible; // a card of this match has such a Law
    uint8_t         trying;   // the step is taken on trial
    uint8_t         wanted;   // an answer was missing
    uint8_t         asked;
    uint8_t         zero;
};

struct oversoul_state {
    struct core      core;
    struct frame     frames[FRAMES_MAX];
    struct side      side[SEATS_MAX];
    struct declaring declaring;
    struct paying    paying;
    struct attack    attack;
    struct work      works[WORKS_MAX];
    struct link      links[LINKS_MAX];
    struct chosen    chosen[CHOSEN_MAX];
    struct waiting   waiting[WAITING_MAX];
    struct deed      deeds[DEEDS_MAX]; // of the span (OVE-920); the last action starts at last_from
    uint16_t         turn;             // from 1
    uint8_t          link_count, chosen_count, waiting_count, deed_count, last_from, work_count;
    seat_id          turn_seat, first_seat, priority;
    uint8_t          phase, passes;
    uint8_t          dirty;     // enum dirty: derived values must be reckoned anew
    uint8_t          recount;   // also of those who count cards
    uint8_t          afar;      // a card off the board has Abilities in use: see first_afar()
    uint8_t          remembers; // a MOD_STATE that held at the last look
    uint8_t          at_once;   // see begin_at_once()
    uint8_t          zeros[2];
    uint32_t         changed[(BODIES_MAX + 31) / 32]; // bodies that they changed for, as bits
    uint8_t          unjudged;  // they were, or somebody loses or wins: see judge()
    uint8_t          hurt;      // somebody may have no HP left: see note_wounds()
    uint8_t          in_battle; // Shattering waits for End of Battle (OVE-132)
    uint8_t          resolving; // links resolve: triggers wait for a new Timeshift
    uint8_t          window;    // somebody may act although no Timeshift runs (OVE-917)
    uint8_t          forced_links;
    uint16_t         holds;    // enum holds: kinds of Abilities that Active cards have
    uint32_t         hears;    // deeds that Laws of Active cards speak of
    uint32_t         done;     // kinds of the deeds of the span; none too few
    uint32_t         laws;     // of Abilities of Active cards; none too few
    uint32_t         bars;     // what texts and lasting changes forbid somebody; none too few
    uint32_t         keywords; // that somebody has, or whose end is still to be settled; likewise
    uint8_t          active_count;
    uint8_t          rock_rounds;
    uint8_t          acted; // a Timeshift was resolved since the last open state
    uint8_t          lent_count;
    uint8_t          gone_next;
    uint8_t          together;   // triggers before this one are of cards that Shattered earlier
    uint8_t          leaving;    // cards leave at the same time: see begin_leaving(); else 0
    zone_id          leaving_to; // of the card whose leaving is being told, NO_ZONE
    card_id          followed;   // a card to be found again after a shuffle
    seat_set         secretly;   // who, for all that others know, may have a trigger to place
    seat_set         unmixed;    // whose hands are mixed when the Timeshift ends (OVE-R282)
    struct ordering  ordering;
    struct lent      lent[LENT_MAX];
    struct gone      gone[GONE_MAX]; // the newest replaces the oldest
    card_id active[BODIES_MAX];    // cards on the boards, in the order they became Active (OVE-535)
    uint8_t slot[CARDS_MAX];       // body of a card on the board; 0 = none
    uint8_t generation[CARDS_MAX]; // grows when a card changes zones
    struct body     bodies[BODIES_MAX]; // [0] stays empty
    struct zone     zones[ZONES];
    struct modifier modifiers[MODIFIERS_MAX];
    struct card     cards[CARDS_MAX];
};
#pragma GCC diagnostic pop
static_assert(sizeof(struct oversoul_state) <= 16 * 1024, "clones stay cheap");
static_assert(sizeof(struct frame) <= 32, "frames stay small");

static inline struct oversoul_state *state(struct table *t)
{
    return (struct oversoul_state *)(void *)t->state;
}
static inline const struct oversoul_state *peek(const struct table *t)
{
    return (const struct oversoul_state *)(const void *)t->state;
}
static inline const struct rulebook *book(const struct table *t) { return t->pool->game; }
static inline const struct face     *face_of(const struct table *t, card_id card)
{
    return &book(t)->faces[peek(t)->cards[card].def];
}
static inline struct body *body_of(struct oversoul_state *s, card_id card)
{
    return &s->bodies[s->slot[card]];
}
static inline const struct body *body_at(const struct oversoul_state *s, card_id card)
{
    return &s->bodies[s->slot[card]];
}
// Of a body that is taken, as those of side.board are.
static inline card_id card_of_body(const struct body *b) { return b->card; }

#endif
