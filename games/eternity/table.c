// What people see of a position, and what must be true of every one.
#include "games/eternity/rules.h"

#define ZONES_OF(seat)                                                                             \
    { "deck", seat, SIGHT_NOBODY, 0 }, { "hand", seat, SIGHT_OWNER, 0 },                           \
        { "common", seat, SIGHT_ALL, 0 }, { "play", seat, SIGHT_ALL, 0 },                          \
        { "meter", seat, SIGHT_ALL, 0 }, { "discard", seat, SIGHT_ALL, 0 },                        \
        { "removed", seat, SIGHT_ALL, 0 }, { "aside", seat, SIGHT_ALL, 0 },                        \
    {                                                                                              \
        "bench", seat, SIGHT_ALL, 0                                                                \
    }
#define SQUARE(name)                                                                               \
    {                                                                                              \
        name, NO_SEAT, SIGHT_ALL, 1                                                                \
    }
#define SQUARES_OF(row)                                                                            \
    SQUARE("a" row), SQUARE("b" row), SQUARE("c" row), SQUARE("d" row), SQUARE("e" row),           \
        SQUARE("f" row), SQUARE("g" row), SQUARE("h" row), SQUARE("i" row), SQUARE("j" row)

const struct zone_name eternity_zones[ZONE_COUNT + 1] = {
    SQUARES_OF("1"), SQUARES_OF("2"), SQUARES_OF("3"), SQUARES_OF("4"),
    SQUARES_OF("5"), SQUARES_OF("6"), SQUARES_OF("7"), ZONES_OF(0),
    ZONES_OF(1),     ZONES_OF(2),     ZONES_OF(3),     { 0 },
};

const char *const eternity_value_names[] = {
    [VALUE_ROUND]     = "round",
    [VALUE_TURN]      = "turn",
    [VALUE_LEAD]      = "lead",
    [VALUE_LEVEL]     = "level",
    [VALUE_STEP]      = "step",
    [VALUE_HEALTH]    = "health",
    [VALUE_POWER]     = "power",
    [VALUE_BURST]     = "burst",
    [VALUE_WINS]      = "wins",
    [VALUE_LYING]     = "lying",
    [VALUE_IMMUNE]    = "immune",
    [VALUE_DAMAGED]   = "damaged",
    [VALUE_TARGET]    = "target",
    [VALUE_SEAN]      = "Sean",
    [VALUE_OUT]       = "out",
    [VALUE_TIMED_OUT] = "timed out",
    [VALUE_MASK]      = "Mask down",
    [VALUE_WARNINGS]  = "Warnings",
    [VALUE_LAMP]      = "Lamp 1",
    [VALUE_LAMP + 1]  = "Lamp 2",
    [VALUE_LAMP + 2]  = "Lamp 3",
    [VALUE_LAMP + 3]  = "Lamp 4",
    NULL,
};
const char *const eternity_stat_names[] = {
    [STAT_HEALTH] = "health", [STAT_HEALTH_MAX] = "health max", [STAT_POWER] = "power",
    [STAT_LYING] = "lying",   [STAT_BURST] = "burst",           NULL,
};
enum status_word { STATUS_PICKED, STATUS_HIT, STATUS_WHIFFED, STATUS_DAMAGED, STATUS_BLANK };
const char *const eternity_status_words[] = {
    [STATUS_PICKED] = "picked",      [STATUS_HIT] = "hit",     [STATUS_WHIFFED] = "whiffed",
    [STATUS_DAMAGED] = "did damage", [STATUS_BLANK] = "blank", NULL,
};
const char *const eternity_link_names[] = { "combo", NULL };

static unsigned lies(const struct fighter *me)
{
    return me->lying > me->lying_next ? me->lying : me->lying_next;
}

