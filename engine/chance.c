#include "engine/chance.h"

#include "base/chacha.h"
#include "engine/modifiers.h"
#include "engine/table.h"

// One word of a stream. Consecutive words of a stream come from consecutive places of its ChaCha20 key
// stream; the stream's number is the nonce.
struct source {
    struct core *core;
    unsigned     stream;
    uint32_t     block; // number of the block held in words, plus 1; 0 = none yet
    uint32_t     words[CHACHA_WORDS];
};

static uint32_t next_word(struct source *s)
{
    uint32_t at    = s->core->drawn[s->stream]++;
    uint32_t block = at / CHACHA_WORDS + 1;
    if (block != s->block) {
        const uint32_t nonce[3] = { s->stream, 0, 0 };
        chacha_block(s->core->key, block - 1, nonce, s->words);
        s->block = block;
    }
    return s->words[at % CHACHA_WORDS];
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

// Takes the next forced result of a kind out of the queue, if a scenario put one there.
static bool take_forced(struct core *c, uint8_t kind, zone_id zone, uint16_t *value)
{
    for (unsigned i = 0; i < c->forced_count; i++) {
        if (c->forced[i].kind != kind || c->forced[i].zone != zone) continue;
        *value = c->forced[i].value;
        c->forced_count--;
        for (unsigned j = i; j < c->forced_count; j++) c->forced[j] = c->forced[j + 1];
        c->forced[c->forced_count] = (struct forced){ 0 };
        return true;
    }
    return false;
}

static unsigned draw(struct table *t, unsigned stream, uint8_t kind, unsigned count)
{
    struct core *c = t->state;
    uint16_t     forced;
    c->learned++;
    if (c->forced_count && take_forced(c, kind, 0, &forced) && forced < count) return forced;
    struct source source = { .core = c, .stream = stream };
    return below(&source, count);
}

unsigned roll(struct table *t, unsigned sides, seat_id who)
{
    unsigned result = 1 + draw(t, STREAM_DICE, FORCED_DIE, sides);
    tell(t, (struct event){ .kind = EVENT_ROLLED, .seat = who, .amount = (int16_t)result });
    return result;
}

bool flip(struct table *t, seat_id who)
{
    bool heads = draw(t, STREAM_COIN, FORCED_COIN, 2) == 1;
    tell(t, (struct event){ .kind = EVENT_FLIPPED, .seat = who, .amount = heads });
    return heads;
}

unsigned pick(struct table *t, unsigned count) { return draw(t, STREAM_PICK, FORCED_PICK, count); }

// A forced shuffle brings named faces to the top, the first one forced topmost.
static void bring_forced_to_top(struct core *c, zone_id zone, card_id *place, def_id *face,
                                card_id *origin, size_t count)
{
    uint16_t def;
    for (size_t top = 0; top < count && take_forced(c, FORCED_SHUFFLE, zone, &def); top++)
        for (size_t i = top; i < count; i++)
            if (face[i] == def) {
                card_id from = origin[i];
                face[i]      = face[top];
                origin[i]    = origin[top];
                face[top]    = def;
                origin[top]  = from;
                break;
            }
    (void)place;
}

void shuffle(struct table *t, zone_id zone, unsigned stream)
{
    enum { ZONE_MAX = 512 };
    card_id       place[ZONE_MAX], origin[ZONE_MAX];
    def_id        face[ZONE_MAX];
    struct core  *c      = t->state;
    struct source source = { .core = c, .stream = stream };
    size_t        count  = 0;
    for EACH_IN_ZONE (card, c, zone) {
        assert(count < ZONE_MAX);
        place[count]  = card;
        origin[count] = card;
        face[count++] = card_at(c, card)->def;
    }
    for (size_t left = count; left > 1; left--) {
        size_t  i     = below(&source, (uint32_t)left);
        def_id  def   = face[i];
        card_id from  = origin[i];
        face[i]       = face[left - 1];
        origin[i]     = origin[left - 1];
        face[left - 1]   = def;
        origin[left - 1] = from;
    }
    if (c->forced_count) bring_forced_to_top(c, zone, place, face, origin, count);
    for (size_t i = 0; i < count; i++) {
        struct card *card = card_of(c, place[i]);
        card->def         = face[i];
        card->known       = 0;
    }
    modifiers_follow(c, origin, place, count);
    c->learned++;
    tell(t, (struct event){ .kind = EVENT_SHUFFLED, .seat = NO_SEAT, .from = zone, .to = zone });
}
