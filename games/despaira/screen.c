// The table as text, from a view alone, 80 columns wide: each tile shows its type in the line above
// it, its occupant, its stats, its trick and what ails it. Rows take as many lines as they need, so
// that most positions fit a screen of 24.
#include "games/despaira/rules.h"

enum { CELL = 14, WIDTH = 80 };

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

static int value_of(const struct view *v, unsigned name, seat_id seat, unsigned nth)
{
    for (unsigned i = 0; i < v->value_count; i++)
        if (v->values[i].name == name && v->values[i].seat == seat && nth-- == 0)
            return v->values[i].value;
    return 0;
}

static const char *name_of(const struct view_card *card, const struct card_pool *pool)
{
    return card->def == NO_DEF ? "(face down)" : pool->defs[card->def].name;
}

static seat_id controller_in(const struct view_card *card)
{
    return card->words >> WORD_TAKEN & 1 ? other_seat(card->owner) : card->owner;
}

// The upper edge of a row, with the types of its tiles; ROWS: the lower edge of the field.
static void edge_line(const struct view *v, unsigned row, struct writer *w)
{
    write_chars(w, "  ");
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned type = row < ROWS ? (unsigned)value_of(v, VALUE_TILE, NO_SEAT, column * ROWS + row)
                                   : (unsigned)PLAIN_FIELDS;
        const char *name = type == PLAIN_FIELDS ? "" : despaira_tile_types[type];
        write_format(w, "+%.*s", CELL, name);
        for (size_t i = strlen(name); i < CELL; i++) write_chars(w, "-");
    }
    write_chars(w, "+\n");
}

static void cell(struct writer *w, const char *text, bool strong)
{
    write_format(w, "|%s%-*.*s%s", strong ? "\033[1m" : "", CELL, CELL, text,
                 strong ? "\033[0m" : "");
}

// Timer counters, and all others.
static void write_marks(struct writer *w, const struct view_card *card)
{
    if (card->stats && card->stat[VIEW_TIMER] > 0) write_format(w, " t%d", card->stat[VIEW_TIMER]);
    if (card->stats && card->stat[VIEW_COUNTERS] > 0)
        write_format(w, " *%d", card->stat[VIEW_COUNTERS]);
}

static void write_state(struct writer *w, const struct view_card *card)
{
    const char *mode = card->flags & CARD_FACE_DOWN      ? "v"
                       : card->words >> WORD_DEFENCE & 1 ? "="
                                                         : "";
    write_format(w, "%s%s", controller_in(card) == SOUTH ? "^" : "v", mode[0] == 'v' ? "?" : mode);
    if (card->stats)
        write_format(w, " %d/%d", card->stat[STAT_ATK] < 0 ? 0 : card->stat[STAT_ATK],
                     card->stat[STAT_HP]);
    if (card->stats && card->stat[STAT_DEF] > 0) write_format(w, "D%d", card->stat[STAT_DEF]);
    if (card->stats && card->stat[STAT_RATK] > 0) write_format(w, "R%d", card->stat[STAT_RATK]);
    write_marks(w, card);
}

static void write_ailments(struct writer *w, const struct view_card *card)
{
    for (unsigned i = 0; i < STATUS_COUNT; i++)
        if (card->words >> (WORD_STATUS + i) & 1)
            write_format(w, "%s%s", w->size ? " " : "", despaira_status_words[WORD_STATUS + i]);
}

static bool has_ailment(const struct view_card *card)
{
    return card->words >> WORD_STATUS & (BIT(STATUS_COUNT) - 1);
}

// Lines that a row takes: its name and state if somebody stands there, and one for tricks.
static unsigned lines_of(const struct view *v, unsigned row, bool *more)
{
    bool any = false;
    *more    = false;
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned                tile = column * ROWS + row;
        const struct view_card *card = find_on(v, tile);
        any |= card != NULL;
        *more |= find_on(v, ZONE_TRICK + tile) || (card && has_ailment(card));
    }
    return (any ? 2u : 0u) + (*more || !any ? 1u : 0u);
}

