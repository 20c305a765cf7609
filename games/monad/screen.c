// The table as text, from a view alone.
#include "games/monad/rules.h"

static const char *name_of(const struct view_card *card, const struct card_pool *pool)
{
    return card->def == NO_DEF ? "?" : pool->defs[card->def].name;
}

static int value_of(const struct view *v, unsigned name, seat_id seat)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat) return v->values[i].value;
    return 0;
}

static bool has_value(const struct view *v, unsigned name)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name) return true;
    return false;
}

static unsigned count_in(const struct view *v, unsigned zone)
{
    unsigned count = 0;
    for (unsigned i = 0; i < v->card_count; i++) count += v->cards[i].zone == zone;
    return count;
}

// Items of a list, wrapped below the first one.
enum { WIDTH = 79 };
struct wrap {
    struct writer *w;
    size_t         start;  // of the line
    unsigned       indent; // of further lines
};

static struct wrap wrap_after(struct writer *w, size_t start, unsigned indent)
{
    return (struct wrap){ .w = w, .start = start, .indent = indent };
}

// between: what stands behind the item before, "" for the first one.
static void write_item(struct wrap *l, const char *between, const char *item, size_t length)
{
    write_chars(l->w, between);
    if (*between && l->w->size - l->start + 1 + length > WIDTH) {
        write_chars(l->w, "\n");
        l->start = l->w->size;
        write_format(l->w, "%*s", (int)l->indent, "");
    } else if (*between) {
        write_chars(l->w, " ");
    }
    write_text(l->w, (struct text){ item, length });
}

static bool is_unit_shown(const struct view_card *card)
{
    return card->stats > STAT_SHOWN_MAX_HP && card->stat[STAT_SHOWN_MAX_HP] != STAT_NONE;
}

// What has a number of its own is said with it.
static void write_words(const struct view_card *card, struct writer *w)
{
    for (unsigned k = STAT_SHOWN_SHIELD; k < card->stats; k++)
        if (k != STAT_SHOWN_ER && card->stat[k] != STAT_NONE && card->stat[k])
            write_format(w, " %s %d", monad_stat_names[k], card->stat[k]);
    for (unsigned k = STATUS_COUNT; monad_status_words[k]; k++)
        if (card->words >> k & 1) write_format(w, " %s", monad_status_words[k]);
    if (card->flags & CARD_SIDEWAYS) write_chars(w, " (exhausted)");
}

// Units stand one below the other, with what they wear; other cards side by side.
static void draw_row(const struct view *v, const struct card_pool *pool, unsigned zone,
                     const char *title, struct writer *w)
{
    struct wrap line = wrap_after(w, w->size, (unsigned)text_of(title).size);
    bool        any  = false;
    char        buffer[160];
    for (unsigned i = 0; i < v->card_count; i++) {
        const struct view_card *card = &v->cards[i];
        struct writer           item = writer_on(buffer, sizeof buffer);
        if (card->zone != zone) continue;
        if (!any) write_chars(w, title);
        if (any && is_unit_shown(card)) {
            write_chars(w, "\n");
            line.start = w->size;
            write_format(w, "%*s", (int)line.indent, "");
        }
        write_chars(&item, name_of(card, pool));
        if (is_unit_shown(card))
            write_format(&item, "  L%d  %d/%d HP  %d/%d AP  INI %d  AR %d",
                         card->stat[STAT_SHOWN_LEVEL], card->stat[STAT_SHOWN_HP],
                         card->stat[STAT_SHOWN_MAX_HP], card->stat[STAT_SHOWN_AP],
                         card->stat[STAT_SHOWN_MAX_AP], card->stat[STAT_SHOWN_INI],
                         card->stat[STAT_SHOWN_AR]);
        write_words(card, &item);
        write_item(&line, any && !is_unit_shown(card) ? " +" : "", buffer, item.size);
        any = true;
    }
    if (any) write_chars(w, "\n");
}

