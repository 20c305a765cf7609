#include "cli/dialog.h"

#include "base/arena.h"
#include "cli/explain.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/replay.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = DRAWING_SIZE, LOG_DEFAULT = 20, LOG_LEAST = 2, CHOICES_LEAST = 4 };

static const struct {
    const char *word, *takes, *about;
} COMMANDS[] = {
    { "board", "", "draws the table again" },
    { "choices", "", "lists the choices again; Enter shows more of a long list" },
    { "why", "CHOICE", "is it legal, and if not, which rule forbids it" },
    { "card", "NAME", "the card as printed, and what its words mean" },
    { "rules", "ID", "a rule by its number, as in: rules 101" },
    { "log", "[N]", "the last N things that happened, with reasons" },
    { "undo", "", "takes your last choice back, while nobody has learned anything" },
    { "save", "FILE", "writes a replay of the match so far" },
    { "concede", "", "gives the match up" },
    { "help", "", "this list" },
    { "quit", "", "leaves without saving" },
};

// --- showing ------------------------------------------------------------------------------------

static bool wait_for_reader(void *context)
{
    struct dialog *d = context;
    struct text    line;
    return line_read(d->lines, "-- Enter for more --", &line);
}

// One thing that happened, with its reason; nothing if the viewer does not learn of it.
static void write_event(const struct match *m, seat_id viewer, const struct event *event,
                        struct writer *w)
{
    char          words[2048];
    struct writer line = writer_on(words, sizeof words);
    struct event  seen;
    if (!event_for(event, viewer, &seen)) return;
    say_event(&m->table, viewer, event, m->names, &line);
    if (line.size == 0) return;
    char          why[1024];
    struct writer reason = writer_on(why, sizeof why);
    say_reason(&m->table, &seen.reason, &reason);
    if (reason.size) write_format(&line, " (%s)", why);
    write_chars(w, "  ");
    write_wrapped(w, (struct text){ words, line.size }, 2, 4);
}

// The last rows of a text, at most so many; says how many are left out.
static void show_last_rows(struct dialog *d, struct text rows, unsigned most)
{
    unsigned    count = count_rows_of(rows);
    struct text row;
    if (count > most) {
        unsigned skipped = count - most + 1;
        show_line(&d->screen, "  ... %u lines earlier: log", skipped);
        while (skipped-- > 0) text_next_line(&rows, &row);
    }
    show_text(&d->screen, rows);
}

// The table as the seat sees it; empty if that is just what stands above already.
static struct text board_for(struct dialog *d, seat_id seat, bool always)
{
    const struct table *t    = &d->match->table;
    struct view        *view = ARENA_NEW(&d->arena, struct view);
    struct writer       w    = writer_on(arena_alloc(&d->arena, 1, TEXT_SIZE), TEXT_SIZE);
    table_view(t, seat, view);
    t->game->draw(view, t->pool, d->match->names, d->screen.codes, &w);
    if (!always && strcmp(d->drawn, w.at) == 0) return (struct text){ "", 0 };
    memcpy(d->drawn, w.at, w.size + 1);
    return (struct text){ w.at, w.size };
}

static struct text news_for(struct dialog *d, seat_id seat)
{
    const struct event_log *log = &d->match->log;
    struct writer           w   = writer_on(arena_alloc(&d->arena, 1, TEXT_SIZE), TEXT_SIZE);
    size_t                  first = d->told[seat];
    if (log->count - first > 200) first = log->count - 200; // the log has the rest
    for (size_t i = first; i < log->count; i++) write_event(d->match, seat, &log->events[i], &w);
    d->told[seat] = log->count;
    return (struct text){ w.at, w.size };
}

static struct text question_for(struct dialog *d, seat_id seat)
{
    const struct match    *m     = d->match;
    const struct question *q     = &m->table.state->question[seat];
    const char            *asked = "Choose.";
    char                   so_far[64] = "";
    for (unsigned i = 0; m->table.game->questions[i]; i++)
        if (i == q->kind) asked = m->table.game->questions[i];
    if (q->max > 0)
        snprintf(so_far, sizeof so_far, " (%u of %u to %u)", q->picked, q->min, q->max);
    struct writer w = writer_on(arena_alloc(&d->arena, 1, 4096), 4096);
    write_wrapped(&w, text_of(arena_format(&d->arena, "%s: %s%s", m->names[seat], asked, so_far)), 0,
                  2);
    return (struct text){ w.at, w.size };
}

