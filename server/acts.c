// Acts: what happened at a table, one line each, and the chain of seals that binds them: whoever
// has a seal has all that came before it, and nothing can be turned, left out or put in any more.
// docs/protocol.md, "Fair", has every byte.
#include "server/state.h"

#include "match/replay.h"

#include <sodium.h>
#include <string.h>

enum { ACT_LINE_MAX = 256 };

const char *const END_NAMES[END_COUNT] = { NULL,        "rules",  "agreed",
                                           "abandoned", "broken", "too-long" };

// --- lines --------------------------------------------------------------------------------------

static void write_line(struct writer *w, const struct room *r, const struct act *a)
{
    const struct choice c = a->choice;
    write_format(w, "%llu ", (unsigned long long)a->at);
    switch ((enum act_kind)a->kind) {
    case ACT_CHOICE:
        write_format(w, "choice %u %u.%u.%u.%u.%u", a->seat, c.kind, c.option, c.card, c.target,
                     c.extra);
        break;
    case ACT_RESIGN: write_format(w, "resign %u", a->seat); break;
    case ACT_UNDO: write_format(w, "undo %u %u", a->seat, a->move); break;
    case ACT_BOT: write_format(w, "bot %u", a->seat); break;
    case ACT_BACK: write_format(w, "back %u", a->seat); break;
    case ACT_RESUME: write_chars(w, "resume"); break;
    case ACT_OVER:
        write_format(w, "over %s %u %s", END_NAMES[r->end], r->winners, r->result);
        break;
    }
    if (a->how == ACT_BY_CLOCK) write_chars(w, " clock");
    if (a->how == ACT_CLAIMED) write_format(w, " claimed %u", a->by);
}

struct text acts_text(struct arena *arena, const struct room *r)
{
    size_t        size = (r->acts.count + 1) * ACT_LINE_MAX;
    struct writer w    = writer_on(arena_alloc(arena, 1, size), size);
    for (size_t i = 0; i < r->acts.count; i++) {
        write_line(&w, r, &r->acts.list[i]);
        write_char(&w, '\n');
    }
    return (struct text){ w.at, w.size };
}

void acts_write(struct json *j, const struct room *r)
{
    json_open(j, '[');
    for (size_t i = 0; i < r->acts.count; i++) {
        char          line[ACT_LINE_MAX];
        struct writer w = writer_on(line, sizeof line);
        write_line(&w, r, &r->acts.list[i]);
        json_slice(j, (struct text){ line, w.size });
    }
    json_close(j, ']');
}

// --- seals --------------------------------------------------------------------------------------

void seal_first(uint8_t seal[HASH_SIZE], const uint8_t commitment[HASH_SIZE],
                const uint8_t cards_hash[HASH_SIZE], const uint8_t setup_hash[HASH_SIZE])
{
    static const char        title[] = "pentacle-seal-v1";
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const uint8_t *)title, sizeof title - 1);
    crypto_hash_sha256_update(&state, commitment, HASH_SIZE);
    crypto_hash_sha256_update(&state, cards_hash, HASH_SIZE);
    crypto_hash_sha256_update(&state, setup_hash, HASH_SIZE);
    crypto_hash_sha256_final(&state, seal);
}

void seal_step(uint8_t seal[HASH_SIZE], struct text line)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, seal, HASH_SIZE);
    crypto_hash_sha256_update(&state, (const uint8_t *)line.at, line.size);
    crypto_hash_sha256_update(&state, (const uint8_t *)"\n", 1);
    crypto_hash_sha256_final(&state, seal);
}

// --- noting -------------------------------------------------------------------------------------

void acts_begin(struct room *r)
{
    uint8_t setup[HASH_SIZE];
    replay_setup_hash(r->match, setup);
    seal_first(r->acts.seal, r->commitment, r->cards_hash, setup);
    acts_show(r);
}

void act_note(struct room *r, struct act a)
{
    struct acts  *acts = &r->acts;
    char          line[ACT_LINE_MAX];
    struct writer w = writer_on(line, sizeof line);
    if (r->proof < 2 || !r->match) return;
    acts->list                = grow(acts->list, acts->count, &acts->capacity, sizeof *acts->list);
    acts->list[acts->count++] = a;
    write_line(&w, r, &a);
    seal_step(acts->seal, (struct text){ line, w.size });
}

void acts_show(struct room *r) { memcpy(r->acts.shown, r->acts.seal, HASH_SIZE); }
