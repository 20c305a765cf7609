// Chapter 550: the Provision Phase, and gold.
#include "engine/chance.h"
#include "games/monad/rules.h"

// ---- gold

int gold_of(const struct table *t, seat_id seat) // MON-519
{
    const struct monad_state *s   = state_at(t);
    int                       sum = s->side[seat].loose_gold;
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, seat))
        if (!(card_at(&s->core, card)->flags & CARD_SIDEWAYS))
            sum += def_of(t, card)->field[FIELD_GOLD];
    return sum;
}

bool can_pay(const struct table *t, seat_id seat, int price) { return gold_of(t, seat) >= price; }

int marked_sum(const struct table *t, seat_id seat, unsigned field)
{
    int sum = 0;
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, seat))
        if (card_at(t->state, card)->flags & CARD_MARKED) sum += def_of(t, card)->field[field];
    return sum;
}

void call_pay(struct monad_state *s, seat_id seat, int price)
{
    call(s, FLOW_PAY, seat, NO_CARD, NO_CARD)->value = (int16_t)price;
}

static bool has_ready_quest(const struct table *t, seat_id seat)
{
    EACH_IN_ZONE(card, t->state, zone_of_seat(ZONE_COMPLETED, seat))
        if (!(card_at(t->state, card)->flags & (CARD_SIDEWAYS | CARD_MARKED))) return true;
    return false;
}

static void finish_payment(struct table *t, seat_id who, int price) // MON-572, MON-573
{
    struct monad_state *s    = state_of(t);
    int                 rest = price - marked_sum(t, who, FIELD_GOLD);
    EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_COMPLETED, who)) {
        struct card *c = card_of(&s->core, card);
        if (c->flags & CARD_MARKED) c->flags = (uint8_t)((c->flags & ~CARD_MARKED) | CARD_SIDEWAYS);
    }
    if (rest > 0) s->side[who].loose_gold = (int16_t)(s->side[who].loose_gold - rest);
    note(t, EVENT_PAID, who, NO_CARD, NO_CARD, price, MON_572);
}

enum { PAY_CARD = 1 };

enum flow pay_gold(struct table *t, struct frame *f)
{
    struct monad_state *s = state_of(t);
    FLOW_BEGIN(f);
    while (marked_sum(t, f->who, FIELD_GOLD) < f->value && has_ready_quest(t, f->who)) {
        ask(&s->core, f->who, QUESTION_PAY, (uint16_t)f->value, 0);
        FLOW_PAUSE(f, PAY_CARD);
        struct choice c = answer_of(&s->core, f->who);
        if (c.kind != CHOICE_TAKE) break;
        card_of(&s->core, c.card)->flags |= CARD_MARKED;
    }
    if (!is_out(s, f->who)) finish_payment(t, f->who, f->value);
    FLOW_END(f);
}

// ---- what can be done

static bool is_own_unit(const struct monad_state *s, seat_id seat, card_id card)
{
    return is_unit(s, card) && !is_encounter_unit(s, card) &&
           zone_seat(card_at(&s->core, card)->zone) == seat;
}

static bool is_own_equipment(const struct table *t, seat_id seat, card_id card)
{
    const struct monad_state *s = state_at(t);
    return card < s->core.card_count && kind_of(t, card) == KIND_EQUIPMENT &&
           s->host[card] != NO_CARD && is_own_unit(s, seat, s->host[card]);
}

static bool is_in_hand(const struct table *t, seat_id seat, card_id card, unsigned kind)
{
    return card < t->state->card_count &&
           card_at(t->state, card)->zone == zone_of_seat(ZONE_HAND, seat) &&
           kind_of(t, card) == kind;
}

static rule_id why_not_recruit(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (!is_in_hand(t, seat, c.card, KIND_UNIT)) return MON_553;
    if (is_faced(s, seat)) return MON_552;
    int price = price_at(t, seat, c.card, W_RECRUIT);
    if (price < 0) return MON_620;
    if (!can_pay(t, seat, price)) return MON_570;
    if ((int)party_levels(t, seat) + def_of(t, c.card)->field[FIELD_LEVEL] >
        5 + 2 * s->side[seat].level)
        return MON_063;
    if (side_size(s, seat, false) >= SIDE_MAX) return MON_034;
    return can_stand(t, seat, false, c.option) ? 0 : MON_466;
}

