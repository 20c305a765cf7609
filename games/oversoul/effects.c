// effects.c - an Ability being carried out: clause after clause, and which cards each is about
// (OVE-707 to OVE-712). What the verbs do is in verbs.c, verbs that ask further questions are in
// steps.c.
#include "games/oversoul/lines.h"

#include "engine/chance.h"

#include <string.h>

struct work       *work_of(struct oversoul_state *s) { return &s->works[s->work_count - 1]; }
const struct work *work_at(const struct oversoul_state *s) { return &s->works[s->work_count - 1]; }

// What the line that is carried out has Selected, in the newest link; a card may be Activated with
// several such lines.
static size_t selections(const struct table *t, const struct work *w, size_t *first)
{
    const struct oversoul_state *s     = peek(t);
    const struct link           *l     = &s->links[s->link_count - 1];
    bool                         lines = is_activation(l->kind);
    unsigned line = lines ? w->ability - (unsigned)face_of(t, l->card)->ability_first : 0;
    size_t   n = l->chosen_at, end = n + l->chosen_count;
    while (n < end && (s->chosen[n].line & ~WENT) != line) n++;
    *first = n;
    while (n < end && (s->chosen[n].line & ~WENT) == line) n++;
    return n - *first;
}

struct scope work_scope(const struct table *t, const struct work *w)
{
    seat_id one  = chosen_opponent(w->seats);
    bool    gone = peek(t)->generation[w->card] != w->generation;
    bool    left = !gone && !is_board_card(peek(t), w->card) && w->ability != NO_ABILITY &&
                book(t)->abilities[w->ability].place == ANYWHERE;
    size_t first = 0, count = w->selecting ? selections(t, w, &first) : 0;
    return (struct scope){ .t              = t,
                           .card           = w->card,
                           .source         = w->source,
                           .seat           = w->seat,
                           .x              = w->x,
                           .it             = NO_CARD,
                           .named          = w->named,
                           .named_count    = w->named_count,
                           .selected_at    = (uint8_t)first,
                           .selected_count = (uint8_t)count,
                           .opponent       = (uint8_t)(one == NO_SEAT ? 0 : one + 1),
                           .damage_dealt   = w->dealt,
                           .number         = w->number,
                           .gone           = gone,
                           .left           = left,
                           .told           = true };
}

struct reason work_reason(const struct table *t, const struct work *w)
{
    return because_of(t, w->ability, w->pc);
}

// The Deck chosen for the "either Deck" of the present clause (D23).
seat_id either_deck(const struct table *t, const struct work *w)
{
    const struct op *ops = t->pool->ops;
    unsigned         n   = 0;
    for (size_t i = book(t)->abilities[w->ability].op; i < w->pc; i = next_node(ops, i))
        n += is_either_deck(ops, i);
    seat_id seat = chosen_deck(w->seats, n < DECKS_MAX ? n : DECKS_MAX - 1);
    return seat == NO_SEAT ? w->seat : seat;
}

// DYNAMO acts when a link with values starts to resolve (OVE-831), of an Event without HP its first
// line with values.
static uint8_t use_dynamo(struct table *t, card_id c, const struct ability *a)
{
    struct oversoul_state *s = state(t);
    if (!a->has_values || !is_active(s, c) || !has_keyword(s, c, DYNAMO)) return 1;
    uint8_t times = charges_left(t, c, DYNAMO) == 2 ? 3 : 2;
    use_charge(t, c, DYNAMO);
    return times;
}

// What "it" means before the line names a card: the one its Law speaks of, or itself (OVE-712,
// OVE-R134).
static void name_first(struct work *w, const struct link *l, const struct ability *a)
{
    if (l->it != NO_CARD && !a->names_itself)
        w->named[w->named_count++] = (struct chosen){ .card       = l->it,
                                                      .generation = l->it_generation,
                                                      .line       = WENT };
    else if (a->of_itself)
        w->named[w->named_count++] = (struct chosen){ .card       = l->card,
                                                      .generation = l->generation };
}

void start_work(struct table *t, const struct link *l, uint16_t ability, unsigned line)
{
    struct oversoul_state *s = state(t);
    const struct ability  *a = &book(t)->abilities[ability];
    assert(s->work_count < WORKS_MAX);
    struct work *w = &s->works[s->work_count++];
    w->pc          = a->effects_from; // the rest is zero, as in every work that is free
    w->end         = a->effects_end;
    w->ability     = ability;
    bool host      = l->kind == LINK_ACTIVATE && face_of(t, l->card)->kind == KIND_CONSTRUCT;
    w->card        = host ? l->target : l->card; // OVE-432
    w->source      = l->source;
    w->seat        = l->seat;
    w->done        = 1;
    w->generation  = host ? l->target_generation : l->generation;
    w->selecting   = a->selects;
    w->link        = l->it_link;
    w->dealt       = l->dealt;
    for (unsigned i = 0; i < l->chosen_count && w->named_count < NAMED_MAX; i++) {
        const struct chosen *c = &s->chosen[l->chosen_at + i];
        if ((c->line & ~WENT) == line)
            w->named[w->named_count++] = *c;
        else if (c->line == (line | ANSWERED))
            w->seats = c->card, w->x = c->generation;
    }
    if (w->named_count > 1 && a->last_one) {
        w->named[0]    = w->named[w->named_count - 1];
        w->named_count = 1;
    }
    if (w->named_count == 0 && !a->selects) name_first(w, l, a);
    w->times = use_dynamo(t, w->card, a);
    call(s, FLOW_EFFECTS);
}

