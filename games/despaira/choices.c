// choices.c - section 5: what may be chosen, and which rule forbids the rest. choices() lists
// whatever why_not() allows, so the two cannot disagree.
#include "games/despaira/rules.h"

static const char *const STATES[] = { "in Attack Mode", "in Defence Mode", "face down", NULL };
static const char *const MODES[]  = { "to Attack Mode", "to Defence Mode", NULL };
static const char *const FLIPS[]  = { "into Attack Mode", "into Defence Mode", NULL };

const struct choice_form despaira_choice_forms[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
    { CHOICE_LEADER, "lead with {card}", NULL },
    { CHOICE_LEADER_TILE, "place Leader on {zone}", NULL },
    { CHOICE_DRAFT, "draft {card}", NULL },
    { CHOICE_TAKE_OUT, "take {card} out", NULL },
    { CHOICE_PUT_IN, "put {card} in", NULL },
    { CHOICE_SPAWN, "spawn {card}", NULL },
    { CHOICE_SACRIFICE_SPAWN, "sacrifice spawn {card}", NULL },
    { CHOICE_SACRIFICE, "sacrifice {card}", NULL },
    { CHOICE_POINTS, "add {option} points", NULL },
    { CHOICE_PLACE, "place {card}", NULL },
    { CHOICE_MOVE, "move {card}", NULL },
    { CHOICE_ATTACK, "attack {target} with {card}", NULL },
    { CHOICE_HEAL, "heal {target} with {card}", NULL },
    { CHOICE_SWITCH, "switch {card} {word}", MODES },
    { CHOICE_FLIP, "flip {card} {word}", FLIPS },
    { CHOICE_DETACH, "detach {card} to {zone}", NULL },
    { CHOICE_ACTIVATE, "activate {card}", NULL },
    { CHOICE_ACTIVATE_HAND, "activate {card} from hand", NULL },
    { CHOICE_ACTIVATE_SECOND, "activate the second ability of {card}", NULL },
    { CHOICE_SUMMON, "summon {card}", NULL },
    { CHOICE_END_BATTLE, "end battle", NULL },
    { CHOICE_END_TURN, "end turn", NULL },
    { CHOICE_TIME_UP, "let the time run out", NULL },
    { CHOICE_PASS, "pass", NULL },
    { CHOICE_TARGET, "choose {card}", NULL },
    { CHOICE_TARGET_TILE, "choose tile {zone}", NULL },
    { CHOICE_STEP, "step to {zone}", NULL },
    { CHOICE_ENOUGH, "enough", NULL },
    { CHOICE_BACK, "take back", NULL },
    { CHOICE_LINK, "name link {option}", NULL },
    { CHOICE_FIRST, "first {card}", NULL },
    { CHOICE_YES, "yes", NULL },
    { CHOICE_NO, "no", NULL },
    { CHOICE_SPAWN_ON, "put it on {zone} {word}", STATES },
    { CHOICE_LAY, "lay it on {zone}", NULL },
    { CHOICE_GO, "go to {zone}", NULL },
    { 0 },
};

const uint16_t despaira_decisive[] = { EVENT_DAMAGED, EVENT_LEADER_HURT, EVENT_DESTROYED,
                                       EVENT_NEGATED, EVENT_GAME_WON,    0 };
const uint8_t  despaira_ends[]     = { CHOICE_END_TURN, CHOICE_PASS, CHOICE_ENOUGH, CHOICE_NO, 0 };

