// Section 6: the text of cards. A line is a tree of small nodes (words.h); do_effects goes through
// its effects, do_effect does one verb, and what comes up by itself waits in a queue.
#include "engine/chance.h"
#include "games/monad/rules.h"

#include <string.h>

// ---- triggers

static unsigned line_number(const struct table *t, struct ability a)
{
    return a.line - def_of(t, a.source)->line_first;
}

void forget_triggers(struct monad_state *s)
{
    for (unsigned i = 0; i < BODIES_MAX; i++)
        if (s->body[s->bodies[i].card] == i + 1)
            memset(s->bodies[i].fired, 0, sizeof s->bodies[i].fired);
}

void clear_firsts(struct table *t, enum first_word period)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < BODIES_MAX; i++) {
        struct body   *b = &s->bodies[i];
        struct ability list[ABILITIES_MAX];
        if (s->body[b->card] != i + 1 || !b->firsts) continue;
        size_t n = abilities_of(t, b->card, W_PASSIVE, list);
        for (size_t k = 0; k < n; k++)
            if (book(t)->lines[list[k].line].first == period + 1)
                b->firsts = (uint8_t)(b->firsts & ~BIT(line_number(t, list[k]) % 8));
    }
}

void wait_for(struct table *t, enum moment moment, card_id unit, card_id other)
{
    struct monad_state *s = state_of(t);
    struct ability      list[ABILITIES_MAX];
    if (!is_unit(s, unit)) return;
    size_t n = abilities_of(t, unit, W_PASSIVE, list);
    for (size_t i = 0; i < n; i++) {
        const struct line_info *l      = &book(t)->lines[list[i].line];
        struct body            *b      = body_of(s, unit);
        unsigned                number = line_number(t, list[i]);
        if (l->moment != moment || s->waiting_count == WAITING_MAX ||
            b->fired[number % 4] >= TRIGGERS_MAX)
            continue;
        if (l->first && b->firsts >> (number % 8) & 1) continue;
        if (l->first) b->firsts = (uint8_t)(b->firsts | BIT(number % 8));
        b->fired[number % 4]++;
        s->waiting[s->waiting_count++] = (struct waiting){ .line   = list[i].line,
                                                           .source = list[i].source,
                                                           .unit   = unit,
                                                           .other  = other,
                                                           .who    = controller_of(s, unit) };
    }
}

// MON-015: the active player's first, then clockwise; a player's own in the order that player
// picks.
static seat_id whose_turn_to_trigger(const struct monad_state *s)
{
    for (unsigned n = 0; n < s->core.seats; n++)
        for (unsigned i = 0; i < s->waiting_count; i++)
            if (s->waiting[i].who == (s->active + n) % s->core.seats) return s->waiting[i].who;
    return s->waiting[0].who;
}

static unsigned sources_of(const struct monad_state *s, seat_id who, card_id *first)
{
    unsigned n = 0;
    *first     = NO_CARD;
    for (unsigned i = 0; i < s->waiting_count; i++) {
        if (s->waiting[i].who != who) continue;
        if (*first == NO_CARD) *first = s->waiting[i].source;
        n += n == 0 || s->waiting[i].source != *first;
    }
    return n;
}

static struct waiting take_next(struct monad_state *s, seat_id who, card_id source)
{
    unsigned at = 0;
    while (at + 1u < s->waiting_count &&
           (s->waiting[at].who != who || s->waiting[at].source != source))
        at++;
    struct waiting next = s->waiting[at];
    s->waiting_count--;
    memmove(&s->waiting[at], &s->waiting[at + 1], (s->waiting_count - at) * sizeof s->waiting[0]);
    s->waiting[s->waiting_count] = (struct waiting){ 0 };
    return next;
}

