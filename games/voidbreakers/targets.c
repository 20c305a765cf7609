// Objects of a text: what may be chosen (VOI-437, VOI-439), what is hit, what a condition asks for.
#include "engine/chance.h"
#include "games/voidbreakers/rules.h"

#include <string.h>

static const struct sentence *sentence_of_verb(const struct table *t, size_t verb)
{
    return &book_of(t)->sentences[book_of(t)->row_of[verb]];
}

static unsigned picks_of_slot(const struct work *w, unsigned slot)
{
    unsigned count = 0;
    for (unsigned i = 0; i < w->pick_count; i++) count += w->pick[i].slot == slot;
    return count;
}

// Where the work reckons distances from, and where a card was for it (VOI-528).
static zone_id base_of(const struct table *t, const struct work *w)
{
    const struct voidbreakers_state *s = state_at(t);
    if (w->kind == WORK_TRIGGER || !is_card(s, w->user)) return w->zone;
    return zone_of_card(s, w->user);
}
static zone_id place_of(const struct table *t, const struct work *w, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    if (w->kind == WORK_TRIGGER && s->seen[card]) return (zone_id)(s->seen[card] - 1);
    return zone_of_card(s, card);
}

// ---- the cards that a text speaks of

// VOI-R104
card_id card_by_name(const struct table *t, seat_id seat, def_id def)
{
    const struct voidbreakers_state *s    = state_at(t);
    def_id                           self = book_of(t)->faces[def].self;
    EACH_IN_ARENA(c, s)
        if (owner_of(s, c) == seat && face_of(t, c)->self == self) return c;
    return NO_CARD;
}

card_id subject_of(const struct table *t, const struct work *w, size_t op)
{
    switch (t->pool->ops[op].code) {
    case W_USER:
    case W_SELF: return w->user;
    case W_THIS: return w->card;
    case W_THAT: return w->that;
    case W_ATTACKER: return w->other;
    case W_IT: return w->pick_count ? w->pick[w->pick_count - 1].card : w->that;
    case W_CARDNAME: return card_by_name(t, w->seat, book_of(t)->named[op]);
    default: return NO_CARD;
    }
}

static unsigned count_in(const struct voidbreakers_state *s, zone_id zone, seat_id seat)
{
    unsigned count = 0;
    if (!is_arena(zone)) return 0;
    EACH_CARD(c, s, zone) count += owner_of(s, c) == seat && !is_dead(s, c);
    return count;
}

// The same of "a friendly fighter" (1) or "an enemy minion" (2) only.
static unsigned count_kind_in(const struct table *t, zone_id zone, seat_id seat, int noun)
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    EACH_CARD(c, s, zone)
        count += owner_of(s, c) == seat && !is_dead(s, c) &&
                 (!noun || is_fighter(t, c) == (noun == 1));
    return count;
}

static bool is_so(const struct table *t, card_id card, unsigned state)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_card(s, card)) return false;
    if (state == STATE_DEAD) return is_dead(s, card) || !is_arena(zone_of_card(s, card));
    if (!is_living(s, card)) return false;
    unsigned friends = count_in(s, zone_of_card(s, card), owner_of(s, card));
    switch ((enum state_word)state) {
    case STATE_ALONE: return friends == 1;
    case STATE_OUTNUMBERED:
        return count_in(s, zone_of_card(s, card), other_player(owner_of(s, card))) > friends;
    case STATE_DAMAGED: return s->body[card].hp < hp_max(t, card);
    case STATE_WOUNDED: return s->body[card].hp <= hp_max(t, card) / 20 * 10; // VOI-008
    case STATE_FULL_HP: return s->body[card].hp >= hp_max(t, card);
    case STATE_DEAD: break;
    }
    return false;
}

static unsigned count_tally(const struct voidbreakers_state *s, card_id card, unsigned tally)
{
    unsigned debuffs = BIT(DEBUFF_COUNT) - 1, set = s->body[card].conditions;
    return (unsigned)__builtin_popcount(tally == TALLY_DEBUFFS ? set & debuffs : set & ~debuffs);
}

static bool has_tally(const struct voidbreakers_state *s, card_id card, unsigned tally,
                      unsigned least)
{
    unsigned count = count_tally(s, card, tally);
    return least == NONE_AT_ALL ? count == 0 : count >= least;
}

// ---- does a card fit what the text says of it?

