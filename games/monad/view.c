// What people see of a position, and what must be true of every one.
#include "games/monad/rules.h"

#define ZONES_OF(seat)                                                                             \
    { "deck", seat, SIGHT_NOBODY, 0 }, { "hand", seat, SIGHT_TEAM, 0 },                            \
        { "discard", seat, SIGHT_ALL, 0 }, { "removed", seat, SIGHT_ALL, 0 },                      \
        { "front", seat, SIGHT_ALL, 0 }, { "mid", seat, SIGHT_ALL, 0 },                            \
        { "back", seat, SIGHT_ALL, 0 }, { "facing front", seat, SIGHT_ALL, 0 },                    \
        { "facing mid", seat, SIGHT_ALL, 0 }, { "facing back", seat, SIGHT_ALL, 0 },               \
        { "left front", seat, SIGHT_ALL, 0 }, { "left mid", seat, SIGHT_ALL, 0 },                  \
        { "left back", seat, SIGHT_ALL, 0 }, { "center front", seat, SIGHT_ALL, 0 },               \
        { "center mid", seat, SIGHT_ALL, 0 }, { "center back", seat, SIGHT_ALL, 0 },               \
        { "right front", seat, SIGHT_ALL, 0 }, { "right mid", seat, SIGHT_ALL, 0 },                \
        { "right back", seat, SIGHT_ALL, 0 }, { "base", seat, SIGHT_ALL, 0 },                      \
        { "reserve", seat, SIGHT_ALL, 0 }, { "left out", seat, SIGHT_OWNER, 0 },                   \
        { "aside", seat, SIGHT_ALL, 0 }, { "quests", seat, SIGHT_ALL, 0 },                         \
        { "dispute", seat, SIGHT_ALL, 0 }, { "completed", seat, SIGHT_ALL, 0 },                    \
        { "class", seat, SIGHT_ALL, 0 },                                                           \
    {                                                                                              \
        "table", seat, SIGHT_ALL, 0                                                                \
    }

const struct zone_name monad_zones[ZONE_COUNT + 1] = {
    { "catalysts", NO_SEAT, SIGHT_ALL, 0 },
    { "classes", NO_SEAT, SIGHT_ALL, 0 },
    { "scenarios", NO_SEAT, SIGHT_ALL, 0 },
    { "map", NO_SEAT, SIGHT_ALL, 0 },
    { "arenas", NO_SEAT, SIGHT_ALL, 0 },
    { "set", NO_SEAT, SIGHT_ALL, 0 },
    ZONES_OF(0),
    ZONES_OF(1),
    ZONES_OF(2),
    ZONES_OF(3),
    { 0 },
};

