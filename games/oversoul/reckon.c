// reckon.c - of which cards the values are reckoned anew: of all, or only of those that changed
// without any other caring (OVE-534, OVE-535).
#include "games/oversoul/reckoning.h"

#include <string.h>

bool recount_plus(struct table *t, seat_id seat)
{
    struct oversoul_state *s                         = state(t);
    struct side           *side                      = &s->side[seat];
    uint8_t                plus[ARCHETYPE_COUNT + 1] = { 0 }; // the last: those that do not count
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b      = &s->bodies[side->board[i]];
        bool               active = b->flags & BODY_ACTIVE;
        unsigned           counts = active & is_plus_face(t, card_of_body(b));
        unsigned           set    = b->archetypes & (0u - counts);
        plus[__builtin_ctz(set | BIT(ARCHETYPE_COUNT))]++; // OVE-313; most often it has one
        for (set &= set - 1; set; set &= set - 1) plus[__builtin_ctz(set)]++; // OVE-314
    }
    if (memcmp(plus, side->plus, sizeof side->plus) == 0) return false;
    supply(s, seat, LACKS_ENERGY);
    memcpy(side->plus, plus, sizeof side->plus);
    return true;
}

// What cards off the board hold, if there still are such.
SELDOM static void gather_afar(struct table *t)
{
    struct oversoul_state *s     = state(t);
    unsigned               holds = 0;
    for (card_id c = first_afar(t, ~0u); c != NO_CARD; c = next_afar(t, ~0u, c)) {
        holds |= holds_afar(t, c);
        s->bars |= book(t)->lists[card_in(s, c)->def].afar_bars;
    }
    s->afar = holds != 0;
    s->holds |= (uint16_t)holds;
    if (holds & COST_HOLDS) supply_all(s, LACKS_ENERGY | LACKS_PLUS);
}

static void reckon_pass(struct reckoning *r)
{
    struct oversoul_state *s = state(r->t);
    s->lent_count            = 0;
    s->holds                 = 0;
    s->hears                 = 0;
    s->bars                  = 0;
    s->keywords              = 0;
    s->laws                  = 0;
    if (s->afar) gather_afar(r->t);
    reckon_own(r);
    apply_statics(r);
    end_values(r);
}

static bool has_moved(const struct reckoning *r)
{
    const struct oversoul_state *s = peek(r->t);
    for (unsigned i = 0; s->holds & HOLDS_WATCHER && i < r->count; i++)
        if (r->values[s->slot[r->list[i]]].moved) return true;
    return false;
}

// Which cards are lent a RESONATE* by quoted texts, for those who look at it before (OVE-R183).
SELDOM static bool note_resonating(struct reckoning *r)
{
    const struct oversoul_state *s = peek(r->t);
    r->resonates                   = false;
    memset(r->resonating, 0, sizeof r->resonating);
    for (unsigned i = 0; i < s->lent_count; i++) {
        unsigned slot = s->slot[s->lent[i].card];
        if (!(book(r->t)->abilities[s->lent[i].ability].laws & BIT(LAW_RESONATE))) continue;
        r->resonating[slot / 32] |= BIT(slot % 32);
        r->resonates = true;
    }
    return r->resonates;
}

// A state that looks at numbers, or at what is lent, holds exactly while they are so (OVE-754):
// again until all agree; if they never do, the order of OVE-535 stands.
SELDOM static void agree_with_states(struct reckoning *r)
{
    enum { PASSES = 4 };
    struct oversoul_state *s = state(r->t);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        struct body before[COUNT(s->bodies)];
        memcpy(before, s->bodies, sizeof before);
        r->settled = true;
        note_resonating(r);
        reckon_pass(r);
        if (memcmp(before, s->bodies, sizeof before) == 0) return;
    }
    r->settled   = false;
    r->resonates = false;
    reckon_pass(r);
}

static void reckon_once(struct table *t)
{
    struct oversoul_state *s = state(t);
    struct reckoning       r;
    r.t         = t;
    r.settled   = false;
    r.resonates = false;
    r.count     = s->active_count;
    memset(r.set, 0xFF, sizeof r.set);
    memcpy(r.list, s->active, s->active_count * sizeof r.list[0]);
    reckon_pass(&r);
    if (has_moved(&r) || (s->lent_count && note_resonating(&r))) agree_with_states(&r);
}

// A state may look at a Cost, which is less by the +cards that are Active now (OVE-313): again when
// there are others.
static void reckon_all(struct table *t)
{
    enum { PASSES = 4 };
    struct oversoul_state *s     = state(t);
    bool                   moved = true;
    for (unsigned pass = 0; moved && pass < PASSES; pass++) {
        reckon_once(t);
        moved = false;
        for (seat_id seat = 0; seat < s->core.seats; seat++) moved |= recount_plus(t, seat);
        moved = moved && s->holds & HOLDS_WATCHER;
    }
}

static bool is_single(const uint32_t *set)
{
    bool one = false;
    for (unsigned i = 0; i < (BODIES_MAX + 31) / 32; i++) {
        if (!set[i]) continue;
        if (one || set[i] & (set[i] - 1)) return false;
        one = true;
    }
    return one;
}

static void add_counters(const struct oversoul_state *s, uint32_t *set)
{
    for (unsigned i = 0; i < s->active_count; i++) {
        unsigned slot = s->slot[s->active[i]];
        if (s->bodies[slot].holds & HOLDS_COUNTER) set[slot / 32] |= BIT(slot % 32);
    }
}

