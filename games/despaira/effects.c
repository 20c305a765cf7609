// effects.c - an ability being carried out: sentences, verbs, and the questions they leave to a
// player.
#include "engine/chance.h"
#include "games/despaira/rules.h"

struct link *link_now(struct despaira_state *s) { return &s->links[s->resolving - 1]; }

struct context context_now(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    return context_of_link(t, &s->links[s->resolving - 1]);
}

struct cause cause_now(const struct table *t, size_t op)
{
    const struct despaira_state *s = state_at(t);
    const struct link           *l = &s->links[s->resolving - 1];
    return (struct cause){ .rule    = 0,
                           .source  = l->source,
                           .def     = ability_at(t, l->ability)->def,
                           .op      = (uint32_t)op,
                           .ability = l->ability,
                           .seat    = l->seat };
}

// ---- what was chosen and what is spoken of

void name_thing(struct despaira_state *s, unsigned slot, uint16_t thing)
{
    struct doing *w = &s->work;
    if (w->core.named_count == NAMED_MAX) return;
    w->named[w->core.named_count++] = (struct named){ .thing = thing, .slot = (uint8_t)slot };
}

static void drop_names(struct despaira_state *s, unsigned slot, uint16_t thing)
{
    struct doing *w    = &s->work;
    unsigned      kept = 0;
    for (unsigned i = 0; i < w->core.named_count; i++) {
        const struct named *n    = &w->named[i];
        bool                gone = slot ? n->slot == slot : n->slot && n->thing == thing;
        if (!gone) w->named[kept++] = *n;
    }
    for (unsigned i = kept; i < w->core.named_count; i++) w->named[i] = (struct named){ 0 };
    w->core.named_count = (uint8_t)kept;
}

void forget_slot(struct despaira_state *s, unsigned slot) { drop_names(s, slot, NO_CARD); }

// It has left the field: no word stands for it any more (DES-806).
void forget_card(struct despaira_state *s, card_id card) { drop_names(s, SLOT_NONE, card); }

bool is_named_in(const struct despaira_state *s, unsigned slot, uint16_t thing)
{
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        if (s->work.named[i].thing == thing && s->work.named[i].slot == slot) return true;
    return false;
}

static const struct things *things_below(const struct table *t, size_t op)
{
    return &t->pool->meaning->things[book_of(t)->group_of[object_in(t, op, 0)]];
}

// ---- targets at resolution (DES-556 to DES-564)

bool is_unavoidable(const struct table *t, const struct link *l)
{
    if (l->ability != NO_ABILITY && ability_at(t, l->ability)->unavoidable) return true;
    return l->flags & LINK_TRICK && has_class(t, l->source, CLASS_UNAVOIDABLE);
}

static bool target_is_hit(struct table *t, const struct link *l, const struct target *g,
                          size_t group)
{
    struct despaira_state *s = state_of(t);
    struct context         c = context_of_link(t, l);
    if (is_thing_tile(g->what)) return true; // DES-559
    const struct body *b = body_at(s, g->what);
    if ((b ? b->stamp : 0) != g->stamp) return false;
    if (b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED)) return false;
    if (!matches(t, &c, group, g->what, REACH_AGAIN)) return false;
    if (!b || b->controller == l->seat || tile_of(s, g->what) == g->tile) return true;
    if (is_unavoidable(t, l)) return true; // DES-560
    happened(t, EVENT_EVADED, b->controller, g->what, NO_CARD, 0, because(DES_557));
    return false;
}

static void name_targets(struct table *t, size_t op, unsigned slot)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    for (unsigned i = 0; i < l->target_count; i++)
        if (l->target[i].slot == slot && target_is_hit(t, l, &l->target[i], object_in(t, op, 0)))
            name_thing(s, things_below(t, op)->slot, l->target[i].what);
}

// ---- questions

// "Destroy a creature", "sacrifice 2 creatures": whoever controls the ability chooses on
// resolution.
static size_t group_to_choose(const struct table *t, size_t op)
{
    size_t second = object_in(t, op, 1);
    if (!second) return object_in(t, op, 0);
    const struct meaning *m   = t->pool->meaning;
    enum how              how = m->things[book_of(t)->group_of[second]].how;
    return how == HOW_PICK || how == HOW_UP_TO ? second : object_in(t, op, 0);
}

