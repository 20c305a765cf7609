// `pentacle lint`: card, deck and board files. Of card files it says everything that is wrong, not
// only the first.
#include "cli/commands.h"

#include "base/embedded.h"
#include "games/list.h"
#include "match/box.h"

#include <stdio.h>
#include <string.h>

enum { ROW_GAME, ROW_PROVE, GAMES_MAX = 16, FILE_MAX = 4 * 1024 * 1024, REPORT_MAX = 1024 * 1024 };

static const struct option_row OPTIONS[] = {
    { "game", "GAME", "of files that lie in no folder games/<game>/" },
    { "prove", NULL,
      "also proves of every card: it prints back as written, reads in one way, and every word "
      "counts" },
    { 0 },
};

// The cards of one game among the files, and what decks are built of: these and the shipped ones.
struct lint_game {
    const struct game *game;
    struct card_set   *cards;
    struct box        *shipped;
    struct box         box; // for decks
    unsigned           problems;
    uint32_t           first; // cards that were not asked about but are stood on
};

struct lint {
    const struct game *game; // --game
    bool               prove;
    char             **paths;
    int                path_count;
    struct arena       arena;
    struct lint_game   games[GAMES_MAX];
    size_t             game_count;
    unsigned           files, problems;
    unsigned           decks, boards; // in order
};

static void say(struct lint *l, const struct error *err)
{
    char words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    error_say(err, words, sizeof words);
    fprintf(stderr, "%s\n", words);
    l->problems++;
}

static bool has_ending(const char *path, const char *ending)
{
    size_t size = strlen(path), end = strlen(ending);
    return size > end && strcmp(path + size - end, ending) == 0;
}

// --game, or the name after "games/" in the path.
static const struct game *game_of(const struct lint *l, const char *path)
{
    if (l->game) return l->game;
    struct text rest = text_of(path), part, before = { "", 0 };
    while (text_cut(&rest, '/', &part)) {
        if (text_is(before, "games") && game_find(part)) return game_find(part);
        before = part;
    }
    return NULL;
}

static bool is_linted(const struct lint *l, const char *file)
{
    const char *slash = strrchr(file, '/');
    for (int i = 0; i < l->path_count; i++)
        if (has_ending(l->paths[i], slash ? slash : file)) return true;
    return false;
}

// Cards may stand on those of the game's first file: its own words for what others say in full.
static bool read_first_cards(const struct lint *l, struct lint_game *g, struct error *err)
{
    const char *name = g->game->first_cards;
    if (!name || is_linted(l, name)) return true;
    const struct embedded_file *f = embedded_find(g->game->files, name);
    bool fine = f && card_set_read(g->cards, name, (struct text){ f->bytes, f->size }, err);
    g->first  = card_set_pool(g->cards)->def_count;
    return fine;
}

static struct lint_game *lint_game(struct lint *l, const struct game *game, struct error *err)
{
    for (size_t i = 0; i < l->game_count; i++)
        if (l->games[i].game == game) return &l->games[i];
    if (l->game_count == GAMES_MAX) BUG("more games than lint can hold");
    struct lint_game *g = &l->games[l->game_count];
    g->game             = game;
    g->cards            = card_set_create(game->dialect, game->form, err);
    if (!g->cards || !read_first_cards(l, g, err)) return NULL;
    l->game_count++;
    return g;
}

// --- card files ---------------------------------------------------------------------------------

static bool starts_card(struct text line)
{
    return line.size && line.at[0] != ' ' && line.at[0] != '\t' && line.at[0] != '#' &&
           line.at[0] != '\r';
}

// Each card is read by itself, below as many empty lines as stand above it, so that one mistake
// does not hide the next and every message has its line.
static void lint_cards(struct lint *l, struct lint_game *g, const char *path, struct text file)
{
    char       *buffer               = arena_alloc(&l->arena, 1, file.size + 2);
    struct text rest                 = file, line;
    size_t      above                = 0;
    char        full[ERROR_TEXT_MAX] = "";
    while (rest.size) {
        struct writer w     = writer_on(buffer, file.size + 2);
        size_t        lines = 0;
        for (size_t i = 0; i < above; i++) write_char(&w, '\n');
        do {
            size_t end = text_find(rest, '\n');
            line       = text_part(rest, 0, end + 1);
            rest       = text_part(rest, end + 1, rest.size);
            write_text(&w, line);
            lines++;
        } while (rest.size && !starts_card(rest));
        struct error err  = { 0 };
        bool         fine = card_set_read(g->cards, path, (struct text){ w.at, w.size }, &err);
        above += lines;
        if (fine || strcmp(full, err.text) == 0)
            continue; // of all that find no room it is said once
        if (err.status == NO_ROOM) memcpy(full, err.text, sizeof full);
        say(l, &err);
        g->problems++;
    }
}

static void prove_cards(struct lint *l, struct lint_game *g)
{
    struct writer w = writer_on(arena_alloc(&l->arena, 1, REPORT_MAX), REPORT_MAX);
    l->problems += cards_prove(g->cards, (struct text){ "", 0 }, &w);
    fwrite(w.at, 1, w.size, stderr);
}

