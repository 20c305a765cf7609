#include "sim/plan.h"

static bool is_without_repeats(struct line_ups l)
{
    return l.decks >= l.seats && (l.same_bots || l.seats > 2);
}

static uint64_t choose(uint64_t of, unsigned count)
{
    uint64_t ways = 1;
    for (unsigned i = 0; i < count; i++) ways = ways * (of - i) / (i + 1);
    return count > of ? 0 : ways;
}

// Orders round a table: everybody moves round, so that the first side matters only if its bot does.
static uint64_t orders(struct line_ups l)
{
    uint64_t ways = l.same_bots ? 1 : l.seats;
    for (unsigned i = 2; i < l.seats; i++) ways *= i;
    return ways;
}

static uint64_t line_ups_in_all(struct line_ups l)
{
    if (is_without_repeats(l)) return choose(l.decks, l.seats) * orders(l);
    uint64_t ways = 1;
    for (unsigned i = 0; i < l.seats; i++) ways *= l.decks;
    return ways;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) { return b ? common_divisor(b, a % b) : a; }

// All line-ups come once before any comes again, far ones after each other, so that a short run
// sees every deck.
static uint64_t scatter(uint64_t round, uint64_t count)
{
    uint64_t stride = count * 618 / 1000;
    if (count < 4) return round % count;
    while (common_divisor(stride, count) != 1) stride++;
    return round % count * stride % count;
}

static void pick_set(struct line_ups l, uint64_t index, unsigned *deck)
{
    unsigned next = 0;
    for (unsigned i = 0; i < l.seats; i++, next++) {
        for (uint64_t ways; (ways = choose(l.decks - next - 1, l.seats - i - 1)) <= index; next++)
            index -= ways;
        deck[i] = next;
    }
}

static void put_in_order(struct line_ups l, uint64_t index, unsigned *deck)
{
    for (unsigned i = l.same_bots; i + 1 < l.seats; i++) {
        unsigned left = l.seats - i, j = i + (unsigned)(index % left), other = deck[i];
        index /= left;
        deck[i] = deck[j];
        deck[j] = other;
    }
}

static void seat_line_up(struct line_ups l, uint64_t index, unsigned deck[SEATS_MAX])
{
    if (is_without_repeats(l)) {
        pick_set(l, index / orders(l), deck);
        put_in_order(l, index % orders(l), deck);
        return;
    }
    for (unsigned i = 0; i < l.seats; i++, index /= l.decks) deck[i] = (unsigned)(index % l.decks);
}

static bool is_touched(struct line_ups l, const unsigned *deck)
{
    bool touched = !l.touched;
    for (unsigned i = 0; i < l.seats; i++) touched |= l.touched >> deck[i] & 1;
    return touched;
}

uint64_t line_up_count(struct line_ups l)
{
    uint64_t all = line_ups_in_all(l), count = 0;
    if (!l.touched) return all;
    for (uint64_t i = 0; i < all; i++) {
        unsigned deck[SEATS_MAX];
        seat_line_up(l, i, deck);
        count += is_touched(l, deck);
    }
    return count;
}

void line_up_of(struct line_ups l, uint64_t round, unsigned deck[SEATS_MAX])
{
    uint64_t all = line_ups_in_all(l), count = line_up_count(l), wanted = round % count;
    for (uint64_t i = l.touched ? 0 : wanted;; i++) {
        seat_line_up(l, scatter(i, all), deck);
        if (!l.touched || (is_touched(l, deck) && !wanted--)) return;
    }
}

struct line_ups plan_line_ups(const struct sim_plan *p)
{
    struct line_ups l = { p->deck_count, p->seats, true, p->touched };
    for (unsigned i = 1; i < p->seats; i++) l.same_bots &= p->bots[i] == p->bots[0];
    return l;
}

uint64_t shard_begin(uint64_t rounds, uint64_t shard, uint64_t shards)
{
    return rounds / shards * shard + rounds % shards * shard / shards;
}

uint64_t plan_first(const struct sim_plan *p)
{
    return shard_begin(p->games / p->seats, p->shard - 1, p->shards);
}

uint64_t plan_last(const struct sim_plan *p)
{
    return shard_begin(p->games / p->seats, p->shard, p->shards);
}
