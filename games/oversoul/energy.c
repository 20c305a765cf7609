// energy.c - Costs, Generating and payments (rules.md 300).
#include "games/oversoul/rules.h"

#include <limits.h>

enum { GENERATORS_MAX = 16 };

// --- Costs (OVE-316) ----------------------------------------------------------------------------

// A Cost is being reckoned: what asks for one on the way gets it without what texts about Costs
// change (OVE-R440). Otherwise "Costs 1 less if this card's Cost is 3 or more" has no end.
static _Thread_local bool is_reckoning_costs;

static int costing_amount(const struct scope *k, size_t clause)
{
    const struct op *ops  = k->t->pool->ops;
    size_t           verb = op_child(clause);
    int              by   = amount_of(k, op_find(ops, verb, W_AMOUNT)) * for_each_count(k, clause);
    return ops[verb].value == COSTS_MORE ? by : -by;
}

// What a card that is not on the board says of itself, "This card Consumes 1 less ENERGY"
// (OVE-R137).
SELDOM static int own_costing(const struct table *t, seat_id seat, card_id c)
{
    const struct op   *ops = t->pool->ops;
    const struct face *f   = face_of(t, c);
    struct scope       k   = { .t = t, .card = c, .source = c, .seat = seat, .it = NO_CARD };
    int                sum = 0;
    for (unsigned i = 0; i < f->ability_count; i++) {
        struct held           h = { (uint16_t)(f->ability_first + i), c };
        const struct ability *a = &book(t)->abilities[h.ability];
        if (!(a->holds & HOLDS_COSTS) || !laws_hold(t, c, &h)) continue;
        for (size_t n = op_child(a->effects); n < op_after(ops, a->effects); n = op_after(ops, n))
            if (is_own_costing(ops, n) && clause_holds(&k, n)) sum += costing_amount(&k, n);
    }
    return sum;
}

// The continuous sentences that change what cards Consume and hold now; false if there are more
// than fit.
bool read_costings(const struct table *t, struct costings *list)
{
    list->count = 0;
    if (!(peek(t)->holds & HOLDS_COSTS)) return true;
    bool was = is_reckoning_costs, fit = true;
    is_reckoning_costs = true;
    for (struct sentence it = { 0 }; fit && next_sentence(t, HOLDS_COSTS, W_COSTING, &it);) {
        if (!sentence_holds(&it, NO_CARD)) continue;
        fit = list->count < COSTINGS_MAX;
        if (!fit) break;
        list->of[list->count++] = (struct costing){
            .scope  = it.scope,
            .object = op_find(t->pool->ops, op_child(it.clause), W_OBJECT),
            .by     = costing_amount(&it.scope, it.clause)
        };
    }
    is_reckoning_costs = was;
    return fit;
}

static unsigned lasting_discount(const struct oversoul_state *s, seat_id seat)
{
    unsigned sum = 0;
    for (unsigned i = 0; s->holds & HOLDS_LASTING_COSTS && i < s->core.modifier_count; i++) {
        const struct modifier *m    = &s->modifiers[i];
        bool                   next = m->kind == MOD_NEXT_COSTS && m->seat == seat;
        if ((next || m->kind == MOD_COSTS) && m->value < 0) sum += (unsigned)-m->value;
    }
    return sum;
}

static unsigned discount_from(const struct table *t, seat_id seat, card_id c)
{
    bool        own = seat_of(peek(t), c) == seat;
    unsigned    sum = 0;
    struct held list[ABILITIES_HELD_MAX];
    for (size_t n = abilities_of(t, c, list); n-- > 0;) {
        const struct ability *a = &book(t)->abilities[list[n].ability];
        if (own || !a->discount_own) sum += a->discount;
    }
    return sum;
}

