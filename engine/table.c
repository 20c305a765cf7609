#include "engine/table.h"

#include "base/hash.h"
#include "engine/modifiers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table_start(struct table *t, const struct match_setup *setup)
{
    memset(t->state, 0, t->game->state_size);
    struct core *c = t->state;
    memcpy(c->key, setup->key, sizeof c->key);
    c->seats    = setup->seats;
    c->mode     = setup->mode;
    c->scenario = setup->bare;
    for (seat_id s = 0; s < c->seats; s++) c->team[s] = s;
    t->game->start(t, setup);
}

void table_advance(struct table *t)
{
    if (t->state->over || t->state->asked) return;
    t->game->advance(t);
    assert(t->state->over || t->state->asked);
}

bool table_may_change(const struct table *t, seat_id seat)
{
    const struct core *c = t->state;
    return seat < c->seats && !(c->asked & BIT(seat)) && c->asked && c->together >> seat & 1 &&
           c->question[seat].kind < 64 && t->game->changeable >> c->question[seat].kind & 1;
}

size_t table_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    if (seat >= t->state->seats || !(t->state->asked & BIT(seat))) return 0;
    return t->game->choices(t, seat, out, max);
}

// In an imagined world it may be that no card fits what was asked for; then enough is what there
// is.
static bool nothing_fits(const struct table *t, seat_id seat)
{
    struct choice list[2];
    return t->game->choices(t, seat, list, 2) == 1 && list[0].kind == CHOICE_DONE;
}

static rule_id why_not_gathered(const struct table *t, seat_id seat, struct choice choice)
{
    const struct question *q = &t->state->question[seat];
    if (choice.kind == CHOICE_DONE) {
        if (!choice_equal(choice, (struct choice){ .kind = CHOICE_DONE })) return RULE_NO_SUCH;
        return q->picked >= q->min || nothing_fits(t, seat) ? 0 : RULE_TOO_FEW;
    }
    if (choice.kind == CHOICE_PICK && has_picked(q, choice.card)) return RULE_PICKED_TWICE;
    return 0;
}

rule_id table_why_not(const struct table *t, seat_id seat, struct choice choice)
{
    const struct core *c = t->state;
    if (c->over) return RULE_GAME_OVER;
    if (seat >= c->seats || !(c->asked & BIT(seat) || table_may_change(t, seat)))
        return RULE_NOT_ASKED;
    if (c->question[seat].max > 0) {
        rule_id no = why_not_gathered(t, seat, choice);
        if (no || choice.kind == CHOICE_DONE) return no;
    }
    // What gathers no card at all can only be done.
    if (choice_equal(choice, (struct choice){ .kind = CHOICE_DONE }) && nothing_fits(t, seat))
        return 0;
    return t->game->why_not(t, seat, choice);
}

void table_take(struct table *t, seat_id seat, struct choice choice)
{
    struct core     *c = t->state;
    struct question *q = &c->question[seat];
    assert(c->asked & BIT(seat) || table_may_change(t, seat));
    c->answer[seat] = choice;
    if (q->max > 0 && choice.kind == CHOICE_PICK) {
        q->pick[q->picked++] = choice.card;
        if (q->picked < q->max) return; // still asked: gather on
    }
    c->asked = (seat_set)(c->asked & ~BIT(seat));
}

rule_id table_answer(struct table *t, seat_id seat, struct choice choice)
{
    rule_id no = table_why_not(t, seat, choice);
    if (!no) table_take(t, seat, choice);
    return no;
}

struct choice table_default(const struct table *t, seat_id seat)
{
    return t->game->default_choice(t, seat);
}

struct time_limit table_time(const struct table *t, seat_id seat)
{
    assert(t->state->asked >> seat & 1);
    return t->game->time.limit ? t->game->time.limit(t, seat) : (struct time_limit){ 0 };
}

void table_concede(struct table *t, seat_id seat)
{
    if (!t->state->over && t->game->concede) t->game->concede(t, seat);
}

void tell(struct table *t, struct event e)
{
    struct event_log *log = t->log;
    if (!log) return;
    if (log->count == log->capacity) {
        size_t        capacity = log->capacity ? log->capacity * 2 : 64;
        struct event *more = realloc(log->events, capacity * sizeof *more); // tidy: the log grows
        if (!more) BUG("out of memory for the event log");
        log->events   = more;
        log->capacity = capacity;
    }
    if (!e.told) e.told = EVERYBODY;
    log->events[log->count++] = e;
}

uint64_t table_hash(const struct table *t) { return hash_bytes(t->state, t->game->state_size); }

