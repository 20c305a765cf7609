// steps.c - verbs that ask more than which cards: Spawn, Gaze, searching a Deck, Discard, Sacrifice
// by others, Prepare, Activate and Attach by an Ability (OVE-853 to OVE-857, OVE-862, OVE-864,
// OVE-868, OVE-876).
#include "games/oversoul/lines.h"

#include "engine/chance.h"

// --- places -------------------------------------------------------------------------------------

static bool is_totem_clause(const struct op *ops, size_t clause)
{
    return totem_stats(ops, op_child(clause)) != 0;
}

static size_t empty_zones(const struct table *t, seat_id seat, bool events, struct choice *out)
{
    return list_zones(seat, free_zones(peek(t), seat) & zones_of_kind(events), out);
}

// "in <zone>" allows one kind of zone only.
static bool zone_word_allows(const struct op *ops, size_t verb, bool events)
{
    size_t in = op_find(ops, verb, W_IN_ZONE);
    if (!in) return true;
    unsigned word = (unsigned)ops[op_find(ops, op_find(ops, in, W_ZONE), W_ZONENAME)].value;
    return word == ZONE_ANY || word == (unsigned)(events ? ZONE_EVENT : ZONE_UNIT);
}

// Hosts that the clause names ("to the selection"), or all legal ones.
static size_t named_hosts(const struct table *t, size_t object, seat_id seat, bool events,
                          struct choice *out)
{
    const struct oversoul_state *s = peek(t);
    struct scope                 k = work_scope(t, work_at(s));
    size_t                       n = 0;
    for (unsigned z = events ? E1 : U1; z <= (events ? (unsigned)E3 : (unsigned)U5); z++) {
        card_id host = host_in(s, zone_for(seat, z));
        if (why_not_host(t, seat, events, host) || (object && !fits(&k, object, host))) continue;
        out[n++] = (struct choice){ .kind = CHOOSE_HOST, .card = host };
    }
    return n;
}

size_t spawn_places(const struct table *t, card_id c, struct choice *out)
{
    const struct oversoul_state *s    = peek(t);
    const struct work           *w    = work_at(s);
    const struct op             *ops  = t->pool->ops;
    size_t                       verb = op_child(w->pc), to = op_find(ops, verb, W_TO);
    size_t                       as = op_find(ops, verb, W_AS_CONSTRUCT);
    if (c == NO_CARD)
        return zone_word_allows(ops, verb, false) ? empty_zones(t, w->seat, false, out) : 0;
    const struct face *f    = face_of(t, c);
    seat_id            seat = card_in(s, c)->owner; // OVE-118
    if (as || f->kind == KIND_CONSTRUCT) {
        bool events = as ? ops[op_find(ops, as, W_CONROLE)].value == CONROLE_EVENT
                         : f->construct_event;
        return named_hosts(t, to ? op_find(ops, to, W_OBJECT) : 0, seat, events, out);
    }
    bool events = needs_event_zone(f);
    return zone_word_allows(ops, verb, events) ? empty_zones(t, seat, events, out) : 0;
}

// The card comes from hand, Deck, Idle Zone or Exile to the board.
static void bring_to_zone(struct table *t, card_id c, zone_id zone)
{
    struct oversoul_state *s = state(t);
    s->generation[c]++;
    s->cards[c].flags = (uint8_t)(s->cards[c].flags & (CARD_MODIFIED | CARD_SEEN));
    card_move(&s->core, c, zone, BOTTOM);
    touch(s);
}

// --- Spawn (OVE-857) ----------------------------------------------------------------------------

static bool may_spawn(const struct table *t, const struct work *w, card_id c)
{
    const struct oversoul_state *s = peek(t);
    if (c == NO_CARD) return true;
    const struct face *f    = face_of(t, c);
    const struct side *side = &s->side[card_in(s, c)->owner];
    if (is_event_without_hp(f) || cannot(t, c, IS_SPAWNED, w->card)) return false; // OVE-413
    if (is_board_card(s, c)) return is_leader_seated(s, c) && side->rank == 5;     // OVE-R376
    return rank_to_enter(t, c) <= side->rank || side->leader == c;                 // OVE-320
}

static void damage_spawned(struct table *t, const struct work *w, card_id c)
{
    struct oversoul_state *s    = state(t);
    const struct op       *ops  = t->pool->ops;
    size_t                 with = op_find(ops, op_child(w->pc), W_WITH_DAMAGE);
    struct scope           k    = work_scope(t, w);
    if (!with) return;
    int left              = amount_of(&k, op_find(ops, with, W_AMOUNT));
    int damage            = body_at(s, c)->hp - left;
    body_of(s, c)->damage = (uint8_t)(damage < 0 ? 0 : damage);
    note_wounds(s, body_at(s, c));
    touch_card(s, c);
    reckon(t);
}

