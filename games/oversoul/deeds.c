// deeds.c - what was done, as Abilities hear of it: events, the triggers that deeds wake and that
// wait to be placed (OVE-914), and what RITUAL counts (OVE-750).
#include "games/oversoul/lines.h"
#include "games/oversoul/rules.h"

#include <string.h>

struct reason because_of(const struct table *t, uint16_t ability, size_t op)
{
    if (ability == NO_ABILITY) return because(0);
    const struct ability *a = &book(t)->abilities[ability];
    const struct op      *o = &t->pool->ops[op ? op : a->op];
    return (struct reason){ .def    = a->def,
                            .line   = (uint8_t)(a->line - t->pool->defs[a->def].line_first),
                            .at     = o->at,
                            .length = o->length };
}

// "Give each Unit in your hand +1 DMG": how many cards of a hand change is their players' secret.
static bool is_secret_change(const struct oversoul_state *s, enum happening kind, card_id c)
{
    bool change = (kind >= HAPPENED_KEYWORD && kind <= HAPPENED_STEAL) || kind >= HAPPENED_GAIN;
    return change && c != NO_CARD && card_in(s, c)->known && is_hand_card(s, c);
}

void log_happening(struct table *t, enum happening kind, seat_id seat, card_id card, card_id target,
                   int amount, struct reason reason)
{
    const struct oversoul_state *s = peek(t);
    seat_set seen = card == NO_CARD ? (seat_set)EVERYBODY : card_in(s, card)->known;
    seat_set aims = target == NO_CARD ? (seat_set)EVERYBODY : card_in(s, target)->known;
    tell(t, (struct event){ .kind       = (uint16_t)kind,
                            .seat       = seat,
                            .card       = card,
                            .target     = target,
                            .def        = card == NO_CARD ? NO_DEF : card_in(s, card)->def,
                            .target_def = target == NO_CARD ? NO_DEF : card_in(s, target)->def,
                            .amount     = (int16_t)amount,
                            .seen_by    = seen,
                            .told = is_secret_change(s, kind, card) ? seen : (seat_set)EVERYBODY,
                            .target_seen_by = aims ? aims : (seat_set)SEEN_BY_NOBODY,
                            .from           = NO_ZONE,
                            .to             = card == NO_CARD ? NO_ZONE : card_in(s, card)->zone,
                            .reason         = reason });
}

// --- triggers that wait (OVE-914) ---------------------------------------------------------------

// Who has a hidden card in hand is asked for a trigger although there may be none (OVE-R210).
SELDOM static void note_secret_hand(struct oversoul_state *s, seat_id seat)
{
    EACH_IN_ZONE(c, &s->core, zone_for(seat, HAND))
        if (!is_known_to_all(s, c)) s->secretly |= (seat_set)BIT(seat);
}

SELDOM static void note_secret_listeners(struct oversoul_state *s)
{
    for (seat_id seat = 0; seat < s->core.seats; seat++) note_secret_hand(s, seat);
}

// Whether it can be used depends on faces in a hand (OVE-R250).
static void note_if_secret(struct table *t, uint16_t ability, seat_id seat)
{
    if (book(t)->abilities[ability].tells_hand) note_secret_hand(state(t), seat);
}

void wait_for_placement(struct table *t, struct waiting w)
{
    struct oversoul_state *s = state(t);
    note_if_secret(t, w.ability, w.seat);
    if (s->waiting_count == WAITING_MAX) return; // OVE-R130
    s->waiting[s->waiting_count++] = w;
}

void drop_waiting(struct oversoul_state *s, unsigned i)
{
    s->waiting_count--;
    for (unsigned j = i; j < s->waiting_count; j++) s->waiting[j] = s->waiting[j + 1];
    s->waiting[s->waiting_count] = (struct waiting){ 0 };
}

struct waiting waiting_for(const struct oversoul_state *s, card_id c, const struct held *h,
                           card_id it)
{
    return (struct waiting){ .ability       = h->ability,
                             .card          = c,
                             .source        = h->source,
                             .it            = it,
                             .seat          = seat_of(s, c),
                             .zone          = card_in(s, c)->zone,
                             .generation    = s->generation[c],
                             .it_generation = it == NO_CARD ? 0 : s->generation[it],
                             .deed          = s->deed_count ? (uint8_t)(s->deed_count - 1) : 0 };
}

