// rules.h - the verbs and questions that the chapters of Voidbreakers share, chapter by chapter.
#ifndef PENTACLE_GAMES_VOIDBREAKERS_RULES_H
#define PENTACLE_GAMES_VOIDBREAKERS_RULES_H

#include "engine/table.h"
#include "games/voidbreakers/state.h"
#include "games/voidbreakers/voidbreakers_rules.h"
#include "games/voidbreakers/words.h"
#include "meaning/lang.h"

static inline struct voidbreakers_state *state_of(struct table *t)
{
    return (struct voidbreakers_state *)(void *)t->state;
}
static inline const struct voidbreakers_state *state_at(const struct table *t)
{
    return (const struct voidbreakers_state *)(const void *)t->state;
}
static inline const struct card_def *def_of(const struct table *t, card_id card)
{
    return &t->pool->defs[state_at(t)->cards[card].def];
}
static inline seat_id owner_of(const struct voidbreakers_state *s, card_id card)
{
    return s->cards[card].owner;
}
static inline zone_id zone_of_card(const struct voidbreakers_state *s, card_id card)
{
    return s->cards[card].zone;
}
static inline seat_id other_player(seat_id seat) { return (seat_id)!seat; }
static inline bool    is_card(const struct voidbreakers_state *s, unsigned card)
{
    return card < s->core.card_count;
}

