// verbs.c - section 6: what each verb of card text does, but for what lasts (lasting.c).
#include "engine/chance.h"
#include "games/despaira/rules.h"

enum { COUNTERS_ALL = 255 };

// ---- verbs on one thing

// DES-891. Without a number a Burn is one of 100.
static void afflict(struct table *t, card_id card, const struct step *step, int amount)
{
    struct despaira_state *s      = state_of(t);
    unsigned               which  = (unsigned)(step->arg[0] - WORD_AFFLICTION);
    struct body           *b      = body_of(s, card);
    int                    length = lasting_span(t, step);
    if (!b || !is_creature(t, card)) return;       // DES-898
    if (cannot(t, card, NOT_GET_STATUSES)) return; // DES-862
    if (which == BURN) {
        int burn = step->amount ? amount / 50 : 2;
        if (burn > b->burn || b->status[BURN] == 0) b->burn = (uint8_t)burn;
    }
    if (length > b->status[which]) b->status[which] = (uint8_t)length;
    field_changed(s);
    happened(t, EVENT_BURNED + which, controller_of(s, card), card, NO_CARD, length,
             cause_now(t, step));
}

static void cure(struct table *t, card_id card, const struct step *step)
{
    struct body *b   = body_of(state_of(t), card);
    bool         all = step->arg[0] == WORD_ALL_STATUSES;
    if (!b) return;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (all || step->arg[0] == (int)(WORD_AFFLICTION + i)) b->status[i] = 0;
    if (!b->status[BURN]) b->burn = 0;
    field_changed(state_of(t));
    happened(t, EVENT_CURED, NO_SEAT, card, NO_CARD, 0, cause_now(t, step));
}

static void equip(struct table *t, card_id host, const struct step *step)
{
    struct despaira_state *s  = state_of(t);
    card_id                me = link_now(s)->source;
    struct body           *b  = body_of(s, me);
    if (!b || b->stamp != link_now(s)->stamp || !is_creature(t, host) || !is_up(s, host)) return;
    // DES-R128: else a card could hang on itself, and so be nowhere.
    if (me == host || is_leader(t, me)) return;
    if (!body_at(s, host) || body_at(s, host)->host != NO_CARD) return;
    b->host = host;
    field_changed(s);
    b->flags |= BODY_EQUIPPED;
    b->flags &= (uint16_t) ~(BODY_LOCKED | BODY_JUST_LOCKED);
    card_move(&s->core, me, zone_for(card_at(&s->core, me)->owner, ZONE_ATTACHED), BOTTOM);
    happened(t, EVENT_EQUIPPED, b->controller, me, host, 0, cause_now(t, step));
    did(t, IS_EQUIPPED, b->controller, host, me, tile_of(s, host), 0);
}

static void attach_card(struct table *t, card_id card, card_id host, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || !is_creature(t, card) || card == host || !body_at(s, host)) return;
    if (body_at(s, host)->host != NO_CARD) return; // it is off its tile, next to nobody (DES-828)
    if (distance(tile_of(s, card), tile_of(s, host)) > 1) return; // DES-827
    if (body_at(s, host)->detached_turn == s->turn) return;       // DES-830
    turn_up(t, card, false, cause_now(t, step));
    b->host          = host;
    b->attached_turn = s->turn;
    field_changed(s);
    card_move(&s->core, card, zone_for(card_at(&s->core, card)->owner, ZONE_ATTACHED), BOTTOM);
    happened(t, EVENT_ATTACHED, link_now(s)->seat, card, host, 0, cause_now(t, step));
}

void note_detached(struct despaira_state *s, card_id host) // DES-830
{
    if (body_of(s, host)) body_of(s, host)->detached_turn = (uint8_t)s->turn;
}

bool may_detach_to(const struct table *t, card_id card, unsigned tile)
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    return b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED) && tile < TILES &&
           occupant(s, tile) == NO_CARD && distance(tile, tile_of(s, b->host)) == 1;
}

void detach_to(struct table *t, card_id card, unsigned tile, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    note_detached(s, body_at(s, card)->host);
    body_of(s, card)->host = NO_CARD;
    enter_tile(t, card, tile);
    happened(t, EVENT_DETACHED, link_now(s)->seat, card, NO_CARD, 0, cause_now(t, step));
}

static void put_named_counters(struct table *t, uint16_t thing, const struct step *step, int count)
{
    struct despaira_state *s    = state_of(t);
    unsigned               name = step->name - 1u;
    unsigned               had  = counters_on(s, thing, name);
    if (!is_thing_tile(thing) && !body_at(s, thing)) return;
    if (count < -(int)had) count = -(int)had;
    put_counters(s, thing, name, count);
    if (counters_on(s, thing, name) == had) return;
    card_id card = is_thing_tile(thing) ? (card_id)NO_CARD : thing;
    happened(t, EVENT_COUNTERS, NO_SEAT, card, NO_CARD, count, cause_now(t, step));
    if (card != NO_CARD)
        did(t, count > 0 ? COUNTER_PUT : COUNTER_REMOVED, link_now(s)->seat, card, NO_CARD, NO_TILE,
            count);
}

