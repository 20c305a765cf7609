// The vocabulary of Assemblage of Eternity: what stands on a card, and the grammar of its text
// (rules.md, chapter 6). One ability stands in a line; a full stop stands between its sentences.
#include "games/eternity/words.h"

#include "games/eternity/state.h"

// The whole grammar is one text; ISO C only promises 4095 bytes, every compiler takes more.
#pragma GCC diagnostic ignored "-Woverlength-strings"

static const char GRAMMAR[] =
    "line      = { tag '.' } ( tag | frame ':' body | prompt ',' body | body | always ) [ '.' ] ;\n"
    "tag       = ( 'terminal' | 'throw' | 'Sean' ) => TAG#\n"
    "          | 'may be linked after' letters            => LINK_AFTER\n"
    "          | 'you may link' letters 'after this card' => LINK_FROM ;\n"
    "letters   = ( letter | type ) { ( 'or' | ',' ) ( letter | type ) } ;\n"
    "letter    = ( 'L' | 'M' | 'H' | 'S' ) => LETTER# ;\n"
    "frame     = 'Pre-Priority' => FRAME=1\n"
    "          | 'ante' resource [ tokens | 'from' hand ] [ 'up to' number => LIMIT ] => FRAME=2\n"
    "          | 'resolve' => FRAME=3\n"
    "          | 'meter' number => FRAME=4\n"
    "          | 'final' => FRAME=5\n"
    "          | 'clean-up' => FRAME=6\n"
    "          | 'setup' => FRAME=7\n"
    "          | 'when' trigger => FRAME=8\n"
    "          | 'before damage' ',' 'you may spend' number 'power' => FRAME=9 ;\n"
    "prompt    = 'when' trigger => FRAME=8 ;\n"
    "resource  = ( 'meter' | 'power' | 'cards' | 'health' ) => RESOURCE# ;\n"
    "trigger   = ( 'your attack hits' | 'your attack whiffs' | 'you take damage' | 'you throw'\n"
    "          | 'your throw hits' | 'you are tagged in' | 'you burst'\n"
    "          | 'your card with an Ante ability does damage' | 'you cancel or blank a card' )\n"
    "            => TRIGGER# ;\n"
    "always    = 'when you would take damage from a card' ',' 'you may spend' number\n"
    "            'power to take' number 'less' => REDUCE\n"
    "          | 'before your throw' ',' 'you may spend' number 'power' ':' reach => EXTEND\n"
    "          | 'you may bet power as if it were meter' => BET_POWER\n"
    "          | 'your cards with Sean measure their range from Sean' => FROM_SEAN\n"
    "          | 'Mask up' ':' 'your red' letter 'also counts as red' letter => ALSO_RED\n"
    "          | 'Mask down' ':' 'your red' letter 'also counts as red' letter => ALSO_RED=1\n"
    "          | 'a target on or next to a Lamp has' '-' ~ number 'priority' => LIGHT\n"
    "          | 'a character with' number 'Warnings' ':' 'its next card with a Meter ability "
    "costs'\n"
    "            number 'more' => SURCHARGE ;\n"
    "\n"
    "body      = sentence { ( '.' | ';' ) sentence } ;\n"
    "sentence  = step { sep step } [ foreach ] => SENTENCE ;\n"
    "sep       = 'and' | ',' 'then' [ ',' ] ;\n"
    "step      = [ ( 'if' condition ',' | 'only if' condition ':' ) => IF ] [ 'you may' => MAY ] "
    "verb\n"
    "            [ 'if' condition => ONLY_IF ] => STEP ;\n"
    "foreach   = 'for each' => FOR_EACH=0 | 'for each card in your meter' => FOR_EACH=1\n"
    "          | 'for each card in this combo' => FOR_EACH=2\n"
    "          | 'for each power token you have' => FOR_EACH=3\n"
    "          | 'for each Lamp on the level' => FOR_EACH=4\n"
    "          | 'for each Warning your target has' => FOR_EACH=5 ;\n"
    "verb      = 'deal' number 'damage' [ 'to' object ] => DEAL\n"
    "          | '+' ~ number 'damage' => DAMAGE | '-' ~ number 'damage' => DAMAGE=1\n"
    "          | '+' ~ number 'priority' => PRIORITY | '-' ~ number 'priority' => PRIORITY=1\n"
    "          | 'this card deals its attack damage' => USE_ATTACK\n"
    "          | 'this card deals' number 'damage instead' => INSTEAD\n"
    "          | 'this card deals' '+' ~ number 'damage' => DAMAGE\n"
    "          | 'gain' number 'health' => GAIN_HEALTH\n"
    "          | 'lose' number 'health' => LOSE_HEALTH\n"
    "          | 'your target loses' number 'health' => LOSE_HEALTH=1\n"
    "          | 'each opponent loses' number 'health' => LOSE_HEALTH=2\n"
    "          | 'draw' some => DRAW\n"
    "          | 'discard' some [ 'from' hand ] [ 'at random' => AT_RANDOM ] => DISCARD\n"
    "          | 'your target discards' some [ 'from hand' ] [ 'at random' => AT_RANDOM ] => "
    "DISCARD=1\n"
    "          | 'mill' some => MILL\n"
    "          | 'your target mills' some => MILL=1\n"
    "          | 'return a card from your discard' [ 'pile' ] 'to your hand' => RETURN\n"
    "          | 'return a card from discard to hand' => RETURN\n"
    "          | 'return' number 'cards from your discard' [ 'pile' ] 'to your hand' => RETURN\n"
    "          | 'return' number 'cards from your meter' [ 'pile' ] 'to your hand' => RETURN=1\n"
    "          | 'return a card from your meter' [ 'pile' ] 'to your hand' => RETURN=1\n"
    "          | 'return a card from meter to hand' => RETURN=1\n"
    "          | 'put a card from your hand under your deck' => UNDER\n"
    "          | 'put a card' [ 'from' hand ] 'under' deck => UNDER\n"
    "          | 'put' number cards [ 'from' hand ] 'under' deck => UNDER\n"
    "          | 'put the top card of your discard pile under your deck' => UNDER=1\n"
    "          | 'gain' number 'meter' => GAIN_METER\n"
    "          | 'drain' number 'meter' [ 'from your target' ] => DRAIN\n"
    "          | 'move' [ upto ] number => MOVE\n"
    "          | 'move' object [ upto ] number => MOVE_TARGET\n"
    "          | 'move Sean' [ upto ] number => MOVE_SEAN\n"
    "          | 'push' [ object ] [ upto ] number => PUSH\n"
    "          | 'pull' [ object ] [ upto ] number => PULL\n"
    "          | 'swap places with your target' => SWAP | 'swap with your target' => SWAP | 'swap "
    "places with Sean' => SWAP=1\n"
    "          | 'swap with Sean' => SWAP=1 | 'swap' => SWAP\n"
    "          | 'place yourself on a free square within' number 'of your target' => PLACE\n"
    "          | 'place your character' [ 'on a free square' ] 'within' number 'of your target' => "
    "PLACE\n"
    "          | 'place yourself within' number 'of your target' => PLACE\n"
    "          | 'place your target on a free square within' number [ 'of you' ] => PLACE=1\n"
    "          | 'place your target within' number 'of you' => PLACE=1\n"
    "          | 'place Sean within' number 'of you' => PLACE=2\n"
    "          | 'place Sean on your square' => PLACE=3\n"
    "          | 'remove Sean from play' => REMOVE_SEAN\n"
    "          | 'place a Lamp next to you' => PLACE=4\n"
    "          | 'place a Lamp within' number 'of you' => PLACE=5\n"
    "          | 'place a Lamp within' number 'of your target' => PLACE=6\n"
    "          | 'place yourself on a Lamp' => PLACE=7 | 'take back a Lamp' => TAKE_LAMP\n"
    "          | 'turn the Mask' => TURN_MASK | 'give your target a Warning' => WARN\n"
    "          | 'your target may not link this turn' => NO_LINK\n"
    "          | 'your target\\'s card has' '-' ~ number 'priority' => SLOW\n"
    "          | 'knock down' [ object ] => KNOCK_DOWN | 'knock it down' => KNOCK_DOWN=1\n"
    "          | 'knock your target down' => KNOCK_DOWN=1\n"
    "          | 'root' [ object ] => ROOT | 'stand up' => STAND_UP\n"
    "          | 'cancel your target\\'s card' => CANCEL | 'cancel its card' => CANCEL=1\n"
    "          | 'blank your target\\'s card' => BLANK | 'blank its card' => BLANK=1\n"
    "          | 'cancel' => CANCEL | 'blank' => BLANK\n"
    "          | letter 'becomes white' => INPUT | letter 'becomes yellow' => INPUT=1\n"
    "          | letter 'becomes red' => INPUT=2\n"
    "          | change letter 'to white' => INPUT | change letter 'to yellow' => INPUT=1\n"
    "          | change letter 'to red' => INPUT=2\n"
    "          | 'change input' ':' letter 'becomes white' => INPUT\n"
    "          | 'change input' ':' letter 'becomes yellow' => INPUT=1\n"
    "          | 'change input' ':' letter 'becomes red' => INPUT=2\n"
    "          | 'gain' number 'power' [ tokens ] => GAIN_POWER\n"
    "          | 'spend' number 'power' [ tokens ] => SPEND_POWER\n"
    "          | 'prevent' number 'damage' => PREVENT\n"
    "          | 'look at your target\\'s hand' => LOOK\n"
    "          | 'look at' top 'of your deck' => LOOK=1\n"
    "          | 'look at' top 'of your target\\'s deck' => LOOK=2\n"
    "          | 'reveal your target\\'s hand' => REVEAL\n"
    "          | 'reveal' top 'of your deck' => REVEAL=1\n"
    "          | 'reveal' top 'of your target\\'s deck' => REVEAL=2\n"
    "          | 'reveal your hand' => REVEAL=3\n"
    "          | 'combo limit' number [ 'this turn' ] => COMBO_LIMIT\n"
    "          | 'regain burst' => REGAIN_BURST | 'tag out' => TAG_OUT\n"
    "          | 'your next attack this turn' '+' ~ number 'damage' => NEXT_ATTACK\n"
    "          | 'your next attack this turn' '-' ~ number 'damage' => NEXT_ATTACK=1\n"
    "          | next '+' ~ number 'damage' => NEXT_ATTACK=2\n"
    "          | next '-' ~ number 'damage' => NEXT_ATTACK=3\n"
    "          | 'your cards have' '+' ~ number 'priority' duration => BOON\n"
    "          | 'your cards have' '-' ~ number 'priority' duration => BOON=1\n"
    "          | 'your cards have' '+' ~ number 'damage' duration => BOON=2\n"
    "          | 'your cards have' '-' ~ number 'damage' duration => BOON=3\n"
    "          | '+' ~ number 'priority' later => BOON | '-' ~ number 'priority' later => BOON=1\n"
    "          | '+' ~ number 'damage' later => BOON=2 | '-' ~ number 'damage' later => BOON=3\n"
    "          | reach ;\n"
    "later     = 'next turn' => DURATION=1 | 'this round' => DURATION=2\n"
    "          | 'this turn' => DURATION=0 ;\n"
    "next      = 'the next card in this combo' [ 'has' | 'deals' ] ;\n"
    "change    = 'change' [ 'input' ] ;\n"
    "some      = number [ cards ] | 'a card' => NUMBER=1 ;\n"
    "top       = 'the top' number [ cards ] | 'the top card' => NUMBER=1 ;\n"
    "hand      = 'your hand' | 'hand' ;\n"
    "deck      = 'your deck' | 'the deck' ;\n"
    "cards     = 'card' | 'cards' ;\n"
    "tokens    = 'token' | 'tokens' ;\n"
    "reach     = 'your throw reaches up to' number 'this turn' => REACH ;\n"
    "upto      = 'up to' => UP_TO ;\n"
    "duration  = ( 'this turn' | 'next turn' | 'this round' ) => DURATION# ;\n"
    "object    = 'your target' => OBJECT | 'the target' => OBJECT | 'target' => OBJECT | 'it' => "
    "OBJECT=1 | 'yourself' => OBJECT=2\n"
    "          | 'your character' => OBJECT=2\n"
    "          | 'each opponent' [ 'within' number ] => OBJECT=3\n"
    "          | 'each character' [ 'within' number ] => OBJECT=4 ;\n"
    "\n"
    "condition = 'this card hit' => HIT | 'this card whiffed' => WHIFFED\n"
    "          | 'this card did damage' => DID_DAMAGE | 'this card is linked' => IS_LINKED\n"
    "          | 'this card is the revealed card' => IS_REVEALED\n"
    "          | 'this card cancelled a card' [ 'this turn' ] => CANCELLED_ONE\n"
    "          | before 'is' [ 'a' ] type [ 'card' ] => BEFORE_IS\n"
    "          | 'your target\\'s card is' [ 'a' ] type [ 'card' ] => BEFORE_IS=1\n"
    "          | 'this card is' [ 'a' ] type [ 'card' ] => BEFORE_IS=2\n"
    "          | before 'hit' => HIT=1 | before 'did damage' => DID_DAMAGE=1\n"
    "          | 'you are knocked down' => IS_DOWN | 'your target is knocked down' => IS_DOWN=1\n"
    "          | 'your target\\'s card is an attack' => CARD_IS\n"
    "          | 'your target\\'s card is a utility' => CARD_IS=1\n"
    "          | 'your target\\'s card is a throw' => CARD_IS=2\n"
    "          | theirs 'a Meter ability' => CARD_HAS\n"
    "          | theirs 'a Resolve ability' => CARD_HAS=1\n"
    "          | theirs 'a Final ability' => CARD_HAS=2\n"
    "          | theirs 'a Pre-Priority ability' => CARD_HAS=3\n"
    "          | theirs 'an Ante ability' => CARD_HAS=4\n"
    "          | 'you are within' number 'of your target' => WITHIN\n"
    "          | 'you are within' number => WITHIN\n"
    "          | 'your target is within' number [ 'of you' ] => WITHIN=1\n"
    "          | 'your target is within' number 'of Sean' => WITHIN=2\n"
    "          | 'you are at distance' number [ ( 'from' | 'of' ) 'your target' ] => AT_DISTANCE\n"
    "          | 'your target is at distance' number => AT_DISTANCE\n"
    "          | 'you have taken no damage this turn' => UNHURT\n"
    "          | 'you have at most' number 'health' => HEALTH_AT_MOST\n"
    "          | 'your target has at most' number 'health' => HEALTH_AT_MOST=1\n"
    "          | 'you have at least' number 'meter' => METER_AT_LEAST\n"
    "          | 'your target bet more' => BET_MORE | 'you bet more' => BET_MORE=1\n"
    "          | 'Sean is in play' => SEAN_IN_PLAY\n"
    "          | 'you did no damage this turn' => HARMLESS\n"
    "          | 'your target is in the light' => IN_LIGHT | 'you are in the light' => IN_LIGHT=1\n"
    "          | 'the Mask is up' => MASK | 'the Mask is down' => MASK=1\n"
    "          | 'you have at least' number 'power' => POWER_AT_LEAST\n"
    "          | 'your target has a Warning' => WARNED | 'your target has two Warnings' => "
    "WARNED=1 ;\n"
    "before    = 'the card before it' | 'the card before this card' ;\n"
    "theirs    = 'your target\\'s card has' | 'it has' ;\n"
    "type      = 'light' => LETTER=0 | 'medium' => LETTER=1 | 'heavy' => LETTER=2\n"
    "          | 'special' => LETTER=3 ;\n";

