// timeshift.c - the Timeshift: links, priority, triggers being placed, and links resolving
// (rules.md 900).
#include "games/oversoul/rules.h"

#include <string.h>

struct frame *call(struct oversoul_state *s, enum flow_id flow)
{
    assert(s->core.depth < FRAMES_MAX);
    struct frame *f = &s->frames[s->core.depth++]; // cleared when the last one there ended
    f->flow         = (uint8_t)flow;
    return f;
}

void call_run(struct oversoul_state *s, seat_id first, unsigned passes)
{
    struct frame *f = call(s, FLOW_RUN);
    f->a            = first;
    f->b            = (uint8_t)passes;
}

void call_run_of_triggers(struct oversoul_state *s, seat_id first)
{
    struct frame *f = call(s, FLOW_RUN);
    f->a            = first;
    f->m            = 1;
}

static bool triggers_wait(const struct oversoul_state *s)
{
    return s->waiting_count || s->secretly;
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
        if (!s->waiting[i].when) {
            i++;
            continue;
        }
        s->waiting_count--;
        for (unsigned j = i; j < s->waiting_count; j++) s->waiting[j] = s->waiting[j + 1];
        s->waiting[s->waiting_count] = (struct waiting){ 0 };
    }
}

// --- what a player starts -----------------------------------------------------------------------

bool held_of_choice(const struct table *t, seat_id seat, struct choice c, struct held *out)
{
    struct held list[ABILITIES_HELD_MAX];
    if (c.card >= t->state->card_count) return false;
    size_t n     = usable_abilities(t, seat, c.card, list);
    size_t index = c.kind == CHOOSE_USE_OTHER ? c.option : 1;
    if (index < 1 || index > n || (c.kind == CHOOSE_USE) != (n == 1)) return false;
    *out = list[index - 1];
    return true;
}

static struct link new_link(seat_id seat, card_id card, enum link_kind kind)
{
    return (struct link){ .kind    = (uint8_t)kind,
                          .seat    = seat,
                          .card    = card,
                          .source  = card,
                          .ability = NO_ABILITY,
                          .target  = NO_CARD,
                          .it      = NO_CARD,
                          .zone    = NO_ZONE };
}

static void start_activation(struct oversoul_state *s, seat_id seat, card_id c)
{
    struct declaring *d = &s->declaring;
    d->link             = new_link(seat, c, is_leader_seated(s, c) ? LINK_LEADER : LINK_ACTIVATE);
    d->from_hand        = zone_kind(card_in(s, c)->zone) == HAND;
    if (is_prepared(s, c)) {
        d->link.flags = LINK_FROM_PREPARED;
        d->link.zone  = card_in(s, c)->zone;
    }
    card_show(&s->core, c, EVERYBODY); // named before anything is Selected or paid (OVE-326)
}

static void start_prepare(struct table *t, seat_id seat, card_id c)
{
    struct oversoul_state *s = state(t);
    mix_hand(t, seat, &c);
    s->declaring.link      = new_link(seat, c, LINK_PREPARE);
    s->declaring.from_hand = 1;
    s->cards[c].flags |= CARD_FACE_DOWN;
}

static void start_use(struct table *t, seat_id seat, struct choice c)
{
    struct oversoul_state *s = state(t);
    struct held            held;
    if (!held_of_choice(t, seat, c, &held)) BUG("an Ability that was offered cannot be found");
    s->declaring.link         = new_link(seat, c.card, LINK_ABILITY);
    s->declaring.link.ability = held.ability;
    s->declaring.link.source  = held.source;
    speak_of_deed(t, &s->declaring.link);
    if (!is_active(s, c.card)) card_show(&s->core, c.card, EVERYBODY); // of a hand or Idle Zone
}

void start_link(struct table *t, seat_id seat, struct choice c)
{
    struct oversoul_state *s = state(t);
    clear_declaring(s);
    if (c.kind == CHOOSE_ATTACK) {
        struct frame *f = call(s, FLOW_ATTACK);
        f->card         = c.card;
        f->other        = c.target;
        begin_action(t);
        return;
    }
    if (c.kind == CHOOSE_ACTIVATE)
        start_activation(s, seat, c.card);
    else if (c.kind == CHOOSE_PREPARE)
        start_prepare(t, seat, c.card);
    else
        start_use(t, seat, c);
    call(s, FLOW_DECLARE);
}

