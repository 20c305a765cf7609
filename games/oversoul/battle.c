// battle.c - Attacks, hits and what follows them (rules.md 500, 811 to 830).
#include "games/oversoul/rules.h"

// --- who may fight whom -------------------------------------------------------------------------

static rule_id why_not_speed(const struct table *t, card_id attacker, card_id selection)
{
    const struct oversoul_state *s   = peek(t);
    unsigned                     spd = body_at(s, attacker)->spd;
    if (spd == 0) return OVE_504;
    if (spd == 1) return OVE_505;
    if (!(body_at(s, attacker)->flags & BODY_ENTERED)) return 0;
    if (spd == 2) return OVE_506;
    if (is_unit(t, selection)) return 0;
    if (is_event(t, selection)) return spd >= 4 ? 0 : OVE_507;
    return spd >= 5 ? 0 : spd == 4 ? OVE_508 : OVE_507;
}

// AVIAN: slower Units cannot reach it, unless RANGED or AVIAN themselves (OVE-811).
static bool flies_above(const struct oversoul_state *s, card_id flyer, card_id other)
{
    if (!has_keyword(s, flyer, AVIAN)) return false;
    if (has_keyword(s, other, RANGED) || has_keyword(s, other, AVIAN)) return false;
    return body_at(s, other)->spd < body_at(s, flyer)->spd;
}

rule_id why_not_attacker(const struct table *t, seat_id seat, card_id attacker)
{
    const struct oversoul_state *s = peek(t);
    if (!is_open(s) || s->turn_seat != seat) return OVE_501;
    if (attacker >= s->core.card_count) return OVE_502;
    if (!is_active(s, attacker) || seat_of(s, attacker) != seat) return OVE_501;
    if (!is_unit(t, attacker)) return OVE_402;
    if (is_sideways(s, attacker)) return OVE_125;
    if (cannot(t, attacker, IS_EXHAUSTED, NO_CARD)) return OVE_754; // its Cost (OVE-513)
    return s->side[seat].own_links >= OWN_LINKS_MAX ? OVE_925 : 0;
}

// Whoever attacks: what speaks against this card on an opposing board.
rule_id why_not_target(const struct oversoul_state *s, card_id selection)
{
    const struct body *b = body_at(s, selection);
    if (b->flags & BODY_PENDING) return OVE_133;
    return b->flags & BODY_CONSTRUCT ? OVE_437 : 0;
}

// What speaks against an Attack of this card on that one.
rule_id why_not_reach(const struct table *t, card_id attacker, card_id selection)
{
    rule_id slow = why_not_speed(t, attacker, selection);
    bool    may  = peek(t)->holds & HOLDS_MUST && is_told_it_can(t, attacker, DO_ATTACK, selection);
    if (slow && !may) return slow;
    if (cannot_do(t, attacker, DO_ATTACK, selection)) return OVE_754;
    if (has_keyword(peek(t), selection, VEILED) && !may) return OVE_836;
    if (flies_above(peek(t), selection, attacker) && !may) return OVE_811;
    return cannot(t, selection, IS_ATTACKED, attacker) ? OVE_754 : 0;
}

rule_id why_not_attacked(const struct table *t, seat_id seat, card_id attacker, card_id selection)
{
    const struct oversoul_state *s = peek(t);
    if (selection >= s->core.card_count) return OVE_502;
    if (!is_board_card(s, selection) || !is_enemy(&s->core, seat_of(s, selection), seat))
        return OVE_502;
    rule_id no = why_not_target(s, selection);
    if (!no) no = why_not_reach(t, attacker, selection);
    if (no || !(s->holds & HOLDS_MUST)) return no;
    return is_told_elsewhere(t, attacker, selection) ? OVE_754 : 0; // "must Attack this card"
}

