// The table as text, from a view alone: each tile shows its type, its occupant and its trick.
#include "games/despaira/rules.h"

enum { CELL = 16 };

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

static int value_of(const struct view *v, unsigned name, seat_id seat, unsigned nth)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat && nth-- == 0)
            return v->values[i].value;
    return 0;
}

static const char *name_of(const struct view_card *card, const struct card_pool *pool)
{
    return card->def == NO_DEF ? "(face down)" : pool->defs[card->def].name;
}

static seat_id controller_in(const struct view_card *card)
{
    return card->words >> 15 & 1 ? other_seat(card->owner) : card->owner;
}

static void rule_line(struct writer *w)
{
    write_chars(w, "  ");
    for (unsigned i = 0; i < COLUMNS; i++) write_chars(w, "+----------------");
    write_chars(w, "+\n");
}

static void cell(struct writer *w, const char *text, bool strong)
{
    write_format(w, "|%s%-*.*s%s", strong ? "\033[1m" : "", CELL, CELL, text,
                 strong ? "\033[0m" : "");
}

static void write_state(struct writer *w, const struct view_card *card)
{
    const char *mode = card->flags & CARD_FACE_DOWN ? "v" : card->words & 1 ? "=" : "";
    write_format(w, "%s%s", controller_in(card) == SOUTH ? "^" : "v", mode[0] == 'v' ? "?" : mode);
    if (card->stats)
        write_format(w, " %d/%d", card->stat[STAT_ATK] < 0 ? 0 : card->stat[STAT_ATK],
                     card->stat[STAT_HP]);
    if (card->stats && card->stat[STAT_DEF] > 0) write_format(w, " D%d", card->stat[STAT_DEF]);
}

static void draw_line(const struct view *v, const struct card_pool *pool, bool colour, unsigned row,
                      unsigned line, struct writer *w)
{
    write_format(w, line == 0 ? "%u " : "  ", row + 1);
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned                tile = column * ROWS + row;
        const struct view_card *card = find_on(v, tile), *trick = find_on(v, ZONE_TRICK + tile);
        char                    text[96] = "";
        struct writer           out      = writer_on(text, sizeof text);
        bool                    strong   = false;
        if (line == 0) {
            unsigned type = (unsigned)value_of(v, VALUE_TILE, NO_SEAT, tile);
            if (type != PLAIN_FIELDS) write_chars(&out, despaira_tile_types[type]);
        } else if (line == 1 && card) {
            write_chars(&out, name_of(card, pool));
            strong = colour && controller_in(card) == v->viewer;
        } else if (line == 2 && card) {
            write_state(&out, card);
        } else if (line == 3 && trick) {
            write_format(&out, "[%s%s]", trick->words >> 7 & 1 ? "locked " : "",
                         name_of(trick, pool));
        }
        cell(w, text, strong);
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

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    write_format(
        w,
        "%s: Leader %d HP, crystals %d (used %d), Spawn Points %d, hand %u, deck %u, graveyard %u, "
        "Void %u\n",
        names[seat], value_of(v, VALUE_LEADER_HP, seat, 0), value_of(v, VALUE_INVENTORY, seat, 0),
        value_of(v, VALUE_USED, seat, 0), value_of(v, VALUE_SPAWN_POINTS, seat, 0),
        count_in(v, zone_for(seat, ZONE_HAND)), count_in(v, zone_for(seat, ZONE_DECK)),
        count_in(v, zone_for(seat, ZONE_GRAVEYARD)), count_in(v, zone_for(seat, ZONE_VOID)));
    draw_cards_of(v, pool, zone_for(seat, ZONE_HAND), "  hand      ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_PACK), "  pack      ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_PICKS), "  drafted   ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_ATTACHED), "  attached  ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_SPECIAL), "  special   ", w);
}

void despaira_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                   bool colour, struct writer *w)
{
    static const char *const PHASES[] = { "set-up", "Start", "Main 1", "Battle", "Main 2", "End" };
    unsigned                 turn     = (unsigned)value_of(v, VALUE_TURN, NO_SEAT, 0);
    if (turn)
        write_format(w, "Turn %u, %s, %s\n", turn, names[value_of(v, VALUE_TURN_OF, NO_SEAT, 0)],
                     PHASES[value_of(v, VALUE_PHASE, NO_SEAT, 0) % 6]);
    for (unsigned row = ROWS; row-- > 0;) {
        rule_line(w);
        for (unsigned line = 0; line < 4; line++) draw_line(v, pool, colour, row, line, w);
    }
    rule_line(w);
    write_chars(w, "   A                B                C                D                E\n");
    for (unsigned i = 0; i < v->link_count; i++)
        write_format(w, "link %u, speed %u: %s of %s%s\n", i + 1, v->links[i].line,
                     pool->defs[v->links[i].def].name, names[v->links[i].seat],
                     v->links[i].flags ? ", negated" : "");
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
}
