// declare.c - how something started becomes a link of the Timeshift (OVE-326): a flow of small
// questions about Decks, numbers, cards and places, then everything is paid at once.
#include "games/oversoul/lines.h"

#include "engine/chance.h"

#include <string.h>

// All of it is zero then; lists are, behind what they hold.
void clear_declaring(struct oversoul_state *s)
{
    struct declaring *d     = &s->declaring;
    unsigned          count = d->count;
    memset(d, 0, offsetof(struct declaring, chosen));
    if (!count) return;
    memset(d->chosen, 0, count * sizeof d->chosen[0]);
    memset(d->paid_clause, 0, count * sizeof d->paid_clause[0]);
    memset(d->how, 0, count * sizeof d->how[0]);
}

enum { SELECTED = 0xFF }; // in paid_clause: chosen by a Select, not paid with

// Zones of a seat that are emptied by what is paid (OVE-111).
static unsigned freed_zones(const struct table *t, seat_id seat)
{
    const struct oversoul_state *s   = peek(t);
    const struct declaring      *d   = &s->declaring;
    unsigned                     set = 0;
    for (unsigned i = 0; i < d->count && d->link.seat == seat; i++) {
        zone_id z = card_in(s, d->chosen[i].card)->zone;
        if (d->how[i] == TAKEN_LEAVES && (is_unit_zone(z) || is_event_zone(z)) &&
            zone_seat(z) == seat && leaves_its_zone(t, d->chosen[i].card))
            set |= BIT(zone_kind(z) - U1);
    }
    return set;
}

size_t list_zones(seat_id seat, unsigned set, struct choice *out)
{
    size_t n = 0;
    for (; set; set &= set - 1)
        out[n++] = (struct choice){ .kind = CHOOSE_ZONE, .target = first_zone(seat, set) };
    return n;
}

size_t zone_choices(const struct table *t, seat_id seat, card_id c, struct choice *out)
{
    const struct oversoul_state *s   = peek(t);
    unsigned                     set = free_zones(s, seat) | freed_zones(t, seat);
    return list_zones(seat, set & zones_of_kind(needs_event_zone(face_of(t, c))), out);
}

size_t host_choices(const struct table *t, seat_id seat, card_id c, struct choice *out)
{
    const struct oversoul_state *s = peek(t);
    bool   events = face_of(t, c)->kind == KIND_CONSTRUCT && face_of(t, c)->construct_event;
    size_t n      = 0;
    for (unsigned z = events ? E1 : U1; z <= (events ? (unsigned)E3 : (unsigned)U5); z++) {
        card_id host = host_in(s, zone_for(seat, z));
        if (why_not_onto(t, seat, c, host) == 0)
            out[n++] = (struct choice){ .kind = CHOOSE_HOST, .card = host };
    }
    return n;
}

static struct scope declaring_scope(const struct table *t)
{
    const struct declaring *d = &peek(t)->declaring;
    const struct link      *l = &d->link;
    return (struct scope){ .t      = t,
                           .card   = l->card,
                           .source = l->source,
                           .seat   = l->seat,
                           .x      = d->answers[d->line].x,
                           .it     = l->it,
                           .line   = (uint8_t)(l->kind == LINK_ABILITY ? 0 : d->line + 1) };
}

static void choose(struct table *t, card_id c, size_t clause, unsigned number)
{
    struct oversoul_state *s        = state(t);
    struct declaring      *d        = &s->declaring;
    const struct op       *verb     = &t->pool->ops[op_child(clause)];
    bool                   selected = verb->code == W_DO && verb->value == DO_SELECT;
    if (d->count == NAMED_MAX) return;
    d->paid_clause[d->count] = selected ? SELECTED : (uint8_t)number;
    d->how[d->count]         = (uint8_t)taken_in_line(book(t)->demands[clause].how, d->line);
    d->chosen[d->count++]    = (struct chosen){ .card       = c,
                                                .generation = s->generation[c],
                                                .line       = d->line };
}

static void take_place(struct table *t, struct choice choice)
{
    struct oversoul_state *s = state(t);
    struct link           *l = &s->declaring.link;
    if (choice.kind == CHOOSE_ZONE) {
        l->zone = (zone_id)choice.target;
    } else {
        l->target            = choice.card;
        l->target_generation = s->generation[l->target];
    }
}

static const struct ability *line_ability(const struct table *t, unsigned n)
{
    uint16_t id = declared_line(t, &peek(t)->declaring.link, n);
    return id == NO_ABILITY ? NULL : &book(t)->abilities[id];
}

// Lines that speak when the card is Activated or the Ability used.
static bool is_declared(const struct table *t, const struct ability *a)
{
    return peek(t)->declaring.link.kind == LINK_ABILITY || a->kind == ABILITY_EFFECT ||
           a->kind == ABILITY_ONLY;
}

static bool says_them(const struct table *t)
{
    const struct ability *a;
    for (unsigned n = 0; (a = line_ability(t, n)); n++)
        if (a->says_them && is_declared(t, a)) return true;
    return false;
}

static void take_card(struct taken *taken, card_id c, unsigned how)
{
    if (taken->count == NAMED_MAX) return;
    taken->how[taken->count]    = (uint8_t)how;
    taken->card[taken->count++] = c;
}

