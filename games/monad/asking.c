// Section 6: verbs that ask somebody, or have something paid, before they are done. do_effect()
// asks as long as there is something to ask, and each answer is taken when it is there.
#include "engine/chance.h"
#include "games/monad/rules.h"

uint8_t count_of(unsigned have, int want)
{
    unsigned most = want < 0 ? 0 : (unsigned)want;
    if (most > have) most = have;
    return (uint8_t)(most > PICKS_MAX ? PICKS_MAX : most);
}

// What a question about a verb is about: the verb, in two halves.
static void ask_about(struct table *t, seat_id who, uint8_t question, uint32_t verb)
{
    ask(t->state, who, question, (uint16_t)(verb & 0xFFFF), (uint16_t)(verb >> 16));
}

// The card that was taken from a list; NO_CARD: none.
static card_id card_taken(const struct table *t, seat_id who)
{
    struct choice c = answer_of(t->state, who);
    return c.kind == CHOICE_TAKE ? c.card : (card_id)NO_CARD;
}

static void take_nothing(struct table *t, struct frame *f, uint32_t verb)
{
    (void)t;
    (void)f;
    (void)verb;
}

// ---- cards of the hand

static bool ask_discards(struct table *t, struct frame *f, uint32_t verb)
{
    struct core *c = t->state;
    if (f->n++) return false;
    f->flag = players_named(t, verb, f->who, f->other);
    for (seat_id seat = 0; seat < c->seats; seat++) {
        uint8_t most = count_of(zone_size(c, zone_of_seat(ZONE_HAND, seat)),
                                number_at(t->pool, verb));
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
}

static void take_discards(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (f->flag & BIT(seat) && !is_out(state_of(t), seat)) discard_picked(t, seat);
}

static bool ask_discards_up_to(struct table *t, struct frame *f, uint32_t verb)
{
    struct monad_state *s = state_of(t);
    if (f->n++) return false;
    uint8_t most = count_of(zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who)),
                            number_at(t->pool, verb));
    s->discarded = 0;
    if (!most || is_out(s, f->who)) return false;
    ask_several(&s->core, f->who, QUESTION_DISCARD_DOWN, 0, most, 0, f->card);
    return true;
}

static void take_discards_up_to(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    discard_picked(t, f->who);
    state_of(t)->discarded = t->state->question[f->who].picked;
}

static bool ask_search(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n++) return false;
    look_through_deck(t, f->who);
    state_of(t)->chosen = (int16_t)(verb & 0x7FFF);
    ask_about(t, f->who, QUESTION_SEARCH, verb);
    return true;
}

static void take_found(struct table *t, struct frame *f, uint32_t verb)
{
    struct core *c    = t->state;
    card_id      card = card_taken(t, f->who);
    if (card != NO_CARD) {
        card_move(c, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
        card_show(c, card, seats_of_team(c, c->team[f->who]));
    }
    if (card != NO_CARD && op_find(t->pool->ops, verb, W_REVEAL)) {
        card_show(c, card, (seat_set)(BIT(c->seats) - 1));
        note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, verb);
    }
    shuffle_deck(t, f->who, words_of(t, f->card, verb));
}

// ---- cards out of a zone

// The zone out of which a verb takes a card of a player's.
unsigned zone_of_verb(const struct table *t, uint32_t verb)
{
    const struct op *node = &t->pool->ops[verb];
    switch (node->code) {
    case W_RETURN: return node->value == RETURN_HAND_UNDER_DECK ? ZONE_HAND : ZONE_DISCARD;
    case W_ATTACH: return node->value == ATTACH_FROM_DISCARD ? ZONE_DISCARD : ZONE_HAND;
    case W_COMPLETE_QUEST:
    case W_FAIL_QUEST: return ZONE_QUESTS;
    default: return ZONE_DISCARD;
    }
}

// Whether there is something to choose from; of a hidden hand nobody is told (MON-932).
static bool has_for_verb(const struct table *t, seat_id who, uint32_t verb)
{
    unsigned zone = zone_of_verb(t, verb);
    EACH_IN_ZONE(card, t->state, zone_of_seat(zone, who))
        if (zone == ZONE_HAND || fits_filter(t, verb, card)) return true;
    return false;
}

