// words.h - what Despaira's card text is made of: the nodes of a compiled line. The grammar that
// makes them is in words.c; what they mean is rules.md, section 6.
#ifndef PENTACLE_GAMES_DESPAIRA_WORDS_H
#define PENTACLE_GAMES_DESPAIRA_WORDS_H

#include "cardtext/cards.h"
#include "meaning/lang.h"

// clang-format off
// Nodes in the head of a line, and lines that are no sentences; meaning/shapes.h has the rest.
#define DESPAIRA_OPS(X)                                                                            \
    X(TAG)       /* value: enum tag_word */                                                        \
    X(TITLE)     /* : words of the ability's name */                                               \
    X(LIMIT)     /* value: enum limit_word */                                                      \
    X(TRAP)      /* : EVENT */                                                                     \
    X(WHEN)      /* : EVENT */                                                                     \
    X(MATERIALS) /* : NUMBER, THINGS ... */                                                        \
    X(REPLACE)   /* : ON_FIELD, NAME, ROUND_UP */                                                  \
    X(ON_FIELD)                                                                                    \
    X(ROUND_UP)
// Words that stand in lists: the grammar reads them (ONE(kins)), card files name tags by them.
#define DESPAIRA_ELEMENTS(X)                                                                       \
    X(DARK, "Dark") X(LIGHT, "Light") X(EARTH, "Earth") X(WATER, "Water") X(ICE, "Ice")            \
    X(FIRE, "Fire") X(TOXIC, "Toxic") X(WIND, "Wind") X(THUNDER, "Thunder") X(NORMAL, "Normal")
// In the order of the elements they boost; Sanctum (DES-229) is one of our own.
#define DESPAIRA_TILE_TYPES(X)                                                                     \
    X(ABYSS, "Abyss") X(REALM_OF_LIGHT, "Realm of Light") X(FOREST, "Forest") X(OCEAN, "Ocean")    \
    X(SUB_ZERO, "Sub-Zero") X(BURNING_LANDS, "Burning Lands")                                      \
    X(TOXIC_WASTELAND, "Toxic Wasteland") X(MOUNTAIN, "Mountain")                                  \
    X(THUNDER_CLOUD, "Thunder Cloud") X(PLAIN_FIELDS, "Plain Fields") X(SANCTUM, "Sanctum")
#define DESPAIRA_KINS(X)                                                                           \
    X(ANGEL, "Angel", "Angels") X(AQUATIC, "Aquatic", "Aquatics")                                  \
    X(ASSASSIN, "Assassin", "Assassins") X(AVIAN, "Avian", "Avians") X(BEAST, "Beast", "Beasts")   \
    X(CONSTRUCT, "Construct", "Constructs") X(DEMON, "Demon", "Demons")                            \
    X(DRAGON, "Dragon", "Dragons") X(ELEMENTAL, "Elemental", "Elementals")                         \
    X(FAERIE, "Faerie", "Faeries") X(GIANT, "Giant", "Giants") X(GOBLIN, "Goblin", "Goblins")      \
    X(INSECT, "Insect", "Insects") X(KNIGHT, "Knight", "Knights")                                  \
    X(MACHINE, "Machine", "Machines") X(MAGE, "Mage", "Mages") X(PLANT, "Plant", "Plants")         \
    X(REPTILE, "Reptile", "Reptiles") X(SPIRIT, "Spirit", "Spirits")                               \
    X(UNDEAD, "Undead", "Undeads") X(WARRIOR, "Warrior", "Warriors")
#define DESPAIRA_CLASSES(X)                                                                        \
    X(TARGET, "Target") X(EQUIP, "Equip") X(EVADE, "Evade") X(UNAVOIDABLE, "Unavoidable")          \
    X(TRAP, "Trap") X(COUNTER, "Counter") X(TERRAIN, "Terrain") X(AREA_RADIUS, "Area Radius")      \
    X(DAMAGE, "Damage") X(RANGED, "Ranged") X(SPAWN, "Spawn") X(TIMER, "Timer")                    \
    X(INFINITE, "Infinite") X(RECHARGE, "Recharge") X(STATS, "Stats") X(RESOURCE, "Resource")      \
    X(MOVEMENT, "Movement") X(EFFECT, "Effect") X(VOID, "Void") X(STATUS, "Status Effect")         \
    X(PROTECT, "Protect")
