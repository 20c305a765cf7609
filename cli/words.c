// `pentacle words`: the words that files about a game are written with, from the tables by which
// they are read: card files, decks, scenarios.
#include "cli/commands.h"

#include "base/arena.h"
#include "cardtext/cards.h"
#include "cli/screen.h"
#include "engine/game.h"

#include <stdio.h>
#include <string.h>

enum { ROW_SIZE = 32 * 1024, INDENT = 17, VALUES_MAX = 16 };

static void show_row(const char *title, struct writer *words)
{
    if (words->size == 0) return;
    printf("  %-*s", INDENT - 2, title);
    if (strlen(title) > INDENT - 3) printf("\n%*s", INDENT, "");
    show_wrapped(stdout, words->at, INDENT, INDENT);
    words->size  = 0;
    words->at[0] = 0;
}

static void add(struct writer *w, const char *word)
{
    write_format(w, "%s%s", w->size ? ", " : "", word);
}

// Words to choose from; of many the first.
static void write_values(struct writer *w, const char *const *values, const char *before)
{
    for (size_t i = 0; values[i] && i <= VALUES_MAX; i++)
        write_format(w, "%s%s", i ? "|" : before, i < VALUES_MAX ? values[i] : "...");
}

// --- card files ---------------------------------------------------------------------------------

static void show_card_words(const struct card_form *form, struct writer *w)
{
    printf("In card files (docs/adding-a-card.md)\n");
    for (const struct form_kind *k = form->kinds; k->word; k++) add(w, k->word);
    show_row("kinds", w);
    for (const struct form_field *f = form->fields; f->word; f++) add(w, f->word);
    show_row("fields", w);
    for (const struct form_tag *t = form->tags; t->word; t++) add(w, t->word);
    show_row("tags", w);
}

// --- decks --------------------------------------------------------------------------------------

static void show_deck_words(const struct game *g, struct writer *w)
{
    printf("\nIn decks (docs/decks.md)\n");
    add(w, "name");
    add(w, "about");
    show_row("lines", w);
    add(w, "main");
    for (const char *const *s = g->deck_sections; s && *s; s++) add(w, *s);
    show_row("sections", w);
}

// --- scenarios ----------------------------------------------------------------------------------

static bool is_zone_before(const struct game *g, const struct zone_name *zone)
{
    for (const struct zone_name *z = g->zones; z < zone; z++)
        if (strcmp(z->name, zone->name) == 0) return true;
    return false;
}

static void show_places(const struct game *g, bool of_seats, struct writer *w)
{
    for (const struct zone_name *z = g->zones; z->name; z++)
        if ((z->seat != NO_SEAT) == of_seats && !is_zone_before(g, z)) add(w, z->name);
    show_row(of_seats ? "places of a seat" : "shared places", w);
}

static void write_value(const struct scenario_word *word, struct writer *w)
{
    switch (word->value) {
    case WORD_FLAG: break;
    case WORD_NUMBER: write_chars(w, " 2"); break;
    case WORD_ROMAN: write_chars(w, " II"); break;
    case WORD_SEAT_NAME: write_chars(w, " Bel"); break;
    case WORD_CHOICE: write_values(w, word->values, " "); break;
    }
    if (!word->set) write_chars(w, " (only in then)");
}

static void show_words_of(const struct game *g, enum word_scope scope, const char *title,
                          struct writer *w)
{
    for (const struct scenario_word *word = g->scenario_words; word && word->word; word++) {
        if (word->scope != scope) continue;
        add(w, word->word);
        write_value(word, w);
    }
    for (const struct named_word *n = g->named_words; scope == WORD_CARD && n && n->word; n++)
        write_format(w, "%sNAME %s 2", w->size ? ", " : "", n->word);
    show_row(title, w);
}

// "face {word}" has its words behind it.
static void add_choice(const struct choice_form *form, struct writer *w)
{
    write_format(w, "%s%s", w->size ? "; " : "", form->form);
    if (!form->words) return;
    write_values(w, form->words, " (");
    write_char(w, ')');
}

static void show_scenario_words(const struct game *g, struct writer *w)
{
    printf("\nIn scenarios (docs/scenarios.md)\n");
    for (const struct game_mode *m = g->modes; m->name; m++) add(w, m->name);
    show_row("modes", w);
    for (const struct game_option *o = g->options; o && o->name; o++) add(w, o->name);
    show_row("options", w);
    for (const char *const *p = g->phases; p && *p; p++) {
        add(w, *p);
        write_chars(w, " phase");
    }
    show_row("phases", w);
    show_places(g, true, w);
    show_places(g, false, w);
    show_words_of(g, WORD_TABLE, "of the table", w);
    show_words_of(g, WORD_SEAT, "of a seat", w);
    show_words_of(g, WORD_CARD, "of a card", w);
    for (const struct choice_form *f = g->choice_forms; f->kind; f++) add_choice(f, w);
    show_row("choices", w);
    for (const struct event_form *f = g->event_forms; f->kind; f++)
        write_format(w, "%s%s", w->size ? "; " : "", f->form);
    show_row("events", w);
}

static int run(int argc, char **argv)
{
    struct options o;
    options_begin(&o, &words_command, argc, argv);
    while (options_next(&o)) continue;
    if (o.ended) return o.status;
    const struct game *game = named_game(&words_command, o.words[0]);
    if (!game) return WRONG_USE;
    static char   row[ROW_SIZE];
    struct writer w = writer_on(row, sizeof row);
    show_card_words(game->form, &w);
    show_deck_words(game, &w);
    show_scenario_words(game, &w);
    return FINE;
}

const struct command words_command = {
    .name  = "words",
    .words = "GAME",
    .about =
        "lists the words and places that cards, decks and scenarios of a game are written with",
    .details =
        "{card}, {seat} and the like stand for what a choice or an event names; 2, II and Bel for "
        "any number or seat.",
    .run       = run,
    .words_min = 1,
    .words_max = 1,
};
