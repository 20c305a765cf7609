// rules.h - the verbs and questions that the chapters of Monad Wars share, chapter by chapter.
#ifndef PENTACLE_GAMES_MONAD_RULES_H
#define PENTACLE_GAMES_MONAD_RULES_H

#include "engine/table.h"
#include "games/monad/monad_rules.h"
#include "games/monad/state.h"
#include "games/monad/words.h"
#include "meaning/evaluate.h"
#include "meaning/run.h"

static inline struct monad_state *state_of(struct table *t)
{
    return (struct monad_state *)(void *)t->state;
}
static inline const struct monad_state *state_at(const struct table *t)
{
    return (const struct monad_state *)(const void *)t->state;
}
static inline const struct card_def *def_of(const struct table *t, card_id card)
{
    return &t->pool->defs[card_at(t->state, card)->def];
}
static inline unsigned kind_of(const struct table *t, card_id card)
{
    return def_of(t, card)->kind;
}
static inline bool has_tag(const struct table *t, card_id card, unsigned tag)
{
    return def_of(t, card)->tags >> tag & 1;
}
// A race, class word or the like; or a name in quotes: an affiliation, or the card's own.
static inline bool is_called(const struct table *t, card_id card, const struct op *word)
{
    const struct card_def *def = def_of(t, card);
    if (word->code == W_TAG) return has_tag(t, card, (unsigned)word->value);
    return word->code == OP_NAME &&
           (word->value == def->faction_name || word->value == def->own_name);
}
static inline bool is_out(const struct monad_state *s, seat_id seat) { return s->side[seat].out; }
// The automaton takes part without a party: it is out, and has not left (MON-900).
enum { AUTOMATON = 1, OUT_LEFT = 1, OUT_AUTOMATON = 2 };
static inline bool has_left(const struct monad_state *s, seat_id seat)
{
    return s->side[seat].out == OUT_LEFT;
}
static inline bool is_automaton(const struct monad_state *s, seat_id seat)
{
    return seat < SEATS_MAX && s->side[seat].out == OUT_AUTOMATON;
}

// faces.c: what a line of text comes to, derived once from the compiled cards.
enum {
    NO_LINE       = 0xFFFF,
    STATS_PRINTED = 7,
    BONUS_TO_HIT  = 5,
    BONUS_DAMAGE  = 6,
    NO_RANGE      = -1,
    NO_MODE       = 3
};
struct line_info {
    uint32_t op;   // node of the line that says what it is
    uint16_t code; // of the ability (W_AGGRESSIVE ...), or of the line
    uint16_t top;  // of the line
    int16_t  gold;
    uint8_t  cost, mode, area, own, type, uses, whom, rows, behind, moment, first, aura, has_while,
        number, all_targets, per, edged, intercepts, by_mode,
        quest_type;         // per: its bonuses count "for each"; edged: "if ..., +1 damage"
    uint16_t aura_of;       // things: whom its aura means
    uint16_t watch, victim; // things: whose event it waits for; to whom it must be done
    int8_t   range;
    int16_t  damage; // -1: deals none by itself
    int8_t   keyword[KEYWORDS], stat[STATS_PRINTED], resist[DAMAGE_TYPES];
};
enum { NATIVES_MAX = 4, EVERYWHERE = 90 }; // EVERYWHERE: how far an aura without a number goes
struct face {                              // of a card
    int8_t keyword[KEYWORDS], stat[STATS_PRINTED], resist[DAMAGE_TYPES]; // of plain passive lines
    struct {
        uint8_t tag, number;
    } native[NATIVES_MAX]; // discounts
    uint8_t      natives;
    uint8_t      watchful, aura, choosy;         // has a while-line, an aura
    int8_t       dark, shorter_from, shorter_by; // of a location: Dark, and ranges here
    int8_t       reach;                          // of its attacks that reach furthest, 0: none
    uint8_t      codes;                          // kinds of abilities it prints, ability_bit() each
    uint32_t     moments;      // that its triggered abilities wait for, a bit each
    struct gifts gifts, auras; // what its lines could give a unit; through auras
    uint16_t     vip;          // line of a VIP or ward + 1, 0 = none
    int16_t      vip_stat[4];  // level, HP, AP, INI
};
struct change {        // that a verb makes for a time: "+1 AR, Tough 1"
    uint8_t kind, arg; // enum lasting_kind
    int16_t value;
};
struct monad_pool {
    const struct change    *changes; // of step i: from change_first[i] to change_first[i + 1]
    const uint16_t         *change_first;
    const def_id           *tokens;                 // that a step creates
    const uint8_t          *dice;                   // that a step rolls
    const struct line_info *lines;                  // by row of pool->lines
    const struct face      *faces;                  // by def
    bool                    moments[NO_MOMENT + 1]; // some line waits for it
    bool                    watched[NO_MOMENT + 1]; // of somebody else
    bool                    stands[VERB_COUNT];     // some line has such a standing change
    struct gifts            here;                   // of all locations, for whoever fights there
};
static inline const struct monad_pool *book(const struct table *t) { return t->pool->game; }
bool monad_prepare_pool(struct card_pool *, struct arena *, struct error *);
static inline const struct face *face_of(const struct table *t, card_id card)
{
    return &book(t)->faces[card_at(t->state, card)->def];
}
static inline const struct line_info *line_of(const struct table *t, card_id card, unsigned line)
{
    return &book(t)->lines[def_of(t, card)->line_first + line];
}
static inline uint32_t row_of_line(const struct table *t, card_id card, unsigned line)
{
    return def_of(t, card)->line_first + line;
}
static inline bool is_ability(unsigned code)
{
    return code == W_PASSIVE || code == W_AGGRESSIVE || code == W_DEFENSIVE || code == W_NONCOMBAT;
}
static inline unsigned ability_bit(unsigned code)
{
    return code == W_PASSIVE ? 1 : code == W_AGGRESSIVE ? 2 : code == W_DEFENSIVE ? 4 : 8;
}
int    number_at(const struct card_pool *, uint32_t op);        // first NUMBER below a node
size_t find_line(const struct table *, card_id, unsigned code); // row of pool->lines, or SIZE_MAX

