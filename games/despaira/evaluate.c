// evaluate.c - how a player without much time judges a position: for bots that look ahead. Hidden
// cards of the opponent count by their number.
#include "games/despaira/rules.h"

// What things are worth, in tenths of a point of a Leader's HP.
enum weight {
    WEIGHT_LEADER_HP = 40,
    WEIGHT_LAST_HP   = 10, // more for each of the last LAST_HP points
    LAST_HP          = 1500,
    WEIGHT_ATK       = 12,
    WEIGHT_HP        = 12,
    WEIGHT_CATK      = 4,
    WEIGHT_RATK      = 8,
    WEIGHT_DEF       = 8,
    WEIGHT_HL        = 2,
    WEIGHT_ABILITY   = 1200,
    WEIGHT_ROOM      = 500,  // a free tile beside the own Leader, to spawn on
    WEIGHT_MARCH     = 4000, // a row that the Leader has gone forward: troops start there
    MARCH            = 2,    // ... as far as that
    WEIGHT_TRICK     = 500,  // on the field
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
    // A plan taken back, a trick pushed about: no progress, however good it looks to wait.
    WEIGHT_BACK = 20000,
    DOOMED      = 25, // of a hundred: what is lost of a creature that can be destroyed next
    STUNNED     = 70, // of a hundred: frozen, paralysed
};

// Of a hundred: what a blow at the opposing Leader is worth that many turns before it can fall.
static const uint8_t PRESSURE[] = { 80, 64, 50, 38, 28, 20, 14, 9, 6, 3 };

// A creature or Leader on the field as it fights: looked at once.
struct fighter {
    const struct body *body;
    int16_t            atk, ratk, def, hp; // 0: cannot be used
    int                worth, danger;      // danger: the strongest blow that could be struck at it
    uint8_t            tile, range, reach; // reach: of its blows after a step
    bool               leader, able;       // able: to attack, as far as its state goes
};
struct force {
    struct fighter one[TILES];
    unsigned       count;
    int            hp;     // of the Leader
    unsigned       leader; // its tile
    uint32_t       creatures;
};
struct fight {
    struct force force[2];
    uint8_t      at[TILES]; // index of the fighter on a tile
};

static bool is_well(const struct body *b)
{
    static const uint8_t NONE[STATUS_COUNT];
    return memcmp(b->status, NONE, sizeof NONE) == 0;
}

static bool is_able(const struct body *b)
{
    return !(b->flags & BODY_DEFENCE) && !b->status[FREEZE] && !b->status[PARALYSE];
}

static int worth_of_stat(unsigned stat, int value)
{
    static const uint8_t WEIGHTS[STAT_COUNT] = { WEIGHT_ATK,  WEIGHT_HP,  WEIGHT_CATK,
                                                 WEIGHT_RATK, WEIGHT_DEF, WEIGHT_HL };
    return value > 0 ? value * WEIGHTS[stat] : 0;
}

// As printed: for most it is so in play.
int worth_of_print(const struct card_def *def)
{
    int sum = 0;
    for (unsigned stat = 0; stat < STAT_COUNT; stat++)
        if (stat != STAT_HP && def->fields_set >> (FIELD_ATK + stat) & 1)
            sum += worth_of_stat(stat, def->field[FIELD_ATK + stat]);
    return sum;
}

static int16_t usable(int stat) { return (int16_t)(stat > 0 ? stat : 0); }

static void read_print(const struct face *face, struct fighter *f)
{
    f->atk   = face->atk;
    f->ratk  = face->ratk;
    f->def   = face->def;
    f->range = face->range;
}

// No ability that lasts has changed it: what is printed, and boosts in force.
static void look_at_print(const struct table *t, const struct body *b, const struct face *face,
                          int tile, bool lifted, struct fighter *f)
{
    int hp   = face->hp - b->hp_nerf - b->damage;
    f->hp    = (int16_t)((hp > 0 ? hp : 0) + b->boost_hp);
    f->worth = worth_of_stat(STAT_HP, f->hp);
    read_print(face, f);
    bool fixed = (tile || lifted) &&
                 (b->barred >> NOT_BE_CHANGED & 1 || !is_up(state_at(t), b->card));
    if (tile || (lifted && !fixed)) {
        const int16_t *stat            = &def_of(t, b->card)->field[FIELD_ATK];
        int            now[STAT_COUNT] = { 0 };
        for (unsigned left = face->stats & ~BIT(STAT_HP); left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            now[i]     = stat[i] + (fixed ? 0 : tile + b->lift[i]);
            f->worth += worth_of_stat(i, now[i]);
        }
        f->atk  = usable(now[STAT_ATK]);
        f->ratk = usable(now[STAT_RATK]);
        f->def  = usable(now[STAT_DEF]);
    } else {
        f->worth += face->worth;
    }
    if (f->def && b->flags & BODY_SHIELD_BROKEN) {
        f->worth -= worth_of_stat(STAT_DEF, f->def);
        f->def = 0;
    }
}

