// Card files: whatever is read must print, and read the same again. The first byte chooses the
// game.
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

static struct card_set *read_file(const struct box *box, struct text file, struct error *err)
{
    struct card_set *set = card_set_extend(box->cards, err);
    if (set && card_set_read(set, "input", file, err)) return set;
    card_set_destroy(set);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char       first[PRINT_MAX], second[PRINT_MAX];
    struct text       input = { (const char *)data, size };
    const struct box *box   = fuzz_box(fuzz_byte(&input));
    struct error      err   = { 0 };
    struct card_set  *set   = read_file(box, input, &err);
    if (!set) {
        if (err.status == OK) BUG("refused without a reason");
        return 0;
    }
    struct writer w = writer_on(first, sizeof first);
    print_all(set, box->pool->def_count, &w);
    card_set_destroy(set);
    if (w.cut) return 0;

    set = read_file(box, (struct text){ first, w.size }, &err);
    if (!set) BUG("printed, then refused: %u:%u: %s", err.line, err.column, err.text);
    struct writer again = writer_on(second, sizeof second);
    print_all(set, box->pool->def_count, &again);
    card_set_destroy(set);
    if (again.size != w.size || memcmp(first, second, w.size) != 0) BUG("prints differ");
    return 0;
}
