// Chapters 2, 4 and 7: cards that change place: entering zones, deploying, drawing, voiding.
#include "games/voidbreakers/rules.h"

void come_to_life(struct table *t, card_id card)
{
    struct voidbreakers_state *s   = state_of(t);
    const struct card_def     *def = def_of(t, card);
    s->body[card]                  = (struct body){ .hp      = def->field[FIELD_HP],
                                                    .ap      = def->field[FIELD_AP],
                                                    .arrived = ++s->arrivals };
    s->auras                       = (uint16_t)(s->auras | face_of(t, card)->auras);
    card_show(&s->core, card, EVERYBODY);
    struct side *side = &s->side[owner_of(s, card)];
    if (def->kind == KIND_FIGHTER && side->fighters < TEAM_MAX)
        side->fighter[side->fighters++] = card;
}

void leave_arena(struct table *t, card_id card)
{
    struct voidbreakers_state *s = state_of(t);
    s->body[card]                = (struct body){ 0 };
    modifiers_leave(&s->core, card);
}

// Into, out of or within the arena.
void move_card(struct voidbreakers_state *s, card_id card, zone_id to, enum zone_end end)
{
    zone_id from = zone_of_card(s, card);
    card_move(&s->core, card, to, end);
    unsigned occupied = s->occupied;
    if (is_arena(from) && !s->zones[from].count) occupied &= ~BIT(from);
    if (is_arena(to)) occupied |= BIT(to);
    s->occupied = (uint16_t)occupied;
}

// VOI-R130
void leave_for(struct table *t, card_id card, unsigned zone, struct cause why)
{
    struct voidbreakers_state *s         = state_of(t);
    zone_id                    from      = zone_of_card(s, card);
    bool                       satellite = face_of(t, card)->kind == KIND_SATELLITE;
    zone_id to = zone_of_seat(satellite ? ZONE_RESERVE : zone, owner_of(s, card));
    leave_arena(t, card);
    move_card(s, card, to, satellite || zone == ZONE_HAND ? BOTTOM : TOP);
    happened_from(t, EVENT_TAKEN_UP, card, from, to, why);
    if (s->auras) look_for_auras(t);
}

// VOI-709, VOI-801, VOI-802
void enter_zone(struct table *t, card_id card, zone_id to, unsigned event, struct cause why)
{
    struct voidbreakers_state *s    = state_of(t);
    zone_id                    from = zone_of_card(s, card);
    if (is_arena(from)) wake_all(t, MOMENT_LEAVES, &(struct news){ card, NO_CARD, from, 0 });
    move_card(s, card, to, BOTTOM);
    s->body[card].flags |= BODY_MOVED;
    happened_from(t, event, card, from, to, why);
    note(s, ENEMY_ENTERED, owner_of(s, card), card, NO_CARD, to);
    wake(t, MOMENT_ENTER, card, card, NO_CARD);
    EACH_CARD(c, s, to)
        if (owner_of(s, c) != owner_of(s, card) && is_living(s, c))
            wake(t, MOMENT_SENTRY, c, card, NO_CARD);
    wake_all(t, MOMENT_ENTERS, &(struct news){ card, NO_CARD, to, 0 });
}

// VOI-813, VOI-855
bool withstands(const struct table *t, card_id card, seat_id by)
{
    const struct voidbreakers_state *s = state_at(t);
    return owner_of(s, card) != by &&
           (has(s, card, BRACED) || has_keyword(t, card, KEYWORD_STEADY));
}

// VOI-714: both or neither; both leave before either arrives, so that each enters once.
void swap_cards(struct table *t, card_id a, card_id b, seat_id by, struct cause why)
{
    struct voidbreakers_state *s  = state_of(t);
    zone_id                    za = zone_of_card(s, a), zb = zone_of_card(s, b);
    if (a == b || za == zb || withstands(t, a, by) || withstands(t, b, by)) return;
    if (cannot(t, a, DEED_BE_SWAPPED) || cannot(t, b, DEED_BE_SWAPPED)) return;
    move_card(s, b, za, BOTTOM);
    enter_zone(t, a, zb, EVENT_SWAPPED, why);
    move_card(s, b, zb, BOTTOM);
    enter_zone(t, b, za, EVENT_SWAPPED, why);
}

