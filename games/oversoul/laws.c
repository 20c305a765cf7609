// laws.c - which Abilities a card has now (OVE-433), and whether their Laws hold (OVE-754).
#include "games/oversoul/lines.h"
#include "games/oversoul/rules.h"

static const uint32_t ZONE_LAWS = BIT(LAW_ENTER) | BIT(LAW_DISCARD) | BIT(LAW_EXILE) |
                                  BIT(LAW_RETURN) | BIT(LAW_SACRIFICE) | BIT(LAW_SHATTER) |
                                  BIT(LAW_ACTIVATE);

static size_t add_held(struct held *out, size_t count, uint16_t ability, card_id source)
{
    if (count < ABILITIES_HELD_MAX) out[count++] = (struct held){ ability, source };
    return count;
}

static bool is_rid_of_abilities(const struct table *t, card_id c, enum lost_abilities what)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].card == c && s->modifiers[i].kind == MOD_LOST_ABILITIES &&
            s->modifiers[i].arg == what && counts_now(t, &s->modifiers[i]))
            return true;
    return false;
}

static inline bool has_lost_abilities(const struct table *t, card_id c, enum lost_abilities what)
{
    return card_in(peek(t), c)->flags & CARD_MODIFIED && is_rid_of_abilities(t, c, what);
}

bool is_constructs_own(const struct ability *a) { return a->laws & ZONE_LAWS || a->of_construct; }

// What a Construct has, printed, gained and lent: its own lines (OVE-433), or those of its host.
static size_t add_of_construct(const struct table *t, card_id c, bool own, struct held *out,
                               size_t count)
{
    const struct oversoul_state *s = peek(t);
    const struct ability        *a = book(t)->abilities;
    const struct face           *f = face_of(t, c);
    if (has_lost_abilities(t, c, HAS_NONE)) return count;
    unsigned printed = has_lost_abilities(t, c, LOST_ABILITIES) ? 0 : f->ability_count;
    for (unsigned i = 0; i < printed; i++) {
        uint16_t id  = (uint16_t)(f->ability_first + i);
        bool     its = is_constructs_own(&a[id]);
        if (own ? its : !its && !a[id].as_construct) count = add_held(out, count, id, c);
    }
    for (unsigned i = 0; card_in(s, c)->flags & CARD_MODIFIED && i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && m->kind == MOD_ABILITY && own == is_constructs_own(&a[m->arg]))
            count = add_held(out, count, m->arg, c);
    }
    for (unsigned i = 0; i < s->lent_count; i++)
        if (s->lent[i].card == c && own == is_constructs_own(&a[s->lent[i].ability]))
            count = add_held(out, count, s->lent[i].ability, c);
    return count;
}

// Lines of the Constructs on a host are the host's, except those about the Construct itself
// (OVE-433).
static size_t add_construct_lines(const struct table *t, card_id host, struct held *out,
                                  size_t count)
{
    const struct oversoul_state *s = peek(t);
    for (card_id c = card_above(&s->core, host); c != NO_CARD; c = card_above(&s->core, c))
        if (body_at(s, c)->flags & BODY_ACTIVE && !has_lost_abilities(t, c, LENDS_NOTHING))
            count = add_of_construct(t, c, false, out, count);
    return count;
}

// Of Constructs that leave together with others, until all have left (OVE-761).
SELDOM static size_t add_leaving_lines(const struct table *t, card_id host, struct held *out,
                                       size_t count)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = s->leaving - 1u; i != s->gone_next; i = (i + 1) % GONE_MAX) {
        const struct gone *g = &s->gone[i];
        if (g->host == host && g->card != host && g->host_generation == s->generation[host])
            count = add_of_construct(t, g->card, false, out, count);
    }
    return count;
}

size_t abilities_of_construct(const struct table *t, card_id c, struct held *out)
{
    return add_of_construct(t, c, true, out, add_of_construct(t, c, false, out, 0));
}

bool is_lent(const struct oversoul_state *s, card_id c, uint16_t ability)
{
    for (unsigned i = 0; i < s->lent_count; i++)
        if (s->lent[i].card == c && s->lent[i].ability == ability) return true;
    return false;
}

SELDOM static size_t add_lent(const struct oversoul_state *s, card_id c, struct held *out,
                              size_t count)
{
    for (unsigned i = 0; i < s->lent_count; i++)
        if (s->lent[i].card == c) count = add_held(out, count, s->lent[i].ability, c);
    return count;
}

// Does a lasting change with a "while" count now? What answers that may ask for numbers and
// Abilities of other cards, and is answered without such changes (OVE-R441).
static _Thread_local bool is_counting;

