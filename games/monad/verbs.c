// Section 6: the verbs of card text, as far as nobody is asked anything.
#include "games/monad/rules.h"

#include <string.h>

static int signed_in(const struct table *t, uint32_t verb)
{
    size_t up = op_find(t->pool->ops, verb, W_UP), down = op_find(t->pool->ops, verb, W_DOWN);
    return up ? number_at(t->pool, (uint32_t)up) : down ? -number_at(t->pool, (uint32_t)down) : 0;
}

static unsigned until_in(const struct table *t, uint32_t verb)
{
    size_t lasting = op_find(t->pool->ops, verb, W_LASTING);
    return lasting ? (unsigned)t->pool->ops[lasting].value : (unsigned)UNTIL_COMBAT;
}

static void gain(struct table *t, const struct frame *f, uint32_t verb, card_id unit)
{
    struct monad_state *s    = state_of(t);
    const struct op    *ops  = t->pool->ops;
    int                 stat = -1, value = 0;
    struct lasting      l = {
             .until = (uint8_t)until_in(t, verb), .seat = f->who, .of = f->who, .card = unit
    };
    bool has = false;
    for (uint32_t i = verb + 1; i < op_after(ops, verb); i = (uint32_t)op_after(ops, i)) {
        unsigned code = ops[i].code;
        if (code == W_STAT) stat = ops[i].value;
        if (code == W_UP || code == W_DOWN)
            value = code == W_UP ? number_at(t->pool, i) : -number_at(t->pool, i), has = true;
        if (code == W_KEYWORD || code == W_FLAG || code == W_RESIST) {
            l.kind  = code == W_RESIST ? LAST_RESIST : LAST_KEYWORD;
            l.arg   = (uint8_t)(code == W_FLAG ? HIDDEN + ops[i].value : ops[i].value);
            l.value = (int16_t)(code == W_FLAG ? 1 : number_at(t->pool, i));
            last(s, l);
        }
        if (stat < 0 || !has) continue;
        l.kind  = LAST_STAT;
        l.arg   = (uint8_t)stat;
        l.value = (int16_t)value;
        if (l.until >= UNTIL_TURN && is_catalyst(t, unit) && stat == STAT_AR &&
            controller_of(s, unit) != f->who) {
            l.kind = LAST_CATALYST_AR; // outlives the party
            l.of   = controller_of(s, unit);
            l.arg  = 0;
            l.card = NO_CARD;
        }
        last(s, l);
        l.card = unit;
        l.of   = f->who;
        stat   = -1;
        has    = false;
    }
    note_text(t, EVENT_CHANGED, f->who, f->card, unit, value, verb);
}

static void give(struct table *t, uint32_t verb, card_id unit)
{
    const struct op *ops = t->pool->ops;
    for (uint32_t i = verb + 1; i < op_after(ops, verb); i = (uint32_t)op_after(ops, i)) {
        if (ops[i].code == W_STATUS)
            give_status(t, unit, (enum unit_status)ops[i].value, number_at(t->pool, i));
        if (ops[i].code == W_BARE_STATUS)
            give_status(t, unit, ops[i].value ? DO_NOT_ACT : PINNED, 1);
        if (ops[i].code == W_SHIELD && state_of(t)->combat.kind) {
            size_t   type  = op_find(ops, i, W_TYPE);
            uint8_t *share = &body_of(state_of(t), unit)->shield[type ? ops[type].value : UNTYPED];
            int      value = number_at(t->pool, i);
            if (value >= *share) *share = (uint8_t)value;
        }
    }
}

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

static void remove_unit(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    if (is_catalyst(t, unit) || is_token(t, unit)) return; // MON-067
    zone_id zone = card_at(&s->core, unit)->zone;
    strip(t, unit);
    leave_play(t, unit);
    card_move(&s->core, unit, zone_of_seat(ZONE_REMOVED, card_at(&s->core, unit)->owner), TOP);
    close_formation(t, formation_of(zone));
    set_result(s);
}

static void redirect_to(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    if (!s->action.defences) return;
    card_id defended = s->action.defence[s->action.defences - 1].defended;
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (s->action.target[i] == defended &&
            is_legal_target(t, s->action.unit, action_line(t), unit))
            s->action.target[i] = unit;
}

// The number of a verb, not one that says which units are meant.
static int own_number(const struct card_pool *pool, uint32_t verb)
{
    for (uint32_t i = verb + 1; i < op_after(pool->ops, verb); i++) {
        if (pool->ops[i].code == W_NOUN)
            i = (uint32_t)op_after(pool->ops, i) - 1;
        else if (pool->ops[i].code == OP_NUMBER)
            return pool->ops[i].value;
    }
    return 0;
}

