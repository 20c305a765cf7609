// `pentacle play --server`: the match, as the server tells it.
#include "cli/online_private.h"

#include "cli/commands.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

// What came before we did.
static void ask_past(struct online *o)
{
    struct json j = table_request(o, "events");
    request_end(o, &j);
}

static void play_table(struct online *o)
{
    ask_past(o);
    while (!o->left) {
        bool over = strcmp(o->phase, "over") == 0;
        arena_reset(&o->arena);
        if (!o->dialog && !over && strcmp(o->phase, "playing") != 0) {
            if (!listen_once(o, 1000) && !reconnect(o)) return;
            continue;
        }
        if (!match_show(o)) return;
        struct dialog *d = o->dialog;
        if (over)
            dialog_end(d, o->seen.viewer);
        else if (o->question.count)
            dialog_ask(d, o->seen.viewer);
        else
            dialog_wait(d, o->seen.viewer);
        o->left |= d->left;
    }
}

int online_play(const struct online_options *options)
{
    struct error  err    = { 0 };
    struct online o      = { .options = options, .screen = screen_open() };
    int           status = PROBLEM;
    o.lines              = line_open(o.screen.terminal, NULL, NULL);
    arena_init(&o.arena);
    arena_init(&o.happened_words);
    arena_init(&o.question.arena);
    find_token(&o);
    if (!connect_again(&o, &err))
        say_error(&play_command, &err);
    else if (find_table(&o) && match_open(&o)) {
        play_table(&o);
        status = FINE;
    }
    match_close(&o);
    net_close(o.net);
    line_close(o.lines);
    json_decref(o.answer);
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
