// setup.c - chapters 100, 300 and 900: modes, legal decks, draft, set-up, games of a match.
#include "engine/chance.h"
#include "games/despaira/rules.h"

const struct game_mode despaira_modes[] = {
    [MODE_DUEL]       = { "duel", "two players with decks of 50 to 80 cards", 2, 2, { 0 } },
    [MODE_DRAFT]      = { "draft", "two players draft their decks", 2, 2, { 0 } },
    [MODE_MATCH]      = { "match", "best of three, with a side deck", 2, 2, { 0 } },
    [MODE_SPECIAL]    = { "special", "a duel with the special deck", 2, 2, { 0 } },
    [MODE_TOURNAMENT] = { "tournament", "three matches, three points for a won one", 2, 2, { 0 } },
    { 0 },
};

enum section { SECTION_MAIN, SECTION_LEADER, SECTION_SIDE, SECTION_SPECIAL };

static bool has_matches(unsigned mode) { return mode == MODE_MATCH || mode == MODE_TOURNAMENT; }

// ---- legal decks

static bool is_special_kind(const struct card_def *def) { return (def->tags >> TAG_GOD & 15) != 0; }

static unsigned copies_of(const struct seat_setup *seat, def_id def)
{
    unsigned count = 0;
    for (unsigned i = 0; i < seat->count; i++) count += seat->card[i] == def;
    return count;
}

static bool card_check(const struct match_setup *setup, const struct seat_setup *deck, unsigned i,
                       const struct card_def *def, struct error *err)
{
    const struct place nowhere = { 0 };
    unsigned           section = deck->section[i];
    if (def->kind == KIND_TOKEN)
        return fail(err, NOT_ALLOWED, nowhere, "%s: a token is in no deck (DES-839)", def->name);
    if ((def->kind == KIND_LEADER) != (section == SECTION_LEADER))
        return fail(err, NOT_ALLOWED, nowhere,
                    "%s: a Leader, and no other card, stands outside the deck in the line "
                    "\"leader ...\" (DES-105)",
                    def->name);
    if (is_special_kind(def) && setup->mode != MODE_SPECIAL)
        return fail(err, NOT_ALLOWED, nowhere,
                    "%s: cards of the special deck need the mode \"special\" (DES-958)", def->name);
    if (is_special_kind(def) != (section == SECTION_SPECIAL))
        return fail(err, NOT_ALLOWED, nowhere,
                    "%s: Gods, Devils, Rituals and Fusions, and no other cards, are in the "
                    "special deck (DES-951)",
                    def->name);
    if (section == SECTION_SIDE && !has_matches(setup->mode))
        return fail(err, NOT_ALLOWED, nowhere, "%s: side decks are used in matches only (DES-937)",
                    def->name);
    if (def->kind != KIND_LEADER && copies_of(deck, deck->card[i]) > COPIES_MAX)
        return fail(err, NOT_ALLOWED, nowhere, "%s: at most %d copies (%s)", def->name, COPIES_MAX,
                    has_matches(setup->mode) ? "DES-932" : "DES-104");
    return true;
}

bool despaira_deck_check(const struct card_pool *pool, const struct match_setup *setup,
                         seat_id seat, struct error *err)
{
    const struct seat_setup *deck     = &setup->seat[seat];
    const struct place       nowhere  = { 0 };
    unsigned                 count[4] = { 0 };
    if (setup->mode == MODE_DRAFT) return true; // DES-920: nothing is brought along
    for (unsigned i = 0; i < deck->count; i++) {
        if (!card_check(setup, deck, i, &pool->defs[deck->card[i]], err)) return false;
        count[deck->section[i] & 3]++;
    }
    if (count[SECTION_LEADER] != 1)
        return fail(err, NOT_ALLOWED, nowhere, "found %u Leaders; each player brings one (DES-101)",
                    count[SECTION_LEADER]);
    if (count[SECTION_MAIN] < DECK_MIN || count[SECTION_MAIN] > DECK_MAX)
        return fail(err, NOT_ALLOWED, nowhere,
                    "found %u cards; a main deck holds %d to %d (DES-102)", count[SECTION_MAIN],
                    DECK_MIN, DECK_MAX);
    if (count[SECTION_SIDE] > SIDE_MAX)
        return fail(err, NOT_ALLOWED, nowhere,
                    "found %u cards; a side deck holds at most %d (DES-931)", count[SECTION_SIDE],
                    SIDE_MAX);
    if (count[SECTION_SPECIAL] > SIDE_MAX)
        return fail(err, NOT_ALLOWED, nowhere,
                    "found %u cards; a special deck holds at most %d (DES-950)",
                    count[SECTION_SPECIAL], SIDE_MAX);
    return true;
}

