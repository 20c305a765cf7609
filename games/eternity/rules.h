// rules.h - the verbs and questions that the chapters share, chapter by chapter.
#ifndef PENTACLE_GAMES_ETERNITY_RULES_H
#define PENTACLE_GAMES_ETERNITY_RULES_H

#include "engine/table.h"
#include "games/eternity/eternity_rules.h"
#include "games/eternity/state.h"
#include "games/eternity/words.h"

static inline struct eternity_state *state_of(struct table *t)
{
    return (struct eternity_state *)(void *)t->state;
}
static inline const struct eternity_state *state_at(const struct table *t)
{
    return (const struct eternity_state *)(const void *)t->state;
}
static inline const struct card_def *def_of(const struct table *t, card_id card)
{
    return &t->pool->defs[card_at(t->state, card)->def];
}

// faces.c: what the rules know of a card before it is played.
struct face {
    uint16_t frames;                // bit per enum frame_word
    uint8_t  frame[LINES_MAX];      // enum frame_word of each line
    uint8_t  tags;                  // bit per enum tag_word
    uint8_t  link_after, link_from; // bit per letter
    uint8_t  colour[LETTER_COUNT];
    uint8_t  range_min, range_max, has_range;
    uint8_t  takes_part;             // in step 6, ETE-324
    uint8_t  says_hit;               // its text asks for a hit
    uint8_t  ante, ante_limit;       // enum resource; 0xFF: no limit
    uint8_t  reduce_cost, reduce_by; // Scales
    uint8_t  extend_cost, extend_to, extend_line;
    uint8_t  bets_power, from_sean;
    uint8_t  also_from[2], also_to[2]; // the Mask up and down: letters + 1
    uint8_t  light, warnings_due, surcharge;
};
struct faces {
    const struct face *face;                 // by def
    def_id             common, side[2], tag; // the common material
};
bool eternity_prepare_pool(struct card_pool *, struct arena *, struct error *);
static inline const struct faces *faces_of(const struct table *t) { return t->pool->game; }
static inline const struct face  *face_of(const struct table *t, def_id def)
{
    return &faces_of(t)->face[def];
}
static inline const struct face *face_of_card(const struct table *t, card_id card)
{
    return face_of(t, card_at(t->state, card)->def);
}
static inline const struct card_def *played_def(const struct table *t, const struct played *p)
{
    return &t->pool->defs[p->def];
}
bool is_method(const struct card_def *);
bool has_red(const struct face *);

// events.c: what can happen.
enum event_kind {
    EVENT_ROUND_BEGAN = EVENT_GAME, // amount
    EVENT_TURN_BEGAN,               // amount; seat leads
    EVENT_ENTERED,                  // card comes to a square
    EVENT_DREW,
    EVENT_PLAYED,
    EVENT_TARGETED, // target: a character
    EVENT_SPENT,    // a meter card
    EVENT_BURST,
    EVENT_TECHED,
    EVENT_WHIFFED,
    EVENT_HIT,
    EVENT_DAMAGED, // card deals amount to target
    EVENT_TOOK,    // damage without a card
    EVENT_REDUCED,
    EVENT_CHECKED,
    EVENT_BET,
    EVENT_USED, // an ability
    EVENT_LINKED,
    EVENT_CANCELLED,
    EVENT_BLANKED,
    EVENT_MOVED,
    EVENT_SEAN_MOVED,
    EVENT_SEAN_LEFT,
    EVENT_LAMP_PLACED,
    EVENT_LAMP_TAKEN,
    EVENT_MASK_TURNED,
    EVENT_WARNED, // target: a character
    EVENT_KNOCKED_DOWN,
    EVENT_ROOTED,
    EVENT_STOOD_UP,
    EVENT_GAINED_HEALTH,
    EVENT_LOST_HEALTH,
    EVENT_GAINED_POWER,
    EVENT_SPENT_POWER,
    EVENT_DISCARDED,
    EVENT_TO_METER,
    EVENT_TO_HAND,
    EVENT_REMOVED,
    EVENT_UNDER_DECK,
    EVENT_LOOKED,
    EVENT_SHOWN,
    EVENT_CHANGED, // a value of this turn; amount
    EVENT_REGAINED_BURST,
    EVENT_TAGGED_OUT,
    EVENT_DEFEATED,
    EVENT_RINGED_OUT,
    EVENT_TIMED_OUT,
    EVENT_WON_ROUND,
    EVENT_DREW_ROUND,
    EVENT_GAVE_UP,
};
extern const struct event_form eternity_event_forms[];
// With a card and its face, seen by all.
struct event event_card(const struct table *, unsigned kind, seat_id, card_id, rule_id);
// Because of words of a card: pool->ops[op].
struct event event_by_text(const struct table *, unsigned kind, seat_id, card_id source,
                           uint32_t op);

