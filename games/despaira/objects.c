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
    return (struct scope){ t, t->pool->meaning, &state_at(t)->work.core, c->seat, NO_THING, c };
}

static const struct group *group_of_row(const struct scope *k, const struct things *x)
{
    return &book_of(k->t)->groups[x - k->m->things];
}

static unsigned tile_of_named(const struct table *t, uint16_t thing)
{
    return is_thing_tile(thing) ? thing & 0xFFu : tile_of(state_at(t), thing);
}

// DES-552, DES-553: a target without a distance is adjacent, unless the trick is Ranged.
static bool is_in_reach(const struct scope *k, const struct things *x, uint16_t thing)
{
    const struct context *c = k->own;
    if (c->reach != REACH_TARGETING || c->ranged || group_of_row(k, x)->names_distance) return true;
    unsigned tile = tile_of_named(k->t, thing);
    return tile != NO_TILE && c->tile != NO_TILE && distance(tile, c->tile) <= 1;
}

bool is_meant(const struct scope *k, const struct things *x, uint16_t thing)
{
    const struct context *c = k->own;
    struct facts          f;
    if (is_thing_tile(thing)) {
        if (x->type != TYPE_PLACE || (x->flags & THINGS_OTHER && (thing & 0xFFu) == c->tile))
            return false;
        f = facts_of_tile(k->t, thing & 0xFFu);
    } else {
        const struct despaira_state *s = state_at(k->t);
        if (thing >= s->core.card_count || s->cards[thing].zone == NO_ZONE) return false;
        if (x->flags & THINGS_OTHER && thing == c->source) return false;
        f = facts_of_card(k->t, c->seat, thing);
        if (x->places == BIT(PLACE_THEIR_DECK) && c->reach <= REACH_TARGETING)
            return f.place & x->places; // by its place: DES-R118
        if (c->reach == REACH_GONE) f.place = 0xFFFF;
    }
    return fits(k, x, &f, thing) && is_in_reach(k, x, thing);
}
static_assert(REACH_ANY < REACH_TARGETING && REACH_TARGETING < REACH_AGAIN, "compared above");

static const struct things *things_of_op(const struct table *t, size_t op)
{
    return &t->pool->meaning->things[book_of(t)->group_of[op]];
}

bool matches(const struct table *t, const struct context *c, size_t op, uint16_t thing,
             enum reach reach)
{
    struct context from = *c;
    from.reach          = reach;
    struct scope k      = scope_of(t, &from);
    return is_meant(&k, things_of_op(t, op), thing);
}

// In the order of their places: tiles, cards as they came to the field, cards of zones.
size_t candidates(const struct scope *k, const struct things *x, uint16_t *out, size_t max)
{
    const struct despaira_state *s     = state_at(k->t);
    size_t                       count = 0;
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
    for (card_id card = 0; card < s->core.card_count && count < max; card++)
        if (is_meant(k, x, card)) out[count++] = card;
    return count;
}