// Does what a trigger asks of its event hold? All else is asked when the action is done (OVE-R294).
static bool wakes(struct table *t, seat_id seat, card_id c, const struct held *h, card_id it,
                  int law)
{
    note_if_secret(t, h->ability, seat);
    return laws_hold_in_part(t, c, h, it, law, PART_OF_EVENT);
}

// Of waiting.asks: 1 for EVENT_LAW, 2 and up for Keyworded Laws, and what was asked already.
enum { ASKS_LAW = 31, ASKED = 1 << 5, ASKED_JOINED = 1 << 6 };

static uint8_t asks_later(const struct table *t, const struct held *h, int law)
{
    const struct ability *a = &book(t)->abilities[h->ability];
    return a->always && !a->both ? 0 : (uint8_t)(law - EVENT_LAW + 1);
}

// Of a card that leaves: only what else a line joins to that is asked later.
static uint8_t asked_now(const struct table *t, const struct held *h, int law)
{
    bool both = book(t)->abilities[h->ability].both;
    return both ? (uint8_t)((law - EVENT_LAW + 1) | ASKED) : 0;
}

static bool is_of_line(const struct waiting *w, const struct waiting *as)
{
    return w->asks && w->ability == as->ability && w->card == as->card && w->source == as->source;
}

// "ATTACK & EXECUTE": if all of it was met in one action it triggers once, otherwise not at all
// (OVE-R360). What a card is that left counts before what it was.
SELDOM static void join_waiting(struct table *t, unsigned first)
{
    struct oversoul_state *s  = state(t);
    const struct waiting   as = s->waiting[first];
    uint32_t wanted           = moments_joined(t, as.ability, EVENT_LAW + (as.asks & ASKS_LAW) - 1);
    uint32_t met              = 0;
    unsigned kept             = first;
    if (!(wanted & (wanted - 1))) return;
    for (unsigned i = first; i < s->waiting_count; i++) {
        const struct waiting *w = &s->waiting[i];
        if (!is_of_line(w, &as)) continue;
        met |= BIT((w->asks & ASKS_LAW) - 1);
        if (w->asks & ASKED) kept = i;
    }
    bool all = (wanted & ~met) == 0;
    if (all) s->waiting[kept].asks |= ASKED_JOINED;
    for (unsigned i = s->waiting_count; i-- > first;) {
        const struct waiting *w = &s->waiting[i];
        if (is_of_line(w, &as) && wanted & BIT((w->asks & ASKS_LAW) - 1) && !(all && i == kept))
            drop_waiting(s, i);
    }
}

void ask_waiting(struct table *t)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < s->waiting_count;) {
        const struct waiting *w      = &s->waiting[i];
        unsigned              before = s->waiting_count;
        bool                  both   = w->asks && book(t)->abilities[w->ability].both;
        if (both && !(w->asks & ASKED_JOINED)) join_waiting(t, i);
        if (s->waiting_count == before) i++;
    }
    for (unsigned i = 0; i < s->waiting_count;) {
        struct waiting *w    = &s->waiting[i];
        struct held     held = { w->ability, w->source };
        int             law  = EVENT_LAW + (w->asks & ASKS_LAW) - 1;
        bool            lost = w->asks && !(w->asks & ASKED) &&
                    !laws_hold_in_part(t, w->card, &held, w->it, law, PART_AFTER);
        w->asks = 0;
        if (lost)
            drop_waiting(s, i);
        else
            i++;
    }
}

APART void trigger_abilities(struct table *t, card_id c, enum keylaw law, card_id it)
{
    struct oversoul_state *s = state(t);
    struct held            list[ABILITIES_HELD_MAX];
    size_t                 count = abilities_of(t, c, list);
    // OVE-432: the host has it, "this card" means the host.
    card_id bearer = law == LAW_ACTIVATE && body_at(s, c)->flags & BODY_CONSTRUCT ? host_of(s, c)
                                                                                  : c;
    if (body_at(s, bearer)->flags & BODY_TOTEM) return; // OVE-639
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (!may_trigger(a) || !(a->laws & BIT(law))) continue;
        if (!wakes(t, seat_of(s, bearer), bearer, &list[i], it, (int)law)) continue;
        struct waiting w = waiting_for(s, bearer, &list[i], it);
        w.asks           = asks_later(t, &list[i], (int)law);
        wait_for_placement(t, w);
    }
}

