// options.h - the command line of one command. One table of rows is read by getopt_long, printed by
// --help and named in errors.
#ifndef PENTACLE_CLI_OPTIONS_H
#define PENTACLE_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum exit_status {
    FINE       = 0,
    PROBLEM    = 1,
    WRONG_USE  = 2,
    UNFINISHED = 3, // stopped by a person or a scheduler before everything was done
};

struct option_row {
    const char *name;  // "seed"
    const char *value; // "N", or NULL for a flag
    const char *about;
};

struct command {
    const char              *name;
    const char              *words;   // "GAME [ID]": what else it takes
    const char              *about;   // one line, for the list of commands
    const char              *details; // paragraphs for --help, or NULL
    const struct option_row *options; // ends with a NULL name
    int (*run)(int argc, char **argv);
    int words_min, words_max; // -1: any number
};

//     struct options o;
//     for (options_begin(&o, &command, argc, argv); options_next(&o);)
//         switch (o.row) { case ROW_SEED: seed = o.value; break; ... }
//     if (o.ended) return o.status;
//     ... o.words[0 .. o.word_count - 1]
struct options {
    const struct command *command;
    int                   argc;
    char                **argv;
    int                   row;   // of the command's options
    const char           *value; // NULL for a flag
    bool                  ended; // help was shown, or something was wrong (and said)
    int                   status;
    char                **words;
    int                   word_count;
};

void options_begin(struct options *, const struct command *, int argc, char **argv);
bool options_next(struct options *);

// Something is wrong with how the command is used: one line on stderr, "pentacle NAME: ...", and a
// pointer to --help. Returns WRONG_USE.
int wrong_use(const struct command *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A number option; says what is wrong and returns false.
bool option_number(const struct command *, const char *option, const char *value, long min,
                   long max, long *out);

void show_command_help(const struct command *);

#endif