bool counts_now(const struct table *t, const struct modifier *m)
{
    if (!m->words) return true;
    if (is_counting) return false;
    card_id      by    = m->flags & WHILE_IT_IS ? m->card : m->source;
    struct scope scope = { .t = t, .card = by, .source = by, .seat = m->seat, .it = m->card };
    is_counting        = true;
    bool counts        = condition_holds(&scope, m->words);
    is_counting        = false;
    return counts;
}

static size_t add_gained(const struct oversoul_state *s, card_id c, struct held *out, size_t count)
{
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].card == c && s->modifiers[i].kind == MOD_ABILITY)
            count = add_held(out, count, s->modifiers[i].arg, c);
    return count;
}

// A TOTEM receives Keyworded Abilities and stat changes alone, from Constructs too (OVE-639).
SELDOM static size_t keep_for_totem(const struct table *t, struct held *out, size_t from,
                                    size_t count)
{
    size_t kept = from;
    for (size_t i = from; i < count; i++) {
        uint8_t kind = book(t)->abilities[out[i].ability].kind;
        if (kind == ABILITY_KEYWORDS || kind == ABILITY_STATIC) out[kept++] = out[i];
    }
    return kept;
}

// Printed lines and Role Abilities of a card, with the Roles it has now.
static size_t add_own(const struct table *t, card_id c, struct held *out)
{
    const struct rulebook *b      = book(t);
    const struct face     *f      = face_of(t, c);
    bool                   stands = is_standing(peek(t), c);
    uint32_t               roles  = body_at(peek(t), c)->roles;
    uint16_t               list[ABILITIES_HELD_MAX];
    const uint16_t        *own   = b->held + (stands ? f->held_first : f->seated_first);
    size_t                 count = stands ? f->held_count : f->seated_count;
    if (roles != f->roles) {
        own   = list;
        count = face_abilities(b, f, roles, stands, list);
    }
    for (size_t i = 0; i < count; i++) out[i] = (struct held){ own[i], c };
    return count;
}

// Of a card that lends its Abilities, has been lent some, or has gained or lost some.
APART static size_t mixed_abilities(const struct table *t, card_id c, struct held *out)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, c);
    if (b->flags & BODY_CONSTRUCT) return add_of_construct(t, c, true, out, 0);
    size_t count = has_lost_abilities(t, c, LOST_ABILITIES) ? 0 : add_own(t, c, out);
    if (card_in(s, c)->flags & CARD_MODIFIED) count = add_gained(s, c, out, count);
    if (s->lent_count) count = add_lent(s, c, out, count);
    size_t own = count;
    if (card_above(&s->core, c) != NO_CARD) count = add_construct_lines(t, c, out, count);
    if (s->leaving) count = add_leaving_lines(t, c, out, count);
    return b->flags & BODY_TOTEM ? keep_for_totem(t, out, own, count) : count;
}

// --- texts that name another place (OVE-121, OVE-R176) ------------------------------------------

// The next card with Abilities of these kinds in use off the board, in the order in which they lie
// in the Idle Zones and then in Exile; NO_CARD: from the start, or no more.
SELDOM card_id next_afar(const struct table *t, unsigned kinds, card_id after)
{
    const struct oversoul_state *s     = peek(t);
    bool                         first = after == NO_CARD;
    zone_id                      z     = first ? zone_for(0, IDLE) : card_in(s, after)->zone;
    card_id                      c     = first ? host_in(s, z) : card_above(&s->core, after);
    for (;;) {
        for (; c != NO_CARD; c = card_above(&s->core, c))
            if (holds_afar(t, c) & kinds) return c;
        if (z == EXILE) return NO_CARD;
        z = zone_seat(z) + 1 < s->core.seats ? (zone_id)(z + SEAT_ZONES) : (zone_id)EXILE;
        c = host_in(s, z);
    }
}

SELDOM static size_t abilities_afar(const struct table *t, card_id c, struct held *out)
{
    zone_id            z = card_in(peek(t), c)->zone;
    const struct face *f = face_of(t, c);
    unsigned place       = z == EXILE ? BIT(ZONE_EXILE) : zone_kind(z) == IDLE ? BIT(ZONE_IDLE) : 0;
    size_t   count       = 0;
    for (unsigned i = 0; place && i < f->ability_count; i++) {
        uint16_t id = (uint16_t)(f->ability_first + i);
        if (book(t)->abilities[id].afar & place) count = add_held(out, count, id, c);
    }
    return count;
}

