// words.h - what Monad Wars' card text is made of: the nodes that stand in the heads of lines, and
// the rows that the shapes of meaning/ name. What they mean is rules.md, sections 3 and 6.
#ifndef PENTACLE_GAMES_MONAD_WORDS_H
#define PENTACLE_GAMES_MONAD_WORDS_H

#include "cardtext/cards.h"
#include "games/monad/state.h"
#include "meaning/lang.h"

// clang-format off
// Children are named after the colon.
#define MONAD_OPS(X)                                                                               \
    /* lines */                                                                                    \
    X(LETTER)                                                                                      \
    X(PASSIVE)    /* : ONLY_IF, then bonuses, TIMES; or an AURA; or a trigger and SENTENCEs */     \
    X(AGGRESSIVE) /* : COST, names, parts, SENTENCEs, LATERs */                                    \
    X(DEFENSIVE)  /* : COST, names, WHOM, BEHIND, SENTENCEs, LATERs */                             \
    X(NONCOMBAT)  /* : COST, GOLD_COST, names, SENTENCEs */                                        \
    X(BONUSES)                                                                                     \
    X(BOOST)                                                                                       \
    X(BEARER)                                                                                      \
    X(REQUIRES)                                                                                    \
    X(PLACES)                                                                                      \
    X(DELIVER)                                                                                     \
    X(ANOTHER)                                                                                     \
    X(VIP)                                                                                         \
    X(WARD)                                                                                        \
    X(TOKEN_STATS)                                                                                 \
    X(ON_COMPLETION)                                                                               \
    X(ON_PLAY)                                                                                     \
    X(COUNTING) X(RESOLVE) X(FACE) X(MAY_SEARCH) X(PAY_TO) X(CONDITION) X(COMPLETION) X(RECRUIT)   \
    X(SHOP) X(INN) X(HEARTH) X(NOTICE_BOARD) X(SAFE_PASSAGE) X(FAST_TRAVEL) X(LOOT) X(TRAP)        \
    X(DARK) X(CRAMPED) X(SANCTUARY) X(SHRINE) X(ESCAVATE) X(NATURAL) X(HERE_TO_HIT)                \
    X(HERE_RANGE) X(OBJECTIVE) X(ON_ARRIVAL) X(HERE_UNITS)                                         \
    /* parts of abilities */                                                                       \
    X(COST) X(GOLD_COST) X(ATTACK) X(RANGE) X(AREA) X(DAMAGE) X(OWN) X(USES) X(WHOM) X(BEHIND) \
    X(UP) X(DOWN) X(STAT) X(KEYWORD) X(FLAG) X(RESIST) X(NATIVE) X(AURA) X(AURA_ALL) X(THROWN)     \
    X(WHEN) X(FIRST) X(ALL_TARGETS) X(COST_LESS) X(COST_MORE)                                      \
    X(WATCH) X(VICTIM) X(BY_MODE) X(QUEST_TYPE) X(HERE_STANDS)                                     \
    /* what stands in sentences, besides the shapes of meaning/ */                                 \
    X(DICE) X(TAG) X(LEVEL) X(CALLED) /* : a tag or a name */
// clang-format on

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    MONAD_OPS(AS_ENUM)
#undef AS_ENUM
};

enum { W_LAST = W_CALLED };

