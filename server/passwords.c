// Passwords, for those who want one: the name is then theirs alone, and opens the door from another
// machine. A password is hashed (Argon2id) slowly and on purpose, so the core does not do it: it
// says what is to be hashed (OUTPUT_CHORE) and hears later what came out (INPUT_CHORE). The
// log has the hash, and the hashes of tokens; nothing else that is secret.
#include "server/state.h"

#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static_assert(PASSWORD_HASH_SIZE == crypto_pwhash_STRBYTES, "what libsodium makes");

// Tries at once, and how long each takes to be forgotten.
enum {
    TRIES_PER_ADDRESS = 20,
    ADDRESS_TRY_MS    = 30 * 1000,
    TRIES_PER_NAME    = 10, // from one address
    NAME_TRY_MS       = 60 * 1000,
    PASSWORDS_AT_ONCE = 4, // from one address
};

// --- the slow part, on another thread -----------------------------------------------------------

void password_run(struct password_chore *t)
{
    size_t memory = (size_t)t->memory_kib * 1024;
    t->right      = !*t->kept || crypto_pwhash_str_verify(t->kept, t->given, strlen(t->given)) == 0;
    const char *wanted = t->is_login ? t->given : t->wanted;
    // At a login the hash is made anew if the price of one has changed.
    if (!t->right || (t->is_login && !crypto_pwhash_str_needs_rehash(t->kept, t->passes, memory)))
        return;
    if (crypto_pwhash_str(t->made, wanted, strlen(wanted), t->passes, memory) != 0)
        t->made[0] = 0; // no memory for it now
}

// --- names that have a password -----------------------------------------------------------------

