// triggers.c - triggers that wait are placed in the Timeshift: which can be, in which order, and
// who is asked (OVE-914 to OVE-916).
#include "games/oversoul/rules.h"

// OVE-751: a RITUAL that could not be placed or was declined counts from zero again.
static void restart_ritual(struct table *t, const struct waiting *w)
{
    struct oversoul_state *s = state(t);
    if (book(t)->abilities[w->ability].laws & BIT(LAW_RITUAL) && is_active(s, w->card))
        set_ritual_count(t, w->card, &(struct held){ w->ability, w->source }, 0);
}

static struct scope waiting_scope(const struct table *t, const struct waiting *w)
{
    return (
        struct scope){ .t = t, .card = w->card, .source = w->source, .seat = w->seat, .it = w->it };
}

static bool can_be_placed(const struct table *t, const struct waiting *w)
{
    const struct oversoul_state *s    = peek(t);
    const struct ability        *a    = &book(t)->abilities[w->ability];
    struct held                  held = { w->ability, w->source };
    struct scope                 k    = waiting_scope(t, w);
    if (w->when && w->deed < s->last_from) return false; // OVE-921
    if (s->generation[w->card] != w->generation || card_in(s, w->card)->zone != w->zone)
        return false; // OVE-915
    if (is_board(w->zone) && !is_active(s, w->card)) return false;
    if (why_not_limit(t, w->seat, &held)) return false;
    if (a->may && s->side[w->seat].own_links >= OWN_LINKS_MAX) return false; // OVE-925
    return !a->costs || costs_can_be_paid(t, &k, a, op_child(a->costs), &NOTHING_TAKEN, 0);
}

static_assert(WAITING_MAX <= 64, "a set of triggers is a word");

// Triggers of the batch that a seat could place, the oldest first.
static uint64_t placeable(const struct table *t, seat_id seat, unsigned batch)
{
    const struct oversoul_state *s   = peek(t);
    uint64_t                     set = 0;
    for (unsigned i = 0; i < batch; i++)
        if (s->waiting[i].seat == seat && can_be_placed(t, &s->waiting[i])) set |= UINT64_C(1) << i;
    return set;
}

// The card that a trigger is about, if it matters and its player can tell.
static card_id known_subject(const struct table *t, const struct waiting *w)
{
    bool matters = w->it != NO_CARD && book(t)->abilities[w->ability].says_it;
    return matters && knows(t->state, w->seat, w->it) ? w->it : NO_CARD;
}

// Where an Ability stands on its card: as it has them now, else as they are printed.
static unsigned place_on_card(const struct table *t, card_id c, uint16_t ability)
{
    struct held list[ABILITIES_HELD_MAX];
    size_t      count = abilities_of(t, c, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i].ability == ability) return i;
    unsigned line = (unsigned)ability -
                    face_of(t, c)->ability_first; // huge if it is not of this face
    return line < face_of(t, c)->ability_count ? line : (unsigned)ABILITIES_HELD_MAX + ability;
}

// How a waiting trigger is named when the order is asked for (D12): by its card, by the number of
// its Ability among those of that card that wait, by the card it is about if several such wait.
static struct choice order_choice(const struct table *t, uint64_t set, unsigned i)
{
    const struct oversoul_state *s       = peek(t);
    const struct waiting        *w       = &s->waiting[i];
    unsigned                     at_card = place_on_card(t, w->card, w->ability);
    unsigned                     nth = 1, kinds = 0;
    bool                         many = false;
    for (uint64_t left = set; left; left &= left - 1) {
        unsigned              at    = (unsigned)__builtin_ctzll(left);
        const struct waiting *other = &s->waiting[at];
        bool                  first = other->card == w->card;
        for (uint64_t past = set & ~(UINT64_MAX << at); first && past; past &= past - 1) {
            const struct waiting *before = &s->waiting[__builtin_ctzll(past)];
            first = before->card != w->card || before->ability != other->ability;
        }
        kinds += first;
        nth += first && place_on_card(t, w->card, other->ability) < at_card;
        if (other->card != w->card || other->ability != w->ability) continue;
        many |= known_subject(t, other) != known_subject(t, w);
    }
    if (many)
        return (struct choice){
            .kind = CHOOSE_ORDER_ABOUT, .card = w->card, .option = (uint8_t)nth, .target = w->it
        };
    if (kinds == 1) return (struct choice){ .kind = CHOOSE_ORDER, .card = w->card };
    return (struct choice){ .kind = CHOOSE_ORDER_OTHER, .card = w->card, .option = (uint8_t)nth };
}

// The first trigger of that name in a part of a set, or WAITING_MAX.
static unsigned order_index(const struct table *t, uint64_t set, uint64_t part, struct choice c)
{
    for (uint64_t left = part; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        if (choice_equal(order_choice(t, set, i), c)) return i;
    }
    return WAITING_MAX;
}