static bool fits_rare_words(const struct table *t, const struct sentence *x, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    if (x->named != NO_DEF && face_of(t, card)->self != x->named) return false;
    if (s->body[card].hp < x->hp_least || s->body[card].hp > x->hp_most) return false;
    for (unsigned i = 0; i < COUNT(x->tally); i++)
        if (x->tally[i] && !has_tally(s, card, i, x->tally[i])) return false;
    return true;
}

static rule_id why_not_kind(const struct table *t, const struct work *w, const struct sentence *x,
                            card_id card)
{
    size_t                 sel  = x->object;
    const struct op       *ops  = t->pool->ops;
    const struct card_def *def  = def_of(t, card);
    bool                   dead = is_dead(state_at(t), card);
    if (dead != (op_find(ops, sel, W_DEAD) != 0)) return dead ? VOI_634 : VOI_010;
    for (size_t i = op_child(sel); i < op_after(ops, sel); i = op_after(ops, i)) {
        int value = ops[i].value;
        switch (ops[i].code) {
        case W_SIDE:
            if ((def_of(t, card) && card_at(t->state, card)->owner != w->seat) != (value == 1))
                return VOI_011;
            break;
        case W_NOUN:
            if (value == 1 && def->kind != KIND_FIGHTER) return VOI_010;
            if (value == 2 && def->kind == KIND_FIGHTER) return VOI_010;
            if (value == 3 && def->kind != KIND_SATELLITE) return VOI_010;
            break;
        case W_STATE:
            if (!is_so(t, card, (unsigned)value)) return VOI_010;
            break;
        case W_STYLE:
            if (!(def->tags >> value & 1)) return VOI_010;
            break;
        case W_HAS:
            if (!has(state_at(t), card, (enum condition)ops[op_child(i)].value)) return VOI_010;
            break;
        case W_TALLY:
        case W_HP:
        case W_CARDNAME:
            if (!fits_rare_words(t, x, card)) return VOI_010;
            break;
        default: break;
        }
    }
    return 0;
}

// VOI-437
static bool is_within(const struct table *t, const struct work *w, const struct sentence *x,
                      unsigned far)
{
    switch ((enum whereabouts)x->place) {
    case PLACE_ANYWHERE: return true;
    case PLACE_HERE: return far == 0;
    case PLACE_ADJACENT: return far == 1;
    case PLACE_WITHIN: return far <= x->steps;
    case PLACE_IN_RANGE: break;
    }
    unsigned range = ability_at(t, w->ability)->range;
    return range == RANGE_UNLIMITED || far <= range;
}

static bool is_in_range(const struct table *t, const struct work *w, const struct sentence *x,
                        card_id card)
{
    return is_within(t, w, x, distance(t, base_of(t, w), place_of(t, w, card)));
}

// Occupied zones in which a target of an announcement can be, bit per zone; the target itself is
// not looked at.
unsigned zones_reached(const struct table *t, const struct work *w, const struct need *need)
{
    const struct sentence *x    = sentence_of_verb(t, need->verb);
    zone_id                base = base_of(t, w);
    unsigned               some = state_at(t)->occupied;
    switch ((enum whereabouts)x->place) {
    case PLACE_ANYWHERE: break;
    case PLACE_HERE: return some & zones_within(t, base, 0);
    case PLACE_ADJACENT: return some & zones_within(t, base, 1) & ~zones_within(t, base, 0);
    case PLACE_WITHIN: return some & zones_within(t, base, x->steps);
    case PLACE_IN_RANGE: return some & zones_within(t, base, ability_at(t, w->ability)->range);
    }
    return some;
}

static bool is_in_states(const struct table *t, card_id card, unsigned states)
{
    for (; states; states &= states - 1)
        if (!is_so(t, card, (unsigned)__builtin_ctz(states))) return false;
    return true;
}

// The same as why_not_kind() and "other", without the reason.
static bool fits(const struct table *t, const struct work *w, const struct sentence *x,
                 card_id card)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct body               *b    = &s->body[card];
    const struct face               *face = face_of(t, card);
    if ((b->flags & BODY_DEAD) != x->dead) return false;
    if (x->whose && (owner_of(s, card) == w->seat) != (x->whose == WHOSE_FRIENDLY)) return false;
    if (!(x->kinds >> face->kind & 1) || (b->conditions & x->has) != x->has) return false;
    if ((face->styles & x->styles) != x->styles || (x->not_user && card == w->user)) return false;
    if (x->rare && !fits_rare_words(t, x, card)) return false;
    return !x->states || is_in_states(t, card, x->states);
}
static_assert(BODY_DEAD == 1, "compared with a flag of 1");

