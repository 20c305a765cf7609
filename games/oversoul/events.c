// events.c - the events of card text: which deeds a Law speaks of (rules.md 6.5, OVE-926).
#include "games/oversoul/rules.h"

static enum deed_kind deed_of_passive(enum passive p)
{
    static const uint8_t OF[PASSIVE_COUNT] = {
        [IS_GUARDED]     = DEED_GUARD,
        [IS_ATTACKED]    = DEED_ATTACK,
        [IS_SELECTED]    = DEED_SELECT,
        [IS_SHATTERED]   = DEED_SHATTER,
        [IS_HEALED]      = DEED_HEAL,
        [IS_EXILED]      = DEED_EXILE,
        [IS_REACTIVATED] = DEED_REACTIVATE,
        [IS_CANCELLED]   = DEED_CANCEL,
        [IS_RETURNED]    = DEED_RETURN,
        [IS_SACRIFICED]  = DEED_SACRIFICE,
        [IS_SPAWNED]     = DEED_SPAWN,
        [IS_DISCARDED]   = DEED_DISCARD,
        [IS_DRAWN]       = DEED_DRAW,
        [IS_EXPOSED]     = DEED_EXPOSE,
        [IS_ACTIVATED]   = DEED_ACTIVATE,
        [IS_EXHAUSTED]   = DEED_EXHAUST,
        [IS_PREPARED]    = DEED_PREPARED,
        [IS_DAMAGED]     = DEED_DAMAGE,
    };
    return (enum deed_kind)OF[p];
}

// For active verbs: the deed, and whether the subject is the card it was done to (1) or by (0).
// `both`: "a Unit Shatters" is the one, "a Unit Shatters an Event" the other.
struct verb_deed {
    uint8_t kind, to, both;
};
static struct verb_deed deed_of_verb(enum deed_verb v)
{
    static const struct verb_deed OF[] = {
        [VERB_TAKES] = { DEED_DAMAGE, 1, 0 },         [VERB_DEALS] = { DEED_DAMAGE, 0, 0 },
        [VERB_ATTACKS] = { DEED_ATTACK, 0, 0 },       [VERB_RETALIATES] = { DEED_RETALIATE, 0, 0 },
        [VERB_GUARDS] = { DEED_GUARD, 0, 0 },         [VERB_DRAWS] = { DEED_DRAW, 0, 0 },
        [VERB_DISCARDS] = { DEED_DISCARD, 0, 0 },     [VERB_SHATTERS] = { DEED_SHATTER, 1, 1 },
        [VERB_ENTERS] = { DEED_ENTER, 1, 0 },         [VERB_ACTIVATES] = { DEED_ACTIVATE, 0, 1 },
        [VERB_SPAWNS] = { DEED_SPAWN, 0, 1 },         [VERB_PREPARES] = { DEED_PREPARE, 0, 1 },
        [VERB_GENERATES] = { DEED_GENERATE, 0, 0 },   [VERB_CONSUMES] = { DEED_CONSUME, 0, 0 },
        [VERB_HEALS] = { DEED_HEAL, 0, 1 },           [VERB_USES] = { DEED_USE, 0, 0 },
        [VERB_EXHAUSTS] = { DEED_EXHAUST, 0, 1 },     [VERB_BATTLES] = { DEED_BATTLE, 0, 0 },
        [VERB_SACRIFICES] = { DEED_SACRIFICE, 0, 1 }, [VERB_LEAVES] = { DEED_LEAVE, 1, 0 },
        [VERB_DMG] = { DEED_DAMAGE, 0, 0 },
    };
    return OF[v];
}

static enum deed_kind edge_of_turn(const struct op *edge)
{
    return edge->value == TURN_ENDS       ? DEED_TURN_ENDS
           : edge->value == ACTION_STARTS ? DEED_ACTION_STARTS
                                          : DEED_TURN_STARTS;
}

