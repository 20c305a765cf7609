#include "sim/tally.h"

struct tally *tally_new(struct arena *arena, unsigned decks, unsigned endings, unsigned cards)
{
    struct tally *y = ARENA_NEW(arena, struct tally);
    y->deck_count   = decks;
    y->ending_count = endings;
    y->card_count   = cards;
    y->pairs        = ARENA_ARRAY(arena, struct score, (size_t)decks * decks);
    y->decks        = ARENA_ARRAY(arena, struct score, decks);
    y->ends         = ARENA_ARRAY(arena, uint64_t, (size_t)(decks + 1) * endings);
    y->round_ends   = ARENA_ARRAY(arena, uint64_t, endings);
    y->cards        = ARENA_ARRAY(arena, struct card_row, (size_t)decks * cards);
    return y;
}

// --- one match ----------------------------------------------------------------------------------

static bool won(const struct outcome *o, seat_id seat) { return o->winners >> seat & 1; }

static void count_score(struct score *s, bool wins, bool draws)
{
    s->games++;
    s->wins += wins;
    s->draws += draws;
}

static void count_meetings(struct tally *y, const struct outcome *o, seat_id seat)
{
    for (seat_id other = 0; other < o->seats; other++) {
        unsigned mine = o->deck[seat], theirs = o->deck[other];
        if (o->team[seat] == o->team[other] || mine == theirs) continue;
        count_score(&y->pairs[mine * y->deck_count + theirs], won(o, seat) && !won(o, other),
                    won(o, seat) == won(o, other));
    }
}

static void count_cards(struct tally *y, const struct outcome *o, seat_id seat)
{
    const uint8_t   *marks = o->cards + (size_t)seat * y->card_count;
    struct card_row *rows  = y->cards + (size_t)o->deck[seat] * y->card_count;
    bool             wins = won(o, seat), draws = !o->winners;
    for (unsigned card = 0; card < y->card_count; card++) {
        if (!marks[card]) continue;
        if (marks[card] & CARD_OPENING) count_score(&rows[card].opening, wins, draws);
        if (marks[card] & CARD_DRAWN) count_score(&rows[card].drawn, wins, draws);
        if (marks[card] & CARD_PLAYED) count_score(&rows[card].played, wins, draws);
    }
}

static void count_seat(struct tally *y, const struct outcome *o, seat_id seat)
{
    bool     wins = won(o, seat), draws = !o->winners;
    unsigned turns = o->turns[seat];
    count_score(&y->decks[o->deck[seat]], wins, draws);
    count_score(&y->bots[o->side[seat]], wins, draws);
    count_score(&y->seats[seat], wins, draws);
    count_meetings(y, o, seat);
    count_cards(y, o, seat);
    if (wins) y->ends[o->deck[seat] * y->ending_count + o->ending]++;
    y->turns[turns < TURNS_SHOWN ? turns : TURNS_SHOWN - 1]++;
    y->turn_sum += turns;
    y->turn_seats++;
}

static bool team_won(const struct outcome *o, uint8_t team)
{
    for (seat_id s = 0; s < o->seats; s++)
        if (o->team[s] == team && won(o, s)) return true;
    return false;
}

static void count_lead(struct lead_rows *y, const struct outcome *o)
{
    unsigned changes = 0, last = 0;
    if (o->lead_count < 2) return;
    y->matches++;
    for (unsigned i = 1; i < o->lead_count; i++)
        if (o->lead[i] != o->lead[i - 1]) changes++, last = i;
    y->changes[changes < CHANGES_SHOWN ? changes : CHANGES_SHOWN - 1]++;
    y->last[last * TENTHS / o->lead_count]++;
    for (unsigned q = 0; q < QUARTERS; q++) {
        uint8_t leader = o->lead[o->lead_count * (q + 1) / (QUARTERS + 1)];
        count_score(&y->at[q], team_won(o, leader), !o->winners);
    }
}

static void add_turn(struct turn_row *to, const struct turn_row *more)
{
    to->begun += more->begun;
    to->ended += more->ended;
    to->unspent += more->unspent;
    to->decisions += more->decisions;
    to->options += more->options;
}

