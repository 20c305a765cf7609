// words.h - what Oversoul's card text is made of: the nodes of a compiled line and the numbers of
// its words. The grammar that makes these nodes is in words.c; what the words mean is in rules.md,
// section 6.
#ifndef PENTACLE_GAMES_OVERSOUL_WORDS_H
#define PENTACLE_GAMES_OVERSOUL_WORDS_H

#include "cardtext/cards.h"

#include <stdint.h>

// clang-format off
// Every node that the grammar can make. Children are named after the colon.
#define OVERSOUL_OPS(X) \
    /* Laws */ \
    X(LAWS)       /* : LAW, and BOTH between Laws joined by & */ \
    X(BOTH) \
    X(LAW)        /* : KEYLAW, EVENTLAW, ONLY, WHILE or DURING, then what stands in brackets */ \
    X(KEYLAW)     /* value: enum keylaw */ \
    X(EVENTLAW)   /* : WHEN or IF, EVENT, then JOIN_AND / JOIN_OR and further EVENTs */ \
    X(WHEN) X(IF) X(JOIN_AND) X(JOIN_OR) \
    X(ONLY)       /* : EVENTLAW or DURING or WHILE */ \
    X(WHILE)      /* : a condition */ \
    X(DURING)     /* : WHOSE, PHASE */ \
    X(WHOSE)      /* value: enum whose_turn */ \
    X(PHASE)      /* value: enum span_phase */ \
    X(LIMIT)      /* : NUMBER or TIMES, PER */ \
    X(TIMES) X(PER) \
    X(PLACE)      /* : ZONE */ \
    X(EXILED_PLACE) \
    X(INFO)       /* : what stands in brackets behind a Law */ \
    /* Bodies */ \
    X(MAY) X(COSTS) X(EFFECTS) X(KEYWORDS) X(NESTED) X(NOTE) \
    X(KEYWORD)    /* value: enum keyword_word; : TO */ \
    X(TO)         /* : OBJECT */ \
    X(CLAUSE)     /* value: VERB_UNSAID; : sentence or effect, FOR_EACH, NOTE */ \
    X(FOR_EACH)   /* : OBJECT */ \
    X(THEN_IF)    /* value: enum then_word; "if you do" in front of the next clause */ \
    X(STOP)       /* a full stop: what "if" reaches to */ \
    X(ELSE)       /* of NESTED: what is done otherwise */ \
    X(OFFER)      /* of NESTED: "you may" of this sentence alone */ \
    X(MAYBE)      /* of a verb: its PLAYER "may" */ \
    X(MODES)      /* : NESTED..., one of which is chosen */ \
    X(LATER)      /* : WAITS, EFFECTS; an Ability of its own in the rulebook */ \
    X(WAITS)      /* value: enum waits_word */ \
    X(LOSE_HP)    /* value: enum hp_word; : PLAYER, amount */ \
    X(ALTERS)     /* value: enum alters_word; : OBJECT, AMOUNT and OR_MORE or OR_LESS, or SHARE, \
                     and BY or TO */ \
    X(TWICE_EACH_TURN) X(LOOK) X(ANY_ORDER) \
    /* Static sentences */ \
    X(ABLE)       /* : OBJECT, CAN, DOING..., EACH_TURN, IF_ABLE */ \
    X(CAN)        /* value: enum can_word */ \
    X(BE_STATE)   /* : OBJECT, STATE */ \
    X(ENTERING)   /* : OBJECT; it Enters Exhausted */ \
    X(UNAFFECTED) /* : OBJECT */ \
    X(LEAVING)    /* : PASSIVE */ \
    X(RIDER)      /* : EXCEED, effect */ \
    X(EXCEED) X(EACH_TURN) X(IF_ABLE) \
    X(COSTING)    /* value: enum costing_word; : OBJECT, ACTIVATED_THIS_TURN, amount */ \
    X(ACTIVATED_THIS_TURN) \
    X(HAS)        /* : OBJECT, grants */ \
    X(ADDITIONAL) /* value: enum additional_word; : amount, OBJECT */ \
    X(DOING_BE)   /* : PASSIVE and BY, BELOW, FORCE */ \
    X(BELOW) X(FORCE) \
    X(DOING)      /* value: enum doing; OBJECT, WHEN_PASSIVE */ \
    X(WHEN_PASSIVE) X(NO_CONSTRUCTS) \
    X(BY)         /* : DOER */ \
    X(DOER)       /* value: enum doer */ \
    X(PASSIVE)    /* value: enum passive */ \
    X(STATE)      /* value: enum card_state */ \
    X(EXCEPT)     /* : exempt things */ \
    X(ANOTHER_KEYWORD) X(DAMAGE_TO_HP) \
    /* Effects */ \
    X(DEAL) X(DEAL_AGAIN) X(HEAL) X(HEAL_FULL) X(GAIN) X(LOSE) X(GIVE) X(BECOME) X(ALSO) \
    X(ALL_ROLES) \
    X(SET) X(CHANGE)  /* value: enum change_word */ \
    X(CHANGE_TO) X(CHANGE_BY) X(MULTIPLY) /* value: enum multiply_word */ \
    X(DRAW) X(DISCARD) X(RETURN) X(DO) /* value: enum do_verb; : PLAYER, OBJECT */ \
    X(SPAWN) X(AND_ATTACH) X(ATTACH) X(ACTIVATE) X(WITHOUT_ENERGY) \
    X(GENERATE) X(ADDITIONALLY) X(FROM) X(THIS_TURN) X(CONSUME) X(OPPOSING_ENERGY) X(GAZE) \
    X(BARE_NUMBER) /* "then Discard 1", refused */ \
    X(TWO_KINDS) /* "Shatter 1 Unit and 1 Event", refused */ \
    X(CANCEL) X(COPY) X(STEAL) /* value: enum taker_word */ \
    X(TRIGGER) X(PLACE_MARKS) X(TAKES_NONE) \
    X(WINS) X(LOSES) X(ITS) X(OPPOSING) X(INSTEAD) X(INSTEAD_IF) X(AS_TYPE) X(AT_RANDOM) \
    X(WITH_DAMAGE) X(AS_CONSTRUCT) X(ORIGINAL_HP) X(WITH_STATS) X(IN_ZONE) X(THEN_TO) \
    X(CANCELLED)  /* value: enum cancelled; : OBJECT */ \
    X(THING)      /* value: enum thing */ \
    X(STATGRANT)  /* : PLUS or MINUS, amount, STAT, EQUAL */ \
    X(PLUS) X(MINUS) X(MARKS) /* : amount, OR_MORE or OR_LESS, NAME */ \
    X(PROPERTY)   /* : ROLE, ARCHETYPE, or value: enum property_word, those of the selection */ \
    X(STAT)       /* value: enum statname */ \
    X(EQUAL)      /* value: enum equal_word; : what it is equal to, SHARE, ROUNDED_UP, CAP */ \
    X(SHARE)      /* value: enum share_word */ \
    X(ROUNDED_UP) \
    X(CAP)        /* : NUMBER */ \
    X(AS_PRINTED) /* of STATGRANT: in the place of the printed number */ \
    X(ALL_OF) X(ANY_OF) /* : conditions */ \
    X(REMEMBERED) /* : EVENT, of this turn, perhaps with NONE in it */ \
    X(ORDINAL)    /* of an OBJECT of an EVENT: the so-manyeth of the turn; : NUMBER */ \
    X(AMOUNT)     /* value: enum amount_word; : NUMBER */ \
    X(DESTINATION)/* value: enum destination; : ZONE */ \
    X(DECKSIDE)   /* value: enum deckside */ \
    X(LAWREF)     /* value: enum keylaw; "its SHATTER Ability" */ \
    X(WHAT_ABILITY) X(WITH_VALUES) \
    /* Events and conditions */ \
    X(EVENT)      /* : OBJECT or PLAYER, WOULD, VERB and what / PASSIVE / WOULD_BE / REMAIN, BY */ \
    X(TURN_EDGE)  /* value: enum edge_word; : WHOSE */ \
    X(WOULD) X(WOULD_BE) X(VERB) /* value: enum deed_verb; : what */ \
    X(REMAIN)     /* value: enum remaining */ \
    X(BOARD_WORD) X(ENERGY_WORD) X(DMG_WORD) \
    X(HAVE)       /* : OBJECT or PLAYER, NONE or amount, OR_MORE or OR_LESS, then what it has */ \
    X(THAN)       /* : OBJECT or PLAYER, OR_MORE or OR_LESS, STAT or OBJECT, OBJECT or PLAYER */ \
    X(OR_MORE) X(OR_LESS) X(NONE) X(IS) X(IS_IN) X(IS_ON) X(IS_ONE) X(THERE) X(BEEN) \
    /* Nouns */ \
    X(OBJECT)     /* : PRONOUN, or QUANT..., GROUP..., posts */ \
    X(PRONOUN)    /* value: enum pronoun */ \
    X(YOUR)       /* value: enum your; : NEXT */ \
    X(NEXT) X(THOSE) X(EACH) X(ANOTHER) X(ANY) X(TOP_OF) \
    X(GROUP)      /* : ADJ..., NOUN */ \
    X(ADJ)        /* value: enum adjective */ \
    X(ARCHETYPE)  /* value: enum archetype */ \
    X(ROLE)       /* value: enum role */ \
    X(ROLES)      /* the same in the plural, as a noun */ \
    X(EVENTROLE)  /* value: enum event_role */ \
    X(RARITY)     /* value: from Common, as the tags of card files */ \
    X(EITHER)     /* : ARCHETYPEs, one of which it has */ \
    X(KINDS)      /* of the cards of this OBJECT the Archetypes are counted */ \
    X(NOT_ROLE) X(NOT_ARCHETYPE) /* "non-DRAGON"; values as above */ \
    X(SIGN)       /* value: enum sign_word */ \
    X(RANKED)     /* : NUMBER, OR_LOWER / OR_HIGHER */ \
    X(OR_LOWER) X(OR_HIGHER) \
    X(NOUN)       /* value: enum noun */ \
    X(CONROLE)    /* value: enum conrole */ \
    X(ON)         /* : SIDE */ \
    X(SIDE)       /* value: enum boardside */ \
    X(IN)         /* value: enum in_word; : ZONE */ \
    X(ZONE)       /* : ZONESIDE, ZONENAME */ \
    X(ZONESIDE)   /* value: enum zoneside */ \
    X(ZONENAME)   /* value: enum zone_word */ \
    X(NEAR)       /* value: enum near; : OBJECT */ \
    X(WITH)       /* : quality */ \
    X(WITHOUT)    /* : KEYWORD or LAWREF */ \
    X(COMPARE)    /* value: enum compare_how; : STAT or COMPARE_WORD */ \
    X(MOST)       /* value: enum most_word; its STAT stands beside it */ \
    X(COMPARE_WORD) /* value: enum compared */ \
    X(BUT)        /* : OBJECT */ \
    X(BESIDES)    /* : PRONOUN; that card as well, whatever the rest of the phrase says */ \
    X(NOT_ON)     /* : SIDE */ \
    X(CHOICE)     /* value: enum choice_word */ \
    X(PLAYER)     /* value: enum player_word; : MANY */ \
    X(MANY)       /* all or both players */ \
    X(THIRD)      /* Gains, loses, Draws, Discards, Sacrifices: said of somebody else */ \
    X(DURATION)   /* value: enum duration; : WHILE */

