// setup.c - Decks, who goes first, opening hands (rules.md 000 and 960).
#include "engine/chance.h"
#include "games/oversoul/game_private.h"

const struct game_mode oversoul_modes[] = {
    { "duel", "1 against 1", 2, 2, { 0 } },
    { "teams", "2 against 2: seats 1 and 3 against seats 2 and 4", 4, 4, { 0 } },
    { 0 },
};
const char *const oversoul_deck_sections[] = { "leader", NULL };

// --- Decks (OVE-002 to OVE-012) -----------------------------------------------------------------

enum { SECTION_MAIN, SECTION_LEADER, DECK_LEAST = 30, DECK_MOST = 40 };

static unsigned copies_of(const struct seat_setup *deck, def_id def)
{
    unsigned n = 0;
    for (unsigned i = 0; i < deck->count; i++)
        n += deck->card[i] == def && deck->section[i] == SECTION_MAIN;
    return n;
}

static bool check_card(const struct card_pool *pool, const struct seat_setup *deck, unsigned i,
                       struct error *err)
{
    const struct place     nowhere = { 0 };
    const struct card_def *d       = &pool->defs[deck->card[i]];
    bool                   leader  = d->kind == KIND_LEADER_UNIT || d->kind == KIND_LEADER_EVENT;
    if (deck->section[i] == SECTION_LEADER)
        return leader ||
               fail(err, NOT_ALLOWED, nowhere,
                    "%s: the Leader is a Leader Unit or a Leader Event (OVE-007)", d->name);
    if (leader || d->kind >= KIND_TOTEM)
        return fail(err, NOT_ALLOWED, nowhere,
                    "%s: a Deck holds Units, Events and Constructs (OVE-004)", d->name);
    bool     cosmic = d->tags >> TAG_COSMIC & 1;
    unsigned copies = copies_of(deck, deck->card[i]);
    if (cosmic && copies > 1)
        return fail(err, NOT_ALLOWED, nowhere, "%s: found %u, at most 1 of a Cosmic card (OVE-006)",
                    d->name, copies);
    if (copies > 2)
        return fail(err, NOT_ALLOWED, nowhere, "%s: found %u, at most 2 of the same name (OVE-005)",
                    d->name, copies);
    return true;
}

bool oversoul_deck_check(const struct card_pool *pool, const struct match_setup *setup,
                         seat_id seat, struct error *err)
{
    const struct place       nowhere = { 0 };
    const struct seat_setup *deck    = &setup->seat[seat];
    unsigned                 leaders = 0;
    const char              *last    = NULL;
    for (unsigned i = 0; i < deck->count; i++)
        if (deck->section[i] == SECTION_LEADER) leaders++, last = pool->defs[deck->card[i]].name;
    if (!last) return fail(err, NOT_ALLOWED, nowhere, "found no Leader, wanted is one (OVE-002)");
    if (leaders != 1)
        return fail(err, NOT_ALLOWED, nowhere, "%s: found %u Leaders, wanted is one (OVE-002)",
                    last, leaders);
    if (deck->count - 1 < DECK_LEAST || deck->count - 1 > DECK_MOST)
        return fail(err, NOT_ALLOWED, nowhere, "found %u cards; a Deck has %d to %d (OVE-003)",
                    deck->count - 1u, DECK_LEAST, DECK_MOST);
    for (unsigned i = 0; i < deck->count; i++)
        if (!check_card(pool, deck, i, err)) return false;
    return true;
}

// --- the table before the first question --------------------------------------------------------

void seat_leader(struct table *t, card_id c)
{
    struct oversoul_state *s    = state(t);
    struct side           *side = &s->side[card_in(s, c)->owner];
    side->leader                = c;
    if (!side->rank) side->rank = side->dial = 1; // OVE-020
    s->generation[c]++;
    become_active(t, c, false);
    body_of(s, c)->flags = BODY_ACTIVE;
    s->dirty             = 1;
}

void oversoul_start(struct table *t, const struct match_setup *setup)
{
    struct oversoul_state *s = state(t);
    core_layout(&s->core, s->cards, CARDS_MAX, s->zones, ZONES);
    modifiers_layout(&s->core, s->modifiers, MODIFIERS_MAX);
    s->attack     = (struct attack){ .attacker = NO_CARD, .selection = NO_CARD };
    s->leaving_to = NO_ZONE;
    for (seat_id seat = 0; seat < setup->seats; seat++) {
        s->core.team[seat]   = seat % 2; // OVE-960: seats alternate
        s->side[seat].leader = NO_CARD;
    }
    if (setup->bare) return;
    for (seat_id seat = 0; seat < setup->seats; seat++) {
        const struct seat_setup *deck = &setup->seat[seat];
        for (unsigned i = 0; i < deck->count; i++) {
            bool    leader = deck->section[i] == SECTION_LEADER;
            card_id c      = card_create(&s->core, deck->card[i], seat,
                                         zone_for(seat, leader ? LEADER : DECK), BOTTOM);
            if (leader) seat_leader(t, c);
            expect_woulds(t, c);
        }
    }
    call(s, FLOW_MATCH);
}