static rule_id why_not_buy(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    rule_id                   rule;
    if (!is_in_hand(t, seat, c.card, KIND_EQUIPMENT) || !is_own_unit(s, seat, (card_id)c.target))
        return MON_555;
    if (is_faced(s, seat)) return MON_552;
    int price = price_at(t, seat, c.card, W_SHOP);
    if (price < 0) return MON_621;
    if (!can_pay(t, seat, price)) return MON_570;
    return why_cannot_bear(t, (card_id)c.target, c.card, &rule) ? rule : 0;
}

static seat_id party_with(const struct monad_state *s, card_id unit)
{
    if (!is_unit(s, unit) || is_encounter_unit(s, unit)) return NO_SEAT;
    return zone_seat(card_at(&s->core, unit)->zone);
}

// The team mate with whom this is a trade (MON-831), or NO_SEAT.
static seat_id trades_with(const struct monad_state *s, seat_id seat, card_id equipment,
                           card_id unit)
{
    seat_id from = party_with(s, s->host[equipment]), to = party_with(s, unit);
    seat_id mate = from == seat ? to : from;
    if (from == NO_SEAT || to == NO_SEAT || from == to || (from != seat && to != seat))
        return NO_SEAT;
    bool met = !is_enemy(&s->core, seat, mate) && s->side[mate].location == s->side[seat].location;
    return met ? mate : (seat_id)NO_SEAT;
}

static rule_id why_not_swap(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    rule_id                   rule;
    if (kind_of(t, c.card) != KIND_EQUIPMENT || s->host[c.card] == NO_CARD) return MON_556;
    bool own = is_own_equipment(t, seat, c.card) && is_own_unit(s, seat, (card_id)c.target);
    if (!own && trades_with(s, seat, c.card, (card_id)c.target) == NO_SEAT)
        return s->core.mode == MODE_GIANT ? MON_831 : MON_556;
    if (s->host[c.card] == c.target) return MON_556;
    return why_cannot_bear(t, (card_id)c.target, c.card, &rule) ? rule : 0;
}

static rule_id why_not_place_ability(const struct table *t, seat_id seat, card_id location,
                                     unsigned line)
{
    const struct monad_state *s = state_at(t);
    const struct line_info   *l = line_of(t, location, line);
    if (location != s->side[seat].location || is_faced(s, seat)) return MON_552;
    struct ability a = { location, def_of(t, location)->line_first + line };
    if (tally_of(t, TALLY_PROVISION, a)) return MON_552;
    switch (l->top) {
    case W_INN: return can_pay(t, seat, number_at(t->pool, l->op)) ? 0 : MON_622;
    case W_SHRINE:
        if (!can_pay(t, seat, number_at(t->pool, l->op))) return MON_633;
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_DISCARD, seat))
            if (kind_of(t, card) == KIND_UNIT) return 0;
        return MON_633;
    case W_NOTICE_BOARD: return zone_size(&s->core, zone_of_seat(ZONE_HAND, seat)) ? 0 : MON_624;
    case W_HEARTH:
    case W_ESCAVATE: return 0;
    default: return MON_552;
    }
}

static bool has_ability(const struct table *t, card_id unit, card_id source, uint32_t line,
                        unsigned code)
{
    struct ability list[ABILITIES_MAX];
    size_t         n = abilities_of(t, unit, code, list);
    for (size_t i = 0; i < n; i++)
        if (list[i].source == source && list[i].line == line) return true;
    return false;
}

