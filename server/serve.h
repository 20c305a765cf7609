// serve.h - the server as a program: sockets, time and disk around the core (core.h).
#ifndef PENTACLE_SERVER_SERVE_H
#define PENTACLE_SERVER_SERVE_H

#include "server/core.h"

enum { THINKERS_MAX = 64 };

struct serve_options {
    const char              *address;      // to listen on: "127.0.0.1"
    unsigned                 port;         // 0: any; it is said on stdout
    bool                     nearby;       // the next free port will do as well
    const char              *data;         // the store's file
    const char              *origin;       // one more origin that browsers may come from, or NULL
    bool                     behind_proxy; // believe X-Forwarded-For of a proxy on this machine
    unsigned                 thinkers;     // threads for bots, 1 to THINKERS_MAX
    unsigned                 lines_max, lines_per_ip, handshakes_per_minute;
    unsigned                 beat_ms; // what is told of a match leaves at multiples of it
    struct server_config     config;
    const struct box *const *boxes; // ends with NULL
    // The page and what it loads, by path, compressed with gzip; ends with a NULL name. NULL: none.
    const struct embedded_file *page;
};
struct serve_options serve_options_default(void);

// Serves until SIGTERM or SIGINT; SIGUSR1 makes a back-up beside the data. False on failure.
MUST_USE bool serve(const struct serve_options *, struct error *);

#endif