// book.c: what the cards say, derived once from the compiled texts.
enum ability_kind { ABILITY_PLAY, ABILITY_TALENT, ABILITY_TRIGGER, ABILITY_STANDING };
enum ability_flag {
    ABILITY_QUICK   = 1,
    ABILITY_OMEGA   = 2,
    ABILITY_REPEAT  = 4,
    ABILITY_DAMAGES = 8,
    ABILITY_MODES   = 16,
    ABILITY_CHOOSES = 32,   // something is chosen when it is announced
    ABILITY_THAT    = 64,   // does something to "that card", which must be living (VOI-R91)
    ABILITY_ANOTHER = 128,  // reacts to what happens to another card than the user
    ABILITY_INTO    = 256,  // reach is about where a move goes
    ABILITY_MAY     = 512,  // some sentence says may or up to
    ABILITY_DETACH  = 1024, // an upgrade is detached as a cost: `detach`, or any with NO_DEF
    ABILITY_ONCE    = 4096, // triggers the first time each turn only (VOI-R122)
    ABILITY_IDLE    = 2048  // it may be that nothing at all can come of it (VOI-R114)
};
enum { RANGE_UNLIMITED = 255 };
enum { MODES = 3 }; // of "choose one"
struct ability {
    uint32_t line_op,
        root;         // in pool->ops: the OP_LINE, and the PLAY, TALENT, TRIGGER or STANDING in it
    uint16_t only_if; // condition of the meaning, or 0
    def_id   def, detach;
    uint16_t flags;
    uint8_t  kind, line; // line: of the card
    uint8_t  moment;     // enum moment
    uint8_t  pay_a, pay_m, pay_v, pay_hp;
    uint8_t  range;
    uint8_t  reaction, reach, types; // enum happening; within; enum played_types
    uint8_t  who;                    // enum victim: of a reaction
    uint8_t  when;                   // enum moment_to_play
    uint8_t  aim, steps, beyond;     // enum aim_kind: how far away, and not in the own zone
    uint8_t  modes;                  // how many
    uint16_t want_first, want_count; // rows of the book: what is chosen for it
};
// What a text chooses, as far as that can be answered from where the cards stand. Most texts choose
// one card, or nothing.
enum aim_kind {
    AIM_OTHERWISE,
    AIM_NOTHING,
    AIM_ANY_CARD,
    AIM_OTHER_CARD,
    AIM_FRIEND,
    AIM_OTHER_FRIEND,
    AIM_ENEMY,
    AIM_ROOM, // a zone that is not full, for a Minion card
    AIM_COUNT
};
// When a card may be played, as far as its modifiers tell.
enum moment_to_play {
    PLAY_IN_ACTION_PHASE = 1,
    PLAY_IN_WINDOW       = 2,
    PLAY_IN_AFTERMATH    = 4,
    PLAY_IN_OMEGA        = 8
};
// Something that is chosen when a text is announced, or with its batch.
enum chosen { CHOSEN_NOTHING, CHOSEN_CARD, CHOSEN_ZONE }; // ZONE: "each ... in an adjacent zone"
struct want {
    uint16_t step;   // row of the meaning
    uint16_t things; // what is chosen of, or what it is that goes
    uint16_t places; // of a zone: steps away
    uint8_t  verb;   // enum verb
    uint8_t  slot;   // where it is kept
    uint8_t  mode;   // that it belongs to; 0: to all
    uint8_t  later;  // 1 + the step of its line that it waits with (VOI-330)
    uint8_t  chosen, most, optional;
    uint8_t  goes; // what it is about gets a destination
    uint8_t  last; // nothing else is chosen after it
};
struct face {        // by def_id
    def_id  fighter; // of a named card, or NO_DEF
    def_id  self;    // one face for all cards of the same fighter (VOI-105); else the face itself
    uint8_t kind;    // enum card_kind
    uint8_t styles;  // bit per enum style
    // Of a card that is played, side by side for a look at a whole hand.
    uint8_t  when;     // enum moment_to_play
    uint8_t  reaction; // enum happening
    uint8_t  pay_a, pay_m, pay_v;
    uint8_t  aim, steps, beyond; // as in its ability
    uint8_t  sure;               // whether it can be played shows at sight
    uint8_t  answers;            // bit per enum work_kind: links that it can answer
    uint16_t play;               // the ability that says what playing it does, or NO_ABILITY
    uint16_t first, count;       // abilities
    uint16_t talent;             // the first one
    uint8_t  talents;            // how many
    uint8_t  ap, ap_max, token[TOKEN_KINDS];
    int16_t  hp;
    uint16_t rank; // by name
    // What its texts say, and what upgrades that there are for it could add.
    uint32_t moments, upgrade_moments;   // bit per enum moment that one of them waits for
    uint16_t keywords, upgrade_keywords; // bit per enum keyword
    uint16_t always;                     // keywords that are in force without a condition
    uint16_t auras, upgrade_auras;       // keywords that it gives to others
    uint8_t  reach;                      // the sum of those without a condition
    uint8_t  upgrade_talents;
    uint8_t  upgradable; // there are upgrades for it
};
struct book {
    const struct ability *abilities;
    const def_id         *named;  // by op: the card that a CARDNAME means
    const struct board   *boards; // by arena
    const struct want    *wants;
    const def_id         *by_name;    // all faces
    const def_id         *satellites; // NO_DEF at the end
    uint32_t              count;      // of abilities
    uint32_t              moments;    // that any text waits for
    bool                  cannot;     // some text forbids something
    struct face           faces[];    // by def_id
};
bool voidbreakers_prepare_pool(struct card_pool *, struct arena *, struct error *);
static inline const struct book    *book_of(const struct table *t) { return t->pool->game; }
static inline const struct ability *ability_at(const struct table *t, unsigned i)
{
    return &book_of(t)->abilities[i];
}
static inline const struct face *face_of(const struct table *t, card_id card)
{
    return &book_of(t)->faces[state_at(t)->cards[card].def];
}
// health.c: which keywords cards in the arena give to others; asked anew when one comes or goes.
void look_for_auras(struct table *);
// wants.c
void read_wants(const struct card_pool *, struct arena *, struct ability *, struct book *);
// The next thing that a work does, from step *pc of its line on; NULL: nothing more.
const struct step *next_deed(const struct table *, const struct link *, unsigned *pc);
bool               does_something_later(const struct table *, const struct link *);

// Row of pool->names: the fighter that a Fighter card shows.
static inline uint16_t fighter_name(const struct card_def *def)
{
    return def->faction ? def->faction_name : def->own_name;
}

