// What may be chosen (rules.md, section 5): any answer to any question, and the rule that forbids
// it.
#include "games/monad/rules.h"

// Which members a kind of choice uses.
enum { USES_CARD = 1, USES_TARGET = 2, USES_OPTION = 4, USES_EXTRA = 8 };
static const uint8_t MEMBERS[CHOICE_MODE + 1] = {
    [CHOICE_PICK]    = USES_CARD,
    [CHOICE_TAKE]    = USES_CARD,
    [CHOICE_MARK]    = USES_CARD | USES_OPTION,
    [CHOICE_POINTS]  = USES_OPTION | USES_EXTRA,
    [CHOICE_GO]      = USES_CARD,
    [CHOICE_PLACE]   = USES_CARD | USES_OPTION,
    [CHOICE_ATTACH]  = USES_CARD | USES_TARGET,
    [CHOICE_QUEST]   = USES_CARD,
    [CHOICE_ATTACK]  = USES_OPTION,
    [CHOICE_USE]     = USES_CARD | USES_OPTION,
    [CHOICE_TARGET]  = USES_CARD,
    [CHOICE_ROW]     = USES_OPTION,
    [CHOICE_MOVE]    = USES_CARD | USES_OPTION,
    [CHOICE_RECRUIT] = USES_CARD | USES_OPTION,
    [CHOICE_BUY]     = USES_CARD | USES_TARGET,
    [CHOICE_SWAP]    = USES_CARD | USES_TARGET,
    [CHOICE_SELL]    = USES_CARD,
    [CHOICE_DROP]    = USES_CARD,
    [CHOICE_DISMISS] = USES_CARD,
    [CHOICE_REFORM]  = USES_CARD | USES_OPTION,
    [CHOICE_GIVE_UP] = USES_CARD,
    [CHOICE_LEVEL]   = USES_CARD,
    [CHOICE_REGION]  = USES_OPTION,
    [CHOICE_SEAT]    = USES_OPTION,
    [CHOICE_PERK]    = USES_OPTION,
    [CHOICE_LANE]    = USES_CARD | USES_OPTION,
    [CHOICE_MODE]    = USES_OPTION,
};
static bool is_well_formed(struct choice c)
{
    unsigned uses = c.kind <= CHOICE_MODE ? MEMBERS[c.kind] : 0;
    return (uses & USES_CARD || !c.card) && (uses & USES_TARGET || !c.target) &&
           (uses & USES_OPTION || !c.option) && (uses & USES_EXTRA || !c.extra);
}

static rule_id only(struct choice c, uint8_t kind, rule_id rule)
{
    return c.kind == kind ? rule : RULE_NO_SUCH;
}
static rule_id yes_or_no(struct choice c)
{
    return c.kind == CHOICE_YES || c.kind == CHOICE_NO ? 0 : RULE_NO_SUCH;
}

// The ability that would be used or marked.
struct text monad_choice_text(const struct table *t, seat_id seat, struct choice c)
{
    (void)seat;
    struct text none = { "", 0 };
    if ((c.kind != CHOICE_USE && c.kind != CHOICE_MARK) || !c.option) return none;
    const struct card_def *def = def_of(t, c.card);
    unsigned               n   = 0;
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        bool counts = c.kind == CHOICE_USE || is_ability(book(t)->lines[i].code);
        if (counts && ++n == c.option) return t->pool->lines[i].printed;
    }
    return none;
}