static void look_at_changed(const struct table *t, const struct body *b, struct fighter *f)
{
    int stat[STAT_COUNT];
    for (unsigned i = 0; i < STAT_COUNT; i++) {
        stat[i] = stat_of(t, b->card, i);
        f->worth += worth_of_stat(i, stat[i]);
    }
    f->atk  = usable(stat[STAT_ATK]);
    f->ratk = usable(stat[STAT_RATK]);
    f->def  = usable(stat[STAT_DEF]);
    f->hp   = (int16_t)stat[STAT_HP];
    if (stat[STAT_RATK] != LACKING) f->range = (uint8_t)range_of(t, b->card);
}

// What was done to the numbers of a card.
enum touch { LIFTED = 1, CHANGED = 2 };

static void look_at(const struct table *t, const struct body *b, const struct card *card, bool seen,
                    unsigned touched, struct fighter *f)
{
    const struct face *face   = &book_of(t)->faces[card->def];
    bool               up     = !(card->flags & CARD_FACE_DOWN);
    bool               leader = face->kind == KIND_LEADER;
    *f      = (struct fighter){ .body = b, .tile = card->zone, .range = 1, .leader = leader };
    f->able = leader || is_able(b);
    if (!seen) {
        f->atk   = HIDDEN_ATK;
        f->hp    = HIDDEN_HP;
        f->worth = worth_of_stat(STAT_ATK, HIDDEN_ATK) + worth_of_stat(STAT_HP, HIDDEN_HP);
    } else if (!(touched & CHANGED)) {
        bool plain = state_at(t)->tiles[card->zone] == PLAIN_FIELDS;
        look_at_print(t, b, face, plain ? 0 : field_boost(t, b->card), touched & LIFTED, f);
    } else {
        look_at_changed(t, b, f);
    }
    if (leader) {
        f->worth = 0;
        f->range = f->reach = 1;
        return;
    }
    f->reach = (uint8_t)(f->range + !b->status[ROOT]);
    if (up) f->worth += face->count * WEIGHT_ABILITY;
    if (is_well(b)) return;
    if (b->status[FREEZE] || b->status[PARALYSE]) f->worth = f->worth * STUNNED / 100;
    if (b->status[POISON] || b->status[BURN]) f->worth = f->worth * 9 / 10;
}

static void gather(const struct table *t, seat_id viewer, struct fight *fight)
{
    const struct despaira_state *s          = state_at(t);
    uint64_t                     changed[2] = { 0, 0 };
    for (unsigned i = 0; i < s->change_count; i++) {
        unsigned slot = s->changes[i].card < CARDS_MAX ? s->slot[s->changes[i].card] : 0;
        if (slot) changed[(slot - 1) / 64] |= UINT64_C(1) << (slot - 1) % 64;
    }
    for (seat_id seat = 0; seat < 2; seat++) {
        fight->force[seat].count     = 0;
        fight->force[seat].creatures = 0;
        fight->force[seat].hp        = leader_hp(t, seat);
        fight->force[seat].leader    = tile_of(s, s->side[seat].leader);
    }
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b    = &s->bodies[i];
        const struct card *card = &s->cards[b->card];
        if (!b->stamp || !is_tile(card->zone)) continue;
        bool          seen  = !(card->flags & CARD_FACE_DOWN) || b->controller == viewer;
        struct force *mine  = &fight->force[b->controller];
        unsigned      count = mine->count++, tile = card->zone;
        fight->at[tile]  = (uint8_t)count;
        unsigned touched = (changed[i / 64] >> i % 64 & 1 ? CHANGED : 0) |
                           (s->lifted_bodies[i / 64] >> i % 64 & 1 ? LIFTED : 0);
        look_at(t, b, card, seen, touched, &mine->one[count]);
        if (!mine->one[count].leader) mine->creatures |= BIT(tile);
    }
}

