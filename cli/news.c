#include "cli/news.h"

#include "cli/screen.h"
#include "engine/notation.h"

#include <string.h>

struct item {
    char     words[2048], why[1024];
    unsigned times;
    bool     decides;
};

bool is_decisive(const struct game *g, uint16_t kind)
{
    for (const uint16_t *k = g->decisive_events; k && *k; k++)
        if (*k == kind) return true;
    return false;
}

// False if the viewer does not learn of it.
static bool say(const struct match *m, seat_id viewer, const char *const *names,
                const struct event *event, struct item *out)
{
    struct event  seen;
    struct writer words = writer_on(out->words, sizeof out->words);
    struct writer why   = writer_on(out->why, sizeof out->why);
    out->times          = 1;
    out->decides        = is_decisive(m->table.game, event->kind);
    if (!event_for(event, viewer, &seen)) return false;
    say_event(&m->table, viewer, event, names, &words);
    say_reason(&m->table, &seen.reason, &why);
    return words.size > 0;
}

static bool is_same(const struct item *a, const struct item *b)
{
    return strcmp(a->words, b->words) == 0 && strcmp(a->why, b->why) == 0;
}

static void write_item(struct writer *w, const struct item *item, bool codes)
{
    char          line[4096];
    struct writer l = writer_on(line, sizeof line);
    if (item->times == 0) return;
    write_chars(&l, item->words);
    if (item->times > 1) write_format(&l, ", %u times", item->times);
    if (*item->why) {
        write_chars(&l, " ");
        write_style(&l, codes, STYLE_FAINT);
        write_format(&l, "(%s)", item->why);
        write_style(&l, codes, STYLE_PLAIN);
    }
    write_chars(w, "  ");
    write_wrapped(w, (struct text){ l.at, l.size }, 2, 4);
}

void write_news(const struct match *m, seat_id viewer, size_t first, size_t last, bool codes,
                struct writer *w)
{
    struct item item = { .times = 0 }, next;
    for (size_t i = first; i < last; i++) {
        if (!say(m, viewer, m->names, &m->log.events[i], &next)) continue;
        if (item.times && is_same(&item, &next)) {
            item.times++;
            continue;
        }
        write_item(w, &item, codes);
        item = next;
    }
    write_item(w, &item, codes);
}

// --- "you" --------------------------------------------------------------------------------------

// Stands for the viewer in the words of an event, whatever cards are called.
#define ME "\x02"

static const struct {
    const char *said, *means;
} ABOUT_ME[] = {
    { "the turn of " ME, "your turn" }, { ME "'s", "your" },
    { ME " was ", "you were " },        { ME " is ", "you are " },
    { ME " has ", "you have " },        { ME " leads", "you lead" },
    { ME " wins", "you win" },          { ME, "you" },
};

// "Bel deck": the place of somebody.
static bool is_place(const struct game *g, struct text behind)
{
    for (unsigned z = 0; g->zones[z].name; z++)
        if (words_said_at(behind, g->zones[z].name)) return true;
    return false;
}

static void address(const struct game *g, struct text words, struct writer *w)
{
    while (words.size) {
        size_t i = 0;
        while (i < COUNT(ABOUT_ME) && !text_starts(words, ABOUT_ME[i].said)) i++;
        struct text behind = text_part(words, 2, words.size);
        if (i == COUNT(ABOUT_ME))
            write_char(w, *words.at);
        else if (i + 1 == COUNT(ABOUT_ME) && text_starts(words, ME " ") && is_place(g, behind))
            write_chars(w, "your");
        else
            write_chars(w, ABOUT_ME[i].means);
        size_t step = i < COUNT(ABOUT_ME) ? strlen(ABOUT_ME[i].said) : 1;
        words       = text_part(words, step, words.size);
    }
}

static bool is_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

void write_addressed(const struct card_pool *pool, const struct game *g, const char *viewer,
                     struct text words, struct writer *w)
{
    char          line[4096];
    struct writer l    = writer_on(line, sizeof line);
    struct text   name = text_of(viewer);
    bool          safe = name.size > 0;
    for (size_t i = 0; i < pool->def_count && safe; i++) {
        struct text card = text_of(pool->defs[i].name);
        safe             = text_find_text(card, name) == card.size;
    }
    for (char before = ' '; words.size; before = words.at[-1]) {
        bool here = safe && text_starts(words, viewer) && !is_letter(before) &&
                    (words.size == name.size || !is_letter(words.at[name.size]));
        if (here)
            write_chars(&l, ME);
        else
            write_char(&l, *words.at);
        size_t step = here ? name.size : 1;
        words       = text_part(words, step, words.size);
    }
    address(g, (struct text){ l.at, l.size }, w);
}

static void add_line(struct news *n, const struct game *g, const struct item *item,
                     struct arena *arena)
{
    char          line[4096];
    struct writer w = writer_on(line, sizeof line);
    if (item->times == 0) return;
    address(g, text_of(item->words), &w);
    if (item->times > 1) write_format(&w, ", %u times", item->times);
    if (*item->why) write_format(&w, " %c(%s)", SIGN_INK + INK_FAINT, item->why);
    n->lines[n->count++] = (struct told_line){
        .words   = arena_text(arena, whole_characters((struct text){ w.at, w.size })).at,
        .decides = item->decides,
    };
}

struct news news_of(const struct match *m, seat_id viewer, size_t first, size_t last,
                    struct arena *arena)
{
    const char *names[SEATS_MAX];
    struct item item = { .times = 0 }, next;
    struct news out  = { .lines = ARENA_ARRAY(arena, struct told_line, last - first + 1) };
    for (seat_id s = 0; s < SEATS_MAX; s++) names[s] = s == viewer ? ME : m->names[s];
    for (size_t i = first; i < last; i++) {
        if (!say(m, viewer, names, &m->log.events[i], &next)) continue;
        if (item.times && is_same(&item, &next)) {
            item.times++;
            continue;
        }
        add_line(&out, m->table.game, &item, arena);
        item = next;
    }
    add_line(&out, m->table.game, &item, arena);
    return out;
}