rule_id monad_why_not(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    const struct question    *q = &s->core.question[seat];
    bool known = c.card < s->core.card_count && card_at(&s->core, c.card)->zone != NO_ZONE;
    bool aimed = c.target < s->core.card_count &&
                 card_at(&s->core, (card_id)c.target)->zone != NO_ZONE;
    if (!is_well_formed(c) || !known || !aimed) return RULE_NO_SUCH;
    // A card whose face the seat does not know cannot be named; the refusal must not tell what it
    // is.
    if (!knows(&s->core, seat, c.card) || !knows(&s->core, seat, (card_id)c.target))
        return RULE_NO_SUCH;
    switch ((enum question_kind)q->kind) {
    case QUESTION_CATALYST:
        return only(c, CHOICE_TAKE, is_in(t, c.card, ZONE_CATALYSTS) ? 0 : MON_111);
    case QUESTION_CLASS:
        if (c.kind != CHOICE_TAKE || !is_in(t, c.card, ZONE_CLASSES))
            return only(c, CHOICE_TAKE, MON_111);
        return why_not_first_class(t, seat, c.card);
    case QUESTION_ABILITY:
        return only(c, CHOICE_MARK, c.kind == CHOICE_MARK ? why_not_mark(t, seat, c) : 0);
    case QUESTION_UNITS: return only(c, CHOICE_PICK, why_not_unit_pick(t, seat, c.card));
    case QUESTION_SCENARIO:
        return only(c, CHOICE_TAKE,
                    !is_in(t, c.card, ZONE_SCENARIOS) ? MON_111
                    : q->arg && c.card == q->about    ? (q->arg == 2 ? MON_916 : MON_346)
                                                      : 0);
    case QUESTION_POINTS:
        return only(c, CHOICE_POINTS, c.option + c.extra <= HUMAN_POINTS ? 0 : MON_724);
    case QUESTION_START: return only(c, CHOICE_GO, why_not_start(t, seat, c.card));
    case QUESTION_PLACE: return why_not_placing(t, seat, c);
    case QUESTION_OUTFIT: return why_not_outfit(t, seat, c);
    case QUESTION_REDRAW:
        return c.kind == CHOICE_NO ? 0 : only(c, CHOICE_YES, holds_a_quest(t, seat) ? MON_125 : 0);
    case QUESTION_TRAVEL: return why_not_go(t, seat, c);
    case QUESTION_RUN_TO: return only(c, CHOICE_GO, why_not_travel(t, seat, c.card));
    case QUESTION_TRAP:
        return only(c, CHOICE_TARGET,
                    is_in_own_party(s, seat, c.card) && row_of(s, c.card) == FRONT ? 0 : MON_628);
    case QUESTION_PASSAGE:
    case QUESTION_BREAK_OFF:
    case QUESTION_TRADE:
    case QUESTION_JOIN:
    case QUESTION_JOINED:
    case QUESTION_MAY: return yes_or_no(c);
    case QUESTION_FROM_TOP:
        return only(c, CHOICE_TAKE,
                    is_near_top(t, step_asked(t, seat), seat, c.card) ? 0 : MON_016);
    case QUESTION_MODE: return only(c, CHOICE_MODE, c.option && c.option <= q->arg ? 0 : MON_014);
    case QUESTION_ENCOUNTER: return why_not_encounter(t, seat, c);
    case QUESTION_DELIVER:
        return only(c, CHOICE_TAKE,
                    is_in(t, c.card, zone_of_seat(ZONE_QUESTS, seat)) &&
                            is_delivered(t, seat, c.card)
                        ? 0
                        : MON_304);
    case QUESTION_MAIN: return why_not_main(t, seat, c);
    case QUESTION_WHO_ACTS: return only(c, CHOICE_TARGET, why_not_next(t, seat, c.card));
    case QUESTION_ACT: return why_not_act(t, seat, c);
    case QUESTION_TARGET: return only(c, CHOICE_TARGET, why_not_target(t, seat, c.card));
    case QUESTION_ROW:
        return only(c, CHOICE_ROW, c.kind == CHOICE_ROW ? why_not_row(t, seat, c.option) : 0);
    case QUESTION_ORDER: return only(c, CHOICE_TARGET, why_not_first(t, q->arg, c.card));
    case QUESTION_RESPONSE: return why_not_response(t, seat, c);
    case QUESTION_DEFENDED: return only(c, CHOICE_TARGET, why_not_defended(t, c.card));
    case QUESTION_CORRODE:
        return only(c, CHOICE_TAKE,
                    s->host[c.card] == q->about && kind_of(t, c.card) == KIND_EQUIPMENT ? 0
                                                                                        : MON_705);
    case QUESTION_MOVE: return why_not_move(t, seat, c);
    case QUESTION_UNDYING:
        return only(c, CHOICE_PICK,
                    s->host[c.card] == q->about && kind_of(t, c.card) == KIND_EQUIPMENT ? 0
                                                                                        : MON_711);
    case QUESTION_LOOT: return why_not_loot(t, seat, c);
    case QUESTION_PROVISION: return why_not_provision(t, seat, c);
    case QUESTION_PAY:
        if (c.kind == CHOICE_BARE)
            return marked_sum(t, seat, FIELD_GOLD) + s->side[seat].loose_gold >= q->arg ? 0
                                                                                        : MON_572;
        return only(c, CHOICE_TAKE,
                    why_not_exhaust(t, seat, c.card, FIELD_GOLD, q->arg, s->side[seat].loose_gold,
                                    MON_572));
    case QUESTION_LEVEL: return why_not_level(t, seat, c);
    case QUESTION_LEVEL_PAY:
        return only(c, CHOICE_TAKE,
                    why_not_exhaust(t, seat, c.card, FIELD_LEVEL, q->arg, 0, MON_583));
    case QUESTION_DISCARD:
        return c.kind == CHOICE_PASS
                   ? 0
                   : only(c, CHOICE_TAKE,
                          is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_586);
    case QUESTION_DISCARD_DOWN:
        return only(c, CHOICE_PICK, is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_588);
    case QUESTION_BOARD:
        return only(c, CHOICE_PICK, is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_624);
    case QUESTION_UNIT: return only(c, CHOICE_TARGET, text_may_pick(t, c.card) ? 0 : MON_014);
    case QUESTION_SOME_UNITS: return only(c, CHOICE_PICK, text_may_pick(t, c.card) ? 0 : MON_014);
    case QUESTION_FROM_DISCARD:
        if (c.kind == CHOICE_BARE && (pile_asked(t, seat) == ZONE_HAND || may_take_less(t, seat)))
            return 0;
        return only(c, CHOICE_TAKE, why_not_from(t, seat, c.card, pile_asked(t, seat)));
    case QUESTION_ATTACH:
        if (c.kind == CHOICE_BARE && pile_asked(t, seat) == ZONE_HAND) return 0;
        return only(c, CHOICE_ATTACH,
                    c.kind == CHOICE_ATTACH &&
                            is_in(t, c.card, zone_of_seat(pile_asked(t, seat), seat))
                        ? why_not_attach(t, step_asked(t, seat), c.card, (card_id)c.target)
                        : MON_650);
    case QUESTION_QUEST:
        return only(c, CHOICE_TAKE,
                    is_in(t, c.card, zone_of_seat(ZONE_QUESTS, seat)) ? 0 : MON_014);
    case QUESTION_PLACE_AT:
        return only(c, CHOICE_GO,
                    may_be_placed_at(t, seat, step_asked(t, seat), c.card) ? 0 : MON_014);
    case QUESTION_SEARCH:
        return c.kind == CHOICE_BARE
                   ? 0
                   : only(c, CHOICE_TAKE, why_not_from(t, seat, c.card, ZONE_DECK));
    case QUESTION_REGION: return only(c, CHOICE_REGION, c.option < 5 ? 0 : RULE_NO_SUCH);
    case QUESTION_TOKEN_ROW:
        return only(c, CHOICE_ROW, c.kind == CHOICE_ROW ? why_not_token_row(t, seat, c.option) : 0);
    case QUESTION_TEAM:
        return only(c, CHOICE_SEAT, c.kind == CHOICE_SEAT ? why_not_team(t, seat, c.option) : 0);
    case QUESTION_OPPONENT:
        return only(c, CHOICE_SEAT,
                    c.kind == CHOICE_SEAT ? why_not_opponent(s, seat, c.option) : 0);
    case QUESTION_EQUIPMENT:
        return only(c, CHOICE_TAKE,
                    s->host[c.card] == q->about && kind_of(t, c.card) == KIND_EQUIPMENT ? 0
                                                                                        : MON_014);
    case QUESTION_READY_QUEST:
        return only(c, CHOICE_TAKE,
                    is_in(t, c.card, zone_of_seat(ZONE_COMPLETED, seat)) &&
                            (card_at(&s->core, c.card)->flags & CARD_SIDEWAYS ? 0 : 1) == q->arg
                        ? 0
                        : MON_014);
    case QUESTION_TIRE: return only(c, CHOICE_TAKE, is_best_quest(t, seat, c.card) ? 0 : MON_014);
    case QUESTION_NEAREST:
        return only(c, CHOICE_GO, is_nearest_starter(t, seat, c.card) ? 0 : MON_014);
    case QUESTION_PERK:
        return only(c, CHOICE_PERK,
                    c.option >= PERK_FRENZY && c.option <= PERK_CHAMPION ? 0 : MON_852);
    case QUESTION_HEROES:
        return only(c, CHOICE_PICK, is_in(t, c.card, ZONE_CATALYSTS) ? 0 : MON_871);
    case QUESTION_HERO_CLASS: return only(c, CHOICE_TAKE, why_not_hero_class(t, seat, c.card));
    case QUESTION_HERO_ABILITY:
        return only(c, CHOICE_MARK, c.kind == CHOICE_MARK ? why_not_hero_ability(t, seat, c) : 0);
    case QUESTION_CREEP: return only(c, CHOICE_LANE, why_not_creep(t, seat, c));
    case QUESTION_DEPLOY:
        return c.kind == CHOICE_PASS || c.kind == CHOICE_LANE ? why_not_deploy(t, seat, c)
                                                              : (rule_id)RULE_NO_SUCH;
    case QUESTION_KEEP:
        return only(c, CHOICE_PICK,
                    s->host[c.card] == q->about && kind_of(t, c.card) == KIND_EQUIPMENT ? 0
                                                                                        : MON_913);
    case QUESTION_REBUILD: return yes_or_no(c);
    case QUESTION_TAKE_OUT:
        return only(c, CHOICE_PICK, is_in(t, c.card, zone_of_seat(ZONE_DECK, seat)) ? 0 : MON_913);
    case QUESTION_TAKE_IN: return only(c, CHOICE_PICK, why_not_take_in(t, seat, c.card));
    case QUESTION_OFFERED:
        return only(c, CHOICE_TAKE, is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_920);
    case QUESTION_DRAFT:
        return only(c, CHOICE_TAKE, is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_922);
    case QUESTION_LEAVE_OUT:
        return only(c, CHOICE_PICK, is_in(t, c.card, zone_of_seat(ZONE_DECK, seat)) ? 0 : MON_923);
    case QUESTION_DRINK: return only(c, CHOICE_TARGET, why_not_drink(t, seat, c.card));
    case QUESTION_TRIGGER: return only(c, CHOICE_USE, has_waiting(t, seat, c) ? 0 : MON_015);
    case QUESTION_SHUFFLE_IN:
        return only(c, CHOICE_PICK,
                    is_in_own_party(s, seat, c.card) && kind_of(t, c.card) == KIND_UNIT ? 0
                                                                                        : MON_014);
    }
    return RULE_NO_SUCH;
}
