// game_private.h - what game.c gathers from the other files for the rest of Pentacle.
#ifndef PENTACLE_GAMES_OVERSOUL_GAME_PRIVATE_H
#define PENTACLE_GAMES_OVERSOUL_GAME_PRIVATE_H

#include "games/oversoul/rules.h"

// setup.c
extern const struct game_mode oversoul_modes[];
extern const char *const      oversoul_deck_sections[];
bool oversoul_deck_check(const struct card_pool *, const struct match_setup *, seat_id,
                         struct error *);
void oversoul_start(struct table *, const struct match_setup *);
void seat_leader(struct table *, card_id); // OVE-020

// turn.c: steps at which a scenario takes up play
enum { TURN_AT_ACTION = 1, TURN_AT_RETURN = 3, MATCH_AT_TURN_DONE = 2 };
void oversoul_advance(struct table *);

// notes.c: names and forms
extern const struct zone_name   oversoul_zones[];
extern const struct choice_form oversoul_choice_forms[];
extern const uint8_t            oversoul_ends[];
extern const uint16_t           oversoul_decisive[];
extern const struct event_form  oversoul_event_forms[];
const char                     *oversoul_event_word(const struct event *); // {word} in them
extern const char *const        oversoul_questions[];
extern const char *const        oversoul_link_names[];
extern const char *const        oversoul_flow_names[];

// view.c
enum view_value_name {
    VALUE_TURN,
    VALUE_TURN_SEAT,
    VALUE_PHASE,
    VALUE_PRIORITY,
    VALUE_RANK,
    VALUE_ENERGY,
    VALUE_SHIFT_ENERGY,
    VALUE_PLUS_USED,
    VALUE_RESCUE,
    VALUE_DECK_CHOSEN
};
enum view_stat {
    STAT_SHOWN_HP,
    STAT_SHOWN_MAX,
    STAT_SHOWN_DMG,
    STAT_SHOWN_SPD,
    STAT_SHOWN_COST,
    STAT_SHOWN_RANK
};
enum view_status {             // keywords first, in their own order
    STATUS_HYPER   = KEYWORDS, // six bits: a second charge
    STATUS_ENTERED = STATUS_HYPER + CHARGED_COUNT,
    STATUS_PREPARED_NOW,
    STATUS_GENERATED,
    STATUS_EXPOSED,
    STATUS_PENDING,
    STATUS_ACTIVE,
    STATUS_CONSTRUCT,
    STATUS_MARKED,
    STATUS_PICKED,
    STATUS_COUNT
};
extern const char *const oversoul_value_names[];
extern const char *const oversoul_stat_names[];
extern const char *const oversoul_status_words[];
void                     oversoul_view_extra(const struct table *, seat_id viewer, struct view *);
bool                     oversoul_could_be(const struct table *, card_id, def_id);
struct prior             oversoul_prior(const struct table *, seat_id viewer, seat_id owner);
const char              *oversoul_broken(const struct table *);
void oversoul_faces_moved(struct table *, const card_id *from, const card_id *to, size_t count);
void oversoul_concede(struct table *, seat_id);

// pass.c
void oversoul_imagine(struct table *, seat_id viewer, struct rng *);

// evaluate.c
int                   oversoul_evaluate(const struct table *, seat_id);
int                   oversoul_judge(const struct table *, seat_id);
bool                  oversoul_is_quiet(const struct table *);
struct choice         oversoul_likely(const struct table *, seat_id, struct rng *);
unsigned              oversoul_turns_begun(const struct table *, seat_id);
extern const uint16_t oversoul_played_events[];

// scenario.c
extern const struct scenario_word oversoul_scenario_words[];
extern const struct named_word    oversoul_named_words[];
extern const char *const          oversoul_phases[];
extern const char                 oversoul_scenario_cards[];
bool     oversoul_resume(struct table *, seat_id, unsigned phase, struct error *);
bool     oversoul_placed(struct table *, card_id, struct error *);
bool     oversoul_attach(struct table *, card_id host, card_id attached, struct error *);
card_id  oversoul_attached_to(const struct table *, card_id);
unsigned oversoul_flow_at(const struct table *, unsigned depth, unsigned *step);

// screen.c
struct sheet;
void                          oversoul_sheet(struct sheet *);
extern const struct word_rule oversoul_word_rules[];
void oversoul_facts(const struct sheet *, const struct view_card *, struct writer *);

#endif
