// The table for readers, from a view alone: the field row by row, each a part of its own, so that
// those without anybody to speak of fold first.
#include "games/despaira/rules.h"

#include "engine/sheet.h"

#include <string.h>

enum { CELL = 14 };

static unsigned type_of(const struct view *v, unsigned tile)
{
    for (unsigned i = 0, nth = 0; i < v->value_count; i++)
        if (v->values[i].name == VALUE_TILE && nth++ == tile) return (unsigned)v->values[i].value;
    return PLAIN_FIELDS;
}

static seat_id controller_in(const struct view_card *card)
{
    return card->words >> WORD_TAKEN & 1 ? other_seat(card->owner) : card->owner;
}

// ---- what stands on a tile

// Timer counters, and all others.
static void write_counters(struct writer *w, const struct view_card *card)
{
    if (card->stats && card->stat[VIEW_TIMER] > 0) write_format(w, " t%d", card->stat[VIEW_TIMER]);
    if (card->stats && card->stat[VIEW_COUNTERS] > 0)
        write_format(w, " c%d", card->stat[VIEW_COUNTERS]);
}

// "=350/150 R450 D100": ATK and HP, what else it has; "=" in Defence Mode, "?" face down.
static void write_state(struct writer *w, const struct view_card *card)
{
    if (card->flags & CARD_FACE_DOWN) write_char(w, '?');
    if (card->words >> WORD_DEFENCE & 1) write_char(w, '=');
    if (card->stats)
        write_format(w, "%d/%d", card->stat[STAT_ATK] < 0 ? 0 : card->stat[STAT_ATK],
                     card->stat[STAT_HP]);
    if (card->stats && card->stat[STAT_DEF] > 0) write_format(w, " D%d", card->stat[STAT_DEF]);
    if (card->stats && card->stat[STAT_RATK] > 0) write_format(w, " R%d", card->stat[STAT_RATK]);
    write_counters(w, card);
}

static void write_ailments(struct writer *w, const struct view_card *card)
{
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (card->words >> (WORD_STATUS + i) & 1)
            write_format(w, "%s%s", w->size ? " " : "", despaira_status_words[WORD_STATUS + i]);
}

static void write_trick(struct writer *w, const struct sheet *s, const struct view_card *trick)
{
    write_format(w, "[%s%s", trick->words >> WORD_LOCKED & 1 ? "locked " : "",
                 view_name(trick, s->pool, "face down"));
    write_counters(w, trick);
    write_char(w, ']');
}

static void cell(struct sheet *s, enum ink ink, const char *text, unsigned used)
{
    sheet_ink(s, ink);
    sheet_cell(s, text_of(text), used < CELL ? CELL - used : 0);
    sheet_ink(s, INK_PLAIN);
}

// The three lines of a tile: who stands there, its numbers, its trick and what ails it.
static void draw_cell(struct sheet *s, unsigned tile, unsigned line, bool alone)
{
    const struct view_card *card  = view_top(s->view, tile),
                           *trick = view_top(s->view, ZONE_TRICK + tile);
    unsigned      type            = type_of(s->view, tile);
    char          text[160]       = "";
    struct writer w               = writer_on(text, sizeof text);
    bool          own             = card && controller_in(card) == s->view->viewer;
    unsigned      used            = 0;
    if (line == 0) used = card ? sheet_mark_card(s, card->id) : 0;
    if (line == 0) used += sheet_mark_zone(s, (zone_id)tile);
    if (line == 0 && card) {
        write_format(&w, "%s%s", own ? "▲" : "▼", view_name(card, s->pool, "(face down)"));
        if (alone) { // one line for all: the numbers matter more than the end of the name
            char          state[80] = "";
            struct writer n         = writer_on(state, sizeof state);
            write_state(&n, card);
            unsigned room = CELL - used > n.size + 1 ? (unsigned)(CELL - used - n.size - 1) : 0;
            sheet_ink(s, own ? INK_OWN : INK_THEIRS);
            sheet_cell(s, text_of(text), room);
            cell(s, INK_PLAIN, "", CELL - 1);
            cell(s, INK_PLAIN, state, used + room + 1);
            return;
        }
    } else if (line == 0) {
        write_chars(&w, used ? "" : "·");
        if (type != PLAIN_FIELDS) write_format(&w, " %s", despaira_tile_types[type]);
        if (trick) write_char(&w, ' '), write_trick(&w, s, trick);
    } else if (line == 1 && card) {
        write_char(&w, ' ');
        write_state(&w, card);
        if (type != PLAIN_FIELDS) write_format(&w, " %s", despaira_tile_types[type]);
    } else if (line == 2 && card) {
        if (trick) write_trick(&w, s, trick);
        write_ailments(&w, card);
    }
    cell(s, line == 0 && card ? (own ? INK_OWN : INK_THEIRS) : INK_PLAIN, text, used);
}

