// Card files and inline cards: whatever is read must print, and read the same again.
#include "fuzz/fuzz.h"

#include <string.h>

enum { PRINT_MAX = 1 << 16 };

static void print_all(const struct card_set *set, uint32_t from, struct writer *w)
{
    const struct card_pool *pool = card_set_pool(set);
    for (uint32_t i = from; i < pool->def_count; i++) {
        card_print(set, &pool->defs[i], w);
        write_char(w, '\n');
    }
}

// An inline card is one line; all else is a file.
static struct card_set *read_cards(const struct box *box, struct text input, struct error *err)
{
    const struct place at  = { "input", 1, 1 };
    struct card_set   *set = card_set_extend(box->cards, err);
    if (!set) return NULL;
    bool is_inline = text_find(input, '\n') == input.size;
    if (is_inline ? card_set_read_inline(set, input, at, err)
                  : card_set_read(set, "input", input, err))
        return set;
    if (card_set_pool(set)->def_count != box->pool->def_count) BUG("refused, and half of it read");
    card_set_destroy(set);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char       first[PRINT_MAX], second[PRINT_MAX];
    struct text       input = { (const char *)data, size };
    const struct box *box   = fuzz_box(&input);
    struct error      err   = { 0 };
    struct card_set  *set   = read_cards(box, input, &err);
    if (!set) {
        check_refusal(&err);
        return 0;
    }
    struct writer w = writer_on(first, sizeof first);
    print_all(set, box->pool->def_count, &w);
    card_set_destroy(set);
    if (w.cut || !w.size) return 0;

    set = read_cards(box, (struct text){ first, w.size }, &err);
    if (!set) BUG("printed, then refused: %u:%u: %s", err.line, err.column, err.text);
    struct writer again = writer_on(second, sizeof second);
    print_all(set, box->pool->def_count, &again);
    card_set_destroy(set);
    if (again.size != w.size || memcmp(first, second, w.size) != 0) BUG("prints differ");
    return 0;
}
