// rows.c - the vocabulary of card text (rules.md, chapter 6): the rows that words.grammar names,
// and what they come to in a position. The verbs' deeds are in verbs.c.
#include "games/eternity/verbs.h"
#include "meaning/evaluate.h"

// ---- kinds, places, facts

enum kind_bit {
    BIT_ATTACK      = 1 << 0,
    BIT_UTILITY     = 1 << 1, // common cards are utilities of a special type (ETE-R103)
    BIT_OTHER_CARD  = 1 << 2,
    BIT_CHARACTER   = 1 << 3,
    BIT_SQUARE      = 1 << 4,
    BIT_FREE_SQUARE = 1 << 5,
    BIT_ANY_CARD    = BIT_ATTACK | BIT_UTILITY | BIT_OTHER_CARD
};
enum place_bit { BIT_HAND = 1 << 0, BIT_METER = 1 << 1, BIT_DISCARD = 1 << 2 };

static const struct word_row KIND_ROWS[] = {
    { "CARD", "card", "cards", BIT_ANY_CARD, TYPE_CARD, 0, NULL },
    { "ATTACK", "attack", "attacks", BIT_ATTACK, TYPE_CARD, 0, NULL },
    { "UTILITY", "utility", "utilities", BIT_UTILITY, TYPE_CARD, 0, NULL },
    { "OPPONENT", "opponent", "opponents", BIT_CHARACTER, TYPE_SEAT, SIDE_ENEMY, NULL },
    { "OTHER", "other character", "other characters", BIT_CHARACTER, TYPE_SEAT,
      SIDE_ALLY | SIDE_ENEMY, NULL },
    { "CHARACTER", "character", "characters", BIT_CHARACTER, TYPE_SEAT, SIDE_ALL, NULL },
    { "SQUARE", "square", "squares", BIT_SQUARE, TYPE_PLACE, 0, NULL },
    { "FREE_SQUARE", "free square", "free squares", BIT_FREE_SQUARE, TYPE_PLACE, 0, NULL },
    { 0 },
};

static const struct word_row PLACE_ROWS[] = {
    { .name = "HAND", .one = "the hand", .bits = BIT_HAND },
    { .name = "METER", .one = "the meter pile", .bits = BIT_METER },
    { .name = "DISCARD", .one = "the discard pile", .bits = BIT_DISCARD },
    { 0 },
};

