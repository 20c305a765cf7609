// game.h - what a game tells the rest of Pentacle: one const struct game per rulebook.
//
// A front end never calls these slots itself; it goes through table.h, which adds what all games
// share (who is asked, gathering several picks, refusing what is not legal, knowledge).
#ifndef PENTACLE_ENGINE_GAME_H
#define PENTACLE_ENGINE_GAME_H

#include "base/error.h"
#include "base/rng.h"
#include "base/text.h"
#include "engine/cards.h"
#include "engine/event.h"
#include "engine/pool.h"
#include "engine/prior.h"
#include "engine/rule.h"
#include "engine/view.h"

struct arena;
struct card_form;
struct dialect_words;
struct embedded_file;
struct sheet;
struct table;

// One match in play: the position, and the things around it that are never cloned.
struct table {
    const struct game      *game;
    const struct card_pool *pool;
    struct event_log       *log;     // NULL while a bot searches
    struct core            *state;   // game->state_size bytes
    uint64_t                effects; // verbs of card text carried out so far; for measuring only
    // Nobody looks at who is asked: a question that has one answer, and is asked only lest its
    // absence tell something, may go by unasked. The match goes the same way.
    bool unwatched;
};

enum { DECK_CARDS_MAX = 256 };

// What a seat brings along: cards by section of the deck file (0 = main).
struct seat_setup {
    const char *name; // what the player is called: "Ash"
    uint16_t    count;
    def_id      card[DECK_CARDS_MAX];
    uint8_t     section[DECK_CARDS_MAX];
};

enum { AGREED_MAX = 8 }; // options of a game

struct match_setup {
    uint8_t           mode; // row of game->modes
    uint8_t           seats;
    uint8_t           key[32];
    struct seat_setup seat[SEATS_MAX];
    int16_t           option[AGREED_MAX]; // by row of game->options; 0: nothing was said
    bool bare; // a scenario: no decks, no questions; cards are placed by hand afterwards
};

// Something that may be agreed before a match; row i of a game's list is match_setup.option[i]. One
// of the words, counted from 1, or a number from min to max; 0 leaves it to the mode and the rules.
struct game_option {
    const char        *name, *about;
    const char *const *words; // ends with NULL; NULL: a number
    int16_t            min, max;
    int16_t            usual; // where neither players nor mode say anything; 0: `about` tells
};

struct game_mode {
    const char *name, *about;
    uint8_t     seats_min, seats_max;
    int16_t     option[AGREED_MAX]; // a mode may be a name for options; what players say beats it
};

// What an option comes to: as the players say, else as the mode does, else as usual.
static inline int option_of(const struct game_mode *modes, const struct game_option *options,
                            const struct match_setup *setup, unsigned option)
{
    if (setup->option[option]) return setup->option[option];
    const struct game_mode *mode = &modes[setup->mode];
    return mode->option[option] ? mode->option[option] : options[option].usual;
}

// Zones as people name them. Row i of the table describes zone i.
enum zone_sight { SIGHT_ALL, SIGHT_OWNER, SIGHT_TEAM, SIGHT_NOBODY };
struct zone_name {
    const char     *name;  // "unit 2", "hand"; the same for every seat
    seat_id         seat;  // NO_SEAT: shared
    enum zone_sight sight; // who knows a face-up card that comes here
    uint8_t         one;   // 1: place of one card, which may be named by the place
};

// How a kind of choice is written. {card} {target} {zone} {seat} {option} {extra} {word} stand for
// the members of the choice: card, target (as card or zone), option (as seat, number or word),
// extra.
struct choice_form {
    uint8_t            kind;
    const char        *form;
    const char *const *words; // for {word}, ends with NULL
};
// {seat} {card} {target} {amount} {from} {to}, and {s} for the plural of what {amount} counts.
struct event_form {
    uint16_t    kind;
    const char *form;
};

