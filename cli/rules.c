// `pentacle rules`: the rules of a game, one of them, or which of them no scenario cites.
#include "cli/commands.h"

#include "base/embedded.h"
#include "cli/explain.h"
#include "cli/screen.h"
#include "games/list.h"
#include "match/scenario.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROW_COVERAGE, ROW_SCENARIOS, TEXT_SIZE = 64 * 1024 };

static const struct option_row OPTIONS[] = {
    { "coverage", NULL, "lists the rules that no scenario cites" },
    { "scenarios", "PATH", "with --coverage: where scenarios are (games/GAME/scenarios)" },
    { 0 },
};

static void show_rule(const struct rule *rule)
{
    char          buffer[TEXT_SIZE];
    struct writer w = writer_on(buffer, sizeof buffer);
    write_rule(rule, &w);
    fputs(buffer, stdout);
}

static bool has_words(const struct rule *rule, char **words, int count)
{
    struct text text = text_of(rule->text);
    bool        all  = true;
    for (int i = 0; i < count && all; i++) {
        struct text word = text_of(words[i]);
        all              = false;
        for (size_t at = 0; at + word.size <= text.size && !all; at++)
            all = text_equal_fold(text_part(text, at, word.size), word);
    }
    return all;
}

// One rule by its id, or all with these words.
static int find_rules(const struct game *game, char **words, int count)
{
    struct error       err   = { 0 };
    bool               found = false;
    const struct rule *rule  = count == 1 ? find_rule(game, text_of(words[0]), NULL) : NULL;
    if (rule) {
        show_rule(rule);
        return FINE;
    }
    for (size_t i = 0; i < game->rule_count; i++) {
        if (!has_words(&game->rules[i], words, count)) continue;
        show_rule(&game->rules[i]);
        found = true;
    }
    if (found) return FINE;
    fail(&err, BAD_INPUT, (struct place){ 0 },
         "%s has no rule \"%s\", and none with %s; rules are called %s to %s", game->title,
         words[0], count == 1 ? "this word" : "all of these words", game->rules[0].name,
         game->rules[game->rule_count - 1].name);
    return say_error(&rules_command, &err);
}

// --- coverage -----------------------------------------------------------------------------------

struct coverage {
    const struct game *game;
    struct arena       arena;
    bool              *cited;  // by index of the rule
    const char       **excuse; // why it cannot be tested, or NULL
};

static size_t rule_index(const struct game *g, rule_id id)
{
    const struct rule *rule = rule_find(g->rules, g->rule_count, id);
    return rule ? (size_t)(rule - g->rules) : g->rule_count;
}

static void cite(void *context, const struct game *game, rule_id rule, const char *source,
                 uint32_t line)
{
    struct coverage *c     = context;
    size_t           index = rule_index(c->game, rule);
    (void)source;
    (void)line;
    if (game == c->game && index < game->rule_count) c->cited[index] = true;
}

// Lines "OVE-466 reason"; `#` starts a comment. From the source folder if that is here, else as
// built in.
static bool read_excuses(struct coverage *c, struct error *err)
{
    char        *path = arena_format(&c->arena, "games/%s/untestable.txt", c->game->name);
    struct place at   = { path, 0, 0 };
    struct text  file = { "", 0 }, line, id;
    const struct embedded_file *built_in = embedded_find(c->game->files, "untestable.txt");
    if (access(path, R_OK) == 0) {
        if (!file_read(&c->arena, path, 1024 * 1024, &file, err)) return false;
    } else if (built_in) {
        file = (struct text){ built_in->bytes, built_in->size };
    }
    while (text_next_line(&file, &line)) {
        at.line++;
        if (!text_next_word(&line, &id) || id.at[0] == '#') continue;
        const struct rule *rule = find_rule(c->game, id, NULL);
        if (!rule) return fail(err, BAD_INPUT, at, "there is no rule \"%.*s\"", SHOW(id));
        if (!text_trim(line).size)
            return fail(err, BAD_INPUT, at, "%s needs a reason behind it", rule->name);
        if (c->cited[rule - c->game->rules])
            return fail(err, BAD_INPUT, at, "%s is cited by a scenario, so it can be tested",
                        rule->name);
        c->excuse[rule - c->game->rules] = arena_text(&c->arena, text_trim(line)).at;
    }
    return true;
}

static int report(struct coverage *c)
{
    const struct game *g     = c->game;
    size_t             cited = 0, excused = 0, open = 0;
    for (size_t i = 0; i < g->rule_count; i++) {
        cited += c->cited[i];
        if (c->cited[i]) continue;
        excused += c->excuse[i] != NULL;
        open += !c->excuse[i];
        if (c->excuse[i]) {
            printf("%-8s ", g->rules[i].name);
            show_wrapped(stdout, arena_format(&c->arena, "cannot be tested: %s", c->excuse[i]), 9,
                         9);
        } else {
            show_rule(&g->rules[i]);
        }
    }
    printf("%zu rules: %zu cited by scenarios, %zu cannot be tested, %zu not cited\n",
           g->rule_count, cited, excused, open);
    return open ? PROBLEM : FINE;
}

static int cover(const struct game *game, const char *path)
{
    struct coverage c = { .game = game };
    arena_init(&c.arena);
    c.cited                         = ARENA_ARRAY(&c.arena, bool, game->rule_count + 1);
    c.excuse                        = ARENA_ARRAY(&c.arena, const char *, game->rule_count + 1);
    struct error            err     = { 0 };
    struct scenario_options options = { .game = game };
    struct scenarios       *all     = scenarios_create(GAMES);
    if (!path) path = arena_format(&c.arena, "games/%s/scenarios", game->name);
    bool fine = access(path, R_OK) == 0
                    ? true
                    : fail(&err, BAD_INPUT, (struct place){ path, 0, 0 },
                           "there are no scenarios here; say where with --scenarios PATH");
    fine = fine && scenarios_cited(all, path, &options, cite, &c, &err) && read_excuses(&c, &err);
    int status = fine ? report(&c) : say_error(&rules_command, &err);
    scenarios_destroy(all);
    arena_finish(&c.arena);
    return status;
}

static int run(int argc, char **argv)
{
    struct options o;
    const char    *path     = NULL;
    bool           coverage = false;
    for (options_begin(&o, &rules_command, argc, argv); options_next(&o);) switch (o.row) {
        case ROW_COVERAGE: coverage = true; break;
        case ROW_SCENARIOS: path = o.value; break;
        }
    if (o.ended) return o.status;
    const struct game *game = named_game(&rules_command, o.words[0]);
    if (!game) return WRONG_USE;
    if (path && !coverage) return wrong_use(&rules_command, "--scenarios goes with --coverage");
    if (coverage && o.word_count > 1)
        return wrong_use(&rules_command, "--coverage is about all rules, not \"%s\"", o.words[1]);
    if (coverage) return cover(game, path);
    if (o.word_count == 1) {
        for (size_t i = 0; i < game->rule_count; i++) show_rule(&game->rules[i]);
        return FINE;
    }
    return find_rules(game, o.words + 1, o.word_count - 1);
}

const struct command rules_command = {
    .name  = "rules",
    .words = "GAME [ID | WORDS]",
    .about = "shows the rules of a game, one of them, or those with some words",
    .details =
        "With --coverage: the rules that no scenario cites, and those that cannot be tested, "
        "with the reason.",
    .options   = OPTIONS,
    .run       = run,
    .words_min = 1,
    .words_max = -1,
};