int number_in(const struct op *, size_t op, int otherwise); // value of the NUMBER below op
// The abilities in force on an arena card: its own and those of its upgrades.
struct ability_list {
    uint16_t id[24];
    uint8_t  count;
};
void abilities_of(const struct table *, card_id, struct ability_list *);
// False: surely not. Cheap questions before the dear ones.
static inline bool has_upgrades(const struct table *t, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    return face_of(t, card)->upgradable &&
           s->zones[zone_of_seat(ZONE_UPGRADES, s->cards[card].owner)].count > 0;
}
static inline bool may_have_keyword(const struct table *t, card_id card, enum keyword k)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct face               *face = face_of(t, card);
    if ((face->keywords | s->auras) >> k & 1) return true;
    if (s->cards[card].flags & CARD_MODIFIED) return true;
    return face->upgrade_keywords >> k & 1 && has_upgrades(t, card);
}
static inline bool may_have_talents(const struct table *t, card_id card)
{
    const struct face *face = face_of(t, card);
    return face->talents || (face->upgrade_talents && has_upgrades(t, card));
}
static inline bool may_wait_for(const struct table *t, card_id card, unsigned moment)
{
    const struct face *face = face_of(t, card);
    return face->moments >> moment & 1 ||
           (face->upgrade_moments >> moment & 1 && has_upgrades(t, card));
}
// boards.c: the arenas as files.
enum { ARENAS = 3, FAR_AWAY = 99 };
struct board {
    const char *name;
    struct text map;
    uint16_t    touches[ARENA_ZONES];           // bit per zone; 0: the arena has no such zone
    uint8_t     far[ARENA_ZONES][ARENA_ZONES];  // distances
    uint16_t    near[ARENA_ZONES][ARENA_ZONES]; // bit per zone at so many steps or fewer
};
extern const char *const voidbreakers_arenas[];
bool                     voidbreakers_board_check(const char *source, struct text, struct error *);
bool                     read_boards(struct arena *, const struct board **, struct error *);

// arena.c
const struct board *board_of(const struct table *);
bool                arena_has(const struct table *, zone_id);
bool                is_adjacent(const struct table *, zone_id, zone_id);
unsigned            distance(const struct table *, zone_id, zone_id);
unsigned            zones_within(const struct table *, zone_id, unsigned steps); // bit per zone
bool                is_full(const struct voidbreakers_state *, zone_id);
uint16_t            occupied_zones(const struct voidbreakers_state *); // counted anew
zone_id             starting_zone(unsigned side, unsigned place);      // 0 left, 1 middle, 2 right

// notes.c: what can happen, and how it is said.
enum event_kind {
    EVENT_PLACED = EVENT_GAME,
    EVENT_FIRST,
    EVENT_TOOK_SIDE,
    EVENT_TURN_BEGAN,
    EVENT_DREW,
    EVENT_FAILED_DRAW,
    EVENT_READIED,
    EVENT_ANNOUNCED_ATTACK,
    EVENT_ANNOUNCED_MOVE,
    EVENT_PLAYED,
    EVENT_USED,
    EVENT_ENDED_PHASE,
    EVENT_MOVED,
    EVENT_LEAPED,
    EVENT_TELEPORTED,
    EVENT_THROWN,
    EVENT_SWAPPED,
    EVENT_DEPLOYED,
    EVENT_DAMAGED,
    EVENT_LOST_HP,
    EVENT_HEALED,
    EVENT_POWER,
    EVENT_BONUS,
    EVENT_GRANTED,
    EVENT_DIED,
    EVENT_REVIVED,
    EVENT_VOIDED,
    EVENT_SALVAGED,
    EVENT_PUT_BACK,
    EVENT_TAKEN_UP,
    EVENT_KEPT,
    EVENT_ATTACHED,
    EVENT_DETACHED,
    EVENT_CANCELLED,
    EVENT_RETARGETED,
    EVENT_FAILED,
    EVENT_PREVENTED,
    EVENT_INTERCEPTED,
    EVENT_SCOUTED,
    EVENT_LOOKED,
    EVENT_REVEALED,
    EVENT_TOOK,
    EVENT_CYCLED,
    EVENT_TRIGGERED,
    EVENT_STARTING_HAND,
    EVENT_GAME_WON,
    EVENT_GAME_DRAWN,
    EVENT_GAVE_UP,
    EVENT_GAINS, // one for each condition
    EVENT_LOSES  = EVENT_GAINS + CONDITION_COUNT,
    EVENT_TOKENS = EVENT_LOSES + CONDITION_COUNT, // one for each kind of token
};
extern const struct event_form  voidbreakers_event_forms[];
extern const struct choice_form voidbreakers_choice_forms[];
extern const uint8_t            voidbreakers_ends[];
extern const uint16_t           voidbreakers_decisive[];
extern const char *const        voidbreakers_questions[];
extern const char *const        voidbreakers_conditions[];
extern const char *const        voidbreakers_sides[];
struct cause { // of an event: a rule, or words of a card
    rule_id  rule;
    def_id   def;
    uint32_t op;
};
static inline struct cause by_rule(rule_id rule) { return (struct cause){ rule, NO_DEF, 0 }; }
static inline struct cause by_text(const struct table *t, const struct link *w, size_t op)
{
    return (struct cause){ 0, ability_at(t, w->ability)->def, (uint32_t)op };
}
void tell_happened(struct table *, unsigned kind, seat_id, card_id card, card_id target, int amount,
                   struct cause);
