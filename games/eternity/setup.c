// 100, 840: modes, decks, setting up; the rounds of a game.
#include "engine/chance.h"
#include "games/eternity/rules.h"

#include <string.h>

const struct game_mode eternity_modes[] = {
    [MODE_VERSUS] = { "versus", "two players, best of three rounds", 2, 2, { 0 } },
    [MODE_TAG]    = { "tag", "two teams of two, one character of each on the level", 4, 4, { 0 } },
    [MODE_SCRAMBLE] = { "scramble", "three or four players, each for itself", 3, 4, { 0 } },
    [MODE_TEAMS] = { "teams", "Scramble Teams: seats 1 and 3 against seats 2 and 4", 4, 4, { 0 } },
    [MODE_VAMPIRE] = { "vampire", "Vampire Scramble: nobody falls, damage feeds", 3, 4, { 0 } },
    { 0 },
};

// In the order of enum option.
const struct game_option eternity_options[] = {
    { "level", "where to fight; at random if nothing is said", eternity_level_names, 0, 0, 0 },
    { "rounds", "rounds to win a game; 2, in the modes of one round 1", NULL, 1, 5, 0 },
    { "turns", "after so many turns a round goes to time", NULL, 10, 200, TURN_CAP },
    { 0 },
};

enum { SECTION_MAIN, SECTION_CHARACTER };

static bool is_team_mode(unsigned mode) { return mode == MODE_TAG || mode == MODE_TEAMS; }

static def_id character_in(const struct seat_setup *deck)
{
    for (unsigned i = 0; i < deck->count; i++)
        if (deck->section[i] == SECTION_CHARACTER) return deck->card[i];
    return NO_DEF;
}

// ETE-104
static bool is_taken_by_partner(const struct match_setup *setup, seat_id seat)
{
    if (!is_team_mode(setup->mode)) return false;
    return character_in(&setup->seat[seat ^ 2]) == character_in(&setup->seat[seat]);
}

static bool check_method_card(const struct card_pool *pool, const struct seat_setup *deck,
                              unsigned i, const struct card_def *character, struct error *err)
{
    const struct card_def *def     = &pool->defs[deck->card[i]];
    const struct place     nowhere = { 0 };
    if (!is_method(def))
        return fail(err, NOT_ALLOWED, nowhere,
                    "%s: a method deck holds attack and utility cards, the "
                    "character stands in the line \"character ...\" (ETE-108)",
                    def->name);
    if (def->faction_name != character->faction_name)
        return fail(err, NOT_ALLOWED, nowhere, "%s: does not bear the symbol of %s (ETE-107)",
                    def->name, character->name);
    for (unsigned j = 0; j < i; j++)
        if (deck->card[j] == deck->card[i])
            return fail(err, NOT_ALLOWED, nowhere, "%s: each card exists once (ETE-107)",
                        def->name);
    return true;
}

bool eternity_deck_check(const struct card_pool *pool, const struct match_setup *setup,
                         seat_id seat, struct error *err)
{
    const struct seat_setup *deck       = &setup->seat[seat];
    const struct place       nowhere    = { 0 };
    unsigned                 characters = 0, attacks = 0, cards = 0;
    def_id                   chosen = character_in(deck);
    if (chosen == NO_DEF || pool->defs[chosen].kind != KIND_CHARACTER)
        return fail(err, NOT_ALLOWED, nowhere, "a player has one character (ETE-103)");
    for (unsigned i = 0; i < deck->count; i++) {
        characters += deck->section[i] == SECTION_CHARACTER;
        if (deck->section[i] == SECTION_CHARACTER) continue;
        if (!check_method_card(pool, deck, i, &pool->defs[chosen], err)) return false;
        attacks += pool->defs[deck->card[i]].kind == KIND_ATTACK;
        cards++;
    }
    if (characters != 1)
        return fail(err, NOT_ALLOWED, nowhere, "a player has one character (ETE-103)");
    if (cards != DECK_SIZE)
        return fail(err, NOT_ALLOWED, nowhere, "found %u cards; a method deck has %d (ETE-107)",
                    cards, DECK_SIZE);
    if (2 * attacks <= cards || attacks == cards)
        return fail(err, NOT_ALLOWED, nowhere,
                    "found %u attack cards of %u; there are utility cards, and "
                    "more attack cards (ETE-108)",
                    attacks, cards);
    if (is_taken_by_partner(setup, seat))
        return fail(err, NOT_ALLOWED, nowhere,
                    "%s: a team mate has chosen this character (ETE-104)", pool->defs[chosen].name);
    return true;
}

