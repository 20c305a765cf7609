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

void name_thing(struct despaira_state *s, uint16_t thing)
{
    if (s->work.named_count == NAMED_MAX) return;
    const struct body *b                       = is_thing_tile(thing) ? NULL : body_at(s, thing);
    s->work.named[s->work.named_count]         = thing;
    s->work.named_stamp[s->work.named_count++] = b ? b->stamp : 0;
}

void forget_named(struct despaira_state *s)
{
    memset(s->work.named, 0, sizeof s->work.named);
    memset(s->work.named_stamp, 0, sizeof s->work.named_stamp);
    s->work.named_count = 0;
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
    if (!selects_tiles(t, op))
        forget_named(s); // "it" stays the card when a tile is selected for it
    for (unsigned i = 0; i < l->target_count; i++)
        if (l->target[i].slot == slot && target_is_hit(t, l, &l->target[i], object_in(t, op, 0)))
            name_thing(s, l->target[i].what);
}

// ---- questions

// "Destroy a creature", "sacrifice 2 creatures": whoever controls the ability chooses on
// resolution.
static unsigned picks_of(const struct table *t, size_t op)
{
    const struct op *ops = t->pool->ops;
    if (op_find(ops, op, W_ONE)) return 1;
    switch (ops[op].code) {
    case W_DESTROY:
    case W_SACRIFICE:
    case W_EXILE:
    case W_ARCHIVE:
    case W_RETURN:
    case W_CONTROL: return (unsigned)number_in(t, op);
    default: return 0;
    }
}

static size_t group_to_choose(const struct table *t, size_t op)
{
    size_t one = op_find(t->pool->ops, op, W_ONE);
    return one ? one + 1 : object_in(t, op, 0);
}

// The things that a clause is about: those that were chosen, or all that are meant.
unsigned things_in(const struct table *t, const struct context *c, size_t op, unsigned nth,
                   uint16_t out[THINGS_MAX])
{
    size_t object = object_in(t, op, nth);
    if (!picks_of(t, op) || object != group_to_choose(t, op)) return objects(t, c, object, out);
    bool     tiles = group_at(t, object)->noun == NOUN_TILE;
    unsigned count = 0, named = state_at(t)->work.named_count;
    for (unsigned i = 0; i < named; i++)
        if (is_thing_tile(state_at(t)->work.named[i]) == tiles)
            out[count++] = state_at(t)->work.named[i];
    return count;
}

bool may_choose(const struct table *t, size_t op, uint16_t thing)
{
    const struct despaira_state *s = state_at(t);
    struct context               c = context_now(t);
    const struct resolve_frame  *f = &s->frames[s->core.depth - 1].resolve;
    for (unsigned i = 0; i < s->work.named_count; i++)
        if (s->work.named[i] == thing && (f->count > 0 || f->chosen > 0)) return false;
    return matches(t, &c, group_to_choose(t, op), thing, REACH_ANY);
}

static bool any_choice(const struct table *t, size_t op)
{
    struct context c = context_now(t);
    uint16_t       list[THINGS_MAX];
    unsigned       count = candidates(t, &c, group_to_choose(t, op), list, REACH_ANY);
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
    uint16_t               list[THINGS_MAX];
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
    uint16_t               list[THINGS_MAX];
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
        if (ops[i].code == W_IN_ZONE && ops[i].value == IN_YOUR_DECK) return true;
    return false;
}

// From a hand or deck: asked always, and nothing may be chosen, because nobody else can see what is
// there.
bool chooses_hidden(const struct table *t, size_t op)
{
    size_t group = group_to_choose(t, op);
    size_t zone  = group ? op_find(t->pool->ops, group, W_IN_ZONE) : 0;
    int    word  = zone ? t->pool->ops[zone].value : IN_YOUR_VOID;
    return word == IN_YOUR_HAND || word == IN_YOUR_DECK || word == IN_THEIR_HAND ||
           word == IN_THEIR_DECK;
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
    uint16_t               list[THINGS_MAX];
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
        name_thing(state_of(t), thing);
}

