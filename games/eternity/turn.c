// 200, 560: the turn, and the clean-up phase.
#include "games/eternity/rules.h"

#include <string.h>

bool is_tag_mode(const struct eternity_state *s) { return s->core.mode == MODE_TAG; }
bool has_targets(const struct eternity_state *s)
{
    return s->core.mode != MODE_VERSUS && s->core.mode != MODE_TAG;
}
bool is_alive(const struct eternity_state *s, seat_id seat)
{
    return s->fighter[seat].character != NO_CARD && !s->fighter[seat].out;
}
bool is_fighting(const struct eternity_state *s, seat_id seat)
{
    return is_alive(s, seat) && square_of(s, seat) != NO_ZONE;
}

// ETE-331, ETE-907, ETE-937
seat_id target_of(const struct eternity_state *s, seat_id who)
{
    if (has_targets(s)) {
        seat_id target = s->fighter[who].target;
        return target != NO_SEAT && is_fighting(s, target) ? target : (seat_id)NO_SEAT;
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_enemy(&s->core, who, seat) && is_fighting(s, seat)) return seat;
    return NO_SEAT;
}

seat_id partner_of(const struct eternity_state *s, seat_id who)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (seat != who && s->core.team[seat] == s->core.team[who]) return seat;
    return NO_SEAT;
}

// ETE-191
seat_id lead_seat(const struct eternity_state *s)
{
    return (seat_id)((s->turn ? s->turn - 1 : 0) % s->core.seats);
}
seat_id nth_in_lead_order(const struct eternity_state *s, unsigned n)
{
    return (seat_id)((lead_seat(s) + n) % s->core.seats);
}

// ---- drawing

static unsigned draw_what_is_left(struct table *t, seat_id seat, unsigned count, rule_id because)
{
    struct core *c    = t->state;
    zone_id      deck = zone_of_seat(ZONE_DECK, seat);
    for (; count > 0 && zone_size(c, deck); count--) {
        card_id card = zone_top(c, deck);
        card_move(c, card, zone_of_seat(ZONE_HAND, seat), BOTTOM);
        card_show(c, card, (seat_set)BIT(seat));
        struct event e = event_card(t, EVENT_DREW, seat, card, because);
        e.seen_by      = card_at(c, card)->known;
        tell(t, e);
    }
    return count;
}

// ETE-550, ETE-205: whoever has to draw from an empty deck goes to time.
void draw_cards(struct table *t, seat_id seat, unsigned count, rule_id because)
{
    struct eternity_state *s = state_of(t);
    if (s->fighter[seat].timed_out) return; // ETE-917, ETE-967
    if (draw_what_is_left(t, seat, count, because)) go_to_time(t, seat);
}

static unsigned missing_cards(const struct table *t, seat_id seat)
{
    const struct eternity_state *s    = state_at(t);
    unsigned                     held = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
    unsigned size = (unsigned)def_of(t, s->fighter[seat].character)->field[FIELD_HAND];
    return held < size ? size - held : 0;
}

// ETE-203, ETE-815: all draw what they can before time is called.
static void draw_phase(struct table *t)
{
    struct eternity_state *s        = state_of(t);
    unsigned               short_of = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!is_fighting(s, seat) || s->fighter[seat].timed_out) continue;
        if (draw_what_is_left(t, seat, missing_cards(t, seat), ETE_203)) short_of |= BIT(seat);
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (short_of >> seat & 1 && !s->round_ended) go_to_time(t, seat);
}

// What others know of a hand is gone when a card of it is put away unseen.
void put_under_deck(struct table *t, seat_id seat, card_id card, rule_id because)
{
    struct core *c     = t->state;
    seat_set     owner = (seat_set)BIT(seat);
    card_move(c, card, zone_of_seat(ZONE_DECK, seat), BOTTOM);
    card_hide(c, card, owner);
    EACH_IN_ZONE(left, c, zone_of_seat(ZONE_HAND, seat)) card_hide(c, left, owner);
    struct event e = event_card(t, EVENT_UNDER_DECK, seat, card, because);
    e.seen_by      = owner;
    tell(t, e);
}