const char *const despaira_questions[] = {
    [0]                    = "",
    [QUESTION_LEADER]      = "Who is your Leader?",
    [QUESTION_LEADER_TILE] = "Where does your Leader stand?",
    [QUESTION_DRAFT]       = "Which card do you take?",
    [QUESTION_BUILD]       = "Which cards do you leave out of your deck?",
    [QUESTION_SIDE]        = "Which cards change between your deck and your side deck?",
    [QUESTION_ACT]         = "What do you do?",
    [QUESTION_SACRIFICE]   = "Which creatures do you sacrifice?",
    [QUESTION_POINTS]      = "How many Spawn Points do you add?",
    [QUESTION_WHERE]       = "On which tile?",
    [QUESTION_RESPOND]     = "Do you respond?",
    [QUESTION_CHAIN]       = "Do you add a link?",
    [QUESTION_TARGET]      = "What is the target?",
    [QUESTION_PATH]        = "Along which path?",
    [QUESTION_LINK]        = "Which link?",
    [QUESTION_ORDER]       = "Which trigger comes first?",
    [QUESTION_MAY]         = "Do you do what you may?",
    [QUESTION_CHOOSE]      = "Which one do you choose?",
    [QUESTION_DISCARD]     = "Which card do you discard?",
    [QUESTION_SEARCH]      = "Which card do you take?",
    [QUESTION_SPAWN_TILE]  = "Where is it spawned?",
    [QUESTION_TILE]        = "Which other tile?",
    [QUESTION_RITUAL]      = "Which creature do you sacrifice for the Ritual?",
    [QUESTION_SUMMON]      = "What do you give for it?",
    [QUESTION_REPLACE]     = "Which card takes the damage instead?",
    [QUESTION_DETACH]      = "On which tile is it put?",
    [QUESTION_SEEN]        = "Have you seen what is shown?",
    NULL,
};

// Members that a kind does not use are 0, so that equal choices are equal bytes.
static bool is_well_formed(struct choice c)
{
    enum { CARD = 1, TARGET = 2, OPTION = 4, EXTRA = 8 };
    static const uint8_t USES[CHOICE_KIND_COUNT] = {
        [CHOICE_PICK]            = CARD,
        [CHOICE_LEADER]          = CARD,
        [CHOICE_LEADER_TILE]     = TARGET,
        [CHOICE_DRAFT]           = CARD,
        [CHOICE_TAKE_OUT]        = CARD,
        [CHOICE_PUT_IN]          = CARD,
        [CHOICE_SPAWN]           = CARD | EXTRA,
        [CHOICE_SACRIFICE_SPAWN] = CARD,
        [CHOICE_SACRIFICE]       = CARD,
        [CHOICE_POINTS]          = OPTION,
        [CHOICE_PLACE]           = CARD,
        [CHOICE_MOVE]            = CARD,
        [CHOICE_ATTACK]          = CARD | TARGET,
        [CHOICE_HEAL]            = CARD | TARGET,
        [CHOICE_SWITCH]          = CARD | OPTION,
        [CHOICE_FLIP]            = CARD | OPTION,
        [CHOICE_DETACH]          = CARD | TARGET,
        [CHOICE_ACTIVATE]        = CARD,
        [CHOICE_ACTIVATE_HAND]   = CARD,
        [CHOICE_ACTIVATE_SECOND] = CARD,
        [CHOICE_SUMMON]          = CARD,
        [CHOICE_TARGET]          = CARD,
        [CHOICE_TARGET_TILE]     = TARGET,
        [CHOICE_STEP]            = TARGET,
        [CHOICE_LINK]            = OPTION,
        [CHOICE_FIRST]           = CARD,
        [CHOICE_SPAWN_ON]        = TARGET | OPTION,
        [CHOICE_LAY]             = TARGET,
        [CHOICE_GO]              = TARGET,
    };
    if (c.kind >= CHOICE_KIND_COUNT) return false;
    unsigned uses = USES[c.kind];
    return (uses & CARD || c.card == 0) && (uses & TARGET || c.target == 0) &&
           (uses & OPTION || c.option == 0) && (uses & EXTRA || c.extra == 0);
}

static bool is_in(const struct table *t, unsigned card, unsigned zone)
{
    return card < t->state->card_count && card_at(t->state, (card_id)card)->zone == zone;
}

static rule_id why_not_leader_tile(seat_id seat, unsigned tile)
{
    return tile < TILES && row_of(tile) == (seat == SOUTH ? 0 : ROWS - 1) ? 0 : DES_305;
}