// The units that an "attach" names; "this unit" is the one that was chosen last.
size_t named_bearers(const struct table *t, seat_id who, uint32_t verb, card_id *out)
{
    return units_named(t, noun_in(t, verb), who, (card_id)state_at(t)->chosen, NO_CARD, out);
}

rule_id why_not_attach(const struct table *t, seat_id who, uint32_t verb, card_id card,
                       card_id unit)
{
    card_id list[NAMED_MAX];
    rule_id rule;
    size_t  n = named_bearers(t, who, verb, list);
    if (kind_of(t, card) != KIND_EQUIPMENT || !fits_filter(t, verb, card)) return MON_650;
    for (size_t i = 0; i < n; i++)
        if (list[i] == unit) return why_cannot_bear(t, unit, card, &rule) ? rule : 0;
    return MON_650;
}

static bool can_attach_any(const struct table *t, seat_id who, uint32_t verb)
{
    card_id list[NAMED_MAX];
    size_t  n = named_bearers(t, who, verb, list);
    if (zone_of_verb(t, verb) == ZONE_HAND) return n && has_for_verb(t, who, verb);
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_DISCARD, who))
        for (size_t i = 0; i < n; i++)
            if (!why_not_attach(t, who, verb, card, list[i])) return true;
    return false;
}

bool may_be_placed_at(const struct table *t, seat_id who, uint32_t verb, card_id location)
{
    const struct core *c = t->state;
    return location < c->card_count && card_at(c, location)->zone == ZONE_MAP &&
           is_in_location_deck(t, who, location) && fits_place(t, verb, location);
}

static bool has_place_for(const struct table *t, seat_id who, uint32_t verb)
{
    EACH_IN_ZONE(card, t->state, ZONE_MAP)
        if (may_be_placed_at(t, who, verb, card)) return true;
    return false;
}

static bool ask_return(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n++ || !has_for_verb(t, f->who, verb)) return false;
    ask_about(t, f->who, QUESTION_FROM_DISCARD, verb);
    return true;
}

static void take_return(struct table *t, struct frame *f, uint32_t verb)
{
    static const uint8_t TO[] = { [RETURN_TO_HAND]         = ZONE_HAND,
                                  [RETURN_UNDER_DECK]      = ZONE_DECK,
                                  [RETURN_OUT_OF_GAME]     = ZONE_REMOVED,
                                  [RETURN_HAND_UNDER_DECK] = ZONE_DECK };
    card_id              card = card_taken(t, f->who);
    if (card == NO_CARD) return;
    card_move(t->state, card, zone_of_seat(TO[t->pool->ops[verb].value], f->who), BOTTOM);
    note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, verb);
}

static bool ask_attach(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n++) return false;
    state_of(t)->chosen = (int16_t)f->target;
    if (!can_attach_any(t, f->who, verb)) return false;
    ask_about(t, f->who, QUESTION_ATTACH, verb);
    return true;
}

static void take_attach(struct table *t, struct frame *f, uint32_t verb)
{
    struct choice c = answer_of(t->state, f->who);
    (void)verb;
    if (c.kind == CHOICE_ATTACH) attach(t, c.card, (card_id)c.target);
}

static void break_it(struct table *t, card_id card)
{
    if (card != NO_CARD && state_of(t)->host[card] != NO_CARD) break_equipment(t, card);
}

// card: the unit whose Equipment is destroyed.
static bool ask_equipment(struct table *t, struct frame *f, uint32_t verb)
{
    unsigned worn = 0;
    (void)verb;
    if (f->n++ || f->card == NO_CARD) return false;
    f->target = worn_on(t, f->card, &worn);
    if (worn > 1) ask(t->state, f->who, QUESTION_EQUIPMENT, 0, f->card);
    if (worn <= 1) break_it(t, f->target);
    return worn > 1;
}

