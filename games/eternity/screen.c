// The table for readers, from a view alone: the level on the left, who fights there on the right.
#include "games/eternity/rules.h"

#include "engine/sheet.h"

#include <stdio.h>

static int of_seat(const struct sheet *s, unsigned name, seat_id seat)
{
    return view_value(s->view, name, seat, -1);
}

static const struct view_card *figure_of(const struct sheet *s, seat_id seat)
{
    for (unsigned i = 0; i < s->view->card_count; i++) {
        const struct view_card *card = &s->view->cards[i];
        if (card->owner == seat && card->stats && card->def != NO_DEF) return card;
    }
    return NULL;
}

static unsigned level_in(const struct sheet *s)
{
    return (unsigned)of_seat(s, VALUE_LEVEL, NO_SEAT) % LEVEL_COUNT;
}

// ---- the level

// Sean, a Lamp, or nothing.
static const char *token_on(const struct view *v, unsigned square)
{
    const char *token = NULL;
    for (unsigned i = 0; i < v->value_count; i++) {
        if (v->values[i].value != (int)square) continue;
        if (v->values[i].name >= VALUE_LAMP) token = "'";
        if (v->values[i].name == VALUE_SEAN) return "S";
    }
    return token;
}

static void draw_figure(struct sheet *s, const struct view_card *figure, bool wide)
{
    bool own = figure->owner == s->view->viewer;
    sheet_ink(s, own ? INK_OWN : INK_THEIRS);
    write_chars(&s->out, own ? "▲" : "▼");
    write_format(&s->out, "%.2s", view_name(figure, s->pool, "?"));
    sheet_ink(s, INK_PLAIN);
    if (wide) write_chars(&s->out, figure->stat[STAT_LYING] ? "_" : " ");
}

// Four columns, or six: the number of a choice, who stands there, or what lies there.
static void draw_square(struct sheet *s, unsigned square, bool wide)
{
    const struct view_card *figure = view_top(s->view, square);
    const char             *token  = token_on(s->view, square);
    unsigned                width  = wide ? 6 : 4;
    if (figure) {
        write_chars(&s->out, wide ? " " : "");
        draw_figure(s, figure, true);
        sheet_fill(s, " ", width - (wide ? 5 : 4));
        return;
    }
    if (square == LEVELS[level_in(s)].shaft) {
        write_chars(&s->out, wide ? "  ( ) " : "( ) ");
        return;
    }
    write_char(&s->out, ' ');
    unsigned used = 1 + sheet_mark_zone(s, (zone_id)square);
    if (used == 1) write_chars(&s->out, token ? token : "·"), used++;
    sheet_fill(s, " ", used < width ? width - used : 0);
}

static void draw_side(struct sheet *s, unsigned square, enum direction side, const char *wall)
{
    bool red = is_red_side(level_in(s), (zone_id)square, side);
    sheet_ink(s, red ? INK_DANGER : INK_PLAIN);
    write_chars(&s->out, red ? "R" : wall);
    sheet_ink(s, INK_PLAIN);
}

static void draw_edge(struct sheet *s, unsigned row, enum direction side, bool wide)
{
    const struct level *level = &LEVELS[level_in(s)];
    write_format(&s->out, "%c  %s", SIGN_FIXED, side == NORTH ? "┌" : "└");
    for (unsigned column = 0; column < level->columns; column++) {
        sheet_fill(s, "─", wide ? 2 : 1);
        draw_side(s, row * COLUMNS + column, side, "─");
        sheet_fill(s, "─", wide ? 3 : 2);
    }
    write_chars(&s->out, side == NORTH ? "┐\n" : "┘\n");
}