static void hurt(struct table *t, uint16_t thing, int amount, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (is_leader(t, thing)) {
        hurt_leader(t, card_at(&s->core, thing)->owner, amount, NO_CARD, cause_now(t, step));
        return;
    }
    if (!is_creature(t, thing)) return;
    turn_up(t, thing, true, because(DES_640));
    hurt_creature(t, thing, protected_damage(t, thing, amount), cause_now(t, step));
}

static void change_tile(struct table *t, uint16_t thing, const struct step *step)
{
    struct despaira_state *s    = state_of(t);
    unsigned               tile = is_thing_tile(thing) ? thing & 0xFFu : tile_of(s, thing);
    if (tile >= TILES) return;
    if (step->until || lasts_as_its_trick(t))
        lasting_change(t, step, (uint16_t)(TILE_BIT | tile), CHANGE_TILE, tile, s->tiles[tile],
                       UNTIL_END_OF_TURN);
    s->tiles[tile] = (uint8_t)step->arg[0];
    field_changed(s);
    happened(t, EVENT_TILE, link_now(s)->seat, NO_CARD, NO_CARD, (int)tile, cause_now(t, step));
    settle(t);
}

void show_to(struct table *t, card_id card, seat_set who, const struct step *step, unsigned kind)
{
    card_show(t->state, card, who);
    happened(t, kind, link_now(state_of(t))->seat, card, NO_CARD, 0, cause_now(t, step));
}

static void return_card(struct table *t, card_id card, const struct step *step)
{
    struct despaira_state *s     = state_of(t);
    unsigned               verb  = step->verb;
    seat_id                owner = card_at(&s->core, card)->owner;
    to_zone(t, card, verb == VERB_TO_HAND ? ZONE_HAND : ZONE_DECK,
            verb == VERB_TO_TOP ? TOP : BOTTOM, cause_now(t, step));
    if (verb == VERB_TO_DECK)
        shuffle(t, zone_for(owner, ZONE_DECK), STREAM_DECK + owner,
                reason_for(t, cause_now(t, step)));
}

static void take_control(struct table *t, card_id card, const struct step *step)
{
    struct despaira_state *s  = state_of(t);
    seat_id                me = link_now(s)->seat;
    struct body           *b  = body_of(s, card);
    if (!b || b->controller == me || is_leader(t, card)) return;
    if (step->until || lasts_as_its_trick(t))
        lasting_change(t, step, card, CHANGE_CONTROL, 0, b->controller, UNTIL_END_OF_TURN);
    set_control(t, card, me);
    happened(t, EVENT_CONTROL, me, card, NO_CARD, 0, cause_now(t, step));
}

static void set_mode(struct table *t, card_id card, const struct step *step)
{
    struct body *b = body_of(state_of(t), card);
    if (!b || !is_creature(t, card) || !is_up(state_of(t), card)) return;
    bool defence = step->verb == VERB_TO_DEFENCE;
    field_changed(state_of(t));
    b->flags = (uint16_t)(defence ? b->flags | BODY_DEFENCE : b->flags & ~BODY_DEFENCE);
    happened(t, defence ? EVENT_TO_DEFENCE : EVENT_TO_ATTACK, b->controller, card, NO_CARD, 0,
             cause_now(t, step));
}

static void move_away(struct table *t, card_id card, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (card_at(&s->core, card)->zone == NO_ZONE || is_leader(t, card)) return;
    switch (step->verb) {
    case VERB_DESTROY: destroy_card(t, card, cause_now(t, step)); break;
    case VERB_SACRIFICE:
        if (body_at(s, card))
            sacrifice_card(t, card, cause_now(t, step));
        else
            to_zone(t, card, ZONE_GRAVEYARD, TOP, cause_now(t, step));
        break;
    case VERB_EXILE: to_zone(t, card, ZONE_VOID, TOP, cause_now(t, step)); break;
    case VERB_ARCHIVE: to_zone(t, card, ZONE_ARCHIVE, TOP, cause_now(t, step)); break;
    default: return_card(t, card, step); break;
    }
}

static void set_again(struct table *t, card_id card, const struct step *step)
{
    struct body *b = body_of(state_of(t), card);
    if (!b) return;
    b->flags &= (uint16_t) ~(step->verb == VERB_ATTACK_AGAIN ? BODY_ATTACKED : BODY_MOVED);
    happened(t, EVENT_CHANGED, b->controller, card, NO_CARD, 0, cause_now(t, step));
}

static void flip_card(struct table *t, card_id card, const struct step *step)
{
    if (!body_at(state_of(t), card)) return;
    if (step->verb != VERB_FLIP_UP)
        turn_down(t, card, cause_now(t, step));
    else if (is_creature(t, card))
        turn_up(t, card, true, cause_now(t, step));
}

static void recharge(struct table *t, card_id card, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (!is_trick(t, card) || !is_trick_place(card_at(&s->core, card)->zone)) return;
    turn_down(t, card, cause_now(t, step));
}