// --- which cards a clause is about --------------------------------------------------------------

// The cards of the links below the one being carried out that fit, the newest link first.
static size_t cards_of_links(const struct scope *k, size_t object, card_id *out, size_t max)
{
    const struct oversoul_state *s = peek(k->t);
    size_t                       n = 0;
    for (unsigned i = s->link_count ? s->link_count - 1u : 0; i-- > 0 && n < max;) {
        const struct link *l    = &s->links[i];
        bool               seen = l->flags & LINK_CANCELLED;
        for (size_t j = 0; j < n; j++) seen |= out[j] == l->card;
        if (!seen && s->generation[l->card] == l->generation && fits(k, object, l->card))
            out[n++] = l->card;
    }
    return n;
}

// The phrase that says whom the clause is about; 0 for this card or what "it" means already.
size_t clause_object(const struct op *ops, const struct work *w)
{
    return object_of_clause(ops, w->pc, w->part);
}

// Without an object: "its", "their" mean what was named, everything else this card.
static bool means_named(const struct op *ops, size_t verb)
{
    switch (ops[verb].code) {
    case W_CHANGE:
    case W_COPY:
    case W_STEAL: return true;
    case W_TRIGGER: return op_find(ops, verb, W_ITS) != 0;
    default: return false;
    }
}

static bool is_exempt(const struct scope *k, size_t except, card_id c)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t n = op_child(except); n < op_after(ops, except); n = op_after(ops, n)) {
        unsigned charges;
        bool     another = ops[n].code == W_ANOTHER_KEYWORD; // "another AVIAN"
        size_t   word    = another ? op_child(n) : n;
        if (ops[n].code == W_OBJECT && fits(k, n, c)) return true;
        if (ops[word].code == W_KEYWORD && !(another && c == k->card) &&
            has_keyword(peek(k->t), c, keyword_of((unsigned)ops[word].value, &charges)))
            return true;
    }
    return false;
}

// "(except DRAGONS)" of a card that something is done to, "(except by Events)" of its doer.
bool is_excepted(const struct scope *k, size_t clause, bool by, card_id c)
{
    const struct op *ops = k->t->pool->ops;
    for (size_t n = op_find(ops, clause, W_EXCEPT); n && n < op_after(ops, clause);
         n        = op_after(ops, n))
        if (ops[n].code == W_EXCEPT && (ops[n].value == EXCEPT_BY) == by && is_exempt(k, n, c))
            return true;
    return false;
}

static bool prepares_from_elsewhere(const struct table *t, const struct op *verb, card_id c)
{
    return verb->code == W_DO && verb->value == DO_PREPARE && !is_board_card(peek(t), c);
}

// "Return 1 Exiled card to your Idle Zone": only own cards go there (OVE-116, OVE-R241).
static bool returns_own(const struct table *t, size_t clause, size_t object)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(clause);
    size_t           to   = ops[verb].code == W_RETURN ? op_find(ops, verb, W_DESTINATION) : 0;
    size_t           zone = to ? op_find(ops, to, W_ZONE) : 0;
    size_t           side = zone ? op_find(ops, zone, W_ZONESIDE) : 0;
    return side && ops[side].value == ZONESIDE_YOURS && !is_pronoun_object(ops, object) &&
           !book(t)->demands[clause].opposing;
}

// "Expose 1 card in your hand": nothing says who chooses (OVE-878).
static bool exposes_any(const struct op *ops, const struct work *w, size_t object)
{
    const struct op *verb = &ops[op_child(w->pc)];
    if (verb->code != W_DO || verb->value != DO_EXPOSE || op_find(ops, object, W_CHOICE))
        return false;
    size_t in = op_find(ops, object, W_IN), amount = op_find(ops, object, W_AMOUNT);
    int    word = amount ? ops[amount].value : AMOUNT_ALL;
    if (!in || word == AMOUNT_ALL || word == AMOUNT_ANY || word == AMOUNT_UP_TO) return false;
    return ops[op_find(ops, op_find(ops, in, W_ZONE), W_ZONENAME)].value == ZONE_HAND;
}

static bool is_at_random(const struct op *ops, const struct work *w)
{
    size_t object = clause_object(ops, w);
    return op_find(ops, w->pc, W_AT_RANDOM) ||
           (object && (op_find(ops, object, W_AT_RANDOM) || exposes_any(ops, w, object)));
}

