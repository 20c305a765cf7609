// The table as text, from a view alone: the arena as its graph of zones, and who stands where.
#include "games/voidbreakers/rules.h"

#include <string.h>

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

// ---- the arena: the drawing of its file, stretched, with the cards below the names of their zones

enum {
    MAP_LEFT   = 12, // where drawings begin and end in arena files, and how far zones are apart
    MAP_RIGHT  = 34,
    MAP_STEP   = 7,
    CELL       = 26,
    CELLS      = 3,
    LINE_WIDTH = CELL * CELLS
};

static unsigned width_of(const char *name) // in letters, of UTF-8
{
    unsigned width = 0;
    for (; *name; name++) width += ((unsigned char)*name & 0xC0) != 0x80;
    return width;
}

// One line of a cell: at most CELL - 1 letters, filled up with blanks.
struct cell {
    char     text[2 * CELL];
    unsigned width;
    bool     bold;
};

static struct cell cell_of(const char *text, unsigned most)
{
    struct cell   cell = { .width = 0 };
    struct writer w    = writer_on(cell.text, sizeof cell.text);
    for (; *text && (cell.width < most || ((unsigned char)*text & 0xC0) == 0x80); text++) {
        cell.width += ((unsigned char)*text & 0xC0) != 0x80;
        write_char(&w, *text);
    }
    return cell;
}

// "^Mother Gravel 130 30 AM": HP with the maximum if some is lost, attack power, tokens.
static struct cell cell_of_body(const struct view *v, const struct view_card *card,
                                const struct card_pool *pool)
{
    static const char TOKENS[] = "AMF";
    char              stats[CELL], text[3 * CELL];
    struct writer     w    = writer_on(stats, sizeof stats);
    const char       *name = name_of(card, pool), *dash = strstr(name, " – ");
    bool              dead = card->words >> STATUS_DEAD & 1;
    if (dash && pool->defs[card->def].kind != KIND_FIGHTER) name = dash + strlen(" – ");
    if (dead) {
        write_chars(&w, " dead");
    } else {
        write_format(&w, " %d", card->stat[STAT_HP]);
        if (card->stat[STAT_HP] != card->stat[STAT_HP_MAX])
            write_format(&w, "/%d", card->stat[STAT_HP_MAX]);
        write_format(&w, " %d", card->stat[STAT_AP]);
        for (unsigned k = 0; k < TOKEN_KINDS; k++)
            for (int n = 0; n < card->stat[STAT_A + k] && n < 4; n++)
                write_format(&w, "%s%c", n || k ? "" : " ", TOKENS[k]);
    }
    struct cell shown = cell_of(name, CELL - 2 - width_of(stats));
    w                 = writer_on(text, sizeof text);
    write_format(&w, "%c%s%s", value_of(v, VALUE_SIDE, card->owner) ? 'v' : '^', shown.text, stats);
    shown      = cell_of(text, CELL - 1);
    shown.bold = card->owner == v->viewer;
    return shown;
}

// All words if there is room, else the beginnings of them.
static struct cell cell_of_conditions(const struct view_card *card)
{
    char          text[16 * CONDITION_COUNT];
    struct writer w = writer_on(text, sizeof text);
    for (unsigned c = 0; c < CONDITION_COUNT; c++)
        if (card->words >> c & 1) write_format(&w, " %s", voidbreakers_conditions[c]);
    if (width_of(text) >= CELL) {
        w = writer_on(text, sizeof text);
        for (unsigned c = 0; c < CONDITION_COUNT; c++)
            if (card->words >> c & 1) write_format(&w, " %.3s", voidbreakers_conditions[c]);
    }
    return cell_of(text, CELL - 1);
}

// Line number `line` below the name of a zone; false: there are not so many.
static bool line_of_zone(const struct view *v, const struct card_pool *pool, unsigned zone,
                         unsigned line, struct cell *out)
{
    for (unsigned i = 0; i < v->card_count; i++) {
        const struct view_card *card = &v->cards[i];
        if (card->zone != zone) continue;
        if (line-- == 0) return *out = cell_of_body(v, card, pool), true;
        bool has_conditions = card->words & (BIT(CONDITION_COUNT) - 1);
        if (has_conditions && line-- == 0) return *out = cell_of_conditions(card), true;
    }
    return false;
}

static void draw_cards_of_row(const struct view *v, const struct card_pool *pool,
                              const unsigned zones[CELLS], bool colour, struct writer *w)
{
    for (unsigned line = 0;; line++) {
        struct cell cells[CELLS] = { 0 };
        unsigned    found = 0, blanks = 0;
        for (unsigned i = 0; i < CELLS; i++)
            found += zones[i] < ARENA_ZONES && line_of_zone(v, pool, zones[i], line, &cells[i]);
        if (!found) return;
        for (unsigned i = 0; i < CELLS; i++) {
            if (cells[i].width) {
                write_format(w, "%*s%s%s%s", (int)blanks, "",
                             colour && cells[i].bold ? "\033[1m" : "", cells[i].text,
                             colour && cells[i].bold ? "\033[0m" : "");
                blanks = 0;
            }
            blanks += CELL - cells[i].width;
        }
        write_char(w, '\n');
    }
}

