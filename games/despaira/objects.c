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

// ---- groups

static unsigned tile_of_thing(const struct table *t, uint16_t thing)
{
    return is_thing_tile(thing) ? thing & 0xFFu : tile_of(state_at(t), thing);
}

// A hidden card has no name, element, type, level or stats (DES-643).
static bool is_hidden(const struct table *t, uint16_t thing) { return !is_up(state_at(t), thing); }

static bool adjective_fits(const struct table *t, const struct context *c, const struct op *o,
                           uint16_t thing)
{
    const struct despaira_state *s = state_at(t);
    if (o->code == W_ADJ && o->value == ADJ_ADJACENT) {
        unsigned mine = tile_of_source(t, c), there = tile_of_thing(t, thing);
        return mine != NO_TILE && there != NO_TILE && distance(mine, there) == 1;
    }
    if (is_thing_tile(thing)) {
        if (o->code == W_TILE_TYPE) return s->tiles[thing & 0xFF] == o->value;
        return o->code == W_ADJ && o->value == ADJ_FREE && occupant(s, thing & 0xFFu) == NO_CARD;
    }
    switch (o->code) {
    case W_ADJ:
        switch ((enum adjective)o->value) {
        case ADJ_OPPOSING: return controller_of(s, thing) != c->seat;
        case ADJ_OTHER: return thing != c->source;
        case ADJ_FACE_UP: return is_up(s, thing);
        case ADJ_HIDDEN: return !is_up(s, thing);
        case ADJ_DAMAGED: return body_at(s, thing) && body_at(s, thing)->damage > 0;
        case ADJ_ADJACENT:
        case ADJ_FREE: return false;
        }
        return false;
    case W_ELEMENT: return !is_hidden(t, thing) && face_of(t, thing)->element == o->value;
    case W_KIN: return !is_hidden(t, thing) && face_of(t, thing)->kin == o->value;
    case W_CLASS: return !is_hidden(t, thing) && has_class(t, thing, (unsigned)o->value);
    case W_TILE_TYPE:
        return tile_of(s, thing) != NO_TILE && s->tiles[tile_of(s, thing)] == o->value;
    case OP_NAME:
        return !is_hidden(t, thing) &&
               book_of(t)->quoted[(size_t)o->value * t->pool->def_count + s->cards[thing].def];
    default: return false;
    }
}

static bool noun_fits(const struct table *t, const struct op *o, uint16_t thing, bool elsewhere)
{
    unsigned noun = noun_of(o);
    if (noun == NOUN_TILE) return is_thing_tile(thing);
    if (is_thing_tile(thing)) return false;
    unsigned kind = def_of(t, thing)->kind;
    switch ((enum noun)noun) {
    case NOUN_CREATURE: return elsewhere ? kind == KIND_CREATURE : is_creature(t, thing);
    case NOUN_CREATURE_CARD: return kind == KIND_CREATURE;
    case NOUN_TRICK:
        return kind == KIND_TRICK && (elsewhere || is_field(card_at(t->state, thing)->zone) ||
                                      body_at(state_at(t), thing) != NULL);
    case NOUN_TRICK_CARD: return kind == KIND_TRICK;
    case NOUN_CARD: return kind != KIND_LEADER;
    case NOUN_TOKEN: return kind == KIND_TOKEN;
    case NOUN_LEADER: return kind == KIND_LEADER;
    case NOUN_ATTACHED: {
        const struct body *b = body_at(state_at(t), thing);
        return b && b->host != NO_CARD && !(b->flags & BODY_EQUIPPED);
    }
    case NOUN_TILE: break;
    }
    return false;
}

bool is_zone_meant(const struct context *c, unsigned word, unsigned zone)
{
    static const uint8_t OURS[] = { ZONE_HAND, ZONE_DECK, ZONE_GRAVEYARD, ZONE_VOID, ZONE_ARCHIVE };
    static const uint8_t THEIRS[] = { ZONE_HAND, ZONE_GRAVEYARD, ZONE_VOID, ZONE_ARCHIVE };
    if (word == IN_A_GRAVEYARD)
        return zone == zone_for(SOUTH, ZONE_GRAVEYARD) || zone == zone_for(NORTH, ZONE_GRAVEYARD);
    if (word == IN_THEIR_DECK) return zone == zone_for(other_seat(c->seat), ZONE_DECK);
    if (word < IN_THEIR_HAND) return zone == zone_for(c->seat, OURS[word]);
    return zone == zone_for(other_seat(c->seat), THEIRS[word - IN_THEIR_HAND]);
}

