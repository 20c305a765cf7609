// `pentacle play --server`: the match, as the server tells it.
#include "cli/online_private.h"

#include "cli/commands.h"
#include "cli/explain.h"
#include "cli/pack.h"
#include "games/list.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { WORDS_SIZE = 64 * 1024 };

static json_t *own_question(const struct online *o)
{
    size_t  i;
    json_t *owed;
    json_array_foreach(o->owed, i, owed) if (json_object_get(owed, "choices")) return owed;
    return NULL;
}

static void draw(struct online *o)
{
    const char *names[NAMES_MAX];
    if (!o->view) {
        struct json j = table_request(o, "view");
        request_end(o, &j);
        if (!wait_for(o, &o->view)) return;
    }
    struct view  *v = ARENA_NEW(&o->arena, struct view);
    struct writer w = writer_on(arena_alloc(&o->arena, 1, WORDS_SIZE), WORDS_SIZE);
    names_from_json(o->view, names);
    if (!view_from_json(o->box->game, o->box->pool, o->view, v)) {
        show_styled(&o->screen, STYLE_BAD,
                    "The server tells of a table that this game cannot have.");
        return;
    }
    struct sheet *sheet = ARENA_NEW(&o->arena, struct sheet);
    sheet_begin(sheet, v, o->box->pool, names);
    o->box->game->sheet(sheet);
    sheet_end(sheet);
    pack_lines(sheet, &o->arena, o->screen.codes, o->screen.terminal ? LETTERS_ALL : LETTERS_WORDS,
               &w);
    show_text((struct text){ w.at, w.size });
}

// " (1:30 left)", if there is a clock that matters.
static const char *time_left(struct online *o, json_t *owed)
{
    enum { HOUR = 3600, SIZE = 32 };
    char      *words = arena_alloc(&o->arena, 1, SIZE);
    json_int_t ms = number(owed, "by") - server_now(o), left = ms > 0 ? (ms + 999) / 1000 : 0;
    *words = 0;
    if (json_is_integer(json_object_get(owed, "by")) && left < HOUR)
        snprintf(words, SIZE, " (%d:%02d left)", (int)(left / 60), (int)(left % 60));
    return words;
}

static void show_question(struct online *o, json_t *owed)
{
    json_t      *choices = json_object_get(owed, "choices");
    size_t       count   = json_array_size(choices);
    const char **words   = ARENA_ARRAY(&o->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) {
        const char *said = json_string_value(json_array_get(choices, i));
        words[i]         = said ? said : "?";
    }
    show_styled(&o->screen, STYLE_STRONG, "You: %s%s", member(owed, "question"),
                time_left(o, owed));
    show_items(&o->screen, words, count);
}

static void explain(struct online *o, struct text word, struct text rest)
{
    struct error  err = { 0 };
    struct writer w   = writer_on(arena_alloc(&o->arena, 1, WORDS_SIZE), WORDS_SIZE);
    def_id        def;
    if (text_is(word, "card")) {
        if (find_card(o->box->pool, rest, &def, &err)) {
            write_card(o->box, &o->box->pool->defs[def], &w);
            write_words(o->box, &o->box->pool->defs[def], &w);
        }
    } else {
        const struct rule *rule = find_rule(o->box->game, rest, &err);
        if (rule) write_rule(rule, &w);
    }
    if (w.size)
        show_text((struct text){ w.at, w.size });
    else
        show_line(&o->screen, "%s", err.text);
}

static void show_help(struct online *o)
{
    show_line(&o->screen, "A choice is its number or its words. Also: table, card NAME, rules ID, "
                          "undo, draw, resign,");
    show_line(&o->screen, "agree WHAT, decline WHAT, say 0-7 (at a private table: say WORDS), "
                          "say 8-9 SEAT, claim SEAT win|bot,");
    show_line(&o->screen, "history, password, rematch, quit.");
}

// A line that is a request of its own; false if it is none.
static bool say_request(struct online *o, struct text word, struct text rest)
{
    static const char *const PLAIN[] = { "undo", "draw", "resign", "rematch" };
    long                     value;
    for (size_t i = 0; i < COUNT(PLAIN); i++)
        if (text_is(word, PLAIN[i]) && !rest.size) {
            struct json j = table_request(o, PLAIN[i]);
            request_end(o, &j);
            return true;
        }
    struct text first = { 0 }, second = rest;
    text_next_word(&second, &first);
    if ((text_is(word, "agree") || text_is(word, "decline")) && first.size) {
        struct json j = table_request(o, text_is(word, "agree") ? "agree" : "decline");
        json_name(&j, "what");
        json_slice(&j, first);
        request_end(o, &j);
    } else if (text_is(word, "say") && text_number(first, 0, 9, &value)) {
        struct json j = table_request(o, "say");
        long        about;
        json_name(&j, "phrase");
        json_number(&j, value);
        if (value > 7 && text_number(second, 0, SEATS_MAX - 1, &about)) {
            json_name(&j, "about");
            json_number(&j, about);
        }
        request_end(o, &j);
    } else if (text_is(word, "say") && first.size) {
        struct json j = table_request(o, "say");
        json_name(&j, "words");
        json_slice(&j, rest);
        request_end(o, &j);
    } else if (text_is(word, "claim") && text_number(first, 0, SEATS_MAX - 1, &value)) {
        struct json j = table_request(o, "claim");
        json_name(&j, "seat");
        json_number(&j, value);
        json_name(&j, "what");
        json_slice(&j, text_trim(second));
        request_end(o, &j);
    } else
        return false;
    return true;
}