const char *table_rule_text(const struct game *g, rule_id id, char *name, size_t size)
{
    const struct rule *rule = rule_find(g->rules, g->rule_count, id);
    if (rule) {
        snprintf(name, size, "%s", rule->name);
        return rule->text;
    }
    snprintf(name, size, "%s", "the table");
    switch (id) {
    case RULE_NOT_ASKED: return "It is not your turn to choose.";
    case RULE_NO_SUCH: return "Nothing like this can be chosen here.";
    case RULE_GAME_OVER: return "The match is over.";
    case RULE_PICKED_TWICE: return "This card is picked already.";
    case RULE_TOO_FEW: return "More cards must be picked first.";
    default: return "There is no such rule.";
    }
}

// --- what a viewer may know ---------------------------------------------------------------------

void view_add_value(struct view *v, uint8_t name, seat_id seat, int value)
{
    assert(v->value_count < VIEW_VALUES_MAX);
    v->values[v->value_count++] = (struct view_value){ name, seat, (int16_t)value };
}

void table_view(const struct table *t, seat_id viewer, struct view *v)
{
    const struct core *c = t->state;
    memset(v, 0, offsetof(struct view, cards));
    v->viewer  = viewer;
    v->asked   = c->asked;
    v->over    = c->over;
    v->winners = c->winners;
    v->seats   = c->seats;
    if (viewer < c->seats && c->asked >> viewer & 1) v->question = c->question[viewer].kind;
    for (zone_id z = 0; z < c->zone_count; z++) {
        uint16_t place = 0;
        EACH_IN_ZONE(id, c, z) {
            const struct card *card = card_at(c, id);
            struct view_card  *out  = &v->cards[v->card_count++];
            memset(out, 0, sizeof *out);
            out->id    = id;
            out->def   = card->known >> viewer & 1 ? card->def : NO_DEF;
            out->zone  = z;
            out->owner = card->owner;
            out->flags = card->flags & (CARD_FACE_DOWN | CARD_SIDEWAYS | CARD_MARKED);
            out->place = place++;
        }
    }
    t->game->view_extra(t, viewer, v);
}

// The places of one owner whose faces a viewer does not know. A bound place is in play and asks for
// certain faces; those come first.
enum { PLACES_MAX = 512, COUNTED_MAX = 512 };
enum { FACES_AT_ONCE = 4 }; // what is written behind the last is written over
struct places {
    size_t  count, bound;
    bool    modified; // modifiers lie on one of them
    card_id card[PLACES_MAX];
    def_id  face[PLACES_MAX + FACES_AT_ONCE];
    card_id from[PLACES_MAX]; // the place that the face lay in; only kept if modified
};

static void add_place(const struct table *t, struct places *p, card_id id, const struct card *card)
{
    assert(p->count < PLACES_MAX);
    size_t at = p->count++;
    if (card->flags & (CARD_MODIFIED | CARD_FACE_DOWN)) {
        p->modified |= (card->flags & CARD_MODIFIED) != 0;
        if (card->flags & CARD_FACE_DOWN && t->game->could_be) {
            p->card[at] = p->card[p->bound];
            p->face[at] = p->face[p->bound];
            at          = p->bound++;
        }
    }
    p->card[at] = id;
    p->face[at] = card->def;
}

static void swap_from(struct places *p, size_t i, size_t j)
{
    card_id from = p->from[i];
    p->from[i]   = p->from[j];
    p->from[j]   = from;
}

static void swap_faces(struct places *p, size_t i, size_t j)
{
    def_id face = p->face[i];
    p->face[i]  = p->face[j];
    p->face[j]  = face;
    if (p->modified) swap_from(p, i, j);
}