// Can the verb be done with that card, as far as whoever chooses sees it? The top of a Deck, "it"
// and what chance takes from a hand are what they are (OVE-R280), and a face that nobody sees who
// chooses shows when it is tried.
static bool can_be_done(const struct table *t, const struct work *w, bool settled, card_id c)
{
    const struct op   *verb = &t->pool->ops[op_child(w->pc)];
    const struct card *card = card_in(peek(t), c);
    if (settled || !(card->known >> w->seat & 1)) return true;
    if (prepares_from_elsewhere(t, verb, c))
        return (is_hand_card(peek(t), c) && is_at_random(t->pool->ops, w)) ||
               has_empty_zone(peek(t), card->owner, needs_event_zone(face_of(t, c)));
    return verb->code != W_ACTIVATE || !why_not_activate(t, card->owner, c);
}

// Who says which cards: the player of the Ability, or the one told to Sacrifice (OVE-R229).
static seat_id chooser(const struct work *w)
{
    return w->chooser ? (seat_id)(w->chooser - 1) : w->seat;
}

// "The top card of your Deck", and cards of a Deck that nothing else is said of (OVE-864).
static bool means_top(const struct table *t, const struct work *w, size_t object)
{
    const struct op *ops = t->pool->ops;
    return book(t)->demands[w->pc].of_deck && !is_at_random(ops, w) &&
           (op_find(ops, object, W_TOP_OF) ||
            (names_deck(ops, object) && !is_described(ops, object)));
}

// "Exhaust 1 opposing Unit for each CHAOS Unit on your board": so many cards. Other verbs have an
// amount of their own.
static int times_as_many(const struct table *t, const struct work *w)
{
    const struct op *ops  = t->pool->ops;
    struct scope     k    = work_scope(t, w);
    size_t           verb = op_child(w->pc);
    switch (ops[verb].code) {
    case W_RETURN:
    case W_DO:
    case W_SPAWN:
    case W_ACTIVATE:
    case W_ATTACH: return for_each_count(&k, w->pc);
    default: return 1;
    }
}

// Of the top of a Deck so many cards are meant, and no other stands in for one of them.
static size_t top_wanted(const struct table *t, const struct work *w, size_t object)
{
    if (!object || is_pronoun_object(t->pool->ops, object) || !means_top(t, w, object))
        return SIZE_MAX;
    struct scope k = work_scope(t, w);
    int          least, most = object_count(&k, object, &least);
    return most < 0 ? SIZE_MAX : (size_t)(most * times_as_many(t, w));
}

size_t clause_candidates(const struct table *t, const struct work *w, card_id *out, size_t max)
{
    const struct op *ops  = t->pool->ops;
    struct scope     k    = work_scope(t, w);
    size_t           verb = op_child(w->pc), object = clause_object(ops, w), n = 0, kept = 0;
    size_t subject = book(t)->demands[w->pc].subject; // said before, if the clause has no object
    if (!object && (means_named(ops, verb) || (subject && !is_pronoun_object(ops, subject)))) {
        for (unsigned i = 0; i < w->named_count && n < max; i++)
            if (w->named[i].generation == peek(t)->generation[w->named[i].card])
                out[n++] = w->named[i].card;
    } else if (!object && subject && is_pronoun_object(ops, subject)) {
        n = candidates(&k, subject, out, max);
    } else if (!object) {
        if (!k.gone && max) out[n++] = w->card;
    } else if (is_sacrifice(&ops[verb]) && !is_pronoun_object(ops, object)) {
        k.seat = chooser(w);
        n      = cost_candidates(t, &k, w->pc, out, max); // the player's own cards (OVE-862)
    } else if (ops[verb].code == W_CANCEL && ops[op_child(verb)].value == CANCELS_OBJECT) {
        n = cards_of_links(&k, object, out, max);
    } else {
        n = candidates(&k, object, out, max);
    }
    bool   either  = book(t)->demands[w->pc].of_deck && object && names_either_deck(ops, object);
    bool   own     = returns_own(t, w->pc, object);
    size_t top     = top_wanted(t, w, object);
    bool   settled = top != SIZE_MAX || (object && is_pronoun_object(ops, object));
    for (size_t i = 0; i < n; i++) {
        if (card_in(peek(t), out[i])->zone == NO_ZONE || is_excepted(&k, w->pc, false, out[i]))
            continue;
        if (either && seat_of(peek(t), out[i]) != either_deck(t, w)) continue;
        if (top-- == 0) break;
        if (own && card_in(peek(t), out[i])->owner != w->seat) continue;
        if (w->chooser && !is_affected(t, w, out[i])) continue; // OVE-R229
        if (can_be_done(t, w, settled, out[i])) out[kept++] = out[i];
    }
    return kept;
}

// Nobody can choose among cards whose faces they cannot see (OVE-878, OVE-R78).
static bool are_unseen(const struct table *t, seat_id seat, const card_id *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_board_card(peek(t), list[i]) && !knows(t->state, seat, list[i])) return true;
    return false;
}

