// The table as text, from a view alone.
#include "games/eternity/rules.h"

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

static int value_of(const struct view *v, unsigned name, seat_id seat)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat) return v->values[i].value;
    return -1;
}

static void draw_square(const struct view *v, const char *const *names, bool colour, unsigned level,
                        unsigned square, struct writer *w)
{
    const struct view_card *figure = find_on(v, square);
    char                    sean   = ' ';
    for (seat_id seat = 0; seat < v->seats; seat++)
        if (value_of(v, VALUE_SEAN, seat) == (int)square) sean = '*';
    if (square == LEVELS[level].shaft) {
        write_chars(w, " ( ) ");
    } else if (!figure) {
        write_format(w, "  . %c", sean);
    } else {
        const char *strong = colour && figure->owner == v->viewer ? "\033[1m" : "";
        write_format(w, " %s%.2s%s%c%c", strong, names[figure->owner], *strong ? "\033[0m" : "",
                     figure->stat[STAT_LYING] ? '_' : ' ', sean);
    }
}

static char side_sign(unsigned level, unsigned square, enum direction side)
{
    return is_red_side(level, (zone_id)square, side) ? 'R' : '#';
}

static void draw_edge(unsigned level, unsigned row, enum direction side, struct writer *w)
{
    write_chars(w, "    #");
    for (unsigned column = 0; column < LEVELS[level].columns; column++)
        write_format(w, "  %c  ", side_sign(level, row * COLUMNS + column, side));
    write_chars(w, "#\n");
}

static void draw_level(const struct view *v, const char *const *names, bool colour,
                       struct writer *w)
{
    unsigned level = (unsigned)value_of(v, VALUE_LEVEL, NO_SEAT) % LEVEL_COUNT;
    unsigned rows = LEVELS[level].rows, columns = LEVELS[level].columns;
    draw_edge(level, rows - 1, NORTH, w);
    for (unsigned row = rows; row-- > 0;) {
        write_format(w, "  %u %c", row + 1, side_sign(level, row * COLUMNS, WEST));
        for (unsigned column = 0; column < columns; column++)
            draw_square(v, names, colour, level, row * COLUMNS + column, w);
        write_format(w, "%c\n", side_sign(level, row * COLUMNS + columns - 1, EAST));
    }
    draw_edge(level, 0, SOUTH, w);
    write_chars(w, "     ");
    for (unsigned column = 0; column < columns; column++)
        write_format(w, "  %c  ", 'a' + (int)column);
    write_chars(w, "\n");
}

static void draw_pile(const struct view *v, const struct card_pool *pool, unsigned zone,
                      const char *title, struct writer *w)
{
    bool any = false;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        write_format(w, "%s%s", any ? ", " : title, pool->defs[v->cards[i].def].name);
        for (unsigned word = 1; eternity_status_words[word]; word++)
            if (v->cards[i].words >> word & 1)
                write_format(w, " (%s)", eternity_status_words[word]);
        any = true;
    }
    if (any) write_chars(w, "\n");
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    static const char *const LYING[] = { "", ", knocked down", ", rooted" };
    for (unsigned i = 0; i < v->card_count; i++) {
        const struct view_card *card = &v->cards[i];
        if (card->owner != seat || !card->stats) continue;
        write_format(w, "%s: %s, health %d/%d, power %d%s%s", names[seat],
                     pool->defs[card->def].name, card->stat[STAT_HEALTH],
                     card->stat[STAT_HEALTH_MAX], card->stat[STAT_POWER],
                     card->stat[STAT_BURST] ? ", burst" : "", LYING[card->stat[STAT_LYING] % 3]);
    }
    write_format(w, "%s%s%s, wins %d\n", value_of(v, VALUE_IMMUNE, seat) > 0 ? ", immune" : "",
                 value_of(v, VALUE_OUT, seat) > 0 ? ", out" : "",
                 value_of(v, VALUE_TIMED_OUT, seat) > 0 ? ", timed out" : "",
                 value_of(v, VALUE_WINS, seat));
    int target = value_of(v, VALUE_TARGET, seat);
    if (target >= 0) write_format(w, "  target  %s\n", names[target]);
    write_format(
        w, "  hand %u, deck %u, meter %u, discard %u\n", count_in(v, zone_of_seat(ZONE_HAND, seat)),
        count_in(v, zone_of_seat(ZONE_DECK, seat)), count_in(v, zone_of_seat(ZONE_METER, seat)),
        count_in(v, zone_of_seat(ZONE_DISCARD, seat)));
    draw_pile(v, pool, zone_of_seat(ZONE_PLAY, seat), "  play    ", w);
    draw_pile(v, pool, zone_of_seat(ZONE_METER, seat), "  meter   ", w);
    draw_pile(v, pool, zone_of_seat(ZONE_HAND, seat), "  hand    ", w);
}

void eternity_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                   bool colour, struct writer *w)
{
    write_format(w, "%s, round %d, turn %d\n",
                 LEVELS[(unsigned)value_of(v, VALUE_LEVEL, NO_SEAT) % LEVEL_COUNT].name,
                 value_of(v, VALUE_ROUND, NO_SEAT), value_of(v, VALUE_TURN, NO_SEAT));
    draw_level(v, names, colour, w);
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
}