// ---- what may be agreed

const struct game_option despaira_options[] = {
    [OPTION_MAP]    = { "map", "the tiles of the field (DES-210)", despaira_maps, 0, 0, 1 },
    [OPTION_ROUNDS] = { "rounds", "rounds of a draft (DES-923)", NULL, 4, 8, DRAFT_ROUNDS },
    { 0 },
};

// ---- what others may take a deck for (DES-R127)

static bool is_drafted(const struct card_def *d)
{
    return (d->kind == KIND_CREATURE || d->kind == KIND_TRICK) && !is_special_kind(d);
}

static unsigned copies_allowed(const struct table *t, const struct guessed *held, def_id def)
{
    const struct card_def *d = &t->pool->defs[def];
    if (d->kind == KIND_TOKEN) return 0;
    if (d->kind == KIND_LEADER) return held || t->state->mode == MODE_DRAFT ? 0 : 1;
    if (t->state->mode == MODE_DRAFT) return is_drafted(d) ? DRAFT_COPIES : 0;
    return is_special_kind(d) && t->state->mode != MODE_SPECIAL ? 0 : COPIES_MAX;
}

// In a draft the cards of both lie in one pool (of South) until the decks are built.
struct prior despaira_prior(const struct table *t, seat_id viewer, seat_id owner)
{
    const struct core *c      = t->state;
    bool               drafts = zone_size(c, zone_for(SOUTH, ZONE_PICKS)) ||
                  zone_size(c, zone_for(NORTH, ZONE_PICKS)) || zone_size(c, ZONE_POOL);
    return (struct prior){ .kind   = viewer == owner && !drafts ? PRIOR_KNOWN
                                     : c->mode == MODE_DRAFT    ? PRIOR_LEGAL
                                                                : PRIOR_READY,
                           .copies = copies_allowed };
}

// ---- starting

static void create_deck(struct table *t, seat_id seat, const struct seat_setup *deck)
{
    static const uint8_t   ZONES[] = { ZONE_DECK, ZONE_LEADER, ZONE_SIDE, ZONE_SPECIAL };
    struct despaira_state *s       = state_of(t);
    for (unsigned i = 0; i < deck->count; i++) {
        card_id card = card_create(&s->core, deck->card[i], seat,
                                   zone_for(seat, ZONES[deck->section[i] & 3]), BOTTOM);
        if (deck->section[i] != SECTION_MAIN) card_show(&s->core, card, (seat_set)BIT(seat));
        if (deck->section[i] == SECTION_SPECIAL) // nobody takes it for a card of the deck
            card_of(&s->core, card)->flags |= CARD_FACE_DOWN;
    }
}

// DES-921: every creature and trick twice. Of a list too long for the table, each card has the same
// chance to be left out: it would not have been dealt.
static void create_pool(struct table *t)
{
    struct despaira_state *s     = state_of(t);
    unsigned               cards = 0, room = POOL_MAX;
    for (def_id def = 0; def < t->pool->def_count; def++)
        cards += DRAFT_COPIES * (unsigned)is_drafted(&t->pool->defs[def]);
    for (def_id def = 0; def < t->pool->def_count; def++) {
        if (!is_drafted(&t->pool->defs[def])) continue;
        for (unsigned i = 0; i < DRAFT_COPIES; i++, cards--) {
            if (cards > room && pick(t, cards) >= room) continue;
            card_create(&s->core, def, SOUTH, ZONE_POOL, BOTTOM);
            room--;
        }
    }
}

static void fill_side(struct despaira_state *s, seat_id seat)
{
    s->side[seat].leader    = NO_CARD;
    s->side[seat].inventory = CRYSTALS_FIRST; // DES-304
}

