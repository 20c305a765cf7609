// dealing.h - everything that makes the key of one match: for the server that deals, and for
// whoever checks it afterwards.
#ifndef PENTACLE_SERVER_DEALING_H
#define PENTACLE_SERVER_DEALING_H

#include "server/state.h"

enum { GAVE_SEED, GAVE_NONE, IS_BOT, DEALT_STATES };
extern const char *const DEALT_STATE_NAMES[DEALT_STATES];

struct dealing {
    unsigned    proof; // room.proof
    const char *game, *version;
    uint64_t    table;
    unsigned    seats;
    uint8_t     rules_hash[HASH_SIZE], cards_hash[HASH_SIZE], secret[SEED_SIZE];
    uint8_t     state[SEATS_MAX];                                       // GAVE_SEED ...
    uint8_t     hash[SEATS_MAX][HASH_SIZE], seed[SEATS_MAX][SEED_SIZE]; // zeros, if there is none
};

void dealing_commitment(const struct dealing *, uint8_t out[HASH_SIZE]);
void dealing_key(const struct dealing *, uint8_t key[32]);
// The public chain goes on with a commitment, or with the seal of a match that is over.
void link_commitment(uint8_t chain[HASH_SIZE], const uint8_t commitment[HASH_SIZE]);
void link_seal(uint8_t chain[HASH_SIZE], uint64_t table, const uint8_t seal[HASH_SIZE]);
// Of the files that the program carries.
void game_rules_hash(const struct game *, uint8_t out[HASH_SIZE]);
void game_files_hash(const struct game *, uint8_t out[HASH_SIZE]);

#endif
