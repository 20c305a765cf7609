// cant.c - continuous sentences that are looked for when somebody wants to do something: what can't
// be done, and what must (OVE-754, OVE-222).
#include "games/oversoul/effects.h"

// The next card that has Abilities of that kind: Active ones, then those off the board.
static card_id next_source(const struct table *t, unsigned kind, struct sentence *it)
{
    const struct oversoul_state *s = peek(t);
    while (it->place < s->active_count && !holds_any(t, s->active[it->place], kind)) it->place++;
    if (it->place < s->active_count) return s->active[it->place++];
    bool first = it->place == s->active_count;
    it->place  = s->active_count + 1u;
    return first ? first_afar(t, kind) : next_afar(t, kind, it->scope.card);
}

// Goes on to the next clause with that verb among the continuous Abilities of that kind.
bool next_sentence(const struct table *t, unsigned kind, uint16_t verb, struct sentence *it)
{
    const struct oversoul_state *s   = peek(t);
    const struct op             *ops = t->pool->ops;
    for (;;) {
        for (it->clause = it->next; it->clause < it->end; it->clause = it->next) {
            it->next = op_after(ops, it->clause);
            if (ops[it->clause].code == W_CLAUSE && ops[op_child(it->clause)].code == verb &&
                (is_active(s, it->scope.card) || !is_own_costing(ops, it->clause))) // OVE-R137
                return true;
        }
        while (it->ability == it->count) { // the next card that has such an Ability
            card_id from = next_source(t, kind, it);
            if (from == NO_CARD) return false;
            it->ability = 0;
            it->count   = abilities_of(t, from, it->list);
            it->scope   = (struct scope){
                  .t = t, .card = from, .seat = seat_of(s, from), .it = from
            };
        }
        it->held                = it->list[it->ability++];
        it->scope.source        = it->held.source;
        const struct ability *a = &book(t)->abilities[it->held.ability];
        it->next = it->end = 0;
        if (!(a->holds & kind) || !a->effects) continue;
        it->next = op_child(a->effects);
        it->end  = op_after(ops, a->effects);
    }
}

// "While they are Damaged": each card it speaks of singly (OVE-R228).
bool sentence_holds(const struct sentence *it, card_id of)
{
    struct scope one = it->scope;
    one.it           = of;
    if (of != NO_CARD && book(one.t)->abilities[it->held.ability].aura) one.card = of;
    return clause_holds(&one, it->clause) && laws_hold(one.t, it->scope.card, &it->held);
}

static bool doer_fits(const struct scope *k, size_t by, bool attack, card_id doer)
{
    const struct op *ops = k->t->pool->ops;
    bool             any = ops[by].size == 1;
    bool own      = doer != NO_CARD && !is_enemy(k->t->state, seat_of(peek(k->t), doer), k->seat);
    bool opposing = false; // said of the Attacks and Abilities behind it, not of cards
    for (size_t n = op_child(by); n < op_after(ops, by); n = op_after(ops, n)) {
        opposing |= ops[n].code == W_OPPOSING;
        if (ops[n].code == W_DOER && !(own && opposing))
            any |= is_doing_attack(&ops[n]) ? attack : !attack && doer != NO_CARD;
        if (ops[n].code == W_OBJECT) any |= doer != NO_CARD && fits(k, n, doer);
        if (ops[n].code == W_KEYWORD && doer != NO_CARD) { // "by RANGED"
            unsigned charges;
            any |= has_keyword(peek(k->t), doer, keyword_of((unsigned)ops[n].value, &charges));
        }
    }
    return any;
}