static struct taken taken_so_far(const struct declaring *d)
{
    struct taken taken; // long lists, filled as far as they are used
    taken.count    = 0;
    taken.left     = 0;
    taken.costings = NULL;
    for (unsigned i = 0; i < d->count; i++) take_card(&taken, d->chosen[i].card, d->how[i]);
    if (d->link.target != NO_CARD) take_card(&taken, d->link.target, TAKEN_AS_HOST);
    return taken;
}

// Has this clause to take a card whose zone can be used (OVE-111)? If no zone is empty, no card was
// taken so far that leaves one, and no later clause can.
static bool must_empty_zone(const struct table *t, const struct ability *a, size_t clause,
                            const struct taken *so_far)
{
    const struct oversoul_state *s = peek(t);
    const struct declaring      *d = &s->declaring;
    struct scope                 k = declaring_scope(t);
    const struct face           *f = face_of(t, k.card);
    if (!is_activation(d->link.kind) || d->link.flags & LINK_FROM_PREPARED ||
        f->kind == KIND_CONSTRUCT || has_empty_zone(s, d->link.seat, needs_event_zone(f)) ||
        book(t)->demands[clause].how != TAKEN_LEAVES)
        return false;
    for (size_t i = 0; i < so_far->count; i++)
        if (so_far->how[i] == TAKEN_LEAVES && empties_zone_for(t, k.card, so_far->card[i]))
            return false;
    if (can_empty_zone(&k, a, op_after(t->pool->ops, clause), so_far, d->cost)) return false;
    for (k.line++; (a = line_ability(t, k.line - 1u)); k.line++)
        if (a->costs && !a->may && is_declared_line(f, a) &&
            can_empty_zone(&k, a, op_child(a->costs), so_far, d->cost))
            return false;
    return true;
}

// The number of cards that a clause asks for, or 0.
static size_t asked_amount(const struct table *t, size_t clause)
{
    return op_find(t->pool->ops, book(t)->demands[clause].object, W_AMOUNT);
}

static bool is_open_x(const struct table *t, size_t amount)
{
    const struct declaring *d = &peek(t)->declaring;
    return amount && t->pool->ops[amount].value == AMOUNT_X && !d->answers[d->line].x;
}

rule_id why_not_declared(const struct table *t, size_t clause, card_id c)
{
    struct scope k = declaring_scope(t);
    return why_not_pay_with(&k, clause, c);
}

// Candidates of the clause now being declared, without those chosen before and without those that
// would leave the rest of the Costs unpayable. Used by choices.c too.
size_t declared_candidates(const struct table *t, size_t clause, card_id *out, size_t max)
{
    const struct declaring *d      = &peek(t)->declaring;
    const struct question  *q      = &peek(t)->core.question[d->link.seat];
    const struct ability   *a      = line_ability(t, d->line);
    struct scope            k      = declaring_scope(t);
    bool                    select = book(t)->demands[clause].how == TAKEN_SELECTED;
    unsigned                how    = taken_in_line(book(t)->demands[clause].how, d->line);
    size_t                  rest   = op_after(t->pool->ops, clause);
    // Nothing else is to be paid that a card could be missing for.
    bool               settled = rest >= a->costs_end && !a->shared && (select || !d->cost);
    bool               asked   = peek(t)->core.asked >> d->link.seat & 1;
    bool               open_x  = asked && is_open_x(t, asked_amount(t, clause));
    const struct taken so_far  = taken_so_far(d);
    struct taken       picked  = so_far;
    for (unsigned j = 0; asked && j < q->picked; j++) take_card(&picked, q->pick[j], how);
    bool    room = asked && must_empty_zone(t, a, clause, &picked);
    card_id all[256];
    size_t  enough = settled && !room && max < COUNT(all) / 2 ? max + so_far.count + 1 : COUNT(all);
    size_t  n = cost_candidates(t, &k, clause, all, enough), kept = 0;
    for (size_t i = 0; i < n && kept < max; i++) {
        card_id c = all[i];
        if ((c == d->link.card && is_activation(d->link.kind)) ||
            is_taken(peek(t), &so_far, c, how))
            continue;
        if (room && !empties_zone_for(t, d->link.card, c)) continue;
        if (settled) {
            out[kept++] = c;
            continue;
        }
        struct taken with = picked;
        if (open_x) k.x = (uint8_t)(q->picked + 1u); // "Sacrifice X Units & Consume X ENERGY"
        take_card(&with, c, how);
        if (costs_can_be_paid(t, &k, a, rest, &with, d->cost)) out[kept++] = c;
    }
    return kept;
}

static void place_pending(struct table *t)
{
    struct oversoul_state *s       = state(t);
    struct link           *l       = &s->declaring.link;
    struct card           *card    = &s->cards[l->card];
    bool                   prepare = l->kind == LINK_PREPARE;
    if (l->kind == LINK_LEADER || l->kind == LINK_ABILITY) return;
    if (!(l->flags & LINK_FROM_PREPARED)) {
        bool construct = face_of(t, l->card)->kind == KIND_CONSTRUCT && !prepare;
        s->generation[l->card]++;
        card_move(&s->core, l->card, construct ? (zone_id)SHIFT : l->zone, BOTTOM);
    }
    if (prepare)
        card->flags = (uint8_t)(card->flags | CARD_FACE_DOWN);
    else {
        card->flags = (uint8_t)(card->flags & ~CARD_FACE_DOWN);
        card_show(&s->core, l->card, EVERYBODY);
    }
    if (!s->slot[l->card] && is_board_card(s, l->card)) pending_body(s, l->card);
    if (s->slot[l->card]) {
        body_of(s, l->card)->flags |= BODY_PENDING;
        if (l->flags & LINK_FROM_PREPARED) mark_kind(s, l->card);
    }
    touch(s);
}