// Equipment lies right behind its bearer in the bearer's row (attach(), put_in_row()).
#define EACH_WORN(card, s, unit)                                                                   \
    for (card_id card                                       = card_below(&(s)->core, (unit));      \
         card != NO_CARD && (s)->host[card] == (unit); card = card_below(&(s)->core, card))

// gifts.c
void add_gifts(struct gifts *to, const struct gifts *more);
void reckon_gifts(struct table *);
bool are_gifts_right(const struct table *);
int  keyword_sum(const struct table *, card_id, enum keyword);
int  bonus_sum_of(const struct table *, card_id, unsigned stat);
int  resist_of(const struct table *, card_id, enum damage_type);

// body.c: units and their values.
static inline const struct body *body_at(const struct monad_state *s, card_id card)
{
    return &s->bodies[s->body[card] - 1];
}
static inline struct body *body_of(struct monad_state *s, card_id card)
{
    return &s->bodies[s->body[card] - 1];
}
static inline bool is_unit(const struct monad_state *s, card_id card)
{
    return card < s->core.card_count && s->body[card] != 0;
}
// A unit's keywords and bonuses; most it cannot have at all.
static inline bool is_plain(const struct monad_state *s, card_id unit)
{
    return !s->stale && !s->lasting_count && s->combat.kind != COMBAT_ARENA && s->body[unit];
}
static inline int keyword_of(const struct table *t, card_id unit, enum keyword k)
{
    const struct monad_state *s = state_at(t);
    if (is_plain(s, unit) && !((body_at(s, unit)->gifts.keywords | s->auras.keywords) >> k & 1))
        return 0;
    return keyword_sum(t, unit, k);
}
static inline int bonus_of(const struct table *t, card_id unit, unsigned stat) // or BONUS_TO_HIT ..
{
    const struct monad_state *s = state_at(t);
    if (is_plain(s, unit) && !((body_at(s, unit)->gifts.stats | s->auras.stats) >> stat & 1))
        return 0;
    return bonus_sum_of(t, unit, stat);
}
bool     enter_play(struct table *, card_id, zone_id row, bool token); // false: no room (MON-034)
void     leave_play(struct table *, card_id);                          // the body only
int      level_of(const struct table *, card_id);
int      stat_of(const struct table *, card_id, enum stat); // maximum HP and AP; INI, AR, level
int      hp_left(const struct table *, card_id);
int      ap_left(const struct table *, card_id);
bool     is_token(const struct table *, card_id);
bool     is_catalyst(const struct table *, card_id);
seat_id  controller_of(const struct monad_state *, card_id unit);
unsigned row_of(const struct monad_state *, card_id unit);
bool     is_encounter_unit(const struct monad_state *, card_id);
unsigned side_size(const struct monad_state *, seat_id, bool facing);
unsigned formation_size(const struct monad_state *, zone_id formation);
bool     is_tower(const struct table *, card_id);
bool     is_fixed(const struct table *, card_id);
bool     has_classes(const struct table *, card_id);
bool     is_marked(const struct table *, card_id class_card, uint32_t line);
int      boosts_of(const struct table *, card_id class_card); // MON-074, MON-886
bool     may_wait_for(const struct table *, card_id, unsigned moment);
const struct hero *hero_at(const struct monad_state *, card_id);
void               keep_alive(struct table *);
unsigned           party_levels(const struct table *, seat_id);
bool               can_stand(const struct table *, seat_id, bool facing, unsigned row); // MON-466
bool               can_stand_in(const struct table *, zone_id row);
void               close_formation(struct table *, zone_id formation);
void               close_up(struct table *, seat_id, bool facing);
void               put_in_row(struct table *, card_id unit, zone_id row); // with its equipment
void               heal_unit(struct table *, card_id, int amount);
void               give_status(struct table *, card_id, enum unit_status, int number);
void               cleanse(struct table *, card_id);
bool move_unit(struct table *, card_id, int rows_back, bool involuntary); // true if it moved
bool is_weak(const struct table *, card_id);
void last(struct monad_state *, struct lasting);
void end_lasting(struct monad_state *, unsigned until, seat_id, card_id);
void end_lasting_on(struct monad_state *, card_id);
int  lasting_sum(const struct monad_state *, unsigned kind, unsigned arg, card_id, seat_id);
struct ability {
    card_id  source;
    uint32_t line; // row of pool->lines
};
enum { ABILITIES_MAX = 32 };
size_t abilities_of(const struct table *, card_id unit, unsigned code,
                    struct ability *out); // code 0: all
