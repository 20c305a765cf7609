// Who decides the shuffle? Nobody alone. The server promises a seed before the seats give theirs,
// the seats promise theirs before any is shown, and all of them make the key of the match. What was
// promised is told at the end, whatever the end is; docs/protocol.md, "Fair", has every byte.
#include "server/dealing.h"

#include "base/embedded.h"
#include "match/replay.h"

#include <sodium.h>
#include <string.h>

struct hash {
    crypto_hash_sha256_state state;
};

static void hash_begin(struct hash *h, const char *title)
{
    crypto_hash_sha256_init(&h->state);
    crypto_hash_sha256_update(&h->state, (const uint8_t *)title, strlen(title));
}

static void hash_add(struct hash *h, const void *bytes, size_t size)
{
    crypto_hash_sha256_update(&h->state, bytes, size);
}

static void hash_number(struct hash *h, uint64_t number) // 8 bytes, the highest first
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * (7 - i));
    hash_add(h, bytes, sizeof bytes);
}

static void hash_end(struct hash *h, uint8_t out[HASH_SIZE])
{
    crypto_hash_sha256_final(&h->state, out);
}

static bool is_cards(const struct embedded_file *f)
{
    return text_starts(text_of(f->name), "cards/");
}

void game_rules_hash(const struct game *game, uint8_t out[HASH_SIZE])
{
    struct hash rules;
    hash_begin(&rules, "");
    for (const struct embedded_file *f = game->files; f && f->name; f++)
        if (strcmp(f->name, "rules.md") == 0) hash_add(&rules, f->bytes, f->size);
    hash_end(&rules, out);
}

void game_files_hash(const struct game *game, uint8_t out[HASH_SIZE])
{
    struct hash cards;
    hash_begin(&cards, "");
    for (const struct embedded_file *f = game->files; f && f->name; f++)
        if (is_cards(f)) hash_add(&cards, f->bytes, f->size);
    hash_end(&cards, out);
}

// What the rules and the cards are.
void fair_facts(struct game_facts *g)
{
    game_rules_hash(g->box->game, g->rules_hash);
    game_files_hash(g->box->game, g->files_hash);
    replay_cards_hash(g->box, g->cards_hash);
}

static const struct game_facts *facts_of(const struct server *s, const struct box *box)
{
    for (unsigned i = 0; i < s->game_count; i++)
        if (s->games[i].box == box) return &s->games[i];
    BUG("a table of a game that is not here");
}

const char *const DEALT_STATE_NAMES[DEALT_STATES] = { "seed", "missing", "bot" };

void dealing_commitment(const struct dealing *d, uint8_t out[HASH_SIZE])
{
    uint8_t     seats = (uint8_t)d->seats;
    struct hash h;
    hash_begin(&h, d->proof < 2 ? "pentacle-commit-v1" : "pentacle-commit-v2");
    hash_add(&h, d->game, strlen(d->game) + 1); // with the 0 byte
    if (d->proof >= 2) hash_add(&h, d->version, strlen(d->version) + 1);
    hash_number(&h, d->table);
    hash_add(&h, d->rules_hash, HASH_SIZE);
    hash_add(&h, d->cards_hash, HASH_SIZE);
    hash_add(&h, &seats, 1);
    hash_add(&h, d->secret, SEED_SIZE);
    hash_end(&h, out);
}

void dealing_key(const struct dealing *d, uint8_t key[32])
{
    uint8_t     commitment[HASH_SIZE], transcript[HASH_SIZE];
    struct hash h;
    dealing_commitment(d, commitment);
    hash_begin(&h, "pentacle-transcript-v1");
    hash_add(&h, commitment, HASH_SIZE);
    for (unsigned i = 0; i < d->seats; i++) {
        hash_add(&h, &d->state[i], 1);
        hash_add(&h, d->hash[i], HASH_SIZE);
    }
    hash_end(&h, transcript);
    hash_begin(&h, "pentacle-key-v1");
    hash_add(&h, d->secret, SEED_SIZE);
    for (unsigned i = 0; i < d->seats; i++) hash_add(&h, d->seed[i], SEED_SIZE);
    hash_add(&h, transcript, HASH_SIZE);
    hash_end(&h, key);
}

static uint8_t seat_state(const struct room *r, seat_id i)
{
    if (r->seat[i].player == 0) return IS_BOT;
    return r->missing >> i & 1 ? GAVE_NONE : GAVE_SEED;
}

