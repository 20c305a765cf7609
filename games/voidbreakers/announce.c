// Chapters 4 and 5: announcing an attack, a move, a card, a talent: who may, with whom, at what
// cost.
#include "games/voidbreakers/verbs.h"

// ---- tokens

bool can_pay_tokens(const struct body *b, unsigned a, unsigned m)
{
    unsigned flex = (a > b->token[TOKEN_A] ? a - b->token[TOKEN_A] : 0) +
                    (m > b->token[TOKEN_M] ? m - b->token[TOKEN_M] : 0);
    return flex <= b->token[TOKEN_F];
}

// VOI-447: plain tokens first.
static void pay_token(struct body *b, enum token kind)
{
    if (!b->token[kind]) kind = TOKEN_F;
    if (b->token[kind]) b->token[kind]--;
}

bool is_limit_reached(const struct voidbreakers_state *s, seat_id seat)
{
    return s->side[seat].announcements >= ANNOUNCEMENTS_MAX;
}

// ---- attacks and moves

static rule_id why_not_act(const struct table *t, seat_id seat, unsigned id)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_card(s, id) || !is_arena(zone_of_card(s, (card_id)id))) return VOI_009;
    if (owner_of(s, (card_id)id) != seat) return VOI_012;
    if (is_dead(s, (card_id)id)) return VOI_634;
    if (is_limit_reached(s, seat)) return VOI_331;
    return has(s, (card_id)id, STUNNED) ? VOI_841 : 0;
}

static bool can_be_attacked(const struct table *t, card_id attacker, card_id target)
{
    const struct voidbreakers_state *s = state_at(t);
    return is_living(s, target) && owner_of(s, target) != owner_of(s, attacker) &&
           !is_hidden(t, target) && !cannot(t, target, DEED_BE_ATTACKED);
}

// VOI-811: somebody in the attacker's zone provokes.
bool is_provoked(const struct table *t, card_id attacker)
{
    const struct voidbreakers_state *s = state_at(t);
    EACH_CARD(c, s, zone_of_card(s, attacker))
        if (can_be_attacked(t, attacker, c) && has_keyword(t, c, KEYWORD_PROVOKE)) return true;
    return false;
}

// Neither dead nor Stunned, and the limit is not reached.
bool can_act(const struct voidbreakers_state *s, card_id card)
{
    return !is_dead(s, card) && !has(s, card, STUNNED) && !is_limit_reached(s, owner_of(s, card));
}

rule_id why_not_attack(const struct table *t, seat_id seat, card_id attacker, card_id target)
{
    const struct voidbreakers_state *s  = state_at(t);
    rule_id                          no = why_not_act(t, seat, attacker);
    if (no) return no == VOI_012 ? VOI_402 : no;
    if (has(s, attacker, DISARMED)) return VOI_842;
    if (cannot(t, attacker, DEED_ATTACK)) return VOI_006;
    if (!can_pay_tokens(&s->body[attacker], 1, 0)) return VOI_401;
    if (!is_card(s, target) || !is_arena(zone_of_card(s, target))) return VOI_403;
    if (owner_of(s, target) == seat || is_dead(s, target)) return VOI_411;
    if ((int)distance(t, zone_of_card(s, attacker), zone_of_card(s, target)) >
        reach_of(t, attacker))
        return VOI_403;
    if (has(s, target, CLOAKED)) return VOI_853;
    if (!can_be_attacked(t, attacker, target)) return VOI_006;
    if (is_provoked(t, attacker) && (zone_of_card(s, target) != zone_of_card(s, attacker) ||
                                     !has_keyword(t, target, KEYWORD_PROVOKE)))
        return VOI_811;
    return 0;
}

rule_id why_not_move(const struct table *t, seat_id seat, card_id card, unsigned zone)
{
    const struct voidbreakers_state *s  = state_at(t);
    rule_id                          no = why_not_act(t, seat, card);
    if (no) return no;
    if (has(s, card, ROOTED)) return VOI_843;
    if (cannot(t, card, DEED_MOVE)) return VOI_006;
    if (!can_pay_tokens(&s->body[card], 0, 1)) return VOI_420;
    if (!is_arena(zone) || !is_adjacent(t, zone_of_card(s, card), (zone_id)zone)) return VOI_421;
    return is_full(s, (zone_id)zone) ? VOI_422 : 0;
}