size_t abilities_of(const struct table *t, card_id c, struct held *out)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, c);
    if (!(b->flags & BODY_ACTIVE)) return s->afar ? abilities_afar(t, c, out) : 0;
    return is_silenced(b) ? 0 : abilities_unsilenced(t, c, out);
}

// Of an Active card, also if something has silenced it (OVE-846).
size_t abilities_unsilenced(const struct table *t, card_id c, struct held *out)
{
    const struct oversoul_state *s = peek(t);
    const struct body           *b = body_at(s, c);
    if ((b->flags & (BODY_PLAIN | BODY_CONSTRUCT)) != BODY_PLAIN) return mixed_abilities(t, c, out);
    const struct face *f      = face_of(t, c);
    bool               stands = is_standing(s, c);
    const uint16_t    *own    = book(t)->held + (stands ? f->held_first : f->seated_first);
    size_t             count  = stands ? f->held_count : f->seated_count;
    for (size_t i = 0; i < count; i++) out[i] = (struct held){ own[i], c };
    return count;
}

// --- state Laws ---------------------------------------------------------------------------------

// "ISOLATED (except TOTEMS)"
static bool is_isolated(const struct scope *k, card_id c, size_t law)
{
    const struct table          *t      = k->t;
    const struct oversoul_state *s      = peek(t);
    size_t                       except = op_find(t->pool->ops, law, W_EXCEPT);
    for (unsigned i = 0; i < s->active_count; i++) {
        card_id other = s->active[i];
        if (other == c || !is_active(s, other) || seat_of(s, other) != seat_of(s, c)) continue;
        if (except && fits(k, op_child(except), other)) continue;
        if (is_construct(t, c)
                ? is_construct(t, other)
                : (is_unit(t, c) && is_unit(t, other)) || (is_event(t, c) && is_event(t, other)))
            return false;
    }
    return true;
}

static bool resonates(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->active_count; i++) {
        card_id            other = s->active[i];
        const struct body *b     = body_at(s, other);
        if (!(b->holds & HOLDS_RESONATE) || other == c) continue;
        if (b->flags & BODY_ACTIVE && !(b->keywords & BIT(SEALED)) &&
            seat_of(s, other) == seat_of(s, c))
            return true;
    }
    return false;
}

// "Your turn", "your opponent's turn", "each turn": is the present one meant?
bool is_turn_meant(const struct table *t, seat_id seat, size_t whose)
{
    const struct oversoul_state *s = peek(t);
    switch ((enum whose_turn)t->pool->ops[whose].value) {
    case TURN_YOURS: return s->turn_seat == seat;
    case TURN_OPPONENTS: return is_enemy(&s->core, s->turn_seat, seat);
    case TURN_EITHER:
    case TURN_THE:
    case TURN_EACH_PLAYERS:
    case TURN_EACH: return true;
    case TURN_BATTLE: return s->attack.on; // all its stages (OVE-512)
    }
    return false;
}

bool during_holds(const struct table *t, seat_id seat, size_t during)
{
    const struct oversoul_state *s     = peek(t);
    const struct op             *ops   = t->pool->ops;
    size_t                       whose = op_find(ops, during, W_WHOSE);
    size_t                       phase = op_find(ops, during, W_PHASE);
    if (!is_turn_meant(t, seat, whose)) return false;
    if (!phase) return true; // during Battle
    switch ((enum span_phase)ops[phase].value) {
    case SPAN_TURN: return true;
    case SPAN_CYCLE: return s->phase == PHASE_CYCLE;
    case SPAN_ACTION: return s->phase == PHASE_ACTION;
    case SPAN_RETURN: return s->phase == PHASE_RETURN;
    }
    return false;
}

// "QUICK (an opposing Unit Enters)* ... it", "... that Ability": the newest such event is meant, as
// named in the line (OVE-712).
void speak_of_deed(const struct table *t, struct link *l)
{
    const struct oversoul_state *s     = peek(t);
    const struct op             *ops   = t->pool->ops;
    size_t                       laws  = op_find(ops, book(t)->abilities[l->ability].op, W_LAWS);
    struct scope                 scope = {
                        .t = t, .card = l->card, .source = l->source, .seat = l->seat, .it = NO_CARD
    };
    for (size_t n = laws; laws && n < op_after(ops, laws); n = next_node(ops, n)) {
        if (!is_deed_info(ops, n)) continue;
        for (unsigned i = s->deed_count; i-- > 0;) {
            if (!deed_matches(&scope, n, &s->deeds[i], &l->it)) continue;
            if (l->it != NO_CARD) l->it_generation = s->generation[l->it];
            l->it_link = s->deeds[i].link;
            l->dealt   = s->deeds[i].kind == DEED_DAMAGE ? s->deeds[i].amount : 0;
            return;
        }
    }
}