rule_id why_not_guard(const struct table *t, seat_id seat, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (c >= s->core.card_count || !is_board_card(s, c) || seat_of(s, c) != seat) return OVE_514;
    if (is_prepared(s, c)) return OVE_152;
    bool may = s->holds & HOLDS_MUST && is_active(s, c) &&
               is_told_it_can(t, c, DO_GUARD, s->attack.attacker);
    if (!has_keyword(s, c, GUARD) && !may) return has_keyword(s, c, SEALED) ? OVE_846 : OVE_514;
    if (!is_upright(s, c)) return OVE_125;
    if (c == s->attack.selection) return OVE_514;
    if (is_unit(t, c) && flies_above(s, s->attack.attacker, c) && !may) return OVE_811;
    if (cannot_do(t, c, DO_GUARD, s->attack.attacker) ||
        cannot(t, s->attack.attacker, IS_GUARDED, c) || cannot(t, c, IS_EXHAUSTED, NO_CARD))
        return OVE_754;
    return 0;
}

bool has_guard(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s    = peek(t);
    const struct side           *side = &s->side[seat];
    bool                         told = s->holds & HOLDS_MUST;
    if (!(s->keywords & BIT(GUARD)) && !told) return false;
    for (unsigned i = 0; i < side->board_count; i++) {
        const struct body *b = &s->bodies[side->board[i]];
        if ((b->keywords & BIT(GUARD) || told) && why_not_guard(t, seat, card_of_body(b)) == 0)
            return true;
    }
    return false;
}

// --- hits ---------------------------------------------------------------------------------------

enum { WOUNDS_MAX = AIMS_MAX * 4 }; // HYPER-STRIKE, and CLEAVE or THORNS beside it
struct wound {
    card_id card, by;
    uint8_t amount, alive, fatal, marked; // alive: it had HP left before
};
// Everything one Battle or one instruction does, until its end is worked out.
struct melee {
    struct wound wound[WOUNDS_MAX];
    size_t       count;
};

// Not an initialiser: the wounds are filled as they come.
static void begin_melee(struct melee *m) { m->count = 0; }

static card_id taker_of(const struct oversoul_state *s, card_id aim)
{
    card_id host = host_of(s, aim);
    for (card_id c = s->zones[card_in(s, host)->zone].top; c != host; c = card_below(&s->core, c))
        if (hp_left(s, c) > 0 && body_at(s, c)->flags & BODY_ACTIVE) return c; // OVE-423
    return host;
}

// What keeps a hit off each card that it reaches: RESISTANT (OVE-526), and "can't be Damaged".
static bool is_safe_from(const struct table *t, card_id c, const struct blow *blow)
{
    bool attack = blow->battle && blow->source == peek(t)->attack.attacker;
    return (!blow->battle && is_unaffected(t, c, blow->source)) ||
           cannot_be_damaged(t, c, blow->source, attack);
}

// One card takes damage; returns what was dealt (OVE-527).
static int take_damage(struct table *t, struct melee *m, const struct blow *blow, card_id c,
                       int amount)
{
    card_id                source = blow->source;
    struct oversoul_state *s      = state(t);
    struct body           *b      = body_of(s, c);
    int                    left   = hp_left(s, c);
    bool                   attack = blow->battle && source == s->attack.attacker;
    int                    least  = least_hp(t, c, source, attack);
    if (least > 0 && amount > left - least) amount = left - least;
    if (amount <= 0) return 0;
    int damage = b->damage + amount;
    b->damage  = (uint8_t)(damage > MOST ? MOST : damage); // OVE-131
    note_wounds(s, b);
    touch_card(s, c);
    reckon(t);
    happened(t, HAPPENED_DAMAGE, seat_of(s, c), c, source, amount, blow->reason);
    did_damage(t, source, c, amount, blow->battle);
    if (m->count < WOUNDS_MAX)
        m->wound[m->count++] = (struct wound){ .card   = c,
                                               .by     = source,
                                               .amount = (uint8_t)(amount > 255 ? 255 : amount),
                                               .alive  = left > 0,
                                               .fatal  = left > 0 && hp_left(s, c) <= 0 };
    return amount;
}