static void push_link(struct table *t, struct link w)
{
    struct voidbreakers_state *s = state_of(t);
    assert(s->link_count < LINKS_MAX);
    s->links[s->link_count++] = w;
    if (w.kind != WORK_END && !is_limit_reached(s, w.seat)) s->side[w.seat].announcements++;
    s->side[0].backs = s->side[1].backs = 0;
}

static struct link work_for(seat_id seat, enum work_kind kind, card_id card)
{
    return (struct link){ .kind    = (uint8_t)kind,
                          .seat    = seat,
                          .card    = card,
                          .user    = card,
                          .that    = NO_CARD,
                          .other   = NO_CARD,
                          .ability = NO_ABILITY,
                          .zone    = NO_ZONE,
                          .to      = NO_ZONE };
}

static void uncloak(struct table *t, card_id card) // VOI-854
{
    lose_conditions(t, card, BIT(CLOAKED), by_rule(VOI_854));
}

void announce_attack(struct table *t, seat_id seat, card_id card, card_id target)
{
    struct voidbreakers_state *s = state_of(t);
    struct link                w = work_for(seat, WORK_ATTACK, card);
    w.that                       = target;
    w.zone                       = zone_of_card(s, card);
    s->body[card].flags |= BODY_ATTACKED;
    pay_token(&s->body[card], TOKEN_A);
    happened(t, EVENT_ANNOUNCED_ATTACK, seat, card, target, 0, by_rule(VOI_401));
    uncloak(t, card);
    push_link(t, w);
}

void announce_move(struct table *t, seat_id seat, card_id card, zone_id to)
{
    struct voidbreakers_state *s = state_of(t);
    struct link                w = work_for(seat, WORK_MOVE, card);
    w.zone                       = zone_of_card(s, card);
    w.to                         = to;
    pay_token(&s->body[card], TOKEN_M);
    happened_from(t, EVENT_ANNOUNCED_MOVE, card, w.zone, to, by_rule(VOI_420));
    push_link(t, w);
}

void announce_end(struct table *t, seat_id seat)
{
    happened(t, EVENT_ENDED_PHASE, seat, NO_CARD, NO_CARD, 0, by_rule(VOI_317));
    push_link(t, work_for(seat, WORK_END, NO_CARD));
}

// ---- cards and talents: when

static bool plays_type(unsigned types, unsigned kind)
{
    switch ((enum played_types)types) {
    case TYPES_SUPPORT: return kind == KIND_SUPPORT;
    case TYPES_ABILITY: return kind == KIND_ABILITY;
    case TYPES_MINION: return kind == KIND_MINION;
    case TYPES_SUPPORT_OR_ABILITY: return kind != KIND_MINION;
    case TYPES_SUPPORT_OR_MINION: return kind != KIND_ABILITY;
    case TYPES_ABILITY_OR_MINION: return kind != KIND_SUPPORT;
    case TYPES_ANY: return true;
    }
    return false;
}

// Does a card fit "a friendly fighter" and the like, said on a card of that player?
bool is_victim(const struct table *t, unsigned who, seat_id seat, card_id card)
{
    bool mine = owner_of(state_at(t), card) == seat;
    if (who >= AN_ENEMY_CARD ? mine : who >= A_FRIENDLY_CARD && !mine) return false;
    return who % 3 == A_CARD || is_fighter(t, card) == (who % 3 == A_FIGHTER);
}

