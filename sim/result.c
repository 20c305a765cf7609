#include "sim/result.h"

#include "base/hash.h"
#include "engine/table.h"
#include "sim/play.h"

#include <string.h>

// --- a new one ----------------------------------------------------------------------------------

static uint64_t mix_text(uint64_t hash, struct text t)
{
    return hash_mix(hash, hash_bytes(t.at, t.size) ^ t.size);
}

static const char *digest_text(struct arena *arena, uint64_t hash)
{
    return arena_format(arena, "%016llx", (unsigned long long)hash);
}

uint64_t card_digest(const struct card_pool *pool, const struct card_def *def)
{
    uint64_t hash = mix_text(def->kind, text_of(def->name));
    hash          = hash_mix(hash, def->tags);
    for (unsigned f = 0; f < FIELDS_MAX; f++)
        hash = hash_mix(hash, (uint64_t)(uint16_t)def->field[f] << 1 | (def->fields_set >> f & 1));
    for (unsigned l = 0; l < def->line_count; l++)
        hash = mix_text(hash, pool->lines[def->line_first + l].printed);
    return hash;
}

static uint64_t digest_cards(const struct card_pool *pool)
{
    uint64_t hash = pool->def_count;
    for (uint32_t i = 0; i < pool->def_count; i++)
        hash = hash_mix(hash, card_digest(pool, &pool->defs[i]));
    return hash;
}

static uint64_t digest_deck(const struct card_pool *pool, const struct deck *d)
{
    uint64_t hash = d->count;
    for (uint32_t i = 0; i < d->count; i++) {
        hash = mix_text(hash, text_of(pool->defs[d->entries[i].def].name));
        hash = hash_mix(hash, (uint64_t)d->entries[i].count << 8 | d->sections[i]);
    }
    return hash;
}

static void name_decks(struct arena *arena, const struct sim_plan *p, struct sim_result *r)
{
    const struct card_pool *pool = p->box->pool;
    r->deck_count                = p->deck_count;
    r->decks                     = ARENA_ARRAY(arena, const char *, p->deck_count);
    r->deck_digests              = ARENA_ARRAY(arena, const char *, p->deck_count);
    r->copies = ARENA_ARRAY(arena, uint16_t, (size_t)p->deck_count * pool->def_count);
    for (unsigned d = 0; d < p->deck_count; d++) {
        const struct deck *deck = p->decks[d];
        r->decks[d]             = deck->name;
        r->deck_digests[d]      = digest_text(arena, digest_deck(pool, deck));
        for (uint32_t i = 0; i < deck->count; i++) {
            uint16_t *copies = &r->copies[d * pool->def_count + deck->entries[i].def];
            *copies          = (uint16_t)(*copies + deck->entries[i].count);
        }
    }
}

static void name_rows(struct arena *arena, const struct box *box, struct sim_result *r)
{
    const struct game *g = box->game;
    r->endings           = ARENA_ARRAY(arena, const char *, g->rule_count + 1);
    r->ending_texts      = ARENA_ARRAY(arena, const char *, g->rule_count + 1);
    r->cards             = ARENA_ARRAY(arena, const char *, box->pool->def_count);
    for (size_t i = 0; i < g->rule_count; i++) {
        r->endings[i]      = g->rules[i].name;
        r->ending_texts[i] = g->rules[i].text;
    }
    r->endings[g->rule_count]      = "other";
    r->ending_texts[g->rule_count] = "No rule of the game is named.";
    r->card_digests                = ARENA_ARRAY(arena, const char *, box->pool->def_count);
    for (uint32_t i = 0; i < box->pool->def_count; i++) {
        r->cards[i]        = box->pool->defs[i].name;
        r->card_digests[i] = digest_text(arena, card_digest(box->pool, &box->pool->defs[i]));
    }
}

// Teams are made when a match begins.
static bool count_teams(struct arena *arena, const struct sim_plan *p, struct sim_result *r,
                        struct error *err)
{
    struct match_setup setup;
    struct table       t     = { .game = p->box->game, .pool = p->box->pool };
    unsigned           teams = 0;
    if (!box_setup(p->box, p->mode, p->seats, p->decks,
                   p->deck_count < p->seats ? p->deck_count : p->seats, 0, &setup, err))
        return false;
    t.state = arena_alloc(arena, 1, p->box->game->state_size);
    memcpy(setup.option, p->option, sizeof setup.option);
    table_start(&t, &setup);
    memcpy(r->team, t.state->team, sizeof r->team);
    for (seat_id s = 0; s < p->seats; s++) teams |= BIT(t.state->team[s]);
    for (; teams; teams &= teams - 1) r->teams++;
    return true;
}

