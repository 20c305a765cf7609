// What may be typed at a question: choices by number or words, and commands.
#include "cli/dialog.h"

#include "bots/search.h"
#include "cli/explain.h"
#include "cli/full.h"
#include "cli/news.h"
#include "cli/scene.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/replay.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_DEFAULT = 20, HINT_DEFAULT = 3, HINT_MILLISECONDS = 700 };

void dialog_say(struct dialog *d, const char *format, ...)
{
    char    line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    write_format(&d->said, "%.*s\n", SHOW(whole_characters(text_of(line))));
}

static void say_refusal(struct dialog *d, rule_id rule)
{
    const struct game *g = d->match->table.game;
    char               name[32];
    const char        *text = table_rule_text(g, rule, name, sizeof name);
    if (rule_find(g->rules, g->rule_count, rule))
        dialog_say(d, "Not legal, %s: %s", name, text);
    else
        dialog_say(d, "Not legal. %s", text); // no rulebook needs to say it
}

// --- the choice that is meant -------------------------------------------------------------------

// How many choices begin with these words, and the last of them; exact words are the only ones.
static size_t count_beginnings(const struct steps *s, struct text typed, struct choice *out)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        struct text words = text_of(s->words[i]);
        if (!text_equal_fold(text_part(words, 0, typed.size), typed)) continue;
        *out = s->choices[i];
        count++;
        if (words.size == typed.size) return 1;
    }
    return count;
}

// The item of a number: 0 is its own. False, with what would be accepted, if there is none.
static bool find_item(struct dialog *d, long number, size_t *item)
{
    const struct steps *s    = &d->steps;
    bool                zero = s->depth == 0 && s->zero < s->count;
    *item                    = number > 0 ? (size_t)number - 1 : s->item_count;
    if (number > 0 && (size_t)number <= s->item_count) return true;
    if (number == 0 && zero) return true;
    if (!s->item_count && !zero)
        dialog_say(d, "Nothing is asked.");
    else if (!s->item_count)
        dialog_say(d, "There is no choice %ld; there is 0.", number);
    else
        dialog_say(d, "There is no choice %ld; there are %s1 to %zu%s.", number,
                   zero ? "0 and " : "", s->item_count, s->depth ? ", or back" : "");
    return false;
}

// By number, by words, by the only beginning, or anything that notation can say, legal or not. Says
// what is wrong.
static bool find_choice(struct dialog *d, seat_id seat, struct text typed, struct choice *out)
{
    struct error err = { 0 };
    long         number;
    size_t       item;
    if (text_number(typed, -100000, 100000, &number)) {
        if (!find_item(d, number, &item)) return false;
        *out = steps_first(&d->steps, item);
        if (out->kind == CHOICE_NONE) dialog_say(d, "That is picked already.");
        return out->kind != CHOICE_NONE;
    }
    size_t begin = count_beginnings(&d->steps, typed, out);
    if (begin == 1) return true;
    if (read_choice(&d->match->table, seat, typed, d->match->names, out, &err)) return true;
    if (begin > 1)
        dialog_say(d, "%zu choices begin with \"%.*s\": say more, or a number.", begin,
                   SHOW(typed));
    else
        dialog_say(d, "%s", err.text);
    return false;
}

static enum reply answer(struct dialog *d, seat_id seat, struct choice choice)
{
    scene_answered(d, seat);
    rule_id no = match_answer(d->match, seat, choice);
    if (!no) return REPLY_CHANGED;
    say_refusal(d, no);
    return REPLY_AGAIN;
}

enum reply dialog_enter(struct dialog *d, seat_id seat, size_t item)
{
    struct choice choice;
    if (item < d->steps.item_count && !d->steps.items[item].count) {
        dialog_say(d, d->steps.items[item].picked ? "That is picked already."
                                                  : "That cannot be picked now.");
        return REPLY_AGAIN;
    }
    if (!steps_enter(&d->steps, item, &choice)) return REPLY_STEP;
    return answer(d, seat, choice);
}

// --- what a reader may ask ----------------------------------------------------------------------

