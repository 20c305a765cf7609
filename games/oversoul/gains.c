// gains.c - charges of Keyworded Abilities, and what cards Gain and Lose (OVE-803 to OVE-807,
// OVE-870, OVE-871).
#include "games/oversoul/lines.h"
#include "games/oversoul/rules.h"

unsigned lent_used(const struct oversoul_state *s, card_id c, card_id lender, unsigned k)
{
    unsigned used = 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && m->kind == MOD_LENT_USED && m->source == lender && m->arg == k) used++;
    }
    return used;
}

// To the card, or to a Construct on it, which has it for its host (OVE-438).
static bool is_lent_to(const struct scope *k, bool aura, size_t clause, card_id c)
{
    for (; c != NO_CARD; c = card_above(&peek(k->t)->core, c))
        if (is_spoken_of(k, aura, clause, c)) return true;
    return false;
}

// Charges of k that a sentence of one Ability lends to c, used or not.
static unsigned charges_in_words(const struct table *t, card_id from, const struct held *h,
                                 card_id c, enum keyword k)
{
    const struct op      *ops     = t->pool->ops;
    const struct ability *a       = &book(t)->abilities[h->ability];
    unsigned              offered = 0;
    struct scope          scope   = { .t = t, .card = from, .source = h->source, .it = from };
    scope.seat                    = seat_of(peek(t), from);
    struct scope one              = scope; // the cards it speaks of, each singly (OVE-R228)
    one.it                        = c;
    if (a->aura) one.card = c; // each speaks of itself
    for (size_t n = a->effects ? op_child(a->effects) : 0; n && n < op_after(ops, a->effects);
         n        = op_after(ops, n)) {
        size_t verb = op_child(n);
        if (ops[n].code != W_CLAUSE || ops[verb].code != W_HAS) continue;
        if (!is_lent_to(&scope, a->aura, n, c)) continue;
        for (size_t g = op_child(verb); g < op_after(ops, verb); g = op_after(ops, g)) {
            unsigned charges;
            if (ops[g].code == W_KEYWORD && keyword_of((unsigned)ops[g].value, &charges) == k &&
                clause_holds(&one, n))
                offered = charges;
        }
    }
    return offered;
}

// How one card lends to another: as it is now, though it is silenced, or as it was before something
// was done to several cards at once.
enum lending { LENDS_NOW, LENDS_SILENCED, LENT_BEFORE };

static unsigned charges_offered(const struct table *t, card_id from, const struct held *h,
                                card_id c, enum keyword k, enum lending how)
{
    const struct oversoul_state *s = peek(t);
    const struct ability        *a = &book(t)->abilities[h->ability];
    if (a->kind == ABILITY_KEYWORDS && from == c && (h->source != c || is_lent(s, c, h->ability)))
        return a->charges[k - CHARGED_FIRST];
    if (a->kind != ABILITY_STATIC) return 0;
    if (how != LENT_BEFORE && !laws_hold(t, from, h)) return 0;
    unsigned said = charges_in_words(t, from, h, c, k);
    bool     own  = a->aura ? in_area(s, from, c) && keyword_notes_hold(t, c, h) : from == c;
    return said ? said : own ? a->charges[k - CHARGED_FIRST] : 0;
}

// The card through which one card lends unused charges of k to c and how many, or NO_CARD.
static card_id lender_by(const struct table *t, card_id from, card_id c, enum keyword k,
                         enum lending how, unsigned *left)
{
    struct held list[ABILITIES_HELD_MAX];
    size_t      count = how == LENDS_SILENCED ? abilities_unsilenced(t, from, list)
                                              : abilities_of(t, from, list);
    for (size_t n = 0; n < count; n++) {
        unsigned offered = charges_offered(t, from, &list[n], c, k, how);
        unsigned used    = offered ? lent_used(peek(t), c, list[n].source, k) : 0;
        if (used >= offered) continue;
        *left = offered - used;
        return list[n].source;
    }
    return NO_CARD;
}