// clang-format on

enum despaira_op {
    DESPAIRA_OP_BEFORE = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    DESPAIRA_OPS(AS_ENUM)
#undef AS_ENUM
};

// ORDER: each enum follows the order of its words in the grammar (words.c).
enum tag_word { TAGGED_INSTANT, TAGGED_CHAIN, TAGGED_TRIGGER, TAGGED_CONTINUOUS };
enum limit_word { ONCE_PER_TURN, TWICE_PER_TURN, ONCE_PER_GAME, ONLY_IN_BATTLE, UNLIMITED };
enum doing_word {
    NOT_MOVE,
    NOT_ATTACK,
    NOT_BE_TARGETED,
    NOT_BE_DESTROYED,
    NOT_COUNTER_ATTACK,
    NOT_GET_STATUSES,
    NOT_BE_CHANGED,
    NOT_BE_TRICKED, // targeted by opposing tricks
    DOING_COUNT
};
enum status_word { BURN, POISON, FREEZE, PARALYSE, ROOT, SILENCE, STATUS_COUNT };
enum mode_word { IN_ATTACK, IN_DEFENCE };
enum duration { UNTIL_END_OF_TURN, UNTIL_YOUR_NEXT_TURN, FOR_TURNS, WHILE_ON_FIELD, PERMANENTLY };
enum zone_word { // also the first rows of places
    IN_YOUR_HAND,
    IN_YOUR_DECK,
    IN_YOUR_GRAVEYARD,
    IN_YOUR_VOID,
    IN_YOUR_ARCHIVE,
    IN_THEIR_HAND,
    IN_THEIR_GRAVEYARD,
    IN_THEIR_VOID,
    IN_THEIR_ARCHIVE,
    IN_A_GRAVEYARD,
    IN_THEIR_DECK
};
enum happening { // also the rows of events
    IS_SPAWNED,
    IS_NORMAL_SPAWNED,
    IS_MIRACLE_SPAWNED,
    IS_FLIPPED_UP,
    IS_DESTROYED,
    IS_SACRIFICED,
    LEAVES,
    DECLARES,
    IS_ATTACKED,
    BATTLES,
    DESTROYS_IN_BATTLE,
    HURTS_LEADER,
    TAKES_DAMAGE,
    SURVIVES,
    MOVES,
    ENTERS_TILE,
    ENTERS_WITHIN,
    OVERLAPS,
    IS_OVERLAPPED,
    IS_TARGETED,
    IS_EQUIPPED,
    WOULD_MOVE,
    WOULD_BE_SPAWNED,
    ACTIVATES_TRICK,
    ACTIVATES_CREATURE,
    DRAWS,
    COUNTER_PUT,
    COUNTER_REMOVED,
    IS_LOCKED_AT_START,
    ATTACKS,          // one that the words name: a deed is DECLARES
    YOUR_TURN_STARTS, // no card is in these
    YOUR_TURN_ENDS,
    THEIR_TURN_STARTS,
    THEIR_TURN_ENDS,
    EACH_TURN_STARTS,
    EACH_TURN_ENDS,
    HAPPENING_COUNT
};

// What stands on a card.
enum card_kind { KIND_LEADER, KIND_CREATURE, KIND_TRICK, KIND_TOKEN };
enum field {
    FIELD_LEVEL,
    FIELD_ATK,
    FIELD_HP,
    FIELD_CATK,
    FIELD_RATK,
    FIELD_DEF,
    FIELD_HL,
    FIELD_RANGE,
    FIELD_TIMER,
    FIELD_NUMBER
};
// The six stats, in the order of their fields.
enum stat {
    STAT_ATK,
    STAT_HP,
    STAT_CATK,
    STAT_RATK,
    STAT_DEF,
    STAT_HL,
    STAT_COUNT,
    ALL_STATS = STAT_COUNT
};
#define AS_ENUM(name, word) name,
enum element { DESPAIRA_ELEMENTS(AS_ENUM) ELEMENT_COUNT };
enum tile_type { DESPAIRA_TILE_TYPES(AS_ENUM) TILE_TYPE_COUNT };
#undef AS_ENUM
#define AS_ENUM(name, word, many) KIN_##name,
enum kin { DESPAIRA_KINS(AS_ENUM) KIN_COUNT };
#undef AS_ENUM
#define AS_ENUM(name, word) CLASS_##name,
enum class { DESPAIRA_CLASSES(AS_ENUM) CLASS_COUNT };
#undef AS_ENUM
enum card_tag {
    TAG_ELEMENT = 0,
    TAG_KIN     = ELEMENT_COUNT,
    TAG_INSTANT = TAG_KIN + KIN_COUNT,
    TAG_CHAIN,
    TAG_CLASS,
    TAG_GOD = TAG_CLASS + CLASS_COUNT,
    TAG_DEVIL,
    TAG_RITUAL,
    TAG_FUSION,
    TAG_COUNT
};