static rule_id why_not_salvage(const struct table *t, const struct work *w,
                               const struct sentence *x, unsigned card)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_card(s, card) || zone_of_card(s, (card_id)card) != zone_of_seat(ZONE_VOID, w->seat))
        return VOI_817;
    const struct face *face = face_of(t, (card_id)card);
    return x->kinds >> face->kind & 1 && (face->styles & x->styles) == x->styles ? 0 : VOI_817;
}

static bool is_picked(const struct work *w, card_id card)
{
    for (unsigned i = 0; i < w->pick_count; i++)
        if (w->pick[i].card == card) return true;
    return false;
}

// chosen_now: at the announcement or for a trigger; else when its link resolves (VOI-512, VOI-513).
bool may_target(const struct table *t, const struct work *w, const struct need *need, card_id card,
                bool chosen_now)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct sentence           *x = sentence_of_verb(t, need->verb);
    if (x->code == W_SALVAGE) return !why_not_salvage(t, w, x, card);
    if (!is_card(s, card) || !is_arena(zone_of_card(s, card)) || !fits(t, w, x, card)) return false;
    if (x->code == W_THROW && (card == w->user || place_of(t, w, card) != base_of(t, w)))
        return false;
    if (!is_in_range(t, w, x, card)) return false;
    if (!chosen_now) return true;
    return !(owner_of(s, card) != w->seat && is_hidden(t, card)) && !is_picked(w, card);
}

rule_id why_not_target(const struct table *t, const struct work *w, const struct need *need,
                       unsigned id, bool chosen_now)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct sentence           *x    = sentence_of_verb(t, need->verb);
    card_id                          card = (card_id)id;
    if (is_card(s, id) && may_target(t, w, need, card, chosen_now)) return 0;
    if (x->code == W_SALVAGE) return why_not_salvage(t, w, x, id);
    if (!is_card(s, id) || !is_arena(zone_of_card(s, card))) return VOI_009;
    rule_id no = why_not_kind(t, w, x, card);
    if (no) return no;
    if (x->not_user && card == w->user) return VOI_011;
    if (x->code == W_THROW && (card == w->user || place_of(t, w, card) != base_of(t, w)))
        return VOI_712;
    if (!is_in_range(t, w, x, card)) return VOI_437;
    return is_picked(w, card) ? VOI_439 : has(s, card, CLOAKED) ? VOI_853 : VOI_006;
}

static rule_id why_not_teleport(const struct table *t, const struct work *w,
                                const struct need *need, zone_id zone)
{
    const struct voidbreakers_state *s      = state_at(t);
    const struct op                 *ops    = t->pool->ops;
    size_t                           within = op_find(ops, need->verb, W_TO_WITHIN);
    if (zone == zone_of_card(s, need->card)) return VOI_711;
    if (op_find(ops, need->verb, W_TO_ADJACENT) && !is_adjacent(t, base_of(t, w), zone))
        return VOI_711;
    if (within && (int)distance(t, base_of(t, w), zone) > number_in(ops, within, 0)) return VOI_711;
    size_t  friendly = op_find(ops, need->verb, W_TO_FRIEND);
    size_t  hostile  = op_find(ops, need->verb, W_TO_ENEMY);
    seat_id enemy    = other_player(w->seat);
    if (friendly && !count_kind_in(t, zone, w->seat, ops[friendly].value)) return VOI_711;
    if (hostile && !count_kind_in(t, zone, enemy, ops[hostile].value)) return VOI_711;
    return op_find(ops, need->verb, W_TO_NO_ENEMY) && count_in(s, zone, enemy) ? VOI_711 : 0;
}

