// tree.h - what a search has learned: for each situation that a seat can find itself in, how often
// it was there and how each of its choices did. Situations are known by what was seen, not by how
// they came about, so that different ways to the same one share what is learned.
//
// All memory is taken at once; a full tree learns about what it knows and adds nothing.
#ifndef PENTACLE_BOTS_TREE_H
#define PENTACLE_BOTS_TREE_H

#include "engine/game.h"

struct tree_node {
    uint64_t key; // 0: free
    uint32_t visits;
};

struct tree_arm {
    uint64_t key; // of node and choice; 0: free
    uint32_t visits, offered;
    float    sum;   // of win chances, for the seat that chose
    float    guess; // at a first look
};

struct tree {
    struct tree_node *nodes;
    struct tree_arm  *arms;
    uint32_t          node_mask, arm_mask;
    uint32_t          nodes_left, arms_left;
    uint8_t           names_card[256], names_target[256]; // by kind of choice
};

enum { ARMS_PER_NODE = 8 }; // room for, on average

size_t tree_size(uint32_t nodes_max); // bytes
void   tree_init(struct tree *, void *memory, uint32_t nodes_max, const struct game *);

// The node, made if it is new and there is room; NULL if there is none.
struct tree_node *tree_find(struct tree *, uint64_t key);
// An arm, or NULL if it was never tried; and a new one, NULL if there is no room.
struct tree_arm *tree_arm(const struct tree *, uint64_t key);
struct tree_arm *tree_add_arm(struct tree *, uint64_t key, float guess);

// A choice as the seat means it: cards in hands and decks by their faces, if the seat knows them,
// the others by their places.
uint64_t tree_arm_key(const struct tree *, uint64_t node, const struct table *, seat_id,
                      struct choice);

#endif
