// Chapter 1: decks, setting up, and the guards that are laid then and after each round.
#include "engine/chance.h"
#include "games/blank/rules.h"

const struct game_mode blank_modes[] = {
    [MODE_DUEL]  = { "duel", "two players", 2, 2, { 0 } },
    [MODE_MELEE] = { "melee", "three or four players, each for itself", 3, 4, { 0 } },
    [MODE_PAIRS] = { "pairs", "seats 1 and 3 against seats 2 and 4", 4, 4, { 0 } },
    { 0 },
};

enum { SECTION_MAIN, SECTION_CHAMPION };

static unsigned copies_of(const struct seat_setup *seat, def_id def)
{
    unsigned count = 0;
    for (unsigned i = 0; i < seat->count; i++)
        count += seat->card[i] == def && seat->section[i] == SECTION_MAIN;
    return count;
}

bool blank_deck_check(const struct card_pool *pool, const struct match_setup *setup, seat_id seat,
                      struct error *err)
{
    const struct seat_setup *deck      = &setup->seat[seat];
    const struct place       nowhere   = { 0 };
    unsigned                 champions = 0, tricks = 0;
    for (unsigned i = 0; i < deck->count; i++) {
        const struct card_def *def         = &pool->defs[deck->card[i]];
        bool                   is_champion = def->kind == KIND_CHAMPION;
        if (is_champion != (deck->section[i] == SECTION_CHAMPION))
            return fail(err, NOT_ALLOWED, nowhere,
                        "%s: a Champion, and no other card, stands in the "
                        "line \"champion ...\" (BLA-002)",
                        def->name);
        champions += is_champion;
        tricks += def->kind == KIND_TRICK;
        if (!is_champion && copies_of(deck, deck->card[i]) > COPIES_MAX)
            return fail(err, NOT_ALLOWED, nowhere, "%s: at most %d of the same name (BLA-003)",
                        def->name, COPIES_MAX);
    }
    if (champions != 1 || deck->count != DECK_SIZE + 1)
        return fail(err, NOT_ALLOWED, nowhere,
                    "found %u Champions and %u other cards; a deck is 1 and %d (BLA-002)",
                    champions, deck->count - champions, DECK_SIZE);
    if (tricks > TRICKS_MAX)
        return fail(err, NOT_ALLOWED, nowhere, "found %u Tricks; at most %d (BLA-002)", tricks,
                    TRICKS_MAX);
    return true;
}

// BLA-005: a Champion that comes to the board has all its health.
void take_place(struct blank_state *s, seat_id seat, card_id champion, const struct card_def *def)
{
    s->side[seat].champion = champion;
    s->side[seat].health   = def->field[FIELD_HEALTH];
    s->side[seat].out      = 0;
}

static void deal_deck(struct table *t, seat_id seat, const struct seat_setup *deck)
{
    // BLA-004: a1, c3, a3, c1.
    static const zone_id START[SEATS_MAX]  = { 0, 8, 6, 2 };
    static const uint8_t FACING[SEATS_MAX] = { EAST, WEST, EAST, WEST };
    struct blank_state  *s                 = state_of(t);
    for (unsigned i = 0; i < deck->count; i++) {
        const struct card_def *def = &t->pool->defs[deck->card[i]];
        if (deck->section[i] == SECTION_CHAMPION) {
            card_id champion = card_create(&s->core, deck->card[i], seat, START[seat], TOP);
            card_show(&s->core, champion, EVERYBODY);
            take_place(s, seat, champion, def);
            s->side[seat].facing = FACING[seat];
        } else {
            card_create(&s->core, deck->card[i], seat, zone_of_seat(ZONE_DECK, seat), BOTTOM);
        }
    }
}

void blank_start(struct table *t, const struct match_setup *setup)
{
    struct blank_state *s = state_of(t);
    core_layout(&s->core, s->cards, CARDS_MAX, s->zones, ZONE_COUNT);
    modifiers_layout(&s->core, s->modifiers, MODIFIERS_MAX);
    if (setup->mode == MODE_PAIRS) // BLA-001
        for (seat_id seat = 0; seat < setup->seats; seat++) s->core.team[seat] = seat % 2;
    for (seat_id seat = 0; seat < setup->seats; seat++) s->side[seat].champion = NO_CARD;
    if (setup->bare) {
        for (seat_id seat = 0; seat < setup->seats; seat++) s->side[seat].out = 1; // until placed()
        return;
    }
    for (seat_id seat = 0; seat < setup->seats; seat++) deal_deck(t, seat, &setup->seat[seat]);
    begin_match(s);
}

// ---- what others may take a deck for (BLA-R04)

