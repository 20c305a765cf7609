// commands.h - the commands of `pentacle`, and the little they share. Each gets argv from its own
// name on and returns the exit status: 0 fine, 1 found a problem, 2 wrong use.
#ifndef PENTACLE_CLI_COMMANDS_H
#define PENTACLE_CLI_COMMANDS_H

#include "base/error.h"
#include "base/text.h"
#include "cli/options.h"

struct arena;
struct box;
struct game;

extern const struct command games_command, play_command, check_command, lint_command, card_command,
    rules_command, replay_command, verify_command, sim_command, signature_command, ladder_command,
    bot_command, review_command, puzzles_command, serve_command, words_command, language_command,
    report_command, completion_command,
    bench_command; // bench/bench.c

// All of them in the order of --help, NULL-ended.
extern const struct command *const COMMANDS[];

// The game of this name; says which there are and returns NULL if it is none.
const struct game *named_game(const struct command *, const char *name);
// Its box; says what is wrong and returns NULL on failure.
struct box *open_box(const struct command *, const struct game *);

// "pentacle NAME: place: text" on stderr. Returns PROBLEM.
int say_error(const struct command *, const struct error *);

#endif