// equipment
const char *why_cannot_bear(const struct table *, card_id unit, card_id equipment, rule_id *);
rule_id     why_not_planned_on(const struct table *, card_id unit, card_id equipment);
void        attach(struct table *, card_id equipment, card_id unit);
void        detach_to(struct table *, card_id equipment, zone_id, enum zone_end);
int         price_at(const struct table *, seat_id, card_id, unsigned code); // gold, or -1
// places
int  er_of(const struct table *, card_id location);
bool shares_region(const struct table *, card_id, card_id);
int  budget_cost(const struct table *, seat_id party, card_id);
int  budget_left(const struct table *, seat_id party); // of the encounter that is being chosen
bool fits_place(const struct table *, uint32_t op, card_id location);
int  number_on(const struct table *, card_id location, unsigned code); // of its line, or -1

// events.c
enum event_kind {
    EVENT_DREW = EVENT_GAME,
    EVENT_CHOSE,
    EVENT_TURN,
    EVENT_TRAVELLED,
    EVENT_RAN,
    EVENT_PLAYED,
    EVENT_ATTACHED,
    EVENT_QUEST_PLAYED,
    EVENT_COMPLETED,
    EVENT_FAILED,
    EVENT_COMBAT,
    EVENT_ROUND,
    EVENT_USED,
    EVENT_DEFENDED,
    EVENT_CHECK,
    EVENT_HIT,
    EVENT_CRITICAL,
    EVENT_MISSED,
    EVENT_LOST_HP,
    EVENT_LOST_AP,
    EVENT_HEALED,
    EVENT_REGAINED,
    EVENT_MOVED,
    EVENT_DIED,
    EVENT_WON,
    EVENT_LOST,
    EVENT_STOOD,
    EVENT_WITHDREW,
    EVENT_REBUILT,
    EVENT_DISCARDED,
    EVENT_PAID,
    EVENT_GOLD,
    EVENT_RECRUITED,
    EVENT_LEVEL,
    EVENT_SCENARIO,
    EVENT_NEW_SCENARIO,
    EVENT_SHUFFLED_IN,
    EVENT_RETURNED,
    EVENT_CHANGED,
    EVENT_GAVE_UP,
    EVENT_REDREW,
    EVENT_REVEALED,
    EVENT_VP,
    EVENT_LOOKED,
    EVENT_USED_UP,
    EVENT_CORRODED,
    EVENT_RESOLVES,
    EVENT_ATTACKED,
    EVENT_JOINED,
    EVENT_PERK,
    EVENT_TEAM_OUT,
    EVENT_LANE,
    EVENT_DEPLOYED,
    EVENT_LVL,
    EVENT_CAMPAIGN_GAME,
    EVENT_PACK,
    EVENT_TURNED_UP,
    EVENT_STATUS, // one for each
};
extern const struct event_form monad_event_forms[];
void note(struct table *, unsigned kind, seat_id, card_id, card_id target, int amount, rule_id);
void note_use(struct table *, card_id unit, card_id source, unsigned line); // in its words
struct reason words_of(const struct table *, card_id source, uint32_t op);
void note_text(struct table *, unsigned kind, seat_id, card_id source, card_id target, int amount,
               uint32_t op);

