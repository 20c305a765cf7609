// choices.c - what may be chosen, and which rule forbids the rest (rules.md, section 5). Lists
// offer exactly what why_not() allows.
#include "games/oversoul/effects.h"

struct list {
    const struct table *t;
    struct choice      *out, *next, *end;
    seat_id             seat;
    struct taken        nothing;    // with what the seat could pay
    bool                free;       // it may add a link, and no Ability is being carried out
    bool                timely;     // ... in its own open state
    bool                same_costs; // no text or lasting change touches Costs
    unsigned            most_less;  // 1 + what they can take off a Cost, likewise
    bool                costings_read;
    struct costings     costings; // of nothing
    uint32_t            laws;     // CAST* only in an open state (OVE-735)
    unsigned            zones;    // that are free
    unsigned            target_count;
    card_id             target[BODIES_MAX]; // whom some Unit could Attack, once there is one
};

// Not an initialiser: long lists inside it are filled where they are used.
static void begin_list(struct list *l, const struct table *t, seat_id seat, struct choice *out,
                       size_t max)
{
    l->t                = t;
    l->out              = out;
    l->next             = out;
    l->end              = out + max;
    l->seat             = seat;
    l->nothing.count    = 0;
    l->nothing.left     = 0;
    l->nothing.costings = NULL;
    l->most_less        = 0;
    l->costings_read    = false;
    l->target_count     = 0;
}

static void offer(struct list *l, struct choice c)
{
    if (l->next < l->end) *l->next++ = c;
}

static size_t count_of(const struct list *l) { return (size_t)(l->next - l->out); }

static void offer_plain(struct list *l, enum choice_kind kind)
{
    offer(l, (struct choice){ .kind = (uint8_t)kind });
}

// --- D4 and D5: what to start -------------------------------------------------------------------

// Does a Role of this card bring something that is used at will, where the card lies?
static bool has_role_use(const struct table *t, card_id c)
{
    const struct rulebook *b      = book(t);
    bool                   active = is_active(peek(t), c);
    for (uint32_t left = roles_of(t, c) & ~ROLES_RECEIVED; left; left &= left - 1) {
        uint16_t              id = b->role_ability[__builtin_ctz(left)][0];
        const struct ability *a  = id == NO_ABILITY ? NULL : &b->abilities[id];
        if (a && a->kind == ABILITY_USE && active == (a->place == ANYWHERE)) return true;
    }
    return false;
}

// How many lines for use at will are printed on a Leader, underlined ones included.
static unsigned printed_uses(const struct table *t, card_id c)
{
    const struct face *f = face_of(t, c);
    unsigned           n = 0;
    for (unsigned i = 0; i < f->ability_count; i++)
        n += book(t)->abilities[f->ability_first + i].kind == ABILITY_USE;
    return n;
}

// Of a card that has no such thing to use at will.
static rule_id why_no_ability(const struct table *t, struct choice c)
{
    const struct oversoul_state *s     = peek(t);
    unsigned                     which = c.kind == CHOOSE_USE ? 1 : c.option;
    if (is_prepared(s, c.card)) return OVE_148;
    if (is_active(s, c.card) && has_keyword(s, c.card, SEALED)) return OVE_846;
    if (is_leader_seated(s, c.card) && which && which <= printed_uses(t, c.card)) return OVE_453;
    if (!knows(&s->core, seat_of(s, c.card), c.card)) return OVE_121; // in a Deck
    if (!face_of(t, c.card)->minus && has_role_use(t, c.card)) return OVE_602;
    return is_active(s, c.card) ? OVE_756 : OVE_121;
}

static rule_id why_not_use_choice(const struct table *t, seat_id seat, struct choice c)
{
    struct held held, list[ABILITIES_HELD_MAX];
    if (c.card >= t->state->card_count || card_in(peek(t), c.card)->zone == NO_ZONE)
        return RULE_NO_SUCH;
    if (seat_of(peek(t), c.card) != seat) return OVE_118;
    bool   named = held_of_choice(t, seat, c, &held);
    size_t n     = named ? 1 : usable_abilities(t, seat, c.card, list);
    if (n == 0 || (!named && is_leader_seated(peek(t), c.card) && c.option > n))
        return why_no_ability(t, c);
    if (!named && c.kind != CHOOSE_USE) return RULE_NO_SUCH;
    if (!named) held = list[0]; // it has several, and none was named: the first is meant
    rule_id no = why_not_use(t, seat, c.card, &held);
    if (no == OVE_705) no = why_unpaid(t, seat, c.card, &held);
    return no || named ? no : RULE_NO_SUCH;
}

static rule_id why_not_activate_choice(const struct table *t, seat_id seat, card_id c)
{
    rule_id no = why_not_activate(t, seat, c);
    return no == OVE_705 ? why_unpaid(t, seat, c, NULL) : no;
}

// OVE-222: an own Unit that must Attack and can.
SELDOM static card_id forced_attacker(const struct table *t, seat_id seat, card_id *selection)
{
    const struct oversoul_state *s    = peek(t);
    const struct side           *side = &s->side[seat];
    for (unsigned i = 0; i < side->board_count; i++) {
        card_id c = card_of_body(&s->bodies[side->board[i]]);
        if (!must_attack(t, c)) continue;
        for (unsigned k = 0; k < s->active_count; k++)
            if (why_not_attack(t, seat, c, s->active[k]) == 0) {
                *selection = s->active[k];
                return c;
            }
    }
    return NO_CARD;
}

