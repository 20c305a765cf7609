// evaluate.c - how a player judges a position at a glance, and what they would answer at once: for
// bots that look ahead. Hands count by their size; nobody's hidden faces are looked at.
#include "games/eternity/rules.h"

// What things are worth in a round, in thousandths: 1000 more make its win e times as likely as the
// defeat. Fitted to who won the rounds of 2000 matches of `greedy` and 160 of a search against
// themselves, between what these two say; power and warnings are guesses.
enum weight {
    WEIGHT_FIGHTING = 3000, // still in the round: more than all that may be wrong with it
    WEIGHT_HEALTH   = 45,
    WEIGHT_LAST     = 90, // more for each of the last LAST_HEALTH points
    LAST_HEALTH     = 12,
    WEIGHT_BURST    = 400,
    WEIGHT_METER    = 150, // each of the first METER_ENOUGH
    METER_ENOUGH    = 5,
    WEIGHT_POWER    = 40,
    WEIGHT_LYING    = 200,
    WEIGHT_ROOTED   = 450,
    WEIGHT_EDGE     = 1200, // next to a red line or the shaft, where a throw ends the round
    WEIGHT_TIME     = 1000, // more health than the enemy, when time is called (ETE-812)
    TIME_IN_SIGHT   = 10,  // cards of the shorter deck, or turns up to the turn cap (ETE-816), from
                           // which on that counts, more and more
    WEIGHT_IN_RANGE = 20,  // an attack in the own hand that would hit from here
    WEIGHT_PRIORITY = 45,  // times the highest priority among them
    WEIGHT_DISTANCE = 50,  // a square away from where the own hand hits
    WEIGHT_HAND     = 200, // what all this comes to on average: of a hand that is not known
    WEIGHT_LIGHT    = 250,
    WEIGHT_WARNING  = 50,
    APPEAL_THROW    = 2,
    APPEAL_RING_OUT = 80,
};

// What is worth something in the match.
enum {
    ROUND      = 10000, // that is won
    WEIGHT_LAG = 1,     // times the third power of the cards that should have been used by now
    LAG_MAX    = 40,
    PACE       = 5, // cards in two turns
};

// A throw costs no card, and the answer to a throw is a throw: who plays for nothing else gets
// nowhere. What it costs to have so many more cards left than the others: gently at first, in the
// end more than defeat, since two who can throw each other over the line would never stop.
static int cost_of_lag(const struct eternity_state *s, seat_id seat)
{
    int left = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) +
               zone_size(&s->core, zone_of_seat(ZONE_DECK, seat));
    int due = s->turn * PACE / 2, used = DECK_SIZE - left;
    int lag = due > used ? due - used : 0;
    if (lag > LAG_MAX) lag = LAG_MAX;
    return WEIGHT_LAG * lag * lag * lag;
}

// ---- where somebody stands

// Squares to the nearest red line or shaft, if nobody stood in the way.
static unsigned squares_to_line(const struct eternity_state *s, zone_id square)
{
    const struct level *l      = level_of(s);
    unsigned            column = square % COLUMNS, row = square / COLUMNS;
    unsigned            before = s->level == LEVEL_COURTYARD ? column : row;
    unsigned behind = s->level == LEVEL_COURTYARD ? l->columns - 1u - column : l->rows - 1u - row;
    unsigned least  = (before < behind ? before : behind) + 1;
    if (l->shaft == NO_ZONE) return least;
    return distance(square, l->shaft) < least ? distance(square, l->shaft) : least;
}

static bool is_at_edge(const struct eternity_state *s, zone_id square)
{
    unsigned reach = s->core.seats; // of a step that passes over all others
    if (square == NO_ZONE || squares_to_line(s, square) > reach) return false;
    for (unsigned way = 0; way < DIRECTION_COUNT; way++)
        if (step_from(s, square, way, false).kind == TREAD_RING_OUT) return true;
    return false;
}

static unsigned nearest_enemy(const struct eternity_state *s, seat_id seat)
{
    unsigned least = COLUMNS;
    for (seat_id other = 0; other < s->core.seats; other++) {
        if (!is_enemy(&s->core, seat, other) || !is_fighting(s, other)) continue;
        unsigned away = distance(square_of(s, seat), square_of(s, other));
        if (away < least) least = away;
    }
    return least;
}

// What the attacks in hand can do from here; only of a hand that the viewer knows.
static int worth_of_hand(const struct table *t, seat_id seat)
{
    const struct eternity_state *s = state_at(t);
    if (square_of(s, seat) == NO_ZONE) return 0;
    unsigned away = nearest_enemy(s, seat);
    int      sum = 0, fastest = 0;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, seat)) {
        const struct face     *face = face_of_card(t, card);
        const struct card_def *def  = def_of(t, card);
        if (def->kind != KIND_ATTACK) continue;
        if (away > face->range_max)
            sum -= (int)(away - face->range_max) * WEIGHT_DISTANCE;
        else if (away < face->range_min)
            sum -= (int)(face->range_min - away) * WEIGHT_DISTANCE;
        else {
            sum += WEIGHT_IN_RANGE;
            if (def->field[FIELD_PRIORITY] > fastest) fastest = def->field[FIELD_PRIORITY];
        }
    }
    return sum + fastest * WEIGHT_PRIORITY;
}

