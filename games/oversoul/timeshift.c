// timeshift.c - the Timeshift: links, priority, and links resolving (rules.md 900).
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
    f->first        = first;
    f->passes       = (uint8_t)passes;
}

void call_run_of_triggers(struct oversoul_state *s, seat_id first)
{
    struct frame *f  = call(s, FLOW_RUN);
    f->first         = first;
    f->only_triggers = 1;
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
    mix_hand_before(t, seat, &c);
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
    if (!attacks_again(t, attacker)) exhaust(t, attacker, because(OVE_513));
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
    f->guard = seat_of(s,
                       f->other); // the Attacked player decides first, then the team mate (OVE-966)
    for (f->n = 0; f->n < s->core.seats; f->n++, f->guard = next_seat(&s->core, f->guard)) {
        if (!is_enemy(&s->core, f->guard, seat_of(s, f->card))) continue;
        if (ask_to_guard(t, f->guard, f->other)) FLOW_PAUSE(f, ATTACK_GUARD_CHOSEN);
        if (answer_of(&s->core, f->guard).kind != CHOOSE_GUARD) continue;
        take_guard(t, f->guard, answer_of(&s->core, f->guard).card);
        break; // one Guard only (OVE-515)
    }
    end_action(t);
    FLOW_END(f);
}

// --- links resolve (OVE-909) --------------------------------------------------------------------

void enter_active(struct table *t, card_id c, bool spawned, zone_id from)
{
    struct oversoul_state *s       = state(t);
    seat_id                seat    = seat_of(s, c);
    rule_id                entered = is_event_without_hp(face_of(t, c)) ? OVE_329 : OVE_328;
    become_active(t, c, spawned);
    happened(t, spawned ? HAPPENED_SPAWN : HAPPENED_ENTER, seat, c, NO_CARD, 0,
             because(spawned ? OVE_857 : entered));
    int came = from == NO_ZONE ? 0 : from + 1;
    did(t, DEED_ENTER, seat, c, c, came);
    if (spawned) did(t, DEED_SPAWN, seat, c, NO_CARD, came);
    trigger_law(t, c, LAW_ENTER, NO_CARD);
    if (!spawned) trigger_law(t, c, LAW_ACTIVATE, NO_CARD);
}

static bool resolve_construct(struct table *t, struct link *l)
{
    struct oversoul_state *s     = state(t);
    bool                   event = face_of(t, l->card)->construct_event;
    bool                   legal = s->generation[l->target] == l->target_generation &&
                 why_not_host(t, l->seat, event, l->target) == 0;
    if (legal)
        attach(t, l->card, l->target, ATTACH_ACTIVATED);
    else
        to_idle(t, l->card, because(OVE_436));
    l->generation = s->generation[l->card];
    return legal;
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

static bool resolve_leader(struct table *t, struct link *l)
{
    struct oversoul_state *s = state(t);
    if (!is_leader_seated(s, l->card) || s->generation[l->card] != l->generation)
        return false; // OVE-455
    l->generation = ++s->generation[l->card];
    card_move(&s->core, l->card, l->zone, BOTTOM);
    enter_active(t, l->card, false, NO_ZONE);
    return true;
}

static void end_attack(struct table *t)
{
    struct oversoul_state *s = state(t);
    struct attack         *a = &s->attack; // its selection is asked for a while (OVE-R352)
    a->before                = a->attacker;
    a->before_generation     = a->attacker_generation;
    a->attacker              = NO_CARD;
    a->attacker_generation = a->on = a->struck = 0;
    a->over                                    = 1;
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

// Is there an n-th line, of a card that has some to carry out when it is Activated?
static bool speaks_of_activation(const struct table *t, const struct link *l, unsigned n)
{
    const struct face *f = face_of(t, l->card);
    return f->offers & OFFERS_LINES && n < f->ability_count;
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
    if (is_prepared(peek(t), l->card)) return; // by its own text: it stays (OVE-R403)
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

// A link that finds nothing to do (OVE-517, OVE-455) is no action. Has a card been Activated?
static bool resolve_at_once(struct table *t, struct link *l)
{
    struct oversoul_state *s       = state(t);
    uint8_t                last    = s->last_from;
    bool                   entered = l->kind == LINK_ACTIVATE;
    begin_action(t);
    switch ((enum link_kind)l->kind) {
    case LINK_ACTIVATE:
        if (face_of(t, l->card)->kind == KIND_CONSTRUCT)
            entered = resolve_construct(t, l);
        else
            enter_active(t, l->card, false,
                         l->flags & LINK_FROM_PREPARED ? NO_ZONE : zone_for(l->seat, HAND));
        break;
    case LINK_PREPARE: resolve_prepare(t, l); break;
    case LINK_LEADER: entered = resolve_leader(t, l); break;
    case LINK_ATTACK: fight(t); break;
    case LINK_ABILITY: break;
    }
    end_action(t);
    if (s->deed_count == s->last_from) s->last_from = last;
    return entered;
}

// The newest link. frame: n = line with which a card is Activated.
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
    } else if (!(l->flags & LINK_CANCELLED) && resolve_at_once(t, l)) { // OVE-910
        for (f->n = 0; speaks_of_activation(t, l, f->n); f->n++) {      // OVE-329: in printed order
            if (!speaks_when_entering(t, l, f->n)) continue;
            start_work(t, l, (uint16_t)(face_of(t, l->card)->ability_first + f->n), f->n);
            FLOW_PAUSE_UNLESS(f, RESOLVE_LINE_DONE, has_ended(t, carry_out));
        }
        if (is_event_without_hp(face_of(t, l->card)) && s->generation[l->card] == l->generation) {
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
        if (s->unmixed & 1 && is_hand_seen(s, seat)) mix_hand(t, seat);
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
        s->priority = f->first;
        s->passes   = f->passes;
        f->n        = s->link_count;
        if (triggers_wait(s)) {
            call(s, FLOW_PLACE);
            FLOW_PAUSE_UNLESS(f, RUN_PLACED, has_ended(t, place_triggers));
        }
        if (f->only_triggers && s->link_count == 0) { // no Timeshift, no window after it
            s->window = 0;
            return FLOW_DONE;
        }
        f->only_triggers = 0;
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
        f->began = s->links[0].seat;
        forget_deeds(s);
        s->resolving = 1;
        while (s->link_count) {
            call(s, FLOW_RESOLVE);
            FLOW_PAUSE_UNLESS(f, RUN_RESOLVED, has_ended(t, resolve_link));
        }
        end_timeshift(t);
        if (s->core.over) return FLOW_DONE;
        f->first  = next_seat(&s->core, f->began); // OVE-917
        f->passes = 0;
    }
    close_window(t);
    FLOW_END(f);
}
