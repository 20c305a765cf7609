// rows.c - the vocabulary of card text (rules.md, section 6): the rows that words.grammar names,
// and what they come to in a position. The deeds are in verbs.c and satellites.c.
#include "games/voidbreakers/verbs.h"

enum { ANY_KIND = 0x3F, MINIONS = ANY_KIND & ~BIT(KIND_FIGHTER) };

#define KIND(name_, one_, many_, bits_)                                                            \
    {                                                                                              \
        .name = name_, .one = one_, .many = many_, .bits = bits_, .types = TYPE_CARD               \
    }
static const struct word_row KIND_ROWS[] = {
    KIND("CARD", "card", "cards", ANY_KIND),
    KIND("FIGHTER", "fighter", "fighters", BIT(KIND_FIGHTER)),
    KIND("MINION", "minion", "minions", MINIONS),
    KIND("SATELLITE", "satellite", "satellites", BIT(KIND_SATELLITE)),
    KIND("SUPPORT", "Support card", NULL, BIT(KIND_SUPPORT)),
    KIND("ABILITY", "Ability card", NULL, BIT(KIND_ABILITY)),
    KIND("MINION_CARD", "Minion card", NULL, BIT(KIND_MINION)),
    KIND("NO_MINION_CARD", "Support or Ability card", NULL, BIT(KIND_SUPPORT) | BIT(KIND_ABILITY)),
    KIND("NO_ABILITY", "Support or Minion card", NULL, BIT(KIND_SUPPORT) | BIT(KIND_MINION)),
    KIND("NO_SUPPORT", "Ability or Minion card", NULL, BIT(KIND_ABILITY) | BIT(KIND_MINION)),
    { .name = "ZONE", .one = "zone", .bits = BIT(KIND_ZONE), .types = TYPE_PLACE },
    { .name = "PLAYER", .one = "player", .bits = BIT(KIND_SEAT), .types = TYPE_SEAT },
    { 0 },
};
#undef KIND

#define FACT(name_, said_, bit_)                                                                   \
    {                                                                                              \
        .name = name_, .one = said_, .bits = BIT(bit_)                                             \
    }
static const struct word_row FACT_ROWS[] = {
    FACT("STUNNED", "Stunned", STUNNED),
    FACT("DISARMED", "Disarmed", DISARMED),
    FACT("ROOTED", "Rooted", ROOTED),
    FACT("JAMMED", "Jammed", JAMMED),
    FACT("WEAKENED", "Weakened", WEAKENED),
    FACT("EXPOSED", "Exposed", EXPOSED),
    FACT("BURNING", "Burning", BURNING),
    FACT("GUARDED", "Guarded", GUARDED),
    FACT("EMPOWERED", "Empowered", EMPOWERED),
    FACT("CLOAKED", "Cloaked", CLOAKED),
    FACT("BRACED", "Braced", BRACED),
    FACT("BRAWLER", "Brawler", FACT_STYLE_FIRST + BRAWLER),
    FACT("GUNNER", "Gunner", FACT_STYLE_FIRST + GUNNER),
    FACT("PSION", "Psion", FACT_STYLE_FIRST + PSION),
    FACT("ENGINEER", "Engineer", FACT_STYLE_FIRST + ENGINEER),
    FACT("DEAD", "dead", FACT_DEAD),
    { .name = "ANY_STATE" },
    { 0 },
};
#undef FACT

// So many steps away from the user; no zone is farther than six.
static const struct word_row PLACE_ROWS[] = {
    { .name = "HERE", .one = "the user's zone", .bits = 1 },
    { .name = "ADJACENT", .one = "an adjacent zone", .bits = 2 },
    { .name = "WITHIN", .many = "within", .bits = PLACES_ARENA },
    { .name = "ANYWHERE", .bits = PLACES_ARENA },
    { .name = "IN_RANGE", .bits = 0xFFFF }, // as if no place were said
    { .name = "VOID", .one = "the void", .bits = BIT(PLACE_VOID) },
    { .name = "RESERVE", .one = "the reserve", .bits = BIT(PLACE_RESERVE) },
    { .name = "ATTACHED", .one = "what is attached", .bits = BIT(PLACE_ATTACHED) },
    { 0 },
};

#define WORD(name_, said_)                                                                         \
    {                                                                                              \
        .name = name_, .one = said_                                                                \
    }
