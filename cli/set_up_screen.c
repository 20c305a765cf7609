// The set-up on a whole screen: game, mode, decks and opponent, in any order, until g starts it.
#include "cli/play.h"

#include "base/embedded.h"
#include "cli/full.h"
#include "cli/pack.h"
#include "games/list.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS_MAX = 64, TEXT_ROOM = 16 * 1024 };
enum field { FIELD_GAME, FIELD_MODE, FIELD_DECK, FIELD_OPPONENT, FIELD_COUNT };

struct set_up_screen {
    struct play    *p;
    struct full    *full;
    struct arena    arena; // of one drawing
    enum field      field;
    size_t          taken[FIELD_COUNT];
    size_t          selected; // in the list of the field
    bool            lists_cards, has_help, is_bad;
    bool            keeps_others; // --vs says more than one name of the list
    struct overlay  overlay;
    struct ask_item items[ITEMS_MAX + 1];
    size_t          count;
};

// --- what there is to choose --------------------------------------------------------------------

static const struct game *game_of(const struct set_up_screen *s)
{
    return GAMES[s->taken[FIELD_GAME]];
}

static const char *bot_name(size_t i)
{
    static const char FIRST[] = "novice"; // for a first match
    if (i == 0) return FIRST;
    for (size_t b = 0, at = 1; BOTS[b]; b++) {
        if (strcmp(BOTS[b]->name, FIRST) == 0) continue;
        if (at++ == i) return BOTS[b]->name;
    }
    return "human";
}

static const char *bot_about(size_t i)
{
    const struct bot *bot = bot_find(text_of(bot_name(i)));
    if (i == 0) return "plays simply; for first matches";
    return bot ? bot->about : "somebody else at this keyboard";
}

static size_t count_bots(void)
{
    size_t count = 0;
    while (BOTS[count]) count++;
    return count + 1; // and human
}

static const struct deck *deck_of(const struct set_up_screen *s, size_t i)
{
    return i < s->p->box->deck_count ? &s->p->box->decks[i] : NULL;
}

static const char *first_line(struct set_up_screen *s, const struct game *g)
{
    const struct embedded_file *about = embedded_find(g->files, "about.txt");
    struct text rest = about ? (struct text){ about->bytes, about->size } : TEXT(""), line = { 0 };
    text_next_line(&rest, &line);
    return arena_text(&s->arena, line).at;
}

static void add(struct set_up_screen *s, const char *label, const char *detail, const char *columns)
{
    if (s->count < ITEMS_MAX)
        s->items[s->count++] = (struct ask_item){ label, detail, columns, false };
}

static const char *marks_of(unsigned hard)
{
    static const char *const MARKS[] = { "", "●○○ easy", "●●○ medium", "●●● hard" };
    return MARKS[hard % COUNT(MARKS)];
}

static void add_deck(struct set_up_screen *s, const struct deck *d)
{
    unsigned    hard = how_hard(s->p->game, d->name);
    const char *who = led_by(s->p, d), *what = d->about ? d->about : "";
    const char *brief = arena_format(&s->arena, "%s%s%s", marks_of(hard), *who ? "  " : "", who);
    add(s, d->name, brief,
        arena_format(&s->arena, "%c%s%c%s%c%s", SIGN_COLUMN, who, SIGN_COLUMN, marks_of(hard),
                     SIGN_COLUMN, what));
}

static void list_items(struct set_up_screen *s)
{
    s->count = 0;
    switch (s->field) {
    case FIELD_GAME:
        for (size_t i = 0; GAMES[i]; i++) add(s, GAMES[i]->title, first_line(s, GAMES[i]), NULL);
        break;
    case FIELD_MODE:
        for (const struct game_mode *m = game_of(s)->modes; m->name; m++)
            add(s, m->name, m->about, NULL);
        break;
    case FIELD_DECK:
        for (size_t i = 0; deck_of(s, i); i++) add_deck(s, deck_of(s, i));
        break;
    case FIELD_OPPONENT:
        for (size_t i = 0; i < count_bots(); i++) add(s, bot_name(i), bot_about(i), NULL);
        break;
    case FIELD_COUNT: break;
    }
}