static rule_id why_not_end(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s = peek(t);
    card_id                      selection;
    if (!(s->keywords & BIT(BERSERK)) && !(s->holds & HOLDS_MUST)) return 0; // most often
    return forced_attacker(t, seat, &selection) == NO_CARD ? 0 : OVE_222;
}

// Before the first long look, unless there is nothing to know.
static void know_costings(struct list *l)
{
    if (l->same_costs || l->costings_read) return;
    l->costings_read = true;
    if (read_costings(l->t, &l->costings)) l->nothing.costings = &l->costings;
}

// What texts and lasting changes could take off the Cost of some card.
static unsigned most_less(struct list *l)
{
    if (l->most_less) return l->most_less - 1;
    know_costings(l);
    l->most_less = 1 + (l->nothing.costings ? discount_by(l->t, l->seat, l->nothing.costings)
                                            : most_discount(l->t, l->seat));
    return l->most_less - 1;
}

static unsigned energy_of(const struct list *l) { return l->nothing.left - 1; }

// The n-th of so many Abilities of a card that can be used, if nothing forbids it.
static void offer_use(struct list *l, card_id c, struct held h, size_t n, size_t count)
{
    const struct ability *a = &book(l->t)->abilities[h.ability];
    if (!(a->laws & l->laws) || (a->energy && a->energy > energy_of(l))) return;
    bool now = l->timely && peek(l->t)->slot[c]; // what why_not_use_with() asks first
    if (now ? why_not_use_now(l->t, l->seat, c, &h, &l->nothing)
            : why_not_use_with(l->t, l->seat, c, &h, &l->nothing))
        return;
    offer(l, count == 1
                 ? (struct choice){ .kind = CHOOSE_USE, .card = c }
                 : (struct choice){ .kind = CHOOSE_USE_OTHER, .card = c, .option = (uint8_t)n });
}

APART static void offer_other_uses(struct list *l, card_id c)
{
    struct held list[ABILITIES_HELD_MAX];
    size_t      count = usable_abilities(l->t, l->seat, c, list);
    for (size_t i = 0; i < count; i++) offer_use(l, c, list[i], i + 1, count);
}

static void offer_uses(struct list *l, card_id c)
{
    const uint16_t *own;
    if (!(body_at(peek(l->t), c)->flags & BODY_PLAIN)) {
        offer_other_uses(l, c);
        return;
    }
    size_t count = printed_list(l->t, c, LISTED_USES, &own);
    for (size_t i = 0; i < count; i++) offer_use(l, c, (struct held){ own[i], c }, i + 1, count);
}

SELDOM static void offer_zone_uses(struct list *l, zone_id z)
{
    EACH_IN_ZONE(c, l->t->state, z)
        if (face_of(l->t, c)->used_elsewhere && seat_of(peek(l->t), c) == l->seat) offer_uses(l, c);
}

static bool has_zone_for(const struct list *l, const struct face *f)
{
    return l->zones & zones_of_kind(needs_event_zone(f));
}

// Does the hand card need a zone that is not there?
static bool lacks_zone(const struct list *l, const struct face *f)
{
    return f->offers & OFFERS_IN_ZONE && !has_zone_for(l, f);
}

// Certainly not: spares the long look. What it lets through is looked at in full.
static bool is_out_of_reach(struct list *l, card_id c, const struct face *f)
{
    const struct oversoul_state *s    = peek(l->t);
    const struct side           *side = &s->side[l->seat];
    if (rank_to_enter(l->t, c) > side->rank) return side->leader != c;
    if (f->offers & OFFERS_LINES) { // "Activate only when" is one (OVE-703)
        uint32_t deeds = wants_of_card(l->t, c)->deeds;
        if (deeds && !(deeds & s->done)) return true;
    }
    if (!f->minus) return side->plus_used > 0 && l->same_costs;
    if (card_in(s, c)->flags & CARD_MODIFIED || f->offers & OFFERS_OWN_COST) return false;
    unsigned reach = energy_of(l) + side->plus[f->archetype];
    return f->energy > reach && (l->same_costs || f->energy > reach + most_less(l));
}

// Of a card within reach that has the zone it needs: no rule can be against it but those about
// Costs. A Prepared card that is looked at can be started at any time (OVE-145).
static bool is_free_to_start(const struct list *l, card_id c, const struct face *f)
{
    const struct oversoul_state *s      = peek(l->t);
    unsigned                     offers = f->offers & (OFFERS_ITSELF | OFFERS_OWN_COST);
    return offers == OFFERS_ITSELF && (l->timely || (l->free && is_prepared(s, c))) &&
           !(s->bars & bar_of_being(IS_ACTIVATED)) && !(card_in(s, c)->flags & CARD_MODIFIED);
}

// ... and of those the Cost, or how many +cards are allowed (OVE-323, OVE-327).
static bool is_affordable(struct list *l, card_id c, const struct face *f)
{
    if (!f->minus) return peek(l->t)->side[l->seat].plus_used < plus_allowed(l->t, l->seat, c);
    return activation_cost_with(l->t, l->seat, c, true, l->nothing.costings) <= energy_of(l);
}

