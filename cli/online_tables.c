// Finding a table: by its number, from a list, or a new one.
#include "cli/online_private.h"

#include <stdio.h>
#include <string.h>

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
    json_name(&j, "rated");
    json_bool(&j, p->rated);
    if (p->clock) {
        json_name(&j, "clock");
        json_text(&j, p->clock);
    }
    json_name(&j, "chat"); // those who come by a link are no strangers
    json_text(&j, p->hidden ? "free" : "phrases");
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
        char          line[512] = "";
        struct writer w         = writer_on(line, sizeof line);
        json_array_foreach(json_object_get(table, "seats"), k, seat)
        {
            if (k) write_chars(&w, ", ");
            write_seat_name(&w, seat);
        }
        show_line(&o->screen, "  %lld  %s, %s: %s; %s%s", (long long)number(table, "table"),
                  member(table, "game"), member(table, "mode"), line, member(table, "phase"),
                  json_is_true(json_object_get(table, "rated")) ? ", rated" : "");
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
        if (!line_read(o->lines,
                       "table (number, watch number, history, password, Enter to look again, "
                       "quit)> ",
                       &typed) ||
            text_is(typed, "quit"))
            return false;
        bool watch = text_starts_fold(typed, "watch ");
        long table;
        if (text_is(typed, "history")) show_history(o);
        if (text_is(typed, "password")) set_password(o);
        struct text said = watch ? text_trim(text_part(typed, 6, typed.size)) : typed;
        if (!text_number(said, 1, 1000000000, &table)) continue;
        join_table(o, table, watch);
        if (wait_answer(o, o->next_id)) wait_for(o, &o->told);
    }
    return true;
}

bool find_table(struct online *o)
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
