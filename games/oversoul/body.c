// body.c - what Active cards are like now: stats, keywords, Roles and Laws in use (OVE-534,
// OVE-535).
//
// Values are reckoned anew after a change, in this order: printed values; lasting changes of each
// card; continuous Abilities in the order in which their sources became Active; then PETRIFIED,
// STATION and the limits. Nothing else may write the reckoned members of struct body.
#include "games/oversoul/reckoning.h"

#include <string.h>

static inline void start_values(const struct table *t, card_id c, struct body *b, struct sums *v)
{
    const struct oversoul_state *s = peek(t);
    const struct face           *f = face_of(t, c);
    b->roles                       = b->flags & BODY_CONSTRUCT ? 0 : f->roles;
    b->archetypes                  = (uint16_t)BIT(f->archetype);
    b->keywords                    = 0;
    b->lent                        = 0;
    b->laws                        = f->laws;
    *v = (struct sums){ .dmg = f->dmg, .spd = f->spd, .hp = f->hp, .rank = f->rank };
    if (!f->minus && f->kind < KIND_TOTEM) v->yield = f->energy;
    if (b->flags & BODY_TOTEM) {
        *v            = (struct sums){ .dmg = b->base[0], .spd = b->base[1], .hp = b->base[2] };
        b->archetypes = (uint16_t)(b->base[3] < ARCHETYPE_COUNT ? BIT(b->base[3]) : 0);
    } else if (is_leader_seated(s, c)) {
        b->laws = f->laws_seated;
        v->dmg = v->spd = v->yield = 0;
        v->rank                    = s->side[card_in(s, c)->owner].dial;
    } else if (b->flags & BODY_CONSTRUCT) {
        v->dmg = v->spd = 0;
        if (f->amorphous) b->keywords = BIT(AMORPHOUS); // OVE-438
    } else {
        b->keywords = f->keywords;
    }
}

static int *sum_of(struct sums *v, unsigned stat)
{
    switch (stat) {
    case STAT_DMG: return &v->dmg;
    case STAT_SPD: return &v->spd;
    case STAT_HP: return &v->hp;
    case STAT_RANK: return &v->rank;
    case STAT_ENERGY: return &v->yield;
    default: return NULL;
    }
}

static void lasting_change(const struct table *t, const struct modifier *m, struct body *b,
                           struct sums *v)
{
    if (m->words) v->watched = true;
    if (!counts_now(t, m)) return;
    int *sum = sum_of(v, m->arg);
    switch ((enum modifier_kind)m->kind) {
    case MOD_ADD:
        if (sum) *sum += m->value;
        if (sum && *sum < 0 && m->arg != STAT_HP) *sum = 0; // OVE-131: later ones count from 0
        if (sum && *sum > MOST) *sum = MOST;                // ... or from 99
        break;
    case MOD_SET:
        if (sum) *sum = m->value > MOST ? MOST : m->value;
        break;
    case MOD_KEYWORD:
        if (is_leader_seated(peek(t), b->card)) break; // none is in use there (OVE-R47)
        if (m->arg == SEALED) v->sealed = true;
        if (is_charged(m->arg))
            b->lent |= (uint8_t)BIT(m->arg - CHARGED_FIRST);
        else
            b->keywords |= BIT(m->arg);
        break;
    case MOD_LOST_KEYWORD:
        b->keywords &= ~BIT(m->arg);
        if (is_charged(m->arg)) v->muted |= (uint8_t)BIT(m->arg - CHARGED_FIRST);
        break;
    case MOD_ROLE:
        b->roles |= BIT(m->arg);
        v->retold = true;
        break;
    case MOD_LOST_ROLES:
        if (m->arg)
            b->roles &= ~BIT(m->arg - 1); // what is printed for the others stays (OVE-605)
        else
            b->roles = ROLES_RECEIVED;
        v->retold = true;
        break;
    case MOD_ARCHETYPE: b->archetypes |= (uint16_t)BIT(m->arg); break;
    case MOD_LOST_ARCHETYPES: b->archetypes = 0; break;
    case MOD_LOST_ABILITIES:
        if (m->arg == HAS_NONE) v->silent = true;
        if (m->until != UNTIL_LEAVES || m->words) v->muted = BIT(CHARGED_COUNT) - 1;
        v->retold = true;
        break;
    case MOD_ABILITY: v->retold = true; break;
    case MOD_COST:
    case MOD_COST_SET:
    case MOD_USED:
    case MOD_LENT_USED:
    case MOD_MARK:
    case MOD_RITUAL:
    case MOD_TALLY:
    case MOD_LATER:
    case MOD_STATE:
    case MOD_NEXT_COSTS:
    case MOD_COSTS:
    case MOD_MORE_PLUS:
    case MOD_NEXT_YIELD:
    case MOD_CANT:
    case MOD_TOLD:
    case MOD_LEAST_HP: break;
    }
    if (v->spd > 5)
        v->spd = 5; // was split when it was received, or gave nothing (OVE-534, OVE-845)
}