// Pays one cost clause with the cards chosen for it.
static void pay_clause(struct table *t, size_t clause, unsigned number)
{
    struct oversoul_state *s    = state(t);
    struct declaring      *d    = &s->declaring;
    const struct op       *ops  = t->pool->ops;
    const struct op       *verb = &ops[op_child(clause)];
    struct reason          why  = because(OVE_705);
    struct scope           k    = declaring_scope(t);
    enum zone_end          end;
    if (verb->code == W_LOSE_HP) {
        lose_hp(t, k.seat, amount_of(&k, op_find(ops, op_child(clause), W_AMOUNT)), why);
        return;
    }
    size_t marks = verb->code == W_PLACE_MARKS ? op_find(ops, op_child(clause), OP_NAME) : 0;
    for (unsigned i = 0; i < d->count; i++) {
        if (d->paid_clause[i] != number) continue;
        card_id c = d->chosen[i].card;
        if (verb->code == W_DISCARD)
            discard(t, c, why);
        else if (verb->code == W_RETURN) {
            unsigned word = return_destination(ops, op_child(clause), &end);
            return_card(t, c, word, end, why);
        } else if (verb->code == W_PLACE_MARKS)
            add_marks(t, c, marks, amount_of(&k, op_find(ops, op_child(clause), W_AMOUNT)),
                      (struct lasting){ .seat = k.seat, .source = k.card }, why);
        else if (verb->code == W_DO)
            switch ((enum do_verb)verb->value) {
            case DO_EXHAUST: exhaust(t, c, why); break;
            case DO_SACRIFICE: sacrifice(t, c, why); break;
            case DO_EXILE: exile(t, c, why); break;
            case DO_SELECT:
            case DO_SHATTER:
            case DO_REACTIVATE:
            case DO_EXPOSE:
            case DO_REVEAL:
            case DO_LOOK:
            case DO_PREPARE: break;
            }
    }
    if (marks && is_death_mark(t, marks)) carry_out_placed_marks(t, k.card);
}

static bool is_next_costs(const struct modifier *m, const void *context)
{
    const struct {
        const struct table *t;
        seat_id             seat;
        card_id             card;
    } *k = context;
    return m->kind == MOD_NEXT_COSTS && lasting_cost_fits(k->t, m, k->seat, k->card);
}

static void use_up_discounts(struct table *t, const struct link *l)
{
    struct oversoul_state *s = state(t);
    const struct {
        const struct table *t;
        seat_id             seat;
        card_id             card;
    } k      = { t, l->seat, l->card };
    bool any = s->dirty || s->holds & HOLDS_LASTING_COSTS;
    if (any && is_activation(l->kind)) modifiers_end(&s->core, is_next_costs, &k); // OVE-668
}

// PERFECT*: a PERFECT Event was Activated or uses an Ability (OVE-746).
static void tell_perfect(struct table *t, card_id c)
{
    const struct face *f = face_of(t, c);
    if (f->kind != KIND_EVENT || f->event_role != ROLE_PERFECT) return;
    for (unsigned i = 0; i < peek(t)->active_count; i++)
        trigger_law(t, peek(t)->active[i], LAW_PERFECT, c);
}

// What was paid with is "it" if nothing was Selected and the Law spoke of no card (OVE-712), and is
// followed where all can see it (OVE-707).
static bool is_meant_later(const struct oversoul_state *s, const struct declaring *d, unsigned i)
{
    if (d->paid_clause[i] == SELECTED) return true;
    if (d->link.it != NO_CARD) return false;
    for (unsigned j = 0; j < d->count; j++)
        if (d->paid_clause[j] == SELECTED && d->chosen[j].line == d->chosen[i].line) return false;
    const struct card *c    = card_in(s, d->chosen[i].card);
    unsigned           kind = zone_kind(c->zone);
    return (kind != HAND && kind != DECK) || c->known == EVERYBODY;
}

// The seats and the number that each line was answered with.
SELDOM static void keep_answers(struct oversoul_state *s)
{
    struct declaring *d = &s->declaring;
    for (unsigned i = 0; i < ANSWERS_MAX && s->chosen_count < CHOSEN_MAX; i++) {
        const struct answers *a = &d->answers[i];
        if (!a->seats && !a->x) continue;
        s->chosen[s->chosen_count++] = (struct chosen){ .card       = a->seats,
                                                        .generation = a->x,
                                                        .line       = (uint8_t)(i | ANSWERED) };
        d->link.chosen_count++;
    }
}