static bool fits(const struct table *t, const struct places *p, size_t place, size_t face_of)
{
    return place >= p->bound || t->game->could_be(t, p->card[place], p->face[face_of]);
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

// Modifiers lie on faces, so they move along.
static void deal_anew(struct table *t, struct places *p, struct rng *rng)
{
    if (p->modified) memcpy(p->from, p->card, p->count * sizeof *p->from);
    for (size_t i = 0; i < p->bound; i++) deal_bound(t, p, i, rng);
    for (size_t i = 0; i < p->bound; i++) card_of(t->state, p->card[i])->def = p->face[i];
    deal_free(t, p, rng);
    if (p->modified) modifiers_follow(t->state, p->from, p->card, p->count);
}

// The places of each owner whose faces the viewer does not know.
static void find_unknown(const struct table *t, seat_id viewer, struct places places[SEATS_MAX])
{
    const struct core *c    = t->state;
    const struct card *card = card_at(c, 0);
    for (seat_id owner = 0; owner < c->seats; owner++) {
        places[owner].count = places[owner].bound = 0;
        places[owner].modified                    = false;
    }
    for (card_id id = 0; id < c->card_count; id++, card++) {
        if (card->known >> viewer & 1 || card->zone == NO_ZONE || card->owner >= c->seats) continue;
        add_place(t, &places[card->owner], id, card);
    }
}

// Faces by number; of equal ones those come first that were modified first.
static uint32_t order_of(const struct core *c, const struct places *p, size_t i)
{
    const struct modifier *list  = modifiers_at(c);
    uint32_t               first = 0;
    while (first < c->modifier_count &&
           (list[first].card != p->card[i] || list[first].flags & MODIFIER_STAYS))
        first++;
    return (uint32_t)p->face[i] << 16 | first;
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
    for (size_t i = 0; i < p->count; i++) key[i] = (uint64_t)order_of(c, p, i) << 16 | i;
    sort_keys(key, other, p->count);
    memcpy(face, p->face, p->count * sizeof *face);
    memcpy(from, p->from, p->count * sizeof *from);
    for (size_t i = 0; i < p->count; i++) {
        p->face[i] = face[key[i] & 0xFFFF];
        p->from[i] = from[key[i] & 0xFFFF];
    }
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

// The sorted faces on the places, the bound ones getting what they ask for.
static void deal_in_order(struct table *t, struct places *p)
{
    if (p->modified || t->pool->def_count > COUNTED_MAX) {
        memcpy(p->from, p->card, p->count * sizeof *p->from);
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
    if (p->modified) modifiers_follow(t->state, p->from, to, p->count);
}

static void forget(struct table *t, seat_id viewer, struct places *places)
{
    find_unknown(t, viewer, places);
    for (seat_id owner = 0; owner < t->state->seats; owner++)
        if (places[owner].count > 1) deal_in_order(t, &places[owner]);
    if (t->game->imagine) t->game->imagine(t, viewer, NULL);
}

void table_forget(struct table *t, seat_id viewer)
{
    struct places places[SEATS_MAX];
    forget(t, viewer, places);
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

static void imagine(struct table *t, seat_id viewer, struct places *places, struct rng *rng)
{
    struct core *c = t->state;
    for (seat_id owner = 0; owner < c->seats; owner++)
        if (places[owner].count > 1) deal_anew(t, &places[owner], rng);
    for (unsigned i = 0; i < sizeof c->key; i += 8) {
        uint64_t word = rng_next(rng);
        memcpy(c->key + i, &word, 8);
    }
    if (t->game->imagine) t->game->imagine(t, viewer, rng);
    guess_answers(t, viewer, rng);
}

void table_imagine(struct table *t, seat_id viewer, struct rng *rng)
{
    struct places places[SEATS_MAX];
    find_unknown(t, viewer, places);
    imagine(t, viewer, places, rng);
}

void table_imagine_alike(struct table *t, seat_id viewer, struct rng *rng)
{
    struct places places[SEATS_MAX];
    forget(t, viewer, places);
    imagine(t, viewer, places, rng);
}

// --- invariants ---------------------------------------------------------------------------------

static const char *broken_zone(const struct core *c, zone_id z, size_t *cards)
{
    card_id above = NO_CARD;
    size_t  count = 0;
    EACH_IN_ZONE(id, c, z) {
        if (id >= c->card_count) return "a zone lists a card that does not exist";
        if (card_at(c, id)->zone != z) return "a card lies in another zone than the one listing it";
        if (card_at(c, id)->above != above) return "a zone's list does not run back";
        if (++count > c->card_count) return "a zone's list runs in a circle";
        above = id;
    }
    if (zone_bottom(c, z) != above) return "a zone does not end with its bottom card";
    if (zone_size(c, z) != count) return "a zone miscounts its cards";
    *cards += count;
    return NULL;
}

const char *table_broken(const struct table *t)
{
    const struct core *c     = t->state;
    size_t             cards = 0, placed = 0;
    for (zone_id z = 0; z < c->zone_count; z++) {
        const char *problem = broken_zone(c, z, &cards);
        if (problem) return problem;
    }
    for (card_id id = 0; id < c->card_count; id++) placed += card_at(c, id)->zone != NO_ZONE;
    if (placed != cards) return "a card is in no zone's list";
    if (c->over && c->asked) return "somebody is asked although the match is over";
    if (c->asked >> c->seats) return "a seat that does not exist is asked";
    return t->game->broken(t);
}
