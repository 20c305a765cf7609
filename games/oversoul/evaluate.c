// evaluate.c - how a player without much time judges a position, and what they would answer at
// once: for bots that look ahead. Hands count by their size; nobody's hidden faces are looked at.
#include "games/oversoul/game_private.h"

// What things are worth, in tenths of a point of Leader HP.
enum weight {
    WEIGHT_LEADER_HP     = 15,
    WEIGHT_LAST_HP       = 8, // more for each of the last LAST_HP points
    LAST_HP              = 10,
    PATIENCE             = 12, // turns; from then on a Leader's HP count more with every turn
    IMPATIENCE_MAX       = 60,
    WEIGHT_HAND          = 14,
    WEIGHT_HAND_OVER     = 4, // above the limit
    WEIGHT_ENERGY        = 1,
    WEIGHT_INCOME        = 16, // ENERGY a turn, up to INCOME_ENOUGH
    WEIGHT_MORE_INCOME   = 3,
    INCOME_ENOUGH        = 10,
    WEIGHT_FREE_ZONE     = 26, // for Units; the next free one counts half as much, and so on
    WEIGHT_DISCOUNT      = 5,  // of an Active +card
    WEIGHT_DMG           = 9,
    WEIGHT_HP            = 6,
    WEIGHT_WOUND         = 2, // Heals in the next cycle
    WEIGHT_SPD           = 4,
    WEIGHT_CANNOT_HIT    = 4, // part of DMG that a Unit too slow to Attack keeps
    WEIGHT_ABILITY       = 8,
    WEIGHT_BOARD         = 10,
    WEIGHT_PREPARED      = 12,
    WEIGHT_NOT_PREPARED  = 6, // of a COUNTER in hand
    WEIGHT_UPRIGHT       = 2,
    WEIGHT_UPRIGHT_GUARD = 8,
    WEIGHT_SHORT_DECK    = 12, // for each card that the last SHORT_DECK lack
    SHORT_DECK           = 6,
    WEIGHT_SHAKTI        = 3, // times the square of the Archetypes above SHAKTI_FROM
    SHAKTI_FROM          = 4,
    WEIGHT_SHIVA         = 4, // times the square of the zones above SHIVA_FROM
    SHIVA_FROM           = 4,
    WEIGHT_THREAT        = 720, // of Units that could defeat the opposing Leader in one turn
    WEIGHT_SHIVA_NEXT    = 290, // one zone short of Shiva-darshan
    WEIGHT_SHIVA_SOON    = 100, // ... two
};

static const uint8_t WEIGHT_KEYWORD[KEYWORDS] = {
    [AVIAN] = 6,       [CLEAVE] = 8,       [CRYSTALIZED] = 24, [GUARD] = 8,      [PIERCE] = 6,
    [RANGED] = 8,      [RESISTANT] = 8,    [THORNS] = 10,      [VAMPIRISM] = 10, [BARRIER] = 14,
    [DEATHTOUCH] = 16, [DUAL_STRIKE] = 12, [DYNAMO] = 8,       [FRENZY] = 10,    [VEILED] = 8,
};
static const uint8_t WEIGHT_BURDEN[KEYWORDS] = {
    [AMORPHOUS] = 4, [BERSERK] = 4, [CHAINED] = 20, [DAMNED] = 6, [PETRIFIED] = 24, [SEALED] = 20,
};

// Without it two cautious players could sit behind their walls for ever.
static int impatience(const struct oversoul_state *s)
{
    if (s->turn <= PATIENCE) return 0;
    return s->turn - PATIENCE < IMPATIENCE_MAX ? s->turn - PATIENCE : IMPATIENCE_MAX;
}

// --- one card -----------------------------------------------------------------------------------

static int worth_of_keywords(const struct body *b)
{
    int sum = 0;
    for (uint32_t left = b->keywords; left; left &= left - 1) {
        unsigned k = (unsigned)__builtin_ctz(left);
        sum += WEIGHT_KEYWORD[k] - WEIGHT_BURDEN[k];
    }
    return sum;
}

