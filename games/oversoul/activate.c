// activate.c - what a player may start, and which rule forbids it (OVE-220, OVE-325 to OVE-327,
// rules.md 700).
#include "games/oversoul/rules.h"

bool is_open(const struct oversoul_state *s)
{
    return s->phase == PHASE_ACTION && !(s->link_count | s->window);
}

static bool in_own_action_phase(const struct oversoul_state *s, seat_id seat)
{
    return s->phase == PHASE_ACTION && s->turn_seat == seat;
}

const struct taken NOTHING_TAKEN = { 0 };

// --- Costs: which cards could pay one -----------------------------------------------------------

static bool can_be_selected(const struct table *t, card_id c, const struct scope *k)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, c);
    if (!is_board_card(s, c)) return true;
    if (b->flags & BODY_PENDING || b->keywords & BIT(POLARITY)) return false; // OVE-133, OVE-818
    if (b->keywords & BIT(VEILED) && is_enemy(&s->core, seat_of(s, c), k->seat))
        return false; // OVE-836
    return !cannot(t, c, IS_SELECTED, k->card);
}

static bool can_bear(const struct scope *k, enum bearing bearing, card_id c)
{
    if (bearing == BEARS_NOTHING) return true;
    bool event = bearing == BEARS_THIS_CARD ? face_of(k->t, k->card)->construct_event
                                            : bearing == BEARS_EVENT_CONSTRUCT;
    return why_not_host(k->t, card_in(peek(k->t), k->card)->owner, event, c) == 0;
}

// A Prepared card may be Sacrificed for any demanded property, but not for another card type or
// "Active".
SELDOM static bool stands_in_group(const struct scope *k, size_t group, card_id c)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t w = op_child(group); w < op_after(ops, group); w = op_after(ops, w)) {
        if (ops[w].code == W_ADJ && ops[w].value <= ADJ_DAMAGED && ops[w].value != ADJ_PREPARED)
            return false;
        if (ops[w].code == W_NOUN && is_same_noun(ops[w].value, NOUN_UNIT) && !is_unit(k->t, c))
            return false;
        if (ops[w].code == W_NOUN && is_same_noun(ops[w].value, NOUN_EVENT) && !is_event(k->t, c))
            return false;
        if (ops[w].code == W_NOUN && !is_same_noun(ops[w].value, NOUN_UNIT) &&
            !is_same_noun(ops[w].value, NOUN_EVENT) && !is_same_noun(ops[w].value, NOUN_CARD))
            return false;
        if ((ops[w].code == W_ROLE || ops[w].code == W_ROLES) && !is_unit(k->t, c)) return false;
    }
    return true;
}
SELDOM static bool stands_in(const struct scope *k, size_t object, card_id c)
{
    const struct op *ops = k->t->pool->ops;
    bool             any = false;
    if (!is_prepared(peek(k->t), c)) return false;
    for (size_t g = op_child(object); g < op_after(ops, object); g = op_after(ops, g)) {
        if (ops[g].code == W_NEAR) return false;
        if (ops[g].code == W_GROUP) any |= stands_in_group(k, g, c);
    }
    return any;
}

// "Exile this card➤"
static bool pays_with_itself(const struct table *t, size_t clause)
{
    const struct filter *f = &book(t)->filters[book(t)->demands[clause].object];
    return f->kind == FILTER_PRONOUN && f->noun >= PRO_THIS_CARD && f->noun <= PRO_THIS_EVENT;
}

// An Event that is Activated is not on the board yet, and pays with itself all the same (OVE-R143).
SELDOM static bool is_pending_payer(const struct table *t, const struct scope *k, size_t clause)
{
    return pays_with_itself(t, clause) && !is_board_card(peek(t), k->card) &&
           is_event_without_hp(face_of(t, k->card));
}

// A host turns once, with all that lies on it (OVE-426): where several are Exhausted, the lowest of
// its stack that fits the words stands for it.
SELDOM static bool turns_with_lower(const struct scope *k, size_t object, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    for (card_id x = host_of(s, c); x != c && x != NO_CARD; x = card_above(&s->core, x))
        if (fits(k, object, x)) return true;
    return false;
}

// Could this card, which fits the words, be Selected or paid with?
bool can_pay_with(const struct scope *k, size_t clause, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    const struct demand_words   *d = &book(k->t)->demands[clause];
    if (c == k->card && (is_prepared(s, c) || k->line) && !pays_with_itself(k->t, clause))
        return false; // it is the one that is Activated (OVE-R143)
    if (d->deed == PAYS_SELECT)
        return can_be_selected(k->t, c, k) && can_bear(k, (enum bearing)d->bearing, c);
    if (seat_of(s, c) != k->seat && !d->afield) return false;
    if (is_board_card(s, c) && body_at(s, c)->flags & BODY_PENDING) return false;
    if (d->deed == PAYS_EXHAUST)
        return is_upright(s, host_of(s, c)) &&
               !cannot(k->t, host_of(s, c), IS_EXHAUSTED, k->card) &&
               (d->least == 1 || !turns_with_lower(k, d->object, c));
    if (d->deed == PAYS_MARKS) return true;
    if (d->deed == PAYS_SACRIFICE && cannot(k->t, c, IS_SACRIFICED, k->card)) return false;
    if (d->deed == PAYS_RETURN && cannot(k->t, c, IS_RETURNED, k->card)) return false;
    if (d->deed == PAYS_EXILE && cannot(k->t, c, IS_EXILED, k->card)) return false;
    // A Leader stays on the board when it is Returned to hand or Deck, if it stands (OVE-R178).
    if (!is_face_up_leader(k->t, c)) return true;
    return d->sits_down ? !is_leader_seated(s, c) : d->leader;
}

