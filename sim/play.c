#include "sim/play.h"

#include "engine/table.h"

#include <limits.h>
#include <string.h>

// What is remembered between two questions.
struct watch {
    unsigned counted[SEATS_MAX]; // as the game counts turns
    unsigned turns[SEATS_MAX], turn_sum;
    unsigned unspent[SEATS_MAX];
    bool     opened; // the first turn has begun
};

void player_init(struct player *p, const struct box *box, struct arena *arena)
{
    const struct zone_name *zones = box->game->zones;
    *p                            = (struct player){ .box = box };
    log_init(&p->log);
    p->state         = arena_alloc(arena, 1, box->game->state_size);
    p->room          = ARENA_ARRAY(arena, struct bot_room, 1);
    p->outcome.cards = ARENA_ARRAY(arena, uint8_t, (size_t)SEATS_MAX * box->pool->def_count);
    memset(p->hand, NO_ZONE, sizeof p->hand);
    for (unsigned z = 0; zones[z].name; z++)
        if (strcmp(zones[z].name, "hand") == 0 && zones[z].seat < SEATS_MAX)
            p->hand[zones[z].seat] = (zone_id)z;
}

void player_finish(struct player *p) { log_finish(&p->log); }

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static struct turn_row *row_of(struct outcome *o, unsigned turn)
{
    return &o->by_turn[least(turn, TURNS_SHOWN - 1)];
}

// --- cards --------------------------------------------------------------------------------------

static void mark(const struct player *p, seat_id seat, def_id def, enum card_mark mark)
{
    uint8_t *marks = p->outcome.cards + (size_t)seat * p->box->pool->def_count;
    marks[def]     = (uint8_t)(marks[def] | mark);
}

static void watch_hands(const struct player *p, bool opening)
{
    const struct core *c = p->state;
    for (seat_id s = 0; s < c->seats; s++) {
        if (p->hand[s] >= c->zone_count) continue;
        EACH_IN_ZONE(id, c, p->hand[s])
            mark(p, s, card_at(c, id)->def, opening ? CARD_OPENING | CARD_DRAWN : CARD_DRAWN);
    }
}

static void watch_events(struct player *p)
{
    const uint16_t *played = p->box->game->played_events;
    for (size_t i = 0; played && i < p->log.count; i++) {
        const struct event *e = &p->log.events[i];
        if (e->seat >= p->state->seats || e->def >= p->box->pool->def_count) continue;
        for (const uint16_t *kind = played; *kind; kind++)
            if (e->kind == *kind) mark(p, e->seat, e->def, CARD_PLAYED);
    }
    p->log.count = 0;
}

// --- turns --------------------------------------------------------------------------------------

// The one who has begun most turns and sits behind one who has begun fewer.
static void note_first(const struct watch *w, struct outcome *o)
{
    unsigned most = 0;
    for (seat_id s = 0; s < o->seats; s++)
        if (w->turns[s] > most) most = w->turns[s];
    for (seat_id s = 0; s < o->seats && o->first == NO_SEAT; s++)
        if (w->turns[s] == most && w->turns[(s + o->seats - 1) % o->seats] < most) o->first = s;
}

// Turns that have begun since; the next game of a match counts anew.
static unsigned new_turns(unsigned now, unsigned before)
{
    return now >= before ? now - before : now;
}

// A seat that begins a turn can no longer spend what it had left of the one before.
static void watch_turns(const struct table *t, struct watch *w, struct outcome *o)
{
    const struct game *g = t->game;
    for (seat_id s = 0; g->turns_begun && s < o->seats; s++) {
        unsigned counted = g->turns_begun(t, s), more = new_turns(counted, w->counted[s]);
        if (more && w->turns[s]) {
            row_of(o, w->turns[s])->ended++;
            row_of(o, w->turns[s])->unspent += w->unspent[s];
        }
        for (unsigned i = 1; i <= more; i++) row_of(o, w->turns[s] + i)->begun++;
        w->counted[s] = counted;
        w->turns[s] += more;
        w->turn_sum += more;
        unsigned unspent = g->unspent ? g->unspent(t, s) : 0;
        if (more) w->unspent[s] = 0;
        if (unspent != NOT_NOW) w->unspent[s] = unspent;
    }
    note_first(w, o);
}

// --- the lead -----------------------------------------------------------------------------------

// The team that stands best; where nobody does, the one that did before.
static void watch_lead(const struct table *t, struct outcome *o)
{
    int     best = INT_MIN, second = INT_MIN;
    uint8_t leader = 0;
    if (!t->game->evaluate || o->lead_count == LEADS_MAX) return;
    for (seat_id s = 0; s < o->seats; s++) {
        int worth = t->game->evaluate(t, s);
        if (worth > best) {
            if (s > 0 && o->team[s] != leader) second = best;
            best   = worth;
            leader = o->team[s];
        } else if (o->team[s] != leader && worth > second) {
            second = worth;
        }
    }
    if (best > second)
        o->lead[o->lead_count++] = leader;
    else if (o->lead_count)
        o->lead[o->lead_count] = o->lead[o->lead_count - 1], o->lead_count++;
}

