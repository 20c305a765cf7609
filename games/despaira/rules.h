// rules.h - the verbs and questions that the chapters of Despaira share, chapter by chapter.
#ifndef PENTACLE_GAMES_DESPAIRA_RULES_H
#define PENTACLE_GAMES_DESPAIRA_RULES_H

#include "engine/table.h"
#include "games/despaira/despaira_rules.h"
#include "games/despaira/state.h"
#include "games/despaira/words.h"
#include "meaning/evaluate.h"
#include "meaning/run.h"

#include <string.h>

static inline struct despaira_state *state_of(struct table *t)
{
    return (struct despaira_state *)(void *)t->state;
}
static inline const struct despaira_state *state_at(const struct table *t)
{
    return (const struct despaira_state *)(const void *)t->state;
}
static inline const struct card_def *def_of(const struct table *t, card_id card)
{
    return &t->pool->defs[state_at(t)->cards[card].def];
}
static inline seat_id other_seat(seat_id seat) { return (seat_id)!seat; }

// book.c: what the rules know of a card before it is played.
enum ability_kind {
    ABILITY_STATIC,
    ABILITY_TRIGGER,
    ABILITY_ACTIVATED,
    ABILITY_INSTANT,
    ABILITY_CHAINABLE,
    ABILITY_MAIN /* of a trick */,
    ABILITY_OF_TRICK /* that lies face up */
};
enum { NO_ABILITY = 0xFFFF };
enum { ASKS_MAX = 4, PAY_MAX = 99, MATERIALS_MAX = 6 }; // more crystals than there are
enum { NO_STEP = 0xFF, NO_EVENT = 0xFF };
struct ability {             // by the rows of lines: printed ones, then those in quotes
    uint32_t op, replace_op; // its OP_LINE; what replaces damage
    def_id   def;
    uint16_t counter;                  // of what replaces damage: the name
    uint8_t  kind, speed, limit, line; // line: the nth of its card
    uint8_t  titled, trap, replaces, round_up, names_link, pay, wins;
    uint8_t  optional, may;      // "you may" in the first sentence; the step that it stands before
    uint8_t  at;                 // the turn's start or end that it waits for, or NO_EVENT
    uint8_t  afar;               // it selects nothing on the field
    uint8_t  unavoidable, shows; // shows: hidden cards, for the length of its effect
    uint8_t  looks_through;      // its controller's deck
    uint8_t  ask[ASKS_MAX];      // steps that choose what may not be there
    uint8_t  asks;               // how many of them
    uint32_t occasions;          // of a trigger or Trap: bit per enum happening
};
enum answer_flag { ANSWERS_WINDOW = 1, ANSWERS_CHAIN = 2 }; // when it may be activated as an answer
struct face {
    uint16_t statics;      // bit per kind of static sentence, see static_bit()
    uint16_t first, main;  // abilities
    uint16_t activated[2]; // those that can be activated; NO_ABILITY
    uint32_t occasions;    // of a Trap: bit per enum happening that may meet its condition
    uint8_t  cost;         // of activating a trick
    uint8_t  answers, count, has_static, has_trigger, stays;
    uint8_t  looks_around; // a static sentence depends on more than the field
    uint64_t facts;        // that are printed, see facts_of_print()
    uint8_t  element, kind, is_god;
    uint8_t  stats;                   // bit per stat that is printed
    uint8_t  has_text;                // static, trigger or quick
    uint8_t  at;                      // bit per start or end of a turn that it waits for
    int16_t  hp, atk, ratk, def;      // printed, or 0
    uint8_t  range;                   // of its attacks as printed
    int      worth;                   // of the printed stats but HP, see evaluate.c
    uint32_t wakes;                   // bit per enum happening that a trigger waits for
    uint16_t material[MATERIALS_MAX]; // of a Fusion: things
    uint8_t  material_count;
};
static_assert(YOUR_TURN_STARTS <= 32, "happenings are bits of one number");
struct group {                         // what masks of tiles can say of a row of things
    uint64_t has;                      // facts
    uint16_t row, quote;               // quote: name + 1, or 0
    uint8_t  sides, within, tile_type; // NO_NOUN: any
    bool     creatures, tricks, tiles; // it means nothing else
    bool     elsewhere;                // in a zone outside the field
    bool     only_zone;                // nothing but a kind and that zone
    bool     attached, names_distance;
    bool     depends;         // on what was targeted before
    bool     plain;           // it says nothing but this
    bool     other, beside;   // beside: adjacent to the source
    bool     up_to, declared; // declared: named on activation
};
enum { NO_NOUN = 0xFF };
struct book {
    const struct group   *groups;
    const uint16_t       *quoted_by; // abilities, by step, then by standing sentence
    uint32_t              near[TILES][COLUMNS + ROWS]; // tiles within a distance of a tile
    uint8_t               far[TILES][TILES];           // the distance of two tiles
    uint32_t              behind[2][TILES]; // tiles behind a creature of that seat (DES-632)
    const struct ability *abilities;
    const struct face    *faces;
    const uint8_t        *quoted; // by name and def: does the name match the quotation?
    bool                  wins;   // some card has a win condition of its own (DES-907)
    const uint8_t        *maps;   // tile types, TILES for each row of despaira_maps
};
static inline const struct book *book_of(const struct table *t) { return t->pool->game; }
static inline const struct face *face_of(const struct table *t, card_id card)
{
    return &book_of(t)->faces[state_at(t)->cards[card].def];
}
static inline const struct group *group_of_row(const struct table *t, const struct things *x)
{
    return &book_of(t)->groups[x - t->pool->meaning->things];
}
// Does it name targets on activation?
static inline bool is_row_declared(const struct table *t, unsigned row)
{
    return row && book_of(t)->groups[row].declared;
}
static inline const struct step *step_of(const struct table *t, unsigned ability, unsigned nth)
{
    const struct meaning *m = t->pool->meaning;
    return &m->step[m->line[ability].step_first + nth];
}
static inline uint16_t quoted_by_step(const struct table *t, const struct step *step)
{
    return book_of(t)->quoted_by[step - t->pool->meaning->step];
}
static inline uint16_t quoted_by_standing(const struct table *t, const struct standing *s)
{
    return book_of(t)->quoted_by[t->pool->meaning->step_count + (s - t->pool->meaning->standing)];
}
static inline uint32_t near_tile(const struct table *t, unsigned tile, unsigned far)
{
    if (tile >= TILES) return 0;
    return book_of(t)->near[tile][far < COLUMNS + ROWS ? far : COLUMNS + ROWS - 1];
}
static inline const struct ability *ability_at(const struct table *t, unsigned a)
{
    return &book_of(t)->abilities[a];
}
unsigned static_bit(unsigned verb); // of a sentence that holds
bool     is_activatable(unsigned kind);
bool     despaira_prepare_pool(struct card_pool *, struct arena *, struct error *);
bool     has_class(const struct table *, card_id, unsigned class);
bool     has_tag(const struct table *, card_id, unsigned tag);