static void return_to_hand(struct table *t, card_id unit)
{
    struct monad_state *s     = state_of(t);
    seat_id             owner = card_at(&s->core, unit)->owner;
    if (is_catalyst(t, unit) || is_token(t, unit)) return; // MON-067
    strip(t, unit);
    zone_id formation = formation_of(card_at(&s->core, unit)->zone);
    leave_play(t, unit);
    card_move(&s->core, unit, zone_of_seat(ZONE_HAND, owner), BOTTOM);
    close_formation(t, formation);
    set_result(s);
}

static void put_in_deck(struct table *t, card_id unit, struct reason why)
{
    struct monad_state *s = state_of(t);
    if (is_catalyst(t, unit) || is_token(t, unit)) return; // MON-067
    shuffle_unit_in(t, unit, why);
    set_result(s);
}

void do_to_unit(struct table *t, const struct frame *f, uint32_t verb, card_id unit, int times)
{
    struct monad_state *s        = state_of(t);
    int                 number   = own_number(t->pool, verb) * times;
    bool                opposing = is_enemy(&s->core, controller_of(s, unit), f->who);
    struct body        *b        = body_of(s, unit);
    switch (t->pool->ops[verb].code) {
    case W_DEAL: {
        size_t d     = op_find(t->pool->ops, verb, W_DAMAGE);
        int    dealt = deal_damage(t, f->target, unit, (unsigned)t->pool->ops[d].value, number, 1,
                                   NULL);
        note_text(t, EVENT_HIT, f->who, f->card, unit, dealt, verb);
        break;
    }
    case W_LOSE_HP: lose_hp(t, unit, number, f->target, MON_448); break;
    case W_LOSE_AP: {
        int most = ap_left(t, unit);
        b->spent = (int16_t)(b->spent + (number < most ? number : most));
        note_text(t, EVENT_LOST_AP, f->who, f->card, unit, number < most ? number : most, verb);
        break;
    }
    case W_HEAL: heal_unit(t, unit, number); break;
    case W_REGAIN:
        if (number > b->spent) number = b->spent;
        b->spent = (int16_t)(b->spent - number);
        note_text(t, EVENT_REGAINED, f->who, f->card, unit, number, verb);
        break;
    case W_GIVE: give(t, verb, unit); break;
    case W_GAIN: gain(t, f, verb, unit); break;
    case W_CLEANSE: cleanse(t, unit); break;
    case W_PUSH: move_unit(t, unit, number, opposing); break;
    case W_PULL: move_unit(t, unit, -number, opposing); break;
    case W_MOVE:
        number = number > 0 ? number : 1;
        move_unit(t, unit, t->pool->ops[verb].value % 2 ? number : -number, opposing);
        break;
    case W_HP_LEFT:
        number    = stat_of(t, unit, STAT_HP) - number;
        b->damage = (int16_t)(number > 0 ? number : 0);
        break;
    case W_SHUFFLE_UNIT: put_in_deck(t, unit, words_of(t, f->card, verb)); break;
    case W_CHOOSE: s->chosen = (int16_t)unit; break;
    case W_SWAP_PLACES:
        if (is_unit(s, f->target)) swap_rows(t, f->target, unit);
        break;
    case W_READY:
        if (!(b->flags & BODY_READIED)) { // MON-428
            bool acting = !(b->flags & BODY_EXHAUSTED) && s->action.unit == unit;
            b->flags    = (uint8_t)((b->flags & ~BODY_EXHAUSTED) | BODY_READIED |
                                 (acting ? BODY_AGAIN : 0));
        }
        break;
    case W_DESTROY: b->flags |= BODY_DESTROYED; break;
    case W_REMOVE: remove_unit(t, unit); break;
    case W_BOUNCE: return_to_hand(t, unit); break;
    case W_REDIRECT: redirect_to(t, unit); break;
    default: break;
    }
}

bool is_about_units(unsigned code)
{
    return (code >= W_DEAL && code <= W_BREAK) || code == W_REDIRECT || code == W_REMOVE ||
           code == W_BOUNCE || code == W_HP_LEFT || code == W_SHUFFLE_UNIT || code == W_CHOOSE;
}

// ---- verbs of a defence (MON-679 to MON-682)

// Words of a defence that stand elsewhere do nothing: they change `nobody`, which is forgotten.
static struct defence *this_defence(struct monad_state *s, struct defence *nobody)
{
    if (s->action.defences) return &s->action.defence[s->action.defences - 1];
    *nobody = (struct defence){ .defended = NO_CARD, .defender = NO_CARD };
    return nobody;
}