// Values, in the order in which the grammar lists their words.
enum attack_mode { MELEE, RANGED, MAGIC };
enum area { AREA_ROW, AREA_COLUMN, AREA_OPPOSING, AREA_FRIENDLY, AREA_UNITS, AREA_SINGLE };
enum own_word { OWN_USER_OR_ALLY, OWN_ALLY, OWN_SELF };
enum whom_word { WHOM_SELF, WHOM_ALLY, WHOM_FRIENDLY };
enum first_word { FIRST_ROUND, FIRST_COMBAT, FIRST_TURN };
enum keyword {
    TOUGH,
    STEADY,
    SERENITY,
    ELUSIVE,
    CORROSION,
    REACH,
    ROWDY,
    REGEN_AP,
    REGEN,
    PATHFINDER,
    MOB_MENTALITY,
    UNDYING,
    MORTALLY,
    ARROGANT,
    POISONER,
    RESISTANT,
    CRITICAL,
    PRECISION,
    PENETRATE,
    MAGIC_PENETRATION,
    HIDDEN,
    HUMAN_NATURE,
    COST_LESS,
    COST_MORE,
    KEYWORDS
};
enum moment {
    WHEN_ALLY_DIES,
    WHEN_HITS,
    WHEN_MISSES,
    WHEN_IS_HIT,
    WHEN_IS_MISSED,
    WHEN_KILLS,
    WHEN_TARGETED,
    WHEN_MOVES,
    WHEN_ROUND,
    WHEN_COMBAT,
    WHEN_COMBAT_ENDS,
    WHEN_ACTIVATES,
    WHEN_ACTIVATED,
    WHEN_RECRUITED,
    WHEN_ENCOUNTER,
    WHEN_QUEST,
    WHEN_LEVEL,
    WHEN_DIES,
    WHEN_TURN,
    WHEN_TURN_ENDS,
    WHEN_ENEMY_DIES,
    WHEN_ARRIVES,
    WHEN_ROUND_ENDS,
    WHEN_CRITS,
    WHEN_WOULD_DIE, // "... instead": the death does not happen
    WHEN_ALLY_WOULD_DIE,
    NO_MOMENT
};
enum counting { COUNT_FIGHT, COUNT_QUEST, COUNT_KILL, COUNT_VISIT };
enum condition {
    COND_REGIONS,
    COND_QUESTS,
    COND_LEVEL,
    COND_RIVAL,
    COND_FIGHTS,
    COND_TOKENS,
    COND_KILLS,
    COND_VISITS,
    COND_STATE
};

enum stat_word { STAT_TO_HIT = 5, STAT_DAMAGE }; // behind those that follow the list of stats
enum { DAMAGE_UNTYPED = 8 };

// ---- rows that the grammar names (rows.c), as far as the code speaks of them