// No Cost of this player's cards is lowered by more than this, whatever is Activated and whichever
// sentences hold.
SELDOM unsigned most_discount(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s   = peek(t);
    unsigned                     sum = lasting_discount(s, seat);
    for (unsigned i = 0; i < s->active_count; i++)
        if (holds_any(t, s->active[i], HOLDS_COSTS)) sum += discount_from(t, seat, s->active[i]);
    for (card_id c = first_afar(t, HOLDS_COSTS); c != NO_CARD; c = next_afar(t, HOLDS_COSTS, c))
        sum += discount_from(t, seat, c);
    return sum;
}

// Likewise, of the sentences that hold now.
unsigned discount_by(const struct table *t, seat_id seat, const struct costings *list)
{
    unsigned sum = lasting_discount(peek(t), seat);
    for (unsigned i = 0; i < list->count; i++)
        if (list->of[i].by < 0) sum += (unsigned)-list->of[i].by;
    return sum;
}

// Does a sentence about Activating speak of this card? A Leader and a Prepared card are then
// another thing than they are now (OVE-R340, OVE-R375).
static bool fits_played(const struct scope *k, size_t object, card_id c)
{
    if (!is_board_card(peek(k->t), c)) return fits(k, object, c);
    struct scope played = *k;
    played.played       = (card_id)(c + 1);
    return fits(&played, object, c);
}

static int cost_changes(const struct table *t, card_id c, int cost, const struct costings *known)
{
    const struct op *ops = t->pool->ops;
    if (!(peek(t)->holds & HOLDS_COSTS)) return cost;
    for (unsigned i = 0; known && i < known->count; i++)
        if (fits_played(&known->of[i].scope, known->of[i].object, c)) cost += known->of[i].by;
    if (known) return cost;
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_COSTS, W_COSTING, &it);)
        if (fits_played(&it.scope, op_find(ops, op_child(it.clause), W_OBJECT), c) &&
            sentence_holds(&it, NO_CARD))
            cost += costing_amount(&it.scope, it.clause);
    return cost;
}

bool lasting_cost_fits(const struct table *t, const struct modifier *m, seat_id seat, card_id c)
{
    if (m->kind == MOD_NEXT_COSTS ? m->seat != seat : m->kind != MOD_COSTS) return false;
    struct scope scope = {
        .t = t, .card = m->source, .source = m->source, .seat = m->seat, .it = NO_CARD
    };
    return fits_played(&scope, m->arg, c);
}

// How many Units, Events and Constructs were among the +cards Activated this turn: where their
// number lies in side.plus_kinds, and the most that it holds.
static const struct {
    uint8_t noun, shift, most;
} PLUS_KINDS[] = { { NOUN_UNIT, 0, 7 }, { NOUN_EVENT, 3, 7 }, { NOUN_CONSTRUCT, 6, 3 } };

static unsigned plus_kind(const struct face *f)
{
    return f->kind == KIND_CONSTRUCT                               ? 2
           : f->kind == KIND_EVENT || f->kind == KIND_LEADER_EVENT ? 1
                                                                   : 0;
}

static unsigned plus_of_kind(const struct side *side, unsigned i)
{
    return side->plus_kinds >> PLUS_KINDS[i].shift & PLUS_KINDS[i].most;
}

void count_plus(const struct table *t, struct side *side, card_id c)
{
    unsigned i = plus_kind(face_of(t, c));
    side->plus_used++; // OVE-324
    if (plus_of_kind(side, i) < PLUS_KINDS[i].most)
        side->plus_kinds = (uint8_t)(side->plus_kinds + BIT(PLUS_KINDS[i].shift));
}

// What is allowed beyond 1 +card: to a card that is asked about, and to others by their kind.
struct allowance {
    card_id  card;
    unsigned to_it, to_kind[COUNT(PLUS_KINDS)];
};