// ---- one seat

static int worth_of_health(const struct fighter *me)
{
    int last = me->health < LAST_HEALTH ? me->health : LAST_HEALTH;
    return me->health * WEIGHT_HEALTH + last * WEIGHT_LAST;
}

static int worth_of_meter(const struct eternity_state *s, seat_id seat)
{
    int meter = (int)meter_of(s, seat);
    return (meter < METER_ENOUGH ? meter : METER_ENOUGH) * WEIGHT_METER;
}

static int worth_of_status(const struct fighter *me)
{
    unsigned lies = me->lying_next ? me->lying_next : me->lying;
    return lies == ROOTED ? -WEIGHT_ROOTED : lies == KNOCKED_DOWN ? -WEIGHT_LYING : 0;
}

static int worth_of_light(const struct table *t, seat_id seat)
{
    const struct eternity_state *s = state_at(t);
    for (seat_id of = 0; of < s->core.seats; of++)
        if (is_enemy(&s->core, of, seat) && is_fighting(s, of) &&
            face_of_card(t, s->fighter[of].character)->light && is_in_light(s, of, seat))
            return -WEIGHT_LIGHT;
    return 0;
}

static int worth_of_fighter(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    if (!is_alive(s, seat)) return 0;
    int sum = WEIGHT_FIGHTING + worth_of_health(me) + worth_of_meter(s, seat) +
              worth_of_status(me) + worth_of_light(t, seat) + me->burst * WEIGHT_BURST +
              (int)(me->power + lamps_of(s, seat)) * WEIGHT_POWER -
              (int)warnings_on(s, seat) * WEIGHT_WARNING;
    if (is_at_edge(s, square_of(s, seat))) sum -= WEIGHT_EDGE;
    return sum + (seat == viewer ? worth_of_hand(t, seat) : WEIGHT_HAND);
}

// ---- the round and the match

// Who has most health when a deck runs out wins the round, teams together (ETE-812, ETE-813).
static int worth_of_time(const struct eternity_state *s, seat_id seat)
{
    int      least = TIME_IN_SIGHT, health[SEATS_MAX] = { 0 }, most = 0;
    unsigned mine = s->core.team[seat];
    for (seat_id of = 0; of < s->core.seats; of++) {
        int deck = zone_size(&s->core, zone_of_seat(ZONE_DECK, of));
        if (deck < least) least = deck;
        health[s->core.team[of]] += s->fighter[of].health;
    }
    for (unsigned team = 0; team < SEATS_MAX; team++)
        if (team != mine && health[team] > most) most = health[team];
    if (s->turn_cap - s->turn < least) least = s->turn_cap - s->turn;
    int near = WEIGHT_TIME * (TIME_IN_SIGHT - least) / TIME_IN_SIGHT;
    return health[mine] > most ? near : health[mine] < most ? -near : 0;
}

// Near the hyperbolic tangent, from -1 to 1, and the same on every machine.
static float bend(float x)
{
    if (x > 3) return 1;
    if (x < -3) return -1;
    return x * (27 + x * x) / (27 + 9 * x * x);
}

// Rounds won, and the one that is played by how likely its win is. The last one counts twice: who
// does not win it has lost everything.
int eternity_evaluate(const struct table *t, seat_id seat)
{
    const struct eternity_state *s        = state_at(t);
    int                          worth[2] = { 0 }, wins[2] = { 0 }, count[2] = { 0 };
    int                          lag[2] = { 0 };
    bool                         last   = true;
    for (seat_id of = 0; of < s->core.seats; of++) {
        bool enemy = is_enemy(&s->core, of, seat);
        int  won   = s->wins[s->core.team[of]];
        worth[enemy] += worth_of_fighter(t, of, seat);
        lag[enemy] += cost_of_lag(s, of);
        count[enemy]++;
        if (won > wins[enemy]) wins[enemy] = won;
        last = last && won + 1 == s->rounds_to_win;
    }
    int round = worth[0] / count[0] - worth[1] / count[1] + worth_of_time(s, seat);
    return (wins[0] - wins[1]) * ROUND - lag[0] / count[0] + lag[1] / count[1] +
           (int)((float)(last ? 2 * ROUND : ROUND) * bend((float)round / 2000));
}

// ---- looking ahead

// A turn is over when all who play a card are asked for the next one.
bool eternity_is_quiet(const struct table *t)
{
    const struct eternity_state *s = state_at(t);
    if (s->core.asked != s->acting) return false;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->core.asked >> seat & 1 && s->core.question[seat].kind != QUESTION_PLAY) return false;
    return true;
}