static bool zone_fits(const struct table *t, const struct context *c, unsigned word, uint16_t thing)
{
    return is_zone_meant(c, word, card_at(t->state, thing)->zone);
}

// DES-523: a card that has left is where it stood.
unsigned tile_of_source(const struct table *t, const struct context *c)
{
    unsigned tile = tile_of(state_at(t), c->source);
    return tile == NO_TILE ? c->tile : tile;
}

static bool near_any(const struct table *t, const struct context *c, size_t object, uint16_t thing,
                     unsigned least, unsigned most)
{
    uint16_t around[THINGS_MAX];
    unsigned count = objects(t, c, object, around), tile = tile_of_thing(t, thing);
    for (unsigned i = 0; i < count; i++) {
        unsigned centre = around[i] == c->source ? tile_of_source(t, c)
                                                 : tile_of_thing(t, around[i]);
        if (centre == NO_TILE) continue;
        unsigned far = distance(tile, centre);
        if (far >= least && far <= most) return true;
    }
    return false;
}

static bool line_fits(const struct table *t, const struct context *c, unsigned word, unsigned tile)
{
    (void)t;
    bool south = c->seat == SOUTH;
    switch ((enum line_word)word) {
    case SAME_ROW: return row_of(tile) == row_of(c->tile);
    case SAME_COLUMN: return column_of(tile) == column_of(c->tile);
    case IN_FRONT:
        return column_of(tile) == column_of(c->tile) &&
               (south ? row_of(tile) > row_of(c->tile) : row_of(tile) < row_of(c->tile));
    case BEHIND:
        return column_of(tile) == column_of(c->tile) &&
               (south ? row_of(tile) < row_of(c->tile) : row_of(tile) > row_of(c->tile));
    }
    return false;
}

static bool has_any_status(const struct body *b)
{
    for (unsigned i = 0; b && i < STATUS_COUNT; i++)
        if (b->status[i]) return true;
    return false;
}

static bool level_fits(const struct table *t, size_t post, uint16_t thing)
{
    int level = level_of(t, thing), number = number_in(t, post);
    if (op_find(t->pool->ops, post, W_OR_LESS)) return level <= number;
    return op_find(t->pool->ops, post, W_OR_MORE) ? level >= number : level == number;
}

// DES-859: an effect that is widened for a while.
static unsigned widened(const struct despaira_state *s, const struct context *c)
{
    int more = s->change_count ? change_sum(s, c->source, CHANGE_WIDEN) : 0;
    return more > 0 ? (unsigned)more : 0;
}

