// effects.c - an ability being carried out. meaning/run.h goes through its steps; here is how this
// game goes on before, between and after them.
#include "engine/chance.h"
#include "games/despaira/rules.h"

struct link *link_now(struct despaira_state *s) { return &s->links[s->resolving - 1]; }

struct context context_now(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    return context_of_link(t, &s->links[s->resolving - 1]);
}

struct cause cause_now(const struct table *t, const struct step *step)
{
    const struct despaira_state *s = state_at(t);
    const struct link           *l = &s->links[s->resolving - 1];
    return (struct cause){ .rule    = 0,
                           .source  = l->source,
                           .def     = ability_at(t, l->ability)->def,
                           .op      = step ? step->words : ability_at(t, l->ability)->op,
                           .ability = l->ability,
                           .seat    = l->seat };
}

// The step that is being carried out, or NULL.
const struct step *step_now(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    const struct meaning        *m = t->pool->meaning;
    const struct frame          *f = &s->frames[s->core.depth - 1];
    if (f->flow != FLOW_TEXT) return NULL;
    return &m->step[m->line[s->work.core.line].step_first + f->text.pc];
}

// ---- what was chosen and what is spoken of

void name_thing(struct despaira_state *s, unsigned slot, uint16_t thing)
{
    struct doing *w = &s->work;
    if (w->core.named_count == NAMED_MAX) return;
    w->named[w->core.named_count++] = (struct named){ .thing = thing, .slot = (uint8_t)slot };
}

// It has left the field: no word stands for it any more (DES-806).
void forget_card(struct despaira_state *s, card_id card)
{
    struct doing *w    = &s->work;
    unsigned      kept = 0;
    for (unsigned i = 0; i < w->core.named_count; i++)
        if (!w->named[i].slot || w->named[i].thing != card) w->named[kept++] = w->named[i];
    for (unsigned i = kept; i < w->core.named_count; i++) w->named[i] = (struct named){ 0 };
    w->core.named_count = (uint8_t)kept;
}

bool is_given(const struct despaira_state *s, card_id card)
{
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        if (s->work.named[i].thing == card && !s->work.named[i].slot) return true;
    return false;
}

// ---- targets at resolution (DES-556 to DES-564)

bool is_unavoidable(const struct table *t, const struct link *l)
{
    if (l->ability != NO_ABILITY && ability_at(t, l->ability)->unavoidable) return true;
    return l->flags & LINK_TRICK && has_class(t, l->source, CLASS_UNAVOIDABLE);
}

static bool target_is_hit(struct table *t, const struct link *l, const struct target *g,
                          unsigned things)
{
    struct despaira_state *s = state_of(t);
    struct context         c = context_of_link(t, l);
    if (is_thing_tile(g->what)) return true; // DES-559
    const struct body *b = body_at(s, g->what);
    if ((b ? b->stamp : 0) != g->stamp) return false;
    if (b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED)) return false;
    if (!matches(t, &c, things, g->what, REACH_AGAIN)) return false;
    if (!b || b->controller == l->seat || tile_of(s, g->what) == g->tile) return true;
    if (is_unavoidable(t, l)) return true; // DES-560
    happened(t, EVENT_EVADED, b->controller, g->what, NO_CARD, 0, because(DES_557));
    return false;
}

// What was named on activation: targets, and a link (DES-545).
bool is_declared(const struct table *t, const struct things *x)
{
    return x->type == TYPE_LINK || group_of_row(t, x)->declared;
}

void name_declared(struct table *t, struct work *w, const struct step *step, const struct things *x)
{
    struct despaira_state *s = state_of(t);
    const struct link     *l = link_now(s);
    (void)w, (void)step;
    if (x->type == TYPE_LINK && l->named_link)
        name_thing(s, x->slot, (uint16_t)(THING_PLACE | LINK_BIT | l->named_link));
    for (unsigned i = 0; i < l->target_count; i++)
        if (l->target[i].slot == x->slot &&
            target_is_hit(t, l, &l->target[i], (unsigned)(x - t->pool->meaning->things)))
            name_thing(s, x->slot, l->target[i].what);
}

// ---- picks: whoever carries out the step chooses on resolution

// From a hand or deck: asked always, and nothing may be chosen, because nobody else can see what is
// there.
bool chooses_hidden(const struct things *x)
{
    const unsigned hidden = BIT(PLACE_YOUR_HAND) | BIT(PLACE_YOUR_DECK) | BIT(PLACE_THEIR_HAND) |
                            BIT(PLACE_THEIR_DECK);
    return x->type == TYPE_CARD && x->places & hidden;
}