// No number is less than 0 or more than 99 (OVE-131); most often it is neither.
static inline uint8_t shown(int number)
{
    if ((unsigned)number <= MOST) return (uint8_t)number;
    return number < 0 ? 0 : MOST;
}

static inline void limit_numbers(const struct table *t, card_id c, struct body *b,
                                 const struct sums *v)
{
    int dmg = v->dmg, spd = v->spd;
    if (spd > 5) { // OVE-511, OVE-845
        dmg += b->keywords & BIT(PETRIFIED) ? 0 : spd - 5;
        spd = 5;
    }
    if (b->keywords & BIT(PETRIFIED)) spd = 0;
    if (b->roles & BIT(STATION) || !is_unit(t, c)) dmg = spd = 0; // OVE-637, OVE-411
    b->dmg  = shown(dmg);
    b->spd  = shown(spd);
    b->hp   = shown(v->hp);
    b->rank = (int8_t)shown(v->rank);
}

// A card that is not Active: as printed, with what it received in a hand or Deck (OVE-R401).
SELDOM struct body as_received(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    struct body                  b = { .card = c };
    struct sums                  v;
    start_values(t, c, &b, &v);
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].card == c && s->modifiers[i].flags & COMES_ALONG)
            lasting_change(t, &s->modifiers[i], &b, &v);
    limit_numbers(t, c, &b, &v);
    return b;
}

// Somebody looks at numbers: they are what has been applied so far (OVE-535).
SELDOM static void show_numbers(struct table *t, card_id c, const struct sums *v)
{
    struct body *b = body_of(state(t), c);
    if (b->flags & BODY_ACTIVE) limit_numbers(t, c, b, v);
}

SELDOM static void show_all_numbers(const struct reckoning *r)
{
    for (unsigned i = 0; i < r->count; i++)
        show_numbers(r->t, r->list[i], &r->values[peek(r->t)->slot[r->list[i]]]);
}

// Lasting changes of all cards, in the order in which they were made.
static void lasting_changes(struct reckoning *r)
{
    struct oversoul_state *s     = state(r->t);
    bool                   shown = false;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        s->bars |= barred_by(m);
        if (m->kind == MOD_TOLD) s->holds |= HOLDS_MUST;
        if (m->kind >= MOD_NEXT_COSTS && m->kind <= MOD_NEXT_YIELD) s->holds |= HOLDS_LASTING_COSTS;
        if (m->card == NO_CARD || m->kind == MOD_USED || !s->slot[m->card]) continue;
        card_id c = bearer_of(s, m);
        if (!concerns(r, c)) continue;
        struct body *b  = body_of(s, c);
        bool         hp = (m->kind == MOD_ADD || m->kind == MOD_SET) && m->arg == STAT_HP &&
                  !(m->flags & COMES_ALONG);
        if (m->words && !shown && !r->settled)
            show_all_numbers(r), shown = true; // a "while" may look at them
        if (b->flags & BODY_ACTIVE || hp)
            lasting_change(r->t, m, b, &r->values[s->slot[c]]); // OVE-149
        if (shown) show_numbers(r->t, c, &r->values[s->slot[c]]);
    }
}

