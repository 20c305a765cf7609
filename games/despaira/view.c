// What people see of a position, and what must be true of every one.
#include "games/despaira/rules.h"

#define TILE(name)                                                                                 \
    {                                                                                              \
        name, NO_SEAT, SIGHT_ALL, 1                                                                \
    }
#define COLUMN(c) TILE(c "1"), TILE(c "2"), TILE(c "3"), TILE(c "4"), TILE(c "5"), TILE(c "6")
#define PLACE(name)                                                                                \
    {                                                                                              \
        "trick " name, NO_SEAT, SIGHT_ALL, 1                                                       \
    }
#define PLACES(c) PLACE(c "1"), PLACE(c "2"), PLACE(c "3"), PLACE(c "4"), PLACE(c "5"), PLACE(c "6")
#define ZONES_OF(seat)                                                                             \
    { "deck", seat, SIGHT_NOBODY, 0 }, { "hand", seat, SIGHT_OWNER, 0 },                           \
        { "graveyard", seat, SIGHT_ALL, 0 }, { "void", seat, SIGHT_ALL, 0 },                       \
        { "archive", seat, SIGHT_ALL, 0 }, { "side deck", seat, SIGHT_OWNER, 0 },                  \
        { "special deck", seat, SIGHT_OWNER, 0 }, { "leader", seat, SIGHT_OWNER, 0 },              \
        { "announced", seat, SIGHT_ALL, 0 }, { "attached", seat, SIGHT_ALL, 0 },                   \
        { "pack", seat, SIGHT_OWNER, 0 },                                                          \
    {                                                                                              \
        "picks", seat, SIGHT_OWNER, 0                                                              \
    }

const struct zone_name despaira_zones[ZONE_COUNT + 1] = {
    COLUMN("A"),
    COLUMN("B"),
    COLUMN("C"),
    COLUMN("D"),
    COLUMN("E"),
    PLACES("A"),
    PLACES("B"),
    PLACES("C"),
    PLACES("D"),
    PLACES("E"),
    ZONES_OF(0),
    ZONES_OF(1),
    { "pool", NO_SEAT, SIGHT_NOBODY, 0 },
    { 0 },
};

const char *const despaira_value_names[] = {
    [VALUE_TURN] = "turn",           [VALUE_TURN_OF] = "turn of",
    [VALUE_PHASE] = "phase",         [VALUE_GAME] = "game",
    [VALUE_LEADER_HP] = "Leader HP", [VALUE_INVENTORY] = "inventory",
    [VALUE_USED] = "used",           [VALUE_SPAWN_POINTS] = "Spawn Points",
    [VALUE_SPAWNS] = "spawns",       [VALUE_WON] = "won",
    [VALUE_MATCH] = "match",         [VALUE_POINTS] = "points",
    [VALUE_TILE] = "tile",           NULL,
};
const char *const despaira_stat_names[] = { "ATK", "HP",    "CATK",     "RATK", "DEF",
                                            "HL",  "timer", "counters", NULL };

static const struct {
    uint16_t    flag;
    const char *word;
} FLAGS[] = {
    { BODY_DEFENCE, "Defence Mode" },
    { BODY_MOVED, "moved" },
    { BODY_ATTACKED, "attacked" },
    { BODY_SWITCHED, "switched" },
    { BODY_HEALED, "healed" },
    { BODY_NORMAL_SPAWNED, "spawned this turn" },
    { BODY_SHIELD_BROKEN, "shield broken" },
    { BODY_LOCKED, "locked down" },
    { BODY_EQUIPPED, "equipped" },
};
static_assert(COUNT(FLAGS) == FLAG_COUNT, "words come in the order of flags");
const char *const despaira_status_words[] = {
    "Defence Mode",
    "moved",
    "attacked",
    "switched",
    "healed",
    "spawned this turn",
    "shield broken",
    "locked down",
    "equipped",
    "Burn",
    "Poison",
    "Freeze",
    "Paralyse",
    "Root",
    "Silence",
    "controlled by the opponent",
    "damaged",
    "picked",
    NULL,
};
const char *const despaira_link_names[] = { "link", NULL };