// "Trigger its SHATTER Ability": although its event did not happen (OVE-727).
bool trigger_without_event(struct table *t, card_id c, const struct held *h, enum keylaw law)
{
    note_if_secret(t, h->ability, seat_of(peek(t), c));
    if (!other_laws_hold(t, c, h, (int)law)) return false;
    wait_for_placement(t, waiting_for(peek(t), c, h, NO_CARD));
    return true;
}

// Abilities a card has just before it leaves the board, or has anywhere (DISCARD, EXILE, RETURN).
size_t zone_law_abilities(const struct table *t, card_id c, struct held *out)
{
    const struct oversoul_state *s = peek(t);
    if (is_active(s, c)) return abilities_of(t, c, out);
    if (is_prepared(s, c) || body_at(s, c)->flags & BODY_PENDING) return 0; // OVE-153
    uint16_t list[ABILITIES_HELD_MAX];
    size_t   count = face_abilities(book(t), face_of(t, c), face_of(t, c)->roles, true, list);
    for (size_t i = 0; i < count; i++) out[i] = (struct held){ list[i], c };
    return count;
}

// --- leaving together ---------------------------------------------------------------------------

enum { FORESEEN = 1 << 7 }; // of body.foreseen: its other bits tell which Abilities may trigger

// The Law of a line that leaving the board may meet, or NO_LAW.
static int leaving_law(const struct ability *a)
{
    static const uint32_t LAWS = BIT(LAW_EXILE) | BIT(LAW_RETURN) | BIT(LAW_SACRIFICE) |
                                 BIT(LAW_SHATTER);
    if (!may_trigger(a)) return NO_LAW;
    if (a->laws & LAWS) return __builtin_ctz(a->laws & LAWS);
    return a->event ? EVENT_LAW : NO_LAW;
}

// The bit of the k-th line: counted by source and Ability, as lines of Constructs change their
// places in the list when these go before their host.
static unsigned foreseen_bit(const struct table *t, const struct held *list, size_t count, size_t k)
{
    const struct ability *all = book(t)->abilities;
    unsigned              bit = 0;
    for (size_t i = 0; i < count; i++) {
        bool before = list[i].source != list[k].source ? list[i].source < list[k].source
                                                       : list[i].ability < list[k].ability;
        bit += before && leaving_law(&all[list[i].ability]) != NO_LAW;
    }
    return BIT(bit) < FORESEEN ? BIT(bit) : 0;
}

static void foresee(struct table *t, card_id c)
{
    struct held  list[ABILITIES_HELD_MAX];
    struct body *b   = body_of(state(t), c);
    unsigned     set = FORESEEN;
    if (!is_active(peek(t), c) || b->foreseen) return;
    size_t count = abilities_of(t, c, list);
    for (size_t k = 0; k < count; k++) {
        int law = leaving_law(&book(t)->abilities[list[k].ability]);
        if (law != NO_LAW && laws_hold_for(t, c, &list[k], NO_CARD, law))
            set |= foreseen_bit(t, list, count, k);
    }
    b->foreseen = (uint8_t)set;
}

// Cards that leave at the same time each still see the others and have what those lent them
// (OVE-761), so what their Laws ask for is looked at before the first of them goes, and lines of
// Constructs stay with their host until the last has gone. Cards that leave instead are seen by
// those that were leaving already.
bool begin_leaving(struct table *t, const card_id *list, size_t count)
{
    struct oversoul_state *s     = state(t);
    bool                   first = !s->leaving;
    if (first) s->leaving = (uint8_t)(s->gone_next + 1);
    for (size_t i = 0; i < count; i++) {
        if (!s->slot[list[i]] || (count == 1 && card_above(&s->core, list[i]) == NO_CARD)) continue;
        foresee(t, list[i]);
        for (card_id c = card_above(&s->core, list[i]); c != NO_CARD; c = card_above(&s->core, c))
            foresee(t, c);
    }
    return first;
}

// A host that stayed has the lines of its Constructs no longer.
static void mark_hosts_left(struct oversoul_state *s)
{
    for (unsigned i = s->leaving - 1u; i != s->gone_next; i = (i + 1) % GONE_MAX)
        if (s->gone[i].card != s->gone[i].host) mark_changed(s, s->gone[i].host);
}

