// The step function, and what the server knows: players, tables.
#include "server/state.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct server_config server_config_default(void)
{
    const uint32_t second = 1000, minute = 60 * second, hour = 60 * minute;
    return (struct server_config){
        .message_size_max    = 4096,
        .messages_per_s      = 20,
        .messages_burst      = 40,
        .phrases_burst       = 5,
        .bother_burst        = 20,
        .tables_max          = 1000,
        .tables_per_player   = 20,
        .tables_per_address  = 200,
        .tables_burst        = 20,
        .table_ms            = 10 * second,
        .follows_max         = 8,
        .lines_per_player    = 8,
        .players_max         = 1000000,
        .bank_ms             = 10 * minute,
        .allowance_ms        = 30 * second,
        .seed_ms             = 10 * second,
        .grace_lost_ms       = 40 * second,
        .grace_left_ms       = 10 * second,
        .bot_ms              = 400,
        .thinking_max        = 16,
        .chores_max          = 16,
        .password_memory_kib = 64 * 1024,
        .password_passes     = 2,
        .token_ms            = 30ull * 24 * hour,
        .waiting_ms          = hour,
        .unwatched_ms        = 2 * minute,
        .scarce_ms           = minute,
        .abandoned_ms        = 24 * hour,
        .keep_ms             = 10 * minute,
    };
}

// --- memory -------------------------------------------------------------------------------------

// Makes room for one more in a list that doubles.
void *grow(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return list;
    *capacity    = *capacity ? *capacity * 2 : 16;
    void *larger = realloc(list, *capacity * size);
    if (!larger) BUG("out of memory for the server");
    return larger;
}

char *copy_bytes(struct text t)
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
    house_names(&s->house);
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
    for (size_t i = 0; i < s->player_count; i++) account_free(s->players[i].account);
    free(s->players);
    free(s->reserved);
    free(s->looks);
    free(s->lines);
    free(s->ended);
    free(s->mended);
    free(s->thoughts);
    notices_free(s);
    archive_free(s);
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

// --- chores -------------------------------------------------------------------------------------

void chore_run(struct chore *c)
{
    switch (c->kind) {
    case CHORE_PASSWORD: password_run(&c->password); break;
    case CHORE_RECORD: record_run(&c->record); break;
    }
}

void chore_free(struct chore *c)
{
    if (!c) return;
    if (c->kind == CHORE_RECORD) arena_finish(&c->record.arena);
    sodium_memzero(c, sizeof *c);
    free(c);
}

struct chore *chore_make(enum chore_kind kind)
{
    struct chore *c = calloc(1, sizeof *c);
    if (!c) BUG("out of memory for a chore");
    c->kind = kind;
    if (kind == CHORE_RECORD) arena_init(&c->record.arena);
    return c;
}

void chore_give(struct server *s, struct chore *c)
{
    s->counts.chores++;
    output_add(s, OUTPUT_CHORE, 0)->chore = c;
}

static void take_chore(struct server *s, const struct chore *c)
{
    s->counts.chores--;
    switch (c->kind) {
    case CHORE_PASSWORD: take_password(s, &c->password); break;
    case CHORE_RECORD: take_record(s, &c->record); break;
    }
}

// --- finding ------------------------------------------------------------------------------------

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

void note_room(struct server *s, uint64_t id)
{
    if (id > s->last_room) s->last_room = id;
    if (id > s->kept_room) s->kept_room = id;
}

void room_add(struct server *s, struct room *r)
{
    s->rooms                  = grow(s->rooms, s->room_count, &s->room_capacity, sizeof *s->rooms);
    s->rooms[s->room_count++] = r;
    note_room(s, r->id);
}

void room_remove(struct server *s, struct room *r)
{
    size_t at = room_place(s, r->id);
    while (r->follower_count) room_unfollow(s, r->followers[0].line, r);
    memmove(&s->rooms[at], &s->rooms[at + 1], (s->room_count - at - 1) * sizeof *s->rooms);
    s->room_count--;
    room_free(r);
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
    case INPUT_CONNECT: take_line(s, in->line, in->number); break;
    case INPUT_CUT:
        if (line_at(s, in->line)) forget_line(s, in->line);
        break;
    case INPUT_MESSAGE: take_input(s, in->line, in->bytes); break;
    case INPUT_TICK: clocks_tick(s); break;
    case INPUT_STORED: take_stored(s, in->number); break;
    case INPUT_FAILED: take_failed(s, in->number); break;
    case INPUT_THOUGHT: bots_take_thought(s, in->task); break;
    case INPUT_CHORE: take_chore(s, in->chore); break;
    case INPUT_CLOSING: say_goodbye(s); break;
    }
    s->out = NULL;
}

struct server_counts server_count(const struct server *s)
{
    struct server_counts c = s->counts;
    c.players              = s->player_count;
    c.tables               = s->room_count;
    c.archived             = s->archive_count;
    c.waiting_entries      = s->pending_count;
    for (size_t i = 0; i < s->room_count; i++) {
        c.playing += s->rooms[i]->phase == PHASE_PLAYING;
        c.watched += s->rooms[i]->follower_count > 0;
    }
    return c;
}