// All cards of the event that a Law counts, for lines that speak of "them" (OVE-712, OVE-R435).
SELDOM static void keep_them(struct table *t, const struct ability *a, unsigned line, unsigned last)
{
    struct oversoul_state *s   = state(t);
    struct link           *l   = &s->declaring.link;
    const struct op       *ops = t->pool->ops;
    struct scope           k   = {
                    .t = t, .card = l->card, .source = l->source, .seat = l->seat, .it = NO_CARD
    };
    size_t law = event_law_of(ops, a);
    for (unsigned i = op_find(ops, law, W_WHEN) ? last : 0; i < s->deed_count; i++)
        for (size_t e = op_child(law); e < op_after(ops, law); e = op_after(ops, e)) {
            card_id it = NO_CARD;
            if (ops[e].code != W_EVENT || !deed_matches(&k, e, &s->deeds[i], &it)) continue;
            for (unsigned n = l->chosen_at; n < s->chosen_count && it != NO_CARD; n++)
                if (s->chosen[n].card == it && s->chosen[n].line == (line | WENT)) it = NO_CARD;
            if (it == NO_CARD || s->chosen_count == CHOSEN_MAX) continue;
            s->chosen[s->chosen_count++] = (struct chosen){ .card       = it,
                                                            .generation = s->generation[it],
                                                            .line       = (uint8_t)(line | WENT) };
            l->chosen_count++;
        }
}

void add_link(struct table *t)
{
    struct oversoul_state *s    = state(t);
    struct declaring      *d    = &s->declaring;
    struct link           *l    = &d->link;
    struct side           *side = &s->side[l->seat];
    l->generation               = s->generation[l->card];
    l->chosen_at                = s->chosen_count;
    unsigned last               = d->pays ? d->pays - 1u : s->last_from;
    d->pays                     = 0;
    if (side->passing == RESPONDS) stir(s, l->seat); // what was paid may have been all it had
    for (unsigned i = 0; i < d->count && s->chosen_count < CHOSEN_MAX; i++) {
        if (!is_meant_later(s, d, i)) continue;
        s->chosen[s->chosen_count] = d->chosen[i];
        if (d->paid_clause[i] != SELECTED) {
            s->chosen[s->chosen_count].generation = s->generation[d->chosen[i].card];
            s->chosen[s->chosen_count].line |= WENT;
        }
        s->chosen_count++;
        l->chosen_count++;
    }
    if (d->answered) keep_answers(s);
    const struct ability *a;
    for (unsigned n = 0; (a = line_ability(t, n)); n++)
        if (a->says_them && is_declared(t, a)) keep_them(t, a, n, last);
    s->links[s->link_count++] = *l;
    if (l->flags & LINK_TRIGGER && !book(t)->abilities[l->ability].may)
        s->forced_links++;
    else if (!(l->flags & LINK_NOW))
        side->own_links++, s->forced_links = 0;
    for (unsigned i = 0; i < d->count; i++)
        if (d->paid_clause[i] == SELECTED)
            did(t, DEED_SELECT, l->seat, d->chosen[i].card, l->card, 0);
    if (is_activation(l->kind) && is_plus_face(t, l->card)) count_plus(t, side, l->card);
    switch ((enum link_kind)l->kind) {
    case LINK_ACTIVATE:
    case LINK_LEADER:
        happened(t, HAPPENED_ACTIVATE, l->seat, l->card, NO_CARD, 0, because(OVE_326));
        did(t, DEED_ACTIVATE, l->seat, l->card, NO_CARD, (l->flags & LINK_FROM_PREPARED) != 0);
        tell_perfect(t, l->card);
        break;
    case LINK_PREPARE:
        happened(t, HAPPENED_PREPARE, l->seat, l->card, NO_CARD, 0, because(OVE_141));
        did(t, DEED_PREPARE, l->seat, l->card, NO_CARD, 0);
        break;
    case LINK_ATTACK: break;
    case LINK_ABILITY:
        happened(t, l->flags & LINK_TRIGGER ? HAPPENED_TRIGGER : HAPPENED_USE, l->seat, l->card,
                 NO_CARD, 0, because_of(t, l->ability, 0));
        did(t, DEED_USE, l->seat, l->card, l->card, 0);
        tell_perfect(t, l->card);
        break;
    }
    clear_declaring(s);
    if (s->forced_links >= FORCED_LINKS_MAX) { // OVE-925
        end_game(t, 0, OVE_925);
        happened(t, HAPPENED_END, NO_SEAT, NO_CARD, NO_CARD, 0, because(OVE_925));
    }
}

// --- the flow -----------------------------------------------------------------------------------

static bool is_selecting(const struct op *ops, size_t clause)
{
    return ops[op_child(clause)].code == W_DO && ops[op_child(clause)].value == DO_SELECT;
}

// How many Decks it asks for: each "either Deck" is a choice of its own (D23, OVE-R170).
static unsigned decks_to_choose(const struct table *t, const struct ability *a)
{
    const struct op *ops = t->pool->ops;
    unsigned         n   = 0;
    for (size_t i = a->op; a->names_deck && i < op_after(ops, a->op); i = next_node(ops, i))
        n += is_either_deck(ops, i);
    return n < DECKS_MAX ? n : DECKS_MAX;
}

static unsigned decks_chosen(uint16_t seats)
{
    unsigned n = 0;
    while (n < DECKS_MAX && chosen_deck(seats, n) != NO_SEAT) n++;
    return n;
}

