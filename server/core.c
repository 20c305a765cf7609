// The step function: lines, limits, requests, and entries on their way to the store.
#include "server/state.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct server_config server_config_default(void)
{
    const uint32_t second = 1000, minute = 60 * second, hour = 60 * minute;
    return (struct server_config){
        .message_size_max  = 4096,
        .messages_per_s    = 20,
        .messages_burst    = 40,
        .phrases_burst     = 5,
        .tables_max        = 1000,
        .tables_per_player = 20,
        .follows_max       = 8,
        .players_max       = 1000000,
        .bank_ms           = 10 * minute,
        .allowance_ms      = 30 * second,
        .seed_ms           = 10 * second,
        .grace_lost_ms     = 40 * second,
        .grace_left_ms     = 10 * second,
        .bot_ms            = 400,
        .thinking_max      = 16,
        .waiting_ms        = hour,
        .abandoned_ms      = 24 * hour,
        .keep_ms           = 10 * minute,
    };
}

// --- memory -------------------------------------------------------------------------------------

// Makes room for one more in a list that doubles.
static void *grow(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return list;
    *capacity    = *capacity ? *capacity * 2 : 16;
    void *larger = realloc(list, *capacity * size);
    if (!larger) BUG("out of memory for the server");
    return larger;
}

static char *copy_bytes(struct text t)
{
    char *copy = malloc(t.size + 1);
    if (!copy) BUG("out of memory for the server");
    memcpy(copy, t.at, t.size);
    copy[t.size] = 0;
    return copy;
}

void outputs_init(struct outputs *o)
{
    *o = (struct outputs){ 0 };
    arena_init(&o->arena);
}

void outputs_finish(struct outputs *o)
{
    arena_finish(&o->arena);
    free(o->list);
}

struct server *server_create(const struct server_config *config, const struct box *const *boxes,
                             const uint8_t secret[32], const uint8_t entropy[32])
{
    struct server *s = calloc(1, sizeof *s);
    if (!s) BUG("out of memory for the server");
    s->config = *config;
    memcpy(s->secret, secret, sizeof s->secret);
    memcpy(s->entropy, entropy, sizeof s->entropy);
    for (; *boxes; boxes++) {
        if (s->game_count == SERVER_GAMES_MAX) BUG("more than %d games", SERVER_GAMES_MAX);
        s->games[s->game_count].box = *boxes;
        fair_facts(&s->games[s->game_count++]);
    }
    s->before = calloc(VIEWERS, sizeof *s->before);
    s->after  = calloc(1, sizeof *s->after);
    if (!s->before || !s->after) BUG("out of memory for the server");
    return s;
}

void server_destroy(struct server *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->room_count; i++) room_free(s->rooms[i]);
    for (size_t i = 0; i < s->pending_count; i++) free(s->pending[i].body);
    free(s->rooms);
    free(s->pending);
    free(s->players);
    free(s->lines);
    free(s->ended);
    free(s->before);
    free(s->after);
    sodium_memzero(s, sizeof *s);
    free(s);
}

void draw_secret(struct server *s, uint8_t *out, size_t size)
{
    uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = { 0 };
    s->drawn++;
    for (unsigned i = 0; i < 8; i++) nonce[i] = (uint8_t)(s->drawn >> 8 * i);
    crypto_stream_chacha20(out, size, nonce, s->entropy);
}

// --- finding ------------------------------------------------------------------------------------

struct line *line_at(struct server *s, uint32_t line)
{
    return line < s->line_capacity && s->lines[line].open ? &s->lines[line] : NULL;
}