// flows.c
struct frame *call(struct monad_state *, enum flow_id, seat_id who, card_id, card_id target);
void          monad_advance(struct table *);
void          unwind_to(struct monad_state *, unsigned depth);
struct frame *find_frame(struct monad_state *, enum flow_id);
// Where flows go on that a scenario begins in the middle of.
enum { CAMPAIGN_GAME_DONE = 1, CAMPAIGN_GOES_ON };
enum { GAME_DOTA_DONE = 1, GAME_SET_UP, GAME_ARENA_DONE, GAME_TURN_DONE };
enum { DOTA_SET_UP = 1, DOTA_TURN_DONE };
enum { ARENA_BEGUN = 1, ARENA_TURN_DONE };
enum { TURN_BEGUN = 1, TURN_PHASE_DONE, TURN_PHASE_CHECKED };

// arena.c
MUST_USE enum flow fight_in_arena(struct table *, struct frame *);
MUST_USE enum flow team_turn(struct table *, struct frame *);
void               pick_arena(struct table *);
void               lose_teams(struct table *);
void               count_kill_for_objective(struct table *, seat_id team);

// automaton.c
void play_automaton_encounter(struct table *, seat_id party, bool search);
void answer_for_automaton(struct table *);
void note_struck(struct monad_state *);

// campaign.c
MUST_USE enum flow play_campaign(struct table *, struct frame *);
MUST_USE enum flow between_games(struct table *, struct frame *);
MUST_USE enum flow rebuild_decks(struct table *, struct frame *);
rule_id            why_not_take_in(const struct table *, seat_id, card_id);

// dota.c
MUST_USE enum flow choose_heroes(struct table *, struct frame *);
MUST_USE enum flow play_dota(struct table *, struct frame *);
MUST_USE enum flow dota_turn(struct table *, struct frame *);
MUST_USE enum flow level_up(struct table *, struct frame *);
void               lay_out_lanes(struct table *);
bool               found_base(struct table *, card_id);
void               build_base(struct table *, seat_id);
rule_id            why_not_hero_class(const struct table *, seat_id, card_id);
rule_id            why_not_hero_ability(const struct table *, seat_id, struct choice);
rule_id            why_not_creep(const struct table *, seat_id, struct choice);
rule_id            why_not_deploy(const struct table *, seat_id, struct choice);
void               die_in_lane(struct table *, card_id unit);
bool               lose_bases(struct table *);
void               imagine_heroes(struct table *, seat_id, struct rng *);

// draft.c
MUST_USE enum flow draft(struct table *, struct frame *);

// decks.c
extern const struct game_mode   monad_modes[];
extern const struct game_option monad_options[];
bool monad_deck_check(const struct card_pool *, const struct match_setup *, seat_id,
                      struct error *);
void monad_start(struct table *, const struct match_setup *);
void draw_cards(struct table *, seat_id, unsigned count, rule_id);
void discard_card(struct table *, card_id, rule_id);
void shuffle_in(struct table *, card_id); // into the owner's deck; shuffle_deck() follows
void shuffle_deck(struct table *, seat_id, struct reason);
void look_through_deck(struct table *, seat_id);

