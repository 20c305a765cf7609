// words.h - what the text of a Voidbreakers card is made of: the nodes of a compiled line. The
// grammar that makes them is in words.c; what they mean is rules.md, section 6.
#ifndef PENTACLE_GAMES_VOIDBREAKERS_WORDS_H
#define PENTACLE_GAMES_VOIDBREAKERS_WORDS_H

#include "cardtext/cards.h"

// Children are named after the colon.
#define VOIDBREAKERS_OPS(X)                                                                        \
    X(TITLE)    /* : NAMEs */                                                                      \
    X(PLAY)     /* : heads, SENTENCE or MODE...  the text of a played card */                      \
    X(TALENT)   /* : REPEAT, costs, SENTENCE or MODE... */                                         \
    X(TRIGGER)  /* value: enum moment; : SENTENCE... */                                            \
    X(STANDING) /* : a keyword or an AURA */                                                       \
    X(REPEAT)                                                                                      \
    X(WHO) /* value: enum victim; whose death a TRIGGER waits for, whose event a REACTION */       \
    X(ANOTHER_ONE) /* the same, and not this card or the user */                                   \
    X(VOIDER)      /* value: 0 you, 1 your opponent */                                             \
    /* heads */                                                                                    \
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
    X(ONLY_IF)  /* : condition */                                                                  \
    /* sentences */                                                                                \
    X(MODE)     /* : SENTENCE... */                                                                \
    X(SENTENCE) /* : THEN, IF, MAY, LATER, verb, FOR_EACH, COUNT, INSTEAD */                       \
    X(AND)                                                                                         \
    X(AND_THEN)                                                                                    \
    X(THEN)                                                                                        \
    X(IF_DONE)   /* what the sentence before allowed */                                            \
    X(IF)        /* : condition */                                                                 \
    X(MAY)       /* value: 0 you, 1 your opponent */                                               \
    X(LATER)     /* value: 0 Alpha, 1 Ready, 2 Omega */                                            \
    X(FOR_EACH)  /* value: enum counted; : CARDNAME */                                             \
    X(COUNT)     /* : SEL */                                                                       \
    X(INSTEAD)   /* : NUMBER, condition; or condition, AGAIN */                                    \
    X(AGAIN)     /* value: enum again; : NUMBER */                                                 \
    X(OTHERWISE) /* what the sentence before asked for was not so */                               \
    /* verbs */                                                                                    \
    X(DEAL) /* : NUMBER or POWER, PIERCE, DRAIN, object */                                         \
    X(PIERCE)                                                                                      \
    X(DRAIN)                                                                                       \
    X(POWER) /* the user's; value 1: half of it */                                                 \
    X(HEAL)  /* : NUMBER, object */                                                                \
    X(RAISE) /* : NUMBER, object, LASTING */                                                       \
    X(LOWER) /* : NUMBER, object, LASTING */                                                       \
    X(MORE)  /* : object, NUMBER, LASTING; value 1: less */                                        \
    X(LOSE)  /* : object, NUMBER or HALF */                                                        \
    X(HALF)                                                                                        \
    X(GIVE)     /* : object, CONDITION... */                                                       \
    X(SHED)     /* : object, CONDITION... */                                                       \
    X(GRANT)    /* : object, a keyword, LASTING */                                                 \
    X(GAIN)     /* : object, TOKEN... */                                                           \
    X(CLEANSE)  /* : object */                                                                     \
    X(STRIP)    /* : object */                                                                     \
    X(KILL)     /* : object */                                                                     \
    X(REVIVE)   /* : NUMBER, object */                                                             \
    X(MOVE)     /* : object */                                                                     \
    X(LEAP)     /* : object, NUMBER */                                                             \
    X(TELEPORT) /* : object, a destination */                                                      \
    X(THROW)    /* : NUMBER, object, EACH_OWN */                                                   \
    X(EACH_OWN)                                                                                    \
    X(SWAP)   /* : object; with the user, or a PAIR, or another SEL */                             \
    X(DEPLOY) /* : NUMBER, CARDNAME, a place */                                                    \
    X(ATTACH) /* : NUMBER, CARDNAME */                                                             \
    X(DETACH) /* : NUMBER or ALL, CARDNAME or none for any, object */                              \
    X(ALL)                                                                                         \
    X(DRAW)         /* value: 0 you, 1 your opponent, 2 both; : SHORT, NUMBER */                   \
    X(SHORT)        /* "draw 2" without the word cards */                                          \
    X(VOID_HAND)    /* value: 0 you, 1 your opponent, 2 both; : NUMBER, UP_TO, RANDOM */           \
    X(VOID_ARSENAL) /* the same */                                                                 \
    X(SALVAGE)      /* : NUMBER or UP_TO, TYPES, STYLE */                                          \
    X(SCOUT)        /* : NUMBER */                                                                 \
    X(DIG)          /* : NUMBER */                                                                 \
    X(LOOK)         /* at the opponent's hand, or the top of their arsenal; : NUMBER */            \
    X(REVEAL) /* the opponent's hand; value 1 the own one, 2 the top of the own arsenal; : NUMBER  \
               */                                                                                  \
    X(CANCEL)                                                                                      \
    X(RETARGET) /* : object */                                                                     \
    X(LASTING)  /* value: enum until */                                                            \
    /* destinations */                                                                             \
    X(TO_ANY)                                                                                      \
    X(TO_FRIEND)                                                                                   \
    X(TO_ENEMY)                                                                                    \
    X(TO_NO_ENEMY)                                                                                 \
    X(TO_ADJACENT)                                                                                 \
    X(TO_USER)                                                                                     \
    X(TO_WITHIN) /* : NUMBER */                                                                    \
    /* objects */                                                                                  \
    X(USER)                                                                                        \
    X(SELF)                                                                                        \
    X(THIS)                                                                                        \
    X(THAT)                                                                                        \
    X(ATTACKER)                                                                                    \
    X(IT)                                                                                          \
    X(THROWN)                                                                                      \
    X(SEL) /* : quantity, SIDE, DEAD, STATE, HAS, TALLY, HP, STYLE, NOUN or CARDNAME, place; value \
              1: a bare name */                                                                    \
    X(ONE)                                                                                         \
    X(ANOTHER)                                                                                     \
    X(RANDOM)                                                                                      \
    X(UP_TO)   /* : NUMBER, OTHER */                                                               \
    X(EXACTLY) /* : NUMBER, OTHER */                                                               \
    X(PAIR)                                                                                        \
    X(EACH)                                                                                        \
    X(EACH_OTHER)                                                                                  \
    X(OTHER)                                                                                       \
    X(SIDE) /* value: 0 friendly, 1 enemy */                                                       \
    X(DEAD)                                                                                        \
    X(STATE) /* value: enum state_word */                                                          \
    X(TALLY) /* value: enum tally; : NUMBER or more; 0: none. In a condition with an object */     \
    X(HP)    /* value: 0 at most, 1 at least; : NUMBER. In a condition with an object */           \
    X(STYLE) /* value: enum style */                                                               \
    X(NOUN)  /* value: 0 card, 1 fighter, 2 minion, 3 satellite */                                 \
    X(HERE)                                                                                        \
    X(ADJACENT)                                                                                    \
    X(AROUND)    /* all adjacent zones */                                                          \
    X(SOMEWHERE) /* one zone; : NUMBER */                                                          \
    X(ANYWHERE)                                                                                    \
    X(WITHIN)    /* : NUMBER */                                                                    \
    X(CONDITION) /* value: enum condition */                                                       \
    X(TOKEN)     /* value: enum token */                                                           \
    X(CARDNAME)  /* : NAMEs */                                                                     \
    /* conditions of a text */                                                                     \
    X(IS)            /* value: enum state_word; : object */                                        \
    X(HAS)           /* : object, CONDITION; or only CONDITION in a SEL */                         \
    X(HAS_TALLY)     /* : object, TALLY */                                                         \
    X(HAS_HP)        /* : object, HP */                                                            \
    X(HAS_UPGRADE)   /* : object, CARDNAME */                                                      \
    X(IS_KIND)       /* : object, NOUN or STYLE */                                                 \
    X(STAYED)        /* : object; it did not move this turn */                                     \
    X(MOVED)         /* : object */                                                                \
    X(ATTACKED)      /* : object */                                                                \
    X(DEAD_FIGHTERS) /* value: 0 you, 1 your opponent; : NUMBER or more */                         \
    X(EMPTY_ARSENAL) /* value: the same */                                                         \
    X(EMPTY_HAND)    /* value: the same */                                                         \
    X(THERE_IS)      /* : SEL */                                                                   \
    X(ROUND)         /* : NUMBER or later */                                                       \
    X(YOUR_TURN)                                                                                   \
    X(NOT) /* : condition */                                                                       \
    X(FULL_ZONE)                                                                                   \
    /* keywords */                                                                                 \
    X(PROVOKE)                                                                                     \
    X(STEADY)                                                                                      \
    X(SWIFT)                                                                                       \
    X(REACH)                                                                                       \
    X(ARMOR)     /* : NUMBER, condition */                                                         \
    X(INTERCEPT) /* : CARDNAME */                                                                  \
    X(AGAINST)   /* value 1: less; : NUMBER, SEL, condition */                                     \
    X(READIES)   /* value: enum token; one more in the Ready Phase */                              \
    X(READIES_LESS)                                                                                \
    X(CANNOT) /* value: enum deed; : condition */                                                  \
    X(AURA)   /* : SEL, a keyword, condition */

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    VOIDBREAKERS_OPS(AS_ENUM)
#undef AS_ENUM
};

