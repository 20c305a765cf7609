// Chapter 4: the text of cards. A line is a tree of small nodes (engine/program.h, words.h);
// do_text goes through its sentences, do_effect does one verb.
#include "engine/chance.h"
#include "games/blank/rules.h"

// Derived from the cards once: at which moment each line of text comes up.
struct blank_pool {
    const uint8_t *moment; // by row of pool->lines, enum moment
};

bool blank_prepare_pool(struct card_pool *pool, struct arena *arena, struct error *err)
{
    (void)err;
    struct blank_pool *ours   = ARENA_NEW(arena, struct blank_pool);
    uint8_t           *moment = ARENA_ARRAY(arena, uint8_t, pool->line_count + 1);
    for (uint32_t i = 0; i < pool->line_count; i++) {
        const struct op *ops  = pool->ops + pool->lines[i].op_first;
        size_t           when = op_find(ops, 0, W_WHEN);
        moment[i]             = when ? (uint8_t)ops[when].value : (uint8_t)NO_MOMENT;
    }
    ours->moment = moment;
    pool->game   = ours;
    return true;
}

static bool comes_up(const struct table *t, uint32_t line, enum moment moment)
{
    const struct blank_pool *ours = t->pool->game;
    return ours->moment[line] == moment ||
           (moment == WHEN_YOU_HIT_FROM_BEHIND && ours->moment[line] == WHEN_YOU_HIT);
}

// BLA-034, BLA-035: a Champion's abilities that come up now wait in the queue.
void wait_for(struct table *t, enum moment moment, seat_id who, seat_id other)
{
    struct blank_state *s = state_of(t);
    if (is_out(s, who)) return;
    const struct card_def *champion = def_of(t, s->side[who].champion);
    for (uint32_t i = 0; i < champion->line_count; i++) {
        uint32_t line = champion->line_first + i;
        if (!comes_up(t, line, moment) || s->wake == WAKE_MAX) continue;
        s->wake++;
        s->queue[s->queue_count++] = (struct waiting){
            .line = line, .source = s->side[who].champion, .who = who, .other = other
        };
    }
}

// ---- what a sentence is about

static int number_in(const struct card_pool *pool, uint32_t op)
{
    size_t number = op_find(pool->ops, op, OP_NUMBER);
    return pool->ops[number].value;
}

static bool is_champion_phrase(unsigned code) { return code >= W_IN_FRONT && code <= W_THAT; }

static unsigned phrase_of(const struct card_pool *pool, uint32_t op)
{
    for (size_t i = op_child(op); i < op_after(pool->ops, op); i = op_after(pool->ops, i))
        if (is_champion_phrase(pool->ops[i].code)) return pool->ops[i].code;
    return OP_NONE;
}

static seat_set champions_next_to(const struct blank_state *s, seat_id who)
{
    unsigned set = 0;
    for (unsigned facing = 0; facing < FACING_COUNT; facing++) {
        zone_id square = square_beside(square_of(s, who), facing);
        seat_id seat   = square == NO_SQUARE ? (seat_id)NO_SEAT : seat_on(s, square);
        if (seat != NO_SEAT) set |= BIT(seat);
    }
    return (seat_set)set;
}

seat_set champions_named(const struct blank_state *s, unsigned phrase, seat_id who, seat_id other)
{
    unsigned set = 0;
    switch (phrase) {
    case W_IN_FRONT: {
        zone_id square = square_beside(square_of(s, who), s->side[who].facing);
        seat_id seat   = square == NO_SQUARE ? (seat_id)NO_SEAT : seat_on(s, square);
        return (seat_set)(seat == NO_SEAT ? 0 : BIT(seat));
    }
    case W_NEXT_TO:
    case W_EVERY_NEXT_TO: return champions_next_to(s, who);
    case W_ANY_ENEMY:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (!is_out(s, seat) && is_enemy(&s->core, who, seat)) set |= BIT(seat);
        return (seat_set)set;
    case W_THAT: return (seat_set)(other == NO_SEAT || is_out(s, other) ? 0 : BIT(other));
    default: return 0;
    }
}

static bool is_chosen(unsigned phrase) { return phrase == W_NEXT_TO || phrase == W_ANY_ENEMY; }

static bool is_single(seat_set set) { return (set & (set - 1)) == 0; }

static bool can_step(const struct blank_state *s, seat_id who, unsigned facing)
{
    zone_id square = square_beside(square_of(s, who), facing);
    return square != NO_SQUARE && seat_on(s, square) == NO_SEAT;
}

