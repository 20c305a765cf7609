// Section 6: the verbs of card text, as far as nobody is asked anything.
#include "games/monad/verbs.h"
#include "engine/chance.h"

#include <string.h>

// Every deed gets the same: the table, the text in work, its step, and what it is done to.
#define DEED(name)                                                                                 \
    uint16_t name(struct table *t, struct work *w, const struct step *step, const struct aim *aim)

static void note_done_to(struct table *t, unsigned kind, const struct work *w,
                         const struct step *step, card_id card, int amount)
{
    note_text(t, kind, w->seat, w->source, card, amount, step->words);
}
static bool is_opponents(const struct table *t, const struct work *w, card_id unit)
{
    return is_enemy(t->state, controller_of(state_at(t), unit), w->seat);
}
static unsigned until_of(const struct step *step)
{
    return step->until ? step->until - 1u : (unsigned)UNTIL_COMBAT;
}

// ---- counters, statuses, what lasts

DEED(deal_some)
{
    int dealt = deal_damage(t, w->card, aim->thing, (unsigned)(step->arg[0] - WORD_TYPE),
                            aim->amount, 1, NULL);
    note_done_to(t, EVENT_HIT, w, step, aim->thing, dealt);
    return 1;
}

DEED(take_hp)
{
    (void)step;
    lose_hp(t, aim->thing, aim->amount, w->card, MON_448);
    return 1;
}

DEED(take_ap)
{
    struct body *b    = body_of(state_of(t), aim->thing);
    int          most = ap_left(t, aim->thing), lost = aim->amount < most ? aim->amount : most;
    b->spent = (int16_t)(b->spent + lost);
    note_done_to(t, EVENT_LOST_AP, w, step, aim->thing, lost);
    return 1;
}

// MON-677: what potions restore more.
static int brewed(const struct table *t, const struct work *w, int word)
{
    return has_tag(t, w->source, TAG_POTION) ? brew_of(t, w->card, word) : 0;
}

DEED(heal_some)
{
    (void)step;
    heal_unit(t, aim->thing, aim->amount + brewed(t, w, WORD_HEAL));
    return 1;
}

DEED(leave_hp)
{
    (void)w;
    (void)step;
    int damage                               = stat_of(t, aim->thing, STAT_HP) - aim->amount;
    body_of(state_of(t), aim->thing)->damage = (int16_t)(damage > 0 ? damage : 0);
    return 1;
}

DEED(regain_ap)
{
    struct body *b     = body_of(state_of(t), aim->thing);
    int          again = aim->amount + brewed(t, w, WORD_AP);
    if (again > b->spent) again = b->spent;
    b->spent = (int16_t)(b->spent - again);
    note_done_to(t, EVENT_REGAINED, w, step, aim->thing, again);
    return 1;
}

static void shield(struct table *t, card_id unit, unsigned type, int value)
{
    struct monad_state *s     = state_of(t);
    uint8_t            *share = &body_of(s, unit)->shield[type];
    if (!s->combat.kind) return;
    if (value > UINT8_MAX) value = UINT8_MAX;
    if (value >= *share) *share = (uint8_t)value;
}

DEED(give_one)
{
    (void)w;
    if (aim->amount <= 0) return 0;
    if (step->arg[0] == WORD_SHIELD)
        shield(t, aim->thing,
               step->arg_count > 1 ? (unsigned)(step->arg[1] - WORD_TYPE) : (unsigned)UNTYPED,
               aim->amount);
    else
        give_status(t, aim->thing, (enum unit_status)(step->arg[0] - WORD_STATUS), aim->amount);
    return 1;
}

// What a step gives, read when the pool was made (faces.c).
static const struct change *changes_of(const struct table *t, const struct step *step,
                                       const struct change **end)
{
    const struct monad_pool *b   = book(t);
    size_t                   row = (size_t)(step - t->pool->meaning->step);
    *end                         = b->changes + b->change_first[row + 1];
    return b->changes + b->change_first[row];
}