// What was Given and lost for good counts on top of what Abilities give, in the order in which that
// was done (OVE-534).
SELDOM static void lasting_keywords(const struct table *t, card_id c, struct body *b)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->kind != MOD_KEYWORD && m->kind != MOD_LOST_KEYWORD) continue;
        if (bearer_of(s, m) != c || is_charged(m->arg) || !counts_now(t, m)) continue;
        if (m->kind == MOD_KEYWORD)
            b->keywords |= BIT(m->arg);
        else
            b->keywords &= ~BIT(m->arg);
    }
}

// Roles, gained lines or lost lines change which keywords and Laws come from Abilities.
static size_t keywords_from_abilities(const struct table *t, card_id c, struct body *b,
                                      struct held *list)
{
    uint32_t keywords = b->flags & BODY_CONSTRUCT ? b->keywords & BIT(AMORPHOUS) : 0;
    b->keywords       = 0;
    b->laws           = 0;
    size_t count      = abilities_of(t, c, list);
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (list[i].source == c && a->kind == ABILITY_KEYWORDS && is_standing(peek(t), c))
            keywords |= a->keywords & ~CHARGED_MASK;
        if (a->kind == ABILITY_TRIGGER || a->kind == ABILITY_USE) b->laws |= a->laws;
    }
    b->keywords = keywords;
    if (may_be_modified(peek(t), c) && !(b->flags & BODY_SILENT) && !is_leader_seated(peek(t), c))
        lasting_keywords(t, c, b);
    return count;
}

static void lend(const struct oversoul_state *s, card_id c, struct body *b, card_id lender,
                 uint32_t keywords, const uint8_t *charges)
{
    b->keywords |= keywords & ~CHARGED_MASK;
    for (unsigned k = 0; k < CHARGED_COUNT; k++)
        if (charges[k] && lent_used(s, c, lender, CHARGED_FIRST + k) < charges[k]) // OVE-807
            b->lent |= (uint8_t)BIT(k);
}

// What a quoted text does counts after everything else (reckon_lent()); that the card has it is
// seen at once (OVE-535).
SELDOM static void lend_text(struct oversoul_state *s, card_id c, card_id source, uint16_t ability)
{
    struct body *b = body_of(s, c);
    if (s->lent_count == LENT_MAX || b->flags & (BODY_TOTEM | BODY_SILENT)) return; // OVE-639
    s->lent[s->lent_count++] = (struct lent){ c, source, ability };
    b->flags                 = (uint16_t)(b->flags & ~BODY_PLAIN);
}

bool clause_holds(const struct scope *k, size_t clause)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t n = op_after(ops, op_child(clause)); n < op_after(ops, clause);
         n        = op_after(ops, n)) {
        if ((ops[n].code == W_WHILE || ops[n].code == W_NOTE) && !note_holds(k, n)) return false;
        if (ops[n].code == W_DURING && !during_holds(k->t, k->seat, n)) return false;
    }
    return true;
}

// The keyword at g among the things that a sentence grants; RESISTANT may have its own "(to ...)".
static enum keyword granted_keyword(const struct op *ops, size_t verb, size_t g, unsigned *charges)
{
    enum keyword k  = keyword_of((unsigned)ops[g].value, charges);
    size_t       to = op_after(ops, g);
    return k == RESISTANT && to < op_after(ops, verb) && ops[to].code == W_TO ? RESISTANT_TO : k;
}

// "Its DMG is equal to the number of cards in your hand": instead of the number that is printed.
SELDOM static int printed_stat(const struct table *t, card_id c, unsigned stat)
{
    const struct face *f = face_of(t, c);
    return stat == STAT_DMG   ? f->dmg
           : stat == STAT_SPD ? f->spd
           : stat == STAT_HP  ? f->hp
                              : f->rank;
}