static void restore_shield(struct table *t, card_id card, const struct step *step)
{
    struct body *b = body_of(state_of(t), card);
    if (!b) return;
    b->flags &= (uint16_t)~BODY_SHIELD_BROKEN;
    field_changed(state_of(t));
    happened(t, EVENT_CHANGED, b->controller, card, NO_CARD, 0, cause_now(t, step));
}

static void lose_hp(struct table *t, uint16_t thing, int amount, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    if (is_leader(t, thing)) { // no damage: nothing replaces it
        struct side *me   = &s->side[card_at(&s->core, thing)->owner];
        me->leader_damage = (int16_t)(me->leader_damage + amount);
        field_changed(s);
        happened(t, EVENT_LEADER_HURT, card_at(&s->core, thing)->owner, thing, NO_CARD, amount,
                 cause_now(t, step));
        return;
    }
    hurt(t, thing, amount, step);
}

// DES-853: counters of a Timer.
static void turn_timer(struct table *t, card_id card, int count, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || !b->timer) return;
    int timer = b->timer + count;
    b->timer  = (uint8_t)(timer < 0 ? 0 : timer > 99 ? 99 : timer);
    field_changed(s);
    happened(t, EVENT_COUNTERS, NO_SEAT, card, NO_CARD, count, cause_now(t, step));
    if (!b->timer) to_zone(t, card, ZONE_GRAVEYARD, TOP, because(DES_853));
}

// DES-859: a Timer, statuses and changes that last some turns.
static void lengthen(struct table *t, card_id card, int turns, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b) return;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (b->status[i]) b->status[i] = (uint8_t)(b->status[i] + turns);
    for (unsigned i = 0; i < s->change_count; i++) {
        struct change *c = &s->changes[i];
        if (c->until == FOR_TURNS && (c->card == card || c->source == card))
            c->turns = (uint8_t)(c->turns + turns);
    }
    happened(t, EVENT_CHANGED, link_now(s)->seat, card, NO_CARD, turns, cause_now(t, step));
    turn_timer(t, card, turns, step);
}

// "Discard it": what was chosen in a hand.
static void discard(struct table *t, card_id card, const struct step *step)
{
    unsigned zone = card_at(t->state, card)->zone;
    if (zone == zone_for(SOUTH, ZONE_HAND) || zone == zone_for(NORTH, ZONE_HAND))
        to_zone(t, card, ZONE_GRAVEYARD, TOP, cause_now(t, step));
}

// ---- verbs of links and of whole zones

static struct link *named_link(struct table *t)
{
    struct despaira_state *s = state_of(t);
    struct link           *l = link_now(s);
    if (!l->named_link || l->named_link > s->link_count) return NULL;
    struct link *other = &s->links[l->named_link - 1];
    return other->flags & LINK_RESOLVED ? NULL : other;
}

static void negate(struct table *t, const struct step *step)
{
    struct despaira_state *s     = state_of(t);
    struct link           *l     = link_now(s);
    struct link           *other = named_link(t);
    if (!other) return;
    other->flags |= LINK_NEGATED;
    happened(t, EVENT_NEGATED, l->seat, other->source, NO_CARD, l->named_link, cause_now(t, step));
}

// DES-847, DES-R129: the named link does what is quoted instead, when its turn comes.
static void substitute(struct table *t, const struct step *step)
{
    struct despaira_state *s     = state_of(t);
    struct link           *other = named_link(t);
    if (!other) return;
    if (other->ability != NO_ABILITY && ability_at(t, other->ability)->kind == ABILITY_OF_TRICK)
        other->flags &= (uint8_t)~LINK_TRICK; // the trick lay there before, and stays
    other->ability = quoted_by_step(t, step);
    memset(other->target, 0, sizeof other->target);
    memset(other->path, 0, sizeof other->path);
    other->target_count = other->path_count = 0;
    other->named_link                       = SUBSTITUTED;
    other->flags &= (uint8_t)~LINK_SPECIAL;
    happened(t, EVENT_SUBSTITUTED, link_now(s)->seat, other->source, NO_CARD,
             (int)(other - s->links) + 1, cause_now(t, step));
}

// DES-844: the named ability misses what the player controls, unless it is Unavoidable.
static void make_miss(struct table *t, const struct step *step)
{
    enum { MISSED = 0xFFFF };
    struct despaira_state *s     = state_of(t);
    struct link           *l     = link_now(s);
    struct link           *other = named_link(t);
    if (!other || is_unavoidable(t, other)) return;
    for (unsigned i = 0; i < other->target_count; i++) {
        struct target *g = &other->target[i];
        if (is_thing_tile(g->what) || controller_of(s, g->what) != l->seat) continue;
        g->stamp = MISSED;
        happened(t, EVENT_EVADED, l->seat, g->what, NO_CARD, 0, cause_now(t, step));
    }
}

static void keep_name(struct table *t, const struct step *step, uint16_t thing)
{
    const struct things *x = &t->pool->meaning->things[step->things];
    if (step->things && x->how == HOW_MADE) name_thing(state_of(t), x->slot, thing);
}