struct sim_result *result_new(struct arena *arena, const struct sim_plan *p, struct error *err)
{
    const struct game *g = p->box->game;
    struct sim_result *r = ARENA_NEW(arena, struct sim_result);
    r->game              = g->name;
    r->title             = g->title;
    r->version           = g->version;
    r->mode              = g->modes[p->mode].name;
    r->cards_digest      = digest_text(arena, digest_cards(p->box->pool));
    r->unspent_name      = g->unspent ? g->unspent_name : NULL;
    r->seed              = p->seed;
    r->games             = p->games;
    r->seats             = p->seats;
    r->shard             = p->shard;
    r->shards            = p->shards;
    r->touched           = p->touched;
    memcpy(r->option, p->option, sizeof r->option);
    r->has_turns = g->turns_begun != NULL;
    r->has_lead  = g->evaluate != NULL;
    r->has_plays = g->played_events != NULL;
    for (unsigned i = 0; i < p->seats; i++) r->bots[i] = p->bots[i]->name;
    if (!count_teams(arena, p, r, err)) return NULL;
    name_decks(arena, p, r);
    name_rows(arena, p->box, r);
    r->scores = ARENA_ARRAY(arena, uint8_t, (size_t)result_rounds(r) * r->seats);
    r->tally  = tally_new(arena, p->deck_count, (unsigned)g->rule_count + 1,
                          p->box->pool->def_count);
    return r;
}

// --- rounds -------------------------------------------------------------------------------------

uint64_t result_first(const struct sim_result *r)
{
    return shard_begin(r->games / r->seats, r->shard - 1, r->shards);
}

uint64_t result_rounds(const struct sim_result *r)
{
    return shard_begin(r->games / r->seats, r->shard, r->shards) - result_first(r);
}

struct line_ups result_line_ups(const struct sim_result *r)
{
    struct line_ups l = { r->deck_count, r->seats, true, r->touched };
    for (unsigned i = 1; i < r->seats; i++) l.same_bots &= strcmp(r->bots[i], r->bots[0]) == 0;
    return l;
}

// --- matches of a round -------------------------------------------------------------------------

// Rounds of one line-up, or of those that differ in the order of bots that are the same.
struct line_up_sums {
    uint64_t rounds;
    double   sum, squares; // of the first deck's score, each from 0 to 1
};

static bool is_counted(const struct sim_result *r, const unsigned *deck)
{
    return r->team[0] != r->team[1] && deck[0] != deck[1];
}

// The row of two sides, the same for both orders if the bots are the same.
static struct line_up_sums *row_of(struct line_up_sums *rows, const struct sim_result *r,
                                   const unsigned *deck, bool *turned)
{
    *turned = result_line_ups(r).same_bots && deck[1] < deck[0];
    return &rows[*turned ? deck[1] * r->deck_count + deck[0] : deck[0] * r->deck_count + deck[1]];
}

static void add_first_sides(struct line_up_sums *rows, const struct sim_result *r)
{
    for (uint64_t round = 0; round < r->done; round++) {
        const uint8_t *score = r->scores + round * r->seats;
        unsigned       deck[SEATS_MAX];
        bool           turned;
        line_up_of(result_line_ups(r), result_first(r) + round, deck);
        if (!is_counted(r, deck)) continue;
        struct line_up_sums *row   = row_of(rows, r, deck, &turned);
        double               share = 0.5 + ((double)score[0] - score[1]) / (4.0 * r->seats);
        if (turned) share = 1 - share;
        row->rounds++;
        row->sum += share;
        row->squares += share * share;
    }
}

