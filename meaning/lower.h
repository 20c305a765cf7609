// lower.h - from the tree of a line to its meaning.
#ifndef PENTACLE_MEANING_LOWER_H
#define PENTACLE_MEANING_LOWER_H

#include "base/arena.h"
#include "base/error.h"
#include "meaning/lang.h"

struct card_pool;

// Why a line means nothing: the op whose words are at fault, and what to say about them.
struct fault {
    uint32_t op; // from the line's first op
    char     text[240];
};

// Rows for lines, growing in an arena.
struct meaning *meaning_create(struct arena *, const struct lang *);
// Lowers one line, whose ops stand at pool_op of the pool; false: it is at fault.
MUST_USE bool meaning_add_line(struct meaning *, struct arena *, const struct op *line,
                               uint32_t pool_op, struct fault *);
// All lines of a pool, each of which was lowered before without a fault.
const struct meaning *meaning_of_pool(struct arena *, const struct lang *,
                                      const struct card_pool *);
// Do two lines, each alone in its meaning, mean the same, in whatever words?
bool meaning_equal(const struct meaning *, const struct meaning *);

#endif
