// program.h - a compiled line of card text: a tree of small nodes in prefix order.
//
// A node is followed by its children; `size` counts the node and all that is below it, so the next
// sibling of ops[i] is ops[i + ops[i].size]. Nothing here knows a game: codes below OP_GAME are
// shared, the rest are the game's own words (each game lists them in its words.h).
#ifndef PENTACLE_ENGINE_PROGRAM_H
#define PENTACLE_ENGINE_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

enum shared_op {
    OP_NONE,   //                an empty program
    OP_LINE,   // children       one line of text, the root of a program
    OP_NUMBER, // value          a number as printed, or a ROMAN one
    OP_NAME,   // value          a quoted name or a free word: index into the pool's names
    OP_TEXT,   // children       a quoted text that is granted to a card: OP_LINE children
    OP_GAME = 8
};

struct op {
    uint16_t code;
    uint16_t size;       // nodes in this subtree, itself included
    int16_t  value;      // meaning depends on the code
    uint16_t at, length; // the words it came from: bytes of the line's printed text
    uint16_t zero;
};

// First child of ops[i], and the sibling after ops[i]; children end at i + ops[i].size.
static inline size_t op_child(size_t i) { return i + 1; }
static inline size_t op_after(const struct op *ops, size_t i) { return i + ops[i].size; }

// Index of the first direct child of ops[i] with this code, or 0.
static inline size_t op_find(const struct op *ops, size_t i, uint16_t code)
{
    for (size_t c = op_child(i), end = op_after(ops, i); c < end; c = op_after(ops, c))
        if (ops[c].code == code) return c;
    return 0;
}

#endif
