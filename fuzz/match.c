// Whole matches: each byte is a choice. Nothing may break, stick or last for ever.
#include "engine/table.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static bool set_up(const struct box *box, struct text *input, struct match_setup *setup)
{
    unsigned modes = 0;
    while (box->game->modes[modes].name) modes++;
    unsigned                mode  = fuzz_byte(input) % modes;
    const struct game_mode *m     = &box->game->modes[mode];
    unsigned                range = (unsigned)(m->seats_max - m->seats_min + 1);
    unsigned                seats = m->seats_min + fuzz_byte(input) % range;
    uint64_t                seed  = (uint64_t)fuzz_byte(input) << 8 | fuzz_byte(input);
    return box_setup(box, mode, seats, NULL, 0, seed, setup, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct match_setup setup;
    static struct choice      choices[CHOICES_MAX];
    struct text               input = { (const char *)data, size };
    const struct box         *box   = fuzz_box(fuzz_byte(&input));
    if (!set_up(box, &input, &setup)) return 0;

    struct table t = { .game  = box->game,
                       .pool  = box->pool,
                       .state = calloc(1, box->game->state_size) };
    if (!t.state) BUG("out of memory");
    table_start(&t, &setup);
    table_advance(&t);
    for (uint32_t i = 0; input.size && !t.state->over; i++) {
        const char *broken = table_broken(&t);
        if (broken) BUG("%s", broken);
        if (i > box->game->decisions_max) BUG("a match of more than %u decisions", i);
        if (!table_asked(&t)) BUG("nobody is asked, and the match is not over");
        seat_id seat = 0;
        while (!(table_asked(&t) & BIT(seat))) seat++;
        size_t count = table_choices(&t, seat, choices, CHOICES_MAX);
        if (!count) BUG("asked without a choice");
        struct choice chosen  = choices[fuzz_byte(&input) % count];
        rule_id       refused = table_answer(&t, seat, chosen);
        if (refused) BUG("offered, then refused by rule %u", (unsigned)refused);
        table_advance(&t);
    }
    free(t.state);
    return 0;
}
