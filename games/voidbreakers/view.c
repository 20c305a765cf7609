// What people see of a position, and what must be true of every one.
#include "games/voidbreakers/rules.h"

#define ZONES_OF(seat)                                                                             \
    { "hand", seat, SIGHT_OWNER, 0 }, { "arsenal", seat, SIGHT_NOBODY, 0 },                        \
        { "void", seat, SIGHT_ALL, 0 }, { "reserve", seat, SIGHT_ALL, 0 },                         \
        { "upgrades", seat, SIGHT_ALL, 0 },                                                        \
    {                                                                                              \
        "chain", seat, SIGHT_ALL, 0                                                                \
    }
#define ARENA(name)                                                                                \
    {                                                                                              \
        name, NO_SEAT, SIGHT_ALL, 0                                                                \
    }

const struct zone_name voidbreakers_zones[ZONE_COUNT + 1] = {
    ARENA("A-L"), ARENA("A-M"), ARENA("A-R"), ARENA("SW"),  ARENA("SE"),  ARENA("C"),
    ARENA("NW"),  ARENA("NE"),  ARENA("B-R"), ARENA("B-M"), ARENA("B-L"), ARENA("W"),
    ARENA("E"),   ZONES_OF(0),  ZONES_OF(1),  { 0 },
};

const char *const voidbreakers_value_names[] = {
    [VALUE_ROUND] = "round",        [VALUE_PHASE] = "phase",
    [VALUE_ACTIVE] = "active",      [VALUE_FIRST] = "player 1",
    [VALUE_ARENA] = "arena",        [VALUE_SIDE] = "side",
    [VALUE_CYCLED] = "cycled",      [VALUE_ANNOUNCED] = "announcements",
    [VALUE_POINTS] = "points",      [VALUE_HP_SUM] = "HP sum",
    [VALUE_ARSENAL] = "in arsenal", NULL,
};
const char *const voidbreakers_stat_names[] = {
    [STAT_HP]     = "HP",
    [STAT_HP_MAX] = "max HP",
    [STAT_AP]     = "AP",
    [STAT_A]      = "A",
    [STAT_M]      = "M",
    [STAT_F]      = "F",
    NULL,
};
const char *const voidbreakers_status_words[] = {
    "Stunned",   "Disarmed", "Rooted", "Jammed", "Weakened", "Exposed",  "Burning", "Guarded",
    "Empowered", "Cloaked",  "Braced", "dead",   "picked",   "salvaged", NULL,
};
static_assert(COUNT(voidbreakers_status_words) == STATUS_COUNT + 1, "a word for every status");
const char *const voidbreakers_link_names[] = { "",        "attack",        "move",
                                                "card",    "talent",        "end of phase",
                                                "trigger", "in the making", NULL };

static void add_stats(const struct table *t, struct view_card *card)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct body               *b = &s->body[card->id];
    card->stats                        = STAT_F + 1;
    card->stat[STAT_HP]                = b->hp;
    card->stat[STAT_HP_MAX]            = (int16_t)hp_max(t, card->id);
    card->stat[STAT_AP] = is_dead(s, card->id) ? 0 : (int16_t)attack_power(t, card->id);
    for (unsigned k = 0; k < TOKEN_KINDS; k++) card->stat[STAT_A + k] = b->token[k];
    card->words = b->conditions;
    if (is_dead(s, card->id)) card->words |= BIT(STATUS_DEAD);
}

static void add_link(const struct table *t, struct view *v, const struct link *w)
{
    if (v->link_count == VIEW_STACK_MAX) return;
    def_id   def    = w->card == NO_CARD ? (def_id)NO_DEF : card_at(t->state, w->card)->def;
    card_id  target = w->kind == WORK_ATTACK ? w->that
                      : w->named_count       ? w->named[0].thing
                                             : w->user;
    uint16_t line   = w->ability == NO_ABILITY ? 0 : ability_at(t, w->ability)->line;
    unsigned flags  = w->cancelled ? LINK_CANCELLED : 0;
    if (w->kind == WORK_MOVE) flags |= (w->to + 1u) * LINK_TO;
    v->links[v->link_count++] = (struct view_link){ .what   = w->kind,
                                                    .seat   = w->seat,
                                                    .flags  = (uint8_t)flags,
                                                    .card   = w->card,
                                                    .target = target,
                                                    .def    = def,
                                                    .line   = line };
}

// VOI-216: which cards are in the own arsenal, by name and never in their order. One value for each
// card: its face.
static void add_arsenal(const struct table *t, seat_id viewer, struct view *v)
{
    const struct book *book = book_of(t);
    uint16_t           rank[CARDS_MAX];
    unsigned           count = 0;
    EACH_CARD(c, state_at(t), zone_of_seat(ZONE_ARSENAL, viewer)) {
        unsigned at = count++;
        for (; at > 0 && rank[at - 1] > face_of(t, c)->rank; at--) rank[at] = rank[at - 1];
        rank[at] = face_of(t, c)->rank;
    }
    for (unsigned i = 0; i < count; i++)
        view_add_value(v, VALUE_ARSENAL, viewer, book->by_name[rank[i]]);
}