size_t cost_candidates(const struct table *t, const struct scope *k, size_t clause, card_id *out,
                       size_t max)
{
    const struct oversoul_state *s = peek(t);
    const struct demand_words   *d = &book(t)->demands[clause];
    size_t                       n = 0;
    if (!d->object) return 0;
    if (d->deed == PAYS_HAND) {
        bool itself = book(t)->filters[d->object].kind == FILTER_PRONOUN;
        EACH_IN_ZONE(c, &s->core, zone_for(k->seat, HAND))
            if (n < max && (c != k->card || itself) && fits(k, d->object, c) &&
                !cannot(t, c, IS_DISCARDED, k->card))
                out[n++] = c;
        return n;
    }
    if (d->deed != PAYS_SACRIFICE) return payers(k, d->object, clause, out, max);
    for (unsigned z = U1; z <= (d->leader ? E3 + 1 : E3); z++) // a Leader in its zone last
        EACH_IN_ZONE(c, &s->core, zone_for(k->seat, z <= E3 ? z : LEADER))
            if (n < max && (fits(k, d->object, c) || stands_in(k, d->object, c)) &&
                can_pay_with(k, clause, c))
                out[n++] = c;
    if (n == 0 && max && is_pending_payer(t, k, clause)) out[n++] = k->card;
    return n;
}

// ENERGY a clause asks for, X counted as its least.
static unsigned clause_energy(const struct scope *k, size_t clause)
{
    const struct op *ops   = k->t->pool->ops;
    unsigned         fixed = book(k->t)->demands[clause].energy;
    if (fixed != ENERGY_VARIES) return fixed;
    size_t amount = op_find(ops, op_child(clause), W_AMOUNT);
    if (ops[amount].value == AMOUNT_X) return k->x ? k->x : 1;
    return (unsigned)amount_of(k, amount);
}

SELDOM static bool opponent_can_pay(const struct table *t, seat_id seat, unsigned cost)
{
    const struct oversoul_state *s = peek(t);
    for (seat_id other = 0; other < s->core.seats; other++)
        if (is_enemy(&s->core, other, seat) && energy_available(t, other) >= cost) return true;
    return false;
}

// One clause of the Costs that asks for cards, and which cards it could take.
struct demand {
    card_id  list[64];
    size_t   count;
    int      least;
    bool     turns; // its cards cannot Generate afterwards
    unsigned how;
};
enum { DEMANDS_MAX = 8 };

// What turns is the host, whatever of its stack is Exhausted (OVE-426, OVE-R240).
static card_id taken_card(const struct oversoul_state *s, card_id c, unsigned how)
{
    return how == TAKEN_TURNS ? host_of(s, c) : c;
}

bool is_taken(const struct oversoul_state *s, const struct taken *taken, card_id c, unsigned how)
{
    for (size_t i = 0; i < taken->count; i++)
        if (taken_card(s, taken->card[i], taken->how[i]) == taken_card(s, c, how) &&
            exclude_each_other(how, taken->how[i]))
            return true;
    return false;
}

static int least_demanded(const struct scope *k, const struct demand_words *words)
{
    int least = words->least;
    if (least < 0) object_count(k, words->object, &least);
    return least;
}

// "Return each Unit on your board➤": nobody is asked how many.
static bool takes_all(const struct scope *k, size_t object)
{
    const struct op *ops    = k->t->pool->ops;
    size_t           amount = op_find(ops, object, W_AMOUNT);
    int              least;
    if (amount && (ops[amount].value == AMOUNT_ANY || ops[amount].value == AMOUNT_X)) return false;
    return object_count(k, object, &least) < 0;
}

static void read_demand(const struct table *t, const struct scope *k, size_t clause,
                        const struct taken *taken, struct demand *d)
{
    const struct demand_words *words = &book(t)->demands[clause];
    d->least                         = least_demanded(k, words);
    d->how                           = taken_in_line(words->how, k->line ? k->line - 1u : 0);
    d->turns                         = words->turns;
    size_t n                         = cost_candidates(t, k, clause, d->list, COUNT(d->list));
    d->count                         = 0;
    for (size_t i = 0; i < n; i++)
        if (!is_taken(peek(t), taken, d->list[i], d->how))
            d->list[d->count++] = taken_card(peek(t), d->list[i], d->how);
    if (d->least == 0 && takes_all(k, words->object)) d->least = (int)d->count;
}

SELDOM static bool all_exclude(const struct demand *d, size_t count, unsigned set)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (set & BIT(i) && set & BIT(j) && !exclude_each_other(d[i].how, d[j].how))
                return false;
    return true;
}

