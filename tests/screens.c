#include "tests/screens.h"

#include "engine/table.h"

#include <stdlib.h>
#include <string.h>

bool watcher_open(struct watcher *w, const struct box *box, unsigned mode, unsigned seats,
                  uint64_t seed)
{
    struct match_setup setup;
    struct error       err = { 0 };
    memset(w, 0, sizeof *w);
    if (!box_setup(box, mode, seats, NULL, 0, seed, &setup, &err)) return false;
    w->match = match_create(box, &setup, &err);
    if (!w->match) return false;
    w->rng          = rng_from(seed);
    w->dialog.match = w->match;
    arena_init(&w->dialog.scratch);
    steps_init(&w->dialog.steps);
    return true;
}

void watcher_close(struct watcher *w)
{
    arena_finish(&w->dialog.scratch);
    steps_finish(&w->dialog.steps);
    for (seat_id s = 0; s < SEATS_MAX; s++) free(w->dialog.shown[s]);
    match_destroy(w->match);
}

// In the middle of a question the steps stay as they are.
bool watcher_asked(struct watcher *w)
{
    const struct core *c = w->match->table.state;
    if (c->over) return false;
    if (w->dialog.steps.match && w->dialog.steps.depth) return true;
    for (w->seat = 0; !(c->asked >> w->seat & 1);) w->seat++;
    w->dialog.people = (seat_set)BIT(w->seat);
    steps_ask(&w->dialog.steps, w->match, w->seat);
    return true;
}

void watcher_answer(struct watcher *w)
{
    struct steps *s    = &w->dialog.steps;
    bool          zero = s->depth == 0 && s->zero < s->count;
    struct choice choice;
    size_t        item;
    do item = rng_below(&w->rng, (uint32_t)s->item_count + zero);
    while (item < s->item_count && !s->items[item].count); // picked already
    if (!steps_enter(s, item, &choice)) return;
    scene_answered(&w->dialog, w->seat);
    if (match_answer(w->match, w->seat, choice)) BUG("a listed choice was refused");
    s->depth = 0;
}

static const char *preview_for(struct watcher *w, size_t selected)
{
    const char *said = preview_of(&w->dialog, w->seat, selected);
    return *said ? said : "";
}

void watcher_pack(struct watcher *w, unsigned columns, unsigned rows, size_t selected,
                  struct page *page)
{
    arena_reset(&w->dialog.scratch);
    struct scene *scene = scene_of(&w->dialog, w->seat);
    scene->ask.selected = selected;
    scene->ask.preview  = preview_for(w, selected);
    struct page_in in   = { .sheet   = &scene->sheet,
                            .told    = &scene->told,
                            .ask     = &scene->ask,
                            .columns = columns,
                            .rows    = rows };
    pack(&in, &w->dialog.scratch, page);
}

// --- golden files -------------------------------------------------------------------------------

enum { KINDS_SHOWN = 3, QUESTIONS_MOST = 60 };

static void write_screen(struct watcher *w, unsigned columns, unsigned rows, enum letters letters,
                         struct writer *out)
{
    static struct page page;
    watcher_pack(w, columns, rows, 0, &page);
    write_format(out, "--- %ux%u%s\n", columns, rows, letters == LETTERS_ASCII ? " ASCII" : "");
    for (unsigned i = 0; i < page.count; i++) {
        char          line[8 * PACK_COLUMNS_MAX];
        struct writer l = writer_on(line, sizeof line);
        write_inked(&l, page.row[i], false, letters);
        write_text(out, text_trim_right((struct text){ line, l.size }));
        write_char(out, '\n');
    }
}

static void write_mode(const struct box *box, unsigned mode, unsigned seats, struct writer *out)
{
    static const unsigned SIZES[][2] = { { 40, 10 }, { 60, 16 }, { 80, 24 }, { 120, 40 } };
    struct watcher       *w          = calloc(1, sizeof *w);
    uint64_t              kinds      = 0;
    unsigned              shown      = 0;
    if (!w) BUG("out of memory for a watcher");
    if (!watcher_open(w, box, mode, seats, 1)) {
        free(w);
        return;
    }
    for (unsigned i = 0; i < QUESTIONS_MOST && shown < KINDS_SHOWN && watcher_asked(w); i++) {
        unsigned kind = w->match->table.state->question[w->seat].kind;
        bool new      = w->seat == 0 && !(kinds >> kind & 1) && w->dialog.steps.item_count > 2;
        if (new) {
            kinds |= UINT64_C(1) << kind;
            shown++;
            write_format(out, "=== %s, %u seats, question %u\n", box->game->modes[mode].name, seats,
                         i);
            for (size_t k = 0; k < COUNT(SIZES); k++)
                write_screen(w, SIZES[k][0], SIZES[k][1], LETTERS_ALL, out);
            if (shown == 1) write_screen(w, 80, 24, LETTERS_ASCII, out);
        }
        watcher_answer(w);
    }
    watcher_close(w);
    free(w);
}

void write_screens(const struct box *box, struct writer *out)
{
    const struct game_mode *most = &box->game->modes[0];
    write_mode(box, 0, box->game->modes[0].seats_min, out);
    for (const struct game_mode *m = box->game->modes; m->name; m++)
        if (m->seats_max > most->seats_max) most = m;
    if (most->seats_max > box->game->modes[0].seats_min)
        write_mode(box, (unsigned)(most - box->game->modes), most->seats_max, out);
}
