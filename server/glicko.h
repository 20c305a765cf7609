// glicko.h - how strong somebody is, and how sure we are: Glicko-2 (Mark E. Glickman, "Example of
// the Glicko-2 system"). Matches are counted in periods: all matches of one are reckoned with the
// ratings that both had when it began, so their order does not matter.
#ifndef PENTACLE_SERVER_GLICKO_H
#define PENTACLE_SERVER_GLICKO_H

struct glicko {
    double rating, deviation, volatility;
};

// What the matches of one period have shown.
struct glicko_sums {
    double information; // 1/v of the paper
    double surprise;    // sum of g(phi_j) (s_j - E_j)
};

struct glicko glicko_newcomer(void); // 1500, 350, 0.06
// One match against somebody; `score` is 1, 0.5 or 0. Both as they were when the period began.
void glicko_add(struct glicko_sums *, const struct glicko *me, const struct glicko *other,
                double score);
// At the end of the period. Without a match only the deviation grows, up to a newcomer's.
struct glicko glicko_after(const struct glicko *, const struct glicko_sums *);

#endif