// Words that stand in lists: the grammar reads them (ONE(roles)), card files name tags by them.
#define OVERSOUL_LAWS(X) \
    X(ACTIVATE, "ACTIVATE") X(ATTACK, "ATTACK") X(AURA, "AURA") X(BLOODLUST, "BLOODLUST") \
    X(CAST, "CAST") X(DISCARD, "DISCARD") X(ENTER, "ENTER") X(EXECUTE, "EXECUTE") \
    X(EXHAUST, "EXHAUST") X(EXILE, "EXILE") X(HEAL, "HEAL") X(HONEST, "HONEST") \
    X(INJURE, "INJURE") X(ISOLATED, "ISOLATED") X(OUTLAST, "OUTLAST") X(PERFECT, "PERFECT") \
    X(QUICK, "QUICK") X(RETURN, "RETURN") X(RESONATE, "RESONATE") X(RITUAL, "RITUAL") \
    X(SACRIFICE, "SACRIFICE") X(SHATTER, "SHATTER")
#define OVERSOUL_KEYWORDS(X) \
    X(AVIAN, "AVIAN") X(CLEAVE, "CLEAVE") X(CRYSTALIZED, "CRYSTALIZED") X(GUARD, "GUARD") \
    X(PIERCE, "PIERCE") X(POLARITY, "POLARITY") X(RANGED, "RANGED") X(RESISTANT, "RESISTANT") \
    X(THORNS, "THORNS") X(VAMPIRISM, "VAMPIRISM") X(BARRIER, "BARRIER") \
    X(HYPER_BARRIER, "HYPER-BARRIER") X(DEATHTOUCH, "DEATHTOUCH") \
    X(HYPER_DEATHTOUCH, "HYPER-DEATHTOUCH") X(DUAL_STRIKE, "DUAL-STRIKE") \
    X(HYPER_STRIKE, "HYPER-STRIKE") X(DYNAMO, "DYNAMO") X(HYPER_DYNAMO, "HYPER-DYNAMO") \
    X(FRENZY, "FRENZY") X(HYPER_FRENZY, "HYPER-FRENZY") X(VEILED, "VEILED") \
    X(HYPER_VEILED, "HYPER-VEILED") X(AMORPHOUS, "AMORPHOUS") X(BERSERK, "BERSERK") \
    X(CHAINED, "CHAINED") X(DAMNED, "DAMNED") X(PETRIFIED, "PETRIFIED") X(SEALED, "SEALED")