static void keep_some_at_random(struct table *t, card_id *list, size_t n, size_t want)
{
    for (size_t i = 0; i < want; i++) {
        size_t  j = i + pick(t, (unsigned)(n - i));
        card_id c = list[i];
        list[i]   = list[j];
        list[j]   = c;
    }
}

// Then its player is asked whether or not a card fits: not being asked would tell the others.
bool names_own_hand(const struct op *ops, size_t object)
{
    size_t in = op_find(ops, object, W_IN), zone = in ? op_find(ops, in, W_ZONE) : 0;
    size_t side = zone ? op_find(ops, zone, W_ZONESIDE) : 0;
    return zone && ops[op_find(ops, zone, W_ZONENAME)].value == ZONE_HAND && side &&
           ops[side].value == ZONESIDE_YOURS;
}

// "Activate 1 Prepared Unit": which ones can be, and whether any can, others must not learn from a
// question.
static bool may_activate_hidden(const struct table *t, const struct work *w, size_t object)
{
    struct scope k = work_scope(t, w);
    card_id      list[128];
    for (size_t i = candidates(&k, object, list, COUNT(list)); i-- > 0;)
        if (is_prepared(peek(t), list[i])) return true;
    return false;
}

// A described card of a Deck is searched for (OVE-719, D18).
static bool is_search(const struct table *t, const struct work *w)
{
    const struct op *ops    = t->pool->ops;
    size_t           object = book(t)->demands[w->pc].of_deck ? clause_object(ops, w) : 0;
    return object && !is_pronoun_object(ops, object) && searches_deck(ops, object);
}

// Whoever searches is asked, also if nothing (more) fits: the others would learn that (OVE-R331).
static int cards_to_search(const struct table *t, const struct work *w)
{
    int n = 0;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (w->searched & BIT(seat)) n += zone_size(t->state, zone_for(seat, DECK));
    return n;
}

// Does it matter in which order all cards of a phrase are taken? They come on top of each other, or
// there may be too few zones for them.
static bool has_order_of_cards(const struct op *verb)
{
    return verb->code == W_RETURN || verb->code == W_SPAWN || verb->code == W_ATTACH ||
           verb->code == W_ACTIVATE || (verb->code == W_DO && verb->value == DO_PREPARE);
}

// How many of n candidates the clause wants; true if somebody must say which.
static bool wants_choice(const struct table *t, const struct work *w, const card_id *list, size_t n,
                         int *least, int *most)
{
    const struct op *ops    = t->pool->ops;
    size_t           object = clause_object(ops, w);
    struct scope     k      = work_scope(t, w);
    size_t           amount = object ? op_find(ops, object, W_AMOUNT) : 0;
    if (!object || is_pronoun_object(ops, object)) {
        *least = *most = (int)n;
        return n > 1 && op_find(ops, op_child(w->pc), W_ANY_ORDER);
    }
    *most    = object_count(&k, object, least);
    bool any = amount && ops[amount].value == AMOUNT_ANY;
    if (*most > 0 && op_find(ops, w->pc, W_FOR_EACH)) {
        int times = times_as_many(t, w);
        *most *= times;
        *least *= times;
    }
    int  wanted = *most;
    bool all    = *most < 0 && !any;
    if (all) *least = *most = (int)n;
    if (*most < 0 || *most > (int)n) *most = (int)n;
    if (is_sacrifice(&ops[op_child(w->pc)])) { // a Prepared card may stand for them (OVE-863)
        int must = 0;
        for (size_t i = 0; i < n; i++) must += fits(&k, object, list[i]);
        if (*least > must) *least = must;
    }
    if (*least > *most) *least = *most;
    if (means_top(t, w, object)) return false;
    if (is_at_random(ops, w) || are_unseen(t, chooser(w), list, n)) return false;
    if (w->searched && !all) {
        int size = cards_to_search(t, w);
        *least   = 0; // nothing need be found (D18)
        *most    = wanted < 0 || wanted > size ? size : wanted;
        return *most > 0;
    }
    if (names_own_hand(ops, object)) {
        if (all && !has_order_of_cards(&ops[op_child(w->pc)])) return false;
        if (wanted < 0 || wanted > *most) *most = most_of_hand(t, w->seat, wanted, *most);
        return zone_size(t->state, zone_for(w->seat, HAND)) > 0;
    }
    bool faces = ops[op_child(w->pc)].code == W_ACTIVATE;
    if (faces && may_activate_hidden(t, w, object)) return true;
    return *most > 0 && (faces || *least < *most || *most < (int)n || are_hidden(t, list, n));
}

// Are there as many cards as the clause asks for? With fewer it is not carried out completely
// (OVE-710).
bool has_all_aims(const struct table *t, const struct work *w)
{
    const struct op *ops    = t->pool->ops;
    size_t           object = clause_object(ops, w);
    struct scope     k      = work_scope(t, w);
    seat_id          seats[SEATS_MAX];
    int              least;
    if (!object || is_pronoun_object(ops, object)) return true;
    object_count(&k, object, &least);
    if (least && op_find(ops, w->pc, W_FOR_EACH)) least *= times_as_many(t, w);
    if (least && player_said(t, w)) least *= (int)players_of(t, w, seats);
    return w->aim_count >= (least < AIMS_MAX ? least : AIMS_MAX);
}