// setup.c
seat_id            roll_for_first(struct table *);
unsigned           turns_each(const struct monad_state *);
void               monad_imagine(struct table *, seat_id viewer, struct rng *);
MUST_USE enum flow play_game(struct table *, struct frame *);
MUST_USE enum flow set_up(struct table *, struct frame *);
MUST_USE enum flow choose_parties(struct table *, struct frame *);
MUST_USE enum flow prepare_party(struct table *, struct frame *);
MUST_USE enum flow place_units(struct table *, struct frame *);
MUST_USE enum flow spend_points(struct table *, struct frame *);

// turn.c
MUST_USE enum flow play_turn(struct table *, struct frame *);
MUST_USE enum flow travel(struct table *, struct frame *);
MUST_USE enum flow run_away(struct table *, struct frame *);
MUST_USE enum flow random_encounter(struct table *, struct frame *);
MUST_USE enum flow end_phase(struct table *, struct frame *);
MUST_USE enum flow gain_level(struct table *, struct frame *);
seat_id            encounter_player(const struct monad_state *, seat_id);
seat_id            quest_handler(const struct monad_state *, seat_id);
void               return_encounters(struct table *, seat_id owner, bool draw);
void               take_back_facing(struct table *, seat_id party, bool draw);
bool               is_faced(const struct monad_state *, seat_id);
void               be_at(struct table *, seat_id, card_id location);
void               visit(struct table *, seat_id);
bool               is_in_location_deck(const struct table *, seat_id, card_id location);
int                pathfinder_of(const struct table *, seat_id);
int                level_cost(const struct table *, seat_id, card_id class_card);
rule_id            why_not_travel(const struct table *, seat_id, card_id location);

// quests.c
MUST_USE enum flow quest_phase(struct table *, struct frame *);
MUST_USE enum flow join_combat(struct table *, struct frame *);
MUST_USE enum flow play_quest(struct table *, struct frame *);
MUST_USE enum flow resolve_scenario(struct table *, struct frame *);
MUST_USE enum flow fight(struct table *, struct frame *);
MUST_USE enum flow play_encounter(struct table *, struct frame *);
void               forget_plan(struct monad_state *);
MUST_USE enum flow complete_quest(struct table *, struct frame *);
MUST_USE enum flow complete_scenario(struct table *, struct frame *);
MUST_USE enum flow check_scenarios(struct table *, struct frame *);
MUST_USE enum flow loot(struct table *, struct frame *);
void               fail_quest(struct table *, card_id, rule_id);
rule_id            why_not_quest(const struct table *, seat_id, card_id);
rule_id            why_not_resolve(const struct table *, seat_id);
rule_id            why_not_attack(const struct table *, seat_id, seat_id rival);
bool               asks_for_regions(const struct table *, seat_id);
void               put_token(struct table *, seat_id);
unsigned           scenario_tokens(const struct table *, seat_id);
void               count_for_quests(struct table *, seat_id, enum counting, card_id about);
bool               fits_delivery(const struct table *, card_id quest, card_id location);
bool               is_delivered(const struct table *, seat_id, card_id quest);
uint8_t            scenario_waits(const struct table *, seat_id); // MON-R106
uint8_t            wait_for_vp(const struct table *, int vp);
void               gain_vp(struct table *, seat_id, int, rule_id);
card_id            quest_of_token(const struct table *, card_id token);

// sides.c
bool     is_in_combat(const struct monad_state *, card_id unit);
unsigned side_of(const struct monad_state *, card_id unit);
bool     is_opposing(const struct monad_state *, card_id, card_id);
bool     is_on_encounter_side(const struct monad_state *, card_id unit);
unsigned sides_in_combat(const struct monad_state *, uint8_t *out);
size_t   units_of_side(const struct monad_state *, unsigned side, card_id *out); // by row
size_t   units_in_combat(const struct monad_state *, card_id *out);
size_t   units_against(const struct monad_state *, unsigned side, card_id *out);
bool     side_it_fell_on(const struct monad_state *, seat_id who, unsigned *side);
card_id  place_of_combat(const struct monad_state *);
unsigned counted_row(const struct table *, card_id unit);
int      distance(const struct table *, card_id from, card_id to);
int  range_of(const struct table *, card_id unit, const struct line_info *, bool against_opponents);
bool is_legal_target(const struct table *, card_id unit, const struct line_info *, card_id target);
bool is_against_opponents(const struct line_info *);
bool has_target(const struct table *, card_id unit, const struct line_info *, bool only_opposing);
size_t targets_by_side(const struct table *, card_id unit, const struct line_info *, card_id *out);
size_t legal_targets(const struct table *, card_id unit, const struct line_info *, unsigned row,
                     card_id *out);
