// imagine.c - what a viewer cannot know of a position, replaced by a guess: the faces of an owner's
// cards that it has never seen are drawn from what the game says of lists (prior.h), then all
// unknown faces are dealt anew to their places.
#include "engine/modifiers.h"
#include "engine/table.h"

#include <string.h>

// The places of one owner whose faces a viewer does not know. A bound place is in play and asks for
// certain faces; those come first. Face i came from from[i]; of one that was seen the viewer knows
// that it is among them.
enum { PLACES_MAX = 512, COUNTED_MAX = 512 };
enum { ALIKE_MAX = 3 };
enum { FACES_AT_ONCE = 4 }; // what is written behind the last is written over
struct places {
    size_t  count, bound, seen_count;
    bool    modified; // modifiers lie on one of them
    card_id card[PLACES_MAX];
    def_id  face[PLACES_MAX + FACES_AT_ONCE];
    card_id from[PLACES_MAX]; // only kept if modified
    bool    seen[PLACES_MAX];
};

static void add_place(const struct table *t, struct places *p, card_id id, const struct card *card,
                      seat_id viewer)
{
    assert(p->count < PLACES_MAX);
    size_t at = p->count++;
    if (card->flags & (CARD_MODIFIED | CARD_FACE_DOWN)) {
        p->modified |= (card->flags & CARD_MODIFIED) != 0;
        if (card->flags & CARD_FACE_DOWN && t->game->could_be) {
            size_t first = p->bound++;
            if (first != at) { // the one there makes room
                p->card[at] = p->card[first];
                p->face[at] = p->face[first];
                p->seen[at] = p->seen[first];
            }
            at = first;
        }
    }
    p->card[at] = id;
    p->face[at] = card->def;
    p->seen[at] = has_seen(card, viewer);
    p->seen_count += p->seen[at];
}

// The places of each owner whose faces the viewer does not know.
static void find_unknown(const struct table *t, seat_id viewer, struct places places[SEATS_MAX])
{
    const struct core *c    = t->state;
    const struct card *card = card_at(c, 0);
    for (seat_id owner = 0; owner < c->seats; owner++) {
        places[owner].count = places[owner].bound = places[owner].seen_count = 0;
        places[owner].modified                                               = false;
    }
    for (card_id id = 0; id < c->card_count; id++, card++) {
        if (card->known >> viewer & 1 || card->zone == NO_ZONE || card->owner >= c->seats) continue;
        add_place(t, &places[card->owner], id, card, viewer);
    }
    for (seat_id owner = 0; owner < c->seats; owner++) {
        struct places *p = &places[owner];
        if (p->modified) memcpy(p->from, p->card, p->count * sizeof *p->from);
    }
}

static bool fits(const struct table *t, const struct places *p, size_t place, size_t face_of)
{
    return place >= p->bound || t->game->could_be(t, p->card[place], p->face[face_of]);
}

// Finds a face for a bound place; others that are bound move on if they must.
static bool find_face(const struct table *t, const struct places *p, size_t place, bool *tried,
                      uint16_t *taken_by)
{
    for (size_t j = 0; j < p->count; j++) {
        if (tried[j] || !fits(t, p, place, j)) continue;
        tried[j] = true;
        if (taken_by[j] == PLACES_MAX || find_face(t, p, taken_by[j], tried, taken_by)) {
            taken_by[j] = (uint16_t)place;
            return true;
        }
    }
    return false;
}

// --- lists --------------------------------------------------------------------------------------

unsigned guessed_copies(const struct guessed *held, def_id def)
{
    unsigned count = 0;
    if (def < GUESSED_FACES) return held->copies[def];
    for (unsigned i = 0; i < held->count; i++) count += held->face[i] == def;
    return count;
}

void guessed_add(struct guessed *held, def_id def)
{
    if (held->count == GUESSED_MAX) return;
    held->face[held->count++] = def;
    if (def < GUESSED_FACES) held->copies[def]++;
}