// Does one "can't" clause forbid that this is done to (passive) or by (doing) a card?
static bool clause_forbids(const struct scope *k, size_t able, int passive, int doing, card_id doer,
                           bool attack)
{
    const struct op *ops = k->t->pool->ops;
    size_t           can = op_find(ops, able, W_CAN);
    if (ops[can].value >= MUST_DO) return false;
    for (size_t n = op_child(able); n < op_after(ops, able); n = op_after(ops, n)) {
        if (ops[n].code == W_DOING && doing >= 0 && ops[n].value == doing) {
            size_t whom = told_whom(ops, able, n); // "can't Attack Leaders"
            if (!whom || (doer != NO_CARD && fits(k, whom, doer))) return true;
        }
        if (ops[n].code != W_DOING_BE || passive < 0) continue;
        for (size_t p = op_child(n); p < op_after(ops, n); p = op_after(ops, p)) {
            if (ops[p].code != W_PASSIVE || ops[p].value != passive) continue;
            if (passive == IS_DAMAGED && op_find(ops, n, W_BELOW)) continue; // least_hp()
            size_t by = by_of(ops, p, op_after(ops, n));
            if (!by || doer_fits(k, by, attack, doer)) return true;
        }
    }
    return false;
}

// Whose words a lasting change is.
static struct scope scope_of_change(const struct table *t, const struct modifier *m)
{
    return (struct scope){
        .t = t, .card = m->source, .source = m->source, .seat = m->seat, .it = NO_CARD
    };
}

// Lasting prohibitions: MOD_CANT holds what is forbidden, and by whom or to whom.
static bool is_barred(const struct table *t, card_id c, int passive, int doing, card_id doer,
                      bool attack)
{
    const struct oversoul_state *s = peek(t);
    if (!(card_in(s, c)->flags & CARD_MODIFIED)) return false;
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        struct scope           k = scope_of_change(t, m);
        if (m->card != c || m->kind != MOD_CANT) continue;
        if ((int)m->arg != (passive >= 0 ? passive : 32 + doing) || !counts_now(t, m)) continue;
        if (!m->value) return true;
        if (doing >= 0 ? doer != NO_CARD && fits(&k, (uint16_t)m->value, doer)
                       : doer_fits(&k, (uint16_t)m->value, attack, doer))
            return true;
    }
    return false;
}

// Is the card the subject of the sentence, or, without one, whoever has the Ability?
bool is_subject(const struct sentence *it, card_id c)
{
    bool aura = book(it->scope.t)->abilities[it->held.ability].aura;
    return is_spoken_of(&it->scope, aura, it->clause, c);
}

// Of one that is unaffected no other card's sentence speaks (OVE-820).
static bool speaks_of(const struct sentence *it, card_id c)
{
    card_id from = it->scope.card;
    return is_subject(it, c) && (from == c || !is_unaffected(it->scope.t, c, from));
}

// "(except DRAGON Units)" of the card spoken of, "(except by Events)" of whoever wants to do it.
static bool makes_exception(const struct sentence *it, card_id c, card_id doer)
{
    return (c != NO_CARD && is_excepted(&it->scope, it->clause, false, c)) ||
           (doer != NO_CARD && is_excepted(&it->scope, it->clause, true, doer));
}

// "Your STATIONS can't be Returned": without a place those on the board are meant, and nobody
// learns what a card in a hand is (OVE-R429).
static bool lies_elsewhere(const struct sentence *it, int passive, card_id c)
{
    const struct table *t = it->scope.t;
    if ((passive != IS_RETURNED && passive != IS_EXILED) || is_board_card(peek(t), c)) return false;
    size_t who = book(t)->demands[it->clause].subject;
    return who && !is_pronoun_object(t->pool->ops, who) && !op_find(t->pool->ops, who, W_IN);
}

bool is_forbidden(const struct table *t, card_id c, int passive, int doing, card_id doer,
                  bool attack)
{
    if (is_barred(t, c, passive, doing, doer, attack)) return true;
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_CANT, W_ABLE, &it);) {
        if (passive == IS_ACTIVATED) it.scope.played = (card_id)(c + 1); // OVE-R340, OVE-R375
        if (speaks_of(&it, c) && !lies_elsewhere(&it, passive, c) &&
            clause_forbids(&it.scope, op_child(it.clause), passive, doing, doer, attack) &&
            !makes_exception(&it, c, doer) && sentence_holds(&it, c))
            return true;
    }
    return false;
}

