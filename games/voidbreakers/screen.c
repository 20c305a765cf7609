// The table for readers, from a view alone: the arena as a grid of its zones, and who stands where.
#include "games/voidbreakers/rules.h"

#include "engine/sheet.h"

#include <string.h>

enum { CELL = 25, CELLS = 3, LABEL = 4 };
enum {
    MAP_LEFT = 12,
    MAP_STEP = 7
}; // where drawings begin in arena files, and how far zones are apart

static bool has_status(const struct view_card *card, unsigned status)
{
    return card->words >> status & 1;
}

// ---- who stands somewhere

// What a card that belongs to a fighter is called without him: "Shrug" of "Mother Gravel – Shrug".
static const char *short_name(const struct sheet *s, const struct view_card *card)
{
    const char *name = view_name(card, s->pool, "?"), *dash = strstr(name, " – ");
    bool        own = card->def != NO_DEF && s->pool->defs[card->def].kind == KIND_FIGHTER;
    return dash && !own ? dash + strlen(" – ") : name;
}

static void write_hp(const struct view_card *card, struct writer *w)
{
    if (has_status(card, STATUS_DEAD)) {
        write_chars(w, "dead");
        return;
    }
    write_format(w, "%d", card->stat[STAT_HP]);
    if (card->stat[STAT_HP] != card->stat[STAT_HP_MAX])
        write_format(w, "/%d", card->stat[STAT_HP_MAX]);
}

static void write_tokens(const struct view_card *card, struct writer *w)
{
    static const char TOKENS[] = "AMF";
    for (unsigned k = 0; k < TOKEN_KINDS; k++)
        for (int n = 0; n < card->stat[STAT_A + k] && n < 4; n++) write_format(w, " %c", TOKENS[k]);
}

static void write_conditions(const struct view_card *card, struct writer *w)
{
    for (unsigned c = 0; c < CONDITION_COUNT; c++)
        if (has_status(card, c)) write_format(w, " %s", voidbreakers_conditions[c]);
}

void voidbreakers_facts(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    if (card->zone >= ARENA_ZONES || card->def == NO_DEF) return;
    (void)s;
    write_hp(card, w);
    if (has_status(card, STATUS_DEAD)) return;
    write_format(w, " AP %d", card->stat[STAT_AP]);
    write_tokens(card, w);
    write_conditions(card, w);
}

static enum ink ink_of(const struct sheet *s, const struct view_card *card)
{
    if (has_status(card, STATUS_DEAD)) return INK_FAINT;
    return card->owner == s->view->viewer ? INK_OWN : INK_THEIRS;
}

// "▲Redline 40/110": the end of the name goes first if the columns are few.
static void draw_body(struct sheet *s, const struct view_card *card, unsigned columns)
{
    char          name[200] = "", hp[32] = "";
    struct writer n = writer_on(name, sizeof name), h = writer_on(hp, sizeof hp);
    unsigned      used = sheet_mark_card(s, card->id);
    write_format(&n, "%s%s", card->owner == s->view->viewer ? "▲" : "▼", short_name(s, card));
    write_hp(card, &h);
    unsigned room = columns > used + h.size + 1 ? columns - used - (unsigned)h.size - 1 : 0;
    unsigned size = sheet_width(text_of(name));
    sheet_ink(s, ink_of(s, card));
    sheet_cell(s, text_of(name), size < room ? size : room);
    sheet_ink(s, INK_PLAIN);
    write_format(&s->out, " %s", hp);
    used += (size < room ? size : room) + 1 + (unsigned)h.size;
    sheet_fill(s, " ", used < columns ? columns - used : 0);
}

static const struct view_card *nth_in(const struct view *v, unsigned zone, unsigned nth)
{
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].zone == zone && nth-- == 0) return &v->cards[i];
    return NULL;
}

// ---- the arena

static unsigned zone_called(struct text name)
{
    for (unsigned z = 0; z < ARENA_ZONES; z++)
        if (text_is(name, voidbreakers_zones[z].name)) return z;
    return ARENA_ZONES;
}

