// The table as text, from a view alone.
#include "games/eternity/rules.h"

enum { SCREEN_COLUMNS = 80 };

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

// Sean, a Lamp, or nothing.
static char token_on(const struct view *v, unsigned square)
{
    char token = ' ';
    for (unsigned i = 0; i < v->value_count; i++) {
        if (v->values[i].value != (int)square) continue;
        if (v->values[i].name >= VALUE_LAMP) token = '^';
        if (v->values[i].name == VALUE_SEAN) return '*';
    }
    return token;
}

static void draw_square(const struct view *v, const char *const *names, bool colour, unsigned level,
                        unsigned square, struct writer *w)
{
    const struct view_card *figure = find_on(v, square);
    char                    sean   = token_on(v, square);
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

static void draw_side(unsigned level, unsigned square, enum direction side, bool colour,
                      struct writer *w)
{
    bool red = is_red_side(level, (zone_id)square, side);
    write_chars(w, red && colour ? "\033[31mR\033[0m" : red ? "R" : "#");
}

static void draw_edge(unsigned level, unsigned row, enum direction side, bool colour,
                      struct writer *w)
{
    write_chars(w, "    #");
    for (unsigned column = 0; column < LEVELS[level].columns; column++) {
        write_chars(w, "  ");
        draw_side(level, row * COLUMNS + column, side, colour, w);
        write_chars(w, "  ");
    }
    write_chars(w, "#\n");
}

static void draw_level(const struct view *v, const char *const *names, bool colour,
                       struct writer *w)
{
    unsigned level = (unsigned)value_of(v, VALUE_LEVEL, NO_SEAT) % LEVEL_COUNT;
    unsigned rows = LEVELS[level].rows, columns = LEVELS[level].columns;
    draw_edge(level, rows - 1, NORTH, colour, w);
    for (unsigned row = rows; row-- > 0;) {
        write_format(w, "  %u ", row + 1);
        draw_side(level, row * COLUMNS, WEST, colour, w);
        for (unsigned column = 0; column < columns; column++)
            draw_square(v, names, colour, level, row * COLUMNS + column, w);
        draw_side(level, row * COLUMNS + columns - 1, EAST, colour, w);
        write_chars(w, "\n");
    }
    draw_edge(level, 0, SOUTH, colour, w);
    write_chars(w, "     ");
    for (unsigned column = 0; column < columns; column++)
        write_format(w, "  %c  ", 'a' + (int)column);
    write_chars(w, "\n");
}

static void write_words(const struct view_card *card, struct writer *w)
{
    for (unsigned word = 1; eternity_status_words[word]; word++)
        if (card->words >> word & 1) write_format(w, " (%s)", eternity_status_words[word]);
}

// "Tail Crash [H 3, range 1, 4/2]": letters in red, priority, range, attack and link damage, cost.
static void write_face(const struct card_pool *pool, def_id def, struct writer *w)
{
    const struct card_def *d    = &pool->defs[def];
    const struct face     *face = &((const struct faces *)pool->game)->face[def];
    write_format(w, "%s [", d->name);
    for (unsigned i = 0; i < LETTER_COUNT; i++)
        if (face->colour[i] == COLOUR_RED) write_char(w, "LMHS"[i]);
    if (d->kind == KIND_UTILITY) write_chars(w, "utility");
    if (face->tags >> TAG_THROW & 1 && d->kind == KIND_ATTACK) write_chars(w, "throw");
    if (d->kind == KIND_SIDE || d->kind == KIND_TAG) write_chars(w, "common");
    if (d->fields_set & BIT(FIELD_PRIORITY)) write_format(w, " %d", d->field[FIELD_PRIORITY]);
    if (face->has_range) write_format(w, ", range %d", face->range_min);
    if (face->range_max > face->range_min) write_format(w, "-%d", face->range_max);
    if (d->fields_set & BIT(FIELD_ATTACK))
        write_format(w, ", %d/%d", d->field[FIELD_ATTACK], d->field[FIELD_LINK]);
    if (d->field[FIELD_REQUIREMENT]) write_format(w, ", meter %d", d->field[FIELD_REQUIREMENT]);
    write_char(w, ']');
}

// Cards of a zone whose faces are known, in lines of at most SCREEN_COLUMNS.
static void draw_pile(const struct view *v, const struct card_pool *pool, unsigned zone,
                      const char *title, bool faces, struct writer *w)
{
    size_t column = 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        char          name[160];
        struct writer one = writer_on(name, sizeof name);
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        if (faces)
            write_face(pool, v->cards[i].def, &one);
        else
            write_chars(&one, pool->defs[v->cards[i].def].name);
        write_words(&v->cards[i], &one);
        bool fits = column && column + 2 + one.size < SCREEN_COLUMNS; // and a comma behind it
        if (!fits) {
            write_format(w, "%s%s", column ? ",\n" : "", column ? "          " : title);
            column = 10;
        } else {
            write_chars(w, ", ");
            column += 2;
        }
        write_text(w, (struct text){ name, one.size });
        column += one.size;
    }
    if (column) write_chars(w, "\n");
}

