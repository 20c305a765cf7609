// What may be chosen (rules.md, section 5), and which rule forbids the rest; lists are in offers.c.
#include "games/monad/rules.h"

static const char *const ROW_WORDS[]    = { "front", "mid", "back", NULL };
static const char *const WAYS[]         = { "forward", "back", NULL };
static const char *const REGION_WORDS[] = { "Greenmantle", "Saltmarch", "Cinderfell",
                                            "Hollowdeep",  "Skyreach",  NULL };

static const char *const PERK_WORDS[] = { "none", "Frenzy", "Bulwark", "Swift", "Champion", NULL };
static const char *const LANE_WORDS[] = {
    "left front",  "left mid",    "left back", "center front", "center mid",
    "center back", "right front", "right mid", "right back",   NULL
};

const struct choice_form monad_choice_forms[] = {
    { CHOICE_PICK, "pick {card}", NULL },
    { CHOICE_DONE, "done", NULL },
    { CHOICE_TAKE, "take {card}", NULL },
    { CHOICE_MARK, "mark {card} {option}", NULL },
    { CHOICE_POINTS, "points {option} HP {extra} AP", NULL },
    { CHOICE_GO, "go to {card}", NULL },
    { CHOICE_STAY, "stay", NULL },
    { CHOICE_RUN, "run", NULL },
    { CHOICE_PLACE, "place {card} {word}", ROW_WORDS },
    { CHOICE_ATTACH, "attach {card} to {target}", NULL },
    { CHOICE_BARE, "nothing more", NULL },
    { CHOICE_YES, "yes", NULL },
    { CHOICE_NO, "no", NULL },
    { CHOICE_QUEST, "play {card}", NULL },
    { CHOICE_RESOLVE, "resolve the scenario", NULL },
    { CHOICE_ATTACK, "attack {seat}", NULL },
    { CHOICE_USE, "use {card} {option}", NULL },
    { CHOICE_TARGET, "choose {card}", NULL },
    { CHOICE_ROW, "row {word}", ROW_WORDS },
    { CHOICE_MOVE, "move {card} {word}", WAYS },
    { CHOICE_PASS, "pass", NULL },
    { CHOICE_RECRUIT, "recruit {card} {word}", ROW_WORDS },
    { CHOICE_BUY, "buy {card} for {target}", NULL },
    { CHOICE_SWAP, "swap {card} to {target}", NULL },
    { CHOICE_SELL, "sell {card}", NULL },
    { CHOICE_DROP, "drop {card}", NULL },
    { CHOICE_DISMISS, "dismiss {card}", NULL },
    { CHOICE_REFORM, "put {card} {word}", ROW_WORDS },
    { CHOICE_GIVE_UP, "give up {card}", NULL },
    { CHOICE_LEVEL, "level in {card}", NULL },
    { CHOICE_REGION, "region {word}", REGION_WORDS },
    { CHOICE_SEAT, "name {seat}", NULL },
    { CHOICE_PERK, "perk {word}", PERK_WORDS },
    { CHOICE_LANE, "send {card} {word}", LANE_WORDS },
    { 0 },
};

