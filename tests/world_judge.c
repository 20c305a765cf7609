// After a world has ended: the log is played to an attentive listener in every seat, and everything
// that people heard and were promised is compared with it.
#include "tests/world.h"

#include "base/hash.h"
#include "server/state.h"

#include <stdlib.h>
#include <string.h>

static int compare_heard(const void *a, const void *b)
{
    const struct heard *x = a, *y = b;
    if (x->viewer != y->viewer) return x->viewer < y->viewer ? -1 : 1;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    return x->whole < y->whole ? -1 : x->whole > y->whole;
}

struct told {
    struct heard *list;
    size_t        count, capacity;
};

static void note(struct told *t, struct heard h)
{
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? t->capacity * 2 : 1024;
        t->list     = realloc(t->list, t->capacity * sizeof *t->list);
        if (!t->list) abort();
    }
    t->list[t->count++] = h;
}

// What a listener on line v (of viewer v) was sent by the last entry.
static void note_messages(struct told *t, const struct outputs *out, const struct room *r)
{
    for (size_t i = 0; i < out->count; i++) {
        struct text text  = out->list[i].bytes;
        bool        whole = text_starts(text, "{\"type\":\"view\"");
        seat_id     v     = (seat_id)out->list[i].line;
        if (out->list[i].kind != OUTPUT_SEND ||
            (!whole && !text_starts(text, "{\"type\":\"news\"")))
            continue;
        note(t, (struct heard){ r->id, r->news[v], v, whole, hash_bytes(text.at, text.size) });
    }
}

// Did anybody hear this as a whole view? (What people heard is sorted.)
static bool was_heard(const struct world *w, struct heard h)
{
    return w->heard_count && bsearch(&h, w->heard, w->heard_count, sizeof h, compare_heard);
}

static void listen_to_log(struct world *w, struct told *t)
{
    static const uint8_t NOTHING[32];
    struct hall         *h = &w->hall;
    struct outputs       out;
    struct server       *s = server_create(&h->config, h->boxes, NOTHING, NOTHING);
    outputs_init(&out);
    for (uint32_t v = 0; v < VIEWERS; v++) {
        struct input in = { .kind = INPUT_CONNECT, .line = v };
        server_step(s, &in, &out);
    }
    s->is_live = true;
    for (size_t i = 0; i < h->stored; i++) {
        struct error err = { 0 };
        arena_reset(&out.arena);
        out.count = 0;
        s->out    = &out;
        if (!entry_apply(s, &h->log[i], &err)) {
            world_wrong(w, "the log does not play: %s", err.text);
            break;
        }
        struct room *r = room_find(s, w->table);
        if (!r || h->log[i].about != w->table || h->log[i].kind == ENTRY_PLAYER) continue;
        note_messages(t, &out, r);
        for (seat_id v = 0; v < VIEWERS; v++) {
            if (v >= r->seats && v != SPECTATOR) continue;
            if (room_viewer(r, v) == NO_SEAT) room_follow(s, v, r, v);
            if (!r->match || r->phase != PHASE_PLAYING ||
                !was_heard(w, (struct heard){ .n = r->news[v], .viewer = v, .whole = true }))
                continue;
            arena_reset(&out.arena);
            out.count = 0;
            news_whole(s, r, v, v, -1);
            note_messages(t, &out, r);
        }
    }
    server_destroy(s);
    outputs_finish(&out);
}