static void say_choice_typed(struct online *o, json_t *owed, struct text typed)
{
    size_t      count = json_array_size(json_object_get(owed, "choices"));
    json_int_t  asked = number(owed, "owed");
    long        value;
    struct json j = table_request(o, "choose");
    json_name(&j, "owed");
    json_number(&j, (long)asked);
    bool is_number = text_number(typed, 1, (long)count, &value);
    json_name(&j, is_number ? "choice" : "words");
    if (is_number)
        json_number(&j, value - 1);
    else
        json_slice(&j, typed);
    request_end(o, &j);
    if (wait_answer(o, o->next_id)) o->answered = asked;
}

// What the reader types at a prompt; `owed` is NULL when nothing is asked.
static void take_line(struct online *o, json_t *owed, struct text typed)
{
    struct text rest = typed, word = { 0 };
    text_next_word(&rest, &word);
    rest = text_trim(rest);
    if (text_is(typed, "quit"))
        o->left = true;
    else if (text_is(typed, "help"))
        show_help(o);
    else if (text_is(typed, "table"))
        draw(o);
    else if (text_is(typed, "history"))
        show_history(o);
    else if (text_is(typed, "password"))
        set_password(o);
    else if ((text_is(word, "card") || text_is(word, "rules")) && rest.size)
        explain(o, word, rest);
    else if (say_request(o, word, rest))
        wait_answer(o, o->next_id);
    else if (owed && typed.size)
        say_choice_typed(o, owed, typed);
}

static void ask_reader(struct online *o, bool again)
{
    struct text typed;
    json_t     *owed = own_question(o);
    if (!owed) return;
    json_incref(owed);
    if (!again) draw(o);
    if (own_question(o) && number(own_question(o), "owed") == number(owed, "owed")) {
        if (!again) show_question(o, owed);
        if (line_read(o->lines, "> ", &typed)) {
            take_line(o, owed, typed);
        } else
            o->left = true;
    }
    json_decref(owed);
}

// After the match: rematch, or leave.
static void end(struct online *o)
{
    struct text typed;
    draw(o);
    show_styled(&o->screen, STYLE_STRONG, "The match is over: %s.", member(o->told, "result"));
    if (o->options->watch || !line_read(o->lines, "rematch or quit> ", &typed)) {
        o->left = true;
        return;
    }
    if (!text_is(typed, "rematch") && strncmp(o->offers, "On offer", 8) != 0) {
        o->left = true;
        return;
    }
    take_line(o, NULL, typed);
    for (json_int_t old = o->table; !o->left && o->table == old;)
        if (!listen_once(o, 1000)) o->left = true;
}

static void play_table(struct online *o)
{
    json_int_t asked = 0;
    while (!o->left) {
        arena_reset(&o->arena);
        json_t *owed = own_question(o);
        if (strcmp(o->phase, "over") == 0) {
            end(o);
        } else if (owed && number(owed, "owed") != o->answered) {
            bool again = number(owed, "owed") == asked;
            asked      = number(owed, "owed");
            ask_reader(o, again);
        } else if (!listen_once(o, 1000) && !reconnect(o))
            return;
    }
}

static bool open_table_box(struct online *o)
{
    const struct game *game = game_find(text_of(member(o->told, "game")));
    if (!game) {
        show_styled(&o->screen, STYLE_BAD, "This program does not have the game \"%s\".",
                    member(o->told, "game"));
        return false;
    }
    o->box = open_box(&play_command, game);
    return o->box != NULL;
}

int online_play(const struct online_options *options)
{
    struct error  err    = { 0 };
    struct online o      = { .options = options, .screen = screen_open() };
    int           status = PROBLEM;
    o.lines              = line_open(o.screen.terminal, NULL, NULL);
    arena_init(&o.arena);
    find_token(&o);
    if (!connect_again(&o, &err))
        say_error(&play_command, &err);
    else if (find_table(&o) && open_table_box(&o)) {
        play_table(&o);
        status = FINE;
    }
    net_close(o.net);
    line_close(o.lines);
    box_close(o.box);
    json_decref(o.told);
    json_decref(o.view);
    json_decref(o.owed);
    json_decref(o.tables);
    json_decref(o.past);
    json_decref(o.ratings);
    arena_finish(&o.arena);
    sodium_memzero(&o, sizeof o);
    return status;
}