static int worth_of_unit(const struct oversoul_state *s, const struct body *b)
{
    int hit = b->spd >= 2 ? WEIGHT_DMG + impatience(s) / 3 : WEIGHT_CANNOT_HIT;
    return b->dmg * hit + b->spd * WEIGHT_SPD;
}

static int worth_of_readiness(const struct body *b, bool upright)
{
    if (!upright) return 0;
    return b->keywords & BIT(GUARD) ? WEIGHT_UPRIGHT_GUARD : WEIGHT_UPRIGHT;
}

static int worth_of_leader(const struct oversoul_state *s, card_id leader)
{
    int hp = hp_left(s, leader);
    if (hp < 0) hp = 0;
    return hp * (WEIGHT_LEADER_HP + impatience(s)) + (hp < LAST_HP ? hp : LAST_HP) * WEIGHT_LAST_HP;
}

static int worth_of_active(const struct table *t, card_id c)
{
    const struct oversoul_state *s   = peek(t);
    const struct body           *b   = body_at(s, c);
    const struct face           *f   = face_of(t, c);
    int                          sum = f->ability_count * WEIGHT_ABILITY + worth_of_keywords(b);
    if (f->kind == KIND_UNIT || f->kind == KIND_TOTEM) sum += worth_of_unit(s, b);
    if (f->kind == KIND_EVENT) sum += WEIGHT_BOARD;
    if (!f->minus) sum += WEIGHT_DISCOUNT;
    return sum + b->hp * WEIGHT_HP - b->damage * WEIGHT_WOUND +
           worth_of_readiness(b, is_upright(s, c));
}

static int worth_of_card(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (is_face_up_leader(t, c)) {
        int seated = worth_of_leader(s, c);
        return is_leader_seated(s, c) ? seated : seated + worth_of_unit(s, body_at(s, c));
    }
    return is_active(s, c) ? worth_of_active(t, c) : WEIGHT_PREPARED;
}

// --- one seat -----------------------------------------------------------------------------------

static int worth_of_board(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s   = peek(t);
    int                          sum = 0;
    for (unsigned z = LEADER; z <= E3; z++)
        EACH_IN_ZONE(c, &s->core, zone_for(seat, z)) sum += worth_of_card(t, c);
    return sum;
}

static int worth_of_income(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s      = peek(t);
    int                          income = s->side[seat].rank;
    for (unsigned z = U1; z <= E3; z++) {
        card_id host = host_in(s, zone_for(seat, z));
        if (host != NO_CARD && is_active(s, host)) income += body_at(s, host)->yield;
    }
    int enough = income < INCOME_ENOUGH ? income : INCOME_ENOUGH;
    return enough * WEIGHT_INCOME + (income - enough) * WEIGHT_MORE_INCOME;
}

// A board full of small Units has no room for the large ones.
static int worth_of_room(const struct oversoul_state *s, seat_id seat)
{
    int sum = 0, next = WEIGHT_FREE_ZONE + impatience(s) / 2;
    for (unsigned z = U1; z <= U5; z++) {
        if (zone_size(&s->core, zone_for(seat, z))) continue;
        sum += next;
        next /= 2;
    }
    return sum;
}

static int squared_above(int n, int from) { return n > from ? (n - from) * (n - from) : 0; }

// The most zones whose top cards share one of some Archetypes (OVE-937).
static int most_alike(const struct oversoul_state *s, seat_id seat, unsigned archetypes)
{
    int tops[ARCHETYPE_COUNT] = { 0 }, most = 0;
    for (unsigned z = LEADER; z <= E3; z++) {
        card_id top = zone_top(&s->core, zone_for(seat, z));
        if (top == NO_CARD || !is_active(s, top)) continue;
        for (unsigned left = body_at(s, top)->archetypes & archetypes; left; left &= left - 1)
            tops[__builtin_ctz(left)]++;
    }
    for (unsigned a = 0; a < ARCHETYPE_COUNT; a++)
        if (tops[a] > most) most = tops[a];
    return most;
}