static int compare_names(const char *a, const char *b)
{
    for (; *a && tolower((unsigned char)*a) == tolower((unsigned char)*b); a++) b++;
    return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

// Where the name is among those that have a password, or would be.
static size_t reserved_place(struct server *s, const char *name)
{
    size_t low = 0, high = s->reserved_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_names(player_find(s, s->reserved[middle])->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct player *name_owner(struct server *s, const char *name)
{
    size_t               at = reserved_place(s, name);
    const struct player *p  = at < s->reserved_count ? player_find(s, s->reserved[at]) : NULL;
    return p && compare_names(p->name, name) == 0 ? p : NULL;
}

static size_t look_place(const struct server *s, uint64_t look)
{
    size_t low = 0, high = s->look_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (s->looks[middle] < look)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool name_is_protected(const struct server *s, struct text name)
{
    uint64_t looks[LOOKS_MAX];
    unsigned count = name_looks(name, looks);
    for (unsigned i = 0; i < count; i++) {
        size_t at = look_place(s, looks[i]);
        if (at < s->look_count && s->looks[at] == looks[i]) return true;
    }
    return false;
}

// The name that an entry on its way will give a password, or to a player who may have one.
static const char *name_on_its_way(struct server *s, const struct pending *p, json_t **body)
{
    struct text name;
    *body = NULL;
    if (p->kind == ENTRY_PASSWORD) return player_find(s, p->about)->name;
    if (p->kind != ENTRY_NAME) return NULL;
    *body = json_loadb(p->body, p->size, 0, NULL);
    return member_text(*body, "name", &name) ? name.at : NULL;
}

// Two players of an older log may have names that look alike; each may still change the password.
bool is_name_free(struct server *s, uint64_t me, const char *name)
{
    uint64_t             look  = name_look(text_of(name));
    const struct player *mine  = player_find(s, me);
    bool                 taken = name_is_protected(s, text_of(name));
    if (mine && has_password(mine) && name_look(text_of(mine->name)) == look) return true;
    for (size_t i = 0; i < s->pending_count && !taken; i++) {
        json_t     *body;
        const char *wanted = name_on_its_way(s, &s->pending[i], &body);
        taken              = wanted && s->pending[i].about != me &&
                name_looks_like(text_of(name), text_of(wanted));
        json_decref(body);
    }
    return !taken;
}

struct account *account_of(struct player *p)
{
    if (!p->account) p->account = calloc(1, sizeof *p->account);
    if (!p->account) BUG("out of memory for an account");
    return p->account;
}

void account_free(struct account *a)
{
    if (!a) return;
    decks_free(a);
    free(a->ratings);
    free(a);
}

bool has_password(const struct player *p) { return p->account && *p->account->password; }

// --- how often ----------------------------------------------------------------------------------

// Of this name from this address: who guesses elsewhere does not lock the owner out. From many
// addresses at once there are as many guesses as the clerk can hash, and no more.
static uint64_t *tries_of_name(struct server *s, uint64_t address, const char *name)
{
    struct {
        uint64_t address;
        char     folded[PASSWORD_NAME_MAX + 8];
    } key;
    memset(&key, 0, sizeof key);
    key.address = address;
    for (size_t i = 0; name[i] && i < PASSWORD_NAME_MAX; i++)
        key.folded[i] = (char)tolower((unsigned char)name[i]);
    return slot_of(s, s->tries_of_name, &key, sizeof key);
}

// Passwords from one address that are being looked at. Beside all of them there is room for
// records.
static unsigned passwords_from(const struct server *s, uint64_t address)
{
    unsigned count = 0;
    for (size_t i = 0; i < s->line_capacity; i++)
        count += s->lines[i].open && s->lines[i].hashing && s->lines[i].address == address;
    return count;
}

static bool check_tries(const struct request *rq, const char *name)
{
    struct server     *s       = rq->server;
    const struct line *l       = line_at(s, rq->line);
    uint64_t          *address = slot_of(s, s->tries_of_address, &l->address, sizeof l->address);
    if (s->counts.chores + s->config.chores_max / 4 >= s->config.chores_max ||
        passwords_from(s, l->address) >= PASSWORDS_AT_ONCE) {
        request_refuse(rq, "busy", "too many passwords wait to be looked at; try again");
        return false;
    }
    if (may_try(address, s->now, TRIES_PER_ADDRESS, ADDRESS_TRY_MS) &&
        may_try(tries_of_name(s, l->address, name), s->now, TRIES_PER_NAME, NAME_TRY_MS))
        return true;
    request_refuse(rq, "too-fast", "too many passwords were tried; wait a minute");
    return false;
}

// --- requests -----------------------------------------------------------------------------------

static struct chore *make_chore(const struct request *rq, uint64_t player)
{
    struct server         *s = rq->server;
    struct chore          *c = chore_make(CHORE_PASSWORD);
    struct password_chore *t = &c->password;
    t->line                  = rq->line;
    t->serial                = line_at(s, rq->line)->serial;
    t->id                    = rq->id;
    t->player                = player;
    t->memory_kib            = s->config.password_memory_kib;
    t->passes                = s->config.password_passes;
    return c;
}

static void give(const struct request *rq, struct chore *c)
{
    line_at(rq->server, rq->line)->busy    = true;
    line_at(rq->server, rq->line)->hashing = true;
    chore_give(rq->server, c);
}

static bool read_password(const struct request *rq, const char *name, size_t least,
                          char out[PASSWORD_MAX + 1])
{
    struct text said;
    if (!member_text(rq->json, name, &said) || said.size < least || said.size > PASSWORD_MAX ||
        memchr(said.at, 0, said.size)) {
        request_refuse(rq, "bad-password", "\"%s\" must have %zu to %d bytes", name, least,
                       PASSWORD_MAX);
        return false;
    }
    memcpy(out, said.at, said.size);
    out[said.size] = 0;
    return true;
}

// Sets a password, or changes it: then the old one must be said.
void on_password(struct request *rq)
{
    struct server *s  = rq->server;
    struct line   *l  = line_at(s, rq->line);
    struct player *me = player_find(s, l->player);
    if (l->busy) {
        request_refuse(rq, "busy", "a password is being looked at");
        return;
    }
    if (!is_name_free(s, me->id, me->name)) {
        request_refuse(
            rq, "taken",
            "this name, or one that looks like it, has a password and is somebody else's");
        return;
    }
    struct chore          *c = make_chore(rq, me->id);
    struct password_chore *t = &c->password;
    if (has_password(me)) memcpy(t->kept, me->account->password, sizeof t->kept);
    if (read_password(rq, "password", PASSWORD_MIN, t->wanted) &&
        (!*t->kept || read_password(rq, "old", 1, t->given)) && check_tries(rq, me->name))
        give(rq, c);
    else
        chore_free(c);
}

// What is compared when nobody has the name, so that it takes as long as if somebody had.
static void write_nobodys_hash(const struct password_chore *t, char out[PASSWORD_HASH_SIZE])
{
    static const char SALT[] = "AAAAAAAAAAAAAAAAAAAAAA";
    static const char HASH[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    snprintf(out, PASSWORD_HASH_SIZE, "$argon2id$v=19$m=%u,t=%u,p=1$%s$%s", t->memory_kib,
             t->passes, SALT, HASH);
}

void on_login(struct request *rq)
{
    struct server *s = rq->server;
    struct text    name;
    char           said[PASSWORD_NAME_MAX + 1];
    if (!may_greet(rq)) return;
    if (!member_text(rq->json, "name", &name) || name.size < 1 || name.size > PASSWORD_NAME_MAX) {
        request_refuse(rq, "bad-name", "\"name\" must have 1 to %d bytes", PASSWORD_NAME_MAX);
        return;
    }
    snprintf(said, sizeof said, "%.*s", SHOW(name));
    const struct player   *p = name_owner(s, said);
    struct chore          *c = make_chore(rq, p ? p->id : 0);
    struct password_chore *t = &c->password;
    t->is_login              = true;
    if (p)
        memcpy(t->kept, p->account->password, sizeof t->kept);
    else
        write_nobodys_hash(t, t->kept);
    if (read_password(rq, "password", 1, t->given) && check_tries(rq, said))
        give(rq, c);
    else
        chore_free(c);
}

// Makes the token of this line void, or all of them.
void on_logout(struct request *rq)
{
    struct server       *s          = rq->server;
    const struct line   *l          = line_at(s, rq->line);
    const struct player *me         = player_find(s, l->player);
    json_t              *everywhere = json_object_get(rq->json, "everywhere");
    if (!has_password(me)) {
        request_refuse(rq, "no-password", "without a password you could not come back");
        return;
    }
    if (everywhere && !json_is_boolean(everywhere)) {
        request_refuse(rq, "bad-member", "\"everywhere\" must be true or false");
        return;
    }
    struct json j = entry_begin(s);
    if (!json_is_true(everywhere)) {
        json_name(&j, "token_hash");
        json_hex(&j, l->token_hash, HASH_SIZE);
    }
    entry_propose(s, rq, NULL, ENTRY_LOGOUT, me->id, &j);
}

// --- the answer ---------------------------------------------------------------------------------

static void propose_token(const struct request *rq, const struct password_chore *t)
{
    struct server *s = rq->server;
    char           made[TOKEN_MAX];
    uint8_t        hash[HASH_SIZE];
    token_make(s, t->player, made);
    token_hash(text_of(made), hash);
    struct json j = entry_begin(s);
    json_name(&j, "token_hash");
    json_hex(&j, hash, sizeof hash);
    if (*t->made) {
        json_name(&j, "password");
        json_text(&j, t->made);
    }
    struct pending *p = entry_propose(s, rq, NULL, t->is_login ? ENTRY_TOKEN : ENTRY_PASSWORD,
                                      t->player, &j);
    memcpy(p->token, made, sizeof p->token);
    sodium_memzero(made, sizeof made);
    line_at(s, rq->line)->busy = true;
}

// Was it changed while it was looked at?
static bool is_still_kept(struct server *s, const struct password_chore *t)
{
    const struct player *p    = player_find(s, t->player);
    const char          *kept = has_password(p) ? p->account->password : "";
    return strcmp(kept, t->kept) == 0;
}

void take_password(struct server *s, const struct password_chore *t)
{
    struct line   *l  = line_at(s, t->line);
    struct request rq = { .server = s, .line = t->line, .id = t->id };
    if (!l || l->serial != t->serial) return;
    l->busy = l->hashing = false;
    if (!t->right || !t->player || !is_still_kept(s, t)) {
        s->counts.wrong_passwords++;
        request_refuse(&rq, "bad-password",
                       t->is_login ? "the name or the password is not right"
                                   : "the old password is not right");
        return;
    }
    const char *name = player_find(s, t->player)->name;
    *tries_of_name(s, l->address, name) -= NAME_TRY_MS; // a right one does not count
    if (!t->is_login && !*t->made)
        request_refuse(&rq, "busy", "there is no memory for a password now; try again");
    else if (!t->is_login && !is_name_free(s, t->player, player_find(s, t->player)->name))
        request_refuse(
            &rq, "taken",
            "this name, or one that looks like it, has a password and is somebody else's");
    else
        propose_token(&rq, t);
}

void password_changed(struct server *s, const struct pending *p)
{
    struct line *l = line_at(s, p->line);
    close_void_lines(s, p->about, "the password was changed");
    if (!l || l->serial != p->serial) return;
    struct request rq = { .server = s, .line = p->line, .id = p->id };
    struct json    j  = answer_begin(&rq, "token");
    json_name(&j, "token");
    json_text(&j, p->token);
    send_json(s, p->line, &j);
}

// --- entries ------------------------------------------------------------------------------------

static bool fail_account(struct error *err)
{
    return fail(err, BAD_INPUT, (struct place){ 0 }, "this belongs to no player");
}

void name_reserve(struct server *s, const struct player *p)
{
    size_t at   = reserved_place(s, p->name);
    s->reserved = grow(s->reserved, s->reserved_count, &s->reserved_capacity, sizeof *s->reserved);
    memmove(s->reserved + at + 1, s->reserved + at, (s->reserved_count - at) * sizeof *s->reserved);
    s->reserved[at] = p->id;
    s->reserved_count++;
    uint64_t look = name_look(text_of(p->name));
    size_t   to   = look_place(s, look);
    s->looks      = grow(s->looks, s->look_count, &s->look_capacity, sizeof *s->looks);
    memmove(s->looks + to + 1, s->looks + to, (s->look_count - to) * sizeof *s->looks);
    s->looks[to] = look;
    s->look_count++;
}

// Who has a password takes the claim to the name along.
void player_rename(struct server *s, struct player *p, struct text name)
{
    bool reserved = name_owner(s, p->name) == p;
    if (reserved) {
        size_t at = reserved_place(s, p->name);
        s->reserved_count--;
        memmove(s->reserved + at, s->reserved + at + 1,
                (s->reserved_count - at) * sizeof *s->reserved);
        size_t look = look_place(s, name_look(text_of(p->name)));
        s->look_count--;
        memmove(s->looks + look, s->looks + look + 1, (s->look_count - look) * sizeof *s->looks);
    }
    memset(p->name, 0, sizeof p->name);
    memcpy(p->name, name.at, name.size);
    if (reserved) name_reserve(s, p);
}

static bool take_hash(struct player *p, json_t *body)
{
    struct text hash;
    if (!member_text(body, "password", &hash) || hash.size >= PASSWORD_HASH_SIZE) return false;
    memset(account_of(p)->password, 0, PASSWORD_HASH_SIZE);
    memcpy(p->account->password, hash.at, hash.size);
    return true;
}

bool apply_password(struct server *s, uint64_t player, json_t *body, struct error *err)
{
    struct token         first;
    struct player       *p     = player_find(s, player);
    const struct player *owner = p ? name_owner(s, p->name) : NULL;
    if (!p || (owner && owner != p) || !token_read(&first, body) || !take_hash(p, body))
        return fail_account(err);
    if (!owner) name_reserve(s, p);
    p->token                = first;
    p->account->token_count = 0;
    return true;
}

// An entry about the account is damaged: nobody knows which tokens are good, or (then the name
// stays the player's, and nobody can log in) which password is.
void account_set_aside(struct server *s, uint64_t player, bool with_password)
{
    struct player *p = player_find(s, player);
    if (!p) return;
    memset(&p->token, 0, sizeof p->token);
    if (p->account) p->account->token_count = 0;
    if (!with_password) return;
    if (!has_password(p)) name_reserve(s, p);
    snprintf(account_of(p)->password, PASSWORD_HASH_SIZE, "damaged");
}

// One more token; the oldest of many goes.
bool apply_token(struct server *s, uint64_t player, json_t *body, struct error *err)
{
    struct token   more;
    struct player *p = player_find(s, player);
    if (!p || !has_password(p) || !token_read(&more, body) ||
        (json_object_get(body, "password") && !take_hash(p, body)))
        return fail_account(err);
    struct account *a = p->account;
    if (a->token_count == TOKENS_MAX) {
        p->token = a->tokens[0];
        memmove(&a->tokens[0], &a->tokens[1], (TOKENS_MAX - 1) * sizeof *a->tokens);
        a->token_count--;
    }
    a->tokens[a->token_count++] = more;
    return true;
}

bool apply_logout(struct server *s, uint64_t player, json_t *body, struct error *err)
{
    uint8_t        hash[HASH_SIZE];
    struct player *p   = player_find(s, player);
    bool           all = !json_object_get(body, "token_hash");
    if (!p || !has_password(p) || (!all && !member_hex(body, "token_hash", hash, sizeof hash)))
        return fail_account(err);
    struct account *a = p->account;
    for (unsigned i = 0; i <= a->token_count; i++) {
        struct token *t = i ? &a->tokens[i - 1] : &p->token;
        if (all || memcmp(t->hash, hash, sizeof hash) == 0) memset(t, 0, sizeof *t);
    }
    return true;
}
