#include "sim/statistics.h"

#include "base/arena.h"

#include <math.h>

static const double Z = 1.959964; // 95 % of the normal distribution lie within

// --- shares -------------------------------------------------------------------------------------

struct share share_within(struct score s, unsigned parts, double effect)
{
    double n = (double)s.games / effect;
    if (s.games == 0) return (struct share){ 1.0 / parts, 0, 1 };
    double p      = ((double)s.wins + (double)s.draws / parts) / (double)s.games;
    double middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n);
    double half   = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n));
    return (struct share){ p, middle - half, middle + half };
}

struct share share_of_parts(struct score s, unsigned parts) { return share_within(s, parts, 1); }

struct share share_of(struct score s) { return share_within(s, 2, 1); }

struct share share_sum(const struct share *shares, const double *weights, unsigned count)
{
    double value = 0, below = 0, above = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct share *s    = &shares[i];
        double              down = s->value - s->low, up = s->high - s->value, w = weights[i];
        value += w * s->value;
        below += w * w * (w > 0 ? down * down : up * up);
        above += w * w * (w > 0 ? up * up : down * down);
    }
    return (struct share){ value, value - sqrt(below), value + sqrt(above) };
}

struct share mean_change(uint64_t count, double sum, double squares, uint64_t differing)
{
    if (!count) return (struct share){ 0, -1, 1 };
    double usual = differing ? squares / (double)differing : 0.25; // of those that differ, squared
    double n = (double)count + 2, mean = sum / n;
    double error = sqrt((squares + 2 * usual - n * mean * mean) / (n - 1) / n);
    double t     = Z * (1 + (Z * Z + 1) / (4 * (n - 1))); // Student's, nearly
    double value = sum / (double)count;
    return (struct share){ value, fmin(mean - t * error, value), fmax(mean + t * error, value) };
}

// --- chances ------------------------------------------------------------------------------------

double normal_chance(double z) { return erfc(fabs(z) / sqrt(2)); }

