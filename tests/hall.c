#include "tests/hall.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t SECRET[32] = { 1, 2, 3 };

static void *more(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return list;
    *capacity = *capacity ? *capacity * 2 : 64;
    list      = realloc(list, *capacity * size);
    if (!list) abort();
    return list;
}

static char *copy_of(struct text t)
{
    char *copy = malloc(t.size + 1);
    if (!copy) abort();
    memcpy(copy, t.at, t.size);
    copy[t.size] = 0;
    return copy;
}

static void drop_inbox(struct hall_line *l)
{
    for (size_t i = 0; i < l->count; i++) free(l->inbox[i].bytes);
    l->count = 0;
}

static void take_output(struct hall *h, const struct output *o)
{
    struct hall_line *l = &h->line[o->line];
    switch (o->kind) {
    case OUTPUT_SEND:
        l->inbox             = more(l->inbox, l->count, &l->capacity, sizeof *l->inbox);
        l->inbox[l->count++] = (struct hall_message){ copy_of(o->bytes), o->bytes.size };
        break;
    case OUTPUT_CLOSE:
        l->open        = false;
        l->closed_with = o->code;
        break;
    case OUTPUT_STORE:
        h->log                     = more(h->log, h->written, &h->capacity, sizeof *h->log);
        h->log[h->written]         = o->entry;
        h->log[h->written].body.at = copy_of(o->entry.body);
        if (o->entry.number != ++h->written) abort(); // numbers have no gap
        break;
    case OUTPUT_CHORE:
        if (h->chore_count == h->config.chores_max) abort();
        h->chores[h->chore_count++] = o->chore;
        break;
    case OUTPUT_SAY:
        snprintf(h->said, sizeof h->said, "%s: %.*s", o->what, SHOW(o->bytes));
        h->sayings++;
        break;
    case OUTPUT_THINK:
        if (h->task_count == h->config.thinking_max) abort();
        h->tasks_at[h->task_count] = h->now;
        h->tasks[h->task_count++]  = o->task;
        break;
    }
}

static void step(struct hall *h, struct input in)
{
    in.now = h->now;
    server_step(h->server, &in, &h->out);
    for (size_t i = 0; i < h->out.count; i++) take_output(h, &h->out.list[i]);
    if (h->at_once && h->stored < h->written) hall_store(h, HALL_STORED);
}

void hall_think(struct hall *h, const struct bot_task *task)
{
    step(h, (struct input){ .kind = INPUT_THOUGHT, .task = task });
}

static void think(struct hall *h)
{
    while (h->task_count && h->now >= h->tasks_at[0] + h->thinking_ms) {
        struct bot_task *task = h->tasks[0];
        h->task_count--;
        memmove(h->tasks, h->tasks + 1, h->task_count * sizeof *h->tasks);
        memmove(h->tasks_at, h->tasks_at + 1, h->task_count * sizeof *h->tasks_at);
        bot_task_run(task);
        hall_think(h, task);
        bot_task_free(task);
    }
}

static void do_chores(struct hall *h)
{
    for (size_t left = h->chore_count; left > 0; left--) { // those that are there now
        struct chore *chore = h->chores[0];
        memmove(h->chores, h->chores + 1, --h->chore_count * sizeof *h->chores);
        chore_run(chore);
        step(h, (struct input){ .kind = INPUT_CHORE, .chore = chore });
        chore_free(chore);
    }
}

static void forget_tasks(struct hall *h)
{
    while (h->chore_count) chore_free(h->chores[--h->chore_count]);
    while (h->task_count) bot_task_free(h->tasks[--h->task_count]);
}

static void forget_unwritten(struct hall *h)
{
    while (h->written > h->stored) free((void *)(uintptr_t)h->log[--h->written].body.at);
}