void tell_happened_from(struct table *, unsigned kind, card_id card, zone_id from, zone_id to,
                        struct cause);
void tell_happened_to(struct table *, unsigned kind, seat_id, card_id card, seat_set seen_by,
                      struct cause);
// Without a log nothing is told, and nothing is worked out for it.
static inline void happened(struct table *t, unsigned kind, seat_id seat, card_id card,
                            card_id target, int amount, struct cause why)
{
    if (t->log) tell_happened(t, kind, seat, card, target, amount, why);
}
static inline void happened_from(struct table *t, unsigned kind, card_id card, zone_id from,
                                 zone_id to, struct cause why)
{
    if (t->log) tell_happened_from(t, kind, card, from, to, why);
}
static inline void happened_to(struct table *t, unsigned kind, seat_id seat, card_id card,
                               seat_set seen_by, struct cause why)
{
    if (t->log) tell_happened_to(t, kind, seat, card, seen_by, why);
}

// health.c: HP, attack power, conditions, damage, death.
static inline bool is_dead(const struct voidbreakers_state *s, card_id card)
{
    return s->body[card].flags & BODY_DEAD;
}
static inline bool is_living(const struct voidbreakers_state *s, card_id card)
{
    return is_card(s, card) && is_arena(zone_of_card(s, card)) && !is_dead(s, card);
}
static inline bool has(const struct voidbreakers_state *s, card_id card, enum condition c)
{
    return s->body[card].conditions >> c & 1;
}
bool     is_fighter(const struct table *, card_id);
int      hp_max(const struct table *, card_id);
int      attack_power(const struct table *, card_id);
int      attack_bonus(const struct table *, card_id attacker, card_id target); // VOI-625
unsigned count_debuffs(const struct voidbreakers_state *, card_id);
unsigned dead_fighters(const struct table *, seat_id);
unsigned living_fighters(const struct table *, seat_id);
// What is in force on a card: of its own, from others, or for a time.
struct force {
    uint8_t  keyword, arg; // arg: enum deed or enum token
    int16_t  value;        // below 0: less
    uint16_t to;           // things that it is about, or 0
};
// The next one of that keyword, after *after of them.
bool find_force(const struct table *, card_id, enum keyword, uint32_t *after, struct force *);
static inline bool next_force(const struct table *t, card_id card, enum keyword k, uint32_t *after,
                              struct force *out)
{
    return may_have_keyword(t, card, k) && find_force(t, card, k, after, out);
}
static inline bool has_keyword(const struct table *t, card_id card, enum keyword k)
{
    uint32_t     after = 0;
    struct force force;
    if (face_of(t, card)->always >> k & 1) return true;
    return next_force(t, card, k, &after, &force);
}
int               sum_of_keyword(const struct table *, card_id, enum keyword);
static inline int reach_of(const struct table *t, card_id card)
{
    const struct face *face        = face_of(t, card);
    unsigned           not_printed = (face->keywords & ~face->always) | face->upgrade_keywords |
                           state_at(t)->auras;
    if (not_printed >> KEYWORD_REACH & 1 || state_at(t)->cards[card].flags & CARD_MODIFIED)
        return sum_of_keyword(t, card, KEYWORD_REACH);
    return face->reach;
}
static inline int armor_of(const struct table *t, card_id card)
{
    return may_have_keyword(t, card, KEYWORD_ARMOR) ? sum_of_keyword(t, card, KEYWORD_ARMOR) : 0;
}
bool is_forbidden(const struct table *, card_id, enum deed);
// VOI-006
static inline bool cannot(const struct table *t, card_id card, enum deed deed)
{
    return book_of(t)->cannot && is_forbidden(t, card, deed);
}
void give_condition(struct table *, card_id, enum condition, struct cause);
void lose_conditions(struct table *, card_id, unsigned set, struct cause);
struct hit {
    card_id      source, victim;
    seat_id      seat;
    int          amount;
    bool         pierce, drain, in_batch, attack;
    struct cause why;
};
int      deal_damage(struct table *, const struct hit *);
unsigned interceptors(const struct table *, card_id victim, card_id *out, unsigned max);
void     lose_hp(struct table *, card_id, int amount, bool clamp, struct cause);
void     heal(struct table *, card_id, int amount, bool clamp, struct cause);
// What a trigger hears of: the card it happened to, and another one that has to do with it.
struct news {
    card_id that, other;
    zone_id zone; // where it was, or NO_ZONE: where it is
    uint8_t seat; // 1 + who did it, where it is a player
};
void               clamp_all(struct table *);
void               change_power(struct table *, card_id, int amount, struct cause);
void               revive(struct table *, card_id, int hp, struct cause);
bool               state_check(struct table *); // VOI-525; true: the game is over
void               wake_waiting(struct table *, enum moment, card_id source, const struct news *);
static inline void wake(struct table *t, enum moment moment, card_id source, card_id that,
                        card_id other)
{
    struct news news = { .that = that, .other = other, .zone = NO_ZONE };
    if (may_wait_for(t, source, moment)) wake_waiting(t, moment, source, &news);
}
void wake_all(struct table *, enum moment, const struct news *); // all living cards
bool waits_for(const struct scope *, unsigned things, uint16_t thing, zone_id);
void note(struct voidbreakers_state *, enum happening, seat_id, card_id, card_id other, zone_id);