SELDOM static card_id find_lender_among(const struct table *t, card_id c, enum keyword k,
                                        bool resisted, unsigned *left)
{
    const struct oversoul_state *s      = peek(t);
    card_id                      lender = NO_CARD;
    for (unsigned i = 0; i < s->active_count && lender == NO_CARD; i++) {
        card_id from = s->active[i];
        if (body_at(s, from)->flags & BODY_CONSTRUCT) continue;
        if (from == c ||
            (holds_any(t, from, HOLDS_OUTWARD) && resisted == is_unaffected(t, c, from)))
            lender = lender_by(t, from, c, k, LENDS_NOW, left);
    }
    for (card_id from = lender == NO_CARD ? first_afar(t, HOLDS_OUTWARD) : NO_CARD;
         from != NO_CARD && lender == NO_CARD; from = next_afar(t, HOLDS_OUTWARD, from))
        if (resisted == is_unaffected(t, c, from))
            lender = lender_by(t, from, c, k, LENDS_NOW, left);
    return lender;
}

SELDOM static card_id find_former_lender(const struct table *t, card_id c, enum keyword k,
                                         unsigned *left)
{
    const struct oversoul_state *s      = peek(t);
    card_id                      lender = NO_CARD;
    for (unsigned i = 0; i < s->active_count && lender == NO_CARD; i++) {
        const struct body *b = body_at(s, s->active[i]);
        if (b->flags & BODY_CONSTRUCT) continue;
        if (s->active[i] != c && is_silenced(b))
            lender = lender_by(t, s->active[i], c, k, LENDS_SILENCED, left);
        else if (s->at_once)
            lender = lender_by(t, s->active[i], c, k, LENT_BEFORE, left);
    }
    return lender;
}

// What was lent before the card got RESISTANT from a later source, or before one made the lender
// SEALED, stays in use (OVE-535).
SELDOM static card_id find_lender(const struct table *t, card_id c, enum keyword k, unsigned *left)
{
    card_id lender = find_lender_among(t, c, k, false, left);
    if (lender != NO_CARD || !(body_at(peek(t), c)->lent >> (k - CHARGED_FIRST) & 1)) return lender;
    lender = find_lender_among(t, c, k, true, left);
    return lender == NO_CARD ? find_former_lender(t, c, k, left) : lender;
}

// Own charges and those Given for a time; LENT: of the first Construct on it that was Given some.
static unsigned charges_had(const struct table *t, card_id c, enum keyword k, unsigned *lent)
{
    const struct oversoul_state *s   = peek(t);
    unsigned                     own = own_charges(body_at(s, c), k - CHARGED_FIRST);
    *lent                            = 0;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->kind != MOD_KEYWORD || m->arg != k || bearer_of(s, m) != c || !counts_now(t, m))
            continue;
        if (m->card == c)
            own += (unsigned)m->value;
        else if (!*lent)
            *lent = (unsigned)m->value;
    }
    return own;
}

// Own and Given charges together are the HYPER- version (OVE-805); without any, what the next
// source lends (OVE-807).
unsigned charges_left(const struct table *t, card_id c, enum keyword k)
{
    unsigned lent, own = charges_had(t, c, k, &lent);
    if (own == 0 && !lent && find_lender(t, c, k, &lent) == NO_CARD) return 0;
    return own > 2 ? 2 : own ? own : lent;
}

