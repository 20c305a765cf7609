// evaluate.c - how a player without much time judges a position, and what they would answer at
// once: for bots that look ahead. Hidden cards of the opponent count by their number.
#include "games/despaira/rules.h"

// What things are worth, in tenths of a point of a Leader's HP.
enum weight {
    WEIGHT_LEADER_HP = 40,
    WEIGHT_LAST_HP   = 10, // more for each of the last LAST_HP points
    LAST_HP          = 1500,
    WEIGHT_ATK       = 6,
    WEIGHT_HP        = 4,
    WEIGHT_CATK      = 2,
    WEIGHT_RATK      = 4,
    WEIGHT_DEF       = 4,
    WEIGHT_HL        = 2,
    WEIGHT_ABILITY   = 600,
    WEIGHT_ROOM      = 500, // a free tile beside the own Leader, to spawn on
    WEIGHT_TRICK     = 500, // on the field
    WEIGHT_HAND      = 600,
    HAND_ENOUGH      = 7,
    WEIGHT_HAND_OVER = 150,
    WEIGHT_CRYSTAL   = 120,
    CRYSTALS_ENOUGH  = 8,
    WEIGHT_SPARE     = 20,   // a crystal beyond those
    WEIGHT_SHORT     = 2500, // for each card that the last SHORT_DECK lack
    SHORT_DECK       = 8,
    WEIGHT_DEADLY    = 12000, // what stands around the Leader can end the game
    HIDDEN_ATK       = 450,   // of a face-down creature of the opponent, guessed
    HIDDEN_HP        = 550,
    WEIGHT_BACK      = 20000, // a plan taken back: no progress, however good it looks to wait
    DOOMED           = 25,    // of a hundred: what is lost of a creature that can be destroyed next
    STUNNED          = 70,    // of a hundred: frozen, paralysed
    CHANCE           = 75,    // of a hundred: what an attack that can still be made is worth
};

// Of a hundred: what a blow at the opposing Leader is worth that many turns before it can fall.
static const uint8_t PRESSURE[] = { 80, 64, 50, 38, 28, 20, 14, 9, 6, 3 };

// A creature or Leader on the field as it fights: looked at once, then compared with all others.
struct fighter {
    card_id            card;
    const struct body *body;
    int                stat[STAT_COUNT];
    int                worth;
    int8_t             column, row;
    uint8_t            range;
    bool               leader, able; // able: to attack, as far as its state goes
};
struct force {
    struct fighter one[TILES];
    unsigned       count;
    int            hp;     // of the Leader
    unsigned       leader; // its tile
    int8_t         leader_column, leader_row;
};

static bool is_able(const struct body *b)
{
    return !(b->flags & BODY_DEFENCE) && !b->status[FREEZE] && !b->status[PARALYSE];
}

static int worth_of_stats(const struct table *t, const struct fighter *f)
{
    static const uint8_t WEIGHTS[STAT_COUNT] = { WEIGHT_ATK,  WEIGHT_HP,  WEIGHT_CATK,
                                                 WEIGHT_RATK, WEIGHT_DEF, WEIGHT_HL };
    int                  sum                 = 0;
    for (unsigned stat = 0; stat < STAT_COUNT; stat++)
        if (f->stat[stat] > 0) sum += f->stat[stat] * WEIGHTS[stat];
    if (is_up(state_at(t), f->card)) sum += face_of(t, f->card)->count * WEIGHT_ABILITY;
    if (f->body->status[FREEZE] || f->body->status[PARALYSE]) sum = sum * STUNNED / 100;
    return f->body->status[POISON] || f->body->status[BURN] ? sum * 9 / 10 : sum;
}

static void look_at(const struct table *t, const struct body *b, unsigned tile, bool seen,
                    bool changed, struct fighter *f)
{
    const struct card_def *def = def_of(t, b->card);
    f->card                    = b->card;
    f->body                    = b;
    f->column                  = (int8_t)column_of(tile);
    f->row                     = (int8_t)row_of(tile);
    f->leader                  = def->kind == KIND_LEADER;
    f->able                    = f->leader || is_able(b);
    f->range                   = 1;
    for (unsigned stat = 0; stat < STAT_COUNT; stat++) f->stat[stat] = LACKING;
    for (unsigned left = def->fields_set >> FIELD_ATK & (BIT(STAT_COUNT) - 1); seen && left;
         left &= left - 1) {
        unsigned stat = (unsigned)__builtin_ctz(left);
        f->stat[stat] = plain_stat(t, b, stat);
    }
    for (unsigned stat = 0; changed && seen && stat < STAT_COUNT; stat++)
        f->stat[stat] = stat_of(t, b->card, stat);
    f->stat[STAT_HP] = seen ? stat_of(t, b->card, STAT_HP) : HIDDEN_HP;
    if (!seen) f->stat[STAT_ATK] = HIDDEN_ATK;
    if (f->stat[STAT_RATK] != LACKING && !f->leader) f->range = (uint8_t)range_of(t, b->card);
    f->worth = f->leader ? 0 : worth_of_stats(t, f);
}

