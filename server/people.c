// Who is who: a name and a token, no registration. A token is signed, so that a made-up one costs
// nothing to refuse; the server keeps only its hash.
//
//     p1-<player, 16 hex digits>-<32 random bytes in hex>-<signature, 16 bytes in hex>
#include "server/state.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { TOKEN_SECRET = 32, TOKEN_SIGNATURE = 16, TOKEN_SIZE = 3 + 16 + 1 + 64 + 1 + 32 };

static void sign(const struct server *s, const char *text, size_t size, char *hex)
{
    uint8_t signature[TOKEN_SIGNATURE];
    crypto_generichash(signature, sizeof signature, (const uint8_t *)text, size, s->secret,
                       sizeof s->secret);
    sodium_bin2hex(hex, TOKEN_SIGNATURE * 2 + 1, signature, sizeof signature);
}

void token_make(struct server *s, uint64_t player, char out[TOKEN_MAX])
{
    uint8_t secret[TOKEN_SECRET];
    char    hex[TOKEN_SECRET * 2 + 1], signature[TOKEN_SIGNATURE * 2 + 1];
    draw_secret(s, secret, sizeof secret);
    sodium_bin2hex(hex, sizeof hex, secret, sizeof secret);
    int size = snprintf(out, TOKEN_MAX, "p1-%016llx-%s", (unsigned long long)player, hex);
    sign(s, out, (size_t)size, signature);
    snprintf(out + size, TOKEN_MAX - (size_t)size, "-%s", signature);
}

void token_hash(struct text token, uint8_t out[HASH_SIZE])
{
    crypto_hash_sha256(out, (const uint8_t *)token.at, token.size);
}

bool token_read(struct token *t, json_t *body)
{
    return member_hex(body, "token_hash", t->hash, HASH_SIZE) && entry_time(body, &t->at);
}

static bool is_token(const struct server *s, const struct player *p, const struct token *t,
                     const uint8_t hash[HASH_SIZE])
{
    bool is_old = has_password(p) && s->now >= t->at + s->config.token_ms;
    return sodium_memcmp(hash, t->hash, HASH_SIZE) == 0 && !is_old;
}

// Who has no password has nothing but the token, so that is good for ever.
static bool is_token_good(const struct server *s, const struct player *p,
                          const uint8_t hash[HASH_SIZE])
{
    bool good = is_token(s, p, &p->token, hash);
    for (unsigned i = 0; p->account && i < p->account->token_count; i++)
        good |= is_token(s, p, &p->account->tokens[i], hash);
    return good;
}

void close_void_lines(struct server *s, uint64_t player, const char *why)
{
    const struct player *p = player_find(s, player);
    for (uint32_t i = 0; i < s->line_capacity; i++)
        if (line_at(s, i) && s->lines[i].player == player &&
            !is_token_good(s, p, s->lines[i].token_hash))
            close_line(s, i, 1008, why);
}

// The player whose token it is, or NULL.
const struct player *token_owner(struct server *s, struct text token)
{
    char     signature[TOKEN_SIGNATURE * 2 + 1];
    uint8_t  hash[HASH_SIZE], id[8];
    uint64_t player      = 0;
    size_t   signed_size = TOKEN_SIZE - 33, got;
    if (token.size != TOKEN_SIZE || !text_starts(token, "p1-")) return NULL;
    sign(s, token.at, signed_size, signature);
    if (token.at[signed_size] != '-' ||
        sodium_memcmp(token.at + signed_size + 1, signature, sizeof signature - 1) != 0)
        return NULL;
    if (sodium_hex2bin(id, sizeof id, token.at + 3, 16, NULL, &got, NULL) != 0 || got != 8)
        return NULL;
    for (unsigned i = 0; i < 8; i++) player = player << 8 | id[i];
    struct player *p = player_find(s, player);
    token_hash(token, hash);
    return p && is_token_good(s, p, hash) ? p : NULL;
}

// Nobody has more lines than so many: the oldest gives way.
static void close_oldest_line(struct server *s, uint64_t player)
{
    uint32_t count = 0, oldest = 0;
    for (uint32_t i = 0; i < s->line_capacity; i++) {
        if (!s->lines[i].open || s->lines[i].player != player) continue;
        if (count++ == 0 || s->lines[i].order < s->lines[oldest].order) oldest = i;
    }
    if (count > s->config.lines_per_player) close_line(s, oldest, 1008, "too many lines of yours");
}

void welcome(struct server *s, uint32_t line, json_int_t id, const char *token)
{
    struct request       rq = { .server = s, .line = line, .id = id };
    const struct player *p  = player_find(s, line_at(s, line)->player);
    struct json          j  = answer_begin(&rq, "welcome");
    json_name(&j, "version");
    json_number(&j, PROTOCOL_VERSION);
    json_name(&j, "player");
    json_number(&j, (long)p->id);
    json_name(&j, "name");
    json_text(&j, p->name);
    if (token) {
        json_name(&j, "token");
        json_text(&j, token);
    }
    json_name(&j, "password");
    json_bool(&j, has_password(p));
    write_ratings(&j, s, p);
    json_name(&j, "now");
    json_number(&j, (long)s->now);
    json_name(&j, "tables"); // where the player sits
    json_open(&j, '[');
    for (size_t i = 0; i < s->room_count; i++)
        if (room_seat_of(s->rooms[i], p->id) != NO_SEAT) json_number(&j, (long)s->rooms[i]->id);
    json_close(&j, ']');
    send_json(s, line, &j);
    close_oldest_line(s, p->id);
}