// "Gaze 2 at the opposing Deck" where there are several (D21).
static bool gazes_at_opponent(const struct table *t, const struct ability *a)
{
    const struct op *ops = t->pool->ops;
    bool             one = a->names_deck && t->state->seats > 2;
    for (size_t i = a->op; one && i < op_after(ops, a->op); i = next_node(ops, i))
        if (ops[i].code == W_DECKSIDE && ops[i].value == DECK_OPPOSING) return true;
    return false;
}

// "the opposing hand", "the opposing Deck": nobody can choose among cards of two such places.
static bool is_opposing_secret(const struct op *ops, size_t zone)
{
    size_t side = op_find(ops, zone, W_ZONESIDE), name = op_find(ops, zone, W_ZONENAME);
    return side && ops[side].value == ZONESIDE_OPPOSING &&
           (ops[name].value == ZONE_HAND || ops[name].value == ZONE_DECK);
}

// Does the line speak of one opponent? Asked where there are two (OVE-964).
SELDOM static bool needs_an_opponent(const struct table *t, const struct ability *a)
{
    const struct op *ops = t->pool->ops;
    for (size_t n = a->effects_from; n < a->effects_end; n = next_node(ops, n)) {
        if (ops[n].code == W_PLAYER && ops[n].value == PLAYER_OPPONENT) return true;
        if (ops[n].code == W_OBJECT && is_one_leader(ops, n)) return true;
        if (ops[n].code == W_ZONE && is_opposing_secret(ops, n)) return true;
    }
    return false;
}

// Of several cards of one action that the answering player has not seen, chance says which is meant
// (OVE-R78).
SELDOM static card_id meant_card(struct table *t, seat_id seat, card_id it)
{
    const struct oversoul_state *s = peek(t);
    card_id                      list[NAMED_MAX];
    unsigned                     n = 0, i = s->deed_count;
    while (i > 0 && s->deeds[i - 1].card != it) i--;
    if (i == 0 || it == NO_CARD || knows(t->state, seat, it)) return it;
    const struct deed *newest = &s->deeds[i - 1];
    unsigned           from   = i > s->last_from ? s->last_from : 0;
    for (; i > from && n < NAMED_MAX; i--) {
        if (s->deeds[i - 1].kind != newest->kind || s->deeds[i - 1].seat != newest->seat) break;
        list[n++] = s->deeds[i - 1].card;
    }
    return n > 1 ? list[pick(t, n)] : it;
}

// What a line asks for before its Costs; true if a question was asked (D23).
static bool ask_line(struct table *t, const struct ability *a)
{
    struct oversoul_state *s = state(t);
    struct link           *l = &s->declaring.link;
    if (a->kind == ABILITY_ONLY) { // "it" and "that Activation" are what the Law spoke of (OVE-712)
        law_met(t, l->seat, l->card, a, &l->it, &l->it_link, &l->dealt);
        if (l->it != NO_CARD && !is_board_card(s, l->it) && law_tells_of_face(t, a->op))
            card_show(&s->core, l->it, EVERYBODY); // OVE-R192
        if (!a->says_them) l->it = meant_card(t, l->seat, l->it);
        l->it_generation = l->it == NO_CARD ? 0 : s->generation[l->it];
    }
    uint16_t seats = s->declaring.answers[s->declaring.line].seats;
    bool     one   = chosen_opponent(seats) == NO_SEAT;
    if (decks_chosen(seats) < decks_to_choose(t, a))
        ask(&s->core, l->seat, QUESTION_DECK, 0, l->card);
    else if (one && gazes_at_opponent(t, a))
        ask(&s->core, l->seat, QUESTION_DECK, 1, l->card);
    else if (one && s->core.seats > 2 && needs_an_opponent(t, a))
        ask(&s->core, l->seat, QUESTION_OPPONENT, 0, l->card);
    else
        return false;
    return true;
}

// "The opposing Deck" is that of the opponent meant by the line.
static void take_line_answer(struct table *t)
{
    struct oversoul_state *s      = state(t);
    struct declaring      *d      = &s->declaring;
    uint16_t              *seats  = &d->answers[d->line].seats;
    seat_id                seat   = answer_of(&s->core, d->link.seat).option;
    unsigned               chosen = decks_chosen(*seats);
    bool                   either = chosen < decks_to_choose(t, line_ability(t, d->line));
    *seats      = either ? with_deck(*seats, chosen, seat) : with_opponent(*seats, seat);
    d->answered = 1;
}

static void choose_x(struct oversoul_state *s, size_t x)
{
    struct declaring *d   = &s->declaring;
    d->answers[d->line].x = (uint8_t)x;
    d->answered           = 1;
}

static bool can_pay_line(const struct table *t, const struct ability *a)
{
    const struct declaring *d     = &peek(t)->declaring;
    struct scope            k     = declaring_scope(t);
    struct taken            taken = taken_so_far(d);
    if (why_not_limit(t, d->link.seat,
                      &(struct held){ declared_line(t, &d->link, d->line), d->link.source }))
        return false;
    return !a->costs || costs_can_be_paid(t, &k, a, op_child(a->costs), &taken, d->cost);
}

// The line that its player was asked about.
bool can_pay_asked_line(const struct table *t)
{
    return can_pay_line(t, line_ability(t, peek(t)->declaring.line));
}