// Can the demands be met with different cards? Every group of them needs enough cards (Hall).
SELDOM static bool can_be_met(const struct demand *d, size_t count)
{
    for (unsigned set = 1; set < BIT(count); set++) {
        if (!all_exclude(d, count, set)) continue;
        card_id all[DEMANDS_MAX * 64];
        size_t  n    = 0;
        int     want = 0;
        for (size_t i = 0; i < count; i++) {
            if (!(set & BIT(i))) continue;
            want += d[i].least;
            for (size_t j = 0; j < d[i].count; j++) {
                bool seen = false;
                for (size_t e = 0; e < n && set != BIT(i); e++) seen |= all[e] == d[i].list[j];
                if (!seen) all[n++] = d[i].list[j];
            }
        }
        if ((int)n < want) return false;
    }
    return true;
}

// The least ENERGY that is lost because cards that could Generate pay for something else.
SELDOM static unsigned least_loss(const struct table *t, seat_id seat, const struct demand *d)
{
    unsigned yield[64], loss = 0;
    if (!d->turns) return 0;
    for (size_t i = 0; i < d->count; i++) {
        bool     own = seat_of(peek(t), d->list[i]) == seat;
        unsigned y   = own ? generating_lost(t, d->list[i], d->how) : 0;
        size_t   j   = i;
        for (; j > 0 && yield[j - 1] > y; j--) yield[j] = yield[j - 1];
        yield[j] = y;
    }
    for (int i = 0; i < d->least && i < (int)d->count; i++) loss += yield[i];
    return loss;
}

// Where nothing competes for the cards of a clause.
static bool is_supplied(const struct table *t, const struct scope *k, size_t clause)
{
    const struct demand_words *words = &book(t)->demands[clause];
    int                        least = least_demanded(k, words);
    card_id                    list[64];
    if (words->deed != PAYS_HAND && words->deed != PAYS_SACRIFICE)
        return are_payers(k, words->object, clause, (size_t)least);
    size_t most = (size_t)least < COUNT(list) ? (size_t)least : COUNT(list);
    return (int)cost_candidates(t, k, clause, list, most) >= least;
}

// Why the payer cannot pay for a clause with this card. Some refusals have a rule of their own.
rule_id why_not_pay_with(const struct scope *k, size_t clause, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    const struct demand_words   *d = &book(k->t)->demands[clause];
    if (c >= s->core.card_count || !is_board_card(s, c) || seat_of(s, c) != k->seat) return OVE_705;
    if (!fits(k, d->object, c)) return OVE_705;
    if (d->deed == PAYS_EXHAUST && is_leader_seated(s, c)) return OVE_134;
    if (d->deed == PAYS_EXHAUST && !is_upright(s, host_of(s, c))) return OVE_123;
    bool leaves = d->deed == PAYS_SACRIFICE || d->deed == PAYS_EXILE || d->deed == PAYS_RETURN;
    bool bars   = leaves && !d->leader && !d->sits_down;
    return bars && is_face_up_leader(k->t, c) ? OVE_465 : OVE_705;
}

static rule_id unsupplied(const struct demand_words *words)
{
    return words->deed == PAYS_SELECT ? OVE_706 : OVE_705;
}

// What keeps the cards that a Cost asks for from paying it.
static rule_id why_unpaid_line(const struct scope *k, const struct ability *a)
{
    const struct oversoul_state *s   = peek(k->t);
    const struct op             *ops = k->t->pool->ops;
    for (size_t n = op_child(a->costs); n < a->costs_end; n = op_after(ops, n)) {
        const struct demand_words *d = &book(k->t)->demands[n];
        if (ops[n].code != W_CLAUSE || !d->object || d->deed == PAYS_SELECT) continue;
        if (is_supplied(k->t, k, n)) continue;
        for (unsigned z = U1; z <= E3 + 1; z++)
            EACH_IN_ZONE(c, &s->core, zone_for(k->seat, z <= E3 ? z : LEADER)) {
                rule_id no = why_not_pay_with(k, n, c);
                if (no != OVE_705) return no;
            }
    }
    return OVE_705;
}

// For whoever asks why an Ability (or, without one, a card's lines) cannot be paid for (OVE-705).
rule_id why_unpaid(const struct table *t, seat_id seat, card_id c, const struct held *h)
{
    const struct face *f = face_of(t, c);
    struct scope       k = {
              .t = t, .card = c, .source = h ? h->source : c, .seat = seat, .it = NO_CARD
    };
    if (h) return why_unpaid_line(&k, &book(t)->abilities[h->ability]);
    for (unsigned i = 0; i < f->ability_count; i++) {
        const struct ability *a = &book(t)->abilities[f->ability_first + i];
        k.line                  = (uint8_t)(i + 1);
        rule_id no = a->costs && is_declared_line(f, a) ? why_unpaid_line(&k, a) : OVE_705;
        if (no != OVE_705) return no;
    }
    return OVE_705;
}

// The next line that must be paid with the one before it, *line of it, or NULL.
static const struct ability *next_to_pay(const struct scope *k, uint8_t *line)
{
    const struct face *f = face_of(k->t, k->card);
    while (*line < f->ability_count) {
        const struct ability *a = &book(k->t)->abilities[f->ability_first + (*line)++];
        if (a->costs && !a->may && is_declared_line(f, a)) return a;
    }
    return NULL;
}