// ---- play phase

// ETE-207, ETE-212
static void reveal(struct table *t, seat_id seat)
{
    struct eternity_state *s      = state_of(t);
    struct choice          choice = answer_of(&s->core, seat);
    zone_id                common = zone_of_seat(ZONE_COMMON, seat);
    card_id                card   = choice.card;
    unsigned               kind   = choice.kind;
    bool throws = kind == CHOICE_THROW_AT || (kind == CHOICE_SIDE && choice.option == SIDE_THROW);
    if (kind != CHOICE_PLAY && kind != CHOICE_PLAY_AT) {
        EACH_IN_ZONE(held, &s->core, common)
            if (def_of(t, held)->kind == KIND_COMMON) card = held;
        card_of(&s->core, card)->def = faces_of(t)->side[throws ? SIDE_THROW : SIDE_DASH];
    }
    card_show(&s->core, card, EVERYBODY);
    add_to_combo(t, seat, card);
    tell(t, event_card(t, EVENT_PLAYED, seat, card, ETE_212));
    if (!has_targets(s)) return;
    s->fighter[seat].target = choice.option;
    struct event e          = event_of(EVENT_TARGETED, seat, ETE_936);
    e.target                = s->fighter[choice.option].character;
    e.target_def            = card_at(&s->core, e.target)->def;
    tell(t, e);
}

static void reset_for_turn(struct fighter *me)
{
    memset(me->combo, 0, sizeof me->combo);
    me->used   = 0;
    me->played = me->immune = me->damaged = me->linkless = 0;
    me->target                                           = NO_SEAT;
    me->limit                                            = COMBO_LIMIT;
    me->prevent = me->priority = me->next_attack = me->next_card = 0;
    me->reach = me->bet = me->bet_power = 0;
    me->rank = me->check = me->checked_at = me->eased = 0;
}

static void begin_turn(struct table *t)
{
    struct eternity_state *s = state_of(t);
    s->turn++;
    s->checks = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) reset_for_turn(&s->fighter[seat]);
    struct event e = event_of(EVENT_TURN_BEGAN, lead_seat(s), ETE_201);
    e.amount       = s->turn;
    tell(t, e);
}

// ETE-604, ETE-606: what was felt this turn is over, what fell this turn is felt in the next.
static void end_turn(struct eternity_state *s)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        struct fighter *me = &s->fighter[seat];
        me->lying          = me->lying_next;
        me->lying_next     = STANDS;
        me->cannot         = 0;
        me->shield         = 0;
        me->now            = me->next;
        me->next           = (struct boon){ 0 };
        reset_for_turn(me);
    }
    s->step   = 0;
    s->checks = 0;
    s->acting = 0;
}

static void ask_what_to_play(struct eternity_state *s)
{
    s->acting = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!is_fighting(s, seat)) continue;
        s->acting = (seat_set)(s->acting | BIT(seat));
        ask(&s->core, seat, QUESTION_PLAY, 0, 0);
    }
}

static void call_return(struct eternity_state *s, seat_id seat) // ETE-984
{
    struct entry_frame *f = &call(s, FLOW_ENTRY)->entry;
    f->who                = seat;
    f->wanted             = level_of(s)->start[seat];
    f->because            = ETE_984;
    s->fighter[seat].away = 0;
}

enum flow play_turn(struct table *t, struct turn_frame *f)
{
    struct eternity_state *s = state_of(t);
    FLOW_BEGIN(f);
    begin_turn(t);
    for (f->i = 0; f->i < s->core.seats; f->i++)
        if (is_alive(s, nth_in_lead_order(s, f->i)) &&
            s->fighter[nth_in_lead_order(s, f->i)].away) {
            call_return(s, nth_in_lead_order(s, f->i));
            FLOW_PAUSE(f, TURN_RETURNED);
        }
    if (!f->resume) draw_phase(t);
    if (s->round_ended) return FLOW_DONE;
    ask_what_to_play(s);
    FLOW_PAUSE(f, TURN_CHOSEN);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->acting >> seat & 1 && is_alive(s, seat)) reveal(t, seat);
    call(s, FLOW_ATTACK);
    FLOW_PAUSE(f, TURN_ATTACKED);
    call(s, FLOW_CLEANUP);
    FLOW_PAUSE(f, TURN_CLEANED);
    end_turn(s);
    FLOW_END(f);
}