void despaira_start(struct table *t, const struct match_setup *setup)
{
    struct despaira_state *s = state_of(t);
    core_layout(&s->core, s->cards, CARDS_MAX, s->zones, ZONE_COUNT);
    for (seat_id seat = 0; seat < 2; seat++) {
        s->core.team[seat] = seat;
        fill_side(s, seat);
    }
    s->map    = (uint8_t)(option_of(despaira_modes, despaira_options, setup, OPTION_MAP) - 1);
    s->rounds = (uint8_t)option_of(despaira_modes, despaira_options, setup, OPTION_ROUNDS);
    s->game = s->match = 1;
    lay_map(t, s->map);
    if (setup->bare) return;
    if (setup->mode == MODE_DRAFT) {
        create_pool(t);
    } else {
        for (seat_id seat = 0; seat < 2; seat++) create_deck(t, seat, &setup->seat[seat]);
    }
    begin_match(s);
}

// ---- draft (DES-920 to DES-925)

static void deal_packs(struct despaira_state *s)
{
    for (seat_id seat = 0; seat < 2; seat++)
        for (unsigned i = 0; i < PACK_SIZE && zone_size(&s->core, ZONE_POOL); i++) {
            card_id card = zone_top(&s->core, ZONE_POOL);
            card_move(&s->core, card, zone_for(seat, ZONE_PACK), BOTTOM);
            card_show(&s->core, card, (seat_set)BIT(seat));
        }
}

static void take_pick(struct table *t, seat_id seat)
{
    struct despaira_state *s    = state_of(t);
    card_id                card = answer_of(&s->core, seat).card;
    card_move(&s->core, card, zone_for(seat, ZONE_PICKS), BOTTOM);
    happened(t, EVENT_DRAFTED, seat, card, NO_CARD, 0, because(DES_922));
}

static void exchange_packs(struct despaira_state *s)
{
    card_id  pack[2][PACK_SIZE];
    unsigned count[2];
    for (seat_id seat = 0; seat < 2; seat++) {
        count[seat] = 0;
        EACH_IN_ZONE(card, &s->core, zone_for(seat, ZONE_PACK)) pack[seat][count[seat]++] = card;
    }
    for (seat_id seat = 0; seat < 2; seat++)
        for (unsigned i = 0; i < count[seat]; i++) {
            seat_id to = other_seat(seat);
            card_move(&s->core, pack[seat][i], zone_for(to, ZONE_PACK), BOTTOM);
            card_hide(&s->core, pack[seat][i], (seat_set)BIT(to));
            card_show(&s->core, pack[seat][i], (seat_set)BIT(to));
        }
}

static void empty_zone(struct despaira_state *s, zone_id zone)
{
    while (zone_size(&s->core, zone)) card_destroy(&s->core, zone_top(&s->core, zone));
}

// Who saw a pack knows what was taken from it, not what of that comes into the deck (DES-924).
static void forget_picks(struct despaira_state *s)
{
    for (seat_id seat = 0; seat < 2; seat++)
        EACH_IN_ZONE(card, &s->core, zone_for(seat, ZONE_PICKS)) card_forget(&s->core, card);
}

// DES-924: as many as the deck can spare, sixteen at a time.
static uint8_t spare_cards(const struct despaira_state *s, seat_id seat)
{
    unsigned count = zone_size(&s->core, zone_for(seat, ZONE_PICKS));
    unsigned spare = count > DRAFT_MIN ? count - DRAFT_MIN : 0;
    return (uint8_t)(spare > PICKS_MAX ? PICKS_MAX : spare);
}

static bool asks_to_build(struct despaira_state *s, struct match_frame *f)
{
    for (seat_id seat = 0; seat < 2; seat++)
        if (f->asked >> seat & 1 && spare_cards(s, seat))
            ask_several(&s->core, seat, QUESTION_BUILD, 0, spare_cards(s, seat), 0, 0);
    return s->core.asked != 0;
}

static void leave_out(struct despaira_state *s, struct match_frame *f)
{
    for (seat_id seat = 0; seat < 2; seat++) {
        struct question *q = &s->core.question[seat];
        if (!(f->asked >> seat & 1) || !spare_cards(s, seat)) continue;
        if (q->picked < q->max) f->asked &= (uint8_t)~BIT(seat);
        for (unsigned i = 0; i < q->picked; i++) card_destroy(&s->core, q->pick[i]);
        q->picked = 0;
    }
}