static void offer_activation(struct list *l, card_id c, const struct face *f)
{
    if (is_out_of_reach(l, c, f)) return;
    if (f->minus) know_costings(l);
    if (is_free_to_start(l, c, f) ? l->same_costs || is_affordable(l, c, f)
                                  : why_not_activate_with(l->t, l->seat, c, &l->nothing) == 0)
        offer(l, (struct choice){ .kind = CHOOSE_ACTIVATE, .card = c });
}

// OVE-141. In its own open state a seat needs a zone and 1 ENERGY for it, and no more.
static bool can_prepare(struct list *l, card_id c, const struct face *f)
{
    if (energy_of(l) < 1 || !has_zone_for(l, f)) return false;
    return l->timely ? !cannot(l->t, c, IS_PREPARED, NO_CARD)
                     : why_not_prepare_with(l->t, l->seat, c, &l->nothing) == 0;
}

static void offer_hand(struct list *l)
{
    const struct oversoul_state *s     = peek(l->t);
    const struct face           *faces = book(l->t)->faces;
    EACH_CARD_IN(c, s, zone_for(l->seat, HAND))
    {
        const struct face *f = &faces[s->cards[c].def];
        if (!lacks_zone(l, f)) offer_activation(l, c, f);
        if (can_prepare(l, c, f)) offer(l, (struct choice){ .kind = CHOOSE_PREPARE, .card = c });
        if (f->used_elsewhere && f->laws & l->laws) offer_uses(l, c);
    }
}

// What can be done with a hand at any time.
static void offer_quick_hand(struct list *l)
{
    const struct oversoul_state *s     = peek(l->t);
    const struct face           *faces = book(l->t)->faces;
    EACH_CARD_IN(c, s, zone_for(l->seat, HAND))
    {
        const struct face *f = &faces[s->cards[c].def];
        if (!(f->offers & (OFFERS_QUICK_EVENT | OFFERS_QUICK_USE))) continue; // most often
        if (f->offers & OFFERS_QUICK_EVENT && !lacks_zone(l, f)) offer_activation(l, c, f);
        if (f->offers & OFFERS_QUICK_USE) offer_uses(l, c);
    }
}

static void add_target(struct list *l, card_id c, bool told)
{
    const struct oversoul_state *s = peek(l->t);
    if (!why_not_target(s, c) && (told || !has_keyword(s, c, VEILED)))
        l->target[l->target_count++] = c;
}

// Enemies that can be attacked at all: VEILED ones cannot (OVE-836) unless somebody is told so. In
// the order in which they became Active.
static void find_targets(struct list *l)
{
    const struct oversoul_state *s    = peek(l->t);
    bool                         told = s->holds & HOLDS_MUST;
    if (s->core.seats == 2) { // one enemy, who has a list
        const struct side *side = &s->side[!l->seat];
        for (unsigned i = 0; i < side->board_count; i++)
            add_target(l, card_of_body(&s->bodies[side->board[i]]), told);
        return;
    }
    for (unsigned i = 0; i < s->active_count; i++)
        if (is_enemy(&s->core, seat_of(s, s->active[i]), l->seat))
            add_target(l, s->active[i], told);
}

// Nothing is about that why_not_attacked() looks at: it did not Enter now, nobody must or can't be
// attacked, nobody flies above it (OVE-811). VEILED Units are not among the targets then.
static bool reaches_all(const struct oversoul_state *s, const struct body *b)
{
    return !(b->flags & BODY_ENTERED) && !s->dirty && !(s->holds & HOLDS_MUST) &&
           !(s->bars & (bar_of_doing(DO_ATTACK) | bar_of_being(IS_ATTACKED))) &&
           (!(s->keywords & BIT(AVIAN)) || b->keywords & (BIT(RANGED) | BIT(AVIAN)));
}

static void offer_attacks(struct list *l, const struct body *b)
{
    const struct oversoul_state *s        = peek(l->t);
    card_id                      attacker = card_of_body(b);
    if (b->flags & BODY_ENTERED && b->spd == 2 && !(s->holds & HOLDS_MUST)) return; // OVE-506
    if (!is_upright(s, attacker) || why_not_attacker(l->t, l->seat, attacker)) return;
    if (l->target_count == 0) find_targets(l);
    bool all = reaches_all(s, b);
    for (unsigned i = 0; i < l->target_count; i++)
        if (all || why_not_attacked(l->t, l->seat, attacker, l->target[i]) == 0)
            offer(l, (struct choice){
                         .kind = CHOOSE_ATTACK, .card = attacker, .target = l->target[i] });
}

// Abilities of cards that are neither in a hand nor on a board.
static void offer_uses_elsewhere(struct list *l)
{
    if (!book(l->t)->any_used_elsewhere) return;
    offer_zone_uses(l, zone_for(l->seat, IDLE));
    offer_zone_uses(l, EXILE);
}