static card_id new_totem(struct table *t, const struct work *w, zone_id zone)
{
    const struct op *ops  = t->pool->ops;
    size_t           with = totem_stats(ops, op_child(w->pc)), n = op_child(with);
    struct scope     k = work_scope(t, w);
    int              stat[3];
    for (unsigned i = 0; i < 3; i++, n = op_after(ops, n)) stat[i] = amount_of(&k, n);
    card_id c = spawn_totem(t, w->seat, w->card, zone, stat[0], stat[1], stat[2]);
    for (; c != NO_CARD && n < op_after(ops, with); n = op_after(ops, n)) // "and GUARD"
        gain_keyword(t, c, (unsigned)ops[n].value, 0,
                     (struct lasting){ .seat = w->seat, .source = w->card });
    return c;
}

// A Leader below RANK V goes to the Leader Zone instead (OVE-934).
static bool sits_down(const struct oversoul_state *s, card_id c)
{
    if (c == NO_CARD) return false;
    const struct side *side = &s->side[card_in(s, c)->owner];
    return side->leader == c && side->rank < 5;
}

static void put_spawned(struct table *t, struct work *w, card_id c, struct choice place)
{
    struct oversoul_state *s = state(t);
    if (place.kind == CHOOSE_HOST) {
        attach(t, c, place.card, ATTACH_SPAWNED);
    } else if (c == NO_CARD) {
        c = new_totem(t, w, (zone_id)place.target);
        if (c == NO_CARD) { // forbidden, or no card is left to stand for it (OVE-R130)
            w->done = 0;
            return;
        }
        enter_active(t, c, true, NO_ZONE);
    } else if (sits_down(s, c)) {
        return_card(t, c, ZONE_HAND, BOTTOM, because(OVE_934)); // sits down in the Leader Zone
    } else {
        zone_id from = card_in(s, c)->zone;
        bring_to_zone(t, c, (zone_id)place.target);
        enter_active(t, c, true, from);
    }
    damage_spawned(t, w, c);
    follow_move(t, w, c);
    if (!is_totem_clause(t->pool->ops, w->pc)) return;
    if (w->named_count < NAMED_MAX)
        w->named[w->named_count++] = (struct chosen){ .card = c, .generation = s->generation[c] };
}

// That it cannot be done with a hidden card tells something of it, so that nothing is taken back.
static void fail_with(struct oversoul_state *s, struct work *w, card_id c)
{
    w->done = 0;
    if (c != NO_CARD && !is_known_to_all(s, c)) s->core.learned++;
}

// frame: n = how many done, m = how many in all, card = the present one, g = named before.
enum spawn_step { SPAWN_BEGIN, SPAWN_CARDS_CHOSEN, SPAWN_PLACE_CHOSEN };
enum flow spawn_cards(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct work           *w = work_of(s);
    struct choice          list[8], place;
    size_t                 count;
    FLOW_BEGIN(f);
    w->done = 1;
    if (is_totem_clause(t->pool->ops, w->pc)) {
        f->named_before = w->named_count;
        f->count = (uint16_t)clause_amount(t, w, op_find(t->pool->ops, op_child(w->pc), W_OBJECT));
    } else {
        if (ask_aims(t, w)) {
            FLOW_PAUSE(f, SPAWN_CARDS_CHOSEN);
            take_aims(t, w);
        }
        f->count = w->aim_count;
        w->done  = f->count > 0 && has_all_aims(t, w);
    }
    for (f->n = 0; f->n < f->count; f->n++) {
        f->card = is_totem_clause(t->pool->ops, w->pc) ? NO_CARD : w->aim[f->n];
        count   = may_spawn(t, w, f->card) ? spawn_places(t, f->card, list) : 0;
        if (sits_down(s, f->card) && may_spawn(t, w, f->card)) {
            list[0] = (struct choice){ .kind   = CHOOSE_ZONE,
                                       .target = zone_for(card_in(s, f->card)->owner, LEADER) };
            count   = 1;
        }
        if (count == 0) {
            fail_with(s, w, f->card);
            continue;
        }
        place = list[0];
        if (count > 1) {
            if (f->card != NO_CARD) card_show(&s->core, f->card, EVERYBODY); // it will lie face-up
            ask(&s->core, w->seat, list[0].kind == CHOOSE_ZONE ? QUESTION_ZONE : QUESTION_HOST, 1,
                f->card);
            FLOW_PAUSE(f, SPAWN_PLACE_CHOSEN);
            place = answer_of(&s->core, w->seat);
        }
        put_spawned(t, w, f->card, place);
    }
    if (is_totem_clause(t->pool->ops, w->pc)) settle_names(t, w, f->named_before);
    if (f->count > 1) hear_of_each_other(t);
    FLOW_END(f);
}