#define FACT(name_, said_)                                                                         \
    [FACT_##name_] = { .name = #name_, .one = said_, .bits = BIT(FACT_##name_) }
static const struct word_row FACT_ROWS[FACT_COUNT + 1] = {
    FACT(HIT, "one that hit"),
    FACT(WHIFFED, "one that whiffed"),
    FACT(DAMAGED, "one that did damage"),
    FACT(CANCELS, "one that cancelled a card"),
    FACT(LINKED, "linked"),
    FACT(REVEALED, "the revealed card"),
    FACT(LIGHT, "light"),
    FACT(MEDIUM, "medium"),
    FACT(HEAVY, "heavy"),
    FACT(SPECIAL, "special"),
    FACT(THROWS, "a throw"),
    FACT(TERMINAL, "terminal"),
    FACT(HAS_METER, "one with a Meter ability"),
    FACT(HAS_RESOLVE, "one with a Resolve ability"),
    FACT(HAS_FINAL, "one with a Final ability"),
    FACT(HAS_PRE, "one with a Pre-Priority ability"),
    FACT(HAS_ANTE, "one with an Ante ability"),
    FACT(DOWN, "knocked down"),
    FACT(ROOTED, "rooted"),
    FACT(IN_LIGHT, "in the light"),
    FACT(HURT, "damaged this turn"),
    FACT(LINKER, "one that linked this turn"),
    FACT(LAMP, "with an own Lamp"),
};
#undef FACT

static const struct word_row WORD_ROWS[] = {
    [WORD_L]                = { .name = "L", .one = "L" },
    [WORD_M]                = { .name = "M", .one = "M" },
    [WORD_H]                = { .name = "H", .one = "H" },
    [WORD_S]                = { .name = "S", .one = "S" },
    [WORD_WHITE]            = { .name = "WHITE", .one = "white" },
    [WORD_YELLOW]           = { .name = "YELLOW", .one = "yellow" },
    [WORD_RED]              = { .name = "RED", .one = "red" },
    [WORD_MORE]             = { .name = "MORE", .one = "+" },
    [WORD_LESS]             = { .name = "LESS", .one = "-" },
    [WORD_BANS + BAN_DOWN]  = { .name = "BE_KNOCKED_DOWN", .one = "be knocked down" },
    [WORD_BANS + BAN_ROOT]  = { .name = "BE_ROOTED", .one = "be rooted" },
    [WORD_BANS + BAN_MOVE]  = { .name = "BE_MOVED", .one = "be moved by others" },
    [WORD_BANS + BAN_BURST] = { .name = "BURST", .one = "burst" },
    { 0 },
};

// ---- facts of things

static unsigned kind_of_def(const struct card_def *def)
{
    switch ((enum card_kind)def->kind) {
    case KIND_ATTACK: return BIT_ATTACK;
    case KIND_UTILITY:
    case KIND_COMMON:
    case KIND_SIDE:
    case KIND_TAG: return BIT_UTILITY;
    case KIND_CHARACTER: break;
    }
    return BIT_OTHER_CARD;
}

static uint64_t facts_of_face(const struct face *face)
{
    static const uint8_t FRAMES[] = { [FRAME_METER]   = FACT_HAS_METER,
                                      [FRAME_RESOLVE] = FACT_HAS_RESOLVE,
                                      [FRAME_FINAL]   = FACT_HAS_FINAL,
                                      [FRAME_PRE]     = FACT_HAS_PRE,
                                      [FRAME_ANTE]    = FACT_HAS_ANTE };
    uint64_t             bits     = 0;
    for (unsigned frame = 0; frame < COUNT(FRAMES); frame++)
        if (FRAMES[frame] && face->frames >> frame & 1) bits |= BIT(FRAMES[frame]);
    if (face->tags >> TAG_THROW & 1) bits |= BIT(FACT_THROWS);
    if (face->tags >> TAG_TERMINAL & 1) bits |= BIT(FACT_TERMINAL);
    return bits;
}

static uint64_t colours(const struct table *t, seat_id owner, const uint8_t *colour)
{
    uint64_t bits = 0;
    for (unsigned letter = 0; letter < LETTER_COUNT; letter++)
        if (is_red(t, owner, colour, letter)) bits |= BIT(FACT_LIGHT + letter);
    return bits;
}

static struct facts facts_of_played(const struct table *t, seat_id owner, const struct played *p,
                                    unsigned index)
{
    struct facts f = { .bits  = facts_of_face(face_of(t, p->def)) | colours(t, owner, p->colour),
                       .kind  = (uint16_t)kind_of_def(played_def(t, p)),
                       .place = 0xFFFF };
    if (p->flags & PLAYED_HIT) f.bits |= BIT(FACT_HIT);
    if (p->flags & PLAYED_WHIFFED) f.bits |= BIT(FACT_WHIFFED);
    if (p->flags & PLAYED_DAMAGED) f.bits |= BIT(FACT_DAMAGED);
    if (p->flags & PLAYED_CANCELS) f.bits |= BIT(FACT_CANCELS);
    f.bits |= index ? BIT(FACT_LINKED) : BIT(FACT_REVEALED);
    return f;
}

static unsigned place_of_card(const struct card *c)
{
    if (c->zone == zone_of_seat(ZONE_HAND, c->owner)) return BIT_HAND;
    if (c->zone == zone_of_seat(ZONE_METER, c->owner)) return BIT_METER;
    return c->zone == zone_of_seat(ZONE_DISCARD, c->owner) ? BIT_DISCARD : 0;
}

static struct facts facts_of_card(const struct table *t, card_id card)
{
    const struct eternity_state *s    = state_at(t);
    const struct card           *c    = card_at(&s->core, card);
    const struct face           *face = face_of_card(t, card);
    for (unsigned i = 0; i < s->fighter[c->owner].played; i++)
        if (s->fighter[c->owner].combo[i].card == card)
            return facts_of_played(t, c->owner, &s->fighter[c->owner].combo[i], i);
    return (struct facts){ .bits  = facts_of_face(face) | colours(t, c->owner, face->colour),
                           .kind  = (uint16_t)kind_of_def(def_of(t, card)),
                           .place = (uint16_t)place_of_card(c) };
}

static struct facts facts_of_seat(const struct scope *k, seat_id seat)
{
    const struct eternity_state *s  = state_at(k->t);
    const struct fighter        *me = &s->fighter[seat];
    struct facts                 f  = { .kind = BIT_CHARACTER, .place = 0xFFFF };
    if (me->lying || me->lying_next) f.bits |= BIT(FACT_DOWN);
    if (me->lying == ROOTED || me->lying_next == ROOTED) f.bits |= BIT(FACT_ROOTED);
    if (me->damaged) f.bits |= BIT(FACT_HURT);
    if (me->played > 1) f.bits |= BIT(FACT_LINKER);
    if (is_in_light(s, k->w->seat, seat)) f.bits |= BIT(FACT_IN_LIGHT);
    return f;
}

static struct facts facts_of_square(const struct scope *k, zone_id square)
{
    const struct eternity_state *s = state_at(k->t);
    struct facts                 f = { .kind = BIT_SQUARE, .place = 0xFFFF };
    if (seat_on(s, square) == NO_SEAT) f.kind |= BIT_FREE_SQUARE;
    if (has_lamp_on(s, k->w->seat, square)) f.bits |= BIT(FACT_LAMP);
    return f;
}

static enum things_side side_of(const struct scope *k, seat_id seat)
{
    if (seat == k->w->seat) return SIDE_OWN;
    return is_enemy(k->t->state, k->w->seat, seat) ? SIDE_ENEMY : SIDE_ALLY;
}

static struct facts facts_of_thing(const struct scope *k, uint16_t thing)
{
    struct facts f;
    switch (type_of_thing(thing)) {
    case TYPE_SEAT:
        f      = facts_of_seat(k, seat_of_thing(thing));
        f.side = (uint8_t)side_of(k, seat_of_thing(thing));
        return f;
    case TYPE_PLACE:
        f      = facts_of_square(k, (zone_id)place_of_thing(thing));
        f.side = SIDE_ALL;
        return f;
    case TYPE_CARD: break;
    }
    f      = facts_of_card(k->t, thing);
    f.side = (uint8_t)side_of(k, card_at(k->t->state, thing)->owner);
    return f;
}

static bool is_still_open(const struct scope *k, const struct step *s, uint16_t thing)
{
    (void)s;
    if (type_of_thing(thing) != TYPE_SEAT || seat_of_thing(thing) == k->w->seat) return true;
    return is_open_to(state_at(k->t), k->w->seat, seat_of_thing(thing));
}

// ---- walking what may be meant

struct list {
    uint16_t *out;
    size_t    count, max;
};

static void add_if_fits(const struct scope *k, const struct things *x, uint16_t thing,
                        struct list *l)
{
    if (l->count == l->max) return;
    struct facts f = facts_of_thing(k, thing);
    if (fits(k, x, &f, thing)) l->out[l->count++] = thing;
}

static void add_characters(const struct scope *k, const struct things *x, struct list *l)
{
    const struct eternity_state *s = state_at(k->t);
    for (unsigned i = 0; i < s->core.seats; i++) {
        seat_id seat = nth_in_lead_order(s, i);
        if (is_open_to(s, k->w->seat, seat)) add_if_fits(k, x, thing_of_seat(seat), l);
    }
}

static void add_cards(const struct scope *k, const struct things *x, seat_id owner, struct list *l)
{
    static const struct {
        uint16_t place;
        uint8_t  zone;
    } PILES[] = { { BIT_HAND, ZONE_HAND },
                  { BIT_METER, ZONE_METER },
                  { BIT_DISCARD, ZONE_DISCARD } };
    for (size_t i = 0; i < COUNT(PILES); i++) {
        if (!(x->places & PILES[i].place)) continue;
        EACH_IN_ZONE(card, k->t->state, zone_of_seat(PILES[i].zone, owner))
            add_if_fits(k, x, card, l);
    }
}

static void add_cards_of(const struct scope *k, const struct things *x, struct list *l)
{
    uint16_t owner[SEATS_MAX];
    size_t   count = things_list(k, x->of, owner, SEATS_MAX);
    for (size_t i = 0; i < count; i++)
        if (is_still_open(k, NULL, owner[i])) add_cards(k, x, seat_of_thing(owner[i]), l);
}

static size_t list_candidates(const struct scope *k, const struct things *x, uint16_t *out,
                              size_t max)
{
    struct list l = { out, 0, max };
    switch ((enum type)x->type) {
    case TYPE_SEAT: add_characters(k, x, &l); break;
    case TYPE_CARD:
        if (x->of)
            add_cards_of(k, x, &l);
        else
            add_cards(k, x, k->seat, &l);
        break;
    case TYPE_PLACE:
        for (zone_id square = 0; square < SQUARE_COUNT && l.count < max; square++)
            if (is_floor(state_at(k->t), square)) add_if_fits(k, x, thing_of_place(square), &l);
        break;
    }
    return l.count;
}

static bool is_card_of(const struct scope *k, const struct things *x, card_id card)
{
    if (card >= k->t->state->card_count) return false;
    seat_id  owner = card_at(k->t->state, card)->owner;
    uint16_t whose = thing_of_seat(k->seat);
    if (x->of && !things_list(k, x->of, &whose, 1)) return false;
    return whose == thing_of_seat(owner) && is_still_open(k, NULL, whose) &&
           place_of_card(card_at(k->t->state, card)) != 0;
}

static bool is_candidate(const struct scope *k, const struct things *x, uint16_t thing)
{
    if (type_of_thing(thing) != x->type) return false;
    switch ((enum type)x->type) {
    case TYPE_SEAT:
        if (!is_open_to(state_at(k->t), k->w->seat, seat_of_thing(thing))) return false;
        break;
    case TYPE_CARD:
        if (!is_card_of(k, x, thing)) return false;
        break;
    case TYPE_PLACE:
        if (!is_floor(state_at(k->t), place_of_thing(thing))) return false;
        break;
    }
    struct facts f = facts_of_thing(k, thing);
    return fits(k, x, &f, thing);
}

// ---- tests

static zone_id square_of_thing(const struct scope *k, uint16_t thing)
{
    if (thing == NO_THING) return NO_ZONE;
    if (type_of_thing(thing) == TYPE_PLACE) return (zone_id)place_of_thing(thing);
    return square_of(state_at(k->t), seat_of_thing(thing));
}

// From what is named, else from you.
static zone_id measured_from_what(const struct scope *k, const struct test *test)
{
    uint16_t from = thing_of_seat(k->w->seat);
    if (test->things) from = things_first(k, test->things);
    return square_of_thing(k, from);
}

static int distance_to(const struct scope *k, const struct test *test, uint16_t thing)
{
    zone_id from = measured_from_what(k, test), to = square_of_thing(k, thing);
    return from == NO_ZONE || to == NO_ZONE ? COLUMNS + ROWS : (int)distance(from, to);
}

static bool is_within(const struct scope *k, const struct test *test, uint16_t thing)
{
    return distance_to(k, test, thing) <= amount_of(k, test->amount);
}
static bool is_at_distance(const struct scope *k, const struct test *test, uint16_t thing)
{
    return distance_to(k, test, thing) == amount_of(k, test->amount);
}
static bool is_next_to_you(const struct scope *k, const struct test *test, uint16_t thing)
{
    return distance_to(k, test, thing) == 1;
}

static const struct test_row TEST_ROWS[] = {
    { "WITHIN", "within", is_within },
    { "AT_DISTANCE", "at distance", is_at_distance },
    { "NEXT_TO_YOU", "next to you", is_next_to_you },
    { 0 },
};

// ---- stats of characters

static int health_of(const struct scope *k, uint16_t x)
{
    return state_at(k->t)->fighter[seat_of_thing(x)].health;
}
static int meter_of_thing(const struct scope *k, uint16_t x)
{
    return (int)meter_of(state_at(k->t), seat_of_thing(x));
}
static int power_of(const struct scope *k, uint16_t x)
{
    return state_at(k->t)->fighter[seat_of_thing(x)].power;
}
static int lamps_of_thing(const struct scope *k, uint16_t x)
{
    return (int)lamps_of(state_at(k->t), seat_of_thing(x));
}
static int warnings_of(const struct scope *k, uint16_t x)
{
    return (int)warnings_on(state_at(k->t), seat_of_thing(x));
}
static int combo_of(const struct scope *k, uint16_t x)
{
    return state_at(k->t)->fighter[seat_of_thing(x)].played;
}
static int bet_of(const struct scope *k, uint16_t x)
{
    return state_at(k->t)->fighter[seat_of_thing(x)].bet;
}
static int hand_of(const struct scope *k, uint16_t x)
{
    return zone_size(k->t->state, zone_of_seat(ZONE_HAND, seat_of_thing(x)));
}
static int discard_pile_of(const struct scope *k, uint16_t x)
{
    return zone_size(k->t->state, zone_of_seat(ZONE_DISCARD, seat_of_thing(x)));
}

#define STAT(name_, said_, of_) [OF_##name_] = { #name_, said_, TYPE_SEAT, of_ }
static const struct stat_row STAT_ROWS[OF_COUNT + 1] = {
    STAT(HEALTH, "health", health_of),
    STAT(METER, "meter", meter_of_thing),
    STAT(POWER, "power", power_of),
    STAT(LAMPS, "Lamps on the level", lamps_of_thing),
    STAT(WARNINGS, "Warnings", warnings_of),
    STAT(COMBO, "cards in this combo", combo_of),
    STAT(BET, "bet", bet_of),
    STAT(HAND, "cards in hand", hand_of),
    STAT(DISCARD_PILE, "cards in the discard pile", discard_pile_of),
};
#undef STAT

// ---- conditions that have no form of their own

static int bet_of_target(const struct scope *k)
{
    seat_id target = target_of(state_at(k->t), k->w->seat);
    return target == NO_SEAT ? 0 : state_at(k->t)->fighter[target].bet;
}
static bool target_bet_more(const struct scope *k)
{
    return bet_of_target(k) > state_at(k->t)->fighter[k->w->seat].bet;
}
static bool you_bet_more(const struct scope *k)
{
    return state_at(k->t)->fighter[k->w->seat].bet > bet_of_target(k);
}
static bool sean_is_in_play(const struct scope *k)
{
    return state_at(k->t)->fighter[k->w->seat].sean != NO_ZONE;
}
static bool did_no_damage(const struct scope *k)
{
    const struct fighter *me = &state_at(k->t)->fighter[k->w->seat];
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].flags & PLAYED_DAMAGED) return false;
    return true;
}
static bool mask_is_up(const struct scope *k)
{
    return !state_at(k->t)->fighter[k->w->seat].mask_down;
}
static bool mask_is_down(const struct scope *k) { return !mask_is_up(k); }

