// The one game of a module; ENGINE_GAME is its folder.
#include "games/list.h"

#define JOINED(game) game##_game
#define GAME_OF(game) JOINED(game)

extern const struct game GAME_OF(ENGINE_GAME);

const struct game *const GAMES[] = { &GAME_OF(ENGINE_GAME), NULL };

const struct game *game_find(struct text name)
{
    return text_is(name, GAMES[0]->name) ? GAMES[0] : NULL;
}