static bool stops_hit(struct table *t, card_id host, struct reason reason)
{
    bool         barrier = has_keyword(peek(t), host, BARRIER) && charges_left(t, host, BARRIER);
    struct would w       = { .deeds = BIT(DEED_DAMAGE), .keyword = barrier ? BARRIER : NO_KEYWORD };
    switch (replace(t, host, &w)) {
    case NOT_REPLACED: return false;
    case BY_LAW: return true;
    case BY_KEYWORD: break;
    }
    if (!use_charge(t, host, BARRIER)) return false;
    happened(t, HAPPENED_PREVENTED, seat_of(state(t), host), host, NO_CARD, 0, reason);
    return true;
}

// PIERCE: each card takes up to its HP, the last one all that is left (OVE-815 to OVE-817).
static int pierce(struct table *t, struct melee *m, struct blow *blow, card_id aim, int amount)
{
    struct oversoul_state *s = state(t);
    card_id                path[BODIES_MAX];
    size_t                 count = 0, behind_from;
    card_id                host  = host_of(s, aim);
    for (card_id c = s->zones[card_in(s, host)->zone].top; c != NO_CARD;
         c         = card_below(&s->core, c))
        if (c == host || hp_left(s, c) > 0) path[count++] = c;
    behind_from  = count;
    zone_id back = zone_behind(card_in(s, host)->zone);
    if (back != NO_ZONE && is_enemy(&s->core, seat_of(s, host), blow->seat))
        for (card_id c = s->zones[back].top; c != NO_CARD; c = card_below(&s->core, c))
            if (!(body_at(s, c)->flags & BODY_PENDING) &&
                (c == host_in(s, back) || hp_left(s, c) > 0))
                path[count++] = c;
    struct blow rest = *blow;
    rest.reason      = because(OVE_815);
    int dealt        = 0;
    for (size_t i = 0; i < count && amount > 0; i++) {
        int left = hp_left(s, path[i]);
        if (left < 0) left = 0;
        if (i == behind_from && stops_hit(t, host_in(s, back), because(OVE_817))) break;
        if (is_safe_from(t, path[i], blow)) break;
        int part = i + 1 == count || amount <= left ? amount : left;
        dealt += take_damage(t, m, i ? &rest : blow, path[i], part);
        amount -= part;
    }
    return dealt;
}

static int hit(struct table *t, struct melee *m, struct blow *blow, card_id aim, card_id taker,
               int amount);
static int hit_in(struct table *t, struct melee *m, struct blow *blow, card_id aim, card_id taker,
                  int amount);

// Which wounds were fatal is known when everything that was done at once has been.
static void judge_wounds(const struct oversoul_state *s, struct melee *m, size_t from)
{
    for (; from < m->count; from++) {
        struct wound *w = &m->wound[from];
        w->fatal        = w->alive && hp_left(s, w->card) <= 0;
    }
}

// CLEAVE: the Unit or Event in each adjacent zone, once (OVE-812).
static void cleave(struct table *t, struct melee *m, const struct blow *blow, card_id host,
                   int amount)
{
    struct oversoul_state *s    = state(t);
    struct blow            side = *blow;
    side.battle = side.riders = false;
    side.reason               = because(OVE_812);
    zone_id z                 = card_in(s, host)->zone;
    bool    outer             = s->at_once;
    size_t  from              = m->count;
    if (!outer) begin_at_once(t, true); // OVE-R445
    for (int d = -1; d <= 1; d += 2) {
        zone_id next = (zone_id)(z + d);
        if (next >= EXILE || !are_adjacent(z, next)) continue;
        card_id c = host_in(s, next);
        if (c == NO_CARD || body_at(s, c)->flags & BODY_PENDING) continue;
        hit_in(t, m, &side, c, NO_CARD, amount);
    }
    if (outer) return;
    end_at_once(t);
    judge_wounds(s, m, from);
}