// VOI-542: is the newest link the announcement that the card names? Distances are asked of the
// user.
static bool fits_link(const struct table *t, const struct ability *a, const struct link *link,
                      card_id user)
{
    const struct voidbreakers_state *s    = state_at(t);
    card_id                          whom = link->kind == WORK_MOVE ? link->card : link->that;
    if (a->who && (whom == NO_CARD || !is_victim(t, a->who, other_player(link->seat), whom)))
        return false;
    if (a->flags & ABILITY_ANOTHER && user == whom) return false;
    switch ((enum happening)a->reaction) {
    case ENEMY_ATTACKS_CARD:
    case ENEMY_ATTACKS_FIGHTER:
        if (link->kind != WORK_ATTACK) return false;
        if (a->reaction == ENEMY_ATTACKS_FIGHTER && !is_fighter(t, link->that)) return false;
        return user == NO_CARD ||
               distance(t, zone_of_card(s, user), zone_of_card(s, link->that)) <= a->reach;
    case ENEMY_ATTACKS_USER:
        return link->kind == WORK_ATTACK && (user == NO_CARD || user == link->that);
    case ENEMY_MOVES:
        if (link->kind != WORK_MOVE) return false;
        return user == NO_CARD ||
               distance(t, zone_of_card(s, user),
                        a->flags & ABILITY_INTO ? link->to : link->zone) <= a->reach;
    case OPPONENT_PLAYS:
        return link->kind == WORK_CARD && plays_type(a->types, face_of(t, link->card)->kind);
    case OPPONENT_USES_TALENT: return link->kind == WORK_TALENT;
    case OPPONENT_ENDS_PHASE: return link->kind == WORK_END;
    default: return false;
    }
}

// What an event is for a player, HAPPENING_NONE if nothing that a card reacts to.
enum happening as_seen_by(const struct happened *e, seat_id seat)
{
    bool mine = e->seat == seat;
    switch ((enum happening)e->kind) {
    case ENEMY_ENTERED:
    case OPPONENT_DREW: return mine ? HAPPENING_NONE : (enum happening)e->kind;
    case FAILED_TO_DRAW: return mine ? FAILED_TO_DRAW : HAPPENING_NONE;
    default: return (enum happening)e->kind;
    }
}

// VOI-543
bool fits_event(const struct table *t, const struct link *w, const struct happened *e)
{
    const struct voidbreakers_state *s       = state_at(t);
    const struct ability            *a       = ability_at(t, w->ability);
    bool                             of_user = a->reaction == USER_DAMAGED;
    if (as_seen_by(e, w->seat) != (of_user ? CARD_DAMAGED : (enum happening)a->reaction))
        return false;
    if (of_user && (w->user == NO_CARD ? e->seat != w->seat : e->card != w->user)) return false;
    if (a->who && !is_victim(t, a->who, w->seat, e->card)) return false;
    if (a->flags & ABILITY_THAT && !is_living(s, e->card)) return false; // VOI-R91
    if (a->flags & ABILITY_ANOTHER && e->card == w->user) return false;
    return a->reach == FAR_AWAY || w->user == NO_CARD ||
           distance(t, zone_of_card(s, w->user), e->zone) <= a->reach;
}

void react_to(const struct voidbreakers_state *s, struct link *w, unsigned event)
{
    w->answers = (uint8_t)(event + 1);
    w->that    = s->events[event].card;
    w->other   = s->events[event].other;
}

// VOI-540 to VOI-545: does the modifier fit the moment?
static rule_id why_not_now(const struct table *t, const struct link *w, enum question_kind when)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct ability            *a = ability_of(t, w);
    switch (when) {
    case QUESTION_ACTION:
        if (!a->reaction) return 0;
        return is_after(a) ? VOI_543 : VOI_542;
    case QUESTION_WINDOW:
        if (a->flags & ABILITY_QUICK) return 0;
        if (is_after(a)) return VOI_543;
        if (!a->reaction) return a->flags & ABILITY_OMEGA ? VOI_544 : VOI_540;
        if (!s->link_count) return VOI_542;
        return fits_link(t, a, &s->links[s->link_count - 1], NO_CARD) ? 0 : VOI_542;
    case QUESTION_AFTERMATH:
        if (!is_after(a)) return a->reaction ? VOI_542 : VOI_543;
        for (unsigned i = 0; i < s->event_count; i++)
            if (fits_event(t, w, &s->events[i])) return 0;
        return VOI_543;
    case QUESTION_OMEGA:
        if (a->flags & ABILITY_OMEGA) return 0;
        return a->reaction ? (is_after(a) ? VOI_543 : VOI_542) : VOI_326;
    default: return VOI_327;
    }
}

// ---- cards and talents: with whom

// The card that is being played is none of them.
unsigned cards_in_hand(const struct table *t, const struct link *w, seat_id seat)
{
    const struct voidbreakers_state *s    = state_at(t);
    zone_id                          hand = zone_of_seat(ZONE_HAND, seat);
    unsigned                         held = zone_size(&s->core, hand);
    return w->kind == WORK_CARD && zone_of_card(s, w->card) == hand ? held - 1 : held;
}