// By its name, or by the number of a choice about it.
static bool find_named_card(struct dialog *d, struct text name, def_id *def)
{
    struct error err = { 0 };
    long         number;
    size_t       item;
    if (text_number(name, 0, 10000, &number)) {
        if (!find_item(d, number, &item)) return false;
        *def = card_of_item(d, item);
        if (*def == NO_DEF) dialog_say(d, "Choice %ld names no card.", number);
        return *def != NO_DEF;
    }
    if (find_card(d->match->table.pool, name, def, &err)) return true;
    dialog_say(d, "%s", err.text);
    return false;
}

static enum reply do_card(struct dialog *d, seat_id seat, struct text name)
{
    (void)seat;
    def_id def;
    if (!name.size)
        dialog_say(d, "Which card? Say: card NAME, or card and the number of a choice");
    else if (find_named_card(d, name, &def)) {
        const struct card_def *card = &d->match->table.pool->defs[def];
        write_card(d->match->box, card, &d->said);
        write_words(d->match->box, card, &d->said);
        d->title = card->name;
    }
    return REPLY_AGAIN;
}

static enum reply do_why(struct dialog *d, seat_id seat, struct text typed)
{
    struct choice choice;
    if (!typed.size) {
        dialog_say(d, "Why what? Say: why CHOICE");
        return REPLY_AGAIN;
    }
    if (!find_choice(d, seat, typed, &choice)) return REPLY_AGAIN;
    rule_id no = table_why_not(&d->match->table, seat, choice);
    if (no)
        say_refusal(d, no);
    else
        dialog_say(d, "Legal: no rule forbids it.");
    return REPLY_AGAIN;
}

static enum reply do_log(struct dialog *d, seat_id seat, struct text number)
{
    const struct event_log *log  = &d->match->log;
    long                    most = LOG_DEFAULT;
    if (number.size && !text_number(number, 1, 100000, &most)) {
        dialog_say(d, "How many? Say: log, or log 50");
        return REPLY_AGAIN;
    }
    size_t       first = log->count;
    struct event seen;
    for (; first > 0 && most > 0; first--) most -= event_for(&log->events[first - 1], seat, &seen);
    if (!number.size && first > d->news) first = d->news;
    write_news(d->match, seat, first, log->count, false, &d->said);
    if (d->said.size == 0) dialog_say(d, "Nothing has happened yet.");
    d->title = "Log";
    return REPLY_AGAIN;
}

// A hint takes what this seat may know and nothing else.
static enum reply do_hint(struct dialog *d, seat_id seat, struct text number)
{
    const struct search_settings settings = { .milliseconds = HINT_MILLISECONDS };
    long                         most     = HINT_DEFAULT;
    if (number.size && !text_number(number, 1, CHOICES_MAX, &most)) {
        dialog_say(d, "How many? Say: hint, or hint 5");
        return REPLY_AGAIN;
    }
    if (d->steps.count < 2) {
        dialog_say(d, "%s", d->steps.count ? "There is only one choice." : "Nothing is asked.");
        return REPLY_AGAIN;
    }
    struct search_report *r     = ARENA_NEW(&d->scratch, struct search_report);
    size_t               *order = ARENA_ARRAY(&d->scratch, size_t, d->steps.count);
    struct rng            rng   = rng_from(d->match->move_count);
    search_think(&d->match->table, seat, &settings, &rng, r);
    size_t shown = search_best(r, order, (size_t)most);
    for (size_t i = 0; i < shown; i++)
        dialog_say(d, "%3.0f %% to win: %s", (double)r->chance[order[i]] * 100,
                   d->steps.words[order[i]]);
    return REPLY_AGAIN;
}

static enum reply do_rules(struct dialog *d, seat_id seat, struct text id)
{
    (void)seat;
    struct error       err = { 0 };
    const struct game *g   = d->match->table.game;
    if (!id.size) {
        dialog_say(d, "Which rule? Say: rules %s", g->rules[0].name);
        return REPLY_AGAIN;
    }
    const struct rule *rule = find_rule(g, id, &err);
    if (!rule) {
        dialog_say(d, "%s", err.text);
        return REPLY_AGAIN;
    }
    write_rule(rule, &d->said);
    d->title = rule->name;
    return REPLY_AGAIN;
}