bool is_plain_name(struct text name)
{
    if (name.size == 0 || name.size > NAME_MAX_SIZE || text_trim(name).size != name.size)
        return false;
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.at[i] < ' ' || name.at[i] == 127) return false;
    return true;
}

bool may_greet(const struct request *rq)
{
    const struct line *l = line_at(rq->server, rq->line);
    json_int_t         version;
    if (!member_int(rq->json, "version", PROTOCOL_VERSION, PROTOCOL_VERSION, &version))
        request_refuse(rq, "version", "this server speaks version %d of the protocol",
                       PROTOCOL_VERSION);
    else if (l->player || l->busy)
        request_refuse(rq, "twice", "this line has said hello already");
    else
        return true;
    return false;
}

// Signs that nobody sees, a name that looks like somebody's who has a password, one of the house.
static bool may_be_called(const struct request *rq, uint64_t me, struct text name)
{
    struct server *s = rq->server;
    if (!name_is_visible(name))
        request_refuse(rq, "bad-name",
                       "\"name\" must have signs that can be seen, single blanks between them and "
                       "something to read");
    else if (!is_name_free(s, me, name.at))
        request_refuse(rq, "taken",
                       "this name, or one that looks like it, has a password: log in, or take "
                       "another one");
    else if (name_is_of_house(&s->house, name))
        request_refuse(rq, "taken", "bots and the house are called so: take another name");
    else
        return true;
    return false;
}

static bool read_name(const struct request *rq, struct text *name)
{
    if (member_text(rq->json, "name", name) && is_plain_name(*name) &&
        is_plain_line(*name, NAME_MAX_SIZE))
        return true;
    request_refuse(rq, "bad-name",
                   "\"name\" must have 1 to %d bytes, no control signs and no blanks at its ends",
                   NAME_MAX_SIZE);
    return false;
}

void on_hello(struct request *rq)
{
    struct server *s = rq->server;
    struct line   *l = line_at(s, rq->line);
    struct text    name, token;
    if (!may_greet(rq)) return;
    if (member_text(rq->json, "token", &token)) {
        const struct player *p = token_owner(s, token);
        if (!p) {
            request_refuse(rq, "bad-token",
                           "this token is not known here, or void; say hello with a name, or "
                           "log in");
            return;
        }
        l->player = p->id;
        token_hash(token, l->token_hash);
        welcome(s, rq->line, rq->id, NULL);
        return;
    }
    if (!read_name(rq, &name) || !may_be_called(rq, 0, name)) return;
    if (s->player_count + s->pending_count >= s->config.players_max) {
        request_refuse(rq, "full", "no more players can be taken in");
        return;
    }
    char     made[TOKEN_MAX];
    uint8_t  hash[HASH_SIZE];
    uint64_t id = ++s->last_player;
    token_make(s, id, made);
    token_hash(text_of(made), hash);
    struct json j = entry_begin(s);
    json_name(&j, "name");
    json_slice(&j, name);
    json_name(&j, "token_hash");
    json_hex(&j, hash, sizeof hash);
    struct pending *p = entry_propose(s, rq, NULL, ENTRY_PLAYER, id, &j);
    memcpy(p->token, made, sizeof p->token);
    sodium_memzero(made, sizeof made);
    l->busy = true;
}

enum { RENAMES_AT_ONCE = 5, RENAME_MS = 60 * 1000 };

// One stays who one is: tables, ratings, matches and decks are the player's, not the name's.
void on_rename(struct request *rq)
{
    struct server *s  = rq->server;
    struct player *me = player_find(s, line_at(s, rq->line)->player);
    struct text    name;
    if (!read_name(rq, &name) || !may_be_called(rq, me->id, name)) return;
    if (!may_try(&me->names_paid_at, s->now, RENAMES_AT_ONCE, RENAME_MS)) {
        request_refuse(rq, "too-fast", "a name is changed once a minute");
        return;
    }
    struct json j = entry_begin(s);
    json_name(&j, "name");
    json_slice(&j, name);
    entry_propose(s, rq, NULL, ENTRY_NAME, me->id, &j);
}

bool apply_name(struct server *s, uint64_t player, json_t *body, struct error *err)
{
    struct player       *p = player_find(s, player);
    const struct player *owner;
    struct text          name;
    if (!p || !member_text(body, "name", &name) || !is_plain_name(name) ||
        ((owner = name_owner(s, name.at)) && owner != p))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "this is no other name of a player");
    player_rename(s, p, name);
    return true;
}

bool apply_player(struct server *s, uint64_t id, json_t *body, struct error *err)
{
    struct player p = { .id = id };
    struct text   name;
    if (!member_text(body, "name", &name) || !is_plain_name(name) || !token_read(&p.token, body) ||
        (s->player_count && s->players[s->player_count - 1].id >= id))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "this is no player");
    memcpy(p.name, name.at, name.size);
    player_add(s, p);
    return true;
}
