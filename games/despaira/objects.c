// objects.c - section 6: which cards, tiles and links a phrase means; conditions; events.
#include "games/despaira/rules.h"

#include <ctype.h>

// ---- quoted names (DES-870 to DES-874)

static size_t next_word(const char **at, const char **word)
{
    while (**at == ' ') (*at)++;
    *word = *at;
    while (**at && **at != ' ') (*at)++;
    size_t size = (size_t)(*at - *word);
    while (size && strchr(",:.!?", (*word)[size - 1])) size--;
    return size;
}

static bool same_word(const char *a, size_t a_size, const char *b, size_t b_size)
{
    if (a_size != b_size) return false;
    for (size_t i = 0; i < a_size; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i])) return false;
    return true;
}

static bool begins_with_words(const char *name, const char *quotation)
{
    const char *word, *quoted;
    size_t      size, quoted_size;
    while ((quoted_size = next_word(&quotation, &quoted)) > 0) {
        size = next_word(&name, &word);
        if (!same_word(word, size, quoted, quoted_size)) return false;
    }
    return true;
}

bool quoted_in(const char *quotation, const char *name)
{
    const char *word;
    for (;;) {
        if (begins_with_words(name, quotation)) return true;
        if (next_word(&name, &word) == 0) return false;
    }
}

// ---- things

// Those of a phrase, reckoned from where the context stands.
struct scope scope_of(const struct table *t, const struct context *c)
{
    const struct work *w = c->alone ? &c->work : &state_at(t)->work.core;
    return (struct scope){ t, t->pool->meaning, w, c->seat, NO_THING, c };
}

// Of a card whose text holds or waits: nothing was named in it.
struct context context_alone(const struct despaira_state *s, card_id source)
{
    seat_id seat = controller_of(s, source);
    return (struct context){ .source = source,
                             .tile   = tile_of(s, source),
                             .seat   = seat,
                             .about  = NO_CARD,
                             .other  = NO_CARD,
                             .alone  = true,
                             .work   = { .card = source, .source = source, .seat = seat } };
}

static unsigned tile_of_named(const struct table *t, uint16_t thing)
{
    return is_thing_tile(thing) ? thing & 0xFFu : tile_of(state_at(t), thing);
}

// DES-552, DES-553: a target without a distance is adjacent, unless the trick is Ranged.
static bool is_in_reach(const struct scope *k, const struct things *x, uint16_t thing)
{
    const struct context *c = k->own;
    if (!c || c->reach != REACH_TARGETING || c->ranged || group_of_row(k->t, x)->names_distance)
        return true;
    unsigned tile = tile_of_named(k->t, thing);
    return tile != NO_TILE && c->tile != NO_TILE && distance(tile, c->tile) <= 1;
}

bool is_meant(const struct scope *k, const struct things *x, uint16_t thing)
{
    const struct context  now = k->own ? (struct context){ 0 } : context_now(k->t);
    const struct context *c   = k->own ? k->own : &now;
    struct facts          f;
    if (type_of_thing(thing) == TYPE_SEAT) {
        f = k->m->lang->facts_of(k, thing);
        return x->type == TYPE_SEAT && fits(k, x, &f, thing);
    }
    if (is_thing_tile(thing)) {
        if (x->type != TYPE_PLACE || (x->flags & THINGS_OTHER && (thing & 0xFFu) == c->tile))
            return false;
        f = facts_of_tile(k->t, thing & 0xFFu);
    } else {
        const struct despaira_state *s = state_at(k->t);
        if (thing >= s->core.card_count || s->cards[thing].zone == NO_ZONE) return false;
        if (x->flags & THINGS_OTHER && thing == c->source) return false;
        f = facts_of_card(k->t, k->seat, thing);
        if (x->places == BIT(PLACE_THEIR_DECK) && c->reach <= REACH_TARGETING)
            return f.place & x->places; // by its place: DES-R118
        if (c->reach == REACH_GONE) f.place = 0xFFFF;
    }
    return fits(k, x, &f, thing) && is_in_reach(k, x, thing);
}
static_assert(REACH_ANY < REACH_TARGETING && REACH_TARGETING < REACH_AGAIN, "compared above");

bool matches(const struct table *t, const struct context *c, unsigned row, uint16_t thing,
             enum reach reach)
{
    struct context from = *c;
    from.reach          = reach;
    struct scope k      = scope_of(t, &from);
    return is_meant(&k, &k.m->things[row], thing);
}