DEED(gain_some)
{
    struct monad_state  *s     = state_of(t);
    card_id              unit  = aim->thing;
    int                  value = 0;
    const struct change *end, *c = changes_of(t, step, &end);
    if (aim->amount <= 0) return 0;
    for (; c < end; c++) {
        struct lasting l = { .kind  = c->kind,
                             .until = (uint8_t)until_of(step),
                             .seat  = w->seat,
                             .of    = w->seat,
                             .card  = unit,
                             .value = (int16_t)(c->value * aim->amount),
                             .arg   = c->arg };
        if (c->kind == LAST_STAT) value = l.value;
        if (l.until >= UNTIL_TURN && is_catalyst(t, unit) && c->kind == LAST_STAT &&
            c->arg == STAT_AR && controller_of(s, unit) != w->seat) {
            l.kind = LAST_CATALYST_AR; // outlives the party
            l.of   = controller_of(s, unit);
            l.arg  = 0;
            l.card = NO_CARD;
        }
        last(s, l);
    }
    note_done_to(t, EVENT_CHANGED, w, step, unit, value);
    return 1;
}

DEED(cleanse_one)
{
    (void)w;
    (void)step;
    cleanse(t, aim->thing);
    return 1;
}

// ---- where units stand

static bool can_be_moved(const struct table *t, const struct work *w, card_id unit)
{
    return !cannot(t, unit, w->card == unit ? WORD_MOVE : WORD_BE_MOVED);
}

DEED(push_away)
{
    (void)step;
    if (!can_be_moved(t, w, aim->thing)) return 0;
    move_unit(t, aim->thing, aim->amount, is_opponents(t, w, aim->thing));
    return 1;
}
DEED(pull_near)
{
    (void)step;
    if (!can_be_moved(t, w, aim->thing)) return 0;
    move_unit(t, aim->thing, -aim->amount, is_opponents(t, w, aim->thing));
    return 1;
}
DEED(move_forward) { return pull_near(t, w, step, aim); }
DEED(move_back) { return push_away(t, w, step, aim); }

static void swap_rows(struct table *t, card_id a, card_id b)
{
    struct monad_state *s    = state_of(t);
    zone_id             here = card_at(&s->core, a)->zone, there = card_at(&s->core, b)->zone;
    unsigned            from = row_of(s, a), to = row_of(s, b);
    if (from == to || side_of(s, a) != side_of(s, b) || is_fixed(t, a) || is_fixed(t, b)) return;
    if (body_at(s, a)->status[PINNED] || body_at(s, b)->status[PINNED]) return;
    put_in_row(t, a, (zone_id)(formation_of(here) + to));
    put_in_row(t, b, (zone_id)(formation_of(there) + from));
    reveal_hidden(s, a), reveal_hidden(s, b);
    wait_for(t, WHEN_MOVES, a, b);
    wait_for(t, WHEN_MOVES, b, a);
}

void break_equipment(struct table *t, card_id equipment) // MON-504
{
    struct monad_state *s    = state_of(t);
    unsigned            zone = is_encounter_unit(s, s->host[equipment]) ? ZONE_ASIDE : ZONE_DISCARD;
    detach_to(t, equipment, zone_of_seat(zone, card_at(&s->core, equipment)->owner), TOP);
    if (!s->combat.kind) keep_alive(t);
}

static void strip(struct table *t, card_id unit) // of its Equipment, as it leaves play
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = card_at(&s->core, unit)->zone;
    for (card_id card = zone_top(&s->core, zone), next; card != NO_CARD; card = next) {
        next = card_below(&s->core, card);
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT)
            detach_to(t, card,
                      zone_of_seat(is_facing(zone) ? ZONE_ASIDE : ZONE_DISCARD,
                                   card_at(&s->core, card)->owner),
                      TOP);
    }
}

// MON-067: not a catalyst, nor a token.
static bool can_leave(const struct table *t, card_id unit)
{
    return !is_catalyst(t, unit) && !is_token(t, unit);
}

static void leave_for(struct table *t, card_id unit, unsigned pile, unsigned where)
{
    struct monad_state *s     = state_of(t);
    seat_id             owner = card_at(&s->core, unit)->owner;
    zone_id             zone  = card_at(&s->core, unit)->zone;
    strip(t, unit);
    leave_play(t, unit);
    card_move(&s->core, unit, zone_of_seat(pile, owner), where);
    close_formation(t, formation_of(zone));
    set_result(s);
}