static const struct word_row WORD_ROWS[WORD_COUNT + 1] = {
    WORD("PROVOKE", "Provoke"),
    WORD("STEADY", "Steady"),
    WORD("SWIFT", "Swift"),
    WORD("REACH", "Reach"),
    WORD("ARMOR", "Armor"),
    // enum deed
    WORD("ATTACK", "attack"),
    WORD("MOVE", "move"),
    WORD("LEAP", "leap"),
    WORD("USE_TALENTS", "use talents"),
    WORD("BE_ATTACKED", "be attacked"),
    WORD("BE_TARGETED", "be targeted"),
    WORD("BE_THROWN", "be thrown"),
    WORD("BE_TELEPORTED", "be teleported"),
    WORD("BE_SWAPPED", "be swapped"),
    WORD("BE_HEALED", "be healed"),
    WORD("GAIN_DEBUFFS", "gain debuffs"),
    WORD("BE_DAMAGED", "be dealt damage"),
    WORD("GAIN_STUNNED", "gain Stunned"),
    WORD("GAIN_DISARMED", "gain Disarmed"),
    WORD("GAIN_ROOTED", "gain Rooted"),
    WORD("GAIN_JAMMED", "gain Jammed"),
    WORD("GAIN_WEAKENED", "gain Weakened"),
    WORD("GAIN_EXPOSED", "gain Exposed"),
    WORD("GAIN_BURNING", "gain Burning"),
    // enum token, enum condition
    WORD("A", "{A}"),
    WORD("M", "{M}"),
    WORD("F", "{F}"),
    WORD("STUNNED", "Stunned"),
    WORD("DISARMED", "Disarmed"),
    WORD("ROOTED", "Rooted"),
    WORD("JAMMED", "Jammed"),
    WORD("WEAKENED", "Weakened"),
    WORD("EXPOSED", "Exposed"),
    WORD("BURNING", "Burning"),
    WORD("GUARDED", "Guarded"),
    WORD("EMPOWERED", "Empowered"),
    WORD("CLOAKED", "Cloaked"),
    WORD("BRACED", "Braced"),
    [WORD_MORE]             = WORD("MORE", "more"),
    [WORD_LESS]             = WORD("LESS", "less"),
    [WORD_PIERCE]           = WORD("PIERCE", "Pierce"),
    [WORD_DRAIN]            = WORD("DRAIN", "Drain"),
    [WORD_YOU]              = WORD("YOU", "you"),
    [WORD_OPPONENT]         = WORD("OPPONENT", "the opponent"),
    [WORD_BOTH]             = WORD("BOTH", "both players"),
    [WORD_RANDOM]           = WORD("RANDOM", "at random"),
    [WORD_ALL]              = WORD("ALL", "all"),
    [WORD_FRIEND]           = WORD("FRIEND", "with a friendly card"),
    [WORD_FRIENDLY_FIGHTER] = WORD("FRIENDLY_FIGHTER", "with a friendly fighter"),
    [WORD_FRIENDLY_MINION]  = WORD("FRIENDLY_MINION", "with a friendly minion"),
    [WORD_ENEMY]            = WORD("ENEMY", "with an enemy card"),
    [WORD_ENEMY_FIGHTER]    = WORD("ENEMY_FIGHTER", "with an enemy fighter"),
    [WORD_ENEMY_MINION]     = WORD("ENEMY_MINION", "with an enemy minion"),
    [WORD_NO_ENEMY]         = WORD("NO_ENEMY", "without enemy cards"),
    [WORD_HERE]             = WORD("HERE", "the user's zone"),
    [WORD_THAT_CARD]        = WORD("THAT_CARD", "card"),
    [WORD_THAT_ATTACK]      = WORD("THAT_ATTACK", "attack"),
    [WORD_THAT_MOVE]        = WORD("THAT_MOVE", "move"),
    [WORD_THAT_TALENT]      = WORD("THAT_TALENT", "talent"),
    [WORD_DEBUFFS]          = WORD("ITS_DEBUFFS", "debuffs"),
    [WORD_BUFFS]            = WORD("ITS_BUFFS", "buffs"),
    [WORD_TOP]              = WORD("TOP", "on top of the arsenal"),
    [WORD_BOTTOM]           = WORD("BOTTOM", "under the arsenal"),
    [WORD_SHUFFLED]         = WORD("SHUFFLED", "into the arsenal, which is shuffled"),
    [WORD_TO_HAND]          = WORD("TO_HAND", "to its owner's hand"),
    [WORD_TO_VOID]          = WORD("TO_VOID", "to its owner's void"),
};
#undef WORD

// ---- where a work reckons from

// Where the work reckons distances from, and where a card was for it (VOI-528).
zone_id base_of(const struct table *t, const struct link *w)
{
    const struct voidbreakers_state *s = state_at(t);
    if (w->kind == WORK_TRIGGER || !is_card(s, w->user)) return w->zone;
    return zone_of_card(s, w->user);
}
zone_id place_of(const struct table *t, const struct link *w, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    if (w->kind == WORK_TRIGGER && s->seen[card]) return (zone_id)(s->seen[card] - 1);
    return zone_of_card(s, card);
}

static uint16_t steps_away(const struct table *t, zone_id base, zone_id zone)
{
    unsigned far = distance(t, base, zone);
    return (uint16_t)BIT(far < 6 ? far : 6);
}

static uint16_t pile_of(const struct voidbreakers_state *s, const struct link *w, card_id card)
{
    zone_id zone = zone_of_card(s, card);
    if (zone == zone_of_seat(ZONE_VOID, w->seat)) return BIT(PLACE_VOID);
    if (zone == zone_of_seat(ZONE_RESERVE, w->seat)) return BIT(PLACE_RESERVE);
    return zone == zone_of_seat(ZONE_UPGRADES, w->seat) ? BIT(PLACE_ATTACHED) : 0;
}

static inline struct facts facts_of_card_in(const struct table *t, const struct link *w,
                                            card_id card, zone_id zone)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct body               *b    = &s->body[card];
    const struct face               *face = face_of(t, card);
    uint64_t                         dead = (uint64_t)(b->flags & BODY_DEAD) << FACT_DEAD;
    return (struct facts){
        .bits  = b->conditions | (uint64_t)face->styles << FACT_STYLE_FIRST | dead,
        .kind  = (uint16_t)BIT(face->kind),
        .place = is_arena(zone) ? steps_away(t, base_of(t, w), zone) : pile_of(s, w, card),
        .side  = owner_of(s, card) == w->seat ? SIDE_OWN : SIDE_ENEMY,
    };
}
static_assert(BODY_DEAD == 1, "found by a shift");

