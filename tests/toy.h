// toy.h - a made-up game for tests of what all games share: it has one of everything that choices,
// places, secrets and scenarios can be about, and rules just big enough to refuse something.
#ifndef PENTACLE_TESTS_TOY_H
#define PENTACLE_TESTS_TOY_H

#include "engine/table.h"

enum {
    TOY_UNITS      = 2,
    TOY_ZONES      = 5, // of each seat: deck, hand, unit 1, unit 2, discard
    TOY_PIT        = TOY_ZONES * SEATS_MAX,
    TOY_ZONE_COUNT = TOY_PIT + 1,
    TOY_CARDS_MAX  = 200,
};
enum toy_zone { TOY_DECK, TOY_HAND, TOY_UNIT, TOY_DISCARD = TOY_UNIT + TOY_UNITS };

static inline zone_id toy_zone(seat_id seat, unsigned zone)
{
    return (zone_id)(seat * TOY_ZONES + zone);
}

enum toy_question { TOY_ACT = 1, TOY_RESPOND, TOY_HIDE, TOY_DISCARD_TWO };
enum toy_choice {
    TOY_PLAY = CHOICE_GAME, // card, target: zone
    TOY_ATTACK,             // card, target: card
    TOY_DRAW,
    TOY_ROLL,
    TOY_FLIP,
    TOY_SHUFFLE,
    TOY_GRAB,  // a card of the hand by chance
    TOY_DUEL,  // everybody hides a card at the same time
    TOY_WASTE, // two cards, gathered
    TOY_GUESS, // extra: a face
    TOY_POINT, // option: a seat
    TOY_CHEER, // option: a word
    TOY_BID,   // extra: a number
    TOY_LEVEL, // option: a number
    TOY_END,
    TOY_PASS,
    TOY_COUNTER,
    TOY_HIDE_CARD, // card
};
enum toy_rule {
    TOY_001_TURN = 1,
    TOY_002_FULL,
    TOY_003_EXHAUSTED,
    TOY_004_OWN,
    TOY_005_DAMAGE,
    TOY_006_CHARM,
    TOY_007_EMPTY,
    TOY_008_DECK,
};

struct toy_state {
    struct core   core;
    struct card   cards[TOY_CARDS_MAX];
    struct zone   zones[TOY_ZONE_COUNT];
    card_id       host[TOY_CARDS_MAX];
    uint8_t       damage[TOY_CARDS_MAX];
    int16_t       score[SEATS_MAX];
    struct choice pending;
    uint8_t       step; // where advance() goes on
    seat_id       turn, responder;
    uint8_t       weather, crown;
    uint8_t       leaks; // a test: the view shows what it must not
    uint8_t       zero[3];
};

extern const struct game toy_game;

#endif