// ---- what others may take a method deck for (ETE-R104)

static unsigned copies_allowed(const struct table *t, const struct guessed *held, def_id def)
{
    const struct card_def *d         = &t->pool->defs[def];
    card_id                character = held ? state_at(t)->fighter[held->owner].character : NO_CARD;
    if (!is_method(d)) return 0;
    return character == NO_CARD || def_of(t, character)->faction_name == d->faction_name;
}

struct prior eternity_prior(const struct table *t, seat_id viewer, seat_id owner)
{
    (void)t;
    return (struct prior){ .kind   = viewer == owner ? PRIOR_KNOWN : PRIOR_READY,
                           .copies = copies_allowed };
}

// ETE-116, ETE-904
void give_common_cards(struct table *t, seat_id seat)
{
    struct core *c    = t->state;
    zone_id      zone = zone_of_seat(ZONE_COMMON, seat);
    card_show(c, card_create(c, faces_of(t)->common, seat, zone, BOTTOM), EVERYBODY);
    if (c->mode == MODE_TAG)
        card_show(c, card_create(c, faces_of(t)->tag, seat, zone, BOTTOM), EVERYBODY);
}

static void deal_deck(struct table *t, seat_id seat, const struct seat_setup *deck)
{
    struct eternity_state *s = state_of(t);
    for (unsigned i = 0; i < deck->count; i++) {
        bool    character = deck->section[i] == SECTION_CHARACTER;
        zone_id zone      = zone_of_seat(character ? ZONE_BENCH : ZONE_DECK, seat);
        card_id card      = card_create(&s->core, deck->card[i], seat, zone, BOTTOM);
        if (!character) continue;
        card_show(&s->core, card, EVERYBODY);
        s->fighter[seat].character = card;
    }
    give_common_cards(t, seat);
}

// ETE-846: options beyond their bounds are brought inside.
static uint8_t option_or(const struct match_setup *setup, enum option option, int otherwise,
                         int least, int most)
{
    int value = setup->option[option];
    if (value <= 0) return (uint8_t)otherwise;
    if (value < least) value = least;
    return (uint8_t)(value > most ? most : value);
}

void eternity_start(struct table *t, const struct match_setup *setup)
{
    struct eternity_state *s = state_of(t);
    core_layout(&s->core, s->cards, CARDS_MAX, s->zones, ZONE_COUNT);
    modifiers_layout(&s->core, s->modifiers, COUNT(s->modifiers));
    bool one_round   = setup->mode == MODE_SCRAMBLE || setup->mode == MODE_VAMPIRE; // ETE-844
    s->rounds_to_win = option_or(setup, OPTION_ROUNDS, one_round ? 1 : ROUNDS_TO_WIN, 1, 5);
    s->turn_cap      = option_or(setup, OPTION_TURNS, TURN_CAP, 10, 200);
    if (is_team_mode(setup->mode)) // ETE-926, ETE-961
        for (seat_id seat = 0; seat < setup->seats; seat++) s->core.team[seat] = seat % 2;
    for (seat_id seat = 0; seat < SEATS_MAX; seat++) {
        s->fighter[seat].character = NO_CARD;
        s->fighter[seat].target    = NO_SEAT;
        s->fighter[seat].sean      = NO_ZONE;
        s->fighter[seat].limit     = COMBO_LIMIT;
        put_out_lamps(&s->fighter[seat]);
    }
    if (setup->bare) return;
    for (seat_id seat = 0; seat < setup->seats; seat++) deal_deck(t, seat, &setup->seat[seat]);
    s->level = option_or(setup, OPTION_LEVEL, LEVEL_COUNT + 1, 1, LEVEL_COUNT) - 1; // ETE-110
    call(s, FLOW_MATCH);
}

