// notes.c - names of zones, and how choices, questions and events are said.
#include "games/oversoul/game_private.h"

#define ZONES_OF(seat)                                                                             \
    { "deck", seat, SIGHT_NOBODY, 0 }, { "hand", seat, SIGHT_TEAM, 0 },                            \
        { "idle", seat, SIGHT_ALL, 0 }, { "leader", seat, SIGHT_ALL, 1 },                          \
        { "unit 1", seat, SIGHT_ALL, 1 }, { "unit 2", seat, SIGHT_ALL, 1 },                        \
        { "unit 3", seat, SIGHT_ALL, 1 }, { "unit 4", seat, SIGHT_ALL, 1 },                        \
        { "unit 5", seat, SIGHT_ALL, 1 }, { "event 1", seat, SIGHT_ALL, 1 },                       \
        { "event 2", seat, SIGHT_ALL, 1 },                                                         \
    {                                                                                              \
        "event 3", seat, SIGHT_ALL, 1                                                              \
    }

const struct zone_name oversoul_zones[ZONES + 1] = {
    ZONES_OF(0),
    ZONES_OF(1),
    ZONES_OF(2),
    ZONES_OF(3),
    { "exile", NO_SEAT, SIGHT_ALL, 0 },
    { "timeshift", NO_SEAT, SIGHT_ALL, 0 },
    { NULL, 0, 0, 0 },
};

static const char *const ROCKS[]           = { "rock", "paper", "scissors", NULL };
static const char *const REPLACING_WORDS[] = { "AMORPHOUS", "BARRIER", "FRENZY", NULL };

const struct choice_form oversoul_choice_forms[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
    { CHOOSE_PASS, "pass", NULL },
    { CHOOSE_END, "end phase", NULL },
    { CHOOSE_END, "pass", NULL },
    { CHOOSE_ACTIVATE, "activate {card}", NULL },
    { CHOOSE_PREPARE, "prepare {card}", NULL },
    { CHOOSE_ATTACK, "attack {card} > {target}", NULL },
    { CHOOSE_USE, "use {card}", NULL },
    { CHOOSE_USE_OTHER, "use {card} ability {option}", NULL },
    { CHOOSE_ROCK, "{word}", ROCKS },
    { CHOOSE_FIRST, "{seat} goes first", NULL },
    { CHOOSE_ZONE, "{zone}", NULL },
    { CHOOSE_HOST, "on {card}", NULL },
    { CHOOSE_EXHAUST, "exhaust {card}", NULL },
    { CHOOSE_POINTS, "pay {option} timeshift, {extra} leader", NULL },
    { CHOOSE_X, "X {option}", NULL },
    { CHOOSE_MODE, "mode {option}", NULL },
    { CHOOSE_DECK, "deck of {seat}", NULL },
    { CHOOSE_OPPONENT, "opponent {seat}", NULL },
    { CHOOSE_ACCEPT, "accept", NULL },
    { CHOOSE_DECLINE, "decline", NULL },
    { CHOOSE_ORDER, "place {card}", NULL },
    { CHOOSE_ORDER_OTHER, "place {card} ability {option}", NULL },
    { CHOOSE_ORDER_ABOUT, "place {card} ability {option} about {target}", NULL },
    { CHOOSE_GUARD, "guard {card}", NULL },
    { CHOOSE_NO_GUARD, "no guard", NULL },
    { CHOOSE_EXCHANGE, "exchange", NULL },
    { CHOOSE_NO_EXCHANGE, "no exchange", NULL },
    { CHOOSE_LAW, "apply {card}", NULL },
    { CHOOSE_LAW_OTHER, "apply {card} ability {option}", NULL },
    { CHOOSE_KEYWORD, "apply {word}", REPLACING_WORDS },
    { 0, NULL, NULL },
};

const uint16_t oversoul_decisive[] = { HAPPENED_DAMAGE, HAPPENED_SHATTER, HAPPENED_CANCEL, 0 };
const uint8_t  oversoul_ends[]     = { CHOOSE_END,      CHOOSE_PASS,        CHOOSE_DECLINE,
                                       CHOOSE_NO_GUARD, CHOOSE_NO_EXCHANGE, 0 };

