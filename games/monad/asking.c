// Section 6: verbs that ask in ways of their own before they are done. FLOW_ASKING asks as long as
// there is something to ask, and takes each answer when it is there.
#include "games/monad/verbs.h"

uint8_t count_of(unsigned have, int want)
{
    unsigned most = want < 0 ? 0 : (unsigned)want;
    if (most > have) most = have;
    return (uint8_t)(most > PICKS_MAX ? PICKS_MAX : most);
}

// What a question about a step is about: its row.
static void ask_about(struct table *t, seat_id who, uint8_t question, const struct step *step)
{
    ask(t->state, who, question, (uint16_t)(step - t->pool->meaning->step), 0);
}
const struct step *step_asked(const struct table *t, seat_id seat)
{
    return &t->pool->meaning->step[t->state->question[seat].arg];
}

// What an asking came to, for "if you do" and "as many".
static void came_to(struct table *t, unsigned more)
{
    struct monad_state *s    = state_of(t);
    struct text_work   *text = &s->works[s->work_count - 1];
    text->value              = (int16_t)(text->value + (int)more);
}
uint16_t count_taken(struct table *t, struct work *w, const struct step *step,
                     const struct aim *aim)
{
    (void)t;
    (void)step;
    (void)aim;
    return (uint16_t)own_of(w)->value;
}

// The card that was taken from a list; NO_CARD: none.
static card_id card_taken(const struct table *t, seat_id who)
{
    struct choice c = answer_of(t->state, who);
    return c.kind == CHOICE_TAKE ? c.card : (card_id)NO_CARD;
}

// ---- cards of the hand

// You, unless the words name others.
static seat_set players_meant(const struct table *t, seat_id who, const struct step *step)
{
    const struct scope k = scope_in_work(t);
    uint16_t           list[SEATS_MAX];
    unsigned           set = 0;
    if (!step->to) return (seat_set)(is_out(state_at(t), who) ? 0 : BIT(who));
    size_t n = things_list(&k, step->to, list, SEATS_MAX);
    for (size_t i = 0; i < n; i++)
        if (!is_out(state_at(t), seat_of_thing(list[i]))) set |= BIT(seat_of_thing(list[i]));
    return (seat_set)set;
}

static bool ask_discards(struct table *t, struct frame *f, const struct step *step)
{
    struct core *c = t->state;
    if (f->n++) return false;
    f->flag = players_meant(t, f->who, step);
    for (seat_id seat = 0; seat < c->seats; seat++) {
        uint8_t most = count_of(zone_size(c, zone_of_seat(ZONE_HAND, seat)), f->value);
        if (f->flag & BIT(seat) && most)
            ask_several(c, seat, QUESTION_DISCARD_DOWN, most, most, 0, f->card);
        else
            f->flag = (uint8_t)(f->flag & ~BIT(seat));
    }
    return f->flag;
}

static void discard_picked(struct table *t, seat_id seat)
{
    const struct question *q = &t->state->question[seat];
    for (unsigned i = 0; i < q->picked; i++) discard_card(t, q->pick[i], MON_014);
    came_to(t, q->picked);
}

static void take_discards(struct table *t, struct frame *f, const struct step *step)
{
    (void)step;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (f->flag & BIT(seat) && !is_out(state_of(t), seat)) discard_picked(t, seat);
}

static bool ask_discards_up_to(struct table *t, struct frame *f, const struct step *step)
{
    struct monad_state *s = state_of(t);
    if (f->n++) return false;
    uint8_t most = count_of(zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who)), f->value);
    (void)step;
    if (!most || is_out(s, f->who)) return false;
    ask_several(&s->core, f->who, QUESTION_DISCARD_DOWN, 0, most, 0, f->card);
    return true;
}

static void take_discards_up_to(struct table *t, struct frame *f, const struct step *step)
{
    (void)step;
    discard_picked(t, f->who);
}

static bool ask_search(struct table *t, struct frame *f, const struct step *step)
{
    if (f->n++) return false;
    look_through_deck(t, f->who);
    ask_about(t, f->who, QUESTION_SEARCH, step);
    return true;
}

