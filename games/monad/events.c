// What happened, in words.
#include "games/monad/rules.h"

const struct event_form monad_event_forms[] = {
    { EVENT_DREW, "{seat} drew {card}" },
    { EVENT_CHOSE, "{seat} chose {card}" },
    { EVENT_TURN, "turn {amount} began, of {seat}" },
    { EVENT_TRAVELLED, "{seat} came to {card}" },
    { EVENT_RAN, "{seat} ran" },
    { EVENT_PLAYED, "{seat} played {card}" },
    { EVENT_ATTACHED, "{card} was attached to {target}" },
    { EVENT_QUEST_PLAYED, "{seat} set out on {card}" },
    { EVENT_COMPLETED, "{seat} completed {card}" },
    { EVENT_FAILED, "{seat} failed {card}" },
    { EVENT_COMBAT, "a combat of {seat} began" },
    { EVENT_ROUND, "round {amount} began" },
    { EVENT_USED, "{card} acted with {target}" },
    { EVENT_DEFENDED, "{card} defended {target}" },
    { EVENT_CHECK, "{card} rolled {amount} against {target}" },
    { EVENT_HIT, "{card} hit {target} for {amount}" },
    { EVENT_CRITICAL, "{card} hit {target} critically for {amount}" },
    { EVENT_MISSED, "{card} missed {target}" },
    { EVENT_LOST_HP, "{target} lost {amount} HP" },
    { EVENT_LOST_AP, "{target} lost {amount} AP" },
    { EVENT_HEALED, "{target} healed {amount}" },
    { EVENT_REGAINED, "{target} regained {amount} AP" },
    { EVENT_MOVED, "{card} moved to row {amount}" },
    { EVENT_DIED, "{card} died" },
    { EVENT_WON, "{seat} won the combat" },
    { EVENT_LOST, "{seat} lost the combat" },
    { EVENT_STOOD, "the encounter facing {seat} stands" },
    { EVENT_WITHDREW, "the encounter facing {seat} withdrew" },
    { EVENT_REBUILT, "{seat} begins anew at {card}" },
    { EVENT_DISCARDED, "{seat} discarded {card}" },
    { EVENT_PAID, "{seat} paid {amount} gold" },
    { EVENT_GOLD, "{seat} gained {amount} gold" },
    { EVENT_RECRUITED, "{seat} recruited {card}" },
    { EVENT_LEVEL, "{card} reached level {amount}" },
    { EVENT_SCENARIO, "{seat} completed the scenario {card}" },
    { EVENT_NEW_SCENARIO, "{seat} took up the scenario {card}" },
    { EVENT_SHUFFLED_IN, "{card} was shuffled into the deck of {seat}" },
    { EVENT_RETURNED, "{seat} took back {card}" },
    { EVENT_CHANGED, "{target} was changed" },
    { EVENT_GAVE_UP, "{seat} gave up" },
    { EVENT_REDREW, "{seat} showed the hand and drew anew" },
    { EVENT_REVEALED, "{seat} revealed {card}" },
    { EVENT_VP, "{seat} gained {amount} VP" },
    { EVENT_LOOKED, "{seat} looked at a hand" },
    { EVENT_USED_UP, "{card} was used up" },
    { EVENT_CORRODED, "{target} corroded by {amount}" },
    { EVENT_RESOLVES, "{seat} set about the scenario {card}" },
    { EVENT_ATTACKED, "{seat} attacked the party of {card}" },
    { EVENT_JOINED, "{seat} joined the combat" },
    { EVENT_PERK, "{seat} chose the perk {amount}" },
    { EVENT_TEAM_OUT, "the team of {seat} is out" },
    { EVENT_LANE, "a round in lane {amount} began" },
    { EVENT_DEPLOYED, "{seat} deployed {card}" },
    { EVENT_LVL, "{target} got {amount} lvl tokens" },
    { EVENT_CAMPAIGN_GAME, "game {amount} of the campaign began" },
    { EVENT_PACK, "pack {amount} was opened" },
    { EVENT_TURNED_UP, "{seat} turned up {card}" },
    { EVENT_STATUS + ENFEEBLE, "{target} got Enfeeble {amount}" },
    { EVENT_STATUS + HAZE, "{target} got Haze {amount}" },
    { EVENT_STATUS + SLOW, "{target} got Slow {amount}" },
    { EVENT_STATUS + HASTE, "{target} got Haste {amount}" },
    { EVENT_STATUS + DAZE, "{target} got Daze {amount}" },
    { EVENT_STATUS + DEBILITATE, "{target} got Debilitate {amount}" },
    { EVENT_STATUS + MARKER, "{target} got Marker {amount}" },
    { EVENT_STATUS + BLEEDING, "{target} got Bleeding {amount}" },
    { EVENT_STATUS + POISON, "{target} got Poison {amount}" },
    { EVENT_STATUS + PINNED, "{target} got Pinned" },
    { EVENT_STATUS + DO_NOT_ACT, "{target} got Do Not Act" },
    { EVENT_STATUS + MORTAL_STRIKE, "{target} got Mortal Strike {amount}" },
    { 0 },
};

static struct event event_with(const struct table *t, unsigned kind, seat_id seat, card_id card,
                               card_id target, int amount)
{
    struct event e = event_of(kind, seat, 0);
    e.card         = card;
    e.target       = target;
    e.amount       = (int16_t)amount;
    if (card != NO_CARD)
        e.def = card_at(t->state, card)->def, e.seen_by = card_at(t->state, card)->known;
    if (target != NO_CARD) e.target_def = card_at(t->state, target)->def;
    return e;
}

void note(struct table *t, unsigned kind, seat_id seat, card_id card, card_id target, int amount,
          rule_id rule)
{
    if (!t->log) return;
    struct event e = event_with(t, kind, seat, card, target, amount);
    e.reason.rule  = rule;
    tell(t, e);
}

struct reason words_of(const struct table *t, card_id source, uint32_t op)
{
    def_id def = card_at(t->state, source)->def;
    return pool_words(t->pool, def, op, rule_reason(MON_333)); // the card may lie elsewhere by now
}

void note_text(struct table *t, unsigned kind, seat_id seat, card_id source, card_id target,
               int amount, uint32_t op)
{
    if (!t->log) return;
    struct event e = event_with(t, kind, seat, source, target, amount);
    e.reason       = words_of(t, source, op);
    tell(t, e);
}

void note_use(struct table *t, card_id unit, card_id source, unsigned line)
{
    if (!t->log) return;
    struct event e = event_with(t, EVENT_USED, controller_of(state_at(t), unit), unit, source, 0);
    const struct op *node = &t->pool->ops[line_of(t, source, line)->op];
    e.reason              = (struct reason){ .def    = card_at(t->state, source)->def,
                                             .line   = (uint8_t)line,
                                             .at     = node->at,
                                             .length = node->length };
    tell(t, e);
}