// board.c: tiles, bodies, stats.
static inline unsigned distance(unsigned a, unsigned b) // DES-206
{
    int columns = (int)column_of(a) - (int)column_of(b), rows = (int)row_of(a) - (int)row_of(b);
    return (unsigned)((columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows));
}
// Tiles next to a tile in their order, then NO_TILE (DES-204).
struct beside {
    uint8_t tile[5];
};
static inline struct beside beside(unsigned tile)
{
    struct beside b     = { { NO_TILE, NO_TILE, NO_TILE, NO_TILE, NO_TILE } };
    unsigned      count = 0;
    if (tile >= TILES) return b;
    if (column_of(tile) > 0) b.tile[count++] = (uint8_t)(tile - ROWS);
    if (row_of(tile) > 0) b.tile[count++] = (uint8_t)(tile - 1);
    if (row_of(tile) < ROWS - 1) b.tile[count++] = (uint8_t)(tile + 1);
    if (column_of(tile) < COLUMNS - 1) b.tile[count++] = (uint8_t)(tile + ROWS);
    return b;
}
static inline struct body *body_of(struct despaira_state *s, card_id card) // NULL: not on the field
{
    return card < CARDS_MAX && s->slot[card] ? &s->bodies[s->slot[card] - 1] : NULL;
}
static inline const struct body *body_at(const struct despaira_state *s, card_id card)
{
    return card < CARDS_MAX && s->slot[card] ? &s->bodies[s->slot[card] - 1] : NULL;
}
static inline card_id occupant(const struct despaira_state *s, unsigned tile)
{
    return tile < TILES ? s->zones[tile].top : (card_id)NO_CARD;
}
static inline card_id trick_on(const struct despaira_state *s, unsigned tile)
{
    return tile < TILES ? s->zones[ZONE_TRICK + tile].top : (card_id)NO_CARD;
}
static inline seat_id controller_of(const struct despaira_state *s, card_id card)
{
    const struct body *b = body_at(s, card);
    if (card >= CARDS_MAX) return NO_SEAT; // a tile, of which nobody has control
    return b ? b->controller : s->cards[card].owner;
}
static inline bool is_up(const struct despaira_state *s, card_id card)
{
    return !(s->cards[card].flags & CARD_FACE_DOWN);
}
bool         is_behind(const struct despaira_state *, unsigned tile, card_id of); // DES-632
struct body *body_add(struct despaira_state *, card_id, seat_id controller);
void         body_free(struct despaira_state *, card_id);
// Of its host if it is attached; NO_TILE if it is not on the field.
static inline unsigned tile_of(const struct despaira_state *s, card_id card)
{
    if (card >= s->core.card_count) return NO_TILE;
    const struct body *b = body_at(s, card);
    while (b && b->host != NO_CARD) {
        card = b->host;
        b    = body_at(s, card);
    }
    unsigned zone = s->cards[card].zone;
    return is_field(zone) ? tile_under(zone) : (unsigned)NO_TILE;
}
// A Token that is gone leaves an id without a face.
static inline bool is_of_kind(const struct table *t, card_id card, unsigned kind)
{
    return state_at(t)->cards[card].zone != NO_ZONE && face_of(t, card)->kind == kind;
}
static inline bool is_leader(const struct table *t, card_id card)
{
    return is_of_kind(t, card, KIND_LEADER);
}
static inline bool is_trick(const struct table *t, card_id card)
{
    return is_of_kind(t, card, KIND_TRICK);
}
static inline bool is_creature(const struct table *t, card_id card) // on a tile; tokens too
{
    return is_tile(state_at(t)->cards[card].zone) &&
           (face_of(t, card)->kind == KIND_CREATURE || face_of(t, card)->kind == KIND_TOKEN);
}
bool is_active(const struct table *, card_id); // its abilities work
enum { LACKING = -1 };
int                stat_of(const struct table *, card_id, unsigned stat); // LACKING
int                plain_stat(const struct table *, const struct body *, unsigned stat);
int                max_hp(const struct table *, card_id);
int                own_hp(const struct table *, card_id);
bool               is_dead(const struct table *, const struct body *);
int                range_of(const struct table *, card_id);
int                field_boost(const struct table *, card_id); // DES-211
int                reach_of(const struct table *, card_id);    // DES-769
int                level_of(const struct table *, card_id);
int                leader_hp(const struct table *, seat_id);
int                change_sum(const struct despaira_state *, card_id, unsigned kind);
bool               is_forbidden(const struct table *, card_id, unsigned doing);
bool               has_status(const struct despaira_state *, card_id, unsigned status);
unsigned           counters_on(const struct despaira_state *, unsigned where, unsigned name);
void               put_counters(struct despaira_state *, unsigned where, unsigned name, int count);
bool               add_change(struct despaira_state *, struct change);
void               end_change(struct table *, unsigned i);
static inline bool cannot(const struct table *t, card_id card, unsigned doing)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    return (s->change_count || (b && b->barred)) && is_forbidden(t, card, doing);
}
// The sum over static sentences of one kind that are about the card.
int           static_sum(const struct table *, card_id, unsigned verb, unsigned stat);
bool          statics_are_settled(const struct table *);
struct survey survey_field(const struct table *);
uint32_t      odd_targets(const struct table *);
void          forget_just_locked(struct despaira_state *);
unsigned      abilities_on(const struct table *, card_id, uint16_t out[8]);

