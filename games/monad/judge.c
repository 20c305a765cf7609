// How a search judges a position: as a race. The scenarios that a side still needs take own turns
// (MON-R106), and the one that decides the match is completed with some chance, or tried again a
// turn later; whoever is done first wins. Where the limit of turns (MON-803) comes first, whoever
// leads by then. What a side has besides counts less.
#include "games/monad/rules.h"

#include <math.h>

enum {
    PLANNED_VP   = 8,    // as far as scenarios are planned
    MOVES_MAX    = 4,    // further than any two places are apart
    QUEST_TURNS  = 2,    // that completing a quest takes
    LEVEL_TURNS  = 4,    // ... and a level
    NEVER        = 9,    // turns
    RACE_TURNS   = 12,   // own turns that a race is followed for
    RESTED       = 2000, // a party that is worth this does not become much better by waiting ...
    REST         = 100,  // ... another gains so much in a turn
    FACED_WORTH  = 180,  // a party that wins half of the fights, for each level of the encounter:
    SOUGHT_WORTH = 400,  // from a hand, and from a deck that is searched
    RACE_SCALE   = 1800, // what a win that is e (2.7) times as likely as a defeat is worth
    MEANS_TENTHS = 6,    // of what evaluate() makes of the rest
    TEMPO        = 300,  // a turn sooner, so that who cannot lose the race any more ends it
};

// Chances, as they were counted in matches of bots or guessed from them.
static const float PAYS        = 0.96f; // with the gold at hand
static const float DELIVERS    = 0.85f; // the quests under way bring enough
static const float EARNS       = 0.6f;  // what is missing, with just the turns that it takes;
static const float SPARE       = 0.12f; // each turn to spare
static const float GOLD_MISSED = 1000;  // a tenth less for each hundred that is missing
static const float GOLD_A_TURN = 75;    // that quests bring
static const float FACES       = 0.97f; // a fight that cannot be lost
static const float FACES_NEW   = 0.25f; // with a party built anew, after one that was lost
static const float VISITS      = 0.9f;
static const float QUESTS      = 0.4f; // completes quests, or gains a level, in time
static const float COUNTS      = 0.5f; // fights, kills and the like
static const float HARDLY      = 0.1f;
static const float A_TURN      = 3;    // turns that certainty is worth
static const float LEADS       = 0.9f; // stays ahead up to the limit of turns

// What a side has before it: own turns until it can try what decides the match, 0 in the turn that
// goes on; the chance that it succeeds, and that of every later try.
struct outlook {
    float turns, chance, again;
};

// One side of the race: all that it needs, the next scenario alone, and own turns to come until the
// limit.
struct racer {
    struct outlook all, next;
    int            vp, left;
};

static struct outlook outlook(float turns, float chance)
{
    return (struct outlook){ turns, chance, chance };
}

static float later(float a, float b) { return a > b ? a : b; }

// A move goes along a region (MON-205): the places of one move open their regions to the next.
static int moves_along(const struct table *t, seat_id seat, uint32_t op)
{
    const struct monad_state *s       = state_at(t);
    card_id                   here    = s->side[seat].location;
    uint64_t                  regions = 0;
    if (here == NO_CARD) return 1; // whoever still chooses where to start will start near
    for (int far = 0; far < MOVES_MAX; far++) {
        uint64_t next = regions;
        EACH_IN_ZONE(card, &s->core, ZONE_MAP) {
            uint64_t tags = def_of(t, card)->tags;
            if (far ? !(tags & regions) : card != here) continue;
            if (fits_place(t, op, card)) return far;
            next |= tags & REGIONS;
        }
        regions = next;
    }
    return MOVES_MAX;
}

// ---- one scenario

// More likely the more turns are left for the quests that bring it.
static struct outlook to_pay(const struct table *t, seat_id seat, int price, float time)
{
    const struct monad_state *s       = state_at(t);
    int                       missing = price - gold_of(t, seat), coming = 0;
    if (missing <= 0) return outlook(0, PAYS);
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_QUESTS, seat))
        coming += def_of(t, card)->field[FIELD_GOLD];
    if (missing <= coming) return outlook(QUEST_TURNS, DELIVERS);
    float spare  = time - (float)missing / GOLD_A_TURN;
    float chance = EARNS + SPARE * spare - (float)missing / GOLD_MISSED;
    return outlook(QUEST_TURNS, chance < HARDLY ? HARDLY : chance > DELIVERS ? DELIVERS : chance);
}