static bool post_fits(const struct table *t, const struct context *c, size_t post, uint16_t thing,
                      enum reach reach)
{
    const struct despaira_state *s    = state_at(t);
    const struct op             *o    = &t->pool->ops[post];
    unsigned                     tile = tile_of_thing(t, thing);
    bool                         card = !is_thing_tile(thing);
    switch (o->code) {
    case W_CONTROLLED: return card && (controller_of(s, thing) == c->seat) == (o->value == BY_YOU);
    case W_WITHIN:
        return reach == REACH_AGAIN ||
               (tile != NO_TILE && c->tile != NO_TILE &&
                distance(tile, c->tile) <= (unsigned)number_in(t, post) + widened(s, c));
    case W_ANYWHERE: return true;
    case W_NEXT_TO:
        return reach == REACH_AGAIN ||
               (tile != NO_TILE && near_any(t, c, object_in(t, post, 0), thing, 1, 1));
    case W_AROUND:
        return tile != NO_TILE && near_any(t, c, object_in(t, post, 0), thing, 0,
                                           (unsigned)number_in(t, post) + widened(s, c));
    case W_IN_ZONE: return card && zone_fits(t, c, (unsigned)o->value, thing);
    case W_LINE_OF:
        return tile != NO_TILE && c->tile != NO_TILE && line_fits(t, c, (unsigned)o->value, tile);
    case W_ON_SIDE: {
        seat_id side = o->value == ON_YOUR_SIDE ? c->seat : other_seat(c->seat);
        return tile != NO_TILE && (row_of(tile) < ROWS / 2) == (side == SOUTH);
    }
    case W_WITH_LORE: return card && !is_hidden(t, thing) && def_of(t, thing)->line_count == 0;
    case W_WITH_STATUS: return card && has_any_status(body_at(s, thing));
    case W_WITH_STAT: {
        if (!card || is_hidden(t, thing)) return false;
        int value = stat_of(t, thing,
                            (unsigned)t->pool->ops[op_find(t->pool->ops, post, W_STAT)].value);
        return value != LACKING && (o->value == STAT_AT_LEAST ? value >= number_in(t, post)
                                                              : value <= number_in(t, post));
    }
    case W_OF_LEVEL: return card && !is_hidden(t, thing) && level_fits(t, post, thing);
    case W_IN_MODE:
        return card && body_at(s, thing) &&
               !(body_at(s, thing)->flags & BODY_DEFENCE) == (o->value == IN_ATTACK);
    case W_ATTACHED_HERE: return card && body_at(s, thing) && body_at(s, thing)->host == c->source;
    case W_WITH_COUNTERS: {
        size_t name = op_find(t->pool->ops, post, OP_NAME);
        return counters_on(s, thing, (unsigned)t->pool->ops[name].value) > 0;
    }
    default: return true;
    }
}

static bool is_adjective(unsigned code)
{
    return code == W_ADJ || code == W_ELEMENT || code == W_KIN || code == W_CLASS ||
           code == W_TILE_TYPE || code == OP_NAME;
}

// On the field, or where the phrase looks for cards.
static bool place_fits(const struct table *t, const struct group *g, uint16_t thing)
{
    unsigned zone = state_at(t)->cards[thing].zone;
    if (g->elsewhere) return !is_field(zone);
    return is_field(zone) || g->attached || zone == zone_for(0, ZONE_ATTACHED) ||
           zone == zone_for(1, ZONE_ATTACHED);
}

// Nouns of simple groups; without a noun a creature type stands for creatures.
static bool is_named_kind(unsigned noun, unsigned kind, unsigned zone)
{
    switch (noun) {
    case NO_NOUN:
    case NOUN_CREATURE: return is_tile(zone) && (kind == KIND_CREATURE || kind == KIND_TOKEN);
    case NOUN_TRICK: return kind == KIND_TRICK;
    case NOUN_CARD: return kind != KIND_LEADER;
    default: return kind == KIND_TOKEN;
    }
}

static bool matches_simply(const struct table *t, const struct context *c, const struct group *g,
                           card_id card, enum reach reach)
{
    const struct despaira_state *s    = state_at(t);
    const struct body           *b    = body_at(s, card);
    unsigned                     zone = s->cards[card].zone;
    if (!b) return false; // on the field, or attached there
    const struct face *f  = &book_of(t)->faces[s->cards[card].def];
    bool               up = !(s->cards[card].flags & CARD_FACE_DOWN);
    if (!is_named_kind(g->noun, f->kind, zone)) return false;
    if (g->side != SIDE_ANY && (b->controller == c->seat) != (g->side == SIDE_OWN)) return false;
    if (g->other && card == c->source) return false;
    if (g->facing && up != (g->facing == 1)) return false;
    if (g->element != NO_NOUN && (!up || f->element != g->element)) return false;
    if (g->kin != NO_NOUN && (!up || f->kin != g->kin)) return false;
    if (g->quote &&
        (!up || !book_of(t)->quoted[(g->quote - 1u) * t->pool->def_count + s->cards[card].def]))
        return false;
    bool near = reach == REACH_TARGETING && !g->names_distance && !c->ranged; // DES-552
    if (reach == REACH_AGAIN || (g->within == NO_NOUN && !g->beside && !near)) return true;
    unsigned tile = tile_of(s, card), here = g->beside ? tile_of_source(t, c) : c->tile;
    if (tile == NO_TILE || here == NO_TILE) return false;
    unsigned far = distance(tile, here);
    if (near) return far <= 1;
    return (!g->beside || far == 1) &&
           (g->within == NO_NOUN || distance(tile, c->tile) <= g->within + widened(s, c));
}