rule_id why_not_answer(const struct table *t, seat_id seat, card_id card, unsigned nth, bool chain)
{
    const struct despaira_state *s = state_at(t);
    if (card < s->core.card_count && body_at(s, card) && controller_of(s, card) == seat &&
        is_up(s, card) && !is_trick(t, card)) {
        uint16_t ability = ability_named(t, card, nth);
        if (ability == NO_ABILITY) return RULE_NO_SUCH;
        unsigned kind = ability_at(t, ability)->kind;
        if (kind != ABILITY_INSTANT && !(chain && kind == ABILITY_CHAINABLE))
            return chain ? DES_535 : DES_505;
    }
    return why_not_activate(t, seat, card, nth, false);
}

static rule_id why_not_response(const struct table *t, seat_id seat, struct choice c, bool chain)
{
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind == CHOICE_ACTIVATE_HAND) return DES_515;
    if (c.kind != CHOICE_ACTIVATE && c.kind != CHOICE_ACTIVATE_SECOND)
        return chain ? DES_535 : DES_505;
    return why_not_answer(t, seat, c.card, c.kind == CHOICE_ACTIVATE_SECOND, chain);
}

static bool may_take_back(const struct despaira_state *s)
{
    return !s->has_link && s->backs < BACKS_MAX;
}

static rule_id why_not_target(const struct table *t, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_BACK) return may_take_back(s) ? 0 : DES_R99;
    if (c.kind == CHOICE_ENOUGH) return aim_now(t).group->up_to ? 0 : DES_516;
    if (c.kind == CHOICE_TARGET_TILE) {
        if (c.target >= TILES) return DES_551;
        if (is_target(t, (uint16_t)(TILE_BIT | c.target))) return 0;
        rule_id taken = why_not_shifted_to(t, c.target);
        return taken ? taken : why_no_target(t, (uint16_t)(TILE_BIT | c.target));
    }
    if (c.kind != CHOICE_TARGET) return RULE_NO_SUCH;
    if (c.card >= s->core.card_count || card_at(&s->core, c.card)->zone == NO_ZONE)
        return RULE_NO_SUCH;
    return is_target(t, c.card) ? 0 : why_no_target(t, c.card);
}

static rule_id why_not_path(const struct table *t, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_BACK) return may_take_back(s) ? 0 : DES_R99;
    if (c.kind == CHOICE_ENOUGH) return why_not_stop(t);
    if (c.kind != CHOICE_STEP) return RULE_NO_SUCH;
    return why_not_step(t, c.target);
}

static rule_id why_not_link(const struct table *t, struct choice c)
{
    if (c.kind == CHOICE_BACK) return may_take_back(state_at(t)) ? 0 : DES_R99;
    if (c.kind != CHOICE_LINK) return RULE_NO_SUCH;
    return c.option > 0 && may_name(t, c.option - 1u) ? 0 : DES_545;
}

static rule_id why_not_choose(const struct table *t, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_ENOUGH) {
        const struct things *x = picked_now(t);
        return x->how != HOW_PICK || chooses_hidden(x) || step_now(t)->verb == VERB_SEARCH
                   ? 0
                   : DES_548;
    }
    if (c.kind == CHOICE_TARGET_TILE)
        return c.target < TILES && may_choose(t, (uint16_t)(TILE_BIT | c.target)) ? 0 : DES_548;
    if (c.kind != CHOICE_TARGET || c.card >= s->core.card_count ||
        card_at(&s->core, c.card)->zone == NO_ZONE)
        return RULE_NO_SUCH;
    return may_choose(t, c.card) ? 0 : DES_548;
}

static rule_id why_not_search(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_ENOUGH) return 0;
    unsigned zone = picked_now(t)->places == BIT(PLACE_YOUR_DECK) ? ZONE_DECK : ZONE_GRAVEYARD;
    if (c.kind != CHOICE_TARGET || !is_in(t, c.card, zone_for(seat, zone))) return RULE_NO_SUCH;
    return may_choose(t, c.card) ? 0 : DES_548;
}

