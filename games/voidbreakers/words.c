// The vocabulary of Voidbreakers (rules.md, section 6): what the phrases of words.grammar become.
#include "games/voidbreakers/verbs.h"

#include "games/voidbreakers/voidbreakers_files.h"

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    VOIDBREAKERS_OPS(AS_NAME)
#undef AS_NAME
        { 0 },
};

// Values that the grammar names.
static const struct named_value VALUES[] = {
    { W_REACTION, "ENEMY_ATTACKS_CARD", ENEMY_ATTACKS_CARD },
    { W_REACTION, "ENEMY_ATTACKS_FIGHTER", ENEMY_ATTACKS_FIGHTER },
    { W_REACTION, "ENEMY_ATTACKS_USER", ENEMY_ATTACKS_USER },
    { W_REACTION, "ENEMY_MOVES", ENEMY_MOVES },
    { W_REACTION, "OPPONENT_PLAYS", OPPONENT_PLAYS },
    { W_REACTION, "OPPONENT_USES_TALENT", OPPONENT_USES_TALENT },
    { W_REACTION, "OPPONENT_ENDS_PHASE", OPPONENT_ENDS_PHASE },
    { W_REACTION, "CARD_DAMAGED", CARD_DAMAGED },
    { W_REACTION, "USER_DAMAGED", USER_DAMAGED },
    { W_REACTION, "CARD_DIED", CARD_DIED },
    { W_REACTION, "ENEMY_ENTERED", ENEMY_ENTERED },
    { W_REACTION, "CARD_THROWN", CARD_THROWN },
    { W_REACTION, "OPPONENT_DREW", OPPONENT_DREW },
    { W_REACTION, "FAILED_TO_DRAW", FAILED_TO_DRAW },
    { W_WHO, "A_FRIENDLY_MINION", A_FRIENDLY_MINION },
    { W_WHO, "AN_ENEMY_FIGHTER", AN_ENEMY_FIGHTER },
    { W_WHO, "AN_ENEMY_MINION", AN_ENEMY_MINION },
    { W_AGAIN, "DEAL", VERB_DEAL },
    { W_AGAIN, "HEAL", VERB_HEAL },
    { W_AGAIN, "RAISE", VERB_RAISE },
    { W_AGAIN, "LOWER", VERB_LOWER },
    { W_AGAIN, "DRAW", VERB_DRAW },
    { W_AGAIN, "LOSE", VERB_LOSE },
    { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { ";", .tight_left = 1 },
    { "(", .tight_right = 1 },
    { ")", .tight_left = 1 },
    { 0 },
};
// A star is no mark of italics here but the sign around a title.
static const struct spelling SPELLINGS[]        = { { "*", "*" }, { 0 } };
static const char *const     CAPITALISE_AFTER[] = { ".", ":", "–", NULL };

const struct dialect_words voidbreakers_words = {
    .name             = "voidbreakers",
    .files            = voidbreakers_files,
    .ops              = OPS,
    .values           = VALUES,
    .lang             = &voidbreakers_lang,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
};
