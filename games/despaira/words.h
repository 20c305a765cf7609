// words.h - what Despaira's card text is made of: the nodes of a compiled line. The grammar that
// makes them is in words.c; what they mean is rules.md, section 6.
#ifndef PENTACLE_GAMES_DESPAIRA_WORDS_H
#define PENTACLE_GAMES_DESPAIRA_WORDS_H

#include "cardtext/cards.h"
#include "meaning/lang.h"

// clang-format off
// Children are named after the colon.
#define DESPAIRA_OPS(X)                                                                            \
    X(TAG)      /* value: enum tag_word */                                                         \
    X(TITLE)    /* : words of the ability's name */                                                \
    X(LIMIT)    /* value: enum limit_word */                                                       \
    X(TRAP)     /* : EVENT */                                                                      \
    X(WHEN)     /* : EVENT */                                                                      \
    X(AT)       /* value: enum at_word */                                                          \
    X(SENTENCE) /* : IF, WHILE, MAY, then effects or static sentences */                           \
    X(IF)                                                                                          \
    X(WHILE) /* : a condition */                                                                   \
    X(MAY)                                                                                         \
    X(ON_FIELD)                                                                                    \
    X(MATERIALS)                                                                                   \
    /* : NUMBER, GROUP ... */ X(REPLACE) /* : ON_FIELD, NAME, ROUND_UP */                          \
    X(ROUND_UP)                          /* chosen on activation */                                \
    X(PAY)                               /* : NUMBER */                                            \
    X(SELECT)                            /* : UP_TO, NUMBER, GROUP, CHAINED */                     \
    \
    X(CHAINED)                                                                                     \
    X(NAME_LINK) /* : OF_TRICK, OPPOSING_LINK */                                                   \
    X(OF_TRICK)                                                                                    \
    X(OF_CREATURE)                                                                                 \
    \
    X(RANGE)                                                                                       \
    X(STANDS)        /* value: enum mode_word */                                                   \
    X(OPPOSING_LINK) /* effects */                                                                 \
    X(CHOOSE)        /* : UP_TO, NUMBER, GROUP */                                                  \
    X(NEGATE)                                                                                      \
    X(COUNTER_ACTION)                                                                              \
    X(MISSES)                                                                                      \
    X(SUBSTITUTE) /* : OP_TEXT */                                                                  \
    X(UNAVOIDABLE)                                                                                 \
    X(TOP)    /* : NUMBER; value: enum top_word */                                                 \
    X(TIMERS) /* value: enum timers_word */                                                        \
    X(LENGTHEN)                                                                                    \
    X(WIDEN)                                                                                       \
    X(IGNORE)                                                                                      \
    X(PREVENT_ALL)                                                                                 \
    X(SHELTER)                                                                                     \
    X(IT_STANDS) /* value: enum it_stands_word, twice */                                           \
    X(HERE)                                                                                        \
    X(DEAL)                                                                                        \
    X(DESTROY)                                                                                     \
    X(SACRIFICE)                                                                                   \
    X(EXILE)                                                                                       \
    X(ARCHIVE)                                                                                     \
    X(RETURN) /* value: enum return_word */                                                        \
    X(DRAW)                                                                                        \
    X(DISCARD)                                                                                     \
    X(MILL)                                                                                        \
    X(AT_RANDOM)                                                                                   \
    X(THEY)                                                                                        \
    X(SEARCH) /* : NUMBER, GROUP; value: enum search_word */                                       \
    X(REVEAL)                                                                                      \
    X(LOOK)                                                                                        \
    X(LOOK_HAND)                                                                                   \
    X(CRYSTALS) /* value: enum crystals_word */                                                    \
    X(POINTS)                                                                                      \
    X(MIRACLE) /* : an object, ON_TILE_OF, IN_MODE */                                              \
    X(BESIDE)                                                                                      \
    X(RITUAL) /* : NAME */                                                                         \
    X(CREATE) /* : NUMBER, NAME, BESIDE */                                                         \
    X(RESTORE)                                                                                     \
    X(SHIELD)                                                                                      \
    X(BOOST)                                                                                       \
    X(NERF)                                                                                        \
    X(INCREASE)                                                                                    \
    X(DECREASE)                                                                                    \
    X(BECOMES)                                                                                     \
    X(GAINS_STAT)                                                                                  \
    X(GAINS)                                                                                       \
    X(MOVE) /* : an object, NUMBER */                                                              \
    X(SHIFT) X(SWAP)                                                                               \
    X(AGAIN)  /* value: enum again_word */                                                         \
    X(CANNOT) /* : an object, DOING */                                                             \
    X(DOING)  /* value: enum doing_word */                                                         \
    X(MODE)   /* value: enum mode_word */                                                          \
    X(FLIP)   /* value: enum flip_word */                                                          \
    X(CONTROL) X(TILE) X(EQUIP) X(REMAINS) X(ATTACH) X(DETACH) X(PUT) X(REMOVE) X(PREVENT)         \
    X(HALVE) X(NO_SURPLUS) X(STRENGTH) X(TOUGHNESS) X(RECHARGE) X(ROLL) X(TOSS)                    \
    X(WIN)        /* value: enum win_word */                                                       \
    X(STATUS)     /* : AFFLICTION, an object, NUMBER, TURNS */                                     \
    X(AFFLICTION) /* value: enum status_word; of CURE: that + 1, 0 all */                          \
    X(TURNS) X(CURE) X(LOSE_HP) X(PER) X(PIPS)                                                     \
    /* static sentences */                                                                         \
    X(S_BOOST) X(S_NERF) X(S_HAS) X(S_REACH) X(S_FODDER) X(HAVING)                                 \
    X(DURATION) /* value: enum duration */                                                         \
    /* objects */                                                                                  \
    X(TILE_TYPE) \
    X(IN_ZONE) \
    X(IN_MODE) \
    X(STAT) /* value: enum stat */                                                                 \
    /* conditions and events */                                                                    \
    X(CONTROLS) X(THERE) X(ON_TILE) X(LEADER_HP) X(HAS_CRYSTALS) X(NTH_LINK) X(IT_IS)              \
    X(HAS_COUNTERS) X(HEADS) X(DIE)                                                                \
    X(EVENT)   /* : an object, HAPPENS */                                                          \
    X(HAPPENS) /* value: enum happening; : TILE_TYPE or NUMBER */
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
enum at_word { AT_START, AT_END, AT_OPPONENTS_START };
enum return_word { TO_HAND, TO_DECK, TO_TOP, TO_BOTTOM };
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
enum counter_word { COUNTER_ATTACK, COUNTER_MOVE, COUNTER_SPAWN, ATTACK_MISSES, STOP_ATTACK };
enum again_word { AGAIN_MOVE, AGAIN_ATTACK };
enum mode_word { IN_ATTACK, IN_DEFENCE };
enum flip_word { FLIP_UP, FLIP_DOWN };
enum controls_word { YOU_CONTROL, OPPONENT_CONTROLS, YOU_CONTROL_NO, OPPONENT_CONTROLS_NO };
enum crystals_word { CRYSTALS_GAIN, CRYSTALS_LOSE, CRYSTALS_OPPONENT_LOSES, CRYSTALS_STEAL };
enum hand_word { HAND_LOOK, HAND_REVEAL_OWN, HAND_REVEAL_THEIRS, HAND_THEY_REVEAL };
enum top_word { TOP_REVEAL, TOP_LOOK };
enum timers_word { TIMERS_PUT, TIMERS_REMOVE };
enum win_word { YOU_WIN, OPPONENT_WINS };
enum coin_word { SHOWS_TAILS, SHOWS_HEADS };
enum search_word { SEARCH_DECK, SEARCH_GRAVEYARD };
enum draw_word { DRAW_SOME, DRAW_ONE };
enum remove_word { REMOVE_SOME, REMOVE_ALL };
enum it_stands_word { STANDS_HIDDEN, STANDS_IN_ATTACK, STANDS_IN_DEFENCE, STANDS_COUNT };
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
enum happening {
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
    THEY_ACTIVATE_TRICK,
    THEY_ACTIVATE_CREATURE,
    THEY_DRAW,
    COUNTER_PUT,
    COUNTER_REMOVED,
    IS_LOCKED_AT_START,
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
    IS_TILE
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
    ROLE_THAT_TILE
};

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
