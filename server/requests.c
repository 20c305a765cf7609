// Requests: who may ask what, how large, how often.
#include "server/state.h"

#include <string.h>

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
    { "login", on_login, "version name password", true, false },
    { "logout", on_logout, "everywhere", false, false },
    { "rename", on_rename, "name", false, false },
    { "password", on_password, "password old", false, false },
    { "ping", on_ping, "", true, false },
    { "games", on_games, "", true, false },
    { "game", on_game, "game", true, false },
    { "card", on_card, "game card", true, false },
    { "rule", on_rule, "game rule", true, false },
    { "decks", on_decks, "game", false, false },
    { "deck_save", on_deck_save, "game name text", false, false },
    { "deck_delete", on_deck_delete, "game name", false, false },
    { "tables", on_tables, "", false, false },
    { "player", on_player, "player name", false, false },
    { "history", on_history, "before count", false, false },
    { "create", on_create, "game mode options seats clock bank allowance open rated chat once",
      false, false },
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
    { "say", on_say, "table phrase about words", false, false },
    { "hint", on_hint, "table", false, false },
    { "why", on_why, "table words card", false, false },
    { "would", on_would, "table owed choice", false, false },
    { "view", on_view, "table", false, false },
    { "events", on_events, "table", false, false },
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
            request_defer(s, rq, r);
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

void take_message(struct server *s, uint32_t line, struct text bytes)
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

bool may_bother(const struct request *rq)
{
    struct server *s = rq->server;
    struct player *p = player_find(s, line_at(s, rq->line)->player);
    if (may_try(&p->bother_paid_at, s->now, s->config.bother_burst, 1000)) return true;
    request_refuse(rq, "too-fast", "the others hear of this; do it once a second");
    return false;
}

void take_input(struct server *s, uint32_t line, struct text bytes)
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
