// The table as text, from a view alone: the arena as its graph of zones, and who stands where.
#include "games/voidbreakers/rules.h"

static int value_of(const struct view *v, unsigned name, seat_id seat)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat) return v->values[i].value;
    return 0;
}

static const char *name_of(const struct view_card *card, const struct card_pool *pool)
{
    return card->def == NO_DEF ? "?" : pool->defs[card->def].name;
}

static unsigned cards_in(const struct view *v, unsigned zone)
{
    unsigned count = 0;
    for (unsigned i = 0; i < v->card_count; i++) count += v->cards[i].zone == zone;
    return count;
}

static void draw_body(const struct view_card *card, const struct card_pool *pool,
                      const char *const *names, bool colour, bool own, struct writer *w)
{
    static const char TOKENS[] = "AMF";
    write_format(w, "      %s%s%s (%s)", colour && own ? "\033[1m" : "", name_of(card, pool),
                 colour && own ? "\033[0m" : "", names[card->owner]);
    if (card->words >> STATUS_DEAD & 1) {
        write_chars(w, " dead\n");
        return;
    }
    write_format(w, " HP %d/%d AP %d/%d ", card->stat[STAT_HP], card->stat[STAT_HP_MAX],
                 card->stat[STAT_AP], pool->defs[card->def].field[FIELD_AP_MAX]);
    for (unsigned k = 0; k < TOKEN_KINDS; k++)
        for (int n = 0; n < card->stat[STAT_A + k]; n++) write_char(w, TOKENS[k]);
    for (unsigned c = 0; c < CONDITION_COUNT; c++)
        if (card->words >> c & 1) write_format(w, " %s", voidbreakers_conditions[c]);
    write_char(w, '\n');
}

static void draw_list(const struct view *v, const struct card_pool *pool, unsigned zone,
                      const char *title, struct writer *w)
{
    bool any = false;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        write_format(w, "%s%s", any ? ", " : title, name_of(&v->cards[i], pool));
        any = true;
    }
    if (any) write_char(w, '\n');
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    write_format(w, "%s (side %c%s): HP sum %d, hand %u, arsenal %u, void %u", names[seat],
                 value_of(v, VALUE_SIDE, seat) ? 'B' : 'A',
                 value_of(v, VALUE_FIRST, NO_SEAT) == seat ? ", Player 1" : "",
                 value_of(v, VALUE_HP_SUM, seat), cards_in(v, zone_of_seat(ZONE_HAND, seat)),
                 cards_in(v, zone_of_seat(ZONE_ARSENAL, seat)),
                 cards_in(v, zone_of_seat(ZONE_VOID, seat)));
    if (value_of(v, VALUE_POINTS, seat))
        write_format(w, ", %d half points", value_of(v, VALUE_POINTS, seat));
    write_char(w, '\n');
    draw_list(v, pool, zone_of_seat(ZONE_UPGRADES, seat), "  upgrades ", w);
    draw_list(v, pool, zone_of_seat(ZONE_RESERVE, seat), "  reserve  ", w);
    draw_list(v, pool, zone_of_seat(ZONE_VOID, seat), "  void     ", w);
    draw_list(v, pool, zone_of_seat(ZONE_HAND, seat), "  hand     ", w);
}

void voidbreakers_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                       bool colour, struct writer *w)
{
    unsigned arena = (unsigned)value_of(v, VALUE_ARENA, NO_SEAT);
    write_format(w, "Round %d of %d, %s phase of %s\n", value_of(v, VALUE_ROUND, NO_SEAT), ROUNDS,
                 voidbreakers_phases[value_of(v, VALUE_PHASE, NO_SEAT)],
                 names[value_of(v, VALUE_ACTIVE, NO_SEAT)]);
    write_text(w, ((const struct book *)pool->game)->boards[arena].map);
    for (unsigned z = 0; z < ARENA_ZONES; z++) {
        if (!cards_in(v, z)) continue;
        write_format(w, "  %s%s\n", voidbreakers_zones[z].name,
                     cards_in(v, z) >= CAPACITY ? " (full)" : "");
        for (unsigned i = 0; i < v->card_count; i++)
            if (v->cards[i].zone == z)
                draw_body(&v->cards[i], pool, names, colour, v->cards[i].owner == v->viewer, w);
    }
    for (unsigned i = v->link_count; i-- > 0;) {
        const struct view_link *l = &v->links[i];
        write_format(w, "waits: %s%s%s of %s%s\n", voidbreakers_link_names[l->what],
                     l->def == NO_DEF ? "" : " ", l->def == NO_DEF ? "" : pool->defs[l->def].name,
                     names[l->seat], l->flags ? ", cancelled" : "");
    }
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
}