static const struct op_name OPS[] = {
#define AS_NAME(name) { #name, W_##name },
    ETERNITY_OPS(AS_NAME)
#undef AS_NAME
        { 0 },
};

static const struct sign_rule SIGNS[] = {
    { ".", .tight_left = 1 },
    { ",", .tight_left = 1 },
    { ":", .tight_left = 1 },
    { ";", .tight_left = 1 },
    { "+", .tight_right = 1 },
    { "-", .tight_right = 1 },
    { 0 },
};
static const struct spelling SPELLINGS[] = {
    { "–", "-" },
    { "−", "-" },
    { "’", "'" },
    { 0 },
};
static const char *const CAPITALISE_AFTER[] = { ".", ":", NULL };
// Words that only make a sentence read well.
static const char *const FILLERS[] = { ",",      "and",  "then",  ".",    ";", "pile",
                                       "places", "card", "cards", "your", NULL };

const struct dialect_words eternity_words = {
    .name             = "eternity",
    .grammar          = GRAMMAR,
    .ops              = OPS,
    .signs            = SIGNS,
    .spellings        = SPELLINGS,
    .capitalise_after = CAPITALISE_AFTER,
    .fillers          = FILLERS,
};

// ---- card files

static const struct form_kind KINDS[] = {
    { "Character", KIND_CHARACTER },
    { "Attack", KIND_ATTACK },
    { "Utility", KIND_UTILITY },
    { "Common", KIND_COMMON },
    { "Side", KIND_SIDE },
    { "Tag", KIND_TAG },
    { 0 },
};