// All that is to be paid, and what there is to pay it with.
struct bill {
    struct demand demand[DEMANDS_MAX];
    size_t        count;
    unsigned      energy, lost;
};

static unsigned energy_from(const struct scope *k, const struct ability *a, size_t from)
{
    const struct op *ops    = k->t->pool->ops;
    unsigned         energy = 0;
    for (size_t c = from; c < a->costs_end; c = op_after(ops, c))
        if (ops[c].code == W_CLAUSE) energy += clause_energy(k, c);
    return energy;
}

static rule_id add_demands(const struct scope *k, const struct ability *a, size_t from,
                           const struct taken *taken, struct bill *b)
{
    const struct table        *t     = k->t;
    const struct op           *ops   = t->pool->ops;
    const struct demand_words *words = book(t)->demands;
    for (size_t c = from; c < a->costs_end; c = op_after(ops, c)) {
        if (ops[c].code != W_CLAUSE) continue;
        size_t verb = op_child(c);
        if (words[c].opposing_energy &&
            !opponent_can_pay(t, k->seat, (unsigned)amount_of(k, op_find(ops, verb, W_AMOUNT))))
            return OVE_667;
        if (!words[c].object || b->count == DEMANDS_MAX) continue;
        if (words[c].alone && taken->count == 0 && (!b->energy || !words[c].turns)) {
            if (is_supplied(t, k, c)) continue;
            return unsupplied(&words[c]);
        }
        struct demand *d = &b->demand[b->count];
        read_demand(t, k, c, taken, d);
        if ((int)d->count < d->least) return unsupplied(&words[c]);
        if (b->energy) b->lost += least_loss(t, k->seat, d);
        b->count++;
    }
    return 0;
}

APART static rule_id why_not_all_costs(const struct scope *k, const struct ability *a, size_t from,
                                       const struct taken *taken, unsigned energy)
{
    const struct ability *more;
    struct scope          later = *k;
    struct bill           b; // a long list, filled as far as it is used
    b.count    = 0;
    b.lost     = 0;
    b.energy   = energy + energy_from(k, a, from);
    later.x    = 0; // each line has its own (OVE-R170)
    later.line = a->shared ? k->line : UINT8_MAX;
    while ((more = next_to_pay(k, &later.line)))
        b.energy += energy_from(&later, more, op_child(more->costs));
    unsigned have = b.energy ? energy_without(k->t, k->seat, taken) : 0;
    if (have < b.energy) return OVE_705;
    rule_id no = add_demands(k, a, from, taken, &b);
    later.line = a->shared ? k->line : UINT8_MAX;
    while (!no && (more = next_to_pay(k, &later.line)))
        no = add_demands(&later, more, op_child(more->costs), taken, &b);
    if (no) return no;
    if (b.count > 1 && !can_be_met(b.demand, b.count)) return OVE_705;
    return have >= b.lost + b.energy ? 0 : OVE_705;
}

// Most Costs ask for ENERGY and for cards of one kind. True if these do, and nothing is taken that
// could Generate.
static bool is_simple(const struct ability *a, const struct demand_words *words, size_t from,
                      const struct taken *taken, unsigned energy)
{
    return a->sole && from == op_child(a->costs) && taken->count == 0 &&
           (!words[a->sole].turns || energy + a->energy == 0);
}

rule_id why_not_costs(const struct table *t, const struct scope *k, const struct ability *a,
                      size_t from, const struct taken *taken, unsigned energy)
{
    const struct demand_words *words = book(t)->demands;
    if (!is_simple(a, words, from, taken, energy))
        return why_not_all_costs(k, a, from, taken, energy);
    energy += a->energy;
    if (energy && energy_without(t, k->seat, taken) < energy) return OVE_705;
    return is_supplied(t, k, a->sole) ? 0 : unsupplied(&words[a->sole]);
}

// --- laws in front of an Activation -------------------------------------------------------------

bool someone_has_perfect(const struct table *t)
{
    const struct oversoul_state *s = peek(t);
    if (!(s->laws & BIT(LAW_PERFECT))) return false;
    for (unsigned i = 0; i < s->active_count; i++)
        if (body_at(s, s->active[i])->laws & BIT(LAW_PERFECT)) return true;
    return false;
}

// OVE-818 if a host would do that bears no more Constructs.
static rule_id why_no_host(const struct table *t, seat_id seat, const struct face *f)
{
    const struct oversoul_state *s   = peek(t);
    rule_id                      why = OVE_421;
    for (unsigned z = f->construct_event ? E1 : U1;
         z <= (f->construct_event ? (unsigned)E3 : (unsigned)U5); z++) {
        rule_id no = why_not_host(t, seat, f->construct_event, host_in(s, zone_for(seat, z)));
        if (no != OVE_421) why = no;
        if (!no) break;
    }
    return why;
}

rule_id why_not_host(const struct table *t, seat_id seat, bool event_construct, card_id host)
{
    const struct oversoul_state *s = peek(t);
    if (host == NO_CARD || host >= s->core.card_count || !is_active(s, host) ||
        seat_of(s, host) != seat)
        return OVE_421;
    const struct face *f = face_of(t, host);
    if (body_at(s, host)->flags & BODY_CONSTRUCT) return OVE_421;
    if (event_construct ? f->kind != KIND_EVENT || f->event_role != ROLE_BOARD : !is_unit(t, host))
        return OVE_421;
    if (bears_no_constructs(t, host)) return OVE_818;
    return 0;
}

