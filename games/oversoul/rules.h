// rules.h - what the chapters of the rulebook ask of each other. Questions take a const table; only
// verbs and flows take one they may change.
#ifndef PENTACLE_GAMES_OVERSOUL_RULES_H
#define PENTACLE_GAMES_OVERSOUL_RULES_H

#include "games/oversoul/board.h"
#include "games/oversoul/choices.h"

// --- pass.c: seats that can only pass -----------------------------------------------------------

void               note_anew(struct table *, seat_id);
static inline void note_passing(struct table *t, seat_id seat) // before it is asked to respond
{
    if (state(t)->side[seat].passing == UNNOTED) note_anew(t, seat);
}
bool               can_only_pass(const struct table *, seat_id);
static inline bool is_noted_to_pass(const struct oversoul_state *s, seat_id seat)
{
    enum { PASSES = BIT(PASSING) | BIT(AWAITING) | BIT(BARE) };
    const struct side *side = &s->side[seat];
    return BIT(side->passing) & PASSES && !(side->awaits & s->done); // only AWAITING awaits any
}
static inline const struct face_wants *wants_of_card(const struct table *t, card_id c)
{
    return &book(t)->wants[card_in(peek(t), c)->def];
}

// --- laws.c, body.c, gains.c, cant.c: what Active cards are like now (OVE-534, OVE-535) ----------

struct scope;

struct held { // an Ability and the card it is printed on (a Construct lends its own to the host)
    uint16_t ability;
    card_id  source;
};
static inline bool holds_any(const struct table *t, card_id c, unsigned kinds)
{
    return body_at(peek(t), c)->holds & kinds;
}
// Those in use now, at most ABILITIES_HELD_MAX.
size_t abilities_of(const struct table *, card_id, struct held *out);
size_t abilities_unsilenced(const struct table *, card_id, struct held *out);
size_t abilities_of_construct(const struct table *, card_id, struct held *out); // its host's too
// Kinds of Abilities that a card has in use in an Idle Zone or Exile (OVE-121, OVE-R176).
static inline unsigned holds_afar(const struct table *t, card_id c)
{
    const struct card       *card  = card_in(peek(t), c);
    const struct face_lists *lists = &book(t)->lists[card->def];
    return card->zone == EXILE             ? lists->exile_holds
           : zone_kind(card->zone) == IDLE ? lists->idle_holds
                                           : 0;
}
SELDOM card_id        next_afar(const struct table *, unsigned kinds, card_id after);
static inline card_id first_afar(const struct table *t, unsigned kinds)
{
    return peek(t)->afar ? next_afar(t, kinds, NO_CARD) : NO_CARD; // most often there is none
}
size_t zone_law_abilities(const struct table *, card_id, struct held *out); // also off the board
// Of an Active card that is BODY_PLAIN: the numbers of these Abilities.
static inline size_t printed_list(const struct table *t, card_id c, enum listed which,
                                  const uint16_t **out)
{
    const struct oversoul_state *s     = peek(t);
    const struct face_lists     *lists = &book(t)->lists[s->cards[c].def];
    const struct printed        *list  = is_leader_seated(s, c) ? &lists->seated[which]
                                                                : &lists->standing[which];
    *out                               = book(t)->held + list->first;
    return body_at(s, c)->keywords & BIT(SEALED) ? 0 : list->count;
}
bool     is_reckoned(const struct table *);
bool     is_lent(const struct oversoul_state *, card_id, uint16_t ability); // by a quoted text
bool     is_constructs_own(const struct ability *);                         // OVE-433
bool     counts_now(const struct table *, const struct modifier *);         // its "while" holds
bool     in_area(const struct oversoul_state *, card_id source, card_id);   // of an AURA
bool     is_spoken_of(const struct scope *, bool aura, size_t clause, card_id);
unsigned lent_used(const struct oversoul_state *, card_id, card_id lender, unsigned keyword);
static inline uint32_t barred_by(const struct modifier *m)
{
    if (m->kind == MOD_LEAST_HP) return bar_of_being(IS_DAMAGED);
    return m->kind != MOD_CANT ? 0
           : m->arg < 32       ? bar_of_being(m->arg)
                               : bar_of_doing(m->arg - 32u);
}