rule_id why_not_zone(const struct table *t, const struct work *w, const struct need *need,
                     unsigned id)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct op                 *ops  = t->pool->ops;
    zone_id                          zone = (zone_id)id;
    if (id >= ARENA_ZONES || !arena_has(t, zone)) return VOI_701;
    if (!need->verb) { // a Minion card: VOI-442, VOI-443
        unsigned range = w->ability == NO_ABILITY ? 0 : ability_at(t, w->ability)->range;
        if (range != RANGE_UNLIMITED && distance(t, base_of(t, w), zone) > range) return VOI_442;
        return is_full(s, zone) ? VOI_443 : 0;
    }
    unsigned far = 99;
    switch (ops[need->verb].code) {
    case W_MOVE:
        if (!is_adjacent(t, zone_of_card(s, need->card), zone)) return VOI_421;
        return is_full(s, zone) ? VOI_705 : 0;
    case W_LEAP:
        far = distance(t, zone_of_card(s, need->card), zone);
        return far >= 1 && (int)far <= number_in(ops, need->verb, 1) ? 0 : VOI_710;
    case W_THROW:
        far = distance(t, base_of(t, w), zone);
        return far >= 1 && (int)far <= number_in(ops, need->verb, 1) ? 0 : VOI_712;
    case W_TELEPORT: return why_not_teleport(t, w, need, zone);
    case W_DEPLOY:
        if (is_full(s, zone)) return VOI_717;
        break;
    default: break; // "each card in a zone"
    }
    far = distance(t, base_of(t, w), zone);
    return is_within(t, w, sentence_of_verb(t, need->verb), far) ? 0 : VOI_437;
}

// ---- what is still to be chosen

bool cannot_go(const struct table *t, unsigned code, card_id card)
{
    if (code != W_MOVE && code != W_LEAP) return false; // what others do to it: VOI-446
    return cannot(t, card, code == W_MOVE ? DEED_MOVE : DEED_LEAP);
}

static struct need need_of(const struct table *t, const struct work *w, const struct sentence *x,
                           uint8_t slot)
{
    struct need need   = { .kind = NEED_NOTHING, .slot = slot, .verb = x->verb, .card = NO_CARD };
    unsigned    picked = picks_of_slot(w, slot);
    for (unsigned i = 0; x->goes && i < w->pick_count; i++) // a target whose destination is missing
        if (w->pick[i].slot == slot && w->pick[i].zone == NO_ZONE &&
            !cannot_go(t, x->code, w->pick[i].card))
            return need.kind = NEED_ZONE, need.card = w->pick[i].card, need;
    if (w->filled >> slot & 1) return need;
    if (x->chosen == CHOSEN_CARD) {
        if (picked >= x->most || w->pick_count == PICKS) return need;
        return need.kind = NEED_TARGET, need.optional = x->optional, need;
    }
    if (x->chosen == CHOSEN_ZONE) return need.kind = picked ? NEED_NOTHING : NEED_ZONE, need;
    if (x->goes && !picked) {
        need.card = subject_of(t, w, x->object);
        if (is_living(state_at(t), need.card) && !cannot_go(t, x->code, need.card))
            need.kind = NEED_ZONE;
    }
    return need;
}

static bool needs_zone_for_minion(const struct table *t, const struct work *w)
{
    return w->kind == WORK_CARD && face_of(t, w->card)->kind == KIND_MINION && w->to == NO_ZONE;
}

struct need next_need(const struct table *t, const struct work *w)
{
    const struct sentence *rows = book_of(t)->sentences;
    uint8_t                slot = 0;
    if (needs_zone_for_minion(t, w)) return (struct need){ .kind = NEED_ZONE, .card = w->card };
    for (uint16_t row = row_first(t, w); row; row = w->only ? 0 : rows[row].next, slot++) {
        if (!rows[row].needs || (rows[row].later && !w->only)) continue;
        struct need need = need_of(t, w, &rows[row], slot);
        if (need.kind != NEED_NOTHING) return need;
    }
    return (struct need){ .kind = NEED_NOTHING };
}

void add_target(struct work *w, const struct need *need, card_id card)
{
    if (w->pick_count == PICKS) return;
    w->pick[w->pick_count++] = (struct pick){ card, need->slot, NO_ZONE };
}

void add_zone(struct work *w, const struct need *need, zone_id zone)
{
    if (!need->verb) {
        w->to = zone;
        return;
    }
    for (unsigned i = 0; i < w->pick_count; i++)
        if (w->pick[i].slot == need->slot && w->pick[i].zone == NO_ZONE &&
            w->pick[i].card == need->card) {
            w->pick[i].zone = zone;
            return;
        }
    if (w->pick_count == PICKS) return;
    w->pick[w->pick_count++] = (struct pick){ need->card, need->slot, zone };
    w->filled                = (uint8_t)(w->filled | BIT(need->slot));
}

// ---- what is hit

static unsigned aims_of_group(const struct table *t, const struct work *w, const struct sentence *x,
                              zone_id zone, card_id out[AIMS_MAX])
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    EACH_IN_ARENA(c, s) {
        if (!fits(t, w, x, c)) continue;
        if (w->kind == WORK_TRIGGER && !s->seen[c]) continue;
        if (zone != NO_ZONE ? place_of(t, w, c) != zone : !is_in_range(t, w, x, c)) continue;
        if (count < AIMS_MAX) out[count++] = c;
    }
    return count;
}