// The order of OVE-526.
static int hit_in(struct table *t, struct melee *m, struct blow *blow, card_id aim, card_id taker,
                  int amount)
{
    struct oversoul_state *s = state(t);
    if (amount <= 0) return 0;        // OVE-524
    if (amount > MOST) amount = MOST; // OVE-131
    if (!is_board_card(s, aim) || body_at(s, aim)->flags & BODY_PENDING) return 0;
    if (taker == NO_CARD && is_safe_from(t, aim, blow)) return 0;
    if (book(t)->any_alters)
        amount = altered_dmg(t, blow, taker == NO_CARD ? taker_of(s, aim) : taker, amount);
    if (amount <= 0) return 0;
    card_id host = host_of(s, aim);
    if (stops_hit(t, host, because(OVE_824))) return 0;
    bool     own    = blow->riders && is_active(s, blow->source);
    unsigned before = (unsigned)m->count;
    int      dealt;
    if (own && has_keyword(s, blow->source, PIERCE)) {
        dealt = pierce(t, m, blow, aim, amount);
    } else {
        if (taker == NO_CARD || !is_board_card(s, taker)) taker = taker_of(s, aim);
        if (taker != aim && is_safe_from(t, taker, blow)) return 0;
        dealt = take_damage(t, m, blow, taker, amount);
    }
    int host_took = 0;
    for (size_t i = before; i < m->count; i++)
        if (m->wound[i].card == host) host_took += m->wound[i].amount;
    if (dealt > 0 && own && has_keyword(s, blow->source, CLEAVE)) cleave(t, m, blow, host, dealt);
    if (blow->battle && host_took > 0 && has_keyword(s, host, THORNS)) { // OVE-822
        struct blow thorns = { .source = host,
                               .seat   = seat_of(s, host),
                               .reason = because(OVE_822) };
        hit(t, m, &thorns, blow->source, NO_CARD, host_took);
    }
    return dealt;
}

// A Law about DMG that was dealt: "damage dealt" in its line means this (OVE-R138).
void trigger_of_damage(struct table *t, card_id c, enum keylaw law, card_id it, int dealt)
{
    struct oversoul_state *s    = state(t);
    unsigned               from = s->waiting_count;
    trigger_law(t, c, law, it);
    for (; from < s->waiting_count; from++)
        s->waiting[from].dealt = (uint8_t)(dealt > 255 ? 255 : dealt);
}

// What a card dealt to others since the wound FROM.
static int dealt_by(const struct melee *m, size_t from, card_id by)
{
    int sum = 0;
    for (size_t i = from; i < m->count; i++)
        if (m->wound[i].by == by && m->wound[i].card != by) sum += m->wound[i].amount;
    return sum;
}

// A hit with its CLEAVE and PIERCE parts is one for INJURE* (OVE-743).
static int hit(struct table *t, struct melee *m, struct blow *blow, card_id aim, card_id taker,
               int amount)
{
    size_t  before  = m->count;
    int     dealt   = hit_in(t, m, blow, aim, taker, amount);
    card_id injured = NO_CARD;
    for (size_t i = m->count; i-- > before;)
        if (m->wound[i].by == blow->source && m->wound[i].card != blow->source)
            injured = m->wound[i].card;
    if (injured != NO_CARD)
        trigger_of_damage(t, blow->source, LAW_INJURE, injured, dealt_by(m, before, blow->source));
    return dealt;
}

// --- after the hits (OVE-529, OVE-533) ----------------------------------------------------------

static card_id killer_of(const struct melee *m, card_id c)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->wound[i].card == c && m->wound[i].fatal) return m->wound[i].by; // OVE-532
    return NO_CARD;
}

// All that have 0 HP now Shatter together (OVE-529), also those that only lost what was lent them.
static void shatter_fallen(struct table *t, struct melee *m)
{
    struct oversoul_state *s = state(t);
    card_id                list[BODIES_MAX];
    bool                   spared;
    if (!s->hurt) return; // most often
    size_t count = list_defeated(t, list, &spared);
    bool   first = begin_leaving(t, list, count);
    for (size_t i = 0; i < count; i++)
        if (is_board_card(s, list[i])) shatter(t, list[i], killer_of(m, list[i]), because(OVE_529));
    end_leaving(t, first);
}