// BLA-025: forward or back, or FACING_COUNT if the player chooses.
static unsigned side_of_step(const struct blank_state *s, seat_id who, unsigned word)
{
    if (word == STEP_ANYWHERE) return FACING_COUNT;
    return (s->side[who].facing + (word == STEP_BACK ? 2u : 0u)) % FACING_COUNT;
}

static bool can_step_by_word(const struct blank_state *s, seat_id who, unsigned word)
{
    if (word != STEP_ANYWHERE) return can_step(s, who, side_of_step(s, who, word));
    for (unsigned facing = 0; facing < FACING_COUNT; facing++)
        if (can_step(s, who, facing)) return true;
    return false;
}

// BLA-028: can any of it be done? Depends only on what all can see.
static bool can_be_done(struct table *t, uint32_t op, card_id source, seat_id who, seat_id other)
{
    struct blank_state *s      = state_of(t);
    const struct op    *verb   = &t->pool->ops[op];
    unsigned            phrase = phrase_of(t->pool, op);
    if (phrase != OP_NONE && !champions_named(s, phrase, who, other)) return false;
    switch (verb->code) {
    case W_STEP: return can_step_by_word(s, who, (unsigned)verb->value);
    case W_DISCARD: return zone_size(&s->core, zone_of_seat(ZONE_HAND, who)) > 0;
    case W_CANCEL: return answered_by(s, source) != NULL;
    case W_DRAW:
        return zone_size(&s->core, zone_of_seat(ZONE_DECK, who)) +
                   zone_size(&s->core, zone_of_seat(ZONE_DISCARD, who)) >
               0;
    default: return true;
    }
}

static bool chance_allows(struct table *t, size_t sentence, seat_id who)
{
    const struct op *ops  = t->pool->ops;
    size_t           dice = op_find(ops, sentence, W_IF_ROLL);
    if (op_find(ops, sentence, W_IF_HEADS)) return flip(t, who, rule_reason(BLA_031));
    if (!dice) return true;
    unsigned sum = roll_two(t, who, rule_reason(BLA_031));
    return (int)sum >= number_in(t->pool, (uint32_t)dice);
}

// The last child of a sentence is its verb.
static uint32_t verb_of(const struct op *ops, size_t sentence)
{
    size_t verb = op_child(sentence);
    for (size_t i = verb; i < op_after(ops, sentence); i = op_after(ops, i)) verb = i;
    return (uint32_t)verb;
}

// ---- verbs that need no further answer

static void change(struct table *t, const struct effect_frame *f, seat_id whom, enum change kind,
                   int value, unsigned until)
{
    struct blank_state *s = state_of(t);
    struct modifier     m = { .card   = s->side[whom].champion,
                              .source = f->source,
                              .value  = (int16_t)value,
                              .kind   = (uint8_t)kind,
                              .until  = (uint8_t)until };
    if (!modifier_add(&s->core, m)) return; // BLA-033
    struct event e = event_by_text(t, EVENT_CHANGED, f->who, f->source, f->op);
    e.target       = m.card;
    e.target_def   = card_at(&s->core, m.card)->def;
    e.amount       = m.value;
    tell(t, e);
}

static void swap_places(struct table *t, const struct effect_frame *f, seat_id with)
{
    struct blank_state *s = state_of(t);
    if (with == f->who) return;
    zone_id      here = square_of(s, f->who), there = square_of(s, with);
    struct event e = event_by_text(t, EVENT_MOVED, f->who, f->source, f->op);
    move_champion(t, f->who, there, e);
    e.seat = with;
    move_champion(t, with, here, e);
}

static void look_at_guard(struct table *t, const struct effect_frame *f, seat_id of)
{
    struct core *c     = t->state;
    card_id      guard = guard_of(state_of(t), of);
    if (guard == NO_CARD) return;
    card_show(c, guard, (seat_set)BIT(f->who));
    struct event e = event_by_text(t, EVENT_LOOKED_AT, f->who, f->source, f->op);
    e.target       = guard;
    e.target_def   = card_at(c, guard)->def;
    e.seen_by      = card_at(c, guard)->known;
    tell(t, e);
}

static void heal(struct table *t, const struct effect_frame *f, int amount) // BLA-042
{
    struct blank_state *s    = state_of(t);
    struct side        *me   = &s->side[f->who];
    int                 most = def_of(t, me->champion)->field[FIELD_HEALTH];
    if (amount > most - me->health) amount = most - me->health;
    me->health     = (int16_t)(me->health + amount);
    struct event e = event_by_text(t, EVENT_HEALED, f->who, f->source, f->op);
    e.target       = me->champion;
    e.target_def   = card_at(&s->core, me->champion)->def;
    e.amount       = (int16_t)amount;
    tell(t, e);
}