static void intercept(struct monad_state *s)
{
    struct defence  nobody;
    struct action  *a = &s->action;
    struct defence *d = this_defence(s, &nobody);
    for (unsigned i = 0; i < a->target_count; i++)
        if (a->target[i] == d->defended) a->target[i] = d->defender;
    d->intercepted = d->defended != d->defender;
    d->defended    = d->defender;
}

static void shield_bash(struct table *t, int number)
{
    struct monad_state   *s = state_of(t);
    struct defence        nobody;
    const struct defence *d = this_defence(s, &nobody);
    if (d->defender != NO_CARD && is_unit(s, d->defender) && is_unit(s, s->action.unit) &&
        distance(t, d->defender, s->action.unit) <= 2)
        give_status(t, s->action.unit, ENFEEBLE, number);
}

// ---- verbs about players and the table

seat_set players_named(const struct table *t, uint32_t verb, seat_id who, seat_id that)
{
    const struct monad_state *s    = state_at(t);
    size_t                    node = op_find(t->pool->ops, verb, W_PLAYER);
    unsigned word = node ? (unsigned)t->pool->ops[node].value : (unsigned)PLAYER_YOU, set = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat)) continue;
        if (word == PLAYER_EACH || (word == PLAYER_YOU && seat == who) ||
            (word == PLAYER_THAT && seat == that) ||
            (word == PLAYER_OPPONENT && is_enemy(&s->core, who, seat)))
            set |= BIT(seat);
    }
    return (seat_set)set;
}

static void look_at_top(struct table *t, seat_id seat, unsigned count)
{
    struct core *c = t->state;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_DECK, seat)) {
        if (count-- == 0) break;
        card_show(c, card, seats_of_team(c, c->team[seat]));
    }
}

static void take_up_discards(struct table *t, seat_id seat)
{
    struct core *c       = t->state;
    zone_id      discard = zone_of_seat(ZONE_DISCARD, seat);
    while (zone_size(c, discard))
        card_move(c, zone_top(c, discard), zone_of_seat(ZONE_DECK, seat), BOTTOM);
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

static void shuffle_higher(struct table *t, struct reason why)
{
    struct monad_state *s = state_of(t);
    card_id             list[NAMED_MAX];
    size_t              n = units_named(t, NOUN_EVERY_NON_CATALYST, 0, NO_CARD, NO_CARD, list);
    for (size_t i = 0; i < n; i++)
        if (kind_of(t, list[i]) == KIND_UNIT &&
            level_of(t, list[i]) > s->side[controller_of(s, list[i])].level)
            shuffle_unit_in(t, list[i], why);
}

static void refresh_party(struct table *t, seat_id who)
{
    card_id list[NAMED_MAX];
    size_t  n = units_named(t, NOUN_PARTY, who, NO_CARD, NO_CARD, list);
    for (size_t i = 0; i < n; i++)
        body_of(state_of(t), list[i])->damage = body_of(state_of(t), list[i])->spent = 0;
}

void change_er(struct table *t, const struct frame *f, uint32_t verb, unsigned tag)
{
    last(state_of(t), (struct lasting){ .kind  = LAST_ER,
                                        .until = (uint8_t)until_in(t, verb),
                                        .seat  = f->who,
                                        .of    = f->who,
                                        .card  = NO_CARD,
                                        .arg   = (uint8_t)tag,
                                        .value = (int16_t)signed_in(t, verb) });
    note_text(t, EVENT_CHANGED, f->who, f->card, NO_CARD, signed_in(t, verb), verb);
}

static void for_opponents(struct table *t, const struct frame *f, unsigned kind, int value,
                          unsigned until)
{
    struct monad_state *s = state_of(t);
    for (seat_id seat = 0; seat < s->core.seats; seat++)
        if (is_enemy(&s->core, f->who, seat) && !is_out(s, seat))
            last(s, (struct lasting){ .kind  = (uint8_t)kind,
                                      .until = (uint8_t)until,
                                      .seat  = seat,
                                      .of    = seat,
                                      .card  = NO_CARD,
                                      .value = (int16_t)value });
}

void look_at_hand(struct table *t, const struct frame *f, seat_id of)
{
    struct monad_state *s = state_of(t);
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, of))
        card_show(&s->core, card, seats_of_team(&s->core, s->core.team[f->who]));
    note_text(t, EVENT_LOOKED, f->who, f->card, NO_CARD, 0, f->op);
}