static void drink(struct table *t, struct melee *m)
{
    struct oversoul_state *s = state(t);
    if (!(s->keywords & BIT(VAMPIRISM))) return; // most often
    for (size_t i = 0; i < m->count; i++) {
        card_id by    = m->wound[i].by;
        bool    first = true;
        for (size_t j = 0; j < i; j++) first &= m->wound[j].by != by;
        if (!first || !is_active(s, by) || !has_keyword(s, by, VAMPIRISM) ||
            (hp_left(s, by) <= 0 && is_face_up_leader(t, by)))
            continue;
        int total = 0;
        for (size_t j = i; j < m->count; j++)
            total += m->wound[j].by == by ? m->wound[j].amount : 0;
        card_id leader = s->side[seat_of(s, by)].leader;
        if (body_at(s, by)->damage > 0)
            heal(t, by, total, because(OVE_823));
        else if (is_face_up_leader(t, leader) && hp_left(s, leader) > 0 &&
                 !is_unaffected(t, leader, by))
            heal(t, leader, total, because(OVE_823));
    }
}

static bool can_be_marked(const struct table *t, card_id c)
{
    return is_active(peek(t), c) && !is_face_up_leader(t, c) && (is_unit(t, c) || is_event(t, c));
}

static card_id marker_of(const struct melee *m, card_id c, card_id last)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->wound[i].card == c && m->wound[i].marked) return m->wound[i].by;
    return last;
}

// Every card that has marks, also from earlier (OVE-826, OVE-828).
static void carry_out_marks(struct table *t, const struct melee *m, card_id last)
{
    struct oversoul_state *s = state(t);
    card_id                list[BODIES_MAX];
    size_t                 count = 0;
    for (unsigned i = 0; i < s->active_count; i++)
        if (body_at(s, s->active[i])->marks) list[count++] = s->active[i];
    if (count == 0) return;
    in_board_order(s, list, count);
    bool first = begin_leaving(t, list, count);
    for (size_t i = 0; i < count; i++) {
        card_id c = list[i], by = marker_of(m, c, last);
        if (!is_board_card(s, c) || is_unaffected(t, c, by)) continue;
        bool exiled = body_at(s, c)->marks >= 2;
        if (cannot(t, c, exiled ? IS_EXILED : IS_SHATTERED, NO_CARD)) continue;
        if (exiled)
            exile(t, c, because(OVE_826));
        else if (!has_keyword(s, c, CRYSTALIZED))
            shatter(t, c, by, because(OVE_826));
    }
    end_leaving(t, first);
}

// Marks that a text has placed: what they do is not only done by DEATHTOUCH (6.3).
void carry_out_placed_marks(struct table *t, card_id by)
{
    struct melee none;
    begin_melee(&none);
    carry_out_marks(t, &none, by);
}

// Marks of one card with DEATHTOUCH on all it Damaged, each once; false if there was none to place.
static bool place_death_marks(struct table *t, struct melee *m, card_id by)
{
    struct oversoul_state *s      = state(t);
    unsigned               marks  = charges_left(t, by, DEATHTOUCH) == 2 ? 2 : 1; // OVE-827
    bool                   placed = false;
    for (size_t i = 0; i < m->count; i++) {
        card_id c    = m->wound[i].card;
        bool    once = m->wound[i].by == by;
        for (size_t e = 0; e < i; e++) once &= m->wound[e].card != c || m->wound[e].by != by;
        if (!once || !can_be_marked(t, c) || is_unaffected(t, c, by)) continue; // OVE-820
        body_of(s, c)->marks = (uint8_t)(body_of(s, c)->marks + marks);
        m->wound[i].marked   = 1;
        happened(t, HAPPENED_MARK, seat_of(s, c), c, by, (int)marks, because(OVE_826));
        placed = true;
    }
    return placed;
}