// Whom a card would be aimed at: who is named, or the nearest enemy; NO_SEAT: nobody is there.
static seat_id aimed_at(const struct eternity_state *s, seat_id seat, struct choice c)
{
    bool named = c.kind == CHOICE_PLAY_AT || c.kind == CHOICE_THROW_AT || c.kind == CHOICE_DASH_AT;
    if (named) return is_fighting(s, c.option) ? c.option : (seat_id)NO_SEAT;
    for (seat_id other = 0; other < s->core.seats; other++)
        if (is_enemy(&s->core, seat, other) && is_fighting(s, other)) return other;
    return NO_SEAT;
}

static unsigned appeal_of_throw(const struct eternity_state *s, seat_id whom, unsigned away)
{
    if (away != 1) return 0;
    return is_at_edge(s, square_of(s, whom)) ? APPEAL_RING_OUT : APPEAL_THROW;
}

// How gladly somebody would play this, at a glance: attacks that are in range, and fast ones.
static unsigned appeal(const struct table *t, seat_id seat, struct choice c)
{
    const struct eternity_state *s    = state_at(t);
    seat_id                      whom = aimed_at(s, seat, c);
    if (whom == NO_SEAT) return 1;
    unsigned away = distance(square_of(s, seat), square_of(s, whom));
    if (c.kind == CHOICE_SIDE || c.kind == CHOICE_THROW_AT || c.kind == CHOICE_DASH_AT) {
        bool throws = c.kind == CHOICE_THROW_AT ||
                      (c.kind == CHOICE_SIDE && c.option == SIDE_THROW);
        return throws ? appeal_of_throw(s, whom, away) : away > 2 ? 10 : 1;
    }
    const struct card_def *def  = def_of(t, c.card);
    const struct face     *face = face_of_card(t, c.card);
    if (def->kind != KIND_ATTACK) return 4;
    if (away < face->range_min || away > face->range_max) return 1;
    return 6 + (unsigned)def->field[FIELD_ATTACK] + (unsigned)def->field[FIELD_PRIORITY];
}

static struct choice likely_play(const struct table *t, seat_id seat, const struct choice *list,
                                 size_t count, struct rng *rng)
{
    unsigned sum = 0, at;
    for (size_t i = 0; i < count; i++) sum += appeal(t, seat, list[i]);
    at = rng_below(rng, sum ? sum : 1);
    for (size_t i = 0; i < count; i++) {
        unsigned here = appeal(t, seat, list[i]);
        if (at < here) return list[i];
        at -= here;
    }
    return list[0];
}

// The link that does most, or none.
static struct choice likely_link(const struct table *t, const struct choice *list, size_t count)
{
    struct choice best = list[count - 1];
    int           most = -1;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct card_def *def   = def_of(t, list[i].card);
        int                    worth = 2 * def->field[FIELD_LINK] - def->field[FIELD_REQUIREMENT];
        if (worth > most) most = worth, best = list[i];
    }
    return best;
}

// Somebody else's figure goes over the line; the own one comes nearer.
static struct choice likely_step(const struct table *t, seat_id seat, const struct choice *list,
                                 size_t count, struct rng *rng)
{
    const struct eternity_state *s = state_at(t);
    const struct move_frame     *f = move_asked(s);
    if (f->who != f->whom)
        for (size_t i = 0; i < count; i++)
            if (list[i].kind == CHOICE_STEP &&
                step_from(s, square_of(s, f->whom), list[i].option, false).kind == TREAD_RING_OUT)
                return list[i];
    if (f->who == f->whom && !f->sean && nearest_enemy(s, seat) <= 1) return list[count - 1];
    struct choice best  = list[rng_below(rng, (uint32_t)count)];
    unsigned      least = COLUMNS + ROWS;
    seat_id       foe   = target_of(s, seat);
    if (f->who != f->whom || foe == NO_SEAT) return best;
    zone_id from = f->sean ? s->fighter[seat].sean : square_of(s, seat);
    for (size_t i = 0; i < count; i++) {
        if (list[i].kind != CHOICE_STEP) continue;
        struct tread step = step_from(s, from, list[i].option, f->sean);
        if (step.kind != TREAD_FLOOR || distance(step.to, square_of(s, foe)) >= least) continue;
        least = distance(step.to, square_of(s, foe));
        best  = list[i];
    }
    return best;
}

// What a player in a hurry would do; what is left open is settled by trying.
struct choice eternity_likely_choice(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count = eternity_choices(t, seat, list, CHOICES_MAX);
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_PLAY: return likely_play(t, seat, list, count, rng);
    case QUESTION_LINK: return likely_link(t, list, count);
    case QUESTION_STEP: return likely_step(t, seat, list, count, rng);
    case QUESTION_WINDOW:
    case QUESTION_PRE:
    case QUESTION_FINAL:
    case QUESTION_MAY: return list[0];
    case QUESTION_REDUCE:
    case QUESTION_EXTEND:
    case QUESTION_CHECK:
    case QUESTION_RETURN:
    case QUESTION_METER:
    case QUESTION_PLACE:
    case QUESTION_ENTRY:
    case QUESTION_MODE:
    case QUESTION_DISCARD:
    case QUESTION_ANTE: return list[rng_below(rng, (uint32_t)count)];
    default: return eternity_default_choice(t, seat);
    }
}