// The input strip, and ranges that are spans (a field "range 2" is an exact one).
static const struct form_tag TAGS[] = {
    { "L:w", TAG_STRIP + 0 },       { "L:y", TAG_STRIP + 1 },
    { "L:r", TAG_STRIP + 2 },       { "M:w", TAG_STRIP + 3 },
    { "M:y", TAG_STRIP + 4 },       { "M:r", TAG_STRIP + 5 },
    { "H:w", TAG_STRIP + 6 },       { "H:y", TAG_STRIP + 7 },
    { "H:r", TAG_STRIP + 8 },       { "S:w", TAG_STRIP + 9 },
    { "S:y", TAG_STRIP + 10 },      { "S:r", TAG_STRIP + 11 },
    { "range 0-1", TAG_SPAN + 1 },  { "range 0-2", TAG_SPAN + 2 },
    { "range 0-3", TAG_SPAN + 3 },  { "range 0-4", TAG_SPAN + 4 },
    { "range 0-5", TAG_SPAN + 5 },  { "range 1-2", TAG_SPAN + 8 },
    { "range 1-3", TAG_SPAN + 9 },  { "range 1-4", TAG_SPAN + 10 },
    { "range 1-5", TAG_SPAN + 11 }, { "range 2-3", TAG_SPAN + 15 },
    { "range 2-4", TAG_SPAN + 16 }, { "range 2-5", TAG_SPAN + 17 },
    { "range 3-4", TAG_SPAN + 22 }, { "range 3-5", TAG_SPAN + 23 },
    { "range 4-5", TAG_SPAN + 29 }, { 0 },
};

