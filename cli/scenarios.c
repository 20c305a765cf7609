// `pentacle check`: runs scenarios.
#include "cli/commands.h"

#include "games/list.h"
#include "match/scenario.h"

enum { ROW_GAME, ROW_ONLY, ROW_VERBOSE, ROW_UNDO, ROW_SEEDS, SEEDS_MAX = 1000 };

static const struct option_row OPTIONS[] = {
    { "game", "GAME", "of files that name none and lie in no folder games/<game>/" },
    { "only", "WORDS", "runs only scenarios with these words in their title" },
    { "verbose", NULL, "names what passes as well" },
    { "undo", NULL, "takes every answer back and gives it again" },
    { "seeds", "N", "with how many seeds what is left to chance must hold; 3 if not given" },
    { 0 },
};

static int run(int argc, char **argv)
{
    struct options          o;
    struct scenario_options options = { .out = stdout };
    long                    number;
    for (options_begin(&o, &check_command, argc, argv); options_next(&o);) switch (o.row) {
        case ROW_GAME:
            options.game = named_game(&check_command, o.value);
            if (!options.game) return WRONG_USE;
            break;
        case ROW_ONLY: options.only = o.value; break;
        case ROW_VERBOSE: options.verbose = true; break;
        case ROW_UNDO: options.undo = true; break;
        case ROW_SEEDS:
            if (!option_number(&check_command, "seeds", o.value, 1, SEEDS_MAX, &number))
                return WRONG_USE;
            options.seeds = (unsigned)number;
            break;
        }
    if (o.ended) return o.status;
    struct scenarios      *scenarios = scenarios_create(GAMES);
    struct scenario_report report    = { 0 };
    for (int i = 0; i < o.word_count; i++) scenarios_run(scenarios, o.words[i], &options, &report);
    scenarios_destroy(scenarios);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    if (report.passed + report.failed == 0)
        fprintf(stderr, "pentacle check: there is no scenario to run\n");
    return report.failed || report.passed == 0 ? PROBLEM : FINE;
}

const struct command check_command = {
    .name      = "check",
    .words     = "PATHS",
    .about     = "runs scenarios: files, or folders with all their *.scn files",
    .details   = "Shows each failure with what was expected and found, and closes with "
                 "\"N passed, N failed\".",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 1,
    .words_max = -1,
};