// Own charges of a card came or went. Whether it has the keyword follows at once; nobody is
// reckoned anew for that, unless somebody watches or the card is one that keeps no keywords.
static void follow_charges(struct table *t, card_id c, enum keyword k)
{
    struct oversoul_state *s   = state(t);
    struct body           *b   = body_of(s, c);
    unsigned               bit = k - CHARGED_FIRST;
    if (s->dirty || s->holds & HOLDS_WATCHER || b->flags & BODY_CONSTRUCT || is_silenced(b) ||
        is_leader_seated(s, c)) {
        mark_changed(s, c);
        reckon(t);
        return;
    }
    if (own_charges(b, bit) || b->lent >> bit & 1)
        b->keywords |= BIT(k);
    else
        b->keywords &= ~BIT(k);
    s->keywords |= b->keywords;
    if (k == DYNAMO) supply(s, seat_of(s, c), LACKS_ENERGY);
}

SELDOM static void role_charges(const struct table *t, card_id c, uint32_t roles, uint8_t *out)
{
    const struct rulebook *b = book(t);
    uint16_t               list[ABILITIES_HELD_MAX];
    size_t count = face_abilities(b, face_of(t, c), roles, is_standing(peek(t), c), list);
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &b->abilities[list[i]];
        if (!is_role_ability(b, a)) continue;
        for (unsigned k = 0; k < CHARGED_COUNT; k++) out[k] = (uint8_t)(out[k] + a->charges[k]);
    }
}

// The charges of Role Abilities come and go with the Roles (OVE-603, OVE-805).
SELDOM void follow_roles(const struct table *t, card_id c, struct body *b)
{
    uint8_t before[CHARGED_COUNT] = { 0 }, now[CHARGED_COUNT] = { 0 };
    role_charges(t, c, b->charged, before);
    role_charges(t, c, b->roles, now);
    for (unsigned k = 0; k < CHARGED_COUNT; k++) {
        if (now[k] > before[k] && b->charges[k] < 2) { // to a HYPER- version it adds nothing
            b->charges[k] = (uint8_t)(b->charges[k] + now[k] - before[k]);
            if (b->charges[k] > 2) b->charges[k] = 2;
            b->by_role |= (uint8_t)BIT(k);
        } else if (now[k] < before[k] && b->by_role & BIT(k)) { // or it is used up already
            int left      = b->charges[k] + now[k] - before[k];
            b->charges[k] = (uint8_t)(left < 0 ? 0 : left);
            if (!now[k]) b->by_role &= (uint8_t)~BIT(k);
        }
    }
    b->charged = b->roles;
}

// A charge Given for a time goes before own ones (OVE-R117), one of a Construct after them.
SELDOM static bool use_given(struct table *t, card_id c, enum keyword k, bool of_construct)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->kind != MOD_KEYWORD || m->arg != k || bearer_of(s, m) != c) continue;
        if (of_construct != (m->card != c) || !counts_now(t, m)) continue;
        if (m->value > 1)
            s->modifiers[i].value--;
        else
            modifier_remove(&s->core, i);
        return true;
    }
    return false;
}

static void charge_used(struct table *t, card_id c, enum keyword k)
{
    enum happening what = (enum happening)(HAPPENED_CHARGE + k - CHARGED_FIRST);
    happened(t, what, seat_of(peek(t), c), c, NO_CARD, 0, because(OVE_804));
}

// Own ones go before lent ones.
APART bool spend_charge(struct table *t, card_id c, enum keyword k)
{
    struct oversoul_state *s   = state(t);
    struct body           *b   = body_of(s, c);
    unsigned               own = k - CHARGED_FIRST, lent;
    while (charges_had(t, c, k, &lent) > 2 && use_given(t, c, k, false))
        mark_changed(s, c); // more than the HYPER- version is nothing (OVE-805)
    bool given = use_given(t, c, k, false);
    if (!given && own_charges(b, own)) {
        bool muted = b->muted >> own & 1, of_role = b->by_role >> own & 1 && !muted;
        if (!muted && b->charges[own] > 2) { // Gained while others did not count
            set_gained(b, own, gained_charges(b, own) + 2u - b->charges[own]);
            b->charges[own] = 2;
        }
        b->charges[own]--;
        if (of_role) // what came with a Role goes first (OVE-R113)
            b->by_role &= (uint8_t)~BIT(own);
        else if (gained_charges(b, own))
            set_gained(b, own, gained_charges(b, own) - 1);
        charge_used(t, c, k);
        follow_charges(t, c, k);
        return true;
    }
    if (!given && !use_given(t, c, k, true)) {
        unsigned left;
        card_id  lender = find_lender(t, c, k, &left);
        if (lender == NO_CARD) return false;
        modifier_add(&s->core,
                     (struct modifier){
                         .card = c, .source = lender, .arg = (uint16_t)k, .kind = MOD_LENT_USED });
    }
    charge_used(t, c, k);
    mark_changed(s, c);
    reckon(t);
    return true;
}

