// flow.h - rules as resumable functions with named pause points.
//
// A flow is a function that returns enum flow and keeps what must survive a pause in its frame,
// inside the position. It asks (core.h) or calls another flow, then pauses; the game's advance()
// resumes it at the named step. Steps are named for what has happened when the flow comes back.
//
//     FLOW_BEGIN(f);
//     ask(&s->core, who, QUESTION_ZONE, 0, card);
//     FLOW_PAUSE(f, ACTIVATE_ZONE_CHOSEN);
//     ...
//     FLOW_END(f);
#ifndef PENTACLE_ENGINE_FLOW_H
#define PENTACLE_ENGINE_FLOW_H

#include "base/error.h"

enum flow { FLOW_DONE, FLOW_PAUSED };

#define FLOW_BEGIN(f)                                                                              \
    switch ((f)->at) {                                                                             \
    case 0:
#define FLOW_PAUSE(f, step)                                                                        \
    do {                                                                                           \
        (f)->at = (step);                                                                          \
        return FLOW_PAUSED;                                                                        \
    case (step):;                                                                                  \
    } while (0)
// After a call of another flow that often has nothing to ask: `ended` runs it at once and says
// whether the caller may go on. If not, the caller pauses as it does with FLOW_PAUSE.
#define FLOW_PAUSE_UNLESS(f, step, ended)                                                          \
    do {                                                                                           \
        (f)->at = (step);                                                                          \
        if (!(ended)) return FLOW_PAUSED;                                                          \
        __attribute__((fallthrough));                                                              \
    case (step):;                                                                                  \
    } while (0)
#define FLOW_END(f)                                                                                \
    return FLOW_DONE;                                                                              \
    }                                                                                              \
    BUG("flow resumed at an unknown step");                                                        \
    return FLOW_DONE

#endif