// Runs what start_link() has begun; true if it has ended and the match goes on.
bool is_link_made(struct table *t)
{
    const struct oversoul_state *s = peek(t);
    return has_ended(t, s->frames[s->core.depth - 1].flow == FLOW_ATTACK ? declare_attack
                                                                         : declare_link);
}

// --- Attacks (OVE-513 to OVE-516) ---------------------------------------------------------------

static void begin_attack(struct table *t, card_id attacker, card_id selection)
{
    struct oversoul_state *s    = state(t);
    seat_id                seat = seat_of(s, attacker);
    s->declaring.pays           = 1;
    exhaust(t, attacker, because(OVE_513));
    s->declaring.pays         = 0;
    struct body *b            = body_of(s, attacker);
    b->flags                  = (uint16_t)(b->flags | BODY_ATTACKED);
    s->attack                 = (struct attack){ .attacker             = attacker,
                                                 .selection            = selection,
                                                 .on                   = 1,
                                                 .attacker_generation  = s->generation[attacker],
                                                 .selection_generation = s->generation[selection] };
    struct link l             = new_link(seat, attacker, LINK_ATTACK);
    l.target                  = selection;
    l.generation              = s->generation[attacker];
    l.chosen_at               = s->chosen_count;
    s->links[s->link_count++] = l;
    s->side[seat].own_links++;
    s->forced_links = 0;
    happened(t, HAPPENED_ATTACK, seat, attacker, selection, 0, because(OVE_513));
    did(t, DEED_ATTACK, seat, selection, attacker, 0);
    touch_phase(s);
    reckon(t);
}

static void take_guard(struct table *t, seat_id seat, card_id guard)
{
    struct oversoul_state *s = state(t);
    exhaust(t, guard, because(OVE_514)); // FRENZY pays it without turning (OVE-814)
    int first                          = s->attack.selection;
    s->attack.selection                = guard;
    s->attack.selection_generation     = s->generation[guard];
    s->links[s->link_count - 1].target = guard;
    happened(t, HAPPENED_GUARD, seat, guard, s->attack.attacker, 0, because(OVE_514));
    did(t, DEED_GUARD, seat, s->attack.attacker, guard, 0);
    did(t, DEED_ATTACK, seat_of(s, s->attack.attacker), guard, s->attack.attacker,
        first + 1); // OVE-926
    touch_phase(s); // who battles whom
    reckon(t);
}

// False if the seat has none that could Guard, and said so unasked.
static bool ask_to_guard(struct table *t, seat_id seat, card_id attacked)
{
    struct oversoul_state *s = state(t);
    if (goes_unwatched(t) && !has_guard(t, seat)) {
        answer_unasked(&s->core, seat, QUESTION_GUARD, 0, attacked,
                       (struct choice){ .kind = CHOOSE_NO_GUARD });
        return false;
    }
    ask(&s->core, seat, QUESTION_GUARD, 0, attacked);
    return true;
}

// frame: card attacks other; n counts the seats asked for a Guard, a = seat asked.
enum attack_step { ATTACK_BEGIN, ATTACK_GUARD_CHOSEN };
enum flow declare_attack(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    FLOW_BEGIN(f);
    begin_attack(t, f->card, f->other);
    f->a = seat_of(s, f->other); // the Attacked player decides first, then the team mate (OVE-966)
    for (f->n = 0; f->n < s->core.seats; f->n++, f->a = next_seat(&s->core, f->a)) {
        if (!is_enemy(&s->core, f->a, seat_of(s, f->card))) continue;
        if (ask_to_guard(t, f->a, f->other)) FLOW_PAUSE(f, ATTACK_GUARD_CHOSEN);
        if (answer_of(&s->core, f->a).kind != CHOOSE_GUARD) continue;
        take_guard(t, f->a, answer_of(&s->core, f->a).card);
        break; // one Guard only (OVE-515)
    }
    end_action(t);
    FLOW_END(f);
}

// --- triggers (OVE-914 to OVE-916) --------------------------------------------------------------