static inline void look_around(struct list *l)
{
    const struct oversoul_state *s = peek(l->t);
    l->same_costs                  = !(s->holds & COST_HOLDS);
    l->free                        = !s->resolving && !s->dirty && s->link_count < LINKS_MAX &&
              s->side[l->seat].own_links < OWN_LINKS_MAX;               // OVE-925
    l->timely       = l->free && is_open(s) && s->turn_seat == l->seat; // OVE-325
    l->zones        = free_zones(s, l->seat);
    l->nothing.left = 1 + energy_available(l->t, l->seat);
}

// A Leader in the Leader Zone needs RANK V and an empty zone (OVE-454).
static bool may_stand_up(struct list *l, card_id leader)
{
    const struct oversoul_state *s = peek(l->t);
    return is_leader_seated(s, leader) && s->side[l->seat].rank == 5 &&
           has_zone_for(l, face_of(l->t, leader));
}

APART static void offer_acts(struct list *l)
{
    const struct oversoul_state *s    = peek(l->t);
    const struct side           *side = &s->side[l->seat];
    l->laws                           = BIT(LAW_QUICK) | BIT(LAW_CAST);
    look_around(l);
    offer_hand(l);
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b = &s->bodies[side->board[i]];
        card_id            c = card_of_body(b);
        if (!(b->flags & BODY_ACTIVE)) {
            if (!(b->flags & CANNOT_START)) offer_activation(l, c, face_of(l->t, c));
            continue;
        }
        if (c == side->leader && may_stand_up(l, c)) offer_activation(l, c, face_of(l->t, c));
        if (b->laws & l->laws) offer_uses(l, c);
        if (b->spd >= 2 || s->holds & HOLDS_MUST) offer_attacks(l, b);
    }
    offer_uses_elsewhere(l);
    if (why_not_end(l->t, l->seat) == 0) offer_plain(l, CHOOSE_END);
}

// Most often there is nothing but to pass: Prepared cards, Quick ones and QUICK* Abilities only,
// and the hand where Timeshift ENERGY is left (OVE-309).
static void offer_responses(struct list *l)
{
    const struct oversoul_state *s    = peek(l->t);
    const struct side           *side = &s->side[l->seat];
    l->laws                           = BIT(LAW_QUICK);
    look_around(l);
    if (side->shift_energy > 0 && s->phase == PHASE_ACTION && s->turn_seat == l->seat)
        offer_hand(l);
    else
        offer_quick_hand(l);
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b = &s->bodies[side->board[i]];
        if (b->laws & BIT(LAW_QUICK))
            offer_uses(l, card_of_body(b));
        else if (!(b->flags & (BODY_ACTIVE | CANNOT_START)))
            offer_activation(l, card_of_body(b), face_of(l->t, card_of_body(b)));
    }
    offer_uses_elsewhere(l);
    offer_plain(l, CHOOSE_PASS);
}

static rule_id why_not_link(const struct table *t, seat_id seat, struct choice c, bool open)
{
    switch ((enum choice_kind)c.kind) {
    case CHOOSE_ACTIVATE: return why_not_activate_choice(t, seat, c.card);
    case CHOOSE_PREPARE: return why_not_prepare(t, seat, c.card);
    case CHOOSE_ATTACK: return why_not_attack(t, seat, c.card, c.target);
    case CHOOSE_USE:
    case CHOOSE_USE_OTHER: return why_not_use_choice(t, seat, c);
    case CHOOSE_PASS: return open ? RULE_NO_SUCH : 0;
    case CHOOSE_END: return open ? why_not_end(t, seat) : RULE_NO_SUCH;
    default: return RULE_NO_SUCH;
    }
}

// --- lists of everything else -------------------------------------------------------------------

static size_t zone_list(const struct table *t, const struct question *q, struct choice *out)
{
    if (q->arg == 1) return spawn_places(t, q->about, out);
    if (q->arg == 2) { // by an Ability; there may be none (OVE-R280)
        size_t n = zone_choices(t, card_in(peek(t), q->about)->owner, q->about, out);
        if (n == 0) out[n++] = (struct choice){ .kind = CHOOSE_DECLINE };
        return n;
    }
    return zone_choices(t, peek(t)->declaring.link.seat, q->about, out);
}

static size_t host_list(const struct table *t, const struct question *q, struct choice *out)
{
    if (q->arg == 1) return spawn_places(t, q->about, out);
    if (q->arg == 3) return attach_hosts(t, out);
    return host_choices(t, peek(t)->declaring.link.seat, q->about, out);
}

static void offer_seats(struct list *l, enum choice_kind kind, bool enemies, unsigned energy)
{
    for (seat_id seat = 0; seat < l->t->state->seats; seat++) {
        if (enemies && !is_enemy(l->t->state, seat, l->seat)) continue;
        if (energy && energy_available(l->t, seat) < energy) continue;
        offer(l, (struct choice){ .kind = (uint8_t)kind, .option = seat });
    }
}

static void offer_guards(struct list *l)
{
    const struct oversoul_state *s    = peek(l->t);
    const struct side           *side = &s->side[l->seat];
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b = &s->bodies[side->board[i]];
        card_id            c = card_of_body(b);
        if ((b->keywords & BIT(GUARD) || s->holds & HOLDS_MUST) &&
            why_not_guard(l->t, l->seat, c) == 0)
            offer(l, (struct choice){ .kind = CHOOSE_GUARD, .card = c });
    }
    if (forced_guard(l->t, l->seat) == NO_CARD) offer_plain(l, CHOOSE_NO_GUARD);
}