static void build_deck(struct despaira_state *s, seat_id seat)
{
    zone_id picks = zone_for(seat, ZONE_PICKS);
    while (zone_size(&s->core, picks)) {
        card_id card                   = zone_top(&s->core, picks);
        card_of(&s->core, card)->owner = seat;
        card_move(&s->core, card, zone_for(seat, ZONE_DECK), BOTTOM);
    }
}

// The list of Leaders is open, the choice is not (DES-302, DES-925).
static void offer_leaders(struct table *t)
{
    struct despaira_state *s = state_of(t);
    for (seat_id seat = 0; seat < 2; seat++)
        for (def_id def = 0; def < t->pool->def_count; def++)
            if (t->pool->defs[def].kind == KIND_LEADER) {
                card_id card = card_create(&s->core, def, seat, zone_for(seat, ZONE_LEADER),
                                           BOTTOM);
                if (card != NO_CARD) card_show(&s->core, card, EVERYBODY);
            }
}

static void take_leader(struct despaira_state *s, seat_id seat)
{
    card_id chosen = answer_of(&s->core, seat).card;
    zone_id zone   = zone_for(seat, ZONE_LEADER);
    for (card_id card = zone_top(&s->core, zone); card != NO_CARD;) {
        card_id below = card_below(&s->core, card);
        if (card != chosen) card_destroy(&s->core, card);
        card = below;
    }
}

// ---- set-up of one game

static void place_leader(struct table *t, seat_id seat, unsigned tile)
{
    struct despaira_state *s      = state_of(t);
    card_id                leader = zone_top(&s->core, zone_for(seat, ZONE_LEADER));
    s->side[seat].leader          = leader;
    s->side[seat].leader_damage   = 0;
    put_on_tile(t, leader, tile, seat, false, false);
    happened(t, EVENT_LEADER, seat, leader, NO_CARD, 0, because(DES_305));
}

static void open_hands(struct table *t)
{
    struct despaira_state *s = state_of(t);
    s->turn_seat             = flip(t, NO_SEAT, rule_reason(DES_307)) ? SOUTH : NORTH;
    for (seat_id seat = 0; seat < 2; seat++) draw_cards(t, seat, OPENING_HAND, because(DES_308));
    s->checked_famine = 3;
}

// ---- games of a match (DES-930 to DES-936)

static void gather_cards(struct table *t)
{
    struct despaira_state *s = state_of(t);
    for (card_id card = 0; card < s->core.card_count; card++) {
        if (card_at(&s->core, card)->zone == NO_ZONE) continue;
        body_free(s, card);
        card_of(&s->core, card)->flags &= CARD_SEEN;
        if (def_of(t, card)->kind == KIND_TOKEN) {
            card_destroy(&s->core, card);
            continue;
        }
        seat_id  owner = card_at(&s->core, card)->owner;
        unsigned zone  = card_at(&s->core, card)->zone;
        bool     side = zone == zone_for(owner, ZONE_SIDE) || zone == zone_for(owner, ZONE_SPECIAL);
        if (side) continue;
        bool leader = def_of(t, card)->kind == KIND_LEADER;
        card_move(&s->core, card, zone_for(owner, leader ? ZONE_LEADER : ZONE_DECK), BOTTOM);
        if (leader) continue;                            // everybody knows it already (DES-935)
        card_hide(&s->core, card, (seat_set)BIT(owner)); // between games the owner sees all (D23)
        card_show(&s->core, card, (seat_set)BIT(owner));
    }
}

static void clear_table(struct table *t)
{
    struct despaira_state *s = state_of(t);
    gather_cards(t);
    for (seat_id seat = 0; seat < 2; seat++) {
        struct side kept = s->side[seat];
        s->side[seat]    = (struct side){ .won     = kept.won,
                                          .won_all = kept.won_all,
                                          .score   = kept.score };
        fill_side(s, seat);
    }
    memset(s->bodies, 0, sizeof s->bodies);
    s->body_top = 0;
    memset(s->links, 0, sizeof s->links);
    memset(s->changes, 0, sizeof s->changes);
    memset(s->counters, 0, sizeof s->counters);
    memset(s->waiting, 0, sizeof s->waiting);
    memset(s->deeds, 0, sizeof s->deeds);
    s->action     = (struct action){ 0 };
    s->declaring  = (struct link){ 0 };
    s->work       = (struct doing){ 0 };
    s->link_count = s->change_count = s->counter_count = s->waiting_count = s->deed_count = 0;
    s->resolving = s->ending = s->backs = s->declared = s->has_link = s->checked_famine = s->turn =
        0;
    s->phase    = PHASE_SETUP;
    s->finished = 0;
    lay_map(t, s->map);
    field_changed(s);
    settle(t);
}

