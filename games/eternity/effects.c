// 6: the text of cards. A line is a tree of small nodes (engine/program.h, words.h); do_text goes
// through its sentences and does one verb after the other.
#include "engine/chance.h"
#include "games/eternity/rules.h"

void call_text(struct eternity_state *s, uint32_t line, seat_id who, card_id card, unsigned index,
               enum text_part part)
{
    struct text_frame *f = &call(s, FLOW_TEXT)->text;
    f->line              = line;
    f->who               = who;
    f->card              = card;
    f->index             = (uint8_t)index;
    f->part              = (uint8_t)part;
}

const struct text_frame *text_asked(const struct eternity_state *s)
{
    return &s->frames[s->core.depth - 1].text;
}

int number_in(const struct card_pool *pool, uint32_t op)
{
    size_t number = op_find(pool->ops, op, OP_NUMBER);
    return number ? pool->ops[number].value : 0;
}

// ---- conditions

static const struct played *played_by(const struct eternity_state *s, seat_id who, unsigned index)
{
    return index < COMBO_MAX ? &s->fighter[who].combo[index] : NULL;
}

static bool has_flag(const struct eternity_state *s, seat_id who, unsigned index, unsigned flag)
{
    const struct played *p = played_by(s, who, index);
    return p && p->flags & flag;
}

static bool is_down(const struct eternity_state *s, seat_id seat)
{
    return seat != NO_SEAT && (s->fighter[seat].lying || s->fighter[seat].lying_next);
}

// ETE-332: the revealed card of the target, also if it was cancelled since.
static const struct played *card_of_target(const struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    if (target == NO_SEAT || !s->fighter[target].played) return NULL;
    return &s->fighter[target].combo[0];
}

static bool card_is(const struct table *t, seat_id who, unsigned word)
{
    const struct played *p = card_of_target(state_at(t), who);
    if (!p) return false;
    bool throws = face_of(t, p->def)->tags >> TAG_THROW & 1;
    switch ((enum card_word)word) {
    case CARD_ATTACK: return played_def(t, p)->kind == KIND_ATTACK;
    case CARD_UTILITY: return played_def(t, p)->kind == KIND_UTILITY;
    case CARD_THROW: return throws;
    }
    return false;
}

static bool card_has(const struct table *t, seat_id who, unsigned word)
{
    static const uint8_t FRAMES[] = { [HAS_METER]   = FRAME_METER,
                                      [HAS_RESOLVE] = FRAME_RESOLVE,
                                      [HAS_FINAL]   = FRAME_FINAL,
                                      [HAS_PRE]     = FRAME_PRE,
                                      [HAS_ANTE]    = FRAME_ANTE };
    const struct played *p        = card_of_target(state_at(t), who);
    return p && face_of(t, p->def)->frames >> FRAMES[word] & 1;
}

static unsigned far_away(void) { return COLUMNS + ROWS; }

static unsigned distance_to_target(const struct eternity_state *s, seat_id who, bool from_sean)
{
    seat_id target = target_of(s, who);
    zone_id from   = from_sean ? s->fighter[who].sean : square_of(s, who);
    return target == NO_SEAT || from == NO_ZONE ? far_away() : distance(from, square_of(s, target));
}

static unsigned bet_of_target(const struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    return target == NO_SEAT ? 0 : s->fighter[target].bet;
}

// The card before this one, the target's card, or this card.
static bool is_of_type(const struct table *t, const struct op *node, seat_id who, unsigned index)
{
    const struct eternity_state *s     = state_at(t);
    seat_id                      owner = node->value == 1 ? target_of(s, who) : who;
    const struct played         *p     = node->value == 1   ? card_of_target(s, who)
                                         : node->value == 0 ? played_by(s, who, index - 1)
                                                            : played_by(s, who, index);
    return p && is_red(t, owner, p->colour, (unsigned)node[1].value);
}

static bool did_no_damage(const struct fighter *me)
{
    for (unsigned i = 0; i < me->played; i++)
        if (me->combo[i].flags & PLAYED_DAMAGED) return false;
    return true;
}

bool condition_holds(const struct table *t, uint32_t op, seat_id who, unsigned index)
{
    const struct eternity_state *s      = state_at(t);
    const struct op             *node   = &t->pool->ops[op];
    const struct fighter        *me     = &s->fighter[who];
    seat_id                      target = target_of(s, who);
    int                          number = number_in(t->pool, op);
    switch (node->code) {
    case W_HIT: return has_flag(s, who, index - (unsigned)node->value, PLAYED_HIT);
    case W_WHIFFED: return has_flag(s, who, index, PLAYED_WHIFFED);
    case W_DID_DAMAGE: return has_flag(s, who, index - (unsigned)node->value, PLAYED_DAMAGED);
    case W_CANCELLED_ONE: return has_flag(s, who, index, PLAYED_CANCELS);
    case W_IS_LINKED: return index > 0 && index < COMBO_MAX;
    case W_IS_REVEALED: return index == 0;
    case W_BEFORE_IS: return is_of_type(t, node, who, index);
    case W_IS_DOWN: return is_down(s, node->value ? target : who);
    case W_CARD_IS: return card_is(t, who, (unsigned)node->value);
    case W_CARD_HAS: return card_has(t, who, (unsigned)node->value);
    case W_WITHIN: return (int)distance_to_target(s, who, node->value == SEAN_WITHIN) <= number;
    case W_AT_DISTANCE: return (int)distance_to_target(s, who, false) == number;
    case W_UNHURT: return !me->damaged;
    case W_HEALTH_AT_MOST:
        if (!node->value) return me->health <= number;
        return target != NO_SEAT && s->fighter[target].health <= number;
    case W_METER_AT_LEAST: return (int)meter_of(s, who) >= number;
    case W_BET_MORE:
        return node->value ? me->bet > bet_of_target(s, who) : bet_of_target(s, who) > me->bet;
    case W_SEAN_IN_PLAY: return me->sean != NO_ZONE;
    case W_HARMLESS: return did_no_damage(me);
    case W_IN_LIGHT: return is_in_light(s, who, node->value ? who : target);
    case W_MASK: return me->mask_down == node->value;
    case W_POWER_AT_LEAST: return me->power >= number;
    case W_WARNED: return target != NO_SEAT && (int)warnings_on(s, target) > node->value;
    default: return true;
    }
}

