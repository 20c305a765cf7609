// `pentacle completion`: what a shell completes behind `pentacle`, made of the same tables as
// --help. `make install` and the package put it where the shells look for it.
#include "cli/commands.h"

#include "bots/bot.h"
#include "engine/game.h"
#include "games/list.h"

#include <stdio.h>
#include <string.h>

static void print_games(const char *before)
{
    for (const struct game *const *g = GAMES; *g; g++)
        printf("%s%s", g == GAMES ? "" : before, (*g)->name);
}

static void print_bots(const char *before)
{
    for (const struct bot *const *b = BOTS; *b; b++)
        printf("%s%s", b == BOTS ? "" : before, (*b)->name);
}

// Text between single quotes; `special` are signs that the shell's list wants a backslash before.
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'') {
            printf("'\\''");
            continue;
        }
        if (strchr(special, *text)) putchar('\\');
        putchar(*text);
    }
}

static bool wants_game(const struct command *c) { return strstr(c->words, "GAME") != NULL; }

// --- bash ---------------------------------------------------------------------------------------

static void print_bash_command(const struct command *c)
{
    printf("    %s) options='--help", c->name);
    for (const struct option_row *o = c->options; o && o->name; o++) printf(" --%s", o->name);
    printf("'%s ;;\n", wants_game(c) ? " words=$games" : "");
}

static void print_bash(void)
{
    printf("# Completion of pentacle for bash, made by `pentacle completion bash`.\n"
           "_pentacle()\n{\n"
           "    local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local options='' words='' games='");
    print_games(" ");
    printf("' bots='");
    print_bots(" ");
    printf("'\n    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        COMPREPLY=($(compgen -W 'help");
    for (const struct command *const *c = COMMANDS; *c; c++) printf(" %s", (*c)->name);
    printf(" --help --version' -- \"$now\"))\n        return\n    fi\n"
           "    case ${COMP_WORDS[1]} in\n");
    printf("    help) words='");
    for (const struct command *const *c = COMMANDS; *c; c++)
        printf("%s%s", c == COMMANDS ? "" : " ", (*c)->name);
    printf("' ;;\n");
    for (const struct command *const *c = COMMANDS; *c; c++) print_bash_command(*c);
    printf("    esac\n"
           "    case $before in\n"
           "    --game) words=$games ;;\n"
           "    --vs | --bots) words=$bots ;;\n"
           "    *) [ \"$COMP_CWORD\" -eq 2 ] || words='' ;;\n"
           "    esac\n"
           "    case $now in -*) words=$options ;; esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$now\"))\n"
           "    [ -n \"$words\" ] || COMPREPLY=($(compgen -f -- \"$now\"))\n"
           "}\n"
           "complete -o filenames -F _pentacle pentacle\n");
}

// --- zsh ----------------------------------------------------------------------------------------

static void print_zsh_option(const struct option_row *o)
{
    printf("            '*--%s[", o->name);
    print_quoted(o->about, "[]:\\");
    printf("]");
    if (o->value) {
        printf(":%s:", o->value);
        if (strcmp(o->value, "FILE") == 0) printf("_files");
        if (strcmp(o->value, "GAME") == 0) {
            printf("(");
            print_games(" ");
            printf(")");
        }
    }
    printf("' \\\n");
}

static void print_zsh(void)
{
    printf("#compdef pentacle\n"
           "# Completion of pentacle for zsh, made by `pentacle completion zsh`.\n"
           "local -a commands\ncommands=(\n");
    for (const struct command *const *c = COMMANDS; *c; c++) {
        printf("    '%s:", (*c)->name);
        print_quoted((*c)->about, ":\\");
        printf("'\n");
    }
    printf(")\n"
           "if (( CURRENT == 2 )); then\n    _describe command commands\n    return\nfi\n"
           "shift words\n(( CURRENT-- ))\n"
           "case $words[1] in\n"
           "help) (( CURRENT == 2 )) && _describe command commands ;;\n");
    for (const struct command *const *c = COMMANDS; *c; c++) {
        printf("%s)\n    _arguments \\\n", (*c)->name);
        for (const struct option_row *o = (*c)->options; o && o->name; o++) print_zsh_option(o);
        printf("            '--help[shows what it does]' ");
        if (wants_game(*c)) {
            printf("'1:game:(");
            print_games(" ");
            printf(")' ");
        }
        printf("'*:file:_files' ;;\n");
    }
    printf("esac\n");
}

// --- fish ---------------------------------------------------------------------------------------

static void print_fish_option(const struct command *c, const struct option_row *o)
{
    printf("complete -c pentacle -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->value && strcmp(o->value, "GAME") == 0) {
        printf(" -x -a '");
        print_games(" ");
        printf("'");
    } else if (o->value) {
        printf(" -r");
    }
    printf(" -d '");
    print_quoted(o->about, "\\");
    printf("'\n");
}

static void print_fish(void)
{
    printf("# Completion of pentacle for fish, made by `pentacle completion fish`.\n");
    for (const struct command *const *c = COMMANDS; *c; c++) {
        printf("complete -c pentacle -n __fish_use_subcommand -f -a %s -d '", (*c)->name);
        print_quoted((*c)->about, "\\");
        printf("'\n");
        for (const struct option_row *o = (*c)->options; o && o->name; o++)
            print_fish_option(*c, o);
        if (!wants_game(*c)) continue;
        printf("complete -c pentacle -n '__fish_seen_subcommand_from %s' -a '", (*c)->name);
        print_games(" ");
        printf("'\n");
    }
}

static const struct {
    const char *name;
    void (*print)(void);
} SHELLS[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };

static int run(int argc, char **argv)
{
    struct options o;
    options_begin(&o, &completion_command, argc, argv);
    while (options_next(&o)) continue;
    if (o.ended) return o.status;
    for (size_t i = 0; i < COUNT(SHELLS); i++) {
        if (strcmp(o.words[0], SHELLS[i].name) != 0) continue;
        SHELLS[i].print();
        return FINE;
    }
    return wrong_use(&completion_command,
                     "there is no completion for \"%s\"; there is for bash, "
                     "zsh and fish",
                     o.words[0]);
}

const struct command completion_command = {
    .name      = "completion",
    .words     = "SHELL",
    .about     = "writes what bash, zsh or fish complete behind pentacle",
    .details   = "To try it in bash: source <(pentacle completion bash). `make install` and the "
                 "Debian package bring it along.",
    .run       = run,
    .words_min = 1,
    .words_max = 1,
};