static bool match_is_decided(const struct despaira_state *s)
{
    return s->side[0].won == 2 || s->side[1].won == 2 || s->game == GAMES_MAX;
}

static int sign_of(int number) { return (number > 0) - (number < 0); }

// DES-938: most points, then most won games, then a coin.
static void end_tournament(struct table *t)
{
    struct despaira_state *s    = state_of(t);
    int                    lead = sign_of(s->side[0].score - s->side[1].score);
    if (!lead) lead = sign_of(s->side[0].won_all - s->side[1].won_all);
    if (!lead) lead = flip(t, NO_SEAT, rule_reason(DES_938)) ? 1 : -1;
    end_match(&s->core, (seat_set)(lead > 0 ? BIT(0) : BIT(1)), DES_938);
}

static void finish_match(struct table *t)
{
    struct despaira_state *s    = state_of(t);
    int                    lead = s->side[0].won - s->side[1].won;
    if (s->core.mode == MODE_MATCH) {
        end_match(&s->core, (seat_set)(lead > 0 ? BIT(0) : lead < 0 ? BIT(1) : 0), DES_930);
        return;
    }
    for (seat_id seat = 0; seat < 2; seat++) {
        struct side *me     = &s->side[seat];
        bool         winner = seat == SOUTH ? lead > 0 : lead < 0;
        me->score   = (uint8_t)(me->score + (winner ? POINTS_WON : lead ? 0 : POINTS_DRAWN));
        me->won_all = (uint8_t)(me->won_all + me->won);
        me->won     = 0;
        if (winner)
            happened(t, EVENT_MATCH_WON, seat, NO_CARD, NO_CARD, s->match, because(DES_938));
    }
    if (s->match == MATCHES) {
        end_tournament(t);
        return;
    }
    s->match++;
    s->game     = 0; // the next one is the first again
    s->finished = 1;
}

void finish_game(struct table *t, seat_set winners, rule_id why)
{
    struct despaira_state *s = state_of(t);
    if (s->core.over || s->finished) return;
    if (!has_matches(s->core.mode)) {
        end_match(&s->core, winners, why);
        return;
    }
    for (seat_id seat = 0; seat < 2; seat++)
        if (winners == BIT(seat)) {
            s->side[seat].won++;
            happened(t, EVENT_GAME_WON, seat, NO_CARD, NO_CARD, s->game, because(why));
        }
    if (match_is_decided(s))
        finish_match(t);
    else
        s->finished = 1;
}

// DES-906, DES-R107
void despaira_concede(struct table *t, seat_id seat)
{
    struct despaira_state *s = state_of(t);
    happened(t, EVENT_SURRENDERED, seat, NO_CARD, NO_CARD, 0, because(DES_906));
    finish_game(t, (seat_set)BIT(other_seat(seat)), DES_906);
    if (s->core.over) return;
    s->core.asked = 0; // the match goes on with its next game (DES-R107)
    drop_flows(s, 1);
    s->frames[0].match.at = MATCH_TURN;
}

// DES-933. While a card more or less is on its way, only the move that mends it is legal.
static bool side_is_legal(const struct despaira_state *s, seat_id seat)
{
    unsigned deck = zone_size(&s->core, zone_for(seat, ZONE_DECK));
    return deck >= s->frames[0].match.least[seat] && deck <= DECK_MAX &&
           zone_size(&s->core, zone_for(seat, ZONE_SIDE)) <= SIDE_MAX;
}

rule_id why_not_side(const struct table *t, seat_id seat, struct choice c)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     deck  = zone_size(&s->core, zone_for(seat, ZONE_DECK));
    bool                         legal = side_is_legal(s, seat);
    bool                         out   = c.kind == CHOICE_TAKE_OUT;
    if (c.kind == CHOICE_ENOUGH) return legal ? 0 : DES_933;
    if (!out && c.kind != CHOICE_PUT_IN) return RULE_NO_SUCH;
    if (c.card >= s->core.card_count) return DES_933;
    if (s->cards[c.card].zone == zone_for(seat, ZONE_LEADER)) return DES_935;
    if (s->cards[c.card].zone != zone_for(seat, out ? ZONE_DECK : ZONE_SIDE)) return DES_933;
    if (!legal) return out == (deck > DECK_MAX) ? 0 : DES_933;
    return s->frames[0].match.moves[seat] + 1 < SIDE_MOVES ? 0 : DES_R101;
}