static unsigned place_in_combo(const struct scope *k) { return work_at(k->w)->index + 1u; }
static bool     is_second(const struct scope *k) { return place_in_combo(k) == 2; }
static bool     is_third(const struct scope *k) { return place_in_combo(k) == 3; }
static bool     is_fourth(const struct scope *k) { return place_in_combo(k) == 4; }

static const struct cond_row COND_ROWS[] = {
    { "SECOND_CARD", "this is the second card of the combo", is_second },
    { "THIRD_CARD", "this is the third card of the combo", is_third },
    { "FOURTH_CARD", "this is the fourth card of the combo", is_fourth },
    { "TARGET_BET_MORE", "your target bet more", target_bet_more },
    { "YOU_BET_MORE", "you bet more", you_bet_more },
    { "SEAN_IN_PLAY", "Sean is in play", sean_is_in_play },
    { "HARMLESS", "you did no damage this turn", did_no_damage },
    { "MASK_UP", "the Mask is up", mask_is_up },
    { "MASK_DOWN", "the Mask is down", mask_is_down },
    { 0 },
};

// ---- roles

enum role { ROLE_TARGET, ROLE_TARGETS_CARD, ROLE_BEFORE, ROLE_SEAN };

static uint16_t your_target(const struct scope *k)
{
    seat_id target = target_of(state_at(k->t), k->w->seat);
    return target == NO_SEAT ? (uint16_t)NO_THING : thing_of_seat(target);
}

