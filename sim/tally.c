#include "sim/tally.h"

#include <math.h>

struct tally *tally_new(struct arena *arena, const struct game *game, unsigned deck_count)
{
    struct tally *y = ARENA_NEW(arena, struct tally);
    y->deck_count   = deck_count;
    y->ending_count = (unsigned)game->rule_count + 1;
    y->pairs        = ARENA_ARRAY(arena, struct score, deck_count * deck_count);
    y->ends         = ARENA_ARRAY(arena, uint64_t, (deck_count + 1) * y->ending_count);
    y->round_ends   = ARENA_ARRAY(arena, uint64_t, y->ending_count);
    return y;
}

// --- adding up ----------------------------------------------------------------------------------

static void count_score(struct score *s, bool won, bool drawn)
{
    s->games++;
    s->wins += won;
    s->draws += drawn;
}

static void count_turns(struct tally *y, const struct outcome *o)
{
    for (seat_id s = 0; s < 2; s++) {
        y->turns[o->turns[s] < TURNS_SHOWN ? o->turns[s] : TURNS_SHOWN - 1]++;
        y->turn_sum += o->turns[s];
        y->turn_seats++;
    }
    y->unspent_sum += o->unspent;
    y->unspent_turns += o->unspent_turns;
}

static void count_rounds(struct tally *y, const struct outcome *o)
{
    y->rounds += o->rounds;
    for (unsigned i = 0; i < o->rounds; i++) {
        y->round_turns += o->round[i].turns;
        y->round_ends[o->round[i].ending]++;
    }
}

void tally_count(struct tally *y, const struct outcome *o)
{
    bool     drawn = !o->winners;
    unsigned best  = y->deck_count; // row of the deck that won
    y->games++;
    y->draws += drawn;
    y->decisions += o->decisions;
    for (unsigned side = 0; side < 2; side++) {
        unsigned mine = o->deck[side], other = o->deck[!side];
        bool     won = o->winners >> o->seat[side] & 1;
        if (won) best = mine;
        if (mine != other) count_score(&y->pairs[mine * y->deck_count + other], won, drawn);
        count_score(&y->bots[side], won, drawn);
    }
    count_score(&y->first, o->winners >> o->first & 1, drawn);
    y->ends[best * y->ending_count + o->ending]++;
    count_turns(y, o);
    count_rounds(y, o);
}

static void add_scores(struct score *to, const struct score *more, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        to[i].games += more[i].games;
        to[i].wins += more[i].wins;
        to[i].draws += more[i].draws;
    }
}

static void add_numbers(uint64_t *to, const uint64_t *more, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] += more[i];
}

void tally_add(struct tally *to, const struct tally *more)
{
    unsigned decks = to->deck_count;
    to->games += more->games;
    to->decisions += more->decisions;
    to->draws += more->draws;
    to->turn_sum += more->turn_sum;
    to->turn_seats += more->turn_seats;
    to->unspent_sum += more->unspent_sum;
    to->unspent_turns += more->unspent_turns;
    to->rounds += more->rounds;
    to->round_turns += more->round_turns;
    add_numbers(to->round_ends, more->round_ends, to->ending_count);
    add_scores(to->pairs, more->pairs, decks * decks);
    add_scores(to->bots, more->bots, 2);
    add_scores(&to->first, &more->first, 1);
    add_numbers(to->turns, more->turns, TURNS_SHOWN);
    add_numbers(to->ends, more->ends, (decks + 1) * to->ending_count);
}

// --- reading ------------------------------------------------------------------------------------

unsigned ending_of(const struct game *g, rule_id id)
{
    for (unsigned i = 0; i < g->rule_count; i++)
        if (g->rules[i].id == id) return i;
    return (unsigned)g->rule_count;
}

const char *ending_name(const struct game *g, unsigned ending)
{
    return ending < g->rule_count ? g->rules[ending].name : "other";
}

struct score tally_deck(const struct tally *y, unsigned deck)
{
    struct score sum = { 0 };
    for (unsigned other = 0; other < y->deck_count; other++)
        add_scores(&sum, &y->pairs[deck * y->deck_count + other], 1);
    return sum;
}

uint64_t tally_ends(const struct tally *y, unsigned ending)
{
    uint64_t sum = 0;
    for (unsigned deck = 0; deck <= y->deck_count; deck++)
        sum += y->ends[deck * y->ending_count + ending];
    return sum;
}

struct share share_of(struct score s)
{
    const double z = 1.959964, n = (double)s.games;
    if (s.games == 0) return (struct share){ 0.5, 0, 1 };
    double p      = ((double)s.wins + (double)s.draws / 2) / n;
    double middle = (p + z * z / (2 * n)) / (1 + z * z / n);
    double half   = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    return (struct share){ p, middle - half, middle + half };
}