// Drafts have no decks to choose.
static bool has_field(const struct set_up_screen *s, enum field field)
{
    unsigned                mode = (unsigned)s->taken[FIELD_MODE];
    const struct game_mode *m    = &game_of(s)->modes[mode];
    if (field == FIELD_OPPONENT) return !s->keeps_others;
    if (field == FIELD_MODE) return game_of(s)->modes[1].name != NULL;
    if (field == FIELD_DECK)
        return s->p->box->deck_count > 1 && needs_deck(s->p, mode, m->seats_min);
    return true;
}

// --- drawing ------------------------------------------------------------------------------------

static const char *value_of(struct set_up_screen *s, enum field field)
{
    size_t at = field == s->field ? s->selected : s->taken[field];
    switch (field) {
    case FIELD_GAME: return GAMES[at]->title;
    case FIELD_MODE: return game_of(s)->modes[at].name;
    case FIELD_DECK: return deck_of(s, at) ? deck_of(s, at)->name : "";
    case FIELD_OPPONENT: return s->keeps_others ? s->p->vs : bot_name(at);
    case FIELD_COUNT: break;
    }
    return "";
}

static const char *const NAMES[]     = { "Game", "Mode", "Your deck", "Opponent" };
static const char *const QUESTIONS[] = { "Which game?", "Which mode?", "Which deck do you play?",
                                         "Who has the other seats?" };
static const char *const HELP[]      = {
         "Five games with one program. L teaches the highlighted one, step by step.",
         "How many play, and by which of the game's own variants. The first is the usual one.",
         ("The cards you play with. Easy, medium, hard: by what beginners win with it. i lists its "
          "cards."),
         "Bots see what a person in their seat would. master is the strongest; begin with novice.",
};

static void draw_fields(struct set_up_screen *s, struct sheet *sheet)
{
    sheet_part(sheet, WEIGHT_KEPT + 2);
    sheet_form(sheet, FORM_FULL);
    for (enum field f = 0; f < FIELD_COUNT; f++) {
        if (!has_field(s, f)) continue;
        sheet_ink(sheet, f == s->field ? INK_STRONG : INK_PLAIN);
        write_format(&sheet->out, "%s %-10s %s\n", f == s->field ? " ▸" : "  ", NAMES[f],
                     value_of(s, f));
    }
    sheet_form(sheet, FORM_LINE);
    for (enum field f = 0; f < FIELD_COUNT; f++)
        if (has_field(s, f)) sheet_item(sheet, "%s%s", f ? " · " : "", value_of(s, f));
    write_char(&sheet->out, '\n');
}

static void draw_about(struct set_up_screen *s, struct sheet *sheet)
{
    const struct embedded_file *about  = embedded_find(game_of(s)->files, "about.txt");
    const char                 *detail = s->selected < s->count ? s->items[s->selected].detail : "";
    sheet_part(sheet, 1);
    sheet_form(sheet, FORM_FULL);
    write_format(&sheet->out, "\n%s\n", HELP[s->field]);
    if (s->field == FIELD_DECK && deck_of(s, s->selected)) {
        const struct deck *d = deck_of(s, s->selected);
        write_format(&sheet->out, "\n%s\n%s\n", d->name, led_by(s->p, d));
        if (d->about) write_format(&sheet->out, "%s\n", d->about);
    } else if (s->field == FIELD_GAME) {
        about = embedded_find(GAMES[s->selected]->files, "about.txt");
        if (about) write_format(&sheet->out, "\n%s\n", about->bytes);
    } else {
        write_format(&sheet->out, "\n%s\n", detail);
    }
}

static const char *whole_plan(struct set_up_screen *s)
{
    const char *bot = value_of(s, FIELD_OPPONENT);
    return arena_format(&s->arena, "%s%s%s against %s; the other decks are those that follow yours",
                        value_of(s, FIELD_GAME), has_field(s, FIELD_DECK) ? ", with " : "",
                        has_field(s, FIELD_DECK) ? value_of(s, FIELD_DECK) : "", bot);
}

