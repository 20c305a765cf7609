// view.h - all that one viewer may know of a position, as plain numbers. Made by table_view() from
// what each card's `known` set allows, plus the values the game adds. Clients, bots and the leak
// tests read nothing else.
#ifndef PENTACLE_ENGINE_VIEW_H
#define PENTACLE_ENGINE_VIEW_H

#include "engine/types.h"

enum { VIEW_CARDS_MAX = 640, VIEW_VALUES_MAX = 96, VIEW_STATS_MAX = 26, VIEW_STACK_MAX = 160 };
enum { STAT_NONE = INT16_MIN }; // among its stats, one that this card has not

struct view_card {
    card_id  id;
    def_id   def; // NO_DEF: face not known to the viewer
    zone_id  zone;
    seat_id  owner;
    uint8_t  flags;                // enum card_flag, without CARD_MODIFIED
    uint8_t  stats;                // how many of stat[] are in use
    uint16_t place;                // 0 = top of its zone
    int16_t  stat[VIEW_STATS_MAX]; // meaning by the game's stat names
    uint64_t words;                // bit per status word of the game (keywords, marks)
};

struct view_value { // a number of the table or of a seat, named by the game's value names
    uint8_t name;
    seat_id seat; // NO_SEAT: of the table
    int16_t value;
};

struct view_link { // something waiting to resolve, newest last
    uint16_t what; // the game's own numbering
    seat_id  seat;
    uint8_t  flags;
    card_id  card, target;
    def_id   def; // NO_DEF if hidden
    uint16_t line;
};

struct view {
    seat_id           viewer;
    seat_set          asked;    // seats that still owe an answer
    uint8_t           question; // what the viewer is asked, 0 if nothing
    uint8_t           over;
    seat_set          winners;
    uint8_t           seats;
    uint16_t          card_count, value_count, link_count;
    struct view_card  cards[VIEW_CARDS_MAX]; // in order of zones, each from its top
    struct view_value values[VIEW_VALUES_MAX];
    struct view_link  links[VIEW_STACK_MAX];
};

void view_add_value(struct view *, uint8_t name, seat_id, int value);

#endif