// "Return this card to your hand, then Spawn it", "Exhaust the Attacker, then Deal 1 DMG to it"
// (OVE-R233).
static bool names_card(const struct table *t, const struct work *w, size_t object)
{
    int  word = t->pool->ops[op_child(object)].value;
    bool own  = word >= PRO_THIS_CARD && word <= PRO_THIS_CONSTRUCT;
    bool near = word == PRO_ATTACKER || word == PRO_ATTACHED_CARD;
    return !w->selecting && (near || (own && w->named_count == 0));
}

// "Put 1 of them into your hand, and the rest ...": those that were not taken are meant.
static void leave_rest(struct work *w)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < w->named_count; i++) {
        bool taken = false;
        for (unsigned j = 0; j < w->aim_count; j++) taken |= w->aim[j] == w->named[i].card;
        if (!taken) w->named[kept++] = w->named[i];
    }
    w->named_count = (uint8_t)kept;
}

// The cards the clause is about, which are "it" from now on (OVE-712).
static void keep_aims(struct table *t, struct work *w, const card_id *list, size_t n)
{
    struct oversoul_state *s      = state(t);
    size_t                 object = clause_object(t->pool->ops, w);
    unsigned               before = w->chooser ? w->aim_count : 0; // of players asked before
    if (n > AIMS_MAX - before) n = AIMS_MAX - before;
    w->aim_count = (uint8_t)(before + n);
    for (size_t i = 0; i < n; i++) w->aim[before + i] = list[i];
    if (!object || (is_pronoun_object(t->pool->ops, object) && !names_card(t, w, object))) return;
    const struct demand_words *words = &book(t)->demands[w->pc];
    unsigned                   keeps = words->keeps | (w->named_count ? words->keeps_named : 0u);
    if (keeps >> w->part & 1) return;
    if (words->leaves_rest) {
        leave_rest(w);
        return;
    }
    w->named_count = 0;
    for (size_t i = 0; i < w->aim_count && i < NAMED_MAX; i++)
        w->named[w->named_count++] = (struct chosen){ .card       = w->aim[i],
                                                      .generation = s->generation[w->aim[i]] };
}

// Those there is no choice about, or chance says which.
static void keep_unasked(struct table *t, struct work *w, card_id *list, size_t n, int most)
{
    size_t object = (size_t)most < n ? clause_object(t->pool->ops, w) : 0;
    if (op_find(t->pool->ops, op_child(w->pc), W_AT_RANDOM) ||
        ((size_t)most < n && !(object && means_top(t, w, object))))
        keep_some_at_random(t, list, n, (size_t)most);
    keep_aims(t, w, list, (size_t)most);
}

void settle_aims(struct table *t, struct work *w)
{
    card_id list[128];
    int     least, most;
    size_t  n = clause_candidates(t, w, list, COUNT(list));
    wants_choice(t, w, list, n, &least, &most);
    keep_unasked(t, w, list, n, most);
}

// Whoever searches sees the Deck; it is shuffled when the clause is done (OVE-719).
static void open_decks(struct table *t, struct work *w)
{
    struct oversoul_state *s     = state(t);
    const struct op       *ops   = t->pool->ops;
    size_t                 in    = op_find(ops, clause_object(ops, w), W_IN);
    size_t                 side  = op_find(ops, op_find(ops, in, W_ZONE), W_ZONESIDE);
    int                    whose = side ? ops[side].value : ZONESIDE_YOURS;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (whose == ZONESIDE_YOURS && seat != w->seat) continue;
        if (whose == ZONESIDE_OPPOSING && !is_opponent_meant(t, w, seat)) continue;
        if (whose == ZONESIDE_EITHER && seat != either_deck(t, w)) continue;
        w->searched = (uint8_t)(w->searched | BIT(seat));
        EACH_IN_ZONE(c, &s->core, zone_for(seat, DECK))
            card_show(&s->core, c, (seat_set)BIT(w->seat));
    }
    happened(t, HAPPENED_SEARCH, w->seat, NO_CARD, NO_CARD, 0, work_reason(t, w));
}

static void close_decks(struct table *t, struct work *w)
{
    for (seat_id seat = 0; w->searched; seat++, w->searched = (uint8_t)(w->searched >> 1))
        if (w->searched & 1)
            shuffle(t, zone_for(seat, DECK), STREAM_DECK + seat, work_reason(t, w));
}

