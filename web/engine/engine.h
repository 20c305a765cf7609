// engine.h - the engine for a page: everything that happens without a server (lessons, puzzles, the
// workshop, replays, the deck builder) goes through one call. A request is words with a 0 byte
// after each but the last, the first of them naming what is wanted (calls.c lists them); the reply
// is a JSON object, {"error":{...}} if it could not be done. Built as WebAssembly for browsers, and
// as it is for tests.
#ifndef PENTACLE_WEB_ENGINE_ENGINE_H
#define PENTACLE_WEB_ENGINE_ENGINE_H

#include <stddef.h>

// The reply ends with a 0 byte and stays until the next call.
const char *engine_call(const char *request, size_t size, size_t *reply_size);

#endif