// The answer was what to choose, before the clause does anything.
static bool takes_choice(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s = state_of(t);
    struct choice          c = answer_of(&s->core, link_now(s)->seat);
    if (f->chosen >= picks_of(t, op)) return false;
    f->chosen = (uint8_t)(c.kind == CHOICE_ENOUGH ? picks_of(t, op) : f->chosen + 1u);
    if (c.kind == CHOICE_TARGET_TILE) name_thing(s, (uint16_t)(TILE_BIT | c.target));
    if (c.kind == CHOICE_TARGET) name_chosen(t, op, c.card);
    return true;
}

// Is there a further question that this clause leaves to a player?
static bool ask_about(struct table *t, struct resolve_frame *f, size_t op)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    if (f->chosen < picks_of(t, op)) {
        if (!f->chosen && group_at(t, group_to_choose(t, op))->noun != NOUN_TILE) forget_named(s);
        if (looks_through_deck(t, op)) show_own_deck(t, me);
        if (chooses_hidden(t, op) || any_choice(t, op)) {
            ask(&s->core, me, QUESTION_CHOOSE, f->chosen, link_now(s)->source);
            return true;
        }
        f->chosen = (uint8_t)picks_of(t, op); // there is nothing (more) to choose
    }
    switch (t->pool->ops[op].code) {
    case W_CHOOSE:
        if (f->count == 0) forget_named(s);
        if (looks_through_deck(t, op)) show_own_deck(t, me);
        if (f->count >= number_in(t, op) || (!chooses_hidden(t, op) && !any_choice(t, op)))
            return false;
        ask(&s->core, me, QUESTION_CHOOSE, f->count, link_now(s)->source);
        return true;
    case W_DISCARD:
        if (op_find(t->pool->ops, op, W_AT_RANDOM) || f->count >= number_in(t, op)) return false;
        if (!zone_size(&s->core, zone_for(player_in(t, op), ZONE_HAND))) return false;
        ask(&s->core, player_in(t, op), QUESTION_DISCARD, f->count, link_now(s)->source);
        return true;
    case W_SEARCH:
        if (f->count >= number_in(t, op) ||
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
    struct despaira_state *s     = state_of(t);
    size_t                 group = object_in(t, op, 0);
    bool plain = t->pool->ops[group].size == 2 && t->pool->ops[group + 1].code == W_NOUN &&
                 noun_of(&t->pool->ops[group + 1]) == NOUN_CARD;
    if (!plain) show_to(t, card, EVERYBODY, op, EVENT_REVEALED);
    to_zone(t, card, ZONE_HAND, BOTTOM, cause_now(t, op));
    if (!plain) card_hide(&s->core, card, (seat_set)BIT(link_now(s)->seat));
}

// "It" is the creature that was spawned; lost in a clash, it is nothing any more.
static void follow_named(struct despaira_state *s, card_id card)
{
    enum { GONE = 0xFFFF };
    const struct body *b = body_at(s, card);
    for (unsigned i = 0; i < s->work.named_count; i++)
        if (s->work.named[i] == card) s->work.named_stamp[i] = b ? b->stamp : (uint16_t)GONE;
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
        follow_named(s, about);
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
           code != W_NEGATE && code != W_CHOOSE && code != W_SEARCH && code != W_TOP;
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
    uint16_t list[THINGS_MAX];
    unsigned count  = things_in(t, &c, op, 0, list);
    int      amount = number_in(t, op) * times_of(t, &c, op);
    for (unsigned i = 0; i < count; i++) do_to(t, op, list[i], amount);
}

static void begin_link(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    s->work                  = (struct work){ 0 };
    if (l->about != NO_CARD)
        name_thing(s, l->about);
    else if (ability_at(t, l->ability)->kind != ABILITY_MAIN)
        name_thing(s, l->source);
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

static bool sentence_counts(const struct table *t, size_t sentence)
{
    struct context c         = context_now(t);
    size_t         condition = op_find(t->pool->ops, sentence, W_IF);
    return !condition || holds(t, &c, op_child(condition));
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
    s->work      = (struct work){ 0 };
    s->resolving = 0;
    FLOW_END(f);
}