const char *const oversoul_questions[] = {
    [QUESTION_NONE]       = "",
    [QUESTION_ROCK]       = "Rock, paper or scissors?",
    [QUESTION_FIRST]      = "Who goes first?",
    [QUESTION_REPLACE]    = "Which cards do you put under your Deck, to Draw as many?",
    [QUESTION_ACT]        = "What do you do?",
    [QUESTION_RESPOND]    = "Do you respond?",
    [QUESTION_ZONE]       = "In which zone?",
    [QUESTION_HOST]       = "On which card?",
    [QUESTION_PAY]        = "How is it paid?",
    [QUESTION_COST]       = "Which cards do you pay with?",
    [QUESTION_SELECT]     = "Which cards do you Select?",
    [QUESTION_X]          = "How much is X?",
    [QUESTION_DECK]       = "Whose Deck?",
    [QUESTION_OPPONENT]   = "Which opponent?",
    [QUESTION_TRIGGER]    = "Do you use this Ability?",
    [QUESTION_ORDER]      = "Which of your triggers is placed next?",
    [QUESTION_GUARD]      = "Do you Guard?",
    [QUESTION_HAND_LIMIT] = "Which cards go under your Deck?",
    [QUESTION_EXCHANGE]   = "Do you Return three cards to Draw one?",
    [QUESTION_EXCHANGE_CARDS] =
        "Which three: one of your hand, one of your Idle Zone, one of your zones?",
    [QUESTION_GAZE]    = "In which order do they go back, the top card first?",
    [QUESTION_SEARCH]  = "Which cards of the Deck do you take?",
    [QUESTION_DISCARD] = "Which cards do you Discard?",
    [QUESTION_CARDS]   = "Which cards?",
    [QUESTION_NUMBER]  = "How many?",
    [QUESTION_LAW]     = "Which of these comes first?",
    [QUESTION_MAY]     = "Do you do it?",
    [QUESTION_MODE]    = "Which one?",
    [QUESTION_COUNT]   = NULL,
};

#define CHARGE_FORM(k, name)                                                                       \
    {                                                                                              \
        HAPPENED_CHARGE + k - CHARGED_FIRST, "{card} used a charge of " name                       \
    }

#define STAT_FORMS(stat, name)                                                                     \
    { HAPPENED_GAIN + stat, "{card} gained {amount} " name },                                      \
        { HAPPENED_LOSE + stat, "{card} lost {amount} " name },                                    \
    {                                                                                              \
        HAPPENED_SET + stat, "{card} has {amount} " name " now"                                    \
    }