bool               recount_plus(struct table *, seat_id); // Active +cards (OVE-313)
void               reckon_anew(struct table *);
static inline void reckon(struct table *t) // if anything changed
{
    if (state(t)->dirty) reckon_anew(t);
}
// What is done to several cards is done to all at once (OVE-533, OVE-709): each has what the others
// lend it until it is done to the last one.
static inline void begin_at_once(struct table *t, bool several)
{
    reckon(t);
    state(t)->at_once = several;
}
static inline void end_at_once(struct table *t)
{
    state(t)->at_once = 0;
    reckon(t);
}
bool               spend_charge(struct table *, card_id, enum keyword);
static inline bool use_charge(struct table *t, card_id c, enum keyword k) // OVE-803
{
    return body_at(peek(t), c)->keywords & BIT(k) && spend_charge(t, c, k);
}
unsigned               charges_left(const struct table *, card_id, enum keyword);
static inline unsigned gained_charges(const struct body *b, unsigned k)
{
    return b->gained >> 2 * k & 3;
}
static inline void set_gained(struct body *b, unsigned k, unsigned n)
{
    b->gained = (uint16_t)((b->gained & ~(3u << 2 * k)) | n << 2 * k);
}
static inline unsigned own_charges(const struct body *b, unsigned k) // that count now
{
    return b->muted >> k & 1 ? gained_charges(b, k) : b->charges[k];
}
struct lasting { // how long a change lasts, and who made it (OVE-718)
    uint8_t  until;
    seat_id  seat;
    card_id  source;
    uint16_t words; // condition of a "while", or 0
};
void lose_gained_charges(struct oversoul_state *, card_id, unsigned which);
void lose_charges(struct oversoul_state *, card_id, unsigned which); // bit per charged keyword
void gain_keyword(struct table *, card_id, unsigned word, size_t to,
                  struct lasting); // to: RESISTANT (to ...)
void lose_keyword(struct table *, card_id, enum keyword, struct lasting);
void settle_each_lent(struct table *); // CHAINED and SEALED lent by continuous Abilities
static inline void settle_lent(struct table *t)
{
    if (peek(t)->keywords & (BIT(CHAINED) | BIT(SEALED))) settle_each_lent(t);
}
void gain_stat(struct table *, card_id, enum statname, int, struct lasting);
bool never_receives(const struct table *, card_id, enum statname); // OVE-411, OVE-637
void gain_role(struct table *, card_id, unsigned role, struct lasting);
void change(struct table *, card_id, enum modifier_kind, unsigned arg, int value, struct lasting);
void settle_rank(struct oversoul_state *, seat_id, int dial, int lift); // of a Leader (OVE-451)
void turn_dial(struct oversoul_state *, seat_id, int dial);
void mark_modified(struct oversoul_state *, const struct modifier *); // it came, or ends
void stir_for(struct oversoul_state *, const struct modifier *);      // likewise
void add_marks(struct table *, card_id, size_t name, int, struct lasting by, struct reason);
bool is_death_mark(const struct table *, size_t name);
unsigned return_destination(const struct op *, size_t verb, enum zone_end *); // enum zone_word
bool     is_unaffected(const struct table *, card_id, card_id by);            // RESISTANT (OVE-820)
bool     laws_hold(const struct table *, card_id, const struct held *); // its state Laws (OVE-754)
enum { ANY_LAW = -3, NO_LAW, EVENT_LAW };                               // or an enum keylaw
// What a Law asks of the card that its event is about, then, and all else, when the action is done.
enum law_part { ALL_PARTS, PART_OF_EVENT, PART_AFTER };
bool     laws_hold_for(const struct table *, card_id, const struct held *, card_id it, int law);
bool     laws_hold_in_part(const struct table *, card_id, const struct held *, card_id it, int law,
                           enum law_part);
uint32_t moments_joined(const struct table *, uint16_t ability, int law);
bool     info_holds(const struct scope *, size_t n);         // one child of a Law
void     speak_of_deed(const struct table *, struct link *); // an event in its parentheses
SELDOM bool        noted_state_holds(const struct table *, card_id, const struct held *);
static inline bool keyword_notes_hold(const struct table *t, card_id c, const struct held *h)
{
    return !book(t)->abilities[h->ability].noted || noted_state_holds(t, c, h); // for that card
}
uint8_t     states_held(const struct table *, card_id, const struct held *); // OVE-755
SELDOM bool other_laws_hold(const struct table *, card_id, const struct held *, int law);
bool        during_holds(const struct table *, seat_id, size_t during);
bool        is_turn_meant(const struct table *, seat_id, size_t whose);
// "Opposing Units must Attack this card if able", "won't Retaliate when Attacked by Leaders": the
// phrase that says whom, or 0.
static inline size_t told_whom(const struct op *ops, size_t able, size_t doing)
{
    size_t whom = op_after(ops, doing);
    if (whom >= op_after(ops, able)) return 0;
    if (ops[whom].code == W_WHEN_PASSIVE) return op_find(ops, whom, W_OBJECT);
    return ops[whom].code == W_OBJECT ? whom : 0;
}
bool    is_told_to_attack(const struct table *, card_id);
bool    is_told_elsewhere(const struct table *, card_id, card_id selection);
bool    is_told_it_can(const struct table *, card_id, int what, card_id to);
card_id forced_guard(const struct table *, seat_id); // "must Guard if able", or NO_CARD
size_t  exchangeable(const struct table *, seat_id, card_id *out, size_t max); // OVE-231