static void show_choices(struct dialog *d, unsigned rows)
{
    size_t first = d->next < d->count ? d->next : 0;
    if (d->screen.terminal && rows_of_items(d->words, d->count, first) > rows) {
        d->next = show_items(&d->screen, d->words, d->count, first, rows - 1);
        show_line(&d->screen, "  ... %zu more: Enter", d->count - d->next);
        return;
    }
    d->next = show_items(&d->screen, d->words, d->count, first, ~0u);
    if (d->next >= d->count) d->next = 0;
}

// What happened, the table, the question, the choices: on a terminal so that all of it fits the screen
// if it can, the choices keeping a few rows in any case.
static void show_turn(struct dialog *d, seat_id seat)
{
    struct text board = board_for(d, seat, false), news = news_for(d, seat);
    struct text asked = question_for(d, seat);
    unsigned    fixed = d->screen.used + count_rows_of(board) + count_rows_of(asked) + 1; // the prompt
    unsigned    left  = d->screen.rows > fixed ? d->screen.rows - fixed : 0;
    unsigned    items = rows_of_items(d->words, d->count, 0), told = count_rows_of(news);
    if (!d->screen.terminal) {
        left = items + told;
    } else {
        unsigned for_news = told < LOG_LEAST ? told : LOG_LEAST;
        unsigned most     = left > for_news + CHOICES_LEAST ? left - for_news : CHOICES_LEAST;
        if (items > most) items = most;
        left = left > items ? left - items : 0;
        if (left < for_news) left = for_news;
        if (told > left) told = left;
    }
    if (told) show_last_rows(d, news, told);
    show_text(&d->screen, board);
    show_text(&d->screen, asked);
    d->next = 0;
    show_choices(d, items);
}

static void show_refusal(struct dialog *d, rule_id rule)
{
    const struct game *g = d->match->table.game;
    char               name[32];
    const char        *text = table_rule_text(g, rule, name, sizeof name);
    if (rule_find(g->rules, g->rule_count, rule))
        show_line(&d->screen, "Not legal, %s: %s", name, text);
    else
        show_line(&d->screen, "Not legal. %s", text); // no rulebook needs to say it
}

// --- the question in hand -----------------------------------------------------------------------

static void take_question(struct dialog *d, seat_id seat)
{
    const struct match *m = d->match;
    arena_reset(&d->arena);
    d->choices = ARENA_ARRAY(&d->arena, struct choice, CHOICES_MAX);
    d->words   = ARENA_ARRAY(&d->arena, const char *, CHOICES_MAX);
    d->count   = table_choices(&m->table, seat, d->choices, CHOICES_MAX);
    for (size_t i = 0; i < d->count; i++) {
        char          words[1024];
        struct writer w = writer_on(words, sizeof words);
        say_choice(&m->table, seat, seat, d->choices[i], m->names, &w);
        d->words[i] = arena_text(&d->arena, (struct text){ words, w.size }).at;
    }
    d->next = 0;
}

// By number, exact words, the only beginning, or anything that notation can say. Says why not.
static bool find_choice(struct dialog *d, seat_id seat, struct text typed, struct choice *out)
{
    long   number;
    size_t found = 0, begins = 0;
    if (text_number(typed, 1, (long)d->count, &number)) {
        *out = d->choices[number - 1];
        return true;
    }
    if (text_number(typed, -100000, 100000, &number)) {
        show_line(&d->screen, "There is no choice %ld; there are 1 to %zu.", number, d->count);
        return false;
    }
    for (size_t i = 0; i < d->count; i++) {
        struct text words = text_of(d->words[i]);
        if (!text_equal_fold(text_part(words, 0, typed.size), typed)) continue;
        if (words.size == typed.size || begins++ == 0) found = i;
        if (words.size == typed.size) begins = 1;
        if (words.size == typed.size) break;
    }
    if (begins == 1) {
        *out = d->choices[found];
        return true;
    }
    struct error err = { 0 };
    if (read_choice(&d->match->table, seat, typed, d->match->names, out, &err)) return true;
    if (begins > 1)
        show_line(&d->screen, "%zu choices begin with \"%.*s\": say more, or a number.", begins,
                  SHOW(typed));
    else
        show_line(&d->screen, "%s", err.text);
    return false;
}

// --- what a reader may ask ----------------------------------------------------------------------

static void do_help(struct dialog *d)
{
    show_line(&d->screen, "Type a choice: its number, its words, or the beginning of its words (Tab "
                          "completes). Or one of these:");
    for (size_t i = 0; i < COUNT(COMMANDS); i++)
        show_line(&d->screen, "  %-8s%-7s%s", COMMANDS[i].word, COMMANDS[i].takes, COMMANDS[i].about);
}