static bool step_allows(const struct table *t, uint32_t step, unsigned code, seat_id who,
                        unsigned index)
{
    size_t at = op_find(t->pool->ops, step, (uint16_t)code);
    return !at || condition_holds(t, (uint32_t)op_child(at), who, index);
}

// ETE-513
bool meets_first_condition(const struct table *t, uint32_t line, seat_id who, unsigned index)
{
    uint32_t first    = t->pool->lines[line].op_first;
    size_t   sentence = op_find(t->pool->ops, first, W_SENTENCE);
    if (!sentence) return true;
    return step_allows(t, (uint32_t)op_child(sentence), W_IF, who, index) &&
           step_allows(t, (uint32_t)op_child(sentence), W_ONLY_IF, who, index);
}

static uint32_t verb_of(const struct op *ops, uint32_t step)
{
    size_t at = op_child(step);
    while (ops[at].code == W_IF || ops[at].code == W_MAY) at = op_after(ops, at);
    return (uint32_t)at;
}

static unsigned times_of(const struct table *t, uint32_t sentence, seat_id who)
{
    const struct eternity_state *s    = state_at(t);
    size_t                       each = op_find(t->pool->ops, sentence, W_FOR_EACH);
    if (!each) return 1;
    switch ((enum for_each)t->pool->ops[each].value) {
    case EACH_BET: return s->fighter[who].bet;
    case EACH_METER: return meter_of(s, who);
    case EACH_COMBO: return s->fighter[who].played;
    case EACH_POWER: return s->fighter[who].power;
    case EACH_LAMP: return lamps_of(s, who);
    case EACH_WARNING: return target_of(s, who) == NO_SEAT ? 0 : warnings_on(s, target_of(s, who));
    }
    return 1;
}

// ---- static text that changes numbers (ETE-533)

static bool is_number_change(unsigned code)
{
    return code == W_DAMAGE || code == W_PRIORITY || code == W_USE_ATTACK || code == W_INSTEAD;
}

static void static_change(const struct card_pool *pool, uint32_t verb, int amount, int *more,
                          int *less, int *priority, int *instead, bool *as_attack)
{
    const struct op *node = &pool->ops[verb];
    switch (node->code) {
    case W_DAMAGE: *(node->value ? less : more) += amount; break;
    case W_PRIORITY: *priority += node->value ? -amount : amount; break;
    case W_USE_ATTACK: *as_attack = true; break;
    case W_INSTEAD: *instead = amount + 1; break;
    default: break;
    }
}

void static_changes(const struct table *t, seat_id who, unsigned index, int *more, int *less,
                    int *priority, int *instead, bool *as_attack)
{
    const struct played   *p   = &state_at(t)->fighter[who].combo[index];
    const struct card_def *def = played_def(t, p);
    const struct op       *ops = t->pool->ops;
    if (!(face_of(t, p->def)->frames & BIT(FRAME_NONE))) return;
    for (unsigned l = 0; l < def->line_count; l++) {
        uint32_t first = t->pool->lines[line_of(def, l)].op_first;
        if (face_of(t, p->def)->frame[l] != FRAME_NONE) continue;
        for (uint32_t i = first + 1; i < first + ops[first].size; i = (uint32_t)op_after(ops, i)) {
            if (ops[i].code != W_SENTENCE) continue;
            int times = (int)times_of(t, i, who);
            for (uint32_t step = i + 1; step < op_after(ops, i);
                 step          = (uint32_t)op_after(ops, step)) {
                if (ops[step].code != W_STEP) continue;
                if (!step_allows(t, step, W_IF, who, index)) break;
                if (!step_allows(t, step, W_ONLY_IF, who, index)) continue;
                uint32_t verb = verb_of(ops, step);
                static_change(t->pool, verb, number_in(t->pool, verb) * times, more, less, priority,
                              instead, as_attack);
            }
        }
    }
}

// ---- whom a verb is about

static bool is_open_to(const struct eternity_state *s, seat_id who, seat_id seat)
{
    return seat != NO_SEAT && is_fighting(s, seat) && (seat == who || !s->fighter[seat].immune);
}

static bool is_within(const struct eternity_state *s, seat_id who, seat_id seat, int within)
{
    return within < 0 || (square_of(s, who) != NO_ZONE &&
                          (int)distance(square_of(s, who), square_of(s, seat)) <= within);
}

