// Chapter 5: the chain with its windows, how links resolve, and the aftermath.
#include "games/voidbreakers/rules.h"

static struct link *newest(struct voidbreakers_state *s) { return &s->links[s->link_count - 1]; }

// VOI-504, VOI-547: who holds cards is open, what they are is not; so all who hold some are asked.
static bool has_cards(const struct voidbreakers_state *s, seat_id seat)
{
    return zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) > 0 && !is_limit_reached(s, seat);
}

// ---- resolving (VOI-509)

static bool attack_fails(const struct table *t, const struct link *w) // VOI-408
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_living(s, w->card) || !is_living(s, w->that)) return true;
    return (int)distance(t, zone_of_card(s, w->card), zone_of_card(s, w->that)) >
           reach_of(t, w->card);
}

// VOI-R127: it is used up, whatever comes of the attack.
static bool is_of_next_attack(const struct modifier *m, const void *attacker)
{
    return m->kind == CHANGE_NEXT && m->card == *(const card_id *)attacker;
}

static void strike(struct table *t, const struct link *w, card_id victim)
{
    struct voidbreakers_state *s     = state_of(t);
    int                        hp    = s->body[victim].hp;
    int                        bonus = attack_bonus(t, w->card, w->that);
    struct hit                 hit   = { .source = w->card,
                                         .victim = victim,
                                         .seat   = w->seat,
                                         .amount = attack_power(t, w->card) + bonus,
                                         .attack = true,
                                         .why    = by_rule(VOI_404) };
    if (hit.amount < 0) hit.amount = 0;
    if (victim != w->that)
        happened(t, EVENT_INTERCEPTED, owner_of(s, victim), victim, NO_CARD, 0, by_rule(VOI_806));
    modifiers_end(&s->core, is_of_next_attack, &w->card);
    deal_damage(t, &hit);
    if (s->body[victim].hp < hp)
        wake_all(t, MOMENT_ATTACKS, &(struct news){ victim, w->card, NO_ZONE, 0 });
}

static bool move_fails(const struct voidbreakers_state *s, const struct link *w) // VOI-424
{
    return !is_living(s, w->card) || zone_of_card(s, w->card) != w->zone || is_full(s, w->to);
}

// A Minion card: VOI-442, VOI-443. False: it goes to the void.
static bool arrives(struct table *t, const struct link *w)
{
    struct voidbreakers_state *s = state_of(t);
    if (face_of(t, w->card)->kind != KIND_MINION || w->cancelled || !is_living(s, w->user))
        return false;
    struct need need = { .kind = NEED_ZONE };
    if (why_not_zone(t, w, &need, w->to)) return false;
    return deploy(t, w->card, w->to, by_rule(VOI_442));
}

static void put_away(struct table *t, const struct link *w) // VOI-441
{
    struct voidbreakers_state *s = state_of(t);
    if (w->kind != WORK_CARD || zone_of_card(s, w->card) != zone_of_seat(ZONE_CHAIN, w->seat))
        return;
    if (!w->keeps) {
        put_into_void(t, w->card);
        return;
    }
    card_move(&s->core, w->card, zone_of_seat(ZONE_HAND, w->seat), BOTTOM); // VOI-R128
    s->body[w->card].flags |= BODY_SALVAGED;
    happened_to(t, EVENT_KEPT, w->seat, w->card, EVERYBODY, by_rule(VOI_R128));
}

static void report_failure(struct table *t, const struct link *w, rule_id rule)
{
    happened(t, EVENT_FAILED, w->seat, w->card, NO_CARD, 0, by_rule(rule));
}

static bool has_text_to_do(struct table *t, struct link *w)
{
    if (w->kind != WORK_CARD && w->kind != WORK_TALENT) return false;
    if (w->cancelled || (w->kind == WORK_CARD && face_of(t, w->card)->kind == KIND_MINION))
        return false;
    if (!leave_out(t, w)) return true;
    report_failure(t, w, is_living(state_at(t), w->user) ? VOI_512 : VOI_511);
    return false;
}

static void pop_link(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    put_away(t, newest(s));
    s->links[--s->link_count] = (struct link){ 0 };
}