// VOI-853: enemies cannot choose it.
static inline bool is_hidden(const struct table *t, card_id card)
{
    return has(state_at(t), card, CLOAKED) || cannot(t, card, DEED_BE_TARGETED);
}

// moves.c: cards that change place.
void    come_to_life(struct table *, card_id); // VOI-208, VOI-718
void    leave_arena(struct table *, card_id);
void    leave_for(struct table *, card_id, unsigned zone, struct cause why); // of its owner
void    move_card(struct voidbreakers_state *, card_id, zone_id, enum zone_end);
void    enter_zone(struct table *, card_id, zone_id, unsigned event, struct cause);
bool    withstands(const struct table *, card_id, seat_id by); // VOI-813, VOI-855
void    swap_cards(struct table *, card_id, card_id, seat_id by, struct cause);
card_id in_reserve(const struct table *, seat_id, def_id);
card_id attached_upgrade(const struct table *, card_id fighter, def_id);
bool    deploy(struct table *, card_id, zone_id, struct cause);
void    draw_cards(struct table *, seat_id, unsigned count, bool clamp, struct cause);
void    void_card(struct table *, card_id, struct cause);
void    put_into_void(struct table *, card_id);

// setup.c
extern const struct game_mode   voidbreakers_modes[];
extern const struct game_option voidbreakers_options[];
bool voidbreakers_deck_check(const struct card_pool *, const struct match_setup *, seat_id,
                             struct error *);