static struct facts facts_of_thing(const struct scope *k, uint16_t thing)
{
    const struct voidbreakers_state *s = state_at(k->t);
    const struct link               *w = link_of(k->w);
    struct facts                     f = { .place = 0xFFFF, .side = SIDE_ALL };
    switch (type_of_thing(thing)) {
    case TYPE_CARD: return facts_of_card_in(k->t, w, thing, zone_of_card(s, thing));
    case TYPE_PLACE: f.kind = BIT(KIND_ZONE); break;
    case TYPE_SEAT: f.kind = BIT(KIND_SEAT); break;
    }
    return f;
}

// ---- what may be meant

// What a verb is done to lies where it was when its batch was chosen; what is counted is counted as
// it stands now (VOI-528).
bool is_meant(const struct scope *k, const struct things *x, card_id card)
{
    const struct link *w = link_of(k->w);
    bool done            = x->flags & THINGS_DONE && is_arena(zone_of_card(state_at(k->t), card));
    if (x->flags & THINGS_OTHER && card == w->user) return false;
    if (done && w->kind == WORK_TRIGGER && x->how == HOW_ALL && !state_at(k->t)->seen[card])
        return false;
    zone_id      zone = done ? place_of(k->t, w, card) : zone_of_card(state_at(k->t), card);
    struct facts f    = facts_of_card_in(k->t, w, card, zone);
    return fits(k, x, &f, card);
}

// The zone that was chosen for "each enemy card in an adjacent zone".
static bool is_in_chosen_zone(const struct scope *k, const struct things *x, card_id card)
{
    if (!x->of) return true;
    zone_id zone = picked_zone(link_of(k->w), k->m->things[x->of].slot, NO_CARD);
    return zone != NO_ZONE && place_of(k->t, link_of(k->w), card) == zone;
}

static bool lies_in_a_pile(const struct things *x)
{
    return x->places != 0xFFFF && !(x->places & PLACES_ARENA);
}

static zone_id pile_meant(const struct things *x, seat_id seat)
{
    return zone_of_seat(x->places & BIT(PLACE_VOID)      ? ZONE_VOID
                        : x->places & BIT(PLACE_RESERVE) ? ZONE_RESERVE
                                                         : ZONE_UPGRADES,
                        seat);
}

// Upgrades are those of the user.
static bool is_attached_here(const struct scope *k, const struct things *x, card_id card)
{
    card_id host = link_of(k->w)->user;
    return !(x->places & BIT(PLACE_ATTACHED)) ||
           face_of(k->t, card)->fighter == face_of(k->t, host)->self;
}

static size_t list_candidates(const struct scope *k, const struct things *x, uint16_t *out,
                              size_t max)
{
    const struct voidbreakers_state *s     = state_at(k->t);
    size_t                           count = 0;
    if (x->type != TYPE_CARD) return 0; // zones are chosen before (announce.c, batches.c)
    if (lies_in_a_pile(x)) {
        EACH_CARD(c, s, pile_meant(x, link_of(k->w)->seat))
            if (count < max && is_meant(k, x, c) && is_attached_here(k, x, c)) out[count++] = c;
        return count;
    }
    EACH_IN_ARENA(c, s) {
        if (count == max) break;
        if (is_meant(k, x, c) && is_in_chosen_zone(k, x, c)) out[count++] = c;
    }
    return count;
}

static bool is_candidate(const struct scope *k, const struct things *x, uint16_t thing)
{
    const struct voidbreakers_state *s = state_at(k->t);
    if (x->type != TYPE_CARD || !is_card(s, thing) || !is_meant(k, x, thing)) return false;
    if (lies_in_a_pile(x)) return is_attached_here(k, x, thing);
    return is_arena(zone_of_card(s, thing)) && is_in_chosen_zone(k, x, thing);
}

// Is it one that a trigger waits for? Who died is meant as it was.
bool waits_for(const struct scope *k, unsigned row, uint16_t thing, zone_id zone)
{
    const struct things *x = &k->m->things[row];
    if (!row) return true;
    if (x->how == HOW_REF) return things_first(k, row) == thing;
    if (type_of_thing(thing) == TYPE_SEAT) return x->type == TYPE_SEAT; // "each turn"
    if (type_of_thing(thing) != TYPE_CARD || thing == NO_CARD) return false;
    if (x->flags & THINGS_OTHER && thing == k->w->card) return false;
    struct facts f = facts_of_card_in(k->t, link_of(k->w), thing, zone);
    f.bits &= ~BIT(FACT_DEAD);
    if (!is_arena(zone)) f.place = 0xFFFF;
    return fits(k, x, &f, thing);
}

// VOI-511, VOI-634: the dead are only meant where they are spoken of.
static bool is_still_there(const struct scope *k, const struct step *step, uint16_t thing)
{
    const struct voidbreakers_state *s = state_at(k->t);
    const struct things             *x = &k->m->things[step->things];
    if (type_of_thing(thing) != TYPE_CARD || !is_card(s, thing))
        return type_of_thing(thing) != TYPE_CARD;
    if (lies_in_a_pile(x)) return zone_of_card(s, thing) == pile_meant(x, link_of(k->w)->seat);
    if (!is_arena(zone_of_card(s, thing))) return false;
    if (x->how != HOW_REF) return true;
    return is_dead(s, thing) == (step->verb == VERB_REVIVE);
}