// OVE-828: all marks of one Battle are placed before any is carried out.
static void touch_of_death(struct table *t, struct melee *m)
{
    struct oversoul_state *s    = state(t);
    card_id                last = NO_CARD;
    if (!(s->keywords & BIT(DEATHTOUCH))) return; // most often
    for (size_t i = 0; i < m->count; i++) {
        card_id by    = m->wound[i].by;
        bool    first = true;
        for (size_t j = 0; j < i; j++) first &= m->wound[j].by != by;
        if (!first || !is_active(s, by) || !has_keyword(s, by, DEATHTOUCH) ||
            !place_death_marks(t, m, by))
            continue;
        use_charge(t, by, DEATHTOUCH);
        last = by;
    }
    if (last == NO_CARD) return;
    s->together = s->waiting_count; // after those that Shattered by 0 HP (OVE-529, OVE-738)
    carry_out_marks(t, m, last);
    s->together = 0;
}

static void bleed(struct table *t, const struct melee *m)
{
    struct oversoul_state *s = state(t);
    for (size_t i = 0; i < m->count; i++) // OVE-734: once for each hit taken and survived
        if (is_active(s, m->wound[i].card))
            trigger_of_damage(t, m->wound[i].card, LAW_BLOODLUST, m->wound[i].by,
                              m->wound[i].amount);
}

static void finish_melee(struct table *t, struct melee *m)
{
    shatter_fallen(t, m);
    reckon(t); // what fell lends nothing to those that are left (OVE-432, OVE-872)
    drink(t, m);
    touch_of_death(t, m);
    bleed(t, m);
}

// All recipients at once: who takes each hit, and whom none can hurt, is settled before the first.
static void hit_all(struct table *t, struct melee *m, struct blow *blow, const card_id *aims,
                    size_t count, const int *amounts)
{
    const struct oversoul_state *s    = peek(t);
    size_t                       from = m->count;
    card_id                      takers[AIMS_MAX];
    assert(count <= AIMS_MAX);
    for (size_t i = 0; i < count; i++) {
        bool there = is_board_card(s, aims[i]) && !is_safe_from(t, aims[i], blow);
        takers[i]  = there ? taker_of(s, aims[i]) : NO_CARD;
    }
    begin_at_once(t, count > 1);
    for (size_t i = 0; i < count; i++)
        if (takers[i] != NO_CARD) blow->dealt += hit(t, m, blow, aims[i], takers[i], amounts[i]);
    end_at_once(t);
    judge_wounds(s, m, from);
}

// One instruction "Deal N DMG to ...": returns the damage dealt in all (OVE-533, OVE-829).
int deal(struct table *t, struct blow *blow, const card_id *aims, size_t count, const int *amounts)
{
    struct oversoul_state *s = state(t);
    struct melee           m;
    begin_melee(&m);
    bool any = false;
    for (size_t i = 0; i < count; i++) any |= amounts[i] > 0;
    unsigned more = 0;
    if (any && is_active(s, blow->source) && has_keyword(s, blow->source, DUAL_STRIKE)) {
        more = charges_left(t, blow->source, DUAL_STRIKE) == 2 ? 2 : 1;
        use_charge(t, blow->source, DUAL_STRIKE);
    }
    for (unsigned round = 0; round <= more; round++) // each at once (OVE-R390)
        hit_all(t, &m, blow, aims, count, amounts);
    finish_melee(t, &m);
    return blow->dealt;
}

// --- Battle (OVE-517 to OVE-531) ----------------------------------------------------------------

static void strike(struct table *t, struct melee *m, card_id by, card_id at, int dmg, bool attack)
{
    struct oversoul_state *s    = state(t);
    struct blow            blow = { .source = by,
                                    .seat   = seat_of(s, by),
                                    .battle = true,
                                    .riders = attack,
                                    .reason = because(OVE_523) };
    unsigned               more = 0;
    if (dmg > 0 && has_keyword(s, by, DUAL_STRIKE)) {
        more = charges_left(t, by, DUAL_STRIKE) == 2 ? 2 : 1;
        use_charge(t, by, DUAL_STRIKE);
    }
    for (unsigned i = 0; i <= more; i++) hit(t, m, &blow, at, NO_CARD, dmg);
}

