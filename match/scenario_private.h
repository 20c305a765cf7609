// scenario_private.h - what the files behind scenario.h share.
//
// A file is read into steps (scenario_read.c) without knowing the game. A run takes one scenario
// through its steps: arranges the position (scenario_given.c), makes choices (scenario_when.c) and
// checks (scenario_check.c, scenario_offered.c); the words for cards and values are in
// scenario_words.c.
#ifndef PENTACLE_MATCH_SCENARIO_PRIVATE_H
#define PENTACLE_MATCH_SCENARIO_PRIVATE_H

#include "engine/notation.h"
#include "engine/table.h"
#include "match/scenario.h"

enum {
    SAID_MAX        = 4000, // bytes of what was expected or found
    LATER_MAX       = 600,
    FORCED_WALK_MAX = 64, // questions answered by themselves for one line
    AUTOS_MAX       = 64,
};

// --- files --------------------------------------------------------------------------------------

enum step_kind {
    STEP_SCENARIO,
    STEP_GAME,
    STEP_MODE,
    STEP_SEATS,
    STEP_SEED,
    STEP_OPTION,
    STEP_STRICT,
    STEP_RULE,
    STEP_SHOWS,
    STEP_CARD,
    STEP_BRINGS,
    STEP_GIVEN,
    STEP_FORCE,
    STEP_OFFERED,
    STEP_WHEN,
    STEP_THEN,
    STEP_REFUSED,
    STEP_SEES,
    STEP_EVENT,
    STEP_ASKED,
    STEP_RESULT,
    STEP_GOAL,
    STEP_COUNT
};

// One line as it counts: comments gone, single blanks, continued lines joined. from[i] is the place
// of byte i in the file.
struct line {
    struct text     text;
    const uint32_t *from;
};

struct step { // a keyword with all its lines
    enum step_kind     kind;
    const struct line *lines;
    uint32_t           count;
    uint32_t           at; // of the keyword in the file
};

struct scenario {
    struct text        title;
    struct text        whole; // all its bytes in the file
    const struct step *steps;
    uint32_t           count;
};

struct scenario_file {
    const char            *source;
    struct text            text;
    const struct step     *common; // what stands before the first scenario holds for all of them
    uint32_t               common_count;
    const struct scenario *scenarios;
    uint32_t               count;
};

extern const char *const STEP_WORDS[STEP_COUNT];

MUST_USE bool scenario_read(struct arena *, const char *source, struct text,
                            struct scenario_file *out, struct error *);
struct place  scenario_place(const struct scenario_file *, uint32_t at);

// --- a run --------------------------------------------------------------------------------------

struct auto_answer { // a question that had one answer only
    seat_id seat;
    char    words[200];
};

// Time-outs of a seat, as far as they count.
struct late {
    unsigned count;
    uint32_t turn; // of the last one
};

struct run {
    const struct scenario_file *file;
    const struct scenario      *scenario;
    const struct step          *steps; // of the file's beginning and of the scenario
    uint32_t                    step_count, first_action, title_at;
    const struct step          *step;
    const struct line          *line; // where it stands now; NULL: at the keyword
    const struct game          *game;
    const struct box           *box;
    struct box                 *own_box; // with the scenario's cards, or NULL
    struct arena               *arena;   // for this scenario
    const char *const          *names;
    struct match_setup          setup;
    struct table                t;
    struct event_log            log;
    struct core                *copy, *kept; // for comparing, and for going back
    struct late                 late[SEATS_MAX];
    seat_id                     to_act;
    unsigned                    phase;
    bool                        strict, arranged;
    bool                        taking_back; // each answer is taken back and given again
    struct match               *again;       // ... here
    bool                        may_be_any[FORCED_SHUFFLE + 1]; // by enum forced_kind: "any"
    uint64_t                    seed;                           // where the scenario names none
    bool                        any_seed;                       // it names none
    bool                        replayed;    // the box holds the scenario's own cards already
    uint8_t                     filled[256]; // zones of one card that a line has filled
    unsigned                    turns_begun; // in the position that was arranged
    size_t                      events_from; // what happened since the last "when" began
    uint64_t                    checked;     // hash of the position last looked at for leaks
    uint64_t                    luck;
    struct auto_answer          autos[AUTOS_MAX];
    unsigned                    auto_count, auto_next;
    struct choice               list[CHOICES_MAX], other[CHOICES_MAX];
    struct view                 view, guess;
    struct error                err; // the scenario itself is wrong
    // What differs: kept until the next check.
    char          expected_text[SAID_MAX], found_text[SAID_MAX];
    char          later_text[LATER_MAX]; // found after questions that answered themselves, in lines
    struct writer expected, found, later;
};

// A run that stands nowhere yet; the states are for the position and two copies of it.
void run_init(struct run *, const struct scenario_file *, const struct scenario *,
              const struct game *, const struct box *, struct arena *,
              struct core *const states[3]);
