// A view as it comes over the line, turned back into numbers. Whoever is at the other end may be
// anybody: every number is checked here, at the door, and nowhere behind it.
#include "cli/online.h"

#include "cli/fit.h"
#include "engine/table.h"

#include <stdlib.h>
#include <string.h>

static bool find_name(const char *const *names, const char *name, unsigned *out)
{
    for (*out = 0; name && names && names[*out]; ++*out)
        if (strcmp(names[*out], name) == 0) return true;
    return false;
}

// A whole number in its range; what is missing or null is `otherwise`.
static bool read_int(json_t *object, const char *name, json_int_t least, json_int_t most,
                     json_int_t otherwise, json_int_t *out)
{
    json_t *value = json_object_get(object, name);
    *out          = otherwise;
    if (!value || json_is_null(value)) return true;
    if (!json_is_integer(value)) return false;
    *out = json_integer_value(value);
    return *out >= least && *out <= most;
}

static bool read_seat_of(json_t *object, const char *name, seat_id *out)
{
    json_int_t seat;
    bool       fine = read_int(object, name, 0, SEATS_MAX - 1, NO_SEAT, &seat);
    *out            = (seat_id)seat;
    return fine;
}

static bool read_face(json_t *object, const struct card_pool *pool, def_id *out)
{
    json_int_t face;
    bool       fine = read_int(object, "card", 0, (json_int_t)pool->def_count - 1, NO_DEF, &face);
    *out            = (def_id)face;
    return fine;
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
    seat_id     seat;
    if (!read_seat_of(card, "of", &seat)) return false;
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
    json_int_t  id, place;
    memset(out, 0, sizeof *out);
    if (!json_is_object(from) || !read_zone_of(g, from, &out->zone) ||
        !read_face(from, pool, &out->def) || !read_seat_of(from, "owner", &out->owner) ||
        !read_int(from, "id", 0, UINT16_MAX, 0, &id) ||
        !read_int(from, "place", 0, UINT16_MAX, 0, &place))
        return false;
    out->id    = (card_id)id;
    out->place = (uint16_t)place;
    if (json_is_true(json_object_get(from, "face_down"))) out->flags |= CARD_FACE_DOWN;
    if (json_is_true(json_object_get(from, "sideways"))) out->flags |= CARD_SIDEWAYS;
    if (json_is_true(json_object_get(from, "marked"))) out->flags |= CARD_MARKED;
    json_object_foreach(stats, name, value)
    {
        json_int_t number;
        if (!find_name(g->stat_names, name, &at) || at >= VIEW_STATS_MAX ||
            !read_int(stats, name, INT16_MIN, INT16_MAX, 0, &number))
            return false;
        out->stat[at] = (int16_t)number;
        if (out->stats <= at) out->stats = (uint8_t)(at + 1);
    }
    json_array_foreach(json_object_get(from, "words"), i,
                       word) if (find_name(g->status_words, json_string_value(word), &at) &&
                                 at < 64) out->words |= 1ull << at;
    return true;
}

static bool read_value(const struct game *g, json_t *from, struct view_value *out)
{
    unsigned   at;
    json_int_t value;
    if (!find_name(g->value_names, json_string_value(json_object_get(from, "name")), &at) ||
        !read_seat_of(from, "seat", &out->seat) ||
        !read_int(from, "value", INT16_MIN, INT16_MAX, 0, &value))
        return false;
    out->name  = (uint8_t)at;
    out->value = (int16_t)value;
    return true;
}

static bool read_link(const struct game *g, const struct card_pool *pool, json_t *from,
                      struct view_link *out)
{
    unsigned   at;
    json_int_t card, target, flags, line;
    if (!find_name(g->link_names, json_string_value(json_object_get(from, "what")), &at)) at = 0;
    if (!json_is_object(from) || !read_seat_of(from, "seat", &out->seat) ||
        !read_face(from, pool, &out->def) || !read_int(from, "id", 0, UINT16_MAX, NO_CARD, &card) ||
        !read_int(from, "target", 0, UINT16_MAX, NO_CARD, &target) ||
        !read_int(from, "flags", 0, UINT8_MAX, 0, &flags) ||
        !read_int(from, "line", 0, UINT16_MAX, 0, &line))
        return false;
    out->what   = (uint16_t)at;
    out->card   = (card_id)card;
    out->target = (card_id)target;
    out->flags  = (uint8_t)flags;
    out->line   = (uint16_t)line;
    return true;
}

bool view_from_json(const struct game *g, const struct card_pool *pool, json_t *from,
                    struct view *v)
{
    json_t  *cards = json_object_get(from, "cards"), *values = json_object_get(from, "values");
    json_t  *links = json_object_get(from, "waiting"), *one;
    size_t   i;
    unsigned question;
    memset(v, 0, sizeof *v);
    if (!read_seat_of(from, "viewer", &v->viewer)) return false;
    if (v->viewer == NO_SEAT) v->viewer = SPECTATOR;
    v->asked   = read_seats(from, "asked");
    v->winners = read_seats(from, "winners");
    v->over    = json_is_true(json_object_get(from, "over"));
    if (json_array_size(json_object_get(from, "seats")) > SEATS_MAX) return false;
    v->seats = (uint8_t)json_array_size(json_object_get(from, "seats"));
    if (find_name(g->questions, json_string_value(json_object_get(from, "question")), &question))
        v->question = (uint8_t)question;
    if (json_array_size(cards) > VIEW_CARDS_MAX || json_array_size(values) > VIEW_VALUES_MAX ||
        json_array_size(links) > VIEW_STACK_MAX)
        return false;
    json_array_foreach(cards, i,
                       one) if (!read_card(g, pool, one, &v->cards[v->card_count++])) return false;
    json_array_foreach(values, i,
                       one) if (!read_value(g, one, &v->values[v->value_count++])) return false;
    json_array_foreach(links, i,
                       one) if (!read_link(g, pool, one, &v->links[v->link_count++])) return false;
    return view_broken(g, pool, v) == NULL;
}

void names_from_json(json_t *view, const char *names[NAMES_MAX])
{
    json_t *seats = json_object_get(view, "seats");
    for (size_t i = 0; i < NAMES_MAX; i++) {
        const char *name = json_string_value(json_array_get(seats, i));
        names[i]         = name ? name : "?";
    }
}

// --- text ---------------------------------------------------------------------------------------

void make_fit_to_print(json_t *value)
{
    const char *name;
    json_t     *inner;
    size_t      i;
    void       *next;
    if (json_is_string(value)) {
        char *fit = strdup(json_string_value(value));
        if (!fit) BUG("out of memory for a text");
        fit_to_print(fit);
        if (json_string_set(value, fit) != 0) BUG("a text that is fit is none");
        free(fit);
    }
    json_array_foreach(value, i, inner) make_fit_to_print(inner);
    json_object_foreach_safe(value, next, name, inner)
    {
        if (is_fit_to_print(name))
            make_fit_to_print(inner);
        else
            json_object_del(value, name); // nothing that we know has such a name
    }
}