enum flow work_waiting(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    struct waiting      next = { 0 };
    FLOW_BEGIN(f);
    while (s->waiting_count > 0) {
        f->other = whose_turn_to_trigger(s);
        if (sources_of(s, f->other, &f->card) > 1 && !is_out(s, f->other)) { // D34
            ask(&s->core, f->other, QUESTION_TRIGGER, 0, f->card);
            FLOW_PAUSE(f, 2);
            if (answer_of(&s->core, f->other).kind == CHOICE_TAKE)
                f->card = answer_of(&s->core, f->other).card;
        }
        next = take_next(s, f->other, f->card);
        if (is_out(s, next.who)) continue;
        call_effects(t, book(t)->lines[next.line].op, next.who, next.source, next.unit, next.other);
        FLOW_PAUSE(f, 1);
    }
    FLOW_END(f);
}

// ---- conditions, nouns, filters

bool holds(const struct table *t, uint32_t condition, card_id unit, card_id target)
{
    const struct monad_state *s    = state_at(t);
    const struct op          *node = &t->pool->ops[condition];
    card_id                   of   = node->code == W_IF_TARGET ? target : unit;
    switch (node->code) {
    case W_IF_TARGET:
    case W_IF_THIS:
        if (of == NO_CARD || !is_unit(s, of)) return false;
        if (t->pool->ops[condition + 1].code == W_TAG)
            return has_tag(t, of, (unsigned)t->pool->ops[condition + 1].value);
        return has_quality(t, of, (unsigned)t->pool->ops[condition + 1].value);
    case W_IF_AT: {
        seat_id party = s->combat.kind     ? s->combat.active
                        : is_unit(s, unit) ? controller_of(s, unit)
                                           : s->active;
        card_id here  = s->side[party].location;
        return here != NO_CARD && has_tag(t, here, (unsigned)t->pool->ops[condition + 1].value);
    }
    case W_IF_ENCOUNTER: return is_unit(s, unit) && is_encounter_unit(s, unit);
    case W_IF_CRITICAL: return s->action.last_crit;
    default: return false;
    }
}

static size_t add_party(const struct monad_state *s, seat_id seat, card_id *out, size_t n)
{
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, seat))
            if (is_unit(s, card) && n < NAMED_MAX) out[n++] = card;
    return n;
}

static size_t friends(const struct monad_state *s, card_id unit, seat_id who, bool opposing,
                      card_id *out)
{
    if (s->combat.kind && is_unit(s, unit) && is_in_combat(s, unit))
        return units_of_side(s, side_b(s, unit) != opposing, out);
    return opposing ? 0 : add_party(s, who, out, 0);
}

static size_t without(card_id unit, card_id *list, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i] != unit) list[kept++] = list[i];
    return kept;
}

size_t units_named(const struct table *t, unsigned noun, seat_id who, card_id unit, card_id target,
                   card_id *out)
{
    const struct monad_state *s = state_at(t);
    size_t                    n = 0;
    switch ((enum noun_word)noun) {
    case NOUN_THIS:
    case NOUN_BEARER:
    case NOUN_USER:
        out[0] = unit;
        n      = 1;
        break;
    case NOUN_ACTING:
        out[0] = s->action.unit;
        n      = 1;
        break;
    case NOUN_TARGET:
    case NOUN_THAT:
    case NOUN_IT:
        out[0] = target;
        n      = 1;
        break;
    case NOUN_EACH_ALLY:
    case NOUN_AN_ALLY: return without(unit, out, friends(s, unit, who, false, out));
    case NOUN_EACH_FRIENDLY:
    case NOUN_FRIENDLY_UNITS:
    case NOUN_A_FRIENDLY: return friends(s, unit, who, false, out);
    case NOUN_EACH_OPPOSING:
    case NOUN_OPPOSING_UNITS:
    case NOUN_AN_OPPOSING: return friends(s, unit, who, true, out);
    case NOUN_YOUR_CATALYST:
        out[0] = s->side[who].catalyst;
        n      = 1;
        break;
    case NOUN_PARTY: return add_party(s, who, out, 0);
    case NOUN_OPPOSING_CATALYSTS:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (is_enemy(&s->core, who, seat) && !is_out(s, seat))
                out[n++] = s->side[seat].catalyst;
        break;
    case NOUN_EVERY_NON_CATALYST:
        for (seat_id seat = 0; seat < s->core.seats; seat++) n = add_party(s, seat, out, n);
        for (size_t i = n; i-- > 0;)
            if (is_catalyst(t, out[i])) memmove(out + i, out + i + 1, (--n - i) * sizeof *out);
        break;
    }
    if (n == 1 && (out[0] == NO_CARD || !is_unit(s, out[0]))) n = 0;
    return n;
}

