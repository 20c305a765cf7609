#include "fuzz/fuzz.h"

#include "games/list.h"

const struct box *fuzz_box(unsigned n)
{
    enum { GAMES_KEPT = 16 };
    static struct box *boxes[GAMES_KEPT];
    unsigned           count = 0;
    while (GAMES[count] && count < GAMES_KEPT) count++;
    n %= count;
    if (!boxes[n]) {
        struct error err = { 0 };
        boxes[n]         = box_open(GAMES[n], &err);
        if (!boxes[n]) BUG("%s: %s: %s", GAMES[n]->name, err.source, err.text);
    }
    return boxes[n];
}

uint8_t fuzz_byte(struct text *input)
{
    if (!input->size) return 0;
    uint8_t byte = (uint8_t)input->at[0];
    *input       = text_part(*input, 1, input->size);
    return byte;
}