// How much the matches of a round end alike: 0 not at all, 1 always, below 0 rather otherwise. The
// spread of rounds of the same line-up tells, beside the spread that single matches have; a few
// rounds say little, and are believed little.
static double likeness(const struct sim_result *r)
{
    enum { BELIEVED = 20 };
    struct arena arena;
    arena_init(&arena);
    size_t               rows_max = (size_t)r->deck_count * r->deck_count;
    struct line_up_sums *rows     = ARENA_ARRAY(&arena, struct line_up_sums, rows_max);
    double of_rounds = 0, free = 0, of_matches = 0, rounds = 0, matches = r->seats, line_ups = 0;
    double drawn = r->tally->games ? (double)r->tally->draws / (double)r->tally->games : 0;
    if (r->seats > 1) add_first_sides(rows, r);
    for (size_t i = 0; i < rows_max; i++) {
        const struct line_up_sums *row = &rows[i];
        if (!row->rounds) continue;
        double n = (double)row->rounds, p = row->sum / n;
        of_rounds += row->squares - n * p * p;
        of_matches += n * (p * (1 - p) - drawn / 4);
        free += n - 1;
        rounds += n;
        line_ups++;
    }
    arena_finish(&arena);
    if (free < 1) return 0;
    double spread = of_rounds / free; // of a round's mean
    double single = (of_matches + line_ups * spread) / rounds;
    if (single <= 0 || matches < 2) return 0;
    double alike = (spread * matches / single - 1) / (matches - 1);
    alike *= free / (free + BELIEVED);
    return alike < -0.5 / (matches - 1) ? -0.5 / (matches - 1) : alike > 1 ? 1 : alike;
}

double result_effect(const struct sim_result *r) { return 1 + (r->seats - 1) * likeness(r); }

// Where decks do alike in a round, seats do otherwise: everybody moves round.
double result_seat_effect(const struct sim_result *r)
{
    double effect = 1 - likeness(r);
    return effect < 0.25 ? 0.25 : effect;
}

// --- do they belong together? -------------------------------------------------------------------

static bool differ(struct error *err, const char *at, const char *what, const char *a,
                   const char *b)
{
    return fail(err, BAD_INPUT, (struct place){ at, 0, 0 },
                "does not belong to the others: its %s is %s, theirs is %s", what, b, a);
}

static bool same_text(struct error *err, const char *at, const char *what, const char *a,
                      const char *b)
{
    return strcmp(a, b) == 0 || differ(err, at, what, a, b);
}

static bool same_number(struct error *err, const char *at, const char *what, uint64_t a, uint64_t b)
{
    char one[32], other[32];
    snprintf(one, sizeof one, "%llu", (unsigned long long)a);
    snprintf(other, sizeof other, "%llu", (unsigned long long)b);
    return a == b || differ(err, at, what, one, other);
}

bool result_same_plan(const struct sim_result *a, const struct sim_result *b, const char *at,
                      struct error *err)
{
    if (!same_text(err, at, "game", a->game, b->game) ||
        !same_text(err, at, "version of the rules", a->version, b->version) ||
        !same_text(err, at, "digest of the cards", a->cards_digest, b->cards_digest) ||
        !same_text(err, at, "mode", a->mode, b->mode) ||
        !same_number(err, at, "number of seats", a->seats, b->seats) ||
        !same_number(err, at, "number of decks", a->deck_count, b->deck_count) ||
        !same_number(err, at, "number of matches", a->games, b->games) ||
        !same_number(err, at, "choice of line-ups", a->touched, b->touched) ||
        !same_number(err, at, "seed", a->seed, b->seed))
        return false;
    for (unsigned i = 0; i < SIM_OPTIONS_MAX; i++)
        if (!same_number(err, at, "option", (uint64_t)a->option[i], (uint64_t)b->option[i]))
            return false;
    for (unsigned i = 0; i < a->seats; i++)
        if (!same_text(err, at, "bot", a->bots[i], b->bots[i])) return false;
    for (unsigned i = 0; i < a->deck_count; i++)
        if (!same_text(err, at, "deck", a->decks[i], b->decks[i]) ||
            !same_text(err, at, "digest of a deck", a->deck_digests[i], b->deck_digests[i]))
            return false;
    return true;
}

// --- putting together ---------------------------------------------------------------------------

static unsigned row_named(const char *const *names, unsigned count, const char *name)
{
    unsigned i = 0;
    while (i < count && strcmp(names[i], name) != 0) i++;
    return i;
}

// Adds what has names; every name of `more` is in `to`.
static void add_named(struct sim_result *to, const struct sim_result *more)
{
    struct tally       *y     = to->tally;
    const struct tally *m     = more->tally;
    unsigned            decks = y->deck_count;
    for (unsigned e = 0; e < m->ending_count; e++) {
        unsigned row = row_named(to->endings, y->ending_count, more->endings[e]);
        for (unsigned d = 0; row < y->ending_count && d <= decks; d++)
            y->ends[d * y->ending_count + row] += m->ends[d * m->ending_count + e];
        if (row < y->ending_count) y->round_ends[row] += m->round_ends[e];
    }
    for (unsigned c = 0; c < m->card_count; c++) {
        unsigned row = row_named(to->cards, y->card_count, more->cards[c]);
        for (unsigned d = 0; row < y->card_count && d < decks; d++) {
            uint16_t copies = more->copies[d * m->card_count + c];
            card_row_add(&y->cards[d * y->card_count + row], &m->cards[d * m->card_count + c]);
            if (copies) to->copies[d * y->card_count + row] = copies;
        }
    }
}