// "Can't" sentences and lasting prohibitions. That nobody says so of anybody is seen at once.
SELDOM bool        is_forbidden(const struct table *, card_id, int passive, int doing, card_id doer,
                                bool attack);
static inline bool cannot(const struct table *t, card_id c, enum passive p, card_id by)
{
    return peek(t)->bars & bar_of_being(p) && is_forbidden(t, c, (int)p, -1, by, p == IS_ATTACKED);
}
bool               cannot_cancel(const struct table *, const struct link *, card_id by);
static inline bool cannot_be_damaged(const struct table *t, card_id c, card_id by, bool attack)
{
    return peek(t)->bars & bar_of_being(IS_DAMAGED) &&
           is_forbidden(t, c, IS_DAMAGED, -1, by, attack);
}
// The card whose Ability is being carried out, or NO_CARD: a rule or a Cost asks.
static inline card_id acting_card(const struct oversoul_state *s)
{
    return s->work_count ? s->works[s->work_count - 1].card : NO_CARD;
}
// Attack, Guard, Retaliate, Generate.
static inline bool cannot_do(const struct table *t, card_id c, unsigned doing, card_id to)
{
    return peek(t)->bars & bar_of_doing(doing) && is_forbidden(t, c, -1, (int)doing, to, false);
}
static inline bool cannot_generate(const struct table *t, card_id c)
{
    if (!(peek(t)->bars & (bar_of_doing(DO_GENERATE) | bar_of_being(IS_EXHAUSTED)))) return false;
    return cannot_do(t, c, DO_GENERATE, NO_CARD) || cannot(t, c, IS_EXHAUSTED, NO_CARD);
}
bool clause_holds(const struct scope *, size_t clause); // its "(while ...)", "(during ...)" notes

// Seats that a line was answered with, 1 + seat in four bits each: the opponent (D21), and a Deck
// for each "either Deck" in printed order (D23). NO_SEAT if not asked for.
enum { DECKS_MAX = 3 };
static inline seat_id chosen_opponent(uint16_t seats) { return (seat_id)((seats & 15) - 1); }
static inline seat_id chosen_deck(uint16_t seats, unsigned n)
{
    return (seat_id)((seats >> 4 * (n + 1) & 15) - 1);
}
static inline uint16_t with_opponent(uint16_t seats, seat_id one)
{
    return (uint16_t)((seats & ~15) | (one + 1));
}
static inline uint16_t with_deck(uint16_t seats, unsigned n, seat_id of)
{
    return (uint16_t)(seats | (of + 1) << 4 * (n + 1));
}

// --- words in use -------------------------------------------------------------------------------

struct scope { // who speaks: for "this card", "your", "it", X
    const struct table  *t;
    card_id              card, source;
    seat_id              seat;
    uint8_t              x;
    card_id              it;
    const struct chosen *named;
    size_t               named_count;
    int                  damage_dealt;
    bool                 gone;     // the card has left: "this card" means nothing (OVE-717)
    bool                 left;     // a Law speaks of its leaving: it counts as it was before
    bool                 told;     // an Ability is carried out
    bool                 before;   // of an event: cards that left the board are as they were
    bool                 past;     // "it" means the card even if it has left its zone since
    bool                 singly;   // "other" is other than "it" (OVE-R314)
    bool                 tally;    // points are added up, however many at once (OVE-R315)
    uint8_t              opponent; // 1 + the one that was chosen (OVE-964), or 0
    uint8_t              number;   // 1 + what was chosen for "up to N", or 0
    card_id              revealed; // 1 + the card that was Prepared until the event, or 0
    card_id              played;   // 1 + the card whose Activation is spoken of, or 0
    card_id              moved; // 1 + the card that an event took from a zone off the board, or 0
    zone_id              came;  // that zone
    uint8_t              part;  // enum law_part
    uint8_t              selected_at, selected_count; // by the line carried out, in state.chosen
    uint8_t              that; // enum pronoun: "that Unit" behind the Law (OVE-R430), or 0
    uint8_t line; // 1 + the line of an Event without HP whose Costs are asked for, or 0
};
static inline const struct op *ops_of(const struct scope *k) { return k->t->pool->ops; }

// pronouns.c: what is spoken of, and what it was like when it left the board
bool               is_named(const struct scope *, card_id);
bool               is_selected(const struct scope *, card_id);
const struct gone *as_it_left(const struct scope *, card_id); // or NULL
// Of an event: was it on the board then, and has left it since?
static inline const struct gone *was_there(const struct scope *k, card_id c)
{
    return k->before ? as_it_left(k, c) : NULL;
}
zone_id place_of(const struct scope *, card_id);
bool    is_seen(const struct scope *, card_id);
int     present_stat(const struct scope *, card_id, enum statname);
bool    was_seen_leaving(const struct oversoul_state *, card_id); // it lay face-up
size_t  spoken_of(const struct scope *, enum pronoun, card_id *out, size_t max);
size_t  pronoun_cards(const struct scope *, enum pronoun, card_id *out, size_t max);