// Values, in the order in which the grammar lists their words.
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
enum counted {
    COUNT_OPPONENT_HAND,
    COUNT_OWN_HAND,
    COUNT_OPPONENT_VOID,
    COUNT_OWN_VOID,
    COUNT_DEBUFFS,
    COUNT_BUFFS,
    COUNT_CONDITIONS,
    COUNT_ATTACHED
};
enum tally { TALLY_DEBUFFS, TALLY_BUFFS };
enum state_word {
    STATE_ALONE,
    STATE_OUTNUMBERED,
    STATE_DAMAGED,
    STATE_WOUNDED,
    STATE_DEAD,
    STATE_FULL_HP
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
    DEED_GAIN_DEBUFFS
};
enum again { AGAIN_DEAL, AGAIN_HEAL, AGAIN_RAISE, AGAIN_LOWER, AGAIN_DRAW, AGAIN_LOSE };
enum until { FOR_GOOD, THIS_TURN, UNTIL_YOUR_NEXT_TURN };
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

enum whose_word { BY_YOU, BY_OPPONENT, BY_BOTH };
enum more_word { BY_MORE, BY_LESS };
enum comma_word { SAID_BARE, SAID_WITH_COMMA };
enum later_word { LATER_ALPHA, LATER_READY, LATER_OMEGA };
enum power_word { WHOLE_POWER, HALF_POWER };
enum reveal_word { REVEAL_THEIR_HAND, REVEAL_OWN_HAND, REVEAL_OWN_TOP };
enum noun_word { KIND_OF_CARD, KIND_OF_FIGHTER, KIND_OF_MINION, KIND_OF_SATELLITE };
enum sel_word { SEL_PHRASE, SEL_NAME };
enum hp_word { HP_AT_MOST, HP_AT_LEAST };
enum side_word { SIDE_FRIENDLY, SIDE_OF_ENEMY };

extern const struct dialect_words voidbreakers_words;
extern const struct card_form     voidbreakers_form;

#endif