// "ATTACK (a Leader)*", "(it is Damaged)": said of the card that the Law speaks of.
SELDOM static bool is_about_event(const struct op *ops, size_t n)
{
    if (ops[n].code == W_INFO && ops[op_child(n)].code == W_OBJECT) return true;
    for (size_t i = n; i < op_after(ops, n); i++)
        if (ops[i].code == W_PRONOUN && is_named_before(ops[i].value)) return true;
    return false;
}

// One child of a Law: a state in words, or what stands in parentheses (OVE-754, OVE-758). A card
// there is the one the Law speaks of.
bool info_holds(const struct scope *k, size_t n)
{
    const struct op *ops = k->t->pool->ops;
    if (k->part != ALL_PARTS && (k->part == PART_OF_EVENT) != is_about_event(ops, n)) return true;
    switch (ops[n].code) {
    case W_WHILE: return condition_holds(k, op_child(n));
    case W_DURING: return during_holds(k->t, k->seat, n);
    case W_PLACE: return fits_zone(k, op_find(ops, n, W_ZONE), k->card);
    case W_EXILED_PLACE: return card_in(peek(k->t), k->card)->zone == EXILE;
    case W_INFO:
        if (is_deed_info(ops, n)) return has_happened(k, n, 0); // OVE-920
        if (ops[op_child(n)].code == W_OBJECT)
            return fits(k, op_child(n), k->it == NO_CARD ? k->card : k->it);
        return condition_holds(k, op_child(n));
    default: return true;
    }
}

static bool law_holds(const struct table *t, card_id c, const struct scope *scope, size_t law)
{
    const struct oversoul_state *s   = peek(t);
    const struct op             *ops = t->pool->ops;
    for (size_t n = op_child(law); n < op_after(ops, law); n = op_after(ops, n)) {
        bool holds = true;
        switch (ops[n].code) {
        case W_KEYLAW:
            switch ((enum keylaw)ops[n].value) {
            case LAW_HONEST: holds = body_at(s, c)->damage == 0; break;
            case LAW_OUTLAST: holds = body_at(s, c)->damage > 0; break;
            case LAW_ISOLATED: holds = is_isolated(scope, c, law); break;
            case LAW_RESONATE: holds = resonates(t, c); break;
            default: break;
            }
            holds |= scope->part == PART_OF_EVENT;
            break;
        default: holds = info_holds(scope, n); break;
        }
        if (!holds) return false;
    }
    return true;
}

static bool is_about_moment(const struct op *ops, size_t law)
{
    const struct op *first = &ops[op_child(law)];
    return first->code == W_EVENTLAW ||
           (first->code == W_KEYLAW && !(BIT(first->value) & STATE_LAWS));
}

static bool is_that_law(const struct op *first, int law)
{
    return law == EVENT_LAW ? first->code == W_EVENTLAW
                            : first->code == W_KEYLAW && first->value == law;
}

// "Trigger its ATTACK Ability": without what that Law waits for, but with all else it asks for
// (OVE-727).
SELDOM bool other_laws_hold(const struct table *t, card_id c, const struct held *h, int law)
{
    const struct op *ops   = t->pool->ops;
    size_t           laws  = op_find(ops, book(t)->abilities[h->ability].op, W_LAWS);
    struct scope     scope = {
            .t = t, .card = c, .source = h->source, .seat = seat_of(peek(t), c), .it = NO_CARD
    };
    for (size_t n = op_child(laws); n < op_after(ops, laws); n = op_after(ops, n)) {
        if (ops[n].code != W_LAW) continue;
        if (!is_that_law(&ops[op_child(n)], law)) {
            if (book(t)->abilities[h->ability].both && !is_about_moment(ops, n) &&
                !law_holds(t, c, &scope, n))
                return false;
            continue;
        }
        for (size_t i = op_child(n); i < op_after(ops, n); i = op_after(ops, i))
            if (!(law == LAW_RITUAL && is_counted(ops, i)) && !info_holds(&scope, i)) return false;
    }
    return true;
}