// Ranges by the table of rules.md, chapter 6.
static const struct form_field FIELDS[] = {
    { "health", FIELD_HEALTH, FORM_NUMBER, 16, 26 },
    { "hand", FIELD_HAND, FORM_NUMBER, 4, 6 },
    { "power", FIELD_POWER, FORM_NUMBER, 0, 4 },
    { "maximum", FIELD_POWER_MAX, FORM_NUMBER, 0, 4 },
    { "requirement", FIELD_REQUIREMENT, FORM_NUMBER, 0, 4 },
    { "priority", FIELD_PRIORITY, FORM_NUMBER, 1, 9 },
    { "range", FIELD_RANGE, FORM_NUMBER, 0, 5 },
    { "attack", FIELD_ATTACK, FORM_NUMBER, 0, 8 },
    { "link", FIELD_LINK, FORM_NUMBER, 0, 5 },
    { 0 },
};
static const char *const TEXT_STARTS[] = {
    "pre-priority", "ante",      "resolve",     "meter",
    "final",        "clean-up",  "setup",       "when",
    "before",       "terminal",  "terminal.",   "throw",
    "throw.",       "Sean",      "Sean.",       "may be",
    "you",          "your",      "if",          "deal",
    "this card",    "gain",      "lose",        "draw",
    "discard",      "mill",      "return",      "put",
    "drain",        "move",      "push",        "pull",
    "swap",         "place",     "remove",      "knock",
    "root",         "stand",     "cancel",      "blank",
    "spend",        "prevent",   "look",        "reveal",
    "combo",        "regain",    "change",      "tag out",
    "+1",           "+2",        "+3",          "+4",
    "+5",           "-1",        "-2",          "-3",
    "-4",           "-5",        "+6",          "+7",
    "+8",           "+9",        "-6",          "-7",
    "-8",           "-9",        "the next",    "each opponent",
    "root.",        "tag out.",  "L becomes",   "M becomes",
    "H becomes",    "S becomes", "−1",          "−2",
    "−3",           "Mask",      "turn",        "take",
    "give",         "a target",  "a character", NULL,
};

