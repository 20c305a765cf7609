// How a player without much time judges a position, and what they would answer at once: for bots
// that look ahead. Hands count by their size; nobody's hidden faces are looked at.
#include "games/monad/rules.h"

// What things are worth, in tenths of a point of HP.
enum weight {
    WORTH_VP        = 1500, // of a campaign's earlier games
    WORTH_LEVEL     = 60,   // of a Unit in a party
    WORTH_HP        = 7,
    WORTH_AP        = 3,
    WORTH_AP_ENOUGH = 8, // each AP that a unit can have, up to AP_ENOUGH
    AP_ENOUGH       = 6,
    WORTH_STRIKE    = 8,   // having struck rather than waited
    WORTH_CATALYST  = 100, // each HP of a catalyst that is left, up to CATALYST_ENOUGH
    CATALYST_ENOUGH = 10,
    WORTH_COVER     = 45,  // each row in front of a catalyst
    WORTH_REACH     = 20,  // a unit that stands where it reaches somebody
    WORTH_CLASS     = 260, // a level of the catalyst
    WORTH_DAMAGE    = 14,  // a point that one of its abilities deals, for its cost
    WORTH_QUEST     = 45,  // a level of a completed quest
    WORTH_GOLD      = 30,  // a hundred
    WORTH_LVL_TOKEN = 40,
    WORTH_CARD      = 4,
    WORTH_EQUIPMENT = 25, // a quality level
    WORTH_FACED     = 20,
    WORTH_REBUILT   = 1000, // a party as it is built anew after a catalyst's death (MON-513)
    WORTH_DEATH     = 150,  // what that death costs besides: a turn, gold, quests under way
    LOST_SHARE      = 2,    // of the fights that are not won, those in which the catalyst dies
    DRAIN_SHARE     = 2,    // part of an encounter that a won one costs
    WORTH_BUDGET    = 130,  // a level of an encounter that has not been played yet
    QUEST_STEPS     = 2,    // that completing a quest takes
    LEVEL_STEPS     = 9,    // that a level costs at most
    STEPS_MAX       = 8,    // to complete a scenario; more make no difference
    READY_SHARE     = 2,    // part of it that counts while a scenario cannot be completed yet
    PRIZE_OF_WIN    = 5000, // a fight for a scenario that wins the game, and for another one
    PRIZE_OF_VP     = 3500,
    WORTH_KIN       = 5, // a Unit of the deck that has the catalyst's race
    WORTH_LANE_HP   = 6,
    WORTH_TOWER     = 300,
};

// How far a unit's attacks reach, by what is printed; 0: it has none.
static int reach_of(const struct table *t, card_id unit)
{
    const struct monad_state *s     = state_at(t);
    int                       reach = face_of(t, unit)->reach;
    EACH_WORN(card, s, unit)
    if (face_of(t, card)->reach > reach) reach = face_of(t, card)->reach;
    if (has_classes(t, unit))
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, controller_of(s, unit)))
            if (face_of(t, card)->reach > reach) reach = face_of(t, card)->reach;
    return reach;
}

static int worth_of_stats(int hp, int most_ap, int ap, int level, int reach, unsigned row)
{
    int sum = (ap > 0 ? ap : 0) * WORTH_AP +
              (most_ap < AP_ENOUGH ? most_ap : AP_ENOUGH) * WORTH_AP_ENOUGH;
    sum += (hp > 0 ? hp : 0) * WORTH_HP + level * WORTH_LEVEL;
    return reach > (int)row || reach == 0 ? sum + WORTH_REACH : sum;
}

static int worth_of_unit(const struct table *t, card_id unit, unsigned row)
{
    int hp = hp_left(t, unit), most = stat_of(t, unit, STAT_AP);
    int sum = worth_of_stats(hp, most, most - body_at(state_at(t), unit)->spent, level_of(t, unit),
                             reach_of(t, unit), row);
    if (hp < 0) hp = 0;
    if (is_catalyst(t, unit))
        sum += (hp < CATALYST_ENOUGH ? hp : CATALYST_ENOUGH) * WORTH_CATALYST +
               (int)row * WORTH_COVER;
    return sum;
}

static int worth_of_rows(const struct table *t, zone_id first, unsigned rows)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    for (unsigned row = 0; row < rows; row++)
        EACH_IN_ZONE(card, &s->core, (zone_id)(first + row)) {
            if (is_unit(s, card))
                sum += worth_of_unit(t, card, row % ROWS);
            else
                sum += def_of(t, card)->field[FIELD_QUALITY] * WORTH_EQUIPMENT;
        }
    return sum;
}