// ---- clean-up phase

static void return_common(struct table *t, seat_id seat, card_id card) // ETE-563
{
    struct core *c = t->state;
    if (def_of(t, card)->kind == KIND_SIDE) card_of(c, card)->def = faces_of(t)->common;
    card_move(c, card, zone_of_seat(ZONE_COMMON, seat), BOTTOM);
    tell(t, event_card(t, EVENT_TO_HAND, seat, card, ETE_563));
}

static bool did_damage(const struct fighter *me, card_id card)
{
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].card == card) return me->combo[i].flags & PLAYED_DAMAGED;
    return false;
}

// ETE-562
static void put_cards_away(struct table *t, seat_id seat)
{
    struct eternity_state *s = state_of(t);
    zone_id play = zone_of_seat(ZONE_PLAY, seat), aside = zone_of_seat(ZONE_ASIDE, seat);
    while (zone_size(&s->core, play)) {
        card_id card = zone_top(&s->core, play);
        if (!is_method(def_of(t, card))) {
            return_common(t, seat, card);
            continue;
        }
        bool meter = did_damage(&s->fighter[seat], card);
        card_move(&s->core, card, zone_of_seat(meter ? ZONE_METER : ZONE_DISCARD, seat), TOP);
        tell(t, event_card(t, meter ? EVENT_TO_METER : EVENT_DISCARDED, seat, card,
                           meter ? ETE_501 : ETE_562));
    }
    while (zone_size(&s->core, aside)) return_common(t, seat, zone_top(&s->core, aside));
}

static void ask_for_bottom(struct eternity_state *s, seat_id seat, struct cleanup_frame *f)
{
    if (!zone_size(&s->core, zone_of_seat(ZONE_HAND, seat))) return;
    ask(&s->core, seat, QUESTION_BOTTOM, 0, 0);
    f->asked = (seat_set)(f->asked | BIT(seat));
}

static void put_bottoms(struct table *t, struct cleanup_frame *f, rule_id because)
{
    struct eternity_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (f->asked >> seat & 1 && is_alive(s, seat)) {
            struct choice choice = answer_of(&s->core, seat);
            if (choice.kind == CHOICE_UNDER) put_under_deck(t, seat, choice.card, because);
        }
    f->asked = 0;
}

static bool is_tagged_out(const struct eternity_state *s, seat_id seat)
{
    return is_tag_mode(s) && is_alive(s, seat) && !is_fighting(s, seat);
}

// ETE-530: the next Clean-up ability of a seat that was not carried out, or false. `count`: how
// many.
static bool find_cleanup(const struct table *t, seat_id seat, struct cleanup_frame *f,
                         unsigned *count)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    *count                          = 0;
    for (unsigned i = 0; i <= me->played; i++) {
        const struct played   *p    = &me->combo[i];
        bool                   own  = i == me->played; // the character card
        const struct card_def *def  = own ? def_of(t, me->character) : played_def(t, p);
        const struct face     *face = own ? face_of_card(t, me->character) : face_of(t, p->def);
        if (!own && !has_text(p)) continue;
        for (unsigned line = 0; line < def->line_count; line++) {
            if (face->frame[line] != FRAME_CLEANUP || (own ? me->used : p->used) >> line & 1)
                continue;
            if ((*count)++) continue;
            f->line  = line_of(def, line);
            f->index = (uint8_t)(own ? COMBO_MAX : i);
        }
    }
    return *count > 0;
}

static bool may_clean_up(const struct eternity_state *s, seat_id seat)
{
    return is_alive(s, seat) && (!is_tag_mode(s) || is_fighting(s, seat)); // ETE-916, ETE-943
}

