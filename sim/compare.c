#include "sim/compare.h"

#include <string.h>

// Two decks, or one and all others, over the rounds in which they meet.
struct sums {
    uint64_t      rounds, better, worse; // of those that are compared round by round
    double        change, square;
    struct sample before, after; // rounds by their score
};

// --- do rounds go together? ---------------------------------------------------------------------

static const char *why_not_paired(const struct sim_result *a, const struct sim_result *b)
{
    if (a->seed != b->seed) return "the seeds differ";
    if (a->seats != b->seats || strcmp(a->mode, b->mode) != 0) return "the modes differ";
    if (memcmp(a->option, b->option, sizeof a->option) != 0) return "the options differ";
    if (a->touched != b->touched) return "the line-ups differ";
    for (unsigned i = 0; i < a->seats; i++)
        if (strcmp(a->bots[i], b->bots[i]) != 0) return "the bots differ";
    if (a->deck_count != b->deck_count) return "the decks differ";
    for (unsigned i = 0; i < a->deck_count; i++)
        if (strcmp(a->decks[i], b->decks[i]) != 0) return "the decks differ";
    if (result_first(a) != result_first(b)) return "the shards differ";
    return NULL;
}

// --- rows ---------------------------------------------------------------------------------------

static void compare_unpaired(struct change_row *row, const struct sums *s)
{
    const struct share both[] = { row->after, row->before };
    struct share       change = share_sum(both, (const double[]){ 1, -1 }, 2);
    row->change               = change.value;
    row->low                  = change.low;
    row->high                 = change.high;
    row->chance               = sample_chance(&s->before, &s->after);
    row->least                = 0;
}

static void compare_paired(struct change_row *row, const struct sums *s)
{
    struct share change = mean_change(s->rounds, s->change, s->square, s->better + s->worse);
    row->rounds         = s->rounds;
    row->better         = s->better;
    row->worse          = s->worse;
    row->change         = change.value;
    row->low            = change.low;
    row->high           = change.high;
    row->chance         = sign_chance(s->better, s->worse);
    row->least          = sign_chance(s->better + s->worse, 0);
}

static unsigned mark_moved(struct arena *arena, struct change_row *rows, unsigned count)
{
    struct tested *tested = ARENA_ARRAY(arena, struct tested, count);
    for (unsigned i = 0; i < count; i++)
        tested[i] = (struct tested){ .chance = rows[i].chance, .least = rows[i].least };
    unsigned moved = mark_certain(tested, count);
    for (unsigned i = 0; i < count; i++) rows[i].moved = tested[i].marked;
    return moved;
}

// --- rounds -------------------------------------------------------------------------------------

// What is added up for the decks of the older result, and the rows there of a result's decks.
struct adding {
    struct sums    *pairs, *decks;
    unsigned        count;
    const unsigned *row_of; // count: a deck that only one of the two has
};

// How side i did against side j in a round: from 0, all lost, to 4 * seats.
static unsigned score_between(const struct sim_result *r, uint64_t round, unsigned i, unsigned j)
{
    const uint8_t *score = r->scores + round * r->seats;
    return 2u * r->seats + score[i] - score[j];
}

static void add_round(struct sums *s, double change)
{
    s->rounds++;
    s->change += change;
    s->square += change * change;
    s->better += change > 0;
    s->worse += change < 0;
}

// A round of each, or of one alone (the other is NULL).
static void add_line_up(const struct adding *to, const struct sim_result *a,
                        const struct sim_result *b, uint64_t round)
{
    const struct sim_result *r = a ? a : b;
    unsigned                 deck[SEATS_MAX], n = to->count;
    line_up_of(result_line_ups(r), result_first(r) + round, deck);
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned mine = to->row_of[deck[i]], was = 0, is = 0, met = 0;
        for (unsigned j = 0; j < r->seats; j++) {
            unsigned other = to->row_of[deck[j]];
            if (r->team[i] == r->team[j] || mine == other || mine == n || other == n) continue;
            struct sums *s      = &to->pairs[mine * n + other];
            unsigned     before = a ? score_between(a, round, i, j) : 0,
                     now        = b ? score_between(b, round, i, j) : 0;
            if (a) s->before.count[before]++;
            if (b) s->after.count[now]++;
            if (a && b) add_round(s, ((double)now - before) / (4.0 * r->seats));
            was += before;
            is += now;
            met++;
        }
        struct sums *s = &to->decks[mine];
        if (met && a) s->before.count[was]++;
        if (met && b) s->after.count[is]++;
        if (met && a && b) add_round(s, ((double)is - was) / (4.0 * r->seats * met));
    }
}

static void add_paired(struct adding *to, const struct sim_result *a, const struct sim_result *b,
                       struct comparison *c)
{
    c->rounds = a->done < b->done ? a->done : b->done;
    for (uint64_t round = 0; round < c->rounds; round++) {
        size_t at = (size_t)round * a->seats;
        add_line_up(to, a, b, round);
        c->changed += memcmp(a->scores + at, b->scores + at, a->seats) != 0;
    }
}

static unsigned deck_named(const struct sim_result *r, const char *name)
{
    unsigned i = 0;
    while (i < r->deck_count && strcmp(r->decks[i], name) != 0) i++;
    return i;
}