bool matches(const struct table *t, const struct context *c, size_t group, uint16_t thing,
             enum reach reach)
{
    const struct op    *ops       = t->pool->ops;
    const struct group *g         = group_at(t, group);
    bool                elsewhere = g->elsewhere || reach == REACH_GONE;
    if (g->simple && reach != REACH_GONE && thing < t->state->card_count)
        return matches_simply(t, c, g, thing, reach);
    if (!is_thing_tile(thing)) {
        if (thing >= t->state->card_count || card_at(t->state, thing)->zone == NO_ZONE)
            return false;
        if (g->elsewhere && g->zone == IN_THEIR_DECK &&
            (reach == REACH_TARGETING || reach == REACH_ANY)) // by its place: DES-R118
            return zone_fits(t, c, g->zone, thing);
        if (g->attached) {
            const struct body *b = body_at(state_at(t), thing);
            if (!b || b->host != c->source) return false;
        }
        if (reach != REACH_GONE && !place_fits(t, g, thing)) return false;
        if (g->noun == NO_NOUN && !elsewhere && !is_creature(t, thing)) return false;
        if (g->noun != NOUN_LEADER && is_leader(t, thing)) return false;
    } else if (g->noun == NO_NOUN) {
        return false;
    }
    for (size_t i = op_child(group); i < op_after(ops, group); i = op_after(ops, i)) {
        if (ops[i].code == W_NOUN) {
            if (!noun_fits(t, &ops[i], thing, elsewhere)) return false;
        } else if (is_adjective(ops[i].code)) {
            if (!adjective_fits(t, c, &ops[i], thing)) return false;
        } else if (!post_fits(t, c, i, thing, reach)) {
            return false;
        }
    }
    if (reach != REACH_TARGETING || g->names_distance || c->ranged) return true; // DES-553
    unsigned tile = tile_of_thing(t, thing);
    return tile != NO_TILE && c->tile != NO_TILE && distance(tile, c->tile) <= 1; // DES-552
}

unsigned candidates(const struct table *t, const struct context *c, size_t group,
                    uint16_t out[THINGS_MAX], enum reach reach)
{
    const struct despaira_state *s     = state_at(t);
    const struct group          *g     = group_at(t, group);
    unsigned                     count = 0;
    if (g->noun == NOUN_TILE) {
        for (unsigned tile = 0; tile < TILES; tile++)
            if (matches(t, c, group, (uint16_t)(TILE_BIT | tile), reach))
                out[count++] = (uint16_t)(TILE_BIT | tile);
        return count;
    }
    if (!g->elsewhere) { // on the field: every card there has a body
        for (unsigned i = 0; i < s->body_top; i++)
            if (s->bodies[i].stamp && matches(t, c, group, s->bodies[i].card, reach))
                out[count++] = s->bodies[i].card;
        return count;
    }
    for (card_id card = 0; card < t->state->card_count && count < THINGS_MAX; card++)
        if (card_at(t->state, card)->zone != NO_ZONE && matches(t, c, group, card, reach))
            out[count++] = card;
    return count;
}

// Is it a phrase about creatures on tiles that nothing has moved since they were noted?
bool is_about_creatures(const struct despaira_state *s, const struct group *g)
{
    return (g->noun == NOUN_CREATURE || g->noun == NO_NOUN) && !g->elsewhere && !g->attached &&
           !(s->unsettled & UNSETTLED_FIELD) && !s->field.crowded;
}

// ... that says nothing but what a mask can tell?
bool means_creatures(const struct despaira_state *s, const struct group *g)
{
    return g->simple && is_about_creatures(s, g);
}