// ---- a round

// ETE-111, ETE-113, ETE-976: as printed.
void begin_fighter(struct table *t, seat_id seat)
{
    struct eternity_state *s         = state_of(t);
    struct fighter        *me        = &s->fighter[seat];
    card_id                character = me->character;
    const struct card_def *def       = def_of(t, character);
    *me        = (struct fighter){ .character = character, .target = NO_SEAT, .sean = NO_ZONE };
    me->health = s->core.mode == MODE_VAMPIRE ? VAMPIRE_HEALTH : def->field[FIELD_HEALTH];
    me->power  = (uint8_t)(def->field[FIELD_POWER] -
                          (int)tokens_bound(def, face_of_card(t, character)));
    me->burst  = 1;
    me->limit  = COMBO_LIMIT;
    put_out_lamps(me);
}

static void gather_deck(struct table *t, seat_id seat) // ETE-115, ETE-120
{
    static const uint8_t PILES[] = { ZONE_HAND,    ZONE_PLAY,    ZONE_METER,
                                     ZONE_DISCARD, ZONE_REMOVED, ZONE_ASIDE };
    struct core         *c       = t->state;
    zone_id deck = zone_of_seat(ZONE_DECK, seat), common = zone_of_seat(ZONE_COMMON, seat);
    for (unsigned i = 0; i < sizeof PILES; i++) {
        zone_id pile = zone_of_seat(PILES[i], seat);
        while (zone_size(c, pile)) {
            card_id card   = zone_top(c, pile);
            bool    method = is_method(def_of(t, card));
            if (def_of(t, card)->kind == KIND_SIDE) card_of(c, card)->def = faces_of(t)->common;
            card_move(c, card, method ? deck : common, BOTTOM);
        }
    }
    shuffle(t, deck, STREAM_DECK + seat, rule_reason(ETE_115));
}

static void set_up_seat(struct table *t, seat_id seat)
{
    struct eternity_state *s = state_of(t);
    card_move(&s->core, s->fighter[seat].character, zone_of_seat(ZONE_BENCH, seat), TOP);
    begin_fighter(t, seat);
    gather_deck(t, seat);
}

static seat_id starter_of(const struct eternity_state *s, seat_id chooser)
{
    struct choice choice = answer_of(&s->core, chooser);
    seat_id       named  = choice.kind == CHOICE_STARTER ? choice.option : chooser;
    return s->fighter[named].out ? partner_of(s, named) : named;
}

// ETE-114, ETE-903, ETE-932
static void place_figures(struct table *t)
{
    struct eternity_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (s->fighter[seat].out) continue;
        if (is_tag_mode(s) && starter_of(s, seat % 2) != seat) continue;
        seat_id start = is_tag_mode(s) ? seat % 2 : seat;
        put_on_square(t, seat, level_of(s)->start[start],
                      event_of(EVENT_ENTERED, seat, is_tag_mode(s) ? ETE_903 : ETE_114));
    }
}

static void ask_starters(struct eternity_state *s)
{
    for (seat_id seat = 0; seat < 2; seat++) ask(&s->core, seat, QUESTION_STARTER, 0, 0);
}

static void begin_round(struct table *t)
{
    struct eternity_state *s = state_of(t);
    s->round++;
    s->turn          = 0;
    s->round_ended   = 0;
    s->round_winners = 0;
    s->round_because = 0;
    struct event e   = event_of(EVENT_ROUND_BEGAN, NO_SEAT, ETE_120);
    e.amount         = s->round;
    tell(t, e);
    for (seat_id seat = 0; seat < s->core.seats; seat++) set_up_seat(t, seat);
}

static const struct card_def *character_of(const struct table *t, seat_id seat)
{
    return def_of(t, state_at(t)->fighter[seat].character);
}

// Lines of the character card with this frame, from `from` on; LINES_MAX: none.
static unsigned next_setup_line(const struct table *t, seat_id seat, unsigned from)
{
    const struct card_def *def  = character_of(t, seat);
    const struct face     *face = face_of_card(t, state_at(t)->fighter[seat].character);
    for (; from < def->line_count; from++)
        if (face->frame[from] == FRAME_SETUP) return from;
    return LINES_MAX;
}

