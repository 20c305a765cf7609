// `pentacle report`: a bug report that writes itself, but for what only a person can tell.
#include "cli/commands.h"

#include "base/arena.h"
#include "cli/screen.h"
#include "cli/version.h"
#include "games/list.h"
#include "match/replay.h"
#include "match/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

enum { FILE_MAX = 4 * 1024 * 1024 };

static void print_machine(void)
{
    struct utsname machine;
    const char    *term = getenv("TERM"), *locale = getenv("LANG");
    printf("- Pentacle %s\n", PENTACLE_VERSION);
#ifdef __clang__
    printf("- compiled with clang %d\n", __clang_major__);
#else
    printf("- compiled with gcc %d\n", __GNUC__);
#endif
    if (uname(&machine) == 0)
        printf("- %s %s, %s\n", machine.sysname, machine.release, machine.machine);
    printf("- TERM %s, LANG %s\n", term ? term : "not set", locale ? locale : "not set");
}

// --- a saved match ------------------------------------------------------------------------------

static void print_match(const char *path, struct text file)
{
    struct error   err    = { 0 };
    struct replay *replay = replay_read(GAMES, path, file, &err);
    char           words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    if (replay && replay_verify(replay, &err)) {
        printf("It replays to the same bytes: %zu moves, seats of", replay->move_count);
        for (unsigned s = 0; s < replay->setup.seats; s++)
            printf("%s %s", s ? "," : "", replay->setup.seat[s].name);
        printf(". `pentacle play --from` goes on from its end.\n");
    } else {
        error_say(&err, words, sizeof words);
        printf("It does not replay: %s\n", words);
    }
    replay_destroy(replay);
}

// --- a scenario ---------------------------------------------------------------------------------

static void print_scenario(const char *path, const struct game *game)
{
    struct scenario_options options   = { .out = stdout, .game = game };
    struct scenario_report  report    = { 0 };
    struct scenarios       *scenarios = scenarios_create(GAMES);
    printf("`pentacle check` says:\n\n```\n");
    scenarios_run(scenarios, path, &options, &report);
    printf("%u passed, %u failed\n```\n", report.passed, report.failed);
    scenarios_destroy(scenarios);
}

static bool print_file(const char *path, const struct game *game, struct error *err)
{
    struct arena arena;
    struct text  file;
    arena_init(&arena);
    bool fine = file_read(&arena, path, FILE_MAX, &file, err);
    if (fine) {
        printf("\n## %s\n\n", path);
        if (replay_is_at(path))
            print_match(path, file);
        else if (strlen(path) > 4 && strcmp(path + strlen(path) - 4, ".scn") == 0)
            print_scenario(path, game);
        printf("\n```\n%.*s%s```\n", SHOW(file),
               file.size && file.at[file.size - 1] != '\n' ? "\n" : "");
    }
    arena_finish(&arena);
    return fine;
}

enum { ROW_GAME };

static const struct option_row OPTIONS[] = {
    { "game", "GAME", "of scenarios that name none and lie in no folder games/<game>/" },
    { 0 },
};

static int run(int argc, char **argv)
{
    struct options     o;
    struct error       err  = { 0 };
    const struct game *game = NULL;
    for (options_begin(&o, &report_command, argc, argv); options_next(&o);)
        if (o.row == ROW_GAME && !(game = named_game(&report_command, o.value))) return WRONG_USE;
    if (o.ended) return o.status;
    printf("# (in one line: what is wrong)\n\n"
           "**What I did:**\n\n**What I expected, and by which rule:**\n\n**What happened:**\n\n");
    print_machine();
    for (int i = 0; i < o.word_count; i++)
        if (!print_file(o.words[i], game, &err)) return say_error(&report_command, &err);
    return FINE;
}

const struct command report_command = {
    .name      = "report",
    .words     = "[FILES]",
    .about     = "writes a bug report with all that the program knows",
    .details   = "FILES are what shows it: a saved match (`save` in a game), a scenario, cards, a "
                 "deck. A saved match holds both players' decks and its seed; a scenario shows a "
                 "ruling best.\n"
                 "For example: pentacle report lost.replay > report.md",
    .options   = OPTIONS,
    .run       = run,
    .words_max = -1,
};