enum flow work_chain(struct table *t, struct chain_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    card_id                    guards[AIMS_MAX];
    unsigned                   count;
    struct choice              c;
    FLOW_BEGIN(f);
    while (has_cards(s, other_player(newest(s)->seat))) {
        ask(&s->core, other_player(newest(s)->seat), QUESTION_WINDOW, 0, newest(s)->card);
        FLOW_PAUSE(f, CHAIN_WINDOW);
        c = answer_of(&s->core, other_player(newest(s)->seat));
        if (c.kind != CHOOSE_PLAY) break; // VOI-507
        begin_card(t, other_player(newest(s)->seat), c.card, QUESTION_WINDOW);
        call_announce(s);
        FLOW_PAUSE(f, CHAIN_ANNOUNCED);
    }
    while (s->link_count > 0) { // VOI-508
        if (newest(s)->kind == WORK_ATTACK && !newest(s)->cancelled) {
            if (attack_fails(t, newest(s))) {
                report_failure(t, newest(s), VOI_408);
            } else {
                count = interceptors(t, newest(s)->that, guards, AIMS_MAX);
                if (count > 1) { // VOI-807
                    ask(&s->core, owner_of(s, newest(s)->that), QUESTION_INTERCEPT, newest(s)->that,
                        newest(s)->card);
                    FLOW_PAUSE(f, CHAIN_HIT);
                    count     = 1;
                    guards[0] = answer_of(&s->core, owner_of(s, newest(s)->that)).card;
                }
                strike(t, newest(s), count ? guards[0] : newest(s)->that);
            }
        } else if (newest(s)->kind == WORK_MOVE && !newest(s)->cancelled) {
            if (move_fails(s, newest(s)))
                report_failure(t, newest(s), VOI_424);
            else
                enter_zone(t, newest(s)->card, newest(s)->to, EVENT_MOVED, by_rule(VOI_421));
        } else if (has_text_to_do(t, newest(s))) {
            call_text(s, WORK_LINKS + s->link_count - 1u);
            FLOW_PAUSE(f, CHAIN_TEXT);
        } else if (newest(s)->kind == WORK_CARD && !arrives(t, newest(s))) {
            put_away(t, newest(s));
        }
        pop_link(t);
        if (call_batches(s)) FLOW_PAUSE(f, CHAIN_BATCHES);
    }
    FLOW_END(f);
}

// ---- aftermath (VOI-530 to VOI-533)

// Nobody can react to an own card that entered a zone, nor without any event; what happened is
// open, so nothing is told by not asking.
static bool can_react(const struct voidbreakers_state *s, seat_id seat)
{
    for (unsigned i = 0; i < s->event_count; i++)
        if (as_seen_by(&s->events[i], seat) != HAPPENING_NONE) return has_cards(s, seat);
    return false;
}

static seat_id asked_in_aftermath(const struct voidbreakers_state *s,
                                  const struct aftermath_frame    *f)
{
    return f->passes == 0 ? other_player(s->active) : s->active;
}

static void forget_events(struct voidbreakers_state *s)
{
    for (unsigned i = 0; i < s->event_count; i++) s->events[i] = (struct happened){ 0 };
    s->event_count = 0;
    s->batches     = 0;
}

enum flow aftermath(struct table *t, struct aftermath_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    struct choice              c;
    FLOW_BEGIN(f);
    while (f->passes < 2) {
        if (!can_react(s, asked_in_aftermath(s, f))) {
            f->passes++;
            continue;
        }
        ask(&s->core, asked_in_aftermath(s, f), QUESTION_AFTERMATH, 0, 0);
        FLOW_PAUSE(f, AFTERMATH_ASKED);
        c = answer_of(&s->core, asked_in_aftermath(s, f));
        if (c.kind != CHOOSE_PLAY) {
            f->passes++;
            continue;
        }
        begin_card(t, asked_in_aftermath(s, f), c.card, QUESTION_AFTERMATH);
        call_announce(s);
        FLOW_PAUSE(f, AFTERMATH_ANNOUNCED);
        f->passes = 0; // VOI-531
        call_chain(s);
        FLOW_PAUSE(f, AFTERMATH_CHAIN);
    }
    forget_events(s);
    FLOW_END(f);
}