bool fits_filter(const struct table *t, uint32_t op, card_id card)
{
    static const uint8_t KIND[] = { KIND_UNIT, KIND_EQUIPMENT, KIND_QUEST, 0xFF };
    const struct op     *ops    = t->pool->ops;
    for (uint32_t i = op + 1; i < op_after(ops, op); i = (uint32_t)op_after(ops, i)) {
        unsigned value = (unsigned)ops[i].value;
        if (ops[i].code == W_KIND && KIND[value] != 0xFF && kind_of(t, card) != KIND[value])
            return false;
        if (ops[i].code == W_TAG && !has_tag(t, card, value)) return false;
        if (ops[i].code == W_LEVEL_MAX &&
            def_of(t, card)->field[FIELD_LEVEL] > number_at(t->pool, i))
            return false;
        if (ops[i].code == W_QUALITY_MAX &&
            def_of(t, card)->field[FIELD_QUALITY] > number_at(t->pool, i))
            return false;
    }
    return true;
}

// ---- the flows

void call_effects(struct table *t, uint32_t op, seat_id who, card_id source, card_id unit,
                  card_id target)
{
    struct frame *f = call(state_of(t), FLOW_EFFECTS, who, source, unit);
    f->op           = op;
    f->extra        = (int16_t)target;
    f->value        = 1;
}

enum flow do_effects(struct table *t, struct frame *f)
{
    struct monad_state *s   = state_of(t);
    const struct op    *ops = t->pool->ops;
    struct frame       *e   = NULL;
    uint32_t            at  = 0;
    FLOW_BEGIN(f);
    while (f->value < ops[f->op].size && f->n < 64) {
        at       = f->op + (uint16_t)f->value;
        f->value = (int16_t)(op_after(ops, at) - f->op);
        if (ops[at].code != W_EFFECT || is_out(s, f->who)) continue;
        f->n++;
        e        = call(s, FLOW_EFFECT, f->who, f->card, f->target);
        e->op    = at;
        e->extra = f->extra;
        FLOW_PAUSE(f, 1);
        if (s->carried_out == 2) { // repeat this once
            s->carried_out = 0;
            if (!f->flag) f->value = 1;
            f->flag = 1;
        }
    }
    FLOW_END(f);
}

// The verb of an EFFECT: the first child that is no condition.
static uint32_t verb_of(const struct op *ops, uint32_t effect)
{
    uint32_t i = effect + 1;
    while (ops[i].code == W_IF || ops[i].code == W_MAY) i = (uint32_t)op_after(ops, i);
    return i;
}

static int times_of(const struct table *t, const struct frame *f)
{
    const struct op *ops  = t->pool->ops;
    size_t           each = op_find(ops, f->op, W_FOR_EACH);
    card_id          list[NAMED_MAX];
    if (!each) return 1;
    size_t n    = 0;
    size_t what = each + 1;
    if (ops[what].code == W_TAG) {
        size_t all = units_named(t, NOUN_EACH_FRIENDLY, f->who, f->target, NO_CARD, list);
        for (size_t i = 0; i < all; i++) n += has_tag(t, list[i], (unsigned)ops[what].value);
        return (int)n;
    }
    static const uint8_t NOUNS[] = { NOUN_EACH_ALLY, NOUN_EACH_OPPOSING, NOUN_EACH_FRIENDLY };
    return (int)units_named(t, NOUNS[ops[what].value], f->who, f->target, NO_CARD, list);
}

static unsigned noun_in(const struct table *t, uint32_t verb)
{
    size_t noun = op_find(t->pool->ops, verb, W_NOUN);
    return noun ? (unsigned)t->pool->ops[noun].value : (unsigned)NOUN_TARGET;
}

static bool is_chosen(unsigned noun)
{
    return noun == NOUN_AN_ALLY || noun == NOUN_A_FRIENDLY || noun == NOUN_AN_OPPOSING;
}