static struct dealing dealing_of(const struct server *s, const struct room *r,
                                 const uint8_t secret[SEED_SIZE])
{
    const struct game_facts *g = facts_of(s, r->box);
    struct dealing           d = { .proof   = r->committed ? r->proof : 2,
                                   .game    = r->box->game->name,
                                   .version = r->box->game->version,
                                   .table   = r->id,
                                   .seats   = r->seats };
    memcpy(d.rules_hash, r->committed ? r->rules_hash : g->rules_hash, HASH_SIZE);
    memcpy(d.cards_hash, r->committed ? r->cards_hash : g->cards_hash, HASH_SIZE);
    memcpy(d.secret, secret, SEED_SIZE);
    for (seat_id i = 0; i < r->seats; i++) {
        d.state[i] = seat_state(r, i);
        memcpy(d.hash[i], r->seat[i].hash, HASH_SIZE);
        if (d.state[i] == GAVE_SEED) memcpy(d.seed[i], r->seat[i].seed, SEED_SIZE);
    }
    return d;
}

void fair_key(const struct server *s, const struct room *r, uint8_t key[32])
{
    struct dealing d = dealing_of(s, r, r->secret);
    dealing_key(&d, key);
    sodium_memzero(&d, sizeof d);
}

// --- what is told -------------------------------------------------------------------------------

static void write_hex(struct json *j, const char *name, const uint8_t *bytes, size_t size)
{
    json_name(j, name);
    json_hex(j, bytes, size);
}

// What binds a match: as far as everybody knows it while it is played, all of it when it is over.
static void write_seal(struct json *j, const struct room *r, bool asked)
{
    bool is_over = r->phase == PHASE_OVER;
    json_name(j, "proof");
    json_number(j, r->proof);
    json_name(j, "version");
    json_text(j, r->box->game->version);
    json_name(j, "seal");
    if (r->match && (asked || is_over))
        json_hex(j, is_over ? r->acts.seal : r->acts.shown, HASH_SIZE);
    else
        json_text(j, NULL);
    if (!r->match || !is_over || !asked) return;
    json_name(j, "acts");
    acts_write(j, r);
}