static rule_id why_not_use(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (c.card >= s->core.card_count || !c.option || c.option > def_of(t, c.card)->line_count)
        return MON_550;
    unsigned line = c.option - 1u;
    if (kind_of(t, c.card) == KIND_LOCATION) return why_not_place_ability(t, seat, c.card, line);
    card_id unit = unit_of_source(t, c.card);
    if (unit == NO_CARD || !is_own_unit(s, seat, unit)) return MON_551;
    const struct line_info *l   = line_of(t, c.card, line);
    uint32_t                row = def_of(t, c.card)->line_first + line;
    if (kind_of(t, c.card) == KIND_EQUIPMENT && def_of(t, c.card)->fields_set & BIT(FIELD_USES) &&
        l->code == W_AGGRESSIVE)
        return 0; // MON-561
    if (!has_ability(t, unit, c.card, row, W_NONCOMBAT)) return MON_551;
    if (tally_of(t, TALLY_PROVISION, (struct ability){ c.card, row }) >= (l->uses ? l->uses : 1u))
        return l->uses ? MON_726 : MON_551;
    if (cost_of(t, unit, l) > ap_left(t, unit)) return MON_551;
    return can_pay(t, seat, l->gold) ? 0 : MON_570;
}

static rule_id why_not_reform(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    if (!is_own_unit(s, seat, c.card) || c.option >= ROWS) return MON_560;
    if (is_faced(s, seat)) return MON_560;
    unsigned row = row_of(s, c.card);
    if (row == c.option) return MON_470;
    if (!can_stand(t, seat, false, c.option)) return MON_466;
    unsigned others = 0;
    EACH_IN_ZONE(card, &s->core, card_at(&s->core, c.card)->zone)
        others += is_unit(s, card) && card != c.card;
    if (!others && c.option > row &&
        !zone_size(&s->core, zone_of_seat(ZONE_FRONT + c.option, seat)))
        return MON_470;
    return 0;
}

rule_id why_not_provision(const struct table *t, seat_id seat, struct choice c)
{
    const struct monad_state *s = state_at(t);
    switch (c.kind) {
    case CHOICE_PASS: return 0;
    case CHOICE_RECRUIT: return why_not_recruit(t, seat, c);
    case CHOICE_BUY: return why_not_buy(t, seat, c);
    case CHOICE_SWAP: return why_not_swap(t, seat, c);
    case CHOICE_SELL:
        if (!is_own_equipment(t, seat, c.card)) return MON_557;
        if (price_at(t, seat, NO_CARD, W_SHOP) < 0) return MON_557;
        return is_faced(s, seat) ? MON_552 : 0;
    case CHOICE_DROP: return is_own_equipment(t, seat, c.card) ? 0 : MON_558;
    case CHOICE_DISMISS:
        if (!is_own_unit(s, seat, c.card)) return MON_559;
        return is_catalyst(t, c.card) ? MON_067 : kind_of(t, c.card) == KIND_UNIT ? 0 : MON_559;
    case CHOICE_REFORM: return why_not_reform(t, seat, c);
    case CHOICE_GIVE_UP:
        return c.card < s->core.card_count &&
                       card_at(&s->core, c.card)->zone == zone_of_seat(ZONE_QUESTS, seat)
                   ? 0
                   : MON_562;
    case CHOICE_USE: return why_not_use(t, seat, c);
    default: return RULE_NO_SUCH;
    }
}

// ---- what is done

static void rest(struct table *t, seat_id who, int amount)
{
    struct monad_state *s = state_of(t);
    for (unsigned row = 0; row < ROWS; row++)
        EACH_IN_ZONE(card, &s->core, zone_of_seat(ZONE_FRONT + row, who)) {
            if (!is_unit(s, card) || is_token(t, card)) continue;
            struct body *b = body_of(s, card);
            b->damage      = (int16_t)(b->damage > amount ? b->damage - amount : 0);
            b->spent       = (int16_t)(b->spent > amount ? b->spent - amount : 0);
        }
}