// Others may count cards by these.
static bool is_structural(enum modifier_kind kind, unsigned arg)
{
    if (kind == MOD_KEYWORD) return arg == SEALED; // its Abilities are gone for those who look
    return kind >= MOD_ROLE && kind <= MOD_LOST_ABILITIES;
}

void mark_modified(struct oversoul_state *s, const struct modifier *m)
{
    if (m->card == NO_CARD || m->kind == MOD_USED) return; // a limit is no change of anything else
    mark_changed(s, m->card);
    if (is_structural((enum modifier_kind)m->kind, m->arg)) mark_recount(s);
}

// A change begins or ends: who could respond otherwise now? What is reckoned tells so itself.
void stir_for(struct oversoul_state *s, const struct modifier *m)
{
    switch ((enum modifier_kind)m->kind) {
    case MOD_ADD:
    case MOD_SET:
    case MOD_ROLE:
    case MOD_LOST_ROLES:
    case MOD_ARCHETYPE:
    case MOD_LOST_ARCHETYPES:
        if (m->flags & COMES_ALONG) stir(s, seat_of(s, m->card)); // OVE-R401
        break;
    case MOD_KEYWORD:
    case MOD_LOST_KEYWORD:
    case MOD_ABILITY:
    case MOD_LOST_ABILITIES:
    case MOD_LENT_USED:
    case MOD_MARK:
    case MOD_RITUAL:
    case MOD_TALLY:
    case MOD_LATER:
    case MOD_STATE: break;
    case MOD_USED:
        supply(s, m->card == NO_CARD ? m->seat : seat_of(s, m->card), LACKS_LIMIT);
        break;
    case MOD_NEXT_COSTS:
    case MOD_MORE_PLUS:
    case MOD_NEXT_YIELD: supply(s, m->seat, LACKS_ENERGY | LACKS_PLUS); break;
    case MOD_COST:
    case MOD_COST_SET:
    case MOD_COSTS:
    case MOD_CANT: supply_all(s, LACKS_ENERGY); break;
    case MOD_TOLD:
    case MOD_LEAST_HP: break;
    }
}

// A TOTEM that has not Entered yet: what it is Spawned with counts from the start.
static bool is_being_made(const struct oversoul_state *s, card_id c)
{
    return s->slot[c] && body_at(s, c)->flags == BODY_TOTEM;
}

// In a hand or Deck a card can be changed for later (OVE-718).
static bool can_be_changed(const struct oversoul_state *s, card_id c)
{
    return is_active(s, c) || is_in_hand_or_deck(s, c) || is_being_made(s, c);
}

// An Event without HP has no states: without a subject the changed card is meant (OVE-R151). Seen
// now, as the Event may go where nobody sees its face.
static unsigned while_of(const struct table *t, struct lasting how)
{
    size_t subject = how.words ? op_find(t->pool->ops, how.words, W_OBJECT) : 0;
    if (!how.words) return 0;
    if (how.source == NO_CARD) return WHILE_IT_IS;
    return is_event_without_hp(face_of(t, how.source)) &&
                   !(subject && is_this_card(t->pool->ops, subject))
               ? WHILE_IT_IS
               : 0;
}