bool is_in_group(const struct table *t, const struct work *w, size_t sel, card_id card)
{
    const struct sentence *x = &book_of(t)->sentences[book_of(t)->row_of[sel]];
    return fits(t, w, x, card) &&
           is_within(t, w, x, distance(t, base_of(t, w), card_at(t->state, card)->zone));
}

int count_group(const struct table *t, const struct work *w, size_t sel)
{
    int count = 0;
    EACH_IN_ARENA(c, state_at(t)) count += is_in_group(t, w, sel, c);
    return count;
}

// "A random enemy card": settled when it is carried out, among all that fit (VOI-014, VOI-R105).
void pick_at_random(struct table *t, struct work *w, size_t verb, unsigned slot)
{
    card_id                found[AIMS_MAX];
    const struct sentence *x     = sentence_of_verb(t, verb);
    unsigned               count = aims_of_group(t, w, x, NO_ZONE, found);
    if (!count || w->pick_count == PICKS) return;
    w->pick[w->pick_count++] = (struct pick){ found[count > 1 ? pick(t, count) : 0], (uint8_t)slot,
                                              NO_ZONE };
}

static unsigned aims_thrown(const struct voidbreakers_state *s, seat_id seat, card_id out[AIMS_MAX])
{
    unsigned count = 0;
    EACH_IN_ARENA(c, s)
        if (s->body[c].flags & BODY_THROWN && owner_of(s, c) != seat && !is_dead(s, c) &&
            count < AIMS_MAX)
            out[count++] = c;
    return count;
}

// Cards chosen for a slot; those that are not legal any more were left out before (leave_out).
static unsigned aims_picked(const struct table *t, const struct work *w, size_t verb, unsigned slot,
                            card_id out[AIMS_MAX])
{
    const struct voidbreakers_state *s     = state_at(t);
    bool                             piles = t->pool->ops[verb].code == W_SALVAGE;
    unsigned                         count = 0;
    for (unsigned i = 0; i < w->pick_count; i++) {
        card_id card = w->pick[i].card;
        if (w->pick[i].slot != slot || card == NO_CARD) continue;
        zone_id zone = zone_of_card(s, card);
        if (piles ? zone == zone_of_seat(ZONE_VOID, w->seat) : is_arena(zone)) out[count++] = card;
    }
    return count;
}

// "it", "them": what the sentence before was about.
static unsigned aims_before(const struct table *t, const struct work *w, card_id out[AIMS_MAX])
{
    unsigned count = 0, slot = w->pick_count ? w->pick[w->pick_count - 1].slot : 0;
    for (unsigned i = 0; i < w->pick_count; i++)
        if (w->pick[i].slot == slot && w->pick[i].card != NO_CARD) out[count++] = w->pick[i].card;
    if (!w->pick_count && w->that != NO_CARD) out[count++] = w->that;
    unsigned living = 0;
    for (unsigned i = 0; i < count; i++)
        if (is_living(state_at(t), out[i])) out[living++] = out[i];
    return living;
}

unsigned aims_of(const struct table *t, const struct work *w, size_t verb, unsigned slot,
                 card_id out[AIMS_MAX])
{
    const struct op       *ops = t->pool->ops;
    const struct sentence *x   = sentence_of_verb(t, verb);
    if (x->chosen == CHOSEN_CARD || x->random) return aims_picked(t, w, verb, slot, out);
    if (!x->object) return 0;
    if (ops[x->object].code == W_THROWN) return aims_thrown(state_at(t), w->seat, out);
    if (ops[x->object].code == W_IT) return aims_before(t, w, out);
    if (ops[x->object].code == W_SEL) {
        zone_id zone = x->chosen == CHOSEN_ZONE ? picked_zone(w, slot, NO_CARD) : (zone_id)NO_ZONE;
        if (x->chosen == CHOSEN_ZONE && zone == NO_ZONE) return 0;
        return aims_of_group(t, w, x, zone, out);
    }
    out[0] = subject_of(t, w, x->object);
    if (x->code == W_REVIVE) return is_card(state_at(t), out[0]) && is_dead(state_at(t), out[0]);
    return is_living(state_at(t), out[0]);
}

card_id picked_card(const struct work *w, unsigned slot)
{
    for (unsigned i = 0; i < w->pick_count; i++)
        if (w->pick[i].slot == slot) return w->pick[i].card;
    return NO_CARD;
}