static void grant(struct table *t, card_id c, const struct held *h, const struct scope *scope,
                  size_t clause, struct sums *v)
{
    struct oversoul_state *s           = state(t);
    size_t                 clause_verb = op_child(clause);
    const struct op       *ops         = t->pool->ops;
    for (size_t g = op_child(clause_verb); g < op_after(ops, clause_verb); g = op_after(ops, g)) {
        if (ops[g].code == W_KEYWORD) {
            if (is_leader_seated(s, c)) continue; // OVE-R47
            unsigned     charges;
            enum keyword k                   = granted_keyword(ops, clause_verb, g, &charges);
            uint8_t      list[CHARGED_COUNT] = { 0 };
            card_id      user = k == AMORPHOUS || k == SEALED ? c : host_of(s, c); // OVE-438
            if (is_charged(k)) list[k - CHARGED_FIRST] = (uint8_t)charges;
            lend(s, user, body_of(s, user), h->source, BIT(k), list);
            if (user != c) s->holds |= HOLDS_WATCHER; // neither is reckoned without the other
            if (k == SEALED) v->sealed = true;
        } else if (ops[g].code == W_STATGRANT) {
            int *sum    = sum_of(v, (unsigned)ops[op_find(ops, g, W_STAT)].value);
            int  amount = granted_amount(scope, g) * for_each_count(scope, clause);
            if (op_find(ops, g, W_MINUS)) amount = -amount;
            if (op_find(ops, g, W_AS_PRINTED))
                amount -= printed_stat(t, c, (unsigned)ops[op_find(ops, g, W_STAT)].value);
            if (sum) *sum += amount;
            if (s->holds & HOLDS_WATCHER && amount) {
                v->moved = true;
                if (!v->settled) show_numbers(t, c, v);
            }
        } else if (ops[g].code == OP_TEXT) {
            for (size_t line = op_child(g); line < op_after(ops, g); line = op_after(ops, line))
                lend_text(s, c, h->source, quoted_ability(book(t), line));
        }
    }
}

// Of a Prepared card only the maximum HP can be changed (OVE-149, OVE-150).
SELDOM static void grant_hp(const struct table *t, const struct scope *scope, size_t clause,
                            struct sums *v)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(clause);
    for (size_t g = op_child(verb); g < op_after(ops, verb); g = op_after(ops, g)) {
        if (ops[g].code != W_STATGRANT || ops[op_find(ops, g, W_STAT)].value != STAT_HP) continue;
        int amount = granted_amount(scope, g) * for_each_count(scope, clause);
        v->hp += op_find(ops, g, W_MINUS) ? -amount : amount;
    }
}

bool in_area(const struct oversoul_state *s, card_id source, card_id c)
{
    if (source == c) return true;
    if (body_at(s, c)->flags & BODY_CONSTRUCT) return false;
    return are_surrounding(card_in(s, source)->zone, card_in(s, c)->zone);
}

// Does a sentence of card k->card speak of c? Without a subject of the card itself, behind AURA of
// all cards in the area; a subject there names some of them, or opposing cards, which no area
// reaches (OVE-R361). "This card" is each that has it (6.2, rule 7).
bool is_spoken_of(const struct scope *k, bool aura, size_t clause, card_id c)
{
    size_t               object = book(k->t)->demands[clause].subject;
    const struct filter *f      = &book(k->t)->filters[object];
    if (!aura) return object ? fits(k, object, c) : k->card == c;
    bool in = in_area(peek(k->t), k->card, c);
    if (!object || f->kind == FILTER_PRONOUN) return in;
    return (in || f->side == SIDE_ENEMY) && fits(k, object, c);
}

// Who is left out of what a continuous Ability of card c does.
static bool is_beyond(const struct reckoning *r, card_id c, card_id to)
{
    const struct oversoul_state *s = peek(r->t);
    if (!concerns(r, to) || !is_active(s, to)) return true;
    return to != c && is_unaffected(r->t, to, c); // OVE-820
}

static void lend_keywords(struct reckoning *r, card_id to, const struct held *h)
{
    struct oversoul_state *s = state(r->t);
    const struct ability  *a = &book(r->t)->abilities[h->ability];
    struct body           *b = body_of(s, to);
    if (b->flags & BODY_CONSTRUCT || is_leader_seated(s, to)) return;
    lend(s, to, b, h->source, a->keywords, a->charges);
    if (a->keywords & BIT(SEALED)) r->values[s->slot[to]].sealed = true;
}