// A STATION receives neither DMG nor SPD, whatever becomes of it later (OVE-637, OVE-R253).
// Nor does what is no Unit and will be none (OVE-411, OVE-669).
bool never_receives(const struct table *t, card_id c, enum statname stat)
{
    const struct oversoul_state *s    = peek(t);
    unsigned                     kind = face_of(t, c)->kind;
    if ((stat != STAT_DMG && stat != STAT_SPD) || !is_active(s, c)) return false;
    return body_at(s, c)->roles & BIT(STATION) || body_at(s, c)->flags & BODY_CONSTRUCT ||
           kind == KIND_EVENT || kind == KIND_LEADER_EVENT;
}

// "+32767 HP", tripled by HYPER-DYNAMO.
static int16_t in_bounds(int value)
{
    return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value);
}

static int within_ranks(int rank) { return rank < 1 ? 1 : rank > 5 ? 5 : rank; }

void settle_rank(struct oversoul_state *s, seat_id seat, int dial, int lift)
{
    struct side *side = &s->side[seat];
    side->dial        = (uint8_t)within_ranks(dial);
    side->lift        = (int8_t)lift;
    side->rank        = (uint8_t)within_ranks(side->dial + lift);
    supply(s, seat, LACKS_RANK);
    touch(s); // for those who look at it
}

void turn_dial(struct oversoul_state *s, seat_id seat, int dial)
{
    settle_rank(s, seat, dial, s->side[seat].lift);
    mark_changed(s, s->side[seat].leader);
}

// What changes the RANK of a Leader for good turns its dial (OVE-R285).
static bool turns_dial(struct oversoul_state *s, card_id c, enum modifier_kind kind, unsigned arg,
                       int value, struct lasting how)
{
    if (arg != STAT_RANK || (kind != MOD_ADD && kind != MOD_SET)) return false;
    struct side *side = &s->side[seat_of(s, c)];
    if (side->leader != c || !is_active(s, c) || how.until != UNTIL_LEAVES || how.words)
        return false;
    turn_dial(s, seat_of(s, c), kind == MOD_SET ? value : side->dial + value);
    return true;
}

void change(struct table *t, card_id c, enum modifier_kind kind, unsigned arg, int value,
            struct lasting how)
{
    struct oversoul_state *s = state(t);
    bool later = kind <= MOD_LOST_ABILITIES && c != NO_CARD && (!s->slot[c] || is_being_made(s, c));
    bool stays = kind != MOD_USED && c != NO_CARD && is_prepared(s, c);
    const struct modifier m = { .card   = c,
                                .source = how.source,
                                .value  = in_bounds(value),
                                .arg    = (uint16_t)arg,
                                .kind   = (uint8_t)kind,
                                .until  = how.until,
                                .seat   = how.seat,
                                .flags  = (uint8_t)((later   ? COMES_ALONG
                                                     : stays ? MODIFIER_STAYS
                                                             : 0) |
                                                   while_of(t, how)),
                                .words  = how.words };
    if ((kind == MOD_ADD || kind == MOD_SET) && never_receives(t, c, (enum statname)arg)) return;
    if (turns_dial(s, c, kind, arg, value, how)) return;
    modifier_add(&s->core, m);
    s->bars |= barred_by(&m);
    if (kind == MOD_TOLD) s->holds |= HOLDS_MUST;
    if (c == NO_CARD) s->holds |= HOLDS_LASTING_COSTS;
    mark_modified(s, &m);
    stir_for(s, &m);
}

// OVE-843: FRENZY is neither asked nor used.
SELDOM static void turn_by_chains(struct table *t, card_id c, card_id source)
{
    struct oversoul_state *s = state(t);
    if (!is_upright(s, c)) return;
    s->cards[c].flags = (uint8_t)(s->cards[c].flags | CARD_SIDEWAYS);
    settle_ready(s, c);
    touch_card(s, c);
    happened(t, HAPPENED_EXHAUST, seat_of(s, c), c, NO_CARD, 0, because(OVE_843));
    reckon(t);
    use_charge(t, c, VEILED); // OVE-836
    did(t, DEED_EXHAUST, seat_of(s, c), c, source, 0);
    trigger_law(t, c, LAW_EXHAUST, NO_CARD);
}

