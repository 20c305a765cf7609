// special.c - DES-950 to DES-959: the special deck. What a special creature asks for is chosen
// thing by thing and paid together, when the link is activated.
#include "games/despaira/rules.h"

enum { GOD_CREATURES = 3, DEVIL_CREATURES = 1, DEVIL_CARDS = 5 };

bool is_special(const struct table *t, card_id card)
{
    return (def_of(t, card)->tags >> TAG_GOD & 15) != 0;
}

static unsigned creatures_for(const struct table *t, card_id card)
{
    if (has_tag(t, card, TAG_GOD)) return GOD_CREATURES;
    if (has_tag(t, card, TAG_DEVIL)) return DEVIL_CREATURES;
    return face_of(t, card)->material_count;
}

// DES-953, DES-955, DES-956, DES-R86
static bool is_payment(const struct table *t, seat_id seat, card_id card, unsigned nth,
                       card_id creature)
{
    const struct despaira_state *s = state_at(t);
    if (creature >= s->core.card_count || !is_creature(t, creature)) return false;
    if (controller_of(s, creature) != seat) return false;
    bool token = def_of(t, creature)->kind == KIND_TOKEN;
    if (has_tag(t, card, TAG_DEVIL)) return !token;
    if (has_tag(t, card, TAG_GOD))
        return !token && is_up(s, creature) &&
               face_of(t, creature)->element == face_of(t, card)->element;
    if (nth >= face_of(t, card)->material_count) return false;
    unsigned group = face_of(t, card)->material[nth]; // things
    if (token && !(t->pool->meaning->things[group].kinds & BIT(IS_TOKEN))) return false;
    struct context c = context_alone(s, card);
    c.seat           = seat;
    c.tile           = NO_TILE;
    return matches(t, &c, group, creature, REACH_ANY);
}

static bool is_taken(const uint16_t *taken, unsigned count, card_id card)
{
    for (unsigned i = 0; i < count; i++)
        if (taken[i] == card) return true;
    return false;
}

// Can the creatures from the nth on be found, besides those that are taken?
static bool can_be_paid(const struct table *t, seat_id seat, card_id card, unsigned nth,
                        uint16_t taken[NAMED_MAX])
{
    if (nth >= creatures_for(t, card) || nth >= NAMED_MAX) return true;
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id there = occupant(state_at(t), tile);
        if (there == NO_CARD || is_taken(taken, nth, there)) continue;
        if (!is_payment(t, seat, card, nth, there)) continue;
        taken[nth] = there;
        if (can_be_paid(t, seat, card, nth + 1, taken)) return true;
    }
    return false;
}

rule_id why_not_summon(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s                = state_at(t);
    uint16_t                     taken[NAMED_MAX] = { 0 };
    if (card >= s->core.card_count || card_at(&s->core, card)->zone != zone_for(seat, ZONE_SPECIAL))
        return DES_952;
    if (has_tag(t, card, TAG_RITUAL)) return DES_954;
    rule_id rule = has_tag(t, card, TAG_FUSION) ? DES_953
                   : has_tag(t, card, TAG_GOD)  ? DES_955
                                                : DES_956;
    if (rule == DES_953 ? !is_main(s) || !face_of(t, card)->material_count
                        : s->phase != PHASE_MAIN_1)
        return rule;
    if (rule == DES_956 && zone_size(&s->core, zone_for(seat, ZONE_GRAVEYARD)) < DEVIL_CARDS)
        return rule;
    return can_be_paid(t, seat, card, 0, taken) ? 0 : rule;
}

// What has been chosen so far lies in work.named.
bool summon_asks(const struct table *t, card_id card)
{
    unsigned needed = creatures_for(t, card) + (has_tag(t, card, TAG_DEVIL) ? DEVIL_CARDS : 0);
    return state_at(t)->work.core.named_count < needed;
}

bool may_pay(const struct table *t, seat_id seat, card_id card, card_id payment)
{
    const struct despaira_state *s                = state_at(t);
    unsigned                     nth              = s->work.core.named_count;
    uint16_t                     taken[NAMED_MAX] = { 0 };
    if (payment >= s->core.card_count || is_given(s, payment)) return false;
    if (nth >= creatures_for(t, card))
        return card_at(&s->core, payment)->zone == zone_for(seat, ZONE_GRAVEYARD);
    if (!is_payment(t, seat, card, nth, payment)) return false;
    for (unsigned i = 0; i < nth; i++) taken[i] = s->work.named[i].thing;
    taken[nth] = payment;
    return can_be_paid(t, seat, card, nth + 1, taken);
}

