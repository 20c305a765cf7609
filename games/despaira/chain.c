// chain.c - chapter 500: response windows and Activation Periods.
#include "games/despaira/rules.h"

uint16_t ability_named(const struct table *t, card_id card, unsigned nth)
{
    const struct despaira_state *s = state_at(t);
    if (!s->grants && !(s->field.statics & static_bit(VERB_HAVE)))
        return nth < 2 ? face_of(t, card)->activated[nth] : (uint16_t)NO_ABILITY;
    uint16_t list[8];
    unsigned count = abilities_on(t, card, list);
    for (unsigned i = 0; i < count; i++)
        if (is_activatable(ability_at(t, list[i])->kind) && nth-- == 0) return list[i];
    return NO_ABILITY;
}

static bool meets(const struct table *t, card_id card, uint16_t ability, const struct deed *d)
{
    if (ability == NO_ABILITY) return false;
    const struct despaira_state *s = state_at(t);
    const struct ability        *a = ability_at(t, ability);
    struct context               c = context_alone(s, card);
    c.about                        = d->card;
    c.other                        = d->other;
    if (!(a->occasions >> d->kind & 1)) return false;
    return a->trap && event_fits(t, &c, ability, d);
}

bool trap_is_met(const struct table *t, card_id card)
{
    const struct despaira_state *s = state_at(t);
    for (unsigned i = 0; i < s->deed_count; i++)
        if (meets(t, card, face_of(t, card)->main, &s->deeds[i])) return true;
    return false;
}

// The newest event that meets a Trap's condition tells who "that creature" is.
void find_occasion(struct table *t, struct link *l)
{
    struct despaira_state *s = state_of(t);
    for (unsigned i = s->deed_count; i-- > 0;) {
        if (!meets(t, l->source, l->ability, &s->deeds[i])) continue;
        l->about  = s->deeds[i].card;
        l->other  = s->deeds[i].other;
        l->amount = s->deeds[i].amount;
        return;
    }
}

static bool has_quick_ability(const struct table *t, card_id card, bool chain)
{
    const struct despaira_state *s = state_at(t);
    if (face_of(t, card)->answers & (chain ? ANSWERS_CHAIN : ANSWERS_WINDOW)) return true;
    if (!s->grants && !(s->field.statics & static_bit(VERB_HAVE))) return false;
    uint16_t list[8];
    unsigned count = abilities_on(t, card, list);
    for (unsigned i = 0; i < count; i++) {
        unsigned kind = ability_at(t, list[i])->kind;
        if (kind == ABILITY_INSTANT || (chain && kind == ABILITY_CHAINABLE)) return true;
    }
    return false;
}

// DES-507: only what all can see decides who is asked.
bool is_asked_in(const struct table *t, seat_id seat, bool chain)
{
    const struct despaira_state *s       = state_at(t);
    bool                         granted = s->grants || s->field.statics & static_bit(VERB_HAVE);
    if (!granted && !(s->unsettled & UNSETTLED_FIELD))
        return (s->field.ready[seat] | (chain ? s->field.chain : s->field.quick)[seat]) != 0;
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b = &s->bodies[i];
        if (!b->stamp || b->controller != seat || b->host != NO_CARD) continue;
        if (!is_up(s, b->card)) {
            bool free = !(b->flags & BODY_LOCKED) || b->flags & BODY_JUST_LOCKED;
            if (is_trick_place(card_at(&s->core, b->card)->zone) && free) return true;
        } else if (!is_trick(t, b->card) && has_quick_ability(t, b->card, chain)) {
            return true;
        }
    }
    return false;
}

static void close_window(struct table *t)
{
    struct despaira_state *s = state_of(t);
    sweep_tokens(t);
    memset(s->deeds, 0, s->deed_count * sizeof s->deeds[0]);
    s->deed_count = 0;
    forget_just_locked(s);
}

static bool begin_answer(struct table *t, seat_id who)
{
    struct despaira_state *s = state_of(t);
    struct choice          c = answer_of(&s->core, who);
    if (c.kind != CHOICE_ACTIVATE && c.kind != CHOICE_ACTIVATE_SECOND) return false;
    uint16_t ability = is_trick(t, c.card) && !is_up(s, c.card)
                           ? face_of(t, c.card)->main
                           : ability_named(t, c.card, c.kind == CHOICE_ACTIVATE_SECOND);
    s->declared      = 0;
    return begin_declaring(t, who, c.card, ability);
}

// DES-503, DES-504
enum flow open_window(struct table *t, struct window_frame *f)
{
    struct despaira_state *s = state_of(t);
    FLOW_BEGIN(f);
    f->who = other_seat(s->turn_seat);
    while (f->passes < 2) {
        if (is_asked_in(t, f->who, false)) {
            ask(&s->core, f->who, QUESTION_RESPOND, 0, 0);
            FLOW_PAUSE(f, WINDOW_ASKED);
            if (begin_answer(t, f->who)) {
                call_declare(s);
                FLOW_PAUSE(f, WINDOW_DECLARED);
                if (!s->declared) continue; // taken back: asked again
                call_period(s);
                FLOW_PAUSE(f, WINDOW_PERIOD);
                f->passes = 0;
                f->who    = other_seat(s->turn_seat);
                continue;
            }
        }
        f->passes++;
        f->who = other_seat(f->who);
    }
    close_window(t);
    FLOW_END(f);
}

// ---- Activation Periods

static bool is_counter_to(const struct despaira_state *s, unsigned link, unsigned named)
{
    const struct link *l = &s->links[link];
    return !(l->flags & LINK_RESOLVED) && l->named_link == named + 1 &&
           l->speed == s->links[named].speed;
}