static uint64_t words_of(const struct body *b, seat_id owner)
{
    uint64_t words = 0;
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (b->flags & FLAGS[i].flag) words |= UINT64_C(1) << i;
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (b->status[i]) words |= UINT64_C(1) << (WORD_STATUS + i);
    if (b->controller != owner) words |= UINT64_C(1) << WORD_TAKEN;
    if (b->damage) words |= UINT64_C(1) << WORD_DAMAGED;
    return words;
}

static int counters_of(const struct despaira_state *s, card_id card)
{
    int sum = 0;
    for (unsigned i = 0; i < s->counter_count; i++)
        if (s->counters[i].where == card) sum += s->counters[i].count;
    return sum;
}

static void add_stats(const struct table *t, struct view_card *card)
{
    const struct body *b = body_at(state_at(t), card->id);
    if (!b) return;
    card->words |= words_of(b, card->owner);
    for (unsigned stat = 0; stat < VIEW_STATS; stat++) card->stat[stat] = LACKING;
    if (b->timer) card->stat[VIEW_TIMER] = b->timer; // counters are seen by all, DES-834
    int counters = counters_of(state_at(t), card->id);
    if (counters) card->stat[VIEW_COUNTERS] = (int16_t)counters;
    if (b->timer || counters) card->stats = VIEW_STATS;
    if (card->def == NO_DEF || is_trick(t, card->id)) return;
    card->stats = VIEW_STATS;
    for (unsigned stat = 0; stat < STAT_COUNT; stat++)
        card->stat[stat] = (int16_t)stat_of(t, card->id, stat);
    if (is_leader(t, card->id)) card->stat[STAT_HP] = (int16_t)leader_hp(t, card->owner);
}

static void add_links(const struct table *t, struct view *v)
{
    const struct despaira_state *s = state_at(t);
    for (unsigned i = 0; i < s->link_count; i++) {
        const struct link *l = &s->links[i];
        if (l->flags & LINK_RESOLVED) continue;
        struct view_link link     = { .seat   = l->seat,
                                      .flags  = (uint8_t)(l->flags & LINK_NEGATED),
                                      .card   = l->source,
                                      .target = l->target_count ? l->target[0].what : NO_CARD,
                                      .what   = 0 };
        link.def                  = l->ability == NO_ABILITY ? card_at(&s->core, l->source)->def
                                                             : ability_at(t, l->ability)->def;
        link.line                 = l->speed;
        v->links[v->link_count++] = link;
    }
}

void despaira_view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct despaira_state *s       = state_at(t);
    bool                         gathers = viewer < s->core.seats && s->core.asked >> viewer & 1 &&
                   s->core.question[viewer].max > 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        add_stats(t, &v->cards[i]);
        if (gathers && has_picked(&s->core.question[viewer], v->cards[i].id))
            v->cards[i].words |= UINT64_C(1) << WORD_PICKED;
    }
    view_add_value(v, VALUE_TURN, NO_SEAT, s->turn);
    view_add_value(v, VALUE_TURN_OF, NO_SEAT, s->turn_seat);
    view_add_value(v, VALUE_PHASE, NO_SEAT, s->phase);
    view_add_value(v, VALUE_GAME, NO_SEAT, s->game);
    view_add_value(v, VALUE_MATCH, NO_SEAT, s->match);
    for (seat_id seat = 0; seat < 2; seat++) {
        const struct side *me = &s->side[seat];
        view_add_value(v, VALUE_LEADER_HP, seat, leader_hp(t, seat));
        view_add_value(v, VALUE_INVENTORY, seat, me->inventory);
        view_add_value(v, VALUE_USED, seat, CRYSTALS - me->inventory);
        view_add_value(v, VALUE_SPAWN_POINTS, seat, me->spawn_points);
        view_add_value(v, VALUE_SPAWNS, seat, me->spawns);
        view_add_value(v, VALUE_WON, seat, me->won);
        view_add_value(v, VALUE_POINTS, seat, me->score);
    }
    for (unsigned tile = 0; tile < TILES; tile++)
        view_add_value(v, VALUE_TILE, NO_SEAT, s->tiles[tile]);
    add_links(t, v);
}