// Words that a scenario sets in "given" and tests in "then": of the table, of a seat, of a card.
enum word_scope { WORD_TABLE, WORD_SEAT, WORD_CARD };
enum word_value { WORD_FLAG, WORD_NUMBER, WORD_ROMAN, WORD_SEAT_NAME, WORD_CHOICE };
struct scenario_word {
    const char        *word;
    enum word_scope    scope;
    enum word_value    value;
    const char *const *values; // WORD_CHOICE: what it may be, ends with NULL
    int (*get)(const struct table *, seat_id, card_id);
    bool (*set)(struct table *, seat_id, card_id, int value); // false: cannot be; NULL: only tested
};

// Such words of a card behind a name of the card texts, and its number in the pool: "Rust marks 2".
struct named_word {
    const char *word;
    int (*get)(const struct table *, card_id, unsigned name);
    bool (*set)(struct table *, card_id, unsigned name, int value); // false: cannot be
};

// The time that the rules give a seat for the question it is asked. Positions know no time: whoever
// hosts a match keeps it, and takes default_choice() when it is over.
struct time_limit {
    rule_id  rule;    // that says so; 0: none does, and nobody is in a hurry
    uint16_t seconds; // for this question, or
    uint32_t turn; // (if it is not 0) for all such questions of the seat in its turn of this number
};

// What the rules say about time as a whole.
struct time_rules {
    // NULL: the rules name no clock. A pure function of what everybody may know of the position.
    struct time_limit (*limit)(const struct table *, seat_id);
    const rule_id *all; // that speak of clocks, for people to read; ends with 0
    // So many time-outs give up the match, by that rule: in the whole match, or, if they are
    // counted by turns, in as many own turns in a row. 0: no number of them does.
    uint8_t time_outs;
    bool    by_turns;
    rule_id give_up;
};

// How a round of a match went.
struct round_over {
    rule_id  because;
    uint16_t turns;
};

#define NOT_NOW UINT32_MAX // of struct game, unspent()

// A number of a view that stands for something: a seat, a face, or a place in a table.
enum { VALUE_OF_SEAT = 1, VALUE_OF_FACE, VALUE_IN_TABLE };
struct value_limit {
    uint8_t name, kind;
    int16_t least, most; // `most` of VALUE_IN_TABLE
};

// A word of a card whose rule does not begin with it, as "CLEAVE: ..." does; for people who ask.
struct word_rule {
    const char *word; // "rank"
    rule_id     rule;
};

struct game {
    const char *name;    // folder, command line, address: "oversoul"
    const char *title;   // as printed on the box
    const char *prefix;  // of its rule ids: "OVE"
    const char *version; // changes when the rules or the position change

    const struct game_mode   *modes;   // ends with a NULL name
    const struct game_option *options; // ends with a NULL name; NULL: there are none
    size_t                    state_size;
    uint32_t                  decisions_max; // no match has more

    const struct rule          *rules;
    size_t                      rule_count;
    const struct embedded_file *files; // cards/, decks/, rules.md, ...

    const struct dialect_words *dialect; // cardtext
    const struct card_form     *form;
    const char *const          *deck_sections;  // "leader", ends with NULL
    const char                 *first_cards;    // file of cards/ that the others stand on, or NULL
    const char                 *scenario_cards; // card file text that only scenarios load

    const struct zone_name   *zones;        // all zones of the largest mode, ends with a NULL name
    const struct choice_form *choice_forms; // ends with kind 0
    const struct event_form  *event_forms;  // ends with kind 0
    // Kinds of choices that end, pass, stay or decline, what ends most first; ends with 0. Their
    // number in lists is 0.
    const uint8_t *ends;
    // Kinds of events that decide: blows, deaths, what was cancelled; ends with 0. NULL: none.
    const uint16_t             *decisive_events;
    const char *const          *questions;    // by kind: what the seat is asked, in plain words
    const char *const          *value_names;  // of what a view holds, each NULL-ended
    const struct value_limit   *value_limits; // ends with kind 0; NULL: all are just numbers
    const char *const          *stat_names;
    const char *const          *status_words;
    const char *const          *link_names;
    const struct scenario_word *scenario_words; // ends with a NULL word
    const struct named_word    *named_words;    // the same; NULL: there are none
    const char *const          *phases;         // what "given ... phase" may name, NULL-ended
    const char *const          *flow_names;

