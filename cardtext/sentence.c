// sentence.c - what card texts of all games have in common. A dialect's rules are laid over these:
// it may use them as they are, replace one, or add to one with |=.
#include "cardtext/grammar_private.h"

const char SENTENCE_GRAMMAR[] =
    "number     = NUMBER ;\n"
    "how_often  = 'once' => NUMBER=1 | 'twice' => NUMBER=2 | NUMBER 'times' ;\n"
    "how_many   = NUMBER\n"
    "           | 'one' => NUMBER=1 | 'two' => NUMBER=2 | 'three' => NUMBER=3\n"
    "           | 'four' => NUMBER=4 | 'five' => NUMBER=5 ;\n"
    "bound      = 'or more' | 'or less' | 'or fewer' ;\n"
    "article    = 'a' | 'an' | 'the' ;\n"
    "list_and   = ',' [ 'and' ] | 'and' ;\n"
    "list_or    = ',' [ 'or' ] | 'or' ;\n"
    "list_then  = ',' [ 'then' ] | 'then' ;\n";
