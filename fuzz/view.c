// Views as a hostile server might tell them: JSON that is refused at the door, or drawn. What is
// drawn holds no control sign but line ends.
#include "cli/online.h"
#include "cli/pack.h"

#include "fuzz/fuzz.h"

#include <string.h>

enum { DRAWN_MAX = 256 * 1024 };

static void check_text(json_t *value)
{
    const char *name;
    json_t     *inner;
    size_t      i;
    for (const char *t = json_string_value(value); t && *t; t++)
        if ((unsigned char)*t < ' ' || *t == 127) BUG("a control sign came in");
    json_array_foreach(value, i, inner) check_text(inner);
    json_object_foreach(value, name, inner) check_text(inner);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct view view;
    static char        drawn[DRAWN_MAX];
    struct text        input = { (const char *)data, size };
    const struct box  *box   = fuzz_box(&input);
    const char        *names[NAMES_MAX];
    struct writer      w    = writer_on(drawn, sizeof drawn);
    json_t            *json = json_loadb(input.at, input.size, 0, NULL);
    make_fit_to_print(json);
    check_text(json);
    names_from_json(json, names);
    if (view_from_json(box->game, box->pool, json, &view)) {
        static struct sheet sheet;
        struct arena        arena;
        arena_init(&arena);
        sheet_begin(&sheet, &view, box->pool, names);
        box->game->sheet(&sheet);
        sheet_end(&sheet);
        pack_lines(&sheet, &arena, false, LETTERS_ALL, &w);
        for (size_t i = 0; i < w.size; i++)
            if ((unsigned char)drawn[i] < ' ' && drawn[i] != '\n') BUG("a control sign is drawn");
        arena_finish(&arena);
    }
    json_decref(json);
    return 0;
}
