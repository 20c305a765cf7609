#include "games/list.h"

extern const struct game blank_game;
extern const struct game despaira_game;
extern const struct game eternity_game;
extern const struct game monad_game;
extern const struct game oversoul_game;
extern const struct game voidbreakers_game;

const struct game *const GAMES[] = {
    &oversoul_game, &eternity_game, &voidbreakers_game, &monad_game, &despaira_game,
    &blank_game,    NULL,
};

const struct game *game_find(struct text name)
{
    for (const struct game *const *g = GAMES; *g; g++)
        if (text_is(name, (*g)->name)) return *g;
    return NULL;
}