// "This card can't be Cancelled", said by the card itself.
static bool is_own_bar(const struct op *ops, size_t clause)
{
    size_t able = op_child(clause);
    if (ops[clause].code != W_CLAUSE || ops[able].code != W_ABLE) return false;
    size_t who = op_child(able);
    return ops[who].code != W_OBJECT ||
           (ops[op_child(who)].code == W_PRONOUN && ops[op_child(who)].value >= PRO_THIS_CARD &&
            ops[op_child(who)].value <= PRO_THIS_CONSTRUCT);
}

// What a card says of its own Activation counts although it is not Active yet (OVE-R342).
SELDOM static bool bars_own_cancel(const struct table *t, const struct link *l, card_id by)
{
    const struct op   *ops = t->pool->ops;
    const struct face *f   = face_of(t, l->card);
    struct scope k = { .t = t, .card = l->card, .source = l->card, .seat = l->seat, .it = NO_CARD };
    for (unsigned i = 0; i < f->ability_count; i++) {
        struct held           h = { (uint16_t)(f->ability_first + i), l->card };
        const struct ability *a = &book(t)->abilities[h.ability];
        if (!a->effects || a->costs || a->aura || !laws_hold(t, l->card, &h)) continue;
        if (a->kind != ABILITY_STATIC && (a->kind != ABILITY_EFFECT || a->laws)) continue;
        for (size_t n = a->effects_from; n < a->effects_end; n = op_after(ops, n))
            if (is_own_bar(ops, n) && clause_holds(&k, n) &&
                clause_forbids(&k, op_child(n), IS_CANCELLED, -1, by, false))
                return true;
    }
    return false;
}

bool cannot_cancel(const struct table *t, const struct link *l, card_id by)
{
    return cannot(t, l->card, IS_CANCELLED, by) ||
           (l->kind == LINK_ACTIVATE && bars_own_cancel(t, l, by));
}

// "Can't be Shattered by Attacks": what they do leaves 1 HP (OVE-R154).
static bool cannot_fall_by(const struct table *t, card_id c, card_id by, bool attack)
{
    return is_forbidden(t, c, IS_SHATTERED, -1, by, attack) &&
           !is_forbidden(t, c, IS_SHATTERED, -1, NO_CARD, false);
}

// "... (this turn)"
SELDOM static int lasting_least_hp(const struct table *t, card_id c, card_id by, bool attack)
{
    const struct oversoul_state *s     = peek(t);
    int                          least = 0;
    for (unsigned i = 0; card_in(s, c)->flags & CARD_MODIFIED && i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        struct scope           k = scope_of_change(t, m);
        if (m->card != c || m->kind != MOD_LEAST_HP || m->value <= least || !counts_now(t, m))
            continue;
        if (!m->arg || doer_fits(&k, m->arg, attack, by)) least = m->value;
    }
    return least;
}

// "Can't be Selected or be Damaged below 2 HP": where that is said, and by whom, or 0.
static size_t below_said(const struct op *ops, size_t able, size_t *by)
{
    for (size_t be = op_child(able); be < op_after(ops, able); be = op_after(ops, be)) {
        size_t below = ops[be].code == W_DOING_BE ? op_find(ops, be, W_BELOW) : 0;
        for (size_t p = below ? op_child(be) : below; p < below; p = op_after(ops, p))
            if (ops[p].code == W_PASSIVE && ops[p].value == IS_DAMAGED) {
                *by = by_of(ops, p, op_after(ops, be));
                return below;
            }
    }
    return 0;
}

static int altered_by(const struct scope *k, size_t alters, int n)
{
    const struct op *ops   = ops_of(k);
    size_t           share = op_find(ops, alters, W_SHARE);
    if (share) return ops[share].value == SHARE_TWICE ? n * 2 : n / 2;
    int by = amount_of(k, op_find(ops, alters, W_AMOUNT)) *
             for_each_count(k, alters - 1); // its clause stands in front of it
    return op_find(ops, alters, W_OR_MORE) ? n + by : n - by;
}

