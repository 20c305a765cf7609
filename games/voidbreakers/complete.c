// Chapters 4 and 5: can an announcement be made whole? Some user, mode, targets and zones must fit
// (VOI-440, VOI-502).
#include "games/voidbreakers/verbs.h"

#include <string.h>

static bool can_fill_from(const struct table *t, const struct link *w, const struct need *need,
                          zone_id zone)
{
    const struct want *x = need->want;
    EACH_CARD(c, state_at(t), zone) {
        if (!may_target(t, w, need, c, true)) continue;
        if (x->last && !x->goes && x->most == 1) return true;
        struct link with = *w;
        add_target(&with, need, c);
        if (can_fill(t, &with)) return true;
    }
    return false;
}

static bool can_fill_zone(const struct table *t, const struct link *w, const struct need *need)
{
    const struct want *x   = need->want;
    bool               all = x && x->last && x->most == 1;
    for (zone_id z = 0; z < ARENA_ZONES; z++) {
        if (why_not_zone(t, w, need, z)) continue;
        if (all) return true;
        struct link with = *w;
        add_zone(&with, need, z);
        if (can_fill(t, &with)) return true;
    }
    return false;
}

bool can_fill(const struct table *t, const struct link *w)
{
    struct need need = next_need(t, w);
    if (need.kind == NEED_NOTHING) return true;
    if (need.kind == NEED_TARGET && need.optional) {
        struct link with = *w;
        with.settled     = (uint16_t)(with.settled | BIT(need.slot));
        return can_fill(t, &with);
    }
    if (need.kind == NEED_ZONE) return can_fill_zone(t, w, &need);
    if (takes_from_void(need.want->verb))
        return can_fill_from(t, w, &need, zone_of_seat(ZONE_VOID, w->seat));
    for (unsigned left = zones_reached(t, w, &need); left; left &= left - 1)
        if (can_fill_from(t, w, &need, (zone_id)__builtin_ctz(left))) return true;
    return false;
}

// Most texts choose one card, or up to so many, and nothing else; -1: this one is different.
static int can_fill_at_once(const struct table *t, const struct link *w)
{
    if (w->ability == NO_ABILITY || face_of(t, w->card)->kind == KIND_MINION) return -1;
    const struct ability *a = ability_at(t, w->ability);
    const struct want    *x = &book_of(t)->wants[a->want_first];
    if (!(a->flags & ABILITY_CHOOSES)) return true;
    if (a->flags & ABILITY_MODES || w->only || w->named_count || w->settled) return -1;
    if (x->chosen != CHOSEN_CARD || !x->last || x->goes || x->later || takes_from_void(x->verb))
        return -1;
    if (x->optional) return true;
    struct need need = { .kind = NEED_TARGET, .slot = x->slot, .want = x, .card = NO_CARD };
    for (unsigned left = zones_reached(t, w, &need); left; left &= left - 1)
        if (can_fill_from(t, w, &need, (zone_id)__builtin_ctz(left))) return true;
    return false;
}

static rule_id why_not_done(const struct table *t, const struct link *w, const struct step *s)
{
    const struct scope k = scope_of(t, w);
    switch (s->verb) {
    case VERB_DEPLOY: return why_not_deploy(t, w, s);
    case VERB_ATTACH: return why_not_attach(t, w, s);
    case VERB_MOVE:
    case VERB_LEAP:
        if (k.m->things[s->things].how != HOW_REF) return 0;
        return things_any(&k, s->things) && cannot_go(t, s->verb, things_first(&k, s->things))
                   ? VOI_006
                   : 0;
    default: return 0;
    }
}

// VOI-R114: the rule against all that this user could do by it; 0: something can happen.
static rule_id why_idle(const struct table *t, const struct link *w)
{
    rule_id  why = 0;
    unsigned pc  = 0;
    if (!(ability_of(t, w)->flags & ABILITY_IDLE) || w->user == NO_CARD) return 0;
    if (does_something_later(t, w)) return 0;
    for (const struct step *s; (s = next_deed(t, w, &pc)); pc++) {
        rule_id no = why_not_done(t, w, s);
        if (!no) return 0;
        if (!why) why = no;
    }
    return why;
}

