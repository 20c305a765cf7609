// words.h - what Monad Wars' card text is made of: the nodes of a compiled line. The grammar that
// makes them is in words.c; what they mean is rules.md, sections 3 and 6.
#ifndef PENTACLE_GAMES_MONAD_WORDS_H
#define PENTACLE_GAMES_MONAD_WORDS_H

#include "cardtext/cards.h"

// clang-format off
// Children are named after the colon.
#define MONAD_OPS(X)                                                                               \
    /* lines */                                                                                    \
    X(LETTER)                                                                                      \
    X(PASSIVE)    /* : WHILE, then bonuses; or an AURA; or a trigger and EFFECTs */                \
    X(AGGRESSIVE) /* : COST, names, parts, EFFECTs, ON clauses */                                  \
    X(DEFENSIVE)  /* : COST, names, WHOM, BEHIND, EFFECTs, ON clauses */                           \
    X(NONCOMBAT)  /* : COST, GOLD_COST, names, EFFECTs */                                          \
    X(BONUSES)                                                                                     \
    X(BOOST)                                                                                       \
    X(BEARER)                                                                                      \
    X(REQUIRES)                                                                                    \
    X(PLACES)                                                                                      \
    X(TO)                                                                                          \
    X(ANOTHER)                                                                                     \
    X(VIP)                                                                                         \
    X(WARD)                                                                                        \
    X(TOKEN_STATS)                                                                                 \
    X(ON_COMPLETION)                                                                               \
    X(ON_PLAY)                                                                                     \
    X(COUNTING) X(RESOLVE) X(FACE) X(MAY_SEARCH) X(PAY_TO) X(CONDITION) X(COMPLETION) X(RECRUIT)   \
    X(SHOP) X(INN) X(HEARTH) X(NOTICE_BOARD) X(SAFE_PASSAGE) X(FAST_TRAVEL) X(LOOT) X(TRAP)        \
    X(DARK) X(CRAMPED) X(SANCTUARY) X(SHRINE) X(ESCAVATE) X(NATURAL) X(HERE_TO_HIT)                \
    X(HERE_RANGE) X(OBJECTIVE)                                                                     \
    /* parts of abilities */                                                                       \
    X(COST) X(GOLD_COST) X(MODE) X(RANGE) X(AREA) X(DAMAGE) X(OWN) X(USES) X(WHOM) X(BEHIND)       \
    X(ON) X(UP) X(DOWN) X(STAT) X(KEYWORD) X(FLAG) X(RESIST) X(TYPE) X(NATIVE) X(AURA) X(WHILE)    \
    X(WHEN) X(FIRST) X(ALL_TARGETS) X(COST_LESS) X(COST_MORE)                                      \
    /* effects */                                                                                  \
    X(EFFECT) /* : IF, MAY, a verb, FOR_EACH */                                                    \
    X(IF) X(MAY) X(FOR_EACH) X(IF_TARGET) X(IF_THIS) X(IF_AT) X(IF_ENCOUNTER) X(IF_CRITICAL)       \
    X(QUALITY) X(DEAL) X(LOSE_HP) X(LOSE_AP) X(HEAL) X(REGAIN) X(GIVE) X(STATUS) X(BARE_STATUS)    \
    X(SHIELD) X(GAIN) X(CLEANSE) X(PUSH) X(PULL) X(MOVE) X(SWAP_PLACES) X(READY) X(DESTROY)        \
    X(BREAK) X(CANCEL) X(REDIRECT) X(PREVENT) X(PARRY) X(BLOCK) X(SHIELD_BASH) X(INTERCEPT)        \
    X(CREATE) X(DRAW) X(DISCARD) X(SEARCH) X(RETURN) X(GAIN_GOLD) X(STEAL_GOLD) X(GAIN_VP)         \
    X(READY_QUEST) X(ER_REGION) X(ER_TYPE) X(PUT_TOKEN) X(LOOK) X(PLACE_PARTIES) X(NEW_HANDS)      \
    X(OPPONENTS_NEW_HANDS) X(REFRESH) X(TIRE_QUEST) X(LEVEL_LESS) X(LEVEL_MORE) X(DISBAND)         \
    X(SHUFFLE_HIGHER) X(NO_TRAVEL) X(NEW_SCENARIO) X(NO_RECOVERY) X(NEXT_COMBAT) X(REMOVE)         \
    X(REPEAT) X(BOUNCE) X(ROLL) X(DICE) X(DISCARD_UP_TO) X(DRAW_AS_MANY) X(LOOK_DECK) X(SHUFFLE)   \
    X(EXHAUST_QUEST) X(AURA_ALL) X(THROWN) X(COUNTED) X(ROW) X(ATTACH) X(COMPLETE_QUEST)           \
    X(FAIL_QUEST) X(PLACE_PARTY) X(MY_NEW_HAND)                                                    \
    /* nouns and the rest */                                                                       \
    X(REVEAL) X(PAY) X(IF_DID) X(NOUN) X(PLAYER) X(KIND) X(TAG) X(LEVEL_MAX) X(QUALITY_MAX)        \
    X(LASTING) X(LEVEL) X(IF_BONUS) X(IF_ALLY) X(IF_ENEMY) X(HP_LEFT) X(SHUFFLE_UNIT)              \
    X(BREAK_THIS) X(CHOOSE) X(CHOOSE_SEAT) X(LEVEL_IS) X(QUALITY_IS) X(ON_ARRIVAL) X(HERE_UNITS)   \
    X(BRIEF)