// --- questions that gather cards ----------------------------------------------------------------

// 0 hand, 1 Idle Zone, 2 a Unit or Event Zone; 3 anything else.
static unsigned exchange_place(const struct oversoul_state *s, seat_id seat, card_id c)
{
    zone_id z = card_in(s, c)->zone;
    if (z == zone_for(seat, HAND)) return 0;
    if (z == zone_for(seat, IDLE)) return 1;
    return zone_seat(z) == seat && (is_unit_zone(z) || is_event_zone(z)) ? 2 : 3;
}

static size_t zone_candidates(const struct oversoul_state *s, zone_id z, card_id *out, size_t max)
{
    size_t n = 0;
    for (card_id c = s->zones[z].top; c != NO_CARD && n < max; c = s->cards[c].below) out[n++] = c;
    return n;
}

// Cards in Unit and Event Zones that step B may Return (OVE-231, OVE-232).
size_t exchangeable(const struct table *t, seat_id seat, card_id *out, size_t max)
{
    const struct oversoul_state *s = peek(t);
    size_t                       n = 0;
    for (unsigned set = held_zones(s, seat); set; set &= set - 1)
        EACH_IN_ZONE(c, &s->core, first_zone(seat, set))
            if (n < max && !cannot(t, c, IS_RETURNED, NO_CARD)) out[n++] = c;
    return n;
}

static size_t exchange_candidates(const struct table *t, seat_id seat, card_id *out, size_t max)
{
    const struct oversoul_state *s     = peek(t);
    const struct question       *q     = &s->core.question[seat];
    unsigned                     taken = 0;
    size_t                       n     = 0;
    for (unsigned i = 0; i < q->picked; i++) taken |= BIT(exchange_place(s, seat, q->pick[i]));
    if (!(taken & BIT(0))) n = zone_candidates(s, zone_for(seat, HAND), out, max);
    if (!(taken & BIT(1))) n += zone_candidates(s, zone_for(seat, IDLE), out + n, max - n);
    if (!(taken & BIT(2))) n += exchangeable(t, seat, out + n, max - n);
    return n;
}

static size_t pick_candidates(const struct table *t, seat_id seat, card_id *out, size_t max)
{
    const struct question *q = &t->state->question[seat];
    switch ((enum question_kind)q->kind) {
    case QUESTION_REPLACE:
    case QUESTION_HAND_LIMIT: return zone_candidates(peek(t), zone_for(seat, HAND), out, max);
    case QUESTION_COST:
    case QUESTION_SELECT: return declared_candidates(t, q->arg, out, max);
    case QUESTION_EXCHANGE_CARDS: return exchange_candidates(t, seat, out, max);
    case QUESTION_GAZE:
        return zone_candidates(peek(t), zone_for((seat_id)q->about, DECK), out,
                               q->arg < max ? q->arg : max);
    case QUESTION_SEARCH: return search_candidates(t, out, max);
    case QUESTION_DISCARD: return discard_candidates(t, seat, out, max);
    case QUESTION_CARDS: return clause_candidates(t, work_at(peek(t)), out, max);
    default: return 0;
    }
}

static rule_id pick_rule(enum question_kind kind)
{
    switch (kind) {
    case QUESTION_REPLACE: return OVE_026;
    case QUESTION_HAND_LIMIT: return OVE_230;
    case QUESTION_SELECT: return OVE_706;
    case QUESTION_EXCHANGE_CARDS: return OVE_231;
    case QUESTION_GAZE: return OVE_876;
    case QUESTION_SEARCH: return OVE_868;
    case QUESTION_DISCARD: return OVE_864;
    default: return OVE_728;
    }
}

// Some refusals have a rule of their own.
static rule_id why_not_select(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (c < s->core.card_count && card_in(s, c)->zone == SHIFT)
        return OVE_133; // a Construct beside its host
    if (c >= s->core.card_count || !is_board_card(s, c)) return OVE_706;
    if (body_at(s, c)->flags & BODY_PENDING) return OVE_133;
    if (has_keyword(s, c, POLARITY)) return OVE_818;
    if (has_keyword(s, c, VEILED) && is_enemy(&s->core, seat_of(s, c), s->declaring.link.seat))
        return OVE_836;
    return cannot(t, c, IS_SELECTED, s->declaring.link.card) ? OVE_754 : OVE_706;
}

static rule_id why_not_pick(const struct table *t, seat_id seat, card_id c)
{
    enum question_kind kind = (enum question_kind)t->state->question[seat].kind;
    card_id            list[256];
    size_t             n = pick_candidates(t, seat, list, COUNT(list));
    for (size_t i = 0; i < n; i++)
        if (list[i] == c) return 0;
    if (kind == QUESTION_COST) return why_not_declared(t, t->state->question[seat].arg, c);
    return kind == QUESTION_SELECT ? why_not_select(t, c) : pick_rule(kind);
}