void write_fairness(struct json *j, const struct room *r, bool asked)
{
    bool is_set = r->phase >= PHASE_PLAYING && r->match;
    json_open(j, '{');
    json_name(j, "game");
    json_text(j, r->box->game->name);
    json_name(j, "table");
    json_number(j, (long)r->id);
    write_hex(j, "rules_hash", r->rules_hash, HASH_SIZE);
    write_hex(j, "cards_hash", r->cards_hash, HASH_SIZE);
    write_hex(j, "commitment", r->commitment, HASH_SIZE);
    write_hex(j, "chain", r->chain, HASH_SIZE);
    json_name(j, "seats");
    json_open(j, '[');
    for (seat_id i = 0; i < r->seats; i++) {
        const struct room_seat *is = &r->seat[i];
        json_open(j, '{');
        json_name(j, "state");
        json_text(j, is_set ? DEALT_STATE_NAMES[seat_state(r, i)] : NULL);
        json_name(j, "hash");
        // Nobody's promise is shown before all are in.
        if (is->has_hash && r->phase > PHASE_HASHES)
            json_hex(j, is->hash, HASH_SIZE);
        else
            json_text(j, NULL);
        json_name(j, "seed");
        if (is->has_seed && is_set)
            json_hex(j, is->seed, SEED_SIZE);
        else
            json_text(j, NULL);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_name(j, "secret");
    if (r->phase == PHASE_OVER)
        json_hex(j, r->secret, SEED_SIZE);
    else
        json_text(j, NULL);
    if (r->proof >= 2) write_seal(j, r, asked);
    json_close(j, '}');
}

// --- step by step -------------------------------------------------------------------------------

static bool is_full(const struct room *r)
{
    for (seat_id i = 0; i < r->seats; i++)
        if (r->seat[i].who == WHO_OPEN ||
            (r->seat[i].who == WHO_PERSON && r->seat[i].presence != PRESENCE_HERE))
            return false;
    return true;
}

static void propose_commit(struct server *s, struct room *r)
{
    uint8_t secret[SEED_SIZE], commitment[HASH_SIZE];
    draw_secret(s, secret, sizeof secret);
    struct dealing d = dealing_of(s, r, secret);
    dealing_commitment(&d, commitment);
    struct json j = entry_begin(s);
    json_name(&j, "proof");
    json_number(&j, d.proof);
    write_hex(&j, "rules_hash", d.rules_hash, HASH_SIZE);
    write_hex(&j, "cards_hash", d.cards_hash, HASH_SIZE);
    sodium_memzero(&d, sizeof d);
    write_hex(&j, "secret", secret, sizeof secret);
    write_hex(&j, "commitment", commitment, sizeof commitment);
    entry_propose(s, NULL, r, ENTRY_COMMIT, r->id, &j);
    sodium_memzero(secret, sizeof secret);
}

// People who have not given what is asked for now.
static seat_set lacking(const struct room *r)
{
    unsigned set = 0;
    for (seat_id i = 0; i < r->seats; i++) {
        const struct room_seat *is = &r->seat[i];
        if (is->who != WHO_PERSON) continue;
        if (r->phase == PHASE_HASHES ? !is->has_hash : is->has_hash && !is->has_seed) set |= BIT(i);
    }
    return (seat_set)set;
}

void fair_go_on(struct server *s, struct room *r)
{
    if (r->pending || r->phase > PHASE_SEEDS) return;
    if (r->phase == PHASE_WAITING) {
        if (is_full(r)) propose_commit(s, r);
        return;
    }
    if (lacking(r) && s->now < r->phase_at + s->config.seed_ms) return;
    struct json j = entry_begin(s);
    entry_propose(s, NULL, r, r->phase == PHASE_HASHES ? ENTRY_SEEDS : ENTRY_START, r->id, &j);
}

// The seat of the request in this phase, or NO_SEAT with a refusal.
static seat_id seat_in(const struct request *rq, struct room **out, enum phase phase)
{
    json_int_t id = 0;
    member_int(rq->json, "table", 1, INT64_MAX, &id);
    struct room *r    = room_find(rq->server, (uint64_t)id);
    seat_id      seat = room_seat_of(r, line_at(rq->server, rq->line)->player);
    *out              = r;
    if (seat != NO_SEAT && r->phase == phase) return seat;
    request_refuse(rq, "not-now",
                   seat == NO_SEAT ? "you have no seat at this table"
                                   : "this is not asked for now");
    return NO_SEAT;
}

static void propose_bytes(const struct request *rq, struct room *r, enum entry_kind kind,
                          seat_id seat, const char *name, const uint8_t bytes[HASH_SIZE])
{
    struct json j = entry_begin(rq->server);
    json_name(&j, "seat");
    json_number(&j, seat);
    write_hex(&j, name, bytes, HASH_SIZE);
    entry_propose(rq->server, rq, r, kind, r->id, &j);
}

void on_commit(struct request *rq)
{
    struct room *r;
    uint8_t      hash[HASH_SIZE];
    seat_id      seat = seat_in(rq, &r, PHASE_HASHES);
    if (seat == NO_SEAT) return;
    if (!member_hex(rq->json, "hash", hash, sizeof hash))
        request_refuse(rq, "bad-hash", "\"hash\" must be the SHA-256 of your seed, 64 hex digits");
    else if (r->seat[seat].has_hash)
        request_refuse(rq, "twice", "you have promised a seed already");
    else
        propose_bytes(rq, r, ENTRY_HASH, seat, "hash", hash);
}

void on_reveal(struct request *rq)
{
    struct room *r;
    uint8_t      seed[SEED_SIZE], hash[HASH_SIZE];
    seat_id      seat = seat_in(rq, &r, PHASE_SEEDS);
    if (seat == NO_SEAT) return;
    if (!member_hex(rq->json, "seed", seed, sizeof seed)) {
        request_refuse(rq, "bad-seed", "\"seed\" must be 32 bytes, 64 hex digits");
        return;
    }
    crypto_hash_sha256(hash, seed, sizeof seed);
    if (!r->seat[seat].has_hash || r->seat[seat].has_seed)
        request_refuse(rq, "not-now", "no seed is expected from you");
    else if (sodium_memcmp(hash, r->seat[seat].hash, HASH_SIZE) != 0)
        request_refuse(rq, "bad-seed", "this is not the seed that you promised");
    else
        propose_bytes(rq, r, ENTRY_SEED, seat, "seed", seed);
}

static bool enter_phase(struct server *s, struct room *r, json_t *body, enum phase phase,
                        struct error *err)
{
    json_int_t at;
    if (!member_int(body, "at", 0, INT64_MAX, &at))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "nobody knows when");
    r->phase    = phase;
    r->phase_at = (uint64_t)at;
    room_tell(s, r);
    return true;
}

// What the promise was about. A table whose cards have changed since cannot go on (that its rules
// have is said by the game's version); a log that does not say what they were is older than this.
static void take_facts(const struct server *s, struct room *r, json_t *body)
{
    const struct game_facts *g = facts_of(s, r->box);
    if (!member_hex(body, "rules_hash", r->rules_hash, HASH_SIZE) ||
        !member_hex(body, "cards_hash", r->cards_hash, HASH_SIZE)) {
        memcpy(r->rules_hash, g->rules_hash, HASH_SIZE);
        memcpy(r->cards_hash, g->files_hash, HASH_SIZE);
    }
    const uint8_t *now = r->proof < 2 ? g->files_hash : g->cards_hash;
    if (memcmp(r->cards_hash, now, HASH_SIZE) != 0)
        room_break(r, "the cards of this game have changed since it began");
}