// flows.c: the stack of flows.
struct frame *call(struct eternity_state *, enum flow_id);
void          eternity_advance(struct table *);

// level.c
struct level {
    const char *name;
    uint8_t     columns, rows;
    zone_id     start[SEATS_MAX]; // red 1, blue 1, red 2, blue 2: seats 1 to 4 (ETE-932)
    zone_id     shaft;            // or NO_ZONE
};
extern const struct level LEVELS[LEVEL_COUNT];
extern const char *const  eternity_level_names[];
extern const char *const  eternity_directions[];
const struct level       *level_of(const struct eternity_state *);
bool                      is_floor(const struct eternity_state *, unsigned square);
zone_id  square_of(const struct eternity_state *, seat_id); // NO_ZONE: not on the level
seat_id  seat_on(const struct eternity_state *, zone_id);   // NO_SEAT: no figure
unsigned distance(zone_id, zone_id);
bool     is_red_side(unsigned level, zone_id square, enum direction side); // of an edge square
enum tread_kind { TREAD_WALL, TREAD_FLOOR, TREAD_RING_OUT };
struct tread {
    enum tread_kind kind;
    zone_id         to;
    int             column, row; // where it would come to, on the level or not
};
struct tread step_from(const struct eternity_state *, zone_id, enum direction, bool token);

// move.c
MUST_USE enum flow move_figure(struct table *, struct move_frame *);
MUST_USE enum flow enter_level(struct table *, struct entry_frame *);
rule_id            why_not_step(const struct table *, const struct move_frame *, enum direction);
rule_id            why_not_enter(const struct table *, const struct entry_frame *, unsigned square);
bool               can_be_moved(const struct eternity_state *, seat_id by, seat_id whom);
void               put_on_square(struct table *, seat_id, zone_id, struct event);
const struct move_frame *move_asked(const struct eternity_state *);

// setup.c
extern const struct game_mode   eternity_modes[];
extern const struct game_option eternity_options[];
bool     eternity_deck_check(const struct card_pool *, const struct match_setup *, seat_id,
                             struct error *);
void     eternity_start(struct table *, const struct match_setup *);
void     begin_fighter(struct table *, seat_id);
void     give_common_cards(struct table *, seat_id);
unsigned eternity_rounds_over(const struct table *, struct round_over *);
MUST_USE enum flow play_match(struct table *, struct match_frame *);
MUST_USE enum flow play_round(struct table *, struct round_frame *);

// turn.c
MUST_USE enum flow play_turn(struct table *, struct turn_frame *);
MUST_USE enum flow clean_up(struct table *, struct cleanup_frame *);
seat_id            lead_seat(const struct eternity_state *);
seat_id            nth_in_lead_order(const struct eternity_state *, unsigned);
void               draw_cards(struct table *, seat_id, unsigned count, rule_id);
void               put_under_deck(struct table *, seat_id, card_id, rule_id);
bool               is_tag_mode(const struct eternity_state *);
bool               has_targets(const struct eternity_state *); // Scramble modes
bool               is_alive(const struct eternity_state *, seat_id);
bool               is_fighting(const struct eternity_state *, seat_id); // alive and on the level
seat_id            target_of(const struct eternity_state *, seat_id);   // NO_SEAT: whiffs
seat_id            partner_of(const struct eternity_state *, seat_id);