// --- Gaze (OVE-876) -----------------------------------------------------------------------------

static seat_id gazed_deck(const struct table *t, const struct work *w)
{
    const struct op *ops  = t->pool->ops;
    int              side = ops[op_find(ops, op_child(w->pc), W_DECKSIDE)].value;
    if (side == DECK_YOURS) return w->seat;
    if (side == DECK_EITHER) return either_deck(t, w);
    seat_id seat = next_seat(t->state, w->seat);
    while (!is_opponent_meant(t, w, seat)) seat = next_seat(t->state, seat);
    return seat;
}

// Faces move, places stay: the others cannot tell which card went where.
static void lay_back(struct table *t, seat_id viewer, zone_id deck, const card_id *order,
                     size_t count)
{
    struct oversoul_state *s = state(t);
    card_id                place[PICKS_MAX];
    struct card_face       face[PICKS_MAX];
    bool                   moved = false;
    card_id                at    = zone_top(&s->core, deck);
    for (size_t i = 0; i < count; i++, at = card_below(&s->core, at)) {
        place[i] = at;
        face[i]  = card_face(&s->core, order[i]);
        moved |= place[i] != order[i];
    }
    if (!moved) return;
    for (size_t i = 0; i < count; i++) {
        card_set_face(&s->core, place[i], face[i]);
        card_hide(&s->core, place[i], (seat_set)BIT(viewer));
    }
    modifiers_follow(&s->core, order, place, count);
}

static void look_at_top(struct table *t, seat_id viewer, zone_id deck, unsigned count)
{
    card_id c = zone_top(t->state, deck);
    for (unsigned i = 0; i < count; i++, c = card_below(t->state, c))
        card_show(t->state, c, (seat_set)BIT(viewer));
}

// What was Gazed at is "it" if the line has named nothing else (OVE-R166).
static void name_top(const struct table *t, struct work *w, zone_id deck, unsigned count)
{
    const struct oversoul_state *s = peek(t);
    if (w->named_count || w->selecting) return;
    for (card_id c = zone_top(&s->core, deck); count-- > 0 && w->named_count < NAMED_MAX;
         c         = card_below(&s->core, c))
        w->named[w->named_count++] = (struct chosen){ .card = c, .generation = s->generation[c] };
}

// frame: n = cards looked at, a = whose Deck.
enum gaze_step { GAZE_BEGIN, GAZE_ORDERED };
enum flow gaze(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct work           *w = work_of(s);
    zone_id                deck;
    FLOW_BEGIN(f);
    f->owner = gazed_deck(t, w);
    deck     = zone_for(f->owner, DECK);
    f->n     = (uint16_t)clause_number(t, w);
    if (f->n > zone_size(&s->core, deck)) f->n = zone_size(&s->core, deck);
    if (f->n > PICKS_MAX) f->n = PICKS_MAX;
    look_at_top(t, w->seat, deck, f->n);
    happened(t, HAPPENED_GAZE, w->seat, w->card, s->side[f->owner].leader, f->n, work_reason(t, w));
    w->done = f->n > 0;
    if (op_find(t->pool->ops, op_child(w->pc), W_LOOK)) {
        w->named_count = 0; // these are "it" and "them" from then on
        w->selecting   = 0;
        name_top(t, w, deck, f->n);
        return FLOW_DONE;
    }
    if (f->n > 1) {
        ask_several(&s->core, w->seat, QUESTION_GAZE, (uint8_t)f->n, (uint8_t)f->n, f->n, f->owner);
        FLOW_PAUSE(f, GAZE_ORDERED);
        lay_back(t, w->seat, zone_for(f->owner, DECK), s->core.question[w->seat].pick, f->n);
    }
    name_top(t, w, zone_for(f->owner, DECK), f->n);
    FLOW_END(f);
}

// --- described cards of a Deck (OVE-719) --------------------------------------------------------

bool is_described(const struct op *ops, size_t object)
{
    if (is_pronoun_object(ops, object)) return false;
    for (size_t n = op_child(object); n < op_after(ops, object); n = op_after(ops, n)) {
        if (ops[n].code == W_WITH || ops[n].code == W_WITHOUT || ops[n].code == W_NOT_ON)
            return true;
        if (ops[n].code != W_GROUP) continue;
        size_t word = op_child(n);
        if (ops[n].size != 2 || ops[word].code != W_NOUN || ops[word].value > NOUN_CARDS)
            return true;
    }
    return false;
}

