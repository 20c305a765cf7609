// What a text chooses: which cards and zones may be chosen (VOI-437, VOI-439), and what is left of
// them when it is carried out.
#include "games/voidbreakers/verbs.h"

#include <string.h>

static unsigned picks_of_slot(const struct link *w, unsigned slot)
{
    unsigned count = 0;
    for (unsigned i = 0; i < w->named_count; i++) count += w->named[i].slot == slot;
    return count;
}

// VOI-R104
card_id card_by_name(const struct table *t, seat_id seat, def_id def)
{
    const struct voidbreakers_state *s    = state_at(t);
    def_id                           self = book_of(t)->faces[def].self;
    EACH_IN_ARENA(c, s)
        if (owner_of(s, c) == seat && face_of(t, c)->self == self) return c;
    return NO_CARD;
}

// The name that things are told by, or NO_DEF.
def_id name_in(const struct table *t, unsigned things)
{
    const struct meaning *m = t->pool->meaning;
    const struct things  *x = &m->things[things];
    for (unsigned i = 0; i < x->test_count; i++) {
        const struct test *test = &m->test[x->test_first + i];
        if (test->row == TEST_NAMED && !(test->flags & TEST_STAT)) return named_by(t, test);
    }
    return NO_DEF;
}

static unsigned count_kinds_in(const struct table *t, zone_id zone, seat_id seat, unsigned kinds)
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    if (!is_arena(zone)) return 0;
    EACH_CARD(c, s, zone)
        count += owner_of(s, c) == seat && !is_dead(s, c) && kinds >> face_of(t, c)->kind & 1;
    return count;
}

// ---- cards

// Occupied zones in which a target of an announcement can be, bit per zone; the target itself is
// not looked at.
unsigned zones_reached(const struct table *t, const struct link *w, const struct need *need)
{
    unsigned places = t->pool->meaning->things[need->want->things].places & PLACES_ARENA;
    unsigned some   = state_at(t)->occupied;
    zone_id  base   = base_of(t, w);
    if (places == PLACES_ARENA || !places) return some;
    unsigned most = 31u - (unsigned)__builtin_clz(places), least = (unsigned)__builtin_ctz(places);
    some &= zones_within(t, base, most);
    return least ? some & ~zones_within(t, base, least - 1) : some;
}

static bool is_picked(const struct link *w, card_id card)
{
    for (unsigned i = 0; i < w->named_count; i++)
        if (w->named[i].thing == card) return true;
    return false;
}

static bool may_salvage(const struct table *t, const struct link *w, const struct things *x,
                        unsigned card)
{
    const struct scope k = scope_of(t, w);
    return is_card(state_at(t), card) && is_meant(&k, x, (card_id)card);
}

static bool is_thrown_from_here(const struct table *t, const struct link *w, card_id card)
{
    return card != w->user && place_of(t, w, card) == base_of(t, w);
}

// chosen_now: at the announcement or for a trigger; else when its link resolves (VOI-512, VOI-513).
bool may_target(const struct table *t, const struct link *w, const struct need *need, card_id card,
                bool chosen_now)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct things             *x = &t->pool->meaning->things[need->want->things];
    const struct scope               k = scope_of(t, w);
    if (takes_from_void(need->want->verb)) return may_salvage(t, w, x, card);
    if (!is_card(s, card) || !is_arena(zone_of_card(s, card)) || !is_meant(&k, x, card))
        return false;
    if (need->want->verb == VERB_THROW && !is_thrown_from_here(t, w, card)) return false;
    if (!chosen_now) return true;
    return !(owner_of(s, card) != w->seat && is_hidden(t, card)) && !is_picked(w, card);
}

// The first of its words that a card does not fit.
static rule_id why_not_meant(const struct table *t, const struct link *w, const struct things *x,
                             card_id card)
{
    const struct scope k    = scope_of(t, w);
    struct facts       f    = t->pool->meaning->lang->facts_of(&k, card);
    bool               dead = is_dead(state_at(t), card);
    if (dead != (x->has >> FACT_DEAD & 1)) return dead ? VOI_634 : VOI_010;
    if (!(x->sides & f.side)) return VOI_011;
    if (!(x->kinds & f.kind) || (f.bits & x->has) != x->has || !fits_tests(&k, x, card))
        return VOI_010;
    return x->flags & THINGS_OTHER && card == w->user ? VOI_011 : 0;
}

rule_id why_not_target(const struct table *t, const struct link *w, const struct need *need,
                       unsigned id, bool chosen_now)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct things             *x    = &t->pool->meaning->things[need->want->things];
    card_id                          card = (card_id)id;
    if (is_card(s, id) && may_target(t, w, need, card, chosen_now)) return 0;
    if (takes_from_void(need->want->verb)) return VOI_817;
    if (!is_card(s, id) || !is_arena(zone_of_card(s, card))) return VOI_009;
    rule_id no = why_not_meant(t, w, x, card);
    if (no) return no;
    if (need->want->verb == VERB_THROW && !is_thrown_from_here(t, w, card)) return VOI_712;
    const struct scope k = scope_of(t, w);
    if (!is_meant(&k, x, card)) return VOI_437;
    return is_picked(w, card) ? VOI_439 : has(s, card, CLOAKED) ? VOI_853 : VOI_006;
}