// objects.c: one card, and all that fit
bool fits(const struct scope *, size_t object, card_id);
bool fits_side(const struct scope *, unsigned side, card_id);
bool fits_zone(const struct scope *, size_t zone, card_id);
bool fits_rank(const struct scope *, size_t ranked, card_id);
bool is_rank_said(const struct op *, size_t ranked, int rank);
bool enough(const struct op *, size_t node, int have, int want); // "or more", "or less"
int  marks_on(const struct table *, card_id, unsigned name);
bool has_marks(const struct scope *, size_t marks, card_id);
bool is_one_leader(const struct op *, size_t object); // "the opposing Leader"
// All cards that fit and lie where the phrase looks (the board unless a zone is named).
size_t candidates(const struct scope *, size_t object, card_id *out, size_t max);
// ... and could pay a clause of Costs, if that is not 0; are there as many?
size_t payers(const struct scope *, size_t object, size_t clause, card_id *out, size_t max);
bool   are_payers(const struct scope *, size_t object, size_t clause, size_t least);
bool   can_pay_with(const struct scope *, size_t clause, card_id);
bool   is_of_named(const struct op *, size_t object); // "those cards"

// amounts.c, stats.c
int    amount_of(const struct scope *, size_t amount);     // -1: all, -2: any number
int    granted_amount(const struct scope *, size_t grant); // of a STATGRANT, "equal to" included
int    equal_amount(const struct scope *, size_t equal);
int    count_said(const struct scope *, size_t object, const card_id *, size_t count);
int    for_each_count(const struct scope *, size_t clause); // 1 without "for each"
bool   is_pronoun_object(const struct op *, size_t object);
int    object_count(const struct scope *, size_t object, int *least); // how many a phrase asks for
size_t mode_at(const struct op *, size_t modes, unsigned number);     // from 1 on; 0: no more
int    stat_of(const struct table *, card_id, enum statname);         // as it is now
bool   has_stat(const struct table *, card_id, enum statname);        // an Event has no DMG
bool   has_printed_stat(const struct face *, enum statname);
int    energy_now(const struct table *, card_id); // without what lies on it

// conditions.c, events.c
bool               condition_holds(const struct scope *, size_t condition);
bool               state_holds(const struct scope *, enum card_state, card_id);
bool               note_holds(const struct scope *, size_t note);
static inline bool is_doing_attack(const struct op *doer) // "by Attacks", "by an Attack"
{
    return doer->value == DOER_ATTACKS || doer->value == DOER_AN_ATTACK;
}
bool    deed_matches(const struct scope *, size_t event, const struct deed *, card_id *it);
size_t  by_of(const struct op *, size_t passive, size_t end); // whose doing, or 0
bool    says_noun(const struct op *, size_t object, enum noun);
bool    is_done_by_it(const struct op *, size_t subject, size_t by, enum pronoun that);
size_t  event_law_heard(const struct scope *, const struct ability *, unsigned deed, card_id *it);
bool    law_tells_of_face(const struct table *, size_t law);
bool    is_met_by_face(const struct table *, const struct ability *, card_id);
bool    looks_at_secret(const struct table *, const struct ability *, seat_id, card_id);
bool    tells_of_face(const struct op *, size_t object);  // more than whose card it is
int     times_wanted(const struct scope *, size_t event); // "you Draw 3 cards"
bool    are_enough(const struct scope *, size_t object, int found, size_t n);
bool    has_happened(const struct scope *, size_t event, unsigned from); // often enough
bool    law_met(const struct table *, seat_id, card_id, const struct ability *, card_id *it,
                uint8_t *link, uint8_t *dealt); // "Activate only" (OVE-919, OVE-920)
zone_id zone_named(const struct scope *, size_t zone, seat_id owner);

// cant.c, gains.c
// A walk over the continuous sentences of one kind: starts zeroed.
struct sentence {
    struct scope scope;
    struct held  held;
    size_t       clause;
    size_t       next, end, ability, count;
    unsigned     place;
    struct held  list[ABILITIES_HELD_MAX];
};
bool next_sentence(const struct table *, unsigned kind, uint16_t verb, struct sentence *);
bool sentence_holds(const struct sentence *, card_id of); // its Laws and notes are met now
bool is_subject(const struct sentence *, card_id);
int  least_hp(const struct table *, card_id, card_id by, bool attack); // no damage brings it below
bool bears_no_constructs(const struct table *, card_id);
bool enters_exhausted(const struct table *, card_id);
SELDOM void follow_roles(const struct table *, card_id, struct body *);