static double log_choose(double n, double k)
{
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

double sign_chance(uint64_t better, uint64_t worse)
{
    uint64_t all = better + worse, most = better > worse ? better : worse;
    double   sum = 0;
    if (!all) return 1;
    for (uint64_t k = most; k <= all; k++)
        sum += exp(log_choose((double)all, (double)k) - (double)all * log(2));
    return sum * 2 < 1 ? sum * 2 : 1;
}

// --- two samples --------------------------------------------------------------------------------

enum { EXACT_MAX = 240, SUMS_MAX = 1024 }; // rounds dealt in all their ways; sums told apart

uint64_t sample_size(const struct sample *s)
{
    uint64_t sum = 0;
    for (unsigned v = 0; v < VALUES_MAX; v++) sum += s->count[v];
    return sum;
}

static uint64_t sample_sum(const struct sample *s)
{
    uint64_t sum = 0;
    for (unsigned v = 0; v < VALUES_MAX; v++) sum += s->count[v] * v;
    return sum;
}

double sample_mean(const struct sample *s)
{
    uint64_t size = sample_size(s);
    return size ? (double)sample_sum(s) / (double)size : 0;
}

static unsigned common_step(unsigned a, unsigned b) { return b ? common_step(b, a % b) : a; }

// Both samples with the smallest value as 0 and in steps as large as they can be.
static unsigned make_small(struct sample *a, struct sample *b)
{
    unsigned first = 0, step = 0, last = 0;
    while (first < VALUES_MAX && !a->count[first] && !b->count[first]) first++;
    for (unsigned v = first; v < VALUES_MAX; v++)
        if (a->count[v] || b->count[v]) step = common_step(v - first, step), last = v;
    if (!step) return 0;
    struct sample from_a = *a, from_b = *b;
    *a = *b = (struct sample){ 0 };
    for (unsigned v = first, to = 0; v <= last; v += step, to++) {
        a->count[to] = from_a.count[v];
        b->count[to] = from_b.count[v];
    }
    return (last - first) / step;
}

// Ways to take so many rounds of all with such a sum, as parts of all ways: rows by rounds taken.
struct ways {
    double   of[EXACT_MAX / 2 + 1][SUMS_MAX];
    unsigned taken, sum; // the most so far
};

static void add_value(struct ways *w, unsigned value, unsigned rounds, unsigned wanted)
{
    double some[EXACT_MAX + 1]; // ways to take j of these
    for (unsigned j = 0; j <= rounds; j++) some[j] = exp(log_choose(rounds, j));
    unsigned taken = w->taken + rounds < wanted ? w->taken + rounds : wanted;
    unsigned most = w->sum + rounds * value < SUMS_MAX - 1 ? w->sum + rounds * value : SUMS_MAX - 1;
    // From the top down, so that what is read has not been written yet.
    for (unsigned k = taken + 1; k-- > 0;)
        for (unsigned s = most + 1; s-- > 0;) {
            double sum = 0;
            for (unsigned j = 0; j <= rounds && j <= k && j * value <= s; j++)
                if (k - j <= w->taken && s - j * value <= w->sum)
                    sum += some[j] * w->of[k - j][s - j * value];
            w->of[k][s] = sum;
        }
    w->taken = taken;
    w->sum   = most;
}

static double exact_chance(const struct sample *a, const struct sample *b, unsigned values)
{
    struct arena arena;
    arena_init(&arena);
    struct ways *w     = ARENA_NEW(&arena, struct ways); // a megabyte
    unsigned     taken = (unsigned)sample_size(a), all = taken + (unsigned)sample_size(b);
    double       middle = (double)(sample_sum(a) + sample_sum(b)) * taken / all;
    double       far = fabs((double)sample_sum(a) - middle) - 1e-9, sum = 0, total = 0;
    w->of[0][0] = 1;
    for (unsigned v = 0; v <= values; v++)
        add_value(w, v, (unsigned)(a->count[v] + b->count[v]), taken);
    for (unsigned s = 0; s <= w->sum; s++) {
        total += w->of[taken][s];
        if (fabs(s - middle) >= far) sum += w->of[taken][s];
    }
    arena_finish(&arena);
    return fmin(1, sum / total);
}

static double rough_chance(const struct sample *a, const struct sample *b)
{
    double n = (double)sample_size(a), m = (double)sample_size(b), squares = 0;
    double mean = (double)(sample_sum(a) + sample_sum(b)) / (n + m);
    for (unsigned v = 0; v < VALUES_MAX; v++)
        squares += (double)(a->count[v] + b->count[v]) * (v - mean) * (v - mean);
    double error = sqrt(squares / (n + m - 1) * (n + m) / n / m);
    double apart = fabs(sample_mean(a) - sample_mean(b)) - (n + m) / n / m / 2; // half a step less
    return apart > 0 ? normal_chance(apart / error) : 1;
}

double sample_chance(const struct sample *one, const struct sample *other)
{
    struct sample a = *one, b = *other;
    uint64_t      n = sample_size(&a), m = sample_size(&b);
    if (!n || !m) return 1;
    unsigned values = make_small(&a, &b);
    if (!values) return 1; // all alike
    if (n + m > EXACT_MAX || (n < m ? n : m) * values >= SUMS_MAX) return rough_chance(&a, &b);
    return n <= m ? exact_chance(&a, &b, values) : exact_chance(&b, &a, values);
}

// --- many rows ----------------------------------------------------------------------------------

// Rows that could be marked at all, if so many share the 5 %.
static unsigned rows_within(const struct tested *rows, unsigned count, unsigned sharing)
{
    unsigned can = 0;
    for (unsigned i = 0; i < count; i++) can += rows[i].least <= 0.05 / sharing;
    return can;
}

static struct tested *least_likely(struct tested *rows, unsigned count)
{
    struct tested *least = NULL;
    for (unsigned i = 0; i < count; i++)
        if (!rows[i].marked && (!least || rows[i].chance < least->chance)) least = &rows[i];
    return least;
}

unsigned mark_certain(struct tested *rows, unsigned count)
{
    unsigned sharing = 1, marked = 0;
    while (rows_within(rows, count, sharing) > sharing) sharing++;
    for (; marked < sharing; marked++) {
        struct tested *least = least_likely(rows, count);
        if (!least || least->chance > 0.05 / (sharing - marked)) return marked;
        least->marked = true;
    }
    return marked;
}

unsigned mark_likely(struct tested *rows, unsigned count)
{
    unsigned marked = 0;
    double   limit  = 0; // the largest chance that keeps what was promised
    for (unsigned i = 0; i < count; i++) {
        unsigned rank = 0;
        for (unsigned j = 0; j < count; j++) rank += rows[j].chance <= rows[i].chance;
        if (rows[i].chance <= 0.05 * rank / count) limit = fmax(limit, rows[i].chance);
    }
    for (unsigned i = 0; i < count; i++) {
        rows[i].marked = rows[i].chance <= limit;
        marked += rows[i].marked;
    }
    return marked;
}