uint32_t deeds_named(const struct op *ops, size_t node)
{
    uint32_t set = 0;
    for (size_t n = node; n < op_after(ops, node); n++) {
        if (ops[n].code == W_PASSIVE) set |= BIT(deed_of_passive((enum passive)ops[n].value));
        if (ops[n].code == W_VERB) set |= BIT(deed_of_verb((enum deed_verb)ops[n].value).kind);
        if (ops[n].code == W_TURN_EDGE) set |= BIT(edge_of_turn(&ops[n]));
    }
    return set;
}

static bool player_fits(const struct scope *k, enum player_word p, seat_id seat)
{
    switch (p) {
    case PLAYER_YOU: return seat == k->seat;
    case PLAYER_OPPONENT:
    case PLAYER_EACH_OPPONENT: return is_enemy(&peek(k->t)->core, seat, k->seat);
    case PLAYER_EACH: return true;
    case PLAYER_OF_TURN: return seat == peek(k->t)->turn_seat;
    case PLAYER_ITS_OWNER: return k->it != NO_CARD && seat == card_in(peek(k->t), k->it)->owner;
    }
    return false;
}

// Does the phrase say more of a card than whose it is?
bool tells_of_face(const struct op *ops, size_t object)
{
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n)) {
        if (ops[n].code == W_WITH || ops[n].code == W_WITHOUT || ops[n].code == W_NOT_ON)
            return true;
        for (size_t w = op_child(n); ops[n].code == W_GROUP && w < op_after(ops, n);
             w        = op_after(ops, w)) {
            bool whose = ops[w].code == W_ADJ &&
                         (ops[w].value == ADJ_OPPOSING || ops[w].value == ADJ_OTHER);
            bool card = ops[w].code == W_NOUN && ops[w].value <= NOUN_CARDS;
            if (!whose && !card) return true;
        }
    }
    return false;
}

// "This card or a Unit adjacent to it"
static bool speaks_of_this_card(const struct op *ops, size_t object)
{
    size_t besides = op_find(ops, object, W_BESIDES);
    return besides && ops[op_child(besides)].value >= PRO_THIS_CARD &&
           ops[op_child(besides)].value <= PRO_THIS_CONSTRUCT;
}

SELDOM static bool fits_beside(const struct scope *k, size_t object, card_id c)
{
    struct scope one = *k;
    one.it           = k->card;
    return fits(&one, object, c);
}

// Nobody's Law looks at a face that its player does not see (OVE-R192); what lay face-up on the
// board was seen.
static bool seems_to_fit(const struct scope *k, size_t object, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    if (!knows(&s->core, k->seat, c) && !is_board_card(s, c) &&
        !(k->before && was_seen_leaving(s, c)) && tells_of_face(k->t->pool->ops, object))
        return false;
    return speaks_of_this_card(k->t->pool->ops, object) ? fits_beside(k, object, c)
                                                        : fits(k, object, c);
}

// A Law that was met by what a hidden card is: whoever uses it shows that card (OVE-R192).
bool law_tells_of_face(const struct table *t, size_t law)
{
    const struct op *ops = t->pool->ops;
    for (size_t n = law; n < op_after(ops, law); n++)
        if (ops[n].code == W_OBJECT && tells_of_face(ops, n)) return true;
    return false;
}

// The Law of an Ability that hears of deeds: a When or If Law, or what a RITUAL counts.
static size_t hearing_law(const struct table *t, const struct ability *a)
{
    if (a->event || !(a->laws & BIT(LAW_RITUAL))) return a->event;
    return op_find(t->pool->ops, a->op, W_LAWS);
}

// Was its Law met by what a card is that does not lie on the board?
bool is_met_by_face(const struct table *t, const struct ability *a, card_id c)
{
    size_t law = hearing_law(t, a);
    return law && c != NO_CARD && !is_board_card(peek(t), c) && law_tells_of_face(t, law);
}

// Does its Law look at the face of a card that its player sees and others do not?
bool looks_at_secret(const struct table *t, const struct ability *a, seat_id seat, card_id c)
{
    return c != NO_CARD && !is_known_to_all(peek(t), c) && knows(t->state, seat, c) &&
           is_met_by_face(t, a, c);
}

