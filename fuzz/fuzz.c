#include "fuzz/fuzz.h"

#include "games/list.h"

enum { GAMES_KEPT = 16 };

static const struct box *box_number(unsigned n)
{
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

const struct card_set *fuzz_empty_set(const struct box *box)
{
    static struct card_set *sets[GAMES_KEPT];
    unsigned                n = 0;
    while (GAMES[n] != box->game) n++;
    if (!sets[n]) sets[n] = card_set_create(box->game->dialect, box->game->form, NULL);
    return sets[n];
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

void fuzz_play(struct table *t, unsigned answers, uint64_t seed)
{
    static struct choice list[CHOICES_MAX];
    struct rng           luck = rng_from(seed);
    table_advance(t);
    for (; answers > 0 && !t->state->over; answers--) {
        const char *broken = table_broken(t);
        seat_id     seat   = 0;
        if (broken) BUG("%s", broken);
        while (!(table_asked(t) >> seat & 1)) seat++;
        size_t count = table_choices(t, seat, list, CHOICES_MAX);
        if (!count) BUG("asked without a choice");
        if (table_answer(t, seat, list[rng_below(&luck, (uint32_t)count)]))
            BUG("an offered choice is refused");
        table_advance(t);
    }
}