// Asks which cards, if that is a question (D25); settles them at once if not.
bool ask_aims(struct table *t, struct work *w)
{
    struct oversoul_state *s = state(t);
    card_id                list[128];
    int                    least, most;
    if (is_search(t, w)) open_decks(t, w);
    size_t n = clause_candidates(t, w, list, COUNT(list));
    if (!wants_choice(t, w, list, n, &least, &most)) {
        keep_unasked(t, w, list, n, most);
        return false;
    }
    if (most > PICKS_MAX) most = PICKS_MAX;
    if (least > most) least = most;
    if (most == 0) most = 1; // nothing fits: only "done" is left
    ask_several(&s->core, chooser(w), QUESTION_CARDS, (uint8_t)least, (uint8_t)most,
                (uint16_t)w->pc, w->card);
    return true;
}

// The cards that were picked.
void take_aims(struct table *t, struct work *w)
{
    const struct question *q = &state(t)->core.question[chooser(w)];
    keep_aims(t, w, q->pick, q->picked);
}

// A move made by the link itself is followed (OVE-707, OVE-717).
void follow_move(struct table *t, struct work *w, card_id c)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < w->named_count; i++)
        if (w->named[i].card == c) {
            w->named[i].generation = s->generation[c];
            w->named[i].line       = WENT;
        }
    if (w->card == c) w->generation = s->generation[c];
    if (!s->resolving || s->link_count == 0) return;
    const struct link *l    = &s->links[s->link_count - 1];
    struct chosen     *made = &s->chosen[l->chosen_at]; // by all of its lines
    for (unsigned i = 0; i < l->chosen_count; i++)
        if (made[i].card == c && !(made[i].line & ANSWERED)) made[i].generation = s->generation[c];
}

// --- conditions on the way ----------------------------------------------------------------------

static bool remain(const struct table *t, const struct work *w, bool active)
{
    const struct oversoul_state *s = peek(t);
    for (unsigned i = 0; i < w->named_count; i++) {
        card_id c = w->named[i].card;
        if (w->named[i].generation != s->generation[c]) return false;
        if (active ? !is_active(s, c) : !is_board_card(s, c)) return false;
    }
    return w->named_count > 0;
}

// "if it remains Active*", "if this card remains on the board*"
static bool remains_holds(const struct table *t, const struct work *w, size_t event, bool active)
{
    const struct op *ops   = t->pool->ops;
    const struct op *first = &ops[op_child(op_child(event))];
    struct scope     k     = work_scope(t, w);
    card_id          list[64];
    bool             named = first->code == W_PRONOUN && is_named_before(first->value);
    if (named) return remain(t, w, active);
    size_t n = candidates(&k, op_child(event), list, COUNT(list)), there = 0;
    for (size_t i = 0; i < n; i++)
        there += active ? is_active(peek(t), list[i]) : is_board_card(peek(t), list[i]);
    return are_enough(&k, op_child(event), (int)there, n);
}

// "if it Shatters*", "if it has been Shattered*": looks at the action just done (OVE-711).
static bool nested_event_holds(const struct table *t, const struct work *w, size_t event)
{
    const struct op *ops     = t->pool->ops;
    struct scope     k       = work_scope(t, w);
    size_t           remains = op_find(ops, event, W_REMAIN);
    if (remains) return remains_holds(t, w, event, ops[remains].value == REMAIN_ACTIVE);
    k.past = true;
    return has_happened(&k, event, w->deeds_from);
}

static const uint32_t LEAVING = BIT(DEED_SHATTER) | BIT(DEED_EXILE) | BIT(DEED_RETURN) |
                                BIT(DEED_SACRIFICE) | BIT(DEED_LEAVE);

// "if it Shatters* Exile it": the card is meant where that has taken it.
static void follow_fallen(struct table *t, struct work *w, size_t nested)
{
    const struct oversoul_state *s     = peek(t);
    size_t                       event = op_find(t->pool->ops, nested, W_EVENT);
    if (!event || !(deeds_named(t->pool->ops, event) & LEAVING)) return;
    for (unsigned i = w->deeds_from; i < s->deed_count; i++)
        for (unsigned j = 0; LEAVING >> s->deeds[i].kind & 1 && j < w->named_count; j++)
            if (w->named[j].card == s->deeds[i].card &&
                (uint8_t)(w->named[j].generation + 1) == s->generation[w->named[j].card])
                follow_move(t, w, w->named[j].card);
}

// What the action just done brought down: its place and its numbers are known still (OVE-R312).
static void note_fallen(const struct oversoul_state *s, struct work *w)
{
    for (unsigned j = 0; j < w->named_count; j++) {
        struct chosen *c = &w->named[j];
        if ((uint8_t)(c->generation + 1) != s->generation[c->card]) continue;
        for (unsigned i = w->deeds_from; i < s->deed_count; i++)
            if (LEAVING >> s->deeds[i].kind & 1 && s->deeds[i].card == c->card) c->line |= FELL;
    }
}

static bool nested_holds(const struct table *t, const struct work *w, size_t nested)
{
    const struct op *ops = t->pool->ops;
    struct scope     k   = work_scope(t, w);
    for (size_t n = op_child(nested); n < op_after(ops, nested); n = op_after(ops, n))
        switch (ops[n].code) {
        case W_EFFECTS:
        case W_ELSE:
        case W_OFFER:
        case W_LIMIT: break;
        case W_BEEN:
        case W_EVENT:
            if (!nested_event_holds(t, w, n)) return false;
            break;
        case W_INFO:
        case W_DURING:
        case W_WHILE:
            if (!info_holds(&k, n)) return false;
            break;
        case W_NOTE: // "unless ..."
            if (!note_holds(&k, n)) return false;
            break;
        default:
            if (!condition_holds(&k, n)) return false;
            break;
        }
    return true;
}