// The doers behind "by": any of them.
static bool by_fits(const struct scope *k, size_t by, const struct deed *d)
{
    const struct op *ops = k->t->pool->ops;
    bool             any = ops[by].size == 1;
    bool enemy    = d->by != NO_CARD && is_enemy(k->t->state, seat_of(peek(k->t), d->by), k->seat);
    bool opposing = false; // said of the Attacks and Abilities behind it, not of cards
    for (size_t n = op_child(by); n < op_after(ops, by); n = op_after(ops, n)) {
        opposing |= ops[n].code == W_OPPOSING;
        if (ops[n].code == W_OBJECT)
            any |= d->by != NO_CARD && fits(k, n, d->by);
        else if (ops[n].code == W_DOER && (enemy || !opposing))
            any |= is_doing_attack(&ops[n])
                       ? d->kind == DEED_ATTACK || d->attack
                       : d->by != NO_CARD && !d->battle && d->kind != DEED_ATTACK;
        else if (ops[n].code == W_KEYWORD) {
            unsigned charges;
            any |= d->by != NO_CARD &&
                   has_keyword(peek(k->t), d->by, keyword_of((unsigned)ops[n].value, &charges));
        }
    }
    return any;
}

// "is Discarded from your hand", "is Exiled from your board"
static bool from_fits(const struct scope *k, size_t from, size_t end, card_id c)
{
    const struct op *ops = k->t->pool->ops;
    if (from < end && ops[from].code == W_IN) return fits_zone(k, op_find(ops, from, W_ZONE), c);
    if (from < end && ops[from].code == W_ON)
        return fits_side(k, (unsigned)ops[op_find(ops, from, W_SIDE)].value, c);
    return true;
}

// "Attacked or Selected by opposing Abilities": no Ability Attacks, so that is said of the other.
static bool cannot_be_by(const struct op *ops, size_t passive, size_t by)
{
    bool attack = ops[passive].code == W_PASSIVE &&
                  (ops[passive].value == IS_ATTACKED || ops[passive].value == IS_GUARDED);
    for (size_t n = op_child(by); attack && n < op_after(ops, by); n = op_after(ops, n))
        attack = ops[n].code == W_OPPOSING || (ops[n].code == W_DOER && !is_doing_attack(&ops[n]));
    return attack && by != op_after(ops, passive);
}

// "Shattered or Exiled by Events", "Guarded by or Attacked by Units": said once of all of them.
size_t by_of(const struct op *ops, size_t passive, size_t end)
{
    size_t by = op_after(ops, passive);
    while (by < end && (ops[by].code == W_PASSIVE || ops[by].code == W_IN || ops[by].code == W_ON ||
                        (ops[by].code == W_BY && ops[by].size == 1)))
        by = op_after(ops, by);
    return by < end && ops[by].code == W_BY && !cannot_be_by(ops, passive, by) ? by : 0;
}

static bool dmg_fits(const struct scope *k, size_t dmg, const struct deed *d)
{
    size_t to     = op_find(k->t->pool->ops, dmg, W_OBJECT),
           amount = op_find(k->t->pool->ops, dmg, W_AMOUNT);
    return (!to || fits(k, to, d->card)) &&
           (!amount || k->tally || amount_of(k, amount) <= d->amount);
}

// "Consumes 3 or more ENERGY", at once as DMG.
static bool energy_fits(const struct scope *k, size_t energy, const struct deed *d)
{
    size_t amount = op_find(k->t->pool->ops, energy, W_AMOUNT);
    return !amount || k->tally || amount_of(k, amount) <= d->amount;
}

// "uses a CAST Ability"
static bool ability_fits(const struct scope *k, size_t what, const struct deed *d)
{
    const struct op *ops = k->t->pool->ops;
    size_t           law = op_find(ops, what, W_LAWREF), values = op_find(ops, what, W_WITH_VALUES);
    if (!law && !values) return true;
    const struct ability *a = &book(k->t)->abilities[peek(k->t)->links[d->link - 1].ability];
    return (!law || a->laws >> ops[law].value & 1) && (!values || a->has_values);
}