bool names_deck(const struct op *ops, size_t object)
{
    size_t in = op_find(ops, object, W_IN);
    return in && ops[op_find(ops, op_find(ops, in, W_ZONE), W_ZONENAME)].value == ZONE_DECK;
}

bool searches_deck(const struct op *ops, size_t object)
{
    return names_deck(ops, object) && is_described(ops, object);
}

static bool names_opposing_zone(const struct op *ops, size_t object)
{
    size_t in   = op_find(ops, object, W_IN);
    size_t side = in ? op_find(ops, op_find(ops, in, W_ZONE), W_ZONESIDE) : 0;
    return side && ops[side].value == ZONESIDE_OPPOSING;
}

static size_t opposing_players(const struct table *t, const struct work *w, seat_id *out)
{
    size_t n = 0;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (is_opponent_meant(t, w, seat)) out[n++] = seat;
    return n;
}

bool names_either_deck(const struct op *ops, size_t object)
{
    size_t in = op_find(ops, object, W_IN);
    return in && is_either_deck(ops, in);
}

static bool names_other_deck(const struct op *ops, size_t object)
{
    return names_opposing_zone(ops, object) || names_either_deck(ops, object);
}

// Whose hands or Decks: of the players named, or of those the phrase names ("the opposing hand").
size_t owners_of(const struct table *t, const struct work *w, seat_id *out)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(w->pc), object = op_find(ops, verb, W_OBJECT);
    if (names_opposing_zone(ops, object) && !player_said(t, w)) return opposing_players(t, w, out);
    if (!names_either_deck(ops, object)) return players_of(t, w, out);
    out[0] = either_deck(t, w);
    return 1;
}

// Cards of the Deck being searched that fit; about = whose Deck.
size_t search_candidates(const struct table *t, card_id *out, size_t max)
{
    const struct oversoul_state *s      = peek(t);
    const struct work           *w      = work_at(s);
    size_t                       object = op_find(t->pool->ops, op_child(w->pc), W_OBJECT), n = 0;
    struct scope                 k    = work_scope(t, w);
    seat_id                      seat = s->frames[s->core.depth - 1].owner;
    EACH_IN_ZONE(c, &s->core, zone_for(seat, DECK))
        if (n < max && fits(&k, object, c)) out[n++] = c;
    return n;
}

// "all cards"; *must tells whether fewer than the number will not do.
static bool wants_all(const struct table *t, const struct work *w, size_t object, uint8_t *must)
{
    struct scope k = work_scope(t, w);
    int          least, most = object_count(&k, object, &least);
    size_t       amount = op_find(t->pool->ops, object, W_AMOUNT);
    bool         any    = amount && t->pool->ops[amount].value == AMOUNT_ANY;
    *must               = least > 0 || (most < 0 && !any);
    return most < 0;
}

static bool is_random_clause(const struct op *ops, size_t clause)
{
    return op_find(ops, clause, W_AT_RANDOM) ||
           op_find(ops, op_find(ops, op_child(clause), W_OBJECT), W_AT_RANDOM);
}

static void take_found(struct table *t, struct work *w, card_id c, seat_id seat)
{
    struct oversoul_state *s = state(t);
    card_show(&s->core, c, EVERYBODY);
    if (t->pool->ops[op_child(w->pc)].code == W_DRAW)
        draw_card(t, seat, c, work_reason(t, w));
    else
        discard(t, c, work_reason(t, w));
    if (w->named_count < NAMED_MAX)
        w->named[w->named_count++] = (struct chosen){ .card = c, .generation = s->generation[c] };
}

// As many as are wanted, if the Deck holds so many: that fewer fit is said by who searches.
static uint8_t picks_in_deck(const struct table *t, seat_id seat, unsigned wanted)
{
    unsigned size = zone_size(t->state, zone_for(seat, DECK)), most = wanted < size ? wanted : size;
    return (uint8_t)(most < PICKS_MAX ? most : PICKS_MAX);
}