static seat_set objects_of(const struct table *t, uint32_t verb, seat_id who)
{
    const struct eternity_state *s      = state_at(t);
    size_t                       at     = op_find(t->pool->ops, verb, W_OBJECT);
    unsigned                     word   = at ? (unsigned)t->pool->ops[at].value : YOUR_TARGET;
    seat_id                      target = target_of(s, who);
    seat_set                     set    = 0;
    if (word == YOURSELF) return (seat_set)(is_fighting(s, who) ? BIT(who) : 0);
    if (word == YOUR_TARGET || word == IT)
        return (seat_set)(is_open_to(s, who, target) ? BIT(target) : 0);
    int within = op_find(t->pool->ops, at, OP_NUMBER) ? number_in(t->pool, (uint32_t)at) : -1;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!is_open_to(s, who, seat) || !is_within(s, who, seat, within)) continue;
        if (word == EACH_CHARACTER || is_enemy(&s->core, who, seat))
            set = (seat_set)(set | BIT(seat));
    }
    return set;
}

static seat_id first_in(const struct eternity_state *s, seat_set set)
{
    for (unsigned i = 0; i < s->core.seats; i++)
        if (set >> nth_in_lead_order(s, i) & 1) return nth_in_lead_order(s, i);
    return NO_SEAT;
}

// The seat itself (value 0) or its target (value 1), or NO_SEAT.
static seat_id seat_meant(const struct table *t, uint32_t verb, seat_id who)
{
    const struct eternity_state *s = state_at(t);
    if (!t->pool->ops[verb].value) return who;
    seat_id target = target_of(s, who);
    return is_open_to(s, who, target) ? target : (seat_id)NO_SEAT;
}

// ---- verbs

static struct event told(const struct table *t, const struct text_frame *f, unsigned kind,
                         seat_id seat, uint32_t verb)
{
    return event_by_text(t, kind, seat, f->card, verb);
}

static struct event told_of(const struct table *t, const struct text_frame *f, unsigned kind,
                            seat_id seat, uint32_t verb)
{
    struct event e = told(t, f, kind, seat, verb);
    e.target       = state_at(t)->fighter[seat].character;
    e.target_def   = card_at(t->state, e.target)->def;
    return e;
}

static bool holds_enemy(const struct eternity_state *s, seat_id who, seat_set set)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1 && is_enemy(&s->core, who, seat)) return true;
    return false;
}

static void deal(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s   = state_of(t);
    seat_set               set = objects_of(t, verb, f->who);
    size_t                 at  = op_find(t->pool->ops, verb, W_OBJECT);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (set >> seat & 1)
            add_blow(s, (struct blow){ .card   = f->card,
                                       .amount = (int16_t)amount,
                                       .who    = f->who,
                                       .victim = seat,
                                       .index  = f->index });
    if (holds_enemy(s, f->who, set) && f->index < COMBO_MAX && at &&
        t->pool->ops[at].value >= EACH_OPPONENT) { // ETE-947
        struct played *p = &s->fighter[f->who].combo[f->index];
        p->flags         = (uint8_t)((p->flags | PLAYED_HIT) & ~PLAYED_WHIFFED);
    }
    call(s, FLOW_BLOWS);
}

static void lay_down(struct table *t, const struct text_frame *f, uint32_t verb, enum lying how)
{
    struct eternity_state *s   = state_of(t);
    seat_set               set = objects_of(t, verb, f->who);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (!(set >> seat & 1)) continue;
        if (s->fighter[seat].lying_next < how) s->fighter[seat].lying_next = (uint8_t)how;
        tell(t, told_of(t, f, how == ROOTED ? EVENT_ROOTED : EVENT_KNOCKED_DOWN, seat, verb));
    }
}

// ETE-625: what the target resolves now, or its revealed card; NULL: nothing in play (ETE-626).
static struct played *card_to_stop(struct eternity_state *s, seat_id who)
{
    seat_id target = target_of(s, who);
    if (!is_open_to(s, who, target) || !s->fighter[target].played) return NULL;
    struct played *p = s->resolving == target + 1 ? last_played(s, target) : revealed_of(s, target);
    bool           lies = card_at(&s->core, p->card)->zone == zone_of_seat(ZONE_PLAY, target);
    return lies && is_in_play(p) ? p : NULL;
}

static void stop_card(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s = state_of(t);
    struct played         *p = card_to_stop(s, f->who);
    if (!p) return;
    seat_id target = target_of(s, f->who);
    if (t->pool->ops[verb].code == W_CANCEL) {
        cancel_card(t, f->who, target, p, told(t, f, EVENT_CANCELLED, f->who, verb));
        if (f->index < COMBO_MAX) s->fighter[f->who].combo[f->index].flags |= PLAYED_CANCELS;
        wait_for(t, f->who, WHEN_YOU_STOP);
        return;
    }
    p->flags |= PLAYED_BLANK;
    struct event e = told(t, f, EVENT_BLANKED, f->who, verb);
    e.target       = p->card;
    e.target_def   = card_at(&s->core, p->card)->def;
    tell(t, e);
    wait_for(t, f->who, WHEN_YOU_STOP);
}

static void show_card(struct table *t, const struct text_frame *f, uint32_t verb, card_id card,
                      seat_set viewers)
{
    card_show(t->state, card, viewers);
    struct event e = told(t, f, EVENT_SHOWN, card_at(t->state, card)->owner, verb);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    e.seen_by      = card_at(t->state, card)->known;
    tell(t, e);
}