// What stands behind an active verb, from `node` on to the next verb or the end.
static bool what_fits(const struct scope *k, size_t node, size_t end, const struct deed *d,
                      bool subject_to)
{
    const struct op *ops   = k->t->pool->ops;
    card_id          other = subject_to ? d->by : d->card;
    size_t           n     = node;
    for (; n < end && ops[n].code != W_VERB && ops[n].code != W_BY; n = op_after(ops, n)) {
        if (ops[n].code == W_OBJECT && (other == NO_CARD || !seems_to_fit(k, n, other)))
            return false;
        if (!from_fits(k, n, end, d->card)) return false;
        if (ops[n].code == W_DMG_WORD && !dmg_fits(k, n, d)) return false;
        if (ops[n].code == W_ENERGY_WORD && !energy_fits(k, n, d)) return false;
        if (ops[n].code == W_WHAT_ABILITY && !ability_fits(k, n, d)) return false;
        if (ops[n].code == W_BOARD_WORD && !fits_side(k, (unsigned)ops[op_child(n)].value, d->card))
            return false;
    }
    return true;
}

// "If you Take DMG", "when your opponent is Attacked": the Leader is meant (OVE-R155).
static bool is_leader_of(const struct scope *k, enum player_word p, card_id c)
{
    const struct oversoul_state *s = peek(k->t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (s->side[seat].leader == c && player_fits(k, p, seat)) return true;
    return false;
}

// A Guard is Attacked as well, but nobody Attacks twice by it (OVE-926).
static bool is_told_already(const struct scope *k, size_t node, size_t end, const struct deed *d)
{
    struct deed first = *d;
    if (d->amount == 0) return false;
    first.card   = (card_id)(d->amount - 1);
    first.amount = 0;
    return what_fits(k, node, end, &first, false);
}

// "It" is the card that does something, or, if that is this card or a player does it, the one it
// is done to (OVE-R220).
static bool is_done_to_it(const struct op *ops, size_t subject, size_t what, size_t end)
{
    if (ops[subject].code == W_PLAYER) return true;
    if (!is_pronoun_object(ops, subject) || what >= end) return false;
    return ops[what].code == W_OBJECT ||
           (ops[what].code == W_DMG_WORD && op_find(ops, what, W_OBJECT));
}

bool says_noun(const struct op *ops, size_t object, enum noun noun)
{
    for (size_t n = object; n < op_after(ops, object); n++)
        if (ops[n].code == W_NOUN && is_same_noun(ops[n].value, (int)noun)) return true;
    return false;
}

// "If your Unit is Shattered by an opposing Unit* Shatter that Unit": the card that the Law calls
// so and, of two, the one that does it, named last (OVE-R430).
static bool is_called_so(const struct op *ops, enum pronoun that, size_t subject, size_t doer)
{
    static const enum noun NOUNS[] = { [PRO_THAT_CARD]      = NOUN_CARD,
                                       [PRO_THAT_UNIT]      = NOUN_UNIT,
                                       [PRO_THAT_EVENT]     = NOUN_EVENT,
                                       [PRO_THAT_CONSTRUCT] = NOUN_CONSTRUCT };
    return is_that_one((int)that) &&
           (says_noun(ops, doer, NOUNS[that]) || !says_noun(ops, subject, NOUNS[that]));
}

// "If this card is Attacked by a Unit* Deal 1 DMG to it": what is done to this card or to a Leader,
// which a line calls by that name, leaves the card that does it for "it" (OVE-R343).
bool is_done_by_it(const struct op *ops, size_t subject, size_t by, enum pronoun that)
{
    size_t doer = by ? op_find(ops, by, W_OBJECT) : 0;
    return doer && !is_pronoun_object(ops, doer) &&
           (ops[subject].code == W_PLAYER || is_pronoun_object(ops, subject) ||
            says_noun(ops, subject, NOUN_LEADER) || is_called_so(ops, that, subject, doer));
}

static bool matches(const struct scope *k, size_t event, const struct deed *d, card_id *it)
{
    const struct op *ops     = k->t->pool->ops;
    size_t           subject = op_child(event), end = op_after(ops, event);
    bool             player = ops[subject].code == W_PLAYER;
    enum player_word who    = (enum player_word)ops[subject].value;
    if (ops[subject].code == W_TURN_EDGE) { // OVE-R222
        *it = NO_CARD;
        return d->kind == edge_of_turn(&ops[subject]) &&
               is_turn_meant(k->t, k->seat, op_find(ops, subject, W_WHOSE));
    }
    for (size_t n = op_after(ops, subject); n < end; n = op_after(ops, n)) {
        if (ops[n].code == W_PASSIVE) {
            size_t by = by_of(ops, n, end);
            if (d->kind != deed_of_passive((enum passive)ops[n].value)) continue;
            if (by && !by_fits(k, by, d)) continue;
            if (!from_fits(k, op_after(ops, n), end, d->card)) continue;
            if (player ? !is_leader_of(k, who, d->card) : !seems_to_fit(k, subject, d->card))
                continue;
            *it = d->by != NO_CARD && is_done_by_it(ops, subject, by, (enum pronoun)k->that)
                      ? d->by
                      : d->card;
            return true;
        }
        if (ops[n].code == W_VERB) {
            struct verb_deed v = deed_of_verb((enum deed_verb)ops[n].value);
            if (d->kind != v.kind) continue;
            size_t  what   = op_after(ops, n);
            bool    object = what < end && ops[what].code == W_OBJECT;
            bool    to     = object ? v.to && !v.both : v.to || v.both;
            card_id doer   = to ? d->card : d->by != NO_CARD ? d->by : d->card;
            if (player &&
                !(v.to && !v.both ? is_leader_of(k, who, d->card) : player_fits(k, who, d->seat)))
                continue;
            if (!player && (doer == NO_CARD || !seems_to_fit(k, subject, doer))) continue;
            if (!what_fits(k, what, end, d, to && !player)) continue;
            size_t by = by_of(ops, what, end); // "Takes DMG from a Unit"
            if (by && (d->by == NO_CARD || !by_fits(k, by, d))) continue;
            if (d->kind == DEED_ATTACK && is_told_already(k, what, end, d)) continue;
            *it = to || is_done_to_it(ops, subject, what, end) ? d->card : doer;
            if (is_done_by_it(ops, subject, by, (enum pronoun)k->that)) *it = d->by;
            return true;
        }
    }
    return false;
}

// Where a card lay off the board before the deed moved it, or NO_ZONE.
static zone_id zone_before(const struct oversoul_state *s, const struct deed *d)
{
    switch (d->kind) {
    case DEED_DISCARD:
    case DEED_EXILE:
    case DEED_SPAWN:
    case DEED_ENTER:
    case DEED_RETURN: return d->amount ? (zone_id)(d->amount - 1) : NO_ZONE;
    case DEED_DRAW: return zone_for(card_in(s, d->card)->owner, DECK);
    case DEED_PREPARE: return zone_for(card_in(s, d->card)->owner, HAND);
    case DEED_ACTIVATE:
        if (d->amount || s->side[card_in(s, d->card)->owner].leader == d->card) return NO_ZONE;
        return zone_for(card_in(s, d->card)->owner, HAND);
    default: return NO_ZONE;
    }
}

// "A Prepared card is Activated": it is not when that is told. A card that has left the board since
// counts as it was there.
bool deed_matches(const struct scope *k, size_t event, const struct deed *d, card_id *it)
{
    static const uint32_t BOARD_DEEDS = BIT(DEED_ATTACK) | BIT(DEED_GUARD) | BIT(DEED_SHATTER) |
                                        BIT(DEED_HEAL) | BIT(DEED_EXILE) | BIT(DEED_REACTIVATE) |
                                        BIT(DEED_RETURN) | BIT(DEED_SACRIFICE) | BIT(DEED_SPAWN) |
                                        BIT(DEED_ENTER) | BIT(DEED_DAMAGE) | BIT(DEED_EXHAUST) |
                                        BIT(DEED_BATTLE) | BIT(DEED_RETALIATE) | BIT(DEED_LEAVE);
    struct scope then = *k;
    then.before       = BOARD_DEEDS >> d->kind & 1; // OVE-R208
    if (d->kind == DEED_ACTIVATE) then.played = (card_id)(d->card + 1);
    if (d->kind == DEED_ACTIVATE && d->amount) then.revealed = (card_id)(d->card + 1);
    then.came = zone_before(peek(k->t), d);
    if (then.came != NO_ZONE) then.moved = (card_id)(d->card + 1);
    return matches(&then, event, d, it);
}

// The number in front of what is counted: "3 Units have been Shattered", "you Draw 3 cards".
int times_wanted(const struct scope *k, size_t counted)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t n = op_child(counted); n < op_after(ops, counted); n = op_after(ops, n)) {
        int least, want = ops[n].code == W_OBJECT ? object_count(k, n, &least) : 0;
        if (want > 1) return want;
    }
    return 1;
}