// A party that has to wait rests. Whoever loses such a fight has a party built anew.
static struct outlook to_face(int party, int budget, bool sought, float time)
{
    float worth = (float)party + REST * time;
    if (worth > RESTED) worth = later((float)party, RESTED);
    float part = worth / (float)(budget * (sought ? SOUGHT_WORTH : FACED_WORTH) + 1);
    part *= part * part;
    float chance = FACES * part / (part + 1);
    return (struct outlook){ 0, chance, sought ? FACES_NEW : chance };
}

static struct outlook to_count(int rest, int turns, float chance)
{
    return rest <= 0 ? outlook(0, 1) : outlook((float)(rest * turns), chance);
}

// Without the way to its place, and its waiting; time: own turns until it can be completed.
static struct outlook of_scenario(const struct table *t, seat_id seat, card_id scenario, int party,
                                  int tokens, float time)
{
    const struct op *ops     = t->pool->ops;
    size_t           resolve = find_line(t, scenario, W_RESOLVE);
    size_t           line    = find_line(t, scenario, W_CONDITION);
    if (resolve != SIZE_MAX) {
        uint32_t op  = book(t)->lines[resolve].op;
        size_t   pay = op_find(ops, op, W_PAY_TO), face = op_find(ops, op, W_FACE);
        if (pay) return to_pay(t, seat, number_at(t->pool, (uint32_t)pay), time);
        int budget = face ? number_at(t->pool, (uint32_t)face) : 0;
        return to_face(party, budget, op_find(ops, op, W_MAY_SEARCH) != 0, time);
    }
    if (line == SIZE_MAX) return outlook(NEVER, HARDLY);
    uint32_t op   = book(t)->lines[line].op;
    int      more = 0;
    switch ((enum condition)ops[op].value) {
    case COND_REGIONS: // a crossroads has three
        more = 5 - __builtin_popcount((unsigned)tokens & 31);
        return to_count((more + 2) / 3, 1, VISITS);
    case COND_QUESTS: return to_count(number_at(t->pool, op) - tokens, QUEST_TURNS, QUESTS);
    case COND_FIGHTS:
    case COND_TOKENS:
    case COND_KILLS:
    case COND_VISITS: return to_count(number_at(t->pool, op) - tokens, 1, COUNTS);
    case COND_LEVEL: return to_count(!state_at(t)->side[seat].gained_level, LEVEL_TURNS, QUESTS);
    case COND_RIVAL:
    case COND_STATE: break;
    }
    return outlook(NEVER, HARDLY);
}

// ---- all that a side still needs

static float promise(struct outlook o) { return o.chance * A_TURN - o.turns; }

// One after the other; a first one that fails is tried until it succeeds.
static struct outlook then(struct outlook first, struct outlook next)
{
    next.turns += first.turns + (1 - first.chance) / later(first.again, HARDLY);
    return next;
}

// The best that brings so many VP, of scenarios other than the one before.
static struct outlook plan(const struct table *t, seat_id seat, card_id but, int vp, int party,
                           float begins)
{
    struct outlook best[PLANNED_VP + 1], all[PLANNED_VP + 1];
    if (vp > PLANNED_VP) vp = PLANNED_VP;
    for (int i = 0; i <= vp; i++) best[i] = outlook(NEVER, HARDLY);
    EACH_IN_ZONE(card, t->state, ZONE_SCENARIOS) {
        int brings = def_of(t, card)->field[FIELD_VP], waits = wait_for_vp(t, brings);
        if (card == but || brings > vp + 1) continue;
        struct outlook one = of_scenario(t, seat, card, party, 0, begins + (float)waits);
        one.turns          = later(one.turns, (float)waits);
        if (brings > vp) brings = vp;
        if (promise(one) > promise(best[brings])) best[brings] = one;
    }
    for (int need = 1; need <= vp; need++) {
        all[need] = best[need];
        for (int first = 1; first < need; first++) {
            struct outlook two = then(best[first], all[need - first]);
            if (promise(two) > promise(all[need])) all[need] = two;
        }
    }
    return all[vp];
}