void link_commitment(uint8_t chain[HASH_SIZE], const uint8_t commitment[HASH_SIZE])
{
    struct hash h;
    hash_begin(&h, "");
    hash_add(&h, chain, HASH_SIZE);
    hash_add(&h, commitment, HASH_SIZE);
    hash_end(&h, chain);
}

void link_seal(uint8_t chain[HASH_SIZE], uint64_t table, const uint8_t seal[HASH_SIZE])
{
    struct hash h;
    hash_begin(&h, "");
    hash_add(&h, chain, HASH_SIZE);
    hash_add(&h, "pentacle-end-v1", sizeof "pentacle-end-v1" - 1);
    hash_number(&h, table);
    hash_add(&h, seal, HASH_SIZE);
    hash_end(&h, chain);
}

// The newest links are kept for everybody to see.
static void chain_on(struct server *s, uint64_t table, bool is_seal, const uint8_t what[HASH_SIZE])
{
    struct commitment *p = &s->promises[s->links++ % PROMISES_MAX];
    *p                   = (struct commitment){ .table = table, .is_seal = is_seal };
    if (is_seal)
        link_seal(s->chain, table, what);
    else
        link_commitment(s->chain, what);
    memcpy(p->commitment, what, HASH_SIZE);
    memcpy(p->chain, s->chain, HASH_SIZE);
}

void chain_seal(struct server *s, uint64_t table, const uint8_t seal[HASH_SIZE])
{
    chain_on(s, table, true, seal);
}

void promise_add(struct server *s, uint64_t table, const uint8_t commitment[HASH_SIZE])
{
    chain_on(s, table, false, commitment);
    s->counts.committed++;
}

bool apply_commit(struct server *s, struct room *r, uint64_t table, json_t *body, struct error *err)
{
    uint8_t secret[SEED_SIZE], commitment[HASH_SIZE];
    if (!member_hex(body, "secret", secret, sizeof secret) ||
        !member_hex(body, "commitment", commitment, sizeof commitment))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "this is no promise");
    json_int_t proof = 1;
    member_int(body, "proof", 1, 2, &proof);
    if (!s->restoring) promise_add(s, table, commitment);
    if (!r) return true; // of a table that is over
    memcpy(r->secret, secret, SEED_SIZE);
    memcpy(r->commitment, commitment, HASH_SIZE);
    memcpy(r->chain, s->restoring ? s->restoring->chain : s->chain, HASH_SIZE);
    r->proof = (unsigned)proof;
    take_facts(s, r, body);
    r->committed = true;
    return enter_phase(s, r, body, PHASE_HASHES, err);
}

bool apply_hash(struct server *s, struct room *r, json_t *body, struct error *err)
{
    json_int_t seat;
    if (r->phase != PHASE_HASHES || !member_int(body, "seat", 0, r->seats - 1, &seat) ||
        !member_hex(body, "hash", r->seat[seat].hash, HASH_SIZE))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "no promise is due");
    r->seat[seat].has_hash = true;
    (void)s;
    return true;
}

bool apply_seeds(struct server *s, struct room *r, json_t *body, struct error *err)
{
    if (r->phase != PHASE_HASHES)
        return fail(err, BAD_INPUT, (struct place){ 0 }, "no promises were due");
    return enter_phase(s, r, body, PHASE_SEEDS, err);
}

bool apply_seed(struct server *s, struct room *r, json_t *body, struct error *err)
{
    json_int_t seat;
    if (r->phase != PHASE_SEEDS || !member_int(body, "seat", 0, r->seats - 1, &seat) ||
        !member_hex(body, "seed", r->seat[seat].seed, SEED_SIZE))
        return fail(err, BAD_INPUT, (struct place){ 0 }, "no seed is due");
    r->seat[seat].has_seed = true;
    (void)s;
    return true;
}

// --- what everybody may know ---------------------------------------------------------------------

void server_promises(const struct server *s, struct arena *arena, struct text *out)
{
    struct json j     = json_in(arena);
    uint64_t    count = s->links;
    json_open(&j, '{');
    json_name(&j, "committed");
    json_number(&j, (long)s->counts.committed);
    json_name(&j, "links");
    json_number(&j, (long)count);
    json_name(&j, "newest");
    json_open(&j, '[');
    for (uint64_t i = count > PROMISES_MAX ? count - PROMISES_MAX : 0; i < count; i++) {
        const struct commitment *p = &s->promises[i % PROMISES_MAX];
        json_open(&j, '{');
        json_name(&j, "table");
        json_number(&j, (long)p->table);
        json_name(&j, p->is_seal ? "seal" : "commitment");
        json_hex(&j, p->commitment, HASH_SIZE);
        json_name(&j, "chain");
        json_hex(&j, p->chain, HASH_SIZE);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    json_end(&j);
    *out = (struct text){ j.out, j.size };
}
