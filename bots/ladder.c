#include "bots/ladder.h"

#include <math.h>
#include <string.h>

static const double POINTS = 400 / 2.302585092994046; // of Elo for e to one
enum { ROUNDS = 200 };

void ladder_note(struct ladder *l, unsigned a, unsigned b, const struct contest_score *s)
{
    double games = (double)s->games, points = (double)s->wins + (double)s->draws / 2;
    l->games[a][b] += games;
    l->games[b][a] += games;
    l->points[a][b] += points;
    l->points[b][a] += games - points;
}

static double expected(double mine, double theirs) { return 1 / (1 + exp(theirs - mine)); }

// Solves matrix * x = right by elimination; both are destroyed. The matrix is symmetric and
// positive.
static void solve(double matrix[LADDER_MAX][LADDER_MAX], double *right, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = i + 1; j < count; j++) {
            double factor = matrix[j][i] / matrix[i][i];
            for (unsigned k = i; k < count; k++) matrix[j][k] -= factor * matrix[i][k];
            right[j] -= factor * right[i];
        }
    for (unsigned i = count; i-- > 0;) {
        for (unsigned k = i + 1; k < count; k++) right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
}

// How the results pull at each strength, and how firmly they hold it; the first stays at 0, its row
// is left out.
static void weigh(const struct ladder *l, const double *strength, double *pull,
                  double hold[LADDER_MAX][LADDER_MAX])
{
    memset(pull, 0, LADDER_MAX * sizeof *pull);
    memset(hold, 0, LADDER_MAX * sizeof *hold);
    for (unsigned a = 1; a < l->count; a++)
        for (unsigned b = 0; b < l->count; b++) {
            if (a == b || l->games[a][b] == 0) continue;
            double games = l->games[a][b] + 1, won = l->points[a][b] + 0.5;
            double p = expected(strength[a], strength[b]);
            pull[a - 1] += won - games * p;
            hold[a - 1][a - 1] += games * p * (1 - p);
            if (b > 0) hold[a - 1][b - 1] -= games * p * (1 - p);
        }
    for (unsigned a = 1; a < l->count; a++)
        if (hold[a - 1][a - 1] == 0) hold[a - 1][a - 1] = 1; // met nobody
}

void ladder_rate(const struct ladder *l, struct rating out[LADDER_MAX])
{
    double   strength[LADDER_MAX] = { 0 }, pull[LADDER_MAX], hold[LADDER_MAX][LADDER_MAX];
    unsigned free                 = l->count - 1; // the first is fixed
    for (unsigned round = 0; round < ROUNDS; round++) {
        weigh(l, strength, pull, hold);
        solve(hold, pull, free);
        for (unsigned i = 0; i < free; i++) // no step beyond what the curve allows
            strength[i + 1] += pull[i] > 1 ? 1 : pull[i] < -1 ? -1 : pull[i];
    }
    out[0] = (struct rating){ 0 };
    for (unsigned i = 0; i < free; i++) {
        weigh(l, strength, pull, hold);
        memset(pull, 0, sizeof pull);
        pull[i] = 1;
        solve(hold, pull, free); // a column of the inverse
        out[i + 1] = (struct rating){ strength[i + 1] * POINTS, 1.959964 * sqrt(pull[i]) * POINTS };
    }
}