// One sentence with "has", on every card it speaks of: those of its phrase, an area or the card
// itself.
static void apply_sentence(struct reckoning *r, const struct held *h, const struct scope *scope,
                           size_t clause)
{
    struct oversoul_state *s      = state(r->t);
    bool                   aura   = book(r->t)->abilities[h->ability].aura;
    size_t                 object = book(r->t)->demands[clause].subject;
    card_id                c      = scope->card;
    if (aura) { // each card that has it speaks of itself (6.2, rule 7)
        for (unsigned i = 0; i < r->count; i++) {
            struct scope own = *scope;
            own.card = own.it = r->list[i];
            if (is_spoken_of(scope, true, clause, own.card) && !is_beyond(r, c, own.card) &&
                clause_holds(&own, clause))
                grant(r->t, own.card, h, &own, clause, &r->values[s->slot[own.card]]);
        }
        return;
    }
    if (!object) {
        if (clause_holds(scope, clause) && !is_beyond(r, c, c))
            grant(r->t, c, h, scope, clause, &r->values[s->slot[c]]);
        return;
    }
    struct scope one = *scope; // "for each Construct Attached to it": each singly (OVE-R168)
    for (unsigned i = 0; i < r->count; i++) {
        card_id to = one.it = r->list[i];
        if (!fits(scope, object, to) || !clause_holds(&one, clause)) continue;
        if (!is_beyond(r, c, to))
            grant(r->t, to, h, &one, clause, &r->values[s->slot[to]]);
        else if (concerns(r, to) && is_prepared(s, to))
            grant_hp(r->t, &one, clause, &r->values[s->slot[to]]);
    }
}

// Does a continuous Ability of card c speak of none that are reckoned? Seen at once of a single
// one.
static bool speaks_of_others(const struct reckoning *r, card_id c, const struct ability *a)
{
    const struct oversoul_state *s = peek(r->t);
    if (r->count != 1 || a->changes == CHANGES_ANY) return a->changes == CHANGES_NONE;
    seat_id own = seat_of(s, c), seat = seat_of(s, r->list[0]);
    return a->changes == CHANGES_OWN ? own != seat : !is_enemy(&s->core, own, seat);
}

// One continuous Ability of card c, on every card it speaks of.
static void apply_static(struct reckoning *r, card_id c, const struct held *h)
{
    struct oversoul_state *s   = state(r->t);
    const struct op       *ops = r->t->pool->ops;
    const struct ability  *a   = &book(r->t)->abilities[h->ability];
    if (speaks_of_others(r, c, a) || !laws_hold(r->t, c, h)) return;
    struct scope scope = { .t = r->t, .card = c, .source = h->source, .it = c };
    scope.seat         = seat_of(s, c);
    if (a->keywords) {
        for (unsigned i = 0; a->aura && i < r->count; i++)
            if (in_area(s, c, r->list[i]) && !is_beyond(r, c, r->list[i]) &&
                keyword_notes_hold(r->t, r->list[i], h))
                lend_keywords(r, r->list[i], h);
        if (!a->aura && !is_beyond(r, c, c)) lend_keywords(r, c, h);
        return;
    }
    for (size_t n = op_child(a->effects); n < op_after(ops, a->effects); n = op_after(ops, n))
        if (ops[n].code == W_CLAUSE && ops[op_child(n)].code == W_HAS)
            apply_sentence(r, h, &scope, n);
}

// Those of which it has own charges.
static inline uint32_t charged_keywords(const struct body *b)
{
    static const uint8_t NONE[CHARGED_COUNT];
    uint32_t             set = 0;
    if (memcmp(b->charges, NONE, sizeof NONE) == 0) return 0; // most often
    for (unsigned k = 0; k < CHARGED_COUNT; k++)
        if (own_charges(b, k)) set |= BIT(CHARGED_FIRST + k);
    return set;
}