// ---- tests

static unsigned count_in(const struct voidbreakers_state *s, zone_id zone, seat_id seat)
{
    unsigned count = 0;
    EACH_CARD(c, s, zone) count += owner_of(s, c) == seat && !is_dead(s, c);
    return count;
}

static bool is_so(const struct scope *k, const struct test *test, uint16_t card)
{
    const struct voidbreakers_state *s = state_at(k->t);
    if (test->row == TEST_DEAD) return is_dead(s, card) || !is_arena(zone_of_card(s, card));
    if (test->row == TEST_DYING) // VOI-R121
        return !is_living(s, card) || s->body[card].hp <= 0;
    if (!is_living(s, card)) return false;
    unsigned friends = count_in(s, zone_of_card(s, card), owner_of(s, card));
    switch (test->row) {
    case TEST_ALONE: return friends == 1;
    case TEST_OUTNUMBERED:
        return count_in(s, zone_of_card(s, card), other_player(owner_of(s, card))) > friends;
    case TEST_DAMAGED: return s->body[card].hp < hp_max(k->t, card);
    case TEST_WOUNDED: return s->body[card].hp <= hp_max(k->t, card) / 20 * 10; // VOI-008
    case TEST_FULL_HP: return s->body[card].hp >= hp_max(k->t, card);
    case TEST_ATTACKED: return s->body[card].flags & BODY_ATTACKED;
    case TEST_THROWN: return s->body[card].flags & BODY_THROWN;
    default: return false;
    }
}

static bool has_moved(const struct scope *k, const struct test *test, uint16_t card)
{
    (void)test;
    return state_at(k->t)->body[card].flags & BODY_MOVED;
}

def_id named_by(const struct table *t, const struct test *test)
{
    return book_of(t)->named[test->words];
}

// VOI-105: all cards of one fighter.
static bool has_name(const struct scope *k, const struct test *test, uint16_t card)
{
    return face_of(k->t, card)->self == book_of(k->t)->faces[named_by(k->t, test)].self;
}

static bool has_upgrade(const struct scope *k, const struct test *test, uint16_t card)
{
    return is_living(state_at(k->t), card) &&
           attached_upgrade(k->t, card, named_by(k->t, test)) != NO_CARD;
}

static const struct test_row TEST_ROWS[] = {
    [TEST_ALONE]       = { "ALONE", "alone", is_so },
    [TEST_OUTNUMBERED] = { "OUTNUMBERED", "outnumbered", is_so },
    [TEST_DAMAGED]     = { "DAMAGED", "damaged", is_so },
    [TEST_WOUNDED]     = { "WOUNDED", "wounded", is_so },
    [TEST_FULL_HP]     = { "FULL_HP", "at full HP", is_so },
    [TEST_DEAD]        = { "DEAD", "dead", is_so },
    [TEST_NAMED]       = { "NAMED", "of that name", has_name },
    [TEST_UPGRADED]    = { "UPGRADED", "with that upgrade", has_upgrade },
    [TEST_MOVED]       = { "MOVED", "one that moved this turn", has_moved },
    [TEST_ATTACKED]    = { "ATTACKED", "one that attacked this turn", is_so },
    [TEST_THROWN]      = { "THROWN", "thrown this way", is_so },
    [TEST_DYING]       = { "DYING", "one that dies", is_so },
    { 0 },
};

// ---- stats

static int hp_of(const struct scope *k, uint16_t card)
{
    int hp = state_at(k->t)->body[card].hp;
    return hp > 0 ? hp : 0;
}
static int ap_of(const struct scope *k, uint16_t card) { return attack_power(k->t, card); }
static int debuffs_of(const struct scope *k, uint16_t card)
{
    return (int)count_debuffs(state_at(k->t), card);
}
static int conditions_of(const struct scope *k, uint16_t card)
{
    return __builtin_popcount(state_at(k->t)->body[card].conditions);
}
static int buffs_of(const struct scope *k, uint16_t card)
{
    return conditions_of(k, card) - debuffs_of(k, card);
}
static int hand_of(const struct scope *k, uint16_t seat)
{
    return (int)cards_in_hand(k->t, link_of(k->w), seat_of_thing(seat));
}
static int void_of(const struct scope *k, uint16_t seat)
{
    return zone_size(k->t->state, zone_of_seat(ZONE_VOID, seat_of_thing(seat)));
}
static int arsenal_of(const struct scope *k, uint16_t seat)
{
    return zone_size(k->t->state, zone_of_seat(ZONE_ARSENAL, seat_of_thing(seat)));
}
static int dead_fighters_of(const struct scope *k, uint16_t seat)
{
    return (int)dead_fighters(k->t, seat_of_thing(seat));
}
static int round_of(const struct scope *k, uint16_t seat)
{
    (void)seat;
    return state_at(k->t)->round;
}

