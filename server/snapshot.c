// What the log has come to, as lines of JSON: starting again from them and from what was appended
// since is the same as carrying out the whole log, and takes no longer as history grows.
//
// Players, the archive and the public chain are told as they are. A table that is not over is told
// by the numbers of its entries, which are carried out again.
#include "server/state.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SNAPSHOT_VERSION = 1 };

struct telling {
    void (*put)(void *context, struct text line);
    void                    *context;
    struct arena             arena;
    crypto_hash_sha256_state sum;
};

static struct json line_begin(struct telling *t)
{
    arena_reset(&t->arena);
    struct json j = json_in(&t->arena);
    json_open(&j, '{');
    return j;
}

static void line_end(struct telling *t, struct json *j)
{
    json_close(j, '}');
    json_end(j);
    struct text line = { j->out, j->size };
    crypto_hash_sha256_update(&t->sum, (const uint8_t *)line.at, line.size);
    crypto_hash_sha256_update(&t->sum, (const uint8_t *)"\n", 1);
    t->put(t->context, line);
}

static void name_number(struct json *j, const char *name, uint64_t value)
{
    json_name(j, name);
    json_number(j, (long)value);
}

static void name_text(struct json *j, const char *name, const char *value)
{
    json_name(j, name);
    json_text(j, value);
}

static void name_hash(struct json *j, const char *name, const uint8_t hash[HASH_SIZE])
{
    json_name(j, name);
    json_hex(j, hash, HASH_SIZE);
}

// --- telling ------------------------------------------------------------------------------------

// Entries above are on their way, or not there at all: nothing of them has happened.
static uint64_t last_applied(const struct server *s)
{
    return s->pending_count ? s->pending[0].number - 1 : s->last_number;
}

// Whose data it is of, which nobody else can tell.
static void owner_of(const struct server *s, uint8_t out[HASH_SIZE])
{
    crypto_generichash(out, HASH_SIZE, (const uint8_t *)"snapshot", 8, s->secret, sizeof s->secret);
}

static void tell_head(struct telling *t, const struct server *s)
{
    uint8_t     owner[HASH_SIZE];
    struct json j = line_begin(t);
    owner_of(s, owner);
    name_number(&j, "snapshot", SNAPSHOT_VERSION);
    name_hash(&j, "of", owner);
    name_number(&j, "number", last_applied(s));
    name_number(&j, "newest", s->newest);
    name_number(&j, "entries", s->counts.entries);
    name_number(&j, "committed", s->counts.committed);
    name_number(&j, "revealed", s->counts.revealed);
    name_number(&j, "last_player", s->player_count ? s->players[s->player_count - 1].id : 0);
    name_number(&j, "last_room", s->kept_room);
    name_number(&j, "links", s->links);
    name_hash(&j, "chain", s->chain);
    line_end(t, &j);
}

static void write_token(struct json *j, const struct token *token)
{
    name_hash(j, "token_hash", token->hash);
    name_number(j, "at", token->at);
}

