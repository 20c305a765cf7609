// Chapters 1 and 2: legal arsenals, and setting up a game.
#include "engine/chance.h"
#include "games/voidbreakers/rules.h"

#include <string.h>

static const char *const OFF_ON[]  = { "off", "on", NULL };
static const char *const FORMATS[] = { "Open", "Standard", NULL };
static const char *const GAMES[]   = { "one game", "best of three", NULL };
static const char *const FIRSTS[]  = { "by the dice", "seat 1", "seat 2", NULL };
static const char *const SIDES[]   = { "chosen", "seat 1 on A", "seat 2 on A", NULL };

enum { OFF = 1, ON, OPEN = 1, STANDARD, BREACH = 1, PIT, YARD, ONE_GAME = 1, BEST_OF_THREE };
enum { BY_DICE = 1, CHOSEN = 1 };

// In the order of enum option.
const struct game_option voidbreakers_options[] = {
    { "arena", "where to fight (VOI-701, VOI-719)", voidbreakers_arenas, 0, 0, BREACH },
    { "format", "Standard: 15 Ability and 15 Support slots (VOI-106, VOI-108)", FORMATS, 0, 0,
      OPEN },
    { "head-start", "the fighters of Player 2 begin Guarded (VOI-218)", OFF_ON, 0, 0, OFF },
    { "decisive", "a draw is decided (VOI-907)", OFF_ON, 0, 0, OFF },
    { "match", "how many games (VOI-920)", GAMES, 0, 0, ONE_GAME },
    { "first", "who is Player 1 (VOI-202)", FIRSTS, 0, 0, BY_DICE },
    { "sides", "who sits where (VOI-203)", SIDES, 0, 0, CHOSEN },
    { 0 },
};

// clang-format off
// But for the first these are names for options that are often agreed on together.
const struct game_mode voidbreakers_modes[] = {
    [MODE_PRINTED]  = { "printed", "as the rulebook has it: the Breach, Open format, no head start",
                        2, 2, { 0 } },
    [MODE_DUEL]     = { "duel", "head-start=on", 2, 2, { [OPTION_HEAD_START] = ON } },
    [MODE_STANDARD] = { "standard", "format=Standard, head-start=on", 2, 2,
                        { [OPTION_FORMAT] = STANDARD, [OPTION_HEAD_START] = ON } },
    [MODE_PIT]      = { "pit", "arena=Pit, head-start=on", 2, 2,
                        { [OPTION_ARENA] = PIT, [OPTION_HEAD_START] = ON } },
    [MODE_YARD]     = { "yard", "arena=Yard, head-start=on", 2, 2,
                        { [OPTION_ARENA] = YARD, [OPTION_HEAD_START] = ON } },
    [MODE_DECISIVE] = { "decisive", "decisive=on, head-start=on", 2, 2,
                        { [OPTION_DECISIVE] = ON, [OPTION_HEAD_START] = ON } },
    [MODE_EVEN]     = { "even", "head-start=off", 2, 2, { [OPTION_HEAD_START] = OFF } },
    [MODE_MATCH]    = { "match", "match=best of three, head-start=on", 2, 2,
                        { [OPTION_MATCH] = BEST_OF_THREE, [OPTION_HEAD_START] = ON } },
    { 0 },
};
// clang-format on

static int agreed(const struct match_setup *setup, enum option option)
{
    return option_of(voidbreakers_modes, voidbreakers_options, setup, option);
}

// ---- arsenals

struct arsenal {
    const struct card_pool  *pool;
    const struct seat_setup *deck;
    def_id                   fighter[FIGHTERS];
    unsigned                 fighters, abilities, supports, of_fighter[FIGHTERS];
    uint64_t                 styles;
    struct writer            faults;
};

static void fault(struct arsenal *a, const char *card, const char *what)
{
    write_format(&a->faults, "%s%s%s%s", a->faults.size ? "; " : "", card ? card : "",
                 card ? ": " : "", what);
}

