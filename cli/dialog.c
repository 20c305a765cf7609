#include "cli/dialog.h"

#include "base/arena.h"
#include "bots/search.h"
#include "cli/explain.h"
#include "cli/news.h"
#include "cli/turn.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/replay.h"

#include <stdlib.h>
#include <string.h>

enum { LOG_DEFAULT = 20, HINT_DEFAULT = 3, HINT_MILLISECONDS = 700 };

enum reply { REPLY_AGAIN, REPLY_CHANGED, REPLY_NOT_A_COMMAND };

static bool wait_for_reader(void *context)
{
    struct dialog *d = context;
    return line_wait(d->lines);
}

static void show_refusal(struct dialog *d, rule_id rule)
{
    const struct game *g = d->match->table.game;
    char               name[32];
    const char        *text = table_rule_text(g, rule, name, sizeof name);
    if (rule_find(g->rules, g->rule_count, rule))
        show_styled(&d->screen, STYLE_BAD, "Not legal, %s: %s", name, text);
    else
        show_styled(&d->screen, STYLE_BAD, "Not legal. %s", text); // no rulebook needs to say it
}

// --- the choice that is meant -------------------------------------------------------------------

// How many choices begin with these words, and the last of them; exact words are the only ones.
static size_t count_beginnings(const struct dialog *d, struct text typed, struct choice *out)
{
    size_t count = 0;
    for (size_t i = 0; i < d->count; i++) {
        struct text words = text_of(d->words[i]);
        if (!text_equal_fold(text_part(words, 0, typed.size), typed)) continue;
        *out = d->choices[i];
        count++;
        if (words.size == typed.size) return 1;
    }
    return count;
}

// By number, by words, by the only beginning, or anything that notation can say, legal or not. Says
// what is wrong.
static bool find_choice(struct dialog *d, seat_id seat, struct text typed, struct choice *out)
{
    struct error err = { 0 };
    long         number;
    if (text_number(typed, -100000, 100000, &number)) {
        bool listed = number >= 1 && (size_t)number <= d->count;
        if (listed)
            *out = d->choices[number - 1];
        else
            show_line(&d->screen, "There is no choice %ld; there are 1 to %zu.", number, d->count);
        return listed;
    }
    size_t begin = count_beginnings(d, typed, out);
    if (begin == 1) return true;
    if (read_choice(&d->match->table, seat, typed, d->match->names, out, &err)) return true;
    if (begin > 1)
        show_line(&d->screen, "%zu choices begin with \"%.*s\": say more, or a number.", begin,
                  SHOW(typed));
    else
        show_line(&d->screen, "%s", err.text);
    return false;
}

// --- what a reader may ask ----------------------------------------------------------------------

static enum reply do_card(struct dialog *d, seat_id seat, struct text name)
{
    (void)seat;
    struct error err = { 0 };
    def_id       def;
    if (!name.size) {
        show_line(&d->screen, "Which card? Say: card NAME");
        return REPLY_AGAIN;
    }
    if (!find_card(d->match->table.pool, name, &def, &err)) {
        show_line(&d->screen, "%s", err.text);
        return REPLY_AGAIN;
    }
    struct writer          w    = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    const struct card_def *card = &d->match->table.pool->defs[def];
    write_card(d->match->box, card, &w);
    write_words(d->match->box, card, &w);
    show_text(&d->screen, (struct text){ w.at, w.size });
    return REPLY_AGAIN;
}

static enum reply do_why(struct dialog *d, seat_id seat, struct text typed)
{
    struct choice choice;
    if (!typed.size) {
        show_line(&d->screen, "Why what? Say: why CHOICE");
        return REPLY_AGAIN;
    }
    if (!find_choice(d, seat, typed, &choice)) return REPLY_AGAIN;
    rule_id no = table_why_not(&d->match->table, seat, choice);
    if (no)
        show_refusal(d, no);
    else
        show_styled(&d->screen, STYLE_GOOD, "Legal: no rule forbids it.");
    return REPLY_AGAIN;
}

static enum reply do_log(struct dialog *d, seat_id seat, struct text number)
{
    const struct event_log *log  = &d->match->log;
    long                    most = LOG_DEFAULT;
    if (number.size && !text_number(number, 1, 100000, &most)) {
        show_line(&d->screen, "How many? Say: log, or log 50");
        return REPLY_AGAIN;
    }
    struct writer w     = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    size_t        first = log->count;
    struct event  seen;
    for (; first > 0 && most > 0; first--) most -= event_for(&log->events[first - 1], seat, &seen);
    if (!number.size && first > d->news) first = d->news;
    write_news(d->match, seat, first, log->count, d->screen.codes, &w);
    show_text(&d->screen, (struct text){ w.at, w.size });
    if (w.size == 0) show_line(&d->screen, "Nothing has happened yet.");
    return REPLY_AGAIN;
}

