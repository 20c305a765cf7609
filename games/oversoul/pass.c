// pass.c - seats that can only pass.
//
// Most often a player who is asked to respond has nothing to respond with, and that stays so for
// several questions. It is noted in side.passing, so that the list of such a question is made
// without a look at the cards. What is noted holds whatever the other players do:
//
//   PASSING   none of the seat's Prepared cards, Quick cards and QUICK* Abilities is within its
//             RANK, its ENERGY, its zones and the limits of use. Until that could change, which
//             stir() says, its list of responses is "pass" alone; oversoul_broken() compares.
//   AWAITING  likewise, unless one of the deeds side.awaits has been done ("Activate only when").
//   RESPONDS  one of them may be.
//   BARE      it has no such card or Ability at all.
//   UNNOTED   nobody knows.
//
// With PASSING and AWAITING stands what the seat lacks, so that supply() stirs it for that alone.
#include "games/oversoul/game_private.h"

// Bounds that are worked out once something asks for them: not less than the seat could pay, as no
// text that forbids to Generate is looked at, and what besides could be taken off a Cost.
struct means {
    const struct table *t;
    const struct side  *side;
    seat_id             seat;
    unsigned            energy, less; // 1 + it, 0: not worked out
    unsigned            lacks;
};

static bool lacks(struct means *m, enum lacks what)
{
    m->lacks |= what;
    return false;
}

static unsigned energy_at_most(struct means *m)
{
    enum { MOST_BY_DYNAMO = 3 };
    const struct oversoul_state *s = peek(m->t);
    if (m->energy) return m->energy - 1;
    m->energy = 1u + m->side->energy;
    for (unsigned i = 0; s->holds & HOLDS_LASTING_COSTS && i < s->core.modifier_count; i++)
        if (s->modifiers[i].kind == MOD_NEXT_YIELD && s->modifiers[i].seat == m->seat)
            m->energy += MOST_BY_DYNAMO * (unsigned)s->modifiers[i].value;
    for (unsigned set = m->side->ready; set; set &= set - 1) {
        const struct body *b = body_at(s, first_ready(s, m->seat, set));
        m->energy += b->yield * (b->keywords & BIT(DYNAMO) ? MOST_BY_DYNAMO : 1u);
    }
    return m->energy - 1;
}

static unsigned discount_at_most(struct means *m)
{
    if (!(peek(m->t)->holds & COST_HOLDS)) return 0;
    if (!m->less) m->less = 1 + most_discount(m->t, m->seat);
    return m->less - 1;
}

static bool may_have_host(const struct oversoul_state *s, const struct side *side,
                          const struct face *f)
{
    unsigned sort = f->construct_event ? FOR_EVENTS : FOR_UNITS;
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b = &s->bodies[side->board[i]];
        if ((b->flags & (BODY_ACTIVE | BODY_CONSTRUCT)) == BODY_ACTIVE &&
            ZONE_FACTS[card_in(s, card_of_body(b))->zone].sort & sort)
            return true;
    }
    return false;
}

// Of a hand card. A zone that is reserved counts: it is given up without a word.
static bool may_have_zone(struct means *m, const struct face *f)
{
    if (!(f->offers & OFFERS_IN_ZONE)) return true;
    unsigned empty = ~held_zones(peek(m->t), m->seat) & zones_of_kind(needs_event_zone(f));
    return empty || lacks(m, LACKS_ZONE);
}

static bool may_have_idle(const struct means *m, card_id c, size_t object)
{
    struct scope k = { .t = m->t, .card = c, .source = c, .seat = m->seat, .it = NO_CARD };
    card_id      one;
    return candidates(&k, object, &one, 1) > 0;
}