const struct event_form oversoul_event_forms[] = {
    { HAPPENED_TURN, "turn {amount}: {seat}" },
    { HAPPENED_ROCK, "{seat} showed {word}" },
    { HAPPENED_FIRST, "{seat} goes first" },
    { HAPPENED_REPLACE, "{seat} replaced {amount} card{s}" },
    { HAPPENED_DRAW, "{seat} drew {card}" },
    { HAPPENED_RANK, "the Leader of {seat} rose to RANK {word}" },
    { HAPPENED_ENERGY, "{seat} has {amount} Leader ENERGY" },
    { HAPPENED_HEAL, "{card} was healed by {amount}" },
    { HAPPENED_REACTIVATE, "{card} was reactivated" },
    { HAPPENED_EXHAUST, "{card} was exhausted" },
    { HAPPENED_ACTIVATE, "{seat} activated {card}" },
    { HAPPENED_PREPARE, "{seat} prepares {card}" },
    { HAPPENED_PREPARED, "{card} was prepared" },
    { HAPPENED_ENTER, "{card} entered" },
    { HAPPENED_SPAWN, "{card} was spawned" },
    { HAPPENED_ATTACH, "{card} was attached to {target}" },
    { HAPPENED_ATTACK, "{card} attacks {target}" },
    { HAPPENED_GUARD, "{card} guards against {target}" },
    { HAPPENED_NO_BATTLE, "{card} finds no battle" },
    { HAPPENED_DAMAGE, "{card} took {amount} from {target}" },
    { HAPPENED_PREVENTED, "a hit on {card} was prevented" },
    { HAPPENED_MARK, "{card} got {amount} mark{s} from {target}" },
    { HAPPENED_SHATTER, "{card} was shattered" },
    { HAPPENED_EXILE, "{card} was exiled" },
    { HAPPENED_SACRIFICE, "{card} was sacrificed" },
    { HAPPENED_RETURN, "{card} was returned" },
    { HAPPENED_DISCARD, "{seat} discarded {card}" },
    { HAPPENED_IDLE, "{card} went to the Idle Zone" },
    { HAPPENED_USE, "{seat} used {card}" },
    { HAPPENED_TRIGGER, "{card} triggered" },
    { HAPPENED_CANCEL, "{card} was cancelled" },
    { HAPPENED_GENERATE, "{card} generated {amount} ENERGY" },
    { HAPPENED_PAY, "{seat} paid {amount} ENERGY" },
    { HAPPENED_KEYWORD, "{card} gained {word}" },
    { HAPPENED_LOST_KEYWORD, "{card} lost {word}" },
    { HAPPENED_ABILITY, "{card} gained an Ability" },
    { HAPPENED_LOST_ABILITY, "{card} lost an Ability" },
    { HAPPENED_ROLE, "{card} became {word}" },
    { HAPPENED_ARCHETYPE, "{card} became {word}" },
    { HAPPENED_LOST_ROLE, "{card} is no longer {word}" },
    { HAPPENED_COPY, "{card} copied {target}" },
    { HAPPENED_STEAL, "{card} stole from {target}" },
    { HAPPENED_GAZE, "{seat} gazed at {amount} card{s}" },
    { HAPPENED_SEARCH, "{seat} searched the Deck" },
    { HAPPENED_EXPOSE, "{card} was exposed" },
    { HAPPENED_END, "the game is over" },
    { HAPPENED_CONCEDE, "{seat} conceded" },
    CHARGE_FORM(BARRIER, "BARRIER"),
    CHARGE_FORM(DEATHTOUCH, "DEATHTOUCH"),
    CHARGE_FORM(DUAL_STRIKE, "DUAL-STRIKE"),
    CHARGE_FORM(DYNAMO, "DYNAMO"),
    CHARGE_FORM(FRENZY, "FRENZY"),
    CHARGE_FORM(VEILED, "VEILED"),
    STAT_FORMS(STAT_DMG, "DMG"),
    STAT_FORMS(STAT_SPD, "SPD"),
    STAT_FORMS(STAT_HP, "HP"),
    STAT_FORMS(STAT_COST, "ENERGY Cost"),
    STAT_FORMS(STAT_ENERGY, "ENERGY"),
    STAT_FORMS(STAT_RANK, "RANK"),
    { 0, NULL },
};

const char *oversoul_event_word(const struct event *e)
{
    static const char *const ARCHETYPES[ARCHETYPE_COUNT] = {
        "CHAOS", "ORDER", "VIGOR", "SWAY", "FLOW", "ARCANE", "NEUTRAL", "DOOM", "WITHER",
    };
    static const char *const ROMAN[] = { "I", "II", "III", "IV", "V" };
    switch (e->kind) {
    case HAPPENED_ROCK: return ROCKS[e->amount];
    case HAPPENED_RANK: return ROMAN[e->amount - 1];
    case HAPPENED_ROLE:
    case HAPPENED_LOST_ROLE: return ROLE_NAMES[e->amount];
    case HAPPENED_ARCHETYPE: return ARCHETYPES[e->amount];
    default: return KEYWORD_NAMES[e->amount];
    }
}

const char *const oversoul_link_names[] = {
    [LINK_ACTIVATE] = "activation", [LINK_PREPARE] = "prepare", [LINK_ATTACK] = "attack",
    [LINK_ABILITY] = "ability",     [LINK_LEADER] = "leader",   NULL,
};

const char *const oversoul_flow_names[] = {
    [FLOW_NONE] = "none",       [FLOW_MATCH] = "match",         [FLOW_TURN] = "turn",
    [FLOW_RUN] = "timeshift",   [FLOW_PLACE] = "triggers",      [FLOW_DECLARE] = "declare",
    [FLOW_PAY] = "pay",         [FLOW_RESOLVE] = "resolve",     [FLOW_EFFECTS] = "effects",
    [FLOW_ATTACK] = "attack",   [FLOW_RETURN] = "return",       [FLOW_SETUP] = "set up",
    [FLOW_SPAWN] = "spawn",     [FLOW_GAZE] = "gaze",           [FLOW_SEARCH] = "search",
    [FLOW_DISCARD] = "discard", [FLOW_PREPARE] = "prepare",     [FLOW_ACTIVATE] = "activate",
    [FLOW_ATTACH] = "attach",   [FLOW_SACRIFICE] = "sacrifice", NULL,
};