// rows.c: what is known of things, by the words of card text.
static inline bool is_thing_tile(uint16_t thing) { return thing & TILE_BIT && thing != NO_CARD; }
uint64_t           facts_of_print(const struct card_def *);
unsigned           kinds_of(unsigned kind, unsigned zone, const struct body *); // bits
unsigned           place_of_zone(unsigned zone, seat_id);                       // bit
struct facts       facts_of_card(const struct table *, seat_id, card_id);
struct facts       facts_of_tile(const struct table *, unsigned tile);
bool               is_test_of_distance(unsigned test);

// objects.c: which cards a phrase means.
enum reach {
    REACH_ANY,
    REACH_TARGETING,
    REACH_AGAIN /* distance is not looked at again, DES-554 */,
    REACH_GONE /* a card that has left the field */
};
struct context {
    card_id     source;
    unsigned    tile; // of the source
    seat_id     seat;
    uint16_t    about, other; // of the event
    bool        ranged;       // of a Ranged trick without a number
    bool        alone;        // nothing is being carried out: `work` says whose text it is
    enum reach  reach;
    struct work work;
};
enum { MEANT_MAX = 160 };
struct scope scope_of(const struct table *, const struct context *);
bool         is_meant(const struct scope *, const struct things *, uint16_t thing);
size_t       candidates(const struct scope *, const struct things *, uint16_t *out, size_t max);
bool         matches(const struct table *, const struct context *, unsigned things, uint16_t thing,
                     enum reach);