static bool fighter_named_like(const struct arsenal *a, const struct card_def *def)
{
    for (unsigned i = 0; i < a->fighters && i < FIGHTERS; i++) {
        const struct card_def *other = &a->pool->defs[a->fighter[i]];
        if (other != def && fighter_name(other) == fighter_name(def)) return true;
    }
    return false;
}

static void find_fighters(struct arsenal *a)
{
    for (unsigned i = 0; i < a->deck->count; i++) {
        const struct card_def *def = &a->pool->defs[a->deck->card[i]];
        if (def->kind != KIND_FIGHTER) continue;
        if (fighter_named_like(a, def))
            fault(a, def->name, "no two cards show the same fighter (VOI-105)");
        if (a->fighters < FIGHTERS) a->fighter[a->fighters] = a->deck->card[i];
        a->fighters++;
        a->styles |= def->tags;
    }
}

static int fighter_named(const struct arsenal *a, const struct card_def *def)
{
    for (unsigned i = 0; i < a->fighters && i < FIGHTERS; i++)
        if (fighter_name(&a->pool->defs[a->fighter[i]]) == def->faction_name) return (int)i;
    return -1;
}

static void check_entry(struct arsenal *a, unsigned i)
{
    const struct card_def *def = &a->pool->defs[a->deck->card[i]];
    for (unsigned k = 0; k < i; k++)
        if (a->deck->card[k] == a->deck->card[i]) {
            fault(a, def->name, "no two cards are alike (VOI-104)");
            break;
        }
    if (def->kind == KIND_SATELLITE || def->kind == KIND_UPGRADE)
        fault(a, def->name, "a satellite is no card of an arsenal (VOI-103, VOI-117)");
    if (def->kind == KIND_FIGHTER || def->kind == KIND_SATELLITE || def->kind == KIND_UPGRADE)
        return;
    if (!def->faction) {
        a->supports++;
        if (!(def->tags & a->styles)) fault(a, def->name, "no fighter has its style (VOI-109)");
        return;
    }
    int fighter = fighter_named(a, def);
    a->abilities++;
    if (fighter < 0)
        fault(a, def->name, "names none of the fighters (VOI-110)");
    else
        a->of_fighter[fighter]++;
}

static void check_slots(struct arsenal *a) // VOI-106
{
    if (a->abilities != 15 || a->supports != 15)
        fault(a, NULL, "Standard has 15 Ability and 15 Support slots (VOI-106)");
    for (unsigned i = 0; i < a->fighters && i < FIGHTERS; i++)
        if (a->of_fighter[i] != 5)
            fault(a, a->pool->defs[a->fighter[i]].name, "5 Ability slots for each (VOI-106)");
}

bool voidbreakers_deck_check(const struct card_pool *pool, const struct match_setup *setup,
                             seat_id seat, struct error *err)
{
    char           text[ERROR_TEXT_MAX];
    struct arsenal a = { .pool   = pool,
                         .deck   = &setup->seat[seat],
                         .faults = writer_on(text, sizeof text - 1) };
    find_fighters(&a);
    if (a.deck->count != ARSENAL_SIZE) fault(&a, NULL, "an arsenal holds 33 cards (VOI-101)");
    if (a.fighters != FIGHTERS) fault(&a, NULL, "three of them are fighters (VOI-102)");
    for (unsigned i = 0; i < a.deck->count; i++) check_entry(&a, i);
    if (agreed(setup, OPTION_FORMAT) == STANDARD) check_slots(&a);
    text[a.faults.size] = 0;
    return a.faults.size == 0 || fail(err, NOT_ALLOWED, (struct place){ 0 }, "%s", text);
}

// ---- what others may take an arsenal for (VOI-R115)