// Some may have stayed.
void end_leaving(struct table *t, bool first)
{
    struct oversoul_state *s = state(t);
    if (!first) return;
    mark_hosts_left(s);
    s->leaving = 0;
    for (unsigned i = 0; i < s->active_count; i++) body_of(s, s->active[i])->foreseen = 0;
}

// As wakes(), of the k-th Ability of a card that leaves.
static bool wakes_leaving(struct table *t, seat_id seat, card_id c, const struct held *list,
                          size_t count, size_t k, card_id it, int law)
{
    unsigned set = body_at(peek(t), c)->foreseen;
    unsigned bit = set ? foreseen_bit(t, list, count, k) : 0;
    note_if_secret(t, list[k].ability, seat);
    return bit ? set & bit : laws_hold_for(t, c, &list[k], it, law);
}

void leave_waiting(struct table *t, card_id c, enum keylaw law, zone_id to)
{
    struct oversoul_state *s = state(t);
    struct held            list[ABILITIES_HELD_MAX];
    if (is_active(s, c)
            ? !(body_at(s, c)->laws & BIT(law)) && !(body_at(s, c)->flags & BODY_CONSTRUCT)
            : !(face_of(t, c)->laws & BIT(law)))
        return;
    size_t count = zone_law_abilities(t, c, list);
    for (size_t i = 0; i < count; i++) {
        const struct ability *a = &book(t)->abilities[list[i].ability];
        if (!may_trigger(a) || !(a->laws & BIT(law)) ||
            !wakes_leaving(t, card_in(s, c)->owner, c, list, count, i, NO_CARD, (int)law))
            continue;
        struct waiting w = waiting_for(s, c, &list[i], NO_CARD);
        w.seat           = card_in(s, c)->owner;
        w.zone           = to;
        w.generation     = (uint8_t)(s->generation[c] + 1);
        w.asks           = asked_now(t, &list[i], (int)law);
        wait_for_placement(t, w);
    }
}

static bool is_in_place(const struct oversoul_state *s, card_id c, uint8_t place)
{
    zone_id z = card_in(s, c)->zone;
    switch (place) {
    case ZONE_HAND: return zone_kind(z) == HAND;
    case ZONE_IDLE: return zone_kind(z) == IDLE;
    case ZONE_EXILE: return z == EXILE;
    default: return false;
    }
}

// "Damage dealt", or "the same amount" of what was Healed (OVE-R138, OVE-R354).
static uint8_t damage_in(const struct deed *d)
{
    return d->kind == DEED_DAMAGE || d->kind == DEED_HEAL ? d->amount : 0;
}

static struct waiting waiting_for_event(const struct table *t, card_id c, const struct held *h,
                                        size_t law, card_id it, unsigned deed)
{
    const struct oversoul_state *s = peek(t);
    const struct deed           *d = &s->deeds[deed];
    struct waiting               w = waiting_for(s, c, h, it);
    w.when                         = op_find(t->pool->ops, law, W_WHEN) != 0;
    w.deed                         = (uint8_t)deed;
    w.dealt                        = damage_in(d);
    w.link                         = d->link;
    w.asks                         = asks_later(t, h, EVENT_LAW);
    // The card a Law speaks of is meant where its leaving takes it.
    if (s->leaving_to != NO_ZONE && it != NO_CARD && d->card == it) w.it_generation++;
    return w;
}

// "If you Draw a Unit* You can ...": who sees the card is asked whether or not it is one, as being
// asked would tell the others (OVE-R210).
static void note_secret_subject(struct table *t, const struct ability *a, seat_id seat,
                                unsigned deed)
{
    struct oversoul_state *s = state(t);
    if (a->may && looks_at_secret(t, a, seat, s->deeds[deed].card))
        s->secretly |= (seat_set)BIT(seat);
}

// "(while in your hand)" and the like, in front of a When or If Law.
SELDOM static void wake_elsewhere(struct table *t, zone_id z, unsigned deed)
{
    struct oversoul_state *s = state(t);
    EACH_IN_ZONE(c, &s->core, z) {
        const struct face *f = face_of(t, c);
        for (unsigned i = 0; f->listens_elsewhere && i < f->ability_count; i++) {
            struct held           held = { (uint16_t)(f->ability_first + i), c };
            const struct ability *a    = &book(t)->abilities[held.ability];
            if (!may_trigger(a) || !a->event || !is_in_place(s, c, a->place)) continue;
            struct scope scope = { .t      = t,
                                   .card   = c,
                                   .source = c,
                                   .seat   = card_in(s, c)->owner,
                                   .it     = NO_CARD,
                                   .that   = a->that };
            card_id      it    = NO_CARD;
            if (is_known_to_all(s, c)) note_secret_subject(t, a, scope.seat, deed);
            size_t law = event_law_heard(&scope, a, deed, &it);
            if (!law || !wakes(t, scope.seat, c, &held, it, EVENT_LAW)) continue;
            wait_for_placement(t, waiting_for_event(t, c, &held, law, it, deed));
        }
    }
}