// What is drawn of a list, and from what.
struct bag {
    size_t count;
    def_id face[GUESSED_MAX * 4];
};
struct draw {
    const struct table *t;
    struct places      *p;
    const struct prior *prior;
    struct guessed     *held;
    struct rng         *rng;
    size_t              count;              // of faces that the viewer has never seen
    uint16_t            unseen[PLACES_MAX]; // where they are among the places
    struct bag          near, legal;        // of a ready-made list; of what the rules allow
    bool                legal_filled;
};

// All that the viewer has seen of the list.
static void see_list(struct draw *d)
{
    const struct core *c    = d->t->state;
    const struct card *card = card_at(c, 0);
    seat_id            me = d->held->viewer, owner = d->held->owner;
    for (card_id id = 0; id < c->card_count; id++, card++) {
        if (card->owner != owner || card->zone == NO_ZONE) continue;
        if (!(card->known >> me & 1) && !has_seen(card, me)) continue;
        if (d->prior->is_listed && !d->prior->is_listed(d->t, id)) continue;
        if (d->prior->copies(d->t, NULL, card->def)) guessed_add(d->held, card->def);
    }
}

static uint32_t first_modifier(const struct core *c, card_id card)
{
    const struct modifier *list  = modifiers_at(c);
    uint32_t               first = 0;
    while (first < c->modifier_count &&
           (list[first].card != card || list[first].flags & MODIFIER_STAYS))
        first++;
    return first;
}

// Those that modifiers lie on come first, in the order of these: which ones they are is no secret,
// where they lie is.
static void find_unseen(struct draw *d)
{
    const struct places *p = d->p;
    const struct core   *c = d->t->state;
    d->count               = 0;
    for (size_t i = 0; i < p->count; i++) {
        if (p->seen[i]) continue;
        size_t at = d->count++;
        if (p->modified) {
            uint32_t mine = first_modifier(c, p->from[i]);
            for (; at > 0 && first_modifier(c, p->from[d->unseen[at - 1]]) > mine; at--)
                d->unseen[at] = d->unseen[at - 1];
        }
        d->unseen[at] = (uint16_t)i;
    }
}

static unsigned shared_with(const struct draw *d, const struct ready_list *list)
{
    unsigned shared = 0;
    for (unsigned i = 0; i < list->face_count; i++) {
        unsigned held = guessed_copies(d->held, list->faces[i].def);
        shared += held < list->faces[i].copies ? held : list->faces[i].copies;
    }
    return shared;
}

static void bag_add(struct bag *bag, def_id def)
{
    if (bag->count < COUNT(bag->face)) bag->face[bag->count++] = def;
}

static def_id bag_take(struct bag *bag, struct rng *rng)
{
    size_t i     = rng_below(rng, (uint32_t)bag->count);
    def_id taken = bag->face[i];
    bag->face[i] = bag->face[--bag->count];
    return taken;
}

static void fill_near(struct draw *d, const struct ready_list *list)
{
    d->near.count = 0;
    for (unsigned i = 0; i < list->face_count; i++)
        for (unsigned n = guessed_copies(d->held, list->faces[i].def); n < list->faces[i].copies;
             n++)
            bag_add(&d->near, list->faces[i].def);
}

static void fill_legal(struct draw *d)
{
    if (d->legal_filled) return;
    d->legal_filled = true;
    for (uint32_t def = 0; def < d->t->pool->def_count; def++) {
        unsigned most = d->prior->copies(d->t, d->held, (def_id)def);
        unsigned held = guessed_copies(d->held, (def_id)def);
        if (most > held + ALIKE_MAX) most = held + ALIKE_MAX; // of cards without a limit
        for (; held < most; held++) bag_add(&d->legal, (def_id)def);
    }
}

static bool may_add(const struct draw *d, def_id def)
{
    return guessed_copies(d->held, def) < d->prior->copies(d->t, d->held, def);
}