const char *const monad_value_names[] = {
    [VALUE_TURN]     = "turn",
    [VALUE_ACTIVE]   = "active",
    [VALUE_PHASE]    = "phase",
    [VALUE_ROUND]    = "round",
    [VALUE_VP]       = "VP",
    [VALUE_LEVEL]    = "level",
    [VALUE_GOLD]     = "loose gold",
    [VALUE_LOCATION] = "location",
    [VALUE_TOKENS]   = "tokens",
    [VALUE_TARGET]   = "VP target",
    [VALUE_FRESH]    = "scenario",
    [VALUE_TOWERS]   = "towers",
    [VALUE_CREEPS]   = "more creeps",
    [VALUE_PERK]     = "perk",
    [VALUE_CAMPAIGN] = "campaign VP",
    [VALUE_GAME]     = "campaign game",
    [VALUE_HERO]     = "hero",
    [VALUE_ARENA]    = "arena",
    [VALUE_PENDING]  = "next-combat effects",
    [VALUE_WAITS]    = "scenario waits",
    [VALUE_ER]       = "Encounter Rating",
    [VALUE_HERO_1]   = "hero 1",
    "hero 2",
    "hero 3",
    "hero 4",
    "hero 5",
    [VALUE_CLASS_1] = "class of hero 1",
    "class of hero 2",
    "class of hero 3",
    "class of hero 4",
    "class of hero 5",
    NULL,
};
const char *const monad_stat_names[] = {
    [STAT_SHOWN_HP]        = "HP",
    [STAT_SHOWN_MAX_HP]    = "max HP",
    [STAT_SHOWN_AP]        = "AP",
    [STAT_SHOWN_INI]       = "INI",
    [STAT_SHOWN_AR]        = "AR",
    [STAT_SHOWN_LEVEL]     = "level",
    [STAT_SHOWN_MAX_AP]    = "max AP",
    [STAT_SHOWN_SHIELD]    = "Shield",
    [STAT_SHOWN_CORROSION] = "Corrosion",
    [STAT_SHOWN_TOKENS]    = "tokens",
    [STAT_SHOWN_LVL]       = "lvl tokens",
    [STAT_SHOWN_ER]        = "ER",
    [STAT_SHOWN_STATUS]    = "Enfeeble",
    "Haze",
    "Slow",
    "Haste",
    "Daze",
    "Debilitate",
    "Marker",
    "Bleeding",
    "Poison",
    "Pinned",
    "Do Not Act",
    "Mortal Strike",
    NULL,
};
static_assert(STAT_SHOWN_STATUS + STATUS_COUNT <= VIEW_STATS_MAX, "every status has its number");
const char *const monad_status_words[] = {
    "Enfeeble",
    "Haze",
    "Slow",
    "Haste",
    "Daze",
    "Debilitate",
    "Marker",
    "Bleeding",
    "Poison",
    "Pinned",
    "Do Not Act",
    "Mortal Strike",
    "exhausted",
    "hidden",
    "picked",
    "acting",
    "(a) marked",
    "(b) marked",
    "(c) marked",
    "(d) marked",
    "to front",
    "to mid",
    "to back",
    // MON-753: against what a Shield is.
    "Shield (Slashing)",
    "Shield (Piercing)",
    "Shield (Cleaving)",
    "Shield (Bashing)",
    "Shield (Fire)",
    "Shield (Frost)",
    "Shield (Storm)",
    "Shield (Shadow)",
    "Shield (any)",
    "Shield (Physical)",
    "Shield (Magic)",
    NULL,
};
enum { SHOWN_EXHAUSTED = STATUS_COUNT, SHOWN_HIDDEN, SHOWN_PICKED, SHOWN_ACTING, SHOWN_MARKED };
enum {
    ABILITIES_SHOWN = 4,
    SHOWN_PLANNED   = SHOWN_MARKED + ABILITIES_SHOWN,
    SHOWN_SHIELD    = SHOWN_PLANNED + ROWS
};
const char *const monad_link_names[] = { "ability", NULL };

// A card's stats as far as it has any; what is 0 of those that come and go is not shown.
static void add_stat(struct view_card *card, unsigned stat, int value)
{
    for (; card->stats <= stat; card->stats++) card->stat[card->stats] = STAT_NONE;
    card->stat[stat] = (int16_t)value;
}
static void add_if_any(struct view_card *card, unsigned stat, int value)
{
    if (value) add_stat(card, stat, value);
}

