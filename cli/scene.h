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
void scene_write_result(struct dialog *, struct writer *);

#endif