// frame: a = whose Deck, b = who searches it, n = Decks done, m = cards wanted, g = named before.
enum search_step { SEARCH_BEGIN, SEARCH_CHOSEN };
enum flow search_deck(struct table *t, struct frame *f)
{
    struct oversoul_state *s      = state(t);
    struct work           *w      = work_of(s);
    const struct op       *ops    = t->pool->ops;
    size_t                 object = op_find(ops, op_child(w->pc), W_OBJECT), count;
    uint8_t                must;
    bool                   all;
    seat_id                seats[SEATS_MAX];
    card_id                list[128];
    FLOW_BEGIN(f);
    f->named_before = w->named_count;
    w->done         = 1;
    for (f->n = 0; f->n < owners_of(t, w, seats); f->n++) {
        owners_of(t, w, seats);
        f->owner  = seats[f->n];
        f->seeker = names_other_deck(ops, object) && !player_said(t, w) ? w->seat : f->owner;
        f->count  = (uint16_t)clause_amount(t, w, object);
        EACH_IN_ZONE(c, &s->core, zone_for(f->owner, DECK))
            card_show(&s->core, c, (seat_set)BIT(f->seeker));
        count = search_candidates(t, list, COUNT(list));
        all   = wants_all(t, w, object, &must);
        if (all)
            f->count = (uint16_t)(must ? count : zone_size(&s->core, zone_for(f->owner, DECK)));
        happened(t, HAPPENED_SEARCH, f->seeker, NO_CARD, NO_CARD, f->count, work_reason(t, w));
        if (all && must) {
            for (size_t i = 0; i < count; i++) take_found(t, w, list[i], f->owner);
        } else if (is_random_clause(ops, w->pc)) {
            if (must && f->count > count) w->done = 0;
            if (f->count > count) f->count = (uint16_t)count;
            for (; f->count > 0; f->count--) {
                count = search_candidates(t, list, COUNT(list));
                take_found(t, w, list[pick(t, (unsigned)count)], f->owner);
            }
        } else if (f->count > 0 && zone_size(&s->core, zone_for(f->owner, DECK)) > 0) {
            // Also if nothing (more) fits: not being asked would tell the others so (D18,
            // OVE-R331), and until the answer nothing else may depend on it either.
            ask_several(&s->core, f->seeker, QUESTION_SEARCH, 0,
                        picks_in_deck(t, f->owner, f->count), (uint16_t)w->pc, f->owner);
            FLOW_PAUSE(f, SEARCH_CHOSEN);
            wants_all(t, w, object, &must);
            if (s->core.question[f->seeker].picked < (must ? f->count : 1)) w->done = 0;
            for (unsigned i = 0; i < s->core.question[f->seeker].picked; i++)
                take_found(t, w, s->core.question[f->seeker].pick[i], f->owner);
        } else if (must && f->count > 0) { // no Deck is left
            w->done = 0;
        }
        shuffle(t, zone_for(f->owner, DECK), STREAM_DECK + f->owner, work_reason(t, w));
    }
    settle_names(t, w, f->named_before);
    FLOW_END(f);
}

// --- Discard (OVE-864) --------------------------------------------------------------------------

size_t discard_candidates(const struct table *t, seat_id seat, card_id *out, size_t max)
{
    const struct oversoul_state *s   = peek(t);
    const struct op             *ops = t->pool->ops;
    const struct work           *w   = work_at(s);
    size_t       verb = op_child(w->pc), object = op_find(ops, verb, W_OBJECT), n = 0;
    struct scope k = work_scope(t, w);
    if (player_said(t, w) && !names_opposing_zone(ops, object))
        k.seat = seat; // "your opponent Discards 1 card": of their own hand
    EACH_IN_ZONE(c, &s->core, zone_for(seat, HAND))
        if (n < max && fits(&k, object, c)) out[n++] = c;
    return n;
}

// What was Discarded is "it" from now on (OVE-712).
static void discard_and_name(struct table *t, struct work *w, card_id c)
{
    discard(t, c, work_reason(t, w));
    if (w->named_count < NAMED_MAX)
        w->named[w->named_count++] = (struct chosen){ .card       = c,
                                                      .generation = peek(t)->generation[c] };
}

static void discard_top(struct table *t, struct work *w, seat_id seat, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        card_id top = zone_top(t->state, zone_for(seat, DECK));
        if (top == NO_CARD)
            w->done = 0;
        else
            discard_and_name(t, w, top);
    }
}

static void discard_at_random(struct table *t, struct work *w, seat_id seat, unsigned count,
                              bool must)
{
    for (unsigned i = 0; i < count; i++) {
        card_id list[128];
        size_t  n = discard_candidates(t, seat, list, COUNT(list));
        if (n)
            discard_and_name(t, w, list[pick(t, (unsigned)n)]);
        else if (must)
            w->done = 0;
    }
}

// Fewer cards in the hand than are wanted: that much everybody sees. Whether enough of them fit is
// not known before they are Discarded.
static unsigned no_more_than_held(const struct table *t, struct work *w, seat_id seat, int wanted,
                                  int fitting, bool must)
{
    int most = most_of_hand(t, seat, wanted, fitting);
    if (must && wanted > most) w->done = 0;
    return (unsigned)most;
}

