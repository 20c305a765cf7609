// words.h - what card text is made of: the nodes of a compiled line. The grammar that makes them is
// in words.c; what they mean is rules.md, chapter 6.
#ifndef PENTACLE_GAMES_ETERNITY_WORDS_H
#define PENTACLE_GAMES_ETERNITY_WORDS_H

#include "cardtext/cards.h"

// Children are named after the colon.
#define ETERNITY_OPS(X)                                                                            \
    X(TAG)        /* value: enum tag_word */                                                       \
    X(LINK_AFTER) /* : LETTERs; "May be linked after X" */                                         \
    X(LINK_FROM)  /* : LETTERs; "You may link Y after this card" */                                \
    X(LETTER)     /* value: enum letter */                                                         \
    X(FRAME)      /* value: enum frame_word; : NUMBER or RESOURCE, UP_TO, TRIGGER */               \
    X(RESOURCE)   /* value: enum resource */                                                       \
    X(LIMIT)      /* : NUMBER */                                                                   \
    X(TRIGGER)    /* value: enum trigger */                                                        \
    X(SENTENCE)   /* : STEPs, FOR_EACH */                                                          \
    X(FOR_EACH)   /* value: enum for_each */                                                       \
    X(STEP)       /* : IF, MAY, a verb, ONLY_IF */                                                 \
    X(IF)                                                                                          \
    X(ONLY_IF) /* : a condition */                                                                 \
    X(MAY)     /* abilities of character cards that work by themselves */                          \
    X(REDUCE)  /* : NUMBER of tokens, NUMBER of damage */                                          \
    X(EXTEND)  /* : NUMBER of tokens, REACH */                                                     \
    X(BET_POWER)                                                                                   \
    X(FROM_SEAN)                                                                                   \
    X(ALSO_RED) /* value: 0 = Mask up, 1 = down; : LETTER that is red, LETTER it counts as */      \
    X(LIGHT)    /* : NUMBER of priority */                                                         \
    X(SURCHARGE) /* : NUMBER of Warnings, NUMBER of meter */ /* verbs */                           \
    X(DEAL)                                                  /* : NUMBER, OBJECT */                \
    X(DAMAGE)                                                /* value: 1 = minus; : NUMBER */      \
    X(PRIORITY)                                              /* value: 1 = minus; : NUMBER */      \
    X(USE_ATTACK)                                                                                  \
    X(INSTEAD)     /* : NUMBER */                                                                  \
    X(GAIN_HEALTH) /* : NUMBER */                                                                  \
    X(LOSE_HEALTH) /* value: 1 = the target; : NUMBER */                                           \
    X(DRAW)        /* : NUMBER */                                                                  \
    X(DISCARD)     /* value: 1 = the target; : NUMBER, AT_RANDOM */                                \
    X(AT_RANDOM)                                                                                   \
    X(MILL)   /* value: 1 = the target; : NUMBER */                                                \
    X(RETURN) /* value: 0 = discard pile, 1 = meter */                                             \
    X(UNDER)  /* value: 0 = of the hand, 1 = top of the discard pile */                            \
    X(GAIN_METER)                                                                                  \
    X(DRAIN) /* : NUMBER */                                                                        \
    X(UP_TO)                                                                                       \
    X(MOVE)        /* : UP_TO, NUMBER */                                                           \
    X(MOVE_TARGET) /* : OBJECT, UP_TO, NUMBER */                                                   \
    X(MOVE_SEAN)   /* : UP_TO, NUMBER */                                                           \
    X(PUSH)                                                                                        \
    X(PULL)  /* : OBJECT, NUMBER */                                                                \
    X(SWAP)  /* value: 0 = the target, 1 = Sean */                                                 \
    X(PLACE) /* value: enum place_word; : NUMBER */                                                \
    X(REMOVE_SEAN)                                                                                 \
    X(KNOCK_DOWN)                                                                                  \
    X(ROOT) /* : OBJECT */                                                                         \
    X(STAND_UP)                                                                                    \
    X(CANCEL) X(BLANK)                            /* value: 1 = "its card" */                      \
        X(INPUT)                                  /* value: enum colour; : LETTER */               \
        X(GAIN_POWER) X(SPEND_POWER)              /* : NUMBER */                                   \
        X(PREVENT)                                /* : NUMBER */                                   \
        X(LOOK) X(REVEAL)                         /* value: enum look_word; : NUMBER */            \
        X(COMBO_LIMIT)                            /* : NUMBER */                                   \
        X(REGAIN_BURST) X(TAG_OUT) X(NEXT_ATTACK) /* value: 1 = minus; : NUMBER */                 \
        X(BOON)                                   /* value: enum boon_word; : NUMBER, DURATION */  \
        X(DURATION)                               /* value: enum duration */                       \
        X(TAKE_LAMP) X(TURN_MASK) X(WARN) X(NO_LINK) X(SLOW)           /* : NUMBER */              \
        X(REACH) /* : NUMBER */                                        /* nouns */                 \
        X(OBJECT) /* value: enum object_word; : NUMBER within which */ /* conditions */            \
        X(HIT) X(WHIFFED) X(DID_DAMAGE) X(IS_LINKED) X(IS_REVEALED) X(CANCELLED_ONE)               \
            X(BEFORE_IS)                        /* : LETTER */                                     \
        X(IS_DOWN)                              /* value: 1 = the target */                        \
        X(CARD_IS)                              /* value: enum card_word */                        \
        X(CARD_HAS)                             /* value: enum has_word */                         \
        X(WITHIN)                               /* value: enum within_word; : NUMBER */            \
        X(AT_DISTANCE)                          /* : NUMBER */                                     \
        X(UNHURT) X(HEALTH_AT_MOST)             /* value: 1 = the target; : NUMBER */              \
        X(METER_AT_LEAST)                       /* : NUMBER */                                     \
        X(BET_MORE)                             /* value: 0 = the target, 1 = you */               \
        X(SEAN_IN_PLAY) X(HARMLESS) X(IN_LIGHT) /* value: 1 = you */                               \
        X(MASK)                                 /* value: 0 = up, 1 = down */                      \
        X(POWER_AT_LEAST)                       /* : NUMBER */                                     \
        X(WARNED)                               /* value: Warnings - 1 */