const char *const monad_questions[] = {
    [0]                     = "",
    [QUESTION_CATALYST]     = "Which catalyst leads your party?",
    [QUESTION_CLASS]        = "Which class of tier 1?",
    [QUESTION_ABILITY]      = "Which ability do you mark?",
    [QUESTION_UNITS]        = "Which Units of your deck join the party?",
    [QUESTION_SCENARIO]     = "Which scenario do you take up?",
    [QUESTION_POINTS]       = "How do you spread the six points of Human Nature?",
    [QUESTION_START]        = "At which starter location?",
    [QUESTION_PLACE]        = "Which unit stands in which row?",
    [QUESTION_OUTFIT]       = "Which Equipment do you buy from your deck, and for whom?",
    [QUESTION_REDRAW]       = "Do you show a hand without a Quest and draw anew?",
    [QUESTION_TRAVEL]       = "Where do you travel?",
    [QUESTION_RUN_TO]       = "Where do you run?",
    [QUESTION_TRAP]         = "Which Front unit is caught in the trap?",
    [QUESTION_PASSAGE]      = "Do you pay for safe passage?",
    [QUESTION_ENCOUNTER]    = "Which encounter do you play?",
    [QUESTION_DELIVER]      = "Which quest is delivered first?",
    [QUESTION_MAIN]         = "Do you play a Quest, resolve your scenario or attack a rival?",
    [QUESTION_WHO_ACTS]     = "Which of your units activates next?",
    [QUESTION_ACT]          = "What does this unit do?",
    [QUESTION_TARGET]       = "Which target?",
    [QUESTION_ROW]          = "Which row?",
    [QUESTION_ORDER]        = "Which one first?",
    [QUESTION_RESPONSE]     = "Do you defend?",
    [QUESTION_DEFENDED]     = "Which target is defended?",
    [QUESTION_CORRODE]      = "Which Equipment corrodes?",
    [QUESTION_MOVE]         = "Does one unit move?",
    [QUESTION_BREAK_OFF]    = "Do you break off the combat?",
    [QUESTION_UNDYING]      = "Which Equipment goes along into the deck?",
    [QUESTION_LOOT]         = "Which Equipment do you find, and for whom?",
    [QUESTION_PROVISION]    = "What do you do in the Provision Phase?",
    [QUESTION_PAY]          = "Which quests do you exhaust?",
    [QUESTION_LEVEL]        = "Do you buy a level?",
    [QUESTION_LEVEL_PAY]    = "Which quests do you shuffle in?",
    [QUESTION_DISCARD]      = "Do you discard a card?",
    [QUESTION_DISCARD_DOWN] = "Which cards do you discard?",
    [QUESTION_UNIT]         = "Which unit?",
    [QUESTION_FROM_DISCARD] = "Which card do you take?",
    [QUESTION_ATTACH]       = "Which Equipment is attached, and to whom?",
    [QUESTION_QUEST]        = "Which quest in progress?",
    [QUESTION_PLACE_AT]     = "Where is your party placed?",
    [QUESTION_SEARCH]       = "Which card do you find?",
    [QUESTION_REGION]       = "Which region?",
    [QUESTION_MAY]          = "Do you do what you may?",
    [QUESTION_BOARD]        = "Which cards do you turn over?",
    [QUESTION_SHUFFLE_IN]   = "Which Units are shuffled into your deck?",
    [QUESTION_TRIGGER]      = "Which of your triggered abilities comes first?",
    [QUESTION_TRADE]        = "Do you agree to the trade?",
    [QUESTION_JOIN]         = "Shall your team mate join the combat?",
    [QUESTION_JOINED]       = "Do you join your team mate's combat?",
    [QUESTION_OPPONENT]     = "Which opponent?",
    [QUESTION_SOME_UNITS]   = "Which units?",
    [QUESTION_READY_QUEST]  = "Which of your quests is turned?",
    [QUESTION_TIRE]         = "Which of your richest quests is exhausted?",
    [QUESTION_EQUIPMENT]    = "Which Equipment is destroyed?",
    [QUESTION_NEAREST]      = "Which of the nearest starter locations?",
    [QUESTION_TOKEN_ROW]    = "In which row does it stand?",
    [QUESTION_DRINK]        = "Who drinks?",
    [QUESTION_TEAM]         = "Which team's formation?",
    [QUESTION_PERK]         = "Which team perk?",
    [QUESTION_HEROES]       = "Which five heroes?",
    [QUESTION_HERO_CLASS]   = "Which class does this hero get?",
    [QUESTION_HERO_ABILITY] = "Which ability does this hero begin with?",
    [QUESTION_CREEP]        = "Where does this creep go?",
    [QUESTION_DEPLOY]       = "Which hero goes where?",
    [QUESTION_KEEP]         = "Which Equipment does your catalyst keep?",
    [QUESTION_OFFERED]      = "Which catalyst do you keep?",
    [QUESTION_DRAFT]        = "Which card do you take?",
    [QUESTION_REBUILD]      = "Do you rebuild your deck?",
    [QUESTION_TAKE_OUT]     = "Which cards leave your deck?",
    [QUESTION_TAKE_IN]      = "Which cards come into your deck?",
    [QUESTION_LEAVE_OUT]    = "Which cards stay out of your deck?",
    NULL,
};

static bool is_in(const struct table *t, card_id card, zone_id zone)
{
    return card < t->state->card_count && card_at(t->state, card)->zone == zone;
}
static bool is_in_own_party(const struct monad_state *s, seat_id seat, card_id card)
{
    return is_unit(s, card) && !is_encounter_unit(s, card) &&
           zone_seat(card_at(&s->core, card)->zone) == seat;
}

// ---- setting up