static void discard_named(struct table *t, struct work *w)
{
    for (unsigned i = 0; i < w->aim_count; i++) {
        unsigned zone = zone_kind(card_in(peek(t), w->aim[i])->zone);
        if (zone != HAND && zone != DECK) continue;
        if (is_affected(t, w, w->aim[i])) discard(t, w->aim[i], work_reason(t, w));
        follow_move(t, w, w->aim[i]);
    }
    w->done = w->aim_count > 0;
}

// frame: a = who Discards, n = players done, m = cards wanted, b = that many are a must, g = named
// before.
enum discard_step { DISCARD_BEGIN, DISCARD_CHOSEN, DISCARD_NAMED_CHOSEN };
enum flow discard_cards(struct table *t, struct frame *f)
{
    struct oversoul_state *s      = state(t);
    struct work           *w      = work_of(s);
    const struct op       *ops    = t->pool->ops;
    size_t                 object = op_find(ops, op_child(w->pc), W_OBJECT), count;
    seat_id                seats[SEATS_MAX];
    card_id                list[128];
    bool                   all;
    FLOW_BEGIN(f);
    if (is_pronoun_object(ops, object) || is_of_named(ops, object)) {
        if (player_said(t, w) && players_of(t, w, seats) == 1) w->chooser = (uint8_t)(seats[0] + 1);
        w->aim_count = 0;
        if (!op_find(ops, object, W_AMOUNT)) {
            settle_aims(t, w);
        } else if (ask_aims(t, w)) { // "1 of them"
            FLOW_PAUSE(f, DISCARD_NAMED_CHOSEN);
            take_aims(t, w);
        }
        w->chooser = 0;
        discard_named(t, w);
        return FLOW_DONE;
    }
    f->named_before = w->named_count;
    w->done         = 1;
    for (f->n = 0; f->n < owners_of(t, w, seats); f->n++) {
        owners_of(t, w, seats);
        f->discarder = seats[f->n];
        f->count     = (uint16_t)clause_amount(t, w, object);
        f->must      = 0;
        if (names_deck(ops, object) || op_find(ops, object, W_TOP_OF)) {
            discard_top(t, w, f->discarder, f->count);
            continue;
        }
        count    = discard_candidates(t, f->discarder, list, COUNT(list));
        all      = wants_all(t, w, object, &f->must);
        f->count = (uint16_t)no_more_than_held(t, w, f->discarder, all ? -1 : f->count, (int)count,
                                               f->must);
        // Nobody but its owner sees a hand, so nobody else chooses from it.
        if (is_random_clause(ops, w->pc) || (f->discarder != w->seat && !player_said(t, w)) ||
            (f->count == count && f->must && !is_described(ops, object))) {
            discard_at_random(t, w, f->discarder, f->count, f->must);
        } else if (all && f->must) {
            for (size_t i = 0; i < count; i++) discard_and_name(t, w, list[i]);
        } else if (f->count > 0) {
            ask_several(&s->core, f->discarder, QUESTION_DISCARD, (uint8_t)(f->must ? f->count : 0),
                        (uint8_t)f->count, (uint16_t)w->pc, w->card);
            FLOW_PAUSE(f, DISCARD_CHOSEN);
            // One is enough for "up to" and "any number".
            if (s->core.question[f->discarder].picked < (f->must ? f->count : 1)) w->done = 0;
            for (unsigned i = 0; i < s->core.question[f->discarder].picked; i++)
                discard_and_name(t, w, s->core.question[f->discarder].pick[i]);
        }
    }
    settle_names(t, w, f->named_before);
    FLOW_END(f);
}

// --- "Your opponent Sacrifices 1 Unit" (OVE-862, OVE-R229) ---------------------------------------

// One player after the other chooses, then it is done to all cards at once. frame: n = players
// done.
enum sacrifice_step { SACRIFICE_BEGIN, SACRIFICE_CHOSEN };
enum flow sacrifice_cards(struct table *t, struct frame *f)
{
    struct work *w = work_of(state(t));
    seat_id      seats[SEATS_MAX];
    FLOW_BEGIN(f);
    w->aim_count = 0;
    if (is_pronoun_object(t->pool->ops, clause_object(t->pool->ops, w))) {
        settle_aims(t, w);
    } else
        for (f->n = 0; f->n < players_of(t, w, seats); f->n++) {
            w->chooser = (uint8_t)(1 + seats[f->n]);
            if (ask_aims(t, w)) {
                FLOW_PAUSE(f, SACRIFICE_CHOSEN);
                take_aims(t, w);
            }
        }
    w->chooser = 0;
    do_clause(t, w);
    FLOW_END(f);
}