// Conditions in brackets behind the clause. Of a change a "while" says how long it lasts, see
// lasting_of().
static bool notes_hold(const struct table *t, const struct work *w)
{
    const struct op *ops  = t->pool->ops;
    struct scope     k    = work_scope(t, w);
    size_t           verb = op_child(w->pc);
    for (size_t n = op_after(ops, verb); n < op_after(ops, w->pc); n = op_after(ops, n)) {
        bool asks = ops[n].code == W_NOTE ||
                    (ops[n].code == W_WHILE && is_done_at_once(&ops[verb]));
        if (asks && !note_holds(&k, n)) return false;
        if (ops[n].code == W_DURING && !during_holds(t, w->seat, n)) return false;
    }
    return true;
}

// Moves on to the next clause that is to be carried out; false at the end.
static bool next_clause(struct table *t, struct work *w)
{
    const struct op *ops = t->pool->ops;
    while (w->pc < w->end) {
        size_t here = w->pc;
        if (asks_which_way(ops, here)) return true;
        if (ops[here].code == W_CLAUSE) {
            if (notes_hold(t, w)) return true;
            w->done = 0; // OVE-710
            w->pc   = (uint32_t)op_after(ops, here);
        } else if (ops[here].code == W_NESTED) {
            bool holds = nested_holds(t, w, here);
            if (holds) show_met_by(t, w, here);
            go_into(ops, w, here, holds);
            if (holds) follow_fallen(t, w, here);
        } else if (ops[here].code == W_LATER) {
            put_off(t, w, here);
            w->pc = (uint32_t)op_after(ops, here);
        } else if (ops[here].code == W_THEN_IF) {
            w->pc = (uint32_t)after_then_if(t, w, here); // OVE-710
        } else {
            w->pc = (uint32_t)op_after(ops, here);
        }
    }
    return false;
}

// Behind a clause comes its next "then to", each an action of its own, or the next clause.
static void leave_clause(const struct op *ops, struct work *w)
{
    if (then_to(ops, w->pc, w->part)) {
        w->part++;
        return;
    }
    w->part = 0;
    w->pc   = (uint32_t)op_after(ops, w->pc);
}

// --- "would" Laws (OVE-923) ---------------------------------------------------------------------

// Everything at once, while something else happens; such lines hold nothing that asks.
void carry_out_now(struct table *t, card_id c, const struct held *h, card_id it)
{
    struct oversoul_state *s       = state(t);
    const struct ability  *a       = &book(t)->abilities[h->ability];
    struct work           *w       = &s->works[s->work_count++];
    bool                   at_once = s->at_once; // what this replaces was
    if (at_once) end_at_once(t);
    *w          = (struct work){ .pc          = a->effects_from,
                                 .end         = a->effects_end,
                                 .ability     = h->ability,
                                 .card        = c,
                                 .source      = h->source,
                                 .seat        = seat_of(s, c),
                                 .times       = 1,
                                 .done        = 1,
                                 .generation  = s->generation[c],
                                 .named_count = 1 };
    w->named[0] = (struct chosen){ .card = it, .generation = s->generation[it] };
    for (; next_clause(t, w); leave_clause(t->pool->ops, w)) {
        w->deeds_from = s->deed_count;
        settle_aims(t, w);
        do_clause(t, w);
    }
    *w = (struct work){ 0 };
    s->work_count--;
    if (at_once) begin_at_once(t, true);
}

// --- the flow -----------------------------------------------------------------------------------

bool activates_for_free(const struct table *t)
{
    const struct oversoul_state *s = peek(t);
    return s->work_count && op_find(t->pool->ops, op_child(work_at(s)->pc), W_WITHOUT_ENERGY);
}

// Verbs that ask for more than cards have a flow of their own.
static enum flow_id flow_of_verb(const struct table *t, const struct work *w)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(w->pc);
    switch (ops[verb].code) {
    case W_SPAWN: return FLOW_SPAWN;
    case W_GAZE: return FLOW_GAZE;
    case W_DRAW: return is_described(ops, op_find(ops, verb, W_OBJECT)) ? FLOW_SEARCH : FLOW_NONE;
    case W_DISCARD:
        return searches_deck(ops, op_find(ops, verb, W_OBJECT)) ? FLOW_SEARCH : FLOW_DISCARD;
    case W_ACTIVATE: return FLOW_ACTIVATE;
    case W_ATTACH: return FLOW_ATTACH;
    case W_DO:
        if (is_sacrifice(&ops[verb]) && player_said(t, w)) return FLOW_SACRIFICE;
        return ops[verb].value == DO_PREPARE ? FLOW_PREPARE : FLOW_NONE;
    default: return FLOW_NONE;
    }
}