static void begin_sides(const struct despaira_state *s, struct match_frame *f)
{
    f->asked = 3;
    for (seat_id seat = 0; seat < 2; seat++) {
        unsigned deck = zone_size(&s->core, zone_for(seat, ZONE_DECK));
        if (!f->least[seat]) f->least[seat] = (uint8_t)(deck < DECK_MIN ? deck : DECK_MIN);
        f->moves[seat] = 0;
    }
}

static bool asks_for_sides(struct despaira_state *s, struct match_frame *f)
{
    for (seat_id seat = 0; seat < 2; seat++)
        if (f->asked >> seat & 1) ask(&s->core, seat, QUESTION_SIDE, 0, 0);
    return s->core.asked != 0;
}

static void move_sides(struct despaira_state *s, struct match_frame *f)
{
    for (seat_id seat = 0; seat < 2; seat++) {
        struct choice c = s->core.answer[seat];
        if (!(f->asked >> seat & 1)) continue;
        if (c.kind == CHOICE_ENOUGH) {
            f->asked &= (uint8_t)~BIT(seat);
            continue;
        }
        card_move(&s->core, c.card,
                  zone_for(seat, c.kind == CHOICE_TAKE_OUT ? ZONE_SIDE : ZONE_DECK), BOTTOM);
        f->moves[seat]++;
    }
}

enum flow play_match(struct table *t, struct match_frame *f)
{
    struct despaira_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (s->core.mode == MODE_DRAFT) {
        shuffle(t, ZONE_POOL, STREAM_DECK, rule_reason(DES_921));
        for (f->round = 0; f->round < s->rounds; f->round++) {
            deal_packs(s);
            for (f->pick = 0; f->pick < PACK_SIZE; f->pick++) {
                for (seat_id seat = 0; seat < 2; seat++)
                    ask(&s->core, seat, QUESTION_DRAFT, f->round, 0);
                FLOW_PAUSE(f, MATCH_PICKED);
                for (seat_id seat = 0; seat < 2; seat++) take_pick(t, seat);
                exchange_packs(s);
            }
        }
        empty_zone(s, ZONE_POOL);
        forget_picks(s);
        f->asked = 3;
        while (asks_to_build(s, f)) {
            FLOW_PAUSE(f, MATCH_BUILT);
            leave_out(s, f);
        }
        for (seat_id seat = 0; seat < 2; seat++) build_deck(s, seat);
        offer_leaders(t);
        for (seat_id seat = 0; seat < 2; seat++) ask(&s->core, seat, QUESTION_LEADER, 0, 0);
        FLOW_PAUSE(f, MATCH_LEADERS);
        for (seat_id seat = 0; seat < 2; seat++) take_leader(s, seat);
    }
    for (;;) {
        for (seat_id seat = 0; seat < 2; seat++) {
            shuffle(t, zone_for(seat, ZONE_DECK), STREAM_DECK + seat, rule_reason(DES_303));
            card_show(&s->core, zone_top(&s->core, zone_for(seat, ZONE_LEADER)),
                      EVERYBODY); // DES-302
        }
        for (seat_id seat = 0; seat < 2; seat++) ask(&s->core, seat, QUESTION_LEADER_TILE, 0, 0);
        FLOW_PAUSE(f, MATCH_PLACED);
        for (seat_id seat = 0; seat < 2; seat++)
            place_leader(t, seat, answer_of(&s->core, seat).target);
        open_hands(t);
        while (!s->finished && !s->core.over) {
            call_turn(s);
            FLOW_PAUSE(f, MATCH_TURN);
        }
        if (s->core.over) return FLOW_DONE;
        s->game++;
        clear_table(t);
        begin_sides(s, f); // DES-933, DES-934
        while (asks_for_sides(s, f)) {
            FLOW_PAUSE(f, MATCH_SIDED);
            move_sides(s, f);
        }
    }
    FLOW_END(f);
}