DEED(remove_unit)
{
    (void)w;
    (void)step;
    if (!can_leave(t, aim->thing)) return 0;
    leave_for(t, aim->thing, ZONE_REMOVED, TOP);
    return 1;
}

// A card of a deck that has died, where nothing but words about it finds it.
bool lies_dead(const struct table *t, card_id card)
{
    const struct card *c = card_at(t->state, card);
    return c->def != NO_DEF && c->zone >= SHARED_ZONES && c->zone != NO_ZONE &&
           (zone_kind(c->zone) == ZONE_DISCARD || zone_kind(c->zone) == ZONE_ASIDE);
}

static uint16_t return_dead(struct table *t, const struct work *w, const struct step *step,
                            card_id card)
{
    card_move(t->state, card, zone_of_seat(ZONE_HAND, card_at(t->state, card)->owner), BOTTOM);
    note_done_to(t, EVENT_RETURNED, w, step, card, 0);
    return 1;
}

DEED(recall_this) // this Equipment
{
    struct monad_state *s = state_of(t);
    (void)aim;
    if (s->host[w->source] != NO_CARD)
        detach_to(t, w->source, zone_of_seat(ZONE_HAND, card_at(&s->core, w->source)->owner),
                  BOTTOM);
    else if (lies_dead(t, w->source))
        return return_dead(t, w, step, w->source);
    return 1;
}

DEED(return_to_hand)
{
    if (!is_unit(state_at(t), aim->thing)) return return_dead(t, w, step, aim->thing);
    if (!can_leave(t, aim->thing)) return 0;
    leave_for(t, aim->thing, ZONE_HAND, BOTTOM);
    return 1;
}

DEED(shuffle_unit)
{
    if (!can_leave(t, aim->thing)) return 0;
    shuffle_unit_in(t, aim->thing, words_of(t, w->source, step->words));
    set_result(state_of(t));
    return 1;
}

DEED(destroy_unit)
{
    (void)w;
    (void)step;
    body_of(state_of(t), aim->thing)->flags |= BODY_DESTROYED;
    return 1;
}

DEED(ready_unit) // MON-428
{
    struct monad_state *s = state_of(t);
    struct body        *b = body_of(s, aim->thing);
    (void)w;
    (void)step;
    if (b->flags & BODY_READIED) return 0;
    bool acting = !(b->flags & BODY_EXHAUSTED) && s->action.unit == aim->thing;
    b->flags = (uint8_t)((b->flags & ~BODY_EXHAUSTED) | BODY_READIED | (acting ? BODY_AGAIN : 0));
    return 1;
}

DEED(choose_one) // what follows speaks of it
{
    (void)t;
    (void)w;
    (void)step;
    (void)aim;
    return 1;
}

DEED(swap_with)
{
    (void)step;
    if (!is_unit(state_at(t), w->card) || !can_be_moved(t, w, w->card) ||
        !can_be_moved(t, w, aim->thing))
        return 0;
    swap_rows(t, w->card, aim->thing);
    return 1;
}

DEED(break_this)
{
    (void)step;
    (void)aim;
    if (kind_of(t, w->source) != KIND_EQUIPMENT || state_at(t)->host[w->source] == NO_CARD)
        return 0;
    break_equipment(t, w->source);
    return 1;
}

// ---- verbs of a defence (MON-679 to MON-682)

// Words of a defence that are carried out elsewhere do nothing: they change `nobody`, which is
// forgotten.
static struct defence *this_defence(struct monad_state *s, struct defence *nobody)
{
    if (s->action.defences) return &s->action.defence[s->action.defences - 1];
    *nobody = (struct defence){ .defended = NO_CARD, .defender = NO_CARD };
    return nobody;
}

#define ADD_TO(member)                                                                             \
    struct defence  nobody;                                                                        \
    struct defence *d = this_defence(state_of(t), &nobody);                                        \
    (void)w;                                                                                       \
    (void)step;                                                                                    \
    d->member = (int16_t)(d->member + aim->amount);                                                \
    return 1
