// Section 6: satellites in texts: minions that are deployed, upgrades that are attached and
// detached (VOI-117, VOI-118, VOI-717, VOI-819).
#include "games/voidbreakers/rules.h"

// ---- minions

static def_id satellite_named(const struct table *t, size_t verb)
{
    const struct op *ops   = t->pool->ops;
    size_t           up_to = op_find(ops, verb, W_UP_TO);
    return book_of(t)->named[op_find(ops, up_to ? up_to : verb, W_CARDNAME)];
}

static zone_id zone_to_deploy(const struct table *t, const struct work *w, size_t verb,
                              unsigned slot)
{
    const struct book *book = book_of(t);
    if (book->sentences[book->row_of[verb]].chosen == CHOSEN_ZONE)
        return picked_zone(w, slot, NO_CARD);
    return w->kind == WORK_TRIGGER ? w->zone : zone_of_card(state_at(t), w->user);
}

static bool can_come(const struct table *t, const struct work *w, def_id satellite) // VOI-635
{
    const struct face *face = &book_of(t)->faces[satellite];
    card_id fighter = face->fighter == NO_DEF ? NO_CARD : card_by_name(t, w->seat, face->fighter);
    return fighter != NO_CARD && !is_dead(state_at(t), fighter);
}

// VOI-R114
rule_id why_not_deploy(const struct table *t, const struct work *w, size_t verb, unsigned slot)
{
    const struct book *book = book_of(t);
    def_id             def  = satellite_named(t, verb);
    if (book->faces[def].fighter != NO_DEF && !can_come(t, w, def)) return VOI_635;
    if (in_reserve(t, w->seat, def) == NO_CARD) return VOI_717;
    if (book->sentences[book->row_of[verb]].chosen == CHOSEN_ZONE) return 0; // chosen among others
    zone_id zone = zone_to_deploy(t, w, verb, slot);
    return is_arena(zone) && is_full(state_at(t), zone) ? VOI_717 : 0;
}

rule_id why_not_attach(const struct table *t, const struct work *w, size_t verb)
{
    def_id  def  = book_of(t)->named[op_find(t->pool->ops, verb, W_CARDNAME)];
    card_id card = in_reserve(t, w->seat, def);
    if (card == NO_CARD || face_of(t, card)->fighter != face_of(t, w->user)->self) return VOI_819;
    return 0;
}

void deploy_satellites(struct table *t, const struct work *w, size_t verb, unsigned slot, int count)
{
    def_id  def  = satellite_named(t, verb);
    zone_id zone = zone_to_deploy(t, w, verb, slot);
    if (!can_come(t, w, def) || !is_arena(zone)) return;
    while (count-- > 0) {
        card_id card = in_reserve(t, w->seat, def);
        if (card == NO_CARD || !deploy(t, card, zone, by_text(t, w, verb))) return;
    }
}

bool deploys_up_to(const struct op *ops, size_t verb)
{
    return ops[verb].code == W_DEPLOY && op_find(ops, verb, W_UP_TO);
}

// Of "up to two Scrap Drones": how many there are, and room for them.
unsigned most_to_deploy(const struct table *t, const struct work *w, size_t verb, unsigned slot)
{
    const struct voidbreakers_state *s     = state_at(t);
    def_id                           def   = satellite_named(t, verb);
    zone_id                          zone  = zone_to_deploy(t, w, verb, slot);
    size_t                           up_to = op_find(t->pool->ops, verb, W_UP_TO);
    unsigned                         most = (unsigned)number_in(t->pool->ops, up_to, 1), there = 0;
    if (!can_come(t, w, def) || !is_arena(zone) || is_full(s, zone)) return 0;
    EACH_CARD(c, s, zone_of_seat(ZONE_RESERVE, w->seat)) there += s->cards[c].def == def;
    unsigned room = CAPACITY - s->zones[zone].count;
    if (most > there) most = there;
    return most < room ? most : room;
}

// ---- upgrades

void attach_upgrades(struct table *t, const struct work *w, size_t verb, int count)
{
    struct voidbreakers_state *s   = state_of(t);
    def_id                     def = book_of(t)->named[op_find(t->pool->ops, verb, W_CARDNAME)];
    while (count-- > 0) {
        card_id card = in_reserve(t, w->seat, def);
        if (card == NO_CARD || !is_living(s, w->user) ||
            face_of(t, card)->fighter != face_of(t, w->user)->self)
            return;
        card_move(&s->core, card, zone_of_seat(ZONE_UPGRADES, w->seat), BOTTOM);
        if (face_of(t, card)->auras) look_for_auras(t);
        happened(t, EVENT_ATTACHED, w->seat, card, w->user, 0, by_text(t, w, verb));
    }
}

// So many upgrades of a name, or of any (VOI-R109), or all of them.
void detach_upgrades(struct table *t, const struct work *w, size_t verb, card_id fighter, int count)
{
    struct voidbreakers_state *s    = state_of(t);
    size_t                     name = op_find(t->pool->ops, verb, W_CARDNAME);
    def_id                     def  = name ? book_of(t)->named[name] : NO_DEF;
    bool                       all  = op_find(t->pool->ops, verb, W_ALL) != 0;
    if (!is_living(s, fighter)) return;
    for (card_id card; all || count-- > 0;) {
        if ((card = attached_upgrade(t, fighter, def)) == NO_CARD) return;
        card_move(&s->core, card, zone_of_seat(ZONE_RESERVE, owner_of(s, card)), BOTTOM);
        if (face_of(t, card)->auras) look_for_auras(t);
        happened(t, EVENT_DETACHED, w->seat, card, fighter, 0, by_text(t, w, verb));
    }
}

// VOI-R102: from the user, that is; of other cards it is not known before.
bool has_to_detach(const struct table *t, const struct work *w, size_t verb)
{
    size_t name = op_find(t->pool->ops, verb, W_CARDNAME);
    def_id def  = name ? book_of(t)->named[name] : NO_DEF;
    size_t from = object_of(t->pool->ops, verb);
    if (from && t->pool->ops[from].code != W_USER) return true;
    return is_living(state_at(t), w->user) && attached_upgrade(t, w->user, def) != NO_CARD;
}
