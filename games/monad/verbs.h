// verbs.h - the deeds of card text, one for each row of the verbs in rows.c, and the hooks by which
// meaning/run.h carries a line out.
#ifndef PENTACLE_GAMES_MONAD_VERBS_H
#define PENTACLE_GAMES_MONAD_VERBS_H

#include "games/monad/rules.h"

static inline struct text_work *own_of(struct work *w) { return (struct text_work *)(void *)w; }

// verbs.c. Each returns what it came to: how many, how much, or 1.
typedef uint16_t deed(struct table *, struct work *, const struct step *, const struct aim *);
deed deal_some, take_hp, take_ap, heal_some, leave_hp, regain_ap, give_one, gain_some, cleanse_one;
deed push_away, pull_near, move_forward, move_back, swap_with, destroy_unit, shuffle_unit;
deed choose_one, ready_unit, remove_unit, return_to_hand, redirect_to, break_this, cancel_action;
deed prevent_damage, parry, block_damage, shield_bash, intercept, roll_dice, draw_some, look_at_top;
deed shuffle_own_deck, renew_deck, gain_gold, steal_gold, gain_points, put_on_scenario;
deed look_at_hand, repeat_line, change_er_of_type, new_hands, new_hands_of_opponents,
    new_hand_of_own;
deed refresh_party, cheapen_level, raise_level, shuffle_higher, stop_travel, stop_recovery;
deed lose_gold, halve_damage, recall_this, reveal_top, stop_opponents;
bool lies_dead(const struct table *, card_id);
deed pay_some;
deed take_stolen, was_paid; // results

bool can_pay_some(const struct scope *, const struct step *);

// asking.c
deed ask_about_step, break_one;
deed count_taken, break_chosen; // results

// text.c
bool text_ends(const struct table *, const struct work *);
bool text_acts(const struct table *, seat_id);
bool text_between(struct table *, struct work *, const struct step *);
void text_postpone(struct table *, const struct work *, unsigned step, unsigned moment);

#endif
