// fair.h - is this match the one that a server promised? For whoever has the record (a replay) and
// what the server told about it (/fair/<table>); no server is needed.
#ifndef PENTACLE_SERVER_FAIR_H
#define PENTACLE_SERVER_FAIR_H

#include "match/replay.h"

// What the checker has beside the record.
struct fair_papers {
    const char *source; // of what was told, for messages
    struct text told;
    struct text log;        // of /commitments, or empty
    const char *log_source; // for messages
    const char *seal;       // 64 hex digits that were published while it was played; or NULL
};

// What was proven, if nothing was wrong.
struct fair_report {
    unsigned missing; // seats that gave no seed
    unsigned proof;   // 1: the shuffle only; 2: also version, cards, choices and the end
    size_t   acts;    // that the seal binds
    char     seal[65];
    bool     by_clock, claimed; // a seat gave up because the server says so
    bool     other_rules;       // the text of the rules is not that of this program
    bool     listed;            // the log has it
};

// Reckons everything anew: the commitment, the seats' hashes and the key, which must be that of the
// match; the hashes of its cards and its set-up; each act and the seals, which must make the moves
// and the result of the record. Names the first thing that does not agree.
MUST_USE bool fair_check(const struct fair_papers *, const struct replay *, struct fair_report *,
                         struct error *);

#endif