// ETE-332: the revealed card of the target, also if it was cancelled since.
static uint16_t card_of_target(const struct scope *k)
{
    const struct eternity_state *s      = state_at(k->t);
    seat_id                      target = target_of(s, k->w->seat);
    if (target == NO_SEAT || !s->fighter[target].played) return NO_THING;
    return s->fighter[target].combo[0].card;
}

static uint16_t card_before(const struct scope *k)
{
    unsigned index = work_at(k->w)->index;
    if (index == 0 || index >= COMBO_MAX) return NO_THING;
    return state_at(k->t)->fighter[k->w->seat].combo[index - 1].card;
}

static uint16_t own_sean(const struct scope *k)
{
    zone_id square = state_at(k->t)->fighter[k->w->seat].sean;
    return square == NO_ZONE ? (uint16_t)NO_THING : thing_of_place(square);
}

static const struct role_row ROLE_ROWS[] = {
    [ROLE_TARGET]       = { "TARGET", "your target", TYPE_SEAT, your_target },
    [ROLE_TARGETS_CARD] = { "TARGETS_CARD", "your target's card", TYPE_CARD, card_of_target },
    [ROLE_BEFORE]       = { "BEFORE", "the card before this card", TYPE_CARD, card_before },
    [ROLE_SEAN]         = { "SEAN", "Sean", TYPE_PLACE, own_sean },
    { 0 },
};

