// Chapter 100: modes, what may be agreed, legal decks, what lies open for all; drawing, discarding,
// shuffling in.
#include "engine/chance.h"
#include "games/monad/rules.h"

#include <string.h>

const struct game_mode monad_modes[] = {
    [MODE_FREE]       = { "free", "free for all, the standard game", 2, 4, { 0 } },
    [MODE_TOURNAMENT] = { "tournament", "two players, five victory points", 2, 2, { 0 } },
    [MODE_GIANT]      = { "giant",
                          "two-headed giant: seats 1 and 3 against seats 2 and 4",
                          4,
                          4,
                          { 0 } },
    [MODE_GLADIATOR]  = { "gladiator", "parties in an arena, the last one standing", 2, 4, { 0 } },
    [MODE_DOTA]       = { "dota", "five heroes each, three lanes, towers and a base", 2, 2, { 0 } },
    [MODE_SOLO]       = { "solo",
                          "alone: the second seat is an automaton and is never asked",
                          2,
                          2,
                          { 0 } },
    [MODE_CAMPAIGN]   = { "campaign",
                          "seven games, the catalyst grows from game to game",
                          2,
                          4,
                          { 0 } },
    [MODE_DRAFT]      = { "draft", "decks are drafted first, then free for all", 2, 4, { 0 } },
    { 0 },
};

static const char *const LIMIT_WORDS[] = { "none", NULL };
static const char *const WAIT_WORDS[]  = { "wait", NULL };

const struct game_option monad_options[] = {
    { "points", "victory points that win the game; 5, of a team 8 (MON-110)", NULL, 1, 99, 0 },
    { "turns", "none: the game has no turn limit (MON-803)", LIMIT_WORDS, 0, 0, 0 },
    { "scenarios", "wait: each waits before it can be completed, for longer games (MON-R106)",
      WAIT_WORDS, 0, 0, 0 },
    { 0 },
};

enum { OPTION_TARGET, OPTION_NO_LIMIT, OPTION_WAIT };

static unsigned copies_of(const struct seat_setup *seat, def_id def)
{
    unsigned count = 0;
    for (unsigned i = 0; i < seat->count; i++) count += seat->card[i] == def && !seat->section[i];
    return count;
}

// MON-104: as many starter locations as players; a deck file without locations means all of them.
static bool location_deck_check(const struct card_pool *pool, const struct match_setup *setup,
                                const struct seat_setup *deck, struct error *err)
{
    const struct place nowhere   = { 0 };
    unsigned           locations = 0, starters = 0;
    for (unsigned i = 0; i < deck->count; i++) {
        const struct card_def *def = &pool->defs[deck->card[i]];
        if (!deck->section[i]) continue;
        if (def->kind != KIND_LOCATION)
            return fail(err, NOT_ALLOWED, nowhere, "%s is no location (MON-104)", def->name);
        locations++;
        starters += def->tags >> TAG_STARTER & 1;
    }
    if (locations && starters < setup->seats)
        return fail(
            err, NOT_ALLOWED, nowhere,
            "found %u starter locations; at least %u are needed, one for each player (MON-104)",
            starters, setup->seats);
    return true;
}

bool monad_deck_check(const struct card_pool *pool, const struct match_setup *setup, seat_id seat,
                      struct error *err)
{
    const struct seat_setup *deck    = &setup->seat[seat];
    const struct place       nowhere = { 0 };
    unsigned                 main    = 0;
    if (setup->mode == MODE_DOTA || !location_deck_check(pool, setup, deck, err))
        return setup->mode == MODE_DOTA;        // MON-870
    if (setup->mode == MODE_DRAFT) return true; // decks are made at the table (MON-923)
    for (unsigned i = 0; i < deck->count; i++) {
        const struct card_def *def = &pool->defs[deck->card[i]];
        if (deck->section[i]) continue;
        main++;
        if (def->kind != KIND_UNIT && def->kind != KIND_QUEST && def->kind != KIND_EQUIPMENT)
            return fail(err, NOT_ALLOWED, nowhere,
                        "%s: a main deck holds only Quests, Units and Equipment (MON-100)",
                        def->name);
        unsigned most = def->tags >> TAG_UNIQUE & 1 ? 1 : COPIES_MAX;
        if (copies_of(deck, deck->card[i]) > most)
            return fail(err, NOT_ALLOWED, nowhere, "%s: at most %u of this card (%s)", def->name,
                        most, most == 1 ? "MON-103" : "MON-102");
    }
    if (main < DECK_MIN)
        return fail(err, NOT_ALLOWED, nowhere, "found %u cards; a deck has at least %d (MON-101)",
                    main, DECK_MIN);
    if (main > DECK_MAX)
        return fail(err, NOT_ALLOWED, nowhere, "found %u cards; at most %d have room (MON-R94)",
                    main, DECK_MAX);
    return true;
}

