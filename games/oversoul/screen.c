// screen.c - the table for readers, from a view alone: both boards face to face.
#include "games/oversoul/game_private.h"

#include "engine/sheet.h"

enum { CELL = 14, COLUMNS = 5, EVENTS = 3 };

static const char *const ROMAN[] = { "-", "I", "II", "III", "IV", "V" };

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

// --- a card on the board ------------------------------------------------------------------------

// "(prepared)", "(Ashfall Canticle)": what lies face down stands in brackets.
static void write_name(const struct sheet *s, const struct view_card *c, struct writer *w)
{
    bool down = c->flags & CARD_FACE_DOWN;
    write_format(w, down ? "(%s)" : "%s", view_name(c, s->pool, down ? "prepared" : "?"));
}

// "2/3 HP4/6": DMG and SPD of a Unit, HP with the most if some is lost, what else is to be known.
static void write_numbers(const struct sheet *s, const struct view_card *c, struct writer *w)
{
    unsigned on = view_count(s->view, c->zone) - 1;
    if (!(c->flags & CARD_FACE_DOWN) && !is_event_zone(c->zone))
        write_format(w, "%d/%d ", c->stat[STAT_SHOWN_DMG], c->stat[STAT_SHOWN_SPD]);
    write_format(w, "HP%d", c->stat[STAT_SHOWN_HP]);
    if (c->stat[STAT_SHOWN_HP] != c->stat[STAT_SHOWN_MAX])
        write_format(w, "/%d", c->stat[STAT_SHOWN_MAX]);
    if (has_status(c, STATUS_PENDING)) write_chars(w, " pending");
    if (c->flags & CARD_SIDEWAYS) write_chars(w, " exh.");
    if (on) write_format(w, " +%u", on);
}

// Keywords, as far as the numbers do not say them.
static void write_keywords(const struct view_card *c, struct writer *w)
{
    for (unsigned i = 0; i < STATUS_ENTERED; i++)
        if (has_status(c, i)) write_format(w, " %s", oversoul_status_words[i]);
}

void oversoul_facts(const struct sheet *s, const struct view_card *c, struct writer *w)
{
    if (c->def == NO_DEF) return;
    const struct card_def *d    = &s->pool->defs[c->def];
    bool                   plus = !(d->fields_negative >> FIELD_ENERGY & 1);
    if (is_board(c->zone)) {
        write_numbers(s, c, w);
        return;
    }
    write_format(w, "%s ", ROMAN[(unsigned)d->field[FIELD_RANK] % 6]);
    if (plus)
        write_format(w, "+%d", d->field[FIELD_ENERGY]);
    else
        write_format(w, "-%d",
                     c->stats > STAT_SHOWN_COST ? c->stat[STAT_SHOWN_COST]
                                                : -d->field[FIELD_ENERGY]);
}

static void write_in_hand(struct sheet *s, const struct view_card *c, struct writer *w)
{
    write_format(w, "%s ", view_name(c, s->pool, "?"));
    oversoul_facts(s, c, w);
}

// --- rows of zones ------------------------------------------------------------------------------

// "[3]*" and the name, or the number of a free zone.
static void draw_name(struct sheet *s, const struct view_card *c, zone_id z, unsigned columns)
{
    char          name[160] = "";
    struct writer w         = writer_on(name, sizeof name);
    unsigned      used      = c ? sheet_mark_card(s, c->id) : sheet_mark_zone(s, z);
    if (c)
        write_name(s, c, &w);
    else if (!used)
        write_chars(&w, "–");
    sheet_ink(s, c && c->flags & CARD_SIDEWAYS ? INK_FAINT : INK_PLAIN);
    sheet_cell(s, text_of(name), columns > used ? columns - used : 0);
    sheet_ink(s, INK_PLAIN);
}

static void draw_edge(struct sheet *s, seat_id seat, bool named, bool turned)
{
    write_format(&s->out, "%c    ", SIGN_FIXED);
    for (unsigned i = 0; i < COLUMNS; i++) {
        char          label[40] = "";
        struct writer w         = writer_on(label, sizeof label);
        unsigned      z         = U1 + (turned ? COLUMNS - 1 - i : i);
        bool          first     = i == 0;
        if (named)
            write_format(&w, " %s ", oversoul_zones[zone_for(seat, z)].name);
        else if (first)
            write_chars(&w, "─ DMG/SPD HP ");
        write_chars(&s->out, named ? (first ? "┌" : "┬") : (first ? "└" : "┴"));
        write_chars(&s->out, label);
        sheet_fill(s, "─", CELL - sheet_width(text_of(label)));
    }
    write_chars(&s->out, named ? "┐\n" : "┘\n");
}