static void limit_values(const struct table *t, card_id c, struct body *b, struct sums *v)
{
    b->muted = v->muted;
    if (b->keywords & BIT(SEALED) && !(b->flags & BODY_CONSTRUCT)) v->sealed = true;
    if (v->sealed && !is_leader_seated(peek(t), c)) { // OVE-846: printed numbers, no Abilities
        struct sums printed;
        uint32_t    roles      = b->roles;
        uint16_t    archetypes = b->archetypes;
        start_values(t, c, b, &printed);
        *v            = printed;
        v->sealed     = true;
        b->keywords   = BIT(SEALED);
        b->lent       = 0;
        b->laws       = 0;
        b->roles      = roles;
        b->archetypes = archetypes;
    }
    if (v->silent) {
        b->keywords &= BIT(SEALED);
        b->lent = 0;
        b->laws = 0;
    }
    limit_numbers(t, c, b, v);
    b->yield = shown(v->yield);
    if (!v->sealed) b->keywords |= (uint32_t)b->lent << CHARGED_FIRST;
    if (!v->sealed && !v->silent) b->keywords |= charged_keywords(b);
    if (b->flags & BODY_CONSTRUCT)
        b->keywords &= BIT(AMORPHOUS) | BIT(SEALED); // OVE-438
    else if (is_leader_seated(peek(t), c))
        b->keywords = 0; // OVE-R47
}

// Of the Constructs on a card.
static void add_construct_yields(struct reckoning *r, card_id host)
{
    const struct oversoul_state *s = peek(r->t);
    for (card_id c = card_above(&s->core, host); c != NO_CARD; c = card_above(&s->core, c)) {
        if (face_of(r->t, c)->minus || !is_active(s, c)) continue;
        r->values[s->slot[host]].yield += concerns(r, c) ? r->values[s->slot[c]].yield
                                                         : body_at(s, c)->yield;
    }
}

// A Prepared or pending card has HP and nothing else (OVE-148, OVE-149).
static void limit_hidden(struct body *b, const struct sums *v)
{
    b->keywords = b->laws = b->roles = 0;
    b->archetypes                    = 0;
    b->holds                         = 0;
    b->hears                         = 0;
    b->dmg = b->spd = b->yield = b->lent = 0;
    b->rank                              = 0;
    b->hp                                = shown(v->hp);
}

// What the Abilities of a card that has others than its printed ones hold.
static void reckon_holds(struct table *t, card_id c, struct body *b, const struct held *list,
                         size_t count)
{
    struct oversoul_state *s     = state(t);
    unsigned               holds = 0;
    b->hears                     = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        holds |= a->holds;
        b->hears |= a->hears;
        s->bars |= a->bars;
        if (a->kind == ABILITY_KEYWORDS && list[i].source != c)
            holds |= HOLDS_STATIC; // lent by a Construct
    }
    b->holds = (uint16_t)holds;
}

static void reckon_having_lent(struct table *t, card_id c)
{
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, c);
    struct held            list[ABILITIES_HELD_MAX];
    b->flags = (uint16_t)(b->flags & ~BODY_PLAIN);
    reckon_holds(t, c, b, list, abilities_of(t, c, list));
    s->holds |= b->holds;
    s->hears |= b->hears;
}

// What quoted texts lend counts after everything else (OVE-535), for the host of a Construct unless
// it is about that itself (OVE-433).
SELDOM static void reckon_lent(struct reckoning *r)
{
    struct table          *t = r->t;
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < s->lent_count; i++) { // RESONATE* looks at all of them
        card_id c = s->lent[i].card;
        reckon_having_lent(t, c);
        if (host_of(s, c) != c) reckon_having_lent(t, host_of(s, c));
    }
    for (unsigned i = 0; i < s->lent_count; i++) {
        struct held           h    = { s->lent[i].ability, s->lent[i].card };
        const struct ability *a    = &book(t)->abilities[h.ability];
        card_id               user = is_constructs_own(a) ? h.source : host_of(s, h.source);
        struct body          *b    = body_of(s, user);
        if (a->kind == ABILITY_TRIGGER || a->kind == ABILITY_USE) b->laws |= a->laws;
        if (a->kind == ABILITY_STATIC) apply_static(r, user, &h);
        if (a->kind == ABILITY_KEYWORDS && is_standing(s, user))
            lend(s, user, b, h.source, a->keywords, a->charges);
    }
}