enum { FACT_STYLES, FACT_FIGHTERS }; // a row for each fighter
static_assert(FACT_FIGHTERS + (int)FIGHTERS <= (int)GUESSED_FACTS, "there is room for them");

static bool is_reserve(const struct card_def *def)
{
    return def->kind == KIND_FIGHTER || def->kind == KIND_SATELLITE || def->kind == KIND_UPGRADE;
}

static void note_fighter(const struct table *t, struct guessed *held, def_id def)
{
    unsigned i = 0;
    while (i < FIGHTERS && held->fact[FACT_FIGHTERS + i]) i++;
    if (i < FIGHTERS) held->fact[FACT_FIGHTERS + i] = book_of(t)->faces[def].self + 1u;
    held->fact[FACT_STYLES] |= t->pool->defs[def].tags;
}

static bool is_fighter_of(const struct table *t, const struct guessed *held, def_id fighter)
{
    def_id self = fighter == NO_DEF ? NO_DEF : book_of(t)->faces[fighter].self;
    for (unsigned i = 0; self != NO_DEF && i < FIGHTERS; i++)
        if (held->fact[FACT_FIGHTERS + i] == self + 1u) return true;
    return false;
}

// No two cards are alike; what belongs to a fighter or to a style needs it (VOI-104 to VOI-110).
static unsigned copies_allowed(const struct table *t, const struct guessed *held, def_id def)
{
    const struct card_def *d        = &t->pool->defs[def];
    bool                   standard = t->state->mode == MODE_STANDARD;
    unsigned               ability = 0, support = 0;
    if (!held)
        return d->kind == KIND_SATELLITE || d->kind == KIND_UPGRADE
                   ? (unsigned)d->field[FIELD_COPIES]
                   : 1;
    if (is_reserve(d)) return 0; // they come by threes, and each with its own
    if (d->faction ? !is_fighter_of(t, held, book_of(t)->faces[def].fighter)
                   : !(d->tags & held->fact[FACT_STYLES]))
        return 0;
    for (unsigned i = 0; standard && i < held->count; i++) { // VOI-106
        const struct card_def *other = &t->pool->defs[held->face[i]];
        if (is_reserve(other)) continue;
        support += !other->faction;
        ability += other->faction && other->faction_name == d->faction_name;
    }
    return !standard || (d->faction ? ability < 5 : support < 15);
}

static unsigned cards_with(const struct table *t, def_id fighter, struct guessed *add)
{
    unsigned count = 1;
    if (add) guessed_add(add, fighter);
    for (const def_id *list = book_of(t)->satellites; *list != NO_DEF; list++) {
        if (book_of(t)->faces[*list].fighter != book_of(t)->faces[fighter].self) continue;
        for (int n = 0; n < t->pool->defs[*list].field[FIELD_COPIES]; n++, count++)
            if (add) guessed_add(add, *list);
    }
    return count;
}

// Before they are placed, one sees how many fighters and satellites there are: any fighters are as
// likely that come with so many cards.
static void guess_fighters(const struct table *t, struct guessed *held, unsigned wanted,
                           unsigned cards, struct rng *rng)
{
    def_id   taken[FIGHTERS], chosen[FIGHTERS];
    unsigned found = 0, all = t->pool->def_count, sum;
    if (!wanted) return;
    for (unsigned a = 0; a < all; a++)
        for (unsigned b = wanted > 1 ? a + 1 : all - 1; b < all; b++)
            for (unsigned c = wanted > 2 ? b + 1 : all - 1; c < all; c++) {
                const unsigned tried[FIGHTERS] = { a, b, c };
                bool           good            = true;
                sum                            = 0;
                for (unsigned i = 0; good && i < wanted; i++) {
                    good = t->pool->defs[tried[i]].kind == KIND_FIGHTER &&
                           !is_fighter_of(t, held, (def_id)tried[i]);
                    for (unsigned k = 0; good && k < i; k++)
                        good = book_of(t)->faces[tried[k]].self != book_of(t)->faces[tried[i]].self;
                    if (!good) { // others behind it cannot mend that
                        if (i == 0) b = c = all;
                        if (i == 1) c = all;
                        break;
                    }
                    taken[i] = (def_id)tried[i];
                    sum += cards_with(t, taken[i], NULL);
                }
                if (good && sum == cards && rng_below(rng, ++found) == 0)
                    memcpy(chosen, taken, sizeof chosen);
            }
    for (unsigned i = 0; found && i < wanted; i++) {
        cards_with(t, chosen[i], held);
        note_fighter(t, held, chosen[i]);
    }
}

