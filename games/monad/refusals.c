// Which rule forbids an answer, question by question in rulebook order (rules.md, section 5).
#include "games/monad/rules.h"

bool is_in(const struct table *t, card_id card, zone_id zone)
{
    return card < t->state->card_count && card_at(t->state, card)->zone == zone;
}
bool is_in_own_party(const struct monad_state *s, seat_id seat, card_id card)
{
    return is_unit(s, card) && !is_encounter_unit(s, card) &&
           zone_seat(card_at(&s->core, card)->zone) == seat;
}

// ---- setting up

// Of what stands in one line, with "or" between it.
static bool is_one_met(const struct table *t, const struct side *me, uint32_t line)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t op = line + 1; op < op_after(ops, line); op = (uint32_t)op_after(ops, op)) {
        if (ops[op].code == W_TAG && has_tag(t, me->catalyst, (unsigned)ops[op].value)) return true;
        if (ops[op].code == W_LEVEL && me->level >= number_at(t->pool, op)) return true;
        if (ops[op].code == OP_NAME && is_called(t, me->catalyst, &ops[op])) return true;
    }
    return false;
}

static bool meets_requirements(const struct table *t, seat_id seat, card_id class_card) // MON-068
{
    const struct side     *me  = &state_at(t)->side[seat];
    const struct card_def *def = def_of(t, class_card);
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        const struct line_info *l = &book(t)->lines[i];
        if (l->top != W_REQUIRES) continue;
        if (!is_one_met(t, me, l->op)) return false;
    }
    return true;
}

static bool can_be_first(const struct table *t, card_id class_card)
{
    return def_of(t, class_card)->field[FIELD_TIER] == 1;
}

rule_id why_not_first_class(const struct table *t, seat_id seat, card_id class_card)
{
    if (!can_be_first(t, class_card)) return MON_070;
    if (meets_requirements(t, seat, class_card)) return 0;
    EACH_IN_ZONE(other, t->state, ZONE_CLASSES)
        if (can_be_first(t, other) && meets_requirements(t, seat, other)) return MON_068;
    return 0; // MON-R124
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

rule_id why_not_mark(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s  = state_at(t);
    const struct question    *q  = &s->core.question[seat];
    card_id                   of = q->arg ? (card_id)q->about : s->side[seat].fast;
    if (c.card != of || !c.option || c.option > ability_count(t, of)) return MON_072;
    unsigned marks = q->arg ? s->side[seat].marks[def_of(t, of)->field[FIELD_TIER] - 1] : 0;
    return marks >> (c.option - 1) & 1 ? MON_072 : 0;
}

// MON-113, MON-513, MON-914: what Units may still be picked.
int levels_left(const struct table *t, seat_id seat)
{
    const struct monad_state *s       = state_at(t);
    const struct question    *q       = &s->core.question[seat];
    bool                      veteran = s->core.mode == MODE_CAMPAIGN && s->game > 1;
    int most = q->arg ? REBUILD_LEVELS : veteran ? 5 + 2 * s->side[seat].level : START_LEVELS;
    for (unsigned i = 0; i < q->picked; i++) most -= def_of(t, q->pick[i])->field[FIELD_LEVEL];
    return most;
}

rule_id why_not_unit_pick(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s = state_at(t);
    const struct question    *q = &s->core.question[seat];
    if (!is_in(t, card, zone_of_seat(ZONE_DECK, seat)) || kind_of(t, card) != KIND_UNIT)
        return q->arg ? MON_513 : MON_111;
    if (def_of(t, card)->field[FIELD_LEVEL] <= levels_left(t, seat)) return 0;
    bool veteran = s->core.mode == MODE_CAMPAIGN && s->game > 1;
    return q->arg ? MON_513 : veteran ? MON_914 : MON_113;
}

rule_id why_not_start(const struct table *t, seat_id seat, card_id card)
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

rule_id why_not_placing(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_BARE) return 0;
    return c.kind == CHOICE_PLACE ? why_not_place(t, seat, c) : (rule_id)RULE_NO_SUCH;
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

rule_id why_not_outfit(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_BARE) return 0;
    if (c.kind != CHOICE_ATTACH) return RULE_NO_SUCH;
    return why_not_find(t, seat, c, t->state->question[seat].arg / 100, MON_119);
}