static void allow(const struct scope *k, size_t object, unsigned amount, struct allowance *a)
{
    const struct filter *f = &book(k->t)->filters[object];
    if (fits_played(k, object, a->card)) {
        a->to_it += amount;
        return;
    }
    if (f->kind != FILTER_WORDS || f->needs || f->rest || f->more & ~(MORE_SIGN | MORE_IS_PLUS))
        return;
    for (unsigned i = 0; i < COUNT(PLUS_KINDS); i++)
        if (f->noun == PLUS_KINDS[i].noun) a->to_kind[i] += amount;
}

// 1 +card each turn (OVE-323), and more where a text allows it. What allows more of another kind
// allowed those of that kind that were Activated before (OVE-R423).
unsigned plus_allowed(const struct table *t, seat_id seat, card_id c)
{
    const struct oversoul_state *s   = peek(t);
    const struct op             *ops = t->pool->ops;
    struct allowance             a   = { .card = c };
    for (unsigned i = 0; (s->dirty || s->holds & HOLDS_LASTING_COSTS) && i < s->core.modifier_count;
         i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->kind != MOD_MORE_PLUS || m->seat != seat) continue;
        struct scope scope = {
            .t = t, .card = m->source, .source = m->source, .seat = seat, .it = NO_CARD
        };
        allow(&scope, m->arg, (unsigned)m->value, &a);
    }
    bool said = s->holds & HOLDS_MORE_PLUS;
    for (struct sentence it = { 0 };
         said && next_sentence(t, HOLDS_MORE_PLUS, W_ADDITIONAL, &it);) {
        size_t verb = op_child(it.clause);
        if (it.scope.seat == seat && sentence_holds(&it, NO_CARD))
            allow(&it.scope, op_find(ops, verb, W_OBJECT),
                  (unsigned)amount_of(&it.scope, op_find(ops, verb, W_AMOUNT)), &a);
    }
    unsigned sum = 1 + a.to_it;
    for (unsigned i = 0; i < COUNT(PLUS_KINDS); i++) {
        unsigned before = plus_of_kind(&s->side[seat], i);
        sum += before < a.to_kind[i] ? before : a.to_kind[i];
    }
    return sum;
}

// OVE-313. Its Archetypes count as they are now (OVE-R401).
static unsigned discount_of_plus(const struct table *t, seat_id seat, card_id c)
{
    const struct oversoul_state *s    = peek(t);
    const struct side           *side = &s->side[seat];
    if (!is_modified(s, c)) return side->plus[face_of(t, c)->archetype];
    unsigned shared = is_active(s, c) ? archetypes_of(t, c) : archetypes_to_enter(t, c), sum = 0;
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b = &s->bodies[side->board[i]];
        sum += b->flags & BODY_ACTIVE && b->archetypes & shared && is_plus_face(t, card_of_body(b));
    }
    return sum;
}

// What was done to this card since its Cost was set (OVE-R111), without any text about Costs.
static int own_cost(const struct table *t, card_id c)
{
    const struct oversoul_state *s    = peek(t);
    int                          cost = face_of(t, c)->energy;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && m->kind == MOD_COST_SET) cost = m->value;
        if (m->card == c && m->kind == MOD_COST) cost += m->value;
    }
    return cost;
}

static int lasting_costings(const struct table *t, seat_id seat, card_id c, bool with_next)
{
    const struct oversoul_state *s   = peek(t);
    int                          sum = 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && (m->kind == MOD_COST_SET || m->kind == MOD_COST)) continue;
        if ((with_next || m->kind == MOD_COSTS) && lasting_cost_fits(t, m, seat, c))
            sum += m->value;
    }
    return sum;
}