APART static void offer_picks(struct list *l)
{
    const struct question *q = &l->t->state->question[l->seat];
    card_id                list[256];
    size_t                 n = pick_candidates(l->t, l->seat, list, COUNT(list));
    for (size_t i = 0; i < n; i++)
        if (!has_picked(q, list[i]))
            offer(l, (struct choice){ .kind = CHOICE_PICK, .card = list[i] });
    if (q->picked >= q->min || l->next == l->out) offer(l, (struct choice){ .kind = CHOICE_DONE });
}

// --- the three functions of the game ------------------------------------------------------------

APART static size_t other_choices(const struct table *t, seat_id seat, struct choice *out,
                                  size_t max)
{
    const struct question *q = &t->state->question[seat];
    struct list            l;
    struct choice          few[16];
    size_t                 n = 0;
    begin_list(&l, t, seat, out, max);
    switch ((enum question_kind)q->kind) {
    case QUESTION_ROCK:
        for (uint8_t i = 0; i < 3; i++)
            offer(&l, (struct choice){ .kind = CHOOSE_ROCK, .option = i });
        break;
    case QUESTION_FIRST: offer_seats(&l, CHOOSE_FIRST, false, 0); break;
    case QUESTION_ZONE: n = zone_list(t, q, few); break;
    case QUESTION_HOST: n = host_list(t, q, few); break;
    case QUESTION_PAY: return payment_choices(t, (seat_id)q->arg, out, max);
    case QUESTION_X:
        for (unsigned x = 1; x <= q->arg && x <= MOST; x++)
            offer(&l, (struct choice){ .kind = CHOOSE_X, .option = (uint8_t)x });
        break;
    case QUESTION_NUMBER:
        for (unsigned x = 0; x <= q->arg && x <= MOST; x++)
            offer(&l, (struct choice){ .kind = CHOOSE_X, .option = (uint8_t)x });
        break;
    case QUESTION_DECK: offer_seats(&l, CHOOSE_DECK, q->arg != 0, 0); break;
    case QUESTION_OPPONENT: offer_seats(&l, CHOOSE_OPPONENT, true, q->arg); break;
    case QUESTION_TRIGGER:
        if (may_accept(t, q)) offer_plain(&l, CHOOSE_ACCEPT);
        offer_plain(&l, CHOOSE_DECLINE);
        break;
    case QUESTION_MAY:
        offer_plain(&l, CHOOSE_ACCEPT);
        offer_plain(&l, CHOOSE_DECLINE);
        break;
    case QUESTION_MODE:
        for (unsigned i = 1; mode_at(t->pool->ops, q->arg, i); i++)
            offer(&l, (struct choice){ .kind = CHOOSE_MODE, .option = (uint8_t)i });
        break;
    case QUESTION_ORDER: return order_choices(t, seat, out, max);
    case QUESTION_LAW: n = law_choices(t, few); break;
    case QUESTION_GUARD: offer_guards(&l); break;
    case QUESTION_EXCHANGE:
        offer_plain(&l, CHOOSE_EXCHANGE);
        offer_plain(&l, CHOOSE_NO_EXCHANGE);
        break;
    case QUESTION_REPLACE:
    case QUESTION_COST:
    case QUESTION_SELECT:
    case QUESTION_HAND_LIMIT:
    case QUESTION_EXCHANGE_CARDS:
    case QUESTION_GAZE:
    case QUESTION_SEARCH:
    case QUESTION_DISCARD:
    case QUESTION_CARDS: offer_picks(&l); break;
    case QUESTION_ACT:
    case QUESTION_RESPOND:
    case QUESTION_NONE:
    case QUESTION_COUNT: break;
    }
    for (size_t i = 0; i < n; i++) offer(&l, few[i]);
    return count_of(&l);
}

// Whoever is asked, and whatever: what this seat could respond with (pass.c).
bool can_only_pass(const struct table *t, seat_id seat)
{
    struct list   l;
    struct choice list[2];
    begin_list(&l, t, seat, list, COUNT(list));
    offer_responses(&l);
    return count_of(&l) == 1;
}

size_t oversoul_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    struct list l;
    uint8_t     kind = t->state->question[seat].kind;
    if (kind == QUESTION_RESPOND && max && is_noted_to_pass(peek(t), seat)) {
        *out = (struct choice){ .kind = CHOOSE_PASS };
        return 1;
    }
    if (kind != QUESTION_RESPOND && kind != QUESTION_ACT) return other_choices(t, seat, out, max);
    begin_list(&l, t, seat, out, max);
    if (kind == QUESTION_RESPOND)
        offer_responses(&l);
    else
        offer_acts(&l);
    return count_of(&l);
}

static bool is_offered(const struct table *t, seat_id seat, struct choice c)
{
    struct choice list[128];
    size_t        n = oversoul_choices(t, seat, list, COUNT(list));
    for (size_t i = 0; i < n; i++)
        if (choice_equal(list[i], c)) return true;
    return false;
}

static rule_id why_not_host_choice(const struct table *t, struct choice c)
{
    const struct oversoul_state *s = peek(t);
    if (c.kind != CHOOSE_HOST) return RULE_NO_SUCH;
    if (c.card < s->core.card_count && is_active(s, c.card) && bears_no_constructs(t, c.card))
        return OVE_818;
    return OVE_421;
}

static bool is_zone_choice(const struct table *t, struct choice c)
{
    return c.kind == CHOOSE_ZONE && c.target < t->state->zone_count;
}

