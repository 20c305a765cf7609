// Card files and inline cards: whatever is read must print, and read the same again; it is made
// ready for the game and played. New inputs often have a line that the grammar made.
//
// Finding good words for a refusal takes a hundred times longer than reading, making ready and
// playing longer still, and a long file as long as many short ones; so only the first INPUT_MAX
// bytes are read, and a part of the inputs goes the long way: which, follows from its bytes alone.
#include "base/hash.h"
#include "base/rng.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

enum { PRINT_MAX = 1 << 16, LINE_MAX = 400, INPUT_MAX = 1024, ANSWERS = 60 };
enum { ONE_IS_REFUSED_WITH_WORDS = 256, ONE_IS_READ_AGAIN = 4, ONE_IS_PLAYED = 8 };

static void print_all(const struct card_set *set, uint32_t from, struct writer *w)
{
    const struct card_pool *pool = card_set_pool(set);
    for (uint32_t i = from; i < pool->def_count; i++) {
        card_print(set, &pool->defs[i], w);
        write_char(w, '\n');
    }
}

// An inline card is one line; all else is a file.
static bool read_into(struct card_set *set, struct text input, struct error *err)
{
    const struct place at    = { "input", 1, 1 };
    uint32_t           count = card_set_pool(set)->def_count;
    bool read = text_find(input, '\n') == input.size ? card_set_read_inline(set, input, at, err)
                                                     : card_set_read(set, "input", input, err);
    if (!read && card_set_pool(set)->def_count != count) BUG("refused, and half of it read");
    return read;
}

static struct card_set *read_cards(const struct box *box, struct text input, struct error *err)
{
    struct card_set *set = card_set_extend(fuzz_empty_set(box), NULL);
    if (read_into(set, input, err)) return set;
    card_set_destroy(set);
    return NULL;
}

// The cards lie in both decks, in the place of those of their kind.
static void deal_in(const struct card_pool *pool, uint32_t first, struct match_setup *setup)
{
    uint32_t next = first;
    for (seat_id seat = 0; seat < setup->seats; seat++)
        for (unsigned i = 0; i < setup->seat[seat].count; i++) {
            def_id *def = &setup->seat[seat].card[i];
            if (i % 2 == 0 && pool->defs[*def].kind == pool->defs[next].kind) *def = (def_id)next;
            if (++next == pool->def_count) next = first;
        }
}

static void play(const struct box *box, uint32_t first, uint64_t hash)
{
    static struct match_setup setup;
    unsigned                  modes = 0;
    while (box->game->modes[modes].name) modes++;
    unsigned mode = (unsigned)(hash % modes);
    if (!box_setup(box, mode, box->game->modes[mode].seats_min, NULL, 0, hash, &setup, NULL))
        return;
    deal_in(box->pool, first, &setup);
    struct table t = { .game  = box->game,
                       .pool  = box->pool,
                       .state = calloc(1, box->game->state_size) };
    if (!t.state) BUG("out of memory");
    table_start(&t, &setup);
    fuzz_play(&t, ANSWERS, hash);
    free(t.state);
}

static void make_ready_and_play(const struct box *box, struct text input, uint64_t hash)
{
    struct error err  = { 0 };
    struct box  *more = box_extend(box, &err);
    if (read_into(more->cards, input, &err) && box_prepare(more, &err))
        play(more, box->pool->def_count, hash);
    else
        check_refusal(&err);
    box_close(more);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char       first[PRINT_MAX], second[PRINT_MAX];
    struct text       input = { (const char *)data, size < INPUT_MAX ? size : INPUT_MAX };
    const struct box *box   = fuzz_box(&input);
    uint64_t          hash  = hash_bytes(data, size) >> 8;
    struct error      err   = { 0 };
    bool              words = hash % ONE_IS_REFUSED_WITH_WORDS == 0;
    struct card_set  *set   = read_cards(box, input, words ? &err : NULL);
    if (!set) {
        if (words) check_refusal(&err);
        return 0;
    }
    struct writer w = writer_on(first, sizeof first);
    print_all(set, 0, &w);
    card_set_destroy(set);
    hash /= ONE_IS_REFUSED_WITH_WORDS;
    if (w.cut || !w.size || hash % ONE_IS_READ_AGAIN != 0) return 0;

    set = read_cards(box, (struct text){ first, w.size }, &err);
    if (!set) BUG("printed, then refused: %u:%u: %s", err.line, err.column, err.text);
    struct writer again = writer_on(second, sizeof second);
    print_all(set, 0, &again);
    card_set_destroy(set);
    if (again.size != w.size || memcmp(first, second, w.size) != 0) BUG("prints differ");
    if (hash / ONE_IS_READ_AGAIN % ONE_IS_PLAYED == 0) make_ready_and_play(box, input, hash);
    return 0;
}

static uint32_t below(void *luck, uint32_t bound) { return rng_below(luck, bound); }

// In the place of the last indented line, or of the last piece of an inline card, one that the
// grammar made; a third of the time.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed)
{
    char        line[LINE_MAX];
    struct rng  luck  = rng_from(seed);
    struct text input = { (const char *)data, size };
    if (!size || rng_below(&luck, 3)) return LLVMFuzzerMutate(data, size, size_max);
    const struct box *box = fuzz_box(&input);
    size_t made = grammar_sample(card_set_grammar(box->cards), box->game->form->start_rule, below,
                                 &luck, line, sizeof line);
    size_t keep = size - (data[size - 1] == '\n');
    char   end  = text_find(input, '\n') + 1 < input.size ? '\n' : ';';
    while (keep > 0 && data[keep - 1] != end) keep--;
    if (!keep || !made || keep + made + 3 > size_max) return LLVMFuzzerMutate(data, size, size_max);
    memcpy(data + keep, "  ", 2);
    memcpy(data + keep + 2, line, made);
    data[keep + 2 + made] = '\n';
    return keep + 2 + made + (end == '\n');
}
