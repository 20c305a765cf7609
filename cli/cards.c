// `pentacle card`: one card, how it is read and what it runs.
#include "cli/commands.h"

#include "cli/explain.h"
#include "cli/screen.h"

#include <stdlib.h>

enum { ROW_WITH, ROW_TREE, TEXT_SIZE = 256 * 1024 };

static const struct option_row OPTIONS[] = {
    { "with", "FILE", "a card file to add to the cards of the game" },
    { "tree", NULL, "also how each line was read: its tree, and the program made of it" },
    { 0 },
};

static void write_line_number(const struct card_line *line, unsigned number, struct writer *w)
{
    write_format(w, "\nline %u: ", number);
    write_wrapped(w, line->printed, 8, 8);
}

// Where the game's texts are explained.
static void write_meaning(const struct box *box, const struct card_def *card, unsigned number,
                          struct writer *w)
{
    uint32_t line   = card->line_first + number - 1;
    size_t   before = w->size;
    write_line_number(&box->pool->lines[line], number, w);
    write_chars(w, "means\n");
    if (!explain_card_line(box->game->form, box->pool, card, line, w)) w->at[w->size = before] = 0;
}

static bool write_tree(const struct box *box, const struct card_line *line, unsigned number,
                       struct writer *w, struct error *err)
{
    struct arena    arena;
    struct reading *reading;
    arena_init(&arena);
    bool fine = reading_create(&arena, card_set_grammar(box->cards), box->game->form->start_rule,
                               line->printed, (struct place){ 0 }, &reading, err);
    if (fine) {
        write_line_number(line, number, w);
        write_chars(w, "tree\n");
        reading_show_tree(reading, w);
        write_chars(w, "\nprogram\n");
        program_show(card_set_grammar(box->cards), &box->pool->ops[line->op_first],
                     box->pool->names, w);
    }
    arena_finish(&arena);
    return fine;
}

static bool show_card(const struct box *box, struct text name, bool tree, struct error *err)
{
    def_id def;
    if (!find_card(box->pool, name, &def, err)) return false;
    const struct card_def  *card   = &box->pool->defs[def];
    const struct card_line *lines  = &box->pool->lines[card->line_first];
    char                   *buffer = malloc(TEXT_SIZE);
    if (!buffer) BUG("out of memory for a card");
    struct writer w = writer_on(buffer, TEXT_SIZE);
    write_card(box, card, &w);
    for (unsigned i = 0; i < card->line_count; i++) write_meaning(box, card, i + 1, &w);
    size_t bare = w.size;
    write_chars(&w, "\nwords\n");
    size_t title = w.size;
    write_words(box, card, &w);
    if (w.size == title) buffer[w.size = bare] = 0;
    bool fine = true;
    for (unsigned i = 0; tree && fine && i < card->line_count; i++)
        fine = write_tree(box, &lines[i], i + 1, &w, err);
    fputs(buffer, stdout);
    free(buffer);
    return fine;
}

static struct box *add_cards(const struct box *box, const char *path, struct arena *arena,
                             struct error *err)
{
    struct text file;
    if (!file_read(arena, path, 4 * 1024 * 1024, &file, err)) return NULL;
    return box_with_cards(box, path, file, err);
}

static int run(int argc, char **argv)
{
    struct options o;
    const char    *path = NULL;
    bool           tree = false;
    for (options_begin(&o, &card_command, argc, argv); options_next(&o);) switch (o.row) {
        case ROW_WITH: path = o.value; break;
        case ROW_TREE: tree = true; break;
        }
    if (o.ended) return o.status;
    const struct game *game = named_game(&card_command, o.words[0]);
    if (!game) return WRONG_USE;
    struct box *box = open_box(&card_command, game);
    if (!box) return PROBLEM;

    struct arena arena;
    struct error err = { 0 };
    arena_init(&arena);
    char          name[1024];
    struct writer w = writer_on(name, sizeof name);
    for (int i = 1; i < o.word_count; i++) write_format(&w, "%s%s", i > 1 ? " " : "", o.words[i]);
    struct box *more   = path ? add_cards(box, path, &arena, &err) : NULL;
    bool        fine   = (!path || more) && show_card(more ? more : box, text_of(name), tree, &err);
    int         status = fine ? FINE : say_error(&card_command, &err);
    box_close(more);
    box_close(box);
    arena_finish(&arena);
    return status;
}

const struct command card_command = {
    .name      = "card",
    .words     = "GAME NAME",
    .about     = "shows a card and what its words mean; with --tree how its text was read",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 2,
    .words_max = -1,
};
