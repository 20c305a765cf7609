#include "engine/modifiers.h"

#include <string.h>

void modifiers_layout(struct core *c, struct modifier *list, size_t limit)
{
    c->modifiers_at   = (uint16_t)((unsigned char *)list - (unsigned char *)c);
    c->modifier_limit = (uint16_t)limit;
}

static void flag_card(struct core *c, card_id id)
{
    if (id == NO_CARD) return;
    struct card *card = card_of(c, id);
    card->flags       = (uint8_t)(card->flags | CARD_MODIFIED);
}

static void unflag_card(struct core *c, card_id id)
{
    if (id == NO_CARD) return;
    struct card *card = card_of(c, id);
    card->flags       = (uint8_t)(card->flags & ~CARD_MODIFIED);
}

bool modifier_add(struct core *c, struct modifier m)
{
    if (c->modifier_count == c->modifier_limit) return false;
    modifiers_of(c)[c->modifier_count++] = m;
    flag_card(c, m.card);
    return true;
}

// Some have ended, and their cards were unflagged: those that others name still are flagged again.
static void flag_cards(struct core *c)
{
    for (size_t i = 0; i < c->modifier_count; i++) flag_card(c, modifiers_of(c)[i].card);
}

void modifier_remove(struct core *c, size_t index)
{
    struct modifier *list = modifiers_of(c);
    size_t           rest = (size_t)c->modifier_count - index - 1;
    unflag_card(c, list[index].card);
    memmove(&list[index], &list[index + 1], rest * sizeof *list);
    c->modifier_count--;
    memset(&list[c->modifier_count], 0, sizeof *list); // positions are compared as bytes
    flag_cards(c);
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
        } else {
            unflag_card(c, list[i].card);
        }
    if (kept == count) return 0;
    memset(&list[kept], 0, (count - kept) * sizeof *list);
    c->modifier_count = (uint16_t)kept;
    flag_cards(c);
    return count - kept;
}

static bool is_on_card(const struct modifier *m, const void *context)
{
    const card_id *card = context;
    return m->card == *card;
}

void modifiers_leave(struct core *c, card_id id)
{
    if (card_at(c, id)->flags & CARD_MODIFIED) modifiers_end(c, is_on_card, &id);
}

void modifiers_follow(struct core *c, const card_id *from, const card_id *to, size_t count)
{
    struct modifier *list = modifiers_of(c);
    if (c->modifier_count == 0) return;
    for (size_t m = 0; m < c->modifier_count; m++)
        for (size_t i = 0; i < count; i++)
            if (list[m].card == from[i] && !(list[m].flags & MODIFIER_STAYS)) {
                list[m].card = to[i];
                break;
            }
    for (size_t i = 0; i < count; i++) unflag_card(c, to[i]);
    flag_cards(c);
}