void voidbreakers_start(struct table *, const struct match_setup *);
MUST_USE enum flow set_up(struct table *, struct setup_frame *);

// turn.c
MUST_USE enum flow play_turn(struct table *, struct turn_frame *);
MUST_USE enum flow cycle(struct table *, struct cycle_frame *);
unsigned           cycle_cap(const struct table *, seat_id);
bool               is_limit_reached(const struct voidbreakers_state *, seat_id);

// announce.c
rule_id            why_not_attack(const struct table *, seat_id, card_id attacker, card_id target);
rule_id            why_not_move(const struct table *, seat_id, card_id, unsigned zone);
rule_id            why_not_play(const struct table *, seat_id, card_id, enum question_kind);
rule_id            why_not_talent(const struct table *, seat_id, card_id, unsigned nth);
rule_id            why_not_user(const struct table *, const struct link *, card_id);
bool               is_card_of(const struct table *, card_id, card_id fighter); // VOI-432
bool               can_play(const struct table *, seat_id, card_id, enum question_kind);
unsigned           used_bit(unsigned nth); // of body.used
bool               is_provoked(const struct table *, card_id attacker);
bool               can_act(const struct voidbreakers_state *, card_id);
enum happening     as_seen_by(const struct happened *, seat_id);
bool               is_victim(const struct table *, unsigned who, seat_id, card_id);
bool               fits_event(const struct table *, const struct link *, const struct happened *);
unsigned           newest_event(const struct table *, const struct link *, card_id);
void               react_to(const struct voidbreakers_state *, struct link *, unsigned event);
unsigned           talent_of(const struct table *, card_id, unsigned nth); // ability, or NO_ABILITY
void               begin_card(struct table *, seat_id, card_id, enum question_kind);
void               begin_talent(struct table *, seat_id, card_id, unsigned nth);
void               announce_attack(struct table *, seat_id, card_id, card_id target);
void               announce_move(struct table *, seat_id, card_id, zone_id);
void               announce_end(struct table *, seat_id);
MUST_USE enum flow announce(struct table *, struct announce_frame *);

unsigned cards_in_hand(const struct table *, const struct link *, seat_id);
bool     can_pay_tokens(const struct body *, unsigned a, unsigned m);
static inline const struct ability *ability_of(const struct table *t, const struct link *w)
{
    static const struct ability NONE = { .detach = NO_DEF, .moment = NO_MOMENT };
    return w->ability == NO_ABILITY ? &NONE : ability_at(t, w->ability);
}
static inline bool is_after(const struct ability *a) { return a->reaction >= FIRST_AFTER; }

// VOI-540 to VOI-544, without a look at what is reacted to.
static inline unsigned moment_of(enum question_kind when)
{
    static const uint8_t MOMENTS[] = { [QUESTION_ACTION]    = PLAY_IN_ACTION_PHASE,
                                       [QUESTION_WINDOW]    = PLAY_IN_WINDOW,
                                       [QUESTION_AFTERMATH] = PLAY_IN_AFTERMATH,
                                       [QUESTION_OMEGA]     = PLAY_IN_OMEGA };
    return MOMENTS[when];
}
static inline bool fits_moment(const struct table *t, card_id card, enum question_kind when)
{
    return face_of(t, card)->when & moment_of(when);
}