// A hint takes what this seat may know and nothing else.
static enum reply do_hint(struct dialog *d, seat_id seat, struct text number)
{
    const struct search_settings settings = { .milliseconds = HINT_MILLISECONDS };
    long                         most     = HINT_DEFAULT;
    if (number.size && !text_number(number, 1, CHOICES_MAX, &most)) {
        show_line(&d->screen, "How many? Say: hint, or hint 5");
        return REPLY_AGAIN;
    }
    if (d->count < 2) {
        show_line(&d->screen, d->count ? "There is only one choice." : "Nothing is asked.");
        return REPLY_AGAIN;
    }
    struct search_report *r     = ARENA_NEW(&d->scratch, struct search_report);
    size_t               *order = ARENA_ARRAY(&d->scratch, size_t, d->count);
    struct rng            rng   = rng_from(d->match->move_count);
    search_think(&d->match->table, seat, &settings, &rng, r);
    size_t shown = search_best(r, order, (size_t)most);
    for (size_t i = 0; i < shown; i++)
        show_line(&d->screen, "  %3.0f %% to win  %zu. %s", (double)r->chance[order[i]] * 100,
                  order[i] + 1, d->words[order[i]]);
    return REPLY_AGAIN;
}

static enum reply do_rules(struct dialog *d, seat_id seat, struct text id)
{
    (void)seat;
    struct error       err = { 0 };
    const struct game *g   = d->match->table.game;
    if (!id.size) {
        show_line(&d->screen, "Which rule? Say: rules %s", g->rules[0].name);
        return REPLY_AGAIN;
    }
    const struct rule *rule = find_rule(g, id, &err);
    if (!rule) {
        show_line(&d->screen, "%s", err.text);
        return REPLY_AGAIN;
    }
    struct writer w = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    write_rule(rule, &w);
    show_text(&d->screen, (struct text){ w.at, w.size });
    return REPLY_AGAIN;
}

static enum reply do_save(struct dialog *d, seat_id seat, struct text path)
{
    (void)seat;
    struct error err = { 0 };
    char         words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    if (!path.size) {
        show_line(&d->screen, "Where to? Say: save FILE");
        return REPLY_AGAIN;
    }
    const char *name = arena_text(&d->scratch, path).at;
    if (replay_save(d->match, name, &err)) {
        d->saved = true;
        show_styled(&d->screen, STYLE_GOOD, "Saved; see it with: pentacle replay %s", name);
        return REPLY_AGAIN;
    }
    error_say(&err, words, sizeof words);
    show_styled(&d->screen, STYLE_BAD, "Not saved: %s", words);
    return REPLY_AGAIN;
}

static bool agrees(struct dialog *d, seat_id seat)
{
    char        prompt[128];
    struct text line;
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
        show_line(&d->screen, "Say: undo, or undo anyway");
        return REPLY_AGAIN;
    }
    if (!match_undo(d->match, seat, &err)) {
        if (move == 0 || !others_agree(d, seat, anyway)) {
            show_line(&d->screen, "Not taken back: %s.%s", err.text,
                      move && d->people == BIT(seat) && !anyway
                          ? " Against bots \"undo anyway\" does it all the same."
                          : "");
            return REPLY_AGAIN;
        }
        match_go_back(d->match, move - 1);
    }
    show_styled(&d->screen, STYLE_GOOD, "Taken back.");
    d->drawn[0] = 0;
    for (seat_id s = 0; s < SEATS_MAX; s++)
        if (d->told[s] > m->log.count) d->told[s] = m->log.count;
    return REPLY_CHANGED;
}

static enum reply do_board(struct dialog *d, seat_id seat, struct text rest)
{
    (void)rest;
    show_table(d, seat);
    return REPLY_AGAIN;
}

static enum reply do_choices(struct dialog *d, seat_id seat, struct text rest)
{
    (void)seat;
    (void)rest;
    d->next = 0;
    show_choices(d, d->screen.rows - 2);
    return REPLY_AGAIN;
}

static enum reply do_concede(struct dialog *d, seat_id seat, struct text rest)
{
    (void)rest;
    if (match_concede(d->match, seat)) return REPLY_CHANGED;
    show_line(&d->screen, "Nobody can give up here.");
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
    { "board", "", "draws the table again", do_board },
    { "choices", "", "lists the choices again; Enter shows more of a long list", do_choices },
    { "hint", "[N]", "the best choices, with the chance to win after each", do_hint },
    { "why", "CHOICE", "is it legal, and if not, which rule forbids it", do_why },
    { "card", "NAME", "the card as printed, and what its words mean", do_card },
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
        if (c->about) show_line(&d->screen, "  %-8s%-9s%s", c->word, c->takes, c->about);
    return REPLY_AGAIN;
}

// --- the dialog ---------------------------------------------------------------------------------