static bool says_or_more(const struct op *ops, size_t event)
{
    for (size_t n = op_child(event); n < op_after(ops, event); n = op_after(ops, n))
        if (ops[n].code == W_OBJECT && op_find(ops, n, W_OR_MORE)) return true;
    return false;
}

// How often it happened from the deed `from` on, `end` not included.
static int times_happened(const struct scope *k, size_t event, unsigned from, unsigned end)
{
    int     have = 0;
    card_id it;
    for (unsigned i = from; i < end; i++)
        have += deed_matches(k, event, &peek(k->t)->deeds[i], &it);
    return have;
}

bool has_happened(const struct scope *k, size_t event, unsigned from)
{
    return times_happened(k, event, from, peek(k->t)->deed_count) >= times_wanted(k, event);
}

// --- the memory of the turn (OVE-R471) ----------------------------------------------------------

// "if this card Attacked this turn": counted for that card, else for a seat.
static bool remembers_card(const struct op *ops, size_t event)
{
    for (size_t n = event; n < op_after(ops, event); n++)
        if (ops[n].code == W_PRONOUN) return true;
    return false;
}

static unsigned find_tally(const struct oversoul_state *s, const struct modifier *like)
{
    for (unsigned i = 0; i < s->core.modifier_count; i++)
        if (s->modifiers[i].kind == MOD_TALLY && s->modifiers[i].arg == like->arg &&
            s->modifiers[i].seat == like->seat && s->modifiers[i].source == like->source &&
            s->modifiers[i].words == like->words)
            return i;
    return MODIFIERS_MAX;
}