// ---- zones

static int steps_of(const struct table *t, const struct link *w, const struct want *want)
{
    const struct step *s = &t->pool->meaning->step[want->step];
    const struct scope k = scope_of(t, w);
    return s->amount ? amount_of(&k, s->amount) : 1;
}

// "To a zone with a friendly fighter" and the like.
static bool has_company(const struct table *t, const struct link *w, const struct step *s,
                        zone_id zone)
{
    enum { ALL = 0x3F, NO_FIGHTER = ALL & ~BIT(KIND_FIGHTER) };
    seat_id enemy = other_player(w->seat);
    if (says(s, WORD_FRIEND)) return count_kinds_in(t, zone, w->seat, ALL);
    if (says(s, WORD_FRIENDLY_FIGHTER)) return count_kinds_in(t, zone, w->seat, BIT(KIND_FIGHTER));
    if (says(s, WORD_FRIENDLY_MINION)) return count_kinds_in(t, zone, w->seat, NO_FIGHTER);
    if (says(s, WORD_ENEMY)) return count_kinds_in(t, zone, enemy, ALL);
    if (says(s, WORD_ENEMY_FIGHTER)) return count_kinds_in(t, zone, enemy, BIT(KIND_FIGHTER));
    if (says(s, WORD_ENEMY_MINION)) return count_kinds_in(t, zone, enemy, NO_FIGHTER);
    return !says(s, WORD_NO_ENEMY) || !count_kinds_in(t, zone, enemy, ALL);
}

static rule_id why_not_teleport(const struct table *t, const struct link *w,
                                const struct need *need, zone_id zone)
{
    const struct step *s = &t->pool->meaning->step[need->want->step];
    if (zone == zone_of_card(state_at(t), need->card)) return VOI_711;
    if (s->amount && (int)distance(t, base_of(t, w), zone) > steps_of(t, w, need->want))
        return VOI_711;
    return has_company(t, w, s, zone) ? 0 : VOI_711;
}

// A Minion card: VOI-442, VOI-443
static rule_id why_not_room(const struct table *t, const struct link *w, zone_id zone)
{
    unsigned range = w->ability == NO_ABILITY ? 0 : ability_at(t, w->ability)->range;
    if (range != RANGE_UNLIMITED && distance(t, base_of(t, w), zone) > range) return VOI_442;
    return is_full(state_at(t), zone) ? VOI_443 : 0;
}

rule_id why_not_zone(const struct table *t, const struct link *w, const struct need *need,
                     unsigned id)
{
    const struct voidbreakers_state *s    = state_at(t);
    zone_id                          zone = (zone_id)id;
    unsigned                         far;
    if (id >= ARENA_ZONES || !arena_has(t, zone)) return VOI_701;
    if (!need->want) return why_not_room(t, w, zone);
    switch (need->want->goes ? need->want->verb : VERB_COUNT) {
    case VERB_MOVE:
        if (!is_adjacent(t, zone_of_card(s, need->card), zone)) return VOI_421;
        return is_full(s, zone) ? VOI_705 : 0;
    case VERB_LEAP:
        far = distance(t, zone_of_card(s, need->card), zone);
        return far >= 1 && (int)far <= steps_of(t, w, need->want) ? 0 : VOI_710;
    case VERB_THROW:
        far = distance(t, base_of(t, w), zone);
        return far >= 1 && (int)far <= steps_of(t, w, need->want) ? 0 : VOI_712;
    case VERB_TELEPORT: return why_not_teleport(t, w, need, zone);
    default: break;
    }
    if (need->want->verb == VERB_DEPLOY && is_full(s, zone)) return VOI_717;
    far = distance(t, base_of(t, w), zone);
    return need->want->places >> (far < 6 ? far : 6) & 1 ? 0 : VOI_437;
}

// ---- what is still to be chosen

bool cannot_go(const struct table *t, unsigned verb, card_id card)
{
    if (verb != VERB_MOVE && verb != VERB_LEAP) return false; // what others do to it: VOI-446
    return cannot(t, card, verb == VERB_MOVE ? DEED_MOVE : DEED_LEAP);
}

static card_id subject_of(const struct table *t, const struct link *w, const struct want *x)
{
    const struct scope k     = scope_of(t, w);
    uint16_t           first = things_first(&k, x->things);
    return first == NO_THING ? (card_id)NO_CARD : first;
}

