// Whole matches: each byte is a choice. Nothing may break, stick or last for ever; what a seat
// imagines looks the same to it and can be played as well.
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
    const struct deck      *decks[SEATS_MAX];
    for (unsigned i = 0; i < SEATS_MAX && box->deck_count; i++)
        decks[i] = &box->decks[fuzz_byte(input) % box->deck_count];
    return box_setup(box, mode, seats, decks, box->deck_count ? SEATS_MAX : 0, seed, setup, NULL);
}

static void check_whole(const struct table *t)
{
    const char *broken = table_broken(t);
    if (broken) BUG("%s", broken);
    if (!t->state->over && !table_asked(t)) BUG("nobody is asked, and the match is not over");
}

// Bytes 0 to 239 choose; from 240 on something else is done, and the next byte chooses.
static void answer(struct table *t, uint8_t byte)
{
    static struct choice choices[CHOICES_MAX];
    seat_id              seat = 0;
    while (!(table_asked(t) >> seat & 1)) seat++;
    size_t count = table_choices(t, seat, choices, CHOICES_MAX);
    if (!count) BUG("asked without a choice");
    rule_id refused = table_answer(t, seat, choices[byte % count]);
    if (refused) BUG("offered, then refused by rule %u", (unsigned)refused);
    table_advance(t);
}

static void imagine(struct table *t, struct core *spare, uint8_t byte)
{
    static struct view real, guess;
    seat_id            viewer = (seat_id)(byte % t->state->seats);
    struct rng         rng    = rng_from(byte);
    struct table       other  = { .game = t->game, .pool = t->pool, .state = spare };
    memcpy(spare, t->state, t->game->state_size);
    table_view(t, viewer, &real);
    table_imagine(&other, viewer, &rng);
    table_view(&other, viewer, &guess);
    if (real.card_count != guess.card_count || real.value_count != guess.value_count ||
        memcmp(real.cards, guess.cards, real.card_count * sizeof real.cards[0]) != 0 ||
        memcmp(real.values, guess.values, real.value_count * sizeof real.values[0]) != 0)
        BUG("a view shows what is hidden");
    check_whole(&other);
    for (unsigned i = 0; i < 4 && !other.state->over; i++) {
        answer(&other, byte);
        check_whole(&other);
    }
}

// A choice that nobody offered is refused and changes nothing, or is legal after all.
static void try_nonsense(struct table *t, struct core *spare, struct text *input)
{
    struct choice choice = { .kind   = fuzz_byte(input),
                             .option = fuzz_byte(input),
                             .card   = fuzz_byte(input),
                             .target = fuzz_byte(input),
                             .extra  = fuzz_byte(input) };
    seat_id       seat   = (seat_id)(fuzz_byte(input) % SEATS_MAX);
    memcpy(spare, t->state, t->game->state_size);
    if (table_answer(t, seat, choice) == 0)
        table_advance(t);
    else if (memcmp(spare, t->state, t->game->state_size) != 0)
        BUG("a refused choice changes the position");
}

// Long matches are for the properties (tests/properties.c): here many short ones say more.
static void play(struct table *t, struct core *spare, struct text *input)
{
    enum { BYTES_MAX = 192, LOOKS = 4 };
    if (input->size > BYTES_MAX) input->size = BYTES_MAX;
    table_advance(t);
    for (uint32_t i = 0; input->size && !t->state->over; i++) {
        if (i % LOOKS == 0) check_whole(t);
        uint8_t byte = fuzz_byte(input);
        if (byte == 255 && t->game->concede) {
            table_concede(t, (seat_id)(fuzz_byte(input) % t->state->seats));
            table_advance(t);
        } else if (byte >= 250) {
            try_nonsense(t, spare, input);
        } else if (byte >= 240) {
            imagine(t, spare, fuzz_byte(input));
        } else {
            answer(t, byte);
        }
    }
    check_whole(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct match_setup setup;
    struct text               input = { (const char *)data, size };
    const struct box         *box   = fuzz_box(&input);
    if (!set_up(box, &input, &setup)) return 0;
    struct table t     = { .game  = box->game,
                           .pool  = box->pool,
                           .state = calloc(1, box->game->state_size) };
    struct core *spare = calloc(1, box->game->state_size);
    if (!t.state || !spare) BUG("out of memory");
    table_start(&t, &setup);
    play(&t, spare, &input);
    free(spare);
    free(t.state);
    return 0;
}
