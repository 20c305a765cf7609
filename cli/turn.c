#include "cli/turn.h"

#include "base/arena.h"
#include "cli/news.h"
#include "engine/notation.h"
#include "engine/table.h"

#include <string.h>

enum { NEWS_LEAST = 2, CHOICES_LEAST = 4, EVENTS_MOST = 200 };

void take_question(struct dialog *d, seat_id seat)
{
    const struct match *m = d->match;
    arena_reset(&d->arena);
    d->choices = ARENA_ARRAY(&d->arena, struct choice, CHOICES_MAX);
    d->words   = ARENA_ARRAY(&d->arena, const char *, CHOICES_MAX);
    d->items   = ARENA_ARRAY(&d->arena, const char *, CHOICES_MAX);
    d->count   = table_choices(&m->table, seat, d->choices, CHOICES_MAX);
    for (size_t i = 0; i < d->count; i++) {
        char          words[1024];
        struct writer w = writer_on(words, sizeof words);
        say_choice(&m->table, seat, seat, d->choices[i], m->names, &w);
        d->words[i] = d->items[i] = arena_text(&d->arena, (struct text){ words, w.size }).at;
        struct text text          = { "", 0 };
        if (m->table.game->choice_text)
            text = m->table.game->choice_text(&m->table, seat, d->choices[i]);
        if (text.size) d->items[i] = arena_format(&d->arena, "%s (%.*s)", d->words[i], SHOW(text));
    }
    d->next = 0;
}

// --- parts --------------------------------------------------------------------------------------

static struct text draw_table(struct dialog *d, seat_id seat)
{
    const struct table *t    = &d->match->table;
    struct view        *view = ARENA_NEW(&d->scratch, struct view);
    struct writer       w    = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    table_view(t, seat, view);
    t->game->draw(view, t->pool, d->match->names, d->screen.codes, &w);
    return (struct text){ w.at, w.size };
}

// The table as the seat sees it; empty if that is just what stands above already.
static struct text changed_table(struct dialog *d, seat_id seat)
{
    struct text drawn = draw_table(d, seat);
    if (strcmp(d->drawn, drawn.at) == 0) return (struct text){ "", 0 };
    memcpy(d->drawn, drawn.at, drawn.size + 1);
    return drawn;
}

static struct text news_for(struct dialog *d, seat_id seat)
{
    struct writer w    = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    size_t        last = d->match->log.count, first = d->told[seat];
    d->news = first;
    if (last - first > EVENTS_MOST) first = last - EVENTS_MOST; // the log has the rest
    write_news(d->match, seat, first, last, d->screen.codes, &w);
    d->told[seat] = last;
    return (struct text){ w.at, w.size };
}

static struct text question_for(struct dialog *d, seat_id seat)
{
    const struct match    *m          = d->match;
    const struct question *q          = &m->table.state->question[seat];
    const char            *asked      = "Choose.";
    char                   so_far[64] = "";
    for (unsigned i = 0; m->table.game->questions[i]; i++)
        if (i == q->kind) asked = m->table.game->questions[i];
    if (q->min < q->max)
        snprintf(so_far, sizeof so_far, " (%u of %u to %u)", q->picked, q->min, q->max);
    else if (q->max > 1)
        snprintf(so_far, sizeof so_far, " (%u of %u)", q->picked, q->max);
    return text_of(arena_format(&d->scratch, "%s: %s%s", m->names[seat], asked, so_far));
}

// The last rows of a text, at most so many; says how many are left out.
static void show_last_rows(struct dialog *d, struct text rows, unsigned most)
{
    unsigned    count = count_rows_of(rows);
    struct text row;
    if (d->screen.terminal && count > most) {
        unsigned skipped = count - most + 1;
        show_styled(&d->screen, STYLE_FAINT, "  ... %u lines earlier: log", skipped);
        while (skipped-- > 0) text_next_line(&rows, &row);
    }
    show_text(&d->screen, rows);
}

void show_choices(struct dialog *d, unsigned rows)
{
    size_t first = d->next < d->count ? d->next : 0;
    if (d->screen.terminal && rows_of_items(d->items, d->count, first) > rows) {
        d->next = show_items(&d->screen, d->items, d->count, first, rows - 1);
        show_styled(&d->screen, STYLE_FAINT, "  ... %zu more: Enter", d->count - d->next);
        return;
    }
    d->next = show_items(&d->screen, d->items, d->count, first, ~0u);
    if (d->next >= d->count) d->next = 0;
}

void show_table(struct dialog *d, seat_id seat) { show_text(&d->screen, draw_table(d, seat)); }

// --- all of it ----------------------------------------------------------------------------------

// Shares `free` rows among what happened and the choices; both keep a few in any case.
static void share_rows(unsigned free, unsigned *news, unsigned *choices)
{
    unsigned least = *news < NEWS_LEAST ? *news : NEWS_LEAST;
    unsigned most  = free > least + CHOICES_LEAST ? free - least : CHOICES_LEAST;
    if (*choices > most) *choices = most;
    free = free > *choices ? free - *choices : 0;
    if (free < least) free = least;
    if (*news > free) *news = free;
}

void show_turn(struct dialog *d, seat_id seat)
{
    struct text table = changed_table(d, seat), news = news_for(d, seat);
    struct text asked   = question_for(d, seat);
    unsigned    fixed   = d->screen.used + count_rows_of(table) + 2; // the question, the prompt
    unsigned    choices = rows_of_items(d->items, d->count, 0), told = count_rows_of(news);
    if (text_width(asked) > COLUMNS_MAX) fixed++;
    share_rows(d->screen.rows > fixed ? d->screen.rows - fixed : 0, &told, &choices);
    show_last_rows(d, news, told);
    show_text(&d->screen, table);
    show_styled(&d->screen, STYLE_STRONG, "%.*s", SHOW(asked));
    d->next = 0;
    show_choices(d, choices);
}

static void show_result(struct dialog *d)
{
    const struct table *t = &d->match->table;
    char                words[512];
    struct writer       w  = writer_on(words, sizeof words);
    const struct rule *why = rule_find(t->game->rules, t->game->rule_count, t->state->over_because);
    match_say_result(d->match, &w);
    show_styled(&d->screen, STYLE_STRONG, "The match is over: %s.", words);
    if (why) show_line(&d->screen, "  %s", why->text);
}

void show_end(struct dialog *d, seat_id seat)
{
    struct text news = news_for(d, seat), table = draw_table(d, seat);
    unsigned    rows = count_rows_of(table) + 5; // the result, the prompt
    show_last_rows(d, news, d->screen.rows > rows + 3 ? d->screen.rows - rows : 3);
    show_text(&d->screen, table);
    show_result(d);
    show_line(&d->screen, "save FILE keeps it; log, card, rules, undo and quit work as before.");
}