static void take_equipment(struct table *t, struct frame *f, uint32_t verb)
{
    card_id card = card_taken(t, f->who);
    (void)verb;
    break_it(t, card == NO_CARD ? f->target : card);
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
    card_of(t->state, quest)->flags ^= CARD_SIDEWAYS;
}

// flag: quests are exhausted, not readied.
static bool ask_quest_to_turn(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n++) return false;
    f->flag    = t->pool->ops[verb].code == W_EXHAUST_QUEST;
    unsigned n = quests_turned(t, f->who, !f->flag, &f->target);
    if (n > 1) ask(t->state, f->who, QUESTION_READY_QUEST, f->flag, f->card);
    if (n == 1) turn_quest(t, f->target);
    return n > 1;
}

static void take_quest_to_turn(struct table *t, struct frame *f, uint32_t verb)
{
    card_id quest = card_taken(t, f->who);
    (void)verb;
    if (quest != NO_CARD) turn_quest(t, quest);
}

enum { QUEST_TO_CHOOSE, QUEST_CHOSEN, QUEST_COMPLETED };

static bool ask_quest_to_complete(struct table *t, struct frame *f, uint32_t verb)
{
    switch (f->n++) {
    case QUEST_TO_CHOOSE:
        if (!has_for_verb(t, f->who, verb)) return false;
        ask_about(t, f->who, QUESTION_QUEST, verb);
        return true;
    case QUEST_CHOSEN:
        if (f->target == NO_CARD) return false;
        call(state_of(t), FLOW_COMPLETE, f->who, f->target, NO_CARD);
        return true;
    default: return false;
    }
}

static void take_quest_to_complete(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    if (f->n == QUEST_CHOSEN) f->target = card_taken(t, f->who);
}

// ---- units that are made, dice, money

static def_id token_named(const struct table *t, uint32_t verb)
{
    size_t name = op_find(t->pool->ops, verb, OP_NAME);
    def_id def  = name ? pool_find(t->pool, text_of(t->pool->names[t->pool->ops[name].value]))
                       : (def_id)NO_DEF;
    return def != NO_DEF && t->pool->defs[def].kind == KIND_TOKEN ? def : (def_id)NO_DEF;
}

// The formation that a token made by this card joins (D42).
static zone_id formation_for(const struct monad_state *s, const struct frame *f)
{
    if (is_unit(s, f->target) && is_row(card_at(&s->core, f->target)->zone))
        return formation_of(card_at(&s->core, f->target)->zone);
    return zone_of_seat(ZONE_FRONT, f->who);
}

static void create_token(struct table *t, const struct frame *f, uint32_t verb, zone_id zone)
{
    struct monad_state *s   = state_of(t);
    def_id              def = token_named(t, verb);
    if (def == NO_DEF) return;
    card_id token = card_create(&s->core, def, f->who, zone, BOTTOM);
    if (token != NO_CARD && !enter_play(t, token, zone, true)) card_destroy(&s->core, token);
    close_formation(t, formation_of(zone));
}

// n: how many are still to be made, i: that was reckoned (D42).
static bool ask_row_for_token(struct table *t, struct frame *f, uint32_t verb)
{
    struct monad_state *s    = state_of(t);
    int                 each = number_at(t->pool, verb);
    if (!f->i)
        f->n = (uint8_t)((uint8_t)(each > 1 ? each : 1) * (f->value > 0 ? f->value : 0));
    else
        f->n--;
    f->i = 1;
    if (!f->n) return false;
    f->kind = formation_for(s, f);
    if (formation_size(s, f->kind) >= SIDE_MAX) return false; // MON-034
    ask(&s->core, f->who, QUESTION_TOKEN_ROW, f->kind, f->card);
    return true;
}

static void take_row_for_token(struct table *t, struct frame *f, uint32_t verb)
{
    struct choice c = answer_of(t->state, f->who);
    if (c.kind == CHOICE_ROW) create_token(t, f, verb, (zone_id)(f->kind + c.option));
}