static void begin_arsenal(const struct table *t, struct guessed *held, struct rng *rng)
{
    unsigned fighters = 0, hidden = 0;
    for (unsigned i = 0; i < held->count; i++)
        if (t->pool->defs[held->face[i]].kind == KIND_FIGHTER) {
            note_fighter(t, held, held->face[i]);
            fighters++;
        }
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_RESERVE, held->owner))
        hidden += !knows(t->state, held->viewer, card) &&
                  !has_seen(card_at(t->state, card), held->viewer);
    if (hidden && fighters < FIGHTERS) guess_fighters(t, held, FIGHTERS - fighters, hidden, rng);
}

struct prior voidbreakers_prior(const struct table *t, seat_id viewer, seat_id owner)
{
    (void)t;
    return (struct prior){ .kind   = viewer == owner ? PRIOR_KNOWN : PRIOR_READY,
                           .copies = copies_allowed,
                           .begin  = begin_arsenal };
}

// ---- the start

static void bring_satellites(struct table *t, seat_id seat, def_id fighter) // VOI-117
{
    for (const def_id *list = book_of(t)->satellites; *list != NO_DEF; list++) {
        if (book_of(t)->faces[*list].fighter != book_of(t)->faces[fighter].self) continue;
        for (int n = 0; n < t->pool->defs[*list].field[FIELD_COPIES]; n++)
            card_create(t->state, *list, seat, zone_of_seat(ZONE_RESERVE, seat), BOTTOM);
    }
}

static void bring_arsenal(struct table *t, seat_id seat, const struct seat_setup *deck)
{
    for (unsigned i = 0; i < deck->count; i++) {
        bool fighter = t->pool->defs[deck->card[i]].kind == KIND_FIGHTER;
        card_create(t->state, deck->card[i], seat,
                    zone_of_seat(fighter ? ZONE_RESERVE : ZONE_ARSENAL, seat), BOTTOM);
        if (fighter) bring_satellites(t, seat, deck->card[i]);
    }
}

// Everything goes back to where it is before a game: VOI-209, VOI-210. Fighters and satellites are
// shown when they are placed.
static void gather(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    memset(s->body, 0, sizeof s->body);
    memset(s->modifiers, 0, sizeof s->modifiers);
    memset(s->later, 0, sizeof s->later);
    s->core.modifier_count = 0;
    s->later_count         = 0;
    s->arrivals            = 0;
    s->auras               = 0;
    s->occupied            = 0;
    s->round = s->phase = 0;
    for (seat_id seat = 0; seat < PLAYERS; seat++) {
        memset(s->side[seat].fighter, 0, sizeof s->side[seat].fighter);
        s->side[seat].fighters = 0;
    }
    for (card_id c = 0; c < s->core.card_count; c++) {
        unsigned kind    = def_of(t, c)->kind;
        bool     reserve = kind == KIND_FIGHTER || kind == KIND_SATELLITE || kind == KIND_UPGRADE;
        seat_id  owner   = owner_of(s, c);
        if (s->games) // before the first game they lie there as they were brought
            card_move(&s->core, c, zone_of_seat(reserve ? ZONE_RESERVE : ZONE_ARSENAL, owner),
                      BOTTOM);
        card_hide(&s->core, c, (seat_set)BIT(owner));
        card_show(&s->core, c, (seat_set)BIT(owner));
        card_of(&s->core, c)->flags &= CARD_SEEN;
        if (reserve) card_of(&s->core, c)->flags |= CARD_FACE_DOWN;
    }
}

