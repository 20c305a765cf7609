// verbs.h - the deeds of card text, one for each row of the verbs in rows.c, and the hooks by which
// meaning/run.h carries a line out.
#ifndef PENTACLE_GAMES_ETERNITY_VERBS_H
#define PENTACLE_GAMES_ETERNITY_VERBS_H

#include "games/eternity/rules.h"

static inline const struct text_work *work_at(const struct work *w)
{
    return (const struct text_work *)(const void *)w;
}

// verbs.c. Each returns what it came to: how many, how much, or 1.
typedef uint16_t deed(struct table *, struct work *, const struct step *, const struct aim *);
deed             deal_damage, change_damage, change_priority, use_attack, deal_instead;
deed             gain_some_health, lose_some_health, gain_power, spend_power, prevent_damage;
deed             draw_some, discard_one, mill_some, return_one, put_one_under, put_discarded_under;
deed             gain_meter, drain_one, look_at_hand, look_at_top, reveal_hand, reveal_top;
deed             move_freely, move_sean, push_away, pull_near, swap_with_target, swap_with_sean;
deed             place_yourself, place_target, place_sean, put_sean_here, remove_sean;
deed             place_a_lamp, take_a_lamp, turn_mask, warn_target, forbid_links, slow_target;
deed             knock_down, root, stand_up, cancel_target, blank_target, change_input;
deed             set_combo_limit, regain_burst, tag_out, change_next_attack, change_next_card;
deed             give_attacks, shield, shield_all, ban, weaken_target, put_into_meter;
deed             put_top_into_meter, rip_one;
deed             give_priority, give_damage, reach_farther;

int  power_left(const struct scope *, const struct step *);
int  health_left(const struct scope *, const struct step *);
bool you_can_be_moved(const struct scope *, const struct step *);
bool target_can_be_moved(const struct scope *, const struct step *);
bool has_lamp_to_place(const struct scope *, const struct step *);

// effects.c
bool text_ends(const struct table *, const struct work *);
bool text_passes_over(const struct table *, const struct work *, const struct step *);
bool text_acts(const struct table *, seat_id);
bool text_between(struct table *, struct work *, const struct step *);

#endif