// "Gaze 1 at your Deck (Gaze 3 at your Deck instead if ...)": of a verb with a flow, and of words
// that do not speak of each card, the whole clause is replaced; else do_clause() looks at each.
static bool is_replaced_whole(const struct table *t, struct work *w, size_t instead)
{
    struct scope k      = work_scope(t, w);
    uint32_t     clause = w->pc;
    bool whole = flow_of_verb(t, w) != FLOW_NONE || replaces_all(t->pool->ops, clause, instead);
    w->pc      = (uint32_t)instead;
    whole |= flow_of_verb(t, w) != FLOW_NONE;
    w->pc = clause;
    return whole && condition_holds(&k, op_after(t->pool->ops, op_child(instead)));
}

static uint32_t clause_done(const struct table *t, struct work *w)
{
    const struct op *ops = t->pool->ops;
    for (size_t n = op_find(ops, w->pc, W_INSTEAD_IF); n && n < op_after(ops, w->pc);
         n        = op_after(ops, n))
        if (ops[n].code == W_INSTEAD_IF && is_replaced_whole(t, w, n)) return (uint32_t)n;
    return w->pc;
}

// Changes are no deeds, but carried out all the same.
static bool has_changed(const struct table *t, const struct work *w)
{
    bool some = w->done;
    switch (t->pool->ops[op_child(w->pc)].code) {
    case W_GAIN:
    case W_GIVE:
    case W_LOSE:
    case W_BECOME:
    case W_SET:
    case W_CHANGE:
    case W_ABLE:
    case W_PLACE_MARKS:
        for (unsigned i = 0; i < w->aim_count; i++)
            some |= is_active(peek(t), w->aim[i]) && is_affected(t, w, w->aim[i]);
        return some;
    case W_GAZE:
    case W_COPY:
    case W_STEAL:
    case W_GENERATE:
    case W_COSTING:
    case W_ADDITIONAL:
    case W_CANCEL:
    case W_UNAFFECTED:
    case W_LEAVING:
    case W_ATTACH:
    case W_TRIGGER: return some;
    default: return false;
    }
}

// Every clause is an action of its own (OVE-709); one that was skipped is none. frame: b = first
// deed of the action before, op = the clause.
enum effects_step {
    EFFECTS_BEGIN,
    EFFECTS_FLOW_DONE,
    EFFECTS_AIMS_CHOSEN,
    EFFECTS_NUMBER_CHOSEN,
    EFFECTS_WAY_CHOSEN,
    EFFECTS_MAY_ANSWERED
};
enum flow carry_out(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct work           *w = work_of(s);
    FLOW_BEGIN(f);
    while (!s->core.over && next_clause(t, w)) { // OVE-940
        if (asks_which_way(t->pool->ops, w->pc)) {
            ask(&s->core, w->seat,
                t->pool->ops[w->pc].code == W_MODES ? QUESTION_MODE : QUESTION_MAY, (uint16_t)w->pc,
                w->card);
            FLOW_PAUSE(f, EFFECTS_WAY_CHOSEN);
            take_way(t, w);
            continue;
        }
        if (who_may(t, w) != NO_SEAT) {
            ask(&s->core, who_may(t, w), QUESTION_MAY, (uint16_t)w->pc, w->card);
            FLOW_PAUSE(f, EFFECTS_MAY_ANSWERED);
            if (answer_of(&s->core, who_may(t, w)).kind == CHOOSE_DECLINE) {
                w->done = 0;
                leave_clause(t->pool->ops, w);
                continue;
            }
        }
        f->last_from = s->last_from;
        begin_action(t);
        w->deeds_from = s->deed_count;
        f->op         = w->pc;
        w->pc         = clause_done(t, w);
        show_spoken_of(t, w);
        if (book(t)->demands[w->pc].up_to) { // D24
            ask(&s->core, w->seat, QUESTION_NUMBER, book(t)->demands[w->pc].up_to, w->card);
            FLOW_PAUSE(f, EFFECTS_NUMBER_CHOSEN);
            w->number = (uint8_t)(answer_of(&s->core, w->seat).option + 1);
        }
        if (flow_of_verb(t, w) != FLOW_NONE) {
            call(s, flow_of_verb(t, w));
            FLOW_PAUSE(f, EFFECTS_FLOW_DONE);
        } else {
            if (ask_aims(t, w)) {
                FLOW_PAUSE(f, EFFECTS_AIMS_CHOSEN);
                take_aims(t, w);
            }
            do_clause(t, w);
        }
        if (w->searched) close_decks(t, w);
        w->number = 0;
        end_action(t);
        if (s->deed_count == s->last_from && !has_changed(t, w)) s->last_from = f->last_from;
        note_fallen(s, w);
        w->pc = f->op;
        leave_clause(t->pool->ops, w);
    }
    *w = (struct work){ 0 };
    s->work_count--;
    FLOW_END(f);
}