static void add_stats(const struct table *t, struct view_card *card)
{
    const struct fighter *me = &state_at(t)->fighter[card->owner];
    if (me->character != card->id) return;
    card->stats                 = STAT_BURST + 1;
    card->stat[STAT_HEALTH]     = me->health;
    card->stat[STAT_HEALTH_MAX] = t->state->mode == MODE_VAMPIRE // ETE-976: there is none
                                      ? 0
                                      : def_of(t, card->id)->field[FIELD_HEALTH];
    card->stat[STAT_POWER]      = me->power;
    card->stat[STAT_LYING]      = (int16_t)lies(me);
    card->stat[STAT_BURST]      = me->burst;
}

static void add_played_words(const struct table *t, struct view_card *card)
{
    const struct fighter *me = &state_at(t)->fighter[card->owner];
    for (unsigned i = 0; i < me->played; i++) {
        if (me->combo[i].card != card->id) continue;
        unsigned flags = me->combo[i].flags;
        if (flags & PLAYED_HIT) card->words |= BIT(STATUS_HIT);
        if (flags & PLAYED_WHIFFED) card->words |= BIT(STATUS_WHIFFED);
        if (flags & PLAYED_DAMAGED) card->words |= BIT(STATUS_DAMAGED);
        if (flags & PLAYED_BLANK) card->words |= BIT(STATUS_BLANK);
    }
}

static void add_tokens_of(const struct table *t, struct view *v, seat_id seat)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    if (me->character == NO_CARD) return;
    if (face_of_card(t, me->character)->also_from[0])
        view_add_value(v, VALUE_MASK, seat, me->mask_down);
    if (warnings_on(s, seat)) view_add_value(v, VALUE_WARNINGS, seat, (int)warnings_on(s, seat));
    for (unsigned i = 0; i < LAMPS_MAX; i++)
        if (me->lamp[i] != NO_ZONE) view_add_value(v, (uint8_t)(VALUE_LAMP + i), seat, me->lamp[i]);
}

static void add_values_of(const struct eternity_state *s, struct view *v, seat_id seat)
{
    const struct fighter *me = &s->fighter[seat];
    view_add_value(v, VALUE_HEALTH, seat, me->health);
    view_add_value(v, VALUE_POWER, seat, me->power);
    view_add_value(v, VALUE_BURST, seat, me->burst);
    view_add_value(v, VALUE_WINS, seat, s->wins[s->core.team[seat]]);
    view_add_value(v, VALUE_LYING, seat, (int)lies(me));
    view_add_value(v, VALUE_IMMUNE, seat, me->immune);
    view_add_value(v, VALUE_DAMAGED, seat, me->damaged);
    view_add_value(v, VALUE_TARGET, seat, me->target == NO_SEAT ? -1 : me->target);
    view_add_value(v, VALUE_SEAN, seat, me->sean == NO_ZONE ? -1 : me->sean);
    view_add_value(v, VALUE_OUT, seat, me->out);
    view_add_value(v, VALUE_TIMED_OUT, seat, me->timed_out);
}

void eternity_view_extra(const struct table *t, seat_id viewer, struct view *v)
{
    const struct eternity_state *s       = state_at(t);
    bool                         gathers = viewer < s->core.seats && s->core.asked >> viewer & 1 &&
                   s->core.question[viewer].max > 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        struct view_card *card = &v->cards[i];
        add_stats(t, card);
        if (card->zone >= SQUARE_COUNT &&
            (card->zone - SQUARE_COUNT) % ZONES_PER_SEAT == ZONE_PLAY - ZONE_DECK)
            add_played_words(t, card);
        if (gathers && has_picked(&s->core.question[viewer], card->id))
            card->words |= BIT(STATUS_PICKED);
    }
    view_add_value(v, VALUE_ROUND, NO_SEAT, s->round);
    view_add_value(v, VALUE_TURN, NO_SEAT, s->turn);
    view_add_value(v, VALUE_LEAD, NO_SEAT, lead_seat(s));
    view_add_value(v, VALUE_LEVEL, NO_SEAT, s->level);
    view_add_value(v, VALUE_STEP, NO_SEAT, s->step);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        add_values_of(s, v, seat);
        add_tokens_of(t, v, seat);
    }
}