static rule_id why_not_pay(const struct table *t, const struct link *w, card_id user)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct ability            *a = ability_of(t, w);
    if (!can_pay_tokens(&s->body[user], a->pay_a, a->pay_m))
        return s->active == w->seat ? VOI_435 : VOI_444;
    if (cards_in_hand(t, w, w->seat) < a->pay_v) return VOI_436;
    if (a->pay_hp && s->body[user].hp <= a->pay_hp) return VOI_445;
    return a->flags & ABILITY_DETACH && attached_upgrade(t, user, a->detach) == NO_CARD ? VOI_445
                                                                                        : 0;
}

// VOI-432
bool is_card_of(const struct table *t, card_id card, card_id fighter)
{
    const struct face *face = face_of(t, card);
    if (face->fighter != NO_DEF) return face->fighter == face_of(t, fighter)->self;
    return (face->styles & face_of(t, fighter)->styles) != 0;
}

static bool answers_link(const struct ability *a) { return a->reaction && !is_after(a); }

static bool has_living_user(const struct table *t, const struct link *w)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct side               *side = &s->side[w->seat];
    for (unsigned i = 0; w->kind == WORK_CARD && i < side->fighters; i++)
        if (!is_dead(s, side->fighter[i]) && is_card_of(t, w->card, side->fighter[i])) return true;
    return false;
}

rule_id why_not_user(const struct table *t, const struct link *w, card_id user)
{
    const struct voidbreakers_state *s = state_at(t);
    const struct ability            *a = ability_of(t, w);
    if (!is_card(s, user) || !is_arena(zone_of_card(s, user)) || owner_of(s, user) != w->seat)
        return VOI_432;
    if (!is_fighter(t, user)) return VOI_434;
    if (w->kind == WORK_CARD && !is_card_of(t, w->card, user)) return VOI_432;
    if (is_dead(s, user)) return has_living_user(t, w) ? VOI_432 : VOI_433;
    if (has(s, user, STUNNED)) return VOI_841;
    if (has(s, user, JAMMED) && (w->kind == WORK_TALENT || face_of(t, w->card)->fighter != NO_DEF))
        return VOI_844;
    if (answers_link(a) && s->link_count && !fits_link(t, a, &s->links[s->link_count - 1], user))
        return VOI_437;
    if (is_after(a) || a->only_if) {
        struct link with = *w;
        with.user        = user;
        with.zone        = zone_of_card(s, user);
        if (is_after(a) && w->answers && !fits_event(t, &with, &s->events[w->answers - 1]))
            return VOI_437;
        struct scope k = scope_of(t, &with);
        if (a->only_if && !cond_holds(&k, a->only_if)) return VOI_440;
    }
    return why_not_pay(t, w, user);
}

// ---- cards

static struct link draft_of_card(const struct table *t, seat_id seat, card_id card,
                                 enum question_kind when)
{
    const struct voidbreakers_state *s = state_at(t);
    struct link                      w = work_for(seat, WORK_CARD, card);
    w.user                             = NO_CARD;
    w.ability                          = face_of(t, card)->play;
    if (when != QUESTION_WINDOW || !s->link_count) return w;
    const struct link *link = &s->links[s->link_count - 1];
    w.answers               = s->link_count;
    w.that                  = link->kind == WORK_ATTACK ? link->that : link->card;
    w.other = link->kind == WORK_TALENT || link->kind == WORK_CARD ? link->user : link->card;
    return w;
}

// The rule against the user that comes nearest to being one: the last in the order of why_not_user.
static rule_id why_no_user(const struct table *t, const struct link *w)
{
    const struct side *side  = &state_at(t)->side[w->seat];
    rule_id            found = VOI_433;
    for (unsigned i = 0; i < side->fighters; i++) {
        rule_id no = why_not_user(t, w, side->fighter[i]);
        if (no != VOI_432 && no != VOI_434 && no != VOI_433) found = no;
        if (!no) return 0;
    }
    return found;
}

