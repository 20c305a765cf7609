// shapes.h - the nodes that the grammars of all games make: the shapes of sentences. What stands
// behind `=` in a grammar (DO=DEAL, KIND=ATTACK) is the name of a row that the game declares
// (lang.h).
//
// Read `name : what may stand below it`.
#ifndef PENTACLE_MEANING_SHAPES_H
#define PENTACLE_MEANING_SHAPES_H

#include "engine/program.h"

#define MEANING_SHAPES(X)                                                                          \
    X(MODE)        /* : SENTENCEs, one of those that are chosen from */                            \
    X(SENTENCE)    /* : ELSE IF_DONE IF_NOT_DONE IF UNLESS MAY, STEPs, TIMES */                    \
    X(STEP)        /* : IF UNLESS MAY DO ONLY_IF ONLY_UNLESS TIMES INSTEAD */                      \
    X(ELSE)        /* otherwise: if the sentence before it was skipped */                          \
    X(IF_DONE)     /* if you do */                                                                 \
    X(IF_NOT_DONE) /* if you do not */                                                             \
    X(IF)          /* : condition; else the rest of the sentence is skipped */                     \
    X(WHILE)       /* the same, in other words */                                                  \
    X(UNLESS)      /* : condition */                                                               \
    X(ONLY_IF)     /* : condition, of this step alone */                                           \
    X(ONLY_UNLESS) /* : condition */                                                               \
    X(CHANCE)      /* : DO, by chance; if it fails the step is not done */                         \
    X(MAY)         /* you may: if not, the rest of the sentence is skipped */                      \
    X(THEY_MAY)    /* the opponent may */                                                          \
    X(LATER)       /* value: moment : THINGS, whose; SENTENCEs wait for it, or what follows */     \
    X(DO)      /* verb : WHO THINGS TO ARG UNTIL RANGE AS_MUCH TIMES, an amount, a name, a line */ \
    X(EVENT)   /* value: event that sets the line off : BY TO ARG, an amount */                    \
    X(BY)      /* : THINGS, who does it in that event */                                           \
    X(WHO)     /* : THINGS, seats that do it */                                                    \
    X(TO)      /* : THINGS, where to or to whom */                                                 \
    X(ARG)     /* value: word of the game */                                                       \
    X(UNTIL)   /* value: duration : an amount */                                                   \
    X(RANGE)   /* : an amount; how far */                                                          \
    X(AS_MUCH) /* the amount is the most: "move up to 2" */                                        \
    X(TIMES)   /* : amount; "for each" */                                                          \
    X(EXTRA)   /* : amount, amount; "plus 10 for each ...": the one times the other more */        \
    X(CAP)     /* : amount; "up to 30": no more than this */                                       \
    X(BUT_IF)  /* : DO; "unless your opponent ...": it is asked first, and not done if so */       \
    X(INSTEAD) /* : amount, condition; "40 instead if it has a debuff" */                          \
    /* things */                                                                                   \
    X(THINGS)  /* : REF, or quantity, KIND FACT LACKS SIDE PLACE OTHER TEST STAT_IS OF */          \
    X(REF)     /* value: pronoun */                                                                \
    X(PICK)    /* : amount or nothing (one); chosen */                                             \
    X(UP_TO)   /* : amount; chosen, or fewer */                                                    \
    X(ANY)     /* any number, chosen */                                                            \
    X(MADE)    /* what the verb makes, draws or turns up */                                        \
    X(RANDOM)  /* what is to be picked is picked by chance */                                      \
    X(AIMED)   /* what is picked is named before the line is carried out */                        \
    X(ALL)     /* each, every, all */                                                              \
    X(MANY)    /* a plural */                                                                      \
    X(KIND)    /* value: kind */                                                                   \
    X(EITHER)  /* : KINDs, one of which it is */                                                   \
    X(FACT)    /* value: fact it must have */                                                      \
    X(LACKS)   /* value: fact it must not have */                                                  \
    X(SIDE)    /* value: enum things_side */                                                       \
    X(PLACE)   /* value: place in which it lies : NUMBER, so many steps away at the most */        \
    X(OTHER)   /* not this one */                                                                  \
    X(OF)      /* : THINGS, whose it is, or out of which it is taken */                            \
    X(TEST)    /* value: test : NOT AT_LEAST AT_MOST, an amount, THINGS, a name */                 \
    X(STAT_IS) /* value: stat : NOT, AT_LEAST or AT_MOST, an amount */                             \
    X(LEAST)   /* value: stat; none of those before this word has less */                          \
    X(MOST)    /* value: stat */                                                                   \
    X(AT_LEAST)                                                                                    \
    X(AT_MOST)                                                                                     \
    X(NOT)                                                                                         \
    /* amounts, besides NUMBER */                                                                  \
    X(STAT_OF)    /* value: stat : THINGS, a name */                                               \
    X(COUNT)      /* : THINGS */                                                                   \
    X(TALLY)      /* that many, the damage dealt: what the step before came to */                  \
    X(HALF)       /* : amount, rounded down */                                                     \
    X(HALF_UP)    /* : amount, rounded up */                                                       \
    X(TWICE)      /* : amount */                                                                   \
    X(PLUS)       /* : amount, amount */                                                           \
    X(DIFFERENCE) /* : amount, amount; of the larger one and the other */                          \
    X(MINUS)      /* : amount, amount; not below 0 */                                              \
    /* conditions */                                                                               \
    X(ARE)     /* : THINGS or nothing (those before), NOT, then FACT KIND PLACE SIDE TEST ... */   \
    X(THERE)   /* : NOT, THINGS */                                                                 \
    X(COMPARE) /* value: stat : THINGS, MORE or LESS, THINGS; or : amount, MORE ..., amount */     \
    X(MORE)                                                                                        \
    X(LESS)                                                                                        \
    X(COND)   /* value: condition of the game : NOT */                                             \
    X(ALL_OF) /* : conditions */                                                                   \
    X(ANY_OF) /* : conditions */

enum shape {
    SHAPE_BEFORE = 1023, // behind all nodes of a game
#define AS_SHAPE(name) SHAPE_##name,
    MEANING_SHAPES(AS_SHAPE)
#undef AS_SHAPE
        SHAPE_END
};

#endif