// The n-th line of a card that may ask for Costs or Selections when it is Activated, or NO_ABILITY.
uint16_t declared_line(const struct table *t, const struct link *l, unsigned n)
{
    if (l->kind == LINK_ABILITY) return n == 0 ? l->ability : NO_ABILITY;
    const struct face *f = face_of(t, l->card);
    if (!is_activation(l->kind) || !(f->offers & OFFERS_LINES) || n >= f->ability_count)
        return NO_ABILITY;
    return (uint16_t)(f->ability_first + n);
}

static unsigned cost_now(const struct table *t, seat_id seat, card_id c,
                         const struct taken *nothing)
{
    if (peek(t)->resolving && activates_for_free(t)) return 0;
    return activation_cost_with(t, seat, c, true, nothing->costings);
}

// The leftover right: part of the Cost comes from Timeshift ENERGY (OVE-309).
static rule_id why_not_leftover(const struct oversoul_state *s, seat_id seat)
{
    if (s->link_count == 0) return OVE_917;
    return s->side[seat].shift_energy == 0 ? OVE_906 : 0;
}

static rule_id why_not_timing(const struct table *t, seat_id seat, card_id c, bool prepared,
                              const struct taken *nothing)
{
    const struct oversoul_state *s       = peek(t);
    const struct face           *f       = face_of(t, c);
    bool                         perfect = f->kind == KIND_EVENT && f->event_role == ROLE_PERFECT;
    if (perfect && !someone_has_perfect(t)) return OVE_673;
    if (prepared) {
        if (body_at(s, c)->flags & BODY_PREPARED_NOW) return OVE_145;
        if (body_at(s, c)->flags & BODY_EXPOSED) return OVE_877;
        return 0;
    }
    if (f->kind == KIND_EVENT && f->event_role == ROLE_COUNTER) return OVE_674;
    if (s->resolving) return 0; // by an Ability, whenever that resolves (OVE-854, OVE-R334)
    if (perfect || (f->kind == KIND_EVENT && f->event_role == ROLE_QUICK)) return 0;
    if (is_open(s) && s->turn_seat == seat) return 0;
    if (!in_own_action_phase(s, seat)) return OVE_325;
    rule_id closed = why_not_leftover(s, seat);
    if (closed) return closed;
    if (!f->minus) return OVE_310;
    return cost_now(t, seat, c, nothing) == 0 ? OVE_309 : 0;
}

static bool    frees_zone(const struct table *, seat_id, card_id, unsigned cost);
static rule_id why_not_lines(const struct table *, seat_id, card_id, unsigned cost,
                             const struct taken *nothing);

static rule_id why_not_leader(const struct table *t, seat_id seat, card_id c,
                              const struct taken *nothing)
{
    const struct oversoul_state *s          = peek(t);
    const struct face           *f          = face_of(t, c);
    const struct side           *side       = &s->side[seat];
    bool                         by_ability = s->resolving; // OVE-854
    if (side->rank < 5) return OVE_454;
    if (!by_ability && !(is_open(s) && s->turn_seat == seat)) {
        if (!in_own_action_phase(s, seat)) return OVE_454;
        rule_id closed = why_not_leftover(s, seat);
        return closed ? closed : OVE_310;
    }
    if (side->own_links >= OWN_LINKS_MAX) return OVE_925;
    if (cannot(t, c, IS_ACTIVATED, NO_CARD)) return OVE_754;
    unsigned cost = cost_now(t, seat, c, nothing);
    if (!has_empty_zone(s, seat, f->kind == KIND_LEADER_EVENT) && !frees_zone(t, seat, c, cost))
        return OVE_110;
    if (!f->minus && side->plus_used >= plus_allowed(t, seat, c)) return OVE_323;
    if (f->minus && energy_without(t, seat, nothing) < cost) return OVE_327;
    return f->offers & OFFERS_LINES ? why_not_lines(t, seat, c, cost, nothing) : 0;
}

// Which rule an "Activate only" Law that is not met stands for.
static rule_id unmet_law(const struct table *t, const struct ability *a)
{
    const struct op *ops = t->pool->ops;
    for (size_t n = a->op; n < op_after(ops, a->op); n++)
        if (ops[n].code == W_EVENTLAW) return op_find(ops, n, W_WHEN) ? OVE_919 : OVE_920;
    return OVE_703;
}

// Can a Construct be Activated onto this card and all Costs of its lines be paid without it?
SELDOM static rule_id why_not_paid_beside(const struct scope *k, const struct ability *a,
                                          const struct taken *nothing, unsigned cost, card_id host)
{
    rule_id      no   = why_not_host(k->t, k->seat, face_of(k->t, k->card)->construct_event, host);
    struct taken with = *nothing;
    if (no) return no;
    with.how[with.count]    = TAKEN_AS_HOST;
    with.card[with.count++] = host;
    return why_not_costs(k->t, k, a, op_child(a->costs), &with, cost);
}