rule_id why_not_loot(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind == CHOICE_BARE) return 0;
    if (c.kind != CHOICE_ATTACH) return RULE_NO_SUCH;
    return why_not_find(t, seat, c, t->state->question[seat].arg, MON_334);
}

bool holds_a_quest(const struct table *t, seat_id seat)
{
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_HAND, seat))
        if (kind_of(t, card) == KIND_QUEST) return true;
    return false;
}

// ---- turns

rule_id why_not_go(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (c.kind == CHOICE_STAY) return 0;
    if (c.kind == CHOICE_RUN) return is_faced(s, seat) && !s->core.question[seat].arg ? 0 : MON_215;
    if (c.kind != CHOICE_GO) return RULE_NO_SUCH;
    if (is_faced(s, seat)) return MON_208;
    return why_not_travel(t, seat, c.card);
}

// Only some fights let their hazard player search.
static rule_id why_not_from_deck(const struct monad_state *s)
{
    for (unsigned i = s->core.depth; i-- > 0;)
        if (s->frames[i].flow == FLOW_FIGHT)
            return s->frames[i].kind == COMBAT_QUEST      ? MON_310
                   : s->frames[i].kind == COMBAT_SCENARIO ? MON_343
                                                          : MON_233;
    return MON_233;
}

const struct planned *planned_of(const struct monad_state *s, card_id card)
{
    for (unsigned i = 0; i < s->planned_count; i++)
        if (s->planned[i].card == card) return &s->planned[i];
    return NULL;
}

// MON-466: among the Units that are planned. MON-034 for them.
static rule_id why_not_planned_in(const struct monad_state *s, unsigned row)
{
    unsigned in[ROWS] = { 0 }, units = 0;
    for (unsigned i = 0; i < s->planned_count; i++) {
        if (s->planned[i].host != NO_CARD) continue;
        in[s->planned[i].row]++;
        units++;
    }
    if (units >= SIDE_MAX) return MON_034;
    return row < ROWS && (row == FRONT || in[row - 1]) ? 0 : MON_466;
}

rule_id why_not_encounter(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s         = state_at(t);
    const struct question    *q         = &s->core.question[seat];
    seat_id                   party     = (seat_id)q->about;
    bool                      from_deck = is_in(t, c.card, zone_of_seat(ZONE_DECK, seat));
    if (c.kind == CHOICE_BARE) return 0;
    if (c.kind != CHOICE_PLACE && c.kind != CHOICE_ATTACH) return RULE_NO_SUCH;
    if (!is_in(t, c.card, zone_of_seat(ZONE_HAND, seat)) && !(from_deck && q->arg))
        return from_deck ? why_not_from_deck(s) : MON_233;
    if (planned_of(s, c.card)) return MON_237;
    if (c.kind == CHOICE_PLACE && kind_of(t, c.card) != KIND_UNIT) return MON_233;
    if (c.kind == CHOICE_ATTACH) {
        const struct planned *bearer = planned_of(s, (card_id)c.target);
        if (kind_of(t, c.card) != KIND_EQUIPMENT || !bearer || bearer->host != NO_CARD)
            return MON_236;
    }
    if (budget_cost(t, party, c.card) > budget_left(t, party)) return MON_233;
    if (s->planned_count >= PLANNED_MAX) return MON_R119;
    return c.kind == CHOICE_PLACE ? why_not_planned_in(s, c.option)
                                  : why_not_planned_on(t, (card_id)c.target, c.card);
}

rule_id why_not_main(const struct table *t, seat_id seat, struct choice c)
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

// MON-726, MON-756: what a unit cannot do whatever it can pay.
static rule_id why_not_again(const struct table *t, card_id unit, struct ability a)
{
    unsigned uses = book(t)->lines[a.line].uses;
    if (body_at(state_at(t), unit)->status[DO_NOT_ACT]) return MON_756;
    return uses && tally_of(t, TALLY_USED, a) >= uses ? MON_726 : 0;
}

rule_id why_not_act(const struct table *t, seat_id seat, struct choice c)
{
    card_id        unit = (card_id)t->state->question[seat].about;
    struct ability a;
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_USE) return RULE_NO_SUCH;
    if (!finds_ability(t, unit, c, W_AGGRESSIVE, &a)) return MON_408;
    if (can_use(t, unit, a)) return 0;
    if (state_at(t)->combat.kind == COMBAT_ARENA && state_at(t)->team_turns == 1) return MON_856;
    rule_id spent = why_not_again(t, unit, a);
    return spent ? spent : MON_414;
}

