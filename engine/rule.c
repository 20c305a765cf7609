#include "engine/rule.h"

const struct rule *rule_find(const struct rule *rules, size_t count, rule_id id)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rules[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && rules[low].id == id ? &rules[low] : NULL;
}