static void draw_units(struct sheet *s, seat_id seat, bool turned)
{
    draw_edge(s, seat, true, turned);
    for (int line = 0; line < 2; line++) {
        write_format(&s->out, "%c    ", SIGN_FIXED);
        for (unsigned i = 0; i < COLUMNS; i++) {
            zone_id                 z        = zone_for(seat, U1 + (turned ? COLUMNS - 1 - i : i));
            const struct view_card *c        = host_on(s->view, z);
            char                    text[80] = "";
            struct writer           w        = writer_on(text, sizeof text);
            write_chars(&s->out, "│");
            if (line == 0) {
                draw_name(s, c, z, CELL);
                continue;
            }
            if (c) write_numbers(s, c, &w);
            sheet_cell(s, text_of(text), CELL);
        }
        write_chars(&s->out, "│\n");
    }
    draw_edge(s, seat, false, turned);
}

// "event 1 (Ashfall Canticle) HP4": zones one behind the other.
static void tell_zones(struct sheet *s, seat_id seat, unsigned from, unsigned count, bool words)
{
    unsigned told = 0;
    for (unsigned i = 0; i < count; i++) {
        zone_id                 z         = zone_for(seat, from + i);
        const struct view_card *c         = host_on(s->view, z);
        char                    text[400] = "";
        struct writer           w         = writer_on(text, sizeof text);
        if (told) write_chars(&s->out, "  ");
        size_t at = s->out.size;
        if (!c) {
            if (sheet_mark_zone(s, z)) sheet_item(s, "%s free", oversoul_zones[z].name), told++;
            if (s->out.size == at && told) s->out.size -= 2;
            continue;
        }
        told++;
        sheet_mark_card(s, c->id);
        write_format(&w, "%s ", oversoul_zones[z].name);
        write_name(s, c, &w);
        write_char(&w, ' ');
        write_numbers(s, c, &w);
        if (words) write_keywords(c, &w);
        sheet_item(s, "%s", text);
    }
    if (!told) write_chars(&s->out, "none");
}

static unsigned count_row(const struct sheet *s, seat_id seat, unsigned from, unsigned count)
{
    unsigned cards = 0;
    for (unsigned i = 0; i < count; i++)
        cards += host_on(s->view, zone_for(seat, from + i)) != NULL;
    return cards;
}

static bool is_marked(const struct sheet *s, seat_id seat)
{
    for (unsigned i = 0; i < s->mark_count; i++) {
        zone_id z = s->marks[i].zone, first = zone_for(seat, U1);
        if (z != NO_ZONE && z >= first && z < first + COLUMNS) return true;
    }
    return false;
}

static void part_units(struct sheet *s, seat_id seat, unsigned weight, bool turned)
{
    unsigned count = count_row(s, seat, U1, COLUMNS);
    sheet_part(s, weight);
    if (count || is_marked(s, seat)) {
        sheet_form(s, FORM_FULL);
        draw_units(s, seat, turned);
    }
    sheet_form(s, FORM_COMPACT);
    write_format(&s->out, "    units   %c", SIGN_HANG);
    tell_zones(s, seat, U1, COLUMNS, true);
    write_char(&s->out, '\n');
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "    %u units, %u events\n", count, count_row(s, seat, E1, EVENTS));
}

static void part_events(struct sheet *s, seat_id seat, unsigned weight)
{
    sheet_part(s, weight);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "    events  %c", SIGN_HANG);
    tell_zones(s, seat, E1, EVENTS, false);
    write_char(&s->out, '\n');
}

// --- seats --------------------------------------------------------------------------------------

static void write_leader(struct sheet *s, seat_id seat, bool bar)
{
    const struct view_card *leader = host_on(s->view, zone_for(seat, LEADER));
    if (!leader || leader->def == NO_DEF) return;
    write_chars(&s->out, "  ");
    sheet_mark_card(s, leader->id);
    if (bar) sheet_item(s, "%s ", view_name(leader, s->pool, "?"));
    sheet_ink(s, INK_STRONG);
    sheet_item(s, "%d/%d", leader->stat[STAT_SHOWN_HP], leader->stat[STAT_SHOWN_MAX]);
    sheet_ink(s, INK_PLAIN);
    if (leader->flags & CARD_SIDEWAYS) sheet_item(s, " exh.");
    if (!bar) return;
    write_char(&s->out, ' ');
    sheet_bar(s, leader->stat[STAT_SHOWN_HP], leader->stat[STAT_SHOWN_MAX], 6);
}

static void part_seat(struct sheet *s, seat_id seat)
{
    const struct view *v = s->view;
    sheet_part(s, WEIGHT_KEPT);
    for (unsigned form = FORM_FULL; form <= FORM_COMPACT; form++) {
        sheet_form(s, form);
        sheet_seat(s, seat);
        write_char(&s->out, SIGN_HANG);
        write_leader(s, seat, form == FORM_FULL);
        sheet_item(s, "  RANK %s", ROMAN[(unsigned)sheet_value(s, VALUE_RANK, seat) % 6]);
        write_char(&s->out, ' ');
        sheet_item(s, " ENERGY %d", sheet_value(s, VALUE_ENERGY, seat));
        if (sheet_value(s, VALUE_SHIFT_ENERGY, seat))
            sheet_item(s, "+%d", sheet_value(s, VALUE_SHIFT_ENERGY, seat));
        write_char(&s->out, ' ');
        sheet_item(s, " hand %u", view_count(v, zone_for(seat, HAND)));
        sheet_item(s, form == FORM_FULL ? " deck %u idle %u" : " deck %u",
                   view_count(v, zone_for(seat, DECK)), view_count(v, zone_for(seat, IDLE)));
        write_char(&s->out, '\n');
    }
}