static void do_card(struct dialog *d, struct text name)
{
    struct error err = { 0 };
    def_id       def;
    if (!name.size) {
        show_line(&d->screen, "Which card? Say: card NAME");
        return;
    }
    if (!find_card(d->match->table.pool, name, &def, &err)) {
        show_line(&d->screen, "%s", err.text);
        return;
    }
    struct writer          w    = writer_on(arena_alloc(&d->arena, 1, TEXT_SIZE), TEXT_SIZE);
    const struct card_def *card = &d->match->table.pool->defs[def];
    write_card(d->match->box, card, &w);
    write_words(d->match->box, card, &w);
    show_text(&d->screen, (struct text){ w.at, w.size });
}

static void do_why(struct dialog *d, seat_id seat, struct text typed)
{
    struct choice choice;
    if (!typed.size) {
        show_line(&d->screen, "Why what? Say: why CHOICE");
        return;
    }
    if (!find_choice(d, seat, typed, &choice)) return;
    rule_id no = table_why_not(&d->match->table, seat, choice);
    if (no)
        show_refusal(d, no);
    else
        show_line(&d->screen, "Legal: no rule forbids it.");
}

static void do_log(struct dialog *d, seat_id seat, struct text number)
{
    const struct event_log *log = &d->match->log;
    long                    most = LOG_DEFAULT;
    if (number.size && !text_number(number, 1, 100000, &most)) {
        show_line(&d->screen, "How many? Say: log, or log 50");
        return;
    }
    struct writer w     = writer_on(arena_alloc(&d->arena, 1, TEXT_SIZE), TEXT_SIZE);
    size_t        first = log->count;
    struct event  seen;
    for (; first > 0 && most > 0; first--) most -= event_for(&log->events[first - 1], seat, &seen);
    for (; first < log->count; first++) write_event(d->match, seat, &log->events[first], &w);
    show_text(&d->screen, (struct text){ w.at, w.size });
    if (w.size == 0) show_line(&d->screen, "Nothing has happened yet.");
}

static void do_rules(struct dialog *d, struct text id)
{
    struct error       err = { 0 };
    const struct game *g   = d->match->table.game;
    if (!id.size) {
        show_line(&d->screen, "Which rule? Say: rules %s", g->rules[0].name);
        return;
    }
    const struct rule *rule = find_rule(g, id, &err);
    if (!rule) {
        show_line(&d->screen, "%s", err.text);
        return;
    }
    struct writer w = writer_on(arena_alloc(&d->arena, 1, TEXT_SIZE), TEXT_SIZE);
    write_rule(rule, &w);
    show_text(&d->screen, (struct text){ w.at, w.size });
}

static void do_save(struct dialog *d, struct text path)
{
    struct error err = { 0 };
    char         words[ERROR_TEXT_MAX + ERROR_SOURCE_MAX + 32];
    if (!path.size) {
        show_line(&d->screen, "Where to? Say: save FILE");
        return;
    }
    const char *name = arena_text(&d->arena, path).at;
    if (replay_save(d->match, name, &err)) {
        d->saved = true;
        show_line(&d->screen, "Saved; see it with: pentacle replay %s", name);
        return;
    }
    error_say(&err, words, sizeof words);
    show_line(&d->screen, "Not saved: %s", words);
}