// --- would.c: what replaces an event while it happens (OVE-923) ----------------------------------

enum { NO_KEYWORD = KEYWORDS, APPLIED_MAX = 8 };
struct would { // something is about to be done to a card
    uint32_t    deeds;
    unsigned    keyword; // the Keyworded Ability that replaces it, or NO_KEYWORD
    unsigned    applied_count;
    struct held applied[APPLIED_MAX]; // Laws that were applied to it already
};
enum replaced { NOT_REPLACED, BY_LAW, BY_KEYWORD }; // BY_LAW: that was carried out instead
bool                        may_be_replaced(const struct table *, card_id, const struct would *);
SELDOM enum replaced        replace_by_law(struct table *, card_id, struct would *);
static inline enum replaced replace(struct table *t, card_id c, struct would *w)
{
    if (peek(t)->holds & HOLDS_WOULD) return replace_by_law(t, c, w);
    return w->keyword == NO_KEYWORD ? NOT_REPLACED : BY_KEYWORD;
}
static inline unsigned last_turn(const struct oversoul_state *s) // OVE-942
{
    return s->core.seats > 2 ? 2 * TURNS_MAX : TURNS_MAX;
}

// Nobody looks on (struct table), and no step has to be taken again: steps must begin where
// questions end, whether or not these are asked.
static inline bool goes_unwatched(const struct table *t)
{
    return t->unwatched && !peek(t)->ordering.possible;
}
static inline bool may_compete(const struct oversoul_state *s) // in the step that is to be taken
{
    return s->ordering.possible &&
           (s->holds & HOLDS_WOULD || s->link_count || s->dirty || s->ordering.asked);
}
void                expect_woulds(struct table *, card_id); // for each card of the match
void                try_step(struct table *, void (*step_on)(struct table *));
size_t              law_choices(const struct table *, struct choice *out); // at most RIVALS_MAX
const struct rival *rival_of_choice(const struct table *, struct choice);  // or NULL

// --- deeds.c, moves.c, check.c: deeds, and cards changing places ---------------------------------

void take_up_what_waits(struct table *, bool turn_ends);
struct blow;
int  altered_dmg(const struct table *, const struct blow *, card_id, int dmg);
bool attacks_again(const struct table *, card_id);
void lose_hp(struct table *, seat_id, int, struct reason);
void remember_deed(struct table *, const struct deed *); // for words that ask of this turn
bool remembered_holds(const struct scope *, size_t remembered);
bool is_memory(const struct op *, size_t event); // "your second card each turn"
void did(struct table *, enum deed_kind, seat_id, card_id, card_id by, int amount);
void did_damage(struct table *, card_id source, card_id, int amount, bool strike);
void begin_action(struct table *); // what happened before is not "the last action" any more
void trigger_abilities(struct table *, card_id, enum keylaw, card_id it);
bool trigger_without_event(struct table *, card_id, const struct held *, enum keylaw);
void hear_of_each_other(struct table *);
// Around cards that leave at the same time (OVE-761). begin_leaving() tells end_leaving() whether
// they are the first: what is done instead of leaving may be that others leave.
bool begin_leaving(struct table *, const card_id *, size_t count);
void end_leaving(struct table *, bool first);
// The triggers of a card with this Law, most often none, wait to be placed.
static inline void trigger_law(struct table *t, card_id c, enum keylaw law, card_id it)
{
    const struct body *b = body_at(peek(t), c);
    if (b->laws & BIT(law) || b->flags & BODY_CONSTRUCT) trigger_abilities(t, c, law, it);
}
int  ritual_count(const struct oversoul_state *, card_id, const struct held *);
int  ritual_told(const struct table *, card_id, const struct held *);
void set_ritual_count(struct table *, card_id, const struct held *, int);
void become_active(struct table *, card_id, bool sideways);
void stop_being_active(struct table *, card_id, bool leaving);
bool make_prepared(struct table *, card_id, struct reason); // OVE-154; false: nothing is done
bool exhaust(struct table *, card_id, struct reason);       // OVE-123; FRENZY counts as done
bool can_reactivate(const struct table *, card_id);
void turn_upright(struct table *, card_id, struct reason); // one that can be
bool reactivate(struct table *, card_id, struct reason);
void shatter(struct table *, card_id, card_id by, struct reason); // OVE-861
void shed_constructs(struct table *, card_id host, bool exiled, card_id by, struct reason);
void exile(struct table *, card_id, struct reason);
void sacrifice(struct table *, card_id, struct reason);
bool return_card(struct table *, card_id, unsigned zone_word, enum zone_end, struct reason);
void discard(struct table *, card_id, struct reason);
void draw_cards(struct table *, seat_id, unsigned, struct reason);
void draw_card(struct table *, seat_id, card_id, struct reason); // a described one
enum attach_how { ATTACH_ACTIVATED, ATTACH_SPAWNED, ATTACH_MOVED };
void           attach(struct table *, card_id construct, card_id host, enum attach_how);
bool           is_hand_card(const struct oversoul_state *, card_id);
bool           is_hand_seen(const struct oversoul_state *, seat_id); // by others
void           mix_hand(struct table *, seat_id);
void           mix_hand_before(struct table *, seat_id, card_id *); // one leaves it unseen
void           in_board_order(const struct oversoul_state *, card_id *, size_t); // OVE-114
size_t         list_defeated(const struct table *, card_id *list, bool *spared);
void           wait_for_placement(struct table *, struct waiting);
void           drop_waiting(struct oversoul_state *, unsigned);
struct waiting waiting_for(const struct oversoul_state *, card_id, const struct held *, card_id it);
void           expose(struct table *, card_id, struct reason);
void           bar_exposed(struct table *, card_id);
bool           is_exposed(const struct oversoul_state *, card_id);
void           to_idle(struct table *, card_id, struct reason); // without a fate (OVE-114)
bool           can_heal(const struct table *, card_id);
int            regain(struct table *, card_id, int, struct reason); // of one that can be Healed
int            heal(struct table *, card_id, int, struct reason);   // what was regained
void end_changes(struct oversoul_state *, bool (*ends)(const struct modifier *, const void *),
                 const void *);
