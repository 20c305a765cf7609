// Views and events as JSON.
#include "lib/handles.h"

#include "engine/table.h"
#include "match/show.h"

#include <assert.h>
#include <stdlib.h>

size_t pentacle_view(const struct pentacle_match *m, unsigned viewer, char *out, size_t size)
{
    assert(viewer <= PENTACLE_SPECTATOR);
    struct json  j = json_on(out, size);
    struct view *v = calloc(1, sizeof *v);
    if (!v) BUG("out of memory for a view");
    table_view(&m->table, (seat_id)viewer, v);
    show_view(&j, &m->table, m->names, v);
    free(v);
    return json_end(&j);
}

size_t pentacle_event_count(const struct pentacle_match *m)
{
    return m->match ? m->match->log.count : 0;
}

size_t pentacle_events(const struct pentacle_match *m, unsigned viewer, size_t first, char *out,
                       size_t size)
{
    assert(viewer <= PENTACLE_SPECTATOR);
    struct json j = json_on(out, size);
    json_open(&j, '[');
    for (size_t i = first; i < pentacle_event_count(m); i++)
        show_event(&j, &m->table, m->names, (seat_id)viewer, &m->match->log.events[i]);
    json_close(&j, ']');
    return json_end(&j);
}
