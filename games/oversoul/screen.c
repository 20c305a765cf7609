// screen.c - the table as text, from a view alone: both boards face to face, made for 80 columns.
#include "games/oversoul/game_private.h"

#include <string.h>

enum { CELL = 14, COLUMNS = 5, LEADER_NAME = 24 };

struct painter {
    const struct view      *v;
    const struct card_pool *pool;
    const char *const      *names;
    struct writer          *w;
    bool                    colour;
};

static int value_of(const struct view *v, uint8_t name, seat_id seat)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat) return v->values[i].value;
    return 0;
}

static unsigned count_in(const struct view *v, zone_id z)
{
    unsigned n = 0;
    for (unsigned i = 0; i < v->card_count; i++) n += v->cards[i].zone == z;
    return n;
}

// The bottom card of a zone is the Unit, Event or Leader; what lies above it are Constructs.
static const struct view_card *host_on(const struct view *v, zone_id z)
{
    const struct view_card *host = NULL;
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].zone == z) host = &v->cards[i];
    return host;
}

static bool has_status(const struct view_card *c, unsigned status)
{
    return c->words >> status & 1;
}

static const char *const ARCHETYPE_COLOURS[ARCHETYPE_COUNT] = {
    [CHAOS] = "31",  [ORDER] = "97",   [VIGOR] = "32", [SWAY] = "33",   [FLOW] = "34",
    [ARCANE] = "35", [NEUTRAL] = "37", [DOOM] = "90",  [WITHER] = "36",
};

static const char *colour_of(const struct painter *p, const struct view_card *c)
{
    if (!p->colour) return NULL;
    if (!c || c->def == NO_DEF) return "2";
    for (unsigned a = 0; a < ARCHETYPE_COUNT; a++)
        if (p->pool->defs[c->def].tags >> (TAG_ARCHETYPE + a) & 1) return ARCHETYPE_COLOURS[a];
    return NULL;
}

static void cell(const struct painter *p, const struct view_card *c, const char *text)
{
    const char *colour = colour_of(p, c);
    if (colour)
        write_format(p->w, "|\033[%sm%-*.*s\033[0m", colour, CELL, CELL, text);
    else
        write_format(p->w, "|%-*.*s", CELL, CELL, text);
}

static void name_cell(const struct painter *p, const struct view_card *c)
{
    char          text[64] = "";
    struct writer w        = writer_on(text, sizeof text);
    if (c && c->flags & CARD_FACE_DOWN)
        write_format(&w, "(%s)", c->def == NO_DEF ? "prepared" : p->pool->defs[c->def].name);
    else if (c)
        write_chars(&w, c->def == NO_DEF ? "?" : p->pool->defs[c->def].name);
    cell(p, c, text);
}

// Numbers: DMG/SPD HP, then a sign for the position and how many Constructs lie on the card.
static void number_cell(const struct painter *p, const struct view_card *c, zone_id z)
{
    char          text[64] = "";
    struct writer w        = writer_on(text, sizeof text);
    if (c) {
        unsigned on = count_in(p->v, z) - 1;
        if (c->flags & CARD_FACE_DOWN || is_event_zone(z))
            write_format(&w, "HP%d", c->stat[STAT_SHOWN_HP]);
        else
            write_format(&w, "%d/%d HP%d", c->stat[STAT_SHOWN_DMG], c->stat[STAT_SHOWN_SPD],
                         c->stat[STAT_SHOWN_HP]);
        if (c->stat[STAT_SHOWN_HP] != c->stat[STAT_SHOWN_MAX])
            write_format(&w, "/%d", c->stat[STAT_SHOWN_MAX]);
        if (has_status(c, STATUS_PENDING)) write_chars(&w, " ...");
        if (c->flags & CARD_SIDEWAYS) write_chars(&w, " =");
        if (on) write_format(&w, " +%u", on);
    }
    cell(p, c, text);
}

static void border(const struct painter *p)
{
    for (unsigned i = 0; i < COLUMNS; i++) write_chars(p->w, "+--------------");
    write_chars(p->w, "+\n");
}

// One row of zones; the opponent's board is seen from the other side.
static void draw_row(const struct painter *p, seat_id seat, bool events, bool turned)
{
    unsigned count = events ? 3 : COLUMNS, first = events ? E1 : U1;
    for (int line = 0; line < 2; line++) {
        write_format(p->w, "%*s", (int)(events ? CELL + 1 : 0), "");
        for (unsigned i = 0; i < count; i++) {
            zone_id                 z = zone_for(seat, first + (turned ? count - 1 - i : i));
            const struct view_card *c = host_on(p->v, z);
            if (line == 0)
                name_cell(p, c);
            else
                number_cell(p, c, z);
        }
        write_chars(p->w, "|\n");
    }
}