rule_id why_not_play(const struct table *t, seat_id seat, card_id card, enum question_kind when)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!is_card(s, card) || zone_of_card(s, card) != zone_of_seat(ZONE_HAND, seat)) return VOI_430;
    if (is_limit_reached(s, seat)) return VOI_331;
    if (s->body[card].flags & BODY_SALVAGED) return VOI_817;
    if (can_play(t, seat, card, when)) return 0;
    struct link w  = draft_of_card(t, seat, card, when);
    rule_id     no = why_not_now(t, &w, when);
    if (no) return no;
    no = why_no_user(t, &w);
    if (no) return no;
    if (can_be_completed(t, &w)) return 0;
    if (is_after(ability_of(t, &w)) && ability_of(t, &w)->reach != FAR_AWAY) return VOI_437;
    return why_not_whole(t, &w);
}

// The same without the reason: for lists. What surely does not fit the moment is sorted out before.
bool can_play(const struct table *t, seat_id seat, card_id card, enum question_kind when)
{
    const struct voidbreakers_state *s = state_at(t);
    if (!fits_moment(t, card, when)) return false;
    if (is_limit_reached(s, seat) || s->body[card].flags & BODY_SALVAGED) return false;
    struct link w = draft_of_card(t, seat, card, when);
    return (when == QUESTION_ACTION || !why_not_now(t, &w, when)) && can_be_completed(t, &w);
}

// ---- talents

static unsigned talent_of_face(const struct table *t, card_id card, unsigned *nth)
{
    const struct face *face = face_of(t, card);
    for (unsigned i = face->first; i < (unsigned)face->first + face->count; i++)
        if (ability_at(t, i)->kind == ABILITY_TALENT && (*nth)-- == 0) return i;
    return NO_ABILITY;
}

unsigned talent_of(const struct table *t, card_id card, unsigned nth)
{
    unsigned found = talent_of_face(t, card, &nth);
    if (found != NO_ABILITY || !has_upgrades(t, card)) return found;
    EACH_CARD(up, state_at(t), zone_of_seat(ZONE_UPGRADES, card_at(t->state, card)->owner))
        if (face_of(t, up)->fighter == face_of(t, card)->self &&
            (found = talent_of_face(t, up, &nth)) != NO_ABILITY)
            return found;
    return NO_ABILITY;
}

static struct link draft_of_talent(const struct table *t, seat_id seat, card_id card,
                                   unsigned ability)
{
    struct link w = work_for(seat, WORK_TALENT, card);
    w.ability     = (uint16_t)ability;
    w.zone        = card_at(t->state, card)->zone;
    return w;
}

unsigned used_bit(unsigned nth) { return nth < 8 ? BIT(nth) : 0; }

rule_id why_not_talent(const struct table *t, seat_id seat, card_id card, unsigned nth)
{
    const struct voidbreakers_state *s  = state_at(t);
    rule_id                          no = why_not_act(t, seat, card);
    if (no) return no == VOI_012 ? VOI_451 : no == VOI_634 ? VOI_457 : no;
    unsigned ability = talent_of(t, card, nth);
    if (ability == NO_ABILITY) return VOI_450;
    if (s->body[card].used & used_bit(nth) && !(ability_at(t, ability)->flags & ABILITY_REPEAT))
        return VOI_452;
    if (has(s, card, JAMMED)) return VOI_844;
    if (cannot(t, card, DEED_USE_TALENTS)) return VOI_006;
    const struct ability *a = ability_at(t, ability);
    if (!can_pay_tokens(&s->body[card], a->pay_a, a->pay_m)) return VOI_435;
    struct link w = draft_of_talent(t, seat, card, ability);
    no            = is_fighter(t, card) ? why_not_user(t, &w, card) : why_not_pay(t, &w, card);
    if (no) return no;
    return why_not_whole(t, &w);
}

// ---- the announcement as a flow

// Until it is complete an announcement is its player's secret, and its card stays in the hand.
void begin_card(struct table *t, seat_id seat, card_id card, enum question_kind when)
{
    state_of(t)->draft = draft_of_card(t, seat, card, when);
}

void begin_talent(struct table *t, seat_id seat, card_id card, unsigned nth)
{
    struct voidbreakers_state *s = state_of(t);
    s->draft                     = draft_of_talent(t, seat, card, talent_of(t, card, nth));
    s->draft.mode                = 0;
    s->draft.may                 = (uint8_t)nth; // which of its talents, until it is announced
}