static void look(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s    = state_of(t);
    const struct op       *node = &t->pool->ops[verb];
    seat_set viewers = (seat_set)(node->code == W_LOOK ? BIT(f->who) : (unsigned)EVERYBODY);
    bool     own     = node->value == LOOK_OWN_DECK || node->value == LOOK_OWN_HAND;
    bool     hand    = node->value == LOOK_TARGET_HAND || node->value == LOOK_OWN_HAND;
    seat_id  target  = own ? f->who : target_of(s, f->who);
    if (!own && !is_open_to(s, f->who, target)) return;
    zone_id      zone  = zone_of_seat(hand ? ZONE_HAND : ZONE_DECK, target);
    int          count = hand ? zone_size(&s->core, zone) : number_in(t->pool, verb);
    struct event e     = told_of(t, f, EVENT_LOOKED, f->who, verb);
    e.target           = s->fighter[target].character;
    e.target_def       = card_at(&s->core, e.target)->def;
    e.amount = (int16_t)(count < zone_size(&s->core, zone) ? count : zone_size(&s->core, zone));
    tell(t, e);
    EACH_IN_ZONE(card, &s->core, zone)
        if (count-- > 0) show_card(t, f, verb, card, viewers);
}

static void discard(struct table *t, const struct text_frame *f, uint32_t verb, card_id card)
{
    struct core *c     = t->state;
    seat_id      owner = card_at(c, card)->owner;
    card_show(c, card, EVERYBODY);
    card_move(c, card, zone_of_seat(ZONE_DISCARD, owner), TOP);
    struct event e = told(t, f, EVENT_DISCARDED, owner, verb);
    e.card         = card;
    e.def          = card_at(c, card)->def;
    tell(t, e);
}

static void discard_at_random(struct table *t, const struct text_frame *f, uint32_t verb,
                              seat_id seat, unsigned count)
{
    zone_id hand = zone_of_seat(ZONE_HAND, seat);
    for (; count > 0 && zone_size(t->state, hand); count--) {
        unsigned nth  = pick(t, zone_size(t->state, hand));
        card_id  card = zone_top(t->state, hand);
        while (nth-- > 0) card = card_below(t->state, card);
        discard(t, f, verb, card);
    }
}

static void mill(struct table *t, const struct text_frame *f, uint32_t verb, seat_id seat,
                 int count)
{
    zone_id deck = zone_of_seat(ZONE_DECK, seat);
    for (; count > 0 && zone_size(t->state, deck); count--)
        discard(t, f, verb, zone_top(t->state, deck));
}

static void gain_meter(struct table *t, const struct text_frame *f, uint32_t verb, int count)
{
    struct core *c    = t->state;
    zone_id      pile = zone_of_seat(ZONE_DISCARD, f->who);
    for (; count > 0 && zone_size(c, pile); count--) {
        card_id      card = zone_top(c, pile);
        struct event e    = told(t, f, EVENT_TO_METER, f->who, verb);
        e.card            = card;
        e.def             = card_at(c, card)->def;
        card_move(c, card, zone_of_seat(ZONE_METER, f->who), TOP);
        tell(t, e);
    }
}

static void to_hand(struct table *t, const struct text_frame *f, uint32_t verb, card_id card)
{
    card_move(t->state, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
    struct event e = told(t, f, EVENT_TO_HAND, f->who, verb);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    tell(t, e);
}

static void drain(struct table *t, const struct text_frame *f, uint32_t verb, card_id card)
{
    seat_id owner = card_at(t->state, card)->owner;
    card_move(t->state, card, zone_of_seat(ZONE_REMOVED, owner), TOP);
    struct event e = told(t, f, EVENT_REMOVED, owner, verb);
    e.card         = card;
    e.def          = card_at(t->state, card)->def;
    tell(t, e);
}

// ETE-721
static void swap_with_target(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, f->who);
    if (target == NO_SEAT || !can_be_moved(s, f->who, f->who) || !can_be_moved(s, f->who, target))
        return;
    zone_id      here = square_of(s, f->who), there = square_of(s, target);
    struct event e = told(t, f, EVENT_MOVED, f->who, verb);
    put_on_square(t, f->who, there, e);
    e.seat = target;
    put_on_square(t, target, here, e);
}

static void put_sean(struct table *t, const struct text_frame *f, uint32_t verb, zone_id to)
{
    state_of(t)->fighter[f->who].sean = to;
    struct event e                    = told(t, f, EVENT_SEAN_MOVED, f->who, verb);
    e.to                              = to;
    tell(t, e);
}

static void swap_with_sean(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s     = state_of(t);
    zone_id                there = s->fighter[f->who].sean, here = square_of(s, f->who);
    if (there == NO_ZONE || !can_be_moved(s, f->who, f->who) || there == here) return;
    if (seat_on(s, there) != NO_SEAT) return; // ETE-701
    put_on_square(t, f->who, there, told(t, f, EVENT_MOVED, f->who, verb));
    put_sean(t, f, verb, here);
}

static void put_sean_here(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s = state_of(t);
    if (is_fighting(s, f->who))
        put_sean(t, f, verb, square_of(s, f->who));
    else
        s->fighter[f->who].sean_waits = 1; // ETE-866
}

static void remove_sean(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    if (me->sean == NO_ZONE) return;
    me->sean = NO_ZONE;
    tell(t, told(t, f, EVENT_SEAN_LEFT, f->who, verb));
}

static void stand_up(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    if (!me->lying && !me->lying_next) return;
    me->lying = me->lying_next = STANDS;
    tell(t, told_of(t, f, EVENT_STOOD_UP, f->who, verb));
}