static void draw_map(const struct view *v, const struct card_pool *pool, const char *const *names,
                     struct writer *w)
{
    static const char *const REGION[] = { "Greenmantle", "Saltmarch", "Cinderfell", "Hollowdeep",
                                          "Skyreach" };
    char                     buffer[120];
    for (unsigned r = 0; r < COUNT(REGION); r++) {
        struct wrap line  = wrap_after(w, w->size, 13);
        bool        first = true;
        write_format(w, "%-11s  ", REGION[r]);
        for (unsigned i = 0; i < v->card_count; i++) {
            const struct view_card *card = &v->cards[i];
            struct writer           item = writer_on(buffer, sizeof buffer);
            if (card->zone != ZONE_MAP || card->def == NO_DEF ||
                !(pool->defs[card->def].tags >> (TAG_GREENMANTLE + r) & 1))
                continue;
            write_format(&item, "%s %d", name_of(card, pool), card->stat[STAT_SHOWN_ER]);
            for (seat_id seat = 0; seat < v->seats; seat++)
                if (value_of(v, VALUE_LOCATION, seat) == card->def)
                    write_format(&item, " <%s>", names[seat]);
            write_item(&line, first ? "" : ",", buffer, item.size);
            first = false;
        }
        write_chars(w, "\n");
    }
}

// While it is fought the map can wait.
static void draw_place(const struct view *v, const struct card_pool *pool, seat_id active,
                       struct writer *w)
{
    int here = value_of(v, VALUE_LOCATION, active);
    if (here >= 0 && here < (int)pool->def_count)
        write_format(w, "At %s, ER %d\n", pool->defs[here].name, value_of(v, VALUE_ER, active));
}

// The lanes of Dota mode: both sides face to face.
static void draw_lanes(const struct view *v, const struct card_pool *pool, const char *const *names,
                       struct writer *w)
{
    static const char *const LANE[] = { "Left", "Center", "Right" };
    static const char *const ROW[]  = { "front", "mid  ", "back " };
    for (unsigned lane = 0; lane < LANES; lane++) {
        write_format(w, "%s lane\n", LANE[lane]);
        for (unsigned i = 0; i < 2 * ROWS; i++) { // the second player's back row is uppermost
            seat_id  seat = i < ROWS;
            unsigned row  = seat ? ROWS - 1 - i : i - ROWS;
            unsigned zone = zone_of_seat(ZONE_LANE + lane * ROWS + row, seat);
            if (!count_in(v, zone)) continue;
            write_format(w, "  %s %s ", names[seat], ROW[row]);
            draw_row(v, pool, zone, "", w);
        }
    }
    for (seat_id seat = 0; seat < v->seats; seat++) {
        int towers = value_of(v, VALUE_TOWERS, seat);
        write_format(w, "%s: towers left %d, center %d, right %d; %d more creeps a wave\n",
                     names[seat], towers / 100, towers / 10 % 10, towers % 10,
                     value_of(v, VALUE_CREEPS, seat));
        draw_row(v, pool, zone_of_seat(ZONE_BASE, seat), "  base    ", w);
        draw_row(v, pool, zone_of_seat(ZONE_RESERVE, seat), "  reserve ", w);
    }
    for (seat_id seat = 0; seat < v->seats; seat++)
        if (v->viewer == seat && has_value(v, VALUE_HERO))
            write_format(w, "this hero: %s\n", pool->defs[value_of(v, VALUE_HERO, seat)].name);
}

static int ready_gold(const struct view *v, const struct card_pool *pool, seat_id seat) // MON-519
{
    int sum = value_of(v, VALUE_GOLD, seat);
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].zone == zone_of_seat(ZONE_COMPLETED, seat) && v->cards[i].def != NO_DEF &&
            !(v->cards[i].flags & CARD_SIDEWAYS))
            sum += pool->defs[v->cards[i].def].field[FIELD_GOLD];
    return sum;
}

static void draw_standing(const struct view *v, const struct card_pool *pool, seat_id seat,
                          struct writer *w)
{
    static const char *const PERK[]   = { "not chosen", "Frenzy", "Bulwark", "Swift", "Champion" };
    int                      scenario = value_of(v, VALUE_FRESH, seat);
    if (has_value(v, VALUE_PERK)) {
        write_format(w, ": perk %s\n", PERK[value_of(v, VALUE_PERK, seat) % 5]);
        return;
    }
    write_format(w, ": %d VP, level %d, gold %d (%d loose), hand %u, deck %u; %s",
                 value_of(v, VALUE_VP, seat), value_of(v, VALUE_LEVEL, seat),
                 ready_gold(v, pool, seat), value_of(v, VALUE_GOLD, seat),
                 count_in(v, zone_of_seat(ZONE_HAND, seat)),
                 count_in(v, zone_of_seat(ZONE_DECK, seat)),
                 scenario >= 0 && scenario < (int)pool->def_count ? pool->defs[scenario].name
                                                                  : "scenario face down");
    if (value_of(v, VALUE_WAITS, seat))
        write_format(w, " (turns it waits: %d)", value_of(v, VALUE_WAITS, seat));
    if (has_value(v, VALUE_CAMPAIGN))
        write_format(w, "; %d campaign VP", value_of(v, VALUE_CAMPAIGN, seat));
    if (value_of(v, VALUE_PENDING, seat))
        write_format(w, "; %d words about the next combat", value_of(v, VALUE_PENDING, seat));
    write_chars(w, "\n");
}