static void dismiss(struct table *t, card_id unit)
{
    struct monad_state *s    = state_of(t);
    zone_id             zone = card_at(&s->core, unit)->zone;
    for (card_id card = zone_top(&s->core, zone), next; card != NO_CARD; card = next) {
        next = card_below(&s->core, card);
        if (s->host[card] == unit && kind_of(t, card) == KIND_EQUIPMENT)
            detach_to(t, card, zone_of_seat(ZONE_DISCARD, card_at(&s->core, card)->owner), TOP);
    }
    leave_play(t, unit);
    discard_card(t, unit, MON_559);
    close_up(t, zone_seat(zone), false);
}

static void swap_to(struct table *t, card_id equipment, card_id unit)
{
    struct monad_state *s     = state_of(t);
    uint8_t             marks = s->marks[equipment];
    attach(t, equipment, unit);
    s->marks[equipment] = marks;
}

static void drop(struct table *t, card_id equipment, int gold)
{
    struct monad_state *s    = state_of(t);
    seat_id             seat = controller_of(s, s->host[equipment]);
    s->side[seat].loose_gold = (int16_t)(s->side[seat].loose_gold + gold);
    if (gold) note(t, EVENT_GOLD, seat, equipment, NO_CARD, gold, MON_557);
    detach_to(t, equipment, zone_of_seat(ZONE_DISCARD, card_at(&s->core, equipment)->owner), TOP);
}

static void drink(struct table *t, card_id potion) // MON-675
{
    struct monad_state *s = state_of(t);
    if (s->host[potion] == NO_CARD) return;
    if (++s->marks[potion] < def_of(t, potion)->field[FIELD_USES]) return;
    note(t, EVENT_USED_UP, card_at(&s->core, potion)->owner, potion, NO_CARD, 0, MON_675);
    detach_to(t, potion, zone_of_seat(ZONE_DISCARD, card_at(&s->core, potion)->owner), TOP);
}

static void begin_provision(struct monad_state *s)
{
    s->provisions = 0;
    clear_tallies(s, TALLY_PROVISION);
}

// MON-722: rolls for the words behind Escavate; false: nothing was found. *block: of a natural
// roll, or 0.
static bool escavate(struct table *t, seat_id who, uint32_t line, unsigned *block)
{
    const struct op *ops = t->pool->ops;
    uint32_t         op  = book(t)->lines[line].op;
    unsigned         sum = roll_two(t, who, rule_reason(MON_722));
    if (ops[op].code != W_ESCAVATE) op = (uint32_t)op_find(ops, op, W_ESCAVATE);
    size_t natural = op_find(ops, op, W_NATURAL);
    bool   is_it   = natural && (int)sum == number_at(t->pool, (uint32_t)natural);
    *block         = is_it ? later_block(t, line, LATER_NATURAL) : 0;
    return is_it || (int)sum >= number_at(t->pool, op);
}

static struct ability ability_on(const struct table *t, card_id card, unsigned line)
{
    return (struct ability){ card, def_of(t, card)->line_first + line };
}

enum {
    PROVISION_CHOSEN = 1,
    PROVISION_RECRUIT_PAID,
    PROVISION_HUMAN_NATURE,
    PROVISION_PURCHASE_PAID,
    PROVISION_TRADE,
    PROVISION_PLACE_PAID,
    PROVISION_FROM_DISCARD,
    PROVISION_BOARD,
    PROVISION_ESCAVATED,
    PROVISION_ABILITY_PAID,
    PROVISION_ABILITY_DONE,
    PROVISION_WHO_DRINKS,
    PROVISION_DRUNK,
    PROVISION_DEATHS,
    PROVISION_CHECKED
};