// ---- what others may take a deck for (MON-R117)

// Until a drafted catalyst is kept, nothing but what was offered is in the hands (MON-920).
static bool is_offered(const struct table *t, seat_id owner)
{
    return t->state->mode == MODE_DRAFT && owner < t->state->seats &&
           state_at(t)->side[owner].catalyst == NO_CARD;
}

static unsigned copies_allowed(const struct table *t, const struct guessed *held, def_id def)
{
    const struct card_def *d = &t->pool->defs[def];
    if (held && is_offered(t, held->owner)) return d->kind == KIND_CATALYST;
    if (d->kind != KIND_UNIT && d->kind != KIND_QUEST && d->kind != KIND_EQUIPMENT) return 0;
    if (t->state->mode == MODE_DRAFT) return DECK_MAX; // MON-923
    return d->tags >> TAG_UNIQUE & 1 ? 1 : COPIES_MAX;
}

// Not a token that a quest has brought, nor a catalyst.
static bool is_listed(const struct table *t, card_id card)
{
    unsigned kind = kind_of(t, card);
    return kind != KIND_TOKEN && !(kind == KIND_QUEST && is_unit(state_at(t), card));
}

struct prior monad_prior(const struct table *t, seat_id viewer, seat_id owner)
{
    return (struct prior){ .kind      = viewer == owner || t->state->mode == MODE_DOTA ? PRIOR_KNOWN
                                        : t->state->mode == MODE_DRAFT                 ? PRIOR_LEGAL
                                                                       : PRIOR_READY,
                           .copies    = copies_allowed,
                           .is_listed = is_listed };
}

static zone_id pile_of(const struct core *c, const struct card_def *def)
{
    zone_id set = c->mode == MODE_CAMPAIGN && !c->scenario ? (zone_id)ZONE_SET : (zone_id)NO_ZONE;
    switch (def->kind) {
    case KIND_CATALYST: return ZONE_CATALYSTS;
    case KIND_UNIT: // heroes (MON-871)
        return c->mode == MODE_DOTA && def->field[FIELD_LEVEL] <= 2 ? (zone_id)ZONE_CATALYSTS : set;
    case KIND_CLASS: return ZONE_CLASSES;
    case KIND_SCENARIO: return ZONE_SCENARIOS;
    case KIND_LOCATION: return def->tags >> TAG_ARENA & 1 ? ZONE_ARENAS : ZONE_MAP;
    case KIND_QUEST:
    case KIND_EQUIPMENT: return set; // MON-913
    default: return NO_ZONE;
    }
}

// MON-104 to MON-108: what lies open for all.
static void lay_out_piles(struct table *t)
{
    struct core *c = t->state;
    for (def_id def = 0; def < t->pool->def_count; def++) {
        zone_id pile = pile_of(c, &t->pool->defs[def]);
        if (pile == NO_ZONE || (pile == ZONE_CATALYSTS && c->scenario))
            continue; // chosen by hand there
        card_id card = card_create(c, def, NO_SEAT, pile, BOTTOM);
        if (card != NO_CARD) card_show(c, card, EVERYBODY);
    }
}

static void take_decks(struct table *t, seat_id seat, const struct seat_setup *deck)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < deck->count; i++) {
        if (!deck->section[i]) {
            if (s->core.mode == MODE_DOTA || s->core.mode == MODE_DRAFT) continue;
            card_create(&s->core, deck->card[i], seat, zone_of_seat(ZONE_DECK, seat), BOTTOM);
            continue;
        }
        unsigned at = 0;
        EACH_IN_ZONE(card, &s->core, ZONE_MAP) {
            if (card_at(&s->core, card)->def == deck->card[i] && at < 32)
                s->side[seat].map |= BIT(at);
            at++;
        }
    }
}

static void set_quests_aside(struct table *t) // MON-900
{
    struct monad_state *s    = state_of(t);
    zone_id             deck = zone_of_seat(ZONE_DECK, AUTOMATON);
    for (card_id card = zone_top(&s->core, deck), below; card != NO_CARD; card = below) {
        below = card_below(&s->core, card);
        if (kind_of(t, card) != KIND_QUEST) continue;
        card_show(&s->core, card, EVERYBODY);
        card_move(&s->core, card, zone_of_seat(ZONE_REMOVED, AUTOMATON), TOP);
    }
    shuffle_deck(t, AUTOMATON, rule_reason(MON_900));
}

