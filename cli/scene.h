// scene.h - what a person sees when the match asks: the sheet of the table with the numbers of
// choices on it, what happened, and the question, ready to be packed or told in lines.
#ifndef PENTACLE_CLI_SCENE_H
#define PENTACLE_CLI_SCENE_H

#include "cli/dialog.h"
#include "cli/pack.h"

struct scene {
    struct view  view;
    struct sheet sheet;
    struct told  told;
    struct ask   ask;
};

// Lives in the dialog's scratch arena.
struct scene *scene_of(struct dialog *, seat_id);
// What the item would do, in words; "" if there is nothing to say.
const char *preview_of(struct dialog *, seat_id, size_t item);
// The card that an item is about; NO_DEF: none.
def_id card_of_item(const struct dialog *, size_t item);
// The question is answered: what has changed is reckoned from here.
void scene_answered(struct dialog *, seat_id);

// In plain lines: what happened, what has changed on the table, the question.
void scene_show_plain(struct dialog *, seat_id);
void scene_show_choices(struct dialog *, seat_id);
void scene_show_end(struct dialog *, seat_id);
void scene_write_table(struct dialog *, seat_id, struct writer *);
// All that the seat sees of a card, in one line without its end: where it is, its numbers, what it
// has. False, and nothing, if the seat sees none. States: of all cards of that face, a line each.
bool   scene_write_state(struct dialog *, seat_id, card_id, struct writer *);
size_t scene_write_states(struct dialog *, seat_id, def_id, struct writer *);
// What counts for the question, as a sentence; nothing if there is nothing.
void        scene_write_numbers(struct dialog *, seat_id, struct writer *);
const char *scene_question(struct dialog *, seat_id);
void        scene_write_result(struct dialog *, struct writer *);

#endif