// Not being asked would tell that nothing in the hand fits (OVE-R250).
static bool asks_for_line(const struct table *t, const struct ability *a)
{
    const struct oversoul_state *s = peek(t);
    return can_pay_line(t, a) ||
           (a->tells_hand && !is_open_hand(s, zone_for(s->declaring.link.seat, HAND)));
}

// "You can" in a line with which a card is Activated: its player may leave the line out.
static bool may_leave_out(const struct table *t, const struct ability *a)
{
    return a->may && is_activation(peek(t)->declaring.link.kind);
}

SELDOM static bool ask_opposing(struct table *t, size_t clause)
{
    struct oversoul_state *s      = state(t);
    struct declaring      *d      = &s->declaring;
    struct scope           k      = declaring_scope(t);
    unsigned               payers = 0;
    d->opposing_cost = (uint8_t)amount_of(&k, op_find(t->pool->ops, op_child(clause), W_AMOUNT));
    for (seat_id other = s->core.seats; other-- > 0;)
        if (is_enemy(&s->core, other, d->link.seat) &&
            energy_available(t, other) >= d->opposing_cost) {
            d->opposing = (uint8_t)(1 + other);
            payers++;
        }
    if (payers < 2) return false;
    ask(&s->core, d->link.seat, QUESTION_OPPONENT, d->opposing_cost, d->link.card);
    return true;
}

static bool ask_energy(struct table *t, size_t clause)
{
    struct oversoul_state *s      = state(t);
    struct declaring      *d      = &s->declaring;
    size_t                 amount = op_find(t->pool->ops, op_child(clause), W_AMOUNT);
    if (t->pool->ops[amount].value == AMOUNT_X && !d->answers[d->line].x) { // D24
        struct taken taken = taken_so_far(d);
        unsigned     all   = energy_without(t, d->link.seat, &taken) - d->cost;
        struct scope k     = declaring_scope(t);
        for (k.x = (uint8_t)(all < MOST ? all : MOST); k.x > 1; k.x--) // "Select X Units" as well
            if (!why_not_costs(t, &k, line_ability(t, d->line), op_after(t->pool->ops, clause),
                               &taken, d->cost + k.x))
                break;
        ask(&s->core, d->link.seat, QUESTION_X, (uint16_t)k.x, d->link.card);
        return true;
    }
    struct scope k = declaring_scope(t);
    d->cost        = (uint8_t)(d->cost + amount_of(&k, amount));
    return false;
}

bool is_open_hand(const struct oversoul_state *s, zone_id hand)
{
    EACH_IN_ZONE(c, &s->core, hand)
        if (card_in(s, c)->known != EVERYBODY) return false;
    return true;
}

// As many cards of a hand as are picked, of n that fit; a negative number is all. That no more fit
// is said by its player and not by the question ending, or it would tell the others (OVE-R281).
int most_of_hand(const struct table *t, seat_id seat, int wanted, int n)
{
    const zone_id hand = zone_for(seat, HAND);
    if (!is_open_hand(peek(t), hand)) n = zone_size(t->state, hand);
    if (n > PICKS_MAX) n = PICKS_MAX;
    return wanted < 0 || wanted > n ? n : wanted;
}

// Cards of a hand or Deck: whether there is a choice about them is nobody else's affair, even if
// the one that fits is known.
bool are_hidden(const struct table *t, const card_id *list, size_t n)
{
    const struct oversoul_state *s = peek(t);
    for (size_t i = 0; i < n; i++) {
        zone_id z = card_in(s, list[i])->zone;
        if (is_board_card(s, list[i])) continue;
        if (card_in(s, list[i])->known != EVERYBODY) return true;
        if (z < EXILE && zone_kind(z) == HAND && !is_open_hand(s, z)) return true;
    }
    return false;
}

// Takes the cards a clause leaves no choice about; otherwise asks (D9, D10).
// "Discard X cards & Consume X ENERGY": the most of n cards that leave the rest payable.
SELDOM static int most_for_x(const struct table *t, size_t clause, int n)
{
    const struct declaring *d     = &peek(t)->declaring;
    struct scope            k     = declaring_scope(t);
    const struct ability   *a     = line_ability(t, d->line);
    struct taken            taken = taken_so_far(d);
    for (k.x = (uint8_t)n; k.x > 1; k.x--)
        if (!why_not_costs(t, &k, a, op_after(t->pool->ops, clause), &taken, d->cost)) break;
    return k.x;
}