static uint16_t fields_allowed(unsigned kind)
{
    const uint16_t character = BIT(FIELD_HEALTH) | BIT(FIELD_HAND) | BIT(FIELD_POWER) |
                               BIT(FIELD_POWER_MAX);
    const uint16_t fight = BIT(FIELD_PRIORITY) | BIT(FIELD_RANGE) | BIT(FIELD_ATTACK);
    switch ((enum card_kind)kind) {
    case KIND_CHARACTER: return character;
    case KIND_ATTACK:
    case KIND_UTILITY: return fight | BIT(FIELD_REQUIREMENT) | BIT(FIELD_LINK);
    case KIND_COMMON: return 0;
    case KIND_SIDE:
    case KIND_TAG: return fight;
    }
    return 0;
}

// Several tags for one thing: a letter of two colours, or NUL; two ranges.
static char letter_of_two_colours(const struct card_def *def)
{
    for (unsigned letter = 0; letter < LETTER_COUNT; letter++) {
        uint64_t colours = def->tags >> (TAG_STRIP + COLOUR_COUNT * letter) & 7;
        if (colours & (colours - 1)) return "LMHS"[letter];
    }
    return 0;
}

static bool has_two_ranges(const struct card_def *def)
{
    unsigned ranges = (def->fields_set & BIT(FIELD_RANGE)) != 0;
    for (unsigned tag = TAG_SPAN; tag < 64; tag++) ranges += (unsigned)(def->tags >> tag & 1);
    return ranges > 1;
}

