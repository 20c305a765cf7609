// `pentacle language`: what card texts can say, capability by capability and game by game, as the
// scenarios of each game show it.
#include "cli/commands.h"

#include "base/arena.h"
#include "cli/screen.h"
#include "games/list.h"
#include "match/language.h"

#include <stdio.h>

enum { NAME_WIDTH = 30, TEXT_SIZE = 8 * 1024, GAMES_SHOWN = 16 };

struct column {
    const struct game   *game;
    struct language_cell cells[CELLS_MAX];
    size_t               count;
};

static const struct language_cell *find_cell(const struct column *c, unsigned capability)
{
    const struct language_cell *found = NULL;
    for (size_t i = 0; i < c->count; i++)
        if (c->cells[i].capability == capability && (!found || found->never)) found = &c->cells[i];
    return found;
}

static const char *word_of(const struct language_cell *cell)
{
    return !cell ? "not yet" : cell->never ? "never" : "yes";
}

static bool read_column(const struct game *game, struct arena *arena, struct column *c,
                        struct error *err)
{
    c->game = game;
    return language_read(game, arena, c->cells, CELLS_MAX, &c->count, err);
}

// --- all games ----------------------------------------------------------------------------------

static void show_matrix(const struct column *columns, size_t count)
{
    printf("%-*s", NAME_WIDTH, "");
    for (size_t g = 0; g < count; g++) printf(" %-8s", columns[g].game->name);
    printf("\n");
    for (unsigned n = 1; n <= CAPABILITIES; n++) {
        printf("%2u %-*s", n, NAME_WIDTH - 3, CAPABILITY[n - 1].name);
        for (size_t g = 0; g < count; g++)
            printf(" %-*s", g + 1 < count ? (int)text_of(columns[g].game->name).size : 0,
                   word_of(find_cell(&columns[g], n)));
        printf("\n");
    }
}

// Every game whose scenarios have such rows.
static int show_all(struct arena *arena)
{
    static struct column columns[GAMES_SHOWN];
    struct error         err   = { 0 };
    size_t               count = 0;
    for (const struct game *const *g = GAMES; *g && count < GAMES_SHOWN; g++) {
        if (!read_column(*g, arena, &columns[count], &err))
            return say_error(&language_command, &err);
        count += columns[count].count > 0;
    }
    show_matrix(columns, count);
    return FINE;
}

// --- one game -----------------------------------------------------------------------------------

static void show_cell(const struct language_cell *cell)
{
    char          buffer[TEXT_SIZE];
    struct writer w = writer_on(buffer, sizeof buffer);
    if (cell->never)
        write_format(&w, "never, by %.*s: %.*s", SHOW(cell->rules), SHOW(cell->title));
    else
        write_format(&w, "%.*s", SHOW(cell->text));
    printf("    ");
    show_wrapped(stdout, buffer, 4, 4);
    if (cell->never) return;
    w = writer_on(buffer, sizeof buffer);
    if (cell->card.size) write_format(&w, "%.*s: ", SHOW(cell->card));
    write_format(&w, "%.*s", SHOW(cell->title));
    printf("      ");
    show_wrapped(stdout, buffer, 6, 6);
}

static int show_game(const struct game *game, struct arena *arena)
{
    static struct column c;
    struct error         err = { 0 };
    unsigned             yes = 0, never = 0;
    if (!read_column(game, arena, &c, &err)) return say_error(&language_command, &err);
    for (unsigned n = 1; n <= CAPABILITIES; n++) {
        const struct language_cell *best = find_cell(&c, n);
        yes += best && !best->never;
        never += best && best->never;
        printf("%2u %s%s\n", n, CAPABILITY[n - 1].name, best ? "" : ": not yet");
        printf("   (%s)\n", CAPABILITY[n - 1].examples);
        for (size_t i = 0; i < c.count; i++)
            if (c.cells[i].capability == n) show_cell(&c.cells[i]);
    }
    printf("\nof %d capabilities: %u yes, %u never, %u not yet\n", CAPABILITIES, yes, never,
           CAPABILITIES - yes - never);
    return FINE;
}

static int run(int argc, char **argv)
{
    struct options o;
    options_begin(&o, &language_command, argc, argv);
    while (options_next(&o)) continue;
    if (o.ended) return o.status;
    const struct game *game = o.word_count ? named_game(&language_command, o.words[0]) : NULL;
    if (o.word_count && !game) return WRONG_USE;
    struct arena arena;
    arena_init(&arena);
    int status = game ? show_game(game, &arena) : show_all(&arena);
    arena_finish(&arena);
    return status;
}

const struct command language_command = {
    .name    = "language",
    .words   = "[GAME]",
    .about   = "lists what card texts can say, by capability and game, with samples that run",
    .details = "yes: a scenario of the game plays such a text and holds. never: a rule of the game "
               "makes it meaningless. not yet: nothing shows it. With a game: the texts, and the "
               "scenarios that play them (games/GAME/scenarios/language.scn).",
    .run     = run,
    .words_min = 0,
    .words_max = 1,
};