static void take_found(struct table *t, struct frame *f, const struct step *step)
{
    struct core *c    = t->state;
    card_id      card = card_taken(t, f->who);
    if (card != NO_CARD) {
        came_to(t, 1);
        card_move(c, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
        card_show(c, card, seats_of_team(c, c->team[f->who]));
    }
    if (card != NO_CARD && step->arg_count) {
        card_show(c, card, (seat_set)(BIT(c->seats) - 1));
        note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, step->words);
    }
    shuffle_deck(t, f->who, words_of(t, f->card, step->words));
}

// ---- cards out of a zone

// The pile out of which a step takes a card of a player's.
unsigned pile_of_step(const struct table *t, const struct step *step)
{
    return pile_meant(&t->pool->meaning->things[step->things]);
}
bool is_meant_by(const struct table *t, const struct step *step, card_id card)
{
    return is_such_a_card(t, &t->pool->meaning->things[step->things], card);
}

// Whether there is something to choose from; of a hidden hand nobody is told (MON-932).
static bool has_for_step(const struct table *t, seat_id who, const struct step *step)
{
    unsigned pile = pile_of_step(t, step);
    EACH_IN_ZONE(card, t->state, zone_of_seat(pile, who))
        if (pile == ZONE_HAND || is_meant_by(t, step, card)) return true;
    return false;
}

// The units to which something is attached.
size_t bearers_meant(const struct table *t, const struct step *step, card_id *out)
{
    const struct scope k = scope_in_work(t);
    size_t             n = things_list(&k, step->to, out, NAMED_MAX), kept = 0;
    for (size_t i = 0; i < n; i++)
        if (is_unit(state_at(t), out[i])) out[kept++] = out[i];
    return kept;
}

rule_id why_not_attach(const struct table *t, const struct step *step, card_id card, card_id unit)
{
    card_id list[NAMED_MAX];
    rule_id rule;
    size_t  n = bearers_meant(t, step, list);
    if (kind_of(t, card) != KIND_EQUIPMENT || !is_meant_by(t, step, card)) return MON_650;
    for (size_t i = 0; i < n; i++)
        if (list[i] == unit) return why_cannot_bear(t, unit, card, &rule) ? rule : 0;
    return MON_650;
}

static bool can_attach_any(const struct table *t, seat_id who, const struct step *step)
{
    card_id list[NAMED_MAX];
    size_t  n = bearers_meant(t, step, list);
    if (pile_of_step(t, step) == ZONE_HAND) return n && has_for_step(t, who, step);
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_DISCARD, who))
        for (size_t i = 0; i < n; i++)
            if (!why_not_attach(t, step, card, list[i])) return true;
    return false;
}

bool may_be_placed_at(const struct table *t, seat_id who, const struct step *step, card_id location)
{
    const struct core *c = t->state;
    return location < c->card_count && card_at(c, location)->zone == ZONE_MAP &&
           is_in_location_deck(t, who, location) && is_meant_by(t, step, location);
}

static bool has_place_for(const struct table *t, seat_id who, const struct step *step)
{
    EACH_IN_ZONE(card, t->state, ZONE_MAP)
        if (may_be_placed_at(t, who, step, card)) return true;
    return false;
}

static bool ask_return(struct table *t, struct frame *f, const struct step *step)
{
    const struct work *w    = &state_of(t)->works[state_of(t)->work_count - 1].work;
    int                most = step->amount ? f->value : 1;
    if (f->n > 0 && text_at(w)->value < f->n) return false; // the last one was declined
    if (f->n >= most || !has_for_step(t, f->who, step)) return false;
    f->n++;
    ask_about(t, f->who, QUESTION_FROM_DISCARD, step);
    return true;
}

static void take_return(struct table *t, struct frame *f, const struct step *step)
{
    unsigned to   = step->verb == VERB_TAKE_BACK ? ZONE_HAND
                    : step->verb == VERB_PUT_OUT ? ZONE_REMOVED
                                                 : ZONE_DECK;
    card_id  card = card_taken(t, f->who);
    if (card == NO_CARD) return;
    came_to(t, 1);
    card_move(t->state, card, zone_of_seat(to, f->who),
              step->verb == VERB_PUT_ON_TOP ? TOP : BOTTOM);
    note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, step->words);
    if (step->verb == VERB_PUT_IN) shuffle_deck(t, f->who, words_of(t, f->card, step->words));
}

// ---- the top of the own deck

