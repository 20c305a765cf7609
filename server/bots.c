// Bots at tables. Thinking takes long, so the core does not think: it says what a bot must choose
// (OUTPUT_THINK) and hears later what the bot chose (INPUT_THOUGHT). The choice then becomes an
// entry like anybody's, so nothing of this is needed to carry out the log again.
#include "server/state.h"

#include "engine/table.h"

#include <stdlib.h>

void bot_task_run(struct bot_task *task)
{
    struct rng rng = rng_from(task->seed);
    if (!task->bot) {
        hint_think(task, &rng);
        return;
    }
    task->choice = bot_play(task->bot, &task->position.table, task->seat, &rng, &task->memory);
}

void bot_task_free(struct bot_task *task) { free(task); }

static bool has_thought(const struct room_seat *is)
{
    return is->thought_at && is->thought_owed == is->owed;
}

static struct bot_task *make_task(struct server *s, struct room *r, seat_id seat)
{
    struct room_seat *is   = &r->seat[seat];
    struct bot_task  *task = malloc(sizeof *task);
    if (!is->memory) is->memory = calloc(1, sizeof *is->memory);
    if (!task || !is->memory) BUG("out of memory for a bot");
    task->table  = r->id;
    task->seat   = seat;
    task->owed   = is->owed;
    task->owner  = room_owner(r);
    task->bot    = is->bot;
    task->memory = *is->memory;
    // Of the server's own chance, never of the match's.
    draw_secret(s, (uint8_t *)&task->seed, sizeof task->seed);
    bot_copy_table(&task->position, &r->match->table);
    return task;
}

// One question of a table at a time, so that no table fills the queue: the seat, or NO_SEAT.
static seat_id bot_to_ask(const struct server *s, const struct room *r)
{
    if (r->thinking || r->pending || s->closing || s->failing || *r->broken ||
        r->phase != PHASE_PLAYING || r->match->table.state->over)
        return NO_SEAT;
    seat_set asked = table_asked(&r->match->table);
    for (seat_id i = 0; i < r->seats; i++)
        if (asked >> i & 1 && r->seat[i].who == WHO_BOT && !has_thought(&r->seat[i])) return i;
    return NO_SEAT;
}

void bots_ask(struct server *s, struct room *r)
{
    seat_id seat = bot_to_ask(s, r);
    if (seat == NO_SEAT) return;
    if (!may_think(s, room_owner(r))) {
        s->bots_wait = true;
        return;
    }
    s->asked_room = r->id;
    r->thinking   = true;
    thinking_begins(s, room_owner(r));
    output_think(s, make_task(s, r, seat));
}

// The table whose bot is next; those of one owner in turn: the one after the table that was served
// last. NULL: none may be asked now.
static struct room *next_to_think(struct server *s)
{
    struct room *best  = NULL;
    size_t       first = 0;
    while (first < s->room_count && s->rooms[first]->id <= s->asked_room) first++;
    for (size_t i = 0; i < s->room_count; i++) {
        struct room *r = s->rooms[(first + i) % s->room_count];
        if (bot_to_ask(s, r) == NO_SEAT) continue;
        s->bots_wait = true;
        if (may_think(s, room_owner(r)) && (!best || is_before(s, room_owner(r), room_owner(best))))
            best = r;
    }
    return best;
}

static void serve_waiting(struct server *s)
{
    struct room *r;
    while (s->bots_wait) {
        s->bots_wait = false;
        if (!(r = next_to_think(s))) return; // it waits, if there is one
        bots_ask(s, r);
        s->bots_wait = true; // there may be more
    }
}

void bots_take_thought(struct server *s, const struct bot_task *task)
{
    struct room *r = room_find(s, task->table);
    thinking_ends(s, task->owner);
    if (!task->bot) {
        hint_tell(s, r, task);
    } else if (r) {
        struct room_seat *is = &r->seat[task->seat];
        r->thinking          = false;
        // The match may have moved on: then nobody asks any more.
        if (r->phase == PHASE_PLAYING && is->who == WHO_BOT && is->owed == task->owed &&
            is->bot == task->bot) {
            is->thought      = task->choice;
            is->thought_owed = task->owed;
            is->thought_at   = s->now;
            *is->memory      = task->memory;
        } else
            s->counts.thoughts_dropped++;
    }
    serve_waiting(s);
    room_due(s, r);
}

// What it may try at most is known before it looks at its cards, and so is the time it takes.
// `master` thinks up to 60 ms on average, seldom more than half a second (docs/bots.md): half as
// long again as the others hides that, and a turn of dozens of choices stays bearable.
static uint64_t pace(const struct server *s, const struct bot *bot)
{
    uint64_t tries = bot->search ? bot->search->answers : 0;
    return s->config.bot_ms + s->config.bot_ms * tries / 6000000;
}

// A bot answers a fixed time after the question, or on a later multiple of it if it was not ready
// (the machine is busy), so that the time it takes tells nothing about its cards.
bool bot_answer_due(struct server *s, struct room *r, seat_id seat, struct choice *out)
{
    struct room_seat *is = &r->seat[seat];
    if (!has_thought(is)) return false;
    uint64_t step = pace(s, is->bot), due = is->clock.asked_at + step;
    if (step && is->thought_at > due)
        due = is->clock.asked_at + (is->thought_at - is->clock.asked_at + step - 1) / step * step;
    if (s->now < due) return false;
    *out = is->thought;
    if (table_why_not(&r->match->table, seat, *out) == 0) return true;
    is->thought_at = 0; // somebody else's answer has changed what it can choose: it thinks again
    return false;
}

void bots_forget(struct room *r, seat_set seats)
{
    for (seat_id i = 0; i < r->seats; i++)
        if (seats >> i & 1 && r->seat[i].memory) *r->seat[i].memory = (struct bot_memory){ 0 };
}