DEED(parry) { ADD_TO(parry); }
DEED(block_damage) { ADD_TO(block); }
DEED(prevent_damage) { ADD_TO(prevent); }
DEED(halve_damage)
{
    struct defence nobody;
    (void)w;
    (void)step;
    (void)aim;
    this_defence(state_of(t), &nobody)->halved = 1;
    return 1;
}
#undef ADD_TO

DEED(redirect_to)
{
    struct monad_state *s    = state_of(t);
    uint16_t            done = 0;
    (void)w;
    (void)step;
    if (!s->action.defences) return 0;
    card_id defended = s->action.defence[s->action.defences - 1].defended;
    for (unsigned i = 0; i < s->action.target_count; i++) {
        if (s->action.target[i] != defended ||
            !is_legal_target(t, s->action.unit, action_line(t), aim->thing))
            continue;
        s->action.target[i] = aim->thing;
        done                = 1;
    }
    return done;
}

DEED(cancel_action)
{
    (void)w;
    (void)step;
    (void)aim;
    state_of(t)->action.cancelled = 1;
    return 1;
}

DEED(intercept)
{
    struct monad_state *s = state_of(t);
    struct defence      nobody;
    struct action      *a = &s->action;
    struct defence     *d = this_defence(s, &nobody);
    (void)w;
    (void)step;
    (void)aim;
    for (unsigned i = 0; i < a->target_count; i++)
        if (a->target[i] == d->defended) a->target[i] = d->defender;
    d->intercepted = d->defended != d->defender;
    d->defended    = d->defender;
    return 1;
}

DEED(shield_bash)
{
    struct monad_state   *s = state_of(t);
    struct defence        nobody;
    const struct defence *d = this_defence(s, &nobody);
    (void)w;
    (void)step;
    if (d->defender == NO_CARD || !is_unit(s, d->defender) || !is_unit(s, s->action.unit) ||
        distance(t, d->defender, s->action.unit) > 2)
        return 0;
    give_status(t, s->action.unit, ENFEEBLE, aim->amount);
    return 1;
}

// ---- verbs about players and the table

DEED(draw_some)
{
    (void)w;
    (void)step;
    if (is_out(state_at(t), aim->who) || aim->amount <= 0) return 0;
    draw_cards(t, aim->who, (unsigned)aim->amount, MON_014);
    return (uint16_t)aim->amount;
}

DEED(roll_dice) // section 6: 2D6 unless named
{
    unsigned sum = 0, dice = book(t)->dice[step - t->pool->meaning->step];
    (void)aim;
    for (unsigned i = 0; i < dice; i++)
        sum += roll(t, 6, w->seat, words_of(t, w->source, step->words));
    return (int)sum >= aim->amount;
}

DEED(repeat_line) // once; text_between() begins anew
{
    (void)t;
    (void)step;
    (void)aim;
    if (!own_of(w)->repeated) own_of(w)->repeated = 1;
    return 1;
}

DEED(shuffle_own_deck)
{
    (void)aim;
    shuffle_deck(t, w->seat, words_of(t, w->source, step->words));
    return 1;
}

bool can_pay_some(const struct scope *k, const struct step *step)
{
    return can_pay(k->t, k->seat, amount_of(k, step->amount));
}

DEED(pay_some) // MON-575
{
    (void)w;
    (void)step;
    call_pay(state_of(t), aim->who, aim->amount);
    return 0;
}
DEED(was_paid)
{
    (void)t;
    (void)w;
    (void)step;
    (void)aim;
    return 1;
}

DEED(gain_gold)
{
    struct monad_state *s = state_of(t);
    (void)aim;
    if (is_out(s, w->seat)) return 0; // MON-906
    s->side[w->seat].loose_gold = (int16_t)(s->side[w->seat].loose_gold + aim->amount);
    note_done_to(t, EVENT_GOLD, w, step, NO_CARD, aim->amount);
    return 1;
}

