// assets.h - what the server hands out as it is: the page with all it loads, and the games as data.
// Made once when the server starts; kept compressed.
#ifndef PENTACLE_SERVER_ASSETS_H
#define PENTACLE_SERVER_ASSETS_H

#include "match/box.h"

#include <microhttpd.h>

struct assets;
struct asset;

// Of the page's files (or NULL) and of the boxes; both lists end with NULL.
struct assets *assets_create(const struct box *const *boxes, const struct embedded_file *page);
void           assets_destroy(struct assets *); // accepts NULL

struct asset   *assets_find(struct assets *, const char *path); // or NULL
enum MHD_Result asset_answer(struct asset *, struct MHD_Connection *);

#endif
