// What may be chosen, and which rule forbids the rest. choices() lists whatever why_not() allows.
#include "games/voidbreakers/verbs.h"

// What is being completed: a trigger of the batch, or the announcement.
static const struct link *unfinished(const struct table *t)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct frame              *f = &s->frames[s->core.depth - 1];
    return f->flow == FLOW_CHOOSE ? &s->batch[f->choose.i] : &s->draft;
}

static bool is_draft(const struct table *t)
{
    return state_at(t)->frames[t->state->depth - 1].flow == FLOW_ANNOUNCE;
}

static bool is_in(const struct table *t, unsigned card, unsigned zone, seat_id seat)
{
    return card < t->state->card_count &&
           card_at(t->state, (card_id)card)->zone == zone_of_seat(zone, seat);
}

// ---- set-up

static rule_id why_not_place(const struct table *t, seat_id seat, struct choice c)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_in(t, c.card, ZONE_RESERVE, seat) || !is_fighter(t, c.card)) return VOI_206;
    for (unsigned i = 0; i < FIGHTERS; i++)
        if (c.target == starting_zone(s->side[seat].side, i))
            return zone_size(&s->core, (zone_id)c.target) ? VOI_206 : 0;
    return VOI_206;
}

// ---- deeds

static rule_id why_not_cycle(const struct table *t, seat_id seat)
{
    const struct voidbreakers_state *s = state_at(t);
    if (is_limit_reached(s, seat)) return VOI_331;
    if (!dead_fighters(t, seat) || !zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)))
        return VOI_460;
    return cycle_cap(t, seat) ? 0 : VOI_461;
}

static rule_id why_not_deed(const struct table *t, seat_id seat, struct choice c)
{
    switch (c.kind) {
    case CHOOSE_ATTACK: return why_not_attack(t, seat, c.card, c.target);
    case CHOOSE_MOVE: return why_not_move(t, seat, c.card, c.target);
    case CHOOSE_PLAY: return why_not_play(t, seat, c.card, QUESTION_ACTION);
    case CHOOSE_USE: return why_not_talent(t, seat, c.card, 0);
    case CHOOSE_USE_OTHER:
        return c.option < 2 ? (rule_id)RULE_NO_SUCH
                            : why_not_talent(t, seat, c.card, c.option - 1u);
    case CHOOSE_CYCLE: return why_not_cycle(t, seat);
    case CHOOSE_END: return 0;
    default: return RULE_NO_SUCH;
    }
}

// In a window, an aftermath or Omega step 4 only cards can be played.
static rule_id why_not_response(const struct table *t, seat_id seat, struct choice c,
                                enum question_kind when)
{
    switch (c.kind) {
    case CHOOSE_PASS: return 0;
    case CHOOSE_PLAY: return why_not_play(t, seat, c.card, when);
    case CHOOSE_ATTACK:
    case CHOOSE_MOVE:
    case CHOOSE_USE:
    case CHOOSE_USE_OTHER:
    case CHOOSE_CYCLE: return when == QUESTION_OMEGA ? VOI_326 : VOI_546;
    case CHOOSE_END: return VOI_317;
    default: return RULE_NO_SUCH;
    }
}

// ---- completing an announcement or a trigger

static rule_id why_not_with(const struct table *t, const struct link *with)
{
    return is_draft(t) ? why_not_whole(t, with) : 0;
}

// VOI-R96: what nobody else has seen can be withdrawn.
static bool is_unannounced(const struct table *t)
{
    const struct voidbreakers_state *s    = state_at(t);
    unsigned                         flow = s->core.depth ? s->frames[s->core.depth - 1].flow : 0;
    return flow == FLOW_ANNOUNCE || flow == FLOW_CYCLE;
}

static bool may_take_back(const struct table *t, seat_id seat)
{
    return is_unannounced(t) && state_at(t)->side[seat].backs < BACKS_MAX;
}

static rule_id why_not_this_target(const struct table *t, struct choice c)
{
    struct link with = *unfinished(t);
    struct need need = next_need(t, &with);
    if (c.kind == CHOOSE_NO_TARGET) return need.optional ? 0 : VOI_440;
    if (c.kind != CHOOSE_TARGET) return RULE_NO_SUCH;
    rule_id no = why_not_target(t, &with, &need, c.card, true);
    if (no) return no;
    add_target(&with, &need, c.card);
    return why_not_with(t, &with);
}