static void pay(struct table *t, struct link *l)
{
    struct despaira_state *s     = state_of(t);
    bool                   devil = has_tag(t, l->source, TAG_DEVIL);
    rule_id rule = devil ? DES_956 : has_tag(t, l->source, TAG_GOD) ? DES_955 : DES_953;
    for (unsigned i = 0; i < s->work.core.named_count; i++) {
        unsigned tile = tile_of(s, s->work.named[i].thing);
        if (rule == DES_953 && l->path_count < PATH_MAX && tile != NO_TILE)
            l->path[l->path_count++] = (uint8_t)tile;
        if (devil)
            to_zone(t, s->work.named[i].thing, ZONE_VOID, TOP, because(rule));
        else
            sacrifice_card(t, s->work.named[i].thing, because(rule));
    }
    s->work = (struct doing){ 0 };
}

// All is chosen: it is paid, and the link is there.
void begin_summon(struct table *t, card_id card)
{
    struct despaira_state *s = state_of(t);
    struct link            l = { .ability = NO_ABILITY,
                                 .source  = card,
                                 .about   = NO_CARD,
                                 .other   = NO_CARD,
                                 .speed   = 5,
                                 .seat    = s->turn_seat,
                                 .flags   = LINK_CREATURE | LINK_SPECIAL,
                                 .tile    = NO_TILE };
    pay(t, &l);
    s->links[s->link_count++] = l;
    s->declared               = 1;
    s->backs                  = 0;
    show(t, card);
    happened(t, EVENT_ACTIVATED, s->turn_seat, card, NO_CARD, s->link_count, because(DES_953));
}

// DES-953: on the tile of one of the materials. DES-423: else beside the Leader.
bool may_summon_on(const struct table *t, const struct link *l, unsigned tile)
{
    const struct despaira_state *s    = state_at(t);
    bool                         fits = false;
    if (tile >= TILES) return false;
    for (unsigned i = 0; i < l->path_count; i++) fits |= l->path[i] == tile;
    if (!l->path_count) fits = is_beside_leader(s, l->seat, tile);
    return fits && (occupant(s, tile) == NO_CARD || would_clash(t, l->source, l->seat, tile));
}

// DES-959
bool can_be_summoned(const struct table *t, const struct link *l)
{
    const struct despaira_state *s = state_at(t);
    if (l->flags & LINK_NEGATED ||
        card_at(&s->core, l->source)->zone != zone_for(l->seat, ZONE_SPECIAL))
        return false;
    for (unsigned tile = 0; tile < TILES; tile++)
        if (may_summon_on(t, l, tile)) return true;
    return false;
}

// ---- Rituals (DES-954)

card_id special_named(const struct table *t, seat_id seat, unsigned name)
{
    const uint8_t *quoted = &book_of(t)->quoted[(size_t)name * t->pool->def_count];
    EACH_IN_ZONE(card, t->state, zone_for(seat, ZONE_SPECIAL))
        if (has_tag(t, card, TAG_RITUAL) && quoted[state_at(t)->cards[card].def]) return card;
    return NO_CARD;
}

const struct step *ritual_in(const struct table *t, unsigned ability)
{
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[ability];
    for (unsigned i = line->step_count; i-- > 0;) {
        const struct step *step = &m->step[line->step_first + i];
        if (step->kind == STEP_DO && step->verb == VERB_RITUAL) return step;
    }
    return NULL;
}

bool ritual_pays(const struct table *t, seat_id seat, card_id card)
{
    const struct despaira_state *s = state_at(t);
    return card < s->core.card_count && !is_given(s, card) && is_creature(t, card) &&
           controller_of(s, card) == seat && def_of(t, card)->kind != KIND_TOKEN;
}

bool ritual_is_paid(const struct table *t, seat_id seat, unsigned name)
{
    const struct despaira_state *s    = state_at(t);
    card_id                      card = special_named(t, seat, name);
    int                          sum  = 0;
    for (unsigned i = 0; i < s->work.core.named_count; i++)
        sum += level_of(t, s->work.named[i].thing);
    return card != NO_CARD && sum >= level_of(t, card);
}

// Is there anything left to give? In an imagined position there may be too little.
bool ritual_goes_on(const struct table *t, seat_id seat)
{
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id card = occupant(state_at(t), tile);
        if (card != NO_CARD && ritual_pays(t, seat, card)) return true;
    }
    return false;
}

bool ritual_is_possible(const struct table *t, seat_id seat, unsigned name)
{
    card_id card = special_named(t, seat, name);
    int     sum  = 0;
    for (unsigned tile = 0; tile < TILES; tile++) {
        card_id there = occupant(state_at(t), tile);
        if (there == NO_CARD || !is_creature(t, there)) continue;
        if (controller_of(state_at(t), there) == seat && def_of(t, there)->kind != KIND_TOKEN)
            sum += level_of(t, there);
    }
    return card != NO_CARD && sum >= level_of(t, card);
}