int    cost_of(const struct table *, card_id unit, const struct line_info *);
bool   can_use(const struct table *, card_id unit, struct ability);
bool   can_defend(const struct table *, card_id unit, struct ability, card_id target);

// What can be used is noted in the question, for the list; 0: more than the question has room for.
#define ACT_NOTED(usable) ((uint16_t)((usable) >> 16 ? 0 : (usable)))

// combat.c
MUST_USE enum flow fight_combat(struct table *, struct frame *);
MUST_USE enum flow open_combat(struct table *, struct frame *);
MUST_USE enum flow play_round(struct table *, struct frame *);
MUST_USE enum flow activate_all(struct table *, struct frame *);
MUST_USE enum flow activate(struct table *, struct frame *);
unsigned           usable_abilities(const struct table *, card_id unit, bool *against);
unsigned           next_to_activate(const struct table *, unsigned side, card_id *, seat_id *);
rule_id            why_not_next(const struct table *, seat_id, card_id);
void               begin_round_of(struct table *, const card_id *, size_t);
void               end_round_of(struct table *, unsigned side);
bool               can_side_move(const struct table *, unsigned side);
void               tell_end_of_combat(struct table *);
void               clean_up(struct table *); // MON-485
void               set_result(struct monad_state *);
void               reveal_hidden(struct monad_state *, card_id);
bool               voluntary_move_changes(const struct table *, card_id, bool back);

// action.c
MUST_USE enum flow choose_targets(struct table *, struct frame *);
MUST_USE enum flow defend(struct table *, struct frame *);
MUST_USE enum flow take_action(struct table *, struct frame *);
card_id            unit_of_source(const struct table *, card_id source);
unsigned           seen_row(const struct table *, card_id unit, card_id target);
bool               is_on_chosen_side(const struct monad_state *, card_id target);
unsigned           sides_with_targets(const struct table *, card_id unit, const struct line_info *);
bool               has_defence(const struct table *, seat_id);
rule_id            why_not_first(const struct table *, unsigned at, card_id);

// damage.c
const struct line_info *action_line(const struct table *);
const struct defence   *defence_of(const struct monad_state *, card_id target);
void                    lose_hp(struct table *, card_id, int, card_id by, rule_id);
int  deal_damage(struct table *, card_id by, card_id target, unsigned type, int listed, int times,
                 const struct line_info *);
void attack_target(struct table *, card_id target);
card_id worn_on(const struct table *, card_id unit, unsigned *count);
void    corrode(struct table *, card_id equipment, int tokens);
int     corrosion_of(const struct table *, card_id unit);

// death.c
MUST_USE enum flow check_deaths(struct table *, struct frame *);
MUST_USE enum flow rebuild(struct table *, struct frame *);

// triggers.c
MUST_USE enum flow work_waiting(struct table *, struct frame *);
void               wait_for(struct table *, enum moment, card_id unit, card_id other);
bool               may_trigger(const struct table *, struct ability);
void               note_triggered(struct table *, struct ability);
unsigned           tally_of(const struct table *, unsigned kind, struct ability);
void               tally(struct table *, unsigned kind, struct ability);
void               clear_tallies(struct monad_state *, unsigned kind);
void               forget_card(struct monad_state *, card_id);

// text.c
enum { NAMED_MAX = BODIES_MAX };
static inline const struct text_work *text_at(const struct work *w)
{
    return (const struct text_work *)(const void *)w;
}
void         call_text(struct table *, uint32_t line, unsigned block, seat_id who, card_id source,
                       card_id unit, card_id target);
unsigned     later_block(const struct table *, uint32_t line, unsigned moment); // 0: none
size_t       text_picks(const struct table *, uint16_t *out, size_t max);
bool         text_may_pick(const struct table *, uint16_t thing);
struct scope scope_in_work(const struct table *);
int          line_counts(const struct table *, const struct line_info *, card_id unit);
bool is_in_aura(const struct table *, const struct line_info *, card_id source, card_id unit);
int  edge_of(const struct table *, card_id unit, const struct line_info *, card_id target,
             unsigned stat);