bool meets_requirements(const struct table *t, seat_id seat, card_id class_card) // MON-068
{
    const struct side     *me  = &state_at(t)->side[seat];
    const struct card_def *def = def_of(t, class_card);
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (l->top != W_REQUIRES) continue;
        const struct op *need = &t->pool->ops[l->op + 1];
        if (need->code == W_TAG && !has_tag(t, me->catalyst, (unsigned)need->value)) return false;
        if (need->code == W_LEVEL && me->level < number_at(t->pool, l->op)) return false;
    }
    return true;
}

unsigned ability_count(const struct table *t, card_id class_card)
{
    const struct card_def *def = def_of(t, class_card);
    unsigned               n   = 0;
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        n += is_ability(book(t)->lines[i].code);
    }
    return n;
}

static rule_id why_not_mark(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s  = state_at(t);
    const struct question    *q  = &s->core.question[seat];
    card_id                   of = q->arg ? (card_id)q->about : s->side[seat].fast;
    if (c.card != of || !c.option || c.option > ability_count(t, of)) return MON_072;
    unsigned marks = q->arg ? s->side[seat].marks[def_of(t, of)->field[FIELD_TIER] - 1] : 0;
    return marks >> (c.option - 1) & 1 ? MON_072 : 0;
}

static rule_id why_not_unit_pick(const struct table *t, seat_id seat, card_id card)
{
    const struct question *q   = &t->state->question[seat];
    int                    sum = 0;
    if (!is_in(t, card, zone_of_seat(ZONE_DECK, seat)) || kind_of(t, card) != KIND_UNIT)
        return q->arg ? MON_513 : MON_111;
    for (unsigned i = 0; i < q->picked; i++) sum += def_of(t, q->pick[i])->field[FIELD_LEVEL];
    const struct monad_state *s       = state_at(t);
    bool                      veteran = s->core.mode == MODE_CAMPAIGN && s->game > 1;
    int most = q->arg ? REBUILD_LEVELS : veteran ? 5 + 2 * s->side[seat].level : START_LEVELS;
    if (sum + def_of(t, card)->field[FIELD_LEVEL] > most)
        return q->arg ? MON_513 : veteran ? MON_914 : MON_113;
    return 0;
}

static rule_id why_not_start(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s = state_at(t);
    if (!is_in(t, card, ZONE_MAP) || !has_tag(t, card, TAG_STARTER))
        return s->core.question[seat].arg ? MON_512 : MON_117;
    if (!is_in_location_deck(t, seat, card)) return MON_105;
    if (s->core.question[seat].arg) return 0;
    for (seat_id other = 0; other < s->core.seats; other++)
        if (other != seat && s->side[other].location == card) return MON_117;
    return 0;
}

static rule_id why_not_place(const struct table *t, seat_id seat, struct choice c)
{
    c.kind       = CHOICE_REFORM;
    rule_id rule = why_not_provision(t, seat, c);
    return rule == MON_560 ? MON_118 : rule;
}

static rule_id why_not_find(const struct table *t, seat_id seat, struct choice c, int most,
                            rule_id rule)
{
    rule_id no;
    if (!is_in(t, c.card, zone_of_seat(ZONE_DECK, seat)) || kind_of(t, c.card) != KIND_EQUIPMENT)
        return rule;
    if (!is_in_own_party(state_at(t), seat, (card_id)c.target)) return rule;
    if (def_of(t, c.card)->field[FIELD_QUALITY] > most) return rule;
    return why_cannot_bear(t, (card_id)c.target, c.card, &no) ? no : 0;
}

static bool holds_a_quest(const struct table *t, seat_id seat)
{
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_HAND, seat))
        if (kind_of(t, card) == KIND_QUEST) return true;
    return false;
}

// ---- turns

static rule_id why_not_go(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (c.kind == CHOICE_STAY) return 0;
    if (c.kind == CHOICE_RUN) return is_faced(s, seat) && !s->core.question[seat].arg ? 0 : MON_215;
    if (c.kind != CHOICE_GO) return RULE_NO_SUCH;
    if (is_faced(s, seat)) return MON_208;
    return why_not_travel(t, seat, c.card);
}