// Swaps faces until each bound place has one that it asks for. taken_by: which place takes a face.
static void put_in_place(struct places *p, const uint16_t *taken_by)
{
    def_id  face[PLACES_MAX];
    card_id from[PLACES_MAX];
    bool    seen[PLACES_MAX];
    size_t  next = p->bound;
    for (size_t j = 0; j < p->count; j++) {
        size_t place = taken_by[j] == PLACES_MAX ? next++ : taken_by[j];
        face[place]  = p->face[j];
        seen[place]  = p->seen[j];
        if (p->modified) from[place] = p->from[j];
    }
    memcpy(p->face, face, p->count * sizeof *face);
    memcpy(p->seen, seen, p->count * sizeof *seen);
    if (p->modified) memcpy(p->from, from, p->count * sizeof *from);
}

static bool match_places(const struct table *t, const struct places *p, uint16_t *taken_by)
{
    bool tried[PLACES_MAX];
    bool all = true;
    for (size_t j = 0; j < p->count; j++) taken_by[j] = PLACES_MAX;
    for (size_t i = 0; i < p->bound; i++) {
        memset(tried, 0, p->count);
        all &= find_face(t, p, i, tried, taken_by);
    }
    return all;
}

static bool lay_out(struct draw *d)
{
    uint16_t taken_by[PLACES_MAX];
    if (!d->p->bound) return true;
    if (!match_places(d->t, d->p, taken_by)) return false;
    put_in_place(d->p, taken_by);
    return true;
}

// A ready-made list that is as large as this one and has all that was seen of it, each with the
// same chance. The nearest otherwise is what others are drawn from first.
static bool take_ready(struct draw *d)
{
    enum { READY_MAX = 64 };
    const struct ready_list *fitting[READY_MAX], *nearest = NULL;
    unsigned                 count = 0, most = 0, alike = 0;
    for (uint32_t i = 0; i < d->t->pool->ready_count; i++) {
        const struct ready_list *list = &d->t->pool->ready[i];
        if (list->mode != d->t->state->mode || !list->count) continue;
        unsigned shared = shared_with(d, list);
        if (shared == d->held->count && list->count == shared + d->count && count < READY_MAX)
            fitting[count++] = list;
        if (nearest && shared < most) continue;
        if (!nearest || shared > most) alike = 0;
        most = shared;
        if (rng_below(d->rng, ++alike) == 0) nearest = list;
    }
    while (count > 0) {
        unsigned                 i    = rng_below(d->rng, count);
        const struct ready_list *list = fitting[i];
        fitting[i]                    = fitting[--count];
        fill_near(d, list);
        for (size_t k = 0; k < d->count; k++) d->p->face[d->unseen[k]] = bag_take(&d->near, d->rng);
        if (lay_out(d)) return true;
    }
    d->near.count = 0;
    if (nearest) fill_near(d, nearest);
    return false;
}

static def_id draw_face(struct draw *d)
{
    while (d->near.count) {
        def_id def = bag_take(&d->near, d->rng);
        if (may_add(d, def)) return def;
    }
    fill_legal(d);
    while (d->legal.count) {
        def_id def = bag_take(&d->legal, d->rng);
        if (may_add(d, def)) return def;
    }
    return NO_DEF; // a list beyond what the rules allow, as only scenarios have
}

static bool could_lie(const struct draw *d, card_id place, def_id def)
{
    return !d->t->game->could_be || d->t->game->could_be(d->t, place, def);
}

static def_id fitting_in(const struct draw *d, const struct bag *bag, card_id place)
{
    size_t start = bag->count ? rng_below(d->rng, (uint32_t)bag->count) : 0;
    for (size_t i = 0; i < bag->count; i++) {
        def_id def = bag->face[(start + i) % bag->count];
        if (could_lie(d, place, def) && may_add(d, def)) return def;
    }
    return NO_DEF;
}

// Any face that could lie there, if there must be one: first of those that lists may have.
static def_id fitting_at_all(const struct draw *d, card_id place)
{
    uint32_t count = d->t->pool->def_count, start = rng_below(d->rng, count);
    for (int listed = 1; listed >= 0; listed--)
        for (uint32_t i = 0; i < count; i++) {
            def_id def = (def_id)((start + i) % count);
            if (listed && !d->prior->copies(d->t, NULL, def)) continue;
            if (could_lie(d, place, def)) return def;
        }
    return NO_DEF;
}