static int signed_in(const struct table *t, uint32_t verb)
{
    size_t up = op_find(t->pool->ops, verb, W_UP), down = op_find(t->pool->ops, verb, W_DOWN);
    return up ? number_at(t->pool, (uint32_t)up) : down ? -number_at(t->pool, (uint32_t)down) : 0;
}

static unsigned until_in(const struct table *t, uint32_t verb)
{
    size_t lasting = op_find(t->pool->ops, verb, W_LASTING);
    return lasting ? (unsigned)t->pool->ops[lasting].value : (unsigned)UNTIL_GAME;
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
    if (here == there || is_facing(here) != is_facing(there) || zone_seat(here) != zone_seat(there))
        return;
    if (body_at(s, a)->status[PINNED] || body_at(s, b)->status[PINNED]) return;
    put_in_row(t, a, there);
    put_in_row(t, b, here);
    reveal_hidden(s, a), reveal_hidden(s, b);
    wait_for(t, WHEN_MOVES, a, b);
    wait_for(t, WHEN_MOVES, b, a);
}

static void break_equipment(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, unit)->zone) {
        if (s->host[card] != unit || kind_of(t, card) != KIND_EQUIPMENT) continue;
        unsigned zone = is_encounter_unit(s, unit) ? ZONE_ASIDE : ZONE_DISCARD;
        detach_to(t, card, zone_of_seat(zone, card_at(&s->core, card)->owner), TOP);
        return;
    }
}

static void remove_unit(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    if (is_catalyst(t, unit) || is_token(t, unit)) return; // MON-067
    zone_id zone = card_at(&s->core, unit)->zone;
    for (card_id card = zone_top(&s->core, zone), next; card != NO_CARD; card = next) {
        next = card_below(&s->core, card);
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT)
            detach_to(t, card,
                      zone_of_seat(is_facing(zone) ? ZONE_ASIDE : ZONE_DISCARD,
                                   card_at(&s->core, card)->owner),
                      TOP);
    }
    leave_play(t, unit);
    card_move(&s->core, unit, zone_of_seat(ZONE_REMOVED, card_at(&s->core, unit)->owner), TOP);
    close_up(t, zone_seat(zone), is_facing(zone));
    set_result(s);
}

static void redirect_to(struct table *t, card_id unit)
{
    struct monad_state *s = state_of(t);
    for (unsigned i = 0; i < s->action.target_count; i++)
        if (s->action.target[i] == s->action.defended &&
            is_legal_target(t, s->action.unit, line_of(t, s->action.source, s->action.line), unit))
            s->action.target[i] = unit;
}

static void do_to_unit(struct table *t, const struct frame *f, uint32_t verb, card_id unit,
                       int times)
{
    struct monad_state *s        = state_of(t);
    int                 number   = number_at(t->pool, verb) * times;
    bool                opposing = controller_of(s, unit) != f->who;
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
    case W_MOVE: move_unit(t, unit, t->pool->ops[verb].value ? 1 : -1, opposing); break;
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
    case W_BREAK: break_equipment(t, unit); break;
    case W_REMOVE: remove_unit(t, unit); break;
    case W_REDIRECT: redirect_to(t, unit); break;
    default: break;
    }
}

static bool is_about_units(unsigned code)
{
    return (code >= W_DEAL && code <= W_BREAK) || code == W_REDIRECT || code == W_REMOVE;
}

// ---- verbs of a defence (MON-679 to MON-682)

static void intercept(struct table *t)
{
    struct action *a = &state_of(t)->action;
    for (unsigned i = 0; i < a->target_count; i++)
        if (a->target[i] == a->defended) a->target[i] = a->defender;
    a->defended = a->defender;
}

static void shield_bash(struct table *t, int number)
{
    struct action *a = &state_of(t)->action;
    if (is_unit(state_of(t), a->unit) && distance(t, a->defender, a->unit) <= 2)
        give_status(t, a->unit, ENFEEBLE, number);
}

// ---- verbs about players and the table