static void draw_level(struct sheet *s, bool edges, bool wide)
{
    const struct level *level = &LEVELS[level_in(s)];
    if (edges) draw_edge(s, level->rows - 1, NORTH, wide);
    for (unsigned row = level->rows; row-- > 0;) {
        write_format(&s->out, "%c%u ", SIGN_FIXED, row + 1);
        draw_side(s, row * COLUMNS, WEST, "│");
        for (unsigned column = 0; column < level->columns; column++)
            draw_square(s, row * COLUMNS + column, wide);
        draw_side(s, row * COLUMNS + level->columns - 1, EAST, "│");
        write_char(&s->out, '\n');
    }
    if (edges) draw_edge(s, 0, SOUTH, wide);
    write_format(&s->out, "%c   ", SIGN_FIXED);
    for (unsigned column = 0; column < level->columns; column++)
        write_format(&s->out, wide ? "  %c   " : " %c  ", 'a' + (int)column);
    write_char(&s->out, '\n');
}

static void write_square(struct sheet *s, unsigned square)
{
    write_format(&s->out, "%c%u", 'a' + (int)(square % COLUMNS), square / COLUMNS + 1);
}

static void draw_places(struct sheet *s)
{
    write_format(&s->out, "Level %c", SIGN_HANG);
    const char *between = "";
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        const struct view_card *figure = view_top(s->view, square);
        if (!figure) continue;
        write_chars(&s->out, between);
        draw_figure(s, figure, false);
        write_char(&s->out, SIGN_BLANK);
        write_square(s, square);
        between = " · ";
    }
    unsigned shaft = LEVELS[level_in(s)].shaft;
    if (shaft != NO_ZONE) {
        write_format(&s->out, "%sshaft%c", between, SIGN_BLANK);
        write_square(s, shaft);
    }
    write_char(&s->out, '\n');
}

// ---- cards

// "Tail Crash H 3, range 1, 4/2": letters in red, priority, range, attack and link damage, cost.
static void write_facts(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    if (card->def == NO_DEF) return;
    const struct card_def *d    = &s->pool->defs[card->def];
    const struct face     *face = &((const struct faces *)s->pool->game)->face[card->def];
    if (d->kind == KIND_CHARACTER) return;
    unsigned start = (unsigned)w->size;
    for (unsigned i = 0; i < LETTER_COUNT; i++)
        if (face->colour[i] == COLOUR_RED) write_char(w, "LMHS"[i]);
    if (face->tags >> TAG_THROW & 1 && d->kind == KIND_ATTACK) write_chars(w, "throw");
    if (d->kind == KIND_SIDE || d->kind == KIND_TAG) write_chars(w, "common");
    if (d->fields_set & BIT(FIELD_PRIORITY))
        write_format(w, "%s%d", w->size > start ? " " : "priority ", d->field[FIELD_PRIORITY]);
    if (face->has_range) write_format(w, ", range %d", face->range_min);
    if (face->range_max > face->range_min) write_format(w, "-%d", face->range_max);
    if (d->fields_set & BIT(FIELD_ATTACK))
        write_format(w, ", %d/%d", d->field[FIELD_ATTACK], d->field[FIELD_LINK]);
    if (d->field[FIELD_REQUIREMENT]) write_format(w, ", meter %d", d->field[FIELD_REQUIREMENT]);
}

// ---- the cards one may play, as a table

// Whom it would reach from here: "7 to 4", or how many of several.
static void write_reach(const struct sheet *s, const struct card_def *d, const struct face *face,
                        struct writer *w)
{
    const struct view_card *me = figure_of(s, s->view->viewer), *last = NULL;
    unsigned                count = 0;
    for (seat_id seat = 0; seat < s->view->seats; seat++) {
        const struct view_card *other = seat == s->view->viewer ? NULL : figure_of(s, seat);
        if (!me || !other || !is_square(me->zone) || !is_square(other->zone)) continue;
        unsigned away = distance((zone_id)me->zone, (zone_id)other->zone);
        if (away < face->range_min || away > face->range_max) continue;
        last = other;
        count++;
    }
    int health = last ? last->stat[STAT_HEALTH] : 0, hit = d->field[FIELD_ATTACK];
    if (!count)
        write_chars(w, "out of reach");
    else if (s->view->seats > 2)
        write_format(w, "%u in reach", count);
    else
        write_format(w, "reaches: %d → %d", health, health > hit ? health - hit : 0);
}