// ---- invariants

static const char *broken_fighter(const struct table *t, seat_id seat)
{
    const struct eternity_state *s  = state_at(t);
    const struct fighter        *me = &s->fighter[seat];
    if (me->character == NO_CARD) return NULL;
    const struct card_def *def = def_of(t, me->character);
    if (def->kind != KIND_CHARACTER) return "somebody fights without a character";
    if (card_at(&s->core, me->character)->owner != seat) return "a character is another player's";
    if (me->out && square_of(s, seat) != NO_ZONE) return "somebody who is out stands on the level";
    if (me->out && me->health != 0) return "somebody who is out has health";
    if (me->health < 0 || me->health > HEALTH_MAX) return "health is out of bounds";
    if (s->core.mode != MODE_VAMPIRE && me->health > def->field[FIELD_HEALTH])
        return "more health than printed";
    unsigned tokens = me->power + tokens_elsewhere(t, seat);
    if (tokens > (unsigned)def->field[FIELD_POWER_MAX]) return "more power tokens than printed";
    for (unsigned i = 0; i < LAMPS_MAX; i++)
        if (me->lamp[i] != NO_ZONE && !is_floor(s, me->lamp[i]))
            return "a Lamp is not on the level";
    if (me->played > COMBO_MAX) return "a combo is too long";
    if (me->sean != NO_ZONE && !is_floor(s, me->sean)) return "Sean is not on the level";
    if (me->away && square_of(s, seat) != NO_ZONE) return "somebody away stands on the level";
    return NULL;
}

static const char *broken_card(const struct table *t, card_id card)
{
    const struct card *c    = card_at(t->state, card);
    unsigned           kind = t->pool->defs[c->def].kind;
    if (c->zone == NO_ZONE) return NULL;
    if (is_square(c->zone)) {
        if (kind != KIND_CHARACTER) return "something else than a figure stands on a square";
        return c->known == EVERYBODY ? NULL : "a figure is hidden";
    }
    unsigned zone  = ZONE_DECK + (c->zone - (unsigned)SQUARE_COUNT) % ZONES_PER_SEAT;
    bool     plain = kind == KIND_ATTACK || kind == KIND_UTILITY;
    if ((zone == ZONE_DECK || zone == ZONE_HAND || zone == ZONE_METER || zone == ZONE_DISCARD ||
         zone == ZONE_REMOVED) &&
        !plain)
        return "a pile of method cards holds another card";
    if (zone == ZONE_COMMON && kind != KIND_COMMON && kind != KIND_TAG)
        return "a card in hand is no common card";
    if ((zone == ZONE_METER || zone == ZONE_DISCARD || zone == ZONE_PLAY) && c->known != EVERYBODY)
        return "an open card is hidden";
    return NULL;
}

const char *eternity_broken(const struct table *t)
{
    const struct eternity_state *s = state_at(t);
    const char                  *problem;
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if ((problem = broken_fighter(t, seat))) return problem;
    for (card_id card = 0; card < s->core.card_count; card++)
        if ((problem = broken_card(t, card))) return problem;
    for (zone_id square = 0; square < SQUARE_COUNT; square++) {
        if (zone_size(&s->core, square) > 1) return "two figures on one square";
        if (zone_size(&s->core, square) && !is_floor(s, square))
            return "a figure stands on no floor";
    }
    if (s->level >= LEVEL_COUNT) return "there is no such level";
    if (s->turn > s->turn_cap) return "too many turns";
    if (s->blow_count > BLOWS_MAX || s->waiting_count > WAITING_MAX) return "a list is too long";
    if (!s->core.over && !s->core.scenario && s->core.depth == 0) return "nothing goes on";
    return NULL;
}