static void add_unit(const struct table *t, struct view_card *card)
{
    const struct monad_state *s   = state_at(t);
    const struct body        *b   = body_at(s, card->id);
    const struct hero        *h   = hero_at(s, card->id);
    int                       sum = 0;
    add_stat(card, STAT_SHOWN_HP, hp_left(t, card->id));
    add_stat(card, STAT_SHOWN_MAX_HP, stat_of(t, card->id, STAT_HP));
    add_stat(card, STAT_SHOWN_AP, ap_left(t, card->id));
    add_stat(card, STAT_SHOWN_INI, stat_of(t, card->id, STAT_INI));
    add_stat(card, STAT_SHOWN_AR, stat_of(t, card->id, STAT_AR));
    add_stat(card, STAT_SHOWN_LEVEL, level_of(t, card->id));
    add_stat(card, STAT_SHOWN_MAX_AP, stat_of(t, card->id, STAT_AP));
    for (unsigned i = 0; i < DAMAGE_TYPES; i++) {
        sum += b->shield[i];
        if (b->shield[i]) card->words |= UINT64_C(1) << (SHOWN_SHIELD + i);
    }
    add_if_any(card, STAT_SHOWN_SHIELD, sum);
    if (h) add_if_any(card, STAT_SHOWN_LVL, h->tokens);
    for (unsigned i = 0; i < STATUS_COUNT; i++) {
        if (b->status[i]) card->words |= BIT(i);
        add_if_any(card, STAT_SHOWN_STATUS + i, b->status[i]);
    }
    if (b->flags & BODY_EXHAUSTED) card->words |= BIT(SHOWN_EXHAUSTED);
    if (b->flags & BODY_HIDDEN) card->words |= BIT(SHOWN_HIDDEN);
    if (s->activating == card->id) card->words |= BIT(SHOWN_ACTING);
}

// Tokens, markers and what changes of cards that are no units.
static void add_marks(const struct table *t, struct view_card *card)
{
    const struct monad_state *s    = state_at(t);
    const struct card_def    *def  = &t->pool->defs[card->def];
    unsigned                  n    = 0;
    bool                      open = card->zone >= SHARED_ZONES && card->zone != NO_ZONE;
    if (def->kind == KIND_LOCATION) add_stat(card, STAT_SHOWN_ER, er_of(t, card->id));
    if (def->kind == KIND_EQUIPMENT && s->host[card->id] != NO_CARD) {
        add_if_any(card, STAT_SHOWN_TOKENS, s->marks[card->id]);
        add_if_any(card, STAT_SHOWN_CORROSION, s->corrosion[card->id]);
    }
    if (def->kind == KIND_QUEST && def->tags >> TAG_COLLECT & 1 &&
        zone_kind(card->zone) == ZONE_QUESTS)
        add_stat(card, STAT_SHOWN_TOKENS, s->marks[card->id]);
    if (def->kind != KIND_CLASS || !open) return;
    for (uint32_t i = def->line_first; i < def->line_first + def->line_count; i++) {
        if (!is_ability(book(t)->lines[i].code)) continue;
        if (n < ABILITIES_SHOWN && is_marked(t, card->id, i))
            card->words |= UINT64_C(1) << (SHOWN_MARKED + n);
        n++;
    }
}

static void add_heroes(const struct table *t, seat_id seat, struct view *v) // and their classes
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; seat < DOTA_SEATS && i < HEROES; i++) {
        const struct hero *h = &s->heroes[seat][i];
        if (h->card == NO_CARD || h->class_card == NO_CARD ||
            card_at(&s->core, h->class_card)->zone != zone_of_seat(ZONE_CLASS, seat))
            continue;
        view_add_value(v, (uint8_t)(VALUE_HERO_1 + i), seat, card_at(&s->core, h->card)->def);
        view_add_value(v, (uint8_t)(VALUE_CLASS_1 + i), seat,
                       card_at(&s->core, h->class_card)->def);
    }
}