// ETE-905, ETE-909, ETE-910
static void tag_out(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s       = state_of(t);
    seat_id                partner = is_tag_mode(s) ? partner_of(s, f->who) : (seat_id)NO_SEAT;
    if (partner == NO_SEAT || !is_alive(s, partner) || !is_fighting(s, f->who)) return;
    if (is_fighting(s, partner)) return;
    zone_id      here = square_of(s, f->who);
    struct event e    = told(t, f, EVENT_TAGGED_OUT, f->who, verb);
    e.card            = s->fighter[f->who].character;
    e.def             = card_at(&s->core, e.card)->def;
    tell(t, e);
    card_move(&s->core, e.card, zone_of_seat(ZONE_BENCH, f->who), TOP);
    put_on_square(t, partner, here, told(t, f, EVENT_ENTERED, partner, verb));
    wait_for(t, partner, WHEN_TAGGED_IN);
}

static void tell_change(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct event e = told(t, f, EVENT_CHANGED, f->who, verb);
    e.amount       = (int16_t)amount;
    tell(t, e);
}

static int8_t add_small(int8_t value, int amount)
{
    int sum = value + amount;
    if (sum > 99) sum = 99;
    if (sum < -99) sum = -99;
    return (int8_t)sum;
}

static void add_boon(struct fighter *me, const struct card_pool *pool, uint32_t verb, int amount)
{
    const struct op *node = &pool->ops[verb];
    unsigned         last = (unsigned)pool->ops[op_find(pool->ops, verb, W_DURATION)].value;
    struct boon *boon = last == THIS_TURN ? &me->now : last == NEXT_TURN ? &me->next : &me->round;
    if (node->value == BOON_PRIORITY_LESS || node->value == BOON_DAMAGE_LESS) amount = -amount;
    if (node->value <= BOON_PRIORITY_LESS)
        boon->priority = add_small(boon->priority, amount);
    else
        boon->damage = add_small(boon->damage, amount);
}

// Changes of numbers of this turn.
static void change_number(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct fighter  *me   = &state_of(t)->fighter[f->who];
    const struct op *node = &t->pool->ops[verb];
    struct played   *p    = f->index < COMBO_MAX ? &me->combo[f->index] : NULL;
    int              sign = node->value ? -amount : amount;
    switch (node->code) {
    case W_DAMAGE:
        if (p && node->value) p->less = add_small(p->less, amount);
        if (p && !node->value) p->damage = add_small(p->damage, amount);
        break;
    case W_PRIORITY: me->priority = add_small(me->priority, sign); break;
    case W_USE_ATTACK:
        if (p) p->as_attack = 1;
        break;
    case W_INSTEAD:
        if (p) p->instead = (int8_t)(amount + 1);
        break;
    case W_NEXT_ATTACK:
        sign = node->value & 1 ? -amount : amount;
        if (node->value & 2)
            me->next_card = add_small(me->next_card, sign);
        else
            me->next_attack = add_small(me->next_attack, sign);
        break;
    case W_BOON: add_boon(me, t->pool, verb, amount); break;
    case W_PREVENT: me->prevent = add_small(me->prevent, amount); break;
    case W_COMBO_LIMIT:
        me->limit = (uint8_t)(amount < COMBO_MAX ? amount : COMBO_MAX);
        break; // ETE-440
    case W_REACH: me->reach = (uint8_t)amount; break;
    default: break;
    }
    tell_change(t, f, verb, amount);
}

static void change_input(struct table *t, const struct text_frame *f, uint32_t verb)
{
    const struct op *node = &t->pool->ops[verb];
    if (f->index == COMBO_MAX) return;
    state_of(t)->fighter[f->who].combo[f->index].colour[node[1].value] = (uint8_t)node->value;
    tell_change(t, f, verb, node->value);
}

static void regain_burst(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    if (me->burst) return;
    me->burst = 1;
    tell(t, told(t, f, EVENT_REGAINED_BURST, f->who, verb));
}

// Verbs about the target's card that change what it may do.
static void hinder(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, f->who);
    if (!is_open_to(s, f->who, target)) return;
    struct fighter *whom = &s->fighter[target];
    switch (t->pool->ops[verb].code) {
    case W_WARN: warn(t, f->who, target, told_of(t, f, EVENT_WARNED, target, verb)); return;
    case W_NO_LINK: whom->linkless = FORBIDDEN; break;
    case W_SLOW: whom->priority = add_small(whom->priority, -amount); break;
    default: break;
    }
    tell_change(t, f, verb, amount);
}

static void turn_mask(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct fighter *me = &state_of(t)->fighter[f->who];
    me->mask_down      = !me->mask_down;
    tell(t, told(t, f, EVENT_MASK_TURNED, f->who, verb));
}

static void lose_by_text(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s    = state_of(t);
    seat_id                one  = seat_meant(t, verb, f->who);
    bool                   each = t->pool->ops[verb].value == 2;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (each ? is_enemy(&s->core, f->who, seat) && is_open_to(s, f->who, seat) : seat == one)
            lose_health(t, seat, amount, told(t, f, EVENT_LOST_HEALTH, seat, verb));
    test_defeat(t);
}