// The newest event about a card that the announced one can react to, or EVENTS_MAX (VOI-533).
unsigned newest_event(const struct table *t, const struct link *w, card_id card)
{
    const struct voidbreakers_state *s = state_at(t);
    for (unsigned i = s->event_count; i-- > 0;)
        if (s->events[i].card == card && fits_event(t, w, &s->events[i])) return i;
    return EVENTS_MAX;
}

// How many events could be meant; of several about one card the newest counts.
static unsigned count_events(const struct table *t, unsigned *only)
{
    const struct voidbreakers_state *s     = state_at(t);
    unsigned                         count = 0;
    for (unsigned i = 0; i < s->event_count; i++) {
        struct link with = s->draft;
        if (!fits_event(t, &s->draft, &s->events[i])) continue;
        react_to(s, &with, i);
        if (!with_some_user(t, &with)) continue;
        if (newest_event(t, &s->draft, s->events[i].card) == i) count++, *only = i;
    }
    return count;
}

static unsigned count_users(const struct table *t, card_id *only)
{
    const struct voidbreakers_state *s    = state_at(t);
    const struct side               *side = &s->side[s->draft.seat];
    card_id                          fit[TEAM_MAX];
    unsigned                         fitting = 0, count = 0;
    for (unsigned i = 0; i < side->fighters; i++)
        if (is_card_of(t, s->draft.card, side->fighter[i]) &&
            !why_not_user(t, &s->draft, side->fighter[i]))
            fit[fitting++] = side->fighter[i];
    for (unsigned i = 0; i < fitting; i++) {
        struct link with = s->draft;
        with.user        = fit[i];
        with.zone        = zone_of_card(s, fit[i]);
        // somebody can be the user of what was begun: if only one is left, this one
        if (fitting == 1 || with_some_mode(t, &with)) count++, *only = fit[i];
    }
    return count;
}

static unsigned count_modes(const struct table *t, uint8_t *only)
{
    unsigned count = 0;
    for (uint8_t mode = 1; mode <= ability_of(t, &state_at(t)->draft)->modes; mode++) {
        struct link with = state_at(t)->draft;
        with.mode        = mode;
        if (with_some_mode(t, &with)) count++, *only = mode;
    }
    return count;
}

static void set_user(struct voidbreakers_state *s, card_id user)
{
    s->draft.user = user;
    s->draft.zone = zone_of_card(s, user);
}

static void take_need(struct table *t, struct choice c)
{
    struct voidbreakers_state *s    = state_of(t);
    struct need                need = next_need(t, &s->draft);
    if (c.kind == CHOOSE_TARGET)
        add_target(&s->draft, &need, c.card);
    else if (c.kind == CHOOSE_ZONE)
        add_zone(&s->draft, &need, (zone_id)c.target);
    else
        s->draft.settled = (uint16_t)(s->draft.settled | BIT(need.slot));
}

static bool settles_itself(struct table *t, const struct need *need)
{
    struct voidbreakers_state *s = state_of(t);
    if (need->kind != NEED_ZONE || need->want || s->draft.kind != WORK_CARD) return false;
    const struct ability *a = ability_of(t, &s->draft);
    if (a->range) return false;
    s->draft.to = s->draft.zone; // VOI-442: the user's zone
    return true;
}

static void pay(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    const struct ability      *a = ability_of(t, &s->draft);
    struct link               *w = &s->draft;
    for (unsigned i = 0; i < a->pay_a; i++) pay_token(&s->body[w->user], TOKEN_A);
    for (unsigned i = 0; i < a->pay_m; i++) pay_token(&s->body[w->user], TOKEN_M);
    if (a->pay_hp) lose_hp(t, w->user, a->pay_hp, true, by_rule(VOI_445));
    if (a->flags & ABILITY_DETACH) {
        card_id upgrade = attached_upgrade(t, w->user, a->detach);
        card_move(&s->core, upgrade, zone_of_seat(ZONE_RESERVE, w->seat), BOTTOM);
        happened(t, EVENT_DETACHED, w->seat, upgrade, w->user, 0, by_rule(VOI_445));
    }
    if (s->auras) look_for_auras(t);
}