// Behind what write_facts() says: letters, priority, range, hit and link, costs, reach.
static void write_columns(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    const struct card_def *d    = &s->pool->defs[card->def];
    const struct face     *face = &((const struct faces *)s->pool->game)->face[card->def];
    bool                   hits = d->fields_set & BIT(FIELD_ATTACK);
    write_char(w, SIGN_COLUMN);
    size_t start = w->size;
    for (unsigned i = 0; i < LETTER_COUNT; i++)
        if (face->colour[i] == COLOUR_RED) write_char(w, "LMHS"[i]);
    if (w->size == start) write_chars(w, face->tags >> TAG_THROW & 1 ? "throw" : "–");
    write_char(w, SIGN_COLUMN);
    if (d->fields_set & BIT(FIELD_PRIORITY))
        write_format(w, "%d", d->field[FIELD_PRIORITY]);
    else
        write_chars(w, hits ? "before" : "–");
    write_char(w, SIGN_COLUMN);
    write_format(w, face->has_range ? "%d" : "–", face->range_min);
    if (face->range_max > face->range_min) write_format(w, "-%d", face->range_max);
    write_char(w, SIGN_COLUMN);
    write_format(w, hits ? "%d/%d" : "–", d->field[FIELD_ATTACK], d->field[FIELD_LINK]);
    write_char(w, SIGN_COLUMN);
    if (d->field[FIELD_REQUIREMENT]) write_format(w, "meter %d", d->field[FIELD_REQUIREMENT]);
    write_char(w, SIGN_COLUMN);
    if (hits && face->has_range)
        write_reach(s, d, face, w);
    else
        write_chars(w, "–");
}

void eternity_facts(const struct sheet *s, const struct view_card *card, struct writer *w)
{
    write_facts(s, card, w);
    if (card->def != NO_DEF && s->view->question == QUESTION_PLAY &&
        s->pool->defs[card->def].kind != KIND_CHARACTER)
        write_columns(s, card, w);
}

static void write_words(const struct view_card *card, struct writer *w)
{
    for (unsigned word = 1; eternity_status_words[word]; word++)
        if (card->words >> word & 1) write_format(w, ", %s", eternity_status_words[word]);
}

static void write_played(struct sheet *s, const struct view_card *card, struct writer *w)
{
    write_format(w, "%s ", view_name(card, s->pool, "?"));
    write_facts(s, card, w);
    write_words(card, w);
}

static void write_in_hand(struct sheet *s, const struct view_card *card, struct writer *w)
{
    write_format(w, "%s ", view_name(card, s->pool, "?"));
    write_facts(s, card, w);
}

// ---- who fights

// How far away somebody is from the viewer; nothing if one of them is not on the level.
static void write_distance(struct sheet *s, seat_id seat)
{
    const struct view_card *me = figure_of(s, s->view->viewer), *other = figure_of(s, seat);
    if (me && other && me != other && is_square(me->zone) && is_square(other->zone))
        sheet_item(s, " · %u away", distance((zone_id)me->zone, (zone_id)other->zone));
}

static void write_health(struct sheet *s, const struct view_card *figure, unsigned bar)
{
    int health = figure->stat[STAT_HEALTH], most = figure->stat[STAT_HEALTH_MAX];
    sheet_ink(s, INK_STRONG);
    write_chars(&s->out, view_name(figure, s->pool, "?"));
    sheet_ink(s, INK_PLAIN);
    write_char(&s->out, ' ');
    sheet_mark_card(s, figure->id);
    if (most)
        sheet_item(s, "%d/%d", health, most);
    else
        sheet_item(s, "%d", health);
    if (!most || !bar) return;
    write_char(&s->out, ' ');
    sheet_bar(s, health, most, bar);
}