bool with_some_mode(const struct table *t, const struct link *w)
{
    int at_once = can_fill_at_once(t, w);
    if (at_once >= 0) return at_once && !why_idle(t, w);
    if (!(ability_of(t, w)->flags & ABILITY_MODES) || w->mode)
        return can_fill(t, w) && !why_idle(t, w);
    struct link with = *w;
    for (with.mode = 1; with.mode <= ability_of(t, w)->modes; with.mode++)
        if (can_fill(t, &with) && !why_idle(t, &with)) return true;
    return false;
}

bool with_some_user(const struct table *t, const struct link *w)
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
        struct link with = *w;
        with.user        = user;
        with.zone        = zone_of_card(s, user);
        if (with_some_mode(t, &with)) return true;
    }
    return false;
}

bool can_be_completed(const struct table *t, const struct link *w)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_after(ability_of(t, w)) || w->answers) return with_some_user(t, w);
    for (unsigned i = 0; i < s->event_count; i++) {
        struct link with = *w;
        if (!fits_event(t, w, &s->events[i])) continue;
        react_to(s, &with, i);
        if (with_some_user(t, &with)) return true;
    }
    return false;
}

// VOI-440, or what says more. Of several users the rule against the last.
rule_id why_not_whole(const struct table *t, const struct link *w)
{
    if (can_be_completed(t, w)) return 0;
    if (w->kind == WORK_CARD && face_of(t, w->card)->kind == KIND_MINION) return VOI_443;
    const struct side *side = &state_at(t)->side[w->seat];
    rule_id            why  = w->user == NO_CARD ? 0 : why_idle(t, w);
    for (unsigned i = 0; w->user == NO_CARD && i < side->fighters; i++) {
        struct link with = *w;
        with.user        = side->fighter[i];
        with.zone        = zone_of_card(state_at(t), with.user);
        if (!why_not_user(t, &with, with.user) && why_idle(t, &with)) why = why_idle(t, &with);
    }
    return why ? why : (rule_id)VOI_440;
}

// ---- the same at sight: most cards choose one card by side and distance, or nothing

static void look_at_user(const struct voidbreakers_state *s, const struct book *book, card_id card,
                         struct sight_user *u)
{
    const struct face *face = &book->faces[s->cards[card].def];
    u->here                 = s->cards[card].zone;
    u->near                 = book->boards[s->arena].near[u->here];
    u->self                 = face->self;
    u->styles               = face->styles;
    u->jammed               = has(s, card, JAMMED);
    memcpy(u->token, s->body[card].token, sizeof u->token);
}

void look_around(const struct table *t, seat_id seat, struct sight *sight)
{
    const struct voidbreakers_state *s       = state_at(t);
    const struct book               *book    = book_of(t);
    const struct side               *side    = &s->side[seat];
    unsigned                         enemies = 0, friends = 0, company = 0, provoking = 0, full = 0;
    unsigned                         own = 0, users = 0, dead = 0;
    for (unsigned left = s->occupied; left; left &= left - 1) {
        unsigned z = (unsigned)__builtin_ctz(left), bit = left & -left;
        full |= bit & (0u - (s->zones[z].count >= CAPACITY));
        EACH_CARD(c, s, z) { // masks, since branches on what stands where are as good as random
            const struct card *card     = &s->cards[c];
            const struct face *face     = &book->faces[card->def];
            const struct body *b        = &s->body[c];
            unsigned           mine     = 0u - (card->owner == seat);
            unsigned           living   = bit & ((b->flags & BODY_DEAD) - 1u);
            unsigned           enemy    = living & ~mine & ((b->conditions >> CLOAKED & 1) - 1u);
            unsigned           keywords = face->keywords | face->upgrade_keywords | s->auras;
            unsigned closer = (keywords & 1) | (card->flags & CARD_MODIFIED) | book->cannot;
            living &= mine;
            sight->card[own] = c;
            own += living != 0;
            company |= friends & living;
            friends |= living;
            if (closer && enemy) { // bit 0 is Provoke
                if (cannot(t, c, DEED_BE_TARGETED))
                    enemy = 0;
                else if (has_keyword(t, c, KEYWORD_PROVOKE) && !cannot(t, c, DEED_BE_ATTACKED))
                    provoking |= bit;
            }
            enemies |= enemy;
        }
    }
    for (unsigned i = 0; i < side->fighters; i++) {
        const struct body *b = &s->body[side->fighter[i]];
        if (b->flags & BODY_DEAD)
            dead++;
        else if (!(b->conditions & BIT(STUNNED)))
            look_at_user(s, book, side->fighter[i], &sight->user[users++]);
    }
    sight->seat                    = seat;
    sight->found[AIM_OTHERWISE]    = UINT16_MAX;
    sight->found[AIM_NOTHING]      = UINT16_MAX;
    sight->found[AIM_ANY_CARD]     = (uint16_t)(friends | enemies);
    sight->found[AIM_OTHER_CARD]   = (uint16_t)enemies; // and other friends
    sight->found[AIM_FRIEND]       = (uint16_t)friends;
    sight->found[AIM_OTHER_FRIEND] = 0; // the same
    sight->found[AIM_ENEMY]        = (uint16_t)enemies;
    sight->found[AIM_ROOM]         = (uint16_t)~full;
    sight->company                 = (uint16_t)company;
    sight->provoking               = (uint16_t)provoking;
    sight->own                     = (uint8_t)own;
    sight->users                   = (uint8_t)users;
    sight->dead                    = (uint8_t)dead;
    sight->hand                    = (uint8_t)s->zones[zone_of_seat(ZONE_HAND, seat)].count;
}