// --- RITUAL*: each line counts for itself (OVE-750) ---------------------------------------------

// What is remembered of one line of a card (OVE-750, OVE-755).
static unsigned find_memory(const struct oversoul_state *s, enum modifier_kind kind, card_id c,
                            const struct held *h)
{
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        const struct modifier *m = &s->modifiers[i];
        if (m->card == c && m->kind == kind && m->arg == h->ability && m->source == h->source)
            return i;
    }
    return s->core.modifier_count;
}

int ritual_count(const struct oversoul_state *s, card_id c, const struct held *h)
{
    unsigned i = find_memory(s, MOD_RITUAL, c, h);
    return i < s->core.modifier_count ? s->modifiers[i].value : 0;
}

void set_ritual_count(struct table *t, card_id c, const struct held *h, int n)
{
    unsigned i = find_memory(peek(t), MOD_RITUAL, c, h);
    if (i < peek(t)->core.modifier_count)
        state(t)->modifiers[i].value = (int16_t)n;
    else if (n)
        change(t, c, MOD_RITUAL, h->ability, n,
               (struct lasting){ .until = UNTIL_LEAVES, .source = h->source });
}

// What a RITUAL counts, in the parentheses of its Law; 0 if something else there does not hold.
static size_t ritual_counts(const struct scope *k, size_t law)
{
    const struct op *ops     = k->t->pool->ops;
    size_t           counted = 0;
    for (size_t n = op_child(law); n < op_after(ops, law); n = op_after(ops, n))
        if (is_counted(ops, n))
            counted = ops[op_child(n)].code == W_BEEN ? op_child(n) : n;
        else if (!info_holds(k, n))
            return 0;
    return counted;
}

// "RITUAL (your Leader Takes 10 DMG)": how many points it adds up, or 0; "10 or more DMG" are dealt
// at once (OVE-R315).
static size_t points_counted(const struct op *ops, size_t counted)
{
    for (size_t n = op_child(counted); n < op_after(ops, counted); n = op_after(ops, n))
        if ((ops[n].code == W_DMG_WORD || ops[n].code == W_ENERGY_WORD) &&
            !op_find(ops, n, W_OR_MORE))
            return op_find(ops, n, W_AMOUNT);
    return 0;
}

static int ritual_wants(const struct scope *k, size_t counted)
{
    size_t points = points_counted(k->t->pool->ops, counted);
    return points ? amount_of(k, points) : times_wanted(k, counted);
}

// As it is counted at the table: while it is complete, all that its Law asks for.
int ritual_told(const struct table *t, card_id c, const struct held *h)
{
    const struct op *ops  = t->pool->ops;
    size_t           laws = op_find(ops, book(t)->abilities[h->ability].op, W_LAWS);
    struct scope     k    = { .t = t, .card = c, .source = h->source, .seat = seat_of(peek(t), c) };
    int              n    = ritual_count(peek(t), c, h);
    for (size_t i = laws; n == RITUAL_COMPLETE && i < op_after(ops, laws); i = next_node(ops, i))
        if (is_counted(ops, i))
            return ritual_wants(&k, ops[op_child(i)].code == W_BEEN ? op_child(i) : i);
    return n;
}

// It triggers when the count is complete and counts again when that has resolved (OVE-751).
static void count_for_ritual(struct table *t, const struct scope *k, const struct held *h,
                             unsigned deed)
{
    const struct oversoul_state *s    = peek(t);
    const struct op             *ops  = t->pool->ops;
    size_t                       line = book(t)->abilities[h->ability].op;
    card_id                      it;
    if (ritual_count(s, k->card, h) == RITUAL_COMPLETE) return;
    size_t       counted = ritual_counts(k, op_find(ops, op_find(ops, line, W_LAWS), W_LAW));
    size_t       points  = counted ? points_counted(ops, counted) : 0;
    struct scope adding  = *k;
    adding.tally         = points != 0;
    if (!counted || !deed_matches(&adding, counted, &s->deeds[deed], &it)) return;
    int have = ritual_count(s, k->card, h) + (points ? s->deeds[deed].amount : 1);
    int want = ritual_wants(k, counted);
    set_ritual_count(t, k->card, h, have >= want ? RITUAL_COMPLETE : have);
    if (have >= want) wait_for_placement(t, waiting_for(s, k->card, h, it));
}

