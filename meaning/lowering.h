// lowering.h - a line on its way from the tree to rows: shared by lower.c, phrases.c, bind.c and
// check.c, and by nobody else.
#ifndef PENTACLE_MEANING_LOWERING_H
#define PENTACLE_MEANING_LOWERING_H

#include "meaning/lower.h"

enum { MENTIONS_MAX = 24, FIXES_MAX = 48, ROWS_MAX = 0xFFFF };

// The lists grow by doubling inside the arena.
struct growing {
    struct meaning m;
    uint32_t       lines, steps, standings, things, amounts, conds, tests; // capacities
};

struct mention {
    uint16_t things;
    uint8_t  type;
    bool     plural, picked, later; // later: in what waits for its moment
};

// Steps whose `skip` is the end of the block around them.
struct block {
    uint16_t fix[FIXES_MAX];
    unsigned count;
    uint16_t only; // 1 + the step that only a condition behind it holds back
};

struct lowering {
    struct arena      *arena;
    struct growing    *g;
    const struct lang *lang;
    const struct op   *ops;
    uint32_t           pool_op;
    uint32_t           line; // row
    size_t             head; // op of the line whose words are read: a quoted one binds by itself
    struct mention     said[MENTIONS_MAX];
    unsigned           said_count, next_slot;
    uint16_t           subject;  // things that the condition before was about
    uint16_t           cond_now; // what the sentence so far depends on, for standing changes
    size_t             do_op;    // the verb that is being lowered, or 0
    bool               later;    // what is said now waits for its moment
    bool               stands;   // the line is looked at, not carried out
    bool               failed;
    uint16_t           last_step; // 1 + the last step with a verb, for "if you do"
    struct block       before;    // the sentence before, for "otherwise"
    struct fault      *fault;
};
// Says once why the line means nothing; always 0.
unsigned lower_refuse(struct lowering *, size_t op, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// rows.c
uint16_t put_line(struct lowering *, struct line);
uint16_t put_step(struct lowering *, struct step);
uint16_t put_standing(struct lowering *, struct standing);
uint16_t put_things(struct lowering *, struct things);
uint16_t put_amount(struct lowering *, struct amount);
uint16_t put_cond(struct lowering *, struct cond);
uint16_t put_test(struct lowering *, struct test);

// ---- the tree
#define EACH_CHILD(i, l, op)                                                                       \
    for (size_t i = op_child(op); i < op_after((l)->ops, op); i = op_after((l)->ops, i))

static inline bool has(const struct lowering *l, size_t op, uint16_t shape)
{
    return op_find(l->ops, op, shape) != 0;
}
static inline uint32_t words_at(const struct lowering *l, size_t op)
{
    return l->pool_op + (uint32_t)op;
}
static inline struct things *things_at(struct lowering *l, unsigned row)
{
    return &l->g->m.things[row];
}

// phrases.c
bool     lower_is_amount(unsigned code);
bool     lower_is_cond(unsigned code);
size_t   lower_find(const struct lowering *, size_t op, bool (*fits)(unsigned)); // a child, or 0
uint16_t lower_things(struct lowering *, size_t op);
uint16_t lower_amount(struct lowering *, size_t op);
uint16_t lower_cond(struct lowering *, size_t op);
uint16_t lower_cond_inside(struct lowering *, size_t op); // of IF, UNLESS, ONLY_IF, ONLY_UNLESS
uint16_t lower_reference(struct lowering *, size_t op, uint8_t slot, uint8_t type);
uint16_t lower_number(struct lowering *, int);
uint16_t lower_both(struct lowering *, uint16_t a, uint16_t b); // conditions

// bind.c
uint8_t  bind_type_of(const struct lang *, unsigned ref);
bool     bind_is_there(const struct lowering *, unsigned ref); // in this line
uint16_t bind_same(const struct lowering *, size_t op);
uint8_t  bind_reference(struct lowering *, size_t op, uint8_t *type);
uint8_t  bind_slot(struct lowering *, size_t op);
void     bind_mention(struct lowering *, unsigned things);
uint16_t bind_tally(struct lowering *, size_t op);          // an amount
uint16_t bind_did(struct lowering *, size_t op, bool turn); // a condition
void     bind_slots(struct lowering *, size_t op, const struct step *);

// check.c
void check_verb(struct lowering *, size_t op, const struct step *);
void check_cond(struct lowering *, size_t op, unsigned row); // of the game

#endif
