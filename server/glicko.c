#include "server/glicko.h"

#include <math.h>

#define SCALE 173.7178
#define TAU 0.5 // how much a volatility may change
#define TINY 0.000001
#define PI_SQUARED 9.8696044010893586

struct glicko glicko_newcomer(void) { return (struct glicko){ 1500, 350, 0.06 }; }

static double g_of(double phi) { return 1 / sqrt(1 + 3 * phi * phi / PI_SQUARED); }

void glicko_add(struct glicko_sums *sums, const struct glicko *me, const struct glicko *other,
                double score)
{
    double g        = g_of(other->deviation / SCALE);
    double expected = 1 / (1 + exp(-g * (me->rating - other->rating) / SCALE));
    sums->information += g * g * expected * (1 - expected);
    sums->surprise += g * (score - expected);
}

// Step 5 of the paper: the zero of f, between A and B.
struct volatility {
    double delta, phi, v, a;
};

static double f_of(const struct volatility *k, double x)
{
    double e = exp(x), sum = k->phi * k->phi + k->v + e;
    return e * (k->delta * k->delta - sum) / (2 * sum * sum) - (x - k->a) / (TAU * TAU);
}

static double new_volatility(const struct volatility *k)
{
    double a = k->a, b;
    if (k->delta * k->delta > k->phi * k->phi + k->v)
        b = log(k->delta * k->delta - k->phi * k->phi - k->v);
    else
        for (b = a - TAU; f_of(k, b) < 0;) b -= TAU;
    double at_a = f_of(k, a), at_b = f_of(k, b);
    for (unsigned i = 0; fabs(b - a) > TINY && i < 100; i++) {
        double c = a + (a - b) * at_a / (at_b - at_a), at_c = f_of(k, c);
        if (at_c * at_b <= 0) {
            a    = b;
            at_a = at_b;
        } else
            at_a /= 2;
        b    = c;
        at_b = at_c;
    }
    return exp(a / 2);
}

static double not_above_newcomer(double deviation)
{
    double most = glicko_newcomer().deviation;
    return deviation < most ? deviation : most;
}

struct glicko glicko_after(const struct glicko *before, const struct glicko_sums *sums)
{
    struct glicko after = *before;
    double        phi   = before->deviation / SCALE;
    if (sums->information <= 0) {
        after.deviation = not_above_newcomer(SCALE * hypot(phi, before->volatility));
        return after;
    }
    double            v = 1 / sums->information;
    struct volatility k = { v * sums->surprise, phi, v,
                            log(before->volatility * before->volatility) };
    after.volatility    = new_volatility(&k);
    double phi_star     = hypot(phi, after.volatility);
    double phi_new      = 1 / sqrt(1 / (phi_star * phi_star) + 1 / v);
    after.rating        = before->rating + SCALE * phi_new * phi_new * sums->surprise;
    after.deviation     = not_above_newcomer(SCALE * phi_new);
    return after;
}