static struct modifier tally_for(const struct scope *k, size_t event)
{
    bool card = remembers_card(k->t->pool->ops, event);
    return (struct modifier){
        .card   = NO_CARD,
        .source = card ? k->card : NO_CARD,
        .value  = 1,
        .arg    = (uint16_t)event,
        .kind   = MOD_TALLY,
        .until  = UNTIL_TURN_ENDS,
        .seat   = k->seat,
        .words  = (uint16_t)(card && k->card < CARDS_MAX ? peek(k->t)->generation[k->card] + 1 : 0),
    };
}

static void count_for(struct table *t, const struct deed *d, size_t event, seat_id seat,
                      card_id card)
{
    struct oversoul_state *s = state(t);
    struct scope           k = { .t = t, .card = card, .source = card, .seat = seat, .it = card };
    card_id                it;
    if (!deed_matches(&k, event, d, &it)) return;
    struct modifier m    = tally_for(&k, event);
    unsigned        have = find_tally(s, &m);
    if (have == MODIFIERS_MAX)
        modifier_add(&s->core, m);
    else if (s->modifiers[have].value < MOST)
        s->modifiers[have].value++;
    s->dirty = DIRTY;
}

static bool is_in_match(const struct oversoul_state *s, def_id def)
{
    for (card_id c = 0; c < s->core.card_count; c++)
        if (s->cards[c].def == def) return true;
    return false;
}