static bool says(const struct card_pool *pool, const struct card_line *line, unsigned code,
                 int value)
{
    const struct op *ops = pool->ops + line->op_first;
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == code && (value < 0 || ops[i].value == value)) return true;
    return false;
}

static bool is_of_characters(const struct card_pool *pool, const struct card_line *line)
{
    return says(pool, line, W_FRAME, FRAME_SETUP) || says(pool, line, W_FRAME, FRAME_WHEN) ||
           says(pool, line, W_REDUCE, -1) || says(pool, line, W_EXTEND, -1) ||
           says(pool, line, W_BET_POWER, -1) || says(pool, line, W_FROM_SEAN, -1) ||
           says(pool, line, W_FRAME, FRAME_POWER) || says(pool, line, W_ALSO_RED, -1) ||
           says(pool, line, W_LIGHT, -1) || says(pool, line, W_SURCHARGE, -1);
}

static bool has_sane_numbers(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops = pool->ops + line->op_first;
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == OP_NUMBER && (ops[i].value < 0 || ops[i].value > 9)) return false;
    for (size_t i = 0; i < ops[0].size; i++)
        if (ops[i].code == W_FRAME && ops[i].value == FRAME_METER && ops[i + 1].value < 1)
            return false;
    return true;
}

// A card makes one bet (ETE-541); several Ante lines share it. 0: no Ante line, else what it bets.
static int bet_of_line(const struct card_pool *pool, const struct card_line *line)
{
    const struct op *ops   = pool->ops + line->op_first;
    size_t           frame = op_find(ops, 0, W_FRAME);
    if (!frame || ops[frame].value != FRAME_ANTE) return 0;
    size_t limit = op_find(ops, frame, W_LIMIT);
    return 1 + 100 * ops[op_find(ops, frame, W_RESOURCE)].value +
           (limit ? 1 + ops[op_child(limit)].value : 0);
}