static seat_set players_named(const struct table *t, uint32_t verb, seat_id who)
{
    const struct monad_state *s    = state_at(t);
    size_t                    node = op_find(t->pool->ops, verb, W_PLAYER);
    unsigned word = node ? (unsigned)t->pool->ops[node].value : (unsigned)PLAYER_YOU, set = 0;
    for (seat_id seat = 0; seat < s->core.seats; seat++) {
        if (is_out(s, seat)) continue;
        if (word == PLAYER_EACH || (word == PLAYER_YOU && seat == who) ||
            (word == PLAYER_OPPONENT && is_enemy(&s->core, who, seat)))
            set |= BIT(seat);
    }
    return (seat_set)set;
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
    if (!discards) shuffle_deck(t, seat);
    draw_cards(t, seat, count, MON_345);
}

static unsigned moves_between(const struct table *t, card_id from, card_id to)
{
    if (from == to) return 0;
    if (shares_region(t, from, to)) return 1;
    EACH_IN_ZONE(via, t->state, ZONE_MAP)
        if (shares_region(t, from, via) && shares_region(t, via, to)) return 2;
    return 3;
}

static void place_at_nearest(struct table *t, seat_id seat) // and MON-245
{
    struct monad_state *s     = state_of(t);
    unsigned            least = 9;
    card_id             best  = s->side[seat].location;
    EACH_IN_ZONE(card, &s->core, ZONE_MAP) {
        if (!has_tag(t, card, TAG_STARTER)) continue;
        unsigned far = moves_between(t, s->side[seat].location, card);
        if (far < least) least = far, best = card;
    }
    if (best == s->side[seat].location) return;
    be_at(t, seat, best);
    take_back_facing(t, seat, false);
    while (zone_size(&s->core, zone_of_seat(ZONE_DISPUTE, seat)))
        fail_quest(t, zone_top(&s->core, zone_of_seat(ZONE_DISPUTE, seat)), MON_245);
    s->side[seat].disputed = 0;
}

static void tire_best_quest(struct table *t, seat_id seat)
{
    struct core *c    = t->state;
    card_id      best = NO_CARD;
    EACH_IN_ZONE(card, c, zone_of_seat(ZONE_COMPLETED, seat))
        if (!(card_at(c, card)->flags & CARD_SIDEWAYS) &&
            (best == NO_CARD ||
             def_of(t, card)->field[FIELD_GOLD] > def_of(t, best)->field[FIELD_GOLD]))
            best = card;
    if (best != NO_CARD) card_of(c, best)->flags |= CARD_SIDEWAYS;
}

static void shuffle_unit_in(struct table *t, card_id unit) // with its equipment
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
    shuffle_deck(t, owner);
    close_up(t, zone_seat(zone), is_facing(zone));
}

static void shuffle_higher(struct table *t)
{
    struct monad_state *s = state_of(t);
    card_id             list[NAMED_MAX];
    size_t              n = units_named(t, NOUN_EVERY_NON_CATALYST, 0, NO_CARD, NO_CARD, list);
    for (size_t i = 0; i < n; i++)
        if (kind_of(t, list[i]) == KIND_UNIT &&
            level_of(t, list[i]) > s->side[controller_of(s, list[i])].level)
            shuffle_unit_in(t, list[i]);
}

static void refresh_party(struct table *t, seat_id who)
{
    card_id list[NAMED_MAX];
    size_t  n = units_named(t, NOUN_PARTY, who, NO_CARD, NO_CARD, list);
    for (size_t i = 0; i < n; i++)
        body_of(state_of(t), list[i])->damage = body_of(state_of(t), list[i])->spent = 0;
}

static void change_er(struct table *t, const struct frame *f, uint32_t verb, unsigned tag)
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

static void steal_gold(struct table *t, const struct frame *f, int amount)
{
    struct monad_state *s    = state_of(t);
    seat_id             from = quest_handler(s, f->who);
    if (from == NO_SEAT) return;
    if (amount > s->side[from].loose_gold) amount = s->side[from].loose_gold;
    s->side[from].loose_gold   = (int16_t)(s->side[from].loose_gold - amount);
    s->side[f->who].loose_gold = (int16_t)(s->side[f->who].loose_gold + amount);
    note_text(t, EVENT_GOLD, f->who, f->card, NO_CARD, amount, f->op);
}