static enum reply do_save(struct dialog *d, seat_id seat, struct text path)
{
    (void)seat;
    struct error err = { 0 };
    char         words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    if (!path.size) {
        dialog_say(d, "Where to? Say: save FILE");
        return REPLY_AGAIN;
    }
    const char *name = arena_text(&d->scratch, path).at;
    if (replay_save(d->match, name, &err)) {
        d->saved = true;
        dialog_say(d, "Saved; see it with: pentacle replay %s", name);
        return REPLY_AGAIN;
    }
    error_say(&err, words, sizeof words);
    dialog_say(d, "Not saved: %s", words);
    return REPLY_AGAIN;
}

static bool agrees(struct dialog *d, seat_id seat)
{
    char        prompt[128];
    struct text line;
    if (d->full)
        return full_confirm(
            d, arena_format(&d->scratch, "%s, may it be taken back?", d->match->names[seat]));
    snprintf(prompt, sizeof prompt, "%s, may it be taken back? (yes or no) ",
             d->match->names[seat]);
    return line_read(d->lines, prompt, &line) && text_starts_fold(line, "y");
}

// Beyond what is free: people are asked; bots do not mind, but it must be wished for.
static bool others_agree(struct dialog *d, seat_id seat, bool anyway)
{
    const struct core *c = d->match->table.state;
    for (seat_id other = 0; other < c->seats; other++) {
        if (other == seat) continue;
        if (!(d->people >> other & 1) && !anyway) return false;
        if (d->people >> other & 1 && !agrees(d, other)) return false;
    }
    return true;
}

// The last real decision of a person counts, whoever is asked now.
static enum reply do_undo(struct dialog *d, seat_id seat, struct text how)
{
    const struct match *m    = d->match;
    struct error        err  = { 0 };
    size_t              move = m->move_count;
    while (move > 0 &&
           (m->moves[move - 1].options < 2 || !(d->people >> m->moves[move - 1].seat & 1)))
        move--;
    if (move > 0) seat = m->moves[move - 1].seat;
    bool anyway = text_equal_fold(how, TEXT("anyway"));
    if (how.size && !anyway) {
        dialog_say(d, "Say: undo, or undo anyway");
        return REPLY_AGAIN;
    }
    if (!match_undo(d->match, seat, &err)) {
        if (move == 0 || !others_agree(d, seat, anyway)) {
            dialog_say(d, "Not taken back: %s.%s", err.text,
                       move && d->people == BIT(seat) && !anyway
                           ? " Against bots \"undo anyway\" does it all the same."
                           : "");
            return REPLY_AGAIN;
        }
        match_go_back(d->match, move - 1);
    }
    dialog_say(d, "Taken back.");
    d->drawn[0] = 0;
    for (seat_id s = 0; s < SEATS_MAX; s++)
        if (d->told[s] > m->log.count) d->told[s] = m->log.count;
    return REPLY_CHANGED;
}

static enum reply do_board(struct dialog *d, seat_id seat, struct text rest)
{
    (void)rest;
    scene_write_table(d, seat, &d->said);
    d->title = "Table";
    return REPLY_AGAIN;
}

static enum reply do_choices(struct dialog *d, seat_id seat, struct text rest)
{
    (void)d, (void)seat, (void)rest;
    return REPLY_STEP;
}

static enum reply do_back(struct dialog *d, seat_id seat, struct text rest)
{
    (void)seat, (void)rest;
    if (steps_back(&d->steps)) return REPLY_STEP;
    dialog_say(d, "This is the first step; undo takes back what was answered.");
    return REPLY_AGAIN;
}

static enum reply do_try(struct dialog *d, seat_id seat, struct text typed)
{
    long        number;
    size_t      item;
    const char *preview;
    if (!text_number(typed, 0, 10000, &number))
        dialog_say(d, "Which choice? Say: try and its number");
    else if (find_item(d, number, &item)) {
        preview = preview_of(d, seat, item);
        dialog_say(d, "%s", *preview ? preview : "Nothing is known of what it would do.");
    }
    return REPLY_AGAIN;
}

static enum reply do_concede(struct dialog *d, seat_id seat, struct text rest)
{
    (void)rest;
    if (match_concede(d->match, seat)) return REPLY_CHANGED;
    dialog_say(d, "Nobody can give up here.");
    return REPLY_AGAIN;
}

static enum reply do_quit(struct dialog *d, seat_id seat, struct text rest)
{
    (void)seat;
    (void)rest;
    d->left = true;
    return REPLY_CHANGED;
}