// complete.c: can it be completed, from what has been chosen so far?
// What a player sees of the arena, looked at once for a whole list. Bits are zones.
struct sight_user {
    const uint16_t *near; // zones at so many steps or fewer
    def_id          self;
    uint8_t         here; // zone
    uint8_t         styles, jammed, token[TOKEN_KINDS];
};
struct sight {
    seat_id           seat;
    uint16_t          found[AIM_COUNT]; // where there are such cards
    uint16_t          company;          // two friends or more
    uint16_t          provoking;        // an enemy of that kind (VOI-811)
    uint8_t           hand;             // cards held
    uint8_t           users;            // living fighters that are not Stunned
    uint8_t           own;              // all living ones of this seat
    uint8_t           dead;             // fighters
    struct sight_user user[TEAM_MAX];
    card_id           card[CARDS_MAX];
};
void look_around(const struct table *, seat_id, struct sight *);
enum answer { NO, YES, UNSURE };
enum answer can_play_at_sight(const struct sight *, const struct face *);
enum answer can_use_at_sight(const struct table *, const struct sight *, card_id,
                             const struct ability *);
bool        can_fill(const struct table *, const struct link *);
bool        with_some_mode(const struct table *, const struct link *);
bool        with_some_user(const struct table *, const struct link *);
bool        can_be_completed(const struct table *, const struct link *);
rule_id     why_not_whole(const struct table *, const struct link *); // the same with the reason

// rows.c
static inline struct scope scope_of(const struct table *t, const struct link *w)
{
    return (struct scope){ t, t->pool->meaning, &w->work, w->seat, NO_THING, NULL };
}
zone_id base_of(const struct table *, const struct link *); // distances are reckoned from here
zone_id place_of(const struct table *, const struct link *, card_id);
bool    is_meant(const struct scope *, const struct things *, card_id); // by its words
def_id  named_by(const struct table *, const struct test *);
def_id  name_in(const struct table *, unsigned things); // NO_DEF: any

// targets.c: what is chosen.
enum need_kind { NEED_NOTHING, NEED_TARGET, NEED_ZONE };
struct need {
    uint8_t            kind, slot, optional;
    const struct want *want; // NULL: the zone of a Minion card
    card_id            card; // NEED_ZONE: what goes there
};
struct need next_need(const struct table *, const struct link *);
bool        cannot_go(const struct table *, unsigned verb, card_id); // VOI-R111
rule_id     why_not_target(const struct table *, const struct link *, const struct need *,
                           unsigned card, bool chosen_now);
unsigned    zones_reached(const struct table *, const struct link *, const struct need *);
bool        may_target(const struct table *, const struct link *, const struct need *, card_id,
                       bool chosen_now);
rule_id why_not_zone(const struct table *, const struct link *, const struct need *, unsigned zone);
void    add_target(struct link *, const struct need *, card_id);
void    add_zone(struct link *, const struct need *, zone_id);
enum { AIMS_MAX = 32 };
zone_id picked_zone(const struct link *, unsigned slot, card_id);
card_id card_by_name(const struct table *, seat_id, def_id); // in the arena, or NO_CARD
bool    leave_out(const struct table *, struct link *);      // VOI-511, VOI-512; true: it fails
const struct want *want_of_slot(const struct table *, const struct link *, unsigned slot);

// satellites.c
unsigned most_to_deploy(const struct table *, const struct link *, const struct step *);
rule_id  why_not_deploy(const struct table *, const struct link *, const struct step *);
rule_id  why_not_attach(const struct table *, const struct link *, const struct step *);

// text.c: how this game carries a line out (meaning/run.h).
MUST_USE enum flow carry_out(struct table *, struct run_frame *);
enum answered      may_do(struct table *, struct work *, const struct step *);
void               may_done(struct table *, struct work *, const struct step *);
uint16_t           where_it_goes(const struct scope *, const struct step *);
void               postpone(struct table *, const struct work *, unsigned step, unsigned moment);
unsigned           may_bit(const struct table *, const struct link *, const struct step *);

// chain.c
MUST_USE enum flow work_chain(struct table *, struct chain_frame *);
MUST_USE enum flow aftermath(struct table *, struct aftermath_frame *);

// batches.c
MUST_USE enum flow work_batches(struct table *, struct batches_frame *);
MUST_USE enum flow choose_for_trigger(struct table *, struct choose_frame *);
void               wake_phase(struct table *, enum moment, unsigned later_phase);