// The blow that a fighter could strike over a distance; 0: none.
static int blow_over(const struct fighter *f, unsigned far)
{
    return far == 1 ? f->atk : far > 1 && far <= f->range ? f->ratk : 0;
}

// ... after one step towards its target.
static int blow_soon(const struct fighter *f, unsigned far)
{
    int now = blow_over(f, far), later = 0;
    if (f->reach > f->range && far > 1) later = blow_over(f, far - 1);
    return now > later ? now : later;
}

// What a force could strike at the creatures of the other in its next turn.
static void threaten(const struct table *t, const struct force *theirs, struct fight *fight,
                     seat_id seat)
{
    struct force      *mine = &fight->force[seat];
    const struct book *book = book_of(t);
    for (unsigned i = 0; i < theirs->count; i++) {
        const struct fighter *by = &theirs->one[i];
        if (!by->able) continue;
        for (uint32_t left = mine->creatures & near_tile(t, by->tile, by->reach); left;
             left &= left - 1) {
            unsigned        tile = (unsigned)__builtin_ctz(left);
            struct fighter *on   = &mine->one[fight->at[tile]];
            int blow = by->range == 1 ? by->atk : blow_soon(by, book->far[by->tile][tile]);
            if (!by->leader && book->behind[seat][tile] >> by->tile & 1) blow *= 2;
            if (blow > on->danger) on->danger = blow;
        }
    }
}

// What an attack on somebody would bring.
static int worth_of_attack(const struct table *t, const struct fighter *f, const struct fighter *on,
                           seat_id enemy)
{
    const struct book *book = book_of(t);
    int                blow = blow_over(f, book->far[f->tile][on->tile]);
    if (!blow) return 0;
    if (on->leader) return blow * WEIGHT_LEADER_HP;
    if (!f->leader && book->behind[enemy][on->tile] >> f->tile & 1) blow *= 2;
    blow -= on->def;
    int over = blow - on->hp;
    int gain = blow <= 0 ? 0 : over >= 0 ? on->worth : blow * WEIGHT_HP;
    if (over > 0 && !(on->body->flags & BODY_DEFENCE))
        gain += (over < SURPLUS_MAX ? over : SURPLUS_MAX) * WEIGHT_LEADER_HP;
    return gain;
}

// What its best attack would bring now, so that a player steps up to strike.
static int worth_of_chance(const struct table *t, const struct fight *fight,
                           const struct fighter *f, seat_id enemy, const struct fighter **best_on)
{
    const struct force *theirs = &fight->force[enemy];
    int                 best   = 0;
    uint32_t            tiles  = theirs->creatures | near_tile(t, theirs->leader, 0);
    for (uint32_t left = tiles & near_tile(t, f->tile, f->range); left; left &= left - 1) {
        const struct fighter *on   = &theirs->one[fight->at[__builtin_ctz(left)]];
        int                   gain = worth_of_attack(t, f, on, enemy);
        if (gain <= best) continue;
        best     = gain;
        *best_on = on;
    }
    return best;
}

// How soon it can strike at the opposing Leader, and how hard.
static int worth_of_place(const struct table *t, const struct force *theirs,
                          const struct fighter *f)
{
    if (theirs->leader == NO_TILE || f->leader) return 0;
    unsigned far   = book_of(t)->far[f->tile][theirs->leader];
    unsigned turns = far > f->range ? far - f->range : 0;
    int      blow  = f->range > 1 && f->ratk > f->atk ? f->ratk : f->atk;
    if (blow <= 0) return 0;
    if (!f->able) turns += 2;
    return blow * WEIGHT_LEADER_HP *
           PRESSURE[turns < COUNT(PRESSURE) ? turns : COUNT(PRESSURE) - 1] / 100;
}

static int worth_of_fighters(const struct table *t, seat_id seat, struct fight *fight)
{
    const struct despaira_state *s      = state_at(t);
    const struct force          *mine   = &fight->force[seat];
    const struct force          *theirs = &fight->force[other_seat(seat)];
    bool                         acts   = s->turn_seat == seat && s->phase != PHASE_MAIN_2;
    const struct fighter        *on;
    int                          sum = 0;
    threaten(t, theirs, fight, seat);
    for (unsigned i = 0; i < mine->count; i++) {
        const struct fighter *f     = &mine->one[i];
        int                   worth = f->worth + worth_of_place(t, theirs, f);
        if (!f->leader && f->danger - f->def >= f->hp) worth -= worth * DOOMED / 100;
        if (acts && f->able && !(f->body->flags & BODY_ATTACKED))
            worth += worth_of_chance(t, fight, f, other_seat(seat), &on);
        sum += worth;
    }
    return sum;
}