// Occupied, or not of the right kind (for a Prepare OVE-142).
static rule_id why_not_zone(const struct table *t, seat_id seat, const struct question *q,
                            zone_id z)
{
    const struct oversoul_state *s = peek(t);
    bool own                       = zone_seat(z) == seat && (is_unit_zone(z) || is_event_zone(z));
    bool events = q->about != NO_CARD && needs_event_zone(face_of(t, q->about)); // NO_CARD: a TOTEM
    if (own && events == is_event_zone(z)) return OVE_108;
    return s->declaring.link.kind == LINK_PREPARE && s->declaring.link.card == q->about ? OVE_142
                                                                                        : OVE_113;
}

// Members that a kind does not use are 0, so that equal choices are equal bytes.
static bool is_well_formed(struct choice c)
{
    bool card = c.kind == CHOICE_PICK, target = false, option = false, extra = false;
    switch ((enum choice_kind)c.kind) {
    case CHOOSE_ACTIVATE:
    case CHOOSE_PREPARE:
    case CHOOSE_USE:
    case CHOOSE_HOST:
    case CHOOSE_EXHAUST:
    case CHOOSE_ORDER:
    case CHOOSE_LAW:
    case CHOOSE_GUARD: card = true; break;
    case CHOOSE_ATTACK: card = target = true; break;
    case CHOOSE_ORDER_ABOUT: card = target = option = true; break;
    case CHOOSE_USE_OTHER:
    case CHOOSE_ORDER_OTHER:
    case CHOOSE_LAW_OTHER: card = option = true; break;
    case CHOOSE_ZONE: target = true; break;
    case CHOOSE_POINTS: option = extra = true; break;
    case CHOOSE_ROCK:
    case CHOOSE_FIRST:
    case CHOOSE_X:
    case CHOOSE_MODE:
    case CHOOSE_DECK:
    case CHOOSE_KEYWORD:
    case CHOOSE_OPPONENT: option = true; break;
    case CHOOSE_PASS:
    case CHOOSE_END:
    case CHOOSE_ACCEPT:
    case CHOOSE_DECLINE:
    case CHOOSE_NO_GUARD:
    case CHOOSE_EXCHANGE:
    case CHOOSE_NO_EXCHANGE: break;
    }
    return (card || !c.card) && (target || !c.target) && (option || !c.option) &&
           (extra || !c.extra);
}

// What is done in one's own turn only, in another's, by a seat without priority.
rule_id oversoul_why_unasked(const struct table *t, seat_id seat, struct choice c)
{
    const struct oversoul_state *s = peek(t);
    if (!is_well_formed(c) || s->turn == 0 || seat == s->turn_seat) return 0;
    if (c.kind == CHOOSE_END) return OVE_220;
    rule_id no = why_not_link(t, seat, c, false);
    return no == RULE_NO_SUCH ? 0 : no;
}

rule_id oversoul_why_not(const struct table *t, seat_id seat, struct choice c)
{
    const struct question *q = &t->state->question[seat];
    if (!is_well_formed(c)) return RULE_NO_SUCH;
    if (q->max > 0) return c.kind == CHOICE_PICK ? why_not_pick(t, seat, c.card) : RULE_NO_SUCH;
    switch ((enum question_kind)q->kind) {
    case QUESTION_ACT: return why_not_link(t, seat, c, true);
    case QUESTION_RESPOND: return why_not_link(t, seat, c, false);
    case QUESTION_PAY: return why_not_pay(t, (seat_id)q->arg, c);
    case QUESTION_GUARD:
        if (c.kind == CHOOSE_NO_GUARD) return forced_guard(t, seat) == NO_CARD ? 0 : OVE_754;
        return c.kind == CHOOSE_GUARD ? why_not_guard(t, seat, c.card) : RULE_NO_SUCH;
    default: break;
    }
    if (is_offered(t, seat, c)) return 0;
    switch ((enum question_kind)q->kind) {
    case QUESTION_ZONE:
        return is_zone_choice(t, c) ? why_not_zone(t, seat, q, (zone_id)c.target) : RULE_NO_SUCH;
    case QUESTION_HOST: return why_not_host_choice(t, c);
    case QUESTION_X:
    case QUESTION_NUMBER: return c.kind == CHOOSE_X ? OVE_705 : RULE_NO_SUCH;
    case QUESTION_OPPONENT: return c.kind == CHOOSE_OPPONENT ? OVE_963 : RULE_NO_SUCH;
    case QUESTION_LAW:
        return c.kind >= CHOOSE_LAW && c.kind <= CHOOSE_KEYWORD ? OVE_924 : RULE_NO_SUCH;
    default: return RULE_NO_SUCH;
    }
}