// end.c
void end_game(struct table *, seat_set winners, rule_id);
int  hp_sum(const struct table *, seat_id); // VOI-905
void end_after_round_12(struct table *);
void voidbreakers_concede(struct table *, seat_id);
bool is_match_over(const struct voidbreakers_state *);

// flows.c
void               call_setup(struct voidbreakers_state *);
void               call_turn(struct voidbreakers_state *);
void               call_announce(struct voidbreakers_state *);
void               call_chain(struct voidbreakers_state *);
bool               call_batches(struct voidbreakers_state *);
void               call_choose(struct voidbreakers_state *, uint8_t trigger);
void               call_text(struct voidbreakers_state *, unsigned work);
bool               call_aftermath(struct voidbreakers_state *);
void               call_cycle(struct voidbreakers_state *);
void               withdraw(struct voidbreakers_state *);
void               voidbreakers_imagine(struct table *, seat_id viewer, struct rng *);
void               begin_match(struct voidbreakers_state *);
void               voidbreakers_advance(struct table *);
MUST_USE enum flow play_match(struct table *, struct match_frame *);

// choices.c
size_t  voidbreakers_choices(const struct table *, seat_id, struct choice *, size_t max);
rule_id voidbreakers_why_not(const struct table *, seat_id, struct choice);
rule_id voidbreakers_why_unasked(const struct table *, seat_id, struct choice);

// clock.c
struct choice     voidbreakers_default_choice(const struct table *, seat_id);
struct time_limit voidbreakers_time(const struct table *, seat_id);

// evaluate.c
int           voidbreakers_evaluate(const struct table *, seat_id);
bool          voidbreakers_is_quiet(const struct table *);
struct choice voidbreakers_likely(const struct table *, seat_id, struct rng *);
size_t        voidbreakers_worth_a_look(const struct table *, seat_id, struct choice *, size_t);
unsigned      voidbreakers_turns_begun(const struct table *, seat_id);

// view.c
extern const struct zone_name voidbreakers_zones[];
extern const char *const voidbreakers_value_names[], *const voidbreakers_stat_names[],
                                                         *const     voidbreakers_status_words[],
                                                             *const voidbreakers_link_names[];
enum value_name {
    VALUE_ROUND,
    VALUE_PHASE,
    VALUE_ACTIVE,
    VALUE_FIRST,
    VALUE_ARENA,
    VALUE_SIDE,
    VALUE_CYCLED,
    VALUE_ANNOUNCED,
    VALUE_POINTS,
    VALUE_HP_SUM,
    VALUE_ARSENAL
};
enum stat_name { STAT_HP, STAT_HP_MAX, STAT_AP, STAT_A, STAT_M, STAT_F };
enum { STATUS_DEAD = CONDITION_COUNT, STATUS_PICKED, STATUS_SALVAGED, STATUS_COUNT };
enum { LINK_CANCELLED = 1, LINK_TO = 2 }; // flags of a link in a view; from LINK_TO on zone + 1
void         voidbreakers_view_extra(const struct table *, seat_id viewer, struct view *);
bool         voidbreakers_could_be(const struct table *, card_id, def_id);
struct prior voidbreakers_prior(const struct table *, seat_id viewer, seat_id owner);
const char  *voidbreakers_broken(const struct table *);

// scenario.c
extern const struct scenario_word voidbreakers_scenario_words[];
extern const char *const          voidbreakers_phases[];
bool    voidbreakers_resume(struct table *, seat_id, unsigned phase, struct error *);
bool    voidbreakers_placed(struct table *, card_id, struct error *);
bool    voidbreakers_attach(struct table *, card_id host, card_id attached, struct error *);
card_id voidbreakers_attached_to(const struct table *, card_id);

// screen.c
struct sheet;
void                          voidbreakers_sheet(struct sheet *);
extern const struct word_rule voidbreakers_word_rules[];
void voidbreakers_facts(const struct sheet *, const struct view_card *, struct writer *);

// measure.c
extern const uint16_t voidbreakers_played_events[];
unsigned              voidbreakers_unspent(const struct table *, seat_id);

#endif
