// evaluate.c - how a player without much time judges a position, and what they would answer at
// once: for bots that look ahead. Hidden cards of the opponent count by their number.
#include "games/despaira/rules.h"

// What things are worth, in tenths of a point of a Leader's HP.
enum weight {
    WEIGHT_LEADER_HP = 18,
    WEIGHT_LAST_HP   = 10, // more for each of the last LAST_HP points
    LAST_HP          = 1500,
    PATIENCE         = 6, // turns of both; from then on attackers are worth more in front
    IMPATIENCE_MAX   = 60,
    WEIGHT_ATK       = 6,
    WEIGHT_HP        = 5,
    WEIGHT_CATK      = 2,
    WEIGHT_RATK      = 5,
    WEIGHT_DEF       = 3,
    WEIGHT_HL        = 2,
    WEIGHT_ABILITY   = 600,
    WEIGHT_HIDDEN    = 5000, // a face-down creature of the opponent
    WEIGHT_STEP      = 350,  // for each tile nearer to the opposing Leader
    STEPS_MAX        = 8,
    HIDDEN_HP        = 500, // guessed
    WEIGHT_ROOM      = 700, // a free tile beside the own Leader, to spawn on
    WEIGHT_TRICK     = 900, // on the field
    WEIGHT_HAND      = 700,
    HAND_ENOUGH      = 8,
    WEIGHT_HAND_OVER = 150,
    WEIGHT_CRYSTAL   = 150,
    WEIGHT_SHORT     = 2500, // for each card that the last SHORT_DECK lack
    SHORT_DECK       = 8,
    DOOMED           = 1, // of ten: what a creature is worth that the next attack destroys
    STUNNED          = 7, // of ten: frozen, paralysed
};

static bool can_fight(const struct body *b)
{
    return !(b->flags & BODY_DEFENCE) && !b->status[FREEZE] && !b->status[PARALYSE];
}

// The strongest blow that the creatures of a seat could strike at a tile after one move each.
static int danger_at(const struct table *t, seat_id from, unsigned tile, bool all, card_id target)
{
    const struct despaira_state *s     = state_at(t);
    int                          worst = 0, sum = 0;
    for (unsigned i = 0; i < TILES; i++) {
        card_id            card = occupant(s, i);
        const struct body *b    = card == NO_CARD ? NULL : body_at(s, card);
        if (!b || b->controller != from || !is_up(s, card) || !can_fight(b)) continue;
        unsigned far = distance(i, tile), step = b->status[ROOT] || is_leader(t, card) ? 0 : 1;
        int      blow = far <= 1 + step ? stat_of(t, card, STAT_ATK) : LACKING;
        int      ratk = is_leader(t, card) ? LACKING : stat_of(t, card, STAT_RATK);
        if (ratk > blow && far > 1 && far <= (unsigned)range_of(t, card) + step) blow = ratk;
        if (target != NO_CARD && !is_leader(t, card) && is_behind(s, i, target)) blow *= 2;
        if (blow > worst) worst = blow;
        if (blow > 0) sum += blow;
    }
    return all ? sum : worst;
}

static int worth_of_stats(const struct table *t, card_id card)
{
    static const uint8_t WEIGHTS[STAT_COUNT] = { WEIGHT_ATK,  WEIGHT_HP,  WEIGHT_CATK,
                                                 WEIGHT_RATK, WEIGHT_DEF, WEIGHT_HL };
    int                  sum                 = 0;
    for (unsigned stat = 0; stat < STAT_COUNT; stat++) {
        int value = stat_of(t, card, stat);
        if (value > 0) sum += value * WEIGHTS[stat];
    }
    return sum + face_of(t, card)->count * WEIGHT_ABILITY;
}

static int impatience(const struct despaira_state *s)
{
    int late = s->turn - PATIENCE;
    return late < 0 ? 0 : late > IMPATIENCE_MAX ? IMPATIENCE_MAX : late;
}

static int worth_of_place(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s     = state_at(t);
    const struct body           *b     = body_at(s, card);
    unsigned                     enemy = tile_of(s, s->side[other_seat(b->controller)].leader);
    if (enemy == NO_TILE || b->flags & BODY_DEFENCE) return 0;
    int steps = STEPS_MAX - (int)distance(tile, enemy);
    return steps > 0 ? steps * (WEIGHT_STEP + 15 * impatience(s)) : 0;
}

// Half of what the best attack would bring now, so that a player steps up to strike.
static int worth_of_chance(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s    = state_at(t);
    const struct body           *b    = body_at(s, card);
    int                          best = 0;
    if (b->flags & BODY_ATTACKED || !can_fight(b) || !is_up(s, card)) return 0;
    if (s->phase == PHASE_MAIN_2 || s->turn_seat != b->controller) return 0;
    struct blows blows = blows_of(t, card);
    for (unsigned i = 0; i < TILES; i++) {
        card_id  there = occupant(s, i);
        unsigned far   = distance(i, tile);
        if (there == NO_CARD || far > blows.most || controller_of(s, there) == b->controller)
            continue;
        int strength = stat_of(t, card, far == 1 ? STAT_ATK : STAT_RATK), gain;
        if (is_leader(t, there)) {
            gain = strength * WEIGHT_LEADER_HP;
        } else {
            if (is_behind(s, tile, there)) strength *= 2;
            int def = is_up(s, there) ? stat_of(t, there, STAT_DEF) : 0;
            int hp  = is_up(s, there) ? stat_of(t, there, STAT_HP) : HIDDEN_HP;
            strength -= def > 0 ? def : 0;
            gain = strength >= hp ? worth_of_stats(t, there) / 2 : strength * WEIGHT_HP;
        }
        if (gain > best) best = gain;
    }
    return best / 2;
}