static void draw_line(struct sheet *s, unsigned row, unsigned line, bool alone)
{
    write_format(&s->out, line ? "%c  " : "%c%u ", SIGN_FIXED, row + 1);
    for (unsigned column = 0; column < COLUMNS; column++) {
        write_chars(&s->out, "│");
        draw_cell(s, column * ROWS + row, line, alone);
    }
    write_chars(&s->out, "│\n");
}

static void draw_edge(struct sheet *s, unsigned weight)
{
    sheet_part(s, weight);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "%c  ", SIGN_FIXED);
    for (unsigned column = 0; column < COLUMNS; column++)
        write_format(&s->out, "├──── %c ───────", 'A' + (int)column);
    write_chars(&s->out, "┤\n");
}

// ---- the rows of the field

static void list_tile(struct sheet *s, unsigned tile, const char *between)
{
    const struct view_card *card  = view_top(s->view, tile),
                           *trick = view_top(s->view, ZONE_TRICK + tile);
    char          text[300]       = "";
    struct writer w               = writer_on(text, sizeof text);
    write_chars(&s->out, between);
    if (card) sheet_mark_card(s, card->id);
    sheet_mark_zone(s, (zone_id)tile);
    write_format(&w, "%s ", despaira_zones[tile].name);
    if (card) {
        write_format(&w, "%s%s ", controller_in(card) == s->view->viewer ? "▲" : "▼",
                     view_name(card, s->pool, "(face down)"));
        write_state(&w, card);
        char          ails[120] = "";
        struct writer a         = writer_on(ails, sizeof ails);
        write_ailments(&a, card);
        if (*ails) write_format(&w, " %s", ails);
        if (trick) write_char(&w, ' ');
    }
    if (trick) write_trick(&w, s, trick);
    if (type_of(s->view, tile) != PLAIN_FIELDS)
        write_format(&w, " %s", despaira_tile_types[type_of(s->view, tile)]);
    sheet_item(s, "%s", text);
}

static bool is_zone_marked(const struct sheet *s, unsigned tile)
{
    for (unsigned i = 0; i < s->mark_count; i++)
        if (s->marks[i].zone == tile) return true;
    return false;
}

static bool is_worth_telling(const struct sheet *s, unsigned tile)
{
    return view_top(s->view, tile) || view_top(s->view, ZONE_TRICK + tile) ||
           type_of(s->view, tile) != PLAIN_FIELDS || is_zone_marked(s, tile);
}

static void part_row(struct sheet *s, unsigned row)
{
    unsigned cards = 0, more = 0, marked = 0, told = 0;
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned                tile = column * ROWS + row;
        const struct view_card *card = view_top(s->view, tile);
        cards += card != NULL;
        more += card && (view_top(s->view, ZONE_TRICK + tile) ||
                         card->words >> WORD_STATUS & (BIT(STATUS_COUNT) - 1));
        marked += is_zone_marked(s, tile);
    }
    sheet_part(s, marked ? 9 : cards ? 8 : 6);
    sheet_form(s, FORM_FULL);
    for (unsigned line = 0; line < (more ? 3u : cards ? 2u : 1u); line++)
        draw_line(s, row, line, false);
    if (cards) {
        sheet_form(s, FORM_COMPACT);
        draw_line(s, row, 0, true);
    }
    sheet_form(s, FORM_LINE);
    for (unsigned column = 0; column < COLUMNS; column++)
        if (is_worth_telling(s, column * ROWS + row)) {
            if (!told) write_format(&s->out, "  %c", SIGN_HANG);
            list_tile(s, column * ROWS + row, told++ ? " · " : "");
        }
    if (told) write_char(&s->out, '\n');
}

static void draw_field(struct sheet *s)
{
    draw_edge(s, 5);
    for (unsigned row = ROWS; row-- > 0;) part_row(s, row);
    draw_edge(s, 1);
}