// Exchanges a face that was drawn for one that the place asks for.
static void draw_for(struct draw *d, size_t token, card_id place)
{
    def_id def = fitting_in(d, &d->near, place);
    fill_legal(d);
    if (def == NO_DEF) def = fitting_in(d, &d->legal, place);
    if (def == NO_DEF) def = fitting_at_all(d, place);
    if (def == NO_DEF) return;
    d->p->face[token] = def;
    guessed_add(d->held, def);
}

// Faces were drawn without a look at the places.
static void make_fit(struct draw *d)
{
    struct places *p = d->p;
    uint16_t       taken_by[PLACES_MAX];
    bool           has_face[PLACES_MAX] = { 0 };
    if (!d->t->game->could_be) return;
    match_places(d->t, p, taken_by);
    for (size_t j = 0; j < p->count; j++)
        if (taken_by[j] != PLACES_MAX) has_face[taken_by[j]] = true;
    for (size_t i = 0; i < p->bound; i++) {
        size_t j = 0;
        while (j < p->count && (has_face[i] || p->seen[j] || taken_by[j] != PLACES_MAX)) j++;
        for (size_t k = 0; j == p->count && !has_face[i] && k < p->count; k++)
            if (taken_by[k] == PLACES_MAX) j = k; // no other is left; it must do
        if (has_face[i] || j == p->count) continue;
        taken_by[j] = (uint16_t)i;
        if (!p->seen[j]) draw_for(d, j, p->card[i]);
    }
    put_in_place(p, taken_by);
    for (size_t i = p->bound; i < p->count; i++)
        if (!p->seen[i] && !could_lie(d, p->card[i], p->face[i])) draw_for(d, i, p->card[i]);
}

static void take_legal(struct draw *d)
{
    size_t   k     = 0;
    unsigned begun = d->held->count;
    if (d->prior->begin) d->prior->begin(d->t, d->held, d->rng);
    for (; k < d->count && begun < d->held->count; k++)
        d->p->face[d->unseen[k]] = d->held->face[begun++];
    for (; k < d->count; k++) {
        def_id def = draw_face(d);
        if (def == NO_DEF) def = fitting_at_all(d, d->p->card[d->unseen[k]]);
        if (def == NO_DEF) continue;
        d->p->face[d->unseen[k]] = def;
        guessed_add(d->held, def);
    }
    make_fit(d);
}

// Merges runs that double in length; the keys are all different.
static void sort_keys(uint64_t *key, uint64_t *other, size_t count)
{
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t from = 0; from < count; from += 2 * run) {
            size_t i = from, middle = from + run < count ? from + run : count, j = middle;
            size_t end = from + 2 * run < count ? from + 2 * run : count;
            for (size_t to = from; to < end; to++)
                other[to] = i < middle && (j == end || key[i] < key[j]) ? key[i++] : key[j++];
        }
        memcpy(key, other, count * sizeof *key);
    }
}

// Those that were seen come first, by number, and then those that modifiers lie on: where they lie
// is a secret, and the order of what is drawn and where it is put must not depend on it.
static void order_faces(const struct core *c, struct places *p)
{
    uint64_t key[PLACES_MAX], other[PLACES_MAX];
    def_id   face[PLACES_MAX];
    card_id  from[PLACES_MAX];
    size_t   seen = p->seen_count;
    if (!seen) return;
    for (size_t i = 0; i < p->count; i++) {
        uint64_t first = p->modified ? first_modifier(c, p->from[i]) : 0;
        key[i]         = p->seen[i] ? (uint64_t)p->face[i] << 32 : UINT64_C(1) << 48;
        key[i]         = key[i] | first << 16 | i;
    }
    sort_keys(key, other, p->count);
    memcpy(face, p->face, p->count * sizeof *face);
    if (p->modified) memcpy(from, p->from, p->count * sizeof *from);
    for (size_t i = 0; i < p->count; i++) {
        p->face[i] = face[key[i] & 0xFFFF];
        p->seen[i] = i < seen;
        if (p->modified) p->from[i] = from[key[i] & 0xFFFF];
    }
}