// How many moves away the nearest place is that fits a line, or the delivery of a quest; a map has
// no two that are more than two apart for long, so three stands for the rest.
static int moves_to_fitting(const struct table *t, seat_id seat, uint32_t op, card_id quest)
{
    const struct monad_state *s    = state_at(t);
    card_id                   here = s->side[seat].location;
    int                       best = 3;
    if (here == NO_CARD) return best - 1;
    EACH_IN_ZONE(card, &s->core, ZONE_MAP) {
        int far = card == here ? 0 : shares_region(t, card, here) ? 1 : 2;
        if (far >= best) continue;
        if (quest == NO_CARD ? fits_place(t, op, card) : fits_delivery(t, quest, card)) best = far;
    }
    return best;
}

// In hundredths, as bots win: an encounter worth half as much as the party is an even fight.
static int chance_to_win(int ours, int theirs)
{
    int64_t a = ours > 0 ? ours : 0, b = theirs > 0 ? (int64_t)theirs * 2 : 0;
    while ((a | b) >> 18) a >>= 1, b >>= 1; // three of them in a product, a hundred times
    int64_t won = a * a * a, lost = b * b * b;
    return won + lost > 0 ? (int)(won * 100 / (won + lost)) : 100;
}

// A turn's main choice is still to come: what could be done here may yet be done.
static bool may_yet_act(const struct table *t, seat_id seat)
{
    const struct monad_state *s = state_at(t);
    return s->active == seat && s->phase <= PHASE_QUEST;
}

static int steps_to_level(const struct table *t, seat_id seat)
{
    const struct monad_state *s    = state_at(t);
    int                       cost = LEVEL_STEPS, have = 0;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_CLASS, seat))
        if (level_cost(t, seat, card) < cost) cost = level_cost(t, seat, card);
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, seat))
        have += def_of(t, card)->field[FIELD_LEVEL];
    return have >= cost ? 0 : 1 + (cost - have);
}

// A step is a move, or what takes about as long. In hundredths: the chance to win the fight in it.
static int steps_to_resolve(const struct table *t, seat_id seat, uint32_t op, int party,
                            int *chance)
{
    size_t pay = op_find(t->pool->ops, op, W_PAY_TO), face = op_find(t->pool->ops, op, W_FACE);
    int    steps = moves_to_fitting(t, seat, op, NO_CARD) + !may_yet_act(t, seat);
    if (pay) {
        int rest = number_at(t->pool, (uint32_t)pay) - gold_of(t, seat);
        return steps + (rest > 0 ? 1 + rest / 60 : 0);
    }
    int theirs = face ? number_at(t->pool, (uint32_t)face) * WORTH_BUDGET : 0;
    if (op_find(t->pool->ops, op, W_MAY_SEARCH)) theirs = theirs * 3 / 2; // nothing is missing
    *chance = chance_to_win(party, theirs);
    return steps;
}

static int steps_to_complete(const struct table *t, seat_id seat, int party, int *chance)
{
    const struct side *me      = &state_at(t)->side[seat];
    size_t             resolve = find_line(t, me->scenario, W_RESOLVE);
    size_t             line    = find_line(t, me->scenario, W_CONDITION);
    *chance                    = 100;
    if (resolve != SIZE_MAX)
        return steps_to_resolve(t, seat, book(t)->lines[resolve].op, party, chance);
    if (line == SIZE_MAX) return STEPS_MAX;
    uint32_t op = book(t)->lines[line].op;
    switch ((enum condition)t->pool->ops[op].value) {
    case COND_REGIONS: return 5 - __builtin_popcount(me->tokens & 31u);
    case COND_QUESTS: return (number_at(t->pool, op) - me->tokens) * QUEST_STEPS;
    case COND_FIGHTS:
    case COND_TOKENS:
    case COND_KILLS:
    case COND_VISITS: return number_at(t->pool, op) - me->tokens;
    case COND_LEVEL: return steps_to_level(t, seat);
    case COND_RIVAL:
    case COND_STATE: break;
    }
    return STEPS_MAX;
}

