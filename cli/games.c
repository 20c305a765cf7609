// `pentacle games`: what can be played.
#include "cli/commands.h"

#include "cli/screen.h"
#include "games/list.h"
#include "match/box.h"

static int show_game(const struct game *g)
{
    struct box *box = open_box(&games_command, g);
    if (!box) return PROBLEM;
    printf("%-12s %s, version %s, %u cards, %zu rules\n", g->name, g->title, g->version,
           box->pool->def_count, g->rule_count);
    for (const struct game_mode *m = g->modes; m->name; m++) {
        printf("  mode %-12s ", m->name);
        if (m->seats_min == m->seats_max)
            printf("%u players   ", m->seats_min);
        else
            printf("%u-%u players ", m->seats_min, m->seats_max);
        show_wrapped(stdout, m->about ? m->about : "", 32, 32);
    }
    for (const struct game_option *o = g->options; o && o->name; o++) {
        char          values[256];
        struct writer w = writer_on(values, sizeof values);
        if (!o->words) write_format(&w, "%d to %d", o->min, o->max);
        for (unsigned i = 0; o->words && o->words[i]; i++)
            write_format(&w, "%s%s", i ? ", " : "", o->words[i]);
        write_format(&w, ": %s", o->about);
        if (o->usual && o->words)
            write_format(&w, "; %s", o->words[o->usual - 1]);
        else if (o->usual)
            write_format(&w, "; %d", o->usual);
        if (o->usual) write_chars(&w, " if nothing is said");
        printf("  option %-23s", o->name);
        show_wrapped(stdout, values, 32, 32);
    }
    for (uint32_t i = 0; i < box->deck_count; i++) {
        printf("  deck %-24s ", box->decks[i].name);
        show_wrapped(stdout, box->decks[i].about ? box->decks[i].about : "", 32, 32);
    }
    box_close(box);
    return FINE;
}

static int run(int argc, char **argv)
{
    struct options o;
    options_begin(&o, &games_command, argc, argv);
    while (options_next(&o)) continue;
    if (o.ended) return o.status;
    int status = FINE;
    for (const struct game *const *g = GAMES; *g; g++)
        if (show_game(*g) != FINE) status = PROBLEM;
    return status;
}

const struct command games_command = {
    .name  = "games",
    .words = "",
    .about = "lists the games with their modes and ready-made decks",
    .run   = run,
};