// "roll 2D6; on 9 or more": DICE, the number, the EFFECT.
static bool roll_reaches(struct table *t, seat_id who, uint32_t verb, struct reason why)
{
    const struct op *ops  = t->pool->ops;
    uint32_t         dice = (uint32_t)op_find(ops, verb, W_DICE), sum = 0;
    int              count = dice ? number_at(t->pool, dice) : 2; // section 6: 2D6 unless named
    for (int i = 0; i < count; i++) sum += roll(t, 6, who, why);
    return (int)sum >= number_at(t->pool, dice ? (uint32_t)op_after(ops, dice) : verb);
}

static bool roll_for_effect(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n++ || !roll_reaches(t, f->who, verb, words_of(t, f->card, verb))) return false;
    call_effect(state_of(t), f, (uint32_t)op_find(t->pool->ops, verb, W_EFFECT));
    return true;
}

// MON-575: what a card asks for.
static bool pay_for_effect(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n++) return false;
    call_pay(state_of(t), f->who, number_at(t->pool, verb));
    return true;
}

static void take_payment(struct table *t, struct frame *f, uint32_t verb)
{
    (void)f;
    (void)verb;
    state_of(t)->carried_out = CARRIED_OUT;
}

// ---- one opponent

static seat_set opponents_of(const struct monad_state *s, seat_id who)
{
    unsigned set = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (!is_out(s, seat) && is_enemy(&s->core, who, seat)) set |= BIT(seat);
    return (seat_set)set;
}
static seat_id first_of(seat_set set)
{
    seat_id seat = 0;
    while (seat < SEATS_MAX && !(set >> seat & 1)) seat++;
    return seat < SEATS_MAX ? seat : (seat_id)NO_SEAT;
}

enum { OPPONENT_TO_CHOOSE, OPPONENT_CHOSEN, OPPONENT_HAS_PAID };

// i: the opponent. True: there is one to choose.
static bool ask_opponent(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    f->flag               = opponents_of(s, f->who);
    f->i                  = first_of(f->flag);
    if (f->i == NO_SEAT || is_out(s, f->who) || !(f->flag & (f->flag - 1))) return false;
    ask(&s->core, f->who, QUESTION_OPPONENT, 0, f->card);
    return true;
}

static void take_opponent(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    if (answer_of(t->state, f->who).kind == CHOICE_SEAT) f->i = answer_of(t->state, f->who).option;
}

static bool are_both_in(const struct table *t, const struct frame *f)
{
    return f->i != NO_SEAT && !is_out(state_at(t), f->i) && !is_out(state_at(t), f->who);
}

static bool look_at_opponent(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    if (f->n++ == OPPONENT_TO_CHOOSE && ask_opponent(t, f)) return true;
    if (are_both_in(t, f)) look_at_hand(t, f, f->i);
    return false;
}

static bool choose_opponent(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    if (f->n++ == OPPONENT_TO_CHOOSE && ask_opponent(t, f)) return true;
    if (!are_both_in(t, f)) return false;
    state_of(t)->chosen      = f->i;
    state_of(t)->carried_out = DID_CHOOSE_SEAT;
    return false;
}

static bool have_opponent_pay(struct table *t, struct frame *f, uint32_t verb)
{
    if (f->n == OPPONENT_HAS_PAID) return false;
    if (f->n++ == OPPONENT_TO_CHOOSE && ask_opponent(t, f)) return true;
    f->n = OPPONENT_HAS_PAID;
    if (!are_both_in(t, f)) return false;
    f->value = (int16_t)(number_at(t->pool, verb) * f->value);
    if (f->value > gold_of(t, f->i)) f->value = (int16_t)gold_of(t, f->i);
    if (f->value <= 0) return false;
    call_pay(state_of(t), f->i, f->value); // MON-572
    return true;
}

static void take_gold(struct table *t, struct frame *f, uint32_t verb)
{
    struct monad_state *s = state_of(t);
    if (f->n == OPPONENT_CHOSEN) {
        take_opponent(t, f, verb);
    } else if (!is_out(s, f->i)) { // else nothing was paid
        s->side[f->who].loose_gold = (int16_t)(s->side[f->who].loose_gold + f->value);
        note_text(t, EVENT_GOLD, f->who, f->card, NO_CARD, f->value, verb);
    }
}