// What could lie face down there, for all that can be seen: its kind, and the level that was paid
// (DES-R30).
bool despaira_could_be(const struct table *t, card_id card, def_id def)
{
    const struct despaira_state *s = state_at(t);
    const struct card_def       *d = &t->pool->defs[def];
    const struct body           *b = body_at(s, card);
    zone_id                      z = card_at(&s->core, card)->zone;
    if (z == zone_for(SOUTH, ZONE_SPECIAL) || z == zone_for(NORTH, ZONE_SPECIAL))
        return (d->tags >> TAG_GOD & 15) != 0;
    if (z == zone_for(SOUTH, ZONE_LEADER) || z == zone_for(NORTH, ZONE_LEADER))
        return d->kind == KIND_LEADER;
    if (is_trick_place(z)) return d->kind == KIND_TRICK;
    if (is_tile(z)) {
        if (d->kind != KIND_CREATURE || d->tags >> TAG_GOD & 15) return false;
        return b->paid_all ? d->field[FIELD_LEVEL] == b->paid : d->field[FIELD_LEVEL] <= b->paid;
    }
    if (z != zone_for(SOUTH, ZONE_LIMBO) && z != zone_for(NORTH, ZONE_LIMBO))
        return !(d->tags >> TAG_GOD & 15) && d->kind != KIND_LEADER; // a hand or deck
    if (s->action.kind == ACTION_PLACE) return d->kind == KIND_TRICK;
    if (d->kind != KIND_CREATURE || d->tags >> TAG_GOD & 15) return false;
    return s->action.kind == ACTION_SPAWN ? d->field[FIELD_LEVEL] == s->action.paid
                                          : d->field[FIELD_LEVEL] <= s->action.paid;
}

// ---- invariants

static const char *broken_card(const struct table *t, card_id card)
{
    const struct despaira_state *s = state_at(t);
    const struct card           *c = card_at(&s->core, card);
    const struct body           *b = body_at(s, card);
    bool attached = c->zone == zone_for(0, ZONE_ATTACHED) || c->zone == zone_for(1, ZONE_ATTACHED);
    if ((is_field(c->zone) || attached) != (b != NULL))
        return "a card on the field has no body, or one elsewhere has";
    if (!b) return NULL;
    if (b->card != card) return "a body belongs to another card";
    if (attached != (b->host != NO_CARD)) return "an attached card has no host";
    unsigned hosts = 0;
    for (const struct body *h = b; h && h->host != NO_CARD; h = body_at(s, h->host))
        if (hosts++ == BODIES_MAX) return "a card is attached to itself";
    if (is_trick_place(c->zone) && !is_trick(t, card)) return "a trick place holds no trick";
    if (is_tile(c->zone) && is_trick(t, card)) return "a trick occupies a tile";
    if (!(c->flags & CARD_FACE_DOWN) && c->known != EVERYBODY)
        return "a face-up card on the field is hidden";
    if (b->controller > 1) return "a card has no controller";
    if (b->damage < 0 || b->boost_hp < 0) return "damage below 0";
    return NULL;
}

const char *despaira_broken(const struct table *t)
{
    const struct despaira_state *s = state_at(t);
    for (card_id card = 0; card < s->core.card_count; card++) {
        if (card_at(&s->core, card)->zone == NO_ZONE) continue;
        const char *problem = broken_card(t, card);
        if (problem) return problem;
    }
    for (zone_id z = 0; z < ZONE_DECK; z++)
        if (zone_size(&s->core, z) > 1) return "two cards in one place (DES-231, DES-232)";
    for (seat_id seat = 0; seat < 2; seat++) {
        if (s->side[seat].inventory > CRYSTALS) return "more than 15 Magic Crystals (DES-108)";
        if (s->side[seat].spawns > SPAWNS) return "more than two Normal Spawns (DES-402)";
        if (!s->core.over && !s->core.scenario && s->turn > 0 && s->side[seat].leader == NO_CARD)
            return "a player without a Leader";
    }
    if (!statics_are_settled(t)) return "static sentences were not worked out anew (DES-801)";
    if (s->turn > TURNS_MAX) return "more than 200 turns (DES-911)";
    if (!s->core.over && !s->core.scenario && s->core.depth == 0) return "nothing goes on";
    return NULL;
}
