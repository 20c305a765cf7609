// lang.h - what a game declares about its language: rows that grammars name, and a few hooks.
//
// Every list ends with a NULL name. A grammar names rows (DO=DEAL), the meaning holds their
// numbers. `said` is how `pentacle card` puts a row into plain words.
#ifndef PENTACLE_MEANING_LANG_H
#define PENTACLE_MEANING_LANG_H

#include "base/text.h"
#include "meaning/meaning.h"
#include "meaning/shapes.h"

struct table;

// Where and for whom something is looked at.
struct scope {
    const struct table   *t;
    const struct meaning *m;
    const struct work    *w;
    seat_id               seat; // who does it
    uint16_t              each; // REF_EACH
    const void           *own;  // the game's
};

// What masks are compared with.
struct facts {
    uint64_t bits;
    uint16_t kind, place; // bits
    uint8_t  side;        // bit
};

// What a deed gets: one thing of its things (or NO_THING), one of those it goes to, how much.
struct aim {
    uint16_t thing, to;
    seat_id  who;
    int      amount;
};

enum way {
    ONCE,      // once, whatever its things are
    TO_EACH,   // for each of its things
    CALLS,     // for each of its things, and it may push a flow
    CALLS_ONCE // once, whatever its things are, and it may push a flow
};
enum takes { TAKES_THINGS = 1, TAKES_AMOUNT = 2, TAKES_TO = 4, MAY_TAKE_AMOUNT = 8 };
enum verb_flag {
    VERB_STANDS       = 1, // in a line that stands (line_row) it is a standing change, not a step
    VERB_IS_FIRST     = 2, // the game's own mark
    VERB_ONE_BY_ONE   = 4, // what is picked is picked one after the other, and done before the next
    VERB_ALWAYS_ASKS  = 8, // also where there is only as much as is picked
    VERB_NEEDS_THINGS = 16, // cannot be done where nothing fits its things
    VERB_PAYS         = 32, // who may do it does it in full or not at all
    VERB_REPEATS      = 64, // its amount says how often it is done
};
struct verb_row {
    const char *name, *said; // "deal {amount} damage to {things}"
    uint8_t     takes, types, way, flags;
    uint8_t     otherwise;      // the reference that is meant where no things are said; 0: none
    uint8_t     question, pick; // how a pick of its things is asked; pick: kind of choice
    uint8_t     some;           // the question where one picks up to so many, if another
    uint16_t    places, kinds;  // where and what its things are, unless the words say so
    uint16_t    lines;          // the rows of lines in which it does something, a bit each; 0: all
    uint8_t     never;          // the reference that it never can be done to; 0: none
    bool (*can)(const struct scope *, const struct step *);  // can it be done at all? NULL: yes
    int (*stock)(const struct scope *, const struct step *); // of what is paid; NULL: its things
    uint16_t (*deed)(struct table *, struct work *, const struct step *, const struct aim *);
    // Of a verb that calls: what came of it. NULL: nothing more is to be done.
    uint16_t (*result)(struct table *, struct work *, const struct step *, const struct aim *);
};
struct word_row {                  // kinds, facts, places, words
    const char *name, *one, *many; // one, many: as ONE(list) and MANY(list) read them
    uint64_t    bits;              // of words: those that have some form a set
    uint8_t     types, sides;      // of kinds
    const char *said;              // for `pentacle card`; NULL: as it is read
};
struct test_row {
    const char *name, *said;
    bool (*fits)(const struct scope *, const struct test *, uint16_t thing);
};
enum { NO_STAT = INT16_MIN }; // of what has no such number: no comparison with it holds
struct stat_row {
    const char *name, *said;
    uint8_t     types;                               // of what has it
    int (*of)(const struct scope *, uint16_t thing); // or NO_STAT
};
struct cond_row {
    const char *name, *said;
    bool (*holds)(const struct scope *);
};
struct role_row { // looked up when it is needed: "your target"
    const char *name, *said;
    uint8_t     type;
    uint16_t (*who)(const struct scope *); // or NO_THING
};
struct until_row {
    const char *name, *said;
};
enum source { SOURCE_END, LAST_PICK, LAST_NAMED, EVENT_TO, EVENT_BY, THE_REF };
struct pronoun_row {
    const char *name, *said;
    uint8_t     types;    // of what it may stand for
    uint8_t     many;     // it speaks of several
    uint8_t     silent;   // no words stand for it, so no later word speaks of it
    uint8_t     order[6]; // enum source, or a reference: REF_SELF, REF_ROLE + n
    uint8_t     ref;      // for THE_REF: REF_YOU, REF_SELF, REF_ROLE + n
    const char *instead;  // words that would work where nothing is meant; or NULL
};
enum line_flag { LINE_STANDS = 1 };
struct line_row {
    const char *name, *said; // "when announced"
    uint8_t     flags;
};

struct event_row {
    const char *name, *said;    // "{by} attacks {to}"
    uint8_t     by_ref, to_ref; // what the line calls them: SLOT_DOER, REF_ROLE + n; 0: it cannot
    bool        unnamed;        // also those of whom it speaks anyway: pronouns say so themselves
};

