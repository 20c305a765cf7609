// words.h - what the text of a Voidbreakers card is made of: the nodes of a compiled line. The
// grammar that makes them is words.grammar; what the sentences mean is in rows.c and verbs.c.
#ifndef PENTACLE_GAMES_VOIDBREAKERS_WORDS_H
#define PENTACLE_GAMES_VOIDBREAKERS_WORDS_H

#include "cardtext/cards.h"
#include "meaning/lang.h"

// clang-format off
// Children are named after the colon.
#define VOIDBREAKERS_OPS(X)                                                                        \
    X(TITLE)    /* : NAMEs */                                                                      \
    X(PLAY)     /* : heads, SENTENCE or MODE...  the text of a played card */                      \
    X(TALENT)   /* : REPEAT, costs, SENTENCE or MODE... */                                         \
    X(TRIGGER)  /* : EVENT, ONCE, SENTENCE or MODE... */                                           \
    X(STANDING) /* : SENTENCE */                                                                   \
    X(REPEAT)                                                                                      \
    X(ONCE)        /* the first time each turn */                                                  \
    X(WHO)         /* value: enum victim; whose event a REACTION is about */                       \
    X(ANOTHER_ONE) /* the same, and not the user */                                                \
    /* heads; a condition "only if" stands among them */                                           \
    X(PAY_A)                                                                                       \
    X(PAY_M)                                                                                       \
    X(PAY_V)      /* : NUMBER */                                                                   \
    X(PAY_HP)     /* : NUMBER */                                                                   \
    X(PAY_DETACH) /* : CARDNAME or none for any */                                                 \
    X(RANGE)      /* : NUMBER */                                                                   \
    X(RANGE_ANY)                                                                                   \
    X(QUICK)                                                                                       \
    X(OMEGA)                                                                                       \
    X(REACTION) /* value: enum happening; : NUMBER, INTO, TYPES, WHO or ANOTHER_ONE */             \
    X(TYPES)    /* value: enum played_types */                                                     \
    X(INTO)     /* the NUMBER is about where it goes */                                            \
    X(AGAIN)    /* value: the verb that "instead" names once more */                               \
    X(CARDNAME) /* : NAMEs */
// clang-format on

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    VOIDBREAKERS_OPS(AS_ENUM)
#undef AS_ENUM
};

// Events that triggers wait for: rows of the lang.
enum moment {
    MOMENT_ENTER,
    MOMENT_SENTRY,
    MOMENT_DEATH,
    MOMENT_HURT,
    MOMENT_ALPHA,
    MOMENT_READY,
    MOMENT_OMEGA,
    MOMENT_ATTACKS,
    MOMENT_CYCLE,
    MOMENT_VOIDED,
    MOMENT_SOMEBODY_DIES,
    MOMENT_FAILED_DRAW,
    MOMENT_THROWN,
    MOMENT_START,
    MOMENT_ENTERS,
    MOMENT_DAMAGED,
    MOMENT_PLAYS,
    MOMENT_SECOND,
    MOMENT_HEALED,
    MOMENT_DEBUFFED,
    MOMENT_LEAVES,
    MOMENT_KILLS,
    NO_MOMENT
};
enum happening {
    HAPPENING_NONE,
    // announcements, for Reaction (when)
    ENEMY_ATTACKS_CARD,
    ENEMY_ATTACKS_FIGHTER,
    ENEMY_ATTACKS_USER,
    ENEMY_MOVES,
    OPPONENT_PLAYS,
    OPPONENT_USES_TALENT,
    OPPONENT_ENDS_PHASE,
    // events, for Reaction (after)
    CARD_DAMAGED,
    USER_DAMAGED,
    CARD_DIED,
    ENEMY_ENTERED,
    CARD_THROWN,
    OPPONENT_DREW,
    FAILED_TO_DRAW,
    FIRST_AFTER = CARD_DAMAGED
};
enum victim {
    A_CARD,
    A_FIGHTER,
    A_MINION,
    A_FRIENDLY_CARD,
    A_FRIENDLY_FIGHTER,
    A_FRIENDLY_MINION,
    AN_ENEMY_CARD,
    AN_ENEMY_FIGHTER,
    AN_ENEMY_MINION,
    AN_ENEMY
};
enum played_types {
    TYPES_SUPPORT,
    TYPES_ABILITY,
    TYPES_MINION,
    TYPES_SUPPORT_OR_ABILITY,
    TYPES_SUPPORT_OR_MINION,
    TYPES_ABILITY_OR_MINION,
    TYPES_ANY
};
enum deed { // that a text can forbid (VOI-006)
    DEED_ATTACK,
    DEED_MOVE,
    DEED_LEAP,
    DEED_USE_TALENTS,
    DEED_BE_ATTACKED,
    DEED_BE_TARGETED,
    DEED_BE_THROWN,
    DEED_BE_TELEPORTED,
    DEED_BE_SWAPPED,
    DEED_BE_HEALED,
    DEED_GAIN_DEBUFFS,
    DEED_BE_DAMAGED,
    DEED_GAIN_FIRST, // a deed for each debuff
    DEED_GAIN_LAST = DEED_GAIN_FIRST + 6,
    DEED_COUNT
};
// What a card may have in force, of its own or from others.
enum keyword {
    KEYWORD_PROVOKE,
    KEYWORD_STEADY,
    KEYWORD_SWIFT,
    KEYWORD_REACH,
    KEYWORD_ARMOR,
    KEYWORD_INTERCEPT,
    KEYWORD_ATTACK_FOR,
    KEYWORD_READIES,
    KEYWORD_CANNOT
};
enum until { FOR_GOOD, THIS_TURN, UNTIL_YOUR_NEXT_TURN, FOR_THE_GAME };
enum later_moment { LATER_ALPHA, LATER_READY, LATER_OMEGA, LATER_START, LATER_END };
enum token { TOKEN_A, TOKEN_M, TOKEN_F, TOKEN_KINDS };
enum condition {
    STUNNED,
    DISARMED,
    ROOTED,
    JAMMED,
    WEAKENED,
    EXPOSED,
    BURNING,
    GUARDED,
    EMPOWERED,
    CLOAKED,
    BRACED,
    CONDITION_COUNT,
    DEBUFF_COUNT = GUARDED
};
enum style { BRAWLER, GUNNER, PSION, ENGINEER, STYLE_COUNT };

extern const struct lang          voidbreakers_lang;
extern const struct dialect_words voidbreakers_words;
extern const struct card_form     voidbreakers_form;

#endif