static unsigned slot_to_choose(const struct table *t, size_t op)
{
    return t->pool->meaning->things[book_of(t)->group_of[group_to_choose(t, op)]].slot;
}

static unsigned picks_of(const struct table *t, size_t op)
{
    unsigned code  = t->pool->ops[op].code;
    size_t   group = group_to_choose(t, op);
    if (!group || code == W_CHOOSE || code == W_SELECT || code == W_SEARCH || code == W_CREATE)
        return 0;
    const struct group *g   = group_at(t, group);
    enum how            how = t->pool->meaning->things[g->row].how;
    return how == HOW_PICK || how == HOW_UP_TO ? g->needed : 0;
}

// The things that a clause is about: those that were chosen, or all that are meant.
unsigned things_in(const struct table *t, const struct context *c, size_t op, unsigned nth,
                   uint16_t out[MEANT_MAX])
{
    return objects(t, c, object_in(t, op, nth), out);
}

bool may_choose(const struct table *t, size_t op, uint16_t thing)
{
    struct context c = context_now(t);
    if (is_named_in(state_at(t), slot_to_choose(t, op), thing)) return false;
    return matches(t, &c, group_to_choose(t, op), thing, REACH_ANY);
}

static bool any_choice(const struct table *t, size_t op)
{
    struct context c = context_now(t);
    uint16_t       list[MEANT_MAX];
    unsigned       count = candidates_at(t, &c, group_to_choose(t, op), list, REACH_ANY);
    for (unsigned i = 0; i < count; i++)
        if (may_choose(t, op, list[i])) return true;
    return false;
}

zone_id searched_zone(const struct table *t, seat_id seat, size_t op)
{
    return zone_for(seat, t->pool->ops[op].value == SEARCH_GRAVEYARD ? ZONE_GRAVEYARD : ZONE_DECK);
}

static bool ask_spawn(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    struct context         c  = context_now(t);
    uint16_t               list[MEANT_MAX];
    if (t->pool->ops[op].code == W_CREATE) {
        if (f->count >= number_in(t, op) || !any_spawn_tile(t, op, me, NO_CARD)) return false;
        card_id token = make_token(t, op);
        if (token == NO_CARD) return false;
        ask(&s->core, me, QUESTION_SPAWN_TILE, 0, token);
        return true;
    }
    unsigned count = things_in(t, &c, op, 0, list);
    for (unsigned i = 0; i < count; i++) {
        if (is_thing_tile(list[i]) || body_at(s, list[i]) ||
            def_of(t, list[i])->kind != KIND_CREATURE)
            continue;
        if (card_at(&s->core, list[i])->zone == NO_ZONE || !any_spawn_tile(t, op, me, list[i]))
            continue;
        card_show(&s->core, list[i], EVERYBODY); // it comes face up (DES-410)
        ask(&s->core, me, QUESTION_SPAWN_TILE, 0, list[i]);
        return true;
    }
    return false;
}

static bool ask_ritual(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s    = state_of(t);
    seat_id                me   = link_now(s)->seat;
    card_id                card = special_named(t, me, op);
    if (f->count || card == NO_CARD || !any_spawn_tile(t, 0, me, card)) return false;
    card_show(&s->core, card, EVERYBODY);
    ask(&s->core, me, QUESTION_SPAWN_TILE, 0, card);
    return true;
}

// Attached cards that an ability detaches: each is put where its controller says.
static bool ask_detach(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct context         c = context_now(t);
    uint16_t               list[MEANT_MAX];
    unsigned               count = things_in(t, &c, op, 0, list);
    for (unsigned i = 0; i < count; i++)
        for (unsigned tile = 0; tile < TILES && !is_thing_tile(list[i]); tile++)
            if (may_detach_to(t, list[i], tile)) {
                ask(&s->core, link_now(s)->seat, QUESTION_DETACH, 0, list[i]);
                return true;
            }
    return false;
}

// Choosing from one's own deck shows it, and it is shuffled when the ability is done.
static bool looks_through_deck(const struct table *t, size_t op)
{
    const struct op *ops = t->pool->ops;
    for (size_t i = op; i < op_after(ops, op); i++)
        if (ops[i].code == SHAPE_PLACE && ops[i].value == IN_YOUR_DECK) return true;
    return false;
}