static int missing_of(const struct scope *k, uint16_t card)
{
    return hp_max(k->t, card) - hp_of(k, card);
}
static int living_fighters_of(const struct scope *k, uint16_t seat)
{
    return (int)living_fighters(k->t, seat_of_thing(seat));
}
static int played_of(const struct scope *k, uint16_t seat)
{
    return state_at(k->t)->side[seat_of_thing(seat)].played;
}
static int deaths_of(const struct scope *k, uint16_t seat)
{
    return state_at(k->t)->side[seat_of_thing(seat)].deaths;
}

static const struct stat_row STAT_ROWS[] = {
    [STAT_ROW_HP]              = { "HP", "HP", TYPE_CARD, hp_of },
    [STAT_ROW_AP]              = { "AP", "attack power", TYPE_CARD, ap_of },
    [STAT_ROW_DEBUFFS]         = { "DEBUFFS", "debuffs", TYPE_CARD, debuffs_of },
    [STAT_ROW_BUFFS]           = { "BUFFS", "buffs", TYPE_CARD, buffs_of },
    [STAT_ROW_CONDITIONS]      = { "CONDITIONS", "conditions", TYPE_CARD, conditions_of },
    [STAT_ROW_HAND]            = { "HAND", "cards in hand", TYPE_SEAT, hand_of },
    [STAT_ROW_VOID]            = { "VOID", "cards in the void", TYPE_SEAT, void_of },
    [STAT_ROW_ARSENAL]         = { "ARSENAL", "cards in the arsenal", TYPE_SEAT, arsenal_of },
    [STAT_ROW_DEAD_FIGHTERS]   = { "DEAD_FIGHTERS", "dead fighters", TYPE_SEAT, dead_fighters_of },
    [STAT_ROW_ROUND]           = { "ROUND", "Round", TYPE_SEAT, round_of },
    [STAT_ROW_MISSING]         = { "MISSING", "missing HP", TYPE_CARD, missing_of },
    [STAT_ROW_LIVING_FIGHTERS] = { "LIVING_FIGHTERS", "living fighters", TYPE_SEAT,
                                   living_fighters_of },
    [STAT_ROW_PLAYED]          = { "PLAYED", "cards played this turn", TYPE_SEAT, played_of },
    [STAT_ROW_DEATHS]          = { "DEATHS", "fighters that died this turn", TYPE_SEAT, deaths_of },
    { 0 },
};

// ---- conditions, roles, pronouns

static bool is_your_turn(const struct scope *k) { return state_at(k->t)->active == k->w->seat; }
static bool is_zone_full(const struct scope *k)
{
    zone_id zone = base_of(k->t, link_of(k->w));
    return is_arena(zone) && is_full(state_at(k->t), zone);
}
static const struct cond_row COND_ROWS[] = {
    { "YOUR_TURN", "it is your turn", is_your_turn },
    { "ZONE_FULL", "the user's zone is full", is_zone_full },
    { 0 },
};

static uint16_t card_or_none(card_id card) { return card == NO_CARD ? (uint16_t)NO_THING : card; }
static uint16_t the_user(const struct scope *k) { return card_or_none(link_of(k->w)->user); }
static uint16_t that_card(const struct scope *k) { return card_or_none(link_of(k->w)->that); }
static uint16_t the_attacker(const struct scope *k) { return card_or_none(link_of(k->w)->other); }
static uint16_t the_opponent(const struct scope *k)
{
    return thing_of_seat(other_player(k->w->seat));
}
static const struct role_row ROLE_ROWS[] = {
    [ROLE_USER]     = { "USER", "the user", TYPE_CARD, the_user },
    [ROLE_THAT]     = { "THAT", "the card it happened to", TYPE_CARD, that_card },
    [ROLE_ATTACKER] = { "ATTACKER", "the attacker", TYPE_CARD, the_attacker },
    [ROLE_OPPONENT] = { "OPPONENT", "the opponent", TYPE_SEAT, the_opponent },
    { 0 },
};

// Which lines a card happened to, or an attacker did something in.
static bool is_of_a_card(int moment)
{
    return moment != MOMENT_ALPHA && moment != MOMENT_READY && moment != MOMENT_OMEGA &&
           moment != MOMENT_START && moment != MOMENT_CYCLE && moment != MOMENT_PLAYS &&
           moment != MOMENT_SECOND && moment != MOMENT_FAILED_DRAW;
}
static bool is_an_attack(int moment)
{
    return moment == MOMENT_HURT || moment == MOMENT_ATTACKS || moment == MOMENT_KILLS;
}
static bool is_about_a_card(int happening)
{
    return happening != OPPONENT_ENDS_PHASE && happening != OPPONENT_DREW &&
           happening != FAILED_TO_DRAW;
}
static bool is_attacked(int happening)
{
    return happening == ENEMY_ATTACKS_CARD || happening == ENEMY_ATTACKS_FIGHTER ||
           happening == ENEMY_ATTACKS_USER || happening == CARD_DAMAGED ||
           happening == USER_DAMAGED;
}
static bool has_role(const struct op *line, unsigned ref)
{
    unsigned role    = ref - REF_ROLE;
    size_t   trigger = op_find(line, 0, W_TRIGGER), play = op_find(line, 0, W_PLAY);
    size_t   reaction = play ? op_find(line, play, W_REACTION) : 0;
    int      moment   = trigger ? line[op_find(line, trigger, SHAPE_EVENT)].value : NO_MOMENT;
    if (role == ROLE_THAT)
        return trigger ? is_of_a_card(moment) : reaction && is_about_a_card(line[reaction].value);
    if (role == ROLE_ATTACKER)
        return trigger ? is_an_attack(moment) : reaction && is_attacked(line[reaction].value);
    return true;
}