zone_id picked_zone(const struct work *w, unsigned slot, card_id card)
{
    for (unsigned i = 0; i < w->pick_count; i++)
        if (w->pick[i].slot == slot && w->pick[i].card == card) return w->pick[i].zone;
    return NO_ZONE;
}

// Is this choice no longer legal when its link resolves?
static bool is_left_out(const struct table *t, const struct work *w, const struct pick *p)
{
    const struct sentence *rows = book_of(t)->sentences;
    uint16_t               row  = row_first(t, w);
    for (unsigned n = p->slot; row && n > 0; n--) row = rows[row].next;
    struct need need = { .slot = p->slot, .verb = rows[row].verb, .card = p->card };
    if (rows[row].chosen == CHOSEN_CARD && !may_target(t, w, &need, p->card, false)) return true;
    return p->zone != NO_ZONE && why_not_zone(t, w, &need, p->zone) != 0;
}

// VOI-511, VOI-512, VOI-517: what is not legal any more is left out; true if nothing is left.
bool leave_out(const struct table *t, struct work *w)
{
    struct work left = *w;
    if (!is_living(state_at(t), w->user)) return true;
    if (!w->pick_count) return false;
    left.pick_count = 0;
    memset(left.pick, 0, sizeof left.pick);
    for (unsigned i = 0; i < w->pick_count; i++)
        if (!is_left_out(t, w, &w->pick[i])) left.pick[left.pick_count++] = w->pick[i];
    *w = left;
    return w->pick_count == 0;
}

// ---- conditions of a text

static bool is_kind(const struct table *t, card_id card, size_t op)
{
    const struct op   *what = &t->pool->ops[op];
    const struct face *face = face_of(t, card);
    if (what->code == W_STYLE) return face->styles >> what->value & 1;
    switch (what->value) {
    case 1: return face->kind == KIND_FIGHTER;
    case 2: return face->kind != KIND_FIGHTER;
    default: return face->kind == KIND_SATELLITE;
    }
}

// What is asked of one card.
static bool holds_of(const struct table *t, card_id card, size_t op)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct op                 *ops  = t->pool->ops;
    size_t                           what = op_after(ops, op_child(op));
    if (ops[op].code == W_IS) return is_so(t, card, (unsigned)ops[op].value);
    if (!is_card(s, card)) return false;
    if (ops[op].code == W_STAYED) return !(s->body[card].flags & BODY_MOVED);
    if (!is_living(s, card)) return false;
    switch (ops[op].code) {
    case W_HAS: return has(s, card, (enum condition)ops[what].value);
    case W_HAS_TALLY: {
        int least = number_in(ops, what, 0);
        return has_tally(s, card, (unsigned)ops[what].value,
                         least ? (unsigned)least : (unsigned)NONE_AT_ALL);
    }
    case W_HAS_HP: {
        int hp = number_in(ops, what, 0);
        return ops[what].value ? s->body[card].hp >= hp : s->body[card].hp <= hp;
    }
    case W_HAS_UPGRADE: return attached_upgrade(t, card, book_of(t)->named[what]) != NO_CARD;
    case W_IS_KIND: return is_kind(t, card, what);
    case W_MOVED: return s->body[card].flags & BODY_MOVED;
    case W_ATTACKED: return s->body[card].flags & BODY_ATTACKED;
    default: return false;
    }
}

bool holds(const struct table *t, const struct work *w, size_t op)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct op                 *ops  = t->pool->ops;
    seat_id                          seat = ops[op].value == 1 ? other_player(w->seat) : w->seat;
    switch (ops[op].code) {
    case W_NOT: return !holds(t, w, op_child(op));
    case W_DEAD_FIGHTERS: return (int)dead_fighters(t, seat) >= number_in(ops, op, 1);
    case W_EMPTY_ARSENAL: return !zone_size(&s->core, zone_of_seat(ZONE_ARSENAL, seat));
    case W_EMPTY_HAND: return !cards_in_hand(t, w, seat);
    case W_THERE_IS: return count_group(t, w, op_child(op)) > 0;
    case W_ROUND: return s->round >= number_in(ops, op, 1);
    case W_YOUR_TURN: return s->active == w->seat;
    case W_FULL_ZONE: return is_arena(base_of(t, w)) && is_full(s, base_of(t, w));
    default: return holds_of(t, subject_of(t, w, op_child(op)), op);
    }
}