// clang-format on

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    MONAD_OPS(AS_ENUM)
#undef AS_ENUM
};

enum { W_LAST = W_BRIEF };

// Values, in the order in which the grammar lists their words.
enum attack_mode { MELEE, RANGED, MAGIC };
enum area { AREA_ROW, AREA_COLUMN, AREA_OPPOSING, AREA_FRIENDLY, AREA_UNITS, AREA_SINGLE };
enum own_word { OWN_USER_OR_ALLY, OWN_ALLY, OWN_SELF };
enum whom_word { WHOM_SELF, WHOM_ALLY, WHOM_FRIENDLY };
enum first_word { FIRST_ROUND, FIRST_COMBAT, FIRST_TURN };
enum on_word { ON_HIT, ON_MISS, ON_CRITICAL, ON_KILL };
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
enum quality_word { WOUNDED, UNHARMED, WEAKENED, SPENT };
enum noun_word {
    NOUN_THIS,
    NOUN_BEARER,
    NOUN_USER,
    NOUN_ACTING,
    NOUN_TARGET,
    NOUN_THAT,
    NOUN_EACH_ALLY,
    NOUN_EACH_FRIENDLY,
    NOUN_FRIENDLY_UNITS,
    NOUN_EACH_OPPOSING,
    NOUN_OPPOSING_UNITS,
    NOUN_AN_ALLY,
    NOUN_A_FRIENDLY,
    NOUN_AN_OPPOSING,
    NOUN_YOUR_CATALYST,
    NOUN_OPPOSING_CATALYSTS,
    NOUN_EVERY_NON_CATALYST,
    NOUN_PARTY,
    NOUN_IT,
    NOUN_EACH_UNIT,
    NOUN_SOME_ALLIES,
    NOUN_SOME_FRIENDLY,
    NOUN_SOME_OPPOSING,
    NOUN_EACH_OTHER_OPPOSING
};
enum player_word { PLAYER_YOU, PLAYER_OPPONENT, PLAYER_EACH, PLAYER_THAT };
enum counting { COUNT_FIGHT, COUNT_QUEST, COUNT_KILL, COUNT_VISIT };
enum condition {
    COND_REGIONS,
    COND_QUESTS,
    COND_LEVEL,
    COND_RIVAL,
    COND_FIGHTS,
    COND_TOKENS,
    COND_KILLS,
    COND_VISITS
};

enum said_word { SAID_WHOLE, SAID_BARE, SAID_IT };
enum attach_word { ATTACH_FROM_HAND, ATTACH_FROM_DISCARD };
enum counted_word { COUNTS_ALLIES, COUNTS_OPPOSING, COUNTS_FRIENDLY };
enum move_word { MOVE_FORWARD, MOVE_BACK, PACE_FORWARD, PACE_BACK };
enum return_word { RETURN_TO_HAND, RETURN_UNDER_DECK, RETURN_OUT_OF_GAME, RETURN_HAND_UNDER_DECK };
enum shuffle_word { SHUFFLE_DECK, SHUFFLE_DISCARD };
enum next_combat_word { NEXT_YOURS, NEXT_OPPONENTS, NEXT_THAT }; // whose next combat
enum stat_word { STAT_TO_HIT = 5, STAT_DAMAGE }; // behind those that follow the list of stats
enum { DAMAGE_UNTYPED = 8 };

extern const struct dialect_words monad_dialect;
extern const struct card_form     monad_form;

#endif
