// grammar_private.h - a grammar once it is read: rules that own graphs of expressions.
//
// Everything here is built by grammar_create and constant afterwards. Read match.c next.
#ifndef PENTACLE_CARDTEXT_GRAMMAR_PRIVATE_H
#define PENTACLE_CARDTEXT_GRAMMAR_PRIVATE_H

#include "cardtext/grammar.h"
#include "cardtext/tokens.h"

// The rules every dialect starts from (sentence.c).
extern const char SENTENCE_GRAMMAR[];

enum expr_kind {   // ORDER EXPR
    EXPR_SEQUENCE, // parts
    EXPR_CHOICE,   // parts
    EXPR_OPTION,   // parts[0]
    EXPR_REPEAT,   // parts[0], 0 or more times, never empty itself
    EXPR_NOTE,     // parts[0] becomes the node `code`
    EXPR_RULE,     // rule
    EXPR_QUOTE,    // rule between quotation marks
    EXPR_WORDS,    // words, printed as spelling
    EXPR_NUMBER,
    EXPR_ROMAN,
    EXPR_WORD,
    EXPR_NAME,
    EXPR_GLUE,   // matches nothing; says that no blank is printed here
    EXPR_NOTHING // matches nothing, for a node that no word makes
};

// A word or sign of a terminal. Two spellings that differ in case are one word.
struct word {
    struct text     spelling;
    struct word    *next; // in its bucket
    uint32_t        id;   // from 1; 0 is a word that no terminal has
    enum token_kind kind;
    bool            tight_left, tight_right, capitalises;
};

struct expr {
    enum expr_kind            kind;
    struct place              place;
    struct expr             **parts;
    uint32_t                  count; // of parts, or of words
    const struct word *const *words;
    struct text               spelling; // EXPR_WORDS; name of the rule for EXPR_RULE and EXPR_QUOTE
    const struct rule        *rule;
    const int16_t            *values;  // EXPR_CHOICE: of its alternatives; NULL: 0, 1, ...
    bool                      strange; // EXPR_WORD: only a word that no terminal has
    bool                      silent;  // EXPR_OPTION: its words say nothing
    bool                      late;    // EXPR_RULE: compiled behind what stands beside it

    // EXPR_NOTE
    uint16_t           code;
    int16_t            value;
    bool               counts; // written OP#: the value is the alternative taken of `counted`
    const struct expr *counted;

    // Derived.
    uint32_t memo;        // 1 + its row among the remembered results, 0 for none
    bool     nullable;    // can match no words at all
    bool     starts_line; // can begin with the dialect's line_start
    uint32_t height;      // of the lowest tree it can derive, HEIGHT_NONE if there is none
    uint32_t plain;       // the same for trees without quotations, which do not nest
};

struct rule {
    struct text  name;
    struct expr *body;
    struct place place;
    struct rule *next;
    unsigned     source;  // number of the grammar text it stands in
    uint8_t      visited; // while looking for left recursion
};

enum { WORD_BUCKETS = 256, HEIGHT_NONE = 1 << 20 };

struct grammar {
    const struct dialect_words *dialect;
    struct rule                *rules, **rules_end;
    struct word                *buckets[WORD_BUCKETS];
    uint32_t                    word_count, memo_count;
};

const struct rule *grammar_rule(const struct grammar *, struct text name); // NULL if there is none
const struct word *grammar_word(const struct grammar *, struct text spelling); // the same
const char        *grammar_op_name(const struct grammar *, uint16_t code);     // never NULL

// ebnf.c: adds the rules of one grammar text. Rule references are left open.
MUST_USE bool ebnf_read(struct arena *, struct grammar *, unsigned source, const char *source_name,
                        struct text, struct error *);

// grammar.c, for ebnf.c.
struct rule       *grammar_rule_mutable(struct grammar *, struct text name);
const struct word *grammar_add_word(struct arena *, struct grammar *, const struct token *);
bool               grammar_op_code(const struct grammar *, struct text name, uint16_t *code);

#endif
