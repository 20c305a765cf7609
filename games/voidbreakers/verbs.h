// verbs.h - the verbs of card text, one deed for each row in rows.c, and the words, facts and
// places that the grammar names.
#ifndef PENTACLE_GAMES_VOIDBREAKERS_VERBS_H
#define PENTACLE_GAMES_VOIDBREAKERS_VERBS_H

#include "games/voidbreakers/rules.h"
#include "meaning/evaluate.h"

enum verb {
    // what stands, or is given for a time
    VERB_HAS,
    VERB_INTERCEPT,
    VERB_ATTACK_FOR,
    VERB_READIES,
    VERB_CANNOT,
    // what is done
    VERB_DEAL,
    VERB_HEAL,
    VERB_RAISE,
    VERB_LOWER,
    VERB_LOSE,
    VERB_SHED,
    VERB_GIVE,
    VERB_GAIN,
    VERB_CLEANSE,
    VERB_STRIP,
    VERB_KILL,
    VERB_REVIVE,
    VERB_MOVE,
    VERB_LEAP,
    VERB_TELEPORT,
    VERB_THROW,
    VERB_SWAP,
    VERB_DEPLOY,
    VERB_ATTACH,
    VERB_DETACH,
    VERB_DRAW,
    VERB_VOID_HAND,
    VERB_VOID_ARSENAL,
    VERB_SALVAGE,
    VERB_SCOUT,
    VERB_DIG,
    VERB_LOOK,
    VERB_LOOK_AT_TOP,
    VERB_REVEAL,
    VERB_REVEAL_TOP,
    VERB_CANCEL,
    VERB_RETARGET,
    VERB_BECOME_AP,
    VERB_BECOME_HP,
    VERB_HAND_ON,
    VERB_PREVENT,
    VERB_NEXT_ATTACK,
    VERB_PUT_BACK,
    VERB_TAKE_UP,
    VERB_KEEP,
    VERB_COUNT
};

// Behind ARG. The keywords come first, as in enum keyword; then deeds, tokens and conditions in the
// order of their enums.
enum word {
    WORD_KEYWORDS,
    WORD_DEEDS      = WORD_KEYWORDS + KEYWORD_INTERCEPT,
    WORD_TOKENS     = WORD_DEEDS + DEED_COUNT,
    WORD_CONDITIONS = WORD_TOKENS + TOKEN_KINDS,
    WORD_MORE       = WORD_CONDITIONS + CONDITION_COUNT,
    WORD_LESS,
    WORD_PIERCE,
    WORD_DRAIN,
    WORD_YOU,
    WORD_OPPONENT,
    WORD_BOTH,
    WORD_RANDOM,
    WORD_ALL,
    WORD_FRIEND,
    WORD_FRIENDLY_FIGHTER,
    WORD_FRIENDLY_MINION,
    WORD_ENEMY,
    WORD_ENEMY_FIGHTER,
    WORD_ENEMY_MINION,
    WORD_NO_ENEMY,
    WORD_HERE,
    WORD_THAT_CARD,
    WORD_THAT_ATTACK,
    WORD_THAT_MOVE,
    WORD_THAT_TALENT,
    WORD_DEBUFFS,
    WORD_BUFFS,
    WORD_TOP,
    WORD_BOTTOM,
    WORD_SHUFFLED,
    WORD_TO_HAND,
    WORD_TO_VOID,
    WORD_COUNT
};

// Bits of facts: the conditions first.
enum { FACT_STYLE_FIRST = 16, FACT_DEAD = 20 };
// Bits of kinds behind those of enum card_kind, and of places: steps away first.
enum { KIND_SEAT = 8, KIND_ZONE = 9 };
enum {
    PLACES_ARENA   = 0x7F,
    PLACE_VOID     = 8,
    PLACE_RESERVE  = 10,
    PLACE_ATTACHED = 11,
};
enum role { ROLE_USER, ROLE_THAT, ROLE_ATTACKER, ROLE_OPPONENT };
enum stat_row_id {
    STAT_ROW_HP,
    STAT_ROW_AP,
    STAT_ROW_DEBUFFS,
    STAT_ROW_BUFFS,
    STAT_ROW_CONDITIONS,
    STAT_ROW_HAND,
    STAT_ROW_VOID,
    STAT_ROW_ARSENAL,
    STAT_ROW_DEAD_FIGHTERS,
    STAT_ROW_ROUND,
    STAT_ROW_MISSING,
    STAT_ROW_LIVING_FIGHTERS,
    STAT_ROW_PLAYED,
    STAT_ROW_DEATHS
};
enum test_row_id {
    TEST_ALONE,
    TEST_OUTNUMBERED,
    TEST_DAMAGED,
    TEST_WOUNDED,
    TEST_FULL_HP,
    TEST_DEAD,
    TEST_NAMED,
    TEST_UPGRADED,
    TEST_MOVED,
    TEST_ATTACKED,
    TEST_THROWN,
    TEST_DYING
};

// What it is done to lies in the own void.
static inline bool takes_from_void(unsigned verb)
{
    return verb == VERB_SALVAGE || verb == VERB_PUT_BACK;
}

static inline const struct link *link_of(const struct work *w)
{
    return (const struct link *)(const void *)w;
}
static inline bool says(const struct step *s, enum word word)
{
    for (unsigned i = 0; i < s->arg_count; i++)
        if (s->arg[i] == (int)word) return true;
    return false;
}

static inline struct cause told(const struct table *t, const struct work *w, const struct step *s)
{
    return by_text(t, link_of(w), s->words);
}

// verbs.c, satellites.c. Each returns how much was done: 0 where nothing was.
typedef uint16_t deed_of(struct table *, struct work *, const struct step *, const struct aim *);
deed_of          grant, attack_for_more, deal, deal_to_guard, heal_one, raise_power, lower_power;
deed_of          lose_some_hp, shed, give, gain, cleanse, strip, kill_one, revive_one, go;
deed_of          swap_them, draw_some, void_from_hand, void_picked, void_from_arsenal, salvage;
deed_of          scout, put_back_in_order, dig, take_chosen, look, look_at_top, reveal, reveal_top;
deed_of          become_ap, become_hp, hand_on, prevent, next_attack, put_back, take_up, keep;
deed_of          cancel, retarget, deploy_some, deploy_chosen, attach_some, detach_some;
bool             can_detach(const struct scope *, const struct step *);

#endif