static bool check_text(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    int                bet     = 0;
    for (int i = 0; i < def->line_count; i++) {
        const struct card_line *l = &pool->lines[def->line_first + (uint32_t)i];
        *line                     = i;
        if (bet && bet_of_line(pool, l) && bet_of_line(pool, l) != bet)
            return fail(err, BAD_INPUT, nowhere,
                        "a card makes one bet: all its Ante lines name the same resource and "
                        "limit (ETE-541)");
        if (!bet) bet = bet_of_line(pool, l);
        if (!has_sane_numbers(pool, l))
            return fail(err, BAD_INPUT, nowhere,
                        "numbers in a text are 0 to 9, and Meter costs at "
                        "least 1 (ETE-510)");
        if (is_of_characters(pool, l) && def->kind != KIND_CHARACTER)
            return fail(err, BAD_INPUT, nowhere, "this stands on character cards only (ETE-119)");
        if (def->kind == KIND_CHARACTER && !is_of_characters(pool, l) &&
            !says(pool, l, W_FRAME, FRAME_CLEANUP) && !says(pool, l, W_FRAME, FRAME_METER))
            return fail(err, BAD_INPUT, nowhere,
                        "a character card has Setup, When, Before damage, Meter and Clean-up "
                        "abilities (ETE-145)");
        if (says(pool, l, W_FOR_EACH, EACH_BET) && !says(pool, l, W_FRAME, FRAME_ANTE))
            return fail(err, BAD_INPUT, nowhere, "\"for each\" alone counts a bet (ETE-541)");
    }
    *line = -1;
    return true;
}

static bool check_card(const struct card_pool *pool, const struct card_def *def, int *line,
                       struct error *err)
{
    const struct place nowhere = { 0 };
    if (def->fields_set & ~fields_allowed(def->kind))
        return fail(err, BAD_INPUT, nowhere,
                    "a card of this kind prints no such number (chapter 6)");
    if (def->kind == KIND_CHARACTER && (def->fields_set & 3) != 3)
        return fail(err, BAD_INPUT, nowhere, "a character has health and hand (ETE-109)");
    if (def->kind != KIND_ATTACK && def->tags & (BIT(TAG_SPAN) - 1))
        return fail(err, BAD_INPUT, nowhere, "only attack cards have an input strip (ETE-140)");
    if (letter_of_two_colours(def))
        return fail(err, BAD_INPUT, nowhere,
                    "%c stands in two colours on the input strip; a letter has one (ETE-451)",
                    letter_of_two_colours(def));
    if (has_two_ranges(def))
        return fail(err, BAD_INPUT, nowhere, "a card has one range: n or a-b (ETE-705)");
    if (def->kind == KIND_UTILITY && def->field[FIELD_REQUIREMENT] > 3)
        return fail(err, BAD_INPUT, nowhere, "a utility requires at most 3 meter (chapter 6)");
    if (def->field[FIELD_POWER] > def->field[FIELD_POWER_MAX])
        return fail(err, BAD_INPUT, nowhere, "more power tokens than the maximum (ETE-111)");
    return check_text(pool, def, line, err);
}

const struct card_form eternity_form = {
    .kinds       = KINDS,
    .tags        = TAGS,
    .fields      = FIELDS,
    .start_rule  = "line",
    .text_starts = TEXT_STARTS,
    .check       = check_card,
};
