// Is a view one that this game could show? For views that come from elsewhere: whoever draws one
// uses its numbers as places in tables.
#include "engine/table.h"

static bool is_seat(const struct view *v, seat_id seat)
{
    return seat < v->seats || seat == NO_SEAT;
}

static bool is_face(const struct card_pool *pool, def_id def)
{
    return def < pool->def_count || def == NO_DEF;
}

static unsigned count_names(const char *const *names)
{
    unsigned count = 0;
    while (names && names[count]) count++;
    return count;
}

static const char *card_broken(const struct game *g, const struct card_pool *pool,
                               const struct view *v, const struct view_card *c, unsigned zones)
{
    unsigned words = count_names(g->status_words);
    if (c->zone >= zones) return "a card lies in no zone";
    if (!is_seat(v, c->owner)) return "a card is of no seat";
    if (!is_face(pool, c->def)) return "a card has no such face";
    if (c->stats > VIEW_STATS_MAX || c->stats > count_names(g->stat_names))
        return "a card has too many numbers";
    if (words < 64 && c->words >> words) return "a card has words that there are not";
    return NULL;
}

static const char *value_broken(const struct game *g, const struct card_pool *pool,
                                const struct view *v, const struct view_value *value)
{
    if (value->name >= count_names(g->value_names)) return "a number has no name";
    if (!is_seat(v, value->seat)) return "a number is of no seat";
    for (const struct value_limit *l = g->value_limits; l && l->kind; l++) {
        long most = l->kind == VALUE_OF_SEAT   ? v->seats - 1
                    : l->kind == VALUE_OF_FACE ? (long)pool->def_count - 1
                                               : l->most;
        if (l->name == value->name && (value->value < l->least || value->value > most))
            return "a number is out of its range";
    }
    return NULL;
}

const char *view_broken(const struct game *g, const struct card_pool *pool, const struct view *v)
{
    unsigned zones = 0;
    while (g->zones[zones].name) zones++;
    if (!v->seats || v->seats > SEATS_MAX) return "so many seats there are not";
    if (v->viewer >= v->seats && v->viewer != SPECTATOR) return "the viewer has no seat";
    if (v->asked >> v->seats || v->winners >> v->seats) return "a seat is named that there is not";
    if (v->question && v->question >= count_names(g->questions)) return "there is no such question";
    if (v->card_count > VIEW_CARDS_MAX || v->value_count > VIEW_VALUES_MAX ||
        v->link_count > VIEW_STACK_MAX)
        return "there is too much of something";
    const char *wrong = NULL;
    for (unsigned i = 0; i < v->card_count && !wrong; i++)
        wrong = card_broken(g, pool, v, &v->cards[i], zones);
    for (unsigned i = 0; i < v->value_count && !wrong; i++)
        wrong = value_broken(g, pool, v, &v->values[i]);
    for (unsigned i = 0; i < v->link_count && !wrong; i++) {
        const struct view_link *l = &v->links[i];
        if (!is_face(pool, l->def) || !is_seat(v, l->seat) ||
            (l->what && l->what >= count_names(g->link_names)))
            wrong = "what waits is none that there is";
    }
    return wrong;
}
