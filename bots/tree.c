#include "bots/tree.h"

#include "base/hash.h"

#include <string.h>

// Twice as many places as entries, so that looking one up is short.
static uint32_t places_for(uint32_t entries)
{
    uint32_t places = 64;
    while (places < entries * 2) places *= 2;
    return places;
}

size_t tree_size(uint32_t nodes_max)
{
    return places_for(nodes_max) * sizeof(struct tree_node) +
           places_for(nodes_max * ARMS_PER_NODE) * sizeof(struct tree_arm);
}

static void note_forms(struct tree *t, const struct game *g)
{
    memset(t->names_card, 0, sizeof t->names_card);
    memset(t->names_target, 0, sizeof t->names_target);
    t->names_card[CHOICE_PICK] = 1;
    for (const struct choice_form *f = g->choice_forms; f->kind; f++) {
        if (strstr(f->form, "{card}")) t->names_card[f->kind] = 1;
        if (strstr(f->form, "{target}")) t->names_target[f->kind] = 1;
    }
}

void tree_init(struct tree *t, void *memory, uint32_t nodes_max, const struct game *g)
{
    uint32_t places = places_for(nodes_max), arm_places = places_for(nodes_max * ARMS_PER_NODE);
    memset(memory, 0, tree_size(nodes_max));
    t->arms       = memory;
    t->nodes      = (struct tree_node *)(void *)(t->arms + arm_places);
    t->node_mask  = places - 1;
    t->arm_mask   = arm_places - 1;
    t->nodes_left = nodes_max;
    t->arms_left  = nodes_max * ARMS_PER_NODE;
    note_forms(t, g);
}

struct tree_node *tree_find(struct tree *t, uint64_t key)
{
    key |= 1; // never 0
    uint32_t at = (uint32_t)(key >> 32) & t->node_mask;
    while (t->nodes[at].key && t->nodes[at].key != key) at = (at + 1) & t->node_mask;
    if (t->nodes[at].key) return &t->nodes[at];
    if (!t->nodes_left) return NULL;
    t->nodes_left--;
    t->nodes[at].key = key;
    return &t->nodes[at];
}

static uint32_t place_of_arm(const struct tree *t, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & t->arm_mask;
    while (t->arms[at].key && t->arms[at].key != key) at = (at + 1) & t->arm_mask;
    return at;
}

struct tree_arm *tree_arm(const struct tree *t, uint64_t key)
{
    struct tree_arm *arm = &t->arms[place_of_arm(t, key)];
    return arm->key ? arm : NULL;
}

struct tree_arm *tree_add_arm(struct tree *t, uint64_t key, float guess)
{
    if (!t->arms_left) return NULL;
    struct tree_arm *arm = &t->arms[place_of_arm(t, key)];
    if (!arm->key) t->arms_left--;
    arm->key   = key;
    arm->guess = guess;
    return arm;
}

// --- what a choice means ------------------------------------------------------------------------

static uint64_t card_key(const struct table *t, seat_id seat, card_id id)
{
    const struct core *c = t->state;
    if (id >= c->card_count || !knows(c, seat, id)) return id;
    const struct card *card = card_at(c, id);
    if (card->zone == NO_ZONE) return id;
    bool by_face = t->game->zones[card->zone].sight != SIGHT_ALL && !(card->flags & CARD_MODIFIED);
    return by_face ? (uint64_t)1 << 40 | (uint64_t)card->zone << 32 | card->def
                   : (uint64_t)card->def << 16 | id;
}

uint64_t tree_arm_key(const struct tree *tree, uint64_t node, const struct table *t, seat_id seat,
                      struct choice c)
{
    uint64_t key = hash_mix(node, (uint64_t)c.kind << 32 | (uint64_t)c.option << 24 | c.extra);
    key          = hash_mix(key, tree->names_card[c.kind] ? card_key(t, seat, c.card) : c.card);
    key = hash_mix(key, tree->names_target[c.kind] ? card_key(t, seat, c.target) : c.target);
    return key | 1;
}