static bool has_aim(const struct sight *sight, unsigned aim, unsigned steps, bool beyond,
                    unsigned zone, const uint16_t *near)
{
    unsigned here = BIT(zone), found = sight->found[aim];
    if (aim == AIM_OTHER_CARD || aim == AIM_OTHER_FRIEND)
        found |= sight->found[AIM_FRIEND] & ~(here & ~(unsigned)sight->company);
    return (found & near[steps] & (beyond ? ~here : ~0u)) != 0;
}

static bool can_pay(const struct table *t, card_id user, const struct ability *a, unsigned hand)
{
    const struct body *b = &state_at(t)->body[user];
    return can_pay_tokens(b, a->pay_a, a->pay_m) && a->pay_v <= hand &&
           (!a->pay_hp || b->hp > a->pay_hp) &&
           (!(a->flags & ABILITY_DETACH) || attached_upgrade(t, user, a->detach) != NO_CARD);
}

enum answer can_use_at_sight(const struct table *t, const struct sight *sight, card_id card,
                             const struct ability *a)
{
    const struct voidbreakers_state *s    = state_at(t);
    zone_id                          here = zone_of_card(s, card);
    if (has(s, card, JAMMED) || cannot(t, card, DEED_USE_TALENTS)) return NO;
    if (!can_pay(t, card, a, sight->hand)) return NO;
    if (a->aim == AIM_OTHERWISE || a->only_if) return UNSURE;
    return has_aim(sight, a->aim, a->steps, a->beyond, here, board_of(t)->near[here]) ? YES : NO;
}

static bool is_user_of(const struct sight_user *u, const struct face *face)
{
    if (face->fighter != NO_DEF ? face->fighter != u->self || u->jammed
                                : !(face->styles & u->styles))
        return false;
    unsigned a = face->pay_a, m = face->pay_m;
    unsigned flex = (a > u->token[TOKEN_A] ? a - u->token[TOKEN_A] : 0) +
                    (m > u->token[TOKEN_M] ? m - u->token[TOKEN_M] : 0);
    return flex <= u->token[TOKEN_F];
}

// For a card in hand that is no Reaction.
enum answer can_play_at_sight(const struct sight *sight, const struct face *face)
{
    if (face->pay_v >= sight->hand) return NO;
    for (unsigned i = 0; i < sight->users; i++) {
        const struct sight_user *u = &sight->user[i];
        if (!is_user_of(u, face)) continue;
        if (!face->sure) return UNSURE;
        if (has_aim(sight, face->aim, face->steps, face->beyond, u->here, u->near)) return YES;
    }
    return NO;
}