static void draw_cell(struct sheet *s, unsigned zone, unsigned line)
{
    const struct view_card *card      = zone < ARENA_ZONES ? nth_in(s->view, zone, line) : NULL;
    char                    label[16] = "";
    struct writer           w         = writer_on(label, sizeof label);
    unsigned                used      = 0;
    write_char(&s->out, ' ');
    if (zone < ARENA_ZONES && line == 0) {
        used = sheet_mark_zone(s, (zone_id)zone);
        write_chars(&w, voidbreakers_zones[zone].name);
    }
    sheet_ink(s, INK_STRONG);
    if (used + w.size < LABEL)
        sheet_cell(s, text_of(label), LABEL - used);
    else
        write_format(&s->out, "%s ", label);
    sheet_ink(s, INK_PLAIN);
    used          = used + w.size < LABEL ? LABEL : used + (unsigned)w.size + 1;
    unsigned room = CELL - 1 - used;
    if (card)
        draw_body(s, card, room);
    else if (zone < ARENA_ZONES && line == view_count(s->view, zone) && line >= CAPACITY)
        sheet_cell(s, TEXT("full"), room);
    else
        sheet_fill(s, " ", room);
}

static void list_zone(struct sheet *s, unsigned zone)
{
    sheet_mark_zone(s, (zone_id)zone);
    sheet_item(s, "%s%s:", voidbreakers_zones[zone].name,
               view_count(s->view, zone) >= CAPACITY ? " (full)" : "");
    for (unsigned i = 0; i < view_count(s->view, zone); i++) {
        const struct view_card *card   = nth_in(s->view, zone, i);
        char                    hp[32] = "";
        struct writer           w      = writer_on(hp, sizeof hp);
        write_hp(card, &w);
        write_chars(&s->out, i ? ", " : " ");
        sheet_mark_card(s, card->id);
        sheet_item(s, "%s%s %s", card->owner == s->view->viewer ? "▲" : "▼", short_name(s, card),
                   hp);
    }
    if (!view_count(s->view, zone)) write_chars(&s->out, " –");
}

static void part_zones(struct sheet *s, const unsigned zones[CELLS], bool first)
{
    unsigned lines = 1, told = 0;
    for (unsigned i = 0; i < CELLS; i++) {
        unsigned count = zones[i] < ARENA_ZONES ? view_count(s->view, zones[i]) : 0;
        if (count > lines) lines = count;
    }
    if (!first) {
        sheet_part(s, 1);
        sheet_form(s, FORM_FULL);
        write_char(&s->out, SIGN_FIXED);
        for (unsigned i = 0; i < CELLS; i++) {
            write_chars(&s->out, i ? "┼" : "");
            sheet_fill(s, "─", CELL);
        }
        write_char(&s->out, '\n');
    }
    sheet_part(s, WEIGHT_KEPT);
    sheet_form(s, FORM_FULL);
    for (unsigned line = 0; line < lines; line++) {
        write_char(&s->out, SIGN_FIXED);
        for (unsigned i = 0; i < CELLS; i++) {
            write_chars(&s->out, i ? "│" : "");
            draw_cell(s, zones[i], line);
        }
        write_char(&s->out, '\n');
    }
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "  %c", SIGN_HANG);
    for (unsigned i = 0; i < CELLS; i++)
        if (zones[i] < ARENA_ZONES) {
            write_chars(&s->out, told++ ? "  " : "");
            list_zone(s, zones[i]);
        }
    write_char(&s->out, '\n');
}

// The zones of one line of the drawing in the arena's file.
static bool read_map_line(struct text map, unsigned zones[CELLS])
{
    bool any = false;
    for (unsigned i = 0; i < CELLS; i++) zones[i] = ARENA_ZONES;
    for (size_t x = MAP_LEFT; x < map.size; x++) {
        if (map.at[x] != '[' || (x - MAP_LEFT + 2) / MAP_STEP >= CELLS) continue;
        size_t size                          = text_find(text_part(map, x, map.size), ']');
        zones[(x - MAP_LEFT + 2) / MAP_STEP] = zone_called(
            text_trim(text_part(map, x + 1, size - 1)));
        any = true;
    }
    return any;
}