static bool ask_from_top(struct table *t, struct frame *f, const struct step *step)
{
    struct core *c    = t->state;
    int          left = f->value;
    if (f->n++ || !zone_size(c, zone_of_seat(ZONE_DECK, f->who))) return false;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_DECK, f->who))
        if (left-- > 0) card_show(c, card, seats_of_team(c, c->team[f->who]));
    ask_about(t, f->who, QUESTION_FROM_TOP, step);
    return true;
}

// The first so many cards of the own deck, those that were looked at.
bool is_near_top(const struct table *t, const struct step *step, seat_id who, card_id card)
{
    const struct scope k    = scope_in_work(t);
    int                left = amount_of(&k, step->amount);
    EACH_IN_ZONE(other, t->state, zone_of_seat(ZONE_DECK, who)) {
        if (left-- <= 0) return false;
        if (other == card) return true;
    }
    return false;
}

// The rest goes under the deck, as it lay.
static void take_from_top(struct table *t, struct frame *f, const struct step *step)
{
    struct core *c    = t->state;
    card_id      card = card_taken(t, f->who);
    zone_id      deck = zone_of_seat(ZONE_DECK, f->who);
    int          left = f->value - 1;
    if (card == NO_CARD) card = zone_top(c, deck);
    card_move(c, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
    card_show(c, card, seats_of_team(c, c->team[f->who]));
    came_to(t, 1);
    while (left-- > 0 && zone_size(c, deck)) card_move(c, zone_top(c, deck), deck, BOTTOM);
    (void)step;
}

static bool ask_attach(struct table *t, struct frame *f, const struct step *step)
{
    if (f->n++) return false;
    if (!can_attach_any(t, f->who, step)) return false;
    ask_about(t, f->who, QUESTION_ATTACH, step);
    return true;
}

static void take_attach(struct table *t, struct frame *f, const struct step *step)
{
    struct choice c = answer_of(t->state, f->who);
    (void)step;
    if (c.kind != CHOICE_ATTACH) return;
    came_to(t, 1);
    attach(t, c.card, (card_id)c.target);
}

static void break_it(struct table *t, card_id card)
{
    if (card != NO_CARD && state_of(t)->host[card] != NO_CARD) break_equipment(t, card);
}

// Of several the player whose words they are names one (MON-R98).
uint16_t break_one(struct table *t, struct work *w, const struct step *step, const struct aim *aim)
{
    unsigned worn  = 0;
    card_id  first = worn_on(t, aim->thing, &worn);
    (void)step;
    own_of(w)->thing = worn > 1 ? aim->thing : (uint16_t)NO_THING;
    if (worn > 1)
        ask(t->state, w->seat, QUESTION_EQUIPMENT, 0, aim->thing);
    else
        break_it(t, first);
    return worn == 1;
}

uint16_t break_chosen(struct table *t, struct work *w, const struct step *step,
                      const struct aim *aim)
{
    unsigned worn = 0;
    (void)step;
    if (own_of(w)->thing == NO_THING) return 0; // nothing was asked
    card_id card = card_taken(t, aim->who);
    break_it(t, card == NO_CARD ? worn_on(t, (card_id)own_of(w)->thing, &worn) : card);
    return 1;
}

// ---- quests

// How many cards of a zone can be taken for a question, and the first of them.
static unsigned quests_turned(const struct table *t, seat_id who, bool sideways, card_id *first)
{
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, who))
        if ((card_at(t->state, card)->flags & CARD_SIDEWAYS) / CARD_SIDEWAYS == sideways && !n++)
            *first = card;
    return n;
}
static unsigned best_quests(const struct table *t, seat_id who, card_id *first)
{
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, who))
        if (is_best_quest(t, who, card) && !n++) *first = card;
    return n;
}

static void turn_quest(struct table *t, card_id quest)
{
    came_to(t, 1);
    card_of(t->state, quest)->flags ^= CARD_SIDEWAYS;
}

// flag: quests are exhausted, not readied.
static bool ask_quest_to_turn(struct table *t, struct frame *f, const struct step *step)
{
    if (f->n++) return false;
    f->flag    = step->verb == VERB_EXHAUST_QUEST;
    unsigned n = quests_turned(t, f->who, !f->flag, &f->target);
    if (n > 1) ask(t->state, f->who, QUESTION_READY_QUEST, f->flag, f->card);
    if (n == 1) turn_quest(t, f->target);
    return n > 1;
}

static void take_quest_to_turn(struct table *t, struct frame *f, const struct step *step)
{
    card_id quest = card_taken(t, f->who);
    (void)step;
    if (quest != NO_CARD) turn_quest(t, quest);
}

