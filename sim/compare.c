#include "sim/compare.h"

#include <math.h>
#include <string.h>

// Sums over the rounds in which two decks meet.
struct sums {
    uint64_t rounds, better, worse;
    double   before, change, square;
};

// --- do rounds go together? ---------------------------------------------------------------------

static const char *why_not_paired(const struct sim_result *a, const struct sim_result *b)
{
    if (a->seed != b->seed) return "the seeds differ";
    if (a->seats != b->seats || strcmp(a->mode, b->mode) != 0) return "the modes differ";
    if (memcmp(a->option, b->option, sizeof a->option) != 0) return "the options differ";
    for (unsigned i = 0; i < a->seats; i++)
        if (strcmp(a->bots[i], b->bots[i]) != 0) return "the bots differ";
    if (a->deck_count != b->deck_count) return "the decks differ";
    for (unsigned i = 0; i < a->deck_count; i++)
        if (strcmp(a->decks[i], b->decks[i]) != 0) return "the decks differ";
    if (result_first(a) != result_first(b)) return "the shards differ";
    return NULL;
}

// --- chances ------------------------------------------------------------------------------------

static double log_choose(double n, double k)
{
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

// Sign test: how likely it is that at least that many of the changed rounds point one way.
static double sign_chance(uint64_t better, uint64_t worse)
{
    uint64_t all = better + worse, most = better > worse ? better : worse;
    double   sum = 0;
    if (!all) return 1;
    for (uint64_t k = most; k <= all; k++)
        sum += exp(log_choose((double)all, (double)k) - (double)all * log(2));
    return sum * 2 < 1 ? sum * 2 : 1;
}

static double variance_of(struct score s)
{
    double p = share_of(s).value;
    return s.games ? p * (1 - p) / (double)s.games : 0.25;
}

static void compare_unpaired(struct change_row *row, struct score before, struct score after)
{
    double error = sqrt(variance_of(before) + variance_of(after));
    row->before  = share_of(before);
    row->after   = share_of(after);
    row->change  = row->after.value - row->before.value;
    row->low     = row->change - 1.959964 * error;
    row->high    = row->change + 1.959964 * error;
    row->chance  = error > 0 ? erfc(fabs(row->change) / error / sqrt(2)) : row->change != 0 ? 0 : 1;
    if (!before.games || !after.games) row->chance = 1;
}

static void compare_paired(struct change_row *row, const struct sums *s)
{
    double n    = (double)s->rounds;
    row->rounds = s->rounds;
    row->better = s->better;
    row->worse  = s->worse;
    if (!s->rounds) return;
    double mean  = s->change / n;
    double error = s->rounds > 1 ? sqrt((s->square - n * mean * mean) / (n - 1) / n) : 1;
    row->change  = mean;
    row->low     = mean - 1.959964 * error;
    row->high    = mean + 1.959964 * error;
    row->chance  = sign_chance(s->better, s->worse);
}

// Holm: the least likely row must be rarer than 5 % shared by all, the next shared by the others
// ...
static unsigned mark_moved(struct change_row *rows, unsigned count)
{
    unsigned moved = 0;
    for (;;) {
        struct change_row *least = NULL;
        for (unsigned i = 0; i < count; i++)
            if (!rows[i].moved && (!least || rows[i].chance < least->chance)) least = &rows[i];
        if (!least || least->chance > 0.05 / (count - moved)) return moved;
        least->moved = true;
        moved++;
    }
}

// --- round by round -----------------------------------------------------------------------------

static void add_round(struct sums *s, double before, double change)
{
    s->rounds++;
    s->before += before;
    s->change += change;
    s->square += change * change;
    s->better += change > 0;
    s->worse += change < 0;
}

// How side i did against side j in a round, from 0 to 1.
static double score_between(const struct sim_result *r, uint64_t round, unsigned i, unsigned j)
{
    const uint8_t *score = r->scores + round * r->seats;
    return 0.5 + ((double)score[i] - score[j]) / (4.0 * r->seats);
}

static void add_line_up(const struct sim_result *a, const struct sim_result *b, uint64_t round,
                        struct sums *pairs, struct sums *decks)
{
    unsigned deck[SEATS_MAX], n = a->deck_count;
    line_up_of(result_line_ups(a), result_first(a) + round, deck);
    for (unsigned i = 0; i < a->seats; i++) {
        double   before = 0, change = 0;
        unsigned met = 0;
        for (unsigned j = 0; j < a->seats; j++) {
            if (a->team[i] == a->team[j] || deck[i] == deck[j]) continue;
            double was = score_between(a, round, i, j), is = score_between(b, round, i, j);
            add_round(&pairs[deck[i] * n + deck[j]], was, is - was);
            before += was;
            change += is - was;
            met++;
        }
        if (met) add_round(&decks[deck[i]], before / met, change / met);
    }
}

static void add_rounds(const struct sim_result *a, const struct sim_result *b, struct comparison *c,
                       struct sums *pairs, struct sums *decks)
{
    c->rounds = a->done < b->done ? a->done : b->done;
    for (uint64_t round = 0; round < c->rounds; round++) {
        size_t at = (size_t)round * a->seats;
        add_line_up(a, b, round, pairs, decks);
        c->changed += memcmp(a->scores + at, b->scores + at, a->seats) != 0;
    }
}

// --- all of it ----------------------------------------------------------------------------------

static unsigned deck_named(const struct sim_result *r, const char *name)
{
    unsigned i = 0;
    while (i < r->deck_count && strcmp(r->decks[i], name) != 0) i++;
    return i;
}

// What is printed on the card of this name that decks of a result hold, or NULL; the decks are
// written.
static const char *decks_with(const struct sim_result *r, const char *card, struct writer *w)
{
    const char *digest = NULL;
    unsigned    all    = r->tally->card_count;
    for (unsigned d = 0; d < r->deck_count; d++)
        for (unsigned c = 0; c < all; c++) {
            if (!r->copies[d * all + c] || strcmp(r->cards[c], card) != 0) continue;
            if (w) write_format(w, "%s%s", digest ? ", " : "", r->decks[d]);
            digest = r->card_digests[c];
        }
    return digest;
}

static bool came_before(const struct sim_result *r, unsigned card)
{
    for (unsigned c = 0; c < card; c++)
        if (strcmp(r->cards[c], r->cards[card]) == 0) return true;
    return false;
}

static const char *changed_cards(struct arena *arena, const struct sim_result *a,
                                 const struct sim_result *b)
{
    char          text[2048];
    struct writer w = writer_on(text, sizeof text);
    for (unsigned c = 0; c < b->tally->card_count; c++) {
        const char *name = b->cards[c], *now = decks_with(b, name, NULL),
                   *before = now ? decks_with(a, name, NULL) : NULL;
        if (!before || strcmp(before, now) == 0 || came_before(b, c)) continue;
        write_format(&w, "%s%s (", w.size ? ", " : "", name);
        decks_with(b, name, &w);
        write_chars(&w, ")");
    }
    return arena_text(arena, (struct text){ text, w.size }).at;
}

static void compare_rows(const struct sim_result *a, const struct sim_result *b,
                         struct comparison *c, const struct sums *pairs, const struct sums *decks)
{
    unsigned n = a->deck_count;
    for (unsigned d = 0; d < n; d++) {
        unsigned e = deck_named(b, a->decks[d]);
        if (e == b->deck_count) continue;
        struct change_row *row = &c->decks[c->deck_count++];
        row->deck              = a->decks[d];
        compare_unpaired(row, tally_deck(a->tally, d), tally_deck(b->tally, e));
        if (c->paired) compare_paired(row, &decks[d]);
        for (unsigned other = d + 1; other < n; other++) {
            unsigned f = deck_named(b, a->decks[other]);
            if (f == b->deck_count) continue;
            struct score before = a->tally->pairs[d * n + other],
                         after  = b->tally->pairs[e * b->deck_count + f];
            if (!before.games || !after.games) continue;
            row        = &c->match_ups[c->match_up_count++];
            row->deck  = a->decks[d];
            row->other = a->decks[other];
            compare_unpaired(row, before, after);
            if (c->paired) compare_paired(row, &pairs[d * n + other]);
        }
    }
}

bool compare_results(struct arena *arena, const struct sim_result *before,
                     const struct sim_result *after, struct comparison *c, struct error *err)
{
    size_t n = before->deck_count;
    *c       = (struct comparison){ .why_not = why_not_paired(before, after) };
    if (strcmp(before->game, after->game) != 0)
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "nothing to compare: one is a result of %s, the other of %s", before->game,
                    after->game);
    c->paired          = !c->why_not;
    c->cards           = changed_cards(arena, before, after);
    c->decks           = ARENA_ARRAY(arena, struct change_row, n);
    c->match_ups       = ARENA_ARRAY(arena, struct change_row, n * n);
    struct sums *pairs = ARENA_ARRAY(arena, struct sums, n * n);
    struct sums *decks = ARENA_ARRAY(arena, struct sums, n);
    if (c->paired) add_rounds(before, after, c, pairs, decks);
    compare_rows(before, after, c, pairs, decks);
    if (!c->deck_count)
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "nothing to compare: the two results have no deck in common");
    c->moved_decks     = mark_moved(c->decks, c->deck_count);
    c->moved_match_ups = mark_moved(c->match_ups, c->match_up_count);
    return true;
}

void say_change(const struct change_row *row, struct writer *w)
{
    write_format(w,
                 "%s wins %s against %s: %.1f %% before, %.1f %% now (%+.1f, 95 %% interval %+.1f "
                 "to %+.1f)",
                 row->deck, row->change > 0 ? "more" : "less",
                 row->other ? row->other : "the others", 100 * row->before.value,
                 100 * row->after.value, 100 * row->change, 100 * row->low, 100 * row->high);
    if (row->rounds)
        write_format(w, "; of %llu rounds %llu came out better and %llu worse",
                     (unsigned long long)row->rounds, (unsigned long long)row->better,
                     (unsigned long long)row->worse);
}
