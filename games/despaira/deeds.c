// deeds.c - chapter 800: what happens to cards, the triggers it wakes, and the state check.
#include "engine/chance.h"
#include "games/despaira/rules.h"

struct cause because(rule_id rule)
{
    return (struct cause){
        .rule = rule, .source = NO_CARD, .def = NO_DEF, .ability = NO_ABILITY, .seat = NO_SEAT
    };
}

static seat_set viewers_of(const struct table *t, card_id card)
{
    return card == NO_CARD ? EVERYBODY : card_at(t->state, card)->known;
}

struct reason reason_for(const struct table *t, struct cause why)
{
    struct reason reason = rule_reason(why.rule);
    if (why.def == NO_DEF || !why.op) return reason;
    const struct op *o = &t->pool->ops[why.op];
    reason.def         = why.def;
    reason.line        = ability_at(t, why.ability)->line;
    reason.at          = o->at;
    reason.length      = o->length;
    return reason;
}

void happened(struct table *t, unsigned kind, seat_id seat, card_id card, card_id target,
              int amount, struct cause why)
{
    if (!t->log) return;
    struct event e = { .kind       = (uint16_t)kind,
                       .seat       = seat,
                       .seen_by    = (seat_set)(viewers_of(t, card) & viewers_of(t, target)),
                       .card       = card,
                       .target     = target,
                       .def        = NO_DEF,
                       .target_def = NO_DEF,
                       .from       = NO_ZONE,
                       .to         = NO_ZONE,
                       .told       = EVERYBODY,
                       .amount     = (int16_t)amount,
                       .reason     = reason_for(t, why) };
    if (card != NO_CARD) e.def = card_at(t->state, card)->def;
    if (target != NO_CARD) e.target_def = card_at(t->state, target)->def;
    if (kind == EVENT_MOVED || kind == EVENT_SPAWNED || kind == EVENT_SPAWNED_HIDDEN ||
        kind == EVENT_PLACED || kind == EVENT_LEADER)
        e.to = card_at(t->state, card)->zone;
    if (kind == EVENT_TILE) e.to = (zone_id)amount;
    tell(t, e);
}

// ---- triggers (DES-538, DES-539, DES-568 to DES-570)

static bool was_used_up(struct despaira_state *s, struct body *b, unsigned nth, unsigned limit)
{
    unsigned most = limit == ONCE_PER_TURN ? 1 : limit == TWICE_PER_TURN ? 2 : TRIGGERS_MAX;
    if (!b || nth > 1) return false;
    if (limit == ONLY_IN_BATTLE && s->phase != PHASE_BATTLE) return true;
    if (limit == ONCE_PER_GAME && b->flags & BODY_USED_ONCE) return true;
    if (b->triggered[nth] >= most) return true;
    if (limit == ONCE_PER_GAME) b->flags |= BODY_USED_ONCE;
    b->triggered[nth]++;
    return false;
}

static void wake(struct table *t, card_id card, const struct deed *d)
{
    struct despaira_state *s = state_of(t);
    uint16_t               list[8];
    unsigned               count = abilities_on(t, card, list);
    struct context         c     = context_alone(s, card);
    c.about                      = d->card;
    c.other                      = d->other;
    for (unsigned i = 0; i < count; i++) {
        const struct ability *a = ability_at(t, list[i]);
        if (a->kind != ABILITY_TRIGGER || s->waiting_count == WAITING_MAX) continue;
        if (!(a->occasions >> d->kind & 1)) continue;
        struct body *b = body_of(s, card);
        if (!event_fits(t, &c, list[i], d) || was_used_up(s, b, i, a->limit)) continue;
        s->waiting[s->waiting_count++] = (struct waiting){ .ability = list[i],
                                                           .stamp   = b ? b->stamp : 0,
                                                           .source  = card,
                                                           .about   = d->card,
                                                           .other   = d->other,
                                                           .amount  = d->amount,
                                                           .seat    = c.seat,
                                                           .tile    = (uint8_t)c.tile };
    }
}

// Locked down, a trick still notices that it is (the words say so themselves: DES-123).
static bool notices(const struct table *t, const struct body *b, unsigned kind)
{
    if (is_active(t, b->card)) return true;
    return kind == IS_LOCKED_AT_START && b->flags & BODY_LOCKED && is_up(state_at(t), b->card);
}