// What is printed, or came with a Role, may count again.
void lose_gained_charges(struct oversoul_state *s, card_id c, unsigned which)
{
    struct body *b = body_of(s, c);
    for (unsigned k = 0; k < CHARGED_COUNT; k++) {
        if (!(which >> k & 1)) continue;
        b->charges[k] = (uint8_t)(b->charges[k] - gained_charges(b, k));
        set_gained(b, k, 0);
    }
}

// OVE-846: Constructs Shatter, what was gained ends for good.
SELDOM static void seal(struct table *t, card_id c, card_id source)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = s->core.modifier_count; i-- > 0;) {
        const struct modifier *m = &s->modifiers[i];
        bool ability = m->kind == MOD_ABILITY || (m->kind == MOD_KEYWORD && m->arg != SEALED);
        bool stat    = m->kind == MOD_ADD || m->kind == MOD_SET;
        if (m->card == c && (ability || stat)) modifier_remove(&s->core, i);
    }
    lose_gained_charges(s, c, BIT(CHARGED_COUNT) - 1);
    body_of(s, c)->flags |= BODY_SEALED;
    s->dirty = DIRTY;
    shed_constructs(t, c, false, source, because(OVE_846));
}

enum { LENT = BIT(CHAINED) | BIT(SEALED) };

// Those that got CHAINED or SEALED from a continuous Ability, or a Construct while they are SEALED.
static size_t list_lent(struct oversoul_state *s, card_id *list)
{
    uint32_t had   = 0;
    size_t   count = 0;
    for (unsigned i = 0; i < s->active_count; i++) {
        card_id      c      = s->active[i];
        struct body *b      = body_of(s, c);
        bool         sealed = b->keywords & BIT(SEALED) && !(b->flags & BODY_CONSTRUCT);
        had |= b->keywords;
        if (!sealed) b->flags = (uint16_t)(b->flags & ~BODY_SEALED);
        if ((b->keywords & BIT(CHAINED) && is_upright(s, c)) ||
            (sealed && (!(b->flags & BODY_SEALED) || card_above(&s->core, c) != NO_CARD)))
            list[count++] = c;
    }
    if (!(had & LENT)) s->keywords &= ~(uint32_t)LENT; // nobody has to look until somebody gets one
    return count;
}

// They do the same when the card gets them (OVE-843, OVE-846), to all cards at once.
APART void settle_each_lent(struct table *t)
{
    struct oversoul_state *s = state(t);
    card_id                list[BODIES_MAX];
    for (size_t count; (count = list_lent(s, list)) != 0;) {
        begin_at_once(t, count > 1);
        bool first = begin_leaving(t, list, count); // the Constructs
        for (size_t i = 0; i < count; i++) {
            const struct body b = *body_at(s, list[i]);
            if (b.keywords & BIT(CHAINED)) turn_by_chains(t, list[i], NO_CARD);
            if (b.keywords & BIT(SEALED) && b.flags & BODY_SEALED)
                shed_constructs(t, list[i], false, NO_CARD, because(OVE_846));
            else if (b.keywords & BIT(SEALED))
                seal(t, list[i], NO_CARD);
        }
        end_leaving(t, first);
        end_at_once(t);
    }
    reckon(t);
}

