// The program `pentacle`: finds the command and runs it.
#include "cli/commands.h"

#include "cli/screen.h"
#include "cli/version.h"
#include "games/list.h"
#include "match/box.h"

#include <langinfo.h>
#include <locale.h>
#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

const struct command *const COMMANDS[] = {
    &games_command,  &play_command,       &check_command,
    &lint_command,   &words_command,      &language_command,
    &card_command,   &rules_command,      &replay_command,
    &verify_command, &sim_command,        &ladder_command,
    &bot_command,    &review_command,     &puzzles_command,
    &bench_command,  &signature_command,  &serve_command,
    &report_command, &completion_command, NULL,
};

// --- shared by the commands ---------------------------------------------------------------------

const struct game *named_game(const struct command *c, const char *name)
{
    char               known[256];
    struct writer      w    = writer_on(known, sizeof known);
    const struct game *game = game_find(text_of(name));
    if (game) return game;
    for (const struct game *const *g = GAMES; *g; g++)
        write_format(&w, "%s%s", g == GAMES ? "" : ", ", (*g)->name);
    wrong_use(c, "there is no game \"%s\"; there are: %s", name, known);
    return NULL;
}

int say_error(const struct command *c, const struct error *err)
{
    char words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    error_say(err, words, sizeof words);
    fflush(stdout);
    fprintf(stderr, "pentacle %s: %s\n", c->name, words);
    return PROBLEM;
}

struct box *open_box(const struct command *c, const struct game *game)
{
    struct error err = { 0 };
    struct box  *box = box_open(game, &err);
    if (!box) say_error(c, &err);
    return box;
}

// --- finding the command ------------------------------------------------------------------------

static void show_commands(FILE *file)
{
    fprintf(file, "pentacle COMMAND ...\n\nFive tactical card games on one table.\n\nCommands:\n");
    for (size_t i = 0; COMMANDS[i]; i++) {
        fprintf(file, "  %-12s", COMMANDS[i]->name);
        show_wrapped(file, COMMANDS[i]->about, 14, 14);
    }
    fprintf(file,
            "\npentacle help COMMAND says more about one of them, --version what is running.\n");
}

static const struct command *find_command(const char *name)
{
    for (size_t i = 0; COMMANDS[i]; i++)
        if (strcmp(name, COMMANDS[i]->name) == 0) return COMMANDS[i];
    return NULL;
}

// Is the program asked for this, as an option or as a command?
static bool is_word(const char *found, const char *word)
{
    bool is_option = found[0] == '-' && found[1];
    if (!is_option) return strcmp(found, word) == 0;
    return strcmp(found + 1 + (found[1] == '-'), word) == 0 || (found[1] == word[0] && !found[2]);
}

static int refuse_command(const char *name)
{
    const char *near = NULL;
    unsigned    best = 2 + (unsigned)strlen(name) / 3; // farther off is no slip of the fingers
    for (size_t i = 0; COMMANDS[i]; i++) {
        unsigned distance = text_distance(text_of(name), text_of(COMMANDS[i]->name));
        if (distance >= best) continue;
        best = distance;
        near = COMMANDS[i]->name;
    }
    fprintf(stderr, "pentacle: unknown %s \"%s\"", *name == '-' ? "option" : "command", name);
    if (near) fprintf(stderr, "; did you mean \"%s\"?", near);
    fprintf(stderr, "\naccepted: ");
    for (size_t i = 0; COMMANDS[i]; i++) fprintf(stderr, "%s, ", COMMANDS[i]->name);
    fprintf(stderr, "--help, --version\n");
    return WRONG_USE;
}

// Characters beyond ASCII are typed and shown as UTF-8, whatever the machine's default is.
static void use_utf8(void)
{
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

static int show_help(const char *name)
{
    const struct command *c = name ? find_command(name) : NULL;
    if (name && !c) return refuse_command(name);
    if (c) return c->run(2, (char *[]){ (char *)(uintptr_t)c->name, (char[]){ "--help" }, NULL });
    show_commands(stdout);
    return FINE;
}

static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    perror("pentacle: cannot write the output");
    return status ? status : PROBLEM;
}

int main(int argc, char **argv)
{
    use_utf8();
    if (sodium_init() < 0) BUG("libsodium does not start");
    if (argc < 2) {
        show_commands(stderr);
        return WRONG_USE;
    }
    if (is_word(argv[1], "help")) return finish(show_help(argc > 2 ? argv[2] : NULL));
    if (is_word(argv[1], "version") || strcmp(argv[1], "-V") == 0) {
        printf("pentacle %s\n", PENTACLE_VERSION);
        return finish(FINE);
    }
    const struct command *c = find_command(argv[1]);
    return c ? finish(c->run(argc - 1, argv + 1)) : refuse_command(argv[1]);
}