#define LOOKED_UP(name_, type_, ref_)                                                              \
    {                                                                                              \
        .name = name_, .types = type_, .order = { THE_REF }, .ref = (uint8_t)(ref_)                \
    }
static const struct pronoun_row PRONOUN_ROWS[] = {
    LOOKED_UP("USER", TYPE_CARD, REF_ROLE + ROLE_USER),
    { .name   = "MEANT_USER",
      .types  = TYPE_CARD,
      .silent = 1,
      .order  = { THE_REF },
      .ref    = REF_ROLE + ROLE_USER },
    LOOKED_UP("THIS", TYPE_CARD, REF_SELF),
    LOOKED_UP("THAT", TYPE_CARD, REF_ROLE + ROLE_THAT),
    LOOKED_UP("ATTACKER", TYPE_CARD, REF_ROLE + ROLE_ATTACKER),
    LOOKED_UP("EACH", TYPE_CARD, REF_EACH),
    LOOKED_UP("YOU", TYPE_SEAT, REF_YOU),
    LOOKED_UP("OPPONENT", TYPE_SEAT, REF_ROLE + ROLE_OPPONENT),
    { .name  = "IT",
      .types = TYPE_CARD,
      .order = { LAST_NAMED, THE_REF },
      .ref   = REF_ROLE + ROLE_THAT },
    { .name  = "THEM",
      .types = TYPE_CARD,
      .many  = 1,
      .order = { LAST_NAMED, THE_REF },
      .ref   = REF_ROLE + ROLE_THAT },
    { .name = "SAME", .types = TYPE_CARD, .silent = 1, .order = { LAST_NAMED } },
    { 0 },
};
#undef LOOKED_UP

static const struct until_row UNTIL_ROWS[] = {
    { "NEVER", "for good" },
    [THIS_TURN]            = { "TURN", "this turn" },
    [UNTIL_YOUR_NEXT_TURN] = { "YOUR_NEXT_TURN", "until your next turn" },
    [FOR_THE_GAME]         = { "GAME", "for the rest of the game" },
    { 0 },
};
static const struct until_row MOMENT_ROWS[] = {
    [LATER_ALPHA] = { "ALPHA", "in your next Alpha Phase" },
    [LATER_READY] = { "READY", "in your next Ready Phase" },
    [LATER_OMEGA] = { "OMEGA", "in your next Omega Phase" },
    [LATER_START] = { "START", "at the start of your next turn" },
    [LATER_END]   = { "END", "at the end of this turn" },
    { 0 },
};

#define THAT (REF_ROLE + ROLE_THAT)
static const struct event_row EVENT_ROWS[] = {
    [MOMENT_ENTER]         = { .name = "ENTER", .said = "this card enters a zone" },
    [MOMENT_SENTRY]        = { .name = "SENTRY", .said = "an enemy enters this card's zone" },
    [MOMENT_DEATH]         = { .name = "DEATH", .said = "this card dies" },
    [MOMENT_HURT]          = { .name = "HURT", .said = "this card is dealt damage" },
    [MOMENT_ALPHA]         = { .name = "ALPHA", .said = "your Alpha Phase has begun" },
    [MOMENT_READY]         = { .name = "READY", .said = "your Ready Phase has begun" },
    [MOMENT_OMEGA]         = { .name = "OMEGA", .said = "the Omega Phase of {by} has begun" },
    [MOMENT_ATTACKS]       = { .name   = "ATTACKS",
                               .said   = "an attack of {by} deals damage to {to}",
                               .by_ref = REF_ROLE + ROLE_ATTACKER,
                               .to_ref = THAT },
    [MOMENT_CYCLE]         = { .name = "CYCLE", .said = "you cycle" },
    [MOMENT_VOIDED]        = { .name = "VOIDED", .said = "{by} voids a card" },
    [MOMENT_SOMEBODY_DIES] = { .name = "DIES", .said = "{to} dies", .to_ref = THAT },
    [MOMENT_FAILED_DRAW]   = { .name = "FAILED_DRAW", .said = "you fail to draw" },
    [MOMENT_THROWN]        = { .name = "THROWN", .said = "this card is thrown" },
    [MOMENT_START]         = { .name = "START", .said = "the turn of {by} starts" },
    [MOMENT_ENTERS]        = { .name = "ENTERS", .said = "{by} enters", .by_ref = THAT },
    [MOMENT_DAMAGED]       = { .name = "DAMAGED", .said = "{to} is dealt damage", .to_ref = THAT },
    [MOMENT_PLAYS]         = { .name = "PLAYS", .said = "{by} plays {to}" },
    [MOMENT_SECOND]        = { .name = "SECOND", .said = "{by} plays a second card this turn" },
    [MOMENT_HEALED]        = { .name = "HEALED", .said = "{to} is healed", .to_ref = THAT },
    [MOMENT_DEBUFFED]      = { .name = "DEBUFFED", .said = "{to} gains a debuff", .to_ref = THAT },
    [MOMENT_LEAVES]        = { .name = "LEAVES", .said = "{by} leaves a zone", .by_ref = THAT },
    [MOMENT_KILLS]         = { .name   = "KILLS",
                               .said   = "{by} kills {to}",
                               .by_ref = REF_ROLE + ROLE_ATTACKER,
                               .to_ref = THAT },
    { 0 },
};
#undef THAT