// MON-572: how it is paid is for the one who pays.
DEED(steal_gold)
{
    struct monad_state *s    = state_of(t);
    seat_id             from = seat_of_thing(aim->thing);
    int                 has  = gold_of(t, from);
    (void)step;
    own_of(w)->thing = aim->thing;
    own_of(w)->value = (int16_t)(aim->amount < has ? aim->amount : has);
    if (is_out(s, w->seat) || is_out(s, from)) own_of(w)->value = 0;
    if (own_of(w)->value > 0) call_pay(s, from, own_of(w)->value);
    return 0;
}
// As much as there is; how it is paid is for the one who pays.
DEED(lose_gold)
{
    struct monad_state *s    = state_of(t);
    seat_id             from = seat_of_thing(aim->thing);
    int                 has = gold_of(t, from), lost = aim->amount < has ? aim->amount : has;
    (void)w;
    (void)step;
    if (lost > 0 && !is_out(s, from)) call_pay(s, from, lost);
    return 0;
}
DEED(take_stolen)
{
    struct monad_state *s = state_of(t);
    (void)aim;
    if (own_of(w)->value <= 0 || is_out(s, seat_of_thing(own_of(w)->thing)))
        return 0; // nothing was paid
    s->side[w->seat].loose_gold = (int16_t)(s->side[w->seat].loose_gold + own_of(w)->value);
    note_done_to(t, EVENT_GOLD, w, step, NO_CARD, own_of(w)->value);
    return 1;
}

DEED(gain_points)
{
    (void)step;
    if (is_out(state_at(t), w->seat)) return 0;
    gain_vp(t, w->seat, aim->amount, MON_001);
    return 1;
}

DEED(put_on_scenario)
{
    (void)step;
    (void)aim;
    put_token(t, w->seat);
    return 1;
}

DEED(look_at_top)
{
    struct core *c     = t->state;
    int          count = aim->amount;
    (void)step;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_DECK, w->seat)) {
        if (count-- <= 0) break;
        card_show(c, card, seats_of_team(c, c->team[w->seat]));
    }
    return 1;
}

// "If it is an Equipment, put it into your hand": else it stays where it is.
DEED(reveal_top)
{
    struct core *c   = t->state;
    card_id      top = zone_top(c, zone_of_seat(ZONE_DECK, w->seat));
    (void)aim;
    if (top == NO_CARD) return 0;
    card_show(c, top, (seat_set)(BIT(c->seats) - 1));
    note_text(t, EVENT_REVEALED, w->seat, w->source, top, 0, step->words);
    if (!is_such_a_card(t, &t->pool->meaning->things[step->things], top)) return 0;
    card_move(c, top, zone_of_seat(ZONE_HAND, w->seat), BOTTOM);
    card_show(c, top, seats_of_team(c, c->team[w->seat]));
    note_text(t, EVENT_RETURNED, w->seat, w->source, top, 0, step->words);
    return 1;
}

DEED(renew_deck)
{
    struct core *c       = t->state;
    zone_id      discard = zone_of_seat(ZONE_DISCARD, w->seat);
    while (zone_size(c, discard))
        card_move(c, zone_top(c, discard), zone_of_seat(ZONE_DECK, w->seat), BOTTOM);
    return shuffle_own_deck(t, w, step, aim);
}

static void new_hand(struct table *t, seat_id seat, unsigned count, bool discards)
{
    struct monad_state *s    = state_of(t);
    zone_id             hand = zone_of_seat(ZONE_HAND, seat);
    while (zone_size(&s->core, hand)) {
        card_id card = zone_top(&s->core, hand);
        if (discards)
            discard_card(t, card, MON_345);
        else
            card_move(&s->core, card, zone_of_seat(ZONE_DECK, seat), BOTTOM);
    }
    if (!discards) shuffle_deck(t, seat, rule_reason(MON_345));
    draw_cards(t, seat, count, MON_345);
}