static void draw(struct set_up_screen *s)
{
    static const char *const KEYS[] = { "Enter next", "g start", "Tab field", "Esc back", "i cards",
                                        "L lessons",  "? help",  "q leave",   NULL };
    struct view              nobody = { .viewer = 0 };
    struct sheet            *sheet  = ARENA_NEW(&s->arena, struct sheet);
    struct page             *page   = ARENA_NEW(&s->arena, struct page);
    unsigned                 columns, rows;
    sheet_begin(sheet, &nobody, NULL, SEAT_NAMES);
    sheet_title(sheet);
    write_chars(&sheet->out, "PENTACLE   a new match");
    sheet_right(sheet);
    write_chars(&sheet->out, "nothing is final before g");
    draw_fields(s, sheet);
    draw_about(s, sheet);
    sheet_end(sheet);
    full_size(&columns, &rows);
    struct text numbers = text_of(arena_format(&s->arena, "%zu of them", s->count));
    char        heading[64];
    snprintf(heading, sizeof heading, "%cled by%chow hard%cwhat it does", SIGN_COLUMN, SIGN_COLUMN,
             SIGN_COLUMN);
    struct ask     ask = { .question = QUESTIONS[s->field],
                           .numbers  = numbers,
                           .items    = s->items,
                           .count    = s->count,
                           .selected = s->selected,
                           .heading  = s->field == FIELD_DECK ? text_of(heading) : TEXT(""),
                           .preview  = s->has_help ? HELP[s->field] : whole_plan(s),
                           .keys     = KEYS };
    struct page_in in  = { .sheet   = sheet,
                           .ask     = &ask,
                           .overlay = s->lists_cards ? &s->overlay : NULL,
                           .columns = columns,
                           .rows    = rows };
    pack(&in, &s->arena, page);
    full_show(s->full, page);
}

// --- what keys do -------------------------------------------------------------------------------

static void go_to(struct set_up_screen *s, int by)
{
    int at = (int)s->field;
    do at = (at + by + FIELD_COUNT) % FIELD_COUNT;
    while (!has_field(s, (enum field)at));
    s->field    = (enum field)at;
    s->selected = s->taken[s->field];
}

// The highlighted item is it. Another game has other modes and decks.
static void take(struct set_up_screen *s)
{
    struct play *p     = s->p;
    bool         other = s->field == FIELD_GAME && p->game != GAMES[s->selected];
    s->taken[s->field] = s->selected;
    if (!other) return;
    box_close(p->box);
    p->game              = game_of(s);
    p->box               = open_box(p->command, p->game);
    s->is_bad            = !p->box;
    s->taken[FIELD_MODE] = s->taken[FIELD_DECK] = 0;
}

static void list_cards(struct set_up_screen *s)
{
    const struct deck *d = s->field == FIELD_DECK ? deck_of(s, s->selected) : NULL;
    struct writer      w = writer_on(arena_alloc(&s->p->arena, 1, TEXT_ROOM), TEXT_ROOM);
    for (uint32_t i = 0; d && i < d->count; i++)
        write_format(&w, "%s%3u  %s\n", d->sections[i] ? "*" : " ", d->entries[i].count,
                     s->p->box->pool->defs[d->entries[i].def].name);
    s->overlay     = (struct overlay){ .title = d ? d->name : "", .text = { w.at, w.size } };
    s->lists_cards = d != NULL;
}

static void highlight(struct set_up_screen *s, int by)
{
    if (s->lists_cards) {
        s->overlay.scroll = by < 0 ? s->overlay.scroll - (s->overlay.scroll > 0)
                                   : s->overlay.scroll + 1;
        return;
    }
    s->selected = (s->selected + s->count + (size_t)(by + (int)s->count)) % s->count;
}

enum then { THEN_ASK, THEN_START, THEN_LESSON, THEN_LEAVE };