#define OVERSOUL_ARCHETYPES(X) \
    X(CHAOS, "CHAOS") X(ORDER, "ORDER") X(VIGOR, "VIGOR") X(SWAY, "SWAY") X(FLOW, "FLOW") \
    X(ARCANE, "ARCANE") X(NEUTRAL, "NEUTRAL") X(DOOM, "DOOM") X(WITHER, "WITHER")
#define OVERSOUL_ROLES(X) \
    X(DRAGON, "DRAGON", "DRAGONS") X(ELEMENTAL, "ELEMENTAL", "ELEMENTALS") \
    X(GAIAN, "GAIAN", "GAIANS") X(MECHNOID, "MECHNOID", "MECHNOIDS") \
    X(MEGANIST, "MEGANIST", "MEGANISTS") X(NATURA, "NATURA", "NATURAS") \
    X(NIDAGYST, "NIDAGYST", "NIDAGYSTS") X(PHANTOM, "PHANTOM", "PHANTOMS") \
    X(PRIMAL, "PRIMAL", "PRIMALS") X(QIREAN, "QIREAN", "QIREANS") X(RAPTOR, "RAPTOR", "RAPTORS") \
    X(UNDEAD, "UNDEAD", "UNDEADS") X(VERA, "VERA", "VERAS") X(VOPROS, "VOPROS", "VOPROSES") \
    X(VEXEN, "VEXEN", "VEXENS") X(SORCERER, "SORCERER", "SORCERERS") \
    X(SEEKER, "SEEKER", "SEEKERS") X(SECUTOR, "SECUTOR", "SECUTORS") X(SEER, "SEER", "SEERS") \
    X(SENTRY, "SENTRY", "SENTRIES") X(SHIFTER, "SHIFTER", "SHIFTERS") \
    X(SNIPER, "SNIPER", "SNIPERS") X(SLAYER, "SLAYER", "SLAYERS") X(SHAMAN, "SHAMAN", "SHAMANS") \
    X(SOVEREIGN, "SOVEREIGN", "SOVEREIGNS") X(SUMMONER, "SUMMONER", "SUMMONERS") \
    X(STATION, "STATION", "STATIONS") X(WALL, "WALL", "WALLS") X(STALKER, "STALKER", "STALKERS")