struct player *player_find(struct server *s, uint64_t id)
{
    size_t low = 0, high = s->player_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->players[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->player_count && s->players[low].id == id ? &s->players[low] : NULL;
}

static size_t room_place(const struct server *s, uint64_t id)
{
    size_t low = 0, high = s->room_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->rooms[middle]->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct room *room_find(const struct server *s, uint64_t id)
{
    size_t at = room_place(s, id);
    return at < s->room_count && s->rooms[at]->id == id ? s->rooms[at] : NULL;
}

void player_add(struct server *s, struct player player)
{
    s->players = grow(s->players, s->player_count, &s->player_capacity, sizeof *s->players);
    s->players[s->player_count++] = player;
    s->last_player                = player.id;
}

void room_add(struct server *s, struct room *r)
{
    s->rooms                  = grow(s->rooms, s->room_count, &s->room_capacity, sizeof *s->rooms);
    s->rooms[s->room_count++] = r;
    if (r->id > s->last_room) s->last_room = r->id;
}

void room_remove(struct server *s, struct room *r)
{
    size_t at = room_place(s, r->id);
    while (r->follower_count) room_unfollow(s, r->followers[0].line, r);
    memmove(&s->rooms[at], &s->rooms[at + 1], (s->room_count - at - 1) * sizeof *s->rooms);
    s->room_count--;
    room_free(r);
}

// --- saying -------------------------------------------------------------------------------------

static struct output *output_add(struct server *s, enum output_kind kind, uint32_t line)
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

void send_text(struct server *s, uint32_t line, struct text text)
{
    if (line_at(s, line)) output_add(s, OUTPUT_SEND, line)->bytes = text;
}

void send_json(struct server *s, uint32_t line, struct json *j)
{
    json_close(j, '}');
    json_end(j);
    send_text(s, line, (struct text){ j->out, j->size });
}

static void forget_line(struct server *s, uint32_t line)
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

static void send_refusal(struct server *s, uint32_t line, json_int_t id, const char *code,
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

// --- following ----------------------------------------------------------------------------------

void room_unfollow(struct server *s, uint32_t line, struct room *r)
{
    struct line *l = line_at(s, line);
    for (size_t i = 0; i < r->follower_count; i++)
        if (r->followers[i].line == line) {
            memmove(&r->followers[i], &r->followers[i + 1],
                    (r->follower_count - i - 1) * sizeof *r->followers);
            r->follower_count--;
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

// --- entries on their way -----------------------------------------------------------------------

struct pending *entry_propose(struct server *s, const struct request *rq, struct room *r,
                              enum entry_kind kind, uint64_t about, struct json *body)
{
    json_close(body, '}');
    json_end(body);
    struct text text = { body->out, body->size };
    s->pending       = grow(s->pending, s->pending_count, &s->pending_capacity, sizeof *s->pending);
    struct pending *p = &s->pending[s->pending_count++];
    *p                = (struct pending){ .number = ++s->last_number,
                                          .about  = about,
                                          .kind   = (uint8_t)kind,
                                          .body   = copy_bytes(text),
                                          .size   = text.size,
                                          .id     = -1 };
    if (rq) {
        p->line   = rq->line;
        p->serial = line_at(s, rq->line)->serial;
        p->answer = true;
        p->id     = rq->id;
    }
    if (r) r->pending = true;
    output_add(s, OUTPUT_STORE, 0)->entry = (struct store_entry){
        p->number, p->about, p->kind, { p->body, p->size }
    };
    return p;
}

static bool is_waiting_for(struct server *s, const struct pending *p)
{
    struct line *l = line_at(s, p->line);
    return p->answer && l && l->serial == p->serial;
}

static void take_message(struct server *, uint32_t line, struct text bytes);

// Requests that came while an entry of the room was on its way.
static void take_deferred(struct server *s, uint64_t id)
{
    struct room *r = room_find(s, id);
    while (r && r->deferred_count && !r->pending) {
        struct deferred d = r->deferred[0];
        memmove(&r->deferred[0], &r->deferred[1], --r->deferred_count * sizeof d);
        struct line *l = line_at(s, d.line);
        if (l && l->serial == d.serial)
            take_message(s, d.line, arena_text(&s->out->arena, (struct text){ d.bytes, d.size }));
        free(d.bytes);
        r = room_find(s, id);
    }
}

static void defer(struct server *s, const struct request *rq, struct room *r)
{
    if (r->deferred_count == DEFERRED_MAX) {
        request_refuse(rq, "busy", "too many requests wait at this table; try again");
        return;
    }
    r->deferred[r->deferred_count++] = (struct deferred){ rq->line, line_at(s, rq->line)->serial,
                                                          copy_bytes(rq->bytes), rq->bytes.size };
}

static void settle(struct server *s, struct pending *p)
{
    struct store_entry entry = { p->number, p->about, p->kind, { p->body, p->size } };
    struct error       err   = { 0 };
    struct room       *r     = p->kind == ENTRY_PLAYER ? NULL : room_find(s, p->about);
    if (r) r->pending = false;
    if (is_waiting_for(s, p)) {
        line_at(s, p->line)->busy = false;
        if (p->kind != ENTRY_PLAYER) request_done(s, p->line, p->id);
    }
    if (!entry_apply(s, &entry, &err))
        BUG("entry %llu: %s", (unsigned long long)p->number, err.text);
    s->counts.entries++;
    if (p->kind == ENTRY_PLAYER && is_waiting_for(s, p)) {
        line_at(s, p->line)->player = p->about;
        welcome(s, p->line, p->id, p->token);
    }
    if (p->kind == ENTRY_PLAYER) return;
    // A player who sat down follows the table from there.
    r = room_find(s, p->about);
    if ((p->kind == ENTRY_TABLE || p->kind == ENTRY_JOIN) && is_waiting_for(s, p)) {
        seat_id seat = room_seat_of(r, line_at(s, p->line)->player);
        if (room_follow(s, p->line, r, seat == NO_SEAT ? SPECTATOR : seat) && seat != NO_SEAT)
            presence_set(s, r, seat, PRESENCE_HERE);
        room_tell(s, r);
    }
    room_due(s, r);
    take_deferred(s, p->about);
}

// Takes the first `count` entries off the list of those on their way.
static struct pending *take_pending(struct server *s, size_t count)
{
    struct pending *taken = arena_alloc(&s->out->arena, count, sizeof *taken);
    memcpy(taken, s->pending, count * sizeof *taken);
    s->pending_count -= count;
    memmove(s->pending, s->pending + count, s->pending_count * sizeof *s->pending);
    return taken;
}

static void take_stored(struct server *s, uint64_t number)
{
    size_t count = 0;
    while (count < s->pending_count && s->pending[count].number <= number) count++;
    struct pending *taken = take_pending(s, count);
    if (count && s->failing) clocks_resume(s);
    for (size_t i = 0; i < count; i++) {
        settle(s, &taken[i]);
        sodium_memzero(taken[i].token, sizeof taken[i].token);
        free(taken[i].body);
    }
}

// Nothing was applied yet, so nothing has to be taken back. What was stored all the same counts.
static void take_failed(struct server *s, uint64_t number)
{
    size_t          count = s->pending_count, stored = 0;
    struct pending *taken = take_pending(s, count);
    s->last_number        = number;
    s->failing            = true;
    while (stored < count && taken[stored].number <= number) stored++;
    for (size_t i = stored; i < count; i++) {
        struct room *r = taken[i].kind == ENTRY_PLAYER ? NULL : room_find(s, taken[i].about);
        if (r) r->pending = false;
        if (!is_waiting_for(s, &taken[i])) continue;
        line_at(s, taken[i].line)->busy = false;
        send_refusal(s, taken[i].line, taken[i].id, "not-stored",
                     "this could not be stored and did not happen; try again");
    }
    for (size_t i = 0; i < stored; i++) settle(s, &taken[i]);
    for (size_t i = 0; i < count; i++) {
        if (i >= stored && taken[i].kind != ENTRY_PLAYER) take_deferred(s, taken[i].about);
        sodium_memzero(taken[i].token, sizeof taken[i].token);
        free(taken[i].body);
    }
}

// --- requests -----------------------------------------------------------------------------------

static void on_ping(struct request *rq)
{
    struct json j = answer_begin(rq, "pong");
    json_name(&j, "now");
    json_number(&j, (long)rq->server->now);
    send_json(rq->server, rq->line, &j);
}

struct command {
    const char *name;
    void (*run)(struct request *);
    const char *members; // what it may have besides "do" and "id"
    bool        stranger, changes_room;
};

static const struct command COMMANDS[] = {
    { "hello", on_hello, "version name token", true, false },
    { "ping", on_ping, "", true, false },
    { "games", on_games, "", true, false },
    { "game", on_game, "game", true, false },
    { "card", on_card, "game card", true, false },
    { "rule", on_rule, "game rule", true, false },
    { "tables", on_tables, "", false, false },
    { "create", on_create, "game mode options seats bank allowance open", false, false },
    { "join", on_join, "table key seat deck", false, true },
    { "watch", on_watch, "table key", false, false },
    { "leave", on_leave, "table", false, true },
    { "commit", on_commit, "table hash", false, true },
    { "reveal", on_reveal, "table seed", false, true },
    { "choose", on_choose, "table owed choice words", false, true },
    { "resign", on_resign, "table", false, true },
    { "undo", on_undo, "table", false, true },
    { "draw", on_draw, "table", false, true },
    { "rematch", on_rematch, "table", false, true },
    { "agree", on_agree, "table what", false, true },
    { "decline", on_decline, "table what", false, true },
    { "claim", on_claim, "table seat what", false, true },
    { "say", on_say, "table phrase", false, false },
    { "view", on_view, "table", false, false },
    { "resume", on_resume, "table n", false, true },
};

static const struct command *command_find(struct text name)
{
    for (size_t i = 0; i < COUNT(COMMANDS); i++)
        if (text_is(name, COMMANDS[i].name)) return &COMMANDS[i];
    return NULL;
}

static bool is_member(const struct command *c, const char *name)
{
    struct text rest = text_of(c->members), word;
    if (strcmp(name, "do") == 0 || strcmp(name, "id") == 0) return true;
    while (text_next_word(&rest, &word))
        if (text_is(word, name)) return true;
    return false;
}

static bool check_members(const struct request *rq, const struct command *c)
{
    const char *name;
    json_t     *value;
    json_object_foreach(rq->json, name, value)
    {
        if (is_member(c, name)) continue;
        request_refuse(rq, "bad-member", "\"%s\" has no member \"%.40s\"; it may have: %s", c->name,
                       name, *c->members ? c->members : "none");
        return false;
    }
    return true;
}

static void run_request(struct request *rq)
{
    struct server        *s = rq->server;
    struct text           name;
    const struct command *c;
    json_int_t            table;
    member_int(rq->json, "id", 0, 1ll << 53, &rq->id);
    if (!member_text(rq->json, "do", &name) || !(c = command_find(name))) {
        request_refuse(rq, "unknown", "\"do\" must name a request of docs/protocol.md");
        return;
    }
    if (!check_members(rq, c)) return;
    if (!c->stranger && !line_at(s, rq->line)->player) {
        request_refuse(rq, "hello-first", "say hello first");
        return;
    }
    if (c->changes_room) {
        struct room *r = member_int(rq->json, "table", 1, INT64_MAX, &table)
                             ? room_find(s, (uint64_t)table)
                             : NULL;
        if (!r) {
            request_refuse(rq, "no-table", "there is no such table");
            return;
        }
        if (r->pending) {
            defer(s, rq, r);
            return;
        }
    }
    c->run(rq);
}

enum { DEPTH_MAX = 8, MEMBERS_MAX = 64 };

// Before anything is built: how deep, and how many members?
static bool is_modest(struct text t)
{
    unsigned depth = 0, members = 0;
    bool     quoted = false;
    for (size_t i = 0; i < t.size; i++) {
        char c = t.at[i];
        if (quoted) {
            if (c == '\\') i++;
            if (c == '"') quoted = false;
            continue;
        }
        if (c == '"') quoted = true;
        if (c == ':') members++;
        if (c == '{' || c == '[') depth++;
        if ((c == '}' || c == ']') && depth) depth--;
        if (depth > DEPTH_MAX || members > MEMBERS_MAX) return false;
    }
    return true;
}

static void take_message(struct server *s, uint32_t line, struct text bytes)
{
    struct request rq = { .server = s, .line = line, .id = -1, .bytes = bytes };
    json_error_t   where;
    if (!is_modest(bytes)) {
        request_refuse(&rq, "bad-json", "more than %d levels or %d members", DEPTH_MAX,
                       MEMBERS_MAX);
        return;
    }
    rq.json = json_loadb(bytes.at, bytes.size, JSON_REJECT_DUPLICATES, &where);
    if (json_is_object(rq.json))
        run_request(&rq);
    else
        request_refuse(&rq, "bad-json", "a message is one JSON object: %s",
                       rq.json ? "this is something else" : where.text);
    json_decref(rq.json);
}

// A bucket that fills by `per_s` and holds `burst`; false when it is empty.
static bool may_pass(uint32_t *level, uint64_t *since, uint64_t now, uint32_t per_s, uint32_t burst)
{
    uint64_t gained = (now - *since) * per_s, full = (uint64_t)burst * 1000;
    *since = now;
    *level = (uint32_t)(*level + gained > full ? full : *level + gained);
    if (*level < 1000) return false;
    *level -= 1000;
    return true;
}

bool phrase_may_pass(struct server *s, uint32_t line)
{
    struct line *l = line_at(s, line);
    return may_pass(&l->phrases, &l->phrases_at, s->now, 1, s->config.phrases_burst);
}

static void take_input(struct server *s, uint32_t line, struct text bytes)
{
    struct line   *l  = line_at(s, line);
    struct request rq = { .server = s, .line = line, .id = -1 };
    if (!l) return;
    s->counts.messages++;
    if (bytes.size > s->config.message_size_max) {
        close_line(s, line, 1009, "message too large");
        return;
    }
    if (!may_pass(&l->bucket, &l->bucket_at, s->now, s->config.messages_per_s,
                  s->config.messages_burst)) {
        if (l->warned) {
            close_line(s, line, 1008, "too many messages");
            return;
        }
        l->warned = true;
        request_refuse(&rq, "too-fast",
                       "no more than %u messages a second; the next one too many closes "
                       "the line",
                       s->config.messages_per_s);
        return;
    }
    take_message(s, line, bytes);
}

static void take_line(struct server *s, uint32_t line)
{
    while (line >= s->line_capacity) {
        size_t old = s->line_capacity;
        s->lines   = grow(s->lines, old, &s->line_capacity, sizeof *s->lines);
        memset(s->lines + old, 0, (s->line_capacity - old) * sizeof *s->lines);
    }
    struct line *l = &s->lines[line];
    if (l->open) BUG("line %u is in use", line);
    *l = (struct line){ .open       = true,
                        .serial     = l->serial + 1,
                        .bucket     = s->config.messages_burst * 1000,
                        .bucket_at  = s->now,
                        .phrases    = s->config.phrases_burst * 1000,
                        .phrases_at = s->now };
    s->counts.lines++;
}

static void say_goodbye(struct server *s)
{
    s->closing = true;
    for (uint32_t i = 0; i < s->line_capacity; i++) close_line(s, i, 1001, "the server is closing");
}

// --- loading ------------------------------------------------------------------------------------

static void note_ended(struct server *s, uint64_t table)
{
    s->ended  = grow(s->ended, s->ended_count, &s->ended_capacity, sizeof *s->ended);
    size_t at = s->ended_count++; // they end in nearly the order in which they began
    for (; at > 0 && s->ended[at - 1] > table; at--) s->ended[at] = s->ended[at - 1];
    s->ended[at] = table;
}

void server_skim(struct server *s, const struct store_entry *e)
{
    if (e->kind == ENTRY_OVER) note_ended(s, e->about);
}

static bool has_ended(const struct server *s, uint64_t id)
{
    size_t low = 0, high = s->ended_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->ended[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->ended_count && s->ended[low] == id;
}

bool server_load(struct server *s, const struct store_entry *e, struct error *err)
{
    if (e->number != s->last_number + 1)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "entry %llu follows entry %llu",
                    (unsigned long long)e->number, (unsigned long long)s->last_number);
    s->last_number = e->number;
    s->counts.entries++;
    if (e->kind != ENTRY_PLAYER && has_ended(s, e->about)) {
        // Only what counts for all: no number is used twice, and every promise was kept.
        if (e->about > s->last_room) s->last_room = e->about;
        if (e->kind == ENTRY_OVER) return true;
        if (e->kind != ENTRY_COMMIT) return true;
        s->counts.revealed++;
    }
    struct room *r = e->kind == ENTRY_PLAYER ? NULL : room_find(s, e->about);
    if (r && *r->broken && e->kind != ENTRY_COMMIT) return true; // a promise is kept all the same
    if (entry_apply(s, e, err)) return true;
    // The store vouches for every byte, so it is the program that has changed: that table ends, the
    // others go on.
    if (e->kind == ENTRY_TABLE)
        note_ended(s, e->about);
    else if (r)
        room_break(r, "the rules of this game have changed since it began");
    return r || e->kind == ENTRY_TABLE;
}

static void go_on_after_loading(struct server *s)
{
    s->is_live = true;
    free(s->ended);
    s->ended       = NULL;
    s->ended_count = s->ended_capacity = 0;
    for (size_t i = 0; i < s->room_count; i++) {
        struct room *r = s->rooms[i];
        r->alone_since = s->now;
        for (seat_id seat = 0; seat < r->seats; seat++) {
            r->seat[seat].presence     = PRESENCE_LOST;
            r->seat[seat].absent_since = s->now;
        }
        struct json j = entry_begin(s);
        entry_propose(s, NULL, r, ENTRY_RESUME, r->id, &j);
    }
}

// --- the step -----------------------------------------------------------------------------------

void server_step(struct server *s, const struct input *in, struct outputs *out)
{
    arena_reset(&out->arena);
    out->count = 0;
    s->out     = out;
    if (in->now > s->now) s->now = in->now;
    switch (in->kind) {
    case INPUT_READY: go_on_after_loading(s); break;
    case INPUT_CONNECT: take_line(s, in->line); break;
    case INPUT_CUT:
        if (line_at(s, in->line)) forget_line(s, in->line);
        break;
    case INPUT_MESSAGE: take_input(s, in->line, in->bytes); break;
    case INPUT_TICK: clocks_tick(s); break;
    case INPUT_STORED: take_stored(s, in->number); break;
    case INPUT_FAILED: take_failed(s, in->number); break;
    case INPUT_THOUGHT: bots_take_thought(s, in->task); break;
    case INPUT_CLOSING: say_goodbye(s); break;
    }
    s->out = NULL;
}

struct server_counts server_count(const struct server *s)
{
    struct server_counts c = s->counts;
    c.players              = s->player_count;
    c.tables               = s->room_count;
    c.waiting_entries      = s->pending_count;
    for (size_t i = 0; i < s->room_count; i++) {
        c.playing += s->rooms[i]->phase == PHASE_PLAYING;
        c.watched += s->rooms[i]->follower_count > 0;
    }
    return c;
}