static rule_id why_not_spawn_on(const struct table *t, seat_id seat, struct choice c)
{
    const struct question *q = &t->state->question[seat];
    if (c.kind != CHOICE_SPAWN_ON || c.target >= TILES) return RULE_NO_SUCH;
    if (c.option > SPAWN_DEFENCE) return DES_410; // face down
    const struct step *step = step_now(t);
    uint32_t           set  = step ? step->set : 0;
    if (set & set_bit(WORD_IN_ATTACK_MODE) && c.option != IN_ATTACK) return DES_410;
    if (set & set_bit(WORD_IN_DEFENCE_MODE) && c.option != IN_DEFENCE) return DES_410;
    return may_spawn_on(t, seat, q->about, c.target) ? 0 : DES_423;
}

static rule_id why_not_order(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind != CHOICE_FIRST) return RULE_NO_SUCH;
    for (unsigned i = 0; i < s->waiting_count; i++)
        if (s->waiting[i].seat == seat && s->waiting[i].source == c.card) return 0;
    return DES_538;
}

static rule_id why_not_sacrificed(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_BACK) return s->backs < BACKS_MAX ? 0 : DES_R99;
    if (c.kind == CHOICE_ENOUGH) return sacrifice_is_enough(t) ? 0 : DES_411;
    if (c.kind != CHOICE_SACRIFICE || c.card >= s->core.card_count) return RULE_NO_SUCH;
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        if (s->work.named[i].thing == c.card) return RULE_PICKED_TWICE;
    return why_not_sacrifice(t, seat, c.card);
}

static rule_id why_not_add_points(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_BACK) return s->backs < BACKS_MAX ? 0 : DES_R99;
    if (c.kind != CHOICE_POINTS) return RULE_NO_SUCH;
    if (c.option > POINTS_ADDED) return DES_412;
    if (c.option > s->side[seat].spawn_points) return DES_337;
    return c.option + sacrificed_levels(t) >= (unsigned)level_of(t, s->action.card) ? 0 : DES_411;
}

// In an imagined position there may be nothing to give: then there is always a way back.
static rule_id why_not_given(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s = state_at(t);
    if (c.kind == CHOICE_SACRIFICE || c.kind == CHOICE_TARGET) {
        if (!may_pay(t, seat, s->action.card, c.card)) return DES_959;
        return (c.kind == CHOICE_TARGET) == (body_at(s, c.card) == NULL) ? 0 : RULE_NO_SUCH;
    }
    if (c.kind != CHOICE_BACK) return RULE_NO_SUCH;
    if (s->backs < BACKS_MAX) return 0;
    for (card_id card = 0; card < s->core.card_count; card++)
        if (s->cards[card].zone != NO_ZONE && may_pay(t, seat, s->action.card, card))
            return DES_R99;
    return 0;
}

// What is done on one's own turn only, on the other's, where neither window nor chain is open.
rule_id despaira_why_unasked(const struct table *t, seat_id seat, struct choice c)
{
    static const rule_id OWN_TURN[CHOICE_KIND_COUNT] = {
        [CHOICE_SPAWN] = DES_401,      [CHOICE_SACRIFICE_SPAWN] = DES_401,
        [CHOICE_PLACE] = DES_427,      [CHOICE_MOVE] = DES_601,
        [CHOICE_ATTACK] = DES_718,     [CHOICE_HEAL] = DES_764,
        [CHOICE_SWITCH] = DES_633,     [CHOICE_FLIP] = DES_638,
        [CHOICE_DETACH] = DES_831,     [CHOICE_ACTIVATE_HAND] = DES_515,
        [CHOICE_END_BATTLE] = DES_327, [CHOICE_END_TURN] = DES_330,
    };
    const struct despaira_state *s = state_at(t);
    if (!is_well_formed(c) || s->phase == PHASE_SETUP || seat == s->turn_seat) return 0;
    if (c.kind != CHOICE_ACTIVATE && c.kind != CHOICE_ACTIVATE_SECOND) return OWN_TURN[c.kind];
    rule_id no = why_not_answer(t, seat, c.card, c.kind == CHOICE_ACTIVATE_SECOND, false);
    return no == RULE_NO_SUCH ? 0 : no;
}