static rule_id why_not_encounter(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s         = state_at(t);
    const struct question    *q         = &s->core.question[seat];
    seat_id                   party     = (seat_id)q->about;
    bool                      from_deck = is_in(t, c.card, zone_of_seat(ZONE_DECK, seat));
    rule_id                   rule;
    if (c.kind == CHOICE_BARE) return 0;
    if (c.kind != CHOICE_PLACE && c.kind != CHOICE_ATTACH) return RULE_NO_SUCH;
    if (!is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) && !(from_deck && q->arg))
        return from_deck ? MON_327 : MON_233;
    if (c.kind == CHOICE_PLACE) {
        if (kind_of(t, c.card) != KIND_UNIT) return MON_233;
        if (budget_cost(t, party, c.card) > s->budget) return MON_233;
        if (side_size(s, party, true) >= SIDE_MAX) return MON_034;
        return can_stand(t, party, true, c.option) ? 0 : MON_466;
    }
    if (kind_of(t, c.card) != KIND_EQUIPMENT) return MON_236;
    if (!is_unit(s, (card_id)c.target) || card_at(&s->core, (card_id)c.target)->owner != seat ||
        !is_encounter_unit(s, (card_id)c.target) ||
        zone_seat(card_at(&s->core, (card_id)c.target)->zone) != party)
        return MON_236;
    if (budget_cost(t, party, c.card) > s->budget) return MON_233;
    return why_cannot_bear(t, (card_id)c.target, c.card, &rule) ? rule : 0;
}

static rule_id why_not_main(const struct table *t, seat_id seat, struct choice c)
{
    switch (c.kind) {
    case CHOICE_PASS: return 0;
    case CHOICE_QUEST: return why_not_quest(t, seat, c.card);
    case CHOICE_RESOLVE: return why_not_resolve(t, seat);
    case CHOICE_ATTACK: return why_not_attack(t, seat, c.option);
    default: return RULE_NO_SUCH;
    }
}

// ---- combat

static bool finds_ability(const struct table *t, card_id unit, struct choice c, unsigned code,
                          struct ability *out)
{
    struct ability list[ABILITIES_MAX];
    if (c.card >= t->state->card_count || !c.option) return false;
    size_t n = abilities_of(t, unit, code, list);
    for (size_t i = 0; i < n; i++)
        if (list[i].source == c.card &&
            list[i].line == def_of(t, c.card)->line_first + c.option - 1u) {
            *out = list[i];
            return true;
        }
    return false;
}

static rule_id why_not_act(const struct table *t, seat_id seat, struct choice c)
{
    card_id        unit = (card_id)t->state->question[seat].about;
    struct ability a;
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_USE) return RULE_NO_SUCH;
    if (!finds_ability(t, unit, c, W_AGGRESSIVE, &a)) return MON_408;
    return can_use(t, unit, a) ? 0 : MON_414;
}

static rule_id why_not_target(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s    = state_at(t);
    const struct question    *q    = &s->core.question[seat];
    card_id                   unit = (card_id)q->about;
    if (!is_unit(s, card) || !is_in_combat(s, card)) return MON_455;
    if (!is_legal_target(t, unit, action_line(t), card))
        return body_at(s, card)->flags & BODY_HIDDEN && is_opposing(s, unit, card) ? MON_716
               : is_opposing(s, unit, card) == (action_line(t)->own != 0)          ? MON_455
                                                                                   : MON_453;
    if (!is_on_chosen_side(s, card)) return MON_857;
    return q->arg && seen_row(t, unit, card) != q->arg - 1u ? MON_457 : 0;
}

static rule_id why_not_row(const struct table *t, seat_id seat, unsigned row)
{
    const struct monad_state *s    = state_at(t);
    const struct question    *q    = &s->core.question[seat];
    card_id                   unit = (card_id)q->about, list[TARGETS_MAX];
    if (row >= ROWS) return MON_465;
    size_t n = units_in_combat(s, list);
    for (size_t i = 0; i < n; i++)
        if (is_legal_target(t, unit, action_line(t), list[i]) && is_on_chosen_side(s, list[i]) &&
            seen_row(t, unit, list[i]) == row)
            return 0;
    return MON_456;
}

static rule_id why_not_token_row(const struct table *t, seat_id seat, unsigned row)
{
    if (row >= ROWS) return MON_465;
    return can_stand_in(t, (zone_id)(t->state->question[seat].arg + row)) ? 0 : MON_466;
}

static rule_id why_not_team(const struct table *t, seat_id seat, unsigned team)
{
    const struct question *q = &t->state->question[seat];
    return team < SEATS_MAX && sides_with_targets(t, (card_id)q->about, action_line(t)) >> team & 1
               ? 0
               : MON_857;
}