int          count_meant(const struct scope *, const struct things *);
struct context context_alone(const struct despaira_state *, card_id source);
bool           is_place_meant(const struct table *, const struct context *, const struct group *,
                              unsigned zone);
bool           is_about_creatures(const struct despaira_state *, const struct group *);
bool           means_creatures(const struct despaira_state *, const struct group *);
uint32_t       creatures_meant(const struct table *, const struct context *, const struct group *,
                               enum reach);
uint32_t       tiles_in_reach(const struct table *, const struct context *, const struct group *,
                              enum reach);
uint32_t creatures_in_question(const struct table *, const struct context *, const struct group *,
                               enum reach);
bool     means_tricks(const struct despaira_state *, const struct group *);
uint32_t tricks_meant(const struct table *, const struct context *, const struct group *,
                      enum reach);
bool     means_tiles(const struct despaira_state *, const struct group *);
uint32_t tiles_meant(const struct table *, const struct context *, const struct group *,
                     enum reach);
unsigned widened(const struct despaira_state *, const struct context *); // DES-859
unsigned count_fitting(const struct table *, const struct context *, const struct group *,
                       enum reach, unsigned enough);
unsigned tile_of_source(const struct table *, const struct context *);
bool     event_fits(const struct table *, const struct context *, unsigned ability,
                    const struct deed *);
bool     quoted_in(const char *quotation, const char *name); // DES-870 to DES-873
struct context context_of_link(const struct table *, const struct link *);

// deeds.c: what happens to cards.
struct cause { // a rule, or words of a card
    rule_id  rule;
    card_id  source;
    def_id   def;
    uint32_t op;
    uint16_t ability;
    seat_id  seat;
};
struct cause  because(rule_id);
struct reason reason_for(const struct table *, struct cause);
void          happened(struct table *, unsigned event, seat_id, card_id, card_id target, int amount,
                       struct cause);
void did(struct table *, unsigned kind, seat_id, card_id, card_id other, unsigned tile, int amount);
void draw_cards(struct table *, seat_id, unsigned count, struct cause);
void to_zone(struct table *, card_id, unsigned zone, enum zone_end, struct cause); // to its owner's
void leave_field(struct table *, card_id);
void sweep_tokens(struct table *);
void destroy_card(struct table *, card_id, struct cause);
void sacrifice_card(struct table *, card_id, struct cause);
void put_on_tile(struct table *, card_id, unsigned tile, seat_id controller, bool defence,
                 bool hidden);
void enter_tile(struct table *, card_id, unsigned tile);
void turn_up(struct table *, card_id, bool defence, struct cause);
void turn_down(struct table *, card_id, struct cause);
void show(struct table *, card_id);
void hurt_creature(struct table *, card_id, int amount,
                   struct cause); // ability or battle damage, to HP
int  protected_damage(struct table *, card_id,
                      int amount); // what Protect effects leave of it (DES-862)
