// What happened, in words.
#include "games/eternity/rules.h"

const struct event_form eternity_event_forms[] = {
    { EVENT_ROUND_BEGAN, "round {amount} began" },
    { EVENT_TURN_BEGAN, "turn {amount} began, {seat} leads" },
    { EVENT_ENTERED, "{card} entered on {to}" },
    { EVENT_DREW, "{seat} drew {card}" },
    { EVENT_PLAYED, "{seat} played {card}" },
    { EVENT_TARGETED, "{seat} targets {target}" },
    { EVENT_SPENT, "{seat} spent {card}" },
    { EVENT_BURST, "{seat} burst" },
    { EVENT_TECHED, "{card} was teched" },
    { EVENT_WHIFFED, "{card} whiffed" },
    { EVENT_HIT, "{card} hit {target}" },
    { EVENT_DAMAGED, "{card} dealt {amount} damage to {target}" },
    { EVENT_TOOK, "{target} took {amount} damage" },
    { EVENT_REDUCED, "{seat} took {amount} less from {card}" },
    { EVENT_CHECKED, "{seat} checked with {card}" },
    { EVENT_BET, "{seat} bet {amount}" },
    { EVENT_USED, "{seat} used line {amount} of {card}" },
    { EVENT_LINKED, "{seat} linked {card}" },
    { EVENT_CANCELLED, "{target} was cancelled" },
    { EVENT_BLANKED, "{target} was blanked" },
    { EVENT_MOVED, "{card} moved from {from} to {to}" },
    { EVENT_SEAN_MOVED, "Sean of {seat} moved to {to}" },
    { EVENT_SEAN_LEFT, "Sean of {seat} left play" },
    { EVENT_LAMP_PLACED, "{seat} placed a Lamp on {to}" },
    { EVENT_LAMP_TAKEN, "{seat} took back the Lamp on {from}" },
    { EVENT_MASK_TURNED, "{seat} turned the Mask" },
    { EVENT_WARNED, "{target} got a Warning" },
    { EVENT_KNOCKED_DOWN, "{target} was knocked down" },
    { EVENT_ROOTED, "{target} was rooted" },
    { EVENT_STOOD_UP, "{target} stood up" },
    { EVENT_GAINED_HEALTH, "{seat} gained {amount} health" },
    { EVENT_LOST_HEALTH, "{seat} lost {amount} health" },
    { EVENT_GAINED_POWER, "{seat} gained {amount} power" },
    { EVENT_SPENT_POWER, "{seat} spent {amount} power" },
    { EVENT_DISCARDED, "{seat} discarded {card}" },
    { EVENT_TO_METER, "{card} became meter" },
    { EVENT_TO_HAND, "{card} returned to hand" },
    { EVENT_REMOVED, "{card} was removed" },
    { EVENT_UNDER_DECK, "{seat} put {card} under the deck" },
    { EVENT_LOOKED, "{seat} looked at {amount} card{s} of {target}" },
    { EVENT_SHOWN, "{seat} showed {card}" },
    { EVENT_CHANGED, "a number of {seat} was changed" },
    { EVENT_REGAINED_BURST, "{seat} regained burst" },
    { EVENT_TAGGED_OUT, "{card} tagged out" },
    { EVENT_DEFEATED, "{card} was defeated" },
    { EVENT_RINGED_OUT, "{card} was ringed out" },
    { EVENT_TIMED_OUT, "{seat} went to time" },
    { EVENT_WON_ROUND, "{seat} won round {amount}" },
    { EVENT_DREW_ROUND, "round {amount} was a draw" },
    { EVENT_GAVE_UP, "{seat} gave up" },
    { 0 },
};

struct event event_card(const struct table *t, unsigned kind, seat_id seat, card_id card,
                        rule_id rule)
{
    struct event e = event_of(kind, seat, rule);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    return e;
}

struct event event_by_text(const struct table *t, unsigned kind, seat_id seat, card_id source,
                           uint32_t op)
{
    struct event  e    = event_of(kind, seat, 0);
    struct reason gone = { .rule = ETE_134, .def = NO_DEF }; // back in hand, upright side gone
    e.reason           = pool_words(t->pool, card_at(t->state, source)->def, op, gone);
    return e;
}