static void ready_a_quest(struct table *t, seat_id who)
{
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, who))
        if (card_at(t->state, card)->flags & CARD_SIDEWAYS) {
            card_of(t->state, card)->flags &= (uint8_t)~CARD_SIDEWAYS;
            return;
        }
}

static void look_at_hand(struct table *t, const struct frame *f)
{
    struct monad_state *s  = state_of(t);
    seat_id             of = quest_handler(s, f->who);
    if (of == NO_SEAT) return;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_HAND, of))
        card_show(&s->core, card, (seat_set)BIT(f->who));
    note_text(t, EVENT_LOOKED, f->who, f->card, NO_CARD, 0, f->op);
}

// Verbs that nobody is asked about. False: there is something to ask.
static bool do_alone(struct table *t, struct frame *f, uint32_t verb, int times)
{
    struct monad_state *s      = state_of(t);
    int                 number = number_at(t->pool, verb) * times;
    seat_set            named  = players_named(t, verb, f->who);
    switch (t->pool->ops[verb].code) {
    case W_PARRY: s->action.parry = (int16_t)(s->action.parry + number); break;
    case W_BLOCK: s->action.block = (int16_t)(s->action.block + number); break;
    case W_PREVENT: s->action.prevent = (int16_t)(s->action.prevent + number); break;
    case W_SHIELD_BASH: shield_bash(t, number); break;
    case W_INTERCEPT: intercept(t); break;
    case W_CANCEL: s->action.cancelled = 1; break;
    case W_DRAW:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (named & BIT(seat)) draw_cards(t, seat, (unsigned)number, MON_014);
        break;
    case W_GAIN_GOLD:
        s->side[f->who].loose_gold = (int16_t)(s->side[f->who].loose_gold + number);
        note_text(t, EVENT_GOLD, f->who, f->card, NO_CARD, number, verb);
        break;
    case W_STEAL_GOLD: steal_gold(t, f, number); break;
    case W_GAIN_VP: gain_vp(t, f->who, number, MON_001); break;
    case W_READY_QUEST: ready_a_quest(t, f->who); break;
    case W_PUT_TOKEN: s->side[f->who].tokens++; break;
    case W_LOOK: look_at_hand(t, f); break;
    case W_ER_TYPE:
        change_er(t, f, verb, (unsigned)t->pool->ops[op_find(t->pool->ops, verb, W_TAG)].value);
        break;
    case W_PLACE_PARTIES:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (seat != f->who && !is_out(s, seat)) place_at_nearest(t, seat);
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
    case W_REFRESH: refresh_party(t, f->who); break;
    case W_TIRE_QUEST:
        for (seat_id seat = 0; seat < s->core.seats; seat++)
            if (!is_out(s, seat) && is_enemy(&s->core, f->who, seat)) tire_best_quest(t, seat);
        break;
    case W_LEVEL_LESS:
        last(s, (struct lasting){ .kind  = LAST_LEVEL_COST,
                                  .seat  = f->who,
                                  .of    = f->who,
                                  .card  = NO_CARD,
                                  .value = (int16_t)-number });
        break;
    case W_LEVEL_MORE: for_opponents(t, f, LAST_LEVEL_COST, number, UNTIL_GAME); break;
    case W_SHUFFLE_HIGHER: shuffle_higher(t); break;
    case W_NO_TRAVEL:
        last(s, (struct lasting){ .kind  = LAST_NO_TRAVEL,
                                  .until = UNTIL_YOUR_TURN,
                                  .seat  = f->who,
                                  .of    = f->who,
                                  .card  = NO_CARD,
                                  .value = 1 });
        break;
    case W_NO_RECOVERY: for_opponents(t, f, LAST_NO_RECOVERY, 1, UNTIL_GAME); break;
    case W_REPEAT: s->carried_out = 2; break;
    default: return false;
    }
    return true;
}

static bool has_in_discard(const struct table *t, seat_id who, uint32_t verb)
{
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_DISCARD, who))
        if (fits_filter(t, verb, card)) return true;
    return false;
}