// How the race to the last VP stands, by what is still to do when the scenario is completed:
// nothing, another one of 1 or 2 VP, or more. By the steps to its completion; logarithms of the
// chance to win, as they were counted in matches of bots.
enum stage { WINS, ONE_MORE, MORE };
static const int16_t RACE[][STEPS_MAX + 1] = {
    [WINS]     = { 7200, 6000, 4200, 2800, 1900, 1300, 800, 500, 300 },
    [ONE_MORE] = { 2200, 1000, 200, -800, -1300, -1800, -2400, -3000, -3600 },
    [MORE]     = { 600, -600, -900, -1800, -2800, -3300, -3700, -4000, -4300 },
};
static const int16_t RACE_BETWEEN[]   = { -2500, 900, 2600 }; // scenarios: without VP, 1 or 2, more
static const uint8_t RACE_UNCERTAIN[] = {
    [WINS] = 22, [ONE_MORE] = 25, [MORE] = 25
}; // a hundredth

static enum stage stage_of(const struct table *t, seat_id seat)
{
    const struct monad_state *s    = state_at(t);
    int                       rest = s->vp_target;
    rest -= def_of(t, s->side[seat].scenario)->field[FIELD_VP];
    for (seat_id mate = 0; mate < s->core.seats; mate++)
        if (!is_enemy(&s->core, mate, seat)) rest -= s->side[mate].vp;
    return rest <= 0 ? WINS : rest <= 2 ? ONE_MORE : MORE;
}

static int race_at(enum stage stage, int steps)
{
    if (steps < 0) steps = 0;
    return RACE[stage][steps < STEPS_MAX ? steps : STEPS_MAX];
}

// A scenario takes as many steps as own turns must still begin (MON-R106), but half of what fewer
// steps are worth counts before: whoever is late loses the race.
static int race_of(const struct table *t, seat_id seat, int steps)
{
    const struct side *me    = &state_at(t)->side[seat];
    enum stage         stage = stage_of(t, seat);
    int waits = me->revealed ? me->waits : scenario_waits(t, seat), early = race_at(stage, steps);
    if (steps >= waits) return early;
    int late = race_at(stage, waits);
    return late + (early - late) / READY_SHARE;
}

static int worth_of_race(const struct table *t, seat_id seat, seat_id viewer, int party)
{
    const struct side *me = &state_at(t)->side[seat];
    if (me->scenario == NO_CARD || (!me->revealed && seat != viewer))
        return RACE_BETWEEN[me->vp == 0 ? 0 : me->vp <= 2 ? 1 : 2];
    int        chance, steps = steps_to_complete(t, seat, party, &chance);
    enum stage stage = stage_of(t, seat);
    return race_of(t, seat, steps) - (100 - chance) * RACE_UNCERTAIN[stage];
}

// What completing a quest brings: XP, gold, and a step of a scenario that asks for quests.
static int worth_of_completing(const struct table *t, seat_id seat, card_id quest)
{
    const struct side     *me  = &state_at(t)->side[seat];
    const struct card_def *def = def_of(t, quest);
    int    sum  = def->field[FIELD_LEVEL] * WORTH_QUEST + def->field[FIELD_GOLD] * WORTH_GOLD / 100;
    size_t line = me->scenario == NO_CARD || !me->revealed
                      ? SIZE_MAX
                      : find_line(t, me->scenario, W_CONDITION);
    if (line == SIZE_MAX) return sum;
    uint32_t op    = book(t)->lines[line].op;
    int      steps = 0, fewer = 0;
    if (t->pool->ops[op].value == COND_QUESTS)
        steps = (number_at(t->pool, op) - me->tokens) * QUEST_STEPS, fewer = QUEST_STEPS;
    if (t->pool->ops[op].value == COND_LEVEL)
        steps = steps_to_level(t, seat), fewer = def->field[FIELD_LEVEL];
    return sum + race_of(t, seat, steps - fewer) - race_of(t, seat, steps);
}

// The best quest of the own hand: more if it can be played here and now.
static int worth_of_hand(const struct table *t, seat_id seat, int party)
{
    const struct monad_state *s    = state_at(t);
    int                       best = 0;
    bool                      now  = may_yet_act(t, seat);
    if (s->side[seat].location == NO_CARD) return 0;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, seat)) {
        if (kind_of(t, card) != KIND_QUEST) continue;
        const struct card_def *def    = def_of(t, card);
        int                    budget = def->field[FIELD_LEVEL] + def->field[FIELD_ER];
        int                    worth  = worth_of_completing(t, seat, card) *
                    chance_to_win(party, budget * WORTH_BUDGET) / 100 *
                    (now && !why_not_quest(t, seat, card) ? 55 : 20) / 100;
        if (worth > best) best = worth;
    }
    return best;
}