#define OVERSOUL_EVENT_ROLES(X) \
    X(CAST, "CAST") X(QUICK, "QUICK") X(PERFECT, "PERFECT") X(COUNTER, "COUNTER") \
    X(BOARD, "BOARD")
#define OVERSOUL_CONSTRUCT_ROLES(X) X(UNIT, "UNIT") X(EVENT, "EVENT")

enum oversoul_op {
    OVERSOUL_OP_BEFORE = OP_GAME - 1,
#define AS_ENUM(name) W_##name,
    OVERSOUL_OPS(AS_ENUM)
#undef AS_ENUM
    W_COUNT
};

// Where the grammar takes the value from the order of its words (`#`), the enum follows that order.
#define AS_ENUM(name, word) LAW_##name,
enum keylaw { OVERSOUL_LAWS(AS_ENUM) LAW_COUNT };
#undef AS_ENUM
enum limit_per { PER_GAME, PER_ACTIVE, PER_TURN_ABILITY, PER_TURN_NAME, PER_TURN_ACTIVE, PER_TURN };
enum whose_turn {
    TURN_YOURS, TURN_OPPONENTS, TURN_EITHER, TURN_THE, TURN_EACH, TURN_EACH_PLAYERS, TURN_BATTLE
};
enum span_phase { SPAN_TURN, SPAN_CYCLE, SPAN_ACTION, SPAN_RETURN };
#define AS_ENUM(name, word) KW_##name,
enum keyword_word { OVERSOUL_KEYWORDS(AS_ENUM) KW_COUNT };
#undef AS_ENUM
enum passive {
    IS_GUARDED, IS_ATTACKED, IS_SELECTED, IS_SHATTERED, IS_HEALED, IS_EXILED, IS_REACTIVATED,
    IS_CANCELLED, IS_RETURNED, IS_SACRIFICED, IS_SPAWNED, IS_DISCARDED, IS_DRAWN, IS_EXPOSED,
    IS_ACTIVATED, IS_EXHAUSTED, IS_PREPARED, IS_DAMAGED, PASSIVE_COUNT
};
enum card_state {
    STATE_ACTIVE, STATE_FULL_HP, STATE_NOT_ACTIVE, STATE_NOT_FULL_HP, STATE_NOT_ACTIVATED,
    STATE_NOT_EXHAUSTED, STATE_NOT_PREPARED, STATE_NOT_DAMAGED, STATE_ACTIVATED, STATE_EXHAUSTED,
    STATE_PREPARED, STATE_DAMAGED
};
enum do_verb {
    DO_EXILE, DO_SHATTER, DO_SACRIFICE, DO_EXHAUST, DO_REACTIVATE, DO_EXPOSE, DO_PREPARE, DO_SELECT,
    DO_REVEAL, DO_LOOK
};
enum thing { THING_STATS, THING_ABILITIES, THING_ROLES, THING_ARCHETYPE };
enum statname { STAT_DMG, STAT_SPD, STAT_HP, STAT_COST, STAT_ENERGY, STAT_RANK };
enum { STAT_COUNT = STAT_RANK + 1 };
enum amount_word { AMOUNT_RANK, AMOUNT_COST, AMOUNT_X, AMOUNT_A, AMOUNT_ALL, AMOUNT_ANY,
                   AMOUNT_UP_TO, AMOUNT_NUMBER, AMOUNT_THAT_MANY };
