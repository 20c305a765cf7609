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

static void draw_body(const struct view_card *card, const struct card_pool *pool,
                      const char *const *names, bool colour, bool own, struct writer *w)
{
    static const char TOKENS[] = "AMF";
    write_format(w, "%s%s%s (%s)", colour && own ? "\033[1m" : "", name_of(card, pool),
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

// A list of names in lines of 80 columns. "Hail – Firestorm, – Flashover": what stands before the
// dash is said once.
struct names {
    struct writer *to;
    const char    *title, *before;
    unsigned       column;
};

static unsigned width_of(const char *name) // in letters, of UTF-8
{
    unsigned width = 0;
    for (; *name; name++) width += ((unsigned char)*name & 0xC0) != 0x80;
    return width;
}

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

static void draw_list(const struct view *v, const struct card_pool *pool, unsigned zone,
                      const char *title, struct writer *w)
{
    struct names names = { .to = w, .title = title };
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].zone == zone && v->cards[i].def != NO_DEF)
            draw_name(&names, name_of(&v->cards[i], pool));
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
    write_format(w, "%s (side %c%s): HP sum %d, hand %u, arsenal %u, void %u", names[seat],
                 value_of(v, VALUE_SIDE, seat) ? 'B' : 'A',
                 value_of(v, VALUE_FIRST, NO_SEAT) == seat ? ", Player 1" : "",
                 value_of(v, VALUE_HP_SUM, seat), cards_in(v, zone_of_seat(ZONE_HAND, seat)),
                 cards_in(v, zone_of_seat(ZONE_ARSENAL, seat)),
                 cards_in(v, zone_of_seat(ZONE_VOID, seat)));
    if (value_of(v, VALUE_POINTS, seat))
        write_format(w, ", %d half points", value_of(v, VALUE_POINTS, seat));
    write_char(w, '\n');
    draw_list(v, pool, zone_of_seat(ZONE_UPGRADES, seat), "upgrades", w);
    draw_list(v, pool, zone_of_seat(ZONE_RESERVE, seat), "reserve", w);
    draw_list(v, pool, zone_of_seat(ZONE_VOID, seat), "void", w);
    draw_list(v, pool, zone_of_seat(ZONE_HAND, seat), "hand", w);
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
        const char *full = cards_in(v, z) >= CAPACITY ? " full" : "";
        unsigned    row  = 0;
        for (unsigned i = 0; i < v->card_count; i++) {
            if (v->cards[i].zone != z) continue;
            write_format(w, "  %-3s%-5s ", row ? "" : voidbreakers_zones[z].name, row ? "" : full);
            draw_body(&v->cards[i], pool, names, colour, v->cards[i].owner == v->viewer, w);
            row++;
        }
    }
    for (unsigned i = v->link_count; i-- > 0;) {
        const struct view_link *l = &v->links[i];
        write_format(w, "waits: %s%s%s of %s%s\n", voidbreakers_link_names[l->what],
                     l->def == NO_DEF ? "" : " ", l->def == NO_DEF ? "" : pool->defs[l->def].name,
                     names[l->seat], l->flags ? ", cancelled" : "");
    }
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
    if (value_of(v, VALUE_ROUND, NO_SEAT)) draw_arsenal(v, pool, w);
}