static int worth_of_creature(const struct table *t, card_id card, unsigned tile, seat_id viewer)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    if (!is_up(s, card) && b->controller != viewer) return WEIGHT_HIDDEN;
    int value = worth_of_stats(t, card);
    if (b->status[FREEZE] || b->status[PARALYSE]) value = value * STUNNED / 10;
    if (b->status[POISON] || b->status[BURN]) value = value * 9 / 10;
    int def  = stat_of(t, card, STAT_DEF);
    int blow = danger_at(t, other_seat(b->controller), tile, false, card) - (def > 0 ? def : 0);
    if (blow >= stat_of(t, card, STAT_HP) && b->controller == viewer)
        value = value * (10 - DOOMED) / 10;
    if (b->controller == viewer) value += worth_of_chance(t, card, tile);
    return value + worth_of_place(t, card, tile);
}

// The viewer's own Leader and creatures are looked at as the opponent will find them.
static int worth_of_leader(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct despaira_state *s  = state_at(t);
    int                          hp = leader_hp(t, seat);
    int      sum  = hp * WEIGHT_LEADER_HP + (hp < LAST_HP ? hp : LAST_HP) * WEIGHT_LAST_HP;
    unsigned tile = tile_of(s, s->side[seat].leader);
    if (tile != NO_TILE && seat == viewer)
        sum -= danger_at(t, other_seat(seat), tile, true, NO_CARD) * 2;
    return sum;
}

static int worth_of_cards(const struct table *t, seat_id seat, int draws, int mines)
{
    const struct despaira_state *s        = state_at(t);
    int                          crystals = s->side[seat].inventory + mines;
    int                          deck     = zone_size(&s->core, zone_for(seat, ZONE_DECK)) - draws;
    int                          hand     = zone_size(&s->core, zone_for(seat, ZONE_HAND)) + draws;
    int                          over     = hand > HAND_ENOUGH ? hand - HAND_ENOUGH : 0;
    if (crystals > CRYSTALS) crystals = CRYSTALS;
    return crystals * WEIGHT_CRYSTAL + (hand - over) * WEIGHT_HAND + over * WEIGHT_HAND_OVER -
           (deck < SHORT_DECK ? (SHORT_DECK - deck) * WEIGHT_SHORT : 0);
}

// Who is not on turn mines and draws next: half of that counts already, so that ending a turn is
// neither good nor bad.
static int worth_of_means(const struct table *t, seat_id seat)
{
    int now = worth_of_cards(t, seat, 0, 0);
    if (state_at(t)->turn_seat == seat) return now;
    return (now + worth_of_cards(t, seat, DRAWING, MINING)) / 2;
}

static int worth_of_room(const struct despaira_state *s, seat_id seat)
{
    const struct beside near = beside(tile_of(s, s->side[seat].leader));
    int                 sum  = 0;
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        sum += occupant(s, near.tile[i]) == NO_CARD ? WEIGHT_ROOM : 0;
    return sum;
}

static int worth_of_seat(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct despaira_state *s = state_at(t);
    int sum = worth_of_leader(t, seat, viewer) + worth_of_means(t, seat) + worth_of_room(s, seat);
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id card = occupant(s, tile), trick = trick_on(s, tile);
        if (card != NO_CARD && controller_of(s, card) == seat && is_creature(t, card))
            sum += worth_of_creature(t, card, tile, viewer);
        if (trick != NO_CARD && controller_of(s, trick) == seat &&
            !(body_at(s, trick)->flags & BODY_LOCKED))
            sum += WEIGHT_TRICK;
    }
    return sum;
}

int despaira_evaluate(const struct table *t, seat_id seat)
{
    return worth_of_seat(t, seat, seat) - worth_of_seat(t, other_seat(seat), seat);
}

// ---- looking ahead

bool despaira_is_quiet(const struct table *t)
{
    for (seat_id seat = 0; seat < 2; seat++)
        if (t->state->asked >> seat & 1 && t->state->question[seat].kind == QUESTION_ACT)
            return true;
    return false;
}

static struct choice any_of(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count = despaira_choices(t, seat, list, CHOICES_MAX);
    if (count > 1 && list[count - 1].kind == CHOICE_BACK) count--;
    return list[rng_below(rng, (uint32_t)count)];
}

struct choice despaira_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    switch (t->state->question[seat].kind) {
    case QUESTION_RESPOND:
    case QUESTION_CHAIN: return (struct choice){ .kind = CHOICE_PASS };
    case QUESTION_MAY: return (struct choice){ .kind = CHOICE_YES };
    case QUESTION_ACT:
    case QUESTION_BUILD:
    case QUESTION_SIDE:
    case QUESTION_LEADER_TILE: return despaira_default_choice(t, seat);
    default: return any_of(t, seat, rng);
    }
}

// ---- measuring

unsigned despaira_turns_begun(const struct table *t, seat_id seat)
{
    return state_at(t)->side[seat].turns;
}

unsigned despaira_unspent(const struct table *t, seat_id seat)
{
    return state_at(t)->side[seat].unspent;
}