static void write_state(struct sheet *s, seat_id seat, const struct view_card *figure)
{
    static const char *const LYING[] = { "", "*lies down", "*rooted" };
    unsigned                 lying   = (unsigned)figure->stat[STAT_LYING] % 3;
    int                      out     = of_seat(s, VALUE_OUT, seat);
    sheet_item(s, figure->stat[STAT_BURST] ? "BURST ready" : "burst spent");
    const struct faces    *faces = s->pool->game;
    const struct card_def *def   = &s->pool->defs[figure->def];
    if (def->field[FIELD_POWER_MAX] > (int)tokens_bound(def, &faces->face[figure->def]))
        sheet_item(s, " · power %d", figure->stat[STAT_POWER]);
    if (lying) sheet_item(s, " · %s", LYING[lying] + 1);
    if (!is_square(figure->zone) && out <= 0) sheet_item(s, " · off the level");
    if (of_seat(s, VALUE_IMMUNE, seat) > 0) sheet_item(s, " · immune");
    if (out > 0) sheet_item(s, " · out");
    if (of_seat(s, VALUE_TIMED_OUT, seat) > 0) sheet_item(s, " · timed out");
    int mask = of_seat(s, VALUE_MASK, seat), warnings = of_seat(s, VALUE_WARNINGS, seat);
    if (mask >= 0) sheet_item(s, " · Mask %s", mask ? "down" : "up");
    if (warnings > 0) sheet_item(s, " · %d Warning%s", warnings, warnings > 1 ? "s" : "");
    if (of_seat(s, VALUE_LEAD, NO_SEAT) == seat) sheet_item(s, " · leads");
}

static void write_piles(struct sheet *s, seat_id seat)
{
    const struct view *v = s->view;
    if (seat != v->viewer)
        sheet_item(s, "hand %u · ", view_count(v, zone_of_seat(ZONE_HAND, seat)));
    sheet_item(s, "deck %u", view_count(v, zone_of_seat(ZONE_DECK, seat)));
    sheet_item(s, " · discard %u", view_count(v, zone_of_seat(ZONE_DISCARD, seat)));
}

static void write_meter(struct sheet *s, seat_id seat, bool names)
{
    unsigned zone = zone_of_seat(ZONE_METER, seat), count = view_count(s->view, zone);
    sheet_item(s, "meter %u", count);
    if (!names || !count) return;
    write_chars(&s->out, ": ");
    sheet_list(s, zone, ", ", NULL);
}

static void write_shown(struct sheet *s, seat_id seat)
{
    unsigned zone = zone_of_seat(ZONE_PLAY, seat);
    int      at   = of_seat(s, VALUE_TARGET, seat);
    if (!view_count(s->view, zone)) return;
    write_format(&s->out, "   shows %c", SIGN_HANG);
    if (sheet_list(s, zone, " · ", write_played) == 0) write_chars(&s->out, "a card, face down");
    if (at >= 0 && s->view->seats > 2)
        write_format(&s->out, ", at %s", view_who(s->view, s->names, (seat_id)at));
    write_char(&s->out, '\n');
}

static void draw_seat(struct sheet *s, seat_id seat)
{
    const struct view_card *figure = figure_of(s, seat);
    // Of the others, who is not the reader's only enemy folds first.
    sheet_part(s, WEIGHT_KEPT + (seat == s->view->viewer ? 4u : s->view->seats > 2 ? 0u : 2u));
    sheet_beside(s);
    for (enum sheet_form form = FORM_FULL; form < FORM_COUNT; form++) {
        sheet_form(s, form);
        sheet_seat(s, seat);
        write_format(&s->out, " %c", SIGN_HANG);
        if (figure) write_health(s, figure, form == FORM_FULL ? 8 : form == FORM_COMPACT ? 5 : 0);
        write_distance(s, seat);
        if (form != FORM_LINE)
            write_format(&s->out, "\n   %c", SIGN_HANG);
        else
            write_chars(&s->out, " · ");
        if (figure) write_state(s, seat, figure);
        if (form == FORM_FULL) {
            write_format(&s->out, "\n   %c", SIGN_HANG);
            write_piles(s, seat);
            write_format(&s->out, "\n   %c", SIGN_HANG);
        } else {
            write_chars(&s->out, " · ");
        }
        write_meter(s, seat, form == FORM_FULL);
        if (form == FORM_COMPACT) {
            write_chars(&s->out, " · ");
            write_piles(s, seat);
        }
        write_char(&s->out, '\n');
        if (form != FORM_LINE) write_shown(s, seat);
    }
}

