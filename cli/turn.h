// turn.h - what a person is shown when the match asks: what happened, the table, the question, the
// choices; on a terminal so that all of it fits the screen if it can.
#ifndef PENTACLE_CLI_TURN_H
#define PENTACLE_CLI_TURN_H

#include "cli/dialog.h"

enum { TEXT_SIZE = DRAWING_SIZE };

// Lists the seat's choices with their words into the dialog. What was allocated for the question
// before is gone.
void take_question(struct dialog *, seat_id);

void show_turn(struct dialog *, seat_id);
void show_end(struct dialog *, seat_id); // the same when the match is over, with its result
void show_table(struct dialog *, seat_id);
// The choices, or the next page of a list longer than so many rows.
void show_choices(struct dialog *, unsigned rows);

#endif