static void add_numbers(uint64_t *to, const uint64_t *more, size_t count)
{
    for (size_t i = 0; i < count; i++) to[i] += more[i];
}

void tally_count(struct tally *y, const struct outcome *o)
{
    y->games++;
    y->draws += !o->winners;
    y->answers += o->answers;
    for (seat_id s = 0; s < o->seats; s++) count_seat(y, o, s);
    if (!o->winners) y->ends[y->deck_count * y->ending_count + o->ending]++;
    if (o->first != NO_SEAT) count_score(&y->first, won(o, o->first), !o->winners);
    for (unsigned i = 0; i < TURNS_SHOWN; i++) add_turn(&y->by_turn[i], &o->by_turn[i]);
    add_numbers(y->options, o->options, OPTIONS_SHOWN);
    for (unsigned i = 0; i < o->rounds; i++) {
        y->round_ends[o->round[i].ending]++;
        y->round_turns += o->round[i].turns;
    }
    count_lead(&y->lead, o);
}

// --- adding up ----------------------------------------------------------------------------------

void score_add(struct score *to, struct score more)
{
    to->games += more.games;
    to->wins += more.wins;
    to->draws += more.draws;
}

static void add_scores(struct score *to, const struct score *more, size_t count)
{
    for (size_t i = 0; i < count; i++) score_add(&to[i], more[i]);
}

void card_row_add(struct card_row *to, const struct card_row *more)
{
    score_add(&to->opening, more->opening);
    score_add(&to->drawn, more->drawn);
    score_add(&to->played, more->played);
}

void tally_add_plain(struct tally *to, const struct tally *more)
{
    size_t decks = to->deck_count;
    to->games += more->games;
    to->draws += more->draws;
    to->answers += more->answers;
    to->turn_sum += more->turn_sum;
    to->round_turns += more->round_turns;
    to->turn_seats += more->turn_seats;
    add_scores(to->pairs, more->pairs, decks * decks);
    add_scores(to->decks, more->decks, decks);
    add_scores(to->bots, more->bots, SEATS_MAX);
    add_scores(to->seats, more->seats, SEATS_MAX);
    add_scores(&to->first, &more->first, 1);
    add_numbers(to->turns, more->turns, TURNS_SHOWN);
    for (unsigned i = 0; i < TURNS_SHOWN; i++) add_turn(&to->by_turn[i], &more->by_turn[i]);
    add_numbers(to->options, more->options, OPTIONS_SHOWN);
    to->lead.matches += more->lead.matches;
    add_numbers(to->lead.changes, more->lead.changes, CHANGES_SHOWN);
    add_numbers(to->lead.last, more->lead.last, TENTHS);
    add_scores(to->lead.at, more->lead.at, QUARTERS);
}

void tally_add(struct tally *to, const struct tally *more)
{
    tally_add_plain(to, more);
    add_numbers(to->round_ends, more->round_ends, to->ending_count);
    add_numbers(to->ends, more->ends, (size_t)(to->deck_count + 1) * to->ending_count);
    for (size_t i = 0; i < (size_t)to->deck_count * to->card_count; i++)
        card_row_add(&to->cards[i], &more->cards[i]);
}

// --- reading ------------------------------------------------------------------------------------

unsigned options_row(size_t count)
{
    unsigned row = 0;
    for (size_t longest = 1; longest < count && row < OPTIONS_SHOWN - 1; longest *= 2) row++;
    return row;
}

struct score tally_deck(const struct tally *y, unsigned deck)
{
    struct score sum = { 0 };
    for (unsigned other = 0; other < y->deck_count; other++)
        score_add(&sum, y->pairs[deck * y->deck_count + other]);
    return sum;
}

uint64_t tally_ends(const struct tally *y, unsigned ending)
{
    uint64_t sum = 0;
    for (unsigned deck = 0; deck <= y->deck_count; deck++)
        sum += y->ends[deck * y->ending_count + ending];
    return sum;
}

struct turn_row tally_all_turns(const struct tally *y)
{
    struct turn_row sum = { 0 };
    for (unsigned i = 1; i < TURNS_SHOWN; i++) add_turn(&sum, &y->by_turn[i]);
    return sum;
}
