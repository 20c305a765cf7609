#include "sim/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Matches of a deck, and those of them in which the card was drawn.
struct holding {
    struct score all, drawn;
};

static struct score without(struct score all, struct score part)
{
    return (struct score){ all.games - part.games, all.wins - part.wins, all.draws - part.draws };
}

// In one deck share(drawn) - share(all) = part not drawn * (share(drawn) - share(not drawn)); these
// two have no match in common, so their intervals can be put together.
static void weigh(const struct sim_result *r, const struct holding *of, unsigned count,
                  struct card_worth *w)
{
    struct share shares[2 * SIM_DECKS_MAX];
    double       weights[2 * SIM_DECKS_MAX], effect = result_effect(r);
    unsigned     used = 0;
    for (unsigned i = 0; i < count; i++) {
        struct score kept = without(of[i].all, of[i].drawn);
        if (!of[i].drawn.games || !kept.games) continue;
        double weight = (double)of[i].drawn.games / (double)w->drawn.games *
                        ((double)kept.games / (double)of[i].all.games);
        shares[used]    = share_within(of[i].drawn, r->teams, effect);
        weights[used++] = weight;
        shares[used]    = share_within(kept, r->teams, effect);
        weights[used++] = -weight;
    }
    w->gain = share_sum(shares, weights, used);
}

static bool is_first_of_name(const struct sim_result *r, unsigned card)
{
    for (unsigned c = 0; c < card; c++)
        if (strcmp(r->cards[c], r->cards[card]) == 0) return false;
    return true;
}

static void take_card(const struct sim_result *r, unsigned card, struct card_worth *out)
{
    const struct tally *y = r->tally;
    struct holding      of[SIM_DECKS_MAX];
    *out = (struct card_worth){ .name = r->cards[card] };
    for (unsigned d = 0; d < y->deck_count; d++) {
        of[d] = (struct holding){ .all = y->decks[d] };
        for (unsigned c = card; c < y->card_count; c++) {
            if (strcmp(r->cards[c], r->cards[card]) != 0) continue;
            const struct card_row *row = &y->cards[d * y->card_count + c];
            score_add(&of[d].drawn, row->drawn);
            score_add(&out->opening, row->opening);
            score_add(&out->played, row->played);
        }
        score_add(&out->drawn, of[d].drawn);
    }
    weigh(r, of, y->deck_count, out);
}

static double chance_of(const struct card_worth *w)
{
    double toward = w->gain.value > 0 ? w->gain.value - w->gain.low : w->gain.high - w->gain.value;
    return toward > 0 ? normal_chance(1.959964 * w->gain.value / toward) : 1;
}

static int by_gain(const void *a, const void *b)
{
    const struct card_worth *one = a, *other = b;
    if (one->gain.value != other->gain.value) return one->gain.value < other->gain.value ? 1 : -1;
    return strcmp(one->name, other->name);
}

struct card_worth *result_worth(struct arena *arena, const struct sim_result *r,
                                uint64_t drawn_least, unsigned *count)
{
    unsigned           all    = r->tally->card_count;
    struct card_worth *list   = ARENA_ARRAY(arena, struct card_worth, all);
    struct tested     *tested = ARENA_ARRAY(arena, struct tested, all);
    *count                    = 0;
    for (unsigned c = 0; c < all; c++) {
        if (!is_first_of_name(r, c)) continue;
        take_card(r, c, &list[*count]);
        *count += list[*count].drawn.games >= drawn_least;
    }
    qsort(list, *count, sizeof *list, by_gain);
    for (unsigned i = 0; i < *count; i++) tested[i].chance = chance_of(&list[i]);
    mark_likely(tested, *count);
    for (unsigned i = 0; i < *count; i++) list[i].stands = tested[i].marked;
    return list;
}
