#include "engine/chance.h"

#include "base/chacha.h"
#include "engine/modifiers.h"
#include "engine/table.h"

#include <string.h>

// Consecutive words of a stream come from consecutive places of its ChaCha20 key stream; the
// stream's number is the nonce. A block depends on nothing but key, stream and number, so the last
// one of each stream is kept for the next die.
struct block {
    uint8_t  key[CHACHA_KEY_SIZE];
    uint32_t number; // plus 1; 0 = none yet
    uint32_t words[CHACHA_WORDS];
};
static _Thread_local struct block recent[STREAMS];

struct source {
    struct core  *core;
    struct block *block;
    unsigned      stream;
};

static struct source source_of(struct core *c, unsigned stream)
{
    struct block *block = &recent[stream];
    if (memcmp(block->key, c->key, sizeof c->key) != 0) block->number = 0;
    return (struct source){ c, block, stream };
}

static uint32_t next_word(struct source *s)
{
    uint32_t at = s->core->drawn[s->stream]++, number = at / CHACHA_WORDS + 1;
    if (number != s->block->number) {
        const uint32_t nonce[3] = { s->stream, 0, 0 };
        chacha_block(s->core->key, number - 1, nonce, s->block->words);
        memcpy(s->block->key, s->core->key, sizeof s->block->key);
        s->block->number = number;
    }
    return s->block->words[at % CHACHA_WORDS];
}

static uint32_t below(struct source *s, uint32_t bound)
{
    // Lemire's multiplication with rejection: no modulo, no bias.
    uint64_t product = (uint64_t)next_word(s) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = (0u - bound) % bound;
        while ((uint32_t)product < least) product = (uint64_t)next_word(s) * bound;
    }
    return (uint32_t)(product >> 32);
}

// The next forced result of a kind that a scenario put into the queue; forced_count: there is none.
static unsigned find_forced(const struct core *c, uint8_t kind, zone_id zone)
{
    unsigned i = 0;
    while (i < c->forced_count && (c->forced[i].kind != kind || c->forced[i].zone != zone)) i++;
    return i;
}

static uint16_t take_forced(struct core *c, unsigned index)
{
    uint16_t value = c->forced[index].value;
    c->forced_count--;
    for (unsigned i = index; i < c->forced_count; i++) c->forced[i] = c->forced[i + 1];
    c->forced[c->forced_count] = (struct forced){ 0 };
    return value;
}

// A result that cannot be, such as 7 on a die of six sides, stays in the queue: it never came up.
static unsigned draw(struct table *t, unsigned stream, uint8_t kind, unsigned count)
{
    struct core *c = t->state;
    c->learned++;
    unsigned forced = find_forced(c, kind, 0);
    if (forced < c->forced_count && c->forced[forced].value < count) return take_forced(c, forced);
    struct source source = source_of(c, stream);
    return below(&source, count);
}

// Chance is nobody's card.
static void tell_chance(struct table *t, uint16_t kind, seat_id who, int amount, zone_id zone,
                        struct reason why)
{
    tell(t, (struct event){ .kind       = kind,
                            .seat       = who,
                            .card       = NO_CARD,
                            .target     = NO_CARD,
                            .def        = NO_DEF,
                            .target_def = NO_DEF,
                            .amount     = (int16_t)amount,
                            .from       = zone,
                            .to         = zone,
                            .reason     = why });
}

unsigned roll(struct table *t, unsigned sides, seat_id who, struct reason why)
{
    unsigned result = 1 + draw(t, STREAM_DICE, FORCED_DIE, sides);
    tell_chance(t, EVENT_ROLLED, who, (int)result, NO_ZONE, why);
    return result;
}

unsigned roll_two(struct table *t, seat_id who, struct reason why)
{
    unsigned first = roll(t, 6, who, why);
    return first + roll(t, 6, who, why);
}

bool flip(struct table *t, seat_id who, struct reason why)
{
    bool heads = draw(t, STREAM_COIN, FORCED_COIN, 2) == 1;
    tell_chance(t, EVENT_FLIPPED, who, heads, NO_ZONE, why);
    return heads;
}

unsigned pick(struct table *t, unsigned count) { return draw(t, STREAM_PICK, FORCED_PICK, count); }

// A forced shuffle brings named faces to the top, the first one forced topmost. A face that is not
// there ends it and stays in the queue.
static void bring_forced_to_top(struct core *c, zone_id zone, struct card_face *face,
                                card_id *origin, size_t count)
{
    for (size_t top = 0; top < count; top++) {
        unsigned forced = find_forced(c, FORCED_SHUFFLE, zone);
        size_t   i      = top;
        if (forced == c->forced_count) return;
        while (i < count && face[i].def != c->forced[forced].value) i++;
        if (i == count) return;
        card_id          from  = origin[i];
        struct card_face taken = face[i];
        face[i]                = face[top];
        origin[i]              = origin[top];
        face[top]              = taken;
        origin[top]            = from;
        take_forced(c, forced);
    }
}

void shuffle(struct table *t, zone_id zone, unsigned stream, struct reason why)
{
    enum { ZONE_MAX = 512 };
    card_id          place[ZONE_MAX], origin[ZONE_MAX];
    struct card_face face[ZONE_MAX];
    struct core     *c      = t->state;
    struct source    source = source_of(c, stream);
    size_t           count  = 0;
    EACH_IN_ZONE(card, c, zone) {
        assert(count < ZONE_MAX);
        place[count]  = card;
        origin[count] = card;
        face[count++] = card_face(c, card);
    }
    for (size_t left = count; left > 1; left--) {
        size_t           i    = below(&source, (uint32_t)left);
        struct card_face def  = face[i];
        card_id          from = origin[i];
        face[i]               = face[left - 1];
        origin[i]             = origin[left - 1];
        face[left - 1]        = def;
        origin[left - 1]      = from;
    }
    if (c->forced_count) bring_forced_to_top(c, zone, face, origin, count);
    for (size_t i = 0; i < count; i++) {
        card_set_face(c, place[i], face[i]);
        card_of(c, place[i])->known = 0;
    }
    modifiers_follow(c, origin, place, count);
    if (t->game->faces_moved) t->game->faces_moved(t, origin, place, count);
    c->learned++;
    tell_chance(t, EVENT_SHUFFLED, NO_SEAT, 0, zone, why);
}
