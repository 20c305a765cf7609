#include "cli/news.h"

#include "cli/screen.h"
#include "engine/notation.h"

#include <string.h>

struct item {
    char     words[2048], why[1024];
    unsigned times;
};

// False if the viewer does not learn of it.
static bool say(const struct match *m, seat_id viewer, const struct event *event, struct item *out)
{
    struct event  seen;
    struct writer words = writer_on(out->words, sizeof out->words);
    struct writer why   = writer_on(out->why, sizeof out->why);
    out->times          = 1;
    if (!event_for(event, viewer, &seen)) return false;
    say_event(&m->table, viewer, event, m->names, &words);
    say_reason(&m->table, &seen.reason, &why);
    return words.size > 0;
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
        if (!say(m, viewer, &m->log.events[i], &next)) continue;
        if (item.times && strcmp(item.words, next.words) == 0 && strcmp(item.why, next.why) == 0) {
            item.times++;
            continue;
        }
        write_item(w, &item, codes);
        item = next;
    }
    write_item(w, &item, codes);
}