static def_id token_named(const struct table *t, uint32_t verb)
{
    size_t name = op_find(t->pool->ops, verb, OP_NAME);
    def_id def  = name ? pool_find(t->pool, text_of(t->pool->names[t->pool->ops[name].value]))
                       : (def_id)NO_DEF;
    return def != NO_DEF && t->pool->defs[def].kind == KIND_TOKEN ? def : (def_id)NO_DEF;
}

static void create_token(struct table *t, const struct frame *f, uint32_t verb, unsigned row)
{
    struct monad_state *s      = state_of(t);
    def_id              def    = token_named(t, verb);
    bool                facing = is_unit(s, f->target) && is_encounter_unit(s, f->target);
    seat_id             seat   = facing ? zone_seat(card_at(&s->core, f->target)->zone) : f->who;
    zone_id             zone   = zone_of_seat((facing ? ZONE_FACING : ZONE_FRONT) + row, seat);
    if (def == NO_DEF) return;
    card_id token = card_create(&s->core, def, f->who, zone, BOTTOM);
    if (token != NO_CARD && !enter_play(t, token, zone, true)) card_destroy(&s->core, token);
    close_up(t, seat, facing);
}

static uint8_t count_of(unsigned have, int want)
{
    unsigned most = want < 0 ? 0 : (unsigned)want;
    if (most > have) most = have;
    return (uint8_t)(most > PICKS_MAX ? PICKS_MAX : most);
}

static unsigned units_to_shuffle(const struct table *t, seat_id seat)
{
    card_id  list[NAMED_MAX];
    size_t   n     = units_named(t, NOUN_PARTY, seat, NO_CARD, NO_CARD, list);
    unsigned units = 0;
    for (size_t i = 0; i < n; i++) units += kind_of(t, list[i]) == KIND_UNIT;
    return units;
}