static bool has_quests(const struct table *t, seat_id seat)
{
    return zone_size(t->state, zone_of_seat(ZONE_QUESTS, seat)) > 0;
}

enum { QUEST_TO_CHOOSE, QUEST_CHOSEN, QUEST_COMPLETED };

static bool ask_quest_to_complete(struct table *t, struct frame *f, const struct step *step)
{
    switch (f->n++) {
    case QUEST_TO_CHOOSE:
        if (!has_quests(t, f->who)) return false;
        ask_about(t, f->who, QUESTION_QUEST, step);
        return true;
    case QUEST_CHOSEN:
        if (f->target == NO_CARD) return false;
        came_to(t, 1);
        call(state_of(t), FLOW_COMPLETE, f->who, f->target, NO_CARD);
        return true;
    default: return false;
    }
}

static void take_quest_to_complete(struct table *t, struct frame *f, const struct step *step)
{
    (void)step;
    if (f->n == QUEST_CHOSEN) f->target = card_taken(t, f->who);
}

// ---- units that are made, dice, money

// The formation that a token made by this card joins (D42).
static zone_id formation_for(const struct monad_state *s, const struct frame *f)
{
    if (is_unit(s, f->target) && is_row(card_at(&s->core, f->target)->zone))
        return formation_of(card_at(&s->core, f->target)->zone);
    return zone_of_seat(ZONE_FRONT, f->who);
}

static void create_token(struct table *t, const struct frame *f, const struct step *step,
                         zone_id zone)
{
    struct monad_state *s   = state_of(t);
    def_id              def = book(t)->tokens[step - t->pool->meaning->step];
    if (def == NO_DEF) return;
    card_id token = card_create(&s->core, def, f->who, zone, BOTTOM);
    if (token != NO_CARD && !enter_play(t, token, zone, true))
        card_destroy(&s->core, token);
    else if (token != NO_CARD)
        came_to(t, 1);
    close_formation(t, formation_of(zone));
}

// n: how many are still to be made, i: that was reckoned (D42).
static bool ask_row_for_token(struct table *t, struct frame *f, const struct step *step)
{
    struct monad_state *s = state_of(t);
    if (!f->i)
        f->n = (uint8_t)(f->value > 0 ? f->value : 0);
    else
        f->n--;
    f->i = 1;
    if (!f->n) return false;
    f->kind = formation_for(s, f);
    if (formation_size(s, f->kind) >= SIDE_MAX) return false; // MON-034
    if (step->arg_count) { // "in Front": or as near to it as MON-466 allows
        unsigned row = (unsigned)(step->arg[0] - WORD_FRONT);
        while (row > FRONT && !can_stand_in(t, (zone_id)(f->kind + row))) row--;
        create_token(t, f, step, (zone_id)(f->kind + row));
        return ask_row_for_token(t, f, step);
    }
    ask(&s->core, f->who, QUESTION_TOKEN_ROW, f->kind, f->card);
    return true;
}

static void take_row_for_token(struct table *t, struct frame *f, const struct step *step)
{
    struct choice c = answer_of(t->state, f->who);
    if (c.kind == CHOICE_ROW) create_token(t, f, step, (zone_id)(f->kind + c.option));
}

// ---- places

static bool ask_region(struct table *t, struct frame *f, const struct step *step)
{
    (void)step;
    if (f->n++) return false;
    ask(t->state, f->who, QUESTION_REGION, 0, f->card);
    return true;
}

static void take_region(struct table *t, struct frame *f, const struct step *step)
{
    struct choice      c = answer_of(t->state, f->who);
    const struct scope k = scope_in_work(t);
    came_to(t, c.kind == CHOICE_REGION);
    if (c.kind == CHOICE_REGION) change_er(t, k.w, step, TAG_GREENMANTLE + c.option, f->value);
}

static bool ask_place_for_party(struct table *t, struct frame *f, const struct step *step)
{
    const struct monad_state *s = state_of(t);
    if (f->n++ || is_out(s, f->who) || s->side[f->who].location == NO_CARD) return false;
    if (!has_place_for(t, f->who, step)) return false;
    ask_about(t, f->who, QUESTION_PLACE_AT, step);
    return true;
}