void did(struct table *t, unsigned kind, seat_id seat, card_id card, card_id other, unsigned tile,
         int amount)
{
    struct despaira_state *s = state_of(t);
    struct deed            d = { .kind   = (uint8_t)kind,
                                 .seat   = seat,
                                 .tile   = (uint8_t)tile,
                                 .card   = card,
                                 .other  = other,
                                 .amount = (int16_t)amount };
    if (s->deed_count == DEEDS_MAX) { // the oldest is forgotten
        memmove(&s->deeds[0], &s->deeds[1], sizeof s->deeds - sizeof s->deeds[0]);
        s->deed_count--;
    }
    s->deeds[s->deed_count++] = d;
    bool     granted          = s->grants || s->field.statics & static_bit(VERB_HAVE);
    uint64_t bodies[2]        = { s->field.trigger_bodies[0], s->field.trigger_bodies[1] };
    for (unsigned i = 0; s->grants && i < s->change_count; i++)
        if (s->changes[i].kind == CHANGE_GRANT && body_at(s, s->changes[i].card)) {
            unsigned at = s->slot[s->changes[i].card] - 1u;
            bodies[at / 64] |= UINT64_C(1) << at % 64;
        }
    for (unsigned i = 0; s->field.statics & static_bit(VERB_HAVE) && i < s->body_top; i++)
        bodies[i / 64] |= (uint64_t)(s->bodies[i].stamp != 0) << i % 64;
    for (unsigned half = 0; half < 2; half++)
        for (uint64_t left = bodies[half]; left; left &= left - 1) {
            const struct body *b = &s->bodies[half * 64 + (unsigned)__builtin_ctzll(left)];
            if (!b->stamp || !(granted || face_of(t, b->card)->wakes >> kind & 1)) continue;
            if (notices(t, b, kind)) wake(t, b->card, &d);
        }
}

// ---- cards change places

static void turn_face_up(struct despaira_state *s, card_id card)
{
    s->cards[card].flags &= (uint8_t)~CARD_FACE_DOWN;
    card_show(&s->core, card, EVERYBODY);
}

void show(struct table *t, card_id card)
{
    struct despaira_state *s = state_of(t);
    turn_face_up(s, card);
    if (!body_at(s, card)) return;
    field_changed(s);
    s->field = survey_field(t);
}

static void forget_changes(struct table *t, card_id card)
{
    struct despaira_state *s = state_of(t);
    for (unsigned i = s->change_count; i-- > 0;) {
        struct change *c = &s->changes[i];
        if (c->card == card && c->kind != CHANGE_TILE && c->kind != CHANGE_SURPLUS) {
            c->kind = c->kind == CHANGE_CONTROL ? CHANGE_BOOST : c->kind; // nothing to give back
            end_change(t, i);
        } else if (c->source == card && c->until == WHILE_ON_FIELD) {
            end_change(t, i);
        }
    }
    for (unsigned i = s->counter_count; i-- > 0;)
        if (s->counters[i].where == card) {
            s->counters[i]                = s->counters[--s->counter_count];
            s->counters[s->counter_count] = (struct counter){ 0 };
        }
}

// DES-824, DES-832. What was attached goes to its owner's graveyard.
static void drop_attached(struct table *t, card_id host, bool destroyed)
{
    struct despaira_state *s = state_of(t);
    for (unsigned i = 0; i < s->body_top; i++) {
        struct body *b = &s->bodies[i];
        if (!b->stamp || b->host != host) continue;
        card_id card = b->card;
        if (destroyed && b->flags & BODY_EQUIPPED)
            destroy_card(t, card, because(DES_824));
        else
            to_zone(t, card, ZONE_GRAVEYARD, TOP,
                    because(b->flags & BODY_EQUIPPED ? DES_824 : DES_832));
    }
}

void leave_field(struct table *t, card_id card)
{
    struct despaira_state *s = state_of(t);
    if (!body_at(s, card)) return;
    did(t, LEAVES, controller_of(s, card), card, NO_CARD, tile_of(s, card), 0);
    forget_changes(t, card);
    body_free(s, card);
    drop_attached(t, card, false);
}

static unsigned event_of_zone(unsigned zone)
{
    switch (zone) {
    case ZONE_VOID: return EVENT_TO_VOID;
    case ZONE_ARCHIVE: return EVENT_TO_ARCHIVE;
    case ZONE_HAND: return EVENT_TO_HAND;
    case ZONE_DECK:
    case ZONE_SPECIAL: return EVENT_TO_DECK;
    default: return EVENT_TO_GRAVEYARD;
    }
}