// How many moves a party is away from a starter location of its own deck (MON-205); 0xFF: no way.
unsigned moves_to(const struct table *t, seat_id seat, card_id to)
{
    const struct monad_state *s       = state_at(t);
    uint64_t                  reached = 0, before;
    card_id                   map[64];
    unsigned                  n = 0, goal = 64;
    EACH_IN_ZONE(card, &s->core, ZONE_MAP) {
        if (n == COUNT(map)) break;
        if (card == s->side[seat].location) reached |= UINT64_C(1) << n;
        if (card == to) goal = n;
        map[n++] = card;
    }
    if (goal == 64) return 0xFF;
    for (unsigned moves = 0; moves < 64; moves++) {
        if (reached >> goal & 1) return moves;
        before = reached;
        for (unsigned i = 0; i < n; i++)
            for (unsigned k = 0; k < n; k++)
                if (before >> i & 1 && is_in_location_deck(t, seat, map[k]) &&
                    shares_region(t, map[i], map[k]))
                    reached |= UINT64_C(1) << k;
        if (reached == before) break;
    }
    return 0xFF;
}

bool is_nearest_starter(const struct table *t, seat_id seat, card_id location)
{
    const struct monad_state *s = state_at(t);
    if (location >= s->core.card_count || card_at(&s->core, location)->zone != ZONE_MAP ||
        !has_tag(t, location, TAG_STARTER) || !is_in_location_deck(t, seat, location))
        return false;
    unsigned far = moves_to(t, seat, location);
    EACH_IN_ZONE(card, &s->core, ZONE_MAP)
        if (has_tag(t, card, TAG_STARTER) && is_in_location_deck(t, seat, card) &&
            moves_to(t, seat, card) < far)
            return false;
    return true;
}

// MON-R104: a combat ends without a winner when the party of one of its sides is gone.
static void leave_combat(struct monad_state *s, seat_id seat)
{
    struct combat *c = &s->combat;
    if (!c->kind || c->result != RESULT_OPEN) return;
    if (seat == c->active || (c->kind == COMBAT_PARTY && seat == c->hazard))
        c->result = RESULT_LEFT;
    else if (seat == c->mate)
        c->mate = NO_SEAT;
}

void place_party(struct table *t, seat_id seat, card_id location) // and MON-245
{
    struct monad_state *s = state_of(t);
    if (location == s->side[seat].location) return;
    leave_combat(s, seat);
    be_at(t, seat, location);
    take_back_facing(t, seat, false);
    while (zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, seat)))
        fail_quest(t, zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, seat)), MON_245);
    s->side[seat].disputed = 0;
}

bool is_best_quest(const struct table *t, seat_id seat, card_id quest) // ready, with the most gold
{
    const struct core *c = t->state;
    if (quest >= c->card_count || card_at(c, quest)->zone != zone_of_seat(ZONE_COMPLETED, seat) ||
        card_at(c, quest)->flags & CARD_SIDEWAYS)
        return false;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_COMPLETED, seat))
        if (!(card_at(c, card)->flags & CARD_SIDEWAYS) &&
            def_of(t, card)->field[FIELD_GOLD] > def_of(t, quest)->field[FIELD_GOLD])
            return false;
    return true;
}

void shuffle_unit_in(struct table *t, card_id unit, struct reason why) // with its equipment
{
    struct monad_state *s     = state_of(t);
    zone_id             zone  = card_at(&s->core, unit)->zone;
    seat_id             owner = card_at(&s->core, unit)->owner;
    for (card_id card = zone_top(&s->core, zone), next; card != NO_CARD; card = next) {
        next = card_below(&s->core, card);
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT) shuffle_in(t, card);
    }
    leave_play(t, unit);
    shuffle_in(t, unit);
    shuffle_deck(t, owner, why);
    close_formation(t, formation_of(zone));
}

DEED(shuffle_higher)
{
    struct monad_state *s = state_of(t);
    card_id             list[NAMED_MAX];
    size_t              n = units_of_parties(t, list);
    (void)aim;
    for (size_t i = 0; i < n; i++)
        if (kind_of(t, list[i]) == KIND_UNIT &&
            level_of(t, list[i]) > s->side[controller_of(s, list[i])].level)
            shuffle_unit_in(t, list[i], words_of(t, w->source, step->words));
    return 1;
}