// The Ability that a choice is about, or NO_ABILITY.
static uint16_t ability_of_choice(const struct table *t, seat_id seat, struct choice c)
{
    const struct question *q    = &t->state->question[seat];
    const struct rival    *law  = NULL;
    struct held            held = { NO_ABILITY, NO_CARD };
    switch ((enum choice_kind)c.kind) {
    case CHOOSE_USE:
    case CHOOSE_USE_OTHER: held_of_choice(t, seat, c, &held); break;
    case CHOOSE_ORDER:
    case CHOOSE_ORDER_OTHER:
    case CHOOSE_ORDER_ABOUT:
        return q->kind == QUESTION_ORDER ? ordered_ability(t, seat, c) : NO_ABILITY;
    case CHOOSE_LAW:
    case CHOOSE_LAW_OTHER: law = q->kind == QUESTION_LAW ? rival_of_choice(t, c) : NULL; break;
    case CHOOSE_ACCEPT: return q->kind == QUESTION_TRIGGER ? q->arg : NO_ABILITY;
    default: break;
    }
    return law ? law->ability : held.ability;
}

// The words of the line that is carried out at that op.
static struct text words_said(const struct table *t, size_t op)
{
    const struct ability *a = &book(t)->abilities[work_at(peek(t))->ability];
    return text_part(t->pool->lines[a->line].printed, t->pool->ops[op].at, t->pool->ops[op].length);
}

struct text oversoul_choice_text(const struct table *t, seat_id seat, struct choice c)
{
    uint16_t               ability = ability_of_choice(t, seat, c);
    const struct question *q       = &t->state->question[seat];
    if (q->kind == QUESTION_MODE && c.kind == CHOOSE_MODE)
        return words_said(t, mode_at(t->pool->ops, q->arg, c.option));
    if (q->kind == QUESTION_MAY && c.kind == CHOOSE_ACCEPT) return words_said(t, q->arg);
    if (ability == NO_ABILITY) return (struct text){ "", 0 };
    return t->pool->lines[book(t)->abilities[ability].line].printed;
}

// Cards of a Deck that are looked for: as many as there can be, though none need be found (D18).
static bool is_searching(const struct table *t, const struct question *q)
{
    return q->kind == QUESTION_SEARCH || (q->kind == QUESTION_CARDS && work_at(peek(t))->searched);
}

// Does what the Selection is for deal DMG?
static bool selects_for_dmg(const struct table *t)
{
    const struct declaring *d  = &peek(t)->declaring;
    uint16_t                id = declared_line(t, &d->link, d->line);
    return id != NO_ABILITY && book(t)->abilities[id].deals;
}

// D10: opposing before own for DMG; D15: newest cards. The first listed choice is the default
// elsewhere.
static struct choice default_pick(const struct table *t, seat_id seat, const struct choice *list,
                                  size_t n)
{
    const struct question *q = &t->state->question[seat];
    if (q->picked >= (is_searching(t, q) ? q->max : q->min))
        return (struct choice){ .kind = CHOICE_DONE };
    if (q->kind == QUESTION_HAND_LIMIT) return list[n - 1];
    bool opposing = q->kind == QUESTION_SELECT && selects_for_dmg(t);
    for (size_t i = 0; opposing && i < n; i++)
        if (list[i].kind == CHOICE_PICK && is_enemy(t->state, seat_of(peek(t), list[i].card), seat))
            return list[i];
    return list[0];
}

// D21: the next one in turn order; they are listed in the order of seats.
static struct choice default_opponent(seat_id seat, const struct choice *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].option > seat) return list[i];
    return list[0];
}

struct choice oversoul_default(const struct table *t, seat_id seat)
{
    struct choice          list[CHOICES_MAX];
    size_t                 n = oversoul_choices(t, seat, list, CHOICES_MAX);
    const struct question *q = &t->state->question[seat];
    card_id                attacker, guard, selection = NO_CARD;
    assert(n > 0);
    if (q->max > 0) return default_pick(t, seat, list, n);
    switch ((enum question_kind)q->kind) {
    case QUESTION_ACT:
        attacker = forced_attacker(t, seat, &selection);
        if (attacker == NO_CARD) return (struct choice){ .kind = CHOOSE_END };
        return (struct choice){ .kind = CHOOSE_ATTACK, .card = attacker, .target = selection };
    case QUESTION_RESPOND: return (struct choice){ .kind = CHOOSE_PASS };
    case QUESTION_ROCK: // D1: at random, and the same again if it is asked for again
        return list[t->state->key[SEATS_MAX * peek(t)->rock_rounds + seat] % n];
    case QUESTION_FIRST: return (struct choice){ .kind = CHOOSE_FIRST, .option = seat };
    case QUESTION_DECK:
        return q->arg ? default_opponent(seat, list, n)
                      : (struct choice){ .kind = CHOOSE_DECK, .option = seat };
    case QUESTION_OPPONENT: return default_opponent(seat, list, n);
    case QUESTION_PAY: return default_payment(t, (seat_id)q->arg);
    case QUESTION_MAY:
    case QUESTION_TRIGGER: return (struct choice){ .kind = CHOOSE_DECLINE };
    case QUESTION_GUARD:
        guard = forced_guard(t, seat);
        if (guard == NO_CARD) return (struct choice){ .kind = CHOOSE_NO_GUARD };
        return (struct choice){ .kind = CHOOSE_GUARD, .card = guard };
    case QUESTION_EXCHANGE: return (struct choice){ .kind = CHOOSE_NO_EXCHANGE };
    case QUESTION_ORDER:
        return list[n - 1].kind == CHOOSE_DECLINE ? list[n - 1] : list[0]; // D11, D12
    default: return list[0];
    }
}