// attack.c
MUST_USE enum flow attack_phase(struct table *, struct attack_frame *);
MUST_USE enum flow resolve_throws(struct table *, struct throws_frame *);
MUST_USE enum flow use_pre_priority(struct table *, struct pre_frame *);
MUST_USE enum flow place_antes(struct table *, struct antes_frame *);
MUST_USE enum flow pay_meter(struct table *, struct pay_frame *);
int                current_priority(const struct table *, seat_id);
void               burst(struct table *, seat_id, rule_id);
void               spend_meter(struct table *, seat_id, card_id, rule_id);

// check.c
MUST_USE enum flow check_priority(struct table *, struct check_frame *);
void               end_needless_checks(struct eternity_state *); // somebody gave up

// combo.c
MUST_USE enum flow resolve_combo(struct table *, struct combo_frame *);
MUST_USE enum flow open_window(struct table *, struct window_frame *);
struct played     *add_to_combo(struct table *, seat_id, card_id);
struct played     *last_played(struct eternity_state *, seat_id);
struct played     *revealed_of(struct eternity_state *, seat_id); // or NULL
bool               is_in_play(const struct played *);
bool               has_text(const struct played *);                   // neither blank nor cancelled
bool               test_hit(struct table *, seat_id, unsigned index); // hits its target
int                damage_of(const struct table *, seat_id, unsigned index);
void     cancel_card(struct table *, seat_id by, seat_id of, struct played *, struct event);
rule_id  why_not_link_at_all(const struct table *, seat_id); // from public facts
rule_id  why_not_link(const struct table *, seat_id, card_id);
rule_id  why_not_use(const struct table *, seat_id, card_id, unsigned line);
rule_id  why_not_final_yet(const struct fighter *, unsigned index);
rule_id  why_not_use_of(const struct table *, seat_id, unsigned index, unsigned line);
bool     can_use_final(const struct table *, seat_id, unsigned index);
unsigned meter_of(const struct eternity_state *, seat_id);
// The next line of a face with this frame, from `from` on; LINES_MAX: none.
unsigned next_line(const struct table *, def_id, unsigned from, unsigned frame);
// Lines of a card: rows of pool->lines.
static inline uint32_t line_of(const struct card_def *def, unsigned n)
{
    return def->line_first + n;
}

// damage.c
void               add_blow(struct eternity_state *, struct blow);
MUST_USE enum flow strike_blows(struct table *, struct blows_frame *);
void               lose_health(struct table *, seat_id, int, struct event);
void               gain_health(struct table *, seat_id, int, struct event);
void               test_defeat(struct table *);
void               ring_out(struct table *, seat_id, struct event);
void               go_to_time(struct table *, seat_id);
void               call_time(struct table *, rule_id);
void               eternity_concede(struct table *, seat_id);
void               change_power(struct table *, seat_id, int, struct event);
void               wait_for(struct table *, seat_id, enum trigger);
MUST_USE enum flow work_triggers(struct table *, struct triggers_frame *);

// tokens.c
bool     has_lamp_on(const struct eternity_state *, seat_id who, unsigned square);
unsigned lamps_of(const struct eternity_state *, seat_id who);
// Of a character: power tokens that are never power (ETE-R105).
unsigned tokens_bound(const struct card_def *, const struct face *);
unsigned tokens_elsewhere(const struct table *, seat_id); // these, Lamps and Warnings
bool     is_in_light(const struct eternity_state *, seat_id of, seat_id);
int      priority_lost_to_light(const struct table *, seat_id);
void     put_out_lamps(struct fighter *);
void     place_lamp(struct table *, seat_id who, zone_id, struct event);
void     take_lamp(struct table *, seat_id who, zone_id, struct event);
bool     is_red(const struct table *, seat_id who, const uint8_t *colour, unsigned letter);
void     warn(struct table *, seat_id who, seat_id whom, struct event);
unsigned warnings_on(const struct eternity_state *, seat_id);
unsigned requirement_for(const struct table *, seat_id, def_id);
void     use_up_warnings(struct table *, seat_id, def_id);
void     drop_warnings(struct table *, seat_id);

