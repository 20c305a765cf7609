// words.h - what Blank's card text is made of: the nodes of a compiled line. The grammar that makes
// them is in words.c; what they mean is rules.md, chapter 4.
#ifndef PENTACLE_GAMES_BLANK_WORDS_H
#define PENTACLE_GAMES_BLANK_WORDS_H

#include "cardtext/cards.h"

// Children are named after the colon.
#define BLANK_OPS(X)                                                                               \
    X(WHEN)     /* value: enum moment; only at the start of a Champion's line */                   \
    X(SENTENCE) /* : IF_DONE, MAY, IF_ROLL or IF_HEADS, each if it is there; then one effect */    \
    X(IF_DONE)                                                                                     \
    X(MAY)                                                                                         \
    X(IF_ROLL)  /* : NUMBER */                                                                     \
    X(IF_HEADS) /* effects */                                                                      \
    X(DEAL)     /* : NUMBER, a champion */                                                         \
    X(PUSH)     /* : a champion */                                                                 \
    X(SWAP)     /* : a champion */                                                                 \
    X(LOOK)     /* : a champion, whose guard it is */                                              \
    X(EXPOSE)   /* : NUMBER, a champion, LASTING */                                                \
    X(STEP)     /* value: enum step_word */                                                        \
    X(TURN)     /* value: enum turn_word */                                                        \
    X(DRAW)     /* : NUMBER */                                                                     \
    X(DISCARD)  /* : UP_TO, NUMBER */                                                              \
    X(UP_TO)                                                                                       \
    X(HEAL)     /* : NUMBER */                                                                     \
    X(STRENGTH) /* : NUMBER, LASTING */                                                            \
    X(PREVENT)  /* : NUMBER */                                                                     \
    X(CANCEL)                                                                                      \
    X(LASTING) /* value: enum until */ /* champions */                                             \
    X(IN_FRONT) X(NEXT_TO) X(EVERY_NEXT_TO) X(ANY_ENEMY) X(THAT)

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    BLANK_OPS(AS_ENUM)
#undef AS_ENUM
};

// Values of WHEN, STEP and TURN, in the order in which the grammar lists their words.
enum moment { WHEN_YOU_HIT, WHEN_YOU_HIT_FROM_BEHIND, WHEN_YOU_ARE_HIT, NO_MOMENT };
enum step_word { STEP_FORWARD, STEP_BACK, STEP_ANYWHERE };
enum turn_word { TURN_LEFT, TURN_RIGHT, TURN_AROUND, TURN_ANYWHERE };

extern const struct dialect_words blank_words;
extern const struct card_form     blank_form;

#endif
