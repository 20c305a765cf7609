#include "cli/mirror.h"

#include <stdlib.h>
#include <string.h>

enum { ZONES_MOST = 256, CARDS_MOST = UINT16_MAX };

struct mirror {
    struct match match;
    struct position {
        struct core core;
        struct zone zones[ZONES_MOST]; // before the cards: a core knows where both are by 16 bits
        struct card cards[CARDS_MOST];
    } position;
};

static size_t count_zones(const struct game *g)
{
    size_t count = 0;
    while (g->zones[count].name) count++;
    return count;
}

struct mirror *mirror_create(const struct box *box)
{
    struct mirror *m = calloc(1, sizeof *m);
    if (!m) BUG("out of memory for a table");
    m->match.box   = box;
    m->match.table = (struct table){ .game  = box->game,
                                     .pool  = box->pool,
                                     .state = &m->position.core };
    return m;
}

void mirror_destroy(struct mirror *m) { free(m); }

struct match *mirror_match(struct mirror *m) { return &m->match; }

// Behind those of its zone that are there. One that comes twice is there once.
static void put_card(struct core *c, const struct view_card *seen, seat_id viewer)
{
    if (seen->id >= CARDS_MOST || card_of(c, seen->id)->zone != NO_ZONE) return;
    struct zone *zone = zone_of(c, seen->zone);
    struct card *card = card_of(c, seen->id);
    *card             = (struct card){ .def   = seen->def,
                                       .above = zone->bottom,
                                       .below = NO_CARD,
                                       .zone  = seen->zone,
                                       .owner = seen->owner,
                                       .known = (seat_set)(seen->def == NO_DEF ? 0 : BIT(viewer)),
                                       .flags = seen->flags };
    if (zone->bottom == NO_CARD)
        zone->top = seen->id;
    else
        card_of(c, zone->bottom)->below = seen->id;
    zone->bottom = seen->id;
    zone->count++;
    if (c->card_count <= seen->id) c->card_count = (uint16_t)(seen->id + 1);
}

void mirror_show(struct mirror *m, const struct view *v, const char *const *names)
{
    struct core *c     = &m->position.core;
    size_t       zones = count_zones(m->match.box->game);
    memset(&m->position, 0, sizeof m->position);
    core_layout(c, m->position.cards, CARDS_MOST, m->position.zones, zones);
    for (size_t i = 0; i < CARDS_MOST; i++)
        m->position.cards[i] = (struct card){ .zone = NO_ZONE, .def = NO_DEF };
    for (unsigned i = 0; i < v->card_count; i++) put_card(c, &v->cards[i], v->viewer);
    c->seats   = v->seats;
    c->asked   = v->asked;
    c->over    = v->over;
    c->winners = v->winners;
    for (seat_id s = 0; s < SEATS_MAX; s++) m->match.names[s] = s < v->seats ? names[s] : "?";
    m->match.setup.seats = v->seats;
}

void mirror_ask(struct mirror *m, seat_id seat, struct question q)
{
    m->position.core.question[seat] = q;
}
