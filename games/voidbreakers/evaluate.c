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
    WEIGHT_UNPLAYABLE = 15, // a card in the own hand that nobody living can use
    WEIGHT_FAILED     = 10, // for each HP that a card missing in the arsenal will cost
    WEIGHT_UPGRADE    = 30,
    WEIGHT_THREAT     = 5,  // a damage that could be dealt now
    WEIGHT_NEAR       = 9,  // a step towards the nearest enemy
    WEIGHT_COMPANY    = 12, // a friend more than enemies in a zone where they meet
};

// A condition counts while it will still be there for somebody's turn: those of the active player
// leave in the Omega Phase (VOI-320).
static const int16_t WEIGHT_CONDITION[CONDITION_COUNT] = {
    [STUNNED] = -190, [DISARMED] = -120, [ROOTED] = -40,   [JAMMED] = -60,
    [WEAKENED] = -80, [EXPOSED] = -90,   [BURNING] = -100, [GUARDED] = 120,
    [EMPOWERED] = 30, [CLOAKED] = 90,    [BRACED] = 40,
};

static int worth_of_conditions(const struct voidbreakers_state *s, card_id card)
{
    bool passing = owner_of(s, card) == s->active && s->phase != PHASE_OMEGA;
    int  sum     = 0;
    for (unsigned left = s->body[card].conditions; left; left &= left - 1) {
        unsigned c = (unsigned)__builtin_ctz(left);
        if (!passing || c == BURNING) sum += WEIGHT_CONDITION[c];
    }
    return sum;
}

// The best blow that a card could strike with the tokens it has.
static int worth_of_threat(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct body               *b    = &s->body[card];
    int                              hits = b->token[TOKEN_A] + b->token[TOKEN_F], best = 0;
    if (!hits || has(s, card, STUNNED) || has(s, card, DISARMED)) return 0;
    int reach = reach_of(t, card);
    for (zone_id z = 0; z < ARENA_ZONES; z++) {
        if (!zone_size(&s->core, z) || (int)distance(t, zone_of_card(s, card), z) > reach) continue;
        EACH_IN_ZONE(c, &s->core, z) {
            if (owner_of(s, c) == owner_of(s, card) || is_dead(s, c) || has(s, c, CLOAKED))
                continue;
            int blow = attack_power(t, card) + attack_bonus(t, card, c);
            if (blow > s->body[c].hp) blow = s->body[c].hp;
            if (!is_fighter(t, c)) blow /= 2;
            if (blow > best) best = blow;
        }
    }
    return best * hits * WEIGHT_THREAT;
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

static int worth_of_fighter(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s  = state_at(t);
    int                              hp = s->body[card].hp;
    if (is_dead(s, card)) return 0;
    return WEIGHT_FIGHTER + hp * WEIGHT_HP + (hp < LAST_HP ? hp : LAST_HP) * WEIGHT_LAST_HP +
           s->body[card].ap * WEIGHT_POWER + worth_of_conditions(s, card) +
           worth_of_threat(t, card) - (int)nearest_enemy(t, card) * WEIGHT_NEAR;
}

static int worth_of_minion(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    return WEIGHT_MINION + s->body[card].hp * WEIGHT_MINION_HP + s->body[card].ap * 3 +
           worth_of_conditions(s, card) / 3 + worth_of_threat(t, card) -
           (s->body[card].ap ? (int)nearest_enemy(t, card) * 3 : 0);
}

// Where they meet, more of one side than of the other.
static int worth_of_company(const struct voidbreakers_state *s, zone_id zone, seat_id seat)
{
    int friends = 0, enemies = 0;
    EACH_IN_ZONE(c, &s->core, zone)
        if (!is_dead(s, c)) *(owner_of(s, c) == seat ? &friends : &enemies) += 1;
    return friends && enemies ? (friends - enemies) * WEIGHT_COMPANY : 0;
}

static bool has_user(const struct table *t, seat_id seat, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    for (unsigned i = 0; i < s->side[seat].fighters; i++) {
        card_id fighter = s->side[seat].fighter[i];
        if (!is_dead(s, fighter) && is_card_of(t, card, fighter)) return true;
    }
    return false;
}

static int worth_of_hand(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct voidbreakers_state *s   = state_at(t);
    int                              sum = 0;
    EACH_IN_ZONE(c, &s->core, zone_of_seat(ZONE_HAND, seat))
        sum += !knows(&s->core, viewer, c) || has_user(t, seat, c) ? WEIGHT_CARD
                                                                   : WEIGHT_UNPLAYABLE;
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
    for (zone_id z = 0; z < ARENA_ZONES; z++) {
        if (!zone_size(&s->core, z)) continue;
        EACH_IN_ZONE(c, &s->core, z)
            if (owner_of(s, c) == seat && !is_fighter(t, c)) sum += worth_of_minion(t, c);
        sum += worth_of_company(s, z, seat) / 2;
    }
    return sum + zone_size(&s->core, zone_of_seat(ZONE_UPGRADES, seat)) * WEIGHT_UPGRADE;
}

int voidbreakers_evaluate(const struct table *t, seat_id seat)
{
    return worth_of_seat(t, seat, seat) - worth_of_seat(t, other_player(seat), seat);
}

// Somebody may begin something new: what was begun is done.
bool voidbreakers_is_quiet(const struct table *t)
{
    const struct voidbreakers_state *s = state_at(t);
    for (seat_id seat = 0; seat < PLAYERS; seat++) {
        if (!(s->core.asked >> seat & 1)) continue;
        unsigned kind = s->core.question[seat].kind;
        if (kind == QUESTION_ACTION || kind == QUESTION_OMEGA || kind == QUESTION_PLACE)
            return true;
    }
    return false;
}

// Responses as if the time were up; what triggers may do is done; the rest is settled by trying.
struct choice voidbreakers_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count;
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_MAY: return (struct choice){ .kind = CHOOSE_DO };
    case QUESTION_TARGET:
    case QUESTION_ZONE:
    case QUESTION_USER:
    case QUESTION_MODE:
        count = voidbreakers_choices(t, seat, list, CHOICES_MAX);
        if (count > 1 && list[count - 1].kind == CHOOSE_NO_TARGET) count--;
        return list[count > 1 ? rng_below(rng, (uint32_t)count) : 0];
    default: return voidbreakers_default_choice(t, seat);
    }
}

// ---- measuring

unsigned voidbreakers_turns_begun(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s = state_at(t);
    return s->round - (unsigned)(s->round && seat != s->first && s->active == s->first);
}
