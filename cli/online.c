// `pentacle play --server`: finding a table, then the match, as the server tells it.
#include "cli/online.h"

#include "base/json.h"
#include "bots/bot.h"
#include "cli/commands.h"
#include "cli/explain.h"
#include "cli/line.h"
#include "cli/net.h"
#include "cli/screen.h"
#include "games/list.h"
#include "match/box.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { WORDS_SIZE = 64 * 1024, WAIT_MS = 15000, CUTS_MAX = 20 };

struct online {
    const struct online_options *options;
    struct net                  *net;
    struct screen                screen;
    struct line_reader          *lines;
    struct arena                 arena; // of one message or question
    struct box                  *box;
    char                         token[200], path[512];
    uint8_t                      seed[32];
    json_int_t                   table, next_id, count, answered;
    json_t                      *told, *view, *owed, *tables; // newest of each
    char                         phase[16], presence[256], offers[128];
    json_int_t                   done_id, error_id;
    bool                         welcomed, left;
};

// --- saying -------------------------------------------------------------------------------------

static struct json request_begin(struct online *o, const char *what)
{
    struct json j = json_in(&o->arena);
    json_open(&j, '{');
    json_name(&j, "do");
    json_text(&j, what);
    json_name(&j, "id");
    json_number(&j, (long)++o->next_id);
    return j;
}

static void request_end(struct online *o, struct json *j)
{
    json_close(j, '}');
    json_end(j);
    net_send(o->net, (struct text){ j->out, j->size });
}

static struct json table_request(struct online *o, const char *what)
{
    struct json j = request_begin(o, what);
    json_name(&j, "table");
    json_number(&j, (long)o->table);
    return j;
}

static void say_hello(struct online *o)
{
    const char *user = getenv("USER");
    struct json j    = request_begin(o, "hello");
    json_name(&j, "version");
    json_number(&j, 1);
    json_name(&j, *o->token ? "token" : "name");
    json_text(&j, *o->token          ? o->token
                  : o->options->name ? o->options->name
                  : user && *user    ? user
                                     : "Guest");
    request_end(o, &j);
}

static void say_seed(struct online *o, const char *phase)
{
    uint8_t     hash[32];
    char        hex[65];
    bool        promise = strcmp(phase, "commit") == 0;
    struct json j       = table_request(o, promise ? "commit" : "reveal");
    if (promise) randombytes_buf(o->seed, sizeof o->seed);
    crypto_hash_sha256(hash, o->seed, sizeof o->seed);
    json_name(&j, promise ? "hash" : "seed");
    json_text(&j, sodium_bin2hex(hex, sizeof hex, promise ? hash : o->seed, 32));
    request_end(o, &j);
}

// --- the token, kept for next time --------------------------------------------------------------

