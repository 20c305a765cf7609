// verbs.h - the deeds of card text, one for each row of the verbs in rows.c, and the hooks by which
// meaning/run.h carries a line out.
#ifndef PENTACLE_GAMES_BLANK_VERBS_H
#define PENTACLE_GAMES_BLANK_VERBS_H

#include "games/blank/rules.h"

// verbs.c. Each returns how much was done: 0 where nothing was.
typedef uint16_t deed(struct table *, struct work *, const struct step *, const struct aim *);
deed deal_damage, push_away, swap_places, look_at_guard, expose, strengthen, prevent_damage;
deed cancel_guard, heal, draw_some, discard_one, step, step_to, turn, ask_for_side, turn_to_side;
deed roll_enough, flip_heads;

bool has_guard_to_cancel(const struct scope *, const struct step *);
bool has_cards_to_draw(const struct scope *, const struct step *);
bool can_step_there(const struct scope *, const struct step *);

// effects.c
bool text_ends(const struct table *, const struct work *);
bool text_acts(const struct table *, seat_id);

#endif