// The shipped cards join, except those that the files replace.
static bool gather_cards(struct lint_game *g, struct error *err)
{
    g->shipped = box_open(g->game, err);
    if (!g->shipped) return false;
    g->box = (struct box){ .game = g->game, .cards = card_set_extend(g->cards, err) };
    if (!g->box.cards) return false;
    for (def_id d = 0; d < g->shipped->pool->def_count; d++) {
        const struct card_def *def = &g->shipped->pool->defs[d];
        char                   printed[16 * 1024];
        struct writer          w = writer_on(printed, sizeof printed);
        if (pool_find(card_set_pool(g->cards), text_of(def->name)) != NO_DEF) continue;
        card_print(g->shipped->cards, def, &w);
        if (!card_set_read(g->box.cards, def->source, (struct text){ w.at, w.size }, err))
            return false;
    }
    return box_prepare(&g->box, err);
}

// --- deck files ---------------------------------------------------------------------------------

static void lint_deck(struct lint *l, struct lint_game *g, const char *path, struct text file)
{
    struct error       err   = { 0 };
    struct match_setup setup = { .seats = g->game->modes[0].seats_min };
    struct deck        deck;
    if (deck_read(&l->arena, g->box.pool, g->game->deck_sections, path, file, &deck, &err) &&
        box_seat(&g->box, &setup, 0, &deck, &err))
        l->decks++;
    else
        say(l, &err);
}

// --- all files ----------------------------------------------------------------------------------

// Files of boards/ have the endings that their games give them.
static bool is_board(const char *path)
{
    struct text rest = text_of(path), part, folder = { "", 0 }, name = { "", 0 };
    while (text_cut(&rest, '/', &part)) folder = name, name = part;
    return text_is(folder, "boards");
}

static void lint_board(struct lint *l, const struct game *game, const char *path, struct text file)
{
    struct error err = { 0 };
    if (!game->board_check)
        fail(&err, BAD_INPUT, (struct place){ path, 0, 0 }, "%s has no boards", game->name);
    else if (game->board_check(path, file, &err))
        l->boards++;
    if (err.status != OK) say(l, &err);
}

static void lint_file(struct lint *l, const char *path, bool decks)
{
    struct error       err  = { 0 };
    struct place       at   = { path, 0, 0 };
    const struct game *game = game_of(l, path);
    struct text        file;
    bool               is_deck = has_ending(path, ".deck"), is_cards = has_ending(path, ".cards");
    bool               board = !is_deck && !is_cards && is_board(path);
    if (decks != is_deck) return;
    l->files++;
    struct lint_game *g = NULL;
    if (!is_deck && !is_cards && !board)
        fail(&err, BAD_INPUT, at,
             "is neither a .cards nor a .deck file, nor does it lie in a folder boards/");
    else if (!game)
        fail(&err, BAD_INPUT, at,
             "of which game? It lies in no folder games/<game>/; say it with --game");
    else if (file_read(&l->arena, path, FILE_MAX, &file, &err))
        g = lint_game(l, game, &err);
    if (err.status != OK) {
        say(l, &err);
    } else if (board) {
        lint_board(l, game, path, file);
    } else if (is_cards) {
        lint_cards(l, g, path, file);
    } else if (g->box.pool || (!g->problems && gather_cards(g, &err))) {
        lint_deck(l, g, path, file);
    } else {
        if (g->problems)
            fail(&err, BAD_INPUT, at, "not looked at, as the cards above are not in order");
        say(l, &err);
    }
}

static void lint_all(struct lint *l, char **paths, int count)
{
    for (int i = 0; i < count; i++) lint_file(l, paths[i], false);
    for (size_t i = 0; i < l->game_count; i++) {
        struct lint_game *g   = &l->games[i];
        struct error      err = { 0 };
        if (l->prove) prove_cards(l, g);
        if (!g->problems && !gather_cards(g, &err)) say(l, &err);
    }
    for (int i = 0; i < count; i++) lint_file(l, paths[i], true);
}

// What was looked at, by its kind.
static void say_sum(const struct lint *l, unsigned cards)
{
    const struct {
        unsigned    count;
        const char *word;
    } kinds[] = { { cards, "card" }, { l->decks, "deck" }, { l->boards, "board" } };
    printf("%u file%s", l->files, l->files == 1 ? "" : "s");
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (kinds[i].count)
            printf(", %u %s%s in order", kinds[i].count, kinds[i].word,
                   kinds[i].count == 1 ? "" : "s");
    printf(", %u problem%s\n", l->problems, l->problems == 1 ? "" : "s");
}

static int run(int argc, char **argv)
{
    struct lint    l = { 0 };
    struct options o;
    for (options_begin(&o, &lint_command, argc, argv); options_next(&o);) switch (o.row) {
        case ROW_GAME:
            l.game = named_game(&lint_command, o.value);
            if (!l.game) return WRONG_USE;
            break;
        case ROW_PROVE: l.prove = true; break;
        }
    if (o.ended) return o.status;
    arena_init(&l.arena);
    l.paths      = o.words;
    l.path_count = o.word_count;
    lint_all(&l, o.words, o.word_count);
    unsigned cards = 0;
    for (size_t i = 0; i < l.game_count; i++) {
        cards += card_set_pool(l.games[i].cards)->def_count - l.games[i].first;
        card_set_destroy(l.games[i].box.cards);
        card_set_destroy(l.games[i].cards);
        box_close(l.games[i].shipped);
    }
    arena_finish(&l.arena);
    say_sum(&l, cards);
    return l.problems ? PROBLEM : FINE;
}

const struct command lint_command = {
    .name  = "lint",
    .words = "FILES",
    .about = "checks card, deck and board files",
    .details =
        "The game is the one whose folder games/<game>/ a file lies in, or --game. Decks may use "
        "the shipped cards and those of the card files named with them.",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 1,
    .words_max = -1,
};