static bool ask_cards(struct table *t, size_t clause, unsigned number)
{
    struct oversoul_state *s      = state(t);
    struct declaring      *d      = &s->declaring;
    const struct op       *ops    = t->pool->ops;
    size_t                 object = book(t)->demands[clause].object;
    card_id                list[128];
    struct scope           k = declaring_scope(t);
    int                    least, most = object_count(&k, object, &least);
    size_t                 amount     = asked_amount(t, clause);
    bool                   open_x     = is_open_x(t, amount);
    bool                   any_number = (amount && ops[amount].value == AMOUNT_ANY) || open_x;
    bool   all    = ops[op_child(object)].code == W_PRONOUN || (most < 0 && !any_number);
    size_t enough = all || most < 0 ? COUNT(list)
                                    : (size_t)most + 1; // to see that there is a choice
    size_t n      = declared_candidates(t, clause, list, enough);
    if (book(t)->demands[clause].deed == PAYS_HAND || names_own_hand(ops, object))
        most = most_of_hand(t, d->link.seat, most, (int)n);
    else if (most < 0 || (size_t)most > n)
        most = (int)(n > PICKS_MAX ? PICKS_MAX : n);
    if (open_x) most = most_for_x(t, clause, most);
    if (book(t)->demands[clause].of_deck && !is_selecting(ops, clause) && n >= (size_t)most) {
        for (int i = 0; i < most; i++) choose(t, list[i], clause, number); // its top cards
        return false;
    }
    if (!least) {
        const struct taken so_far = taken_so_far(d);
        least                     = must_empty_zone(t, line_ability(t, d->line), clause, &so_far);
    }
    if (least > most) least = most;
    if (all || (most == least && (size_t)most == n && !are_hidden(t, list, n))) {
        for (size_t i = 0; i < n; i++) choose(t, list[i], clause, number);
        if (open_x) choose_x(s, n);
        return false;
    }
    if (most == 0) return false;
    ask_several(&s->core, d->link.seat, is_selecting(ops, clause) ? QUESTION_SELECT : QUESTION_COST,
                (uint8_t)least, (uint8_t)most, (uint16_t)clause, d->link.card);
    return true;
}

static bool ask_clause(struct table *t, size_t clause, unsigned number)
{
    const struct op *ops  = t->pool->ops;
    size_t           verb = op_child(clause);
    if (ops[verb].code != W_CONSUME) return ask_cards(t, clause, number);
    return op_find(ops, verb, W_OPPOSING_ENERGY) ? ask_opposing(t, clause) : ask_energy(t, clause);
}

static void take_clause_answer(struct table *t, size_t clause, unsigned number)
{
    struct oversoul_state *s = state(t);
    struct declaring      *d = &s->declaring;
    struct choice          a = answer_of(&s->core, d->link.seat);
    const struct question *q = &s->core.question[d->link.seat];
    if (a.kind == CHOOSE_OPPONENT)
        d->opposing = (uint8_t)(1 + a.option);
    else if (a.kind == CHOOSE_X) {
        choose_x(s, a.option);
        ask_energy(t, clause);
    } else {
        if (is_open_x(t, asked_amount(t, clause))) choose_x(s, q->picked); // D24
        for (unsigned i = 0; i < q->picked; i++) choose(t, q->pick[i], clause, number);
    }
}

static bool asks_for_host(const struct table *t)
{
    const struct link *l = &peek(t)->declaring.link;
    return l->kind == LINK_ACTIVATE && face_of(t, l->card)->kind == KIND_CONSTRUCT;
}

static bool asks_for_zone(const struct table *t)
{
    const struct link *l = &peek(t)->declaring.link;
    if (l->kind == LINK_PREPARE || l->kind == LINK_LEADER) return true;
    return l->kind == LINK_ACTIVATE && !(l->flags & LINK_FROM_PREPARED) &&
           face_of(t, l->card)->kind != KIND_CONSTRUCT;
}

// The zone or the host; true if there is something to choose (D6, D7).
static bool ask_place(struct table *t, bool zone)
{
    struct oversoul_state *s = state(t);
    struct link           *l = &s->declaring.link;
    struct choice          list[8];
    size_t                 n = zone ? zone_choices(t, l->seat, l->card, list)
                                    : host_choices(t, l->seat, l->card, list);
    // Being asked must not tell what kind of card is Prepared.
    if (n > 1 || (l->kind == LINK_PREPARE && !goes_unwatched(t))) {
        ask(&s->core, l->seat, zone ? QUESTION_ZONE : QUESTION_HOST, 0, l->card);
        return true;
    }
    if (l->kind == LINK_PREPARE)
        answer_unasked(&s->core, l->seat, QUESTION_ZONE, 0, l->card, list[0]);
    take_place(t, list[0]);
    return false;
}

static void pay_clauses(struct table *t, unsigned lines_kept, bool turning)
{
    const struct op *ops    = t->pool->ops;
    unsigned         number = 0;
    for (unsigned n = 0; lines_kept >> n; n++) {
        if (!(lines_kept & BIT(n))) continue;
        const struct ability *a = line_ability(t, n);
        for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c))
            if (ops[c].code == W_CLAUSE && ++number &&
                (book(t)->demands[c].how == TAKEN_TURNS) == turning)
                pay_clause(t, c, number);
    }
}

// All at once (OVE-705): what a host turns with may leave it.
static void pay_cards(struct table *t, unsigned lines_kept)
{
    const struct declaring *d = &peek(t)->declaring;
    card_id                 list[COUNT(d->chosen)];
    size_t                  count = 0;
    for (unsigned i = 0; i < d->count; i++)
        if (d->paid_clause[i] != SELECTED) list[count++] = d->chosen[i].card;
    begin_at_once(t, count > 1 || peek(t)->at_once);
    pay_clauses(t, lines_kept, true);
    end_at_once(t);
    bool first = count && begin_leaving(t, list, count);
    pay_clauses(t, lines_kept, false);
    if (count) end_leaving(t, first);
}

static uint8_t declared_cost(const struct table *t)
{
    const struct link *l = &peek(t)->declaring.link;
    if (l->kind == LINK_PREPARE) return 1; // OVE-141
    if (l->kind == LINK_ABILITY || l->flags & LINK_FREE) return 0;
    return (uint8_t)activation_cost(t, l->seat, l->card, true);
}