static rule_id why_not_this_zone(const struct table *t, struct choice c)
{
    struct link with = *unfinished(t);
    struct need need = next_need(t, &with);
    if (c.kind != CHOOSE_ZONE) return RULE_NO_SUCH;
    rule_id no = why_not_zone(t, &with, &need, c.target);
    if (no) return no;
    add_zone(&with, &need, (zone_id)c.target);
    return why_not_with(t, &with);
}

static rule_id why_not_this_user(const struct table *t, struct choice c)
{
    struct link with = state_at(t)->draft;
    if (c.kind != CHOOSE_USER || c.card >= t->state->card_count) return RULE_NO_SUCH;
    rule_id no = why_not_user(t, &with, c.card);
    if (no) return no;
    with.user = c.card;
    with.zone = card_at(t->state, c.card)->zone;
    return why_not_with(t, &with);
}

static rule_id why_not_mode(const struct table *t, struct choice c)
{
    struct link with = *unfinished(t);
    if (c.kind != CHOOSE_MODE || c.option < 1 || c.option > ability_of(t, &with)->modes)
        return RULE_NO_SUCH;
    with.mode = c.option;
    return why_not_with(t, &with);
}

static rule_id why_not_event(const struct table *t, struct choice c)
{
    const struct voidbreakers_state *s    = state_at(t);
    struct link                      with = s->draft;
    if (c.kind != CHOOSE_EVENT) return RULE_NO_SUCH;
    unsigned event = newest_event(t, &with, c.card);
    if (event == EVENTS_MAX) return VOI_543;
    react_to(s, &with, event);
    return why_not_with(t, &with);
}

// ---- triggers

// Row of the batch that "next CARD trigger N" means, or TRIGGERS_MAX.
static unsigned trigger_meant(const struct voidbreakers_state *s, seat_id seat, card_id card,
                              unsigned nth)
{
    for (unsigned i = s->core.question[seat].arg; i < s->batch_count; i++)
        if (s->batch[i].seat == seat && s->batch[i].card == card && --nth == 0) return i;
    return TRIGGERS_MAX;
}

static rule_id why_not_next(const struct table *t, seat_id seat, struct choice c)
{
    if (c.kind != CHOOSE_NEXT && c.kind != CHOOSE_NEXT_OTHER) return RULE_NO_SUCH;
    if (c.kind == CHOOSE_NEXT_OTHER && c.option < 2) return RULE_NO_SUCH;
    unsigned nth = c.kind == CHOOSE_NEXT ? 1 : c.option;
    return c.extra == trigger_meant(state_at(t), seat, c.card, nth) ? 0 : RULE_NO_SUCH;
}

static rule_id why_not_intercept(const struct table *t, seat_id seat, struct choice c)
{
    card_id  list[AIMS_MAX];
    unsigned count = interceptors(t, t->state->question[seat].arg, list, AIMS_MAX);
    if (c.kind != CHOOSE_INTERCEPT) return RULE_NO_SUCH;
    for (unsigned i = 0; i < count; i++)
        if (list[i] == c.card) return 0;
    return VOI_806;
}

static bool is_on_top(const struct table *t, seat_id seat, card_id card, unsigned count)
{
    unsigned n = 0;
    EACH_CARD(c, state_at(t), zone_of_seat(ZONE_ARSENAL, seat)) {
        if (n++ == count) return false;
        if (c == card) return true;
    }
    return false;
}