// In the order of their places: tiles, cards as they came to the field, cards of zones.
size_t candidates(const struct scope *k, const struct things *x, uint16_t *out, size_t max)
{
    const struct despaira_state *s     = state_at(k->t);
    size_t                       count = 0;
    if (x->type == TYPE_SEAT) { // the turn player first
        for (unsigned nth = 0; nth < 2 && count < max; nth++) {
            uint16_t seat = thing_of_seat(nth ? other_seat(s->turn_seat) : s->turn_seat);
            if (is_meant(k, x, seat)) out[count++] = seat;
        }
        return count;
    }
    if (x->type == TYPE_PLACE) {
        for (unsigned tile = 0; tile < TILES && count < max; tile++)
            if (is_meant(k, x, (uint16_t)(TILE_BIT | tile)))
                out[count++] = (uint16_t)(TILE_BIT | tile);
        return count;
    }
    if (x->places == BIT(PLACE_FIELD)) { // every card there has a body
        for (unsigned i = 0; i < s->body_top && count < max; i++)
            if (s->bodies[i].stamp && is_meant(k, x, s->bodies[i].card))
                out[count++] = s->bodies[i].card;
        return count;
    }
    if (x->places == BIT(PLACE_YOUR_HAND) &&
        x->flags & THINGS_RANDOM) { // by chance out of a hand: as the cards lie
        EACH_IN_ZONE(card, &s->core, zone_for(k->seat, ZONE_HAND))
            if (count < max && is_meant(k, x, card)) out[count++] = card;
        return count;
    }
    for (card_id card = 0; card < s->core.card_count && count < max; card++)
        if (is_meant(k, x, card)) out[count++] = card;
    return count;
}

// Is it a phrase about creatures on tiles that nothing has moved since they were noted?
bool is_about_creatures(const struct despaira_state *s, const struct group *g)
{
    return g->creatures && !g->attached && !(s->unsettled & UNSETTLED_FIELD) && !s->field.crowded;
}

// ... that says nothing but what a mask can tell?
bool means_creatures(const struct despaira_state *s, const struct group *g)
{
    return g->plain && is_about_creatures(s, g);
}

// DES-859: an effect that is widened for a while.
unsigned widened(const struct despaira_state *s, const struct context *c)
{
    int more = s->change_count ? change_sum(s, c->source, CHANGE_WIDEN) : 0;
    return more > 0 ? (unsigned)more : 0;
}

// Tiles that a phrase can speak of, by distance alone.
uint32_t tiles_in_reach(const struct table *t, const struct context *c, const struct group *g,
                        enum reach reach)
{
    uint32_t tiles = BIT(TILES) - 1;
    if (reach == REACH_AGAIN) return tiles;
    if (g->within != NO_NOUN) tiles &= near_tile(t, c->tile, g->within + widened(state_at(t), c));
    if (reach == REACH_TARGETING && !g->names_distance && !c->ranged)
        tiles &= near_tile(t, c->tile, 1);
    return tiles;
}

static uint32_t of_sides(const uint32_t tiles[2], const struct context *c, const struct group *g)
{
    return (g->sides & SIDE_OWN ? tiles[c->seat] : 0) |
           (g->sides & SIDE_ENEMY ? tiles[other_seat(c->seat)] : 0);
}

// Tiles whose creature may be meant, by side and distance.
uint32_t creatures_in_question(const struct table *t, const struct context *c,
                               const struct group *g, enum reach reach)
{
    return of_sides(state_at(t)->field.creatures, c, g) & tiles_in_reach(t, c, g, reach);
}

static bool looks_so(const struct table *t, const struct context *c, const struct group *g,
                     card_id card)
{
    const struct despaira_state *s = state_at(t);
    if (g->has && (facts_of_card(t, c->seat, card).bits & g->has) != g->has) return false;
    return !g->quote ||
           (is_up(s, card) &&
            book_of(t)->quoted[(g->quote - 1u) * t->pool->def_count + s->cards[card].def]);
}

