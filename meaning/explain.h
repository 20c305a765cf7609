// explain.h - the meaning of a line in plain words, from its bound rows alone.
#ifndef PENTACLE_MEANING_EXPLAIN_H
#define PENTACLE_MEANING_EXPLAIN_H

#include "meaning/lang.h"

void explain_line(const struct meaning *, unsigned line, struct writer *);

#endif