DEED(refresh_party)
{
    card_id list[NAMED_MAX];
    size_t  n = units_of_party(t, w->seat, list);
    (void)step;
    (void)aim;
    for (size_t i = 0; i < n; i++)
        body_of(state_of(t), list[i])->damage = body_of(state_of(t), list[i])->spent = 0;
    return 1;
}

DEED(new_hands)
{
    (void)w;
    (void)step;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (!is_out(state_at(t), seat)) new_hand(t, seat, (unsigned)aim->amount, true);
    return 1;
}

DEED(new_hands_of_opponents)
{
    (void)step;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (!is_out(state_at(t), seat) && is_enemy(t->state, w->seat, seat))
            new_hand(t, seat, (unsigned)aim->amount, false);
    return 1;
}

DEED(new_hand_of_own)
{
    (void)step;
    if (is_out(state_at(t), w->seat)) return 0;
    new_hand(t, w->seat, (unsigned)aim->amount, false);
    return 1;
}

DEED(look_at_hand)
{
    struct core *c = t->state;
    if (is_out(state_at(t), w->seat)) return 0;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_HAND, seat_of_thing(aim->thing)))
        card_show(c, card, seats_of_team(c, c->team[w->seat]));
    note_done_to(t, EVENT_LOOKED, w, step, NO_CARD, 0);
    return 1;
}

// ---- what lasts for players and places

// Only one stands in the step: "its locations have ER -1".
void change_er(struct table *t, const struct work *w, const struct step *step, unsigned tag,
               int times)
{
    const struct change *end, *c = changes_of(t, step, &end);
    int                  value = c->value * times;
    if (!times) return;
    last(state_of(t), (struct lasting){ .kind  = LAST_ER,
                                        .until = (uint8_t)until_of(step),
                                        .seat  = w->seat,
                                        .of    = w->seat,
                                        .card  = NO_CARD,
                                        .arg   = (uint8_t)tag,
                                        .value = (int16_t)value });
    note_done_to(t, EVENT_CHANGED, w, step, NO_CARD, value);
}

DEED(change_er_of_type)
{
    const struct change *end, *c = changes_of(t, step, &end);
    change_er(t, w, step, c->arg, aim->amount);
    return 1;
}

static void last_for(struct monad_state *s, seat_id seat, enum lasting_kind kind, int value,
                     unsigned until)
{
    last(s, (struct lasting){ .kind  = (uint8_t)kind,
                              .until = (uint8_t)until,
                              .seat  = seat,
                              .of    = seat,
                              .card  = NO_CARD,
                              .value = (int16_t)value });
}

static void last_for_opponents(struct table *t, const struct work *w, enum lasting_kind kind,
                               int value)
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_enemy(&s->core, w->seat, seat) && !is_out(s, seat))
            last_for(s, seat, kind, value, UNTIL_GAME);
}

DEED(cheapen_level)
{
    (void)step;
    last_for(state_of(t), w->seat, LAST_LEVEL_COST, -aim->amount, UNTIL_GAME);
    return 1;
}
DEED(raise_level)
{
    (void)step;
    last_for_opponents(t, w, LAST_LEVEL_COST, aim->amount);
    return 1;
}
DEED(stop_recovery)
{
    (void)step;
    (void)aim;
    last_for_opponents(t, w, LAST_NO_RECOVERY, 1);
    return 1;
}
DEED(stop_opponents)
{
    (void)step;
    (void)aim;
    for (seat_id seat = 0; seat < t->state->seats; seat++)
        if (is_enemy(t->state, w->seat, seat)) {
            struct lasting l = { .kind  = LAST_NO_TRAVEL,
                                 .until = UNTIL_YOUR_TURN,
                                 .seat  = w->seat,
                                 .of    = seat,
                                 .card  = NO_CARD,
                                 .value = 1,
                                 .arg   = 1 };
            last(state_of(t), l);
        }
    return 1;
}

DEED(stop_travel)
{
    (void)step;
    (void)aim;
    last_for(state_of(t), w->seat, LAST_NO_TRAVEL, 1, UNTIL_YOUR_TURN);
    return 1;
}
