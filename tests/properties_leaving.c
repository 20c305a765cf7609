// PROPERTY_LEAVING: whoever gives up at a table of several takes away only what is the leaver's.
// Tried at every pause of every flow in every mode with three or more seats: nobody else's turn,
// question or belongings change by it, except where a rule says so.
#include "tests/properties.h"

#include "base/hash.h"
#include "games/monad/rules.h"

enum { PLAYED_ON = 30, TIMES_EACH = 3, PLACES_MAX = 1 << 16, FLOWS_LOOKED_AT = 4 };

static bool is_monad(const struct trial *trial) { return strcmp(trial->game->name, "monad") == 0; }

// ---- which pauses were tried already

// A pause is told by the game, the mode, the innermost flows and their steps, and by what the
// leaver is at it. True the first few times.
static bool is_new_place(const struct trial *trial, seat_id leaver)
{
    static uint8_t     seen[PLACES_MAX];
    const struct core *c    = trial->t.state;
    uint64_t           hash = hash_bytes(trial->game->name, strlen(trial->game->name));
    uint8_t            key[4 + 2 * FLOWS_LOOKED_AT] = { 0 };
    unsigned           n                            = 0, step;
    key[n++]                                        = (uint8_t)trial->mode;
    key[n++]                                        = (uint8_t)(c->asked >> leaver & 1);
    key[n++] = trial->game->flow_at ? 1 : (uint8_t)(trial->count % 64);
    for (unsigned i = 0; trial->game->flow_at && i < FLOWS_LOOKED_AT && i < c->depth; i++) {
        key[n++] = (uint8_t)trial->game->flow_at(&trial->t, c->depth - 1u - i, &step);
        key[n++] = (uint8_t)step;
    }
    if (is_monad(trial)) {
        const struct monad_state *s = (const struct monad_state *)(const void *)c;
        key[3] = (uint8_t)((leaver == s->active) | (leaver == s->combat.hazard) << 1 |
                           (leaver == s->combat.active) << 2 | (s->combat.kind != 0) << 3);
    }
    hash ^= hash_bytes(key, sizeof key) * 0x9E3779B97F4A7C15;
    uint8_t *times = &seen[(hash ^ hash >> 32) % PLACES_MAX];
    if (*times >= TIMES_EACH) return false;
    ++*times;
    return true;
}

// ---- what may change

static bool is_mate(const struct core *c, seat_id a, seat_id b) { return c->team[a] == c->team[b]; }

static bool same_question(const struct core *before, const struct core *after, seat_id seat)
{
    return after->asked >> seat & 1 &&
           memcmp(&before->question[seat], &after->question[seat], sizeof before->question[0]) == 0;
}

static const struct monad_state *monad(const struct core *c)
{
    return (const struct monad_state *)(const void *)c;
}

// Monad Wars: somebody whose turn, combat or flow it is; a table changes when they go.
static bool is_taking_part(const struct monad_state *s, seat_id seat)
{
    if (seat == s->active || s->combat.kind == COMBAT_ARENA) return true;
    if (s->combat.kind && (seat == s->combat.active || seat == s->combat.hazard)) return true;
    for (unsigned i = 0; i < s->core.depth; i++)
        if (s->frames[i].flow != FLOW_CHECK &&
            (s->frames[i].who == seat || s->frames[i].other == seat))
            return true;
    for (seat_id party = 0; party < s->core.seats; party++)
        for (unsigned row = 0; row < ROWS; row++)
            EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, party))
                if (card_at(&s->core, card)->owner == seat) return true;
    return false;
}

static bool is_busy_otherwise(const struct monad_state *s, seat_id leaver)
{
    for (unsigned i = 0; i < s->core.depth; i++)
        if ((s->frames[i].flow == FLOW_TEXT || s->frames[i].flow == FLOW_ASKING ||
             s->frames[i].flow == FLOW_WAITING) &&
            s->frames[i].who != leaver)
            return true;
    return false;
}

// What is always somebody's own: victory points, places, hands, quests, gold.
static const char *loses_something(const struct zone_name *names, const struct monad_state *a,
                                   const struct monad_state *b, seat_id seat)
{
    static const uint8_t OWN[] = { ZONE_HAND,   ZONE_DISCARD,   ZONE_REMOVED,
                                   ZONE_QUESTS, ZONE_COMPLETED, ZONE_DISPUTE };
    if (a->side[seat].vp != b->side[seat].vp) return "VP";
    if (a->side[seat].location != b->side[seat].location) return "place";
    if (a->side[seat].loose_gold != b->side[seat].loose_gold) return "gold";
    if (a->side[seat].level != b->side[seat].level) return "level";
    for (unsigned i = 0; i < COUNT(OWN); i++)
        if (zone_size(&a->core, zone_of_seat(OWN[i], seat)) !=
            zone_size(&b->core, zone_of_seat(OWN[i], seat)))
            return names[zone_of_seat(OWN[i], seat)].name;
    return NULL;
}