// Tiles whose creature may be meant, by side and distance.
uint32_t creatures_in_question(const struct table *t, const struct context *c,
                               const struct group *g, enum reach reach)
{
    const struct despaira_state *s = state_at(t);
    uint32_t tiles                 = (g->side == SIDE_OPPOSING ? 0 : s->field.creatures[c->seat]) |
                     (g->side == SIDE_OWN ? 0 : s->field.creatures[other_seat(c->seat)]);
    if (g->within != NO_NOUN) tiles &= near_tile(t, c->tile, g->within + widened(s, c));
    if (reach == REACH_TARGETING && !g->names_distance && !c->ranged)
        tiles &= near_tile(t, c->tile, 1);
    return tiles;
}

static bool looks_so(const struct table *t, const struct group *g, card_id card)
{
    const struct despaira_state *s  = state_at(t);
    const struct face           *f  = face_of(t, card);
    bool                         up = is_up(s, card);
    if (g->facing && up != (g->facing == 1)) return false;
    if (g->element != NO_NOUN && (!up || f->element != g->element)) return false;
    if (g->kin != NO_NOUN && (!up || f->kin != g->kin)) return false;
    return !g->quote ||
           (up && book_of(t)->quoted[(g->quote - 1u) * t->pool->def_count + s->cards[card].def]);
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
    if (!g->facing && g->element == NO_NOUN && g->kin == NO_NOUN && !g->quote) return tiles;
    for (uint32_t left = tiles; left; left &= left - 1)
        if (!looks_so(t, g, occupant(s, (unsigned)__builtin_ctz(left)))) tiles ^= left & -left;
    return tiles;
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

// Tricks that lie on tiles, if none is equipped.
bool means_tricks(const struct despaira_state *s, const struct group *g)
{
    return g->simple && g->noun == NOUN_TRICK && !(s->unsettled & UNSETTLED_FIELD) &&
           !s->zones[zone_for(0, ZONE_ATTACHED)].count &&
           !s->zones[zone_for(1, ZONE_ATTACHED)].count;
}

uint32_t tricks_meant(const struct table *t, const struct context *c, const struct group *g,
                      enum reach reach)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     mine  = tile_of_source(t, c);
    uint32_t                     tiles = (g->side == SIDE_OPPOSING ? 0 : s->field.tricks[c->seat]) |
                     (g->side == SIDE_OWN ? 0 : s->field.tricks[other_seat(c->seat)]);
    tiles &= tiles_in_reach(t, c, g, reach);
    if (g->beside) tiles &= near_tile(t, mine, 1) & ~near_tile(t, mine, 0);
    for (uint32_t left = tiles; left; left &= left - 1) {
        card_id card = trick_on(s, (unsigned)__builtin_ctz(left));
        if ((g->other && card == c->source) || !looks_so(t, g, card)) tiles ^= left & -left;
    }
    return tiles;
}

bool means_tiles(const struct despaira_state *s, const struct group *g)
{
    return g->noun == NOUN_TILE && g->plain_tiles && !(s->unsettled & UNSETTLED_FIELD);
}

// The same as matches() for each tile.
uint32_t tiles_meant(const struct table *t, const struct context *c, const struct group *g,
                     enum reach reach)
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     mine  = tile_of_source(t, c);
    uint32_t                     tiles = tiles_in_reach(t, c, g, reach);
    if (g->beside && reach != REACH_AGAIN) tiles &= near_tile(t, mine, 1) & ~near_tile(t, mine, 0);
    if (g->free)
        tiles &= ~(s->field.creatures[0] | s->field.creatures[1] |
                   near_tile(t, tile_of(s, s->side[0].leader), 0) |
                   near_tile(t, tile_of(s, s->side[1].leader), 0));
    if (g->tile_type == NO_NOUN) return tiles;
    for (uint32_t left = tiles; left; left &= left - 1)
        if (s->tiles[__builtin_ctz(left)] != g->tile_type) tiles ^= left & -left;
    return tiles;
}

static unsigned count_kind(const struct table *t, unsigned zone, unsigned noun)
{
    const struct core *c    = t->state;
    unsigned           kind = noun == NOUN_CREATURE ? KIND_CREATURE : KIND_TRICK, count = 0;
    if (noun == NOUN_CARD) return zone_size(c, (zone_id)zone);
    EACH_IN_ZONE(card, c, (zone_id)zone) count += face_of(t, card)->kind == kind;
    return count;
}