// Members that a kind does not use are 0, so that equal choices are equal bytes.
static bool is_well_formed(struct choice c)
{
    enum { CARD = 1, TARGET = 2, OPTION = 4, EXTRA = 8 };
    static const uint8_t USES[] = {
        [CHOICE_PICK]       = CARD,
        [CHOICE_DONE]       = 0,
        [CHOOSE_FIRST]      = OPTION,
        [CHOOSE_SIDE]       = OPTION,
        [CHOOSE_PLACE]      = CARD | TARGET,
        [CHOOSE_ATTACK]     = CARD | TARGET,
        [CHOOSE_MOVE]       = CARD | TARGET,
        [CHOOSE_PLAY]       = CARD,
        [CHOOSE_USE]        = CARD,
        [CHOOSE_USE_OTHER]  = CARD | OPTION,
        [CHOOSE_USER]       = CARD,
        [CHOOSE_MODE]       = OPTION,
        [CHOOSE_EVENT]      = CARD,
        [CHOOSE_TARGET]     = CARD,
        [CHOOSE_ZONE]       = TARGET,
        [CHOOSE_NEXT]       = CARD | EXTRA,
        [CHOOSE_NEXT_OTHER] = CARD | OPTION | EXTRA,
        [CHOOSE_INTERCEPT]  = CARD,
        [CHOOSE_TAKE]       = CARD,
        [CHOOSE_NUMBER]     = OPTION,
    };
    unsigned uses = c.kind < COUNT(USES) ? USES[c.kind] : 0;
    return (uses & CARD || !c.card) && (uses & TARGET || !c.target) &&
           (uses & OPTION || !c.option) && (uses & EXTRA || !c.extra);
}

static rule_id why_not_pick(const struct table *t, seat_id seat, struct choice c, unsigned zone,
                            rule_id no)
{
    if (c.kind != CHOICE_PICK) return RULE_NO_SUCH;
    return is_in(t, c.card, zone, seat) ? 0 : no;
}

// What is done on one's own turn only, on the other's, where no window is open (VOI-327).
rule_id voidbreakers_why_unasked(const struct table *t, seat_id seat, struct choice c)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_well_formed(c) || s->round == 0 || seat == s->active) return 0;
    switch (c.kind) {
    case CHOOSE_PLAY: {
        rule_id no = why_not_play(t, seat, c.card, QUESTION_WINDOW);
        return no == RULE_NO_SUCH ? 0 : no;
    }
    case CHOOSE_ATTACK: return VOI_402;
    case CHOOSE_MOVE:
    case CHOOSE_USE:
    case CHOOSE_USE_OTHER: return VOI_327;
    case CHOOSE_CYCLE: return VOI_460;
    case CHOOSE_END: return VOI_317;
    default: return 0;
    }
}

rule_id voidbreakers_why_not(const struct table *t, seat_id seat, struct choice c)
{
    const struct question *q = &t->state->question[seat];
    if (!is_well_formed(c)) return RULE_NO_SUCH;
    if (c.kind == CHOOSE_BACK && is_unannounced(t)) return may_take_back(t, seat) ? 0 : VOI_R96;
    switch ((enum question_kind)q->kind) {
    case QUESTION_FIRST: return c.kind == CHOOSE_FIRST && c.option < 2 ? 0 : RULE_NO_SUCH;
    case QUESTION_SIDE: return c.kind == CHOOSE_SIDE && c.option < 2 ? 0 : RULE_NO_SUCH;
    case QUESTION_PLACE: return c.kind == CHOOSE_PLACE ? why_not_place(t, seat, c) : RULE_NO_SUCH;
    case QUESTION_HAND: return why_not_pick(t, seat, c, ZONE_ARSENAL, VOI_210);
    case QUESTION_ACTION: return why_not_deed(t, seat, c);
    case QUESTION_WINDOW:
    case QUESTION_AFTERMATH:
    case QUESTION_OMEGA: return why_not_response(t, seat, c, (enum question_kind)q->kind);
    case QUESTION_USER: return why_not_this_user(t, c);
    case QUESTION_MODE: return why_not_mode(t, c);
    case QUESTION_EVENT: return why_not_event(t, c);
    case QUESTION_TARGET: return why_not_this_target(t, c);
    case QUESTION_ZONE: return why_not_this_zone(t, c);
    case QUESTION_COST:
        if (c.kind == CHOICE_PICK && c.card == state_at(t)->draft.card) return VOI_436;
        return why_not_pick(t, seat, c, ZONE_HAND, VOI_436);
    case QUESTION_CYCLE: return why_not_pick(t, seat, c, ZONE_HAND, VOI_460);
    case QUESTION_VOID: return why_not_pick(t, seat, c, ZONE_HAND, VOI_466);
    case QUESTION_ORDER: return why_not_next(t, seat, c);
    case QUESTION_MAY: return c.kind == CHOOSE_DO || c.kind == CHOOSE_DO_NOT ? 0 : RULE_NO_SUCH;
    case QUESTION_INTERCEPT: return why_not_intercept(t, seat, c);
    case QUESTION_NUMBER: return c.kind == CHOOSE_NUMBER && c.option <= q->arg ? 0 : RULE_NO_SUCH;
    case QUESTION_SCOUT:
        return c.kind != CHOICE_PICK                ? (rule_id)RULE_NO_SUCH
               : is_on_top(t, seat, c.card, q->arg) ? 0
                                                    : VOI_815;
    case QUESTION_DIG:
        return c.kind != CHOOSE_TAKE                ? (rule_id)RULE_NO_SUCH
               : is_on_top(t, seat, c.card, q->arg) ? 0
                                                    : VOI_448;
    }
    return RULE_NO_SUCH;
}

