// A view as it comes over the line, turned back into numbers.
#include "cli/online.h"

#include <string.h>

static bool find_name(const char *const *names, const char *name, unsigned *out)
{
    for (*out = 0; name && names && names[*out]; ++*out)
        if (strcmp(names[*out], name) == 0) return true;
    return false;
}

static seat_id read_seat_of(json_t *object, const char *name)
{
    json_t *value = json_object_get(object, name);
    return json_is_integer(value) ? (seat_id)json_integer_value(value) : NO_SEAT;
}

static def_id read_face(json_t *object, const struct card_pool *pool)
{
    json_t *value = json_object_get(object, "card");
    bool    known = json_is_integer(value) && json_integer_value(value) >= 0 &&
                 json_integer_value(value) < pool->def_count;
    return known ? (def_id)json_integer_value(value) : (def_id)NO_DEF;
}

static seat_set read_seats(json_t *object, const char *name)
{
    unsigned set = 0;
    size_t   i;
    json_t  *seat;
    json_array_foreach(json_object_get(object, name), i,
                       seat) if (json_integer_value(seat) >= 0 &&
                                 json_integer_value(seat) < SEATS_MAX)
        set |= BIT(json_integer_value(seat));
    return (seat_set)set;
}

static bool read_zone_of(const struct game *g, json_t *card, zone_id *out)
{
    const char *name = json_string_value(json_object_get(card, "zone"));
    seat_id     seat = read_seat_of(card, "of");
    for (unsigned z = 0; name && g->zones[z].name; z++)
        if (strcmp(g->zones[z].name, name) == 0 && g->zones[z].seat == seat) {
            *out = (zone_id)z;
            return true;
        }
    return false;
}

static bool read_card(const struct game *g, const struct card_pool *pool, json_t *from,
                      struct view_card *out)
{
    json_t     *stats = json_object_get(from, "stats"), *value, *word;
    const char *name;
    size_t      i;
    unsigned    at;
    memset(out, 0, sizeof *out);
    if (!json_is_object(from) || !read_zone_of(g, from, &out->zone)) return false;
    out->id    = (card_id)json_integer_value(json_object_get(from, "id"));
    out->def   = read_face(from, pool);
    out->owner = read_seat_of(from, "owner");
    out->place = (uint16_t)json_integer_value(json_object_get(from, "place"));
    if (json_is_true(json_object_get(from, "face_down"))) out->flags |= CARD_FACE_DOWN;
    if (json_is_true(json_object_get(from, "sideways"))) out->flags |= CARD_SIDEWAYS;
    if (json_is_true(json_object_get(from, "marked"))) out->flags |= CARD_MARKED;
    json_object_foreach(stats, name, value)
    {
        if (!find_name(g->stat_names, name, &at) || at >= VIEW_STATS_MAX) return false;
        out->stat[at] = (int16_t)json_integer_value(value);
        if (out->stats <= at) out->stats = (uint8_t)(at + 1);
    }
    json_array_foreach(json_object_get(from, "words"), i,
                       word) if (find_name(g->status_words, json_string_value(word), &at) &&
                                 at < 64) out->words |= 1ull << at;
    return true;
}

static bool read_value(const struct game *g, json_t *from, struct view_value *out)
{
    unsigned at;
    if (!find_name(g->value_names, json_string_value(json_object_get(from, "name")), &at))
        return false;
    out->name  = (uint8_t)at;
    out->seat  = read_seat_of(from, "seat");
    out->value = (int16_t)json_integer_value(json_object_get(from, "value"));
    return true;
}

static bool read_link(const struct game *g, const struct card_pool *pool, json_t *from,
                      struct view_link *out)
{
    unsigned at = 0;
    find_name(g->link_names, json_string_value(json_object_get(from, "what")), &at);
    out->what   = (uint16_t)at;
    out->seat   = read_seat_of(from, "seat");
    out->def    = read_face(from, pool);
    out->card   = (card_id)json_integer_value(json_object_get(from, "id"));
    out->target = (card_id)json_integer_value(json_object_get(from, "target"));
    out->flags  = (uint8_t)json_integer_value(json_object_get(from, "flags"));
    out->line   = (uint16_t)json_integer_value(json_object_get(from, "line"));
    return json_is_object(from);
}

bool view_from_json(const struct game *g, const struct card_pool *pool, json_t *from,
                    struct view *v)
{
    json_t  *cards = json_object_get(from, "cards"), *values = json_object_get(from, "values");
    json_t  *links = json_object_get(from, "waiting"), *one;
    size_t   i;
    unsigned question;
    memset(v, 0, sizeof *v);
    v->viewer = read_seat_of(from, "viewer");
    if (v->viewer == NO_SEAT) v->viewer = SPECTATOR;
    v->asked   = read_seats(from, "asked");
    v->winners = read_seats(from, "winners");
    v->over    = json_is_true(json_object_get(from, "over"));
    v->seats   = (uint8_t)json_array_size(json_object_get(from, "seats"));
    if (find_name(g->questions, json_string_value(json_object_get(from, "question")), &question))
        v->question = (uint8_t)question;
    if (json_array_size(cards) > VIEW_CARDS_MAX || json_array_size(values) > VIEW_VALUES_MAX ||
        json_array_size(links) > VIEW_STACK_MAX || v->seats > SEATS_MAX)
        return false;
    json_array_foreach(cards, i,
                       one) if (!read_card(g, pool, one, &v->cards[v->card_count++])) return false;
    json_array_foreach(values, i,
                       one) if (!read_value(g, one, &v->values[v->value_count++])) return false;
    json_array_foreach(links, i,
                       one) if (!read_link(g, pool, one, &v->links[v->link_count++])) return false;
    return true;
}