    // Derives what the rules need from the compiled cards (into the arena).
    bool (*prepare_pool)(struct card_pool *, struct arena *, struct error *);

    const struct word_rule *word_rules; // ends with a NULL word

    // A rule that explains a word of a card, though this card has nothing of it; NULL: none is so.
    bool (*is_beside)(const struct card_pool *, def_id, rule_id);

    // Is this deck legal? Fills the error with the card and the rule it breaks.
    bool (*deck_check)(const struct card_pool *, const struct match_setup *, seat_id,
                       struct error *);

    // Is this file of boards/ in order? NULL: the game has no boards.
    bool (*board_check)(const char *source, struct text, struct error *);

    // Rules. start() gets zeroed memory and a checked setup. advance() runs until somebody must
    // answer or the match is over; it cannot fail.
    void (*start)(struct table *, const struct match_setup *);
    void (*advance)(struct table *);

    // Copies a position over another one of this game, sparing bytes that are 0 in both; for those
    // who look ahead. NULL: all bytes are copied.
    void (*copy)(struct core *to, const struct core *from);

    // Decisions of one seat that is asked. choices() lists all legal ones in a stable order;
    // why_not() names the rule that forbids a choice, listed or not (0 = legal).
    size_t (*choices)(const struct table *, seat_id, struct choice *out, size_t max);
    rule_id (*why_not)(const struct table *, seat_id, struct choice);
    // The rule by which a seat that is asked nothing may not do this now, or 0: it is not its turn.
    rule_id (*why_unasked)(const struct table *, seat_id, struct choice); // or NULL
    // Questions (a bit for each kind) whose answer may be changed until all who were asked together
    // have answered.
    uint64_t changeable;
    // The kind of choice that withdraws what was begun and nobody else has seen; 0: there is none.
    uint8_t takes_back;
    // The words of a card that a choice would carry out, for people to read; NULL: no choice does.
    struct text (*choice_text)(const struct table *, seat_id, struct choice);
    // What {word} stands for in the form of an event; NULL: no form has it.
    const char *(*event_word)(const struct event *);
    // The choice to take when a clock runs out.
    struct choice (*default_choice)(const struct table *, seat_id);
    struct time_rules time;
    // Giving up, at any time; NULL if the rules have no such thing.
    void (*concede)(struct table *, seat_id);

    // Hidden information. view_extra() adds values, stats and links to a view that already holds
    // the cards. could_be() says whether a face-down place could hold that face, for all that the
    // viewer may know (only asked for cards in play).
    void (*view_extra)(const struct table *, seat_id viewer, struct view *);
    bool (*could_be)(const struct table *, card_id, def_id);
    // What a viewer may take the list of an owner's cards for. A pure function of what the viewer
    // may know. NULL: everybody knows every list.
    struct prior (*prior)(const struct table *, seat_id viewer, seat_id owner);
    // Replaces what the position itself keeps of other seats' secrets (choices made in secret and
    // not yet shown) by a guess, after faces were dealt anew; without a generator by one fixed
    // guess. No card goes elsewhere by it. NULL: all secrets are faces and answers.
    void (*imagine)(struct table *, seat_id viewer, struct rng *);