// Adds those of a part of a set that differ to a list of n, the oldest first.
static size_t list_orders(const struct table *t, uint64_t set, uint64_t part, struct choice *out,
                          size_t n, size_t max)
{
    for (uint64_t left = part; left && n < max; left &= left - 1) {
        struct choice c = order_choice(t, set, (unsigned)__builtin_ctzll(left));
        bool new        = true;
        for (size_t k = 0; k < n; k++) new &= !choice_equal(out[k], c);
        if (new) out[n++] = c;
    }
    return n;
}

// An optional trigger of a card that somebody does not know, or that tells of such cards: not even
// that it waits may be told.
static uint64_t secret_ones(const struct table *t, uint64_t set)
{
    const struct oversoul_state *s      = peek(t);
    uint64_t                     secret = 0;
    for (uint64_t left = set; left; left &= left - 1) {
        unsigned              i = (unsigned)__builtin_ctzll(left);
        const struct waiting *w = &s->waiting[i];
        const struct ability *a = &book(t)->abilities[w->ability];
        if (a->may && (a->tells_hand || !is_known_to_all(s, w->card) ||
                       looks_at_secret(t, a, w->seat, w->it)))
            secret |= UINT64_C(1) << i;
    }
    return secret;
}

size_t order_choices(const struct table *t, seat_id seat, struct choice *out, size_t max)
{
    const struct oversoul_state *s      = peek(t);
    uint64_t                     set    = placeable(t, seat, s->frames[s->core.depth - 1].n);
    bool                         asked  = s->core.question[seat].arg;
    uint64_t                     secret = asked ? secret_ones(t, set) : 0;
    size_t                       n      = list_orders(t, set, set & ~secret, out, 0, max);
    n                                   = list_orders(t, set, secret, out, n, max);
    if (asked && set == secret && n < max) out[n++] = (struct choice){ .kind = CHOOSE_DECLINE };
    return n;
}

// The Ability of the trigger that such a choice names, or NO_ABILITY.
uint16_t ordered_ability(const struct table *t, seat_id seat, struct choice c)
{
    const struct oversoul_state *s   = peek(t);
    uint64_t                     set = placeable(t, seat, s->frames[s->core.depth - 1].n);
    unsigned                     i   = order_index(t, set, set, c);
    return i < WAITING_MAX ? s->waiting[i].ability : NO_ABILITY;
}

static bool has_order(const struct table *t, uint64_t set)
{
    struct choice few[2];
    return set & (set - 1) && list_orders(t, set, set, few, 0, 2) > 1;
}

// Can what is asked be accepted? Without an Ability only others think that there may be one, and in
// an imagined world the hand may lack what is paid with.
bool may_accept(const struct table *t, const struct question *q)
{
    const struct oversoul_state *s = peek(t);
    const struct frame          *f = &s->frames[s->core.depth - 1];
    if (q->arg == NO_ABILITY) return false;
    return f->flow == FLOW_DECLARE ? can_pay_asked_line(t) : can_be_placed(t, &s->waiting[f->next]);
}

// What is used from a hand or Deck is shown (section 2), and what its Law was met by (OVE-R192).
static void show_trigger(struct table *t, const struct waiting *w)
{
    struct oversoul_state *s = state(t);
    if (!is_active(s, w->card)) card_show(&s->core, w->card, EVERYBODY);
    if (is_met_by_face(t, &book(t)->abilities[w->ability], w->it))
        card_show(&s->core, w->it, EVERYBODY);
}

static void declare_trigger(struct table *t, const struct waiting *w)
{
    struct oversoul_state *s = state(t);
    struct declaring      *d = &s->declaring;
    clear_declaring(s);
    d->link               = new_link(w->seat, w->card, LINK_ABILITY);
    d->link.flags         = LINK_TRIGGER;
    d->link.ability       = w->ability;
    d->link.source        = w->source;
    d->link.it            = w->it;
    d->link.it_generation = w->it_generation;
    d->link.it_link       = w->link;
    d->link.dealt         = w->dealt;
    if (w->it == NO_CARD) speak_of_deed(t, &d->link);
    show_trigger(t, w);
    call(s, FLOW_DECLARE);
}

// Triggers that must be used show their cards before their order is asked for, or the question
// itself would tell.
static void show_forced(struct table *t, seat_id seat, unsigned batch)
{
    struct oversoul_state *s = state(t);
    for (unsigned i = 0; i < batch; i++) {
        const struct waiting *w = &s->waiting[i];
        if (w->seat != seat || book(t)->abilities[w->ability].may) continue;
        if (can_be_placed(t, w)) show_trigger(t, w);
    }
}

static void drop_batch(struct table *t, unsigned batch)
{
    struct oversoul_state *s = state(t);
    for (; batch-- > 0;) {
        restart_ritual(t, &s->waiting[batch]);
        drop_waiting(s, batch);
    }
}

// Whether a seat may have a trigger that others do not know of depends on what they know alone.
static bool asks_secretly(const struct frame *f) { return f->secret >> f->placer & 1; }