SELDOM void        end_game(struct table *, seat_set winners, rule_id); // OVE-940
void               look_at_each_state(struct table *, bool end_of_cycle);
static inline void look_at_states(struct table *t, bool end_of_cycle) // OVE-755
{
    const struct oversoul_state *s = peek(t);
    if (s->holds & HOLDS_STATE_TRIGGER || s->remembers) look_at_each_state(t, end_of_cycle);
}
// The state check (OVE-930); most often nothing has changed.
void               check_anew(struct table *);
static inline void state_check(struct table *t)
{
    const struct oversoul_state *s = peek(t);
    if (s->dirty | s->hurt | s->unjudged) check_anew(t);
}
void ask_waiting(struct table *);
// ... and what else follows every action (OVE-911).
static inline void end_action(struct table *t)
{
    state_check(t);
    if (peek(t)->waiting_count) ask_waiting(t);
    if (!peek(t)->core.over && !peek(t)->in_battle) look_at_states(t, false);
}
void                        leave_waiting(struct table *, card_id, enum keylaw,
                                          zone_id to); // OVE-761: called before it leaves
static inline struct reason because(rule_id rule) { return rule_reason(rule); }
struct reason               because_of(const struct table *, uint16_t ability, size_t op);
void                        pending_body(struct oversoul_state *, card_id);
bool                        is_plus_face(const struct table *, card_id);
card_id spawn_totem(struct table *, seat_id, card_id source, zone_id, int dmg, int spd, int hp);

// --- energy.c -----------------------------------------------------------------------------------

unsigned plus_allowed(const struct table *, seat_id, card_id); // OVE-323
void     count_plus(const struct table *, struct side *, card_id);
bool     lasting_cost_fits(const struct table *, const struct modifier *, seat_id, card_id);
// Sentences about Costs, read once by lists that ask about many cards.
enum { COSTINGS_MAX = 8 };
struct costing {
    struct scope scope;
    size_t       object;
    int          by;
};
struct costings {
    unsigned       count;
    struct costing of[COSTINGS_MAX];
};
bool                   is_own_costing(const struct op *, size_t clause); // of this card
bool                   read_costings(const struct table *, struct costings *);
SELDOM unsigned        most_discount(const struct table *, seat_id);
unsigned               discount_by(const struct table *, seat_id, const struct costings *);
unsigned               activation_cost_with(const struct table *, seat_id, card_id, bool with_next,
                                            const struct costings *known); // OVE-316; or NULL
static inline unsigned activation_cost(const struct table *t, seat_id seat, card_id c,
                                       bool with_next)
{
    return activation_cost_with(t, seat, c, with_next, NULL);
}
// Cards the Costs have taken so far; those that leave or turn cannot Generate. One card may be
// Selected and Exhausted by the same line, but not twice the same.
struct taken {
    card_id                card[NAMED_MAX];
    uint8_t                how[NAMED_MAX];
    size_t                 count;
    unsigned               left;     // 1 + the ENERGY that is left, once somebody counted it
    const struct costings *costings; // once somebody read them
};
unsigned      energy_available(const struct table *, seat_id);
unsigned      energy_without(const struct table *, seat_id, const struct taken *);
unsigned      generating_lost(const struct table *, card_id, unsigned how); // by paying with it so
unsigned      would_generate_next(const struct table *, card_id);    // as the next one that does
unsigned      leader_points(const struct oversoul_state *, seat_id); // Leader ENERGY to be spent
size_t        payment_choices(const struct table *, seat_id payer, struct choice *out, size_t max);
struct choice default_payment(const struct table *, seat_id payer);
rule_id       why_not_pay(const struct table *, seat_id payer, struct choice);
void          pay_points(struct table *, seat_id, unsigned shift, unsigned leader);
void          generate(struct table *, card_id);