unsigned candidates_at(const struct table *t, const struct context *c, size_t op,
                       uint16_t out[MEANT_MAX], enum reach reach)
{
    struct context from = *c;
    from.reach          = reach;
    struct scope k      = scope_of(t, &from);
    return (unsigned)candidates(&k, things_of_op(t, op), out, MEANT_MAX);
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

// ---- objects

// The nth phrase about things below a node.
size_t object_in(const struct table *t, size_t op, unsigned nth)
{
    const struct op *ops = t->pool->ops;
    for (size_t i = op_child(op); i < op_after(ops, op); i = op_after(ops, i)) {
        bool inside = ops[i].code == SHAPE_WHO || ops[i].code == SHAPE_COUNT;
        if ((inside || ops[i].code == SHAPE_THINGS) && nth-- == 0) return inside ? op_child(i) : i;
    }
    return 0;
}

// All that are meant; of what is picked, what was.
unsigned objects(const struct table *t, const struct context *c, size_t op, uint16_t out[MEANT_MAX])
{
    struct scope k = scope_of(t, c);
    return op ? (unsigned)things_list(&k, book_of(t)->group_of[op], out, MEANT_MAX) : 0;
}

int times_of(const struct table *t, const struct context *c, size_t op)
{
    const struct op *ops = t->pool->ops;
    size_t           per = op_find(ops, op, W_PER);
    uint16_t         list[MEANT_MAX];
    if (!per) return 1;
    if (op_find(ops, per, W_PIPS)) return state_at(t)->work.die;
    size_t name = op_find(ops, per, OP_NAME), object = object_in(t, per, 0);
    if (!name && object) return (int)count_fitting(t, c, group_at(t, object), REACH_ANY, CARDS_MAX);
    unsigned count = objects(t, c, object, list);
    int      sum   = 0;
    for (unsigned i = 0; i < count; i++)
        sum += (int)counters_on(state_at(t), list[i], (unsigned)ops[name].value);
    return sum;
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

// ---- conditions

static bool controls(const struct table *t, const struct context *c, size_t op)
{
    const struct despaira_state *s = state_at(t);
    uint16_t                     list[MEANT_MAX];
    size_t                       group  = object_in(t, op, 0);
    unsigned                     word   = (unsigned)t->pool->ops[op].value;
    bool                         denied = word == YOU_CONTROL_NO || word == OPPONENT_CONTROLS_NO;
    bool                         own    = word == YOU_CONTROL || word == YOU_CONTROL_NO;
    seat_id                      seat   = own ? c->seat : other_seat(c->seat);
    int                          least  = number_in(t, op);
    unsigned                     theirs = 0;
    if (means_creatures(s, group_at(t, group))) {
        uint32_t tiles = creatures_meant(t, c, group_at(t, group), REACH_ANY) &
                         s->field.creatures[seat];
        theirs = (unsigned)__builtin_popcount(tiles);
    } else {
        unsigned count = candidates_at(t, c, group, list, REACH_ANY);
        for (unsigned i = 0; i < count; i++) // nobody controls a tile
            theirs += !is_thing_tile(list[i]) && controller_of(s, list[i]) == seat;
    }
    if (denied) return theirs == 0;
    return theirs >= (unsigned)(least ? least : 1);
}

// "If it is a Dragon": object 0 is who, 1 is what.
static bool any_matches(const struct table *t, const struct context *c, size_t op)
{
    uint16_t list[MEANT_MAX];
    unsigned count = objects(t, c, object_in(t, op, 0), list);
    for (unsigned i = 0; i < count; i++)
        if (matches(t, c, object_in(t, op, 1), list[i], REACH_ANY)) return true;
    return false;
}

// "If it is hidden", "if the target is in Defence Mode".
static bool stands_so(const struct table *t, const struct context *c, size_t op)
{
    const struct despaira_state *s    = state_at(t);
    unsigned                     word = (unsigned)t->pool->ops[op].value;
    uint16_t                     list[MEANT_MAX];
    unsigned                     count = objects(t, c, object_in(t, op, 0), list);
    for (unsigned i = 0; i < count; i++) {
        const struct body *b = is_thing_tile(list[i]) ? NULL : body_at(s, list[i]);
        if (!b) continue;
        if (word == STANDS_HIDDEN ? !is_up(s, list[i])
                                  : !(b->flags & BODY_DEFENCE) == (word == STANDS_IN_ATTACK))
            return true;
    }
    return false;
}

static bool has_counters(const struct table *t, const struct context *c, size_t op)
{
    uint16_t list[MEANT_MAX];
    unsigned name = (unsigned)t->pool->ops[op_find(t->pool->ops, op, OP_NAME)].value;
    return objects(t, c, object_in(t, op, 0), list) &&
           counters_on(state_at(t), list[0], name) >= (unsigned)number_in(t, op);
}

static unsigned cards_in(const struct table *t, const struct context *c, unsigned word)
{
    unsigned count = 0, places = (unsigned)t->pool->meaning->lang->places[word].bits;
    for (unsigned zone = ZONE_DECK; zone < ZONE_COUNT; zone++)
        if (place_of_zone(zone, c->seat) & places) count += zone_size(t->state, (zone_id)zone);
    return count;
}

bool holds(const struct table *t, const struct context *c, size_t op)
{
    const struct despaira_state *s = state_at(t);
    const struct op             *o = &t->pool->ops[op];
    switch (o->code) {
    case W_CONTROLS: return controls(t, c, op);
    case W_THERE:
        return cards_in(t, c, (unsigned)t->pool->ops[op_find(t->pool->ops, op, W_IN_ZONE)].value) >=
               (unsigned)number_in(t, op);
    case W_ON_TILE: {
        unsigned tile = tile_of(s, c->source);
        return tile != NO_TILE &&
               s->tiles[tile] == t->pool->ops[op_find(t->pool->ops, op, W_TILE_TYPE)].value;
    }
    case W_LEADER_HP: return leader_hp(t, c->seat) <= number_in(t, op);
    case W_HAS_CRYSTALS: return s->side[c->seat].inventory >= number_in(t, op);
    case W_NTH_LINK: return (s->resolving ? s->resolving : s->link_count + 1) >= number_in(t, op);
    case W_IT_IS: return any_matches(t, c, op);
    case W_IT_STANDS: return stands_so(t, c, op);
    case W_STANDS: {
        const struct body *b = body_at(s, c->source);
        return b && !(b->flags & BODY_DEFENCE) == (o->value == IN_ATTACK);
    }
    case W_HERE: return body_at(s, c->source) != NULL;
    case W_HAS_COUNTERS: return has_counters(t, c, op);
    case W_HEADS: return s->work.coin == (o->value == SHOWS_HEADS ? 1 : 2);
    case W_DIE: return s->work.die >= number_in(t, op);
    default: return false;
    }
}

// ---- events

static bool subject_fits(const struct table *t, const struct context *c, size_t event,
                         const struct deed *d)
{
    size_t object = object_in(t, event, 0);
    if (!object) return d->seat != c->seat; // "your opponent ..."
    if (things_of_op(t, object)->how == HOW_REF) {
        uint16_t who[MEANT_MAX];
        return objects(t, c, object, who) && who[0] == d->card;
    }
    bool gone = d->card != NO_CARD && !body_at(state_at(t), d->card); // it has left the field since
    return d->card != NO_CARD && matches(t, c, object, d->card, gone ? REACH_GONE : REACH_ANY);
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

bool event_fits(const struct table *t, const struct context *c, size_t event, const struct deed *d)
{
    size_t what = op_find(t->pool->ops, event, W_HAPPENS);
    if (!what && t->pool->ops[event].code == W_HAPPENS) what = event;
    const struct op *o = &t->pool->ops[what];
    if (o->value == COUNTER_PUT || o->value == COUNTER_REMOVED)
        return d->kind == o->value && d->card == c->source;
    if (o->value == IS_OVERLAPPED) return d->kind == OVERLAPS && d->other == c->source;
    if (o->value == OVERLAPS && (d->kind != OVERLAPS || d->other != c->source)) return false;
    if (o->value == ENTERS_WITHIN) {
        if (d->kind != MOVES && d->kind != IS_NORMAL_SPAWNED && d->kind != IS_MIRACLE_SPAWNED)
            return false;
        if (!enters_within(c, (unsigned)number_in(t, what), d)) return false;
    } else if (o->value == ENTERS_TILE) {
        size_t type = op_find(t->pool->ops, what, W_TILE_TYPE);
        if (d->kind != MOVES || d->tile == NO_TILE ||
            state_at(t)->tiles[d->tile] != t->pool->ops[type].value)
            return false;
    } else if (!happening_fits((unsigned)o->value, d->kind)) {
        return false;
    }
    return subject_fits(t, c, event, d);
}