// How far the seat is on the way to nine Archetypes, or to one in all zones (OVE-936, OVE-937).
static int worth_of_darshans(const struct oversoul_state *s, seat_id seat)
{
    unsigned all = 0;
    for (unsigned z = LEADER; z <= E3; z++)
        EACH_IN_ZONE(c, &s->core, zone_for(seat, z))
            if (is_active(s, c)) all |= body_at(s, c)->archetypes;
    return WEIGHT_SHAKTI * squared_above(__builtin_popcount(all), SHAKTI_FROM) +
           WEIGHT_SHIVA * squared_above(most_alike(s, seat, BIT(ARCHETYPE_COUNT) - 1), SHIVA_FROM);
}

// COUNTERs work from the board alone (OVE-674); in hand they are so many cards less.
static int worth_of_waiting(const struct table *t, seat_id seat, seat_id viewer)
{
    int sum = 0;
    EACH_IN_ZONE(c, t->state, zone_for(seat, HAND)) {
        const struct face *f = face_of(t, c);
        if (knows(t->state, viewer, c) && f->kind == KIND_EVENT && f->event_role == ROLE_COUNTER)
            sum -= WEIGHT_NOT_PREPARED;
    }
    return sum;
}

static int worth_of_cards(const struct oversoul_state *s, seat_id seat)
{
    int hand = zone_size(&s->core, zone_for(seat, HAND));
    int deck = zone_size(&s->core, zone_for(seat, DECK));
    int over = hand > HAND_LIMIT ? hand - HAND_LIMIT : 0;
    return (hand - over) * WEIGHT_HAND + over * WEIGHT_HAND_OVER -
           (deck < SHORT_DECK ? (SHORT_DECK - deck) * WEIGHT_SHORT_DECK : 0);
}

static int worth_of_seat(const struct table *t, seat_id seat, seat_id viewer)
{
    const struct oversoul_state *s = peek(t);
    return worth_of_board(t, seat) + worth_of_income(t, seat) + worth_of_room(s, seat) +
           worth_of_darshans(s, seat) + worth_of_cards(s, seat) +
           worth_of_waiting(t, seat, viewer) + s->side[seat].energy * WEIGHT_ENERGY;
}

int oversoul_evaluate(const struct table *t, seat_id seat)
{
    int sum = 0;
    for (seat_id s = 0; s < t->state->seats; s++)
        sum += is_enemy(t->state, s, seat) ? -worth_of_seat(t, s, seat) : worth_of_seat(t, s, seat);
    return sum;
}

// --- threats ------------------------------------------------------------------------------------

// Guards that could stand in the way of a seat's Attacks, those of both opponents in teams
// (OVE-966).
static int guards_against(const struct oversoul_state *s, seat_id seat)
{
    int sum = 0;
    for (seat_id enemy = 0; enemy < s->core.seats; enemy++) {
        if (!is_enemy(&s->core, enemy, seat)) continue;
        for (unsigned z = U1; z <= E3; z++) {
            card_id host = host_in(s, zone_for(enemy, z));
            sum += host != NO_CARD && is_active(s, host) && has_keyword(s, host, GUARD);
        }
    }
    return sum;
}

// What a seat's Units could deal to a Leader in one turn if nobody were Exhausted and each Guard
// stopped one of the hardest hits.
static int reach_of(const struct oversoul_state *s, seat_id seat)
{
    int hits[U5 - U1 + 1], count = 0, sum = 0;
    for (unsigned z = U1; z <= U5; z++) {
        card_id            host = host_in(s, zone_for(seat, z));
        const struct body *b    = host == NO_CARD ? NULL : body_at(s, host);
        if (!b || !is_active(s, host) || b->spd < 2) continue; // OVE-506
        int hit = b->keywords & BIT(DUAL_STRIKE) ? 2 * b->dmg : b->dmg, i = count++;
        for (; i > 0 && hits[i - 1] < hit; i--) hits[i] = hits[i - 1];
        hits[i] = hit;
    }
    for (int i = count ? guards_against(s, seat) : 0; i < count; i++) sum += hits[i];
    return sum;
}