// Tiles of the creatures that such a phrase means: the same as matches() for each of them.
uint32_t creatures_meant(const struct table *t, const struct context *c, const struct group *g,
                         enum reach reach)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     mine  = tile_of_source(t, c);
    uint32_t                     tiles = creatures_in_question(t, c, g, reach);
    if (g->beside) tiles &= near_tile(t, mine, 1) & ~near_tile(t, mine, 0);
    if (g->other && mine != NO_TILE && occupant(s, mine) == c->source) tiles &= ~BIT(mine);
    if (!g->has && !g->quote) return tiles;
    for (uint32_t left = tiles; left; left &= left - 1)
        if (!looks_so(t, c, g, occupant(s, (unsigned)__builtin_ctz(left)))) tiles ^= left & -left;
    return tiles;
}

// Tricks that lie on tiles, if none is equipped.
bool means_tricks(const struct despaira_state *s, const struct group *g)
{
    return g->plain && g->tricks && !(s->unsettled & UNSETTLED_FIELD) &&
           !s->zones[zone_for(0, ZONE_ATTACHED)].count &&
           !s->zones[zone_for(1, ZONE_ATTACHED)].count;
}

uint32_t tricks_meant(const struct table *t, const struct context *c, const struct group *g,
                      enum reach reach)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     mine  = tile_of_source(t, c);
    uint32_t                     tiles = of_sides(s->field.tricks, c, g);
    tiles &= tiles_in_reach(t, c, g, reach);
    if (g->beside) tiles &= near_tile(t, mine, 1) & ~near_tile(t, mine, 0);
    for (uint32_t left = tiles; left; left &= left - 1) {
        card_id card = trick_on(s, (unsigned)__builtin_ctz(left));
        if ((g->other && card == c->source) || !looks_so(t, c, g, card)) tiles ^= left & -left;
    }
    return tiles;
}

bool means_tiles(const struct despaira_state *s, const struct group *g)
{
    return g->tiles && g->plain && !(s->unsettled & UNSETTLED_FIELD);
}

// The same as matches() for each tile.
uint32_t tiles_meant(const struct table *t, const struct context *c, const struct group *g,
                     enum reach reach)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     mine  = tile_of_source(t, c);
    uint32_t                     tiles = tiles_in_reach(t, c, g, reach);
    if (g->beside && reach != REACH_AGAIN) tiles &= near_tile(t, mine, 1) & ~near_tile(t, mine, 0);
    if (g->other) tiles &= ~near_tile(t, c->tile, 0);
    if (g->has)
        tiles &= ~(s->field.creatures[0] | s->field.creatures[1] |
                   near_tile(t, tile_of(s, s->side[0].leader), 0) |
                   near_tile(t, tile_of(s, s->side[1].leader), 0));
    if (g->tile_type == NO_NOUN) return tiles;
    for (uint32_t left = tiles; left; left &= left - 1)
        if (s->tiles[__builtin_ctz(left)] != g->tile_type) tiles ^= left & -left;
    return tiles;
}

// Is this one of the zones that a phrase speaks of?
bool is_place_meant(const struct table *t, const struct context *c, const struct group *g,
                    unsigned zone)
{
    return place_of_zone(zone, c->seat) & t->pool->meaning->things[g->row].places;
}

static unsigned count_kind(const struct table *t, unsigned zone, unsigned kinds)
{
    unsigned count = 0;
    if (kinds & BIT(IS_CARD)) return zone_size(t->state, (zone_id)zone);
    EACH_IN_ZONE(card, t->state, (zone_id)zone)
        count += (kinds_of(face_of(t, card)->kind, zone, NULL) & kinds) != 0;
    return count;
}

// How many fit, as far as `enough`.
unsigned count_fitting(const struct table *t, const struct context *c, const struct group *g,
                       enum reach reach, unsigned enough)
{
    const struct despaira_state *s     = state_at(t);
    const struct things         *x     = &t->pool->meaning->things[g->row];
    struct context               from  = *c;
    struct scope                 k     = scope_of(t, &from);
    unsigned                     count = 0;
    from.reach                         = reach;
    if (means_creatures(s, g) && reach != REACH_AGAIN)
        return (unsigned)__builtin_popcount(creatures_meant(t, c, g, reach));
    if (means_tiles(s, g)) return (unsigned)__builtin_popcount(tiles_meant(t, c, g, reach));
    if (g->tiles) {
        uint32_t left = tiles_in_reach(t, c, g, reach);
        for (; left && count < enough; left &= left - 1)
            count += is_meant(&k, x, (uint16_t)(TILE_BIT | (unsigned)__builtin_ctz(left)));
    } else if (!g->elsewhere) {
        for (unsigned i = 0; i < s->body_top && count < enough; i++) {
            if (g->attached && s->bodies[i].host != c->source) continue;
            count += s->bodies[i].stamp && is_meant(&k, x, s->bodies[i].card);
        }
    } else {
        for (unsigned zone = ZONE_DECK; zone < ZONE_COUNT; zone++) {
            if (!is_place_meant(t, c, g, zone)) continue;
            if (g->only_zone) {
                count += count_kind(t, zone, x->kinds);
                continue;
            }
            EACH_IN_ZONE(card, &s->core, (zone_id)zone)
                if (count < enough) count += is_meant(&k, x, card);
        }
    }
    return count;
}

