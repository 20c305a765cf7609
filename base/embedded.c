#include "base/embedded.h"

#include <string.h>

const struct embedded_file *embedded_find(const struct embedded_file *files, const char *name)
{
    for (; files->name; files++)
        if (strcmp(files->name, name) == 0) return files;
    return NULL;
}
