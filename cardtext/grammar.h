// grammar.h - the grammar of card text is data: extended Backus-Naur form with notes that say what
// each phrase means. A dialect (one per game) is the shared sentence grammar plus the game's words.
//
//   clause  = effect [ 'for each' object => FOR_EACH ] ;
//   effect  = 'Deal' amount 'DMG' 'to' object => DEAL
//           | 'Draw' object                   => DRAW ;
//   colour  = ( 'CHAOS' | 'ORDER' | 'VIGOR' ) => COLOUR# ;
//
// 'words'     a terminal: words or signs in sequence, read without case, printed as written here
// [ x ] { x } option, repetition (0 or more); ( x ) groups; x | y alternatives
// [- x ]      an option that says nothing, whether it stands there or not
// ONE(list)   any word of the list of that name, the dialect's or its lang's, as for one;
//             MANY(list): as for several. `#` makes the row of the word the value
// ( ! => OP ) a node that no word makes: what is meant without being said
// ~           no blank between the tokens left and right of it when printed
// ^ rule      its nodes come behind those of the phrase around it, wherever its words stand
// NUMBER      digits           -> OP_NUMBER
// ROMAN       I to V           -> OP_NUMBER
// WORD        any single word  -> OP_NAME, as typed
// STRANGER    a single word that stands in no terminal of the grammar -> OP_NAME, as typed
// NAME        "quoted", not starting with the dialect's line_start -> OP_NAME
// QUOTE(rule) "quoted" text read by that rule -> OP_TEXT around one OP_LINE with the rule's nodes,
//             or around the OP_LINEs that the rule makes itself (=> LINE). Quotations do not nest.
// x => OP     the phrase x becomes a node OP whose children are the nodes inside x. Binds one whole
//             alternative (a sequence); use ( ) inside a sequence. A phrase without => is
//             transparent: its nodes belong to the phrase around it.
// x => OP=NAME  the same with a value, which the dialect knows by that name. Values of nodes that
//             have no names are numbers: `=> NUMBER=3`.
// x => OP#    the value is the number (from 0) of the alternative taken in x. If x is a sequence,
//             the only ( | ) in it counts, or else the only rule in it that is a list. What is
//             counted makes no nodes of its own; the rest of x does.
// # comment   to the end of the line, outside of quotes, where a blank or line start precedes it
//
// A later definition of a rule name in a later source replaces the earlier one; `name |= x ;` adds
// alternatives to an existing rule. Without a line_start a quotation can be NAME or QUOTE.
#ifndef PENTACLE_CARDTEXT_GRAMMAR_H
#define PENTACLE_CARDTEXT_GRAMMAR_H

#include "base/arena.h"
#include "base/embedded.h"
#include "base/error.h"
#include "engine/program.h"

struct op_name {
    const char *name;
    uint16_t    code;
};

// How signs are printed: without a blank on the left or on the right of them.
struct sign_rule {
    const char *sign;
    uint8_t     tight_left, tight_right;
};

// Spellings read as others before anything else happens ("•" as "●").
struct spelling {
    const char *from, *to;
};

// Words that writers try where another is accepted, and what to write instead. "NUMBER" is
// any, "NUMBERS" any behind another, and a sign is also what stands behind it.
struct advice {
    const char *word, *beside, *instead;
};

// What stands where a word of its kind is accepted, in place of a list of all that is: the first
// row whose word is accepted. `verb`: where it is, a word in front of cards or numbers that is not
// is a verb that no card does; %s is that word.
struct form_said {
    const char *beside, *says, *verb;
};

// A value that nodes of one kind can have: `=> OP=NAME`.
struct named_value {
    uint16_t    op;
    const char *name;
    int16_t     value;
};

// A word of a list that the grammar names; `many`: as for several, or NULL.
struct list_word {
    const char *one, *many;
};
struct word_list {
    const char             *name;
    const struct list_word *words; // ends with a NULL word
};

struct lang;

struct dialect_words {
    const char *name; // "oversoul", for messages
    // The game's rules, laid over the shared ones: the file words.grammar, or else this text.
    const struct embedded_file *files;
    const char                 *grammar;
    const struct op_name       *ops;       // ends with a NULL name; shared codes need not be listed
    const struct named_value   *values;    // ends with a NULL name; NULL: there are none
    const struct word_list     *lists;     // ends with a NULL name; NULL: only those of its lang
    const struct lang          *lang;      // rows for the shapes of meaning/; NULL: none are used
    const struct sign_rule     *signs;     // ends with a NULL sign
    const struct spelling      *spellings; // ends with NULL
    const char *const          *capitalise_after; // signs after which a word starts with a capital
    const char                 *line_start; // sign supplied when a line lacks it ("●"), or NULL
    const char *const          *fillers; // words that may be left out without changing the meaning
    const struct advice        *advice;  // ends with a NULL word; or NULL
    // Ends with a NULL `beside`. With them no line is proposed that might mean something else.
    const struct form_said *forms; // or NULL
};

struct grammar; // opaque

// Reads shared grammar and dialect, which must outlive the grammar. Fails with rule name, line and
// column in the grammar text when a rule is missing, left-recursive or endless, an OP name unknown,
// a repeated phrase can be empty, or # has nothing to count.
MUST_USE bool grammar_create(struct arena *, const struct dialect_words *, struct grammar **out,
                             struct error *);

#endif