static void draw_line(const struct view *v, const struct card_pool *pool, bool colour, unsigned row,
                      unsigned line, bool first, struct writer *w)
{
    write_format(w, first ? "%u " : "  ", row + 1);
    for (unsigned column = 0; column < COLUMNS; column++) {
        unsigned                tile = column * ROWS + row;
        const struct view_card *card = find_on(v, tile), *trick = find_on(v, ZONE_TRICK + tile);
        char                    text[96] = "";
        struct writer           out      = writer_on(text, sizeof text);
        bool                    strong   = false;
        if (line == 0 && card) {
            write_chars(&out, name_of(card, pool));
            strong = colour && controller_in(card) == v->viewer;
        } else if (line == 1 && card) {
            write_state(&out, card);
        } else if (line == 2) {
            if (trick) {
                char          marks[24] = "";
                struct writer behind    = writer_on(marks, sizeof marks);
                write_marks(&behind, trick);
                write_format(&out, "[%s%.*s%s]", trick->words >> WORD_LOCKED & 1 ? "locked " : "",
                             CELL - 2 - (int)behind.size, name_of(trick, pool), marks);
            }
            if (card) write_ailments(&out, card);
        }
        cell(w, text, strong);
    }
    write_chars(w, "|\n");
}

// Names that are known, in lines of WIDTH.
static void draw_cards_of(const struct view *v, const struct card_pool *pool, unsigned zone,
                          const char *title, struct writer *w)
{
    size_t used = 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        const char *name = name_of(&v->cards[i], pool);
        if (used && used + strlen(name) + 3 > WIDTH) {
            write_format(w, ",\n%*s%s", (int)strlen(title), "", name);
            used = strlen(title) + strlen(name);
            continue;
        }
        write_format(w, "%s%s", used ? ", " : title, name);
        used += strlen(name) + (used ? 2 : strlen(title));
    }
    if (used) write_chars(w, "\n");
}

// What a drafter wants to know of a card at a glance; `card NAME` shows the rest.
static void write_facts(const struct card_def *d, struct writer *w)
{
    static const char *const TYPES[] = { "Normal", "Instant", "Chain" };
    write_format(w, "LV %-2d ", d->field[FIELD_LEVEL]);
    if (d->kind == KIND_TRICK) {
        unsigned type = d->tags >> TAG_INSTANT & 1 ? 1 : d->tags >> TAG_CHAIN & 1 ? 2 : 0;
        write_format(w, "%s trick:", TYPES[type]);
        for (unsigned i = 0, told = 0; i < CLASS_COUNT; i++)
            if (d->tags >> (TAG_CLASS + i) & 1)
                write_format(w, "%s %s", told++ ? "," : "", despaira_classes[i]);
        return;
    }
    for (unsigned i = 0; i < ELEMENT_COUNT; i++)
        if (d->tags >> (TAG_ELEMENT + i) & 1) write_chars(w, despaira_elements[i]);
    for (unsigned stat = 0; stat < STAT_COUNT; stat++)
        if (d->fields_set >> (FIELD_ATK + stat) & 1)
            write_format(w, " %s %d", despaira_stat_names[stat], d->field[FIELD_ATK + stat]);
    if (d->fields_set >> FIELD_RANGE & 1) write_format(w, " (%d)", d->field[FIELD_RANGE]);
    if (d->line_count) write_chars(w, " +");
}

static void draw_pack(const struct view *v, const struct card_pool *pool, unsigned zone,
                      struct writer *w)
{
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        const struct card_def *d         = &pool->defs[v->cards[i].def];
        char                   text[160] = "";
        struct writer          line      = writer_on(text, sizeof text - 1);
        write_format(&line, "  %-23s ", d->name);
        write_facts(d, &line);
        write_format(w, "%.*s\n", WIDTH - 1, text);
    }
}

// How many creatures of each level, and how many tricks, were drafted.
static void draw_curve(const struct view *v, const struct card_pool *pool, unsigned zone,
                       struct writer *w)
{
    unsigned levels[11] = { 0 }, creatures = 0, tricks = 0;
    for (unsigned i = 0; i < v->card_count; i++) {
        if (v->cards[i].zone != zone || v->cards[i].def == NO_DEF) continue;
        const struct card_def *d = &pool->defs[v->cards[i].def];
        if (d->kind == KIND_TRICK) {
            tricks++;
            continue;
        }
        creatures++;
        levels[d->field[FIELD_LEVEL] < 10 ? d->field[FIELD_LEVEL] : 10]++;
    }
    if (!creatures && !tricks) return;
    write_format(w, "  creatures %u", creatures);
    for (unsigned level = 0; level < COUNT(levels); level++)
        if (levels[level]) write_format(w, ", %u of level %u", levels[level], level);
    write_format(w, "; tricks %u\n", tricks);
}