// When, If and PERFECT Laws, and RITUAL counts, of an Active card.
static void wake_listener(struct table *t, card_id c, unsigned deed)
{
    struct oversoul_state *s    = state(t);
    uint32_t               kind = BIT(s->deeds[deed].kind);
    struct held            list[ABILITIES_HELD_MAX];
    size_t                 count = abilities_of(t, c, list);
    for (size_t k = 0; k < count; k++) {
        const struct ability *a = &book(t)->abilities[list[k].ability];
        if (!(a->hears & kind)) continue;
        struct scope scope = { .t      = t,
                               .card   = c,
                               .source = list[k].source,
                               .seat   = seat_of(s, c),
                               .it     = NO_CARD,
                               .that   = a->that };
        card_id      it    = NO_CARD;
        note_secret_subject(t, a, scope.seat, deed);
        if (a->event) {
            size_t law = event_law_heard(&scope, a, deed, &it);
            if (!law) continue;
            bool leaves = s->leaving_to != NO_ZONE && s->deeds[deed].card == c;
            if (leaves ? !wakes_leaving(t, scope.seat, c, list, count, k, it, EVENT_LAW)
                       : !wakes(t, scope.seat, c, &list[k], it, EVENT_LAW)) // OVE-758
                continue;
            struct waiting w = waiting_for_event(t, c, &list[k], law, it, deed);
            if (leaves) { // OVE-761
                w.zone       = s->leaving_to;
                w.generation = (uint8_t)(w.generation + 1);
                w.asks       = asked_now(t, &list[k], EVENT_LAW);
            }
            wait_for_placement(t, w);
        } else if (a->laws & BIT(LAW_RITUAL)) {
            count_for_ritual(t, &scope, &list[k], deed);
        }
    }
}

static void wake_listeners(struct table *t, unsigned deed)
{
    const struct oversoul_state *s    = peek(t);
    uint32_t                     kind = BIT(s->deeds[deed].kind);
    for (unsigned i = 0; i < s->active_count; i++)
        if (body_at(s, s->active[i])->hears & kind) wake_listener(t, s->active[i], deed);
}

// Of several that Entered in one action the later ones hear of the earlier ones as well.
void hear_of_each_other(struct table *t)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = s->last_from; i < s->deed_count; i++) {
        card_id c = s->deeds[i].card;
        if (s->deeds[i].kind != DEED_ENTER || !is_active(s, c)) continue;
        for (unsigned k = s->last_from; k < i; k++)
            if (body_at(s, c)->hears & BIT(s->deeds[k].kind)) wake_listener(t, c, k);
    }
}

// Span and last action are over (OVE-919, OVE-920). A trigger that still waits has lost its "When".
void forget_deeds(struct oversoul_state *s)
{
    s->last_from = 0;
    s->done      = 0;
    if (!s->deed_count && !s->waiting_count) return;
    enum { FEW = 8 }; // most often
    memset(s->deeds, 0, (s->deed_count <= FEW ? FEW : DEEDS_MAX) * sizeof s->deeds[0]);
    s->deed_count = 0;
    for (unsigned i = 0; i < s->waiting_count;) {
        s->waiting[i].deed = 0;
        s->waiting[i].link = 0;
        if (s->waiting[i].when)
            drop_waiting(s, i);
        else
            i++;
    }
}

void begin_action(struct table *t)
{
    struct oversoul_state *s = state(t);
    s->last_from             = s->deed_count;
}

// The oldest deed of the span is forgotten.
SELDOM static void make_room_for_deed(struct oversoul_state *s)
{
    memmove(s->deeds, s->deeds + 1, (DEEDS_MAX - 1) * sizeof s->deeds[0]);
    s->deed_count--;
    if (s->last_from) s->last_from--;
    for (unsigned i = 0; i < s->waiting_count; i++)
        if (s->waiting[i].deed) s->waiting[i].deed--;
    for (unsigned i = 0; i < s->work_count; i++)
        if (s->works[i].deeds_from) s->works[i].deeds_from--;
}