static void draw_arena(struct sheet *s)
{
    const struct book *book  = s->pool->game;
    struct text        rest  = book->boards[sheet_value(s, VALUE_ARENA, NO_SEAT)].map;
    bool               first = true;
    for (struct text line; text_next_line(&rest, &line);) {
        unsigned zones[CELLS];
        if (!read_map_line(line, zones)) continue;
        part_zones(s, zones, first);
        first = false;
    }
}

// ---- the seats

static void write_counts(struct sheet *s, seat_id seat, bool all)
{
    const struct view *v = s->view;
    sheet_seat(s, seat);
    sheet_item(s, " · HP sum %d", sheet_value(s, VALUE_HP_SUM, seat));
    if (seat != v->viewer || all)
        sheet_item(s, " · hand %u", view_count(v, zone_of_seat(ZONE_HAND, seat)));
    sheet_item(s, " · arsenal %u", view_count(v, zone_of_seat(ZONE_ARSENAL, seat)));
    if (all) sheet_item(s, " · void %u", view_count(v, zone_of_seat(ZONE_VOID, seat)));
    if (all) sheet_item(s, " · side %c", sheet_value(s, VALUE_SIDE, seat) ? 'B' : 'A');
    if (sheet_value(s, VALUE_POINTS, seat))
        sheet_item(s, " · %d half points", sheet_value(s, VALUE_POINTS, seat));
}

static bool stands_for(const struct sheet *s, const struct view_card *card, seat_id seat)
{
    return card->zone < ARENA_ZONES && card->owner == seat && card->def != NO_DEF &&
           s->pool->defs[card->def].kind == KIND_FIGHTER;
}

static void part_fighters(struct sheet *s, seat_id seat, unsigned weight)
{
    unsigned count = 0, told = 0;
    for (unsigned i = 0; i < s->view->card_count; i++)
        count += stands_for(s, &s->view->cards[i], seat);
    if (!count) return;
    sheet_part(s, weight);
    for (unsigned form = FORM_FULL; form <= FORM_COMPACT; form++) {
        sheet_form(s, form);
        if (form == FORM_COMPACT) write_format(&s->out, "  %c", SIGN_HANG);
        for (unsigned i = 0; i < s->view->card_count; i++) {
            const struct view_card *card       = &s->view->cards[i];
            char                    facts[200] = "";
            struct writer           w          = writer_on(facts, sizeof facts);
            if (!stands_for(s, card, seat)) continue;
            voidbreakers_facts(s, card, &w);
            if (form == FORM_FULL) {
                write_chars(&s->out, "  ");
                sheet_cell(s, text_of(view_name(card, s->pool, "?")), 16);
                write_format(&s->out, " %c%s\n", SIGN_HANG, facts);
                continue;
            }
            if (told++) write_chars(&s->out, " · ");
            sheet_item(s, "%s %s", view_name(card, s->pool, "?"), facts);
        }
        if (form == FORM_COMPACT) write_char(&s->out, '\n');
    }
}

// VOI-216: by name.
static void part_arsenal(struct sheet *s)
{
    unsigned told = 0;
    sheet_part(s, 0);
    sheet_form(s, FORM_FULL);
    for (unsigned i = 0; i < s->view->value_count; i++) {
        if (s->view->values[i].name != VALUE_ARSENAL) continue;
        if (!told) write_format(&s->out, "Arsenal  %c", SIGN_HANG);
        write_chars(&s->out, told++ ? " · " : "");
        sheet_item(s, "%s", s->pool->defs[s->view->values[i].value].name);
    }
    if (told) write_char(&s->out, '\n');
}

static void part_seat(struct sheet *s, seat_id seat)
{
    sheet_part(s, WEIGHT_KEPT + 2);
    for (unsigned form = FORM_FULL; form <= FORM_COMPACT; form++) {
        sheet_form(s, form);
        write_counts(s, seat, form == FORM_FULL);
        write_char(&s->out, '\n');
    }
    part_fighters(s, seat, seat == s->view->viewer ? 9 : 4);
    sheet_pile(s, zone_of_seat(ZONE_UPGRADES, seat), "  upgrades", 3, NULL);
    sheet_pile(s, zone_of_seat(ZONE_RESERVE, seat), "  reserve", 2, NULL);
    sheet_pile(s, zone_of_seat(ZONE_VOID, seat), "  void", 0, NULL);
}