// --- a match ------------------------------------------------------------------------------------

static void watch_position(struct player *p, const struct table *t, struct watch *w)
{
    struct outcome *o      = &p->outcome;
    unsigned        before = w->turn_sum;
    bool            opening;
    watch_turns(t, w, o);
    opening = !w->opened && (w->turn_sum || !t->game->turns_begun);
    w->opened |= opening;
    watch_hands(p, opening);
    watch_events(p);
    if (w->opened && (w->turn_sum != before || !t->game->turns_begun)) watch_lead(t, o);
}

// What the bot in a seat takes, and what the question was like.
static struct choice choose(struct player *p, const struct table *t, seat_id seat, unsigned turn,
                            const struct bot *bot, struct rng *rng)
{
    struct choice    list[CHOICES_MAX];
    size_t           count = table_choices(t, seat, list, CHOICES_MAX);
    struct outcome  *o     = &p->outcome;
    struct turn_row *row   = row_of(o, turn);
    if (!count)
        BUG("%s asks in mode %u and offers nothing", t->game->name, (unsigned)t->state->mode);
    o->options[options_row(count)]++;
    o->answers++;
    if (count < 2) return list[0];
    row->decisions++;
    row->options += count;
    return bot_play_of(bot, t, seat, rng, &p->memory[seat], list, count);
}

// All choose before one answers: what a bot imagines must not depend on who sits where.
static void answer_all(struct player *p, struct table *t, const struct watch *w,
                       const struct bot *const *bots, struct rng *rng)
{
    seat_set      asked = t->state->asked;
    struct choice taken[SEATS_MAX];
    for (seat_id s = 0; s < t->state->seats; s++)
        if (asked >> s & 1) taken[s] = choose(p, t, s, w->turns[s], bots[s], &rng[s]);
    for (seat_id s = 0; s < t->state->seats; s++)
        if (asked >> s & 1 && table_answer(t, s, taken[s]) != 0)
            BUG("an offered choice of %s in mode %u is refused", t->game->name,
                (unsigned)t->state->mode);
}

unsigned ending_of(const struct game *g, rule_id id)
{
    for (unsigned i = 0; i < g->rule_count; i++)
        if (g->rules[i].id == id) return i;
    return (unsigned)g->rule_count;
}

static void watch_rounds(const struct table *t, struct outcome *o)
{
    struct round_over last = { 0 };
    if (!t->game->rounds_over || o->rounds == ROUNDS_MAX) return;
    if (t->game->rounds_over(t, &last) == o->rounds) return;
    o->round[o->rounds].ending  = ending_of(t->game, last.because);
    o->round[o->rounds++].turns = last.turns;
}

static void begin_outcome(struct player *p, const struct core *c)
{
    uint8_t *cards        = p->outcome.cards;
    p->outcome            = (struct outcome){ .seats = c->seats, .first = NO_SEAT, .cards = cards };
    p->outcome.by_turn[0] = (struct turn_row){ .begun = c->seats };
    memcpy(p->outcome.team, c->team, sizeof p->outcome.team);
    memset(cards, 0, (size_t)SEATS_MAX * p->box->pool->def_count);
}

void play_match(struct player *p, const struct match_setup *setup, const struct bot *const *bots,
                uint64_t seed)
{
    struct table t = {
        .game = p->box->game, .pool = p->box->pool, .state = p->state, .log = &p->log
    };
    struct rng   rng[SEATS_MAX];
    struct watch w = { 0 };
    for (seat_id s = 0; s < SEATS_MAX; s++) rng[s] = rng_from(seed ^ (s + 1u));
    p->log.count = 0;
    memset(p->memory, 0, sizeof p->memory);
    for (seat_id s = 0; s < SEATS_MAX; s++) p->memory[s].room = p->room;
    table_start(&t, setup);
    begin_outcome(p, t.state);
    for (table_advance(&t); !t.state->over; table_advance(&t)) {
        watch_position(p, &t, &w);
        watch_rounds(&t, &p->outcome);
        answer_all(p, &t, &w, bots, rng);
    }
    watch_events(p);
    watch_rounds(&t, &p->outcome);
    p->outcome.winners = t.state->winners;
    p->outcome.ending  = ending_of(p->box->game, t.state->over_because);
    memcpy(p->outcome.turns, w.turns, sizeof w.turns);
}
