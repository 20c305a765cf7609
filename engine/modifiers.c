#include "engine/modifiers.h"

#include <string.h>

void modifiers_layout(struct core *c, struct modifier *list, size_t limit)
{
    c->modifiers_at   = (uint16_t)((unsigned char *)list - (unsigned char *)c);
    c->modifier_limit = (uint16_t)limit;
}

bool modifier_add(struct core *c, struct modifier m)
{
    if (c->modifier_count == c->modifier_limit) return false;
    modifiers_of(c)[c->modifier_count++] = m;
    if (m.card != NO_CARD) {
        struct card *card = card_of(c, m.card);
        card->flags       = (uint8_t)(card->flags | CARD_MODIFIED);
    }
    return true;
}

void modifier_remove(struct core *c, size_t index)
{
    struct modifier *list = modifiers_of(c);
    size_t           rest = (size_t)c->modifier_count - index - 1;
    memmove(&list[index], &list[index + 1], rest * sizeof *list);
    c->modifier_count--;
    memset(&list[c->modifier_count], 0, sizeof *list); // positions are compared as bytes
}

size_t modifiers_end(struct core *c, bool (*ends)(const struct modifier *, const void *),
                     const void  *context)
{
    struct modifier *list = modifiers_of(c);
    size_t           kept = 0, count = c->modifier_count;
    for (size_t i = 0; i < count; i++)
        if (!ends(&list[i], context)) {
            if (kept != i) list[kept] = list[i];
            kept++;
        }
    if (kept < count) memset(&list[kept], 0, (count - kept) * sizeof *list);
    c->modifier_count = (uint16_t)kept;
    return count - kept;
}

static bool is_on_card(const struct modifier *m, const void *context)
{
    const card_id *card = context;
    return m->card == *card;
}

void modifiers_leave(struct core *c, card_id id)
{
    struct card *card = card_of(c, id);
    if (!(card->flags & CARD_MODIFIED)) return;
    modifiers_end(c, is_on_card, &id);
    card->flags = (uint8_t)(card->flags & ~CARD_MODIFIED);
}

void modifiers_follow(struct core *c, const card_id *from, const card_id *to, size_t count)
{
    struct modifier *list = modifiers_of(c);
    if (c->modifier_count == 0) return;
    for (size_t m = 0; m < c->modifier_count; m++)
        for (size_t i = 0; i < count; i++)
            if (list[m].card == from[i]) {
                list[m].card = to[i];
                break;
            }
    for (size_t i = 0; i < count; i++) {
        struct card *card = card_of(c, to[i]);
        card->flags       = (uint8_t)(card->flags & ~CARD_MODIFIED);
    }
    for (size_t m = 0; m < c->modifier_count; m++)
        if (list[m].card != NO_CARD) {
            struct card *card = card_of(c, list[m].card);
            card->flags       = (uint8_t)(card->flags | CARD_MODIFIED);
        }
}