// How many fit, as far as `enough`.
unsigned count_fitting(const struct table *t, const struct context *c, size_t group,
                       enum reach reach, unsigned enough)
{
    const struct despaira_state *s     = state_at(t);
    const struct group          *g     = group_at(t, group);
    unsigned                     count = 0;
    if (means_creatures(s, g) && reach != REACH_AGAIN)
        return (unsigned)__builtin_popcount(creatures_meant(t, c, g, reach));
    if (means_tiles(s, g)) return (unsigned)__builtin_popcount(tiles_meant(t, c, g, reach));
    if (g->noun == NOUN_TILE) {
        uint32_t left = tiles_in_reach(t, c, g, reach);
        for (; left && count < enough; left &= left - 1)
            count += matches(t, c, group, (uint16_t)(TILE_BIT | (unsigned)__builtin_ctz(left)),
                             reach);
    } else if (!g->elsewhere) {
        for (unsigned i = 0; i < s->body_top && count < enough; i++) {
            if (g->attached && s->bodies[i].host != c->source) continue;
            count += s->bodies[i].stamp && matches(t, c, group, s->bodies[i].card, reach);
        }
    } else {
        for (unsigned zone = ZONE_DECK; zone < ZONE_COUNT; zone++) {
            if (!is_zone_meant(c, g->zone, zone)) continue;
            if (g->only_zone) {
                count += count_kind(t, zone, g->noun);
                continue;
            }
            EACH_IN_ZONE(card, &s->core, (zone_id)zone)
                if (count < enough) count += matches(t, c, group, card, reach);
        }
    }
    return count;
}

// ---- objects

size_t object_in(const struct table *t, size_t op, unsigned nth)
{
    const struct op *ops = t->pool->ops;
    for (size_t i = op_child(op); i < op_after(ops, op); i = op_after(ops, i))
        if ((ops[i].code == W_PRONOUN || ops[i].code == W_GROUP) && nth-- == 0) return i;
    return 0;
}

static unsigned one(uint16_t out[THINGS_MAX], uint16_t thing)
{
    out[0] = thing;
    return thing != NO_CARD;
}

static unsigned named(const struct table *t, uint16_t out[THINGS_MAX])
{
    const struct despaira_state *s     = state_at(t);
    unsigned                     count = 0;
    for (unsigned i = 0; i < s->work.named_count; i++) {
        uint16_t           thing = s->work.named[i];
        const struct body *b     = thing < CARDS_MAX ? body_at(s, thing) : NULL;
        if (thing < CARDS_MAX && (b ? b->stamp : 0) != s->work.named_stamp[i])
            continue; // a new card (DES-806)
        out[count++] = thing;
    }
    return count;
}

static unsigned named_tile(const struct table *t, const struct context *c, uint16_t out[THINGS_MAX])
{
    unsigned count = named(t, out);
    for (unsigned i = 0; i < count; i++)
        if (is_thing_tile(out[i])) return one(out, out[i]);
    unsigned tile = c->about < CARDS_MAX ? tile_of(state_at(t), c->about) : NO_TILE;
    return tile == NO_TILE ? 0 : one(out, (uint16_t)(TILE_BIT | tile));
}

static unsigned named_cards(const struct table *t, uint16_t out[THINGS_MAX])
{
    unsigned count = named(t, out), cards = 0;
    for (unsigned i = 0; i < count; i++)
        if (!is_thing_tile(out[i])) out[cards++] = out[i];
    return cards ? cards : count;
}