rule_id why_not_target(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s    = state_at(t);
    const struct question    *q    = &s->core.question[seat];
    card_id                   unit = (card_id)q->about;
    if (is_unit(s, card) && zone_kind(card_at(&s->core, card)->zone) == ZONE_BASE &&
        !is_in_combat(s, card))
        return MON_888;
    if (!is_unit(s, card) || !is_in_combat(s, card)) return MON_455;
    if (!is_legal_target(t, unit, action_line(t), card) && has_tag(t, card, TAG_CREEP) &&
        s->combat.kind == COMBAT_LANE && !is_opposing(s, unit, card) &&
        is_against_opponents(action_line(t)))
        return is_weak(t, card) ? MON_453 : MON_885;
    if (!is_legal_target(t, unit, action_line(t), card))
        return body_at(s, card)->flags & BODY_HIDDEN && is_opposing(s, unit, card) ? MON_716
               : is_opposing(s, unit, card) == (action_line(t)->own != 0)          ? MON_455
                                                                                   : MON_453;
    if (!is_on_chosen_side(s, card)) return MON_857;
    return q->arg && seen_row(t, unit, card) != q->arg - 1u ? MON_457 : 0;
}

rule_id why_not_row(const struct table *t, seat_id seat, unsigned row)
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

rule_id why_not_token_row(const struct table *t, seat_id seat, unsigned row)
{
    if (row >= ROWS) return MON_465;
    return can_stand_in(t, (zone_id)(t->state->question[seat].arg + row)) ? 0 : MON_466;
}

rule_id why_not_team(const struct table *t, seat_id seat, unsigned team)
{
    const struct question *q = &t->state->question[seat];
    return team < SEATS_MAX && sides_with_targets(t, (card_id)q->about, action_line(t)) >> team & 1
               ? 0
               : MON_857;
}

rule_id why_not_opponent(const struct monad_state *s, seat_id seat, unsigned other)
{
    return other < s->core.seats && !is_out(s, (seat_id)other) &&
                   is_enemy(&s->core, seat, (seat_id)other)
               ? 0
               : MON_014;
}

rule_id why_not_drink(const struct table *t, seat_id seat, card_id card)
{
    const struct question *q = &t->state->question[seat];
    if (!is_in_own_party(state_at(t), seat, card)) return MON_677;
    return card == q->about || distance(t, (card_id)q->about, card) <= q->arg ? 0 : MON_677;
}

rule_id why_not_response(const struct table *t, seat_id seat, struct choice c)
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
    rule_id spent = why_not_again(t, unit, a);
    if (spent) return spent;
    if (cost_of(t, unit, &book(t)->lines[a.line]) > ap_left(t, unit)) return MON_415;
    bool aside = line_of(t, s->action.source, s->action.line)->area != AREA_SINGLE &&
                 book(t)->lines[a.line].intercepts;
    return aside ? MON_682 : MON_420;
}

rule_id why_not_defended(const struct table *t, card_id card)
{
    const struct monad_state *s = state_at(t);
    const struct defence     *d = &s->action.defence[s->action.defences - 1];
    struct ability            a = { d->source, def_of(t, d->source)->line_first + d->line };
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (s->action.target[i] == card) return can_defend(t, d->defender, a, card) ? 0 : MON_420;
    return MON_427;
}

rule_id why_not_move(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (c.kind == CHOICE_PASS) return 0;
    if (c.kind != CHOICE_MOVE || c.option > 1) return RULE_NO_SUCH;
    if (!is_unit(s, c.card) || !is_in_combat(s, c.card) ||
        side_of(s, c.card) != s->core.question[seat].arg)
        return s->combat.kind == COMBAT_ARENA ? MON_858 : MON_469;
    if (is_fixed(t, c.card)) return MON_873;
    if (body_at(s, c.card)->status[PINNED]) return MON_745;
    return voluntary_move_changes(t, c.card, c.option) ? 0 : MON_470;
}

// ---- gold and levels: no quest may be needless in the end (MON-572, MON-583)

enum { SUMS_MAX = 4096 };