// DES-811, DES-838, DES-957
void to_zone(struct table *t, card_id card, unsigned zone, enum zone_end end, struct cause why)
{
    struct despaira_state *s     = state_of(t);
    seat_id                owner = card_at(&s->core, card)->owner;
    if (def_of(t, card)->kind == KIND_TOKEN) {
        happened(t, EVENT_CEASED, owner, card, NO_CARD, 0, because(DES_838));
        leave_field(t, card);
        card_move(&s->core, card, zone_for(owner, ZONE_LIMBO),
                  BOTTOM); // until nothing speaks of it any more
        return;
    }
    if (is_special(t, card) && (zone == ZONE_HAND || zone == ZONE_DECK)) zone = ZONE_SPECIAL;
    leave_field(t, card);
    bool public = zone == ZONE_GRAVEYARD || zone == ZONE_VOID || zone == ZONE_ARCHIVE;
    card_of(&s->core, card)->flags &= (uint8_t)~CARD_FACE_DOWN;
    if (zone == ZONE_SPECIAL) card_of(&s->core, card)->flags |= CARD_FACE_DOWN;
    card_move(&s->core, card, zone_for(owner, zone), end);
    around_changed(s);
    if (public) {
        card_show(&s->core, card, EVERYBODY);
    } else if (zone == ZONE_HAND || zone == ZONE_SPECIAL) {
        card_show(&s->core, card, (seat_set)BIT(owner));
    }
    happened(t, event_of_zone(zone), owner, card, NO_CARD, 0, why);
}

// DES-825: what an Equip trick boosts or nerfs stays on its creature after the trick is destroyed.
static void leave_effects(struct table *t, card_id card, card_id host)
{
    struct despaira_state *s = state_of(t);
    const struct meaning  *m = t->pool->meaning;
    const struct face     *f = face_of(t, card);
    const struct context   c = context_alone(s, card);
    const struct scope     k = scope_of(t, &c);
    for (unsigned n = 0; n < f->count; n++) {
        const struct line *line = &m->line[f->first + n];
        for (unsigned i = 0; i < line->standing_count; i++) {
            const struct standing *st    = &m->standing[line->standing_first + i];
            int                    value = st->amount ? amount_of(&k, st->amount) : 0;
            if (st->verb != VERB_ARE_BOOSTED && st->verb != VERB_ARE_NERFED) continue;
            for (unsigned left = st->set & (BIT(STAT_COUNT) - 1); left; left &= left - 1)
                add_change(s, (struct change){
                                  .card   = host,
                                  .source = card,
                                  .value  = (int16_t)(st->verb == VERB_ARE_NERFED ? -value : value),
                                  .arg    = (uint16_t)__builtin_ctz(left),
                                  .kind   = CHANGE_BOOST,
                                  .until  = PERMANENTLY,
                                  .seat   = controller_of(s, card) });
        }
    }
}

static bool stays_alive(const struct table *t, card_id card)
{
    return body_at(state_at(t), card) && is_creature(t, card) && stat_of(t, card, STAT_HP) > 0;
}

static bool remains(const struct table *t, card_id card)
{
    const struct meaning *m = t->pool->meaning;
    const struct face    *f = face_of(t, card);
    for (unsigned k = 0; k < f->count; k++) {
        const struct line *line = &m->line[f->first + k];
        for (unsigned i = 0; i < line->standing_count; i++)
            if (m->standing[line->standing_first + i].verb == VERB_REMAIN) return true;
    }
    return false;
}

// Tokens that have left the field, when no link and no event is about them any more.
void sweep_tokens(struct table *t)
{
    struct core *c = t->state;
    for (seat_id seat = 0; seat < 2; seat++)
        for (card_id card = zone_top(c, zone_for(seat, ZONE_LIMBO)); card != NO_CARD;) {
            card_id below = card_below(c, card);
            if (def_of(t, card)->kind == KIND_TOKEN) card_destroy(c, card);
            card = below;
        }
}

void destroy_card(struct table *t, card_id card, struct cause why)
{
    struct despaira_state *s = state_of(t);
    const struct body     *b = body_at(s, card);
    if (!b || cannot(t, card, NOT_BE_DESTROYED)) return;
    happened(t, EVENT_DESTROYED, controller_of(s, card), card, NO_CARD, 0, why);
    did(t, IS_DESTROYED, controller_of(s, card), card, NO_CARD, tile_of(s, card), 0);
    if (b->flags & BODY_EQUIPPED && remains(t, card) && stays_alive(t, b->host))
        leave_effects(t, card, b->host);
    drop_attached(t, card, true);
    to_zone(t, card, ZONE_GRAVEYARD, TOP, why);
}