// MON-333: words wait on the player whose next combat they speak of; "that party" is that player's.
static void wait_for_combat(const struct table *t, struct monad_state *s, const struct frame *f,
                            uint32_t verb)
{
    const unsigned whose = (unsigned)t->pool->ops[verb].value;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        bool meant = whose == NEXT_OPPONENTS ? is_enemy(&s->core, f->who, seat)
                                             : seat == (whose == NEXT_THAT ? f->other : f->who);
        if (meant && !is_out(s, seat) && s->pending_count < PENDING_MAX) // MON-R97
            s->pending[s->pending_count++] = (struct pending){ .op = verb, .who = seat };
    }
}

// Verbs that nobody is asked about. False: there is something to ask.
bool do_alone(struct table *t, struct frame *f, uint32_t verb, int times)
{
    struct monad_state *s      = state_of(t);
    int                 number = number_at(t->pool, verb) * times;
    seat_set            named  = players_named(t, verb, f->who, f->other);
    struct defence      nobody;
    struct defence     *d = this_defence(s, &nobody);
    switch (t->pool->ops[verb].code) {
    case W_PARRY: d->parry = (int16_t)(d->parry + number); break;
    case W_BLOCK: d->block = (int16_t)(d->block + number); break;
    case W_PREVENT: d->prevent = (int16_t)(d->prevent + number); break;
    case W_SHIELD_BASH: shield_bash(t, number); break;
    case W_INTERCEPT: intercept(s); break;
    case W_CANCEL: s->action.cancelled = 1; break;
    case W_DRAW:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (named & BIT(seat)) draw_cards(t, seat, (unsigned)number, MON_014);
        break;
    case W_DRAW_AS_MANY:
        if (!is_out(s, f->who)) draw_cards(t, f->who, s->discarded, MON_014);
        break;
    case W_LOOK_DECK: look_at_top(t, f->who, number > 1 ? (unsigned)number : 1); break;
    case W_SHUFFLE:
        if (t->pool->ops[verb].value) take_up_discards(t, f->who);
        shuffle_deck(t, f->who, words_of(t, f->card, verb));
        break;
    case W_GAIN_GOLD:
        if (is_out(s, f->who)) break; // MON-906
        s->side[f->who].loose_gold = (int16_t)(s->side[f->who].loose_gold + number);
        note_text(t, EVENT_GOLD, f->who, f->card, NO_CARD, number, verb);
        break;
    case W_GAIN_VP:
        if (!is_out(s, f->who)) gain_vp(t, f->who, number, MON_001);
        break;
    case W_PUT_TOKEN: put_token(t, f->who); break;
    case W_NEXT_COMBAT: wait_for_combat(t, s, f, verb); break;
    case W_ER_TYPE:
        change_er(t, f, verb, (unsigned)t->pool->ops[op_find(t->pool->ops, verb, W_TAG)].value);
        break;
    case W_NEW_HANDS:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (!is_out(s, seat)) new_hand(t, seat, (unsigned)number, true);
        break;
    case W_OPPONENTS_NEW_HANDS:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (!is_out(s, seat) && is_enemy(&s->core, f->who, seat))
                new_hand(t, seat, (unsigned)number, false);
        break;
    case W_MY_NEW_HAND:
        if (!is_out(s, f->who)) new_hand(t, f->who, (unsigned)number, false);
        break;
    case W_REFRESH: refresh_party(t, f->who); break;
    case W_LEVEL_LESS:
        last(s, (struct lasting){ .kind  = LAST_LEVEL_COST,
                                  .seat  = f->who,
                                  .of    = f->who,
                                  .card  = NO_CARD,
                                  .value = (int16_t)-number });
        break;
    case W_LEVEL_MORE: for_opponents(t, f, LAST_LEVEL_COST, number, UNTIL_GAME); break;
    case W_SHUFFLE_HIGHER: shuffle_higher(t, words_of(t, f->card, verb)); break;
    case W_NO_TRAVEL:
        last(s, (struct lasting){ .kind  = LAST_NO_TRAVEL,
                                  .until = UNTIL_YOUR_TURN,
                                  .seat  = f->who,
                                  .of    = f->who,
                                  .card  = NO_CARD,
                                  .value = 1 });
        break;
    case W_NO_RECOVERY: for_opponents(t, f, LAST_NO_RECOVERY, 1, UNTIL_GAME); break;
    case W_REPEAT: s->carried_out = DID_REPEAT; break;
    case W_BREAK_THIS:
        if (kind_of(t, f->card) == KIND_EQUIPMENT && s->host[f->card] != NO_CARD)
            break_equipment(t, f->card);
        break;
    default: return false;
    }
    return true;
}