unsigned activation_cost_with(const struct table *t, seat_id seat, card_id c, bool with_next,
                              const struct costings *known)
{
    const struct oversoul_state *s = peek(t);
    const struct face           *f = face_of(t, c);
    if (!f->minus) return 0; // OVE-323
    bool changed = s->dirty || s->holds & HOLDS_LASTING_COSTS ||
                   card_in(s, c)->flags & CARD_MODIFIED;
    int cost = changed ? own_cost(t, c) : f->energy;
    if (!is_reckoning_costs) {
        is_reckoning_costs = true;
        if (changed) cost += lasting_costings(t, seat, c, with_next);
        if (f->offers & OFFERS_OWN_COST) cost += own_costing(t, seat, c);
        cost               = cost_changes(t, c, cost, known);
        is_reckoning_costs = false;
    }
    cost -= (int)discount_of_plus(t, seat, c);
    return cost < 0 ? 0 : cost > MOST ? MOST : (unsigned)cost; // OVE-131
}

// --- Generating (OVE-303 to OVE-306) ------------------------------------------------------------

static unsigned next_yield(const struct oversoul_state *s, seat_id seat)
{
    unsigned more = 0;
    if (!s->dirty && !(s->holds & HOLDS_LASTING_COSTS)) return 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].kind == MOD_NEXT_YIELD && s->modifiers[i].seat == seat)
            more += (unsigned)s->modifiers[i].value;
    return more;
}

static inline unsigned multiplier(const struct table *t, card_id c)
{
    if (!has_keyword(peek(t), c, DYNAMO)) return 1;
    return charges_left(t, c, DYNAMO) == 2 ? 3 : 2; // OVE-831, OVE-832
}

static unsigned would_generate(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, c);
    if (!is_ready(s, c) || b->flags & BODY_CONSTRUCT || is_leader_seated(s, c)) return 0;
    return cannot_generate(t, c) ? 0 : b->yield * multiplier(t, c);
}

// With what waits for the next one that Generates (OVE-645).
unsigned would_generate_next(const struct table *t, card_id c)
{
    unsigned sum = would_generate(t, c);
    return sum ? sum + next_yield(peek(t), seat_of(peek(t), c)) * multiplier(t, c) : 0;
}

// A card that turns or leaves for a Cost does not Generate for it as well; the host of a Construct
// that leaves does (OVE-R240).
static bool is_kept_by(const struct oversoul_state *s, card_id generator, card_id c, unsigned how)
{
    return c == generator ? how <= TAKEN_TURNS : how == TAKEN_TURNS && host_of(s, c) == generator;
}

static bool is_paid_with(const struct oversoul_state *s, card_id generator)
{
    const struct declaring *d = &s->declaring;
    for (unsigned i = 0; i < d->count; i++)
        if (is_kept_by(s, generator, d->chosen[i].card, d->how[i])) return true;
    return false;
}

// OVE-303, in the order of the board.
static size_t generators(const struct table *t, seat_id seat, card_id *out)
{
    const struct oversoul_state *s = peek(t);
    size_t                       n = 0;
    for (unsigned set = s->side[seat].ready; set; set &= set - 1) {
        card_id c = first_ready(s, seat, set);
        if (!cannot_generate(t, c) && !(s->paying.cost && is_paid_with(s, c))) out[n++] = c;
    }
    return n;
}

unsigned leader_points(const struct oversoul_state *s, seat_id seat)
{
    return is_board_card(s, s->side[seat].leader) ? s->side[seat].energy : 0; // OVE-302
}

static bool is_gone(const struct oversoul_state *s, const struct taken *taken, card_id generator)
{
    for (size_t i = 0; i < taken->count; i++)
        if (is_kept_by(s, generator, taken->card[i], taken->how[i])) return true;
    return false;
}

// The ENERGY that is lost by paying with a card so.
unsigned generating_lost(const struct table *t, card_id c, unsigned how)
{
    card_id host = host_of(peek(t), c);
    return is_kept_by(peek(t), host, c, how) ? would_generate(t, host) : 0;
}

// With a bonus for the next one: the payer says which of them that is.
SELDOM static unsigned most_with_bonus(const struct table *t, seat_id seat,
                                       const struct taken *taken, unsigned more)
{
    card_id  list[GENERATORS_MAX];
    unsigned sum = 0, times = 0;
    for (size_t i = generators(t, seat, list); i-- > 0;) {
        if (is_gone(peek(t), taken, list[i])) continue;
        sum += would_generate(t, list[i]);
        if (multiplier(t, list[i]) > times) times = multiplier(t, list[i]);
    }
    return sum + more * times;
}