void remember_deed(struct table *t, const struct deed *d)
{
    const struct rulebook *b = book(t);
    for (unsigned i = 0; i < b->memory_count; i++) {
        const struct memory *m = &b->memories[i];
        if (!(m->deeds >> d->kind & 1) || !is_in_match(peek(t), m->def)) continue;
        if (!remembers_card(t->pool->ops, m->event)) {
            for (seat_id seat = 0; seat < t->state->seats; seat++)
                count_for(t, d, m->event, seat, NO_CARD);
            continue;
        }
        if (d->card != NO_CARD) count_for(t, d, m->event, seat_of(peek(t), d->card), d->card);
        if (d->by != NO_CARD && d->by != d->card)
            count_for(t, d, m->event, seat_of(peek(t), d->by), d->by);
    }
}

static int times_this_turn(const struct scope *k, size_t event)
{
    const struct modifier m    = tally_for(k, event);
    unsigned              have = find_tally(peek(k->t), &m);
    return have == MODIFIERS_MAX ? 0 : peek(k->t)->modifiers[have].value;
}

bool remembered_holds(const struct scope *k, size_t remembered)
{
    const struct op *ops   = k->t->pool->ops;
    size_t           event = op_find(ops, remembered, W_EVENT);
    int              times = times_this_turn(k, event);
    if (op_find(ops, event, W_NONE)) return times == 0;
    return times >= times_wanted(k, event);
}

// "your second card each turn"
static int ordinal_said(const struct op *ops, size_t event)
{
    for (size_t n = op_child(event); n < op_after(ops, event); n = op_after(ops, n)) {
        size_t ordinal = ops[n].code == W_OBJECT ? op_find(ops, n, W_ORDINAL) : 0;
        if (ordinal) return ops[op_child(ordinal)].value;
    }
    return 0;
}

bool is_memory(const struct op *ops, size_t event) { return ordinal_said(ops, event) > 0; }

// "If you Draw 2 cards": the second of them since `from` completes it, then the fourth; of "2 or
// more" only the second (OVE-R150, OVE-R231).
SELDOM static bool completes(const struct scope *k, size_t event, unsigned from, unsigned deed)
{
    int  want = times_wanted(k, event);
    bool more = says_or_more(k->t->pool->ops, event);
    int  nth  = ordinal_said(k->t->pool->ops, event);
    if (nth)
        return times_this_turn(k, event) -
                   times_happened(k, event, deed + 1, peek(k->t)->deed_count) ==
               nth;
    if (want <= 1 && !more) return true;
    int have = times_happened(k, event, from, deed + 1);
    return more ? have == want : have % want == 0;
}

// Does the deed meet a When or If Law? Events joined by "&" must all have happened since `from`
// (OVE-757).
static bool event_law_met(const struct scope *k, size_t law, unsigned from, unsigned deed,
                          card_id *it)
{
    const struct oversoul_state *s   = peek(k->t);
    const struct op             *ops = k->t->pool->ops;
    bool                         met = false, joined = op_find(ops, law, W_JOIN_AND) != 0;
    for (size_t e = op_child(law); e < op_after(ops, law); e = op_after(ops, e)) {
        bool    other = !joined;
        card_id its;
        if (ops[e].code != W_EVENT) continue;
        if (!met && deed_matches(k, e, &s->deeds[deed], it) && completes(k, e, from, deed)) {
            met = true;
            continue;
        }
        for (unsigned i = from; !other && i < s->deed_count; i++)
            other = deed_matches(k, e, &s->deeds[i], &its);
        if (!other) return false;
    }
    return met;
}

SELDOM static bool law_was_met(const struct scope *k, size_t law, unsigned from)
{
    card_id it;
    for (unsigned i = from; i < peek(k->t)->deed_count; i++)
        if (event_law_met(k, law, from, i, &it)) return true;
    return false;
}