SELDOM static rule_id why_not_paid_beside_any(const struct scope *k, const struct ability *a,
                                              const struct taken *nothing, unsigned cost)
{
    bool    events = face_of(k->t, k->card)->construct_event;
    rule_id why    = OVE_421;
    for (unsigned z = events ? E1 : U1; z <= (events ? (unsigned)E3 : (unsigned)U5) && why; z++) {
        card_id host = host_in(peek(k->t), zone_for(k->seat, z));
        rule_id no   = why_not_paid_beside(k, a, nothing, cost, host);
        if (no != OVE_421) why = no;
    }
    return why;
}

rule_id why_not_onto(const struct table *t, seat_id seat, card_id c, card_id host)
{
    const struct face    *f = face_of(t, c);
    struct scope          k = { .t = t, .card = c, .source = c, .seat = seat, .it = NO_CARD };
    const struct ability *a = f->offers & OFFERS_LINES ? next_to_pay(&k, &k.line)
                                                       : NULL; // then k.line is one behind it
    if (!a) return why_not_host(t, seat, f->construct_event, host);
    return why_not_paid_beside(&k, a, &NOTHING_TAKEN, cost_now(t, seat, c, &NOTHING_TAKEN), host);
}

// The lines with which a card is Activated: their Laws, their limits and, together, their Costs.
static rule_id why_not_lines(const struct table *t, seat_id seat, card_id c, unsigned cost,
                             const struct taken *nothing)
{
    const struct face *f = face_of(t, c);
    struct scope       k = { .t = t, .card = c, .source = c, .seat = seat, .it = NO_CARD };
    for (unsigned i = 0; i < f->ability_count; i++) {
        const struct ability *a = &book(t)->abilities[f->ability_first + i];
        uint8_t               link, dealt;
        if (a->kind == ABILITY_ONLY && !law_met(t, seat, c, a, &k.it, &link, &dealt))
            return unmet_law(t, a);
        struct held line  = { (uint16_t)(f->ability_first + i), c };
        rule_id     limit = is_declared_line(f, a) && !a->may ? why_not_limit(t, seat, &line) : 0;
        if (limit) return limit;
        if (!a->costs || a->may || !is_declared_line(f, a)) continue;
        if (k.line) continue; // paid with the first
        k.line     = (uint8_t)(i + 1);
        rule_id no = f->kind == KIND_CONSTRUCT
                         ? why_not_paid_beside_any(&k, a, nothing, cost)
                         : why_not_costs(t, &k, a, op_child(a->costs), nothing, cost);
        if (no) return no;
    }
    return 0;
}

// Is its zone empty when a Cost has taken this card off the board? A "would" Law may keep it there
// (OVE-R190).
bool leaves_its_zone(const struct table *t, card_id c)
{
    enum { LEAVING = BIT(DEED_LEAVE) | BIT(DEED_SACRIFICE) | BIT(DEED_EXILE) | BIT(DEED_RETURN) };
    const struct oversoul_state *s = peek(t);
    zone_id                      z = card_in(s, c)->zone;
    const struct would           w = { .deeds = LEAVING, .keyword = NO_KEYWORD };
    if (!is_board_card(s, c) || host_in(s, z) != c) return false;
    return !may_be_replaced(t, c, &w);
}

// Is it a zone in which this card, Activated, would stand?
static bool is_zone_of(const struct table *t, card_id c, zone_id z)
{
    return needs_event_zone(face_of(t, c)) ? is_event_zone(z) : is_unit_zone(z);
}

bool empties_zone_for(const struct table *t, card_id activated, card_id c)
{
    return is_zone_of(t, activated, card_in(peek(t), c)->zone) && leaves_its_zone(t, c);
}

// OVE-111: a zone that the Costs of the Activation empty may be used for it.
bool can_empty_zone(const struct scope *k, const struct ability *a, size_t from,
                    const struct taken *taken, unsigned cost)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t n = from; n < a->costs_end; n = op_after(ops, n)) {
        card_id list[64];
        bool    leaves = ops[n].code == W_CLAUSE && book(k->t)->demands[n].object &&
                      book(k->t)->demands[n].how == TAKEN_LEAVES;
        size_t count = leaves ? cost_candidates(k->t, k, n, list, COUNT(list)) : 0;
        for (size_t i = 0; i < count; i++) {
            struct taken with = *taken;
            if (is_taken(peek(k->t), taken, list[i], TAKEN_LEAVES) || with.count == NAMED_MAX ||
                !empties_zone_for(k->t, k->card, list[i]))
                continue;
            with.left               = 0;
            with.how[with.count]    = TAKEN_LEAVES;
            with.card[with.count++] = list[i];
            if (costs_can_be_paid(k->t, k, a, op_after(ops, n), &with, cost)) return true;
        }
    }
    return false;
}

static bool frees_zone(const struct table *t, seat_id seat, card_id c, unsigned cost)
{
    const struct face *f = face_of(t, c);
    struct scope       k = { .t = t, .card = c, .source = c, .seat = seat, .it = NO_CARD };
    for (k.line = 1; f->frees_zones && k.line <= f->ability_count; k.line++) {
        const struct ability *a = &book(t)->abilities[f->ability_first + k.line - 1u];
        if (a->costs && !a->may && is_declared_line(f, a) &&
            can_empty_zone(&k, a, op_child(a->costs), &NOTHING_TAKEN, cost))
            return true;
    }
    return false;
}