static int draw(struct table *t, const struct step *step, seat_id who, int count)
{
    const struct core *c    = t->state;
    zone_id            hand = zone_for(who, ZONE_HAND);
    int                had = (int)zone_size(c, hand), nth = 0;
    draw_cards(t, who, (unsigned)(count > 0 ? count : 0), cause_now(t, step));
    EACH_IN_ZONE(card, c, hand)
        if (nth++ >= had) keep_name(t, step, card);
    did(t, DRAWS, who, link_now(state_of(t))->source, NO_CARD, NO_TILE, count);
    return (int)zone_size(c, hand) - had;
}

static int mill(struct table *t, const struct step *step, seat_id who, int count)
{
    zone_id deck = zone_for(who, ZONE_DECK);
    int     done = 0;
    for (; done < count && zone_size(t->state, deck); done++) {
        card_id card = zone_top(t->state, deck);
        to_zone(t, card, ZONE_GRAVEYARD, TOP, cause_now(t, step));
        keep_name(t, step, card);
    }
    return done;
}

static int steal_crystals(struct table *t, const struct step *step, seat_id me, int amount)
{
    int theirs = state_of(t)->side[other_seat(me)].inventory;
    if (amount > theirs) amount = theirs;
    gain_crystals(t, other_seat(me), -amount, cause_now(t, step));
    gain_crystals(t, me, amount, cause_now(t, step));
    return amount;
}

static void gain_points(struct table *t, const struct step *step, seat_id me, int amount)
{
    struct despaira_state *s = state_of(t);
    if (s->turn_seat != me) return; // DES-333
    int sum = s->side[me].spawn_points + amount;
    if (sum > SPAWN_POINTS) sum = SPAWN_POINTS;
    s->side[me].spawn_points = (uint8_t)sum;
    happened(t, EVENT_POINTS, me, NO_CARD, NO_CARD, sum, cause_now(t, step));
}

static void take_found(struct table *t, card_id card, const struct step *step)
{
    struct despaira_state *s = state_of(t);
    const struct things   *x = &t->pool->meaning->things[step->things];
    bool plain               = x->kinds == BIT(IS_CARD) && !x->has && !x->test_count; // "a card"
    if (!plain) show_to(t, card, EVERYBODY, step, EVENT_REVEALED);
    to_zone(t, card, ZONE_HAND, BOTTOM, cause_now(t, step));
    if (!plain) card_hide(&s->core, card, (seat_set)BIT(link_now(s)->seat));
}

static void win_by_text(struct table *t, const struct step *step, seat_id who)
{
    struct despaira_state *s = state_of(t);
    s->side[who].wins        = 1;
    happened(t, EVENT_WINS, who, link_now(s)->source, NO_CARD, 0, cause_now(t, step));
}

static void swap(struct table *t, const struct step *step, uint16_t first, uint16_t second)
{
    struct scope k = { t, t->pool->meaning, &state_at(t)->work.core, 0, NO_THING, NULL };
    uint16_t     both[3];
    if (!step->to) {
        if (things_list(&k, step->things, both, 3) != 2) return;
        first = both[0], second = both[1];
    }
    if (!is_thing_tile(first) && !is_thing_tile(second)) swap_cards(t, first, second, step);
}

// ---- showing hidden cards

// Does the player only look, or are cards revealed to all?
static bool is_look(const struct step *step)
{
    return step->verb == VERB_LOOK || step->verb == VERB_LOOK_AT_HAND ||
           step->verb == VERB_LOOK_AT_TOP;
}