// How near a seat's Units are to defeating an opposing Leader.
static int worth_of_threat(const struct oversoul_state *s, seat_id seat)
{
    int reach = reach_of(s, seat), most = 0;
    for (seat_id enemy = 0; reach && enemy < s->core.seats; enemy++) {
        if (!is_enemy(&s->core, enemy, seat)) continue;
        int hp    = hp_left(s, s->side[enemy].leader);
        int worth = reach >= hp ? WEIGHT_THREAT : WEIGHT_THREAT * reach / hp;
        if (worth > most) most = worth;
    }
    return most;
}

// Is it to be feared that the seat's last zones are filled next turn? Its Leader's Archetypes alone
// will do.
static int worth_of_shiva(const struct oversoul_state *s, seat_id seat)
{
    card_id leader = s->side[seat].leader;
    int     zones  = is_leader_seated(s, leader) ? E3 - LEADER + 1 : E3 - U1 + 1;
    int     left   = zones - most_alike(s, seat, body_at(s, leader)->archetypes);
    return left <= 1 ? WEIGHT_SHIVA_NEXT : left == 2 ? WEIGHT_SHIVA_SOON : 0;
}

// What may be done next turn a search does not see any more once it has stopped playing on.
int oversoul_judge(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s   = peek(t);
    int                          sum = oversoul_evaluate(t, seat);
    for (seat_id other = 0; other < s->core.seats; other++) {
        int worth = worth_of_threat(s, other) + worth_of_shiva(s, other);
        sum += is_enemy(&s->core, other, seat) ? -worth : worth;
    }
    return sum;
}

// --- looking ahead ------------------------------------------------------------------------------

// An open state, or the window that closes a turn: what was begun is done.
bool oversoul_is_quiet(const struct table *t)
{
    const struct oversoul_state *s = peek(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(s->core.asked >> seat & 1)) continue;
        unsigned kind = s->core.question[seat].kind;
        if (kind == QUESTION_ACT) return true;
        if (kind == QUESTION_RESPOND && s->phase == PHASE_RETURN && !s->link_count) return true;
    }
    return false;
}

static struct choice any_choice(const struct table *t, seat_id seat, struct rng *rng)
{
    struct choice list[CHOICES_MAX];
    size_t        count = table_choices(t, seat, list, CHOICES_MAX);
    return list[rng_below(rng, (uint32_t)count)];
}

// Responses and payments as if the time were up; the rest is settled by trying.
struct choice oversoul_likely(const struct table *t, seat_id seat, struct rng *rng)
{
    switch ((enum question_kind)t->state->question[seat].kind) {
    case QUESTION_ACT:
    case QUESTION_RESPOND:
    case QUESTION_ZONE:
    case QUESTION_PAY:
    case QUESTION_HAND_LIMIT:
    case QUESTION_EXCHANGE: return oversoul_default(t, seat);
    case QUESTION_TRIGGER:
        return may_accept(t, &t->state->question[seat]) ? (struct choice){ .kind = CHOOSE_ACCEPT }
                                                        : (struct choice){ .kind = CHOOSE_DECLINE };
    default: return any_choice(t, seat, rng);
    }
}

// --- measuring ----------------------------------------------------------------------------------

const uint16_t oversoul_played_events[] = { HAPPENED_ACTIVATE, HAPPENED_PREPARE, 0 };

unsigned oversoul_turns_begun(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s     = peek(t);
    unsigned                     seats = s->core.seats;
    unsigned behind = (seat + seats - s->first_seat) % seats; // how many play before it
    return (s->turn + seats - 1 - behind) / seats;
}