bool replaces_damage(const struct table *, seat_id, card_id); // of that seat's Leader
void replace_damage(struct table *, seat_id, card_id by, int amount);
void hurt_leader(struct table *, seat_id, int amount, card_id by, struct cause);
void restore_hp(struct table *, card_id, int amount, struct cause);
void gain_crystals(struct table *, seat_id, int amount, struct cause);
void set_control(struct table *, card_id, seat_id);
void state_check(struct table *);
void settle(struct table *); // lockdown and boosts, worked out anew
bool clash(struct table *, card_id mover, unsigned tile, unsigned from,
           struct cause); // true: the mover stands there
bool would_clash(const struct table *, card_id mover, seat_id, unsigned tile);
bool may_be_moved(const struct table *, card_id);

// battle.c
unsigned attack_stat(const struct table *, card_id attacker, unsigned distance); // STAT_COUNT: none
struct blows { // over which distances a card can attack
    bool     adjacent;
    unsigned most;
};
struct blows blows_of(const struct table *, card_id attacker);
void         fight(struct table *);

// act.c: what the turn player may do (DES-321), and which rule forbids it.
rule_id  why_not_act(const struct table *, seat_id, struct choice);
rule_id  why_not_activate(const struct table *, seat_id, card_id, unsigned nth, bool first_link);
rule_id  why_not_spawn_tile(const struct table *, seat_id, unsigned tile);
rule_id  why_not_sacrifice(const struct table *, seat_id, card_id);
rule_id  why_not_spawn_now(const struct table *, seat_id, card_id);
rule_id  why_not_pay_points(const struct table *, seat_id, card_id);
uint32_t tiles_for(const struct table *, seat_id, // beside the Leader
                   rule_id (*why_not)(const struct table *, seat_id, unsigned tile));
struct offering { // for a Sacrifice Spawn
    int      levels;
    unsigned creatures;
    bool     place; // there is, or would be, a free tile beside the Leader
};
struct offering offering_of(const struct table *, seat_id);
unsigned        points_to_add(const struct despaira_state *, seat_id);
rule_id         why_not_offer(const struct table *, seat_id, card_id, struct offering);
rule_id         why_not_trick_tile(const struct table *, seat_id, unsigned tile);
rule_id         why_not_use_hand(const struct table *, seat_id, card_id);
bool            hand_has_targets_from(const struct table *, seat_id, card_id, uint32_t tiles);
rule_id         why_not_move_now(const struct table *, seat_id, card_id);
rule_id         why_not_move_anywhere(const struct table *, seat_id, card_id);
rule_id         why_not_put_on(const struct table *, seat_id, unsigned tile);
rule_id         why_not_lay_on(const struct table *, seat_id, unsigned tile);
rule_id         why_not_where(const struct table *, seat_id, struct choice);
rule_id         why_not_enter(const struct table *, seat_id, card_id, unsigned tile);
rule_id         why_not_attack_now(const struct table *, seat_id, card_id);
rule_id         why_not_heal(const struct table *, seat_id, card_id, card_id target);
rule_id         why_not_switch(const struct table *, seat_id, card_id, unsigned defence);
rule_id         why_not_flip(const struct table *, seat_id, card_id, unsigned defence);
rule_id         why_not_detach(const struct table *, seat_id, card_id, unsigned tile);
int             cost_of(const struct table *, card_id, unsigned ability, bool trigger);
bool            is_main(const struct despaira_state *);
bool            is_beside_leader(const struct despaira_state *, seat_id, unsigned tile);

// special.c: the special deck.
bool               is_special(const struct table *, card_id);
rule_id            why_not_summon(const struct table *, seat_id, card_id);
bool               summon_asks(const struct table *, card_id);
bool               may_pay(const struct table *, seat_id, card_id, card_id payment);
void               begin_summon(struct table *, card_id);
bool               may_summon_on(const struct table *, const struct link *, unsigned tile);
bool               can_be_summoned(const struct table *, const struct link *);
card_id            special_named(const struct table *, seat_id, unsigned name);
bool               ritual_pays(const struct table *, seat_id, card_id);
bool               ritual_is_paid(const struct table *, seat_id, unsigned name);
const struct step *ritual_in(const struct table *, unsigned ability); // or NULL
bool               is_given(const struct despaira_state *, card_id);
bool               ritual_goes_on(const struct table *, seat_id);
bool               ritual_is_possible(const struct table *, seat_id, unsigned name);

