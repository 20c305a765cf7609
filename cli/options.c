#include "cli/options.h"

#include "base/text.h"
#include "cli/screen.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_MAX = 24, HELP_ROW = 'h', FIRST_ROW = 1000 };

static size_t count_rows(const struct command *c)
{
    size_t count = 0;
    while (c->options && c->options[count].name) count++;
    return count;
}

static void write_row(struct writer *w, const struct option_row *row)
{
    write_format(w, row->value ? "--%s %s" : "--%s", row->name, row->value);
}

void show_command_help(const struct command *c)
{
    printf("pentacle %s%s%s\n\n", c->name, *c->words ? " " : "", c->words);
    show_wrapped(stdout, c->about, 0, 0);
    if (c->details) {
        putchar('\n');
        show_wrapped(stdout, c->details, 0, 0);
    }
    printf("\nOptions:\n");
    for (size_t i = 0; i < count_rows(c); i++) {
        char          name[64];
        struct writer w = writer_on(name, sizeof name);
        write_row(&w, &c->options[i]);
        printf("  %-18s", name);
        if (w.size > 17) printf("\n%20s", "");
        show_wrapped(stdout, c->options[i].about, 20, 20);
    }
    printf("  %-18sshows this\n", "--help");
}

int wrong_use(const struct command *c, const char *format, ...)
{
    va_list args;
    fflush(stdout);
    fprintf(stderr, "pentacle %s: ", c->name);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\n(pentacle %s --help says more)\n", c->name);
    return WRONG_USE;
}

bool option_number(const struct command *c, const char *option, const char *value, long min,
                   long max, long *out)
{
    if (text_number(text_of(value), min, max, out)) return true;
    wrong_use(c, "--%s wants a number from %ld to %ld, found \"%s\"", option, min, max, value);
    return false;
}

static void write_accepted(const struct command *c, struct writer *w)
{
    for (size_t i = 0; i < count_rows(c); i++) {
        write_row(w, &c->options[i]);
        write_chars(w, ", ");
    }
    write_chars(w, "--help");
}

void options_begin(struct options *o, const struct command *c, int argc, char **argv)
{
    *o     = (struct options){ .command = c, .argc = argc, .argv = argv };
    optind = 0; // begin anew
    opterr = 0;
}

static bool end(struct options *o, int status)
{
    o->ended  = true;
    o->status = status;
    return false;
}

static bool refuse(struct options *o, int row)
{
    const struct command *c     = o->command;
    const char           *found = optind > 0 && optind <= o->argc ? o->argv[optind - 1] : "";
    char                  accepted[1024];
    struct writer         w = writer_on(accepted, sizeof accepted);
    write_accepted(c, &w);
    if (row >= FIRST_ROW)
        wrong_use(c, "--%s takes no value, found \"%s\"", c->options[row - FIRST_ROW].name, found);
    else
        wrong_use(c, "unknown option \"%s\"; accepted: %s", found, accepted);
    return end(o, WRONG_USE);
}

static bool take_words(struct options *o)
{
    const struct command *c = o->command;
    o->words                = o->argv + optind;
    o->word_count           = o->argc - optind;
    if (o->word_count < c->words_min) {
        wrong_use(c, "something is missing; it is used as: pentacle %s %s", c->name, c->words);
        return end(o, WRONG_USE);
    }
    if (c->words_max >= 0 && o->word_count > c->words_max) {
        wrong_use(c, "\"%s\" is one word too many; it is used as: pentacle %s%s%s",
                  o->words[c->words_max], c->name, *c->words ? " " : "", c->words);
        return end(o, WRONG_USE);
    }
    return false;
}

bool options_next(struct options *o)
{
    const struct command *c = o->command;
    struct option         rows[ROWS_MAX + 2];
    size_t                count = count_rows(c);
    memset(rows, 0, sizeof rows);
    for (size_t i = 0; i < count && i < ROWS_MAX; i++) {
        rows[i].name    = c->options[i].name;
        rows[i].has_arg = c->options[i].value ? required_argument : no_argument;
        rows[i].val     = FIRST_ROW + (int)i;
    }
    rows[count] = (struct option){ "help", no_argument, NULL, HELP_ROW };

    int found = getopt_long(o->argc, o->argv, ":h", rows, NULL);
    if (found == -1) return take_words(o);
    if (found == HELP_ROW) {
        show_command_help(c);
        return end(o, FINE);
    }
    if (found == ':') {
        if (optopt >= FIRST_ROW)
            wrong_use(c, "--%s wants a value (%s)", c->options[optopt - FIRST_ROW].name,
                      c->options[optopt - FIRST_ROW].value);
        return end(o, WRONG_USE);
    }
    if (found == '?') return refuse(o, optopt);
    o->row   = found - FIRST_ROW;
    o->value = c->options[o->row].value ? optarg : NULL;
    return true;
}
