// seal.h - a text file in which every byte is accounted for.
//
//   pentacle replay 1             a title, as it is
//   5b0e1c77 game oversoul 1      every other line begins with its check and a blank
//   ...
//   seal 3f62...                  SHA-256 of all bytes above this line
//
// The check of a line is the start of a SHA-256 over the line and everything before it (a chain:
// chain = SHA-256(chain before + line + line end), the title's chain being SHA-256 of its line), so
// the first altered, missing or added line is found by its number. The seal can be checked with any
// tool: head -n -1 FILE | sha256sum.
//
// This shows accidents and careless changes, and gives a match one number to publish. Whoever
// writes all checks anew makes another file, with another seal; what then still counts is whether
// it replays.
#ifndef PENTACLE_MATCH_SEAL_H
#define PENTACLE_MATCH_SEAL_H

#include "base/error.h"
#include "base/text.h"

enum { SEAL_CHAIN_SIZE = 32 };

struct sealer {
    struct writer *out;
    uint8_t        chain[SEAL_CHAIN_SIZE];
};

// Lines have no line end in them.
void seal_begin(struct sealer *, struct writer *, const char *title);
void seal_line(struct sealer *, struct text line);
void seal_end(struct sealer *);

// Is every byte in its place? Names the first line that is not, or says where the file was cut off.
MUST_USE bool seal_check(const char *source, struct text file, const char *title, struct error *);

// Cuts the next line between title and seal off the front, without its check; false at the end.
// Starts with the whole file and *number 0; *number becomes the line's number in the file.
bool seal_next_line(struct text *rest, uint32_t *number, struct text *line);

#endif
