// The table for readers, from a view alone.
#include "games/blank/rules.h"

#include "engine/sheet.h"

enum { CELL = 18 };

static void draw_edge(struct sheet *s)
{
    write_format(&s->out, "%c  ", SIGN_FIXED);
    for (unsigned i = 0; i < COLUMNS; i++) {
        write_chars(&s->out, "┼");
        sheet_fill(s, "─", CELL);
    }
    write_chars(&s->out, "┼\n");
}

// Health, and the side it faces.
void blank_facts(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    static const char *const FACES[] = { "north", "east", "south", "west" };
    (void)s;
    if (card->zone < ROWS * COLUMNS)
        write_format(w, "%d/%d faces %s", card->stat[STAT_HEALTH], card->stat[STAT_HEALTH_MAX],
                     FACES[(unsigned)card->stat[STAT_FACING] % FACING_COUNT]);
}

static void draw_row(struct sheet *s, unsigned row)
{
    for (unsigned line = 0; line < 2; line++) {
        write_format(&s->out, line ? "%c  " : "%c%u ", SIGN_FIXED, row + 1);
        for (unsigned column = 0; column < COLUMNS; column++) {
            const struct view_card *card     = view_top(s->view, row * COLUMNS + column);
            char                    text[80] = "";
            struct writer           w        = writer_on(text, sizeof text);
            unsigned                used     = 0;
            write_chars(&s->out, "│");
            if (line == 0)
                used = card ? sheet_mark_card(s, card->id)
                            : sheet_mark_zone(s, (zone_id)(row * COLUMNS + column));
            if (card && line == 0)
                write_format(&w, "%s%s", card->owner == s->view->viewer ? "▲" : "▼",
                             view_name(card, s->pool, "?"));
            if (card && line == 1) blank_facts(s, card, &w);
            sheet_cell(s, text_of(text), CELL - used);
        }
        write_chars(&s->out, "│\n");
    }
}

static void list_field(struct sheet *s)
{
    unsigned told = 0;
    write_format(&s->out, "Field  %c", SIGN_HANG);
    for (unsigned square = 0; square < ROWS * COLUMNS; square++) {
        const struct view_card *card     = view_top(s->view, square);
        char                    text[80] = "";
        struct writer           w        = writer_on(text, sizeof text);
        if (!card) continue;
        write_chars(&s->out, told++ ? " · " : "");
        blank_facts(s, card, &w);
        sheet_mark_card(s, card->id);
        sheet_item(s, "%c%u %s%s %s", 'a' + (int)(square % COLUMNS), square / COLUMNS + 1,
                   card->owner == s->view->viewer ? "▲" : "▼", view_name(card, s->pool, "?"), text);
    }
    write_char(&s->out, '\n');
}

static void part_field(struct sheet *s)
{
    sheet_part(s, WEIGHT_KEPT);
    sheet_form(s, FORM_FULL);
    for (unsigned row = ROWS; row-- > 0;) {
        draw_edge(s);
        draw_row(s, row);
    }
    draw_edge(s);
    write_format(&s->out, "%c   a                  b                  c\n", SIGN_FIXED);
    sheet_form(s, FORM_LINE);
    list_field(s);
}

static void part_cards(struct sheet *s, unsigned zone, const char *title)
{
    if (!view_count(s->view, zone)) return;
    sheet_part(s, 5);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "%s  %c", title, SIGN_HANG);
    sheet_list(s, zone, " · ", NULL);
    write_char(&s->out, '\n');
}

static void part_seat(struct sheet *s, seat_id seat)
{
    sheet_part(s, WEIGHT_KEPT);
    sheet_form(s, FORM_FULL);
    sheet_seat(s, seat);
    sheet_item(s, " · hand %u", view_count(s->view, zone_of_seat(ZONE_HAND, seat)));
    sheet_item(s, " · deck %u", view_count(s->view, zone_of_seat(ZONE_DECK, seat)));
    sheet_item(s, " · discard %u", view_count(s->view, zone_of_seat(ZONE_DISCARD, seat)));
    if (view_count(s->view, zone_of_seat(ZONE_GUARD, seat))) sheet_item(s, " · guard");
    write_char(&s->out, '\n');
    part_cards(s, zone_of_seat(ZONE_LAID, seat), "  laid");
    if (seat == s->view->viewer) part_cards(s, zone_of_seat(ZONE_GUARD, seat), "  guard");
    if (seat == s->view->viewer) part_cards(s, zone_of_seat(ZONE_HAND, seat), "Hand");
}

void blank_sheet(struct sheet *s)
{
    const struct view *v  = s->view;
    seat_id            me = v->viewer < v->seats ? v->viewer : 0;
    sheet_title(s);
    write_format(&s->out, "BLANK   round %d of %d", view_value(v, VALUE_ROUND, NO_SEAT, 1), ROUNDS);
    part_field(s);
    for (unsigned i = v->link_count; i-- > 0;) {
        sheet_part(s, WEIGHT_KEPT);
        sheet_form(s, FORM_FULL);
        write_format(&s->out, "waits: %s of %s%s\n",
                     v->links[i].def == NO_DEF ? "?" : s->pool->defs[v->links[i].def].name,
                     view_who(v, s->names, v->links[i].seat),
                     v->links[i].flags ? ", cancelled" : "");
    }
    for (unsigned i = 1; i <= v->seats; i++) part_seat(s, (seat_id)((me + i) % v->seats));
}

const struct word_rule blank_word_rules[] = {
    { "speed", BLA_018 },
    { "health", BLA_005 },
    { "Heavy", BLA_014 },
    { 0 },
};