static void begin_values(struct reckoning *r)
{
    struct oversoul_state *s = state(r->t);
    for (unsigned i = 0; i < r->count; i++) {
        card_id      c = r->list[i];
        struct body *b = body_of(s, c);

        r->before[s->slot[c]] = b->archetypes;
        if (b->flags & BODY_ACTIVE)
            start_values(r->t, c, b, &r->values[s->slot[c]]);
        else
            r->values[s->slot[c]] = (struct sums){ .hp = HIDDEN_HP };
        r->values[s->slot[c]].settled = r->settled;
    }
}

// Of a card that has others than its printed ones. told: its keywords and Laws come from them.
APART static void reckon_mixed(struct table *t, card_id c, struct body *b, bool told)
{
    struct held list[ABILITIES_HELD_MAX];
    size_t      count = told ? keywords_from_abilities(t, c, b, list) : 0;
    if (!told || b->keywords & BIT(SEALED)) count = abilities_of(t, c, list);
    reckon_holds(t, c, b, list, count);
}

// Which Abilities a card has now, and of which kinds they are.
static void reckon_abilities(struct reckoning *r, card_id c)
{
    struct table          *t = r->t;
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, c);
    struct sums           *v = &r->values[s->slot[c]];
    const struct face     *f = face_of(t, c);
    if (b->charged != b->roles) follow_roles(t, c, b);
    b->rank    = (int8_t)shown(v->rank); // "Events of lower RANK" look at it
    bool hosts = !(b->flags & BODY_CONSTRUCT) && card_above(&s->core, c) != NO_CARD;
    bool plain = !hosts && !(b->flags & BODY_CONSTRUCT) && !v->retold;
    b->flags   = (uint16_t)(plain ? b->flags | BODY_PLAIN : b->flags & ~BODY_PLAIN);
    b->flags   = (uint16_t)(v->silent ? b->flags | BODY_SILENT : b->flags & ~BODY_SILENT);
    if (plain) {
        b->holds = is_leader_seated(s, c) ? f->holds_seated : f->holds;
        b->hears = f->hears;
        s->bars |= f->bars;
    } else {
        reckon_mixed(t, c, b, (v->retold && !v->sealed) || hosts);
    }
    unsigned slot = s->slot[c];
    if (r->resonates && r->resonating[slot / 32] >> slot % 32 & 1) b->holds |= HOLDS_RESONATE;
    s->holds |= (uint16_t)(b->holds | (v->watched ? (unsigned)HOLDS_WATCHER : 0));
    s->hears |= b->hears;
}

// What the continuous Abilities of one card do, if they are those printed on it ...
static void apply_printed(struct reckoning *r, card_id c)
{
    const uint16_t *own;
    size_t          count = printed_list(r->t, c, LISTED_STATICS, &own);
    for (size_t i = 0; i < count; i++) apply_static(r, c, &(struct held){ own[i], c });
}

// ... and if they are others.
static void apply_statics_of(struct reckoning *r, card_id c)
{
    struct table          *t = r->t;
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, c);
    struct held            list[ABILITIES_HELD_MAX];
    size_t                 count = abilities_of(t, c, list);
    for (size_t k = 0; k < count; k++) {
        const struct ability *a = &book(t)->abilities[list[k].ability];
        if (is_lent(s, list[k].source, list[k].ability)) continue; // later
        if (a->kind == ABILITY_STATIC)
            apply_static(r, c, &list[k]);
        else if (a->kind == ABILITY_KEYWORDS && list[k].source != c && is_standing(s, c))
            lend(s, c, b, list[k].source, a->keywords, a->charges);
    }
}