static void judge_streams(struct world *w)
{
    struct told t = { 0 };
    if (w->heard_count) qsort(w->heard, w->heard_count, sizeof *w->heard, compare_heard);
    listen_to_log(w, &t);
    if (t.count) qsort(t.list, t.count, sizeof *t.list, compare_heard);
    for (size_t i = 0; i < w->heard_count; i++) {
        const struct heard *h = &w->heard[i];
        if (h->table != w->table) continue;
        const struct heard *found = t.count
                                        ? bsearch(h, t.list, t.count, sizeof *t.list, compare_heard)
                                        : NULL;
        if (!found) {
            world_wrong(w, "viewer %u heard message %u, which the log does not have", h->viewer,
                        h->n);
            break;
        }
        // Between two messages nothing of a viewer's view may change, whole views included.
        bool same = false, differs = false;
        while (found > t.list && compare_heard(found - 1, h) == 0) found--;
        for (; found < t.list + t.count && compare_heard(found, h) == 0; found++) {
            same |= found->hash == h->hash;
            differs |= found->hash != h->hash;
        }
        if (!same || differs)
            world_wrong(w, "message %u (%s) of viewer %u is not what the log says", h->n,
                        h->whole ? "whole" : "news", h->viewer);
    }
    free(t.list);
}

// Choices of the log by (table, seat, question): each question was answered once.
static void judge_promises(struct world *w)
{
    struct hall    *h      = &w->hall;
    size_t          count  = 0;
    struct promise *in_log = malloc((h->stored + 1) * sizeof *in_log);
    if (!in_log) abort();
    for (size_t i = 0; i < h->stored; i++) {
        if (h->log[i].kind != ENTRY_CHOICE) continue;
        json_t *body    = json_loads(h->log[i].body.at, 0, NULL);
        in_log[count++] = (struct promise){
            h->log[i].about, (seat_id)json_integer_value(json_object_get(body, "seat")),
            (uint32_t)json_integer_value(json_object_get(body, "owed"))
        };
        json_decref(body);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            if (in_log[i].table == in_log[k].table && in_log[i].seat == in_log[k].seat &&
                in_log[i].owed == in_log[k].owed)
                world_wrong(w, "question %u of seat %u was answered twice", in_log[i].owed,
                            in_log[i].seat);
    for (size_t i = 0; i < w->promise_count; i++) {
        const struct promise *p     = &w->promises[i];
        bool                  found = false;
        for (size_t k = 0; k < count && !found; k++)
            found = in_log[k].table == p->table && in_log[k].seat == p->seat &&
                    in_log[k].owed == p->owed;
        if (!found)
            world_wrong(w, "the answer to question %u of seat %u was acknowledged and is not there",
                        p->owed, p->seat);
    }
    free(in_log);
}

// Every table that is over is in the archive once, and a match that was played has its record.
static void judge_archive(struct world *w)
{
    struct hall *h = &w->hall;
    hall_wait(h, 200);
    unsigned archived = 0;
    bool     played = false, over = false;
    for (size_t i = 0; i < h->stored; i++) {
        if (h->log[i].about != w->table) continue;
        archived += h->log[i].kind == ENTRY_ARCHIVE;
        played |= h->log[i].kind == ENTRY_START;
        over |= h->log[i].kind == ENTRY_OVER;
    }
    if (archived != 1 || !over) world_wrong(w, "the table is %u times in the archive", archived);
    struct arena arena;
    struct text  out;
    struct asker asker = { text_of(w->key), { "", 0 } };
    arena_init(&arena);
    hall_restart(h, true);
    if (played && !hall_told(h, w->table, false, &asker, &arena, &out))
        world_wrong(w, "there is no record");
    arena_finish(&arena);
}

void judge(struct world *w)
{
    if (w->hall.sayings) world_wrong(w, "%s", w->hall.said);
    judge_promises(w);
    judge_streams(w);
    struct server_counts c    = server_count(w->hall.server);
    uint64_t             open = 0; // rematches that are still on
    for (size_t i = 0; i < w->hall.server->room_count; i++) {
        const struct room *r = w->hall.server->rooms[i];
        open += r->committed && r->phase != PHASE_OVER;
    }
    if (c.committed != c.revealed + open)
        world_wrong(w, "%llu commitments, %llu revealed", (unsigned long long)c.committed,
                    (unsigned long long)c.revealed);
    judge_archive(w);
}