// By itself, before anybody answers anything: a fight that is won may complete a quest (MON-302,
// MON-R110), or a scenario that tells on all.
static bool may_complete(const struct monad_state *s, seat_id leaver, seat_id seat)
{
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FACING + row, seat))
            if (card_at(&s->core, card)->owner == leaver) return true;
    return s->combat.kind && s->combat.hazard == leaver;
}

static bool monad_holds(struct trial *trial, const struct monad_state *a,
                        const struct monad_state *b, seat_id leaver)
{
    bool own_turn = leaver == a->active;
    for (seat_id seat = 0; seat < a->core.seats; seat++) {
        if (seat == leaver || a->side[seat].out) continue;
        bool        ended = may_complete(a, leaver, seat) || own_turn;
        const char *lost  = ended || is_busy_otherwise(a, leaver) || a->core.asked & BIT(leaver)
                                ? NULL
                                : loses_something(trial->game->zones, a, b, seat);
        if (lost)
            return does_not_hold(trial, PROPERTY_LEAVING, "%s left, and %s of %s changed",
                                 SEAT_NAMES[leaver], lost, SEAT_NAMES[seat]);
        if (b->side[seat].out)
            return does_not_hold(trial, PROPERTY_LEAVING, "%s left, and %s is out",
                                 SEAT_NAMES[leaver], SEAT_NAMES[seat]);
    }
    if (!own_turn && a->core.mode != MODE_GLADIATOR && !a->core.over &&
        !(a->core.asked == BIT(leaver)) && (a->active != b->active || a->turn != b->turn))
        return does_not_hold(trial, PROPERTY_LEAVING, "%s left, and the turn of %s ended",
                             SEAT_NAMES[leaver], SEAT_NAMES[a->active]);
    if (!is_taking_part(a, leaver) && !(a->core.asked >> leaver & 1) &&
        (a->core.depth != b->core.depth ||
         memcmp(a->frames, b->frames, a->core.depth * sizeof a->frames[0]) != 0))
        return does_not_hold(trial, PROPERTY_LEAVING, "%s left, and what went on goes on otherwise",
                             SEAT_NAMES[leaver]);
    return true;
}

// A question may go that was about the leaver: the leaver's turn, combat or cards.
static bool may_lose_question(const struct trial *trial, const struct core *before,
                              const struct core *after, seat_id leaver, seat_id seat)
{
    if (after->asked == 0) return true;
    if (is_monad(trial)) return is_taking_part(monad(before), leaver);
    // Eternity: whose only equal left has no priority to check (ETE-325).
    return strcmp(trial->game->name, "eternity") == 0 &&
           strstr(trial->game->questions[before->question[seat].kind], "check priority");
}

static bool leaves(struct trial *trial, seat_id leaver)
{
    struct core *before = trial->t.state;
    struct table t      = table_on(trial, copy_position(trial, 0, before));
    struct taken taken;
    table_concede(&t, leaver);
    if (memcmp(t.state, before, trial->size) == 0) return true; // out already
    if (t.state->asked >> leaver & 1)
        return does_not_hold(trial, PROPERTY_LEAVING, "%s gave up and is still asked",
                             SEAT_NAMES[leaver]);
    // What others answered or still owe stays, unless it was about the leaver.
    for (seat_id seat = 0; seat < trial->seats && !t.state->over; seat++) {
        if (seat == leaver || !(before->asked >> seat & 1) || is_mate(before, seat, leaver))
            continue;
        if (!same_question(before, t.state, seat) &&
            !may_lose_question(trial, before, t.state, leaver, seat))
            return does_not_hold(trial, PROPERTY_LEAVING, "%s left, and %s is not asked any more",
                                 SEAT_NAMES[leaver], SEAT_NAMES[seat]);
    }
    table_advance(&t);
    if (t.state->over) return true;
    if (is_monad(trial) && !monad_holds(trial, monad(before), monad(t.state), leaver)) return false;
    for (unsigned i = 0; i < PLAYED_ON && !t.state->over; i++) {
        const char *problem = trial->game->broken ? trial->game->broken(&t) : NULL;
        if (problem)
            return does_not_hold(trial, PROPERTY_LEAVING, "%s left: %s", SEAT_NAMES[leaver],
                                 problem);
        if (is_monad(trial) && t.state->asked >> leaver & 1)
            return does_not_hold(trial, PROPERTY_LEAVING, "%s left and is asked again",
                                 SEAT_NAMES[leaver]);
        if (!table_asked(&t))
            return does_not_hold(trial, PROPERTY_LEAVING, "%s left, and nothing goes on",
                                 SEAT_NAMES[leaver]);
        if (!random_answer(trial, &t, &taken)) return false;
        table_advance(&t);
    }
    return true;
}

bool takes_only_the_own(struct trial *trial)
{
    if (trial->seats < 3 || !trial->game->concede) return true;
    for (seat_id seat = 0; seat < trial->seats; seat++)
        if (is_new_place(trial, seat) && !leaves(trial, seat)) return false;
    return true;
}