card_id in_reserve(const struct table *t, seat_id seat, def_id def)
{
    EACH_CARD(c, state_at(t), zone_of_seat(ZONE_RESERVE, seat))
        if (card_at(t->state, c)->def == def) return c;
    return NO_CARD;
}

// The upgrade of that name (any with NO_DEF) that was attached to the fighter last.
card_id attached_upgrade(const struct table *t, card_id fighter, def_id def)
{
    const struct voidbreakers_state *s     = state_at(t);
    card_id                          found = NO_CARD;
    EACH_CARD(c, s, zone_of_seat(ZONE_UPGRADES, owner_of(s, fighter)))
        if (face_of(t, c)->fighter == face_of(t, fighter)->self &&
            (def == NO_DEF || s->cards[c].def == def))
            found = c;
    return found;
}

// VOI-717, VOI-718, VOI-812
bool deploy(struct table *t, card_id card, zone_id zone, struct cause why)
{
    struct voidbreakers_state *s = state_of(t);
    if (is_full(s, zone)) return false;
    come_to_life(t, card);
    enter_zone(t, card, zone, EVENT_DEPLOYED, why);
    s->body[card].flags = 0;
    if (has_keyword(t, card, KEYWORD_SWIFT) && s->phase == PHASE_ACTION &&
        s->active == owner_of(s, card))
        for (unsigned k = 0; k < TOKEN_KINDS; k++)
            s->body[card].token[k] = (uint8_t)def_of(t, card)->field[FIELD_A + k];
    return true;
}

// ---- drawing and voiding

// VOI-640 to VOI-643
static void fail_to_draw(struct table *t, seat_id seat, bool clamp)
{
    struct voidbreakers_state *s = state_of(t);
    happened(t, EVENT_FAILED_DRAW, seat, NO_CARD, NO_CARD, 10, by_rule(VOI_640));
    note(s, FAILED_TO_DRAW, seat, NO_CARD, NO_CARD, NO_ZONE);
    EACH_IN_ARENA(c, s)
        if (owner_of(s, c) == seat && is_living(s, c) && is_fighter(t, c))
            lose_hp(t, c, 10, false, by_rule(VOI_640));
    if (clamp) clamp_all(t);
    wake_all(t, MOMENT_FAILED_DRAW, &(struct news){ NO_CARD, NO_CARD, NO_ZONE, seat + 1 });
}

// VOI-307
void draw_cards(struct table *t, seat_id seat, unsigned count, bool clamp, struct cause why)
{
    struct voidbreakers_state *s       = state_of(t);
    zone_id                    arsenal = zone_of_seat(ZONE_ARSENAL, seat);
    while (count-- > 0) {
        if (!zone_size(&s->core, arsenal)) {
            fail_to_draw(t, seat, clamp);
            continue;
        }
        card_id card = zone_top(&s->core, arsenal);
        card_move(&s->core, card, zone_of_seat(ZONE_HAND, seat), BOTTOM);
        card_show(&s->core, card, (seat_set)BIT(seat));
        happened_to(t, EVENT_DREW, seat, card, card_at(&s->core, card)->known, why);
        if (s->phase != PHASE_ALPHA) note(s, OPPONENT_DREW, seat, NO_CARD, NO_CARD, NO_ZONE);
    }
}

void put_into_void(struct table *t, card_id card)
{
    struct core *c = t->state;
    card_show(c, card, EVERYBODY);
    card_move(c, card, zone_of_seat(ZONE_VOID, card_at(c, card)->owner), TOP);
}

// VOI-466
void void_card(struct table *t, card_id card, struct cause why)
{
    put_into_void(t, card);
    state_of(t)->body[card].flags = 0;
    happened_to(t, EVENT_VOIDED, card_at(t->state, card)->owner, card, EVERYBODY, why);
    wake_all(t, MOMENT_VOIDED, &(struct news){ card, NO_CARD, NO_ZONE, 0 });
}