// ---- what waits, and whom or where it is meant for

static void write_link(struct sheet *s, const struct view_link *l)
{
    const struct view *v = s->view;
    sheet_item(s, "%s: %s%s%s", view_who(v, s->names, l->seat), voidbreakers_link_names[l->what],
               l->def == NO_DEF ? "" : " ", l->def == NO_DEF ? "" : s->pool->defs[l->def].name);
    unsigned zones = 0;
    while (voidbreakers_zones[zones].name) zones++;
    if (l->flags / LINK_TO && (unsigned)(l->flags / LINK_TO) <= zones)
        sheet_item(s, " → %s", voidbreakers_zones[l->flags / LINK_TO - 1].name);
    for (unsigned i = 0; i < v->card_count; i++)
        if (v->cards[i].id == l->target && l->target != l->card && v->cards[i].def != NO_DEF) {
            write_chars(&s->out, l->what == WORK_CARD || l->what == WORK_TALENT ? " for " : " → ");
            sheet_item(s, "%s", s->pool->defs[v->cards[i].def].name);
        }
    write_chars(&s->out, l->flags & LINK_CANCELLED ? ", cancelled" : "");
}

static void part_links(struct sheet *s)
{
    unsigned count = s->view->link_count;
    if (!count) return;
    sheet_part(s, WEIGHT_KEPT + 5);
    sheet_form(s, FORM_FULL);
    for (unsigned i = count; i-- > 0;) {
        write_format(&s->out, "waits %c", SIGN_HANG);
        write_link(s, &s->view->links[i]);
        write_char(&s->out, '\n');
    }
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "waits %c", SIGN_HANG);
    write_link(s, &s->view->links[count - 1]);
    if (count > 1) write_format(&s->out, ", then %u more", count - 1);
    write_char(&s->out, '\n');
}

// ---- the title, and the tokens that are left

static void write_own_tokens(struct sheet *s)
{
    unsigned told = 0;
    for (unsigned i = 0; i < s->view->card_count; i++) {
        const struct view_card *card       = &s->view->cards[i];
        char                    tokens[40] = "";
        struct writer           w          = writer_on(tokens, sizeof tokens);
        if (!stands_for(s, card, s->view->viewer)) continue;
        write_tokens(card, &w);
        if (!*tokens) continue;
        struct text name = text_of(view_name(card, s->pool, "?"));
        write_format(&s->out, "%s%.*s%s", told++ ? ", " : "tokens: ", (int)text_find(name, ' '),
                     name.at, tokens);
    }
}

static void draw_title(struct sheet *s)
{
    char whose[40];
    int  round = sheet_value(s, VALUE_ROUND, NO_SEAT);
    sheet_title(s);
    if (round)
        write_format(&s->out, "VOIDBREAKERS   round %d of %d, %s %s phase", round, ROUNDS,
                     view_whose(s->view, s->names, (seat_id)sheet_value(s, VALUE_ACTIVE, NO_SEAT),
                                whose, sizeof whose),
                     voidbreakers_phases[sheet_value(s, VALUE_PHASE, NO_SEAT)]);
    else
        write_chars(&s->out, "VOIDBREAKERS   before round 1");
    sheet_numbers(s);
    if (s->view->question == QUESTION_ACTION) write_own_tokens(s);
}

void voidbreakers_sheet(struct sheet *s)
{
    const struct view *v  = s->view;
    seat_id            me = v->viewer < v->seats ? v->viewer : 0;
    draw_title(s);
    draw_arena(s);
    part_links(s);
    for (unsigned i = 1; i <= v->seats; i++) part_seat(s, (seat_id)((me + i) % v->seats));
    sheet_pile(s, zone_of_seat(ZONE_HAND, me), "Hand", 8, NULL);
    part_arsenal(s);
}

const struct word_rule voidbreakers_word_rules[] = {
    { "AP", VOI_404 },     { "max", VOI_624 },
    { "HP", VOI_601 },     { "A", VOI_310 },
    { "M", VOI_310 },      { "F", VOI_310 },
    { "{A}", VOI_435 },    { "{M}", VOI_435 },
    { "copies", VOI_117 }, { 0 },
};