// Certainly not if it is false; what it lets through is looked at in full by the list.
static bool is_within_reach(struct means *m, card_id c)
{
    const struct face *f    = face_of(m->t, c);
    const struct side *side = m->side;
    if (rank_to_enter(m->t, c) > side->rank) return side->leader == c || lacks(m, LACKS_RANK);
    if (f->event_role == ROLE_PERFECT && f->kind == KIND_EVENT && !someone_has_perfect(m->t))
        return lacks(m, LACKS_PERFECT); // OVE-673
    if (f->kind == KIND_CONSTRUCT && !may_have_host(peek(m->t), side, f))
        return lacks(m, LACKS_HOST); // OVE-421
    if (!f->minus)
        return side->plus_used == 0 || peek(m->t)->holds & COST_HOLDS || lacks(m, LACKS_PLUS);
    if (!(card_in(peek(m->t), c)->flags & CARD_MODIFIED || f->offers & OFFERS_OWN_COST)) {
        unsigned reach = energy_at_most(m) + side->plus[f->archetype];
        if (f->energy > reach && f->energy > reach + discount_at_most(m))
            return lacks(m, LACKS_ENERGY);
    }
    uint16_t idle = wants_of_card(m->t, c)->idle;
    return !idle || may_have_idle(m, c, idle) || lacks(m, LACKS_IDLE); // OVE-706
}

// Of a card that is within reach: does it wait for something to be done?
static bool must_wait(const struct table *t, card_id c, uint32_t *awaits)
{
    uint32_t deeds = wants_of_card(t, c)->deeds;
    *awaits |= deeds;
    return deeds;
}

APART static bool has_use(struct means *m, card_id c)
{
    struct held list[ABILITIES_HELD_MAX];
    size_t      n = usable_abilities(m->t, m->seat, c, list);
    for (size_t i = 0; i < n; i++) {
        const struct ability *a = &book(m->t)->abilities[list[i].ability];
        if (!(a->laws & BIT(LAW_QUICK))) continue;
        if (a->energy && a->energy > energy_at_most(m))
            lacks(m, LACKS_ENERGY);
        else if (why_not_limit(m->t, m->seat, &list[i]))
            lacks(m, LACKS_LIMIT);
        else
            return true;
    }
    return false;
}

static enum passing how_it_passes(struct means *m, uint32_t *awaits)
{
    const struct table          *t    = m->t;
    const struct oversoul_state *s    = peek(t);
    const struct side           *side = m->side;
    bool                         bare = true;
    if (s->dirty || side->shift_energy || book(t)->any_used_elsewhere)
        return RESPONDS; // such seats are looked at in full
    EACH_CARD_IN(c, s, zone_for(m->seat, HAND))
    {
        const struct face *f      = face_of(t, c);
        uint8_t            offers = f->offers & (OFFERS_QUICK_EVENT | OFFERS_QUICK_USE);
        if (!offers) continue; // most often
        bare = false;
        if (offers & OFFERS_QUICK_EVENT && may_have_zone(m, f) && is_within_reach(m, c) &&
            !must_wait(t, c, awaits))
            return RESPONDS;
        if (offers & OFFERS_QUICK_USE && has_use(m, c)) return RESPONDS;
    }
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b      = &s->bodies[side->board[i]];
        bool               uses   = b->laws & BIT(LAW_QUICK);
        bool               starts = !(b->flags & (BODY_ACTIVE | CANNOT_START));
        if (!uses && !starts) continue; // most often
        card_id c = card_of_body(b);
        bare      = false;
        if (uses && has_use(m, c)) return RESPONDS;
        if (starts && is_within_reach(m, c) && !must_wait(t, c, awaits)) return RESPONDS;
    }
    return bare ? BARE : *awaits ? AWAITING : PASSING;
}

void note_anew(struct table *t, seat_id seat)
{
    struct side *side   = &state(t)->side[seat];
    struct means m      = { t, side, seat, 0, 0, 0 };
    uint32_t     awaits = 0;
    side->passing       = (uint8_t)how_it_passes(&m, &awaits);
    side->awaits        = side->passing == AWAITING ? awaits : 0;
    side->lacks         = (uint8_t)(side->passing == RESPONDS ? 0 : m.lacks);
}

// Faces that one seat does not know are dealt anew: who could respond is another matter now, and
// whether any card has a "would" Law.
void oversoul_imagine(struct table *t, seat_id viewer, struct rng *rng)
{
    struct oversoul_state *s = state(t);
    (void)viewer;
    (void)rng;
    stir_all(s);
    s->ordering.possible = 0;
    for (card_id c = 0; c < s->core.card_count; c++)
        if (card_in(s, c)->zone != NO_ZONE) expect_woulds(t, c);
}