// Hundredths of what completing it brings that a quest in progress is worth.
static int share_of_quest(const struct table *t, seat_id seat, card_id quest)
{
    if (find_line(t, quest, W_DELIVER) != SIZE_MAX)
        return 80 - 15 * moves_to_fitting(t, seat, 0, quest);
    int most = def_of(t, quest)->field[FIELD_MARKERS];
    return 40 + 45 * state_at(t)->marks[quest] / (most ? most : 1);
}

static int worth_of_quests(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, seat))
        sum += def_of(t, card)->field[FIELD_LEVEL] * WORTH_QUEST;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_QUESTS, seat))
        sum += worth_of_completing(t, seat, card) * share_of_quest(t, seat, card) / 100;
    return sum;
}

// What winning the fight that a party is in would bring.
static int prize_of(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    const struct side        *me  = &s->side[seat];
    int                       sum = 0;
    if (me->disputed && me->scenario != NO_CARD)
        sum += stage_of(t, seat) == WINS ? PRIZE_OF_WIN : PRIZE_OF_VP;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_DISPUTE, seat))
        sum += worth_of_completing(t, seat, card);
    return sum;
}

// An encounter that the viewer is choosing against this party.
static int worth_of_plan(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = 0;
    if (s->planner != viewer || s->planned_for != seat) return 0;
    for (unsigned i = 0; i < s->planned_count; i++) {
        const struct planned  *p   = &s->planned[i];
        const struct card_def *def = def_of(t, p->card);
        int                    ap  = def->field[FIELD_AP];
        sum += p->host == NO_CARD
                   ? worth_of_stats(def->field[FIELD_HP], ap, ap, def->field[FIELD_LEVEL],
                                    face_of(t, p->card)->reach, p->row)
                   : def->field[FIELD_QUALITY] * WORTH_EQUIPMENT;
    }
    return sum;
}

// A fight that goes on is worth its prize times the chance to win it, by what both sides have left,
// less what a lost one costs: a party that is no better than a rebuilt one has little to lose.
static int worth_of_fight(const struct table *t, seat_id seat, int ours, int planned)
{
    int theirs = worth_of_rows(t, zone_of_seat(ZONE_FACING, seat), ROWS) + planned;
    int chance = chance_to_win(ours, theirs);
    int loss   = WORTH_DEATH + (ours > WORTH_REBUILT ? ours - WORTH_REBUILT : 0);
    return (prize_of(t, seat) * chance - loss * (100 - chance) / LOST_SHARE) / 100 - WORTH_FACED -
           theirs / DRAIN_SHARE;
}

// Before the party is placed: a catalyst of the race that most Units of the deck have.
static int worth_of_kin(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    const struct side        *me  = &s->side[seat];
    int                       sum = 0;
    if (me->location != NO_CARD || me->catalyst == NO_CARD) return 0;
    uint64_t race = def_of(t, me->catalyst)->tags & RACES;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_DECK, seat))
        if (def_of(t, card)->tags & race) sum += WORTH_KIN;
    return sum;
}

static int worth_of_class(const struct table *t, seat_id seat)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = s->side[seat].level * WORTH_CLASS;
    if (!is_unit(s, s->side[seat].catalyst)) return sum;
    struct ability list[ABILITIES_MAX];
    size_t         n = abilities_of(t, s->side[seat].catalyst, W_AGGRESSIVE, list);
    for (size_t i = 0; i < n; i++) {
        const struct line_info *l = &book(t)->lines[list[i].line];
        if (l->damage > 0) sum += l->damage * WORTH_DAMAGE / (l->cost + 1);
    }
    return sum;
}

static int worth_of_lanes(const struct table *t, seat_id seat)
{
    const struct monad_state *s    = state_at(t);
    int                       sum  = worth_of_rows(t, zone_of_seat(ZONE_LANE, seat), LANES * ROWS);
    card_id                   base = zone_top(&s->core, zone_of_seat(ZONE_BASE, seat));
    for (unsigned lane = 0; lane < LANES; lane++) sum += s->side[seat].towers[lane] * WORTH_TOWER;
    for (unsigned i = 0; i < HEROES; i++)
        sum += s->heroes[seat][i].level * WORTH_CLASS + s->heroes[seat][i].tokens * WORTH_LVL_TOKEN;
    return sum + (base != NO_CARD ? hp_left(t, base) * WORTH_LANE_HP * 10 : 0);
}