// Draws the faces of an owner's list that the viewer has never seen.
static void draw_list(const struct table *t, seat_id viewer, seat_id owner, struct places *p,
                      struct rng *rng)
{
    struct prior   prior = { .kind = PRIOR_KNOWN };
    struct guessed held;
    struct draw    d;
    if (t->game->prior) prior = t->game->prior(t, viewer, owner);
    if (prior.kind == PRIOR_KNOWN || p->seen_count == p->count) return;
    d.t            = t;
    d.p            = p;
    d.prior        = &prior;
    d.held         = &held;
    d.rng          = rng;
    d.legal_filled = false;
    d.near.count = d.legal.count = 0;
    held.viewer                  = viewer;
    held.owner                   = owner;
    held.count                   = 0;
    memset(held.fact, 0, sizeof held.fact);
    memset(held.copies, 0, t->pool->def_count < GUESSED_FACES ? t->pool->def_count : GUESSED_FACES);
    see_list(&d);
    order_faces(t->state, p);
    find_unseen(&d);
    if (prior.kind != PRIOR_READY || !take_ready(&d)) take_legal(&d);
}

// --- dealing anew -------------------------------------------------------------------------------

static void swap_from(struct places *p, size_t i, size_t j)
{
    card_id from = p->from[i];
    bool    seen = p->seen[i];
    p->from[i]   = p->from[j];
    p->from[j]   = from;
    p->seen[i]   = p->seen[j];
    p->seen[j]   = seen;
}

static void swap_faces(struct places *p, size_t i, size_t j)
{
    def_id face = p->face[i];
    p->face[i]  = p->face[j];
    p->face[j]  = face;
    if (p->modified) swap_from(p, i, j);
}

// A bound place takes any face that fits, and gives its own to a place that it fits. Guessing finds
// one soon unless few fit.
static void deal_bound(const struct table *t, struct places *p, size_t i, struct rng *rng)
{
    enum { GUESSES = 12 };
    size_t found = 0, taken = i;
    for (unsigned n = 0; n < GUESSES; n++) {
        size_t j = rng_below(rng, (uint32_t)p->count);
        if (!fits(t, p, i, j) || !fits(t, p, j, i)) continue;
        swap_faces(p, i, j);
        return;
    }
    for (size_t j = 0; j < p->count; j++)
        if (fits(t, p, i, j) && fits(t, p, j, i) && rng_below(rng, (uint32_t)++found) == 0)
            taken = j;
    swap_faces(p, i, taken);
}

static void lay_faces(struct table *t, const struct places *p)
{
    struct card *cards = card_of(t->state, 0);
    for (size_t i = 0; i < p->count; i++) cards[p->card[i]].def = p->face[i];
}

// The places that ask for nothing; each is laid as soon as its face is drawn.
static void deal_free(struct table *t, struct places *p, struct rng *rng)
{
    struct rng     luck     = *rng; // in registers
    struct card   *cards    = card_of(t->state, 0);
    const card_id *card     = p->card + p->bound;
    def_id        *face     = p->face + p->bound;
    const bool     modified = p->modified;
    size_t         last     = p->count - p->bound;
    while (last-- > 1) {
        size_t drawn          = rng_below(&luck, (uint32_t)last + 1);
        def_id taken          = face[drawn];
        face[drawn]           = face[last];
        cards[card[last]].def = taken;
        if (modified) swap_from(p, p->bound + last, p->bound + drawn);
    }
    if (p->count > p->bound) cards[card[0]].def = face[0];
    *rng = luck;
}

static inline uint8_t seen_by(seat_id viewer)
{
    return (uint8_t)(viewer < SEATS_MAX ? 1 << (4 + viewer) : 0);
}

// Modifiers lie on faces, so they move along; which of equal faces was seen matters then.
static void follow_faces(struct table *t, const struct places *p, const card_id *to, seat_id viewer)
{
    modifiers_follow(t->state, p->from, to, p->count);
    for (size_t i = 0; i < p->count; i++)
        if (p->seen[i]) card_of(t->state, to[i])->flags |= seen_by(viewer);
}