// The When or If Law of a line that the deed meets, or 0. Of several "/" asks for any and "&" for
// all (OVE-757).
size_t event_law_heard(const struct scope *k, const struct ability *a, unsigned deed, card_id *it)
{
    const struct op *ops  = k->t->pool->ops;
    unsigned         last = peek(k->t)->last_from;
    if (a->events <= 1)
        return event_law_met(k, a->event, a->when ? last : 0, deed, it) ? a->event : 0;
    size_t laws = op_find(ops, a->op, W_LAWS), heard = 0;
    for (size_t n = op_child(laws); n < op_after(ops, laws); n = op_after(ops, n)) {
        size_t  law = ops[n].code == W_LAW ? op_find(ops, n, W_EVENTLAW) : 0;
        card_id its = NO_CARD;
        if (!law) continue;
        unsigned from = op_find(ops, law, W_WHEN) ? last : 0;
        if (!heard && event_law_met(k, law, from, deed, &its)) {
            heard = law;
            *it   = its;
        } else if (a->both && !law_was_met(k, law, from)) {
            return 0;
        }
    }
    return heard;
}

static bool infos_hold(const struct scope *k, size_t law)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t n = op_child(law); n < op_after(ops, law); n = op_after(ops, n))
        if (!info_holds(k, n)) return false;
    return true;
}

struct met { // by what a Law was met
    card_id it;
    uint8_t link, dealt;
};

// One Law of "Activate only when / if / during / while" (OVE-919, OVE-920).
static bool only_met(struct scope *k, const struct ability *a, size_t law, struct met *met)
{
    const struct oversoul_state *s    = peek(k->t);
    const struct op             *ops  = k->t->pool->ops;
    size_t                       only = op_find(ops, law, W_ONLY);
    size_t                       what = op_child(only ? only : law);
    if (ops[what].code != W_EVENTLAW) return info_holds(k, what) && infos_hold(k, law);
    unsigned from = op_find(ops, what, W_WHEN) ? s->last_from : 0;
    for (unsigned i = s->deed_count; i-- > from;)
        if (a->awaits >> s->deeds[i].kind & 1 && event_law_met(k, what, from, i, &k->it) &&
            infos_hold(k, law)) {
            met->it    = k->it;
            met->link  = s->deeds[i].link;
            met->dealt = s->deeds[i].kind == DEED_DAMAGE ? s->deeds[i].amount : 0;
            return true;
        }
    return false;
}

// May this card be Activated now (OVE-703)? Of several Laws "/" asks for any, "&" for all
// (OVE-757).
bool law_met(const struct table *t, seat_id seat, card_id c, const struct ability *a, card_id *it,
             uint8_t *link, uint8_t *dealt)
{
    const struct op *ops = t->pool->ops;
    struct scope     k   = {
              .t = t, .card = c, .source = c, .seat = seat, .it = NO_CARD, .that = a->that
    };
    size_t     laws = op_find(ops, a->op, W_LAWS);
    struct met met  = { .it = NO_CARD };
    bool       all = !laws, joined = false; // a Cost alone asks for nothing more
    for (size_t law = laws ? op_child(laws) : 0; law && law < op_after(ops, laws);
         law        = op_after(ops, law)) {
        if (ops[law].code == W_BOTH) joined = true;
        if (ops[law].code != W_LAW) continue;
        if (!joined && all) break;
        if (!joined) met = (struct met){ .it = NO_CARD };
        all    = (all || !joined) && only_met(&k, a, law, &met);
        joined = false;
    }
    *it    = all ? met.it : NO_CARD;
    *link  = all ? met.link : 0;
    *dealt = all ? met.dealt : 0;
    return all;
}

zone_id zone_named(const struct scope *k, size_t zone, seat_id owner)
{
    const struct op *ops = k->t->pool->ops;
    switch ((enum zone_word)ops[op_find(ops, zone, W_ZONENAME)].value) {
    case ZONE_HAND: return zone_for(owner, HAND);
    case ZONE_DECK: return zone_for(owner, DECK);
    case ZONE_IDLE: return zone_for(owner, IDLE);
    case ZONE_LEADER: return zone_for(owner, LEADER);
    case ZONE_EXILE: return EXILE;
    default: return NO_ZONE;
    }
}