// From a hand or deck: asked always, and nothing may be chosen, because nobody else can see what is
// there.
bool chooses_hidden(const struct table *t, size_t op)
{
    const unsigned hidden = BIT(PLACE_YOUR_HAND) | BIT(PLACE_YOUR_DECK) | BIT(PLACE_THEIR_HAND) |
                            BIT(PLACE_THEIR_DECK);
    size_t group = group_to_choose(t, op);
    return group && group_at(t, group)->elsewhere &&
           t->pool->meaning->things[group_at(t, group)->row].places & hidden;
}

// Face down on the field, or in a hand or deck.
static bool is_covered(const struct despaira_state *s, card_id card)
{
    unsigned zone = s->cards[card].zone;
    for (seat_id seat = 0; seat < 2; seat++)
        if (zone == zone_for(seat, ZONE_HAND) || zone == zone_for(seat, ZONE_DECK)) return true;
    return body_at(s, card) && !is_up(s, card);
}

// Hidden cards are shown at a question, so that somebody sees them before they are hidden again.
static bool ask_seen(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    struct context         c  = context_now(t);
    uint16_t               list[MEANT_MAX];
    bool                   hidden = false;
    if (f->count) return false;
    unsigned count = object_in(t, op, 0) ? things_in(t, &c, op, 0, list) : cards_shown(t, op, list);
    for (unsigned i = 0; i < count; i++) {
        if (is_thing_tile(list[i]) || !is_covered(s, list[i])) continue;
        card_show(&s->core, list[i], (seat_set)(is_look(t, op) ? BIT(me) : EVERYBODY));
        hidden = true;
    }
    if (hidden) ask(&s->core, me, QUESTION_SEEN, 0, link_now(s)->source);
    return hidden;
}

static void show_own_deck(struct table *t, seat_id me)
{
    EACH_IN_ZONE(card, t->state, zone_for(me, ZONE_DECK))
        card_show(t->state, card, (seat_set)BIT(me));
}

// A card that was chosen by its place may turn out not to be what the text asks for (DES-R118).
static void name_chosen(struct table *t, size_t op, uint16_t thing)
{
    struct context c = context_now(t);
    if (is_thing_tile(thing) || matches(t, &c, group_to_choose(t, op), thing, REACH_AGAIN))
        name_thing(state_of(t), slot_to_choose(t, op), thing);
}

// The answer was what to choose, before the clause does anything.
static bool takes_choice(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct choice          c = answer_of(&s->core, link_now(s)->seat);
    if (f->chosen >= picks_of(t, op)) return false;
    f->chosen = (uint8_t)(c.kind == CHOICE_ENOUGH ? picks_of(t, op) : f->chosen + 1u);
    if (c.kind == CHOICE_TARGET_TILE) name_chosen(t, op, (uint16_t)(TILE_BIT | c.target));
    if (c.kind == CHOICE_TARGET) name_chosen(t, op, c.card);
    return true;
}

// Is there a further question that this clause leaves to a player?
static bool ask_about(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    if (f->chosen < picks_of(t, op)) {
        if (!f->chosen) forget_slot(s, slot_to_choose(t, op));
        if (looks_through_deck(t, op)) show_own_deck(t, me);
        if (chooses_hidden(t, op) || any_choice(t, op)) {
            ask(&s->core, me, QUESTION_CHOOSE, f->chosen, link_now(s)->source);
            return true;
        }
        f->chosen = (uint8_t)picks_of(t, op); // there is nothing (more) to choose
    }
    switch (t->pool->ops[op].code) {
    case W_CHOOSE:
        if (f->count == 0) forget_slot(s, slot_to_choose(t, op));
        if (looks_through_deck(t, op)) show_own_deck(t, me);
        if (f->count >= group_at(t, object_in(t, op, 0))->needed ||
            (!chooses_hidden(t, op) && !any_choice(t, op)))
            return false;
        ask(&s->core, me, QUESTION_CHOOSE, f->count, link_now(s)->source);
        return true;
    case W_DISCARD:
        if (op_find(t->pool->ops, op, W_AT_RANDOM) || f->count >= number_in(t, op)) return false;
        if (!zone_size(&s->core, zone_for(player_in(t, op), ZONE_HAND))) return false;
        ask(&s->core, player_in(t, op), QUESTION_DISCARD, f->count, link_now(s)->source);
        return true;
    case W_SEARCH:
        if (f->count >= group_at(t, object_in(t, op, 0))->needed ||
            !zone_size(&s->core, searched_zone(t, link_now(s)->seat, op)))
            return false;
        EACH_IN_ZONE(card, &s->core, searched_zone(t, link_now(s)->seat, op))
            card_show(&s->core, card, (seat_set)BIT(me));
        ask(&s->core, me, QUESTION_SEARCH, f->count, link_now(s)->source);
        return true;
    case W_MIRACLE:
    case W_CREATE: return ask_spawn(t, f, op);
    case W_RITUAL: return ask_ritual(t, f, op);
    case W_DETACH: return ask_detach(t, op);
    case W_LOOK:
    case W_REVEAL:
    case W_LOOK_HAND:
    case W_TOP: return ask_seen(t, f, op);
    default: return false;
    }
}