// --- what others may take a Deck for (OVE-R436) -------------------------------------------------

static unsigned copies_allowed(const struct table *t, const struct guessed *held, def_id def)
{
    const struct card_def *d = &t->pool->defs[def];
    if (d->kind == KIND_LEADER_UNIT || d->kind == KIND_LEADER_EVENT) return held ? 0 : 1;
    if (d->kind >= KIND_TOTEM) return 0;
    return d->tags >> TAG_COSMIC & 1 ? 1 : 2;
}

struct prior oversoul_prior(const struct table *t, seat_id viewer, seat_id owner)
{
    (void)t;
    return (struct prior){ .kind   = viewer == owner ? PRIOR_KNOWN : PRIOR_READY,
                           .copies = copies_allowed };
}

// --- who goes first (OVE-022 to OVE-024, OVE-961) -----------------------------------------------

static unsigned leader_hp(const struct table *t, seat_id seat)
{
    return face_of(t, peek(t)->side[seat].leader)->hp;
}

// The lowest printed Leader HP of each team, and the lowest seat that has it.
static void find_choosers(const struct table *t, seat_id *a, seat_id *b)
{
    seat_id best[2] = { NO_SEAT, NO_SEAT };
    for (seat_id seat = 0; seat < t->state->seats; seat++) {
        seat_id *now = &best[t->state->team[seat]];
        if (*now == NO_SEAT || leader_hp(t, seat) < leader_hp(t, *now)) *now = seat;
    }
    *a = best[0];
    *b = best[1];
}

static void opening_draw(struct table *t)
{
    struct oversoul_state *s = state(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        draw_cards(t, seat, seat == s->first_seat ? 4 : 5,
                   because(s->core.seats > 2 ? OVE_962 : OVE_025));
}

// OVE-026: under the Deck in the order picked, then as many are Drawn.
static void replace_hand(struct table *t, seat_id seat)
{
    struct oversoul_state *s = state(t);
    struct question       *q = &s->core.question[seat];
    for (unsigned i = 0; i < q->picked; i++) {
        s->generation[q->pick[i]]++;
        card_move(&s->core, q->pick[i], zone_for(seat, DECK), BOTTOM);
    }
    happened(t, HAPPENED_REPLACE, seat, NO_CARD, NO_CARD, q->picked, because(OVE_026));
    draw_cards(t, seat, q->picked, because(OVE_026));
}

// frame: a, b = who plays rock-paper-scissors, c = who chooses the first player.
enum setup_step { SETUP_BEGIN, SETUP_ROCKS, SETUP_FIRST, SETUP_REPLACED };
enum flow set_up(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    unsigned               x, y;
    FLOW_BEGIN(f);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        shuffle(t, zone_for(seat, DECK), STREAM_DECK + seat, because(OVE_021));
    find_choosers(t, &f->choosers[0], &f->choosers[1]);
    f->better = leader_hp(t, f->choosers[0]) <= leader_hp(t, f->choosers[1]) ? f->choosers[0]
                                                                             : f->choosers[1];
    while (leader_hp(t, f->choosers[0]) == leader_hp(t, f->choosers[1])) {
        if (s->rock_rounds == 3) { // OVE-024
            f->better = pick(t, 2) ? f->choosers[1] : f->choosers[0];
            break;
        }
        ask(&s->core, f->choosers[0], QUESTION_ROCK, 0, 0);
        ask(&s->core, f->choosers[1], QUESTION_ROCK, 0, 0);
        FLOW_PAUSE(f, SETUP_ROCKS);
        s->rock_rounds++;
        x = answer_of(&s->core, f->choosers[0]).option;
        y = answer_of(&s->core, f->choosers[1]).option;
        happened(t, HAPPENED_ROCK, f->choosers[0], NO_CARD, NO_CARD, (int)x, because(OVE_023));
        happened(t, HAPPENED_ROCK, f->choosers[1], NO_CARD, NO_CARD, (int)y, because(OVE_023));
        if (x == y) continue;
        f->better = (x + 1) % 3 == y
                        ? f->choosers[1]
                        : f->choosers[0]; // paper beats rock, scissors paper, rock scissors
        break;
    }
    ask(&s->core, f->better, QUESTION_FIRST, 0, 0);
    FLOW_PAUSE(f, SETUP_FIRST);
    s->turn_seat = s->first_seat = answer_of(&s->core, f->better).option;
    happened(t, HAPPENED_FIRST, s->first_seat, NO_CARD, NO_CARD, 0, because(OVE_022));
    opening_draw(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        ask_several(&s->core, seat, QUESTION_REPLACE, 0,
                    (uint8_t)zone_size(&s->core, zone_for(seat, HAND)), 0, 0);
    FLOW_PAUSE(f, SETUP_REPLACED);
    for (seat_id seat = 0; seat < s->core.seats; seat++) replace_hand(t, seat); // OVE-027
    forget_deeds(s);
    look_at_states(t, false); // what holds from the start begins now, for nobody to see
    while (s->waiting_count) s->waiting[--s->waiting_count] = (struct waiting){ 0 }; // OVE-028
    s->secretly = 0;
    FLOW_END(f);
}