void drop_waiting(struct oversoul_state *s, unsigned i)
{
    s->waiting_count--;
    for (unsigned j = i; j < s->waiting_count; j++) s->waiting[j] = s->waiting[j + 1];
    s->waiting[s->waiting_count] = (struct waiting){ 0 };
}

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
    return f->flow == FLOW_DECLARE ? can_pay_asked_line(t) : can_be_placed(t, &s->waiting[f->b]);
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
static bool asks_secretly(const struct frame *f) { return f->c >> f->a & 1; }

static void decline(struct table *t, struct frame *f, unsigned i)
{
    restart_ritual(t, &state(t)->waiting[i]);
    drop_waiting(state(t), i);
    f->n--;
}

static void decline_secret_ones(struct table *t, struct frame *f)
{
    uint64_t secret = secret_ones(t, placeable(t, f->a, f->n));
    for (unsigned i = WAITING_MAX; i-- > 0;)
        if (secret >> i & 1) decline(t, f, i);
    f->c = (uint8_t)(f->c & ~BIT(f->a));
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
        answer_unasked(t->state, f->a, QUESTION_ORDER, 1, 0, order_choice(t, set, f->b));
        return false;
    }
    ask(t->state, f->a, QUESTION_ORDER, asks_secretly(f), 0);
    return true;
}

// The trigger that was said to be next; of two of one name the one that others know of.
static unsigned ordered(const struct table *t, const struct frame *f)
{
    struct choice c   = answer_of(t->state, f->a);
    uint64_t      set = placeable(t, f->a, f->n), secret = secret_ones(t, set);
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
        f->c        = s->secretly;
        s->secretly = 0;
        f->a        = s->turn_seat;
        for (f->m = 0; f->m < s->core.seats; f->m++, f->a = next_seat(&s->core, f->a)) {
            while ((set = placeable(t, f->a, f->n)) || asks_secretly(f)) {
                if (s->link_count == LINKS_MAX) { // they wait for the next Timeshift (OVE-925)
                    s->secretly |= f->c;
                    return FLOW_DONE;
                }
                if (!set) {
                    FLOW_PAUSE_UNLESS(f, PLACE_NONE, !ask_in_vain(t, f->a));
                    decline_secret_ones(t, f);
                    continue;
                }
                f->b = (uint8_t)__builtin_ctzll(set);
                f->d = 0;
                if (asks_order(t, f, set)) {
                    show_forced(t, f->a, f->n);
                    FLOW_PAUSE_UNLESS(f, PLACE_ORDERED, !ask_order(t, f, set));
                    if (answer_of(&s->core, f->a).kind == CHOOSE_DECLINE) {
                        decline_secret_ones(t, f);
                        continue;
                    }
                    f->b = (uint8_t)ordered(t, f);
                    f->d = f->c >> f->a & 1 && secret_ones(t, UINT64_C(1) << f->b);
                }
                if (book(t)->abilities[s->waiting[f->b].ability].may && !f->d) { // D11
                    ask(&s->core, f->a, QUESTION_TRIGGER, s->waiting[f->b].ability,
                        s->waiting[f->b].card);
                    FLOW_PAUSE(f, PLACE_ACCEPTED);
                    if (answer_of(&s->core, f->a).kind == CHOOSE_DECLINE) {
                        if (secret_ones(t, UINT64_C(1) << f->b))
                            decline_secret_ones(t, f);
                        else
                            decline(t, f, f->b);
                        continue;
                    }
                }
                declare_trigger(t, &s->waiting[f->b]);
                drop_waiting(s, f->b);
                f->n--;
                FLOW_PAUSE_UNLESS(f, PLACE_DECLARED, has_ended(t, declare_link));
            }
        }
        drop_batch(t, f->n); // what could not be placed is lost
    }
    FLOW_END(f);
}

// --- links resolve (OVE-909) --------------------------------------------------------------------

void enter_active(struct table *t, card_id c, bool spawned, zone_id from)
{
    struct oversoul_state *s    = state(t);
    seat_id                seat = seat_of(s, c);
    become_active(t, c, spawned);
    happened(t, spawned ? HAPPENED_SPAWN : HAPPENED_ENTER, seat, c, NO_CARD, 0,
             because(spawned ? OVE_857 : OVE_328));
    int came = from == NO_ZONE ? 0 : from + 1;
    did(t, DEED_ENTER, seat, c, c, came);
    if (spawned) did(t, DEED_SPAWN, seat, c, NO_CARD, came);
    trigger_law(t, c, LAW_ENTER, NO_CARD);
    if (!spawned) trigger_law(t, c, LAW_ACTIVATE, NO_CARD);
}

