// online.h - a match at a server's table, with the screens of local play.
#ifndef PENTACLE_CLI_ONLINE_H
#define PENTACLE_CLI_ONLINE_H

#include "engine/game.h"

#include <jansson.h>

struct online_options {
    const char        *server; // "http://host:port"
    const struct game *game;   // a new table of this game; NULL: choose from what is open
    const char        *mode, *deck, *vs, *name, *login, *table, *key, *clock;
    bool               watch, hidden, rated, plain, ascii;
    long               seats;
    const char *const *options; // "turns=20"
    size_t             option_count;
};

int online_play(const struct online_options *);

// online_view.c: what comes over the line, checked at the door.
//
// A view as the game's draw() wants it. False if it is of another version, or of nothing that this
// game could show.
bool view_from_json(const struct game *, const struct card_pool *, json_t *, struct view *);
// A name for every number that a seat can have, NO_SEAT too.
enum { NAMES_MAX = UINT8_MAX + 1 };
void names_from_json(json_t *view, const char *names[NAMES_MAX]);
// All texts of a message, inside and out.
void make_fit_to_print(json_t *);

#endif
