#include "fuzz/fuzz.h"

#include "games/list.h"

static const struct box *box_number(unsigned n)
{
    enum { GAMES_KEPT = 16 };
    static struct box *boxes[GAMES_KEPT];
    if (!boxes[n]) {
        struct error err = { 0 };
        boxes[n]         = box_open(GAMES[n], &err);
        if (!boxes[n]) BUG("%s: %s: %s", GAMES[n]->name, err.source, err.text);
    }
    return boxes[n];
}

const struct box *fuzz_box(struct text *input)
{
    struct text rest  = *input, line;
    unsigned    count = 0;
    if (!text_next_line(&rest, &line)) line = rest;
    for (; GAMES[count]; count++)
        if (text_is(line, GAMES[count]->name)) {
            *input = rest;
            return box_number(count);
        }
    return box_number(fuzz_byte(input) % count);
}

uint8_t fuzz_byte(struct text *input)
{
    if (!input->size) return 0;
    uint8_t byte = (uint8_t)input->at[0];
    *input       = text_part(*input, 1, input->size);
    return byte;
}

void check_refusal(const struct error *err)
{
    if (err->status == OK || !err->text[0]) BUG("refused without a reason");
    if (err->column && !err->line) BUG("a column without a line: %s", err->text);
}
