// What may be typed at a question: choices by number or words, and commands.
#include "cli/dialog.h"

#include "base/embedded.h"
#include "bots/search.h"
#include "cli/explain.h"
#include "cli/full.h"
#include "cli/news.h"
#include "cli/scene.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/replay.h"
#include "match/why.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_DEFAULT = 20, HINT_DEFAULT = 3, HINT_MILLISECONDS = 700 };

static const char *nearest_command(struct text typed, unsigned *least);

void dialog_say(struct dialog *d, const char *format, ...)
{
    char    line[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    write_format(&d->said, "%.*s\n", SHOW(whole_characters(text_of(line))));
}

// What is so now: where the card is and what it shows, and what there is to pay with.
static void say_fact(struct dialog *d, seat_id seat, card_id card)
{
    struct writer *w = &d->said;
    if (card == NO_CARD || !scene_write_state(d, seat, card, w)) return;
    write_chars(w, ". ");
}

// The fact, then the rule.
static void say_refusal(struct dialog *d, seat_id seat, struct choice choice, rule_id rule)
{
    const struct game  *g = d->match->table.game;
    char                name[32];
    const char         *text = table_rule_text(g, rule, name, sizeof name);
    struct choice_parts parts;
    choice_take_apart(&d->match->table, seat, choice, &parts);
    write_chars(&d->said, "Not legal: ");
    if (rule_find(g->rules, g->rule_count, rule)) {
        say_fact(d, seat, parts.card);
        if (parts.target != parts.card) say_fact(d, seat, parts.target);
        scene_write_numbers(d, seat, &d->said);
        write_plain_rule(text_of(text), &d->said);
        write_format(&d->said, " (%s)\n", name);
    } else {
        write_format(&d->said, "%s The question is: %s\n", text, scene_question(d, seat));
    }
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

// What was typed may be a word with a slip in it: the nearest choice or command.
static void say_nearest(struct dialog *d, struct text typed, const char *otherwise)
{
    unsigned    least = (unsigned)typed.size / 3 + 2;
    const char *best  = text_find(typed, ' ') == typed.size ? nearest_command(typed, &least) : NULL;
    for (size_t i = 0; i < d->steps.count; i++) {
        struct text words = text_of(d->steps.words[i]), word = words;
        for (; word.size; word = text_trim(text_part(word, text_find(word, ' '), word.size))) {
            unsigned far = text_distance(text_part(word, 0, typed.size), typed);
            if (far < least) least = far, best = d->steps.words[i];
        }
    }
    if (best)
        dialog_say(d, "\"%.*s\" is no choice here. Did you mean %s?", SHOW(typed), best);
    else
        dialog_say(d, "%s", otherwise);
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
    if (d->far)
        snprintf(err.text, sizeof err.text, "nothing like \"%.60s\" can be chosen", typed.at);
    else if (read_choice(&d->match->table, seat, typed, d->match->names, out, &err))
        return true;
    if (begin > 1)
        dialog_say(d, "%zu choices begin with \"%.*s\": say more, or a number.", begin,
                   SHOW(typed));
    else
        say_nearest(d, typed, err.text);
    return false;
}

// In a lesson something else than its step wants is answered by what the lesson says to that.
static bool suits_lesson(struct dialog *d, seat_id seat, const char *words)
{
    const char *instead = "";
    if (!d->lesson || lesson_allows(d->lesson, seat, words, &instead)) return true;
    dialog_say(d, "%s", instead);
    return false;
}

static enum reply answer_far(struct dialog *d, seat_id seat, struct choice choice)
{
    size_t i = 0;
    while (i < d->steps.count && !choice_equal(d->steps.choices[i], choice)) i++;
    if (i == d->steps.count) return REPLY_AGAIN;
    scene_answered(d, seat);
    return d->far->choose(d->far->at, i, &d->said) ? REPLY_CHANGED : REPLY_AGAIN;
}

static enum reply answer(struct dialog *d, seat_id seat, struct choice choice)
{
    if (d->far) return answer_far(d, seat, choice);
    char          words[1024];
    struct writer w = writer_on(words, sizeof words);
    say_choice(&d->match->table, seat, seat, choice, d->match->names, &w);
    bool legal = !table_why_not(&d->match->table, seat, choice);
    if (legal && !suits_lesson(d, seat, words)) return REPLY_AGAIN;
    scene_answered(d, seat);
    bot_remember(&d->acted[seat], &d->match->table, seat);
    rule_id no = match_answer(d->match, seat, choice);
    if (!no && d->lesson) lesson_chose(d->lesson, seat, words);
    if (!no) return REPLY_CHANGED;
    say_refusal(d, seat, choice, no);
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
    def_id def;
    if (!name.size)
        dialog_say(d, "Which card? Say: card NAME, or card and the number of a choice");
    else if (find_named_card(d, name, &def)) {
        const struct card_def *card = &d->match->table.pool->defs[def];
        write_card(d->match->box, card, &d->said);
        scene_write_states(d, seat, def, &d->said);
        write_words(d->match->box, card, &d->said);
        d->title = card->name;
    }
    return REPLY_AGAIN;
}

// Everything that is public about a card in play, or seen by the seat.
static enum reply do_state(struct dialog *d, seat_id seat, struct text name)
{
    def_id def;
    if (!name.size)
        dialog_say(d, "Of which card? Say: state NAME, or state and the number of a choice");
    else if (find_named_card(d, name, &def)) {
        d->title = d->match->table.pool->defs[def].name;
        if (!scene_write_states(d, seat, def, &d->said))
            dialog_say(d, "%s is nowhere that you can see.", d->title);
    }
    return REPLY_AGAIN;
}

static enum reply do_how(struct dialog *d, seat_id seat, struct text rest)
{
    (void)seat;
    (void)rest;
    const struct embedded_file *how = embedded_find(d->match->table.game->files, "how.txt");
    if (how)
        write_wrapped(&d->said, (struct text){ how->bytes, how->size }, 0, 0);
    else
        dialog_say(d, "%s has no such page; rules WORD searches its rules.",
                   d->match->table.game->title);
    d->title = "How to play";
    return REPLY_AGAIN;
}

// --- why ----------------------------------------------------------------------------------------

// Everything that might be done with a card: what is legal, and the rule against the rest.
static void say_why_card(struct dialog *d, seat_id seat, card_id card)
{
    const struct table *t = &d->match->table;
    struct why_answer   list[WHY_MAX];
    if (scene_write_state(d, seat, card, &d->said)) write_char(&d->said, '\n');
    if (d->far) {
        d->far->why(d->far->at, TEXT(""), card, &d->said);
        return;
    }
    size_t count = why_card(t, seat, card, list);
    for (size_t i = 0; i < count; i++) {
        char        name[32];
        const char *text = table_rule_text(t->game, list[i].rule, name, sizeof name);
        write_chars(&d->said, "  ");
        if (list[i].choice.kind != CHOICE_NONE) {
            say_choice(t, seat, seat, list[i].choice, d->match->names, &d->said);
            write_chars(&d->said, list[i].rule ? ": no. " : ": legal.\n");
        }
        if (!list[i].rule) continue;
        write_plain_rule(text_of(text), &d->said);
        if (rule_find(t->game->rules, t->game->rule_count, list[i].rule))
            write_format(&d->said, " (%s)", name);
        write_char(&d->said, '\n');
    }
}

// All cards that are called so, by name or by place. False if no card is.
static bool say_why_cards(struct dialog *d, seat_id seat, struct text typed)
{
    enum { COPIES_MOST = 4 };
    const struct card_pool *pool  = d->match->table.pool;
    const struct view      *v     = d->steps.view;
    struct error            err   = { 0 };
    size_t                  count = 0;
    def_id                  def   = NO_DEF;
    if (!find_card(pool, typed, &def, &err)) def = NO_DEF;
    for (unsigned i = 0; i < v->card_count && count < COPIES_MOST; i++) {
        bool named = names_card(&d->match->table, seat, typed, v->cards[i].id, d->match->names);
        if (!named && (def == NO_DEF || v->cards[i].def != def)) continue;
        say_why_card(d, seat, v->cards[i].id);
        count++;
    }
    if (!count && def != NO_DEF && text_equal_fold(typed, text_of(pool->defs[def].name)))
        count = 1, dialog_say(d, "%s is nowhere that you can see.", pool->defs[def].name);
    return count;
}

static void say_why_choice(struct dialog *d, seat_id seat, struct choice choice)
{
    rule_id no = d->far ? 0 : table_why_not(&d->match->table, seat, choice); // there: it is listed
    if (no)
        say_refusal(d, seat, choice, no);
    else
        dialog_say(d, "Legal: no rule forbids it.");
}

// By number: the choice, and whatever else might be done with its card.
static void say_why_number(struct dialog *d, seat_id seat, long number)
{
    struct choice_parts parts;
    size_t              item;
    if (!find_item(d, number, &item)) return;
    struct choice choice = steps_first(&d->steps, item);
    if (choice.kind == CHOICE_NONE) {
        dialog_say(d, "That is picked already.");
        return;
    }
    choice_take_apart(&d->match->table, seat, choice, &parts);
    if (parts.card == NO_CARD)
        say_why_choice(d, seat, choice);
    else
        say_why_card(d, seat, parts.card);
    d->title = "Why";
}

static enum reply do_why(struct dialog *d, seat_id seat, struct text typed)
{
    struct choice choice;
    long          number;
    d->title = "Why";
    if (!typed.size)
        dialog_say(d, "Why what? Say: why CHOICE, or why CARD");
    else if (text_number(typed, -100000, 100000, &number))
        say_why_number(d, seat, number);
    else if (count_beginnings(&d->steps, typed, &choice) == 1)
        say_why_choice(d, seat, choice);
    else if (say_why_cards(d, seat, typed))
        return REPLY_AGAIN;
    else if (d->far)
        d->far->why(d->far->at, typed, NO_CARD, &d->said);
    else if (find_choice(d, seat, typed, &choice))
        say_why_choice(d, seat, choice);
    return REPLY_AGAIN;
}

// --- what has happened --------------------------------------------------------------------------

static size_t log_size(const struct dialog *d)
{
    return d->far ? d->far->line_count : d->match->log.count;
}

// From there on, as the seat learned of it.
static void write_log(struct dialog *d, seat_id seat, size_t first, struct writer *w)
{
    if (!d->far) {
        write_news(d->match, seat, first, d->match->log.count, false, w);
        return;
    }
    for (size_t i = first; i < d->far->line_count; i++) {
        write_chars(w, "  ");
        write_wrapped(w, text_of(d->far->lines[i].words), 2, 4);
    }
}

// The lines of the whole log with that word.
static enum reply search_log(struct dialog *d, seat_id seat, struct text word)
{
    struct writer all  = writer_on(arena_alloc(&d->scratch, 1, TEXT_SIZE), TEXT_SIZE);
    size_t        hits = 0;
    write_log(d, seat, 0, &all);
    struct text rest = { all.at, all.size }, line;
    while (text_next_line(&rest, &line))
        for (size_t i = 0; i + word.size <= line.size; i++) {
            if (!text_equal_fold(text_part(line, i, word.size), word)) continue;
            write_format(&d->said, "%.*s\n", SHOW(line));
            hits++;
            break;
        }
    if (!hits) dialog_say(d, "Nothing in the log has \"%.*s\" in it.", SHOW(word));
    d->title = arena_format(&d->scratch, "Log with \"%.*s\"", SHOW(word));
    return REPLY_AGAIN;
}

static enum reply do_log(struct dialog *d, seat_id seat, struct text number)
{
    const struct event_log *log   = &d->match->log;
    long                    most  = LOG_DEFAULT;
    size_t                  first = log_size(d);
    struct event            seen;
    if (number.size && !text_number(number, 1, 100000, &most)) return search_log(d, seat, number);
    for (; first > 0 && most > 0; first--)
        most -= d->far || event_for(&log->events[first - 1], seat, &seen);
    if (!number.size && first > d->news) first = d->news;
    write_log(d, seat, first, &d->said);
    if (d->said.size == 0) dialog_say(d, "Nothing has happened yet.");
    d->title = "Log";
    return REPLY_AGAIN;
}

// How far a chance that so many tries have shown may be off.
static float doubt_of(const struct search_report *r, size_t i)
{
    float p = r->chance[i], n = (float)r->visits[i];
    return n > 0 ? sqrtf(p * (1 - p) / n) + 0.5f / n : 1;
}

// The best; what may be as good; what is clearly worse; nothing of what was hardly tried.
static const char *judge(const struct search_report *r, size_t best, size_t i)
{
    float doubt = doubt_of(r, i) + doubt_of(r, best), less = r->chance[best] - r->chance[i];
    if (i == best) return "best";
    if (!r->visits[i]) return "";
    return less <= doubt + 0.02f ? "good" : less > doubt + 0.1f ? "poor" : "fair";
}

// By what the chances surely are, the doubt taken off.
static size_t sort_by_chance(const struct search_report *r, size_t *order)
{
    size_t count = 0;
    for (size_t i = 0; i < r->count; i++) {
        size_t to = count;
        if (!r->visits[i]) continue;
        for (count++; to > 0; to--) {
            size_t before = order[to - 1];
            if (r->chance[before] - doubt_of(r, before) >= r->chance[i] - doubt_of(r, i)) break;
            order[to] = before;
        }
        order[to] = i;
    }
    return count;
}

static int by_chance(const void *a, const void *b)
{
    const float *const *one = a, *const *two = b;
    return (**one < **two) - (**one > **two);
}

// The other end thinks it out, with what this seat may know.
static enum reply hint_from_far(struct dialog *d, long most)
{
    size_t        count = d->steps.count, tried = 0;
    float        *chance = ARENA_ARRAY(&d->scratch, float, count);
    const float **order  = ARENA_ARRAY(&d->scratch, const float *, count);
    if (!d->far->hint(d->far->at, chance, &d->said)) return REPLY_AGAIN;
    for (size_t i = 0; i < count; i++)
        if (chance[i] >= 0) order[tried++] = &chance[i];
    qsort(order, tried, sizeof *order, by_chance);
    d->hints = ARENA_ARRAY(&d->steps.arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        float less  = tried && chance[i] >= 0 ? *order[0] - chance[i] : -1;
        d->hints[i] = less < 0                 ? ""
                      : &chance[i] == order[0] ? "best"
                      : less <= 0.03f          ? "good"
                      : less > 0.1f            ? "poor"
                                               : "fair";
    }
    for (size_t i = 0; i < tried && i < (size_t)most; i++)
        dialog_say(d, "%s, %.0f %% to win: %s", d->hints[order[i] - chance],
                   (double)*order[i] * 100, d->steps.words[order[i] - chance]);
    d->title = "Hint";
    return REPLY_AGAIN;
}

// A hint takes what this seat may know and nothing else.
static enum reply do_hint(struct dialog *d, seat_id seat, struct text number)
{
    const struct search_settings settings = { .milliseconds = HINT_MILLISECONDS,
                                              .memory       = &d->acted[seat] };
    long                         most     = HINT_DEFAULT;
    if (number.size && !text_number(number, 1, CHOICES_MAX, &most)) {
        dialog_say(d, "How many? Say: hint, or hint 5");
        return REPLY_AGAIN;
    }
    if (d->steps.count < 2) {
        dialog_say(d, "%s", d->steps.count ? "There is only one choice." : "Nothing is asked.");
        return REPLY_AGAIN;
    }
    if (d->far) return hint_from_far(d, most);
    struct search_report *r     = ARENA_NEW(&d->scratch, struct search_report);
    size_t               *order = ARENA_ARRAY(&d->scratch, size_t, d->steps.count);
    struct rng            rng   = rng_from(d->match->move_count);
    search_think(&d->match->table, seat, &settings, &rng, r);
    size_t tried = sort_by_chance(r, order);
    d->hints     = ARENA_ARRAY(&d->steps.arena, const char *, d->steps.count);
    for (size_t i = 0; i < d->steps.count; i++) d->hints[i] = tried ? judge(r, order[0], i) : "";
    for (size_t i = 0; i < tried && i < (size_t)most; i++)
        dialog_say(d, "%s, %.0f to %.0f %% to win: %s", d->hints[order[i]],
                   (double)fmaxf(0, r->chance[order[i]] - doubt_of(r, order[i])) * 100,
                   (double)fminf(1, r->chance[order[i]] + doubt_of(r, order[i])) * 100,
                   d->steps.words[order[i]]);
    d->title = "Hint";
    return REPLY_AGAIN;
}

static enum reply do_rules(struct dialog *d, seat_id seat, struct text id)
{
    (void)seat;
    struct error       err = { 0 };
    const struct game *g   = d->match->table.game;
    if (!id.size) {
        dialog_say(d, "Which rule? Say: rules %s, or rules and a word", g->rules[0].name);
        return REPLY_AGAIN;
    }
    const struct rule *rule = find_rule(g, id, &err);
    if (rule) {
        write_rule(rule, &d->said);
        d->title = rule->name;
    } else if (write_rules_with(g, id, &d->said)) {
        d->title = arena_format(&d->scratch, "Rules with \"%.*s\"", SHOW(id));
    } else {
        dialog_say(d, "No rule has \"%.*s\" in it; %s", SHOW(id), err.text);
    }
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
    size_t free;
    if (!match_can_undo(d->match, seat, &free, &err)) {
        if (move == 0 || !others_agree(d, seat, anyway)) {
            dialog_say(d, "Not taken back: %s.%s", err.text,
                       move && d->people == BIT(seat) && !anyway
                           ? " Against bots \"undo anyway\" does it all the same."
                           : "");
            return REPLY_AGAIN;
        }
    }
    match_go_back(d->match, match_decision(d->match, move - 1));
    memset(d->acted, 0, sizeof d->acted);
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
    { "why", "CHOICE", "is it legal, and if not, which rule forbids it; or why CARD", do_why },
    { "card", "NAME", "the card as printed, and what its words mean; or card N", do_card },
    { "state", "NAME", "all that is to be seen of a card now; or state N", do_state },
    { "rules", "ID", "a rule by its id, or all rules with a word", do_rules },
    { "rule", "ID", NULL, do_rules },
    { "how", "", "how the game is played, on one page", do_how },
    { "log", "[N]", "what happened since your last choice, the last N things, or WORD", do_log },
    { "undo", "[anyway]", "takes your last decision back, while nobody learned anything", do_undo },
    { "save", "FILE", "writes a replay of the match so far", do_save },
    { "concede", "", "gives the match up", do_concede },
    { "help", "", "this list", do_help },
    { "?", "", NULL, do_help },
    { "quit", "", "leaves without saving", do_quit },
    { "exit", "", NULL, do_quit },
    { 0 },
};

// A match that is played elsewhere is not kept here, and its end has words of its own for the rest.
static bool is_for(const struct dialog *d, const struct dialog_command *c)
{
    return !d->far || (c->run != do_undo && c->run != do_save && c->run != do_concede);
}

static const char *nearest_command(struct text typed, unsigned *least)
{
    const char *best = NULL;
    for (const struct dialog_command *c = COMMANDS; c->word; c++) {
        unsigned far = text_distance(text_of(c->word), typed);
        if (far < *least) *least = far, best = c->word;
    }
    return best;
}

static enum reply do_help(struct dialog *d, seat_id seat, struct text rest)
{
    (void)seat;
    (void)rest;
    show_line(&d->screen,
              "Type a choice: its number, its words, or the beginning of its words (Tab "
              "completes). Or one of these:");
    for (const struct dialog_command *c = COMMANDS; c->word; c++)
        if (c->about && is_for(d, c)) dialog_say(d, "  %-8s%-9s%s", c->word, c->takes, c->about);
    if (d->far) write_chars(&d->said, d->far->help);
    d->title = "Help";
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
    if (d->far && d->far->request(d->far->at, typed, &d->said)) return REPLY_AGAIN;
    for (const struct dialog_command *c = COMMANDS; c->word; c++)
        if (text_equal_fold(word, text_of(c->word)) && (*c->takes || !rest.size) && is_for(d, c))
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