static void complete_line(void *context, struct text                        typed,
                          void (*take)(void *list, const char *line), void *list)
{
    struct dialog          *d    = context;
    const struct card_pool *pool = d->match->table.pool;
    char                    line[1100];
    for (size_t i = 0; i < d->count; i++) take(list, d->words[i]);
    for (const struct dialog_command *c = COMMANDS; c->word; c++) {
        bool needs = *c->takes && *c->takes != '[';
        snprintf(line, sizeof line, "%s%s", c->word, needs ? " " : "");
        if (c->about) take(list, line);
    }
    for (size_t i = 0; i < d->count && text_starts_fold(typed, "why "); i++) {
        snprintf(line, sizeof line, "why %s", d->words[i]);
        take(list, line);
    }
    for (size_t i = 0; i < pool->def_count && text_starts_fold(typed, "card "); i++) {
        snprintf(line, sizeof line, "card %s", pool->defs[i].name);
        take(list, line);
    }
}

struct dialog *dialog_open(struct match *m, seat_set people)
{
    struct dialog *d = calloc(1, sizeof *d);
    if (!d) BUG("out of memory for a dialog");
    d->match          = m;
    d->people         = people;
    d->reader         = NO_SEAT;
    d->screen         = screen_open();
    d->screen.wait    = wait_for_reader;
    d->screen.context = d;
    d->lines          = line_open(d->screen.terminal, complete_line, d);
    arena_init(&d->arena);
    arena_init(&d->scratch);
    return d;
}

void dialog_close(struct dialog *d)
{
    if (!d) return;
    line_close(d->lines);
    arena_finish(&d->arena);
    arena_finish(&d->scratch);
    free(d);
}

static bool is_exact_choice(const struct dialog *d, struct text typed)
{
    for (size_t i = 0; i < d->count; i++)
        if (text_equal_fold(typed, text_of(d->words[i]))) return true;
    return false;
}

static enum reply do_command(struct dialog *d, seat_id seat, struct text typed)
{
    struct text rest = typed, word;
    if (!text_next_word(&rest, &word) || is_exact_choice(d, typed)) return REPLY_NOT_A_COMMAND;
    for (const struct dialog_command *c = COMMANDS; c->word; c++)
        if (text_equal_fold(word, text_of(c->word)) && (*c->takes || !rest.size))
            return c->run(d, seat, text_trim(rest));
    return REPLY_NOT_A_COMMAND;
}

// One line; false if the reader has left.
static bool read_reply(struct dialog *d, seat_id seat, struct text *out)
{
    char prompt[SEAT_NAME_MAX + 8];
    snprintf(prompt, sizeof prompt, "%s> ", d->match->names[seat]);
    d->left = d->input_ended = !line_read(d->lines, prompt, out);
    screen_answered(&d->screen);
    arena_reset(&d->scratch);
    return !d->left;
}

// Another person's turn: what was for the last one's eyes only goes out of sight first.
static void pass_keyboard(struct dialog *d, seat_id seat)
{
    const struct match *m = d->match;
    if (d->reader != NO_SEAT && d->reader != seat && match_has_secrets(m, d->reader, seat)) {
        if (d->screen.terminal) {
            char        prompt[2 * SEAT_NAME_MAX + 64];
            struct text line;
            screen_clear(&d->screen);
            snprintf(prompt, sizeof prompt, "%s, take the keyboard and press Enter. ",
                     m->names[seat]);
            d->left = d->input_ended = !line_read(d->lines, prompt, &line);
            screen_clear(&d->screen);
        } else {
            show_line(&d->screen, "-- %s --", m->names[seat]);
        }
    }
    if (d->reader != seat) d->drawn[0] = 0;
    d->reader = seat;
}

void dialog_ask(struct dialog *d, seat_id seat)
{
    pass_keyboard(d, seat);
    if (d->left) return;
    take_question(d, seat);
    show_turn(d, seat);
    struct text typed;
    while (read_reply(d, seat, &typed)) {
        struct choice choice;
        if (!typed.size) {
            show_choices(d, d->screen.rows - 2);
            continue;
        }
        enum reply reply = do_command(d, seat, typed);
        if (reply == REPLY_CHANGED) return;
        if (reply == REPLY_AGAIN || !find_choice(d, seat, typed, &choice)) continue;
        rule_id no = match_answer(d->match, seat, choice);
        if (!no) return;
        show_refusal(d, no);
    }
}

void dialog_end(struct dialog *d, seat_id seat)
{
    d->reader = seat;
    take_question(d, seat); // nothing is asked any more
    show_end(d, seat);
    struct text typed;
    while (read_reply(d, seat, &typed)) {
        enum reply reply = typed.size ? do_command(d, seat, typed) : REPLY_AGAIN;
        if (reply == REPLY_CHANGED) return;
        if (reply == REPLY_NOT_A_COMMAND) show_line(&d->screen, "The match is over.");
    }
}
