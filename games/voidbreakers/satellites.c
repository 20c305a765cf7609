// Section 6: satellites in texts: minions that are deployed, upgrades that are attached and
// detached (VOI-117, VOI-118, VOI-717, VOI-819).
#include "games/voidbreakers/verbs.h"

// ---- minions

static zone_id zone_to_deploy(const struct table *t, const struct link *w, const struct step *s)
{
    if (s->to) return picked_zone(w, t->pool->meaning->things[s->to].slot, NO_CARD);
    return w->kind == WORK_TRIGGER ? w->zone : zone_of_card(state_at(t), w->user);
}

static bool can_come(const struct table *t, const struct link *w, def_id satellite) // VOI-635
{
    const struct face *face = &book_of(t)->faces[satellite];
    card_id fighter = face->fighter == NO_DEF ? NO_CARD : card_by_name(t, w->seat, face->fighter);
    return fighter != NO_CARD && !is_dead(state_at(t), fighter);
}

// VOI-R114
rule_id why_not_deploy(const struct table *t, const struct link *w, const struct step *s)
{
    def_id def = name_in(t, s->things);
    if (book_of(t)->faces[def].fighter != NO_DEF && !can_come(t, w, def)) return VOI_635;
    if (in_reserve(t, w->seat, def) == NO_CARD) return VOI_717;
    if (s->to) return 0; // chosen among others
    zone_id zone = zone_to_deploy(t, w, s);
    return is_arena(zone) && is_full(state_at(t), zone) ? VOI_717 : 0;
}

rule_id why_not_attach(const struct table *t, const struct link *w, const struct step *s)
{
    card_id card = in_reserve(t, w->seat, name_in(t, s->things));
    if (card == NO_CARD || face_of(t, card)->fighter != face_of(t, w->user)->self) return VOI_819;
    return 0;
}

// Of "up to two Scrap Drones": how many there are, and room for them.
unsigned most_to_deploy(const struct table *t, const struct link *w, const struct step *s)
{
    const struct voidbreakers_state *st   = state_at(t);
    const struct scope               k    = scope_of(t, w);
    def_id                           def  = name_in(t, s->things);
    zone_id                          zone = zone_to_deploy(t, w, s);
    unsigned                         most = (unsigned)amount_of(&k, s->amount), there = 0;
    if (!can_come(t, w, def) || !is_arena(zone) || is_full(st, zone)) return 0;
    EACH_CARD(c, st, zone_of_seat(ZONE_RESERVE, w->seat)) there += st->cards[c].def == def;
    unsigned room = CAPACITY - st->zones[zone].count;
    if (most > there) most = there;
    return most < room ? most : room;
}

static uint16_t deploy_so_many(struct table *t, struct work *w, const struct step *s, int count)
{
    def_id   def  = name_in(t, s->things);
    zone_id  zone = zone_to_deploy(t, link_of(w), s);
    uint16_t done = 0;
    if (!can_come(t, link_of(w), def) || !is_arena(zone)) return 0;
    for (; count > 0; count--, done++) {
        card_id card = in_reserve(t, w->seat, def);
        if (card == NO_CARD || !deploy(t, card, zone, told(t, w, s))) break;
    }
    return done;
}

// VOI-448, VOI-R112: how many is asked when it is carried out, in a batch with the other choices.
uint16_t deploy_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    if (!(s->flags & STEP_AS_MUCH))
        return deploy_so_many(t, w, s, says(s, WORD_ALL) ? SATELLITES_MAX : a->amount);
    if (link_of(w)->kind == WORK_TRIGGER) return deploy_so_many(t, w, s, w->tally[0]);
    unsigned most = most_to_deploy(t, link_of(w), s);
    if (most) ask(t->state, w->seat, QUESTION_NUMBER, (uint16_t)most, w->card);
    return 0;
}

uint16_t deploy_chosen(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    (void)a;
    return deploy_so_many(t, w, s, answer_of(t->state, w->seat).option);
}

// ---- upgrades

uint16_t attach_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st   = state_of(t);
    card_id                    user = link_of(w)->user;
    def_id                     def  = name_in(t, s->things);
    uint16_t                   done = 0;
    for (int count = a->amount; count > 0; count--, done++) {
        card_id card = in_reserve(t, w->seat, def);
        if (card == NO_CARD || !is_living(st, user) ||
            face_of(t, card)->fighter != face_of(t, user)->self)
            break;
        card_move(&st->core, card, zone_of_seat(ZONE_UPGRADES, w->seat), BOTTOM);
        if (face_of(t, card)->auras) look_for_auras(t);
        happened(t, EVENT_ATTACHED, w->seat, card, user, 0, told(t, w, s));
    }
    return done;
}

// So many upgrades of a name, or of any (VOI-R109), or all of them.
uint16_t detach_some(struct table *t, struct work *w, const struct step *s, const struct aim *a)
{
    struct voidbreakers_state *st   = state_of(t);
    def_id                     def  = name_in(t, s->to);
    bool                       all  = says(s, WORD_ALL);
    uint16_t                   done = 0;
    for (int count = a->amount; all || count > 0; count--, done++) {
        card_id card = attached_upgrade(t, a->thing, def);
        if (card == NO_CARD) break;
        card_move(&st->core, card, zone_of_seat(ZONE_RESERVE, owner_of(st, card)), BOTTOM);
        if (face_of(t, card)->auras) look_for_auras(t);
        happened(t, EVENT_DETACHED, w->seat, card, a->thing, 0, told(t, w, s));
    }
    return done;
}

// VOI-R102: from the user, that is; of other cards it is not known before.
bool can_detach(const struct scope *k, const struct step *s)
{
    const struct things *x    = &k->m->things[s->things];
    card_id              user = link_of(k->w)->user;
    if (x->how != HOW_REF || x->slot != REF_ROLE + ROLE_USER) return true;
    return is_living(state_at(k->t), user) &&
           attached_upgrade(k->t, user, name_in(k->t, s->to)) != NO_CARD;
}