static int vp_needed(const struct monad_state *s, seat_id seat)
{
    int rest = s->vp_target;
    for (seat_id mate = 0; mate < s->core.seats; mate++)
        if (!is_enemy(&s->core, mate, seat)) rest -= s->side[mate].vp;
    return rest > 1 ? rest : 1;
}

static struct racer racer(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct monad_state *s     = state_at(t);
    const struct side        *me    = &s->side[seat];
    int                       party = monad_party(t, seat), needed = vp_needed(s, seat);
    struct racer r = { .vp = s->vp_target - needed, .left = (int)turns_each(s) - me->turns };
    if (me->scenario == NO_CARD || (!me->revealed && seat != viewer)) {
        r.next = plan(t, seat, NO_CARD, 1, party, 0);
        r.all  = plan(t, seat, NO_CARD, needed, party, 0);
        return r;
    }
    bool           now   = s->active == seat && s->phase <= PHASE_QUEST;
    int            waits = me->revealed ? me->waits : scenario_waits(t, seat), far = 0;
    struct outlook o    = of_scenario(t, seat, me->scenario, party, me->tokens, (float)waits);
    size_t         line = find_line(t, me->scenario, W_RESOLVE);
    if (line != SIZE_MAX && !me->disputed)
        far = moves_along(t, seat, book(t)->lines[line].op) - (now && s->phase <= PHASE_TRAVEL);
    o.turns = later(later(o.turns, (float)waits), later((float)far, now ? 0 : 1));
    needed -= def_of(t, me->scenario)->field[FIELD_VP];
    r.next = r.all = o;
    if (needed > 0) r.all = then(o, plan(t, seat, me->scenario, needed, party, o.turns));
    return r;
}

// ---- the race

// The chance to be done in the own turn of that number from now. Where turns are no whole number,
// the first try and the later ones are mixed.
static float done_in(struct outlook o, int turn)
{
    float tries = (float)turn + 1 - o.turns;
    if (tries <= 0) return 0;
    if (tries <= 1) return tries * o.chance;
    if (tries >= 2) return o.again;
    return (2 - tries) * o.chance + (tries - 1) * o.again;
}

// ... and to be done with the next scenario in any turn up to the limit.
static float scores_in_time(const struct racer *r)
{
    float fails = 1;
    for (int turn = 0; turn <= r->left; turn++) fails *= 1 - done_in(r->next, turn);
    return 1 - fails;
}

// The chance to lead when the limit of turns is reached.
static float lead_between(const struct racer *one, const struct racer *other)
{
    if (one->vp != other->vp) return one->vp > other->vp ? LEADS : 1 - LEADS;
    return (1 + scores_in_time(one) - scores_in_time(other)) / 2;
}

// The chance of the side whose turn goes on.
static float race_between(const struct racer *active, const struct racer *other)
{
    float won = 0, open = 1;
    for (int turn = 0; turn < RACE_TURNS; turn++) {
        if (turn > 0 && turn <= other->left) open *= 1 - done_in(other->all, turn);
        if (turn > active->left) continue;
        won += open * done_in(active->all, turn);
        open *= 1 - done_in(active->all, turn);
    }
    return won + open * (active->left < RACE_TURNS ? lead_between(active, other) : 0.5f);
}

int monad_judge(const struct table *t, seat_id seat)
{
    const struct monad_state *s    = state_at(t);
    unsigned                  mode = s->core.mode;
    if (s->core.seats != 2 || mode == MODE_GLADIATOR || mode == MODE_DOTA || mode == MODE_SOLO)
        return monad_evaluate(t, seat);
    struct racer mine = racer(t, seat, seat), theirs = racer(t, 1 - seat, seat);
    float won = s->active == seat ? race_between(&mine, &theirs) : 1 - race_between(&theirs, &mine);
    float chance = 0.01f + 0.98f * won;
    float sooner = theirs.all.turns - mine.all.turns;
    return (int)(logf(chance / (1 - chance)) * RACE_SCALE + sooner * TEMPO) +
           monad_means(t, seat) * MEANS_TENTHS / 10;
}
