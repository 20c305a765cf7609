// words.h - what card text is made of: the nodes of a line that words.grammar makes, and the rows
// of rows.c. What they mean is rules.md, chapter 6.
#ifndef PENTACLE_GAMES_ETERNITY_WORDS_H
#define PENTACLE_GAMES_ETERNITY_WORDS_H

#include "cardtext/cards.h"
#include "meaning/lang.h"

// The heads of lines, which are rulebook procedure; sentences are made of the shapes of meaning/.
// Children are named after the colon.
#define ETERNITY_OPS(X)                                                                            \
    X(TAG)        /* value: enum tag_word */                                                       \
    X(LINK_AFTER) /* : LETTERs; "May be linked after X" */                                         \
    X(LINK_FROM)  /* : LETTERs; "You may link Y after this card" */                                \
    X(LETTER)     /* value: enum letter */                                                         \
    X(FRAME)      /* value: enum frame_word; : NUMBER or RESOURCE, LIMIT, TRIGGER */               \
    X(RESOURCE)   /* value: enum resource */                                                       \
    X(LIMIT)      /* : NUMBER */                                                                   \
    X(TRIGGER)    /* value: enum trigger */                                                        \
    X(REDUCE)     /* : NUMBER of tokens, NUMBER of damage */                                       \
    X(EXTEND)     /* : NUMBER of tokens, NUMBER: the reach */                                      \
    X(ONCE)       /* the first time each turn */                                                   \
    X(OWN)        /* : SENTENCE; what a character does for its cards */                            \
    X(BET_POWER)                                                                                   \
    X(FROM_SEAN)                                                                                   \
    X(ALSO_RED)  /* value: 0 = Mask up, 1 = down; : LETTER that is red, LETTER it counts as */     \
    X(LIGHT)     /* : NUMBER of priority */                                                        \
    X(SURCHARGE) /* : NUMBER of Warnings, NUMBER of meter */

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    ETERNITY_OPS(AS_ENUM)
#undef AS_ENUM
};

enum tag_word { TAG_TERMINAL, TAG_THROW, TAG_SEAN };
enum frame_word {
    FRAME_NONE,
    FRAME_PRE,
    FRAME_ANTE,
    FRAME_RESOLVE,
    FRAME_METER,
    FRAME_FINAL,
    FRAME_CLEANUP,
    FRAME_SETUP,
    FRAME_WHEN,
    FRAME_POWER // window (b)
};
enum resource { RESOURCE_METER, RESOURCE_POWER, RESOURCE_CARDS, RESOURCE_HEALTH };
enum trigger {
    WHEN_ATTACK_HITS,
    WHEN_ATTACK_WHIFFS,
    WHEN_YOU_TAKE_DAMAGE,
    WHEN_YOU_THROW,
    WHEN_THROW_HITS,
    WHEN_TAGGED_IN,
    WHEN_YOU_BURST,
    WHEN_ANTE_DAMAGES,
    WHEN_YOU_STOP, // cancel or blank
    WHEN_YOU_FALL,
    WHEN_YOU_DAMAGE,
    WHEN_YOU_LINK,
    WHEN_YOU_DISCARD,
    WHEN_OPPONENT_BURSTS,
    WHEN_TARGET_FALLS
};
enum ban { BAN_DOWN, BAN_ROOT, BAN_MOVE, BAN_BURST }; // what a text can forbid (ETE-194)
enum duration { THIS_TURN, NEXT_TURN, THIS_ROUND };

// Rows of the language (rows.c) that rules ask for by name.
enum verb {
    VERB_DEAL,
    VERB_DAMAGE,
    VERB_PRIORITY,
    VERB_USE_ATTACK,
    VERB_INSTEAD,
    VERB_GAIN_HEALTH,
    VERB_LOSE_HEALTH,
    VERB_DRAW,
    VERB_DISCARD,
    VERB_MILL,
    VERB_RETURN,
    VERB_UNDER,
    VERB_UNDER_TOP,
    VERB_GAIN_METER,
    VERB_DRAIN,
    VERB_MOVE,
    VERB_MOVE_SEAN,
    VERB_PUSH,
    VERB_PULL,
    VERB_SWAP,
    VERB_SWAP_SEAN,
    VERB_PLACE,
    VERB_PLACE_TARGET,
    VERB_PLACE_SEAN,
    VERB_PUT_SEAN,
    VERB_REMOVE_SEAN,
    VERB_PLACE_LAMP,
    VERB_TAKE_LAMP,
    VERB_TURN_MASK,
    VERB_WARN,
    VERB_NO_LINK,
    VERB_SLOW,
    VERB_KNOCK_DOWN,
    VERB_ROOT,
    VERB_STAND_UP,
    VERB_CANCEL,
    VERB_BLANK,
    VERB_INPUT,
    VERB_GAIN_POWER,
    VERB_SPEND_POWER,
    VERB_PREVENT,
    VERB_LOOK_HAND,
    VERB_LOOK_TOP,
    VERB_REVEAL_HAND,
    VERB_REVEAL_TOP,
    VERB_COMBO_LIMIT,
    VERB_REGAIN_BURST,
    VERB_TAG_OUT,
    VERB_NEXT_ATTACK,
    VERB_NEXT_CARD,
    VERB_BOON_PRIORITY,
    VERB_BOON_DAMAGE,
    VERB_REACH,
    VERB_OWN_DAMAGE,
    VERB_OWN_PRIORITY,
    VERB_BOON_ATTACKS,
    VERB_SHIELD,
    VERB_SHIELD_ALL,
    VERB_CANNOT,
    VERB_WEAKEN,
    VERB_TO_METER,
    VERB_METER_TOP,
    VERB_RIP,
    VERB_SPEND_METER,
    VERB_COUNT
};
enum fact {
    FACT_HIT, // of cards
    FACT_WHIFFED,
    FACT_DAMAGED,
    FACT_CANCELS,
    FACT_LINKED,
    FACT_REVEALED,
    FACT_LIGHT, // in the order of enum letter
    FACT_MEDIUM,
    FACT_HEAVY,
    FACT_SPECIAL,
    FACT_THROWS,
    FACT_TERMINAL,
    FACT_HAS_METER,
    FACT_HAS_RESOLVE,
    FACT_HAS_FINAL,
    FACT_HAS_PRE,
    FACT_HAS_ANTE,
    FACT_DOWN, // of characters
    FACT_ROOTED,
    FACT_IN_LIGHT,
    FACT_HURT,
    FACT_LINKER,
    FACT_LAMP, // of squares: an own one lies there
    FACT_COUNT
};
enum stat {
    OF_HEALTH,
    OF_METER,
    OF_POWER,
    OF_LAMPS,
    OF_WARNINGS,
    OF_COMBO,
    OF_BET,
    OF_HAND,
    OF_DISCARD_PILE,
    OF_COUNT
};
enum sign_word {
    WORD_L,
    WORD_M,
    WORD_H,
    WORD_S,
    WORD_WHITE,
    WORD_YELLOW,
    WORD_RED,
    WORD_MORE,
    WORD_LESS,
    WORD_BANS, // in the order of enum ban
    WORD_LAST = WORD_BANS + BAN_BURST
};
enum line_word { LINE_BARE, LINE_FRAMED };

extern const struct lang          eternity_lang; // rows.c
extern const struct dialect_words eternity_words;
extern const struct card_form     eternity_form;

#endif
