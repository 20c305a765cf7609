// Chapters 4 and 5: can an announcement be made whole? Some user, mode, targets and zones must fit
// (VOI-440, VOI-502).
#include "games/voidbreakers/rules.h"

static bool can_fill_from(const struct table *t, const struct work *w, const struct need *need,
                          zone_id zone)
{
    const struct book     *book = book_of(t);
    const struct sentence *x    = &book->sentences[book->row_of[need->verb]];
    EACH_IN_ZONE(c, t->state, zone) {
        if (!may_target(t, w, need, c, true)) continue;
        if (x->last && !x->goes && x->most == 1) return true;
        struct work with = *w;
        add_target(&with, need, c);
        if (can_fill(t, &with)) return true;
    }
    return false;
}

static bool can_fill_zone(const struct table *t, const struct work *w, const struct need *need)
{
    const struct sentence *x   = &book_of(t)->sentences[book_of(t)->row_of[need->verb]];
    bool                   all = need->verb && x->last && x->most == 1;
    for (zone_id z = 0; z < ARENA_ZONES; z++) {
        if (why_not_zone(t, w, need, z)) continue;
        if (all) return true;
        struct work with = *w;
        add_zone(&with, need, z);
        if (can_fill(t, &with)) return true;
    }
    return false;
}

bool can_fill(const struct table *t, const struct work *w)
{
    struct need need = next_need(t, w);
    if (need.kind == NEED_NOTHING) return true;
    if (need.kind == NEED_TARGET && need.optional) {
        struct work with = *w;
        with.filled      = (uint8_t)(with.filled | BIT(need.slot));
        return can_fill(t, &with);
    }
    if (need.kind == NEED_ZONE) return can_fill_zone(t, w, &need);
    if (t->pool->ops[need.verb].code == W_SALVAGE)
        return can_fill_from(t, w, &need, zone_of_seat(ZONE_VOID, w->seat));
    for (unsigned left = zones_reached(t, w, &need); left; left &= left - 1)
        if (can_fill_from(t, w, &need, (zone_id)__builtin_ctz(left))) return true;
    return false;
}

// Most texts choose one card, or up to so many, and nothing else; -1: this one is different.
static int can_fill_at_once(const struct table *t, const struct work *w)
{
    if (w->ability == NO_ABILITY || face_of(t, w->card)->kind == KIND_MINION) return -1;
    const struct ability  *a = ability_at(t, w->ability);
    const struct sentence *x = &book_of(t)->sentences[a->first[0]];
    if (!(a->flags & ABILITY_CHOOSES)) return true;
    if (a->flags & ABILITY_MODES || w->only || w->pick_count || w->filled) return -1;
    if (x->chosen != CHOSEN_CARD || !x->last || x->goes || x->later || x->code == W_SALVAGE)
        return -1;
    if (x->optional) return true;
    struct need need = { .kind = NEED_TARGET, .verb = x->verb, .card = NO_CARD };
    for (unsigned left = zones_reached(t, w, &need); left; left &= left - 1)
        if (can_fill_from(t, w, &need, (zone_id)__builtin_ctz(left))) return true;
    return false;
}

bool with_some_mode(const struct table *t, const struct work *w)
{
    int at_once = can_fill_at_once(t, w);
    if (at_once >= 0) return at_once;
    if (!(ability_of(t, w)->flags & ABILITY_MODES) || w->mode) return can_fill(t, w);
    struct work with = *w;
    for (with.mode = 1; with.mode <= MODES && ability_of(t, w)->first[with.mode]; with.mode++)
        if (can_fill(t, &with)) return true;
    return false;
}

bool with_some_user(const struct table *t, const struct work *w)
{
    if (w->user != NO_CARD) return with_some_mode(t, w);
    const struct voidbreakers_state *s    = state_at(t);
    const struct side               *side = &s->side[w->seat];
    const struct ability            *a    = ability_of(t, w);
    for (unsigned i = 0; i < side->fighters; i++) {
        card_id user = side->fighter[i];
        if (is_dead(s, user) || !is_card_of(t, w->card, user) ||
            !can_pay_tokens(&s->body[user], a->pay_a, a->pay_m) || why_not_user(t, w, user))
            continue;
        struct work with = *w;
        with.user        = user;
        with.zone        = zone_of_card(s, user);
        if (with_some_mode(t, &with)) return true;
    }
    return false;
}

bool can_be_completed(const struct table *t, const struct work *w)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_after(ability_of(t, w)) || w->answers) return with_some_user(t, w);
    for (unsigned i = 0; i < s->event_count; i++) {
        struct work with = *w;
        if (!fits_event(t, w, &s->events[i])) continue;
        react_to(s, &with, i);
        if (with_some_user(t, &with)) return true;
    }
    return false;
}