// ---- lists

struct list {
    const struct table *table;
    struct choice      *out;
    size_t              count, max;
    seat_id             seat;
    bool                looked;
    unsigned            happened; // in an aftermath
    struct sight       *sight;    // valid once looked
};

static void offer(struct list *l, struct choice c)
{
    if (l->count < l->max && voidbreakers_why_not(l->table, l->seat, c) == 0)
        l->out[l->count++] = c;
}
static void offer_option(struct list *l, unsigned kind, unsigned option)
{
    offer(l, (struct choice){ .kind = (uint8_t)kind, .option = (uint8_t)option });
}

static void offer_cards_in(struct list *l, unsigned kind, zone_id zone)
{
    const struct core     *c = l->table->state;
    const struct question *q = &c->question[l->seat];
    EACH_IN_ZONE(card, c, zone) {
        struct choice choice = { .kind = (uint8_t)kind, .card = card };
        if (l->count == l->max) return;
        if (kind != CHOICE_PICK)
            offer(l, choice);
        else if (q->kind == QUESTION_COST && card == state_at(l->table)->draft.card)
            continue;
        else if (!has_picked(q, card))
            l->out[l->count++] = choice;
    }
}

static void offer_scouted(struct list *l, unsigned count)
{
    const struct core *c = l->table->state;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_ARSENAL, l->seat)) {
        if (count-- == 0) break;
        if (!has_picked(&c->question[l->seat], card))
            offer(l, (struct choice){ .kind = CHOICE_PICK, .card = card });
    }
}

static void offer_done(struct list *l)
{
    const struct question *q = &l->table->state->question[l->seat];
    if (q->picked >= q->min && l->count < l->max)
        l->out[l->count++] = (struct choice){ .kind = CHOICE_DONE };
}

// Left, middle, right, as the owner sees them: the first is the default (section 5, decision 3).
static void offer_places(struct list *l)
{
    unsigned side = state_at(l->table)->side[l->seat].side;
    EACH_CARD(card, state_at(l->table), zone_of_seat(ZONE_RESERVE, l->seat))
        for (unsigned i = 0; i < FIGHTERS; i++)
            offer(l, (struct choice){
                         .kind = CHOOSE_PLACE, .card = card, .target = starting_zone(side, i) });
}

static void add(struct list *l, struct choice c)
{
    if (l->count < l->max) l->out[l->count++] = c;
}

static const struct sight *look_once(struct list *l)
{
    if (!l->looked) look_around(l->table, l->seat, l->sight);
    l->looked = true;
    return l->sight;
}

// What happened in this sequence, as a seat sees it: bit per enum happening.
static unsigned happenings(const struct voidbreakers_state *s, seat_id seat)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < s->event_count; i++) seen |= BIT(as_seen_by(&s->events[i], seat));
    return seen | (seen >> CARD_DAMAGED & 1) << USER_DAMAGED;
}

