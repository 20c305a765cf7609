// engine_pipe - the engine for pages (web/engine/), as it is, on a pipe: for each request on the
// standard input (its size in decimal, a line end, its bytes) the reply on the standard output in
// the same way.
#include "web/engine/engine.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size, reply_size;
    while (scanf("%zu", &size) == 1 && getchar() == '\n') {
        char *request = malloc(size + 1);
        if (!request || fread(request, 1, size, stdin) != size) return 1;
        const char *reply = engine_call(request, size, &reply_size);
        printf("%zu\n", reply_size);
        fwrite(reply, 1, reply_size, stdout);
        fflush(stdout);
        free(request);
    }
    return 0;
}