static void draw_seat(const struct view *v, const struct card_pool *pool, const char *const *names,
                      seat_id seat, struct writer *w)
{
    if (value_of(v, VALUE_TURN, NO_SEAT, 0))
        write_format(
            w, "%s: %d HP, %d crystals, %d points, hand %u, deck %u, graveyard %u, Void %u\n",
            names[seat], value_of(v, VALUE_LEADER_HP, seat, 0),
            value_of(v, VALUE_INVENTORY, seat, 0), value_of(v, VALUE_SPAWN_POINTS, seat, 0),
            count_in(v, zone_for(seat, ZONE_HAND)), count_in(v, zone_for(seat, ZONE_DECK)),
            count_in(v, zone_for(seat, ZONE_GRAVEYARD)), count_in(v, zone_for(seat, ZONE_VOID)));
    draw_cards_of(v, pool, zone_for(seat, ZONE_HAND), "  hand      ", w);
    draw_pack(v, pool, zone_for(seat, ZONE_PACK), w);
    draw_curve(v, pool, zone_for(seat, ZONE_PICKS), w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_PICKS), "  drafted   ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_ATTACHED), "  attached  ", w);
    draw_cards_of(v, pool, zone_for(seat, ZONE_SPECIAL), "  special   ", w);
}

static void draw_field(const struct view *v, const struct card_pool *pool, bool colour,
                       struct writer *w)
{
    for (unsigned row = ROWS; row-- > 0;) {
        bool     more;
        unsigned lines = lines_of(v, row, &more);
        edge_line(v, row, w);
        for (unsigned line = lines == 1 ? 2 : 0; line < (more || lines == 1 ? 3 : 2); line++)
            draw_line(v, pool, colour, row, line, line == 0 || lines == 1, w);
    }
    edge_line(v, ROWS, w);
    write_chars(w, "   A              B              C              D              E\n");
}

// The chain: who activated what, at which card or tile, and how fast it is (1 comes up first).
static void draw_link(const struct view *v, const struct card_pool *pool, const char *const *names,
                      unsigned i, struct writer *w)
{
    const struct view_link *l = &v->links[i];
    write_format(w, "link %u, speed %u: %s of %s", i + 1, l->line,
                 l->def == NO_DEF ? "?" : pool->defs[l->def].name, names[l->seat]);
    for (unsigned k = 0; k < v->card_count; k++)
        if (v->cards[k].id == l->target)
            write_format(w, " > %s (%s)", name_of(&v->cards[k], pool),
                         despaira_zones[v->cards[k].zone].name);
    if (is_thing_tile(l->target) && (l->target & 0xFFu) < COLUMNS * ROWS)
        write_format(w, " > %s", despaira_zones[l->target & 0xFFu].name);
    write_format(w, "%s\n", l->flags ? ", negated" : "");
}

void despaira_draw(const struct view *v, const struct card_pool *pool, const char *const *names,
                   bool colour, struct writer *w)
{
    static const char *const PHASES[] = { "set-up", "Start", "Main 1", "Battle", "Main 2", "End" };
    unsigned                 turn     = (unsigned)value_of(v, VALUE_TURN, NO_SEAT, 0);
    if (turn)
        write_format(w, "Turn %u, %s, %s\n", turn, names[value_of(v, VALUE_TURN_OF, NO_SEAT, 0)],
                     PHASES[value_of(v, VALUE_PHASE, NO_SEAT, 0) % 6]);
    if (turn) draw_field(v, pool, colour, w);
    for (unsigned i = 0; i < v->link_count; i++) draw_link(v, pool, names, i, w);
    for (seat_id seat = 0; seat < v->seats; seat++) draw_seat(v, pool, names, seat, w);
}