static bool can_play_now(struct list *l, const struct face *face, card_id card,
                         enum question_kind when)
{
    if (state_at(l->table)->body[card].flags & BODY_SALVAGED) return false;
    if (!face->reaction) {
        enum answer at_sight = can_play_at_sight(look_once(l), face);
        if (at_sight != UNSURE) return at_sight == YES;
    }
    return can_play(l->table, l->seat, card, when);
}

// Cards of a hand that fit a question, as far as their modifiers tell.
struct fitting {
    unsigned moment; // enum moment_to_play
    unsigned links;  // bit per enum work_kind: what is answered
};

static struct fitting fitting_now(const struct voidbreakers_state *s, enum question_kind when)
{
    return (struct fitting){ .moment = moment_of(when),
                             .links  = when == QUESTION_WINDOW
                                           ? BIT(s->links[s->link_count - 1].kind)
                                           : ~0u };
}
static bool is_fitting(const struct fitting *now, const struct face *face)
{
    return face->when & now->moment && (face->answers | ~0xFFu) & now->links;
}

// Most responses are to pass, because nothing in the hand fits.
static bool holds_response(const struct table *t, seat_id seat, enum question_kind when)
{
    const struct voidbreakers_state *s   = state_at(t);
    struct fitting                   now = fitting_now(s, when);
    EACH_CARD(card, s, zone_of_seat(ZONE_HAND, seat))
        if (is_fitting(&now, face_of(t, card))) return true;
    return false;
}

static void offer_plays(struct list *l, enum question_kind when)
{
    const struct voidbreakers_state *s   = state_at(l->table);
    struct fitting                   now = fitting_now(s, when);
    if (is_limit_reached(s, l->seat)) return;
    if (when == QUESTION_AFTERMATH) l->happened = happenings(s, l->seat);
    EACH_CARD(card, s, zone_of_seat(ZONE_HAND, l->seat)) {
        const struct face *face = face_of(l->table, card);
        if (!is_fitting(&now, face)) continue;
        if (when == QUESTION_AFTERMATH && !(l->happened >> face->reaction & 1)) continue;
        if (can_play_now(l, face, card, when))
            add(l, (struct choice){ .kind = CHOOSE_PLAY, .card = card });
    }
}

static void offer_attacks_of(struct list *l, card_id card)
{
    const struct table              *t        = l->table;
    const struct voidbreakers_state *s        = state_at(t);
    const struct sight              *sight    = look_once(l);
    zone_id                          here     = zone_of_card(s, card);
    bool                             provoked = sight->provoking >> here & 1;
    unsigned                         reach    = provoked ? 0 : (unsigned)reach_of(t, card);
    for (unsigned left = sight->found[AIM_ENEMY] & zones_within(t, here, reach); left;
         left &= left - 1)
        EACH_CARD(target, s, (zone_id)__builtin_ctz(left)) {
            if (owner_of(s, target) == l->seat || is_dead(s, target) || is_hidden(t, target) ||
                cannot(t, target, DEED_BE_ATTACKED))
                continue;
            if (!provoked || has_keyword(t, target, KEYWORD_PROVOKE))
                add(l, (struct choice){ .kind = CHOOSE_ATTACK, .card = card, .target = target });
        }
}

static void offer_moves_of(struct list *l, card_id card)
{
    const struct voidbreakers_state *s    = state_at(l->table);
    unsigned                         left = board_of(l->table)->touches[zone_of_card(s, card)];
    for (left &= look_once(l)->found[AIM_ROOM]; left; left &= left - 1)
        add(l, (struct choice){
                   .kind = CHOOSE_MOVE, .card = card, .target = (uint16_t)__builtin_ctz(left) });
}

static void offer_talent(struct list *l, card_id card, unsigned nth, unsigned ability)
{
    const struct voidbreakers_state *s = state_at(l->table);
    const struct ability            *a = ability_at(l->table, ability);
    if (s->body[card].used & used_bit(nth) && !(a->flags & ABILITY_REPEAT)) return;
    if (!can_pay_tokens(&s->body[card], a->pay_a, a->pay_m)) return;
    enum answer at_sight = can_use_at_sight(l->table, look_once(l), card, a);
    if (at_sight == UNSURE) at_sight = why_not_talent(l->table, l->seat, card, nth) ? NO : YES;
    if (at_sight == YES)
        add(l, (struct choice){ .kind   = nth ? CHOOSE_USE_OTHER : CHOOSE_USE,
                                .card   = card,
                                .option = (uint8_t)(nth ? nth + 1 : 0) });
}