static void make_public(struct table *t)
{
    struct voidbreakers_state *s = state_of(t);
    struct link               *w = &s->draft;
    if (w->kind == WORK_CARD) {
        card_show(&s->core, w->card, EVERYBODY);
        card_move(&s->core, w->card, zone_of_seat(ZONE_CHAIN, w->seat), TOP);
        happened(t, EVENT_PLAYED, w->seat, w->card, w->user, 0, by_rule(VOI_502));
        struct news news = { w->card, NO_CARD, NO_ZONE, (uint8_t)(w->seat + 1) };
        if (s->side[w->seat].played < UINT8_MAX) s->side[w->seat].played++;
        wake_all(t, MOMENT_PLAYS, &news);
        if (s->side[w->seat].played == 2) wake_all(t, MOMENT_SECOND, &news);
    } else {
        s->body[w->user].used = (uint8_t)(s->body[w->user].used | used_bit(w->may));
        w->may                = 0;
        happened(t, EVENT_USED, w->seat, w->user, NO_CARD, 0, by_rule(VOI_451));
    }
    if (ability_of(t, w)->flags & ABILITY_DAMAGES) uncloak(t, w->user);
}

// VOI-R96
static bool takes_back(struct voidbreakers_state *s)
{
    seat_id seat = s->draft.seat;
    if (s->core.answer[seat].kind != CHOOSE_BACK) return false;
    s->side[seat].backs++;
    withdraw(s);
    return true;
}

enum flow announce(struct table *t, struct announce_frame *f)
{
    struct voidbreakers_state *s = state_of(t);
    struct link               *w = &s->draft;
    struct need                need;
    card_id                    user  = NO_CARD;
    unsigned                   event = 0;
    uint8_t                    mode  = 0;
    FLOW_BEGIN(f);
    if (is_after(ability_of(t, w)) && !w->answers) {
        if (count_events(t, &event) > 1) {
            ask(&s->core, w->seat, QUESTION_EVENT, 0, w->card);
            FLOW_PAUSE(f, ANNOUNCE_EVENT);
            if (takes_back(s)) return FLOW_PAUSED;
            event = newest_event(t, w, answer_of(&s->core, w->seat).card);
        }
        react_to(s, w, event);
    }
    if (w->user == NO_CARD) {
        if (count_users(t, &user) > 1) {
            ask(&s->core, w->seat, QUESTION_USER, 0, w->card);
            FLOW_PAUSE(f, ANNOUNCE_USER);
            if (takes_back(s)) return FLOW_PAUSED;
            user = answer_of(&s->core, w->seat).card;
        }
        set_user(s, user);
    }
    if (ability_of(t, w)->flags & ABILITY_MODES) {
        if (count_modes(t, &mode) > 1) {
            ask(&s->core, w->seat, QUESTION_MODE, 0, w->card);
            FLOW_PAUSE(f, ANNOUNCE_MODE);
            if (takes_back(s)) return FLOW_PAUSED;
            mode = answer_of(&s->core, w->seat).option;
        }
        w->mode = mode;
    }
    while ((need = next_need(t, w)).kind != NEED_NOTHING) {
        if (settles_itself(t, &need)) continue;
        ask(&s->core, w->seat, need.kind == NEED_TARGET ? QUESTION_TARGET : QUESTION_ZONE,
            need.slot, w->card);
        FLOW_PAUSE(f, ANNOUNCE_NEED);
        if (takes_back(s)) return FLOW_PAUSED;
        take_need(t, answer_of(&s->core, w->seat));
    }
    if (ability_of(t, w)->pay_v) {
        ask_several(&s->core, w->seat, QUESTION_COST, ability_of(t, w)->pay_v,
                    ability_of(t, w)->pay_v, 0, w->card);
        FLOW_PAUSE(f, ANNOUNCE_COST);
        if (takes_back(s)) return FLOW_PAUSED;
        make_public(t);
        for (unsigned i = 0; i < s->core.question[w->seat].picked; i++)
            void_card(t, s->core.question[w->seat].pick[i], by_rule(VOI_436));
    } else {
        make_public(t);
    }
    pay(t);
    push_link(t, *w);
    s->draft = (struct link){ 0 };
    FLOW_END(f);
}
