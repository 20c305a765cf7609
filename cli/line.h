// line.h - lines that a person types: with editing, history and completion on a terminal (libedit),
// plain lines from a pipe.
#ifndef PENTACLE_CLI_LINE_H
#define PENTACLE_CLI_LINE_H

#include "base/text.h"

#include <stdbool.h>

struct line_reader;

// Calls `take` for everything that the line could become, given what is typed so far. Completion
// works on the whole line, as notation has blanks in it.
typedef void line_completer(void *context, struct text                        typed,
                            void (*take)(void *list, const char *line), void *list);

struct line_reader *line_open(bool terminal, line_completer *, void *context);
void                line_close(struct line_reader *); // accepts NULL

// The next line without its end and without blanks around it; false at the end of input. A piped
// line is shown behind the prompt, so that a transcript can be read. The text lasts until the next
// call.
bool line_read(struct line_reader *, const char *prompt, struct text *out);

#endif