// card: what is used; n: its line.
enum flow provision(struct table *t, struct frame *f)
{
    struct monad_state *s    = state_of(t);
    struct choice       c    = { 0 };
    unsigned            held = 0, most = 0, block = 0;
    bool                found = false;
    FLOW_BEGIN(f);
    begin_provision(s);
    while (s->provisions < PROVISIONS_MAX && !is_out(s, f->who) && !s->skip_to_end) {
        ask(&s->core, f->who, QUESTION_PROVISION, 0, 0);
        FLOW_PAUSE(f, PROVISION_CHOSEN);
        c         = answer_of(&s->core, f->who);
        f->card   = c.card;
        f->target = (card_id)c.target;
        f->kind   = c.kind;
        f->n      = c.option;
        if (f->kind == CHOICE_PASS || is_out(s, f->who)) break;
        s->provisions++; // MON-564
        if (f->kind == CHOICE_RECRUIT || f->kind == CHOICE_BUY)
            card_show(&s->core, f->card, EVERYBODY);
        if (f->kind == CHOICE_RECRUIT) {
            call_pay(s, f->who, price_at(t, f->who, f->card, W_RECRUIT));
            FLOW_PAUSE(f, PROVISION_RECRUIT_PAID);
            if (is_out(s, f->who)) break;
            enter_play(t, f->card, zone_of_seat(ZONE_FRONT + f->n, f->who), false);
            note(t, EVENT_RECRUITED, f->who, f->card, NO_CARD, 0, MON_553);
            wait_for(t, WHEN_RECRUITED, f->card, NO_CARD);
            if (face_of(t, f->card)->keyword[HUMAN_NATURE]) {
                call(s, FLOW_HUMAN, f->who, f->card, NO_CARD)->n =
                    (uint8_t)def_of(t, f->card)->field[FIELD_LEVEL];
                FLOW_PAUSE(f, PROVISION_HUMAN_NATURE);
            }
        } else if (f->kind == CHOICE_BUY) {
            call_pay(s, f->who, price_at(t, f->who, f->card, W_SHOP));
            FLOW_PAUSE(f, PROVISION_PURCHASE_PAID);
            if (is_out(s, f->who)) break;
            attach(t, f->card, f->target);
        } else if (f->kind == CHOICE_SWAP) {
            f->other = trades_with(s, f->who, f->card, f->target);
            f->flag  = 1;
            if (f->other != NO_SEAT) { // MON-563
                ask(&s->core, f->other, QUESTION_TRADE, f->card, f->target);
                FLOW_PAUSE(f, PROVISION_TRADE);
                f->flag = answer_of(&s->core, f->other).kind == CHOICE_YES;
            }
            if (f->flag) swap_to(t, f->card, f->target);
        } else if (f->kind == CHOICE_SELL || f->kind == CHOICE_DROP) {
            drop(t, f->card, f->kind == CHOICE_SELL ? def_of(t, f->card)->field[FIELD_SALE] : 0);
        } else if (f->kind == CHOICE_DISMISS) {
            dismiss(t, f->card);
        } else if (f->kind == CHOICE_REFORM) {
            put_in_row(t, f->card, zone_of_seat(ZONE_FRONT + f->n, f->who));
            close_up(t, f->who, false);
        } else if (f->kind == CHOICE_GIVE_UP) {
            fail_quest(t, f->card, MON_318);
        } else if (f->kind == CHOICE_USE && kind_of(t, f->card) == KIND_LOCATION) {
            tally(t, TALLY_PROVISION, ability_on(t, f->card, f->n - 1u));
            f->op    = line_of(t, f->card, f->n - 1u)->op;
            f->value = (int16_t)number_at(t->pool, f->op);
            f->i     = 0;
            if (t->pool->ops[f->op].code == W_INN || t->pool->ops[f->op].code == W_SHRINE) {
                call_pay(s, f->who, f->value);
                FLOW_PAUSE(f, PROVISION_PLACE_PAID);
            }
            if (t->pool->ops[f->op].code == W_INN) rest(t, f->who, 999);
            if (t->pool->ops[f->op].code == W_HEARTH) rest(t, f->who, f->value);
            if (t->pool->ops[f->op].code == W_SHRINE && !is_out(s, f->who)) {
                ask(&s->core, f->who, QUESTION_FROM_DISCARD, 0, 0);
                FLOW_PAUSE(f, PROVISION_FROM_DISCARD);
                struct choice back = answer_of(&s->core, f->who);
                if (back.kind == CHOICE_TAKE) {
                    card_move(&s->core, back.card, zone_of_seat(ZONE_HAND, f->who), BOTTOM);
                    note(t, EVENT_RETURNED, f->who, back.card, NO_CARD, 0, MON_633);
                }
            }
            if (t->pool->ops[f->op].code == W_NOTICE_BOARD && f->value > 0) {
                held = zone_size(&s->core, zone_of_seat(ZONE_HAND, f->who));
                most = (unsigned)f->value < PICKS_MAX ? (unsigned)f->value : PICKS_MAX;
                ask_several(&s->core, f->who, QUESTION_BOARD, 0,
                            (uint8_t)(held < most ? held : most), 0, f->card);
                FLOW_PAUSE(f, PROVISION_BOARD);
                if (is_out(s, f->who)) break;
                struct question q = s->core.question[f->who];
                for (unsigned i = 0; i < q.picked; i++) discard_card(t, q.pick[i], MON_624);
                draw_cards(t, f->who, q.picked, MON_624);
            }
            if (t->pool->ops[f->op].code == W_ESCAVATE) {
                if (escavate(t, f->who, row_of_line(t, f->card, f->n - 1u), &block)) {
                    call_text(t, row_of_line(t, f->card, f->n - 1u), block, f->who, f->card,
                              s->side[f->who].catalyst, NO_CARD);
                    FLOW_PAUSE(f, PROVISION_ESCAVATED);
                }
            }
        } else if (f->kind == CHOICE_USE) {
            f->extra = (int16_t)unit_of_source(t, f->card);
            if (line_of(t, f->card, f->n - 1u)->code == W_NONCOMBAT) {
                tally(t, TALLY_PROVISION, ability_on(t, f->card, f->n - 1u));
                body_of(s, (card_id)f->extra)->spent =
                    (int16_t)(body_of(s, (card_id)f->extra)->spent +
                              cost_of(t, (card_id)f->extra, line_of(t, f->card, f->n - 1u)));
                if (line_of(t, f->card, f->n - 1u)->gold) {
                    call_pay(s, f->who, line_of(t, f->card, f->n - 1u)->gold);
                    FLOW_PAUSE(f, PROVISION_ABILITY_PAID);
                }
                f->op = row_of_line(t, f->card, f->n - 1u);
                block = 0;
                found = !op_find(t->pool->ops, book(t)->lines[f->op].op, W_ESCAVATE) ||
                        escavate(t, f->who, f->op, &block);
                if (found && is_unit(s, (card_id)f->extra)) {
                    call_text(t, f->op, block, f->who, f->card, (card_id)f->extra,
                              (card_id)f->extra);
                    FLOW_PAUSE(f, PROVISION_ABILITY_DONE);
                }
            } else { // MON-561
                f->target = (card_id)f->extra;
                if (line_of(t, f->card, f->n - 1u)->own == OWN_USER_OR_ALLY + 1 &&
                    side_size(s, f->who, false) > 1) {
                    ask(&s->core, f->who, QUESTION_DRINK,
                        line_of(t, f->card, f->n - 1u)->range < 0
                            ? ROWS
                            : (uint16_t)line_of(t, f->card, f->n - 1u)->range,
                        (card_id)f->extra);
                    FLOW_PAUSE(f, PROVISION_WHO_DRINKS);
                    if (answer_of(&s->core, f->who).kind == CHOICE_TARGET)
                        f->target = answer_of(&s->core, f->who).card;
                }
                call_text(t, row_of_line(t, f->card, f->n - 1u), 0, f->who, f->card,
                          (card_id)f->extra, f->target);
                FLOW_PAUSE(f, PROVISION_DRUNK);
                drink(t, f->card);
            }
        }
        if (f->kind != CHOICE_USE) keep_alive(t); // MON-059
        call(s, FLOW_DEATHS, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, PROVISION_DEATHS);
        call(s, FLOW_CHECK, f->who, NO_CARD, NO_CARD);
        FLOW_PAUSE(f, PROVISION_CHECKED);
    }
    FLOW_END(f);
}