static struct server *load(struct hall *h)
{
    uint8_t        entropy[32] = { h->entropy, (uint8_t)h->starts };
    struct error   err         = { 0 };
    struct server *s           = server_create(&h->config, h->boxes, SECRET, entropy);
    for (size_t i = 0; i < h->stored; i++) server_skim(s, &h->log[i]);
    for (size_t i = 0; i < h->stored; i++)
        if (!server_load(s, &h->log[i], &err)) {
            fprintf(stderr, "entry %zu: %s\n", i + 1, err.text);
            abort();
        }
    return s;
}

// --- snapshots ----------------------------------------------------------------------------------

static void put_line(void *context, struct text line)
{
    struct hall_snapshot *s = context;
    s->bytes                = realloc(s->bytes, s->size + line.size + 1);
    if (!s->bytes) abort();
    memcpy(s->bytes + s->size, line.at, line.size);
    s->bytes[s->size + line.size] = '\n';
    s->size += line.size + 1;
}

static struct hall_snapshot snapshot_of(const struct server *s)
{
    struct hall_snapshot out = { 0 };
    server_snapshot(s, put_line, &out);
    return out;
}

static struct server *restore(struct hall *h, const struct hall_snapshot *from)
{
    uint8_t           entropy[32] = { h->entropy, (uint8_t)h->starts };
    struct error      err         = { 0 };
    struct log_reader log         = { hall_read_entry, h };
    struct text       text        = { from->bytes, from->size };
    struct server    *s           = server_create(&h->config, h->boxes, SECRET, entropy);
    uint64_t          number;
    bool              fine = snapshot_check(text, &number, &err);
    for (size_t i = number; fine && i < h->stored; i++) server_skim(s, &h->log[i]);
    fine = fine && server_restore(s, text, &log, &err);
    for (size_t i = number; fine && i < h->stored; i++) fine = server_load(s, &h->log[i], &err);
    if (fine) return s;
    fprintf(stderr, "from a snapshot: %s\n", err.text);
    abort();
}

static void compare(const struct hall_snapshot *a, const struct hall_snapshot *b)
{
    struct text left = { a->bytes, a->size }, right = { b->bytes, b->size }, one, other;
    while (text_cut(&left, '\n', &one) && text_cut(&right, '\n', &other))
        if (!text_equal(one, other)) {
            fprintf(stderr, "from the log:    %.*s\nfrom a snapshot: %.*s\n", SHOW(one),
                    SHOW(other));
            abort();
        }
    if (a->size != b->size) abort();
}

// A snapshot knows what stood in an entry before it was damaged, or what did not.
static bool was_damaged(struct hall *h)
{
    for (size_t i = 0; i < h->stored; i++) h->was_damaged |= h->log[i].is_damaged;
    return h->was_damaged;
}

// Starting from each snapshot comes to the same as starting from the log; every second start goes
// on with a server from one.
static void start(struct hall *h)
{
    h->starts++;
    h->server                 = load(h);
    struct hall_snapshot told = snapshot_of(h->server);
    for (unsigned i = 0; i < 2; i++) {
        if (!h->snapshot[i].size || was_damaged(h)) continue;
        struct server       *again = restore(h, &h->snapshot[i]);
        struct hall_snapshot other = snapshot_of(again);
        compare(&told, &other);
        free(other.bytes);
        if (h->starts % 2) {
            server_destroy(h->server);
            h->server = again;
        } else
            server_destroy(again);
    }
    free(told.bytes);
    step(h, (struct input){ .kind = INPUT_READY });
}

void hall_open(struct hall *h, const struct box *const *boxes, const struct server_config *config,
               uint8_t entropy)
{
    *h = (struct hall){ .config = *config, .boxes = boxes, .now = 1000000, .entropy = entropy };
    outputs_init(&h->out);
    start(h);
}

void hall_close(struct hall *h)
{
    server_destroy(h->server);
    forget_tasks(h);
    outputs_finish(&h->out);
    h->stored = 0;
    forget_unwritten(h);
    free(h->log);
    free(h->snapshot[0].bytes);
    free(h->snapshot[1].bytes);
    for (unsigned i = 0; i < HALL_LINES; i++) {
        drop_inbox(&h->line[i]);
        free(h->line[i].inbox);
    }
}

