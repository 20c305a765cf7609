// types.h - the small numbers every game is made of.
#ifndef PENTACLE_ENGINE_TYPES_H
#define PENTACLE_ENGINE_TYPES_H

#include <stdint.h>

typedef uint8_t  seat_id;  // who sits where, from 0
typedef uint8_t  seat_set; // one bit per viewer: seats 0 to 3 and the spectator
typedef uint8_t  zone_id;  // index into a position's zones
typedef uint16_t card_id;  // index into a position's cards: a place for a face, not the face
typedef uint16_t def_id;   // index into the pool's card definitions: the face
typedef uint16_t rule_id;  // number of a rule in games/<game>/rules.md; 0 = no rule

enum {
    SEATS_MAX = 4,
    SPECTATOR = SEATS_MAX, // a viewer who holds no seat
    VIEWERS   = SEATS_MAX + 1,
    EVERYBODY = (1 << VIEWERS) - 1,

    NO_SEAT = 0xFF,
    NO_ZONE = 0xFF,
    NO_CARD = 0xFFFF,
    NO_DEF  = 0xFFFF,

    RULING = 20000, // ruling R07 of a game is rule_id RULING + 7
};

#define BIT(n) (1u << (n))

#endif