enum flow play_round(struct table *t, struct round_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_round(t);
    if (is_tag_mode(s)) {
        ask_starters(s);
        FLOW_PAUSE(f, ROUND_STARTERS);
    }
    place_figures(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!s->fighter[seat].out)
            draw_cards(t, seat, (unsigned)character_of(t, seat)->field[FIELD_HAND], ETE_115);
    for (f->i = 0; f->i < s->core.seats; f->i++) // ETE-119
        for (f->line = 0; f->line < LINES_MAX; f->line++) {
            f->line = (uint8_t)next_setup_line(t, nth_in_lead_order(s, f->i), f->line);
            if (f->line == LINES_MAX) break;
            call_text(s, line_of(character_of(t, nth_in_lead_order(s, f->i)), f->line),
                      nth_in_lead_order(s, f->i), s->fighter[nth_in_lead_order(s, f->i)].character,
                      COMBO_MAX, PART_ALL);
            FLOW_PAUSE(f, ROUND_SETUP_DONE);
        }
    while (!s->round_ended) {
        call(s, FLOW_TURN);
        FLOW_PAUSE(f, ROUND_TURN_DONE);
        if (!s->round_ended && s->turn >= s->turn_cap) call_time(t, ETE_816);
    }
    FLOW_END(f);
}

// ---- a game

static void count_round(struct table *t)
{
    struct eternity_state *s     = state_of(t);
    seat_id                first = NO_SEAT;
    for (seat_id seat = s->core.seats; seat-- > 0;)
        if (s->round_winners >> seat & 1) first = seat;
    bool one_side = first != NO_SEAT &&
                    s->round_winners == seats_of_team(&s->core, s->core.team[first]);
    struct event e = event_of(one_side ? EVENT_WON_ROUND : EVENT_DREW_ROUND, first,
                              s->round_because);
    e.amount       = s->round;
    tell(t, e);
    s->last_because = s->round_because;
    s->last_turns   = s->turn;
    if (one_side) s->wins[s->core.team[first]]++;
}

static seat_set teams_ahead(const struct eternity_state *s)
{
    unsigned most = 0;
    seat_set set  = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->wins[s->core.team[seat]] > most) most = s->wins[s->core.team[seat]];
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->wins[s->core.team[seat]] == most) set = (seat_set)(set | BIT(seat));
    return set;
}

static seat_set all_seats(const struct eternity_state *s)
{
    return (seat_set)(BIT(s->core.seats) - 1);
}

// A draw among all is a match without winners.
static seat_set or_draw(const struct eternity_state *s, seat_set winners)
{
    return winners == all_seats(s) ? 0 : winners;
}

// ETE-841 to ETE-844
static void end_game_if_decided(struct eternity_state *s)
{
    bool single = s->core.mode == MODE_SCRAMBLE || s->core.mode == MODE_VAMPIRE;
    if (single && s->rounds_to_win == 1) {
        end_match(&s->core, or_draw(s, s->round_winners), s->round_because);
        return;
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->wins[s->core.team[seat]] >= s->rounds_to_win) {
            end_match(&s->core, seats_of_team(&s->core, s->core.team[seat]), ETE_841);
            return;
        }
    if (s->round >= 2 * s->rounds_to_win + 1)
        end_match(&s->core, or_draw(s, teams_ahead(s)), ETE_843);
}

unsigned eternity_rounds_over(const struct table *t, struct round_over *last)
{
    const struct eternity_state *s = state_at(t);
    *last = (struct round_over){ .because = s->last_because, .turns = s->last_turns };
    return s->core.over ? s->round : s->round - 1u;
}

enum flow play_match(struct table *t, struct match_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    if (s->level >= LEVEL_COUNT) s->level = (uint8_t)pick(t, LEVEL_COUNT);
    while (!s->core.over) {
        call(s, FLOW_ROUND);
        FLOW_PAUSE(f, MATCH_ROUND_DONE);
        count_round(t);
        end_game_if_decided(s);
    }
    FLOW_END(f);
}