static enum then take_key(struct set_up_screen *s, int key, size_t *number)
{
    bool       is_digit = key >= '0' && key <= '9';
    enum field before   = s->field;
    if (key != FULL_NONE && key != FULL_UP && key != FULL_DOWN) s->lists_cards = false;
    s->has_help = key == '?';
    if (!is_digit) *number = 0;
    switch (key) {
    case FULL_UP: highlight(s, -1); break;
    case FULL_DOWN: highlight(s, 1); break;
    case '\n':
        take(s);
        go_to(s, 1);
        return s->field <= before ? THEN_START : THEN_ASK; // that was the last one
    case FULL_NEXT:
        take(s);
        go_to(s, 1);
        break;
    case FULL_BACK:
        if (s->field != FIELD_GAME) go_to(s, -1);
        break;
    case 'g': take(s); return THEN_START;
    case 'L': take(s); return THEN_LESSON;
    case 'i': list_cards(s); break;
    case 'q':
    case FULL_GONE: return THEN_LEAVE;
    default: break;
    }
    if (!is_digit) return THEN_ASK;
    *number = *number * 10 + (size_t)(key - '0');
    if (*number > s->count) *number = (size_t)(key - '0');
    if (*number && *number <= s->count) s->selected = *number - 1;
    return THEN_ASK;
}

// --- before and after ---------------------------------------------------------------------------

// What options have said is taken already.
static bool begin(struct set_up_screen *s, bool game_too)
{
    struct play *p    = s->p;
    unsigned     mode = 0;
    struct error err  = { 0 };
    if (!p->game) p->game = GAMES[0];
    while (GAMES[s->taken[FIELD_GAME]] != p->game) s->taken[FIELD_GAME]++;
    p->box = open_box(p->command, p->game);
    if (!p->box || !box_find_mode(p->box, p->mode, &mode, &err)) return false; // is said later
    s->taken[FIELD_MODE] = mode;
    s->keeps_others      = !p->usual_vs;
    for (size_t i = 0; !p->usual_vs && i < count_bots(); i++)
        if (strcmp(bot_name(i), p->vs) == 0) s->taken[FIELD_OPPONENT] = i, s->keeps_others = false;
    s->field    = game_too ? FIELD_GAME : FIELD_DECK;
    s->selected = s->taken[s->field];
    return game_too || has_field(s, FIELD_DECK);
}

static void finish(struct set_up_screen *s, enum then then)
{
    struct play *p    = s->p;
    unsigned     mode = (unsigned)s->taken[FIELD_MODE];
    if (then == THEN_LESSON) {
        p->lesson_name = "1";
        p->lesson_kind = "lessons";
        p->mode        = NULL;
        return;
    }
    p->mode = p->game->modes[mode].name;
    if (!s->keeps_others) {
        p->vs       = bot_name(s->taken[FIELD_OPPONENT]);
        p->usual_vs = true; // read anew
    }
    if (!has_field(s, FIELD_DECK)) return;
    p->deck_names[0] = deck_of(s, s->taken[FIELD_DECK])->name;
    p->deck_count    = 1;
}

enum asked ask_on_screen(struct play *p, bool game_too)
{
    struct set_up_screen s      = { .p = p };
    enum then            then   = THEN_ASK;
    size_t               number = 0;
    if (!game_too && p->deck_count) return ASKED_NOTHING;
    bool fresh = !p->game;
    if (begin(&s, game_too)) s.full = full_open(p->ascii);
    if (!s.full) {
        if (fresh) p->game = NULL;
        box_close(p->box);
        p->box = NULL;
        return ASKED_NOTHING;
    }
    arena_init(&s.arena);
    while (then == THEN_ASK && !s.is_bad) {
        arena_reset(&s.arena);
        list_items(&s);
        draw(&s);
        then = take_key(&s, full_key(s.full), &number);
    }
    if (then != THEN_LEAVE && !s.is_bad) finish(&s, then);
    full_close(s.full);
    arena_finish(&s.arena);
    return then == THEN_LEAVE || s.is_bad ? ASKED_LEFT : ASKED;
}