static bool retaliates(const struct table *t, card_id c, card_id attacker)
{
    const struct oversoul_state *s = peek(t);
    if (!is_active(s, c) || !is_unit(t, c) || cannot_do(t, c, DO_RETALIATE, attacker)) return false;
    return (body_at(s, c)->spd >= 1 && !has_keyword(s, attacker, RANGED)) || // OVE-519
           (s->holds & HOLDS_MUST && is_told_it_can(t, c, DO_RETALIATE, attacker));
}

static void retaliate(struct table *t, struct melee *m, card_id by, card_id attacker, int dmg)
{
    did(t, DEED_RETALIATE, seat_of(peek(t), by), attacker, by, 0);
    strike(t, m, by, attacker, dmg, false);
}

// Both with what they had before: DMG, Keyworded Abilities, conditions (OVE-522, OVE-R445).
static void strike_together(struct table *t, struct melee *m, card_id attacker, card_id selection)
{
    const struct oversoul_state *s     = peek(t);
    int                          dmg_a = body_at(s, attacker)->dmg;
    int                          dmg_b = body_at(s, selection)->dmg;
    begin_at_once(t, true);
    strike(t, m, attacker, selection, dmg_a, true);
    retaliate(t, m, selection, attacker, dmg_b);
    end_at_once(t);
    judge_wounds(s, m, 0);
}

static void exchange_strikes(struct table *t, struct melee *m, card_id attacker, card_id selection)
{
    struct oversoul_state *s       = state(t);
    bool                   answers = retaliates(t, selection, attacker);
    unsigned               a = body_at(s, attacker)->spd, b = body_at(s, selection)->spd;
    if (answers && b > a) { // OVE-521
        retaliate(t, m, selection, attacker, body_at(s, selection)->dmg);
        if (hp_left(s, attacker) <= 0) return; // OVE-522
        s->attack.struck = 1;
        strike(t, m, attacker, selection, body_at(s, attacker)->dmg, true);
        return;
    }
    s->attack.struck = 1;
    if (answers && a == b) {
        strike_together(t, m, attacker, selection);
        return;
    }
    strike(t, m, attacker, selection, body_at(s, attacker)->dmg, true);
    if (answers && hp_left(s, selection) > 0)
        retaliate(t, m, selection, attacker, body_at(s, selection)->dmg);
}

bool ends_with_battle(const struct modifier *m, const void *context)
{
    (void)context;
    return m->until == UNTIL_BATTLE_ENDS;
}

void fight(struct table *t)
{
    struct oversoul_state *s        = state(t);
    card_id                attacker = s->attack.attacker, selection = s->attack.selection;
    struct melee           m;
    bool                   there = is_active(s, attacker) && is_unit(t, attacker) &&
                 s->generation[attacker] == s->attack.attacker_generation &&
                 s->generation[selection] == s->attack.selection_generation &&
                 !(body_at(s, selection)->flags & BODY_PENDING) && is_board_card(s, selection);
    if (!there) { // OVE-517
        happened(t, HAPPENED_NO_BATTLE, seat_of(s, attacker), attacker, NO_CARD, 0,
                 because(OVE_517));
        return;
    }
    begin_melee(&m);
    s->in_battle = 1;
    touch_phase(s);
    reckon(t);
    did(t, DEED_BATTLE, seat_of(s, attacker), selection, attacker, 0);
    did(t, DEED_BATTLE, seat_of(s, selection), attacker, selection, 0);
    exchange_strikes(t, &m, attacker, selection);
    finish_melee(t, &m); // OVE-529: End of Battle
    s->in_battle = 0;
    touch_phase(s);
    end_changes(s, ends_with_battle, NULL);
    state_check(t);
    if (s->attack.struck && !s->core.over && is_active(s, attacker) &&
        s->generation[attacker] == s->attack.attacker_generation)
        trigger_of_damage(t, attacker, LAW_ATTACK, selection,
                          dealt_by(&m, 0, attacker)); // OVE-531, OVE-732
}