// The words behind ARG: statuses and types of damage in the order of their enums.
enum word {
    WORD_STATUS,
    WORD_TYPE   = WORD_STATUS + MORTAL_STRIKE,
    WORD_SHIELD = WORD_TYPE + DAMAGE_TYPES,
    WORD_MORE,
    WORD_LESS,
    WORD_TO_HIT,
    WORD_DAMAGE,
    WORD_REVEAL,
    WORD_MELEE, // in the order of enum attack_mode
    WORD_RANGED,
    WORD_MAGIC,
    WORD_AGGRESSIVE,
    WORD_DEFENSIVE,
    WORD_NONCOMBAT,
    WORD_COST,
    WORD_RANGE,
    WORD_HEAL,
    WORD_AP,
    WORD_MOVE,
    WORD_BE_MOVED,
    WORD_AIMED,
    WORD_AIMED_MELEE,
    WORD_AIMED_RANGED,
    WORD_AIMED_MAGIC,
    WORD_LISTED,
    WORD_FRONT,
    WORD_MID,
    WORD_BACK,
    WORD_COUNT
};
enum row_of_test {
    TEST_WOUNDED,
    TEST_UNHARMED,
    TEST_WEAKENED,
    TEST_SPENT,
    TEST_CALLED,
    TEST_AT,
    TEST_HIDDEN,
    TEST_EXHAUSTED,
    TEST_STATUS,
    TEST_WITHIN,
    TEST_APART,
    TEST_MOST,
    TEST_LEAST
};
// The first ones in the order in which the grammar lists their words.
enum row_of_stat { ROW_HP, ROW_AP, ROW_INI, ROW_AR, ROW_LEVEL, ROW_MAX_HP = 7, ROW_DEALT = 13 };
enum row_of_role { ROLE_ACTING, ROLE_TARGET, ROLE_ITSELF, ROLE_CATALYST, ROLE_PARTY };
enum row_of_line { // by its head
    LINE_OTHER,
    LINE_PASSIVE,
    LINE_AGGRESSIVE,
    LINE_DEFENSIVE,
    LINE_NONCOMBAT,
    LINE_STANDING // a passive one that waits for nothing
};
enum later { // what waits for its moment
    LATER_HIT,
    LATER_MISS,
    LATER_CRITICAL,
    LATER_KILL,
    LATER_NATURAL,
    LATER_YOUR_COMBAT,
    LATER_THEIR_COMBAT,
    LATER_THAT_COMBAT
};
// Kinds of things, a bit each: cards by their kind, units in play, seats.
enum kind_bit { BIT_UNIT = 1 << 8, BIT_CATALYST = 1 << 9, BIT_SEAT = 1 << 10 };
enum place_bit {
    PLACE_ANY_ROW = 7, // a bit each
    PLACE_PARTY   = 1 << 3,
    PLACE_PARTIES = 1 << 4,
    PLACE_HAND    = 1 << 5,
    PLACE_DECK    = 1 << 6,
    PLACE_DISCARD = 1 << 7
};
enum verb {
    VERB_DEAL,
    VERB_LOSE_HP,
    VERB_LOSE_AP,
    VERB_HEAL,
    VERB_HP_LEFT,
    VERB_REGAIN,
    VERB_GIVE,
    VERB_GAIN,
    VERB_CLEANSE,
    VERB_BOUNCE,
    VERB_PUSH,
    VERB_PULL,
    VERB_FORWARD,
    VERB_BACK,
    VERB_PACE_FORWARD,
    VERB_PACE_BACK,
    VERB_SWAP_PLACES,
    VERB_DESTROY,
    VERB_SHUFFLE_UNIT,
    VERB_BREAK_THIS,
    VERB_CHOOSE,
    VERB_CHOOSE_SEAT,
    VERB_ER_REGION,
    VERB_READY,
    VERB_BREAK,
    VERB_REMOVE,
    VERB_CANCEL,
    VERB_REDIRECT,
    VERB_PREVENT,
    VERB_PARRY,
    VERB_BLOCK,
    VERB_SHIELD_BASH,
    VERB_INTERCEPT,
    VERB_STRIKE,
    VERB_CREATE,
    VERB_ROLL,
    VERB_DISCARD_UP_TO,
    VERB_DRAW,
    VERB_DISCARD,
    VERB_LOOK_DECK,
    VERB_SHUFFLE,
    VERB_RENEW_DECK,
    VERB_READY_QUEST,
    VERB_EXHAUST_QUEST,
    VERB_COMPLETE_QUEST,
    VERB_FAIL_QUEST,
    VERB_SEARCH,
    VERB_TAKE_BACK,
    VERB_PUT_UNDER,
    VERB_PUT_OUT,
    VERB_ATTACH,
    VERB_PLACE_PARTY,
    VERB_MY_NEW_HAND,
    VERB_PAY,
    VERB_GAIN_GOLD,
    VERB_STEAL_GOLD,
    VERB_GAIN_VP,
    VERB_PUT_TOKEN,
    VERB_LOOK,
    VERB_REPEAT,
    VERB_ER_TYPE,
    VERB_PLACE_PARTIES,
    VERB_NEW_HANDS,
    VERB_OPPONENTS_NEW_HANDS,
    VERB_REFRESH,
    VERB_TIRE_QUEST,
    VERB_LEVEL_LESS,
    VERB_LEVEL_MORE,
    VERB_DISBAND,
    VERB_SHUFFLE_HIGHER,
    VERB_NO_TRAVEL,
    VERB_NEW_SCENARIO,
    VERB_NO_RECOVERY,
    VERB_CANNOT,
    VERB_COST_UP,
    VERB_COST_DOWN,
    VERB_EDGE_UP,
    VERB_EDGE_DOWN,
    VERB_DOUBLE,
    VERB_SOFTEN,
    VERB_BREW,
    VERB_RECRUIT_DOWN,
    VERB_LOSE_GOLD,
    VERB_HALVE,
    VERB_PUT_ON_TOP,
    VERB_PUT_IN,
    VERB_RECALL,
    VERB_FROM_TOP,
    VERB_REVEAL_TOP,
    VERB_NO_TRAVEL_FOR,
    VERB_COUNT
};

extern const struct lang          monad_lang;
extern const struct dialect_words monad_dialect;
extern const struct card_form     monad_form;

#endif