static void resolve_construct(struct table *t, const struct link *l)
{
    struct oversoul_state *s     = state(t);
    bool                   event = face_of(t, l->card)->construct_event;
    bool                   legal = s->generation[l->target] == l->target_generation &&
                 why_not_host(t, l->seat, event, l->target) == 0;
    if (legal)
        attach(t, l->card, l->target, ATTACH_ACTIVATED);
    else
        to_idle(t, l->card, because(OVE_436));
}

static void resolve_prepare(struct table *t, const struct link *l)
{
    struct oversoul_state *s = state(t);
    struct body           *b = body_of(s, l->card);
    b->flags                 = BODY_PREPARED_NOW;
    note_wounds(s, b); // not while it was pending (OVE-133)
    mark_kind(s, l->card);
    reckon(t);
    touch(s);
    happened(t, HAPPENED_PREPARED, l->seat, l->card, NO_CARD, 0, because(OVE_141));
    did(t, DEED_PREPARED, l->seat, l->card, NO_CARD, 0);
}

static void resolve_leader(struct table *t, const struct link *l)
{
    struct oversoul_state *s = state(t);
    if (!is_leader_seated(s, l->card) || s->generation[l->card] != l->generation) return; // OVE-455
    s->generation[l->card]++;
    card_move(&s->core, l->card, l->zone, BOTTOM);
    enter_active(t, l->card, false, NO_ZONE);
}

static void end_attack(struct table *t)
{
    struct oversoul_state *s = state(t);
    s->attack                = (struct attack){ .attacker          = NO_CARD,
                                                .selection         = NO_CARD,
                                                .before            = s->attack.attacker,
                                                .before_generation = s->attack.attacker_generation,
                                                .over              = 1 };
    touch_phase(s);
    end_changes(s, ends_with_battle, NULL);
    reckon(t);
}

// The link leaves the chain, with the cards it Selected.
static void pop_link(struct oversoul_state *s)
{
    struct link *l = &s->links[--s->link_count];
    if (s->chosen_count > l->chosen_at) {
        memset(&s->chosen[l->chosen_at], 0,
               (size_t)(s->chosen_count - l->chosen_at) * sizeof s->chosen[0]);
        s->chosen_count = l->chosen_at;
    }
    *l = (struct link){ 0 };
}

static void finish_ritual(struct table *t, const struct link *l)
{
    struct oversoul_state *s = state(t);
    if (l->kind == LINK_ABILITY && book(t)->abilities[l->ability].laws & BIT(LAW_RITUAL) &&
        is_active(s, l->card) && s->generation[l->card] == l->generation)
        set_ritual_count(t, l->card, &(struct held){ l->ability, l->source }, 0); // OVE-751
}

static bool speaks_when_entering(const struct table *t, const struct link *l, unsigned line)
{
    const struct ability *a = &book(t)->abilities[face_of(t, l->card)->ability_first + line];
    return !(l->skipped & BIT(line)) && a->effects &&
           (a->kind == ABILITY_EFFECT || a->kind == ABILITY_ONLY);
}

// An Event without HP is done with, or Cancelled: it goes to the Idle Zone, or where its own Cost
// says (OVE-R143).
void leave_after_use(struct table *t, const struct link *l, struct reason reason)
{
    const struct op   *ops = t->pool->ops;
    const struct face *f   = face_of(t, l->card);
    for (unsigned i = 0; is_event_without_hp(f) && i < f->ability_count; i++) {
        const struct ability *a = &book(t)->abilities[f->ability_first + i];
        if (!a->costs || l->skipped & BIT(i) || !is_declared_line(f, a)) continue;
        for (size_t c = op_child(a->costs); c < a->costs_end; c = op_after(ops, c)) {
            size_t        verb   = op_child(c);
            size_t        object = ops[c].code == W_CLAUSE ? op_find(ops, verb, W_OBJECT) : 0;
            enum zone_end end;
            if (!object || !is_pronoun_object(ops, object) ||
                ops[op_child(object)].value < PRO_THIS_CARD ||
                ops[op_child(object)].value > PRO_THIS_EVENT)
                continue;
            if (ops[verb].code == W_RETURN) {
                unsigned word = return_destination(ops, verb, &end);
                return_card(t, l->card, word, end, reason);
                return;
            }
            if (ops[verb].code != W_DO) continue;
            if (ops[verb].value == DO_EXILE) {
                exile(t, l->card, reason);
                return;
            }
            if (ops[verb].value == DO_SACRIFICE) {
                sacrifice(t, l->card, reason);
                return;
            }
        }
    }
    to_idle(t, l->card, reason);
}