static void write_account(struct json *j, const struct account *a)
{
    if (*a->password) name_text(j, "password", a->password);
    json_name(j, "tokens");
    json_open(j, '[');
    for (unsigned i = 0; i < a->token_count; i++) {
        json_open(j, '{');
        write_token(j, &a->tokens[i]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_name(j, "decks");
    json_open(j, '[');
    for (size_t i = 0; i < a->deck_count; i++) {
        json_open(j, '{');
        name_text(j, "game", a->decks[i].game);
        name_text(j, "name", a->decks[i].name);
        name_text(j, "text", a->decks[i].text);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void tell_player(struct telling *t, const struct player *p)
{
    struct json j = line_begin(t);
    name_number(&j, "player", p->id);
    name_text(&j, "name", p->name);
    write_token(&j, &p->token);
    const struct account *a = p->account;
    if (a && (*a->password || a->token_count || a->deck_count)) write_account(&j, a);
    line_end(t, &j);
}

static void tell_archived(struct telling *t, const struct archived *a)
{
    struct json j = line_begin(t);
    name_number(&j, "archived", a->table);
    name_number(&j, "number", a->number);
    archived_write(&j, a);
    line_end(t, &j);
}

static void tell_cards(struct telling *t, const struct card_texts *c)
{
    struct json j = line_begin(t);
    name_number(&j, "cards", c->number);
    name_hash(&j, "hash", c->hash);
    line_end(t, &j);
}

static void tell_link(struct telling *t, uint64_t number, const struct commitment *c)
{
    struct json j = line_begin(t);
    name_number(&j, "link", number);
    name_number(&j, "table", c->table);
    name_hash(&j, c->is_seal ? "seal" : "commitment", c->commitment);
    name_hash(&j, "chain", c->chain);
    line_end(t, &j);
}

// Names are those with which its players came.
static void tell_room(struct telling *t, const struct room *r)
{
    struct json j = line_begin(t);
    name_number(&j, "room", r->id);
    name_hash(&j, "chain", r->chain);
    name_text(&j, "broken", r->broken);
    json_name(&j, "promised"); // and not told yet
    json_bool(&j, r->committed && r->phase != PHASE_OVER);
    json_name(&j, "names");
    json_open(&j, '[');
    for (unsigned i = 0; i < r->seats; i++) json_text(&j, r->seat[i].name);
    json_close(&j, ']');
    json_name(&j, "entries");
    json_open(&j, '[');
    for (size_t i = 0; i < r->entry_count; i++) json_number(&j, (long)r->entries[i]);
    json_close(&j, ']');
    line_end(t, &j);
}

void server_snapshot(const struct server *s, void (*put)(void *, struct text line), void *context)
{
    struct telling t = { .put = put, .context = context };
    arena_init(&t.arena);
    crypto_hash_sha256_init(&t.sum);
    tell_head(&t, s);
    for (size_t i = 0; i < s->player_count; i++) tell_player(&t, &s->players[i]);
    for (size_t i = 0; i < s->archive_count; i++) tell_archived(&t, &s->archive[i]);
    for (size_t i = 0; i < s->card_text_count; i++) tell_cards(&t, &s->card_texts[i]);
    uint64_t oldest = s->links > PROMISES_MAX ? s->links - PROMISES_MAX : 0;
    for (uint64_t n = oldest; n < s->links; n++) tell_link(&t, n, &s->promises[n % PROMISES_MAX]);
    for (size_t i = 0; i < s->room_count; i++)
        if (!s->rooms[i]->archived) tell_room(&t, s->rooms[i]);
    uint8_t sum[HASH_SIZE];
    crypto_hash_sha256_final(&t.sum, sum);
    struct json j = line_begin(&t);
    name_hash(&j, "sum", sum);
    line_end(&t, &j);
    arena_finish(&t.arena);
}

// --- taking up again ----------------------------------------------------------------------------

static bool unfit(struct error *err, const char *why)
{
    return fail(err, BAD_INPUT, (struct place){ 0 }, "the snapshot %s", why);
}

static bool read_number(json_t *line, const char *name, uint64_t *out)
{
    json_int_t value;
    if (!member_int(line, name, 0, INT64_MAX, &value)) return false;
    *out = (uint64_t)value;
    return true;
}

// All lines but the last, of which that is the sum; and the last entry that they know.
static bool check_sum(struct text all, struct text *lines, uint64_t *number)
{
    uint8_t     is[HASH_SIZE], said[HASH_SIZE];
    struct text rest = all, line, last = { "", 0 };
    while (text_cut(&rest, '\n', &line)) last = line;
    json_t *sum  = json_loadb(last.at, last.size, 0, NULL);
    bool    fine = member_hex(sum, "sum", said, HASH_SIZE);
    lines->at    = all.at;
    lines->size  = fine ? (size_t)(last.at - all.at) : 0;
    crypto_hash_sha256(is, (const uint8_t *)lines->at, lines->size);
    fine = fine && memcmp(is, said, HASH_SIZE) == 0;
    json_decref(sum);
    rest          = *lines;
    json_t  *head = fine && text_cut(&rest, '\n', &line) ? json_loadb(line.at, line.size, 0, NULL)
                                                         : NULL;
    uint64_t version;
    fine = head && read_number(head, "snapshot", &version) && version == SNAPSHOT_VERSION &&
           read_number(head, "number", number);
    json_decref(head);
    return fine;
}

bool snapshot_check(struct text snapshot, uint64_t *number, struct error *err)
{
    struct text lines;
    return check_sum(snapshot, &lines, number) ||
           unfit(err, "is damaged, or of another version of this program");
}

// That entry must be the one that the log has under this number.
static bool is_of_this_log(struct server *s, const struct log_reader *log)
{
    struct arena       arena;
    struct store_entry e;
    uint64_t           newest = s->newest;
    struct error       err    = { 0 };
    arena_init(&arena);
    bool fine = !s->last_number || log->read(log->context, s->last_number, &arena, &e, &err);
    if (fine && s->last_number) note_newest(s, &e);
    arena_finish(&arena);
    return fine && newest == s->newest;
}

static bool read_room(struct server *s, json_t *line)
{
    uint64_t id = 0;
    if (!read_number(line, "last_room", &id)) return false;
    note_room(s, id);
    return true;
}

static bool take_head(struct server *s, json_t *line, const struct log_reader *log)
{
    uint8_t owner[HASH_SIZE], said[HASH_SIZE];
    owner_of(s, owner);
    return member_hex(line, "of", said, HASH_SIZE) && memcmp(owner, said, HASH_SIZE) == 0 &&
           read_number(line, "newest", &s->newest) &&
           read_number(line, "number", &s->last_number) &&
           read_number(line, "entries", &s->counts.entries) &&
           read_number(line, "committed", &s->counts.committed) &&
           read_number(line, "revealed", &s->counts.revealed) && read_room(s, line) &&
           read_number(line, "links", &s->links) &&
           member_hex(line, "chain", s->chain, HASH_SIZE) && is_of_this_log(s, log);
}

static bool read_token(struct token *t, json_t *from)
{
    return member_hex(from, "token_hash", t->hash, HASH_SIZE) && read_number(from, "at", &t->at);
}

static bool take_account(struct server *s, struct player *p, json_t *line)
{
    struct text     password, name, text, game;
    json_t         *tokens = json_object_get(line, "tokens"), *one;
    struct account *a      = account_of(p);
    size_t          i;
    if (member_text(line, "password", &password)) {
        if (password.size >= PASSWORD_HASH_SIZE) return false;
        memcpy(a->password, password.at, password.size);
        name_reserve(s, p);
    }
    if (json_array_size(tokens) > TOKENS_MAX) return false;
    json_array_foreach(tokens, i, one)
    {
        if (!read_token(&a->tokens[a->token_count++], one)) return false;
    }
    json_array_foreach(json_object_get(line, "decks"), i, one)
    {
        if (!member_text(one, "game", &game) || !member_text(one, "name", &name) ||
            !member_text(one, "text", &text))
            return false;
        deck_keep(s, a, game, name, text);
    }
    return true;
}

static bool take_player(struct server *s, json_t *line)
{
    struct player p = { 0 };
    struct text   name;
    if (!read_number(line, "player", &p.id) || !member_text(line, "name", &name) ||
        name.size >= sizeof p.name || !read_token(&p.token, line))
        return false;
    memcpy(p.name, name.at, name.size);
    player_add(s, p);
    return !json_object_get(line, "tokens") || take_account(s, player_find(s, p.id), line);
}

static bool take_archived(struct server *s, json_t *line)
{
    struct archived a = { 0 };
    if (!read_number(line, "archived", &a.table) || !read_number(line, "number", &a.number) ||
        !archived_read(s, line, &a))
        return false;
    archive_add(s, &a);
    return true;
}

static bool take_cards(struct server *s, json_t *line)
{
    uint64_t     number;
    struct error err = { 0 };
    return read_number(line, "cards", &number) && apply_cards(s, number, line, &err);
}

static bool take_link(struct server *s, json_t *line)
{
    struct commitment c = { .is_seal = json_object_get(line, "seal") != NULL };
    uint64_t          number;
    if (!read_number(line, "link", &number) || !read_number(line, "table", &c.table) ||
        !member_hex(line, c.is_seal ? "seal" : "commitment", c.commitment, HASH_SIZE) ||
        !member_hex(line, "chain", c.chain, HASH_SIZE))
        return false;
    s->promises[number % PROMISES_MAX] = c;
    return true;
}

// --- tables that are not over -------------------------------------------------------------------

static bool carry_out(struct server *s, uint64_t number, const struct log_reader *log,
                      struct error *err)
{
    struct arena       arena;
    struct store_entry e;
    arena_init(&arena);
    bool fine = log->read(log->context, number, &arena, &e, err);
    if (fine) load_entry(s, &e);
    arena_finish(&arena);
    return fine;
}

// One that has ended since is told by the archive; what was promised of it is told now.
static bool take_room(struct server *s, json_t *line, const struct log_reader *log,
                      struct error *err)
{
    struct restoring is = { .names = json_object_get(line, "names") };
    struct text      broken;
    json_t          *entry;
    size_t           i;
    bool             promised = json_is_true(json_object_get(line, "promised"));
    if (!read_number(line, "room", &is.table) || !member_hex(line, "chain", is.chain, HASH_SIZE) ||
        !member_text(line, "broken", &broken))
        return false;
    if (table_has_ended(s, is.table)) {
        s->counts.revealed += promised;
        return true;
    }
    uint64_t revealed = s->counts.revealed;
    bool     fine     = true;
    s->restoring      = &is;
    json_array_foreach(json_object_get(line, "entries"), i, entry)
    {
        fine = fine && carry_out(s, (uint64_t)json_integer_value(entry), log, err);
    }
    s->restoring       = NULL;
    struct room *r     = room_find(s, is.table);
    s->counts.revealed = revealed + (promised && !r); // the others are counted already
    if (r && broken.size && !*r->broken)
        snprintf(r->broken, sizeof r->broken, "%.*s", SHOW(broken));
    return fine;
}

static bool take_fact(struct server *s, json_t *line, const struct log_reader *log,
                      struct error *err)
{
    if (json_object_get(line, "snapshot")) return take_head(s, line, log);
    if (json_object_get(line, "player")) return take_player(s, line);
    if (json_object_get(line, "archived")) return take_archived(s, line);
    if (json_object_get(line, "link")) return take_link(s, line);
    if (json_object_get(line, "room")) return take_room(s, line, log, err);
    return json_object_get(line, "cards") && take_cards(s, line);
}

bool server_restore(struct server *s, struct text snapshot, const struct log_reader *log,
                    struct error *err)
{
    struct text lines, line;
    uint64_t    number;
    if (!check_sum(snapshot, &lines, &number)) return unfit(err, "is damaged");
    bool     fine    = true;
    uint64_t entries = 0;
    while (fine && text_cut(&lines, '\n', &line)) {
        json_t *is = json_loadb(line.at, line.size, JSON_REJECT_DUPLICATES, NULL);
        fine       = take_fact(s, is, log, err) || unfit(err, "does not fit this program");
        json_decref(is);
        if (!entries) entries = s->counts.entries;
    }
    s->last_number    = number;
    s->counts.entries = entries;
    return fine;
}
