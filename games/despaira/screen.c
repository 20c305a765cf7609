// The table as text, from a view alone, 80 columns wide: each tile shows its type in the line above
// it, its occupant, its stats and its trick.
#include "games/despaira/rules.h"

enum { CELL = 14, WIDTH = 80 };

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

// The upper edge of a row, with the types of its tiles; ROWS: the lower edge of the field.
static void edge_line(const struct view *v, unsigned row, struct writer *w)
{
    write_chars(w, "  ");
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned type = row < ROWS ? (unsigned)value_of(v, VALUE_TILE, NO_SEAT, column * ROWS + row)
                                   : (unsigned)PLAIN_FIELDS;
        const char *name = type == PLAIN_FIELDS ? "" : despaira_tile_types[type];
        write_format(w, "+%.*s", CELL, name);
        for (size_t i = strlen(name); i < CELL; i++) write_chars(w, "-");
    }
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
    if (card->stats && card->stat[STAT_DEF] > 0) write_format(w, "D%d", card->stat[STAT_DEF]);
    if (card->stats && card->stat[STAT_RATK] > 0) write_format(w, "R%d", card->stat[STAT_RATK]);
}

static void draw_line(const struct view *v, const struct card_pool *pool, bool colour, unsigned row,
                      unsigned line, struct writer *w)
{
    write_format(w, line == 1 ? "%u " : "  ", row + 1);
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned                tile = column * ROWS + row;
        const struct view_card *card = find_on(v, tile), *trick = find_on(v, ZONE_TRICK + tile);
        char                    text[96] = "";
        struct writer           out      = writer_on(text, sizeof text);
        bool                    strong   = false;
        if (line == 0 && card) {
            write_chars(&out, name_of(card, pool));
            strong = colour && controller_in(card) == v->viewer;
        } else if (line == 1 && card) {
            write_state(&out, card);
        } else if (line == 2 && trick) {
            write_format(&out, "[%s%s]", trick->words >> 7 & 1 ? "locked " : "",
                         name_of(trick, pool));
        }
        cell(w, text, strong);
    }
    write_chars(w, "|\n");
}

// Names that are known, in lines of WIDTH.
static void draw_cards_of(const struct view *v, const struct card_pool *pool, unsigned zone,
                          const char *title, struct writer *w)
{
    size_t used = 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        const char *name = name_of(&v->cards[i], pool);
        if (used && used + strlen(name) + 3 > WIDTH) {
            write_format(w, ",\n%*s%s", (int)strlen(title), "", name);
            used = strlen(title) + strlen(name);
            continue;
        }
        write_format(w, "%s%s", used ? ", " : title, name);
        used += strlen(name) + (used ? 2 : strlen(title));
    }
    if (used) write_chars(w, "\n");
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    if (value_of(v, VALUE_TURN, NO_SEAT, 0))
        write_format(
            w, "%s: %d HP, %d crystals, %d points, hand %u, deck %u, graveyard %u, Void %u\n",
            names[seat], value_of(v, VALUE_LEADER_HP, seat, 0),
            value_of(v, VALUE_INVENTORY, seat, 0), value_of(v, VALUE_SPAWN_POINTS, seat, 0),
            count_in(v, zone_for(seat, ZONE_HAND)), count_in(v, zone_for(seat, ZONE_DECK)),
            count_in(v, zone_for(seat, ZONE_GRAVEYARD)), count_in(v, zone_for(seat, ZONE_VOID)));
    draw_cards_of(v, pool, zone_for(seat, ZONE_HAND), "  hand      ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_PACK), "  pack      ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_PICKS), "  drafted   ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_ATTACHED), "  attached  ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_SPECIAL), "  special   ", w);
}

static void draw_field(const struct view *v, const struct card_pool *pool, bool colour,
                       struct writer *w)
{
    for (unsigned row = ROWS; row-- > 0;) {
        edge_line(v, row, w);
        for (unsigned line = 0; line < 3; line++) draw_line(v, pool, colour, row, line, w);
    }
    edge_line(v, ROWS, w);
    write_chars(w, "   A              B              C              D              E\n");
}

void despaira_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                   bool colour, struct writer *w)
{
    static const char *const PHASES[] = { "set-up", "Start", "Main 1", "Battle", "Main 2", "End" };
    unsigned                 turn     = (unsigned)value_of(v, VALUE_TURN, NO_SEAT, 0);
    if (turn)
        write_format(w, "Turn %u, %s, %s\n", turn, names[value_of(v, VALUE_TURN_OF, NO_SEAT, 0)],
                     PHASES[value_of(v, VALUE_PHASE, NO_SEAT, 0) % 6]);
    if (turn) draw_field(v, pool, colour, w);
    for (unsigned i = 0; i < v->link_count; i++)
        write_format(w, "link %u, speed %u: %s of %s%s\n", i + 1, v->links[i].line,
                     pool->defs[v->links[i].def].name, names[v->links[i].seat],
                     v->links[i].flags ? ", negated" : "");
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
}