static struct need need_of(const struct table *t, const struct link *w, const struct want *x)
{
    struct need need   = { .kind = NEED_NOTHING, .slot = x->slot, .want = x, .card = NO_CARD };
    unsigned    picked = picks_of_slot(w, x->slot);
    for (unsigned i = 0; x->goes && i < w->named_count; i++) // a target without its destination
        if (w->named[i].slot == x->slot && w->named[i].own == NO_ZONE &&
            !cannot_go(t, x->verb, w->named[i].thing))
            return need.kind = NEED_ZONE, need.card = w->named[i].thing, need;
    if (w->settled >> x->slot & 1) return need;
    if (x->chosen == CHOSEN_CARD) {
        if (picked >= x->most || w->named_count == NAMED_MAX) return need;
        return need.kind = NEED_TARGET, need.optional = x->optional, need;
    }
    if (x->chosen == CHOSEN_ZONE) return need.kind = picked ? NEED_NOTHING : NEED_ZONE, need;
    if (x->goes && !picked) {
        need.card = subject_of(t, w, x);
        if (is_living(state_at(t), need.card) && !cannot_go(t, x->verb, need.card))
            need.kind = NEED_ZONE;
    }
    return need;
}

static bool needs_zone_for_minion(const struct table *t, const struct link *w)
{
    return w->kind == WORK_CARD && face_of(t, w->card)->kind == KIND_MINION && w->to == NO_ZONE;
}

static bool is_wanted(const struct link *w, const struct want *x)
{
    return x->later == w->only && (w->only || !x->mode || x->mode == w->mode);
}

struct need next_need(const struct table *t, const struct link *w)
{
    if (needs_zone_for_minion(t, w)) return (struct need){ .kind = NEED_ZONE, .card = w->card };
    if (w->ability == NO_ABILITY) return (struct need){ .kind = NEED_NOTHING };
    const struct ability *a = ability_at(t, w->ability);
    for (unsigned i = 0; i < a->want_count; i++) {
        const struct want *x = &book_of(t)->wants[a->want_first + i];
        if (!is_wanted(w, x)) continue;
        struct need need = need_of(t, w, x);
        if (need.kind != NEED_NOTHING) return need;
    }
    return (struct need){ .kind = NEED_NOTHING };
}

static void add_name(struct link *w, card_id card, unsigned slot, zone_id zone)
{
    if (w->named_count == NAMED_MAX) return;
    w->named[w->named_count++] = (struct named){ .thing = card,
                                                 .slot  = (uint8_t)slot,
                                                 .own   = zone };
}

void add_target(struct link *w, const struct need *need, card_id card)
{
    add_name(w, card, need->slot, NO_ZONE);
}

void add_zone(struct link *w, const struct need *need, zone_id zone)
{
    if (!need->want) {
        w->to = zone;
        return;
    }
    for (unsigned i = 0; i < w->named_count; i++)
        if (w->named[i].slot == need->slot && w->named[i].own == NO_ZONE &&
            w->named[i].thing == need->card) {
            w->named[i].own = zone;
            return;
        }
    if (w->named_count == NAMED_MAX) return;
    add_name(w, need->card, need->slot, zone);
    w->settled = (uint16_t)(w->settled | BIT(need->slot));
}

zone_id picked_zone(const struct link *w, unsigned slot, card_id card)
{
    for (unsigned i = 0; i < w->named_count; i++)
        if (w->named[i].slot == slot && w->named[i].thing == card) return w->named[i].own;
    return NO_ZONE;
}

// ---- when it resolves

const struct want *want_of_slot(const struct table *t, const struct link *w, unsigned slot)
{
    const struct ability *a = ability_at(t, w->ability);
    for (unsigned i = 0; i < a->want_count; i++)
        if (book_of(t)->wants[a->want_first + i].slot == slot)
            return &book_of(t)->wants[a->want_first + i];
    return NULL;
}

// Is this choice no longer legal?
static bool is_left_out(const struct table *t, const struct link *w, const struct named *n)
{
    const struct want *x = want_of_slot(t, w, n->slot);
    if (!x) return false;
    struct need need = { .slot = n->slot, .want = x, .card = n->thing };
    if (x->chosen == CHOSEN_CARD && !may_target(t, w, &need, n->thing, false)) return true;
    return n->own != NO_ZONE && why_not_zone(t, w, &need, n->own) != 0;
}

// VOI-511, VOI-512, VOI-517: what is not legal any more is left out; true if nothing is left.
bool leave_out(const struct table *t, struct link *w)
{
    struct link left = *w;
    if (!is_living(state_at(t), w->user)) return true;
    if (!w->named_count) return false;
    left.named_count = 0;
    memset(left.named, 0, sizeof left.named);
    for (unsigned i = 0; i < w->named_count; i++)
        if (!is_left_out(t, w, &w->named[i])) left.named[left.named_count++] = w->named[i];
    *w = left;
    return w->named_count == 0;
}