static const char *const ROMAN[] = { "-", "I", "II", "III", "IV", "V" };

// Name, RANK and ENERGY, Leader, and how many cards lie where: one line.
static void draw_seat(const struct painter *p, seat_id seat)
{
    const struct view      *v      = p->v;
    const struct view_card *leader = host_on(v, zone_for(seat, LEADER));
    write_format(p->w, "%s%s%s  RANK %s  ENERGY %d", p->colour ? "\033[1m" : "", p->names[seat],
                 p->colour ? "\033[0m" : "", ROMAN[value_of(v, VALUE_RANK, seat) % 6],
                 value_of(v, VALUE_ENERGY, seat));
    if (value_of(v, VALUE_SHIFT_ENERGY, seat))
        write_format(p->w, "+%d", value_of(v, VALUE_SHIFT_ENERGY, seat));
    if (leader && leader->def != NO_DEF) {
        const char *name = p->pool->defs[leader->def].name;
        bool        fits = strlen(name) <= LEADER_NAME;
        write_format(p->w, "  %.*s%s HP %d/%d", fits ? LEADER_NAME : LEADER_NAME - 2, name,
                     fits ? "" : "..", leader->stat[STAT_SHOWN_HP], leader->stat[STAT_SHOWN_MAX]);
    }
    write_format(p->w, "  hand %u deck %u idle %u\n", count_in(v, zone_for(seat, HAND)),
                 count_in(v, zone_for(seat, DECK)), count_in(v, zone_for(seat, IDLE)));
}

// The front rows face each other; the last border of one board is the first of the next.
static void draw_board(const struct painter *p, seat_id seat, bool turned)
{
    if (turned) {
        draw_seat(p, seat);
        draw_row(p, seat, true, true);
        border(p);
    }
    draw_row(p, seat, false, turned);
    border(p);
    if (turned) return;
    draw_row(p, seat, true, false);
    draw_seat(p, seat);
}

static void draw_links(const struct painter *p)
{
    for (unsigned i = 0; i < p->v->link_count; i++) {
        const struct view_link *l = &p->v->links[i];
        write_format(p->w, "%s%u %s: %s%s", i ? "  " : "Timeshift ", i + 1,
                     oversoul_link_names[l->what],
                     l->def == NO_DEF ? "?" : p->pool->defs[l->def].name,
                     l->flags & LINK_CANCELLED ? " (cancelled)" : "");
    }
    if (p->v->link_count) write_chars(p->w, "\n");
}

// As many hand cards on a line as 80 columns take.
static void draw_hand(const struct painter *p, seat_id seat)
{
    size_t used = 0;
    for (unsigned i = 0; i < p->v->card_count; i++) {
        const struct view_card *c = &p->v->cards[i];
        if (c->zone != zone_for(seat, HAND) || c->def == NO_DEF) continue;
        const struct card_def *d = &p->pool->defs[c->def];
        char                   text[96];
        struct writer          w    = writer_on(text, sizeof text);
        bool                   plus = !(d->fields_negative >> FIELD_ENERGY & 1);
        write_format(&w, "%s (%s ", d->name, ROMAN[d->field[FIELD_RANK] % 6]);
        if (plus)
            write_format(&w, "+%d)", d->field[FIELD_ENERGY]);
        else
            write_format(&w, "-%d)",
                         c->stats > STAT_SHOWN_COST ? c->stat[STAT_SHOWN_COST]
                                                    : -d->field[FIELD_ENERGY]);
        if (used && used + w.size + 2 > 78) write_chars(p->w, "\n"), used = 0;
        const char *colour = colour_of(p, c);
        write_chars(p->w, used ? "  " : "  ");
        if (colour)
            write_format(p->w, "\033[%sm%s\033[0m", colour, text);
        else
            write_chars(p->w, text);
        used += w.size + 2;
    }
    if (used) write_chars(p->w, "\n");
}

void oversoul_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                   bool colour, struct writer *w)
{
    static const char *const PHASES[] = { "Set-up", "Cycle Phase", "Action Phase", "Return Phase" };
    const struct painter     p        = { v, pool, names, w, colour };
    seat_id                  me       = v->viewer < v->seats ? v->viewer : 0;
    write_format(w, "Turn %d, %s: %s\n", value_of(v, VALUE_TURN, NO_SEAT),
                 names[value_of(v, VALUE_TURN_SEAT, NO_SEAT)],
                 PHASES[value_of(v, VALUE_PHASE, NO_SEAT) % 4]);
    for (unsigned i = 1; i < v->seats; i++) draw_board(&p, (seat_id)((me + i) % v->seats), true);
    draw_board(&p, me, false);
    draw_links(&p);
    if (v->viewer < v->seats) draw_hand(&p, me);
}