static void use_cleanup(struct table *t, seat_id seat, const struct cleanup_frame *f)
{
    struct eternity_state *s    = state_of(t);
    struct fighter        *me   = &s->fighter[seat];
    bool                   own  = f->index == COMBO_MAX;
    card_id                card = own ? me->character : me->combo[f->index].card;
    const struct card_def *def  = own ? def_of(t, card) : played_def(t, &me->combo[f->index]);
    uint16_t               bit  = (uint16_t)BIT(f->line - def->line_first);
    if (own)
        me->used |= bit;
    else
        me->combo[f->index].used |= bit;
    call_text(s, f->line, seat, card, f->index, PART_ALL);
}

static void take_ordered(struct table *t, seat_id seat, struct cleanup_frame *f)
{
    struct eternity_state *s      = state_of(t);
    const struct fighter  *me     = &s->fighter[seat];
    struct choice          choice = answer_of(&s->core, seat);
    if (choice.kind != CHOICE_USE) return;
    f->index = COMBO_MAX;
    f->line  = line_of(def_of(t, me->character), choice.option - 1u);
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].card == choice.card) {
            f->index = (uint8_t)i;
            f->line  = line_of(played_def(t, &me->combo[i]), choice.option - 1u);
        }
}

// ETE-911
static void recover(struct table *t, seat_id seat)
{
    if (state_at(t)->fighter[seat].health > 0)
        gain_health(t, seat, RECOVERY, event_of(EVENT_GAINED_HEALTH, seat, ETE_911));
}

// ETE-921: does this seat's character come in because its partner is gone?
static bool must_enter(const struct eternity_state *s, seat_id seat)
{
    if (!is_tagged_out(s, seat)) return false;
    seat_id partner = partner_of(s, seat);
    return partner == NO_SEAT || !is_fighting(s, partner);
}

static void call_entry(struct eternity_state *s, seat_id seat)
{
    struct entry_frame *f = &call(s, FLOW_ENTRY)->entry;
    f->who                = seat;
    f->wanted             = level_of(s)->start[seat % 2];
    f->because            = ETE_921;
}

enum flow clean_up(struct table *t, struct cleanup_frame *f)
{
    struct eternity_state *s = state_of(t);
    unsigned               count;
    FLOW_BEGIN(f);
    s->step = 7;
    for (seat_id seat = 0; seat < s->core.seats; seat++) put_cards_away(t, seat);
    for (seat_id seat = 0; seat < s->core.seats; seat++) // ETE-564
        if (is_alive(s, seat) && !is_tagged_out(s, seat)) ask_for_bottom(s, seat, f);
    if (f->asked) {
        FLOW_PAUSE(f, CLEANUP_BOTTOM);
        put_bottoms(t, f, ETE_564);
    }
    for (f->i = 0; f->i < s->core.seats; f->i++) // ETE-567
        while (may_clean_up(s, nth_in_lead_order(s, f->i)) &&
               find_cleanup(t, nth_in_lead_order(s, f->i), f, &count)) {
            if (count > 1) {
                ask(&s->core, nth_in_lead_order(s, f->i), QUESTION_ORDER, 0, 0);
                FLOW_PAUSE(f, CLEANUP_ORDERED);
                if (!is_alive(s, nth_in_lead_order(s, f->i))) break;
                take_ordered(t, nth_in_lead_order(s, f->i), f);
            }
            use_cleanup(t, nth_in_lead_order(s, f->i), f);
            FLOW_PAUSE(f, CLEANUP_TEXT);
        }
    for (seat_id seat = 0; seat < s->core.seats; seat++) // ETE-911 to ETE-914
        if (is_tagged_out(s, seat)) {
            recover(t, seat);
            ask_for_bottom(s, seat, f);
        }
    if (f->asked) {
        FLOW_PAUSE(f, CLEANUP_RECOVERED);
        put_bottoms(t, f, ETE_912);
    }
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_tagged_out(s, seat)) draw_cards(t, seat, missing_cards(t, seat), ETE_913);
    for (f->i = 0; f->i < s->core.seats && !s->round_ended; f->i++)
        if (must_enter(s, nth_in_lead_order(s, f->i))) {
            call_entry(s, nth_in_lead_order(s, f->i));
            FLOW_PAUSE(f, CLEANUP_ENTERED);
        }
    FLOW_END(f);
}
