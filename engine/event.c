#include "engine/event.h"

#include <stdlib.h>

void log_init(struct event_log *log) { *log = (struct event_log){ 0 }; }

void log_finish(struct event_log *log)
{
    free(log->events); // tidy: the log is the one thing that grows
    log_init(log);
}

struct event event_of(unsigned kind, seat_id seat, rule_id rule)
{
    return (struct event){
        .kind       = (uint16_t)kind,
        .seat       = seat,
        .seen_by    = EVERYBODY,
        .card       = NO_CARD,
        .target     = NO_CARD,
        .def        = NO_DEF,
        .target_def = NO_DEF,
        .from       = NO_ZONE,
        .to         = NO_ZONE,
        .told       = EVERYBODY,
        .reason     = { .rule = rule, .def = NO_DEF },
    };
}

_Bool event_for(const struct event *e, seat_id viewer, struct event *out)
{
    if (!(e->told >> viewer & 1)) return 0;
    seat_set target_seen_by = e->target_seen_by ? e->target_seen_by : e->seen_by;
    *out                    = *e;
    out->target_seen_by     = 0;
    if (!(target_seen_by >> viewer & 1)) out->target_def = NO_DEF;
    if (e->seen_by >> viewer & 1) return 1;
    out->def = NO_DEF;
    if (e->secret_reason) {
        out->reason.def = NO_DEF;
        out->reason.at = out->reason.length = 0;
        out->reason.line                    = 0;
    }
    return 1;
}