static void take_place_for_party(struct table *t, struct frame *f, const struct step *step)
{
    struct choice c = answer_of(t->state, f->who);
    (void)step;
    if (c.kind != CHOICE_GO) return;
    came_to(t, 1);
    place_party(t, f->who, c.card);
}

static bool ask_scenario(struct table *t, struct frame *f, const struct step *step)
{
    const struct monad_state *s = state_of(t);
    (void)step;
    if (f->n++ || !s->side[f->who].won_rival) return false;
    f->i = (uint8_t)(s->side[f->who].won_rival - 1);
    if (is_out(s, f->i)) return false;
    ask(t->state, f->i, QUESTION_SCENARIO, 1, s->side[f->i].scenario);
    return true;
}

static void take_scenario(struct table *t, struct frame *f, const struct step *step)
{
    struct side *other = &state_of(t)->side[f->i];
    card_id      card  = card_taken(t, f->i);
    (void)step;
    if (card == NO_CARD) return;
    came_to(t, 1);
    other->scenario = card;
    other->tokens = other->won_rival = other->gained_level = other->disputed = 0;
    other->fresh                                                             = 1;
    other->waits = scenario_waits(t, f->i);
    note(t, EVENT_NEW_SCENARIO, f->i, card, NO_CARD, 0, MON_346);
}

// ---- each other player, from the active one on

// i: the player whose turn it is, n: how many have had theirs. True: that player is asked.
static bool ask_others(struct table *t, struct frame *f, const struct step *step, bool only_enemies,
                       bool (*ask_one)(struct table *, struct frame *, const struct step *step))
{
    const struct monad_state *s = state_of(t);
    while (f->n < s->core.seats) {
        f->i = (uint8_t)((s->active + f->n++) % s->core.seats);
        if (is_out(s, f->i) || f->i == f->who) continue;
        if (only_enemies && !is_enemy(&s->core, f->who, f->i)) continue;
        if (ask_one(t, f, step)) return true;
    }
    return false;
}

static unsigned nearest_starters(const struct table *t, seat_id who, card_id *first)
{
    unsigned n = 0;
    EACH_IN_ZONE(card, t->state, ZONE_MAP)
        if (is_nearest_starter(t, who, card) && !n++) *first = card;
    return n;
}

static bool ask_nearest(struct table *t, struct frame *f, const struct step *step)
{
    (void)step;
    f->target = state_of(t)->side[f->i].location;
    if (nearest_starters(t, f->i, &f->target) > 1) {
        ask(t->state, f->i, QUESTION_NEAREST, 0, f->card);
        return true;
    }
    came_to(t, 1);
    place_party(t, f->i, f->target);
    return false;
}

static bool place_others(struct table *t, struct frame *f, const struct step *step)
{
    return ask_others(t, f, step, false, ask_nearest);
}

static void take_nearest(struct table *t, struct frame *f, const struct step *step)
{
    struct choice c = answer_of(t->state, f->i);
    (void)step;
    if (is_out(state_of(t), f->i)) return;
    came_to(t, 1);
    place_party(t, f->i, c.kind == CHOICE_GO ? c.card : f->target);
}

static void tire_quest(struct table *t, card_id quest)
{
    if (quest == NO_CARD) return;
    came_to(t, 1);
    card_of(t->state, quest)->flags |= CARD_SIDEWAYS;
}

static bool ask_quest_to_tire(struct table *t, struct frame *f, const struct step *step)
{
    (void)step;
    f->target = NO_CARD;
    if (best_quests(t, f->i, &f->target) > 1) {
        ask(t->state, f->i, QUESTION_TIRE, 0, f->card);
        return true;
    }
    tire_quest(t, f->target);
    return false;
}

static bool tire_others(struct table *t, struct frame *f, const struct step *step)
{
    return ask_others(t, f, step, true, ask_quest_to_tire);
}

static void take_quest_to_tire(struct table *t, struct frame *f, const struct step *step)
{
    card_id quest = card_taken(t, f->i);
    (void)step;
    if (!is_out(state_of(t), f->i)) tire_quest(t, quest == NO_CARD ? f->target : quest);
}

static bool ask_quest_to_fail(struct table *t, struct frame *f, const struct step *step)
{
    if (!has_quests(t, f->i)) return false;
    ask_about(t, f->i, QUESTION_QUEST, step);
    return true;
}

static bool have_others_fail(struct table *t, struct frame *f, const struct step *step)
{
    return ask_others(t, f, step, true, ask_quest_to_fail);
}

