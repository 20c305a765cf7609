// dialog.h - a match and the people at the keyboard: shows what a seat may see, takes its choice,
// and answers what it asks (card, why, log, undo, rules, save ...). What anybody else does is
// play.c's affair.
#ifndef PENTACLE_CLI_DIALOG_H
#define PENTACLE_CLI_DIALOG_H

#include "cli/line.h"
#include "cli/screen.h"
#include "match/match.h"

enum { DRAWING_SIZE = 64 * 1024 };

struct dialog {
    struct match       *match;
    struct screen       screen;
    struct line_reader *lines;
    seat_set            people; // seats that answer here
    seat_id             reader; // who sits at the keyboard; NO_SEAT before the first
    bool                left;   // quit, or the input has ended
    bool                input_ended;
    bool                saved;               // at least once
    size_t              told[SEATS_MAX];     // events that were shown to a seat
    size_t              news;                // first event that was new to the reader this time
    char                drawn[DRAWING_SIZE]; // the table as it was shown last

    struct arena scratch; // until the next line is typed

    // The question in hand.
    struct arena   arena;
    struct choice *choices;
    const char   **words; // as they are typed
    const char   **items; // as they are shown: with the words of the card that would be carried out
    size_t         count, next; // next: first choice of the next page
};

// The dialog does not own the match.
struct dialog *dialog_open(struct match *, seat_set people);
void           dialog_close(struct dialog *); // accepts NULL

// Asks one of the people until something has changed: a choice was taken, the match went back or
// ended, or the reader left.
void dialog_ask(struct dialog *, seat_id);
// The match is over: says how, then answers questions until the reader leaves or takes a move back.
void dialog_end(struct dialog *, seat_id);

#endif