    // Bots. evaluate() says how good a position is for a seat (0: even, a win is worth 2^20),
    // reckoned from what that seat may know; NULL: nobody can tell. is_quiet() says that nothing is
    // under way that would change it at once, so that it is worth evaluating; NULL: always.
    // likely_choice() is a quick and sensible answer, to look ahead with; NULL: the default choice.
    // evaluate_scale is how much of evaluate() makes a win e (2.7) times as likely as a defeat, as
    // `pentacle ladder GAME --calibrate` measures it; 0: not measured. judge() is evaluate() for a
    // search, which stops where somebody is about to act and has to see what that may lead to;
    // NULL: evaluate() will do.
    int (*evaluate)(const struct table *, seat_id);
    int (*judge)(const struct table *, seat_id);
    int     evaluate_scale;
    uint8_t turns_ahead;   // that a search plays on before it judges; 0: two
    uint8_t answers_ahead; // ... if that takes no more answers than these; 0: sixty
    uint8_t final_turns;   // that it plays the best choices on in the end; 0: it does not (final.h)
    uint8_t final_plays;   // how often at most, where that takes long; 0: as often as the bot says
    // Kinds of questions, a bit for each. Behind its tree a search answers these one step ahead and
    // the rest by likely_choice(); 0: in quiet positions one step ahead.
    uint64_t plays_one_ahead;
    // Those of which one step ahead shows all there is to see, such as how to prepare: a search
    // answers them as `greedy` does, but by judge(), and spends no tries on them.
    uint64_t seen_at_once;
    // Those of which few tries say enough, since each takes long and shows much, or since they come
    // by the dozen and each decides little (search_settings.few).
    uint64_t few_tries;
    bool (*is_quiet)(const struct table *);
    struct choice (*likely_choice)(const struct table *, seat_id, struct rng *);
    // An answer as somebody gives it who plays whole turns sensibly without looking ahead; a search
    // plays on by it alone. NULL: as plays_one_ahead says.
    struct choice (*plays_on)(const struct table *, seat_id, struct rng *);
    // Keeps of a list of choices, in their order, those that somebody in a hurry looks at: leaves
    // out what another does as well. At least one stays. NULL: all.
    size_t (*worth_a_look)(const struct table *, seat_id, struct choice *, size_t count);

    // Measuring. Own turns a seat has begun (in this game of a match of several), and what it could
    // still spend now, or NOT_NOW; NULL: the game has no such thing.
    unsigned (*turns_begun)(const struct table *, seat_id);
    unsigned (*unspent)(const struct table *, seat_id);
    const char     *unspent_name;  // "ENERGY"
    const uint16_t *played_events; // kinds that tell of a seat playing a card, ends with 0; or NULL
    // Rounds that are over, and how the last of them went; NULL: a match is not played in rounds.
    unsigned (*rounds_over)(const struct table *, struct round_over *last);

    // Scenarios: put the flows in place so that play goes on at this phase of this seat's turn.
    bool (*resume)(struct table *, seat_id, unsigned phase, struct error *);
    // Called for each card placed by hand in a zone (orientation, knowledge, derived values).
    bool (*placed)(struct table *, card_id, struct error *);
    // Two cards named "A with B": B is attached to A. NULL if the game has no such thing.
    bool (*attach)(struct table *, card_id host, card_id attached, struct error *);
    // The card that this one is attached to, or NO_CARD. NULL if the game has no such thing.
    card_id (*attached_to)(const struct table *, card_id);
    // Flow number (row of flow_names) of a frame on the stack, 0 = the lowest, and its step. May be
    // NULL; for reports of what went wrong.
    unsigned (*flow_at)(const struct table *, unsigned depth, unsigned *step);

    // Faces moved inside a zone (a shuffle): the one at from[i] lies at to[i] now. For games whose
    // position names hidden cards elsewhere than in zones and modifiers; may be NULL.
    void (*faces_moved)(struct table *, const card_id *from, const card_id *to, size_t count);

    // The table for readers, part by part, from the view of the sheet alone. facts() says of a card
    // what one wants to know of it in a list beside its name; nothing, if that is nothing. Where
    // the sheet has headings of columns, the same in columns may follow, each behind SIGN_COLUMN.
    void (*sheet)(struct sheet *);
    void (*facts)(const struct sheet *, const struct view_card *, struct writer *);

    // First broken invariant in words, or NULL.
    const char *(*broken)(const struct table *);
};

#endif