void hall_restart(struct hall *h, bool written)
{
    free(h->snapshot[0].bytes); // the older one
    h->snapshot[0] = h->snapshot[1];
    h->snapshot[1] = snapshot_of(h->server);
    server_destroy(h->server);
    forget_tasks(h);
    if (written) h->stored = h->written;
    forget_unwritten(h);
    for (unsigned i = 0; i < HALL_LINES; i++) {
        drop_inbox(&h->line[i]);
        h->line[i].open = false;
    }
    start(h);
}

void hall_connect(struct hall *h, uint32_t line)
{
    drop_inbox(&h->line[line]);
    h->line[line].open        = true;
    h->line[line].closed_with = 0;
    step(h, (struct input){ .kind = INPUT_CONNECT, .line = line, .number = h->address });
}

void hall_cut(struct hall *h, uint32_t line)
{
    if (!h->line[line].open) return;
    drop_inbox(&h->line[line]);
    h->line[line].open = false;
    step(h, (struct input){ .kind = INPUT_CUT, .line = line });
}

void hall_send(struct hall *h, uint32_t line, struct text bytes)
{
    if (h->line[line].open)
        step(h, (struct input){ .kind = INPUT_MESSAGE, .line = line, .bytes = bytes });
}

void hall_say(struct hall *h, uint32_t line, const char *format, ...)
{
    char    bytes[8192];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(bytes, sizeof bytes, format, arguments);
    va_end(arguments);
    hall_send(h, line, (struct text){ bytes, (size_t)size });
}

void hall_wait(struct hall *h, uint64_t ms)
{
    for (uint64_t end = h->now + ms; h->now < end;) {
        h->now += 50;
        think(h);
        do_chores(h);
        step(h, (struct input){ .kind = INPUT_TICK });
    }
}

void hall_store(struct hall *h, enum hall_outcome outcome)
{
    if (h->stored == h->written) return;
    if (outcome == HALL_REFUSED) forget_unwritten(h);
    h->stored       = h->written;
    struct input in = { .kind = outcome == HALL_STORED ? INPUT_STORED : INPUT_FAILED };
    in.number       = h->stored;
    step(h, in);
}

bool hall_read_entry(void *hall, uint64_t number, struct arena *arena, struct store_entry *out,
                     struct error *err)
{
    struct hall *h = hall;
    if (number < 1 || number > h->stored)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "there is no such entry");
    *out      = h->log[number - 1];
    out->body = arena_text(arena, out->body);
    return true;
}

char *hall_next(struct hall *h, uint32_t line)
{
    struct hall_line *l = &h->line[line];
    if (!l->count) return NULL;
    char *bytes = l->inbox[0].bytes;
    memmove(&l->inbox[0], &l->inbox[1], --l->count * sizeof *l->inbox);
    return bytes;
}

bool hall_told(struct hall *h, uint64_t table, bool fair, const struct asker *asker,
               struct arena *arena, struct text *out)
{
    struct log_reader  log = { hall_read_entry, h };
    struct inquiry     q;
    enum inquiry_state is = INQUIRY_LATER;
    for (unsigned i = 0; i < 100 && is == INQUIRY_LATER; i++) {
        if (i) hall_wait(h, 50);
        if (i) inquiry_finish(&q);
        inquiry_init(&q, table, fair);
        is = server_ask(h->server, &q, asker);
    }
    if (is == INQUIRY_READ) {
        inquiry_run(&q, &log);
        server_answer(h->server, &q);
    }
    bool told = is == INQUIRY_ANSWERED || (is == INQUIRY_READ && q.is_told);
    if (told) *out = arena_text(arena, q.out);
    inquiry_finish(&q);
    return told;
}