// ---- rows of things (rows.c); each of these is a bit

enum kind_bit {
    IS_LEADER,
    IS_CARD, // anything but a Leader
    IS_CREATURE,
    IS_TRICK,
    IS_TOKEN,
    IS_CREATURE_CARD,
    IS_TRICK_CARD,
    IS_ATTACHED,
    IS_TILE,
    IS_SEAT
};
enum fact_bit {
    FACT_KIN,
    FACT_ELEMENT = FACT_KIN + KIN_COUNT,
    FACT_CLASS   = FACT_ELEMENT + ELEMENT_COUNT,
    FACT_UP      = FACT_CLASS + CLASS_COUNT,
    FACT_HIDDEN,
    FACT_DAMAGED,
    FACT_FREE, // of tiles
    FACT_LORE,
    FACT_STATUS,
    FACT_IN_ATTACK,
    FACT_IN_DEFENCE,
    FACT_COUNT
};
static_assert(FACT_COUNT <= 64, "facts are bits of one number");
enum place_bit {
    PLACE_FIELD, // what is attached there too
    PLACE_YOUR_HAND,
    PLACE_YOUR_DECK,
    PLACE_YOUR_GRAVEYARD,
    PLACE_YOUR_VOID,
    PLACE_YOUR_ARCHIVE,
    PLACE_THEIR_HAND,
    PLACE_THEIR_DECK,
    PLACE_THEIR_GRAVEYARD,
    PLACE_THEIR_VOID,
    PLACE_THEIR_ARCHIVE
};
enum test_row_name { // behind the tile types
    TEST_ADJACENT = TILE_TYPE_COUNT,
    TEST_NAMED,
    TEST_COUNTERS,
    TEST_WITHIN, // what follows is about places
    TEST_ANYWHERE,
    TEST_NEXT_TO,
    TEST_AROUND,
    TEST_IN_ROW,
    TEST_IN_COLUMN,
    TEST_IN_FRONT,
    TEST_BEHIND,
    TEST_ON_YOUR_SIDE,
    TEST_ON_THEIR_SIDE,
    TEST_ATTACHED_HERE,
    TEST_COUNT
};
enum role {
    ROLE_THIS_CARD,
    ROLE_ATTACKER,
    ROLE_EQUIPPED,
    ROLE_YOUR_LEADER,
    ROLE_OPPOSING_LEADER,
    ROLE_LINK_CARD,
    ROLE_THIS_TILE,
    ROLE_THAT_TILE,
    ROLE_OPPONENT
};
enum stat_row_name { // behind the six stats
    STAT_LEVEL = STAT_COUNT,
    STAT_CRYSTALS,
    STAT_LINK,
    STAT_DIE,
    STAT_COUNTERS,
};

