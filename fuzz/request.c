// Requests to the server's core: two strangers say anything at all. Nothing may crash, every
// message must be JSON, and the log that comes of it must load again.
//
// Each line of the input is one step: its first character says what happens (0, 1: that line says
// the rest; c, d: that line is cut and comes again; f: the store fails; t: a second passes). A line
// without such a character is said on line 0. "@" in a message stands for the newest table.
#include "fuzz/fuzz.h"

#include "games/list.h"
#include "server/core.h"

#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 2, TASKS_MAX = 32, STEPS_MAX = 400, ENTRIES_MAX = 4000 };

struct run {
    struct server     *server;
    struct outputs     out;
    uint64_t           now;
    struct store_entry log[ENTRIES_MAX];
    size_t             stored, written;
    bool               open[LINES], fails;

    struct chore    *chores[TASKS_MAX];
    struct bot_task *tasks[TASKS_MAX];
    size_t           chore_count, task_count;
};

static const struct box *boxes[2];
static const uint8_t     SECRET[32];

static void take_entry(struct run *r, const struct store_entry *e)
{
    if (r->written == ENTRIES_MAX) return;
    char *body = malloc(e->body.size + 1);
    if (!body) abort();
    memcpy(body, e->body.at, e->body.size);
    r->log[r->written]         = *e;
    r->log[r->written].body.at = body;
    if (e->number != ++r->written) BUG("numbers have a gap");
}

static void take(struct run *r)
{
    for (size_t i = 0; i < r->out.count; i++) {
        const struct output *o = &r->out.list[i];
        json_t              *m;
        switch (o->kind) {
        case OUTPUT_SEND:
            m = json_loadb(o->bytes.at, o->bytes.size, JSON_REJECT_DUPLICATES, NULL);
            if (!json_is_object(m)) BUG("not a message: %.*s", SHOW(o->bytes));
            json_decref(m);
            break;
        case OUTPUT_CLOSE: r->open[o->line] = false; break;
        case OUTPUT_STORE: take_entry(r, &o->entry); break;
        case OUTPUT_CHORE:
            if (r->chore_count == TASKS_MAX) BUG("too many chores");
            r->chores[r->chore_count++] = o->chore;
            break;
        case OUTPUT_SAY: BUG("%s: %.*s", o->what, SHOW(o->bytes));
        case OUTPUT_THINK:
            if (r->task_count == TASKS_MAX) BUG("too many tasks");
            r->tasks[r->task_count++] = o->task;
            break;
        }
    }
}

static void forget_unstored(struct run *r)
{
    while (r->written > r->stored) free((void *)(uintptr_t)r->log[--r->written].body.at);
}

static void step(struct run *r, struct input in)
{
    in.now = r->now;
    server_step(r->server, &in, &r->out);
    take(r);
    while (r->stored < r->written && r->written < ENTRIES_MAX) {
        bool failed = r->fails;
        r->fails    = false;
        if (failed) forget_unstored(r);
        r->stored         = r->written;
        struct input done = { .kind = failed ? INPUT_FAILED : INPUT_STORED, .now = r->now };
        done.number       = r->stored;
        server_step(r->server, &done, &r->out);
        take(r);
    }
}

// What others do between two steps: chores, and bots think (those who search do not).
static void work(struct run *r)
{
    while (r->chore_count) {
        struct chore *chore = r->chores[--r->chore_count];
        chore_run(chore);
        step(r, (struct input){ .kind = INPUT_CHORE, .chore = chore });
        chore_free(chore);
    }
    while (r->task_count) {
        struct bot_task *task = r->tasks[--r->task_count];
        if (!task->bot) { // a hint: what somebody would have thought
            task->hints     = 2;
            task->hint[0]   = 0;
            task->hint[1]   = 1;
            task->chance[0] = task->chance[1] = 0.5f;
        }
        if (task->bot && !task->bot->search) bot_task_run(task);
        if (!task->bot || !task->bot->search)
            step(r, (struct input){ .kind = INPUT_THOUGHT, .task = task });
        bot_task_free(task);
    }
}

static void connect_line(struct run *r, uint32_t line)
{
    if (r->open[line]) step(r, (struct input){ .kind = INPUT_CUT, .line = line });
    r->open[line] = true;
    step(r, (struct input){ .kind = INPUT_CONNECT, .line = line });
    const char *hello = line ? "{\"do\":\"hello\",\"version\":1,\"name\":\"Bel\"}"
                             : "{\"do\":\"hello\",\"version\":1,\"name\":\"Ash\"}";
    step(r, (struct input){ .kind = INPUT_MESSAGE, .line = line, .bytes = text_of(hello) });
}

static void say(struct run *r, uint32_t line, struct text said)
{
    char          text[8192];
    struct writer w = writer_on(text, sizeof text);
    for (size_t i = 0; i < said.size; i++)
        if (said.at[i] == '@')
            write_format(&w, "%llu", (unsigned long long)server_count(r->server).tables);
        else
            write_char(&w, said.at[i]);
    if (r->open[line])
        step(r, (struct input){ .kind = INPUT_MESSAGE, .line = line, .bytes = { text, w.size } });
}

static void run_line(struct run *r, struct text line)
{
    char first = line.size ? line.at[0] : 't';
    switch (first) {
    case '0':
    case '1': say(r, (uint32_t)(first - '0'), text_part(line, 1, line.size)); break;
    case 'c':
    case 'd': connect_line(r, (uint32_t)(first - 'c')); break;
    case 'f': r->fails = true; break;
    case 't':
        r->now += 1000;
        work(r);
        step(r, (struct input){ .kind = INPUT_TICK });
        break;
    default: say(r, 0, line); break;
    }
}

// Everything that was stored can be carried out again.
static void load_again(struct run *r, const struct server_config *config)
{
    struct server *again = server_create(config, boxes, SECRET, SECRET);
    struct error   err   = { 0 };
    for (size_t i = 0; i < r->stored; i++) server_skim(again, &r->log[i]);
    for (size_t i = 0; i < r->stored; i++)
        if (!server_load(again, &r->log[i], &err)) BUG("entry %zu: %s", i + 1, err.text);
    if (server_count(again).set_aside) BUG("something was set aside");
    if (server_count(again).committed != server_count(r->server).committed)
        BUG("promises were forgotten");
    server_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct run    r;
    struct server_config config = server_config_default();
    struct text          rest   = { (const char *)data, size }, line;
    if (!boxes[0]) {
        if (sodium_init() < 0) abort();
        boxes[0] = box_open(game_find(TEXT("blank")), NULL);
    }
    config.messages_burst = config.messages_per_s = 100000;
    config.thinking_max                           = TASKS_MAX;
    config.password_memory_kib                    = 8;
    config.password_passes                        = 1;
    memset(&r, 0, sizeof r);
    r.server = server_create(&config, boxes, SECRET, SECRET);
    r.now    = 1000000;
    outputs_init(&r.out);
    step(&r, (struct input){ .kind = INPUT_READY });
    for (uint32_t i = 0; i < LINES; i++) connect_line(&r, i);
    for (unsigned i = 0; i < STEPS_MAX && text_cut(&rest, '\n', &line); i++) run_line(&r, line);
    work(&r);
    load_again(&r, &config);
    while (r.task_count) bot_task_free(r.tasks[--r.task_count]);
    while (r.chore_count) chore_free(r.chores[--r.chore_count]);
    r.stored = 0;
    forget_unstored(&r);
    server_destroy(r.server);
    outputs_finish(&r.out);
    return 0;
}