void sacrifice_card(struct table *t, card_id card, struct cause why)
{
    struct despaira_state *s = state_of(t);
    happened(t, EVENT_SACRIFICED, controller_of(s, card), card, NO_CARD, 0, why);
    did(t, IS_SACRIFICED, controller_of(s, card), card, NO_CARD, tile_of(s, card), 0);
    to_zone(t, card, ZONE_GRAVEYARD, TOP, why);
}

void draw_cards(struct table *t, seat_id seat, unsigned count, struct cause why)
{
    struct core *c    = t->state;
    zone_id      deck = zone_for(seat, ZONE_DECK);
    around_changed(state_of(t));
    while (count-- > 0 && zone_size(c, deck)) { // DES-814
        card_id card = zone_top(c, deck);
        card_move(c, card, zone_for(seat, ZONE_HAND), BOTTOM);
        card_show(c, card, (seat_set)BIT(seat));
        happened(t, EVENT_DREW, seat, card, NO_CARD, 0, why);
    }
}

// ---- on the field

// DES-619, DES-652: entering a tile is an event for conditions and overlap.
void enter_tile(struct table *t, card_id card, unsigned tile)
{
    struct despaira_state *s     = state_of(t);
    bool                   trick = is_trick(t, card);
    card_move(&s->core, card, (zone_id)(trick ? ZONE_TRICK + tile : tile), TOP);
    field_changed(s);
    settle(t);
    card_id under = trick_on(s, tile);
    if (!trick && under != NO_CARD && controller_of(s, under) != controller_of(s, card))
        did(t, OVERLAPS, controller_of(s, card), card, under, tile, 0);
}

void put_on_tile(struct table *t, card_id card, unsigned tile, seat_id controller, bool defence,
                 bool hidden)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_add(s, card, controller);
    if (defence || hidden) b->flags |= BODY_DEFENCE;
    if (hidden) {
        card_of(&s->core, card)->flags |= CARD_FACE_DOWN;
    } else {
        turn_face_up(s, card); // what follows from it is settled on the tile
    }
    if (is_trick(t, card) && !hidden) b->timer = (uint8_t)def_of(t, card)->field[FIELD_TIMER];
    enter_tile(t, card, tile);
}

void turn_up(struct table *t, card_id card, bool defence, struct cause why)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (is_up(s, card)) return;
    show(t, card);
    b->flags = (uint16_t)(defence ? b->flags | BODY_DEFENCE : b->flags & ~BODY_DEFENCE);
    field_changed(s);
    happened(t, EVENT_TURNED_UP, b->controller, card, NO_CARD, 0, why);
    settle(t);
    if (is_creature(t, card))
        did(t, IS_FLIPPED_UP, b->controller, card, NO_CARD, tile_of(s, card), 0);
}

// DES-642, DES-865
void turn_down(struct table *t, card_id card, struct cause why)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!is_up(s, card) || is_leader(t, card) || def_of(t, card)->kind == KIND_TOKEN)
        return; // DES-644, DES-645
    happened(t, EVENT_TURNED_DOWN, b->controller, card, NO_CARD, 0, why);
    card_of(&s->core, card)->flags |= CARD_FACE_DOWN;
    field_changed(s);
    b->flags |= BODY_DEFENCE;
    b->paid     = 0xFF; // anything of the right kind could lie here
    b->paid_all = 0;
    if (!is_trick(t, card)) {
        card_hide(&s->core, card, (seat_set)BIT(b->controller));
        return;
    }
    b->flags |= BODY_TURNED_DOWN | BODY_RESTING;
    b->timer     = 0;
    seat_set who = (seat_set)(b->flags & BODY_LOCKED ? 3 : BIT(b->controller));
    card_hide(&s->core, card, who);
    for (unsigned i = s->change_count; i-- > 0;)
        if (s->changes[i].source == card && s->changes[i].until == WHILE_ON_FIELD) end_change(t, i);
}