static unsigned zone_called(struct text name)
{
    for (unsigned z = 0; z < ARENA_ZONES; z++)
        if (text_is(name, voidbreakers_zones[z].name)) return z;
    return ARENA_ZONES;
}

static unsigned stretched(size_t x)
{
    size_t to = (x - MAP_LEFT) * CELL / MAP_STEP;
    return to > 5 ? (unsigned)to - 5 : 0;
}

static bool is_way(struct text map, size_t x) { return x < map.size && map.at[x] == '-'; }

// A name, and the ways that lead away from it to both sides.
static void put_name(char *line, struct text map, size_t from, size_t to, unsigned cell,
                     const char *label, size_t size)
{
    size_t at = cell * CELL;
    memcpy(line + at, label, size);
    if (is_way(map, to + 1))
        for (size_t i = at + size; i < LINE_WIDTH && line[i] == ' '; i++) line[i] = '-';
    if (from && is_way(map, from - 1))
        for (size_t i = at; i > 0 && line[i - 1] == ' '; i--) line[i - 1] = '-';
}

// The ways between the zones, and their names.
static void draw_map_line(const struct view *v, struct text map, unsigned zones[CELLS],
                          struct writer *w)
{
    char line[LINE_WIDTH];
    bool named = false;
    memset(line, ' ', LINE_WIDTH);
    for (size_t x = MAP_LEFT; x < map.size && x < MAP_RIGHT; x++) {
        named = map.at[x] == '[' || (named && map.at[x] != ']');
        if (named || !strchr("|/\\-", map.at[x])) continue;
        unsigned from = stretched(x), to = map.at[x] == '-' ? stretched(x + 1) : from + 1;
        for (unsigned i = from; i < to && i < LINE_WIDTH; i++) line[i] = map.at[x];
    }
    for (size_t x = MAP_LEFT; x < map.size && x < MAP_RIGHT; x++) {
        if (map.at[x] != '[' || (x - MAP_LEFT + 2) / MAP_STEP >= CELLS) continue;
        size_t        size = text_find(text_part(map, x, map.size), ']');
        struct text   name = text_trim(text_part(map, x + 1, size - 1));
        unsigned      cell = (unsigned)((x - MAP_LEFT + 2) / MAP_STEP), zone = zone_called(name);
        char          label[16];
        struct writer l    = writer_on(label, sizeof label);
        bool          full = zone < ARENA_ZONES && cards_in(v, zone) >= CAPACITY;
        write_format(&l, "[%.*s]%s", SHOW(name), full ? " full " : "");
        zones[cell] = zone;
        put_name(line, map, x, x + size, cell, label, l.size);
        x += size;
    }
    size_t size = LINE_WIDTH;
    while (size > 0 && line[size - 1] == ' ') size--;
    write_format(w, "%.*s\n", (int)size, line);
}

static void draw_arena(const struct view *v, const struct card_pool *pool, bool colour,
                       struct writer *w)
{
    const struct book *book = pool->game;
    struct text        rest = book->boards[value_of(v, VALUE_ARENA, NO_SEAT)].map;
    for (struct text line; text_next_line(&rest, &line);) {
        unsigned zones[CELLS] = { ARENA_ZONES, ARENA_ZONES, ARENA_ZONES };
        draw_map_line(v, line, zones, w);
        draw_cards_of_row(v, pool, zones, colour, w);
    }
}

// A list of names in lines of 80 columns. "Hail – Firestorm, – Flashover": what stands before the
// dash is said once.
struct names {
    struct writer *to;
    const char    *title, *before;
    unsigned       column;
};

static const char *without_fighter(const struct names *n, const char *name)
{
    const char *dash = strstr(name, " – ");
    if (!dash || !n->before) return name;
    size_t size = (size_t)(dash - name) + strlen(" – ");
    return strncmp(name, n->before, size) == 0 ? dash + 1 : name;
}

static void draw_name(struct names *n, const char *name)
{
    enum { COLUMNS = 79, INDENT = 11 };
    const char *said = without_fighter(n, name);
    if (!n->column || n->column + width_of(said) + 2 > COLUMNS) {
        write_format(n->to, "%s  %-9s", n->column ? ",\n" : "", n->column ? "" : n->title);
        n->column = INDENT;
        said      = name;
    } else {
        write_chars(n->to, ", ");
        n->column += 2;
    }
    write_chars(n->to, said);
    n->column += width_of(said);
    n->before = name;
}

