// evaluate.c - how a player without much time judges a position, and what they would answer at
// once: for bots that look ahead. Hands count by their size; nobody's hidden faces are looked at.
#include "base/rng.h"
#include "games/voidbreakers/rules.h"

// What things are worth, in tenths of an HP of a fighter.
enum weight {
    WEIGHT_HP         = 10,
    WEIGHT_FIGHTER    = 300, // living, whatever its HP
    WEIGHT_LAST_HP    = 4,   // more for each of the last LAST_HP
    LAST_HP           = 40,
    WEIGHT_MINION_HP  = 4,
    WEIGHT_POWER      = 8, // an attack power that may rise for good
    WEIGHT_MINION     = 40,
    WEIGHT_CARD       = 60,
    WEIGHT_SAME_USER  = 5,  // less for each card that is for the same fighter
    WEIGHT_UNPLAYABLE = 15, // a card in the own hand that nobody living can use
    WEIGHT_FAILED     = 10, // for each HP that a card missing in the arsenal will cost
    WEIGHT_UPGRADE    = 30,
    WEIGHT_THREAT     = 5, // a damage that could be dealt in the turn that has begun
    WEIGHT_NEAR       = 0, // a step towards the nearest enemy, and more with every round
    WEIGHT_HASTE      = 34,
    WEIGHT_COMPANY    = 12,   // a friend more than enemies in a zone where they meet
    WEIGHT_UNKNOWN    = 48,   // a card in a hand that is not known: what an own one comes to
    WEIGHT_SUM        = 4000, // the larger sum of HP when Round 12 ends ...
    SUM_IN_SIGHT      = 4,    // ... counts more and more in the last rounds
    SUM_SURE          = 60,   // so many HP more are not lost again in a round
};

// What a condition does while its owner has the turn, after which it leaves (VOI-320), and while
// the enemy has it.
static const int16_t WEIGHT_CONDITION[CONDITION_COUNT][2] = {
    [STUNNED] = { -190, -190 }, [DISARMED] = { -120, -120 }, [ROOTED] = { -40, -40 },
    [JAMMED] = { -60, -60 },    [WEAKENED] = { -80, -80 },   [EXPOSED] = { -15, -90 },
    [BURNING] = { -100, -100 }, [GUARDED] = { 15, 120 },     [EMPOWERED] = { 40, 30 },
    [CLOAKED] = { 10, 90 },     [BRACED] = { 15, 40 },
};

static int worth_of_conditions(const struct voidbreakers_state *s, card_id card)
{
    bool waits = owner_of(s, card) != s->active;
    int  sum   = 0;
    for (unsigned left = s->body[card].conditions; left; left &= left - 1)
        sum += WEIGHT_CONDITION[__builtin_ctz(left)][waits];
    return sum;
}

static unsigned nearest_enemy(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct side               *side = &s->side[other_player(owner_of(s, card))];
    unsigned                         near = FAR_AWAY;
    for (unsigned i = 0; i < side->fighters; i++) {
        if (is_dead(s, side->fighter[i])) continue;
        unsigned far = distance(t, zone_of_card(s, card), zone_of_card(s, side->fighter[i]));
        if (far < near) near = far;
    }
    return near == FAR_AWAY ? 0 : near;
}

// What a card could do to enemies with the tokens it has, if it goes where they are.
static int worth_of_threat(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct body               *b    = &s->body[card];
    int                              hits = b->token[TOKEN_A] + b->token[TOKEN_F];
    if (!hits || has(s, card, STUNNED) || has(s, card, DISARMED)) return 0;
    int steps = has(s, card, ROOTED) ? 0 : b->token[TOKEN_M];
    if ((int)nearest_enemy(t, card) > steps + reach_of(t, card)) return 0;
    return attack_power(t, card) * hits * WEIGHT_THREAT;
}

static int worth_of_fighter(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s  = state_at(t);
    int                              hp = s->body[card].hp;
    if (is_dead(s, card)) return 0;
    return WEIGHT_FIGHTER + hp * WEIGHT_HP + (hp < LAST_HP ? hp : LAST_HP) * WEIGHT_LAST_HP +
           s->body[card].ap * WEIGHT_POWER + worth_of_conditions(s, card) +
           worth_of_threat(t, card);
}