// The same for whoever counts in a text.
int count_meant(const struct scope *k, const struct things *x)
{
    const struct context *c   = k->own;
    const struct context  now = c ? *c : context_now(k->t);
    return (int)count_fitting(k->t, &now, group_of_row(k->t, x), now.reach, CARDS_MAX);
}

struct context context_of_link(const struct table *t, const struct link *l)
{
    bool trick = l->flags & LINK_TRICK && def_of(t, l->source)->kind == KIND_TRICK;
    return (struct context){ .source = l->source,
                             .tile   = l->tile,
                             .seat   = l->seat,
                             .about  = l->about,
                             .other  = l->other,
                             .ranged = trick && has_class(t, l->source, CLASS_RANGED) };
}

// ---- events

static bool subject_fits(const struct scope *k, const struct line *l, const struct deed *d)
{
    const struct table *t = k->t;
    if (l->by && k->m->things[l->by].type == TYPE_SEAT &&
        !things_hold(k, l->by, thing_of_seat(d->seat)))
        return false;
    if (!l->to) return true;
    if (d->card == NO_CARD) return false;
    if (k->m->things[l->to].how == HOW_REF) return things_first(k, l->to) == d->card;
    bool gone = !body_at(state_at(t), d->card); // it has left the field since
    return matches(t, k->own, l->to, d->card, gone ? REACH_GONE : REACH_ANY);
}

static bool happening_fits(unsigned wanted, unsigned kind)
{
    if (wanted == IS_SPAWNED) return kind == IS_NORMAL_SPAWNED || kind == IS_MIRACLE_SPAWNED;
    return wanted == kind;
}

// Was it in reach before the deed as well? Then it has not entered. The amount of a move is the
// tile it came from: each step of a path is judged by itself (DES-652).
static bool enters_within(const struct context *c, unsigned reach, const struct deed *d)
{
    if (c->tile == NO_TILE || d->tile == NO_TILE || distance(d->tile, c->tile) > reach)
        return false;
    return d->kind != MOVES || distance((unsigned)d->amount, c->tile) > reach;
}

// Is it what a line waits for?
bool event_fits(const struct table *t, const struct context *c, unsigned ability,
                const struct deed *d)
{
    const struct line *l      = &t->pool->meaning->line[ability];
    const struct scope k      = scope_of(t, c);
    unsigned           wanted = l->event - 1u;
    if (wanted == COUNTER_PUT || wanted == COUNTER_REMOVED)
        return d->kind == wanted && d->card == c->source;
    if (wanted == IS_OVERLAPPED) return d->kind == OVERLAPS && d->other == c->source;
    if (wanted == OVERLAPS && (d->kind != OVERLAPS || d->other != c->source)) return false;
    if (wanted == ENTERS_WITHIN) {
        if (d->kind != MOVES && d->kind != IS_NORMAL_SPAWNED && d->kind != IS_MIRACLE_SPAWNED)
            return false;
        if (!enters_within(c, (unsigned)amount_of(&k, l->event_amount), d)) return false;
    } else if (wanted == ENTERS_TILE) {
        if (d->kind != MOVES || d->tile == NO_TILE || state_at(t)->tiles[d->tile] != l->event_arg)
            return false;
    } else if (wanted == ATTACKS) { // whom it attacks
        if (d->kind != DECLARES || d->other == NO_CARD) return false;
        if (!things_hold(&k, l->by, d->other)) return false;
    } else if (!happening_fits(wanted, d->kind)) {
        return false;
    }
    return subject_fits(&k, l, d);
}