static void add_rounds(struct arena *arena, struct adding *to, const struct sim_result *a,
                       const struct sim_result *b, struct comparison *c)
{
    unsigned *of_a = ARENA_ARRAY(arena, unsigned, a->deck_count);
    unsigned *of_b = ARENA_ARRAY(arena, unsigned, b->deck_count);
    for (unsigned d = 0; d < a->deck_count; d++)
        of_a[d] = deck_named(b, a->decks[d]) < b->deck_count ? d : to->count;
    for (unsigned d = 0; d < b->deck_count; d++) of_b[d] = deck_named(a, b->decks[d]);
    to->row_of = of_a;
    if (c->paired) {
        add_paired(to, a, b, c);
        return;
    }
    for (uint64_t round = 0; round < a->done; round++) add_line_up(to, a, NULL, round);
    to->row_of = of_b;
    for (uint64_t round = 0; round < b->done; round++) add_line_up(to, NULL, b, round);
}

// --- all of it ----------------------------------------------------------------------------------

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

// Does a deck hold a card that is printed otherwise, or another list of cards?
static bool holds_changed(const struct sim_result *a, unsigned deck, const struct sim_result *b,
                          unsigned other)
{
    unsigned all = b->tally->card_count;
    if (strcmp(a->deck_digests[deck], b->deck_digests[other]) != 0) return true;
    for (unsigned c = 0; c < all; c++) {
        const char *before = b->copies[other * all + c] ? decks_with(a, b->cards[c], NULL) : NULL;
        if (before && strcmp(before, b->card_digests[c]) != 0) return true;
    }
    return false;
}

static bool came_before(const struct sim_result *r, unsigned card)
{
    for (unsigned c = 0; c < card; c++)
        if (strcmp(r->cards[c], r->cards[card]) == 0) return true;
    return false;
}

static const char *cards_between(struct arena *arena, const struct sim_result *a,
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

// Against those that both results have.
static struct score against_known(const struct sim_result *r, unsigned deck,
                                  const struct sim_result *other)
{
    struct score sum = { 0 };
    for (unsigned d = 0; d < r->deck_count; d++)
        if (deck_named(other, r->decks[d]) < other->deck_count)
            score_add(&sum, r->tally->pairs[deck * r->deck_count + d]);
    return sum;
}

static void compare_row(struct change_row *row, const struct comparison *c, const struct sums *s,
                        struct share before, struct share after)
{
    row->before = before;
    row->after  = after;
    c->paired ? compare_paired(row, s) : compare_unpaired(row, s);
}

static void compare_rows(const struct sim_result *a, const struct sim_result *b,
                         struct comparison *c, const struct adding *sums)
{
    unsigned n        = a->deck_count;
    double   effect_a = result_effect(a), effect_b = result_effect(b);
    for (unsigned d = 0; d < n; d++) {
        unsigned e = deck_named(b, a->decks[d]);
        if (e == b->deck_count) continue;
        struct change_row *row = &c->decks[c->deck_count++];
        row->deck              = a->decks[d];
        row->holds             = holds_changed(a, d, b, e);
        compare_row(row, c, &sums->decks[d], share_within(against_known(a, d, b), 2, effect_a),
                    share_within(against_known(b, e, a), 2, effect_b));
        for (unsigned other = d + 1; other < n; other++) {
            unsigned f = deck_named(b, a->decks[other]);
            if (f == b->deck_count) continue;
            struct score before = a->tally->pairs[d * n + other],
                         after  = b->tally->pairs[e * b->deck_count + f];
            if (!before.games || !after.games) continue;
            row        = &c->match_ups[c->match_up_count++];
            row->deck  = a->decks[d];
            row->other = a->decks[other];
            row->holds = holds_changed(a, d, b, e) || holds_changed(a, other, b, f);
            compare_row(row, c, &sums->pairs[d * n + other], share_within(before, 2, effect_a),
                        share_within(after, 2, effect_b));
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
    struct adding sums = { .pairs = ARENA_ARRAY(arena, struct sums, n * n),
                           .decks = ARENA_ARRAY(arena, struct sums, n),
                           .count = before->deck_count };
    c->paired          = !c->why_not;
    c->cards           = cards_between(arena, before, after);
    c->decks           = ARENA_ARRAY(arena, struct change_row, n);
    c->match_ups       = ARENA_ARRAY(arena, struct change_row, n * n);
    add_rounds(arena, &sums, before, after, c);
    compare_rows(before, after, c, &sums);
    if (!c->deck_count)
        return fail(err, BAD_INPUT, (struct place){ 0 },
                    "nothing to compare: the two results have no deck in common");
    c->moved_decks     = mark_moved(arena, c->decks, c->deck_count);
    c->moved_match_ups = mark_moved(arena, c->match_ups, c->match_up_count);
    return true;
}

void say_change(const struct change_row *row, struct writer *w)
{
    write_format(w,
                 "%s wins %s against %s: %.1f %% before, %.1f %% now (%+.1f, 95 %% interval %+.1f "
                 "to %+.1f)",
                 row->deck,
                 row->change > 0   ? "more"
                 : row->change < 0 ? "less"
                                   : "as often",
                 row->other ? row->other : "the others", 100 * row->before.value,
                 100 * row->after.value, 100 * row->change, 100 * row->low, 100 * row->high);
    if (row->rounds)
        write_format(w, "; of %llu rounds %llu came out better and %llu worse",
                     (unsigned long long)row->rounds, (unsigned long long)row->better,
                     (unsigned long long)row->worse);
}