static void draw_hand(struct sheet *s)
{
    unsigned zone = zone_of_seat(ZONE_HAND, s->view->viewer), count = view_count(s->view, zone);
    // While one chooses a card of it, the list of choices says the same.
    bool asked = s->view->question == QUESTION_PLAY;
    if (!count) return;
    sheet_part(s, asked ? 1 : 6);
    if (!asked) {
        sheet_form(s, FORM_FULL);
        write_format(&s->out, "Hand  %c", SIGN_HANG);
        sheet_list(s, zone, " · ", write_in_hand);
        write_char(&s->out, '\n');
    }
    sheet_form(s, FORM_COMPACT);
    write_format(&s->out, "Hand  %c", SIGN_HANG);
    sheet_list(s, zone, " · ", NULL);
    write_format(&s->out, "\n");
    sheet_form(s, FORM_LINE);
    write_format(&s->out, "Hand  %u cards\n", count);
}

static void draw_title(struct sheet *s)
{
    int round = of_seat(s, VALUE_ROUND, NO_SEAT), turn = of_seat(s, VALUE_TURN, NO_SEAT);
    sheet_title(s);
    write_format(&s->out, "ETERNITY   %s, round %d, turn %d", LEVELS[level_in(s)].name, round,
                 turn);
    sheet_right(s);
    write_chars(&s->out, "rounds won:");
    for (seat_id seat = 0; seat < s->view->seats; seat++)
        write_format(&s->out, "%s %s %d", seat ? "," : "", view_who(s->view, s->names, seat),
                     of_seat(s, VALUE_WINS, seat) > 0 ? of_seat(s, VALUE_WINS, seat) : 0);
}

void eternity_sheet(struct sheet *s)
{
    draw_title(s);
    sheet_part(s, WEIGHT_KEPT + 3);
    sheet_form(s, FORM_FULL);
    draw_level(s, true, false);
    sheet_form(s, FORM_COMPACT);
    draw_level(s, false, false);
    sheet_form(s, FORM_LINE);
    draw_places(s);
    for (unsigned i = 1; i <= s->view->seats; i++) { // the reader last
        seat_id me = s->view->viewer < s->view->seats ? s->view->viewer : 0;
        draw_seat(s, (seat_id)((me + i) % s->view->seats));
    }
    sheet_part(s, 1);
    sheet_beside(s);
    sheet_form(s, FORM_FULL);
    write_chars(&s->out, "( ) shaft   R red line: over it, round lost\n");
    draw_hand(s);
    sheet_numbers(s);
    if (s->view->question != QUESTION_PLAY) return;
    write_chars(&s->out, "high priority first");
    sheet_columns(s);
    static const char *const HEADINGS[] = { "letter",   "priority", "range",
                                            "hit/link", "costs",    "who is in range" };
    for (unsigned i = 0; i < COUNT(HEADINGS); i++)
        write_format(&s->out, "%c%s", SIGN_COLUMN, HEADINGS[i]);
}

const struct word_rule eternity_word_rules[] = {
    { "health", ETE_113 },      { "hand", ETE_203 },
    { "power", ETE_112 },       { "maximum", ETE_112 },
    { "requirement", ETE_132 }, { "priority", ETE_131 },
    { "range", ETE_133 },       { "attack", ETE_136 },
    { "link", ETE_137 },        { "L", ETE_456 },
    { "M", ETE_456 },           { "H", ETE_456 },
    { "S", ETE_456 },           { 0 },
};
