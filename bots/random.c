// Takes any of its choices, each with the same chance. Knows nothing, fears nothing: the measure of
// every other bot, and the driver of tests and benchmarks.
#include "bots/bot.h"

static size_t choose(const struct bot_question *q, struct rng *rng)
{
    return rng_below(rng, (uint32_t)q->count);
}

const struct bot random_bot = {
    .name   = "random",
    .about  = "takes any of its choices, each with the same chance",
    .choose = choose,
};