enum deed_verb {
    VERB_TAKES, VERB_DEALS, VERB_ATTACKS, VERB_RETALIATES, VERB_GUARDS, VERB_DRAWS, VERB_DISCARDS,
    VERB_SHATTERS, VERB_ENTERS, VERB_ACTIVATES, VERB_SPAWNS, VERB_PREPARES, VERB_GENERATES,
    VERB_CONSUMES, VERB_HEALS, VERB_USES, VERB_EXHAUSTS, VERB_BATTLES, VERB_SACRIFICES, VERB_LEAVES,
    VERB_DMG
};
enum cancelled {
    CANCELS_THIS_ABILITY, CANCELS_THAT_ABILITY, CANCELS_THAT_ACTIVATION, CANCELS_THAT_ATTACK,
    CANCELS_ABILITIES, CANCELS_CHANGES, CANCELS_OBJECT
};
enum destination { TO_ZONE, TO_TOP, TO_BOTTOM, TO_SHUFFLED };
enum share_word { SHARE_HALF, SHARE_TWICE };
enum deckside { DECK_YOURS, DECK_EITHER, DECK_OPPOSING };
enum zoneside {
    ZONESIDE_YOURS, ZONESIDE_THE, ZONESIDE_OPPOSING, ZONESIDE_EMPTY, ZONESIDE_EITHER,
    ZONESIDE_OF_OWNER, ZONESIDE_THEIRS, ZONESIDE_EACH
};
enum your { YOUR_CARDS, OF_YOURS, OF_OPPONENTS }; // "your", "of your", "of your opponent's"
enum boardside { BOARD_THE, BOARD_YOURS, BOARD_OPPOSING, BOARD_EITHER, BOARD_EACH };
#define AS_ENUM(name, word) CONROLE_##name,
enum conrole { OVERSOUL_CONSTRUCT_ROLES(AS_ENUM) CONROLE_COUNT };
#undef AS_ENUM
enum remaining { REMAIN_ON_BOARD, REMAIN_ACTIVE };
enum doer { DOER_ABILITY_COSTS, DOER_ATTACKS, DOER_ABILITIES, DOER_AN_ATTACK, DOER_AN_ABILITY };
enum pronoun {
    PRO_IT, PRO_THEY, PRO_THEM, PRO_THIS_CARD, PRO_THIS_UNIT, PRO_THIS_EVENT, PRO_THIS_CONSTRUCT,
    PRO_SELECTION, PRO_THAT_CARD, PRO_THAT_UNIT, PRO_ATTACKER, PRO_ATTACHED_CARD, PRO_THAT_EVENT,
    PRO_THAT_CONSTRUCT, PRO_REST
};
enum adjective {
    ADJ_ACTIVE, ADJ_ACTIVATED, ADJ_EXHAUSTED, ADJ_PREPARED, ADJ_DAMAGED, ADJ_OPPOSING, ADJ_SELECTED,
    ADJ_LIVING, ADJ_NON_LIVING, ADJ_NON_LEADER, ADJ_OTHER, ADJ_ADJACENT, ADJ_ORIGINAL,
    ADJ_ARCHETYPE, ADJ_SURROUNDING, ADJ_ATTACKING, ADJ_BATTLING, ADJ_OWN
};
#define AS_ENUM(name, word) name,
enum archetype { OVERSOUL_ARCHETYPES(AS_ENUM) ARCHETYPE_COUNT };
#undef AS_ENUM
#define AS_ENUM(name, word, many) name,
enum role { OVERSOUL_ROLES(AS_ENUM) ROLE_COUNT };
#undef AS_ENUM
#define AS_ENUM(name, word) ROLE_##name,
enum event_role { OVERSOUL_EVENT_ROLES(AS_ENUM) EVENT_ROLE_COUNT };
#undef AS_ENUM
enum noun {
    NOUN_CARD, NOUN_CARDS, NOUN_UNIT, NOUN_UNITS, NOUN_EVENT, NOUN_EVENTS, NOUN_CONSTRUCT,
    NOUN_CONSTRUCTS, NOUN_LEADER, NOUN_LEADERS, NOUN_ZONE, NOUN_ZONES, NOUN_TOTEM, NOUN_TOTEMS
};
// Singular and plural of a noun stand in pairs.
static inline bool is_plural_noun(int noun) { return noun & 1; }
static inline bool is_same_noun(int a, int b) { return a >> 1 == b >> 1; }
static inline enum noun singular_noun(int noun) { return (enum noun)(noun & ~1); }
enum note_word { NOTE_IF, NOTE_UNLESS };
enum then_word { THEN_IF_DONE, THEN_IF_NOT };
enum waits_word { TILL_TURN_ENDS, TILL_YOUR_TURN };
enum hp_word { HP_LOST, HP_PAID };
enum alters_word { ALTERS_TAKEN, ALTERS_DEALT };
enum except_word { EXCEPT_THESE, EXCEPT_BY };
enum costing_word { COSTS_LESS, COSTS_MORE };
enum additional_word { ADDITIONAL_EACH_TURN, ADDITIONAL_THIS_TURN };
enum can_word { CANT_DO, WONT_DO, MUST_DO, CAN_DO };
enum change_word { CHANGE_REDUCE, CHANGE_INCREASE, CHANGE_DOUBLE, CHANGE_TRIPLE }; // as often
enum equal_word { EQUAL_DAMAGE_DEALT, EQUAL_DEALT_BY, EQUAL_STAT_OF, EQUAL_COUNT, EQUAL_OWN_STAT,
                  EQUAL_SAME_AMOUNT };