SELDOM static void wake_everywhere(struct table *t, unsigned deed)
{
    struct oversoul_state *s = state(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        wake_elsewhere(t, zone_for(seat, HAND), deed);
        wake_elsewhere(t, zone_for(seat, IDLE), deed);
    }
    wake_elsewhere(t, EXILE, deed);
}

// Of the newest deed.
APART static void tell_listeners(struct table *t)
{
    const struct oversoul_state *s    = peek(t);
    unsigned                     deed = s->deed_count - 1u;
    if (s->hears & BIT(s->deeds[deed].kind)) wake_listeners(t, deed);
    if (book(t)->any_listens_elsewhere) wake_everywhere(t, deed);
    if (book(t)->heard_in_hands & BIT(s->deeds[deed].kind)) note_secret_listeners(state(t));
}

// Filled member by member: a deed is made all the time.
static struct deed *new_deed(struct oversoul_state *s, enum deed_kind kind)
{
    if (s->deed_count == DEEDS_MAX) make_room_for_deed(s);
    struct deed *d = &s->deeds[s->deed_count++];
    *d             = (struct deed){ .kind = kind & 31u };
    d->link        = (uint8_t)((s->link_count + (s->declaring.pays != 0)) * !s->resolving);
    s->done |= BIT(kind);
    return d;
}

static void is_done(struct table *t, enum deed_kind kind)
{
    if (book(t)->remembered & BIT(kind))
        remember_deed(t, &peek(t)->deeds[peek(t)->deed_count - 1u]);
    if (peek(t)->hears & BIT(kind) || book(t)->any_listens_elsewhere) tell_listeners(t);
}

// Deeds that Abilities do; those that a player does by them are that player's.
enum {
    BY_ABILITY = BIT(DEED_HEAL) | BIT(DEED_EXILE) | BIT(DEED_REACTIVATE) | BIT(DEED_RETURN) |
                 BIT(DEED_SACRIFICE) | BIT(DEED_SPAWN) | BIT(DEED_DISCARD) | BIT(DEED_DRAW) |
                 BIT(DEED_EXPOSE) | BIT(DEED_EXHAUST) | BIT(DEED_PREPARED),
    BY_ITS_PLAYER = BIT(DEED_HEAL) | BIT(DEED_EXHAUST)
};

void did(struct table *t, enum deed_kind kind, seat_id seat, card_id card, card_id by, int amount)
{
    struct oversoul_state *s = state(t);
    if (by == NO_CARD && s->work_count && BY_ABILITY & BIT(kind)) {
        const struct work *w = &s->works[s->work_count - 1];
        by                   = w->card;
        if (BY_ITS_PLAYER & BIT(kind)) seat = w->seat;
    }
    struct deed *d = new_deed(s, kind);
    d->seat        = seat;
    d->card        = card;
    d->by          = by;
    d->amount      = (uint8_t)(amount > 255 ? 255 : amount);
    if (s->in_battle) {
        d->battle = 1;
        d->attack = by == s->attack.attacker;
    }
    is_done(t, kind);
}

// Only strikes are battle DMG (OVE-525), and only the attacker's are the Attack's (OVE-528).
void did_damage(struct table *t, card_id source, card_id card, int amount, bool strike)
{
    struct oversoul_state *s = state(t);
    struct deed           *d = new_deed(s, DEED_DAMAGE);
    d->battle                = strike;
    d->attack                = strike && source == s->attack.attacker;
    d->seat                  = seat_of(s, source);
    d->card                  = card;
    d->by                    = source;
    d->amount                = (uint8_t)(amount > 255 ? 255 : amount);
    is_done(t, DEED_DAMAGE);
}

// --- state Laws that trigger (OVE-755) ----------------------------------------------------------

// The first bit of body.held for an Ability that the card always has, printed or of a printed Role,
// or OTHER_STATE.
enum { OTHER_STATE = 8 };
static unsigned own_state(const struct table *t, card_id c, const struct held *h)
{
    const struct face *f   = face_of(t, c);
    const uint16_t    *own = book(t)->held + f->held_first;
    unsigned           bit = 0;
    if (h->source != c || !is_active(peek(t), c)) return OTHER_STATE;
    for (unsigned i = 0; i < f->held_count; i++) {
        const struct ability *a    = &book(t)->abilities[own[i]];
        unsigned              next = bit + (is_state_trigger(a) ? a->both ? 1u : a->states : 0u);
        if (own[i] == h->ability) return next <= OTHER_STATE ? bit : OTHER_STATE;
        bit = next;
    }
    return OTHER_STATE;
}

