// fit.h - text from elsewhere, before it is printed on a terminal.
#ifndef PENTACLE_CLI_FIT_H
#define PENTACLE_CLI_FIT_H

#include <stdbool.h>

// Puts a question mark in place of each character that does something to a terminal or hides what
// is there, and of each byte that is none: control signs (escape codes begin with one), marks that
// turn the direction of writing, signs without width, line ends. The text is not longer then.
void fit_to_print(char *text);
bool is_fit_to_print(const char *text);

#endif