// announce.c
unsigned           sacrificed_levels(const struct table *);
bool               sacrifice_is_enough(const struct table *);
void               despaira_imagine(struct table *, seat_id viewer, struct rng *);
bool               may_put_down(const struct table *, unsigned tile); // of what is announced
MUST_USE enum flow carry_action(struct table *, struct action_frame *);

// chain.c
bool               is_asked_in(const struct table *, seat_id, bool chain); // DES-507
void               find_occasion(struct table *, struct link *);
bool               trap_is_met(const struct table *, card_id); // DES-506
uint16_t           ability_named(const struct table *, card_id,
                                 unsigned nth); // nth activated ability, or NO_ABILITY
unsigned           next_to_resolve(const struct despaira_state *); // DES-544
MUST_USE enum flow open_window(struct table *, struct window_frame *);
MUST_USE enum flow run_period(struct table *, struct period_frame *);
MUST_USE enum flow replace(struct table *, struct replace_frame *); // D26

// declare.c
bool    has_targets(const struct table *, uint16_t ability, card_id source, seat_id, unsigned tile,
                    uint16_t about, uint16_t other);
bool    begin_declaring(struct table *, seat_id, card_id, uint16_t ability); // fills `declaring`
rule_id why_no_target(const struct table *, uint16_t thing);
bool    is_target(const struct table *, uint16_t thing);
struct aiming { // what QUESTION_TARGET asks for, looked at once
    struct context      context;
    unsigned            row; // of the things that are meant
    const struct group *group;
    uint32_t            tiles; // if masked: of all creatures that the phrase means
    uint8_t             slot;
    bool                masked, chained;
};
struct aiming      aim_now(const struct table *);
bool               is_hit(const struct table *, const struct aiming *, uint16_t thing);
uint32_t           tiles_aimed_at(const struct table *, const struct aiming *);
unsigned           path_end(const struct table *);
card_id            card_to_move(const struct table *);
bool               is_step(const struct table *, unsigned tile);
rule_id            why_not_step(const struct table *, unsigned tile);
rule_id            why_not_stop(const struct table *);
rule_id            why_not_shifted_to(const struct table *, unsigned tile);
bool               may_name(const struct table *, unsigned link);
bool               acts_when_activated(const struct table *, unsigned ability, bool trigger);
MUST_USE enum flow declare(struct table *, struct declare_frame *);

// effects.c: a link being resolved.
MUST_USE enum flow   resolve(struct table *, struct resolve_frame *);
struct link         *link_now(struct despaira_state *);
bool                 is_unavoidable(const struct table *, const struct link *); // DES-560
struct context       context_now(const struct table *); // of what is resolved
struct cause         cause_now(const struct table *, const struct step *);
const struct step   *step_now(const struct table *); // that is being carried out, or NULL
const struct things *picked_now(const struct table *);
void                 name_thing(struct despaira_state *, unsigned slot, uint16_t thing);
void                 forget_card(struct despaira_state *, card_id);
bool                 chooses_hidden(const struct things *);
bool                 may_choose(const struct table *, uint16_t thing);
// Hooks of meaning/lang.h.
bool is_declared(const struct table *, const struct things *);
void name_declared(struct table *, struct work *, const struct step *, const struct things *);
bool asks_for(struct table *, const struct scope *, const struct step *, const struct things *,
              size_t count);
bool turns_out(const struct scope *, const struct things *, uint16_t thing);
bool is_still_meant(const struct scope *, const struct step *, uint16_t thing);
enum answered ask_may(struct table *, struct work *, const struct step *);
bool          between_steps(struct table *, struct work *, const struct step *);

// lasting.c
bool     lasts_as_its_trick(const struct table *);
int      lasting_span(const struct table *, const struct step *); // 0: no number of turns is said
void     lasting_change(struct table *, const struct step *, uint16_t thing, unsigned kind,
                        unsigned arg, int value, unsigned until);
uint16_t lasting_deed(struct table *, struct work *, const struct step *, const struct aim *);