static void add_result(struct sim_result *to, const struct sim_result *more, uint64_t at)
{
    tally_add_plain(to->tally, more->tally);
    add_named(to, more);
    memcpy(to->scores + at * to->seats, more->scores, (size_t)more->done * more->seats);
    to->done += more->done;
}

void result_take_over(struct sim_result *r, const struct sim_result *before)
{
    add_result(r, before, 0);
}

static void collect_names(struct arena *arena, struct sim_result *const *from, size_t count,
                          struct sim_result *to)
{
    unsigned endings = 0, cards = 0;
    for (size_t i = 0; i < count; i++) {
        endings += from[i]->tally->ending_count;
        cards += from[i]->tally->card_count;
    }
    to->endings      = ARENA_ARRAY(arena, const char *, endings);
    to->ending_texts = ARENA_ARRAY(arena, const char *, endings);
    to->cards        = ARENA_ARRAY(arena, const char *, cards);
    to->card_digests = ARENA_ARRAY(arena, const char *, cards);
    endings = cards = 0;
    for (size_t i = 0; i < count; i++) {
        for (unsigned e = 0; e < from[i]->tally->ending_count; e++) {
            if (row_named(to->endings, endings, from[i]->endings[e]) < endings) continue;
            to->ending_texts[endings] = from[i]->ending_texts[e];
            to->endings[endings++]    = from[i]->endings[e];
        }
        for (unsigned c = 0; c < from[i]->tally->card_count; c++) {
            if (row_named(to->cards, cards, from[i]->cards[c]) < cards) continue;
            to->card_digests[cards] = from[i]->card_digests[c];
            to->cards[cards++]      = from[i]->cards[c];
        }
    }
    to->tally  = tally_new(arena, to->deck_count, endings, cards);
    to->copies = ARENA_ARRAY(arena, uint16_t, (size_t)to->deck_count * cards);
}

static bool same_shard_twice(const struct sim_result *a, const struct sim_result *b)
{
    return a->done == b->done && a->tally->answers == b->tally->answers &&
           memcmp(a->scores, b->scores, (size_t)a->done * a->seats) == 0;
}

static bool check_shard(struct sim_result *const *from, const char *const *paths, size_t i,
                        const struct sim_result **by_shard, struct error *err)
{
    const struct place       at = { paths[i], 0, 0 };
    const struct sim_result *r  = from[i], *twin;
    if (!result_same_plan(from[0], r, paths[i], err) ||
        !same_number(err, paths[i], "number of shards", from[0]->shards, r->shards))
        return false;
    if (r->done < result_rounds(r))
        return fail(err, NOT_ALLOWED, at,
                    "shard %u/%u is not finished (%llu of %llu rounds); finish it with --resume",
                    r->shard, r->shards, (unsigned long long)r->done,
                    (unsigned long long)result_rounds(r));
    twin = by_shard[r->shard - 1];
    if (twin && !same_shard_twice(twin, r))
        return fail(err, NOT_ALLOWED, at,
                    "shard %u/%u came before and with other numbers; one of the two was made by a "
                    "different program",
                    r->shard, r->shards);
    by_shard[r->shard - 1] = r;
    return true;
}

struct sim_result *result_merge(struct arena *arena, struct sim_result *const *from,
                                const char *const *paths, size_t count, struct error *err)
{
    unsigned                  shards   = from[0]->shards;
    const struct sim_result **by_shard = ARENA_ARRAY(arena, const struct sim_result *, shards);
    for (size_t i = 0; i < count; i++)
        if (!check_shard(from, paths, i, by_shard, err)) return NULL;
    for (unsigned s = 0; s < shards; s++)
        if (!by_shard[s]) {
            fail(err, NOT_ALLOWED, (struct place){ 0 }, "shard %u/%u is missing", s + 1, shards);
            return NULL;
        }
    struct sim_result *sum = ARENA_NEW(arena, struct sim_result);
    *sum                   = *from[0];
    sum->shard = sum->shards = 1;
    sum->done                = 0;
    sum->scores              = ARENA_ARRAY(arena, uint8_t, (size_t)result_rounds(sum) * sum->seats);
    collect_names(arena, from, count, sum);
    for (unsigned s = 0; s < shards; s++) add_result(sum, by_shard[s], sum->done);
    return sum;
}