// Those who reach no other card need no look unless they are reckoned themselves.
void apply_statics(struct reckoning *r)
{
    struct oversoul_state *s       = state(r->t);
    bool                   outward = s->holds & HOLDS_OUTWARD;
    const card_id         *list    = outward ? s->active : r->list;
    unsigned               count   = outward ? s->active_count : r->count;
    for (unsigned i = 0; s->holds & HOLDS_STATIC && i < count; i++) {
        const struct body *b = body_at(s, list[i]);
        if (!(b->holds & HOLDS_STATIC)) continue; // most often
        if (!(b->flags & BODY_ACTIVE) || b->flags & BODY_CONSTRUCT) continue;
        if (!(b->holds & HOLDS_OUTWARD) && !concerns(r, list[i])) continue;
        if (b->flags & BODY_PLAIN)
            apply_printed(r, list[i]);
        else
            apply_statics_of(r, list[i]);
    }
    for (card_id c = first_afar(r->t, HOLDS_OUTWARD); c != NO_CARD;
         c         = next_afar(r->t, HOLDS_OUTWARD, c))
        apply_statics_of(r, c);
    for (unsigned i = 0; i < r->count; i++)
        if (is_active(s, r->list[i]) && !(body_at(s, r->list[i])->flags & BODY_CONSTRUCT))
            add_construct_yields(r, r->list[i]);
    if (s->lent_count) reckon_lent(r);
}

// What continuous Abilities and changes for a time add to the RANK of a face-up Leader (OVE-R285).
static void lift_rank(struct table *t, card_id c, const struct body *b)
{
    struct oversoul_state *s    = state(t);
    struct side           *side = &s->side[seat_of(s, c)];
    int                    base = is_leader_seated(s, c) ? side->dial : face_of(t, c)->rank;
    int                    lift = b->flags & BODY_ACTIVE ? b->rank - base : 0;
    if (side->lift != lift) settle_rank(s, seat_of(s, c), side->dial, lift);
}

// What a card can be used for now may be more than before.
static inline void supply_with(struct oversoul_state *s, card_id c, const struct body *b,
                               unsigned yield_before)
{
    if (b->laws & BIT(LAW_QUICK))
        stir(s, seat_of(s, c));
    else if (b->yield > yield_before || (b->yield && b->keywords & BIT(DYNAMO)))
        supply(s, seat_of(s, c), LACKS_ENERGY);
    if (b->holds & COST_HOLDS) supply_all(s, LACKS_ENERGY | LACKS_PLUS);
    if (b->laws & BIT(LAW_PERFECT)) supply_all(s, LACKS_PERFECT);
}

void end_values(struct reckoning *r)
{
    struct oversoul_state *s        = state(r->t);
    uint32_t               keywords = 0, laws = 0; // of all of them
    for (unsigned i = 0; i < r->count; i++) {
        card_id      c     = r->list[i];
        struct body *b     = body_of(s, c);
        unsigned     yield = b->yield; // before
        if (b->flags & BODY_ACTIVE)
            limit_values(r->t, c, b, &r->values[s->slot[c]]);
        else
            limit_hidden(b, &r->values[s->slot[c]]);
        if (s->side[seat_of(s, c)].leader == c) lift_rank(r->t, c, b);
        keywords |= b->keywords | (b->flags & BODY_SEALED ? BIT(SEALED) : 0);
        laws |= b->laws;
        note_wounds(s, b);
        settle_ready(s, c);
        supply_with(s, c, b, yield);
    }
    s->keywords |= keywords;
    s->laws |= laws;
}

void reckon_hidden(struct table *t, card_id c)
{
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, c);
    limit_hidden(b, &(struct sums){ .hp = HIDDEN_HP });
    if (s->side[seat_of(s, c)].leader == c) lift_rank(t, c, b);
    if (b->flags & BODY_SEALED) s->keywords |= BIT(SEALED);
    note_wounds(s, b);
    settle_ready(s, c);
    if (is_plus_face(t, c)) recount_plus(t, seat_of(s, c));
}

void reckon_own(struct reckoning *r)
{
    begin_values(r);
    bool alone = r->count == 1 && !may_be_modified(peek(r->t), r->list[0]);
    if (!alone) lasting_changes(r); // one card without any forgets nothing about the others
    for (unsigned i = 0; i < r->count; i++)
        if (is_active(peek(r->t), r->list[i])) reckon_abilities(r, r->list[i]);
    if (peek(r->t)->holds & HOLDS_WATCHER && !r->settled) show_all_numbers(r);
}