// "GUARD (while Damaged)": does that state hold for a card that has the keywords?
SELDOM bool noted_state_holds(const struct table *t, card_id c, const struct held *h)
{
    const struct ability *a   = &book(t)->abilities[h->ability];
    const struct op      *ops = t->pool->ops;
    if (a->as_construct) return false; // see start_values()
    size_t       keywords = op_find(ops, a->op, W_KEYWORDS);
    struct scope scope    = {
           .t = t, .card = c, .source = h->source, .seat = seat_of(peek(t), c), .it = NO_CARD
    };
    for (size_t n = op_child(keywords); n < op_after(ops, keywords); n = op_after(ops, n)) {
        if ((ops[n].code == W_WHILE || ops[n].code == W_NOTE) && !note_holds(&scope, n))
            return false;
        if (ops[n].code == W_DURING && !during_holds(t, scope.seat, n)) return false;
    }
    return true;
}

// law: the one that is met now; of several joined by "/" only that one is asked, with those that
// "&" joins to it (OVE-757). NO_LAW: states alone.
APART static bool hold(const struct table *t, card_id c, const struct held *h, card_id it, int law,
                       enum law_part part)
{
    const struct ability *a    = &book(t)->abilities[h->ability];
    const struct op      *ops  = t->pool->ops;
    size_t                laws = op_find(ops, a->op, W_LAWS);
    if (!a->aura && !keyword_notes_hold(t, c, h)) return false;
    if (!laws) return true;
    struct scope scope = { .t      = t,
                           .card   = c,
                           .source = h->source,
                           .seat   = seat_of(peek(t), c),
                           .it     = it,
                           .part   = (uint8_t)part };
    bool         any = false, asked = false, all = true, joined = false;
    for (size_t n = op_child(laws); n < op_after(ops, laws); n = op_after(ops, n)) {
        if (ops[n].code == W_BOTH) joined = true;
        if (ops[n].code != W_LAW || (law == NO_LAW && is_about_moment(ops, n))) continue;
        if (!joined) { // "/" stands in front of it
            any |= asked && all;
            asked = false;
            all   = true;
        }
        joined = false;
        asked |= law < EVENT_LAW || is_that_law(&ops[op_child(n)], law);
        all = all && law_holds(t, c, &scope, n);
    }
    return any || (asked && all);
}

// The moments that a line joins by "&" with that of one Law, a bit each: 0 stands for EVENT_LAW.
SELDOM uint32_t moments_joined(const struct table *t, uint16_t ability, int law)
{
    const struct op *ops   = t->pool->ops;
    size_t           laws  = op_find(ops, book(t)->abilities[ability].op, W_LAWS);
    uint32_t         set   = 0;
    bool             asked = false, joined = false;
    for (size_t n = op_child(laws); n < op_after(ops, laws); n = op_after(ops, n)) {
        const struct op *first = &ops[op_child(n)];
        if (ops[n].code == W_BOTH) joined = true;
        if (ops[n].code != W_LAW) continue;
        if (!joined && asked) break;
        if (!joined) set = 0;
        joined = false;
        asked |= is_that_law(first, law);
        if (is_about_moment(ops, n))
            set |= BIT(first->code == W_EVENTLAW ? 0 : (unsigned)first->value + 1);
    }
    return set;
}

bool laws_hold(const struct table *t, card_id c, const struct held *h)
{
    return book(t)->abilities[h->ability].always || hold(t, c, h, NO_CARD, ANY_LAW, ALL_PARTS);
}
bool laws_hold_for(const struct table *t, card_id c, const struct held *h, card_id it, int law)
{
    return laws_hold_in_part(t, c, h, it, law, ALL_PARTS);
}
bool laws_hold_in_part(const struct table *t, card_id c, const struct held *h, card_id it, int law,
                       enum law_part part)
{
    return book(t)->abilities[h->ability].always || hold(t, c, h, it, law, part);
}

// The states of a trigger that hold, a bit each: of several joined by "/" any may begin (OVE-757).
uint8_t states_held(const struct table *t, card_id c, const struct held *h)
{
    const struct op *ops  = t->pool->ops;
    size_t           laws = op_find(ops, book(t)->abilities[h->ability].op, W_LAWS);
    unsigned         held = 0, bit = 1;
    struct scope     scope = {
            .t = t, .card = c, .source = h->source, .seat = seat_of(peek(t), c), .it = NO_CARD
    };
    if (book(t)->abilities[h->ability].both) return hold(t, c, h, NO_CARD, NO_LAW, ALL_PARTS);
    for (size_t n = op_child(laws); n < op_after(ops, laws); n = op_after(ops, n)) {
        if (ops[n].code != W_LAW || is_about_moment(ops, n)) continue;
        if (law_holds(t, c, &scope, n)) held |= bit;
        bit <<= 1;
    }
    return (uint8_t)held;
}
