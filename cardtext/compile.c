// compile.c - from the notes of the tree to a program; programs and trees as text.
#include "cardtext/reading_private.h"

#include <string.h>

struct compiler {
    struct name_table *names;
    struct op         *ops;
    size_t             count, capacity;
    bool               full;
};

static size_t emit(struct compiler *c, uint16_t code, int32_t value, size_t at, size_t length)
{
    if (c->count == c->capacity || value > INT16_MAX) {
        c->full = true;
        return 0;
    }
    c->ops[c->count] = (struct op){ .code   = code,
                                    .size   = 1,
                                    .value  = (int16_t)value,
                                    .at     = (uint16_t)at,
                                    .length = (uint16_t)length };
    return c->count++;
}

// Everything emitted since is below this op.
static void close_op(struct compiler *c, size_t op)
{
    if (!c->full) c->ops[op].size = (uint16_t)(c->count - op);
}

static void compile_node(struct compiler *, const struct node *);
static void compile_list(struct compiler *, const struct node *);

// Number of children if all of them are lines, else 0.
static size_t count_lines(const struct op *ops, size_t parent)
{
    size_t count = 0;
    for (size_t i = op_child(parent); i < op_after(ops, parent); i = op_after(ops, i), count++)
        if (ops[i].code != OP_LINE) return 0;
    return count;
}

// An OP_LINE around the nodes, unless the grammar's own notes make the lines, at most lines_max.
static void compile_lines(struct compiler *c, const struct node *nodes, size_t at, size_t length,
                          size_t lines_max)
{
    size_t line = emit(c, OP_LINE, 0, at, length);
    compile_list(c, nodes);
    close_op(c, line);
    size_t lines = c->full ? 0 : count_lines(c->ops, line);
    if (lines == 0 || lines > lines_max) return;
    c->count--;
    memmove(c->ops + line, c->ops + line + 1, (c->count - line) * sizeof *c->ops);
}

// The choice that OP# counts, if this node leads to it without a detour.
static const struct node *find_counted(const struct node *n, const struct expr *counted)
{
    while (n && n->expr != counted)
        n = n->expr->kind == EXPR_RULE || n->expr->kind == EXPR_NOTE ? n->child : NULL;
    return n;
}

static void compile_note(struct compiler *c, const struct node *note)
{
    const struct expr *e  = note->expr;
    size_t             op = emit(c, e->code, e->value, note->at, note->length);
    for (const struct node *n = note->child; n && !c->full; n = n->next) {
        const struct node *choice = e->counts ? find_counted(n, e->counted) : NULL;
        if (choice)
            c->ops[op].value = choice->value;
        else if (!n->expr->late)
            compile_node(c, n);
    }
    for (const struct node *n = note->child; n && !c->full; n = n->next)
        if (n->expr->late) compile_node(c, n); // "This turn, it Gains ...": as behind the verb
    close_op(c, op);
}

static void compile_name(struct compiler *c, const struct node *n)
{
    emit(c, OP_NAME, (int32_t)name_index(c->names, n->text), n->at, n->length);
}

static void compile_quote(struct compiler *c, const struct node *n)
{
    size_t op = emit(c, OP_TEXT, 0, n->at, n->length);
    compile_lines(c, n->child, n->at + 1u, n->length - 2u, SIZE_MAX);
    close_op(c, op);
}

static void compile_node(struct compiler *c, const struct node *n)
{
    switch (n->expr->kind) {
    case EXPR_CHOICE:
    case EXPR_RULE: compile_list(c, n->child); return;
    case EXPR_NOTE: compile_note(c, n); return;
    case EXPR_QUOTE: compile_quote(c, n); return;
    case EXPR_NUMBER:
    case EXPR_ROMAN: emit(c, OP_NUMBER, n->value, n->at, n->length); return;
    case EXPR_WORD:
    case EXPR_NAME: compile_name(c, n); return;
    case EXPR_WORDS:
    case EXPR_GLUE:
    case EXPR_NOTHING: return;
    case EXPR_SEQUENCE:
    case EXPR_OPTION:
    case EXPR_REPEAT: BUG("expression kind %d has no node", (int)n->expr->kind);
    }
}

static void compile_list(struct compiler *c, const struct node *n)
{
    for (; n && !c->full; n = n->next) compile_node(c, n);
}

size_t reading_compile(const struct reading *r, struct name_table *names, struct op *out,
                       size_t capacity)
{
    struct compiler c = { .names    = names,
                          .ops      = out,
                          .capacity = capacity < UINT16_MAX ? capacity : UINT16_MAX };
    compile_lines(&c, r->nodes, 0, r->printed.size, 1);
    return c.full ? 0 : c.count;
}

// ---- As text ------------------------------------------------------------------------------------

static void indent(struct writer *w, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++) write_chars(w, "  ");
}

static void show_op(const struct grammar *g, const struct op *ops, size_t i, unsigned depth,
                    const char *const *names, struct writer *w)
{
    indent(w, depth);
    write_chars(w, grammar_op_name(g, ops[i].code));
    if (ops[i].code == OP_NAME && names)
        write_format(w, " \"%s\"", names[ops[i].value]);
    else if (ops[i].value)
        write_format(w, " %d", ops[i].value);
    write_char(w, '\n');
    for (size_t c = op_child(i); c < op_after(ops, i); c = op_after(ops, c))
        show_op(g, ops, c, depth + 1, names, w);
}

void program_show(const struct grammar *g, const struct op *ops, const char *const *names,
                  struct writer *w)
{
    show_op(g, ops, 0, 0, names, w);
}

static void show_nodes(const struct reading *r, const struct node *n, unsigned depth,
                       struct writer *w)
{
    for (; n; n = n->next) {
        unsigned deeper = depth;
        if (n->expr->kind == EXPR_RULE) {
            indent(w, deeper++);
            write_format(w, "%.*s\n", SHOW(n->expr->spelling));
        } else if (!n->child && n->length) {
            indent(w, depth);
            write_format(w, "%.*s\n", SHOW(text_part(r->printed, n->at, n->length)));
        }
        show_nodes(r, n->child, deeper, w);
    }
}

void reading_show_tree(const struct reading *r, struct writer *w)
{
    write_format(w, "%.*s\n", SHOW(r->rule->name));
    show_nodes(r, r->nodes, 1, w);
}