static const struct pronoun_row PRONOUN_ROWS[] = {
    { .name = "YOU", .types = TYPE_SEAT, .order = { THE_REF }, .ref = REF_YOU },
    { .name = "THIS", .types = TYPE_CARD, .order = { THE_REF }, .ref = REF_SELF },
    { .name = "TARGET", .types = TYPE_SEAT, .order = { THE_REF }, .ref = REF_ROLE + ROLE_TARGET },
    { .name  = "TARGETS_CARD",
      .types = TYPE_CARD,
      .order = { THE_REF },
      .ref   = REF_ROLE + ROLE_TARGETS_CARD },
    { .name = "BEFORE", .types = TYPE_CARD, .order = { THE_REF }, .ref = REF_ROLE + ROLE_BEFORE },
    { .name = "SAME", .types = TYPE_SEAT, .silent = 1, .order = { LAST_NAMED } },
    { .name = "SEAN", .types = TYPE_PLACE, .order = { THE_REF }, .ref = REF_ROLE + ROLE_SEAN },
    { 0 },
};

static const struct until_row UNTIL_ROWS[] = {
    [THIS_TURN]  = { "TURN", "this turn" },
    [NEXT_TURN]  = { "NEXT_TURN", "next turn" },
    [THIS_ROUND] = { "ROUND", "this round" },
    { 0 },
};

static const struct line_row LINE_ROWS[] = {
    [LINE_BARE]   = { "BARE", "as the card resolves", LINE_STANDS },
    [LINE_FRAMED] = { "FRAMED", "as its frame says", 0 },
    { 0 },
};

static unsigned line_kind(const struct op *line)
{
    return op_find(line, 0, W_FRAME) ? LINE_FRAMED : LINE_BARE;
}

// ---- verbs