unsigned energy_without(const struct table *t, seat_id seat, const struct taken *taken)
{
    if (taken->left) return taken->left - 1;
    const struct oversoul_state *s    = peek(t);
    const struct side           *side = &s->side[seat];
    unsigned                     sum  = leader_points(s, seat) + side->shift_energy;
    unsigned                     more = next_yield(s, seat);
    if (more) return sum + most_with_bonus(t, seat, taken, more);
    for (unsigned set = side->ready; set; set &= set - 1) {
        card_id c = first_ready(s, seat, set);
        if (!cannot_generate(t, c) && !is_gone(s, taken, c))
            sum += body_at(s, c)->yield * multiplier(t, c);
    }
    return sum;
}

unsigned energy_available(const struct table *t, seat_id seat)
{
    return energy_without(t, seat, &NOTHING_TAKEN);
}

void generate(struct table *t, card_id c)
{
    struct oversoul_state *s    = state(t);
    seat_id                seat = seat_of(s, c);
    unsigned               sum  = body_at(s, c)->yield + next_yield(s, seat);
    for (unsigned i = s->core.modifier_count; i-- > 0;)
        if (s->modifiers[i].kind == MOD_NEXT_YIELD && s->modifiers[i].seat == seat)
            modifier_remove(&s->core, i);
    sum *= multiplier(t, c); // OVE-318: added up first, multiplied last
    use_charge(t, c, DYNAMO);
    exhaust(t, c, because(OVE_303));
    body_of(s, c)->flags = (uint16_t)(body_of(s, c)->flags | BODY_GENERATED); // OVE-305
    settle_ready(s, c);
    unsigned points            = s->side[seat].shift_energy + sum;
    s->side[seat].shift_energy = (uint8_t)(points > MOST ? MOST : points);
    stir(s, seat);
    touch(s);
    happened(t, HAPPENED_GENERATE, seat, c, NO_CARD, (int)sum, because(OVE_303));
    did(t, DEED_GENERATE, seat, c, c, (int)sum);
}

// --- Payments (OVE-308) -------------------------------------------------------------------------

struct purse { // what a payer can pay with
    card_id  card[GENERATORS_MAX];
    unsigned yield[GENERATORS_MAX],
        bonus[GENERATORS_MAX]; // bonus: if it is the first to be Exhausted
    size_t   count;
    unsigned leader, shift, cost, shift_least;
    unsigned extra; // what the first one gives more, before its multiplier
    unsigned first; // 1 + which that is, if it was said
};

static void open_purse(const struct table *t, seat_id payer, struct purse *p)
{
    const struct oversoul_state *s = peek(t);
    p->extra                       = next_yield(s, payer);
    p->count                       = generators(t, payer, p->card);
    p->leader                      = leader_points(s, payer);
    p->shift                       = s->side[payer].shift_energy;
    p->cost                        = s->paying.cost;
    p->shift_least                 = s->paying.leftover;
    p->first                       = s->paying.first;
    for (size_t i = 0; i < p->count; i++) {
        unsigned times = multiplier(t, p->card[i]);
        p->yield[i]    = body_at(s, p->card[i])->yield * times;
        p->bonus[i]    = p->extra * times;
    }
}

// The bonus is for the one that was named first, or could be.
SELDOM static unsigned bonus_of(const struct purse *p, unsigned set)
{
    unsigned most = 0;
    if (p->first && set & BIT(p->first - 1)) return p->bonus[p->first - 1];
    for (; set; set &= set - 1)
        if (p->bonus[__builtin_ctz(set)] > most) most = p->bonus[__builtin_ctz(set)];
    return most;
}