rule_id why_not_activate_with(const struct table *t, seat_id seat, card_id c,
                              const struct taken *nothing)
{
    const struct oversoul_state *s = peek(t);
    if (c >= s->core.card_count) return RULE_NO_SUCH;
    zone_id z = card_in(s, c)->zone;
    if (z == NO_ZONE || (s->resolving ? seat_of(s, c) : zone_seat(z)) != seat) return OVE_118;
    if (body_at(s, c)->flags & BODY_PENDING) return OVE_133;
    if (is_leader_seated(s, c)) return why_not_leader(t, seat, c, nothing);
    bool prepared = is_prepared(s, c), hand = zone_kind(z) == HAND;
    bool elsewhere = s->resolving && !is_board(z); // by an Ability, from any zone (OVE-854)
    if (!prepared && !hand && !elsewhere) return OVE_325;
    const struct face *f    = face_of(t, c);
    const struct side *side = &s->side[seat];
    if (rank_to_enter(t, c) > side->rank)
        return OVE_320; // a Leader is exempt in its own zone alone
    if (!f->minus && side->plus_used >= plus_allowed(t, seat, c)) return OVE_323;
    rule_id late = why_not_timing(t, seat, c, prepared, nothing);
    if (late) return late;
    if (side->own_links >= OWN_LINKS_MAX || s->link_count == LINKS_MAX) return OVE_925;
    if (cannot(t, c, IS_ACTIVATED, NO_CARD)) return is_exposed(s, c) ? OVE_877 : OVE_754;
    if (f->kind == KIND_CONSTRUCT) {
        rule_id hostless = why_no_host(t, seat, f);
        if (hostless) return prepared ? OVE_147 : hostless;
    } else if (!prepared && !has_empty_zone(s, seat, needs_event_zone(f)) &&
               !frees_zone(t, seat, c, cost_now(t, seat, c, nothing))) {
        return OVE_110;
    }
    unsigned cost   = cost_now(t, seat, c, nothing);
    unsigned energy = cost > 0 ? energy_without(t, seat, nothing) : 0;
    if (energy < cost) {
        bool away = side->energy > leader_points(s, seat);
        return away && energy + side->energy >= cost ? OVE_302 : OVE_327;
    }
    return f->offers & OFFERS_LINES ? why_not_lines(t, seat, c, cost, nothing) : 0;
}

rule_id why_not_prepare_with(const struct table *t, seat_id seat, card_id c,
                             const struct taken *nothing)
{
    const struct oversoul_state *s = peek(t);
    if (c >= s->core.card_count) return RULE_NO_SUCH;
    zone_id z = card_in(s, c)->zone;
    if (z != zone_for(seat, HAND)) return OVE_141;
    if (!in_own_action_phase(s, seat)) return OVE_141;
    rule_id closed = is_open(s) ? 0 : why_not_leftover(s, seat);
    if (closed) return closed;
    if (s->side[seat].own_links >= OWN_LINKS_MAX || s->link_count == LINKS_MAX) return OVE_925;
    if (!has_empty_zone(s, seat, needs_event_zone(face_of(t, c)))) return OVE_110;
    if (cannot(t, c, IS_PREPARED, NO_CARD)) return OVE_754;
    return energy_without(t, seat, nothing) >= 1 ? 0 : OVE_141;
}

// --- using Abilities ----------------------------------------------------------------------------

// Is it the limit of this Ability that m counts, or of all cards of that name (OVE-722)?
static bool counts_for(const struct table *t, const struct modifier *m, seat_id seat,
                       const struct held *h)
{
    if (m->kind != MOD_USED || m->arg != h->ability) return false;
    if (book(t)->abilities[h->ability].limit_per != PER_TURN_NAME) return m->card == h->source;
    return m->seat == seat && m->until == UNTIL_NAME_TURN &&
           m->words == face_of(t, h->source)->name;
}

static inline unsigned times_used(const struct table *t, seat_id seat, const struct held *h)
{
    const struct oversoul_state *s = peek(t);
    const struct ability        *a = &book(t)->abilities[h->ability];
    if (a->limit_per != PER_TURN_NAME && !(card_in(s, h->source)->flags & CARD_MODIFIED)) return 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (counts_for(t, m, seat, h)) return (unsigned)m->value;
    }
    return 0;
}