void gain_keyword(struct table *t, card_id c, unsigned word, size_t to, struct lasting how)
{
    struct oversoul_state *s = state(t);
    unsigned               charges;
    enum keyword           k = keyword_of(word, &charges);
    if (!can_be_changed(s, c)) return; // OVE-150
    bool its_own = is_charged(k) && !how.words && is_active(s, c) &&
                   !(body_at(s, c)->flags & BODY_CONSTRUCT);
    if (its_own) {
        unsigned lent, has = charges_had(t, c, k, &lent);
        if (has >= 2) return; // OVE-805
        if (charges > 2 - has) charges = 2 - has;
    }
    if (its_own && how.until == UNTIL_LEAVES) {
        struct body *b   = body_of(s, c);
        unsigned     own = k - CHARGED_FIRST;
        b->charges[own]  = (uint8_t)(b->charges[own] + charges);
        set_gained(b, own, gained_charges(b, own) + charges);
        follow_charges(t, c, k);
    } else {
        if (k == CHAINED && s->slot[c] && !is_silenced(body_at(s, host_of(s, c))))
            turn_by_chains(t, host_of(s, c), how.source);
        if (k == SEALED && is_active(s, c) && !is_leader_seated(s, c)) seal(t, c, how.source);
        if (k == RESISTANT && to)
            change(t, c, MOD_KEYWORD, RESISTANT_TO, (int)to, how);
        else
            change(t, c, MOD_KEYWORD, k, (int)charges, how);
    }
    reckon(t);
}

// For good: what came with a Role is no longer among what it has (OVE-R113).
void lose_charges(struct oversoul_state *s, card_id c, unsigned which)
{
    struct body *b = body_of(s, c);
    for (unsigned k = 0; k < CHARGED_COUNT; k++)
        if (which >> k & 1) {
            b->charges[k] = 0;
            set_gained(b, k, 0);
        }
    b->by_role = (uint8_t)(b->by_role & ~which);
}

void lose_keyword(struct table *t, card_id c, enum keyword k, struct lasting how)
{
    struct oversoul_state *s = state(t);
    if (!can_be_changed(s, c)) return;
    for (unsigned i = s->core.modifier_count; i-- > 0;)
        if (s->modifiers[i].card == c && s->modifiers[i].kind == MOD_KEYWORD &&
            s->modifiers[i].arg == k)
            modifier_remove(&s->core, i);
    if (is_charged(k) && how.until == UNTIL_LEAVES && !how.words && s->slot[c])
        lose_charges(s, c, BIT(k - CHARGED_FIRST));
    else {
        if (is_charged(k) && s->slot[c]) lose_gained_charges(s, c, BIT(k - CHARGED_FIRST));
        change(t, c, MOD_LOST_KEYWORD, k, 0, how);
    }
    mark_changed(s, c);
    reckon(t);
}

// Received twice it counts once (OVE-607), but as long as either lasts.
void gain_role(struct table *t, card_id c, unsigned role, struct lasting how)
{
    if (!is_active(peek(t), c)) return;
    change(t, c, MOD_ROLE, role, 0, how);
    reckon(t);
}

// Up to 5: of what there is to be seen, and of what lasting changes make of it, to which continuous
// ones are added (OVE-534). In a hand nothing is reckoned.
static int room_for_spd(const struct table *t, card_id c)
{
    const struct oversoul_state *s       = peek(t);
    bool                         totem   = body_at(s, c)->flags & BODY_TOTEM;
    int                          seen    = stat_of(t, c, STAT_SPD);
    int                          lasting = totem ? body_at(s, c)->base[1] : face_of(t, c)->spd;
    for (unsigned i = 0; card_in(s, c)->flags & CARD_MODIFIED && i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card != c || m->arg != STAT_SPD || !counts_now(t, m)) continue;
        if (m->kind == MOD_ADD) lasting += m->value;
        if (m->kind == MOD_SET) lasting = m->value;
        lasting = lasting < 0 ? 0 : lasting > 5 ? 5 : lasting;
    }
    return 5 - (seen > lasting ? seen : lasting);
}