struct part { // some of the generators
    unsigned set;
    unsigned sum, least; // what they yield without a bonus: all, and the one that yields least
};

static inline struct part part_with(const struct purse *p, struct part part, size_t i)
{
    part.set |= BIT(i);
    part.sum += p->yield[i];
    if (part.least > p->yield[i]) part.least = p->yield[i];
    return part;
}

static struct part part_of(const struct purse *p, unsigned set)
{
    struct part part = { 0, 0, UINT_MAX };
    for (; set; set &= set - 1) part = part_with(p, part, (size_t)__builtin_ctz(set));
    return part;
}

static inline unsigned total_of(const struct purse *p, const struct part *part)
{
    return p->extra ? part->sum + bonus_of(p, part->set) : part->sum;
}

SELDOM static unsigned most_without_one_and_bonus(const struct purse *p, const struct part *part)
{
    unsigned most = 0;
    for (unsigned left = part->set; left; left &= left - 1) {
        unsigned i   = (unsigned)__builtin_ctz(left);
        unsigned sum = part->sum - p->yield[i] + bonus_of(p, part->set & ~BIT(i));
        if (most < sum) most = sum;
    }
    return most;
}

// What some of them yield if one is left out, at most.
static inline unsigned most_without_one(const struct purse *p, const struct part *part)
{
    return p->extra ? most_without_one_and_bonus(p, part) : part->sum - part->least;
}

// Does it matter which one is first?
static bool is_order_felt(const struct purse *p)
{
    for (size_t i = 1; p->extra && !p->first && i < p->count; i++)
        if (p->bonus[i] != p->bonus[0]) return true;
    return false;
}

// The least and most points that make these generators a legal payment; false if none do.
static inline bool points_range(const struct purse *p, const struct part *part, unsigned *least,
                                unsigned *most)
{
    unsigned total = total_of(p, part), points = p->leader + p->shift;
    *least = total >= p->cost ? 0 : p->cost - total;
    *most  = points < p->cost ? points : p->cost;
    if (*least < p->shift_least) *least = p->shift_least;
    if (part->set) { // it must not be possible to leave one out
        unsigned without = most_without_one(p, part);
        if (without >= p->cost) return false;
        if (*most > p->cost - without - 1) *most = p->cost - without - 1;
    } else if (points < p->cost) {
        return false;
    }
    return *least <= *most;
}

// Of the legal payments with these: generators that are in all of them, and in any of them.
static void look_through(const struct purse *p, const struct part *part, size_t next, unsigned *all,
                         unsigned *any)
{
    unsigned least, most;
    if (points_range(p, part, &least, &most)) {
        *all &= part->set;
        *any |= part->set;
    }
    if (total_of(p, part) >= p->cost) return; // with one more, that one could be left out
    for (size_t i = next; i < p->count; i++) {
        if (part->set & BIT(i)) continue;
        struct part more = part_with(p, *part, i);
        look_through(p, &more, i + 1, all, any);
    }
}

SELDOM static unsigned possible_firsts(struct purse p)
{
    unsigned firsts = 0;
    for (unsigned i = 0; i < p.count; i++) {
        unsigned all = ~0u, any = 0;
        p.first          = i + 1;
        struct part part = part_of(&p, BIT(i));
        look_through(&p, &part, 0, &all, &any);
        if (any) firsts |= BIT(i);
    }
    return firsts;
}