void monad_start(struct table *t, const struct match_setup *setup)
{
    struct monad_state *s = state_of(t);
    core_layout(&s->core, s->cards, CARDS_MAX, s->zones, ZONE_COUNT);
    modifiers_layout(&s->core, s->modifiers, MODIFIERS_MAX);
    memset(s->host, 0xFF, sizeof s->host);
    if (setup->mode == MODE_GIANT)
        for (seat_id seat = 0; seat < setup->seats; seat++)
            s->core.team[seat] = seat % 2; // MON-820
    s->vp_target      = setup->option[OPTION_TARGET] > 0 ? (uint8_t)setup->option[OPTION_TARGET]
                        : setup->mode == MODE_GIANT      ? 8
                                                         : 5; // MON-110, MON-822
    s->passage        = 0;
    s->no_limit       = setup->option[OPTION_NO_LIMIT] > 0; // MON-803
    s->scenarios_wait = setup->option[OPTION_WAIT] > 0;     // MON-R106
    s->activating = s->arena = NO_CARD;
    for (seat_id seat = 0; seat < SEATS_MAX; seat++) {
        struct side *me = &s->side[seat];
        me->catalyst = me->location = me->scenario = me->fast = NO_CARD;
        me->level                                             = 1;
        me->last_scenario                                     = NO_CARD;
    }
    s->combat.ward = s->action.unit = s->action.source = NO_CARD;
    s->combat.mate                                     = NO_SEAT;
    s->auras                                           = book(t)->here;
    if (setup->mode == MODE_SOLO) s->side[AUTOMATON].out = OUT_AUTOMATON;
    lay_out_lanes(t);
    lay_out_piles(t);
    if (setup->bare) return;
    for (seat_id seat = 0; seat < setup->seats; seat++) take_decks(t, seat, &setup->seat[seat]);
    if (setup->mode == MODE_SOLO) set_quests_aside(t);
    call(s, setup->mode == MODE_CAMPAIGN ? FLOW_CAMPAIGN : FLOW_GAME, NO_SEAT, NO_CARD, NO_CARD);
}

// ---- drawing, discarding, shuffling in

void shuffle_deck(struct table *t, seat_id seat, struct reason why)
{
    shuffle(t, zone_of_seat(ZONE_DECK, seat), STREAM_DECK + seat, why);
}

void draw_cards(struct table *t, seat_id seat, unsigned count, rule_id because)
{
    struct core *c    = t->state;
    zone_id      deck = zone_of_seat(ZONE_DECK, seat), discard = zone_of_seat(ZONE_DISCARD, seat);
    seat_set     team = seats_of_team(c, c->team[seat]); // MON-823
    while (count-- > 0) {
        if (!zone_size(c, deck) && zone_size(c, discard)) { // MON-017
            while (zone_size(c, discard)) card_move(c, zone_top(c, discard), deck, BOTTOM);
            shuffle_deck(t, seat, rule_reason(MON_017));
        }
        if (!zone_size(c, deck)) return;
        card_id card = zone_top(c, deck);
        card_move(c, card, zone_of_seat(ZONE_HAND, seat), BOTTOM);
        card_show(c, card, team);
        note(t, EVENT_DREW, seat, card, NO_CARD, 0, because);
    }
}

void discard_card(struct table *t, card_id card, rule_id because)
{
    struct core *c     = t->state;
    seat_id      owner = card_at(c, card)->owner;
    card_show(c, card, EVERYBODY);
    card_of(c, card)->flags &= (uint8_t) ~(CARD_SIDEWAYS | CARD_MARKED);
    state_of(t)->marks[card] = 0;
    card_move(c, card, zone_of_seat(ZONE_DISCARD, owner), TOP);
    note(t, EVENT_DISCARDED, owner, card, NO_CARD, 0, because);
}

void shuffle_in(struct table *t, card_id card)
{
    struct monad_state *s     = state_of(t);
    seat_id             owner = card_at(&s->core, card)->owner;
    note(t, EVENT_SHUFFLED_IN, owner, card, NO_CARD, 0, MON_242);
    card_of(&s->core, card)->flags &= (uint8_t) ~(CARD_SIDEWAYS | CARD_MARKED);
    s->host[card]  = NO_CARD;
    s->stale       = 1;
    s->marks[card] = s->corrosion[card] = 0;
    forget_card(s, card);
    card_move(&s->core, card, zone_of_seat(ZONE_DECK, owner), BOTTOM);
}

void look_through_deck(struct table *t, seat_id seat)
{
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_DECK, seat))
        card_show(t->state, card, (seat_set)BIT(seat));
}