int  listed_more(const struct table *, card_id unit, const struct line_info *, card_id target);
bool is_meant_from(const struct table *, const struct things *, card_id source, card_id unit);

// stands.c
bool cannot(const struct table *, card_id unit, int word);
int  cost_change(const struct table *, card_id unit, const struct line_info *, bool more);
int  attack_change(const struct table *, card_id unit, const struct line_info *, card_id target,
                   int word);
bool doubles(const struct table *, card_id unit, const struct line_info *, card_id target);
int  less_damage(const struct table *, card_id unit);
int  brew_of(const struct table *, card_id user, int word);
int  recruit_discount(const struct table *, seat_id, card_id);

// rows.c
size_t   units_of_party(const struct table *, seat_id, card_id *out);
size_t   units_of_parties(const struct table *, card_id *out);
size_t   allies_of(const struct table *, card_id unit, card_id *out);
unsigned pile_meant(const struct things *); // zone of a seat; 0: none
bool     is_such_a_card(const struct table *, const struct things *, card_id);
bool     is_reached(const struct scope *, const struct things *, card_id unit);

// asking.c
MUST_USE enum flow ask_and_take(struct table *, struct frame *);
uint8_t            count_of(unsigned have, int want);
const struct step *step_asked(const struct table *, seat_id); // that a question is about
unsigned           pile_of_step(const struct table *, const struct step *);
bool               is_near_top(const struct table *, const struct step *, seat_id, card_id);
bool               is_meant_by(const struct table *, const struct step *, card_id);
size_t             bearers_meant(const struct table *, const struct step *, card_id *out);
rule_id            why_not_attach(const struct table *, const struct step *, card_id, card_id unit);
bool may_be_placed_at(const struct table *, seat_id who, const struct step *, card_id location);

// verbs.c
void     break_equipment(struct table *, card_id equipment);
unsigned moves_to(const struct table *, seat_id, card_id location);
bool     is_nearest_starter(const struct table *, seat_id, card_id location);
void     place_party(struct table *, seat_id, card_id location);
bool     is_best_quest(const struct table *, seat_id, card_id quest);
void     shuffle_unit_in(struct table *, card_id unit, struct reason);
void change_er(struct table *, const struct work *, const struct step *, unsigned tag, int times);

// provision.c
MUST_USE enum flow provision(struct table *, struct frame *);
MUST_USE enum flow pay_gold(struct table *, struct frame *);
int                gold_of(const struct table *, seat_id);
bool               can_pay(const struct table *, seat_id, int price);
void               call_pay(struct monad_state *, seat_id, int price);
int                marked_sum(const struct table *, seat_id, unsigned field);
rule_id            why_not_provision(const struct table *, seat_id, struct choice);

// end.c
void monad_concede(struct table *, seat_id);
void end_by_turns(struct table *);

// forms.c
extern const struct choice_form monad_choice_forms[];
extern const uint8_t            monad_ends[];
extern const uint16_t           monad_decisive[];
extern const char *const        monad_questions[];