size_t payment_choices(const struct table *t, seat_id payer, struct choice *out, size_t max)
{
    const struct paying *paying = &peek(t)->paying;
    struct purse         p;
    unsigned             least, most, all = ~0u, any = 0;
    size_t               n = 0;
    open_purse(t, payer, &p);
    const struct part taken = part_of(&p, paying->taken);
    if (is_order_felt(&p)) {
        any = possible_firsts(p);
    } else {
        look_through(&p, &taken, 0, &all, &any);
        any &= ~(unsigned)paying->taken;
        all &= any;
        if (all) any = all & -all; // what every payment needs is no question
    }
    for (; any && n < max; any &= any - 1)
        out[n++] = (struct choice){ .kind = CHOOSE_EXHAUST, .card = p.card[__builtin_ctz(any)] };
    if (n == max || !points_range(&p, &taken, &least, &most)) return n;
    for (unsigned points = least; points <= most && n < max; points++)
        for (unsigned shift = points < p.shift ? points : p.shift;; shift--) {
            if (points - shift > p.leader || shift < p.shift_least) break;
            out[n++] = (struct choice){ .kind   = CHOOSE_POINTS,
                                        .option = (uint8_t)shift,
                                        .extra  = (uint16_t)(points - shift) };
            if (shift == 0 || n == max) break;
        }
    return n;
}

// D8: Timeshift points, then Leader points, then fewest surplus.
struct choice default_payment(const struct table *t, seat_id payer)
{
    const struct paying *paying = &peek(t)->paying;
    struct purse         p;
    unsigned             least, most, best = 0, best_set = 0;
    open_purse(t, payer, &p);
    for (unsigned set = 0; set < BIT(p.count); set++) {
        if ((set & paying->taken) != paying->taken) continue;
        const struct part part = part_of(&p, set);
        if (!points_range(&p, &part, &least, &most)) continue;
        unsigned shift = most < p.shift ? most : p.shift;
        unsigned worth = shift << 20 | (most - shift) << 10 |
                         (1023 - (total_of(&p, &part) + most - p.cost));
        if (worth > best) best = worth, best_set = set;
    }
    unsigned more = best_set & ~(unsigned)paying->taken;
    unsigned next = more ? (unsigned)__builtin_ctz(more) : 0;
    for (unsigned left = is_order_felt(&p) ? more : 0; left; left &= left - 1)
        if (p.bonus[__builtin_ctz(left)] > p.bonus[next]) next = (unsigned)__builtin_ctz(left);
    if (more) return (struct choice){ .kind = CHOOSE_EXHAUST, .card = p.card[next] };
    return (struct choice){ .kind   = CHOOSE_POINTS,
                            .option = (uint8_t)(best >> 20),
                            .extra  = (uint16_t)(best >> 10 & 1023) };
}

static bool is_exhausted_for_it(const struct table *t, seat_id payer, card_id c)
{
    card_id list[GENERATORS_MAX];
    for (size_t i = generators(t, payer, list); i-- > 0;)
        if (list[i] == c) return peek(t)->paying.taken >> i & 1;
    return false;
}

// Of a card that is not Exhausted for this payment. One that could Generate is one too many.
static rule_id why_not_generator(const struct table *t, seat_id payer, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (c >= s->core.card_count || !is_active(s, c) || seat_of(s, c) != payer) return OVE_303;
    if (is_leader_seated(s, c)) return OVE_134;
    if (body_at(s, c)->flags & BODY_CONSTRUCT || !body_at(s, c)->yield) return OVE_303;
    if (is_sideways(s, c)) return OVE_125;
    if (body_at(s, c)->flags & BODY_GENERATED) return OVE_305;
    return cannot_generate(t, c) ? OVE_754 : OVE_308;
}

rule_id why_not_pay(const struct table *t, seat_id payer, struct choice choice)
{
    struct choice list[256];
    size_t        n = payment_choices(t, payer, list, COUNT(list));
    for (size_t i = 0; i < n; i++)
        if (choice_equal(list[i], choice)) return 0;
    if (choice.kind == CHOOSE_EXHAUST && is_exhausted_for_it(t, payer, choice.card))
        return RULE_PICKED_TWICE;
    if (choice.kind == CHOOSE_POINTS && choice.option < peek(t)->paying.leftover) return OVE_309;
    if (choice.kind == CHOOSE_EXHAUST) return why_not_generator(t, payer, choice.card);
    return choice.kind == CHOOSE_POINTS ? OVE_308 : RULE_NO_SUCH;
}