static void gather(const struct table *t, seat_id viewer, struct force force[2])
{
    const struct despaira_state *s          = state_at(t);
    uint64_t                     changed[2] = { 0, 0 };
    for (unsigned i = 0; i < s->change_count; i++) {
        unsigned slot = s->changes[i].card < CARDS_MAX ? s->slot[s->changes[i].card] : 0;
        if (slot) changed[(slot - 1) / 64] |= UINT64_C(1) << (slot - 1) % 64;
    }
    for (seat_id seat = 0; seat < 2; seat++) {
        force[seat].count  = 0;
        force[seat].hp     = leader_hp(t, seat);
        force[seat].leader = tile_of(s, s->side[seat].leader);

        force[seat].leader_column = (int8_t)column_of(force[seat].leader);
        force[seat].leader_row    = (int8_t)row_of(force[seat].leader);
    }
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b    = &s->bodies[i];
        unsigned           zone = b->stamp ? s->cards[b->card].zone : (unsigned)NO_ZONE;
        if (!is_tile(zone)) continue;
        bool          seen = is_up(s, b->card) || b->controller == viewer;
        struct force *mine = &force[b->controller];
        look_at(t, b, zone, seen, changed[i / 64] >> i % 64 & 1, &mine->one[mine->count++]);
    }
}

static unsigned steps(int columns, int rows) // DES-206
{
    return (unsigned)((columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows));
}
static unsigned between(const struct fighter *a, const struct fighter *b)
{
    return steps(a->column - b->column, a->row - b->row);
}
static unsigned to_leader(const struct fighter *f, const struct force *of)
{
    return steps(f->column - of->leader_column, f->row - of->leader_row);
}

static bool stands_behind(seat_id target, const struct fighter *by, const struct fighter *on)
{
    return by->column == on->column && (target == SOUTH ? by->row < on->row : by->row > on->row);
}

// The blow that a fighter could strike over a distance; 0: none.
static int blow_over(const struct fighter *f, unsigned far)
{
    if (far == 1) return f->stat[STAT_ATK] > 0 ? f->stat[STAT_ATK] : 0;
    return far > 1 && far <= f->range && f->stat[STAT_RATK] > 0 ? f->stat[STAT_RATK] : 0;
}

// ... after one step towards its target.
static int blow_soon(const struct fighter *f, unsigned far)
{
    int now = blow_over(f, far), later = 0;
    if (!f->body->status[ROOT] && !f->leader && far > 1) later = blow_over(f, far - 1);
    return now > later ? now : later;
}

// The strongest blow that a force could strike at a creature of the other.
static int danger_for(const struct force *theirs, const struct fighter *f, seat_id seat)
{
    int worst = 0;
    for (unsigned i = 0; i < theirs->count; i++) {
        const struct fighter *by = &theirs->one[i];
        if (!by->able) continue;
        int blow = blow_soon(by, between(by, f));
        if (blow && !by->leader && stands_behind(seat, by, f)) blow *= 2;
        if (blow > worst) worst = blow;
    }
    return worst;
}

// What its best attack would bring now, so that a player steps up to strike.
static int worth_of_chance(const struct force *theirs, const struct fighter *f, seat_id enemy)
{
    int best = 0;
    for (unsigned i = 0; i < theirs->count; i++) {
        const struct fighter *on   = &theirs->one[i];
        int                   blow = blow_over(f, between(f, on)), gain;
        if (!blow) continue;
        if (on->leader) {
            gain = blow * WEIGHT_LEADER_HP;
        } else {
            if (!f->leader && stands_behind(enemy, f, on)) blow *= 2;
            if (on->stat[STAT_DEF] > 0) blow -= on->stat[STAT_DEF];
            int over = blow - on->stat[STAT_HP];
            gain     = blow <= 0 ? 0 : over >= 0 ? on->worth * 8 / 10 : blow * WEIGHT_HP;
            if (over > 0 && !(on->body->flags & BODY_DEFENCE))
                gain += (over < SURPLUS_MAX ? over : SURPLUS_MAX) * WEIGHT_LEADER_HP;
        }
        if (gain > best) best = gain;
    }
    return best;
}

// How soon it can strike at the opposing Leader, and how hard.
static int worth_of_place(const struct force *theirs, const struct fighter *f)
{
    if (theirs->leader == NO_TILE || f->leader) return 0;
    unsigned far = to_leader(f, theirs), turns = far > f->range ? far - f->range : 0;
    int      blow = f->range > 1 && f->stat[STAT_RATK] > f->stat[STAT_ATK] ? f->stat[STAT_RATK]
                                                                           : f->stat[STAT_ATK];
    if (blow <= 0) return 0;
    if (!f->able) turns += 2;
    return blow * WEIGHT_LEADER_HP *
           PRESSURE[turns < COUNT(PRESSURE) ? turns : COUNT(PRESSURE) - 1] / 100;
}