enum taker_word { BY_ITSELF, BY_HOST }; // of COPY, STEAL
enum then_to_word { THEN_TO_OBJECT, THEN_TO_LEADER };
enum choice_word { CHOICE_YOURS, CHOICE_THEIRS };
enum compare_how { COMPARE_LOWER, COMPARE_HIGHER, COMPARE_SAME };
enum compared { SAME_ARCHETYPE, SAME_ROLE, SAME_FACTION, SAME_NAME, SAME_SPECIES, SAME_CLASS,
                SAME_RARITY };
enum most_word { THE_LEAST, THE_MOST };
enum property_word { PROPERTY_ROLES = 1, PROPERTY_ROLE, PROPERTY_ARCHETYPE };
enum in_word { SAID_IN, SAID_FROM, SAID_OF };
enum edge_word { TURN_STARTS, TURN_ENDS, ACTION_STARTS };
enum sign_word { SIGN_PLUS, SIGN_MINUS };
enum as_type { AS_A_CONSTRUCT, AS_A_UNIT, AS_AN_EVENT };
enum times_word { TIMES_ONCE = 1, TIMES_TWICE };
enum again_word { AGAIN_ONCE = 1, AGAIN_TWICE };
enum multiply_word { MULTIPLY_DOUBLE = 2, MULTIPLY_TRIPLE };
enum said_word {
    SAID_BARE     = 1, // ACTIVATED_THIS_TURN without "Activated"
    SAID_IF       = 1, // INFO
    SAID_OF_THOSE = 1, // THOSE
    SAID_ON       = 1, // BOARD_WORD
    SAID_THEIR    = 1, // ITS
    SAID_PAID     = 2, // ITS: of the card that was paid with
    VERB_UNSAID   = 1  // CLAUSE: the verb of the one before it
};
enum zone_word { ZONE_HAND, ZONE_DECK, ZONE_IDLE, ZONE_UNIT, ZONE_EVENT, ZONE_LEADER, ZONE_ANY,
                 ZONE_EXILE };