enum answered { ASK_NOW, SAID_YES, SAID_NO };

struct lang {
    const struct verb_row    *verbs;
    const struct word_row    *kinds, *facts, *places, *words;
    const struct test_row    *tests;
    const struct stat_row    *stats;
    const struct cond_row    *conds;
    const struct role_row    *roles;
    const struct until_row   *untils, *moments; // moments: of LATER
    const struct pronoun_row *pronouns;
    const struct line_row    *lines;
    const struct event_row   *events;       // or NULL
    const uint16_t           *cond_lines;   // by row of conds: its lines, a bit each; or NULL
    uint8_t                   default_kind; // of things for which no kind is said
    uint8_t                   half_unit;    // halves are rounded down to multiples of it
    bool                      zero_is_done; // also what was reckoned and came to nothing is done
    uint64_t                  lacks;        // facts that things lack unless they are spoken of
    uint16_t                  places_else;  // of what has no place said; 0: anywhere
    uint8_t  tally_stat; // 1 + a stat of this card: "that much" in what waits (on hit), uncounted
    uint8_t  named_max;
    uint16_t named_at; // bytes from a work to its names

    // What kind of line it is, by its head: row of `lines`.
    unsigned (*line_kind)(const struct op *line);

    // Reading; NULL: nothing is to be said. The places of what is meant by a verb where none are
    // said, and whether a role, or SLOT_DONE_TO, SLOT_DOER or REF_SELF, is there in this line.
    uint16_t (*reach)(const struct op *line, const struct things *);
    bool (*has_role)(const struct op *line, unsigned ref);

    // What is meant by a verb without things in this line, if not what its row says; 0: that.
    uint8_t (*otherwise)(const struct op *line, unsigned verb);

    // Evaluating. candidates() walks what may fit, in the game's order; facts_of() describes a
    // thing as the scope's seat may know it.
    size_t (*candidates)(const struct scope *, const struct things *, uint16_t *out, size_t max);
    // Would candidates() list it?
    bool (*is_candidate)(const struct scope *, const struct things *, uint16_t thing);
    // Of a stat that goes by a quoted name ("Charge" counters).
    int (*stat_by_name)(const struct scope *, uint16_t thing, unsigned name);
    // How many there would be, if that can be told faster; or NULL.
    int (*count)(const struct scope *, const struct things *);
    struct facts (*facts_of)(const struct scope *, uint16_t thing);

    // Is something that is meant open to what is done to it now?
    bool (*still)(const struct scope *, const struct step *, uint16_t thing);

    // Running. Works lie in the position one behind the other. Hooks that are NULL are left out.
    uint16_t work_at, work_size; // bytes: from the position to the first of them, of one
    uint8_t  ask_may, yes;       // the question whether, and the kind of choice that says so
    uint8_t  ask_mode;           // which of the modes, by its option; 0: settled before
    bool     picks_singly;       // one question after the other; all are picked before it is done
    uint8_t  pick_place, enough; // then: kinds of choice for a place, and for no more
    bool (*acts)(const struct table *, seat_id);             // can it still answer?
    bool (*ends)(const struct table *, const struct work *); // nothing more is done
    bool (*passes_over)(const struct table *, const struct work *,
                        const struct step *); // not this time
    bool (*between)(struct table *, struct work *,
                    const struct step *); // after a step; true: it called a flow
    // What was settled before it is carried out is not asked any more.
    enum answered (*may)(struct table *, struct work *, const struct step *);
    void (*may_done)(struct table *, struct work *, const struct step *); // it was said yes
    bool (*announced)(const struct table *, const struct things *);
    void (*take_announced)(struct table *, struct work *, const struct step *,
                           const struct things *); // names what is still meant
    // Is it asked where so many can be picked? Lets the seat see what it picks from.
    bool (*asks)(struct table *, const struct scope *, const struct step *, const struct things *,
                 size_t count);
    // Is what was picked by its place what the words mean?
    bool (*turns_out)(const struct scope *, const struct things *, uint16_t thing);
    uint16_t (*where)(const struct scope *, const struct step *); // it goes; or NO_THING
    void (*postpone)(struct table *, const struct work *, unsigned step, unsigned moment);
};

static inline struct work *lang_work(const struct lang *g, void *position, unsigned i)
{
    return (struct work *)(void *)((char *)position + g->work_at + i * g->work_size);
}
static inline const struct work *lang_work_at(const struct lang *g, const void *position,
                                              unsigned i)
{
    return (const struct work *)(const void *)((const char *)position + g->work_at +
                                               i * g->work_size);
}

// The number of the row that a shape's value has by this name; false: there is none.
bool lang_value(const struct lang *, uint16_t shape, struct text name, int16_t *value);
// A list of words by name ("kinds"), for ONE() and MANY(); or NULL.
const struct word_row *lang_list(const struct lang *, struct text name);
// All names a shape's value may have, for messages.
void        lang_list_values(const struct lang *, uint16_t shape, struct writer *);
const char *shape_name(uint16_t shape); // or NULL
bool        shape_of(struct text name, uint16_t *shape);

#endif