// A link that finds nothing to do (OVE-517, OVE-455) is no action.
static void resolve_at_once(struct table *t, const struct link *l)
{
    struct oversoul_state *s    = state(t);
    uint8_t                last = s->last_from;
    begin_action(t);
    switch ((enum link_kind)l->kind) {
    case LINK_ACTIVATE:
        if (face_of(t, l->card)->kind == KIND_CONSTRUCT)
            resolve_construct(t, l);
        else
            enter_active(t, l->card, false,
                         l->flags & LINK_FROM_PREPARED ? NO_ZONE : zone_for(l->seat, HAND));
        break;
    case LINK_PREPARE: resolve_prepare(t, l); break;
    case LINK_LEADER: resolve_leader(t, l); break;
    case LINK_ATTACK: fight(t); break;
    case LINK_ABILITY: break;
    }
    end_action(t);
    if (s->deed_count == s->last_from) s->last_from = last;
}

// The newest link. frame: n = line of an Event.
enum resolve_step { RESOLVE_BEGIN, RESOLVE_ABILITY_DONE, RESOLVE_LINE_DONE };
enum flow resolve_link(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    struct link           *l = &s->links[s->link_count - 1];
    FLOW_BEGIN(f);
    if (l->kind == LINK_ABILITY && !(l->flags & LINK_CANCELLED)) {
        start_work(t, l, l->ability, 0);
        FLOW_PAUSE_UNLESS(f, RESOLVE_ABILITY_DONE, has_ended(t, carry_out));
        finish_ritual(t, l);
    } else if (!(l->flags & LINK_CANCELLED)) { // OVE-910
        resolve_at_once(t, l);
    }
    if (l->kind == LINK_ACTIVATE && !(l->flags & LINK_CANCELLED) &&
        is_event_without_hp(face_of(t, l->card))) {
        for (f->n = 0; f->n < face_of(t, l->card)->ability_count;
             f->n++) { // OVE-329: in printed order
            if (!speaks_when_entering(t, l, f->n)) continue;
            start_work(t, l, (uint16_t)(face_of(t, l->card)->ability_first + f->n), f->n);
            FLOW_PAUSE_UNLESS(f, RESOLVE_LINE_DONE, has_ended(t, carry_out));
        }
        if (s->generation[l->card] == l->generation) {
            leave_after_use(t, l, because(OVE_329));
            reckon(t);
        }
    }
    if (l->kind == LINK_ATTACK) end_attack(t);
    pop_link(s);
    FLOW_END(f);
}

// --- the chain (procedures build and run of rules.md) -------------------------------------------

static void end_rescue(struct table *t, bool window_closes)
{
    struct oversoul_state *s    = state(t);
    bool                   lost = false;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        struct side *side = &s->side[seat];
        if (!side->rescue) continue;
        if (!window_closes && --side->rescue > 0) continue;
        side->rescue = 0;
        if (is_board_card(s, side->leader)) continue;
        side->must_lose = 2; // OVE-932
        s->unjudged     = 1;
        lost            = true;
    }
    if (lost) state_check(t);
}

static void end_timeshift(struct table *t)
{
    struct oversoul_state *s = state(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++) { // OVE-912
        if (s->side[seat].shift_energy) stir(s, seat), touch(s);
        s->side[seat].shift_energy = 0;
    }
    for (seat_id seat = 0; s->unmixed; seat++, s->unmixed = (seat_set)(s->unmixed >> 1))
        if (s->unmixed & 1) mix_hand(t, seat, &(card_id){ 0 });
    s->resolving = 0;
    s->acted     = 1;
    end_rescue(t, false);
}

