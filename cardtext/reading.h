// reading.h - one line of card text: words -> tree -> printed words again, or -> program.
//
// Reading is exact: a repetition or option takes as much as it can as long as the whole line can
// still be read, from left to right; whatever else could be read in two ways is counted and
// reported, never guessed. Nothing is skipped: one unread word refuses the line.
#ifndef PENTACLE_CARDTEXT_READING_H
#define PENTACLE_CARDTEXT_READING_H

#include "cardtext/grammar.h"

enum { READING_TOKENS_MAX = 250, READING_BYTES_MAX = 8000, READING_OPS_MAX = 1000 };

struct reading; // a parsed line: tokens and tree, lives in the arena it was read into

// Where a line of text comes from, and where the names it mentions are collected.
struct name_table {
    struct arena *arena;
    const char  **names; // grows inside the arena
    uint32_t      count, capacity;
};
uint32_t name_index(struct name_table *, struct text name); // adds it if new (compared exactly)

// Reads one line by the grammar's start rule. On refusal the error has the place of the first token
// that could not be read, what was found, what would have been accepted there, and up to three
// whole lines close to this one that would be accepted. Finding those takes a hundred times longer
// than reading: pass no error where only the answer counts. The dialect's line_start is supplied
// where the rule can begin with it.
MUST_USE bool reading_create(struct arena *, const struct grammar *, const char *start_rule,
                             struct text line, struct place at, struct reading **out,
                             struct error *);

// Number of different readings left after the take-as-much-as-you-can rule (1 = unambiguous).
unsigned reading_count(const struct reading *);

// The canonical words, from the tree alone. Returns the size; out is 0-terminated.
size_t reading_print(const struct reading *, char *out, size_t capacity);

// The program: an OP_LINE with its children, or the OP_LINE that the start rule makes itself.
// `at`/`length` of the nodes are bytes of the printed form. Returns the number of ops, 0 if they do
// not fit.
size_t reading_compile(const struct reading *, struct name_table *, struct op *out,
                       size_t capacity);

// The tree as indented text, for `pentacle card`.
void reading_show_tree(const struct reading *, struct writer *);
// A program as indented text with the names of its ops, one node a line; also the golden form.
void program_show(const struct grammar *, const struct op *, const char *const *names,
                  struct writer *);

// Tokens of the line, for tests that delete and swap words: number and spelling.
size_t      reading_token_count(const struct reading *);
struct text reading_token(const struct reading *, size_t);
bool        reading_is_silent(const struct reading *, size_t); // by [- ] in the grammar

// A random line that the grammar accepts (for fuzzing and for the manual); `luck` is called for
// numbers below a bound. Returns its size, 0 if it does not fit.
size_t grammar_sample(const struct grammar *, const char             *start_rule,
                      uint32_t (*luck)(void *, uint32_t bound), void *context, char *out,
                      size_t capacity);
// What stands there for quoted names, and for names without quotes.
enum { SAMPLE_NAMES = 4 };
extern const char *const SAMPLE_NAME[SAMPLE_NAMES], *const SAMPLE_WORD[SAMPLE_NAMES];

#endif