// --- Prepare by an Ability (OVE-853) ------------------------------------------------------------

static void put_prepared(struct table *t, struct work *w, card_id c, zone_id zone)
{
    struct oversoul_state *s    = state(t);
    seat_id                seat = card_in(s, c)->owner;
    // What was marked is the place, which stays in the hand.
    s->cards[c].flags = (uint8_t)(s->cards[c].flags & ~CARD_FACE_DOWN);
    if (is_hand_card(s, c)) mix_hand_before(t, seat, &c);
    bring_to_zone(t, c, zone);
    s->cards[c].flags = (uint8_t)(s->cards[c].flags | CARD_FACE_DOWN);
    pending_body(s, c);
    body_of(s, c)->flags = BODY_PREPARED_NOW;
    card_show(&s->core, c, seats_of_team(&s->core, s->core.team[seat]));
    mark_kind(s, c);
    reckon(t);
    happened(t, HAPPENED_PREPARED, seat, c, NO_CARD, 0, work_reason(t, w));
    did(t, DEED_PREPARED, seat, c, NO_CARD, 0);
    follow_move(t, w, c);
}

// Who sees the card says where it goes.
static seat_id who_lays(const struct oversoul_state *s, const struct work *w, card_id c)
{
    return knows(&s->core, w->seat, c) ? w->seat : card_in(s, c)->owner;
}

// There is no zone for it (OVE-R280): the others know that much of a card of the hand, but not
// afterwards which one it is.
static void keep_back(struct table *t, struct work *w, card_id c)
{
    struct oversoul_state *s = state(t);
    s->cards[c].flags        = (uint8_t)(s->cards[c].flags & ~CARD_FACE_DOWN);
    w->done                  = 0;
    if (is_hand_card(s, c)) mix_hand(t, card_in(s, c)->owner);
}

// Those on the board stay in their zones (OVE-154), all at once.
static void turn_down(struct table *t, struct work *w)
{
    uint64_t can = 0;
    for (unsigned i = 0; i < w->aim_count; i++)
        if (is_affected(t, w, w->aim[i]) && !cannot(t, w->aim[i], IS_PREPARED, w->card))
            can |= UINT64_C(1) << i;
    begin_at_once(t, w->aim_count > 1);
    for (unsigned i = 0; i < w->aim_count; i++)
        if (is_board_card(peek(t), w->aim[i]) &&
            !(can >> i & 1 && make_prepared(t, w->aim[i], work_reason(t, w))))
            w->done = 0;
    end_at_once(t);
}

// Its owner is asked for a zone whether or not there is one: not being asked would tell the others
// what it is. frame: n = cards done, a = who is asked.
enum prepare_step { PREPARE_BEGIN, PREPARE_CARDS_CHOSEN, PREPARE_ZONE_CHOSEN };
enum flow prepare_cards(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct work           *w = work_of(s);
    struct choice          list[8];
    size_t                 count;
    bool                   hidden;
    FLOW_BEGIN(f);
    if (ask_aims(t, w)) {
        FLOW_PAUSE(f, PREPARE_CARDS_CHOSEN);
        take_aims(t, w);
    }
    w->done = w->aim_count > 0 && has_all_aims(t, w);
    turn_down(t, w);
    for (f->n = 0; f->n < w->aim_count; f->n++) {
        f->card = w->aim[f->n];
        if (is_board_card(s, f->card)) continue;
        count  = empty_zones(t, card_in(s, f->card)->owner, needs_event_zone(face_of(t, f->card)),
                             list);
        hidden = are_hidden(t, &f->card, 1);
        if (face_of(t, f->card)->kind == KIND_TOTEM || !is_affected(t, w, f->card) ||
            (count == 0 && !hidden)) {
            w->done = 0;
            continue;
        }
        if (count > 1 || hidden) {
            card_show(&s->core, f->card, (seat_set)BIT(card_in(s, f->card)->owner)); // OVE-144
            s->cards[f->card].flags |= CARD_FACE_DOWN;
            f->layer = who_lays(s, w, f->card);
            ask(&s->core, f->layer, QUESTION_ZONE, 2, f->card);
            FLOW_PAUSE(f, PREPARE_ZONE_CHOSEN);
            list[0] = answer_of(&s->core, f->layer);
            if (list[0].kind == CHOOSE_DECLINE) {
                keep_back(t, w, f->card);
                continue;
            }
        }
        put_prepared(t, w, f->card, (zone_id)list[0].target);
    }
    FLOW_END(f);
}

// --- Activate by an Ability (OVE-854) -----------------------------------------------------------

