// fuzz.h - what the fuzzers share: a box of every game, and input that is taken from the front.
#ifndef PENTACLE_FUZZ_FUZZ_H
#define PENTACLE_FUZZ_FUZZ_H

#include "match/box.h"

#include <stddef.h>
#include <stdint.h>

// Called by libFuzzer; always returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The box of the game that the input's first line names ("blank"), else of the game that its first
// byte chooses; takes that off. Boxes are opened once and kept for ever.
const struct box *fuzz_box(struct text *input);

// Takes one byte off the input; 0 when nothing is left.
uint8_t fuzz_byte(struct text *input);

// A refusal has words, and so has its place if there is one.
void check_refusal(const struct error *);

#endif