// verbs.c
void note_detached(struct despaira_state *, card_id host);
bool may_detach_to(const struct table *, card_id, unsigned tile);
void detach_to(struct table *, card_id, unsigned tile, const struct step *);
void show_to(struct table *, card_id, seat_set, const struct step *, unsigned event);

// moving.c
void move_along(struct table *, card_id, const struct step *);
void shift_to(struct table *, card_id, unsigned tile, const struct step *);
void swap_cards(struct table *, card_id, card_id, const struct step *);

// spawning.c
bool    may_spawn_on(const struct table *, seat_id, card_id, unsigned tile);
bool    any_spawn_tile(const struct table *, const struct step *, seat_id, card_id);
void    miracle_spawn(struct table *, card_id, unsigned tile, bool defence, struct cause);
card_id make_token(struct table *, unsigned name);

// turn.c
MUST_USE enum flow play_turn(struct table *, struct turn_frame *);
void               lose(struct despaira_state *, seat_id, rule_id);

// boards.c
enum { MAPS = 6 };
extern const char *const despaira_maps[];
bool                     despaira_board_check(const char *source, struct text, struct error *);
bool                     read_maps(struct arena *, struct book *, struct error *);
void                     lay_map(struct table *, unsigned map);

// setup.c
extern const struct game_option despaira_options[];
extern const struct game_mode   despaira_modes[];
bool despaira_deck_check(const struct card_pool *, const struct match_setup *, seat_id,
                         struct error *);
void despaira_start(struct table *, const struct match_setup *);
MUST_USE enum flow play_match(struct table *, struct match_frame *);
void               finish_game(struct table *, seat_set winners, rule_id);
void               despaira_concede(struct table *, seat_id);
rule_id            why_not_side(const struct table *, seat_id, struct choice); // D23

// flows.c
void begin_match(struct despaira_state *);
void call_turn(struct despaira_state *);
void call_action(struct despaira_state *);
void call_window(struct despaira_state *);
void call_period(struct despaira_state *);
void call_declare(struct despaira_state *);
void call_resolve(struct despaira_state *, unsigned link);
void call_text(struct despaira_state *);
void call_replace(struct despaira_state *);
void drop_flows(struct despaira_state *, unsigned keep);
void despaira_advance(struct table *);

// events.c
enum event_kind {
    EVENT_DREW = EVENT_GAME,
    EVENT_TURN_BEGAN,
    EVENT_MINED,
    EVENT_LEADER,
    EVENT_ANNOUNCED_SPAWN,
    EVENT_SPAWNED,
    EVENT_SPAWNED_HIDDEN,
    EVENT_PLACED,
    EVENT_MOVED,
    EVENT_ANNOUNCED_MOVE,
    EVENT_ATTACKED,
    EVENT_FAILED,
    EVENT_DAMAGED,
    EVENT_SURPLUS,
    EVENT_LEADER_HURT,
    EVENT_SHIELD_BROKEN,
    EVENT_SHIELD_HELD,
    EVENT_AMBUSH,
    EVENT_DESTROYED,
    EVENT_SACRIFICED,
    EVENT_TO_GRAVEYARD,
    EVENT_TO_VOID,
    EVENT_TO_ARCHIVE,
    EVENT_TO_HAND,
    EVENT_TO_DECK,
    EVENT_CEASED,
    EVENT_TURNED_UP,
    EVENT_TURNED_DOWN,
    EVENT_TO_ATTACK,
    EVENT_TO_DEFENCE,
    EVENT_RESTORED,
    EVENT_ACTIVATED,
    EVENT_ABILITY,
    EVENT_RESOLVED,
    EVENT_NEGATED,
    EVENT_SUBSTITUTED,
    EVENT_COUNTERED,
    EVENT_EVADED,
    EVENT_CRYSTALS,
    EVENT_POINTS,
    EVENT_CHANGED,
    EVENT_BURNED, // one for each status, in the order of enum status_word
    EVENT_POISONED,
    EVENT_FROZEN,
    EVENT_PARALYSED,
    EVENT_ROOTED,
    EVENT_SILENCED,
    EVENT_CURED,
    EVENT_TILE,
    EVENT_COUNTERS,
    EVENT_EQUIPPED,
    EVENT_ATTACHED,
    EVENT_DETACHED,
    EVENT_CONTROL,
    EVENT_CLASH,
    EVENT_REVEALED,
    EVENT_LOOKED,
    EVENT_LOCKED,
    EVENT_BATTLE,
    EVENT_MAIN_2,
    EVENT_WINS,
    EVENT_GAME_WON,
    EVENT_MATCH_WON,
    EVENT_SURRENDERED,
    EVENT_DRAFTED,
    EVENT_PREVENTED
};
extern const struct event_form despaira_event_forms[];