static bool agrees(struct dialog *d, seat_id seat)
{
    char        prompt[128];
    struct text line;
    snprintf(prompt, sizeof prompt, "%s, may it be taken back? (yes or no) ", d->match->names[seat]);
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
static bool do_undo(struct dialog *d, seat_id seat, struct text how)
{
    const struct match *m    = d->match;
    struct error        err  = { 0 };
    size_t              move = m->move_count;
    while (move > 0 && (m->moves[move - 1].options < 2 || !(d->people >> m->moves[move - 1].seat & 1)))
        move--;
    if (move > 0) seat = m->moves[move - 1].seat;
    bool anyway = text_equal_fold(how, TEXT("anyway"));
    if (how.size && !anyway) {
        show_line(&d->screen, "Say: undo, or undo anyway");
        return false;
    }
    if (!match_undo(d->match, seat, &err)) {
        if (move == 0 || !others_agree(d, seat, anyway)) {
            show_line(&d->screen, "Not taken back: %s.%s", err.text,
                      move && d->people == BIT(seat) && !anyway
                          ? " Against bots \"undo anyway\" does it all the same."
                          : "");
            return false;
        }
        match_go_back(d->match, move - 1);
    }
    show_line(&d->screen, "Taken back.");
    d->drawn[0] = 0;
    for (seat_id s = 0; s < SEATS_MAX; s++)
        if (d->told[s] > m->log.count) d->told[s] = m->log.count;
    return true;
}

// --- the dialog ---------------------------------------------------------------------------------

static void complete_line(void *context, struct text typed,
                          void (*take)(void *list, const char *line), void *list)
{
    struct dialog          *d    = context;
    const struct card_pool *pool = d->match->table.pool;
    char                    line[1100];
    for (size_t i = 0; i < d->count; i++) take(list, d->words[i]);
    for (size_t i = 0; i < COUNT(COMMANDS); i++) {
        bool takes = *COMMANDS[i].takes && *COMMANDS[i].takes != '[';
        snprintf(line, sizeof line, "%s%s", COMMANDS[i].word, takes ? " " : "");
        take(list, line);
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
    return d;
}

void dialog_close(struct dialog *d)
{
    if (!d) return;
    line_close(d->lines);
    arena_finish(&d->arena);
    free(d);
}

static bool is_exact_choice(const struct dialog *d, struct text typed)
{
    for (size_t i = 0; i < d->count; i++)
        if (text_equal_fold(typed, text_of(d->words[i]))) return true;
    return false;
}

enum reply { REPLY_AGAIN, REPLY_CHANGED, REPLY_NOT_A_COMMAND };

static enum reply do_command(struct dialog *d, seat_id seat, struct text typed)
{
    struct text rest = typed, word;
    if (!text_next_word(&rest, &word) || is_exact_choice(d, typed)) return REPLY_NOT_A_COMMAND;
    if (text_equal_fold(word, TEXT("card"))) {
        do_card(d, rest);
    } else if (text_equal_fold(word, TEXT("why"))) {
        do_why(d, seat, rest);
    } else if (text_equal_fold(word, TEXT("log"))) {
        do_log(d, seat, rest);
    } else if (text_equal_fold(word, TEXT("rules")) || text_equal_fold(word, TEXT("rule"))) {
        do_rules(d, rest);
    } else if (text_equal_fold(word, TEXT("save"))) {
        do_save(d, rest);
    } else if (text_equal_fold(word, TEXT("undo"))) {
        return do_undo(d, seat, rest) ? REPLY_CHANGED : REPLY_AGAIN;
    } else if (rest.size) {
        return REPLY_NOT_A_COMMAND; // the others take nothing
    } else if (text_equal_fold(word, TEXT("help")) || text_is(word, "?")) {
        do_help(d);
    } else if (text_equal_fold(word, TEXT("board"))) {
        show_text(&d->screen, board_for(d, seat, true));
    } else if (text_equal_fold(word, TEXT("choices"))) {
        d->next = 0;
        show_choices(d, d->screen.rows - 2);
    } else if (text_equal_fold(word, TEXT("concede"))) {
        if (match_concede(d->match, seat)) return REPLY_CHANGED;
        show_line(&d->screen, "Nobody can give up here.");
    } else if (text_equal_fold(word, TEXT("quit")) || text_equal_fold(word, TEXT("exit"))) {
        d->left = true;
        return REPLY_CHANGED;
    } else {
        return REPLY_NOT_A_COMMAND;
    }
    return REPLY_AGAIN;
}

// One line; false if the reader has left.
static bool read_reply(struct dialog *d, seat_id seat, struct text *out)
{
    char prompt[SEAT_NAME_MAX + 8];
    snprintf(prompt, sizeof prompt, "%s> ", d->match->names[seat]);
    d->left = d->input_ended = !line_read(d->lines, prompt, out);
    screen_answered(&d->screen);
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
            snprintf(prompt, sizeof prompt, "%s, take the keyboard and press Enter. ", m->names[seat]);
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

static void show_result(struct dialog *d)
{
    const struct core *c = d->match->table.state;
    char               words[512];
    struct writer      w = writer_on(words, sizeof words);
    match_say_result(d->match, &w);
    show_line(&d->screen, "The match is over: %s.", words);
    const struct rule *why = rule_find(d->match->table.game->rules, d->match->table.game->rule_count,
                                       c->over_because);
    if (why) show_line(&d->screen, "  %s", why->text);
}

void dialog_end(struct dialog *d, seat_id seat)
{
    d->reader = seat;
    take_question(d, seat); // nothing is asked any more
    struct text news = news_for(d, seat), board = board_for(d, seat, true), typed;
    unsigned    rows = count_rows_of(board) + 5;
    if (news.size) show_last_rows(d, news, d->screen.rows > rows + 3 ? d->screen.rows - rows : 3);
    show_text(&d->screen, board);
    show_result(d);
    show_line(&d->screen, "save FILE keeps it; log, card, rules, undo and quit work as before.");
    while (read_reply(d, seat, &typed)) {
        enum reply reply = typed.size ? do_command(d, seat, typed) : REPLY_AGAIN;
        if (reply == REPLY_CHANGED) return;
        if (reply == REPLY_NOT_A_COMMAND) show_line(&d->screen, "The match is over.");
    }
}