// ---- cards elsewhere

// What a drafter wants to know of a card at a glance; the card itself says the rest.
void despaira_facts(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    static const char *const TYPES[] = { "normal", "instant", "chain" };
    if (card->def == NO_DEF) return;
    const struct card_def *d = &s->pool->defs[card->def];
    if (card->zone < COLUMNS * ROWS) {
        write_state(w, card);
        return;
    }
    write_format(w, "LV %d", d->field[FIELD_LEVEL]);
    if (d->kind == KIND_TRICK) {
        write_format(w, " %s trick",
                     TYPES[d->tags >> TAG_INSTANT & 1 ? 1
                           : d->tags >> TAG_CHAIN & 1 ? 2
                                                      : 0]);
        return;
    }
    for (unsigned i = 0; i < ELEMENT_COUNT; i++)
        if (d->tags >> (TAG_ELEMENT + i) & 1) write_format(w, " %s", despaira_elements[i]);
    write_format(w, " %d/%d", d->field[FIELD_ATK], d->field[FIELD_ATK + STAT_HP]);
    if (d->fields_set >> FIELD_RANGE & 1) write_format(w, " range %d", d->field[FIELD_RANGE]);
}

static void write_in_hand(struct sheet *s, const struct view_card *card, struct writer *w)
{
    write_format(w, "%s ", view_name(card, s->pool, "?"));
    despaira_facts(s, card, w);
}

// How many creatures of each level, and how many tricks, were drafted.
static void part_curve(struct sheet *s, unsigned zone)
{
    unsigned levels[11] = { 0 }, creatures = 0, tricks = 0;
    for (unsigned i = 0; i < s->view->card_count; i++) {
        if (s->view->cards[i].zone != zone || s->view->cards[i].def == NO_DEF) continue;
        const struct card_def *d     = &s->pool->defs[s->view->cards[i].def];
        int                    level = d->field[FIELD_LEVEL];
        tricks += d->kind == KIND_TRICK;
        creatures += d->kind != KIND_TRICK;
        if (d->kind != KIND_TRICK) levels[level < 0 ? 0 : level < 10 ? level : 10]++;
    }
    if (!creatures && !tricks) return;
    sheet_part(s, 7);
    sheet_form(s, FORM_FULL);
    write_format(&s->out, "Drafted %c%u creatures", SIGN_HANG, creatures);
    for (unsigned level = 0; level < COUNT(levels); level++)
        if (levels[level]) sheet_item(s, ", %u of level %u", levels[level], level);
    sheet_item(s, "; %u tricks", tricks);
    write_char(&s->out, '\n');
}

// ---- the seats

static void write_seat(struct sheet *s, seat_id seat, bool all)
{
    sheet_seat(s, seat);
    sheet_ink(s, INK_STRONG);
    sheet_item(s, " %d HP", sheet_value(s, VALUE_LEADER_HP, seat));
    sheet_ink(s, INK_PLAIN);
    sheet_item(s, " · %d crystals", sheet_value(s, VALUE_INVENTORY, seat));
    sheet_item(s, " · %d SP", sheet_value(s, VALUE_SPAWN_POINTS, seat));
    sheet_item(s, " · hand %u", view_count(s->view, zone_for(seat, ZONE_HAND)));
    sheet_item(s, " · deck %u", view_count(s->view, zone_for(seat, ZONE_DECK)));
    if (!all) return;
    sheet_item(s, " · graveyard %u", view_count(s->view, zone_for(seat, ZONE_GRAVEYARD)));
    sheet_item(s, " · Void %u", view_count(s->view, zone_for(seat, ZONE_VOID)));
}

static void part_seats(struct sheet *s)
{
    seat_id me = s->view->viewer < s->view->seats ? s->view->viewer : 0, other = other_seat(me);
    sheet_part(s, WEIGHT_KEPT);
    for (unsigned form = FORM_FULL; form <= FORM_COMPACT; form++) {
        sheet_form(s, form);
        write_seat(s, other, form == FORM_FULL);
        write_char(&s->out, '\n');
        write_seat(s, me, form == FORM_FULL);
        write_char(&s->out, '\n');
    }
}