enum op_code {
    OP_BEFORE_OURS = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    ETERNITY_OPS(AS_ENUM)
#undef AS_ENUM
};

// Values, in the order in which the grammar lists their words.
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
    WHEN_YOU_STOP // cancel or blank
};
enum for_each { EACH_BET, EACH_METER, EACH_COMBO, EACH_POWER, EACH_LAMP, EACH_WARNING };
enum place_word {
    PLACE_SELF,
    PLACE_TARGET,
    PLACE_SEAN_BESIDE,
    PLACE_SEAN,
    PLACE_LAMP_NEXT,
    PLACE_LAMP,
    PLACE_LAMP_AT_TARGET,
    PLACE_SELF_ON_LAMP
};
enum look_word { LOOK_TARGET_HAND, LOOK_OWN_DECK, LOOK_TARGET_DECK, LOOK_OWN_HAND };
enum boon_word { BOON_PRIORITY, BOON_PRIORITY_LESS, BOON_DAMAGE, BOON_DAMAGE_LESS };
enum duration { THIS_TURN, NEXT_TURN, THIS_ROUND };
enum object_word { YOUR_TARGET, IT, YOURSELF, EACH_OPPONENT, EACH_CHARACTER };
enum card_word { CARD_ATTACK, CARD_UTILITY, CARD_THROW };
enum has_word { HAS_METER, HAS_RESOLVE, HAS_FINAL, HAS_PRE, HAS_ANTE };
enum within_word { YOU_WITHIN, TARGET_WITHIN, SEAN_WITHIN };

extern const struct dialect_words eternity_words;
extern const struct card_form     eternity_form;

#endif