static void put_discarded_under(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct core *c    = t->state;
    zone_id      pile = zone_of_seat(ZONE_DISCARD, f->who);
    if (!zone_size(c, pile)) return;
    struct event e = told(t, f, EVENT_UNDER_DECK, f->who, verb);
    e.card         = zone_top(c, pile);
    e.def          = card_at(c, e.card)->def;
    card_move(c, e.card, zone_of_seat(ZONE_DECK, f->who), BOTTOM);
    tell(t, e);
}

// Verbs that need no answer.
static void do_at_once(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    const struct op *node = &t->pool->ops[verb];
    seat_id          seat = f->who;
    switch (node->code) {
    case W_GAIN_HEALTH:
        gain_health(t, seat, amount, told(t, f, EVENT_GAINED_HEALTH, seat, verb));
        break;
    case W_LOSE_HEALTH: lose_by_text(t, f, verb, amount); break;
    case W_DRAW: draw_cards(t, seat, (unsigned)amount, ETE_550); break;
    case W_MILL:
        seat = seat_meant(t, verb, f->who);
        if (seat != NO_SEAT) mill(t, f, verb, seat, amount);
        break;
    case W_UNDER: put_discarded_under(t, f, verb); break;
    case W_GAIN_METER: gain_meter(t, f, verb, amount); break;
    case W_SWAP:
        if (node->value)
            swap_with_sean(t, f, verb);
        else
            swap_with_target(t, f, verb);
        break;
    case W_PLACE: put_sean_here(t, f, verb); break;
    case W_REMOVE_SEAN: remove_sean(t, f, verb); break;
    case W_KNOCK_DOWN: lay_down(t, f, verb, KNOCKED_DOWN); break;
    case W_ROOT: lay_down(t, f, verb, ROOTED); break;
    case W_STAND_UP: stand_up(t, f, verb); break;
    case W_CANCEL:
    case W_BLANK: stop_card(t, f, verb); break;
    case W_INPUT: change_input(t, f, verb); break;
    case W_GAIN_POWER:
        change_power(t, seat, amount, told(t, f, EVENT_GAINED_POWER, seat, verb));
        break;
    case W_SPEND_POWER:
        change_power(t, seat, -amount, told(t, f, EVENT_SPENT_POWER, seat, verb));
        break;
    case W_LOOK:
    case W_REVEAL: look(t, f, verb); break;
    case W_REGAIN_BURST: regain_burst(t, f, verb); break;
    case W_TAG_OUT: tag_out(t, f, verb); break;
    case W_TURN_MASK: turn_mask(t, f, verb); break;
    case W_WARN:
    case W_NO_LINK:
    case W_SLOW: hinder(t, f, verb, amount); break;
    default: change_number(t, f, verb, amount); break;
    }
}

// ---- verbs that ask

static seat_set moved_by(const struct table *t, uint32_t verb, seat_id who)
{
    unsigned code = t->pool->ops[verb].code;
    return code == W_MOVE || code == W_MOVE_SEAN ? (seat_set)BIT(who) : objects_of(t, verb, who);
}

static void call_move(struct table *t, const struct text_frame *f, uint32_t verb, seat_id whom)
{
    struct eternity_state *s    = state_of(t);
    const struct op       *node = &t->pool->ops[verb];
    struct move_frame     *m    = &call(s, FLOW_MOVE)->move;
    m->op                       = verb;
    m->card                     = f->card;
    m->who                      = f->who;
    m->whom                     = whom;
    m->left                     = (uint8_t)(number_in(t->pool, verb) * f->times);
    m->up_to                    = op_find(t->pool->ops, verb, W_UP_TO) != 0;
    m->sean                     = node->code == W_MOVE_SEAN;
    m->how = node->code == W_PUSH ? MOVE_PUSHED : node->code == W_PULL ? MOVE_PULLED : MOVE_FREELY;
}

static zone_id place_beside(const struct eternity_state *s, const struct op *node, seat_id who)
{
    seat_id target = target_of(s, who);
    if (node->value == PLACE_SELF || node->value == PLACE_LAMP_AT_TARGET)
        return target == NO_SEAT ? (zone_id)NO_ZONE : square_of(s, target);
    return square_of(s, who);
}

// ETE-722
bool square_can_be_placed(const struct table *t, const struct text_frame *f, unsigned square)
{
    const struct eternity_state *s = state_at(t);
    uint32_t         verb = verb_of(t->pool->ops, t->pool->lines[f->line].op_first + f->step);
    const struct op *node = &t->pool->ops[verb];
    zone_id          near = place_beside(s, node, f->who);
    if (near == NO_ZONE || !is_floor(s, square)) return false;
    if (node->code == W_PLACE && node->value == PLACE_TARGET && target_of(s, f->who) == NO_SEAT)
        return false; // gave up
    bool     taken = seat_on(s, (zone_id)square) != NO_SEAT;
    bool     lamp  = has_lamp_on(s, f->who, square);
    unsigned away  = distance(near, (zone_id)square);
    if (node->code == W_TAKE_LAMP) return lamp;
    switch ((enum place_word)node->value) {
    case PLACE_SELF:
    case PLACE_TARGET: return !taken && (int)away <= number_in(t->pool, verb);
    case PLACE_SEAN_BESIDE:
    case PLACE_SEAN: return (int)away <= number_in(t->pool, verb);
    case PLACE_LAMP_NEXT: return !lamp && away == 1;
    case PLACE_LAMP:
    case PLACE_LAMP_AT_TARGET: return !lamp && (int)away <= number_in(t->pool, verb);
    case PLACE_SELF_ON_LAMP: return lamp && !taken;
    }
    return false;
}

