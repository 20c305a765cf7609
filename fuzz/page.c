// Calls of the engine for pages (web/engine/): requests with a byte 0xFF between them, which no
// text holds, made one after the other. Every reply must be a JSON object.
#include "web/engine/engine.h"

#include "base/error.h"
#include "fuzz/fuzz.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static void call(const char *request, size_t size)
{
    size_t       reply_size;
    json_error_t where;
    const char  *reply = engine_call(request, size, &reply_size);
    if (strlen(reply) != reply_size) BUG("a reply of %zu bytes ends early", reply_size);
    json_t *json = json_loadb(reply, reply_size, JSON_ALLOW_NUL, &where);
    // What was not UTF-8 when it came is not UTF-8 in a message about it.
    if (!json && !strstr(where.text, "unable to decode")) BUG("%s in %s", where.text, reply);
    json_decref(json);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool opened;
    char        request[16];
    if (!opened) call("open\0blank", 10);
    opened = true;
    while (size) {
        const uint8_t *end = memchr(data, 0xFF, size);
        size_t         one = end ? (size_t)(end - data) : size;
        // Thinking takes as long as it is told to; box 1 stays for the next input.
        if (one > 5 && memcmp(data, "hint", 4) != 0 && memcmp(data, "judge", 5) != 0 &&
            memcmp(data, "close", 5) != 0)
            call((const char *)data, one);
        data += end ? one + 1 : one;
        size -= end ? one + 1 : one;
    }
    for (unsigned i = 1; i <= 16; i++) {
        call(request, (size_t)snprintf(request, sizeof request, "free%c%u", 0, i));
        if (i > 1) call(request, (size_t)snprintf(request, sizeof request, "close%c%u", 0, i));
    }
    return 0;
}