static void call_pay(struct oversoul_state *s, unsigned cost, seat_id payer, seat_id chooser)
{
    s->paying       = (struct paying){ .cost = (uint8_t)cost };
    struct frame *f = call(s, FLOW_PAY);
    f->payer        = payer;
    f->decider      = chooser;
}

// Does it become a link by the leftover right (OVE-309)?
static bool spends_leftover(const struct table *t)
{
    const struct oversoul_state *s     = peek(t);
    const struct link           *l     = &s->declaring.link;
    const struct face           *f     = face_of(t, l->card);
    bool                         quick = f->kind == KIND_EVENT &&
                 (f->event_role == ROLE_QUICK || f->event_role == ROLE_PERFECT);
    if (s->link_count == 0 || !s->declaring.from_hand || l->flags & LINK_NOW) return false;
    return l->kind == LINK_PREPARE || (l->kind == LINK_ACTIVATE && !quick);
}

// OVE-726: the Ability of the link, or the lines with which a card is Activated.
static void count_uses(struct table *t, const struct link *l)
{
    const struct face *f = face_of(t, l->card);
    if (l->kind == LINK_ABILITY) count_use(t, l->seat, &(struct held){ l->ability, l->source });
    for (unsigned i = 0; is_activation(l->kind) && i < f->ability_count; i++) {
        struct held line = { (uint16_t)(f->ability_first + i), l->card };
        if (is_declared_line(f, &book(t)->abilities[line.ability]) && !(l->skipped & BIT(i)))
            count_use(t, l->seat, &line);
    }
}

// Declares state.declaring.link (OVE-326). frame: n = line, m = clause number, op = clause, a =
// lines kept.
enum declare_step {
    DECLARE_BEGIN,
    DECLARE_LINE_WANTED,
    DECLARE_LINE_ANSWERED,
    DECLARE_CLAUSE_ANSWERED,
    DECLARE_PLACE_CHOSEN,
    DECLARE_PAID,
    DECLARE_OPPONENT_PAID,
    DECLARE_HOST_CHOSEN
};
enum flow declare_link(struct table *t, struct frame *f)
{
    struct oversoul_state *s   = state(t);
    struct declaring      *d   = &s->declaring;
    const struct op       *ops = t->pool->ops;
    const struct ability  *a   = line_ability(t, f->n);
    FLOW_BEGIN(f);
    d->cost = declared_cost(t);
    if (asks_for_host(t) && ask_place(t, false)) { // first, as no Cost may take it away
        FLOW_PAUSE(f, DECLARE_HOST_CHOSEN);
        take_place(t, answer_of(&s->core, d->link.seat));
    }
    for (f->n = 0; (a = line_ability(t, f->n)); f->n++) {
        d->line = (uint8_t)f->n;
        if (!is_declared(t, a)) continue;
        if (may_leave_out(t, a)) {
            if (asks_for_line(t, a)) {
                ask(&s->core, d->link.seat, QUESTION_TRIGGER, declared_line(t, &d->link, f->n),
                    d->link.card);
                FLOW_PAUSE(f, DECLARE_LINE_WANTED);
            }
            if (!can_pay_line(t, a) || answer_of(&s->core, d->link.seat).kind == CHOOSE_DECLINE) {
                d->link.skipped = (uint8_t)(d->link.skipped | BIT(f->n));
                continue;
            }
        }
        while (ask_line(t, a)) {
            FLOW_PAUSE(f, DECLARE_LINE_ANSWERED);
            take_line_answer(t);
        }
        if (!a->costs) continue;
        f->costs = (uint8_t)(f->costs | BIT(f->n));
        for (f->op = a->costs + 1; f->op < a->costs_end; f->op += ops[f->op].size) {
            if (ops[f->op].code != W_CLAUSE) continue;
            f->clause++;
            if (ask_clause(t, f->op, f->clause)) {
                FLOW_PAUSE(f, DECLARE_CLAUSE_ANSWERED);
                take_clause_answer(t, f->op, f->clause);
            }
        }
    }
    if (asks_for_zone(t) && ask_place(t, true)) {
        FLOW_PAUSE(f, DECLARE_PLACE_CHOSEN);
        take_place(t, answer_of(&s->core, d->link.seat));
    }
    d->pays = (uint8_t)(1 + (says_them(t) ? s->last_from : 0));
    if (!(d->link.flags & (LINK_TRIGGER | LINK_NOW)))
        begin_action(t); // its Laws looked at the one before (OVE-919)
    use_up_discounts(t, &d->link);
    // All Costs completely and at once (OVE-705): ENERGY comes from what there was before.
    if (d->cost) {
        call_pay(s, d->cost, d->link.seat, d->link.seat);
        s->paying.leftover = spends_leftover(t);
        FLOW_PAUSE_UNLESS(f, DECLARE_PAID, has_ended(t, pay_energy));
    }
    if (d->opposing) { // OVE-667
        call_pay(s, d->opposing_cost, (seat_id)(d->opposing - 1), d->link.seat);
        FLOW_PAUSE(f, DECLARE_OPPONENT_PAID);
    }
    pay_cards(t, f->costs);
    count_uses(t, &d->link);
    place_pending(t);
    add_link(t);
    end_action(t);
    FLOW_END(f);
}