// In the middle of things long lists are cut short; where there is time to read they are whole.
static bool has_time(const struct view *v)
{
    return !v->question || v->question == QUESTION_OMEGA || v->question == QUESTION_CYCLE;
}

static void draw_list(const struct view *v, const struct card_pool *pool, unsigned zone,
                      const char *title, unsigned most, struct writer *w)
{
    struct names names = { .to = w, .title = title };
    for (unsigned i = 0, same = 1, shown = 0; i < v->card_count; i++) {
        const struct view_card *card = &v->cards[i], *next = card + 1;
        char                    counted[80];
        if (card->zone != zone || card->def == NO_DEF) continue;
        if (shown++ == most) {
            write_chars(w, ", ...");
            break;
        }
        if (i + 1 < v->card_count && next->zone == zone && next->def == card->def) {
            same++;
            continue;
        }
        struct writer c = writer_on(counted, sizeof counted);
        write_format(&c, "%u %s", same, name_of(card, pool));
        draw_name(&names, same > 1 ? counted : name_of(card, pool));
        names.before = name_of(card, pool);
        same         = 1;
    }
    if (names.column) write_char(w, '\n');
}

// VOI-216: by name.
static void draw_arsenal(const struct view *v, const struct card_pool *pool, struct writer *w)
{
    struct names names = { .to = w, .title = "arsenal:" };
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == VALUE_ARSENAL)
            draw_name(&names, pool->defs[v->values[i].value].name);
    if (names.column) write_char(w, '\n');
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    bool north = value_of(v, VALUE_SIDE, seat);
    write_format(w, "%c %s (side %c%s): HP sum %d, hand %u, arsenal %u, void %u", north ? 'v' : '^',
                 names[seat], north ? 'B' : 'A',
                 value_of(v, VALUE_FIRST, NO_SEAT) == seat ? ", Player 1" : "",
                 value_of(v, VALUE_HP_SUM, seat), cards_in(v, zone_of_seat(ZONE_HAND, seat)),
                 cards_in(v, zone_of_seat(ZONE_ARSENAL, seat)),
                 cards_in(v, zone_of_seat(ZONE_VOID, seat)));
    if (value_of(v, VALUE_POINTS, seat))
        write_format(w, ", %d half points", value_of(v, VALUE_POINTS, seat));
    write_char(w, '\n');
    draw_list(v, pool, zone_of_seat(ZONE_UPGRADES, seat), "upgrades", CARDS_MAX, w);
    draw_list(v, pool, zone_of_seat(ZONE_RESERVE, seat), "reserve", CARDS_MAX, w);
    draw_list(v, pool, zone_of_seat(ZONE_VOID, seat), "void", has_time(v) ? CARDS_MAX : 4, w);
    draw_list(v, pool, zone_of_seat(ZONE_HAND, seat), "hand", CARDS_MAX, w);
}

// What waits, and whom or where it is meant for.
static void draw_link(const struct view *v, const struct card_pool *pool, const char *const *names,
                      const struct view_link *l, struct writer *w)
{
    write_format(w, "waits: %s%s%s of %s", voidbreakers_link_names[l->what],
                 l->def == NO_DEF ? "" : " ", l->def == NO_DEF ? "" : pool->defs[l->def].name,
                 names[l->seat]);
    unsigned zones = 0;
    while (voidbreakers_zones[zones].name) zones++;
    if (l->flags / LINK_TO && (unsigned)(l->flags / LINK_TO) <= zones)
        write_format(w, " to %s", voidbreakers_zones[l->flags / LINK_TO - 1].name);
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].id == l->target && l->target != l->card && v->cards[i].def != NO_DEF)
            write_format(w, l->what == WORK_CARD || l->what == WORK_TALENT ? ", for %s" : " > %s",
                         pool->defs[v->cards[i].def].name);
    write_format(w, "%s\n", l->flags & LINK_CANCELLED ? ", cancelled" : "");
}

void voidbreakers_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                       bool colour, struct writer *w)
{
    write_format(w, "Round %d of %d, %s phase of %s (cards: HP, attack power, tokens)\n",
                 value_of(v, VALUE_ROUND, NO_SEAT), ROUNDS,
                 voidbreakers_phases[value_of(v, VALUE_PHASE, NO_SEAT)],
                 names[value_of(v, VALUE_ACTIVE, NO_SEAT)]);
    draw_arena(v, pool, colour, w);
    for (unsigned i = v->link_count; i-- > 0;) draw_link(v, pool, names, &v->links[i], w);
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
    if (value_of(v, VALUE_ROUND, NO_SEAT) && has_time(v)) draw_arsenal(v, pool, w);
}