static void offer_talents_of(struct list *l, card_id card)
{
    const struct face *face = face_of(l->table, card);
    unsigned           nth  = 0;
    for (unsigned i = face->talent; nth < face->talents; i++)
        if (ability_at(l->table, i)->kind == ABILITY_TALENT) offer_talent(l, card, nth++, i);
    if (!has_upgrades(l->table, card)) return;
    for (unsigned i; nth < 8 && (i = talent_of(l->table, card, nth)) != NO_ABILITY; nth++)
        offer_talent(l, card, nth, i);
}

static void offer_deeds_of(struct list *l, card_id card)
{
    const struct voidbreakers_state *s = state_at(l->table);
    const struct body               *b = &s->body[card];
    if ((b->token[TOKEN_A] || b->token[TOKEN_F]) && !has(s, card, DISARMED) &&
        !cannot(l->table, card, DEED_ATTACK))
        offer_attacks_of(l, card);
    if ((b->token[TOKEN_M] || b->token[TOKEN_F]) && !has(s, card, ROOTED) &&
        !cannot(l->table, card, DEED_MOVE))
        offer_moves_of(l, card);
    if (may_have_talents(l->table, card)) offer_talents_of(l, card);
}

static void offer_deeds(struct list *l)
{
    const struct voidbreakers_state *s     = state_at(l->table);
    const struct sight              *sight = look_once(l);
    for (unsigned i = 0; i < sight->own; i++)
        if (can_act(s, sight->card[i])) offer_deeds_of(l, sight->card[i]);
    offer_plays(l, QUESTION_ACTION);
    if (sight->dead && !why_not_cycle(l->table, l->seat))
        add(l, (struct choice){ .kind = CHOOSE_CYCLE });
    add(l, (struct choice){ .kind = CHOOSE_END });
}

// Is nothing left to be chosen after this target?
static bool completes(const struct need *need)
{
    return need->want->last && !need->want->goes && need->want->most == 1;
}

static void offer_targets_in(struct list *l, const struct link *w, const struct need *need,
                             zone_id zone)
{
    EACH_CARD(card, state_at(l->table), zone) {
        if (!may_target(l->table, w, need, card, true)) continue;
        struct link with = *w;
        if (!completes(need)) add_target(&with, need, card);
        if (completes(need) || !why_not_with(l->table, &with))
            add(l, (struct choice){ .kind = CHOOSE_TARGET, .card = card });
    }
}

static void offer_zones(struct list *l)
{
    const struct link *w    = unfinished(l->table);
    struct need        need = next_need(l->table, w);
    for (zone_id z = 0; z < ARENA_ZONES; z++) {
        if (why_not_zone(l->table, w, &need, z)) continue;
        struct link with = *w;
        add_zone(&with, &need, z);
        if (!why_not_with(l->table, &with))
            add(l, (struct choice){ .kind = CHOOSE_ZONE, .target = z });
    }
}

static void offer_targets(struct list *l)
{
    const struct link *w    = unfinished(l->table);
    struct need        need = next_need(l->table, w);
    unsigned           left = state_at(l->table)->occupied;
    if (w->kind != WORK_TRIGGER) left = zones_reached(l->table, w, &need);
    if (takes_from_void(need.want->verb))
        offer_targets_in(l, w, &need, zone_of_seat(ZONE_VOID, l->seat));
    else
        for (; left; left &= left - 1) offer_targets_in(l, w, &need, (zone_id)__builtin_ctz(left));
    if (need.optional) add(l, (struct choice){ .kind = CHOOSE_NO_TARGET });
}