static rule_id why_not_opponent(const struct monad_state *s, seat_id seat, unsigned other)
{
    return other < s->core.seats && !is_out(s, (seat_id)other) &&
                   is_enemy(&s->core, seat, (seat_id)other)
               ? 0
               : MON_014;
}

static rule_id why_not_drink(const struct table *t, seat_id seat, card_id card)
{
    const struct question *q = &t->state->question[seat];
    if (!is_in_own_party(state_at(t), seat, card)) return MON_677;
    return card == q->about || distance(t, (card_id)q->about, card) <= q->arg ? 0 : MON_677;
}

static rule_id why_not_response(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    struct ability            a;
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_USE || c.card >= s->core.card_count) return RULE_NO_SUCH;
    if (card_at(&s->core, c.card)->owner >= s->core.seats) return MON_418;
    card_id unit = unit_of_source(t, c.card);
    if (unit == NO_CARD || !is_unit(s, unit) || !is_in_combat(s, unit) ||
        controller_of(s, unit) != seat)
        return MON_418;
    if (!finds_ability(t, unit, c, W_DEFENSIVE, &a)) return MON_418;
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (can_defend(t, unit, a, s->action.target[i])) return 0;
    return cost_of(t, unit, &book(t)->lines[a.line]) > ap_left(t, unit) ? MON_415 : MON_420;
}

static rule_id why_not_defended(const struct table *t, card_id card)
{
    const struct monad_state *s = state_at(t);
    const struct defence     *d = &s->action.defence[s->action.defences - 1];
    struct ability            a = { d->source, def_of(t, d->source)->line_first + d->line };
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (s->action.target[i] == card) return can_defend(t, d->defender, a, card) ? 0 : MON_420;
    return MON_427;
}

static rule_id why_not_move(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_MOVE || c.option > 1) return RULE_NO_SUCH;
    if (!is_unit(s, c.card) || !is_in_combat(s, c.card) ||
        side_of(s, c.card) != s->core.question[seat].arg)
        return MON_469;
    if (body_at(s, c.card)->status[PINNED]) return MON_745;
    return voluntary_move_changes(t, c.card, c.option) ? 0 : MON_470;
}

// ---- gold and levels: the dearest first, so that nothing needless is among them (MON-572,
// MON-583)

static rule_id why_not_exhaust(const struct table *t, seat_id seat, card_id card, unsigned field,
                               int price, int more, rule_id rule)
{
    const struct core *c   = t->state;
    int                sum = 0, rest = 0;
    if (!is_in(t, card, zone_of_seat(ZONE_COMPLETED, seat)) ||
        card_at(c, card)->flags & CARD_MARKED)
        return rule;
    if (field == FIELD_GOLD && card_at(c, card)->flags & CARD_SIDEWAYS) return MON_571;
    int worth = def_of(t, card)->field[field];
    EACH_IN_ZONE(other, c, zone_of_seat(ZONE_COMPLETED, seat)) {
        int value = def_of(t, other)->field[field];
        if (card_at(c, other)->flags & CARD_MARKED) {
            if (value < worth) return rule;
            sum += value;
        } else if (other != card && value <= worth &&
                   !(field == FIELD_GOLD && card_at(c, other)->flags & CARD_SIDEWAYS)) {
            rest += value;
        }
    }
    return sum + worth + rest + more >= price ? 0 : rule;
}

static rule_id why_not_level(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s   = state_at(t);
    const struct side        *me  = &s->side[seat];
    int                       sum = 0, tiers = 0;
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_LEVEL || c.card >= s->core.card_count || kind_of(t, c.card) != KIND_CLASS)
        return RULE_NO_SUCH;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, seat)) {
        (void)card;
        tiers++;
    }
    int tier = def_of(t, c.card)->field[FIELD_TIER];
    if (is_in(t, c.card, zone_of_seat(ZONE_CLASS, seat))) {
        if (tier != tiers) return MON_071;
        if (__builtin_popcount(me->marks[tier - 1]) >= (int)ability_count(t, c.card))
            return MON_073;
    } else if (is_in(t, c.card, ZONE_CLASSES)) {
        if (tier <= tiers) return MON_069;
        if (tier != tiers + 1 || me->level < (tier == 2 ? 2 : 4)) return MON_070;
        if (!meets_requirements(t, seat, c.card)) return MON_068;
    } else {
        return MON_071;
    }
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, seat))
        sum += def_of(t, card)->field[FIELD_LEVEL];
    return sum > 0 && sum >= level_cost(t, seat, c.card) ? 0 : MON_581;
}