// --- battle.c -----------------------------------------------------------------------------------

struct blow { // one instruction or strike, for what follows it
    card_id       source;
    seat_id       seat;
    bool          battle, riders; // riders: CLEAVE and PIERCE apply
    int           dealt;          // by the source in all
    struct reason reason;
};
void    trigger_of_damage(struct table *, card_id, enum keylaw, card_id it, int dealt);
int     deal(struct table *, struct blow *, const card_id *aims, size_t count,
             const int *amounts); // OVE-533
void    carry_out_placed_marks(struct table *, card_id by);
void    fight(struct table *); // state.attack (OVE-517 to OVE-531)
rule_id why_not_attacker(const struct table *, seat_id, card_id);
rule_id why_not_target(const struct oversoul_state *, card_id selection);
rule_id why_not_reach(const struct table *, card_id attacker, card_id selection);
rule_id why_not_attacked(const struct table *, seat_id, card_id attacker, card_id selection);
static inline rule_id why_not_attack(const struct table *t, seat_id seat, card_id attacker,
                                     card_id selection)
{
    rule_id no = why_not_attacker(t, seat, attacker);
    return no ? no : why_not_attacked(t, seat, attacker, selection);
}
rule_id why_not_guard(const struct table *, seat_id, card_id);
bool    has_guard(const struct table *, seat_id); // against the present Attack

// --- activate.c: what may be started, and how ---------------------------------------------------

bool is_open(const struct oversoul_state *); // OVE-903
bool someone_has_perfect(const struct table *);
// The Costs of an Ability from one clause on, with those of the Event's further lines, when some
// cards are taken already and other ENERGY is due.
rule_id            why_not_costs(const struct table *, const struct scope *, const struct ability *,
                                 size_t from, const struct taken *, unsigned energy);
static inline bool costs_can_be_paid(const struct table *t, const struct scope *k,
                                     const struct ability *a, size_t from,
                                     const struct taken *taken, unsigned energy)
{
    return why_not_costs(t, k, a, from, taken, energy) == 0;
}
extern const struct taken NOTHING_TAKEN;

// With what is known of the ENERGY already, for lists that ask about many cards.
rule_id why_not_prepare_with(const struct table *, seat_id, card_id, const struct taken *nothing);
rule_id why_not_activate_with(const struct table *, seat_id, card_id, const struct taken *nothing);
rule_id why_not_use_with(const struct table *, seat_id, card_id, const struct held *,
                         const struct taken *nothing);
rule_id why_not_use_now(const struct table *, seat_id, card_id, const struct held *,
                        const struct taken *nothing);
static inline rule_id why_not_prepare(const struct table *t, seat_id seat, card_id c)
{
    return why_not_prepare_with(t, seat, c, &NOTHING_TAKEN);
}
static inline rule_id why_not_activate(const struct table *t, seat_id seat, card_id c)
{
    return why_not_activate_with(t, seat, c, &NOTHING_TAKEN);
}
static inline rule_id why_not_use(const struct table *t, seat_id seat, card_id c,
                                  const struct held *h)
{
    return why_not_use_with(t, seat, c, h, &NOTHING_TAKEN);
}
bool    is_taken(const struct oversoul_state *, const struct taken *, card_id, unsigned how);
rule_id why_not_pay_with(const struct scope *, size_t clause, card_id);
rule_id why_unpaid(const struct table *, seat_id, card_id, const struct held *);
size_t  cost_candidates(const struct table *, const struct scope *, size_t clause, card_id *out,
                        size_t max);
size_t  usable_abilities(const struct table *, seat_id, card_id, struct held *out); // CAST*, QUICK*
rule_id why_not_host(const struct table *, seat_id, bool event_construct, card_id host); // OVE-421
rule_id why_not_onto(const struct table *, seat_id, card_id construct, card_id host);
rule_id why_not_within_limit(const struct table *, seat_id, const struct held *);
static inline rule_id why_not_limit(const struct table *t, seat_id seat, const struct held *h)
{
    if (book(t)->abilities[h->ability].limit_per == NO_LIMIT) return 0; // most often
    return why_not_within_limit(t, seat, h);
}
void        count_use(struct table *, seat_id, const struct held *);
SELDOM bool leaves_its_zone(const struct table *, card_id);
SELDOM bool empties_zone_for(const struct table *, card_id activated, card_id);
SELDOM bool can_empty_zone(const struct scope *, const struct ability *, size_t from,
                           const struct taken *, unsigned cost);