// Can some of these values come to `least` up to `most`, none of them being below `floor`, and one
// of them being just that if `with` says so?
static bool can_come_to(const int *value, unsigned n, int least, int most, int floor, bool with)
{
    uint64_t sums[2][SUMS_MAX / 64] = { { 1 } }; // without one that is `floor`; with
    if (most >= SUMS_MAX) most = SUMS_MAX - 1;
    for (unsigned i = 0; i < n; i++) {
        if (value[i] < floor || value[i] > most) continue;
        unsigned words = (unsigned)value[i] / 64, bits = (unsigned)value[i] % 64;
        for (unsigned k = SUMS_MAX / 64; k-- > words;) {
            uint64_t moved[2];
            for (unsigned from = 0; from < 2; from++) {
                moved[from] = sums[from][k - words] << bits;
                if (bits && k > words) moved[from] |= sums[from][k - words - 1] >> (64 - bits);
            }
            // Only now, lest a value that moves less than a word counts twice.
            for (unsigned from = 0; from < 2; from++)
                sums[from || value[i] == floor][k] |= moved[from];
        }
    }
    for (int sum = least > 0 ? least : 0; sum <= most; sum++)
        if (sums[1][sum / 64] >> sum % 64 & 1 || (!with && sums[0][sum / 64] >> sum % 64 & 1))
            return true;
    return false;
}

// The set so far with this card can be made one that covers the price, `more` being loose gold, and
// from which no quest could be left out.
rule_id why_not_exhaust(const struct table *t, seat_id seat, card_id card, unsigned field,
                        int price, int more, rule_id rule)
{
    const struct core *c = t->state;
    int                value[DECK_MAX];
    unsigned           n = 0;
    if (!is_in(t, card, zone_of_seat(ZONE_COMPLETED, seat)) ||
        card_at(c, card)->flags & CARD_MARKED)
        return rule;
    if (field == FIELD_GOLD && card_at(c, card)->flags & CARD_SIDEWAYS) return MON_571;
    int sum = def_of(t, card)->field[field], least = sum;
    EACH_IN_ZONE(other, c, zone_of_seat(ZONE_COMPLETED, seat)) {
        int worth = def_of(t, other)->field[field];
        if (other == card || (field == FIELD_GOLD && card_at(c, other)->flags & CARD_SIDEWAYS))
            continue;
        if (!(card_at(c, other)->flags & CARD_MARKED)) {
            if (n < DECK_MAX) value[n++] = worth;
            continue;
        }
        sum += worth;
        if (worth < least) least = worth;
    }
    if (sum >= price) return sum - least < price ? 0 : rule;
    if (sum + more >= price) return 0; // loose gold pays the rest
    int need = price - sum;
    if (more && can_come_to(value, n, need - more, need - 1, 0, false)) return 0;
    if (can_come_to(value, n, need, need + least - 1, least, false)) return 0;
    for (unsigned i = 0; i < n; i++)
        if (value[i] < least && can_come_to(value, n, need, need + value[i] - 1, value[i], true))
            return 0;
    return rule;
}

rule_id why_not_level(const struct table *t, seat_id seat, struct choice c)
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

// The pile of which a card is to be taken: that of a text, or of a shrine (MON-633).
unsigned pile_asked(const struct table *t, seat_id seat)
{
    return t->state->question[seat].arg ? pile_of_step(t, step_asked(t, seat))
                                        : (unsigned)ZONE_DISCARD;
}

// "Up to 2 Units": so many, or fewer.
bool may_take_less(const struct table *t, seat_id seat)
{
    return t->state->question[seat].arg && step_asked(t, seat)->flags & STEP_AS_MUCH;
}

rule_id why_not_from(const struct table *t, seat_id seat, card_id card, unsigned zone)
{
    if (!is_in(t, card, zone_of_seat(zone, seat))) return MON_016;
    if (!t->state->question[seat].arg) return kind_of(t, card) == KIND_UNIT ? 0 : MON_633;
    return is_meant_by(t, step_asked(t, seat), card) ? 0 : MON_016;
}

bool has_waiting(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->waiting_count && c.option; i++)
        if (s->waiting[i].who == seat && s->waiting[i].source == c.card &&
            s->waiting[i].line == def_of(t, c.card)->line_first + c.option - 1u)
            return true;
    return false;
}