static void add_seat(const struct table *t, seat_id viewer, seat_id seat, struct view *v)
{
    const struct side *me = &state_at(t)->side[seat];
    view_add_value(v, VALUE_VP, seat, me->vp);
    view_add_value(v, VALUE_LEVEL, seat, me->level);
    view_add_value(v, VALUE_GOLD, seat, me->loose_gold);
    bool here = me->location != NO_CARD && !is_out(state_at(t), seat);
    view_add_value(v, VALUE_LOCATION, seat, here ? card_at(t->state, me->location)->def : -1);
    if (here && has_tag(t, me->location, TAG_ARENA) == 0)
        view_add_value(v, VALUE_ER, seat, er_of(t, me->location));
    view_add_value(v, VALUE_TOKENS, seat, (int)scenario_tokens(t, seat));
    bool seen = me->scenario != NO_CARD &&
                (me->revealed || viewer == seat); // face down until the reveal
    view_add_value(v, VALUE_FRESH, seat, seen ? card_at(t->state, me->scenario)->def : -1);
    if (t->state->mode == MODE_GLADIATOR) view_add_value(v, VALUE_PERK, seat, me->perk);
    if (t->state->mode == MODE_CAMPAIGN) view_add_value(v, VALUE_CAMPAIGN, seat, me->campaign_vp);
    if (t->state->mode == MODE_DOTA) {
        view_add_value(v, VALUE_TOWERS, seat,
                       me->towers[LEFT] * 100 + me->towers[CENTER] * 10 + me->towers[RIGHT]);
        view_add_value(v, VALUE_CREEPS, seat, me->waves);
        add_heroes(t, seat, v);
    }
    int pending = 0;
    for (unsigned i = 0; i < state_at(t)->pending_count; i++)
        pending += state_at(t)->pending[i].who == seat;
    if (pending) view_add_value(v, VALUE_PENDING, seat, pending);
    if (me->waits) view_add_value(v, VALUE_WAITS, seat, me->waits);
}

// Which of the viewer's heroes gets a class or an ability now.
static void add_hero(const struct table *t, seat_id viewer, struct view *v)
{
    const struct monad_state *s = state_at(t);
    if (viewer >= DOTA_SEATS || s->core.mode != MODE_DOTA || !(s->core.asked >> viewer & 1)) return;
    const struct question *q = &s->core.question[viewer];
    if (q->kind != QUESTION_HERO_CLASS && q->kind != QUESTION_HERO_ABILITY) return;
    view_add_value(v, VALUE_HERO, viewer,
                   card_at(&s->core, s->heroes[viewer][q->arg % HEROES].card)->def);
}

// Whose line it is: what waits may lie in a deck by now, where another face may have its place.
static def_id def_of_line(const struct card_pool *pool, uint32_t line)
{
    for (def_id def = 0; def < pool->def_count; def++)
        if (line - pool->defs[def].line_first < pool->defs[def].line_count) return def;
    return NO_DEF;
}

static void add_links(const struct table *t, struct view *v)
{
    const struct monad_state *s = state_at(t);
    for (unsigned i = 0; i < s->waiting_count; i++) {
        const struct waiting *w   = &s->waiting[i];
        v->links[v->link_count++] = (struct view_link){ .seat   = w->who,
                                                        .card   = w->source,
                                                        .target = w->unit,
                                                        .def    = def_of_line(t->pool, w->line) };
    }
}

// The encounter that is being chosen, for who chooses it: an Equipment goes where its bearer goes.
static void add_plan(const struct table *t, struct view_card *card)
{
    const struct planned *p = planned_of(state_at(t), card->id);
    if (p && p->host != NO_CARD) p = planned_of(state_at(t), p->host);
    if (p) card->words |= UINT64_C(1) << (SHOWN_PLANNED + p->row);
}

void monad_view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct monad_state *s       = state_at(t);
    bool                      gathers = viewer < s->core.seats && s->core.asked >> viewer & 1 &&
                   s->core.question[viewer].max > 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (is_unit(s, v->cards[i].id))
            add_unit(t, &v->cards[i]);
        else if (v->cards[i].def != NO_DEF)
            add_marks(t, &v->cards[i]);
        if (viewer == s->planner && s->planned_count) add_plan(t, &v->cards[i]);
        if (gathers && has_picked(&s->core.question[viewer], v->cards[i].id))
            v->cards[i].words |= BIT(SHOWN_PICKED);
    }
    view_add_value(v, VALUE_TURN, NO_SEAT, s->turn);
    view_add_value(v, VALUE_ACTIVE, NO_SEAT, s->active);
    view_add_value(v, VALUE_PHASE, NO_SEAT, s->phase);
    view_add_value(v, VALUE_ROUND, NO_SEAT, s->combat.kind ? s->combat.round : 0);
    view_add_value(v, VALUE_TARGET, NO_SEAT, s->vp_target);
    if (s->core.mode == MODE_CAMPAIGN) view_add_value(v, VALUE_GAME, NO_SEAT, s->game);
    if (s->arena != NO_CARD)
        view_add_value(v, VALUE_ARENA, NO_SEAT, card_at(&s->core, s->arena)->def);
    for (seat_id seat = 0; seat < s->core.seats; seat++) add_seat(t, viewer, seat, v);
    add_hero(t, viewer, v);
    add_links(t, v);
}