rule_id     why_not_declared(const struct table *, size_t clause, card_id);
size_t      declared_candidates(const struct table *, size_t clause, card_id *out, size_t max);
uint16_t    declared_line(const struct table *, const struct link *, unsigned n);
size_t      zone_choices(const struct table *, seat_id, card_id, struct choice *out); // at most 5
size_t      list_zones(seat_id, unsigned set, struct choice *out); // of free_zones()
size_t      host_choices(const struct table *, seat_id, card_id, struct choice *out);
bool        can_pay_asked_line(const struct table *);
bool        is_open_hand(const struct oversoul_state *, zone_id hand); // everybody knows its cards
bool        names_own_hand(const struct op *, size_t object);
int         most_of_hand(const struct table *, seat_id, int wanted, int n);
bool        are_hidden(const struct table *, const card_id *, size_t count);
void        clear_declaring(struct oversoul_state *);
void        add_link(struct table *); // state.declaring becomes the newest link

// --- flows --------------------------------------------------------------------------------------

struct frame *call(struct oversoul_state *, enum flow_id);
// Runs the flow that was called last; true if it has ended and the match goes on.
static inline bool has_ended(struct table *t, enum flow (*flow)(struct table *, struct frame *))
{
    struct oversoul_state *s = state(t);
    struct frame          *f = &s->frames[s->core.depth - 1];
    if (flow(t, f) == FLOW_PAUSED) return false;
    *f = (struct frame){ 0 };
    s->core.depth--;
    return !s->core.over;
}
MUST_USE enum flow play_match(struct table *, struct frame *);
MUST_USE enum flow set_up(struct table *, struct frame *);
MUST_USE enum flow take_turn(struct table *, struct frame *);
MUST_USE enum flow return_phase(struct table *, struct frame *);
MUST_USE enum flow run_timeshift(struct table *, struct frame *);
bool               passes_on(struct table *, const struct frame *);
MUST_USE enum flow place_triggers(struct table *, struct frame *);
MUST_USE enum flow declare_link(struct table *, struct frame *);
MUST_USE enum flow pay_energy(struct table *, struct frame *);
MUST_USE enum flow resolve_link(struct table *, struct frame *);
MUST_USE enum flow carry_out(struct table *, struct frame *);
MUST_USE enum flow spawn_cards(struct table *, struct frame *);
MUST_USE enum flow gaze(struct table *, struct frame *);
MUST_USE enum flow search_deck(struct table *, struct frame *);
MUST_USE enum flow discard_cards(struct table *, struct frame *);
MUST_USE enum flow sacrifice_cards(struct table *, struct frame *);
MUST_USE enum flow prepare_cards(struct table *, struct frame *);
MUST_USE enum flow activate_cards(struct table *, struct frame *);
MUST_USE enum flow attach_cards(struct table *, struct frame *);

MUST_USE enum flow declare_attack(struct table *, struct frame *);

static inline struct link new_link(seat_id seat, card_id card, enum link_kind kind)
{
    return (struct link){ .kind    = (uint8_t)kind,
                          .seat    = seat,
                          .card    = card,
                          .source  = card,
                          .ability = NO_ABILITY,
                          .target  = NO_CARD,
                          .it      = NO_CARD,
                          .zone    = NO_ZONE };
}
static inline bool triggers_wait(const struct oversoul_state *s)
{
    return s->waiting_count || s->secretly;
}

void   call_run(struct oversoul_state *, seat_id first, unsigned passes);
void   call_run_of_triggers(struct oversoul_state *, seat_id first); // if any is placed
void   start_link(struct table *, seat_id, struct choice); // begins what a player chose in D4 or D5
bool   is_link_made(struct table *);
void   start_work(struct table *, const struct link *, uint16_t ability, unsigned line);
bool   activates_for_free(const struct table *); // the Ability being carried out says so
bool   cancel_link(struct table *, unsigned index, card_id by, struct reason);
void   forget_deeds(struct oversoul_state *);
size_t order_choices(const struct table *, seat_id, struct choice *out, size_t max); // D12
uint16_t ordered_ability(const struct table *, seat_id, struct choice);
bool     may_accept(const struct table *, const struct question *);
bool     held_of_choice(const struct table *, seat_id, struct choice,
                        struct held *out);           // of CHOOSE_USE
bool     must_attack(const struct table *, card_id); // BERSERK and its like (OVE-222)
void     leave_after_use(struct table *, const struct link *, struct reason);
// Enters: upright, or Spawned and sideways; from a zone off the board or NO_ZONE.
void enter_active(struct table *, card_id, bool spawned, zone_id from);
bool ends_with_battle(const struct modifier *, const void *);

#endif