// "Takes 1 less DMG from Events", "deals double DMG to DRAGONS": one after the other, as the cards
// became Active, doubling and halving included (OVE-R478).
int altered_dmg(const struct table *t, const struct blow *blow, card_id c, int n)
{
    const struct op *ops = t->pool->ops;
    for (struct sentence it = { 0 }; n > 0 && next_sentence(t, HOLDS_STATIC, W_ALTERS, &it);) {
        size_t  alters = op_child(it.clause), by = op_find(ops, alters, W_BY);
        size_t  to    = op_find(ops, alters, W_TO);
        bool    taken = ops[alters].value == ALTERS_TAKEN;
        card_id whom  = taken ? c : blow->source;
        if (!speaks_of(&it, whom) || !sentence_holds(&it, whom)) continue;
        if (by && !doer_fits(&it.scope, by, blow->battle, blow->source)) continue;
        if (to && !fits(&it.scope, op_find(ops, to, W_OBJECT), c)) continue;
        n = altered_by(&it.scope, alters, n);
    }
    return n;
}

// Its first Attack of a turn does not Exhaust a card that can Attack twice (OVE-R479).
bool attacks_again(const struct table *t, card_id c)
{
    if (body_at(peek(t), c)->flags & BODY_ATTACKED || !(peek(t)->holds & HOLDS_MUST)) return false;
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_MUST, W_ABLE, &it);)
        if (op_find(t->pool->ops, op_child(it.clause), W_TWICE_EACH_TURN) && speaks_of(&it, c) &&
            sentence_holds(&it, c))
            return true;
    return false;
}

// "Can't be Damaged below 2 HP"
int least_hp(const struct table *t, card_id c, card_id by, bool attack)
{
    const struct op *ops   = t->pool->ops;
    int              least = has_keyword(peek(t), c, CRYSTALIZED); // OVE-813
    if (peek(t)->bars & bar_of_being(IS_SHATTERED) && !least && cannot_fall_by(t, c, by, attack))
        least = 1;
    if (!(peek(t)->bars & bar_of_being(IS_DAMAGED))) return least;
    int lasting = lasting_least_hp(t, c, by, attack);
    if (lasting > least) least = lasting;
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_CANT, W_ABLE, &it);) {
        size_t whose, below = below_said(ops, op_child(it.clause), &whose);
        if (!below || !speaks_of(&it, c) || makes_exception(&it, c, by) || !sentence_holds(&it, c))
            continue;
        if (whose && !doer_fits(&it.scope, whose, attack, by)) continue;
        int hp = amount_of(&it.scope, op_find(ops, below, W_AMOUNT));
        if (hp > least) least = hp;
    }
    return least;
}

// "Can't have any subsequent Constructs Attached to"
bool bears_no_constructs(const struct table *t, card_id c)
{
    if (has_keyword(peek(t), c, POLARITY)) return true;
    if (is_barred(t, c, -1, DO_BEAR_MORE, NO_CARD, false)) return true;
    if (!(peek(t)->holds & HOLDS_CANT)) return false;
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_CANT, W_ABLE, &it);)
        if (op_find(t->pool->ops, op_child(it.clause), W_NO_CONSTRUCTS) && speaks_of(&it, c) &&
            !makes_exception(&it, c, NO_CARD) && sentence_holds(&it, c))
            return true;
    return false;
}

// "Opposing Units Enter Exhausted"
bool enters_exhausted(const struct table *t, card_id c)
{
    if (!(peek(t)->holds & HOLDS_CANT)) return false;
    for (struct sentence it = { 0 }; next_sentence(t, HOLDS_CANT, W_ENTERING, &it);)
        if (speaks_of(&it, c) && sentence_holds(&it, c)) return true;
    return false;
}

static bool reaches_one(const struct scope *k, size_t whom, card_id c)
{
    const struct table          *t = k->t;
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < s->active_count; i++) {
        card_id other = s->active[i];
        if (is_enemy(&s->core, seat_of(s, other), seat_of(s, c)) && fits(k, whom, other) &&
            why_not_target(s, other) == 0 && why_not_reach(t, c, other) == 0)
            return true;
    }
    return false;
}

