// The vocabulary of Voidbreakers (rules.md, section 6): what the phrases of words.grammar become.
#include "games/voidbreakers/words.h"

#include "games/voidbreakers/voidbreakers_files.h"

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    VOIDBREAKERS_OPS(AS_NAME)
#undef AS_NAME
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
static const char *const     FILLERS[]          = { NULL };

const struct dialect_words voidbreakers_words = {
    .name             = "voidbreakers",
    .files            = voidbreakers_files,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .fillers          = FILLERS,
};