static void take_found(struct table *t, card_id card, size_t op)
{
    struct despaira_state *s = state_of(t);
    const struct things   *x = things_below(t, op);
    bool plain               = x->kinds == BIT(IS_CARD) && !x->has && !x->test_count; // "a card"
    if (!plain) show_to(t, card, EVERYBODY, op, EVENT_REVEALED);
    to_zone(t, card, ZONE_HAND, BOTTOM, cause_now(t, op));
    if (!plain) card_hide(&s->core, card, (seat_set)BIT(link_now(s)->seat));
    name_thing(s, x->slot, card);
}

// True: the clause goes on with its next question.
static bool take_answer(struct table *t, size_t op)
{
    struct despaira_state *s     = state_of(t);
    unsigned               code  = t->pool->ops[op].code;
    seat_id                who   = code == W_DISCARD ? player_in(t, op) : link_now(s)->seat;
    struct choice          c     = answer_of(&s->core, who);
    uint16_t               about = s->core.question[who].about;
    if (c.kind == CHOICE_ENOUGH || c.kind == CHOICE_NONE) return false;
    switch (code) {
    case W_CHOOSE:
        name_chosen(t, op, c.kind == CHOICE_TARGET_TILE ? (uint16_t)(TILE_BIT | c.target) : c.card);
        return true;
    case W_DISCARD: to_zone(t, c.card, ZONE_GRAVEYARD, TOP, cause_now(t, op)); return true;
    case W_SEARCH: take_found(t, c.card, op); return true;
    case W_DETACH: detach_to(t, about, c.target, op); return true;
    case W_RITUAL:
    case W_MIRACLE:
    case W_CREATE:
        miracle_spawn(t, about, c.target, c.option, cause_now(t, op));
        if (code == W_CREATE && body_at(s, about)) name_thing(s, things_below(t, op)->slot, about);
        settle(t);
        return true;
    default: return false;
    }
}

static void after_questions(struct table *t, size_t op)
{
    struct despaira_state *s = state_of(t);
    if (t->pool->ops[op].code == W_SEARCH && t->pool->ops[op].value == SEARCH_DECK)
        shuffle(t, searched_zone(t, link_now(s)->seat, op), STREAM_DECK + link_now(s)->seat,
                reason_for(t, cause_now(t, op)));
}

// ---- one clause, one link

static bool acts_on_objects(unsigned code)
{
    return code != W_SWAP && code != W_SHIFT && code != W_ATTACH && code != W_MIRACLE &&
           code != W_NEGATE && code != W_MISSES && code != W_SUBSTITUTE && code != W_CHOOSE &&
           code != W_SEARCH && code != W_TOP;
}

static void do_clause(struct table *t, size_t op)
{
    struct context c      = context_now(t);
    size_t         object = object_in(t, op, 0);
    t->effects++;
    if (!object || !acts_on_objects(t->pool->ops[op].code)) {
        do_alone(t, op);
        return;
    }
    uint16_t             list[MEANT_MAX];
    const struct things *x      = things_below(t, op);
    struct scope         k      = scope_of(t, &c);
    bool                 all    = x->how == HOW_ALL;
    unsigned             count  = all ? (unsigned)candidates(&k, x, list, MEANT_MAX)
                                      : things_in(t, &c, op, 0, list);
    int                  amount = number_in(t, op) * times_of(t, &c, op);
    if (all && x->slot) forget_slot(state_of(t), x->slot);
    for (unsigned i = 0; all && x->slot && i < count; i++)
        name_thing(state_of(t), x->slot, list[i]);
    for (unsigned i = 0; i < count; i++) do_to(t, op, list[i], amount);
}