// The chain: who activated what, at which card or tile, and how fast it is (1 comes up first).
static void write_link(struct sheet *s, unsigned i)
{
    const struct view      *v = s->view;
    const struct view_link *l = &v->links[i];
    sheet_item(s, "link %u, speed %u: %s of %s", i + 1, l->line,
               l->def == NO_DEF ? "a card face down" : s->pool->defs[l->def].name,
               view_who(v, s->names, l->seat));
    for (unsigned k = 0; k < v->card_count; k++)
        if (v->cards[k].id == l->target)
            sheet_item(s, " → %s (%s)", view_name(&v->cards[k], s->pool, "a card face down"),
                       despaira_zones[v->cards[k].zone].name);
    if (is_thing_tile(l->target) && (l->target & 0xFFu) < COLUMNS * ROWS)
        sheet_item(s, " → %s", despaira_zones[l->target & 0xFFu].name);
    write_chars(&s->out, l->flags ? ", negated" : "");
}

static void part_chain(struct sheet *s)
{
    if (!s->view->link_count) return;
    sheet_part(s, WEIGHT_KEPT + 5);
    sheet_form(s, FORM_FULL);
    for (unsigned i = 0; i < s->view->link_count; i++) {
        write_format(&s->out, "  %c", SIGN_HANG);
        write_link(s, i);
        write_char(&s->out, '\n');
    }
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "Chain %c", SIGN_HANG);
    if (s->view->link_count > 1) sheet_item(s, "%u links, the last: ", s->view->link_count);
    write_link(s, s->view->link_count - 1u);
    write_char(&s->out, '\n');
}

static void draw_title(struct sheet *s, unsigned turn)
{
    static const char *const PHASES[] = { "set-up", "Start", "Main 1", "Battle", "Main 2", "End" };
    seat_id                  me       = s->view->viewer;
    char                     whose[40];
    sheet_title(s);
    write_chars(&s->out, "DESPAIRA");
    if (!turn) return;
    write_format(&s->out, "   turn %u, %s %s", turn,
                 view_whose(s->view, s->names, (seat_id)sheet_value(s, VALUE_TURN_OF, NO_SEAT),
                            whose, sizeof whose),
                 PHASES[(unsigned)sheet_value(s, VALUE_PHASE, NO_SEAT) % 6]);
    sheet_right(s);
    write_chars(&s->out, "ATK/HP  = Defence Mode  R ranged  D DEF");
    if (me >= s->view->seats) return;
    sheet_numbers(s);
    write_format(&s->out, "%d crystals, %d Spawn Points", sheet_value(s, VALUE_INVENTORY, me),
                 sheet_value(s, VALUE_SPAWN_POINTS, me));
}

void despaira_sheet(struct sheet *s)
{
    const struct view *v    = s->view;
    seat_id            me   = v->viewer < v->seats ? v->viewer : 0;
    unsigned           turn = (unsigned)sheet_value(s, VALUE_TURN, NO_SEAT);
    draw_title(s, turn);
    if (turn) part_seats(s);
    if (turn) draw_field(s);
    part_chain(s);
    for (unsigned i = 1; i <= v->seats; i++) {
        seat_id seat = (seat_id)((me + i) % v->seats);
        sheet_pile(s, zone_for(seat, ZONE_HAND), "Hand", 3, write_in_hand);
        sheet_pile(s, zone_for(seat, ZONE_PACK), "Pack", 2, write_in_hand);
        part_curve(s, zone_for(seat, ZONE_PICKS));
        sheet_pile(s, zone_for(seat, ZONE_PICKS), "Picks", 3, write_in_hand);
        sheet_pile(s, zone_for(seat, ZONE_ATTACHED), "Attached", 4, write_in_hand);
        sheet_pile(s, zone_for(seat, ZONE_SPECIAL), "Special", 4, write_in_hand);
    }
}

const struct word_rule despaira_word_rules[] = {
    { "LV", DES_113 },    { "range", DES_724 },  { "timer", DES_314 },   { "Instant", DES_505 },
    { "Chain", DES_513 }, { "Normal", DES_324 }, { "Dark", DES_211 },    { "Light", DES_211 },
    { "Earth", DES_211 }, { "Water", DES_211 },  { "Ice", DES_211 },     { "Fire", DES_211 },
    { "Toxic", DES_211 }, { "Wind", DES_211 },   { "Thunder", DES_211 }, { 0 },
};