static void write_tokens(const struct view *v, seat_id seat, struct writer *w)
{
    int mask = value_of(v, VALUE_MASK, seat), warnings = value_of(v, VALUE_WARNINGS, seat);
    if (mask >= 0) write_format(w, ", Mask %s", mask ? "down" : "up");
    if (warnings > 0) write_format(w, ", %d Warning%s", warnings, warnings > 1 ? "s" : "");
}

// How far away somebody is from the viewer; nothing if one of them is not on the level.
static void write_distance(const struct view *v, seat_id seat, struct writer *w)
{
    unsigned here = NO_ZONE, there = NO_ZONE;
    for (unsigned i = 0; i < v->card_count && seat != v->viewer; i++) {
        if (!is_square(v->cards[i].zone)) continue;
        if (v->cards[i].owner == v->viewer) here = v->cards[i].zone;
        if (v->cards[i].owner == seat) there = v->cards[i].zone;
    }
    if (here != NO_ZONE && there != NO_ZONE)
        write_format(w, ", %u away", distance((zone_id)here, (zone_id)there));
}

static void write_standing(const struct view *v, const struct card_pool *pool,
                           const char *const *names, seat_id seat, struct writer *w)
{
    static const char *const LYING[] = { "", ", knocked down", ", rooted" };
    for (unsigned i = 0; i < v->card_count; i++) {
        const struct view_card *card = &v->cards[i];
        if (card->owner != seat || !card->stats || card->def == NO_DEF) continue;
        write_format(w, "%s: %s %d", names[seat], pool->defs[card->def].name,
                     card->stat[STAT_HEALTH]);
        if (card->stat[STAT_HEALTH_MAX]) write_format(w, "/%d", card->stat[STAT_HEALTH_MAX]);
        if (pool->defs[card->def].field[FIELD_POWER_MAX])
            write_format(w, ", power %d", card->stat[STAT_POWER]);
        bool off = !is_square(card->zone) && value_of(v, VALUE_OUT, seat) <= 0;
        write_format(w, "%s%s%s", card->stat[STAT_BURST] ? ", burst" : "",
                     LYING[(unsigned)card->stat[STAT_LYING] % 3], off ? ", off the level" : "");
    }
    write_distance(v, seat, w);
    write_tokens(v, seat, w);
    write_format(w, "%s%s%s", value_of(v, VALUE_IMMUNE, seat) > 0 ? ", immune" : "",
                 value_of(v, VALUE_OUT, seat) > 0 ? ", out" : "",
                 value_of(v, VALUE_TIMED_OUT, seat) > 0 ? ", timed out" : "");
    if (value_of(v, VALUE_WINS, seat) > 0)
        write_format(w, ", won %d", value_of(v, VALUE_WINS, seat));
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    char          standing[200], counts[80], play[80];
    struct writer c = writer_on(play, sizeof play);
    struct writer a = writer_on(standing, sizeof standing), b = writer_on(counts, sizeof counts);
    write_standing(v, pool, names, seat, &a);
    write_format(
        &b, "hand %u deck %u meter %u discard %u", count_in(v, zone_of_seat(ZONE_HAND, seat)),
        count_in(v, zone_of_seat(ZONE_DECK, seat)), count_in(v, zone_of_seat(ZONE_METER, seat)),
        count_in(v, zone_of_seat(ZONE_DISCARD, seat)));
    write_format(w, "%.*s%s%.*s\n", SHOW(a), a.size + b.size + 2 <= SCREEN_COLUMNS ? "; " : "\n  ",
                 SHOW(b));
    int target = value_of(v, VALUE_TARGET, seat);
    if (target >= 0)
        write_format(&c, "  at %s: ", names[target]);
    else
        write_chars(&c, "  play    ");
    draw_pile(v, pool, zone_of_seat(ZONE_PLAY, seat), play, true, w);
    draw_pile(v, pool, zone_of_seat(ZONE_METER, seat), "  meter   ", false, w);
    draw_pile(v, pool, zone_of_seat(ZONE_HAND, seat), "  hand    ", true, w);
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