unsigned next_to_resolve(const struct despaira_state *s)
{
    unsigned best = LINKS_MAX;
    for (unsigned i = 0; i < s->link_count; i++)
        if (!(s->links[i].flags & LINK_RESOLVED) &&
            (best == LINKS_MAX || s->links[i].speed < s->links[best].speed))
            best = i;
    for (bool again = best != LINKS_MAX; again;) {
        again = false;
        for (unsigned i = 0; i < s->link_count && !again; i++)
            if (i != best && is_counter_to(s, i, best)) best = i, again = true;
    }
    return best;
}

static void end_period(struct despaira_state *s)
{
    memset(s->links, 0, s->link_count * sizeof s->links[0]);
    s->link_count = 0;
    s->resolving  = 0;
    s->work       = (struct doing){ 0 };
    for (unsigned i = 0; s->arrivals && i < s->body_top; i++) {
        s->bodies[i].flags &= (uint16_t) ~(BODY_ARRIVED | BODY_SPAWNED_IN);
        if (s->bodies[i].stamp) s->bodies[i].from = NO_TILE;
    }
    s->arrivals = 0;
}

// DES-538: the turn player's triggers first.
static seat_id next_trigger_seat(const struct despaira_state *s)
{
    for (unsigned i = 0; i < s->waiting_count; i++)
        if (s->waiting[i].seat == s->turn_seat) return s->turn_seat;
    return other_seat(s->turn_seat);
}

static unsigned triggers_of(const struct despaira_state *s, seat_id seat)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->waiting_count; i++) count += s->waiting[i].seat == seat;
    return count;
}

static bool begin_trigger(struct table *t, unsigned which)
{
    struct despaira_state *s = state_of(t);
    struct waiting         w = s->waiting[which];
    memmove(&s->waiting[which], &s->waiting[which + 1], (s->waiting_count - which - 1u) * sizeof w);
    s->waiting[--s->waiting_count] = (struct waiting){ 0 };
    if (s->link_count == LINKS_MAX) return false;
    unsigned tile = tile_of(s, w.source);
    if (tile == NO_TILE) tile = w.tile; // DES-523: it triggered by leaving
    if (cost_of(t, w.source, w.ability, true) > s->side[w.seat].inventory ||
        !has_targets(t, w.ability, w.source, w.seat, tile, w.about, w.other))
        return false; // DES-570
    begin_declaring(t, w.seat, w.source, w.ability);
    s->declaring.tile   = (uint8_t)tile;
    s->declaring.about  = w.about;
    s->declaring.other  = w.other;
    s->declaring.amount = w.amount;
    s->has_link         = TRIGGER_COMPULSORY;
    return true;
}

static unsigned chosen_trigger(const struct despaira_state *s, seat_id seat)
{
    struct choice c = s->core.answer[seat];
    for (unsigned i = 0; i < s->waiting_count; i++)
        if (s->waiting[i].seat == seat && s->waiting[i].source == c.card && c.kind == CHOICE_FIRST)
            return i;
    for (unsigned i = 0; i < s->waiting_count; i++)
        if (s->waiting[i].seat == seat) return i;
    return 0;
}

// DES-533 to DES-549. Links may be there already; triggers that wait become links first.
enum flow run_period(struct table *t, struct period_frame *f)
{
    struct despaira_state *s = state_of(t);
    FLOW_BEGIN(f);
    do {
        while (s->waiting_count && s->link_count < LINKS_MAX && !f->i) {
            f->who = next_trigger_seat(s);
            if (triggers_of(s, f->who) > 1) {
                ask(&s->core, f->who, QUESTION_ORDER, 0, 0);
                FLOW_PAUSE(f, PERIOD_ORDERED);
            } else {
                s->core.answer[f->who] = (struct choice){ 0 };
            }
            if (begin_trigger(t, chosen_trigger(s, f->who))) {
                if (ability_at(t, s->declaring.ability)->optional) { // D19, DES-570
                    ask(&s->core, f->who, QUESTION_MAY, 0, s->declaring.source);
                    FLOW_PAUSE(f, PERIOD_MAY);
                    if (answer_of(&s->core, f->who).kind != CHOICE_YES) {
                        s->declaring = (struct link){ 0 };
                        continue;
                    }
                    s->has_link = TRIGGER_ACCEPTED;
                }
                call_declare(s);
                FLOW_PAUSE(f, PERIOD_PLACED);
            }
        }
        if (s->link_count == 0) break;
        f->passes = 0;
        f->who    = other_seat(s->links[s->link_count - 1].seat);
        while (f->passes < 2 && s->link_count < LINKS_MAX) {
            if (is_asked_in(t, f->who, true)) {
                ask(&s->core, f->who, QUESTION_CHAIN, 0, 0);
                FLOW_PAUSE(f, PERIOD_ASKED);
                if (begin_answer(t, f->who)) {
                    call_declare(s);
                    FLOW_PAUSE(f, PERIOD_DECLARED);
                    if (!s->declared) continue;
                    f->passes = 0;
                    f->who    = other_seat(s->links[s->link_count - 1].seat);
                    continue;
                }
            }
            f->passes++;
            f->who = other_seat(f->who);
        }
        while (next_to_resolve(s) != LINKS_MAX) {
            call_resolve(s, next_to_resolve(s));
            FLOW_PAUSE(f, PERIOD_RESOLVED);
            state_check(t);
            if (s->core.over || s->finished) return FLOW_DONE; // DES-910
        }
        end_period(s);
    } while (s->waiting_count);
    FLOW_END(f);
}
