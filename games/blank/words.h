// words.h - what Blank's card text is made of: the head of a line, which words.grammar makes, and
// the rows of rows.c. What they mean is rules.md, chapter 4.
#ifndef PENTACLE_GAMES_BLANK_WORDS_H
#define PENTACLE_GAMES_BLANK_WORDS_H

#include "cardtext/cards.h"
#include "meaning/lang.h"

enum op_code {
    W_WHEN = OP_GAME // value: enum moment; only at the start of a Champion's line
};
enum moment { WHEN_YOU_HIT, WHEN_FROM_BEHIND, WHEN_YOU_ARE_HIT, NO_MOMENT };

enum verb {
    VERB_DEAL,
    VERB_PUSH,
    VERB_SWAP,
    VERB_LOOK,
    VERB_EXPOSE,
    VERB_STRENGTH,
    VERB_PREVENT,
    VERB_CANCEL,
    VERB_HEAL,
    VERB_DRAW,
    VERB_DISCARD,
    VERB_STEP,
    VERB_STEP_TO,
    VERB_TURN,
    VERB_TURN_ANY,
    VERB_ROLL,
    VERB_FLIP,
    VERB_COUNT
};
enum way_word { WORD_FORWARD, WORD_BACK, WORD_LEFT, WORD_RIGHT, WORD_AROUND };

extern const struct lang          blank_lang; // rows.c
extern const struct dialect_words blank_words;
extern const struct card_form     blank_form;

#endif
