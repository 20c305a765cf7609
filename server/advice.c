// What a player may ask about its own question: why something cannot be chosen, and, where nobody
// else minds, what would be best.
#include "server/state.h"

#include "bots/search.h"
#include "engine/notation.h"
#include "engine/table.h"
#include "match/why.h"
#include "match/would.h"

#include <stdlib.h>

// Bots think on the same threads, so few hints are thought out at once, one for each line.
enum { HINT_TRIES = 4000, HINT_MS = 1000, HINTS_AT_ONCE = 4 };

void on_why(struct request *rq)
{
    seat_id      seat;
    json_int_t   card;
    struct text  words;
    struct error err = { 0 };
    struct room *r   = match_of(rq, &seat);
    if (!r) return;
    const struct table *t = &r->match->table;
    struct json         j = answer_begin(rq, "why");
    json_name(&j, "answers");
    json_open(&j, '[');
    if (member_text(rq->json, "words", &words)) {
        if (!show_why_words(&j, t, r->match->names, seat, words, &err)) {
            request_refuse(rq, "no-choice", "%s", err.text);
            return;
        }
    } else if (member_int(rq->json, "card", 0, t->state->card_count - 1, &card)) {
        show_why_card(&j, t, r->match->names, seat, (card_id)card);
    } else {
        request_refuse(rq, "bad-member",
                       "\"words\" must be those of a choice, or \"card\" the id of a card");
        return;
    }
    json_close(&j, ']');
    send_json(rq->server, rq->line, &j);
}

// --- what a choice would do ---------------------------------------------------------------------

static bool is_open(const struct request *rq, const struct room *r, seat_id seat)
{
    json_int_t owed;
    if (!member_int(rq->json, "owed", 1, UINT32_MAX, &owed))
        request_refuse(rq, "bad-member", "\"owed\" must be the number of the question");
    else if (!(table_asked(&r->match->table) >> seat & 1))
        request_refuse(rq, "not-asked", "you owe no choice now");
    else if ((uint32_t)owed != r->seat[seat].owed)
        request_refuse(rq, "late", "question %lld is not the one that is open", (long long)owed);
    else
        return true;
    return false;
}

// It is reckoned out at once, so it is rationed by address.
void on_would(struct request *rq)
{
    seat_id       seat;
    json_int_t    taken;
    struct choice list[CHOICES_MAX];
    struct room  *r = match_of(rq, &seat);
    if (!r || !is_open(rq, r, seat)) return;
    const struct table *t     = &r->match->table;
    size_t              count = table_choices(t, seat, list, CHOICES_MAX);
    if (!member_int(rq->json, "choice", 0, (json_int_t)count - 1, &taken)) {
        request_refuse(rq, "no-choice", "\"choice\" must be one of 0 to %zu", count - 1);
        return;
    }
    if (!may_wonder(rq)) return;
    struct arena *arena = &rq->server->out->arena;
    struct would *found = ARENA_NEW(arena, struct would);
    struct json   j     = answer_begin(rq, "would");
    would(t, seat, list[taken], arena, found);
    show_would(&j, t, seat, found, r->match->names);
    send_json(rq->server, rq->line, &j);
}

// --- hints --------------------------------------------------------------------------------------

// Those from one address share one.
static bool is_hinting(const struct server *s, uint64_t address)
{
    for (size_t i = 0; i < s->line_capacity; i++)
        if (s->lines[i].open && s->lines[i].hinting && s->lines[i].address == address) return true;
    return false;
}

static bool is_alone(const struct room *r, seat_id seat)
{
    for (seat_id i = 0; i < r->seats; i++)
        if (i != seat && (r->seat[i].who != WHO_BOT || r->seat[i].player)) return false;
    return !r->rated;
}

void on_hint(struct request *rq)
{
    struct server *s = rq->server;
    seat_id        seat;
    struct room   *r = match_of(rq, &seat);
    if (!r) return;
    if (!is_alone(r, seat)) {
        request_refuse(rq, "no-hint", "hints are for tables where all the others are bots");
        return;
    }
    if (!(table_asked(&r->match->table) >> seat & 1)) {
        request_refuse(rq, "not-asked", "you owe no choice now");
        return;
    }
    struct line *l = line_at(s, rq->line);
    if (is_hinting(s, l->address) || s->hinting >= HINTS_AT_ONCE || !may_think(s, l->address) ||
        s->closing) {
        request_refuse(rq, "busy", "somebody is thinking already; ask again in a moment");
        return;
    }
    struct bot_task *task = calloc(1, sizeof *task);
    if (!task) BUG("out of memory for a hint");
    task->table  = r->id;
    task->seat   = seat;
    task->owed   = r->seat[seat].owed;
    task->line   = rq->line;
    task->serial = l->serial;
    task->id     = rq->id;
    draw_secret(s, (uint8_t *)&task->seed, sizeof task->seed);
    bot_copy_table(&task->position, &r->match->table);
    l->hinting = true;
    s->hinting++;
    task->owner = l->address;
    thinking_begins(s, task->owner);
    output_think(s, task);
}

void hint_think(struct bot_task *task, struct rng *rng)
{
    struct search_settings settings = { .iterations = HINT_TRIES, .milliseconds = HINT_MS };
    struct search_report   report;
    size_t                 order[HINTS_MAX];
    search_think(&task->position.table, task->seat, &settings, rng, &report);
    task->hints = (unsigned)search_best(&report, order, HINTS_MAX);
    for (unsigned i = 0; i < task->hints; i++) {
        task->hint[i]   = (uint32_t)order[i];
        task->chance[i] = report.chance[order[i]];
    }
}

void hint_tell(struct server *s, struct room *r, const struct bot_task *task)
{
    struct line   *l    = line_at(s, task->line);
    bool           here = l && l->serial == task->serial;
    struct request rq   = { .server = s, .line = task->line, .id = task->id };
    struct choice  list[CHOICES_MAX];
    s->hinting--;
    if (!here) return;
    l->hinting = false;
    if (!r || r->phase != PHASE_PLAYING || r->seat[task->seat].owed != task->owed ||
        !(table_asked(&r->match->table) >> task->seat & 1)) {
        request_refuse(&rq, "late", "the question is answered");
        return;
    }
    size_t      count = table_choices(&r->match->table, task->seat, list, CHOICES_MAX);
    struct json j     = answer_begin(&rq, "hint");
    json_name(&j, "table");
    json_number(&j, (long)r->id);
    json_name(&j, "owed");
    json_number(&j, task->owed);
    json_name(&j, "choices");
    json_open(&j, '[');
    for (unsigned i = 0; i < task->hints && task->hint[i] < count; i++) {
        char          words[4096];
        struct writer w = writer_on(words, sizeof words);
        say_choice(&r->match->table, task->seat, task->seat, list[task->hint[i]], r->match->names,
                   &w);
        json_open(&j, '{');
        json_name(&j, "choice");
        json_number(&j, (long)task->hint[i]);
        json_name(&j, "words");
        json_slice(&j, (struct text){ words, w.size });
        json_name(&j, "chance");
        json_fraction(&j, (double)task->chance[i]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    send_json(s, task->line, &j);
}
