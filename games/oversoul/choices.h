// choices.h - what players are asked, what they may choose, and what the log tells of it.
#ifndef PENTACLE_GAMES_OVERSOUL_CHOICES_H
#define PENTACLE_GAMES_OVERSOUL_CHOICES_H

#include "games/oversoul/faces.h"

enum question_kind {
    QUESTION_NONE,
    QUESTION_ROCK,
    QUESTION_FIRST,
    QUESTION_REPLACE,
    QUESTION_ACT,
    QUESTION_RESPOND,
    QUESTION_ZONE,
    QUESTION_HOST,
    QUESTION_PAY,
    QUESTION_COST,
    QUESTION_SELECT,
    QUESTION_X,
    QUESTION_DECK,
    QUESTION_OPPONENT,
    QUESTION_TRIGGER,
    QUESTION_ORDER,
    QUESTION_GUARD,
    QUESTION_HAND_LIMIT,
    QUESTION_EXCHANGE,
    QUESTION_EXCHANGE_CARDS,
    QUESTION_GAZE,
    QUESTION_SEARCH,
    QUESTION_DISCARD,
    QUESTION_CARDS,
    QUESTION_NUMBER,
    QUESTION_LAW,
    QUESTION_MAY,  // arg: op of the clause
    QUESTION_MODE, // arg: op of the MODES
    QUESTION_COUNT
};
enum choice_kind {
    CHOOSE_PASS = CHOICE_GAME,
    CHOOSE_END,
    CHOOSE_ACTIVATE,
    CHOOSE_PREPARE,
    CHOOSE_ATTACK,
    CHOOSE_USE,
    CHOOSE_USE_OTHER,
    CHOOSE_ROCK,
    CHOOSE_FIRST,
    CHOOSE_ZONE,
    CHOOSE_HOST,
    CHOOSE_EXHAUST,
    CHOOSE_POINTS,
    CHOOSE_X,
    CHOOSE_DECK,
    CHOOSE_OPPONENT,
    CHOOSE_ACCEPT,
    CHOOSE_DECLINE,
    CHOOSE_ORDER,
    CHOOSE_ORDER_OTHER,
    CHOOSE_GUARD,
    CHOOSE_NO_GUARD,
    CHOOSE_EXCHANGE,
    CHOOSE_NO_EXCHANGE,
    CHOOSE_LAW,
    CHOOSE_LAW_OTHER,
    CHOOSE_KEYWORD,
    CHOOSE_ORDER_ABOUT,
    CHOOSE_MODE
};
enum happening { // events of the log
    HAPPENED_TURN = EVENT_GAME,
    HAPPENED_ROCK,
    HAPPENED_FIRST,
    HAPPENED_REPLACE,
    HAPPENED_DRAW,
    HAPPENED_RANK,
    HAPPENED_ENERGY,
    HAPPENED_HEAL,
    HAPPENED_REACTIVATE,
    HAPPENED_EXHAUST,
    HAPPENED_ACTIVATE,
    HAPPENED_PREPARE,
    HAPPENED_PREPARED,
    HAPPENED_ENTER,
    HAPPENED_SPAWN,
    HAPPENED_ATTACH,
    HAPPENED_ATTACK,
    HAPPENED_GUARD,
    HAPPENED_NO_BATTLE,
    HAPPENED_DAMAGE,
    HAPPENED_PREVENTED,
    HAPPENED_MARK,
    HAPPENED_SHATTER,
    HAPPENED_EXILE,
    HAPPENED_SACRIFICE,
    HAPPENED_RETURN,
    HAPPENED_DISCARD,
    HAPPENED_IDLE,
    HAPPENED_USE,
    HAPPENED_TRIGGER,
    HAPPENED_CANCEL,
    HAPPENED_GENERATE,
    HAPPENED_PAY,
    HAPPENED_KEYWORD, // amount: enum keyword_word
    HAPPENED_LOST_KEYWORD,
    HAPPENED_ABILITY,
    HAPPENED_LOST_ABILITY,
    HAPPENED_ROLE,
    HAPPENED_ARCHETYPE,
    HAPPENED_COPY,
    HAPPENED_STEAL,
    HAPPENED_GAZE,
    HAPPENED_SEARCH,
    HAPPENED_EXPOSE,
    HAPPENED_END,
    HAPPENED_CONCEDE,
    HAPPENED_CHARGE,                                      // one for each keyword that is used up
    HAPPENED_GAIN      = HAPPENED_CHARGE + CHARGED_COUNT, // one for each enum statname
    HAPPENED_LOSE      = HAPPENED_GAIN + STAT_COUNT,
    HAPPENED_SET       = HAPPENED_LOSE + STAT_COUNT,
    HAPPENED_LOST_ROLE = HAPPENED_SET + STAT_COUNT
};
// Without a log nobody listens, and nothing is made ready to be told.
SELDOM void        log_happening(struct table *, enum happening, seat_id, card_id, card_id target,
                                 int amount, struct reason);
static inline void happened(struct table *t, enum happening kind, seat_id seat, card_id card,
                            card_id target, int amount, struct reason reason)
{
    if (t->log) log_happening(t, kind, seat, card, target, amount, reason);
}

size_t        oversoul_choices(const struct table *, seat_id, struct choice *, size_t max);
rule_id       oversoul_why_not(const struct table *, seat_id, struct choice);
rule_id       oversoul_why_unasked(const struct table *, seat_id, struct choice);
struct text   oversoul_choice_text(const struct table *, seat_id, struct choice);
struct choice oversoul_default(const struct table *, seat_id);

#endif