// card: what prints it, target: "this unit", extra: the target; op: the EFFECT.
enum flow do_effect(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    const struct op    *ops  = t->pool->ops;
    const uint32_t      verb = verb_of(ops, f->op);
    card_id             list[NAMED_MAX];
    unsigned            noun = 0;
    size_t              n    = 0;
    uint8_t             most = 0;
    FLOW_BEGIN(f);
    t->effects++;
    if (op_find(ops, f->op, W_IF) &&
        !holds(t, (uint32_t)op_find(ops, f->op, W_IF) + 1, f->target, (card_id)f->extra))
        return FLOW_DONE;
    if (op_find(ops, f->op, W_MAY)) {
        ask(&s->core, f->who, QUESTION_MAY, 0, f->card);
        FLOW_PAUSE(f, 1);
        if (answer_of(&s->core, f->who).kind != CHOICE_YES) return FLOW_DONE;
    }
    f->value = (int16_t)times_of(t, f);
    if (is_about_units(ops[verb].code)) {
        noun = noun_in(t, verb);
        n    = units_named(t, noun, f->who, f->target, (card_id)f->extra, list);
        if (is_chosen(noun) && n > 1) {
            ask(&s->core, f->who, QUESTION_UNIT, (uint16_t)noun, f->target);
            FLOW_PAUSE(f, 2);
            if (answer_of(&s->core, f->who).kind != CHOICE_TARGET) return FLOW_DONE;
            list[0] = answer_of(&s->core, f->who).card;
            n       = 1;
        }
        for (size_t i = 0; i < n; i++)
            if (is_unit(s, list[i])) do_to_unit(t, f, verb, list[i], f->value);
        return FLOW_DONE;
    }
    if (do_alone(t, f, verb, f->value)) return FLOW_DONE;
    do { // one verb; no switch, because a pause inside one could not be resumed
        if (ops[verb].code == W_DISCARD) {
            f->flag = players_named(t, verb, f->who);
            for (seat_id seat = 0; seat < s->core.seats; seat++) {
                most = count_of(zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)),
                                number_at(t->pool, verb));
                if (!(f->flag & BIT(seat)) || !most) {
                    f->flag = (uint8_t)(f->flag & ~BIT(seat));
                    continue;
                }
                ask_several(&s->core, seat, QUESTION_DISCARD_DOWN, most, most, 0, f->card);
            }
            if (!f->flag) break;
            FLOW_PAUSE(f, 3);
            for (seat_id seat = 0; seat < s->core.seats; seat++) {
                if (!(f->flag & BIT(seat)) || is_out(s, seat)) continue;
                const struct question *q = &s->core.question[seat];
                for (unsigned i = 0; i < q->picked; i++) discard_card(t, q->pick[i], MON_014);
            }
            break;
        }
        if (ops[verb].code == W_SEARCH) {
            look_through_deck(t, f->who);
            s->chosen = (int16_t)(verb & 0x7FFF);
            ask(&s->core, f->who, QUESTION_SEARCH, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 4);
            if (answer_of(&s->core, f->who).kind == CHOICE_TAKE) {
                card_id card = answer_of(&s->core, f->who).card;
                card_move(&s->core, card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
                card_show(&s->core, card, seats_of_team(&s->core, s->core.team[f->who]));
            }
            shuffle_deck(t, f->who);
            break;
        }
        if (ops[verb].code == W_RETURN) {
            if (!has_in_discard(t, f->who, verb)) break;
            ask(&s->core, f->who, QUESTION_FROM_DISCARD, (uint16_t)(verb & 0xFFFF),
                (uint16_t)(verb >> 16));
            FLOW_PAUSE(f, 5);
            if (answer_of(&s->core, f->who).kind == CHOICE_TAKE) {
                card_id card = answer_of(&s->core, f->who).card;
                card_move(&s->core, card,
                          zone_of_seat(ops[verb].value ? ZONE_DECK : ZONE_HAND, f->who), BOTTOM);
                note_text(t, EVENT_RETURNED, f->who, f->card, card, 0, verb);
            }
            break;
        }
        if (ops[verb].code == W_ER_REGION) {
            ask(&s->core, f->who, QUESTION_REGION, 0, f->card);
            FLOW_PAUSE(f, 6);
            if (answer_of(&s->core, f->who).kind == CHOICE_REGION)
                change_er(t, f, verb, TAG_GREENMANTLE + answer_of(&s->core, f->who).option);
            break;
        }
        if (ops[verb].code == W_CREATE) {
            if (is_unit(s, f->target) && is_encounter_unit(s, f->target)) {
                create_token(t, f, verb, FRONT);
                break;
            }
            ask(&s->core, f->who, QUESTION_ROW, 0, f->card);
            FLOW_PAUSE(f, 7);
            if (answer_of(&s->core, f->who).kind == CHOICE_ROW)
                create_token(t, f, verb, answer_of(&s->core, f->who).option);
            break;
        }
        if (ops[verb].code == W_DISBAND) {
            for (f->i = 0; f->i < s->core.seats; f->i++) {
                most = count_of(units_to_shuffle(t, f->i), number_at(t->pool, verb));
                if (!is_enemy(&s->core, f->who, f->i) || is_out(s, f->i) || !most) continue;
                ask_several(&s->core, f->i, QUESTION_SHUFFLE_IN, most, most, 0, f->card);
                FLOW_PAUSE(f, 8);
                if (is_out(s, f->i)) continue;
                struct question q = s->core.question[f->i];
                for (unsigned i = 0; i < q.picked; i++) shuffle_unit_in(t, q.pick[i]);
            }
            break;
        }
        if (ops[verb].code == W_NEW_SCENARIO) {
            if (!s->side[f->who].won_rival) break;
            f->i = (uint8_t)(s->side[f->who].won_rival - 1);
            if (is_out(s, f->i)) break;
            ask(&s->core, f->i, QUESTION_SCENARIO, 1, s->side[f->i].scenario);
            FLOW_PAUSE(f, 9);
            if (answer_of(&s->core, f->i).kind != CHOICE_TAKE) break;
            struct side *other = &s->side[f->i];
            other->scenario    = answer_of(&s->core, f->i).card;
            other->tokens = other->won_rival = other->gained_level = other->disputed = 0;
            other->fresh                                                             = 1;
            note(t, EVENT_NEW_SCENARIO, f->i, other->scenario, NO_CARD, 0, MON_346);
            break;
        }
    } while (0);
    FLOW_END(f);
}