static unsigned copies_allowed(const struct table *t, const struct guessed *held, def_id def)
{
    unsigned kind = t->pool->defs[def].kind, tricks = 0;
    if (kind == KIND_CHAMPION) return held ? 0 : 1; // it lies open
    for (unsigned i = 0; held && kind == KIND_TRICK && i < held->count; i++)
        tricks += t->pool->defs[held->face[i]].kind == KIND_TRICK;
    return tricks < TRICKS_MAX ? COPIES_MAX : 0;
}

struct prior blank_prior(const struct table *t, seat_id viewer, seat_id owner)
{
    (void)t;
    return (struct prior){ .kind   = viewer == owner ? PRIOR_KNOWN : PRIOR_READY,
                           .copies = copies_allowed };
}

// ---- drawing and discarding

static void renew_deck(struct table *t, seat_id seat)
{
    struct core *c       = t->state;
    zone_id      discard = zone_of_seat(ZONE_DISCARD, seat), deck = zone_of_seat(ZONE_DECK, seat);
    while (zone_size(c, discard)) card_move(c, zone_top(c, discard), deck, BOTTOM);
    shuffle(t, deck, STREAM_DECK + seat, rule_reason(BLA_012));
}

void draw_cards(struct table *t, seat_id seat, unsigned count, rule_id because)
{
    struct core *c    = t->state;
    zone_id      deck = zone_of_seat(ZONE_DECK, seat), hand = zone_of_seat(ZONE_HAND, seat);
    seat_set     team = seats_of_team(c, c->team[seat]); // BLA-009
    while (count-- > 0) {
        if (!zone_size(c, deck) && zone_size(c, zone_of_seat(ZONE_DISCARD, seat)))
            renew_deck(t, seat);
        if (!zone_size(c, deck)) return;
        card_id card = zone_top(c, deck);
        card_move(c, card, hand, BOTTOM);
        card_show(c, card, team);
        struct event e = event_of(EVENT_DREW, seat, because);
        e.seen_by      = team;
        e.card         = card;
        e.def          = card_at(c, card)->def;
        tell(t, e);
    }
}

void discard_card(struct table *t, card_id card, rule_id because)
{
    struct core *c     = t->state;
    seat_id      owner = card_at(c, card)->owner;
    struct event e     = event_of(EVENT_DISCARDED, owner, because);
    e.from             = card_at(c, card)->zone;
    e.to               = zone_of_seat(ZONE_DISCARD, owner);
    e.card             = card;
    e.def              = card_at(c, card)->def;
    card_of(c, card)->flags &= (uint8_t)~CARD_FACE_DOWN;
    card_show(c, card, EVERYBODY);
    card_move(c, card, e.to, TOP);
    tell(t, e);
}

// ---- the flows

static void lay_guard(struct table *t, seat_id seat, card_id card)
{
    struct core *c = t->state;
    card_move(c, card, zone_of_seat(ZONE_GUARD, seat), TOP);
    card_of(c, card)->flags |= CARD_FACE_DOWN;
    struct event e = event_of(EVENT_LAID_GUARD, seat, BLA_007);
    e.card         = card;
    e.def          = card_at(c, card)->def;
    e.seen_by      = seats_of_team(c, c->team[seat]);
    tell(t, e);
}

// BLA-007, BLA-020. Who holds a Trick is nobody else's affair, so all without a guard are asked.
enum flow lay_guards(struct table *t, struct guards_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && guard_of(s, seat) == NO_CARD) {
            ask(&s->core, seat, QUESTION_GUARD, 0, 0);
            f->asked = (seat_set)(f->asked | BIT(seat));
        }
    if (!f->asked) return FLOW_DONE;
    FLOW_PAUSE(f, GUARDS_CHOSEN);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (f->asked & BIT(seat) && !is_out(s, seat)) {
            struct choice choice = answer_of(&s->core, seat);
            if (choice.kind == CHOICE_GUARD) lay_guard(t, seat, choice.card);
        }
    FLOW_END(f);
}

// BLA-006 to BLA-008, then ten rounds.
enum flow play_match(struct table *t, struct match_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        shuffle(t, zone_of_seat(ZONE_DECK, seat), STREAM_DECK + seat, rule_reason(BLA_006));
    for (seat_id seat = 0; seat < s->core.seats; seat++) draw_cards(t, seat, HAND_SIZE, BLA_006);
    call_guards(s);
    FLOW_PAUSE(f, MATCH_GUARDED);
    s->lead = (seat_id)pick(t, s->core.seats);
    while (s->round < ROUNDS) {
        call_round(s);
        FLOW_PAUSE(f, MATCH_ROUND_DONE);
    }
    end_after_last_round(t);
    FLOW_END(f);
}
