// match.h - a hosted match of any game: the position, what happened, and the log of choices that
// made it. The position is a function of (cards, start, choices), so the log is all that undo,
// saving and reconnecting need. Files: replay.h. Who sits in the seats (people, bots) is the
// caller's affair.
#ifndef PENTACLE_MATCH_MATCH_H
#define PENTACLE_MATCH_MATCH_H

#include "match/box.h"

enum { MOVES_MAX = 100000, SEAT_NAME_MAX = 40, MARKS_MAX = 4 };

// One entry of the log: a seat's choice, or its giving up.
struct move {
    struct choice choice; // kind CHOICE_NONE: the seat gave up
    seat_id       seat;
    uint16_t      options; // how many choices it was taken from
    uint32_t      learned; // core.learned just before
    uint32_t      events;  // events that had happened before
    bool          follows; // went on with what the move before it had begun
};

// A position on the way, so that going back does not play the match again from its start.
struct match_mark {
    size_t       moves; // that led to it
    struct core *position;
    bool         is_set;
};

static inline bool is_concession(const struct move *m) { return m->choice.kind == CHOICE_NONE; }

// All members are for reading; only the functions below change them.
struct match {
    const struct box  *box; // outlives the match
    struct table       table;
    struct match_setup setup; // its names are the match's own copies
    const char        *names[SEATS_MAX];
    struct text        origin; // the scenario it was opened from, or empty
    struct core       *first;  // the position before anything was answered
    struct match_mark  mark[MARKS_MAX];
    struct event_log   log;
    struct move       *moves;
    size_t             move_count, move_capacity;
    struct arena       arena;
};

// Checks the setup (mode, seats, decks, names), starts and runs to the first question. NULL on
// failure.
struct match *match_create(const struct box *, const struct match_setup *, struct error *);
// The same from an arranged position, such as a scenario's; `origin` is the text that arranged it.
struct match *match_create_from(const struct box *, const struct core *position,
                                const char *const *names, struct text origin, struct error *);
void          match_destroy(struct match *); // accepts NULL

// Takes a legal choice and runs on; refuses any other and changes nothing. Returns the rule that
// forbids it, or 0.
rule_id match_answer(struct match *, seat_id, struct choice);
// False if the match is over, the game knows no giving up, or the log is full.
bool match_concede(struct match *, seat_id);

// Undo, free while nobody has learned anything. A decision is an answer from two options or more
// (`options` of its move). The move to take back is the seat's last decision, and with it what the
// seat has answered since, which followed by itself. Refused, with the reason, if another
// seat has chosen since, or somebody has learned something hidden or chance has spoken.
bool match_can_undo(const struct match *, seat_id, size_t *move, struct error *);
bool match_undo(struct match *, seat_id, struct error *);
// The move with which the decision began that this move is a part of: a card, then its place, then
// its target are one decision for the person who made it.
size_t match_decision(const struct match *, size_t move);
// Goes back to the moment before that move, whatever was learned: for undo by consent.
void match_go_back(struct match *, size_t move);

// "Ash wins OVE-931", "Ash and Cyd win ...", "draw ..." or "unfinished".
void match_say_result(const struct match *, struct writer *);
// The same for another rule: the host's reason why somebody gave up.
void match_say_result_by(const struct match *, rule_id, struct writer *);

// Does `seat` know a face that `other` does not? (Then its screen is not for the other's eyes.)
bool match_has_secrets(const struct match *, seat_id seat, seat_id other);

#endif