static void take_quest_to_fail(struct table *t, struct frame *f, const struct step *step)
{
    card_id quest = card_taken(t, f->i);
    (void)step;
    if (is_out(state_of(t), f->i) || quest == NO_CARD) return;
    came_to(t, 1);
    fail_quest(t, quest, MON_315);
}

static unsigned units_to_shuffle(const struct table *t, seat_id seat)
{
    card_id  list[NAMED_MAX];
    size_t   n     = units_of_party(t, seat, list);
    unsigned units = 0;
    for (size_t i = 0; i < n; i++) units += kind_of(t, list[i]) == KIND_UNIT;
    return units;
}

static bool ask_units_to_shuffle(struct table *t, struct frame *f, const struct step *step)
{
    uint8_t most = count_of(units_to_shuffle(t, f->i), f->value);
    (void)step;
    if (most) ask_several(t->state, f->i, QUESTION_SHUFFLE_IN, most, most, 0, f->card);
    return most;
}

static bool disband_others(struct table *t, struct frame *f, const struct step *step)
{
    return ask_others(t, f, step, true, ask_units_to_shuffle);
}

static void take_units_to_shuffle(struct table *t, struct frame *f, const struct step *step)
{
    if (is_out(state_of(t), f->i)) return;
    struct question q = t->state->question[f->i];
    came_to(t, q.picked);
    for (unsigned i = 0; i < q.picked; i++)
        shuffle_unit_in(t, q.pick[i], words_of(t, f->card, step->words));
}

// ---- which verb asks what

static const struct {
    bool (*next)(struct table *, struct frame *,
                 const struct step *); // asks or calls; false: no more
    void (*take)(struct table *, struct frame *, const struct step *); // what came of it
} ASKING[VERB_COUNT] = {
    [VERB_DISCARD]        = { ask_discards, take_discards },
    [VERB_DISCARD_UP_TO]  = { ask_discards_up_to, take_discards_up_to },
    [VERB_SEARCH]         = { ask_search, take_found },
    [VERB_TAKE_BACK]      = { ask_return, take_return },
    [VERB_PUT_UNDER]      = { ask_return, take_return },
    [VERB_PUT_OUT]        = { ask_return, take_return },
    [VERB_PUT_ON_TOP]     = { ask_return, take_return },
    [VERB_PUT_IN]         = { ask_return, take_return },
    [VERB_FROM_TOP]       = { ask_from_top, take_from_top },
    [VERB_ATTACH]         = { ask_attach, take_attach },
    [VERB_READY_QUEST]    = { ask_quest_to_turn, take_quest_to_turn },
    [VERB_EXHAUST_QUEST]  = { ask_quest_to_turn, take_quest_to_turn },
    [VERB_COMPLETE_QUEST] = { ask_quest_to_complete, take_quest_to_complete },
    [VERB_CREATE]         = { ask_row_for_token, take_row_for_token },
    [VERB_ER_REGION]      = { ask_region, take_region },
    [VERB_PLACE_PARTY]    = { ask_place_for_party, take_place_for_party },
    [VERB_NEW_SCENARIO]   = { ask_scenario, take_scenario },
    [VERB_PLACE_PARTIES]  = { place_others, take_nearest },
    [VERB_TIRE_QUEST]     = { tire_others, take_quest_to_tire },
    [VERB_FAIL_QUEST]     = { have_others_fail, take_quest_to_fail },
    [VERB_DISBAND]        = { disband_others, take_units_to_shuffle },
};

// card: what prints it, target: this unit; op: the step; value: how much.
uint16_t ask_about_step(struct table *t, struct work *w, const struct step *step,
                        const struct aim *aim)
{
    struct frame *f  = call(state_of(t), FLOW_ASKING, w->seat, w->source, w->card);
    f->op            = (uint32_t)(step - t->pool->meaning->step);
    f->value         = (int16_t)aim->amount;
    own_of(w)->value = 0;
    return 0; // count_taken() says
}

enum { ASKING_ANSWERED = 1 };

enum flow ask_and_take(struct table *t, struct frame *f)
{
    const struct step *step = &t->pool->meaning->step[f->op];
    FLOW_BEGIN(f);
    while (ASKING[step->verb].next(t, f, step)) {
        FLOW_PAUSE(f, ASKING_ANSWERED);
        ASKING[step->verb].take(t, f, step);
    }
    FLOW_END(f);
}