// DES-813
void set_control(struct table *t, card_id card, seat_id seat)
{
    struct despaira_state *s = state_of(t);
    struct body           *b = body_of(s, card);
    if (!b || b->controller == seat) return;
    b->controller = seat;
    field_changed(s);
    b->flags &= (uint16_t) ~(BODY_MOVED | BODY_ATTACKED);
    card_show(&s->core, card, (seat_set)BIT(seat));
    settle(t);
}

bool may_be_moved(const struct table *t, card_id card) // DES-621, DES-896
{
    const struct despaira_state *s = state_at(t);
    const struct body           *b = body_at(s, card);
    if (!b || b->host != NO_CARD || b->status[ROOT] || cannot(t, card, NOT_MOVE)) return false;
    return !(b->flags & BODY_LOCKED);
}

// ---- the state check (DES-801)

static bool destroy_the_dead(struct table *t)
{
    struct despaira_state *s = state_of(t);
    card_id                dead[TILES];
    unsigned               count = 0;
    for (uint32_t left = s->field.creatures[0] | s->field.creatures[1]; left; left &= left - 1) {
        card_id            card = occupant(s, (unsigned)__builtin_ctz(left));
        const struct body *b    = body_at(s, card);
        if (!is_up(s, card)) continue; // DES-643
        if (is_dead(t, b) && !cannot(t, card, NOT_BE_DESTROYED)) dead[count++] = card;
    }
    for (unsigned i = 0; i < count; i++) destroy_card(t, dead[i], because(DES_702));
    return count > 0;
}

// Who wins by a line whose conditions all hold; or NO_SEAT.
static seat_id winner_by(const struct table *t, card_id card, unsigned ability)
{
    const struct meaning *m    = t->pool->meaning;
    const struct line    *line = &m->line[ability];
    const struct context  c    = context_alone(state_at(t), card);
    const struct scope    k    = scope_of(t, &c);
    for (unsigned i = 0; i < line->step_count; i++) {
        const struct step *step = &m->step[line->step_first + i];
        if (step->kind == STEP_IF && !cond_holds(&k, step->cond)) return NO_SEAT;
        if (step->kind == STEP_DO)
            return step->who ? seat_of_thing(things_first(&k, step->who)) : c.seat;
    }
    return NO_SEAT;
}

// DES-907: win conditions of cards whose abilities apply.
static void look_for_wins(struct table *t)
{
    struct despaira_state *s = state_of(t);
    uint16_t               list[8];
    for (unsigned i = 0; i < s->body_top; i++) {
        const struct body *b = &s->bodies[i];
        if (!b->stamp || !is_active(t, b->card)) continue;
        unsigned count = abilities_on(t, b->card, list);
        for (unsigned k = 0; k < count; k++) {
            if (!ability_at(t, list[k])->wins) continue;
            seat_id who = winner_by(t, b->card, list[k]);
            if (who == NO_SEAT) continue;
            if (!s->side[who].wins)
                happened(t, EVENT_WINS, who, b->card, NO_CARD, 0, because(DES_907));
            s->side[who].wins = 1;
        }
    }
}

static void look_for_the_end(struct table *t)
{
    struct despaira_state *s    = state_of(t);
    rule_id                why  = 0;
    unsigned               lost = 0, won = 0;
    if (s->phase == PHASE_SETUP || s->core.over) return;
    if (book_of(t)->wins) look_for_wins(t);
    for (seat_id seat = 0; seat < 2; seat++) {
        if (leader_hp(t, seat) == 0) lost |= BIT(seat), why = DES_901;
        if (s->checked_famine >> seat & 1 && zone_size(&s->core, zone_for(seat, ZONE_DECK)) == 0)
            lost |= BIT(seat), why = DES_905;
        if (s->side[seat].loses) lost |= BIT(seat), why = DES_901;
        if (s->side[seat].wins) won |= BIT(seat);
    }
    if (won) {
        finish_game(t, (seat_set)(won == 3 ? 0 : won), won == 3 ? DES_909 : DES_907);
    } else if (lost) {
        finish_game(t, (seat_set)(lost == 3 ? 0 : 3 & ~lost), lost == 3 ? DES_908 : why);
    }
}

void state_check(struct table *t)
{
    struct despaira_state *s = state_of(t);
    for (;;) {
        settle(t);
        if (!(s->unsettled & UNSETTLED_LIVES)) break;
        s->unsettled &= (uint8_t)~UNSETTLED_LIVES;
        if (!destroy_the_dead(t)) break;
    }
    look_for_the_end(t);
}