// One card alone, the most common case.
static void list_single(const struct oversoul_state *s, struct reckoning *r)
{
    unsigned word = 0;
    while (!r->set[word]) word++;
    r->count   = 1;
    r->list[0] = card_of_body(&s->bodies[word * 32 + (unsigned)__builtin_ctz(r->set[word])]);
}

// What the other cards hold is gathered on the way; it may be less than before.
static void list_several(struct oversoul_state *s, struct reckoning *r)
{
    r->count = 0;
    s->holds = 0;
    s->hears = 0;
    if (s->afar) gather_afar(r->t);
    for (unsigned i = 0; i < s->active_count; i++) {
        const struct body *b = body_at(s, s->active[i]);
        if (concerns(r, s->active[i])) {
            r->list[r->count++] = s->active[i];
        } else {
            s->holds |= b->holds;
            s->hears |= b->hears;
        }
    }
}

// The cards that changed, and those who count cards if that is called for.
static void find_changed(struct oversoul_state *s, struct reckoning *r)
{
    memcpy(r->set, s->changed, sizeof r->set);
    if (s->recount) add_counters(s, r->set);
    if (is_single(r->set))
        list_single(s, r);
    else
        list_several(s, r);
}

static bool reaches_others(const struct reckoning *r)
{
    const struct oversoul_state *s = peek(r->t);
    for (unsigned i = 0; i < r->count; i++)
        if (body_at(s, r->list[i])->holds & HOLDS_OUTWARD) return true;
    return s->holds & HOLDS_WATCHER;
}

// A card that stayed Active counts as it did unless its Archetypes have changed.
static bool counts_otherwise(const struct reckoning *r, card_id c)
{
    const struct oversoul_state *s    = peek(r->t);
    unsigned                     slot = s->slot[c];
    const struct body           *b    = &s->bodies[slot];
    return (!(b->flags & BODY_ACTIVE) || b->archetypes != r->before[slot]) && is_plus_face(r->t, c);
}

static void recount_plus_of(const struct reckoning *r)
{
    for (unsigned i = 0; i < r->count; i++)
        if (counts_otherwise(r, r->list[i])) recount_plus(r->t, seat_of(peek(r->t), r->list[i]));
}

static bool is_any_sealed(const struct reckoning *r)
{
    const struct oversoul_state *s = peek(r->t);
    for (unsigned i = 0; s->keywords & BIT(SEALED) && i < r->count; i++) {
        const struct body *b = body_at(s, r->list[i]);
        if (b->keywords & BIT(SEALED) || b->flags & BODY_SEALED) return true;
    }
    return false;
}

// What a SEALED card has for others counts in a full pass until it is known to be SEALED, which may
// be its own doing: an AURA.
static bool reaches_though_sealed(const struct oversoul_state *s)
{
    if (!(s->keywords & BIT(SEALED)) || !(s->holds & HOLDS_OUTWARD)) return false; // most often
    for (unsigned i = 0; i < s->active_count; i++) {
        const struct body *b = body_at(s, s->active[i]);
        if (b->keywords & BIT(SEALED) && b->holds & HOLDS_OUTWARD) return true;
    }
    return false;
}

// One Prepared or pending card, and nothing about that could have to do with its HP.
static bool is_hidden_alone(const struct reckoning *r)
{
    const struct oversoul_state *s = peek(r->t);
    return r->count == 1 && !is_active(s, r->list[0]) && !may_be_modified(s, r->list[0]) &&
           !(s->holds & HOLDS_OUTWARD) && !s->afar;
}

// False if others have to do with it: somebody watches, lends Abilities or could have lost some.
static bool reckon_some(struct table *t)
{
    struct oversoul_state *s = state(t);
    struct reckoning       r;
    r.t         = t;
    r.settled   = false;
    r.resonates = false;
    if (s->holds & HOLDS_WATCHER || s->lent_count || reaches_though_sealed(s)) return false;
    find_changed(s, &r);
    if (reaches_others(&r) || is_any_sealed(&r)) return false;
    if (is_hidden_alone(&r)) {
        reckon_hidden(t, r.list[0]);
        return !is_any_sealed(&r);
    }
    reckon_own(&r);
    if (reaches_others(&r)) return false;
    apply_statics(&r);
    if (s->lent_count || s->holds & HOLDS_WATCHER) return false;
    end_values(&r);
    recount_plus_of(&r);
    return !is_any_sealed(&r);
}

void reckon_anew(struct table *t)
{
    struct oversoul_state *s    = state(t);
    bool                   some = s->dirty == DIRTY_SOME;
    if (s->at_once) return;
    s->dirty    = CLEAN;
    s->unjudged = 1;
    if (!some || !reckon_some(t)) reckon_all(t);
    s->recount = 0;
    memset(s->changed, 0, sizeof s->changed);
}

// Do the derived values come out the same when all are reckoned anew? For tests.
bool is_reckoned(const struct table *t)
{
    const struct oversoul_state *s    = peek(t);
    struct oversoul_state        copy = *s;
    struct table                 anew = { .game = t->game, .pool = t->pool, .state = &copy.core };
    if (s->dirty) return true;
    reckon_all(&anew);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (memcmp(copy.side[seat].plus, s->side[seat].plus, sizeof copy.side[seat].plus))
            return false;
    if (copy.holds & ~s->holds || copy.hears & ~s->hears || copy.bars & ~s->bars ||
        copy.keywords & ~s->keywords || copy.laws & ~s->laws)
        return false; // of these none may be missing
    return memcmp(copy.bodies, s->bodies, sizeof copy.bodies) == 0;
}