static void show_with_satellites(struct table *t, card_id fighter)
{
    struct voidbreakers_state *s = state_of(t);
    EACH_CARD(c, s, zone_of_seat(ZONE_RESERVE, owner_of(s, fighter))) {
        if (c != fighter && face_of(t, c)->fighter != face_of(t, fighter)->self) continue;
        if (!(card_at(&s->core, c)->flags & CARD_FACE_DOWN)) continue;
        card_of(&s->core, c)->flags &= (uint8_t)~CARD_FACE_DOWN;
        card_show(&s->core, c, EVERYBODY);
    }
}

void voidbreakers_start(struct table *t, const struct match_setup *setup)
{
    struct voidbreakers_state *s = state_of(t);
    core_layout(&s->core, s->cards, CARDS_MAX, s->zones, ZONE_COUNT);
    modifiers_layout(&s->core, s->modifiers, MODIFIERS_MAX);
    s->arena         = (uint8_t)(agreed(setup, OPTION_ARENA) - BREACH);
    s->decisive      = agreed(setup, OPTION_DECISIVE) == ON;
    s->head_start    = agreed(setup, OPTION_HEAD_START) == ON;
    s->best_of_three = agreed(setup, OPTION_MATCH) == BEST_OF_THREE;
    s->agreed_first  = (uint8_t)(agreed(setup, OPTION_FIRST) - BY_DICE);
    s->agreed_sides  = (uint8_t)(agreed(setup, OPTION_SIDES) - CHOSEN);
    s->side[1].side  = SIDE_B;
    if (setup->bare) return;
    for (seat_id seat = 0; seat < PLAYERS; seat++) bring_arsenal(t, seat, &setup->seat[seat]);
    begin_match(s);
}

// ---- setting up (VOI-201)

static seat_id higher_roller(struct table *t)
{
    unsigned roll_of[PLAYERS];
    do {
        roll_of[0] = roll(t, 12, 0, rule_reason(VOI_202));
        roll_of[1] = roll(t, 12, 1, rule_reason(VOI_202));
    } while (roll_of[0] == roll_of[1]);
    return roll_of[1] > roll_of[0];
}

// VOI-921: after the first game the loser, after a draw who did not choose before.
static seat_id who_chooses(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    if (!s->games) return higher_roller(t);
    return s->last_winner ? other_player((seat_id)(s->last_winner - 1)) : other_player(s->chose);
}

static void place(struct table *t, seat_id seat, card_id fighter,
                  zone_id zone) // VOI-204 to VOI-208
{
    struct voidbreakers_state *s = state_of(t);
    show_with_satellites(t, fighter);
    come_to_life(t, fighter);
    move_card(s, fighter, zone, BOTTOM);
    happened_from(t, EVENT_PLACED, fighter, zone_of_seat(ZONE_RESERVE, seat), zone,
                  by_rule(VOI_204));
}

// How many fighters are not placed yet, and one of them. (A scenario may have fewer than three.)
static unsigned unplaced(const struct table *t, seat_id seat, card_id *last)
{
    unsigned count = 0;
    EACH_CARD(c, state_at(t), zone_of_seat(ZONE_RESERVE, seat))
        if (is_fighter(t, c)) count++, *last = c;
    return count;
}

static zone_id free_start(const struct voidbreakers_state *s, seat_id seat)
{
    for (unsigned i = 0; i < FIGHTERS; i++)
        if (!zone_size(&s->core, starting_zone(s->side[seat].side, i)))
            return starting_zone(s->side[seat].side, i);
    return NO_ZONE;
}