// Elsewhere while an encounter is fought: what that party is like can wait.
static bool is_bystander(const struct view *v, seat_id seat)
{
    seat_id  active = (seat_id)value_of(v, VALUE_ACTIVE, NO_SEAT);
    unsigned facing = 0;
    if (!value_of(v, VALUE_ROUND, NO_SEAT) || has_value(v, VALUE_ARENA)) return false;
    for (unsigned row = 0; row < ROWS; row++)
        facing += count_in(v, zone_of_seat(ZONE_FACING + row, active));
    return facing && value_of(v, VALUE_LOCATION, seat) != value_of(v, VALUE_LOCATION, active);
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      bool colour, seat_id seat, struct writer *w)
{
    static const char *const ROW[]    = { "  front  ", "  mid    ", "  back   " };
    static const char *const FACING[] = { "  facing, front  ", "  facing, mid    ",
                                          "  facing, back   " };
    write_format(w, "%s%s%s", colour ? "\033[1m" : "", names[seat], colour ? "\033[0m" : "");
    draw_standing(v, pool, seat, w);
    if (is_bystander(v, seat)) return;
    for (unsigned row = ROWS; row-- > 0;)
        draw_row(v, pool, zone_of_seat(ZONE_FACING + row, seat), FACING[row], w);
    for (unsigned row = 0; row < ROWS; row++)
        draw_row(v, pool, zone_of_seat(ZONE_FRONT + row, seat), ROW[row], w);
    draw_row(v, pool, zone_of_seat(ZONE_CLASS, seat), "  class  ", w);
    draw_row(v, pool, zone_of_seat(ZONE_QUESTS, seat), "  quests ", w);
    draw_row(v, pool, zone_of_seat(ZONE_DISPUTE, seat), "  under dispute ", w);
    draw_row(v, pool, zone_of_seat(ZONE_COMPLETED, seat), "  completed ", w);
    if (v->viewer == seat) draw_row(v, pool, zone_of_seat(ZONE_HAND, seat), "  hand   ", w);
}

void monad_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                bool colour, struct writer *w)
{
    unsigned phase  = (unsigned)value_of(v, VALUE_PHASE, NO_SEAT),
             active = (unsigned)value_of(v, VALUE_ACTIVE, NO_SEAT);
    write_format(w, "Turn %d of %s, %s phase", value_of(v, VALUE_TURN, NO_SEAT),
                 names[active % SEATS_MAX % v->seats], monad_phases[phase % 7]);
    if (value_of(v, VALUE_ROUND, NO_SEAT))
        write_format(w, ", combat round %d", value_of(v, VALUE_ROUND, NO_SEAT));
    if (has_value(v, VALUE_GAME))
        write_format(w, ", game %d of the campaign", value_of(v, VALUE_GAME, NO_SEAT));
    if (has_value(v, VALUE_TOWERS) || has_value(v, VALUE_PERK))
        write_chars(w, "\n");
    else
        write_format(w, "; %d VP win\n", value_of(v, VALUE_TARGET, NO_SEAT));
    if (has_value(v, VALUE_TOWERS)) {
        draw_lanes(v, pool, names, w);
        return;
    }
    if (has_value(v, VALUE_ARENA))
        write_format(w, "Arena: %s\n", pool->defs[value_of(v, VALUE_ARENA, NO_SEAT)].name);
    else if (!has_value(v, VALUE_PERK) && value_of(v, VALUE_ROUND, NO_SEAT))
        draw_place(v, pool, (seat_id)(active % SEATS_MAX % v->seats), w);
    else if (!has_value(v, VALUE_PERK))
        draw_map(v, pool, names, w);
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, colour, seat, w);
}