static void face(struct table *t, const struct effect_frame *f, unsigned facing)
{
    struct blank_state *s  = state_of(t);
    struct side        *me = &s->side[f->who];
    me->facing             = (uint8_t)(facing % FACING_COUNT);
    struct event e = event_by_text(t, EVENT_TURNED_NORTH + me->facing, f->who, f->source, f->op);
    e.card         = me->champion;
    e.def          = card_at(&s->core, me->champion)->def;
    tell(t, e);
}

static void cancel_guard(struct table *t, const struct effect_frame *f) // BLA-049
{
    struct turned_up *below = answered_by(state_of(t), f->source);
    below->cancelled        = 1;
    struct event e          = event_by_text(t, EVENT_CANCELLED, f->who, f->source, f->op);
    e.target                = below->guard;
    e.target_def            = card_at(t->state, below->guard)->def;
    tell(t, e);
}

static unsigned until_in(const struct card_pool *pool, uint32_t op)
{
    return (unsigned)pool->ops[op_find(pool->ops, op, W_LASTING)].value;
}

static void do_to_champion(struct table *t, const struct effect_frame *f, seat_id whom)
{
    struct blank_state *s = state_of(t);
    if (is_out(s, whom)) return;
    switch (t->pool->ops[f->op].code) {
    case W_PUSH:
        push_champion(t, f->who, whom, event_by_text(t, EVENT_MOVED, whom, f->source, f->op));
        break;
    case W_SWAP: swap_places(t, f, whom); break;
    case W_LOOK: look_at_guard(t, f, whom); break;
    case W_EXPOSE:
        change(t, f, whom, CHANGE_TAKES, number_in(t->pool, f->op), until_in(t->pool, f->op));
        break;
    default: break;
    }
}

static void do_alone(struct table *t, const struct effect_frame *f)
{
    struct blank_state *s    = state_of(t);
    const struct op    *verb = &t->pool->ops[f->op];
    unsigned            was  = s->side[f->who].facing;
    switch (verb->code) {
    case W_HEAL: heal(t, f, number_in(t->pool, f->op)); break;
    case W_DRAW: draw_cards(t, f->who, (unsigned)number_in(t->pool, f->op), BLA_012); break;
    case W_STRENGTH:
        change(t, f, f->who, CHANGE_DEALS, number_in(t->pool, f->op), until_in(t->pool, f->op));
        break;
    case W_PREVENT: // BLA-041
        change(t, f, f->who, CHANGE_TAKES, -number_in(t->pool, f->op), UNTIL_HIT);
        break;
    case W_CANCEL: cancel_guard(t, f); break;
    case W_TURN:
        if (verb->value == TURN_LEFT) face(t, f, was + 3);
        if (verb->value == TURN_RIGHT) face(t, f, was + 1);
        if (verb->value == TURN_AROUND) face(t, f, was + 2);
        break;
    case W_STEP:
        move_champion(
            t, f->who,
            square_beside(square_of(s, f->who), side_of_step(s, f->who, (unsigned)verb->value)),
            event_by_text(t, EVENT_MOVED, f->who, f->source, f->op));
        break;
    default: break;
    }
}

// ---- the flows

// Asks what the verb leaves to the player; false if it leaves nothing.
static bool ask_about(struct table *t, const struct effect_frame *f)
{
    struct blank_state *s    = state_of(t);
    const struct op    *verb = &t->pool->ops[f->op];
    if (verb->code == W_TURN && verb->value == TURN_ANYWHERE) {
        ask(&s->core, f->who, QUESTION_FACE, 0, f->source);
    } else if (verb->code == W_STEP && verb->value == STEP_ANYWHERE) {
        ask(&s->core, f->who, QUESTION_STEP, 0, f->source);
    } else if (verb->code == W_DISCARD) {
        unsigned held = zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who));
        unsigned most = (unsigned)number_in(t->pool, f->op);
        if (most > held) most = held;
        bool up_to = op_find(t->pool->ops, f->op, W_UP_TO) != 0;
        ask_several(&s->core, f->who, QUESTION_DISCARD, up_to ? 0 : (uint8_t)most, (uint8_t)most, 0,
                    f->source);
    } else {
        return false;
    }
    return true;
}