rule_id despaira_why_not(const struct table *t, seat_id seat, struct choice c)
{
    if (!is_well_formed(c)) return RULE_NO_SUCH;
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_LEADER:
        return c.kind == CHOICE_LEADER && is_in(t, c.card, zone_for(seat, ZONE_LEADER))
                   ? 0
                   : RULE_NO_SUCH;
    case QUESTION_LEADER_TILE:
        return c.kind == CHOICE_LEADER_TILE ? why_not_leader_tile(seat, c.target) : RULE_NO_SUCH;
    case QUESTION_DRAFT:
        return c.kind == CHOICE_DRAFT && is_in(t, c.card, zone_for(seat, ZONE_PACK)) ? 0
                                                                                     : RULE_NO_SUCH;
    case QUESTION_BUILD:
        return c.kind == CHOICE_PICK && is_in(t, c.card, zone_for(seat, ZONE_PICKS)) ? 0
                                                                                     : RULE_NO_SUCH;
    case QUESTION_SIDE: return why_not_side(t, seat, c);
    case QUESTION_ACT: return why_not_act(t, seat, c);
    case QUESTION_SACRIFICE: return why_not_sacrificed(t, seat, c);
    case QUESTION_POINTS: return why_not_add_points(t, seat, c);
    case QUESTION_WHERE: return why_not_where(t, seat, c);
    case QUESTION_RESPOND: return why_not_response(t, seat, c, false);
    case QUESTION_CHAIN: return why_not_response(t, seat, c, true);
    case QUESTION_TARGET: return why_not_target(t, c);
    case QUESTION_PATH: return why_not_path(t, c);
    case QUESTION_LINK: return why_not_link(t, c);
    case QUESTION_ORDER: return why_not_order(t, seat, c);
    case QUESTION_MAY: return c.kind == CHOICE_YES || c.kind == CHOICE_NO ? 0 : RULE_NO_SUCH;
    case QUESTION_CHOOSE: return why_not_choose(t, c);
    case QUESTION_DISCARD:
        return c.kind == CHOICE_TARGET && is_in(t, c.card, zone_for(seat, ZONE_HAND)) ? 0 : DES_807;
    case QUESTION_SEARCH: return why_not_search(t, seat, c);
    case QUESTION_SPAWN_TILE: return why_not_spawn_on(t, seat, c);
    case QUESTION_TILE:
        if (c.kind == CHOICE_TARGET_TILE && may_put_down(t, c.target)) return 0;
        return state_at(t)->action.kind == ACTION_PLACE ? DES_438 : DES_437;
    case QUESTION_RITUAL:
        if (c.kind == CHOICE_BACK) return may_take_back(state_at(t)) ? 0 : DES_R99;
        return c.kind == CHOICE_SACRIFICE && ritual_pays(t, seat, c.card) ? 0 : DES_954;
    case QUESTION_SUMMON: return why_not_given(t, seat, c);
    case QUESTION_SEEN: return c.kind == CHOICE_ENOUGH ? 0 : RULE_NO_SUCH;
    case QUESTION_REPLACE:
        return c.kind == CHOICE_TARGET && replaces_damage(t, seat, c.card) ? 0 : RULE_NO_SUCH;
    case QUESTION_DETACH:
        return c.kind == CHOICE_TARGET_TILE &&
                       may_detach_to(t, t->state->question[seat].about, c.target)
                   ? 0
                   : DES_831;
    }
    return RULE_NO_SUCH;
}