void gain_stat(struct table *t, card_id c, enum statname stat, int n, struct lasting how)
{
    struct oversoul_state *s = state(t);
    if (stat == STAT_COST) {
        change(t, c, MOD_COST, 0, n, how);
        return;
    }
    if (is_prepared(s, c) ? stat != STAT_HP : !can_be_changed(s, c)) return; // OVE-149, OVE-150
    if (stat == STAT_SPD && n > 0 &&
        !has_keyword(s, c, PETRIFIED)) { // OVE-511, OVE-534: split once; OVE-845
        int room = room_for_spd(t, c);
        if (n > room) change(t, c, MOD_ADD, STAT_DMG, n - room, how);
        if (n > room) n = room;
    }
    if (n) change(t, c, MOD_ADD, stat, n, how);
    reckon(t);
}

// Does a "(to ...)" or "Unaffected by Abilities from ..." in this piece of text name the card?
static bool resists(const struct scope *k, size_t from, size_t end, card_id by)
{
    const struct op *ops    = k->t->pool->ops;
    size_t           clause = 0;
    for (size_t n = from; n < end; n = ops[n].code == OP_TEXT ? op_after(ops, n) : n + 1) {
        bool words = ops[n].code == W_UNAFFECTED;
        if (ops[n].code == W_CLAUSE) clause = n;
        if ((words || ops[n].code == W_TO) && fits(k, op_find(ops, n, W_OBJECT), by) &&
            !(words && is_excepted(k, clause, false, by)))
            return true;
    }
    return false;
}

static bool resists_by_ability(const struct scope *k, const struct ability *a, card_id by)
{
    return a->keywords & BIT(RESISTANT_TO) &&
           resists(k, a->op, op_after(k->t->pool->ops, a->op), by);
}

// What other cards lend: by an AURA, or in a sentence with "has".
static bool resists_by_others(const struct scope *k, card_id by)
{
    const struct table          *t   = k->t;
    const struct oversoul_state *s   = peek(t);
    const struct op             *ops = t->pool->ops;
    for (unsigned i = 0; i < s->active_count; i++) {
        struct held list[ABILITIES_HELD_MAX];
        card_id     from = s->active[i];
        size_t count = from != k->card && in_area(s, from, k->card) ? abilities_of(t, from, list)
                                                                    : 0;
        for (size_t n = 0; n < count; n++) {
            const struct ability *a = &book(t)->abilities[list[n].ability];
            if (a->aura && resists_by_ability(k, a, by) && laws_hold(t, from, &list[n]) &&
                keyword_notes_hold(t, k->card, &list[n]))
                return true;
        }
    }
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_STATIC, W_HAS, &it);) {
        size_t verb = op_child(it.clause);
        if (is_subject(&it, k->card) && resists(k, verb, op_after(ops, verb), by) &&
            sentence_holds(&it, k->card))
            return true;
    }
    return false;
}

bool is_unaffected(const struct table *t, card_id c, card_id by)
{
    const struct oversoul_state *s = peek(t);
    uint32_t                     k = body_at(s, c)->keywords;
    if (!(k & (BIT(RESISTANT) | BIT(RESISTANT_TO))) || by == c || by == NO_CARD) return false;
    if (body_at(s, by)->flags & BODY_CONSTRUCT && host_of(s, by) == c) return false;
    if (k & BIT(RESISTANT)) return true;
    struct held  list[ABILITIES_HELD_MAX];
    struct scope scope = { .t = t, .card = c, .source = c, .seat = seat_of(s, c), .it = NO_CARD };
    size_t       count = abilities_of(t, c, list);
    for (size_t i = 0; i < count; i++)
        if (resists_by_ability(&scope, &book(t)->abilities[list[i].ability], by) &&
            laws_hold(t, c, &list[i]))
            return true;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && m->kind == MOD_KEYWORD && m->arg == RESISTANT_TO &&
            fits(&scope, (uint16_t)m->value, by))
            return true;
    }
    return resists_by_others(&scope, by);
}
