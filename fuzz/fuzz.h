// fuzz.h - what the fuzzers share: a box of every game, and input that is taken from the front.
#ifndef PENTACLE_FUZZ_FUZZ_H
#define PENTACLE_FUZZ_FUZZ_H

#include "engine/table.h"
#include "match/box.h"

#include <stddef.h>
#include <stdint.h>

// Called by libFuzzer; always returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
// Of libFuzzer, for mutators that leave most of the work to it.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed);

// The box of the game that the input's first line names ("blank"), else of the game that its first
// byte chooses; takes that off. Boxes are opened once and kept for ever.
const struct box *fuzz_box(struct text *input);

// The same game's grammar and form without a card: quickly extended. Kept for ever.
const struct card_set *fuzz_empty_set(const struct box *);

// Takes one byte off the input; 0 when nothing is left.
uint8_t fuzz_byte(struct text *input);

// Takes up to so many random answers, the whole position being looked at before each: no invariant
// is broken, and somebody is asked and offered what is accepted.
void fuzz_play(struct table *, unsigned answers, uint64_t seed);

// A refusal has words, and so has its place if there is one.
void check_refusal(const struct error *);

#endif