// One file per server, in the user's own folder; without one the token is not kept.
static void find_token(struct online *o)
{
    const char   *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char          folder[300];
    uint8_t       hash[8];
    char          hex[17];
    struct writer w = writer_on(folder, sizeof folder);
    if (state && *state)
        write_format(&w, "%s/pentacle", state);
    else if (home && *home)
        write_format(&w, "%s/.pentacle", home);
    if (!w.size || w.cut || o->options->name) return; // somebody new, by name
    mkdir(folder, 0700);
    crypto_generichash(hash, 16 / 2, (const uint8_t *)o->options->server,
                       strlen(o->options->server), NULL, 0);
    snprintf(o->path, sizeof o->path, "%s/%s", folder,
             sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
    FILE *f = fopen(o->path, "r");
    if (!f) return;
    if (!fgets(o->token, sizeof o->token, f)) o->token[0] = 0;
    fclose(f);
}

static void keep_token(struct online *o, const char *token)
{
    snprintf(o->token, sizeof o->token, "%s", token);
    mode_t old = umask(077);
    FILE  *f   = *o->path ? fopen(o->path, "w") : NULL;
    umask(old);
    if (!f) return;
    fputs(token, f);
    fclose(f);
}

// --- hearing ------------------------------------------------------------------------------------

static const char *member(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static json_int_t number(json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static void keep(json_t **slot, json_t *value)
{
    json_incref(value);
    json_decref(*slot);
    *slot = value;
}

static void hear_events(struct online *o, json_t *message)
{
    size_t  i;
    json_t *event;
    if (strcmp(member(message, "what"), "undo") == 0)
        show_styled(&o->screen, STYLE_STRONG, "A choice was taken back.");
    json_array_foreach(json_object_get(message, "events"), i, event)
    {
        char          line[4096], wrapped[8192];
        struct writer l = writer_on(line, sizeof line), w = writer_on(wrapped, sizeof wrapped);
        if (!*member(event, "words")) continue;
        write_chars(&l, member(event, "words"));
        if (*member(event, "because")) write_format(&l, " (%s)", member(event, "because"));
        write_chars(&w, "  ");
        write_wrapped(&w, (struct text){ line, l.size }, 2, 4);
        show_text(&o->screen, (struct text){ wrapped, w.size });
    }
}

static const char *seat_name(json_t *table, size_t seat)
{
    return member(json_array_get(json_object_get(table, "seats"), seat), "name");
}

// Says who went, who came, and what is on offer, when it is new.
static void hear_presence(struct online *o, json_t *table)
{
    char          here[sizeof o->presence], offers[sizeof o->offers];
    struct writer h = writer_on(here, sizeof here), w = writer_on(offers, sizeof offers);
    size_t        i;
    json_t       *seat, *by;
    const char   *what;
    json_array_foreach(json_object_get(table, "presence"), i, seat)
    {
        const char *is = member(seat, "is");
        if (strcmp(is, "lost") == 0) write_format(&h, "%s lost the line. ", seat_name(table, i));
        if (strcmp(is, "left") == 0) write_format(&h, "%s has left. ", seat_name(table, i));
        if (strcmp(is, "idle") == 0) write_format(&h, "%s does not answer. ", seat_name(table, i));
    }
    json_object_foreach(json_object_get(table, "offers"), what, by)
        write_format(&w, "On offer: %s (agree %s, or decline %s). ", what, what, what);
    if (strcmp(here, o->presence) != 0 && *here)
        show_line(&o->screen, "%s(claim SEAT win|bot, when the grace is over)", here);
    if (strcmp(offers, o->offers) != 0 && *offers) show_line(&o->screen, "%s", offers);
    memcpy(o->presence, here, sizeof here);
    memcpy(o->offers, offers, sizeof offers);
}

static void hear_table(struct online *o, json_t *table)
{
    const char *phase = member(table, "phase");
    if (!o->table) o->table = number(table, "table");
    if (number(table, "table") != o->table) return;
    keep(&o->told, table);
    hear_presence(o, table);
    json_t *next = json_object_get(table, "next");
    if (next) { // the rematch: everybody goes over
        o->table = json_integer_value(next);
        o->count = o->answered = 0;
        o->phase[0]            = 0;
        return;
    }
    if (strcmp(phase, o->phase) == 0) return;
    snprintf(o->phase, sizeof o->phase, "%s", phase);
    if (strcmp(phase, "waiting") == 0) {
        show_line(&o->screen, "Table %lld waits for others. Link: %s --table %lld%s%s",
                  (long long)o->table, o->options->server, (long long)o->table,
                  *member(table, "key") ? " --key " : "", member(table, "key"));
    }
    bool seated = json_is_integer(json_object_get(table, "you"));
    if (seated && (strcmp(phase, "commit") == 0 || strcmp(phase, "reveal") == 0))
        say_seed(o, phase);
}

static void hear(struct online *o, json_t *m)
{
    const char *type = member(m, "type");
    if (strcmp(type, "welcome") == 0) {
        o->welcomed = true;
        if (*member(m, "token")) keep_token(o, member(m, "token"));
    } else if (strcmp(type, "table") == 0)
        hear_table(o, m);
    else if (strcmp(type, "tables") == 0)
        keep(&o->tables, m);
    else if (strcmp(type, "view") == 0 && number(m, "table") == o->table) {
        keep(&o->view, json_object_get(m, "view"));
        keep(&o->owed, json_object_get(m, "owed"));
        o->count = number(m, "n");
    } else if (strcmp(type, "news") == 0 && number(m, "table") == o->table) {
        hear_events(o, m);
        keep(&o->view, NULL); // asked for anew when it is drawn
        keep(&o->owed, json_object_get(m, "owed"));
        o->count = number(m, "n");
    } else if (strcmp(type, "said") == 0)
        show_line(&o->screen, "%s: %s", seat_name(o->told, (size_t)number(m, "seat")),
                  member(m, "words"));
    else if (strcmp(type, "done") == 0)
        o->done_id = number(m, "id");
    else if (strcmp(type, "error") == 0) {
        o->error_id = number(m, "id");
        show_styled(&o->screen, STYLE_BAD, "%s", member(m, "text"));
        if (strcmp(member(m, "code"), "bad-token") == 0) {
            o->token[0] = 0;
            say_hello(o);
        }
    }
}

// One message, if one comes in time; false if the line is gone.
static bool listen_once(struct online *o, unsigned ms)
{
    char *bytes = net_receive(o->net, ms);
    if (!bytes) return net_is_open(o->net);
    json_t *m = json_loads(bytes, JSON_REJECT_DUPLICATES, NULL);
    free(bytes);
    if (json_is_object(m)) hear(o, m);
    json_decref(m);
    return true;
}

static bool wait_answer(struct online *o, json_int_t id)
{
    for (unsigned i = 0; i < WAIT_MS / 100; i++) {
        if (o->done_id == id) return true;
        if (o->error_id == id || !listen_once(o, 100)) return false;
    }
    return false;
}

static bool wait_for(struct online *o, json_t **slot)
{
    for (unsigned i = 0; i < WAIT_MS / 100 && !*slot; i++)
        if (!listen_once(o, 100)) return false;
    return *slot != NULL;
}

// --- connecting ---------------------------------------------------------------------------------

static bool connect_again(struct online *o, struct error *err)
{
    net_close(o->net);
    o->welcomed = false;
    o->net      = net_open(o->options->server, err);
    if (!o->net) return false;
    say_hello(o);
    for (unsigned i = 0; i < WAIT_MS / 100 && !o->welcomed; i++)
        if (!listen_once(o, 100)) break;
    if (!o->welcomed)
        return fail(err, IO_FAILED, (struct place){ 0 }, "the server does not say welcome");
    if (o->table) {
        struct json j = table_request(o, o->options->watch ? "watch" : "resume");
        if (!o->options->watch) {
            json_name(&j, "n");
            json_number(&j, (long)o->count);
        }
        request_end(o, &j);
    }
    return true;
}

static bool reconnect(struct online *o)
{
    struct error err = { 0 };
    show_line(&o->screen, "The line was cut; trying again.");
    for (unsigned i = 0; i < CUTS_MAX; i++) {
        err = (struct error){ 0 };
        if (connect_again(o, &err)) return true;
        nanosleep(&(struct timespec){ 1, 0 }, NULL);
    }
    show_styled(&o->screen, STYLE_BAD, "%s", err.text);
    return false;
}

// --- finding a table ----------------------------------------------------------------------------

// The server says what it takes.
static void write_options(struct json *j, const struct online_options *p)
{
    if (!p->option_count) return;
    json_name(j, "options");
    json_open(j, '{');
    for (size_t i = 0; i < p->option_count; i++) {
        struct text value = text_of(p->options[i]), name = { 0 };
        char        said[64];
        text_cut(&value, '=', &name);
        name = text_trim(name);
        snprintf(said, sizeof said, "%.*s", SHOW(name));
        json_name(j, said);
        json_slice(j, text_trim(value));
    }
    json_close(j, '}');
}

static void create_table(struct online *o)
{
    const struct online_options *p     = o->options;
    const struct game_mode      *mode  = p->game->modes;
    bool                         human = !p->vs || strcmp(p->vs, "human") == 0;
    while (p->mode && mode->name && strcmp(mode->name, p->mode) != 0) mode++;
    unsigned    seats = p->seats ? (unsigned)p->seats : mode->name ? mode->seats_min : 2;
    struct json j     = request_begin(o, "create");
    json_name(&j, "game");
    json_text(&j, p->game->name);
    if (p->mode) {
        json_name(&j, "mode");
        json_text(&j, p->mode);
    }
    write_options(&j, p);
    json_name(&j, "open");
    json_bool(&j, !p->hidden);
    json_name(&j, "seats");
    json_open(&j, '[');
    for (unsigned i = 0; i < seats; i++) {
        json_open(&j, '{');
        json_name(&j, "who");
        json_text(&j, i == 0 ? "me" : human ? "anyone" : "bot");
        if (i > 0 && !human) {
            json_name(&j, "bot");
            json_text(&j, p->vs);
        }
        if (i == 0 && p->deck) {
            json_name(&j, "deck");
            json_text(&j, p->deck);
        }
        json_close(&j, '}');
    }
    json_close(&j, ']');
    request_end(o, &j);
}

static void join_table(struct online *o, json_int_t table, bool watch)
{
    struct json j = request_begin(o, watch ? "watch" : "join");
    json_name(&j, "table");
    json_number(&j, (long)table);
    if (o->options->key) {
        json_name(&j, "key");
        json_text(&j, o->options->key);
    }
    if (o->options->deck && !watch) {
        json_name(&j, "deck");
        json_text(&j, o->options->deck);
    }
    request_end(o, &j);
}

static void show_tables(struct online *o)
{
    size_t  i, k;
    json_t *table, *seat;
    show_styled(&o->screen, STYLE_STRONG, "Tables at %s", o->options->server);
    json_array_foreach(json_object_get(o->tables, "tables"), i, table)
    {
        char          line[512];
        struct writer w = writer_on(line, sizeof line);
        json_array_foreach(json_object_get(table, "seats"), k, seat) write_format(
            &w, "%s%s", k ? ", " : "",
            strcmp(member(seat, "who"), "anyone") == 0 ? "(free)" : member(seat, "name"));
        show_line(&o->screen, "  %lld  %s, %s: %s; %s", (long long)number(table, "table"),
                  member(table, "game"), member(table, "mode"), line, member(table, "phase"));
    }
    if (!i) show_line(&o->screen, "  none: make one with  pentacle play GAME --server URL");
}

// By number, or "watch NUMBER"; Enter looks again. False if the reader leaves.
static bool choose_table(struct online *o)
{
    struct text typed;
    while (!o->told) {
        keep(&o->tables, NULL);
        struct json j = request_begin(o, "tables");
        request_end(o, &j);
        if (!wait_for(o, &o->tables)) return false;
        show_tables(o);
        if (!line_read(o->lines, "table (number, watch number, Enter to look again, quit)> ",
                       &typed) ||
            text_is(typed, "quit"))
            return false;
        screen_answered(&o->screen);
        bool        watch = text_starts_fold(typed, "watch ");
        long        table;
        struct text said = watch ? text_trim(text_part(typed, 6, typed.size)) : typed;
        if (!text_number(said, 1, 1000000000, &table)) continue;
        join_table(o, table, watch);
        if (wait_answer(o, o->next_id)) wait_for(o, &o->told);
    }
    return true;
}

// --- the match ----------------------------------------------------------------------------------

static json_t *own_question(const struct online *o)
{
    size_t  i;
    json_t *owed;
    json_array_foreach(o->owed, i, owed) if (json_object_get(owed, "choices")) return owed;
    return NULL;
}

static void draw(struct online *o)
{
    const char *names[SEATS_MAX] = { 0 };
    if (!o->view) {
        struct json j = table_request(o, "view");
        request_end(o, &j);
        if (!wait_for(o, &o->view)) return;
    }
    struct view  *v = ARENA_NEW(&o->arena, struct view);
    struct writer w = writer_on(arena_alloc(&o->arena, 1, WORDS_SIZE), WORDS_SIZE);
    for (size_t i = 0; i < SEATS_MAX; i++)
        names[i] = json_string_value(json_array_get(json_object_get(o->view, "seats"), i));
    if (!view_from_json(o->box->game, o->box->pool, o->view, v)) {
        show_styled(&o->screen, STYLE_BAD, "The server plays another version of this game.");
        return;
    }
    o->box->game->draw(v, o->box->pool, names, o->screen.codes, &w);
    show_text(&o->screen, (struct text){ w.at, w.size });
}

static void show_question(struct online *o, json_t *owed)
{
    json_t      *choices = json_object_get(owed, "choices");
    size_t       count   = json_array_size(choices);
    const char **words   = ARENA_ARRAY(&o->arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) words[i] = json_string_value(json_array_get(choices, i));
    show_styled(&o->screen, STYLE_STRONG, "You: %s", member(owed, "question"));
    show_items(&o->screen, words, count, 0, ~0u);
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
        show_text(&o->screen, (struct text){ w.at, w.size });
    else
        show_line(&o->screen, "%s", err.text);
}

static void show_help(struct online *o)
{
    show_line(&o->screen, "A choice is its number or its words. Also: table, card NAME, rules ID, "
                          "undo, draw, resign,");
    show_line(&o->screen, "agree WHAT, decline WHAT, say 0-7, claim SEAT win|bot, rematch, quit.");
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
    } else if (text_is(word, "say") && text_number(first, 0, 7, &value)) {
        struct json j = table_request(o, "say");
        json_name(&j, "phrase");
        json_number(&j, value);
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
            screen_answered(&o->screen);
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
    screen_answered(&o->screen);
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

static bool find_table(struct online *o)
{
    const struct online_options *p = o->options;
    long                         table;
    if (p->table) {
        if (!text_number(text_of(p->table), 1, 1000000000, &table)) return false;
        join_table(o, table, p->watch);
        if (wait_answer(o, o->next_id)) return wait_for(o, &o->told);
        if (p->watch) return false;
        o->table      = table; // perhaps the seat is ours already
        struct json j = table_request(o, "resume");
        request_end(o, &j);
        return wait_answer(o, o->next_id) && wait_for(o, &o->told);
    }
    if (!p->game) return choose_table(o);
    create_table(o);
    return wait_answer(o, o->next_id) && wait_for(o, &o->told);
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
    arena_finish(&o.arena);
    sodium_memzero(&o, sizeof o);
    return status;
}