static void close_window(struct table *t)
{
    struct oversoul_state *s = state(t);
    s->window                = 0;
    s->attack.over           = 0;
    forget_deeds(s);
    end_rescue(t, true);
}

// frame: a = who has priority first, b = passes so far, c = who started the Timeshift, n = links
// before placing, m = there is nothing but triggers to run.
enum run_step { RUN_BEGIN, RUN_PLACED, RUN_ANSWERED, RUN_ADDED, RUN_ADDED_PLACED, RUN_RESOLVED };

static void pass_unasked(struct core *c, seat_id seat)
{
    answer_unasked(c, seat, QUESTION_RESPOND, 0, 0, (struct choice){ .kind = CHOOSE_PASS });
}

static void pass_priority(struct oversoul_state *s)
{
    s->passes++;
    s->priority = next_seat(&s->core, s->priority);
}

// Asks the next seat that is to respond. False if all have passed.
static bool ask_to_respond(struct table *t)
{
    struct oversoul_state *s         = state(t);
    bool                   unwatched = goes_unwatched(t);
    unsigned               passes    = s->passes;
    seat_id                seat      = s->priority;
    bool                   asks      = false;
    for (; passes < s->core.seats; passes++, seat = next_seat(&s->core, seat)) {
        note_passing(t, seat);
        if (!unwatched || !is_noted_to_pass(s, seat)) {
            ask(&s->core, seat, QUESTION_RESPOND, 0, 0);
            asks = true;
            break;
        }
        pass_unasked(&s->core, seat);
    }
    s->passes   = (uint8_t)passes;
    s->priority = seat;
    return asks;
}

// What run_timeshift() does most often if it is watched: somebody has passed, and the next one is
// asked.
bool passes_on(struct table *t, const struct frame *f)
{
    struct oversoul_state *s = state(t);
    if (goes_unwatched(t)) return false;
    if (f->flow != FLOW_RUN || f->at != RUN_ANSWERED || s->passes + 1 >= s->core.seats)
        return false;
    if (s->core.answer[s->priority].kind != CHOOSE_PASS) return false;
    pass_priority(s);
    return ask_to_respond(t);
}

enum flow run_timeshift(struct table *t, struct frame *f)
{
    struct oversoul_state *s = state(t);
    FLOW_BEGIN(f);
    s->window = 1;
    for (;;) {
        s->priority = f->a;
        s->passes   = f->b;
        f->n        = s->link_count;
        if (triggers_wait(s)) {
            call(s, FLOW_PLACE);
            FLOW_PAUSE_UNLESS(f, RUN_PLACED, has_ended(t, place_triggers));
        }
        if (f->m && s->link_count == 0) { // no Timeshift, no window after it
            s->window = 0;
            return FLOW_DONE;
        }
        f->m = 0;
        if (s->link_count > f->n) { // OVE-916
            s->priority = next_seat(&s->core, s->links[s->link_count - 1].seat);
            s->passes   = 0;
        }
        while (ask_to_respond(t)) {
            FLOW_PAUSE(f, RUN_ANSWERED);
            if (answer_of(&s->core, s->priority).kind == CHOOSE_PASS) {
                pass_priority(s);
                continue;
            }
            start_link(t, s->priority, answer_of(&s->core, s->priority));
            FLOW_PAUSE_UNLESS(f, RUN_ADDED, is_link_made(t));
            if (triggers_wait(s)) {
                call(s, FLOW_PLACE);
                FLOW_PAUSE_UNLESS(f, RUN_ADDED_PLACED, has_ended(t, place_triggers));
            }
            s->priority = next_seat(&s->core, s->links[s->link_count - 1].seat); // OVE-907
            s->passes   = 0;
        }
        if (s->link_count == 0) break;
        f->c = s->links[0].seat;
        forget_deeds(s);
        s->resolving = 1;
        while (s->link_count) {
            call(s, FLOW_RESOLVE);
            FLOW_PAUSE_UNLESS(f, RUN_RESOLVED, has_ended(t, resolve_link));
        }
        end_timeshift(t);
        if (s->core.over) return FLOW_DONE;
        f->a = next_seat(&s->core, f->c); // OVE-917
        f->b = 0;
    }
    close_window(t);
    FLOW_END(f);
}