enum { LINE_DONE, LINE_IN_FORCE };
static const struct line_row LINE_ROWS[] = {
    [LINE_DONE]     = { "DONE", "when it is carried out", 0 },
    [LINE_IN_FORCE] = { "IN_FORCE", "as long as it stands", LINE_STANDS },
    { 0 },
};
static unsigned line_kind(const struct op *line)
{
    return op_find(line, 0, W_STANDING) ? LINE_IN_FORCE : LINE_DONE;
}

// VOI-437: what is chosen lies within the range, in the own zone if there is none; what is not
// chosen lies anywhere, unless a range is printed.
static uint16_t reach_of_line(const struct op *line, const struct things *x)
{
    size_t root = op_find(line, 0, W_PLAY);
    if (!root) root = op_find(line, 0, W_TALENT);
    size_t range = root ? op_find(line, root, W_RANGE) : 0;
    if (root && op_find(line, root, W_RANGE_ANY)) return PLACES_ARENA;
    if (range) return (uint16_t)(PLACES_ARENA & ((2u << number_in(line, range, 0)) - 1u));
    return x->how == HOW_ALL ? PLACES_ARENA : 1;
}

// ---- verbs

#define TO_CARDS .takes = TAKES_THINGS, .types = TYPE_CARD, .way = TO_EACH
#define SO_MUCH_TO_CARDS .takes = TAKES_THINGS | TAKES_AMOUNT, .types = TYPE_CARD, .way = TO_EACH
#define STANDS                                                                                     \
    .takes = TAKES_THINGS | MAY_TAKE_AMOUNT, .types = TYPE_CARD, .way = TO_EACH,                   \
    .flags = VERB_STANDS