static void begin_activation(struct table *t, struct work *w, card_id c)
{
    struct oversoul_state *s      = state(t);
    bool                   free   = op_find(t->pool->ops, op_child(w->pc), W_WITHOUT_ENERGY) != 0;
    bool                   leader = is_leader_seated(s, c);
    s->declaring = (struct declaring){ .link = { .kind    = leader ? LINK_LEADER : LINK_ACTIVATE,
                                                 .seat    = card_in(s, c)->owner,
                                                 .card    = c,
                                                 .source  = c,
                                                 .ability = NO_ABILITY,
                                                 .target  = NO_CARD,
                                                 .it      = NO_CARD,
                                                 .zone    = NO_ZONE,
                                                 .flags   = (uint8_t)(LINK_NOW |
                                                                    (free ? LINK_FREE : 0)) } };
    s->declaring.from_hand = zone_kind(card_in(s, c)->zone) == HAND;
    card_show(&s->core, c, EVERYBODY);
    if (is_prepared(s, c)) {
        s->declaring.link.flags = (uint8_t)(s->declaring.link.flags | LINK_FROM_PREPARED);
        s->declaring.link.zone  = card_in(s, c)->zone;
    }
    call(s, FLOW_DECLARE);
}

// frame: n = cards done. The link is added on top of the one being carried out and
// resolves at once.
enum activate_step { ACTIVATE_BEGIN, ACTIVATE_CARDS_CHOSEN, ACTIVATE_DECLARED, ACTIVATE_ENTERED };
enum flow activate_cards(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct work           *w = work_of(s);
    FLOW_BEGIN(f);
    if (ask_aims(t, w)) {
        FLOW_PAUSE(f, ACTIVATE_CARDS_CHOSEN);
        take_aims(t, w);
    }
    w->done = w->aim_count > 0 && has_all_aims(t, w);
    for (f->n = 0; f->n < w->aim_count; f->n++) {
        f->card = w->aim[f->n];
        if (s->work_count == WORKS_MAX ||
            why_not_activate(t, card_in(s, f->card)->owner, f->card)) {
            fail_with(s, w, f->card);
            continue;
        }
        begin_activation(t, w, f->card);
        FLOW_PAUSE(f, ACTIVATE_DECLARED);
        call(s, FLOW_RESOLVE);
        FLOW_PAUSE(f, ACTIVATE_ENTERED);
        follow_move(t, w, f->card);
    }
    FLOW_END(f);
}

// --- Attach (rules.md 6.3) ----------------------------------------------------------------------

static bool is_attachable(const struct table *t, card_id c)
{
    const struct oversoul_state *s = peek(t);
    return face_of(t, c)->kind == KIND_CONSTRUCT && !is_prepared(s, c) &&
           !(body_at(s, c)->flags & BODY_PENDING);
}

size_t attach_hosts(const struct table *t, struct choice *out)
{
    const struct oversoul_state *s    = peek(t);
    const struct op             *ops  = t->pool->ops;
    const struct frame          *f    = &s->frames[s->core.depth - 1];
    size_t                       verb = op_child(work_at(s)->pc), to = 0;
    for (size_t n = op_child(verb); n < op_after(ops, verb); n = op_after(ops, n))
        if (ops[n].code == W_OBJECT) to = n; // the second object
    return named_hosts(t, to, card_in(s, f->card)->owner, face_of(t, f->card)->construct_event,
                       out);
}

// frame: n = cards done, card = the Construct.
enum attach_step { ATTACH_BEGIN, ATTACH_CARDS_CHOSEN, ATTACH_HOST_CHOSEN };
enum flow attach_cards(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct work           *w = work_of(s);
    struct choice          list[8];
    size_t                 count;
    FLOW_BEGIN(f);
    if (ask_aims(t, w)) {
        FLOW_PAUSE(f, ATTACH_CARDS_CHOSEN);
        take_aims(t, w);
    }
    w->done = w->aim_count > 0 && has_all_aims(t, w);
    for (f->n = 0; f->n < w->aim_count; f->n++) {
        f->card = w->aim[f->n];
        count   = is_attachable(t, f->card) ? attach_hosts(t, list) : 0;
        if (count == 0) {
            w->done = 0;
            continue;
        }
        if (count > 1) {
            card_show(&s->core, f->card, EVERYBODY);
            ask(&s->core, w->seat, QUESTION_HOST, 3, f->card);
            FLOW_PAUSE(f, ATTACH_HOST_CHOSEN);
            list[0] = answer_of(&s->core, w->seat);
        }
        attach(t, f->card, list[0].card, ATTACH_MOVED);
        follow_move(t, w, f->card);
    }
    FLOW_END(f);
}