unsigned objects(const struct table *t, const struct context *c, size_t op,
                 uint16_t out[THINGS_MAX])
{
    const struct despaira_state *s = state_at(t);
    if (!op) return 0;
    if (t->pool->ops[op].code == W_GROUP) return candidates(t, c, op, out, REACH_ANY);
    switch ((enum pronoun)t->pool->ops[op].value) {
    case PRO_THIS_CARD: return one(out, c->source);
    case PRO_IT:
    case PRO_ITS:
    case PRO_THEM:
    case PRO_EACH: return named_cards(t, out);
    case PRO_THAT_CREATURE:
    case PRO_THAT_CARD:
    case PRO_THAT_TRICK: return c->about == NO_CARD ? named_cards(t, out) : one(out, c->about);
    case PRO_ATTACKER:
        return one(out, s->action.kind == ACTION_ATTACK ? s->action.card : (card_id)NO_CARD);
    case PRO_EQUIPPED:
        return one(out, body_at(s, c->source) ? body_at(s, c->source)->host : (card_id)NO_CARD);
    case PRO_YOUR_LEADER: return one(out, s->side[c->seat].leader);
    case PRO_THE_OPPONENTS_LEADER:
    case PRO_OPPOSING_LEADER: return one(out, s->side[other_seat(c->seat)].leader);
    case PRO_THIS_TILE: return c->tile == NO_TILE ? 0 : one(out, (uint16_t)(TILE_BIT | c->tile));
    case PRO_THAT_TILE: return named_tile(t, c, out);
    }
    return 0;
}

int times_of(const struct table *t, const struct context *c, size_t op)
{
    const struct op *ops = t->pool->ops;
    size_t           per = op_find(ops, op, W_PER);
    uint16_t         list[THINGS_MAX];
    if (!per) return 1;
    if (op_find(ops, per, W_PIPS)) return state_at(t)->work.die;
    size_t name = op_find(ops, per, OP_NAME), object = object_in(t, per, 0);
    if (!name && object && ops[object].code == W_GROUP)
        return (int)count_fitting(t, c, object, REACH_ANY, CARDS_MAX);
    unsigned count = objects(t, c, object, list);
    if (!name) return (int)count;
    int sum = 0;
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
    uint16_t                     list[THINGS_MAX];
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
        unsigned count = candidates(t, c, group, list, REACH_ANY);
        for (unsigned i = 0; i < count; i++) // nobody controls a tile
            theirs += !is_thing_tile(list[i]) && controller_of(s, list[i]) == seat;
    }
    if (denied) return theirs == 0;
    return theirs >= (unsigned)(least ? least : 1);
}

static bool any_matches(const struct table *t, const struct context *c, size_t group)
{
    uint16_t list[THINGS_MAX];
    unsigned count = named(t, list);
    for (unsigned i = 0; i < count; i++)
        if (matches(t, c, group, list[i], REACH_ANY)) return true;
    return false;
}

// "If it is hidden", "if the target is in Defence Mode".
static bool stands_so(const struct table *t, unsigned word)
{
    const struct despaira_state *s = state_at(t);
    uint16_t                     list[THINGS_MAX];
    unsigned                     count = named_cards(t, list);
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
    uint16_t list[THINGS_MAX];
    unsigned name = (unsigned)t->pool->ops[op_find(t->pool->ops, op, OP_NAME)].value;
    return objects(t, c, object_in(t, op, 0), list) &&
           counters_on(state_at(t), list[0], name) >= (unsigned)number_in(t, op);
}

static unsigned cards_in(const struct table *t, const struct context *c, unsigned word)
{
    unsigned count = 0;
    for (card_id card = 0; card < t->state->card_count; card++)
        count += card_at(t->state, card)->zone != NO_ZONE && zone_fits(t, c, word, card);
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
    case W_IT_IS: return any_matches(t, c, object_in(t, op, 0));
    case W_IT_STANDS: return stands_so(t, (unsigned)o->value % STANDS_COUNT);
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
    const struct op *o = &t->pool->ops[object];
    if (o->code == W_PRONOUN && o->value == PRO_THIS_CARD) return d->card == c->source;
    if (o->code == W_PRONOUN && o->value == PRO_EQUIPPED)
        return body_at(state_at(t), c->source) && body_at(state_at(t), c->source)->host == d->card;
    if (o->code == W_PRONOUN && o->value == PRO_YOUR_LEADER)
        return state_at(t)->side[c->seat].leader == d->card;
    bool gone = d->card != NO_CARD && !body_at(state_at(t), d->card); // it has left the field since
    return o->code == W_GROUP && d->card != NO_CARD &&
           matches(t, c, object, d->card, gone ? REACH_GONE : REACH_ANY);
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
