// See side.h. Compiled with GAME (voidbreakers_game) and SIDE (the name of the table), also against
// the headers of older commits: it uses what has long been there.
#include "tests/side.h"

#include "engine/cards.h"
#include "match/sampled.h"
#include "match/witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct game GAME;
extern const struct side SIDE;

struct played {
    struct box    *box;
    struct witness witness;
    struct reason  last; // words of a card, of the newest event that had some
};

static void say_why(const struct error *err, char *why) { error_say(err, why, SIDE_WHY_MAX); }

static struct played *open_side(const char *cards, size_t size, char *why)
{
    struct error   err  = { 0 };
    struct text    file = { cards, size };
    struct box    *box  = cards ? box_open_changed(&GAME, "sampled.cards", file, &err)
                                : box_open(&GAME, &err);
    struct played *p    = box ? calloc(1, sizeof *p) : NULL;
    if (!box) say_why(&err, why);
    if (!p) return NULL;
    p->box = box;
    witness_init(&p->witness, box);
    return p;
}

static void close_side(struct played *p)
{
    if (!p) return;
    witness_finish(&p->witness);
    box_close(p->box);
    free(p);
}

static size_t sample(const struct played *p, uint64_t number, char *out, size_t max)
{
    struct arena arena;
    arena_init(&arena);
    struct text file = sampled_cards(p->box, number, &arena);
    if (file.size <= max) memcpy(out, file.at, file.size);
    arena_finish(&arena);
    return file.size <= max ? file.size : 0;
}

static bool accepts(const struct played *p, const char *card, size_t size, char *why)
{
    struct error  err = { 0 };
    char          text[16 * 1024];
    struct text   printed = { card, size };
    size_t        name = text_find(printed, '\n'), slash = text_find(printed, '/');
    struct writer w = writer_on(text, sizeof text);
    write_chars(&w, "Somebody Beside ");
    write_text(&w, text_part(printed, slash < name ? slash : name, size));
    struct box *more = box_with_cards(p->box, "sampled", (struct text){ text, w.size }, &err);
    if (!more) say_why(&err, why);
    box_close(more);
    return more != NULL;
}

static bool begin(struct played *p, uint64_t number, bool shows_views)
{
    struct error err       = { 0 };
    p->witness.shows_views = shows_views;
    p->witness.hash        = 0;
    p->last                = (struct reason){ .def = NO_DEF };
    return witness_begin(&p->witness, number, &err);
}

static void look(struct played *p, struct side_look *out)
{
    struct witness *w = &p->witness;
    for (size_t i = 0; i < w->log.count; i++)
        if (w->log.events[i].reason.def != NO_DEF && w->log.events[i].reason.length)
            p->last = w->log.events[i].reason;
    bool over = !witness_look(w);
    *out      = (struct side_look){ w->words.at, w->words.size, w->hash, over };
}

static void go_on(struct played *p) { witness_go_on(&p->witness); }

static void say_line(const struct played *p, unsigned def, unsigned line, struct writer *w)
{
    const struct card_pool *pool = p->box->pool;
    if (def >= pool->def_count || line >= pool->defs[def].line_count) return;
    write_format(w, "%s: ", pool->defs[def].name);
    write_text(w, pool->lines[pool->defs[def].line_first + line].printed);
    write_char(w, '\n');
}

// What the newest event was caused by, then all that waits to resolve.
static size_t in_work(struct played *p, char *out, size_t max)
{
    static struct view view;
    struct writer      w = writer_on(out, max);
    say_line(p, p->last.def, p->last.line, &w);
    table_view(&p->witness.table, SPECTATOR, &view);
    for (unsigned i = view.link_count; i-- > 0;)
        say_line(p, view.links[i].def, view.links[i].line, &w);
    return w.size;
}

static bool any_line(struct played *p, bool (*is)(void *, const char *, size_t), void *context)
{
    const struct card_pool *pool = p->box->pool;
    const struct core      *c    = p->witness.table.state;
    for (unsigned i = 0; i < c->card_count; i++) {
        def_id def = card_at(c, (card_id)i)->def;
        if (def >= pool->def_count) continue;
        for (unsigned k = 0; k < pool->defs[def].line_count; k++) {
            struct text line = pool->lines[pool->defs[def].line_first + k].printed;
            if (is(context, line.at, line.size)) return true;
        }
    }
    return false;
}

const struct side SIDE = {
    .open     = open_side,
    .close    = close_side,
    .sample   = sample,
    .accepts  = accepts,
    .begin    = begin,
    .look     = look,
    .go_on    = go_on,
    .in_work  = in_work,
    .any_line = any_line,
};