// effects.c: lines of text.
void call_text(struct eternity_state *, uint32_t line, seat_id who, card_id, unsigned index,
               enum text_part);
const struct text_work *text_asked(const struct eternity_state *); // whose question is open
// What it may be answered with.
bool   text_may_pick(const struct table *, uint16_t thing);
size_t text_picks(const struct table *, uint16_t *out, size_t max);
bool   meets_first_condition(const struct table *, uint32_t line, seat_id who, unsigned index);
// What bare lines of a card in play change as long as they stand (ETE-533).
// ETE-194: a text may forbid it.
static inline bool may_burst(const struct eternity_state *s, seat_id seat)
{
    return s->fighter[seat].burst && !(s->fighter[seat].cannot & BIT(BAN_BURST));
}

struct changes {
    int  more, less, priority, instead; // instead: damage + 1, or 0
    bool as_attack;
};
void static_changes(const struct table *, seat_id, unsigned index, struct changes *);
// What a character card does for the cards of its player.
void own_changes(const struct table *, seat_id, unsigned index, struct changes *);

// verbs.c
bool is_open_to(const struct eternity_state *, seat_id who, seat_id); // to what a card does

// choices.c
extern const struct choice_form eternity_choice_forms[];
extern const uint8_t            eternity_ends[];
extern const uint16_t           eternity_decisive[];
extern const char *const        eternity_questions[];
size_t        eternity_choices(const struct table *, seat_id, struct choice *, size_t max);
rule_id       eternity_why_not(const struct table *, seat_id, struct choice);
rule_id       eternity_why_unasked(const struct table *, seat_id, struct choice);
struct text   eternity_choice_text(const struct table *, seat_id, struct choice);
struct choice eternity_default_choice(const struct table *, seat_id);

// evaluate.c
int           eternity_evaluate(const struct table *, seat_id);
bool          eternity_is_quiet(const struct table *);
struct choice eternity_likely_choice(const struct table *, seat_id, struct rng *);

// table.c
extern const struct zone_name eternity_zones[];
extern const char *const      eternity_value_names[];
extern const char *const      eternity_stat_names[];
extern const char *const      eternity_status_words[];
extern const char *const      eternity_link_names[];
enum value_name {
    VALUE_ROUND,
    VALUE_TURN,
    VALUE_LEAD,
    VALUE_LEVEL,
    VALUE_STEP,
    VALUE_HEALTH,
    VALUE_POWER,
    VALUE_BURST,
    VALUE_WINS,
    VALUE_LYING,
    VALUE_IMMUNE,
    VALUE_DAMAGED,
    VALUE_TARGET,
    VALUE_SEAN,
    VALUE_OUT,
    VALUE_TIMED_OUT,
    VALUE_MASK,
    VALUE_WARNINGS,
    VALUE_LAMP // LAMPS_MAX of them
};
enum stat_name { STAT_HEALTH, STAT_HEALTH_MAX, STAT_POWER, STAT_LYING, STAT_BURST };
void         eternity_view_extra(const struct table *, seat_id viewer, struct view *);
struct prior eternity_prior(const struct table *, seat_id viewer, seat_id owner);
const char  *eternity_broken(const struct table *);

// scenario.c
extern const struct scenario_word eternity_scenario_words[];
extern const char *const          eternity_phases[];
bool eternity_resume(struct table *, seat_id, unsigned phase, struct error *);
bool eternity_placed(struct table *, card_id, struct error *);

// screen.c
struct sheet;
void                          eternity_sheet(struct sheet *);
extern const struct word_rule eternity_word_rules[];
void eternity_facts(const struct sheet *, const struct view_card *, struct writer *);

// measure.c
extern const uint16_t eternity_played_events[];
unsigned              eternity_turns_begun(const struct table *, seat_id);
unsigned              eternity_unspent(const struct table *, seat_id);

#endif