static void deal_anew(struct table *t, struct places *p, seat_id viewer, struct rng *rng)
{
    for (size_t i = 0; i < p->bound; i++) deal_bound(t, p, i, rng);
    for (size_t i = 0; i < p->bound; i++) card_of(t->state, p->card[i])->def = p->face[i];
    deal_free(t, p, rng);
    if (p->modified) follow_faces(t, p, p->card, viewer);
}

// Faces by number; of equal ones those come first that were modified first, then those seen.
static uint64_t order_of(const struct core *c, const struct places *p, size_t i)
{
    return (uint64_t)p->face[i] << 32 | first_modifier(c, p->from[i]) << 1 | !p->seen[i];
}

// Where no modifiers lie on them, one face is like another of its number: counted, not compared.
static void count_faces(struct places *p, size_t def_count)
{
    uint64_t there[COUNTED_MAX / 64] = { 0 };
    uint16_t count[COUNTED_MAX];
    size_t   at = 0;
    memset(count, 0, def_count * sizeof *count);
    for (size_t i = 0; i < p->count; i++) {
        def_id face = p->face[i];
        there[face / 64] |= UINT64_C(1) << face % 64;
        count[face]++;
    }
    for (size_t n = 0; n * 64 < def_count; n++)
        for (uint64_t left = there[n]; left; left &= left - 1) {
            size_t   face = n * 64 + (size_t)__builtin_ctzll(left), end = at + count[face];
            uint64_t several = face * UINT64_C(0x0001000100010001);
            for (size_t i = at; i < end; i += FACES_AT_ONCE) memcpy(&p->face[i], &several, 8);
            at = end;
        }
}

static void sort_faces(const struct core *c, struct places *p)
{
    uint64_t key[PLACES_MAX], other[PLACES_MAX]; // equal faces stay in the order of their places
    def_id   face[PLACES_MAX];
    card_id  from[PLACES_MAX];
    bool     seen[PLACES_MAX];
    for (size_t i = 0; i < p->count; i++) key[i] = order_of(c, p, i) << 16 | i;
    sort_keys(key, other, p->count);
    memcpy(face, p->face, p->count * sizeof *face);
    memcpy(from, p->from, p->count * sizeof *from);
    memcpy(seen, p->seen, p->count * sizeof *seen);
    for (size_t i = 0; i < p->count; i++) {
        p->face[i] = face[key[i] & 0xFFFF];
        p->from[i] = from[key[i] & 0xFFFF];
        p->seen[i] = seen[key[i] & 0xFFFF];
    }
}

// The sorted faces on the places, the bound ones getting what they ask for.
static void deal_in_order(struct table *t, struct places *p, seat_id viewer)
{
    if (p->modified || t->pool->def_count > COUNTED_MAX) {
        if (!p->modified) memcpy(p->from, p->card, p->count * sizeof *p->from);
        sort_faces(t->state, p);
    } else {
        count_faces(p, t->pool->def_count);
        if (!p->bound) {
            lay_faces(t, p);
            return;
        }
    }
    bool     tried[PLACES_MAX];
    uint16_t taken_by[PLACES_MAX];
    size_t   next = p->bound;
    for (size_t j = 0; j < p->count; j++) taken_by[j] = PLACES_MAX;
    for (size_t i = 0; i < p->bound; i++) {
        memset(tried, 0, p->count);
        if (!find_face(t, p, i, tried, taken_by)) BUG("hidden cards do not fit their places");
    }
    card_id to[PLACES_MAX];
    def_id  face[PLACES_MAX];
    for (size_t j = 0; j < p->count; j++) {
        size_t place = taken_by[j] == PLACES_MAX ? next++ : taken_by[j];
        to[j]        = p->card[place];
        face[place]  = p->face[j];
    }
    memcpy(p->face, face, p->count * sizeof *face);
    lay_faces(t, p);
    if (p->modified) follow_faces(t, p, to, viewer);
}