static void do_as_answered(struct table *t, const struct effect_frame *f)
{
    struct blank_state *s      = state_of(t);
    struct choice       choice = answer_of(&s->core, f->who);
    if (is_out(s, f->who)) return; // gave up instead
    if (choice.kind == CHOICE_FACE) face(t, f, choice.option);
    if (choice.kind == CHOICE_STEP)
        move_champion(t, f->who, (zone_id)choice.target,
                      event_by_text(t, EVENT_MOVED, f->who, f->source, f->op));
    if (t->pool->ops[f->op].code != W_DISCARD) return;
    const struct question *q = &s->core.question[f->who];
    s->carried_out           = q->picked > 0;
    for (unsigned i = 0; i < q->picked; i++) discard_card(t, q->pick[i], BLA_028);
}

enum flow do_effect(struct table *t, struct effect_frame *f)
{
    struct blank_state *s      = state_of(t);
    unsigned            phrase = phrase_of(t->pool, f->op);
    FLOW_BEGIN(f);
    t->effects++;
    s->carried_out = 1;
    f->targets     = champions_named(s, phrase, f->who, f->other);
    if (is_chosen(phrase) && !is_single(f->targets)) { // BLA-032
        ask(&s->core, f->who, QUESTION_CHAMPION, (uint16_t)phrase, f->source);
        FLOW_PAUSE(f, EFFECT_CHAMPION_CHOSEN);
        struct choice choice = answer_of(&s->core, f->who);
        if (choice.kind != CHOICE_CHAMPION) return FLOW_DONE;
        f->targets = (seat_set)BIT(card_at(&s->core, choice.card)->owner);
    }
    if (phrase != OP_NONE) {
        for (f->i = 0; f->i < s->core.seats; f->i++) {
            if (is_out(s, f->who)) break; // BLA-044
            if (!(f->targets & BIT(f->i)) || is_out(s, f->i)) continue;
            if (t->pool->ops[f->op].code == W_DEAL) {
                call_hit(s, f->source, f->who, f->i, number_in(t->pool, f->op));
                FLOW_PAUSE(f, EFFECT_HIT_DONE);
            } else {
                do_to_champion(t, f, f->i);
            }
        }
    } else if (ask_about(t, f)) {
        FLOW_PAUSE(f, EFFECT_ANSWERED);
        do_as_answered(t, f);
    } else {
        do_alone(t, f);
    }
    FLOW_END(f);
}

// One line of a card: BLA-028 to BLA-031, always in this order: if you do, can it be done, may,
// chance.
enum flow do_text(struct table *t, struct text_frame *f)
{
    struct blank_state *s     = state_of(t);
    const struct op    *ops   = t->pool->ops;
    const uint32_t      first = t->pool->lines[f->line].op_first;
    FLOW_BEGIN(f);
    s->carried_out = 0;
    for (f->sentence = 1; f->sentence < ops[first].size;
         f->sentence = (uint16_t)(op_after(ops, first + f->sentence) - first)) {
        if (is_out(s, f->who)) break; // BLA-044
        if (ops[first + f->sentence].code != W_SENTENCE) continue;
        if (op_find(ops, first + f->sentence, W_IF_DONE) && !s->carried_out) continue;
        s->carried_out = 0;
        if (!can_be_done(t, verb_of(ops, first + f->sentence), f->source, f->who, f->other))
            continue;
        if (op_find(ops, first + f->sentence, W_MAY)) {
            ask(&s->core, f->who, QUESTION_MAY, f->sentence, f->source);
            FLOW_PAUSE(f, TEXT_MAY_ANSWERED);
            if (answer_of(&s->core, f->who).kind != CHOICE_DO) continue;
        }
        if (!chance_allows(t, first + f->sentence, f->who)) continue;
        call_effect(s, verb_of(ops, first + f->sentence), f->source, f->who, f->other);
        FLOW_PAUSE(f, TEXT_EFFECT_DONE);
    }
    FLOW_END(f);
}

static void call_next_in_queue(struct blank_state *s)
{
    struct waiting next = s->queue[0];
    s->queue_count--;
    for (unsigned i = 0; i < s->queue_count; i++) s->queue[i] = s->queue[i + 1];
    s->queue[s->queue_count] = (struct waiting){ 0 };
    call_text(s, next.line, next.source, next.who, next.other);
}

// BLA-034: what waits is done in the order in which it came up; what it causes waits behind it.
enum flow work_queue(struct table *t, struct queue_frame *f)
{
    struct blank_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (s->queue_count > 0) {
        call_next_in_queue(s);
        FLOW_PAUSE(f, QUEUE_TEXT_DONE);
    }
    FLOW_END(f);
}