static bool is_lamp_placed(const struct op *node)
{
    return node->code == W_PLACE && node->value >= PLACE_LAMP_NEXT &&
           node->value <= PLACE_LAMP_AT_TARGET;
}

static bool can_place(const struct table *t, const struct text_frame *f, uint32_t verb)
{
    const struct eternity_state *s    = state_at(t);
    const struct op             *node = &t->pool->ops[verb];
    unsigned                     word = node->code == W_PLACE ? (unsigned)node->value : PLACE_LAMP;
    if (is_lamp_placed(node) &&
        (!s->fighter[f->who].power || lamps_of(s, f->who) == LAMPS_MAX || !is_fighting(s, f->who)))
        return false;
    if ((word == PLACE_SELF || word == PLACE_SELF_ON_LAMP) && !can_be_moved(s, f->who, f->who))
        return false;
    if (word == PLACE_TARGET &&
        (target_of(s, f->who) == NO_SEAT || !can_be_moved(s, f->who, target_of(s, f->who))))
        return false;
    for (unsigned square = 0; square < SQUARE_COUNT; square++)
        if (square_can_be_placed(t, f, square)) return true;
    return false;
}

static bool ask_for_discard(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s    = state_of(t);
    seat_id                seat = seat_meant(t, verb, f->who);
    if (seat == NO_SEAT) return false;
    int held = zone_size(&s->core, zone_of_seat(ZONE_HAND, seat));
    if (held <= amount) {
        while (held-- > 0) discard(t, f, verb, zone_top(&s->core, zone_of_seat(ZONE_HAND, seat)));
        return false;
    }
    if (op_find(t->pool->ops, verb, W_AT_RANDOM)) {
        discard_at_random(t, f, verb, seat, (unsigned)amount);
        return false;
    }
    if (amount <= 0) return false;
    ask_several(&s->core, seat, QUESTION_DISCARD, (uint8_t)amount, (uint8_t)amount, 0, f->card);
    return true;
}

static bool ask_for_drain(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s      = state_of(t);
    seat_id                target = target_of(s, f->who);
    if (!is_open_to(s, f->who, target)) return false;
    zone_id meter = zone_of_seat(ZONE_METER, target);
    if (zone_size(&s->core, meter) <= amount) {
        while (zone_size(&s->core, meter)) drain(t, f, verb, zone_top(&s->core, meter));
        return false;
    }
    if (amount <= 0) return false;
    ask_several(&s->core, f->who, QUESTION_DRAIN, (uint8_t)amount, (uint8_t)amount, target,
                f->card);
    return true;
}

static bool ask_for_return(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s = state_of(t);
    zone_id zone = zone_of_seat(t->pool->ops[verb].value ? ZONE_METER : ZONE_DISCARD, f->who);
    if (zone_size(&s->core, zone) == 1) to_hand(t, f, verb, zone_top(&s->core, zone));
    if (zone_size(&s->core, zone) < 2) return false;
    ask(&s->core, f->who, QUESTION_RETURN, zone, f->card);
    return true;
}

// Asks what the verb leaves open; false: it is done, or leaves nothing open.
static bool ask_about(struct table *t, const struct text_frame *f, uint32_t verb, int amount)
{
    struct eternity_state *s = state_of(t);
    switch (t->pool->ops[verb].code) {
    case W_DISCARD: return ask_for_discard(t, f, verb, amount);
    case W_DRAIN: return ask_for_drain(t, f, verb, amount);
    case W_RETURN: return ask_for_return(t, f, verb);
    case W_UNDER:
        if (!zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who))) return false;
        ask(&s->core, f->who, QUESTION_UNDER, 0, f->card);
        return true;
    case W_TAKE_LAMP:
    case W_PLACE:
        if (!can_place(t, f, verb)) return false;
        ask(&s->core, f->who, QUESTION_PLACE, 0, f->card);
        return true;
    default: return false;
    }
}

static void place_as_answered(struct table *t, const struct text_frame *f, uint32_t verb,
                              zone_id to)
{
    struct eternity_state *s    = state_of(t);
    const struct op       *node = &t->pool->ops[verb];
    unsigned               word = (unsigned)node->value;
    if (node->code == W_TAKE_LAMP)
        take_lamp(t, f->who, to, told(t, f, EVENT_LAMP_TAKEN, f->who, verb));
    else if (is_lamp_placed(node))
        place_lamp(t, f->who, to, told(t, f, EVENT_LAMP_PLACED, f->who, verb));
    else if (word == PLACE_SEAN_BESIDE)
        put_sean(t, f, verb, to);
    else
        put_on_square(t, word == PLACE_TARGET ? target_of(s, f->who) : f->who, to,
                      told(t, f, EVENT_MOVED, f->who, verb));
}

static void do_as_answered(struct table *t, const struct text_frame *f, uint32_t verb)
{
    struct eternity_state *s    = state_of(t);
    unsigned               code = t->pool->ops[verb].code;
    seat_id                seat = code == W_DISCARD ? seat_meant(t, verb, f->who) : f->who;
    if (seat == NO_SEAT || !is_alive(s, seat)) return; // gave up instead
    struct choice          choice = answer_of(&s->core, seat);
    const struct question *q      = &s->core.question[seat];
    for (unsigned i = 0; i < q->picked; i++) {
        if (code == W_DISCARD) discard(t, f, verb, q->pick[i]);
        if (code == W_DRAIN &&
            card_at(&s->core, q->pick[i])->zone == zone_of_seat(ZONE_METER, (seat_id)q->arg))
            drain(t, f, verb, q->pick[i]);
    }
    if (code == W_RETURN && choice.kind == CHOICE_CARD) to_hand(t, f, verb, choice.card);
    if (code == W_UNDER && choice.kind == CHOICE_CARD)
        put_under_deck(t, seat, choice.card, ETE_193);
    if ((code == W_PLACE || code == W_TAKE_LAMP) && choice.kind == CHOICE_SQUARE)
        place_as_answered(t, f, verb, (zone_id)choice.target);
}

