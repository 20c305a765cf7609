// rule.h - the numbered rules of a game, generated from its rules.md.
#ifndef PENTACLE_ENGINE_RULE_H
#define PENTACLE_ENGINE_RULE_H

#include "engine/types.h"

#include <stddef.h>

struct rule {
    rule_id     id;
    const char *name; // "OVE-424", "OVE-R29"
    const char *text;
};

// In a table sorted by id; NULL if there is no such rule.
const struct rule *rule_find(const struct rule *, size_t count, rule_id);

#endif
