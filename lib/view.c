// Views, events, questions and data as JSON.
#include "lib/handles.h"

#include "engine/table.h"
#include "match/data.h"
#include "match/show.h"
#include "match/why.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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

size_t pentacle_owed(const struct pentacle_match *m, unsigned seat, char *out, size_t size)
{
    assert(seat < SEATS_MAX);
    struct json j = json_on(out, size);
    json_open(&j, '{');
    if (table_asked(&m->table) >> seat & 1) show_question(&j, &m->table, m->names, (seat_id)seat);
    json_close(&j, '}');
    return json_end(&j);
}

size_t pentacle_why(const struct pentacle_match *m, unsigned seat, const char *words, char *out,
                    size_t size, struct pentacle_error *error)
{
    assert(seat < SEATS_MAX);
    struct error err = { 0 };
    struct json  j   = json_on(out, size);
    json_open(&j, '[');
    if (!show_why_words(&j, &m->table, m->names, (seat_id)seat, text_of(words), &err))
        return tell_error(error, &err);
    json_close(&j, ']');
    return json_end(&j);
}

size_t pentacle_why_card(const struct pentacle_match *m, unsigned seat, uint16_t card, char *out,
                         size_t size)
{
    assert(seat < SEATS_MAX);
    struct json j = json_on(out, size);
    json_open(&j, '[');
    show_why_card(&j, &m->table, m->names, (seat_id)seat, card);
    json_close(&j, ']');
    return json_end(&j);
}

size_t pentacle_data(const struct pentacle_box *b, const char *what, char *out, size_t size)
{
    struct json j = json_on(out, size);
    if (strcmp(what, "game") == 0)
        data_game(&j, b->box);
    else if (strcmp(what, "rules") == 0)
        data_rules(&j, b->box->game);
    else if (strcmp(what, "scenarios") == 0)
        data_scenarios(&j, b->box->game);
    return json_end(&j);
}