static void begin_link(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    s->work                  = (struct doing){ .core = { .card = l->source, .seat = l->seat } };
    if (l->about != NO_CARD) name_thing(s, SLOT_DONE_TO, l->about);
}

// DES-547: a trick that has to stay on the field does nothing when it has left it.
static bool is_stopped(const struct table *t, const struct link *l)
{
    const struct body *b = body_at(state_at(t), l->source);
    if (l->flags & LINK_NEGATED) return true;
    if (l->named_link == SUBSTITUTED) return false; // DES-R129
    if (!(l->flags & LINK_TRICK) || !face_of(t, l->source)->stays) return false;
    return !(l->flags & LINK_TRIGGER) && (!b || b->stamp != l->stamp);
}

// From now on the sentences of a trick that stays count.
static void end_waiting(struct despaira_state *s, const struct link *l)
{
    struct body *b = body_of(s, l->source);
    if (!b || b->stamp != l->stamp || l->flags & LINK_TRIGGER || !(b->flags & BODY_PENDING)) return;
    b->flags &= (uint16_t)~BODY_PENDING;
    field_changed(s);
}

// DES-517, DES-855
static void lay_aside(struct table *t, const struct link *l)
{
    struct despaira_state *s = state_of(t);
    const struct body     *b = body_at(s, l->source);
    unsigned kind = l->ability == NO_ABILITY ? ABILITY_TRIGGER : ability_at(t, l->ability)->kind;
    if (!(l->flags & LINK_TRICK) || !b || b->stamp != l->stamp) return;
    if (l->flags & LINK_TRIGGER || kind == ABILITY_OF_TRICK) return;
    if (l->flags & LINK_NEGATED || l->named_link == SUBSTITUTED) { // DES-R129
        to_zone(t, l->source, ZONE_GRAVEYARD, TOP, because(DES_546));
        return;
    }
    bool equip = has_class(t, l->source, CLASS_EQUIP);
    if (equip && b->host == NO_CARD) { // DES-822
        to_zone(t, l->source, ZONE_GRAVEYARD, TOP, because(DES_822));
    } else if (!face_of(t, l->source)->stays) {
        if (has_class(t, l->source, CLASS_RECHARGE))
            turn_down(t, l->source, because(DES_855));
        else if (is_up(s, l->source))
            to_zone(t, l->source, ZONE_GRAVEYARD, TOP, because(DES_517));
    }
}

static bool is_effect(unsigned code)
{
    return code != W_IF && code != W_WHILE && code != W_MAY && code != W_PAY && code != W_NAME_LINK;
}

static unsigned slot_of(const struct table *t, size_t select)
{
    const struct op *ops  = t->pool->ops;
    unsigned         slot = 0;
    for (size_t i = ability_at(t, state_at(t)->links[state_at(t)->resolving - 1].ability)->op;
         i < select; i++) {
        if (ops[i].code == OP_TEXT) i = op_after(ops, i) - 1;
        slot += is_targeting(t, i);
    }
    return slot;
}

// "While" in front of what is done once asks the same as "if".
static bool sentence_counts(const struct table *t, size_t sentence)
{
    const struct op *ops = t->pool->ops;
    struct context   c   = context_now(t);
    size_t           if_ = op_find(ops, sentence, W_IF), while_ = op_find(ops, sentence, W_WHILE);
    return (!while_ || holds(t, &c, op_child(while_))) && (!if_ || holds(t, &c, op_child(if_)));
}

// D19: the first sentence of a trigger was accepted when it became a link.
static bool was_accepted(const struct table *t, const struct resolve_frame *f)
{
    const struct link *l     = &state_at(t)->links[f->link];
    size_t             top   = ability_at(t, l->ability)->op;
    size_t             first = op_find(t->pool->ops, top, W_SENTENCE);
    return l->flags & LINK_ACCEPTED && top + f->sentence == first;
}