bool monad_could_be(const struct table *t, card_id card, def_id def)
{
    (void)t, (void)card, (void)def;
    return true; // nothing lies face down in play
}

static const char *broken_side(const struct table *t, seat_id seat)
{
    const struct monad_state *s     = state_at(t);
    const struct side        *me    = &s->side[seat];
    unsigned                  marks = 0;
    if (is_out(s, seat) || !me->revealed || s->core.mode == MODE_DOTA) return NULL;
    if (me->catalyst == NO_CARD || !is_unit(s, me->catalyst)) return "a player has no catalyst";
    if (side_size(s, seat, false) > SIDE_MAX || side_size(s, seat, true) > SIDE_MAX)
        return "a formation is too large (MON-034)";
    for (unsigned i = 0; i < CLASSES_MAX; i++) marks += (unsigned)__builtin_popcount(me->marks[i]);
    if (marks != me->level && zone_size(&s->core, zone_of_seat(ZONE_CLASS, seat)) &&
        s->core.question[seat].kind != QUESTION_ABILITY)
        return "a catalyst's level is not the number of its markers (MON-066)";
    if (me->loose_gold < 0) return "a player has less than no gold";
    for (unsigned i = 0; i < 2; i++)
        for (unsigned row = 0; row + 1 < ROWS; row++) {
            unsigned first = i ? ZONE_FACING : ZONE_FRONT;
            if (s->combat.kind && s->combat.mate != NO_SEAT) break; // a combined formation
            if (!zone_size(&s->core, zone_of_seat(first + row, seat)) &&
                zone_size(&s->core, zone_of_seat(first + row + 1, seat)))
                return "a formation has a gap (MON-466)";
        }
    return NULL;
}

const char *monad_broken(const struct table *t)
{
    const struct monad_state *s = state_at(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        const char *problem = broken_side(t, seat);
        if (problem) return problem;
    }
    for (card_id card = 0; card < s->core.card_count; card++) {
        const struct card *c = card_at(&s->core, card);
        if (s->body[card] && (s->body[card] > BODIES_MAX || body_at(s, card)->card != card))
            return "a unit has another's body";
        if (s->body[card] && !is_row(c->zone) && zone_kind(c->zone) != ZONE_BASE)
            return "a unit is in no row";
        if (s->body[card] && (body_at(s, card)->damage < 0 || body_at(s, card)->spent < 0))
            return "a unit has too few counters";
        if (c->zone == NO_ZONE) continue;
        if (is_row(c->zone) && c->known != EVERYBODY) return "a card in a formation is hidden";
        if (is_row(c->zone) && !s->body[card] &&
            (s->host[card] == NO_CARD || !is_unit(s, s->host[card]) ||
             card_at(&s->core, s->host[card])->zone != c->zone))
            return "an Equipment lies on no unit";
        if (is_row(c->zone) && !s->body[card] && c->above != s->host[card] &&
            (c->above == NO_CARD || s->host[c->above] != s->host[card]))
            return "an Equipment does not lie behind its bearer";
    }
    if (!are_gifts_right(t)) return "a unit's gifts are not those of its cards";
    if (!s->core.over && !s->core.scenario && s->core.depth == 0) return "nothing goes on";
    return NULL;
}