static void part_hand(struct sheet *s, seat_id seat)
{
    unsigned count = view_count(s->view, zone_for(seat, HAND));
    if (!count) return;
    sheet_part(s, 9);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "Hand  %c", SIGN_HANG);
    sheet_list(s, zone_for(seat, HAND), " · ", write_in_hand);
    write_char(&s->out, '\n');
    sheet_form(s, FORM_COMPACT);
    write_format(&s->out, "Hand  %c", SIGN_HANG);
    sheet_list(s, zone_for(seat, HAND), ", ", NULL);
    write_char(&s->out, '\n');
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "Hand  %u cards\n", count);
}

// --- the Timeshift ------------------------------------------------------------------------------

static void write_link(struct sheet *s, unsigned i)
{
    const struct view_link *l = &s->view->links[i];
    sheet_item(s, "link %u  %s: %s of %s", i + 1, view_who(s->view, s->names, l->seat),
               oversoul_link_names[l->what],
               l->def == NO_DEF ? "a card face down" : s->pool->defs[l->def].name);
    for (unsigned k = 0; k < s->view->card_count; k++)
        if (s->view->cards[k].id == l->target && l->target != l->card) {
            write_chars(&s->out, " → ");
            sheet_item(s, "%s", view_name(&s->view->cards[k], s->pool, "a card face down"));
        }
    if (l->flags & LINK_CANCELLED) write_chars(&s->out, " (cancelled)");
}

static void part_links(struct sheet *s)
{
    unsigned count = s->view->link_count;
    if (!count) return;
    sheet_part(s, WEIGHT_KEPT + 5);
    sheet_form(s, FORM_FULL);
    write_chars(&s->out, "Timeshift: what was done last happens first\n");
    for (unsigned i = count; i-- > 0;) {
        write_format(&s->out, "  %c", SIGN_HANG);
        write_link(s, i);
        write_char(&s->out, '\n');
    }
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "Timeshift %c", SIGN_HANG);
    write_link(s, count - 1);
    if (count > 1) write_format(&s->out, ", then %u more", count - 1);
    write_char(&s->out, '\n');
}

// The title, and what there is to pay with: own ENERGY, and what the board gives.
static void draw_title(struct sheet *s, seat_id me)
{
    static const char *const PHASES[] = { "Set-up", "Cycle Phase", "Action Phase", "Return Phase" };
    char                     whose[40];
    int                      turn = sheet_value(s, VALUE_TURN, NO_SEAT);
    sheet_title(s);
    write_chars(&s->out, "OVERSOUL");
    if (turn)
        write_format(&s->out, "   turn %d, %s %s", turn,
                     view_whose(s->view, s->names,
                                (seat_id)sheet_value(s, VALUE_TURN_SEAT, NO_SEAT), whose,
                                sizeof whose),
                     PHASES[(unsigned)sheet_value(s, VALUE_PHASE, NO_SEAT) % 4]);
    sheet_numbers(s);
    if (!turn || s->view->viewer >= s->view->seats) return;
    write_format(&s->out, "ENERGY %d", sheet_value(s, VALUE_ENERGY, me));
    if (sheet_value(s, VALUE_SHIFT_ENERGY, me))
        write_format(&s->out, " +%d of the Timeshift", sheet_value(s, VALUE_SHIFT_ENERGY, me));
}

void oversoul_sheet(struct sheet *s)
{
    const struct view *v     = s->view;
    seat_id            me    = v->viewer < v->seats ? v->viewer : 0;
    bool               crowd = v->seats > 2;
    draw_title(s, me);
    for (unsigned i = 1; i < v->seats; i++) {
        seat_id seat = (seat_id)((me + i) % v->seats);
        part_seat(s, seat);
        part_events(s, seat, crowd ? 3 : 7);
        part_units(s, seat, crowd ? 4 : 8, true);
    }
    part_units(s, me, crowd ? 5 : 8, false);
    part_events(s, me, 7);
    part_seat(s, me);
    if (v->viewer < v->seats) part_hand(s, me);
    part_links(s);
}

const struct word_rule oversoul_word_rules[] = {
    { "rank", OVE_320 },  { "energy", OVE_301 }, { "DMG", OVE_523 },
    { "HP", OVE_132 },    { "common", OVE_005 }, { "rare", OVE_005 },
    { "elite", OVE_005 }, { "cosmic", OVE_006 }, { "CHAOS", OVE_010 },
    { "ORDER", OVE_010 }, { "VIGOR", OVE_010 },  { "SWAY", OVE_010 },
    { "FLOW", OVE_010 },  { "ARCANE", OVE_010 }, { "NEUTRAL", OVE_010 },
    { "DOOM", OVE_010 },  { "WITHER", OVE_010 }, { 0 },
};