bool run_step(struct run *, const struct step *);
// What the scenario wanted and what there was instead; always false.
bool differs(struct run *, const char *expected, const char *found_format, ...)
    __attribute__((format(printf, 3, 4)));
bool run_begin(struct run *);   // game, mode, seats, cards
bool run_arrange(struct run *); // brings, given, force; up to the first question
bool run_force(struct run *, const struct step *);
bool run_when(struct run *, const struct step *);
// Does it hold, now or after questions that have one answer only got it?
bool observe(struct run *, const struct step *, bool (*holds)(struct run *, const struct step *));
bool check_then(struct run *, const struct step *);
bool check_sees(struct run *, const struct step *);
bool check_event(struct run *, const struct step *);
bool check_asked(struct run *, const struct step *);
bool check_result(struct run *, const struct step *);
bool check_goal(struct run *, const struct step *);
bool read_goal(struct run *, const struct step *, struct scenario_goal *);
void note_turns(struct run *);
// "shows 12 TEXT": a card of the scenario has this text (language.c).
bool check_shows(struct run *, const struct step *);
bool language_row(struct text line, unsigned *capability, struct text *said);
bool check_offered(struct run *, const struct step *);
bool check_refused(struct run *, const struct step *);

// Runs on to the next question and looks at the position: whole, secrets kept, words unique.
bool run_advance(struct run *);
// One question that has one answer only gets it. False if there is none; *ok is false if the
// position it leads to is broken.
bool run_takes_back(const struct run *, struct choice);
bool run_forced_answer(struct run *, bool *ok);
// Answers questions that have one answer only until this seat is asked.
bool run_until_asked(struct run *, seat_id);
void write_asked(struct run *, struct writer *); // who is asked, with up to a few choices

static inline bool is_asked(const struct run *r, seat_id seat)
{
    return r->t.state->asked >> seat & 1;
}

// --- words --------------------------------------------------------------------------------------

// A place in a line; all take_ functions move it on and over a blank that follows.
struct cursor {
    struct run        *run;
    const struct line *line;
    struct text        rest;
};

struct cursor cursor_on(struct run *, const struct line *);
struct place  cursor_place(const struct cursor *);
bool refuse(const struct cursor *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// The place of an error that a game or a reader found by itself.
bool refuse_with(const struct cursor *, struct error *);
void cursor_skip(struct cursor *, size_t size);
bool at_end(const struct cursor *);       // of the line
bool at_separator(const struct cursor *); // or at a comma or semicolon
bool take_separator(struct cursor *);
bool take_words(struct cursor *, const char *words);
bool take_sign(struct cursor *, char);
bool take_seat(struct cursor *, seat_id *);
bool take_viewer(struct cursor *, seat_id *); // a seat or "spectator"
bool take_number(struct cursor *, long min, long max, long *);
bool take_rule(struct cursor *, rule_id *, struct error *); // "OVE-424"
// A face by its name, the longest that fits; or explains what is nearest.
bool take_face(struct cursor *, def_id *);
bool refuse_face(const struct cursor *);

// One thing said of the table, a seat or a card.
enum claim_kind { CLAIM_WORD, CLAIM_OWNER, CLAIM_KNOWN, CLAIM_NAMED };
struct claim {
    enum claim_kind             kind;
    const struct scenario_word *word;
    const struct named_word    *named;
    unsigned                    name; // in front of it
    seat_id                     seat;
    card_id                     card;
    int                         value;
    bool                        negated;
    struct cursor               at;
    struct claim               *next;
};

// A card of a list with what is said of it and what is attached to it.
struct item {
    def_id        def; // NO_DEF: "?"
    bool          hidden;
    unsigned      count;
    struct claim *claims;
    struct item  *attached; // first of them
    struct item  *next;
    struct cursor at;
};

enum list_kind { LIST_EXACT, LIST_TOP, LIST_BOTTOM, LIST_INCLUDES, LIST_EXCLUDES, LIST_NUMBER };
struct list {
    enum list_kind kind;
    zone_id        zone;
    seat_id        owner; // NO_SEAT: anybody's
    struct item   *items;
    unsigned       count; // of cards, without attached ones
};

// "leader Nyssa, 2 Ridge Boar ..." or the name of a ready-made deck, into the setup.
bool take_deck(struct cursor *, seat_id);
// "Ash unit 2: ..." Returns false without an error if the line does not start like this.
bool take_list(struct cursor *, seat_id self, bool views, struct list *);
// "Ash leader rank III", "Quick Blade damaged 0 exhausted": adds to the claims.
bool take_phrase(struct cursor *, struct claim **);
bool claim_holds(const struct run *, const struct claim *);
void write_claim(const struct run *, const struct claim *, bool as_found, struct writer *);

#endif