static bool is_move(unsigned code)
{
    return code == W_MOVE || code == W_MOVE_TARGET || code == W_MOVE_SEAN || code == W_PUSH ||
           code == W_PULL;
}
static bool asks(const struct op *node)
{
    switch (node->code) {
    case W_DISCARD:
    case W_DRAIN:
    case W_TAKE_LAMP:
    case W_RETURN: return true;
    case W_UNDER: return node->value == 0;
    case W_PLACE: return node->value != PLACE_SEAN;
    default: return false;
    }
}

// A verb with a number is scaled by "for each", another one is repeated (ETE-541).
static unsigned repeats_of(const struct op *ops, uint32_t verb, unsigned times)
{
    size_t number = op_find(ops, verb, OP_NUMBER);
    if (!number || !times) return times;
    bool one_by_one = ops[verb].code == W_UNDER || ops[verb].code == W_RETURN;
    return one_by_one ? (unsigned)ops[number].value * times : 1;
}

// ETE-309: throws do their cancellations first. Static numbers are reckoned where they count.
static bool is_passed_over(const struct table *t, const struct text_frame *f, const struct op *node)
{
    const struct op *ops  = t->pool->ops + t->pool->lines[f->line].op_first;
    bool             bare = !op_find(ops, 0, W_FRAME);
    if (f->part == PART_CANCEL && node->code != W_CANCEL) return true;
    if (f->part == PART_OTHER && node->code == W_CANCEL) return true;
    return bare && is_number_change(node->code);
}

static bool goes_on(const struct eternity_state *s, const struct text_frame *f)
{
    if (s->round_ended) return false;
    // A tagged-out character does nothing more (ETE-916), but its setup is carried out (ETE-866).
    if (is_tag_mode(s) && s->turn > 0 && !is_fighting(s, f->who)) return false;
    return f->part == PART_CANCEL || is_alive(s, f->who);
}

enum flow do_text(struct table *t, struct text_frame *f)
{
    struct eternity_state *s     = state_of(t);
    const struct op       *ops   = t->pool->ops;
    const uint32_t         first = t->pool->lines[f->line].op_first;
    uint32_t               verb  = f->step ? verb_of(ops, first + f->step) : 0;
    FLOW_BEGIN(f);
    for (f->sentence = 1; f->sentence < ops[first].size;
         f->sentence = (uint16_t)(op_after(ops, first + f->sentence) - first)) {
        if (ops[first + f->sentence].code != W_SENTENCE) continue;
        f->times = (uint8_t)times_of(t, first + f->sentence, f->who);
        for (f->step = (uint16_t)(f->sentence + 1);
             first + f->step < op_after(ops, first + f->sentence);
             f->step = (uint16_t)(op_after(ops, first + f->step) - first)) {
            if (ops[first + f->step].code != W_STEP) continue;
            if (!goes_on(s, f)) return FLOW_DONE;
            if (!step_allows(t, first + f->step, W_IF, f->who, f->index)) break;
            if (!step_allows(t, first + f->step, W_ONLY_IF, f->who, f->index)) continue;
            verb = verb_of(ops, first + f->step);
            if (is_passed_over(t, f, &ops[verb])) continue;
            if (op_find(ops, first + f->step, W_MAY)) {
                ask(&s->core, f->who, QUESTION_MAY, f->step, f->card);
                FLOW_PAUSE(f, TEXT_MAY);
                if (answer_of(&s->core, f->who).kind != CHOICE_DO) break;
            }
            t->effects++;
            if (is_move(ops[verb].code)) {
                f->moved = moved_by(t, verb, f->who);
                while (f->moved && f->times && goes_on(s, f)) {
                    call_move(t, f, verb, first_in(s, f->moved));
                    f->moved = (seat_set)(f->moved & ~BIT(first_in(s, f->moved)));
                    FLOW_PAUSE(f, TEXT_MOVED);
                }
            } else if (ops[verb].code == W_DEAL) {
                deal(t, f, verb, number_in(t->pool, verb) * f->times);
                FLOW_PAUSE(f, TEXT_BLOWN);
            } else {
                for (f->again = (uint8_t)repeats_of(ops, verb, f->times); f->again; f->again--) {
                    if (!goes_on(s, f)) return FLOW_DONE;
                    if (!asks(&ops[verb])) {
                        do_at_once(t, f, verb, number_in(t->pool, verb) * f->times);
                    } else if (ask_about(t, f, verb, number_in(t->pool, verb) * f->times)) {
                        FLOW_PAUSE(f, TEXT_ANSWERED);
                        do_as_answered(t, f, verb);
                    }
                }
            }
            if (s->waiting_count && !s->in_trigger && !s->round_ended) {
                call(s, FLOW_TRIGGERS);
                FLOW_PAUSE(f, TEXT_TRIGGERED);
            }
        }
    }
    FLOW_END(f);
}
