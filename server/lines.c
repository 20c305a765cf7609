// Lines: what is said to them, what they follow, how they come and go.
#include "server/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- saying -------------------------------------------------------------------------------------

struct line *line_at(struct server *s, uint32_t line)
{
    return line < s->line_capacity && s->lines[line].open ? &s->lines[line] : NULL;
}

struct output *output_add(struct server *s, enum output_kind kind, uint32_t line)
{
    struct outputs *o = s->out;
    o->list           = grow(o->list, o->count, &o->capacity, sizeof *o->list);
    o->list[o->count] = (struct output){ .kind = kind, .line = line };
    return &o->list[o->count++];
}

void output_think(struct server *s, struct bot_task *task)
{
    output_add(s, OUTPUT_THINK, 0)->task = task;
}

// While loading nobody listens: it is kept until the server is live.
void say_to_operator(struct server *s, const char *what, const char *format, ...)
{
    char    text[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (s->out) {
        struct output *o = output_add(s, OUTPUT_SAY, 0);
        o->what          = what;
        o->bytes         = arena_text(&s->out->arena, text_of(text));
        return;
    }
    s->notices = grow(s->notices, s->notice_count, &s->notice_capacity, sizeof *s->notices);
    s->notices[s->notice_count++] = copy_bytes(text_of(text));
}

void notices_tell(struct server *s)
{
    for (size_t i = 0; i < s->notice_count; i++)
        say_to_operator(s, "set-aside", "%s", s->notices[i]);
    notices_free(s);
}

void notices_free(struct server *s)
{
    while (s->notice_count) free(s->notices[--s->notice_count]);
    free(s->notices);
    s->notices         = NULL;
    s->notice_capacity = 0;
}

// All that a follower of a table is told may come from work over hidden cards.
void send_text(struct server *s, uint32_t line, struct text text)
{
    const struct line *l = line_at(s, line);
    if (!l) return;
    struct output *o = output_add(s, OUTPUT_SEND, line);
    o->bytes         = text;
    o->is_timed      = l->follow_count > 0;
}

void send_json(struct server *s, uint32_t line, struct json *j)
{
    json_close(j, '}');
    json_end(j);
    send_text(s, line, (struct text){ j->out, j->size });
}

void forget_line(struct server *s, uint32_t line)
{
    struct line *l = line_at(s, line);
    while (l->follow_count) {
        struct room *r      = room_find(s, l->follows[0]);
        seat_id      viewer = room_viewer(r, line);
        room_unfollow(s, line, r);
        if (viewer < r->seats) presence_set(s, r, viewer, PRESENCE_LOST);
    }
    l->open = false;
    l->serial++;
    s->counts.lines--;
}

void close_line(struct server *s, uint32_t line, uint16_t code, const char *reason)
{
    if (!line_at(s, line)) return;
    struct output *o = output_add(s, OUTPUT_CLOSE, line);
    o->code          = code;
    o->bytes         = text_of(reason);
    forget_line(s, line);
}

struct json message_begin(struct server *s, const char *type)
{
    struct json j = json_in(&s->out->arena);
    json_open(&j, '{');
    json_name(&j, "type");
    json_text(&j, type);
    return j;
}

struct json answer_begin(const struct request *rq, const char *type)
{
    struct json j = message_begin(rq->server, type);
    if (rq->id >= 0) {
        json_name(&j, "id");
        json_number(&j, (long)rq->id);
    }
    return j;
}

void send_refusal(struct server *s, uint32_t line, json_int_t id, const char *code,
                  const char *text)
{
    struct request rq = { .server = s, .line = line, .id = id };
    struct json    j  = answer_begin(&rq, "error");
    json_name(&j, "code");
    json_text(&j, code);
    json_name(&j, "text");
    json_text(&j, text);
    send_json(s, line, &j);
    s->counts.refused++;
}

void request_refuse(const struct request *rq, const char *code, const char *format, ...)
{
    char    text[ERROR_TEXT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    send_refusal(rq->server, rq->line, rq->id, code, text);
}

void request_done(struct server *s, uint32_t line, json_int_t id)
{
    struct request rq = { .server = s, .line = line, .id = id };
    struct json    j  = answer_begin(&rq, "done");
    send_json(s, line, &j);
}

// Whoever made a table is told which one it is, and how others find it.
void request_done_table(struct server *s, uint32_t line, json_int_t id, const struct room *r)
{
    struct request rq = { .server = s, .line = line, .id = id };
    struct json    j  = answer_begin(&rq, "done");
    json_name(&j, "table");
    json_number(&j, (long)r->id);
    if (!r->open) {
        json_name(&j, "key");
        json_text(&j, r->key);
    }
    send_json(s, line, &j);
}

// --- following ----------------------------------------------------------------------------------

void room_unfollow(struct server *s, uint32_t line, struct room *r)
{
    struct line *l = line_at(s, line);
    for (size_t i = 0; i < r->follower_count; i++)
        if (r->followers[i].line == line) {
            memmove(&r->followers[i], &r->followers[i + 1],
                    (r->follower_count - i - 1) * sizeof *r->followers);
            r->follower_count--;
            if (!r->follower_count && !room_people(r)) r->alone_since = s->now;
            break;
        }
    for (unsigned i = 0; l && i < l->follow_count; i++)
        if (l->follows[i] == r->id) {
            l->follows[i] = l->follows[--l->follow_count];
            break;
        }
}

bool room_follow(struct server *s, uint32_t line, struct room *r, seat_id viewer)
{
    struct line *l = line_at(s, line);
    if (!l) return false;
    room_unfollow(s, line, r);
    if (l->follow_count >= s->config.follows_max || l->follow_count == FOLLOWS_MAX) return false;
    // One line for a seat: the newer one wins, the older is told.
    for (size_t i = 0; viewer < r->seats && i < r->follower_count; i++) {
        uint32_t other = r->followers[i].line;
        if (r->followers[i].viewer != viewer) continue;
        struct json j = message_begin(s, "replaced");
        json_name(&j, "table");
        json_number(&j, (long)r->id);
        send_json(s, other, &j);
        room_unfollow(s, other, r);
        break;
    }
    r->followers                      = grow(r->followers, r->follower_count, &r->follower_capacity,
                                             sizeof *r->followers);
    r->followers[r->follower_count++] = (struct follower){ line, viewer };
    l->follows[l->follow_count++]     = r->id;
    return true;
}

// --- coming and going ---------------------------------------------------------------------------

void take_line(struct server *s, uint32_t line, uint64_t address)
{
    while (line >= s->line_capacity) {
        size_t old = s->line_capacity;
        s->lines   = grow(s->lines, old, &s->line_capacity, sizeof *s->lines);
        memset(s->lines + old, 0, (s->line_capacity - old) * sizeof *s->lines);
    }
    struct line *l = &s->lines[line];
    if (l->open) BUG("line %u is in use", line);
    *l = (struct line){ .open      = true,
                        .serial    = l->serial + 1,
                        .address   = address,
                        .order     = s->lines_opened++,
                        .bucket    = s->config.messages_burst * 1000,
                        .bucket_at = s->now };
    s->counts.lines++;
}

void say_goodbye(struct server *s)
{
    s->closing = true;
    for (uint32_t i = 0; i < s->line_capacity; i++) close_line(s, i, 1001, "the server is closing");
}