// What is paid for: an Activation, a Prepare, an Ability, or an Ability of an opponent.
static rule_id payment_rule(const struct oversoul_state *s, seat_id payer)
{
    const struct link *l = &s->declaring.link;
    if (payer != l->seat) return OVE_667;
    return l->kind == LINK_PREPARE ? OVE_141 : l->kind == LINK_ABILITY ? OVE_705 : OVE_312;
}

// All at once (OVE-705): none of them loses what another lends while it is upright, nor do cards
// that are Exhausted as Costs, after which pay_cards() ends it. STALKERs wait for the other
// payment.
static void generate_with(struct table *t, const card_id *list, size_t count)
{
    const struct paying paying = peek(t)->paying;
    bool                more   = !peek(t)->declaring.opposing;
    begin_at_once(t, more || __builtin_popcount(paying.taken) > 1);
    if (paying.first) generate(t, list[paying.first - 1]);
    for (size_t i = 0; i < count; i++)
        if (paying.taken & BIT(i) && i + 1 != paying.first) generate(t, list[i]);
    if (!more) end_at_once(t);
}

void pay_points(struct table *t, seat_id payer, unsigned shift, unsigned leader)
{
    struct oversoul_state *s    = state(t);
    struct side           *side = &s->side[payer];
    card_id                list[GENERATORS_MAX];
    unsigned               cost  = s->paying.cost;
    size_t                 count = s->paying.taken ? generators(t, payer, list) : 0;
    if (count) generate_with(t, list, count);
    unsigned from_shift = cost - leader; // Generated points and Timeshift points alike
    (void)shift;
    side->energy       = (uint8_t)(side->energy - leader);
    side->shift_energy = (uint8_t)(side->shift_energy > from_shift ? side->shift_energy - from_shift
                                                                   : 0);
    touch(s);
    happened(t, HAPPENED_PAY, payer, NO_CARD, NO_CARD, (int)cost, because(payment_rule(s, payer)));
    did(t, DEED_CONSUME, payer, NO_CARD, NO_CARD, (int)cost);
}

// There is nothing else to pay with: no choice.
static bool is_paid_by_leader(const struct oversoul_state *s, seat_id payer)
{
    return !s->side[payer].ready && !s->side[payer].shift_energy && !s->paying.leftover &&
           leader_points(s, payer) >= s->paying.cost;
}

// Pays s->paying.cost; the decider chooses how (OVE-667).
enum pay_step { PAY_BEGIN, PAY_CHOSEN };
enum flow pay_energy(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct choice          list[2], choice; // is there more than one way?
    size_t                 count;
    FLOW_BEGIN(f);
    while (s->paying.cost > 0) {
        if (is_paid_by_leader(s, f->payer)) {
            pay_points(t, f->payer, 0, s->paying.cost);
            s->paying = (struct paying){ 0 };
            break;
        }
        count = payment_choices(t, f->payer, list, COUNT(list));
        if (count == 0) BUG("a Cost that could be paid cannot be paid");
        if (count > 1) {
            ask(&s->core, f->decider, QUESTION_PAY, f->payer, NO_CARD);
            FLOW_PAUSE(f, PAY_CHOSEN);
            choice = answer_of(&s->core, f->decider);
        } else {
            choice = list[0]; // the only way to pay is no question
        }
        if (choice.kind == CHOOSE_POINTS) {
            pay_points(t, f->payer, choice.option, choice.extra);
            s->paying = (struct paying){ 0 };
            break;
        }
        card_id list_cards[GENERATORS_MAX];
        size_t  n = generators(t, f->payer, list_cards);
        for (size_t i = 0; i < n; i++)
            if (list_cards[i] == choice.card) {
                s->paying.taken = (uint16_t)(s->paying.taken | BIT(i));
                if (!s->paying.first) s->paying.first = (uint8_t)(i + 1);
            }
    }
    FLOW_END(f);
}