// Of equal faces that no modifier lies on, the first are those that the viewer has seen.
static void mark_seen(struct table *t, seat_id viewer, const struct places *p, const def_id *seen,
                      size_t count)
{
    struct card *cards = card_of(t->state, 0);
    uint8_t      left[GUESSED_FACES];
    if (!count || viewer >= SEATS_MAX) return;
    memset(left, 0, t->pool->def_count < GUESSED_FACES ? t->pool->def_count : GUESSED_FACES);
    for (size_t i = 0; i < count; i++)
        if (seen[i] < GUESSED_FACES) left[seen[i]]++;
    for (size_t i = 0; i < p->count; i++) {
        struct card *card = &cards[p->card[i]];
        if (card->def >= GUESSED_FACES || !left[card->def]) continue;
        left[card->def]--;
        card->flags = (uint8_t)(card->flags | seen_by(viewer));
    }
}

// Draws what is not known of a list and deals it, at random or, without a generator, in order.
static void deal(struct table *t, seat_id viewer, seat_id owner, struct places *p, struct rng *rng)
{
    struct card *cards = card_of(t->state, 0);
    struct rng   fixed = rng_from(1);
    def_id       seen[PLACES_MAX];
    size_t       count = 0;
    if (!p->count) return;
    for (size_t i = 0; i < p->count && p->seen_count; i++)
        if (p->seen[i]) seen[count++] = p->face[i];
    draw_list(t, viewer, owner, p, rng ? rng : &fixed);
    for (size_t i = 0; i < p->count; i++) cards[p->card[i]].flags &= (uint8_t)~CARD_SEEN;
    if (rng)
        deal_anew(t, p, viewer, rng);
    else
        deal_in_order(t, p, viewer);
    if (!p->modified) mark_seen(t, viewer, p, seen, count);
}

static void deal_all(struct table *t, seat_id viewer, struct rng *rng)
{
    struct places places[SEATS_MAX];
    find_unknown(t, viewer, places);
    for (seat_id owner = 0; owner < t->state->seats; owner++)
        deal(t, viewer, owner, &places[owner], rng);
}

void table_forget(struct table *t, seat_id viewer)
{
    deal_all(t, viewer, NULL);
    if (t->game->imagine) t->game->imagine(t, viewer, NULL);
}

// A secret answer of another seat becomes some answer that seat could have given.
static void guess_answers(struct table *t, seat_id viewer, struct rng *rng)
{
    struct core *c = t->state;
    if (!c->asked) return;
    for (seat_id seat = 0; seat < c->seats; seat++) {
        struct question *q = &c->question[seat];
        if (seat == viewer || !(c->together >> seat & 1)) continue;
        bool          answered = !(c->asked >> seat & 1);
        struct choice list[CHOICES_MAX];
        unsigned      picks = 0; // how many were picked is a secret too
        if (answered && q->max > 0) {
            picks           = q->min + rng_below(rng, q->max - q->min + 1u);
            c->answer[seat] = (struct choice){ .kind = CHOICE_DONE };
        }
        q->picked = 0;
        memset(q->pick, 0, sizeof q->pick);
        for (unsigned i = 0; i < picks; i++) {
            size_t n = 0, all = t->game->choices(t, seat, list, CHOICES_MAX);
            for (size_t k = 0; k < all; k++)
                if (list[k].kind == CHOICE_PICK) list[n++] = list[k];
            if (n == 0) break;
            struct choice guess  = list[rng_below(rng, (uint32_t)n)];
            q->pick[q->picked++] = guess.card;
            c->answer[seat]      = guess;
        }
        if (!answered || q->max > 0) continue;
        size_t n = t->game->choices(t, seat, list, CHOICES_MAX);
        if (n) c->answer[seat] = list[rng_below(rng, (uint32_t)n)];
    }
}

void table_imagine(struct table *t, seat_id viewer, struct rng *rng)
{
    struct core *c = t->state;
    deal_all(t, viewer, rng);
    for (unsigned i = 0; i < sizeof c->key; i += 8) {
        uint64_t word = rng_next(rng);
        memcpy(c->key + i, &word, 8);
    }
    if (t->game->imagine) t->game->imagine(t, viewer, rng);
    guess_answers(t, viewer, rng);
}

void table_imagine_alike(struct table *t, seat_id viewer, struct rng *rng)
{
    table_forget(t, viewer);
    table_imagine(t, viewer, rng);
}