// A walk over what is said of a card, continuous sentences before lasting changes: starts zeroed.
struct telling {
    struct sentence it;
    struct scope    scope;   // whose words they are
    size_t          whom;    // what is to be done to whom, or 0
    unsigned        lasting; // the next lasting change
};

static size_t doing_in(const struct op *ops, size_t able, int what)
{
    for (size_t n = op_child(able); n < op_after(ops, able); n = op_after(ops, n))
        if (ops[n].code == W_DOING && ops[n].value == what) return n;
    return 0;
}

static bool next_sentence_told(const struct table *t, card_id c, int can, int what,
                               struct telling *k)
{
    const struct op *ops = t->pool->ops;
    while (next_sentence(t, HOLDS_MUST, W_ABLE, &k->it)) {
        size_t able = op_child(k->it.clause), doing = doing_in(ops, able, what);
        if (!doing || ops[op_find(ops, able, W_CAN)].value != can) continue;
        k->whom  = told_whom(ops, able, doing);
        k->scope = k->it.scope;
        if (speaks_of(&k->it, c) && !makes_exception(&k->it, c, NO_CARD) &&
            sentence_holds(&k->it, c))
            return true;
    }
    return false;
}

// The next words that say of a card that it must or can do something.
static bool next_told(const struct table *t, card_id c, int can, int what, struct telling *k)
{
    const struct oversoul_state *s = peek(t);
    if (!k->lasting && next_sentence_told(t, c, can, what, k)) return true;
    if (!(card_in(s, c)->flags & CARD_MODIFIED)) return false;
    while (k->lasting < s->core.modifier_count) {
        const struct modifier *m = &s->modifiers[k->lasting++];
        if (m->card != c || m->kind != MOD_TOLD ||
            m->arg != told_to((unsigned)can, (unsigned)what) || !counts_now(t, m))
            continue;
        k->scope = scope_of_change(t, m);
        k->whom  = (uint16_t)m->value;
        return true;
    }
    return false;
}

// "Can Attack Units with AVIAN", "can Guard": what a rule or keyword would forbid.
bool is_told_it_can(const struct table *t, card_id c, int what, card_id to)
{
    for (struct telling k = { 0 }; next_told(t, c, CAN_DO, what, &k);)
        if (!k.whom || fits(&k.scope, k.whom, to)) return true;
    return false;
}

// "Must Guard if able": one of the seat's cards that has to.
card_id forced_guard(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; s->holds & HOLDS_MUST && i < s->side[seat].board_count; i++) {
        card_id c = card_of_body(&s->bodies[s->side[seat].board[i]]);
        for (struct telling k = { 0 }; next_told(t, c, MUST_DO, DO_GUARD, &k);)
            if ((!k.whom || fits(&k.scope, k.whom, s->attack.attacker)) &&
                why_not_guard(t, seat, c) == 0)
                return c;
    }
    return NO_CARD;
}

// Is the card told to Attack another card than this one, which it can?
bool is_told_elsewhere(const struct table *t, card_id c, card_id selection)
{
    bool elsewhere = false;
    for (struct telling k = { 0 }; next_told(t, c, MUST_DO, DO_ATTACK, &k);) {
        if (!k.whom) continue;
        if (fits(&k.scope, k.whom, selection)) return false;
        elsewhere |= reaches_one(&k.scope, k.whom, c);
    }
    return elsewhere;
}

// A sentence like "opposing Units must Attack each turn if able" (BERSERK says the same of its own
// card).
bool is_told_to_attack(const struct table *t, card_id c)
{
    if (!(peek(t)->holds & HOLDS_MUST)) return false;
    for (struct telling k = { 0 }; next_told(t, c, MUST_DO, DO_ATTACK, &k);)
        if (!k.whom || reaches_one(&k.scope, k.whom, c)) return true;
    return false;
}