// TARGET, YOU: to whom it is done unless the words say so; SQUARE: a square is chosen.
#define TARGET .types = TYPE_SEAT, .otherwise = REF_ROLE + ROLE_TARGET
#define SQUARE .flags = VERB_ALWAYS_ASKS, .question = QUESTION_PLACE, .pick = CHOICE_SQUARE
#define YOU .types = TYPE_SEAT, .otherwise = REF_YOU
// clang-format off
static const struct verb_row VERB_ROWS[VERB_COUNT + 1] = {
    [VERB_DEAL]   = { "DEAL", "deal {amount} damage to {things}", TARGET,
                      .takes = TAKES_THINGS | TAKES_AMOUNT, .way = TO_EACH, .deed = deal_damage },
    [VERB_DAMAGE] = { "DAMAGE", "{arg}{amount} damage", .takes = TAKES_AMOUNT, .flags = VERB_STANDS,
                      .deed = change_damage },
    [VERB_PRIORITY]   = { "PRIORITY", "{arg}{amount} priority", .takes = TAKES_AMOUNT,
                          .flags = VERB_STANDS, .deed = change_priority },
    [VERB_USE_ATTACK] = { "USE_ATTACK", "this card deals its attack damage", .flags = VERB_STANDS,
                          .deed = use_attack },
    [VERB_INSTEAD] = { "INSTEAD", "this card deals {amount} damage instead", .takes = TAKES_AMOUNT,
                       .flags = VERB_STANDS, .deed = deal_instead },
    [VERB_GAIN_HEALTH] = { "GAIN_HEALTH", "gain {amount} health", .takes = TAKES_AMOUNT,
                           .deed = gain_some_health },
    [VERB_LOSE_HEALTH] = { "LOSE_HEALTH", "{things}: lose {amount} health", YOU,
                           .takes = TAKES_THINGS | TAKES_AMOUNT, .way = TO_EACH,
                           .flags = VERB_PAYS, .stock = health_left, .deed = lose_some_health },
    [VERB_DRAW]        = { "DRAW", "draw {amount}", .takes = TAKES_AMOUNT, .deed = draw_some },
    [VERB_DISCARD]     = { "DISCARD", "discard {things}", .takes = TAKES_THINGS, .types = TYPE_CARD,
                           .way = TO_EACH, .flags = VERB_PAYS, .question = QUESTION_DISCARD,
                           .pick = CHOICE_PICK, .places = BIT_HAND, .kinds = BIT_ANY_CARD,
                           .deed = discard_one },
    [VERB_MILL]   = { "MILL", "{things}: mill {amount}", YOU, .takes = TAKES_THINGS | TAKES_AMOUNT,
                      .way = TO_EACH, .deed = mill_some },
    [VERB_RETURN] = { "RETURN", "return {things} to your hand", .takes = TAKES_THINGS,
                      .types = TYPE_CARD, .way = TO_EACH, .flags = VERB_ONE_BY_ONE,
                      .question = QUESTION_RETURN, .pick = CHOICE_CARD,
                      .places = BIT_METER | BIT_DISCARD, .kinds = BIT_ANY_CARD,
                      .deed = return_one },
    [VERB_UNDER]  = { "UNDER", "put {things} under your deck", .takes = TAKES_THINGS,
                      .types = TYPE_CARD, .way = TO_EACH,
                      .flags = VERB_ONE_BY_ONE | VERB_ALWAYS_ASKS, .question = QUESTION_UNDER,
                      .pick = CHOICE_UNDER, .places = BIT_HAND, .kinds = BIT_ANY_CARD,
                      .deed = put_one_under },
    [VERB_UNDER_TOP]  = { "UNDER_TOP", "put the top card of your discard pile under your deck",
                          .deed = put_discarded_under },
    [VERB_GAIN_METER] = { "GAIN_METER", "gain {amount} meter", .takes = TAKES_AMOUNT,
                          .deed = gain_meter },
    [VERB_DRAIN]      = { "DRAIN", "drain {things}", .takes = TAKES_THINGS, .types = TYPE_CARD,
                          .way = TO_EACH, .question = QUESTION_DRAIN, .pick = CHOICE_PICK,
                          .places = BIT_METER, .kinds = BIT_ANY_CARD, .deed = drain_one },
    [VERB_SPEND_METER] = { "SPEND_METER", "spend {things}", .takes = TAKES_THINGS,
                           .types = TYPE_CARD, .way = TO_EACH, .flags = VERB_PAYS,
                           .question = QUESTION_DRAIN, .pick = CHOICE_PICK, .places = BIT_METER,
                           .kinds = BIT_ANY_CARD, .deed = drain_one },
    [VERB_MOVE] = { "MOVE", "move {things} {amount}", YOU, .takes = TAKES_THINGS | TAKES_AMOUNT,
                    .way = CALLS, .deed = move_freely },
    [VERB_MOVE_SEAN] = { "MOVE_SEAN", "move Sean {amount}", .takes = TAKES_AMOUNT, .way = CALLS,
                         .deed = move_sean },
    [VERB_PUSH] = { "PUSH", "push {things} {amount}", TARGET, .takes = TAKES_THINGS | TAKES_AMOUNT,
                    .way = CALLS, .deed = push_away },
    [VERB_PULL] = { "PULL", "pull {things} {amount}", TARGET, .takes = TAKES_THINGS | TAKES_AMOUNT,
                    .way = CALLS, .deed = pull_near },
    [VERB_SWAP] = { "SWAP", "swap places with your target", TARGET, .takes = TAKES_THINGS,
                    .deed = swap_with_target },
    [VERB_SWAP_SEAN]    = { "SWAP_SEAN", "swap places with Sean", .deed = swap_with_sean },
    [VERB_PLACE]        = { "PLACE", "place yourself on {to}", .takes = TAKES_TO, SQUARE,
                            .can = you_can_be_moved, .deed = place_yourself },
    [VERB_PLACE_TARGET] = { "PLACE_TARGET", "place your target on {to}", TARGET,
                            .takes = TAKES_THINGS | TAKES_TO, SQUARE, .can = target_can_be_moved,
                            .deed = place_target },
    [VERB_PLACE_SEAN]   = { "PLACE_SEAN", "place Sean on {to}", .takes = TAKES_TO, SQUARE,
                            .deed = place_sean },
    [VERB_PUT_SEAN]     = { "PUT_SEAN", "place Sean on your square", .deed = put_sean_here },
    [VERB_REMOVE_SEAN]  = { "REMOVE_SEAN", "remove Sean from play", .deed = remove_sean },
    [VERB_PLACE_LAMP]   = { "PLACE_LAMP", "place a Lamp on {to}", .takes = TAKES_TO, SQUARE,
                            .can = has_lamp_to_place, .deed = place_a_lamp },
    [VERB_TAKE_LAMP]    = { "TAKE_LAMP", "take back the Lamp on {to}", .takes = TAKES_TO, SQUARE,
                            .deed = take_a_lamp },
    [VERB_TURN_MASK]    = { "TURN_MASK", "turn the Mask", .deed = turn_mask },
    [VERB_WARN]         = { "WARN", "give your target a Warning", .deed = warn_target },
    [VERB_NO_LINK]      = { "NO_LINK", "your target may not link this turn", .deed = forbid_links },
    [VERB_SLOW] = { "SLOW", "your target's card has -{amount} priority", .takes = TAKES_AMOUNT,
                    .deed = slow_target },
    [VERB_KNOCK_DOWN]  = { "KNOCK_DOWN", "knock down {things}", TARGET, .takes = TAKES_THINGS,
                           .way = TO_EACH, .deed = knock_down },
    [VERB_ROOT]        = { "ROOT", "root {things}", TARGET, .takes = TAKES_THINGS, .way = TO_EACH,
                           .deed = root },
    [VERB_STAND_UP]    = { "STAND_UP", "stand up", .deed = stand_up },
    [VERB_CANCEL]      = { "CANCEL", "cancel your target's card", .flags = VERB_IS_FIRST,
                           .deed = cancel_target },
    [VERB_BLANK]       = { "BLANK", "blank your target's card", .deed = blank_target },
    [VERB_INPUT]       = { "INPUT", "{arg} becomes {arg2}", .deed = change_input },
    [VERB_GAIN_POWER]  = { "GAIN_POWER", "gain {amount} power", .takes = TAKES_AMOUNT,
                           .deed = gain_power },
    [VERB_SPEND_POWER] = { "SPEND_POWER", "spend {amount} power", .takes = TAKES_AMOUNT,
                           .flags = VERB_PAYS, .stock = power_left, .deed = spend_power },
    [VERB_PREVENT]     = { "PREVENT", "prevent {amount} of the next damage this turn",
                           .takes = TAKES_AMOUNT, .deed = prevent_damage },
    [VERB_LOOK_HAND] = { "LOOK_HAND", "look at the hand of {things}", TARGET, .takes = TAKES_THINGS,
                         .way = TO_EACH, .deed = look_at_hand },
    [VERB_LOOK_TOP]  = { "LOOK_TOP", "look at the top {amount} of the deck of {things}", TARGET,
                         .takes = TAKES_THINGS | TAKES_AMOUNT, .way = TO_EACH,
                         .deed = look_at_top },
    [VERB_REVEAL_HAND]  = { "REVEAL_HAND", "reveal the hand of {things}", TARGET,
                            .takes = TAKES_THINGS, .way = TO_EACH, .deed = reveal_hand },
    [VERB_REVEAL_TOP]   = { "REVEAL_TOP", "reveal the top {amount} of the deck of {things}", TARGET,
                            .takes = TAKES_THINGS | TAKES_AMOUNT, .way = TO_EACH,
                            .deed = reveal_top },
    [VERB_COMBO_LIMIT]  = { "COMBO_LIMIT", "combo limit {amount} this turn", .takes = TAKES_AMOUNT,
                            .deed = set_combo_limit },
    [VERB_REGAIN_BURST] = { "REGAIN_BURST", "regain burst", .deed = regain_burst },
    [VERB_TAG_OUT]      = { "TAG_OUT", "tag out", .deed = tag_out },
    [VERB_NEXT_ATTACK]  = { "NEXT_ATTACK", "your next attack this turn: {arg}{amount} damage",
                            .takes = TAKES_AMOUNT, .deed = change_next_attack },
    [VERB_NEXT_CARD]    = { "NEXT_CARD", "the next card in this combo: {arg}{amount} damage",
                            .takes = TAKES_AMOUNT, .deed = change_next_card },
    [VERB_BOON_PRIORITY] = { "BOON_PRIORITY", "your cards have {arg}{amount} priority {until}",
                             .takes = TAKES_AMOUNT, .deed = give_priority },
    [VERB_BOON_DAMAGE]   = { "BOON_DAMAGE", "your cards have {arg}{amount} damage {until}",
                             .takes = TAKES_AMOUNT, .deed = give_damage },
    [VERB_OWN_DAMAGE]   = { "OWN_DAMAGE", "{things}: {arg}{amount} damage", .types = TYPE_CARD,
                            .takes = TAKES_THINGS | TAKES_AMOUNT, .flags = VERB_STANDS,
                            .deed = change_damage },
    [VERB_OWN_PRIORITY] = { "OWN_PRIORITY", "{things}: {arg}{amount} priority", .types = TYPE_CARD,
                            .takes = TAKES_THINGS | TAKES_AMOUNT, .flags = VERB_STANDS,
                            .deed = change_priority },
    [VERB_BOON_ATTACKS] = { "BOON_ATTACKS", "your attack cards have {arg}{amount} damage {until}",
                            .takes = TAKES_AMOUNT, .deed = give_attacks },
    [VERB_SHIELD]     = { "SHIELD", "prevent the next {amount} damage this turn",
                          .takes = TAKES_AMOUNT, .deed = shield },
    [VERB_SHIELD_ALL] = { "SHIELD_ALL", "prevent all damage to you this turn",
                          .deed = shield_all },
    [VERB_CANNOT]     = { "CANNOT", "{things}: cannot {args} this turn", .types = TYPE_SEAT,
                          .takes = TAKES_THINGS, .way = TO_EACH, .deed = ban },
    [VERB_WEAKEN]     = { "WEAKEN", "your target's card has -{amount} damage",
                          .takes = TAKES_AMOUNT, .deed = weaken_target },
    [VERB_TO_METER]   = { "TO_METER", "put {things} into your meter", .takes = TAKES_THINGS,
                          .types = TYPE_CARD, .way = TO_EACH, .flags = VERB_ONE_BY_ONE,
                          .question = QUESTION_METER, .pick = CHOICE_CARD,
                          .places = BIT_HAND | BIT_DISCARD, .kinds = BIT_ANY_CARD,
                          .deed = put_into_meter },
    [VERB_METER_TOP]  = { "METER_TOP", "put the top card of your deck into your meter",
                          .deed = put_top_into_meter },
    [VERB_RIP]        = { "RIP", "discard {things}, chosen by you", .takes = TAKES_THINGS,
                          .types = TYPE_CARD, .way = TO_EACH, .question = QUESTION_DRAIN,
                          .pick = CHOICE_PICK, .places = BIT_HAND, .kinds = BIT_ANY_CARD,
                          .deed = rip_one },
    [VERB_REACH] = { "REACH", "your throw reaches up to {amount} this turn", .takes = TAKES_AMOUNT,
                     .deed = reach_farther },
};
// clang-format on
#undef TARGET
#undef YOU
#undef SQUARE

const struct lang eternity_lang = {
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
    .pronouns     = PRONOUN_ROWS,
    .lines        = LINE_ROWS,
    .default_kind = 0,
    .named_max    = NAMED_MAX,
    .named_at     = offsetof(struct text_work, named),
    .line_kind    = line_kind,
    .candidates   = list_candidates,
    .is_candidate = is_candidate,
    .facts_of     = facts_of_thing,
    .still        = is_still_open,
    .work_at      = offsetof(struct eternity_state, works),
    .work_size    = sizeof(struct text_work),
    .ask_may      = QUESTION_MAY,
    .ask_mode     = QUESTION_MODE,
    .yes          = CHOICE_DO,
    .ends         = text_ends,
    .passes_over  = text_passes_over,
    .acts         = text_acts,
    .between      = text_between,
};
