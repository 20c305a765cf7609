// run.h - carrying a line out: one flow for the text of every game.
#ifndef PENTACLE_MEANING_RUN_H
#define PENTACLE_MEANING_RUN_H

#include "engine/flow.h"
#include "meaning/evaluate.h"

enum run_step {
    RUN_BEGIN,
    RUN_MODE,
    RUN_MAY,
    RUN_PICKED,
    RUN_CALLED,
    RUN_ASKED,
    RUN_BETWEEN,
    RUN_BETWEEN_PLAIN
};

MUST_USE enum flow run_text(struct table *, struct run_frame *);

// While a pick is asked for: what may be picked, and whether a thing is among it.
size_t run_picks(const struct table *, const struct run_frame *, uint16_t *out, size_t max);
bool   run_may_pick(const struct table *, const struct run_frame *, uint16_t thing);

#endif