// The cards that a step shows: its things, a hand, or the top of a deck.
static unsigned cards_shown(const struct table *t, const struct work *w, const struct step *step,
                            const struct aim *aim, uint16_t out[MEANT_MAX])
{
    struct scope k     = { t, t->pool->meaning, w, w->seat, NO_THING, NULL };
    bool         hand  = step->verb == VERB_LOOK_AT_HAND || step->verb == VERB_REVEAL_HAND;
    unsigned     count = 0, most = hand ? MEANT_MAX : aim->amount > 0 ? (unsigned)aim->amount : 0;
    seat_id      who = step->set & set_bit(WORD_THEIRS) ? other_seat(aim->who) : aim->who;
    if (step->verb == VERB_LOOK || step->verb == VERB_REVEAL)
        return (unsigned)things_list(&k, step->things, out, MEANT_MAX);
    EACH_IN_ZONE(card, t->state, zone_for(who, hand ? ZONE_HAND : ZONE_DECK))
        if (count < most && count < MEANT_MAX) out[count++] = card;
    return count;
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
static uint16_t show_hidden(struct table *t, struct work *w, const struct step *step,
                            const struct aim *aim)
{
    struct despaira_state *s = state_of(t);
    uint16_t               list[MEANT_MAX];
    unsigned               count  = cards_shown(t, w, step, aim, list);
    bool                   hidden = false;
    for (unsigned i = 0; i < count; i++) {
        if (is_thing_tile(list[i]) || !is_covered(s, list[i])) continue;
        card_show(&s->core, list[i], (seat_set)(is_look(step) ? BIT(w->seat) : EVERYBODY));
        hidden = true;
    }
    if (hidden) ask(&s->core, w->seat, QUESTION_SEEN, 0, w->card);
    return 0;
}

static uint16_t tell_shown(struct table *t, struct work *w, const struct step *step,
                           const struct aim *result)
{
    struct aim   aim  = *result;
    bool         look = is_look(step);
    struct scope k    = { t, t->pool->meaning, w, aim.who, NO_THING, NULL };
    uint16_t     list[MEANT_MAX];
    if (step->amount) aim.amount = amount_of(&k, step->amount);
    unsigned count = cards_shown(t, w, step, &aim, list);
    for (unsigned i = 0; i < count; i++) {
        if (is_thing_tile(list[i])) continue;
        show_to(t, list[i], (seat_set)(look ? BIT(w->seat) : EVERYBODY), step,
                look ? EVENT_LOOKED : EVENT_REVEALED);
        keep_name(t, step, list[i]);
    }
    return (uint16_t)count;
}

// ---- spawning and detaching: whoever carries it out says where

static void ask_where(struct table *t, uint8_t question, card_id card)
{
    struct despaira_state *s = state_of(t);
    ask(&s->core, link_now(s)->seat, question, 0, card);
    s->work.asked = 1;
}

static uint16_t begin_miracle(struct table *t, struct work *w, const struct step *step,
                              const struct aim *aim)
{
    struct despaira_state *s = state_of(t);
    if (is_thing_tile(aim->thing) || body_at(s, aim->thing)) return 0;
    if (card_at(&s->core, aim->thing)->zone == NO_ZONE) return 0;
    if (def_of(t, aim->thing)->kind != KIND_CREATURE) return 0;
    if (!any_spawn_tile(t, step, w->seat, aim->thing)) return 0;
    card_show(&s->core, aim->thing, EVERYBODY); // it comes face up (DES-410)
    ask_where(t, QUESTION_SPAWN_TILE, aim->thing);
    return 0;
}

static uint16_t begin_create(struct table *t, struct work *w, const struct step *step,
                             const struct aim *aim)
{
    (void)aim;
    if (!any_spawn_tile(t, step, w->seat, NO_CARD)) return 0;
    card_id token = make_token(t, step->name - 1u);
    if (token != NO_CARD) ask_where(t, QUESTION_SPAWN_TILE, token);
    return 0;
}

static uint16_t begin_ritual(struct table *t, struct work *w, const struct step *step,
                             const struct aim *aim)
{
    card_id card = special_named(t, w->seat, step->name - 1u);
    (void)aim;
    if (card == NO_CARD || !any_spawn_tile(t, step, w->seat, card)) return 0;
    card_show(t->state, card, EVERYBODY);
    ask_where(t, QUESTION_SPAWN_TILE, card);
    return 0;
}

static uint16_t end_spawn(struct table *t, struct work *w, const struct step *step,
                          const struct aim *aim)
{
    struct despaira_state *s     = state_of(t);
    card_id                about = s->core.question[w->seat].about;
    struct choice          c     = answer_of(&s->core, w->seat);
    (void)aim;
    if (!s->work.asked || c.kind != CHOICE_SPAWN_ON) return 0;
    s->work.asked = 0;
    miracle_spawn(t, about, c.target, c.option, cause_now(t, step));
    bool stands = body_at(s, about) != NULL;
    if (stands) keep_name(t, step, about);
    settle(t);
    return stands;
}

// Attached cards that an ability detaches: each is put where its controller says.
static uint16_t begin_detach(struct table *t, struct work *w, const struct step *step,
                             const struct aim *aim)
{
    (void)w, (void)step;
    for (unsigned tile = 0; tile < TILES && !is_thing_tile(aim->thing); tile++)
        if (may_detach_to(t, aim->thing, tile)) {
            ask_where(t, QUESTION_DETACH, aim->thing);
            return 0;
        }
    return 0;
}

static uint16_t end_detach(struct table *t, struct work *w, const struct step *step,
                           const struct aim *aim)
{
    struct despaira_state *s     = state_of(t);
    card_id                about = s->core.question[w->seat].about;
    struct choice          c     = answer_of(&s->core, w->seat);
    (void)aim;
    if (!s->work.asked || c.kind != CHOICE_TARGET_TILE) return 0;
    s->work.asked = 0;
    detach_to(t, about, c.target, step);
    return 1;
}

// ---- the verbs, by their rows. What is done to cards leaves tiles alone.

static uint16_t do_to_card(struct table *t, const struct step *step, card_id card, int amount)
{
    struct despaira_state *s    = state_of(t);
    const unsigned         zone = s->cards[card].zone;
    switch ((enum verb)step->verb) {
    case VERB_DEAL: hurt(t, card, amount, step); break;
    case VERB_DESTROY:
    case VERB_SACRIFICE:
    case VERB_EXILE:
    case VERB_ARCHIVE:
    case VERB_TO_HAND:
    case VERB_TO_DECK:
    case VERB_TO_TOP:
    case VERB_TO_BOTTOM: move_away(t, card, step); return s->cards[card].zone != zone;
    case VERB_DISCARD: discard(t, card, step); break;
    case VERB_SEARCH: take_found(t, card, step); break;
    case VERB_RESTORE: restore_hp(t, card, amount, cause_now(t, step)); break;
    case VERB_SHIELD: restore_shield(t, card, step); break;
    case VERB_MOVE: move_along(t, card, step); break;
    case VERB_MOVE_AGAIN:
    case VERB_ATTACK_AGAIN: set_again(t, card, step); break;
    case VERB_TO_ATTACK:
    case VERB_TO_DEFENCE: set_mode(t, card, step); break;
    case VERB_FLIP_UP:
    case VERB_FLIP_DOWN: flip_card(t, card, step); break;
    case VERB_TAKE_CONTROL: take_control(t, card, step); break;
    case VERB_EQUIP: equip(t, card, step); break;
    case VERB_PUT_TIMERS: turn_timer(t, card, amount, step); break;
    case VERB_REMOVE_TIMERS: turn_timer(t, card, -amount, step); break;
    case VERB_LENGTHEN: lengthen(t, card, amount, step); break;
    case VERB_RECHARGE: recharge(t, card, step); break;
    case VERB_AFFLICT: afflict(t, card, step, amount); break;
    case VERB_CURE: cure(t, card, step); break;
    case VERB_LOSE_HP: lose_hp(t, card, amount, step); break;
    default: break;
    }
    return 1;
}

static uint16_t do_card(struct table *t, struct work *w, const struct step *step,
                        const struct aim *aim)
{
    (void)w;
    return is_thing_tile(aim->thing) ? 0 : do_to_card(t, step, aim->thing, aim->amount);
}

// Tiles, counters, places.
static uint16_t do_place(struct table *t, struct work *w, const struct step *step,
                         const struct aim *aim)
{
    uint16_t thing = aim->thing;
    unsigned tile  = is_thing_tile(aim->to) ? aim->to & 0xFFu
                     : aim->to == NO_THING  ? (unsigned)NO_TILE
                                            : tile_of(state_of(t), aim->to);
    (void)w;
    switch ((enum verb)step->verb) {
    case VERB_CHANGE_TILE: change_tile(t, thing, step); break;
    case VERB_PUT_COUNTERS: put_named_counters(t, thing, step, aim->amount); break;
    case VERB_REMOVE_COUNTERS: put_named_counters(t, thing, step, -aim->amount); break;
    case VERB_REMOVE_ALL: put_named_counters(t, thing, step, -COUNTERS_ALL); break;
    case VERB_SHIFT:
        if (!is_thing_tile(thing)) shift_to(t, thing, tile, step);
        break;
    case VERB_SWAP: swap(t, step, thing, aim->to); break;
    case VERB_ATTACH:
        if (!is_thing_tile(thing) && !is_thing_tile(aim->to)) attach_card(t, thing, aim->to, step);
        break;
    default: break;
    }
    return 1;
}

static uint16_t do_link(struct table *t, struct work *w, const struct step *step,
                        const struct aim *aim)
{
    struct despaira_state *s = state_of(t);
    (void)w, (void)aim;
    switch ((enum verb)step->verb) {
    case VERB_NEGATE: negate(t, step); break;
    case VERB_MISS: make_miss(t, step); break;
    case VERB_SUBSTITUTE: substitute(t, step); break;
    case VERB_COUNTER:
        s->action.countered = 1;
        happened(t, EVENT_COUNTERED, link_now(s)->seat, s->action.card, NO_CARD, 0,
                 cause_now(t, step));
        break;
    default: break;
    }
    return 1;
}

// What a player does.
static uint16_t do_player(struct table *t, struct work *w, const struct step *step,
                          const struct aim *aim)
{
    struct despaira_state *s      = state_of(t);
    seat_id                who    = aim->who;
    int                    amount = aim->amount;
    switch ((enum verb)step->verb) {
    case VERB_DRAW: return (uint16_t)draw(t, step, who, amount);
    case VERB_MILL: return (uint16_t)mill(t, step, who, amount);
    case VERB_GAIN_CRYSTALS: gain_crystals(t, who, amount, cause_now(t, step)); break;
    case VERB_LOSE_CRYSTALS: gain_crystals(t, who, -amount, cause_now(t, step)); break;
    case VERB_STEAL_CRYSTALS: return (uint16_t)steal_crystals(t, step, who, amount);
    case VERB_GAIN_POINTS: gain_points(t, step, who, amount); break;
    case VERB_ROLL:
        s->work.die = (uint8_t)roll(t, 6, w->seat, reason_for(t, cause_now(t, step)));
        break;
    case VERB_TOSS:
        s->work.coin = flip(t, w->seat, reason_for(t, cause_now(t, step))) ? COIN_HEADS
                                                                           : COIN_TAILS;
        break;
    case VERB_WIN: win_by_text(t, step, who); break;
    case VERB_NO_SURPLUS:
        lasting_change(t, step, NO_CARD, CHANGE_SURPLUS, 0, 0, UNTIL_END_OF_TURN);
        break;
    default: break; // what was chosen, paid or noted when the ability was activated
    }
    return (uint16_t)(amount > 0 ? amount : 1);
}

enum { TARGETS = VERB_IS_FIRST }; // DES-842: what it picks is named on activation

#define ROW(verb, said_, way_, deed_, types_, flags_)                                              \
    [VERB_##verb] = { .name     = #verb,                                                           \
                      .said     = said_,                                                           \
                      .types    = types_,                                                          \
                      .way      = way_,                                                            \
                      .flags    = flags_,                                                          \
                      .deed     = deed_,                                                           \
                      .question = QUESTION_CHOOSE,                                                 \
                      .pick     = CHOICE_TARGET }
#define CARD(verb, said, flags) ROW(verb, said, TO_EACH, do_card, TYPE_CARD, flags)
#define CHANGE(verb, said, flags) ROW(verb, said, TO_EACH, lasting_deed, TYPE_CARD, flags)
#define PLACE(verb, said, flags) ROW(verb, said, TO_EACH, do_place, TYPE_CARD | TYPE_PLACE, flags)
#define LINK(verb, said) ROW(verb, said, ONCE, do_link, TYPE_LINK, 0)
#define PLAYER(verb, said) ROW(verb, said, ONCE, do_player, 0xFF, 0)
#define SHOWS(verb_, said_)                                                                        \
    [VERB_##verb_] = { .name     = #verb_,                                                         \
                       .said     = said_,                                                          \
                       .types    = TYPE_CARD,                                                      \
                       .way      = CALLS_ONCE,                                                     \
                       .deed     = show_hidden,                                                    \
                       .result   = tell_shown,                                                     \
                       .question = QUESTION_CHOOSE,                                                \
                       .pick     = CHOICE_TARGET }
#define ASKS(verb_, said_, way_, begin, end, flags_)                                               \
    [VERB_##verb_] = { .name     = #verb_,                                                         \
                       .said     = said_,                                                          \
                       .types    = TYPE_CARD,                                                      \
                       .way      = way_,                                                           \
                       .flags    = flags_,                                                         \
                       .deed     = begin,                                                          \
                       .result   = end,                                                            \
                       .question = QUESTION_CHOOSE,                                                \
                       .pick     = CHOICE_TARGET }
// clang-format off
const struct verb_row despaira_verbs[VERB_COUNT + 1] = {
    PLAYER(PAY, "pay {amount} Magic Crystals, when it is activated"),
    ROW(SELECT, "named on activation: {things} {set}", ONCE, do_player, TYPE_CARD | TYPE_PLACE, 0),
    ROW(CHOOSE, "choose {things}", ONCE, do_player, TYPE_CARD | TYPE_PLACE, TARGETS),
    ROW(NAME_LINK, "named on activation: {things} {set}", ONCE, do_player, TYPE_LINK, 0),
    LINK(NEGATE, "negate {things}"),
    ROW(COUNTER, "counter {arg}", ONCE, do_link, 0, 0),
    LINK(MISS, "{things} misses what you control"),
    LINK(SUBSTITUTE, "{things} becomes what stands in quotes"),
    CARD(DEAL, "deal {amount} damage {set} to {things}", TARGETS),
    PLAYER(DO_NOT_MISS, "its targets cannot evade"),
    CARD(DESTROY, "destroy {things}", TARGETS),
    CARD(SACRIFICE, "sacrifice {things}", 0),
    CARD(EXILE, "exile {things}", TARGETS),
    CARD(ARCHIVE, "archive {things}", TARGETS),
    CARD(TO_HAND, "return {things} to the hand", TARGETS),
    CARD(TO_DECK, "shuffle {things} into the deck", TARGETS),
    CARD(TO_TOP, "put {things} on top of the deck", TARGETS),
    CARD(TO_BOTTOM, "put {things} under the deck", TARGETS),
    PLAYER(DRAW, "draw {amount} cards"),
    [VERB_DISCARD] = { "DISCARD", "discard {things}", .types = TYPE_CARD, .way = TO_EACH,
                       .deed = do_card, .question = QUESTION_DISCARD, .pick = CHOICE_TARGET },
    PLAYER(MILL, "put the top {amount} cards of the deck into the graveyard"),
    [VERB_SEARCH] = { "SEARCH", "search for {things}, to your hand", .types = TYPE_CARD,
                      .way = TO_EACH, .deed = do_card, .question = QUESTION_SEARCH,
                      .pick = CHOICE_TARGET },
    SHOWS(REVEAL, "reveal {things}"),
    SHOWS(LOOK, "look at {things}"),
    SHOWS(LOOK_AT_HAND, "look at the hand of your opponent"),
    SHOWS(REVEAL_HAND, "reveal the hand {set}"),
    SHOWS(REVEAL_TOP, "reveal the top {amount} cards of the deck {set}"),
    SHOWS(LOOK_AT_TOP, "look at the top {amount} cards of the deck {set}"),
    PLAYER(GAIN_CRYSTALS, "gain {amount} Magic Crystals"),
    PLAYER(LOSE_CRYSTALS, "lose {amount} Magic Crystals"),
    PLAYER(STEAL_CRYSTALS, "steal {amount} Magic Crystals"),
    PLAYER(GAIN_POINTS, "gain {amount} Spawn Points"),
    ASKS(MIRACLE, "Miracle Spawn {things} {set}", CALLS, begin_miracle, end_spawn, 0),
    ASKS(RITUAL, "perform the Ritual of that name", CALLS_ONCE, begin_ritual, end_spawn, 0),
    ASKS(CREATE, "create {amount} tokens of that name {set}", CALLS_ONCE, begin_create, end_spawn,
         VERB_REPEATS),
    CARD(RESTORE, "restore {amount} HP to {things}", TARGETS),
    CARD(SHIELD, "restore the shield of {things}", TARGETS),
    CHANGE(BOOST, "boost {set} of {things} by {amount} {until}", TARGETS),
    CHANGE(NERF, "nerf {set} of {things} by {amount} {until}", TARGETS),
    CHANGE(INCREASE, "increase {set} of {things} by {amount}", TARGETS),
    CHANGE(DECREASE, "decrease {set} of {things} by {amount}", TARGETS),
    CHANGE(BECOME, "{set} of {things} becomes {amount} {until}", TARGETS),
    CHANGE(GAIN_STAT, "{things} gains {set} {amount} {until}", TARGETS),
    CHANGE(GAIN, "{things} gains what stands in quotes {until}", TARGETS),
    CARD(MOVE, "move {things} {amount} tiles", 0),
    ROW(SHIFT, "shift {things} to {to}", ONCE, do_place, TYPE_CARD, 0),
    ROW(SWAP, "swap {things} {to}", ONCE, do_place, TYPE_CARD, 0),
    CARD(MOVE_AGAIN, "{things} may move again", TARGETS),
    CARD(ATTACK_AGAIN, "{things} may attack again", TARGETS),
    CARD(TO_ATTACK, "switch {things} to Attack Mode", TARGETS),
    CARD(TO_DEFENCE, "switch {things} to Defence Mode", TARGETS),
    CARD(FLIP_UP, "flip {things} face up", TARGETS),
    CARD(FLIP_DOWN, "flip {things} face down", TARGETS),
    CARD(TAKE_CONTROL, "take control of {things} {until}", TARGETS),
    PLACE(CHANGE_TILE, "change {things} to {arg} {until}", 0),
    CARD(EQUIP, "equip this card to {things}", 0),
    ROW(ATTACH, "attach {things} to {to}", TO_EACH, do_place, TYPE_CARD, 0),
    ASKS(DETACH, "detach {things}", CALLS, begin_detach, end_detach, 0),
    PLACE(PUT_COUNTERS, "put {amount} such counters on {things}", TARGETS),
    CARD(PUT_TIMERS, "put {amount} timer counters on {things}", 0),
    CARD(REMOVE_TIMERS, "remove {amount} timer counters from {things}", 0),
    CARD(LENGTHEN, "lengthen the effects on {things} by {amount} turns", 0),
    CHANGE(WIDEN, "widen {things} by {amount} tiles {until}", 0),
    CHANGE(IGNORE, "ignore all changes of stats of {things} {until}", 0),
    PLACE(REMOVE_COUNTERS, "remove {amount} such counters from {things}", TARGETS),
    PLACE(REMOVE_ALL, "remove all such counters from {things}", TARGETS),
    CHANGE(PREVENT, "prevent the next {amount} damage to {things} {until}", TARGETS),
    CHANGE(PREVENT_ALL, "prevent all damage to {things} {until}", 0),
    CHANGE(SHELTER, "prevent statuses on {things} {until}", 0),
    CHANGE(HALVE, "halve the damage dealt to {things} {until}", TARGETS),
    PLAYER(NO_SURPLUS, "no surplus damage is dealt {until}"),
    CARD(RECHARGE, "recharge {things}", 0),
    PLAYER(ROLL, "roll a die"),
    PLAYER(TOSS, "toss a coin"),
    PLAYER(WIN, "win the game"),
    CARD(AFFLICT, "{arg} {amount} on {things} {until}", TARGETS),
    CARD(CURE, "remove {arg} from {things}", TARGETS),
    CARD(LOSE_HP, "{things} loses {amount} HP", 0),
    CHANGE(ARE_BOOSTED, "{things} is boosted by {amount} {set}", VERB_STANDS),
    CHANGE(ARE_NERFED, "{things} is nerfed by {amount} {set}", VERB_STANDS),
    CHANGE(HAVE, "{things} has what stands in quotes", VERB_STANDS),
    CHANGE(REACH, "{things} may attack from {amount} tiles away {until}", VERB_STANDS),
    CHANGE(FEED, "{things} may be sacrificed", VERB_STANDS),
    CHANGE(CANNOT, "{things} cannot {set} {until}", VERB_STANDS | TARGETS),
    CHANGE(DEAL_MORE, "{things} deals {amount} more damage {until}", VERB_STANDS),
    CHANGE(TAKE_LESS, "{things} takes {amount} less damage {until}", VERB_STANDS),
    ROW(REMAIN, "what it boosts or nerfs stays when it is destroyed", ONCE, do_player, 0xFF,
        VERB_STANDS),
};
// clang-format on
#undef ROW
#undef CARD
#undef CHANGE
#undef PLACE
#undef LINK
#undef PLAYER
#undef SHOWS
#undef ASKS