// choices.c
extern const struct choice_form despaira_choice_forms[];
extern const uint8_t            despaira_ends[];
extern const uint16_t           despaira_decisive[];
extern const char *const        despaira_questions[];
rule_id why_not_answer(const struct table *, seat_id, card_id, unsigned nth, bool chain);
rule_id despaira_why_not(const struct table *, seat_id, struct choice);
rule_id despaira_why_unasked(const struct table *, seat_id, struct choice);

// lists.c
size_t            despaira_choices(const struct table *, seat_id, struct choice *, size_t max);
struct choice     despaira_default_choice(const struct table *, seat_id);
struct time_limit despaira_time(const struct table *, seat_id);

// evaluate.c
int worth_of_print(const struct card_def *);
int despaira_evaluate(const struct table *, seat_id);
// A move or an attack, of kind 0: none brings anything; and the tile for it, or NO_TILE.
struct choice best_deed(const struct table *, seat_id);
// Keeps all but moves and attacks that promise nothing.
size_t   keep_promising(const struct table *, seat_id, struct choice *, size_t count);
unsigned best_tile_to_go(const struct table *, seat_id, card_id);
unsigned best_tile_to_spawn(const struct table *, seat_id, card_id);
unsigned despaira_turns_begun(const struct table *, seat_id);
unsigned despaira_unspent(const struct table *, seat_id);

// quick.c
bool          despaira_is_quiet(const struct table *);
struct choice despaira_likely(const struct table *, seat_id, struct rng *);
struct choice despaira_plays_on(const struct table *, seat_id, struct rng *);
size_t despaira_worth_a_look(const struct table *, seat_id, struct choice *list, size_t count);

// view.c
extern const struct zone_name despaira_zones[];
extern const char *const      despaira_value_names[];
extern const char *const      despaira_stat_names[];
extern const char *const      despaira_status_words[];
extern const char *const      despaira_link_names[];
enum value_name {
    VALUE_TURN,
    VALUE_TURN_OF,
    VALUE_PHASE,
    VALUE_GAME,
    VALUE_LEADER_HP,
    VALUE_INVENTORY,
    VALUE_USED,
    VALUE_SPAWN_POINTS,
    VALUE_SPAWNS,
    VALUE_WON,
    VALUE_MATCH,
    VALUE_POINTS,
    VALUE_TILE
};
enum view_stat { VIEW_TIMER = STAT_COUNT, VIEW_COUNTERS, VIEW_STATS };
enum view_word { // bits of view_card.words, by despaira_status_words
    WORD_DEFENCE,
    WORD_LOCKED = 7,
    FLAG_COUNT  = 9,
    WORD_STATUS = FLAG_COUNT,
    WORD_TAKEN  = WORD_STATUS + STATUS_COUNT,
    WORD_DAMAGED,
    WORD_PICKED
};
void         despaira_view_extra(const struct table *, seat_id viewer, struct view *);
bool         despaira_could_be(const struct table *, card_id, def_id);
struct prior despaira_prior(const struct table *, seat_id viewer, seat_id owner);
const char  *despaira_broken(const struct table *);

// scenario.c
extern const struct scenario_word despaira_scenario_words[];
extern const char *const          despaira_phases[];
bool    despaira_resume(struct table *, seat_id, unsigned phase, struct error *);
bool    despaira_placed(struct table *, card_id, struct error *);
bool    despaira_attach(struct table *, card_id host, card_id attached, struct error *);
card_id despaira_attached_to(const struct table *, card_id);

// screen.c
struct sheet;
void                          despaira_sheet(struct sheet *);
extern const struct word_rule despaira_word_rules[];
void despaira_facts(const struct sheet *, const struct view_card *, struct writer *);

// measure.c
extern const uint16_t despaira_played_events[];

#endif