struct dialog_command {
    const char *word, *takes;
    const char *about; // NULL: another word for a command in the list
    enum reply (*run)(struct dialog *, seat_id, struct text rest);
};

static enum reply do_help(struct dialog *, seat_id, struct text); // shows this table

static const struct dialog_command COMMANDS[] = {
    { "table", "", "the whole table again", do_board },
    { "board", "", NULL, do_board },
    { "choices", "", "lists the choices again", do_choices },
    { "back", "", "one step back, before anything is answered", do_back },
    { "try", "N", "what a choice would do, as far as you can know", do_try },
    { "hint", "[N]", "the best choices, with the chance to win after each", do_hint },
    { "why", "CHOICE", "is it legal, and if not, which rule forbids it", do_why },
    { "card", "NAME", "the card as printed, and what its words mean; or card N", do_card },
    { "rules", "ID", "a rule by its id, as the reasons in brackets name it", do_rules },
    { "rule", "ID", NULL, do_rules },
    { "log", "[N]", "what happened since your last choice, or the last N things", do_log },
    { "undo", "[anyway]", "takes your last choice back, while nobody learned anything", do_undo },
    { "save", "FILE", "writes a replay of the match so far", do_save },
    { "concede", "", "gives the match up", do_concede },
    { "help", "", "this list", do_help },
    { "?", "", NULL, do_help },
    { "quit", "", "leaves without saving", do_quit },
    { "exit", "", NULL, do_quit },
    { 0 },
};

static enum reply do_help(struct dialog *d, seat_id seat, struct text rest)
{
    (void)seat;
    (void)rest;
    show_line(&d->screen,
              "Type a choice: its number, its words, or the beginning of its words (Tab "
              "completes). Or one of these:");
    for (const struct dialog_command *c = COMMANDS; c->word; c++)
        if (c->about) dialog_say(d, "  %-8s%-9s%s", c->word, c->takes, c->about);
    return REPLY_AGAIN;
}

// --- what was typed -----------------------------------------------------------------------------

void dialog_complete(void *context, struct text typed, void (*take)(void *list, const char *line),
                     void *list)
{
    struct dialog          *d    = context;
    const struct card_pool *pool = d->match->table.pool;
    char                    line[1100];
    for (size_t i = 0; i < d->steps.count; i++) take(list, d->steps.words[i]);
    for (const struct dialog_command *c = COMMANDS; c->word; c++) {
        bool needs = *c->takes && *c->takes != '[';
        snprintf(line, sizeof line, "%s%s", c->word, needs ? " " : "");
        if (c->about) take(list, line);
    }
    for (size_t i = 0; i < d->steps.count && text_starts_fold(typed, "why "); i++) {
        snprintf(line, sizeof line, "why %s", d->steps.words[i]);
        take(list, line);
    }
    for (size_t i = 0; i < pool->def_count && text_starts_fold(typed, "card "); i++) {
        snprintf(line, sizeof line, "card %s", pool->defs[i].name);
        take(list, line);
    }
}

static bool is_exact_choice(const struct dialog *d, struct text typed)
{
    for (size_t i = 0; i < d->steps.count; i++)
        if (text_equal_fold(typed, text_of(d->steps.words[i]))) return true;
    return false;
}

static enum reply do_command(struct dialog *d, seat_id seat, struct text typed)
{
    struct text rest = typed, word;
    if (!text_next_word(&rest, &word) || is_exact_choice(d, typed)) return REPLY_UNKNOWN;
    for (const struct dialog_command *c = COMMANDS; c->word; c++)
        if (text_equal_fold(word, text_of(c->word)) && (*c->takes || !rest.size))
            return c->run(d, seat, text_trim(rest));
    return REPLY_UNKNOWN;
}

enum reply dialog_do(struct dialog *d, seat_id seat, struct text typed)
{
    struct choice choice;
    long          number;
    size_t        item;
    if (text_number(typed, -100000, 100000, &number))
        return find_item(d, number, &item) ? dialog_enter(d, seat, item) : REPLY_AGAIN;
    enum reply reply = do_command(d, seat, typed);
    if (reply != REPLY_UNKNOWN) return reply;
    if (d->match->table.state->over) {
        dialog_say(d, "The match is over.");
        return REPLY_AGAIN;
    }
    return find_choice(d, seat, typed, &choice) ? answer(d, seat, choice) : REPLY_AGAIN;
}
