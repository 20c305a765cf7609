// print.c - the canonical words of a reading, from its tree alone.
#include "cardtext/reading_private.h"

struct printer {
    const struct grammar *grammar;
    struct writer        *out;
    bool                  started;
    bool                  tight;   // no blank before what comes next
    bool                  capital; // the next word starts with a capital
};

static void put(struct printer *p, struct node *n, struct text words, bool tight_left,
                bool tight_right)
{
    if (p->started && !p->tight && !tight_left) write_char(p->out, ' ');
    n->at = (uint16_t)p->out->size;
    write_text(p->out, words);
    n->length  = (uint16_t)(p->out->size - n->at);
    p->started = true;
    p->tight   = tight_right;
}

static void raise_letter(struct printer *p, size_t at)
{
    char *c = &p->out->at[at];
    if (at < p->out->size && *c >= 'a' && *c <= 'z') *c = (char)(*c - 32);
}

static void print_words(struct printer *p, struct node *n)
{
    const struct expr *e     = n->expr;
    const struct word *first = e->words[0], *last = e->words[e->count - 1];
    put(p, n, e->spelling, first->tight_left, last->tight_right);
    if (p->capital && first->kind == TOKEN_WORD) raise_letter(p, n->at);
    // A capital waits behind signs such as "+" for the word they belong to.
    if (first->kind != TOKEN_SIGN || e->count > 1) p->capital = false;
    if (last->capitalises) p->capital = true;
}

static void print_value(struct printer *p, struct node *n, struct text words)
{
    put(p, n, words, false, false);
    p->capital = false;
}

static void print_number(struct printer *p, struct node *n)
{
    char          digits[8];
    struct writer w = writer_on(digits, sizeof digits);
    write_format(&w, "%d", n->value);
    print_value(p, n, (struct text){ digits, w.size });
}

static void print_name(struct printer *p, struct node *n)
{
    put(p, n, TEXT("\""), false, true);
    write_text(p->out, n->text);
    write_char(p->out, '"');
    n->length  = (uint16_t)(p->out->size - n->at);
    p->tight   = false;
    p->capital = false;
}

static void print_list(struct printer *, struct node *);

// A node around others stands where they stand.
static void print_around(struct printer *p, struct node *n)
{
    print_list(p, n->child);
    const struct node *first = n->child;
    while (first && first->length == 0) first = first->next;
    n->at     = first ? first->at : (uint16_t)p->out->size;
    n->length = (uint16_t)(p->out->size - n->at);
}

static void print_quote(struct printer *p, struct node *n)
{
    put(p, n, TEXT("\""), false, true);
    p->capital = true;
    print_list(p, n->child);
    write_char(p->out, '"');
    n->length  = (uint16_t)(p->out->size - n->at);
    p->tight   = false;
    p->capital = false;
}

static void print_node(struct printer *p, struct node *n)
{
    static const char *const NUMERALS[] = { "", "I", "II", "III", "IV", "V" };
    switch (n->expr->kind) {
    case EXPR_CHOICE:
    case EXPR_NOTE:
    case EXPR_RULE: print_around(p, n); return;
    case EXPR_QUOTE: print_quote(p, n); return;
    case EXPR_WORDS: print_words(p, n); return;
    case EXPR_NUMBER: print_number(p, n); return;
    case EXPR_ROMAN: print_value(p, n, text_of(NUMERALS[n->value])); return;
    case EXPR_WORD: print_value(p, n, n->text); return;
    case EXPR_NAME: print_name(p, n); return;
    case EXPR_GLUE: p->tight = true; return;
    case EXPR_NOTHING: return;
    case EXPR_SEQUENCE:
    case EXPR_OPTION:
    case EXPR_REPEAT: BUG("expression kind %d has no node", (int)n->expr->kind);
    }
}

static void print_list(struct printer *p, struct node *n)
{
    for (; n; n = n->next) print_node(p, n);
}

void nodes_print(const struct grammar *g, struct node *nodes, struct writer *out)
{
    struct printer p = { .grammar = g, .out = out, .capital = true };
    print_list(&p, nodes);
}
