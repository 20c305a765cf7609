// dialog.h - a match and the people at the keyboard: shows what a seat may see, takes its choice,
// and answers what it asks (card, why, log, undo, rules, save ...), on a whole screen (full.h) or
// in plain lines. What anybody else does is play.c's affair.
#ifndef PENTACLE_CLI_DIALOG_H
#define PENTACLE_CLI_DIALOG_H

#include "bots/bot.h"
#include "cli/elsewhere.h"
#include "cli/lesson.h"
#include "cli/line.h"
#include "cli/screen.h"
#include "cli/steps.h"
#include "match/match.h"

enum { TEXT_SIZE = 96 * 1024 };

struct full;

struct dialog {
    struct match       *match;
    struct elsewhere   *far; // the match is played there, and `match` is a mirror of it; or NULL
    struct screen       screen;
    struct line_reader *lines;  // plain lines
    struct full        *full;   // a whole screen, or NULL
    seat_set            people; // seats that answer here
    seat_id             reader; // who sits at the keyboard; NO_SEAT before the first
    bool                left;   // quit, or the input has ended
    bool                input_ended;
    bool                saved;            // at least once
    size_t              told[SEATS_MAX];  // events that were shown to a seat
    size_t              news;             // first event that was new to the reader this time
    struct view        *shown[SEATS_MAX]; // what a seat saw when it was asked before, or NULL
    struct bot_memory   acted[SEATS_MAX]; // from where a seat acted, for hints
    struct lesson      *lesson;           // that is being played, or NULL; whose it is keeps it
    const char         *lesson_title;
    const char        **hints;            // "best", by choice of the steps; NULL: none asked for
    char                drawn[TEXT_SIZE]; // the table as it was told last, in plain lines

    struct arena  scratch; // until the next line is typed
    struct steps  steps;   // the question in hand
    struct writer said;    // what the last command answered
    const char   *title;   // of that
};

enum reply { REPLY_AGAIN, REPLY_CHANGED, REPLY_STEP, REPLY_UNKNOWN };

// The dialog does not own the match. `plain`: lines, even on a terminal.
struct dialog *dialog_open(struct match *, seat_set people, bool plain, bool ascii);
struct dialog *dialog_open_far(struct match *mirror, struct elsewhere *, seat_set people,
                               bool plain, bool ascii);
void           dialog_close(struct dialog *); // accepts NULL

// Nothing is asked here until something is heard of the match: whatever else may be typed.
void dialog_wait(struct dialog *, seat_id);

// Says something to the person: shown at once, or over the table.
void dialog_tell(struct dialog *, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Asks one of the people until something has changed: a choice was taken, the match went back or
// ended, or the reader left.
void dialog_ask(struct dialog *, seat_id);
// The match is over: says how, then answers questions until the reader leaves or takes a move back.
void dialog_end(struct dialog *, seat_id);

// --- dialog_commands.c -----------------------------------------------------------------------

void dialog_say(struct dialog *, const char *format, ...) __attribute__((format(printf, 2, 3)));
// One line as it was typed: a number of the step in hand, words of a choice, or a command. What is
// to be said stands in `said`. REPLY_STEP: the list of choices is another one now.
enum reply dialog_do(struct dialog *, seat_id, struct text typed);
// Goes on with an item of the step in hand.
enum reply dialog_enter(struct dialog *, seat_id, size_t item);
void dialog_complete(void *dialog, struct text typed, void (*take)(void *list, const char *line),
                     void *list);

#endif