void count_use(struct table *t, seat_id seat, const struct held *h)
{
    struct oversoul_state *s       = state(t);
    const struct ability  *a       = &book(t)->abilities[h->ability];
    static const uint8_t   UNTIL[] = { [PER_GAME]         = FOR_GAME,
                                       [PER_ACTIVE]       = UNTIL_LEAVES,
                                       [PER_TURN_ABILITY] = UNTIL_TURN_ENDS,
                                       [PER_TURN_NAME]    = UNTIL_NAME_TURN,
                                       [PER_TURN_ACTIVE]  = UNTIL_TURN_OR_LEAVES,
                                       [PER_TURN]         = UNTIL_TURN_ENDS };
    if (a->limit_per == NO_LIMIT) return;
    bool by_name = a->limit_per == PER_TURN_NAME;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        struct modifier *m = &s->modifiers[i];
        if (counts_for(t, m, seat, h)) {
            m->value++;
            return;
        }
    }
    modifier_add(&s->core, (struct modifier){ .card   = by_name ? NO_CARD : h->source,
                                              .source = NO_CARD,
                                              .value  = 1,
                                              .arg    = h->ability,
                                              .kind   = MOD_USED,
                                              .until  = UNTIL[a->limit_per],
                                              .seat   = seat,
                                              .words = by_name ? face_of(t, h->source)->name : 0 });
}

rule_id why_not_within_limit(const struct table *t, seat_id seat, const struct held *h)
{
    static const rule_id RULE[] = {
        [PER_GAME] = OVE_720,      [PER_ACTIVE] = OVE_723,      [PER_TURN_ABILITY] = OVE_721,
        [PER_TURN_NAME] = OVE_722, [PER_TURN_ACTIVE] = OVE_724, [PER_TURN] = OVE_725
    };
    const struct ability *a = &book(t)->abilities[h->ability];
    if (times_used(t, seat, h) < a->limit_times) return 0;
    return RULE[a->limit_per];
}

size_t usable_abilities(const struct table *t, seat_id seat, card_id c, struct held *out)
{
    const struct oversoul_state *s = peek(t);
    const struct rulebook       *b = book(t);
    struct held                  list[ABILITIES_HELD_MAX];
    size_t                       count = 0, n = 0;
    zone_id                      z = card_in(s, c)->zone;
    if (z == NO_ZONE || seat_of(s, c) != seat) return 0;
    if (is_active(s, c)) {
        if (!(body_at(s, c)->laws & (BIT(LAW_CAST) | BIT(LAW_QUICK)))) return 0;
        if (body_at(s, c)->flags & BODY_PLAIN) {
            const uint16_t *own;
            n = printed_list(t, c, LISTED_USES, &own);
            for (size_t i = 0; i < n; i++) out[i] = (struct held){ own[i], c };
            return n;
        }
        count = abilities_of(t, c, list);
    } else if (!is_board(z)) {
        const struct face *f = face_of(t, c);
        uint16_t           ids[ABILITIES_HELD_MAX];
        if (!(f->laws & (BIT(LAW_CAST) | BIT(LAW_QUICK)))) return 0;
        count = face_abilities(b, f, f->roles, true, ids);
        for (size_t i = 0; i < count; i++) list[i] = (struct held){ ids[i], c };
    }
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &b->abilities[list[i].ability];
        if (a->kind != ABILITY_USE) continue;
        bool here = a->place == ANYWHERE     ? is_active(s, c)
                    : a->place == ZONE_HAND  ? zone_kind(z) == HAND
                    : a->place == ZONE_IDLE  ? zone_kind(z) == IDLE
                    : a->place == ZONE_EXILE ? z == EXILE
                                             : zone_kind(z) == DECK && a->place == ZONE_DECK;
        if (here) out[n++] = list[i];
    }
    return n;
}

SELDOM static bool spawns_itself(const struct table *t, const struct ability *a)
{
    const struct op *ops = t->pool->ops;
    for (size_t n = a->effects; a->effects && n < op_after(ops, a->effects); n++)
        if (ops[n].code == W_SPAWN) return true;
    return false;
}

// Of an Ability whose time it is: its limit, its Laws and its Costs.
rule_id why_not_use_now(const struct table *t, seat_id seat, card_id c, const struct held *h,
                        const struct taken *nothing)
{
    const struct oversoul_state *s     = peek(t);
    const struct ability        *a     = &book(t)->abilities[h->ability];
    rule_id                      limit = why_not_limit(t, seat, h);
    if (limit) return limit;
    if (!laws_hold_for(t, c, h, NO_CARD, a->laws & BIT(LAW_QUICK) ? LAW_QUICK : LAW_CAST))
        return OVE_704;
    if (a->place == ZONE_HAND && spawns_itself(t, a)) { // OVE-662: asked when the Ability is used
        if (rank_to_enter(t, c) > s->side[seat].rank) return OVE_320;
        if (!has_empty_zone(s, seat, needs_event_zone(face_of(t, c)))) return OVE_110;
    }
    if (!a->costs) return 0;
    struct scope k = { .t = t, .card = c, .source = h->source, .seat = seat, .it = NO_CARD };
    return why_not_costs(t, &k, a, op_child(a->costs), nothing, 0);
}

rule_id why_not_use_with(const struct table *t, seat_id seat, card_id c, const struct held *h,
                         const struct taken *nothing)
{
    const struct oversoul_state *s    = peek(t);
    bool                         slow = !(book(t)->abilities[h->ability].laws & BIT(LAW_QUICK));
    if (slow && (!is_open(s) || s->turn_seat != seat)) return OVE_735;
    if (s->side[seat].own_links >= OWN_LINKS_MAX || s->link_count == LINKS_MAX) return OVE_925;
    if (!s->slot[c] && is_exposed(s, c)) return OVE_877;
    return why_not_use_now(t, seat, c, h, nothing);
}