static int worth_of_minion(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    return WEIGHT_MINION + s->body[card].hp * WEIGHT_MINION_HP + s->body[card].ap * 3 +
           worth_of_conditions(s, card) / 3 + worth_of_threat(t, card);
}

static int worth_of_card(const struct table *t, card_id card, int held[TEAM_MAX])
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct side               *side = &s->side[owner_of(s, card)];
    int                              best = WEIGHT_UNPLAYABLE, who = -1;
    for (unsigned i = 0; i < side->fighters; i++) {
        if (is_dead(s, side->fighter[i]) || !is_card_of(t, card, side->fighter[i])) continue;
        int worth = WEIGHT_CARD - held[i] * WEIGHT_SAME_USER;
        if (worth > best) best = worth, who = (int)i;
    }
    if (who >= 0) held[who]++;
    return best;
}

// A hand is worth more if its cards do not all wait for the same fighter.
static int worth_of_hand(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct voidbreakers_state *s              = state_at(t);
    int                              held[TEAM_MAX] = { 0 }, sum = 0;
    if (seat != viewer) return zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) * WEIGHT_UNKNOWN;
    EACH_CARD(c, s, zone_of_seat(ZONE_HAND, seat)) sum += worth_of_card(t, c, held);
    return sum;
}

// Draws that will fail before Round 12 is over.
static int worth_of_arsenal(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s     = state_at(t);
    int                              left  = ROUNDS - s->round;
    int                              cards = zone_size(&s->core, zone_of_seat(ZONE_ARSENAL, seat));
    return cards < left ? -(left - cards) * (int)living_fighters(t, seat) * WEIGHT_FAILED * 10 / 2
                        : 0;
}

static int worth_of_seat(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct voidbreakers_state *s = state_at(t);
    int sum                            = worth_of_hand(t, seat, viewer) + worth_of_arsenal(t, seat);
    for (unsigned i = 0; i < s->side[seat].fighters; i++)
        sum += worth_of_fighter(t, s->side[seat].fighter[i]);
    return sum + zone_size(&s->core, zone_of_seat(ZONE_UPGRADES, seat)) * WEIGHT_UPGRADE;
}

// Without it two cautious players would wait for each other until Round 12 is over. It is the same
// number of steps for both, so it is counted for one.
static int worth_of_nearness(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!s->body[card].ap) return 0;
    return -(int)nearest_enemy(t, card) * (WEIGHT_NEAR + s->round * WEIGHT_HASTE);
}

// Minions; who stands near enemies; and where they meet, more of one side than of the other.
static int worth_of_zone(const struct table *t, zone_id zone, seat_id seat)
{
    const struct voidbreakers_state *s       = state_at(t);
    int                              friends = 0, enemies = 0, sum = 0;
    EACH_CARD(c, s, zone) {
        if (is_dead(s, c)) continue;
        bool mine   = owner_of(s, c) == seat;
        int  minion = is_fighter(t, c) ? 0 : worth_of_minion(t, c);
        sum += mine ? minion + worth_of_nearness(t, c) : -minion;
        friends += mine;
        enemies += !mine;
    }
    return friends && enemies ? sum + (friends - enemies) * WEIGHT_COMPANY : sum;
}

static int living_hp(const struct voidbreakers_state *s, const struct side *side)
{
    int sum = 0;
    for (unsigned i = 0; i < side->fighters; i++)
        if (!is_dead(s, side->fighter[i])) sum += s->body[side->fighter[i]].hp;
    return sum;
}

// Who has the larger sum of HP wins when Round 12 ends (VOI-003).
static int worth_of_sum(const struct voidbreakers_state *s, seat_id seat)
{
    int late = s->round + SUM_IN_SIGHT - ROUNDS;
    int more = living_hp(s, &s->side[seat]) - living_hp(s, &s->side[other_player(seat)]);
    if (late <= 0) return 0;
    if (more > SUM_SURE) more = SUM_SURE;
    if (more < -SUM_SURE) more = -SUM_SURE;
    return WEIGHT_SUM * late / SUM_IN_SIGHT * more / SUM_SURE;
}