static void offer_order(struct list *l)
{
    const struct voidbreakers_state *s    = state_at(l->table);
    unsigned                         from = s->core.question[l->seat].arg;
    for (unsigned i = from; i < s->batch_count; i++) {
        if (s->batch[i].seat != l->seat) continue;
        unsigned nth = 1;
        for (unsigned k = from; k < i; k++)
            nth += s->batch[k].seat == l->seat && s->batch[k].card == s->batch[i].card;
        offer(l, (struct choice){ .kind   = nth > 1 ? CHOOSE_NEXT_OTHER : CHOOSE_NEXT,
                                  .card   = s->batch[i].card,
                                  .option = (uint8_t)(nth > 1 ? nth : 0),
                                  .extra  = (uint16_t)i });
    }
}

static void offer_users(struct list *l)
{
    const struct voidbreakers_state *s = state_at(l->table);
    EACH_IN_ARENA(card, s)
        if (owner_of(s, card) == l->seat && is_fighter(l->table, card) && !is_dead(s, card))
            offer(l, (struct choice){ .kind = CHOOSE_USER, .card = card });
}

static size_t list_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    struct sight sight;
    struct list  l = { .table = t, .out = out, .max = max, .seat = seat, .sight = &sight };
    const struct question *q = &t->state->question[seat];
    switch ((enum question_kind)q->kind) {
    case QUESTION_FIRST:
    case QUESTION_SIDE:
        offer_option(&l, q->kind == QUESTION_FIRST ? CHOOSE_FIRST : CHOOSE_SIDE, 0);
        offer_option(&l, q->kind == QUESTION_FIRST ? CHOOSE_FIRST : CHOOSE_SIDE, 1);
        break;
    case QUESTION_PLACE: offer_places(&l); break;
    case QUESTION_HAND:
        offer_cards_in(&l, CHOICE_PICK, zone_of_seat(ZONE_ARSENAL, seat));
        offer_done(&l);
        break;
    case QUESTION_SCOUT:
        offer_scouted(&l, q->arg);
        offer_done(&l);
        break;
    case QUESTION_ACTION: offer_deeds(&l); break;
    case QUESTION_WINDOW:
    case QUESTION_AFTERMATH:
    case QUESTION_OMEGA:
        offer_plays(&l, (enum question_kind)q->kind);
        add(&l, (struct choice){ .kind = CHOOSE_PASS });
        break;
    case QUESTION_USER: offer_users(&l); break;
    case QUESTION_MODE:
        for (uint8_t mode = 1; mode <= MODES; mode++) offer_option(&l, CHOOSE_MODE, mode);
        break;
    case QUESTION_EVENT:
        for (card_id c = 0; c < t->state->card_count; c++)
            offer(&l, (struct choice){ .kind = CHOOSE_EVENT, .card = c });
        break;
    case QUESTION_TARGET: offer_targets(&l); break;
    case QUESTION_ZONE: offer_zones(&l); break;
    case QUESTION_COST:
    case QUESTION_CYCLE:
    case QUESTION_VOID:
        offer_cards_in(&l, CHOICE_PICK, zone_of_seat(ZONE_HAND, seat));
        offer_done(&l);
        break;
    case QUESTION_ORDER: offer_order(&l); break;
    case QUESTION_MAY:
        add(&l, (struct choice){ .kind = CHOOSE_DO });
        add(&l, (struct choice){ .kind = CHOOSE_DO_NOT });
        break;
    case QUESTION_INTERCEPT:
        for (zone_id z = 0; z < ARENA_ZONES; z++) offer_cards_in(&l, CHOOSE_INTERCEPT, z);
        break;
    case QUESTION_NUMBER:
        for (uint8_t n = 0; n <= q->arg; n++) offer_option(&l, CHOOSE_NUMBER, n);
        break;
    case QUESTION_DIG: offer_cards_in(&l, CHOOSE_TAKE, zone_of_seat(ZONE_ARSENAL, seat)); break;
    }
    if (may_take_back(t, seat)) add(&l, (struct choice){ .kind = CHOOSE_BACK });
    return l.count;
}

size_t voidbreakers_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    enum question_kind when = (enum question_kind)t->state->question[seat].kind;
    bool response = when == QUESTION_WINDOW || when == QUESTION_AFTERMATH || when == QUESTION_OMEGA;
    if (!response || !max || holds_response(t, seat, when)) return list_choices(t, seat, out, max);
    out[0] = (struct choice){ .kind = CHOOSE_PASS };
    return 1;
}