int monad_party(const struct table *t, seat_id seat)
{
    return worth_of_rows(t, zone_of_seat(ZONE_FRONT, seat), ROWS);
}

// All but the race.
static int worth_of_means(const struct table *t, seat_id seat, seat_id viewer, int ours)
{
    const struct monad_state *s   = state_at(t);
    int                       sum = s->side[seat].campaign_vp * WORTH_VP + worth_of_class(t, seat);
    sum += ours;
    int planned = s->planned_count ? worth_of_plan(t, seat, viewer) : 0;
    if (planned || is_faced(s, seat)) sum += worth_of_fight(t, seat, ours, planned);
    sum += worth_of_quests(t, seat);
    if (seat == viewer) sum += worth_of_hand(t, seat, ours) + worth_of_kin(t, seat);
    if (s->combat.kind && is_unit(s, s->action.unit) && controller_of(s, s->action.unit) == seat)
        sum += WORTH_STRIKE;
    sum += gold_of(t, seat) * WORTH_GOLD / 100;
    return sum + zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) * WORTH_CARD;
}

static int worth_of_seat(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct monad_state *s = state_at(t);
    if (is_out(s, seat)) return 0;
    if (s->core.mode == MODE_DOTA) return worth_of_lanes(t, seat);
    int ours = monad_party(t, seat);
    return worth_of_means(t, seat, viewer, ours) + worth_of_race(t, seat, viewer, ours);
}

int monad_means(const struct table *t, seat_id seat)
{
    int sum = 0;
    for (seat_id other = 0; other < t->state->seats; other++) {
        int worth = worth_of_means(t, other, seat, monad_party(t, other));
        sum += is_enemy(t->state, other, seat) ? -worth : worth;
    }
    return sum;
}

int monad_evaluate(const struct table *t, seat_id seat)
{
    const struct core *c   = t->state;
    int                sum = 0;
    for (seat_id other = 0; other < c->seats; other++)
        sum += is_enemy(c, other, seat) ? -worth_of_seat(t, other, seat)
                                        : worth_of_seat(t, other, seat);
    return sum;
}

// Nothing is being paid or carried out; a combat may go on, worth_of_fight() guesses how it ends.
bool monad_is_quiet(const struct table *t)
{
    const struct monad_state *s = state_at(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(s->core.asked >> seat & 1)) continue;
        switch ((enum question_kind)s->core.question[seat].kind) {
        case QUESTION_TRAVEL:
        case QUESTION_MAIN:
        case QUESTION_PROVISION:
        case QUESTION_LEVEL:
        case QUESTION_DISCARD:
        case QUESTION_DEPLOY:
        case QUESTION_CREEP:
        case QUESTION_OUTFIT:
        case QUESTION_PLACE: return true;
        case QUESTION_MOVE: return true;
        case QUESTION_ACT:
        case QUESTION_WHO_ACTS: return true;
        default: break;
        }
    }
    return false;
}

static struct choice weakest(const struct table *t, const struct choice *list, size_t n)
{
    struct choice best = list[0];
    for (size_t i = 1; i < n; i++)
        if (hp_left(t, list[i].card) < hp_left(t, best.card)) best = list[i];
    return best;
}

// Attack with what is strongest, defend while there is AP for it, take what the clock would take.
struct choice monad_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    unsigned      kind = t->state->question[seat].kind;
    if (kind != QUESTION_ACT && kind != QUESTION_TARGET && kind != QUESTION_RESPONSE &&
        kind != QUESTION_ENCOUNTER)
        return monad_default_choice(t, seat);
    size_t n = table_choices(t, seat, list, CHOICES_MAX);
    if (kind == QUESTION_TARGET) return weakest(t, list, n);
    if (kind == QUESTION_ENCOUNTER) return list[n > 1 ? rng_below(rng, (uint32_t)n - 1) : 0];
    if (kind == QUESTION_RESPONSE) return list[rng_below(rng, (uint32_t)n)];
    struct choice best = list[n - 1];
    int           most = -1;
    for (size_t i = 0; i + 1 < n; i++) {
        const struct line_info *l    = line_of(t, list[i].card, list[i].option - 1u);
        int                     good = is_against_opponents(l) ? l->damage * 2 - l->cost : 0;
        if (good > most) most = good, best = list[i];
    }
    return best;
}

unsigned monad_turns_begun(const struct table *t, seat_id seat)
{
    return state_at(t)->side[seat].turns;
}