// Words that say more of a verb. The first are the tile types.
enum word_name {
    WORD_STAT       = TILE_TYPE_COUNT, // from here on in the order of the six stats
    WORD_HAVING     = WORD_STAT + STAT_COUNT,
    WORD_DOING      = WORD_HAVING + STAT_COUNT, // in the order of enum doing_word
    WORD_AFFLICTION = WORD_DOING + DOING_COUNT, // in the order of enum status_word
    WORD_ALL_STATS  = WORD_AFFLICTION + STATUS_COUNT,
    WORD_ALL_STATUSES,
    WORD_COUNTER_ATTACK,
    WORD_COUNTER_MOVE,
    WORD_COUNTER_SPAWN,
    WORD_ATTACK_MISSES,
    WORD_STOP_ATTACK,
    WORD_CHAINED,
    WORD_OF_TRICK,
    WORD_OF_CREATURE,
    WORD_OPPOSING,
    WORD_UNAVOIDABLE,
    WORD_THEIRS,
    WORD_BESIDE,
    WORD_IN_ATTACK_MODE,
    WORD_IN_DEFENCE_MODE,
    WORD_ON_TILES,
    WORD_COUNT
};
// Bits of a set of words.
enum {
    SET_STAT   = 0,
    SET_HAVING = SET_STAT + STAT_COUNT,
    SET_DOING  = SET_HAVING + STAT_COUNT,
    SET_WORDS  = SET_DOING + DOING_COUNT, // from WORD_CHAINED on
};
static_assert(SET_WORDS + WORD_COUNT - WORD_CHAINED <= 32, "a set is bits of one number");
static inline uint32_t set_bit(unsigned word) { return 1u << (SET_WORDS + word - WORD_CHAINED); }

// clang-format off
#define DESPAIRA_VERBS(X)                                                                          \
    X(PAY)                                                                                         \
    X(SELECT)                                                                                      \
    X(CHOOSE) X(NAME_LINK) X(NEGATE) X(COUNTER) X(MISS) X(SUBSTITUTE) X(DEAL) X(DO_NOT_MISS)       \
        X(DESTROY) X(SACRIFICE) X(EXILE) X(ARCHIVE) X(TO_HAND) X(TO_DECK) X(TO_TOP) X(TO_BOTTOM)   \
            X(DRAW) X(DISCARD) X(MILL) X(SEARCH) X(REVEAL) X(LOOK) X(LOOK_AT_HAND) X(REVEAL_HAND)  \
                X(REVEAL_TOP) X(LOOK_AT_TOP) X(GAIN_CRYSTALS) X(LOSE_CRYSTALS) X(STEAL_CRYSTALS)   \
                    X(GAIN_POINTS) X(MIRACLE) X(RITUAL) X(CREATE) X(RESTORE) X(SHIELD) X(BOOST)    \
                        X(NERF) X(INCREASE) X(DECREASE) X(BECOME) X(GAIN_STAT) X(GAIN) X(MOVE)     \
                            X(SHIFT) X(SWAP) X(MOVE_AGAIN) X(ATTACK_AGAIN) X(TO_ATTACK)            \
                                X(TO_DEFENCE) X(FLIP_UP) X(FLIP_DOWN) X(TAKE_CONTROL)              \
                                    X(CHANGE_TILE) X(EQUIP) X(ATTACH) X(DETACH) X(PUT_COUNTERS)    \
                                        X(PUT_TIMERS) X(REMOVE_TIMERS) X(LENGTHEN) X(WIDEN)        \
                                            X(IGNORE) X(REMOVE_COUNTERS) X(REMOVE_ALL) X(PREVENT)  \
                                                X(PREVENT_ALL) X(SHELTER) X(HALVE) X(NO_SURPLUS)   \
                                                    X(RECHARGE) X(ROLL) X(TOSS) X(WIN) X(AFFLICT)  \
                                                        X(CURE) X(LOSE_HP) X(ARE_BOOSTED)          \
                                                            X(ARE_NERFED) X(HAVE) X(REACH) X(FEED) \
                                                                X(CANNOT) X(DEAL_MORE)             \
                                                                    X(TAKE_LESS) X(REMAIN)
// clang-format on
#define AS_ENUM(name) VERB_##name,
enum verb { DESPAIRA_VERBS(AS_ENUM) VERB_COUNT };
#undef AS_ENUM

extern const struct verb_row      despaira_verbs[]; // verbs.c
extern const struct dialect_words despaira_dialect;
extern const struct card_form     despaira_form;
extern const struct lang          despaira_lang;
extern const char *const          despaira_classes[];
extern const char *const          despaira_elements[];
extern const char *const          despaira_tile_types[];
// book.c: what is wrong with a line though it can be read, or NULL.
// Does the line at this op only hold, as long as its card lies there?
bool        is_static_line(const struct op *, size_t line);
const char *fault_of_line(const struct op *, size_t line, const struct card_def *);
bool        is_main_line(const struct op *, size_t line, const struct card_def *);
bool        despaira_check_card(const struct card_pool *, const struct card_def *, int *line,
                                struct error *);

#endif