// ---- places

static bool ask_region(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    if (f->n++) return false;
    ask(t->state, f->who, QUESTION_REGION, 0, f->card);
    return true;
}

static void take_region(struct table *t, struct frame *f, uint32_t verb)
{
    struct choice c = answer_of(t->state, f->who);
    if (c.kind == CHOICE_REGION) change_er(t, f, verb, TAG_GREENMANTLE + c.option);
}

static bool ask_place_for_party(struct table *t, struct frame *f, uint32_t verb)
{
    const struct monad_state *s = state_of(t);
    if (f->n++ || is_out(s, f->who) || s->side[f->who].location == NO_CARD) return false;
    if (!has_place_for(t, f->who, verb)) return false;
    ask_about(t, f->who, QUESTION_PLACE_AT, verb);
    return true;
}

static void take_place_for_party(struct table *t, struct frame *f, uint32_t verb)
{
    struct choice c = answer_of(t->state, f->who);
    (void)verb;
    if (c.kind == CHOICE_GO) place_party(t, f->who, c.card);
}

static bool ask_scenario(struct table *t, struct frame *f, uint32_t verb)
{
    const struct monad_state *s = state_of(t);
    (void)verb;
    if (f->n++ || !s->side[f->who].won_rival) return false;
    f->i = (uint8_t)(s->side[f->who].won_rival - 1);
    if (is_out(s, f->i)) return false;
    ask(t->state, f->i, QUESTION_SCENARIO, 1, s->side[f->i].scenario);
    return true;
}

static void take_scenario(struct table *t, struct frame *f, uint32_t verb)
{
    struct side *other = &state_of(t)->side[f->i];
    card_id      card  = card_taken(t, f->i);
    (void)verb;
    if (card == NO_CARD) return;
    other->scenario = card;
    other->tokens = other->won_rival = other->gained_level = other->disputed = 0;
    other->fresh                                                             = 1;
    other->waits = scenario_waits(t, f->i);
    note(t, EVENT_NEW_SCENARIO, f->i, card, NO_CARD, 0, MON_346);
}

// ---- each other player, from the active one on