static uint8_t hand_to_choose(const struct voidbreakers_state *s, seat_id seat)
{
    unsigned held = zone_size(&s->core, zone_of_seat(ZONE_ARSENAL, seat));
    return (uint8_t)(held < STARTING_HAND ? held : STARTING_HAND);
}

static void take_hands(struct table *t) // VOI-210 to VOI-212
{
    struct voidbreakers_state *s = state_of(t);
    for (seat_id seat = 0; seat < PLAYERS; seat++) {
        const struct question *q = &s->core.question[seat];
        if (q->kind != QUESTION_HAND) continue;
        for (unsigned i = 0; i < q->picked; i++)
            card_move(&s->core, q->pick[i], zone_of_seat(ZONE_HAND, seat), BOTTOM);
        happened(t, EVENT_STARTING_HAND, seat, NO_CARD, NO_CARD, q->picked, by_rule(VOI_210));
    }
    for (seat_id seat = 0; seat < PLAYERS; seat++)
        shuffle(t, zone_of_seat(ZONE_ARSENAL, seat), STREAM_DECK + seat, rule_reason(VOI_212));
}

static void give_head_start(struct table *t) // VOI-218
{
    struct voidbreakers_state *s = state_of(t);
    if (!s->head_start) return;
    for (card_id c = 0; c < s->core.card_count; c++)
        if (is_living(s, c) && owner_of(s, c) != s->first)
            give_condition(t, c, GUARDED, by_rule(VOI_218));
}

static seat_id placing(const struct voidbreakers_state *s, const struct setup_frame *f)
{
    return f->i ? other_player(s->first) : s->first;
}

enum flow set_up(struct table *t, struct setup_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    struct choice              c;
    card_id                    last = NO_CARD;
    FLOW_BEGIN(f);
    gather(t);
    if (s->agreed_first && !s->games) { // VOI-R113
        f->chooser = s->first = (seat_id)(s->agreed_first - 1);
    } else {
        f->chooser = who_chooses(t);
        ask(&s->core, f->chooser, QUESTION_FIRST, 0, 0);
        FLOW_PAUSE(f, SETUP_FIRST);
        s->first = answer_of(&s->core, f->chooser).option ? other_player(f->chooser) : f->chooser;
    }
    s->chose = f->chooser;
    happened(t, EVENT_FIRST, s->first, NO_CARD, NO_CARD, 0, by_rule(VOI_202));
    if (s->agreed_sides) {
        s->side[0].side = s->agreed_sides == 1 ? SIDE_A : SIDE_B;
        s->side[1].side = !s->side[0].side;
    } else {
        ask(&s->core, other_player(f->chooser), QUESTION_SIDE, 0, 0);
        FLOW_PAUSE(f, SETUP_SIDE);
        s->side[other_player(f->chooser)].side =
            answer_of(&s->core, other_player(f->chooser)).option;
        s->side[f->chooser].side = !s->side[other_player(f->chooser)].side;
    }
    for (f->i = 0; f->i < PLAYERS; f->i++) {
        while (unplaced(t, placing(s, f), &last) > 1) {
            ask(&s->core, placing(s, f), QUESTION_PLACE, 0, 0);
            FLOW_PAUSE(f, SETUP_PLACED);
            c = answer_of(&s->core, placing(s, f));
            place(t, placing(s, f), c.card, (zone_id)c.target);
        }
        (void)unplaced(t, placing(s, f), &last);
        place(t, placing(s, f), last, free_start(s, placing(s, f)));
    }
    for (seat_id seat = 0; seat < PLAYERS; seat++)
        if (hand_to_choose(s, seat))
            ask_several(&s->core, seat, QUESTION_HAND, hand_to_choose(s, seat),
                        hand_to_choose(s, seat), 0, 0);
    if (s->core.asked) FLOW_PAUSE(f, SETUP_HANDS);
    take_hands(t);
    give_head_start(t);
    s->active = s->first;
    FLOW_END(f);
}