// Choosing from one's own deck shows it, and it is shuffled when the ability is done.
bool asks_for(struct table *t, const struct scope *k, const struct step *step,
              const struct things *x, size_t count)
{
    zone_id deck = zone_for(k->seat, ZONE_DECK);
    if (x->type == TYPE_CARD && x->places == BIT(PLACE_YOUR_DECK))
        EACH_IN_ZONE(card, t->state, deck) card_show(t->state, card, (seat_set)BIT(k->seat));
    if (step->verb == VERB_SEARCH)
        return zone_size(t->state, x->places == BIT(PLACE_YOUR_DECK)
                                       ? deck
                                       : zone_for(k->seat, ZONE_GRAVEYARD)) > 0;
    return count > 0 || (step->verb != VERB_DISCARD && chooses_hidden(x));
}

// A card that was chosen by its place may turn out not to be what the text asks for (DES-R118).
bool turns_out(const struct scope *k, const struct things *x, uint16_t thing)
{
    struct context c = context_now(k->t);
    if (is_thing_tile(thing)) return true;
    c.seat = k->seat;
    return matches(k->t, &c, (unsigned)(x - k->m->things), thing, REACH_AGAIN);
}

bool is_still_meant(const struct scope *k, const struct step *step, uint16_t thing)
{
    (void)k, (void)step, (void)thing;
    return true;
}

bool may_choose(const struct table *t, uint16_t thing)
{
    const struct despaira_state *s = state_at(t);
    return run_may_pick(t, &s->frames[s->core.depth - 1].text, thing);
}

// The things that are being picked now.
const struct things *picked_now(const struct table *t)
{
    const struct despaira_state *s    = state_at(t);
    const struct run_frame      *f    = &s->frames[s->core.depth - 1].text;
    const struct step           *step = step_now(t);
    return &t->pool->meaning->things[f->turn & 0xFF ? step->to : step->things];
}

// ---- between the steps

// D19: the first sentence of a trigger was accepted when it became a link.
enum answered ask_may(struct table *t, struct work *w, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    const struct meaning  *m = t->pool->meaning;
    unsigned               n = (unsigned)(step - m->step) - m->line[w->line].step_first;
    if (link_now(s)->flags & LINK_ACCEPTED && n == ability_at(t, w->line)->may) return SAID_YES;
    ask(&s->core, w->seat, QUESTION_MAY, 0, w->card);
    return ASK_NOW;
}

// Damage that several cards would replace (D26), then what follows from where cards lie.
bool between_steps(struct table *t, struct work *w, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (step->verb == VERB_SEARCH && !s->blow_count) {
        const struct things *x = &t->pool->meaning->things[step->things];
        if (x->places == BIT(PLACE_YOUR_DECK))
            shuffle(t, zone_for(w->seat, ZONE_DECK), STREAM_DECK + w->seat,
                    reason_for(t, cause_now(t, step)));
    }
    if (s->blow_count) {
        call_replace(s);
        return true;
    }
    settle(t);
    return false;
}

// ---- one link

static void begin_link(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    s->work = (struct doing){ .core = { .line = l->ability, .card = l->source, .seat = l->seat } };
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

static void end_link(struct table *t, struct link *l)
{
    struct despaira_state *s = state_of(t);
    const struct ability  *a = l->ability == NO_ABILITY ? NULL : ability_at(t, l->ability);
    if (a && a->looks_through && !(l->flags & LINK_NEGATED))
        shuffle(t, zone_for(l->seat, ZONE_DECK), STREAM_DECK + l->seat,
                reason_for(t, cause_now(t, NULL)));
    if (a && a->shows) hide_again(s);
    l->flags |= LINK_RESOLVED;
    end_waiting(s, l);
    lay_aside(t, l);
    s->work      = (struct doing){ 0 };
    s->resolving = 0;
}

enum flow resolve(struct table *t, struct resolve_frame *f)
{
    struct despaira_state *s = state_of(t);
    s->resolving             = (uint8_t)(f->link + 1);
    struct link *l           = &s->links[f->link];
    FLOW_BEGIN(f);
    happened(t, EVENT_RESOLVED, l->seat, l->source, NO_CARD, f->link + 1, because(DES_541));
    if (l->flags & LINK_SPECIAL && can_be_summoned(t, l)) {
        ask(&s->core, l->seat, QUESTION_SPAWN_TILE, 0, l->source);
        FLOW_PAUSE(f, RESOLVE_SUMMONED);
        miracle_spawn(t, l->source, answer_of(&s->core, l->seat).target,
                      answer_of(&s->core, l->seat).option, because(DES_953));
    }
    if (!(l->flags & LINK_SPECIAL) && !is_stopped(t, l) &&
        acts_when_activated(t, l->ability, l->flags & LINK_TRIGGER)) {
        begin_link(t);
        call_text(s);
        FLOW_PAUSE(f, RESOLVE_DONE);
    }
    end_link(t, l);
    FLOW_END(f);
}