// i: the player whose turn it is, n: how many have had theirs. True: that player is asked.
static bool ask_others(struct table *t, struct frame *f, uint32_t verb, bool only_enemies,
                       bool (*ask_one)(struct table *, struct frame *, uint32_t verb))
{
    const struct monad_state *s = state_of(t);
    while (f->n < s->core.seats) {
        f->i = (uint8_t)((s->active + f->n++) % s->core.seats);
        if (is_out(s, f->i) || f->i == f->who) continue;
        if (only_enemies && !is_enemy(&s->core, f->who, f->i)) continue;
        if (ask_one(t, f, verb)) return true;
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

static bool ask_nearest(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    f->target = state_of(t)->side[f->i].location;
    if (nearest_starters(t, f->i, &f->target) > 1) {
        ask(t->state, f->i, QUESTION_NEAREST, 0, f->card);
        return true;
    }
    place_party(t, f->i, f->target);
    return false;
}

static bool place_others(struct table *t, struct frame *f, uint32_t verb)
{
    return ask_others(t, f, verb, false, ask_nearest);
}

static void take_nearest(struct table *t, struct frame *f, uint32_t verb)
{
    struct choice c = answer_of(t->state, f->i);
    (void)verb;
    if (!is_out(state_of(t), f->i)) place_party(t, f->i, c.kind == CHOICE_GO ? c.card : f->target);
}

static void tire_quest(struct table *t, card_id quest)
{
    if (quest != NO_CARD) card_of(t->state, quest)->flags |= CARD_SIDEWAYS;
}

static bool ask_quest_to_tire(struct table *t, struct frame *f, uint32_t verb)
{
    (void)verb;
    f->target = NO_CARD;
    if (best_quests(t, f->i, &f->target) > 1) {
        ask(t->state, f->i, QUESTION_TIRE, 0, f->card);
        return true;
    }
    tire_quest(t, f->target);
    return false;
}

static bool tire_others(struct table *t, struct frame *f, uint32_t verb)
{
    return ask_others(t, f, verb, true, ask_quest_to_tire);
}

static void take_quest_to_tire(struct table *t, struct frame *f, uint32_t verb)
{
    card_id quest = card_taken(t, f->i);
    (void)verb;
    if (!is_out(state_of(t), f->i)) tire_quest(t, quest == NO_CARD ? f->target : quest);
}

static bool ask_quest_to_fail(struct table *t, struct frame *f, uint32_t verb)
{
    if (!has_for_verb(t, f->i, verb)) return false;
    ask_about(t, f->i, QUESTION_QUEST, verb);
    return true;
}

static bool have_others_fail(struct table *t, struct frame *f, uint32_t verb)
{
    return ask_others(t, f, verb, true, ask_quest_to_fail);
}

static void take_quest_to_fail(struct table *t, struct frame *f, uint32_t verb)
{
    card_id quest = card_taken(t, f->i);
    (void)verb;
    if (!is_out(state_of(t), f->i) && quest != NO_CARD) fail_quest(t, quest, MON_315);
}

static unsigned units_to_shuffle(const struct table *t, seat_id seat)
{
    card_id  list[NAMED_MAX];
    size_t   n     = units_named(t, NOUN_PARTY, seat, NO_CARD, NO_CARD, list);
    unsigned units = 0;
    for (size_t i = 0; i < n; i++) units += kind_of(t, list[i]) == KIND_UNIT;
    return units;
}

static bool ask_units_to_shuffle(struct table *t, struct frame *f, uint32_t verb)
{
    uint8_t most = count_of(units_to_shuffle(t, f->i), number_at(t->pool, verb));
    if (most) ask_several(t->state, f->i, QUESTION_SHUFFLE_IN, most, most, 0, f->card);
    return most;
}

static bool disband_others(struct table *t, struct frame *f, uint32_t verb)
{
    return ask_others(t, f, verb, true, ask_units_to_shuffle);
}

static void take_units_to_shuffle(struct table *t, struct frame *f, uint32_t verb)
{
    if (is_out(state_of(t), f->i)) return;
    struct question q = t->state->question[f->i];
    for (unsigned i = 0; i < q.picked; i++)
        shuffle_unit_in(t, q.pick[i], words_of(t, f->card, verb));
}

// ---- which verb asks what

static const struct asking ASKING[] = {
    { W_DISCARD, ask_discards, take_discards },
    { W_DISCARD_UP_TO, ask_discards_up_to, take_discards_up_to },
    { W_SEARCH, ask_search, take_found },
    { W_RETURN, ask_return, take_return },
    { W_ATTACH, ask_attach, take_attach },
    { W_BREAK, ask_equipment, take_equipment },
    { W_READY_QUEST, ask_quest_to_turn, take_quest_to_turn },
    { W_EXHAUST_QUEST, ask_quest_to_turn, take_quest_to_turn },
    { W_COMPLETE_QUEST, ask_quest_to_complete, take_quest_to_complete },
    { W_CREATE, ask_row_for_token, take_row_for_token },
    { W_ROLL, roll_for_effect, take_nothing },
    { W_PAY, pay_for_effect, take_payment },
    { W_LOOK, look_at_opponent, take_opponent },
    { W_CHOOSE_SEAT, choose_opponent, take_opponent },
    { W_STEAL_GOLD, have_opponent_pay, take_gold },
    { W_ER_REGION, ask_region, take_region },
    { W_PLACE_PARTY, ask_place_for_party, take_place_for_party },
    { W_NEW_SCENARIO, ask_scenario, take_scenario },
    { W_PLACE_PARTIES, place_others, take_nearest },
    { W_TIRE_QUEST, tire_others, take_quest_to_tire },
    { W_FAIL_QUEST, have_others_fail, take_quest_to_fail },
    { W_DISBAND, disband_others, take_units_to_shuffle },
};

const struct asking *asking_of(unsigned verb)
{
    for (size_t i = 0; i < COUNT(ASKING); i++)
        if (ASKING[i].verb == verb) return &ASKING[i];
    return NULL;
}