static int worth_of_fighters(const struct despaira_state *s, seat_id seat,
                             const struct force force[2])
{
    const struct force *mine = &force[seat], *theirs = &force[other_seat(seat)];
    bool                acts = s->turn_seat == seat;
    int                 sum  = 0;
    for (unsigned i = 0; i < mine->count; i++) {
        const struct fighter *f     = &mine->one[i];
        int                   worth = f->worth + worth_of_place(theirs, f);
        if (!f->leader) {
            int def  = f->stat[STAT_DEF] > 0 ? f->stat[STAT_DEF] : 0;
            int blow = danger_for(theirs, f, seat) - def;
            if (blow >= f->stat[STAT_HP]) worth -= worth * DOOMED / 100;
        }
        if (acts && f->able && !(f->body->flags & BODY_ATTACKED) && s->phase != PHASE_MAIN_2)
            worth += worth_of_chance(theirs, f, other_seat(seat)) * CHANCE / 100;
        sum += worth;
    }
    return sum;
}

// What the other player can strike at it in the next turn.
static int worth_of_leader(const struct despaira_state *s, seat_id seat,
                           const struct force force[2])
{
    const struct force *mine = &force[seat], *theirs = &force[other_seat(seat)];
    int                 sum = mine->hp * WEIGHT_LEADER_HP, blows = 0;
    sum += (mine->hp < LAST_HP ? mine->hp : LAST_HP) * WEIGHT_LAST_HP;
    if (mine->leader == NO_TILE) return sum;
    for (unsigned i = 0; i < theirs->count; i++)
        if (theirs->one[i].able)
            blows += blow_soon(&theirs->one[i], to_leader(&theirs->one[i], mine));
    if (s->turn_seat == seat) sum -= s->backs * WEIGHT_BACK;
    return blows >= mine->hp ? sum - WEIGHT_DEADLY : sum;
}

static int worth_of_cards(const struct table *t, seat_id seat, int draws, int mines)
{
    const struct despaira_state *s        = state_at(t);
    int                          crystals = s->side[seat].inventory + mines;
    int                          deck     = zone_size(&s->core, zone_for(seat, ZONE_DECK)) - draws;
    int                          hand     = zone_size(&s->core, zone_for(seat, ZONE_HAND)) + draws;
    int                          over     = hand > HAND_ENOUGH ? hand - HAND_ENOUGH : 0;
    if (crystals > CRYSTALS) crystals = CRYSTALS;
    int spare = crystals > CRYSTALS_ENOUGH ? crystals - CRYSTALS_ENOUGH : 0;
    return (crystals - spare) * WEIGHT_CRYSTAL + spare * WEIGHT_SPARE +
           (hand - over) * WEIGHT_HAND + over * WEIGHT_HAND_OVER -
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

static int worth_of_room(const struct despaira_state *s, unsigned leader)
{
    const struct beside near = beside(leader);
    int                 sum  = 0;
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++)
        sum += occupant(s, near.tile[i]) == NO_CARD ? WEIGHT_ROOM : 0;
    return sum;
}

static int worth_of_tricks(const struct despaira_state *s, seat_id seat)
{
    int sum = 0;
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b = &s->bodies[i];
        if (b->stamp && b->controller == seat && !(b->flags & BODY_LOCKED) &&
            is_trick_place(s->cards[b->card].zone))
            sum += WEIGHT_TRICK;
    }
    return sum;
}

static int worth_of_seat(const struct table *t, seat_id seat, const struct force force[2])
{
    const struct despaira_state *s = state_at(t);
    return worth_of_leader(s, seat, force) + worth_of_fighters(s, seat, force) +
           worth_of_means(t, seat) + worth_of_room(s, force[seat].leader) +
           worth_of_tricks(s, seat);
}

int despaira_evaluate(const struct table *t, seat_id seat)
{
    struct force force[2];
    gather(t, seat, force);
    return worth_of_seat(t, seat, force) - worth_of_seat(t, other_seat(seat), force);
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

// To the opposing Leader, if it can.
static struct choice step_forward(const struct table *t, seat_id seat, struct rng *rng)
{
    const struct despaira_state *s = state_at(t);
    struct choice                list[CHOICES_MAX], nearer[4];
    size_t                       count = despaira_choices(t, seat, list, CHOICES_MAX), good = 0;
    unsigned                     enemy = tile_of(s, s->side[other_seat(seat)].leader),
             here                      = tile_of(s, s->action.card);
    for (size_t i = 0; i < count && good < COUNT(nearer); i++)
        if (list[i].kind == CHOICE_GO && enemy != NO_TILE &&
            distance(list[i].target, enemy) < distance(here, enemy))
            nearer[good++] = list[i];
    return good ? nearer[rng_below(rng, (uint32_t)good)] : any_of(t, seat, rng);
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
    case QUESTION_WHERE:
        if (state_at(t)->action.kind == ACTION_MOVE) return step_forward(t, seat, rng);
        return any_of(t, seat, rng);
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