// refusals.c
unsigned ability_count(const struct table *, card_id class_card);
rule_id  why_not_first_class(const struct table *, seat_id, card_id class_card);
bool     is_in(const struct table *t, card_id card, zone_id zone);
bool     is_in_own_party(const struct monad_state *s, seat_id seat, card_id card);
rule_id  why_not_mark(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_unit_pick(const struct table *t, seat_id seat, card_id card);
rule_id  why_not_start(const struct table *t, seat_id seat, card_id card);
rule_id  why_not_placing(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_outfit(const struct table *, seat_id, struct choice);
rule_id  why_not_loot(const struct table *, seat_id, struct choice);
int      levels_left(const struct table *, seat_id);
bool     holds_a_quest(const struct table *t, seat_id seat);
rule_id  why_not_go(const struct table *t, seat_id seat, struct choice c);

const struct planned *planned_of(const struct monad_state *, card_id); // or NULL

rule_id  why_not_encounter(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_main(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_act(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_target(const struct table *t, seat_id seat, card_id card);
rule_id  why_not_row(const struct table *t, seat_id seat, unsigned row);
rule_id  why_not_token_row(const struct table *t, seat_id seat, unsigned row);
rule_id  why_not_team(const struct table *t, seat_id seat, unsigned team);
rule_id  why_not_opponent(const struct monad_state *s, seat_id seat, unsigned other);
rule_id  why_not_drink(const struct table *t, seat_id seat, card_id card);
rule_id  why_not_response(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_defended(const struct table *t, card_id card);
rule_id  why_not_move(const struct table *t, seat_id seat, struct choice c);
rule_id  why_not_exhaust(const struct table *t, seat_id seat, card_id card, unsigned field,
                         int price, int more, rule_id rule);
rule_id  why_not_level(const struct table *t, seat_id seat, struct choice c);
unsigned pile_asked(const struct table *, seat_id);
bool     may_take_less(const struct table *, seat_id);
rule_id  why_not_from(const struct table *t, seat_id seat, card_id card, unsigned zone);
bool     has_waiting(const struct table *t, seat_id seat, struct choice c);

// choices.c, offers.c
struct text   monad_choice_text(const struct table *, seat_id, struct choice);
rule_id       monad_why_not(const struct table *, seat_id, struct choice);
size_t        monad_choices(const struct table *, seat_id, struct choice *, size_t max);
struct choice monad_default_choice(const struct table *, seat_id);

// evaluate.c
int           monad_evaluate(const struct table *, seat_id);
int           monad_party(const struct table *, seat_id);
int           monad_means(const struct table *, seat_id);
bool          monad_is_quiet(const struct table *);
struct choice monad_likely(const struct table *, seat_id, struct rng *);
unsigned      monad_turns_begun(const struct table *, seat_id);

// judge.c
int monad_judge(const struct table *, seat_id);

// view.c
extern const struct zone_name monad_zones[];
extern const char *const      monad_value_names[],
    *const monad_stat_names[], *const monad_status_words[], *const monad_link_names[];
enum value_name {
    VALUE_TURN,
    VALUE_ACTIVE,
    VALUE_PHASE,
    VALUE_ROUND,
    VALUE_VP,
    VALUE_LEVEL,
    VALUE_GOLD,
    VALUE_LOCATION,
    VALUE_TOKENS,
    VALUE_TARGET,
    VALUE_FRESH,
    VALUE_TOWERS,
    VALUE_CREEPS,
    VALUE_PERK,
    VALUE_CAMPAIGN,
    VALUE_GAME,
    VALUE_HERO,
    VALUE_ARENA,
    VALUE_PENDING,
    VALUE_WAITS,
    VALUE_ER,     // of the place where a party is, now
    VALUE_HERO_1, // Dota mode: five heroes
    VALUE_CLASS_1 = VALUE_HERO_1 + HEROES
};
enum stat_name {
    STAT_SHOWN_HP,
    STAT_SHOWN_MAX_HP,
    STAT_SHOWN_AP,
    STAT_SHOWN_INI,
    STAT_SHOWN_AR,
    STAT_SHOWN_LEVEL,
    STAT_SHOWN_MAX_AP,
    STAT_SHOWN_SHIELD, // of all types together
    STAT_SHOWN_CORROSION,
    STAT_SHOWN_TOKENS, // use tokens, quest markers
    STAT_SHOWN_LVL,    // Dota mode
    STAT_SHOWN_ER,     // of a location, now
    STAT_SHOWN_STATUS  // the number of each, in the order of enum unit_status
};
void         monad_view_extra(const struct table *, seat_id viewer, struct view *);
bool         monad_could_be(const struct table *, card_id, def_id);
struct prior monad_prior(const struct table *, seat_id viewer, seat_id owner);
const char  *monad_broken(const struct table *);
void         monad_faces_moved(struct table *, const card_id *, const card_id *, size_t);

// scenario.c
extern const struct scenario_word monad_scenario_words[];
extern const char *const          monad_phases[];
bool    monad_resume(struct table *, seat_id, unsigned phase, struct error *);
bool    monad_placed(struct table *, card_id, struct error *);
bool    monad_attach(struct table *, card_id, card_id, struct error *);
card_id monad_attached_to(const struct table *, card_id);

// screen.c
struct sheet;
void                          monad_sheet(struct sheet *);
extern const struct word_rule monad_word_rules[];
void monad_facts(const struct sheet *, const struct view_card *, struct writer *);

// measure.c
extern const uint16_t monad_played_events[];
unsigned              monad_unspent(const struct table *, seat_id);

#endif