static int worth_of_march(seat_id seat, unsigned leader)
{
    unsigned rows = seat == SOUTH ? row_of(leader) : ROWS - 1 - row_of(leader);
    return (int)(rows < MARCH ? rows : MARCH) * WEIGHT_MARCH;
}

// What a force could strike at a Leader on that tile in its next turn.
static int blows_on(const struct table *t, const struct force *theirs, unsigned tile)
{
    int sum = 0;
    for (unsigned i = 0; i < theirs->count; i++) {
        const struct fighter *by  = &theirs->one[i];
        unsigned              far = book_of(t)->far[by->tile][tile];
        if (by->able && far <= by->reach) sum += blow_soon(by, far);
    }
    return sum;
}

static int worth_of_leader(const struct table *t, seat_id seat, const struct fight *fight)
{
    const struct despaira_state *s = state_at(t);
    const struct force *mine = &fight->force[seat], *theirs = &fight->force[other_seat(seat)];
    int                 sum = mine->hp * WEIGHT_LEADER_HP;
    sum += (mine->hp < LAST_HP ? mine->hp : LAST_HP) * WEIGHT_LAST_HP;
    if (mine->leader == NO_TILE) return sum;
    sum += worth_of_march(seat, mine->leader);
    if (s->turn_seat == seat) sum -= s->backs * WEIGHT_BACK;
    return blows_on(t, theirs, mine->leader) >= mine->hp ? sum - WEIGHT_DEADLY : sum;
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

static int worth_of_room(const struct table *t, const struct fight *fight, unsigned leader)
{
    uint32_t taken = fight->force[0].creatures | fight->force[1].creatures;
    taken |= near_tile(t, fight->force[0].leader, 0) | near_tile(t, fight->force[1].leader, 0);
    return __builtin_popcount(near_tile(t, leader, 1) & ~taken) * WEIGHT_ROOM;
}

static int worth_of_tricks(const struct despaira_state *s, seat_id seat)
{
    int sum = 0;
    for (uint32_t left = s->field.tricks[seat]; left; left &= left - 1) {
        const struct body *b = body_at(s, trick_on(s, (unsigned)__builtin_ctz(left)));
        if (!(b->flags & BODY_LOCKED)) sum += WEIGHT_TRICK;
        if (b->flags & BODY_MOVED && s->turn_seat == seat) sum -= WEIGHT_BACK;
    }
    return sum;
}

static int worth_of_seat(const struct table *t, seat_id seat, struct fight *fight)
{
    const struct despaira_state *s = state_at(t);
    return worth_of_leader(t, seat, fight) + worth_of_fighters(t, seat, fight) +
           worth_of_means(t, seat) + worth_of_room(t, fight, fight->force[seat].leader) +
           worth_of_tricks(s, seat);
}

int despaira_evaluate(const struct table *t, seat_id seat)
{
    struct fight fight;
    gather(t, seat, &fight);
    return worth_of_seat(t, seat, &fight) - worth_of_seat(t, other_seat(seat), &fight);
}

// ---- a turn played without looking ahead

static struct choice best_attack(const struct table *t, seat_id seat, const struct fight *fight)
{
    struct choice taken = { 0 };
    int           most  = 0;
    for (unsigned i = 0; i < fight->force[seat].count; i++) {
        const struct fighter *f = &fight->force[seat].one[i], *on = NULL;
        if (!f->able || f->body->flags & BODY_ATTACKED) continue;
        int gain = worth_of_chance(t, fight, f, other_seat(seat), &on);
        if (gain <= most) continue;
        struct choice c = { .kind   = CHOICE_ATTACK,
                            .card   = f->body->card,
                            .target = on->body->card };
        if (despaira_why_not(t, seat, c)) continue;
        most  = gain;
        taken = c;
    }
    return taken;
}

// As threaten() and worth_of_leader() see it, for one tile.
static int danger_on(const struct table *t, const struct force *theirs, seat_id seat, unsigned tile)
{
    const struct book *book = book_of(t);
    int                most = 0;
    for (unsigned i = 0; i < theirs->count; i++) {
        const struct fighter *by = &theirs->one[i];
        if (!by->able) continue;
        int blow = blow_soon(by, book->far[by->tile][tile]);
        if (!by->leader && book->behind[seat][tile] >> by->tile & 1) blow *= 2;
        if (blow > most) most = blow;
    }
    return most;
}

// What a fighter is worth if it stands on that tile.
static int worth_on(const struct table *t, const struct fight *fight, seat_id seat,
                    struct fighter f, unsigned tile)
{
    const struct force   *mine = &fight->force[seat], *theirs = &fight->force[other_seat(seat)];
    const struct fighter *on;
    int                   worth;
    f.tile = (uint8_t)tile;
    if (f.leader) {
        worth = worth_of_march(seat, tile);
        if (blows_on(t, theirs, tile) >= mine->hp) worth -= WEIGHT_DEADLY;
    } else {
        worth = f.worth + worth_of_place(t, theirs, &f);
        if (danger_on(t, theirs, seat, tile) - f.def >= f.hp) worth -= worth * DOOMED / 100;
        if (near_tile(t, mine->leader, 1) >> tile & 1) worth -= WEIGHT_ROOM;
    }
    return worth + worth_of_chance(t, fight, &f, other_seat(seat), &on);
}

// The step that brings most, and what it brings; 0: it should stay.
static int best_step(const struct table *t, const struct fight *fight, seat_id seat,
                     const struct fighter *f, unsigned *to)
{
    const struct beside near = beside(f->tile);
    int                 here = worth_on(t, fight, seat, *f, f->tile), most = 0;
    for (unsigned i = 0; near.tile[i] != NO_TILE; i++) {
        if (why_not_enter(t, seat, f->body->card, near.tile[i])) continue;
        int gain = worth_on(t, fight, seat, *f, near.tile[i]) - here;
        if (gain <= most) continue;
        most = gain;
        *to  = near.tile[i];
    }
    return most;
}

static struct choice best_move(const struct table *t, seat_id seat, const struct fight *fight)
{
    struct choice taken = { 0 };
    int           most  = 0;
    unsigned      to;
    for (unsigned i = 0; i < fight->force[seat].count; i++) {
        const struct fighter *f = &fight->force[seat].one[i];
        if (!f->able || why_not_move_now(t, seat, f->body->card)) continue;
        int gain = best_step(t, fight, seat, f, &to);
        if (gain <= most) continue;
        most  = gain;
        taken = (struct choice){ .kind = CHOICE_MOVE, .card = f->body->card };
    }
    return taken;
}

struct choice best_deed(const struct table *t, seat_id seat)
{
    struct fight fight;
    if (state_at(t)->phase == PHASE_MAIN_2) return (struct choice){ 0 };
    gather(t, seat, &fight);
    struct choice c = best_move(t, seat, &fight);
    return c.kind ? c : best_attack(t, seat, &fight);
}

// What a creature gains by its element, and by a trick that it locks.
static int worth_of_ground(const struct table *t, seat_id seat, card_id card, unsigned tile)
{
    const struct despaira_state *s    = state_at(t);
    unsigned                     type = s->tiles[tile];
    bool                         fits = type == SANCTUM ? def_of(t, card)->line_count == 0
                                                        : face_of(t, card)->element == type;
    return (type != PLAIN_FIELDS && fits ? FIELD_BOOST * (WEIGHT_HP + WEIGHT_ATK) : 0) +
           (s->field.tricks[other_seat(seat)] >> tile & 1 ? WEIGHT_TRICK : 0);
}

// What a fighter's best step brings, as far as it shows beforehand.
static int promise_of_move(const struct table *t, const struct fight *fight, seat_id seat,
                           card_id card)
{
    const struct despaira_state *s     = state_at(t);
    const struct fighter        *f     = &fight->force[seat].one[fight->at[s->cards[card].zone]];
    uint32_t                     taken = s->field.creatures[0] | s->field.creatures[1] |
                     near_tile(t, fight->force[0].leader, 0) |
                     near_tile(t, fight->force[1].leader, 0);
    int here = 0, most = INT32_MIN / 2;
    for (uint32_t left = near_tile(t, f->tile, 1) & (~taken | BIT(f->tile)); left;
         left &= left - 1) {
        unsigned tile  = (unsigned)__builtin_ctz(left);
        int      worth = worth_on(t, fight, seat, *f, tile);
        if (f->leader)
            worth += __builtin_popcount(near_tile(t, tile, 1) & ~(taken & ~BIT(f->tile))) *
                     WEIGHT_ROOM;
        else
            worth += worth_of_ground(t, seat, card, tile);
        if (tile == f->tile)
            here = worth;
        else if (worth > most)
            most = worth;
    }
    return most - here;
}

// What it wakes up by cannot be told beforehand.
enum {
    WAKES_MOVING   = 1 << MOVES | 1 << WOULD_MOVE | 1 << OVERLAPS,
    WAKES_FIGHTING = 1 << DECLARES | 1 << BATTLES | 1 << DESTROYS_IN_BATTLE | 1 << HURTS_LEADER,
};

static int promise_of(const struct table *t, const struct fight *fight, seat_id seat,
                      struct choice c)
{
    const struct despaira_state *s     = state_at(t);
    const struct face           *face  = face_of(t, c.card);
    seat_id                      enemy = other_seat(seat);
    switch (c.kind) {
    case CHOICE_MOVE:
        return face->wakes & WAKES_MOVING ? INT32_MAX : promise_of_move(t, fight, seat, c.card);
    case CHOICE_ATTACK:
        if (face->wakes & WAKES_FIGHTING) return INT32_MAX;
        return worth_of_attack(t, &fight->force[seat].one[fight->at[s->cards[c.card].zone]],
                               &fight->force[enemy].one[fight->at[s->cards[c.target].zone]], enemy);
    case CHOICE_SACRIFICE_SPAWN:
        return face->worth + worth_of_stat(STAT_HP, face->hp) + face->count * WEIGHT_ABILITY;
    default: return INT32_MAX;
    }
}

// How many of a kind are tried: the others come up again when one of these is done.
static unsigned most_tried(unsigned kind)
{
    return kind == CHOICE_ATTACK ? 3 : kind == CHOICE_MOVE ? 2 : 1;
}

// Is it one of those of its kind that promise most?
static bool is_foremost(const struct choice *list, const int *promise, size_t count, size_t i)
{
    unsigned ahead = 0;
    if (promise[i] == INT32_MAX) return true;
    for (size_t k = 0; k < count; k++)
        if (list[k].kind == list[i].kind && promise[k] != INT32_MAX)
            ahead += promise[k] > promise[i] || (promise[k] == promise[i] && k < i);
    return promise[i] > 0 && ahead < most_tried(list[i].kind);
}

size_t keep_promising(const struct table *t, seat_id seat, struct choice *list, size_t count)
{
    struct fight fight;
    int          promise[CHOICES_MAX];
    bool         kept[CHOICES_MAX];
    size_t       left = 0;
    gather(t, seat, &fight);
    for (size_t i = 0; i < count; i++) promise[i] = promise_of(t, &fight, seat, list[i]);
    for (size_t i = 0; i < count; i++) kept[i] = is_foremost(list, promise, count, i);
    for (size_t i = 0; i < count; i++)
        if (kept[i]) list[left++] = list[i];
    return left;
}

unsigned best_tile_to_go(const struct table *t, seat_id seat, card_id card)
{
    struct fight fight;
    unsigned     to = NO_TILE;
    gather(t, seat, &fight);
    unsigned here = tile_of(state_at(t), card);
    if (here != NO_TILE) best_step(t, &fight, seat, &fight.force[seat].one[fight.at[here]], &to);
    return to;
}

unsigned best_tile_to_spawn(const struct table *t, seat_id seat, card_id card)
{
    const struct face *face = face_of(t, card);
    struct fighter     f    = { .able = true, .hp = face->hp, .worth = face->worth };
    struct fight       fight;
    unsigned           to   = NO_TILE;
    int                most = INT32_MIN;
    gather(t, seat, &fight);
    read_print(face, &f);
    for (uint32_t left = tiles_for(t, seat, why_not_put_on); left; left &= left - 1) {
        unsigned tile  = (unsigned)__builtin_ctz(left);
        int      worth = worth_on(t, &fight, seat, f, tile);
        if (worth <= most) continue;
        most = worth;
        to   = tile;
    }
    return to;
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
