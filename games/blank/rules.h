// rules.h - the verbs and questions that the chapters of Blank share, chapter by chapter.
#ifndef PENTACLE_GAMES_BLANK_RULES_H
#define PENTACLE_GAMES_BLANK_RULES_H

#include "engine/table.h"
#include "games/blank/blank_rules.h"
#include "games/blank/state.h"
#include "games/blank/words.h"

static inline struct blank_state *state_of(struct table *t)
{
    return (struct blank_state *)(void *)t->state;
}
static inline const struct blank_state *state_at(const struct table *t)
{
    return (const struct blank_state *)(const void *)t->state;
}
static inline const struct card_def *def_of(const struct table *t, card_id card)
{
    return &t->pool->defs[card_at(t->state, card)->def];
}

// events.c: what can happen.
enum event_kind {
    EVENT_DREW = EVENT_GAME,
    EVENT_LAID_GUARD,
    EVENT_REVEALED,
    EVENT_ROUND_BEGAN, // amount: which
    EVENT_ACTED,
    EVENT_DISCARDED,
    EVENT_MOVED,        // from, to
    EVENT_TURNED_NORTH, // and so on, in the order of enum facing
    EVENT_TURNED_EAST,
    EVENT_TURNED_SOUTH,
    EVENT_TURNED_WEST,
    EVENT_HIT, // card hits target for amount
    EVENT_HEALED,
    EVENT_CHANGED, // a lasting change came to lie on the target
    EVENT_TURNED_UP,
    EVENT_CANCELLED,
    EVENT_LOOKED_AT,
    EVENT_OUT,
    EVENT_GAVE_UP,
};
extern const struct event_form blank_event_forms[];

// An event of a seat, because of a rule or of a card's text (pool->ops[op]).
struct event event_by_text(const struct table *, unsigned kind, seat_id, card_id source,
                           uint32_t op);

// flows.c: the stack of flows.
void call_guards(struct blank_state *);
void call_round(struct blank_state *);
void call_act(struct blank_state *, seat_id who);
void call_queue(struct blank_state *);
void call_text(struct blank_state *, uint32_t line, card_id source, seat_id who, seat_id other);
void call_stack(struct blank_state *, uint8_t base);
void call_hit(struct blank_state *, card_id source, seat_id who, seat_id victim, int damage);
void begin_match(struct blank_state *);
void blank_advance(struct table *);

// setup.c
extern const struct game_mode blank_modes[];
bool blank_deck_check(const struct card_pool *, const struct match_setup *, seat_id,
                      struct error *);
void blank_start(struct table *, const struct match_setup *);
void take_place(struct blank_state *, seat_id, card_id champion, const struct card_def *);
void draw_cards(struct table *, seat_id, unsigned count, rule_id);
void discard_card(struct table *, card_id, rule_id);
MUST_USE enum flow play_match(struct table *, struct match_frame *);
MUST_USE enum flow lay_guards(struct table *, struct guards_frame *);

// turn.c
MUST_USE enum flow play_round(struct table *, struct round_frame *);
MUST_USE enum flow act(struct table *, struct act_frame *);
bool               is_heavy(const struct table *, card_id);

// board.c
enum { NO_SQUARE = NO_ZONE };
zone_id            square_of(const struct blank_state *, seat_id); // NO_SQUARE: not on the board
zone_id            square_beside(zone_id, unsigned facing);        // NO_SQUARE: over the edge
unsigned           facing_towards(zone_id from, zone_id to); // FACING_COUNT: not next to each other
seat_id            seat_on(const struct blank_state *, zone_id); // NO_SEAT: the square is free
bool               is_behind(const struct blank_state *, seat_id who, seat_id of);
void               move_champion(struct table *, seat_id, zone_id, struct event);
void               push_champion(struct table *, seat_id by, seat_id whom, struct event);
static inline bool is_out(const struct blank_state *s, seat_id seat) { return s->side[seat].out; }

// effects.c: the text of cards.
MUST_USE enum flow work_queue(struct table *, struct queue_frame *);
bool               blank_prepare_pool(struct card_pool *, struct arena *, struct error *);
bool   text_may_pick(const struct table *, uint16_t thing); // the open question of a text
size_t text_picks(const struct table *, uint16_t *out, size_t max);

// hits.c
enum { NO_ANSWER = SEATS_MAX };
MUST_USE enum flow deal_hit(struct table *, struct hit_frame *);
MUST_USE enum flow work_stack(struct table *, struct stack_frame *);
// The guard on the stack that this one was turned up against, or NO_ANSWER.
unsigned answered_by(const struct blank_state *, card_id guard);
void     wait_for(struct table *, enum moment, seat_id who, seat_id other);
card_id  guard_of(const struct blank_state *, seat_id); // or NO_CARD

// end.c
void put_out(struct table *, seat_id, rule_id);
void end_after_last_round(struct table *);
void blank_concede(struct table *, seat_id);

// evaluate.c
int                   blank_evaluate(const struct table *, seat_id);
bool                  blank_is_quiet(const struct table *);
struct choice         blank_likely(const struct table *, seat_id, struct rng *);
unsigned              blank_turns_begun(const struct table *, seat_id);
extern const uint16_t blank_played_events[];

// choices.c
extern const struct choice_form blank_choice_forms[];
extern const uint8_t            blank_ends[];
extern const char *const        blank_questions[];
extern const char *const        blank_facings[];
size_t        blank_choices(const struct table *, seat_id, struct choice *, size_t max);
rule_id       blank_why_not(const struct table *, seat_id, struct choice);
struct choice blank_default_choice(const struct table *, seat_id);

// table.c: what people see; and positions arranged by hand.
extern const struct zone_name blank_zones[];
extern const char *const      blank_value_names[];
extern const char *const      blank_stat_names[];
extern const char *const      blank_status_words[];
extern const char *const      blank_link_names[];
enum value_name { VALUE_ROUND, VALUE_LEAD, VALUE_HEALTH, VALUE_INITIATIVE, VALUE_FACING };
enum stat_name { STAT_HEALTH, STAT_HEALTH_MAX, STAT_FACING, STAT_DEALS, STAT_TAKES };
void         blank_view_extra(const struct table *, seat_id viewer, struct view *);
bool         blank_could_be(const struct table *, card_id, def_id);
struct prior blank_prior(const struct table *, seat_id viewer, seat_id owner);
const char  *blank_broken(const struct table *);

// scenario.c
extern const struct scenario_word blank_scenario_words[];
extern const char *const          blank_phases[];
bool blank_resume(struct table *, seat_id, unsigned phase, struct error *);
bool blank_placed(struct table *, card_id, struct error *);

// screen.c
struct sheet;
void                          blank_sheet(struct sheet *);
extern const struct word_rule blank_word_rules[];
void blank_facts(const struct sheet *, const struct view_card *, struct writer *);

#endif