// ---- effects

static rule_id why_not_named(const struct table *t, seat_id seat, card_id card)
{
    const struct question *q = &t->state->question[seat];
    card_id                list[NAMED_MAX];
    size_t                 n = units_named(t, q->arg, seat, (card_id)q->about, NO_CARD, list);
    for (size_t i = 0; i < n; i++)
        if (list[i] == card) return 0;
    return MON_014;
}

static rule_id why_not_from(const struct table *t, seat_id seat, card_id card, unsigned zone)
{
    const struct question *q    = &t->state->question[seat];
    uint32_t               verb = verb_asked(q);
    if (!is_in(t, card, zone_of_seat(zone, seat))) return MON_016;
    if (!verb) return kind_of(t, card) == KIND_UNIT ? 0 : MON_633;
    return fits_filter(t, verb, card) ? 0 : MON_016;
}

static bool waits(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->waiting_count && c.option; i++)
        if (s->waiting[i].who == seat && s->waiting[i].source == c.card &&
            s->waiting[i].line == def_of(t, c.card)->line_first + c.option - 1u)
            return true;
    return false;
}

// ---- all of them

// Which members a kind of choice uses.
enum { USES_CARD = 1, USES_TARGET = 2, USES_OPTION = 4, USES_EXTRA = 8 };
static const uint8_t MEMBERS[CHOICE_LANE + 1] = {
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
};
static bool is_well_formed(struct choice c)
{
    unsigned uses = c.kind <= CHOICE_LANE ? MEMBERS[c.kind] : 0;
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
        if (def_of(t, c.card)->field[FIELD_TIER] != 1) return MON_070;
        return meets_requirements(t, seat, c.card) ? 0 : MON_068;
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
    case QUESTION_PLACE:
        return c.kind == CHOICE_BARE ? 0 : only(c, CHOICE_PLACE, why_not_place(t, seat, c));
    case QUESTION_OUTFIT:
        return c.kind == CHOICE_BARE
                   ? 0
                   : only(c, CHOICE_ATTACH, why_not_find(t, seat, c, q->arg / 100, MON_119));
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
    case QUESTION_LOOT:
        return c.kind == CHOICE_BARE
                   ? 0
                   : only(c, CHOICE_ATTACH, why_not_find(t, seat, c, q->arg, MON_334));
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
    case QUESTION_BOARD:
        return only(c, CHOICE_PICK, is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_588);
    case QUESTION_UNIT: return only(c, CHOICE_TARGET, why_not_named(t, seat, c.card));
    case QUESTION_SOME_UNITS: return only(c, CHOICE_PICK, why_not_named(t, seat, c.card));
    case QUESTION_FROM_DISCARD:
        if (c.kind == CHOICE_BARE && zone_of_verb(t, verb_asked(q)) == ZONE_HAND) return 0;
        return only(c, CHOICE_TAKE, why_not_from(t, seat, c.card, zone_of_verb(t, verb_asked(q))));
    case QUESTION_ATTACH:
        if (c.kind == CHOICE_BARE && zone_of_verb(t, verb_asked(q)) == ZONE_HAND) return 0;
        return only(c, CHOICE_ATTACH,
                    c.kind == CHOICE_ATTACH &&
                            is_in(t, c.card, zone_of_seat(zone_of_verb(t, verb_asked(q)), seat)) &&
                            may_attach(t, seat, verb_asked(q), c.card, (card_id)c.target)
                        ? 0
                        : MON_650);
    case QUESTION_QUEST:
        return only(c, CHOICE_TAKE,
                    is_in(t, c.card, zone_of_seat(ZONE_QUESTS, seat)) ? 0 : MON_014);
    case QUESTION_PLACE_AT:
        return only(c, CHOICE_GO, may_be_placed_at(t, seat, verb_asked(q), c.card) ? 0 : MON_014);
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
    case QUESTION_TRIGGER: return only(c, CHOICE_USE, waits(t, seat, c) ? 0 : MON_015);
    case QUESTION_SHUFFLE_IN:
        return only(c, CHOICE_PICK,
                    is_in_own_party(s, seat, c.card) && kind_of(t, c.card) == KIND_UNIT ? 0
                                                                                        : MON_014);
    }
    return RULE_NO_SUCH;
}