// Section 2: what was revealed or looked at is as secret as before when the effect is over.
static void hide_again(struct despaira_state *s)
{
    for (card_id card = 0; card < s->core.card_count; card++) {
        unsigned           zone = s->cards[card].zone, owner = s->cards[card].owner;
        const struct body *b   = body_at(s, card);
        unsigned           who = EVERYBODY;
        if (b && !is_up(s, card))
            who = b->flags & BODY_LOCKED ? 3 : BIT(b->controller);
        else if (zone == zone_for((seat_id)owner, ZONE_HAND))
            who = BIT(owner);
        else if (zone == zone_for((seat_id)owner, ZONE_DECK))
            who = 0;
        if (who != EVERYBODY && s->cards[card].known & ~who)
            card_hide(&s->core, card, (seat_set)who);
    }
}

enum flow resolve(struct table *t, struct resolve_frame *f)
{
    struct despaira_state *s   = state_of(t);
    const struct op       *ops = t->pool->ops;
    s->resolving               = (uint8_t)(f->link + 1);
    const struct link *l       = &s->links[f->link];
    const size_t       top     = l->ability == NO_ABILITY ? 0 : ability_at(t, l->ability)->op;
    FLOW_BEGIN(f);
    happened(t, EVENT_RESOLVED, l->seat, l->source, NO_CARD, f->link + 1, because(DES_541));
    if (l->flags & LINK_SPECIAL && can_be_summoned(t, l)) {
        ask(&s->core, l->seat, QUESTION_SPAWN_TILE, 0, l->source);
        FLOW_PAUSE(f, RESOLVE_SUMMONED);
        l = &s->links[f->link];
        miracle_spawn(t, l->source, answer_of(&s->core, l->seat).target,
                      answer_of(&s->core, l->seat).option, because(DES_953));
    }
    if (!(l->flags & LINK_SPECIAL) && !is_stopped(t, l) &&
        acts_when_activated(t, l->ability, l->flags & LINK_TRIGGER)) {
        begin_link(t);
        for (f->sentence = (uint16_t)(op_child(top) - top); f->sentence < ops[top].size;
             f->sentence = (uint16_t)(op_after(ops, top + f->sentence) - top)) {
            if (ops[top + f->sentence].code != W_SENTENCE) continue;
            if (!sentence_counts(t, top + f->sentence)) continue;
            if (op_find(ops, top + f->sentence, W_MAY) && !was_accepted(t, f)) {
                ask(&s->core, s->links[f->link].seat, QUESTION_MAY, f->sentence,
                    s->links[f->link].source);
                FLOW_PAUSE(f, RESOLVE_MAY);
                if (answer_of(&s->core, s->links[f->link].seat).kind != CHOICE_YES) continue;
            }
            for (f->clause = (uint16_t)(op_child(top + f->sentence) - top);
                 f->clause < op_after(ops, top + f->sentence) - top;
                 f->clause = (uint16_t)(op_after(ops, top + f->clause) - top)) {
                if (!is_effect(ops[top + f->clause].code)) continue;
                f->count = f->chosen = 0;
                if (is_targeting(t, top + f->clause)) {
                    name_targets(t, top + f->clause, slot_of(t, top + f->clause));
                    if (ops[top + f->clause].code == W_SELECT ||
                        ops[top + f->clause].code == W_CHOOSE)
                        continue;
                    f->chosen = (uint8_t)picks_of(t, top + f->clause); // DES-842
                }
                while (ask_about(t, f, top + f->clause)) {
                    FLOW_PAUSE(f, RESOLVE_ASKED);
                    if (takes_choice(t, f, top + f->clause)) continue;
                    if (!take_answer(t, top + f->clause)) break;
                    f->count++;
                }
                after_questions(t, top + f->clause);
                do_clause(t, top + f->clause);
                if (s->blow_count) {
                    call_replace(s);
                    FLOW_PAUSE(f, RESOLVE_REPLACED);
                }
                settle(t);
            }
        }
    }
    if (l->ability != NO_ABILITY && looks_through_deck(t, top) &&
        !(s->links[f->link].flags & LINK_NEGATED))
        shuffle(t, zone_for(s->links[f->link].seat, ZONE_DECK),
                STREAM_DECK + s->links[f->link].seat, reason_for(t, cause_now(t, top)));
    if (l->ability != NO_ABILITY && ability_at(t, l->ability)->shows) hide_again(s);
    s->links[f->link].flags |= LINK_RESOLVED;
    end_waiting(s, &s->links[f->link]);
    lay_aside(t, &s->links[f->link]);
    s->work      = (struct doing){ 0 };
    s->resolving = 0;
    FLOW_END(f);
}