void voidbreakers_view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct voidbreakers_state *s       = state_at(t);
    bool                             gathers = viewer < PLAYERS && s->core.asked >> viewer & 1 &&
                   s->core.question[viewer].max > 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        struct view_card *card = &v->cards[i];
        if (is_arena(card->zone)) add_stats(t, card);
        if (s->body[card->id].flags & BODY_SALVAGED) card->words |= BIT(STATUS_SALVAGED);
        if (gathers && has_picked(&s->core.question[viewer], card->id))
            card->words |= BIT(STATUS_PICKED);
    }
    view_add_value(v, VALUE_ROUND, NO_SEAT, s->round);
    view_add_value(v, VALUE_PHASE, NO_SEAT, s->phase);
    view_add_value(v, VALUE_ACTIVE, NO_SEAT, s->active);
    view_add_value(v, VALUE_FIRST, NO_SEAT, s->first);
    view_add_value(v, VALUE_ARENA, NO_SEAT, s->arena);
    for (seat_id seat = 0; seat < PLAYERS; seat++) {
        view_add_value(v, VALUE_SIDE, seat, s->side[seat].side);
        view_add_value(v, VALUE_CYCLED, seat, s->side[seat].cycled);
        view_add_value(v, VALUE_ANNOUNCED, seat, s->side[seat].announcements);
        view_add_value(v, VALUE_POINTS, seat, s->side[seat].points);
        view_add_value(v, VALUE_HP_SUM, seat, hp_sum(t, seat));
    }
    if (viewer < PLAYERS) add_arsenal(t, viewer, v);
    for (unsigned i = 0; i < s->batch_count; i++) add_link(t, v, &s->batch[i]);
    for (unsigned i = 0; i < s->link_count; i++) add_link(t, v, &s->links[i]);
    if (s->draft.kind && s->draft.seat == viewer) {
        add_link(t, v, &s->draft);
        v->links[v->link_count - 1].what = WORK_TRIGGER + 1; // in the making
    }
}

// Before they are placed, fighters and satellites lie face down in the reserve.
bool voidbreakers_could_be(const struct table *t, card_id card, def_id def)
{
    unsigned kind = t->pool->defs[def].kind;
    return (kind == KIND_FIGHTER || kind == KIND_SATELLITE || kind == KIND_UPGRADE) ==
           (zone_of_card(state_at(t), card) == zone_of_seat(ZONE_RESERVE, 0) ||
            zone_of_card(state_at(t), card) == zone_of_seat(ZONE_RESERVE, 1));
}

// ---- what must always hold

static const char *broken_body(const struct table *t, card_id c)
{
    const struct voidbreakers_state *s     = state_at(t);
    const struct body               *b     = &s->body[c];
    const struct card_def           *def   = def_of(t, c);
    bool                             batch = s->batch_count > 0;
    if (!is_arena(zone_of_card(s, c)))
        return b->hp || b->conditions ? "a card outside the arena has a body" : NULL;
    if (def->kind != KIND_FIGHTER && def->kind != KIND_MINION && def->kind != KIND_SATELLITE)
        return "a card that is neither fighter nor minion is in the arena";
    if (card_at(&s->core, c)->known != EVERYBODY) return "a card in the arena is hidden";
    if (!arena_has(t, zone_of_card(s, c))) return "a card is in a zone that this arena lacks";
    if (!batch && (b->hp < 0 || b->hp > def->field[FIELD_HP]))
        return "HP outside 0 to the maximum (VOI-603)";
    if (b->ap < 0 || b->ap > def->field[FIELD_AP_MAX])
        return "attack power outside 0 to the maximum (VOI-620)";
    if (b->flags & BODY_DEAD &&
        (b->hp || b->conditions || b->token[0] || b->token[1] || b->token[2]))
        return "a dead fighter has HP, conditions or tokens (VOI-632)";
    return NULL;
}

const char *voidbreakers_broken(const struct table *t)
{
    const struct voidbreakers_state *s = state_at(t);
    for (card_id c = 0; c < s->core.card_count; c++) {
        const char *problem = zone_of_card(s, c) == NO_ZONE ? NULL : broken_body(t, c);
        if (problem) return problem;
    }
    for (seat_id seat = 0; seat < PLAYERS; seat++)
        EACH_CARD(c, s, zone_of_seat(ZONE_HAND, seat))
            if (owner_of(s, c) != seat) return "a hand holds another player's card";
    if (s->occupied != occupied_zones(s)) return "which zones are occupied is remembered wrongly";
    if (s->round > ROUNDS) return "more than twelve rounds (VOI-908)";
    if (s->side[0].side == s->side[1].side) return "both players on one side";
    if (s->side[0].announcements > ANNOUNCEMENTS_MAX ||
        s->side[1].announcements > ANNOUNCEMENTS_MAX)
        return "too many announcements (VOI-331)";
    if (!s->core.over && !s->core.scenario && s->core.depth == 0) return "nothing goes on";
    return NULL;
}