enum near { NEAR_ADJACENT, NEAR_SURROUNDING, NEAR_UNDER, NEAR_BEHIND, NEAR_ATTACHED,
            NEAR_BATTLING, NEAR_ATTACKING };
enum duration { FOR_THIS_TURN, FOR_WHILE, UNTIL_YOUR_CYCLE, UNTIL_CYCLE_PHASE, UNTIL_END_OF_TURN,
                UNTIL_END_OF_BATTLE, FOR_THE_GAME };
enum player_word { PLAYER_YOU, PLAYER_OPPONENT, PLAYER_EACH, PLAYER_ITS_OWNER,
                   PLAYER_EACH_OPPONENT, PLAYER_OF_TURN };

// "It", "them", "the selection", "that Unit": a card that was named before (OVE-712).
static inline bool is_named_before(int pronoun)
{
    return pronoun <= PRO_THEM || (pronoun >= PRO_SELECTION && pronoun <= PRO_THAT_UNIT) ||
           pronoun >= PRO_THAT_EVENT;
}
// "That card", "that Unit", "that Event", "that Construct"
static inline bool is_that_one(int pronoun)
{
    return pronoun == PRO_THAT_CARD || pronoun == PRO_THAT_UNIT || pronoun == PRO_THAT_EVENT ||
           pronoun == PRO_THAT_CONSTRUCT;
}

// Card kinds, fields and tags of the card files.
enum kind { KIND_UNIT, KIND_EVENT, KIND_CONSTRUCT, KIND_LEADER_UNIT, KIND_LEADER_EVENT, KIND_TOTEM,
            KIND_ROLE, KIND_KEYWORD };
enum field { FIELD_RANK, FIELD_ENERGY, FIELD_DMG, FIELD_SPD, FIELD_HP };
enum tag { // bits of card_def.tags: roles 0 to 28, then these
    TAG_EVENT_ROLE = ROLE_COUNT, TAG_UNIT_CONSTRUCT = TAG_EVENT_ROLE + EVENT_ROLE_COUNT,
    TAG_EVENT_CONSTRUCT, TAG_ARCHETYPE, TAG_COMMON = TAG_ARCHETYPE + ARCHETYPE_COUNT, TAG_RARE,
    TAG_ELITE, TAG_COSMIC, TAG_COUNT
};

// clang-format on

extern const struct dialect_words oversoul_dialect;
extern const struct card_form     oversoul_form;

// The game's checks of one card (faces.c).
bool oversoul_check_card(const struct card_pool *, const struct card_def *, int *line,
                         struct error *);

#endif