// Of others, which come and go, and of cards off the board, a modifier remembers what held at the
// last look, and above that what holds now.
enum { HOLDS_NOW = 8 };
SELDOM static void forget_last_look(struct oversoul_state *s, card_id c)
{
    for (unsigned i = 0; i < s->core.modifier_count; i++) {
        struct modifier *m = &s->modifiers[i];
        if (m->card != c || m->kind != MOD_STATE) continue;
        m->value = (int16_t)(m->value >> HOLDS_NOW);
        s->remembers |= m->value != 0;
    }
}

// Without room to remember it nothing begins (OVE-R130).
SELDOM static bool other_begins(struct table *t, card_id c, const struct held *h, unsigned now)
{
    struct oversoul_state *s = state(t);
    if (find_memory(s, MOD_STATE, c, h) == s->core.modifier_count)
        change(t, c, MOD_STATE, h->ability, 0,
               (struct lasting){ .until = UNTIL_LEAVES, .source = h->source });
    unsigned i = find_memory(s, MOD_STATE, c, h);
    if (i == s->core.modifier_count) return false;
    unsigned before       = (unsigned)s->modifiers[i].value;
    s->modifiers[i].value = (int16_t)(before | now << HOLDS_NOW);
    return now & ~before;
}

// The state Laws of a card that trigger.
static size_t state_laws_of(const struct table *t, card_id c, struct held *out)
{
    const uint16_t *own;
    size_t          count, n = 0;
    if (body_at(peek(t), c)->flags & BODY_PLAIN) {
        count = printed_list(t, c, LISTED_STATES, &own);
        for (; n < count; n++) out[n] = (struct held){ own[n], c };
        return count;
    }
    count = abilities_of(t, c, out);
    for (size_t i = 0; i < count; i++)
        if (is_state_trigger(&book(t)->abilities[out[i].ability])) out[n++] = out[i];
    return n;
}

// Places the triggers of state Laws that hold now and did not at the last look, or again.
static void look_at_state(struct table *t, card_id c, bool end_of_cycle)
{
    struct oversoul_state *s = state(t);
    struct held            list[ABILITIES_HELD_MAX];
    size_t                 count = state_laws_of(t, c, list);
    bool                   again = end_of_cycle && seat_of(s, c) == s->turn_seat;
    unsigned               held  = 0;
    for (size_t k = 0; k < count; k++) {
        unsigned now = states_held(t, c, &list[k]);
        if (!now) continue;
        unsigned bit    = own_state(t, c, &list[k]);
        bool     begins = bit == OTHER_STATE ? other_begins(t, c, &list[k], now)
                                             : now & ~((unsigned)body_at(s, c)->held >> bit);
        if (bit != OTHER_STATE) held |= now << bit;
        if (again || begins) wait_for_placement(t, waiting_for(s, c, &list[k], NO_CARD));
    }
    if (is_active(s, c)) body_of(s, c)->held = (uint8_t)held;
    if (card_in(s, c)->flags & CARD_MODIFIED) forget_last_look(s, c);
}

APART void look_at_each_state(struct table *t, bool end_of_cycle)
{
    struct oversoul_state *s    = state(t);
    uint8_t                lost = s->remembers ? CARD_MODIFIED : 0; // it may have no such Law now
    s->remembers                = 0;
    for (unsigned i = 0; i < s->active_count; i++) {
        const struct body *b = body_at(s, s->active[i]);
        if (!(b->holds & HOLDS_STATE_TRIGGER) && !lost) continue; // most often
        if (b->holds & HOLDS_STATE_TRIGGER ? b->flags & BODY_ACTIVE
                                           : card_in(s, s->active[i])->flags & lost)
            look_at_state(t, s->active[i], end_of_cycle);
    }
    for (card_id c = first_afar(t, HOLDS_STATE_TRIGGER); c != NO_CARD;
         c         = next_afar(t, HOLDS_STATE_TRIGGER, c))
        look_at_state(t, c, end_of_cycle);
}