static void decline(struct table *t, struct frame *f, unsigned i)
{
    restart_ritual(t, &state(t)->waiting[i]);
    drop_waiting(state(t), i);
    f->n--;
}

static void decline_secret_ones(struct table *t, struct frame *f)
{
    uint64_t secret = secret_ones(t, placeable(t, f->placer, f->n));
    for (unsigned i = WAITING_MAX; i-- > 0;)
        if (secret >> i & 1) decline(t, f, i);
    f->secret = (uint8_t)(f->secret & ~BIT(f->placer));
}

// The order of several; and of one if others cannot tell that it is the only one.
static bool asks_order(const struct table *t, const struct frame *f, uint64_t set)
{
    return has_order(t, set) || (asks_secretly(f) && set & ~secret_ones(t, set));
}

// Where nobody looks on, who has no such trigger declines unasked, and who has one to be placed
// says so unasked.
static bool ask_in_vain(struct table *t, seat_id seat)
{
    const struct choice none = { .kind = CHOOSE_DECLINE };
    if (goes_unwatched(t))
        answer_unasked(t->state, seat, QUESTION_TRIGGER, NO_ABILITY, 0, none);
    else
        ask(t->state, seat, QUESTION_TRIGGER, NO_ABILITY, 0);
    return !goes_unwatched(t);
}

static bool ask_order(struct table *t, const struct frame *f, uint64_t set)
{
    if (goes_unwatched(t) && !has_order(t, set)) {
        answer_unasked(t->state, f->placer, QUESTION_ORDER, 1, 0, order_choice(t, set, f->next));
        return false;
    }
    ask(t->state, f->placer, QUESTION_ORDER, asks_secretly(f), 0);
    return true;
}

// The trigger that was said to be next; of two of one name the one that others know of.
static unsigned ordered(const struct table *t, const struct frame *f)
{
    struct choice c   = answer_of(t->state, f->placer);
    uint64_t      set = placeable(t, f->placer, f->n), secret = secret_ones(t, set);
    unsigned      i = order_index(t, set, set & ~secret, c);
    if (i == WAITING_MAX) i = order_index(t, set, secret, c);
    if (i == WAITING_MAX) BUG("a trigger that was chosen does not wait");
    return i;
}

// frame: n = triggers of this batch still to place, m = seats done, a = seat, b = index of the
// chosen one, c = seats that are asked whether or not they have one, d = it was chosen as a secret.
enum place_step { PLACE_BEGIN, PLACE_ORDERED, PLACE_ACCEPTED, PLACE_NONE, PLACE_DECLARED };
enum flow place_triggers(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    uint64_t               set;
    FLOW_BEGIN(f);
    while (triggers_wait(s)) {
        ask_waiting(t);
        f->n        = s->waiting_count;
        f->secret   = s->secretly;
        s->secretly = 0;
        f->placer   = s->turn_seat;
        for (f->seats_done = 0; f->seats_done < s->core.seats;
             f->seats_done++, f->placer = next_seat(&s->core, f->placer)) {
            while ((set = placeable(t, f->placer, f->n)) || asks_secretly(f)) {
                if (s->link_count == LINKS_MAX) { // they wait for the next Timeshift (OVE-925)
                    s->secretly |= f->secret;
                    return FLOW_DONE;
                }
                if (!set) {
                    FLOW_PAUSE_UNLESS(f, PLACE_NONE, !ask_in_vain(t, f->placer));
                    decline_secret_ones(t, f);
                    continue;
                }
                f->next    = (uint8_t)__builtin_ctzll(set);
                f->in_vain = 0;
                if (asks_order(t, f, set)) {
                    show_forced(t, f->placer, f->n);
                    FLOW_PAUSE_UNLESS(f, PLACE_ORDERED, !ask_order(t, f, set));
                    if (answer_of(&s->core, f->placer).kind == CHOOSE_DECLINE) {
                        decline_secret_ones(t, f);
                        continue;
                    }
                    f->next    = (uint8_t)ordered(t, f);
                    f->in_vain = f->secret >> f->placer & 1 &&
                                 secret_ones(t, UINT64_C(1) << f->next);
                }
                if (book(t)->abilities[s->waiting[f->next].ability].may && !f->in_vain) { // D11
                    ask(&s->core, f->placer, QUESTION_TRIGGER, s->waiting[f->next].ability,
                        s->waiting[f->next].card);
                    FLOW_PAUSE(f, PLACE_ACCEPTED);
                    if (answer_of(&s->core, f->placer).kind == CHOOSE_DECLINE) {
                        if (secret_ones(t, UINT64_C(1) << f->next))
                            decline_secret_ones(t, f);
                        else
                            decline(t, f, f->next);
                        continue;
                    }
                }
                declare_trigger(t, &s->waiting[f->next]);
                drop_waiting(s, f->next);
                f->n--;
                FLOW_PAUSE_UNLESS(f, PLACE_DECLARED, has_ended(t, declare_link));
            }
        }
        drop_batch(t, f->n); // what could not be placed is lost
    }
    FLOW_END(f);
}
