// The table as text, from a view alone.
#include "games/blank/rules.h"

enum { CELL = 18 };

static const struct view_card *find_on(const struct view *v, unsigned zone)
{
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].zone == zone) return &v->cards[i];
    return NULL;
}

static unsigned count_in(const struct view *v, unsigned zone)
{
    unsigned count = 0;
    for (unsigned i = 0; i < v->card_count; i++) count += v->cards[i].zone == zone;
    return count;
}

static const char *name_of(const struct view_card *card, const struct card_pool *pool)
{
    return card->def == NO_DEF ? "?" : pool->defs[card->def].name;
}

static void rule_line(struct writer *w)
{
    write_chars(w, "  ");
    for (unsigned i = 0; i < COLUMNS; i++) write_chars(w, "+------------------");
    write_chars(w, "+\n");
}

static void cell(struct writer *w, const char *text, bool strong)
{
    write_format(w, "|%s%-*.*s%s", strong ? "\033[1m" : "", CELL, CELL, text,
                 strong ? "\033[0m" : "");
}

static void draw_row(const struct view *v, const struct card_pool *pool, const char *const *names,
                     bool colour, unsigned row, struct writer *w)
{
    static const char *const ARROWS[] = { "^ north", "> east", "v south", "< west" };
    write_format(w, "%u ", row + 1);
    for (unsigned column = 0; column < COLUMNS; column++) {
        const struct view_card *card = find_on(v, row * COLUMNS + column);
        cell(w, card ? name_of(card, pool) : "", colour && card && card->owner == v->viewer);
    }
    write_chars(w, "|\n  ");
    for (unsigned column = 0; column < COLUMNS; column++) {
        const struct view_card *card = find_on(v, row * COLUMNS + column);
        char                    text[64];
        struct writer           line = writer_on(text, sizeof text);
        if (card)
            write_format(&line, "%s %d/%d %s", names[card->owner], card->stat[STAT_HEALTH],
                         card->stat[STAT_HEALTH_MAX],
                         ARROWS[card->stat[STAT_FACING] % FACING_COUNT]);
        else
            text[0] = 0;
        cell(w, text, false);
    }
    write_chars(w, "|\n");
}

static void draw_cards_of(const struct view *v, const struct card_pool *pool, unsigned zone,
                          const char *title, struct writer *w)
{
    bool any = false;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        write_format(w, "%s%s", any ? ", " : title, name_of(&v->cards[i], pool));
        any = true;
    }
    if (any) write_chars(w, "\n");
}

void blank_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                bool colour, struct writer *w)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == VALUE_ROUND)
            write_format(w, "Round %d of %d\n", v->values[i].value, ROUNDS);
    for (unsigned row = ROWS; row-- > 0;) {
        rule_line(w);
        draw_row(v, pool, names, colour, row, w);
    }
    rule_line(w);
    write_chars(w, "   a                  b                  c\n");
    for (unsigned i = v->link_count; i-- > 0;)
        write_format(w, "waits: %s of %s%s\n",
                     v->links[i].def == NO_DEF ? "?" : pool->defs[v->links[i].def].name,
                     names[v->links[i].seat], v->links[i].flags ? ", cancelled" : "");
    for (seat_id seat = 0; seat < v->seats; seat++) {
        write_format(w, "%s: hand %u, deck %u, discard %u%s\n", names[seat],
                     count_in(v, zone_of_seat(ZONE_HAND, seat)),
                     count_in(v, zone_of_seat(ZONE_DECK, seat)),
                     count_in(v, zone_of_seat(ZONE_DISCARD, seat)),
                     count_in(v, zone_of_seat(ZONE_GUARD, seat)) ? ", guard" : "");
        draw_cards_of(v, pool, zone_of_seat(ZONE_LAID, seat), "  laid  ", w);
        draw_cards_of(v, pool, zone_of_seat(ZONE_GUARD, seat), "  guard ", w);
        draw_cards_of(v, pool, zone_of_seat(ZONE_HAND, seat), "  hand  ", w);
    }
}