int voidbreakers_evaluate(const struct table *t, seat_id seat)
{
    int sum = worth_of_seat(t, seat, seat) - worth_of_seat(t, other_player(seat), seat) +
              worth_of_sum(state_at(t), seat);
    for (unsigned left = state_at(t)->occupied; left; left &= left - 1)
        sum += worth_of_zone(t, (zone_id)__builtin_ctz(left), seat);
    return sum;
}

// A turn begins: what was begun in the one before is done.
bool voidbreakers_is_quiet(const struct table *t)
{
    const struct voidbreakers_state *s = state_at(t);
    for (seat_id seat = 0; seat < PLAYERS; seat++) {
        if (!(s->core.asked >> seat & 1)) continue;
        unsigned kind = s->core.question[seat].kind;
        if (kind == QUESTION_PLACE) return true;
        if (kind == QUESTION_ACTION && !s->side[seat].announcements) return true;
    }
    return false;
}

// ---- quick answers

struct blow {
    struct choice choice;
    int           worth;
};

// The best that a card can do to an enemy in a zone: strike, or step there.
static void look_for_blow(const struct table *t, card_id card, int reach, zone_id to,
                          struct blow *best)
{
    const struct voidbreakers_state *s     = state_at(t);
    int                              power = attack_power(t, card);
    int                              far   = (int)distance(t, zone_of_card(s, card), to);
    seat_id                          seat  = owner_of(s, card);
    EACH_CARD(target, s, to) {
        if (owner_of(s, target) == seat || is_dead(s, target)) continue;
        int hp    = s->body[target].hp;
        int worth = 2 * (power < hp ? power : hp) + 20 * (power >= hp) + 30 - hp / 10;
        if (!is_fighter(t, target)) worth /= 2;
        if (far > reach) worth /= 2;
        if (worth <= best->worth) continue;
        if (far <= reach && !why_not_attack(t, seat, card, target)) {
            best->worth  = worth;
            best->choice = (struct choice){ .kind = CHOOSE_ATTACK, .card = card, .target = target };
        } else if (far > reach && far == 1 && !why_not_move(t, seat, card, to)) {
            best->worth  = worth;
            best->choice = (struct choice){ .kind = CHOOSE_MOVE, .card = card, .target = to };
        }
    }
}

static struct choice attack_or_end(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s    = state_at(t);
    struct blow                      best = { .choice = { .kind = CHOOSE_END } };
    EACH_IN_ARENA(card, s) {
        const struct body *b = &s->body[card];
        if (owner_of(s, card) != seat || !(b->token[TOKEN_A] + b->token[TOKEN_F])) continue;
        int      reach = reach_of(t, card);
        unsigned left  = s->occupied & zones_within(t, zone_of_card(s, card), (unsigned)reach + 1);
        for (; left; left &= left - 1)
            look_for_blow(t, card, reach, (zone_id)__builtin_ctz(left), &best);
    }
    return best.choice;
}

// In a turn blows that can be struck, responses as if the time were up; what triggers may do is
// done; the rest is settled by trying.
struct choice voidbreakers_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count;
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_ACTION: return attack_or_end(t, seat);
    case QUESTION_MAY: return (struct choice){ .kind = CHOOSE_DO };
    case QUESTION_TARGET:
    case QUESTION_ZONE:
    case QUESTION_USER:
    case QUESTION_MODE:
        count = voidbreakers_choices(t, seat, list, CHOICES_MAX);
        if (count > 1 && list[count - 1].kind == CHOOSE_BACK) count--;
        if (count > 1 && list[count - 1].kind == CHOOSE_NO_TARGET) count--;
        return list[count > 1 ? rng_below(rng, (uint32_t)count) : 0];
    default: return voidbreakers_default_choice(t, seat);
    }
}

// To withdraw is never what a plan is for.
size_t voidbreakers_worth_a_look(const struct table *t, seat_id seat, struct choice *list,
                                 size_t count)
{
    (void)t, (void)seat;
    return count > 1 && list[count - 1].kind == CHOOSE_BACK ? count - 1 : count;
}

// ---- measuring

unsigned voidbreakers_turns_begun(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s = state_at(t);
    return s->round - (unsigned)(s->round && seat != s->first && s->active == s->first);
}