#define USERS .otherwise = REF_ROLE + ROLE_USER
// clang-format off
static const struct verb_row VERB_ROWS[VERB_COUNT + 1] = {
    [VERB_HAS]        = { "HAS", "{things}: {arg} {amount} {until}", STANDS, .deed = grant },
    [VERB_INTERCEPT]  = { "INTERCEPT", "{things}: Intercept {to}", STANDS, .deed = grant },
    [VERB_ATTACK_FOR] = { "ATTACK_FOR", "{things}: attacks for {amount} {arg} {to} {until}", STANDS,
                          .deed = attack_for_more },
    [VERB_READIES]    = { "READIES", "{things}: one {arg} {arg2} in the Ready Phase", STANDS,
                          .deed = grant },
    [VERB_CANNOT]     = { "CANNOT", "{things}: cannot {arg} {until}", STANDS, .deed = grant },
    [VERB_DEAL]   = { "DEAL", "deal {amount} {args} damage to {things}", SO_MUCH_TO_CARDS,
                      .deed = deal, .result = deal_to_guard },
    [VERB_HEAL]   = { "HEAL", "heal {amount} on {things}", SO_MUCH_TO_CARDS, .deed = heal_one },
    [VERB_RAISE]  = { "RAISE", "raise {amount} on {things} {until}", SO_MUCH_TO_CARDS,
                      .deed = raise_power },
    [VERB_LOWER]  = { "LOWER", "lower {amount} on {things} {until}", SO_MUCH_TO_CARDS,
                      .deed = lower_power },
    [VERB_LOSE]   = { "LOSE", "{things}: lose {amount} HP", SO_MUCH_TO_CARDS,
                      .deed = lose_some_hp },
    [VERB_SHED]   = { "SHED", "{things}: lose {args}", TO_CARDS, .deed = shed },
    [VERB_GIVE]   = { "GIVE", "give {args} to {things}", TO_CARDS, .deed = give },
    [VERB_GAIN]   = { "GAIN", "{things}: gain {args}", TO_CARDS, .deed = gain },
    [VERB_CLEANSE] = { "CLEANSE", "cleanse {things}", TO_CARDS, .deed = cleanse },
    [VERB_STRIP]  = { "STRIP", "strip {things}", TO_CARDS, .deed = strip },
    [VERB_KILL]   = { "KILL", "kill {things}", TO_CARDS, .deed = kill_one },
    [VERB_REVIVE] = { "REVIVE", "revive {things} with {amount}", SO_MUCH_TO_CARDS,
                      .deed = revive_one },
    [VERB_MOVE]   = { "MOVE", "{things}: move to {to}", TO_CARDS, .deed = go },
    [VERB_LEAP]   = { "LEAP", "{things}: leap {amount} to {to}", TO_CARDS, .deed = go },
    [VERB_TELEPORT] = { "TELEPORT", "teleport {things} to {to} {args} {amount}", TO_CARDS,
                        .deed = go },
    [VERB_THROW]  = { "THROW", "throw {things} {amount} to {to}", TO_CARDS, .deed = go },
    [VERB_SWAP]   = { "SWAP", "swap {things} and {to}", .takes = TAKES_THINGS, .types = TYPE_CARD,
                      .deed = swap_them },
    [VERB_DEPLOY] = { "DEPLOY", "deploy {amount} {args} of {things} in {to}",
                      .takes = TAKES_THINGS | MAY_TAKE_AMOUNT, .types = TYPE_CARD,
                      .deed = deploy_some, .result = deploy_chosen },
    [VERB_ATTACH] = { "ATTACH", "attach {amount} of {things}",
                      .takes = TAKES_THINGS | MAY_TAKE_AMOUNT, .types = TYPE_CARD,
                      .deed = attach_some },
    [VERB_DETACH] = { "DETACH", "detach {amount} {args} of {to} from {things}", TO_CARDS, USERS,
                      .can = can_detach, .deed = detach_some },
    [VERB_DRAW]   = { "DRAW", "{arg}: draw {amount}", .takes = TAKES_AMOUNT, .deed = draw_some },
    [VERB_VOID_HAND] = { "VOID_HAND", "{args}: void {amount} from hand", .takes = TAKES_AMOUNT,
                         .deed = void_from_hand, .result = void_picked },
    [VERB_VOID_ARSENAL] = { "VOID_ARSENAL", "{arg}: void {amount} from the arsenal",
                            .takes = TAKES_AMOUNT, .deed = void_from_arsenal },
    [VERB_SALVAGE] = { "SALVAGE", "salvage {things}", TO_CARDS, .deed = salvage },
    [VERB_SCOUT]  = { "SCOUT", "scout {amount}", .takes = TAKES_AMOUNT, .deed = scout,
                      .result = put_back_in_order },
    [VERB_DIG]    = { "DIG", "look at the top {amount} cards of your arsenal and take one",
                      .takes = TAKES_AMOUNT, .deed = dig, .result = take_chosen },
    [VERB_LOOK]   = { "LOOK", "look at the opponent's hand", .deed = look },
    [VERB_LOOK_AT_TOP] = { "LOOK_AT_TOP", "look at the top {amount} of the opponent's arsenal",
                           .takes = TAKES_AMOUNT, .deed = look_at_top },
    [VERB_REVEAL] = { "REVEAL", "{arg}: reveal the hand", .deed = reveal },
    [VERB_REVEAL_TOP] = { "REVEAL_TOP", "reveal the top {amount} of your arsenal",
                          .takes = TAKES_AMOUNT, .deed = reveal_top },
    [VERB_CANCEL]   = { "CANCEL", "cancel that {args}", .deed = cancel },
    [VERB_BECOME_AP] = { "BECOME_AP", "the attack power of {things} becomes {amount} {until}",
                         SO_MUCH_TO_CARDS, .deed = become_ap },
    [VERB_BECOME_HP] = { "BECOME_HP", "the HP of {things} becomes {amount}", SO_MUCH_TO_CARDS,
                         .deed = become_hp },
    [VERB_HAND_ON] = { "HAND_ON", "move all {args} of {things} to {to}",
                       .takes = TAKES_THINGS | TAKES_TO, .types = TYPE_CARD, .deed = hand_on },
    [VERB_PREVENT] = { "PREVENT", "prevent the next {amount} damage to {things} {until}",
                       SO_MUCH_TO_CARDS, .deed = prevent },
    [VERB_NEXT_ATTACK] = { "NEXT_ATTACK", "the next attack of {things} deals {amount} more {until}",
                           SO_MUCH_TO_CARDS, .deed = next_attack },
    [VERB_PUT_BACK] = { "PUT_BACK", "put {things} {args}", TO_CARDS, .deed = put_back },
    [VERB_TAKE_UP] = { "TAKE_UP", "{things}: {args}", TO_CARDS, .deed = take_up },
    [VERB_KEEP] = { "KEEP", "this card comes back to your hand", .deed = keep },
    [VERB_RETARGET] = { "RETARGET", "retarget that {args} to {things}", TO_CARDS,
                        .deed = retarget },
};
// clang-format on

// ---- carrying out

// All targets and zones were chosen at the announcement, or with the batch (VOI-502, VOI-521).
static bool was_announced(const struct table *t, const struct things *x)
{
    (void)t;
    return !(x->flags & THINGS_RANDOM);
}

const struct lang voidbreakers_lang = {
    .verbs        = VERB_ROWS,
    .kinds        = KIND_ROWS,
    .facts        = FACT_ROWS,
    .places       = PLACE_ROWS,
    .words        = WORD_ROWS,
    .tests        = TEST_ROWS,
    .stats        = STAT_ROWS,
    .conds        = COND_ROWS,
    .roles        = ROLE_ROWS,
    .untils       = UNTIL_ROWS,
    .moments      = MOMENT_ROWS,
    .pronouns     = PRONOUN_ROWS,
    .lines        = LINE_ROWS,
    .events       = EVENT_ROWS,
    .half_unit    = 10, // VOI-008
    .zero_is_done = true,
    .lacks        = BIT(FACT_DEAD), // VOI-009
    .reach        = reach_of_line,
    .has_role     = has_role,
    .named_max    = NAMED_MAX,
    .named_at     = offsetof(struct link, named),
    .line_kind    = line_kind,
    .candidates   = list_candidates,
    .is_candidate = is_candidate,
    .facts_of     = facts_of_thing,
    .still        = is_still_there,
    .work_at      = offsetof(struct voidbreakers_state, draft),
    .work_size    = sizeof(struct link),
    .yes          = CHOOSE_DO,
    .may          = may_do,
    .may_done     = may_done,
    .announced    = was_announced,
    .where        = where_it_goes,
    .postpone     = postpone,
};
