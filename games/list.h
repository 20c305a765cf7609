// list.h - the games this program was linked with.
#ifndef PENTACLE_GAMES_LIST_H
#define PENTACLE_GAMES_LIST_H

#include "engine/game.h"

extern const struct game *const GAMES[]; // ends with NULL

const struct game *game_find(struct text name); // by folder name, or NULL

#endif
